"""The Rally Phase (SL:1.3.1-p1.4, SL:3.23): broken units of both sides try to rally."""

from __future__ import annotations

from defilade.kernel import Action, Breakdown, Frame, Line, Refusal
from defilade.kernel.composition import Part, any_of, bar, first_of, told
from defilade.rules.sl import morale, terrain
from defilade.rules.sl.nations import nation
from defilade.rules.sl.sequence import RALLY_STEPS, RallyStep
from defilade.rules.sl.state import SlPlay
from defilade.tactics.acting import ActingPhase, acting_phase, both_sides
from defilade.tactics.checks import CheckKind, Thrown, chance_to_pass, check_procedure, sum_up
from defilade.tactics.leader_loss import BROKEN, note_leader_loss, with_leader_losses
from defilade.tactics.names import Side
from defilade.tactics.units import Unit

PART = Part()

NOT_BROKEN = Refusal("only a broken unit rallies", "SL:3.23.1")
TRIED = Refusal("a unit tries to rally once in a RPh", "SL:3.23-q1")
NO_LEADER = Refusal("it needs an unbroken leader of its side in its hex", "SL:3.23.1")
IN_MELEE = Refusal("units in melee can do nothing but fight", "SL:6.3.2")


class RallyPhase(ActingPhase):
    """The ATTACKER's units, then the DEFENDER's: in the RPh of either player turn both may rally (SL:3.23.1)."""


PART.adds(RALLY_STEPS, RallyStep(4, "rally", RallyPhase))  # SL:1.3.1-p1.4


class RallyAttempt(Frame):
    """A broken unit tries to rally; its roll is due."""

    unit: str


@bar
def rally_bar(g: SlPlay, unit: Unit) -> Refusal | None:
    """Why may a broken unit not try to rally, leader or not?"""


@any_of
def rallies_alone(g: SlPlay, unit: Unit) -> bool:
    """May a unit that is no leader try without one?"""
    return False


@first_of
def desperate(g: SlPlay, unit: Unit) -> bool | None:
    """Must it rally at Desperation Morale, fired on or not? None where it goes by its DM marker."""


@first_of
def own_rally_level(g: SlPlay, unit: Unit) -> int | None:
    """Which number has a unit that rallies by another than those of its counter?"""


def rally_refusal(g: SlPlay, unit: Unit) -> Refusal | None:
    if not unit.broken:
        return NOT_BROKEN
    if unit.melee:
        return IN_MELEE
    if unit.rally_tried:
        return TRIED
    found = rally_bar(g, unit)
    if found is not None:
        return found
    # SL:3.23.3, SL:3.23.4
    alone = unit.is_leader or rallies_alone(g, unit)
    return None if alone or morale.leaders_helping(g, unit) else NO_LEADER


def rally_level(g: SlPlay, unit: Unit) -> int:
    """SL:3.23.2: the morale of the broken side; SL:3.23.6-a: Desperation Morale if it has been fired on since, by the
    fire that broke it for one (SL:3.23-q2)."""
    own = own_rally_level(g, unit)
    return level_with_a_leader(g, unit) if own is None else own


def level_with_a_leader(g: SlPlay, unit: Unit) -> int:
    """The same for who needs no number of his own."""
    if is_desperate(g, unit):
        return morale.desperation_level(g, unit, nation(g, unit).desperation)  # SL:3.13.2
    return morale.morale_level(g, unit)


def is_desperate(g: SlPlay, unit: Unit) -> bool:
    found = desperate(g, unit)
    return unit.dm if found is None else found


def rally_lines(g: SlPlay, unit: Unit) -> tuple[Line, ...]:
    """SL:3.23.2, SL:3.23.5: a leader's modifier; SL:3.21.20: one more to roll where there is no cover."""
    lines = morale.leader_lines(g, unit, "SL:3.23.2")
    if terrain.is_cover(g, unit.hex):
        return lines
    entry = g.tables.rally.out_of_cover
    return (*lines, Line("not in woods or a building", entry.drm, entry.rule))


@told
def rally_taken(g: SlPlay, unit: Unit) -> None:
    """A unit has thrown to rally; what comes of it follows."""


def rally_tried(g: SlPlay, frame: RallyAttempt, unit: Unit, found: Thrown) -> None:
    """SL:3.23.8-a: an unmodified 12 costs a squad half its men and all others their lives (SL:3.20.8-c)."""
    g.pop()
    g.state.broke = ()
    unit = g.update(unit, rally_tried=True)
    rally_taken(g, unit)
    if found.passed:
        g.update(unit, broken=False, dm=False)
    elif found.original == 12:
        with_leader_losses(g)
        note_leader_loss(g, unit, BROKEN)  # SL:3.23.8-b
        morale.casualty(g, unit, "SL:3.20.8-c", "SL:3.23.8-a")


RALLY = CheckKind(
    event="rally",
    title="Rally",
    asks=lambda g, frame, unit: f"{g.name(unit)} tries to rally: {rally_level(g, unit)} or less.",
    level=lambda g, frame, unit: rally_level(g, unit),
    lines=lambda g, frame, unit: rally_lines(g, unit),
    taken=rally_tried,
    rules=("SL:3.23.2",),
    against="rally number",
    verdicts=("it rallies.", "it stays broken."),
    always_fails=12,
    states_level=True,
)
check_procedure(PART, RallyAttempt, RALLY)


def preview(g: SlPlay, unit: Unit) -> tuple[Breakdown, dict[str, float]]:
    """A rally attempt beforehand: what it adds up to, and the exact odds."""
    found = sum_up(g, RALLY, RallyAttempt(unit.id), unit)
    rallies = chance_to_pass(int(found.total), found.drm, RALLY.always_fails)
    return found, {"rallies": rallies, "stays broken": 35 / 36 - rallies, "casualty": 1 / 36}


def why_not(g: SlPlay, side: Side, action: Action) -> Refusal | None:
    unit = g.state.units.get(action.who[0]) if action.verb == "rally" and action.who else None
    return rally_refusal(g, unit) if unit is not None else None


def rally_options(g: SlPlay, side: Side) -> list[Action]:
    return [Action("rally", (unit.id,)) for unit in g.on_map(side) if rally_refusal(g, unit) is None]


acting_phase(
    PART,
    RallyPhase,
    "Which unit tries to rally?",
    ("SL:3.23.1", "SL:1.3.1-p1.4"),
    rally_options,
    lambda g, side, action: g.push(RallyAttempt(action.who[0])),
    sides=both_sides,
    why_not=why_not,
)
