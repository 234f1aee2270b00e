"""Cases of the Starter Kit, under any of its editions."""

from __future__ import annotations

from typing import Any

import msgspec

from defilade.kernel import Event, Position
from defilade.rules.sk import los
from defilade.rules.sk.situation import Situation, SituationError, build_situation
from defilade.rules.sk.system import SkSystem
from defilade.systems.boards.cases import BoardCases


def cases(system: SkSystem) -> BoardCases:
    def build(situation: dict[str, Any]) -> tuple[Position[Any], list[Event]]:
        return build_situation(msgspec.convert(situation, Situation), system)

    return BoardCases(build, los.hindrance, (SituationError,))
