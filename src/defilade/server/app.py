"""The server, put together."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from defilade import __version__
from defilade.server import logs
from defilade.server.answers import KeptAnswers
from defilade.server.asgi_types import App
from defilade.server.campaign_routes import CAMPAIGNS
from defilade.server.campaigns import CampaignDesk
from defilade.server.channels import channel_for
from defilade.server.client import client_routes
from defilade.server.computer import Computer, Think, think
from defilade.server.design_rooms import RoomDesk
from defilade.server.design_routes import DESIGNS
from defilade.server.limits import AddressLimits, Pace, Places
from defilade.server.lobby import FrontDesk, pieces_of_the_lobby
from defilade.server.metrics import Metrics
from defilade.server.people import PeopleDesk
from defilade.server.people_routes import PEOPLE
from defilade.server.protocol import Problem
from defilade.server.rooms import Full
from defilade.server.routes import ROUTES, NotFound, TooManyRequests
from defilade.server.rulework import in_rules_thread, prepare
from defilade.server.seals import seals_for
from defilade.server.security import Guard, TooSlow
from defilade.server.service import GameService, NoSuchGame, NotYours
from defilade.server.settings import Settings
from defilade.server.store import Store, StoreFailed
from defilade.server.workshop import Busy, Workshop
from defilade.systems.campaigns import NotPossible

STATIC = Path(__file__).with_name("static")
"""The built client."""

STATUS: dict[type[Exception], tuple[int, str]] = {
    NoSuchGame: (404, "no_such_game"),
    NotFound: (404, "not_found"),
    NotYours: (403, "not_yours"),
    TooManyRequests: (429, "too_fast"),
    StoreFailed: (503, "store"),
    Full: (503, "full"),
    Busy: (503, "busy"),
}
MINUTES_A_DAY = 24 * 60
CONFLICTS = ("name_taken", "begun")


def create_app(
    settings: Settings,
    *,
    static: Path = STATIC,
    think: Think = think,
    prepare_workshop: Callable[[], None] | None = None,
) -> App:
    """The server as an ASGI application."""
    metrics = Metrics()

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        store = Store(settings.database_url, metrics, seals_for(settings))
        await asyncio.to_thread(store.migrate)
        await store.seal_seeds()
        await store.refold_names()
        await in_rules_thread(prepare)
        computer = Computer(settings, metrics, think)
        workshop = Workshop(settings, prepare_workshop)
        channel = channel_for(store, settings.database_url)
        service = GameService(settings, store, channel, computer, metrics, workshop)
        await service.start()
        app.state.update(
            {
                "service": service,
                "desk": FrontDesk(service),
                "campaigns": CampaignDesk(service),
                "rooms": RoomDesk(service),
                "people": PeopleDesk(FrontDesk(service)),
            }
        )
        if settings.warm:
            service.warm_up(pieces_of_the_lobby())
            app.openapi_schema.to_schema()  # to write the document of the interface takes a second: nobody waits yet
        logs.info("started", version=__version__, database=store.kind, worker=service.channel.worker)
        try:
            yield
        finally:
            await service.stop()
            computer.close()
            workshop.close()
            await asyncio.to_thread(store.close)
            logs.info("stopped")

    app = Litestar(
        route_handlers=[ROUTES, CAMPAIGNS, DESIGNS, PEOPLE, *client_routes(static)],
        lifespan=[running],
        state=State(
            {
                "addresses": AddressLimits(settings.requests_per_minute),
                "places": Places(settings.sockets_per_address),
                "pace": pace_of(settings),
                "tries": AddressLimits(settings.tries_per_account),
                "newcomers": AddressLimits(
                    settings.accounts_per_day / MINUTES_A_DAY, settings.accounts_per_day
                ),
                "sockets": set(),  # the sockets that are open
            }
        ),
        exception_handlers={
            **{kind: _problem_handler(status, code) for kind, (status, code) in STATUS.items()},
            NotPossible: _bad_request,
            ValidationException: _malformed,
            HTTPException: _http_problem,
            RecursionError: _too_deep,
            TooSlow: _too_slow,
            Exception: _defect,
        },
        request_max_body_size=settings.max_import,
        compression_config=CompressionConfig(
            "gzip",
            minimum_size=2048,
            gzip_compress_level=5,
            exclude=["^/api/(games|campaigns|designs/rooms|accounts|sessions)"],
        ),
        openapi_config=OpenAPIConfig(
            title="Defilade",
            version=__version__,
            description="Tables at which tactical wargames are played by the book.",
            path="/api/schema",
            render_plugins=[WrittenOnce()],
        ),
        logging_config=None,
        debug=False,
    )
    metrics.gauge("defilade_sockets", "Open sockets.", lambda: len(app.state.sockets))
    metrics.gauge("defilade_games_in_memory", "Games in memory.", lambda: _games(app))
    metrics.gauge("defilade_computer_waiting", "Decisions that wait for the computer.", lambda: _waiting(app))
    return Guard(KeptAnswers(app), settings, metrics)  # type: ignore[arg-type]


def pace_of(settings: Settings) -> Pace:
    """How fast one may speak; at a table of one's own as fast as one likes."""
    messages = math.inf if settings.own_table else settings.messages_per_address
    return Pace(messages, settings.chat_per_minute, settings.sockets_at_table)


class WrittenOnce(JsonRenderPlugin):
    """The document of the interface, which never changes, is written once."""

    _written = b""

    def render(self, request: Any, openapi_schema: Any) -> bytes:
        if not self._written:
            self._written = super().render(request, openapi_schema)
        return self._written


def _waiting(app: Litestar) -> int:
    service: GameService | None = app.state.get("service")
    return service.computer.waiting if service is not None else 0


def _games(app: Litestar) -> int:
    service: GameService | None = app.state.get("service")
    return len(service.rooms) if service is not None else 0


# -- refusals as answers -----------------------------------------------------------------------------------

Asked = Request[Any, Any, State]


def _answer(status: int, code: str, reason: str) -> Response[Problem]:
    return Response(Problem(code, reason), status_code=status, media_type="application/json")


def _problem_handler(status: int, code: str) -> Callable[[Asked, Exception], Response[Problem]]:
    def handle(request: Asked, error: Exception) -> Response[Problem]:
        return _answer(status, code, str(error))

    return handle


def _bad_request(request: Asked, error: NotPossible) -> Response[Problem]:
    return _answer(409 if error.code in CONFLICTS else 400, error.code, error.reason)


def _malformed(request: Asked, error: ValidationException) -> Response[Problem]:
    """What does not fit, by name; never the value, which may be secret."""
    extra = error.extra if isinstance(error.extra, list) else []
    places = [f"{one.get('key', '')}: {one.get('message', '')}".strip(": ") for one in extra]
    return _answer(400, "malformed", "; ".join(places) or error.detail)


def _http_problem(request: Asked, error: HTTPException) -> Response[Problem]:
    return _answer(error.status_code, "http", error.detail)


def _too_deep(request: Asked, error: Exception) -> Response[Problem]:
    return _answer(400, "malformed", "the request is nested too deeply")


def _too_slow(request: Asked, error: Exception) -> Response[Problem]:
    return _answer(408, "too_slow", "the request did not come in time")


def _defect(request: Asked, error: Exception) -> Response[Problem]:
    logs.LOGGER.error("request_failed", exc_info=error, extra={"facts": {"path": request.url.path}})
    return _answer(500, "defect", "something went wrong here; it has been noted")
