"""How much of what all share somebody may take: games against the computer, games between computers, open challenges;
and how long what is stored is kept."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from weakref import WeakValueDictionary

from defilade.server import logs
from defilade.server.settings import Settings
from defilade.server.store import Limits, Maker, Store

DAY = 86_400.0


class Quotas:
    """The quotas of a server. Each gives why somebody gets no more; empty where he does."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings, self.store = settings, store
        self._turns: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def one_at_a_time(self, maker: Maker) -> AsyncIterator[None]:
        """Between asking for a quota and making what counts: who asks for many things at once gets one after the other,
        so that each is counted. (Another worker may give him one more.)"""
        keys = sorted({("address", maker.address), ("person", maker.person)})
        turns = [self._turns.setdefault(key, asyncio.Lock()) for key in keys if key[1]]
        async with AsyncExitStack() as taken:
            for turn in turns:
                await taken.enter_async_context(turn)
            yield

    async def of_opponents(self, maker: Maker) -> str:
        """Games against the computer."""
        settings = self.settings
        if settings.own_table:
            return ""
        own, near = await self.store.opponent_games(maker, time.time() - DAY)
        if own >= settings.opponents_per_person:
            most = settings.opponents_per_person
            return f"{most} running games against the computer are enough; finish one first"
        if near >= settings.opponents_per_address:
            most = settings.opponents_per_address
            return f"{most} games against the computer run that were opened where you are; finish one first"
        return ""

    async def of_computers(self, account: str) -> str:
        """Games between computers."""
        most = self.settings.computer_games_per_account
        if await self.store.computer_games(account) < most:
            return ""
        return f"{most} games between computers at a time; wait until one has ended"

    async def of_challenges(self, account: str) -> str:
        """Challenges that wait for somebody."""
        most = self.settings.challenges_per_account
        return (
            ""
            if await self.store.open_challenges(account) < most
            else f"{most} open challenges at a time are enough"
        )


async def clear_stored(store: Store, settings: Settings, in_use: Callable[[], Iterable[str]]) -> int:
    """Delete stored games after the times that the operator has set; how many there were."""
    now = time.time()

    def before(days: float) -> float:
        return now - days * DAY if days else -math.inf

    limits = Limits(
        before(settings.keep_ended_days),
        before(settings.keep_abandoned_days),
        before(settings.keep_unjoined_days),
    )
    total = 0
    while found := await store.clear(limits, list(in_use())):
        total += found
    if total:
        logs.info("games_cleared", games=total)
    return total
