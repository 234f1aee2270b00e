"""Conclusion of Melee (DAE:4.501): who shares a hex with an enemy fights on until nobody can attack any more.

Every round each side attacks with all it has: its Infantry that of the enemy as one group or, where there is none, his
vehicle by its Close Combat Value; its vehicles all his Infantry.  Attacks of a round count as declared at its start;
with a vehicle in the hex they are made one after the other, the side without one first (SKF:3.8-l)."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.rules.sk.full.campaign.tables import enemy_of
from defilade.rules.sk.full.campaign.work import Work, both
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit
from defilade.tactics.vehicles import AAMG, BMG, CMG, RMG, Vehicle

RULE = "DAE:4.501"
LOWEST = 2
CE_DRM, IMMOBILE_DRM, UNARMED_DRM = -1, -1, -1


def conclude_melees(work: Work) -> None:
    for hex in contested(work):
        fight(work, hex)


def contested(work: Work) -> list[str]:
    """Hexes with pieces of both sides that may have to fight."""
    found = {side: {piece.hex for piece in work.on_map(side)} for side, _ in both(work)}
    shared = set.intersection(*found.values())
    return sorted(shared, key=work.board.index.__getitem__)


def infantry(work: Work, side: Side, hex: Hex) -> list[Unit]:
    return [piece for piece in work.on_map(side) if isinstance(piece, Unit) and piece.hex == hex]


def vehicles(work: Work, side: Side, hex: Hex) -> list[Vehicle]:
    return [piece for piece in work.on_map(side) if isinstance(piece, Vehicle) and piece.hex == hex]


def fight(work: Work, hex: Hex) -> None:
    first = True
    while any(can_attack(work, side, hex) for side, _ in both(work)):
        work.say(RULE, f"Melee in {work.label(hex)} goes on.")
        fight_round(work, hex)
        if first:
            after_first_round(work, hex)
            first = False


def can_attack(work: Work, side: Side, hex: Hex) -> bool:
    """Whether an attack of the side could do anything at all."""
    return any(LOWEST + drm <= kill for _, _, kill, drm in attacks(work, side, hex))


def attacks(
    work: Work, side: Side, hex: Hex
) -> Iterator[tuple[list[Unit] | Vehicle, list[Unit] | Vehicle, int, int]]:
    """Attacker, target, kill number and DRM of each attack of a side."""
    enemy = enemy_of(side)
    own = [unit for unit in infantry(work, side, hex) if not unit.broken]
    foes, armour = infantry(work, enemy, hex), vehicles(work, enemy, hex)
    if own and foes:
        odds = work.kit.tables.close_combat.odds(
            sum(_fp(work, unit) for unit in own), sum(_defence(work, unit) for unit in foes)
        )
        yield own, foes, odds.kill, _drm(work, own, foes)
    elif own and armour:
        yield own, armour[0], *_against_vehicle(work, own, armour[0])
    if foes:
        for vehicle in vehicles(work, side, hex):
            fp = _vehicle_fp(work, vehicle)
            if fp:
                ccv = sum(getattr(work.kit.charts.ccv, unit.kind) for unit in foes)
                yield vehicle, foes, work.kit.tables.close_combat.odds(fp, ccv).kill, 0


def _fp(work: Work, unit: Unit) -> float:
    """SKF:3.8-a: printed FP, halved if pinned; a leader has 1."""
    return _defence(work, unit) / (2 if unit.pinned else 1)


def _defence(work: Work, unit: Unit) -> int:
    return work.kit.tables.close_combat.leader_fp if unit.is_leader else work.kit.counters[unit.type].fp


def _drm(work: Work, own: list[Unit], foes: list[Unit]) -> int:
    table = work.kit.tables.close_combat
    drm = _leadership(work, own)
    drm += table.by_cx_drm if any(unit.cx for unit in own) else 0
    drm += table.against_cx_drm if any(unit.cx for unit in foes) else 0
    return drm + (table.against_broken_drm if all(unit.broken for unit in foes) else 0)


def _leadership(work: Work, own: list[Unit]) -> int:
    """SKF:3.8-h: only with an MMC."""
    if not any(unit.is_mmc for unit in own):
        return 0
    values = [work.kit.counters[unit.type].leadership for unit in own if unit.is_leader and not unit.pinned]
    return min([0, *values])


def _against_vehicle(work: Work, own: list[Unit], vehicle: Vehicle) -> tuple[int, int]:
    """SKF:3.8-n: the best MMC, or a leader; one SMC may join."""
    best = max(own, key=lambda unit: getattr(work.kit.charts.ccv, unit.kind))
    helper = next((unit for unit in own if unit.is_leader and unit is not best), None)
    value = int(getattr(work.kit.charts.ccv, best.kind)) + (helper is not None) - best.pinned
    drm = work.kit.counters[helper.type].leadership if helper is not None and best.is_mmc else 0
    drm += CE_DRM * vehicle.ce + IMMOBILE_DRM * (not vehicle.mobile)
    kind = work.kit.vehicles[vehicle.type]
    armed = _vehicle_fp(work, vehicle) or (kind.bmg and BMG not in (*vehicle.broken, *vehicle.disabled))
    return value, drm + UNARMED_DRM * (not armed)


def _vehicle_fp(work: Work, vehicle: Vehicle) -> float:
    """SKF:3.8-s, SKF:3.8-t"""
    if vehicle.shock or vehicle.stun:
        return 0
    kind, out = work.kit.vehicles[vehicle.type], (*vehicle.broken, *vehicle.disabled)
    fp = kind.cmg * (CMG not in out and not kind.cmg_in_vca) + kind.rmg * (RMG not in out)
    fp += kind.aamg * (AAMG not in out and vehicle.ce != kind.remote_aamg)
    return fp / (2 if vehicle.motion else 1)


def fight_round(work: Work, hex: Hex) -> None:
    """The side that moved first in the scenario is the ATTACKER."""
    attacker = work.book.moves_first
    order = [attacker, enemy_of(attacker)]
    mixed = any(vehicles(work, side, hex) for side in order)
    if mixed and vehicles(work, attacker, hex) and not vehicles(work, enemy_of(attacker), hex):
        order.reverse()
    if mixed:  # SKF:3.8-m: who is gone before his attack loses it
        for side in order:
            for attack in list(attacks(work, side, hex)):
                if _still_there(work, side, attack[0]) and _still_there(work, enemy_of(side), attack[1]):
                    resolve(work, side, hex, *attack)
        return
    declared = [(side, list(attacks(work, side, hex))) for side in order]
    for side, every in declared:
        for attack in every:
            resolve(work, side, hex, *attack)


def _still_there(work: Work, side: Side, pieces: list[Unit] | Vehicle) -> bool:
    forces = work.forces(side)
    if isinstance(pieces, Vehicle):
        return pieces.id in forces.vehicles
    return any(unit.id in forces.units for unit in pieces)


def resolve(
    work: Work, side: Side, hex: Hex, by: list[Unit] | Vehicle, at: list[Unit] | Vehicle, kill: int, drm: int
) -> None:
    who = work.name(by) if isinstance(by, Vehicle) else work.names(by)
    whom = work.name(at) if isinstance(at, Vehicle) else work.names(at)
    dice = work.roll(f"{who} against {whom} in {work.label(hex)}", side, RULE)
    final = sum(dice) + drm
    says = "no effect" if final > kill else "eliminated" if final < kill else "reduced"
    if isinstance(at, Vehicle) and says == "reduced":
        says = "Immobilized"
    work.say(
        RULE,
        f"{who} against {whom} in {work.label(hex)}: final DR {final}, {kill} needed: {says}.",
        side,
        dice=dice,
    )
    enemy = enemy_of(side)
    if final > kill:
        return
    if isinstance(at, Vehicle):
        vehicle = work.forces(enemy).vehicles.get(at.id)
        if vehicle is not None and final < kill:
            work.drop_vehicle(enemy, vehicle, wreck=True)
        elif vehicle is not None:
            work.update(enemy, vehicle, immobilized=True)
        return
    left = [unit for one in at if (unit := work.forces(enemy).units.get(one.id)) is not None]
    if final < kill:
        for unit in left:
            work.drop_unit(enemy, unit, with_equipment=False)
    elif left:
        picked = work.roll("Who is reduced", enemy, RULE, len(left))
        work.reduce_unit(enemy, left[picked.index(max(picked))], RULE, with_equipment=False)


def after_first_round(work: Work, hex: Hex) -> None:
    """Pins and CX come off, and a Stun is flipped to its +1 side."""
    for side, _ in both(work):
        for unit in infantry(work, side, hex):
            if unit.pinned or unit.cx:
                work.update(side, unit, pinned=False, cx=False)
        for vehicle in vehicles(work, side, hex):
            if vehicle.stun:
                work.update(side, vehicle, stun="", stunned=True)
