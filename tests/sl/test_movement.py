"""The sequence of play, movement, Defensive and Advancing Fire in Squad Leader (SL:1.3, SL:4, SL:5.6)."""

from __future__ import annotations

import pytest

from defilade.kernel import Choice
from defilade.rules.sl.movement import allowance
from defilade.rules.sl.state import Track
from defilade.rules.sl.terrain import entry_cost
from sl.table import Table, pair, unit


@pytest.mark.rule("SL:1.3.1-p0", "SL:1.3.1-a", "SL:1.3.1-b", "SL:1.3.1-c")
def test_eight_phases_two_player_turns_and_then_the_next_turn() -> None:
    a, b = pair(8)
    table = Table("RPh", [unit("g", "ger-467", a), unit("r", "rus-336", b)])
    while table.position.state.turn < 2:
        pending = table.position.pending
        assert isinstance(pending, Choice)
        table.do("done")
    phases = [event.text for event in table.events if event.kind == "phase"]
    order = [
        "Rally",
        "Prep Fire",
        "Movement",
        "Defensive Fire",
        "Advancing Fire",
        "Rout",
        "Advance",
        "Close Combat",
    ]
    assert phases[:16] == [f"{name} Phase." for name in order * 2]
    assert [event.side for event in table.events if event.kind == "player_turn"] == ["russian", "german"]


# In part: SL:3.9.4, SL:3.4.3-a.
@pytest.mark.rule("SL:4.1.4.1", "SL:4.1.4.2", "SL:4.1.4.3", "SL:4.1.5")
def test_allowances() -> None:
    a, _ = pair(4)
    units = [
        unit("s", "ger-467", a),
        unit("h", "ger-237", a),
        unit("c", "ger-436", a),
        unit("l", "ger-8-1", a),
        unit("w", "ger-8-1", a, wounded=True),
    ]
    g = Table("MPh", units).g
    alone = {uid: allowance(g, g.unit(uid), led=False) for uid in "shclw"}
    assert alone == {"s": 4, "h": 4, "c": 3, "l": 6, "w": 3}
    assert [allowance(g, g.unit(uid), led=True) for uid in "scl"] == [6, 5, 6]


# In part: SL:4.1.6-b.
@pytest.mark.rule("SL:4.1.6-a", "SL:4.1.6-c", "SL:4.1.6-d", "SL:4.1.6-e", "SL:4.1.9-a", "SL:4.1.9-b")
def test_what_hexes_cost() -> None:
    g = Table("MPh", []).g
    costs = {}
    for kind in ("open", "grain", "woods", "wooden_building", "stone_building"):
        a, b = pair(1, kind)
        costs[kind] = entry_cost(g, a, b)
    assert costs == {"open": 1, "grain": 1, "woods": 2, "wooden_building": 2, "stone_building": 2}
    a, b = next((a, b) for a in g.map.names for b in g.map.adjacent[a] if g.map.road_between(a, b))
    assert entry_cost(g, a, b) == 0.5
    hilly = Table("MPh", [], board="v").g
    low, high = next(
        (a, b)
        for a in hilly.map.names
        for b in hilly.map.adjacent[a]
        if hilly.map.level(a) < hilly.map.level(b)
        and hilly.map.terrain[a] == hilly.map.terrain[b] == "open"
        and not hilly.map.road_between(a, b)
    )
    assert (entry_cost(hilly, low, high), entry_cost(hilly, high, low)) == (2, 1)


@pytest.mark.rule("SL:4.1.2", "SL:4.1.12", "SL:4.1.13", "SL:4.1.11")
def test_a_unit_moves_hex_by_hex_until_its_mf_are_spent() -> None:
    a, b = pair(1)
    enemy = next(hex for hex in Table("MPh", []).g.map.adjacent[b] if hex != a)
    table = Table("MPh", [unit("s", "ger-467", a), unit("r", "rus-447", enemy)]).do("move s")
    table.do(f"enter - {b}")
    assert table.refusal(f"enter - {enemy}").rule == "SL:4.1.11"
    table.do(f"enter - {a}", f"enter - {b}", f"enter - {a}")
    assert table.options() == ["stop"] and table.refusal(f"enter - {b}").rule == "SL:4.1.2"
    table.do("stop")
    assert table.unit("s").moved and table.position.state.phase == "DFPh"


@pytest.mark.rule("SL:4.1.1", "SL:3.2.2-b", "SL:6.3.1")
def test_who_does_not_move() -> None:
    a, b = pair(4)
    units = [
        unit("s", "ger-467", a),
        unit("f", "ger-467", a, fire="prep"),
        unit("l", "ger-8-1", a, directed=("f",)),
        unit("m", "ger-467", b, melee=True),
        unit("x", "ger-467", b, broken=True),
    ]
    table = Table("MPh", units)
    assert table.options("move") == ["move s"]
    rules = [table.refusal(f"move {uid}").rule for uid in "flmx"]
    assert rules == ["SL:4.1.1", "SL:3.2.2-b", "SL:6.3.1", "SL:3.21.1"]


