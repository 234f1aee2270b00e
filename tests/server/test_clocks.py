"""Clocks at the table: what is a decision, and what costs nobody any time."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from server import toy_table
from server.conftest import quick
from server.harness import Player, Server, running


def seated(server: Server, clock: dict[str, Any]) -> tuple[Player, str]:
    """A game of S1 with both seats taken; gives the player who is asked, and his side."""
    made, tokens = server.two_players(
        "S1", seats={"american": "mine", "german": "open"}, table={"clock": clock}
    )
    players = {side: Player(server, made["game"]["id"], token) for side, token in tokens.items()}
    side = players["american"].prompt["side"]
    return players[side], side


def left(player: Player, side: str) -> float:
    return next(clock["left"] for clock in player.now["clocks"] if clock["side"] == side)


def back_and_forth(player: Player) -> None:
    """Decide something that nobody has seen yet, and take it back."""
    assert player.act(player.prompt["options"][0]["action"])["type"] == "accepted"
    answer = player.ask({"type": "undo", "step": player.step})
    assert answer["type"] == "accepted", answer
    player.catch_up(answer["step"])


def test_to_choose_and_to_think_better_of_it_gains_no_time(sqlite_server: Server):
    player, side = seated(sqlite_server, {"kind": "game", "seconds": 600, "increment": 10})
    for _ in range(5):
        back_and_forth(player)
    assert left(player, side) < 600


def test_the_clock_of_a_move_runs_until_the_answer_is_committed(sqlite_server: Server):
    player, side = seated(sqlite_server, {"kind": "move", "seconds": 60})
    time.sleep(1.0)
    back_and_forth(player)
    assert left(player, side) < 59.1
    assert player.act(player.prompt["options"][0]["action"])["type"] == "accepted"
    assert player.prompt["yours"] and left(player, side) < 59.1, "nobody has seen anything of it yet"


def test_a_decision_that_is_committed_earns_the_increment(sqlite_server: Server):
    made, tokens = sqlite_server.two_players(
        table={"clock": {"kind": "game", "seconds": 60, "increment": 20}}
    )
    players = [Player(sqlite_server, made["game"]["id"], token) for token in tokens.values()]
    asked = next(player for player in players if player.prompt["yours"])
    side = asked.prompt["side"]
    asked.act(asked.prompt["options"][0]["action"])
    assert left(asked, side) > 70


def test_a_jump_of_the_machines_clock_costs_nobody_the_game(
    sqlite_server: Server, monkeypatch: pytest.MonkeyPatch
):
    player, side = seated(sqlite_server, {"kind": "game", "seconds": 60})
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + 3600)
    time.sleep(1.2)
    player.ask({"type": "chat", "text": "still there?"})
    assert all(message.get("result") is None for message in player.inbox if message["type"] == "update")
    player.act(player.prompt["options"][0]["action"])
    assert player.now["result"] is None and left(player, side) > 50


def test_the_servers_own_downtime_costs_nobody_the_game(tmp_path: Path):
    database = str(tmp_path / "games.sqlite3")
    with running(quick(database), think=toy_table.think) as server:
        player, side = seated(server, {"kind": "game", "seconds": 60})
        game, token = player.table["game"]["id"], player.token
        player.act(player.prompt["options"][0]["action"])
        player.close()
    with sqlite3.connect(database) as store:  # an hour goes by
        store.execute("UPDATE journal SET at = at - 3600")
        store.execute("UPDATE seats SET taken = taken - 3600")
        store.execute("UPDATE games SET created = created - 3600, last_moved = last_moved - 3600")
        store.execute("UPDATE meta SET value = CAST(value AS REAL) - 3600 WHERE key = 'beat'")
    store.close()
    with running(quick(database), think=toy_table.think) as server:
        with Player(server, game, token) as player:
            time.sleep(1.2)
            player.act(player.prompt["options"][0]["action"])
            assert player.now["result"] is None and left(player, side) > 50
