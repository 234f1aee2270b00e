"""Where vehicles go, and at what price (SL:14.4 to SL:14.22), shellholes, and ground in snow and mud."""

from __future__ import annotations

import pytest

from defilade.rules.sl.eyes.concealment import gives_cover
from defilade.rules.sl.eyes.hidden import hides
from defilade.rules.sl.ground.marsh import is_marsh
from defilade.rules.sl.marches.bypass import ONLY_ROUND_THESE
from defilade.rules.sl.state import Mount
from defilade.rules.sl.terrain import cost_for, is_open, sees
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.driving import FORWARD, NEVER, entry_cost, terrain_cost, terrain_refusal
from defilade.rules.sl.vehicles.parking import parking_refusal
from defilade.rules.sl.works.placing import site_bar
from sl.earthworks import built, strung
from sl.motor_pool import scene, vehicle
from sl.table import Table, unit
from sl.test_ground import shot_at_a_mover
from sl.test_mounts import cyclist
from sl.test_overruns import done
from sl.wilds import wild, wilds

__all__ = ["wilds"]
pytestmark = pytest.mark.usefixtures("wilds")

TANK, TRUCK, TRACK, CAR = "ger-pzkw-ivh", "ger-light-truck", "ger-spw-251-1", "ger-psw-231"


def price(counter: str, origin: str, hex: str, ce: bool = True) -> float:
    g = scene("MPh", [], [vehicle("v", counter, f"q{origin}", ce=ce)], board="q").g
    return entry_cost(g, g.state.vehicles["v"], f"q{origin}", f"q{hex}", FORWARD)


def barred(counter: str, hex: str, board: str = "q") -> str:
    """The rule that keeps a vehicle from driving into a hex; it does not set up there either."""
    g = scene("MPh", [], [vehicle("v", counter, f"{board}A1")], board=board).g
    car = g.state.vehicles["v"]
    found, parked = terrain_refusal(g, car, f"{board}{hex}"), parking_refusal(g, car, f"{board}{hex}")
    assert (found and found.rule) == (parked and parked.rule)
    return found.rule if found is not None else ""


@pytest.mark.rule("SL:14.7.10-b")
def test_a_road_makes_the_climb_cheaper() -> None:
    assert price(TANK, "Q6", "Q7") == 2.5 and price(TRUCK, "Q6", "Q7") == 2.5
    assert price(TANK, "Q6", "R7") == 5 and price(TRUCK, "Q6", "R7") == 10
    assert price(TANK, "Q6", "Q7", ce=False) == 3  # shut, it uses the road for the climb only
    assert price(TANK, "Q7", "Q6") == 0.5


@pytest.mark.rule("SL:14.16.8", "SL:14.16.2")
def test_orchards_hinder_no_vehicle() -> None:
    for counter in (TANK, TRUCK, TRACK, CAR):
        assert price(counter, "L2", "L3") == price(counter, "L1", "L2")
    table = scene("MPh", [], [vehicle("v", TANK, "qL2", 3)], board="q", attacker="german")
    table.do("drive v", "drive-to - qL3")
    assert not table.asked()
    woods = scene("MPh", [], [vehicle("v", TANK, "qT3", 3)], board="q", attacker="german")
    assert woods.do("drive v", "drive-to - qT4").asked()


@pytest.mark.rule("SL:14.10.2-b", "SL:14.18.2-a", "SL:14.4.4-c")
def test_where_no_vehicle_goes_nor_starts() -> None:
    for counter in (TANK, TRUCK, TRACK, CAR):
        assert barred(counter, "Q8") == "SL:14.10.2-b" and barred(counter, "C3") == "SL:14.18.2-a"
        assert barred(counter, "A2") == ""
    rubble = next(hex for hex, kind in Table("RPh", [], board="1").g.map.terrain.items() if kind == "rubble")
    assert barred(TANK, rubble[1:], "1") == "SL:14.4.4-c"


@pytest.mark.rule("SL:14.12.2-d")
def test_works_are_put_into_brush() -> None:
    g = wild("RPh").g
    assert all(site_bar(g, kind, "qP4") is None for kind in ("entrenchment", "wire", "mines"))
    assert site_bar(g, "entrenchment", "qQ8").rule == "SL:14.10.6"  # type: ignore[union-attr]


@pytest.mark.rule("SL:14.10.6", "SL:14.22.1-b")
def test_nobody_digs_in_crag_or_in_a_stream() -> None:
    men = [unit(uid, "ger-467", hex) for uid, hex in (("a", "Q8"), ("b", "G4"), ("c", "F4"))]
    table = wild("PFPh", *men, options={"digging-in": "on"})
    digs = [text for text in table.options() if text.startswith("dig")]
    assert [text.split()[1] for text in digs] == ["c"]
    g = table.g
    assert site_bar(g, "entrenchment", "qG4").rule == "SL:14.22.1-b"  # type: ignore[union-attr]
    assert site_bar(g, "wire", "qG4") is None