@pytest.mark.rule("SL:4.1.5")
def test_a_stack_with_a_leader_goes_further() -> None:
    a, b = pair(1)
    table = Table("MPh", [unit("s", "ger-467", a), unit("l", "ger-8-1", a)]).do("move s", "join l")
    for _ in range(3):
        table.do(f"enter - {b}", f"enter - {a}")
    assert table.options() == ["stop"] and table.unit("l").hex == table.unit("s").hex == a


# In part: SL:4.3.1.
@pytest.mark.rule("SL:4.3.3", "SL:4.3.4", "SL:4.1.3-a")
def test_stacks_may_be_too_full_on_the_way_but_not_at_its_end() -> None:
    a, b = pair(1)
    full = [unit(f"f{n}", "ger-467", b) for n in range(2)] + [unit("h", "ger-237", b)]
    table = Table("MPh", [unit("s", "ger-467", a), *full]).do("move s", f"enter - {b}")
    assert "stop" not in table.options() and table.refusal("stop").rule == "SL:4.3.3"
    table.do(f"enter - {a}", "stop")
    assert table.unit("s").hex == a
    g = table.g
    line = next(
        (a, b, c, d)
        for a in g.map.names
        for b in g.map.adjacent[a]
        for c in g.map.adjacent[b]
        for d in g.map.adjacent[c]
        if (g.map.distance(a, b), g.map.distance(a, c), g.map.distance(a, d)) == (1, 2, 3)
        if all(g.map.terrain[hex] == "open" for hex in (b, c, d))
    )
    crowd = [unit(f"{where}{n}", "ger-467", where) for where in line[1:3] for n in range(3)]
    behind = [
        unit(f"x{n}{m}", "ger-467", near)
        for m, near in enumerate(g.map.adjacent[line[1]])
        for n in range(3)
        if near not in line
    ]
    through = Table("MPh", [unit("s", "ger-467", line[0]), *crowd, *behind]).do("move s")
    for hex in line[1:]:
        through.do(f"enter - {hex}")
    assert "stop" in through.options()
    leaders = [unit(f"l{n}", "ger-8-0", b) for n in range(3)]
    five = Table("APh", [unit("s", "ger-467", a), unit("t", "ger-467", b), *leaders])
    assert five.refusal(f"advance s {b}").rule == "SL:4.3.1"


# -- Defensive Fire ----------------------------------------------------------------------------------------


def crossing() -> tuple[str, str, str, str]:
    """A way over three open hexes in sight of a fourth."""
    g = Table("RPh", []).g
    for watch in g.map.names:
        for start in g.map.names:
            if g.map.distance(watch, start) != 3 or g.map.terrain[start] != "open":
                continue
            for middle in g.map.adjacent[start]:
                for end in g.map.adjacent[middle]:
                    way = (start, middle, end)
                    if end == start or g.map.distance(watch, middle) < 2 or g.map.distance(start, end) < 2:
                        continue
                    if all(
                        g.map.terrain[hex] == "open"
                        and not g.map.roads.get(hex)
                        and g.map.hindrance(watch, hex) >= 0
                        for hex in way
                    ):
                        return watch, start, middle, end
    raise AssertionError


def run_across(*more: dict[str, object], assault: bool = False) -> tuple[Table, str, str, str]:
    watch, start, middle, end = crossing()
    units = [unit("s", "ger-467", start), unit("r", "rus-447", watch), *more]
    table = Table("MPh", units).do("move s", *(("assault",) if assault else ()), f"enter - {middle}")
    if not assault:
        table.do(f"enter - {end}")
    table.do("stop", *(("done",) if more else ()))
    return table, start, middle, end


@pytest.mark.rule("SL:5.6.1-a", "SL:5.6.1-b", "SL:5.6.1-c", "SL:5.6.2", "SL:5.6.3", "SL:5.6.4", "SL:5.6.5")
def test_the_defender_fires_at_any_hex_of_a_way_but_its_start() -> None:
    table, start, middle, end = run_across()
    assert table.options("target") == [f"target - {end}", f"target s {middle}"]
    table.do(f"target s {middle}")
    assert table.unit("s").hex == middle
    table.do("add r", "declare").roll((6, 5))
    assert table.unit("s").hex == end  # unharmed it goes back to where it ended
    assert f"target s {start}" not in str(table.events)


@pytest.mark.rule("SL:5.6.3")
def test_who_breaks_on_the_way_stays_there() -> None:
    table, _, middle, _ = run_across()
    table.do(f"target s {middle}", "add r", "declare").roll((3, 4), (5, 5))
    assert table.unit("s").broken and table.unit("s").hex == middle


# In part: SL:5.6.8.1-b.
@pytest.mark.rule("SL:5.6.8.1-a", "SL:4.5.1-a", "SL:4.5.1-b")
def test_movers_are_easier_to_hit_and_assault_movement_helps() -> None:
    table, _, middle, _ = run_across()
    table.do(f"target s {middle}", "add r", "declare").roll((6, 5))
    assert table.breakdown().value("SL:5.6.8.1-a") == -1 and table.breakdown().value("SL:5.6.8.1-b") == -1
    careful, _, middle, _ = run_across(assault=True)
    careful.do(f"target - {middle}", "add r", "declare").roll((6, 5))
    assert careful.breakdown().drm == -1 and careful.breakdown().value("SL:5.6.8.1-a") is None


