"""Campaigns at the table: a series of games with the same men (UF:42), kept between the games.

The players' tokens for a campaign are those of all its games.  Whenever somebody looks, whatever has come to pass is
done first: a game that has ended is written down, and when all have mustered their men the next one begins.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from defilade.kernel import Over
from defilade.rules.upfront import campaign_questions as asking
from defilade.rules.upfront.aftermath import Decisions
from defilade.rules.upfront.campaign import (
    BESIDE,
    GERMAN,
    PERSONAL_ARMS,
    Campaign,
    CampaignError,
    Prepared,
    leader_of,
    new_campaign,
    prepare,
    record,
)
from defilade.rules.upfront.campaign_tables import campaign_tables
from defilade.rules.upfront.library import library
from defilade.rules.upfront.rosters import Choices, Personal, is_there, man_card, personal_id
from defilade.rules.upfront.scenario import Scenario, load_scenarios
from defilade.rules.upfront.state import State
from defilade.rules.upfront.system import UfSystem
from defilade.server import models, tokens
from defilade.server.books import BookRow, BookStore, new_row, open_table, table_of, yours
from defilade.server.campaign_protocol import (
    AftermathOrder,
    CampaignCreated,
    CampaignGame,
    CampaignList,
    CampaignMan,
    CampaignNote,
    CampaignOffer,
    CampaignQuestion,
    CampaignScenario,
    CampaignSide,
    CampaignSummary,
    CampaignView,
    Chapter,
    JoinCampaign,
    MusterOrder,
    NamedChoice,
    NewCampaign,
    OpenPlace,
    Stage,
)
from defilade.server.game import COMPUTER, HUMAN, OPEN, Game, Seat
from defilade.server.lobby import Account, BadRequest, assign_seats, check_table
from defilade.server.protocol import SeatInfo, TableOptions
from defilade.server.service import GameService, NoSuchGame, NotYours
from defilade.server.store import SeatRow

replace = msgspec.structs.replace
MOST_TRIES = 5
BACK_AGAIN = ", as a replacement"
"""Behind the name of a man whose own place is open."""


class Books(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that is written down of a campaign: the rosters, and what its players have said for the next step."""

    campaign: Campaign
    table: TableOptions
    options: dict[str, str] = msgspec.field(default_factory=dict)
    """Those of the game that is being played: they bring its scenarios along."""
    games: tuple[str, ...] = ()
    """The tables of the games, in their order."""
    mustered: dict[str, Choices] = msgspec.field(default_factory=dict)
    decided: dict[str, Decisions] = msgspec.field(default_factory=dict)
    chapters: tuple[Chapter, ...] = ()


class Open(msgspec.Struct):
    """A campaign that somebody looks at."""

    row: BookRow
    seats: list[SeatRow]
    books: Books
    stage: Stage = "muster"
    waits_for: tuple[str, ...] = ()
    questions: tuple[asking.Question, ...] = ()

    @property
    def humans(self) -> list[str]:
        return [seat.side for seat in self.seats if seat.kind == HUMAN]


@cache
def scenarios() -> dict[str, Scenario]:
    """The scenarios that can be part of a campaign."""
    return {name: card for name, card in load_scenarios().items() if not card.players}


@cache
def offer() -> CampaignOffer:
    """What a campaign can be made of."""
    box, tables = library(), campaign_tables()
    arms = {
        nation: tuple(
            NamedChoice(key, weapon.name)
            for key, weapon in box.weapons.items()
            if key.startswith(nation) and weapon.kind in PERSONAL_ARMS
        )
        for nation in box.nations
    }
    return CampaignOffer(
        scenarios=tuple(
            CampaignScenario(card.id, card.title, card.opponents, card.plays_in_teams())
            for card in scenarios().values()
        ),
        series=tables.sample,
        nations=tuple(NamedChoice(key, one.people) for key, one in box.nations.items() if key != GERMAN),
        weapons=arms,
    )


