"""Campaigns at the table: games that belong together, kept between the games.

What a campaign is its system says (`systems.campaigns`); here are the seats, the tables and what has been said for
the next step.  The players' tokens for a campaign are those of all its games.  Whenever somebody looks, whatever has
come to pass is done first: a game that has ended is written down, and when all have mustered their men the next one
begins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Raw

from defilade.kernel import Over
from defilade.server import models, tokens
from defilade.server.books import BookRow, BookStore, new_row, open_table, table_of, yours
from defilade.server.campaign_protocol import (
    AftermathOrder,
    CampaignCreated,
    CampaignList,
    CampaignSide,
    CampaignSummary,
    CampaignView,
    Chapter,
    JoinCampaign,
    MusterOrder,
    NewCampaign,
    OrdersGiven,
    Stage,
)
from defilade.server.game import COMPUTER, HUMAN, OPEN, Game, Seat
from defilade.server.lobby import Account, BadRequest, assign_seats, check_private, check_table
from defilade.server.protocol import SeatInfo, TableOptions
from defilade.server.rulework import in_rules_thread
from defilade.server.service import GameService, NoSuchGame, NotYours
from defilade.server.store import UNKNOWN, Maker, SeatRow
from defilade.systems import (
    NotOffered,
    UnknownSystem,
    campaigns_of,
    first_with_campaigns,
    system_name,
    with_campaigns,
)
from defilade.systems.campaigns import (
    CampaignOffer,
    CampaignPlan,
    CampaignQuestion,
    CampaignRoster,
    Campaigns,
    CampaignStanding,
    NamedChoice,
    OrdersAsked,
    Written,
)

replace = msgspec.structs.replace
MOST_TRIES = 12
"""Steps that follow one another by themselves, and other writers, between two looks."""


class Books(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that is written down of a campaign: the book of its system, and what its players have said for the next
    step."""

    campaign: Raw
    table: TableOptions
    options: dict[str, str] = msgspec.field(default_factory=dict)
    """Those of the game that is being played: they bring its scenarios along."""
    games: tuple[str, ...] = ()
    """The tables of the games, in their order."""
    mustered: dict[str, Raw] = msgspec.field(default_factory=dict)
    decided: dict[str, Raw] = msgspec.field(default_factory=dict)
    chapters: tuple[Chapter, ...] = ()
    system: str = ""
    """By which rules; of old books the first that has campaigns."""
    maker: Maker = UNKNOWN
    """Who has begun it."""


class Open(msgspec.Struct):
    """A campaign that somebody looks at."""

    row: BookRow
    seats: list[SeatRow]
    books: Books
    standing: CampaignStanding
    stage: Stage = "muster"
    waits_for: tuple[str, ...] = ()
    questions: tuple[CampaignQuestion, ...] = ()

    @property
    def system(self) -> str:
        return self.books.system or first_with_campaigns()

    @property
    def rules(self) -> Campaigns:
        return campaigns_of(self.system)

    @property
    def humans(self) -> list[str]:
        return [seat.side for seat in self.seats if seat.kind == HUMAN]


def offer(system: str) -> CampaignOffer:
    """What a campaign of a system, or of the first that has any, can be made of."""
    found = rules_of(system).offer()
    every = tuple(NamedChoice(one, system_name(one)) for one in with_campaigns())
    return replace(found, system=system or first_with_campaigns(), systems=every)


def rules_of(system: str) -> Campaigns:
    try:
        return campaigns_of(system or first_with_campaigns())
    except (NotOffered, UnknownSystem) as error:
        raise BadRequest("system", str(error)) from error


