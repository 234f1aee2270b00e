"""No two games need begin alike: sound set-ups and openings, chosen by the seed of the player's generator."""

from __future__ import annotations

import random

import pytest

from defilade.kernel import Chance, Choice, Sampled, make_view
from defilade.systems import find_player, find_system

SYSTEM = find_system("sk1")
GAMES = 20


def opening(scenario: str, computer: str, seed: int) -> tuple[tuple[str, str], ...]:
    """Where the computer's units stand after its first Movement Phase. The other side does as it always does, and the
    dice are the same."""
    position, _ = SYSTEM.begin(scenario)
    players = {side: find_player("greedy", timed=False) for side in SYSTEM.sides(position.state)}
    players[computer] = find_player("normal", timed=False)
    dice, rng, same = Sampled(random.Random(1)), random.Random(seed), random.Random(1)
    while not (position.state.attacker == computer and position.state.phase == "AFPh"):
        moment = position.pending
        if isinstance(moment, Chance):
            position.advance(dice.draw(moment, 0))
            continue
        assert isinstance(moment, Choice)
        view = make_view(SYSTEM, position, moment.side, 0)
        position.advance(players[moment.side].choose(view, SYSTEM, rng if moment.side == computer else same))
    return tuple(
        sorted((unit.type, unit.hex) for unit in position.state.units.values() if unit.side == computer)
    )


@pytest.mark.parametrize("computer", ["american", "german"])
def test_twenty_games_of_s1_have_at_least_four_openings(computer: str) -> None:
    assert len({opening("S1", computer, seed) for seed in range(GAMES)}) >= 4


def test_the_same_seed_is_the_same_opening() -> None:
    assert opening("S1", "german", 3) == opening("S1", "german", 3)
