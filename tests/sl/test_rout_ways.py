"""Which ways broken units think of, and which they do not (SL:3.21)."""

from __future__ import annotations

from pathlib import Path

import pytest

from defilade.kernel import Choice
from defilade.rules.sl import terrain
from defilade.rules.sl.people.flight import no_suicide
from defilade.rules.sl.rout import (
    destinations,
    fail_to_rout,
    must_rout,
    no_way,
    rout_refusal,
    step_refusal,
    swept,
)
from defilade.rules.sl.state import Bypass
from defilade.rules.sl.terrain import adjacent_enemy
from defilade.tactics.arcs import sides_crossed
from sl.motor_pool import rows, scene, vehicle
from sl.secrets import seen_by, under_cover
from sl.table import Table, near, pair, unit
from sl.wilds import BOARD, wild, wilds

__all__ = ["wilds"]

LONE = Table("RPh", []).g


@pytest.mark.rule("SL:3.21.3")
def test_over_a_cliff_nobody_is_adjacent() -> None:
    """C4 of board 3 is a level above C3: nobody could advance from one to the other."""
    table = Table("RPh", [unit("r", "rus-447", "3C4"), unit("g", "ger-467", "3C3")], board="3")
    assert table.g.map.hexside_kind("3C3", "3C4") == "cliff"
    assert not adjacent_enemy(table.g, "3C4", "russian") and not adjacent_enemy(table.g, "3C3", "german")
    beside = next(hex for hex in table.g.map.adjacent["3C3"] if hex != "3C4")
    assert adjacent_enemy(table.g, beside, "russian")


def upstairs() -> tuple[Table, str, str, str]:
    """A house of several hexes on board 1 with a storey, and a hex of it with stairs and one without."""
    g = Table("RPh", [], board="1").g
    for hexes in g.map.buildings.values():
        tall = [hex for hex in hexes if g.map.storeys(hex)]
        with_stairs = [hex for hex in tall if g.map.places_in(hex)[1] in g.map.adjacent[hex]]
        without = [hex for hex in tall if hex not in with_stairs]
        if with_stairs and without:
            return Table("RPh", [], board="1"), with_stairs[0], without[0], g.map.places_in(without[0])[1]
    raise AssertionError("no such house")


@pytest.mark.rule("SL:3.21-q17")
def test_upstairs_without_stairs_nobody_below_is_adjacent() -> None:
    _, stairs, bare, above = upstairs()
    table = Table("RPh", [unit("r", "rus-447", bare)], board="1")
    assert not adjacent_enemy(table.g, above, "german")
    with_stairs = Table("RPh", [unit("r", "rus-447", stairs)], board="1")
    assert adjacent_enemy(with_stairs.g, with_stairs.g.map.places_in(stairs)[1], "german")


@pytest.mark.rule("SL:3.21.9")
def test_who_is_on_the_ground_floor_need_not_go_upstairs() -> None:
    _, stairs, *_ = upstairs()
    g = Table("RPh", [], board="1").g
    above = g.map.places_in(stairs)[1]
    for beside in g.map.adjacent[stairs]:
        if beside in g.map.below or g.map.building_of.get(beside) is not None:
            continue
        table = Table(
            "RtPh",
            [unit("r", "rus-447", stairs, broken=True, dm=True), unit("g", "ger-467", beside)],
            board="1",
        )
        found = destinations(table.g, table.unit("r"))
        if above in found:
            assert [hex for hex in found if hex != above], "another way is open, though it is longer"
            return
    raise AssertionError("nowhere upstairs to go")


@pytest.mark.rule("SL:3.21.14")
def test_behind_a_wreck_open_ground_may_be_crossed() -> None:
    line = rows("z", "open", "open", "open")
    units = [unit("g", "ger-467", line[0]), unit("r", "rus-447", line[2], broken=True)]
    bare = Table("RtPh", units)
    assert swept(bare.g, line[2], "russian")
    wreck = vehicle("v", "ger-pzkw-iiie", line[1], wreck=True)
    assert not swept(scene("RtPh", units, [wreck]).g, line[2], "russian")
    jeep = vehicle("v", "ger-kubelwagen", line[1], wreck=True)
    assert swept(scene("RtPh", units, [jeep]).g, line[2], "russian")


