"""Melee (SK1:3.8): who is locked, what that bars, who must join in, when it ends."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.sk import interdiction, melee, morale
from sk.places import line
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")


def unit(uid: str, counter: str, hex: str = "J3", **states: Any) -> dict[str, Any]:
    return {"id": uid, "type": counter, "hex": hex, **states}


@pytest.mark.rule("SK1:3.8-t")
def test_those_who_remain_are_locked_even_if_nobody_attacked() -> None:
    s = Situation("z", "CCPh", "german", [unit("g1", "ger-467", "E6"), unit("r1", "rus-447", "E6")])
    s.do("done", "done")
    assert s.unit("g1").melee and s.unit("r1").melee
    assert not s.unit("g1").good_order


@pytest.mark.rule("SK1:3.8-t")
def test_a_broken_enemy_who_survives_is_in_melee_too() -> None:
    s = Situation(
        "z", "CCPh", "german", [unit("g1", "ger-467", "E6"), unit("r1", "rus-447", "E6", broken=True)]
    )
    s.do("attack r1", "with g1", "declare")
    s.roll(6, 6)
    assert s.unit("g1").melee and s.unit("r1").melee


@pytest.mark.rule("SK1:3.8-x")
def test_no_melee_where_one_side_is_gone() -> None:
    s = Situation(
        "z",
        "CCPh",
        "german",
        [
            unit("g1", "ger-467", melee=True),
            unit("r1", "rus-447", melee=True),
            unit("g2", "ger-467", melee=True),
        ],
    )
    s.do("attack r1", "with g1", "with g2", "declare", "done")
    s.roll(1, 2)
    assert s.gone("r1") and not s.unit("g1").melee and not s.unit("g2").melee


@pytest.mark.rule("SK1:3.8-x")
def test_the_marker_comes_off_when_the_last_unbroken_unit_breaks() -> None:
    s = Situation(
        "z",
        "PFPh",
        "german",
        [
            unit("g1", "ger-467", melee=True),
            unit("r1", "rus-447", melee=True, broken=True),
            unit("g2", "ger-467", "B5"),
        ],
    )
    g = s.g
    assert melee.is_melee(g, "zJ3")
    morale.break_unit(g, g.unit("g1"))
    assert not melee.is_melee(g, "zJ3") and not g.unit("r1").melee


@pytest.mark.rule("SK1:3.8-x")
def test_the_marker_stays_while_somebody_is_unbroken() -> None:
    s = Situation(
        "z",
        "PFPh",
        "german",
        [unit("g1", "ger-467", melee=True), unit("r1", "rus-447", melee=True), unit("g2", "ger-467", "B5")],
    )
    g = s.g
    morale.break_unit(g, g.unit("g1"))
    assert melee.is_melee(g, "zJ3") and g.unit("g1").melee


@pytest.mark.rule("SK1:3.8-u")
@pytest.mark.parametrize("phase", ["PFPh", "MPh", "AFPh", "APh"])
def test_units_in_melee_do_nothing_in_their_own_phases(phase: str) -> None:
    s = Situation(
        "z",
        phase,
        "german",
        [
            unit("g1", "ger-467", melee=True, sw=[{"id": "mg", "type": "ger-lmg"}]),
            unit("r1", "rus-447", melee=True),
            unit("g2", "ger-467", "J5"),
            unit("r2", "rus-447", "J6"),
        ],
    )
    refusal = melee.melee_refusal(s.unit("g1"))
    assert refusal is not None and refusal.rule == "SK1:3.8-u"
    for _ in range(4):
        assert not any(
            "g1" in option.split()[1].split("+") for option in s.options() if len(option.split()) > 1
        )
        if s.state.phase != phase:
            break
        s.decline()


@pytest.mark.rule("SK1:3.8-v", "SK1:3.8-o", "SK1:3.2.1-i2", "SK1:3.8-n")
def test_a_wounded_leader_reinforces_a_melee() -> None:
    """SK1-C44: no ambush, the wounded 9-2 directs with -1, both attacks miss, the melee goes on."""
    s = Situation(
        "z",
        "CCPh",
        "german",
        [
            unit("g1", "ger-467", melee=True),
            unit("r1", "rus-447", melee=True),
            unit("r2", "rus-527", melee=True),
            unit("g2", "ger-9-2", wounded=True, advanced=True),
        ],
    )
    assert s.side() == "german"  # no ambush dr, and only the squad to stack with: no question
    s.do("attack r2", "with g1+g2", "declare")
    sum_up = s.breakdown()
    assert (sum_up.total, sum_up.column, sum_up.drm) == (5, 5, -1)
    s.do("attack g1+g2", "with r1", "with r2", "declare")
    assert (s.breakdown().total, s.breakdown().column) == (9, 6)
    s.roll(3, 4, 3, 4)
    assert all(s.unit(uid).melee for uid in ("g1", "g2", "r1", "r2"))


@pytest.mark.rule("SK1:3.8-v")
def test_who_joins_a_melee_must_attack() -> None:
    s = Situation(
        "z",
        "CCPh",
        "german",
        [
            unit("g1", "ger-467", melee=True),
            unit("r1", "rus-447", melee=True),
            unit("g2", "ger-467", advanced=True),
        ],
    )
    assert not s.offers("done")
    assert s.refusal("done").rule == "SK1:3.8-v"
    s.do("attack r1", "with g1")
    assert not s.offers("declare") and s.refusal("declare").rule == "SK1:3.8-v"
    s.do("with g2", "declare")
    assert s.side() == "russian"


@pytest.mark.rule("SK1:3.8-v", "SK1:3.8-k")
def test_a_leader_alone_does_not_take_the_only_target_from_those_who_must_attack() -> None:
    s = Situation(
        "z",
        "CCPh",
        "german",
        [
            unit("g1", "ger-8-1", melee=True),
            unit("r1", "rus-447", melee=True),
            unit("g2", "ger-467", advanced=True),
        ],
    )
    s.do("alone g1", "attack r1")
    assert s.options() == ["with g2"]
    assert s.refusal("with g1").rule == "SK1:3.8-v"


@pytest.mark.rule("SK1:3.8-v")
def test_a_leader_who_joins_a_melee_fights_with_those_in_it() -> None:
    s = Situation(
        "z",
        "CCPh",
        "german",
        [
            unit("g1", "ger-467", melee=True),
            unit("g3", "ger-467", melee=True),
            unit("r1", "rus-447", melee=True),
            unit("g2", "ger-8-1", advanced=True),
        ],
    )
    assert s.options() == ["stack g2+g1", "stack g2+g3"]


@pytest.mark.rule("SK1:3.8-w")
def test_fire_into_a_melee_strikes_both_sides() -> None:
    s = Situation(
        "z",
        "PFPh",
        "german",
        [
            unit("g1", "ger-467", "E6", melee=True),
            unit("r1", "rus-447", "E6", melee=True),
            unit("g2", "ger-468", "F6"),
        ],
    )
    s.do("target - E6", "add g2", "declare")
    while not s.state.stack or s.options():
        s.decline()
    attack = next(frame for frame in reversed(s.state.stack) if hasattr(frame, "targets"))
    assert set(attack.targets) == {"g1", "r1"}


@pytest.mark.rule("SK1:3.8-y")
def test_pins_come_off_at_the_end_of_the_phase() -> None:
    s = Situation(
        "z",
        "CCPh",
        "german",
        [
            unit("g1", "ger-467", "E6", pinned=True),
            unit("r1", "rus-447", "E6"),
            unit("r2", "rus-447", "C5", pinned=True),
        ],
    )
    assert s.unit("r2").pinned
    s.do("done", "done")
    assert not s.unit("g1").pinned and not s.unit("r2").pinned


@pytest.mark.rule("SK1:3.6-t", "SK1:3.8-x")
def test_whoever_rallies_between_broken_enemies_interdicts_like_anybody() -> None:
    here, there = line(3)
    s = Situation(
        "y",
        "RtPh",
        "german",
        [
            {"id": "r1", "type": "rus-447", "hex": here, "broken": True},
            {"id": "g", "type": "ger-467", "hex": here},
            {"id": "r2", "type": "rus-447", "hex": here, "broken": True},
        ],
    )
    assert interdiction.interdictor(s.g, "russian", there) is not None
