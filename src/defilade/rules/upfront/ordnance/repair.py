"""Repair of malfunctioned weapons (UF:19.3)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from defilade.kernel import Action, Chance, Frame, Refusal
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.cards import ActionCard
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, turned
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.state import Group, Machine, Man, Unit
from defilade.rules.upfront.infantry.moving_fire import unit_moves
from defilade.rules.upfront.infantry.terrain import terrain_of
from defilade.rules.upfront.ordnance.malfunction import lose_weapon, ruin_weapon
from defilade.rules.upfront.vehicles.afv import GUN

PART = Part()

SECONDARY = "secondary"


class RepairNumbers(msgspec.Struct, frozen=True):
    """Black numbers from the one on repair the weapon, red ones from the other on ruin it."""

    repair: int
    remove: int


CHIT = RepairNumbers(1, 4)
"""The malfunction chit."""
GUN_OF_INFANTRY_GUN = RepairNumbers(0, 6)


def repair_numbers(unit: Unit, weapon: str) -> RepairNumbers:
    """With which numbers a weapon of a card is repaired: the gun of an infantry gun has its own (UF:19.3-b)."""
    infantry_gun = isinstance(unit, Machine) and unit.kind == "ig" and weapon == GUN
    return GUN_OF_INFANTRY_GUN if infantry_gun else CHIT


def ground_refusal(g: UfPlay, group: Group, unit: Unit) -> Refusal | None:
    """UF:19.3-a; a vehicle does it anywhere (UF:19.3-c)."""
    if isinstance(unit, Machine) and unit.kind == "afv":
        return None
    if unit_moves(g, unit):
        return Refusal("no weapon is repaired on the move", "UF:19.3-a")
    terrain = terrain_of(group)
    if terrain == "marsh":
        return Refusal("no weapon is repaired in Marsh", "UF:8.44")
    if terrain == "stream":
        return Refusal("no weapon is repaired in a Stream", "UF:8.54")
    return None


def unit_refusal(g: UfPlay, group: Group, unit: Unit) -> Refusal | None:
    """UF:19.3-a, UF:10.1: not while pinned or stunned. A Buttoned Up vehicle may (UF:28.43-c)."""
    if isinstance(unit, Machine):
        busy = g.is_pinned(unit) or bool(unit.stun)
    else:
        busy = unit.pinned or unit.berserk
    if busy:
        return Refusal(f"{g.name(unit)} cannot repair now", "UF:19.3-a")
    return ground_refusal(g, group, unit)


def broken_weapons(unit: Unit) -> tuple[str, ...]:
    """What a card has to repair: nothing for a man's weapon, `secondary`, or the weapons of a machine."""
    if isinstance(unit, Machine):
        return unit.broken
    return (*([""] if unit.broken else []), *([SECONDARY] if unit.secondary_broken else []))


def repair_options(g: UfPlay, group: Group) -> Iterator[Action]:
    """UF:19.3-a: one attempt is the group's sole action (UF:19.3-qa)."""
    for unit in g.members(group):
        weapons = broken_weapons(unit)
        if weapons and unit_refusal(g, group, unit) is None:
            yield from (Action("repair", (group.id, unit.id), how=weapon) for weapon in weapons)


def why_no_repair(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    unit = g.state.units.get(action.who[1]) if len(action.who) > 1 else None
    if unit is None or unit.group != group.id:
        return None
    if not broken_weapons(unit):
        return Refusal(f"{g.name(unit)} has nothing to repair", "UF:19.3-a")
    return unit_refusal(g, group, unit)


def repair(g: UfPlay, group: Group, action: Action) -> None:
    g.spend(group)
    unit = g.unit(action.who[1])
    g.push(Repairing(unit.id, action.how, isinstance(unit, Man) and unit.hurt))


class Repairing(Frame):
    """A man tries to repair a weapon."""

    unit: str
    weapon: str = ""
    hurt: bool = False
    """He is wounded and must first get as far as trying (UF:33.4)."""


@PART.decisions(Repairing)
def ask_repairing(g: UfPlay, frame: Repairing) -> Chance:
    unit = g.unit(frame.unit)
    if frame.hurt:
        asks = f"{g.name(unit)} is wounded: he tries on a black number"
        return draw(g, unit.side, asks, "UF:33.4", about=(unit.id,))
    numbers = repair_numbers(unit, frame.weapon)
    asks = f"{g.name(unit)}: black {_to_six(numbers.repair)} repairs, red {_to_six(numbers.remove)} ruins it"
    return draw(g, unit.side, asks, "UF:19.3-b", about=(unit.id,))


def _to_six(number: int) -> str:
    return f"{number} to 6" if number < 6 else "6"


@ask_repairing
def take_repairing(g: UfPlay, frame: Repairing, answer: Answer) -> None:
    """UF:19.3-b: any other number changes nothing."""
    unit = g.unit(frame.unit)
    card = turned(g, unit.side, answer)
    if frame.hurt:
        frame.hurt = False
        if card.red:
            g.pop()
            text = f"{g.name(unit)} cannot manage."
            g.say("repair", text, "UF:33.4", side=unit.side, who=(unit.id, card.id), at=unit.group)
        return
    g.pop()
    numbers = repair_numbers(unit, frame.weapon)
    if mends(numbers, card):
        mend(g, unit, frame.weapon)
        told = "it works again"
    elif ruins(numbers, card):
        ruin(g, unit, frame.weapon)
        told = "it is ruined"
    else:
        told = "no change"
    text = f"{g.name(unit)} repairs: {_drawn(card)}, {told}."
    g.say("repair", text, "UF:19.3-b", side=unit.side, who=(unit.id, card.id), at=unit.group)


def mends(numbers: RepairNumbers, card: ActionCard) -> bool:
    """UF:19.3-b"""
    return not card.red and card.number >= numbers.repair


def ruins(numbers: RepairNumbers, card: ActionCard) -> bool:
    """UF:19.3-b"""
    return card.red and card.number >= numbers.remove


def _drawn(card: ActionCard) -> str:
    return f"{card.colour} {card.number}"


def mend(g: UfPlay, unit: Unit, weapon: str) -> None:
    if isinstance(unit, Machine):
        g.update(unit, broken=tuple(one for one in unit.broken if one != weapon))
    elif weapon == SECONDARY:
        g.update(unit, secondary_broken=False)
    else:
        g.update(unit, broken=False)


def ruin(g: UfPlay, unit: Unit, weapon: str) -> None:
    if isinstance(unit, Machine):
        ruin_weapon(g, unit, weapon)
    elif weapon == SECONDARY:
        g.update(unit, secondary="", secondary_broken=False)
    else:
        lose_weapon(g, unit, "UF:19.3-b")


PART.action(
    "repair",
    repair_options,
    repair,
    lambda g, a: f"{g.name(a.who[1])} repairs his {a.how or 'weapon'}",
    why_no_repair,
)
