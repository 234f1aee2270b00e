"""The store: games and who plays them, in SQLite or PostgreSQL, through one code path.

A game is its journal. Rows are added by whoever names the last row it knows; who comes second finds that the
game has moved on.  So several workers share a store without locks, and what has been acknowledged has been
written. Steps of different games that arrive together are written together: one commit serves them all.
"""

from __future__ import annotations

import asyncio
import queue
import secrets
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple, TypeVar

import msgspec
from alembic import command
from alembic.config import Config
from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    bindparam,
    create_engine,
    event,
    func,
    insert,
    select,
    text,
    true,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from defilade.kernel.chance import commitment_of
from defilade.server import logs, models, names
from defilade.server.metrics import Metrics
from defilade.server.seals import CannotOpen, Seals
from defilade.server.table_clock import Break

T = TypeVar("T")

BATCH = 256
THREADS = 4
MIGRATION_LOCK = 0x0DEF11ADE
CHANNEL = "defilade"
WRITES = {"defilade_writes": True}
CLAIMED = ("seq", "moment", "waits", "headline", "last_moved", "result")
"""What a game's own row tells of the last row of its journal."""


BOOKS = {"campaign": models.campaigns, "design": models.design_rooms}
"""What games come of, by what stands before its id in a game's `made_by`."""


class Limits(NamedTuple):
    """What was last touched before these times has had its time."""

    ended: float
    abandoned: float
    unjoined: float


class StoreFailed(Exception):
    """The database did not take or give something. Nothing was acknowledged."""


class NameTaken(Exception):
    """There is an account of that name."""


