"""Random games with every kind of ordnance: they end, nothing is hidden badly, and all of it is used."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from defilade.kernel import Choice, Over, Sampled
from upfront.gun_battle import EAGER, begin, play_out
from upfront.tank_battle import assert_alike, wanted


@pytest.mark.parametrize("opponent", ["american", "russian"])
@pytest.mark.parametrize("night", [False, True])
def test_random_games_come_to_an_end(opponent: str, night: bool) -> None:
    verbs: Counter[str] = Counter()
    for seed in range(3):
        assert play_out(opponent, seed, verbs, bold=0.85, night=night).rules
    assert verbs["shoot"] > 3


@pytest.mark.parametrize("opponent", ["american", "russian"])
def test_worlds_that_look_alike_stay_alike(opponent: str) -> None:
    """In the midst of shots and Fire Missions nobody learns what another one holds."""
    rng = random.Random(f"{opponent}/alike")
    position = begin(opponent)
    source = Sampled(rng)
    looked = 0
    for count in range(1500):
        moment = position.pending
        if isinstance(moment, Over):
            break
        if not isinstance(moment, Choice):
            position.advance(source.draw(moment, 1))
            continue
        frames = {type(frame).__name__ for frame in position.state.stack}
        if frames & {"DeclareShots", "Shooting", "CallingArtillery", "GunHit"} or count % 29 == 0:
            looked += 1
            assert_alike(position, rng)
        options = tuple(wanted(moment.options, rng, EAGER)) or moment.options
        position.advance(options[int(rng.random() * len(options))])
    assert looked > 20
