"""Malfunctions (UF:19.1, UF:19.2, UF:19.4, UF:19.5) of the weapons that fire with Fire cards.

A red 6 in the resolution of a group's fire breaks a weapon; a red 5 one that uses its bracketed values, or a captured
one, and a red 4 one to which both apply.  Ordnance breaks on its To Hit number, in its own section (UF:19.12).
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Chance, Frame, Line
from defilade.kernel.composition import any_of
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.attack import (
    FIRE,
    OTHER,
    Attack,
    attack_lines,
)
from defilade.rules.upfront.game.cards import ActionCard
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, turned
from defilade.rules.upfront.game.library import Weapon
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.state import Machine, Man, Unit
from defilade.rules.upfront.game.values import morale_lines, panic_lines
from defilade.rules.upfront.infantry.crews import assistant_of, release, waits_at_weapon
from defilade.rules.upfront.infantry.firepower import (
    can_fire,
    man_firepower,
    shooters,
    unit_firepower,
    uses_brackets,
)
from defilade.rules.upfront.infantry.flamethrowers import flames, has_flamethrower
from defilade.rules.upfront.infantry.laying_down import his_own_again
from defilade.rules.upfront.infantry.resolution import Resolving, break_off, on_resolved, resolving
from defilade.rules.upfront.infantry.weapon_capture import lose_captured_weapon
from defilade.rules.upfront.vehicles.afv import GUN, on_malfunctioned

PART = Part()


@any_of
def at_risk_while_idle(g: UfPlay, man: Man, attack: Attack, /) -> bool:
    """Can his weapon malfunction though it does not fire?"""
    return False


BREAKS = 6
"""The red number that breaks a weapon (UF:19.1)."""
FLAMES_BREAK = 5
"""The red number from which on a flamethrower breaks (UF:22.3-a)."""


# -- a weapon breaks ---------------------------------------------------------------------------------------------


def malfunction(g: UfPlay, man: Man, *rules: str) -> None:
    """His weapon is marked (UF:19.2-a); one that is marked already is removed (UF:19.2-b), a captured one at once
    (UF:20.741-a)."""
    if man.captured:
        lose_captured_weapon(g, man, *rules, "UF:20.741-a")
    elif man.broken:
        lose_weapon(g, man, *rules, "UF:19.2-b")
    else:
        g.update(man, broken=True)
        text = f"The {g.library.weapons[man.weapon].name} of {g.name(man)} malfunctions."
        g.say("malfunction", text, *rules, "UF:19.2-a", side=man.side, who=(man.id,), at=man.group)
    on_malfunctioned(g, g.unit(man.id))


def lose_weapon(g: UfPlay, man: Man, *rules: str) -> None:
    """The weapon is removed from play: he is unarmed, and his assistant is free."""
    assistant = assistant_of(g, man)
    if assistant is not None:
        release(g, assistant, "UF:11.13")
    text = f"The {g.library.weapons[man.weapon].name} of {g.name(man)} is gone."
    his_own_again(g, man)
    g.say("weapon_gone", text, *rules, side=man.side, who=(man.id,), at=man.group)


def gun_malfunctions(g: UfPlay, machine: Machine, *rules: str) -> None:
    """The gun of a card that is no man is marked, or ruined if it was already (UF:19.2-a, UF:19.2-b)."""
    if GUN in machine.broken:
        ruin_weapon(g, machine, GUN)
        text = f"The gun of {g.name(machine)} is ruined."
        g.say(
            "weapon_gone", text, *rules, "UF:19.2-b", side=machine.side, who=(machine.id,), at=machine.group
        )
    else:
        g.update(machine, broken=(*machine.broken, GUN))
        text = f"The gun of {g.name(machine)} malfunctions."
        g.say(
            "malfunction", text, *rules, "UF:19.2-a", side=machine.side, who=(machine.id,), at=machine.group
        )
    on_malfunctioned(g, g.unit(machine.id))


def ruin_weapon(g: UfPlay, machine: Machine, weapon: str) -> None:
    """A weapon of a machine is of no use any more."""
    left = tuple(one for one in machine.broken if one != weapon)
    g.update(machine, broken=left, lost_weapons=(*machine.lost_weapons, weapon))


@PART.answers(morale_lines)
@PART.answers(panic_lines)
def without_a_working_weapon(g: UfPlay, man: Man) -> Iterator[Line]:
    """UF:19.4: crewing another man's weapon does not help."""
    if man.broken or not man.weapon:
        yield Line("no working weapon", -1, "UF:19.4")


