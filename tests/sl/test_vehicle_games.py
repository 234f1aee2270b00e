"""Whole random games of Squad Leader with infantry, smoke, tanks that fire, a halftrack and a truck."""

from __future__ import annotations

from functools import cache

import pytest

from defilade.hexgrid import Placed
from defilade.rules.sl.card import Group, MapPart, Scenario
from defilade.rules.sl.state import State
from defilade.rules.sl.system import SlSystem
from defilade.tactics.areas import Area
from defilade.tactics.victory_conditions import ControlBuildings
from sl.random_games import played


@cache
def tanks(date: str = "1943-07-01") -> SlSystem:
    card = Scenario(
        id="tanks",
        title="Tanks at the crossroads",
        date=date,
        place="",
        map=MapPart(boards=(Placed("z"),), north="top", rows={"z": "F-R"}),
        turns=4,
        sides=("russian", "german"),
        sets_up_first="russian",
        moves_first="german",
        provenance="original",
        groups=(
            Group(
                id="r",
                name="Rifles",
                side="russian",
                provenance="original",
                units={"rus-447": 4, "rus-8-1": 1},
                vehicles={"rus-t34-76b": 1, "rus-zis-light-truck": 1},
                setup=Area(rows="K-N"),
            ),
            Group(
                id="g",
                name="Grenadiers",
                side="german",
                provenance="original",
                units={"ger-467": 2, "ger-838": 2, "ger-9-1": 1},
                engineers=True,
                smoke=4,
                vehicles={"ger-pzkw-ivh": 1, "ger-spw-251-1": 1},
                setup=Area(rows="H-J"),
            ),
        ),
        victory=ControlBuildings(winner="german", rule="SL:S2-VC-a", buildings=("M4", "M7"), at_least=1),
    )
    return SlSystem({card.id: card})


def check(state: State) -> None:
    """Passengers are off the map, in one vehicle each; one vehicle that works stands in a hex unless it is stuck."""
    vehicles, units = state.vehicles, state.units
    inside = [uid for vehicle in vehicles.values() for uid in vehicle.passengers]
    assert len(inside) == len(set(inside))
    assert all(uid in units and not units[uid].hex for uid in inside)


BREEZE = {"breeze": "SE", "los": "strict", "afv-gun-records": "on"}


@pytest.mark.parametrize("seed", range(8))
def test_random_games_with_vehicles_end(seed: int) -> None:
    assert played(tanks(), "tanks", seed, check, 40)[0].winner


@pytest.mark.parametrize("seed", range(3))
def test_random_games_with_infantry_that_fears_afvs_end(seed: int) -> None:
    assert played(tanks("1941-07-01"), "tanks", 100 + seed, check, 40)[0].winner


@pytest.mark.parametrize("seed", range(3))
def test_random_games_in_a_breeze_by_hidden_lines_of_sight_end(seed: int) -> None:
    assert played(tanks(), "tanks", 200 + seed, check, 40, **BREEZE)[0].winner


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(200))
def test_many_random_games_with_vehicles_end(seed: int) -> None:
    assert played(tanks("1941-07-01" if seed % 3 == 0 else "1943-07-01"), "tanks", 1000 + seed, check, 40)[
        0
    ].winner
