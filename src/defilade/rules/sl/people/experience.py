"""Green and inexperienced men (SL:3.9, SL:3.11, SL:3.26): how they become it, and what they fear.

Where a card gives a side an Experience Level Rating its squads can turn out to be Green, or of other nations than the
Americans inexperienced; nobody else's can.
"""

from __future__ import annotations

from defilade.kernel import Frame
from defilade.kernel.composition import Part
from defilade.rules.sl import morale
from defilade.rules.sl.fire import Attack, before_attack, unnerved
from defilade.rules.sl.morale import MoraleCheck, check_taken
from defilade.rules.sl.nations import is_green, is_inexperienced, owner
from defilade.rules.sl.state import SlPlay
from defilade.tactics.attack_plan import Firing
from defilade.tactics.checks import ATTACK, CheckKind, Thrown, check_procedure
from defilade.tactics.leader_loss import LEADER_LOSS
from defilade.tactics.sequence import phase_ends
from defilade.tactics.units import HALF_SQUAD, SQUAD, Unit

PART = Part()

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
    elr = g.scenario.elr.get(owner(here))
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
    """SL:3.9.8: no point blank fire for those who have not passed."""
    unit = firing.unit
    return firing.weapon is None and unit.id not in g.state.steady and is_inexperienced(g, unit)


@PART.answers(before_attack)
def steady_yourselves(g: SlPlay, attack: Attack) -> list[Frame]:
    """They fire at that target in any case."""
    return [
        SteadyCheck(shot.unit)
        for shot in attack.shots
        if not shot.weapon
        and is_inexperienced(g, g.unit(shot.unit))
        and g.map.distance(g.unit(shot.unit).hex, attack.target) == 1
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
