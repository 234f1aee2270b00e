"""Rooms in which two players buy their forces in secret (UF:43.2-b, UF:43.36-a).

Both know the terms, who is there and who has handed in; nobody sees the other's force, nor what it costs, before both
are opened together. The players' tokens for a room are those of the game that comes of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from defilade.rules.designs import DESIGN
from defilade.rules.upfront.scenario import design_text
from defilade.rules.upfront.system import UfSystem
from defilade.server import designs, models, tokens
from defilade.server.books import BookRow, BookStore, new_row, open_table, table_of, yours
from defilade.server.design_protocol import (
    BidDesign,
    ChanceForce,
    Duel,
    ForceWish,
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
from defilade.server.game import OPEN
from defilade.server.lobby import Account, BadRequest, assign_seats, check_table
from defilade.server.protocol import SeatWish, TableOptions
from defilade.server.rulework import in_rules_thread
from defilade.server.service import GameService, NoSuchGame, NotYours
from defilade.server.store import SeatRow

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

    async def create(self, asked: NewRoom, account: Account) -> RoomCreated:
        check_table(asked.table)
        papers, parts = await in_rules_thread(_new, asked)
        key = tokens.new_id()
        wishes = (SeatWish(parts[0], "mine"), SeatWish(parts[1], "open"))
        seats, mine, invites = assign_seats(key, parts, wishes, asked.name, account)
        await self.store.create(new_row(key, _title(asked.design), _text(papers)), seats)
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
        return await self._hand_in(key, given, account, lambda design, part: asked.force)

    async def leave_to_chance(self, key: str, given: Sequence[str], account: Account) -> RoomView:
        """A force that chance puts together."""
        return await self._hand_in(key, given, account, _by_chance)

    async def _hand_in(
        self, key: str, given: Sequence[str], account: Account, force: Callable[[Duel, str], ForceWish]
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
            await open_table(
                self.service, papers.game, UfSystem.id, papers.scenario, papers.options, papers.table, keepers
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
            defence=designs.bought(designs.purchase(defence.force)) if defence is not None else None,
            defence_points=defence.points if defence is not None else 0,
            table=papers.table,
            buyers=tuple([_buyer(papers, seat) for seat in found.seats]),
            you=you,
            force=designs.bought(designs.purchase(mine.force)) if mine is not None else None,
            points=mine.points if mine is not None else 0,
            game=self._game(papers, you) if papers.game else None,
        )

    def _game(self, papers: Papers, you: str) -> RoomGame:
        watch = tokens.watch_token(self.service.server_key, papers.game)
        return RoomGame(papers.game, papers.sides[you], watch, papers.told[you])


# -- what lies in a room -------------------------------------------------------------------------------------


def _new(asked: NewRoom) -> tuple[Papers, tuple[str, str]]:
    """The papers of a new room, and who buys what in it."""
    design = asked.design
    parts = designs.buyers_of(design, asked.side)
    papers = Papers(design, asked.table)
    if isinstance(design, BidDesign):
        defence = asked.defence or _by_chance(design, designs.DEFENCE)
        points = designs.checked(design, designs.DEFENCE, defence)
        papers = replace(papers, defence=Sealed(defence, points))
    elif asked.defence is not None:
        raise BadRequest("defence", "only a bid game has a defence that both know")
    force = asked.force
    if force is not None:
        papers = _with_force(papers, parts[0], lambda design, part: force)
    return papers, parts


def _by_chance(design: Duel, part: str) -> ForceWish:
    return msgspec.convert(msgspec.to_builtins(designs.by_chance(ChanceForce(design, part))), ForceWish)


def _with_force(papers: Papers, part: str, force: Callable[[Duel, str], ForceWish]) -> Papers:
    """Papers with a force that may be bought so; what is wrong with it is told to its owner."""
    wish = force(papers.design, part)
    defence = papers.defence.force if papers.defence is not None else None
    points = designs.checked(papers.design, part, wish, defence)
    return replace(papers, forces={**papers.forces, part: Sealed(wish, points)})


def _opened(papers: Papers, game: str) -> Papers:
    """The forces are opened together: who plays what (UF:43.36-a), who begins (UF:4.1-b), and the scenario."""
    forces = {part: designs.purchase(one.force) for part, one in papers.forces.items()}
    if papers.defence is not None:
        forces[designs.DEFENCE] = designs.purchase(papers.defence.force)
    try:
        found = designs.opened(papers.design, forces)
    except BadRequest:  # whose fault it is would tell of the other's force
        raise BadRequest("force", "no game can be made of the two forces") from None
    options = {DESIGN: design_text(found.card)}
    return replace(
        papers, game=game, scenario=found.card.id, options=options, sides=found.sides, told=found.told
    )


def _title(design: Duel) -> str:
    when = f"{'early' if design.year.endswith('a') else 'late'} {design.year[:4]}"
    if isinstance(design, BidDesign):
        return f"{design.attacker.capitalize()} attacks {design.defender.capitalize()}, {when}"[:TITLE]
    return f"{designs.scenarios()[design.scenario].title}, {when}"[:TITLE]


def _text(papers: Papers) -> str:
    return msgspec.json.encode(papers).decode()


def _buyer(papers: Papers, seat: SeatRow) -> RoomBuyer:
    nation, _ = designs.terms_of(papers.design, seat.side)
    return RoomBuyer(seat.side, nation, seat.name, seat.kind != OPEN, seat.side in papers.forces)


def _summary(found: Room, you: str) -> RoomSummary:
    papers, row = found.papers, found.row
    your_turn = not papers.game and you not in papers.forces
    return RoomSummary(row.id, row.title, found.stage, your_turn, row.changed, papers.game)
