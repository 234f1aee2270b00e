"""Vehicles that drive around the woods or the building of a hex (SL:7.1.12, SL:11.29), along its hexsides as infantry
goes.

They may end their move there, at the corner that their VCA points at (SL:11.29.4), and go on by one of the two hexsides
at it, along further hexsides of the same hex, or back over the one by which they came (SL:11.29.8). The obstacle hides
them from who looks across it (SL:7.2.5.1-b, SL:11.29.12-a); who is inside it has them at arm's length (SL:7.2.5.3-a).
They fire at nobody in it (SL:11.29.23).
"""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Action, Refusal
from defilade.kernel.composition import Part, bar
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl import terrain
from defilade.rules.sl.fire import in_the_hex, targets_met
from defilade.rules.sl.firers import fire_bar
from defilade.rules.sl.marches.bypass import BLOCKED, MOST_SIDES, OBSTACLES, ONLY_ROUND_THESE, touched, ways
from defilade.rules.sl.options import before
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.vehicle_pieces import ARMOURED_CAR, Vehicle
from defilade.rules.sl.vehicles.against_vehicles import AgainstVehicle
from defilade.rules.sl.vehicles.driving import (
    ENTRY,
    FORWARD,
    GOES_NO_FURTHER,
    NOT_AHEAD,
    REVERSE,
    REVERSE_WHEELED,
    ROUND,
    SOFT_AMONG_ENEMIES,
    TAKEN,
    TOO_DEAR,
    Driving,
    aboard_refusal,
    climb_and_smoke,
    column,
    crosses_hexside,
    driven_into,
    driven_otherwise,
    enemies_in,
    goes_no_further,
    left_to_it,
    mp_left,
    other_ways_on,
    pay_for_hex,
    price_of_driving,
    refused_otherwise,
    upon_driving_in,
)
from defilade.rules.sl.vehicles.exposed import vehicle_of_piece
from defilade.rules.sl.vehicles.immobilization import BEHIND_OBSTACLE
from defilade.rules.sl.vehicles.yard import behind_its_obstacle, change, is_afv, vehicles_in
from defilade.tactics.arcs import FACING_NAMES, front_hexes, sides_crossed
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit

PART = Part()

DOUBLE = 2
"""What every hexside costs, measured by the open ground beside the obstacle."""

IN_BYPASS = Refusal("beside an obstacle it overruns nobody: it must drive into it", "SL:7.1.12")
NO_WAY = Refusal("there is no such way around", "SL:7.1.12")
LATER = Refusal("vehicles go around obstacles by later rules only", "SL:7.1.12")


@bar
def bypass_bar(g: SlPlay, vehicle: Vehicle) -> Refusal | None:
    """Why does a vehicle go around nothing?"""


# -- the ways ----------------------------------------------------------------------------------------------


def sides_of(name: str) -> tuple[int, ...]:
    return tuple([int(side) for side in name.split("-") if side.isdigit()])


def named(sides: Sequence[int]) -> str:
    return "-".join(map(str, sides))


def corner_at(before_it: int, side: int) -> int:
    """The facing to the corner at the end of a hexside, by the hexside that one comes from."""
    return side if (side - before_it) % 6 == 1 else (side - 1) % 6


def facing_after(entry: int, sides: Sequence[int]) -> int:
    """The VCA of who has come in over one hexside and along these: it points at the corner where he has got to."""
    return corner_at(sides[-2] if len(sides) > 1 else entry, sides[-1])


def further(g: SlPlay, vehicle: Vehicle) -> list[tuple[int, ...]]:
    """Along which hexsides of its hex it may go on."""
    last = vehicle.bypass[-1]
    turn = 1 if vehicle.vca == last else -1
    found: list[tuple[int, ...]] = []
    for length in range(1, MOST_SIDES - len(vehicle.bypass) + 1):
        sides = tuple([(last + turn * step) % 6 for step in range(1, length + 1)])
        if not touched(g, vehicle.hex).isdisjoint(sides):
            break
        found.append(sides)
    return found


