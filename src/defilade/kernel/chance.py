"""Where outcomes come from: a script, a sampler, or a committed seed. Chance is never inside the state."""

from __future__ import annotations

import hashlib
import hmac
import itertools
import random
import secrets
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Protocol

from defilade.kernel.moments import Chance, Outcome


class ChanceSource(Protocol):
    def draw(self, chance: Chance, step: int) -> Outcome:
        """The outcome of the chance that stands at step number `step` of the game."""


class ScriptRunOut(Exception):
    """A scripted game asked for more dice than its script holds, or for others."""


class Scripted:
    """Outcomes in a fixed order, for tests and cases."""

    def __init__(self, outcomes: Iterable[Outcome]) -> None:
        self._left = list(outcomes)
        self._left.reverse()

    def draw(self, chance: Chance, step: int) -> Outcome:
        if not self._left:
            raise ScriptRunOut(f"no scripted outcome left for: {chance.asks}")
        outcome = self._left.pop()
        if not chance.admits(outcome):
            raise ScriptRunOut(f"scripted outcome {outcome} does not fit: {chance.asks}")
        return outcome

    @property
    def left(self) -> int:
        return len(self._left)


class Sampled:
    """Outcomes from a pseudo-random generator, for simulations."""

    def __init__(self, rng: random.Random) -> None:
        self._random = rng.random

    def draw(self, chance: Chance, step: int) -> Outcome:
        rand = self._random
        if chance.pool:
            return Outcome(drawn=chance.pool[int(rand() * len(chance.pool))])
        faces = chance.faces
        return Outcome(tuple([int(rand() * faces) + 1 for _ in range(chance.dice)]))


class Committed:
    """Outcomes fixed beforehand by a secret seed, whose hash is published at the start of the game.

    Each outcome depends on the seed and the number of the step only, so nobody can steer it, and whoever is
    shown the seed at the end can check every throw.

    >>> dice = Committed("00" * 32)
    >>> dice.draw(Chance("a DR", dice=2), 7) == Committed("00" * 32).draw(Chance("a DR", dice=2), 7)
    True
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._key = bytes.fromhex(seed)

    @classmethod
    def fresh(cls) -> Committed:
        return cls(secrets.token_hex(32))

    @property
    def commitment(self) -> str:
        return commitment_of(self.seed)

    def draw(self, chance: Chance, step: int) -> Outcome:
        stream = self._bytes(step)
        if chance.pool:
            return Outcome(drawn=chance.pool[_below(stream, len(chance.pool))])
        return Outcome(tuple(_below(stream, chance.faces) + 1 for _ in range(chance.dice)))

    def _bytes(self, step: int) -> Iterable[int]:
        for block in itertools.count():
            yield from hmac.digest(self._key, f"{step}:{block}".encode(), "sha256")


def commitment_of(seed: str) -> str:
    """The published hash of a seed."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def _below(stream: Iterable[int], limit: int) -> int:
    """A number below `limit`, all equally likely: numbers in the last, incomplete run are thrown away."""
    source = iter(stream)
    ceiling = 65536 - 65536 % limit
    while True:
        number = next(source) * 256 + next(source)
        if number < ceiling:
            return number % limit


@cache
def dice_sums(dice: int, faces: int = 6) -> tuple[tuple[int, int], ...]:
    """Each sum of `dice` dice with the number of ways to throw it.

    >>> dict(dice_sums(2))[7]
    6
    """
    ways = Counter(sum(throw) for throw in itertools.product(range(1, faces + 1), repeat=dice))
    return tuple(sorted(ways.items()))


@cache
def all_throws(dice: int, faces: int = 6) -> tuple[tuple[int, ...], ...]:
    """Every throw of `dice` dice, each equally likely."""
    return tuple(itertools.product(range(1, faces + 1), repeat=dice))
