"""Exercises of games on a map: judged at the end of a phase; hexes as players say them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from defilade.kernel import Action, Chance, Outcome, Position
from defilade.systems.boards.cases import play_of
from defilade.systems.tables import CaseTable, IsOver, UnknownPlace
from defilade.tactics.play import BoardPlay
from defilade.tactics.units import Unit


class WantedPiece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a piece must stand in the end."""

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


class BoardExercises:
    """The exercises of a folder, for a system on a map."""

    declining: tuple[str, ...] = ("pass", "done", "stop", "no-leader", "none", "end-rout", "alone", "declare")

    def __init__(
        self,
        folder: str,
        case: CaseTable,
        phases: Sequence[str],
        wanted: type[WantedPiece],
        problems: Callable[[Any, Any], list[str]],
    ) -> None:
        self.folder: str = folder
        self.case: CaseTable = case
        self.wanted: type[msgspec.Struct] = wanted
        self._phases, self._problems = phases, problems

    def ending(self, position: Position[Any], until: str) -> IsOver:
        state, phases = position.state, self._phases
        if until and until not in phases:
            raise UnknownPlace("until", f"{until!r} is none of {', '.join(phases)}")
        began, last = (state.turn, state.attacker), phases.index(until or state.phase)

        def is_over(now: Position[Any]) -> bool:
            return (now.state.turn, now.state.attacker) != began or phases.index(now.state.phase) > last

        return is_over

    def pattern(self, position: Position[Any], side: str, text: str) -> str:
        return text

    def words(self, position: Position[Any], action: Action) -> str:
        labels = play_of(position).labels
        return str(msgspec.structs.replace(action, at=labels.get(action.at, action.at)))

    def average(self, position: Position[Any], asked: Chance) -> Outcome:
        """7 with two dice, 4 with one."""
        if asked.pool:
            return Outcome(drawn=asked.pool[0])
        return Outcome((3, 4) if asked.dice == 2 else (4,) * asked.dice)

    def problems(self, position: Position[Any], side: str, wanted: Any) -> list[str]:
        return self._problems(play_of(position), wanted)


def problems_of_unit(
    g: BoardPlay[Any], wanted: WantedPiece, seen: Callable[[Unit], bool]
) -> tuple[Unit | None, list[str]]:
    """The unit that is meant, and what is not as it must be; `seen` says whether an unbroken enemy has it in sight."""
    unit: Unit | None = g.state.units.get(wanted.unit)
    if unit is None or wanted.gone:
        return None, [] if (unit is None) == wanted.gone else [f"{wanted.unit} is {'not ' * wanted.gone}gone"]
    here = g.place_name(unit.hex)
    found = []
    if wanted.at and here not in wanted.at:
        found.append(f"{unit.id} is in {here}, not in {' or '.join(wanted.at)}")
    if here in wanted.not_at:
        found.append(f"{unit.id} is in {here}")
    if wanted.unseen and seen(unit):
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
    return unit, found
