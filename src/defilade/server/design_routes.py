"""The REST side of designed games."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, Router, get, post
from litestar.datastructures import State
from litestar.params import JSONBody

from defilade.server import designs
from defilade.server.design_protocol import (
    Assessed,
    AssessForce,
    Bought,
    ChanceForce,
    DesignedGame,
    DesignOffer,
    DrawDesign,
    DrawnDesign,
    NewDesign,
)
from defilade.server.routes import NO_STORE, Bearer, desk_of, limit, problems, signed_in
from defilade.server.rulework import in_rules_thread

Asked = Request[Any, Any, State]


@get("/designs/offer", summary="What a game of one's own can be made of")
async def design_offer() -> Response[DesignOffer]:
    found = await in_rules_thread(designs.offer)
    return Response(found, headers={"cache-control": "public, max-age=300"})


@post(
    "/designs/assess",
    summary="What a force costs, and what is wrong with it",
    status_code=200,
    responses=problems(413),
)
async def assess_force(data: JSONBody[AssessForce]) -> Assessed:
    return await in_rules_thread(designs.assess, data)


@post(
    "/designs/chance", summary="A force put together by chance", status_code=200, responses=problems(413, 429)
)
async def chance_force(request: Asked, data: JSONBody[ChanceForce]) -> Bought:
    limit(request, drops=0.5)
    return await in_rules_thread(designs.by_chance, data)


@post(
    "/designs/draw",
    summary="Draw the year, or the situation of a bid game",
    status_code=200,
    responses=problems(413),
)
async def draw_design(data: JSONBody[DrawDesign]) -> DrawnDesign:
    return await in_rules_thread(designs.draw, data)


@post("/designs", summary="Begin a game of one's own design", responses=problems(413, 429, 503))
async def new_design(
    request: Asked, state: State, data: JSONBody[NewDesign], authorization: Bearer = None
) -> Response[DesignedGame]:
    limit(request)
    account = await signed_in(state, authorization)
    found = await in_rules_thread(designs.made, data)
    game = await designs.DesignDesk(desk_of(state)).begin(data, account, found)
    return Response(game, status_code=201, headers=NO_STORE)


DESIGNS = Router("/api", route_handlers=[design_offer, assess_force, chance_force, draw_design, new_design])
