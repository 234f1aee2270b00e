"""How the server stands up to many games at once: `python tests/load/load.py --games 200 --seconds 30`.

Starts a server of its own, opens games of two scripted players each over real sockets, and lets them decide at a
human pace; with `--postgresql` on a PostgreSQL of its own, whose commits wait for the disk.  Reports the time from an
action until it is accepted, until its update is there, the server's memory for each game, and every error.

Every game comes from an address of its own, under the limits that hold unless set. With `--flood` somebody at one more
address asks for everything that there is, as fast as he can, from a process of his own.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).parents[1]))
from server.postgres import Cluster

BUDGET_MS = 20.0
QUIET_SECONDS = 180
"""That a server may need until everything is loaded."""


class Option(msgspec.Struct):
    action: str


class Prompt(msgspec.Struct):
    side: str
    yours: bool
    options: list[Option]


class Heard(msgspec.Struct):
    """What a scripted player reads of a message."""

    type: str
    step: int = 0
    prompt: Prompt | None = None
    result: dict | None = None
    reason: str = ""


DECODER = msgspec.json.Decoder(Heard)


class Figures:
    def __init__(self) -> None:
        self.accepted: list[float] = []
        self.updated: list[float] = []
        self.refused: list[str] = []
        self.finished = 0
        self.errors: list[str] = []


class Seat:
    """One player's connection."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.step = 0
        self.prompt: Prompt | None = None
        self.result: dict | None = None

    async def next(self) -> Heard:
        heard = DECODER.decode(await self.connection.recv())
        if heard.type in ("table", "update"):
            self.step, self.prompt, self.result = heard.step, heard.prompt, heard.result
        return heard

    async def catch_up(self, step: int) -> None:
        while self.step < step:
            await self.next()


class Table:
    """One game of two scripted players."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.rng = random.Random(n)
        self.here = f"127.1.{n // 250}.{n % 250 + 1}"
        self.game = ""
        self.tokens: dict[str, str] = {}
        self.seats: dict[str, Seat] = {}
        self._open = AsyncExitStack()

    async def open(self, base: str, scenario: str, sides: list[str]) -> None:
        wishes = [{"side": side, "who": "mine"} for side in sides]
        transport = httpx.AsyncHTTPTransport(local_address=self.here)
        async with httpx.AsyncClient(base_url=base, timeout=60, transport=transport) as client:
            made = (await client.post("/api/games", json={"scenario": scenario, "seats": wishes})).json()
        self.game = made["game"]["id"]
        self.tokens = {grant["side"]: grant["token"] for grant in made["seats"]}
        await self.sit(base)

    async def sit(self, base: str) -> None:
        """Both players come to the table, or come back to it."""
        address = f"{base.replace('http', 'ws', 1)}/api/games/{self.game}/socket"
        near = {"max_size": None, "compression": None, "open_timeout": 60, "local_addr": (self.here, 0)}
        for side, token in self.tokens.items():
            connection = await self._open.enter_async_context(connect(address, **near))
            await connection.send(json.dumps({"type": "hello", "token": token}))
            seat = self.seats[side] = Seat(connection)
            while seat.prompt is None and seat.result is None:
                await seat.next()

    async def close(self) -> None:
        await self._open.aclose()

    async def play(self, think: float, until: float, figures: Figures) -> None:
        await asyncio.sleep(self.rng.random() * think)
        while time.monotonic() < until:
            if await turn(self.seats, self.rng, figures):
                figures.finished += 1
                return
            if think:
                await asyncio.sleep(self.rng.expovariate(1 / think))


async def turn(
    seats: dict[str, Seat],
    rng: random.Random,
    figures: Figures,
    noted: Callable[[int, str], None] = lambda step, action: None,
) -> bool:
    """One decision; whether the game is over. What has been accepted is noted, with the step that it answered."""
    step = max(seat.step for seat in seats.values())
    for seat in seats.values():
        await seat.catch_up(step)
    some = next(iter(seats.values()))
    if some.result is not None or some.prompt is None:
        return True
    seat = seats[some.prompt.side]
    assert seat.prompt is not None
    action, answered = rng.choice(seat.prompt.options).action, seat.step
    began = time.perf_counter()
    await seat.connection.send(json.dumps({"type": "act", "step": seat.step, "action": action}))
    updated = 0.0
    while True:
        heard = await seat.next()
        if heard.type == "update" and not updated:
            updated = time.perf_counter() - began
        if heard.type == "refused":
            figures.refused.append(heard.reason)
            return False
        if heard.type == "accepted":
            noted(answered, action)
            figures.accepted.append(time.perf_counter() - began)
            await seat.catch_up(heard.step)
            figures.updated.append(updated or time.perf_counter() - began)
            return False


def memory_mb(pid: int) -> float:
    """Resident memory of a process and its children."""
    total = 0
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            status = (entry / "status").read_text()
        except OSError:
            continue
        fields = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
        if int(entry.name) == pid or int(fields["PPid"]) == pid:
            total += int(fields.get("VmRSS", "0 kB").split()[0])
    return total / 1024


async def run(arguments: argparse.Namespace) -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    base = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as opened:
        database = arguments.database or str(Path(folder) / "load.sqlite3")
        if arguments.postgresql:
            cluster = Cluster(safe=True)
            cluster.start()
            opened.callback(cluster.stop)
            database = cluster.new_database()
        environment = {**os.environ, "DEFILADE_SERVER_SEED_KEY": "only for measurements and for nothing else"}
        log = open(Path(folder) / "log", "wb")
        command = [sys.executable, "-m", "defilade", "serve", "--port", str(port), "--database", database]
        command += ["--workers", str(arguments.workers)]
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            await ready(base)
            await quiet(server.pid)
            return await measure(arguments, base, server.pid)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(20)
            log.close()


async def ready(base: str) -> None:
    async with httpx.AsyncClient(base_url=base) as client:
        for _ in range(10 * QUIET_SECONDS):
            try:
                if (await client.get("/api/health")).status_code == 200:
                    await client.get("/api/scenarios", timeout=60)
                    return
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.1)
    raise RuntimeError("the server did not start")


async def quiet(pid: int) -> None:
    """Wait until rules and maps are loaded and the computer's processes are warm: a server does that once."""
    for _ in range(QUIET_SECONDS):
        before = cpu_seconds(pid)
        await asyncio.sleep(1)
        if cpu_seconds(pid) - before < 0.05:
            return


