"""The REST side: everything that is asked for once, described by an OpenAPI document."""

from __future__ import annotations

import hashlib
import re
from typing import Annotated, Any, Literal

import msgspec
from litestar import MediaType, Request, Response, Router, delete, get, post, websocket
from litestar.connection import WebSocket
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter

from defilade import __version__
from defilade.hexgrid import BoardError
from defilade.rules.content_files import ContentError
from defilade.rules.presentation import MapInfo
from defilade.rules.reference import PREFIXES, UnknownLedger, rule, search
from defilade.server import books_on_shelf, names, tokens
from defilade.server import lobby as desk
from defilade.server.book_protocol import ChartsView, RulebookView, RulesFound, RuleView
from defilade.server.lobby import Account, FrontDesk
from defilade.server.metrics import CONTENT_TYPE
from defilade.server.protocol import (
    CLOSE_TOO_FAST,
    SAFE,
    AccountSession,
    Credentials,
    GameCreated,
    GameInfo,
    GameList,
    Health,
    ImportedGame,
    Invitation,
    Joined,
    JoinGame,
    Lobby,
    MomentView,
    MyTokens,
    NewGame,
    Problem,
    PublicGames,
    SetUpView,
    ShowInvitation,
)
from defilade.server.reckoning_protocol import Reckoning
from defilade.server.rulework import in_rules_thread
from defilade.server.security import address_of
from defilade.server.service import GameService, NotYours
from defilade.server.sockets import TableSocket
from defilade.server.views import info_of
from defilade.systems import UnknownScenario

RULES_SHOWN = 50
LONG = "public, max-age=86400"
NO_STORE = {"cache-control": "no-store"}

