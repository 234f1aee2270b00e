"""Everything that goes over the wire, as typed messages.

`Sent` goes from the server to a client; all its fields are always there.  `Received` comes from a client; a
field with a default may be left out, and an unknown one is refused.  The client's types are generated from
this module.

Two numbers tell where a game is.  The **step** counts everything that ever changed the table and never comes
back: an answer names the step it answers, so that a late or doubled one is recognised, also after an undo.
The **moment** is the length of the game as it stands, and what a replay counts by.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from defilade.ai import DEFAULT_LEVEL
from defilade.kernel import Breakdown
from defilade.rules.courses import Course, Likely, Opening
from defilade.rules.presentation import (
    CardDetails,
    Handle,
    LessonView,
    LosView,
    MapInfo,
    OptionLook,
    Orders,
    Reach,
    Scene,
)
from defilade.rules.reference_card import Inspection
from defilade.rules.signs import Sign
from defilade.systems.campaigns import Wished
from defilade.systems.going_over import GoneOver

Token = Annotated[str, Meta(min_length=16, max_length=128)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
OptionalName = Annotated[str, Meta(max_length=40)]
ActionText = Annotated[str, Meta(min_length=1, max_length=400)]
RequestId = Annotated[str, Meta(max_length=40)]
StepNumber = Annotated[int, Meta(ge=0, le=10_000_000)]

Pledge = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]
"""The SHA-256 of 32 random bytes that a player adds to the dice; he shows them when everybody has sat down. Empty: he
adds nothing."""

SAFE = r"^[A-Za-z0-9][A-Za-z0-9_.:+-]*$"
"""What ids are made of, wherever they come from."""
SafeId = Annotated[str, Meta(min_length=1, max_length=40, pattern=SAFE)]
Cursor = Annotated[str, Meta(max_length=80, pattern=r"^([0-9.]+_[A-Za-z0-9_-]+)?$")]
"""A place in a list: when the last game of a page moved, and which it was."""

SeatKind = Literal["human", "computer", "open"]
UndoPolicy = Literal["fair", "free", "none"]
OfferKind = Literal["undo", "draw", "rematch"]
RefusalCode = Literal[
    "stale",
    "foreign",
    "illegal",
    "over",
    "malformed",
    "too_fast",
    "too_big",
    "forbidden",
    "unavailable",
    "defect",
]


class Sent(msgspec.Struct, frozen=True):
    """From the server."""


class Received(Wished, frozen=True):
    """From a client."""


# == what the lobby shows ====================================================================================


class Balance(Sent, frozen=True):
    """How often each side has won in simulated games."""

    games: int
    wins: dict[str, int]
    players: str


class ScenarioView(Sent, frozen=True):
    id: str
    system: str
    title: str
    date: str
    place: str
    sides: tuple[str, ...]
    turns: int
    boards: tuple[str, ...]
    victory: str
    provenance: str
    details: CardDetails
    thumbnail: str
    balance: Balance | None = None


class SystemView(Sent, frozen=True):
    id: str
    name: str


class LevelView(Sent, frozen=True):
    """A level of computer opponent; the weakest comes first."""

    id: str
    name: str


class Lobby(Sent, frozen=True):
    """All that can be played, by which rules and against whom."""

    version: str
    systems: tuple[SystemView, ...]
    scenarios: tuple[ScenarioView, ...]
    levels: tuple[LevelView, ...]
    lessons: tuple[LessonView, ...]


class Health(Sent, frozen=True):
    status: Literal["ok", "failing"]
    version: str
    database: str
    games: int
    """Games that this worker has in memory."""
    problems: tuple[str, ...] = ()
    """What is wrong, in words."""


class Problem(Sent, frozen=True):
    """Why a request was refused."""

    code: str
    reason: str
    rule: str = ""


# == games ===================================================================================================


class ClockOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`game`: so many seconds for the whole game, and `increment` more for each decision. `move`: so many
    seconds for each decision."""

    kind: Literal["none", "game", "move"] = "none"
    seconds: Annotated[int, Meta(ge=0, le=60 * 60 * 24 * 60)] = 0
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0


class TableOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game is run.

    `undo`: `fair` goes back freely until something came out and asks the opponent after that, `free` goes
    back at any time, `none` never. `mail`: the players pass the game to each other as a file, so each may
    take a copy of all of it. `public`: everybody may watch. `curtain`: at one screen each side sees its own
    secrets only after the screen has been handed to it. `challenge`: anybody who is signed in may take a seat
    that is open. `rated`: its end counts for the ratings of both.
    """

    undo: UndoPolicy = "fair"
    clock: ClockOptions = ClockOptions()
    mail: bool = False
    public: bool = False
    curtain: bool = True
    challenge: bool = False
    rated: bool = False


class SeatWish(Received, frozen=True):
    """Who shall play a side: the one who asks (`mine`), whoever is invited (`open`), or the computer."""

    side: SafeId
    who: Literal["mine", "open", "computer"]
    level: Annotated[str, Meta(max_length=40)] = DEFAULT_LEVEL


class NewGame(Received, frozen=True):
    scenario: SafeId
    seats: Annotated[tuple[SeatWish, ...], Meta(min_length=1, max_length=8)]
    name: OptionalName = ""
    """What the player is called."""
    options: Annotated[dict[SafeId, Annotated[str, Meta(max_length=40)]], Meta(max_length=16)] = (
        msgspec.field(default_factory=dict)
    )
    """Options of the rules, as `{"los": "strict"}`."""
    table: TableOptions = TableOptions()
    pledge: Pledge = ""


class ImportedGame(Received, frozen=True):
    """A game from a file. Sides that are not named stay open."""

    log: Annotated[str, Meta(min_length=1, max_length=8_000_000)]
    seats: Annotated[tuple[SeatWish, ...], Meta(min_length=1, max_length=8)]
    name: OptionalName = ""
    table: TableOptions = TableOptions()


class SeatInfo(Sent, frozen=True):
    side: str
    kind: SeatKind
    name: str
    level: str
    """The computer's level."""
    connected: bool
    pledge: str = ""
    """The hash of what this player adds to the dice; empty where he adds nothing."""
    salt: str = ""
    """What he has added: shown when everybody has sat down, see `reveal`."""


class Result(Sent, frozen=True):
    """How a game ended. `winner` is empty in a draw. One that is `pinned` has not ended, but cannot go on by the rules
    of now: it can be read."""

    winner: str
    why: str
    how: Literal["played", "resigned", "agreed", "time", "pinned"]
    rules: tuple[str, ...] = ()


class GameInfo(Sent, frozen=True):
    id: str
    system: str
    system_name: str
    scenario: str
    title: str
    created: float
    options: dict[str, str]
    table: TableOptions
    seats: tuple[SeatInfo, ...]
    map: str
    """Id of the map."""
    commitment: str
    """The hash of the seed that the dice come from; empty where the game began elsewhere without one."""


class SeatGrant(Sent, frozen=True):
    """The secret that lets its holder play a side."""

    side: str
    token: str


class GameCreated(Sent, frozen=True):
    """A new game: tokens for the sides you play, invitations for the open ones, a token for those who
    watch."""

    game: GameInfo
    seats: tuple[SeatGrant, ...]
    invites: tuple[SeatGrant, ...]
    watch: str


class JoinGame(Received, frozen=True):
    invite: Token
    name: OptionalName = ""
    pledge: Pledge = ""


class ShowInvitation(Received, frozen=True):
    invite: Token


class Invitation(Sent, frozen=True):
    """All terms of a table, for one who has been invited, before he sits down."""

    game: GameInfo
    side: str
    """The side that he would play."""
    moment: int
    """How far the game has gone."""
    host: str = ""
    """Who has opened the table; empty where he has given no name."""
    host_here: bool = False
    length: str = ""
    """How long it lasts: turns, and how many units there are."""
    may: str = ""
    """Of a challenge: what keeps the one who asks from taking it; empty where nothing does."""


class Joined(Sent, frozen=True):
    game: GameInfo
    seats: tuple[SeatGrant, ...]
    watch: str


class MyTokens(Received, frozen=True):
    """The tokens that a browser has kept."""

    tokens: Annotated[tuple[Token, ...], Meta(max_length=200)] = ()
    after: Cursor = ""


class GameSummary(Sent, frozen=True):
    """A game in a list. `sides` are those the one who asks plays; none for one who watches."""

    game: GameInfo
    sides: tuple[str, ...]
    your_turn: bool
    headline: str
    """Where the game is, in a few words."""
    moment: int
    last_moved: float
    result: Result | None


