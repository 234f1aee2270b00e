"""The six cards in play: areas, entry, order, balance (SK1:S1 to SK1:S6)."""

from __future__ import annotations

from collections import Counter

import pytest

from defilade.kernel import Choice, Position
from defilade.rules.sk import setup
from defilade.rules.sk.state import SkPlay, State
from defilade.rules.sk.system import SkSystem
from defilade.tactics.sequence import Sequence
from defilade.tactics.set_up import PlaceGroup

SYSTEM = SkSystem()


def started(scenario: str, balance: str = "") -> SkPlay:
    return SYSTEM.play(SYSTEM.start(scenario, {"balance": balance} if balance else {}))


def forces(scenario: str, balance: str = "") -> Counter[str]:
    state = started(scenario, balance).state
    units = [one.type for one in state.units.values()]
    return Counter(units + [one.type for one in state.weapons.values()])


def rows(g: SkPlay, hexes: tuple[str, ...]) -> set[str]:
    return {g.map.grid_name(hex)[1] for hex in hexes}


def numbers(g: SkPlay, hexes: tuple[str, ...]) -> set[int]:
    return {g.map.grid_name(hex)[2] for hex in hexes}


def entry(g: SkPlay, group: str, turn: int) -> tuple[str, ...]:
    """Where the units of a group may enter in a turn of their side."""
    number = g.scenario.group_number(group)
    g.state.turn, g.state.attacker = turn, g.scenario.groups[number].side
    one = next(unit for unit in g.state.units.values() if unit.group == number)
    return setup.may_enter(g, one)


def area(g: SkPlay, group: str) -> tuple[str, ...]:
    return g.scenario.set_up_area(g.scenario.group_number(group), g.map)


def through_set_up(scenario: str) -> tuple[list[str], Position[State]]:
    """The sides in the order in which they set up, and the position in the first player turn."""
    position, _ = SYSTEM.begin(scenario)
    sides: list[str] = []
    while position.state.turn == 0:
        choice = position.pending
        assert isinstance(choice, Choice)
        if isinstance(position.state.stack[-1], PlaceGroup) and (not sides or sides[-1] != choice.side):
            sides.append(choice.side)
        position.advance(choice.options[-1])
    assert isinstance(position.state.stack[0], Sequence)
    return sides, position


# -- S1 ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:S1-area")
def test_s1_hexrows_a_to_v() -> None:
    g = started("S1")
    assert rows(g, g.map.names) == {chr(letter) for letter in range(ord("A"), ord("V") + 1)}


@pytest.mark.rule("SK1:S1-ger", "SK1:3.1a")
def test_s1_the_germans_come_from_both_sides() -> None:
    g = started("S1")
    assert rows(g, entry(g, "german-west", 1)) == {"A"}
    assert rows(g, entry(g, "german-east", 1)) == {"V"}
    assert all(unit.elr == 3 for unit in g.state.units.values() if unit.side == "german")
    assert entry(g, "german-turn-2", 1) == () and rows(g, entry(g, "german-turn-2", 2)) == {"V"}
    assert entry(g, "german-turn-3", 2) == () and rows(g, entry(g, "german-turn-3", 3)) == {"V"}


@pytest.mark.rule("SK1:S1-us", "SK1:3.1a")
def test_s1_the_americans_come_from_the_north() -> None:
    g = started("S1")
    for group, turn in (("american-turn-2", 2), ("american-turn-3", 3)):
        assert entry(g, group, turn - 1) == ()
        hexes = entry(g, group, turn)
        assert numbers(g, hexes) <= {0, 1} and len(hexes) > 15
    assert set(area(g, "american-crossroads")) == {"yN3", "yN4", "yM5", "yL5"}


@pytest.mark.rule("SK1:3.1a")
def test_a_side_enters_in_its_own_player_turn_only() -> None:
    g = started("S1")
    entry(g, "german-east", 1)
    number = g.scenario.group_number("american-turn-1")
    american = next(unit for unit in g.state.units.values() if unit.group == number)
    assert setup.may_enter(g, american) == ()


@pytest.mark.rule("SK1:S1-bal")
def test_s1_german_balance() -> None:
    assert forces("S1", "german")["ger-548"] == forces("S1")["ger-548"] + 1
    g = started("S1", "german")
    number = g.scenario.group_number("german-turn-3")
    assert sum(unit.group == number and unit.type == "ger-548" for unit in g.state.units.values()) == 3


# -- S2 ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:S2-first")
def test_s2_russians_set_up_first_germans_move_first() -> None:
    sides, position = through_set_up("S2")
    assert sides == ["russian", "german"]
    assert (position.state.turn, position.state.attacker) == (1, "german")
    assert SYSTEM.scenario("S2").turns == 6