GameId = Annotated[str, PathParameter(min_length=8, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
ScenarioId = Annotated[str, PathParameter(min_length=1, max_length=40, pattern=SAFE)]
RuleId = Annotated[str, PathParameter(min_length=1, max_length=60, pattern=SAFE)]
Bearer = Annotated[
    str | None,
    HeaderParameter(
        name="Authorization",
        description="`Bearer` and the token of a seat, a watcher or an account; several with commas.",
        required=False,
    ),
]


def problems(*codes: int) -> dict[int, ResponseSpec]:
    """The refusals that a route documents. Every route may find a request malformed, too slow or one too many."""
    words = {
        400: "The request cannot be understood.",
        403: "Not for you.",
        404: "There is no such thing.",
        408: "The request did not come in time.",
        409: "That is no longer possible.",
        413: "Too much at once.",
        429: "Too many requests.",
        503: "The store does not answer.",
    }
    return {
        code: ResponseSpec(Problem, generate_examples=False, description=words[code])
        for code in dict.fromkeys((400, 408, 429, *codes))
    }


class TooManyRequests(Exception):
    """An address asks for more than is given."""


class NotFound(Exception):
    """What was asked for does not exist."""


def bearers(authorization: str | None) -> list[str]:
    """The tokens of a request."""
    if not authorization:
        return []
    kind, _, value = authorization.partition(" ")
    if kind.lower() != "bearer":
        return []
    return [token.strip() for token in value.split(",") if token.strip()][:8]


def service_of(state: State) -> GameService:
    service: GameService = state.service
    return service


def desk_of(state: State) -> FrontDesk:
    front: FrontDesk = state.desk
    return front


def limit(request: Request[Any, Any, State], drops: float = 1) -> None:
    """Count a request that is slow, or with which one could guess."""
    settings = service_of(request.app.state).settings
    address = address_of(dict(request.scope), settings.trust_proxy)
    if not request.app.state.addresses.allows(address, drops):
        raise TooManyRequests("so many requests are not taken; wait a little")


async def signed_in(state: State, authorization: str | None) -> Account:
    for token in bearers(authorization):
        account = await desk_of(state).account(token)
        if account.id:
            return account
    return desk.NOBODY


async def maker(request: Request[Any, Any, State], authorization: str | None) -> Account:
    """Who opens a table: his account, and his address in a form that tells nobody."""
    service = service_of(request.app.state)
    account = await signed_in(request.app.state, authorization)
    address = address_of(dict(request.scope), service.settings.trust_proxy)
    hashed = tokens.watch_token(service.server_key, f"address:{address}")[:24]
    return msgspec.structs.replace(account, address=f"at:{hashed}")


# -- what there is -----------------------------------------------------------------------------------------


@get("/health", summary="Is the server well?", responses=problems(503))
async def health(state: State) -> Response[Health]:
    service = service_of(state)
    problems = await service.doctor.problems()
    status: Literal["ok", "failing"] = "failing" if problems else "ok"
    found = Health(status, __version__, service.store.kind, len(service.rooms), problems)
    return Response(found, status_code=503 if problems else 200)


@get("/metrics", summary="Figures in the form that Prometheus reads", media_type=MediaType.TEXT)
async def metrics(state: State) -> Response[str]:
    return Response(service_of(state).metrics.text(), media_type=CONTENT_TYPE)


@get("/scenarios", summary="What can be played, by which rules and against whom")
async def scenarios() -> Response[Lobby]:
    return Response(await in_rules_thread(desk.lobby), headers={"cache-control": "public, max-age=300"})


@get("/maps/{scenario:str}", summary="The map of a scenario", responses=problems(404))
async def map_info(scenario: ScenarioId) -> Response[MapInfo]:
    found = await _about(desk.map_info, scenario)
    return Response(found, headers={"cache-control": LONG})


@get(
    "/maps/{scenario:str}/map.svg",
    summary="The picture of a map",
    media_type="image/svg+xml",
    responses=problems(404),
)
async def map_picture(request: Request[Any, Any, State], scenario: ScenarioId) -> Response[str]:
    return _picture(request, await _about(desk.picture, scenario))


@get(
    "/maps/{scenario:str}/thumbnail.svg",
    summary="A small picture of a map",
    media_type="image/svg+xml",
    responses=problems(404),
)
async def map_thumbnail(request: Request[Any, Any, State], scenario: ScenarioId) -> Response[str]:
    return _picture(request, await _about(desk.thumbnail, scenario))


async def _about(ask: Any, scenario: str) -> Any:
    try:
        found = await in_rules_thread(ask, scenario)
    except (UnknownScenario, ContentError, BoardError) as error:
        raise NotFound(str(error)) from error
    if found is None:
        raise NotFound(f"{scenario} has no map")
    return found


def _picture(request: Request[Any, Any, State], svg: str) -> Response[str]:
    tag = f'"{hashlib.sha256(svg.encode()).hexdigest()[:24]}"'
    headers = {"etag": tag, "cache-control": LONG}
    if request.headers.get("if-none-match") == tag:
        return Response("", status_code=304, headers=headers, media_type="image/svg+xml")
    return Response(svg, headers=headers, media_type="image/svg+xml")


@get("/rules", summary="Look for rules by words", responses=problems(404))
async def find_rules(
    words: Annotated[str, QueryParameter(name="words", min_length=2, max_length=100)],
    system: Annotated[str, QueryParameter(name="system", max_length=20)] = "",
) -> RulesFound:
    if system and system not in PREFIXES:
        raise NotFound(str(UnknownLedger(system)))
    found = await in_rules_thread(search, words, system or None)
    shown = tuple(rule_view(one) for one in found[:RULES_SHOWN])
    return RulesFound(shown, len(found) > RULES_SHOWN)


@get("/rulebooks/{book:str}", summary="The contents of a rulebook", responses=problems(404))
async def rulebook(book: Annotated[str, PathParameter(max_length=20)]) -> Response[RulebookView]:
    if book not in PREFIXES:
        raise NotFound(str(UnknownLedger(book)))
    return Response(await in_rules_thread(books_on_shelf.rulebook, book), headers={"cache-control": LONG})


@get("/charts/{scenario:str}", summary="The reference card of a scenario's game", responses=problems(404))
async def charts_of(scenario: ScenarioId) -> Response[ChartsView]:
    found = await in_rules_thread(books_on_shelf.charts, scenario)
    if found is None:
        raise NotFound(f"there is no scenario {scenario!r}")
    return Response(found, headers={"cache-control": LONG})


@get("/rules/{rule_id:str}", summary="A rule in our own words", responses=problems(404))
async def one_rule(rule_id: RuleId) -> Response[RuleView]:
    try:
        return Response(rule_view(rule(rule_id)), headers={"cache-control": LONG})
    except KeyError as error:
        raise NotFound(str(error)) from error


def rule_view(one: Any) -> RuleView:
    return RuleView(one.id, one.title, one.gist, one.kind, one.needs, one.system)


# -- games -------------------------------------------------------------------------------------------------


@post("/games", summary="Begin a game", responses=problems(413, 429, 503))
async def new_game(
    request: Request[Any, Any, State], state: State, data: JSONBody[NewGame], authorization: Bearer = None
) -> Response[GameCreated]:
    limit(request)
    account = await maker(request, authorization)
    return Response(await desk_of(state).new_game(data, account), status_code=201, headers=NO_STORE)


@get("/games", summary="Games that everybody may watch", responses=problems(503))
async def public_games(
    state: State,
    after: Annotated[
        str, QueryParameter(name="after", max_length=80, pattern=r"^([0-9.]+_[A-Za-z0-9_-]+)?$")
    ] = "",
) -> PublicGames:
    return await desk_of(state).public(after)


@post(
    "/games/mine",
    summary="The games of one's tokens and account",
    status_code=200,
    responses=problems(413, 429, 503),
)
async def my_games(
    request: Request[Any, Any, State], state: State, data: JSONBody[MyTokens], authorization: Bearer = None
) -> Response[GameList]:
    limit(request)
    account = await signed_in(state, authorization)
    found = await desk_of(state).mine(data.tokens, account, data.after)
    return Response(found, headers=NO_STORE)


@post("/games/import", summary="Take up a game from a file", responses=problems(413, 429, 503))
async def import_game(
    request: Request[Any, Any, State],
    state: State,
    data: JSONBody[ImportedGame],
    authorization: Bearer = None,
) -> Response[GameCreated]:
    limit(request, drops=4)
    account = await maker(request, authorization)
    return Response(await desk_of(state).take_in(data, account), status_code=201, headers=NO_STORE)


@get("/games/{game:str}", summary="A game and who plays it", responses=problems(403, 404, 503))
async def game_info(state: State, game: GameId, authorization: Bearer = None) -> Response[GameInfo]:
    room = await service_of(state).rooms.enter(game)
    await service_of(state).sides_of(room.game, needed(authorization))
    return Response(info_of(room.game, room.sides_connected()), headers=NO_STORE)


@post(
    "/games/{game:str}/invitation",
    summary="The terms of a table to which one is invited",
    status_code=200,
    responses=problems(403, 413, 429, 503),
)
async def show_invitation(
    request: Request[Any, Any, State], state: State, game: GameId, data: JSONBody[ShowInvitation]
) -> Response[Invitation]:
    limit(request)
    return Response(await desk_of(state).invitation(game, data), headers=NO_STORE)


@post(
    "/games/{game:str}/join",
    summary="Use an invitation",
    status_code=200,
    responses=problems(403, 404, 413, 429, 503),
)
async def join_game(
    request: Request[Any, Any, State],
    state: State,
    game: GameId,
    data: JSONBody[JoinGame],
    authorization: Bearer = None,
) -> Response[Joined]:
    limit(request)
    account = await signed_in(state, authorization)
    joined = await desk_of(state).join(game, data, account)
    return Response(joined, headers=NO_STORE)


@get(
    "/games/{game:str}/moments/{moment:int}",
    summary="A game as it stood at a moment",
    responses=problems(403, 404, 503),
)
async def game_moment(
    state: State,
    game: GameId,
    moment: Annotated[int, PathParameter(ge=0, le=1_000_000)],
    side: Annotated[str, QueryParameter(name="side", max_length=40)] = "",
    authorization: Bearer = None,
) -> Response[MomentView]:
    service = service_of(state)
    room = await service.rooms.enter(game)
    holds = await service.sides_of(room.game, needed(authorization))
    return Response(await desk_of(state).moment(room, holds, side, moment), headers=NO_STORE)


@get(
    "/games/{game:str}/set-up",
    summary="What one has done to set up, to be done again elsewhere",
    responses=problems(403, 404, 503),
)
async def game_set_up(
    state: State,
    game: GameId,
    side: Annotated[str, QueryParameter(name="side", max_length=40)] = "",
    authorization: Bearer = None,
) -> Response[SetUpView]:
    service = service_of(state)
    room = await service.rooms.enter(game)
    holds = await service.sides_of(room.game, needed(authorization))
    return Response(await desk_of(state).set_up(room, holds, side), headers=NO_STORE)


@get(
    "/games/{game:str}/account",
    summary="The account of a game that is over",
    responses=problems(403, 404, 409, 503),
)
async def game_account(state: State, game: GameId, authorization: Bearer = None) -> Response[Reckoning]:
    service = service_of(state)
    room = await service.rooms.enter(game)
    await service.sides_of(room.game, needed(authorization))
    return Response(await desk_of(state).reckoned(room), headers=NO_STORE)


@get(
    "/games/{game:str}/log",
    summary="The game as a file",
    media_type="application/x-ndjson",
    responses=problems(403, 404, 503),
)
async def export_game(state: State, game: GameId, authorization: Bearer = None) -> Response[bytes]:
    service = service_of(state)
    room = await service.rooms.enter(game)
    holds = await service.sides_of(room.game, needed(authorization))
    name = re.sub(r"[^A-Za-z0-9._-]", "_", f"{room.game.scenario}-{game}.defilade-log")
    headers = {**NO_STORE, "content-disposition": f'attachment; filename="{name}"'}
    content = await desk_of(state).export(room, holds)
    return Response(content, headers=headers, media_type="application/x-ndjson")


def needed(authorization: str | None) -> list[str]:
    given = bearers(authorization)
    if not given:
        raise NotYours("this needs a token")
    return given


# -- accounts ----------------------------------------------------------------------------------------------


@post("/accounts", summary="Open an account", responses=problems(409, 413, 429, 503))
async def sign_up(
    request: Request[Any, Any, State], state: State, data: JSONBody[Credentials]
) -> Response[AccountSession]:
    limit(request, drops=4)
    address = address_of(dict(request.scope), service_of(state).settings.trust_proxy)
    if not state.newcomers.allows(address):
        raise TooManyRequests("so many accounts are not opened from one address; come again tomorrow")
    return Response(await desk_of(state).sign_up(data), status_code=201, headers=NO_STORE)


@post("/sessions", summary="Sign in", responses=problems(403, 413, 429, 503))
async def sign_in(
    request: Request[Any, Any, State], state: State, data: JSONBody[Credentials]
) -> Response[AccountSession]:
    limit(request, drops=4)
    if not state.tries.allows(names.skeleton(data.name)):
        raise TooManyRequests("so many passwords are not tried for one account; wait a minute")
    return Response(await desk_of(state).sign_in(data), status_code=201, headers=NO_STORE)


@delete("/sessions", summary="Sign out", status_code=204, responses=problems(503))
async def sign_out(state: State, authorization: Bearer = None) -> None:
    await desk_of(state).sign_out(bearers(authorization))


# -- the socket --------------------------------------------------------------------------------------------


@websocket("/games/{game:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, State], game: GameId) -> None:
    state = socket.app.state
    service = service_of(state)
    address = address_of(dict(socket.scope), service.settings.trust_proxy)
    if not state.pace.enter(address, game):
        await _turn_away(socket)
        return
    try:
        if not state.places.enter(address):
            await _turn_away(socket)
            return
        table = TableSocket(service, game, socket.receive, socket.send, address, state.pace)
        state.sockets.add(table)
        try:
            await table.run()
        finally:
            state.sockets.discard(table)
            state.places.leave(address)
    finally:
        state.pace.leave(address, game)


async def _turn_away(socket: WebSocket[Any, Any, State]) -> None:
    await socket.receive()
    await socket.send({"type": "websocket.close", "code": CLOSE_TOO_FAST, "reason": "too many"})


ROUTES = Router(
    "/api",
    route_handlers=[
        health,
        metrics,
        scenarios,
        map_info,
        map_picture,
        map_thumbnail,
        find_rules,
        rulebook,
        charts_of,
        one_rule,
        new_game,
        public_games,
        my_games,
        import_game,
        game_info,
        show_invitation,
        join_game,
        game_moment,
        game_set_up,
        game_account,
        export_game,
        sign_up,
        sign_in,
        sign_out,
        table_socket,
    ],
)
