"""Games of one's own design over the wire: the game made of it, and rooms for two who buy in secret. What can be bought
and what a force costs their system says (`systems.designing`)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from defilade.server.protocol import (
    GameCreated,
    OptionalName,
    Pledge,
    Received,
    SeatGrant,
    Sent,
    TableOptions,
    Token,
)
from defilade.systems.campaigns import Key
from defilade.systems.designing import (
    Assessed,
    AssessForce,
    Bought,
    ChanceForce,
    Design,
    DesignOffer,
    DrawDesign,
    DrawnDesign,
    Duel,
    ForceWish,
)

# == the game ================================================================================================


class NewDesign(Received, frozen=True):
    """Begin the game. Forces that are not given are put together by chance. Of a bid game the bids say who attacks; of
    the others `side` is the one that you play."""

    design: Design
    forces: Annotated[dict[Key, ForceWish], Meta(max_length=4)] = field(default_factory=dict)
    """By part; in a bid game `attack` is your bid, `rival` the other player's."""
    side: Annotated[str, Meta(max_length=40)] = ""
    who: Literal["computer", "open", "mine"] = "computer"
    level: Annotated[str, Meta(max_length=40)] = ""
    name: OptionalName = ""
    table: TableOptions = TableOptions()
    pledge: Pledge = ""


class DesignedGame(Sent, frozen=True):
    created: GameCreated
    told: tuple[str, ...]
    """How it came about."""


# == two who buy in secret ===================================================================================

RoomStage = Literal["joining", "buying", "begun"]


class NewRoom(Received, frozen=True):
    """A room for two buyers. Of a replay `side` is the one that you play and buy for; of a bid game both think of an
    attack, against a defence that both know: it is put together by chance unless given."""

    design: Duel
    side: Annotated[str, Meta(max_length=40)] = ""
    force: ForceWish | None = None
    """Your own, if you hand it in at once."""
    defence: ForceWish | None = None
    name: OptionalName = ""
    table: TableOptions = TableOptions()


class JoinRoom(Received, frozen=True):
    invite: Token
    name: OptionalName = ""


class HandIn(Received, frozen=True):
    """Your force. It may be handed in anew until the other player has handed in his."""

    force: ForceWish


class RoomBuyer(Sent, frozen=True):
    """One of the two, as both may see him."""

    part: str
    nation: str
    name: str
    joined: bool
    handed_in: bool


class RoomGame(Sent, frozen=True):
    """What came of it. The token of the room opens your side of the game."""

    id: str
    side: str
    watch: str
    told: tuple[str, ...]


class RoomView(Sent, frozen=True):
    """A room as one of its players may see it: the terms, how far both are, and what he himself has handed in."""

    id: str
    title: str
    created: float
    stage: RoomStage
    design: Duel
    defence: Bought | None
    """What both know, where there is such a part."""
    defence_points: int
    table: TableOptions
    buyers: tuple[RoomBuyer, ...]
    you: str
    force: Bought | None
    points: int
    """Your own."""
    game: RoomGame | None


class RoomCreated(Sent, frozen=True):
    """A room that one has made or joined: the token that opens it, and the invitation for the other."""

    room: RoomView
    seats: tuple[SeatGrant, ...]
    invites: tuple[SeatGrant, ...]


class RoomSummary(Sent, frozen=True):
    id: str
    title: str
    stage: RoomStage
    your_turn: bool
    changed: float
    game: str


class RoomList(Sent, frozen=True):
    rooms: tuple[RoomSummary, ...]


DESIGN_TYPES = (
    DesignOffer,
    AssessForce,
    Assessed,
    ChanceForce,
    Bought,
    DrawDesign,
    DrawnDesign,
    NewDesign,
    DesignedGame,
    NewRoom,
    JoinRoom,
    HandIn,
    RoomCreated,
    RoomList,
)
