"""Mortars (UF:26): indirect fire, and what it and artillery can do to vehicles."""

from __future__ import annotations

from defilade.kernel import Refusal
from defilade.rules.upfront.game.attack import INDIRECT, MISSION, MORTAR, Attack
from defilade.rules.upfront.game.cards import ActionCard
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.state import KIA, Machine
from defilade.rules.upfront.ground.to_hit import frequency, ordnance_bar, piece_of
from defilade.rules.upfront.infantry.terrain import terrain_of
from defilade.rules.upfront.vehicles.afv_damage import (
    IMMOBILIZED,
    critical_hit_on,
    destroy,
    immobilize,
    vehicle_struck,
)

PART = Part()

# A mortar fired by its operator alone uses its bracketed frequencies like every crew-served weapon (UF:26.1). It fires
# into and out of a Gully (UF:26.2-b) and takes no notice of Woods (UF:26.4): see `attack.INDIRECT`.  Nor does it mind
# what is Hull Down: see `hull_down`.

NOT_FROM = {"buildings": "UF:8.61", "pillbox": "UF:26.2-a", "marsh": "UF:26.2-a", "stream": "UF:26.2-a"}


@PART.answers(ordnance_bar)
def mortar_position(g: UfPlay, attack: Attack) -> Refusal | None:
    """UF:26.2-a, UF:8.61; on the move see UF:12.12."""
    if attack.kind != MORTAR:
        return None
    terrain = terrain_of(g.group(attack.firer))
    if terrain in NOT_FROM:
        return Refusal(f"a mortar cannot be fired from {terrain.capitalize()}", NOT_FROM[terrain])
    return None


@PART.answers(ordnance_bar)
def minimum_range(g: UfPlay, attack: Attack) -> Refusal | None:
    """UF:26.3: there its operator has small arms, which are printed as his firepower."""
    if attack.kind != MORTAR:
        return None
    piece = piece_of(g, g.unit(attack.shooter))
    if piece is not None and frequency(g, piece, attack) is None:
        return Refusal("the target is too near for a mortar", "UF:26.3")
    return None


@PART.answers(ordnance_bar)
def no_armour_piercing(g: UfPlay, attack: Attack) -> Refusal | None:
    """UF:26.5-a"""
    if attack.kind == MORTAR and attack.boxed:
        return Refusal("a mortar attacks only the crew of a vehicle", "UF:26.5-a")
    return None


@PART.answers(critical_hit_on)
def critical_hit(g: UfPlay, vehicle: Machine, attack: Attack, card: ActionCard) -> str:
    """UF:26.5-b, UF:40.22: in place of the result against the crew. A mortar must have hit with a black number."""
    if attack.kind not in INDIRECT or card.red or (attack.kind == MORTAR and not attack.black):
        return ""
    if card.number == 6:
        return IMMOBILIZED
    return KIA if card.number == 5 and g.library.machines[vehicle.card].open_topped else ""


@PART.answers(vehicle_struck)
def struck_from_above(g: UfPlay, vehicle: Machine, attack: Attack, card: ActionCard) -> bool:
    rule = "UF:40.22" if attack.kind == MISSION else "UF:26.5-b"
    result = critical_hit(g, vehicle, attack, card)
    if result == IMMOBILIZED:
        immobilize(g, vehicle, rule)
    elif result:
        destroy(g, vehicle, rule)
    return bool(result)
