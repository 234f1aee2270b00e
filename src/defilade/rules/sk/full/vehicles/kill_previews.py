"""What a hit on a vehicle will do, before its dice: where it may be struck, and what the To Kill DR comes to there."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from defilade.kernel import Outlook
from defilade.kernel.composition import Part
from defilade.rules.sk.full.ordnance.previews import further_outlooks, hit_classes
from defilade.rules.sk.full.ordnance.shots import Gunshot, Hit, distance, the_ordnance
from defilade.rules.sk.full.vehicles.targets import kill_roll
from defilade.rules.sk.full.vehicles.to_kill import NOTHING, KillRoll, kill_breakdown, outcome
from defilade.rules.sk.state import SkPlay

PART = Part()

HARMLESS = "hit, no effect"
DICE = tuple(product(range(1, 7), repeat=2))
PLACES = ((6, 1), (1, 6))
"""To Hit dice that strike the hull, and the turret."""


def hit_of(g: SkPlay, shot: Gunshot, dice: tuple[int, ...], critical: bool) -> Hit:
    gun = the_ordnance(g, shot.weapon)
    return Hit(shot, shot.aimed_at, gun.caliber, gun.length, distance(g, shot), dice, critical, gun.to_kill)


def chances(g: SkPlay, frame: KillRoll) -> dict[str, float]:
    """The exact chances of each result of a TK DR."""
    added_up = kill_breakdown(g, frame)
    if added_up is None:
        return {HARMLESS: 1.0}
    found: dict[str, float] = {}
    for dice in DICE:
        original = sum(dice)
        dud = bool(frame.dud_on) and original >= frame.dud_on
        result = NOTHING if dud else outcome(frame.ammo, frame.place, original, int(added_up.total))
        name = HARMLESS if result == NOTHING else result
        found[name] = found.get(name, 0.0) + 1 / len(DICE)
    return found


@PART.answers(hit_classes)
def killed(
    g: SkPlay, shot: Gunshot, target: str, dice: tuple[int, ...], critical: bool
) -> dict[str, float] | None:
    if target not in g.state.vehicles or not shot.aimed_at:
        return None
    return chances(g, kill_roll(g, hit_of(g, shot, dice, critical)))


@PART.answers(further_outlooks)
def to_kill(g: SkPlay, shot: Gunshot) -> Iterable[Outlook]:
    """SKF:3.2.4-ag: the hull, or the turret where the coloured die is lower. In one's own hex the dice tell the facing,
    too, so that one of many is shown for each."""
    if shot.aimed_at not in g.state.vehicles:
        return []
    found = []
    for dice in PLACES:
        frame = kill_roll(g, hit_of(g, shot, dice, False))
        added_up = kill_breakdown(g, frame)
        if added_up is not None:
            found.append(Outlook(f"To Kill, {frame.facing} {frame.place}", added_up, chances(g, frame)))
    return found
