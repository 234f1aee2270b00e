"""What a table shows, as plain data ready to be drawn: scenes, maps, reach and lines of sight.

A rule system turns a state that has been redacted for a side into a scene.  Whoever draws it needs no rule:
names, numbers and words are all here.  There are kinds of scene for kinds of games; board systems give a
`BoardScene`, card games a `CardScene`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol

import msgspec

from defilade.kernel import Action, Choice, Refusal, System
from defilade.rules.card_scene import CardScene, UnitCardView
from defilade.rules.courses import Course, Opening
from defilade.rules.courses import Likely as Likely
from defilade.rules.reference_card import Chart, Inspection
from defilade.rules.scene_parts import ArcView as ArcView
from defilade.rules.scene_parts import AreaView as AreaView
from defilade.rules.scene_parts import Handle as Handle
from defilade.rules.scene_parts import LinkView as LinkView
from defilade.rules.scene_parts import OptionLook as OptionLook
from defilade.rules.scene_parts import PhaseView as PhaseView
from defilade.rules.scene_parts import Print as Print
from defilade.rules.scene_parts import Shown as _Shown
from defilade.rules.scene_parts import StateMark as StateMark
from defilade.rules.scene_parts import SupportView as SupportView
from defilade.rules.scene_parts import VictoryView as VictoryView
from defilade.rules.signs import Sign
from defilade.tactics.names import Hex, Side

CounterKind = Literal["squad", "half_squad", "crew", "leader", "sw", "gun", "vehicle"]
MarkerKind = Literal["smoke", "residual", "melee", "control", "fortified", "dc", "aim", "burst"]


# -- counters ----------------------------------------------------------------------------------------------


class Underlines(_Shown, frozen=True):
    """Which of the printed figures are underlined."""

    fp: bool = False
    morale: bool = False


class CounterView(_Shown, frozen=True):
    """A counter as it is drawn. A figure that is not printed on it is null."""

    id: str
    side: Side
    nationality: str
    kind: CounterKind
    name: str
    """As players say it: `4-6-7`, `9-1`, `MMG`."""
    letter: str = ""
    cls: str = ""
    """E, 1, 2, G or C."""
    fp: int | None = None
    range: int | None = None
    morale: int | None = None
    """The level that counts now: of the broken side for a broken unit."""
    broken: bool = False
    broken_morale: int | None = None
    boxed: bool = False
    leadership: int | None = None
    underlines: Underlines = Underlines()
    smoke: int | None = None
    weapon: str = ""
    """LMG, MMG, HMG, FT or DC for a support weapon."""
    rof: int | None = None
    breakdown: int | None = None
    portage: int | None = None
    states: tuple[StateMark, ...] = ()
    weapons: tuple[CounterView, ...] = ()
    """Support weapons that it has."""
    owner: Side = ""
    """The unit that has this support weapon; empty where it lies on the ground."""
    shape: str = ""
    """What is drawn on it where that is no men: the name of a silhouette."""
    bearing: int | None = None
    """Which way it points, in degrees clockwise from the top of the map; none where it points nowhere."""
    turret: int | None = None
    """Which way its turret points, where it has one."""
    prints: tuple[Print, ...] = ()
    """Figures printed on a gun or vehicle."""
    arcs: tuple[ArcView, ...] = ()
    links: tuple[LinkView, ...] = ()
    above: bool = False
    """It lies on whoever has it."""
    pale: bool = False
    """It has done what it can do for now."""
    hidden: bool = False
    """Only its own side sees it."""
    words: str = ""
    """All of it in a sentence, for those who listen."""


# -- the scene ---------------------------------------------------------------------------------------------


class SideView(_Shown, frozen=True):
    """A side as the score sheet shows it."""

    id: str
    name: str
    nationality: str
    squads: float
    """Squad equivalents on the map, a half-squad as a half."""
    leaders: int
    broken: int
    lost: float
    """Squad equivalents lost."""
    exited: int
    """Victory points that have left the map."""
    waiting: int
    """Counters that are still to come."""
    guns: int = 0
    vehicles: int = 0
    """On the map, wrecks apart."""


class StackView(_Shown, frozen=True):
    """Everything in one hex, lowest first; support weapons that nobody has come before the units."""

    hex: Hex
    counters: tuple[CounterView, ...]
    worst: StateMark | None = None
    """The worst state of those that others cover."""


class OffMapView(_Shown, frozen=True):
    """Forces of a side that are off the map. `due` is the turn from which they may enter; 0 during set-up."""

    side: Side
    due: int
    edges: tuple[str, ...]
    counters: tuple[CounterView, ...]
    heading: str = ""
    """Why they are there, where it is not that they set up or enter."""


class MarkerView(_Shown, frozen=True):
    """A marker on a hex that belongs to no counter."""

    hex: Hex
    kind: MarkerKind
    text: str
    side: Side = ""
    rule: str = ""


class BoardScene(_Shown, frozen=True, tag_field="kind", tag="board"):
    """A board game as one side sees it."""

    map: str
    """Id of the map, which is fetched by itself."""
    turn: int
    turns: int
    phase: str
    """Id of the phase; empty during set-up."""
    phases: tuple[PhaseView, ...]
    attacker: Side
    sides: tuple[SideView, ...]
    stacks: tuple[StackView, ...]
    offmap: tuple[OffMapView, ...]
    markers: tuple[MarkerView, ...]
    victory: VictoryView
    focus: tuple[str, ...] = ()
    """Hexes that what is going on is about."""
    weather: str = ""
    night: bool = False
    """The map lies in the dark."""
    areas: tuple[AreaView, ...] = ()
    support: tuple[SupportView, ...] = ()


class PlainScene(_Shown, frozen=True, tag_field="kind", tag="plain"):
    """A game that has no picture: what is known of it, by name."""

    facts: dict[str, str]


Scene = BoardScene | CardScene | PlainScene


# -- the map -----------------------------------------------------------------------------------------------


class HexView(_Shown, frozen=True):
    """A hex of the map: its centre in the picture, and its terrain in words."""

    id: str
    label: str
    x: float
    y: float
    terrain: str
    tem: str
    building: str = ""
    road: bool = False


class Box(_Shown, frozen=True):
    """The part of the plane that the picture shows."""

    left: float
    top: float
    width: float
    height: float


class EdgeView(_Shown, frozen=True):
    """An edge of the map, by its compass name, and the hexes on it."""

    id: str
    side: Literal["top", "right", "bottom", "left"]
    hexes: tuple[str, ...]


class MapInfo(_Shown, frozen=True):
    """The map of a scenario. It never changes during a game."""

    id: str
    title: str
    box: Box
    hex_side: float
    """Length of a hexside in the picture."""
    hexes: tuple[HexView, ...]
    edges: tuple[EdgeView, ...]
    svg: str
    """Where the picture is fetched."""
    thumbnail: str


# -- the card ------------------------------------------------------------------------------------------------


class CountedCounter(_Shown, frozen=True):
    """So many counters of a kind."""

    count: int
    counter: CounterView


class ForceView(_Shown, frozen=True):
    """A group of a scenario's forces, and where or when it comes: counters of a board game, cards of a card game."""

    side: Side
    name: str
    elr: int
    comes: str
    counters: tuple[CountedCounter, ...]
    cards: tuple[UnitCardView, ...] = ()


