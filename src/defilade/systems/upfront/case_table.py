"""Cases of Up Front."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from defilade.kernel import Action, Chance, Event, Outcome, Position
from defilade.rules.content_files import ContentError
from defilade.rules.upfront.game import state as upfront_state
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.table import figures
from defilade.rules.upfront.table import situation as upfront
from defilade.systems.tables import UnknownPlace


class UpFrontCases:
    """Cards stand for hexes, and draws are described by what is on the card."""

    def __init__(self) -> None:
        self.unit_fields = frozenset(
            (*upfront_state.Man.__struct_fields__, *upfront_state.Machine.__struct_fields__)
        )
        self.weapon_fields: frozenset[str] = frozenset()
        self.vehicle_fields: frozenset[str] = frozenset()

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
            return upfront.with_card_ids(_play(position), position.pending, action)
        except upfront.SituationError as error:
            raise UnknownPlace("", str(error)) from None

    def hex(self, position: Position[Any], text: str) -> str:
        return text

    def hindrance(self, position: Position[Any], a: str, b: str) -> int:
        raise UnknownPlace("los", "there are no lines of sight in Up Front")

    def drawn(self, position: Position[Any], asked: Chance, given: Outcome) -> Outcome:
        try:
            return upfront.find_draw(_play(position), asked.pool, given.drawn)
        except upfront.SituationError as error:
            raise UnknownPlace("", str(error)) from None

    def figure(self, position: Position[Any], question: str) -> Any:
        try:
            return figures.answer(_play(position), question)
        except figures.UnknownFigure as error:
            raise UnknownPlace("figures", str(error)) from None


def _play(position: Position[Any]) -> UfPlay:
    play: Any = position.system.play(position.state)
    return cast("UfPlay", play)
