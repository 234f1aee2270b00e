"""Fire through wheat, brush and orchards, and what stands out of them (SL:14.11.3, SL:14.12.9, SL:14.13, SL:14.16)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.rules.sl.eyes.vehicles_concealed import in_sight
from defilade.rules.sl.growth import sees_vehicle
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.tactics.units import Weapon
from defilade.tactics.vehicles import VERY_SMALL
from sl.motor_pool import scene, vehicle
from sl.table import Table, unit
from sl.test_machine_guns import gun
from sl.wilds import wilds

__all__ = ["wilds"]
pytestmark = pytest.mark.usefixtures("wilds")

TANK, TRACK, JEEP = "rus-t34-76a", "ger-spw-251-1", "ger-kubelwagen"
BEHIND = (("N3", "N6"), ("P3", "P6"))
"""With wheat, and with brush between them."""


def field(
    phase: str, units: list[dict[str, Any]], *cars: Vehicle, weapons: tuple[Weapon, ...] = (), **more: Any
) -> Table:
    return scene(phase, units, list(cars), weapons={w.id: w for w in weapons}, board="q", **more)


def fp(table: Table) -> list[float]:
    return [e.breakdown.total for e in table.events if e.kind == "attack" and e.breakdown is not None]


def halved(table: Table) -> list[str]:
    return [line.rule for line in table.breakdown().lines if line.label.endswith("not seen")]


# -- what stands out ---------------------------------------------------------------------------------------


@pytest.mark.rule("SL:14.11.3", "SL:14.12.9-b", "SL:14.13.1-c")
@pytest.mark.parametrize(("here", "there"), BEHIND)
def test_a_vehicle_behind_wheat_or_brush_is_shot_at(here: str, there: str) -> None:
    rifle = gun("w", "ger-atr", "u", f"q{here}")
    table = field(
        "PFPh", [unit("u", "ger-467", f"q{here}")], vehicle("v", TANK, f"q{there}"), weapons=(rifle,)
    )
    table.do(table.options("shoot")[0]).roll((3, 4))
    assert table.breakdown("to_hit").value("SL:14.13.1-c") == 2
    beside = field("PFPh", [unit("u", "ger-467", "qN3")], vehicle("v", TANK, "qN4"), weapons=(rifle,))
    beside.do(beside.options("shoot")[0]).roll((3, 4))  # in the wheat that one sees into
    assert not any(line.rule == "SL:14.13.1-c" for line in beside.breakdown("to_hit").lines)


@pytest.mark.rule("SL:14.11.3", "SL:14.12.9-b")
@pytest.mark.parametrize(("here", "there"), BEHIND)
def test_it_sees_nobody_smaller_over_there(here: str, there: str) -> None:
    units = [unit("s", "ger-467", f"q{here}")]
    table = field("PFPh", units, vehicle("v", TANK, f"q{there}"), attacker="russian")
    assert not [text for text in table.options() if text.startswith("vfire") or here in text]
    close = field("PFPh", units, vehicle("v", TANK, "qN5" if here == "N3" else "qP5"), attacker="russian")
    near = field("PFPh", [unit("s", "ger-467", "qN5")], vehicle("v", TANK, "qN6"), attacker="russian")
    assert not [text for text in close.options() if here in text]
    assert [text for text in near.options() if "qN5" in text]


@pytest.mark.rule("SL:14.12.9-b")
def test_the_smallest_vehicles_do_not_stand_out() -> None:
    g = field("PFPh", [], vehicle("v", JEEP, "qN6")).g
    car = g.state.vehicles["v"]
    assert sees_vehicle(g, "qN3", car)
    small = msgspec.structs.replace(g.garage.types[JEEP], size=VERY_SMALL)
    g.garage = msgspec.structs.replace(g.garage, types={**g.garage.types, JEEP: small})
    assert not sees_vehicle(g, "qN3", car)


@pytest.mark.rule("SL:14.11.3")
def test_fire_at_who_looks_out_of_it_spares_the_men_in_the_same_hex() -> None:
    units = [unit("s", "ger-467", "qN3"), unit("r", "rus-447", "qN6")]
    table = field("PFPh", units, vehicle("v", TANK, "qN6", ce=True))
    assert "target - qN6" in table.options()
    table.do("target - qN6", "add s", "declare").roll((6, 5))
    assert [event.who for event in table.events if event.kind == "attack"] == [("v",)]
    assert fp(table) == [4]  # it is seen, and so not halved
    shut = field("PFPh", units, vehicle("v", TANK, "qN6"))
    assert "target - qN6" not in shut.options()


@pytest.mark.rule("SL:14.11.3")
def test_a_machine_gun_is_fired_at_it() -> None:
    crew = [unit("u", "rus-447", "qN3")]
    weapon = gun("w", "rus-hmg", "u", "qN3", "russian")
    table = field("PFPh", crew, vehicle("v", TRACK, "qN6"), weapons=(weapon,), attacker="russian")
    assert table.options("rake") == ["rake u+w+v qN6"]
    trees = field(
        "PFPh",
        [unit("u", "rus-447", "qT3")],
        vehicle("v", TRACK, "qT7"),
        weapons=(weapon,),
        attacker="russian",
    )
    assert not trees.options("rake")


@pytest.mark.rule("SL:14.12.9-b", "SL:2.3.8.2-a")
def test_it_is_not_out_of_sight_there() -> None:
    g = field("PFPh", [unit("s", "ger-467", "qN3")], vehicle("v", TANK, "qN6")).g
    assert in_sight(g, g.state.vehicles["v"])
    woods = field("PFPh", [unit("s", "ger-467", "qT3")], vehicle("v", TANK, "qT7")).g
    assert not in_sight(woods, woods.state.vehicles["v"])


# -- targets that others see -------------------------------------------------------------------------------


def three(**more: Any) -> Table:
    """One who sees a Russian behind the wheat, one beside him who does not, and one who sees nothing far off."""
    units = [
        unit("a", "ger-467", "qM2"),
        unit("b", "ger-467", "qL2"),
        unit("c", "ger-467", "qK9"),
        unit("r", "rus-447", "qO5"),
    ]
    return Table("PFPh", units, board="q", **more)


@pytest.mark.rule("SL:14.13.1-a", "SL:14.13.1-b")
def test_who_does_not_see_the_target_of_his_group_fires_at_half() -> None:
    table = three().do("target - qO5")
    assert "add b" not in table.options("add")
    table.do("add a", "add b", "declare").roll((6, 5))
    assert fp(table) == [6] and halved(table) == ["SL:14.13.1-b"]
    strict = three(options={"los": "strict"}).do("target - qO5", "add a", "add b", "declare").roll((6, 5))
    assert fp(strict) == [6]


@pytest.mark.rule("SL:14.13.1-a")
def test_or_by_himself_once_his_neighbour_has_fired_there() -> None:
    table = three().do("target - qO5", "add a", "declare").roll((6, 5))
    assert fp(table) == [4]
    table.do("target - qO5", "add b", "declare").roll((6, 5))
    assert fp(table) == [4, 2]
    alone = Table("PFPh", [unit("b", "ger-467", "qL2"), unit("r", "rus-447", "qO5")], board="q")
    assert not alone.options("target")
    blind = Table(
        "PFPh",
        [unit("b", "ger-467", "qL2"), unit("r", "rus-447", "qO5")],
        board="q",
        options={"los": "strict"},
    )
    blind.do("target - qO5", "add b", "declare")
    assert blind.said("SL:2.1.2-b") and not fp(blind)


@pytest.mark.rule("SL:14.16-c")
def test_through_an_orchard_as_well() -> None:
    units = [unit("a", "ger-467", "qK3"), unit("b", "ger-467", "qL2"), unit("r", "rus-447", "qL7")]
    table = Table("PFPh", units, board="q").do("target - qL7")
    assert "add b" not in table.options("add")
    table.do("add a", "add b", "declare").roll((6, 5))
    assert fp(table) == [6]


@pytest.mark.rule("SL:14.13.1-a")
def test_woods_hide_a_target_for_good() -> None:
    units = [unit("a", "ger-467", "qN6"), unit("b", "ger-467", "qN7"), unit("r", "rus-447", "qT5")]
    table = Table("PFPh", units, board="q").do("target - qT5", "add a")
    assert "add b" not in table.options("add") and table.refusal("add b").rule == "SL:2.1.1-a"


# -- machine guns that fire on -----------------------------------------------------------------------------


def on(target: str, origin: str, *places: str) -> list[float]:
    """The FP of a heavy machine gun at each of these places, in one attack."""
    units = [unit("u", "ger-467", f"q{origin}"), unit("n", "rus-447", f"q{target}")]
    units += [unit(f"r{place}", "rus-447", f"q{place}") for place in places]
    table = field("PFPh", units, weapons=(gun("w", "ger-hmg", "u", f"q{origin}"),))
    table.do(f"target - q{target}", "add u+w", "declare").roll((6, 5))
    found = {e.at: e.breakdown.total for e in table.events if e.kind == "attack" and e.breakdown is not None}
    return [found.get(f"q{place}", 0) for place in (target, *places)]


@pytest.mark.rule("SL:14.11.2-b")
def test_through_wheat_they_fire_on_at_half() -> None:
    assert on("N4", "N2", "N5", "N6") == [6, 2.5, 2]
    assert on("P4", "P2", "P5", "P6") == [6, 2.5, 2]


@pytest.mark.rule("SL:14.16.5-b")
def test_past_two_orchards_they_fire_on_at_half() -> None:
    assert on("L3", "L2", "L4", "L5", "L6") == [12, 5, 2, 1.5]
