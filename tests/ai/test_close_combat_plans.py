"""Close combat: one after the other while there is time, all together where the game ends with it."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from defilade.ai.starter_kit.plans.close_combat_plans import pairings, taken_by_reduction
from defilade.ai.starter_kit.plans.close_combat_stakes import Stakes, chance_to_clear, stakes_of
from defilade.ai.starter_kit.reading.picture import Picture
from defilade.ai.tactician.levels import Level
from defilade.ai.tactician.player import TacticianPlayer
from defilade.kernel import Position, make_view
from defilade.lab.solving import Solver, asked
from defilade.lab.tiny import load_tiny, position_of, solver_of
from defilade.rules.sk.close_combat_attack import FightingGroup, make_attack
from defilade.rules.sk.situation import Situation, build_situation
from defilade.rules.sk.state import SkPlay
from defilade.systems import MINDS

AT_A_GLANCE = TacticianPlayer(Level("at a glance", ("balanced",)), MINDS)
FIGHT: dict[str, Any] = {
    "board": "z",
    "phase": "CCPh",
    "attacker": "german",
    "turn": 6,
    "turns": 6,
    "half_turn_at_end": True,
    "victory": {
        "type": "no_good_order_in_buildings",
        "winner": "german",
        "enemy": "russian",
        "buildings": ["H4"],
        "rule": "SK1:S3-vc",
    },
    "units": [
        {"id": "g1", "type": "ger-467", "hex": "H4", "melee": True},
        {"id": "r1", "type": "rus-237", "hex": "H4", "melee": True},
        {"id": "r2", "type": "rus-237", "hex": "H4", "melee": True},
    ],
}


def situation(**changes: Any) -> Position[Any]:
    return build_situation(msgspec.convert({**FIGHT, **changes}, Situation))[0]


def play_of(position: Position[Any]) -> SkPlay:
    play = position.system.play(position.state)
    assert isinstance(play, SkPlay)
    return play


def declared(position: Position[Any], side: str = "german") -> list[str]:
    """What is declared, up to the first throw or the enemy's first decision."""
    found = []
    while getattr(position.pending, "side", "") == side and not hasattr(position.pending, "dice"):
        view = make_view(position.system, position, side, 0)
        action = AT_A_GLANCE.choose(view, position.system, random.Random(1))
        found.append(str(action))
        position.advance(action)
    return found


# -- the chances -------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:3.8-i", "SK1:3.8-i2")
@pytest.mark.parametrize(
    ("against", "chance"),
    [
        (["r1"], 21 / 36),  # 2-1, kill number 7: 6 or less, and a half-squad dies of its reduction, too
        (["r1", "r2"], 6 / 36),  # 1-1, kill number 5: one of two that are picked lives
        (["r3"], 6 / 36),  # 1-1: a squad that is reduced is still there
        (["r3", "r1"], 3 / 36),  # 1-2, kill number 4
    ],
)
def test_the_chance_that_all_die(against: list[str], chance: float):
    units = [*FIGHT["units"], {"id": "r3", "type": "rus-447", "hex": "H4", "melee": True}]
    g = play_of(situation(units=units))
    attack = make_attack(g, "german", "", [g.unit("g1")], [g.unit(uid) for uid in against])
    assert chance_to_clear(g, [attack], against) == pytest.approx(chance)
    assert chance_to_clear(g, [attack], ["r1", "r2", "r3"]) == 0


def test_what_a_casualty_reduction_takes():
    g = play_of(
        situation(units=[*FIGHT["units"], {"id": "l", "type": "rus-8-0", "hex": "H4", "melee": True}])
    )
    assert (
        taken_by_reduction(g.unit("r1"))
        == 1
        > taken_by_reduction(g.unit("g1"))
        > taken_by_reduction(g.unit("l"))
    )


def test_who_strikes_first_is_not_struck_by_the_dead():
    """Worth 1 where the others are gone and ours are not, by a chance of one half for either."""
    ends = [(False, False), (True, False), (False, True), (True, True)]
    stakes = Stakes(frozenset(), frozenset(), {end: float(end == (True, False)) for end in ends})
    assert stakes.value(0.5, 0.5, "") == pytest.approx(0.25)
    assert stakes.value(0.5, 0.5, "ours") == pytest.approx(0.5)
    assert stakes.value(0.5, 0.5, "theirs") == pytest.approx(0.25)
    alive = Stakes(frozenset(), frozenset(), {end: float(end[0]) for end in ends})
    assert alive.value(0.5, 0.5, "") == pytest.approx(0.5)
    assert alive.value(0.5, 0.5, "ours") == pytest.approx(0.75)
    assert alive.value(0.5, 0.5, "theirs") == pytest.approx(0.5)


def test_every_way_to_pair_groups_off():
    g = play_of(situation())
    german, one, other = (FightingGroup(g.unit(uid)) for uid in ("g1", "r1", "r2"))
    assert {tuple(len(targets) for _, targets in found) for found in pairings([german], [one, other])} == {
        (1,),
        (2,),
    }
    both = [sorted((len(a), len(t)) for a, t in found) for found in pairings([one, other], [german])]
    assert [(2, 1)] in both
    two = [sorted((len(a), len(t)) for a, t in found) for found in pairings([one, other], [german, german])]
    assert [(1, 1), (1, 1)] in two and [(2, 2)] in two


# -- what hangs on it --------------------------------------------------------------------------------------


def test_nothing_hangs_on_it_while_there_is_time():
    assert stakes_of(Picture(play_of(situation(turns=7)), "german"), "zH4") is None
    assert stakes_of(Picture(play_of(situation()), "german"), "zH5") is None
    assert stakes_of(Picture(play_of(situation()), "german"), "zH4") is not None


def test_of_a_holder_who_must_be_there_only_good_order_counts():
    """Held in melee nobody is in Good Order, so the German has what he wants as long as he lives."""
    g = play_of(situation())
    german, russian = (stakes_of(Picture(g, side), "zH4") for side in ("german", "russian"))
    assert german is not None and russian is not None
    assert german.worth[True, True] == german.worth[True, False] == german.worth[False, False] > 0
    assert german.worth[False, True] == 0 < russian.worth[True, False]
    assert russian.worth[True, True] == russian.worth[False, True] == 0


def test_control_changes_only_when_one_side_is_left():
    control = {
        "type": "control_buildings",
        "winner": "german",
        "buildings": ["H4"],
        "at_least": 1,
        "rule": "SK1:S2-vc",
    }
    for holder, locked in (("russian", False), ("german", True)):
        g = play_of(situation(victory=control, control={"H4": holder}))
        stakes = stakes_of(Picture(g, "german"), "zH4")
        assert stakes is not None
        assert [stakes.worth[True, False] > 0, stakes.worth[False, True] > 0] == [True, False]
        assert (stakes.worth[True, True] > 0) == (stakes.worth[False, False] > 0) == locked


def test_both_at_once_where_only_that_can_be_in_time():
    assert declared(situation())[:2] == ["attack r1", "attack r2"]
    assert declared(situation(turns=7))[:2] == ["attack r1", "with g1"]


@pytest.mark.soak
@pytest.mark.parametrize(("system", "name"), [("sk1", "SK-TINY-2"), ("elst", "ELST-TINY-4")])
def test_it_does_what_the_solver_finds_best(system: str, name: str):
    tiny = next(one for one in load_tiny(system) if one.tiny == name)
    position = position_of(tiny)
    best = solver_of(tiny, position).value(position)
    own = {tiny.side: asked(AT_A_GLANCE, tiny.side, 1)}
    assert Solver(tiny.side, own).value(position) == pytest.approx(best)
