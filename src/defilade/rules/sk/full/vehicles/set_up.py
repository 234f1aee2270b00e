"""Vehicles of a scenario: made with their group, set up with a facing, or waiting off the map (SKF:3.3.2-p)."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Choice, Frame, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sk.card import Group
from defilade.rules.sk.full.library import kit_of
from defilade.rules.sk.full.vehicle_charts import NONE
from defilade.rules.sk.setup import group_made, next_letter, set_up_frames
from defilade.rules.sk.state import SkPlay
from defilade.rules.sk.terrain import is_building
from defilade.tactics import arcs
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import OFF_MAP
from defilade.tactics.vehicles import Vehicle

PART = Part()

RULES = ("SKF:3.3.2-p", "SKF:2.0-aa")
CE, BU = "ce", "bu"


class PlaceVehicles(Frame):
    """The vehicles of a side being set up: where, which way, and with the crew out or in."""

    side: Side
    vehicle: str = ""
    hex: Hex = ""
    facing: int = -1


@PART.answers(group_made)
def make_vehicles(g: SkPlay, number: int, group: Group) -> None:
    for type_id, count in group.vehicles.items():
        for _ in range(count):
            enters = group.enters
            g.add_vehicle(
                Vehicle(
                    g.new_id("v"),
                    group.side,
                    type_id,
                    group=number,
                    letter=next_letter(g, type_id),
                    due=enters.turn if enters else 0,
                    edges=enters.edges if enters else (),
                ),
            )


@PART.answers(set_up_frames)
def set_up_vehicles(g: SkPlay, side: Side) -> Iterable[Frame]:
    return [PlaceVehicles(side)]


def _waiting(g: SkPlay, side: Side) -> Vehicle | None:
    for vehicle in g.state.vehicles.values():
        if (
            vehicle.side == side
            and vehicle.hex == OFF_MAP
            and g.scenario.groups[vehicle.group].setup is not None
        ):
            return vehicle
    return None


def hexes_for(g: SkPlay, vehicle: Vehicle) -> list[str]:
    """Where a vehicle may stand: in its group's area, alone of its side but for wrecks (SKF:7.4-d), in terrain that it
    could enter, so that no Armored Car is in a building (SKF:1.1.1-h)."""
    rates = kit_of(g).charts.mp[g.vehicle_type(vehicle).movement]
    return [
        hex
        for hex in g.scenario.set_up_area(vehicle.group, g.map)
        if rates.get(g.map.terrain[hex]) != NONE
        and g.tank_of(hex, vehicle.side) is None
        and not g.has_side(hex, g.enemy_of(vehicle.side))
        and g.tank_of(hex, g.enemy_of(vehicle.side)) is None
    ]


@PART.decisions(PlaceVehicles)
def ask_place_vehicles(g: SkPlay, frame: PlaceVehicles) -> Choice | None:
    vehicle = _waiting(g, frame.side)
    if vehicle is None:
        return None
    name = g.vehicle_name(vehicle)
    who = (vehicle.id,)
    if not frame.hex:
        places = tuple(Action("place", who, hex) for hex in hexes_for(g, vehicle))
        return Choice(frame.side, f"Where does the {name} set up?", places, RULES, who)
    if frame.facing < 0:
        ways = tuple(Action("face", who, "", str(facing)) for facing in arcs.FACINGS)
        return Choice(frame.side, f"Which way does the {name} face?", ways, RULES, who, frame.hex)
    crews = (Action("crew", who, "", BU), Action("crew", who, "", CE))
    return Choice(frame.side, f"Is the crew of the {name} CE or BU?", crews, ("SKF:7.7-a",), who, frame.hex)


@ask_place_vehicles
def take_place_vehicles(g: SkPlay, frame: PlaceVehicles, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action):
        g.pop()
        return
    vehicle = g.vehicle(answer.who[0])
    if answer.verb == "place":
        frame.hex = answer.at
        return
    if answer.verb == "face":
        frame.facing = int(answer.how)
        if not is_building(g, frame.hex):
            return
    ce = answer.how == CE
    vehicle = g.place_vehicle(vehicle, frame.hex, vca=frame.facing, tca=frame.facing, ce=ce)
    frame.hex, frame.facing = "", -1
    g.say(
        "set_up",
        f"{g.vehicle_name(vehicle)} sets up in {g.place_name(vehicle.hex)}, facing "
        f"{arcs.FACING_NAMES[vehicle.vca]}, its crew {'out' if ce else 'inside'}.",
        *RULES,
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
    )
