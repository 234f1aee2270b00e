"""Exercises of the Starter Kit."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from defilade.kernel import Action, Chance, Outcome, Position
from defilade.rules.sk import los
from defilade.rules.sk.state import PHASES, SkPlay
from defilade.rules.sk.system import SkSystem
from defilade.systems.starter_kit.case_table import StarterKitCases
from defilade.systems.tables import CaseTable, IsOver, UnknownPlace


class WantedUnit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a unit must stand in the end."""

    unit: str
    at: list[str] = []
    """In one of these hexes."""
    not_at: list[str] = []
    unseen: bool = False
    """In no unbroken enemy's sight."""
    beside: str = ""
    """In or next to the hex of this unit."""
    squads: int = 0
    """With that many squads and half-squads of its side in its hex at most, itself counted."""
    moved: bool | None = None
    broken: bool | None = None
    gone: bool = False
    """Eliminated, or off the map."""


class StarterKitExercises:
    """Judged at the end of a phase; hexes as players say them."""

    folder: str = "exercises/sk"
    declining: tuple[str, ...] = ("pass", "done", "stop", "no-leader", "none", "end-rout", "alone", "declare")
    wanted: type[msgspec.Struct] = WantedUnit

    def __init__(self, system: SkSystem) -> None:
        self.case: CaseTable = StarterKitCases(system)

    def ending(self, position: Position[Any], until: str) -> IsOver:
        state = position.state
        if until and until not in PHASES:
            raise UnknownPlace("until", f"{until!r} is none of {', '.join(PHASES)}")
        began, last = (state.turn, state.attacker), PHASES.index(until or state.phase)

        def is_over(now: Position[Any]) -> bool:
            return (now.state.turn, now.state.attacker) != began or PHASES.index(now.state.phase) > last

        return is_over

    def pattern(self, position: Position[Any], side: str, text: str) -> str:
        return text

    def words(self, position: Position[Any], action: Action) -> str:
        return str(msgspec.structs.replace(action, at=_sk(position).labels.get(action.at, action.at)))

    def average(self, position: Position[Any], asked: Chance) -> Outcome:
        """7 with two dice, 4 with one."""
        if asked.pool:
            return Outcome(drawn=asked.pool[0])
        return Outcome((3, 4) if asked.dice == 2 else (4,) * asked.dice)

    def problems(self, position: Position[Any], side: str, wanted: WantedUnit) -> list[str]:
        g = _sk(position)
        unit = g.state.units.get(wanted.unit)
        if unit is None or wanted.gone:
            return [] if (unit is None) == wanted.gone else [f"{wanted.unit} is {'not ' * wanted.gone}gone"]
        here = g.place_name(unit.hex)
        found = []
        if wanted.at and here not in wanted.at:
            found.append(f"{unit.id} is in {here}, not in {' or '.join(wanted.at)}")
        if here in wanted.not_at:
            found.append(f"{unit.id} is in {here}")
        if wanted.unseen and any(not other.broken for other in los.known_enemies(g, unit)):
            found.append(f"{unit.id} in {here} is in the enemy's sight")
        if wanted.beside and g.map.distance(unit.hex, g.unit(wanted.beside).hex) > 1:
            found.append(f"{unit.id} in {here} is not beside {wanted.beside}")
        crowd = sum(1 for other in g.side_in(unit.hex, unit.side) if other.is_mmc)
        if wanted.squads and crowd > wanted.squads:
            found.append(f"{unit.id} is one of {crowd} squads in {here}")
        for name in ("moved", "broken"):
            asked = getattr(wanted, name)
            if asked is not None and getattr(unit, name) != asked:
                found.append(f"{unit.id} is{'' if getattr(unit, name) else ' not'} {name}")
        return found


def _sk(position: Position[Any]) -> SkPlay:
    play: Any = position.system.play(position.state)
    return cast("SkPlay", play)
