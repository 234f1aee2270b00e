"""Cases of Squad Leader."""

from __future__ import annotations

from typing import Any

import msgspec

from defilade.kernel import Event, Position
from defilade.rules.sl import terrain
from defilade.rules.sl.situation import Situation, SituationError, build_situation
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.system import SlSystem
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.systems.boards.cases import BoardCases
from defilade.systems.squad_leader.figures import figure


def cases(system: SlSystem) -> BoardCases:
    def build(situation: dict[str, Any]) -> tuple[Position[Any], list[Event]]:
        return build_situation(msgspec.convert(situation, Situation), system)

    return BoardCases(build, hindrance, (SituationError,), figure, Vehicle)


def hindrance(g: SlPlay, a: str, b: str) -> int:
    return 0 if terrain.sees(g, a, b) else -1