class CampaignDesk:
    """Where campaigns are begun, looked up and carried on."""

    def __init__(self, service: GameService) -> None:
        self.service = service
        self.store = BookStore(service.store, models.campaigns, models.campaign_seats)

    # -- beginning -------------------------------------------------------------------------------------------

    async def create(self, asked: NewCampaign, account: Account) -> CampaignCreated:
        check_table(asked.table)
        campaign = _new(asked)
        key = tokens.new_id()
        seats, mine, invites = assign_seats(key, tuple(campaign.rosters), asked.seats, asked.name, account)
        if all(seat.kind == COMPUTER for seat in seats):
            raise BadRequest("seats", "somebody must keep one of the sides")
        body = _text(Books(campaign, asked.table))
        await self.store.create(new_row(key, campaign.title, body), seats)
        found = await self._up_to_date(key)
        return CampaignCreated(
            await self._view(found, [grant.side for grant in mine]), tuple(mine), tuple(invites)
        )

    async def join(self, key: str, asked: JoinCampaign, account: Account) -> CampaignCreated:
        grant = await self.store.take_seat(key, asked.invite, account, asked.name)
        found = await self._up_to_date(key)
        return CampaignCreated(await self._view(found, [grant.side]), (grant,), ())

    # -- looking ---------------------------------------------------------------------------------------------

    async def look(self, key: str, given: Sequence[str], account: Account) -> CampaignView:
        found = await self._up_to_date(key)
        return await self._view(found, yours(found.seats, given, account))

    async def mine(self, given: Sequence[str], account: Account) -> CampaignList:
        every = [await self._up_to_date(key) for key in await self.store.of(given, account.id)]
        return CampaignList(tuple([_summary(one, yours(one.seats, given, account)) for one in every]))

    # -- deciding --------------------------------------------------------------------------------------------

    async def muster(
        self, key: str, given: Sequence[str], account: Account, order: MusterOrder
    ) -> CampaignView:
        """Who goes into the next game; it begins when all players have said so."""
        said = {
            side: msgspec.convert(msgspec.to_builtins(one), Choices) for side, one in order.choices.items()
        }

        def decide(found: Open) -> Books:
            _check(found, given, account, said, "muster", order.number)
            books = replace(found.books, mustered={**found.books.mustered, **said})
            _prepared(
                books, books.mustered
            )  # what cannot be done is refused now, not when the others are ready
            return books

        return await self._decide(key, given, account, decide)

    async def aftermath(
        self, key: str, given: Sequence[str], account: Account, order: AftermathOrder
    ) -> CampaignView:
        """What becomes of the men of a game that is over."""
        said = {
            side: msgspec.convert(msgspec.to_builtins(one), Decisions) for side, one in order.choices.items()
        }

        def decide(found: Open) -> Books:
            _check(found, given, account, said, "aftermath", order.number)
            for side, wishes in said.items():
                unknown = {*wishes.lower, *wishes.improve} - set(found.books.campaign.rosters[side].men)
                if unknown:
                    raise BadRequest("choices", f"{min(unknown)} is not on the roster")
            return replace(found.books, decided={**found.books.decided, **said})

        return await self._decide(key, given, account, decide)

    async def _decide(self, key: str, given: Sequence[str], account: Account, decide: Any) -> CampaignView:
        for _ in range(MOST_TRIES):
            found = await self._up_to_date(key)
            if await self.store.write(found.row, _text(decide(found))):
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
        return Open(row, seats, msgspec.json.decode(row.body, type=Books))

    async def _next_step(self, found: Open) -> Books | None:
        """Say where a campaign stands; gives its books anew if something is to be written down."""
        books = found.books
        if any(seat.kind == OPEN for seat in found.seats):
            found.stage = "joining"
            found.waits_for = tuple(seat.side for seat in found.seats if seat.kind == OPEN)
        elif books.campaign.current is not None:
            return await self._game_over(found)
        elif books.campaign.is_over:
            found.stage = "over"
        else:
            found.stage = "muster"
            found.waits_for = tuple(side for side in found.humans if side not in books.mustered)
            return None if found.waits_for else self._begun(found.row.id, books)
        return None

    def _begun(self, key: str, books: Books) -> Books:
        ready = _prepared(books, books.mustered)
        notes = tuple(
            CampaignNote(side, f"{text[:1].upper()}{text[1:]}.", rule)
            for side, every in ready.notes.items()
            for text, rule in every
        )
        number = ready.campaign.number
        return replace(
            books,
            campaign=ready.campaign,
            options=ready.options,
            games=(*books.games, table_of(self.service, "campaign", key, number)),
            mustered={},
            chapters=(*books.chapters, Chapter(number, notes, ())),
        )

    async def _game_over(self, found: Open) -> Books | None:
        """Write a game down that has ended, once its players have decided what there is to decide."""
        books, current = found.books, found.books.campaign.current
        assert current is not None
        keepers = {seat.side: seat for seat in found.seats}
        await open_table(
            self.service, books.games[-1], UfSystem.id, current.game, books.options, books.table, keepers
        )
        kept = await self.service.store.game(books.games[-1])
        if kept is None or not kept[0].result:
            found.stage, found.waits_for = "playing", tuple(books.campaign.rosters)
            return None
        room = await self.service.rooms.enter(books.games[-1])
        state = final_state(room.game)
        found.questions = tuple(_questions(books.campaign, state, found.humans))
        asked = dict.fromkeys(one.side for one in found.questions)
        found.stage = "aftermath"
        found.waits_for = tuple(side for side in asked if side not in books.decided)
        return None if found.waits_for else _recorded(books, state)

    # -- views -----------------------------------------------------------------------------------------------

    async def _view(self, found: Open, yours: Sequence[str]) -> CampaignView:
        campaign = found.books.campaign
        seats = {seat.side: Seat(seat) for seat in found.seats}
        return CampaignView(
            id=found.row.id,
            title=campaign.title,
            created=found.row.created,
            stage=found.stage,
            number=min(campaign.number, len(campaign.scenarios)),
            games=tuple(_games(found.books)),
            sides=tuple([_side(campaign, side, seats[side]) for side in campaign.rosters]),
            yours=tuple(yours),
            waits_for=found.waits_for,
            open_places=tuple(_open_places(campaign)) if found.stage == "muster" else (),
            questions=tuple([_asked(campaign, one) for one in found.questions if one.side in yours]),
            chapters=found.books.chapters,
            leader=leader_of(campaign),
        )


