"""More games than a server has places for: who has sat down stays, who comes is told, and what is over makes place."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from defilade.server.protocol import CLOSE_FULL
from server import toy_table
from server.conftest import quick
from server.harness import Player, Server, play_out, running


@pytest.fixture
def small_server(tmp_path: Path) -> Iterator[Server]:
    """Places for two games."""
    settings = quick(str(tmp_path / "games.sqlite3"), games_in_memory=2, keep_ended_days=1.0)
    with running(settings, think=toy_table.think) as found:
        yield found


def seated(server: Server, **more: Any) -> tuple[str, dict[str, Player]]:
    made, tokens = server.two_players(**more)
    return made["game"]["id"], {
        side: Player(server, made["game"]["id"], token) for side, token in tokens.items()
    }


def closed_at_the_door(server: Server, game: str, token: str) -> int:
    with pytest.raises(ConnectionClosed) as closed:
        Player(server, game, token)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def test_players_of_one_game_always_sit_in_one_room(small_server: Server):
    """With all places busy the room just loaded used to be dropped: the two who came sat in different ones."""
    waiting, tokens = small_server.two_players()
    busy = [seated(small_server) for _ in range(2)]
    game = waiting["game"]["id"]
    assert closed_at_the_door(small_server, game, tokens["red"]) == CLOSE_FULL
    for _, players in busy:
        asked = players[players["red"].prompt["side"]]
        answer = asked.act(asked.prompt["options"][0]["action"])
        for player in players.values():
            player.catch_up(answer["step"])
    for player in busy[0][1].values():
        player.close()
    red = entered(small_server, game, tokens["red"])
    blue = Player(small_server, game, tokens["blue"])
    asked = {"red": red, "blue": blue}[red.prompt["side"]]
    answer = asked.act(asked.prompt["options"][0]["action"])
    assert answer["type"] == "accepted"
    for player in (red, blue):
        player.catch_up(answer["step"])


def entered(server: Server, game: str, token: str) -> Player:
    """Knock until there is a place; the server notices by and by that somebody has gone."""
    limit = time.monotonic() + 120
    while True:
        try:
            return Player(server, game, token)
        except ConnectionClosed:
            assert time.monotonic() < limit
            time.sleep(0.05)


def test_newcomers_are_told_that_the_house_is_full(small_server: Server):
    made, tokens = small_server.two_players()
    for _ in range(2):
        seated(small_server)
    wish = {"scenario": "T1", "seats": [{"side": "red", "who": "mine"}]}
    answer = small_server.client.post("/api/games", json=wish)
    assert answer.status_code == 503 and answer.json()["code"] == "full"
    assert small_server.log_of(made["game"]["id"], tokens["red"]).json()["code"] == "full"


def test_a_room_that_was_given_up_while_somebody_held_it_is_found_again(small_server: Server):
    made, tokens = small_server.two_players()
    with Player(small_server, made["game"]["id"], tokens["red"]):
        rooms = small_server.service.rooms
        held = rooms.get(made["game"]["id"])
        rooms._rooms.clear()
        assert rooms.get(made["game"]["id"]) is held


SIGN_UP = {"name": "Olga", "password": "long enough"}
ALONE = {
    "scenario": "T1",
    "seats": [{"side": side, "who": "computer", "level": "random"} for side in ("red", "blue")],
}


def test_computers_among_themselves_need_an_account_and_keep_to_a_quota(small_server: Server):
    client = small_server.client
    refused = client.post("/api/games", json=ALONE)
    assert (refused.status_code, refused.json()["code"]) == (400, "account")
    token = client.post("/api/accounts", json=SIGN_UP).json()["token"]
    signed = {"authorization": f"Bearer {token}"}
    answers = [client.post("/api/games", json=ALONE, headers=signed) for _ in range(3)]
    assert [one.status_code for one in answers] == [201, 201, 400]
    assert answers[-1].json()["code"] == "quota"


def test_computers_among_themselves_take_nobodys_place(small_server: Server):
    client = small_server.client
    token = client.post("/api/accounts", json=SIGN_UP).json()["token"]
    rooms = small_server.service.rooms
    for _ in range(2):
        made = client.post("/api/games", json=ALONE, headers={"authorization": f"Bearer {token}"}).json()
        Player(small_server, made["game"]["id"], made["watch"]).close()
    for _ in range(2):
        seated(small_server)
    assert len(rooms) >= 2


def test_games_that_are_over_leave_memory_and_in_time_the_store(small_server: Server, tmp_path: Path):
    game, players = seated(small_server)
    play_out(players)
    for player in players.values():
        player.close()
    rooms = small_server.service.rooms
    limit = time.monotonic() + 120
    while len(rooms):
        rooms.give_up_idle(3600)
        assert time.monotonic() < limit
        time.sleep(0.05)
    small_server.two_players()
    assert small_server.do(small_server.service.clear_stored()) == 0
    with sqlite3.connect(tmp_path / "games.sqlite3") as store:
        store.execute("UPDATE games SET last_moved = last_moved - 2 * 86400")
    assert small_server.do(small_server.service.clear_stored()) == 1
    with sqlite3.connect(tmp_path / "games.sqlite3") as store:
        left = [row[0] for row in store.execute("SELECT id FROM games")]
        assert game not in left and len(left) == 1
        assert not store.execute("SELECT 1 FROM journal WHERE game = ?", (game,)).fetchall()


def test_a_table_that_nobody_joined_is_cleared_after_a_month(small_server: Server, tmp_path: Path):
    game = small_server.new_game()["game"]["id"]
    with sqlite3.connect(tmp_path / "games.sqlite3") as store:
        store.execute("UPDATE games SET last_moved = last_moved - 31 * 86400")
    assert small_server.do(small_server.service.clear_stored()) == 1
    with pytest.raises(AssertionError):
        small_server.join({"game": {"id": game}, "invites": [{"token": "x" * 40}]})
