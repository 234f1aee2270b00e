"""The REST side of people: challenges, profiles, one's own account."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Response, Router, delete, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter

from defilade.server import balances
from defilade.server.people import PeopleDesk
from defilade.server.people_protocol import (
    BalancePage,
    Challenges,
    ConfirmEmail,
    MyAccount,
    People,
    Profile,
    SetEmail,
    TakeChallenge,
)
from defilade.server.protocol import Invitation, Joined
from defilade.server.routes import (
    NO_STORE,
    Bearer,
    GameId,
    ScenarioId,
    limit,
    problems,
    service_of,
    signed_in,
)

PersonName = Annotated[str, PathParameter(min_length=1, max_length=40)]
Asked = Request[Any, Any, State]


def desk_of(state: State) -> PeopleDesk:
    desk: PeopleDesk = state.people
    return desk


@get("/challenges", summary="Tables at which a seat waits for anybody", responses=problems(503))
async def challenges(state: State, authorization: Bearer = None) -> Response[Challenges]:
    account = await signed_in(state, authorization)
    return Response(await desk_of(state).challenges(account), headers=NO_STORE)


@get("/challenges/{game:str}", summary="The terms of a challenge", responses=problems(404, 503))
async def challenge_terms(state: State, game: GameId, authorization: Bearer = None) -> Response[Invitation]:
    account = await signed_in(state, authorization)
    return Response(await desk_of(state).terms(game, account), headers=NO_STORE)


@post(
    "/challenges/{game:str}",
    summary="Take a challenge",
    status_code=200,
    responses=problems(403, 404, 413, 503),
)
async def take_challenge(
    request: Asked, state: State, game: GameId, data: JSONBody[TakeChallenge], authorization: Bearer = None
) -> Response[Joined]:
    limit(request)
    account = await signed_in(state, authorization)
    return Response(await desk_of(state).take(game, data, account), headers=NO_STORE)


@delete(
    "/challenges/{game:str}",
    summary="Withdraw a challenge",
    status_code=204,
    responses=problems(403, 404, 503),
)
async def withdraw_challenge(state: State, game: GameId, authorization: Bearer = None) -> None:
    await desk_of(state).withdraw(game, await signed_in(state, authorization))


@get("/people", summary="Who is here, and who plays best", responses=problems(503))
async def people(state: State) -> Response[People]:
    return Response(await desk_of(state).people(), headers=NO_STORE)


@get("/people/{name:str}", summary="Somebody's ratings and last games", responses=problems(404, 503))
async def profile(state: State, name: PersonName) -> Response[Profile]:
    return Response(await desk_of(state).profile(name), headers=NO_STORE)


@get("/accounts/mine", summary="One's own account", responses=problems(403, 503))
async def my_account(state: State, authorization: Bearer = None) -> Response[MyAccount]:
    account = await signed_in(state, authorization)
    return Response(await desk_of(state).mine(account), headers=NO_STORE)


@post(
    "/accounts/mine/email",
    summary="Where letters go when it is one's turn",
    status_code=200,
    responses=problems(403, 413, 503),
)
async def set_email(
    request: Asked, state: State, data: JSONBody[SetEmail], authorization: Bearer = None
) -> Response[MyAccount]:
    limit(request)
    account = await signed_in(state, authorization)
    return Response(await desk_of(state).set_email(data, account), headers=NO_STORE)


@post(
    "/accounts/mine/email/code",
    summary="Show that one reads letters to that address",
    status_code=200,
    responses=problems(403, 413, 503),
)
async def confirm_email(
    request: Asked, state: State, data: JSONBody[ConfirmEmail], authorization: Bearer = None
) -> Response[MyAccount]:
    limit(request, drops=4)
    account = await signed_in(state, authorization)
    return Response(await desk_of(state).confirm(data.code, account), headers=NO_STORE)


@get("/balance/{scenario:str}", summary="How balanced a scenario is", responses=problems(404, 503))
async def balance(state: State, scenario: ScenarioId) -> Response[BalancePage]:
    found = await balances.page(service_of(state).store, scenario)
    return Response(found, headers={"cache-control": "public, max-age=60"})


PEOPLE = Router(
    "/api",
    route_handlers=[
        challenges,
        challenge_terms,
        take_challenge,
        withdraw_challenge,
        people,
        profile,
        my_account,
        set_email,
        confirm_email,
        balance,
    ],
)
