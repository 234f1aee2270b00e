"""One record a system: everything that the program knows a rule system by.

Who is outside (lab, server, command line, adapters) asks the record and names no system.  Most of it is made when it is
first asked for, so that a record costs nothing until its system is played.  What a system does not have it leaves out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from defilade.ai.minds import Judge
from defilade.ai.tactician.tactics import Tactics
from defilade.ai.winning import Figures
from defilade.hexgrid import GameMap, Verdict
from defilade.kernel import System
from defilade.rules.presentation import PlainPresenter, Presenter
from defilade.systems.campaigns import Campaigns
from defilade.systems.designing import Designs
from defilade.systems.tables import CaseTable, ExerciseTable, Reader

if TYPE_CHECKING:
    import typer  # a server has no commands


class Card(msgspec.Struct, frozen=True):
    """A scenario as a player picks it."""

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

    @property
    def heading(self) -> str:
        """The title, with place and date as far as they are known."""
        about = ", ".join(part for part in (self.place, self.date) if part)
        return f"{self.title}: {about}" if about else self.title

    @property
    def length(self) -> str:
        """How long it lasts: in turns on boards, in decks of cards without."""
        return f"{self.turns} turns" if self.boards else f"{self.turns} decks"


class Maps(Protocol):
    """A system's maps, with its own lines of sight."""

    def reads(self, board: str) -> bool:
        """Whether the system knows all terrain of a board, and heights where it has any."""

    def board(self, board: str, grain: bool) -> GameMap:
        """One whole board."""

    def scenario(self, scenario: str) -> GameMap:
        """The map of a scenario, in its season."""


class TextTable(Protocol):
    """A position on a map, for the terminal: as its watcher sees it."""

    @property
    def map(self) -> GameMap: ...

    def place_name(self, hex: str) -> str:
        """A hex as players say it."""

    def map_lines(self, width: int, centre: str = "") -> list[str]:
        """The map, or what is around a hex."""

    def force_lines(self) -> list[str]:
        """Every stack of each side."""

    def stack_lines(self, hex: str) -> list[str]:
        """Everything in a hex."""

    def picture(self) -> str:
        """The map with all counters on it, as SVG."""

    def los(self, a: str, b: str) -> Verdict:
        """A line of sight as things stand. Raises `NotShown` where the table does not allow to check it."""


@dataclass(frozen=True)
class CommandGroup:
    """Commands of a system's own: `defilade NAME ...`."""

    name: str
    help: str
    load: Callable[[], typer.Typer]


@dataclass(frozen=True, eq=False)
class SystemRecord:
    """A rule system."""

    id: str
    name: str
    """As it says on the box."""
    make: Callable[[], System[Any]]
    """Its engine."""
    card: Callable[[System[Any], str, Mapping[str, str]], Card]
    """A scenario by its id; with the options of a game, one that the game brings along."""
    books: tuple[str, ...] = ()
    """The ledgers that its games cite, the one that counts first."""
    presenter: Callable[[System[Any]], Presenter] = PlainPresenter
    """How its games are shown."""
    judge: Callable[[], Judge] | None = None
    """The quick look of the greedy player."""
    tactics: Callable[[], Tactics] | None = None
    """The plans of the tactician."""
    figures: Callable[[], Figures] | None = None
    """What the chance of winning is read from."""
    winning: str = ""
    """The content file with what the lab has learned of that chance."""
    cases: Callable[[System[Any]], CaseTable] | None = None
    exercises: Callable[[System[Any]], ExerciseTable] | None = None
    reader: Callable[[System[Any]], Reader] | None = None
    """What the lab notes of its games."""
    balance: str = ""
    """The content file with the figures that the lab has measured."""
    campaigns: Callable[[], Campaigns] | None = None
    """Games that belong together."""
    campaigns_without_a_name: bool = False
    """Campaigns of which nobody says by which rules they are played are its own: it had the first ones."""
    designs: Callable[[], Designs] | None = None
    """Games of the players' own."""
    maps: Callable[[System[Any]], Maps] | None = None
    text_table: Callable[[System[Any], Any], TextTable] | None = None
    """A state that has been redacted for its watcher, in the terminal."""
    commands: tuple[CommandGroup, ...] = ()
