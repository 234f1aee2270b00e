"""Melee: units of both sides locked together in a hex (SK1:3.8)."""

from __future__ import annotations

from defilade.kernel import Refusal
from defilade.kernel.composition import Part, any_of
from defilade.rules.sk.state import SkPlay
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit

PART = Part()

LOCKED = Refusal("it is locked in melee and may do nothing but close combat", "SK1:3.8-u")


@any_of
def held_otherwise(g: SkPlay, hex: Hex) -> bool:
    """Does something that is no Infantry hold the units of a hex in melee?"""
    return False


def melee_refusal(unit: Unit) -> Refusal | None:
    """SK1:3.8-u: a unit in melee neither leaves its hex nor fires nor interdicts."""
    return LOCKED if unit.melee else None


def is_melee(g: SkPlay, hex: Hex) -> bool:
    """Whether a Melee marker lies in the hex."""
    units = g.state.units
    return any(units[uid].melee for uid in g.state.stacks.get(hex, ()))


def locks(units: list[Unit]) -> bool:
    """SK1:3.8-t: Infantry of both sides together, any of it unbroken."""
    return len({unit.side for unit in units}) > 1 and any(not unit.broken for unit in units)


def mark_melee(g: SkPlay, hex: Hex) -> None:
    """After the close combat of a hex: those who are still at each other are in melee (SK1:3.8-t), whether
    or not anybody attacked; otherwise a marker that lay there comes off."""
    units = g.units_in(hex)
    if not locks(units) and not held_otherwise(g, hex):
        clear_melee(g, hex)
        return
    fresh = [unit for unit in units if not unit.melee]
    for unit in fresh:
        g.update(unit, melee=True)
    if fresh:
        g.say(
            "melee",
            f"{g.names(fresh)}: in melee in {g.place_name(hex)}.",
            "SK1:3.8-t",
            who=tuple(unit.id for unit in fresh),
            at=hex,
        )


def clear_melee(g: SkPlay, hex: Hex) -> None:
    """SK1:3.8-x: the marker comes off as soon as no unbroken unit is left in the melee (or one side is gone).

    Whatever breaks or eliminates a unit in a melee calls this.
    """
    units = g.units_in(hex)
    locked = [unit for unit in units if unit.melee]
    if not locked or locks(units) or held_otherwise(g, hex):
        return
    for unit in locked:
        g.update(unit, melee=False)
    g.say("melee", f"The melee in {g.place_name(hex)} is over.", "SK1:3.8-x", at=hex)
