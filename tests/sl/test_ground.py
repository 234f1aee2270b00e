"""Terrain in Squad Leader: what it costs, hides and lets see (SL:14)."""

from __future__ import annotations

import msgspec
import pytest

from defilade.rules.sl import morale, rout, terrain
from defilade.rules.sl.eyes.concealment import gives_cover
from defilade.rules.sl.eyes.hidden import hides
from defilade.rules.sl.fire import point_blank
from defilade.rules.sl.state import SlPlay, Track
from defilade.rules.sl.system import SlSystem
from defilade.rules.sl.terrain import cost_for, entry_cost, is_cover, is_open, sees
from defilade.tactics.attack_plan import Firing
from defilade.tactics.fire_groups import Shot
from sl.table import Table, unit
from sl.wilds import wild, wilds

__all__ = ["wilds"]
pytestmark = pytest.mark.usefixtures("wilds")

SQUAD = "ger-467"


def cost(a: str, b: str, **options: str) -> float:
    g = wild("MPh", unit("s", SQUAD, a), options=options).g
    return cost_for(g, g.unit("s"), f"q{a}", f"q{b}")


def drm(table: Table) -> dict[str, float]:
    return {line.rule: line.value for line in table.breakdown().lines if line.sign == "+"}


def shot_at_a_mover(target: str, firer: str, board: str = "q", **track: object) -> dict[str, float]:
    """The DRM of Defensive Fire at a unit that has come into a hex."""
    hex = f"{board}{target}"
    units = [unit("s", SQUAD, hex, moved=True), unit("r", "rus-447", f"{board}{firer}")]
    way = {"s": Track(0, (hex,), **track)}  # type: ignore[arg-type]
    table = Table("DFPh", units, board=board, tracks=way).do(f"target - {hex}", "add r", "declare")
    return drm(table.roll((6, 5)))


# -- several kinds in a hex --------------------------------------------------------------------------------


@pytest.mark.rule("SL:14.2-a", "SL:14.2-b", "SL:4.1.10", "SL:14.1")
def test_a_house_in_the_woods() -> None:
    assert cost("V4", "W4") == 4
    assert shot_at_a_mover("W4", "U4") == {"SL:5.6.8.1-a": -1, "SL:5.3.1-c": 2, "SL:5.3.1-b": 1}
    g = Table("MPh", [], board="2").g
    beside = next(hex for hex in g.map.adjacent["2I9"] if g.map.level(hex) == g.map.level("2I9"))
    assert g.map.road_between(beside, "2I9") or entry_cost(g, beside, "2I9") == 4
    assert sum(kind.tem for kind in terrain.kinds_in(g, "2I9")) == 3


@pytest.mark.rule("SL:14.3.1", "SL:5.3.1-c", "SL:5.3.1-d")
def test_stone_and_wood() -> None:
    assert shot_at_a_mover("W8", "V8")["SL:5.3.1-d"] == 3 and shot_at_a_mover("W4", "V4")["SL:5.3.1-c"] == 2


@pytest.mark.rule("SL:14.5.2", "SL:4.1.7", "SL:14.6.8-a")
def test_walls_hedges_and_hedgerows() -> None:
    assert (cost("U3", "U4"), cost("U6", "U7"), cost("U8", "U9"), cost("U4", "U5")) == (2, 2, 3, 1)


@pytest.mark.rule("SL:14.5.3", "SL:5.3.1-e", "SL:5.3.1-f")
def test_what_walls_and_hedges_add_to_the_dice() -> None:
    assert shot_at_a_mover("U4", "U2")["SL:5.3.1-f"] == 2 and shot_at_a_mover("U7", "U5")["SL:5.3.1-e"] == 1


@pytest.mark.rule("SL:14.5.1-a")
def test_lines_over_walls() -> None:
    g = wild("MPh").g
    assert sees(g, "qU3", "qU5") and sees(g, "qU2", "qU4") and not sees(g, "qU2", "qU5")


# -- wheat, brush, crag, orchards --------------------------------------------------------------------------


@pytest.mark.rule("SL:14.11.1", "SL:14.11.2-a", "SL:14.11.4", "SL:14.11.5", "SL:4.1.6-b")
def test_wheat() -> None:
    g = wild("MPh").g
    assert cost("N3", "N4") == 1 and sees(g, "qN3", "qN4") and sees(g, "qN3", "qN5") is False
    assert not sees(g, "qN3", "qN6")
    assert shot_at_a_mover("N4", "N3") == {"SL:5.6.8.1-a": -1}
    autumn = wild("MPh", month=11).g
    assert sees(autumn, "qN3", "qN6") and is_open(autumn, "qN4") and not is_open(g, "qN4")


