"""Flail tanks (SL:15.7.15): they beat the mines of a hex to pieces in their APh, if they do nothing else."""

from __future__ import annotations

import msgspec

from defilade.kernel import Action, Chance, Frame, Outcome
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl.advance import advanced_otherwise, other_advances
from defilade.rules.sl.mines.clearing import remove
from defilade.rules.sl.mines.mined_vehicles import at_work
from defilade.rules.sl.state import APH, MINES, SlPlay
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.yard import immobilize, of_side
from defilade.rules.sl.works.works import build, works_in
from defilade.tactics.names import Side
from defilade.tactics.sequence import phase_ends
from defilade.tactics.units import Unit

PART = Part()

FLAIL = "flail"
FAILS = 12
PART.adds(SPOKEN, Spoken(FLAIL, lambda g, action: f"{g.piece_name(action.who[0])} clears the mines"))
PART.adds(OPTION_LOOKS, VerbLook(FLAIL, OptionLook("Clear the mines")))


class Flailing(Frame):
    """Two dice for a flail tank; two more for what it has cleared where something stops it."""

    vehicle: str
    stopped: bool = False


def clears(g: SlPlay, vehicle: Vehicle) -> bool:
    """SL:15.7.15.1-b: it has driven into this hex alone, has not fired, and no infantry is with it."""
    idle = vehicle.able and not vehicle.fire and not vehicle.guns_fired and vehicle.id not in g.state.flailing
    return (
        idle
        and at_work(g, vehicle)
        and bool(works_in(g, vehicle.hex, MINES))
        and not friends_beside(g, vehicle)
        and not vehicle.immobilized
    )


def friends_beside(g: SlPlay, vehicle: Vehicle) -> list[Unit]:
    return g.side_in(vehicle.hex, vehicle.side)


@PART.answers(other_advances)
def who_clears(g: SlPlay, side: Side) -> list[Action]:
    if not g.state.works:
        return []
    return [Action(FLAIL, (vehicle.id,), vehicle.hex) for vehicle in of_side(g, side) if clears(g, vehicle)]


@PART.answers(advanced_otherwise)
def begin(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb == FLAIL:
        g.push(Flailing(action.who[0]))


@PART.decisions(Flailing)
def ask_flail(g: SlPlay, frame: Flailing) -> Chance:
    vehicle = g.state.vehicles[frame.vehicle]
    name = g.piece_name(vehicle.id)
    asks = f"How much has {name} cleared?" if frame.stopped else f"{name} clears mines: not on a {FAILS}."
    rule = "SL:15.7.15.3" if frame.stopped else "SL:15.7.15.1-b"
    return Chance(asks, dice=2, side=vehicle.side, rules=(rule,), about=(vehicle.id,))


@ask_flail
def take_flail(g: SlPlay, frame: Flailing, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    vehicle = g.state.vehicles[frame.vehicle]
    total = sum(answer.dice)
    if not frame.stopped:
        g.say(
            "mines",
            f"{g.piece_name(vehicle.id)} clears mines in {g.place_name(vehicle.hex)}: roll {total}: "
            + ("it stops." if total >= FAILS else "they are cleared."),
            "SL:15.7.15.1-b",
            side=vehicle.side,
            who=(vehicle.id,),
            at=vehicle.hex,
            dice=answer.dice,
        )
        g.state.flailing = {**g.state.flailing, vehicle.id: 0}
        if total < FAILS:
            g.pop()
            return
        immobilize(g, vehicle, "a mine has stopped it", "SL:15.7.15.3")
        frame.stopped = True
        return
    g.pop()
    g.state.flailing = {**g.state.flailing, vehicle.id: total}


@PART.answers(phase_ends)
def swept_away(g: SlPlay, phase: str) -> None:
    """SL:1.3.1-p7.7: the mines come off when the APh ends; SL:15.7.15.3: of a partly cleared hex so many factors."""
    if phase != APH:
        return
    for vid, factors in g.state.flailing.items():
        vehicle = g.state.vehicles[vid]
        for work in works_in(g, vehicle.hex, MINES):
            if 0 < factors < work.factors:
                build(g, msgspec.structs.replace(work, factors=work.factors - factors))
                remove_some(g, vehicle, factors)
            else:
                remove(g, work, f"{g.piece_name(vid)} has cleared them", "SL:1.3.1-p7.7")
    g.state.flailing = {}


def remove_some(g: SlPlay, vehicle: Vehicle, factors: int) -> None:
    g.say(
        "mines_gone",
        f"{g.piece_name(vehicle.id)} has cleared {factors} factors of mines in {g.place_name(vehicle.hex)}.",
        "SL:15.7.15.3",
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
    )
