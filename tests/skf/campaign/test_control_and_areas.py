"""Strategic Locations, Setup Areas, No Man's Land, Uncontrolled Territory and Isolation."""

from __future__ import annotations

import pytest

from defilade.rules.sk.full.campaign import control_and_areas as areas
from defilade.rules.sk.full.campaign.book import ENTRY
from defilade.rules.sk.full.campaign.tables import BRITISH, GERMAN
from skf.campaign.books import Table, labels

WEST = "A12 D13 E13 H13 E17"


@pytest.mark.rule("DAE:4.2-h")
def test_buildings_and_road_exits_are_strategic() -> None:
    t = Table()
    fixed = areas.fixed_locations(t.board)
    marks = {name: fixed.get(t.board.resolve(name)) for name in ("NN8", "TT20", "B0", "B16")}
    assert marks == {"NN8": "B", "TT20": "R", "B0": "R", "B16": None}


@pytest.mark.rule("DAE:4.2-i")
def test_a_mobile_vehicle_with_its_gun_makes_a_strategic_location() -> None:
    t = Table(german="")
    t.vehicle("bri-sherman3", "B15")
    t.vehicle("bri-sherman3", "C18", broken_ma=True)
    t.vehicle("bri-sherman3", "D10", immobilized=True)
    t.vehicle("bri-sherman3", "A12")
    t.vehicle("bri-sherman3", "E20")
    t.vehicle("ger-panther", "E20")
    assert areas.vehicle_locations(t.work) == {t.board.resolve("B15"): BRITISH}
    assert areas.mark_of(t.work, t.board.resolve("B15")) == "V"


@pytest.mark.rule("DAE:4.2-g", "DAE:4.5051", "DAE:4.5055")
def test_set_up_areas_and_no_mans_land_as_in_the_illustration() -> None:
    """E13 and H13 are British, F14, H15 and I15 German: hexes between them are No Man's Land, they themselves never."""
    t = Table(WEST).front()
    for held in ("E13", "H13", "D13"):
        assert t.work.side_at(t.board.resolve(held)) == BRITISH
    for held in ("H15", "I15", "F14"):
        assert t.work.side_at(t.board.resolve(held)) == GERMAN
    nobodys = labels(t.book.front.no_mans_land)
    assert {"E14", "F13", "G14", "H14"} <= nobodys
    assert not nobodys & {"E13", "H13", "H15", "I15", "F14"}
    # F14 is an area of one hex by itself
    alone = t.work.area_at(t.board.resolve("F14"))
    assert alone is not None
    assert labels(alone.hexes) == {"F14"}
    assert len(t.notes("DAE:4.5055")) == len(t.book.front.areas)


@pytest.mark.rule("DAE:4.2-g")
def test_water_is_in_no_set_up_area() -> None:
    t = Table(german="G24").front()
    assert t.board.terrain[t.board.resolve("G26")] == "pond"
    assert t.area_at("G26") == ""
    assert t.area_at("G25") == "G1"
    assert areas.enterable(t.board, t.board.resolve("G25"))


@pytest.mark.rule("DAE:4.2-f")
def test_hexes_are_enterable_whoever_is_in_them() -> None:
    t = Table(german="G24").front()
    t.unit("bri-457", "G25")
    assert areas.enterable(t.board, t.board.resolve("G25"))
    assert not areas.enterable(t.board, t.board.resolve("G26"))


@pytest.mark.rule("DAE:4.5053-a")
def test_uncontrolled_territory_is_three_hexes_from_everything() -> None:
    t = Table(WEST, "NN8").front()
    for hex in t.board.names:
        near = min(t.board.distance(hex, one) for one in areas.controlled_locations(t.work))
        if near >= 3 and hex not in {h for a in t.book.front.areas for h in a.hexes}:
            assert t.work.is_uncontrolled(hex)
    assert t.work.is_uncontrolled(t.board.resolve("Z12"))
    assert not t.work.is_uncontrolled(t.board.resolve("E14"))


@pytest.mark.rule("DAE:4.5054")
def test_surrounded_hexes_join_the_area_around_them() -> None:
    """As A15, A16, B15 and B16 of the illustration: nothing but British hexes and the edge around them."""
    t = Table("A12 A19 D13 E13 H13 E17", "NN8")
    for hex in ("D16", "C18"):
        t.vehicle("bri-sherman3", hex)
    t.front()
    west = t.area_at("E13")
    assert west
    enclosed = [hex for hex in ("A15", "A16", "B15", "B16") if t.area_at(hex) == west]
    assert enclosed == ["A15", "A16", "B15", "B16"]
    assert (
        min(t.board.distance(t.board.resolve("A16"), one) for one in areas.controlled_locations(t.work)) >= 3
    )


