"""Cases of the Starter Kit."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from defilade.hexgrid import BoardError, GameMap, UnknownHex
from defilade.kernel import Action, Chance, Event, Outcome, Position
from defilade.rules.content_files import ContentError
from defilade.rules.sk import los
from defilade.rules.sk.situation import Situation, SituationError, build_situation
from defilade.rules.sk.state import SkPlay
from defilade.rules.sk.system import SkSystem
from defilade.systems.tables import UnknownPlace
from defilade.tactics.units import Unit, Weapon
from defilade.tactics.vehicles import Vehicle


class StarterKitCases:
    """Hexes as players say them; the counters of the kit; under any of its editions."""

    def __init__(self, system: SkSystem) -> None:
        self._system = system
        self.unit_fields = frozenset(Unit.__struct_fields__)
        self.weapon_fields = frozenset(Weapon.__struct_fields__)
        self.vehicle_fields = frozenset(Vehicle.__struct_fields__)

    def build(self, situation: dict[str, Any]) -> tuple[Position[Any], list[Event]]:
        try:
            return build_situation(msgspec.convert(situation, Situation), self._system)
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


def _play(position: Position[Any]) -> SkPlay:
    play: Any = position.system.play(position.state)
    return cast("SkPlay", play)


def _map(position: Position[Any]) -> GameMap:
    return _play(position).map
