"""Games as files: taken out, checked, taken in, passed to and fro."""

from __future__ import annotations

import json
from typing import Any

import pytest

from server.harness import Player, Server, play_out


def log_of(server: Server, game: str, *tokens: str) -> Any:
    return server.client.get(
        f"/api/games/{game}/log", headers={"authorization": f"Bearer {','.join(tokens)}"}
    )


def imported(server: Server, log: str, seats: dict[str, str], **more: Any) -> Any:
    wishes = [{"side": side, "who": who} for side, who in seats.items()]
    return server.client.post("/api/games/import", json={"log": log, "seats": wishes, **more})


@pytest.fixture
def half_played(server: Server):
    """A game at one screen, after a few decisions: itself, its tokens, the last table."""
    made = server.new_game(seats={"red": "mine", "blue": "mine"})
    mine = [grant["token"] for grant in made["seats"]]
    with Player(server, made["game"]["id"], mine[0], (mine[1],)) as both:
        for action in ("hide - - 2", "name - - 1", "say", "hide - - 3", "name - - 1"):
            assert both.act(action)["type"] == "accepted"
        return made, mine, both.now


def test_a_game_goes_on_from_its_file(server: Server, half_played):
    made, mine, before = half_played
    log = log_of(server, made["game"]["id"], *mine)
    assert log.status_code == 200 and "attachment" in log.headers["content-disposition"]
    again = imported(server, log.text, {"red": "mine", "blue": "mine"})
    assert again.status_code == 201, again.text
    assert again.json()["game"]["commitment"] == made["game"]["commitment"], "the same dice will fall"
    tokens = [grant["token"] for grant in again.json()["seats"]]
    with Player(server, again.json()["game"]["id"], tokens[0], (tokens[1],)) as both:
        assert both.now["scene"] == before["scene"] and both.now["moment"] == before["moment"]
        assert both.prompt["options"] == before["prompt"]["options"]
        assert len(both.events) == len({json.dumps(event) for event in both.events})
        play_out({"red": both, "blue": both})
        assert both.now["seed"]


def test_one_of_two_players_cannot_take_a_running_game_out(server: Server):
    made, tokens = server.two_players()
    game = made["game"]["id"]
    assert log_of(server, game, tokens["red"]).status_code == 403
    assert log_of(server, game, made["watch"]).status_code == 403
    assert log_of(server, game, tokens["red"], tokens["blue"]).status_code == 200


def test_players_by_mail_can(server: Server):
    made, tokens = server.two_players(table={"mail": True})
    log = log_of(server, made["game"]["id"], tokens["red"])
    assert log.status_code == 200
    assert log_of(server, made["game"]["id"], made["watch"]).status_code == 403
    again = imported(server, log.text, {"blue": "mine"}, table={"mail": True}).json()
    assert again["game"]["commitment"] == made["game"]["commitment"]
    assert [seat["kind"] for seat in again["game"]["seats"]] == ["open", "human"]


def test_who_sends_a_file_does_not_choose_the_dice_of_others(server: Server, half_played):
    made, mine, _ = half_played
    log = log_of(server, made["game"]["id"], *mine).text
    again = imported(server, log, {"red": "mine"}).json()
    assert again["game"]["commitment"] == "", "the seed in the file is known to the sender, so it is not used"
    room = server.service.rooms.get(again["game"]["id"])
    if room is not None:
        assert room.game.source.seed not in log


@pytest.mark.parametrize(
    "spoil",
    [
        lambda log: log[:-20],
        lambda log: log.replace('"hide - - 2"', '"hide - - 1"'),
        lambda log: log.replace('"toy"', '"chess"'),
        lambda log: log.replace('"T1"', '"T9"'),
        lambda log: log.replace('"seed":"', '"seed":"00'),
        lambda log: log.replace('"format":1', '"format":99'),
        lambda log: "junk",
        lambda log: "{}\n",
        lambda log: log.split("\n")[0] + "\n" + "[" * 2000 + "\n",
    ],
)
def test_a_spoiled_file_is_refused_with_the_place(server: Server, half_played, spoil):
    made, mine, _ = half_played
    log = log_of(server, made["game"]["id"], *mine).text
    answer = imported(server, spoil(log), {"red": "mine"})
    assert answer.status_code == 400 and answer.json()["code"] == "log", answer.text
    assert "/tmp" not in answer.text


def test_what_is_asked_for_must_exist(server: Server):
    cases = [
        ({"scenario": "S99", "seats": [{"side": "red", "who": "mine"}]}, "scenario"),
        ({"scenario": "T1", "seats": [{"side": "green", "who": "mine"}]}, "seats"),
        (
            {"scenario": "T1", "seats": [{"side": "red", "who": "mine"}, {"side": "red", "who": "open"}]},
            "seats",
        ),
        ({"scenario": "T1", "seats": [{"side": "red", "who": "computer", "level": "deep blue"}]}, "level"),
        (
            {
                "scenario": "T1",
                "seats": [{"side": "red", "who": "mine"}],
                "table": {"clock": {"kind": "game"}},
            },
            "clock",
        ),
        (
            {"scenario": "S1", "seats": [{"side": "german", "who": "mine"}], "options": {"los": "maybe"}},
            "options",
        ),
        (
            {"scenario": "S1", "seats": [{"side": "german", "who": "mine"}], "options": {"luck": "good"}},
            "options",
        ),
        ({"scenario": "T1", "seats": []}, "malformed"),
        ({"seats": [{"side": "red", "who": "mine"}]}, "malformed"),
    ]
    for body, code in cases:
        answer = server.client.post("/api/games", json=body)
        assert answer.status_code == 400 and answer.json()["code"] == code, (body, answer.text)
