"""Up Front at a table: two people and somebody who watches, and no hand that reaches anybody else."""

from __future__ import annotations

import json
import random
from typing import Any

from server.harness import Player, Server

DECISIONS = 50


def updates(player: Player) -> dict[int, str]:
    """Step -> what the player was told then, as it came over the line."""
    found = {}
    for heard in player.heard:
        message: dict[str, Any] = json.loads(heard)
        if message["type"] in ("table", "update"):
            found[message["step"]] = heard.decode()
    return found


def hands(player: Player) -> dict[int, list[str]]:
    """Step -> the cards that the player holds then."""
    return {
        step: [card["id"] for card in json.loads(heard)["scene"]["hand"]]
        for step, heard in updates(player).items()
    }


def test_no_card_of_a_hand_reaches_the_others(server: Server) -> None:
    made, tokens = server.two_players("UF-A", seats={"german": "mine", "american": "open"})
    game = made["game"]["id"]
    rng = random.Random(11)
    with (
        Player(server, game, tokens["german"]) as german,
        Player(server, game, tokens["american"]) as american,
        Player(server, game, made["watch"]) as watcher,
    ):
        players = {"german": german, "american": american}
        for _ in range(DECISIONS):
            asked = next(one for one in players.values() if one.prompt["yours"])
            options = asked.prompt["options"]
            usual = next((one for one in options if one["verb"] == "standard"), None)
            chosen = usual or options[int(rng.random() * len(options))]
            step = asked.act(chosen["action"])["step"]
            for one in (german, american, watcher):
                one.catch_up(step)
        checked = 0
        for holder in (german, american):
            for step, hand in hands(holder).items():
                for other in (german, american, watcher):
                    told = updates(other).get(step) if other is not holder else None
                    if told is not None:
                        checked += len(hand)
                        assert not [card for card in hand if f'"{card}"' in told], step
        assert checked > 400
        assert watcher.now["scene"]["kind"] == "cards" and not watcher.now["scene"]["hand"]


def test_the_second_table_is_played_by_those_who_sit_there(server: Server) -> None:
    asked = {
        "scenario": "UF-A",
        "options": {"tables": "2", "opponent-2": "russian"},
        "seats": [{"side": side, "who": "mine"} for side in ("german", "german-2", "american", "russian-2")],
    }
    made = server.client.post("/api/games", json=asked).json()
    assert [seat["side"] for seat in made["seats"]] == ["german", "german-2", "american", "russian-2"]
    wrong = server.client.post("/api/games", json={**asked, "options": {}})
    assert wrong.status_code == 400 and "seats" in wrong.text
    nonsense = server.client.post("/api/games", json={**asked, "options": {"tables": "9"}})
    assert nonsense.status_code == 400 and "options" in nonsense.text


def test_what_an_option_would_do_is_told_with_its_odds(server: Server) -> None:
    made, tokens = server.two_players("U2", seats={"german": "mine", "american": "open"})
    with Player(server, made["game"]["id"], tokens["german"]) as german:
        seen = german.ask({"type": "preview", "step": german.step, "action": "fire g1+c5 a1"})
        assert {"PFC Fox out", "PFC Fox pinned"} <= seen["odds"].keys()
        assert seen["breakdown"]["total"] == 3
        why = german.ask({"type": "why", "step": german.step, "action": "fire g2+c44 a1"})
        assert not why["allowed"] and why["rule"] == "UF:6.1-b"


def test_an_answer_that_comes_by_itself_tells_nothing_of_a_hand(sqlite_server: Server) -> None:
    """Who takes the only option by itself was answered for at once where he held no card to interrupt with: his enemy
    needed only to see how long the answer took. Now he is asked whatever he holds."""
    rng, held = random.Random(5), set[bool]()
    for _ in range(20):  # a game may be over before the enemy was asked both with and without such a card
        held |= asked_while_attacked(sqlite_server, rng)
        if held == {True, False}:
            return
    raise AssertionError("no such game")


def asked_while_attacked(server: Server, rng: random.Random) -> set[bool]:
    """Plays a game until the American was asked, in a turn of the German, both with more than one option and with one
    alone, or until it is over; gives what he had. No answer may have come by itself."""
    made, tokens = server.two_players("UF-A", seats={"german": "mine", "american": "open"})
    game = made["game"]["id"]
    held: set[bool] = set()
    with (
        Player(server, game, tokens["german"]) as german,
        Player(server, game, tokens["american"]) as american,
    ):
        orders = {"first_fire": "always", "min_fp": 0, "single_options": True, "interrupts": "always"}
        american.ask({"type": "orders", "orders": orders})
        line = server.service.rooms.get(game).game.line
        while len(held) < 2:
            german.catch_up(american.step)
            american.catch_up(german.step)
            if german.now["result"] is not None:
                break
            asked = next(one for one in (german, american) if one.prompt["yours"])
            options = asked.prompt["options"]
            if asked is american and german.now["scene"]["mover"] == "german":
                held.add(len(options) > 1)
            before, attacks = len(line), asked is german and german.now["scene"]["mover"] == "german"
            usual = [one for one in options if one["verb"] in ("standard", "fire", "declare")]
            asked.act(rng.choice(usual or options)["action"])
            if attacks:
                by_itself = [mark for mark in line[before:] if mark.is_action and mark.side == "american"]
                assert not by_itself, "the enemy need not wait for the answer"
    return held
