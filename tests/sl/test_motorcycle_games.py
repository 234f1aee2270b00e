"""Whole random games of Squad Leader with motorcycles and sidecars."""

from __future__ import annotations

import random
from functools import cache

import pytest

from conformance.walk import MOST_DECISIONS, random_step
from defilade.ai.squad_leader.decisions import decide
from defilade.hexgrid import Placed
from defilade.kernel import Choice, Over, make_view
from defilade.rules.sl.card import Group, MapPart, Scenario
from defilade.rules.sl.saddles import MOTORCYCLES
from defilade.rules.sl.state import State
from defilade.rules.sl.system import SlSystem
from defilade.tactics.areas import Area
from defilade.tactics.victory_conditions import ControlBuildings
from sl.random_games import played


@cache
def patrol(wheels: str = "cycle", others: str = "sidecar") -> SlSystem:
    """Motorcycle troops come upon riflemen who have some of their own, on bicycles or on foot."""
    card = Scenario(
        id="patrol",
        title="A patrol",
        date="1941-07-01",
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
                units={"rus-447": 3, "rus-8-1": 1},
                setup=Area(rows="L-N"),
            ),
            Group(
                id="c",
                name="Couriers",
                side="russian",
                provenance="original",
                units={"rus-628": 1, "rus-8-0": 2},
                weapons={"rus-lmg": 1},
                mounted=others,
                setup=Area(rows="L-N"),
            ),
            Group(
                id="g",
                name="Motorcyclists",
                side="german",
                provenance="original",
                units={"ger-467": 3, "ger-8-1": 2, "ger-9-1": 1},
                mounted=wheels,
                setup=Area(rows="G-I"),
            ),
            Group(
                id="t",
                name="Armour",
                side="german",
                provenance="original",
                units={"ger-467": 1},
                vehicles={"ger-spw-251-1": 1},
                setup=Area(rows="G-I"),
            ),
        ),
        victory=ControlBuildings(winner="german", rule="SL:S2-VC-a", buildings=("M4", "M7"), at_least=1),
    )
    return SlSystem({card.id: card})


def check(state: State) -> None:
    """Who rides is where his machine is, on one machine, unbroken and no more than fit on it."""
    riders = [uid for mount in state.mounts.values() for uid in mount.riders if uid in state.units]
    assert len(riders) == len(set(riders))
    for mount in state.mounts.values():
        if mount.kind not in MOTORCYCLES:
            continue
        up = [state.units[uid] for uid in mount.riders if uid in state.units]
        assert sum(unit.is_mmc for unit in up) <= (0 if mount.single else 1)
        assert len(up) <= 3 and not (mount.malfunctioned and up)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("wheels", "others"), [("cycle", "sidecar"), ("sidecar", "bicycle")])
def test_random_games_with_motorcycles_end(wheels: str, others: str, seed: int) -> None:
    over, verbs = played(patrol(wheels, others), "patrol", seed, check, prisoners="on" if seed % 2 else "off")
    assert over.winner and "enter" in verbs


def test_random_games_come_to_all_that_is_done_with_motorcycles() -> None:
    seen = set()
    for seed in range(4):
        seen |= played(patrol(), "patrol", 50 + seed, check)[1]
    assert {"mount", "dismount", "push"} <= seen


def test_a_quick_player_rides_and_gets_off_in_time() -> None:
    """He plays both sides; where he has no opinion dice decide."""
    system, rng = SlSystem(), random.Random("quick")
    position, _ = system.begin("SL-K")
    rode, left = 0.0, 0
    for _ in range(MOST_DECISIONS):
        pending = position.pending
        if isinstance(pending, Over):
            break
        step = None
        if isinstance(pending, Choice):
            step = decide(make_view(system, position, pending.side, 0), system)
        step = step if step is not None else random_step(position, rng)
        position.advance(step)
        left += getattr(step, "verb", "") == "dismount"
        rode = max(rode, *position.state.ridden.values(), 0.0)
        check(position.state)
    assert isinstance(position.pending, Over) and rode > 0 and left > 0


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(200))
def test_many_random_games_with_motorcycles_end(seed: int) -> None:
    pair = (("cycle", "sidecar"), ("sidecar", "bicycle"), ("sidecar", "cycle"))[seed % 3]
    over, _ = played(patrol(*pair), "patrol", 1000 + seed, check, prisoners="on" if seed % 2 else "off")
    assert over.winner
