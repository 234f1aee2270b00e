"""Campaigns in the store: what stands in their books, and who keeps which side.

The books are one text, written anew as a whole by whoever names the version that he has read; who comes second reads
again.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, insert, select, update

from defilade.server import models
from defilade.server.store import SeatRow, Store

CHANGED = 200
"""So many campaigns of one player are listed, the latest first."""


class CampaignRow(msgspec.Struct):
    """A campaign as it is kept; the fields are the table's columns in order."""

    id: str
    title: str
    created: float
    changed: float
    version: int
    body: str


def _seat_values(seat: SeatRow) -> dict[str, object]:
    values = msgspec.structs.asdict(seat)
    values["campaign"] = values.pop("game")
    return values


class CampaignStore:
    """The campaigns of a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def create(self, row: CampaignRow, seats: Sequence[SeatRow]) -> None:
        def work(connection: Connection) -> None:
            connection.execute(insert(models.campaigns), msgspec.structs.asdict(row))
            connection.execute(insert(models.campaign_seats), [_seat_values(seat) for seat in seats])

        await self.store.change(work)

    async def find(self, campaign: str) -> tuple[CampaignRow, list[SeatRow]] | None:
        campaigns, seats = models.campaigns, models.campaign_seats

        def work(connection: Connection) -> tuple[CampaignRow, list[SeatRow]] | None:
            found = connection.execute(select(campaigns).where(campaigns.c.id == campaign)).first()
            if found is None:
                return None
            asked = select(seats).where(seats.c.campaign == campaign).order_by(seats.c.place)
            return CampaignRow(*found), [SeatRow(*seat) for seat in connection.execute(asked)]

        return await self.store.read(work)

    async def write(self, row: CampaignRow, body: str) -> bool:
        """Write the books anew; false where somebody has written them since `row` was read."""
        table = models.campaigns

        def work(connection: Connection) -> bool:
            done = connection.execute(
                update(table)
                .where(table.c.id == row.id, table.c.version == row.version)
                .values(body=body, version=row.version + 1, changed=time.time())
            )
            return done.rowcount == 1

        return await self.store.change(work)

    async def take_seat(self, campaign: str, invite: str, token: str, name: str, account: str) -> str | None:
        """Turn an invitation into a seat; gives its side, none where the invitation is used up or wrong."""
        table = models.campaign_seats

        def work(connection: Connection) -> str | None:
            mine = (table.c.campaign == campaign) & (table.c.invite == invite) & (table.c.kind == "open")
            side = connection.execute(select(table.c.side).where(mine)).scalar()
            taken = connection.execute(
                update(table)
                .where(mine)
                .values(kind="human", invite="", token=token, name=name, account=account, taken=time.time())
            )
            return str(side) if taken.rowcount == 1 else None

        return await self.store.change(work)

    async def of(self, tokens: Sequence[str], account: str) -> list[str]:
        """The campaigns in which these (hashed) tokens or this account keep a side, the latest first."""
        campaigns, seats = models.campaigns, models.campaign_seats
        mine = seats.c.token.in_(list(tokens)) & (seats.c.token != "")
        if account:
            mine = mine | (seats.c.account == account)

        def work(connection: Connection) -> list[str]:
            asked = (
                select(campaigns.c.id)
                .where(campaigns.c.id.in_(select(seats.c.campaign).where(mine)))
                .order_by(campaigns.c.changed.desc())
                .limit(CHANGED)
            )
            return list(connection.execute(asked).scalars())

        return await self.store.read(work)
