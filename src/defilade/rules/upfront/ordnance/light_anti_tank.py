"""Light anti-tank weapons (UF:30): bazooka, panzerschreck, panzerfaust and anti-tank rifle.

Bazooka and panzerschreck are crew-served ordnance without rules of their own: under-crewed they use their bracketed
frequencies and malfunction on one number more (UF:30.2-a), they take the Effect Number that fits the target (UF:30.2-b)
and add the To Hit number to it (UF:30.5); red 4 to 6 is printed on them (UF:30.4).
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Line, Refusal
from defilade.rules.upfront.game.attack import FIRE, SHOTS, Attack, spares_card
from defilade.rules.upfront.game.cards import FIRE as FIRE_CARD
from defilade.rules.upfront.game.cards import ActionCard
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.secondary_weapons import PANZERFAUST
from defilade.rules.upfront.game.state import Man, Unit
from defilade.rules.upfront.ground.to_hit import (
    ATR,
    Piece,
    ordnance_bar,
    ordnance_of,
    piece_of,
    steps,
    to_hit_lines,
)
from defilade.rules.upfront.infantry.fire import in_sight
from defilade.rules.upfront.infantry.firepower import fire_bar
from defilade.rules.upfront.infantry.hero import hero_serves
from defilade.rules.upfront.infantry.moving_fire import man_moves
from defilade.rules.upfront.infantry.terrain import has_vehicle, terrain_of
from defilade.rules.upfront.ordnance.infantry_guns import has_gun
from defilade.rules.upfront.ordnance.ordnance import on_shot, shots
from defilade.rules.upfront.transfers.flanking import has_flanking_fire

PART = Part()

LIGHT_ANTI_TANK = ("bazooka", "panzerschreck", ATR, PANZERFAUST)  # UF:30.1-a
FAUST_TO_HIT = steps(("-", "-", "-", "0", "0-1", "0-2"))
FAUST_EFFECT = 5
NEVER = 7
"""No To Hit number is as high."""


@PART.answers(to_hit_lines)
def heroic_aim(g: UfPlay, unit: Unit, attack: Attack) -> Iterator[Line]:
    """UF:10.45-d: crewed or not, at ranges where the weapon can fire at all."""
    if isinstance(unit, Man) and unit.heroic and attack.weapon in LIGHT_ANTI_TANK:
        yield Line("Hero", 1, "UF:10.45-d")


@PART.answers(hero_serves)
def aims_better(g: UfPlay, man: Man) -> bool:
    """UF:10.45-d: he may still fire it in this turn."""
    group = g.group_of(man)
    piece = piece_of(g, man)
    if (
        group.acted
        or piece is None
        or piece.weapon not in LIGHT_ANTI_TANK
        or not g.holds(man.side, FIRE_CARD)
    ):
        return False
    return any(True for target in in_sight(g, group) for _ in shots(g, group, target, [piece]))


# -- the panzerfaust ---------------------------------------------------------------------------------------------


@PART.answers(ordnance_of)
def panzerfaust(g: UfPlay, unit: Unit) -> Iterator[Piece]:
    """UF:30.3-a; it never malfunctions (UF:30.4-b)."""
    if isinstance(unit, Man) and unit.secondary == PANZERFAUST:
        yield Piece(unit.id, PANZERFAUST, "panzerfaust", FAUST_TO_HIT, 0, FAUST_EFFECT, NEVER)


@PART.answers(ordnance_bar)
def panzerfaust_bar(g: UfPlay, attack: Attack) -> Refusal | None:
    """UF:30.3-b, UF:30.1-b; the others see UF:12.12."""
    if attack.weapon != PANZERFAUST:
        return None
    if not attack.boxed:
        return Refusal("a panzerfaust is fired only at the armour of a vehicle", "UF:30.3-b")
    if man_moves(g, g.man(attack.shooter)):
        return Refusal("a panzerfaust is never fired while moving", "UF:30.1-b")
    return None


UNSTEADY = {"marsh": "UF:8.41-d", "stream": "UF:8.52-e"}


@PART.answers(to_hit_lines)
def panzerfaust_from_water(g: UfPlay, unit: Unit, attack: Attack) -> Iterator[Line]:
    """UF:8.41-d, UF:8.52-e"""
    if attack.weapon == PANZERFAUST:
        terrain = terrain_of(g.group_of(unit))
        if terrain in UNSTEADY:
            yield Line(f"from {terrain.capitalize()}", -1, UNSTEADY[terrain])


@PART.answers(on_shot)
def panzerfaust_is_used_up(g: UfPlay, attack: Attack, card: ActionCard, hit: bool) -> None:
    """UF:30.3-c: hit or miss"""
    if attack.weapon == PANZERFAUST:
        man = g.update(g.man(attack.shooter), secondary="", secondary_broken=False)
        g.say(
            "used_up", f"{g.name(man)} throws the empty tube away.", "UF:30.3-c", side=man.side, who=(man.id,)
        )


# -- the anti-tank rifle -----------------------------------------------------------------------------------------


@PART.answers(ordnance_bar)
def rifle_against_armour(g: UfPlay, attack: Attack) -> Refusal | None:
    """UF:30.6-b: ordnance against the armour of a vehicle, or the shield of a gun (UF:34.4). Against infantry it adds
    its firepower to that of the group (UF:30.6-a)."""
    if attack.weapon != ATR or attack.boxed:
        return None
    target = g.group(attack.target)
    if has_vehicle(g, target):
        return Refusal("an anti-tank rifle is fired at the armour", "UF:30.6-b")
    if not has_gun(g, target):
        return Refusal("against infantry an anti-tank rifle fires with its group", "UF:30.6-a")
    return None


@PART.answers(fire_bar)
def no_small_arms_at_vehicles(g: UfPlay, man: Man, attack: Attack) -> Refusal | None:
    """UF:30.6-b: at a vehicle it is ordnance and nothing else; its firepower is for infantry (UF:30.6-a)."""
    weapon = g.weapon(man)
    if weapon is None or weapon.kind != ATR or attack.kind != FIRE:
        return None
    if has_vehicle(g, g.group(attack.target)):
        return Refusal("at a vehicle an anti-tank rifle is fired as ordnance", "UF:30.6-b")
    return None


@PART.answers(spares_card)
def rifle_hits_only_armour(g: UfPlay, attack: Attack, unit: Unit) -> bool:
    """UF:34.4, UF:30.6-a: as ordnance it strikes the gun, not the men around it."""
    return attack.kind in SHOTS and attack.weapon == ATR and isinstance(unit, Man)


@PART.answers(to_hit_lines)
def rifle_from_the_flank(g: UfPlay, unit: Unit, attack: Attack) -> Iterator[Line]:
    """UF:30.6-c"""
    if attack.weapon == ATR and has_flanking_fire(g, attack):
        yield Line("Flanking Fire", 1, "UF:30.6-c")
