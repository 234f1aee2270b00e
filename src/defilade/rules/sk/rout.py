"""The Rout Phase (SK1:3.6): who must rout, who may, and what becomes of those who do not.

A unit routs step by step.  Only steps are offered from which a legal rout can still be completed
(`rout_ways`); what is open in a hex is settled once, when the unit has come into it.
"""

from __future__ import annotations

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part, any_of, first_of, told
from defilade.kernel.encoding import always
from defilade.rules.sk import interdiction, los, morale, portage, terrain
from defilade.rules.sk.entering import came_in, strikes_who_enter
from defilade.rules.sk.rout_ways import (
    NOT_THE_WAY,
    Ground,
    Place,
    can_end_somewhere,
    destinations,
    has_unbroken,
    open_ways,
    rout_mf,
    steps_into,
    straight_steps,
    way_refusal,
)
from defilade.rules.sk.state import RTPH, SkPlay
from defilade.rules.sk.terrain import ROAD, TERRAIN
from defilade.tactics.leader_loss import LeaderLosses
from defilade.tactics.names import Hex, Side
from defilade.tactics.search import Reach
from defilade.tactics.sequence import MARKERS, PHASE_ENTRIES, Marker, Phase
from defilade.tactics.units import Unit, Weapon

PART = Part()

DONE = Action("done")
END = Action("end-rout")
OFF = Action("rout-off")
OFF_COST = 1.0
RULES = ("SK1:3.6-e", "SK1:3.6-d")
STEP_RULES = ("SK1:3.6-j", "SK1:3.6-k")

NOT_BROKEN = Refusal("only a broken unit routs", "SK1:3.6-g")
IN_MELEE = Refusal("a unit in melee may not rout", "SK1:3.8-u")
NOT_DM = Refusal("a broken unit may rout only while it is under DM", "SK1:3.6-g")
HAS_ROUTED = Refusal("it has routed in this phase", "SK1:3.6-e")
NO_WAY = Refusal("there is no hex to which it could legally rout", "SK1:3.6-d")
NOT_ITS_TURN = Refusal("units rout one at a time, all of the ATTACKER's first", "SK1:3.6-e")
MUST_ROUT = Refusal("units that are obliged to rout, and can, must do so first", "SK1:3.6-d")
NOT_A_COMPANION = Refusal("only an unbroken, unpinned leader stacked with it can rout along", "SK1:3.6-s")
DROP_FIRST = Refusal("it must first drop SW beyond its IPC", "SK1:4.0-e")
NO_CRAWL_NOW = Refusal("Low Crawl takes the whole MF allotment", "SK1:3.6-h")
CRAWL_ENDS_BESIDE = Refusal("a Low Crawl may not end next to an unbroken enemy", "SK1:3.6-i")
CANNOT_END = Refusal("it may not end its rout here: it must go on to the nearest cover", "SK1:3.6-j")


class RoutPhase(Frame):
    """All units of the ATTACKER, one at a time, then those of the DEFENDER.

    `turn` is 0 for the ATTACKER and 1 for the DEFENDER, `ready` the ways to begin a rout (the unit, and the
    leader who goes along), `obliged` says that one of those units must.  Both are surveyed after each rout.
    `closing`: whoever wanted to rout has done so, and only those who must are still asked for.
    """

    turn: int = -1
    surveyed: bool = False
    ready: tuple[tuple[str, ...], ...] = ()
    obliged: bool = False
    closing: bool = False


PART.adds(PHASE_ENTRIES, Phase(RTPH, "Rout Phase", RoutPhase))


class Routing(Frame):
    """A unit on the run, perhaps with an unbroken leader (SK1:3.6-s).

    `seen` are the enemy hexes in whose LOS it has been, `goals` the cover that it may make for, `free` says
    that none binds it, `arrived` that it is in cover where it may end.  `ways` are the steps now open (hex and
    rate), `crawls` the hexes open to Low Crawl, `may_end` says whether it may stop here; they are settled anew
    in each hex.  `over` says that it goes no farther.
    """

    unit: str
    leader: str = ""
    start: str = ""
    spent: float = always(0.0)
    seen: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    free: bool = False
    arrived: bool = False
    settled: bool = False
    over: bool = False
    ways: tuple[tuple[str, str], ...] = ()
    crawls: tuple[str, ...] = ()
    may_end: bool = False


# -- who must and who may ----------------------------------------------------------------------------------


def beside_enemy(g: SkPlay, unit: Unit) -> bool:
    """SK1:3.6-a: next to, or together with, an unbroken Known enemy unit."""
    enemy = g.enemy_of(unit.side)
    if has_unbroken(g, unit.hex, enemy):
        return True
    near = g.map.adjacent[unit.hex]
    return any(has_unbroken(g, hex, enemy) and los.hindrance(g, unit.hex, hex) >= 0 for hex in near)


