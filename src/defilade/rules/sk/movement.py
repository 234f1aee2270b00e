"""The Movement Phase (SK1:3.3): units and stacks move one after the other, MF by MF.

`MovementPhase` asks which unit moves next; `Moving` (see `moving`) then asks for each step of that unit and
of those that join it.  Every expenditure of MF first draws Residual FP, then Defensive First Fire.
"""

from __future__ import annotations

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk import (
    morale,
    move_options,
    moving,
    placement,
    portage,
    residual,
    smoke,
    stacking,
    terrain,
    victory,
)
from defilade.rules.sk.entering import came_in
from defilade.rules.sk.first_fire import FirstFire
from defilade.rules.sk.move_options import move_refusal
from defilade.rules.sk.moving import Mover, Moving, mf_allowance, note, the_record
from defilade.rules.sk.sequence import PHASE_ENTRIES, ImmediateVictoryCheck, Phase
from defilade.rules.sk.state import MPH, SkPlay
from defilade.tactics.units import Unit

__all__ = [
    "MovementPhase",
    "Moving",
    "forced_off_map",
    "mf_allowance",
    "move_refusal",
    "squad_equivalents",
    "stacking_refusal",
]

PART = Part()

DONE = Action("done")

PHASE_RULES = ("SK1:3.3-a", "SK1:3.3-k")
MOVE_RULES = ("SK1:3.3-b", "SK1:3.3-i", "SK1:3.3-j")
SPLIT_RULES = ("SK1:3.3-m",)

squad_equivalents = stacking.squad_equivalents
stacking_refusal = stacking.refusal


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
    if not options:
        return None
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
        g.pop()


def begin_phase(g: SkPlay) -> None:
    """SK1:3.3-r: CX markers of the ATTACKER come off; they only forbid Double Time in this MPh."""
    for unit in [unit for unit in g.state.units.values() if unit.cx and unit.side == g.attacker]:
        g.update(unit, cx=False, was_cx=True)
        g.say(
            "cx", f"{g.name(unit)} is no longer CX.", "SK1:3.3-r", side=unit.side, who=(unit.id,), at=unit.hex
        )


# -- a move ------------------------------------------------------------------------------------------------


@PART.decisions(Moving, why_not=move_options.why_not)
def ask_moving(g: SkPlay, frame: Moving) -> Choice | None:
    if frame.members:
        at = move_options.place_of(g, frame)
        place = f"in {g.place_name(at)}" if at else "off the map"
        asks = f"{g.names(frame.members)} {place}: what next?"
        return Choice(
            g.attacker, asks, move_options.options(g, frame), MOVE_RULES, about=frame.members, at=at
        )
    if not frame.waiting:
        return None
    options = (*(Action("move", (uid,)) for uid in frame.waiting), move_options.STOP)
    return Choice(g.attacker, "Who of the stack moves on?", options, SPLIT_RULES, about=frame.waiting)


@ask_moving
def take_moving(g: SkPlay, frame: Moving, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action):
        g.pop()
        return
    match answer.verb:
        case "enter":
            enter(g, frame, answer.at, answer.how or terrain.TERRAIN)
        case "stop":
            stop(g, frame)
        case "join":
            join(g, frame, answer.who[0])
        case "leave":
            leave(g, frame, answer.who[0])
        case "move":
            frame.members, frame.part_begun = answer.who, False
            frame.waiting = tuple([uid for uid in frame.waiting if uid not in answer.who])
        case "double-time":
            double_time(g, frame, answer.who)
        case "assault":
            declare_assault(g, frame)
        case "drop":
            portage.drop(g, g.state.weapons[answer.who[0]])
        case "smoke":
            attempt_smoke(g, frame, answer.who[0], answer.at)
        case "recover":
            attempt_recovery(g, frame, answer.who[0], answer.who[1])
        case "place":
            place_charge(g, frame, answer.who[0], answer.who[1], answer.at)
        case "exit":
            leave_map(g, frame)


def stop(g: SkPlay, frame: Moving) -> None:
    """SK1:3.3-j: the end of a move is announced before another unit moves."""
    if not frame.members:
        frame.waiting = ()
        return
    at = move_options.place_of(g, frame)
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


def join(g: SkPlay, frame: Moving, unit_id: str) -> None:
    """SK1:3.3-m"""
    frame.members = (*frame.members, unit_id)
    frame.waiting = tuple([uid for uid in frame.waiting if uid != unit_id])
    if moving.record(frame, unit_id) is None:
        g.update(g.unit(unit_id), moved=True)
        note(frame, unit_id, assault=the_record(frame, frame.members[0]).assault)


def leave(g: SkPlay, frame: Moving, unit_id: str) -> None:
    """SK1:3.3-m: it waits where it is and may still move on its own before units outside the stack do."""
    frame.members = tuple([uid for uid in frame.members if uid != unit_id])
    frame.waiting = (*frame.waiting, unit_id)
    g.say("split", f"{g.name(unit_id)} splits off from the moving stack.", "SK1:3.3-m", who=(unit_id,))


