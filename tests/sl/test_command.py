"""Command Control in Squad Leader (SL:3.1)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.rules.sl.people.command import bonus_of, command_lines, dice_for, needs_orders
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.state import Table as GameTable
from defilade.tactics.units import Weapon
from sl.table import Table, pair, unit

ON = {"command": "on"}
A, B = pair(4)
FAR = next(hex for hex in Table("RPh", []).g.map.names if Table("RPh", []).g.map.distance(A, hex) > 3)


def squads(count: int, counter: str = "rus-447", hex: str = A, **more: Any) -> list[dict[str, Any]]:
    return [unit(f"s{number}", counter, hex, side="german", **more) for number in range(count)]


def on_date(table: Table, date: str, **card: Any) -> SlPlay:
    """The same position on another card."""
    g = table.g
    other = msgspec.structs.replace(g.scenario, date=date, **card)
    kept = g.rules, g.labels
    return SlPlay(g.state, GameTable(g.map, table.system.library, other, *kept))


@pytest.mark.rule(
    "SL:3.1.1", "SL:3.1.2-a", "SL:3.1.3-a", "SL:3.1.3-b", "SL:3.1.3-d", "SL:3.1.10", "SL:1.3.1-p1.13"
)
def test_who_is_not_led_is_held_back() -> None:
    beside = Table("RPh", []).g.map.adjacent[A][0]
    units = [
        *squads(2),
        unit("n", "rus-447", FAR, side="german"),
        unit("l", "rus-8-0", beside, side="german"),
    ]
    table = Table("RPh", units, options=ON)
    assert "orders" in table.asked()
    table.roll((1,)).do("done")
    assert table.unit("n").fire == "prep" and not table.unit("s0").fire
    assert not Table("RPh", units).unit("n").fire  # an option
    enemy = Table("RPh", [*units, unit("e", "ger-467", B, side="russian")], options=ON).roll((1,)).do("done")
    assert enemy.position.state.phase == "PFPh" and not enemy.unit("e").fire  # it judges the moving side only
    assert f"target - {B}" in enemy.options() and enemy.do("done").refusal("move n").rule == "SL:4.1.1"


@pytest.mark.rule("SL:3.1.3-f", "SL:3.1.3-b")
def test_it_hinders_neither_rout_nor_advance() -> None:
    table = Table("APh", [*squads(1, fire="prep")], options=ON, withheld=("s0",))
    assert table.options("advance")
    broken = unit("s0", "ger-467", A, broken=True, fire="prep")
    flight = Table("RtPh", [broken, unit("r", "rus-447", B)], options=ON, withheld=("s0",))
    assert flight.options("rout")


@pytest.mark.rule("SL:3.1.2-b", "SL:3.1.3-e")
def test_who_needs_no_orders() -> None:
    units = [
        *squads(1),
        unit("l", "rus-8-0", A, side="german"),
        unit("h", "rus-149-hero", A, side="german"),
        unit("b", "rus-447", A, side="german", berserk=True),
        unit("c", "rus-237-crew", A, side="german"),
    ]
    g = Table("RPh", units).g
    assert [uid for uid in ("s0", "l", "h", "b", "c") if needs_orders(g, g.unit(uid))] == ["s0", "c"]
    g.state.weapons["w"] = Weapon("w", "german", "ger-at-37", owner="c", hex=A)
    assert not needs_orders(g, g.unit("c"))
    g.update_weapon(g.state.weapons["w"], malfunctioned=True)
    assert needs_orders(g, g.unit("c"))


@pytest.mark.rule("SL:3.1.4", "SL:3.1.5")
def test_a_die_for_ten() -> None:
    g = Table("RPh", squads(10)).g
    assert dice_for(g, "german") == 1 and dice_for(Table("RPh", squads(11)).g, "german") == 2
    assert bonus_of(g, "german", (3, 4)) == 7  # Russians have no modifier


@pytest.mark.rule("SL:3.1.5-a", "SL:3.1.5-b", "SL:3.1.5-c", "SL:3.1.5-d", "SL:3.1.5-e", "SL:3.1.8")
def test_nations_and_years() -> None:
    def drm(counter: str, date: str = "1943-06-01", *more: str, **card: Any) -> int:
        units = [*squads(1, counter), *(unit(f"x{one}", one, B, side="german") for one in more)]
        units.append(unit("e", "jap-448", FAR, side="russian"))
        return int(
            sum(line.value for line in command_lines(on_date(Table("RPh", units), date, **card), "german"))
        )

    assert (drm("ss-658"), drm("fin-648"), drm("ger-467"), drm("ger-467", "1944-10-01")) == (3, 3, 2, 0)
    assert [drm(one) for one in ("bri-457", "gur-458", "jap-448", "usa-666")] == [1, 1, 1, 1]
    assert (drm("axm-347"), drm("ita-346", "1942-06-01"), drm("ger-467", "1945-02-01")) == (-1, -1, -1)
    assert (drm("ita-346"), drm("ger-436"), drm("rus-336")) == (-2, -2, -2)
    assert drm("ger-467", "1943-06-01", "axm-347") == -1  # the poorest
    assert drm("rus-628", all_elite=("german",)) == 2


@pytest.mark.rule("SL:3.1.5-f", "SL:3.1.5")
def test_by_night_there_are_fewer() -> None:
    g = on_date(Table("RPh", squads(1)), "1943-06-01", night=True)
    assert [line.rule for line in command_lines(g, "german")] == ["SL:3.1.5-f"]
    assert bonus_of(g, "german", (2, 6)) == 3  # no die is below 0


@pytest.mark.rule("SL:3.1.7")
def test_good_leaders_are_worth_something() -> None:
    units = [
        *squads(1),
        unit("l", "rus-9-2", B, side="german"),
        unit("m", "rus-8-1", FAR, side="german", broken=True),
    ]
    assert bonus_of(Table("RPh", units).g, "german", (1,)) == 2


@pytest.mark.rule("SL:3.1.9", "SL:3.1.4")
def test_small_and_raw_units_count_twice() -> None:
    units = [
        unit("h", "rus-237", A, side="german"),
        unit("c", "rus-336", A, side="german"),
        unit("s", "rus-447", A, side="german"),
    ]
    table = Table("RPh", units, options=ON).roll((5,))  # 5 - 2, for conscripts: 3
    assert table.options("give-orders") == ["give-orders h", "give-orders c", "give-orders s"]
    table.do("give-orders h")
    assert table.options("give-orders") == ["give-orders s"]
    table.do("give-orders s")
    assert [table.unit(uid).fire for uid in "hcs"] == ["", "prep", ""]