class CampaignDesk:
    """Where campaigns are begun, looked up and carried on."""

    def __init__(self, service: GameService) -> None:
        self.service = service
        self.store = BookStore(service.store, models.campaigns, models.campaign_seats)

    # -- beginning -------------------------------------------------------------------------------------------

    async def create(self, asked: NewCampaign, account: Account, system: str = "") -> CampaignCreated:
        plan = CampaignPlan(asked.title, asked.opponent, asked.beside, asked.scenarios, asked.personal)
        campaign, standing = await in_rules_thread(_new, system, plan)
        key = tokens.new_id()
        seats, mine, invites = assign_seats(key, standing.sides, asked.seats, asked.name, account)
        check_table(asked.table, invites)
        check_private(asked.table)
        if all(seat.kind == COMPUTER for seat in seats):
            raise BadRequest("seats", "somebody must keep one of the sides")
        await self._check_opponents(seats, account.maker)
        books = Books(campaign, asked.table, system=system or first_with_campaigns(), maker=account.maker)
        body = _text(books)
        await self.store.create(new_row(key, standing.title, body), seats)
        found = await self._up_to_date(key)
        seen = await in_rules_thread(_view, found, [grant.side for grant in mine])
        return CampaignCreated(seen, tuple(mine), tuple(invites))

    async def _check_opponents(self, seats: Sequence[SeatRow], maker: Maker) -> None:
        """Refuse yet another game against the computer, which all share."""
        if any(seat.kind == COMPUTER for seat in seats):
            if why := await self.service.quotas.of_opponents(maker):
                raise BadRequest("quota", why)

    async def join(self, key: str, asked: JoinCampaign, account: Account) -> CampaignCreated:
        grant = await self.store.take_seat(key, asked.invite, account, asked.name)
        found = await self._up_to_date(key)
        return CampaignCreated(await in_rules_thread(_view, found, [grant.side]), (grant,), ())

    # -- looking ---------------------------------------------------------------------------------------------

    async def look(self, key: str, given: Sequence[str], account: Account) -> CampaignView:
        found = await self._up_to_date(key)
        return await in_rules_thread(_view, found, yours(found.seats, given, account))

    async def mine(self, given: Sequence[str], account: Account) -> CampaignList:
        every = [await self._up_to_date(key) for key in await self.store.of(given, account.id)]
        return CampaignList(tuple([_summary(one, yours(one.seats, given, account)) for one in every]))

    # -- deciding --------------------------------------------------------------------------------------------

    async def muster(
        self, key: str, given: Sequence[str], account: Account, order: MusterOrder
    ) -> CampaignView:
        """Who goes into the next game; it begins when all players have said so."""
        now = await self._read(key)
        said = {side: Raw(msgspec.json.encode(one)) for side, one in order.choices.items()}

        def decide(found: Open) -> Books:
            _check(found, given, account, said, "muster", order.number)
            books = replace(found.books, mustered={**found.books.mustered, **said})
            # What cannot be done is refused now, not when the others are ready.
            found.rules.muster(books.campaign, books.mustered)
            return books

        async with self.service.quotas.one_at_a_time(now.books.maker):
            await self._check_opponents(now.seats, now.books.maker)
            return await self._decide(key, given, account, decide)

    async def aftermath(
        self, key: str, given: Sequence[str], account: Account, order: AftermathOrder
    ) -> CampaignView:
        """What becomes of the men of a game that is over."""
        said = {side: Raw(msgspec.json.encode(one)) for side, one in order.choices.items()}

        def decide(found: Open) -> Books:
            _check(found, given, account, said, "aftermath", order.number)
            found.rules.check_answers(found.books.campaign, said)
            return replace(found.books, decided={**found.books.decided, **said})

        return await self._decide(key, given, account, decide)

    async def orders(
        self, key: str, given: Sequence[str], account: Account, order: OrdersGiven
    ) -> CampaignView:
        """What a side orders between two games; the step is carried out when both have handed theirs in."""

        def decide(found: Open) -> Books:
            if order.side not in yours(found.seats, given, account):
                raise NotYours("that is not your side")
            rules, books = found.rules, found.books
            asked = _asked(found, order.side)
            if asked is None or asked.mark != order.mark:
                raise BadRequest("stale", "the campaign has gone on")
            return replace(books, campaign=rules.ordered(books.campaign, order.side, order.what, order.pick))

        return await self._decide(key, given, account, decide)

    async def _decide(
        self, key: str, given: Sequence[str], account: Account, decide: Callable[[Open], Books]
    ) -> CampaignView:
        for _ in range(MOST_TRIES):
            found = await self._up_to_date(key)
            books = await in_rules_thread(decide, found)
            if await self.store.write(found.row, _text(books)):
                break
        return await self.look(key, given, account)

    # -- going on --------------------------------------------------------------------------------------------

    async def _up_to_date(self, key: str) -> Open:
        """The campaign after everything that has come to pass by itself."""
        for _ in range(MOST_TRIES):
            found = await self._read(key)
            books = await self._next_step(found)
            if books is None:
                return found
            await self.store.write(found.row, _text(books))
        return await self._read(key)

    async def _read(self, key: str) -> Open:
        kept = await self.store.find(key)
        if kept is None:
            raise NoSuchGame("there is no such campaign")
        row, seats = kept
        return await in_rules_thread(_opened, row, seats)

    async def _next_step(self, found: Open) -> Books | None:
        """Say where a campaign stands; gives its books anew if something is to be written down."""
        if any(seat.kind == OPEN for seat in found.seats):
            found.stage = "joining"
            found.waits_for = tuple(seat.side for seat in found.seats if seat.kind == OPEN)
            return None
        if found.standing.scenario:
            return await self._game_over(found)
        table = table_of(self.service, "campaign", found.row.id, found.standing.number)
        return await in_rules_thread(_between_games, found, table)

    async def _game_over(self, found: Open) -> Books | None:
        """Write a game down that has ended, once its players have decided what there is to decide."""
        books = found.books
        keepers = {seat.side: seat for seat in found.seats}
        scenario = found.standing.scenario
        await open_table(
            self.service,
            books.games[-1],
            found.system,
            scenario,
            books.options,
            books.table,
            keepers,
            f"campaign:{found.row.id}",
            books.maker,
        )
        kept = await self.service.store.game(books.games[-1])
        if kept is None or not kept[0].result:
            found.stage, found.waits_for = "playing", found.standing.sides
            return None
        room = await self.service.rooms.enter(books.games[-1])
        return await in_rules_thread(_after_game, found, room.game)