@pytest.mark.rule("SL:14.12.1", "SL:14.12.2-a", "SL:14.12.3", "SL:14.12.6-a", "SL:14.12.6-b", "SL:14.12.9-a")
def test_brush() -> None:
    g = wild("MPh").g
    assert cost("P3", "P4") == 2 and sees(g, "qP3", "qP4") and not sees(g, "qP3", "qP6")
    assert shot_at_a_mover("P4", "P3") == {"SL:5.6.8.1-a": -1}
    assert not is_open(g, "qP4") and not is_cover(g, "qP4")
    routing = wild("RtPh", unit("s", SQUAD, "P4", broken=True), unit("r", "rus-447", "P2")).g
    assert not rout.swept(routing, "qP4", "german") and rout.swept(routing, "qP3", "german")


@pytest.mark.rule("SL:14.12.7")
def test_in_brush_units_hide_and_go_under_cover() -> None:
    g = wild("RPh").g
    assert hides(g, "qP4") and gives_cover(g, "qP4")
    assert not hides(g, "qP3") and not gives_cover(g, "qP3")
    assert not hides(g, "qN4")  # wheat conceals nobody


@pytest.mark.rule("SL:14.10.1", "SL:14.10.2-a", "SL:14.10.3-a", "SL:14.10.4", "SL:14.10.5-a", "SL:14.10.5-b")
def test_crag() -> None:
    g = wild("MPh", unit("r", "rus-447", "S9")).g
    assert g.map.terrain["qQ8"] == "crag" and entry_cost(g, "qQ7", "qQ8") == 2
    assert g.terrain_of("qQ8").tem == 1 and not g.terrain_of("qQ8").obstacle
    assert not is_open(g, "qQ8") and not is_cover(g, "qQ8")


@pytest.mark.rule("SL:14.16.1", "SL:14.16.2", "SL:14.16.3-a", "SL:14.16.4", "SL:14.16.9-a", "SL:14.16.9-b")
def test_orchards_cost_and_hide_nothing_much() -> None:
    g = wild("MPh").g
    assert cost("L2", "L3") == 1 and shot_at_a_mover("L3", "L2") == {"SL:5.6.8.1-a": -1}
    assert not is_cover(g, "qL3") and not is_open(g, "qL3") and g.terrain_of("qL3").tem == 0


@pytest.mark.rule("SL:14.16.5-a", "SL:14.16.10")
def test_how_far_one_sees_through_orchards() -> None:
    g = wild("MPh").g
    assert sees(g, "qL2", "qL4") and not sees(g, "qL2", "qL5") and not sees(g, "qL2", "qL7")
    winter = wild("MPh", month=1).g
    assert sees(winter, "qL2", "qL5") and not sees(winter, "qL2", "qL6") and not sees(winter, "qL2", "qL7")


@pytest.mark.rule("SL:14.16-b")
def test_nobody_is_in_the_open_behind_an_orchard() -> None:
    through = shot_at_a_mover("M5", "M3")
    assert through == {"SL:5.6.8.1-a": -1}
    assert shot_at_a_mover("O2", "O4") == {"SL:5.6.8.1-a": -1, "SL:5.6.8.1-b": -1}


@pytest.mark.rule("SL:14.15.1-a", "SL:14.15.1-b", "SL:4.1.6-d")
def test_woods() -> None:
    g = wild("MPh").g
    assert cost("T3", "T4") == 2 and not sees(g, "qT3", "qT7") and sees(g, "qT3", "qT4")


@pytest.mark.rule("SL:14.17.1", "SL:14.17.2", "SL:14.17.3", "SL:14.17-d", "SL:14.17.4")
def test_a_forest_road() -> None:
    g = wild("MPh").g
    assert g.map.terrain["qS5"] == "woods" and is_cover(g, "qS5")
    assert cost("S6", "S5") == 0.5 and cost("R5", "S5") == 2
    assert sees(g, "qS3", "qS7")
    along = shot_at_a_mover("S5", "S3", by_road=("qS5",))
    assert along == {"SL:5.6.8.1-a": -1, "SL:5.6.8.1-b": -1, "SL:5.3.1-b": 1}
    assert "SL:5.6.8.1-b" not in shot_at_a_mover("S5", "S3")
    assert "SL:5.6.8.1-b" not in shot_at_a_mover("S5", "R5", by_road=("qS5",))


# -- marsh and water ---------------------------------------------------------------------------------------