# -- which weapons fire ------------------------------------------------------------------------------------------


def may_break_now(weapon: Weapon, first: bool) -> bool:
    """UF:19.5: a weapon marked x only with the first result, one marked X with every one."""
    return weapon.every or first


def firing(g: UfPlay, attack: Attack) -> list[Man]:
    """Men whose weapons count as firing, those without firepower at this range too (UF:19.13-b). Ordnance counts
    where it adds firepower; infiltrators who abstain, assistants and flamethrowers do not. Nobody else can be left out
    (UF:19.14-b)."""
    found = []
    for man in shooters(g, attack):
        if isinstance(man, Man) and can_fire(g, man, attack):
            weapon = g.library.weapons[man.weapon]
            if not has_flamethrower(g, man) and (weapon.ordnance is None or man_firepower(g, man, attack)):
                found.append(man)
    return found


def breaks_from(g: UfPlay, man: Man, attack: Attack) -> int:
    """The lowest red number that breaks his weapon: one less for a captured one (UF:19.15-qa, UF:20.741-a), and one
    less than otherwise for one that must use bracketed values (UF:19.15-a). That a hero doubles them does not count
    (UF:10.45-b)."""
    plain = replace(man, heroic=False)
    bracketed = bool(g.library.weapons[man.weapon].bracketed) and uses_brackets(g, plain, attack)
    return BREAKS - man.captured - bracketed


def machines_fire(g: UfPlay, attack: Attack) -> bool:
    """A machine of the firing group adds firepower; a gun with Fire cards of its group does not (UF:19.13-b)."""
    return any(isinstance(unit, Machine) and unit_firepower(g, unit, attack) for unit in shooters(g, attack))


# -- the draw that breaks it -------------------------------------------------------------------------------------


@PART.answers(on_resolved)
def red_number(g: UfPlay, frame: Resolving, unit: Unit, card: ActionCard) -> None:
    """UF:19.1, UF:19.15-b; a flamethrower breaks on its numbers and in place of all others (UF:22.3-a)."""
    attack = frame.attack
    if attack.kind != FIRE or not attack.firer or not card.red or card.number < BREAKS - 2:
        return
    first = frame.next <= 1
    burning = flames(g, attack)
    sooner = breaking_sooner(g, attack, card.number, first)
    if burning and (sooner or card.number >= FLAMES_BREAK):
        break_one(g, frame, burning, "UF:22.3-a")
    elif card.number == BREAKS:
        red_six(g, frame, first)
    else:
        break_one(g, frame, sooner, "UF:19.15-b")


def red_six(g: UfPlay, frame: Resolving, first: bool) -> None:
    """A sole weapon breaks at once (UF:19.11); among several a draw decides (UF:19.13-a, UF:19.15-qa)."""
    attack = frame.attack
    usable = [man for man in firing(g, attack) if man_firepower(g, man, attack) > 0]
    if len(usable) == 1 and not machines_fire(g, attack):
        if may_break_now(g.library.weapons[usable[0].weapon], first):
            break_firing(g, frame, usable[0], "UF:19.11")
    elif usable:
        g.push(WhoseWeapon(attack.firer, first))


def breaking_sooner(g: UfPlay, attack: Attack, number: int, first: bool) -> list[Man]:
    """UF:19.15-b: the men whose weapons break on a red number below 6."""
    if number == BREAKS:
        return []
    return [
        man
        for man in firing(g, attack)
        if breaks_from(g, man, attack) <= number and may_break_now(g.library.weapons[man.weapon], first)
    ]


def break_one(g: UfPlay, frame: Resolving, men: list[Man], rule: str) -> None:
    """One of these weapons breaks; a draw decides between several."""
    if len(men) == 1:
        break_firing(g, frame, men[0], rule)
    elif men:
        g.push(WhichOfThem(frame.attack.side, tuple(man.id for man in men), rule))