# -- steps of a campaign -------------------------------------------------------------------------------------


def _new(asked: NewCampaign) -> Campaign:
    enemies = (asked.opponent, *asked.beside)
    if not set(enemies) <= {one.id for one in offer().nations}:
        raise BadRequest("opponent", f"there are {', '.join(one.id for one in offer().nations)}")
    _check_series(asked.scenarios, enemies)
    personal = {side: Personal(man.name, man.weapon) for side, man in asked.personal.items()}
    try:
        campaign = new_campaign(
            library(),
            campaign_tables(),
            asked.opponent,
            asked.scenarios,
            seed=random.SystemRandom().randrange(2**31),
            title=asked.title,
            personal=personal,
            beside=asked.beside,
        )
    except CampaignError as error:
        raise BadRequest("campaign", str(error)) from error
    if not set(personal) <= set(campaign.rosters):
        raise BadRequest("personal", f"there are {', '.join(campaign.rosters)}")
    return campaign


def _check_series(series: Sequence[str], enemies: Sequence[str]) -> None:
    """Each entry is a scenario for all tables, or one for each of them (UF:41.8)."""
    known = scenarios()
    for entry in series:
        names = entry.split(BESIDE)
        for enemy, name in zip(enemies, names * len(enemies) if len(names) == 1 else names, strict=False):
            fits = name in known and enemy in known[name].opponents
            if not fits or (len(enemies) > 1 and not known[name].plays_in_teams()):
                raise BadRequest("scenarios", f"{name} cannot be played against the {enemy} side here")
        if len(names) not in (1, len(enemies)):
            raise BadRequest("scenarios", f"{entry} names {len(names)} scenarios for {len(enemies)} tables")


def _prepared(books: Books, choices: Mapping[str, Choices]) -> Prepared:
    try:
        return prepare(library(), campaign_tables(), books.campaign, scenarios(), choices)
    except CampaignError as error:
        raise BadRequest("choices", str(error)) from error


def final_state(game: Game) -> State:
    """The state at the end of a game. Who gives up has lost with his men where they stand."""
    result = game.result
    assert result is not None, "the game is not over"
    state: State = game.system.clone(game.position.state)
    if state.over is None:
        state.over = Over(result.winner, result.why)
    return state


def _questions(campaign: Campaign, state: State, humans: Sequence[str]) -> Iterator[asking.Question]:
    for side in humans:
        yield from asking.questions(library(), campaign_tables(), campaign, state, side)


