"""Answers that are the same for everybody, kept as they were sent: encoded and compressed once.

What there is to play, maps, rules, the document of the interface and the client's files do not change while a server
runs. To write them anew for everybody who asks would keep the tables waiting.
"""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from typing import Any, NamedTuple

from defilade.server.asgi_types import App, Message, Receive, Scope, Send

STEADY = re.compile(
    r"/api/(scenarios|schema/openapi\.json|maps/[^/]+(/(map|thumbnail)\.svg)?|rules/[^/]+|(campaigns|designs)/offer)"
)
STEADY_SECONDS = 3600.0
FILE_SECONDS = 5.0
"""How long a file of the client is told from memory; it may be built anew meanwhile."""
MOST_BYTES = 64 * 1024 * 1024


class Kept(NamedTuple):
    until: float
    messages: list[Message]
    size: int


class KeptAnswers:
    """In front of an application: gives an answer again that it has given before."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._kept: OrderedDict[tuple[str, bytes, bool], Kept] = OrderedDict()
        self._size = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        seconds = _seconds(scope)
        if not seconds:
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        key = scope["path"], scope.get("query_string", b""), b"gzip" in headers.get(b"accept-encoding", b"")
        found = self._kept.get(key)
        if found is not None and found.until > time.monotonic():
            for message in found.messages:
                await send(dict(message))
            return
        sent: list[Message] = []

        async def keep(message: Message) -> None:
            sent.append(dict(message))
            await send(message)

        await self.app(scope, receive, keep)
        if sent and sent[0].get("status") == 200:
            self._keep(
                key, Kept(time.monotonic() + seconds, sent, sum(len(one.get("body", b"")) for one in sent))
            )

    def _keep(self, key: tuple[str, bytes, bool], answer: Kept) -> None:
        before = self._kept.pop(key, None)
        self._size += answer.size - (before.size if before is not None else 0)
        self._kept[key] = answer
        while self._size > MOST_BYTES:
            _, oldest = self._kept.popitem(last=False)
            self._size -= oldest.size


def _seconds(scope: Scope) -> float:
    """How long an answer may be told again; 0 where it may not, because it depends on who asks or is asked for in
    parts."""
    if scope["type"] != "http" or scope["method"] != "GET":
        return 0.0
    names = {name for name, _ in scope["headers"]}
    if names & {b"authorization", b"cookie", b"range", b"if-none-match", b"if-modified-since"}:
        return 0.0
    path: Any = scope["path"]
    if STEADY.fullmatch(path):
        return STEADY_SECONDS if len(scope.get("query_string", b"")) <= 40 else 0.0
    return FILE_SECONDS if not path.startswith("/api/") and not scope.get("query_string") else 0.0