@pytest.mark.rule(
    "SL:14.18.1", "SL:14.18.3", "SL:14.18.4", "SL:14.18.5", "SL:14.18.6-a", "SL:14.18-a", "SL:14.28.1"
)
def test_into_marsh_and_out_again() -> None:
    table = wild("MPh", unit("s", SQUAD, "B3"), unit("m", SQUAD, "C3")).do("move s", "enter - qC3")
    assert (
        table.refusal("enter - qC4").rule == "SL:14.18.6-a"
        and table.refusal("enter - qB3").rule == "SL:14.18.6-a"
    )
    assert table.options() == ["stop"]
    table.do("stop", "move m")
    assert table.options() == ["stop"] or set(table.options()) == {"stop", "assault"}
    assert cost("B3", "C3") == 1 and shot_at_a_mover("C3", "B3") == {"SL:5.6.8.1-a": -1}
    going = wild("APh", unit("m", SQUAD, "C3")).options("advance")
    assert "advance m qC4" in going and "advance m qB3" in going
    water = wild("MPh", unit("s", SQUAD, "B6")).do("move s")
    assert water.refusal("enter - qC6").rule == "SL:14.28.1"


@pytest.mark.rule("SL:14.18.6-b", "SL:14.18.7-a", "SL:14.18.11", "SL:14.18.13")
def test_men_in_marsh() -> None:
    units = [unit("s", SQUAD, "C3", broken=True), unit("r", "rus-447", "D4"), unit("t", SQUAD, "B3")]
    g = wild("RPh", *units).g
    assert terrain.entry_bar(g, g.unit("t"), "qB3", "qC3") is None
    assert not wild("RtPh", *units).alive("s")
    assert morale.morale_level(g, g.unit("s")) == g.counters[SQUAD].broken_morale - 1
    assert morale.morale_level(g, g.unit("r")) == g.counters["rus-447"].morale
    assert sees(g, "qB3", "qC3") and not sees(g, "qA3", "qE4")
    table = wild("PFPh", unit("s", SQUAD, "C3"), unit("r", "rus-447", "A3")).do(
        "target - qA3", "add s", "declare"
    )
    table.roll((6, 5))
    assert {line.rule: line.value for line in table.breakdown().lines}["SL:14.18.11"] == 0.5


@pytest.mark.rule(
    "SL:14.21.1",
    "SL:14.21.2-a",
    "SL:14.21.2-b",
    "SL:14.21.3",
    "SL:14.21.6-b",
    "SL:14.21.7",
    "SL:14.21.8",
    "SL:14.21.10",
)
def test_gullies() -> None:
    assert (cost("I3", "J3"), cost("J3", "J4"), cost("J4", "J5"), cost("J3", "I3")) == (1, 1, 3, 3)
    assert shot_at_a_mover("J3", "I3") == {"SL:5.6.8.1-a": -1, "SL:5.6.8.1-b": -1}


@pytest.mark.rule("SL:14.21.5", "SL:14.21.6-a", "SL:14.21-b", "SL:14.22.5", "SL:14.22.18-a")
def test_out_of_low_ground_one_sees_the_hexes_about() -> None:
    g = wild("MPh").g
    assert g.map.level("qJ3") == -1 == g.map.level("qG3")
    assert sees(g, "qI3", "qJ3") and not sees(g, "qH3", "qJ3") and not sees(g, "qJ2", "qJ4")
    assert not sees(g, "qG3", "qJ3") and sees(g, "qF3", "qG3") and not sees(g, "qE3", "qG3")
    assert not sees(g, "qI5", "qK6")  # the woods in the gully stand higher than its banks


@pytest.mark.rule(
    "SL:14.22.1-a",
    "SL:14.22.2-a",
    "SL:14.22.6-a",
    "SL:14.22.6-b",
    "SL:14.22.7",
    "SL:14.22.8",
    "SL:14.22.9-a",
    "SL:14.22.3",
    "SL:14.22.17-a",
    "SL:14.22.21",
)
def test_what_streams_cost() -> None:
    depths = ("shallow", "dry", "deep", "frozen")
    assert [cost("F3", "G3", streams=depth) for depth in depths] == [3, 2, 4, 2]
    assert cost("F3", "G3") == 3 and cost("G3", "F3") == 3 and cost("G3", "G4") == 3
    assert shot_at_a_mover("G3", "F3") == {"SL:5.6.8.1-a": -1, "SL:5.6.8.1-b": -1}


@pytest.mark.rule("SL:14.22.4")
def test_a_flooded_stream_is_water() -> None:
    table = wild("MPh", unit("s", SQUAD, "F3"), options={"streams": "flooded"}).do("move s")
    assert table.refusal("enter - qG3").rule == "SL:14.22.4"


@pytest.mark.rule("SL:14.22.9-b", "SL:14.22.9-c", "SL:14.22.10")
def test_a_deep_stream_takes_some_off_their_feet() -> None:
    deep = {"streams": "deep"}
    leader = unit("l", "ger-8-1", "F3")
    table = wild("MPh", unit("s", SQUAD, "F3"), leader, options=deep).do("move s", "join l", "enter - qG3")
    table.roll((6,), (2,))  # type: ignore[arg-type]
    assert table.unit("s").cx and not table.unit("l").cx and table.options() == ["stop"]
    table.do("stop")
    assert table.unit("s").cx
    tired = wild("MPh", unit("s", SQUAD, "F3", cx=True), options=deep).do("move s")
    assert tired.refusal("enter - qG3").rule == "SL:14.22.9-c"
    wading = wild("APh", unit("s", SQUAD, "F3"), options=deep).do("advance s qG3").roll((6,))  # type: ignore[arg-type]
    assert wading.unit("s").hex == "qG3" and wading.unit("s").cx


