"""Before and beside the game: what can be played, new games, invitations, lists, files, replays, accounts."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import Any

import msgspec

from defilade import __version__
from defilade.ai import LEVELS
from defilade.kernel import Choice, System, make_view
from defilade.kernel.chance import BY_STEP
from defilade.kernel.log import log_lines
from defilade.rules.content_files import ContentError
from defilade.rules.designs import DESIGN
from defilade.rules.presentation import MapInfo
from defilade.server import advice, names, reckoning, set_ups, tokens, views
from defilade.server.game import COMPUTER, HUMAN, OPEN, Game, NotTaken
from defilade.server.imports import Job, check_bounds, take_in
from defilade.server.protocol import (
    AccountSession,
    Balance,
    Credentials,
    GameCreated,
    GameInfo,
    GameList,
    GameSummary,
    ImportedGame,
    Invitation,
    Joined,
    JoinGame,
    LevelView,
    Lobby,
    MomentView,
    NewGame,
    PublicGame,
    PublicGames,
    Result,
    ScenarioView,
    SeatGrant,
    SeatWish,
    SetUpView,
    ShowInvitation,
    SystemView,
    TableOptions,
)
from defilade.server.reckoning_protocol import Reckoning
from defilade.server.rooms import Room
from defilade.server.rulework import in_rules_thread
from defilade.server.service import GameService, NotYours
from defilade.server.store import GameRow, Maker, NameTaken, Place, SeatRow
from defilade.systems import (
    SYSTEMS,
    Card,
    UnknownScenario,
    card_of,
    cards,
    citations_of,
    find_card,
    find_player,
    find_system,
    map_of,
    measured,
    presenter_of,
)
from defilade.systems.campaigns import NotPossible

PAGE = 50
"""Games in one page of a list."""
LEVEL_NAMES = {
    "random": "Random: any legal move",
    "greedy": "Greedy: the best odds at once",
    "easy": "Easy: sound plans, and slips",
    "normal": "Normal: looks ahead where it matters",
    "hard": "Hard: looks ahead further",
    "tactician": "Tactician: the usual opponent",
}


class BadRequest(NotPossible):
    """Something that the server cannot do as asked; of games and campaigns their system may say the same."""


class Account(msgspec.Struct, frozen=True):
    """Who is signed in, and where he comes from."""

    id: str
    name: str
    address: str = ""
    """A hash of it."""

    @property
    def person(self) -> str:
        """Who he is, as far as that can be told: his account, else the address."""
        return self.id or self.address

    @property
    def maker(self) -> Maker:
        return Maker(self.person, self.address)


NOBODY = Account("", "")
SeatsByGame = Mapping[str, Sequence[SeatRow]]


# -- what can be played ------------------------------------------------------------------------------------


@cache
def lobby() -> Lobby:
    """Everything that can be played. It never changes while the server runs."""
    return Lobby(
        version=__version__,
        systems=tuple(SystemView(system, entry.name) for system, entry in SYSTEMS.items()),
        scenarios=tuple(scenario_view(card.id) for card in cards()),
        levels=tuple(LevelView(level, LEVEL_NAMES.get(level, level.capitalize())) for level in LEVELS),
        lessons=tuple(
            citations_of(system).shown(lesson)
            for system in SYSTEMS
            for lesson in presenter_of(find_system(system)).lessons()
        ),
    )


def pieces_of_the_lobby() -> Iterator[Callable[[], Any]]:
    """What is worked out for the lobby, piece by piece."""
    for card in cards():
        yield partial(scenario_view, card.id)
    yield lobby


@cache
def scenario_view(scenario: str) -> ScenarioView:
    card = find_card(scenario)
    presenter = presenter_of(find_system(card.system))
    return ScenarioView(
        id=card.id,
        system=card.system,
        title=card.title,
        date=card.date,
        place=card.place,
        sides=card.sides,
        turns=card.turns,
        boards=card.boards,
        victory=card.victory,
        provenance=card.provenance,
        details=citations_of(card.system).shown(presenter.card(card.id)),
        thumbnail=f"{map_url(card.id)}/thumbnail.svg" if card.boards or thumbnail(card.id) else "",
        balance=balance_of(card),
    )


def balance_of(card: Card) -> Balance | None:
    """How often each side has won, where that was measured."""
    found = measured(card)
    return Balance(found.games, found.wins, found.players) if found is not None else None


PICTURES = 200
"""So many maps are kept as pictures; those of games that bring their cards along are without end."""


def map_url(scenario: str) -> str:
    return f"/api/maps/{scenario}"


def map_info(scenario: str) -> MapInfo | None:
    system, id = map_of(scenario)
    return presenter_of(find_system(system)).map_info(id, map_url(id))


@lru_cache(maxsize=PICTURES)
def picture(scenario: str) -> str | None:
    system, id = map_of(scenario)
    return presenter_of(find_system(system)).picture(id)


@lru_cache(maxsize=PICTURES)
def thumbnail(scenario: str) -> str | None:
    system, id = map_of(scenario)
    return presenter_of(find_system(system)).picture(id, small=True)


# -- games -------------------------------------------------------------------------------------------------


class FrontDesk:
    """Opens tables and lets people in."""

    def __init__(self, service: GameService) -> None:
        self.service = service
        self.store = service.store

    async def new_game(self, asked: NewGame, account: Account) -> GameCreated:
        card = _card(asked.scenario)
        system = find_system(card.system)
        game_id = tokens.new_id()
        sides = await in_rules_thread(sides_at_table, system, card, asked.options)
        seats, mine, invites = assign_seats(game_id, sides, asked.seats, asked.name, account, asked.pledge)
        check_table(asked.table, invites)
        async with self.service.quotas.one_at_a_time(account.maker):
            await self.check_meeting(asked.table, seats, account, teaches=card.id in system.lessons())
            await self.check_place(seats, account)
            people = sum(1 for seat in seats if seat.kind != COMPUTER)
            try:
                game = await self.service.begin(
                    game_id,
                    system,
                    card.id,
                    dict(asked.options),
                    asked.table,
                    seats,
                    # The dice of a lesson are known to whoever has taken it.
                    seed=system.seed_of(card.id) if people == 1 or not invites else "",
                    dice=BY_STEP,
                    maker=account.maker,
                    rated=asked.table.rated,
                )
            except ContentError as error:
                raise BadRequest("options", str(error)) from error
        return self.created(game, mine, invites)

    async def check_place(self, seats: Sequence[SeatRow], account: Account) -> None:
        """Refuse a table for which there is no place: to people while all are taken, and one of computers alone to
        those who have enough of them."""
        settings = self.service.settings
        if any(seat.kind != COMPUTER for seat in seats):
            self.service.rooms.make_place()
            if any(seat.kind == COMPUTER for seat in seats):
                await self._check_opponents(account)
            return
        if settings.own_table:
            return
        if not account.id:
            raise BadRequest("account", "sign in to have computers play each other")
        if why := await self.service.quotas.of_computers(account.id):
            raise BadRequest("quota", why)

    async def check_meeting(
        self, table: TableOptions, seats: Sequence[SeatRow], account: Account, *, teaches: bool = False
    ) -> None:
        """Refuse a challenge or a rated game that cannot be one."""
        if not (table.challenge or table.rated):
            return
        if not account.id:
            raise BadRequest("account", "sign in for that: others want to know whom they play")
        kinds = sorted(seat.kind for seat in seats)
        if table.challenge and OPEN not in kinds:
            raise BadRequest("challenge", "a challenge needs a seat that is open")
        if table.challenge and (why := await self.service.quotas.of_challenges(account.id)):
            raise BadRequest("quota", why)
        if table.rated:
            if kinds != [HUMAN, OPEN] or teaches:
                raise BadRequest(
                    "rated", "a rated game is one of two people, and one of them is still to come"
                )
            if table.undo == "free" or table.mail:
                raise BadRequest(
                    "rated", "in a rated game nothing is taken back at will or passed on as a file"
                )
            if table.clock.kind == "none":
                raise BadRequest("rated", "a rated game needs a clock: else who stands badly need not go on")

    async def _check_opponents(self, account: Account) -> None:
        if why := await self.service.quotas.of_opponents(account.maker):
            raise BadRequest("quota", why)

    def created(self, game: Game, mine: Sequence[SeatGrant], invites: Sequence[SeatGrant]) -> GameCreated:
        watch = tokens.watch_token(self.service.server_key, game.id)
        return GameCreated(views.info_of(game), tuple(mine), tuple(invites), watch)

    async def invitation(self, game_id: str, asked: ShowInvitation) -> Invitation:
        """The terms of a table, for one who has been invited."""
        found = await self.store.game(game_id)
        hashed = tokens.hash_of(asked.invite)
        if found is not None:
            row, seats = found
            for seat in seats:
                if seat.kind == OPEN and seat.invite and tokens.same(seat.invite, hashed):
                    return await self.terms(row, seats, seat.side)
        raise NotYours("this invitation has been used, or was never given")

    async def terms(self, row: GameRow, seats: Sequence[SeatRow], side: str) -> Invitation:
        """What somebody agrees to who sits down on a side."""
        people = [seat for seat in seats if seat.kind == HUMAN]
        host = min(people, key=lambda seat: seat.taken, default=None)
        room = self.service.rooms.get(row.id)
        here = host is not None and room is not None and host.side in room.sides_connected()
        length = await in_rules_thread(length_of, row.system, row.scenario, views.options_kept(row))
        info = self._info(row, {row.id: seats})
        return Invitation(info, side, row.moment, host.name if host is not None else "", here, length)

    async def join(self, game_id: str, asked: JoinGame, account: Account) -> Joined:
        room = await self.service.rooms.enter(game_id)
        if room.game.table.mail:
            raise BadRequest(
                "mail", "this game is passed on as a file, which holds the seed of its dice: nobody joins"
            )
        token = tokens.new_token()
        name = at_table(asked.name, account)
        self.check_name(name, [seat.name for seat in room.game.seats.values()])
        if room.game.table.rated:
            if not account.id:
                raise BadRequest("account", "this game is rated: sign in to sit down")
            if any(seat.account == account.id for seat in room.game.seats.values()):
                raise BadRequest("seats", "nobody plays a rated game against himself")
        side = await self.store.take_seat(
            game_id, tokens.hash_of(asked.invite), tokens.hash_of(token), name, account.id, asked.pledge
        )
        if side is None:
            raise NotYours("this invitation has been used, or was never given")
        return await self.seated(room, SeatGrant(side, token))

    @staticmethod
    def check_name(name: str, others: Sequence[str]) -> None:
        """Refuse a name that somebody at the table has, or nearly has."""
        if name and names.skeleton(name) in map(names.skeleton, filter(None, others)):
            raise BadRequest("name", "somebody at this table is called so, or nearly so")

    async def seated(self, room: Room, grant: SeatGrant) -> Joined:
        """Somebody has sat down: tell everybody, and him."""
        async with room.lock:
            await self.service.reseat(room)
        await self.service.channel.tell("seats", room.game.id)
        watch = tokens.watch_token(self.service.server_key, room.game.id)
        return Joined(views.info_of(room.game, room.sides_connected()), (grant,), watch)

    # -- lists -----------------------------------------------------------------------------------------------

    async def mine(self, given: Sequence[str], account: Account, after: str = "") -> GameList:
        hashed = [tokens.hash_of(token) for token in given]
        found = await self.store.games_of(hashed, account.id, PAGE + 1, place_of(after))
        seats = await self._seats([row for row, _ in found])
        shown = tuple([self._summary(row, seats, sides) for row, sides in found[:PAGE]])
        return GameList(shown, more_after([row for row, _ in found]))

    def _summary(self, row: GameRow, seats: SeatsByGame, sides: Sequence[str]) -> GameSummary:
        return GameSummary(
            game=self._info(row, seats),
            sides=tuple(sides),
            your_turn=row.waits in sides and not row.result,
            headline=row.headline[: views.LONGEST],
            moment=row.moment,
            last_moved=row.last_moved,
            result=msgspec.json.decode(row.result, type=Result) if row.result else None,
        )

    async def _seats(self, rows: Sequence[GameRow]) -> SeatsByGame:
        """Who plays in games that are not in memory."""
        return await self.store.seats_of_all(
            [row.id for row in rows if self.service.rooms.get(row.id) is None]
        )

    def _info(self, row: GameRow, seats: SeatsByGame) -> GameInfo:
        room = self.service.rooms.get(row.id)
        if room is not None and row.id not in seats:
            return views.info_of(room.game, room.sides_connected())
        return views.info_of_row(row, seats.get(row.id, ()))

    async def public(self, after: str = "") -> PublicGames:
        rows = await self.store.public_games(PAGE + 1, place_of(after))
        seats = await self._seats(rows)
        return PublicGames(
            tuple(
                [
                    PublicGame(
                        game=self._info(row, seats),
                        watch=tokens.watch_token(self.service.server_key, row.id),
                        headline=row.headline[: views.LONGEST],
                        moment=row.moment,
                        last_moved=row.last_moved,
                    )
                    for row in rows[:PAGE]
                ]
            ),
            more_after(rows),
        )

    # -- replay ----------------------------------------------------------------------------------------------

    async def moment(self, room: Room, holds: Sequence[str], side: str, moment: int) -> MomentView:
        """A game as it stood at a moment."""
        game = room.game
        if side and side not in holds and (game.result is None or side not in game.sides):
            raise NotYours("that is not your side")
        looks = side or views.perspective(game, holds, "")
        async with room.lock:
            if moment > game.moment:
                raise BadRequest("moment", f"the game has {game.moment} moments")
            try:
                position = await self.service.position_at(game, moment)
            except NotTaken as error:
                raise BadRequest("moment", error.reason) from error
            events = await self.service.events_at(game, max(moment - 1, 0), moment)
            moments = game.moment
        view = make_view(game.system, position, looks, moment)
        seen = MomentView(
            moment=moment,
            moments=moments,
            side=looks,
            scene=game.presenter.scene(view.state, looks),
            asks=asked_then(view.pending, looks),
            events=views.events_for(game, looks, [one for one in events if one[0] == moment]),
            decision=advice.decision_before(game, moment),
        )
        return game.citations.shown(seen)

    async def set_up(self, room: Room, holds: Sequence[str], side: str) -> SetUpView:
        """What one of the asker's own sides has done to set up."""
        looks = side or (holds[0] if holds else "")
        if looks not in holds:
            raise NotYours("that is not your side")
        game = room.game
        async with room.lock:
            actions = await set_ups.set_up_of(self.store, game, looks)
        mirrors = bool(find_card_of(game).boards)
        return SetUpView(game.scenario, looks, tuple(actions), mirrors)

    async def reckoned(self, room: Room) -> Reckoning:
        """The account of a game that is over; made up once."""
        game = room.game
        async with room.lock:
            if room.account is None:
                try:
                    room.account = await reckoning.account(self.store, game)
                except NotTaken as error:
                    raise BadRequest("account", error.reason) from error
            return room.account

    # -- files -----------------------------------------------------------------------------------------------

    async def export(self, room: Room, holds: Sequence[str]) -> bytes:
        """The game as a file: while it runs, as the one who asks has seen it, where others may have secrets; else
        whole. The seed, from which all dice to come would follow, goes only to players who pass the file to each
        other."""
        game = room.game
        async with room.lock:
            wanted = {mark.seq for mark in game.line}
            rows = [row for row in await self.store.rows(game.id) if row.seq in wanted]
            if views.may_know_all(game, holds):
                entries = [views.whole_entry(row) for row in rows]
                return log_lines(game.log(entries, with_seed=game.table.mail and bool(holds)))
            looks = views.perspective(game, holds, "")
            return log_lines(views.record_of(game, looks, rows))

    async def take_in(self, asked: ImportedGame, account: Account) -> GameCreated:
        """A game from a file, played on here."""
        check_bounds(asked.log)
        job = Job(asked.log, self.service.settings.snapshot_every, self.service.clock.now())
        taken = await self.service.workshop.do(take_in, job)
        log, sides = taken.header, taken.sides
        system = find_system(log.system)
        game_id = tokens.new_id()
        seats, mine, invites = assign_seats(game_id, sides, asked.seats, asked.name, account)
        check_table(asked.table, invites)
        if asked.table.rated or asked.table.challenge:
            raise BadRequest("rated", "a game from a file is neither rated nor a challenge")
        async with self.service.quotas.one_at_a_time(account.maker):
            await self.check_place(seats, account)
            # Who sends a file knows its seed: dice that others depend on must come from another one.
            seed = "" if invites else log.seed
            if seed:
                for seat in seats:
                    seat.pledge, seat.salt = log.pledges.get(seat.side, ""), log.salts.get(seat.side, "")
            game = await self.service.begin(
                game_id,
                system,
                log.scenario,
                log.options,
                asked.table,
                seats,
                taken=taken,
                seed=seed,
                dice=log.dice,
                committed=not taken.rows or bool(seed),
                maker=account.maker,
            )
        return self.created(game, mine, invites)

    # -- accounts --------------------------------------------------------------------------------------------

    async def sign_up(self, asked: Credentials) -> AccountSession:
        account, name = tokens.new_id(), names.clean(asked.name)
        if len(name) < 2:
            raise BadRequest("name", "a name has at least two letters")
        if why := names.refusal(name):
            raise BadRequest("name", why)
        hashed = await asyncio.to_thread(tokens.hash_password, asked.password)
        try:
            await self.store.new_account(account, name, hashed)
        except NameTaken as error:
            raise BadRequest("name_taken", str(error)) from error
        return await self._session(Account(account, name))

    async def sign_in(self, asked: Credentials) -> AccountSession:
        found = await self.store.account_by_name(names.clean(asked.name))
        kept = found[2] if found is not None else None
        if not await asyncio.to_thread(tokens.password_fits, kept, asked.password) or found is None:
            raise NotYours("name and password do not fit")
        return await self._session(Account(found[0], found[1]))

    async def _session(self, account: Account) -> AccountSession:
        token = tokens.new_token()
        expires = time.time() + self.service.settings.session_days * 86_400
        await self.store.open_session(tokens.hash_of(token), account.id, expires)
        return AccountSession(account.name, token, expires)

    async def sign_out(self, given: Sequence[str]) -> None:
        for token in given:
            session = tokens.hash_of(token)
            await self.store.close_session(session)
            self.service.end_session(session)
            await self.service.channel.tell("out", session)

    async def account(self, token: str) -> Account:
        """Who is signed in with a token; nobody where it is no session's."""
        found = await self.store.session(tokens.hash_of(token)) if token else None
        if found is None:
            return NOBODY
        self.service.see(found[0])
        return Account(found[0], found[1])


