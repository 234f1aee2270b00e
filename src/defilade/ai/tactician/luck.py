"""The same luck for lines that go different ways.

Lines that are compared differ by luck as much as by what was done, unless luck is the same as far as it can be: the
same man draws the same card in both of them, and the same cards come into the hand at the end of the turn, however
many were drawn in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

from defilade.kernel import Chance, Outcome

WHOLE = 1 << 48
"""As many parts as a float can tell apart: a share is always below 1."""


class SameLuck:
    """Draws that depend on what is asked, how often it was asked before, and when; not on what happened besides.

    >>> pile = ("a", "b", "c", "d", "e")
    >>> one, other = SameLuck(7), SameLuck(7)
    >>> first = one.draw(Chance("for Fox", pool=pile), 0)
    >>> _ = other.draw(Chance("for Burke", pool=pile), 0)
    >>> other.draw(Chance("for Fox", pool=pile), 0) == first
    True
    """

    def __init__(self, seed: int) -> None:
        self._key = seed.to_bytes(8, "big")
        self._asked: dict[tuple[object, ...], int] = {}
        self._order: Sequence[str] = ()
        self._known: set[str] = set()

    def draw(self, chance: Chance, step: int) -> Outcome:
        asked = step, chance.side, chance.asks, chance.about
        number = self._asked.get(asked, 0)
        self._asked[asked] = number + 1
        if chance.pool:
            return Outcome(drawn=self._drawn(chance.pool, self._share((*asked, number))))
        faces = chance.faces
        return Outcome(
            tuple([int(self._share((*asked, number, die)) * faces) + 1 for die in range(chance.dice)])
        )

    def _share(self, asked: tuple[object, ...]) -> float:
        digest = blake2b(repr(asked).encode(), digest_size=6, key=self._key).digest()
        return int.from_bytes(digest, "big") / WHOLE

    def _drawn(self, pool: tuple[str, ...], share: float) -> str:
        """The card at a place of the pile as it was at first, or the next one that is still there."""
        left = set(pool)
        if not self._known >= left:  # at first, and when the pile was made anew
            self._order, self._known = pool, left
        order = self._order
        place = int(share * len(order))
        while order[place] not in left:
            place = (place + 1) % len(order)
        return order[place]
