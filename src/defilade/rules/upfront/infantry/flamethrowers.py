"""Flamethrowers (UF:22)."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Line
from defilade.rules.upfront.game.attack import FIRE, Attack
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.state import Man, Unit
from defilade.rules.upfront.game.values import kia_lines
from defilade.rules.upfront.infantry.fire import attack_shape, may_abstain
from defilade.rules.upfront.infantry.firepower import can_fire, man_firepower, shooters
from defilade.rules.upfront.infantry.moving_fire import FLAMETHROWER, flamethrower_suffices
from defilade.rules.upfront.infantry.terrain import is_moving

PART = Part()


def has_flamethrower(g: UfPlay, man: Man) -> bool:
    weapon = g.weapon(man)
    return weapon is not None and weapon.kind == FLAMETHROWER


def flames(g: UfPlay, attack: Attack) -> list[Man]:
    """The men whose flamethrowers take part in an attack: in reach, and not left out (UF:22.2); also those who join it
    on their way between groups (UF:17.8-qc)."""
    if attack.kind != FIRE or not attack.firer:
        return []
    men = [man for man in shooters(g, attack) if isinstance(man, Man) and has_flamethrower(g, man)]
    return [man for man in men if can_fire(g, man, attack) and man_firepower(g, man, attack) > 0]


def flame_firepower(g: UfPlay, attack: Attack) -> int:
    """What the flamethrowers alone supply, for attacks on armour."""
    return sum(man_firepower(g, man, attack) for man in flames(g, attack))


@PART.answers(attack_shape)
def burn(g: UfPlay, attack: Attack) -> Attack:
    """The defender's terrain is no shelter from an attack with a flamethrower, even if that fails on the way
    (UF:22.1-a, UF:22.3-b); Concealed cards, Smoke and Wire still count (UF:22.1-b). A moving attack is not halved
    if flamethrowers supply all that the Fire cards need (UF:22.1-c)."""
    if not flames(g, attack):
        return attack
    moving = is_moving(g.group(attack.firer)) or bool(attack.joining)
    unhalved = moving and flamethrower_suffices(g, attack)
    return replace(attack, ignores_terrain=True, not_halved=attack.not_halved or unhalved)


@PART.answers(may_abstain)
def flamethrowers_abstain(g: UfPlay, unit: Unit, attack: Attack) -> bool:
    """UF:22.2: said in advance."""
    return isinstance(unit, Man) and has_flamethrower(g, unit) and not unit.pinned


@PART.answers(kia_lines)
def easy_target(g: UfPlay, man: Man) -> Iterator[Line]:
    """UF:22.4, UF:22.4-b: the KIA value goes with the flamethrower; it is printed on the card of a man who starts
    with one."""
    printed = g.library.weapons[g.library.men[man.card].weapon].kind == FLAMETHROWER
    carried = has_flamethrower(g, man)
    if carried and not printed:
        yield Line("flamethrower", -1, "UF:22.4")
    elif printed and not carried:
        yield Line("without his flamethrower", 1, "UF:22.4-b")
