"""Portage of support weapons, and room for them, in Squad Leader (SL:4.2, SL:4.3)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.kernel import Choice
from defilade.rules.sl.marches.portage import (
    Workshop,
    before_the_first_turn,
    comes_apart,
    free,
    is_slowed,
    pp,
    squad_pp,
    workable,
)
from defilade.tactics.units import Weapon
from sl.table import Table, pair, unit


def gun(weapon_id: str, kind: str, owner: str = "", hex: str = "", **more: Any) -> Weapon:
    return Weapon(
        weapon_id, "german" if kind.startswith("ger") else "russian", kind, owner=owner, hex=hex, **more
    )


def armed(phase: str, units: list[dict[str, Any]], *weapons: Weapon, **more: Any) -> Table:
    where = {entry["id"]: entry["hex"] for entry in units}
    placed = {weapon.id: weapon for weapon in weapons}
    table = Table(phase, units, weapons=placed, **more)
    for weapon in weapons:
        if weapon.owner:
            hex = table.g.map.resolve(where[weapon.owner])
            table.position.state.weapons[weapon.id] = Weapon(
                weapon.id, weapon.side, weapon.type, owner=weapon.owner, hex=hex, dismantled=weapon.dismantled
            )
    return table


def steps(table: Table, a: str, b: str) -> int:
    """How many hexes of open ground the unit that moves can enter, to and fro."""
    count = 0
    while f"enter - {b if count % 2 == 0 else a}" in table.options():
        table.do(f"enter - {b if count % 2 == 0 else a}")
        count += 1
    return count


@pytest.mark.rule(
    "SL:4.1.4.4", "SL:4.2.1-a", "SL:4.2.2-a", "SL:4.2.2-b", "SL:4.2.1-c", "SL:4.2-q2", "SL:4.1.3-b"
)
def test_each_pp_more_than_is_free_costs_a_mf() -> None:
    a, b = pair(1)

    def reach(kind: str, *carried: str) -> int:
        weapons = [gun(f"w{n}", name, "s") for n, name in enumerate(carried)]
        return steps(armed("MPh", [unit("s", kind, a)], *weapons).do("move s"), a, b)

    assert (reach("ger-467"), reach("ger-467", "ger-lmg"), reach("ger-467", "ger-mmg")) == (4, 4, 3)
    assert (reach("ger-467", "ger-hmg"), reach("ger-467", "ger-hmg", "ger-lmg")) == (2, 1)
    assert (reach("ger-237", "ger-ft"), reach("ger-237", "ger-mmg"), reach("ger-247-crew", "ger-hmg")) == (
        4,
        2,
        1,
    )
    assert (reach("ger-8-1"), reach("ger-8-1", "ger-dc"), reach("ger-8-1", "ger-lmg")) == (6, 6, 5)
    wood = pair(1, "woods")
    laden = armed("MPh", [unit("s", "ger-467", wood[0])], gun("w", "ger-hmg", "s"), gun("v", "ger-lmg", "s"))
    assert laden.do("move s").refusal(f"enter - {wood[1]}").rule == "SL:4.1.2"  # it has one MF from the first
    led = armed(
        "MPh",
        [unit("s", "ger-467", a), unit("l", "ger-8-1", a)],
        gun("w", "ger-hmg", "s"),
        gun("v", "ger-lmg", "s"),
        gun("d", "ger-ft", "s"),
    ).do("move s", "join l")
    assert steps(led, a, b) == 1  # eight PP, one hex


@pytest.mark.rule(
    "SL:4.2.6",
    "SL:4.2.6-t",
    "SL:4.2.6-a",
    "SL:4.2.6-b",
    "SL:4.2.6-c",
    "SL:4.2.6-e",
    "SL:4.2.6-f",
    "SL:4.2.7.1",
)
def test_what_weapons_weigh() -> None:
    a, _ = pair(1)
    table = Table("RPh", [unit("s", "ger-467", a), unit("l", "ger-8-1", a)])
    g = table.g
    kinds = ("ger-lmg", "ger-mmg", "ger-hmg", "ger-ft", "ger-dc")
    assert [pp(g, gun("w", kind), g.unit("s")) for kind in kinds] == [1, 4, 5, 2, 1]
    assert [pp(g, gun("w", kind), g.unit("l")) for kind in ("ger-lmg", "ger-ft", "ger-dc")] == [2, 2, 1]
    assert [pp(g, gun("w", kind, dismantled=True), g.unit("s")) for kind in ("ger-mmg", "ger-hmg")] == [2, 3]
    assert squad_pp(g, gun("w", "ger-lmg")) == 1


@pytest.mark.rule("SL:4.2.6-d", "SL:4.2.6-g", "SL:4.2.6-h")
def test_the_rest_of_the_chart() -> None:
    kinds = Table("RPh", []).g.tables.portage.kinds
    assert kinds["ATR"].mmc == 4 and kinds["ATR"].smc is None
    assert all((kinds[kind].mmc, kinds[kind].smc) == (0.5, 1) for kind in ("PF", "MOL", "ATM"))
    assert all((kinds[kind].mmc, kinds[kind].smc) == (1, 2) for kind in ("PIAT", "BAZ", "PSK", "Radio"))


@pytest.mark.rule("SL:4.2.3")
def test_a_leader_carries_three_pp_at_most() -> None:
    a, b = pair(1)
    table = armed("MPh", [unit("l", "ger-8-1", a)], gun("w", "ger-lmg", "l"), gun("v", "ger-lmg", "l")).do(
        "move l"
    )
    assert table.refusal(f"enter - {b}").rule == "SL:4.2.3"


@pytest.mark.rule("SL:4.2.6-i", "SL:4.2.4")
def test_two_leaders_carry_a_machine_gun_by_one_hex() -> None:
    a, b = pair(1)
    units = [unit("l", "ger-8-1", a), unit("k", "ger-8-0", a)]
    alone = armed("MPh", units, gun("w", "ger-mmg", "l")).do("move l")
    assert alone.refusal(f"enter - {b}").rule == "SL:4.2.6-i"
    both = armed("MPh", units, gun("w", "ger-mmg", "l")).do("move l", "join k", f"enter - {b}")
    assert both.refusal(f"enter - {a}").rule == "SL:4.2.6-i"
    four = [*units, unit("m", "ger-8-0", a), unit("n", "ger-8-0", a)]
    guns = (gun("w", "ger-mmg", "l"), gun("v", "ger-mmg", "k"))
    two = armed("MPh", four, *guns).do("move l", "join k")
    assert two.refusal(f"enter - {b}").rule == "SL:4.2.6-i"  # two for each of them
    assert f"enter - {b}" in two.do("join m", "join n").options()
    both.do("drop-weapon l+w", f"enter - {a}")
    assert both.position.state.weapons["w"].hex == b
    squads = [unit("s", "ger-237", a), unit("t", "ger-237", a)]
    table = armed("MPh", squads, gun("w", "ger-hmg", "s")).do("move s", "join t")
    assert steps(table, a, b) == 1


@pytest.mark.rule("SL:4.2.1-b", "SL:4.2-q1", "SL:4.2-q3")
def test_taking_up_and_dropping_on_the_way() -> None:
    a, b = pair(1)
    spent = armed("MPh", [unit("s", "ger-467", a)], gun("w", "ger-hmg", hex=a), gun("v", "ger-lmg", hex=a))
    spent.do("move s", f"enter - {b}", f"enter - {a}", f"enter - {b}", f"enter - {a}")
    assert spent.refusal("take-weapon s+w").rule == "SL:4.2.1-b"  # two MF that it has not
    assert spent.options("take-weapon") == ["take-weapon s+v"]
    loose = gun("v", "ger-ft", hex=b)
    table = armed("MPh", [unit("s", "ger-467", a), unit("t", "ger-467", a)], gun("w", "ger-ft", "s"), loose)
    table.do("move s", f"enter - {b}", "drop-weapon s+w", "take-weapon s+v")
    assert table.refusal("take-weapon s+w").rule == "SL:4.2-q3"
    table.do(f"enter - {a}", f"enter - {b}")  # four PP carried in all: three MF left
    assert table.options("enter") == [] and table.position.state.weapons["v"].hex == b
    table.do("stop", "move t", f"enter - {b}")
    assert not [text for text in table.options() if text.endswith(("+w", "+v"))]
    fresh = armed("MPh", [unit("s", "ger-467", a), unit("t", "ger-467", b)], gun("w", "ger-lmg", "s"))
    fresh.do("move s", f"enter - {b}")
    fresh.position.state.weapons["w"] = Weapon(
        "w", "german", "ger-lmg", owner="t", hex=b, carrier="s", moved=True
    )
    fresh.do("stop", "move t")
    assert fresh.refusal(f"enter - {a}").rule == "SL:4.2-q3"


@pytest.mark.rule("SL:4.2.5", "SL:4.2-q4")
def test_whom_his_load_has_slowed() -> None:
    a, b = pair(1)
    units = [unit("s", "ger-467", a), unit("t", "ger-467", a), unit("u", "ger-467", a)]
    table = armed(
        "MPh", units, gun("w", "ger-hmg", "s"), gun("v", "ger-lmg", "t"), gun("x", "ger-mmg", hex=b)
    )
    table.do("move s", f"enter - {b}", "stop", "move t", f"enter - {b}", "stop", "move u", f"enter - {b}")
    table.do("take-weapon u+x", "stop")
    assert table.position.state.slowed == ("s",)
    state = table.position.state
    state.phase = "AFPh"
    g = table.system.play(state)
    assert is_slowed(g, g.unit("s")) and not is_slowed(g, g.unit("t")) and not is_slowed(g, g.unit("u"))


@pytest.mark.rule("SL:4.7.4")
def test_at_double_time_nothing_is_carried_for_nothing() -> None:
    a, b = pair(1)
    table = armed("MPh", [unit("s", "ger-467", a)], gun("w", "ger-ft", "s"), options={"double-time": "on"})
    assert steps(table.do("move s", "double-time"), a, b) == 4


@pytest.mark.rule("SL:4.4.2", "SL:4.7.4")
def test_who_went_at_double_time_advances_with_what_others_advance_with() -> None:
    a, b = pair(1)
    for phase, carries in (("APh", 3), ("MPh", 0)):
        weapons = [gun(f"w{n}", "ger-lmg", "s", a) for n in range(4)]
        table = armed(phase, [unit("s", "ger-467", a)], *weapons, double_timing=("s",))
        assert free(table.g, table.unit("s")) == carries
        if phase == "APh":
            assert f"advance s {b}" in table.options()


@pytest.mark.rule("SL:4.4.2")
def test_what_is_carried_in_the_advance() -> None:
    a, b = pair(1)
    units = [unit("s", "ger-467", a), unit("h", "ger-467", a), unit("l", "ger-8-1", b)]
    weapons = (
        gun("w", "ger-mmg", "s"),
        gun("v", "ger-hmg", "h"),
        gun("x", "ger-lmg", "l"),
        gun("y", "ger-dc", "l"),
    )
    table = armed("APh", units, *weapons)
    assert f"advance s {b}" in table.options()
    assert (
        table.refusal(f"advance h {b}").rule == "SL:4.4.2"
        and table.refusal(f"advance l {a}").rule == "SL:4.4.2"
    )
    both = armed("APh", [*units, unit("k", "ger-8-0", b), unit("r", "rus-447", pair(8)[1])], *weapons)
    both.do(f"advance l {a}")
    assert both.unit("k").hex == a and both.unit("k").advanced  # it takes the two of them
    alone = [unit("l", "ger-8-1", b), unit("r", "rus-447", pair(8)[1]), unit("t", "ger-467", b)]
    apart = (gun("w", "ger-hmg", "l", dismantled=True),)
    assert armed("APh", alone, *apart).refusal(f"advance l {a}").rule == "SL:4.4.2"
    assert f"advance l {a}" in armed("APh", [*alone, unit("k", "ger-8-0", b)], *apart).options()
    whole = (gun("w", "ger-mmg", "l"),)
    assert (
        armed("APh", [*alone, unit("k", "ger-8-0", b)], *whole).refusal(f"advance l {a}").rule == "SL:4.4.2"
    )


@pytest.mark.rule("SL:4.3.1")
def test_ten_pp_in_a_hex() -> None:
    a, b = pair(1)
    units = [unit("s", "ger-467", a), unit("t", "ger-467", b)]
    table = armed(
        "MPh", units, gun("w", "ger-mmg", "s"), gun("v", "ger-hmg", "t"), gun("x", "ger-ft", "t")
    ).do("move s")
    assert f"enter - {b}" not in table.options() or "stop" not in table.do(f"enter - {b}").options()
    light = armed("MPh", units, gun("w", "ger-lmg", "s"), gun("v", "ger-hmg", "t")).do(
        "move s", f"enter - {b}"
    )
    assert "stop" in light.options()


@pytest.mark.rule("SL:4.3.2")
def test_the_victor_takes_away_what_does_not_fit() -> None:
    a, _ = pair(1)
    units = [unit("s", "ger-838", a), unit("t", "ger-838", a), unit("r", "rus-336", a)]
    weapons = (gun("w", "ger-hmg", "s"), gun("v", "ger-mmg", "t"), gun("x", "rus-mmg", "r"))
    table = armed("CCPh", units, *weapons).do("attack r", "with s", "with t", "declare", "done").roll((2, 3))
    assert not table.alive("r") and isinstance(table.position.pending, Choice)
    assert (
        table.options() == ["discard w", "discard v", "discard x"] and table.position.pending.side == "german"
    )
    table.do("discard x")
    assert "x" not in table.position.state.weapons and not table.options("discard")


@pytest.mark.rule("SL:4.3-q2")
def test_nobody_makes_room_by_losing_the_broken() -> None:
    a, b = pair(1)
    full = [unit(f"x{n}", "ger-467", b, broken=True) for n in range(3)]
    table = Table("APh", [unit("s", "ger-467", a), unit("r", "rus-447", pair(6)[1]), *full])
    assert table.position.state.phase != "APh" or table.refusal(f"advance s {b}").rule == "SL:4.3.1"
    assert all(table.alive(f"x{n}") for n in range(3))


@pytest.mark.rule("SL:4.2.7.2", "SL:4.2.7.5", "SL:4.2.7-q1")
def test_weapons_are_taken_apart_after_defensive_fire() -> None:
    a, b = pair(3)
    units = [
        unit("s", "ger-467", a),
        unit("p", "rus-447", b, pinned=True),
        unit("f", "rus-447", b, fire="defensive"),
        unit("q", "rus-447", b),
    ]
    weapons = (gun("w", "rus-mmg", "p"), gun("v", "rus-hmg", "f"), gun("x", "ger-mmg", "q", dismantled=True))
    table = armed("DFPh", units, *weapons).do("done")
    assert table.options() == ["dismantle w", "assemble x", "done"]
    table.do("dismantle w", "assemble x")
    weapons_now = table.position.state.weapons
    assert weapons_now["w"].dismantled and not weapons_now["x"].dismantled and not weapons_now["v"].dismantled


@pytest.mark.rule("SL:4.2.7.4")
def test_weapons_enter_the_game_as_their_owner_likes() -> None:
    a, b = pair(3)
    units = [unit("s", "ger-467", a), unit("r", "rus-447", b)]
    table = armed("RPh", units, gun("w", "ger-hmg", "s"), gun("v", "rus-lmg", "r"))
    before_the_first_turn(table.g)
    frames = [frame for frame in table.position.state.stack if isinstance(frame, Workshop)]
    assert {frame.side for frame in frames} == {"german", "russian"}
    found = {frame.side: [weapon.id for weapon in workable(table.g, frame)] for frame in frames}
    assert found == {"german": ["w"], "russian": []}


@pytest.mark.rule("SL:4.2.6-j", "SL:4.2.7.3")
def test_mortars_weigh_what_is_printed_on_them(monkeypatch: pytest.MonkeyPatch) -> None:
    a, _ = pair(1)
    table = armed("MPh", [unit("s", "ger-467", a), unit("l", "ger-8-1", a)], gun("w", "ger-lmg", "s"))
    g = table.g
    for printed, apart in ((3, False), (5, True), (10, True)):
        mortar = msgspec.structs.replace(g.weapon_types["ger-lmg"], id="mortar", kind="MTR", pp=printed)
        monkeypatch.setitem(g.weapon_types, "mortar", mortar)
        whole = Weapon("m", "german", "mortar", owner="s", hex=a)
        halved = msgspec.structs.replace(whole, dismantled=True)
        assert pp(g, whole, g.unit("s")) == pp(g, whole, g.unit("l")) == printed
        assert comes_apart(g, whole) is apart and pp(g, halved, g.unit("s")) == (printed + 1) // 2
