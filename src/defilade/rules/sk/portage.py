"""Carrying SW: loads, capacity and dropping (SK1:4.0)."""

from __future__ import annotations

from defilade.kernel import Refusal
from defilade.rules.sk.state import SkPlay
from defilade.tactics.units import Unit, Weapon

# -- loads -------------------------------------------------------------------------------------------------


def load(g: SkPlay, unit: Unit) -> int:
    """PP of all that a unit holds; there is no limit to how many SW (SK1:4.0-a)."""
    return sum([g.weapon_types[weapon.type].pp for weapon in g.weapons_of(unit)])


def ipc(g: SkPlay, unit: Unit, lent: int = 0) -> int:
    """PP that a unit carries at no cost in MF (SK1:4.0-j), one fewer when CX (SKF:3.3.1-j); `lent`: a leader's IPC
    added to it (SK1:4.0-m)."""
    tables = g.library.tables
    if unit.is_leader:
        own = tables.wound.ipc if unit.wounded else tables.movement.ipc.leader  # SK1:3.2.1-g2
    else:
        own = tables.movement.ipc.mmc
    if unit.cx:
        own -= tables.movement.cx_ipc_loss  # SK1:3.3-q
    return max(own, 0) + lent


def excess(g: SkPlay, unit: Unit, lent: int = 0) -> int:
    """PP beyond its IPC; each costs 1 MF (SK1:4.0-l)."""
    return max(load(g, unit) - ipc(g, unit, lent), 0)


def lendable(g: SkPlay, leader: Unit) -> int:
    """The IPC that a leader can add to an MMC's. One who carries something himself keeps it (SK1:4.0-m)."""
    return ipc(g, leader) if load(g, leader) == 0 else 0


def can_hold(g: SkPlay, unit: Unit, weapon: Weapon) -> bool:
    """Whether a unit may have a SW on top of what it has (SK1:4.0-k)."""
    if not unit.is_leader:
        return True
    return load(g, unit) + g.weapon_types[weapon.type].pp <= g.library.tables.movement.leader_maximum_pp


def carry_refusal(g: SkPlay, unit: Unit) -> Refusal | None:
    """Why a unit cannot move with what it holds. No weapon is moved by two units in one MPh (SKF:4.0-c)."""
    total = 0
    for weapon in g.weapons_of(unit):
        if weapon.carrier and weapon.carrier != unit.id:
            return Refusal(
                f"the {g.weapon_name(weapon)} has been carried by another unit in this MPh", "SK1:4.0-b2"
            )
        total += g.weapon_types[weapon.type].pp
    if unit.is_leader and total > g.library.tables.movement.leader_maximum_pp:
        most = g.library.tables.movement.leader_maximum_pp
        return Refusal(f"{g.name(unit)} holds {total} PP; a leader carries {most} at most", "SK1:4.0-k")
    return None


def note_carried(g: SkPlay, unit: Unit, *, moved: bool) -> None:
    """SK1:4.0-b2, SK1:4.0-d: whoever spends MF carries what it holds; `moved` if it left its hex."""
    for weapon in g.weapons_of(unit):
        if weapon.carrier != unit.id or (moved and not weapon.moved):
            g.update_weapon(weapon, carrier=unit.id, moved=weapon.moved or moved)


def drop(g: SkPlay, weapon: Weapon) -> None:
    """SK1:4.0-c: free of charge; it stays where it is dropped (SK1:4.0-f)."""
    owner = g.unit(weapon.owner)
    g.drop(weapon)
    g.say(
        "drop",
        f"{g.name(owner)} drops the {g.weapon_name(weapon)} in {g.place_name(owner.hex)}.",
        "SK1:4.0-c",
        "SK1:4.0-b",
        side=owner.side,
        who=(owner.id, weapon.id),
        at=owner.hex,
    )