@pytest.mark.rule("SL:3.21-q15")
def test_who_broke_in_bypass_is_in_the_woods_from_the_rout_phase_on() -> None:
    woods = next(hex for hex, kind in Table("RPh", []).g.map.terrain.items() if kind == "woods")
    going_by = {"r": (Bypass(woods, (0,), ()),)}
    far = next(hex for hex in Table("RPh", []).g.map.names if Table("RPh", []).g.map.distance(hex, woods) > 8)
    table = Table(
        "AFPh",
        [unit("r", "rus-447", woods, broken=True), unit("g", "ger-467", far)],
        attacker="russian",
        bypasses=going_by,
    )
    while table.position.state.phase == "AFPh":
        table.do("done")
    assert not table.position.state.bypasses and not must_rout(table.g, table.unit("r"))


@pytest.mark.rule("SL:3.21-q19")
@pytest.mark.usefixtures("wilds")
def test_nobody_looks_for_cover_beyond_the_water(tmp_path: Path) -> None:
    """SL1-083 of the given cases: the woods across the pond are nearer, but nobody gets there."""
    table = wild("RPh", unit("r", "rus-447", "D4", broken=True), unit("l", "rus-8-0", "D4"))
    assert no_way(table.g, "qD5") and not no_way(table.g, "qD4")

    def cover(board: str, *water: str) -> set[str]:
        lines = BOARD.replace("id: q", f"id: {board}").splitlines()
        kept = [line for line in lines if not line.startswith(("  marsh:", "  pond:", "  woods:"))]
        at = kept.index("terrain:") + 1
        kept[at:at] = [*water, "  woods: C5 J5 S5 T4 T5 T6 S8"]
        (tmp_path / "boards" / f"{board}.yaml").write_text("\n".join([*kept, ""]), encoding="utf-8")
        across = Table("RPh", [unit("r", "rus-447", "E5", broken=True)], board=board)
        return set(destinations(across.g, across.unit("r")))

    pond = " ".join(f"D{row}" for row in range(11))
    assert cover("qd") == {"qdC5"}
    assert cover("qw", f"  pond: {pond}") == {"qwJ5"}


@pytest.mark.rule("SL:3.21.16-13A")
def test_by_convention_nobody_routs_into_certain_death() -> None:
    """Who stops beside an enemy whom he knows is lost when the RtPh ends."""
    a, b = pair(6)
    beside, safe = near(b), near(a)

    def chosen(found: dict[str, str], ways: dict[str, str], **options: str) -> dict[str, str]:
        table = Table("RPh", [unit("r", "rus-447", a, broken=True), unit("g", "ger-467", b)], options=options)
        return no_suicide(table.g, found, table.unit("r"), ways)

    deadly, sure = {"x": beside}, {"y": safe}
    assert chosen(deadly, deadly | sure) == deadly
    on = {"safe-rout": "on"}
    assert chosen(deadly, deadly | sure, **on) == sure and chosen(deadly | sure, deadly | sure, **on) == sure
    assert chosen(deadly, deadly, **on) == deadly


@pytest.mark.rule("SL:3.21.7.2")
def test_behind_a_wall_open_ground_may_be_crossed() -> None:
    """4W4 has a wall to its east and 4Z1 a hedge to its south; 4V3 and 4Z0 see them from the other side."""
    for here, beyond, kind in (("4W4", "4Y6", "wall"), ("4Z1", "4Y4", "hedge"), ("4W4", "4X2", "")):
        table = Table("RPh", [unit("g", "ger-467", beyond)], board="4")
        map = table.g.map
        crossed = {
            map.hexside_kind(here, near) or ""
            for side in sides_crossed(map, beyond, here)
            if (near := map.neighbours[here][side]) is not None
        }
        assert terrain.sees(table.g, beyond, here) and (kind or "") in crossed
        assert swept(table.g, here, "russian") == (kind == "")


