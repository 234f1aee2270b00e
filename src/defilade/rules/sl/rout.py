"""The Rout Phase (SL:3.21): broken units make for cover by the shortest way that the enemy leaves them.

Nobody routs off the map (SL:3.21-q1). Without a way a unit in the open is lost, seen or not (SL:3.21-q2). The way is
looked at hex by hex, so that who comes into an enemy's sight goes no nearer to him (SL:3.21-q7), and full hexes are
passed (SL:3.21.11).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from defilade.kernel import Action, Frame, Refusal
from defilade.kernel.composition import Part, all_of, any_of, first_of, handed_on, told
from defilade.rules.sl import morale, stacking, terrain
from defilade.rules.sl.state import RTPH, SlPlay
from defilade.tactics.acting import ActingPhase, acting_phase, both_sides
from defilade.tactics.control import seize
from defilade.tactics.names import Hex, Side
from defilade.tactics.search import Reach, explore
from defilade.tactics.sequence import PHASE_ENTRIES, Phase
from defilade.tactics.units import Unit

PART = Part()

FAR = 40.0
"""MF that no way to cover takes on any map that is played."""

FIFTY_CAL, FIFTY_CAL_REACH = (8, 20), 16

PLACES_TO_WAIT = frozenset({"grain", "orchard", "brush", "crag", "gully", "shellholes"})

NOT_BROKEN = Refusal("only broken units rout", "SL:3.21.1")
IN_MELEE = Refusal("broken units in melee withdraw, they do not rout", "SL:6.4.1-b")
CAPTIVE = Refusal("prisoners under guard do not rout", "SL:3.29.10")
HAS_ROUTED = Refusal("it has routed in this phase", "SL:3.21.10-a")
RESTS = Refusal("in cover and away from enemies it stays, unless it was fired on", "SL:3.21.13")
NOT_NEAREST = Refusal("it takes the shortest way to the nearest cover", "SL:3.21.8")
NOT_ITS_TURN = Refusal("broken units of the moving side rout first", "SL:3.21.2-b")


class RoutPhase(ActingPhase):
    """Units of the ATTACKER first (SL:3.21.2-b), then of the DEFENDER."""


PART.adds(PHASE_ENTRIES, Phase(RTPH, "Rout Phase", RoutPhase))


@any_of
def not_known(g: SlPlay, enemy: Unit) -> bool:
    """Does nobody know of an enemy who might bar the way?"""
    return False


@all_of
def other_enemies(g: SlPlay, side: Side) -> Iterable[str]:
    """Which hexes hold known enemies of a side besides their units on foot?"""
    return ()


@any_of
def sweeps(g: SlPlay, side: Side, hex: Hex) -> bool:
    """Does something else than enemy infantry keep open ground under fire?"""
    return False


@any_of
def shelters(g: SlPlay, hex: Hex) -> bool:
    """Is there something in open ground to go from cover to cover by?"""
    return False


@any_of
def driven_off(g: SlPlay, unit: Unit) -> bool:
    """Does something else than enemy infantry beside it make a broken unit rout?"""
    return False


@any_of
def waits(g: SlPlay, unit: Unit) -> bool:
    """May a broken unit that finds no way to cover wait for one where it is, as long as no enemy is beside it?"""
    return False


@any_of
def stays_at_its_gun(g: SlPlay, unit: Unit) -> bool:
    """May a broken unit stay where it is, cover or not, as long as no enemy is beside it?"""
    return False


@any_of
def screened(g: SlPlay, enemy: Side, hex: Hex) -> bool:
    """Does something between keep an enemy from sweeping a hex, though he sees it?"""
    return False


@any_of
def no_way(g: SlPlay, hex: Hex) -> bool:
    """Does no routing unit think of going this way?"""
    return False


@handed_on
def ways_chosen(g: SlPlay, found: dict[str, str], unit: Unit, safe: dict[str, str]) -> dict[str, str]:
    """Which of the nearest refuges may a side choose? `safe` are all refuges that can be reached."""
    return found


@handed_on
def mf_of_rout(g: SlPlay, mf: float, unit: Unit) -> float:
    """How many MF has a broken unit to rout with?"""
    return mf


@any_of
def at_least_one_hex(g: SlPlay, unit: Unit) -> bool:
    """May a routing unit always go one hex?"""
    return False


@any_of
def shunned(g: SlPlay, unit: Unit, hex: Hex) -> bool:
    """Need a routing unit not think of going this way, though it may?"""
    return False


@any_of
def perilous(g: SlPlay, unit: Unit, way: Sequence[str]) -> bool:
    """Does something strike a routing unit on its way, from the hex in which it is to the last of these?"""
    return False


@all_of
def leaving_in_flight(g: SlPlay, who: tuple[str, ...], origin: str, hex: str) -> Iterable[Frame]:
    """What strikes routing units as they leave a hex for the next?"""
    return ()


@all_of
def come_in_flight(g: SlPlay, who: tuple[str, ...], origin: str, hex: str) -> Iterable[Frame]:
    """What strikes routing units that have come from a hex into the next?"""
    return ()


@any_of
def held_up(g: SlPlay, unit: Unit) -> bool:
    """Is something to be settled before a routing unit leaves its hex? Its side chooses again after it."""
    return False


@told
def takes_to_flight(g: SlPlay, who: tuple[str, ...]) -> None:
    """Units begin to rout, broken ones or a leader with them."""


@told
def comes_to(g: SlPlay, unit: Unit, hex: Hex) -> None:
    """A routing unit has come to a hex."""


@any_of
def need_not_rout(g: SlPlay, unit: Unit) -> bool:
    """May a broken unit stay where it is, whatever is beside it?"""
    return False


def must_rout(g: SlPlay, unit: Unit) -> bool:
    """SL:3.21.7: out of woods and buildings, or adjacent to an enemy; SL:3.21.2-a: even a broken one,
    and a scout as well, there or beside it (SL:3.7-q7, SL:3.7-q9)."""
    if not unit.broken or unit.melee or not unit.hex or unit.captive:  # SL:3.29.10
        return False
    if need_not_rout(g, unit):
        return False
    if terrain.adjacent_enemy(g, unit.hex, unit.side) or driven_off(g, unit):
        return True
    return not terrain.is_cover(g, unit.hex) and not stays_at_its_gun(g, unit)


def rout_refusal(g: SlPlay, unit: Unit) -> Refusal | None:
    if not unit.broken:
        return NOT_BROKEN
    if unit.melee:
        return IN_MELEE
    if unit.captive:
        return CAPTIVE
    if unit.routed:
        return HAS_ROUTED
    if must_rout(g, unit) or unit.dm or is_full(g, unit.hex, unit.side):  # SL:3.21.10-b
        return None
    return RESTS


def is_full(g: SlPlay, hex: Hex, side: Side) -> bool:
    """SL:3.21.11: out of a hex with no room for one more squad those in it may go on. Whoever makes use of it has the
    hex full for all to see: what is out of sight does not count, or the question would tell of it (SL:2.3.2)."""
    squads = [unit for unit in g.side_in(hex, side) if unit.is_mmc]
    one_more = [msgspec.structs.replace(unit, id="") for unit in squads[:1]]
    return bool(one_more) and stacking.refusal(g, side, hex, one_more, in_sight=True) is not None


# -- ways --------------------------------------------------------------------------------------------------


def swept(g: SlPlay, hex: Hex, side: Side) -> bool:
    """SL:3.21.7.2: open ground in sight and normal range of an unbroken enemy. A leader has no range (SL:3.21-q10),
    nor have units in melee (SL:3.21-q13); who would stand higher may cross (SL:3.21-q18). What is not open may be
    crossed: crag, brush, orchards (SL:14.10.5-a, SL:14.12.6-a, SL:14.16.9-a). Into low ground only those see who are
    adjacent or high above (SL:14.21.9, SL:14.22.22). Scouts have no firepower to sweep it with (SL:3.7-q6)."""
    return not shelters(g, hex) and kept_under_fire(g, hex, side)


def kept_under_fire(g: SlPlay, hex: Hex, side: Side) -> bool:
    """The same, whatever there is to go by."""
    if not terrain.is_open(g, hex):
        return False
    return sweeps(g, side, hex) or any(
        not enemy.broken
        and not enemy.melee
        and not not_known(g, enemy)
        and g.map.distance(enemy.hex, hex) <= reach_of(g, enemy)
        and g.map.level(enemy.hex) >= g.map.level(hex)
        and terrain.sees(g, enemy.hex, hex)
        and not screened(g, enemy.hex, hex)
        for enemy in g.on_map(g.enemy_of(side))
    )


def reach_of(g: SlPlay, enemy: Unit) -> int:
    """SL:3.21-q10: a leader reaches as far as the weapon that he mans; SL:3.21-q14: a .50 cal MG without a leader in
    the hex no further than 16 hexes."""
    reach = 0 if enemy.is_leader else g.counter(enemy).range
    for weapon in g.weapons_of(enemy):
        kind = g.weapon_type(weapon)
        if weapon.id in g.state.hidden_weapons:  # SL:2.6.1-a
            continue
        if kind.is_mg and not weapon.malfunctioned:
            heavy = (kind.fp, kind.range) == FIFTY_CAL
            led = any(one.is_leader and not one.broken for one in g.side_in(enemy.hex, enemy.side))
            reach = max(reach, FIFTY_CAL_REACH if heavy and not led else kind.range)
    return reach


def known_enemy_adjacent(g: SlPlay, hex: Hex, side: Side) -> bool:
    """SL:3.21-q5: who is concealed or hidden keeps nobody away."""
    enemy = g.enemy_of(side)
    return any(
        not not_known(g, other)
        for one in terrain.adjacent_enemies(g, hex, side)
        for other in g.side_in(one, enemy)
    )


def step_refusal(g: SlPlay, side: Side, origin: str, hex: Hex) -> Refusal | None:
    """SL:3.21.7.1: never nearer to an enemy in whose sight it is (SL:3.21-q4, SL:3.21-q21); as near is allowed
    (SL:3.21-q6). Scouts are enemies like others (SL:3.7-q5)."""
    known = dict.fromkeys(unit.hex for unit in g.on_map(g.enemy_of(side)) if not not_known(g, unit))
    known.update(dict.fromkeys(other_enemies(g, side)))
    if hex in known:
        return Refusal("there is an enemy in that hex", "SL:4.1.11")
    distance = g.map.distance
    for other in known:
        if distance(other, hex) < distance(other, origin) and terrain.sees(g, other, origin):
            return Refusal(f"that is nearer to the enemy in {g.place_name(other)}", "SL:3.21.7.1")
    if swept(g, hex, side):
        return Refusal("that is open ground under enemy fire", "SL:3.21.7.2")
    return None


def ways(g: SlPlay, unit: Unit, *, careful: bool = False) -> Reach[str]:
    """Where a routing unit could get, however long it takes; it stops in the first cover away from the enemy. Who is
    careful leaves out what he need not think of."""
    side = unit.side

    def steps(hex: Hex) -> list[tuple[str, float]]:
        if hex != unit.hex and is_refuge(g, unit, hex):
            return []
        return [
            (near, terrain.cost_for(g, unit, hex, near))
            for near in g.map.adjacent[hex]
            if step_refusal(g, side, hex, near) is None
            and terrain.entry_bar(g, unit, hex, near) is None
            and not no_way(g, near)
            and not (careful and shunned(g, unit, near))
        ]

    return explore(unit.hex, steps, FAR)


def is_refuge(g: SlPlay, unit: Unit, hex: Hex) -> bool:
    """Cover with room (SL:3.21-q16) that is not adjacent to an enemy."""
    return (
        terrain.is_cover(g, hex)
        and not known_enemy_adjacent(g, hex, unit.side)
        and stacking.refusal(g, unit.side, hex, (unit,)) is None
    )


def destinations(g: SlPlay, unit: Unit) -> dict[str, str]:
    """SL:3.21.8: the nearest refuges in MF, and where the unit comes to on the way to each in this phase: it has 6 MF
    (SL:3.21.5), and goes on in the next RtPh (SL:3.21.12). SL:3.21.9: what is upstairs in its own hex it may choose,
    but need not think of."""
    reach = ways(g, unit)
    found = refuges_in(g, unit, reach)
    if any(shunned(g, unit, hex) for hex in reach.cost):
        found = {**found, **refuges_in(g, unit, ways(g, unit, careful=True))}
    return found


def refuges_in(g: SlPlay, unit: Unit, reach: Reach[str]) -> dict[str, str]:
    costs = {hex: cost for hex, cost in reach.cost.items() if hex != unit.hex and is_refuge(g, unit, hex)}
    stops = {hex: stop for hex in costs if (stop := reached(g, unit, reach, hex)) != unit.hex}
    upstairs = [hex for hex in stops if g.map.ground_hex(hex) == unit.hex]
    elsewhere = [cost for hex, cost in costs.items() if hex not in upstairs]
    nearest = min(elsewhere, default=0.0)
    found = {hex: stop for hex, stop in stops.items() if costs[hex] == nearest or hex in upstairs}
    return ways_chosen(g, found, unit, stops)


def reached(g: SlPlay, unit: Unit, reach: Reach[str], goal: str) -> str:
    """How far the unit gets on a shortest way to its goal, into a hex in which it fits."""
    return trail(g, unit, reach, goal)[-1]


def trail(g: SlPlay, unit: Unit, reach: Reach[str], goal: str) -> list[str]:
    """The hexes of that way, from the one in which it is."""
    to_goal = reach.cost_to([goal])
    at = unit.hex
    way, end = [at], 1
    left = mf_of_rout(g, float(g.tables.movement.rout), unit)
    sure = at_least_one_hex(g, unit)
    while at != goal:
        onward = [
            (hex, cost)
            for hex, cost in reach.steps[at]
            if hex in to_goal
            and cost + to_goal[hex] == to_goal[at]
            and (cost <= left or (sure and at == unit.hex))
        ]
        if not onward:
            break
        at, cost = onward[0]
        left -= cost
        way.append(at)
        if stacking.refusal(g, unit.side, at, (unit,)) is None:
            end = len(way)
    return way[:end]


def way_of(g: SlPlay, unit: Unit, goal: str) -> list[str]:
    """By which hexes a unit routs toward a refuge: carefully, if it can."""
    careful = ways(g, unit, careful=True)
    reach = careful if goal in careful.cost else ways(g, unit)
    return trail(g, unit, reach, goal) if goal in reach.cost else [unit.hex]


# -- the phase ---------------------------------------------------------------------------------------------


def companions(g: SlPlay, unit: Unit) -> list[Unit]:
    """SL:3.2.8-a: unbroken leaders who may rout along."""
    return [
        leader
        for leader in g.side_in(unit.hex, unit.side)
        if leader.is_leader and not leader.broken and not leader.routed and not leader.melee
    ]


def rout_options(g: SlPlay, side: Side) -> list[Action]:
    options = []
    for unit in [unit for unit in g.on_map(side) if rout_refusal(g, unit) is None]:
        for goal, stop in destinations(g, unit).items():
            options.append(Action("rout", (unit.id,), goal))
            for leader in companions(g, unit):
                if stacking.refusal(g, side, stop, (unit, leader)) is None:
                    options.append(Action("rout", (unit.id, leader.id), goal))
    return options


def why_not(g: SlPlay, side: Side, action: Action) -> Refusal | None:
    unit = g.state.units.get(action.who[0]) if action.verb == "rout" and action.who else None
    if unit is None:
        return None
    return NOT_ITS_TURN if unit.side != side else rout_refusal(g, unit) or NOT_NEAREST


def nobody_must(g: SlPlay, options: Sequence[Action]) -> bool:
    return not any(must_rout(g, g.unit(action.who[0])) for action in options)


def rout(g: SlPlay, side: Side, action: Action) -> None:
    unit = g.unit(action.who[0])
    if held_up(g, unit):
        return
    stop = destinations(g, unit)[action.at]
    way = way_of(g, unit, action.at)
    if way[-1] != stop:
        way = [unit.hex, stop]
    takes_to_flight(g, action.who)
    unit = g.unit(unit.id)
    if perilous(g, unit, way):
        lay_down(g, unit)
        for uid in action.who:
            g.update(g.unit(uid), routed=True)
        g.push(Running(action.who, tuple(way), action.at))
        return
    lay_down(g, unit)
    arrive(g, unit, action, stop)


def arrive(g: SlPlay, unit: Unit, action: Action, stop: str) -> None:
    for uid in action.who:
        g.place(g.unit(uid), stop, routed=True)
    g.say(
        "rout",
        f"{g.names(action.who)} rout{'s' if len(action.who) == 1 else ''} to {g.place_name(stop)}.",
        "SL:3.21.8",
        *(("SL:3.21.12",) if stop != action.at else ("SL:3.21.10-a",)),
        *(("SL:3.2.8-a",) if len(action.who) > 1 else ()),
        side=unit.side,
        who=action.who,
        at=stop,
    )
    seize(g, stop)
    comes_to(g, g.unit(unit.id), stop)


class Running(Frame):
    """Routing units go hex by hex, because something may strike them on the way. `way` begins where they are."""

    who: tuple[str, ...]
    way: tuple[str, ...]
    goal: str
    left: bool = False
    """What strikes them as they leave their hex has done so."""


@PART.automatic(Running)
def run_hex_by_hex(g: SlPlay, frame: Running) -> None:
    """Who is broken anyway runs on, whatever strikes him; who breaks beside him stays behind."""
    units = g.state.units
    first = units.get(frame.who[0])
    if first is None or len(frame.way) == 1:
        g.pop()
        return
    frame.who = tuple(
        [uid for uid in frame.who if uid in units and (uid == first.id or not units[uid].broken)]
    )
    here, hex, *rest = frame.way
    if not frame.left:
        frame.left = True
        g.push_in_order(*leaving_in_flight(g, frame.who, here, hex))
        return
    if rest:
        for uid in frame.who:
            g.place(g.unit(uid), hex)
    else:
        arrive(g, first, Action("rout", frame.who, frame.goal), hex)
    frame.way, frame.left = (hex, *rest), False
    g.push_in_order(*come_in_flight(g, frame.who, here, hex))


def lay_down(g: SlPlay, unit: Unit) -> None:
    """SL:3.21.18: routing units leave their support weapons behind, for anybody; an unbroken leader who goes with them
    keeps what he carries, 3 PP at most (SL:3.2.8-b, SL:4.2.3)."""
    for weapon in g.weapons_of(unit):
        g.update_weapon(weapon, owner="")
        g.say(
            "abandoned",
            f"{g.name(unit)} leaves the {g.weapon_name(weapon)} behind.",
            "SL:3.21.18",
            side=unit.side,
            who=(unit.id,),
            at=unit.hex,
        )


@first_of
def spared(g: SlPlay, unit: Unit) -> Frame | None:
    """What is asked before a unit that had to rout and could not is eliminated?"""


def fail_to_rout(g: SlPlay, side: Side) -> None:
    """SL:3.21.16: who had to rout and could not is eliminated, but for a leader, who is wounded (SL:3.4.1-a). Who has
    run and not yet reached cover goes on in the next RtPh (SL:3.21.12), unless a known enemy is adjacent (SL:3.21.2-a):
    who has run to where somebody lies concealed must only move on (SL:3.21-q5)."""
    for unit in list(g.on_map(side)):
        if not must_rout(g, unit) or (unit.routed and not known_enemy_adjacent(g, unit.hex, side)):
            continue
        waiting = may_wait(g, unit.hex) or waits(g, unit)
        if waiting and not terrain.adjacent_enemy(g, unit.hex, side):
            continue
        instead = spared(g, unit)
        if instead is not None:
            g.push(instead)
        else:
            cannot_rout(g, unit)


def may_wait(g: SlPlay, hex: Hex) -> bool:
    """SL:3.21.7.2, SL:3.21.15: in wheat, orchards, brush and the like a unit waits for a way to cover."""
    return g.map.terrain[hex] in PLACES_TO_WAIT and not terrain.is_open(g, hex)


def cannot_rout(g: SlPlay, unit: Unit) -> None:
    if unit.is_leader:
        morale.wound(g, unit)
    else:
        morale.eliminate(g, unit, "cannot rout and is eliminated", "SL:3.21.16")


acting_phase(
    PART,
    RoutPhase,
    "Which broken unit routs, and where to?",
    ("SL:1.3.1-p6.1", "SL:3.21.7"),
    rout_options,
    rout,
    sides=both_sides,
    why_not=why_not,
    may_be_done=nobody_must,
    side_done=fail_to_rout,
)
