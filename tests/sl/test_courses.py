"""A shot and a march of Squad Leader as one decision at the table."""

from __future__ import annotations

import pytest

from defilade.kernel import Action, Choice
from defilade.rules.courses import Course
from defilade.rules.presentation import NotShown
from defilade.rules.sl import terrain
from defilade.rules.sl.presentation import SlPresenter
from defilade.tactics.units import Weapon
from sl.secrets import under_cover
from sl.table import Table, near, pair, unit

A, B = pair(3)


def presenter(table: Table) -> SlPresenter:
    return SlPresenter(table.system)


def course(table: Table, action: str, *picks: str, via: tuple[str, ...] = ()) -> Course:
    pending = table.position.pending
    assert isinstance(pending, Choice)
    return presenter(table).course(table.position.state, pending, action, list(picks) or None, via)


def openings(table: Table) -> list[str]:
    pending = table.position.pending
    assert isinstance(pending, Choice)
    return [one.action for one in presenter(table).openings(table.position.state, pending)]


def carry_out(table: Table, *steps: str) -> Table:
    for step in steps:
        table.events += table.position.advance(Action.parse(step))
    return table


def shooters() -> Table:
    men = [unit("g", "ger-467", A), unit("h", "ger-467", A), unit("l", "ger-9-2", A)]
    men += [unit("r", "rus-447", B), unit("q", "rus-447", near(B))]
    guns = {"w": Weapon("w", "german", "ger-lmg", owner="g", hex=A)}
    return Table("PFPh", men, weapons=guns)


@pytest.mark.rule("SL:5.1.6-a", "SL:3.2.2-a")
def test_a_shot_is_one_decision_with_its_figures_and_odds() -> None:
    table = shooters()
    assert f"target - {B}" in openings(table)
    found = course(table, f"target - {B}")
    assert [role.heading for role in found.roles] == ["Fire", "Directed by"]
    assert found.steps[0] == f"target - {B}" and "direct l" in found.steps and found.sum == "8 FP, -2"
    prospect = found.prospects[0]
    assert abs(sum(one.chance for one in prospect.odds) - 1) < 1e-9
    assert abs(sum(one.chance for one in prospect.fates[0].ends) - 1) < 0.02
    fewer = course(table, f"target - {B}", "add g")
    assert fewer.sum == "4 FP, +0" and [taker.on for taker in fewer.roles[0].takers].count(True) == 1
    carry_out(table, *found.steps)
    assert "roll" in table.asked() or table.asked()
    assert table.roll((6, 5)).breakdown().total == 8


@pytest.mark.rule("SL:5.1.6-a")
def test_who_cannot_join_says_why_and_nobody_fires_alone() -> None:
    men = [unit("g", "ger-467", A), unit("r", "rus-447", B)]
    g = Table("PFPh", men).g
    far = next(
        hex
        for hex in g.map.names
        if g.map.distance(hex, A) > 1
        and 2 <= g.map.distance(hex, B) <= 4
        and hex != B
        and Table("PFPh", [unit("h", "ger-467", hex), unit("r", "rus-447", B)]).options("target")
    )
    table = Table("PFPh", [*men, unit("h", "ger-467", far)])
    takers = {taker.action: taker for taker in course(table, f"target - {B}", "add g").roles[0].takers}
    assert takers["add g"].on and takers["add h"].rule == "SL:5.1.6-a"
    nobody = course(table, f"target - {B}", "direct x")
    assert not nobody.steps and nobody.note


@pytest.mark.rule("SL:4.1.2", "SL:4.1.5")
def test_a_march_goes_by_the_cheapest_way_and_with_a_leader_further() -> None:
    men = [unit("g", "ger-467", A), unit("l", "ger-8-0", A), unit("r", "rus-447", B)]
    table = Table("MPh", men)
    alone = course(table, "move g")
    assert alone.steps == ("move g",) and alone.roles[0].takers[0].action == "join l" and alone.start == A
    led = course(table, "move g", "join l")
    assert {way.hex for way in alone.ways} < {way.hex for way in led.ways}
    assert all(way.cost + way.left == 4 for way in alone.ways)
    assert all(way.seen for way in alone.ways if way.hex == near(B)) and B not in {
        way.hex for way in led.ways
    }
    goal = max(alone.ways, key=lambda way: way.cost)
    carry_out(table, *alone.steps)
    assert "" in openings(table) and "move l" in openings(table)
    onward = next(way for way in course(table, "").ways if way.hex == goal.hex)
    carry_out(table, *onward.steps)
    assert table.unit("g").hex == goal.hex
    first = onward.through[0]
    over = course(Table("MPh", men), "move g", via=(first,))
    assert all(way.through[0] == first for way in over.ways)


