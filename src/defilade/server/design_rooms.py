"""Rooms in which two players buy their forces in secret.

Both know the terms, who is there and who has handed in; nobody sees the other's force, nor what it costs, before both
are opened together. The players' tokens for a room are those of the game that comes of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from defilade.server import models, tokens
from defilade.server.books import BookRow, BookStore, new_row, open_table, table_of, yours
from defilade.server.design_protocol import (
    HandIn,
    JoinRoom,
    NewRoom,
    RoomBuyer,
    RoomCreated,
    RoomGame,
    RoomList,
    RoomStage,
    RoomSummary,
    RoomView,
)
from defilade.server.designs import rules_of
from defilade.server.game import OPEN
from defilade.server.lobby import Account, BadRequest, assign_seats, check_private, check_table
from defilade.server.protocol import SeatWish, TableOptions
from defilade.server.rulework import in_rules_thread
from defilade.server.service import GameService, NoSuchGame, NotYours
from defilade.server.store import UNKNOWN, Maker, SeatRow
from defilade.systems import first_with_designs
from defilade.systems.campaigns import NotPossible
from defilade.systems.designing import ChanceForce, Designs, Duel, ForceWish

replace = msgspec.structs.replace
MOST_TRIES = 5
TITLE = 60


class Sealed(msgspec.Struct, frozen=True):
    """A force that lies in the room, and what it costs."""

    force: ForceWish
    points: int


class Papers(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that lies in a room."""

    design: Duel
    table: TableOptions
    defence: Sealed | None = None
    forces: dict[str, Sealed] = {}
    """By part. Until the game has begun they are for their owners alone."""
    game: str = ""
    scenario: str = ""
    options: dict[str, str] = {}
    sides: dict[str, str] = {}
    """Part -> the side that its buyer plays."""
    told: dict[str, tuple[str, ...]] = {}
    system: str = ""
    """By which rules; of old rooms the first that has designs."""
    maker: Maker = UNKNOWN
    """Who has made the room."""

    @property
    def rules(self) -> Designs:
        return rules_of(self.system)


class Room(msgspec.Struct):
    """A room that somebody looks at."""

    row: BookRow
    seats: list[SeatRow]
    papers: Papers

    @property
    def stage(self) -> RoomStage:
        if self.papers.game:
            return "begun"
        return "joining" if any(seat.kind == OPEN for seat in self.seats) else "buying"


class RoomDesk:
    """Where rooms are made, looked into and left for the table."""

    def __init__(self, service: GameService) -> None:
        self.service = service
        self.store = BookStore(service.store, models.design_rooms, models.design_room_seats)

    # -- coming in -------------------------------------------------------------------------------------------

    async def create(self, asked: NewRoom, account: Account, system: str = "") -> RoomCreated:
        papers, parts = await in_rules_thread(_new, asked, system)
        papers = replace(papers, maker=account.maker)
        key = tokens.new_id()
        wishes = (SeatWish(parts[0], "mine"), SeatWish(parts[1], "open"))
        seats, mine, invites = assign_seats(key, parts, wishes, asked.name, account)
        check_table(asked.table, invites)
        check_private(asked.table)
        await self.store.create(new_row(key, papers.rules.title(asked.design)[:TITLE], _text(papers)), seats)
        return RoomCreated(self._view(await self._read(key), parts[0]), tuple(mine), tuple(invites))

    async def join(self, key: str, asked: JoinRoom, account: Account) -> RoomCreated:
        found = await self._read(key)
        if account.id and any(seat.account == account.id for seat in found.seats):
            raise NotYours("you are in this room already; the invitation is for somebody else")
        grant = await self.store.take_seat(key, asked.invite, account, asked.name)
        return RoomCreated(self._view(await self._read(key), grant.side), (grant,), ())

    # -- looking ---------------------------------------------------------------------------------------------

    async def look(self, key: str, given: Sequence[str], account: Account) -> RoomView:
        found = await self._read(key)
        return self._view(found, yours(found.seats, given, account)[0])

    async def mine(self, given: Sequence[str], account: Account) -> RoomList:
        every = [await self._read(key) for key in await self.store.of(given, account.id)]
        return RoomList(tuple([_summary(one, yours(one.seats, given, account)[0]) for one in every]))

    # -- handing in ------------------------------------------------------------------------------------------

    async def hand_in(self, key: str, given: Sequence[str], account: Account, asked: HandIn) -> RoomView:
        """A force that its owner has bought; the game begins when both are there."""
        return await self._hand_in(key, given, account, lambda papers, part: asked.force)

    async def leave_to_chance(self, key: str, given: Sequence[str], account: Account) -> RoomView:
        """A force that chance puts together."""
        return await self._hand_in(key, given, account, _by_chance)

    async def _hand_in(
        self, key: str, given: Sequence[str], account: Account, force: Callable[[Papers, str], ForceWish]
    ) -> RoomView:
        for _ in range(MOST_TRIES):
            found = await self._read(key)
            part = yours(found.seats, given, account)[0]
            if found.papers.game:
                raise BadRequest("begun", "both forces are in and the game has begun")
            papers = await in_rules_thread(_with_force, found.papers, part, force)
            if len(papers.forces) == len(found.seats):
                game = table_of(self.service, "design", key)
                papers = await in_rules_thread(_opened, papers, game)
            if await self.store.write(found.row, _text(papers)):
                return await self.look(key, given, account)
        raise BadRequest("busy", "somebody else was quicker; hand it in again")

    # -- the table -------------------------------------------------------------------------------------------

    async def _read(self, key: str) -> Room:
        """A room; when all that it was for is done, with the table of its game."""
        kept = await self.store.find(key)
        if kept is None:
            raise NoSuchGame("there is no such room")
        row, seats = kept
        found = Room(row, seats, msgspec.json.decode(row.body, type=Papers))
        papers = found.papers
        if papers.game:
            keepers = {papers.sides[seat.side]: seat for seat in seats}
            system = papers.system or first_with_designs()
            await open_table(
                self.service,
                papers.game,
                system,
                papers.scenario,
                papers.options,
                papers.table,
                keepers,
                f"design:{key}",
                papers.maker,
            )
        return found

    # -- views -----------------------------------------------------------------------------------------------

    def _view(self, found: Room, you: str) -> RoomView:
        """What one of the two may see. Of the other's force: that it is there."""
        papers, row = found.papers, found.row
        mine, defence = papers.forces.get(you), papers.defence
        return RoomView(
            id=row.id,
            title=row.title,
            created=row.created,
            stage=found.stage,
            design=papers.design,
            defence=papers.rules.bought(defence.force) if defence is not None else None,
            defence_points=defence.points if defence is not None else 0,
            table=papers.table,
            buyers=tuple([_buyer(papers, seat) for seat in found.seats]),
            you=you,
            force=papers.rules.bought(mine.force) if mine is not None else None,
            points=mine.points if mine is not None else 0,
            game=self._game(papers, you) if papers.game else None,
        )

    def _game(self, papers: Papers, you: str) -> RoomGame:
        watch = tokens.watch_token(self.service.server_key, papers.game)
        return RoomGame(papers.game, papers.sides[you], watch, papers.told[you])


