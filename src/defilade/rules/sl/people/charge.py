"""The charge of berserk units (SL:3.25.3 to SL:3.25.6, SL:3.25.11).

Their owner does not move them: before the others of their side they go for the nearest enemy in sight by the cheapest
way, in the MPh and in the APh, also around an obstacle where that takes fewer MF. He is asked only where several ways
cost the same (SL:3.25-q5).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from defilade.kernel import Action, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part, any_of
from defilade.rules.option_looks import SPOKEN, Spoken
from defilade.rules.sl import movement, stacking, terrain
from defilade.rules.sl.advance import advance, advance_bar
from defilade.rules.sl.marches import bypass
from defilade.rules.sl.marches.double_time import DOUBLE_TIME
from defilade.rules.sl.marches.portage import pp
from defilade.rules.sl.movement import mf_allowed, moving_bar, what_is_left
from defilade.rules.sl.people.berserk import stays_at_its_weapon
from defilade.rules.sl.state import APH, DFPH, MPH, SlPlay
from defilade.rules.sl.vehicles.yard import manned_in, of_side, passengers_of, set_down
from defilade.tactics.attack_plan import MOVEMENT, Aim, target_lines
from defilade.tactics.moving import Mover, Moving
from defilade.tactics.names import Hex
from defilade.tactics.search import Reach, explore
from defilade.tactics.sequence import phase_opens, player_turn_begins
from defilade.tactics.units import Unit

PART = Part()

FREE_PP, FREE_PP_OF_ONE = 3, 1
FAR = 200.0
"""MF that no way takes on any map that is played."""

CHARGES = Refusal("a berserk unit charges the nearest enemy in its sight, or stays", "SL:3.25.3-a")


@PART.answers(player_turn_begins)
def forget_charges(g: SlPlay) -> None:
    g.state.charges = {}


@PART.answers(moving_bar, advance_bar)
def not_as_you_like(g: SlPlay, unit: Unit) -> Refusal | None:
    """SL:3.25.3-a; without an enemy in sight it does not move at all (SL:3.25.6)."""
    return CHARGES if unit.berserk else None


@PART.answers(mf_allowed)
def berserk_allowance(g: SlPlay, mf: float, frame: Moving, unit: Unit) -> float:
    """SL:3.25.4-a: 6 MF, leaders 8, and so whoever goes with a berserk leader. Double time is in it (SL:3.25.5)."""
    if not unit.berserk:
        return mf
    table = g.tables.movement
    leaders = [other for other in map(g.unit, frame.members) if other.is_leader and other.berserk]
    led = unit.is_leader or bool(leaders)
    return table.berserk_led if led else table.berserk


def told(g: SlPlay, action: Action) -> str:
    if not action.at:
        return f"Charge: {g.names(action.who)}"
    place = g.place_name(action.at)
    return f"Charge around the obstacle in {place} ({action.how})" if action.how else f"Charge into {place}"


PART.adds(SPOKEN, Spoken("charge", told))


# -- whom they charge --------------------------------------------------------------------------------------


def holds_enemies(g: SlPlay, unit: Unit, hex: Hex) -> bool:
    """SL:3.25-q6: vehicles are enemies, too."""
    enemy = g.enemy_of(unit.side)
    return g.has_side(hex, enemy) or bool(manned_in(g, hex, enemy))


def nearest_enemies(g: SlPlay, unit: Unit) -> list[str]:
    """SL:3.25.3-a: the nearest hexes, not the cheapest to reach, with an enemy in sight."""
    enemy = g.enemy_of(unit.side)
    places = [*(other.hex for other in g.on_map(enemy)), *(vehicle.hex for vehicle in of_side(g, enemy))]
    seen = {
        hex: g.map.distance(unit.hex, hex) for hex in dict.fromkeys(places) if terrain.sees(g, unit.hex, hex)
    }
    nearest = min(seen.values(), default=0)
    return [hex for hex, distance in seen.items() if distance == nearest]


def goals_of(g: SlPlay, unit: Unit) -> list[str]:
    """SL:3.25-q1: a nearer enemy who comes into sight takes over; SL:3.25-q4: without any it goes on to the hex that it
    has charged so far."""
    seen = nearest_enemies(g, unit)
    before = g.state.charges.get(unit.id, "")
    if seen:
        return [before] if before in seen else seen
    return [before] if before and before != unit.hex else []


class Step(NamedTuple):
    """One hex of a charge: into it, or by `way` around its obstacle, from where one comes."""

    hex: Hex
    way: str = ""
    origin: str = ""


def is_barred(g: SlPlay, unit: Unit, hex: Hex, near: Hex) -> bool:
    """A hex that only a vehicle bars in the MPh is where the charge leads to in the APh."""
    if g.state.phase == MPH and manned_in(g, near, g.enemy_of(unit.side)):
        return g.map.hexside_kind(hex, near) == terrain.CLIFF
    return terrain.entry_bar(g, unit, hex, near) is not None


def steps_from(
    g: SlPlay, unit: Unit, goals: Sequence[str], place: Step, *, around: bool
) -> list[tuple[Step, float]]:
    """Where a charge leads on from a place, and what that costs."""
    hex = place.hex
    if hex in goals:
        return []
    by = bypass.way_named(g, place.origin, hex, place.way) if place.way else None
    beside = g.map.adjacent[hex] if by is None else by.exits
    found = [
        (Step(near), terrain.cost_for(g, unit, hex, near))
        for near in beside
        if (near in goals and by is None)
        or not holds_enemies(g, unit, near)  # nobody stops beside an obstacle
        if not is_barred(g, unit, hex, near)
    ]
    if around:
        found += [
            (Step(near, way.name, hex), bypass.price(g, unit, hex, near, way))
            for near, way in bypass.ways_beside(g, hex, beside)
            if near not in goals and not holds_enemies(g, unit, near)
            if bypass.goes_around(g, unit, hex, near, way)
        ]
    return found


def start_of(g: SlPlay, unit: Unit) -> Step:
    """Where it is, and how it goes by the obstacle there."""
    now = bypass.status(g, unit)
    if now is None:
        return Step(unit.hex)
    way = next(
        (
            one
            for one in bypass.ways(g, now.origin, now.hex)
            if set(one.exits) == set(now.exits) and one.marked == now.sides
        ),
        None,
    )
    return Step(unit.hex, way.name, now.origin) if way is not None else Step(unit.hex)


def onward(
    g: SlPlay, units: Sequence[Unit], *, into: bool, around: bool = False
) -> dict[Step, tuple[str, float]]:
    """The next hexes on the cheapest ways, over bridges like all others (SL:3.25-q10): the goal that each leads to, and
    the MF. `into` the hex of the enemy himself it goes in the APh; `around` obstacles in the MPh (SL:3.25-q5)."""
    unit = units[0]
    goals = goals_of(g, unit)
    start = start_of(g, unit)
    if not into and not start.way:
        if any(goal in g.map.adjacent[unit.hex] and holds_enemies(g, unit, goal) for goal in goals):
            return {}  # SL:3.25-q11

    ends = {Step(goal) for goal in goals}
    reach = explore(start, lambda place: steps_from(g, unit, goals, place, around=False), FAR, ends)
    if around:
        # A way around an obstacle is taken where it is as cheap as the others, so these say how far to look.
        limit = min((reach.cost[end] for end in ends if end in reach.cost), default=FAR)
        reach = explore(start, lambda place: steps_from(g, unit, goals, place, around=True), limit, ends)
    costs = {goal: reach.cost[Step(goal)] for goal in goals if Step(goal) in reach.cost}
    found: dict[Step, tuple[str, float]] = {}
    for goal, whole in costs.items():
        if whole == min(costs.values()):
            to_goal = reach.cost_to([Step(goal)])
            for step, cost in first_steps(g, units, reach, to_goal, start):
                found.setdefault(step, (goal, cost))
    return found


def first_steps(
    g: SlPlay, units: Sequence[Unit], reach: Reach[Step], to_goal: dict[Step, float], place: Step
) -> list[tuple[Step, float]]:
    """The steps of the cheapest ways from a place, and the MF for each: of one around an obstacle with those for the
    hex beyond it, because nobody stops beside it (SL:4.6.6-b)."""
    found = []
    for step, cost in reach.steps[place]:
        if step not in to_goal or cost + to_goal[step] != to_goal[place]:
            continue
        if step.way:
            beyond = [mf for _, mf in first_steps(g, units, reach, to_goal, step)]
            if beyond:
                found.append((step, cost + min(beyond)))
        elif stacking.refusal(g, units[0].side, step.hex, units) is None:
            found.append((step, cost))
    return found


# -- the charge in the MPh ---------------------------------------------------------------------------------


class Charges(Frame):
    """Berserk units of the moving side charge, one hex after the other; `done` are those that have."""

    done: tuple[str, ...] = ()


class Charging(Frame):
    """Those of the move below go hex by hex."""


@any_of
def charges_otherwise(g: SlPlay, unit: Unit) -> bool:
    """Does a berserk unit charge in the MPh by rules of its own?"""
    return False


@PART.answers(phase_opens)
def charge(g: SlPlay, phase: str) -> list[Frame]:
    if phase == MPH:
        get_out(g)
    if not any(unit.berserk and not unit.melee for unit in g.on_map(g.attacker)):
        return []
    if phase == MPH:
        return [Charges()]
    return [LastRush()] if phase == APH else []


def get_out(g: SlPlay) -> None:
    """SL:3.25-q7: berserk passengers leave their vehicle before they charge."""
    for vehicle in list(of_side(g, g.attacker)):
        for unit in passengers_of(g, vehicle):
            if unit.berserk:
                vehicle = set_down(g, vehicle, unit, vehicle.hex, moved=True)
                g.say(
                    "unloads",
                    f"{g.name(unit)} jumps out of {g.piece_name(vehicle.id)}.",
                    "SL:3.25-q7",
                    side=unit.side,
                    who=(unit.id, vehicle.id),
                    at=vehicle.hex,
                )


def may_charge(g: SlPlay, unit: Unit) -> bool:
    """Whether a unit charges by the rules of all, or at all (SL:3.25.9)."""
    return not stays_at_its_weapon(g, unit) and not charges_otherwise(g, unit)


def party_of(g: SlPlay, unit: Unit) -> list[Unit]:
    """SL:3.25.4-a: a berserk leader and the berserk men of his hex go together."""
    here = [
        other
        for other in g.side_in(unit.hex, unit.side)
        if other.berserk and not other.melee and not other.acted and may_charge(g, other)
    ]
    return here if any(other.is_leader for other in here) else [unit]


@PART.automatic(Charges)
def run_charges(g: SlPlay, frame: Charges) -> None:
    ready = [
        unit
        for unit in g.on_map(g.attacker)
        if unit.berserk and not unit.melee and not unit.acted and unit.id not in frame.done
        if may_charge(g, unit)
    ]
    if not ready:
        g.pop()
        return
    party = party_of(g, ready[0])
    ids = tuple([unit.id for unit in party])
    frame.done = (*frame.done, *ids)
    if not onward(g, party, into=False):  # whatever the way
        return
    for unit in party:
        travel_light(g, unit)
        g.update(unit, acted=True)
    g.say("charge", f"{g.doing(ids, 'charges', 'charge')}!", "SL:3.25.3-a", side=g.attacker, who=ids)
    g.push(Moving(ids, movers=tuple([Mover(uid) for uid in ids])))
    g.push(Charging())


def travel_light(g: SlPlay, unit: Unit) -> None:
    """SL:3.25.4-b: they keep no more than costs them no MF, a squad 3 PP and a leader 1 PP; SL:3.25-q9: nothing where
    double time is played."""
    room = 0.0 if DOUBLE_TIME.on(g) else float(FREE_PP if unit.is_mmc else FREE_PP_OF_ONE)
    for weapon in g.weapons_of(unit):
        weight = pp(g, weapon, unit)
        if weight <= room:
            room -= weight
            continue
        g.update_weapon(weapon, owner="")
        g.say(
            "abandoned",
            f"{g.name(unit)} throws the {g.weapon_name(weapon)} away.",
            "SL:3.25-q9" if DOUBLE_TIME.on(g) else "SL:3.25.4-b",
            side=unit.side,
            who=(unit.id,),
            at=unit.hex,
        )


def move_below(g: SlPlay) -> Moving:
    below = g.state.stack[-2]
    assert isinstance(below, Moving)
    return below


def ways_of_charge(g: SlPlay, move: Moving) -> dict[Step, str]:
    """The next hexes that their MF pay for, and the goal of each. Who could not go on from beside an obstacle goes as
    if there were no way around."""
    if not move.members or any(uid not in g.state.units for uid in move.members):
        return {}
    members = what_is_left(g, move)
    mf = min(member.mf for member in members)
    units = [g.unit(uid) for uid in move.members]
    for around in (True, False):
        found = {
            step: goal
            for step, (goal, cost) in onward(g, units, into=False, around=around).items()
            if cost <= mf and (not step.way or bypass.may_go_by(g, move, members, step.hex, step.way))
        }
        if found:
            return found
    return {}


@PART.decisions(Charging)
def ask_charging(g: SlPlay, frame: Charging) -> Choice | None:
    move = move_below(g)
    found = ways_of_charge(g, move)
    if len(found) < 2:
        return None
    options = tuple([Action("charge", move.members, step.hex, step.way) for step in found])
    asks = f"By which of the shortest ways does {g.names(move.members)} charge?"
    return Choice(g.attacker, asks, options, ("SL:3.25-q5",), move.members)


@ask_charging
def take_charging(g: SlPlay, frame: Charging, answer: Action | Outcome | None) -> None:
    move = move_below(g)
    found = ways_of_charge(g, move)
    if not found:
        move.members = ()
        g.pop()
        return
    step = next(iter(found))
    if isinstance(answer, Action):
        step = next(one for one in found if (one.hex, one.way) == (answer.at, answer.how))
    for uid in move.members:
        g.state.charges[uid] = found[step]
    if step.way:
        bypass.go_by(g, move, Action("bypass", (), step.hex, step.way))
    else:
        movement.enter(g, move, Action("enter", (), step.hex))


# -- the last rush in the APh ------------------------------------------------------------------------------


class LastRush(Frame):
    """Berserk units advance at the enemy (SL:3.25.3-a)."""

    done: tuple[str, ...] = ()


def next_to_rush(g: SlPlay, frame: LastRush) -> Unit | None:
    return next(
        (
            unit
            for unit in g.on_map(g.attacker)
            if unit.berserk and not unit.melee and not unit.advanced and unit.id not in frame.done
            if not stays_at_its_weapon(g, unit)
        ),
        None,
    )


@PART.decisions(LastRush)
def ask_rush(g: SlPlay, frame: LastRush) -> Choice | None:
    unit = next_to_rush(g, frame)
    found = onward(g, [unit], into=True) if unit is not None else {}
    if unit is None or len(found) < 2:
        return None
    options = tuple([Action("charge", (unit.id,), step.hex) for step in found])
    return Choice(
        unit.side, f"Where does the {g.name(unit)} rush to?", options, ("SL:3.25-q5",), (unit.id,), unit.hex
    )


@ask_rush
def take_rush(g: SlPlay, frame: LastRush, answer: Action | Outcome | None) -> None:
    unit = next_to_rush(g, frame)
    if unit is None:
        g.pop()
        return
    frame.done = (*frame.done, unit.id)
    found = onward(g, [unit], into=True)
    if not found:
        return
    hex = answer.at if isinstance(answer, Action) else next(iter(found)).hex
    advance(g, unit.side, Action("advance", (unit.id,), hex))


# -- fire at it --------------------------------------------------------------------------------------------


@PART.modifies(target_lines, "SL:3.25.11", step=MOVEMENT)
def fire_at_charge(g: SlPlay, unit: Unit, aim: Aim) -> list[Line]:
    """SL:3.25.11: -1 for every hex that it entered in the sight of the firers, up to that in which it is fired at;
    besides what moving in the open adds."""
    track = g.state.tracks.get(unit.id)
    if not unit.berserk or aim.phase != DFPH or track is None or unit.hex not in track.hexes:
        return []
    way = track.hexes[: track.hexes.index(unit.hex) + 1]
    seen = sum(all(terrain.sees(g, firer, hex) for firer in aim.hexes) for hex in way)
    return [Line("charges", -seen, "SL:3.25.11")] if seen else []