def double_time(g: SkPlay, frame: Moving, unit_ids: tuple[str, ...]) -> None:
    """SK1:3.3-o: 2 MF more, and a CX marker."""
    for uid in unit_ids:
        unit = g.update(g.unit(uid), cx=True)
        g.say(
            "cx",
            f"{g.name(unit)} uses Double Time and is CX.",
            "SK1:3.3-o",
            side=unit.side,
            who=(uid,),
            at=unit.hex,
        )


def declare_assault(g: SkPlay, frame: Moving) -> None:
    """SK1:3.3-n"""
    for uid in frame.members:
        note(frame, uid, assault=True)
    g.say(
        "assault",
        f"{g.doing(frame.members, 'uses', 'use')} Assault Movement.",
        "SK1:3.3-n",
        side=g.attacker,
        who=frame.members,
        at=move_options.place_of(g, frame),
    )


# -- spending MF -------------------------------------------------------------------------------------------


def enter(g: SkPlay, frame: Moving, hex: str, rate: str) -> None:
    """The members enter a hex: each pays its cost (SK1:3.3-h, SK1:3.3-i)."""
    origin = move_options.place_of(g, frame)
    on_road = terrain.crosses_road(g, origin, hex)
    moving.part_from(frame)
    cost = terrain.entry_cost(g, g.unit(frame.members[0]), origin, hex, rate)
    spend(g, frame, frame.members, cost, hex)
    for uid in frame.members:
        mover = the_record(frame, uid)
        note(
            frame,
            uid,
            hexes=mover.hexes + 1,
            off_road=mover.off_road or not on_road,  # SK1:1.1.2-f
            road_rate=rate == terrain.ROAD,
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
    # SK1:3.3.1-e: all fire at the movers here comes before they are asked again.
    g.push_in_order(residual.ResidualFire(hex, frame.members), FirstFire(hex, frame.members))


def spend(g: SkPlay, frame: Moving, unit_ids: tuple[str, ...], mf: float, hex: str) -> None:
    """Write down MF spent in `hex`. A new expenditure gives every firer a new chance (SK1:3.3.1-c)."""
    lent = moving.lending(g, frame)
    frame.begun = frame.part_begun = True
    g.state.fired = ()
    for uid in unit_ids:
        unit, mover = g.unit(uid), the_record(frame, uid)
        others = tuple([entry for entry in mover.mf_in if entry[0] != hex])
        note(
            frame,
            uid,
            leaders=tuple([leader.id for leader in moving.leaders_along(g, frame, mover)]),
            portage=max(mover.portage, portage.excess(g, unit, lent.get(uid, 0))),
            spent=mover.spent + mf,
            mf_in=(*others, (hex, mover.mf_spent_in(hex) + mf)),
        )
        portage.note_carried(g, unit, moved=False)


def spend_in_place(
    g: SkPlay, frame: Moving, unit_id: str, mf: float, *then: Frame, after: tuple[Frame, ...] = ()
) -> None:
    """SK1:3.3.1-h: MF spent without entering make the unit a target where it is. `then` comes before the fire
    that this draws, `after` comes after it."""
    at = g.unit(unit_id).hex
    spend(g, frame, (unit_id,), mf, at)
    g.push_in_order(*then, residual.ResidualFire(at, (unit_id,)), FirstFire(at, (unit_id,)), *after)


def attempt_smoke(g: SkPlay, frame: Moving, unit_id: str, hex: str) -> None:
    """The MF are paid whether or not smoke appears (SK1:3.3-s2)."""
    note(frame, unit_id, smoke_tried=True)
    mf = smoke.cost(g, g.unit(unit_id), hex)
    spend_in_place(g, frame, unit_id, mf, smoke.SmokeAttempt(unit_id, hex))


def attempt_recovery(g: SkPlay, frame: Moving, unit_id: str, weapon_id: str) -> None:
    """The MF is paid whether or not it succeeds (SK1:4.0-h)."""
    mf = g.library.tables.movement.recover_weapon
    spend_in_place(g, frame, unit_id, mf, portage.MoveRecovery(unit_id, weapon_id))


def place_charge(g: SkPlay, frame: Moving, unit_id: str, weapon_id: str, hex: str) -> None:
    """SK1:4.3-d: movement in the placer's own hex; the charge is in position after the fire that it draws."""
    unit = g.unit(unit_id)
    g.say(
        "placing",
        f"{g.name(unit)} sets out to place a demolition charge in {g.place_name(hex)}.",
        "SK1:4.3-c",
        "SK1:4.3-d",
        side=unit.side,
        who=(unit_id, weapon_id),
        at=unit.hex,
    )
    mf = placement.cost(g, unit, hex)
    spend_in_place(g, frame, unit_id, mf, after=(placement.Placement(unit_id, weapon_id, hex),))


# -- off the map -------------------------------------------------------------------------------------------


def leave_map(g: SkPlay, frame: Moving) -> None:
    """SK1:3.3-d: the members leave the map."""
    for uid in frame.members:
        victory.leave_map(g, g.unit(uid))
    frame.members = ()
    g.push(ImmediateVictoryCheck())


def forced_off_map(g: SkPlay, unit: Unit) -> None:
    """SK1:3.3-d2: whoever is made to leave the map is eliminated."""
    morale.eliminate(g, unit, "is forced off the map and eliminated", "SK1:3.3-d2")
