"""Ambush (SK1:3.8): when it is rolled for, what counts, and what it does."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Chance
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")

OPEN, BUILDING, WOODS, ORCHARD = "E6", "I4", "M9", "K6"


def unit(uid: str, counter: str, hex: str = BUILDING, **states: Any) -> dict[str, Any]:
    return {"id": uid, "type": counter, "hex": hex, **states}


def advance_into(*units: dict[str, Any]) -> Situation:
    return Situation("z", "CCPh", "german", list(units))


def asks_ambush(s: Situation) -> bool:
    return isinstance(s.pending, Chance) and "SK1:3.8-o" in s.pending.rules


@pytest.mark.rule("SK1:3.8-o")
@pytest.mark.parametrize(
    ("hex", "rolled"), [(BUILDING, True), ("G5", True), (WOODS, True), (OPEN, False), (ORCHARD, False)]
)
def test_rolled_for_in_woods_and_buildings_only(hex: str, rolled: bool) -> None:
    s = advance_into(unit("g1", "ger-467", hex, advanced=True), unit("r1", "rus-447", hex))
    assert asks_ambush(s) is rolled


@pytest.mark.rule("SK1:3.8-o")
def test_both_sides_roll_attacker_first_before_anybody_declares() -> None:
    s = advance_into(unit("g1", "ger-467", advanced=True), unit("r1", "rus-447"))
    sides = []
    while isinstance(s.pending, Chance):
        sides.append(s.pending.side)
        s.roll(3)
    assert sides == ["german", "russian"]
    assert s.options("attack")


@pytest.mark.rule("SK1:3.8-o", "SK1:3.8-v")
def test_not_rolled_for_by_those_who_reinforce_a_melee() -> None:
    s = advance_into(
        unit("g1", "ger-467", melee=True),
        unit("r1", "rus-447", melee=True),
        unit("g2", "ger-467", advanced=True),
    )
    assert not asks_ambush(s)


@pytest.mark.rule("SK1:3.8-o")
def test_not_rolled_for_when_nobody_has_advanced() -> None:
    assert not asks_ambush(advance_into(unit("g1", "ger-467"), unit("r1", "rus-447")))


@pytest.mark.rule("SK1:3.8-p", "SK1:QRDC-ambush")
@pytest.mark.parametrize(
    ("german", "russian", "first"),
    [
        (1, 4, "german"),
        (2, 4, "german"),
        (4, 1, "russian"),
        (6, 4, "german"),
        (3, 3, "german"),
        (6, 1, "russian"),
    ],
)
def test_three_lower_ambushes(german: int, russian: int, first: str) -> None:
    s = advance_into(unit("g1", "ger-467", advanced=True), unit("r1", "rus-447"))
    s.roll(german, russian)
    assert s.side() == first
    ambush = abs(german - russian) >= 3
    assert s.said("ambushes the enemy") is ambush
    assert s.said("No ambush") is not ambush


@pytest.mark.rule("SK1:3.8-q")
@pytest.mark.parametrize("state", ["cx", "pinned"])
def test_plus_one_even_if_only_part_of_the_force_is_so(state: str) -> None:
    states: dict[str, Any] = {state: True}
    s = advance_into(
        unit("g1", "ger-467", advanced=True), unit("r1", "rus-447", **states), unit("r2", "rus-447")
    )
    s.roll(2, 4)
    assert s.breakdown().drm == 1 and s.breakdown().value("SK1:3.8-q") == 1
    assert s.said("German ambushes the enemy")


@pytest.mark.rule("SK1:3.8-q", "SK1:5.4-a")
def test_conscripts_are_easier_to_ambush() -> None:
    """SK1-C39: conscripts add one, 2 against 3 + 1 is no ambush; the rest of the example follows."""
    s = advance_into(unit("g1", "ger-467", "F5", advanced=True), unit("r1", "rus-426", "F5"))
    s.roll(2, 3)
    assert s.breakdown().drm == 1
    assert s.said("No ambush")
    s.do("attack r1", "with g1", "declare", "attack g1", "with r1", "declare")
    s.roll(2, 3, 4, 5)
    assert s.unit("r1").type == "rus-226" and s.unit("g1").type == "ger-467"
    assert s.unit("r1").melee and s.unit("g1").melee


@pytest.mark.rule("SK1:3.8-q", "SK1:3.8-q2")
def test_each_drm_counts_once_and_all_add_up() -> None:
    s = advance_into(
        unit("g1", "ger-467", advanced=True, cx=True),
        unit("g2", "ger-467", advanced=True, cx=True),
        unit("g3", "ger-436", advanced=True),
        unit("g4", "ger-9-2", advanced=True),
        unit("r1", "rus-447"),
    )
    s.do("stack g4+g1")
    s.roll(3)
    assert s.breakdown().drm == 0  # CX +1, conscripts +1, 9-2


@pytest.mark.rule("SK1:3.8-q2")
def test_one_leader_counts_the_best_of_several() -> None:
    """SK1-C40: 8-1 and 9-1 together are -1; 6 - 1 against 3 is no ambush."""
    s = advance_into(
        unit("g1", "ger-8-1", "G5", advanced=True),
        unit("g2", "ger-9-1", "G5", advanced=True),
        unit("g3", "ger-467", "G5", advanced=True),
        unit("r1", "rus-447", "G5"),
    )
    s.do("stack g1+g3", "stack g2+g3")
    s.roll(6)
    assert s.breakdown().value("SK1:3.8-q2") == -1
    s.roll(3)
    assert s.said("No ambush")


@pytest.mark.rule("SK1:3.8-q2")
def test_a_leader_alone_does_not_count() -> None:
    s = advance_into(unit("g1", "ger-9-2", advanced=True), unit("r1", "rus-447"))
    s.roll(4)
    assert s.breakdown().drm == 0


@pytest.mark.rule("SK1:3.8-q2", "SK1:1.2.1-b")
@pytest.mark.parametrize("state", ["pinned", "broken"])
def test_a_leader_who_is_not_fit_does_not_count(state: str) -> None:
    states: dict[str, Any] = {state: True}
    s = advance_into(
        unit("g1", "ger-467", advanced=True), unit("r1", "rus-447"), unit("r2", "rus-9-1", **states)
    )
    s.do("stack r2+r1")
    s.roll(4, 4)
    assert s.breakdown().value("SK1:3.8-q2") is None


@pytest.mark.rule("SK1:3.8-r", "SK1:3.8-s", "SK1:3.8-p")
def test_the_defender_ambushes() -> None:
    """SK1-C45: the Russian squad strikes first with -1, the half-squad left strikes back with +1."""
    s = advance_into(unit("g1", "ger-467", advanced=True), unit("r1", "rus-447"))
    s.roll(4, 1)
    assert s.side() == "russian"
    s.do("attack g1", "with r1", "declare")
    assert s.breakdown().value("SK1:3.8-r") == -1
    s.roll(3, 3)
    assert s.unit("g1").type == "ger-247"  # carried out before the Germans declare
    assert s.side() == "german"
    s.do("attack r1", "with g1", "declare")
    sum_up = s.breakdown()
    assert (sum_up.total, sum_up.column, sum_up.value("SK1:3.8-r")) == (2, 4, 1)
    s.roll(2, 3)
    assert s.unit("r1").type == "rus-447" and s.unit("r1").melee and s.unit("g1").melee


@pytest.mark.rule("SK1:3.8-s")
def test_who_dies_in_the_ambush_does_not_strike_back() -> None:
    s = advance_into(unit("g1", "ger-467", advanced=True), unit("r1", "rus-447"))
    s.roll(1, 6)
    s.do("attack r1", "with g1", "declare")
    s.roll(2, 3)  # 5 - 1 is below 5
    assert s.gone("r1") and not s.unit("g1").melee
    assert not s.said("r1 attack")


@pytest.mark.rule("SK1:3.8-r")
def test_the_advantage_is_gone_in_the_melee_that_follows() -> None:
    s = advance_into(unit("g1", "ger-467", advanced=True), unit("r1", "rus-447"))
    s.roll(1, 6)
    s.do("done", "done")
    assert s.unit("g1").melee
    s.until("CCPh")
    assert s.state.attacker == "russian" and not asks_ambush(s)
    s.do("attack g1", "with r1", "declare")
    assert s.breakdown().value("SK1:3.8-r") is None
