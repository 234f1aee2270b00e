"""What a server keeps of games that are over: `python tests/load/memory.py --games 5000`.

Begins games over real sockets and ends them at once by resigning, and reads how much memory the server has in between.
What is no longer used leaves memory by itself; what grows all the same is what this finds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
from websockets.asyncio.client import ClientConnection, connect

from load import memory_mb, ready

UNLIMITED = {
    "DEFILADE_SERVER_COST_PER_MINUTE": "1e9",
    "DEFILADE_SERVER_REQUESTS_PER_MINUTE": "1e9",
    "DEFILADE_SERVER_REQUESTS_AT_ONCE": "1000",
    "DEFILADE_SERVER_MESSAGES_PER_ADDRESS": "1e9",
    "DEFILADE_SERVER_SEED_KEY": "only for measurements and for nothing else",
}
PATIENT = httpx.Limits(keepalive_expiry=2)
SETTLE_SECONDS = 20.0
"""After which the server has given up what nobody uses."""


async def one_game(client: httpx.AsyncClient, base: str, scenario: str, sides: list[str]) -> None:
    wishes = [{"side": side, "who": "mine"} for side in sides]
    made = (await client.post("/api/games", json={"scenario": scenario, "seats": wishes})).json()
    address = f"{base.replace('http', 'ws', 1)}/api/games/{made['game']['id']}/socket"
    async with connect(address, max_size=None, compression=None) as line:
        tokens = [grant["token"] for grant in made["seats"]]
        await line.send(json.dumps({"type": "hello", "token": tokens[0], "others": tokens[1:]}))
        table = json.loads(await line.recv())
        await line.send(json.dumps({"type": "act", "step": table["step"], "action": first_of(table)}))
        step = await accepted(line)
        await line.send(json.dumps({"type": "resign", "step": step}))
        await accepted(line)


def first_of(table: dict) -> str:
    return str(table["prompt"]["options"][0]["action"])


async def accepted(line: ClientConnection) -> int:
    while True:
        heard = json.loads(await line.recv())
        assert heard["type"] != "refused", heard
        if heard["type"] == "accepted":
            return int(heard["step"])


async def run(arguments: argparse.Namespace) -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    base = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "defilade", "serve", "--port", str(port)]
        command += ["--database", str(Path(folder) / "memory.sqlite3")]
        server = subprocess.Popen(
            command, env={**os.environ, **UNLIMITED}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            await ready(base)
            async with httpx.AsyncClient(base_url=base, timeout=60, limits=PATIENT) as client:
                cards = (await client.get("/api/scenarios")).json()["scenarios"]
                sides = next(card["sides"] for card in cards if card["id"] == arguments.scenario)
                found: list[tuple[int, float]] = []
                done, began = 0, time.monotonic()
                while done < arguments.games:
                    for _ in range(arguments.games // arguments.looks // 10):
                        await asyncio.gather(
                            *(one_game(client, base, arguments.scenario, sides) for _ in range(10))
                        )
                        done += 10
                    await asyncio.sleep(SETTLE_SECONDS)
                    kept = (await client.get("/api/health")).json()["games"]
                    found.append((done, round(memory_mb(server.pid), 1)))
                    print(json.dumps({"games": done, "mb": found[-1][1], "in_memory": kept}), flush=True)
            grown = found[-1][1] - found[0][1]
            games = found[-1][0] - found[0][0]
            seconds = round(time.monotonic() - began)
            print(json.dumps({"kb_a_game": round(1024 * grown / games, 2), "seconds": seconds}))
            return 0
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)


def main() -> int:
    parser = argparse.ArgumentParser(description="Memory of a server after many games")
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--looks", type=int, default=5, help="how often memory is read")
    parser.add_argument("--scenario", default="S1")
    return asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
