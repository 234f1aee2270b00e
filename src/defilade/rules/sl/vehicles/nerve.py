"""The Pre-AFV Attack Morale Check, PAAMC (SL:7.2.5.2): who goes for an AFV with bare hands keeps his nerve first."""

from __future__ import annotations

from defilade.kernel import Frame, Line
from defilade.kernel.composition import Part, told
from defilade.rules.sl import morale
from defilade.rules.sl.state import SlPlay
from defilade.tactics.checks import CheckKind, Thrown, check_procedure
from defilade.tactics.sequence import player_turn_begins
from defilade.tactics.units import HERO, Unit

PART = Part()

FAILED = ""


@told
def nerve_lost(g: SlPlay, unit: Unit) -> None:
    """A unit has failed its PAAMC."""


class Paamc(Frame):
    """A unit checks before it attacks an AFV."""

    unit: str
    vehicle: str


def fearless(unit: Unit) -> bool:
    """SL:7.2.5.2-a, SL:3.25-q6: heroes and the berserk need no check."""
    return unit.berserk or unit.kind == HERO


def braced(g: SlPlay, unit: Unit, vehicle_id: str) -> bool:
    """Whether it may attack this AFV."""
    return g.state.paamc.get(unit.id) == vehicle_id or fearless(unit)


def may_check(g: SlPlay, unit: Unit, vehicle_id: str) -> bool:
    """SL:7.2.5-q1, SL:7.2.5.2-b: one check a player turn, against one AFV."""
    return g.state.paamc.get(unit.id, vehicle_id) == vehicle_id


def steady_leaders(g: SlPlay, unit: Unit, vehicle_id: str) -> list[Unit]:
    """SL:7.2.5.2-c: the leaders in its hex who have passed theirs."""
    return [
        leader
        for leader in morale.leaders_helping(g, unit)
        if leader.is_leader and g.state.paamc.get(leader.id) == vehicle_id
    ]


def lines(g: SlPlay, frame: Paamc, unit: Unit) -> tuple[Line, ...]:
    """SL:7.2.5.2-a: a normal MC. Only leaders who have passed their own help (SL:7.2.5.2-c)."""
    values = {leader.id: morale.leadership(g, leader) for leader in steady_leaders(g, unit, frame.vehicle)}
    if not values:
        return ()
    best = min(values, key=lambda uid: values[uid])
    return (Line(f"leadership of the {g.name(best)}", values[best], "SL:7.2.5.2-c"),) if values[best] else ()


def checked(g: SlPlay, frame: Paamc, unit: Unit, found: Thrown) -> None:
    """SL:7.2.5.2-b: who fails loses no more than this chance; a leader's failure concerns nobody else
    (SL:7.2.6-q13)."""
    g.pop()
    g.state.paamc[unit.id] = frame.vehicle if found.passed else FAILED
    if not found.passed:
        nerve_lost(g, unit)


check_procedure(
    PART,
    Paamc,
    CheckKind(
        event="paamc",
        title="PAAMC",
        asks=lambda g, frame, unit: (
            f"Pre-AFV Attack Morale Check of {g.name(unit)} against {g.piece_name(frame.vehicle)}."
        ),
        level=lambda g, frame, unit: morale.morale_level(g, unit),
        lines=lines,
        taken=checked,
        rules=("SL:7.2.5.2-a",),
        always_fails=12,
    ),
)


@PART.answers(player_turn_begins)
def forget(g: SlPlay) -> None:
    g.state.paamc = {}
