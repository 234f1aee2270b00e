"""Situations with guns for the tests of Squad Leader."""

from __future__ import annotations

from typing import Any

from defilade.tactics.arcs import facings_to, turns_between
from defilade.tactics.units import Weapon
from sl.armoury import past_smoke
from sl.motor_pool import scene, vehicle
from sl.table import Table, pair, unit

GERMAN_CREW, RUSSIAN_CREW, AMERICAN_CREW = "ger-247-crew", "rus-237-crew", "usa-237-crew"
TANK = "rus-t34-76a"


def toward(here: str, there: str, spines: int = 0, board: str = "z") -> int:
    """The facing of a gun that must be turned by so many hexspines to cover a hex."""
    g = Table("RPh", [], board=board).g
    ways = facings_to(g.map, g.map.resolve(here), g.map.resolve(there))
    return next(facing for facing in range(6) if min(turns_between(facing, way) for way in ways) == spines)


def battery(
    kind: str = "ger-at-37",
    man: str = GERMAN_CREW,
    *,
    distance: int = 5,
    phase: str = "PFPh",
    spines: int = 0,
    here: str = "open",
    there: str = "open",
    men: tuple[str, ...] = (),
    tank: str = "",
    gun: dict[str, Any] | None = None,
    man_is: dict[str, Any] | None = None,
    tank_is: dict[str, Any] | None = None,
    also: tuple[dict[str, Any], ...] = (),
    **more: Any,
) -> Table:
    """A gun with its crew, and enemies or a tank in another hex that it sees, `spines` hexspines beside its arc."""
    a, b = pair(distance, there, here)
    mine = "german" if man.startswith("ger") else "russian"
    theirs = "russian" if mine == "german" else "german"
    side = more.pop("side", mine)
    facing = toward(a, b, spines) if more.pop("arc", True) else -1
    units = [unit("c", man, a, **(man_is or {})), *also]
    units += [unit(f"e{n}", one, b) for n, one in enumerate(men)]
    weapon = Weapon("w", side, kind, owner="c", hex=a, facing=facing, **{"emplaced": True, **(gun or {})})
    cars = [vehicle("v", tank, b, more.pop("tank_faces", 0), side=theirs, **(tank_is or {}))] if tank else []
    attacker = mine if phase != "DFPh" else theirs
    year = more.pop("year", 1943)
    return past_smoke(
        scene(
            phase,
            units,
            cars,
            weapons={"w": weapon},
            attacker=more.pop("attacker", attacker),
            year=year,
            **more,
        )
    )


def lines(table: Table, kind: str = "to_hit") -> dict[str, float]:
    return {line.rule: line.value for line in table.breakdown(kind).lines}


def at_infantry(table: Table) -> list[str]:
    return table.options("shell")


def at_tank(table: Table) -> list[str]:
    return [option for option in table.options("shoot") if "immobilize" not in option]


def fire(table: Table, *throws: tuple[int, ...]) -> Table:
    option = (at_tank(table) or at_infantry(table))[0]
    return table.do(option).roll(*throws)


def gun(table: Table) -> Weapon:
    return table.position.state.weapons["w"]
