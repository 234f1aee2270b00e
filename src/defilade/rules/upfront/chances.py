"""The chances of draws that are no attacks: digging in, repairs, Snipers, men who slip in.

As with attacks they are exact, counted over all cards that may still come up for all that the player knows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from defilade.kernel import Action, Breakdown, Described
from defilade.rules.upfront import losses, values
from defilade.rules.upfront.cards import SNIPER, ActionCard
from defilade.rules.upfront.composition import Part
from defilade.rules.upfront.entrenchment import digs_in
from defilade.rules.upfront.infiltration import fords, infiltration_column
from defilade.rules.upfront.odds import possible_draws
from defilade.rules.upfront.play import UfPlay
from defilade.rules.upfront.repair import mends, ruins
from defilade.rules.upfront.snipers import finds_sniper, sniper_result
from defilade.rules.upfront.state import KIA
from defilade.rules.upfront.wounds import is_hurt

PART = Part()

Comes = Callable[[ActionCard], bool]


def share(cards: list[ActionCard], comes: Comes) -> float:
    """How many of the cards do it."""
    return sum(map(comes, cards)) / len(cards)


def shares(cards: list[ActionCard], ways: Mapping[str, Comes]) -> dict[str, float]:
    return {name: share(cards, comes) for name, comes in ways.items()}


def dig(g: UfPlay, action: Action, cards: list[ActionCard]) -> Described:
    return Described("", ("UF:36.1-a",), None, shares(cards, {"dug in": digs_in}))


def repair(g: UfPlay, action: Action, cards: list[ActionCard]) -> Described | None:
    unit = g.unit(action.who[1])
    if is_hurt(unit):  # UF:33.4: he must first manage to try
        able = share(cards, lambda card: not card.red)
        odds = shares(cards, {"repaired": mends, "ruined": ruins})
        return Described("", ("UF:33.4", "UF:19.3-b"), None, {name: able * p for name, p in odds.items()})
    return Described("", ("UF:19.3-b",), None, shares(cards, {"repaired": mends, "ruined": ruins}))


def snipe(g: UfPlay, action: Action, cards: list[ActionCard]) -> Described | None:
    nation = next(g.side(side).nation for side, hand in g.state.hands.items() if action.who[0] in hand)
    use = g.deck[action.who[0]].use(nation, SNIPER)
    if use is None:
        return None
    ways: dict[str, Comes] = {
        "killed": lambda card: sniper_result(use, card) == KIA,
        "pinned": lambda card: sniper_result(use, card) == losses.PIN,
    }
    return Described("", ("UF:14.3-a",), None, shares(cards, ways))


def look_for_sniper(g: UfPlay, action: Action, cards: list[ActionCard]) -> Described:
    group = g.group(action.who[0])
    ways: dict[str, Comes] = {"Sniper found": lambda card: finds_sniper(group, card)}
    return Described("", ("UF:14.4-b",), None, shares(cards, ways))


def send(g: UfPlay, action: Action, cards: list[ActionCard]) -> Described:
    """Without a Movement card he must first pass a Morale Check (UF:20.21-a). The number that finds the ford of a
    Stream is also that of the infiltration (UF:20.24-b)."""
    man, target = g.man(action.who[0]), g.group(action.at)
    column: Breakdown = infiltration_column(g, man, target)
    if len(action.who) > 1:
        through = fords(g, man, action.who[1])
        gets_in = share(cards, lambda card: card.is_red(int(column.total)) and (through or not card.red))
        rules = _rules(column) if through else ("UF:20.24-b", *_rules(column))
        return Described("", rules, column, {"infiltrates": gets_in})
    slips_in = share(cards, lambda card: card.is_red(int(column.total)))
    goes = share(cards, lambda card: card.number < values.morale(g, man))
    return Described(
        "", ("UF:20.21-a", *_rules(column)), column, {"infiltrates": goes * slips_in, "pinned": 1 - goes}
    )


def _rules(summed: Breakdown) -> tuple[str, ...]:
    return tuple(dict.fromkeys(line.rule for line in summed.lines))


WAYS: Mapping[str, Callable[[UfPlay, Action, list[ActionCard]], Described | None]] = {
    "entrench": dig,
    "repair": repair,
    "sniper": snipe,
    "sniper-check": look_for_sniper,
    "send": send,
}


@PART.adds("described")
def describe_draw(g: UfPlay, action: Action) -> Described | None:
    """An option that leads to a draw, with what it can bring."""
    way = WAYS.get(action.verb)
    if way is None or not g.state.mover:
        return None
    cards = possible_draws(g, g.state.mover)
    return way(g, action, cards) if cards else None