def find_card_of(game: Game) -> Card:
    return card_of(game.system.id, game.scenario, game.options)


def place_of(cursor: str) -> Place | None:
    """Where a page begins. Whoever makes one up gets some page."""
    moved, _, game = cursor.partition("_")
    try:
        return (float(moved), game) if cursor else None
    except ValueError:
        raise BadRequest("after", "that is no place in a list") from None


def more_after(rows: Sequence[GameRow]) -> str:
    """The place after a page, where there is more than the page."""
    return f"{rows[PAGE - 1].last_moved!r}_{rows[PAGE - 1].id}" if len(rows) > PAGE else ""


def length_of(system: str, scenario: str, options: Mapping[str, str]) -> str:
    """How long a game lasts, in words."""
    card = card_of(system, scenario, options)
    if DESIGN in options:
        return f"{card.turns} turns"
    details = presenter_of(find_system(system)).card(scenario)
    units = round(sum(details.squads.values()))
    much = f", {units} units in all" if units else ""
    return (details.length or f"{card.turns} turns") + much


def _card(scenario: str) -> Any:
    try:
        return find_card(scenario)
    except UnknownScenario as error:
        raise BadRequest("scenario", str(error)) from error


def sides_at_table(system: System[Any], card: Card, options: Mapping[str, str]) -> tuple[str, ...]:
    """Who plays: those on the card, unless an option of the table says otherwise."""
    try:
        return presenter_of(system).sides(card.id, options) or card.sides
    except ContentError as error:
        raise BadRequest("options", str(error)) from error


