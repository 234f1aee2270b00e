"""What a case needs from its system: setting up a situation, and reading hexes and lines of sight in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, cast

import msgspec

from defilade.hexgrid import BoardError, GameMap, UnknownHex
from defilade.kernel import Action, Chance, Event, Outcome, Position
from defilade.rules.content_files import ContentError
from defilade.rules.sk import los
from defilade.rules.sk.situation import Situation, SituationError, build_situation
from defilade.rules.sk.state import SkPlay
from defilade.rules.upfront import figures
from defilade.rules.upfront import situation as upfront
from defilade.rules.upfront import state as upfront_state
from defilade.rules.upfront.play import UfPlay
from defilade.tactics.units import Unit, Weapon


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


class _StarterKitTable:
    """Cases of the Starter Kit."""

    def __init__(self) -> None:
        self.unit_fields = frozenset(Unit.__struct_fields__)
        self.weapon_fields = frozenset(Weapon.__struct_fields__)

    def build(self, situation: dict[str, Any]) -> tuple[Position[Any], list[Event]]:
        try:
            return build_situation(msgspec.convert(situation, Situation))
        except msgspec.ValidationError as error:
            problem, _, place = str(error).partition(" - at ")
            raise UnknownPlace(place.strip("`").removeprefix("$").removeprefix("."), problem) from None
        except (SituationError, ContentError, BoardError) as error:
            raise UnknownPlace("", str(error)) from None

    def full(self, position: Position[Any], action: Action) -> Action:
        if not action.at or action.at in _map(position).index:
            return action
        return msgspec.structs.replace(action, at=self.hex(position, action.at))

    def hex(self, position: Position[Any], text: str) -> str:
        try:
            return _map(position).resolve(text)
        except UnknownHex as error:
            raise UnknownPlace(text, str(error)) from None

    def hindrance(self, position: Position[Any], a: str, b: str) -> int:
        return los.hindrance(_play(position), a, b)

    def drawn(self, position: Position[Any], asked: Chance, given: Outcome) -> Outcome:
        return given

    def figure(self, position: Position[Any], question: str) -> Any:
        raise UnknownPlace("figures", f"this system answers no questions; asked: {question!r}")


class _UpFrontTable:
    """Cases of Up Front: cards stand for hexes, and draws are described by what is on the card."""

    def __init__(self) -> None:
        self.unit_fields = frozenset(
            (*upfront_state.Man.__struct_fields__, *upfront_state.Machine.__struct_fields__)
        )
        self.weapon_fields: frozenset[str] = frozenset()

    def build(self, situation: dict[str, Any]) -> tuple[Position[Any], list[Event]]:
        try:
            return upfront.build_situation(msgspec.convert(situation, upfront.Situation))
        except msgspec.ValidationError as error:
            problem, _, place = str(error).partition(" - at ")
            raise UnknownPlace(place.strip("`").removeprefix("$").removeprefix("."), problem) from None
        except (upfront.SituationError, ContentError) as error:
            raise UnknownPlace("", str(error)) from None

    def full(self, position: Position[Any], action: Action) -> Action:
        try:
            return upfront.with_card_ids(_upfront_play(position), position.pending, action)
        except upfront.SituationError as error:
            raise UnknownPlace("", str(error)) from None

    def hex(self, position: Position[Any], text: str) -> str:
        return text

    def hindrance(self, position: Position[Any], a: str, b: str) -> int:
        raise UnknownPlace("los", "there are no lines of sight in Up Front")

    def drawn(self, position: Position[Any], asked: Chance, given: Outcome) -> Outcome:
        try:
            return upfront.find_draw(_upfront_play(position), asked.pool, given.drawn)
        except upfront.SituationError as error:
            raise UnknownPlace("", str(error)) from None

    def figure(self, position: Position[Any], question: str) -> Any:
        try:
            return figures.answer(_upfront_play(position), question)
        except figures.UnknownFigure as error:
            raise UnknownPlace("figures", str(error)) from None


def _upfront_play(position: Position[Any]) -> UfPlay:
    play: Any = position.system.play(position.state)
    return cast("UfPlay", play)


def _play(position: Position[Any]) -> SkPlay:
    play: Any = position.system.play(position.state)
    return cast("SkPlay", play)


def _map(position: Position[Any]) -> GameMap:
    return _play(position).map


_TABLES: dict[str, Callable[[], CaseTable]] = {"sk1": _StarterKitTable, "upfront": _UpFrontTable}


def table_for(system: str) -> CaseTable:
    make = _TABLES.get(system)
    if make is None:
        raise LookupError(f"there are no cases of the system {system!r}; there are of: {', '.join(_TABLES)}")
    return make()
