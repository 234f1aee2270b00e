"""Fire of infantry in Squad Leader (SL:5)."""

from __future__ import annotations

import pytest

from defilade.rules.sl.state import Track
from defilade.rules.sl.terrain import entry_cost, sees
from sl.table import Table, near, pair, unit


def prep(
    distance: int, there: str = "open", gun: str = "ger-467", **target: object
) -> tuple[Table, str, str]:
    a, b = pair(distance, there)
    table = Table("PFPh", [unit("g", gun, a), unit("r", "rus-447", b, **target)])
    return table, a, b


@pytest.mark.rule("SL:5.1.1", "SL:5.5.1", "SL:5.5.3", "SL:5.5.5", "SL:5.5.6-d")
def test_fire_is_read_from_the_column_that_the_firepower_reaches() -> None:
    table, _, there = prep(4)
    table.do(f"target - {there}", "add g", "declare").roll((6, 5))
    assert table.breakdown().column == 4 and table.breakdown().total == 4
    assert "no effect" in next(event.text for event in table.events if event.kind == "attack")


@pytest.mark.rule("SL:5.4.1-a")
def test_point_blank_doubles() -> None:
    table, _, there = prep(1)
    table.do(f"target - {there}", "add g", "declare").roll((6, 5))
    assert table.breakdown().total == 8 and table.breakdown().value("SL:5.4.1-a") == 2


@pytest.mark.rule("SL:5.4.4", "SL:1.1.2.2-a", "SL:1.1.2.2-b")
def test_beyond_normal_range_half_and_beyond_double_range_not_at_all() -> None:
    table, _, there = prep(7)
    table.do(f"target - {there}", "add g", "declare").roll((6, 5))
    assert table.breakdown().total == 2
    a, b = pair(7)
    short = Table("PFPh", [unit("g", "ger-838", a), unit("h", "ger-467", a), unit("r", "rus-447", b)])
    short.do(f"target - {b}")
    assert short.options("add") == ["add h"] and short.refusal("add g").rule == "SL:5.4.4"


# In part: SL:5.3.1-b.
@pytest.mark.rule("SL:5.3.1-a", "SL:5.3.1-c", "SL:5.3.1-d", "SL:5.3.1-g")
def test_the_terrain_of_the_target_counts() -> None:
    values = {}
    for kind in ("open", "grain", "woods", "wooden_building", "stone_building"):
        table, _, there = prep(2, kind)
        table.do(f"target - {there}", "add g", "declare").roll((6, 5))
        values[kind] = table.breakdown().drm
    assert values == {"open": 0, "grain": 0, "woods": 1, "wooden_building": 2, "stone_building": 3}


@pytest.mark.rule("SL:5.1.8-a", "SL:5.5.6-a", "SL:5.1.3")
def test_a_kia_eliminates_everybody_in_the_hex() -> None:
    a, b = pair(1)
    units = [
        unit("g", "ger-467", a),
        unit("r", "rus-447", b),
        unit("q", "rus-447", b),
        unit("l", "rus-8-1", b),
    ]
    table = Table("PFPh", units).do(f"target - {b}", "add g", "declare").roll((1, 2))
    assert not any(table.alive(uid) for uid in "rql")


@pytest.mark.rule(
    "SL:5.5.6-b", "SL:5.5.6-c", "SL:5.1.8-b", "SL:3.20.1", "SL:3.20.3", "SL:3.20.5-a", "SL:1.1.2.3-a"
)
def test_a_number_is_added_to_the_morale_check_of_each_and_leaders_go_first() -> None:
    a, b = pair(1)
    units = [unit("g", "ger-467", a), unit("r", "rus-447", b), unit("l", "rus-7-0", b)]
    table = Table("PFPh", units).do(f"target - {b}", "add g", "declare").roll((3, 4))
    assert "7-0" in table.asked()  # column 8, roll 7: result 1
    table.roll((1, 2), (3, 4))
    assert not table.unit("l").broken and table.unit("r").broken
    assert table.breakdown("morale_check").value("SL:5.5.6-c") == 1


