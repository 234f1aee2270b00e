"""The Movement Phase (SK1:3.3): units and stacks move one after the other, MF by MF.

`MovementPhase` asks which unit moves next; `Moving` (see `moving`) then asks for each step of that unit and
of those that join it.  What it may do are the verbs of a move (see `spending`); entering, stopping and leaving the
map are those of this module.  The functions that filter the options also answer "why not?".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part, all_of, any_of, bar, first_of, handed_on
from defilade.rules.sk import morale, moving, portage, setup, stacking, terrain, victory
from defilade.rules.sk.entering import came_in, strikes_who_enter
from defilade.rules.sk.spending import NOT_MOVING_NOW, Left, left_of, mf_refusal, spend
from defilade.rules.sk.state import MPH, SkPlay
from defilade.tactics import moving as moving_parts
from defilade.tactics.moving import (
    MOVE_VERBS,
    STOP,
    Mover,
    MoveRules,
    MoveVerb,
    Moving,
    left_to_spend,
    mf_spent,
    move_in_progress,
    move_rules,
    note,
    place_of,
    the_record,
)
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import PHASE_ENTRIES, ImmediateVictoryCheck, Phase
from defilade.tactics.units import OFF_MAP, PREP, Unit

PART = Part(moving_parts.PART)

DONE = Action("done")
EXIT = Action("exit")
EXIT_COST = 1

PHASE_RULES = ("SK1:3.3-a", "SK1:3.3-k")
MOVE_RULES = ("SK1:3.3-b", "SK1:3.3-i", "SK1:3.3-j")
SPLIT_RULES = ("SK1:3.3-m",)

HAS_MOVED = Refusal("it has already moved in this MPh", "SK1:3.3-k")
HAS_BEGUN = Refusal("the move has begun", "SK1:3.3-m")
ONE_HEX = Refusal("Assault Movement is a move of one hex", "SK1:3.3-n")
NO_EXIT = Refusal("a unit may not leave the map here", "SK1:3.3-d")
MUST_ENTER = Refusal("Assault Movement is a move of exactly one hex", "SK1:3.3-n")


@all_of
def other_movers(g: SkPlay) -> Iterable[Action]:
    """Who else may move in this MPh but Infantry?"""
    return ()


@first_of
def other_move(g: SkPlay, action: Action) -> Frame | None:
    """What procedure is the move of one who is no Infantry?"""


@any_of
def must_still_move(g: SkPlay) -> bool:
    """Is there one who may not stay where it is?"""
    return False


@bar
def moving_bar(g: SkPlay, unit: Unit) -> Refusal | None:
    """What else keeps a unit from moving in this MPh?"""


@first_of
def spent_in_leaving(g: SkPlay, origin: str, hex: Hex, rate: str) -> float | None:
    """How much of the cost of a step is spent in the hex that is left, before all else?"""


@any_of
def comes_uncovered(g: SkPlay, hex: Hex, rate: str) -> bool:
    """Is there cover in a hex that those who enter it at this rate do not take?"""
    return False


class Onward(Frame):
    """The members have spent what it takes to leave their hex; those who still can go on into the next one."""

    hex: Hex
    rate: str


@any_of
def turned_back(g: SkPlay, frame: Moving, hex: Hex, cost: float) -> bool:
    """Does something keep the members from entering a hex that they have set out for, and has it been dealt with?"""
    return False


class MovementPhase(Frame):
    """The ATTACKER moves all, some or none of his units."""

    begun: bool = False


PART.adds(PHASE_ENTRIES, Phase(MPH, "Movement Phase", MovementPhase))


# -- the phase ---------------------------------------------------------------------------------------------


def why_not_phase(g: SkPlay, frame: MovementPhase, action: Action) -> Refusal | None:
    if action.verb != "move" or len(action.who) != 1 or action.who[0] not in g.state.units:
        return None
    return move_refusal(g, g.unit(action.who[0]))


@PART.decisions(MovementPhase, why_not=why_not_phase)
def ask_movement_phase(g: SkPlay, frame: MovementPhase) -> Choice | None:
    if not frame.begun:
        return None
    side = g.attacker
    options = [
        Action("move", (unit.id,))
        for unit in g.state.units.values()
        if unit.side == side and not unit.moved and move_refusal(g, unit) is None
    ]
    options += other_movers(g)
    if not options:
        return None
    if not must_still_move(g):
        options.append(DONE)
    return Choice(side, "Which unit moves next?", tuple(options), PHASE_RULES)


@ask_movement_phase
def take_movement_phase(g: SkPlay, frame: MovementPhase, answer: Action | Outcome | None) -> None:
    if not frame.begun:
        frame.begun = True
        begin_phase(g)
    elif isinstance(answer, Action) and answer.verb == "move":
        unit = g.update(g.unit(answer.who[0]), moved=True)
        # SK1:3.3.1-g: whoever moved before can no longer be hit by first fire
        g.push(Moving(members=(unit.id,), movers=(Mover(unit.id),)))
    else:
        other = other_move(g, answer) if isinstance(answer, Action) else None
        if other is None:
            g.pop()
        else:
            g.push(other)


def begin_phase(g: SkPlay) -> None:
    """SK1:3.3-r: CX markers of the ATTACKER come off; they only forbid Double Time in this MPh."""
    for unit in [unit for unit in g.state.units.values() if unit.cx and unit.side == g.attacker]:
        g.update(unit, cx=False, was_cx=True)
        g.say(
            "cx", f"{g.name(unit)} is no longer CX.", "SK1:3.3-r", side=unit.side, who=(unit.id,), at=unit.hex
        )


def move_refusal(g: SkPlay, unit: Unit) -> Refusal | None:
    """SK1:3.3-a: why a unit may not move in this MPh."""
    if unit.side != g.state.attacker:
        return Refusal(f"{g.name(unit)} is not the ATTACKER's", "SK1:3.3-a")
    if unit.moved:
        return HAS_MOVED
    if unit.broken:
        return Refusal(f"{g.name(unit)} is broken", "SK1:3.3-a")
    if unit.melee:
        return Refusal(f"{g.name(unit)} is in melee", "SK1:3.3-a")
    if unit.pinned:
        return Refusal(f"{g.name(unit)} is pinned", "SK1:3.2.1-u")
    if unit.fire == PREP or unit.weapons_used or unit.directed:  # SK1:3.2-z: directing counts as firing
        return Refusal(f"{g.name(unit)} fired in the PFPh", "SK1:3.3-a")
    if moving_bar in g.rules.answers and (barred := moving_bar(g, unit)) is not None:
        return barred
    if unit.hex == OFF_MAP and not setup.is_due(g, unit):
        return Refusal(f"{g.name(unit)} is not yet to enter", "SK1:3.1a")
    return None


# -- a move ------------------------------------------------------------------------------------------------


@PART.answers(move_rules)
def rules_of_moving(g: SkPlay) -> MoveRules:
    return MoveRules(MOVE_RULES, SPLIT_RULES, NOT_MOVING_NOW, HAS_MOVED, HAS_BEGUN)


PART.answers(left_to_spend)(left_of)


# -- stopping ----------------------------------------------------------------------------------------------


@any_of
def assault_in_place(g: SkPlay) -> bool:
    """May a unit use Assault Movement without leaving its hex?"""
    return False


def stop_refusal(g: SkPlay, frame: Moving, members: Sequence[Left]) -> Refusal | None:
    """Who has spent MF in Assault Movement must also make the move of one hex, if it can (SK1:3.3-n)."""
    if any(member.mover.assault and member.mover.spent and not member.mover.hexes for member in members):
        return MUST_ENTER if not assault_in_place(g) and entry_options(g, frame, members) else None
    return None


def stop_options(g: SkPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    return [STOP] if stop_refusal(g, frame, members) is None else []


def stop(g: SkPlay, frame: Moving, action: Action) -> None:
    """SK1:3.3-j: the end of a move is announced before another unit moves."""
    if not frame.members:
        frame.waiting = ()
        return
    at = place_of(g, frame)
    for uid in frame.members:
        note(frame, uid, ended=True)
    g.say(
        "end_move",
        f"{g.doing(frame.members, 'ends its', 'end their')} MPh in {g.place_name(at)}.",
        "SK1:3.3-j",
        side=g.attacker,
        who=frame.members,
        at=at,
    )
    frame.members = ()


# -- entering a hex ----------------------------------------------------------------------------------------


def entry_refusal(g: SkPlay, members: Sequence[Left], origin: str, hex: Hex, rate: str) -> Refusal | None:
    """Why the moving stack may not enter a hex at a rate."""
    side = members[0].unit.side
    if held_by(g, g.enemy_of(side), hex):
        return Refusal(f"there is an enemy in {g.place_name(hex)}", "SK1:3.3-c")
    if rate == terrain.ROAD and rate not in terrain.rates(g, origin, hex):
        return Refusal(f"no road leads through woods into {g.place_name(hex)} there", "SK1:1.1.2-h2")
    if rate != terrain.TERRAIN and rate not in terrain.rates(g, origin, hex):
        return Refusal(f"{g.place_name(hex)} is not entered so", "SK1:3.3-i")
    return dear_refusal(g, members, origin, hex, rate) or stacking.refusal(
        g, side, hex, [member.unit for member in members]
    )  # SK1:3.3-c2


def held_by(g: SkPlay, enemy: Side, hex: Hex) -> bool:
    """Whether those who move may not enter a hex because of the enemy in it (SK1:3.3-c)."""
    return g.has_side(hex, enemy) or bool(g.state.vehicles and g.tank_of(hex, enemy))


def dear_refusal(g: SkPlay, members: Sequence[Left], origin: str, hex: Hex, rate: str) -> Refusal | None:
    """Why the moving stack cannot pay for a hex."""
    cost = terrain.entry_cost(g, members[0].unit, origin, hex, rate)
    for member in members:
        if member.mover.assault and member.mover.hexes:
            return ONE_HEX
        if member.off_road > cost:  # the road only ever adds to it
            continue
        on_road = terrain.along_road(g, origin, hex, rate)
        found = mf_refusal(g, member, cost, member.on_road if on_road else member.off_road)
        if found is not None:
            return found
    return None


def hexes_in_reach(g: SkPlay, frame: Moving) -> tuple[str, ...]:
    """Adjacent hexes, or those over which a unit off the map may come on (SK1:3.1a)."""
    at = place_of(g, frame)
    return g.map.adjacent[at] if at else setup.may_enter(g, g.unit(frame.members[0]))


def entry_options(g: SkPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    for member in members:
        if portage.carry_refusal(g, member.unit) is not None:
            return []
    # What does not depend on the rate is asked once a hex: this list is made at every step of every move.
    units = [member.unit for member in members]
    at, side = units[0].hex, units[0].side
    enemy = g.enemy_of(side)
    found = []
    for hex in hexes_in_reach(g, frame):
        if held_by(g, enemy, hex):
            continue
        room = False
        for rate in terrain.rates(g, at, hex):
            if dear_refusal(g, members, at, hex, rate) is not None:
                continue
            room = room or stacking.refusal(g, side, hex, units) is None
            if not room:
                break
            found.append(entry(hex, rate))
    return found


def entry(hex: Hex, rate: str) -> Action:
    return Action("enter", (), hex, rate if rate != terrain.TERRAIN else "")


def why_not_enter(g: SkPlay, frame: Moving, members: Sequence[Left], action: Action) -> Refusal | None:
    if action.at not in g.map.index:
        return Refusal(f"there is no hex {action.at} in play", "SK1:1.1-b")
    if action.at not in hexes_in_reach(g, frame):
        return Refusal(f"{g.place_name(action.at)} is not adjacent", "SK1:3.3-b")
    for member in members:
        found = portage.carry_refusal(g, member.unit)
        if found is not None:
            return found
    return entry_refusal(g, members, members[0].unit.hex, action.at, action.how or terrain.TERRAIN)


def enter(g: SkPlay, frame: Moving, action: Action) -> None:
    """The members enter a hex: each pays its cost (SK1:3.3-h, SK1:3.3-i)."""
    hex, rate = action.at, action.how or terrain.TERRAIN
    origin = place_of(g, frame)
    moving.part_from(frame)
    first = spent_in_leaving(g, origin, hex, rate)
    if first is None:
        come_in(g, frame, hex, rate, terrain.entry_cost(g, g.unit(frame.members[0]), origin, hex, rate))
        return
    spend(g, frame, frame.members, first, origin)
    g.push_in_order(*mf_spent(g, origin, frame.members), Onward(hex, rate))


@PART.automatic(Onward)
def run_onward(g: SkPlay, frame: Onward) -> None:
    g.pop()
    move = move_in_progress(g)
    if move is None or not move.members:
        return
    origin = place_of(g, move)
    cost = terrain.entry_cost(g, g.unit(move.members[0]), origin, frame.hex, frame.rate)
    come_in(g, move, frame.hex, frame.rate, cost - (spent_in_leaving(g, origin, frame.hex, frame.rate) or 0))


def come_in(g: SkPlay, frame: Moving, hex: Hex, rate: str, cost: float) -> None:
    """The members come into a hex, and what that costs is spent there."""
    origin = place_of(g, frame)
    on_road = terrain.along_road(g, origin, hex, rate)
    if turned_back(g, frame, hex, cost):
        return
    spend(g, frame, frame.members, cost, hex)
    climbed_from = origin if origin and g.map.level(origin) < g.map.level(hex) else ""
    for uid in frame.members:
        mover = the_record(frame, uid)
        note(
            frame,
            uid,
            hexes=mover.hexes + 1,
            off_road=mover.off_road or not on_road,  # SK1:1.1.2-f
            road_rate=rate == terrain.ROAD,
            exposed=comes_uncovered(g, hex, rate),
            climbed_from=climbed_from,
        )
        unit = g.place(g.unit(uid), hex)
        portage.note_carried(g, unit, moved=True)
    g.say(
        "enter",
        f"{g.doing(frame.members, 'enters', 'enter')} {g.place_name(hex)} for {cost:g} MF.",
        "SK1:3.3-i",
        *(("SK1:1.1.2-h2",) if rate == terrain.ROAD else ()),
        side=g.attacker,
        who=frame.members,
        at=hex,
    )
    came_in(g, hex, g.attacker)
    # SK1:3.3.1-z: what lies in the hex just left does not matter.
    g.push_in_order(*strikes_who_enter(g, hex, frame.members), *mf_spent(g, hex, frame.members))


# -- off the map -------------------------------------------------------------------------------------------


@handed_on
def exit_toll(g: SkPlay, cost: float, hex: Hex) -> float:
    """What does it cost to leave the map from a hex?"""
    return cost


def exit_cost(g: SkPlay, hex: Hex) -> float:
    return exit_toll(g, float(EXIT_COST), hex)


def exit_refusal(g: SkPlay, members: Sequence[Left]) -> Refusal | None:
    """SK1:3.3-d: the map is left only where the card gives points for it, by those who can move (in Good Order) and as
    if into Open Ground (SKF:3.3-f)."""
    if not victory.may_leave(g, g.attacker, members[0].unit.hex):
        return NO_EXIT
    return leaving_refusal(g, members)


def leaving_refusal(g: SkPlay, members: Sequence[Left]) -> Refusal | None:
    """Why units cannot go off the map from their hex, where they may."""
    at = members[0].unit.hex
    on_road = terrain.road_leaves_map(g, at)
    for member in members:
        found = portage.carry_refusal(g, member.unit)
        if found is None and member.mover.assault and member.mover.hexes:
            found = ONE_HEX
        if found is None:
            found = mf_refusal(g, member, exit_cost(g, at), member.on_road if on_road else member.off_road)
        if found is not None:
            return found
    return None


def exit_options(g: SkPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    return [EXIT] if members[0].unit.hex and exit_refusal(g, members) is None else []


def leave_map(g: SkPlay, frame: Moving, action: Action) -> None:
    """SK1:3.3-d: the members leave the map."""
    for uid in frame.members:
        victory.leave_map(g, g.unit(uid))
    frame.members = ()
    g.push(ImmediateVictoryCheck())


def forced_off_map(g: SkPlay, unit: Unit) -> None:
    """SK1:3.3-d2: whoever is made to leave the map is eliminated."""
    morale.eliminate(g, unit, "is forced off the map and eliminated", "SK1:3.3-d2")


PART.adds(
    MOVE_VERBS,
    MoveVerb("enter", 10, entry_options, enter, why_not_enter),
    MoveVerb("exit", 50, exit_options, leave_map, lambda g, frame, members, action: exit_refusal(g, members)),
    MoveVerb(
        "stop", 110, stop_options, stop, lambda g, frame, members, action: stop_refusal(g, frame, members)
    ),
)
