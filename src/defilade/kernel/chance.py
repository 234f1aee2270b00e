"""Where outcomes come from: a script, a sampler, or a committed seed. Chance is never inside the state."""

from __future__ import annotations

import hashlib
import hmac
import itertools
import random
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Protocol

from defilade.kernel.moments import Chance, Outcome
from defilade.kernel.names import Side


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
        return _drawn(chance, _stream(self._key, str(step).encode()))


BY_STEP, BY_HISTORY = 1, 2
"""How outcomes follow from a seed: from the number of the step alone, as `Committed` does and a game of one person may,
or from all that was done before, as `Chained` does."""

NOTHING_YET = bytes(32)
"""The history of a game in which nothing has been done."""


class Chained:
    """Outcomes from a secret seed, from what every player has added to it, and from all that was done before.

    The seed is committed to before anybody adds his salt, and every salt is pledged, by its hash, before any is shown:
    so nobody, not even who keeps the seed, can choose what comes out. And as an outcome depends on the steps before it,
    and on how often something was taken back by agreement, nobody who goes back knows what will come.

    >>> a_throw = Chance("a DR", dice=2)
    >>> dice = Chained("00" * 32, {"red": "11" * 32})
    >>> dice.draw(a_throw, NOTHING_YET, 0) == Chained("00" * 32, {"red": "11" * 32}).draw(a_throw, NOTHING_YET, 0)
    True
    >>> dice.draw(a_throw, NOTHING_YET, 0) == dice.draw(a_throw, NOTHING_YET, 1)
    False
    """

    def __init__(self, seed: str, salts: Mapping[str, str]) -> None:
        self.seed = seed
        added = "".join(f"{side}:{salt}\n" for side, salt in sorted(salts.items()))
        self._key = hmac.digest(bytes.fromhex(seed), f"defilade dice\n{added}".encode(), "sha256")

    def draw(self, chance: Chance, history: bytes, undone: int) -> Outcome:
        return _drawn(chance, _stream(self._key, b"%s:%d" % (history.hex().encode(), undone)))


def history_after(history: bytes, side: Side, step: str, undone: int) -> bytes:
    """The history with one more step, as it is told in short; `undone` is how often the players had agreed to go
    back."""
    return hashlib.sha256(history + f"{undone}|{side}|{step}".encode()).digest()


def _drawn(chance: Chance, stream: Iterable[int]) -> Outcome:
    if chance.pool:
        return Outcome(drawn=chance.pool[_below(stream, len(chance.pool))])
    return Outcome(tuple(_below(stream, chance.faces) + 1 for _ in range(chance.dice)))


def _stream(key: bytes, what: bytes) -> Iterator[int]:
    for block in itertools.count():
        yield from hmac.digest(key, b"%s:%d" % (what, block), "sha256")


def commitment_of(seed: str) -> str:
    """The published hash of a seed, or of what a player adds to it."""
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