@pytest.mark.rule("SL:5.5.6.1.1")
def test_doubles_without_a_leader_cower() -> None:
    table, _, there = prep(4)
    table.do(f"target - {there}", "add g", "declare").roll((5, 5))
    assert table.breakdown().column == 2 and table.said("SL:5.5.6.1.1")
    a, b = pair(4)
    led = Table("PFPh", [unit("g", "ger-467", a), unit("l", "ger-8-0", a), unit("r", "rus-447", b)])
    led.do(f"target - {b}", "add g", "declare", "direct l").roll((5, 5))
    assert led.breakdown().column == 4 and not led.said("SL:5.5.6.1.1")


@pytest.mark.rule("SL:3.2.2-a", "SL:1.1.2.4", "SL:3.2.1-a", "SL:3.2-q1")
def test_a_leader_directs_one_group_a_player_turn_and_may_be_declined() -> None:
    a, b = pair(4)
    units = [
        unit("g", "ger-467", a),
        unit("h", "ger-467", a),
        unit("l", "ger-9-1", a),
        unit("r", "rus-447", b),
    ]
    table = Table("PFPh", units).do(f"target - {b}", "add g+h", "declare")
    assert "no-leader" in table.options()
    table.do("direct l").roll((6, 5))
    assert table.breakdown().value("SL:3.2.2-a") == -1
    assert table.unit("l").directed == ("g", "h")
    again = Table("PFPh", [*units[:2], unit("l", "ger-9-1", a, directed=("x",)), units[3]])
    again.do(f"target - {b}", "add g+h", "declare")
    assert again.asked()  # nobody is left to direct it: the dice are due


@pytest.mark.rule("SL:3.2-q2")
def test_a_group_of_several_hexes_needs_a_leader_in_each_and_has_the_worst() -> None:
    a, b = pair(3)
    g = Table("RPh", []).g
    beside = next(hex for hex in g.map.adjacent[a] if g.map.hindrance(hex, b) >= 0)
    units = [
        unit("g", "ger-467", a),
        unit("h", "ger-467", beside),
        unit("l", "ger-9-1", a),
        unit("r", "rus-447", b),
    ]
    alone = Table("PFPh", units).do(f"target - {b}", "add g", "add h", "declare").roll((6, 5))
    assert alone.breakdown().value("SL:3.2.2-a") is None
    both = Table("PFPh", [*units, unit("m", "ger-8-0", beside)])
    both.do(f"target - {b}", "add g", "add h", "declare", "direct l", "direct m").roll((6, 5))
    assert both.breakdown().value("SL:3.2-q2") == 0


# In part: SL:5.1.2-a, SL:5.1.5.
@pytest.mark.rule("SL:1.3.1-p2.3")
def test_who_has_fired_is_marked_and_those_of_its_hex_have_missed_the_target() -> None:
    a, b = pair(4)
    units = [unit("g", "ger-467", a), unit("h", "ger-467", a), unit("r", "rus-447", b)]
    table = Table("PFPh", units).do(f"target - {b}", "add g", "declare").roll((6, 5))
    assert table.unit("g").fire == "prep" and table.unit("h").fire == ""
    assert table.position.state.phase == "MPh"  # h may not fire at the same hex by itself


# In part: SL:5.1.6-a, SL:5.1-q2.
def test_groups_are_chains_and_a_leader_may_be_the_link() -> None:
    a, b = pair(4)
    g = Table("RPh", []).g
    middle, far = next(
        (middle, far)
        for middle in g.map.adjacent[a]
        for far in g.map.adjacent[middle]
        if g.map.distance(far, a) == 2 and g.map.hindrance(far, b) >= 0 and b not in (middle, far)
    )
    units = [unit("g", "ger-467", a), unit("h", "ger-467", far), unit("r", "rus-447", b)]
    apart = Table("PFPh", units).do(f"target - {b}", "add g")
    assert apart.refusal("add h").rule == "SL:5.1.6-a"
    linked = Table("PFPh", [*units, unit("l", "ger-8-0", middle)]).do(f"target - {b}", "add g")
    assert "add h" in linked.options("add")


