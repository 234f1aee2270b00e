"""Heroes after a battle of a Campaign Game of Squad Leader (SL:3.8.12)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from defilade.kernel import Over
from defilade.rules.sl.people.aftermath import ladder, next_rank
from defilade.rules.sl.people.heroes import make_hero, wound_hero
from defilade.rules.sl.state import State, clone_state
from defilade.tactics.sequence import end_player_turn
from sl.table import Table, pair, unit

A, B = pair(4)
MINE = (("german", "ger-9-2"), ("russian", "rus-9-1"))


def last_turn(*men: dict[str, Any], heroes: str, personal: Any = MINE, first: Any = None) -> Table:
    """The battle ends with this player turn, in which these units have become heroes."""
    table = Table("MPh", [*men], attacker="russian", turn=5, personal=personal)
    g = table.g
    for uid in heroes.split():
        make_hero(g, g.unit(uid))
    if first is not None:
        first(g)
    g.state.stack.clear()
    end_player_turn(g)
    table.events = g.events
    table.position = type(table.position)(table.system, g.state, table.system.settle(g))
    return table


def made(state: State) -> list[str]:
    return list(state.heroes_made)


@pytest.mark.rule("SL:3.8.12-a")
def test_somebody_else_comes_in_place_of_a_hero_by_the_leader_creation_table() -> None:
    table = last_turn(unit("s", "ger-467", A), unit("r", "rus-447", B), heroes="s r")
    assert table.position.state.over is None and not isinstance(table.position.pending, Over)
    table.roll((4,))  # German: -1 for his nation, -1 for his morale
    assert table.position.state.returns == {"german": ("ger-8-0",)}
    assert table.said("SL:3.6.3-a") and table.said("SL:3.6.3-c")
    table.roll((6,))  # Russian: +1 and -1
    assert table.position.state.returns == {"german": ("ger-8-0",), "russian": ("rus-6+1",)}
    assert table.said("SL:3.6.3-g") and isinstance(table.position.pending, Over)
    twin = clone_state(table.position.state)
    twin.returns["german"] = ()
    assert table.position.state.returns["german"] == ("ger-8-0",)
    written = table.system.encode(table.position.state)
    assert table.system.decode(written) == table.position.state


@pytest.mark.rule("SL:3.8.12-a")
def test_a_wounded_hero_counts_for_as_much() -> None:
    poor = last_turn(unit("r", "rus-447", A), unit("g", "ger-467", B), heroes="r", first=tired)
    poor.roll((6,))
    assert poor.position.state.returns == {
        "russian": ("rus-6+1",)
    }  # also when wounded he has the morale of 8


def tired(g: Any) -> None:
    wound_hero(g, g.unit(made(g.state)[0]))


@pytest.mark.rule("SL:3.8.12-b")
def test_who_was_a_leader_comes_back_one_rank_higher_without_a_throw() -> None:
    table = last_turn(
        unit("l", "ger-8-0", A), unit("m", "ger-10-3", A), unit("r", "rus-447", B), heroes="l m"
    )
    assert isinstance(table.position.pending, Over)
    assert table.position.state.returns == {"german": ("ger-8-1", "ger-10-3")}
    assert table.said("SL:3.8.12-b") and not table.said("SL:3.8.12-a")
    names = [one.name for one in ladder(table.g, "german")]
    assert names == ["6+1", "7-0", "8-0", "8-1", "9-1", "9-2", "10-2", "10-3"]
    up = [next_rank(table.g, one).name for one in ladder(table.g, "german")]
    assert up == [*names[1:], "10-3"]


def falls(g: Any) -> None:
    g.remove(g.unit(made(g.state)[0]))


def is_taken(g: Any) -> None:
    g.update(g.unit(made(g.state)[0]), captive="german")


@pytest.mark.rule("SL:3.8.12-a")
@pytest.mark.parametrize("fate", [falls, is_taken])
def test_only_who_has_come_through_it_counts(fate: Callable[[Any], None]) -> None:
    table = last_turn(unit("s", "ger-467", A), unit("r", "rus-447", B), heroes="s", first=fate)
    assert isinstance(table.position.pending, Over) and not table.position.state.returns


@pytest.mark.rule("SL:3.8.12-a")
def test_heroes_of_the_card_and_those_of_a_single_battle_are_not_asked_about() -> None:
    given = last_turn(unit("h", "ger-149-hero", A), unit("r", "rus-447", B), heroes="")
    single = last_turn(unit("s", "ger-467", A), unit("r", "rus-447", B), heroes="s", personal=())
    for table in (given, single):
        assert isinstance(table.position.pending, Over) and not table.position.state.heroes_made
