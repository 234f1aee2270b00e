"""Terrain in play (SKF:1.1.1): hills, orchard-roads, brush."""

from __future__ import annotations

import pytest

from defilade.rules.sk import interdiction, terrain
from defilade.rules.sk.full import hills
from defilade.rules.sk.spending import left_of
from defilade.tactics.moving import move_in_progress
from skf.situation import Plain, Situation

FAR = {"id": "far", "type": "rus-447", "hex": "GG10"}


def germans(hex: str, *more: Plain, type: str = "ger-467", **states: object) -> Situation:
    unit = {"id": "u", "type": type, "hex": hex, **states}
    return Situation("w", "MPh", "german", [unit, FAR, *more]).do("move u")


def mf_left(s: Situation) -> float:
    frame = move_in_progress(s.g)
    assert frame is not None
    return left_of(s.g, frame)[0].off_road


def labels(s: Situation) -> dict[str, float]:
    return {line.label: line.value for line in s.breakdown().lines}


# -- hills -------------------------------------------------------------------------------------------------


@pytest.mark.rule("SKF:1.1.1-ax", "SKF:2.0-i")
@pytest.mark.parametrize(
    ("origin", "hex", "cost"),
    [("H7", "I7", 2), ("I6", "I7", 1), ("I7", "H7", 1), ("H7", "G7", 4), ("H6", "H5", 2)],
)
def test_the_way_up_costs_double(origin: str, hex: str, cost: float) -> None:
    s = germans(origin)
    assert mf_left(s.do(f"enter - {hex}")) == 4 - cost


@pytest.mark.rule("SKF:1.1.1-ax", "SKF:1.2.5-g")
def test_smoke_is_not_doubled_uphill() -> None:
    s = germans("H7")
    s.state.smoke = {"wI7": 2}
    assert mf_left(s.do("enter - I7")) == 1


@pytest.mark.rule("SKF:1.1.1-ax")
def test_a_green_squad_needs_double_time_for_a_house_uphill() -> None:
    units = [{"id": "u", "type": "usa-536", "hex": "H7"}, {"id": "g", "type": "ger-467", "hex": "GG10"}]
    s = Situation("w", "MPh", "american", units).do("move u")
    assert s.refusal("enter - G7").rule == "SK1:3.3-i"
    assert s.do("double-time u").offers("enter - G7")


@pytest.mark.rule("SKF:1.1.1-aw")
def test_crest_lines_run_between_levels() -> None:
    game_map = germans("H7").g.map
    assert hills.is_uphill(game_map, "wH7", "wI7")
    assert not hills.is_uphill(game_map, "wI7", "wH7")
    assert not hills.is_uphill(game_map, "wI6", "wI7")
    assert not hills.is_uphill(game_map, "", "wI7"), "from off the map"


@pytest.mark.rule("SKF:1.1.1-as")
def test_a_bare_hill_is_open_ground() -> None:
    s = germans("I6")
    assert s.g.map.level("wI7") == 1 and terrain.is_open_ground_for(s.g, "wI7")


# -- height advantage --------------------------------------------------------------------------------------


def prep_fire(target: str, *, from_hex: str = "E9", type: str = "ger-467") -> Situation:
    units = [
        {"id": "g", "type": "ger-467", "hex": from_hex},
        {"id": "r", "type": "rus-447", "hex": target},
    ]
    return Situation("w", "PFPh", "german", units).do(f"target - {target}", "add g", "declare").roll(3, 4)


@pytest.mark.rule("SKF:1.1.1-az")
def test_one_who_is_shot_at_from_below_has_plus_one() -> None:
    assert labels(prep_fire("I7"))["Height Advantage"] == 1
    assert "Height Advantage" not in labels(prep_fire("E9", from_hex="I7"))
    assert "Height Advantage" not in labels(prep_fire("I7", from_hex="I6"))


@pytest.mark.rule("SKF:1.1.1-az")
def test_not_beside_another_tem() -> None:
    s = prep_fire("G7", from_hex="H7")
    assert s.g.map.level("wG7") == 1
    assert "Height Advantage" not in labels(s) and labels(s)["stone building"] == 3


def move_up(origin: str, *, fire_from: str = "E9") -> Situation:
    """A Russian moves to I7, on the hill, and draws fire from the ground."""
    units = [
        {"id": "r", "type": "rus-447", "hex": origin},
        {"id": "g", "type": "ger-467", "hex": fire_from},
    ]
    return (
        Situation("w", "MPh", "russian", units)
        .do("move r", "enter - I7", "fire", "add g", "declare")
        .roll(3, 5)
    )


@pytest.mark.rule("SKF:1.1.1-bb", "SKF:1.1.1-ba")
def test_who_climbs_towards_the_firer_has_no_advantage_yet() -> None:
    found = labels(move_up("H7"))
    assert "Height Advantage" not in found
    assert found["FFMO: moves in Open Ground"] == -1


@pytest.mark.rule("SKF:1.1.1-bb", "SKF:1.1.1-ba", "SKF:1.1.1-az")
def test_who_comes_from_another_side_has_it_and_is_not_in_the_open() -> None:
    found = labels(move_up("I6"))
    assert found["Height Advantage"] == 1
    assert "FFMO: moves in Open Ground" not in found
    assert found["FFNAM: moves without Assault Movement"] == -1


@pytest.mark.rule("SKF:1.1.1-bb")
def test_climbing_over_another_hexside_keeps_it() -> None:
    s = move_up("J7")
    assert s.g.map.level("wJ7") == 0 and labels(s)["Height Advantage"] == 1


