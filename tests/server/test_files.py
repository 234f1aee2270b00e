"""Games as files: taken out, checked, taken in, passed to and fro."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from defilade.cli import main
from defilade.kernel.log import Record, read_log_or_record
from defilade.server.imports import checked_log
from server.harness import Player, Server


def imported(server: Server, log: str, seats: dict[str, str], **more: Any) -> Any:
    wishes = [{"side": side, "who": who} for side, who in seats.items()]
    return server.client.post("/api/games/import", json={"log": log, "seats": wishes, **more})


@pytest.fixture
def half_played(server: Server):
    """A game at one screen, after a few decisions: itself, its tokens, the last table."""
    made = server.new_game(seats={"red": "mine", "blue": "mine"}, table={"curtain": False})
    mine = [grant["token"] for grant in made["seats"]]
    with Player(server, made["game"]["id"], mine[0], (mine[1],)) as both:
        for action in ("hide - - 2", "name - - 1", "say", "hide - - 3", "name - - 1"):
            assert both.act(action)["type"] == "accepted"
        return made, mine, both.now


def test_a_game_goes_on_from_its_file(server: Server, half_played):
    made, mine, before = half_played
    log = server.log_of(made["game"]["id"], *mine)
    assert log.status_code == 200 and "attachment" in log.headers["content-disposition"]
    again = imported(server, log.text, {"red": "mine", "blue": "mine"})
    assert again.status_code == 201, again.text
    assert again.json()["game"]["commitment"] == "", "a running game does not give away its seed"
    tokens = [grant["token"] for grant in again.json()["seats"]]
    with Player(server, again.json()["game"]["id"], tokens[0], (tokens[1],)) as both:
        both.hand_over()
        assert both.now["scene"] == before["scene"] and both.now["moment"] == before["moment"]
        assert both.prompt["options"] == before["prompt"]["options"]
        assert len(both.events) == len({json.dumps(event) for event in both.events})
        while both.now["result"] is None:
            both.hand_over()
            both.act(both.prompt["options"][-1]["action"])


def record_in(text: str, folder: Path) -> Record:
    (folder / "log").write_text(text)
    found = read_log_or_record(folder / "log")
    assert isinstance(found, Record), "not a log that could be replayed"
    return found


def test_a_running_game_is_written_down_as_one_has_seen_it(server: Server, tmp_path: Path):
    made, tokens = server.two_players()
    game = made["game"]["id"]
    with Player(server, game, tokens["red"]) as red, Player(server, game, tokens["blue"]) as blue:
        hider, guesser = (red, blue) if red.prompt["yours"] else (blue, red)
        guesser.catch_up(hider.act("hide - - 3")["step"])
        guesser.act("name - - 1")
        handed_out = ""
        for side, token in (("red", tokens["red"]), ("blue", tokens["blue"]), ("spectator", made["watch"])):
            log = server.log_of(game, token)
            assert log.status_code == 200
            found = record_in(log.text, tmp_path)
            assert found.seen_by == side and found.commitment == made["game"]["commitment"]
            actions = [seen.action for seen in found.entries if seen.action]
            assert actions == {hider.token: ["hide - - 3"], guesser.token: ["name - - 1"]}.get(token, [])
            assert ("hid 3" in log.text) is (token == hider.token)
            handed_out += log.text
            refused = imported(server, log.text, {"red": "mine"})
            assert refused.status_code == 400 and "not replayed" in refused.json()["reason"]
        both = record_in(server.log_of(game, *tokens.values()).text, tmp_path)
        assert both.seen_by == "spectator", "both seats at one screen: what either may see"
        guesser.ask({"type": "resign", "step": guesser.step})
    whole = checked_log(server.log_of(game, made["watch"]).text)
    assert whole.seed and whole.seed not in handed_out
    assert not any(entry.digest in handed_out for entry in whole.entries), "they would confirm a guess"


def test_where_nothing_is_hidden_a_running_game_is_written_down_whole(sqlite_server: Server):
    made = sqlite_server.new_game("S1", seats={"german": "mine", "american": "greedy"})
    game, token = made["game"]["id"], made["seats"][0]["token"]
    log = sqlite_server.log_of(game, token)
    seed = sqlite_server.service.rooms.get(game).game.seed
    assert seed not in log.text, "dice to come are nobody's to know"
    assert imported(sqlite_server, log.text, {"german": "mine"}).status_code == 201


def test_the_computer_has_secrets_too(sqlite_server: Server, tmp_path: Path):
    made = sqlite_server.new_game("S3", seats={"american": "mine", "german": "random"})
    log = sqlite_server.log_of(made["game"]["id"], made["seats"][0]["token"])
    assert record_in(log.text, tmp_path).seen_by == "american" and "fortif" not in log.text


def test_a_record_can_be_read(server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    made, tokens = server.two_players()
    file = tmp_path / "game"
    file.write_text(server.log_of(made["game"]["id"], tokens["red"]).text)
    assert main(["log", "show", str(file), "--steps"]) == 0
    assert "This is what red saw of it." in capsys.readouterr().out
    assert main(["log", "verify", str(file)]) != 0
    assert "not replayed" in capsys.readouterr().err


def test_players_by_mail_pass_the_whole_game(server: Server, tmp_path: Path):
    both = {"red": "mine", "blue": "mine"}
    made, tokens = server.two_players(seats=both, table={"mail": True})
    log = server.log_of(made["game"]["id"], tokens["red"])
    assert log.status_code == 200
    watched = server.log_of(made["game"]["id"], made["watch"])
    assert record_in(watched.text, tmp_path).seen_by == "spectator"
    again = imported(server, log.text, both, table={"mail": True}).json()
    assert again["game"]["commitment"] == made["game"]["commitment"]
    assert imported(server, log.text, {"blue": "mine"}, table={"mail": True}).status_code == 400


def test_who_sends_a_file_does_not_choose_the_dice_of_others(server: Server, half_played):
    made, mine, _ = half_played
    log = server.log_of(made["game"]["id"], *mine).text
    again = imported(server, log, {"red": "mine"}).json()
    assert again["game"]["commitment"] == "", "the seed in the file is known to the sender, so it is not used"
    room = server.service.rooms.get(again["game"]["id"])
    if room is not None:
        assert room.game.seed not in log


@pytest.mark.parametrize(
    "spoil",
    [
        lambda log: log[:-20],
        lambda log: log.replace('"hide - - 2"', '"hide - - 1"'),
        lambda log: log.replace('"toy"', '"chess"'),
        lambda log: log.replace('"T1"', '"T9"'),
        lambda log: log.replace('"seed":"', '"seed":"00'),
        lambda log: log.replace('"format":2', '"format":99'),
        lambda log: "junk",
        lambda log: "{}\n",
        lambda log: log.split("\n")[0] + "\n" + "[" * 2000 + "\n",
    ],
)
def test_a_spoiled_file_is_refused_with_the_place(server: Server, half_played, spoil):
    made, mine, _ = half_played
    log = server.log_of(made["game"]["id"], *mine).text
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
