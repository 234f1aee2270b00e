"""The REST side of designed games."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Response, Router, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter

from defilade.server import designs
from defilade.server.campaign_routes import SystemName
from defilade.server.design_protocol import (
    DesignedGame,
    HandIn,
    JoinRoom,
    NewDesign,
    NewRoom,
    RoomCreated,
    RoomList,
    RoomView,
)
from defilade.server.design_rooms import RoomDesk
from defilade.server.protocol import MyTokens
from defilade.server.routes import (
    NO_STORE,
    Bearer,
    bearers,
    desk_of,
    limit,
    maker,
    needed,
    problems,
    signed_in,
)
from defilade.server.rulework import in_rules_thread
from defilade.systems.designing import (
    Assessed,
    AssessForce,
    Bought,
    ChanceForce,
    DesignOffer,
    DrawDesign,
    DrawnDesign,
)

RoomId = Annotated[str, PathParameter(min_length=8, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Asked = Request[Any, Any, State]


def rooms_of(state: State) -> RoomDesk:
    desk: RoomDesk = state.rooms
    return desk


@get("/designs/offer", summary="What a game of one's own can be made of", responses=problems())
async def design_offer(system: SystemName = "") -> Response[DesignOffer]:
    found = await in_rules_thread(designs.rules_of(system).offer)
    return Response(found, headers={"cache-control": "public, max-age=300"})


@post(
    "/designs/assess",
    summary="What a force costs, and what is wrong with it",
    status_code=200,
    responses=problems(413),
)
async def assess_force(data: JSONBody[AssessForce], system: SystemName = "") -> Assessed:
    return await in_rules_thread(designs.rules_of(system).assess, data)


@post(
    "/designs/chance", summary="A force put together by chance", status_code=200, responses=problems(413, 429)
)
async def chance_force(request: Asked, data: JSONBody[ChanceForce], system: SystemName = "") -> Bought:
    limit(request, drops=0.5)
    return await in_rules_thread(designs.rules_of(system).by_chance, data)


@post(
    "/designs/draw",
    summary="Draw the year, or the situation of a bid game",
    status_code=200,
    responses=problems(413),
)
async def draw_design(data: JSONBody[DrawDesign], system: SystemName = "") -> DrawnDesign:
    return await in_rules_thread(designs.rules_of(system).draw, data)


@post("/designs", summary="Begin a game of one's own design", responses=problems(413, 429, 503))
async def new_design(
    request: Asked,
    state: State,
    data: JSONBody[NewDesign],
    system: SystemName = "",
    authorization: Bearer = None,
) -> Response[DesignedGame]:
    limit(request)
    account = await maker(request, authorization)
    found = await in_rules_thread(designs.rules_of(system).made, data.design, data.forces, data.side)
    game = await designs.DesignDesk(desk_of(state)).begin(data, account, found, system)
    return Response(game, status_code=201, headers=NO_STORE)


# -- two who buy in secret -----------------------------------------------------------------------------------


@post("/designs/rooms", summary="Make a room for two who buy in secret", responses=problems(413, 429, 503))
async def new_room(
    request: Asked,
    state: State,
    data: JSONBody[NewRoom],
    system: SystemName = "",
    authorization: Bearer = None,
) -> Response[RoomCreated]:
    limit(request)
    made = await rooms_of(state).create(data, await maker(request, authorization), system)
    return Response(made, status_code=201, headers=NO_STORE)


@post(
    "/designs/rooms/mine",
    summary="The rooms of one's tokens and account",
    status_code=200,
    responses=problems(413, 429, 503),
)
async def my_rooms(
    request: Asked, state: State, data: JSONBody[MyTokens], authorization: Bearer = None
) -> Response[RoomList]:
    limit(request)
    found = await rooms_of(state).mine(data.tokens, await signed_in(state, authorization))
    return Response(found, headers=NO_STORE)


@get("/designs/rooms/{room:str}", summary="How a room stands", responses=problems(403, 404, 503))
async def room_view(state: State, room: RoomId, authorization: Bearer = None) -> Response[RoomView]:
    account = await signed_in(state, authorization)
    found = await rooms_of(state).look(room, needed(authorization), account)
    return Response(found, headers=NO_STORE)


@post(
    "/designs/rooms/{room:str}/join",
    summary="Use an invitation to a room",
    status_code=200,
    responses=problems(403, 404, 413, 429, 503),
)
async def join_room(
    request: Asked, state: State, room: RoomId, data: JSONBody[JoinRoom], authorization: Bearer = None
) -> Response[RoomCreated]:
    limit(request)
    joined = await rooms_of(state).join(room, data, await signed_in(state, authorization))
    return Response(joined, headers=NO_STORE)


@post(
    "/designs/rooms/{room:str}/force",
    summary="Hand in one's force",
    status_code=200,
    responses=problems(403, 404, 409, 413, 429, 503),
)
async def hand_in(
    request: Asked, state: State, room: RoomId, data: JSONBody[HandIn], authorization: Bearer = None
) -> Response[RoomView]:
    limit(request)
    account = await signed_in(state, authorization)
    found = await rooms_of(state).hand_in(room, bearers(authorization), account, data)
    return Response(found, headers=NO_STORE)


@post(
    "/designs/rooms/{room:str}/chance",
    summary="Hand in a force that chance puts together",
    status_code=200,
    responses=problems(403, 404, 409, 429, 503),
)
async def leave_to_chance(
    request: Asked, state: State, room: RoomId, authorization: Bearer = None
) -> Response[RoomView]:
    limit(request)
    account = await signed_in(state, authorization)
    found = await rooms_of(state).leave_to_chance(room, bearers(authorization), account)
    return Response(found, headers=NO_STORE)


DESIGNS = Router(
    "/api",
    route_handlers=[
        design_offer,
        assess_force,
        chance_force,
        draw_design,
        new_design,
        new_room,
        my_rooms,
        room_view,
        join_room,
        hand_in,
        leave_to_chance,
    ],
)
