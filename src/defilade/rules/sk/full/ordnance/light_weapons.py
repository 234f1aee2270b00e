"""Light anti-tank weapons and light mortars as support weapons (SKF:4.4, SKF:4.5): who may use which, and when."""

from __future__ import annotations

from defilade.kernel import Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk.attack import leaves_nothing
from defilade.rules.sk.full.ordnance.shots import (
    Firer,
    Gunshot,
    Occasion,
    firer_bar,
    month,
    ordnance_of,
    shot_bar,
    the_ordnance,
)
from defilade.rules.sk.state import SkPlay
from defilade.tactics.ordnance import ATR, PIAT
from defilade.tactics.units import Weapon

PART = Part()

TOO_EARLY = Refusal("there are no such weapons yet", "SKF:4.4.1-a")
DOWNHILL = Refusal("a PIAT does not fire at an adjacent unit one level lower", "SKF:4.4.5-b")


@PART.answers(firer_bar)
def not_yet(g: SkPlay, firer: Firer, occasion: Occasion) -> Refusal | None:
    """SKF:4.4.1-a, SKF:4.4.1-e, SKF:4.4.5-a: the months from which there are bazookas, Panzerschrecks and PIATs."""
    return TOO_EARLY if month(g) < the_ordnance(g, firer.weapon).since else None


@PART.answers(leaves_nothing)
def small_holes(g: SkPlay, weapon: Weapon) -> bool:
    """SKF:4.4.4-b: an ATR."""
    ordnance = ordnance_of(g, weapon)
    return ordnance is not None and ordnance.type == ATR


@PART.answers(shot_bar)
def downhill(g: SkPlay, shot: Gunshot) -> Refusal | None:
    if the_ordnance(g, shot.weapon).type != PIAT or g.map.distance(shot.hex, shot.target) != 1:
        return None
    return DOWNHILL if g.map.level(shot.hex) - g.map.level(shot.target) == 1 else None
