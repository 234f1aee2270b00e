"""Situations with anti-tank weapons for the tests of Squad Leader."""

from __future__ import annotations

from typing import Any

from defilade.rules.sl.vehicles.penetration import KillRoll
from defilade.rules.sl.weapons.launchers import launch_refusal
from defilade.tactics.units import Weapon
from sl.motor_pool import scene, vehicle
from sl.table import Table, pair, unit

RUSSIAN = "rus-t34-76a"


def side_of(kind: str) -> str:
    return "russian" if kind.startswith(("rus", "usa", "bri")) else "german"


def armed(
    types: list[str],
    man: str = "ger-467",
    *,
    distance: int = 2,
    target: str = "",
    phase: str = "PFPh",
    here: str = "open",
    there: str = "open",
    also: tuple[str, ...] = (),
    men: tuple[str, ...] = (),
    **more: Any,
) -> Table:
    """One with these weapons, and a vehicle that he sees; `also` stand with him, `men` with the vehicle."""
    board = more.pop("board", "z")
    a, b = pair(distance, there, here, board) if distance else (pair(1, there, here, board)[0],) * 2
    mine, theirs = side_of(man), "german" if side_of(man) == "russian" else "russian"
    tank = target or ("ger-pzkw-ivh" if mine == "russian" else RUSSIAN)
    facing = more.pop("facing", 0)
    state = more.pop("state", {})
    units = [unit("u", man, a, **more.pop("man_is", {}))]
    units += [unit(f"a{n}", kind, a) for n, kind in enumerate(also)]
    units += [unit(f"m{n}", kind, b) for n, kind in enumerate(men)]
    held, broken = more.pop("side", mine), more.pop("malfunctioned", False)
    weapons = {
        f"w{n}": Weapon(f"w{n}", held, kind, owner="u", hex=a, malfunctioned=broken)
        for n, kind in enumerate(types)
    }
    attacker = mine if phase != "DFPh" else theirs
    cars = [vehicle("v", tank, b, facing, side=theirs, **state)] if more.pop("car", True) else []
    return past_smoke(scene(phase, units, cars, weapons=weapons, attacker=attacker, board=board, **more))


def past_smoke(table: Table) -> Table:
    """On from the question of who places smoke before he fires."""
    return table.do("done") if not table.asked() and table.options("try-smoke") else table


def shots(table: Table) -> list[str]:
    return table.options("shoot")


def shoot(table: Table, weapon: str = "w0", how: str = "") -> Table:
    option = next(
        o
        for o in shots(table)
        if f"+{weapon}+" in o and (("immobilize" in o) if how else "immobilize" not in o)
    )
    table.do(option)
    if "no-leader" in (table.options() if not table.asked() else []):
        table.do("no-leader")
    return table


def v(table: Table) -> Any:
    return table.position.state.vehicles["v"]


def killing(table: Table) -> KillRoll:
    frame = table.position.state.stack[-1]
    assert isinstance(frame, KillRoll), frame
    return frame


def why_not(table: Table, uid: str = "u", weapon: str = "w0", at: str = "") -> str:
    g = table.g
    found = launch_refusal(g, g.unit(uid), g.state.weapons[weapon], at or v(table).hex)
    return found.rule if found is not None else ""
