"""Going over a game: luck is what a throw gave beside all others, and a fault is found by evidence."""

from __future__ import annotations

import random
from typing import Any

import pytest

from defilade.ai.analysis import Overseer, hash_of, judged, kind_of
from defilade.ai.one_step import all_outcomes
from defilade.ai.tactician.budget import Budget
from defilade.ai.tactician.luck import SameLuck
from defilade.kernel import Action, Chance, Choice, Over, Position, make_view
from defilade.systems import MINDS, cases_of

RUNNER = {
    "board": "z",
    "phase": "MPh",
    "attacker": "russian",
    "units": [
        {"id": "g1", "type": "ger-467", "hex": "J5"},
        {"id": "g2", "type": "ger-467", "hex": "J5"},
        {"id": "r1", "type": "rus-447", "hex": "J3"},
    ],
}
SEED = 5


class RunnerCounts:
    """Who wins hangs on the runner alone."""

    def of(self, position: Position[Any], side: str) -> float | None:
        runner = position.state.units.get("r1")
        down = runner is None or runner.broken
        german = 0.9 if down else 0.2
        return german if side == "german" else 1 - german


class Minds:
    """The plans of the Starter Kit, with that chance."""

    def tactics(self, system: str) -> Any:
        return MINDS.tactics("sk1")

    def judge(self, system: str) -> Any:
        return MINDS.judge(system)

    def chances(self, system: str) -> Any:
        return RunnerCounts()


class Nobody(Minds):
    """Nobody has learned anything."""

    def chances(self, system: str) -> Any:
        return None


@pytest.fixture
def runner() -> Position[Any]:
    """The runner is in the open, and the German is asked."""
    table = cases_of("sk1")
    position, _ = table.build(RUNNER)
    for text in ("move r1", "enter - K4"):
        position.advance(table.full(position, Action.parse(text)))
    assert isinstance(position.pending, Choice) and position.pending.side == "german"
    return position


def verdict_on(position: Position[Any], verb: str) -> Any:
    choice = position.pending
    assert isinstance(choice, Choice)
    taken = next(option for option in choice.options if option.verb == verb)
    view = make_view(position.system, position, choice.side, 0)
    return judged(view, position.system, taken, Minds(), random.Random(1), Budget(8_000))


def test_a_shot_that_was_not_taken_is_a_fault(runner: Position[Any]) -> None:
    found = verdict_on(runner, "pass")
    assert found.better == "fire" and found.kind == "blunder" and found.rounds >= 4
    assert found.lost <= 0.7 and found.chance > 0.4
    assert found.lost < found.chance - found.done_chance <= 0.7
    assert any("column" in reason or "FP" in reason for reason in found.reasons)
    assert found.taken_reasons


def test_what_was_right_is_none(runner: Position[Any]) -> None:
    found = verdict_on(runner, "fire")
    assert (found.kind, found.better) == ("", "")


def test_what_is_tried_is_compared_with_what_is_known_to_be_better(runner: Position[Any]) -> None:
    choice = runner.pending
    view = make_view(runner.system, runner, "german", 0)
    wait, fire = Action("pass"), Action("fire")
    assert {wait, fire} <= set(choice.options)
    found = judged(view, runner.system, wait, Minds(), random.Random(2), Budget(8_000), [fire])
    assert found.better == "fire" and found.lost >= 0.15


def test_where_nobody_knows_the_chance_nothing_is_said(runner: Position[Any]) -> None:
    view = make_view(runner.system, runner, "german", 0)
    found = judged(view, runner.system, Action("pass"), Nobody(), random.Random(1), Budget(100))
    assert (found.kind, found.rounds) == ("", 0)
    overseer = Overseer(runner.system, Nobody(), SEED, lambda state: "", lambda events: "")
    assert not overseer.look(runner.clone(), [Action("pass")], 0).points


def test_the_luck_of_a_throw_is_measured_against_all_that_could_have_been_thrown(
    runner: Position[Any],
) -> None:
    """Over all outcomes, followed by the same luck, it comes to nothing; good throws gave, and bad ones took."""
    steps: list[Any] = []
    position = runner.clone()
    while not isinstance(position.pending, Chance):
        options = position.pending.options
        wanted = ("fire", "add", "declare")
        verb = next(verb for verb in wanted if any(one.verb == verb for one in options))
        steps.append(next(one for one in options if one.verb == verb))
        position.advance(steps[-1])
    moment = len(steps)
    gave = {}
    for outcome in all_outcomes(position.pending):
        ahead = position.clone()
        line = [*steps, outcome]
        ahead.advance(outcome)
        luck = SameLuck(hash_of(SEED, moment))
        number = 0
        while isinstance(ahead.pending, Chance):
            line.append(luck.draw(ahead.pending, number))
            ahead.advance(line[-1])
            number += 1
        overseer = Overseer(runner.system, Minds(), SEED, lambda state: "now", lambda events: events[0].text)
        course = overseer.look(runner.clone(), line, 0)
        (throw,) = course.throws if isinstance(ahead.pending, Choice | Over) else ((),)
        assert throw.moment == moment + 1 and throw.text
        gave[outcome.dice] = throw.gave
    assert sum(gave.values()) == pytest.approx(0, abs=1e-9)
    first = position.system.sides(position.state)[0]
    sign = 1 if first == "german" else -1
    assert sign * gave[1, 1] > 0 > sign * gave[6, 6]


def test_decisions_that_the_plans_would_make_differently_are_doubted(runner: Position[Any]) -> None:
    overseer = Overseer(runner.system, Minds(), SEED, lambda state: "now", lambda events: "")
    passed = overseer.look(runner.clone(), [Action("pass")], 7)
    fired = overseer.look(runner.clone(), [Action("fire")], 7)
    assert passed.doubted == (7,) and not fired.doubted
    assert [one.side for one in passed.decided] == ["german"]
    assert [point.moment for point in passed.points] == [7]


def test_a_step_that_the_rules_do_not_take_ends_it(runner: Position[Any]) -> None:
    overseer = Overseer(runner.system, Minds(), SEED, lambda state: "now", lambda events: "")
    assert overseer.look(runner.clone(), [Action("rally"), Action("pass")], 0).stopped


def test_kinds() -> None:
    told = [kind_of(lost) for lost in (0.049, 0.05, 0.0999, 0.1, 0.149, 0.15, 0.9)]
    assert told == ["", "inaccuracy", "inaccuracy", "mistake", "mistake", "blunder", "blunder"]
