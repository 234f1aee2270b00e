"""The crews of vehicles: where they set up, where they drive to, and whom they fire at."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from defilade.ai.squad_leader.picture import Picture, harm, worth
from defilade.ai.squad_leader.shooting import WORTH_FIRE, put_back, value_of_attack
from defilade.kernel import Action
from defilade.rules.sl import morale, terrain
from defilade.rules.sl.fire import Attack, Mounted, in_the_hex
from defilade.rules.sl.state import DFPH, MPH, PFPH
from defilade.rules.sl.vehicle_fire import FIRE, RANGES, firepower_of, in_turret, ways
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles import driving
from defilade.rules.sl.vehicles.driving import FORWARD, NEVER, Driving
from defilade.rules.sl.vehicles.yard import vehicles_in
from defilade.tactics.arcs import FACING_NAMES, FACINGS, front_hexes
from defilade.tactics.fire_table import column_for
from defilade.tactics.names import Hex

VERBS = frozenset({"park", "face", "drive", "drive-to", "overrun", "turn", FIRE})
STANDING_FIRE = 0.08
"""Expected harm, in squads, from which an attacker's vehicle fires before the others move, and so stays."""
ON_THE_WAY = 0.03
"""What a hex nearer to a goal is worth to a vehicle that supports an attack."""
BESIDE, NEAR = 0.4, 0.1
"""What it costs to end beside an enemy squad, which can come with bare hands, or two hexes from it."""
BETTER = 0.05
"""By how much a place must be better to drive there."""
FAR_OFF = 30


# -- setting up ----------------------------------------------------------------------------------------------


def set_up(p: Picture, options: Sequence[Action]) -> Action:
    """As near to what is fought for as may be, not in woods or houses; then with the front towards it."""
    facing = [option for option in options if option.verb == "face"]
    if facing:
        vehicle = p.g.state.vehicles[facing[0].who[0]]
        toward = facing_to(p, vehicle.hex, nearest_goal(p, vehicle.hex))
        return next(option for option in facing if option.how == FACING_NAMES[toward])
    parks = [option for option in options if option.verb == "park"]
    return max(parks, key=lambda one: (not p.g.terrain_of(one.at).cover, -to_goal(p, one.at), one.at))


def nearest_goal(p: Picture, hex: Hex) -> Hex:
    goals = sorted({p.g.map.ground_hex(goal) for goal in p.goals}) or [one.hex for one in p.firers]
    return min(goals, key=lambda goal: (p.g.map.distance(hex, goal), goal), default=hex)


def to_goal(p: Picture, hex: Hex) -> int:
    """Hexes to the nearest goal."""
    return min((p.g.map.distance(hex, goal) for goal in p.goals), default=0)


def facing_to(p: Picture, hex: Hex, target: Hex) -> int:
    """The facing whose front hexes lie nearest to a target."""
    g = p.g

    def off(facing: int) -> int:
        return sum(g.map.distance(near, target) for near in front_hexes(g.map, hex, facing)) + FAR_OFF * (
            2 - len(front_hexes(g.map, hex, facing))
        )

    return min(FACINGS, key=lambda facing: (off(facing), facing))


# -- driving -------------------------------------------------------------------------------------------------


def choose_driver(p: Picture, options: Sequence[Action]) -> Action | None:
    """A vehicle that is better off elsewhere; they go before the men."""
    for option in options:
        if option.verb == "drive":
            vehicle = p.g.state.vehicles[option.who[0]]
            if destination(p, Driving(vehicle.id), vehicle)[1]:
                return option
    return None


def choose_step(p: Picture, frame: Driving, options: Sequence[Action]) -> Action:
    """On to the best place in reach, turning where the way turns; there with the front to the enemy."""
    vehicle = p.g.state.vehicles[frame.vehicle]
    turns = {option.how: option for option in options if option.verb == "turn"}
    drives = {option.at: option for option in options if option.verb == "drive-to"}
    stop = next((option for option in options if option.verb == "stop"), None)
    _, step = destination(p, frame, vehicle)
    if step in drives:
        return drives[step]
    if step:
        for facing in sorted(FACINGS, key=lambda one: min((one - vehicle.vca) % 6, (vehicle.vca - one) % 6)):
            if FACING_NAMES[facing] in turns and step in front_hexes(p.g.map, vehicle.hex, facing):
                return turns[FACING_NAMES[facing]]
    elif frame.hexes and turns:
        toward = FACING_NAMES[facing_to(p, vehicle.hex, target_of(p, vehicle))]
        if toward in turns:
            return turns[toward]
    return stop or next(iter(drives.values()), options[-1])


