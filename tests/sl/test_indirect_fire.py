"""Guns of Squad Leader that fire at what only a leader beside them sees (SL:9.5, SL:2.5.9)."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from defilade.rules.sl.artillery.barrage import ForEffect
from defilade.rules.sl.artillery.spotting import hexes_seen, round_fired
from defilade.rules.sl.guns import indirect
from defilade.rules.sl.guns.indirect import (
    fires_indirectly,
    guns_beside_leaders,
    guns_that_can,
    laid_elsewhere,
    may_spot,
    too_near_or_far,
)
from defilade.rules.sl.state import Module
from defilade.rules.sl.terrain import sees
from defilade.rules.sl.weapons.launchers import launching_bar
from defilade.tactics.units import Weapon
from sl.gun_line import toward
from sl.motor_pool import vehicle
from sl.secrets import ask_again, hidden_away
from sl.table import Table, unit

CREW, LEADER, FOE = "ger-247-crew", "ger-9-1", "rus-447"


@cache
def place() -> tuple[str, str, str]:
    """A hex for a gun, one beside it, and one that only the second of them sees, twelve hexes away or more."""
    g = Table("RPh", []).g
    for here in g.map.names:
        for post in g.map.adjacent[here]:
            for goal in g.map.names:
                far = g.map.distance(here, goal)
                if 12 <= far <= 13 and sees(g, post, goal) and not sees(g, here, goal):
                    if g.map.terrain[here] == "open" and g.map.terrain[goal] == "open":
                        return here, post, goal
    raise AssertionError("there is no such place")


HERE, POST, GOAL = place()


def gunners(
    phase: str = "RPh",
    *more: dict[str, Any],
    kind: str = "ger-mtr-81",
    leader_at: str = POST,
    facing: int | None = None,
    module: dict[str, Any] | None = None,
    gun: dict[str, Any] | None = None,
    crew: dict[str, Any] | None = None,
    **state: Any,
) -> Table:
    """A gun whose crew sees no enemy, and a leader who does."""
    laid = toward(HERE, GOAL) if facing is None else facing
    weapon = Weapon("w", "german", kind, owner="c", hex=HERE, facing=laid, emplaced=True, **(gun or {}))
    found = Table("RPh", []).g.weapon_types[kind]
    battery = Module("b", "german", "german", 81, fp=found.fp, gun="w", **(module or {}))
    men = [unit("c", CREW, HERE, **(crew or {})), unit("l", LEADER, leader_at), unit("r", FOE, GOAL), *more]
    attacker = state.pop("attacker", "german")
    return Table(phase, men, weapons={"w": weapon}, modules={"b": battery}, attacker=attacker, **state)


def asked_for(table: Table) -> list[str]:
    return [str(option) for option in guns_beside_leaders(table.g, "german")]


@pytest.mark.rule("SL:9.5.1", "SL:9.5.2-a")
def test_mortars_and_infantry_guns_fire_for_a_leader_in_another_hex() -> None:
    weapons = {
        kind: Weapon(kind, "german", kind, hex=HERE)
        for kind in (
            "ger-mtr-81",
            "ger-mtr-50",
            "ger-inf-75",
            "ger-at-50",
            "ger-aa-20",
            "ger-rcl-75",
            "ger-lmg",
        )
    }
    g = Table("RPh", [], weapons=weapons).g
    able = [name for name, weapon in weapons.items() if fires_indirectly(g, weapon)]
    assert able == ["ger-mtr-81", "ger-mtr-50", "ger-inf-75"]
    guns_that_can(g)
    assert sorted(module.gun for module in g.state.modules.values()) == sorted(able)
    assert f"request-fire b+l {GOAL}" in asked_for(gunners())
    assert not asked_for(gunners(leader_at=HERE))


@pytest.mark.rule("SL:9.5.2-a", "SL:9.5.3-a")
def test_he_stands_beside_it_unbroken_and_it_is_served() -> None:
    g = Table("RPh", []).g
    apart = next(hex for hex in g.map.names if g.map.distance(hex, HERE) == 2)
    assert not asked_for(gunners(leader_at=apart))
    table = gunners()
    table.g.update(table.unit("l"), broken=True)
    assert not asked_for(table)
    assert not asked_for(gunners(crew={"broken": True})) and not asked_for(
        gunners(gun={"malfunctioned": True})
    )
    assert not asked_for(gunners(gun={"moved": True}))


@pytest.mark.rule("SL:9.5.5-a", "SL:9.5.5-b")
def test_how_near_and_how_far_it_reaches() -> None:
    def reach(kind: str, calibre: int) -> set[int]:
        g = gunners(kind=kind, module={}).g
        g.state.modules["b"] = Module("b", "german", "german", calibre, fp=12, gun="w")
        module = g.state.modules["b"]
        hexes = [hex for hex in g.map.names if not too_near_or_far(g, module, hex)]
        return {g.map.distance(HERE, hex) for hex in hexes}

    every = max(reach("ger-mtr-81", 81))
    assert reach("ger-mtr-81", 81) == set(range(2, every + 1))
    assert reach("ger-inf-75", 75) == set(range(11, every + 1))
    assert reach("ger-mtr-50", 50) == set(range(2, 14))


@pytest.mark.rule("SL:9.5.6", "SL:9.5.10", "SL:10.4.2-c", "SL:9.5.13")
def test_from_the_request_to_fire_for_effect_on_one_hex() -> None:
    table = gunners()
    table.do(f"request-fire b+l {GOAL}")
    module = table.position.state.modules["b"]
    assert (module.counter, module.at, module.contact) == ("AR", GOAL, "l") and not table.asked()
    landing = gunners("CCPh", module={"counter": "AR", "at": GOAL, "contact": "l"})
    while not table_asks(landing, "on target"):
        landing.do("done")
    landing.roll((1,))
    assert landing.position.state.modules["b"].counter == "SR"
    corrected = gunners("RPh", module={"counter": "SR", "at": GOAL, "contact": "l"})
    while not corrected.options("fire-for-effect"):
        corrected.do("done")
    corrected.do(f"fire-for-effect b {GOAL}")
    assert corrected.position.state.modules["b"].counter == "FFE", "without a throw for access"
    firing = gunners("PFPh", module={"counter": "FFE", "at": GOAL, "contact": "l"})
    frame = firing.position.state.stack[-1]
    assert isinstance(frame, ForEffect) and frame.hexes == (GOAL,)
    firing.roll((5, 5))
    found = firing.breakdown()
    assert found.column == firing.g.weapon_types["ger-mtr-81"].fp, "its own column, not the next lower one"


def table_asks(table: Table, words: str) -> bool:
    return words in table.asked()


@pytest.mark.rule("SL:9.5.7-a", "SL:9.5.8", "SL:9.5.9")
def test_it_must_be_laid_on_where_the_round_is_to_fall() -> None:
    away = (toward(HERE, GOAL) + 3) % 6
    order = {"counter": "AR", "at": GOAL, "contact": "l"}
    turned = gunners("CCPh", facing=away, module=order)
    assert turned.position.state.modules["b"].counter == "" and turned.said("SL:9.5.7-a")
    stray = gunners("CCPh", facing=away, module=order | {"counter": "SR"})
    assert stray.position.state.modules["b"].counter == ""
    assert gunners("CCPh", module=order).position.state.modules["b"].counter == "AR"
    table = gunners("RPh", facing=away, module={"counter": "SR", "at": GOAL, "contact": "l"})
    assert laid_elsewhere(table.g, table.position.state.modules["b"], GOAL)
    while not table.options("leave-it"):
        table.do("done")
    assert f"fire-for-effect b {GOAL}" not in table.options("fire-for-effect")
    lost = gunners("MPh", crew={"broken": True}, module=order)
    assert lost.position.state.modules["b"].counter == "" and lost.said("SL:9.5.3-a")


@pytest.mark.rule("SL:9.5.7-b")
def test_meanwhile_it_does_nothing_else() -> None:
    table = gunners("PFPh", module={"counter": "SR", "at": GOAL, "contact": "l"})
    weapon = table.position.state.weapons["w"]
    found = launching_bar(table.g, table.unit("c"), weapon, GOAL)
    assert found is not None and found.rule == "SL:9.5.7-b"
    free = gunners("PFPh")
    assert launching_bar(free.g, free.unit("c"), free.position.state.weapons["w"], GOAL) is None


@pytest.mark.rule("SL:9.5.14-d")
def test_it_may_break_as_its_fire_falls() -> None:
    order = {"counter": "FFE", "at": GOAL, "contact": "l"}
    broken = gunners("PFPh", module=order).roll((6, 6))
    assert broken.position.state.weapons["w"].malfunctioned
    while broken.position.state.phase == "PFPh":
        broken.do("done")
    assert not broken.position.state.modules["b"].counter
    assert not gunners("PFPh", module=order).roll((6, 5)).position.state.weapons["w"].malfunctioned


@pytest.mark.rule("SL:9.5.3-b", "SL:9.5.3-c", "SL:9.5.3-d")
def test_a_leader_directs_two_guns_of_one_hex_at_one_hex() -> None:
    table = gunners(module={"counter": "SR", "at": GOAL, "contact": "l"})
    g = table.g
    for name in "xy":
        g.add_unit(table.unit("c").__class__(f"c{name}", "german", CREW, "crew", hex=HERE))
        g.state.weapons[name] = Weapon(name, "german", "ger-mtr-81", owner=f"c{name}", hex=HERE, facing=0)
        g.state.modules[name] = Module(name, "german", "german", 81, fp=12, gun=name)
    other = next(hex for hex in g.map.adjacent[GOAL])
    second, leader = g.state.modules["x"], g.unit("l")
    assert may_spot(g, leader, second, GOAL) and not may_spot(g, leader, second, other)
    g.state.modules["x"] = Module(
        "x", "german", "german", 81, fp=12, gun="x", counter="SR", at=GOAL, contact="l"
    )
    assert not may_spot(g, leader, g.state.modules["y"], GOAL)
    g.state.modules["f"] = Module("f", "german", "german", 100, contact="l")
    del g.state.modules["x"]
    assert not may_spot(g, leader, g.state.modules["y"], GOAL), "he talks to a battery"


@pytest.mark.rule("SL:2.5.9")
def test_a_hidden_gun_far_from_all_enemies_stays_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def fired(*more: dict[str, Any], **state: Any) -> Table:
        table = gunners("RPh", *more, module={"counter": "SR", "at": GOAL, "contact": "l"}, **state)
        hidden_away(table, "c")
        ask_again(table)
        g = table.g
        round_fired(g, g.state.modules["b"])
        return table

    g = Table("RPh", []).g
    assert g.map.distance(HERE, GOAL) >= 12
    assert "c" in fired().position.state.hidden
    near = next(h for h in g.map.names if g.map.distance(h, HERE) == 11 and not sees(g, h, HERE))
    assert "c" not in fired(unit("q", FOE, near)).position.state.hidden
    for kept in (True, False):  # vehicles are enemies, too, as long as somebody is in them
        tank = fired(vehicles={"v": vehicle("v", "rus-t34-76c", near, stun=1, abandoned=kept)})
        assert ("c" in tank.position.state.hidden) is kept
    for seen in (True, False):  # from so far away nobody looks at that hex on this board
        table = fired()
        monkeypatch.setattr(indirect, "watched", lambda g, hex, side, seen=seen: seen)
        round_fired(table.g, table.position.state.modules["b"])
        assert ("c" in table.position.state.hidden) is not seen
        monkeypatch.undo()


@pytest.mark.rule("SL:2.5.9")
def test_the_enemy_does_not_learn_which_gun_it_is() -> None:
    table = gunners("RPh", module={"counter": "SR", "at": GOAL, "contact": "l"})
    assert table.system.redact(table.position.state, "russian").modules["b"].gun == "w"
    hidden_away(table, "c")
    seen = table.system.redact(table.position.state, "russian").modules["b"]
    assert seen.gun == "" and seen.counter == "SR" and seen.fp == 12
    assert hexes_seen(table.g, table.position.state.modules["b"])
