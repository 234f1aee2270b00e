"""What strangers send in: it is bounded, it is worked on elsewhere, and nobody at a table waits for it."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from defilade.server import imports
from defilade.server.workshop import Workshop
from defilade.systems.campaigns import NotPossible
from server import toy_table
from server.conftest import quick
from server.harness import Player, Server, play_out, running

BOTH = [{"side": "red", "who": "mine"}, {"side": "blue", "who": "mine"}]


@pytest.fixture(scope="module")
def toy_log(sqlite_server: Server) -> list[str]:
    """The lines of a finished game of the toy."""
    made, tokens = sqlite_server.two_players()
    game = made["game"]["id"]
    players = {side: Player(sqlite_server, game, token) for side, token in tokens.items()}
    play_out(players)
    for player in players.values():
        player.close()
    return sqlite_server.log_of(game, tokens["red"]).text.splitlines()


def sent(server: Server, lines: list[str]) -> tuple[int, str]:
    text = "\n".join(lines) + "\n"
    answer = server.client.post("/api/games/import", json={"log": text, "seats": BOTH})
    return answer.status_code, answer.json().get("reason", "")


def with_header(lines: list[str], **changes: Any) -> list[str]:
    return [json.dumps({**json.loads(lines[0]), **changes}), *lines[1:]]


def test_a_game_of_too_many_steps_is_refused_before_it_is_read(
    sqlite_server: Server, toy_log: list[str], monkeypatch: pytest.MonkeyPatch
):
    async def never(self: Workshop, work: Any, argument: Any) -> None:
        raise AssertionError("nobody is to read it")

    monkeypatch.setattr(Workshop, "do", never)
    status, reason = sent(sqlite_server, toy_log + ["{}"] * imports.MOST_STEPS)
    assert status == 400 and "steps" in reason
    status, reason = sent(sqlite_server, [*toy_log, " " * (imports.LONGEST_LINE + 1)])
    assert status == 400 and "line" in reason


@pytest.mark.parametrize(
    "changes",
    [
        {"scenario": 'T1"\r\nx-evil: yes'},
        {"scenario": "ü" * 30},
        {"options": {"los": "x" * 100}},
        {"options": {f"o{n}": "on" for n in range(40)}},
        {"options": {"design": "x" * 100_000}, "scenario": "T1"},
        {"version": "1 2"},
        {"seed": "zz"},
    ],
)
def test_ids_options_and_texts_are_bounded(
    sqlite_server: Server, toy_log: list[str], changes: dict[str, Any]
):
    status, _ = sent(sqlite_server, with_header(toy_log, **changes))
    assert status == 400


def test_a_whole_game_is_taken_in(sqlite_server: Server, toy_log: list[str]):
    text = "\n".join(toy_log) + "\n"
    answer = sqlite_server.client.post("/api/games/import", json={"log": text, "seats": BOTH})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    tokens = [grant["token"] for grant in made["seats"]]
    again = sqlite_server.log_of(made["game"]["id"], *tokens).text.splitlines()
    steps = [{**json.loads(line), "events": 0} for line in toy_log[1:]]
    assert [{**json.loads(line), "events": 0} for line in again[1:]] == steps
    with Player(sqlite_server, made["game"]["id"], tokens[0]) as player:
        assert player.table["result"]["how"] == "played"


def waits(argument: float) -> float:
    time.sleep(argument)
    return argument


def works(argument: float) -> None:
    while True:
        pass


def test_time_in_which_a_busy_machine_lets_a_file_wait_is_not_its_own(tmp_path: Path):
    """Who has worked little has time left; who works on and on has not."""
    with running(quick(str(tmp_path / "games.sqlite3")), think=toy_table.think) as server:
        workshop = server.service.workshop
        assert server.begin(workshop.do(waits, 4.0, seconds=3.0)).result(170) == 4.0
        with pytest.raises(NotPossible, match="more than the 3 seconds"):
            server.begin(workshop.do(works, 0.0, seconds=3.0)).result(170)


def test_what_takes_too_long_is_ended_and_nobody_at_a_table_waits(tmp_path: Path, toy_log: list[str]):
    settings = quick(str(tmp_path / "games.sqlite3"), rule_seconds=300.0)
    with running(settings, think=toy_table.think) as server:
        made, tokens = server.two_players("S1", seats={"american": "mine", "german": "open"})
        player = Player(server, made["game"]["id"], tokens["american"])
        other = Player(server, made["game"]["id"], tokens["german"])
        asked = player if player.prompt["yours"] else other
        work = server.service.workshop.do(works, 0.0, seconds=3.0)
        waiting = server.begin(work)
        acted = 0
        while not waiting.done() and acted < 30:
            assert asked.act(asked.prompt["options"][0]["action"])["type"] == "accepted"
            acted += 1
            back = asked.ask({"type": "undo", "step": asked.step})
            asked.catch_up(back["step"])
            time.sleep(0.05)
        with pytest.raises(NotPossible, match="more than the 3 seconds"):
            waiting.result(90)
        assert sent(server, toy_log)[0] == 201, "the next one is worked on again"
        assert acted > 2, "they played on meanwhile"
        for one in (player, other):
            one.close()


def test_rule_work_for_strangers_is_done_in_another_process(
    sqlite_server: Server, toy_log: list[str], monkeypatch: pytest.MonkeyPatch
):
    """So that neither the interpreter's lock nor a loop that never ends is anybody else's trouble."""

    def never(*arguments: Any, **more: Any) -> None:
        raise AssertionError("this is the server's own process")

    monkeypatch.setattr(imports, "verify", never)
    assert sent(sqlite_server, toy_log)[0] == 201


def test_the_list_of_games_is_paged_and_its_texts_are_short(tmp_path: Path):
    with running(quick(str(tmp_path / "games.sqlite3")), think=toy_table.think) as server:
        made = [server.new_game(table={"public": True}) for _ in range(60)]
        ids = {one["game"]["id"] for one in made}
        tokens = [one["seats"][0]["token"] for one in made]
        found: list[str] = []
        after, pages = "", 0
        while True:
            page = server.client.get("/api/games", params={"after": after}).json()
            found += [one["game"]["id"] for one in page["games"]]
            pages += 1
            after = page["more"]
            if not after:
                break
        assert pages == 2 and set(found) == ids and len(found) == 60
        first = server.client.post("/api/games/mine", json={"tokens": tokens}).json()
        rest = server.client.post("/api/games/mine", json={"tokens": tokens, "after": first["more"]}).json()
        mine = [one["game"]["id"] for one in (*first["games"], *rest["games"])]
        assert len(first["games"]) == 50 and rest["more"] == "" and set(mine) == ids
        assert server.client.get("/api/games", params={"after": "nonsense"}).status_code == 400


def surprised(*arguments: Any, **more: Any) -> None:
    raise KeyError("nobody thought of that")


def test_a_file_that_nobody_thought_of_is_refused(toy_log: list[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(imports, "verify", surprised)
    with pytest.raises(NotPossible, match="cannot be played here"):
        imports.checked_log("\n".join(toy_log) + "\n")
