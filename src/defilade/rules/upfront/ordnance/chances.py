"""The chances of draws that are no attacks: digging in, repairs, Snipers, men who slip in.

As with attacks they are exact, counted over all cards that may still come up for all that the player knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from defilade.kernel import Action, Breakdown, Described, Frame
from defilade.rules.upfront.close_quarters.close_combat import Melee, helpless_alone, melee_value
from defilade.rules.upfront.game import losses, values
from defilade.rules.upfront.game.cards import SNIPER, ActionCard
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.state import KIA, Man
from defilade.rules.upfront.infantry.entrenchment import digs_in
from defilade.rules.upfront.infantry.hero import HeroAmong, as_if, roused
from defilade.rules.upfront.infantry.odds import possible_draws
from defilade.rules.upfront.infantry.snipers import finds_sniper, sniper_result
from defilade.rules.upfront.infantry.wording import described_by_section
from defilade.rules.upfront.ordnance.repair import mends, repair_numbers, ruins
from defilade.rules.upfront.ordnance.wounds import is_hurt
from defilade.rules.upfront.transfers.infiltration import Infiltrating, fords, infiltration_column
from defilade.rules.upfront.vehicles.afv_close_combat import Assault, assault_odds, assault_strength

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
    numbers = repair_numbers(unit, action.how)
    ways: dict[str, Comes] = {
        "repaired": lambda card: mends(numbers, card),
        "ruined": lambda card: ruins(numbers, card),
    }
    odds = shares(cards, ways)
    if is_hurt(unit):  # UF:33.4: he must first manage to try
        able = share(cards, lambda card: not card.red)
        return Described("", ("UF:33.4", "UF:19.3-b"), None, {name: able * p for name, p in odds.items()})
    return Described("", ("UF:19.3-b",), None, odds)


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
        rules = _rules(column) if fords(g, man, action.who[1]) else ("UF:20.24-b", *_rules(column))
        return Described(
            "", rules, column, {"infiltrates": share(cards, gets_in(g, man, action.who[1], column))}
        )
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


# -- what a Hero would change ------------------------------------------------------------------------------------


@PART.answers(described_by_section)
def describe_hero(g: UfPlay, action: Action) -> Described | None:
    """What is about to be drawn for, with the Hero card that is offered or without it (UF:10.4-a)."""
    top = g.state.stack[-1] if g.state.stack else None
    if not isinstance(top, HeroAmong) or action.verb not in ("hero", "no"):
        return None
    cards = possible_draws(g, top.side)
    with as_if(g, [roused(g, g.unit(uid)) for uid in action.who[1:]]):
        summed, odds = expected(g, g.state.stack[-2], top.side, cards)
    return Described("", _rules(summed), summed, odds if cards else {})


def expected(
    g: UfPlay, frame: Frame, side: str, cards: list[ActionCard]
) -> tuple[Breakdown, dict[str, float]]:
    """The sum that a draw is compared with, as it stands, and what comes of it among these cards."""
    if isinstance(frame, Infiltrating):
        attempt = frame.attempts[frame.next]
        man, target = g.man(attempt.man), g.group(attempt.target)
        column = infiltration_column(g, man, target, frame.veil)
        return column, shares(cards, {"infiltrates": gets_in(g, man, attempt.card, column)}) if cards else {}
    if isinstance(frame, Assault):
        man, vehicle = g.man(frame.man), g.machine(frame.vehicle)
        summed = assault_strength(g, man, vehicle, frame.charge)
        return summed, assault_odds(g, man, vehicle, summed, cards)
    assert isinstance(frame, Melee)
    own = frame.attackers[0] if side == frame.attack_side else frame.defenders[0]
    return melee_value(g, frame, own), melee_odds(g, frame, cards)


def gets_in(g: UfPlay, man: Man, card: str, column: Breakdown) -> Comes:
    """UF:20.3-b; the number that finds the ford of a Stream is the same one (UF:20.24-b)."""
    through = not card or fords(g, man, card)
    return lambda drawn: drawn.is_red(int(column.total)) and (through or not drawn.red)


def melee_odds(g: UfPlay, frame: Melee, cards: list[ActionCard]) -> dict[str, float]:
    """The chances of a fight, over all pairs of cards that may come up one after the other (UF:20.7)."""
    attacker, defender = frame.attackers[0], frame.defenders[0]
    if helpless_alone(g, frame):  # UF:33.5-b
        return {f"{g.name(attacker)} wins": 1.0}
    lead = int(melee_value(g, frame, attacker).total - melee_value(g, frame, defender).total)
    numbers = Counter(card.rnc for card in cards)
    margins: Counter[int] = Counter()
    for first, ways in numbers.items():
        for second, others in numbers.items():
            margins[lead + first - second] += ways * (others - (first == second))
    pairs = max(1, margins.total())
    return {
        f"{g.name(attacker)} wins": sum(n for margin, n in margins.items() if margin > 0) / pairs,
        "both are killed": margins[0] / pairs,
        f"{g.name(defender)} wins": sum(n for margin, n in margins.items() if margin < 0) / pairs,
    }


@PART.answers(described_by_section)
def describe_draw(g: UfPlay, action: Action) -> Described | None:
    """An option that leads to a draw, with what it can bring."""
    way = WAYS.get(action.verb)
    if way is None or not g.state.mover:
        return None
    cards = possible_draws(g, g.state.mover)
    return way(g, action, cards) if cards else None
