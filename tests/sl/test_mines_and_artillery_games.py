"""Games with mines, booby traps and offboard artillery (SL-N): random ones end, and views give nothing away."""

from __future__ import annotations

import random

import msgspec
import pytest

from conformance.walk import random_step
from defilade.ai.squad_leader.decisions import decide
from defilade.kernel import Choice, Over, determinized, make_view
from defilade.rules.sl.state import MINES
from defilade.rules.sl.system import SlSystem
from defilade.rules.sl.works.placing import SetUpWorks
from sl.earthworks import battery
from sl.table import Table, unit
from sl.test_artillery import GOAL, POST, post


def small(**works: int) -> SlSystem:
    """The scenario on half its map, in two turns, with traps besides."""
    system = SlSystem()
    card = system.scenario("SL-N")
    garrison = msgspec.structs.replace(card.groups[0], works={**card.groups[0].works, **works})
    card = msgspec.structs.replace(card, groups=(garrison, card.groups[1]), turns=2)
    return SlSystem({card.id: card})


@pytest.mark.parametrize("seed", range(3))
def test_random_games_end(seed: int) -> None:
    system = small(**{"doorway-mine": 4})
    position, _ = system.begin("SL-N")
    rng = random.Random(seed)
    looks = 0
    while not isinstance(position.pending, Over):
        if isinstance(position.pending, Choice) and rng.random() < 0.01 and looks < 4:
            looks += 1
            side = position.pending.side
            twin = determinized(system, make_view(system, position, side, 0), rng)
            for _ in range(30):
                if not isinstance(twin.pending, Over):
                    twin.advance(random_step(twin, rng))
        position.advance(random_step(position, rng))
    assert position.state.turn <= 3


def test_the_computer_lays_mines_before_what_it_holds() -> None:
    system = SlSystem()
    position, _ = system.begin("SL-N")
    rng = random.Random(5)
    while not position.state.turn:
        pending = position.pending
        answer = None
        if isinstance(pending, Choice) and isinstance(position.state.stack[-1], SetUpWorks):
            answer = decide(make_view(system, position, pending.side, 0), system)
        position.advance(answer if answer is not None else random_step(position, rng))
    laid = [work.factors for work in position.state.works.values() if work.kind == MINES]
    assert sum(laid) == 24 and max(laid) <= 6


def test_the_computer_calls_for_fire_and_fires_where_it_hurts_the_enemy() -> None:
    more = [unit(f"r{n}", "rus-447", GOAL) for n in range(2)]

    def answer(table: Table) -> str:
        view = make_view(table.system, table.position, "german", 0)
        return str(decide(view, table.system))

    table = post("RPh", *more)
    assert answer(table) == "contact l+w+g"
    table.do("contact l+w+g").roll((2, 2))
    goal = answer(table).split()[-1]
    assert answer(table).startswith("request-fire g") and table.g.map.distance(goal, GOAL) <= 1
    ready = post("RPh", *more, modules=battery(contact="l", radio="w", counter="SR", at=GOAL)).roll((2, 2))
    assert answer(ready) == f"fire-for-effect g {GOAL}"
    empty = post("RPh", modules=battery(contact="l", radio="w", counter="FFE", at=POST)).roll((2, 2), (2, 2))
    assert not answer(empty).startswith("fire-for-effect - " + POST) and POST not in answer(empty)


def test_hidden_mines_are_in_no_view_of_the_other_side() -> None:
    system = SlSystem()
    position, _ = system.begin("SL-N")
    rng = random.Random(2)
    while position.state.turn < 1:
        position.advance(random_step(position, rng))
    mines = [work for work in position.state.works.values() if work.kind == MINES]
    assert mines
    seen = make_view(system, position, "russian", 0).state.works.values()
    assert not [work for work in seen if work.kind == MINES]
