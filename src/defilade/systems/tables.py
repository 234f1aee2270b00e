"""What a system tells the lab: how cases and exercises are set up and read, and what happened in a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from defilade.kernel import Action, Chance, Event, Outcome, Position


class UnknownPlace(Exception):
    """Something in a case that the system cannot set up or find."""

    def __init__(self, place: str, problem: str) -> None:
        self.place = place
        self.problem = problem
        super().__init__(f"{place}: {problem}" if place else problem)


class CaseTable(Protocol):
    """A system as cases use it."""

    unit_fields: frozenset[str]
    weapon_fields: frozenset[str]
    vehicle_fields: frozenset[str]

    def build(self, situation: dict[str, Any]) -> tuple[Position[Any], list[Event]]:
        """The position that a situation describes. Raises `UnknownPlace`."""

    def full(self, position: Position[Any], action: Action) -> Action:
        """An action with its hex written in full. Raises `UnknownPlace`."""

    def hex(self, position: Position[Any], text: str) -> str:
        """A hex's full name. Raises `UnknownPlace`."""

    def hindrance(self, position: Position[Any], a: str, b: str) -> int:
        """The hindrance DRM between two hexes as things stand; -1 where the line is blocked."""

    def drawn(self, position: Position[Any], asked: Chance, given: Outcome) -> Outcome:
        """What comes up in a draw, where a case may describe it. Raises `UnknownPlace`."""

    def figure(self, position: Position[Any], question: str) -> Any:
        """The answer to a question about a figure. Raises `UnknownPlace`."""


# -- exercises ---------------------------------------------------------------------------------------------

IsOver = Callable[[Position[Any]], bool]


class ExerciseTable(Protocol):
    """A system as exercises use it."""

    folder: str
    """Where its exercises are, in the content."""
    declining: tuple[str, ...]
    """What the enemy answers with where he may, the first of these that is on offer."""
    wanted: type[msgspec.Struct]
    """How things must stand in the end: what an entry of `end` says."""

    @property
    def case(self) -> CaseTable:
        """The same system as cases use it."""

    def ending(self, position: Position[Any], until: str) -> IsOver:
        """Tells whether the exercise is over, from a position in which it begins. Raises `UnknownPlace`."""

    def pattern(self, position: Position[Any], side: str, text: str) -> str:
        """An action that an exercise describes, as `words` writes it. Raises `UnknownPlace`."""

    def words(self, position: Position[Any], action: Action) -> str:
        """An action as exercises write it."""

    def average(self, position: Position[Any], asked: Chance) -> Outcome:
        """What comes up on average."""

    def problems(self, position: Position[Any], side: str, wanted: Any) -> list[str]:
        """What is not as it must be for the side that is tested."""


# -- games -------------------------------------------------------------------------------------------------


class Reader(Protocol):
    """Reads a system's states and events for the lab."""

    def turn(self, state: Any) -> int: ...

    def winner_now(self, state: Any) -> str:
        """The side that would win if the game ended here."""

    def lost(self, state: Any, side: str) -> float:
        """Squad equivalents that a side has lost so far."""

    def turn_over(self, event: Event) -> bool:
        """Whether the event ends a player turn, or the set-up."""

    def attacked(self, event: Event) -> bool: ...

    def moved(self, event: Event) -> bool: ...

    def bled(self, event: Event) -> bool: ...

    def wished_low(self, chance: Chance) -> bool:
        """Whether the side that throws wishes for a low sum of two dice."""

    def provisions(self, scenario: str) -> dict[str, str]:
        """Sides that a balance provision of the card helps -> how, in words."""
