"""Balance provisions of a Starter Kit card in words."""

from __future__ import annotations

from typing import assert_never

from defilade.rules.measured import EVEN
from defilade.rules.reference import rule
from defilade.rules.sk.card import Scenario
from defilade.rules.sk.card_rules import (
    AddCounter,
    AddVehicle,
    AddWeapon,
    BalanceChange,
    DropSpecialRule,
    EntrySpent,
    FewerTurns,
    RemoveCounter,
    RemoveVictoryBuilding,
    RemoveWeapon,
    ReplaceCounter,
    VictoryAtLeast,
    VictoryWithin,
)
from defilade.rules.sk.library import Library


def provisions_in_words(card: Scenario, kit: Library) -> dict[str, str]:
    """Side -> what is changed in its favour, with the rule; only sides for which something is. Beside the
    card's own there may be ours for even chances.

    >>> from defilade.rules.sk.library import library
    >>> from defilade.rules.sk.scenario import load_scenarios
    >>> provisions_in_words(load_scenarios()["S1"], library())["american"]
    'L3 does not count for victory [SK1:S1-bal]'
    """
    return {
        side: "; ".join(f"{in_words(card, change, kit)} [{change.rule}]" for change in changes)
        for side, changes in (*card.balance.items(), (EVEN, card.even))
        if changes
    }


def in_words(card: Scenario, change: BalanceChange, kit: Library) -> str:
    """One change of the card."""
    match change:
        case AddCounter():
            name = kit.counters[change.counter].name
            return f"{change.count} more {name} in {_group(card, change.group)}"
        case RemoveCounter():
            name = kit.counters[change.counter].name
            return f"{change.count} {name} less in {_group(card, change.group)}"
        case ReplaceCounter():
            old, new = kit.counters[change.old].name, kit.counters[change.new].name
            return f"{change.count} {new} instead of {old} in {_group(card, change.group)}"
        case AddWeapon():
            return f"{change.count} more {kit.weapons[change.weapon].kind} in {_group(card, change.group)}"
        case RemoveWeapon():
            return f"{change.count} {kit.weapons[change.weapon].kind} less in {_group(card, change.group)}"
        case AddVehicle():
            return f"{change.count} more {kit.vehicles[change.vehicle].name} in {_group(card, change.group)}"
        case FewerTurns():
            return f"{change.turns} turn less" if change.turns == 1 else f"{change.turns} turns less"
        case RemoveVictoryBuilding():
            return f"{change.building} does not count for victory"
        case VictoryAtLeast():
            return f"{change.at_least} are needed for victory"
        case VictoryWithin():
            return f"{change.within} hexes is the distance that counts for victory"
        case EntrySpent():
            return f"{_group(card, change.group)} enter having spent {change.spent:g} MP"
        case DropSpecialRule():
            return f"not in force: {rule(change.dropped).gist}"
    assert_never(change)


def _group(card: Scenario, group: str) -> str:
    found = card.groups[card.group_number(group)]
    return f"{found.name} ({found.side.capitalize()})"