def _recorded(books: Books, state: State) -> Books:
    done = record(library(), campaign_tables(), books.campaign, state, books.decided)
    notes = asking.told(library(), campaign_tables(), books.campaign, done)
    outcome = tuple(CampaignNote(note.side, note.text, note.rule) for note in notes)
    *before, last = books.chapters
    return replace(
        books,
        campaign=done.campaign,
        options={},
        decided={},
        chapters=(*before, replace(last, outcome=outcome)),
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
    if found.stage != stage or found.books.campaign.number != number:
        raise BadRequest("stale", "the campaign has gone on")


def _text(books: Books) -> str:
    return msgspec.json.encode(books).decode()


# -- views ---------------------------------------------------------------------------------------------------


def _games(books: Books) -> Iterator[CampaignGame]:
    campaign, cards = books.campaign, scenarios()
    for number, name in enumerate(campaign.scenarios, 1):
        played = campaign.played[number - 1] if number <= len(campaign.played) else None
        current = campaign.current if number == campaign.number else None
        held = played or current
        yield CampaignGame(
            number=number,
            scenario=name,
            title=" and ".join(dict.fromkeys(cards[one].title for one in name.split(BESIDE) if one in cards)),
            state="played" if played else "now" if number == campaign.number else "later",
            attacker=held.attacker if held is not None else "",
            winner=played.winner if played else "",
            points=dict(played.points) if played else {},
            game=books.games[number - 1] if number <= len(books.games) else "",
        )


def _side(campaign: Campaign, side: str, seat: Seat) -> CampaignSide:
    roster = campaign.rosters[side]
    return CampaignSide(
        side=side,
        nation=roster.nation,
        name=library().nations[roster.nation].people,
        points=roster.points,
        seat=SeatInfo(side, seat.kind, seat.name, seat.level, seat.kind == COMPUTER),
        men=tuple([_man(campaign, side, man) for man in roster.men]),
    )


def _man(campaign: Campaign, side: str, man: str) -> CampaignMan:
    box, roster = library(), campaign.rosters[side]
    entry, card = roster.men[man], man_card(box, roster, man)
    there = is_there(roster, man, campaign.number)
    return CampaignMan(
        id=man,
        name=card.name,
        rank=campaign_tables().ranks[roster.nation].get(entry.rank, entry.rank),
        role=card.role,
        weapon=box.weapons[card.weapon].name,
        morale=entry.morale,
        panic=entry.panic,
        printed_morale=card.morale,
        printed_panic=card.panic,
        kia=entry.kia,
        elan=entry.elan,
        survival=entry.survival,
        promotion=entry.promotion,
        replaced=entry.replaced,
        state="there" if there else "lost" if entry.lost else "wounded",
        back_in=entry.back_in,
        personal=man == personal_id(roster.nation),
    )


def _open_places(campaign: Campaign) -> Iterator[OpenPlace]:
    box = library()
    for side, places in asking.open_places(box, campaign_tables(), campaign, scenarios()).items():
        roster = campaign.rosters[side]
        for place in places:
            candidates = [
                NamedChoice(one, man_card(box, roster, one).name + (BACK_AGAIN if one == place.man else ""))
                for one in place.candidates
            ]
            name = man_card(box, roster, place.man).name
            yield OpenPlace(side, place.man, name, place.role, tuple(candidates))


def _asked(campaign: Campaign, one: asking.Question) -> CampaignQuestion:
    name = man_card(library(), campaign.rosters[one.side], one.man).name
    return CampaignQuestion(one.side, one.man, name, one.kind, one.answers, one.rule)


def _summary(found: Open, yours: Sequence[str]) -> CampaignSummary:
    campaign, books = found.books.campaign, found.books
    return CampaignSummary(
        id=found.row.id,
        title=campaign.title,
        stage=found.stage,
        number=min(campaign.number, len(campaign.scenarios)),
        length=len(campaign.scenarios),
        sides=tuple(campaign.rosters),
        yours=tuple(yours),
        points={side: roster.points for side, roster in campaign.rosters.items()},
        your_turn=found.stage != "joining" and bool(set(found.waits_for) & set(yours)),
        changed=found.row.changed,
        game=books.games[-1] if found.stage == "playing" else "",
    )
