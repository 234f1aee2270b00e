"""Riders before AFVs (SL:4.12.19): they keep their nerve beside it, or do not ride past it."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import movement
from defilade.rules.sl.movement import Left
from defilade.rules.sl.saddles import rides
from defilade.rules.sl.state import HORSE, SlPlay
from defilade.rules.sl.vehicles.nerve import Paamc, braced, may_check
from defilade.rules.sl.vehicles.storming import enemy_afvs
from defilade.tactics.moving import MOVE_VERBS, MoveVerb, Moving
from defilade.tactics.names import Hex

PART = Part()

RIDE_ON = Action("ride-on")
NO_AFV = Refusal("there is no AFV beside it that it has not faced", "SL:4.12.19")


class FaceAfv(Frame):
    """Riders have come beside an AFV. They check before anybody fires at them there."""

    units: tuple[str, ...]


def checks(g: SlPlay, units: Sequence[str]) -> list[Action]:
    if not g.state.vehicles:
        return []
    riders = [g.state.units[uid] for uid in units if uid in g.state.units]
    return [
        Action("brace", (unit.id, vehicle.id), hex)
        for unit in riders
        if rides(g, unit, HORSE) and not unit.broken
        for hex in g.map.adjacent[unit.hex]
        for vehicle in enemy_afvs(g, unit, hex)
        if may_check(g, unit, vehicle.id) and not braced(g, unit, vehicle.id)
    ]


@PART.answers(movement.entered)
def beside_an_afv(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    if checks(g, frame.members):
        g.push(FaceAfv(frame.members))


@PART.decisions(FaceAfv)
def ask_face_afv(g: SlPlay, frame: FaceAfv) -> Choice | None:
    found = checks(g, frame.units)
    if not found:
        return None
    asks = "Who keeps his nerve, to ride past the AFV?"
    return Choice(g.attacker, asks, (*found, RIDE_ON), ("SL:4.12.19",), frame.units)


@ask_face_afv
def take_face_afv(g: SlPlay, frame: FaceAfv, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Action) and answer != RIDE_ON:
        g.push(Paamc(*answer.who))
    else:
        g.pop()


def before_setting_out(g: SlPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    """Who stands beside one already."""
    return [] if frame.begun else checks(g, frame.members)


PART.adds(
    MOVE_VERBS,
    MoveVerb(
        "brace",
        33,
        before_setting_out,
        lambda g, frame, action: g.push(Paamc(*action.who)),
        lambda g, frame, members, action: NO_AFV,
    ),
)
