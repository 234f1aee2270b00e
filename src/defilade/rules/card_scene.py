"""A card game on the table, as plain data ready to be drawn: hands, groups of cards, what lies on them, piles.

Figures are lists of labels and values, so that a card of any kind shows whatever is printed on it.
"""

from __future__ import annotations

from typing import Literal

from defilade.rules.scene_parts import PhaseView, Shown, StateMark, VictoryView
from defilade.tactics.names import Side

UnitKind = Literal["man", "afv", "ig"]


# -- Action cards --------------------------------------------------------------------------------------------


class CardUse(Shown, frozen=True):
    """One thing that a card can be used for."""

    kind: str
    name: str
    value: str = ""
    """The figure that is printed large: a strength, a modifier."""
    detail: str = ""
    """What it asks for or does besides."""
    usable: bool = True
    """Whether the one who looks could ever use it so in this game."""
    why: str = ""
    """Why not."""
    rule: str = ""


class ActionCardView(Shown, frozen=True):
    """An Action card, face up."""

    id: str
    name: str
    uses: tuple[CardUse, ...]
    number: int
    red: bool
    marks: tuple[StateMark, ...] = ()
    cower: bool = False
    picked: bool = False
    """Picked for something that is being prepared."""
    words: str = ""


class LaidView(Shown, frozen=True):
    """An Action card that lies on a group. `card` is empty where it lies face down for the one who looks."""

    card: str
    kind: str
    name: str
    value: str = ""
    mode: str = ""
    """How a Movement card is turned: advance, retreat, sideways."""
    by: str = ""
    face_down: bool = False
    pending: bool = False
    """Put there by the enemy, and neither accepted nor rejected yet."""
    words: str = ""


# -- Personality cards ---------------------------------------------------------------------------------------


class Figure(Shown, frozen=True):
    """A figure of a card, with the name that players know it by."""

    id: str
    label: str
    value: str
    changed: bool = False
    """It is not the printed one."""


class FigureRow(Shown, frozen=True):
    """Figures by Relative Range, 0 to 5."""

    id: str
    label: str
    values: tuple[str, ...]
    now: bool = True
    """This row counts at present: a weapon with a crew has one for that and one without."""


class UnitCardView(Shown, frozen=True):
    """A man, a vehicle or a gun."""

    id: str
    side: Side
    kind: UnitKind
    name: str
    rank: str
    role: str
    weapon: str
    weapon_kind: str
    position: int
    pinned: bool
    figures: tuple[Figure, ...]
    rows: tuple[FigureRow, ...]
    states: tuple[StateMark, ...]
    words: str


class LooseView(Shown, frozen=True):
    """A weapon that lies with a group, or in nobody's hands."""

    name: str
    words: str


class GroupView(Shown, frozen=True):
    """A group: its cards by position, what lies on it, and where it is."""

    id: str
    side: Side
    letter: str
    name: str
    range: int
    terrain: str
    moving: bool
    acted: bool
    members: tuple[UnitCardView, ...]
    laid: tuple[LaidView, ...]
    """The lowest first."""
    loose: tuple[LooseView, ...]
    marks: tuple[StateMark, ...]
    words: str


class ShotView(Shown, frozen=True):
    """What one group could do to another with fire: the firepower it has there, and what changes its strength."""

    firer: str
    target: str
    range: int
    firepower: int
    modifier: int
    halved: bool
    reason: str = ""
    """Why it may not fire there at all."""
    rule: str = ""


class WaitingView(Shown, frozen=True):
    """Cards of a side that are not in a group yet, or are to come later."""

    side: Side
    name: str
    units: tuple[UnitCardView, ...]


class FallenView(Shown, frozen=True):
    """Who has left play, how and when."""

    unit: str
    side: Side
    name: str
    fate: str
    text: str
    turn: int


# -- sides and piles -----------------------------------------------------------------------------------------


class PlayerView(Shown, frozen=True):
    """A player as the score sheet shows him."""

    id: str
    name: str
    nation: str
    team: str
    table: str
    role: str
    troops: str
    hand: int
    hand_limit: int
    cards: int
    """Personality cards in play."""
    pinned: int
    lost: int
    breaks_at: int
    """So many losses break the squad."""
    points: int
    words: tuple[str, ...] = ()


class SeenCards(Shown, frozen=True):
    """How many cards of a kind lie open or in the own hand, of how many."""

    name: str
    seen: int
    of: int


class PileView(Shown, frozen=True):
    """The card tray of a table. Nobody counts the draw pile; one sees how thick it is, in eighths."""

    table: str
    deck: int
    decks: int
    thickness: int
    discards: int
    top: tuple[ActionCardView, ...]
    """The last cards on the discard pile and those that are shown now, the newest last."""
    shown: tuple[str, ...]
    """Which of them lie on the table for something in progress."""
    seen: tuple[SeenCards, ...]
    words: str


class CardScene(Shown, frozen=True, tag_field="kind", tag="cards"):
    """A card game as one side sees it."""

    turn: int
    phase: str
    phases: tuple[PhaseView, ...]
    mover: Side
    """Whose turn it is."""
    side: Side
    """Who looks; a side without a hand where somebody watches."""
    table: str
    """The table that is looked at, where there are several."""
    sides: tuple[PlayerView, ...]
    hand: tuple[ActionCardView, ...]
    groups: tuple[GroupView, ...]
    shots: tuple[ShotView, ...]
    waiting: tuple[WaitingView, ...]
    fallen: tuple[FallenView, ...]
    piles: tuple[PileView, ...]
    victory: VictoryView
    conditions: tuple[StateMark, ...] = ()
    """What holds for everybody: night, a breeze, special rules at work."""
    focus: tuple[str, ...] = ()
    """Groups and cards that what is going on is about."""
