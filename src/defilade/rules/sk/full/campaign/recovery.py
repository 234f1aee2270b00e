"""Wounded leaders and recombining half-squads (DAE:4.508, DAE:4.509)."""

from __future__ import annotations

from collections import Counter

from defilade.rules.sk.full.campaign.control_and_areas import piece_isolated
from defilade.rules.sk.full.campaign.tables import SIDES
from defilade.rules.sk.full.campaign.work import Work
from defilade.tactics.names import Side
from defilade.tactics.units import HALF_SQUAD, SQUAD, Unit


def tend_wounded(work: Work) -> None:
    """DAE:4.508"""
    table = work.tables.wounded_leader
    for side in SIDES:
        forces = work.forces(side)
        for unit in list(forces.units.values()):
            if not (unit.is_leader and unit.wounded and unit.id in forces.where):
                continue
            dice = work.roll(f"The wounded {work.name(unit)}", side, "DAE:4.508", 1)
            final = dice[0] + (table.isolated if piece_isolated(work, side, unit.id) else 0)
            result = table.result(final)
            says = {"unwounded": "is well again", "wounded": "stays wounded", "eliminated": "is lost"}[result]
            work.say("DAE:4.508", f"The {work.name(unit)} {says}, final dr {final}.", side, dice=dice)
            if result == "unwounded":
                work.update(side, unit, wounded=False)
            elif result == "eliminated":
                work.drop_unit(side, unit, with_equipment=False)


def squad_of(work: Work, half_squad: str) -> str:
    """The squad of which two of these half-squads make one; none for crews."""
    found = [counter.id for counter in work.kit.counters.values() if counter.half_squad == half_squad]
    return found[0] if found else ""


def recombine(work: Work) -> None:
    """DAE:4.509: in each area, and in the Eliminated Pool, at most one half-squad of a type is left."""
    for side in SIDES:
        forces = work.forces(side)
        places: dict[tuple[str, str], list[Unit]] = {}
        for unit in forces.units.values():
            if unit.kind == HALF_SQUAD and unit.id in forces.where and squad_of(work, unit.type):
                places.setdefault((forces.where[unit.id], unit.type), []).append(unit)
        for (area, type), halves in places.items():
            while len(halves) > 1:
                first, second = halves.pop(0), halves.pop(0)
                for weapon in work.weapons_of(side, second.id):
                    work.update(side, weapon, owner=first.id)
                del forces.units[second.id]
                forces.where.pop(second.id)
                forces.group.pop(second.id, None)
                squad = work.update(side, first, type=squad_of(work, type), kind=SQUAD)
                work.say(
                    "DAE:4.509", f"Two half-squads make a {work.name(squad)} in {work.place(area)}.", side
                )
        recombine_pool(work, side)


def recombine_pool(work: Work, side: Side) -> None:
    pool = Counter(work.side(side).pool)
    for type in list(pool):
        squad = squad_of(work, type)
        if squad:
            pool[squad] += pool[type] // 2
            pool[type] %= 2
    work.side(side).pool = {type: count for type, count in pool.items() if count}
