"""Movement, advance and rout of Infantry where the full kit has them otherwise (SKF:3.3, SKF:3.6, SKF:3.7)."""

from __future__ import annotations

import pytest

from defilade.rules.sk import interdiction, movement, setup
from defilade.rules.sk.full import routing
from defilade.rules.sk.rout_ways import rout_mf
from defilade.rules.sk.spending import left_of
from defilade.tactics.moving import move_in_progress
from defilade.tactics.units import Unit
from skf.situation import Plain, Situation

FAR = {"id": "far", "type": "rus-447", "hex": "GG10"}


def germans(hex: str, *more: Plain, type: str = "ger-467", phase: str = "MPh", **states: object) -> Situation:
    unit = {"id": "u", "type": type, "hex": hex, **states}
    return Situation("z", phase, "german", [unit, FAR, *more])


def mf_left(s: Situation) -> float:
    frame = move_in_progress(s.g)
    assert frame is not None
    return left_of(s.g, frame)[0].off_road


# -- Assault Movement and Double Time ----------------------------------------------------------------------


@pytest.mark.rule("SKF:3.3.1-g")
def test_assault_movement_without_leaving_the_hex() -> None:
    s = germans("F3", type="ger-468").do("move u", "assault", "smoke u F3").roll(5)
    assert s.offers("stop")
    s = germans("F3", type="ger-468").do("move u", "assault", "enter - G3")
    assert s.refusal("enter - H3").rule == "SK1:3.3-n", "one hex at most"


@pytest.mark.rule("SKF:3.3.1-h")
def test_no_double_time_with_assault_movement() -> None:
    s = germans("F3").do("move u", "assault")
    assert not s.options("double-time")
    assert "exclude each other" in s.refusal("double-time u").reason
    s = germans("F3").do("move u", "double-time u")
    assert mf_left(s) == 6 and s.unit("u").cx
    assert not s.offers("assault")


# -- recovery ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SKF:3.3.1-o")
def test_one_try_for_a_weapon_on_the_move() -> None:
    s = germans("F3", {"id": "v", "type": "ger-467", "hex": "F3", "sw": [{"id": "mg", "type": "ger-lmg"}]})
    s.do("move v", "drop mg", "stop")
    s.do("move u", "recover u+mg").roll(6)
    assert mf_left(s) == 3
    assert s.options("recover") == []
    assert s.refusal("recover u+mg").rule == "SKF:3.3.1-o"


@pytest.mark.rule("SKF:3.3.1-o")
@pytest.mark.parametrize(("cx", "roll", "got"), [(False, 5, True), (True, 5, False), (True, 4, True)])
def test_recovery_on_less_than_six(cx: bool, roll: int, got: bool) -> None:
    s = germans("F3", {"id": "v", "type": "ger-467", "hex": "F3", "sw": [{"id": "mg", "type": "ger-lmg"}]})
    s.do("move v", "drop mg", "stop", "move u")
    if cx:
        s.do("double-time u")
    s.do("recover u+mg").roll(roll)
    assert (s.weapon("mg").owner == "u") is got


# -- coming on ---------------------------------------------------------------------------------------------


def entering() -> Situation:
    """S7 with Americans who are still off the map."""
    s = germans("F3", phase="MPh")
    g = s.g
    g.add_unit(Unit("e", "german", "ger-467", "squad", due=1, edges=("north",)))
    s.state.turn = 1
    return s


@pytest.mark.rule("SKF:3.3-d")
def test_who_has_not_come_on_in_the_mph_may_in_the_aph() -> None:
    s = entering()
    s.until("APh")
    hexes = setup.may_enter(s.g, s.unit("e"))
    assert hexes and s.offers(f"advance e {hexes[0]}")
    s.do(f"advance e {hexes[0]}")
    assert s.unit("e").hex == hexes[0] and s.unit("e").advanced


@pytest.mark.rule("SKF:3.3-d")
def test_who_stays_away_is_eliminated() -> None:
    s = entering()
    s.until("APh")
    assert not s.gone("e")
    s.do("done")
    assert s.gone("e") and "SKF:3.3-d" in s.cited()


