"""Three at a table: seats, secrets, agreements, clocks, those who give up, and playing again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from defilade.kernel import verify
from defilade.server.imports import checked_log
from defilade.systems import find_system
from server.harness import Player, Server, play_out
from server.trio import SIDES

OPEN = {"red": "mine", "blue": "open", "green": "open"}
Sit = Callable[..., tuple[dict[str, Any], dict[str, Player]]]


@pytest.fixture
def three(server: Server) -> Iterator[Sit]:
    """Begins a game of three people; gives it and the players by side."""
    with ExitStack() as opened:

        def sit(**more: Any) -> tuple[dict[str, Any], dict[str, Player]]:
            made, tokens = server.two_players("T3", seats=OPEN, **more)
            game = made["game"]["id"]
            players = {side: opened.enter_context(Player(server, game, tokens[side])) for side in SIDES}
            return made, players

        yield sit


def act(players: dict[str, Player], action: str) -> None:
    """Whoever is asked does something, and all hear of it."""
    side = next(iter(players.values())).prompt["side"]
    step = players[side].act(action)["step"]
    for player in players.values():
        player.catch_up(step)


def test_three_people_play_to_the_end(server: Server, three: Sit):
    made, players = three()
    assert [invite["side"] for invite in made["invites"]] == ["blue", "green"]
    assert [seat["kind"] for seat in players["red"].table["game"]["seats"]] == ["human"] * 3
    play_out(players)
    results = [player.now["result"] for player in players.values()]
    assert results[0] == results[1] == results[2]
    log = checked_log(server.log_of(made["game"]["id"], players["green"].token).text)
    assert verify(log, find_system) == players["red"].now["moment"] and log.seed


def test_each_of_three_sees_only_its_own(server: Server, three: Sit, same_dice):
    """What the first two hide differs between two worlds; the third, and one who watches, cannot tell."""
    worlds = []
    for first, second in (("1", "2"), ("3", "1")):
        made, players = three()
        game = made["game"]["id"]
        with Player(server, game, made["watch"]) as watcher:
            everybody = {**players, "watcher": watcher}
            act(everybody, f"hide - - {first}")
            assert f"red hid {first}" in str(players["red"].heard)
            act(everybody, f"hide - - {second}")
            assert f"red hid {first}" not in str(players["blue"].heard)
            seen = [everybody[one].heard[-1] for one in ("green", "watcher")]
            files = [server.log_of(game, everybody[one].token).text for one in ("green", "watcher")]
            worlds.append((seen, files))
    assert worlds[0] == worlds[1]


def test_two_of_three_at_one_screen_hide_from_each_other(server: Server):
    seats = {"red": "mine", "blue": "mine", "green": "open"}
    made, tokens = server.two_players("T3", seats=seats)
    game = made["game"]["id"]
    with (
        Player(server, game, tokens["red"], (tokens["blue"],)) as two,
        Player(server, game, tokens["green"]) as green,
    ):
        two.hand_over()
        two.act("hide - - 3")
        assert (two.now["side"], two.now["curtain"]) == ("red", "blue")
        before = len(two.heard)
        two.hand_over()
        green.catch_up(two.act("hide - - 1")["step"])
        assert two.now["curtain"] == "" and "red hid" not in str(two.heard[before:])
        step = green.act("hide - - 2")["step"]
        two.catch_up(step)
        assert two.now["side"] == "blue" and two.now["curtain"] == "red"


@pytest.mark.parametrize("kind", ["undo", "draw"])
def test_all_others_must_agree(three: Sit, kind: str):
    _, players = three()
    red, blue, green = players.values()
    act(players, "hide - - 2")
    red.ask({"type": kind, "step": red.step})
    assert blue.wait("offers")["offers"][0]["agreed"] == ["red"]
    assert red.answer(kind, True)["code"] == "foreign"
    blue.answer(kind, True)
    assert blue.now["moment"] == 1 and blue.now["result"] is None, "one is not enough"
    green.wait("offers")
    assert green.wait("offers")["offers"][0]["agreed"] == ["red", "blue"]
    step = green.answer(kind, True)["step"]
    red.catch_up(step)
    if kind == "undo":
        assert red.now["moment"] == 0 and red.prompt["yours"]
    else:
        assert red.now["result"]["how"] == "agreed"


def test_one_of_three_can_say_no(three: Sit):
    _, players = three()
    red, blue, green = players.values()
    red.ask({"type": "draw", "step": red.step})
    blue.wait("offers")
    blue.answer("draw", True)
    for _ in range(2):
        green.wait("offers")
    green.answer("draw", False)
    late = blue.answer("draw", True)
    assert late["code"] == "stale" and red.now["result"] is None


def test_who_gives_up_is_replaced_and_the_others_play_on(server: Server, three: Sit):
    made, players = three()
    red, blue, green = players.values()
    assert red.ask({"type": "resign", "step": red.step})["type"] == "accepted"
    assert red.table["holds"] == [] and red.table["side"] == "spectator"
    assert red.act("hide - - 1")["code"] == "forbidden"
    while not blue.prompt["yours"]:
        blue.next()
    assert "resigned" in blue.wait("chat")["line"]["text"]
    two = {"blue": blue, "green": green}
    with Player(server, made["game"]["id"], red.token) as again:
        assert again.table["holds"] == [], "the seat is given up for good"
        assert [seat["kind"] for seat in again.table["game"]["seats"]] == ["computer", "human", "human"]
    while blue.now["result"] is None:
        for player in two.values():
            player.catch_up(max(blue.step, green.step))
        asked = next((one for one in two.values() if one.prompt and one.prompt["yours"]), None)
        if asked is not None:
            asked.act(asked.prompt["options"][0]["action"])
        elif blue.now["result"] is None:
            blue.next()
    assert blue.now["result"]["how"] == "played"
    listed = server.client.post("/api/games/mine", json={"tokens": [red.token]}).json()["games"]
    assert [one["sides"] for one in listed] == [[]]


def test_the_last_to_give_up_ends_the_game(server: Server):
    made = server.new_game("T3", seats={"red": "mine", "blue": "random", "green": "random"})
    with Player(server, made["game"]["id"], made["seats"][0]["token"]) as red:
        red.ask({"type": "resign", "step": red.step})
        assert red.now["result"] == {"winner": "", "why": "Red resigned.", "how": "resigned", "rules": []}


def test_who_runs_out_of_time_is_replaced(three: Sit):
    _, players = three(table={"clock": {"kind": "game", "seconds": 2}})
    red, blue, _ = players.values()
    assert [clock["side"] for clock in red.table["clocks"]] == list(SIDES)
    while red.table["holds"]:
        red.next(timeout=10)
    while not blue.prompt["yours"]:
        blue.next()
    assert blue.now["result"] is None
    assert [clock["side"] for clock in blue.now["clocks"] if clock["runs"]] == ["blue"]


def test_three_play_again_with_the_sides_passed_on(server: Server, three: Sit):
    made, players = three()
    play_out(players)
    for player in players.values():
        player.ask({"type": "rematch"})
    again = {side: player.wait("rematch") for side, player in players.items()}
    assert {one["game"] for one in again.values()} == {again["red"]["game"]}
    assert {side: one["sides"][0] for side, one in again.items()} == {
        "red": "blue",
        "blue": "green",
        "green": "red",
    }
    with Player(server, again["red"]["game"], players["red"].token) as red:
        assert red.table["holds"] == ["blue"] and not json.dumps(made).count(again["red"]["game"])