# -- shellholes --------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:14.14.1", "SL:14.14.2", "SL:14.14.3")
def test_shellholes() -> None:
    g = wild("MPh", unit("s", "ger-467", "X2")).g
    assert cost_for(g, g.unit("s"), "qX2", "qX3") == 1 and sees(g, "qX2", "qX6")
    assert price(TANK, "X2", "X3") == 1 and price(TRUCK, "X2", "X3") == 10 and price(CAR, "X2", "X3") == 3
    still = wild("PFPh", unit("s", "ger-467", "X3"), unit("r", "rus-447", "X4"), attacker="russian")
    still.do("target - qX3", "add r", "declare").roll((6, 5))
    assert {line.rule: line.value for line in still.breakdown().lines if line.sign == "+"} == {
        "SL:14.14.2": 1
    }
    assert shot_at_a_mover("X3", "X5") == {"SL:5.6.8.1-a": -1, "SL:5.6.8.1-b": -1, "SL:14.14.2": 1}


@pytest.mark.rule("SL:14.14-a")
def test_a_road_through_shellholes() -> None:
    g = wild("MPh", unit("s", "ger-467", "Y2")).g
    assert cost_for(g, g.unit("s"), "qY2", "qY3") == 1 and cost_for(g, g.unit("s"), "qY3", "qY4") == 0.5
    assert price(TRUCK, "Y2", "Y3") == 4.5 and price(TANK, "Y2", "Y3") == 0.5


@pytest.mark.rule("SL:4.10.22")
def test_shellholes_protect_no_motorcycle() -> None:
    for kind in ("cycle", "sidecar"):
        mounts = {"m": Mount("m", "german", kind, "qX3", ("s",))}
        table = wild(
            "PFPh",
            unit("s", "ger-467", "X3"),
            unit("r", "rus-447", "X5"),
            attacker="russian",
            mounts=mounts,
            motorcyclists=("s",),
        )
        table.do("target - qX3", "add r", "declare").roll((6, 5))
        assert {line.rule for line in table.breakdown().lines if line.sign == "+"} == {"SL:4.10.20"}
    empty = {"m": Mount("m", "german", "cycle", "qX3", ())}
    left = wild("PFPh", unit("r", "rus-447", "X5"), attacker="russian", mounts=empty)
    left.do("target - qX3", "add r", "declare").roll((6, 5))
    assert not [line for line in left.breakdown().lines if line.sign == "+"]


# -- snow and mud ------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:14.12.8")
def test_brush_is_open_ground_in_deep_snow() -> None:
    g = wild("MPh", unit("s", "ger-467", "P3"), month=12, ground="deep_snow").g
    assert sees(g, "qP3", "qP6") and is_open(g, "qP4") and cost_for(g, g.unit("s"), "qP3", "qP4") == 1
    assert not gives_cover(g, "qP4") and not hides(g, "qP4")
    tank = vehicle("v", TANK, "qP3")
    assert terrain_cost(g, tank, "qP4") == 1
    assert not sees(wild("MPh", month=12, ground="mud").g, "qP3", "qP6")


@pytest.mark.rule("SL:14.18.7-b")
def test_marsh_is_open_ground_under_snow() -> None:
    g = wild("MPh", unit("s", "ger-467", "C2"), month=12, ground="deep_snow").g
    assert not is_marsh(g, "qC3") and is_open(g, "qC3")
    walking = wild("MPh", unit("s", "ger-467", "C3"), month=12, ground="deep_snow").do("move s")
    assert walking.options("enter")
    wet = wild("MPh", unit("s", "ger-467", "C3"), month=12)
    assert is_marsh(wet.g, "qC3") and not wet.do("move s").options("enter")


@pytest.mark.rule("SL:4.11.9")
def test_bicycles_in_mud_and_snow() -> None:
    for ground in ("mud", "deep_snow"):
        table = cyclist("MPh", "S7", ground=ground).do("move s")
        assert table.refusal("enter - qS6").rule == "SL:4.11.9"
    assert cyclist("MPh", "S7", ground="deep_snow", ploughed=True).do("move s").options("enter")
    assert not cyclist("MPh", "S7", ground="mud", ploughed=True).do("move s").options("enter")
    paved = Table(
        "MPh",
        [unit("s", "ger-467", "zY5")],
        board="z",
        ground="mud",
        options={"double-time": "on"},
        mounts={"b": Mount("b", "german", "bicycle", "zY5", ("s",))},
    ).do("move s")
    assert paved.options("enter")


# -- hedgerows, steep ground, fires and wire ---------------------------------------------------------------


@pytest.mark.rule("SL:14.6.3-a")
def test_a_hedgerow_is_seen_through_from_beside_it_only() -> None:
    g = wild("RPh").g
    assert sees(g, "qU8", "qU10") and sees(g, "qU7", "qU9")
    assert not sees(g, "qU7", "qU10")


@pytest.mark.rule("SL:14.9.1-b")
def test_vehicles_climb_no_double_crest() -> None:
    g = wild("RPh").g
    assert abs(g.map.level("qQ9") - g.map.level("qP9")) == 2
    assert price(TANK, "P9", "Q9") >= NEVER and price(TANK, "Q9", "P9") >= NEVER
    assert price(TANK, "R8", "Q9") < NEVER  # one level


