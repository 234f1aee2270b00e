"""The unchanging parts of games, shared by all that are played by the same card."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar
from weakref import WeakValueDictionary

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class Tables(dict[K, T]):
    """Tables by what they are made of. Games bring scenarios along without end, so only so many are kept; one that a
    game still holds on to is found again however many have come since.

    >>> class Table: ...
    >>> tables, held = Tables[str, Table](1), Table()
    >>> tables.found("a", lambda: held) is held and tables.found("b", Table) is not held
    True
    >>> list(tables), tables.found("a", Table) is held
    (['b'], True)
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most
        self._held: WeakValueDictionary[K, T] = WeakValueDictionary()

    def found(self, key: K, make: Callable[[], T]) -> T:
        """The table of a key, made if nobody has it."""
        table = self.get(key)
        if table is None:
            table = self._held.get(key)
            if table is None:
                table = make()
            while len(self) >= self._most:
                self.pop(next(iter(self)))
            self[key] = self._held[key] = table
        return table
