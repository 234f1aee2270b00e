"""The same luck for lines that go different ways.

Lines that are compared differ by luck as much as by what was done, unless luck is the same as far as it can be: the
same man draws the same card in both of them, and the same cards come into the hand at the end of the turn, however
many were drawn in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

from defilade.kernel import Chance, Outcome

WHOLE = 1 << 64


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
        self._places: dict[str, int] = {}

    def draw(self, chance: Chance, step: int) -> Outcome:
        asked = step, chance.side, chance.asks, chance.about
        number = self._asked.get(asked, 0)
        self._asked[asked] = number + 1
        if chance.pool:
            return Outcome(drawn=self._drawn(chance.pool, self._share((*asked, number))))
        faces = chance.faces
        return Outcome(tuple([int(self._share((*asked, number, die)) * faces) + 1 for die in range(chance.dice)]))

    def _share(self, asked: tuple[object, ...]) -> float:
        digest = blake2b(repr(asked).encode(), digest_size=8, key=self._key).digest()
        return int.from_bytes(digest, "big") / WHOLE

    def _drawn(self, pool: tuple[str, ...], share: float) -> str:
        """The card at a place of the pile as it was at first, or the next one that is still there."""
        places = self._places
        if len(pool) > len(self._order) or pool[-1] not in places or pool[0] not in places:
            self._order = pool
            places = self._places = {card: place for place, card in enumerate(pool)}
        order, left = self._order, set(pool)
        place = int(share * len(order))
        for _ in order:
            card = order[place]
            if card in left:
                return card
            place = place + 1 if place + 1 < len(order) else 0
        self._order = ()
        return pool[int(share * len(pool))]