async def measure(arguments: argparse.Namespace, base: str, pid: int) -> int:
    empty = memory_mb(pid)
    figures = Figures()
    tables = [Table(n) for n in range(arguments.games)]
    async with httpx.AsyncClient(base_url=base, timeout=60) as client:
        cards = (await client.get("/api/scenarios")).json()["scenarios"]
        sides = next(card["sides"] for card in cards if card["id"] == arguments.scenario)
    for table in tables:
        await table.open(base, arguments.scenario, sides)
    async with httpx.AsyncClient(base_url=base, timeout=60) as client:
        for method, path in ROUTES:  # what is made when it is first asked for
            if method == "GET":
                await client.get(path)
    attack = attacker(base) if arguments.flood else None
    cpu = cpu_seconds(pid)
    until = time.monotonic() + arguments.seconds
    playing = [asyncio.create_task(table.play(arguments.think, until, figures)) for table in tables]
    for done in await asyncio.gather(*playing, return_exceptions=True):
        if isinstance(done, BaseException):
            figures.errors.append(f"{type(done).__name__}: {done}")
    used = cpu_seconds(pid) - cpu
    if attack is not None:
        attack.terminate()
        print(attack.communicate()[0].strip().splitlines()[-1])
    full = memory_mb(pid)
    async with httpx.AsyncClient(base_url=base, timeout=60) as client:
        kept = (await client.get("/api/metrics")).text
    for table in tables:
        await table.close()
    return report(arguments, figures, used, (empty, full), kept)


ROUTES = (
    ("GET", "/api/health"),
    ("GET", "/api/scenarios"),
    ("GET", "/api/games"),
    ("GET", "/api/rules?words=fire"),
    ("GET", "/api/metrics"),
    ("GET", "/api/schema/openapi.json"),
    ("GET", "/api/maps/S1/map.svg"),
    ("GET", "/"),
    ("POST", "/api/games"),
    ("POST", "/api/games/mine"),
    ("POST", "/api/games/import"),
    ("POST", "/api/sessions"),
    ("POST", "/api/designs/chance"),
    ("DELETE", "/api/sessions"),
)
BODY = {
    "scenario": "S1",
    "seats": [{"side": "german", "who": "mine"}],
    "name": "Mallory",
    "password": "x" * 12,
}


