"""A server that is killed again and again under load: `python tests/load/kills.py --kills 100`.

So many games of two scripted players each go on as fast as the server takes it, until it is killed (`kill -9`) at a
moment that nobody can foresee. When it is back, every action that it had acknowledged must be in its place in the
journal of its game; the players come back and go on. In the end every game is replayed digest by digest. With
`--postgresql` on a PostgreSQL of its own. After `--seconds` no further kill is begun; what has been done is reported
all the same.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import socket
import sys
import tempfile
import time
from pathlib import Path

import httpx
import msgspec
from memory import UNLIMITED
from nursery import Nursery
from websockets.exceptions import WebSocketException

from defilade.server.imports import checked_log
from load import Figures, Table, turn
from server.postgres import Cluster

FREE = {
    **UNLIMITED,
    "DEFILADE_SERVER_MESSAGES_PER_SECOND": "1e9",
    "DEFILADE_SERVER_CONNECTIONS_PER_ADDRESS": "100000",
}


PATIENCE = 300
"""Seconds that an answer may take where other programs keep all cores busy."""


class Line(msgspec.Struct):
    """What is read of a step in a game's file."""

    action: str = ""


LINES = msgspec.json.Decoder(Line)


class Witnessed(Table):
    """A game, and what the server has said that it has taken."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.acknowledged: dict[int, str] = {}
        self.over = False

    def note(self, step: int, action: str) -> None:
        self.acknowledged[step] = action

    async def go_on(self, figures: Figures) -> None:
        """Decide until the game is over or the server is gone."""
        with contextlib.suppress(WebSocketException, EOFError, OSError):
            while not self.over:
                self.over = await turn(self.seats, self.rng, figures, self.note)

    async def file(self, client: httpx.AsyncClient) -> str:
        bearer = {"authorization": f"Bearer {','.join(self.tokens.values())}"}
        answer = await client.get(f"/api/games/{self.game}/log", headers=bearer)
        assert answer.status_code == 200, answer.text
        return answer.text

    async def check(self, client: httpx.AsyncClient) -> None:
        """Everything that was acknowledged is in its place."""
        kept = [LINES.decode(line).action for line in (await self.file(client)).splitlines()[1:]]
        for step, action in self.acknowledged.items():
            assert step < len(kept) and kept[step] == action, (
                f"{self.game}: the action at step {step} is lost"
            )


async def come_up(client: httpx.AsyncClient) -> None:
    limit = time.monotonic() + 120
    while time.monotonic() < limit:
        with contextlib.suppress(httpx.TransportError):
            if (await client.get("/api/health")).status_code == 200:
                return
        await asyncio.sleep(0.02)
    raise RuntimeError("the server did not come back")


async def killed_again_and_again(arguments: argparse.Namespace, database: str, nursery: Nursery) -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    base = f"http://127.0.0.1:{port}"
    rng, figures, began = random.Random(arguments.seed), Figures(), time.monotonic()
    tables: list[Witnessed] = []
    kills = taken = games = 0
    away: list[float] = []
    server = nursery.start(database, port)
    async with httpx.AsyncClient(base_url=base, timeout=PATIENCE) as client:
        await come_up(client)
        cards = (await client.get("/api/scenarios")).json()["scenarios"]
        sides = next(card["sides"] for card in cards if card["id"] == arguments.scenario)
        while kills < arguments.kills and time.monotonic() - began < arguments.seconds:
            for table in [one for one in tables if one.over]:
                checked_log(await table.file(client))
                tables.remove(table)
            while len(tables) < arguments.games:
                table = Witnessed(games)
                await table.open(base, arguments.scenario, sides)
                tables.append(table)
                games += 1
            before = len(figures.accepted)
            due = before + rng.randint(arguments.games, 10 * arguments.games)
            playing = [asyncio.create_task(table.go_on(figures)) for table in tables]
            while len(figures.accepted) < due and not all(one.done() for one in playing):
                await asyncio.sleep(0.001)
            await asyncio.sleep(0.03 * rng.random())
            nursery.kill(server)
            kills += 1
            await asyncio.gather(*playing)
            for table in tables:
                await table.close()
            taken += len(figures.accepted) - before
            assert not figures.refused, figures.refused[:3]
            down = time.monotonic()
            server = nursery.start(database, port)
            await come_up(client)
            away.append(time.monotonic() - down)
            await asyncio.gather(*[table.check(client) for table in tables])
            await asyncio.gather(*[table.sit(base) for table in tables])
        for table in tables:
            await table.close()
            checked_log(await table.file(client))
    nursery.close(server)
    found = {
        "database": "postgresql" if database.startswith("postgresql") else "sqlite",
        "kills": kills,
        "games_at_once": arguments.games,
        "games": games,
        "acknowledged": taken,
        "lost": 0,
        "seconds": round(time.monotonic() - began),
        "back_after_seconds": round(sum(away) / len(away), 2) if away else None,
        "load_average": os.getloadavg()[0],
    }
    print(json.dumps(found, indent=2))
    return 0 if kills == arguments.kills else 1


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill a server under load, and see that nothing is lost")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=900.0, help="after which no further kill is begun")
    parser.add_argument("--games", type=int, default=20, help="played at once")
    parser.add_argument("--scenario", default="S1")
    parser.add_argument("--postgresql", action="store_true", help="start a PostgreSQL of its own and use it")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as opened:
        database = str(Path(folder) / "kills.sqlite3")
        if arguments.postgresql:
            cluster = Cluster(safe=True)
            cluster.start()
            opened.callback(cluster.stop)
            database = cluster.new_database()
        return asyncio.run(killed_again_and_again(arguments, database, Nursery(Path(folder) / "log", FREE)))


if __name__ == "__main__":
    sys.exit(main())