class GameList(Sent, frozen=True):
    games: tuple[GameSummary, ...]
    more: str = ""
    """Where the next page begins: what to send as `after`; empty on the last one."""


class PublicGame(Sent, frozen=True):
    game: GameInfo
    watch: str
    headline: str
    moment: int
    last_moved: float


class PublicGames(Sent, frozen=True):
    games: tuple[PublicGame, ...]
    more: str = ""
    """Where the next page begins: what to send as `after`; empty on the last one."""


class DecisionView(Sent, frozen=True):
    """The last decision on the way to a moment of a game that is over."""

    moment: int
    """The moment at which it stood to be taken."""
    side: str
    computer: bool
    before: int | None
    """The moment to which the computer's decision before it led; anybody's where no computer plays."""
    after: int | None
    """The same of the next one."""


class MomentView(Sent, frozen=True):
    """A game as it stood at a moment, as the one who asks saw it then."""

    moment: int
    moments: int
    side: str
    scene: Scene
    asks: str
    events: tuple[EventView, ...]
    """What led to this moment from the one before."""
    decision: DecisionView | None
    """What can be asked about with `thought`; nothing while the game runs."""


# == accounts ================================================================================================


class Credentials(Received, frozen=True):
    name: Annotated[str, Meta(min_length=2, max_length=40, pattern=r"^[\w][\w .\-]*$")]
    password: Annotated[str, Meta(min_length=8, max_length=200)]


class AccountSession(Sent, frozen=True):
    """Who is signed in. The token stands for all seats of the account."""

    name: str
    token: str
    expires: float


# == the socket: what the server says ========================================================================


class EventView(Sent, frozen=True):
    """Something that happened on the way to `moment`."""

    moment: int
    kind: str
    text: str
    rules: tuple[str, ...]
    side: str
    who: tuple[str, ...]
    at: str
    dice: tuple[int, ...]
    breakdown: Breakdown | None
    sign: Sign = ""
    """How it is told and drawn."""


class OptionView(Sent, frozen=True):
    """Something that may be done. `action` is what to send."""

    n: int
    action: str
    verb: str
    label: str
    who: tuple[str, ...]
    at: str
    how: str
    group: str
    """Options of one group belong together: the same thing done elsewhere or by another."""
    pile: str
    """The pile of cards on which it is taken, as a thing to point at."""


class Prompt(Sent, frozen=True):
    """What the game waits for. Only the side that must choose sees the options."""

    step: int
    side: str
    yours: bool
    asks: str
    rules: tuple[str, ...]
    about: tuple[str, ...]
    at: str
    options: tuple[OptionView, ...]
    undoable: int
    """How many steps you may take back without asking."""
    openings: tuple[Opening, ...] = ()
    """What opens a course: answers that are given as one; see `course`."""
    looks: dict[str, OptionLook] = msgspec.field(default_factory=dict)
    """How options look, by their verb; what is not listed looks plain."""
    handles: tuple[Handle, ...] = ()
    """Options that are directions: grips beside a piece."""
    let_pass: str = ""
    """In the midst of somebody else's move: the answer that lets it pass."""
    warnings: dict[str, str] = msgspec.field(default_factory=dict)
    """Answers that are given only when they are given twice, and what is said first."""


class ClockView(Sent, frozen=True):
    """`left` is the time left at the moment of sending; the clock that runs is going down."""

    side: str
    left: float
    runs: bool


class Offer(Sent, frozen=True):
    """Something that all others must agree to; `agreed` are those who have."""

    kind: OfferKind
    by: str
    steps: int
    agreed: tuple[str, ...] = ()
    n: int = 0
    """Its number, which an answer names; it changes when the offer does."""


class ChatLine(Sent, frozen=True):
    n: int
    by: str
    """The side, `table` where the server says something, or `watching`: those who watch talk among themselves, and
    players hear them once the game is over."""
    name: str
    text: str
    at: float


class SetUpView(Sent, frozen=True):
    """What a side has done to set up. `mirrors`: there is a map on which it can be mirrored."""

    scenario: str
    side: str
    actions: tuple[str, ...]
    mirrors: bool


class _ServerMessage(Sent, frozen=True, tag_field="type"):
    pass


