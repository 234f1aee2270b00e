"""Games with mines, booby traps and offboard artillery (SL-N): random ones end, and views give nothing away."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from conformance.walk import random_step
from defilade.ai.squad_leader.decisions import decide
from defilade.kernel import Choice, Over, Position, determinized, make_view
from defilade.rules.sl.state import MINES
from defilade.rules.sl.system import SlSystem
from defilade.rules.sl.works.placing import SetUpWorks
from sl.earthworks import battery
from sl.secrets import secret_card
from sl.table import Table, unit
from sl.test_artillery import GOAL, POST, post
from sl.test_views import SHY, heard, seen, shyly


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


TELLING = ("reveal", "trap", "mines_gone", "artillery")
"""Events by which something comes out, rightly."""


def follow(position: Position[Any], twin: Position[Any], side: str, rng: random.Random) -> int:
    """The same steps in two worlds that look alike to a side, as long as nothing comes out; how many."""
    one, other = position.clone(), twin
    for number in range(20):
        moment, same = one.pending, other.pending
        assert type(moment) is type(same)
        if isinstance(moment, Over):
            return number
        if isinstance(moment, Choice):
            assert isinstance(same, Choice) and (moment.side, moment.asks) == (same.side, same.asks)
            assert moment.side != side or moment.options == same.options
            shared = [
                option for option in moment.options if option in same.options and option.verb not in SHY
            ]
            if not shared:
                return number
            step: Any = shared[int(rng.random() * len(shared))]
        else:
            assert moment == same
            step = random_step(one, rng)
        first, second = heard(one.advance(step), side), heard(other.advance(step), side)
        if any(event.kind in TELLING for event in (*first, *second)):
            return number
        assert first == second and seen(one, side) == seen(other, side)
    return 20


@pytest.mark.rule("SL:15.7.1-a", "SL:15.8.3", "SL:9.1.1-e")
@pytest.mark.parametrize("seed", [1, 4])
def test_worlds_that_look_alike_stay_alike(seed: int) -> None:
    hiders, seekers = secret_card().groups
    works = {"entrenchment": 1, "wire": 1, "mines": 18, "doorway-mine": 4}
    hiders = msgspec.structs.replace(hiders, works=works, weapons={"rus-radio": 1})
    seekers = msgspec.structs.replace(seekers, works={"mines": 6}, weapons={"ger-radio": 1})
    card = secret_card(groups=(hiders, seekers), turns=3)
    system = SlSystem({card.id: card})
    rng = random.Random(f"{seed}/views")
    position, _ = system.begin(card.id)
    count = followed = 0
    while not isinstance(position.pending, Over):
        if isinstance(position.pending, Choice):
            count += 1
            for side in system.sides(position.state) if count % 15 == 0 else ():
                twin = determinized(system, make_view(system, position, side, 0), rng)
                assert seen(position, side) == seen(twin, side)
                followed += follow(position, twin, side, rng)
        position.advance(shyly(position, rng))
    assert followed > 100
