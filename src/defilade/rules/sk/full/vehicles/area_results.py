"""Hits on the Area Target Type (SKF:7.11): vehicles on the IFT."""

from __future__ import annotations

from defilade.kernel import Breakdown, Line
from defilade.rules.sk import ift, terrain
from defilade.rules.sk.full.vehicles.armor import part_hit
from defilade.rules.sk.full.vehicles.collateral import collateral_attack
from defilade.rules.sk.full.vehicles.to_kill import DESTROYED, IMMOBILIZED, NOTHING, SHOCKED, apply_outcome
from defilade.rules.sk.state import SkPlay
from defilade.tactics.vehicles import TURRET_HIT, Vehicle


def area_lines(g: SkPlay, vehicle: Vehicle) -> list[Line]:
    """SKF:7.11-b"""
    lines = []
    tem = terrain.tem(g, vehicle.hex)
    if tem.value:
        lines.append(Line(tem.label, tem.value, "SKF:7.11-b"))
    factors = g.vehicle_type(vehicle).armor_factors
    if max(factors) <= 4:
        lines.append(Line("all AF 4 or less", -1, "SKF:7.11-b"))
    elif min(factors) >= 8:
        lines.append(Line("all AF 8 or more", 1, "SKF:7.11-b"))
    return lines


def area_result(g: SkPlay, vehicle: Vehicle, fp: float, dice: tuple[int, ...]) -> str:
    """SKF:7.11-a: KIA destroys; K, or one more than K, Shocks on a turret hit and Immobilizes on a hull hit. `fp` is
    already half that of the caliber."""
    final = sum(dice) + int(sum(line.value for line in area_lines(g, vehicle)))
    column = ift.column(g, fp)
    found = ift.result(g, column, final)
    if found.kind == "KIA":
        return DESTROYED
    if found.kind == "K" or ift.result(g, column, final - 1).kind == "K":
        return SHOCKED if part_hit(dice) == TURRET_HIT else IMMOBILIZED
    return NOTHING


def area_attack(g: SkPlay, vehicle: Vehicle, fp: float, dice: tuple[int, ...], what: str) -> None:
    """One vehicle in a hex that was hit on the ATT, by the IFT DR for all in it."""
    lines = area_lines(g, vehicle)
    found = area_result(g, vehicle, fp, dice)
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
        collateral_attack(g, g.state.vehicles[vehicle.id], fp, dice, what)