class Table(_ServerMessage, frozen=True, tag="table"):
    """Everything, as after connecting or after an undo. `events` begin after moment `events_after`."""

    game: GameInfo
    step: int
    moment: int
    side: str
    """Whose eyes this is seen with; `spectator` for one who plays no side."""
    holds: tuple[str, ...]
    """The sides that this connection plays."""
    scene: Scene
    prompt: Prompt | None
    events: tuple[EventView, ...]
    events_after: int
    chat: tuple[ChatLine, ...]
    offers: tuple[Offer, ...]
    clocks: tuple[ClockView, ...]
    orders: Orders
    result: Result | None
    seed: str
    """What the dice came from; shown when the game is over."""
    rematch: str
    """The game in which the players meet again, once they have agreed to."""
    curtain: str
    """The side to which this screen must be handed before it can decide; see `look`."""


class Update(_ServerMessage, frozen=True, tag="update"):
    """The game has gone on."""

    step: int
    moment: int
    side: str
    scene: Scene
    prompt: Prompt | None
    events: tuple[EventView, ...]
    offers: tuple[Offer, ...]
    clocks: tuple[ClockView, ...]
    result: Result | None
    seed: str
    curtain: str


class Accepted(_ServerMessage, frozen=True, tag="accepted"):
    """Your message was taken and is kept: it survives whatever happens to the server from now on."""

    id: str
    step: int


class Refused(_ServerMessage, frozen=True, tag="refused"):
    """Your message was not taken, and why."""

    id: str
    step: int
    code: RefusalCode
    reason: str
    rule: str


class Seats(_ServerMessage, frozen=True, tag="seats"):
    """Who sits at the table, and who is there now."""

    seats: tuple[SeatInfo, ...]
    watching: int


class Chat(_ServerMessage, frozen=True, tag="chat"):
    line: ChatLine


class Offers(_ServerMessage, frozen=True, tag="offers"):
    """What is on offer now; an offer that is no longer in the list was answered or has lapsed."""

    step: int
    offers: tuple[Offer, ...]
    said: str
    """What happened, in words."""


class PreviewedFor(Sent, frozen=True):
    """What an option would do to some of those whom it concerns."""

    label: str
    breakdown: Breakdown
    odds: dict[str, float]
    likely: tuple[Likely, ...] = ()


class Previewed(_ServerMessage, frozen=True, tag="preview"):
    """What an option would do: the figures with their rules, and the odds of each result."""

    id: str
    action: str
    label: str
    rules: tuple[str, ...]
    breakdown: Breakdown | None
    column: int
    drm: int
    odds: dict[str, float] | None
    each: tuple[PreviewedFor, ...] = ()
    """Where the same throw means different things for different pieces: all of them, the first among them."""
    likely: tuple[Likely, ...] = ()
    """The odds as they are told."""
    hexes: tuple[str, ...] = ()
    """What it would concern beside the hex that it names."""


class CourseSeen(_ServerMessage, frozen=True, tag="course"):
    """A course as it stands: who takes part, what it would come to, where it can lead."""

    id: str
    course: Course


class WhyNot(_ServerMessage, frozen=True, tag="why"):
    """Why something may not be done; `allowed` where it may."""

    id: str
    action: str
    allowed: bool
    reason: str
    rule: str


class Hinted(_ServerMessage, frozen=True, tag="hint"):
    """What the computer would do, and why: reasons and odds in plain words."""

    id: str
    action: str
    label: str
    reasons: tuple[str, ...] = ()
    chance: float | None = None
    """How likely the side is to win as it stands, by what it sees; nothing where nobody has learned that."""


class WeighedView(Sent, frozen=True):
    """Something that the computer has played out ahead."""

    label: str
    plan: str
    rounds: int
    edge: float
    """By how much it came out better than what was done, or than the best where that was not thought of."""
    done: bool
    best: bool


class Recalled(_ServerMessage, frozen=True, tag="thought"):
    """A decision of a game that is over, and what the computer thinks of it with what that side knew then."""

    id: str
    moment: int
    """The moment at which the decision stood to be taken."""
    side: str
    level: str
    """Who thinks: the level that played the side, else the adviser."""
    asks: str
    done: str
    """What was done."""
    forced: bool
    """There was nothing else to do."""
    plan: str
    """The plan that is followed, in plain words."""
    reasons: tuple[str, ...]
    """For and against what was done, with odds."""
    rather: str
    """What the computer would do, where that is something else."""
    rather_reasons: tuple[str, ...]
    weighed: tuple[WeighedView, ...]
    """What was played out, the best first; empty where the plans agreed."""
    unit: str
    """What an edge is counted in."""