@pytest.mark.rule("DAE:4.2-e")
def test_front_line_hexes_touch_what_is_not_theirs() -> None:
    t = Table(WEST).front()
    assert areas.is_front_line(t.work, t.board.resolve("E13"))
    inner = [
        hex for area in t.work.areas_of(GERMAN) for hex in area.hexes if not areas.is_front_line(t.work, hex)
    ]
    assert inner
    assert all(t.work.side_at(near) == GERMAN for near in t.board.adjacent[inner[0]])


@pytest.mark.rule("DAE:4.3-j")
def test_entry_areas() -> None:
    t = Table("Z0 TT6", "NN10").front()
    west = areas.entry_hexes(t.work, BRITISH)
    assert {"A1", "A12", "A29"} <= labels(west)
    assert all(hex.startswith("elstA") and not hex.startswith("elstAA") for hex in west)
    german = labels(areas.entry_hexes(t.work, GERMAN))
    assert {"S1", "TT7", "TT6", "SS1"} <= german
    assert not german & {"Z0", "Y1", "TT9", "R0"}
    assert not german & {"TT5", "TT8"}  # within the British area around TT6
    assert "TT8" in labels(areas.entry_hexes(Table().front().work, GERMAN))


@pytest.mark.rule("DAE:4.5052")
def test_isolation_is_having_no_way_to_an_entry_area() -> None:
    t = Table(WEST).front()
    assert areas.is_isolated(t.work, GERMAN, t.area_at("F14"))
    assert not areas.is_isolated(t.work, GERMAN, t.area_at("NN8"))
    assert not areas.is_isolated(t.work, BRITISH, t.area_at("E13"))
    assert not areas.is_isolated(t.work, BRITISH, ENTRY)
    weapon = t.weapon("ger-lmg", area=t.area_at("F14"))
    assert areas.piece_isolated(t.work, GERMAN, weapon.id)


@pytest.mark.rule("DAE:4.505")
def test_a_control_marker_is_flipped_when_control_is_lost() -> None:
    t = Table("E13")
    areas.set_control(t.work, t.board.resolve("E13"), GERMAN)
    areas.set_control(t.work, t.board.resolve("E14"), GERMAN)
    assert t.book.control[t.board.resolve("E13")] == GERMAN
    assert t.board.resolve("E14") not in t.book.control
    assert len(t.notes("DAE:4.505")) == 1


@pytest.mark.rule("DAE:4.3-m")
def test_a_road_exit_is_taken_with_all_hexes_around_it() -> None:
    t = Table(german="")
    a12 = t.board.resolve("A12")
    near = t.board.adjacent[a12]
    areas.control_road_exits(t.work, {a12: BRITISH, **dict.fromkeys(near[:-1], BRITISH)})
    assert a12 not in t.book.control
    areas.control_road_exits(t.work, {a12: BRITISH, **dict.fromkeys(near, BRITISH)})
    assert t.book.control[a12] == BRITISH


@pytest.mark.rule("DAE:4.3-m")
def test_at_the_start_only_road_exits_in_ones_own_area_are_held() -> None:
    t = Table("A12", german="NN8").front()
    t.book.control[t.board.resolve("TT20")] = BRITISH
    areas.control_at_start(t.work)
    assert t.book.control[t.board.resolve("A12")] == BRITISH
    assert t.book.control[t.board.resolve("TT20")] == ""


@pytest.mark.rule("DAE:4.5054")
def test_the_enemys_edge_encloses_nothing() -> None:
    """One German house on an empty map does not make all of it German."""
    t = Table(german="G24").front()
    assert t.area_at("A15") == ""
    assert len(t.book.front.areas) == 1


@pytest.mark.rule("DAE:4.3-m")
def test_hexes_of_ones_own_area_beside_a_road_exit_need_not_be_moved_through_again() -> None:
    """Of the hexes beside A12 the British hold the southern ones from the start."""
    t = Table("A15", "NN8")
    t.vehicle("bri-sherman3", "B14")
    t.front()
    a12 = t.board.resolve("A12")
    near = t.board.adjacent[a12]
    own = {hex for hex in near if t.work.side_at(hex) == BRITISH}
    assert own and own < set(near)
    passed = {hex: BRITISH for hex in (a12, *near) if hex not in own}
    t.book.control[a12] = GERMAN
    areas.control_road_exits(t.work, {**passed, next(iter(own)): GERMAN})
    assert t.book.control[a12] == GERMAN
    areas.control_road_exits(t.work, passed)
    assert t.book.control[a12] == BRITISH