class OptionValue(_Shown, frozen=True):
    id: str
    name: str


class OptionInfo(_Shown, frozen=True):
    """A table option of the rules and the values it can have, the default first. It is of use only where other options
    have the values that it `needs`."""

    id: str
    name: str
    values: tuple[OptionValue, ...]
    needs: dict[str, str] = msgspec.field(default_factory=dict)
    about: str = ""
    """What it changes, in a sentence."""
    excludes: tuple[str, ...] = ()
    """Options that are left at their first value where this one is not."""


class LineUp(_Shown, frozen=True):
    """Who plays where table options have these values."""

    options: dict[str, str]
    sides: tuple[str, ...]


class CardDetails(_Shown, frozen=True):
    """What a scenario card tells on top of its title and length."""

    situation: str = ""
    sets_up_first: str = ""
    moves_first: str = ""
    squads: dict[str, float] = msgspec.field(default_factory=dict)
    """Side -> squad equivalents in all, or men."""
    length: str = ""
    """How long it lasts, where that is not a number of turns."""
    size: str = ""
    """How big it is, in a word."""
    forces: tuple[ForceView, ...] = ()
    special_rules: tuple[str, ...] = ()
    """Ids of the rules that hold in this scenario only."""
    options: tuple[OptionInfo, ...] = ()
    line_ups: tuple[LineUp, ...] = ()
    """Where the options decide who plays: every way it can be."""


# -- lessons -------------------------------------------------------------------------------------------------


class LessonGoal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ends a step of a lesson; everything that is given must have come about.

    `event`: something of this kind has happened since the step began. `offered`: something of this kind can be
    done. `unit` and `hex`: that counter, or card, is there: in that hex or group. `phase`: the game has come to
    that phase.
    """

    event: str = ""
    offered: str = ""
    unit: str = ""
    hex: Hex = ""
    phase: str = ""


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the player is told, what he is shown (hexes and counters), and what ends the step. A step without
    `until` is ended by the reader."""

    say: str
    until: LessonGoal | None = None
    show: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class LessonView(_Shown, frozen=True):
    """A lesson: it is played like a scenario of its id, the player having both sides; `replies` are for the
    other one."""

    id: str
    system: str
    title: str
    goal: str
    sides: tuple[str, ...]
    side: Side
    """The side that the pupil plays."""
    steps: tuple[LessonStep, ...]
    replies: tuple[str, ...] = ()


