"""Whole games of Squad Leader: they end, can be written down at every moment, and play in the lab."""

from __future__ import annotations

import random

import pytest

from conformance.walk import MOST_DECISIONS, random_step
from defilade.kernel import Choice, Over
from defilade.lab import sim
from defilade.rules.sl.system import SlSystem
from defilade.tactics.units import Unit
from sl.people_card import fighters

SYSTEM = SlSystem()


LARGEST = ("SL-2", "SL-3")
"""They take longest by far; the games of the conformance suite must do for them."""


@pytest.mark.parametrize(
    "scenario",
    [
        pytest.param(scenario, marks=pytest.mark.soak) if scenario in LARGEST else scenario
        for scenario in SYSTEM.scenarios()
    ],
)
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.soak)])
def test_random_games_end_and_keep_their_books_in_order(scenario: str, seed: int) -> None:
    rng = random.Random(f"{scenario}/{seed}")
    position, _ = SYSTEM.begin(scenario)
    for number in range(MOST_DECISIONS):
        if isinstance(position.pending, Over):
            break
        if number % 40 == 0:
            check(position.state.units, position.state.stacks)
            written = SYSTEM.encode(position.state)
            assert SYSTEM.encode(SYSTEM.decode(written)) == written
            twin = position.clone()
            if isinstance(twin.pending, Choice):
                assert all(SYSTEM.describe(twin.state, action).label for action in twin.pending.options)
            assert twin.digest() == position.digest()
        position.advance(random_step(position, rng))
    assert isinstance(position.pending, Over) and position.pending.winner in (
        "",
        *SYSTEM.sides(position.state),
    )


@pytest.mark.parametrize("scenario", fighters().scenarios())
@pytest.mark.parametrize("seed", range(3))
def test_games_with_all_kinds_of_people_end(scenario: str, seed: int) -> None:
    """Berserk units, heroes, prisoners, surrender, interrogation, Command Control, Green troops."""
    system, rng = fighters(), random.Random(f"{scenario}/{seed}/people")
    position, _ = system.begin(scenario)
    for number in range(MOST_DECISIONS):
        if isinstance(position.pending, Over):
            break
        if number % 40 == 0:
            state = position.state
            check(state.units, state.stacks)
            held = {uid for uid, unit in state.units.items() if unit.captive}
            assert held == set(state.guards)
            assert all(state.units[p].hex == state.units[guard].hex for p, guard in state.guards.items())
            written = system.encode(state)
            assert system.encode(system.decode(written)) == written
            twin = position.clone()
            if isinstance(twin.pending, Choice):
                assert all(system.describe(twin.state, action).label for action in twin.pending.options)
        position.advance(random_step(position, rng))
    assert isinstance(position.pending, Over)


def check(units: dict[str, Unit], stacks: dict[str, tuple[str, ...]]) -> None:
    """Everybody stands where his stack is."""
    where = {uid: hex for hex, stack in stacks.items() for uid in stack}
    assert {uid: unit.hex for uid, unit in units.items() if unit.hex} == where


def test_computer_players_play_it_in_the_lab() -> None:
    report, _ = sim.simulate("SL-A", ["greedy", "random"], 2, seed=1)
    assert report.games == 2 and report.errors == 0
