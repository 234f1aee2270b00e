"""What a group can take along when it Escapes or Shifts (DAE:4.506-b, DAE:4.511-a)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from defilade.rules.sk.full.campaign.book import CampaignError
from defilade.rules.sk.full.campaign.work import Work
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit, Weapon
from defilade.tactics.vehicles import Vehicle


def weapons_in_hex(work: Work, side: Side, hex: Hex) -> dict[str, Weapon]:
    """SW and Guns of a side in a hex, in somebody's hands or not."""
    forces = work.forces(side)
    return {
        weapon.id: weapon
        for weapon in forces.weapons.values()
        if weapon.owner not in forces.vehicles
        and (forces.units[weapon.owner].hex if weapon.owner in forces.units else weapon.hex) == hex
    }


def weapons_in_area(work: Work, side: Side, area: str) -> dict[str, Weapon]:
    forces = work.forces(side)
    return {
        weapon.id: weapon
        for weapon in forces.weapons.values()
        if weapon.owner not in forces.vehicles and forces.where.get(weapon.id) == area
    }


def capacity(work: Work, units: Iterable[Unit | Vehicle]) -> int:
    """5 PP an MMC, 2 an unwounded SMC, none a wounded one; vehicles take nothing."""
    portage = work.tables.portage
    total = 0
    for unit in units:
        if isinstance(unit, Vehicle):
            continue
        leader = portage.wounded if unit.wounded else portage.leader
        total += leader if unit.is_leader else portage.mmc
    return total


def load(work: Work, weapons: Iterable[Weapon]) -> int:
    """A Gun is pushed, not carried."""
    return sum(work.kit.weapons[weapon.type].pp for weapon in weapons if not work.is_gun(weapon))


def check_load(
    work: Work,
    pieces: Collection[Unit | Vehicle],
    carrying: tuple[str, ...],
    at_hand: dict[str, Weapon],
    rule: str,
) -> None:
    if not set(carrying) <= set(at_hand) or len(set(carrying)) != len(carrying):
        raise CampaignError("only what is there can be carried, and once", rule)
    weapons = [at_hand[one] for one in carrying]
    limit, weight = capacity(work, pieces), load(work, weapons)
    if weight > limit:
        raise CampaignError(f"{weight} PP are too much for them; {limit} can be carried", rule)
    crews = sum(isinstance(piece, Unit) and piece.is_mmc for piece in pieces)
    if sum(work.is_gun(weapon) for weapon in weapons) > crews:
        raise CampaignError("each Gun takes a MMC", rule)


def usual_load(work: Work, side: Side, pieces: Iterable[Unit | Vehicle], *, guns: bool) -> tuple[str, ...]:
    """What they have, as far as they can carry it, the heaviest first; Guns where these can be taken."""
    units = [piece for piece in pieces if isinstance(piece, Unit)]
    own = [weapon for unit in units for weapon in work.weapons_of(side, unit.id)]
    own.sort(key=lambda weapon: -work.kit.weapons[weapon.type].pp)
    left, crews = capacity(work, units), sum(unit.is_mmc for unit in units)
    taken = []
    for weapon in own:
        if work.is_gun(weapon):
            if guns and crews:
                crews -= 1
                taken.append(weapon.id)
        elif (weight := load(work, [weapon])) <= left:
            left -= weight
            taken.append(weapon.id)
    return tuple(taken)