# -- steps of a campaign, which are done in the thread of the rules ------------------------------------------


def _new(system: str, plan: CampaignPlan) -> tuple[Raw, CampaignStanding]:
    rules = rules_of(system)
    campaign = rules.new(plan)
    return campaign, rules.standing(campaign)


def _opened(row: BookRow, seats: list[SeatRow]) -> Open:
    books = msgspec.json.decode(row.body, type=Books)
    return Open(row, seats, books, rules_of(books.system).standing(books.campaign))


def _between_games(found: Open, table: str) -> Books | None:
    """Where a campaign stands while no game is played; its books anew where it goes on by itself. `table` is that of
    the next game."""
    books = found.books
    if not found.standing.is_over and (due := found.rules.orders_due(books.campaign)):
        found.stage = "orders"
        found.waits_for = tuple(side for side in due if side in found.humans)
        return _staffed(found, due)
    if (done := found.rules.carried_out(books.campaign)) is not None:
        return _told(books, done)
    if found.standing.is_over:
        found.stage = "over"
        return None
    found.stage = "muster"
    found.waits_for = tuple(side for side in found.humans if side not in books.mustered)
    return None if found.waits_for else _begun(found, table)


def _staffed(found: Open, due: Sequence[str]) -> Books | None:
    """The computer's sides leave their orders to the staff."""
    book, rules = found.books.campaign, found.rules
    left = [side for side in due if side not in found.humans]
    for side in left:
        book = rules.ordered(book, side, "staff", "")
    return replace(found.books, campaign=book) if left else None


def _begun(found: Open, table: str) -> Books:
    books, number = found.books, found.standing.number
    ready = found.rules.muster(books.campaign, books.mustered)
    return replace(
        books,
        campaign=ready.book,
        options=ready.options,
        games=(*books.games, table),
        mustered={},
        chapters=(*books.chapters, Chapter(number, ready.notes, ())),
    )