# -- questions about the position ----------------------------------------------------------------------------


class ReachedHex(_Shown, frozen=True):
    """A hex that a unit could get to: what is left then, and the enemy hexes that could fire at it there."""

    hex: Hex
    cost: float
    left: float
    threats: tuple[str, ...]


class Reach(_Shown, frozen=True):
    """Where a unit could go if nobody stopped it."""

    unit: str
    allowance: float
    hexes: tuple[ReachedHex, ...]
    note: str = ""


class LosCrossing(_Shown, frozen=True):
    """What a line of sight meets in a hex."""

    hex: Hex
    label: str
    what: str
    effect: Literal["none", "hindrance", "obstacle"]
    drm: int
    rule: str = ""


class LosView(_Shown, frozen=True):
    """A line of sight, explained."""

    from_hex: Hex
    to_hex: Hex
    clear: bool
    range: int
    hindrance: int
    text: str
    crosses: tuple[LosCrossing, ...]
    stopped_at: tuple[float, float] | None = None
    """Where it is blocked, in the picture."""
    rules: tuple[str, ...] = ()


class NotShown(Exception):
    """A question that this table does not answer: the message says why."""


# -- standing orders -----------------------------------------------------------------------------------------


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the table may answer for a side, so that it is not asked when it would say no anyway.

    `first_fire`: be asked at every step of an enemy move (`always`), only when the mover is adjacent
    (`adjacent`), only when at least `min_fp` firepower could be brought to bear (`min_fp`), or not at all
    (`never`).
    `interrupts`: in a card game, be asked in the enemy's turn whenever somebody might hold a card to play then
    (`always`), only with such a card in hand (`able`), or not at all (`never`). With the last two one is
    not asked for a Hero card in one's own turn either, unless one holds it.
    `single_options`: take the only option where there is just one; not in the questions of `interrupts`, where it would
    tell that one holds no such card.
    """

    first_fire: Literal["always", "adjacent", "min_fp", "never"] = "always"
    min_fp: int = 4
    interrupts: Literal["always", "able", "never"] = "always"
    single_options: bool = False


# -- what is asked ---------------------------------------------------------------------------------------------


class Asking(_Shown, frozen=True):
    """What there is to a question beside its options: grips to turn pieces by; the answer that lets somebody else's
    move pass, where the question is asked in the midst of one; and answers that are given only when they are given
    twice, with what is said first."""

    handles: tuple[Handle, ...] = ()
    let_pass: str = ""
    warnings: dict[str, str] = msgspec.field(default_factory=dict)


def plainly(odds: Mapping[str, float]) -> tuple[Likely, ...]:
    """Results under their own names."""
    return tuple(Likely(name, name, chance, 4) for name, chance in odds.items() if chance > 0)


# -- who presents what ---------------------------------------------------------------------------------------


class Groundwork(NamedTuple):
    """What a game shares with others of its card, and need be worked out only once."""

    table: object
    """What a game holds on to as long as somebody plays it."""
    ahead: Iterator[None]
    """Works out, some at a time, what would otherwise be worked out when it is first asked for."""


class Presenter(Protocol):
    """How a system's games are shown. States have been redacted for the side that looks."""

    def scene(self, state: Any, side: Side) -> Scene: ...

    def groundwork(self, state: Any) -> Groundwork:
        """What a game stands on."""

    def headline(self, state: Any) -> str:
        """Where the game is, in a few words that everybody may read."""

    def in_set_up(self, state: Any) -> bool:
        """Whether the first turn is still to begin."""

    def labels(self, state: Any, options: Sequence[Action]) -> list[str]:
        """Options in a few words each, without the odds that `System.describe` works out."""

    def looks(self) -> Mapping[str, OptionLook]:
        """How options are shown, by their verb. One that is not listed works all the same and looks plain."""

    def places(self, state: Any) -> Mapping[str, str]:
        """Places that are not hexes of the map, storeys of a building, with the hex in which each is shown."""

    def asking(self, state: Any, choice: Choice) -> Asking:
        """What there is to a question beside its options."""

    def likely(self, odds: Mapping[str, float]) -> tuple[Likely, ...]:
        """Results with their chances as they are told, the worst first."""

    def concerned(self, state: Any, action: Action) -> tuple[str, ...]:
        """Hexes that an option would concern beside the one that it names."""

    def signs(self) -> Mapping[str, Sign]:
        """How events are told and drawn, by their kind."""

    def lucky(self) -> int:
        """Which throws of two dice are lucky for who throws: low ones (-1), high ones (1), or none as such (0)."""

    def card(self, scenario: str) -> CardDetails: ...

    def sides(self, scenario: str, options: Mapping[str, str]) -> tuple[str, ...]:
        """Who plays with these options; nobody named: those on the card."""

    def lessons(self) -> tuple[LessonView, ...]:
        """Guided positions to learn the game from."""

    def agreement_refusal(self, state: Any) -> Refusal | None:
        """Why the players may not end the game by agreement at this moment."""

    def map_id(self, scenario: str, options: Mapping[str, str]) -> str:
        """By which id the map of a game is asked for: its scenario's, or of one that it brings along the map's own."""

    def map_info(self, scenario: str, url: str) -> MapInfo | None:
        """The map of a scenario, its pictures under `url`; none where the system has no map."""

    def picture(self, scenario: str, small: bool = False) -> str | None:
        """The map of a scenario, or what stands for it on a small picture, as SVG."""

    def charts(self, scenario: str) -> tuple[Chart, ...]:
        """The reference card of a scenario's game."""

    def inspect(self, state: Any, piece: str) -> Inspection:
        """What the figures and marks of a piece mean. Raises `NotShown` where there is no such piece to be seen."""

    def reach(self, state: Any, side: Side, unit: str) -> Reach:
        """Where a unit could go. Raises `NotShown` where that makes no sense."""

    def los(self, state: Any, from_hex: Hex, to_hex: Hex) -> LosView:
        """A line of sight. Raises `NotShown` where the table does not allow to check it."""

    def openings(self, state: Any, choice: Choice) -> tuple[Opening, ...]:
        """What of a question opens a course: several answers that are given as one."""

    def course(
        self, state: Any, choice: Choice, action: str, picks: Sequence[str] | None, via: Sequence[str]
    ) -> Course:
        """The course that an option opens, or without one the question itself; with those who are picked (nobody named:
        as the system would have it), over these places. Raises `NotShown` where there is none."""

    def answer(self, state: Any, choice: Choice, orders: Orders) -> Action | None:
        """What is answered for a side that has left these orders; none where it must be asked."""


