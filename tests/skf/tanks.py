"""Situations with vehicles, under the full kit."""

from __future__ import annotations

from typing import Any

from defilade.rules.sk.full.vehicles.driving import Driving
from defilade.rules.sk.system import SkSystem
from defilade.systems import find_system
from defilade.tactics.vehicles import Vehicle
from sk.situation import Situation


def full_kit() -> SkSystem:
    system = find_system("elst")
    assert isinstance(system, SkSystem)
    return system


class Tanks(Situation):
    """A situation with vehicles on a board."""

    def __init__(
        self,
        phase: str,
        attacker: str,
        vehicles: list[dict[str, Any]],
        units: list[dict[str, Any]] | None = None,
        board: str = "z",
        system: SkSystem | None = None,
        **more: Any,
    ) -> None:
        super().__init__(board, phase, attacker, units or [], system or full_kit(), vehicles=vehicles, **more)

    def tank(self, vehicle_id: str = "t") -> Vehicle:
        return self.state.vehicles[vehicle_id]

    def move(self) -> Driving:
        frame = next(frame for frame in reversed(self.state.stack) if isinstance(frame, Driving))
        return frame

    @property
    def spent(self) -> float:
        return self.move().movers[0].spent
