"""The REST side of campaigns."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Response, Router, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter, QueryParameter

from defilade.server.campaign_protocol import (
    AftermathOrder,
    CampaignCreated,
    CampaignList,
    CampaignView,
    JoinCampaign,
    MusterOrder,
    NewCampaign,
    OrdersGiven,
)
from defilade.server.campaigns import CampaignDesk, offer
from defilade.server.protocol import MyTokens
from defilade.server.routes import NO_STORE, Bearer, bearers, limit, maker, needed, problems, signed_in
from defilade.server.rulework import in_rules_thread
from defilade.systems.campaigns import CampaignOffer

CampaignId = Annotated[str, PathParameter(min_length=8, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
SystemName = Annotated[
    str,
    QueryParameter(name="system", max_length=40, description="By which rules; else the first that has any."),
]
Asked = Request[Any, Any, State]


def desk_of(state: State) -> CampaignDesk:
    desk: CampaignDesk = state.campaigns
    return desk


@get("/campaigns/offer", summary="What a campaign can be made of", responses=problems())
async def campaign_offer(system: SystemName = "") -> Response[CampaignOffer]:
    found = await in_rules_thread(offer, system)
    return Response(found, headers={"cache-control": "public, max-age=300"})


@post("/campaigns", summary="Begin a campaign", responses=problems(413, 429, 503))
async def new_campaign(
    request: Asked,
    state: State,
    data: JSONBody[NewCampaign],
    system: SystemName = "",
    authorization: Bearer = None,
) -> Response[CampaignCreated]:
    limit(request)
    made = await desk_of(state).create(data, await maker(request, authorization), system)
    return Response(made, status_code=201, headers=NO_STORE)


@post(
    "/campaigns/mine",
    summary="The campaigns of one's tokens and account",
    status_code=200,
    responses=problems(413, 429, 503),
)
async def my_campaigns(
    request: Asked, state: State, data: JSONBody[MyTokens], authorization: Bearer = None
) -> Response[CampaignList]:
    limit(request)
    found = await desk_of(state).mine(data.tokens, await signed_in(state, authorization))
    return Response(found, headers=NO_STORE)


@get("/campaigns/{campaign:str}", summary="How a campaign stands", responses=problems(403, 404, 503))
async def campaign_view(
    state: State, campaign: CampaignId, authorization: Bearer = None
) -> Response[CampaignView]:
    account = await signed_in(state, authorization)
    found = await desk_of(state).look(campaign, needed(authorization), account)
    return Response(found, headers=NO_STORE)


@post(
    "/campaigns/{campaign:str}/join",
    summary="Use an invitation to a campaign",
    status_code=200,
    responses=problems(403, 404, 413, 429, 503),
)
async def join_campaign(
    request: Asked,
    state: State,
    campaign: CampaignId,
    data: JSONBody[JoinCampaign],
    authorization: Bearer = None,
) -> Response[CampaignCreated]:
    limit(request)
    joined = await desk_of(state).join(campaign, data, await signed_in(state, authorization))
    return Response(joined, headers=NO_STORE)


@post(
    "/campaigns/{campaign:str}/muster",
    summary="Say who goes into the next game",
    status_code=200,
    responses=problems(403, 404, 413, 429, 503),
)
async def muster(
    request: Asked,
    state: State,
    campaign: CampaignId,
    data: JSONBody[MusterOrder],
    authorization: Bearer = None,
) -> Response[CampaignView]:
    limit(request)
    account = await signed_in(state, authorization)
    found = await desk_of(state).muster(campaign, bearers(authorization), account, data)
    return Response(found, headers=NO_STORE)


@post(
    "/campaigns/{campaign:str}/aftermath",
    summary="Say what becomes of the men of a game that is over",
    status_code=200,
    responses=problems(403, 404, 413, 429, 503),
)
async def aftermath(
    request: Asked,
    state: State,
    campaign: CampaignId,
    data: JSONBody[AftermathOrder],
    authorization: Bearer = None,
) -> Response[CampaignView]:
    limit(request)
    account = await signed_in(state, authorization)
    found = await desk_of(state).aftermath(campaign, bearers(authorization), account, data)
    return Response(found, headers=NO_STORE)


@post(
    "/campaigns/{campaign:str}/orders",
    summary="Give orders between two games",
    status_code=200,
    responses=problems(403, 404, 413, 429, 503),
)
async def orders(
    request: Asked,
    state: State,
    campaign: CampaignId,
    data: JSONBody[OrdersGiven],
    authorization: Bearer = None,
) -> Response[CampaignView]:
    limit(request)
    account = await signed_in(state, authorization)
    found = await desk_of(state).orders(campaign, bearers(authorization), account, data)
    return Response(found, headers=NO_STORE)


CAMPAIGNS = Router(
    "/api",
    route_handlers=[
        campaign_offer,
        new_campaign,
        my_campaigns,
        campaign_view,
        join_campaign,
        muster,
        aftermath,
        orders,
    ],
)
