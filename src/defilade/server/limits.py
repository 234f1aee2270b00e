"""How much one connection or one address may ask for."""

from __future__ import annotations

import asyncio
import ipaddress
import math
import time
from collections import OrderedDict, deque
from collections.abc import Callable

Clock = Callable[[], float]
ADDRESSES_KEPT = 20_000
WAITING_FOR_EACH_PLACE = 8


def source_of(address: str) -> str:
    """What counts as one address. Whoever has one of IPv6 has 2**64 of them, so all of those are one.

    >>> source_of("2001:db8:1:2:3::4"), source_of("::ffff:192.0.2.7"), source_of("192.0.2.7")
    ('2001:db8:1:2::/64', '192.0.2.7', '192.0.2.7')
    >>> source_of("no address"), source_of("fe80::1%eth0")
    ('no address', 'fe80::/64')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), 64), strict=False))


class Bucket:
    """Holds `burst` drops, refilled at `rate` a second; each use takes one.

    >>> bucket = Bucket(1, 2, clock=iter([0, 0, 0, 0, 1.5]).__next__)
    >>> [bucket.take() for _ in range(4)]
    [True, True, False, True]
    """

    __slots__ = ("_at", "_clock", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic) -> None:
        self.rate, self.burst, self._clock = rate, burst, clock
        self._left = burst
        self._at = clock()

    def take(self, drops: float = 1) -> bool:
        now = self._clock()
        if self.rate < math.inf:
            self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < drops:
            return False
        self._left -= drops
        return True


class AddressLimits:
    """A bucket for each address; those not heard of for longest are forgotten."""

    def __init__(self, per_minute: float, burst: float | None = None) -> None:
        self._per_minute, self._burst = per_minute, per_minute if burst is None else burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def allows(self, address: str, drops: float = 1) -> bool:
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._per_minute / 60, self._burst)
            if len(self._buckets) > ADDRESSES_KEPT:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(address)
        return bucket.take(drops)


class Pace:
    """How fast those who sit at tables may speak: all sockets of an address together, and at one table."""

    def __init__(self, messages_per_second: float, chat_per_minute: float, at_table: int) -> None:
        self._messages = AddressLimits(60 * messages_per_second, 5 * messages_per_second)
        self._chat = AddressLimits(chat_per_minute, max(1.0, chat_per_minute / 4))
        self._places = Places(at_table)

    def enter(self, address: str, game: str) -> bool:
        return self._places.enter(f"{address} {game}")

    def leave(self, address: str, game: str) -> None:
        self._places.leave(f"{address} {game}")

    def may_send(self, address: str, cost: float) -> bool:
        return self._messages.allows(address, cost)

    def may_chat(self, address: str, game: str) -> bool:
        return self._chat.allows(f"{address} {game}")


class Places:
    """So many at a time for each address."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: dict[str, int] = {}

    def enter(self, address: str) -> bool:
        if self._taken.get(address, 0) >= self._most:
            return False
        self._taken[address] = self._taken.get(address, 0) + 1
        return True

    def leave(self, address: str) -> None:
        left = self._taken[address] - 1
        if left:
            self._taken[address] = left
        else:
            del self._taken[address]


class Queue:
    """So many at a time for each address; a few more wait their turn, and the rest are sent away."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._taken = Places(most)
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def enter(self, address: str) -> bool:
        if self._taken.enter(address):
            return True
        line = self._waiting.setdefault(address, deque())
        if len(line) >= WAITING_FOR_EACH_PLACE * self._most:
            return False
        called = asyncio.get_running_loop().create_future()
        line.append(called)
        try:
            await asyncio.wait_for(called, self._seconds)
        except BaseException as error:
            if called.done() and not called.cancelled():  # its turn came as it gave up
                self.leave(address)
            elif called in line:
                line.remove(called)
            if isinstance(error, TimeoutError):
                return False
            raise
        return True

    def leave(self, address: str) -> None:
        """Gives the place to whoever has waited longest."""
        line = self._waiting.get(address, ())
        while line:
            called = line.popleft()
            if not called.done():
                called.set_result(None)
                return
        self._waiting.pop(address, None)
        self._taken.leave(address)
