"""Concealment counters and hidden units in Squad Leader (SL:2.3, SL:2.5): what lies where, and who knows it."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from defilade.kernel import SPECTATOR, Action, Choice, Position, determinized, make_view
from defilade.rules.sl.state import CONCEALED
from sl.secrets import secret_system

SYSTEM = secret_system()
HIDERS, SEEKERS = "russian", "german"


def seen(position: Position[Any], side: str) -> bytes:
    return msgspec.json.encode(make_view(SYSTEM, position, side, 0))


def set_up(how: dict[str, tuple[str, str]], dummies: tuple[str, ...]) -> Position[Any]:
    """The Russians of the scenario set up as said: counter type -> (how, hex), for each of its kind in turn."""
    position, _ = SYSTEM.begin("hide-and-seek")
    while isinstance(position.pending, Choice) and position.pending.side == HIDERS:
        options = position.pending.options
        unit = options[0].who
        if unit:
            verb, hex = how[unit[0]]
            position.advance(Action(verb, unit, hex))
        elif dummies:
            position.advance(Action("dummy", (), dummies[0]))
            dummies = dummies[1:]
        else:
            position.advance(Action("done"))
            break
    return position


def places(position: Position[Any], verb: str) -> list[str]:
    assert isinstance(position.pending, Choice)
    return [option.at for option in position.pending.options if option.verb == verb]


# -- setting up --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def start() -> Position[Any]:
    return SYSTEM.begin("hide-and-seek")[0]


def plan(start: Position[Any], covered: int, hidden: int) -> dict[str, tuple[str, str]]:
    """The first `covered` units under "?" in hexes of their own, the next hidden, the others in the open."""
    units = [uid for uid, unit in start.state.units.items() if unit.side == HIDERS]
    cover, hide = places(start, "cover"), places(start, "hide")
    found: dict[str, tuple[str, str]] = {}
    for number, uid in enumerate(units):
        if number < covered:
            found[uid] = ("cover", cover[number])
        elif number < covered + hidden:
            found[uid] = ("hide", hide[-number])
        else:
            found[uid] = ("place", cover[20 + number])
    return found


@pytest.mark.rule("SL:2.3.2", "SL:2.3.3", "SL:2.3.8.3")
def test_a_dummy_looks_like_a_squad(start: Position[Any]) -> None:
    cover = places(start, "cover")
    units = [uid for uid, unit in start.state.units.items() if unit.side == HIDERS]
    ways = plan(start, 2, 0)
    real = {
        **ways,
        units[0]: ("cover", cover[0]),
        units[1]: ("cover", cover[0]),
        units[2]: ("cover", cover[1]),
    }
    swapped = {
        **ways,
        units[0]: ("cover", cover[1]),
        units[1]: ("cover", cover[1]),
        units[2]: ("cover", cover[2]),
    }
    one = set_up(real, (cover[2],))
    other = set_up(swapped, (cover[0], cover[0], cover[0]))
    counters = [unit for unit in one.state.units.values() if unit.kind == CONCEALED]
    assert len(counters) == 3
    for side in (SEEKERS, SPECTATOR):
        assert seen(one, side) == seen(other, side)
    assert seen(one, HIDERS) != seen(other, HIDERS)
    assert sorted(covered.dummies for covered in other.state.covered.values()) == [0, 0, 3]


@pytest.mark.rule("SL:2.5.1", "SL:2.5.2")
def test_hidden_units_are_off_the_map_and_stand_in_woods_and_buildings(start: Position[Any]) -> None:
    hide = places(start, "hide")
    g = SYSTEM.play(start.state)
    assert hide and {g.map.terrain[hex] for hex in hide} <= {"woods", "wooden_building", "stone_building"}
    worlds = []
    for shift in (0, 7):
        ways = plan(start, 0, 0)
        for number, uid in enumerate(list(ways)[:2]):
            ways[uid] = ("hide", hide[shift + number])
        position = set_up(ways, ())
        assert len(position.state.hidden) == 2
        assert not any(position.state.units[uid].hex for uid in position.state.hidden)
        worlds.append(position)
    for side in (SEEKERS, SPECTATOR):
        assert seen(worlds[0], side) == seen(worlds[1], side)
    third = Action("hide", (list(start.state.units)[2],), hide[9])
    position, _ = SYSTEM.begin("hide-and-seek")
    for number in range(2):
        position.advance(Action("hide", (list(start.state.units)[number],), hide[number]))
    assert isinstance(position.pending, Choice) and third not in position.pending.options


@pytest.mark.rule("SL:2.3.2", "SL:2.5.1")
def test_while_a_group_is_set_up_in_secret_nothing_is_told(start: Position[Any]) -> None:
    """Whatever has been decided, the enemy is shown the same until all of it stands."""
    shown = set()
    position = start.clone()
    rng = random.Random(2)
    while isinstance(position.pending, Choice) and position.pending.side == HIDERS:
        if not position.pending.options[0].who:
            break
        shown |= {seen(position, side)[:200] + seen(position, side)[200:] for side in (SEEKERS,)}
        position.advance(rng.choice(position.pending.options))
    assert len(shown) == 1


@pytest.mark.rule("SL:2.3.1")
def test_counters_do_not_count_for_stacking_but_those_under_them_do(start: Position[Any]) -> None:
    cover = places(start, "cover")
    ways = plan(start, 0, 0)
    for uid in list(ways)[:3]:
        ways[uid] = ("cover", cover[3])
    position, _ = SYSTEM.begin("hide-and-seek")
    for uid in list(ways)[:3]:
        position.advance(Action(ways[uid][0], (uid,), ways[uid][1]))
    assert isinstance(position.pending, Choice)
    assert position.pending.options[0].who == (list(ways)[3],)  # a squad: the fourth MMC
    assert cover[3] not in {option.at for option in position.pending.options}


@pytest.mark.rule("SL:2.3.2")
def test_a_guessed_world_has_everybody_somewhere(start: Position[Any]) -> None:
    position = set_up(plan(start, 3, 2), (places(start, "cover")[9],))
    rng = random.Random(5)
    for _ in range(20):
        twin = determinized(SYSTEM, make_view(SYSTEM, position, SEEKERS, 0), rng)
        assert seen(twin, SEEKERS) == seen(position, SEEKERS)
        under = [uid for covered in twin.state.covered.values() for uid in covered.units]
        assert sorted([*under, *twin.state.hidden]) == list(position.state.unseen)