class Analysed(_ServerMessage, frozen=True, tag="analysis"):
    """How far the analysis of a game that is over has come, and what came of it when it is done."""

    id: str
    share: float
    found: GoneOver | None


class TryOption(Sent, frozen=True):
    action: str
    label: str


class DecisionAgain(_ServerMessage, frozen=True, tag="again"):
    """A decision of a game that is over, to be taken once more."""

    id: str
    moment: int
    side: str
    asks: str
    options: tuple[TryOption, ...]


class Tried(_ServerMessage, frozen=True, tag="try"):
    """What an answer to such a decision would have been worth."""

    id: str
    moment: int
    label: str
    lost: float
    """Of the chance of winning, beside the best that is known."""
    kind: str
    """What a fault it would have been; empty where it would have been none."""
    reasons: tuple[str, ...]


class Reached(_ServerMessage, frozen=True, tag="reach"):
    id: str
    reach: Reach


class Inspected(_ServerMessage, frozen=True, tag="inspect"):
    """What the figures and marks of a piece mean."""

    id: str
    inspection: Inspection


class LosSeen(_ServerMessage, frozen=True, tag="los"):
    id: str
    los: LosView


class OrdersKept(_ServerMessage, frozen=True, tag="orders"):
    orders: Orders


class Rematched(_ServerMessage, frozen=True, tag="rematch"):
    """A new game with the sides swapped, and the sides you play in it. Your tokens of this game open it
    too."""

    game: str
    sides: tuple[str, ...]


ServerMessage = (
    Table
    | Update
    | Accepted
    | Refused
    | Seats
    | Chat
    | Offers
    | Previewed
    | CourseSeen
    | WhyNot
    | Hinted
    | Recalled
    | Analysed
    | DecisionAgain
    | Tried
    | Reached
    | LosSeen
    | Inspected
    | OrdersKept
    | Rematched
)


# == the socket: what a client says ==========================================================================


class _ClientMessage(Received, frozen=True, tag_field="type"):
    pass


class Hello(_ClientMessage, frozen=True, tag="hello"):
    """The first message. `others` are further seats of the same person, or his account; `since` is the last step
    seen."""

    token: Token
    others: Annotated[tuple[Token, ...], Meta(max_length=8)] = ()
    since: StepNumber = 0
    name: OptionalName = ""
    """What somebody is called who watches, where he has no account."""


class Look(_ClientMessage, frozen=True, tag="look"):
    """The screen has been handed to `side`, one of several that this connection plays. Its table follows."""

    side: SafeId
    id: RequestId = ""


class Act(_ClientMessage, frozen=True, tag="act"):
    """Do something, and then what follows it. All of it is taken or, where one step is not legal any more, nothing;
    where it is not to be taken `whole` it ends as soon as somebody else is asked or dice fall."""

    step: StepNumber
    action: ActionText
    then: Annotated[tuple[ActionText, ...], Meta(max_length=80)] = ()
    whole: bool = True
    id: RequestId = ""


class SetUpAs(_ClientMessage, frozen=True, tag="set-up"):
    """Set up as in another game; `mirrored`: left for right. Where a place is not allowed the nearest is taken, and
    what does not fit at all is left out."""

    step: StepNumber
    actions: Annotated[tuple[ActionText, ...], Meta(min_length=1, max_length=240)]
    mirrored: bool = False
    id: RequestId = ""


class Undo(_ClientMessage, frozen=True, tag="undo"):
    """Take steps back; where the opponent must agree, ask for it."""

    step: StepNumber
    steps: Annotated[int, Meta(ge=1, le=10_000)] = 1
    id: RequestId = ""


class AnswerOffer(_ClientMessage, frozen=True, tag="answer"):
    """Agree to an offer or not; `offer` is its number, so that nobody agrees to another one than he has seen."""

    step: StepNumber
    offer: StepNumber
    kind: Literal["undo", "draw"]
    agree: bool
    id: RequestId = ""


