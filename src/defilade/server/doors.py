"""Connections before there is a request: so many for each address, and none that dawdles.

A connection that has not sent the head of a request after some seconds is closed; so it is no use to open many and to
send a byte now and then.
"""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from defilade.server.limits import Places, source_of
from defilade.server.settings import Settings


def door_for(settings: Settings) -> type[H11Protocol]:
    """How connections are taken. Behind a proxy, which counts by itself, all come from one address."""
    places = Places(settings.connections_per_address)

    class Door(H11Protocol):
        _timer: asyncio.TimerHandle | None = None
        _address = ""

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            at_once(transport)
            address = source_of(self.client[0]) if self.client and not settings.trust_proxy else ""
            if address:
                if not places.enter(address):
                    transport.abort()
                    return
                self._address = address
            self._watch()

        def connection_lost(self, exc: Exception | None) -> None:
            self._left()
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._watch()

        def handle_websocket_upgrade(self, event: Any) -> None:
            self._left()  # from here on it is a socket, and counted as one
            super().handle_websocket_upgrade(event)

        def _watch(self) -> None:
            """The head of a request must come within some seconds of its first byte."""
            waits = self.conn.their_state is h11.IDLE
            if self._timer is not None and not waits:
                self._timer.cancel()
                self._timer = None
            elif self._timer is None and waits and not self.transport.is_closing():
                self._timer = self.loop.call_later(settings.head_seconds, self.transport.close)

        def _left(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if self._address:
                places.leave(self._address)
                self._address = ""

    return Door


def at_once(transport: Any) -> None:
    """What is sent goes out at once: not every event loop says so of sockets that it was given, and the second piece of
    an answer would wait until the first is acknowledged."""
    line = transport.get_extra_info("socket")
    if line is not None and line.family in (socket.AF_INET, socket.AF_INET6):
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