@any_of
def dug_in(g: SkPlay, unit: Unit) -> bool:
    """Is a unit not in the open where it stands, though its hex is?"""
    return False


def exposed(g: SkPlay, unit: Unit) -> bool:
    """SK1:3.6-b: in Open Ground, where a Known Good Order enemy could interdict it."""
    return not dug_in(g, unit) and interdiction.interdictor(g, unit.side, unit.hex) is not None


def must_rout(g: SkPlay, unit: Unit) -> bool:
    """SK1:3.6-d: only these two situations oblige a unit. One that has routed has left the second behind."""
    if not unit.broken or unit.melee or not unit.hex:
        return False
    return beside_enemy(g, unit) or (not unit.routed and exposed(g, unit))


def rout_refusal(unit: Unit) -> Refusal | None:
    """Why a unit may not begin a rout, the ground apart."""
    if not unit.broken:
        return NOT_BROKEN
    if unit.melee:
        return IN_MELEE
    if unit.routed:
        return HAS_ROUTED
    return None if unit.dm else NOT_DM


def companion_refusal(unit: Unit, leader: Unit) -> Refusal | None:
    """SK1:3.6-s: an unbroken leader stacked with the unit. A pinned one cannot move (SK1:3.2.1-u,
    SKF:3.6-p)."""
    if not leader.is_leader or leader.hex != unit.hex or leader.side != unit.side or leader.id == unit.id:
        return NOT_A_COMPANION
    if not leader.good_order or leader.pinned:
        return NOT_A_COMPANION
    return HAS_ROUTED if leader.routed else None


# -- one rout ----------------------------------------------------------------------------------------------


def party(g: SkPlay, frame: Routing) -> list[Unit]:
    """The routing unit, and the leader with it."""
    units = [g.unit(frame.unit)]
    if frame.leader in g.state.units:
        units.append(g.unit(frame.leader))
    return units


def settle(g: SkPlay, frame: Routing) -> None:
    """Work out what the unit may do in the hex in which it stands now."""
    members = party(g, frame)
    hex = members[0].hex
    ground = Ground(g, members, frame.start)
    left = rout_mf(g, members) - frame.spent
    seen = ground.bits_of(frame.seen) | ground.in_sight(hex)
    reach = ground.explore(hex, seen, left)
    if frame.spent == 0:
        frame.goals, frame.free = destinations(ground, reach)
    frame.seen = ground.hexes_of(seen)
    in_cover = ground.is_cover(hex) and ground.may_end_in(hex)
    frame.arrived = in_cover and (frame.arrived or hex in frame.goals)
    frame.may_end = frame.arrived or (frame.free and ground.may_end_in(hex))
    if frame.free:
        goals = [place for place in reach.cost if ground.may_end_in(place[0])]  # SK1:3.6-r
    else:
        goals = [place for place in reach.cost if place[0] in frame.goals and place[0] != hex]
    frame.ways = open_ways(ground, reach, goals, left)
    if frame.arrived:  # SK1:3.6-n: it may go straight on into other cover
        beside = [p for p, _ in reach.steps[reach.start] if ground.is_cover(p[0]) and ground.may_end_in(p[0])]
        onward = steps_into(ground, reach, beside, left)
        frame.ways = tuple(dict.fromkeys((*frame.ways, *onward)))
    frame.crawls = () if frame.spent else _crawls(ground, reach, frame)
    frame.settled = True


def _crawls(ground: Ground, reach: Reach[Place], frame: Routing) -> tuple[str, ...]:
    """SK1:3.6-h: Low Crawl is one hex with all MF, straight toward the cover that the unit makes for. It must
    not end beside the enemy (SK1:3.6-i)."""
    hexes = [hex for hex, _ in frame.ways] if frame.free else straight_steps(reach, frame.goals)
    return tuple([hex for hex in dict.fromkeys(hexes) if ground.may_end_in(hex)])


@first_of
def left_behind(g: SkPlay, unit: Unit) -> list[Weapon] | None:
    """Of which SW must a routing unit drop one now? None where all that counts is its IPC."""


def excess_weapons(g: SkPlay, members: list[Unit]) -> list[Action]:
    """SK1:4.0-e: the SW of those who hold more than their IPC; one of them must be dropped."""
    options = []
    for unit in members:
        too_much = left_behind(g, unit)
        if too_much is None:
            too_much = g.weapons_of(unit) if portage.excess(g, unit) else []
        options += [Action("drop", (weapon.id,)) for weapon in too_much]
    return options


@any_of
def may_rout_off(g: SkPlay, unit: Unit) -> bool:
    """May a broken unit leave the map from its hex?"""
    return False


@told
def routed_off(g: SkPlay, unit: Unit, leader: str) -> None:
    """A routing unit leaves the map, perhaps with a leader: what becomes of it?"""


