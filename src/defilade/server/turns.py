"""Whose turn it is at something that all share: people take turns, and so do the games of one person.

So who has many games waits for himself, not others for him.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Iterable
from typing import Generic, TypeVar

T = TypeVar("T")


class Turns(Generic[T]):
    """Things that one at a time may use, and who waits for them."""

    def __init__(self, things: Iterable[T]) -> None:
        self._free = deque(things)
        self._waiting: OrderedDict[str, OrderedDict[str, deque[asyncio.Future[T]]]] = OrderedDict()

    def __len__(self) -> int:
        """How many wait."""
        return sum(len(queue) for games in self._waiting.values() for queue in games.values())

    async def take(self, person: str, game: str) -> T:
        """One of the things, as soon as it is this person's turn and this game's."""
        if self._free and not self._waiting:
            return self._free.popleft()
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(person, OrderedDict()).setdefault(game, deque()).append(future)
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self.give(future.result())
            raise

    def give(self, thing: T) -> None:
        """Give it back: whoever is next has it."""
        while self._waiting:
            future = self._next()
            if not future.done():
                future.set_result(thing)
                return
        self._free.append(thing)

    def _next(self) -> asyncio.Future[T]:
        """Who is next; the person and the game go to the end of their queues."""
        person, games = next(iter(self._waiting.items()))
        game, queue = next(iter(games.items()))
        future = queue.popleft()
        games.move_to_end(game)
        if not queue:
            del games[game]
        self._waiting.move_to_end(person)
        if not games:
            del self._waiting[person]
        return future
