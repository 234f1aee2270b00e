"""The quick player of Squad Leader uses flamethrowers and demolition charges where they are worth it."""

from __future__ import annotations

from typing import Any

from defilade.ai.squad_leader.decisions import play_of, reply
from defilade.ai.squad_leader.picture import Picture
from defilade.ai.squad_leader.special_weapons import pull
from defilade.kernel import Action, Choice
from defilade.tactics.units import Weapon
from sl.motor_pool import rows, scene, vehicle
from sl.table import Table, pair, unit


def answer(table: Table) -> Action | None:
    pending = table.position.pending
    assert isinstance(pending, Choice)
    return reply(play_of(table.position), pending)


def owned(kind: str, hex: str, side: str = "german") -> dict[str, Weapon]:
    return {"w": Weapon("w", side, f"ger-{kind}", owner="u", hex=hex)}


def facing(kind: str, there: str, distance: int, phase: str, *enemies: str, **more: Any) -> tuple[Table, str]:
    a, b = pair(distance, there)
    units = [unit("u", "ger-9-2", a), *(unit(f"r{n}", name, b) for n, name in enumerate(enemies))]
    return Table(phase, units, weapons=owned(kind, a), **more), b


def test_flames_for_a_full_stone_house_none_for_a_lone_leader_who_ran() -> None:
    table, b = facing("ft", "stone_building", 2, "PFPh", "rus-447", "rus-447")
    assert str(answer(table)) == f"flame u+w {b}"
    poor = Table(
        "PFPh",
        [unit("u", "ger-467", pair(2)[0]), unit("r", "rus-6+1", pair(2)[1], broken=True)],
        weapons=owned("ft", pair(2)[0]),
    )
    assert poor.options("flame") and getattr(answer(poor), "verb", "") != "flame"


def test_a_charge_is_placed_and_set_off_but_not_among_friends() -> None:
    table, b = facing("dc", "wooden_building", 1, "MPh", "rus-447", "rus-447")
    placing = answer(table)
    assert placing is not None and str(placing) == f"place-charge u+w {b}"
    table.do(str(placing))
    while table.g.state.phase != "AFPh":
        table.do("done" if "done" in table.options() else "stop")
    assert str(answer(table)) == f"explode w {b}"
    few, b = facing("dc", "stone_building", 1, "MPh", "rus-6+1")
    assert few.options("place-charge") and getattr(answer(few), "verb", "") != "place-charge"


def test_nobody_throws_a_charge_at_less_than_himself() -> None:
    table, _ = facing("dc", "stone_building", 1, "DFPh", "rus-447", attacker="russian")
    assert table.options("throw-charge") and getattr(answer(table), "verb", "") != "throw-charge"


def test_a_tank_beside_him_is_burnt() -> None:
    a, b = rows("y", "open", "open")
    tank = vehicle("v", "rus-t34-76a", b, 1)
    table = scene("PFPh", [unit("u", "ger-9-2", a)], [tank], weapons=owned("ft", a), board="y")
    assert str(answer(table)) == f"burn u+w+v {b}"


def test_whoever_carries_one_is_drawn_to_where_it_reaches() -> None:
    table, b = facing("ft", "open", 4, "MPh", "rus-447")
    p, u = Picture(play_of(table.position), "german"), table.unit("u")
    within = [hex for hex in table.g.map.names if table.g.map.distance(hex, b) == 2]
    assert max(pull(p, u, hex) for hex in within) > 0 == pull(p, u, u.hex)
