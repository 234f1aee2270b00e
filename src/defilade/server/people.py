"""People who meet at a server: who is here, who waits for an opponent, how strong everybody plays, where letters go."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Row, func, select, update

from defilade.server import models, names, tokens, views
from defilade.server.game import COMPUTER, OPEN
from defilade.server.letters import NotCarried, code_for
from defilade.server.limits import AddressLimits
from defilade.server.lobby import Account, BadRequest, FrontDesk, at_table, length_of
from defilade.server.people_protocol import (
    Challenges,
    ChallengeView,
    Ladder,
    MyAccount,
    People,
    PersonView,
    PlayedGame,
    Profile,
    SetEmail,
    Standing,
    TakeChallenge,
)
from defilade.server.protocol import Invitation, Joined, Result, SeatGrant
from defilade.server.rulework import in_rules_thread
from defilade.server.service import NoSuchGame, NotYours
from defilade.server.store import GameRow, SeatRow, Store, sit
from defilade.systems import SYSTEMS, card_of, system_name

HERE_SECONDS = 90.0
"""So long after he was last seen somebody counts as here."""
LISTED = 50
PLAYED = 20
CODES_A_MINUTE, CODES_AT_ONCE = 0.1, 3.0
"""Codes that are sent to one address, and for one account."""


class PersonRow(NamedTuple):
    id: str
    name: str
    created: float
    seen: float
    email: str
    confirmed: bool
    told: bool


class PeopleStore:
    """What a store knows of people."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def people(self, accounts: Collection[str]) -> dict[str, PersonRow]:
        table = models.accounts

        def work(connection: Connection) -> dict[str, PersonRow]:
            asked = select(*_PERSON).where(table.c.id.in_(list(accounts)))
            return {found.id: PersonRow(*found) for found in connection.execute(asked)}

        return await self.store.read(work) if accounts else {}

    async def by_name(self, name: str) -> PersonRow | None:
        table = models.accounts

        def work(connection: Connection) -> PersonRow | None:
            wanted = [names.skeleton(name), name.casefold()]
            found = connection.execute(select(*_PERSON).where(table.c.folded.in_(wanted))).first()
            return PersonRow(*found) if found is not None else None

        return await self.store.read(work)

    async def here(self, since: float) -> list[PersonRow]:
        table = models.accounts

        def work(connection: Connection) -> list[PersonRow]:
            asked = select(*_PERSON).where(table.c.seen > since).order_by(table.c.name).limit(LISTED)
            return [PersonRow(*found) for found in connection.execute(asked)]

        return await self.store.read(work)

    async def how_many(self, since: float) -> int:
        table = models.accounts

        def work(connection: Connection) -> int:
            asked = select(func.count()).select_from(table).where(table.c.seen > since)
            return int(connection.execute(asked).scalar_one())

        return await self.store.read(work)

    async def standings(self, accounts: Collection[str]) -> dict[str, list[Standing]]:
        table = models.ratings

        def work(connection: Connection) -> dict[str, list[Standing]]:
            found: dict[str, list[Standing]] = {account: [] for account in accounts}
            asked = select(table).where(table.c.account.in_(list(accounts))).order_by(table.c.system)
            for row in connection.execute(asked):
                if row.system in SYSTEMS:
                    found[row.account].append(_standing(row))
            return found

        return await self.store.read(work) if accounts else {}

    async def best(self, system: str) -> list[str]:
        """Accounts, by a rating of which one can be sure."""
        table = models.ratings
        sure = table.c.mu - table.c.sigma

        def work(connection: Connection) -> list[str]:
            asked = (
                select(table.c.account).where(table.c.system == system).order_by(sure.desc()).limit(LISTED)
            )
            return list(connection.execute(asked).scalars())

        return await self.store.read(work)

    async def challenges(self) -> list[GameRow]:
        """Tables at which a seat waits for anybody, the latest first."""
        games, seats = models.games, models.seats
        free = select(seats.c.game).where(seats.c.game == games.c.id, seats.c.kind == OPEN).exists()

        def work(connection: Connection) -> list[GameRow]:
            asked = select(games).where(games.c.challenge, games.c.result == "", free)
            found = connection.execute(asked.order_by(games.c.created.desc()).limit(LISTED))
            return [GameRow(*one) for one in found]

        return await self.store.read(work)

    async def take(self, game: str, side: str, token: str, name: str, account: str, pledge: str) -> bool:
        """Take a seat that is open to anybody who does not sit there yet. False: it is no longer."""
        games, seats = models.games, models.seats

        def work(connection: Connection) -> bool:
            asked = select(games.c.challenge).where(games.c.id == game).with_for_update()
            own = (
                select(func.count())
                .select_from(seats)
                .where(seats.c.game == game, seats.c.account == account)
            )
            if not connection.execute(asked).scalar() or connection.execute(own).scalar_one():
                return False
            return sit(connection, game, side, token, name, account, pledge)

        return await self.store.change(work)

    async def withdraw(self, game: str) -> None:
        games = models.games

        def work(connection: Connection) -> None:
            connection.execute(update(games).where(games.c.id == game).values(challenge=False))

        await self.store.change(work)

    async def played(self, account: str) -> list[tuple[GameRow, str, list[SeatRow]]]:
        """The last games of somebody that are over and no secret."""
        games, seats = models.games, models.seats
        known = games.c.public | games.c.challenge | (games.c.rated > 0)

        def work(connection: Connection) -> list[tuple[GameRow, str, list[SeatRow]]]:
            asked = (
                select(games, seats.c.side.label("own"))
                .join(seats, seats.c.game == games.c.id)
                .where(seats.c.account == account, games.c.result != "", known)
                .order_by(games.c.last_moved.desc())
                .limit(PLAYED)
            )
            rows = [(GameRow(*found[:-1]), found.own) for found in connection.execute(asked)]
            others: dict[str, list[SeatRow]] = {row.id: [] for row, _ in rows}
            for seat in connection.execute(select(seats).where(seats.c.game.in_(list(others)))):
                others[seat.game].append(SeatRow(*seat))
            return [(row, side, others[row.id]) for row, side in rows]

        return await self.store.read(work)

    async def set_email(self, account: str, values: Mapping[str, object]) -> None:
        table = models.accounts

        def work(connection: Connection) -> None:
            connection.execute(update(table).where(table.c.id == account).values(dict(values)))

        await self.store.change(work)


