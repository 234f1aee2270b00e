"""Control of hexes and buildings in the Starter Kit (SK1:2.0-d, SKF:2.0-g)."""

from __future__ import annotations

from defilade.kernel.composition import Part
from defilade.rules.sk.state import SkPlay
from defilade.tactics import control
from defilade.tactics.control import control_rule, holds_out, takes_control
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit

PART = Part(control.PART)

RULE = "SK1:2.0-d"


@PART.answers(control_rule)
def rule_of_control(g: SkPlay) -> str:
    return RULE


@PART.answers(takes_control)
def can_control(g: SkPlay, unit: Unit) -> bool:
    """Only a Good Order MMC gains control."""
    return unit.is_mmc and unit.good_order


@PART.answers(holds_out)
def vehicle_holds_out(g: SkPlay, hex: Hex, side: Side) -> bool:
    return bool(g.state.vehicles) and g.tank_of(hex, side) is not None
