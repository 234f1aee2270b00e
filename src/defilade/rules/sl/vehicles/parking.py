"""Setting up vehicles: where, which way they face, and who starts inside (SL:11.37.6-g)."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part, all_of, told
from defilade.rules.sl.options import before
from defilade.rules.sl.set_up import forces_besides
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.yard import change, kind_of, room_in, take_aboard, vehicles_in
from defilade.tactics.arcs import FACING_NAMES, FACINGS
from defilade.tactics.names import Hex
from defilade.tactics.set_up import free_letter, stays_aside
from defilade.tactics.units import OFF_MAP, SQUAD, Unit

PART = Part()

DONE = Action("done")

STONE = Refusal("vehicles never enter stone buildings", "SL:11.26.1")
NO_GROUND = {
    "stone_building": STONE,
    "rubble": Refusal("no vehicle gets over stone rubble", "SL:14.4.4-c"),
    "crag": Refusal("no vehicle gets over crag", "SL:14.10.2-b"),
    "marsh": Refusal("marsh bears no vehicle", "SL:14.18.2-a"),
}
NO_WOODS = Refusal("only tracked vehicles stand in woods and wooden buildings", "SL:30.4")
RUBBLE = ("rubble", "wooden_rubble")
NO_RUBBLE = Refusal("only tanks and the like get over wooden rubble", "SL:14.4.4-b")
TAKEN = Refusal("one vehicle a hex", "SL:11.25.2-a")


class PlaceVehicles(Frame):
    """The vehicles of a group are set up. `vehicle` is the one that is asked about, placed or not."""

    group: int
    vehicle: str = ""


@all_of
def other_places(g: SlPlay, group: int, vehicle: Vehicle) -> Iterable[Action]:
    """In which other ways may a vehicle be set up than in the open?"""
    return ()


@told
def placed_otherwise(g: SlPlay, vehicle: Vehicle, action: Action) -> None:
    """A vehicle is set up in a way of its own."""


def make_vehicle(g: SlPlay, number: int, type_id: str) -> Vehicle:
    side = g.scenario.groups[number].side
    used = [vehicle.letter for vehicle in g.state.vehicles.values() if vehicle.type == type_id]
    vehicle = Vehicle(g.new_id("v"), side, type_id, group=number, letter=free_letter(used))
    g.state.vehicles[vehicle.id] = vehicle
    return vehicle


@PART.answers(forces_besides)
def vehicles_of_group(g: SlPlay, group: int) -> list[Frame]:
    found = g.scenario.groups[group].vehicles
    for type_id, count in found.items():
        for _ in range(count):
            make_vehicle(g, group, type_id)
    return [PlaceVehicles(group)] if found else []


@PART.answers(stays_aside)
def sits_inside(g: SlPlay, unit: Unit) -> bool:
    """Passengers are off the map, but set up."""
    return any(unit.id in vehicle.passengers for vehicle in g.state.vehicles.values())


def standing_refusal(g: SlPlay, vehicle: Vehicle, hex: Hex) -> Refusal | None:
    """Why a vehicle may not stand in a hex at all. Who sets up in woods or a house has not driven there, and does not
    get stuck (SL:2.5-q3)."""
    terrain, kind = g.ground_in(hex), kind_of(g, vehicle)
    if terrain in RUBBLE and not kind.wheeled and before(g, "gi"):
        return None  # SL:14.4-d, SL:14.4-e: as it was once
    if terrain in NO_GROUND:
        return NO_GROUND[terrain]
    if terrain == "wooden_rubble" and not kind.fully_tracked:
        return NO_RUBBLE
    return NO_WOODS if terrain in ("woods", "wooden_building") and not kind.fully_tracked else None


def parking_refusal(g: SlPlay, vehicle: Vehicle, hex: Hex) -> Refusal | None:
    if any(other.id != vehicle.id and not other.wreck for other in vehicles_in(g, hex)):
        return TAKEN
    return standing_refusal(g, vehicle, hex)


def waiting(g: SlPlay, group: int) -> list[Vehicle]:
    return [
        vehicle
        for vehicle in g.state.vehicles.values()
        if vehicle.group == group and vehicle.hex == OFF_MAP and not vehicle.wreck
        if vehicle.id not in g.state.unseen_vehicles
    ]


def parking_options(g: SlPlay, frame: PlaceVehicles, vehicle: Vehicle) -> list[Action]:
    area = g.scenario.set_up_area(frame.group, g.map)
    enemy = g.enemy_of(vehicle.side)
    return [
        Action("park", (vehicle.id,), hex)
        for hex in area
        if not g.has_side(hex, enemy) and parking_refusal(g, vehicle, hex) is None
    ]


def boarding_refusal(g: SlPlay, vehicle: Vehicle, unit: Unit) -> Refusal | None:
    """SL:11.37.3: who still fits. Leaders always do."""
    need = (2 if unit.kind == SQUAD else 1) if unit.is_mmc else 0
    if not kind_of(g, vehicle).capacity or need > room_in(g, vehicle):
        return Refusal("it is full", "SL:11.37.3")
    return None


def boarding_options(g: SlPlay, vehicle: Vehicle) -> list[Action]:
    if not vehicle.hex:
        return []
    return [
        Action("board", (unit.id,), vehicle.hex)
        for unit in g.side_in(vehicle.hex, vehicle.side)
        if boarding_refusal(g, vehicle, unit) is None
    ]


def commands(g: SlPlay, frame: PlaceVehicles, vehicle: Vehicle) -> list[Action]:
    """SL:3.3.2-a: who leads which AFV is written down, and not said; SL:3.3.5-c: one leader an AFV."""
    if not kind_of(g, vehicle).armoured or vehicle.leader:
        return []
    taken = [v.leader for v in g.state.vehicles.values() if v.group == frame.group and v.leader]
    given = g.scenario.groups[frame.group].armour_leaders
    return [
        Action("command", (vehicle.id,), "", leader)
        for leader, count in given.items()
        if taken.count(leader) < count
    ]


@PART.decisions(PlaceVehicles)
def ask_parking(g: SlPlay, frame: PlaceVehicles) -> Choice | None:
    if frame.vehicle:
        vehicle = g.state.vehicles[frame.vehicle]
        options = [Action("face", (vehicle.id,), "", FACING_NAMES[facing]) for facing in FACINGS]
        options += [*boarding_options(g, vehicle), *commands(g, frame, vehicle)]
        name = g.piece_name(vehicle.id)
        asks = f"Which way does {name} face, and who sits in it?"
        return Choice(vehicle.side, asks, tuple(options), ("SL:11.25.5",), (vehicle.id,), vehicle.hex)
    left = waiting(g, frame.group)
    if not left:
        return None
    asks = f"Where does {g.piece_name(left[0].id)} set up?"
    options = [*parking_options(g, frame, left[0]), *other_places(g, frame.group, left[0])]
    return Choice(left[0].side, asks, tuple(options), ("SL:1.1.1",), (left[0].id,)) if options else None


@ask_parking
def take_parking(g: SlPlay, frame: PlaceVehicles, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action):
        left = waiting(g, frame.group)
        if not left:
            g.pop()
        else:  # nowhere is room for it: it does not take part
            del g.state.vehicles[left[0].id]
        return
    if answer.verb == "park":
        vehicle = change(g, g.state.vehicles[answer.who[0]], hex=answer.at)
        frame.vehicle = vehicle.id
        g.say(
            "set_up",
            f"{g.piece_name(vehicle.id)} sets up in {g.place_name(answer.at)}.",
            "SL:1.1.1",
            side=vehicle.side,
            who=(vehicle.id,),
            at=answer.at,
        )
    elif answer.verb == "command":
        change(g, g.state.vehicles[frame.vehicle], leader=answer.how)
    elif answer.verb == "board":
        vehicle = g.state.vehicles[frame.vehicle]
        unit = g.unit(answer.who[0])
        take_aboard(g, vehicle, unit)
        g.say(
            "boards",
            f"{g.name(unit)} sits in {g.piece_name(vehicle.id)}.",
            "SL:11.37.6-g",
            side=vehicle.side,
            who=(unit.id, vehicle.id),
            at=vehicle.hex,
        )
    elif answer.verb != "face":
        frame.vehicle = answer.who[0]
        placed_otherwise(g, g.state.vehicles[answer.who[0]], answer)
    else:
        facing = FACING_NAMES.index(answer.how)
        change(g, g.state.vehicles[frame.vehicle], vca=facing, tca=facing)
        frame.vehicle = ""
