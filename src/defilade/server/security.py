"""The outermost layer: who may speak to the server at all, and what every answer says to a browser.

There are no cookies: a request is authorised by a token that it carries itself, so another site cannot make a
browser act for its user.  All the same a request that a browser says comes from another site is turned away.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import msgspec

from defilade.server import logs
from defilade.server.metrics import Metrics
from defilade.server.protocol import CLOSE_BAD_ORIGIN, Problem
from defilade.server.settings import Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=()"),
)
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class Guard:
    """Checks host and origin, adds headers, counts and logs requests."""

    def __init__(self, app: App, settings: Settings, metrics: Metrics) -> None:
        self.app, self.metrics = app, metrics
        self._hosts = frozenset(host.lower() for host in settings.hosts)
        self._origins = frozenset(origin.lower().rstrip("/") for origin in settings.origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        status = 500

        async def send_guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        refused = self._refusal(scope)
        try:
            if refused:
                await _answer(send_guarded, 403, Problem("forbidden", refused))
            else:
                await self.app(scope, receive, send_guarded)
        finally:
            self.metrics.requests.add(method=_method(scope), status=str(status))
            took = round((time.perf_counter() - began) * 1000, 2)
            logs.info("request", method=_method(scope), path=scope["path"], status=status, ms=took)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self._refusal(scope)
        if refused:
            logs.warning("socket_refused", path=scope["path"], why=refused)
            await receive()
            await send({"type": "websocket.close", "code": CLOSE_BAD_ORIGIN, "reason": refused})
            return
        await self.app(scope, receive, send)

    def _refusal(self, scope: Scope) -> str:
        """Why a request is turned away before anybody looks at it; empty where it is let in."""
        headers = _headers(scope)
        host = headers.get("host", "")
        if self._hosts and _name(host) not in self._hosts:
            return "this server is not reached under that name"
        safe = scope["type"] == "http" and _method(scope) in SAFE_METHODS
        if safe:
            return ""
        origin = headers.get("origin", "").lower()
        if origin and not self._own(origin, host) and origin not in self._origins:
            return "requests from that site are not taken"
        if not origin and headers.get("sec-fetch-site") == "cross-site":
            return "requests from another site are not taken"
        return ""

    @staticmethod
    def _own(origin: str, host: str) -> bool:
        return urlsplit(origin).netloc == host.lower()


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def _method(scope: Scope) -> str:
    """The method, if it is one that exists; a client can send anything."""
    method = str(scope["method"])
    return method if method in (*SAFE_METHODS, "POST", "PUT", "PATCH", "DELETE") else "OTHER"


def _name(host: str) -> str:
    """A host without its port.

    >>> _name("localhost:8000"), _name("[::1]:8000"), _name("EXAMPLE.org")
    ('localhost', '::1', 'example.org')
    """
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()


async def _answer(send: Send, status: int, problem: Problem) -> None:
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": msgspec.json.encode(problem)})


def address_of(scope: Scope, trust_proxy: bool) -> str:
    """The address a request comes from."""
    if trust_proxy:
        forwarded = _headers(scope).get("x-forwarded-for", "")
        if forwarded:
            return forwarded.rpartition(",")[2].strip()
    client = scope.get("client")
    return str(client[0]) if client else "local"