@pytest.mark.rule("SKF:3.3-d")
def test_off_the_map_a_unit_only_moves() -> None:
    s = Situation("z", "PFPh", "german", [{"id": "u", "type": "ger-467", "hex": "F3"}, FAR])
    s.g.add_unit(Unit("e", "german", "ger-467", "squad", due=1, edges=("north",)))
    assert not any("e" in action.split()[1:2] for action in s.options())


@pytest.mark.rule("SKF:3.3-e")
def test_roads_go_on_beyond_the_edge() -> None:
    s = entering().do("move u", "stop", "move e")
    game_map = s.g.map
    road = [hex for hex in setup.may_enter(s.g, s.unit("e")) if movement.terrain.road_leaves_map(s.g, hex)]
    off = [hex for hex in setup.may_enter(s.g, s.unit("e")) if not game_map.roads.get(hex)]
    assert road and off
    along = entering().do("move u", "stop", "move e", f"enter - {road[0]}")
    across = entering().do("move u", "stop", "move e", f"enter - {off[0]}")
    frames = [move_in_progress(s.g) for s in (along, across)]
    assert [frame.movers[0].off_road for frame in frames if frame is not None] == [False, True]


EXIT = {
    "type": "exit_at_once",
    "winner": "german",
    "rule": "SKF:1.3",
    "edge": "north",
    "span": ["A1", "GG1"],
    "at_least": 9,
    "values_rule": "SKF:1.3",
    "values": {"squad": 2, "half_squad": 1, "leader": {-2: 3, -1: 2, 0: 1, 1: 1}},
}


@pytest.mark.rule("SKF:3.3-f")
def test_leaving_the_map_for_points_costs_as_open_ground() -> None:
    s = Situation("z", "MPh", "german", [{"id": "u", "type": "ger-467", "hex": "C1"}, FAR], victory=EXIT)
    s.do("move u")
    assert movement.EXIT_COST == 1 and s.offers("exit")
    s.do("exit")
    assert s.gone("u") and s.state.exited == {"german": 2}
    broken = Situation(
        "z", "MPh", "german", [{"id": "u", "type": "ger-467", "hex": "C1", "broken": True}, FAR], victory=EXIT
    )
    assert not broken.offers("move u"), "only in Good Order"
    assert not germans("C1").do("move u").offers("exit"), "nor without points"


# -- the Advance Phase -------------------------------------------------------------------------------------


@pytest.mark.rule("SKF:3.7-b")
@pytest.mark.parametrize("who", ["", "u", "v"])
def test_sw_change_hands_between_the_unpinned_in_the_aph(who: str) -> None:
    units = [
        {
            "id": "u",
            "type": "ger-467",
            "hex": "F3",
            "pinned": who == "u",
            "sw": [{"id": "mg", "type": "ger-lmg"}],
        },
        {"id": "v", "type": "ger-467", "hex": "F3", "pinned": who == "v"},
        FAR,
    ]
    s = Situation("z", "APh", "german", units)
    assert s.offers("transfer mg+v") is not bool(who)
    if who:
        assert s.refusal("transfer mg+v").rule == "SKF:3.7-b"


# -- rout --------------------------------------------------------------------------------------------------


@pytest.mark.rule("SKF:3.6-e")
def test_a_wounded_leader_routs_with_three_mf() -> None:
    units = [
        {"id": "l", "type": "ger-8-1", "hex": "F3", "wounded": True, "broken": True, "dm": True},
        {"id": "k", "type": "ger-8-1", "hex": "F3", "broken": True, "dm": True},
        FAR,
    ]
    s = Situation("z", "RtPh", "german", units)
    assert rout_mf(s.g, [s.unit("l")]) == 3
    assert rout_mf(s.g, [s.unit("k")]) == 6
    assert rout_mf(s.g, [s.unit("k"), s.unit("l")]) == 3


@pytest.mark.rule("SKF:3.6-w")
@pytest.mark.parametrize(
    ("guns", "drops"),
    [
        (["ger-lmg", "ger-lmg"], []),
        (["ger-mmg", "ger-lmg"], ["m1"]),
        (["ger-lmg", "ger-lmg", "ger-lmg", "ger-lmg"], ["m0", "m1", "m2", "m3"]),
    ],
)
def test_a_router_carries_as_much_as_it_can(guns: list[str], drops: list[str]) -> None:
    weapons = [{"id": f"m{n}", "type": type} for n, type in enumerate(guns)]
    s = germans("F3", phase="RtPh", broken=True, dm=True, sw=weapons)
    found = routing.too_much_to_carry(s.g, s.unit("u"))
    assert found is not None and [weapon.id for weapon in found] == drops


