"""The glance ahead at an attack by everybody who can."""

from __future__ import annotations

import pytest

from defilade.kernel import Action, Choice, Position
from defilade.rules.sk.situation import Situation, UnitEntry, WeaponEntry, build_situation
from defilade.rules.sk.state import State


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
