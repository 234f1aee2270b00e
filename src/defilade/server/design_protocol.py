"""Games of one's own design over the wire (UF:43): what can be bought, what a force costs, and the game made of it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from defilade.rules.card_scene import UnitCardView
from defilade.server.campaign_protocol import Key, NamedChoice
from defilade.server.protocol import (
    GameCreated,
    OptionalName,
    Received,
    SeatGrant,
    Sent,
    TableOptions,
    Token,
)

Year = Annotated[str, Meta(pattern=r"^19\d\d[ab]$")]
Points = Annotated[int, Meta(ge=0, le=2000)]

# == what there is ===========================================================================================


class DesignScenario(Sent, frozen=True):
    """A scenario that can be played with forces of one's own, and the points printed for its sides."""

    id: str
    title: str
    victory: str
    opponents: tuple[str, ...]
    attackers: tuple[str, ...]
    limits: dict[str, int]


class CardPrice(Sent, frozen=True):
    card: UnitCardView
    points: int
    kind: Literal["leader", "man", "gun", "vehicle"]


class SecondaryOffer(Sent, frozen=True):
    id: str
    name: str
    points: int


class NationOffer(Sent, frozen=True):
    id: str
    name: str
    cards: tuple[CardPrice, ...]
    troops: tuple[NamedChoice, ...]
    """Line troops first; their id is empty."""
    secondary: tuple[SecondaryOffer, ...]
    radio: dict[str, int]


class DesignOffer(Sent, frozen=True):
    scenarios: tuple[DesignScenario, ...]
    years: tuple[str, ...]
    nations: tuple[NationOffer, ...]
    victories: tuple[str, ...]
    sniper: int
    second_sniper: int


# == the three versions ======================================================================================


class _Design(Received, frozen=True, tag_field="version"):
    pass


class ReplayDesign(_Design, frozen=True, tag="replay"):
    """A scenario with forces of the players' own, up to the points that are printed for it."""

    scenario: Key
    opponent: Key
    year: Year
    attacker: Annotated[str, Meta(max_length=10)] = ""
    machines: bool = True
    """Guns and vehicles may be bought where the scenario has none; each kind only if its own field says so too."""
    guns: bool = True
    vehicles: bool = True


class BalanceDesign(_Design, frozen=True, tag="balance"):
    """A scenario as it is; one side has more, for the points that the other player has bid."""

    scenario: Key
    opponent: Key
    side: Key
    """Who is strengthened."""
    points: Points
    attacker: Annotated[str, Meta(max_length=10)] = ""


class BidDesign(_Design, frozen=True, tag="bid"):
    """A situation that chance has made; the cheaper of two attacks is made against the defence."""

    attacker: Key
    defender: Key
    year: Year
    victory: Annotated[int, Meta(ge=1, le=8)]
    decks: Annotated[int, Meta(ge=1, le=6)]


Design = ReplayDesign | BalanceDesign | BidDesign
Duel = ReplayDesign | BidDesign
"""Both players buy something, each in secret."""


class ForceWish(Received, frozen=True):
    """A force as its owner has bought it."""

    nation: Key
    men: Annotated[tuple[Key, ...], Meta(max_length=40)] = ()
    machines: Annotated[tuple[Key, ...], Meta(max_length=10)] = ()
    secondary: Annotated[dict[Key, Key], Meta(max_length=40)] = field(default_factory=dict)
    radio: Annotated[int, Meta(ge=0, le=9)] = 5
    troops: Annotated[str, Meta(max_length=40)] = ""
    snipers: Annotated[int, Meta(ge=0, le=2)] = 0
    reinforcements: Annotated[dict[str, tuple[Key, ...]], Meta(max_length=3)] = field(default_factory=dict)
    """Decks -> who comes only after so many."""


class AssessForce(Received, frozen=True):
    """What of this force? `part` is whose it is: a nation, or `attack` or `defence` of a bid game."""

    design: Design
    part: Key
    force: ForceWish


class CostLine(Sent, frozen=True):
    label: str
    value: float
    sign: str
    rule: str


class Objection(Sent, frozen=True):
    reason: str
    rule: str


class Assessed(Sent, frozen=True):
    """What a force costs. `wrong` must be put right; `missing` may wait until it is finished; `barred` cards cannot be
    had now. `bearers` are men of the scenario's own force, who can be given secondary weapons."""

    points: int
    limit: int
    lines: tuple[CostLine, ...]
    wrong: tuple[Objection, ...]
    missing: tuple[Objection, ...]
    barred: dict[str, Objection]
    bearers: tuple[str, ...] = ()


class ChanceForce(Received, frozen=True):
    """A force that chance puts together."""

    design: Design
    part: Key
    troops: Annotated[str, Meta(max_length=40)] = ""


class Bought(Sent, frozen=True):
    nation: str
    men: tuple[str, ...]
    machines: tuple[str, ...]
    secondary: dict[str, str]
    radio: int
    troops: str
    snipers: int
    reinforcements: dict[str, tuple[str, ...]]


class DrawDesign(Received, frozen=True):
    """Draw the year against an opponent; without one, the whole situation of a bid game."""

    opponent: Annotated[str, Meta(max_length=40)] = ""


class DrawnDesign(Sent, frozen=True):
    year: str
    attacker: str = ""
    defender: str = ""
    victory: int = 0
    decks: int = 0


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
    """Of a bid game: both know it (UF:43.35)."""
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
