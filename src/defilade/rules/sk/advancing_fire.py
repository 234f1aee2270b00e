"""The Advancing Fire Phase (SK1:3.5): the ATTACKER's units that did not Prep Fire fire at half strength,
and placed demolition charges go off (SK1:4.3)."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Action, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk import demolition
from defilade.rules.sk.fire import target_hexes
from defilade.rules.sk.firers import ADVANCING, FIRE_PHASES, FirePhase
from defilade.rules.sk.prep_fire import (
    DONE,
    HAS_FIRED,
    WEAPON_HAS_FIRED,
    asked_anyway,
    begin_attack,
    fire_options,
    mark,
    why_not_target,
)
from defilade.rules.sk.state import AFPH, SkPlay
from defilade.tactics.attack_plan import Firing, fp_bonus, shot_factors
from defilade.tactics.fire_groups import Shot
from defilade.tactics.sequence import MARKERS, PHASE_ENTRIES, WEAPONS, Marker, Phase
from defilade.tactics.units import PREP, SQUAD, Unit, Weapon

PART = Part()

RULES = ("SK1:3.5-a", "SK1:3.2-b")

PREP_FIRED = Refusal("it has fired in the PFPh", "SK1:3.5-a")
CARRIED = Refusal("a MMG or HMG that moved in this MPh may not fire", "SK1:3.5-c")
CHARGES_FIRST = Refusal("placed demolition charges attack in this phase", "SK1:4.3-a")


class AdvancingFirePhase(Frame):
    """The ATTACKER makes attacks, one after the other, until he is done and all charges have gone off."""


PART.adds(PHASE_ENTRIES, Phase(AFPH, "Advancing Fire Phase", AdvancingFirePhase))


def shot_mode(
    g: SkPlay, unit: Unit, weapon: Weapon | None, target: str, targets: tuple[str, ...]
) -> str | Refusal:
    if unit.fire == PREP or (weapon is not None and weapon.fire == PREP):
        return PREP_FIRED
    if weapon is None:
        return HAS_FIRED if unit.fire else ADVANCING
    if weapon.fire:
        return WEAPON_HAS_FIRED
    if weapon.moved and g.weapon_types[weapon.type].kind in ("MMG", "HMG"):
        return CARRIED
    return ADVANCING


def mark_fired(
    g: SkPlay, shots: Sequence[Shot], leaders: Sequence[str], *, cowered: bool, rof_kept: frozenset[str]
) -> None:
    """Nothing is marked on the map in this phase; the note says who has fired until it ends."""
    mark(g, shots, leaders, ADVANCING, cowered=cowered, rof_kept=rof_kept)


@PART.modifies(shot_factors, "SK1:3.5-a", step=5)
def halved(g: SkPlay, firing: Firing) -> list[Line]:
    if firing.shot.mode != ADVANCING:
        return []
    entry = g.library.tables.fire_factors.entries.advancing_fire
    return [Line("Advancing Fire", float(entry.multiplier), entry.rule, "x")]


@PART.answers(fp_bonus)
def assault_fire(g: SkPlay, firing: Firing) -> Line | None:
    """SK1:3.5-b: the own FP of a squad with underlined FP (SK1:1.2.2-d) in the AFPh, not at long range
    (SK1:3.5-b3)."""
    counter = g.counter(firing.unit)
    if firing.shot.mode != ADVANCING or firing.weapon is not None or firing.unit.kind != SQUAD:
        return None
    if not counter.assault_fire or firing.distance > counter.range:
        return None
    return Line(
        "Assault Fire, fractions up", g.library.tables.fire_factors.assault_fire_bonus, "SK1:3.5-b", "fp"
    )


PART.adds(FIRE_PHASES, FirePhase(AFPH, shot_mode, mark_fired))


# SK1:3.5-d: Prep Fire markers come off, and all others of this phase with them (SKF:3.5-f).
PART.adds(MARKERS, Marker("fire", AFPH, blank=""), Marker("fire", AFPH, WEAPONS, blank=""))


def why_not(g: SkPlay, frame: Frame, action: Action) -> Refusal | None:
    if action == DONE:
        return CHARGES_FIRST
    return why_not_target(g, action, AFPH, g.attacker)


@PART.decisions(AdvancingFirePhase, why_not=why_not)
def ask_advancing_fire_phase(g: SkPlay, frame: AdvancingFirePhase) -> Choice | None:
    options = [Action("target", (), hex) for hex in target_hexes(g, AFPH, g.attacker)]
    options += fire_options(g, AFPH, g.attacker)
    charges = demolition.placed_charges(g)
    options += [Action("set-off", (charge.id,), charge.placed_at) for charge in charges]
    if not options and not asked_anyway(g, AFPH, g.attacker):
        return None
    if not charges:
        options.append(DONE)
    return Choice(g.attacker, "Advancing Fire: which hex do you fire at?", tuple(options), RULES)


@ask_advancing_fire_phase
def take_advancing_fire_phase(g: SkPlay, frame: AdvancingFirePhase, answer: Action | Outcome | None) -> None:
    if answer is None or answer == DONE:
        g.pop()
        return
    assert isinstance(answer, Action)
    if answer.verb == "set-off":
        demolition.set_off(g, g.state.weapons[answer.who[0]])
    else:
        begin_attack(g, AFPH, g.attacker, answer)
