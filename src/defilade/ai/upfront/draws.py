"""What the next card may be, for all that a side knows.

The pile is the deck without what lies open, what was discarded in sight and the side's own cards: counting them is
all the card counting there is, and it is exact.  What an enemy may hold comes from the same count.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from defilade.rules.upfront.game.cards import FIRE, ActionCard
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.infantry.odds import possible_draws

MOST = 7
"""No Random Number is as great as this."""


class Draws:
    """Chances of a draw among cards that are equally likely."""

    def __init__(self, cards: Sequence[ActionCard]) -> None:
        self.cards = cards
        self.number = max(1, len(cards))
        counts = [0] * (2 * MOST + 1)
        for card in cards:
            counts[card.rnc + MOST] += 1
        self._numbers = [
            (counts[MOST + n] + (counts[MOST - n] if n else 0)) / self.number for n in range(MOST)
        ]
        total = 0
        self._at_least = [0.0] * (2 * MOST + 1)
        for place in range(2 * MOST, -1, -1):
            total += counts[place]
            self._at_least[place] = total / self.number
        self._red_in: dict[int, float] = {}
        self._below: dict[int, float] = {}
        self._margins: dict[int, tuple[float, float]] = {}
        self.fights: dict[tuple[object, ...], tuple[float, object]] = {}
        """What fire of some cards at others does, as it was last reckoned: see `Picture`."""
        self.powers: dict[tuple[object, ...], tuple[int, object]] = {}
        """The firepower of some cards, likewise."""
        self.lies: dict[tuple[int, str, bool], tuple[Any, object]] = {}
        """How groups lie with some cards on them, likewise."""
        self._nations: dict[str, list[tuple[int, int]]] = {}
        self._fires: dict[tuple[str, int, int], list[tuple[int, float]]] = {}

    def at_least(self, number: int) -> float:
        """The chance of a signed Random Number of at least so much.

        >>> from defilade.rules.upfront.game.cards import load_deck
        >>> round(Draws(list(load_deck().values())).at_least(3), 2)
        0.21
        """
        if number >= MOST:
            return 0.0
        return self._at_least[number + MOST] if number > -MOST else 1.0

    @cached_property
    def black(self) -> float:
        return sum(not card.red for card in self.cards) / self.number

    @cached_property
    def zero(self) -> float:
        return sum(card.number == 0 for card in self.cards) / self.number

    def red_in(self, column: int) -> float:
        """The chance of a red Random Position Number in a column."""
        found = self._red_in.get(column)
        if found is None:
            found = self._red_in[column] = sum(card.is_red(column) for card in self.cards) / self.number
        return found

    def below(self, number: int) -> float:
        """The chance of a Random Number below this one, whatever its colour."""
        found = self._below.get(number)
        if found is None:
            found = self._below[number] = sum(card.number < number for card in self.cards) / self.number
        return found

    def margins(self, lead: int) -> tuple[float, float]:
        """The chances that a total is higher by a lead before the draws, and that both are equal."""
        found = self._margins.get(lead)
        if found is None:
            at_least = self.at_least
            chance = [(number, at_least(number) - at_least(number + 1)) for number in range(-6, 7)]
            win = sum(p * (1 - at_least(lead + number)) for number, p in chance)
            both = sum(p * (at_least(lead + number) - at_least(lead + number + 1)) for number, p in chance)
            found = self._margins[lead] = win, both
        return found

    def numbered(self, numbers: Sequence[int]) -> float:
        """The chance of one of these Random Numbers, whatever its colour."""
        return sum(self._numbers[number] for number in numbers if number < MOST)

    def fires(self, nation: str, firepower: int, hand: int) -> list[tuple[int, float]]:
        """The best Fire card that an unknown hand has for this firepower: strengths with their chances.

        The chance that none of so many cards is as strong as this, taken off that none is stronger.
        """
        found = self._fires.get((nation, firepower, hand))
        if found is None:
            usable: dict[int, int] = {}
            for needs, value in self._fire_cards(nation):
                if needs <= firepower:
                    usable[value] = usable.get(value, 0) + 1
            found, better, none_better = [], 0, 1.0
            for strength in sorted(usable, reverse=True):
                better += usable[strength]
                none = (1 - better / self.number) ** hand
                found.append((strength, none_better - none))
                none_better = none
            self._fires[nation, firepower, hand] = found
        return found

    def _fire_cards(self, nation: str) -> list[tuple[int, int]]:
        """What the unseen Fire cards of a nation need, and their strength."""
        found = self._nations.get(nation)
        if found is None:
            uses = [use for card in self.cards if (use := card.use(nation, FIRE)) is not None]
            found = self._nations[nation] = [(use.needs, use.value) for use in uses]
        return found


def draws_for(g: UfPlay, side: str) -> Draws:
    return Draws(possible_draws(g, side))
