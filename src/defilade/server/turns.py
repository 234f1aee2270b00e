"""Whose turn it is at something that all share: addresses take turns, so do the people of one address, and the games of
one person.

So who has many games, or many names, waits for himself, not others for him.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Iterable
from typing import Generic, TypeVar

T = TypeVar("T")


class Line(Generic[T]):
    """Who waits: those who wait for the same game in the order in which they came, all others turn by turn."""

    def __init__(self) -> None:
        self._first: deque[asyncio.Future[T]] = deque()
        self._lines: OrderedDict[str, Line[T]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._first) + sum(map(len, self._lines.values()))

    def __bool__(self) -> bool:
        return bool(self._first or self._lines)

    def wait(self, path: tuple[str, ...], future: asyncio.Future[T]) -> None:
        if not path:
            self._first.append(future)
            return
        key, *rest = path
        line = self._lines.get(key)
        if line is None:
            line = self._lines[key] = Line()
        line.wait(tuple(rest), future)

    def next(self) -> asyncio.Future[T]:
        """Who is next; the lines that he stands in go to the end."""
        if self._first:
            return self._first.popleft()
        key, line = next(iter(self._lines.items()))
        future = line.next()
        self._lines.move_to_end(key)
        if not line:
            del self._lines[key]
        return future


class Turns(Generic[T]):
    """Things that one at a time may use, and who waits for them."""

    def __init__(self, things: Iterable[T]) -> None:
        self._free = deque(things)
        self._waiting: Line[T] = Line()

    def __len__(self) -> int:
        """How many wait."""
        return len(self._waiting)

    async def take(self, *path: str) -> T:
        """One of the things, as soon as it is the turn of this address, person and game: `path` names them, the widest
        first."""
        if self._free and not self._waiting:
            return self._free.popleft()
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.wait(path, future)
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self.give(future.result())
            raise

    def give(self, thing: T) -> None:
        """Give it back: whoever is next has it."""
        while self._waiting:
            future = self._waiting.next()
            if not future.done():
                future.set_result(thing)
                return
        self._free.append(thing)
