"""Field promotions (SK1:5.3): a leader steps forward out of a squad or half-squad."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome
from defilade.kernel.composition import Part, modified, told
from defilade.rules.sk.state import SkPlay
from defilade.tactics.units import LEADER, Unit

PART = Part()


@told
def leader_created(g: SkPlay, unit: Unit, leader: Unit) -> None:
    """A leader has stepped forward out of a unit."""


@modified
def promotion_lines(g: SkPlay, unit: Unit, below: int) -> Iterable[Line]:
    """What else modifies the dr of the Leader Creation table? `below` are the columns of a CC attack below 1:1."""
    return ()


class FieldPromotion(Frame):
    """An MMC has thrown an original 2 in a self-rally or a CC attack (SK1:5.3-a).

    `morale` is the morale level that it had at that roll: the broken one for a self-rally (SK1:5.3-b).
    """

    unit: str
    morale: int
    below: int = 0
    """By how many columns the odds of its CC attack were below 1:1, where that counts."""


@PART.decisions(FieldPromotion)
def ask_field_promotion(g: SkPlay, frame: FieldPromotion) -> Chance:
    unit = g.unit(frame.unit)
    return Chance(
        f"Field promotion: a dr on the Leader Creation table for {g.name(unit)}.",
        dice=1,
        side=unit.side,
        rules=("SK1:5.3-a", "SK1:5.3-b"),
        about=(unit.id,),
    )


@ask_field_promotion
def take_field_promotion(g: SkPlay, frame: FieldPromotion, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    g.pop()
    unit = g.unit(frame.unit)
    sum_up = breakdown(g, unit, frame.morale, frame.below)
    final = answer.dice[0] + sum_up.drm
    created = g.library.created_leader(g.counter(unit).nationality, final)
    what = f"a {g.counters[created].name} steps forward" if created else "nobody steps forward"
    g.say(
        "field_promotion",
        f"Field promotion in {g.place_name(unit.hex)}: dr {answer.dice[0]}, final {final}, {what}.",
        "SK1:5.3-a",
        "SK1:5.3-b",
        "SK1:QRDC-leader",
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
        dice=answer.dice,
        breakdown=sum_up,
    )
    if created:
        leader_created(g, unit, create_leader(g, unit, created))


def breakdown(g: SkPlay, unit: Unit, morale: int, below: int = 0) -> Breakdown:
    """The drm of the Leader Creation table."""
    table = g.library.tables.leader_creation
    nationality = g.counter(unit).nationality
    lines = [
        Line(
            f"{nationality.capitalize()} nationality", table.nationality_drm[nationality], "SK1:QRDC-leader"
        ),
        Line(f"morale level {morale}", table.drm_for_morale(morale), "SK1:5.3-b"),
        *promotion_lines(g, unit, below),
    ]
    return Breakdown(
        "Leader creation", tuple(line for line in lines if line.value), rules=("SK1:QRDC-leader",)
    )


def create_leader(g: SkPlay, unit: Unit, counter_id: str) -> Unit:
    """The new leader stands with the unit that he came from."""
    return g.add_unit(
        Unit(
            id=g.new_id(unit.side[0]),
            side=unit.side,
            type=counter_id,
            kind=LEADER,
            hex=unit.hex,
            elr=unit.elr,
            group=unit.group,
            melee=unit.melee,
        )
    )
