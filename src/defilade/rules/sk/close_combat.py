"""The Close Combat Phase (SK1:3.8).

Source: section 3.8 of the kit, with the Close Combat Table of its reference card. The ATTACKER takes the
hexes in the order he likes. In each, leaders are stacked, an ambush is rolled for where there can be one,
attacks are declared and resolved, and whoever is still there afterwards is in melee.

Without an ambush all dice are thrown before any result is carried out: the attacks are simultaneous
(SK1:3.8-b), and a leader created by the last of them still changes the odds of the first (SK1:5.3-c)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from defilade.kernel import Action, Chance, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part, all_of, first_of, handed_on
from defilade.rules.sk import melee, morale
from defilade.rules.sk.ambush import Ambush, ambush_possible, ambushed
from defilade.rules.sk.close_combat_attack import (
    CloseCombat,
    breakdown,
    place_on_table,
    result,
    with_new_leader,
)
from defilade.rules.sk.close_combat_declaration import (
    DeclareCloseCombat,
    StackLeaders,
    leaders_to_stack,
)
from defilade.rules.sk.field_promotion import FieldPromotion, leader_created
from defilade.rules.sk.state import CCPH, SkPlay
from defilade.tactics.close_combat import CloseCombatAttack
from defilade.tactics.control import gain_control, seize
from defilade.tactics.names import Hex
from defilade.tactics.random_selection import RandomSelection
from defilade.tactics.sequence import MARKERS, PHASE_ENTRIES, Marker, Phase, phase_ends
from defilade.tactics.units import Unit

PART = Part()

STACK, AMBUSH, DECLARE, RESOLVE, CARRY_OUT = "stack", "ambush", "declare", "resolve", "carry_out"
ATTACKER, DEFENDER = "attacker", "defender"
SNAKE_EYES = (1, 1)


@all_of
def other_fights(g: SkPlay) -> Iterable[str]:
    """In which hexes is there close combat without Infantry of both sides?"""
    return ()


@first_of
def other_close_combat(g: SkPlay, hex: Hex) -> Frame | None:
    """How is the close combat of a hex fought where it is not simultaneous?"""


class CloseCombatPhase(Frame):
    """The phase. `fought` are the hexes whose close combat is over."""

    fought: tuple[str, ...] = ()


PART.adds(PHASE_ENTRIES, Phase(CCPH, "Close Combat Phase", CloseCombatPhase))


# -- the phase -------------------------------------------------------------------------------------


def hexes_to_fight(g: SkPlay, fought: tuple[str, ...]) -> list[str]:
    """SK1:3.8-a: hexes with units of both sides, of which somebody can attack (SK1:3.8-g)."""
    found = [
        hex
        for hex, ids in g.state.stacks.items()
        if len(ids) > 1 and hex not in fought and melee.locks(g.units_in(hex))
    ]
    found += [hex for hex in other_fights(g) if hex not in fought and hex not in found]
    return found


@PART.decisions(CloseCombatPhase, why_not=lambda g, frame, action: fight_refusal(g, frame, action))
def ask_phase(g: SkPlay, frame: CloseCombatPhase) -> Choice | None:
    hexes = hexes_to_fight(g, frame.fought)
    if len(hexes) < 2:
        return None
    options = tuple([Action("fight", (), hex) for hex in hexes])
    return Choice(g.attacker, "In which hex is close combat resolved next?", options, ("SK1:3.8-c",))


@ask_phase
def take_phase(g: SkPlay, frame: CloseCombatPhase, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Action):
        hex = answer.at
    else:
        left = hexes_to_fight(g, frame.fought)
        if not left:
            g.pop()
            return
        hex = left[0]
    frame.fought = (*frame.fought, hex)
    begin_close_combat(g, hex)


def fight_refusal(g: SkPlay, frame: CloseCombatPhase, action: Action) -> Refusal | None:
    if action.verb != "fight":
        return None
    if action.at in frame.fought:
        return Refusal(f"the close combat in {g.place_name(action.at)} is over for this CCPh", "SK1:3.8-c")
    return Refusal("units of both sides must be there, one of them unbroken", "SK1:3.8-a")


@PART.answers(phase_ends)
def end_close_combat(g: SkPlay, phase: str) -> None:
    if phase == CCPH:
        gain_control(g)


# SK1:3.8-y: all Pin markers come off; CC markers have done their work.
PART.adds(MARKERS, Marker("pinned", CCPH), Marker("advanced", CCPH))


# -- one hex ---------------------------------------------------------------------------------------


def begin_close_combat(g: SkPlay, hex: Hex) -> None:
    reinforced: tuple[str, ...] = ()
    if melee.is_melee(g, hex):
        reinforced = tuple([unit.id for unit in g.units_in(hex) if unit.advanced and not unit.broken])
    steps = (
        f"{STACK} {ATTACKER}",
        f"{STACK} {DEFENDER}",
        AMBUSH,
        f"{DECLARE} {ATTACKER}",  # SK1:3.8-d: ATTACKER declares all, DEFENDER declares all, then both resolve
        f"{DECLARE} {DEFENDER}",
        f"{RESOLVE} {ATTACKER}",
        f"{RESOLVE} {DEFENDER}",
        CARRY_OUT,
    )
    g.say("close_combat", f"Close combat in {g.place_name(hex)}.", "SK1:3.8-a", side=g.attacker, at=hex)
    g.push(other_close_combat(g, hex) or CloseCombat(hex, steps, reinforced=reinforced))


@PART.answers(ambushed)
def take_by_ambush(g: SkPlay, ambusher: str) -> None:
    """SK1:3.8-s: the ambusher declares and resolves everything first; the survivors then strike back."""
    frame = g.state.stack[-1]
    if not isinstance(frame, CloseCombat):
        return
    frame.ambusher = ambusher
    first, second = (ATTACKER, DEFENDER) if ambusher == g.attacker else (DEFENDER, ATTACKER)
    frame.steps = (
        f"{DECLARE} {first}",
        f"{RESOLVE} {first}",
        CARRY_OUT,
        f"{DECLARE} {second}",
        f"{RESOLVE} {second}",
        CARRY_OUT,
    )


@PART.decisions(CloseCombat)
def ask_close_combat(g: SkPlay, frame: CloseCombat) -> Chance | None:
    if not frame.steps or not frame.steps[0].startswith(RESOLVE):
        return None
    place = next_to_resolve(g, frame)
    if place is None:
        return None
    attack = frame.attacks[place]
    return Chance(
        f"Close combat DR of {g.names(attack.attackers)} against {g.names(attack.targets)}.",
        dice=2,
        side=attack.side,
        rules=("SK1:3.8-h", "SK1:3.8-i"),
        about=(*attack.attackers, *attack.targets),
    )


@ask_close_combat
def take_close_combat(g: SkPlay, frame: CloseCombat, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Outcome):
        throw(g, frame, answer.dice)
        return
    if frame.selected:
        reduced, frame.selected = frame.selected, ()
        g.push_in_order(*(morale.CasualtyReduction(uid) for uid in reduced))
        return
    if not frame.steps:
        g.pop()
        melee.mark_melee(g, frame.hex)
        seize(g, frame.hex)
        return
    step, _, role = frame.steps[0].partition(" ")
    if step == CARRY_OUT and carry_out_next(g, frame):
        return
    frame.steps = frame.steps[1:]
    side = g.attacker if role == ATTACKER else g.defender
    if step == STACK:
        g.push(StackLeaders(side, leaders_to_stack(g, frame.hex, side)))
    elif step == AMBUSH and ambush_possible(g, frame.hex):
        g.push(Ambush(frame.hex))
    elif step == DECLARE:
        g.push(DeclareCloseCombat(side))


def next_to_resolve(g: SkPlay, frame: CloseCombat) -> int | None:
    """The next attack of the side whose turn it is to resolve."""
    _, _, role = frame.steps[0].partition(" ")
    side = g.attacker if role == ATTACKER else g.defender
    for place, attack in enumerate(frame.attacks):
        if attack.side == side and not attack.dice:
            return place
    return None


# -- dice and results ------------------------------------------------------------------------------


def throw(g: SkPlay, frame: CloseCombat, dice: tuple[int, ...]) -> None:
    """A CC DR falls. What it does is carried out when all dice of this step have fallen."""
    place = next_to_resolve(g, frame)
    assert place is not None
    attack = msgspec.structs.replace(frame.attacks[place], dice=dice)
    replace_attack(frame, place, attack)
    odds, kill = place_on_table(g, attack)
    g.say(
        "close_combat",
        f"{g.names(attack.attackers)} against {g.names(attack.targets)}: {odds}, kill number {kill}, "
        f"DR {sum(dice)}{drm_words(g, attack)}: {effect_words(g, attack)}.",
        "SK1:3.8-h",
        "SK1:3.8-i",
        side=attack.side,
        who=(*attack.attackers, *attack.targets),
        at=frame.hex,
        dice=dice,
        breakdown=breakdown(g, attack),
    )
    best = best_mmc(g, attack)
    if dice == SNAKE_EYES and best is not None:  # SK1:5.3-a
        below = poor_odds(g, 0, attack)
        g.push(FieldPromotion(best.id, morale.morale_level(g, best), below))


@handed_on
def poor_odds(g: SkPlay, below: int, attack: CloseCombatAttack) -> int:
    """By how many columns below 1:1 do the odds of an attack help those who step forward in it?"""
    return below


def best_mmc(g: SkPlay, attack: CloseCombatAttack) -> Unit | None:
    """SK1:5.3-b: with several types of MMC in the attack the best one counts."""
    mmc = [unit for uid in attack.attackers if (unit := g.unit(uid)).is_mmc]
    return max(mmc, key=lambda unit: morale.morale_level(g, unit), default=None)


@PART.answers(leader_created)
def count_new_leader(g: SkPlay, unit: Unit, leader: Unit) -> None:
    """SK1:5.3-c: he fights with the unit he comes from, and all odds that he changes are worked out anew."""
    frame = g.state.stack[-1]
    if not isinstance(frame, CloseCombat):
        return
    frame.stacked = (*frame.stacked, (leader.id, unit.id))
    for place, attack in enumerate(frame.attacks):
        if attack.done:
            continue
        renewed = with_new_leader(g, attack, unit, leader)
        if renewed is attack:
            continue
        replace_attack(frame, place, renewed)
        odds, kill = place_on_table(g, renewed)
        so_far = f": {effect_words(g, renewed)}" if renewed.dice else ""
        g.say(
            "close_combat",
            f"With the new leader {g.names(attack.attackers)} attack {g.names(attack.targets)} at {odds}, "
            f"kill number {kill}{so_far}.",
            "SK1:5.3-c",
            side=attack.side,
            at=frame.hex,
            breakdown=breakdown(g, renewed),
        )


def carry_out_next(g: SkPlay, frame: CloseCombat) -> bool:
    """Carry out the next result; False when there is none left."""
    waiting = [place for place, attack in enumerate(frame.attacks) if attack.dice and not attack.done]
    if not waiting:
        return False
    attack = msgspec.structs.replace(frame.attacks[waiting[0]], done=True)
    replace_attack(frame, waiting[0], attack)
    outcome = result(g, attack)
    if outcome.one_reduced:
        g.push(RandomSelection(outcome.one_reduced, why="who is reduced", rule="SK1:3.8-i2"))
    for uid in outcome.eliminated:
        morale.eliminate(g, g.unit(uid), "is eliminated in close combat", "SK1:3.8-i")
    return True


def replace_attack(frame: CloseCombat, place: int, attack: CloseCombatAttack) -> None:
    attacks = list(frame.attacks)
    attacks[place] = attack
    frame.attacks = tuple(attacks)


def drm_words(g: SkPlay, attack: CloseCombatAttack) -> str:
    drms = {attack.drm_against(place) for place in range(len(attack.targets))}
    if drms == {0}:
        return ""
    return " " + " or ".join(f"{drm:+d}" for drm in sorted(drms))


def effect_words(g: SkPlay, attack: CloseCombatAttack) -> str:
    outcome = result(g, attack)
    words: list[str] = []
    if outcome.eliminated:
        words.append(f"{g.names(outcome.eliminated)} eliminated")
    if outcome.one_reduced:
        words.append(f"casualty reduction of {' or '.join(g.name(uid) for uid in outcome.one_reduced)}")
    return ", ".join(words) or "no effect"
