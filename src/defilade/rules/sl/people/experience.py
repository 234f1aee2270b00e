"""Green and inexperienced men (SL:3.9, SL:3.11, SL:3.26): how they become it, and what they fear.

Where a card gives a side an Experience Level Rating its squads can turn out to be Green, or of other nations than the
Americans inexperienced; nobody else's can.
"""

from __future__ import annotations

from collections import Counter

from defilade.kernel import Action, Chance, Frame, Line, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sl import morale
from defilade.rules.sl.fire import Attack, before_attack, unnerved
from defilade.rules.sl.morale import MoraleCheck, check_taken
from defilade.rules.sl.nations import is_green, is_inexperienced, owner
from defilade.rules.sl.set_up import before_first_turn
from defilade.rules.sl.state import SlPlay
from defilade.tactics.attack_plan import Firing
from defilade.tactics.checks import ATTACK, CheckKind, Thrown, check_procedure
from defilade.tactics.counters import ELITE, SECOND_LINE
from defilade.tactics.leader_loss import LEADER_LOSS
from defilade.tactics.names import Side
from defilade.tactics.sequence import phase_ends
from defilade.tactics.units import HALF_SQUAD, SQUAD, Unit

PART = Part()

# -- the Experience Level Rating (SL:3.11.3) ---------------------------------------------------------------

YEARS = {1941: -2, 1942: -2, 1943: -1}
CLASSES = {SECOND_LINE: -1, ELITE: 1}
"""SL:3.11.3-t"""


class RatingRoll(Frame):
    """SL:3.11.3-a: nobody knows how experienced a side is; a die decides before the first turn."""

    side: Side


@PART.answers(before_first_turn)
def unknown_troops(g: SlPlay) -> list[Frame]:
    return [RatingRoll(side) for side in g.scenario.elr_by_die]


def rating_lines(g: SlPlay, side: Side) -> list[Line]:
    """SL:3.11.3-t: by the year, and by what most of its squads are."""
    year = YEARS.get(int(g.scenario.date[:4]), 0)
    squads = [unit for unit in g.state.units.values() if unit.side == side and unit.kind == SQUAD]
    count = Counter(g.counter(unit).cls for unit in squads)
    usual = count.most_common(1)[0][0] if count else ""
    lines = [Line(g.scenario.date[:4], year, "SL:3.11.3-t")] if year else []
    kind = CLASSES.get(usual, 0)
    return [*lines, Line("kind of troops", kind, "SL:3.11.3-t")] if kind else lines


@PART.decisions(RatingRoll)
def ask_rating(g: SlPlay, frame: RatingRoll) -> Chance:
    asks = f"How experienced are the troops of {frame.side.capitalize()}?"
    return Chance(asks, dice=1, side=frame.side, rules=("SL:3.11.3-a",))


@ask_rating
def take_rating(g: SlPlay, frame: RatingRoll, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    g.pop()
    lines = rating_lines(g, frame.side)
    rating = max(0, answer.dice[0] + int(sum(line.value for line in lines)))
    g.state.elr = {**g.state.elr, frame.side: rating}
    g.say(
        "rating",
        f"{frame.side.capitalize()} rolls {answer.dice[0]}: an Experience Level Rating of {rating}.",
        "SL:3.11.3-a",
        *dict.fromkeys(line.rule for line in lines),
        side=frame.side,
        dice=answer.dice,
    )


def elr_of(g: SlPlay, side: Side) -> int | None:
    """SL:3.11.2-a, SL:3.11.6: as the card says, or the die; none where experience plays no part."""
    found = g.state.elr.get(side)
    return g.scenario.elr.get(side) if found is None else found


# -- turning Green (SL:3.11) -------------------------------------------------------------------------------


@PART.answers(check_taken)
def found_wanting(g: SlPlay, frame: MoraleCheck, unit: Unit, found: Thrown) -> None:
    """SL:3.11.2-a, SL:3.11.4-a: who fails by more than the ELR; SL:3.11.2-b: only checks for attacks and lost leaders.
    SL:3.11.5-a: squads and half-squads, no crews; it touches nobody else (SL:3.11.4-b)."""
    here = g.state.units.get(unit.id)
    if found.passed or here is None or here.kind not in (SQUAD, HALF_SQUAD) or here.berserk or here.captive:
        return
    if frame.source not in (ATTACK, LEADER_LOSS):
        return
    elr = elr_of(g, owner(here))
    kind = g.counter(here).replacement
    if elr is None or not kind or found.failed_by <= elr:
        return
    name = g.name(here)
    here = g.update(here, type=kind, broken=True)
    rule = "SL:3.11.4-a" if is_green(g, here) else "SL:3.11.6"
    g.say(
        "replaced",
        f"{name} fails by {found.failed_by}, more than {elr}: it is replaced by a {g.name(here)}.",
        rule,
        side=here.side,
        who=(here.id,),
        at=here.hex,
    )


# -- close to the enemy (SL:3.9.8) -------------------------------------------------------------------------


class SteadyCheck(Frame):
    """SL:3.9.8: Green and inexperienced men check before they fire at one hex."""

    unit: str


@PART.answers(unnerved)
def too_close(g: SlPlay, firing: Firing) -> bool:
    """SL:3.9.8: no point blank fire for those who have not passed, with their machine guns neither."""
    return firing.unit.id not in g.state.steady and is_inexperienced(g, firing.unit)


@PART.answers(before_attack)
def steady_yourselves(g: SlPlay, attack: Attack) -> list[Frame]:
    """They fire at that target in any case; one check is for all that a unit fires, also up or down the stairs."""
    near = dict.fromkeys(
        shot.unit
        for shot in attack.shots
        if (here := g.unit(shot.unit).hex)
        and here != attack.target
        and g.map.distance(here, attack.target) <= 1
        and (not shot.weapon or g.weapon_type(g.state.weapons[shot.weapon]).is_mg)
    )
    return [
        SteadyCheck(uid) for uid in near if uid not in g.state.steady and is_inexperienced(g, g.unit(uid))
    ]


@PART.answers(phase_ends)
def nobody_is_steady(g: SlPlay, phase: str) -> None:
    g.state.steady = ()


def steadied(g: SlPlay, frame: SteadyCheck, unit: Unit, found: Thrown) -> None:
    g.pop()
    if found.passed:
        g.state.steady = (*g.state.steady, unit.id)


check_procedure(
    PART,
    SteadyCheck,
    CheckKind(
        event="steady_check",
        title="NMC",
        asks=lambda g, frame, unit: f"Does the {g.name(unit)} stand firm beside the enemy?",
        level=lambda g, frame, unit: morale.morale_level(g, unit),
        lines=lambda g, frame, unit: morale.leader_lines(g, unit, "SL:3.2.6"),
        taken=steadied,
        rules=("SL:3.9.8",),
        verdicts=("it fires at point blank.", "its fire is not doubled."),
    ),
)