def ways_around(g: SlPlay, vehicle: Vehicle, hex: Hex) -> list[tuple[int, ...]]:
    if g.ground_in(hex) not in OBSTACLES:
        return []
    if hex == vehicle.hex:
        return further(g, vehicle) if vehicle.bypass else []
    return [way.along for way in ways(g, vehicle.hex, hex)]


def price(g: SlPlay, vehicle: Vehicle, hex: Hex, sides: Sequence[int]) -> float:
    """SL:11.29.2-a: every hexside at double the price of open ground; SL:11.29.2-b: the way up and smoke double, once,
    as it comes in."""
    cost = DOUBLE * ENTRY[column(g, vehicle)]["open"] * len(sides)
    return cost + (DOUBLE * climb_and_smoke(g, vehicle.hex, hex) if hex != vehicle.hex else 0)


def refusal(g: SlPlay, frame: Driving, vehicle: Vehicle, hex: Hex, sides: tuple[int, ...]) -> Refusal | None:
    """SL:11.29.1-c: only around an obstacle. Of the MP the first hexside of a move asks nothing (SL:11.26.3). Only AFVs
    go by enemies (SL:11.26.7)."""
    barred = GOES_NO_FURTHER if goes_no_further(g, vehicle) else bypass_bar(g, vehicle)
    if before(g, "cod"):
        return LATER
    if barred is not None:
        return barred
    if g.ground_in(hex) not in OBSTACLES:
        return ONLY_ROUND_THESE
    if hex != vehicle.hex and hex not in front_hexes(g.map, vehicle.hex, vehicle.vca):
        return NOT_AHEAD
    if sides not in ways_around(g, vehicle, hex):
        return NO_WAY if touched(g, hex).isdisjoint(sides) else BLOCKED
    if hex != vehicle.hex:
        if not crosses_hexside(g, vehicle, vehicle.hex, hex):
            return NO_WAY
        if vehicles_in(g, hex):
            return TAKEN
    if enemies_in(g, vehicle, hex) and not is_afv(g, vehicle):
        return SOFT_AMONG_ENEMIES
    if (aboard := aboard_refusal(g, vehicle, hex)) is not None:
        return aboard
    free = not frame.hexes and len(sides) == 1
    return None if free or price(g, vehicle, hex, sides) <= mp_left(g, frame, vehicle) else TOO_DEAR


@PART.answers(other_ways_on)
def ways_round(g: SlPlay, frame: Driving, vehicle: Vehicle) -> list[Action]:
    ahead = front_hexes(g.map, vehicle.hex, vehicle.vca)
    return [
        Action(ROUND, (), hex, named(sides))
        for hex in (*ahead, vehicle.hex)
        for sides in ways_around(g, vehicle, hex)
        if refusal(g, frame, vehicle, hex, sides) is None
    ]


@PART.answers(refused_otherwise)
def why_not_round(g: SlPlay, frame: Driving, vehicle: Vehicle, action: Action) -> Refusal | None:
    if action.verb == "overrun" and action.at == vehicle.hex and vehicle.bypass:
        return IN_BYPASS
    if action.verb != ROUND or action.at not in g.map.index:
        return None
    return refusal(g, frame, vehicle, action.at, sides_of(action.how))


@PART.answers(driven_otherwise)
def drive_round(g: SlPlay, frame: Driving, vehicle: Vehicle, action: Action) -> None:
    """SL:7.1.12, SL:11.29.21: whoever is inside the obstacle, nobody is overrun; nor does it get stuck."""
    origin, hex, sides = vehicle.hex, action.at, sides_of(action.how)
    cost = price(g, vehicle, hex, sides)
    pay_for_hex(g, frame, vehicle, hex, FORWARD, cost)
    if hex == origin:
        along = (*vehicle.bypass, *sides)
        facing, came_from = facing_after(vehicle.bypass[-1], sides), vehicle.bypass_from
    else:
        entry = g.map.direction(hex, origin)
        assert entry is not None
        along, facing, came_from = sides, facing_after(entry, sides), origin
    vehicle = change(
        g, vehicle, hex=hex, moved=True, rough=0, vca=facing, tca=facing, bypass=along, bypass_from=came_from
    )
    g.say(
        "bypass",
        f"{g.piece_name(vehicle.id)} drives around the obstacle in {g.place_name(hex)}, to its "
        f"{FACING_NAMES[facing]} corner, for {cost:g} MP.",
        "SL:7.1.12",
        side=vehicle.side,
        who=(vehicle.id,),
        at=hex,
    )
    if hex == origin:
        g.push(AgainstVehicle(vehicle.id, hex))
        return
    driven_into(g, vehicle, origin, hex)
    vehicle = g.state.vehicles[vehicle.id]
    g.push_in_order(*upon_driving_in(g, vehicle, hex), AgainstVehicle(vehicle.id, hex))