# In part: SL:4.5.3.
@pytest.mark.rule("SL:4.5.1-b")
def test_assault_movement_is_one_hex_and_not_all_mf() -> None:
    a, b = pair(1)
    table = Table("MPh", [unit("s", "ger-467", a)]).do("move s", "assault", f"enter - {b}")
    assert table.options() == ["stop"] and table.refusal(f"enter - {a}").rule == "SL:4.5.1-b"


@pytest.mark.rule("SL:5.6.6", "SL:5.6.5")
def test_only_those_who_moved_are_easier_to_hit() -> None:
    watch, _, _, end = crossing()
    there = unit("t", "ger-467", end)
    table, _, _, _ = run_across(there)
    assert table.unit("r").hex == watch
    table.do(f"target - {end}", "add r", "declare").roll((6, 5))
    attacks = [event for event in table.events if event.kind == "attack"]
    drms = {event.who: event.breakdown.drm for event in attacks if event.breakdown is not None}
    assert drms == {("t",): 0, ("s",): -2}


@pytest.mark.rule("SL:5.6.8.1-c")
def test_moves_inside_a_building_are_no_easier_to_hit() -> None:
    g = Table("RPh", []).g
    a, b = next(
        (a, b)
        for a, building in g.map.building_of.items()
        for b in g.map.adjacent[a]
        if g.map.building_of.get(b) == building
    )
    watch = next(hex for hex in g.map.names if g.map.distance(hex, b) == 2 and g.map.hindrance(hex, b) >= 0)
    table = Table("MPh", [unit("s", "ger-467", a), unit("r", "rus-447", watch)])
    table.do("move s", f"enter - {b}", "stop", f"target - {b}", "add r", "declare").roll((6, 5))
    assert table.breakdown().value("SL:5.6.8.1-a") is None


# In part: SL:5.6.10.1-a, SL:5.6.10.1-b.
@pytest.mark.rule("SL:5.6.10-q1", "SL:5.6.10.2")
def test_who_barely_passes_goes_to_ground_and_his_men_with_him() -> None:
    table, _, middle, _ = run_across()
    table.do(f"target s {middle}", "add r", "declare").roll((3, 4), (3, 3))  # result 1 on 5: 6 passes barely
    assert table.unit("s").hex == middle and table.position.state.tracks == {}  # the DFPh is over
    assert table.said("SL:5.6.10.1-a")
    watch, start, mid, end = crossing()
    units = [
        unit("s", "ger-467", start),
        unit("l", "ger-8-0", start),
        unit("r", "rus-447", watch),
        unit("q", "rus-447", watch),
    ]
    led = Table("MPh", units).do("move s", "join l", f"enter - {mid}", f"enter - {end}", "stop")
    led.do(f"target s+l {mid}", "add r", "declare").roll((3, 4))
    led.roll((4, 3), (1, 1))
    assert led.said("SL:5.6.10.2") and led.unit("s").hex == led.unit("l").hex == mid


# In part: SL:5.6.10.1-b.
def test_the_grounded_move_no_more() -> None:
    watch, _, middle, _ = crossing()
    track = {"s": Track(0, (middle,), grounded=True)}
    units = [unit("s", "ger-467", middle, moved=True), unit("r", "rus-447", watch)]
    table = Table("DFPh", units, tracks=track).do(f"target - {middle}", "add r", "declare").roll((6, 5))
    assert table.breakdown().drm == 0


# In part: SL:5.4.5-a.
@pytest.mark.rule("SL:1.3.1-p5.2", "SL:5.4.7", "SL:1.3.1-p5.4")
def test_advancing_fire_is_half_for_those_who_moved() -> None:
    a, b = pair(4)
    full = Table("AFPh", [unit("g", "ger-467", a), unit("r", "rus-447", b)])
    full.do(f"target - {b}", "add g", "declare").roll((6, 5))
    assert full.breakdown().total == 4
    moved = Table("AFPh", [unit("g", "ger-467", a, moved=True), unit("r", "rus-447", b)])
    moved.do(f"target - {b}", "add g", "declare").roll((6, 5))
    assert moved.breakdown().total == 2
    c, d = pair(1)
    close = Table("AFPh", [unit("g", "ger-467", c, moved=True), unit("r", "rus-447", d)])
    close.do(f"target - {d}", "add g", "declare").roll((6, 5))
    assert close.breakdown().total == 4
    fired = Table("AFPh", [unit("g", "ger-467", a, fire="prep"), unit("r", "rus-447", b)])
    assert fired.position.state.phase != "AFPh" and fired.unit("g").fire == ""


@pytest.mark.rule("SL:14.11.5")
def test_wheat_stands_from_june_to_october() -> None:
    _, b = pair(2, "grain")
    seen = [Table("RPh", [], month=month).g.terrain_of(b).name for month in (5, 6, 10, 11)]
    assert seen == ["open ground", "wheat", "wheat", "open ground"]