@pytest.mark.rule("SKF:1.1.1-bb")
def test_the_hexsides_that_a_line_crosses() -> None:
    game_map = germans("H7").g.map
    assert hills.entered_by(game_map, "wE9", "wI7") == {game_map.direction("wI7", "wH7")}
    # a line that comes in along a hexspine crosses both hexsides at its end
    into = hills.entered_by(game_map, "wH5", "wI7")
    assert into == {game_map.direction("wI7", "wH6"), game_map.direction("wI7", "wI6")}


@pytest.mark.rule("SKF:1.1.1-ba")
def test_no_flamethrower_minds_the_height() -> None:
    units = [
        {"id": "r", "type": "rus-447", "hex": "I6"},
        {"id": "g", "type": "ger-467", "hex": "H7", "sw": [{"id": "ft", "type": "ger-ft"}]},
    ]
    s = Situation("w", "MPh", "russian", units)
    s.do("move r", "enter - I7", "fire", "add g+ft", "declare").roll(3, 5)
    found = labels(s)
    assert "Height Advantage" not in found and found["FFMO: moves in Open Ground"] == -1


@pytest.mark.rule("SKF:1.1.1-ba", "SKF:1.1.1-bb")
def test_no_interdiction_from_below_but_over_the_crest() -> None:
    s = Situation("w", "RtPh", "german", [{"id": "g", "type": "ger-467", "hex": "E9"}, FAR])
    assert interdiction.interdictor(s.g, "russian", "wI7") is None
    found = interdiction.interdictor(s.g, "russian", "wI7", climbed_from="wH7")
    assert found is not None and found.id == "g"


@pytest.mark.rule("SKF:1.1.1-ba", "SKF:1.1.1-bb")
@pytest.mark.parametrize(("origin", "interdicted"), [("I6", False), ("H7", True)])
def test_a_router_is_interdicted_on_the_crest_that_it_climbs(origin: str, interdicted: bool) -> None:
    units = [
        {"id": "r", "type": "rus-447", "hex": origin, "broken": True, "dm": True},
        {"id": "g", "type": "ger-467", "hex": "E9"},
    ]
    s = Situation("w", "RtPh", "russian", units).do("rout r")
    before = len(s.events)
    s.do("rout-to - I7") if s.offers("rout-to - I7") else pytest.fail(str(s.options()))
    assert any(event.kind == "interdiction" for event in s.events[before:]) is interdicted


# -- orchard-roads -----------------------------------------------------------------------------------------


def along_the_avenue(*, how: str, fire_from: str) -> Situation:
    """A Russian goes from E4 to F3, an orchard with a road, and draws fire."""
    units = [
        {"id": "r", "type": "rus-447", "hex": "E4"},
        {"id": "g", "type": "ger-467", "hex": fire_from},
    ]
    s = Situation("w", "MPh", "russian", units).do("move r", f"enter - F3 {how}".strip())
    return s.do("fire", "add g", "declare").roll(3, 5)


@pytest.mark.rule("SKF:1.1.1-af", "SKF:1.1.1-ai")
def test_an_orchard_road_is_entered_as_road_or_as_orchard() -> None:
    s = germans("E4")
    assert s.offers("enter - F3 road") and s.offers("enter - F3")
    assert not germans("E3").offers("enter - F3 road"), "no road leads in from there"


@pytest.mark.rule("SKF:1.1.1-ah", "SKF:1.1.1-ai")
@pytest.mark.parametrize(
    ("how", "fire_from", "in_the_open"),
    [("road", "I2", True), ("", "I2", False), ("road", "E3", False)],
)
def test_ffmo_on_the_road_for_those_who_look_along_it(how: str, fire_from: str, in_the_open: bool) -> None:
    s = along_the_avenue(how=how, fire_from=fire_from)
    assert ("FFMO: moves in Open Ground" in labels(s)) is in_the_open


@pytest.mark.rule("SKF:1.1.1-l")
@pytest.mark.parametrize(("how", "bonus"), [("road", True), ("", False)])
def test_who_walks_among_the_trees_has_no_road_bonus(how: str, bonus: bool) -> None:
    s = germans("E4").do(f"enter - F3 {how}".strip(), f"enter - G3 {how}".strip(), "enter - H2", "enter - I2")
    assert bool(s.options("enter")) is bonus


@pytest.mark.rule("SKF:1.1.1-l", "SKF:1.2.5-g")
@pytest.mark.parametrize("smoke", [True, False])
def test_smoke_on_the_road_costs_the_bonus(smoke: bool) -> None:
    s = germans("E4")
    if smoke:
        s.state.smoke = {"wF3": 2}
    s.do("enter - F3 road", "enter - G3 road", "enter - H2")
    assert s.offers("enter - I2") is not smoke
    if not smoke:
        assert s.do("enter - I2").options("enter"), "the fifth MF is the road's"


# -- brush -------------------------------------------------------------------------------------------------


@pytest.mark.rule("SKF:1.1.1-ap")
def test_brush_has_no_tem_and_nobody_is_in_the_open_there() -> None:
    units = [
        {"id": "r", "type": "rus-447", "hex": "L6"},
        {"id": "g", "type": "ger-467", "hex": "N6"},
    ]
    s = Situation("w", "MPh", "russian", units).do("move r", "enter - M6")
    assert s.said("enters M6 for 2 MF")
    s.do("fire", "add g", "declare").roll(3, 5)
    assert [label for label, value in labels(s).items() if value < 0] == [
        "FFNAM: moves without Assault Movement"
    ]
    assert terrain.tem(s.g, "wM6").value == 0
    assert interdiction.interdictor(s.g, "russian", "wM6") is None