@pytest.mark.rule("SL:3.21.7.1", "SL:3.21.7.2", "SL:3.21-q18")
def test_vehicles_are_enemies_too() -> None:
    line = rows("z", "open", "open", "open")
    broken = [unit("r", "rus-447", line[0], broken=True)]
    tank = [vehicle("v", "ger-pzkw-ivh", line[2])]
    table = scene("RtPh", broken, tank)
    found = step_refusal(table.g, "russian", line[0], line[1])
    assert found is not None and found.rule == "SL:3.21.7.1"
    beside = step_refusal(table.g, "russian", line[1], line[2])
    assert beside is not None and beside.rule == "SL:4.1.11"
    empty = scene("RtPh", broken, [vehicle("v", "ger-pzkw-ivh", line[2], wreck=True)])
    assert step_refusal(empty.g, "russian", line[0], line[1]) is None
    wreck = vehicle("w", "ger-pzkw-iiie", line[1], wreck=True)
    assert swept(table.g, line[0], "russian")
    assert not swept(scene("RtPh", broken, [*tank, wreck]).g, line[0], "russian")
    low, high = next(
        (low, high)
        for high in ("2I5", "2J5", "2N4")
        for low in Table("RPh", [], board="2").g.map.names
        if Table("RPh", [], board="2").g.map.level(low) == 0
        and terrain.sees(Table("RPh", [], board="2").g, low, high)
    )
    assert not swept(scene("RtPh", [], [vehicle("v", "ger-pzkw-ivh", low)], board="2").g, high, "russian")


@pytest.mark.rule("SL:3.21.11", "SL:3.21.13")
def test_out_of_a_full_hex_the_broken_may_go_on() -> None:
    wood = next(hex for hex, kind in Table("RPh", []).g.map.terrain.items() if kind == "woods")
    men = [unit(f"r{number}", "rus-447", wood, broken=True) for number in range(3)]
    table = Table("RPh", men)
    assert rout_refusal(table.g, table.unit("r0")) is None
    fewer = Table("RPh", men[:2])
    refused = rout_refusal(fewer.g, fewer.unit("r0"))
    assert refused is not None and refused.rule == "SL:3.21.13"


@pytest.mark.rule("SL:3.21-q5", "SL:3.21.12")
def test_who_stops_beside_the_concealed_is_not_lost() -> None:
    """Whether anybody lies there at all nobody knows; in the next RtPh he goes on."""
    line = rows("z", "open", "open")
    units = [unit("r", "rus-447", line[0], broken=True), unit("g", "ger-467", line[1])]
    seen, unseen = Table("RPh", units), Table("RPh", units)
    under_cover(unseen, "g")
    for table, alive in ((seen, False), (unseen, True)):
        g = table.g
        g.update(g.unit("r"), routed=True)
        fail_to_rout(g, "russian")
        assert ("r" in g.state.units) == alive


@pytest.mark.rule("SL:3.21.11", "SL:2.3.2")
def test_whether_the_broken_are_asked_tells_nothing_of_those_under_a_counter() -> None:
    """Two worlds that look alike: two squads lie under the "?" beside the broken one, or under another far away."""
    here, there = [hex for hex, kind in LONE.map.terrain.items() if kind == "woods"][:2]
    men = [unit("r", "rus-447", here, broken=True)]
    men += [unit(f"s{number}", "rus-447", here) for number in range(2)]
    in_the_open = Table("RtPh", men)
    assert in_the_open.options("rout")
    worlds = []
    for full, empty in ((here, there), (there, here)):
        table = Table("RtPh", men)
        for hex in (here, there):
            for uid in ("s0", "s1") if hex == full else ():
                table.g.place(table.unit(uid), full)
            under_cover(table, *(("s0", "s1") if hex == full else ()), dummies=2 * (hex == empty), hex=hex)
        worlds.append(table)
    first, second = worlds
    assert first.position.state.covered != second.position.state.covered
    assert seen_by(first, "german") == seen_by(second, "german")
    assert isinstance(first.position.pending, Choice) and isinstance(second.position.pending, Choice)
    assert first.position.pending.side == second.position.pending.side
    assert rout_refusal(first.g, first.unit("r")) == rout_refusal(second.g, second.unit("r")) is not None