@pytest.mark.rule("SL:14.22.22", "SL:14.21.9")
def test_routing_in_low_ground() -> None:
    near = wild("RtPh", unit("s", SQUAD, "J3", broken=True), unit("r", "rus-447", "I3")).g
    assert rout.swept(near, "qJ3", "german") and not rout.swept(near, "qJ5", "german")
    far = wild("RtPh", unit("s", SQUAD, "J3", broken=True), unit("r", "rus-447", "H3")).g
    assert not rout.swept(far, "qJ3", "german")
    above = wild("RtPh", unit("r", "rus-447", "F3")).g
    assert rout.swept(above, "qG3", "german")


# -- slopes ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:14.7.1", "SL:14.7.2", "SL:14.7.3", "SL:14.7.5", "SL:14.7.6")
def test_levels_of_hills() -> None:
    g = Table("MPh", [], board="2").g
    assert [g.map.level(hex) for hex in ("2G3", "2I4", "2J4")] == [1, 2, 3]
    plain = next(hex for hex in g.map.names if g.map.level(hex) == 1 and g.map.terrain[hex] == "open")
    assert is_open(g, plain) and g.terrain_of(plain).mf == 1


@pytest.mark.rule("SL:14.7.8", "SL:4.1.9-a", "SL:4.1.9-b", "SL:14.7.7", "SL:14.7.10-a")
def test_uphill_costs_double() -> None:
    assert (cost("R6", "R7"), cost("R7", "R6"), cost("P8", "P9")) == (2, 1, 1)
    roads = {"double-time": "on"}
    assert (cost("Q6", "Q7", **roads), cost("Q5", "Q6", **roads)) == (2, 1) and cost("Q6", "Q7") == 1


@pytest.mark.rule("SL:14.8.6")
def test_nobody_walks_over_a_cliff() -> None:
    table = wild("MPh", unit("s", SQUAD, "Q8"), unit("l", "ger-8-1", "Q8")).do("move s", "join l")
    assert table.refusal("enter - qR8").rule == "SL:14.8.6"
    assert "advance s qR8" not in wild("APh", unit("s", SQUAD, "Q8")).options("advance")


@pytest.mark.rule("SL:14.9.1-a", "SL:14.9.2", "SL:14.9.3")
def test_double_crests_cost_twice_as_much_again() -> None:
    assert (cost("P8", "Q9"), cost("Q9", "P8")) == (4, 2)
    assert cost("P8", "P7") == 1


@pytest.mark.rule("SL:14.9.8")
def test_an_advance_over_a_double_crest_may_fail() -> None:
    for thrown, hex in ((5, "qQ9"), (6, "qP8")):
        table = wild("APh", unit("s", SQUAD, "P8"), unit("t", SQUAD, "A1")).do("advance s qQ9")
        table.roll((thrown,))  # type: ignore[arg-type]
        assert table.unit("s").hex == hex and "s" not in "".join(table.options("advance")).split()


@pytest.mark.rule("SL:14.9.4", "SL:3.21.4-b")
def test_over_a_double_crest_only_who_is_higher_fires_point_blank() -> None:
    g = wild("PFPh", unit("s", SQUAD, "Q9"), unit("r", "rus-447", "P8")).g

    def doubled(uid: str, target: str) -> bool:
        return bool(point_blank(g, Firing(Shot(uid), g.unit(uid), None, 1, (), target)))

    assert doubled("s", "qP8") and not doubled("r", "qQ9")


@pytest.mark.rule("SL:14.4.4-a", "SL:14.4.5", "SL:14.4.3-a")
def test_rubble_on_the_boards() -> None:
    kinds = wild("MPh").g.tables.terrain.kinds
    assert kinds["rubble"].mf == 3 and kinds["rubble"].tem == 3 and kinds["rubble"].obstacle == "SL:14.4.3-a"


@pytest.mark.rule("SL:14.23.2", "SL:14.23.3", "SL:14.23.4")
def test_fords() -> None:
    table = wild("MPh", unit("s", SQUAD, "F3"), options={"streams": "deep"})
    card = msgspec.structs.replace(table.g.scenario, fords=("G3",))
    g = SlPlay(table.position.state, SlSystem({card.id: card}).table_of(card.id))
    squad = g.unit("s")
    assert (cost_for(g, squad, "qF3", "qG3"), cost_for(g, squad, "qG3", "qF3")) == (3, 1)
    assert cost_for(g, squad, "qF4", "qG4") == 4
