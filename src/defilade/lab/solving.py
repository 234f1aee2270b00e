"""Positions so small that they can be solved: every decision of both sides, with every throw of the dice.

The value of such a position is the chance to win of a side that plays it as well as it can be played against an
enemy who does the same, each knowing all there is to know but the dice.  It is what no level can exceed who does not
know what the dice will show, and how near a level comes to it is told without chance: at each of its decisions it is
asked what it does, and everything else is looked at in full.

States that are alike are looked at once.  Where a side may take back what it has just begun, going round is left
out: it brings nobody anything.

That a player does not know the dice is found out by fixing them before the game begins, in every way in which they can
fall (`over_all_luck`): he must then win as often as he does where they are thrown after he has decided.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from defilade.ai import Player
from defilade.ai.random_player import RandomPlayer
from defilade.kernel import Action, Chance, Choice, Outcome, Over, Position, make_view
from defilade.kernel.chance import all_throws

MOST_STATES = 400_000
"""A position with more is not a tiny one."""


class CannotBeSolved(Exception):
    """A position that is too large, or in which the game goes round through chance or through both sides."""


Reply = Callable[[Position[Any], Choice], Action | None]
"""What somebody does whose decisions are not looked at in full; nothing where he does anything: in each state it is
another option, but always the same one."""

Ended = Callable[[Position[Any]], float | None]
"""What the side has where it is over before the game is: 1 for what it was after, else 0; nothing where it goes on."""


def goes_on(position: Position[Any]) -> float | None:
    """Nothing is over before the game is."""
    return None


class Solver:
    """The chance of a side to win, from any state of a tiny position.

    A side with a `reply` does what that says, every other what is best for it."""

    def __init__(
        self,
        side: str,
        replies: dict[str, Reply] | None = None,
        most: int = MOST_STATES,
        ended: Ended = goes_on,
    ) -> None:
        self.side = side
        self.ended = ended
        self.replies = replies or {}
        self.most = most
        self.known: dict[bytes, float] = {}
        self._open: dict[bytes, int] = {}
        self._owners: list[str] = []

    @property
    def states(self) -> int:
        return len(self.known)

    def value(self, position: Position[Any]) -> float:
        """The chance to win from here. Raises `CannotBeSolved`."""
        found, _ = self._value(position)
        assert found is not None
        return found

    def best(self, position: Position[Any], choice: Choice) -> Action:
        """What the side that chooses does best; the first of several. It leads on: what only comes back here is not
        done."""
        key = position.system.encode(position.state)
        self._open[key] = len(self._owners)
        self._owners.append(choice.side)
        try:
            found = [(self._value(position.apply(option)[0])[0], option) for option in choice.options]
        finally:
            self._owners.pop()
            del self._open[key]
        sign = 1 if self._with_us(position, choice.side) else -1
        values = [(sign * value, option) for value, option in found if value is not None]
        return max(values, key=lambda one: one[0])[1]

    def _with_us(self, position: Position[Any], side: str) -> bool:
        system = position.system
        return system.team(position.state, side) == system.team(position.state, self.side)

    def _value(self, position: Position[Any]) -> tuple[float | None, int]:
        """The value, none where there is nothing but to go round, and the first state on the way here on which it
        hangs."""
        moment = position.pending
        depth = len(self._owners)
        ended = self.ended(position)
        if ended is not None:
            return ended, depth
        if isinstance(moment, Over):
            return self._won(position, moment), depth
        key = position.system.encode(position.state)
        if key in self._open:
            return None, self._round(self._open[key])
        if key in self.known:
            return self.known[key], depth
        if len(self.known) + depth >= self.most:
            raise CannotBeSolved(f"there are more than {self.most} states")
        reply = self.replies.get(moment.side) if isinstance(moment, Choice) else None
        answer = reply(position, moment) if reply is not None and isinstance(moment, Choice) else None
        value: float | None
        self._open[key] = depth
        self._owners.append(moment.side if isinstance(moment, Choice) else "")
        try:
            if isinstance(moment, Chance):
                value, hangs_on = self._mean(position, moment, key)
            elif reply is not None:
                value, hangs_on = self._done(position, moment, answer)
            else:
                value, hangs_on = self._chosen(position, moment)
        finally:
            self._owners.pop()
            del self._open[key]
        if value is not None and hangs_on >= depth:
            self.known[key] = value
        return value, hangs_on

    def _round(self, begin: int) -> int:
        """Only what a side does all by itself may be taken back."""
        owners = set(self._owners[begin:])
        if len(owners) > 1 or "" in owners:
            raise CannotBeSolved("the game goes round")
        return begin

    def _won(self, position: Position[Any], over: Over) -> float:
        if not over.winner:
            return 0.5
        return float(self._with_us(position, over.winner))

    def _mean(self, position: Position[Any], chance: Chance, key: bytes) -> tuple[float, int]:
        """The mean over all that can come up; what is thrown again, as where the highest counts and two are alike,
        is as if it had not been thrown."""
        total, all_ways = 0.0, 0
        hangs_on = len(self._owners)
        for outcome, ways in outcomes_of(chance):
            after = position.apply(outcome)[0]
            if position.system.encode(after.state) == key:
                continue
            value, begin = self._value(after)
            assert value is not None
            total += ways * value
            all_ways += ways
            hangs_on = min(hangs_on, begin)
        return total / all_ways, hangs_on

    def _done(
        self, position: Position[Any], choice: Choice, answer: Action | None
    ) -> tuple[float | None, int]:
        """What somebody does; anything where that is what he does, or where he would go round."""
        options = [option for option in choice.options if option != answer]
        random.Random(position.digest()).shuffle(options)
        hangs_on = len(self._owners)
        for option in options if answer is None else [answer, *options]:
            value, begin = self._value(position.apply(option)[0])
            hangs_on = min(hangs_on, begin)
            if value is not None:
                return value, hangs_on
        return None, hangs_on

    def _chosen(self, position: Position[Any], choice: Choice) -> tuple[float | None, int]:
        """What comes of the best option."""
        values: list[float] = []
        hangs_on = len(self._owners)
        ours = self._with_us(position, choice.side)
        best_there_is = float(ours)
        for option in choice.options:
            value, begin = self._value(position.apply(option)[0])
            hangs_on = min(hangs_on, begin)
            if value is not None:
                values.append(value)
                if value == best_there_is:
                    break
        if not values:
            return None, hangs_on
        return (max if ours else min)(values), hangs_on


def outcomes_of(chance: Chance) -> list[tuple[Outcome, int]]:
    """All that can come up, with the number of ways in which it does."""
    if chance.pool:
        return [(Outcome(drawn=one), ways) for one, ways in Counter(chance.pool).items()]
    return [(Outcome(dice), 1) for dice in all_throws(chance.dice, chance.faces)]


def asked(player: Player, side: str, seed: int = 1) -> Reply:
    """What a player does with the eyes of its side. Its generator depends on the state alone, so that it does the same
    whenever it comes there; who plays at random does anything, but never goes round."""

    def reply(position: Position[Any], choice: Choice) -> Action | None:
        if isinstance(player, RandomPlayer):
            return None
        rng = random.Random(f"{seed}/{position.digest()}")
        return player.choose(make_view(position.system, position, side, 0), position.system, rng)

    return reply


# -- dice that are fixed beforehand ------------------------------------------------------------------------


class Luck:
    """All that will come up in a game, fixed before it begins: of each throw or draw which of its outcomes."""

    def __init__(self) -> None:
        self._places: list[int] = []
        self._counts: list[tuple[int, int, int]] = []
        """Of each throw that a game has come to: how many outcomes there are, in how many ways the one that came up
        can, and in how many any."""
        self._next = 0

    def begin(self) -> None:
        """A new game with this luck."""
        self._next = 0

    def coming(self, chance: Chance) -> Outcome:
        """What would come up next."""
        outcomes = outcomes_of(chance)
        if self._next == len(self._places):
            self._places.append(0)
            self._counts.append((0, 0, 0))
        outcome, ways = outcomes[self._places[self._next]]
        self._counts[self._next] = (len(outcomes), ways, sum(way for _, way in outcomes))
        return outcome

    def draw(self, chance: Chance) -> Outcome:
        outcome = self.coming(chance)
        self._next += 1
        return outcome

    @property
    def weight(self) -> float:
        """How likely it is."""
        product = 1.0
        for _, ways, any_way in self._counts:
            product *= ways / any_way
        return product

    def turn(self) -> bool:
        """Go on to the next luck; not where this was the last one."""
        while self._places and self._places[-1] + 1 == self._counts[-1][0]:
            self._places.pop()
            self._counts.pop()
        if self._places:
            self._places[-1] += 1
        return bool(self._places)


def over_all_luck(
    position: Position[Any], replies: Callable[[Luck], dict[str, Reply]], side: str, ended: Ended = goes_on
) -> float:
    """How often a side wins over all that dice and draws can bring, each time fixed beforehand; every side must have a
    reply. It is given the luck so that somebody can be tried who looks at it."""
    luck = Luck()
    judge = Solver(side, ended=ended)
    total = 0.0
    while True:
        luck.begin()
        by = replies(luck)
        now = position.clone()
        been: set[bytes] = set()
        while ended(now) is None and not isinstance(moment := now.pending, Over):
            if isinstance(moment, Chance):
                now.advance(luck.draw(moment))
                continue
            key = now.system.encode(now.state)
            if key in been:
                raise CannotBeSolved("the game goes round")
            been.add(key)
            answer = by[moment.side](now, moment)
            if answer is None:
                raise CannotBeSolved(f"{moment.side} would do anything")
            now.advance(answer)
        total += luck.weight * judge.value(now)
        if not luck.turn():
            return total
