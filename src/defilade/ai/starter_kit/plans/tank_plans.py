"""Where vehicles drive, which way they face, when they button up, stop and fire on the way.

A drive is a way over hexes and facings. It is worth what there is at its end (how near it is to what decides the game,
what the vehicle could fire at from there, who could fire at its front, flank or rear, who could come with charges, and
whether Infantry is with it), less what fire on the way would take.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from defilade.ai.starter_kit.plans.fire_plans import expected_harm
from defilade.ai.starter_kit.plans.gunnery import CREW_STUNNED, mg_attack, shot_value, value_of_vehicle
from defilade.ai.starter_kit.plans.hunters import hunters_of, outlook_from
from defilade.ai.starter_kit.reading.evaluation import DRIVES
from defilade.ai.starter_kit.reading.picture import Picture
from defilade.ai.starter_kit.reading.threat import AT_REST, LATER
from defilade.kernel import Action, Refusal
from defilade.rules.sk import ift, terrain
from defilade.rules.sk.attack_plan import crew_lines
from defilade.rules.sk.fire import everybody_in
from defilade.rules.sk.full.elst.polder_vehicles import EXIT_MP, NOT_OUT, OUT
from defilade.rules.sk.full.ordnance.guns import mode_of
from defilade.rules.sk.full.ordnance.target_types import shots_at
from defilade.rules.sk.full.vehicle_charts import ALL
from defilade.rules.sk.full.vehicles.driving import Driving, allowance, mp_left
from defilade.rules.sk.full.vehicles.main_armament import bounding_occasion, firer_of
from defilade.rules.sk.full.vehicles.movement import drive_refusal, driving_bar
from defilade.rules.sk.full.vehicles.stun_and_recall import crew_morale
from defilade.rules.sk.full.vehicles.turning import turn_cost
from defilade.rules.sk.full.vehicles.ways import ways_in
from defilade.tactics import arcs
from defilade.tactics.attack_plan import Aim
from defilade.tactics.fire_table import chance_at_most
from defilade.tactics.names import Hex
from defilade.tactics.vehicles import MA, Vehicle

DRIVEN_AT = 0.5
"""How much of the fire that could be brought on a vehicle on the move is expected to be."""
STANDS_IN = 0.7
"""The same of one that stands there in the next turns."""
AGAIN = 0.5
"""Fire on a later hex of the way counts for less: most have fired by then."""
FIRE_TO_COME = 0.55
"""How much of the fire that a vehicle could bring out of a hex counts for standing there."""
ESCORTED = 0.35
"""How much of the danger of close combat is left with friends beside the vehicle."""
ALONE = 0.04
"""What each hex beyond two costs by which a vehicle outruns its Infantry."""
MOST_ENDS = 14
"""Ends of a drive that are looked at closely."""
ENOUGH = 0.03
BOUNDING = 0.3
"""From when on it is worth it to fire on the way rather than later."""
NOT_HERE = -1e9
BOGS = 0.25
"""The share of a vehicle that it costs on average to climb out of a polder."""
FEW_ENTRIES, IN_THE_DOOR = 4, 3.0
"""Of so few hexes by which others are still to come on each counts, and what it costs to stop in one."""
OFF_MAP_YET = 5.0
CREW_SEES = 0.1
"""The share of its fire that a crew loses inside."""


class Drive(NamedTuple):
    """A way and what it promises: verbs with a hex or a facing, one after the other."""

    value: float
    steps: tuple[tuple[str, str], ...] = ()
    hex: Hex = ""
    vca: int = 0
    risk: float = 0.0


# -- what a place is worth -----------------------------------------------------------------------------------


class Post:
    """What places are worth to one vehicle, hex by hex and facing by facing."""

    def __init__(self, picture: Picture, vehicle: Vehicle) -> None:
        self.picture = picture
        self.vehicle = vehicle
        g = picture.g
        self.worth = value_of_vehicle(picture, vehicle)
        self.hunters = hunters_of(g, picture.enemy)
        self.friends = [unit.hex for unit in g.on_map(picture.side) if unit.is_mmc and unit.good_order]
        self.outlooks = _kept_outlooks(picture)
        self.doors = doors(picture, vehicle)

    def driving_risk(self, hex: Hex, vca: int) -> float:
        return DRIVEN_AT * self.worth * self.hunters.loss(self.vehicle, hex, vca, moving=True)

    def plain(self, hex: Hex, vca: int) -> float:
        """What a place is worth without what could be fired at from it."""
        picture = self.picture
        value = 0.0
        if picture.pace is not None:
            value += DRIVES * self.worth * picture.pace.at(hex, picture.pace.way)
        danger = self.hunters.loss(self.vehicle, hex, vca, moving=False)
        if hex in self.doors:
            value -= IN_THE_DOOR
        near = min([picture.g.map.distance(hex, friend) for friend in self.friends], default=9)
        hands = self.hunters.beside(self.vehicle, hex) * (ESCORTED if near <= 1 else 1.0)
        value -= STANDS_IN * picture.stance.risk_later / 0.45 * self.worth * (danger + hands - danger * hands)
        return value - ALONE * max(0, near - 2)

    def outlook(self, hex: Hex, vca: int) -> tuple[float, str]:
        turreted = self.picture.g.vehicle_type(self.vehicle).turreted
        key = (self.vehicle.id, hex, -1 if turreted else vca)
        found = self.outlooks.get(key)
        if found is None:
            found = self.outlooks[key] = outlook_from(self.picture, self.vehicle, hex, vca)
        return found

    def at(self, hex: Hex, vca: int) -> float:
        return self.plain(hex, vca) + FIRE_TO_COME * self.picture.stance.fire * self.outlook(hex, vca)[0]


def doors(picture: Picture, vehicle: Vehicle) -> frozenset[str]:
    """The hexes by which other vehicles of its side are still to come on, where there are few, and those behind them as
    far as the others need room: nobody stops there."""
    g = picture.g
    found: set[str] = set()
    waiting = 0
    for other in g.state.vehicles.values():
        waits = not other.hex and 0 < other.due <= g.state.turn and other.id != vehicle.id
        if waits and other.side == vehicle.side:
            entries = g.scenario.entry_hexes(other.group, other.edges, g.map)
            if len(entries) <= FEW_ENTRIES:
                waiting += 1
                found.update(entries)
    for _ in range(waiting - 1):
        found.update([near for hex in found for near in g.map.adjacent[hex]])
    return frozenset(found)


_outlooks: OrderedDict[tuple[object, ...], dict[tuple[str, str, int], tuple[float, str]]] = OrderedDict()
KEPT = 8


def _kept_outlooks(picture: Picture) -> dict[tuple[str, str, int], tuple[float, str]]:
    """What vehicles of a side could do out of hexes, kept as long as the enemy, smoke and guns are as they are."""
    g = picture.g
    state = g.state
    key = (
        id(g.map),
        id(g.library),
        picture.side,
        picture.stance.name,
        tuple([unit for unit in state.units.values() if unit.side == picture.enemy and unit.hex]),
        tuple([tank for tank in state.vehicles.values() if tank.side == picture.enemy]),
        tuple([(gun.id, gun.malfunctioned) for gun in state.weapons.values() if gun.side == picture.side]),
        tuple(state.smoke.items()),
        state.turn,
    )
    found = _outlooks.get(key)
    if found is None:
        found = _outlooks[key] = {}
        if len(_outlooks) > KEPT:
            _outlooks.popitem(last=False)
    return found


def post_of(picture: Picture, vehicle: Vehicle) -> Post:
    found: Post | None = picture.found.get(("post", vehicle.id))
    if found is None:
        found = picture.found["post", vehicle.id] = Post(picture, vehicle)
    return found


# -- ways ----------------------------------------------------------------------------------------------------


def ways_on(picture: Picture, vehicle: Vehicle, hex: Hex) -> Iterator[tuple[int, str, float]]:
    """Where a vehicle in a hex could go, by the direction it faces: without bogging, or driving at anybody."""
    g = picture.g
    for direction, near in enumerate(g.map.neighbours[hex]):
        if (
            near is None
            or near in picture.targets.hexes
            or g.tank_of(near, vehicle.side) not in (None, vehicle)
        ):
            continue
        costs = [way.cost for way in ways_in(g, vehicle, hex, near) if not way.bog and way.how != ALL]
        refused = driving_bar(g, vehicle, hex, near)
        if refused is not None:
            if refused.rule != NOT_OUT.rule:
                continue
            costs = [cost + EXIT_MP for cost in costs]
        if costs and not (vehicle.ce and terrain.is_building(g, near)):
            yield direction, near, min(costs)


def best_drive(
    picture: Picture, vehicle: Vehicle, left: float, running: bool, starts: Sequence[Drive] = ()
) -> Drive:
    """The best end of a drive with so many MP left; where it stands is one."""
    post = post_of(picture, vehicle)
    heap: list[tuple[float, float, str, int, tuple[tuple[str, str], ...]]] = []
    if vehicle.hex:
        heap.append((0.0, 0.0 if running else 1.0, vehicle.hex, vehicle.vca, ()))
    for start in starts:
        heappush(heap, (start.risk, start.value, start.hex, start.vca, start.steps))
    ends: list[Drive] = []
    seen: dict[tuple[str, int], float] = {}
    onward: dict[str, list[tuple[int, str, float]]] = {}
    while heap:
        risk, spent, hex, vca, steps = heappop(heap)
        if seen.get((hex, vca), 1e9) <= spent:
            continue
        if hex not in onward:
            onward[hex] = list(ways_on(picture, vehicle, hex))
        seen[hex, vca] = spent
        if spent + 1 <= left or not steps:
            ends.append(Drive(post.plain(hex, vca) - risk, steps, hex, vca, risk))
        turning = turn_cost(picture.g, vehicle_at(vehicle, hex))
        if turning == 1:  # in cover it might bog
            for facing in ((vca - 1) % 6, (vca + 1) % 6):
                if spent + 2 <= left and spent + 1 < seen.get((hex, facing), 1e9):
                    more = post.driving_risk(hex, facing)
                    both = max(risk, AGAIN * risk + AGAIN * more)
                    heappush(heap, (both, spent + 1, hex, facing, (*steps, ("steer", str(facing)))))
        for direction, near, cost in onward[hex]:
            if direction not in (vca, (vca + 1) % 6) or spent + cost + 1 > left:
                continue
            if seen.get((near, vca), 1e9) <= spent + cost:
                continue
            more = post.driving_risk(near, vca)
            if cost > EXIT_MP:  # out of a polder
                more += BOGS * post.worth
            both = risk + AGAIN * more if risk > more else more + AGAIN * risk
            heappush(heap, (both, spent + cost, near, vca, (*steps, ("enter", near))))
    return _best_end(picture, post, ends)


def vehicle_at(vehicle: Vehicle, hex: Hex) -> Vehicle:
    return Vehicle(vehicle.id, vehicle.side, vehicle.type, hex)


def _best_end(picture: Picture, post: Post, ends: Sequence[Drive]) -> Drive:
    """Only those that look best are asked what could be fired at from there; who may stay is always asked."""
    ranked = sorted(ends, key=lambda end: (-end.value, len(end.steps), end.hex, end.vca))
    looked_at = [*ranked[:MOST_ENDS], *(end for end in ranked[MOST_ENDS:] if not end.steps)]
    fire = FIRE_TO_COME * picture.stance.fire
    valued = [end._replace(value=end.value + fire * post.outlook(end.hex, end.vca)[0]) for end in looked_at]
    return max(valued, key=lambda end: (end.value, -len(end.steps)), default=Drive(NOT_HERE))


def gain_of(picture: Picture, vehicle: Vehicle) -> float:
    """What driving promises a vehicle beside staying where it is."""
    found: float | None = picture.found.get(("drives", vehicle.id))
    if found is None:
        found = picture.found["drives", vehicle.id] = _gain_of(picture, vehicle)
    return found


def _gain_of(picture: Picture, vehicle: Vehicle) -> float:
    g = picture.g
    if g.attacker != vehicle.side or drive_refusal(g, vehicle) is not None:
        return 0.0
    if not vehicle.hex:
        return OFF_MAP_YET
    if not vehicle.mobile:
        return 0.0
    best = best_drive(picture, vehicle, float(allowance(g, vehicle)), vehicle.motion)
    return best.value - post_of(picture, vehicle).at(vehicle.hex, vehicle.vca) if best.steps else 0.0


# -- who drives, and the next thing it does --------------------------------------------------------------------


def drivers(picture: Picture, options: Sequence[Action]) -> list[tuple[float, Action]]:
    """Vehicles that gain by driving, the best first."""
    found = [
        (gain_of(picture, picture.g.vehicle(option.who[0])), option)
        for option in options
        if option.verb == "drive"
    ]
    found.sort(key=lambda entry: (-entry[0], entry[1]))
    return found


def next_of_drive(picture: Picture, frame: Driving, options: Sequence[Action]) -> Action | None:
    """What a vehicle on the move does next; nothing where no plan knows."""
    g = picture.g
    vehicle = g.vehicle(frame.vehicle)
    by_verb: dict[str, list[Action]] = {}
    for option in options:
        by_verb.setdefault(option.verb, []).append(option)
    if vehicle.recalled or not vehicle.mobile:
        return by_verb["exit"][0] if "exit" in by_verb else None
    if not vehicle.hex:
        return _come_on(picture, frame, vehicle, by_verb.get("enter", ()), options)
    crew = _crew(picture, vehicle, by_verb)
    if crew is not None:
        return crew
    shot = bounding_fire(picture, vehicle, (*by_verb.get("bound", ()), *by_verb.get("mg", ())))
    if shot is not None:
        return shot
    plan = best_drive(picture, vehicle, mp_left(g, frame), frame.running)
    here = post_of(picture, vehicle).at(vehicle.hex, vehicle.vca)
    if plan.steps and plan.value > here + (0.0 if frame.begun else ENOUGH):
        verb, where = plan.steps[0]
        if not frame.running and "start" in by_verb:
            return by_verb["start"][0]
        for option in by_verb.get(verb, ()):
            if (option.at or option.how) == where and option.how != ALL:
                return option
        if verb == "enter" and OUT.verb in by_verb:
            rest = plan.steps[1:]
            return by_verb[OUT.verb][0] if rest else by_verb[OUT.verb][-1]
    return _stay(picture, frame, vehicle, by_verb)


def _stay(
    picture: Picture, frame: Driving, vehicle: Vehicle, by_verb: dict[str, list[Action]]
) -> Action | None:
    """It stops, with its turret to what it could fire at."""
    if "halt" in by_verb:
        _, where = post_of(picture, vehicle).outlook(vehicle.hex, vehicle.vca)
        if where and frame.tca_to < 0 and not arcs.in_arc(picture.g.map, vehicle.hex, vehicle.tca, where):
            for option in by_verb.get("turret", ()):
                if int(option.how) in arcs.facings_to(picture.g.map, vehicle.hex, where):
                    return option
        return by_verb["halt"][0]
    if "end" in by_verb:
        return by_verb["end"][0]
    onward = [option for option in by_verb.get("enter", ()) if option.how != ALL] or by_verb.get("enter", [])
    return onward[0] if onward else None


def _come_on(
    picture: Picture, frame: Driving, vehicle: Vehicle, entries: Sequence[Action], options: Sequence[Action]
) -> Action | None:
    """From off the map: the entry from which the best drive leads on."""
    g = picture.g
    left = mp_left(g, frame)
    starts, first = [], {}
    for option in entries:
        facing = option.how[-1]
        ways = [way for way in ways_in(g, vehicle, "", option.at) if way.how == option.how[:-1]]
        if not facing.isdigit() or not ways or ways[0].bog or option.at in picture.targets.hexes:
            continue
        if g.tank_of(option.at, vehicle.side) is not None:
            continue
        steps = (("enter", f"{option.at} {option.how}"),)
        first[steps[0]] = option
        starts.append(Drive(ways[0].cost, steps, option.at, int(facing)))
    if not starts:
        return entries[0] if entries else None
    best = best_drive(picture, vehicle, left, True, starts)
    return first.get(best.steps[0]) if best.steps else entries[0]


# -- fire on the way -------------------------------------------------------------------------------------------


def bounding_fire(picture: Picture, vehicle: Vehicle, options: Sequence[Action]) -> Action | None:
    """A shot on the way that is too good to wait for the AFPh."""
    g = picture.g
    best, chosen = BOUNDING, None
    for option in options:
        if option.verb == "mg":
            guns = tuple(option.how.split("+"))
            plan = mg_attack(g, vehicle, option.at, guns, everybody_in(g, option.at, picture.enemy))
            value = expected_harm(picture, plan)
        else:
            value = _bound_value(picture, vehicle, option.at)
        if value > best:
            best, chosen = value, option
    return chosen


def _bound_value(picture: Picture, vehicle: Vehicle, target: str) -> float:
    g = picture.g
    gun = g.armament_of(vehicle)
    if gun is None:
        return 0.0
    firer, occasion = firer_of(g, vehicle, gun), bounding_occasion(g, vehicle, target)
    mode = mode_of(g, firer, occasion, target)
    if isinstance(mode, Refusal):
        return 0.0
    shots = shots_at(g, firer, occasion, target, mode)
    return max([shot_value(picture, shot, occasion.targets) for shot in shots], default=0.0)


# -- crews -----------------------------------------------------------------------------------------------------


def wants_out(picture: Picture, vehicle: Vehicle, hex: Hex, when: str = LATER) -> bool:
    """Whether a crew does better with its heads out: it fires better, and is fired at."""
    if terrain.is_building(picture.g, hex):
        return False
    gain = CREW_SEES * post_of(picture, vehicle).outlook(hex, vehicle.vca)[0] + 0.01
    return gain > crew_danger(picture, vehicle, hex, when)


def crew_danger(picture: Picture, vehicle: Vehicle, hex: Hex, when: str) -> float:
    """What small arms would take from a vehicle by way of a crew that looks out."""
    g, threat = picture.g, picture.threat
    level, there = crew_morale(g, vehicle), vehicle_at(vehicle, hex)
    safe = 1.0
    for place, distance, hindrance in threat.lines(hex):
        shooter = threat.shooters[place]
        fp = shooter.small_arms().fp(distance, when)
        if not fp:
            continue
        fails = 0.0
        cover = sum(
            [line.value for line in crew_lines(g, there, Aim((shooter.hex,), g.state.phase, covered=True))]
        )
        for found, chance in ift.odds(g, ift.column(g, fp), int(cover) + hindrance + shooter.drm, 1).items():
            if found.kind in ("KIA", "K"):
                fails += 2 * chance
            elif found.kind == "MC":
                fails += chance * (1 - chance_at_most(level - found.number))
        safe *= max(0.0, 1 - CREW_STUNNED * fails)
    return STANDS_IN * value_of_vehicle(picture, vehicle) * (1 - safe)


def _crew(picture: Picture, vehicle: Vehicle, by_verb: dict[str, list[Action]]) -> Action | None:
    out = wants_out(picture, vehicle, vehicle.hex, AT_REST)
    if vehicle.ce and not out and "button-up" in by_verb:
        return by_verb["button-up"][0]
    if not vehicle.ce and out and "open-up" in by_verb and not needs_hatch_shut(picture, vehicle):
        return by_verb["open-up"][0]
    return None


def needs_hatch_shut(picture: Picture, vehicle: Vehicle) -> bool:
    """A turret in which nobody fires the gun with his head out."""
    return picture.g.vehicle_type(vehicle).turret in ("RST", "1MT") and MA not in vehicle.disabled


def crew_in_advance(picture: Picture, options: Sequence[Action]) -> Action | None:
    """The APh: crews go in before the enemy's turn where they would be fired at, and come out where not."""
    for option in options:
        if option.verb not in ("open-up", "button-up") or not option.who:
            continue
        vehicle = picture.g.vehicle(option.who[0])
        out = wants_out(picture, vehicle, vehicle.hex) and not needs_hatch_shut(picture, vehicle)
        if out != vehicle.ce:
            return option
    return None