@pytest.mark.rule("SL:3.21.1", "SL:1.1.2.3-b", "SL:6.3.2")
def test_broken_units_leaders_and_units_in_melee_do_not_fire() -> None:
    a, b = pair(4)
    units = [
        unit("g", "ger-467", a),
        unit("x", "ger-467", a, broken=True),
        unit("l", "ger-8-0", a),
        unit("m", "ger-467", near(a), melee=True),
        unit("r", "rus-447", b),
    ]
    table = Table("PFPh", units).do(f"target - {b}")
    assert table.options("add") == ["add g"]
    assert [table.refusal(f"add {uid}").rule for uid in "xlm"] == ["SL:3.21.1", "SL:1.1.2.3-b", "SL:6.3.2"]


@pytest.mark.rule("SL:2.1.2-a", "SL:2.1.2-b", "SL:2.1.1-a", "SL:2.1.4")
def test_at_a_strict_table_a_blocked_line_costs_the_shot() -> None:
    g = Table("RPh", []).g
    a, b = next(
        (a, b)
        for a in g.map.names
        for b in g.map.names
        if g.map.distance(a, b) == 3 and g.map.hindrance(a, b) < 0
    )
    units = [unit("g", "ger-467", a), unit("r", "rus-447", b)]
    assert Table("PFPh", units).position.state.phase == "MPh"  # nothing to fire at
    strict = Table("PFPh", units, options={"los": "strict"}).do(f"target - {b}", "add g", "declare")
    assert strict.said("SL:2.1.2-b") and strict.unit("g").fire == "prep"
    assert not any(event.kind == "attack" for event in strict.events)


@pytest.mark.rule("SL:2.1.7", "SL:2.1.3")
def test_adjacent_hexes_see_each_other_and_infantry_blocks_nothing() -> None:
    a, b = pair(1, "stone_building", "stone_building")
    table = Table("PFPh", [unit("g", "ger-467", a), unit("r", "rus-447", b)])
    assert table.options("target") == [f"target - {b}"]
    here, there = pair(2)
    g = Table("RPh", []).g
    between = next(hex for hex in g.map.adjacent[here] if hex in g.map.adjacent[there])
    crowd = Table(
        "PFPh", [unit("g", "ger-467", here), unit("f", "ger-467", between), unit("r", "rus-447", there)]
    )
    crowd.do(f"target - {there}")
    assert "add g" in crowd.options("add")


# In part: SL:5.3.5.1.
@pytest.mark.rule("SL:5.3.5.2")
def test_fire_from_below_is_harder() -> None:
    g = Table("RPh", [], board="v").g
    low, high = next(
        (a, b)
        for a in g.map.names
        for b in g.map.adjacent[a]
        if g.map.level(a) < g.map.level(b) and g.map.terrain[b] == g.map.terrain[a] == "open"
    )
    up = Table("PFPh", [unit("g", "ger-467", low), unit("r", "rus-447", high)], board="v")
    up.do(f"target - {high}", "add g", "declare").roll((6, 5))
    assert up.breakdown().value("SL:5.3.5.1") == 1
    down = Table("PFPh", [unit("g", "ger-467", high), unit("r", "rus-447", low)], board="v")
    down.do(f"target - {low}", "add g", "declare").roll((6, 5))
    assert down.breakdown().value("SL:5.3.5.1") is None


# -- hexsides and heights ------------------------------------------------------------------------------------


def walled(kind: str) -> tuple[str, str, str]:
    """A board, a firer's hex and one beside it in the open with a wall or hedge between them."""
    for board in "4321":
        g = Table("RPh", [], board=board).g
        for b in g.map.names:
            for a in g.map.adjacent[b]:
                flat = g.map.level(a) == g.map.level(b)
                free = (
                    g.map.terrain[b] == "open"
                    and not g.terrain_of(a).structure
                    and not g.map.road_between(a, b)
                )
                if flat and free and g.map.hexside_kind(a, b) == kind:
                    return board, a, b
    raise AssertionError(kind)


@pytest.mark.rule("SL:5.3.1-e", "SL:5.3.1-f", "SL:14.5.3", "SL:4.1.7", "SL:14.5.2")
def test_walls_and_hedges_protect_those_behind_them_and_cost_one_mf() -> None:
    for kind, drm, rule in (("wall", 2, "SL:5.3.1-f"), ("hedge", 1, "SL:5.3.1-e")):
        board, a, b = walled(kind)
        table = Table("PFPh", [unit("g", "ger-467", a), unit("r", "rus-447", b)], board=board)
        assert entry_cost(table.g, a, b) == 2
        table.do(f"target - {b}", "add g", "declare").roll((6, 5))
        assert table.breakdown().value(rule) == drm == table.breakdown().drm


