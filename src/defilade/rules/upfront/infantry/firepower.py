"""Firepower (UF:6.2): what each man of a group adds at the current Relative Range."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Line, Refusal
from defilade.kernel.composition import all_of, any_of, bar, question
from defilade.rules.upfront.game.attack import FIRE, Attack
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.state import Machine, Man, Unit
from defilade.rules.upfront.infantry.terrain import has_vehicle, held_encircled

PART = Part()


@any_of
def needs_brackets(g: UfPlay, man: Man, attack: Attack, /) -> bool:
    """Must the weapon use its bracketed values?"""
    return False


@bar
def fire_bar(g: UfPlay, man: Man, attack: Attack, /) -> Refusal | None:
    """Why does this man's weapon take no part in the fire?"""


@all_of
def firepower_changes(g: UfPlay, man: Man, attack: Attack, /) -> Iterable[Line]:
    """What changes the firepower of a man? Sign `x` halves or doubles, `fp` adds."""
    return ()


@question
def machine_firepower(g: UfPlay, machine: Machine, attack: Attack, /) -> int:
    """What does a machine add to the fire of its group?"""
    raise NotImplementedError


MOST_VOLLEYS = 4_096
"""Sums of firepower that are remembered at a time."""


def uses_brackets(g: UfPlay, man: Man, attack: Attack) -> bool:
    """Whether a crew-served weapon fires with its bracketed values."""
    return needs_brackets(g, man, attack)


def can_fire(g: UfPlay, man: Man, attack: Attack) -> bool:
    """Unpinned, with a working weapon, and nothing that bars its fire (UF:6.2, UF:10.11)."""
    if man.pinned or not man.weapon or man.broken or man.id in attack.abstain:
        return False
    return fire_bar(g, man, attack) is None


def printed_firepower(g: UfPlay, man: Man, attack: Attack) -> int:
    weapon = g.library.weapons[man.weapon]
    if weapon.bracketed and uses_brackets(g, man, attack):
        return weapon.bracketed[attack.range]
    return weapon.firepower[attack.range]


def man_firepower(g: UfPlay, man: Man, attack: Attack) -> int:
    """What a man adds."""
    lines = firepower_changes(g, man, attack)
    return multiplied(printed_firepower(g, man, attack) if can_fire(g, man, attack) else 0, lines)


def multiplied(printed: int, lines: list[Line]) -> int:
    """What he adds is halved and doubled first and rounded down once, man by man (UF:12.11, UF:17.4). Doublings do not
    multiply each other: one doubles, two triple (UF:10.45-a)."""
    halvings = sum(1 for line in lines if line.sign == "x" and line.value < 1)
    extra = sum(1 for line in lines if line.sign == "x" and line.value > 1)
    added = int(sum(line.value for line in lines if line.sign == "fp"))
    return (printed + (added << halvings)) * (1 + min(extra, 2)) >> halvings


def unit_firepower(g: UfPlay, unit: Unit, attack: Attack) -> int:
    if isinstance(unit, Machine):
        return int(sum(f(g, unit, attack) for f in machine_firepower.answers(g)))
    return man_firepower(g, unit, attack)


def shooters(g: UfPlay, attack: Attack) -> list[Unit]:
    """The cards of the firing group, and men on their way between groups who fire with it (UF:17.8-qc)."""
    members = g.members(g.group(attack.firer))
    if attack.joining:
        there = {unit.id for unit in members}
        members += [g.unit(uid) for uid in attack.joining if uid not in there and uid in g.state.units]
    return members


def group_firepower(g: UfPlay, attack: Attack) -> int:
    """The total of the firing group; groups never pool theirs (UF:6.1-c).

    Every group asks it of every target after every action, so it is remembered for attacks without cards or choices
    yet: by the very men who fire, what lies on both groups, and whether the target is a vehicle, flanked or encircled.
    All of these are frozen, and as long as they are kept nothing else can have their `id`.
    """
    firer = g.state.groups[attack.firer]
    if attack.kind != FIRE or attack.cards or attack.abstain or attack.joining or firer.behind or firer.table:
        return _added_up(g, attack)
    target = g.state.groups[attack.target]
    members = g.members(firer)
    flanked = target.id in firer.flanks or held_encircled(g, target)
    laid = (firer.laid, target.laid)
    key = (attack.range, target.id, flanked, has_vehicle(g, target), *map(id, (*laid, *members)))
    known = g.volleys.get(key)
    if known is None:
        if len(g.volleys) >= MOST_VOLLEYS:
            g.volleys.clear()
        known = g.volleys[key] = _added_up(g, attack), (laid, members)
    return known[0]


def _added_up(g: UfPlay, attack: Attack) -> int:
    return sum([unit_firepower(g, unit, attack) for unit in shooters(g, attack)])


def firepower_lines(g: UfPlay, attack: Attack) -> list[Line]:
    """Who adds how much, for the log and the preview."""
    found = []
    for unit in shooters(g, attack):
        value = unit_firepower(g, unit, attack)
        if value:
            found.append(Line(g.name(unit), value, "UF:6.2", "fp"))
    return found
