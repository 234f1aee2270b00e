"""Hits on the Area Target Type (SKF:7.11): vehicles on the IFT."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from defilade.kernel import Breakdown, Line
from defilade.rules.sk import ift, terrain
from defilade.rules.sk.full.hills import from_below
from defilade.rules.sk.full.vehicles.armor import part_hit
from defilade.rules.sk.full.vehicles.collateral import collateral_attack
from defilade.rules.sk.full.vehicles.to_kill import DESTROYED, IMMOBILIZED, NOTHING, SHOCKED, apply_outcome
from defilade.rules.sk.state import MPH, SkPlay
from defilade.tactics.moving import mover_of
from defilade.tactics.vehicles import TURRET_HIT, Vehicle


def tem_lines(g: SkPlay, vehicle: Vehicle, seen_from: str = "") -> list[Line]:
    """The TEM of a vehicle: of its hex, or Height Advantage over fire from lower ground where that gives none
    (SKF:1.1.1-az), but not across the crest that it has just climbed (SKF:1.1.1-bb)."""
    tem = terrain.tem(g, vehicle.hex)
    if tem.value:
        return [tem]
    if not seen_from or seen_from == vehicle.hex or not g.map.level(vehicle.hex):
        return []
    mover = mover_of(g, vehicle.id) if g.state.phase == MPH else None
    if not from_below(g, vehicle.hex, seen_from, mover.climbed_from if mover is not None else ""):
        return []
    return [Line("Height Advantage", g.library.tables.fire_drm.height_advantage, "SKF:1.1.1-az")]


def area_lines(g: SkPlay, vehicle: Vehicle, seen_from: str = "") -> list[Line]:
    """SKF:7.11-b"""
    found = tem_lines(g, vehicle, seen_from)
    lines = [msgspec.structs.replace(line, rule="SKF:7.11-b") for line in found]
    factors = g.vehicle_type(vehicle).armor_factors
    if max(factors) <= 4:
        lines.append(Line("all AF 4 or less", -1, "SKF:7.11-b"))
    elif min(factors) >= 8:
        lines.append(Line("all AF 8 or more", 1, "SKF:7.11-b"))
    return lines


def area_result(g: SkPlay, vehicle: Vehicle, fp: float, dice: tuple[int, ...], seen_from: str = "") -> str:
    """SKF:7.11-a: KIA destroys; K, or one more than K, Shocks on a turret hit and Immobilizes on a hull hit. `fp` is
    already half that of the caliber."""
    final = sum(dice) + int(sum(line.value for line in area_lines(g, vehicle, seen_from)))
    column = ift.column(g, fp)
    found = ift.result(g, column, final)
    if found.kind == "KIA":
        return DESTROYED
    if found.kind == "K" or ift.result(g, column, final - 1).kind == "K":
        return SHOCKED if part_hit(dice) == TURRET_HIT else IMMOBILIZED
    return NOTHING


def area_attack(
    g: SkPlay,
    vehicle: Vehicle,
    fp: float,
    dice: tuple[int, ...],
    what: str,
    seen_from: str = "",
    crew: Sequence[Line] = (),
) -> None:
    """One vehicle in a hex that was hit on the ATT, by the IFT DR for all in it. `crew` are DRM that its crew alone
    feels."""
    lines = area_lines(g, vehicle, seen_from)
    found = area_result(g, vehicle, fp, dice, seen_from)
    final = sum(dice) + int(sum(line.value for line in lines))
    g.say(
        "area_hit",
        f"{what} at {g.vehicle_name(vehicle)}: {fp:g} FP, DR {sum(dice)}, final {final}: {found}.",
        "SKF:7.11-a",
        side=g.enemy_of(vehicle.side),
        who=(vehicle.id,),
        at=vehicle.hex,
        dice=dice,
        breakdown=Breakdown(
            f"{what} at {g.vehicle_name(vehicle)}",
            (Line(what, fp, "SKF:7.11-a", "fp"), *lines),
            total=fp,
            column=ift.column_fp(g, ift.column(g, fp)),
            rules=("SKF:7.11-a", "SKF:7.11-b"),
        ),
    )
    apply_outcome(g, vehicle, found)
    if found in (IMMOBILIZED, NOTHING):
        collateral_attack(g, g.vehicle(vehicle.id), fp, dice, what, crew)
