"""Molotov cocktails at buildings, and what becomes of who is inside (SL:8.14.15 to SL:8.14.18)."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import pytest

from defilade.rules.sl.eyes.night import is_lit
from defilade.rules.sl.weapons.arson import NO_BUILDING, TOO_FAR, arson_refusal, fire_number
from defilade.tactics.units import Weapon
from sl.table import Table, unit


@cache
def house(kind: str) -> tuple[str, str, str]:
    """Two adjacent hexes of one building, and an open hex beside the first."""
    g = Table("RPh", []).g
    for hex in g.map.names:
        if g.map.terrain[hex] != kind:
            continue
        same = [near for near in g.map.adjacent[hex] if g.map.building_of.get(near) == g.map.building_of[hex]]
        outside = [near for near in g.map.adjacent[hex] if g.map.terrain[near] == "open"]
        if same and outside:
            return hex, same[0], outside[0]
    raise AssertionError(f"no {kind} of two hexes")


def bottle(owner: str, hex: str) -> dict[str, Weapon]:
    return {"b": Weapon("b", "russian", "rus-mol", owner=owner, hex=hex)}


def arsonist(phase: str, at: str, *others: dict[str, Any], squad: str = "rus-447", **more: Any) -> Table:
    units = [unit("u", squad, at, side="russian"), *others]
    return Table(phase, units, attacker=more.pop("attacker", "russian"), weapons=bottle("u", at), **more)


@pytest.mark.rule("SL:8.14.17", "SL:8.14.17-t", "SL:8.14.18")
def test_the_number_depends_on_the_house_and_on_where_one_stands() -> None:
    for kind, outside, inside in (("stone_building", 2, 4), ("wooden_building", 4, 6)):
        target, within, street = house(kind)
        for at, number in ((street, outside), (within, inside), (target, inside)):
            table = arsonist("PFPh", at)
            assert fire_number(table.g, table.unit("u"), target) == number


@pytest.mark.rule("SL:8.14.3", "SL:8.14.15", "SL:8.14.16", "SL:8.14.12", "SL:1.3.1-p6.2")
def test_who_leaves_in_the_next_rout_phase_takes_no_harm() -> None:
    target, _, street = house("wooden_building")
    inmates = [unit("g", "ger-467", target), unit("h", "ger-467", target, pinned=True)]

    def burning(dice: tuple[int, int] = (1, 3)) -> Table:
        return arsonist("AFPh", street, *inmates).do(f"burn-building u+b {target}").roll(dice)

    table = burning()
    assert table.position.state.fires == {target: "russian"} and not table.unit("g").broken
    assert "b" not in table.position.state.weapons
    while table.g.state.phase == "AFPh":
        table.do("done")
    assert "burning building" in str(getattr(table.position.pending, "asks", ""))
    goal = next(option for option in table.options("leave-fire"))
    table.do(goal, "stay-in-fire")
    while table.g.state.phase == "RtPh":
        table.do("done")
    assert table.alive("g") and table.unit("g").hex == goal.split()[2] and not table.alive("h")
    assert table.said("SL:8.14.15")
    miss = burning((2, 3))
    assert not miss.position.state.fires and "b" not in miss.position.state.weapons


@pytest.mark.rule("SL:8.14.15", "SL:8.8.1-f")
def test_nobody_goes_into_a_burning_house_and_broken_men_run_from_it() -> None:
    target, _, street = house("wooden_building")
    table = Table("MPh", [unit("g", "ger-467", street)], fires={target: "russian"})
    table.do("move g")
    assert f"enter - {target}" not in table.options()
    assert table.refusal(f"enter - {target}").rule == "SL:8.14.15"
    broken = Table("RtPh", [unit("g", "ger-467", target, broken=True)], fires={target: "russian"})
    assert broken.options("rout") and all(option.split()[2] != target for option in broken.options("rout"))
    lying = Table(
        "RtPh", [unit("g", "ger-467", target)], fires={target: "russian"}, weapons=bottle("", target)
    )
    lying.do(lying.options("leave-fire")[0])
    while lying.g.state.phase == "RtPh":
        lying.do("done")
    assert "b" not in lying.position.state.weapons


@pytest.mark.rule("SL:8.14.16", "SL:8.14.3", "SL:8.14.4")
def test_in_any_fire_phase_of_ones_own_from_beside_it_or_inside() -> None:
    target, within, street = house("stone_building")
    for phase, attacker in (("PFPh", "russian"), ("AFPh", "russian"), ("DFPh", "german")):
        for at in (street, within):
            table = arsonist(phase, at, attacker=attacker)
            assert f"burn-building u+b {target}" in table.options("burn-building")
    far = arsonist("PFPh", street)
    apart = partial(far.g.map.distance, street)
    away = next(h for h, kind in far.g.map.terrain.items() if kind == "stone_building" and apart(h) == 3)
    weapon = far.position.state.weapons["b"]
    assert arson_refusal(far.g, far.unit("u"), weapon, away) == TOO_FAR
    assert arson_refusal(far.g, far.unit("u"), weapon, street) == NO_BUILDING


@pytest.mark.rule("SL:8.14.13", "SL:8.14.18")
def test_a_leader_helps_to_set_it_on_fire() -> None:
    target, _, street = house("stone_building")
    other = unit("s", "rus-447", street)
    table = arsonist("PFPh", street, unit("l", "rus-9-2", street), other)
    table.g.state.weapons["c"] = Weapon("c", "russian", "rus-mol", owner="s", hex=street)
    table.do(f"burn-building u+b {target}", "direct l").roll((2, 2))
    assert table.position.state.fires and table.unit("l").fire == "prep" and table.unit("u").fire == "prep"
    assert table.breakdown("arson").value("SL:8.14.13") == -2


@pytest.mark.rule("SL:2.8.25")
def test_it_lights_up_the_night() -> None:
    target, _, street = house("wooden_building")
    dark = Table("PFPh", [unit("g", "ger-467", street)], night=True)
    assert not is_lit(dark.g, street)
    assert is_lit(
        Table("PFPh", [unit("g", "ger-467", street)], night=True, fires={target: "german"}).g, street
    )