def _after_game(found: Open, game: Game) -> Books | None:
    books, rules = found.books, found.rules
    state = final_state(rules, game)
    found.questions = rules.questions(books.campaign, state, found.humans)
    asked = dict.fromkeys(one.side for one in found.questions)
    found.stage = "aftermath"
    found.waits_for = tuple(side for side in asked if side not in books.decided)
    return None if found.waits_for else _recorded(rules, books, state)


def final_state(rules: Campaigns, game: Game) -> Any:
    """The state at the end of a game, also of one that somebody gave up."""
    result = game.result
    assert result is not None, "the game is not over"
    return rules.ended(game.system.clone(game.position.state), Over(result.winner, result.why))


def _recorded(rules: Campaigns, books: Books, state: Any) -> Books:
    done = rules.enter(books.campaign, state, books.decided)
    *before, last = books.chapters
    return replace(
        books,
        campaign=done.book,
        options={},
        decided={},
        chapters=(*before, replace(last, outcome=done.notes)),
    )


def _told(books: Books, done: Written) -> Books:
    """What has been carried out between two games is part of the last one's chapter."""
    *before, last = books.chapters
    return replace(
        books, campaign=done.book, chapters=(*before, replace(last, outcome=(*last.outcome, *done.notes)))
    )


def _check(
    found: Open,
    given: Sequence[str],
    account: Account,
    said: Mapping[str, object],
    stage: Stage,
    number: int,
) -> None:
    """Refuse what is not one's own, or is said too late."""
    if not set(said) <= set(yours(found.seats, given, account)):
        raise NotYours("that is not your side")
    if found.stage != stage or found.standing.number != number:
        raise BadRequest("stale", "the campaign has gone on")


def _text(books: Books) -> str:
    return msgspec.json.encode(books).decode()


# -- views ---------------------------------------------------------------------------------------------------


def _view(found: Open, yours: Sequence[str]) -> CampaignView:
    rules, books, standing = found.rules, found.books, found.standing
    seats = {seat.side: Seat(seat) for seat in found.seats}
    return CampaignView(
        id=found.row.id,
        title=standing.title,
        created=found.row.created,
        stage=found.stage,
        number=min(standing.number, standing.length),
        games=rules.games(books.campaign, books.games),
        sides=tuple([_side(one, seats[one.side]) for one in rules.rosters(books.campaign)]),
        yours=tuple(yours),
        waits_for=found.waits_for,
        open_places=rules.open_places(books.campaign) if found.stage == "muster" else (),
        questions=tuple([one for one in found.questions if one.side in yours]),
        orders=tuple(one for side in yours if (one := _asked(found, side)) is not None),
        sheets=rules.sheets(books.campaign, yours),
        chapters=books.chapters,
        leader=standing.leader,
        stands=standing.stands,
        commitment=standing.commitment,
        seed=standing.seed,
    )


def _asked(found: Open, side: str) -> OrdersAsked | None:
    asks = found.stage in ("orders", "muster")
    return found.rules.asked(found.books.campaign, side) if asks else None


def _side(roster: CampaignRoster, seat: Seat) -> CampaignSide:
    return CampaignSide(
        side=roster.side,
        nation=roster.nation,
        name=roster.name,
        points=roster.points,
        seat=SeatInfo(roster.side, seat.kind, seat.name, seat.level, seat.kind == COMPUTER),
        men=roster.men,
    )


def _summary(found: Open, yours: Sequence[str]) -> CampaignSummary:
    standing = found.standing
    return CampaignSummary(
        id=found.row.id,
        title=standing.title,
        stage=found.stage,
        number=min(standing.number, standing.length),
        length=standing.length,
        sides=standing.sides,
        yours=tuple(yours),
        points=standing.points,
        stands=standing.stands,
        your_turn=found.stage != "joining" and bool(set(found.waits_for) & set(yours)),
        changed=found.row.changed,
        game=found.books.games[-1] if found.stage == "playing" else "",
    )