class PlainPresenter:
    """For a system without a presentation of its own: what its state says, by name."""

    def __init__(self, system: System[Any]) -> None:
        self._system = system

    def scene(self, state: Any, side: Side) -> Scene:
        plain = msgspec.to_builtins(state)
        plain.pop("stack", None)
        return PlainScene({name: str(value) for name, value in plain.items()})

    def groundwork(self, state: Any) -> Groundwork:
        return Groundwork(None, iter(()))

    def in_set_up(self, state: Any) -> bool:
        return False

    def headline(self, state: Any) -> str:
        return ""

    def labels(self, state: Any, options: Sequence[Action]) -> list[str]:
        return [self._system.describe(state, option).label for option in options]

    def looks(self) -> Mapping[str, OptionLook]:
        return {}

    def places(self, state: Any) -> Mapping[str, str]:
        return {}

    def asking(self, state: Any, choice: Choice) -> Asking:
        return Asking()

    def likely(self, odds: Mapping[str, float]) -> tuple[Likely, ...]:
        return plainly(odds)

    def concerned(self, state: Any, action: Action) -> tuple[str, ...]:
        return ()

    def signs(self) -> Mapping[str, Sign]:
        return {}

    def lucky(self) -> int:
        return 0

    def card(self, scenario: str) -> CardDetails:
        return CardDetails()

    def sides(self, scenario: str, options: Mapping[str, str]) -> tuple[str, ...]:
        return ()

    def lessons(self) -> tuple[LessonView, ...]:
        return ()

    def agreement_refusal(self, state: Any) -> Refusal | None:
        return None

    def map_id(self, scenario: str, options: Mapping[str, str]) -> str:
        return scenario

    def map_info(self, scenario: str, url: str) -> MapInfo | None:
        return None

    def picture(self, scenario: str, small: bool = False) -> str | None:
        return None

    def charts(self, scenario: str) -> tuple[Chart, ...]:
        return ()

    def inspect(self, state: Any, piece: str) -> Inspection:
        raise NotShown("there are no pieces in this game")

    def reach(self, state: Any, side: Side, unit: str) -> Reach:
        raise NotShown("this game has no map")

    def los(self, state: Any, from_hex: Hex, to_hex: Hex) -> LosView:
        raise NotShown("this game has no map")

    def openings(self, state: Any, choice: Choice) -> tuple[Opening, ...]:
        return ()

    def course(
        self, state: Any, choice: Choice, action: str, picks: Sequence[str] | None, via: Sequence[str]
    ) -> Course:
        raise NotShown("answers are given one by one in this game")

    def answer(self, state: Any, choice: Choice, orders: Orders) -> Action | None:
        return only_option(choice, orders)


def only_option(choice: Choice, orders: Orders) -> Action | None:
    """Where there is nothing to choose, orders may say so."""
    if orders.single_options and len(choice.options) == 1:
        return choice.options[0]
    return None
