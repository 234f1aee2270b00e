"""Computer players at the full Starter Kit: what their plans do not know yet stops none of them."""

from __future__ import annotations

import random

import pytest

from defilade.ai import Player
from defilade.kernel import Chance, Over, Sampled, make_view
from defilade.systems import find_player, find_system

SYSTEM = find_system("elst")
WHOLE = 50_000


def played(scenario: str, levels: tuple[str, str], decisions: int, seed: int = 0) -> int:
    """Play on to the end, or for so many decisions; how many there were."""
    position, _ = SYSTEM.begin(scenario)
    players = dict(zip(SYSTEM.sides(position.state), map(find_unhurried, levels), strict=True))
    dice, rng = Sampled(random.Random(seed)), random.Random(seed)
    taken = 0
    while taken < decisions and not isinstance(position.pending, Over):
        moment = position.pending
        if isinstance(moment, Chance):
            position.advance(dice.draw(moment, 0))
            continue
        view = make_view(SYSTEM, position, moment.side, taken)
        position.advance(players[moment.side].choose(view, SYSTEM, rng))
        taken += 1
    return taken


def find_unhurried(level: str) -> Player:
    return find_player(level, timed=False)


@pytest.mark.parametrize("scenario", ["F2", "F3"])
def test_guns_and_vehicles_are_played_by_every_quick_level(scenario: str) -> None:
    assert played(scenario, ("greedy", "easy"), 260) == 260


@pytest.mark.soak
@pytest.mark.parametrize("scenario", SYSTEM.scenarios())
@pytest.mark.parametrize("seed", range(4))
def test_whole_games_are_played(scenario: str, seed: int) -> None:
    assert played(scenario, ("easy", "normal"), WHOLE, seed) < WHOLE