class Maker(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who opens a table, and answers for what the computer does there: `person` is his account, else the address, and
    `address` a hash of where he came from."""

    person: str = ""
    address: str = ""


UNKNOWN = Maker()


class GameRow(msgspec.Struct):
    """A game as it is kept."""

    id: str
    system: str
    version: str
    scenario: str
    options: str
    arrangement: str
    created: float
    start: str
    opening: str
    seed: str
    committed: bool
    public: bool
    seq: int
    moment: int
    waits: str
    headline: str
    last_moved: float
    result: str
    made_by: str = ""
    commitment: str = ""
    dice: int = 1
    sealed: str = ""
    challenge: bool = False
    rated: int = 0
    told: int = -1
    person: str = ""
    address: str = ""


class SeatRow(msgspec.Struct):
    game: str
    side: str
    place: int
    kind: str
    level: str = ""
    name: str = ""
    token: str = ""
    invite: str = ""
    account: str = ""
    orders: str = "{}"
    taken: float = 0.0
    pledge: str = ""
    salt: str = ""


class JournalRow(msgspec.Struct):
    """One thing that changed a game. `body` is the step, or what the kind of row needs."""

    seq: int
    kind: str
    side: str
    body: str
    events: str
    digest: str
    reveals: bool
    moment: int
    waits: str
    at: float


class SnapshotRow(msgspec.Struct):
    seq: int
    moment: int
    state: bytes


class ChatRow(msgspec.Struct):
    n: int
    side: str
    name: str
    text: str
    at: float


class Addition(msgspec.Struct):
    """Rows to be added to a game's journal, after the row `after`."""

    game: str
    after: int
    rows: list[JournalRow]
    snapshots: list[SnapshotRow]
    headline: str
    result: str
    notice: str = ""
    """What other workers are told when it is written (on PostgreSQL)."""


def _row(kind: type[T], found: Any) -> T:
    """A row as a struct, whose fields are the table's columns in order."""
    return kind(*found)


class Store:
    """One database, used from one event loop."""

    def __init__(self, url: str, metrics: Metrics | None = None, seals: Seals | None = None) -> None:
        self.engine = make_engine(url)
        self.seals = seals or Seals(secrets.token_hex(32))
        self.metrics = metrics or Metrics()
        # SQLite lets one write at a time and has the others try again after a while: better to queue here.
        self._turn: AbstractContextManager[Any] = threading.Lock() if self.kind == "sqlite" else nullcontext()
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="store")
        self._pen: Connection | None = None
        """The connection that the writer's thread holds."""
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="store-writer", daemon=True)
        self._writer.start()

    @property
    def kind(self) -> str:
        return self.engine.dialect.name

    def close(self) -> None:
        """Write what is waiting and let go of the database."""
        self._queue.put(None)
        self._writer.join(timeout=30)
        self._threads.shutdown(wait=True)
        self.engine.dispose()

    def migrate(self) -> None:
        """Bring the tables up to date. Safe to call from several processes at once."""
        migrate(self.engine)

    # -- work in threads ---------------------------------------------------------------------------------

    async def _read(self, work: Callable[[Connection], T]) -> T:
        def run() -> T:
            with self.engine.connect() as connection:
                return work(connection)

        return await self._in_thread(run)

    async def _change(self, work: Callable[[Connection], T]) -> T:
        def run() -> T:
            with self._turn, self._writing() as connection, connection.begin():
                return work(connection)

        return await self._in_thread(run)

    read, change = _read, _change
    """For what is kept beside the games, in modules of its own."""

    def _writing(self) -> Connection:
        return self.engine.connect().execution_options(**WRITES)

    async def _in_thread(self, run: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, run)
        except IntegrityError:
            raise
        except SQLAlchemyError as error:
            raise StoreFailed(type(error).__name__) from error

    # -- the journal -------------------------------------------------------------------------------------

    async def add(self, addition: Addition) -> bool:
        """Write rows down; returns when they are safe. False: the game has moved on, nothing was written."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[bool] = loop.create_future()
        self._queue.put(_Waiting(addition, loop, future))
        return await future

    def _write(self) -> None:
        """The writer's thread: take all that waits, write it in one go, tell everybody."""
        stop = False
        while not stop:
            batch = [self._queue.get()]
            while len(batch) < BATCH:
                try:
                    batch.append(self._queue.get_nowait())
                except queue.Empty:
                    break
            stop = None in batch
            waiting = [one for one in batch if one is not None]
            if waiting:
                self._write_batch(waiting)
        self._drop_pen()

    def _write_batch(self, waiting: Sequence[_Waiting]) -> None:
        began = time.perf_counter()
        held, filled = self._pen is not None, False
        try:
            if self._pen is None:
                self._pen = self._writing()
            with self._turn, self._pen.begin():
                # Always in the same order, so that two workers never wait for each other's games.
                ordered = sorted(waiting, key=lambda one: one.addition.game)
                additions = [one.addition for one in ordered]
                written = _claim(self._pen, additions)
                if not written and len(additions) > 1:
                    raise _Overtaken
                if written:
                    _fill(self._pen, additions)
                filled = True
        except _Overtaken:  # somebody else was quicker with one of them: see which
            for one in waiting:
                self._write_batch([one])
            return
        except SQLAlchemyError as error:
            self._drop_pen()
            if held and not filled:  # a connection that was cut while nobody wrote: try with a new one
                self._write_batch(waiting)
            elif len(waiting) > 1:
                for one in waiting:
                    self._write_batch([one])
            else:
                logs.failure("store_write_failed", game=waiting[0].addition.game)
                waiting[0].fail(StoreFailed(type(error).__name__))
            return
        self.metrics.commit_seconds.observe(time.perf_counter() - began)
        for one in waiting:
            one.done(written)

    def _drop_pen(self) -> None:
        """Let go of the writer's connection, which may be broken."""
        pen, self._pen = self._pen, None
        if pen is not None:
            pen.invalidate()
            pen.close()

    # -- games -------------------------------------------------------------------------------------------

    async def create(self, game: GameRow, seats: Sequence[SeatRow], addition: Addition | None = None) -> None:
        """Keep a new game, with what has happened in it already."""

        kept = msgspec.structs.replace(
            game, seed="", sealed=self.seals.sealed(game.seed), commitment=commitment_of(game.seed)
        )

        def work(connection: Connection) -> None:
            connection.execute(insert(models.games), msgspec.structs.asdict(kept))
            connection.execute(insert(models.seats), [msgspec.structs.asdict(seat) for seat in seats])
            if addition is not None and _claim(connection, [addition]):
                _fill(connection, [addition])

        await self._change(work)

    async def seal_seeds(self) -> None:
        """Seal the seeds that an earlier version has written down, and see that those of now can be opened. Raises
        `CannotOpen` where they were sealed with another key."""
        games, meta, prints = models.games, models.meta, self.seals.prints

        def work(connection: Connection) -> None:
            known = connection.execute(select(meta.c.value).where(meta.c.key == "seals")).scalar()
            if known is not None and known not in prints:
                raise CannotOpen("the seeds in this database were sealed with another key")
            if known is None:
                connection.execute(insert(meta), {"key": "seals", "value": prints[0]})
            elif known != prints[0]:
                connection.execute(update(meta).where(meta.c.key == "seals").values(value=prints[0]))
                for found in connection.execute(
                    select(games.c.id, games.c.sealed).where(games.c.sealed != "")
                ):
                    renewed = self.seals.sealed(self.seals.opened(found.sealed))
                    connection.execute(update(games).where(games.c.id == found.id).values(sealed=renewed))
            for found in connection.execute(select(games.c.id, games.c.seed).where(games.c.seed != "")):
                values = {
                    "seed": "",
                    "sealed": self.seals.sealed(found.seed),
                    "commitment": commitment_of(found.seed),
                }
                connection.execute(update(games).where(games.c.id == found.id).values(values))

        for _ in range(3):
            try:
                return await self._change(work)
            except IntegrityError:  # another worker was quicker
                continue

    async def game(self, game: str) -> tuple[GameRow, list[SeatRow]] | None:
        def work(connection: Connection) -> tuple[GameRow, list[SeatRow]] | None:
            found = connection.execute(select(models.games).where(models.games.c.id == game)).first()
            if found is None:
                return None
            table = models.seats
            seats = connection.execute(select(table).where(table.c.game == game).order_by(table.c.place))
            return self._opened(_row(GameRow, found)), [_row(SeatRow, seat) for seat in seats]

        return await self._read(work)

    def _opened(self, row: GameRow) -> GameRow:
        row.seed = self.seals.opened(row.sealed) if row.sealed else row.seed
        return row

    async def seats(self, game: str) -> list[SeatRow]:
        table = models.seats

        def work(connection: Connection) -> list[SeatRow]:
            found = connection.execute(select(table).where(table.c.game == game).order_by(table.c.place))
            return [_row(SeatRow, seat) for seat in found]

        return await self._read(work)

    async def seats_of_all(self, games: Sequence[str]) -> dict[str, list[SeatRow]]:
        """Who plays in several games."""
        table = models.seats

        def work(connection: Connection) -> dict[str, list[SeatRow]]:
            found: dict[str, list[SeatRow]] = {game: [] for game in games}
            asked = select(table).where(table.c.game.in_(list(games))).order_by(table.c.place)
            for seat in connection.execute(asked):
                found[seat.game].append(_row(SeatRow, seat))
            return found

        return await self._read(work) if games else {}

    async def rows(self, game: str, after: int = 0, until: int | None = None) -> list[JournalRow]:
        """The journal after a row, in order; to its end unless a last row is named."""
        table = models.journal

        def work(connection: Connection) -> list[JournalRow]:
            asked = select(*_JOURNAL).where(table.c.game == game, table.c.seq > after).order_by(table.c.seq)
            if until is not None:
                asked = asked.where(table.c.seq <= until)
            return [JournalRow(*found) for found in connection.execute(asked)]

        return await self._read(work)

    async def outline(self, game: str) -> list[JournalRow]:
        """The whole journal without the weight of its events."""
        table = models.journal
        columns = [text("''") if column is table.c.events else column for column in _JOURNAL]

        def work(connection: Connection) -> list[JournalRow]:
            asked = select(*columns).select_from(table).where(table.c.game == game).order_by(table.c.seq)
            return [JournalRow(*found) for found in connection.execute(asked)]

        return await self._read(work)

    async def events(self, game: str, seqs: Sequence[int]) -> list[str]:
        """The events of certain rows, in the order of the journal."""
        table = models.journal
        wanted = set(seqs)
        if not wanted:
            return []

        def work(connection: Connection) -> list[str]:
            asked = select(table.c.seq, table.c.events).where(
                table.c.game == game, table.c.seq >= min(wanted), table.c.seq <= max(wanted)
            )
            return [
                events for seq, events in connection.execute(asked.order_by(table.c.seq)) if seq in wanted
            ]

        return await self._read(work)

    async def snapshots(self, game: str) -> list[tuple[int, int]]:
        """Row and moment of every state that is kept, the latest first."""
        table = models.snapshots

        def work(connection: Connection) -> list[tuple[int, int]]:
            asked = select(table.c.seq, table.c.moment).where(table.c.game == game)
            return [(seq, moment) for seq, moment in connection.execute(asked.order_by(table.c.seq.desc()))]

        return await self._read(work)

    async def snapshot(self, game: str, seq: int) -> bytes:
        table = models.snapshots

        def work(connection: Connection) -> bytes:
            asked = select(table.c.state).where(table.c.game == game, table.c.seq == seq)
            return bytes(connection.execute(asked).scalar_one())

        return await self._read(work)

    async def public_games(self, most: int, after: Place | None = None) -> list[GameRow]:
        """So many of the games that everybody may watch, the latest first, after a place in the list."""
        table = models.games

        def work(connection: Connection) -> list[GameRow]:
            asked = select(table).where(table.c.public, table.c.result == "", _after(after))
            found = connection.execute(asked.order_by(*_LATEST).limit(most))
            return [_row(GameRow, one) for one in found]

        return await self._read(work)

    async def waiting_for_computer(self) -> list[str]:
        """Running games in which the computer is to move: those that a restart must take up again."""
        games, seats = models.games, models.seats

        def work(connection: Connection) -> list[str]:
            asked = (
                select(games.c.id)
                .join(seats, (seats.c.game == games.c.id) & (seats.c.side == games.c.waits))
                .where(games.c.result == "", seats.c.kind == "computer")
            )
            return list(connection.execute(asked).scalars())

        return await self._read(work)

    async def computer_games(self, account: str) -> int:
        """How many games that only computers play an account has running."""
        games, seats = models.games, models.seats
        people = select(seats.c.game).where(seats.c.game == games.c.id, seats.c.kind != "computer").exists()

        def work(connection: Connection) -> int:
            asked = select(func.count()).select_from(games)
            running = asked.where(games.c.person == account, games.c.result == "", ~people)
            return int(connection.execute(running).scalar_one())

        return await self._read(work)

    async def open_challenges(self, account: str) -> int:
        """How many tables of somebody wait for anybody to sit down."""
        games, seats = models.games, models.seats
        free = select(seats.c.game).where(seats.c.game == games.c.id, seats.c.kind == "open").exists()

        def work(connection: Connection) -> int:
            asked = select(func.count()).select_from(games)
            waits = asked.where(games.c.made_by == account, games.c.challenge, games.c.result == "", free)
            return int(connection.execute(waits).scalar_one())

        return await self._read(work)

    async def seen(self, accounts: Collection[str], at: float) -> None:
        """People who are here."""
        table = models.accounts

        def work(connection: Connection) -> None:
            connection.execute(update(table).where(table.c.id.in_(list(accounts))).values(seen=at))

        await self._change(work)

    async def opponent_games(self, maker: Maker, since: float) -> tuple[int, int]:
        """How many running games with computer opponents somebody has opened that moved since then, and how many were
        opened from where he is."""
        games, seats = models.games, models.seats
        computer = select(seats.c.game).where(seats.c.game == games.c.id, seats.c.kind == "computer").exists()

        running = (games.c.result == "") & (games.c.last_moved > since) & computer

        def work(connection: Connection) -> tuple[int, int]:
            asked = select(func.count()).select_from(games).where(running)
            own = asked.where(games.c.person == maker.person, games.c.person != "")
            near = asked.where(games.c.address == maker.address, games.c.address != "")
            return int(connection.execute(own).scalar_one()), int(connection.execute(near).scalar_one())

        return await self._read(work)

    async def clear(self, limits: Limits, in_use: Collection[str], most: int = 200) -> int:
        """Delete what has had its time, so many games at once; gives how many there were. The game of a book goes with
        the book."""
        games, seats = models.games, models.seats
        free = select(seats.c.game).where(seats.c.game == games.c.id, seats.c.kind == "open").exists()
        over, moved = games.c.result != "", games.c.last_moved
        old = (over & (moved < limits.ended)) | (~over & (moved < limits.abandoned))
        old = old | (~over & free & (moved < limits.unjoined))
        for kind, books in BOOKS.items():
            kept = select(books.c.id).where(games.c.made_by == kind + ":" + books.c.id).exists()
            old = old & (~games.c.made_by.startswith(kind + ":") | ~kept)

        def work(connection: Connection) -> int:
            for books in BOOKS.values():
                connection.execute(books.delete().where(books.c.changed < limits.abandoned))
            asked = select(games.c.id).where(old, games.c.id.not_in(list(in_use))).limit(most)
            found = list(connection.execute(asked).scalars())
            if found:
                connection.execute(games.delete().where(games.c.id.in_(found)))
            return len(found)

        return await self._change(work)

    # -- seats -------------------------------------------------------------------------------------------

    async def games_of(
        self, tokens: Sequence[str], account: str, most: int, after: Place | None = None
    ) -> list[tuple[GameRow, list[str]]]:
        """So many of the games in which these (hashed) tokens or this account hold seats, with the sides, the latest
        first, after a place in the list."""
        games, seats = models.games, models.seats
        mine = seats.c.token.in_(list(tokens)) & (seats.c.token != "")
        if account:
            mine = mine | (seats.c.account == account)

        def work(connection: Connection) -> list[tuple[GameRow, list[str]]]:
            asked = select(games).where(games.c.id.in_(select(seats.c.game).where(mine)), _after(after))
            found = [_row(GameRow, one) for one in connection.execute(asked.order_by(*_LATEST).limit(most))]
            sides: dict[str, list[str]] = {row.id: [] for row in found}
            held = select(seats.c.game, seats.c.side, seats.c.kind).where(mine, seats.c.game.in_(list(sides)))
            for game, side, kind in connection.execute(held):
                if kind == "human":  # who has given up still finds the game
                    sides[game].append(side)
            return [(row, sides[row.id]) for row in found]

        return await self._read(work)

    async def take_seat(
        self, game: str, invite: str, token: str, name: str, account: str, pledge: str = ""
    ) -> str | None:
        """Turn an invitation into a seat; gives its side. None where the invitation is used up or wrong."""
        table = models.seats

        def work(connection: Connection) -> str | None:
            asked = select(table.c.side).where(
                table.c.game == game, table.c.invite == invite, table.c.kind == "open"
            )
            found = connection.execute(asked).first()
            if found is None or not sit(connection, game, found.side, token, name, account, pledge):
                return None
            return str(found.side)

        return await self._change(work)

    async def hand_to_computer(self, game: str, side: str, level: str) -> None:
        """The computer plays on for somebody who has given up."""
        table = models.seats

        def work(connection: Connection) -> None:
            mine = (table.c.game == game) & (table.c.side == side)
            connection.execute(update(table).where(mine).values(kind="computer", level=level, orders="{}"))

        await self._change(work)

    async def show_salt(self, game: str, side: str, pledge: str, salt: str) -> None:
        """Keep what a player has added to the dice; without a salt, that he adds nothing after all."""
        table = models.seats
        mine = (
            (table.c.game == game)
            & (table.c.side == side)
            & (table.c.pledge == pledge)
            & (table.c.salt == "")
        )

        def work(connection: Connection) -> None:
            values = {"salt": salt} if salt else {"pledge": ""}
            connection.execute(update(table).where(mine).values(values))

        await self._change(work)

    async def set_orders(self, game: str, side: str, orders: str) -> None:
        table = models.seats

        def work(connection: Connection) -> None:
            connection.execute(
                update(table).where(table.c.game == game, table.c.side == side).values(orders=orders)
            )

        await self._change(work)

    # -- chat --------------------------------------------------------------------------------------------

    async def say(self, game: str, side: str, name: str, words: str, kept: int = 500) -> ChatRow:
        """Keep a line, of which there are so many for each game."""
        table = models.chat

        def work(connection: Connection) -> ChatRow:
            last = connection.execute(
                select(table.c.n).where(table.c.game == game).order_by(table.c.n.desc()).limit(1)
            ).scalar()
            row = ChatRow((last or 0) + 1, side, name, words, time.time())
            connection.execute(insert(table), {"game": game, **msgspec.structs.asdict(row)})
            connection.execute(table.delete().where(table.c.game == game, table.c.n <= row.n - kept))
            return row

        for _ in range(5):
            try:
                return await self._change(work)
            except IntegrityError:  # two spoke at once on PostgreSQL: the second takes the next number
                continue
        raise StoreFailed("chat")

    async def chat(self, game: str, after: int = 0) -> list[ChatRow]:
        table = models.chat
        columns = [table.c[name] for name in ChatRow.__struct_fields__]

        def work(connection: Connection) -> list[ChatRow]:
            asked = select(*columns).where(table.c.game == game, table.c.n > after).order_by(table.c.n)
            return [ChatRow(*found) for found in connection.execute(asked)]

        return await self._read(work)

    # -- accounts ----------------------------------------------------------------------------------------

    async def new_account(self, account: str, name: str, password: str) -> None:
        row = {
            "id": account,
            "name": name,
            "folded": names.skeleton(name),
            "password": password,
            "created": time.time(),
        }

        def work(connection: Connection) -> None:
            connection.execute(insert(models.accounts), row)

        try:
            await self._change(work)
        except IntegrityError:
            raise NameTaken(f"the name {name!r} is taken, or looks like one that is") from None

    async def account_by_name(self, name: str) -> tuple[str, str, str] | None:
        """Id, name and password hash."""
        table = models.accounts

        def work(connection: Connection) -> tuple[str, str, str] | None:
            # Earlier accounts were told apart by case alone.
            asked = select(table.c.id, table.c.name, table.c.password).where(
                table.c.folded.in_([names.skeleton(name), name.casefold()])
            )
            found = connection.execute(asked).first()
            return None if found is None else (found.id, found.name, found.password)

        return await self._read(work)

    async def refold_names(self) -> None:
        """Earlier accounts were told apart by case alone. Have them told apart by their looks, but where two look alike
        already."""
        table, meta = models.accounts, models.meta

        def work(connection: Connection) -> None:
            if connection.execute(select(meta.c.value).where(meta.c.key == "names")).scalar() is not None:
                return
            taken: set[str] = set()
            for found in connection.execute(select(table.c.id, table.c.name).order_by(table.c.created)).all():
                look = names.skeleton(found.name)
                if look not in taken:
                    taken.add(look)
                    connection.execute(update(table).where(table.c.id == found.id).values(folded=look))
            connection.execute(insert(meta), {"key": "names", "value": "by looks"})

        try:
            await self._change(work)
        except IntegrityError:
            logs.info("names_not_folded_anew")

    async def open_session(self, token: str, account: str, expires: float) -> None:
        table = models.sessions

        def work(connection: Connection) -> None:
            connection.execute(table.delete().where(table.c.expires < time.time()))
            connection.execute(insert(table), {"token": token, "account": account, "expires": expires})

        await self._change(work)

    async def close_session(self, token: str) -> None:
        table = models.sessions

        def work(connection: Connection) -> None:
            connection.execute(table.delete().where(table.c.token == token))

        await self._change(work)

    async def session(self, token: str) -> tuple[str, str, float] | None:
        """Account id, name and expiry of a session that has not run out."""
        sessions, accounts = models.sessions, models.accounts

        def work(connection: Connection) -> tuple[str, str, float] | None:
            asked = (
                select(accounts.c.id, accounts.c.name, sessions.c.expires)
                .join(accounts, accounts.c.id == sessions.c.account)
                .where(sessions.c.token == token, sessions.c.expires > time.time())
            )
            found = connection.execute(asked).first()
            return None if found is None else (found.id, found.name, found.expires)

        return await self._read(work)

    # -- the server --------------------------------------------------------------------------------------

    async def server_key(self) -> str:
        """The server's own secret, made when it is first asked for."""
        table = models.meta

        def read(connection: Connection) -> str | None:
            found: str | None = connection.execute(select(table.c.value).where(table.c.key == "key")).scalar()
            return found

        def make(connection: Connection) -> None:
            connection.execute(insert(table), {"key": "key", "value": secrets.token_hex(32)})

        key = await self._read(read)
        if key is None:
            try:
                await self._change(make)
            except IntegrityError:
                logs.info("server_key_made_elsewhere")
            key = await self._read(read)
        assert key is not None
        return key

    async def breaks(self) -> tuple[list[Break], float | None]:
        """When no server ran, and when one last lived."""
        table = models.meta

        def work(connection: Connection) -> tuple[list[Break], float | None]:
            asked = select(table.c.key, table.c.value).where(table.c.key.in_(("breaks", "beat")))
            found = {row.key: row.value for row in connection.execute(asked)}
            breaks = msgspec.json.decode(found.get("breaks", "[]"), type=list[Break])
            return breaks, float(found["beat"]) if "beat" in found else None

        return await self._read(work)

    async def note_breaks(self, breaks: Sequence[Break]) -> None:
        await self._note("breaks", msgspec.json.encode(breaks).decode())

    async def beat(self, now: float) -> None:
        """A worker lives."""
        await self._note("beat", repr(now))

    async def _note(self, key: str, value: str) -> None:
        table = models.meta

        def work(connection: Connection) -> None:
            done = connection.execute(update(table).where(table.c.key == key).values(value=value))
            if not done.rowcount:
                connection.execute(insert(table), {"key": key, "value": value})

        for _ in range(2):
            try:
                return await self._change(work)
            except IntegrityError:  # another worker has just noted it for the first time
                continue
        raise StoreFailed("nothing can be noted")

    async def tell(self, notice: str) -> None:
        """Tell every worker something that is not written down."""
        await self._change(lambda connection: notify(connection, [notice]))

    async def check(self) -> None:
        """Write something. Raises `StoreFailed` where the database does not answer, or takes nothing."""
        await self._note("checked", repr(time.time()))


