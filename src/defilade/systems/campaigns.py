"""Campaigns: games that belong together. What a system that has them must tell, in words that players are shown.

The book of a campaign (its rosters, its series, what has been played) is the system's own: whoever keeps it between the
games keeps it as text, and does not look inside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, Protocol

import msgspec
from msgspec import Meta, Raw, field

from defilade.kernel import Over
from defilade.rules.scene_parts import Shown

Key = Annotated[str, Meta(min_length=1, max_length=40)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]

GameState = Literal["played", "now", "later"]
ManState = Literal["there", "wounded", "lost"]
OrderVerb = Literal["pick", "back", "again", "hand_in", "staff", "concede"]
"""Say something more, take the last back, start again, hand the orders in, let the staff give them, or give the
campaign up."""


class Wished(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player has written."""


class NotPossible(Exception):
    """Something that cannot be done as asked. `code` names the kind of trouble."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


# -- what can be chosen ------------------------------------------------------------------------------------


class NamedChoice(Shown, frozen=True):
    id: str
    name: str


class CampaignScenario(Shown, frozen=True):
    id: str
    title: str
    opponents: tuple[str, ...]
    teams: bool
    """Whether it can be played beside another table."""


class CampaignOffer(Shown, frozen=True):
    """What a campaign can be made of: scenarios, the usual series, and weapons for the player's own man."""

    scenarios: tuple[CampaignScenario, ...]
    series: tuple[str, ...]
    nations: tuple[NamedChoice, ...]
    """Those that the German can meet."""
    weapons: dict[str, tuple[NamedChoice, ...]]
    about: str = ""
    """What kind of campaign it is, in a sentence or two."""
    fixed: bool = False
    """Its series is not the players' to choose."""
    system: str = ""
    systems: tuple[NamedChoice, ...] = ()
    """By which rules these campaigns are, and by which there are any."""


class OwnMan(Wished, frozen=True):
    """The player himself, as one of his men."""

    name: Name
    weapon: Key


class CampaignPlan(msgspec.Struct, frozen=True):
    """What a campaign is to be like."""

    title: str
    opponent: str
    beside: tuple[str, ...] = ()
    scenarios: tuple[str, ...] = ()
    personal: Mapping[str, OwnMan] = field(default_factory=dict)


# -- what is shown -----------------------------------------------------------------------------------------


class CampaignMan(Shown, frozen=True):
    """A line of the roster. `back_in` is the game in which a wounded man is back."""

    id: str
    name: str
    rank: str
    role: str
    weapon: str
    morale: int
    panic: int
    printed_morale: int
    printed_panic: int
    kia: int
    elan: int
    survival: int
    promotion: int
    replaced: int
    state: ManState
    back_in: int
    personal: bool


class CampaignGame(Shown, frozen=True):
    """A game of the series; `points` are what each side had after it."""

    number: int
    scenario: str
    title: str
    state: GameState
    attacker: str
    winner: str
    points: dict[str, int]
    game: str
    """The table at which it is or was played."""


class OpenPlace(Shown, frozen=True):
    """A place of the next force whose man is not there."""

    side: str
    man: str
    name: str
    role: str
    candidates: tuple[NamedChoice, ...]


class CampaignQuestion(Shown, frozen=True):
    """What an owner decides about a man after a game, the usual answer first."""

    side: str
    man: str
    name: str
    kind: Literal["lower", "improve", "start_over"]
    answers: tuple[str, ...]
    rule: str


class CampaignNote(Shown, frozen=True):
    side: str
    text: str
    rule: str


class OrderOption(Shown, frozen=True):
    """One thing that a side may say for the orders it is writing."""

    pick: str
    label: str
    rule: str
    heading: str = ""
    """Options under one heading belong together."""
    detail: str = ""
    price: int = -1
    """Below nought where nothing is to be paid."""
    hex: str = ""
    """The hex of the map that it is about."""


class OrdersAsked(Shown, frozen=True):
    """What a side is asked between two games; nobody else is shown it."""

    side: str
    step: str
    title: str
    asks: str
    rule: str
    options: tuple[OrderOption, ...]
    given: tuple[str, ...]
    """What it has ordered so far."""
    ready: bool
    """Whether the orders can be handed in as they are."""
    begun: bool
    """Whether something has been said that can be taken back."""
    mark: str
    """Names this question: an answer to an earlier one is refused. What the other side does leaves it as it is."""


class SheetArea(Shown, frozen=True):
    """Hexes that belong to a side, or to nobody."""

    id: str
    side: str
    hexes: tuple[str, ...]
    isolated: bool = False


