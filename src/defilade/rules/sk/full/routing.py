"""Rout as the full kit has it (SKF:3.6): wounded leaders, cover that is passed over, and what is carried along."""

from __future__ import annotations

from itertools import combinations

from defilade.kernel.composition import Part
from defilade.rules.sk import portage
from defilade.rules.sk.full.ordnance.shots import is_gun
from defilade.rules.sk.rout import left_behind
from defilade.rules.sk.rout_ways import is_no_refuge, rout_allowance
from defilade.rules.sk.state import SkPlay
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit, Weapon

PART = Part()


@PART.answers(rout_allowance)
def slowed_by_wounds(g: SkPlay, mf: float, party: list[Unit]) -> float:
    """SKF:3.6-e: a wounded SMC has no more MF than in the MPh, and who routs with him waits for him."""
    return min([mf, *(g.library.tables.wound.mf for unit in party if unit.is_leader and unit.wounded)])


@PART.answers(is_no_refuge)
def same_building(g: SkPlay, start: str, hex: Hex) -> bool:
    """SKF:3.6-l: other hexes of the building in which the rout begins may be ignored."""
    building = g.map.building_of.get(start)
    return building is not None and g.map.building_of.get(hex) == building


@PART.answers(left_behind)
def too_much_to_carry(g: SkPlay, unit: Unit) -> list[Weapon] | None:
    """SKF:3.6-w: as near to its IPC as it can come without exceeding it. Of several ways to do so its owner chooses.
    A Gun stays where it is."""
    weapons = g.weapons_of(unit)
    guns = [weapon for weapon in weapons if is_gun(g, weapon)]
    if guns:
        return guns
    cap = portage.ipc(g, unit)
    points = {weapon.id: g.weapon_type(weapon).pp for weapon in weapons}
    if sum(points.values()) <= cap:
        return []
    best, kept = -1, list[tuple[str, ...]]()
    for size in range(len(weapons)):
        for some in combinations(points, size):
            load = sum(points[weapon] for weapon in some)
            if load > cap or load < best:
                continue
            kept = [some] if load > best else [*kept, some]
            best = load
    return [weapon for weapon in weapons if any(weapon.id not in some for some in kept)]