def sit(
    connection: Connection, game: str, side: str, token: str, name: str, account: str, pledge: str
) -> bool:
    """Sit down on a side that is open. False: somebody else was quicker."""
    table = models.seats
    values = {
        "kind": "human",
        "invite": "",
        "token": token,
        "name": name,
        "account": account,
        "taken": time.time(),
        "pledge": pledge,
    }
    mine = (table.c.game == game) & (table.c.side == side) & (table.c.kind == "open")
    return connection.execute(update(table).where(mine).values(values)).rowcount == 1


class _Waiting:
    """An addition and who waits for it."""

    __slots__ = ("_future", "_loop", "addition")

    def __init__(
        self, addition: Addition, loop: asyncio.AbstractEventLoop, future: asyncio.Future[bool]
    ) -> None:
        self.addition, self._loop, self._future = addition, loop, future

    def done(self, written: bool) -> None:
        self._loop.call_soon_threadsafe(self._settle, written, None)

    def fail(self, error: Exception) -> None:
        self._loop.call_soon_threadsafe(self._settle, False, error)

    def _settle(self, written: bool, error: Exception | None) -> None:
        if self._future.done():
            return
        if error is not None:
            self._future.set_exception(error)
        else:
            self._future.set_result(written)


Place = tuple[float, str]
"""In a list of games: when one last moved, and its id."""
_LATEST = (models.games.c.last_moved.desc(), models.games.c.id.desc())


