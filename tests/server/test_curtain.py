"""Several sides at one screen: none sees another's secrets before the screen has been handed to it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from server.harness import Player, Server


def at_one_screen(server: Server, scenario: str = "T1", **more: Any) -> tuple[str, list[str]]:
    """A game whose sides are all played by one person; gives it and the tokens."""
    seats = more.pop("seats", {"red": "mine", "blue": "mine"})
    made = server.new_game(scenario, seats=seats, **more)
    return made["game"]["id"], [grant["token"] for grant in made["seats"]]


def sit(server: Server, game: str, tokens: list[str]) -> Player:
    return Player(server, game, tokens[0], tuple(tokens[1:]))


def hand_over(player: Player, side: str) -> None:
    player.hand_over()
    assert player.now["side"] == side and player.table["curtain"] == ""


def test_the_table_begins_behind_the_curtain(server: Server):
    game, tokens = at_one_screen(server)
    with sit(server, game, tokens) as both:
        assert both.table["side"] == "spectator" and both.table["holds"] == ["red", "blue"]
        asked = both.table["curtain"]
        assert asked in ("red", "blue")
        assert not both.prompt["yours"] and both.prompt["options"] == []
        for message in (
            {"type": "act", "step": both.step, "action": "hide - - 2"},
            {"type": "preview", "step": both.step, "action": "hide - - 2"},
            {"type": "why", "step": both.step, "action": "hide - - 2"},
            {"type": "hint", "step": both.step},
            {"type": "undo", "step": both.step},
            {"type": "orders", "orders": {}},
        ):
            assert both.ask(message)["code"] == "foreign", message
        hand_over(both, asked)
        assert both.prompt["yours"] and both.act("hide - - 2")["type"] == "accepted"


def test_a_side_at_the_screen_learns_nothing_until_it_is_handed_over(server: Server):
    game, tokens = at_one_screen(server)
    with sit(server, game, tokens) as both:
        hider = both.table["curtain"]
        guesser = {"red": "blue", "blue": "red"}[hider]
        hand_over(both, hider)
        both.act("hide - - 3")
        assert both.now["side"] == hider and both.now["curtain"] == guesser
        assert both.act("name - - 1")["code"] == "foreign"
        heard = len(both.heard)
        hand_over(both, guesser)
        assert both.prompt["yours"] and both.now["scene"]["facts"]
        both.act("name - - 1")
        told = b"".join(both.heard[heard:])
        assert b"hid 3" not in told and b'"hidden":"3"' not in told
        with sit(server, game, tokens) as again:
            assert again.table["side"] == "spectator" and again.table["curtain"] == guesser
            assert b"hid 3" not in b"".join(again.heard), "nor does whoever loads the page anew"


def test_two_worlds_at_one_screen_give_the_guesser_the_same_bytes(server: Server, same_dice):
    worlds = []
    for hidden in ("1", "3"):
        game, tokens = at_one_screen(server)
        with sit(server, game, tokens) as both:
            hider = both.table["curtain"]
            guesser = {"red": "blue", "blue": "red"}[hider]
            hand_over(both, hider)
            both.act(f"hide - - {hidden}")
            heard = len(both.heard)
            hand_over(both, guesser)
            for action in ("name - - 2", "say - - 9", "name - - 3"):
                both.act(action)
            past = {"authorization": f"Bearer {','.join(tokens)}"}
            moments = [
                server.client.get(f"/api/games/{game}/moments/{moment}", headers=past).text
                for moment in range(both.now["moment"] + 1)
            ]
            told = b"".join(both.heard[heard:]).decode().replace(game, "")
            worlds.append((scrub_times(told), moments, server.log_of(game, *tokens).text))
    assert worlds[0] == worlds[1]


def scrub_times(text: str) -> list[Any]:
    decoder = json.JSONDecoder(
        object_hook=lambda found: {**found, "created": 0} if "created" in found else found
    )
    messages, at = [], 0
    while at < len(text):
        message, at = decoder.raw_decode(text, at)
        messages.append(message)
    return messages


def test_who_looks_with_foreign_eyes_is_refused(server: Server):
    made, tokens = server.two_players()
    with Player(server, made["game"]["id"], tokens["red"]) as red:
        assert red.ask({"type": "look", "side": "blue"})["code"] == "foreign"
        assert red.ask({"type": "look", "side": "spectator"})["code"] == "foreign"
        assert red.ask({"type": "look", "side": "red"})["type"] == "accepted"


def test_an_undo_does_not_lift_the_curtain(server: Server):
    game, tokens = at_one_screen(server)
    with sit(server, game, tokens) as both:
        hider = both.table["curtain"]
        hand_over(both, hider)
        both.act("hide - - 3")
        guesser = both.now["curtain"]
        hand_over(both, guesser)
        both.act("name - - 1")
        assert both.ask({"type": "undo", "step": both.step, "steps": 2})["type"] == "accepted"
        assert both.now["side"] == guesser and both.now["curtain"] == hider
        assert not both.prompt["yours"]


def test_whoever_plays_for_himself_can_do_without(server: Server):
    game, tokens = at_one_screen(server, table={"curtain": False})
    with sit(server, game, tokens) as both:
        assert both.table["curtain"] == "" and both.prompt["yours"]
        both.act("hide - - 3")
        assert both.prompt["yours"] and both.now["curtain"] == ""


@pytest.mark.parametrize(("scenario", "curtain"), [("S1", False), ("S3", True)])
def test_where_nothing_is_hidden_nobody_has_to_wait(sqlite_server: Server, scenario: str, curtain: bool):
    """S3 has buildings fortified in secret; the curtain is there from the start, whatever is hidden."""
    card = next(
        one for one in sqlite_server.client.get("/api/scenarios").json()["scenarios"] if one["id"] == scenario
    )
    game, tokens = at_one_screen(sqlite_server, scenario, seats=dict.fromkeys(card["sides"], "mine"))
    with sit(sqlite_server, game, tokens) as both:
        assert bool(both.table["curtain"]) is curtain
        assert both.prompt["yours"] is not curtain
