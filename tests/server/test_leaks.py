"""A side learns nothing that it may not know: two worlds that look alike to it give it the same bytes."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from defilade.server.imports import checked_log
from server.harness import Player, Server


def told(player: Player) -> list[str]:
    """All that a connection was told of the game, without what differs between any two games."""
    messages = [json.loads(heard) for heard in player.heard]
    return [
        json.dumps(scrubbed(one))
        for one in messages
        if one["type"] in ("table", "update", "refused", "offers")
    ]


def scrubbed(value: Any) -> Any:
    if isinstance(value, dict):
        game = {"id", "created"} if "system_name" in value else set()
        return {key: scrubbed(one) for key, one in value.items() if key not in game}
    if isinstance(value, list):
        return [scrubbed(one) for one in value]
    return value


def test_the_guesser_does_not_learn_the_number(server: Server, same_dice):
    worlds = []
    for hidden in ("1", "3"):
        made, tokens = server.two_players()
        game = made["game"]["id"]
        with (
            Player(server, game, tokens["red"]) as red,
            Player(server, game, tokens["blue"]) as blue,
            Player(server, game, made["watch"]) as watcher,
        ):
            hider, guesser = (red, blue) if red.prompt["yours"] else (blue, red)
            guesser.catch_up(hider.act(f"hide - - {hidden}")["step"])
            guesser.act("name - - 2")
            guesser.act("say - - 9")
            watcher.catch_up(guesser.step)
            with Player(server, game, guesser.token) as again:
                assert again.now["scene"] == guesser.now["scene"]
            moments = [
                server.client.get(
                    f"/api/games/{game}/moments/{moment}", headers={"authorization": f"Bearer {token}"}
                ).text
                for moment in range(guesser.now["moment"] + 1)
                for token in (guesser.token, made["watch"])
            ]
            files = [server.log_of(game, token).text for token in (guesser.token, made["watch"])]
            listed = server.client.post("/api/games/mine", json={"tokens": [guesser.token]}).json()
            headline = listed["games"][0]["headline"]
            worlds.append((told(guesser), told(watcher), moments, files, headline))
            assert f"hid {hidden}" in str(hider.heard), "the hider does know"
            assert f"hid {hidden}" in server.log_of(game, hider.token).text
    assert worlds[0] == worlds[1]


def test_a_side_cannot_look_back_through_other_eyes(server: Server):
    made, tokens = server.two_players()
    for token in (tokens["red"], made["watch"]):
        answer = server.client.get(
            f"/api/games/{made['game']['id']}/moments/0?side=blue",
            headers={"authorization": f"Bearer {token}"},
        )
        assert answer.status_code == 403


def fortified_world(
    server: Server, choice: int, decisions: int
) -> tuple[list[str], list[str], set[str], str]:
    """Play S3 by chance, always by the same one; only the buildings that are fortified in secret differ. Gives what
    the American and a watcher were told, the buildings, and all that was handed out before the first came out."""
    made, tokens = server.two_players("S3", seats={"german": "mine", "american": "open"})
    game = made["game"]["id"]
    rng = random.Random(7)
    secret: set[str] = set()
    files = ""
    with (
        Player(server, game, tokens["german"]) as german,
        Player(server, game, tokens["american"]) as american,
        Player(server, game, made["watch"]) as watcher,
    ):
        players = {"german": german, "american": american}
        for _ in range(decisions):
            player = players[german.prompt["side"]]
            options = player.prompt["options"]
            option = options[int(rng.random() * len(options))]
            if option["verb"] == "fortify" or option["verb"] == "none":
                option = options[choice + len(secret)]
                secret.add(option["at"])
            step = player.act(option["action"])["step"]
            for one in (german, american, watcher):
                one.catch_up(step)
            if any(event["kind"] == "reveal" for event in american.events):
                break
            if len(secret) == 2 and not files:
                files = handed_out(server, game, american.token, made["watch"])
        assert len(secret) == 2, "the Germans have fortified two buildings"
        assert any(marker["kind"] == "fortified" for marker in german.now["scene"]["markers"])
        own = server.log_of(game, german.token).text
        assert all(building in own for building in secret)
        german.ask({"type": "resign", "step": german.step})
        for token in (american.token, made["watch"]):
            assert checked_log(server.log_of(game, token).text).seed, "whole when it is over"
            url = f"/api/games/{game}/moments/{german.now['moment']}?side=german"
            shown = server.client.get(url, headers={"authorization": f"Bearer {token}"})
            assert "fortified" in shown.text, "and with anybody's eyes"
        return told(american), told(watcher), secret, files


def handed_out(server: Server, game: str, *tokens: str) -> str:
    """Everything that the holders of these tokens can fetch of a game: the file, every moment, the lists."""
    found = [server.log_of(game, token).text for token in tokens]
    for token in tokens:
        headers = {"authorization": f"Bearer {token}"}
        last = server.client.get(f"/api/games/{game}/moments/0", headers=headers).json()["moments"]
        for moment in range(last + 1):
            found.append(server.client.get(f"/api/games/{game}/moments/{moment}", headers=headers).text)
    mine = server.client.post("/api/games/mine", json={"tokens": list(tokens)}).json()["games"]
    return json.dumps([found, [one["headline"] for one in mine]])


@pytest.mark.parametrize("decisions", [60, pytest.param(120, marks=pytest.mark.soak)])
def test_nobody_learns_which_buildings_are_fortified(sqlite_server: Server, same_dice, decisions):
    one = fortified_world(sqlite_server, 0, decisions)
    other = fortified_world(sqlite_server, 5, decisions)
    assert one[2] != other[2]
    assert one[3] == other[3] and one[3], "what can be fetched is the same to the byte"
    for side in (0, 1):
        for message, same in zip(one[side], other[side], strict=False):
            if '"kind": "reveal"' in message + same:
                break
            assert message == same
    assert len(one[0]) > 0.75 * decisions


def test_a_hand_of_cards_is_seen_by_its_side_only(sqlite_server: Server):
    """Up Front, by chance: what is in a hand is in no byte that another side or a watcher is sent at that time, nor in
    the file of the running game. Up Front always draws the curtain."""
    made, tokens = sqlite_server.two_players("UF-A", seats={"german": "mine", "american": "open"})
    game = made["game"]["id"]
    rng = random.Random(11)
    with (
        Player(sqlite_server, game, tokens["german"]) as german,
        Player(sqlite_server, game, tokens["american"]) as american,
        Player(sqlite_server, game, made["watch"]) as watcher,
    ):
        players = {"german": german, "american": american}
        held = 0
        for _ in range(60):
            player = players[german.prompt["side"]]
            options = player.prompt["options"]
            step = player.act(options[int(rng.random() * len(options))]["action"])["step"]
            for one in (german, american, watcher):
                one.catch_up(step)
            if german.now["result"] is not None:
                break
            assert watcher.now["scene"]["hand"] == []
            for own, others in ((german, (american, watcher)), (american, (german, watcher))):
                hand = [card["id"] for card in own.now["scene"]["hand"]]
                held += len(hand)
                for other in others:
                    now = json.dumps(other.now)
                    assert not any(f'"{card}"' in now for card in hand), hand
        assert held > 100
        files = {token: sqlite_server.log_of(game, token).text for token in (american.token, made["watch"])}
        for card in german.now["scene"]["hand"]:
            assert not any(f'"{card["id"]}"' in text for text in files.values())
    made = sqlite_server.new_game("UF-A", seats={"german": "mine", "american": "mine"})
    mine = [grant["token"] for grant in made["seats"]]
    with Player(sqlite_server, made["game"]["id"], mine[0], (mine[1],)) as both:
        assert both.table["curtain"] and both.table["scene"]["hand"] == []
