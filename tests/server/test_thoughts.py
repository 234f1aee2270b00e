"""After a game: what was it thinking? For every decision of either side, and never before the game is over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from defilade.ai.explaining import Explanation
from defilade.server.computer import Asker, Question, WhyQuestion
from server import thinkers
from server.conftest import quick
from server.harness import Player, Server, running

SEATS = {"german": "mine", "american": "greedy"}


def thinks_that_it_slept(question: Question) -> str:
    """Plays on as it may, and cannot say what it was about."""
    return thinkers.fails(question) if isinstance(question, WhyQuestion) else "win - - now"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(quick(str(tmp_path_factory.mktemp("store") / "games.sqlite3"))) as found:
        yield found


def play(me: Player, decisions: int) -> None:
    """Take the first thing on offer, so often; and wait for the next question."""
    for _ in range(decisions):
        while not me.prompt["yours"]:
            me.next()
        me.act(me.prompt["options"][0]["action"])
    while not me.prompt["yours"]:
        me.next()


def moment_of(server: Server, me: Player, game: str, moment: int) -> dict[str, Any]:
    headers = {"authorization": f"Bearer {me.token}"}
    answer = server.client.get(f"/api/games/{game}/moments/{moment}", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


def last_moments(server: Server, me: Player, game: str) -> dict[str, int]:
    """For each side the moment to which its last decision led."""
    found: dict[str, int] = {}
    for at in range(me.now["moment"] + 1):
        decision = moment_of(server, me, game, at)["decision"]
        if decision:
            found[decision["side"]] = decision["moment"] + 1
    return found


def computers_decisions(server: Server, me: Player, game: str) -> list[int]:
    """The moments to which they led, found as a reader finds them: going back from one to the one before."""
    found: list[int] = []
    at: int | None = last_moments(server, me, game)["american"]
    while at is not None:
        decision = moment_of(server, me, game, at)["decision"]
        assert decision["computer"] and decision["moment"] == at - 1
        assert decision["after"] == (found[0] if found else None)
        found.insert(0, at)
        at = decision["before"]
    return found


@pytest.mark.parametrize(
    ("scenario", "seats", "unit"),
    [
        ("UF-A", {"german": "mine", "american": "normal"}, "riflemen"),
        ("S1", {"german": "mine", "american": "normal"}, "squads"),
    ],
)
def test_every_decision_of_a_game_that_is_over_can_be_asked_about(
    table: Server, scenario: str, seats: dict[str, str], unit: str
) -> None:
    made = table.new_game(scenario, seats=seats)
    game = made["game"]["id"]
    with Player(table, game, made["seats"][0]["token"]) as me:
        play(me, 12)
        refused = me.ask({"type": "thought", "moment": me.now["moment"]})
        assert refused["code"] == "forbidden" and "when it is over" in refused["reason"]
        assert moment_of(table, me, game, me.now["moment"])["decision"] is None
        me.ask({"type": "resign", "step": me.step})
        me.wait("update")

        theirs = computers_decisions(table, me, game)
        told = [me.ask({"type": "thought", "moment": at}) for at in theirs[:8]]
        assert [one["moment"] for one in told] == [at - 1 for at in theirs[:8]]
        for one in told:
            assert (one["side"], one["level"], one["unit"]) == ("american", "normal", unit)
            assert one["done"] and one["asks"]
            assert one["forced"] or (one["plan"] and one["reasons"])
            assert all(reason.endswith(".") for reason in one["reasons"])
            # Its own clock apart, a computer that is asked again says what it has done.
            assert not one["rather"] or any(other["best"] for other in one["weighed"])

        own = me.ask({"type": "thought", "moment": last_moments(table, me, game)["german"]})
        assert (own["side"], own["level"]) == ("german", "tactician")
        assert own["done"] and (own["forced"] or own["reasons"])


def test_a_throw_belongs_to_the_decision_before_it(table: Server) -> None:
    made = table.new_game("UF-A", seats=SEATS)
    game = made["game"]["id"]
    with Player(table, game, made["seats"][0]["token"]) as me:
        play(me, 30)
        me.ask({"type": "resign", "step": me.step})
        me.wait("update")
        line = table.service.rooms.get(game).game.line
        at = next(n for n in range(1, len(line)) if not line[n].is_action and line[n - 1].is_action)
        after_draw = moment_of(table, me, game, at + 1)["decision"]
        assert after_draw["moment"] == at - 1
        assert after_draw == moment_of(table, me, game, at)["decision"]


def test_before_anything_was_decided_there_is_nothing_to_tell(table: Server) -> None:
    made = table.new_game("UF-A", seats=SEATS)
    game = made["game"]["id"]
    with (
        Player(table, game, made["seats"][0]["token"]) as me,
        Player(table, game, made["watch"]) as watcher,
    ):
        play(me, 2)
        assert watcher.ask({"type": "thought", "moment": 1})["code"] == "forbidden"
        me.ask({"type": "resign", "step": me.step})
        me.wait("update")
        assert moment_of(table, me, game, 0)["decision"] is None
        assert me.ask({"type": "thought", "moment": 0})["code"] == "unavailable"
        watcher.wait("update")
        assert watcher.ask({"type": "thought", "moment": me.now["moment"]})["type"] == "thought"


def test_it_is_told_no_more_than_the_side_knew(table: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes to the process is the view of the side that decided, as it was then."""
    made = table.new_game("UF-A", seats=SEATS)
    game = made["game"]["id"]
    asked: list[WhyQuestion] = []
    computer = table.service.computer
    explain = computer.explain

    async def spy(question: WhyQuestion, asker: Asker) -> Explanation:
        asked.append(question)
        return await explain(question, asker)

    monkeypatch.setattr(computer, "explain", spy)
    with Player(table, game, made["seats"][0]["token"]) as me:
        play(me, 30)
        me.ask({"type": "resign", "step": me.step})
        me.wait("update")
        for at in computers_decisions(table, me, game)[:6]:
            me.ask({"type": "thought", "moment": at})
    assert len(asked) > 3
    held = 0
    for question in asked:
        hands = msgspec.json.decode(question.state)["hands"]
        assert question.side == "american"
        assert not [card for card in hands["german"] if not card.startswith("?")], hands
        held += len(hands["american"])
    assert held > 10


def test_a_computer_that_cannot_tell_says_so(tmp_path: Path) -> None:
    settings = quick(str(tmp_path / "a.sqlite3"))
    with running(settings, think=thinks_that_it_slept) as server:
        made = server.new_game("UF-A", seats=SEATS)
        with Player(server, made["game"]["id"], made["seats"][0]["token"]) as me:
            play(me, 2)
            hint = me.ask({"type": "hint", "step": me.step})
            assert hint["action"] in [option["action"] for option in me.prompt["options"]]
            assert not hint["reasons"]
            me.ask({"type": "resign", "step": me.step})
            me.wait("update")
            refused = me.ask({"type": "thought", "moment": 2})
            assert refused["code"] == "unavailable" and "could not work it out" in refused["reason"]
