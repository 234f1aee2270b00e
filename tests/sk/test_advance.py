"""The Advance Phase (SK1:3.7): who advances, what it costs, and the help of a leader."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Over
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")

# I5 is a road; J5 beside it is a stone building, J4 a road.
HERE, BUILDING, OPEN = "I5", "J5", "J4"


def unit(uid: str, counter: str, hex: str = HERE, **states: Any) -> dict[str, Any]:
    return {"id": uid, "type": counter, "hex": hex, **states}


def advance_phase(*units: dict[str, Any], attacker: str = "russian", **more: Any) -> Situation:
    return Situation("z", "APh", attacker, list(units), **more)


def armed(*kinds: str) -> list[dict[str, Any]]:
    return [{"id": f"w{n}", "type": kind} for n, kind in enumerate(kinds)]


# -- who and where -----------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.7-b", "SK1:3.2.1-u5")
@pytest.mark.parametrize(
    ("states", "rule"),
    [
        ({"pinned": True}, "SK1:3.2.1-u5"),
        ({"broken": True}, "SK1:3.7-b"),
        ({"melee": True}, "SK1:3.8-u"),
    ],
)
def test_only_unpinned_good_order_units_advance(states: dict[str, Any], rule: str) -> None:
    s = advance_phase(unit("r1", "rus-447", **states), unit("r2", "rus-447"))
    assert s.refusal(f"advance r1 {OPEN}").rule == rule
    assert s.offers(f"advance r2 {OPEN}")


@pytest.mark.rule("SK1:3.7-b")
@pytest.mark.parametrize("states", [{"cx": True}, {"fire": "prep"}, {"moved": True}])
def test_having_fired_moved_or_run_does_not_bar_an_easy_advance(states: dict[str, Any]) -> None:
    s = advance_phase(unit("r1", "rus-447", **states))
    assert s.offers(f"advance r1 {OPEN}") and s.offers(f"advance r1 {BUILDING}")


@pytest.mark.rule("SK1:3.7-b")
def test_each_unit_advances_one_hex_once() -> None:
    s = advance_phase(unit("r1", "rus-447"), unit("r2", "rus-447"))
    assert s.refusal("advance r1 K5").rule == "SK1:3.7-b"
    s.do(f"advance r1 {OPEN}")
    assert s.unit("r1").hex == "zJ4" and s.unit("r1").advanced
    assert s.refusal("advance r1 K5").rule == "SK1:3.7-b"


@pytest.mark.rule("SK1:3.7-b")
def test_only_the_attacker_advances() -> None:
    s = advance_phase(unit("r1", "rus-447"), unit("g1", "ger-467", "K5"))
    assert {text.split()[1] for text in s.options("advance")} == {"r1"}
    assert s.refusal("advance g1 K4").rule == "SK1:3.7-b"


def test_nobody_advances_from_off_the_map_in_the_first_kit() -> None:
    s = advance_phase(unit("r1", "rus-447"), {"id": "r9", "type": "rus-447", "due": 1, "edges": ["north"]})
    assert {text.split()[1] for text in s.options("advance")} == {"r1"}
    assert s.refusal("advance r9 A1").rule == "SK1:3.7-b"


@pytest.mark.rule("SK1:3.7-b", "SK1:3.7-f")
def test_into_an_enemy_hex_under_a_cc_marker() -> None:
    s = advance_phase(unit("r1", "rus-447"), unit("r2", "rus-447"), unit("g1", "ger-467", BUILDING))
    s.do(f"advance r1 {BUILDING}")
    assert "SK1:3.7-f" in s.event("advance").rules and s.said("close combat")
    assert s.unit("r1").advanced
    s.do("done")
    assert s.state.phase == "CCPh"


@pytest.mark.rule("SK1:3.7-b")
def test_the_stacking_limit_holds() -> None:
    s = advance_phase(
        unit("r1", "rus-447"),
        unit("l1", "rus-8-0"),
        *[unit(f"f{n}", "rus-447", OPEN, pinned=True) for n in range(3)],
    )
    assert s.refusal(f"advance r1 {OPEN}").rule == "SK1:3.3-l"
    assert s.offers(f"advance l1 {OPEN}")


@pytest.mark.rule("SK1:3.2.1-z")
def test_an_advance_next_to_a_broken_enemy_puts_him_under_dm() -> None:
    s = advance_phase(unit("r1", "rus-447"), unit("g1", "ger-467", "K5", broken=True))
    s.do(f"advance r1 {OPEN}")
    assert s.unit("g1").dm


# -- difficult advances ------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.7-c")
def test_a_squad_with_a_5_pp_mmg_becomes_cx_in_a_building_and_not_in_the_open() -> None:
    s = advance_phase(unit("r1", "rus-447", sw=armed("rus-mmg")))
    s.do(f"advance r1 {BUILDING}")
    assert s.unit("r1").cx and "SK1:3.7-c" in s.cited()
    s = advance_phase(unit("r1", "rus-447", sw=armed("rus-mmg")))
    s.do(f"advance r1 {OPEN}")
    assert not s.unit("r1").cx


@pytest.mark.rule("SK1:3.7-c")
@pytest.mark.parametrize(("counter", "cx"), [("rus-447", False), ("rus-426", True)])
def test_an_inexperienced_squad_has_less_to_spare(counter: str, cx: bool) -> None:
    s = advance_phase(unit("r1", counter, sw=armed("rus-lmg", "rus-lmg", "rus-lmg", "rus-lmg")))
    s.do(f"advance r1 {BUILDING}")  # 4 PP: one MF less
    assert s.unit("r1").cx is cx


@pytest.mark.rule("SK1:3.7-e", "SK1:3.7-c")
def test_with_a_leader_the_squad_with_the_mmg_does_not_tire() -> None:
    s = advance_phase(unit("r1", "rus-447", sw=armed("rus-mmg")), unit("l1", "rus-8-0"))
    s.do(f"advance l1+r1 {BUILDING}")
    assert s.unit("r1").hex == s.unit("l1").hex == "zJ5"
    assert not s.unit("r1").cx and not s.unit("l1").cx
    assert s.weapon("w0").hex == "zJ5"


@pytest.mark.rule("SK1:3.7-e")
@pytest.mark.parametrize("leader", [{}, {"wounded": True}])
def test_the_leaders_ipc_counts_unless_he_is_wounded(leader: dict[str, Any]) -> None:
    # 7 PP: 4 beyond the squad's 3. With a leader 6 - 4 = 2 MF, or 3 with his IPC.
    s = advance_phase(
        unit("r1", "rus-447", sw=armed("rus-mmg", "rus-lmg", "rus-lmg")), unit("l1", "rus-8-0", **leader)
    )
    s.do(f"advance l1+r1 {BUILDING}")
    assert s.unit("r1").cx is bool(leader)


@pytest.mark.rule("SK1:3.7-e")
def test_going_together_is_an_option_only_where_the_leader_helps() -> None:
    s = advance_phase(unit("r1", "rus-447"), unit("l1", "rus-8-0"), unit("l2", "rus-8-0", OPEN))
    assert s.refusal(f"advance l1+r1 {BUILDING}").rule == "SK1:3.7-e"
    s = advance_phase(unit("r1", "rus-447", sw=armed("rus-mmg")), unit("l2", "rus-8-0", OPEN))
    assert s.refusal(f"advance l2+r1 {BUILDING}").rule == "SK1:3.7-e"


@pytest.mark.rule("SK1:3.7-d")
def test_a_cx_squad_with_an_hmg_may_not_advance_into_a_building_without_a_leader() -> None:
    s = advance_phase(unit("g1", "ger-467", cx=True, sw=armed("ger-hmg")), attacker="german")
    assert s.refusal(f"advance g1 {BUILDING}").rule == "SK1:3.7-d"
    assert s.offers(f"advance g1 {OPEN}")
    s = advance_phase(
        unit("g1", "ger-467", cx=True, sw=armed("ger-hmg")), unit("l1", "ger-8-0"), attacker="german"
    )
    assert not s.offers(f"advance g1 {BUILDING}")
    s.do(f"advance l1+g1 {BUILDING}")
    assert s.unit("g1").hex == "zJ5"


@pytest.mark.rule("SK1:3.7-d")
def test_without_cx_the_same_squad_has_mf_to_spare() -> None:
    s = advance_phase(unit("g1", "ger-467", sw=armed("ger-hmg")), attacker="german")
    s.do(f"advance g1 {BUILDING}")
    assert not s.unit("g1").cx


@pytest.mark.rule("SK1:4.0-k")
def test_a_leader_with_more_than_2_pp_must_drop_them_first() -> None:
    s = advance_phase(unit("l1", "rus-8-0", sw=armed("rus-mmg")))
    assert s.refusal(f"advance l1 {OPEN}").rule == "SK1:4.0-k"
    s.do("drop w0")
    assert s.offers(f"advance l1 {OPEN}")


# -- support weapons ---------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.7-a")
def test_the_attacker_hands_weapons_over_before_he_advances() -> None:
    s = advance_phase(
        unit("r1", "rus-447", sw=armed("rus-lmg")),
        unit("r2", "rus-447"),
        unit("r3", "rus-447", broken=True),
        unit("g1", "ger-467", "A1", sw=[{"id": "gmg", "type": "ger-lmg"}]),
        unit("g2", "ger-467", "A1"),
    )
    assert s.options("transfer") == ["transfer w0+r2"]
    s.do("transfer w0+r2", f"advance r2 {OPEN}")
    assert s.weapon("w0").owner == "r2" and s.weapon("w0").hex == "zJ4"


@pytest.mark.rule("SK1:3.7-a")
def test_a_weapon_does_not_advance_twice() -> None:
    s = advance_phase(unit("r1", "rus-447", sw=armed("rus-lmg")), unit("r2", "rus-447", OPEN))
    s.do(f"advance r1 {OPEN}")
    assert s.refusal("transfer w0+r2").rule == "SK1:3.7-a"


@pytest.mark.rule("SK1:4.0-i")
def test_a_weapon_that_was_recovered_in_this_phase_is_not_handed_over() -> None:
    s = advance_phase(
        unit("r1", "rus-447", sw=armed("rus-lmg", "rus-lmg")), unit("r2", "rus-447"), unit("r3", "rus-447")
    )
    s.g.update_weapon(s.weapon("w0"), recovered=True)
    s.do("transfer w1+r2")
    assert s.options("transfer") == []
    assert s.refusal("transfer w0+r2").rule == "SK1:4.0-i"


@pytest.mark.rule("SK1:4.0-c", "SK1:4.0-f")
def test_an_unbroken_unit_drops_a_weapon_for_nothing() -> None:
    s = advance_phase(
        unit("r1", "rus-447", sw=armed("rus-mmg")),
        unit("r2", "rus-447", "K5", broken=True, sw=[{"id": "x", "type": "rus-lmg"}]),
    )
    assert s.options("drop") == ["drop w0"]
    s.do("drop w0", f"advance r1 {BUILDING}")
    assert s.weapon("w0").owner == "" and s.weapon("w0").hex == "zI5" and not s.unit("r1").cx


# -- off the map -------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.3-d", "SK1:S4-vc", "SK1:3.7-b")
def test_units_may_advance_off_the_map_for_victory_points() -> None:
    units = [
        unit("g1", "ger-447", "M1", sw=armed("ger-lmg")),
        unit("g2", "ger-447", "M1", pinned=True, was_pinned=True),
        unit("g3", "ger-447", "A1"),
        unit("a1", "usa-666", "M7"),
    ]
    s = Situation("", "APh", "german", units, scenario="S4")
    assert s.options("exit") == ["exit g1"]
    assert s.refusal("exit g2").rule == "SK1:3.2.1-u5"
    assert s.refusal("exit g3").rule == "SK1:3.3-d", "outside the span of the card"
    s.do("exit g1")
    assert s.gone("g1") and "w0" not in s.state.weapons
    assert s.state.exited == {"german": 2}


@pytest.mark.rule("SK1:3.3-d", "SK1:S4-vc")
def test_an_advance_off_the_map_can_win_at_once() -> None:
    units = [unit("g1", "ger-447", "M1"), unit("g2", "ger-447", "A5"), unit("a1", "usa-666", "M7")]
    s = Situation("", "APh", "german", units, scenario="S4")
    s.state.exited["german"] = 8
    s.do("exit g1")
    assert isinstance(s.pending, Over) and s.pending.winner == "german"


@pytest.mark.rule("SK1:3.3-d")
def test_without_points_for_it_nobody_advances_off_the_map() -> None:
    s = Situation("z", "APh", "german", [unit("g1", "ger-447", "M1"), unit("r1", "rus-447", "M7")])
    assert s.options("exit") == []
    assert s.refusal("exit g1").rule == "SK1:3.3-d"
