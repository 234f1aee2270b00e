"""Computer players at the full Starter Kit: what their plans do not know yet stops none of them."""

from __future__ import annotations

import random

import msgspec
import pytest

from defilade.ai import Player
from defilade.ai.tactician.levels import ALL_PLANS
from defilade.kernel import Action, Chance, Choice, Over, Sampled, make_view
from defilade.systems import MINDS, cases_of, find_player, find_system

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


RUNNER = {
    "board": "z",
    "phase": "MPh",
    "attacker": "russian",
    "units": [
        {"id": "g1", "type": "ger-467", "hex": "J5"},
        {"id": "r1", "type": "rus-447", "hex": "J3"},
    ],
}


def test_nothing_is_proposed_that_is_not_offered() -> None:
    """Where a tank moves only anti-tank weapons may answer: those who could fire at men there are not asked."""
    table, tactics = cases_of("sk1"), MINDS.tactics("sk1")
    assert tactics is not None
    position, _ = table.build(RUNNER)
    for text in ("move r1", "enter - K4"):
        position.advance(table.full(position, Action.parse(text)))
    choice = position.pending
    assert isinstance(choice, Choice)
    assert {one.action.verb for one in tactics.proposals(position, choice, ALL_PLANS)} == {"fire", "pass"}
    others = tuple(option for option in choice.options if option.verb != "fire")
    less = msgspec.structs.replace(choice, options=others)
    assert {one.action.verb for one in tactics.proposals(position, less, ALL_PLANS)} == {"pass"}


def test_an_answer_with_tanks_about_counts_for_more_work() -> None:
    """In the Advance Phase, too: who stands where hangs on every tank that can see it."""
    tactics = MINDS.tactics("elst")
    assert tactics is not None
    spec = {**RUNNER, "phase": "APh"}
    alone, _ = cases_of("elst").build(spec)
    tank = {"id": "v1", "type": "rus-t3485", "hex": "J1", "vca": 1}
    beside, _ = cases_of("elst").build({**spec, "vehicles": [tank]})
    assert tactics.work(beside) > tactics.work(alone)


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