@pytest.mark.rule("SK1:S2-bal")
def test_s2_balance() -> None:
    plain, german, russian = forces("S2"), forces("S2", "german"), forces("S2", "russian")
    assert (plain["rus-9-2"], plain["rus-9-1"]) == (1, 0)
    assert (german["rus-9-2"], german["rus-9-1"]) == (0, 1)
    assert (russian["rus-426"], russian["rus-458"]) == (plain["rus-426"] - 2, 2)


# -- S3 ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:S3-first")
def test_s3_order_and_area() -> None:
    sides, position = through_set_up("S3")
    assert sides == ["german", "american"]
    assert (position.state.turn, position.state.attacker) == (1, "american")
    g = SYSTEM.play(position.state)
    on = {board: {g.map.grid_name(hex)[1] for hex in g.map.names if hex[0] == board} for board in "yz"}
    assert min(on["y"]) == "A" and max(on["y"]) == "P" and "Q" not in on["y"]
    assert "R" in on["z"] and "GG" in on["z"] and "Q" not in on["z"] and "A" not in on["z"]
    assert g.scenario.turns == 7


@pytest.mark.rule("SK1:S3-first")
def test_s3_set_up_areas() -> None:
    g = started("S3")
    german, american = area(g, "german-garrison"), area(g, "american-attack")
    assert all(g.map.grid_name(hex)[0] == "z" or g.map.grid_name(hex)[2] <= 2 for hex in german)
    assert {g.map.grid_name(hex)[0] for hex in american} == {"y"} and min(numbers(g, american)) == 7
    assert not set(german) & set(american)


@pytest.mark.rule("SK1:S3-bal")
def test_s3_balance() -> None:
    plain, german, american = forces("S3"), forces("S3", "german"), forces("S3", "american")
    assert (plain["ger-mmg"], german["ger-mmg"]) == (0, 1)
    assert american["ger-447"] == plain["ger-447"] - 1


# -- S4 ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:S4-setup")
def test_s4_americans_on_four_and_up_germans_from_the_east() -> None:
    sides, position = through_set_up("S4")
    assert sides == ["american"]
    assert (position.state.turn, position.state.attacker) == (1, "german")
    g = started("S4")
    assert min(numbers(g, area(g, "american-strongpoint"))) == 4
    assert numbers(g, entry(g, "german-attack", 1)) == {10}
    assert all(unit.elr == 3 for unit in g.state.units.values())
    assert g.scenario.turns == 6


@pytest.mark.rule("SK1:S4-vc")
def test_s4_the_way_out_is_the_row_one_edge_from_i_to_y() -> None:
    g = started("S4")
    hexes = g.scenario.exit_hexes(g.map)
    columns = [g.map.grid_name(hex)[1] for hex in hexes]
    assert {columns[0], columns[-1]} == {"I", "Y"} and numbers(g, hexes) <= {0, 1}
    assert len(hexes) == 17


@pytest.mark.rule("SK1:S4-bal")
def test_s4_balance() -> None:
    assert forces("S4", "german")["usa-ft"] == forces("S4")["usa-ft"] - 1
    assert started("S4", "american").scenario.victory.at_least == 12  # type: ignore[union-attr]


# -- S5 and S6 ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SK1:S5-bal")
def test_s5_balance() -> None:
    plain, german, american = forces("S5"), forces("S5", "german"), forces("S5", "american")
    assert american["ger-467"] == plain["ger-467"] - 1
    g = started("S5", "american")
    number = g.scenario.group_number("german-turn-2")
    assert sum(unit.group == number and unit.type == "ger-467" for unit in g.state.units.values()) == 3
    assert (german["ger-6+1"], german["ger-8-0"]) == (0, plain["ger-8-0"] + 1)


@pytest.mark.rule("SK1:S6-first")
def test_s6_germans_set_up_first_russians_move_first() -> None:
    sides, position = through_set_up("S6")
    assert sides == ["german"]
    assert (position.state.turn, position.state.attacker) == (1, "russian")


@pytest.mark.rule("SK1:S6-ssr2", "SK1:3.1a")
def test_s6_the_main_body_comes_from_the_north() -> None:
    g = started("S6")
    assert numbers(g, entry(g, "russian-attack", 1)) == {10}


@pytest.mark.rule("SK1:S6-bal")
def test_s6_balance() -> None:
    plain, german = forces("S6"), forces("S6", "german")
    assert (plain["ger-8-0"], plain["ger-9-1"]) == (1, 0)
    assert (german["ger-8-0"], german["ger-9-1"]) == (0, 1)
    assert not [
        rule for rule in started("S6", "russian").scenario.special_rules if rule.rule == "SK1:S6-ssr3"
    ]