def attacker(base: str) -> subprocess.Popen[str]:
    """Somebody in a process of his own who asks for everything."""
    return subprocess.Popen([sys.executable, __file__, "--attack", base], stdout=subprocess.PIPE, text=True)


async def flood(base: str) -> None:
    """All routes, over and over, over many connections from one address."""
    told: dict[int, int] = {}
    began = time.monotonic()
    transport = httpx.AsyncHTTPTransport(local_address="127.0.0.66", limits=httpx.Limits(max_connections=32))

    async def ask(client: httpx.AsyncClient) -> None:
        while True:
            for method, path in ROUTES:
                try:
                    body = BODY if method == "POST" else None
                    status = (await client.request(method, path, json=body)).status_code
                except httpx.HTTPError:
                    status = 0
                told[status] = told.get(status, 0) + 1

    stopped = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    async with httpx.AsyncClient(base_url=base, timeout=30, transport=transport) as client:
        tasks = [asyncio.create_task(ask(client)) for _ in range(32)]
        await stopped.wait()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    seconds = time.monotonic() - began
    print(json.dumps({"attack": {"requests_a_second": round(sum(told.values()) / seconds), "answers": told}}))


def report(
    arguments: argparse.Namespace, figures: Figures, cpu: float, memory: tuple[float, float], metrics: str
) -> int:
    actions = len(figures.accepted)
    if not actions:
        print(json.dumps({"errors": figures.errors[:5]}))
        return 1
    accepted = percentiles(figures.accepted)
    found = {
        "database": "postgresql"
        if "postgresql" in (arguments.database or "") or arguments.postgresql
        else "sqlite",
        "games": arguments.games,
        "seconds": arguments.seconds,
        "actions": actions,
        "actions_per_second": round(actions / arguments.seconds, 1),
        "finished": figures.finished,
        "refused": len(figures.refused),
        "errors": figures.errors[:5],
        "accepted_ms": accepted,
        "updated_ms": percentiles(figures.updated),
        "server_cpu_ms_an_action": round(1000 * cpu / actions, 2),
        "in_server_ms": {
            "action": means(metrics, "defilade_action_seconds"),
            "commit": means(metrics, "defilade_commit_seconds"),
        },
        "memory_mb": {"empty": round(memory[0], 1), "full": round(memory[1], 1)},
        "memory_kb_a_game": round(1024 * (memory[1] - memory[0]) / arguments.games, 1),
        "load_average": os.getloadavg()[0],
    }
    print(json.dumps(found, indent=2))
    well = not figures.errors and not figures.refused and accepted["p95"] <= arguments.budget
    return 0 if well else 1


def percentiles(values: Sequence[float]) -> dict[str, float]:
    """In milliseconds."""
    ordered = sorted(values)
    return {
        f"p{part}": round(1000 * ordered[min(len(ordered) - 1, part * len(ordered) // 100)], 2)
        for part in (50, 95, 99)
    }


def means(metrics: str, name: str) -> float:
    """The mean of a histogram that the server keeps, in milliseconds."""
    found = dict(line.rsplit(" ", 1) for line in metrics.splitlines() if line.startswith(name))
    return round(1000 * float(found[f"{name}_sum"]) / max(float(found[f"{name}_count"]), 1), 2)


def cpu_seconds(pid: int) -> float:
    """CPU time of a process and its children so far."""
    tick = os.sysconf("SC_CLK_TCK")
    total = 0
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                if int(entry.name) == pid or int(fields[1]) == pid:
                    total += int(fields[11]) + int(fields[12])
    return total / tick


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--think", type=float, default=1.0, help="mean seconds before a decision; 0: none")
    parser.add_argument("--scenario", default="S1")
    parser.add_argument("--database", default="", help="a SQLite file or postgresql://...")
    parser.add_argument("--postgresql", action="store_true", help="start a PostgreSQL of its own and use it")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--flood", action="store_true", help="somebody asks for everything meanwhile")
    parser.add_argument("--attack", default="", help=argparse.SUPPRESS)
    parser.add_argument("--budget", type=float, default=BUDGET_MS, help="p95 in ms; more is exit code 1")
    arguments = parser.parse_args()
    if arguments.attack:
        os.nice(19)  # he has a machine of his own: what he does himself must not cost the players theirs
        asyncio.run(flood(arguments.attack))
        return 0
    return asyncio.run(run(arguments))


if __name__ == "__main__":
    sys.exit(main())
