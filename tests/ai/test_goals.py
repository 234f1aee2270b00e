"""What the plans of the Starter Kit read out of a victory condition, and what a way is worth."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.ai.starter_kit.plans.movement_plans import Ways
from defilade.ai.starter_kit.reading.objectives import Pace, Prospects, exits_in_use, wanted
from defilade.ai.starter_kit.reading.picture import Picture
from defilade.rules.sk.situation import Situation, build_situation
from defilade.rules.sk.state import SkPlay

THREE_HOUSES = {
    "type": "control_buildings",
    "winner": "russian",
    "buildings": ["R2", "L5", "J7"],
    "at_least": 2,
}


def situation(board: str, attacker: str, units: list[tuple[str, str, str]], **more: Any) -> SkPlay:
    spec = {
        "board": board,
        "phase": "MPh",
        "attacker": attacker,
        "turn": 3,
        "turns": 6,
        "units": [{"id": uid, "type": kind, "hex": hex} for uid, kind, hex in units],
        **more,
    }
    position, _ = build_situation(msgspec.convert(spec, Situation))
    play = position.system.play(position.state)
    assert isinstance(play, SkPlay)
    return play


def houses(control: dict[str, str]) -> Prospects:
    units = [
        ("r1", "rus-447", "L5"),
        ("r2", "rus-447", "R2"),
        ("g1", "ger-467", "J7"),
        ("g2", "ger-467", "P4"),
    ]
    return Prospects(
        situation("z", "russian", units, victory={**THREE_HOUSES, "rule": "SK1:S6-vc"}, control=control)
    )


def goals(prospects: Prospects, side: str) -> set[str]:
    return {hex for goal in wanted(prospects, side) for hex in goal}


def test_a_side_that_holds_enough_wants_nothing_but_to_keep_it() -> None:
    found = goals(houses({"L5": "russian", "R2": "russian", "J7": "german"}), "russian")
    assert {"zL5", "zR2"} <= found and "zJ7" not in found


def test_a_side_that_lacks_one_wants_that_one_and_keeps_the_other() -> None:
    prospects = houses({"L5": "russian", "R2": "german", "J7": "german"})
    found = goals(prospects, "russian")
    assert "zL5" in found and len(found & {"zR2", "zJ7"}) == 1


def test_somebody_stays_in_a_place_that_the_enemy_can_reach() -> None:
    pace = Pace(houses({"L5": "russian", "R2": "russian", "J7": "german"}), "russian")
    held = pace.prospects.g.map.buildings["zR2"]
    assert pace.goal_of["r2"] == frozenset(held)
    way = pace.way_of(pace.prospects.g.unit("r2"))
    assert pace.at("zR2", way) - pace.at("zQ3", way) > 0.5


EXIT = {
    "type": "exit_at_once",
    "winner": "german",
    "edge": "north",
    "span": ["I1", "Y1"],
    "at_least": 10,
    "values": {"squad": 2, "half_squad": 1, "leader": {0: 1, -1: 2, -2: 3}},
    "values_rule": "SK1:S4-vp",
    "rule": "SK1:S4-vc",
}


def test_the_way_out_is_barred_where_they_go_out() -> None:
    units = [("a1", "usa-666", "X2"), ("g1", "ger-467", "J5"), ("g2", "ger-467", "K6")]
    g = situation("y", "american", units, victory=EXIT)
    prospects = Prospects(g)
    used = exits_in_use(g, prospects.terms, prospects.ways[0])
    assert used and used < prospects.terms.sites[0].hexes
    assert not used & {"yX1", "yY1"}
    there, far = prospects.felt("american", "yK2")[0], prospects.felt("american", "yX2")[0]
    assert there > far + 0.2, "beside the edge, but not where they leave"
    assert prospects.felt("german", "yX2")[0] > far, "to those who leave any exit is as good as another"


@pytest.mark.parametrize("risk", [0.0, 0.3])
def test_what_there_is_at_the_end_of_a_way_counts_by_the_chance_to_get_there(risk: float) -> None:
    g = situation("z", "german", [("g1", "ger-467", "N6"), ("r1", "rus-447", "O5")])
    ways = Ways(Picture(g, "german"), [g.unit("g1")])
    assert ways.here is not None
    there = ways.here + 2.0
    lost = there - ways.arriving(there, risk * ways.full)
    assert lost == pytest.approx(risk * ways.full + 2.0 * min(1.0, 1.5 * risk))
