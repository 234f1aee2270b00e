"""Whole games of Squad Leader with guns: random players, and the quick one on both sides."""

from __future__ import annotations

import random
from functools import cache

import pytest

from conformance.walk import MOST_DECISIONS, random_step
from defilade.ai.squad_leader.decisions import decide
from defilade.hexgrid import Placed
from defilade.kernel import Choice, Over, make_view
from defilade.rules.sl.card import Group, MapPart, Scenario
from defilade.rules.sl.state import State
from defilade.rules.sl.system import SlSystem
from defilade.tactics.areas import Area
from defilade.tactics.victory_conditions import ControlBuildings
from sl.random_games import played


@cache
def outpost() -> SlSystem:
    """Two guns and a recoilless rifle, each side some, and a tank that drives among them."""
    card = Scenario(
        id="outpost",
        title="An outpost",
        date="1943-07-01",
        place="",
        map=MapPart(boards=(Placed("z"),), north="top", rows={"z": "F-N"}),
        turns=3,
        sides=("german", "russian"),
        sets_up_first="german",
        moves_first="russian",
        provenance="original",
        groups=(
            Group(
                id="g",
                name="Outpost",
                side="german",
                provenance="original",
                units={"ger-467": 1, "ger-247-crew": 3, "ger-8-1": 1},
                weapons={"ger-at-50": 1, "ger-mtr-81": 1, "ger-rcl-75": 1},
                vehicles={"ger-light-truck": 1},
                setup=Area(rows="F-I"),
            ),
            Group(
                id="r",
                name="Rifles",
                side="russian",
                provenance="original",
                units={"rus-447": 3, "rus-237-crew": 1, "rus-8-0": 1},
                weapons={"rus-at-45": 1, "rus-mtr-50": 1, "rus-atr": 1},
                vehicles={"rus-t34-76a": 1},
                setup=Area(rows="L-N"),
            ),
        ),
        victory=ControlBuildings(winner="russian", rule="SL:S2-VC-a", buildings=("H4",), at_least=1),
    )
    return SlSystem({card.id: card})


def check(state: State) -> None:
    """A gun is where who serves it is, and nobody has fired one oftener than it can be."""
    for weapon in state.weapons.values():
        owner = state.units.get(weapon.owner)
        if owner is not None:
            assert weapon.hex == owner.hex
    assert all(0 <= served.shots <= 8 for served in state.served.values())


@pytest.mark.parametrize("seed", range(4))
def test_random_games_with_guns_end(seed: int) -> None:
    over, verbs = played(outpost(), "outpost", seed, check)
    assert over.winner and "point" in verbs


def test_a_quick_player_fires_guns() -> None:
    """He plays both sides; where he has no opinion dice decide."""
    system, rng = outpost(), random.Random("quick")
    position, _ = system.begin("outpost")
    shots = 0
    for _ in range(MOST_DECISIONS):
        pending = position.pending
        if isinstance(pending, Over):
            break
        step = None
        if isinstance(pending, Choice):
            step = decide(make_view(system, position, pending.side, 0), system)
        step = step if step is not None else random_step(position, rng)
        position.advance(step)
        shots += getattr(step, "verb", "") in ("shell", "shoot")
    assert isinstance(position.pending, Over) and shots > 0
