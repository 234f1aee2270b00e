"""The outermost layer: who may speak to the server at all, and what every answer says to a browser.

There are no cookies: a request is authorised by a token that it carries itself, so another site cannot make a
browser act for its user.  All the same a request that a browser says comes from another site is turned away.
"""

from __future__ import annotations

import asyncio
import math
import re
import time
from urllib.parse import urlsplit

import msgspec

from defilade.server import logs
from defilade.server.asgi_types import App, Message, Receive, Scope, Send
from defilade.server.limits import AddressLimits, Queue, source_of
from defilade.server.metrics import Metrics
from defilade.server.protocol import CLOSE_BAD_ORIGIN, CLOSE_TOO_FAST, Problem
from defilade.server.settings import Settings

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
        self.app, self.metrics, self._settings = app, metrics, settings
        cost = math.inf if settings.own_table else settings.cost_per_minute
        self._costs = AddressLimits(cost, cost / 6)
        self._at_once = Queue(settings.requests_at_once, settings.turn_seconds)
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

        try:
            refused = self._refusal(scope)
            address = address_of(scope, self._settings.trust_proxy)
            if refused is not None:
                await _answer(send_guarded, *refused)
            elif not self._costs.allows(address, cost_of(_method(scope), scope["path"])):
                # Who asks on and on waits for each refusal, so that answering him costs the others nothing.
                await asyncio.sleep(self._settings.refusal_seconds)
                await _answer(send_guarded, 429, TOO_MANY, ((b"retry-after", b"5"),))
            elif not await self._at_once.enter(address):
                await _answer(send_guarded, 429, TOO_MANY, ((b"retry-after", b"1"),))
            else:
                try:
                    await self.app(scope, in_time(receive, self._settings.body_seconds), send_guarded)
                finally:
                    self._at_once.leave(address)
        except TooSlow:
            await _answer(send_guarded, 408, Problem("too_slow", "the request did not come in time"))
        finally:
            self.metrics.requests.labels(method=_method(scope), status=str(status)).inc()
            took = round((time.perf_counter() - began) * 1000, 2)
            logs.info("request", method=_method(scope), path=scope["path"], status=status, ms=took)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self._refusal(scope)
        address = address_of(scope, self._settings.trust_proxy)
        if refused is None and not self._costs.allows(address, SOCKET_COST):
            await receive()
            await send({"type": "websocket.close", "code": CLOSE_TOO_FAST, "reason": TOO_MANY.reason})
            return
        if refused is not None:
            why = refused[1].reason
            logs.warning("socket_refused", path=scope["path"], why=why)
            await receive()
            await send({"type": "websocket.close", "code": CLOSE_BAD_ORIGIN, "reason": why})
            return
        await self.app(scope, receive, send)

    def _refusal(self, scope: Scope) -> tuple[int, Problem] | None:
        """Why a request is turned away before anybody looks at it; none where it is let in."""
        headers = _headers(scope)
        host = headers.get("host", "")
        if self._hosts and _name(host) not in self._hosts:
            return _forbidden("this server is not reached under that name")
        safe = scope["type"] == "http" and _method(scope) in SAFE_METHODS
        if safe:
            return None
        origin = headers.get("origin", "").lower()
        try:
            own = urlsplit(origin).netloc == host.lower()
        except ValueError:
            return 400, Problem("malformed", "the origin of the request is no address")
        if origin and not own and origin not in self._origins:
            return _forbidden("requests from that site are not taken")
        if not origin and headers.get("sec-fetch-site") == "cross-site":
            return _forbidden("requests from another site are not taken")
        return None


def _forbidden(reason: str) -> tuple[int, Problem]:
    return 403, Problem("forbidden", reason)


TOO_MANY = Problem("too_fast", "so many requests are not taken; wait a little")
SOCKET_COST = 3.0
COSTS: tuple[tuple[str, str, float], ...] = (
    ("POST", r"/api/games/import", 40),
    ("POST", r"/api/(accounts|sessions)", 12),
    ("POST", r"/api/(games|campaigns|designs|designs/rooms)", 10),
    ("POST", r"/api/designs/(assess|chance|draw)", 3),
    ("POST", r"/api/(campaigns|designs/rooms)/mine", 10),
    ("POST", r"/api/.*", 4),
    ("GET", r"/api/games/[^/]+/log", 8),
    ("GET", r"/api/games/[^/]+/set-up", 6),
    ("GET", r"/api/games/[^/]+/moments/.*", 4),
    ("GET", r"/api/rulebooks/.*", 4),
    ("GET", r"/api/campaigns/[^/]+", 2),
    ("GET", r"/api/(games|people|challenges|rules)", 4),
    ("GET", r"/api/maps/[^/]+/map\.svg", 4),
    ("GET", r"/api/(scenarios|metrics)", 2),
    ("", r"/api/.*", 1),
)
"""What a request costs, by method and path; the first that fits. Everything else, such as files, costs little."""
_COSTS = tuple((method, re.compile(path), cost) for method, path, cost in COSTS)


def cost_of(method: str, path: str) -> float:
    """
    >>> cost_of("POST", "/api/games/import"), cost_of("GET", "/assets/app.js")
    (40, 0.25)
    """
    for kind, pattern, cost in _COSTS:
        if kind in ("", method) and pattern.fullmatch(path):
            return cost
    return 0.25


class TooSlow(Exception):
    """The body of a request did not come in time."""


def in_time(receive: Receive, seconds: float) -> Receive:
    """Messages of a request, of which all that belong to its body must come within some seconds."""
    loop = asyncio.get_running_loop()
    limit, complete = loop.time() + seconds, False

    async def receive_in_time() -> Message:
        nonlocal complete
        if complete:  # from now on it is the end of the connection that is waited for
            return await receive()
        try:
            message = await asyncio.wait_for(receive(), limit - loop.time())
        except TimeoutError:
            raise TooSlow from None
        complete = not message.get("more_body", False)
        return message

    return receive_in_time


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


async def _answer(
    send: Send, status: int, problem: Problem, more: tuple[tuple[bytes, bytes], ...] = ()
) -> None:
    headers = [(b"content-type", b"application/json"), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": msgspec.json.encode(problem)})


def address_of(scope: Scope, trust_proxy: bool) -> str:
    """The address a request comes from, as far as it counts (see `source_of`)."""
    if trust_proxy:
        forwarded = _headers(scope).get("x-forwarded-for", "")
        if forwarded:
            return source_of(forwarded.rpartition(",")[2].strip())
    client = scope.get("client")
    return source_of(str(client[0])) if client else "local"