def can_rout_off(g: SkPlay, frame: Routing) -> bool:
    """One MF takes it off the map, from a hex where it may leave."""
    members = party(g, frame)
    return rout_mf(g, members) - frame.spent >= OFF_COST and may_rout_off(g, members[0])


def why_not_routing(g: SkPlay, frame: Routing, action: Action) -> Refusal | None:
    members = party(g, frame)
    if not frame.spent and excess_weapons(g, members):
        return DROP_FIRST
    if action == END:
        return CANNOT_END
    if action.verb not in ("rout-to", "low-crawl") or action.at not in g.map.index:
        return None
    ground = Ground(g, members, frame.start)
    if action.verb == "low-crawl":
        if frame.spent:
            return NO_CRAWL_NOW
        if any(way == action.at for way, _ in frame.ways):
            return NOT_THE_WAY if ground.may_end_in(action.at) else CRAWL_ENDS_BESIDE
    return way_refusal(ground, frame.seen, action.at, rout_mf(g, members) - frame.spent)


@PART.decisions(Routing, why_not=why_not_routing)
def ask_routing(g: SkPlay, frame: Routing) -> Choice | None:
    unit = g.state.units.get(frame.unit)
    if unit is None or frame.over or unit.pinned:
        return None
    if frame.spent == 0:
        drops = excess_weapons(g, party(g, frame))
        if drops:
            asks = f"{g.name(unit)} must drop what it cannot carry before it routs. Which SW?"
            return Choice(unit.side, asks, tuple(drops), ("SK1:4.0-e",), (unit.id,), unit.hex)
    off = frame.settled and can_rout_off(g, frame)
    if not frame.settled or not (frame.ways or off):
        return None
    options = [Action("rout-to", (), hex, rate if rate != TERRAIN else "") for hex, rate in frame.ways]
    options += [Action("low-crawl", (), hex) for hex in frame.crawls]
    if off:
        options.append(OFF)
    if frame.may_end:
        options.append(END)
    asks = f"{g.name(unit)} routs with {rout_mf(g, party(g, frame)) - frame.spent:g} MF left. Where to?"
    return Choice(unit.side, asks, tuple(options), STEP_RULES, (unit.id,), unit.hex)


@ask_routing
def take_routing(g: SkPlay, frame: Routing, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Action):
        if answer == END:
            frame.over = True
        elif answer.verb == "drop":
            _drop(g, answer.who[0])
        elif answer == OFF:
            g.pop()
            routed_off(g, g.unit(frame.unit), frame.leader)
        else:
            _step(g, frame, answer)
        return
    unit = g.state.units.get(frame.unit)
    # SK1:3.6-x: a pin ends the rout
    stuck = frame.settled and not frame.ways
    if unit is None or frame.over or unit.pinned or stuck:
        _finish(g, frame)
    else:
        settle(g, frame)


def _drop(g: SkPlay, weapon_id: str) -> None:
    weapon = g.state.weapons[weapon_id]
    owner = g.unit(weapon.owner)
    g.drop(weapon)
    g.say(
        "drop",
        f"{g.name(owner)} leaves the {g.weapon_name(weapon)} behind.",
        "SK1:4.0-e",
        "SK1:4.0-f",
        side=owner.side,
        who=(owner.id, weapon.id),
        at=owner.hex,
    )


@any_of
def sent_back(g: SkPlay, side: Side, hex: Hex) -> bool:
    """Does something keep routing units of a side from entering a hex, and has it been dealt with?"""
    return False


def _step(g: SkPlay, frame: Routing, action: Action) -> None:
    """One hex of the rout, and the interdiction that it draws."""
    crawls = action.verb == "low-crawl"
    members = party(g, frame)
    origin, hex = members[0].hex, action.at
    rate = action.how or TERRAIN
    frame.spent += rout_mf(g, members) if crawls else terrain.entry_cost(g, members[0], origin, hex, rate)
    frame.settled = False
    if sent_back(g, members[0].side, hex):
        return  # what it spent is spent, so Low Crawl is no longer open
    frame.over = crawls
    for member in members:
        g.place(member, hex, routed=True)  # SK1:3.6-s: the leader stays with the unit
    unit = g.unit(frame.unit)
    along = f" with {g.name(members[1])}" if len(members) > 1 else ""
    g.say(
        "rout",
        f"{g.name(unit)}{along} {'low crawls' if crawls else 'routs'} to {g.place_name(hex)}.",
        "SK1:3.6-h" if crawls else "SK1:3.6-j",
        *(("SK1:3.6-s",) if along else ()),
        side=unit.side,
        who=tuple([member.id for member in members]),
        at=hex,
    )
    came_in(g, hex, unit.side)
    g.push_in_order(*strikes_who_enter(g, hex, tuple([member.id for member in members])))
    if crawls or rate not in (ROAD, TERRAIN):
        return  # SK1:3.6-h, SK1:3.6-i: no interdiction
    climbed_from = origin if g.map.level(origin) < g.map.level(hex) else ""
    enemy = interdiction.who_interdicts(g, unit.side, hex, road_rate=rate == ROAD, climbed_from=climbed_from)
    if enemy is not None:
        interdiction.interdict(g, unit, enemy, frame.leader)