_PERSON = [models.accounts.c[name] for name in PersonRow._fields]


def _standing(row: Row[Any]) -> Standing:
    rating, doubt = round(row.mu, 1), round(row.sigma, 1)
    return Standing(row.system, system_name(row.system), rating, doubt, row.games, row.won, row.drawn)


class PeopleDesk:
    """Where people find each other."""

    def __init__(self, desk: FrontDesk) -> None:
        self.desk, self.service = desk, desk.service
        self.kept = PeopleStore(desk.service.store)
        self._codes = AddressLimits(CODES_A_MINUTE, CODES_AT_ONCE)

    # -- who there is ----------------------------------------------------------------------------------------

    async def _views(self, rows: Sequence[PersonRow]) -> dict[str, PersonView]:
        standings = await self.kept.standings([row.id for row in rows])
        since = time.time() - HERE_SECONDS
        return {
            row.id: PersonView(row.name, row.seen > since, tuple(standings.get(row.id, ()))) for row in rows
        }

    async def people(self) -> People:
        here = await self._views(await self.kept.here(time.time() - HERE_SECONDS))
        ladders = []
        for system in SYSTEMS:
            best = await self.kept.best(system)
            found = await self._views(list((await self.kept.people(best)).values()))
            if best:
                ladders.append(Ladder(system, system_name(system), tuple(found[one] for one in best)))
        return People(tuple(here.values()), tuple(ladders))

    async def profile(self, name: str) -> Profile:
        row = await self.kept.by_name(names.clean(name))
        if row is None:
            raise NoSuchGame("nobody here is called so")
        person = (await self._views([row]))[row.id]
        played = [_played(*one) for one in await self.kept.played(row.id)]
        return Profile(person, row.created, tuple(played))

    # -- challenges ------------------------------------------------------------------------------------------

    async def challenges(self, account: Account) -> Challenges:
        open_house = not self.service.settings.own_table
        rows = await self.kept.challenges() if open_house else []
        seats = await self.service.store.seats_of_all([row.id for row in rows])
        hosts = {row.id: _host(seats[row.id]) for row in rows}
        found = await self.kept.people({host.account for host in hosts.values() if host is not None})
        people = await self._views(list(found.values()))
        asked = {row.id: (row.system, row.scenario, views.options_kept(row)) for row in rows}
        lengths = await in_rules_thread(lambda: {key: length_of(*one) for key, one in asked.items()})
        shown = []
        for row in rows:
            host = hosts[row.id]
            if host is None or host.account not in people:
                continue
            shown.append(
                ChallengeView(
                    game=views.info_of_row(row, seats[row.id]),
                    sides=tuple(seat.side for seat in seats[row.id] if seat.kind == OPEN),
                    host=people[host.account],
                    yours=account.id == host.account,
                    length=lengths[row.id],
                    created=row.created,
                )
            )
        here = await self.kept.how_many(time.time() - HERE_SECONDS) if open_house else 0
        return Challenges(open_house, tuple(shown), here)

    async def _challenge(self, game: str) -> tuple[GameRow, list[SeatRow]]:
        found = await self.service.store.game(game)
        if found is None or not found[0].challenge:
            raise NoSuchGame("there is no such challenge, or it was withdrawn")
        return found

    async def terms(self, game: str, account: Account) -> Invitation:
        """All terms of a challenge, for one who thinks about taking it."""
        row, seats = await self._challenge(game)
        side = next((seat.side for seat in seats if seat.kind == OPEN), "")
        terms = await self.desk.terms(row, seats, side)
        may = ""
        if not side:
            may = "Somebody else has taken it."
        elif not account.id:
            may = "Sign in to take it."
        elif any(seat.account == account.id for seat in seats):
            may = "You sit at this table already."
        return msgspec.structs.replace(terms, may=may)

    async def take(self, game: str, asked: TakeChallenge, account: Account) -> Joined:
        if not account.id:
            raise BadRequest("account", "sign in to take a challenge")
        _, seats = await self._challenge(game)
        if any(seat.account == account.id for seat in seats):
            raise BadRequest("seats", "you sit at this table already")
        name = at_table(asked.name, account)
        self.desk.check_name(name, [seat.name for seat in seats])
        room = await self.service.rooms.enter(game)
        token = tokens.new_token()
        hashed = tokens.hash_of(token)
        if not await self.kept.take(game, asked.side, hashed, name, account.id, asked.pledge):
            raise BadRequest("taken", "somebody else has taken this seat")
        return await self.desk.seated(room, SeatGrant(asked.side, token))

    async def withdraw(self, game: str, account: Account) -> None:
        """Nobody but those who are invited may sit down any more."""
        _, seats = await self._challenge(game)
        host = _host(seats)
        if host is None or not account.id or host.account != account.id:
            raise NotYours("this is somebody else's challenge")
        await self.kept.withdraw(game)

    # -- one's own account -------------------------------------------------------------------------------------

    async def mine(self, account: Account) -> MyAccount:
        row = (await self.kept.people([account.id])).get(account.id)
        if row is None:
            raise NotYours("sign in first")
        standings = (await self.kept.standings([row.id]))[row.id]
        letters = self.service.letters.possible
        return MyAccount(row.name, letters, row.email, row.confirmed, row.told, tuple(standings))

    async def set_email(self, asked: SetEmail, account: Account) -> MyAccount:
        """Where letters go from now on. A code goes to an address that is new."""
        mine = await self.mine(account)
        if asked.email and not mine.letters:
            raise BadRequest("letters", "this server writes no letters")
        values: dict[str, object] = {"told": asked.told}
        if asked.email != mine.email or not mine.confirmed:
            values |= {"email": asked.email, "confirmed": False}
            if asked.email:
                await self._send_code(asked.email, account)
        await self.kept.set_email(account.id, values)
        return await self.mine(account)

    async def _send_code(self, email: str, account: Account) -> None:
        for one in (f"to:{email.casefold()}", f"for:{account.id}"):
            if not self._codes.allows(one):
                raise BadRequest("letters", "so many codes are not sent; try again in a while")
        code = code_for(self.service.server_key, account.id, email)
        try:
            await self.service.letters.confirm(account.name, email, code)
        except NotCarried as error:
            raise BadRequest("letters", f"the letter did not go out: {error}") from error

    async def confirm(self, code: str, account: Account) -> MyAccount:
        mine = await self.mine(account)
        wanted = code_for(self.service.server_key, account.id, mine.email)
        if not mine.email or not tokens.same(code.casefold(), wanted):
            raise BadRequest("code", "that is not the code that was sent")
        await self.kept.set_email(account.id, {"confirmed": True})
        return await self.mine(account)


def _host(seats: Sequence[SeatRow]) -> SeatRow | None:
    """Who has opened a table: the first who sat down."""
    people = [seat for seat in seats if seat.kind not in (OPEN, COMPUTER)]
    return min(people, key=lambda seat: seat.taken, default=None)


def _played(row: GameRow, side: str, seats: Sequence[SeatRow]) -> PlayedGame:
    result = msgspec.json.decode(row.result, type=Result)
    outcome = "drawn" if not result.winner else "won" if result.winner == side else "lost"
    return PlayedGame(
        scenario=row.scenario,
        title=card_of(row.system, row.scenario, views.options_kept(row)).title[: views.LONGEST],
        system=row.system,
        side=side,
        against=tuple(seat.name or seat.side.capitalize() for seat in seats if seat.side != side),
        outcome=outcome,
        rated=row.rated > 0,
        ended=row.last_moved,
    )
