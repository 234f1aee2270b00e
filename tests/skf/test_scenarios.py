"""The scenario cards of the full kit that are played with Infantry alone."""

from __future__ import annotations

import pytest

from defilade.kernel import Choice, Position
from defilade.rules.sk import setup
from skf.situation import full_kit, movement_phase_of

CARDS = ("S7", "S8", "F1")


@pytest.mark.parametrize("card", CARDS)
def test_a_card_can_be_set_up(card: str) -> None:
    system = full_kit()
    position = Position(system, system.start(card, {}))
    for _ in range(400):
        moment = position.pending
        if position.state.turn or not isinstance(moment, Choice):
            break
        position.advance(moment.options[len(moment.options) // 2])
    assert position.state.turn == 1


@pytest.mark.rule("SKF:3.3-d")
def test_paratroopers_come_on_over_their_own_part_of_the_edge() -> None:
    system = full_kit()
    state = system.start("S8", {})
    state.turn, state.attacker = 1, "american"
    g = system.play(state)
    hexes = {
        group: {
            g.map.grid_name(hex)[1:]
            for unit in state.units.values()
            if unit.group == number
            for hex in setup.may_enter(g, unit)
        }
        for number, group in enumerate(("german", "station", "road"))
    }
    assert ("Y", 1) in hexes["station"] and ("GG", 4) in hexes["station"]
    assert ("X", 0) not in hexes["station"] and ("GG", 5) not in hexes["station"]
    assert ("I", 1) in hexes["road"] and ("A", 1) in hexes["road"] and ("J", 0) not in hexes["road"]


@pytest.mark.rule("SKF:3.3-d")
def test_stacks_of_both_groups_do_not_mix_off_the_map() -> None:
    system = full_kit()
    position = Position(system, system.start("S8", {}))
    for _ in range(400):
        moment = position.pending
        assert isinstance(moment, Choice)
        if position.state.phase == "MPh":
            break
        done = [option for option in moment.options if option.verb == "done"]
        position.advance(done[0] if done else moment.options[0])
    units = position.state.units
    first = next(unit for unit in units.values() if unit.group == 1)
    position.advance(next(o for o in position.pending.options if o.who == (first.id,)))  # type: ignore[union-attr]
    joined = [option.who[0] for option in position.pending.options if option.verb == "join"]  # type: ignore[union-attr]
    assert joined and {units[uid].group for uid in joined} == {1}


ALL_ARMS = ("F4", "F5", "F6")


@pytest.mark.parametrize("card", ALL_ARMS)
def test_an_evening_of_all_arms_can_be_set_up(card: str) -> None:
    system = full_kit()
    scenario = system.scenario(card)
    for side in scenario.sides:
        counters = sum(
            sum(group.units.values()) + sum(group.weapons.values()) + sum(group.vehicles.values())
            for group in scenario.groups
            if group.side == side
        )
        assert 12 <= counters <= 25, f"{side} has {counters} counters"
    position = movement_phase_of(card, scenario.moves_first)
    assert position.state.turn == 1


@pytest.mark.rule("SKF:1.3")
def test_a_victory_building_may_lie_on_either_board() -> None:
    table = full_kit().table_of("F4", "")
    boards = {table.map.grid_name(hex)[0] for hex in table.map.names}
    assert boards == {"w", "x"}
    german = table.scenario.set_up_area(0, table.map)
    assert {table.map.grid_name(hex)[0] for hex in german} == {"x"}
