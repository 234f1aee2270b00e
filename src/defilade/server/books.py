"""What is kept beside the games and leads to them: the books of campaigns, and the rooms of those who design a game.

A book is one text, written anew as a whole by whoever names the version that he has read; who comes second reads again.
The tokens of its seats are those of all games that come of it.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping, Sequence

import msgspec
from sqlalchemy import Connection, Table, insert, select, update
from sqlalchemy.exc import IntegrityError

from defilade.server import tokens
from defilade.server.lobby import Account, at_table
from defilade.server.protocol import SeatGrant, TableOptions
from defilade.server.rulework import in_rules_thread
from defilade.server.service import GameService, NotYours
from defilade.server.store import Maker, SeatRow, Store
from defilade.systems import find_system

LISTED = 50
"""So many books of one player are listed, the latest first."""


class BookRow(msgspec.Struct):
    """A book as it is kept; the fields are the table's columns in order."""

    id: str
    title: str
    created: float
    changed: float
    version: int
    body: str


def new_row(key: str, title: str, body: str) -> BookRow:
    now = time.time()
    return BookRow(key, title, now, now, 1, body)


class BookStore:
    """The books of one kind in a store: a table of them, and one of their seats, whose first column names the book."""

    def __init__(self, store: Store, books: Table, seats: Table) -> None:
        self.store, self.books, self.seats = store, books, seats
        self.owner = next(iter(seats.c))

    async def create(self, row: BookRow, seats: Sequence[SeatRow]) -> None:
        sealed = self.store.seals.sealed(row.body)  # a book may hold a seed, or forces that are secret

        def work(connection: Connection) -> None:
            connection.execute(insert(self.books), {**msgspec.structs.asdict(row), "body": sealed})
            connection.execute(insert(self.seats), [self._seat_values(seat) for seat in seats])

        await self.store.change(work)

    def _seat_values(self, seat: SeatRow) -> dict[str, object]:
        values = msgspec.structs.asdict(seat)
        values[self.owner.name] = values.pop("game")
        return values

    async def find(self, key: str) -> tuple[BookRow, list[SeatRow]] | None:
        books, seats = self.books, self.seats

        def work(connection: Connection) -> tuple[BookRow, list[SeatRow]] | None:
            found = connection.execute(select(books).where(books.c.id == key)).first()
            if found is None:
                return None
            asked = select(seats).where(self.owner == key).order_by(seats.c.place)
            row = BookRow(*found)
            row.body = self.store.seals.opened(row.body)
            return row, [SeatRow(*seat) for seat in connection.execute(asked)]

        return await self.store.read(work)

    async def write(self, row: BookRow, body: str) -> bool:
        """Write a book anew; false where somebody has written it since `row` was read."""
        table, sealed = self.books, self.store.seals.sealed(body)

        def work(connection: Connection) -> bool:
            done = connection.execute(
                update(table)
                .where(table.c.id == row.id, table.c.version == row.version)
                .values(body=sealed, version=row.version + 1, changed=time.time())
            )
            return done.rowcount == 1

        return await self.store.change(work)

    async def take_seat(self, key: str, invite: str, account: Account, name: str) -> SeatGrant:
        """Turn an invitation into a seat. Raises `NotYours` where it is used up or wrong."""
        table, token = self.seats, tokens.new_token()
        mine = (self.owner == key) & (table.c.invite == tokens.hash_of(invite)) & (table.c.kind == "open")
        taken = {
            "kind": "human",
            "invite": "",
            "token": tokens.hash_of(token),
            "name": at_table(name, account),
            "account": account.id,
            "taken": time.time(),
        }

        def work(connection: Connection) -> str | None:
            side = connection.execute(select(table.c.side).where(mine)).scalar()
            done = connection.execute(update(table).where(mine).values(taken))
            return str(side) if done.rowcount == 1 else None

        side = await self.store.change(work)
        if side is None:
            raise NotYours("this invitation has been used, or was never given")
        return SeatGrant(side, token)

    async def of(self, given: Sequence[str], account: str) -> list[str]:
        """The books in which tokens or an account keep a seat, the latest first."""
        books, seats = self.books, self.seats
        mine = seats.c.token.in_([tokens.hash_of(token) for token in given]) & (seats.c.token != "")
        if account:
            mine = mine | (seats.c.account == account)

        def work(connection: Connection) -> list[str]:
            asked = (
                select(books.c.id)
                .where(books.c.id.in_(select(self.owner).where(mine)))
                .order_by(books.c.changed.desc())
                .limit(LISTED)
            )
            return list(connection.execute(asked).scalars())

        return await self.store.read(work)


# -- seats and tables ----------------------------------------------------------------------------------------


def yours(seats: Sequence[SeatRow], given: Sequence[str], account: Account) -> list[str]:
    """The sides that tokens or an account keep. Raises `NotYours` where there are none."""
    hashed = [tokens.hash_of(token) for token in given]
    sides = [
        seat.side
        for seat in seats
        if (seat.token and any(tokens.same(seat.token, one) for one in hashed))
        or (account.id and seat.account == account.id)
    ]
    if not sides:
        raise NotYours("this token opens nothing here")
    return sides


def table_of(service: GameService, kind: str, key: str, number: int = 1) -> str:
    """The id of a book's game: it follows from the book, so that two workers that begin a game at once begin the
    same."""
    text = f"{service.server_key}:{kind}:{key}:{number}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


async def open_table(
    service: GameService,
    game: str,
    system_id: str,
    scenario: str,
    options: Mapping[str, str],
    table: TableOptions,
    keepers: Mapping[str, SeatRow],
    book: str,
    maker: Maker,
) -> None:
    """The table of a book's game, with those who keep its sides; it is there already unless a server died between. It
    is named as made by the book, and whoever began that answers for it."""
    if await service.store.game(game) is not None:
        return
    system = find_system(system_id)
    position, _ = await in_rules_thread(system.begin, scenario, options)
    sides = system.sides(position.state)
    seats = [
        msgspec.structs.replace(keepers[side], game=game, side=side, place=place)
        for place, side in enumerate(sides)
    ]
    try:
        await service.begin(game, system, scenario, dict(options), table, seats, book=book, maker=maker)
    except IntegrityError:
        return  # another worker was quicker
