"""Final Fire in the Defensive Fire Phase (SK1:3.4): the DEFENDER fires with what he has not used up in the
MPh, Guns and vehicles among it (SKF:3.4-a)."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Action, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk.firers import FINAL_ADJACENT, FINAL_FIRE, FIRE_PHASES, FirePhase
from defilade.rules.sk.prep_fire import DONE, begin_attack, fire_choice, mark, why_not_target
from defilade.rules.sk.state import DFPH, SkPlay
from defilade.tactics.attack_plan import Firing, shot_factors
from defilade.tactics.fire_groups import Shot
from defilade.tactics.sequence import MARKERS, PHASE_ENTRIES, WEAPONS, Marker, Phase
from defilade.tactics.units import FINAL, FIRST, Unit, Weapon

PART = Part()

RULES = ("SK1:3.4-a", "SK1:3.2-b")

MARKED_FINAL = Refusal("it is marked Final Fire", "SK1:3.4-c")
ONLY_MG = Refusal("marked First Fire only a unit's own FP and its MG fire again", "SK1:3.4-b")
ONLY_ADJACENT = Refusal("marked First Fire it may fire at an adjacent hex only", "SK1:3.4-b")


class DefensiveFirePhase(Frame):
    """The DEFENDER makes attacks, one after the other, until he is done."""


PART.adds(PHASE_ENTRIES, Phase(DFPH, "Defensive Fire Phase", DefensiveFirePhase))


def shot_mode(
    g: SkPlay, unit: Unit, weapon: Weapon | None, target: str, targets: tuple[str, ...]
) -> str | Refusal:
    """SK1:3.4-a: unmarked firers as ever; marked First Fire at adjacent hexes (SK1:3.4-b); Final Fire not
    at all (SK1:3.4-c). Unit and SW are marked separately."""
    marker = unit.fire if weapon is None else weapon.fire
    if not marker:
        return FINAL_FIRE
    if marker != FIRST:
        return MARKED_FINAL
    if weapon is not None and not g.weapon_type(weapon).is_mg:
        return ONLY_MG
    near = target == unit.hex or target in g.map.adjacent[unit.hex]
    return FINAL_ADJACENT if near else ONLY_ADJACENT


def mark_fired(
    g: SkPlay, shots: Sequence[Shot], leaders: Sequence[str], *, cowered: bool, rof_kept: frozenset[str]
) -> None:
    """SK1:3.4-a2, SK1:3.4-b: Final Fire markers on, or flipped."""
    mark(g, shots, leaders, FINAL, cowered=cowered, rof_kept=rof_kept)


@PART.modifies(shot_factors, "SK1:3.4-b", step=6)
def halved(g: SkPlay, firing: Firing) -> list[Line]:
    """SK1:3.4-b: whoever is marked First Fire fires again with half its FP."""
    if firing.shot.mode != FINAL_ADJACENT:
        return []
    entry = g.library.tables.fire_factors.entries.first_fire_marker
    return [Line("marked First Fire", float(entry.multiplier), "SK1:3.4-b", "x")]


PART.adds(FIRE_PHASES, FirePhase(DFPH, shot_mode, mark_fired))


# SK1:3.4-g: First and Final Fire markers come off.
PART.adds(
    MARKERS,
    Marker("fire", DFPH, blank="", values=(FIRST, FINAL)),
    Marker("fire", DFPH, WEAPONS, blank="", values=(FIRST, FINAL)),
)


def why_not(g: SkPlay, frame: Frame, action: Action) -> Refusal | None:
    return why_not_target(g, action, DFPH, g.defender)


@PART.decisions(DefensiveFirePhase, why_not=why_not)
def ask_defensive_fire_phase(g: SkPlay, frame: DefensiveFirePhase) -> Choice | None:
    return fire_choice(g, DFPH, g.defender, "Final Fire: which hex do you fire at?", RULES)


@ask_defensive_fire_phase
def take_defensive_fire_phase(g: SkPlay, frame: DefensiveFirePhase, answer: Action | Outcome | None) -> None:
    if answer is None or answer == DONE:
        g.pop()
        return
    assert isinstance(answer, Action)
    begin_attack(g, DFPH, g.defender, answer)
