"""Vehicles on the move (SL:11.26, SL:11.27): one after the other, each hex paid in MP, and the other side may act
before they leave it (SL:5.6.7.1-a)."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Chance, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part, all_of, any_of, bar, first_of, handed_on, told
from defilade.kernel.encoding import always
from defilade.rules.sl import stacking, terrain
from defilade.rules.sl.movement import moved_otherwise, other_moves
from defilade.rules.sl.options import OPTIONS, Option
from defilade.rules.sl.smoke import smoke_cost
from defilade.rules.sl.state import MPH, SlPlay, Track
from defilade.rules.sl.vehicle_pieces import ARMOURED_CAR, JEEP, TRUCK, Vehicle
from defilade.rules.sl.vehicles.against_vehicles import AgainstVehicle
from defilade.rules.sl.vehicles.crews import abandon, crew_out
from defilade.rules.sl.vehicles.parking import NO_WOODS, standing_refusal
from defilade.rules.sl.vehicles.yard import (
    change,
    immobilize,
    is_afv,
    kind_of,
    of_side,
    passengers_of,
    set_down,
    vehicles_in,
)
from defilade.tactics.arcs import FACING_NAMES, FACINGS, front_hexes
from defilade.tactics.names import Hex, Side, UnitId
from defilade.tactics.sequence import phase_ends, player_turn_begins
from defilade.tactics.units import PREP, Unit

PART = Part()

STOP = Action("stop")

FORWARD, BACKWARD = "forward", "backward"
ROUND = "drive-round"
ONWARD = ("drive-to", "back", "overrun", ROUND)

NEVER = 999.0
SHELLHOLES = "shellholes"
ROAD, UPHILL, UPHILL_BY_ROAD, PASSING, PASSING_ENEMY = 0.5, 4, 2, 2, 4
TURNING, TURNING_SOFT, UNLOADING, LEAVING = 2, 4, 2, 2
REVERSE, REVERSE_WHEELED, SWITCHING = 4, 2, 2
OPEN_KINDS = ("open", "grain", "orchard")
"""SL:14.16.8: nor does a vehicle get stuck in an orchard."""
ENTRY = {
    "tracked": {"open": 1, "brush": 2, "woods": 6, "wooden_building": 4, "wooden_rubble": 4, "rubble": 4},
    ARMOURED_CAR: {"open": 3, "brush": 4},
    "soft": {"open": 6, "brush": 6},
}
"""SL:30.4, SL:14.12.2-a, SL:14.4.4-b, SL:14.4.12-a; stone rubble as it was once (SL:14.4-e)."""
ROUGH = ("woods", "wooden_building", "wooden_rubble", "rubble")
HOLES = {"soft": 4}
"""What shellholes cost besides (SL:30.4, SL:14.14.1)."""
BREAKDOWN = {"american": 11, "russian": 10, "german": 9, "british": 9}
OTHER_BREAKDOWN = 8
"""SL:11.33.1-b"""

AT_EACH_TURN = Option(
    "fire-at-turns",
    "Fire at vehicles that turn",
    "A vehicle may be acted against before and after every change of its facing, in its first hex only after it.",
    ("SL:5.6.7-33C",),
    "convention",
)
PART.adds(OPTIONS, AT_EACH_TURN)

NOT_YOURS = Refusal("it is not its player turn", "SL:1.3.1-a")
HAS_MOVED = Refusal("it has moved in this MPh", "SL:11.26.4")
CANNOT = Refusal("it cannot move: stunned, immobilized or without a crew", "SL:11.8.3-d")
HAS_FIRED = Refusal("who fired in the PFPh does not move", "SL:4.1.1")
NOT_AHEAD = Refusal("it drives into the hexes before it", "SL:11.26.5-a")
TOO_DEAR = Refusal("it has not the MP", "SL:11.26.2")
SOFT_AMONG_ENEMIES = Refusal("only AFVs drive into enemies", "SL:11.26.7")
GOES_NO_FURTHER = Refusal("it stays where it is until its next MPh", "SL:15.1.13")
TAKEN = Refusal("another vehicle stands there", "SL:11.25.2-a")
BROKEN_ABOARD = Refusal("with broken men aboard it goes no nearer to the enemy", "SL:11.13.8-b")


@all_of
def other_ways_on(g: SlPlay, frame: Driving, vehicle: Vehicle) -> Iterable[Action]:
    """In which other ways may a vehicle go on?"""
    return ()


@told
def driven_otherwise(g: SlPlay, frame: Driving, vehicle: Vehicle, action: Action) -> None:
    """A vehicle goes on in another way."""


@first_of
def refused_otherwise(g: SlPlay, frame: Driving, vehicle: Vehicle, action: Action) -> Refusal | None:
    """Why may it not go on so?"""


@handed_on
def left_to_it(g: SlPlay, found: list[Action], frame: Driving, vehicle: Vehicle) -> list[Action]:
    """Which of the ways to go on has a vehicle that does not go where it likes?"""
    return found


@bar
def driving_bar(g: SlPlay, vehicle: Vehicle) -> Refusal | None:
    """Why may a vehicle on the move not go on as it likes?"""


@bar
def setting_off_bar(g: SlPlay, vehicle: Vehicle) -> Refusal | None:
    """Why may a vehicle not set off?"""


@all_of
def enters_enemies(g: SlPlay, vehicle: Vehicle, hex: Hex) -> Iterable[Action]:
    """In which ways may a vehicle drive into a hex with enemies?"""
    return ()


@all_of
def among_enemies(g: SlPlay, vehicle: Vehicle, action: Action) -> Iterable[Frame]:
    """A vehicle has driven into enemies: what follows at once?"""
    return ()


@all_of
def before_enemies(g: SlPlay, vehicle: Vehicle, action: Action) -> Iterable[Frame]:
    """A vehicle is about to drive into enemies: what comes before?"""
    return ()


@all_of
def comes_upon(g: SlPlay, vehicle: Vehicle, hex: Hex) -> Iterable[Frame]:
    """A vehicle has driven into a hex where it sees no enemy: whom does it find, and what follows?"""
    return ()


@bar
def way_bar(g: SlPlay, vehicle: Vehicle, hex: Hex) -> Refusal | None:
    """Why may a vehicle not drive into a hex, whatever its terrain?"""


@bar
def unloading_bar(g: SlPlay, vehicle: Vehicle, unit: Unit) -> Refusal | None:
    """Why may a unit not get out where its vehicle is?"""


@all_of
def before_driving_on(g: SlPlay, vehicle: Vehicle, hex: Hex) -> Iterable[Frame]:
    """What must a vehicle go through before it leaves its hex for the next?"""
    return ()


@told
def got_out(g: SlPlay, vehicle: Vehicle, unit: Unit) -> None:
    """A unit has got out of a vehicle, beside it."""


@all_of
def upon_driving_in(g: SlPlay, vehicle: Vehicle, hex: Hex) -> Iterable[Frame]:
    """What does a vehicle go through at once in the hex into which it has driven?"""
    return ()


@told
def driven_into(g: SlPlay, vehicle: Vehicle, origin: str, hex: Hex) -> None:
    """A vehicle has come into a hex."""


@any_of
def goes_no_further(g: SlPlay, vehicle: Vehicle) -> bool:
    """Must a vehicle stay where it is for this MPh?"""
    return False


@any_of
def stopped_short(g: SlPlay, vehicle: Vehicle, hex: Hex) -> bool:
    """Does a vehicle find something where it would drive, and stay where it is?"""
    return False


@told
def ground_tried(g: SlPlay, vehicle: Vehicle, dice: tuple[int, ...]) -> None:
    """Whether a vehicle gets stuck where it has driven into has been thrown for."""


@all_of
def drive_ends(g: SlPlay, vehicle: Vehicle) -> Iterable[Frame]:
    """A vehicle has ended its move: what follows?"""
    return ()


@handed_on
def price_of_driving(g: SlPlay, cost: float, vehicle: Vehicle, origin: str, hex: Hex) -> float:
    """What does a vehicle pay for a hex with what it drags behind it?"""
    return cost


@any_of
def must_drive_on(g: SlPlay, vehicle: Vehicle) -> bool:
    """Must a vehicle leave the hex that it stands in?"""
    return False


class Driving(Frame):
    """A vehicle on the move."""

    vehicle: str
    spent: float = always(0.0)
    hexes: int = 0
    way: str = ""
    """Forward or backward, once it has moved."""
    turned: bool = False
    """Has changed its facing in this hex."""
    into: str = ""
    """It goes on into enemies when all that comes before is done."""
    on: str = ""
    """It drives on by this action when all that comes before has been gone through."""
    free: bool = False
    """It has gone through that in this hex."""


# -- what it costs -----------------------------------------------------------------------------------------


def column(g: SlPlay, vehicle: Vehicle) -> str:
    kind = kind_of(g, vehicle).kind
    return "soft" if kind in (TRUCK, JEEP) else ARMOURED_CAR if kind == ARMOURED_CAR else "tracked"


def terrain_refusal(g: SlPlay, vehicle: Vehicle, hex: Hex) -> Refusal | None:
    """Why a vehicle never gets into a hex."""
    return standing_refusal(g, vehicle, hex) or (NO_WOODS if terrain_cost(g, vehicle, hex) == NEVER else None)


def terrain_cost(g: SlPlay, vehicle: Vehicle, hex: Hex) -> float:
    """SL:30.4; halftracks stay out of woods and buildings."""
    if standing_refusal(g, vehicle, hex) is not None:
        return NEVER
    return cost_in_column(g, column(g, vehicle), hex)


def cost_in_column(g: SlPlay, column: str, hex: Hex) -> float:
    """SL:30.4: what the terrain of a hex costs vehicles of this column of the chart."""
    ground = g.ground_in(hex)
    if ground == SHELLHOLES:
        return ENTRY[column]["open"] + HOLES.get(column, 0)
    return ENTRY[column].get("open" if ground in OPEN_KINDS else ground, NEVER)


def uses_road(g: SlPlay, vehicle: Vehicle, origin: str, hex: Hex) -> bool:
    """SL:11.19.3-b: not where a wreck or vehicle lies."""
    return not vehicles_in(g, hex) and on_the_road(g, vehicle, origin, hex)


def on_the_road(g: SlPlay, vehicle: Vehicle, origin: str, hex: Hex) -> bool:
    """SL:11.9.1-b, SL:11.10.1-b: AFVs CE, but for wheeled ones."""
    if not g.map.road_between(origin, hex):
        return False
    return vehicle.ce or not is_afv(g, vehicle) or kind_of(g, vehicle).wheeled


def entry_cost(g: SlPlay, vehicle: Vehicle, origin: str, hex: Hex, way: str) -> float:
    """SL:30.4, SL:11.25.2-b, SL:11.26.7, nothing for motorcycles (SL:11.25.2-d); uphill less where the road climbs
    (SL:14.7.10-b); backward several times as much (SL:11.27.1-a, SL:11.27.1-b)."""
    if not crosses_hexside(g, vehicle, origin, hex):
        return NEVER
    road = uses_road(g, vehicle, origin, hex)
    cost = by_road(g, vehicle, hex) if road else terrain_cost(g, vehicle, hex)
    if cost == NEVER:
        return NEVER
    for other in vehicles_in(g, hex):
        hostile = other.manned and other.side != vehicle.side and is_afv(g, other)
        cost += PASSING_ENEMY if hostile else PASSING
    cost += climb_and_smoke(g, origin, hex)
    if way == BACKWARD:
        cost *= REVERSE_WHEELED if kind_of(g, vehicle).kind == ARMOURED_CAR else REVERSE
    return price_of_driving(g, cost, vehicle, origin, hex)


def crosses_hexside(g: SlPlay, vehicle: Vehicle, origin: str, hex: Hex) -> bool:
    """Whether what is on a hexside lets a vehicle through."""
    side = g.map.hexside_kind(origin, hex)
    if side == "cliff":
        return False
    if terrain.is_double_crest(g, origin, hex) and not g.map.road_between(origin, hex):
        return False  # SL:14.9.1-b
    return side not in ("wall", "hedge") or kind_of(g, vehicle).fully_tracked


def climb_and_smoke(g: SlPlay, origin: str, hex: Hex) -> float:
    """SL:9.16.2-b: what the way up and smoke add."""
    if g.map.level(hex) <= g.map.level(origin):
        return smoke_cost(g, hex)
    return smoke_cost(g, hex) + (UPHILL_BY_ROAD if g.map.road_between(origin, hex) else UPHILL)


def by_road(g: SlPlay, vehicle: Vehicle, hex: Hex) -> float:
    """SL:14.14-a: what shellholes on a road cost adds up for vehicles."""
    return ROAD + (HOLES.get(column(g, vehicle), 0) if g.map.terrain[hex] == SHELLHOLES else 0)


def turn_cost(g: SlPlay, frame: Driving, vehicle: Vehicle) -> float:
    """SL:11.26.5-b: free after entering a hex, forward; SL:11.26.5-c: before leaving the first, it costs."""
    if frame.hexes and frame.way == FORWARD:
        return 0
    return TURNING_SOFT if column(g, vehicle) == "soft" else TURNING


# -- who may move, and where -------------------------------------------------------------------------------


def drive_refusal(g: SlPlay, vehicle: Vehicle) -> Refusal | None:
    if vehicle.side != g.attacker or not vehicle.hex:
        return NOT_YOURS
    if vehicle.drove:
        return HAS_MOVED
    if not vehicle.mobile:
        return CANNOT
    return HAS_FIRED if vehicle.fire == PREP else setting_off_bar(g, vehicle)


def mp_left(g: SlPlay, frame: Driving, vehicle: Vehicle) -> float:
    return kind_of(g, vehicle).mp - frame.spent


@any_of
def prey_besides(g: SlPlay, side: Side, hex: Hex) -> bool:
    """Has a side something in a hex to be run over, besides men and vehicles?"""
    return False


def enemies_in(g: SlPlay, vehicle: Vehicle, hex: Hex) -> bool:
    enemy = g.enemy_of(vehicle.side)
    return (
        g.has_side(hex, enemy)
        or any(other.manned and other.side == enemy and not is_afv(g, other) for other in vehicles_in(g, hex))
        or prey_besides(g, enemy, hex)
    )


def nearest_enemy(g: SlPlay, vehicle: Vehicle, hex: Hex) -> int:
    return min((g.map.distance(hex, unit.hex) for unit in g.on_map(g.enemy_of(vehicle.side))), default=0)


def hexes_on(g: SlPlay, vehicle: Vehicle, way: str) -> tuple[str, ...]:
    """The hexes that it gets into without a turn; from beside an obstacle back where it came from."""
    if way == FORWARD:
        return front_hexes(g.map, vehicle.hex, vehicle.vca)
    if vehicle.bypass:
        return (vehicle.bypass_from,) if vehicle.bypass_from else ()
    return front_hexes(g.map, vehicle.hex, (vehicle.vca + 3) % 6)


def entry_refusal(g: SlPlay, frame: Driving, vehicle: Vehicle, hex: Hex, way: str) -> Refusal | None:
    """SL:11.26.3: one hex it may always enter, if it may enter it at all, and overrun who is in it (SL:7.1-q11)."""
    if hex not in hexes_on(g, vehicle, way):
        return NOT_AHEAD
    barred = GOES_NO_FURTHER if goes_no_further(g, vehicle) else way_bar(g, vehicle, hex)
    if barred is not None:
        return barred
    cost = entry_cost(g, vehicle, vehicle.hex, hex, way)
    if cost >= NEVER:
        return terrain_refusal(g, vehicle, hex) or TOO_DEAR
    left = mp_left(g, frame, vehicle) - cost - (SWITCHING if frame.way not in ("", way) else 0)
    if left < 0 and frame.hexes:
        return TOO_DEAR
    if enemies_in(g, vehicle, hex) and (way == BACKWARD or not is_afv(g, vehicle)):
        return SOFT_AMONG_ENEMIES
    if any(not other.wreck for other in vehicles_in(g, hex)) and not goes_on(g, vehicle, hex, left):
        return TAKEN
    return aboard_refusal(g, vehicle, hex)


def aboard_refusal(g: SlPlay, vehicle: Vehicle, hex: Hex) -> Refusal | None:
    """SL:11.13.8-b: by whichever way it comes there."""
    broken = any(unit.broken for unit in passengers_of(g, vehicle))
    nearer = broken and nearest_enemy(g, vehicle, hex) < nearest_enemy(g, vehicle, vehicle.hex)
    return BROKEN_ABOARD if nearer else None


def goes_on(g: SlPlay, vehicle: Vehicle, hex: Hex, left: float) -> bool:
    """SL:11.25.2-a: whether it can leave a hex again in which another vehicle stands."""
    return any(
        entry_cost(g, vehicle, hex, near, FORWARD) <= left
        and not enemies_in(g, vehicle, near)
        and not any(not other.wreck for other in vehicles_in(g, near))
        for near in g.map.adjacent[hex]
    )


def entries(g: SlPlay, frame: Driving, vehicle: Vehicle) -> list[Action]:
    found: list[Action] = []
    for hex in front_hexes(g.map, vehicle.hex, vehicle.vca):
        if entry_refusal(g, frame, vehicle, hex, FORWARD) is None:
            ways = enters_enemies(g, vehicle, hex) if enemies_in(g, vehicle, hex) else []
            found += ways or [Action("drive-to", (), hex)]
    for hex in hexes_on(g, vehicle, BACKWARD):
        if entry_refusal(g, frame, vehicle, hex, BACKWARD) is None:
            found.append(Action("back", (), hex))
    return found


def drive_options(g: SlPlay, frame: Driving, vehicle: Vehicle) -> list[Action]:
    if not vehicle.mobile:
        return []
    found = [*entries(g, frame, vehicle), *other_ways_on(g, frame, vehicle)]
    if not frame.turned and (not frame.hexes or turn_cost(g, frame, vehicle) <= mp_left(g, frame, vehicle)):
        others = [facing for facing in FACINGS if facing != vehicle.vca]
        found += [Action("turn", (), "", FACING_NAMES[facing]) for facing in others]
    found += hatch_options(g, vehicle)
    left = mp_left(g, frame, vehicle)
    if unloading_cost(vehicle) <= left and not enemies_in(g, vehicle, vehicle.hex):
        found += [
            Action("unload", (unit.id,), vehicle.hex)
            for unit in passengers_of(g, vehicle)
            if stacking.refusal(g, vehicle.side, vehicle.hex, (unit,)) is None
            and unloading_bar(g, vehicle, unit) is None
        ]
    if LEAVING <= left and is_afv(g, vehicle):
        found.append(Action("abandon"))
    stands_alone = not any(o.id != vehicle.id and not o.wreck for o in vehicles_in(g, vehicle.hex))
    stays = stands_alone and not must_drive_on(g, vehicle)
    if stays or not entries(g, frame, vehicle):
        found.append(STOP)
    return left_to_it(g, found, frame, vehicle) or [STOP]


def hatch_options(g: SlPlay, vehicle: Vehicle) -> list[Action]:
    """SL:11.8.1-b: one way in a phase, at any time, at no cost."""
    if vehicle.ce_changed == f"{g.state.turn} {g.attacker} {g.state.phase}" or not is_afv(g, vehicle):
        return []
    if vehicle.ce:
        return [Action("button")]
    return [] if vehicle.sealed or vehicle.stun or vehicle.pinned else [Action("open")]


# -- the move ----------------------------------------------------------------------------------------------


@PART.answers(other_moves)
def who_drives(g: SlPlay, side: Side) -> list[Action]:
    return [
        Action("drive", (vehicle.id,)) for vehicle in of_side(g, side) if drive_refusal(g, vehicle) is None
    ]


@PART.answers(moved_otherwise)
def drive_off(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb == "drive":
        set_off(g, g.state.vehicles[action.who[0]])


def set_off(g: SlPlay, vehicle: Vehicle) -> None:
    vehicle = change(g, vehicle, drove=True)
    g.state.driven[vehicle.id] = ((vehicle.hex, 0.0),)
    g.push(Driving(vehicle.id))


def why_not(g: SlPlay, frame: Driving, action: Action) -> Refusal | None:
    vehicle = g.state.vehicles[frame.vehicle]
    found = refused_otherwise(g, frame, vehicle, action)
    if found is None and action.verb in ("drive-to", "overrun", "back") and action.at in g.map.index:
        way = BACKWARD if action.verb == "back" else FORWARD
        found = entry_refusal(g, frame, vehicle, action.at, way)
    return found or driving_bar(g, vehicle)


@PART.decisions(Driving, why_not=why_not)
def ask_driving(g: SlPlay, frame: Driving) -> Choice | None:
    if frame.into or frame.on:
        return None
    vehicle = g.state.vehicles[frame.vehicle]
    found = drive_options(g, frame, vehicle)
    if not found:
        return None
    left = mp_left(g, frame, vehicle)
    asks = f"{g.piece_name(vehicle.id)} in {g.place_name(vehicle.hex)}, {left:g} MP left: what next?"
    return Choice(vehicle.side, asks, tuple(found), ("SL:11.26.2",), (vehicle.id,), vehicle.hex)


@ask_driving
def take_driving(g: SlPlay, frame: Driving, answer: Action | Outcome | None) -> None:
    vehicle = g.state.vehicles[frame.vehicle]
    if frame.on:
        answer, frame.on, frame.free = Action.parse(frame.on), "", True
        if not vehicle.mobile:
            return
    elif isinstance(answer, Action) and answer.verb in ONWARD and not frame.free:
        first = list(before_driving_on(g, vehicle, answer.at))
        if first:
            frame.on = str(answer)
            g.push_in_order(*first)
            return
    if frame.into:
        action, frame.into = Action.parse(frame.into), ""
        # SL:11.8.5-c: whoever was stunned before it stays where he is.
        if vehicle.mobile and entry_refusal(g, frame, vehicle, action.at, FORWARD) is None:
            drive_into_enemies(g, frame, vehicle, action)
    elif not isinstance(answer, Action) or answer == STOP:
        g.pop()
        g.push_in_order(*drive_ends(g, vehicle))
    elif answer.verb == "turn":
        turn(g, frame, vehicle, FACING_NAMES.index(answer.how))
    elif answer.verb in ("open", "button"):
        change_hatch(g, vehicle, ce=answer.verb == "open")
    elif answer.verb == "unload":
        unload(g, frame, vehicle, answer.who[0])
    elif answer.verb == "abandon":
        g.pop()
        crew = abandon(g, vehicle, "SL:11.35.1-a", "SL:11.35.1-b")
        if crew is not None:
            g.push_in_order(*crew_out(g, g.state.vehicles[vehicle.id], crew))
    elif answer.verb in ("drive-to", "back"):
        if stopped_short(g, vehicle, answer.at):
            g.pop()
            return
        vehicle = enter(g, frame, vehicle, answer.at, FORWARD if answer.verb == "drive-to" else BACKWARD)
        found = list(comes_upon(g, vehicle, answer.at))
        g.push_in_order(
            *upon_driving_in(g, vehicle, answer.at),
            *rough_ground(g, vehicle.id),
            *found,
            AgainstVehicle(vehicle.id, answer.at),
        )
    elif answer.verb == ROUND:
        driven_otherwise(g, frame, vehicle, answer)
    else:
        frame.into = str(answer)
        g.push_in_order(*before_enemies(g, vehicle, answer))


def note_mp(g: SlPlay, vehicle: Vehicle, hex: Hex, mp: float) -> None:
    """Where on its way a vehicle spends its MP."""
    *way, (last, spent) = g.state.driven.get(vehicle.id, ((vehicle.hex, 0.0),))
    more = ((last, float(spent + mp)),) if last == hex else ((last, spent), (hex, float(mp)))
    g.state.driven[vehicle.id] = (*way, *more)


def pay_for_hex(g: SlPlay, frame: Driving, vehicle: Vehicle, hex: Hex, way: str, cost: float) -> None:
    cost += SWITCHING if frame.way not in ("", way) else 0
    frame.spent += cost
    note_mp(g, vehicle, hex, cost)
    frame.hexes += 1
    frame.way = way
    frame.turned = frame.free = False


def enter(g: SlPlay, frame: Driving, vehicle: Vehicle, hex: Hex, way: str) -> Vehicle:
    origin = vehicle.hex
    cost = entry_cost(g, vehicle, origin, hex, way)
    pay_for_hex(g, frame, vehicle, hex, way, cost)
    rough = g.ground_in(hex) in ROUGH and not uses_road(g, vehicle, vehicle.hex, hex)
    rough_hexes = vehicle.rough + 1 if rough else 0
    vehicle = change(g, vehicle, hex=hex, moved=True, rough=rough_hexes, bypass=(), bypass_from="")
    g.say(
        "drives",
        f"{g.piece_name(vehicle.id)} {'backs' if way == BACKWARD else 'drives'} into {g.place_name(hex)} "
        f"for {cost:g} MP.",
        "SL:30.4",
        side=vehicle.side,
        who=(vehicle.id,),
        at=hex,
    )
    driven_into(g, vehicle, origin, hex)
    return g.state.vehicles[vehicle.id]


def drive_into_enemies(g: SlPlay, frame: Driving, vehicle: Vehicle, action: Action) -> None:
    """SL:7.1-q12: what it does there is done at once; only then may others act against it."""
    vehicle = enter(g, frame, vehicle, action.at, FORWARD)
    g.push_in_order(
        *upon_driving_in(g, vehicle, action.at),
        *rough_ground(g, vehicle.id),
        *among_enemies(g, vehicle, action),
        AgainstVehicle(vehicle.id, action.at),
    )


def turn(g: SlPlay, frame: Driving, vehicle: Vehicle, facing: int) -> None:
    cost = turn_cost(g, frame, vehicle)
    frame.spent += cost
    note_mp(g, vehicle, vehicle.hex, cost)
    frame.turned = True
    change(g, vehicle, vca=facing, tca=facing)
    g.say(
        "turns",
        f"{g.piece_name(vehicle.id)} turns {FACING_NAMES[facing]}" + (f" for {cost:g} MP." if cost else "."),
        "SL:11.26.5-c" if cost else "SL:11.26.5-b",
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
    )
    if cost or AT_EACH_TURN.on(g):  # SL:5.6.7-33C: before it, too: that is when it has come into the hex
        g.push(AgainstVehicle(vehicle.id, vehicle.hex))


def change_hatch(g: SlPlay, vehicle: Vehicle, *, ce: bool) -> None:
    change(g, vehicle, ce=ce, ce_changed=f"{g.state.turn} {g.attacker} {g.state.phase}")
    g.say(
        "hatches",
        f"{g.piece_name(vehicle.id)}: {'the crew looks out' if ce else 'hatches are shut'}.",
        "SL:11.8.1-b",
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
    )


def unloading_cost(vehicle: Vehicle) -> int:
    """SL:11.29.2-c: beside an obstacle twice as much."""
    return UNLOADING * (2 if vehicle.bypass else 1)


def unload(g: SlPlay, frame: Driving, vehicle: Vehicle, unit_id: UnitId) -> None:
    """SL:5.6-q4: who gets out may be fired on in that hex; SL:4.5.2: as one who uses Assault Movement."""
    unit = g.unit(unit_id)
    frame.spent += unloading_cost(vehicle)
    note_mp(g, vehicle, vehicle.hex, unloading_cost(vehicle))
    vehicle = set_down(g, vehicle, unit, vehicle.hex, acted=True, moved=True)
    g.state.moves += 1
    g.state.tracks[unit_id] = Track(g.state.moves, (vehicle.hex,), assault=True, debarked=True)
    g.say(
        "unloads",
        f"{g.name(unit)} gets out of {g.piece_name(vehicle.id)}.",
        "SL:11.37.8-a",
        side=vehicle.side,
        who=(unit_id, vehicle.id),
        at=vehicle.hex,
    )
    g.push(AgainstVehicle(vehicle.id, vehicle.hex))
    got_out(g, vehicle, g.unit(unit_id))


# -- woods and buildings -----------------------------------------------------------------------------------


class RoughGround(Frame):
    """SL:11.33.1-a: a tracked AFV that has entered woods or a building may get stuck, not in brush (SL:14.12.2-b)."""

    vehicle: str


def rough_ground(g: SlPlay, vehicle_id: str) -> list[Frame]:
    return [RoughGround(vehicle_id)] if g.state.vehicles[vehicle_id].rough else []


@PART.decisions(RoughGround)
def ask_rough(g: SlPlay, frame: RoughGround) -> Chance:
    vehicle = g.state.vehicles[frame.vehicle]
    asks = f"Does {g.piece_name(vehicle.id)} get stuck in {g.place_name(vehicle.hex)}?"
    return Chance(asks, dice=2, side=vehicle.side, rules=("SL:11.33.1-a",), about=(vehicle.id,))


@ask_rough
def take_rough(g: SlPlay, frame: RoughGround, answer: Action | Outcome | None) -> None:
    """SL:11.33.1-b: by where it was built; SL:11.33.2: more likely in one wood after the other."""
    assert isinstance(answer, Outcome)
    g.pop()
    vehicle = g.state.vehicles[frame.vehicle]
    number = BREAKDOWN.get(kind_of(g, vehicle).nationality, OTHER_BREAKDOWN)
    final = sum(answer.dice) + vehicle.rough - 1
    if final >= number:
        immobilize(g, vehicle, "it is stuck", "SL:11.33.1-a", "SL:11.33.1-b")
    ground_tried(g, vehicle, answer.dice)


# -- what is forgotten -------------------------------------------------------------------------------------


@PART.answers(phase_ends)
def moves_are_over(g: SlPlay, phase: str) -> None:
    if phase == MPH:
        for vehicle in list(g.state.vehicles.values()):
            if vehicle.drove:
                change(g, vehicle, drove=False)


@PART.answers(player_turn_begins)
def new_player_turn(g: SlPlay) -> None:
    for vehicle in list(g.state.vehicles.values()):
        if vehicle.moved or vehicle.rough or vehicle.fire or vehicle.overran:
            change(g, vehicle, moved=False, rough=0, fire="", overran="")
    g.state.driven = {}
