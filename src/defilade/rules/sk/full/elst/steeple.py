"""The Steeple (DAE:1.1): a location above the ground of a church hex.

It is a place of its own on the map (DAE:1.1-a): men in it are in another hex as far as stacking, fire and Close Combat
go (DAE:1.1-i), so that fire at one level does not touch the other (DAE:1.1-k) and nobody fights from level to level
(DAE:1.1-d).  It has the TEM of the church (DAE:1.1-c).  What it sees the map knows.
"""

from __future__ import annotations

from defilade.kernel import Line, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk.full.artillery.fire_for_effect import plunging_fire_lines
from defilade.rules.sk.full.ordnance.guns import gun_place_bar
from defilade.rules.sk.full.ordnance.shots import Gunshot, effect_lines, manning, shot_bar, the_ordnance
from defilade.rules.sk.full.smoke import strength
from defilade.rules.sk.los import smoke_between
from defilade.rules.sk.smoke import smoke_bar
from defilade.rules.sk.stacking import Room, room_in
from defilade.rules.sk.state import SkPlay
from defilade.rules.sk.terrain import way_in
from defilade.tactics.attack_plan import Firing, fitting_factors
from defilade.tactics.names import Hex
from defilade.tactics.ordnance import PF, PIAT, PSK
from defilade.tactics.units import Unit

PART = Part()

STAIRS = 1
UNDER = 0
BELOW_TEM = 1
ROOM = Room(1, 4, "DAE:1.1-j")
NOT_UP_THERE = Refusal("that is not fired from the ground up into the Steeple", "DAE:1.1-f")
NOT_DOWN_THERE = Refusal(
    "a PIAT is not fired from the Steeple into its own hex or an adjacent one", "DAE:1.1-g"
)
NO_GUNS = Refusal("no Gun comes up into the Steeple", "DAE:1.1-b")
NO_SMOKE = Refusal("no smoke is placed in a Steeple", "DAE:1.1-m")


@PART.answers(way_in)
def by_the_stairs(g: SkPlay, cost: float, unit: Unit, origin: str, hex: Hex) -> float:
    """DAE:1.1-b: up or down for 1 MF, from and to the ground of its own hex only."""
    return STAIRS if origin in g.map.below or hex in g.map.below else cost


@PART.answers(gun_place_bar)
def no_guns(g: SkPlay, hex: Hex) -> Refusal | None:
    return NO_GUNS if hex in g.map.below else None


@PART.answers(room_in)
def little_room(g: SkPlay, hex: Hex) -> Room | None:
    return ROOM if hex in g.map.below else None


# -- fire --------------------------------------------------------------------------------------------------


@PART.answers(fitting_factors)
def no_point_blank(g: SkPlay, lines: list[Line], firing: Firing) -> list[Line]:
    """DAE:1.1-e: neither PBF nor TPBF to or from it."""
    if not g.map.below:
        return lines
    target = g.state.units.get(firing.targets[0]) if firing.targets else None
    if firing.unit.hex not in g.map.below and (target is None or target.hex not in g.map.below):
        return lines
    return [line for line in lines if "Point Blank" not in line.label]


@PART.answers(shot_bar)
def between_levels(g: SkPlay, shot: Gunshot) -> Refusal | None:
    if not g.map.below:
        return None
    kind = the_ordnance(g, shot.weapon)
    if g.map.below.get(shot.target) == shot.hex:
        barred = kind.gun or kind.type in (PF, PSK) or manning(g, shot) is None
        return NOT_UP_THERE if barred else None
    if shot.hex in g.map.below and kind.type == PIAT and g.map.distance(shot.hex, shot.target) <= 1:
        return NOT_DOWN_THERE
    return None


# -- from above --------------------------------------------------------------------------------------------


def below_steeple(g: SkPlay, unit: Unit) -> list[Line]:
    """DAE:1.1-n: the church keeps off what comes from above."""
    return [Line("below the Steeple", BELOW_TEM, "DAE:1.1-n")] if unit.hex in g.map.above else []


@PART.answers(plunging_fire_lines)
def against_oba(g: SkPlay, unit: Unit) -> list[Line]:
    return below_steeple(g, unit)


@PART.modifies(effect_lines, "DAE:1.1-n", step=UNDER)
def against_mortars(g: SkPlay, shot: Gunshot, unit: Unit, critical: bool) -> list[Line]:
    return below_steeple(g, unit) if the_ordnance(g, shot.weapon).mortar else []


# -- smoke -------------------------------------------------------------------------------------------------


@PART.answers(smoke_between)
def above_the_smoke(g: SkPlay, smoke: dict[str, int], a: str, b: str) -> dict[str, int]:
    """DAE:1.1-m: smoke below it does not trouble those in the Steeple, white phosphorus does."""
    for place in (a, b):
        hex = g.map.below.get(place)
        if hex is not None and hex in smoke:
            phosphorus = sum(strength(g, cloud) for cloud in g.state.clouds if cloud.wp and cloud.hex == hex)
            smoke = {other: drm for other, drm in smoke.items() if other != hex}
            if phosphorus:
                smoke[hex] = phosphorus
    return smoke


@PART.answers(smoke_bar)
def smoke_rises(g: SkPlay, hex: Hex) -> Refusal | None:
    """Smoke is placed in a hex, on its ground."""
    return NO_SMOKE if hex in g.map.below else None
