"""Movement and Defensive Fire together, and fire along the way, as options of Squad Leader (SL:5.6.9, SL:5.6.4-16B)."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from conformance.walk import MOST_DECISIONS, random_step
from defilade.kernel import Over
from defilade.rules.sl.eyes.fire_as_they_move import trained_on
from defilade.rules.sl.terrain import sees
from defilade.rules.sl.weapons.machine_guns import mg_refusal
from defilade.tactics.units import Weapon
from sl.secrets import secret_system
from sl.table import Table, unit
from sl.test_stealth import CORNER, EYE, FIELD, OTHER, WOODS


def moving(option: str = "fire-as-they-move", *more: dict[str, object]) -> Table:
    units = [unit("g", "ger-467", WOODS), unit("h", "ger-467", WOODS), unit("r", "rus-447", EYE), *more]
    return Table("MPh", units, options={option: "on"} if option else {})


@pytest.mark.rule("SL:5.6.9.1", "SL:5.6.9.2", "SL:5.6.9.3", "SL:5.6.9.10")
def test_the_defender_fires_as_the_enemy_comes_into_his_sight_and_who_survives_goes_on() -> None:
    assert "stop" in moving("").do("move g", f"enter - {FIELD}").options()
    table = moving().do("move g", f"enter - {FIELD}")
    assert table.options() == [f"target - {FIELD}", "hold-fire"]
    table.do(f"target - {FIELD}", "add r", "declare").roll((6, 5))
    assert table.breakdown().value("SL:5.6.8.1-a") == -1 and table.breakdown().value("SL:5.6.8.1-b") == -1
    assert f"enter - {OTHER}" in table.options("enter") and table.unit("r").fire == "defensive"
    shot = moving().do("move g", f"enter - {FIELD}", f"target - {FIELD}", "add r", "declare")
    shot.roll((1, 2))
    assert not shot.alive("g") and "stop" not in shot.options() and "move h" in shot.options()


@pytest.mark.rule("SL:5.6.9.4", "SL:5.6.9.5")
def test_who_fired_into_a_hex_fires_at_everybody_who_enters_it_and_at_nobody_else() -> None:
    table = moving().do("move g", f"enter - {FIELD}", f"target - {FIELD}", "add r", "declare").roll((6, 5))
    assert table.position.state.tracked == {FIELD: ("r",)}
    table.do("stop", "move h", f"enter - {FIELD}")
    assert table.options() == [f"target - {FIELD}", "hold-fire"]
    table.do(f"target - {FIELD}", "add r", "declare").roll((6, 5))
    assert table.unit("r").fire == "defensive"
    held = moving().do("move g", f"enter - {FIELD}", f"target - {FIELD}", "add r", "declare").roll((6, 5))
    held.do("stop", "move h", f"enter - {FIELD}", "hold-fire")
    assert held.unit("r").fire == "defensive"


@pytest.mark.rule("SL:5.6.9.5", "SL:8.9.2.9", "SL:8.9-q5")
def test_machine_guns_fire_again_into_the_hex_but_at_nobody_twice() -> None:
    table = Table(
        "MPh",
        [unit("g", "ger-467", WOODS), unit("h", "ger-467", WOODS), unit("r", "rus-447", EYE)],
        options={"fire-as-they-move": "on"},
        weapons={"w": Weapon("w", "russian", "rus-mmg", owner="r", hex=EYE)},
    )
    table.do("move g", f"enter - {FIELD}", f"target - {FIELD}", "add r+w", "declare").roll((6, 3))
    while table.asked():
        table.roll((1, 2))
    assert table.position.state.tracked_guns == {FIELD: ("w",)} and table.position.state.gun_victims == {
        "w": ("g",)
    }
    gun = table.position.state.weapons["w"]
    again = mg_refusal(table.g, table.unit("r"), msgspec.structs.replace(gun, fire=""), FIELD)
    assert again is not None and again.rule == "SL:8.9-q5"
    table.do("stop", "move h", f"enter - {FIELD}", f"target - {FIELD}")
    assert table.options("add")[:2] == ["add r", "add r+w"]
    table.do("cancel", "hold-fire")
    assert table.position.state.weapons["w"].fire == "defensive" and table.unit("r").weapons_used == ("w",)


@pytest.mark.rule("SL:5.6.9.8", "SL:5.6.9.9")
def test_in_the_defensive_fire_phase_nobody_is_put_back() -> None:
    table = moving().do("move g", f"enter - {FIELD}", "hold-fire", f"enter - {OTHER}", "stop")
    table.do("move h", f"enter - {FIELD}", "hold-fire", "stop")
    while table.position.state.phase == "MPh":
        table.do("no" if "no" in table.options() else "done")
    assert table.options("target") == [f"target - {FIELD}"]
    table.do(f"target - {FIELD}", "add r", "declare").roll((6, 5))
    assert table.breakdown().value("SL:5.6.8.1-b") == -1


def a_walk() -> tuple[str, str, str, str]:
    """Three hexes of open ground one after the other, and somebody who sees the last two."""
    g = Table("RPh", []).g
    flat = [hex for hex in g.map.names if g.map.terrain[hex] == "open"]
    return next(
        (start, first, step, eye)
        for first in flat
        for step in g.map.adjacent[first]
        for start in g.map.adjacent[first]
        for eye in flat
        if step in flat
        and start in flat
        and start != step
        and g.map.distance(eye, first) == g.map.distance(eye, step) == 3
        and sees(g, eye, first)
        and sees(g, eye, step)
    )


@pytest.mark.rule("SL:5.6.4-16B")
@pytest.mark.parametrize("option", ["fire-along-the-way", ""])
def test_by_the_convention_fire_goes_along_the_way(option: str) -> None:
    start, first, step, eye = a_walk()
    units = [unit("g", "ger-467", start), unit("r", "rus-447", eye), unit("q", "rus-447", eye)]
    table = Table("MPh", [*units, unit("x", "ger-467", CORNER)], options={option: "on"} if option else {})
    table.do("move g", f"enter - {first}", f"enter - {step}", "stop")
    while table.position.state.phase == "MPh":
        table.do("no" if "no" in table.options() else "done")
    earlier = f"target g {first}"
    assert earlier in table.options("target")
    table.do(f"target - {step}", "add r", "declare").roll((6, 5))
    assert (earlier in table.options("target")) is not bool(option)


@pytest.mark.parametrize("seed", range(2))
def test_whole_games_with_it_end(seed: int) -> None:
    system, rng = secret_system(), random.Random(f"{seed}/as they move")
    position, _ = system.begin("hide-and-seek", {"fire-as-they-move": "on", "fire-along-the-way": "on"})
    for _ in range(MOST_DECISIONS):
        if isinstance(position.pending, Over):
            break
        position.advance(random_step(position, rng))
    assert isinstance(position.pending, Over)


# -- the line of a machine gun (SL:5.6.9.6, SL:5.6.9.7) ----------------------------------------------------

HOME, NEARER, FIRST, SECOND, OFF = "yY9", "yX8", "yV7", "yT6", "yU8"


def gunner(**more: Any) -> Table:
    """A Russian machine gun at the end of a row of open ground, which Germans are about to cross."""
    starts = {"g": "yV6", "h": "yT7", "k": "yX9", "m": "yV8"}
    units = [unit(uid, "ger-467", hex) for uid, hex in starts.items()]
    table = Table(
        "MPh",
        [*units, unit("x", "ger-467", "yW8"), unit("r", "rus-628", HOME)],
        board="y",
        options={"fire-as-they-move": "on"},
        weapons={"w": Weapon("w", "russian", more.pop("kind", "rus-hmg"), owner="r", hex=HOME)},
    )
    return fired_at(table, "g", FIRST)


def fired_at(table: Table, uid: str, hex: str) -> Table:
    table.do(f"move {uid}", f"enter - {hex}", f"target - {hex}", "add r+w", "declare").roll((6, 4))
    while table.asked():
        table.roll((1, 2))
    return table.do("stop") if "stop" in table.options() else table


@pytest.mark.rule("SL:5.6.9.6", "SL:5.6.9.7")
def test_whoever_comes_upon_its_line_may_be_fired_at_by_a_machine_gun() -> None:
    table = gunner()
    assert table.breakdown().total == 8 and table.position.state.gun_lines == {"w": (FIRST,)}
    fired_at(table, "h", SECOND)
    assert table.breakdown().value("SL:5.6.9.6") == 6 / 8 and table.breakdown().total == 6
    assert table.position.state.gun_lines == {"w": (FIRST, SECOND)}
    fired_at(table, "k", NEARER)
    assert table.breakdown().value("SL:5.6.9.6") is None
    attacks = [event.at for event in table.events if event.kind == "attack"]
    assert attacks == [FIRST, SECOND, NEARER]  # each time at who has just come, and at nobody behind him


@pytest.mark.rule("SL:5.6.9.7")
def test_off_its_line_it_fires_at_nobody_any_more() -> None:
    table = gunner().do("move m", f"enter - {OFF}")
    assert f"target - {OFF}" not in table.options() or "add r+w" not in table.do(f"target - {OFF}").options()
    state = table.position.state
    assert state.weapons["w"].fire == "defensive"


@pytest.mark.rule("SL:5.6.9.6", "SL:5.6.9.7")
def test_no_further_than_it_goes_through_and_nearer_while_it_has_hexes_left() -> None:
    table = gunner(kind="ger-lmg")
    assert list(trained_on(table.g, SECOND)) == [] and list(trained_on(table.g, "yU7")) == ["w"]
    assert list(trained_on(table.g, NEARER)) == ["w"]
    table.position.state.gun_lines = {"w": (FIRST, "yU7")}
    assert list(trained_on(table.g, NEARER)) == [] and list(trained_on(table.g, OFF)) == []