def _finish(g: SkPlay, frame: Routing) -> None:
    """SK1:3.6-x: a unit that was pinned beside the enemy is lost."""
    g.pop()
    unit = g.state.units.get(frame.unit)
    if unit is not None and beside_enemy(g, unit):
        fail_to_rout(g, unit, *(("SK1:3.6-x",) if unit.pinned else ()))


def fail_to_rout(g: SkPlay, unit: Unit, *rules: str) -> None:
    """SK1:3.6-d; those stacked with a leader who is lost in this way feel his loss (SK1:3.2.1-r)."""
    g.push(LeaderLosses())
    morale.eliminate(g, unit, "is eliminated for failure to rout", "SK1:3.6-d", *rules)


# -- the phase ---------------------------------------------------------------------------------------------


def put_under_dm(g: SkPlay) -> None:
    """SK1:3.6-c: units in either situation go under DM at the start of the RtPh."""
    for unit in [unit for unit in g.on_map() if unit.broken and not unit.dm]:
        if must_rout(g, unit):
            morale.put_under_dm(g, unit, "SK1:3.6-c")


def survey(g: SkPlay, frame: RoutPhase) -> None:
    """Who of the side can rout now, and whether one of them must."""
    side = g.in_order()[frame.turn]
    ready: list[tuple[str, ...]] = []
    frame.obliged = False
    for unit in g.on_map(side):
        if rout_refusal(unit) is not None or not (can_end_somewhere(g, [unit]) or may_rout_off(g, unit)):
            continue
        ready.append((unit.id,))
        frame.obliged = frame.obliged or must_rout(g, unit)
        for other in g.units_in(unit.hex):
            if companion_refusal(unit, other) is None and can_end_somewhere(g, [unit, other]):
                ready.append((unit.id, other.id))
    frame.ready = tuple(ready)
    frame.surveyed = True


def why_not_phase(g: SkPlay, frame: RoutPhase, action: Action) -> Refusal | None:
    if action == DONE:
        return MUST_ROUT
    unit = g.state.units.get(action.who[0]) if action.verb == "rout" and action.who else None
    if unit is None:
        return None
    if unit.side != g.in_order()[frame.turn]:
        return NOT_ITS_TURN
    refusal = rout_refusal(unit)
    if refusal is not None:
        return refusal
    for uid in action.who[1:]:
        other = g.state.units.get(uid)
        refusal = NOT_A_COMPANION if other is None else companion_refusal(unit, other)
        if refusal is not None:
            return refusal
    return NOT_A_COMPANION if len(action.who) > 2 else NO_WAY


@PART.decisions(RoutPhase, why_not=why_not_phase)
def ask_rout_phase(g: SkPlay, frame: RoutPhase) -> Choice | None:
    if not frame.surveyed or not frame.ready or (frame.closing and not frame.obliged):
        return None
    options = [Action("rout", who) for who in frame.ready]
    if not frame.obliged:
        options.append(DONE)
    side = g.in_order()[frame.turn]
    return Choice(side, "Which broken unit routs next?", tuple(options), RULES)


@ask_rout_phase
def take_rout_phase(g: SkPlay, frame: RoutPhase, answer: Action | Outcome | None) -> None:
    if frame.turn < 0:
        put_under_dm(g)
        frame.turn = 0
    elif isinstance(answer, Action) and answer != DONE:
        frame.surveyed = False
        unit, leader = (*answer.who, "")[:2]
        g.push(Routing(unit, leader, g.unit(unit).hex))
    elif frame.turn == 2:
        g.pop()
    elif not frame.surveyed:
        survey(g, frame)
    else:
        _end_side(g, frame)


def _end_side(g: SkPlay, frame: RoutPhase) -> None:
    """SK1:3.6-d: those of a side who had to rout and could not are eliminated. Whoever breaks at the loss of a
    leader among them must rout in turn; then comes the other side."""
    side = g.in_order()[frame.turn]
    failing = [unit for unit in g.on_map(side) if must_rout(g, unit)]
    frame.surveyed = False
    frame.closing = bool(failing)
    if not failing:
        frame.turn += 1
    for unit in failing:
        fail_to_rout(g, unit)


# Who has routed once in this phase may do so in the next one.
PART.adds(MARKERS, Marker("routed", RTPH))