@pytest.mark.rule("SKF:3.6-w")
def test_it_may_not_leave_the_light_gun_for_nothing() -> None:
    weapons = [{"id": "heavy", "type": "ger-hmg"}, {"id": "light", "type": "ger-lmg"}]
    units = [
        {"id": "u", "type": "ger-467", "hex": "I5", "broken": True, "dm": True, "sw": weapons},
        {"id": "r", "type": "rus-447", "hex": "K5"},
    ]
    s = Situation("z", "RtPh", "german", units).do("rout u")
    assert s.options() == ["drop heavy"]
    s.do("drop heavy")
    assert not s.options("drop") and s.options("rout-to")


@pytest.mark.rule("SKF:3.6-l")
def test_other_hexes_of_its_building_are_no_refuge() -> None:
    s = germans("F3")
    for building, hexes in s.g.map.buildings.items():
        if len(hexes) > 1:
            assert routing.same_building(s.g, hexes[0], hexes[1]), building
            break
    else:
        pytest.fail("there is no building of several hexes")
    houses = list(s.g.map.buildings.values())
    assert not routing.same_building(s.g, houses[0][0], houses[1][0])
    assert not routing.same_building(s.g, "zF3", "zF3")


@pytest.mark.rule("SKF:3.6-p")
@pytest.mark.parametrize("pinned", [True, False])
def test_only_an_unpinned_leader_routs_along(pinned: bool) -> None:
    units = [
        {"id": "u", "type": "ger-467", "hex": "I5", "broken": True, "dm": True},
        {"id": "l", "type": "ger-8-1", "hex": "I5", "pinned": pinned},
        {"id": "r", "type": "rus-447", "hex": "K5"},
    ]
    s = Situation("z", "RtPh", "german", units)
    assert s.offers("rout u+l") is not pinned


@pytest.mark.rule("SKF:3.6-r")
@pytest.mark.parametrize(
    ("states", "can"),
    [
        ({}, True),
        ({"cx": True}, False),
        ({"pinned": True}, False),
        ({"melee": True}, False),
        ({"fire": "final"}, True),
    ],
)
def test_who_interdicts(states: Plain, can: bool) -> None:
    units = [
        {"id": "u", "type": "ger-467", "hex": "I5"},
        {"id": "r", "type": "rus-447", "hex": "K5", **states},
    ]
    s = Situation("z", "RtPh", "german", units)
    assert s.g.map.terrain["zI5"] == "open"
    assert (interdiction.interdictor(s.g, "german", "zI5") is not None) is can


@pytest.mark.rule("SKF:3.6-r")
def test_nobody_interdicts_out_of_smoke_nor_a_leader_with_a_gun_alone() -> None:
    units = [{"id": "u", "type": "ger-467", "hex": "I5"}, {"id": "r", "type": "rus-447", "hex": "K5"}]
    s = Situation("z", "RtPh", "german", units)
    s.state.smoke = {"zK5": 2}
    assert interdiction.interdictor(s.g, "german", "zI5") is None
    gun = [{"id": "mg", "type": "rus-mmg"}]
    units = [
        {"id": "u", "type": "ger-467", "hex": "I5"},
        {"id": "r", "type": "rus-8-1", "hex": "K5", "sw": gun},
    ]
    assert interdiction.interdictor(Situation("z", "RtPh", "german", units).g, "german", "zI5") is None


@pytest.mark.rule("SKF:3.6-m")
def test_cover_no_farther_from_the_enemy_than_where_the_rout_began_may_be_passed_over() -> None:
    """As in the rulebook's example: N7 to O8, or past it to N9."""
    units = [
        {"id": "u", "type": "rus-447", "hex": "N7", "broken": True, "dm": True},
        {"id": "e1", "type": "ger-467", "hex": "O6"},
        {"id": "e2", "type": "ger-467", "hex": "M6"},
        {"id": "e3", "type": "ger-467", "hex": "L7"},
    ]
    s = Situation("z", "RtPh", "russian", units).do("rout u")
    assert s.offers("rout-to - O8") and s.offers("rout-to - N8") and s.offers("low-crawl - N8")