# -- what lies in a room -------------------------------------------------------------------------------------


def _new(asked: NewRoom, system: str) -> tuple[Papers, tuple[str, str]]:
    """The papers of a new room, and who buys what in it."""
    design = asked.design
    rules = rules_of(system)
    parts, known = rules.buyers(design, asked.side), rules.known_to_both(design)
    papers = Papers(design, asked.table, system=system or first_with_designs())
    if known:
        defence = asked.defence or _by_chance(papers, known)
        papers = replace(papers, defence=Sealed(defence, rules.checked(design, known, defence)))
    elif asked.defence is not None:
        raise BadRequest("defence", "only a bid game has a defence that both know")
    force = asked.force
    if force is not None:
        papers = _with_force(papers, parts[0], lambda papers, part: force)
    return papers, parts


def _by_chance(papers: Papers, part: str) -> ForceWish:
    bought = papers.rules.by_chance(ChanceForce(papers.design, part))
    return msgspec.convert(msgspec.to_builtins(bought), ForceWish)


def _with_force(papers: Papers, part: str, force: Callable[[Papers, str], ForceWish]) -> Papers:
    """Papers with a force that may be bought so; what is wrong with it is told to its owner."""
    wish = force(papers, part)
    defence = papers.defence.force if papers.defence is not None else None
    points = papers.rules.checked(papers.design, part, wish, defence)
    return replace(papers, forces={**papers.forces, part: Sealed(wish, points)})


def _opened(papers: Papers, game: str) -> Papers:
    """The forces are opened together: who plays what, who begins, and the scenario."""
    rules = papers.rules
    forces = {part: one.force for part, one in papers.forces.items()}
    if papers.defence is not None:
        forces[rules.known_to_both(papers.design)] = papers.defence.force
    try:
        found = rules.opened(papers.design, forces)
    except NotPossible:  # whose fault it is would tell of the other's force
        raise BadRequest("force", "no game can be made of the two forces") from None
    return replace(
        papers,
        game=game,
        scenario=found.scenario,
        options=found.options,
        sides=found.sides,
        told=found.told,
    )


def _text(papers: Papers) -> str:
    return msgspec.json.encode(papers).decode()


def _buyer(papers: Papers, seat: SeatRow) -> RoomBuyer:
    nation = papers.rules.nation(papers.design, seat.side)
    return RoomBuyer(seat.side, nation, seat.name, seat.kind != OPEN, seat.side in papers.forces)


def _summary(found: Room, you: str) -> RoomSummary:
    papers, row = found.papers, found.row
    your_turn = not papers.game and you not in papers.forces
    return RoomSummary(row.id, row.title, found.stage, your_turn, row.changed, papers.game)
