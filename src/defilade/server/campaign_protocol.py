"""Campaigns over the wire: what is asked for once, like the lobby. Their games are played at ordinary tables."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from defilade.server.protocol import (
    OptionalName,
    Received,
    SeatGrant,
    SeatInfo,
    SeatWish,
    Sent,
    TableOptions,
    Token,
)
from defilade.systems.campaigns import (
    CampaignGame,
    CampaignMan,
    CampaignNote,
    CampaignOffer,
    CampaignQuestion,
    CampaignSheets,
    Key,
    OpenPlace,
    OrdersAsked,
    OrderVerb,
    OwnMan,
)

Title = Annotated[str, Meta(min_length=1, max_length=60)]
MOST_GAMES = 24

Stage = Literal["joining", "muster", "playing", "aftermath", "orders", "over"]


# == beginning ===============================================================================================


class NewCampaign(Received, frozen=True):
    opponent: Key
    seats: Annotated[tuple[SeatWish, ...], Meta(min_length=1, max_length=8)]
    title: Title = "Campaign"
    beside: Annotated[tuple[Key, ...], Meta(max_length=3)] = ()
    """In teams: whom the Germans meet at the tables beside the first."""
    scenarios: Annotated[tuple[Key, ...], Meta(max_length=MOST_GAMES)] = ()
    """The series in its order; the usual one unless given. Of teams, `UF-A+UF-C` is a game of two scenarios."""
    personal: Annotated[dict[Key, OwnMan], Meta(max_length=8)] = field(default_factory=dict)
    """Side -> its player as a man of his own."""
    name: OptionalName = ""
    table: TableOptions = TableOptions()


# == what owners decide ======================================================================================


class MusterChoices(Received, frozen=True):
    """Who takes whose place in the next game."""

    substitutes: Annotated[dict[Key, Key], Meta(max_length=40)] = field(default_factory=dict)
    leader: Annotated[str, Meta(max_length=40)] = ""
    assistant: Annotated[str, Meta(max_length=40)] = ""
    transfer_assistant: bool = False


class MusterOrder(Received, frozen=True):
    """One's choices for the next game, by side. The game begins when all players have made theirs."""

    number: Annotated[int, Meta(ge=1, le=MOST_GAMES)]
    choices: Annotated[dict[Key, MusterChoices], Meta(min_length=1, max_length=8)]


class AftermathChoices(Received, frozen=True):
    """What becomes of men after a game."""

    lower: Annotated[dict[Key, Literal["morale", "panic"]], Meta(max_length=40)] = field(default_factory=dict)
    improve: Annotated[dict[Key, Literal["morale", "panic", "keep"]], Meta(max_length=40)] = field(
        default_factory=dict
    )
    start_over: bool = False


class AftermathOrder(Received, frozen=True):
    number: Annotated[int, Meta(ge=1, le=MOST_GAMES)]
    choices: Annotated[dict[Key, AftermathChoices], Meta(min_length=1, max_length=8)]


class OrdersGiven(Received, frozen=True):
    """Something that a side says for its orders between two games: one of the options that it was shown, `back` for the
    last one, `again` for all of them, `hand_in`, or `staff` to have the orders of this step given for it."""

    side: Key
    mark: Annotated[str, Meta(min_length=1, max_length=40)]
    """That of the question which it answers."""
    what: OrderVerb
    pick: Annotated[str, Meta(max_length=80)] = ""


class JoinCampaign(Received, frozen=True):
    invite: Token
    name: OptionalName = ""


# == what is shown ===========================================================================================


class CampaignSide(Sent, frozen=True):
    side: str
    nation: str
    name: str
    points: int
    seat: SeatInfo
    men: tuple[CampaignMan, ...]


class Chapter(Sent, frozen=True):
    """What happened to the men before and after a game."""

    number: int
    muster: tuple[CampaignNote, ...]
    outcome: tuple[CampaignNote, ...]


class CampaignView(Sent, frozen=True):
    id: str
    title: str
    created: float
    stage: Stage
    number: int
    """The game that is next or being played."""
    games: tuple[CampaignGame, ...]
    sides: tuple[CampaignSide, ...]
    yours: tuple[str, ...]
    waits_for: tuple[str, ...]
    """The sides whose players have something to do before it goes on."""
    open_places: tuple[OpenPlace, ...]
    questions: tuple[CampaignQuestion, ...]
    orders: tuple[OrdersAsked, ...]
    """What your sides are asked between two games."""
    sheets: CampaignSheets | None
    chapters: tuple[Chapter, ...]
    leader: str
    """Who has most points, or has won once it is over; nobody with equal points."""
    stands: str
    """How it stands in words, where that is not told by the points of each side."""
    commitment: str
    """The hash of the seed that what is drawn between the games comes from; empty for old campaigns."""
    seed: str
    """That seed, when it is over."""


class CampaignCreated(Sent, frozen=True):
    """A new campaign: tokens for the sides you play, which open its games too, and invitations."""

    campaign: CampaignView
    seats: tuple[SeatGrant, ...]
    invites: tuple[SeatGrant, ...]


class CampaignSummary(Sent, frozen=True):
    id: str
    title: str
    stage: Stage
    number: int
    length: int
    sides: tuple[str, ...]
    yours: tuple[str, ...]
    points: dict[str, int]
    stands: str
    """The same in words, where points do not tell it."""
    your_turn: bool
    changed: float
    game: str


class CampaignList(Sent, frozen=True):
    campaigns: tuple[CampaignSummary, ...]


CAMPAIGN_TYPES = (
    CampaignOffer,
    NewCampaign,
    CampaignCreated,
    CampaignView,
    CampaignList,
    JoinCampaign,
    MusterOrder,
    AftermathOrder,
    OrdersGiven,
)
