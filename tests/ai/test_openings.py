"""No two games need begin alike: sound set-ups and openings, chosen by the seed of the player's generator."""

from __future__ import annotations

import random

import pytest

from defilade.kernel import Chance, Choice, Position, Sampled, make_view
from defilade.rules.sk.state import State
from defilade.systems import find_player, find_system
from defilade.systems.players import MINDS

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


@pytest.mark.parametrize("scenario", ["S1", "S4"])
def test_only_those_who_come_first_are_varied(scenario: str) -> None:
    """What each piece gives away that is not where it is best adds up, so all others answer to the first ones."""
    tactics = MINDS.tactics(SYSTEM.id)
    assert tactics is not None
    position, _ = SYSTEM.begin(scenario)
    player, rng = find_player("normal", timed=False), random.Random(7)
    dice = Sampled(random.Random(1))
    there: dict[bool, set[int]] = {False: set(), True: set()}
    while position.state.turn < 2:
        moment = position.pending
        if isinstance(moment, Chance):
            position.advance(dice.draw(moment, 0))
            continue
        assert isinstance(moment, Choice)
        seen = Position(SYSTEM, position.state, moment)
        if len(moment.options) > 1 and len(tactics.alike(seen, moment)) > 1:
            setting_up = not position.state.turn
            on_map = sum(1 for unit in position.state.units.values() if unit.side == moment.side and unit.hex)
            there[setting_up].add(on_map if setting_up else group_on_map(position, moment))
        position.advance(player.choose(make_view(SYSTEM, position, moment.side, 0), SYSTEM, rng))
    assert there[True] and max(there[True]) < 3
    assert there[False] == {0}


def group_on_map(position: Position[State], choice: Choice) -> int:
    """How many of those are on the map that belong to the group of which somebody is about to come on."""
    units = position.state.units
    members = getattr(position.state.stack[-1], "members", ()) or [
        one.who[0] for one in choice.options if one.who
    ]
    coming = [units[uid].group for uid in members if uid in units and not units[uid].hex]
    return min(sum(1 for unit in units.values() if unit.group == group and unit.hex) for group in coming)
