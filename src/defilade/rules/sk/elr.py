"""Experience Level Rating (SK1:5.1): units that fail a morale check too badly are replaced by poorer ones."""

from __future__ import annotations

from defilade.rules.sk.state import SkPlay
from defilade.tactics.units import Unit


def replaces(g: SkPlay, unit: Unit, failed_by: int) -> bool:
    """SK1:5.1-a: whether a unit that was unbroken and failed a MC by this much is replaced."""
    counter = g.counter(unit)
    if counter.underlined_morale:
        return False  # SK1:5.1-d
    return failed_by > unit.elr and bool(counter.replacement)  # SK1:5.1-c: nothing below it, no penalty


def replace(g: SkPlay, unit: Unit, failed_by: int) -> Unit:
    """SK1:5.1-b: put the next poorer counter of the same size in its place; leaders too (SK1:5.1-e)."""
    if not replaces(g, unit, failed_by):
        return unit
    before = g.name(unit)
    counter = g.counter(unit)
    unit = g.update(unit, type=counter.replacement)
    g.say(
        "replaced",
        f"{before} fails by {failed_by}, more than its ELR of {unit.elr}: replaced by a {g.name(unit)}.",
        "SK1:5.1-b",
        "SK1:3.2.1-n",
        "SK1:5.1-e" if unit.is_leader else "SK1:5.1-a",
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
    )
    return unit