@PART.answers(left_to_it)
def leaves_ahead(g: SlPlay, found: list[Action], frame: Driving, vehicle: Vehicle) -> list[Action]:
    """SL:11.29.8: it does not turn where it is."""
    return [action for action in found if action.verb != "turn"] if vehicle.bypass else found


@PART.answers(price_of_driving)
def back_along_it(g: SlPlay, cost: float, vehicle: Vehicle, origin: str, hex: Hex) -> float:
    """SL:11.27.1-c: backwards it pays for the hexsides as well, as dearly as for the hex."""
    if not vehicle.bypass or hex != vehicle.bypass_from or origin != vehicle.hex:
        return cost
    times = REVERSE_WHEELED if column(g, vehicle) == ARMOURED_CAR else REVERSE
    return cost + times * DOUBLE * ENTRY[column(g, vehicle)]["open"] * len(vehicle.bypass)


# -- behind the obstacle -----------------------------------------------------------------------------------


def corners_of(vehicle: Vehicle) -> tuple[int, ...]:
    """The corners at which it can be seen: all of those that it passes while it moves, then the one where it is."""
    if not vehicle.drove:
        return ((vehicle.vca + 1) % 6,)
    return tuple(dict.fromkeys(corner % 6 for side in vehicle.bypass for corner in (side, side + 1)))


def is_hidden(g: SlPlay, a: str, hex: Hex, corner: int) -> bool:
    found = g.map.los_to_corner(a, hex, corner)
    return not terrain.is_clear(g, found.hindrance if found.clear else -1, hex)


@PART.answers(behind_its_obstacle)
def obstacle_in_the_way(g: SlPlay, a: str, vehicle: Vehicle) -> bool:
    """SL:7.2.5.1-b, SL:11.29.13: whether no line leads to it; from inside the obstacle there always is one. While it
    moves, a line to the dot over one of its hexsides does as well (SL:11.29.11)."""
    hex = vehicle.hex
    if not vehicle.bypass or not a or g.map.ground_hex(a) == hex:
        return False
    over = vehicle.drove and not set(sides_crossed(g.map, a, hex)).isdisjoint(vehicle.bypass)
    if over and terrain.sees(g, a, hex):
        return False
    return all(is_hidden(g, a, hex, corner) for corner in corners_of(vehicle))


@PART.answers(targets_met)
def heads_behind_it(g: SlPlay, targets: tuple[str, ...], hexes: Sequence[str]) -> tuple[str, ...]:
    """Who looks out of it is met by no fire that crosses the obstacle."""
    found = []
    for piece in targets:
        vehicle = None if piece in g.state.units else vehicle_of_piece(g, piece)
        if vehicle is None or not any(obstacle_in_the_way(g, hex, vehicle) for hex in hexes):
            found.append(piece)
    return tuple(found)


@PART.answers(fire_bar)
def at_nobody_else(g: SlPlay, unit: Unit, target: str) -> Refusal | None:
    """Who has nothing else in the hex to fire at."""
    if not any(vehicle.bypass for vehicle in vehicles_in(g, target)):
        return None
    there = in_the_hex(g, target)
    return BEHIND_OBSTACLE if there and not heads_behind_it(g, there, (unit.hex,)) else None


def words(g: SlPlay, action: Action) -> str:
    sides = sides_of(action.how)
    return f"Drive around the obstacle in {g.place_name(action.at)}, along {len(sides)} hexside" + (
        f"s ({action.how})" if len(sides) > 1 else f" ({action.how})"
    )


PART.adds(SPOKEN, Spoken(ROUND, words))
PART.adds(OPTION_LOOKS, VerbLook(ROUND, OptionLook("Drive around", hex="special")))
