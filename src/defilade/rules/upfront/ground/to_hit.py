"""To Hit (UF:25.3 to UF:25.7): which ordnance a card has, how likely it hits, and what a hit is worth.

Frequencies form a ladder (UF:25.6): ..., 0-2, 0-1, 0, 1, 2, ...  A step of it is a whole number here: 2 stands for 0-2,
0 for 0, -1 for 1.  So every modifier is simply added.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

import msgspec

from defilade.kernel import Breakdown, Line, Refusal
from defilade.kernel.composition import all_of, bar
from defilade.rules.upfront.game.attack import (
    FIRER,
    MORTAR,
    ORDNANCE,
    SHOTS,
    Attack,
    attack_lines,
)
from defilade.rules.upfront.game.cards import ActionCard
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.groups import relative_range
from defilade.rules.upfront.game.library import Ordnance, read_frequency
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.questions import attack_bar
from defilade.rules.upfront.game.state import Group, Machine, Man, Unit
from defilade.rules.upfront.ground.hull_down import is_hull_down
from defilade.rules.upfront.infantry.firepower import fire_bar, uses_brackets
from defilade.rules.upfront.infantry.moving_fire import unit_moves
from defilade.rules.upfront.infantry.smoke import smoke_on
from defilade.rules.upfront.infantry.terrain import has_vehicle, is_moving
from defilade.rules.upfront.infantry.wire import wire_to_hit

PART = Part()


@all_of
def ordnance_of(g: UfPlay, unit: Unit, /) -> Iterable[Piece]:
    """Which ordnance has a card? One piece at most."""
    return ()


@bar
def ordnance_bar(g: UfPlay, attack: Attack, /) -> Refusal | None:
    """Why may `attack.shooter` not fire this shot, apart from `attack_bar` and, for men, `fire_bar`? A shot at a
    vehicle is aimed at its armor (`attack.boxed`) or at its crew (UF:28.3-c)."""


@all_of
def to_hit_lines(g: UfPlay, unit: Unit, attack: Attack, /) -> Iterable[Line]:
    """What makes steps on the ladder of To Hit frequencies (UF:25.6)?"""
    return ()


ARMOR, CREW = "armor", "crew"
"""What a shot at a vehicle is aimed at: its Armor and Flank values, or its Morale and CE values (UF:28.3-c)."""
MORTAR_WEAPON, ATR, GUN, VEHICLE = "mortar", "atr", "ig", "afv"


class Piece(msgspec.Struct, frozen=True):
    """A piece of ordnance in the hands of a card (UF:25.1)."""

    unit: str
    weapon: str
    """The kind of it, as in `Attack.weapon`."""
    name: str
    to_hit: tuple[int | None, ...]
    """The step of the ladder by Relative Range; none where it may not fire."""
    effect: int
    boxed: int
    red: int
    """It malfunctions on this red To Hit number and on higher ones (UF:25.5-a)."""
    bracketed: tuple[int | None, ...] = ()


@cache
def steps(printed: tuple[str, ...]) -> tuple[int | None, ...]:
    """Frequencies as printed, by Relative Range, as steps of the ladder.

    >>> steps(("0-2", "1", "-"))
    (2, -1, None)
    """
    return tuple(read_frequency(text) for text in printed)


def piece_of(g: UfPlay, unit: Unit) -> Piece | None:
    """The ordnance of a card, if it has any; it may not be able to fire it now."""
    for function in ordnance_of.answers(g):
        for piece in function(g, unit):
            found: Piece = piece
            return found
    return None


@PART.answers(ordnance_of)
def primary_ordnance(g: UfPlay, unit: Unit) -> Iterator[Piece]:
    """UF:25.1: a man whose weapon has a To Hit column."""
    if isinstance(unit, Man):
        weapon = g.weapon(unit)
        if weapon is not None and weapon.ordnance is not None:
            yield _piece(unit.id, weapon.kind, weapon.name, weapon.ordnance)


def _piece(unit: str, kind: str, name: str, printed: Ordnance) -> Piece:
    bracketed = steps(printed.bracketed) if printed.bracketed else ()
    return Piece(
        unit, kind, name, steps(printed.to_hit), printed.effect, printed.boxed, printed.red, bracketed
    )


# -- a shot as an attack -----------------------------------------------------------------------------------------


def shot_at(g: UfPlay, piece: Piece, firer: Group, target: Group, how: str = "") -> Attack:
    """A shot, before any hit. The boxed Effect Number is for Armor values alone (UF:25.42), the other one for all
    else, a Pillbox too (UF:23.4-c)."""
    boxed = how == ARMOR
    return Attack(
        MORTAR if piece.weapon == MORTAR_WEAPON else ORDNANCE,
        firer.side,
        target.id,
        firer.id,
        relative_range(firer, target),
        strength=piece.boxed if boxed else piece.effect,
        label="boxed Effect Number" if boxed else "Effect Number",
        rule="UF:25.42",
        shooter=piece.unit,
        weapon=piece.weapon,
        boxed=boxed,
    )


def aims(g: UfPlay, target: Group) -> tuple[str, ...]:
    """What a shot at the group can be aimed at: with a vehicle that is decided before the draw (UF:28.3-c)."""
    return (ARMOR, CREW) if has_vehicle(g, target) else ("",)


def shot_refusal(g: UfPlay, piece: Piece, attack: Attack) -> Refusal | None:
    """Why the piece may not fire that shot, if it may not."""
    unit = g.unit(piece.unit)
    if isinstance(unit, Man):
        if unit.pinned:
            return Refusal(f"{g.name(unit)} is pinned", "UF:10.11")
        refusal = fire_bar(g, unit, attack)
        if refusal is not None:
            return refusal
    refusal = ordnance_bar(g, attack)
    if refusal is None and frequency(g, piece, attack) is None:
        return Refusal(f"the {piece.name} does not fire at Relative Range {attack.range}", "UF:25.3")
    return refusal or attack_bar(g, attack)


@PART.answers(ordnance_bar)
def malfunctioned(g: UfPlay, attack: Attack) -> Refusal | None:
    """UF:19.2-a: a weapon that has malfunctioned does not fire."""
    unit = g.unit(attack.shooter)
    if isinstance(unit, Machine):
        broken = "gun" in unit.broken or "gun" in unit.lost_weapons
    else:
        weapon = g.weapon(unit)
        broken = unit.broken and weapon is not None and weapon.kind == attack.weapon
    return Refusal("the weapon has malfunctioned", "UF:19.2-a") if broken else None


# -- how likely it hits ------------------------------------------------------------------------------------------


def frequency(g: UfPlay, piece: Piece, attack: Attack) -> int | None:
    """The printed frequency at the Relative Range: the bracketed one for an under-crewed weapon (UF:11.1-a)."""
    printed = piece.bracketed if bracketed(g, piece, attack) else piece.to_hit
    return printed[attack.range]


def bracketed(g: UfPlay, piece: Piece, attack: Attack) -> bool:
    unit = g.unit(piece.unit)
    return bool(piece.bracketed) and isinstance(unit, Man) and uses_brackets(g, unit, attack)


def to_hit(g: UfPlay, attack: Attack) -> Breakdown:
    """The To Hit frequency of a shot, step by step on the ladder (UF:25.6)."""
    unit = g.unit(attack.shooter)
    piece = piece_of(g, unit)
    assert piece is not None, f"{unit.id} has no ordnance"
    base = frequency(g, piece, attack)
    assert base is not None, f"the {piece.name} does not fire at Relative Range {attack.range}"
    lines = [Line(f"{piece.name} at Relative Range {attack.range}", base, "UF:25.3", "=")]
    lines += to_hit_lines(g, unit, attack)
    title = f"{g.name(unit)} at {g.group_name(attack.target)}"
    return Breakdown(title, tuple(lines), sum(int(line.value) for line in lines))


def shown(step: int) -> str:
    """A step of the ladder as it is printed.

    >>> [shown(step) for step in (2, 1, 0, -1, -3)]
    ['0-2', '0-1', '0', '1', '3']
    """
    return f"0-{step}" if step > 0 else str(-step)


def numbers(step: int) -> tuple[int, ...]:
    """The To Hit numbers that hit at this frequency.

    >>> numbers(2), numbers(0), numbers(-3), numbers(-7)
    ((0, 1, 2), (0,), (3,), ())
    """
    listed = range(step + 1) if step >= 0 else (-step,)
    return tuple(number for number in listed if number <= 6)


def hits(g: UfPlay, attack: Attack, step: int, card: ActionCard) -> bool:
    return bool(scoring(g, attack, step, [card]))


def scoring(g: UfPlay, attack: Attack, step: int, cards: Sequence[ActionCard]) -> list[ActionCard]:
    """The cards that are hits. The number is listed; the colour matters only where red misses (UF:25.3). A weapon that
    malfunctions does not fire (UF:25.5-a)."""
    listed = numbers(step)
    red = () if red_misses(g, attack) is not None else range(jamming_number(g, attack))
    return [card for card in cards if card.number in listed and (not card.red or card.number in red)]


def jams(g: UfPlay, attack: Attack, card: ActionCard) -> bool:
    """UF:25.5-a, UF:25.5-b: never in the effect draws."""
    return card.red and card.number >= jamming_number(g, attack)


def jamming_number(g: UfPlay, attack: Attack) -> int:
    """From which red To Hit number on the weapon malfunctions: as printed on it (UF:25.5-a), one number earlier with
    bracketed frequencies (UF:19.15-a)."""
    piece = piece_of(g, g.unit(attack.shooter))
    assert piece is not None
    return piece.red - bracketed(g, piece, attack)


def red_misses(g: UfPlay, attack: Attack) -> Refusal | None:
    """Why a red To Hit number misses, if it does. Terrain does no more to To Hit than being Hull Down (UF:25.35)."""
    if is_moving(g.group(attack.target)):
        return Refusal("the target is moving", "UF:25.31")
    if is_hull_down(g, attack):
        return Refusal("the target is Hull Down", "UF:25.31")
    if unit_moves(g, g.unit(attack.shooter)):
        return Refusal("the firer is moving", "UF:25.32")
    return None


@PART.answers(to_hit_lines)
def both_move(g: UfPlay, unit: Unit, attack: Attack) -> Iterator[Line]:
    """UF:25.33"""
    if unit_moves(g, unit):
        if is_moving(g.group(attack.target)):
            yield Line("firer and target are moving", -1, "UF:25.33")
        elif is_hull_down(g, attack):
            yield Line("moving fire at a Hull Down target", -1, "UF:25.33")


@PART.answers(to_hit_lines)
def concealed_target(g: UfPlay, unit: Unit, attack: Attack) -> Iterator[Line]:
    """UF:25.34, UF:9.1-b"""
    if attack.concealed:
        yield Line("Concealed", -attack.concealed, "UF:25.34")


@PART.answers(to_hit_lines)
def smoke_between(g: UfPlay, unit: Unit, attack: Attack) -> Iterator[Line]:
    """UF:25.7: into it and out of it, for each card"""
    for group, label in ((attack.firer, "firing from Smoke"), (attack.target, "Smoke")):
        count = smoke_on(g, g.group(group))
        if count:
            yield Line(label, -count, "UF:25.7")


@PART.answers(to_hit_lines)
def firer_on_wire(g: UfPlay, unit: Unit, attack: Attack) -> Iterator[Line]:
    """UF:13.32-c"""
    line = wire_to_hit(g, g.group(attack.firer))
    if line is not None:
        yield line


# -- what a hit is worth -----------------------------------------------------------------------------------------


def adds_range(g: UfPlay, attack: Attack) -> bool:
    """UF:25.4-b: solid shot counts by the Relative Range: guns of vehicles and infantry guns against a vehicle, and
    an anti-tank rifle (UF:30.6-b)."""
    if attack.weapon in (GUN, VEHICLE):
        return has_vehicle(g, g.group(attack.target))
    return attack.weapon == ATR


def worth(g: UfPlay, attack: Attack, step: int, number: int) -> int:
    """What a hit with this number adds to the Effect Number: UF:25.4-a, colour ignored; nothing where a black 0
    would not have hit (UF:25.43)."""
    if adds_range(g, attack):
        return attack.range
    return number if step >= 0 else 0


@PART.modifies(attack_lines, "UF:25.4-b", "UF:25.4-a", step=FIRER)
def hit_number(g: UfPlay, attack: Attack, unit: Unit | None) -> Iterator[Line]:
    """UF:25.4-a, UF:25.4-b"""
    if attack.kind in SHOTS and attack.added:
        if adds_range(g, attack):
            yield Line("Relative Range", attack.added, "UF:25.4-b")
        else:
            yield Line("To Hit number", attack.added, "UF:25.4-a")