def assign_seats(
    game: str,
    sides: Sequence[str],
    wishes: Sequence[SeatWish],
    name: str,
    account: Account,
    pledge: str = "",
) -> tuple[list[SeatRow], list[SeatGrant], list[SeatGrant]]:
    """Rows for all sides, tokens for one's own, invitations for the open ones."""
    wanted = {wish.side: wish for wish in wishes}
    unknown = set(wanted) - set(sides)
    if unknown or len(wanted) < len(wishes):
        raise BadRequest("seats", f"name each of these sides once: {', '.join(sides)}")
    rows: list[SeatRow] = []
    mine: list[SeatGrant] = []
    invites: list[SeatGrant] = []
    for place, side in enumerate(sides):
        wish = wanted.get(side, SeatWish(side, "open"))
        row = SeatRow(game, side, place, OPEN)
        if wish.who == "computer":
            if wish.level not in LEVELS:
                raise BadRequest("level", f"there are the levels {', '.join(LEVELS)}")
            find_player(wish.level)
            row.kind, row.level, row.name, row.taken = COMPUTER, wish.level, "Computer", time.time()
        else:
            token = tokens.new_token()
            if wish.who == "mine":
                row.kind, row.token, row.taken = HUMAN, tokens.hash_of(token), time.time()
                row.name, row.account = at_table(name, account), account.id
                row.pledge = "" if mine else pledge  # one person adds once, whatever sides he plays
                mine.append(SeatGrant(side, token))
            else:
                row.invite = tokens.hash_of(token)
                invites.append(SeatGrant(side, token))
        rows.append(row)
    return rows, mine, invites


def at_table(name: str, account: Account) -> str:
    """What somebody is called at a table."""
    cleaned = names.clean(name)
    if cleaned and (why := names.refusal(cleaned)):
        raise BadRequest("name", why)
    return cleaned[:40] or account.name


def check_private(table: TableOptions) -> None:
    """Games of campaigns and of one's own design are among those who have arranged them."""
    if table.challenge or table.rated:
        raise BadRequest("rated", "such a game is neither rated nor a challenge")


def check_table(table: TableOptions, invites: Sequence[SeatGrant] = ()) -> None:
    """Refuse terms that cannot be. The file of a game by mail holds its seed, so nobody else may come to depend on
    it."""
    if table.mail and invites:
        raise BadRequest("mail", "a game by mail has no open seats: its file holds the seed of the dice")
    if table.clock.kind != "none" and table.clock.seconds < 1:
        raise BadRequest("clock", "a clock needs some seconds")


def asked_then(moment: Any, side: str) -> str:
    if not isinstance(moment, Choice):
        return ""
    return moment.asks if moment.side == side else f"Waiting for {moment.side.capitalize()}."