class Resign(_ClientMessage, frozen=True, tag="resign"):
    step: StepNumber
    id: RequestId = ""


class OfferDraw(_ClientMessage, frozen=True, tag="draw"):
    step: StepNumber
    id: RequestId = ""


class Say(_ClientMessage, frozen=True, tag="chat"):
    text: Annotated[str, Meta(min_length=1, max_length=500)]
    id: RequestId = ""


class AskPreview(_ClientMessage, frozen=True, tag="preview"):
    id: RequestId
    step: StepNumber
    action: ActionText


class AskCourse(_ClientMessage, frozen=True, tag="course"):
    """What does an option open, or (with no action) the question itself? `picks` are the actions of those who shall
    take part, the one that matters most first; without, the system proposes. `via` are hexes to go over."""

    id: RequestId
    step: StepNumber
    action: Annotated[str, Meta(max_length=400)] = ""
    picks: Annotated[tuple[ActionText, ...], Meta(max_length=80)] | None = None
    via: Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=12)], ...], Meta(max_length=20)] = ()


class AskWhy(_ClientMessage, frozen=True, tag="why"):
    id: RequestId
    step: StepNumber
    action: ActionText


class AskHint(_ClientMessage, frozen=True, tag="hint"):
    id: RequestId
    step: StepNumber


class AskThought(_ClientMessage, frozen=True, tag="thought"):
    """After the game: what was the last decision on the way to a moment about?"""

    id: RequestId
    moment: StepNumber


class AskAnalysis(_ClientMessage, frozen=True, tag="analysis"):
    """After the game: go over it, and tell how far that is."""

    id: RequestId


class AskAgain(_ClientMessage, frozen=True, tag="again"):
    """After the game: what could have been decided at a moment?"""

    id: RequestId
    moment: StepNumber


class AskTry(_ClientMessage, frozen=True, tag="try"):
    """After the game: what would this have been worth?"""

    id: RequestId
    moment: StepNumber
    action: ActionText


class AskReach(_ClientMessage, frozen=True, tag="reach"):
    id: RequestId
    step: StepNumber
    unit: Annotated[str, Meta(min_length=1, max_length=40)]


class AskInspect(_ClientMessage, frozen=True, tag="inspect"):
    """What is on that counter?"""

    id: RequestId
    piece: Annotated[str, Meta(min_length=1, max_length=40)]


class AskLos(_ClientMessage, frozen=True, tag="los"):
    id: RequestId
    from_hex: Annotated[str, Meta(min_length=1, max_length=12)]
    to_hex: Annotated[str, Meta(min_length=1, max_length=12)]


class GiveOrders(_ClientMessage, frozen=True, tag="orders"):
    orders: Orders
    id: RequestId = ""


class Reveal(_ClientMessage, frozen=True, tag="reveal"):
    """What you add to the dice, as you pledged it; taken when everybody has sat down. Empty: you add nothing after
    all."""

    salt: Pledge
    id: RequestId = ""


class AskRematch(_ClientMessage, frozen=True, tag="rematch"):
    id: RequestId = ""


ClientMessage = (
    Hello
    | Look
    | Act
    | SetUpAs
    | Undo
    | AnswerOffer
    | Resign
    | OfferDraw
    | Say
    | AskPreview
    | AskCourse
    | AskWhy
    | AskHint
    | AskThought
    | AskAnalysis
    | AskAgain
    | AskTry
    | AskReach
    | AskLos
    | AskInspect
    | GiveOrders
    | Reveal
    | AskRematch
)

# == reasons to close a socket ===============================================================================

CLOSE_RESTART = 1012
CLOSE_BAD_TOKEN = 4401
CLOSE_BAD_ORIGIN = 4403
CLOSE_NO_GAME = 4404
CLOSE_NO_HELLO = 4408
CLOSE_TOO_BIG = 4413
CLOSE_TOO_FAST = 4429
CLOSE_FULL = 4503

REST_TYPES = (
    Lobby,
    Health,
    Problem,
    NewGame,
    ImportedGame,
    GameCreated,
    JoinGame,
    ShowInvitation,
    Invitation,
    Joined,
    MyTokens,
    GameList,
    PublicGames,
    MomentView,
    SetUpView,
    MapInfo,
    Credentials,
    AccountSession,
)
"""Bodies of requests and answers."""
