"""The glance ahead at an attack by everybody who can."""

from __future__ import annotations

import pytest

from defilade.kernel import Action, Choice, Position
from defilade.rules.sk import attack_plan
from defilade.rules.sk.situation import Situation, UnitEntry, WeaponEntry, build_situation
from defilade.rules.sk.state import State
from sk.places import chain, volley
from sk.situation import Situation as Played


def prep_fire(**more: object) -> Position[State]:
    """Two squads with a MMG and a leader in M4 of board y see a squad on the road in O4."""
    units = [
        UnitEntry("usa-747", "M4", "a1", sw=[WeaponEntry("usa-mmg", "w1")]),
        UnitEntry("usa-747", "M4", "a2"),
        UnitEntry("usa-8-1", "M4", "a3"),
        UnitEntry("ger-467", "O4", "g1"),
    ]
    position, _ = build_situation(
        Situation(units=units, phase="PFPh", attacker="american", board="y", **more)  # type: ignore[arg-type]
    )
    return position


@pytest.mark.rule("SK1:3.2-t", "SK1:3.2-x")
def test_pointing_at_a_target_tells_of_the_whole_attack() -> None:
    position = prep_fire()
    found = position.system.describe(position.state, Action("target", (), "yO4"))
    assert found.breakdown is not None and found.odds is not None
    assert found.breakdown.total == 7 + 7 + 4
    assert found.breakdown.drm == -1
    assert sum(found.odds.values()) == pytest.approx(1)


def test_the_glance_changes_nothing() -> None:
    position = prep_fire()
    before = position.digest()
    position.system.describe(position.state, Action("target", (), "yO4"))
    assert position.digest() == before


@pytest.mark.rule("SK1:3.2-h")
def test_a_strict_table_does_not_tell_of_the_line_of_sight() -> None:
    position = prep_fire(options={"los": "strict"})
    found = position.system.describe(position.state, Action("target", (), "yO4"))
    assert found.breakdown is None and found.odds is None


def test_other_options_are_described_as_before() -> None:
    position = prep_fire()
    choice = position.pending
    assert isinstance(choice, Choice)
    found = position.system.describe(position.state, Action("done"))
    assert found.label == "Done" and found.odds is None


# -- odds ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:4.2-f", "SK1:3.2.1-b")
def test_targets_with_different_modifiers_have_their_own_odds() -> None:
    carrier = {"id": "c", "type": "rus-447", "sw": [{"id": "ft", "type": "rus-ft"}]}
    s = volley([{"id": "r", "type": "rus-458"}, carrier])
    found = s.position.system.describe(s.state, Action("target", (), s.unit("r").hex))
    plain, worse = found.each
    assert (plain.label, worse.label) == ("4-5-8", "4-4-7")
    assert (plain.breakdown.drm, worse.breakdown.drm) == (0, -1)
    assert (found.breakdown, found.odds) == (plain.breakdown, plain.odds)
    # A 1KIA or better on the 12 column is a final 2: one throw of 36 for the squad, three for the carrier.
    assert round(36 * plain.odds["KIA"]) == 1
    assert round(36 * worse.odds["KIA"]) == 3
    s.do(f"target - {s.unit('r').hex}", "add g1")
    assert len(s.position.system.describe(s.state, Action("declare")).each) == 2


def test_targets_that_are_alike_have_one_outlook() -> None:
    s = volley([{"id": "r", "type": "rus-458"}, {"id": "r2", "type": "rus-447"}])
    assert s.position.system.describe(s.state, Action("target", (), s.unit("r").hex)).each == ()


@pytest.mark.rule("SK1:3.2-y")
def test_with_two_directing_leaders_the_worst_is_shown_from_the_start() -> None:
    a, b, target = chain(2)
    units = [
        {"id": "g1", "type": "ger-467", "hex": a},
        {"id": "best", "type": "ger-9-2", "hex": a},
        {"id": "g2", "type": "ger-467", "hex": b},
        {"id": "poor", "type": "ger-8-0", "hex": b},
        {"id": "fair", "type": "ger-8-1", "hex": b},
        {"id": "r", "type": "rus-447", "hex": target},
    ]
    s = Played("y", "PFPh", "german", units)

    def leadership(action: Action) -> float | None:
        breakdown = s.position.system.describe(s.state, action).breakdown
        assert breakdown is not None
        return breakdown.value("SK1:3.2-y")

    assert leadership(Action("target", (), target)) == -1
    s.do(f"target - {target}", "add g1", "add g2", "declare")
    assert leadership(Action("direct", ("best",))) == -1, (
        "the better of those who may direct in the other hex"
    )
    assert leadership(Action("no-leader")) is None
    s.do("direct best")
    assert leadership(Action("direct", ("fair",))) == -1
    assert leadership(Action("direct", ("poor",))) == 0
    assert leadership(Action("no-leader")) is None
    plan = attack_plan.plan_attack(s.g, "PFPh", s.state.stack[-1].shots, target, ("r",))  # type: ignore[attr-defined]
    assert s.position.system.describe(s.state, Action("no-leader")).breakdown == plan.breakdown(
        plan.groups[0]
    )