@pytest.mark.rule("SL:4.3.3")
def test_nobody_is_sent_where_he_may_not_stay() -> None:
    full = near(A)
    crowd = [unit(f"c{number}", "ger-467", full) for number in range(3)]
    table = Table("MPh", [unit("g", "ger-467", A), *crowd, unit("r", "rus-447", B)])
    assert full not in {way.hex for way in course(table, "move g").ways}


@pytest.mark.rule("SL:2.3.9.1-a")
def test_a_march_under_cover_goes_on_when_the_cover_is_lost() -> None:
    table = Table("MPh", [unit("g", "ger-467", A), unit("r", "rus-447", B)])
    counter = under_cover(table, "g")
    found = course(table, f"move {counter}")
    assert found.steps == (f"move {counter}",) and any(way.cost > 1 for way in found.ways)
    goal = max(found.ways, key=lambda way: way.cost)
    carry_out(table, *found.steps, *goal.steps[:1])
    assert counter not in table.position.state.units, "it came out on the way"


@pytest.mark.rule("SL:2.3.9.1-a", "SL:2.3.3")
def test_a_march_of_nobody_ends_where_it_is_seen() -> None:
    g = Table("MPh", []).g
    hidden, open_ground = next(
        (a, b)
        for a in g.map.names
        if not terrain.sees(g, B, a)
        for b in g.map.adjacent[a]
        if g.map.terrain[b] == "open" and b != B and terrain.sees(g, B, b)
    )
    table = Table("MPh", [unit("g", "ger-467", hidden), unit("r", "rus-447", B)])
    counter = under_cover(table, dummies=1, hex=hidden, side="german")
    reach = presenter(table).reach(table.position.state, "german", counter)
    assert open_ground not in {hex.hex for hex in reach.hexes}
    carry_out(table, f"move {counter}", f"enter - {open_ground}")
    assert counter not in table.position.state.units


def test_reach_and_what_is_no_course() -> None:
    men = [unit("g", "ger-467", A), unit("r", "rus-447", B)]
    table = Table("MPh", men)
    reach = presenter(table).reach(table.position.state, "german", "g")
    assert reach.allowance == 4 and {hex.hex for hex in reach.hexes} == {
        way.hex for way in course(table, "move g").ways
    }
    with pytest.raises(NotShown):
        presenter(table).reach(table.position.state, "german", "r")
    strict = Table("PFPh", men, options={"los": "strict"})
    assert course(strict, f"target - {B}").sum == "" and not course(strict, f"target - {B}").prospects


def upper_places() -> list[str]:
    g = Table("MPh", [], board="1").g
    return [place for place, hex in g.map.below.items() if g.map.above.get(hex) == place]


def test_storeys_are_pointed_at_by_their_hex() -> None:
    """On a map one sees hexes: a place in a storey is shown in its own, and named where the hex does not tell."""
    upper, far = upper_places()[0], upper_places()[-1]
    table = Table("MPh", [unit("g", "ger-467", upper), unit("r", "rus-447", far)], board="1")
    below = table.g.map.below
    hex = below[upper]
    assert presenter(table).places(table.position.state)[upper] == hex
    found = course(table, "move g")
    assert found.start == hex
    assert len({way.hex for way in found.ways}) == len(found.ways)
    assert not {way.hex for way in found.ways} & set(below)
    ends = {way.hex: way.steps[-1].split()[-1] for way in found.ways}
    assert all(below.get(end, end) == hex for hex, end in ends.items())
    assert {way.hex for way in found.ways if "level" in way.place} == {
        hex for hex, end in ends.items() if end in below
    }


def test_a_shot_from_storey_to_storey_is_drawn_from_hex_to_hex() -> None:
    g, upper = Table("MPh", [], board="1").g, upper_places()
    here, there = next(
        (a, b) for a in upper for b in upper if 1 < g.map.distance(a, b) < 5 and terrain.sees(g, a, b)
    )
    table = Table("PFPh", [unit("g", "ger-467", here), unit("r", "rus-447", there)], board="1")
    ground = g.map.ground_hex
    assert course(table, f"target - {there}").lines == ((ground(here), ground(there)),)
