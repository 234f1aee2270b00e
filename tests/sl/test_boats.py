"""Fording (SL:14.28.8) and boats (SL:11.42, SL:11.43): the water's steps in the Advance Phase."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from conformance.walk import random_step
from defilade.kernel import Choice, Over
from defilade.rules.sl.card import Group
from defilade.rules.sl.ground.low_ground import is_water
from defilade.rules.sl.movement import MovementPhase
from defilade.rules.sl.rout import must_rout
from defilade.rules.sl.set_up import before_first_turn
from defilade.rules.sl.state import Boat, Track
from defilade.rules.sl.system import SlSystem
from defilade.rules.sl.terrain import entry_bar
from defilade.rules.sl.water import boats
from defilade.rules.sl.water.boats import boat_by_boat, enough_hands, mp_of, price, room_for
from defilade.rules.sl.water.fording import DepthRoll, is_ford, when_and_where
from defilade.rules.sl.water.swimming import downstream
from defilade.tactics.arcs import FACING_NAMES
from defilade.tactics.areas import Area
from sl.secrets import ask_again
from sl.table import Table, unit
from sl.test_mounts import SQUAD
from sl.test_portage import gun
from sl.wilds import BOARD, wild, wilds

__all__ = ["wilds"]
pytestmark = pytest.mark.usefixtures("wilds")

FOE = "rus-447"
BANK, WATER, NEXT = "qE6", "qD6", "qD5"
SHALLOW = {"shallow-river": "on"}


def flow(start: str = WATER, goal: str = NEXT) -> str:
    """A facing in which the water goes from one hex to the next, and to no other."""
    for name in FACING_NAMES:
        if downstream(wild("RPh", unit("s", SQUAD, "A1"), current=name).g, start) == [goal]:
            return name
    raise AssertionError("no such current")


def wading(phase: str, hex: str = WATER, *more: dict[str, Any], **state: Any) -> Table:
    options = {**SHALLOW, **state.pop("options", {})}
    men = [unit("s", SQUAD, hex), unit("r", FOE, "qZ1"), *more]
    return wild(phase, *men, options=options, current=state.pop("current", flow()), **state)


# -- fording -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:14.28.8.1", "SL:14.28.8.3-a")
def test_a_shallow_river_is_entered_and_left_with_a_whole_move() -> None:
    table = wading("MPh", BANK).do("move s")
    assert f"enter - {WATER}" in table.options()
    table.do(f"enter - {WATER}")
    assert table.unit("s").hex == WATER and table.options() == ["stop"]
    deep = wild("MPh", unit("s", SQUAD, BANK), current=flow()).do("move s")
    assert f"enter - {WATER}" not in deep.options()
    pond = wild("MPh", unit("s", SQUAD, BANK), options=SHALLOW).do("move s")
    assert f"enter - {WATER}" not in pond.options(), "what does not flow is not forded"
    g = table.g
    inland = next(
        hex
        for hex in g.map.adjacent[BANK]
        if g.map.distance(hex, WATER) == 2 and g.map.terrain[hex] == "open"
    )
    late = wading("MPh", inland).do("move s", f"enter - {BANK}")
    assert late.refusal(f"enter - {WATER}").rule == "SL:14.28.8.3-a"
    ashore = wading("MPh").do("move s", f"enter - {BANK}")
    assert ashore.unit("s").hex == BANK and ashore.options() == ["stop"]


@pytest.mark.rule("SL:14.28.7.1-a")
@pytest.mark.parametrize(("die", "shallow"), [(1, True), (2, False), (6, False)])
def test_a_die_tells_how_deep_an_unknown_river_is(die: int, shallow: bool) -> None:
    table = wild("MPh", unit("s", SQUAD, BANK), options={"shallow-river": "die"}, current=flow())
    g = table.g
    g.state.stack.clear()
    g.push_in_order(*before_first_turn(g), MovementPhase())
    ask_again(table)
    assert table.asked() == "How deep is the river?"
    table.roll((die,))
    assert is_ford(table.g, WATER) is shallow
    pond = wild("MPh", unit("s", SQUAD, BANK), options={"shallow-river": "die"}).g
    assert not any(isinstance(frame, DepthRoll) for frame in before_first_turn(pond)), (
        "what does not flow is deep without a throw"
    )


@pytest.mark.rule("SL:14.28.8.2")
def test_nobody_fords_over_a_cliff(tmp_path: Path) -> None:
    river = BOARD.replace("pond: C6", "pond: Q8 C6").replace("  crag: Q8\n", "").replace("id: q", "id: qr")
    (tmp_path / "boards" / "qr.yaml").write_text(river, encoding="utf-8")
    men = [unit("s", SQUAD, "R8"), unit("t", SQUAD, "P9"), unit("r", FOE, "A1")]
    g = Table("MPh", men, board="qr", options=SHALLOW, current=flow()).g
    found = when_and_where(g, g.unit("s"), "qrR8", "qrQ8")
    assert found is not None and found.rule == "SL:14.28.8.2"
    back = when_and_where(g, g.unit("s"), "qrQ8", "qrR8")
    assert back is not None and back.rule == "SL:14.28.8.2" and entry_bar(g, g.unit("s"), "qrR8", "qrQ8")
    assert when_and_where(g, g.unit("t"), "qrP9", "qrQ8") is None


@pytest.mark.rule("SL:1.3.1-p7.2", "SL:14.28.8.4", "SL:14.28.8.3-a")
def test_on_through_the_river_one_advances_unless_a_six_is_thrown() -> None:
    moving = wading("MPh").do("move s")
    assert moving.refusal(f"enter - {NEXT}").rule == "SL:14.28.8.4"
    table = wading("APh").do(f"advance s {NEXT}")
    assert table.asked().endswith("not on a 6.")
    assert table.roll((5,)).unit("s").hex == NEXT
    stuck = wading("APh").do(f"advance s {NEXT}").roll((6,))
    assert stuck.unit("s").hex == WATER and stuck.said("SL:1.3.1-p7.2")
    assert wading("APh").refusal(f"advance s {BANK}").rule == "SL:14.28.8.3-a"


@pytest.mark.rule("SL:14.28.8.5")
def test_not_against_a_heavy_current() -> None:
    up = wading("APh", NEXT, options={"heavy-current": "on"})
    assert up.refusal(f"advance s {WATER}").rule == "SL:14.28.8.5"
    assert f"advance s {WATER}" in wading("APh", NEXT).options()


@pytest.mark.rule("SL:14.28.8.7")
def test_who_fords_fires_at_half_and_no_weapons() -> None:
    there = unit("e", FOE, "qE7")
    weapons = {"w": gun("w", "ger-lmg", "s", WATER)}
    table = wading("PFPh", WATER, there, weapons=weapons)
    target = next(text for text in table.options("target"))
    table.do(target)
    assert "add s" in table.options() and not any(
        "w" in text.split()[1].split("+") for text in table.options("add")
    )
    table.do("add s", "declare").roll((5, 5))
    assert any(line.rule == "SL:14.28.8.7" and line.value == 0.5 for line in table.breakdown().lines)


@pytest.mark.rule("SL:14.28.8.9-a", "SL:14.28.8.9-b", "SL:14.28.8.9-c")
@pytest.mark.parametrize("dice", [(6, 5), (5, 6)])
def test_who_breaks_in_the_river_is_lost_or_driven_away(dice: tuple[int, int]) -> None:
    table = wading("DFPh", WATER, unit("e", FOE, "qE7"), attacker="german")
    table.do(f"target - {WATER}", "add e", "declare").roll((1, 4), dice)
    if dice[0] > dice[1]:
        assert not table.alive("s") and table.said("SL:14.28.8.9-a")
    else:
        assert isinstance(table.position.pending, Choice) and table.position.pending.side == "russian"
        table.do(f"drift s {NEXT}")
        assert table.unit("s").hex == NEXT and not table.unit("s").broken


# -- boats -------------------------------------------------------------------------------------------------------


def boat(hex: str, kind: str = "sturmboat", boat_id: str = "b", **more: str) -> dict[str, Boat]:
    return {boat_id: Boat(boat_id, "german", kind, hex, **more)}


def embarked(
    phase: str, *more: dict[str, Any], at: str = WATER, kind: str = "sturmboat", **state: Any
) -> Table:
    men = [unit("s", SQUAD, at), unit("r", FOE, "qZ1"), *more]
    boats = boat(at, kind) | state.pop("boats", {})
    return wild(phase, *men, boats=boats, aboard={"s": "b"}, current=state.pop("current", flow()), **state)


def skip(table: Table) -> Table:
    """On to the next question of the APh."""
    return table.do("done")


@pytest.mark.rule("SL:1.3.1-p7.3", "SL:11.43.9", "SL:11.43.10-e", "SL:11.42.2")
def test_boats_are_launched_when_the_infantry_has_advanced() -> None:
    men = [unit("s", SQUAD, BANK), unit("l", "ger-9-1", BANK), unit("t", SQUAD, BANK), unit("r", FOE, "qZ1")]
    table = wild("APh", *men, boats=boat(BANK), current=flow())
    assert table.options("advance") and not table.options("launch")
    skip(table)
    assert f"launch b {WATER}" in table.options()
    table.do(f"launch b {WATER}")
    assert set(table.options()) == {"aboard s", "aboard l", "aboard t", "stop"}
    table.do("aboard s")
    assert "aboard t" not in table.options() and "push-off" in table.options(), "a squad and a leader fill it"
    table.do("aboard l", "push-off")
    assert table.unit("s").hex == table.unit("l").hex == WATER == table.position.state.boats["b"].hex
    assert table.said("SL:1.3.1-p7.3") and not table.options("land"), (
        "nor does it land or drift in that player turn"
    )
    moved = wild("APh", *men, boats=boat(BANK), current=flow())
    away = next(text for text in moved.options("advance") if text.split()[1] == "s")
    skip(moved.do(away)).do(f"launch b {WATER}")
    assert "aboard s" not in moved.options()


@pytest.mark.rule("SL:1.3.1-p7.4", "SL:11.43.10-a", "SL:11.43.10-h")
def test_then_they_land_before_the_current_takes_them() -> None:
    table = embarked("APh", options={"heavy-current": "on"})
    assert f"land b {BANK}" in table.options()
    table.do(f"land b {BANK}")
    assert (
        table.unit("s").hex == BANK == table.position.state.boats["b"].hex and not table.position.state.aboard
    )
    assert table.said("SL:1.3.1-p7.4") and not table.said("SL:1.3.1-p7.5")
    taken = embarked("APh", unit("e", FOE, BANK))
    assert f"land b {BANK}" not in taken.options(), "not into close combat"


@pytest.mark.rule("SL:1.3.1-p7.5", "SL:1.3.1-p7.6", "SL:14.28.6.4", "SL:14.28.6.5", "SL:14.28.6.6")
@pytest.mark.parametrize(
    ("force", "attacker", "rule"),
    [
        ("heavy-current", "german", "SL:1.3.1-p7.5"),
        ("heavy-current", "russian", "SL:1.3.1-p7.5"),
        ("moderate-current", "german", "SL:1.3.1-p7.6"),
        ("moderate-current", "russian", ""),
        ("", "german", ""),
    ],
)
def test_last_they_drift(force: str, attacker: str, rule: str) -> None:
    options = {force: "on"} if force else {}
    table = embarked("APh", unit("x", FOE, "qF9"), attacker=attacker, options=options)
    while table.g.state.phase == "APh":
        assert table.position.state.boats["b"].hex == WATER
        table.do("done")
    assert table.position.state.boats["b"].hex == (NEXT if rule else WATER)
    assert not rule or (table.said(rule) and table.unit("s").hex == NEXT)


@pytest.mark.rule("SL:14.28.6.7")
def test_where_there_is_a_choice_the_die_says_whose() -> None:
    both = next(
        name
        for name in FACING_NAMES
        for start in ("qC7", "qC6", WATER, NEXT)
        if len(downstream(wild("RPh", unit("s", SQUAD, "A1"), current=name).g, start)) == 2
    )
    g = wild("RPh", unit("s", SQUAD, "A1"), current=both).g
    start = next(hex for hex in ("qC7", "qC6", WATER, NEXT) if len(downstream(g, hex)) == 2)

    def drifting(kind: str) -> Table:
        table = embarked("APh", at=start, kind=kind, current=both, options={"heavy-current": "on"})
        while table.g.state.phase == "APh" and not table.asked() and not table.options("drift"):
            table.do("done")
        return table

    power = drifting("sturmboat")
    assert isinstance(power.position.pending, Choice) and power.position.pending.side == "german"
    raft = drifting("small_raft")
    assert raft.asked()
    raft.roll((4,))
    assert isinstance(raft.position.pending, Choice) and raft.position.pending.side == "russian"


@pytest.mark.rule("SL:11.43.1", "SL:11.43.2", "SL:11.42.3-b")
def test_in_the_mph_they_go_their_mp_and_fewer_upstream() -> None:
    table = embarked("MPh").do("row b")
    assert f"row-to - {NEXT}" in table.options()
    table.do(f"row-to - {NEXT}")
    assert table.unit("s").hex == NEXT and table.options("row-to")
    table.do("stop")
    assert not table.options("row") and not table.options("move s")

    def upstream(kind: str, force: str) -> float:
        options = {force: "on"} if force else {}
        there = embarked("MPh", at=NEXT, kind=kind, options=options)
        return price(there.g, there.position.state.boats["b"], WATER)

    assert upstream("sturmboat", "") == 1 and upstream("sturmboat", "moderate-current") == 2
    assert upstream("sturmboat", "heavy-current") == 3 and upstream("small_raft", "heavy-current") > 9
    one = wild(
        "MPh", unit("l", "ger-9-1", WATER), boats=boat(WATER, "small_raft"), aboard={"l": "b"}, current=flow()
    )
    assert mp_of(one.g, one.position.state.boats["b"]) == 1.5


@pytest.mark.rule("SL:11.42.2", "SL:11.42.3-a", "SL:11.42.4")
def test_what_they_hold_and_who_moves_them() -> None:
    men = [unit("s", SQUAD, BANK), unit("t", SQUAD, BANK), unit("l", "ger-9-1", BANK)]
    boats = boat(BANK) | boat(BANK, "small_raft", "c") | boat(BANK, "large_raft", "d")
    g = wild("RPh", *men, boats=boats).g
    s, t, leader = g.unit("s"), g.unit("t"), g.unit("l")
    storm, small, large = (g.state.boats[name] for name in "bcd")
    assert room_for(g, storm, [s, leader]) and not room_for(g, storm, [s, t])
    assert room_for(g, large, [s, t, leader])
    assert enough_hands(g, storm, [leader]) and enough_hands(g, small, [leader])
    assert not enough_hands(g, large, [leader]) and enough_hands(g, large, [s])


@pytest.mark.rule("SL:11.43.11.1-a", "SL:11.43.11.4")
def test_fire_from_and_at_boats() -> None:
    there = unit("e", FOE, "qE7")
    table = embarked("PFPh", there, weapons={"w": gun("w", "ger-lmg", "s", WATER)})
    table.do("target - qE7")
    assert not any("w" in text.split()[1].split("+") for text in table.options("add"))
    table.do("add s", "declare").roll((5, 5))
    assert any(line.rule == "SL:11.43.11.1-a" for line in table.breakdown().lines)
    back = embarked("DFPh", there, attacker="german")
    back.do(f"target - {WATER}", "add e", "declare").roll((6, 6))
    assert {line.rule: line.value for line in back.breakdown().lines}["SL:11.43.11.4"] == -1


@pytest.mark.rule("SL:4.14.4", "SL:11.43.11.5-a", "SL:11.43.11.5-b")
def test_a_boat_whose_men_break_may_sink_with_all_aboard() -> None:
    def struck(**state: Any) -> Table:
        table = embarked("DFPh", unit("e", FOE, "qE7"), attacker="german", **state)
        table.do(f"target - {WATER}", "add e", "declare").roll((2, 4), (5, 6))
        assert table.asked().startswith("Does the Sturmboat stay afloat?")
        return table

    lost = struck().roll((6, 6))
    assert not lost.alive("s") and lost.position.state.boats["b"].hex == "" and lost.said("SL:4.14.4")
    held = struck().roll((2, 2))
    assert held.position.state.boats["b"].hex == WATER and not held.said("SL:4.14.4")
    shallow = struck(options=SHALLOW).roll((6, 6))
    assert not shallow.said("SL:4.14.4"), "where one can stand only what they carry is lost"


@pytest.mark.rule("SL:11.43.11.7")
def test_the_broken_afloat_do_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = embarked("RPh")
    broken.g.update(broken.unit("s"), broken=True)
    assert must_rout(broken.g, broken.unit("s")), "land is beside it"
    monkeypatch.setattr(boats, "is_water", lambda g, hex: True)
    assert not must_rout(broken.g, broken.unit("s")), "all around it is water"


def test_random_games_with_boats_end() -> None:
    table = wild("RPh", unit("s", SQUAD, "A1"), current=flow())
    groups = tuple(
        Group(
            id=side,
            name=side,
            side=side,
            provenance="original",
            setup=Area(rows=rows),
            units={counter: 3},
            boats={"sturmboat": 1, "large_raft": 1} if side == "german" else {},
        )
        for side, rows, counter in (("german", "A-F", SQUAD), ("russian", "H-L", FOE))
    )
    for force in ({}, {"heavy-current": "on"}, {"moderate-current": "on", "shallow-river": "on"}):
        card = msgspec.structs.replace(table.g.scenario, groups=groups, turns=2, options=force)
        system = SlSystem({card.id: card})
        for seed in range(1):
            position, _ = system.begin(card.id)
            rng = random.Random(seed)
            while not isinstance(position.pending, Over):
                position.advance(random_step(position, rng))


@pytest.mark.rule("SL:11.43.4-a")
def test_three_boats_in_a_hex_of_water_at_most() -> None:
    men = [unit("s", SQUAD, BANK), unit("r", FOE, "qZ1")]
    others = {f"x{n}": Boat(f"x{n}", "german", "small_raft", WATER) for n in range(3)}
    full = wild("APh", *men, boats=boat(BANK) | others, current=flow())
    while full.g.state.phase == "APh" and not full.options("launch"):
        full.do("done")
    assert f"launch b {WATER}" not in (full.options() if full.g.state.phase == "APh" else [])
    others.pop("x0")
    room = skip(wild("APh", *men, boats=boat(BANK) | others, current=flow()))
    assert f"launch b {WATER}" in room.options()


@pytest.mark.rule("SL:11.43.11.8")
def test_one_in_good_order_is_enough() -> None:
    def manned(*more: dict[str, Any]) -> list[str]:
        crew = [unit("s", SQUAD, WATER, broken=True), unit("x", SQUAD, BANK), *more]
        aboard = {"s": "b"} | {one["id"]: "b" for one in more}
        return wild("MPh", *crew, boats=boat(WATER), aboard=aboard, current=flow()).options("row")

    assert manned() == [] and manned(unit("l", "ger-9-1", WATER)) == ["row b"]


@pytest.mark.rule("SL:11.43.11.1-b")
def test_units_in_different_boats_fire_apart() -> None:
    men = [unit("s", SQUAD, WATER), unit("t", SQUAD, NEXT), unit("e", FOE, "qE7"), unit("x", SQUAD, "qF6")]
    boats = boat(WATER) | boat(NEXT, boat_id="c")
    g = wild("PFPh", *men, boats=boats, aboard={"s": "b", "t": "c"}, current=flow()).g
    found = boat_by_boat(g, frozenset({WATER, NEXT}))
    assert found is not None and found.rule == "SL:11.43.11.1-b"
    assert boat_by_boat(g, frozenset({WATER, "qF6"})) is None


@pytest.mark.rule("SL:11.42.1")
def test_a_group_sets_its_boats_on_the_bank() -> None:
    table = wild("RPh", unit("s", SQUAD, "A1"), current=flow())
    card = Group(
        id="a",
        name="a",
        side="german",
        provenance="original",
        setup=Area(rows="A-F"),
        units={},
        boats={"sturmboat": 1},
    )
    other = msgspec.structs.replace(
        card, id="b", side="russian", units={FOE: 1}, boats={}, setup=Area(rows="H-L")
    )
    system = SlSystem({"sketch": msgspec.structs.replace(table.g.scenario, groups=(card, other))})
    position, _ = system.begin("sketch")
    while not (isinstance(position.pending, Choice) and position.pending.options[0].verb == "beach"):
        assert isinstance(position.pending, Choice)
        position.advance(position.pending.options[0])
    g = system.play(position.state)
    for option in position.pending.options:
        assert any(is_water(g, near) for near in g.map.adjacent[option.at]) and not is_water(g, option.at)
    position.advance(position.pending.options[0])
    assert [one.type for one in position.state.boats.values()] == ["sturmboat"]


@pytest.mark.rule("SL:14.28.8.3-b", "SL:14.28.8.9-c", "SL:5.6.10.1-a", "SL:4.14.9")
def test_who_wades_or_swims_is_caught_in_the_open_and_does_not_go_to_ground() -> None:
    def fired_on(**state: Any) -> Table:
        men = [unit("s", SQUAD, WATER, moved=True), unit("q", FOE, "qE9")]
        table = wild("DFPh", *men, tracks={"s": Track(0, (WATER,))}, current=flow(), **state)
        table.do(f"target - {WATER}", "add q", "declare").roll((2, 4), (2, 4))
        return table

    for state in ({"options": SHALLOW}, {"swimmers": {"s": 1}}):
        table = fired_on(**state)
        assert table.breakdown().drm == -2 and table.breakdown("morale_check").total == 7
        assert not table.said("SL:5.6.10.1-a")
    out = wading("MPh").do("move s", f"enter - {BANK}")
    assert "s" in out.position.state.out_of_water
    dry = wading("MPh", BANK).do("move s", "enter - qE7")
    assert not dry.position.state.out_of_water
