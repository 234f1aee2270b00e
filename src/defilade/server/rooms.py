"""Rooms: the games that a worker has in memory, and who is connected to them."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any, Protocol
from weakref import WeakValueDictionary

import msgspec

from defilade.server import views
from defilade.server.game import HUMAN, Game
from defilade.server.protocol import Seats, ServerMessage, Update
from defilade.server.reckoning_protocol import Reckoning
from defilade.server.store import SeatRow
from defilade.server.table_clock import TableClock

PRESENCE_SECONDS = 60.0
"""How long another worker's word about who is there holds."""

ENCODER = msgspec.json.Encoder()


class Connection(Protocol):
    """Somebody at the table. `holds` are the sides it plays, `side` whose eyes it looks with,
    `account` by which it is known, if any."""

    holds: tuple[str, ...]
    side: str
    account: str

    def send(self, message: bytes) -> None:
        """Queue a message; never waits."""

    def end(self) -> None:
        """Close it: who holds it has signed out."""


class Room:
    """A game, the lock that orders its changes, and who is connected to it here."""

    def __init__(self, game: Game, clock: TableClock) -> None:
        self.game, self.clock = game, clock
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.thinking: asyncio.Task[None] | None = None
        self.chatted = 0
        self.used = time.monotonic()
        """When somebody last came for it."""
        self.account: Reckoning | None = None
        """Of a game that is over, once somebody has asked for it."""
        self.elsewhere: dict[str, tuple[float, tuple[str, ...], int]] = {}
        """Worker -> when it told, the sides connected there, how many watch there."""

    @property
    def idle(self) -> bool:
        return not self.connections and self.thinking is None and not self.lock.locked()

    @property
    def counts(self) -> bool:
        """Whether people play or watch here."""
        return bool(self.connections or self.game.humans)

    # -- who is there --------------------------------------------------------------------------------------

    def sides_here(self) -> tuple[str, ...]:
        return tuple(sorted({side for one in self.connections for side in one.holds}))

    def watching_here(self) -> int:
        return sum(1 for one in self.connections if not one.holds)

    def sides_connected(self) -> set[str]:
        return set(self.sides_here()).union(*(sides for _, sides, _ in self._fresh()))

    def _fresh(self) -> Iterator[tuple[float, tuple[str, ...], int]]:
        limit = time.monotonic() - PRESENCE_SECONDS
        return (told for told in self.elsewhere.values() if told[0] > limit)

    def seats_message(self) -> Seats:
        watching = self.watching_here() + sum(count for _, _, count in self._fresh())
        return Seats(views.seats_of(self.game, self.sides_connected()), watching)

    def reseat(self, seats: Iterable[SeatRow]) -> list[Connection]:
        """Who plays which side has changed. Gives the connections that have lost one."""
        self.game.sit(seats)
        lost = []
        for one in self.connections:
            holds = tuple(side for side in one.holds if self.game.seats[side].kind == HUMAN)
            if holds != one.holds:
                one.holds = holds
                lost.append(one)
        return lost

    # -- telling -------------------------------------------------------------------------------------------

    def tell(self, message: ServerMessage) -> None:
        """Send everybody the same thing, which therefore holds nothing that not everybody may know."""
        encoded = ENCODER.encode(message)
        for one in self.connections:
            one.send(encoded)

    def tell_update(self, events: views.Moments) -> None:
        """Send each the game as it may see it. Those who look with the same eyes get the same bytes."""
        every = list(events)
        made: dict[tuple[str, str], bytes] = {}
        for one in self.connections:
            side = one.side = views.perspective(self.game, one.holds, one.side)
            curtain = views.curtain_of(self.game, one.holds, side)
            message = made.get((side, curtain))
            if message is None:
                message = made[side, curtain] = ENCODER.encode(self.update(side, curtain, every))
            one.send(message)

    def update(self, side: str, curtain: str, events: views.Moments) -> Update:
        game = self.game
        view = views.view_of(game, side)
        update = Update(
            step=game.step,
            moment=game.moment,
            side=side,
            scene=game.presenter.scene(view.state, side),
            prompt=views.prompt_for(game, view),
            events=views.events_for(game, side, events),
            offers=views.offers_of(game),
            clocks=views.clocks_of(game, self.clock.now()),
            result=game.shown_result,
            seed=game.seed_shown,
            curtain=curtain,
        )
        return game.citations.shown(update)


class Full(Exception):
    """There is no room for another game in memory: people sit in all of them."""


class Rooms:
    """The rooms of a worker.

    So many are kept; those that nobody has used for longest are given up for others, or after a while. A room that
    somebody has entered is never given up: as long as anybody has hold of it, whoever asks for the game gets the same
    room.  Games that computers play among themselves are no reason to turn people away, so they do not count.
    """

    def __init__(self, most: int, load: Callable[[str], Awaitable[Room]]) -> None:
        self._most, self._load = most, load
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._known: WeakValueDictionary[str, Room] = WeakValueDictionary()
        """All rooms that are in use anywhere, also those that are not kept any more."""
        self._loading: dict[str, asyncio.Future[Room]] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    def __iter__(self) -> Iterator[Room]:
        return iter(list(self._known.values()))

    def get(self, game: str) -> Room | None:
        """The room if it is in memory."""
        return self._known.get(game)

    async def enter(self, game: str, *, counts: bool = True) -> Room:
        """The room of a game, loaded once however many ask for it. Raises `Full` where there is no place for it."""
        room = self._known.get(game)
        if room is not None:
            if game not in self._rooms and room.idle and counts:
                self.make_place()
            self.keep(room)
            return room
        loading = self._loading.get(game)
        if loading is None:
            if counts:
                self.make_place()
            loading = self._loading[game] = asyncio.ensure_future(self._load(game))
            loading.add_done_callback(lambda done: self._loaded(game, done))
        return await asyncio.shield(loading)

    def make_place(self) -> None:
        """See to it that one more game can be loaded. Raises `Full` where people sit in all rooms."""
        counting = [(game, room) for game, room in self._rooms.items() if room.counts]
        too_many = len(counting) + len(self._loading) + 1 - self._most
        if too_many <= 0:
            return
        idle = [game for game, room in counting if room.idle]
        for game in idle[:too_many]:
            del self._rooms[game]
        if len(idle) < too_many:
            raise Full("all tables of this server are taken; try again in a while")

    def keep(self, room: Room) -> None:
        """Somebody has come for a room."""
        room.used = time.monotonic()
        self._rooms[room.game.id] = room
        self._rooms.move_to_end(room.game.id)

    def _loaded(self, game: str, done: asyncio.Future[Room]) -> None:
        del self._loading[game]
        if not done.cancelled() and done.exception() is None:
            self._known[game] = done.result()
            self.keep(done.result())

    def in_use(self) -> list[str]:
        """The games that are kept in memory or that somebody has hold of."""
        return list({*self._rooms, *(game for game, room in self._known.items() if not room.idle)})

    def give_up_idle(self, seconds: float) -> None:
        """Give up what nobody has used for so long; games that are over, or that only computers play, at once."""
        limit = time.monotonic() - seconds
        for game, room in list(self._rooms.items()):
            if room.idle and (room.used < limit or room.game.result is not None or not room.counts):
                del self._rooms[game]


def encode(message: Any) -> bytes:
    return ENCODER.encode(message)