def _after(place: Place | None) -> ColumnElement[bool]:
    if place is None:
        return true()
    games, (moved, game) = models.games, place
    return (games.c.last_moved < moved) | ((games.c.last_moved == moved) & (games.c.id < game))


_JOURNAL = [models.journal.c[name] for name in JournalRow.__struct_fields__]


def _journal(game: str, row: JournalRow) -> dict[str, Any]:
    return {"game": game, **msgspec.structs.asdict(row)}


class _Overtaken(Exception):
    """Not everything that was to be written together can be."""


def _claim(connection: Connection, additions: Sequence[Addition]) -> bool:
    """Claim the next rows of games, of all or none. The claim fails where somebody else was quicker."""
    return connection.execute(_CLAIM, [_claim_of(one) for one in additions]).rowcount == len(additions)


_CLAIM = (
    update(models.games)
    .where(models.games.c.id == bindparam("claimed"), models.games.c.seq == bindparam("after"))
    .values({name: bindparam(f"to_{name}") for name in CLAIMED})
)


def _claim_of(addition: Addition) -> dict[str, Any]:
    last = addition.rows[-1]
    return {
        "claimed": addition.game,
        "after": addition.after,
        "to_seq": last.seq,
        "to_moment": last.moment,
        "to_waits": last.waits,
        "to_headline": addition.headline,
        "to_last_moved": last.at,
        "to_result": addition.result,
    }


