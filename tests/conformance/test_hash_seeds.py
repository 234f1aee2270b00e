"""A game is the same in every process: nothing hangs on the order in which a set happens to be walked through.

Python orders sets of texts anew in each process, so the same games are played in processes with different hash seeds
and must tell the same events and offer the same options in the same order.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from defilade.systems import SYSTEMS, find_system

PLAY = """
import hashlib, random, sys
import msgspec
from defilade.kernel import Chance, Over, Sampled
from defilade.systems import find_system

system = find_system(sys.argv[1])
for scenario in system.scenarios():
    for number in range(int(sys.argv[2])):
        told = hashlib.sha256()
        rng, dice = random.Random(number), Sampled(random.Random(number))
        position, events = system.begin(scenario)
        left = int(sys.argv[3])
        while left and not isinstance(position.pending, Over):
            moment = position.pending
            told.update(msgspec.json.encode(events))
            if isinstance(moment, Chance):
                events = position.advance(dice.draw(moment, 0))
                continue
            left -= 1
            told.update(" ".join(map(str, moment.options)).encode())
            events = position.advance(rng.choice(moment.options))
        print(scenario, number, told.hexdigest()[:16])
"""


def played(system: str, games: int, seed: str, decisions: int = -1) -> list[str]:
    """The games, whole or so many decisions of each."""
    done = subprocess.run(
        [sys.executable, "-c", PLAY, system, str(games), str(decisions)],
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_game_is_the_same_in_every_process(system: str) -> None:
    first, second = played(system, 1, "1", 120), played(system, 1, "2", 120)
    assert len(first) == len(find_system(system).scenarios())
    assert first == second


@pytest.mark.soak
@pytest.mark.parametrize("system", SYSTEMS)
def test_many_games_are(system: str) -> None:
    assert played(system, 40, "1") == played(system, 40, "2")