def destination(p: Picture, frame: Driving, vehicle: Vehicle) -> tuple[float, Hex]:
    """The best place that a vehicle can drive to, and the first hex on its way there; none where it is well placed."""
    g, left = p.g, driving.mp_left(p.g, frame, vehicle)
    here = post(p, vehicle, vehicle.hex)
    best, chosen = here + BETTER, ""
    if not frame.hexes and not frame.turned:
        left -= driving.TURNING
    seen: set[str] = set()
    heap: list[tuple[float, str, str]] = [(0.0, vehicle.hex, "")]
    while heap:
        spent, hex, step = heappop(heap)
        if hex in seen:
            continue
        seen.add(hex)
        value = post(p, vehicle, hex) if step else best
        if value > best:
            best, chosen = value, step
        for near in g.map.neighbours[hex]:
            if near is None or near in seen or shut(p, vehicle, near):
                continue
            if not step and frame.turned and near not in front_hexes(g.map, hex, vehicle.vca):
                continue
            cost = driving.entry_cost(g, vehicle, hex, near, FORWARD)
            if cost < NEVER and spent + cost <= left:
                heappush(heap, (spent + cost, near, step or near))
    return best, chosen


def shut(p: Picture, vehicle: Vehicle, hex: Hex) -> bool:
    """Where a crew does not care to drive: into enemies, other vehicles, and where it could get stuck."""
    if p.g.has_side(hex, p.enemy) or any(one.id != vehicle.id for one in vehicles_in(p.g, hex)):
        return True
    return p.g.ground_in(hex) in driving.ROUGH


def post(p: Picture, vehicle: Vehicle, hex: Hex) -> float:
    """What a place is worth to a vehicle: whom it could fire at from there, and how near it is to what is fought for;
    less for enemies so near that they could come at it on foot."""
    g = p.g
    value = max((struck(p, vehicle, hex, target) for target in targets(p)), default=0.0)
    value -= ON_THE_WAY * to_goal(p, hex) * p.attacks
    for firer in p.firers:
        distance = g.map.distance(hex, g.map.ground_hex(firer.hex))
        value -= BESIDE if distance <= 1 else NEAR if distance == 2 else 0.0
    return value


def targets(p: Picture) -> list[Hex]:
    return [hex for hex in p.g.state.stacks if p.g.has_side(hex, p.enemy)]


def target_of(p: Picture, vehicle: Vehicle) -> Hex:
    """At whom a vehicle would best fire from where it is; or else where it is going."""
    found = max(targets(p), key=lambda hex: (struck(p, vehicle, vehicle.hex, hex), hex), default="")
    if found and struck(p, vehicle, vehicle.hex, found) > 0:
        return p.g.map.ground_hex(found)
    return nearest_goal(p, vehicle.hex)


def struck(p: Picture, vehicle: Vehicle, origin: Hex, target: Hex) -> float:
    """The harm that all its weapons would do from a hex to the enemies in another."""
    g, distance = p.g, p.g.map.distance(origin, p.g.map.ground_hex(target))
    fp = sum(
        found * (2.0 if distance == 1 else 0.5 if distance > RANGES[place] else 1.0)
        for place, found in firepower_of(g, vehicle).items()
        if distance <= 2 * RANGES[place] and (in_turret(g, vehicle, place) or distance)
    )
    if not fp or not distance or not terrain.sees(g, origin, target):
        return 0.0
    column, drm = column_for(g.fire_table.columns, fp), g.terrain_of(target).tem
    return sum(
        worth(g, unit) * harm(g.tables.infantry_fire_table, column, drm, 0, morale.morale_level(g, unit))
        for unit in g.side_in(target, p.enemy)
        if not unit.broken
    )


# -- firing --------------------------------------------------------------------------------------------------


def best_fire(p: Picture, options: Sequence[Action]) -> Action | None:
    """The attack of a vehicle that does most harm, if it is worth it: who fires in the PFPh stays where he is."""
    best, chosen = STANDING_FIRE if p.g.state.phase == PFPH and p.attacks else WORTH_FIRE, None
    for option in options:
        if option.verb == FIRE:
            value = value_of_fire(p, option)
            if value > best:
                best, chosen = value, option
    return chosen


def value_of_fire(p: Picture, option: Action) -> float:
    """The expected harm of a vehicle's attack, in squads."""
    vehicle = p.g.state.vehicles[option.who[0]]
    there = put_back(p, Action("target", option.who[1:], option.at))
    g = there.g
    way = next((one for one in ways(g, vehicle, option.at) if one.how == option.how), None)
    found = in_the_hex(g, option.at)
    if way is None or not found:
        return 0.0
    phase = DFPH if g.state.phase == MPH else g.state.phase
    mounted = Mounted(vehicle.id, way.places, way.drm)
    return value_of_attack(there, g, Attack(phase, p.side, option.at, found, (), mounted=mounted))