class SheetMark(Shown, frozen=True):
    """A hex that somebody controls, with its letter on the map."""

    hex: str
    side: str
    mark: str


class SheetLine(Shown, frozen=True):
    """So much of a side's forces in one place."""

    place: str
    units: tuple[str, ...]


class SheetForces(Shown, frozen=True):
    """A side's forces: all of one's own, of the enemy's what everybody has seen."""

    side: str
    lines: tuple[SheetLine, ...]
    figures: tuple[str, ...] = ()
    """Points, chits and the like."""


class SheetTable(Shown, frozen=True):
    """A record that a side keeps, as rows of text."""

    title: str
    side: str
    rule: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class CampaignSheets(Shown, frozen=True):
    """The record sheets of a campaign as one side may see them."""

    map: str
    """The id of the map."""
    date: str
    dates: tuple[NamedChoice, ...]
    """Every date, and what was played on it."""
    situation: tuple[CampaignNote, ...]
    """What comes next, who attacks and who sets up first, how near victory is."""
    areas: tuple[SheetArea, ...]
    marks: tuple[SheetMark, ...]
    forces: tuple[SheetForces, ...]
    tables: tuple[SheetTable, ...]
    notes: tuple[CampaignNote, ...]
    """What has happened since the last game, the latest last, with one's own secrets."""


class CampaignRoster(Shown, frozen=True):
    """A side and its men."""

    side: str
    nation: str
    name: str
    points: int
    men: tuple[CampaignMan, ...]


class CampaignStanding(Shown, frozen=True):
    """Where a campaign is."""

    title: str
    sides: tuple[str, ...]
    number: int
    """The game that is next or being played."""
    length: int
    """Games in all."""
    scenario: str
    """What is being played; empty between games."""
    is_over: bool
    points: dict[str, int]
    leader: str
    stands: str = ""
    """How it stands in words, where that is not told by the points of each side."""
    commitment: str = ""
    """The hash of the seed that what is drawn between the games comes from."""
    seed: str = ""
    """That seed, when it is over."""


# -- what a system does ------------------------------------------------------------------------------------


class Mustered(msgspec.Struct, frozen=True):
    """A campaign whose next game can begin: its book, the options that bring the scenario along, what is told."""

    book: Raw
    options: dict[str, str]
    notes: tuple[CampaignNote, ...]


class Written(msgspec.Struct, frozen=True):
    """A campaign into whose book a game has been entered."""

    book: Raw
    notes: tuple[CampaignNote, ...]


class Campaigns(Protocol):
    """The campaigns of a system. What cannot be done as asked is `NotPossible`."""

    def offer(self) -> CampaignOffer:
        """What a campaign can be made of."""

    def new(self, plan: CampaignPlan) -> Raw:
        """The book of a new campaign."""

    def standing(self, book: Raw) -> CampaignStanding: ...

    def rosters(self, book: Raw) -> tuple[CampaignRoster, ...]: ...

    def games(self, book: Raw, tables: Sequence[str]) -> tuple[CampaignGame, ...]:
        """The series; the first games have these tables."""

    def open_places(self, book: Raw) -> tuple[OpenPlace, ...]:
        """Places of the next force whose men are not there."""

    def muster(self, book: Raw, choices: Mapping[str, Raw]) -> Mustered:
        """Make the next game, with what the owners have chosen by side."""

    def ended(self, state: Any, result: Over) -> Any:
        """The state at the end of a game that was not played to its end."""

    def questions(self, book: Raw, state: Any, sides: Sequence[str]) -> tuple[CampaignQuestion, ...]:
        """What owners decide about their men after a game."""

    def check_answers(self, book: Raw, answers: Mapping[str, Raw]) -> None:
        """Refuse answers that mean nothing."""

    def enter(self, book: Raw, state: Any, answers: Mapping[str, Raw]) -> Written:
        """Enter a game that is over, with the answers of the owners by side."""

    def orders_due(self, book: Raw) -> tuple[str, ...]:
        """The sides whose orders are awaited between two games."""

    def asked(self, book: Raw, side: str) -> OrdersAsked | None:
        """What a side may order now, with all its options; none where it is not asked."""

    def ordered(self, book: Raw, side: str, what: OrderVerb, pick: str) -> Raw:
        """The book after a side has said something more of its orders, or has handed them in."""

    def carried_out(self, book: Raw) -> Written | None:
        """The book after what both sides have ordered; none where that is not to be done now."""

    def sheets(self, book: Raw, sides: Sequence[str]) -> CampaignSheets | None:
        """The record sheets, as those who keep these sides may see them; none of a system that has none."""
