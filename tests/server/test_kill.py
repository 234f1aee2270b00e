"""A server that is killed in mid-game loses nothing that it has acknowledged."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import WebSocketException

from defilade.kernel import verify
from defilade.server.imports import checked_log
from defilade.systems import find_system
from server.harness import Player
from server.postgres import Cluster

SIDES = ("american", "german")


class Process:
    """A server in a process of its own."""

    def __init__(self, database: str, folder: Path, *more: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = (folder / "server.log").open("ab")
        command = [
            sys.executable,
            "-m",
            "defilade",
            "serve",
            "--port",
            str(self.port),
            "--database",
            database,
        ]
        environment = {
            **os.environ,
            "DEFILADE_SERVER_REQUESTS_PER_MINUTE": "1000000",
            "DEFILADE_SERVER_MESSAGES_PER_SECOND": "100000",
            # Many starts: nothing is loaded that nobody asks for, and modules are compiled once.
            "DEFILADE_SERVER_WARM": "0",
            "PYTHONDONTWRITEBYTECODE": "",
            "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
        }
        self.process = subprocess.Popen([*command, *more], stdout=self.log, stderr=self.log, env=environment)

    def ready(self) -> Process:
        limit = time.monotonic() + 60
        with httpx.Client(timeout=2) as client:
            while time.monotonic() < limit:
                assert self.process.poll() is None, "the server did not start"
                try:
                    if client.get(f"{self.url}/api/health").status_code == 200:
                        return self
                except httpx.TransportError:
                    time.sleep(0.02)
        raise AssertionError("the server did not start in time")

    def kill(self, how: int = signal.SIGKILL) -> None:
        self.process.send_signal(how)
        self.process.wait(30)
        self.log.close()


def play_until_killed(
    players: dict[str, Player], rng: random.Random, acknowledged: list[tuple[int, str]]
) -> None:
    """Decide as fast as the server takes it, noting what it has acknowledged: the step, and the action there."""
    try:
        while True:
            step = max(player.step for player in players.values())
            for player in players.values():
                player.catch_up(step)
            if players["american"].now["result"] is not None:
                return
            player = players[players["american"].prompt["side"]]
            action = rng.choice(player.prompt["options"])["action"]
            answer = player.act(action)
            assert answer["type"] == "accepted", answer
            acknowledged.append((step, action))
    except (WebSocketException, EOFError, OSError):
        return


def kill_when(
    server: Process, acknowledged: list[tuple[int, str]], due: int, late: float, over: threading.Event
) -> None:
    while len(acknowledged) < due and not over.wait(0.001):
        pass
    time.sleep(late)
    server.kill()


def killed_again_and_again(database: str, folder: Path, times: int) -> int:
    """Kill a server so many times; gives the number of acknowledged actions."""
    rng = random.Random(times)
    acknowledged: list[tuple[int, str]] = []
    tokens: dict[str, str] = {}
    game, total = "", 0
    server = Process(database, folder).ready()
    for _ in range(times):
        if not game:
            seats = [{"side": side, "who": "mine"} for side in SIDES]
            made = httpx.post(
                f"{server.url}/api/games", json={"scenario": "S1", "seats": seats}, timeout=60
            ).json()
            game, tokens = made["game"]["id"], {one["side"]: one["token"] for one in made["seats"]}
            acknowledged = []
        players = {side: Player(server.url, game, token) for side, token in tokens.items()}
        before = len(acknowledged)
        # After so many answers, and a moment that nobody can foresee: a slow machine is killed as late as a quick one.
        due, late, over_already = before + rng.randint(3, 15), 0.03 * rng.random(), threading.Event()
        killer = threading.Thread(target=kill_when, args=(server, acknowledged, due, late, over_already))
        killer.start()
        play_until_killed(players, rng, acknowledged)
        over_already.set()
        killer.join()
        over = players["american"].now["result"] is not None
        for player in players.values():
            player.close()
        total += len(acknowledged) - before
        server = Process(database, folder).ready()
        check_nothing_is_lost(server, game, tokens, acknowledged)
        if over:
            game = ""
    server.kill(signal.SIGTERM)
    return total


def check_nothing_is_lost(
    server: Process, game: str, tokens: dict[str, str], acknowledged: list[tuple[int, str]]
) -> None:
    """Every acknowledged action is in the journal in its place, and the whole game replays digest by digest."""
    headers = {"authorization": f"Bearer {','.join(tokens.values())}"}
    answer = httpx.get(f"{server.url}/api/games/{game}/log", headers=headers, timeout=60)
    assert answer.status_code == 200, answer.text
    log = checked_log(answer.text)
    kept = {number: entry.action for number, entry in enumerate(log.entries, 1) if entry.action}
    for step, action in acknowledged:
        assert kept.get(step + 1) == action, f"the action at step {step} was acknowledged and is lost"
    assert verify(log, find_system) == len(log.entries)


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path):
    assert killed_again_and_again(str(tmp_path / "games.sqlite3"), tmp_path, times=3) >= 9


@pytest.mark.soak
@pytest.mark.parametrize("more", [[], ["--postgresql"]], ids=["sqlite", "postgresql"])
def test_a_hundred_times_under_load(more: list[str]):
    """Twenty games at once, until a kill that finds some of their actions between being sent and being answered."""
    script = Path(__file__).parents[1] / "load" / "kills.py"
    command = [sys.executable, str(script), "--kills", "100", "--seconds", "3000", *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    print(f"killed {found['kills']} times: {found['acknowledged']} acknowledged actions, none lost")
    assert found["acknowledged"] > 5000


def test_a_server_that_is_told_to_stop_says_goodbye(tmp_path: Path):
    server = Process(str(tmp_path / "games.sqlite3"), tmp_path).ready()
    seats = [{"side": side, "who": "mine"} for side in SIDES]
    made = httpx.post(f"{server.url}/api/games", json={"scenario": "S1", "seats": seats}, timeout=60).json()
    with Player(server.url, made["game"]["id"], made["seats"][0]["token"]) as player:
        server.kill(signal.SIGTERM)
        assert player.closed_with() == 1012
    assert server.process.returncode in (0, -signal.SIGTERM)
    assert b'"event":"stopped"' in (tmp_path / "server.log").read_bytes()


@pytest.mark.soak
def test_several_worker_processes_serve_one_port(tmp_path: Path, cluster: Cluster):
    server = Process(cluster.new_database(), tmp_path, "--workers", "2").ready()
    try:
        seats = [{"side": side, "who": "mine"} for side in SIDES]
        made = httpx.post(
            f"{server.url}/api/games", json={"scenario": "S1", "seats": seats}, timeout=60
        ).json()
        tokens = {one["side"]: one["token"] for one in made["seats"]}
        players = {side: Player(server.url, made["game"]["id"], token) for side, token in tokens.items()}
        rng = random.Random(1)
        for _ in range(80):
            step = max(player.step for player in players.values())
            for player in players.values():
                player.catch_up(step)
            player = players[players["american"].prompt["side"]]
            assert player.act(rng.choice(player.prompt["options"])["action"])["type"] == "accepted"
        for player in players.values():
            player.close()
    finally:
        server.kill(signal.SIGTERM)


def test_several_workers_need_postgresql(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    from defilade.cli import main

    assert main(["serve", "--workers", "2", "--database", str(tmp_path / "a.sqlite3")]) == 2
    assert "PostgreSQL" in capsys.readouterr().err
