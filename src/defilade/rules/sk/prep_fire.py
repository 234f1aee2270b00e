"""The Prep Fire Phase (SK1:3.2.2): the ATTACKER fires, and whoever fired is marked and stays where he is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part, all_of, any_of, bar
from defilade.rules.sk import support_weapons
from defilade.rules.sk.fire import everybody_in, target_hexes
from defilade.rules.sk.firers import FIRE_PHASES, PREP_FIRE, FirePhase
from defilade.rules.sk.state import PFPH, SkPlay
from defilade.tactics.declaring_fire import DeclareFire
from defilade.tactics.fire_groups import Shot
from defilade.tactics.names import Side
from defilade.tactics.sequence import PHASE_ENTRIES, Phase, phase_ends
from defilade.tactics.units import PREP, Unit, Weapon

PART = Part()

DONE = Action("done")
RULES = ("SK1:3.2.2-a", "SK1:3.2-b")

HAS_FIRED = Refusal("it has fired in this phase", "SK1:3.2-a")
WEAPON_HAS_FIRED = Refusal("the SW has fired and kept no ROF", "SK1:1.2.4-c")


@all_of
def fire_options(g: SkPlay, phase: str, side: Side) -> Iterable[Action]:
    """What else may a side fire in this phase than its Infantry?"""
    return ()


@any_of
def fire_begins(g: SkPlay, phase: str, side: Side, action: Action) -> bool:
    """Begin such an attack; yes if it was one's own."""
    return False


@bar
def fire_option_bar(g: SkPlay, phase: str, side: Side, action: Action) -> Refusal | None:
    """Why is such an attack not among the options?"""


@any_of
def asked_anyway(g: SkPlay, phase: str, side: Side) -> bool:
    """Is a side asked in this phase though it may have nothing to do, so that the question tells the enemy nothing?"""
    return False


class PrepFirePhase(Frame):
    """The ATTACKER makes attacks, one after the other, until he is done."""


PART.adds(PHASE_ENTRIES, Phase(PFPH, "Prep Fire Phase", PrepFirePhase))


def shot_mode(
    g: SkPlay, unit: Unit, weapon: Weapon | None, target: str, targets: tuple[str, ...]
) -> str | Refusal:
    """SK1:3.2-a: one shot each, at one target (SK1:3.2-o); a SW is another firer (SK1:3.2-o2, SKF:3.2.2-e), and goes on
    while it keeps its ROF."""
    if weapon is None:
        return HAS_FIRED if unit.fire else PREP_FIRE
    return WEAPON_HAS_FIRED if weapon.fire else PREP_FIRE


def mark_fired(
    g: SkPlay, shots: Sequence[Shot], leaders: Sequence[str], *, cowered: bool, rof_kept: frozenset[str]
) -> None:
    """SK1:3.2.2-a; a cowering unit is marked with all its SW (SK1:3.2-p2), a directing leader like the firers
    (SK1:3.2-z)."""
    mark(g, shots, leaders, PREP, cowered=cowered, rof_kept=rof_kept)


PART.adds(FIRE_PHASES, FirePhase(PFPH, shot_mode, mark_fired))


def mark(
    g: SkPlay,
    shots: Sequence[Shot],
    leaders: Sequence[str],
    marker: str,
    *,
    cowered: bool,
    rof_kept: frozenset[str],
) -> None:
    """Put a marker on each unit whose own FP was used, each SW or Gun that is out of ROF (SKF:3.3.3-c), and each
    directing leader."""
    for shot in shots:
        if not shot.weapon:
            g.update(g.unit(shot.unit), fire=marker)
        elif shot.weapon not in rof_kept:
            g.update_weapon(g.state.weapons[shot.weapon], fire=marker)
    for uid in leaders:
        g.update(g.unit(uid), fire=marker)
    if cowered:
        for uid in dict.fromkeys(shot.unit for shot in shots):
            unit = g.unit(uid)
            if unit.is_mmc:
                mark_whole_unit(g, unit, marker)


def mark_whole_unit(g: SkPlay, unit: Unit, marker: str) -> None:
    """The unit and all that it holds, Guns among it (SKF:3.3.3-i)."""
    g.update(unit, fire=marker)
    for weapon in g.weapons_of(unit):
        g.update_weapon(weapon, fire=marker)


@PART.answers(phase_ends)
def end_prep_fire(g: SkPlay, phase: str) -> None:
    """Whoever used a SW in this phase has Prep Fired as well: it may neither move nor fire in the AFPh."""
    if phase != PFPH:
        return
    for unit in list(g.on_map(g.attacker)):
        if unit.weapons_used or unit.fire == PREP:
            mark_whole_unit(g, unit, PREP)


def why_not(g: SkPlay, frame: Frame, action: Action) -> Refusal | None:
    return why_not_target(g, action, PFPH, g.attacker)


def why_not_target(g: SkPlay, action: Action, phase: str, side: Side) -> Refusal | None:
    """Why a hex is not among the targets of a fire phase, or a SW not among those that may be destroyed."""
    if action.verb == "destroy" and len(action.who) == 2:
        unit, weapon = g.state.units.get(action.who[0]), g.state.weapons.get(action.who[1])
        if unit is None or weapon is None or unit.side != side:
            return support_weapons.NOT_ITS_OWN
        return support_weapons.destruction_refusal(g, unit, weapon)
    if action.verb != "target":
        return fire_option_bar(g, phase, side, action)
    if not g.has_side(action.at, g.enemy_of(side)):
        return Refusal("there is no enemy unit in that hex", "SK1:3.2-d")
    return Refusal(
        "none of your units can fire at that hex now: none has LOS, range and a shot left", "SK1:3.2-d"
    )


@PART.decisions(PrepFirePhase, why_not=why_not)
def ask_prep_fire_phase(g: SkPlay, frame: PrepFirePhase) -> Choice | None:
    return fire_choice(g, PFPH, g.attacker, "Prep Fire: which hex do you fire at?", RULES)


def fire_choice(g: SkPlay, phase: str, side: Side, asks: str, rules: tuple[str, ...]) -> Choice | None:
    """The choice of a fire phase: a target hex, a SW to destroy, or to be done. Nothing to choose: no
    choice."""
    options = [Action("target", (), hex) for hex in target_hexes(g, phase, side)]
    options += support_weapons.destruction_options(g, side)
    options += fire_options(g, phase, side)
    if not options and not asked_anyway(g, phase, side):
        return None
    return Choice(side, asks, (*options, DONE), rules)


@ask_prep_fire_phase
def take_prep_fire_phase(g: SkPlay, frame: PrepFirePhase, answer: Action | Outcome | None) -> None:
    if answer is None or answer == DONE:
        g.pop()
        return
    assert isinstance(answer, Action)
    begin_attack(g, PFPH, g.attacker, answer)


def begin_attack(g: SkPlay, phase: str, side: Side, answer: Action) -> None:
    """Take an answer to `fire_choice` other than done."""
    if answer.verb == "target":
        # SK1:3.2-c, SK1:3.4-d: all Infantry in the hex (SK1:2.0-m)
        g.push(DeclareFire(phase, side, answer.at, everybody_in(g, answer.at, g.enemy_of(side))))
    elif not fire_begins(g, phase, side, answer):
        support_weapons.destroy(g, answer)
