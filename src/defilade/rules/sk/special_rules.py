"""The special rules of the scenario cards (S1 to S6) that change a figure of the rules proper.

A card's special rules are data (`card_rules`).  Those that are procedures of their own have modules of their own:
fortified buildings, weather, late arrivals, a tactical reserve.
"""

from __future__ import annotations

from defilade.kernel.composition import Part
from defilade.rules.sk.card_rules import BrokenMoraleBonus, SmokeExponentBonus, WinterCamouflage
from defilade.rules.sk.first_fire import spared_ffmo
from defilade.rules.sk.morale import broken_morale
from defilade.rules.sk.smoke import smoke_exponent
from defilade.rules.sk.state import SkPlay
from defilade.tactics.units import Unit

PART = Part()


@PART.answers(smoke_exponent)
def smoke_exponent_bonus(g: SkPlay, exponent: int, unit: Unit) -> int:
    """The card adds to a printed smoke exponent (SK1:S2-ssr1, SK1:S4-ssr2)."""
    if not exponent:
        return 0
    return exponent + sum(
        rule.bonus for rule in g.scenario.rules_of(SmokeExponentBonus) if rule.counter == unit.type
    )


@PART.answers(broken_morale)
def broken_morale_bonus(g: SkPlay, level: int, unit: Unit) -> int:
    """SK1:S6-ssr3: the card adds to the broken morale of an MMC."""
    if unit.is_leader or not g.scenario.special_rules:
        return level
    return level + sum(
        rule.bonus for rule in g.scenario.rules_of(BrokenMoraleBonus) if rule.side == unit.side
    )


@PART.answers(spared_ffmo)
def in_winter_camouflage(g: SkPlay, unit: Unit) -> bool:
    """SK1:S6-ssr1: the unit's Assault Movement in Open Ground draws no FFMO."""
    return any(rule.side == unit.side for rule in g.scenario.rules_of(WinterCamouflage))