@pytest.mark.rule("SL:5.3.4")
def test_a_group_that_fires_past_the_hedge_too_has_no_modifier() -> None:
    board, a, b = walled("hedge")
    g = Table("RPh", [], board=board).g
    other = next(
        hex for hex in g.map.adjacent[b] if hex in g.map.adjacent[a] and g.map.hexside_kind(b, hex) is None
    )
    units = [unit("g", "ger-467", a), unit("h", "ger-467", other), unit("r", "rus-447", b)]
    table = Table("PFPh", units, board=board).do(f"target - {b}", "add g", "add h", "declare").roll((6, 5))
    assert table.breakdown().value("SL:5.3.1-e") is None


@pytest.mark.rule("SL:14.5.4-a")
def test_who_moves_up_to_a_wall_beside_the_enemy_loses_it() -> None:
    board, a, b = walled("wall")
    tracks = {"r": Track(0, (b,))}
    units = [unit("g", "ger-467", a), unit("r", "rus-447", b, moved=True)]
    table = Table("DFPh", units, attacker="russian", board=board, tracks=tracks)
    table.do(f"target - {b}", "add g", "declare").roll((6, 5))
    assert table.breakdown().value("SL:5.3.1-f") is None and table.breakdown().drm == -2


@pytest.mark.rule("SL:5.4.1-a", "SL:2.1.7", "SL:3.21.4-b")
def test_point_blank_fire_goes_down_a_steep_slope_not_up() -> None:
    g = Table("RPh", [], board="2").g
    steep = [(a, b) for a in g.map.names for b in g.map.adjacent[a] if g.map.level(a) - g.map.level(b) >= 2]
    high, low = next((a, b) for a, b in steep if g.map.hexside_kind(a, b) != "cliff" and sees(g, a, b))
    down = Table("PFPh", [unit("g", "ger-467", high), unit("r", "rus-447", low)], board="2")
    down.do(f"target - {low}", "add g", "declare").roll((6, 5))
    assert down.breakdown().value("SL:5.4.1-a") == 2
    up = Table("PFPh", [unit("g", "ger-467", low), unit("r", "rus-447", high)], board="2")
    up.do(f"target - {high}", "add g", "declare").roll((6, 5))
    assert up.breakdown().value("SL:5.4.1-a") is None
    cliffs = [(a, b) for a in g.map.names for b in g.map.adjacent[a] if g.map.hexside_kind(a, b) == "cliff"]
    assert cliffs
    for a, b in cliffs:
        assert sees(g, a, b) == (g.map.hindrance(a, b) >= 0)


@pytest.mark.rule("SL:14.8.1-a", "SL:14.8.1-b", "SL:5.4.1-a", "SL:3.21.4-b")
def test_down_a_cliff_point_blank_fire_is_tripled() -> None:
    def beside(board: str, firer: str, target: str) -> float:
        men = [unit("g", "ger-467", f"{board}{firer}"), unit("r", "rus-447", f"{board}{target}")]
        table = Table("PFPh", men, board=board).do(f"target - {board}{target}", "add g", "declare")
        return table.roll((6, 5)).breakdown().total

    assert beside("3", "C4", "C3") == 12 and beside("3", "C3", "C4") == 8  # a cliff of one level
    assert beside("2", "L4", "M4") == 8 and beside("2", "M4", "L4") == 4  # of two: by the later rule


@pytest.mark.rule("SL:14.11.2-a", "SL:14.11.5", "SL:2.1.1-b")
def test_wheat_in_season_is_seen_into_but_not_through() -> None:
    summer, winter = Table("RPh", [], month=7).g, Table("RPh", [], month=1).g
    a, b = next(
        (a, b)
        for a in summer.map.names
        for b in summer.map.names
        if summer.map.distance(a, b) == 3 and winter.map.hindrance(a, b) >= 0 > summer.map.hindrance(a, b)
    )
    assert not sees(summer, a, b) and sees(winter, a, b)
    here, there = pair(2, "grain")
    assert sees(summer, here, there)
