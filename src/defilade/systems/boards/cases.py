"""Cases of games on a map: hexes as players say them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import msgspec

from defilade.hexgrid import BoardError, GameMap, UnknownHex
from defilade.kernel import Action, Chance, Event, Outcome, Position
from defilade.rules.content_files import ContentError
from defilade.systems.tables import UnknownPlace
from defilade.tactics.play import BoardPlay
from defilade.tactics.units import Unit, Weapon
from defilade.tactics.vehicles import Vehicle

Build = Callable[[dict[str, Any]], tuple[Position[Any], list[Event]]]
"""The position that a situation describes."""


class BoardCases:
    """How a system on a map sets up cases, and what it answers about them."""

    def __init__(
        self,
        build: Build,
        hindrance: Callable[[Any, str, str], int],
        wrong: tuple[type[Exception], ...],
        figures: Callable[[Any, str], Any] | None = None,
        vehicle: type[msgspec.Struct] = Vehicle,
    ) -> None:
        """`wrong` are the errors by which `build` says that a situation cannot stand; `vehicle` is what the system
        calls one."""
        self._build, self._hindrance, self._figures = build, hindrance, figures
        self._wrong: tuple[type[Exception], ...] = (*wrong, ContentError, BoardError)
        self.unit_fields = frozenset(Unit.__struct_fields__)
        self.weapon_fields = frozenset(Weapon.__struct_fields__)
        self.vehicle_fields = frozenset(vehicle.__struct_fields__)

    def build(self, situation: dict[str, Any]) -> tuple[Position[Any], list[Event]]:
        try:
            return self._build(situation)
        except msgspec.ValidationError as error:
            problem, _, place = str(error).partition(" - at ")
            raise UnknownPlace(place.strip("`").removeprefix("$").removeprefix("."), problem) from None
        except self._wrong as error:
            raise UnknownPlace("", str(error)) from None

    def full(self, position: Position[Any], action: Action) -> Action:
        if not action.at or action.at in map_of(position).index:
            return action
        return msgspec.structs.replace(action, at=self.hex(position, action.at))

    def hex(self, position: Position[Any], text: str) -> str:
        try:
            return map_of(position).resolve(text)
        except UnknownHex as error:
            raise UnknownPlace(text, str(error)) from None

    def hindrance(self, position: Position[Any], a: str, b: str) -> int:
        return self._hindrance(play_of(position), a, b)

    def drawn(self, position: Position[Any], asked: Chance, given: Outcome) -> Outcome:
        return given

    def figure(self, position: Position[Any], question: str) -> Any:
        if self._figures is None:
            raise UnknownPlace("figures", f"this system answers no questions; asked: {question!r}")
        return self._figures(play_of(position), question)


def play_of(position: Position[Any]) -> BoardPlay[Any]:
    play: Any = position.system.play(position.state)
    return cast("BoardPlay[Any]", play)


def map_of(position: Position[Any]) -> GameMap:
    return play_of(position).map
