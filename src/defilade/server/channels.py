"""How the workers of one store tell each other that a game has moved on.

A notice says that there is something new, not what: whoever needs it reads it from the store. One worker by
itself needs no channel; several on PostgreSQL use its LISTEN and NOTIFY.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from typing import Literal, Protocol

import msgspec
import psycopg
from sqlalchemy.engine import make_url

from defilade.server import logs
from defilade.server.store import CHANNEL, Store, StoreFailed

RETRY_SECONDS = 1.0

NoticeKind = Literal["moved", "seats", "chat", "here", "out"]


class Notice(msgspec.Struct, frozen=True, omit_defaults=True):
    """`moved`: the journal has new rows; `seats`: somebody sat down; `chat`: somebody spoke; `here`: who is
    connected at that worker; `out`: a session has ended, whose hash stands in the place of the game."""

    worker: str
    kind: NoticeKind
    game: str
    sides: tuple[str, ...] = ()
    watching: int = 0


Hear = Callable[[Notice], Awaitable[None]]


class Channel(Protocol):
    worker: str

    def notice(self, kind: NoticeKind, game: str) -> str:
        """A notice as text, to be sent along with a transaction of the store; empty where nobody listens."""

    async def tell(self, kind: NoticeKind, game: str, sides: tuple[str, ...] = (), watching: int = 0) -> None:
        """Tell the other workers."""

    async def open(self, hear: Hear, missed: Callable[[], Awaitable[None]]) -> None:
        """Begin to listen. `missed` is called when notices may have been lost."""

    async def close(self) -> None: ...


class Alone:
    """There is no other worker."""

    def __init__(self) -> None:
        self.worker = secrets.token_hex(4)

    def notice(self, kind: NoticeKind, game: str) -> str:
        return ""

    async def tell(self, kind: NoticeKind, game: str, sides: tuple[str, ...] = (), watching: int = 0) -> None:
        pass

    async def open(self, hear: Hear, missed: Callable[[], Awaitable[None]]) -> None:
        pass

    async def close(self) -> None:
        pass


class PostgresChannel:
    """LISTEN on a connection of its own, NOTIFY through the store."""

    def __init__(self, store: Store, url: str) -> None:
        self.worker = secrets.token_hex(4)
        self._store = store
        parsed = make_url(url).set(drivername="postgresql")
        self._address = parsed.render_as_string(hide_password=False)
        self._task: asyncio.Task[None] | None = None

    def notice(self, kind: NoticeKind, game: str) -> str:
        return msgspec.json.encode(Notice(self.worker, kind, game)).decode()

    async def tell(self, kind: NoticeKind, game: str, sides: tuple[str, ...] = (), watching: int = 0) -> None:
        notice = Notice(self.worker, kind, game, sides, watching)
        await self._store.tell(msgspec.json.encode(notice).decode())

    async def open(self, hear: Hear, missed: Callable[[], Awaitable[None]]) -> None:
        ready = asyncio.Event()
        self._task = asyncio.create_task(self._listen(hear, missed, ready), name="channel")
        await asyncio.wait_for(ready.wait(), 30)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _listen(self, hear: Hear, missed: Callable[[], Awaitable[None]], ready: asyncio.Event) -> None:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    self._address, autocommit=True
                ) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    if ready.is_set():
                        await missed()
                    ready.set()
                    async for heard in connection.notifies():
                        await self._hear(heard.payload, hear)
            except (psycopg.Error, StoreFailed):
                logs.failure("channel_lost")
                await asyncio.sleep(RETRY_SECONDS)

    async def _hear(self, payload: str, hear: Hear) -> None:
        try:
            notice = msgspec.json.decode(payload, type=Notice)
        except msgspec.DecodeError:
            logs.warning("notice_not_understood")
            return
        if notice.worker != self.worker:
            await hear(notice)


def channel_for(store: Store, url: str) -> Channel:
    return PostgresChannel(store, url) if store.kind == "postgresql" else Alone()
