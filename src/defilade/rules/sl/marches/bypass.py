"""Infantry bypass (SL:4.6): around the woods or the building of a hex instead of through it.

Who goes by enters the hex, keeps to one to four of its hexsides, and must go on from there: into a hex at the end of
them, or after all into the obstacle. The hexsides are marked for all who go by there in that player turn
(SL:4.6.5).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from defilade.kernel import Action, Line, Refusal
from defilade.kernel.composition import Part, any_of, handed_on
from defilade.rules.sl import firers, morale, movement, stacking, terrain
from defilade.rules.sl.fire import Attack, caught_in_the_open, outside_the_terrain, targets_met
from defilade.rules.sl.fire_phases import glimpsed, path_unseen
from defilade.rules.sl.movement import ENEMY_THERE, Left
from defilade.rules.sl.state import DFPH, MPH, RTPH, Bypass, SlPlay
from defilade.tactics.arcs import sides_crossed
from defilade.tactics.attack_plan import MOVEMENT, Aim, Firing, shot_factors, target_lines
from defilade.tactics.control import seize
from defilade.tactics.fire_groups import Shot, hexes_of
from defilade.tactics.moving import MOVE_VERBS, MoveVerb, Moving, note, note_spent, place_of
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_begins, player_turn_begins
from defilade.tactics.units import Unit

PART = Part()

# A forest-road hex is woods (SL:4.6-q2); orchards, brush and the rest are no obstacles (SL:14.12.2-c).
OBSTACLES = frozenset({"woods", "wooden_building", "stone_building"})
"""What one goes around; not water (SL:14.28.2-b)."""
FREE_SIDES = 2
"""Hexsides that one goes along for the price of the hex (SL:4.6.3-a)."""
MOST_SIDES = 4

ONLY_ROUND_THESE = Refusal("only woods and buildings are bypassed", "SL:4.6.1-b")
BLOCKED = Refusal("the obstacle touches one of those hexsides", "SL:4.6.3-b")
MARKED = Refusal("in this player turn that hex is bypassed by other hexsides", "SL:4.6.5")
GOES_ON = Refusal("nobody ends his move in bypass", "SL:4.6.6-b")
OTHER_WAY = Refusal("the way around the obstacle leads elsewhere", "SL:4.6.3-a")
NOWHERE = Refusal("it could not go on from there", "SL:4.6.6-b")
NOT_CROSSED = Refusal("the line of sight does not cross its way", "SL:4.6.9")
ONE_CHECK = Refusal("a group traces its lines all to the centre, or all to the corner", "SL:4.6.8-a")
NO_SUCH_WAY = Refusal("there is no such way around", "SL:4.6.3-a")
ONE_HEX = Refusal("Assault Movement does not go on", "SL:4.5.1-b")


class Way(NamedTuple):
    """A way around the obstacle of a hex: the hexsides that it keeps to, those that the counter marks, and the hexes to
    which it leads."""

    along: tuple[int, ...]
    marked: tuple[int, ...]
    exits: tuple[str, ...]

    @property
    def name(self) -> str:
        return "-".join(map(str, self.along))


def touched(g: SlPlay, hex: Hex) -> frozenset[int]:
    """SL:4.6.3-b: the hexsides that the obstacle of a hex touches. What lies beyond them, be it a cliff, bars nobody
    (SL:4.6-q3), nor do wire or rubble there (SL:4.6-q1)."""
    return g.map.sides_touched(hex, OBSTACLES)


def ways(g: SlPlay, origin: str, hex: Hex) -> list[Way]:
    """SL:4.6.3-a: from the hexside with the hex that one comes from, to the left or to the right. SL:4.6.10: of one
    hexside alone the counter marks also the one that was crossed."""
    side = g.map.direction(hex, origin)
    if side is None:
        return []
    around = g.map.neighbours[hex]
    found = []
    for turn in (1, -1):
        for length in range(1, MOST_SIDES + 1):
            along = tuple((side + turn * step) % 6 for step in range(1, length + 1))
            if not touched(g, hex).isdisjoint(along):
                break
            ends = (along[-1], (along[-1] + turn) % 6)
            exits = tuple(out for end in ends if (out := around[end]) is not None and out != origin)
            found.append(Way(along, along if length > 1 else (side, along[0]), exits))
    return found


def way_named(g: SlPlay, origin: str, hex: Hex, name: str) -> Way | None:
    return next((way for way in ways(g, origin, hex) if way.name == name), None)


def ways_beside(g: SlPlay, origin: str, hexes: Iterable[str]) -> Iterable[tuple[str, Way]]:
    """All ways around the obstacles of hexes beside the one that one comes from."""
    if origin in g.map.below:
        return
    for hex in hexes:
        if g.ground_in(hex) in OBSTACLES:
            for way in ways(g, origin, hex):
                yield hex, way


def goes_around(g: SlPlay, unit: Unit, origin: str, hex: Hex, way: Way) -> bool:
    """Whether nothing but the enemy and the MF could keep a unit from that way."""
    marks = g.state.bypass_marks.get(hex)
    free = marks is None or set(way.along) <= set(marks)
    return free and terrain.passing_bar(g, unit, origin, hex) is None


@handed_on
def price_of_hexside(g: SlPlay, cost: float, unit: Unit, origin: str, hex: Hex) -> float:
    """What does it cost a unit to cross a wall or the like on the way into a bypass?"""
    return cost


def price(g: SlPlay, unit: Unit, origin: str, hex: Hex, way: Way) -> float:
    """SL:4.6.2: that of the other terrain in the hex; double for more than two hexsides (SL:4.6.3-a). A wall or hedge
    on the way in is climbed as always (SL:4.1.7)."""
    cost = g.tables.terrain.kinds["open"].mf
    if g.map.level(hex) > g.map.level(origin):
        cost *= g.tables.movement.uphill
    cost = terrain.price_of_passing(g, cost, unit, origin, hex)
    cost *= 2 if len(way.along) > FREE_SIDES else 1
    return cost + price_of_hexside(g, terrain.hexside_cost(g, origin, hex), unit, origin, hex)


def status(g: SlPlay, unit: Unit) -> Bypass | None:
    """How a unit goes, or went, by the obstacle of the hex in which it is."""
    return next((one for one in g.state.bypasses.get(unit.id, ()) if one.hex == unit.hex), None)


# -- going by ----------------------------------------------------------------------------------------------


def refusal(g: SlPlay, frame: Moving, members: Sequence[Left], hex: Hex, way: Way) -> Refusal | None:
    origin = place_of(g, frame)
    if g.has_side(hex, g.defender):
        return ENEMY_THERE
    marks = g.state.bypass_marks.get(hex)
    if marks is not None and not set(way.along) <= set(marks):
        return MARKED
    for member in members:
        if member.mover.assault:
            return ONE_HEX
        found = movement.step_bar(g, frame, member.unit, hex) or around_bar(g, member.unit, hex)
        if found is not None:
            return found
        cost = price(g, member.unit, origin, hex, way)
        if cost > member.mf:
            return Refusal(f"{g.name(member.unit)} has {member.mf:g} MF left and needs {cost:g}", "SL:4.1.2")
    return None if can_leave(g, frame, members, hex, way) else NOWHERE


def may_go_by(g: SlPlay, frame: Moving, members: Sequence[Left], hex: Hex, name: str) -> bool:
    way = way_named(g, place_of(g, frame), hex, name)
    return way is not None and refusal(g, frame, members, hex, way) is None


def around_bar(g: SlPlay, unit: Unit, hex: Hex) -> Refusal | None:
    """On the ground only; and not over a cliff, nor by what burns (SL:4.6.1-b)."""
    if unit.hex in g.map.below:
        return NO_SUCH_WAY
    return terrain.passing_bar(g, unit, unit.hex, hex)


def can_leave(g: SlPlay, frame: Moving, members: Sequence[Left], hex: Hex, way: Way) -> bool:
    """SL:4.6.6-b: it must be able to go on, or to pay for the obstacle after all."""
    units = [member.unit for member in members]
    origin = units[0].hex
    costs = [price(g, unit, origin, hex, way) + movement.mf_at_risk(g, frame, unit) for unit in units]
    sure = [member.mf - cost for member, cost in zip(members, costs, strict=True)]
    for place in (*way.exits, hex):
        if g.has_side(place, g.defender) or stacking.refusal(g, g.attacker, place, units) is not None:
            continue
        prices = [
            obstacle_cost(g, unit, hex) if place == hex else terrain.cost_for(g, unit, hex, place)
            for unit in units
        ]
        barred = any(terrain.entry_bar(g, unit, hex, place) is not None for unit in units)
        if not barred and all(price_of <= mf for price_of, mf in zip(prices, sure, strict=True)):
            return True
    return False


def obstacle_cost(g: SlPlay, unit: Unit, hex: Hex) -> float:
    """SL:4.6.6-a"""
    whole = sum(kind.mf for kind in terrain.kinds_in(g, hex))
    return terrain.price_of_entry(g, whole, unit, hex, hex)


def candidates(g: SlPlay, frame: Moving) -> Iterable[tuple[str, Way]]:
    origin = place_of(g, frame)
    now = status(g, g.unit(frame.members[0]))
    around = [hex for hex in g.map.neighbours[origin] if hex is not None]
    yield from ways_beside(g, origin, [hex for hex in around if now is None or hex in now.exits])


def options(g: SlPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    found = [
        Action("bypass", (), hex, way.name)
        for hex, way in candidates(g, frame)
        if refusal(g, frame, members, hex, way) is None
    ]
    now = status(g, members[0].unit)
    if now is not None and go_in_refusal(g, members) is None:
        found.append(Action("go-in", (), now.hex))
    return found


def why_not(g: SlPlay, frame: Moving, members: Sequence[Left], action: Action) -> Refusal | None:
    if action.at not in g.map.index or g.ground_in(action.at) not in OBSTACLES:
        return ONLY_ROUND_THESE
    for hex, way in candidates(g, frame):
        if hex == action.at and way.name == action.how:
            return refusal(g, frame, members, hex, way)
    wanted = {int(side) for side in action.how.split("-") if side.isdigit()}
    return NO_SUCH_WAY if touched(g, action.at).isdisjoint(wanted) else BLOCKED


def go_by(g: SlPlay, frame: Moving, action: Action) -> None:
    """SL:4.6.1-d, SL:4.6.4: announced, and marked by a counter. It gives no control (SL:4.6.11)."""
    if movement.held_up(g, frame, action):
        return
    origin, hex = place_of(g, frame), action.at
    way = next(way for where, way in candidates(g, frame) if where == hex and way.name == action.how)
    marked = g.state.bypass_marks.setdefault(hex, way.marked)  # SL:4.6.5: by the counter that lies there
    cost = 0.0
    for uid in frame.members:
        cost = price(g, g.unit(uid), origin, hex, way)
        mover = note_spent(frame, uid, cost, hex)
        note(frame, uid, hexes=mover.hexes + 1, off_road=True)
        g.place(g.unit(uid), hex, moved=True)
        old = [one for one in g.state.bypasses.get(uid, ()) if one.hex != hex]
        g.state.bypasses[uid] = (*old, Bypass(hex, marked, way.exits, origin))
    g.say(
        "bypass",
        f"{g.doing(frame.members, 'bypasses', 'bypass')} the obstacle in {g.place_name(hex)} for {cost:g} MF.",
        "SL:4.6.1-a",
        "SL:4.6.2",
        *(("SL:4.6.3-a",) if len(way.along) > FREE_SIDES else ()),
        side=g.attacker,
        who=frame.members,
        at=hex,
    )
    movement.leave_track(g, frame, hex)
    movement.entered(g, frame, origin, hex)


def go_in_refusal(g: SlPlay, members: Sequence[Left]) -> Refusal | None:
    hex = members[0].unit.hex
    for member in members:
        cost = obstacle_cost(g, member.unit, hex)
        if member.mf < cost:
            return Refusal(f"that takes {cost:g} MF", "SL:4.6.6-a")
        found = terrain.entry_bar(g, member.unit, hex, hex)
        if found is not None:
            return found
    return stacking.refusal(g, g.attacker, hex, [member.unit for member in members])


def why_not_in(g: SlPlay, frame: Moving, members: Sequence[Left], action: Action) -> Refusal | None:
    return go_in_refusal(g, members) if status(g, members[0].unit) is not None else NO_SUCH_WAY


def go_in(g: SlPlay, frame: Moving, action: Action) -> None:
    """SL:4.6.6-a: into the obstacle after all. Who finds somebody hidden there is back where he came from
    (SL:2.5.5-a)."""
    who, cost = frame.members, 0.0
    before = status(g, g.unit(who[0]))
    if movement.turned_back(g, frame, action.at):
        for uid in who:
            if before is not None and before.origin and uid in g.state.units:
                g.place(g.unit(uid), before.origin)
        g.say(
            "turned_back",
            f"{g.doing(who, 'is', 'are')} back in {g.place_name(g.unit(who[0]).hex)}.",
            "SL:2.5.5-a",
            side=g.attacker,
            who=who,
            at=g.unit(who[0]).hex,
        )
        return
    for uid in frame.members:
        cost = obstacle_cost(g, g.unit(uid), action.at)
        note_spent(frame, uid, cost, action.at)
    movement.came_into(g, frame.members, action.at)
    g.say(
        "go_in",
        f"{g.doing(frame.members, 'enters', 'enter')} the obstacle in {g.place_name(action.at)} for {cost:g} MF.",
        "SL:4.6.6-a",
        side=g.attacker,
        who=frame.members,
        at=action.at,
    )
    seize(g, action.at)


def forget(g: SlPlay, who: Sequence[str], hex: Hex) -> None:
    for uid in who:
        left = tuple([one for one in g.state.bypasses.get(uid, ()) if one.hex != hex])
        if left:
            g.state.bypasses[uid] = left
        else:
            g.state.bypasses.pop(uid, None)


PART.adds(
    MOVE_VERBS,
    MoveVerb("bypass", 14, options, go_by, why_not),
    MoveVerb("go-in", 15, lambda g, frame, members: (), go_in, why_not_in),
)


@PART.answers(movement.step_bar)
def goes_on_at_the_end_of_it(g: SlPlay, frame: Moving, unit: Unit, hex: Hex) -> Refusal | None:
    now = status(g, unit)
    return OTHER_WAY if now is not None and hex not in now.exits else None


@PART.answers(movement.stop_bar)
def does_not_stop(g: SlPlay, frame: Moving, unit: Unit) -> Refusal | None:
    return GOES_ON if status(g, unit) is not None else None


@PART.answers(movement.came_into)
def pays_for_the_terrain(g: SlPlay, who: tuple[str, ...], hex: Hex) -> None:
    """Who comes into a hex that it went by before is in its terrain now."""
    forget(g, who, hex)


# -- under fire (SL:4.6.8, SL:4.6.9) -----------------------------------------------------------------------


def crosses(g: SlPlay, firer: str, bypass: Bypass) -> bool:
    """SL:4.6.8-b: the line meets one of the hexsides of the counter, their corners included. The range is that to the
    hex (SL:4.6-q6)."""
    if g.map.ground_hex(firer) == bypass.hex:
        return False
    return not set(sides_crossed(g.map, firer, bypass.hex)).isdisjoint(bypass.sides)


def junctions(bypass: Bypass) -> tuple[int, ...]:
    """The corners in which the hexsides of the counter meet.

    >>> junctions(Bypass("A1", (1, 2), ())), junctions(Bypass("A1", (0, 5, 4), ()))
    ((2,), (0, 5))
    """
    return tuple([b if (b - a) % 6 == 1 else a for a, b in pairwise(bypass.sides)])


def sees_corner(g: SlPlay, origin: str, bypass: Bypass) -> bool:
    """SL:4.6.8-a: a line to where those hexsides meet, in place of that to the centre dot."""
    hex = bypass.hex
    if g.map.ground_hex(origin) == hex or terrain.unseen_between(g, origin, hex):
        return False
    found = (g.map.los_to_corner(origin, hex, corner) for corner in junctions(bypass))
    return any(terrain.is_clear(g, one.hindrance if one.clear else -1, hex) for one in found)


def crosses_to_the_dot(g: SlPlay, origin: str, bypass: Bypass) -> bool:
    """Whether the line that crosses the way is one to the dot, and not that to the corner instead."""
    in_sight = terrain.sees(g, origin, bypass.hex) or not sees_corner(g, origin, bypass)
    return in_sight and crosses(g, origin, bypass)


def reached(g: SlPlay, origin: str, bypass: Bypass) -> bool:
    """Whether fire from a hex strikes those who went by there, along one line or the other."""
    return crosses(g, origin, bypass) or sees_corner(g, origin, bypass)


def went_by(g: SlPlay, who: tuple[str, ...], hex: Hex) -> list[Bypass]:
    """How all of these units went by the obstacle of a hex."""
    found = [one for uid in who for one in g.state.bypasses.get(uid, ()) if one.hex == hex]
    return found if len(found) == len(who) else []


@PART.answers(path_unseen)
def behind_the_obstacle(g: SlPlay, firer: Unit, who: tuple[str, ...], hex: Hex) -> bool:
    """SL:4.6.9"""
    went = went_by(g, who, hex)
    return bool(went) and not any(reached(g, firer.hex, one) for one in went)


@PART.answers(glimpsed)
def at_the_corner(g: SlPlay, firer: Unit, who: tuple[str, ...], hex: Hex) -> bool:
    """SL:4.6.8-a: as they went by, though nobody sees into the hex."""
    return any(sees_corner(g, firer.hex, one) for one in went_by(g, who, hex))


@PART.answers(firers.sees_something)
def sees_them_at_the_corner(g: SlPlay, origin: str, target: str) -> bool:
    """SL:4.6.8-a"""
    return bool(g.state.bypasses) and any(sees_corner(g, origin, way) for _, way in in_bypass(g, target))


@PART.answers(firers.joining_bar)
def one_line_for_all(
    g: SlPlay, shots: tuple[Shot, ...], unit: Unit, weapon: str, target: str
) -> Refusal | None:
    """SL:4.6.8-a: a fire group has one line of sight checked: to the dot, or to the corner."""
    there = in_bypass(g, target) if g.state.bypasses and shots and not firers.is_strict(g) else []
    hexes = dict.fromkeys((*hexes_of(g, shots), unit.hex))
    if not there or all(terrain.sees(g, hex, target) for hex in hexes):
        return None
    return None if any(all(sees_corner(g, hex, way) for hex in hexes) for _, way in there) else ONE_CHECK


def in_bypass(g: SlPlay, hex: Hex) -> list[tuple[Unit, Bypass]]:
    return [(unit, found) for unit in g.units_in(hex) if (found := status(g, unit)) is not None]


@PART.answers(firers.fire_bar)
def at_those_who_went_by(g: SlPlay, unit: Unit, target: str) -> Refusal | None:
    """SL:4.6.9: who has nobody else in the hex to fire at. Walls and hedges of either hex are in nobody's way
    (SL:4.6.8-c)."""
    there = in_bypass(g, target)
    others = [enemy for enemy in g.side_in(target, g.enemy_of(unit.side)) if status(g, enemy) is None]
    if out_of_the_obstacle(g, unit, target):
        return None
    if not there or others or any(reached(g, unit.hex, way) for _, way in there):
        return None
    return NOT_CROSSED


def in_the_dot(g: SlPlay, target: str, hexes: Sequence[str]) -> bool:
    """Whether no line leads just to the corner where others are: then those in the obstacle are not in it."""
    return all(terrain.sees(g, hex, target) or not sees_them_at_the_corner(g, hex, target) for hex in hexes)


@PART.answers(targets_met)
def only_across_the_arrow(g: SlPlay, targets: tuple[str, ...], hexes: Sequence[str]) -> tuple[str, ...]:
    """SL:4.6-q5: one throw for those in the obstacle and those beside it; but at these only with lines that cross their
    way."""
    found = []
    if any(unit.id in g.state.surprised for hex in hexes for unit in g.units_in(hex)):
        targets = tuple(
            [uid for uid in targets if uid in g.state.surprised]
        )  # SL:5.6.10.3: not at his own side
    for uid in targets:
        unit = g.state.units.get(uid)  # no unit of infantry: a vehicle
        way = status(g, unit) if unit is not None else None
        at_hand = uid in g.state.surprised
        if way is None:
            if unit is None or in_the_dot(g, unit.hex, hexes):
                found.append(uid)
        elif all(crosses_to_the_dot(g, hex, way) or (at_hand and hex == way.hex) for hex in hexes):
            found.append(uid)
        elif all(sees_corner(g, hex, way) for hex in hexes):  # SL:4.6.8-a
            found.append(uid)
    return tuple(found)


@PART.answers(morale.unled)
def out_of_his_reach(g: SlPlay, leader: Unit, unit: Unit) -> bool:
    """SL:4.6-q7: a leader in the obstacle helps those beside it against fire that strikes him, too."""
    if not g.state.bypasses or status(g, unit) is None or status(g, leader) is not None:
        return False
    attacks = [frame for frame in g.state.stack if isinstance(frame, Attack)]
    return not any({leader.id, unit.id} <= set(attack.targets) for attack in attacks)


@PART.answers(outside_the_terrain)
def beside_the_obstacle(g: SlPlay, unit: Unit, aim: Aim) -> bool:
    """SL:4.6.7: what is in the hex does not protect them; a wall that they keep behind does (SL:4.6-q8, SL:4.6.3-c)."""
    return status(g, unit) is not None


@PART.answers(caught_in_the_open)
def in_the_open(g: SlPlay, unit: Unit, aim: Aim) -> bool:
    """SL:4.6.8-b"""
    return status(g, unit) is not None


@any_of
def somebody_inside(g: SlPlay, hex: Hex, side: Side) -> bool:
    """Does an enemy of whom nobody knew come to light in the obstacle of a hex, as units of a side want to go in?"""
    return False


@PART.answers(morale.gone_to_ground)
def into_the_obstacle(g: SlPlay, unit: Unit) -> None:
    """SL:5.6.10.3: who goes to ground beside an obstacle is in it from then on, unless an enemy hides in it."""
    if status(g, unit) is None:
        return
    if somebody_inside(g, unit.hex, unit.side):
        g.state.surprised = (*g.state.surprised, unit.id)
    else:
        forget(g, (unit.id,), unit.hex)


@PART.answers(firers.fires_in_own_hex)
def out_of_the_obstacle(g: SlPlay, unit: Unit, target: str) -> bool:
    """SL:5.6.10.3"""
    there = g.side_in(unit.hex, g.enemy_of(unit.side)) if g.state.surprised else ()
    return any(other.id in g.state.surprised for other in there)


@PART.modifies(shot_factors, "SL:5.6.10.3", step=0)
def at_arms_length(g: SlPlay, firing: Firing) -> list[Line]:
    if firing.distance or not out_of_the_obstacle(g, firing.unit, firing.target):
        return []
    return [Line("point blank", g.tables.fire_factors.point_blank.factor, "SL:5.6.10.3", "x")]


@PART.modifies(target_lines, "SL:5.6.10.3", step=MOVEMENT)
def surprised(g: SlPlay, unit: Unit, aim: Aim) -> list[Line]:
    """SL:5.6.10.3: from the obstacle they are fired on as on the move."""
    if aim.phase != DFPH or unit.id not in g.state.surprised or tuple(aim.hexes) != (unit.hex,):
        return []
    drm = g.tables.fire_drm
    return [Line("moves, in the open", drm.moved.drm + drm.in_the_open.drm, "SL:5.6.10.3")]


@PART.modifies(target_lines, "SL:4.6.6-c", step=MOVEMENT)
def broken_on_the_way(g: SlPlay, unit: Unit, aim: Aim) -> list[Line]:
    """SL:4.6.6-c: until the RtPh."""
    if aim.phase != DFPH or not unit.broken or unit.id in g.state.tracks or status(g, unit) is None:
        return []
    drm = g.tables.fire_drm
    return [Line("broken in the open", drm.moved.drm + drm.in_the_open.drm, "SL:4.6.6-c")]


@PART.answers(phase_begins)
def counters_off(g: SlPlay, phase: str) -> None:
    """SL:4.6.4: the counters come off as the DFPh ends; SL:4.6.6-c, SL:3.21-q15: who broke beside them is in the hex
    from the RtPh on. What he left behind lies in the obstacle, like everything in the hex (SL:4.6.6-d)."""
    if phase == RTPH:
        g.state.bypasses = {}
    if phase not in (MPH, DFPH):
        g.state.bypass_marks = {}
        g.state.bypasses = {
            uid: ways for uid, ways in g.state.bypasses.items() if uid in g.state.units and g.unit(uid).broken
        }


@PART.answers(player_turn_begins)
def nobody_goes_by(g: SlPlay) -> None:
    g.state.surprised = ()
    g.state.bypasses = {}
    g.state.bypass_marks = {}