def break_firing(g: UfPlay, frame: Resolving, man: Man, rule: str) -> None:
    """A firing weapon breaks: the rest of the attack loses 1 for every 2 firepower or part of it (UF:19.13-e), or is
    over if it was the only one (UF:19.11). What else the man carries was not in use (UF:20.74-b)."""
    attack = frame.attack
    given = man_firepower(g, man, attack)
    malfunction(g, man, rule)
    attack = frame.attack = replace(attack, abstain=(*attack.abstain, man.id))
    others = (*firing(g, attack), *flames(g, attack))
    if machines_fire(g, attack) or any(man_firepower(g, other, attack) for other in others):
        weaken(g, frame, -(-given // 2))
    else:
        break_off(frame)


def weaken(g: UfPlay, frame: Resolving, by: int) -> None:
    """UF:19.13-f: after all halving, whether the firepower was needed or not"""
    frame.attack = replace(frame.attack, penalty=frame.attack.penalty + by)


@PART.modifies(attack_lines, "UF:19.13-e", step=OTHER)
def weaker_since(g: UfPlay, attack: Attack, unit: Unit | None) -> Iterator[Line]:
    """UF:19.13-e, UF:19.13-f"""
    if attack.penalty:
        yield Line("malfunction", -attack.penalty, "UF:19.13-e")


class WhoseWeapon(Frame):
    """A red 6 has come up: a draw tells whose weapon it is (UF:19.13-a)."""

    group: str
    first: bool


@PART.decisions(WhoseWeapon)
def ask_whose_weapon(g: UfPlay, frame: WhoseWeapon) -> Chance:
    group = g.group(frame.group)
    asks = f"Whose weapon of {g.group_name(group)} malfunctions?"
    return draw(g, group.side, asks, "UF:19.13-a", about=(group.id,))


@ask_whose_weapon
def take_whose_weapon(g: UfPlay, frame: WhoseWeapon, answer: Answer) -> None:
    """Men on their way who fire with the group come after its own (UF:17.8-qc)."""
    g.pop()
    group = g.group(frame.group)
    card = turned(g, group.side, answer)
    units = shooters(g, resolving(g).attack)
    place = card.position(min(len(units), 10))
    unit = units[place - 1]
    text = f"Position {place}: {g.name(unit)}."
    g.say("rpc", text, "UF:19.13-a", side=group.side, who=(unit.id, card.id), at=group.id)
    if isinstance(unit, Man):
        pointed_at(g, unit, resolving(g), frame.first)
    elif GUN in unit.broken:
        gun_malfunctions(g, unit, "UF:19.14")
    elif unit.pinned and GUN not in unit.lost_weapons:
        gun_malfunctions(g, unit, "UF:19.13-g")


def pointed_at(g: UfPlay, man: Man, frame: Resolving, first: bool) -> None:
    """What the draw does to the man it points to. Weapons of pinned men and broken ones are always at risk, of
    whatever kind (UF:19.14, UF:19.14-qa); others that do not fire are safe (UF:19.13-c), as an idle flamethrower of
    an unpinned man (UF:22.3-c)."""
    attack = frame.attack
    at_risk = man.broken or at_risk_while_idle(g, man, attack)
    if man.pinned or at_risk:
        if man.weapon:
            malfunction(g, man, "UF:19.14" if at_risk else "UF:19.13-g")
    elif man.crews:
        if any(gunner.id == man.crews for gunner in firing(g, attack)) and not waits_at_weapon(g, man):
            momentary(g, man, frame)
    elif any(one.id == man.id for one in firing(g, attack)):
        if not may_break_now(g.library.weapons[man.weapon], first):
            return
        if man_firepower(g, man, attack) > 0:
            break_firing(g, frame, man, "UF:19.13-e")
        else:
            momentary(g, man, frame)


def momentary(g: UfPlay, man: Man, frame: Resolving) -> None:
    """UF:19.13-d"""
    weaken(g, frame, 1)
    text = f"{g.name(man)} falters for a moment: -1 for the rest of the attack."
    g.say("momentary", text, "UF:19.13-d", side=man.side, who=(man.id,), at=man.group)


class WhichOfThem(Frame):
    """Several weapons would break: one of them does (UF:19.15-b, UF:20.741-b, UF:22.3-a)."""

    side: str
    men: tuple[str, ...]
    rule: str


@PART.decisions(WhichOfThem)
def ask_which_of_them(g: UfPlay, frame: WhichOfThem) -> Chance:
    names = g.names(frame.men)
    return draw(g, frame.side, f"Whose weapon malfunctions: {names}?", frame.rule, about=frame.men)


@ask_which_of_them
def take_which_of_them(g: UfPlay, frame: WhichOfThem, answer: Answer) -> None:
    """Of two the first on black, the second on red; of more by position."""
    g.pop()
    card = turned(g, frame.side, answer)
    place = int(card.red) if len(frame.men) == 2 else card.position(len(frame.men)) - 1
    break_firing(g, resolving(g), g.man(frame.men[place]), frame.rule)
