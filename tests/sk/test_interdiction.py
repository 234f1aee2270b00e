"""Interdiction (SK1:3.6): who can do it, where, and what it does to the router and to the leader with him."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Chance
from defilade.rules.sk import interdiction
from sk.places import board, line
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")


def unit(uid: str, counter: str, hex: str, **states: Any) -> dict[str, Any]:
    return {"id": uid, "type": counter, "hex": hex, **states}


def router(counter: str = "rus-447", hex: str = "N6", **states: Any) -> dict[str, Any]:
    return unit("r1", counter, hex, broken=True, dm=True, **states)


def over_n7(*units: dict[str, Any]) -> Situation:
    """r1 routs from N6 into the open in N7, two hexes from M6 and O6 and in the LOS of both."""
    s = Situation("z", "RtPh", "russian", [*units])
    leader = "+l1" if "l1" in s.state.units else ""
    return s.do(f"rout r1{leader}", "rout-to - N7")


def is_interdicted(s: Situation) -> bool:
    return isinstance(s.pending, Chance)


# -- who ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.6-t", "SK1:3.6-u", "SK1:3.6-u2")
@pytest.mark.parametrize(
    ("states", "able"),
    [
        ({}, True),
        ({"broken": True}, False),
        ({"pinned": True}, False),
        ({"melee": True}, False),
        ({"cx": True}, False),
    ],
)
def test_only_units_neither_broken_nor_pinned_in_melee_or_cx_interdict(
    states: dict[str, Any], able: bool
) -> None:
    s = over_n7(unit("g1", "ger-467", "M6", **states), router())
    assert is_interdicted(s) is able


@pytest.mark.rule("SK1:3.6-w2")
def test_having_fired_everything_does_not_matter() -> None:
    s = over_n7(unit("g1", "ger-467", "M6", no_fp=True, fire="final"), router())
    assert is_interdicted(s)


@pytest.mark.rule("SK1:3.6-u3")
@pytest.mark.parametrize(("company", "able"), [([], False), (["ger-7-0"], True), (["ger-436"], True)])
def test_a_leader_alone_with_a_machine_gun_cannot(company: list[str], able: bool) -> None:
    others = [unit(f"c{n}", counter, "M6", pinned=True) for n, counter in enumerate(company)]
    s = over_n7(unit("g1", "ger-8-0", "M6", sw=[{"type": "ger-mmg"}]), *others, router())
    assert is_interdicted(s) is able


@pytest.mark.rule("SK1:3.6-t")
def test_a_leader_without_a_weapon_brings_no_firepower_to_bear() -> None:
    s = over_n7(unit("g1", "ger-9-2", "M6"), router())
    assert not is_interdicted(s)


@pytest.mark.rule("SK1:3.6-t")
@pytest.mark.parametrize(
    ("counter", "weapon", "able"),
    [
        ("rus-527", {}, False),
        ("rus-447", {}, True),
        ("rus-527", {"type": "rus-lmg"}, True),
        ("rus-527", {"type": "rus-lmg", "malfunctioned": True}, False),
        ("rus-527", {"type": "rus-dc"}, False),
    ],
)
def test_normal_range_of_the_unit_or_of_a_working_weapon(
    counter: str, weapon: dict[str, Any], able: bool
) -> None:
    here, there = line(3)
    armed = [weapon] if weapon else []
    s = Situation(
        "y",
        "PFPh",
        "russian",
        [unit("r1", counter, here, sw=armed), unit("g1", "ger-467", "A1", broken=True)],
    )
    assert (interdiction.interdictor(s.g, "german", there) is not None) is able


@pytest.mark.rule("SK1:3.6-t")
def test_the_hex_where_the_rout_begins_does_not_count() -> None:
    s = Situation("z", "RtPh", "russian", [unit("g1", "ger-467", "O6"), router(hex="N7")])
    s.do("rout r1", "rout-to - O8")
    assert not is_interdicted(s)


# -- where -------------------------------------------------------------------------------------------------


def seen_from(distance: int, terrain: str, hindrance: int, **more: Any) -> bool:
    """Whether a squad interdicts a hex of this kind, seen at this range through this hindrance."""
    here, there = line(distance, target=terrain, hindrance=hindrance)
    s = Situation("y", "PFPh", "german", [unit("g1", "ger-467", here)], **more)
    return interdiction.interdictor(s.g, "russian", there) is not None


@pytest.mark.rule("SK1:3.6-z")
def test_open_ground_is_where_ffmo_would_apply() -> None:
    assert seen_from(3, "open", 0)
    assert not seen_from(3, "open", 1)  # a hindrance on the way
    assert not seen_from(3, "open", -1)  # no LOS
    assert not seen_from(3, "woods", 0)
    assert not seen_from(3, "stone_building", 0)


@pytest.mark.rule("SK1:1.1.2-l2")
def test_nobody_is_interdicted_in_an_orchard() -> None:
    assert not seen_from(2, "orchard", 0)


@pytest.mark.rule("SK1:1.1.2-m3", "SK1:3.6-z")
def test_grain_protects_in_season_only() -> None:
    assert not seen_from(2, "grain", 0, month=7)
    assert seen_from(2, "grain", 0, month=1)


@pytest.mark.rule("SK1:1.1.2-h", "SK1:3.6-z")
def test_on_a_woods_road_only_who_runs_along_the_road_is_seen_and_only_along_the_road() -> None:
    area = board("y")
    seen = {True: 0, False: 0}
    for hex in area.names:
        if area.terrain[hex] != "woods" or not area.roads.get(hex):
            continue
        for there in area.adjacent[hex]:
            s = Situation("y", "PFPh", "german", [unit("g1", "ger-467", there)])
            assert interdiction.interdictor(s.g, "russian", hex) is None
            in_the_open = interdiction.interdictor(s.g, "russian", hex, road_rate=True) is not None
            assert in_the_open is not area.touches_art(there, hex, hex, "woods")
            seen[in_the_open] += 1
    assert seen[True] and seen[False]


# -- what it does ------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.6-v", "SK1:3.6-v2")
def test_a_failed_check_costs_half_the_squad_and_the_rest_runs_on() -> None:
    s = over_n7(unit("g1", "ger-467", "M6"), unit("g2", "ger-467", "O6"), router())
    s.roll(4, 4)
    assert s.unit("r1").type == "rus-237"
    s.do("rout-to - O8")
    assert s.unit("r1").hex == "zO8"


@pytest.mark.rule("SK1:3.6-v")
def test_a_12_eliminates_the_router() -> None:
    s = over_n7(unit("g1", "ger-467", "M6"), router())
    s.roll(6, 6)
    assert s.gone("r1")


@pytest.mark.rule("SK1:3.6-v2")
def test_a_half_squad_that_fails_is_gone() -> None:
    s = over_n7(unit("g1", "ger-467", "M6"), router("rus-237"))
    s.roll(4, 4)
    assert s.gone("r1")


@pytest.mark.rule("SK1:3.6-v")
def test_the_check_is_against_the_broken_morale() -> None:
    s = over_n7(unit("g1", "ger-467", "M6"), router("rus-426"))
    s.roll(3, 3)  # 6: morale 6, broken morale 5
    assert s.unit("r1").type == "rus-226"


@pytest.mark.rule("SK1:3.6-w")
def test_nobody_else_in_the_hex_checks() -> None:
    s = over_n7(
        unit("g1", "ger-467", "M6"),
        router(),
        unit("r2", "rus-447", "N7"),
        unit("r3", "rus-447", "N7", broken=True, dm=True),
    )
    assert isinstance(s.pending, Chance) and s.pending.about == ("r1",)
    s.roll(1, 2)
    assert s.options("rout-to") and not s.unit("r2").broken and s.unit("r3").kind == "squad"


@pytest.mark.rule("SK1:3.6-y")
def test_once_a_hex_however_many_enemies_see_it() -> None:
    s = over_n7(*[unit(f"g{n}", "ger-467", hex) for n, hex in enumerate(("M6", "O6", "L7"))], router())
    s.roll(1, 2)
    assert s.options() == ["rout-to - zO8"]


@pytest.mark.rule("SK1:3.6-y")
def test_in_each_open_hex_anew() -> None:
    s = Situation("z", "RtPh", "russian", [unit("g1", "ger-468", "O6"), router(hex="N7")])
    s.do("rout r1", "rout-to - N8").roll(1, 2)
    s.do("rout-to - O9")
    assert is_interdicted(s) is (s.g.map.hindrance("zO6", "zO9") == 0)


@pytest.mark.rule("SK1:3.6-x", "SK1:3.2.1-t")
def test_a_pin_ends_the_rout() -> None:
    s = over_n7(unit("g1", "ger-467", "M6"), router(), unit("r9", "rus-447", "P9", broken=True, dm=True))
    s.roll(3, 4)
    assert s.unit("r1").pinned and s.unit("r1").hex == "zN7"
    assert s.options() == ["rout r9", "done"]


@pytest.mark.rule("SK1:3.6-x", "SK1:3.6-d")
@pytest.mark.parametrize(("dice", "lost"), [((3, 4), True), ((1, 2), False)])
def test_pinned_next_to_the_enemy_it_is_eliminated(dice: tuple[int, int], lost: bool) -> None:
    s = over_n7(unit("g1", "ger-467", "M6"), unit("g2", "ger-467", "O6"), router())
    # No open hex of the boards lies next to an enemy whom a router could not see before; so put one there.
    s.g.place(s.unit("g1"), "zM8")
    s.roll(*dice)
    assert s.gone("r1") is lost
    if lost:
        assert {"SK1:3.6-x", "SK1:3.6-d"} <= set(s.event("eliminated").rules)


# -- the leader with him -----------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.6-s2")
@pytest.mark.parametrize(("leader", "drm"), [("rus-9-1", -1), ("rus-8-0", 0), ("rus-6+1", 0)])
def test_he_may_lend_his_drm_and_need_not_harm(leader: str, drm: int) -> None:
    s = over_n7(unit("g1", "ger-467", "M6"), router(), unit("l1", leader, "N6"))
    s.roll(2, 2)
    assert s.breakdown().drm == drm
    assert s.breakdown().value("SK1:3.6-s2") == (drm or None)


@pytest.mark.rule("SK1:3.6-s3")
@pytest.mark.parametrize(("dice", "dies"), [((4, 5), True), ((3, 4), False)])
def test_he_dies_if_the_unit_fails(dice: tuple[int, int], dies: bool) -> None:
    s = over_n7(unit("g1", "ger-467", "M6"), router(), unit("l1", "rus-9-1", "N6"))
    s.roll(*dice)
    assert s.gone("l1") is dies
    if dies:  # and the unit checks for his loss
        assert isinstance(s.pending, Chance) and s.pending.about == ("r1",)


@pytest.mark.rule("SK1:3.6-s3")
def test_he_dies_with_a_wounded_leader_who_fails_and_lives() -> None:
    s = over_n7(unit("g1", "ger-467", "M6"), router("rus-7-0", wounded=True), unit("l1", "rus-8-0", "N6"))
    s.roll(4, 4, 1)
    assert s.gone("l1") and not s.gone("r1")