def _fill(connection: Connection, additions: Sequence[Addition]) -> None:
    """Write rows that have been claimed, those of all games at once."""
    rows = [_journal(one.game, row) for one in additions for row in one.rows]
    snapshots: list[Mapping[str, Any]] = [
        {"game": one.game, **msgspec.structs.asdict(kept)} for one in additions for kept in one.snapshots
    ]
    if rows:
        connection.execute(insert(models.journal), rows)
    if snapshots:
        connection.execute(insert(models.snapshots), snapshots)
    notices = [one.notice for one in additions if one.notice]
    if notices and connection.dialect.name == "postgresql":
        notify(connection, notices)


def notify(connection: Connection, notices: list[str]) -> None:
    """Tell every worker that listens, when the transaction is through."""
    every = text("SELECT pg_notify(:channel, notice) FROM unnest(CAST(:notices AS text[])) AS notice")
    connection.execute(every, {"channel": CHANNEL, "notices": notices})


# -- engines and migrations --------------------------------------------------------------------------------


def make_engine(url: str) -> Engine:
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        engine = create_engine(parsed, connect_args={"timeout": 30, "check_same_thread": False})
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    return create_engine(parsed, pool_size=THREADS + 2, pool_pre_ping=True)


def _prepare_sqlite(connection: Any, record: Any) -> None:
    connection.isolation_level = None  # SQLAlchemy begins transactions, see below
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    """Who is going to write says so at once: a reader that turns writer half-way may find itself locked
    out."""
    writes = connection.get_execution_options().get("defilade_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def check_seals(engine: Engine, seals: Seals) -> None:
    """Raises `CannotOpen` where the seeds in a database were sealed with another key."""
    with engine.connect() as connection:
        table = models.meta
        known = connection.execute(select(table.c.value).where(table.c.key == "seals")).scalar()
    if known is not None and known not in seals.prints:
        raise CannotOpen("the seeds in this database were sealed with another key")


def migrate(engine: Engine) -> None:
    """Bring the tables up to date, one process at a time."""
    config = Config()
    config.set_main_option("script_location", "defilade.server:migrations")
    with engine.connect().execution_options(**WRITES) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
