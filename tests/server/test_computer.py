"""The computer always answers, whatever becomes of the process in which it thinks."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from defilade.ai.tactician.budget import Spent
from defilade.kernel import Action, make_view
from defilade.server.computer import THEN, Asker, Computer, Question, Think, fallback, think
from defilade.server.metrics import Metrics
from defilade.systems import find_system
from server import thinkers, toy_table
from server.conftest import quick
from server.harness import WAIT, Player, Server, in_a_loop, running


def test_rather_wait_than_act():
    fire, done, passing = Action("fire"), Action("done"), Action("pass")
    assert fallback((fire, done, passing), 1) == passing
    assert fallback((fire, done), 1) == done
    assert {fallback((fire, Action("move")), chance).verb for chance in range(20)} == {"fire", "move"}


@pytest.mark.parametrize(
    ("think", "outcome"),
    [
        (thinkers.crashes, "crash"),
        (thinkers.overruns, "overrun"),
        (thinkers.fails, "error"),
        (thinkers.cheats, "error"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_game_goes_on_when_the_computer_does_not(tmp_path: Path, think: Think, outcome: str):
    patience = {"computer_deadline": 0.3, "computer_start": 0.5} if outcome == "overrun" else {}
    settings = quick(str(tmp_path / "a.sqlite3"), **patience)
    with running(settings, think=think) as server:
        made = server.new_game(seats={"red": "mine", "blue": "random"})
        with Player(server, made["game"]["id"], made["seats"][0]["token"]) as red:
            while not red.prompt["yours"]:
                red.next()
            decisions = 0
            while decisions < 2 and red.now["result"] is None:
                if red.prompt["yours"]:
                    red.act(red.prompt["options"][-1]["action"])
                    decisions += 1
                else:
                    red.next()
        metrics = server.client.get("/api/metrics").text
        assert f'defilade_computer_decisions_total{{outcome="{outcome}"}}' in metrics


def test_what_thinking_has_come_to_is_handed_on_from_decision_to_decision():
    """By game and side: a player in a process of its own remembers nothing."""

    async def play() -> list[Action]:
        computer = Computer(quick("unused"), Metrics(), think=thinkers.counts)
        asked = Question("toy", "hard", "red", 0, b"", b"", 1)
        other = msgspec.structs.replace(asked, side="blue")
        options = tuple([Action(f"spent{number}") for number in range(4)])
        try:
            found = [
                await computer.choose(asked, options, Asker("me", game)) for game in ("a", "a", "b", "a")
            ]
            return [*found, await computer.choose(other, options, Asker("me", "a"))]
        finally:
            computer.close()

    assert [str(action).strip() for action in in_a_loop(play())] == [
        "spent0", "spent1", "spent0", "spent2", "spent0",
    ]  # fmt: skip


def test_a_decision_tells_what_thinking_has_come_to():
    system = find_system("sk1")
    position, _ = system.begin("S1")
    side = position.pending.side  # type: ignore[union-attr]
    view = make_view(system, position, side, 0)
    choice = msgspec.json.encode(view.pending)
    asked = Question("sk1", "hard", side, 0, system.encode(view.state), choice, 1, "700 none")
    action, _, spent = think(asked).partition(THEN)
    assert Action.parse(action) in position.pending.options  # type: ignore[union-attr]
    assert Spent.parse(spent).phase not in ("", "none") and Spent.parse(spent).work < 700


def test_a_hint_is_what_the_computer_would_do(sqlite_server: Server):
    made = sqlite_server.new_game(seats={"red": "mine", "blue": "mine"})
    mine = [grant["token"] for grant in made["seats"]]
    with Player(sqlite_server, made["game"]["id"], mine[0], (mine[1],)) as both:
        both.hand_over()
        hint = both.ask({"type": "hint", "step": both.step})
        assert hint["type"] == "hint"
        assert hint["action"] in [option["action"] for option in both.prompt["options"]]
        assert all(reason.endswith(".") for reason in hint["reasons"]) and hint["reasons"]
        assert both.ask({"type": "hint", "step": both.step + 1})["code"] == "stale"


def test_after_a_restart_the_computer_takes_its_games_up_again(tmp_path: Path):
    settings = quick(str(tmp_path / "a.sqlite3"), computer_deadline=30)
    with running(settings, think=thinkers.overruns) as server:
        made = server.new_game(seats={"red": "random", "blue": "mine"}, table={"public": True})
        token, game = made["seats"][0]["token"], made["game"]["id"]
        with Player(server, game, token) as blue:
            if blue.prompt["yours"]:
                blue.act(blue.prompt["options"][0]["action"])
            assert not blue.prompt["yours"]
            before = blue.step
    with running(settings, think=toy_table.think) as server:
        for _ in range(200):
            listed = server.client.post("/api/games/mine", json={"tokens": [token]}).json()["games"][0]
            if listed["your_turn"] or listed["result"]:
                break
            server.thread.join(0.05)
        with Player(server, game, token) as blue:
            assert blue.step > before and (blue.prompt is None or blue.prompt["yours"])


def test_a_question_holds_no_more_than_the_view(sqlite_server: Server, monkeypatch: pytest.MonkeyPatch):
    made = sqlite_server.new_game(seats={"red": "mine", "blue": "random"})
    asked: list[Question] = []
    computer = sqlite_server.service.computer
    choose = computer.choose

    async def spy(question: Question, options: tuple[Action, ...], asker: Asker) -> Action:
        asked.append(question)
        return await choose(question, options, asker)

    monkeypatch.setattr(computer, "choose", spy)
    with Player(sqlite_server, made["game"]["id"], made["seats"][0]["token"]) as red:
        while red.now["result"] is None:
            if red.prompt["yours"]:
                red.act(red.prompt["options"][-1]["action"])
            else:
                red.next()
    seed = sqlite_server.service.rooms.get(made["game"]["id"]).game.seed
    assert asked
    for question in asked:
        assert seed.encode() not in question.state + question.choice
        if b'"hider":"red"' in question.state:
            assert b'"hidden":"?"' in question.state


def test_the_computer_is_ready_before_it_is_asked(tmp_path: Path):
    settings = quick(str(tmp_path / "a.sqlite3"), warm=True, computer_start=WAIT)
    with running(settings) as server:
        process = server.service.computer._all[0]
        for _ in range(int(WAIT / 0.05)):
            if process.warm:
                break
            server.thread.join(0.05)
        assert process.warm