@pytest.mark.rule("SL:14.17-a")
def test_nobody_goes_through_a_burning_forest_by_its_road_or_around_it() -> None:
    units = [unit("s", "ger-467", "S4")]
    calm = wild("MPh", *units).do("move s")
    assert "enter - qS5" in calm.options() and calm.g.ground_in("qS5") == "woods"
    burning = wild("MPh", *units, fires={"qS5": "german"}).do("move s")
    assert burning.refusal("enter - qS5").rule == "SL:8.14.15"
    beside = [unit("s", "ger-467", "T3")]
    around = wild("MPh", *beside).do("move s").options("bypass")
    assert any("qT4" in text for text in around)
    barred = wild("MPh", *beside, fires={"qT4": "german"}).do("move s").options("bypass")
    assert not any("qT4" in text for text in barred)


@pytest.mark.rule("SL:14.17-b", "SL:14.5-a", "SL:5.3-q1")
def test_men_on_a_vehicle_have_the_woods_besides_its_armour_and_no_wall() -> None:
    def cover(hex: str, firer: str) -> dict[str, float]:
        cars = [vehicle("v", TRACK, f"q{hex}", passengers=("s",), exposed_passengers=True)]
        men = [unit("s", "ger-467", f"q{hex}"), unit("r", "rus-447", f"q{firer}")]
        table = scene("PFPh", men, cars, board="q", attacker="russian")
        table.g.place(table.unit("s"), "")
        table.do(f"target - q{hex}", "add r", "declare").roll((6, 5))
        return {line.rule: line.value for line in table.breakdown().lines if line.sign == "+"}

    assert cover("S5", "S4") == {"SL:7.1.8-a": 2, "SL:5.3.1-b": 1}
    assert cover("U4", "U3") == {"SL:7.1.8-a": 2}


@pytest.mark.rule("SL:15.1-b")
def test_nobody_gets_out_onto_wire() -> None:
    for works, may in (({}, True), (built(strung("qN9")), False)):
        cars = [vehicle("v", TRACK, "qN9", passengers=("s",))]
        table = scene("MPh", [unit("s", "ger-467", "qA9")], cars, board="q", works=works)
        table.g.place(table.unit("s"), "")
        assert bool(table.do("drive v").options("unload")) is may


@pytest.mark.rule("SL:14.7.9")
def test_one_looks_down_where_the_ground_changes_its_level() -> None:
    g = Table("RPh", [], board="2").g
    assert sees(g, "2J4", "2I4") and g.map.level("2J4") - g.map.level("2I4") == 1
    assert not sees(g, "2G3", "2N3")  # the hill lies between them


# -- forest roads, walls and water -------------------------------------------------------------------------


@pytest.mark.rule("SL:14.17-c")
def test_an_overrun_on_a_forest_road() -> None:
    def run_over(men: list[dict[str, object]], *soft: Vehicle, dice: tuple[int, int] = (3, 3)) -> Table:
        tank = vehicle("v", TANK, "qS4", 3)
        table = scene("MPh", men, [tank, *soft], board="q")
        done(table.do("drive v", "overrun - qS5 -"))
        if "stuck" in table.asked():
            table.roll((1, 1))
        return table.roll(dice)

    jeep = vehicle("j", "rus-gaz-67b", "qS5")
    on_foot, on_wheels = run_over([unit("r", "rus-447", "qS5")]), run_over([], jeep)
    both = run_over([unit("r", "rus-447", "qS5")], jeep)
    totals = [table.breakdown().total for table in (on_foot, on_wheels, both)]
    assert totals[0] == totals[2] == totals[1] / 2
    for roll, stopped in (((5, 6), True), ((5, 5), False)):
        table = run_over([unit("r", "rus-447", "qS5")], dice=roll)
        assert table.position.state.vehicles["v"].immobilized is stopped


@pytest.mark.rule("SL:14.5.1-c")
def test_a_wall_is_as_long_as_its_hexside() -> None:
    g = wild("RPh").g
    for a, b in (("qU2", "qU5"), ("qS2", "qV4"), ("qT2", "qW5")):  # its middle, and near both its ends
        verdict = g.map.los(a, b)
        assert not verdict.clear and verdict.what == "wall"


@pytest.mark.rule("SL:14.28.2-a")
def test_one_sees_over_water() -> None:
    g = wild("RPh").g
    assert {g.map.terrain[crossed.hex] for crossed in g.map.between("qE6", "qB7")} & {"pond"}
    assert sees(g, "qE6", "qB7")


@pytest.mark.rule("SL:14.28.2-b")
def test_nobody_goes_around_water_or_mines_it() -> None:
    table = wild("MPh", unit("s", "ger-467", "C8")).do("move s")
    assert "qC7" in table.g.map.adjacent["qC8"] and not any("qC7" in text for text in table.options("bypass"))
    assert table.refusal("bypass - qC7 0-1").reason == ONLY_ROUND_THESE.reason
    found = site_bar(table.g, "mines", "qC7")
    assert found is not None and site_bar(table.g, "mines", "qA2") is None
    woods = wild("MPh", unit("s", "ger-467", "T3")).do("move s")
    assert woods.options("bypass")
