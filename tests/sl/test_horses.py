"""Horses without riders, riders before AFVs, and riders in melee (SL:4.12, SL:6.3.7)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.sl import stacking
from defilade.rules.sl.state import Mount, Track
from defilade.rules.sl.terrain import cost_for
from defilade.rules.sl.vehicles.immobilization import attempt_refusal
from defilade.rules.sl.vehicles.shelter import sheltered
from sl.motor_pool import scene, vehicle
from sl.table import Table, unit
from sl.test_charge import FOE, hold, left, ride
from sl.test_mounts import SQUAD, drm, saddle
from sl.test_portage import gun
from sl.wilds import wild, wilds

__all__ = ["wilds"]
pytestmark = pytest.mark.usefixtures("wilds")


def horses(hex: str, side: str = "german", **more: Any) -> Mount:
    return Mount("h", side, "horse", f"q{hex}", **more)


def herd(phase: str, hex: str, *units: dict[str, Any], side: str = "german", **more: Any) -> Table:
    return wild(phase, *units, mounts={"h": horses(hex, side)}, **more)


@pytest.mark.rule("SL:4.12.11")
def test_horses_take_no_room() -> None:
    mounts = {f"h{n}": Mount(f"h{n}", "german", "horse", "qB9") for n in range(6)}
    mounts["k"] = Mount("k", "german", "horse", "qB9", ("a",))
    units = [unit(uid, SQUAD, "B9") for uid in "ab"]
    table = wild("MPh", *units, unit("c", SQUAD, "B8"), unit("d", SQUAD, "B8"), mounts=mounts, cavalry=("a",))
    full = stacking.refusal(table.g, "german", "qB9", (table.unit("c"), table.unit("d")))
    assert stacking.refusal(table.g, "german", "qB9", (table.unit("c"),)) is None and full is not None


@pytest.mark.rule("SL:4.12.25", "SL:4.12.22")
def test_fire_at_horses() -> None:
    def fired(*dice: tuple[int, int]) -> Table:
        table = herd("PFPh", "O5", unit("r", FOE, "O3"), unit("s", SQUAD, "A1"), attacker="russian")
        return table.do("target - qO5", "add r", "declare").roll(*dice)

    hit = fired((2, 3))
    assert drm(hit) == {"SL:4.12.22": -1} and hit.said("SL:4.12.25") and not hit.position.state.mounts
    missed = fired((6, 5))
    assert missed.position.state.mounts["h"].hex == "qO5"


@pytest.mark.rule("SL:4.12-q19", "SL:4.12.14")
def test_fire_after_they_have_dismounted() -> None:
    left_there = {"h": horses("O5", moved=True)}
    table = wild(
        "DFPh",
        unit("s", SQUAD, "O5", moved=True),
        unit("r", FOE, "O3"),
        mounts=left_there,
        tracks={"s": Track(0, ("qO5",))},
    )
    table.do("target - qO5", "add r", "declare").roll((6, 6))
    totals = {
        event.who: sum(line.value for line in event.breakdown.lines if line.sign == "+")
        for event in table.events
        if event.kind == "attack" and event.breakdown
    }
    assert totals == {("s",): -2, ("h",): -3}


@pytest.mark.rule("SL:4.12.37-b", "SL:4.12.5", "SL:4.12-q18", "SL:4.12.22", "SL:6.5.1", "SL:6.1.6")
def test_horses_are_fought_for() -> None:
    def won(*dice: tuple[int, int]) -> Table:
        return herd("CCPh", "O5", unit("r", FOE, "O5"), unit("s", SQUAD, "A1"), attacker="russian").roll(
            *dice
        )

    table = won((4, 4))
    assert {line.rule for line in table.breakdown("close_combat").lines} >= {"SL:4.12.37-b", "SL:4.12.22"}
    assert table.options() == ["capture-horses", "kill-horses"]
    assert table.do("capture-horses").position.state.mounts["h"].side == "russian"
    assert not won((4, 4)).do("kill-horses").position.state.mounts
    assert won((4, 4)).breakdown("close_combat").column == 8  # doubles: of 4-1 only 3-1
    led = herd("CCPh", "O5", unit("r", FOE, "O5"), unit("l", "rus-9-1", "O5"), attacker="russian").roll(
        (4, 4)
    )
    shown = led.breakdown("close_combat")
    assert (shown.total, shown.column, shown.value("SL:6.1.6")) == (4, 9, -1)
    held = won((6, 6))
    assert held.position.state.mounts["h"].side == "german"  # and nobody strikes back
    assert not [event for event in held.events if event.kind == "close_combat" and event.side == "german"]


@pytest.mark.rule("SL:4.12.6", "SL:4.12.7", "SL:4.12.8", "SL:4.12.9", "SL:4.12.10", "SL:4.12.5")
def test_pack_horses() -> None:
    weapons = {"w": gun("w", "ger-hmg", "s", "qB9"), "v": gun("v", "ger-lmg", "s", "qB9")}
    table = herd("MPh", "B9", unit("s", SQUAD, "B9"), unit("l", "ger-8-1", "B9"), weapons=weapons).do(
        "move s"
    )
    assert left(table) == 1  # six PP
    assert table.refusal("load s+w+h").rule == "SL:4.12.6"
    table.do("take-horses s+h")
    assert table.refusal("take-horses l+h").rule == "SL:4.12.7"
    light = {"w": gun("w", "ger-mmg", "s", "qB9"), "v": gun("v", "ger-mmg", "", "qA1")}
    table = herd("MPh", "B9", unit("s", SQUAD, "B9"), weapons=light).do(
        "move s", "take-horses s+h", "load s+w+h"
    )
    assert left(table) == 2 and table.position.state.mounts["h"].cargo == ("w",)
    table.do("enter - qB8")
    state = table.position.state
    assert state.mounts["h"].hex == "qB8" and state.weapons["w"].hex == "qB8"
    assert table.refusal("take-down s+w+h").rule == "SL:4.12.9"
    fire = wild(
        "PFPh",
        unit("s", SQUAD, "O5"),
        unit("r", FOE, "O3"),
        mounts={"h": horses("O5", handler="s", cargo=("w",))},
        weapons={"w": gun("w", "ger-mmg", "s", "qO5")},
    ).do("target - qO3")
    assert fire.options("add") == ["add s"]
    heavy = {"w": gun("w", "ger-hmg", "s", "qB9"), "v": gun("v", "ger-lmg", "s", "qB9")}
    laden = {"h": horses("B9", handler="s", cargo=("w",))}
    table = wild("MPh", unit("s", SQUAD, "B9"), mounts=laden, weapons=heavy).do("move s")
    assert left(table) == 4 and table.refusal("load s+v+h").rule == "SL:4.12.8"
    assert table.refusal("take-down s+w+h").rule == "SL:4.12.9"  # two MF, and three for its weight
    middling = {"w": gun("w", "ger-mmg", "s", "qB9"), "v": gun("v", "ger-dc", "s", "qB9")}
    table = wild("MPh", unit("s", SQUAD, "B9"), mounts=laden, weapons=middling).do(
        "move s", "take-down s+w+h"
    )
    assert not table.position.state.mounts["h"].cargo and left(table) == 0
    idle = herd("MPh", "W7", unit("s", SQUAD, "W7")).do("move s", "take-horses s+h")
    assert idle.refusal("enter - qW8").rule == "SL:4.12.2-b"
    idle.do("leave-horses s+h")
    assert "enter - qW8" in idle.options() and idle.position.state.mounts["h"].handler == ""
    away = wild(
        "APh",
        unit("s", SQUAD, "O5"),
        unit("r", FOE, "A1"),
        mounts={"h": horses("O5", handler="s", cargo=("w",))},
        weapons={"w": gun("w", "ger-mmg", "s", "qO5")},
    )
    assert not away.options("lead-horses")  # they go with who leads them


@pytest.mark.rule("SL:4.12.7")
def test_how_many_horses_one_leads() -> None:
    mounts = {f"h{n}": Mount(f"h{n}", "german", "horse", "qB9") for n in range(4)}
    table = wild("MPh", unit("s", SQUAD, "B9"), mounts=mounts).do("move s")
    table.do("take-horses s+h0", "take-horses s+h1", "take-horses s+h2")
    assert table.refusal("take-horses s+h3").rule == "SL:4.12.7"
    free = {mid: Mount(mid, "german", "horse", "qB9") for mid in mounts}
    leader = wild("MPh", unit("l", "ger-8-1", "B9"), mounts=free).do("move l", "take-horses l+h0")
    assert leader.refusal("take-horses l+h1").rule == "SL:4.12.7"


@pytest.mark.rule("SL:4.12-q3", "SL:4.12.13")
def test_horses_that_were_led_first_have_less_left() -> None:
    table = herd("MPh", "B9", unit("s", SQUAD, "B9"), cavalry=("s",)).do("move s", "take-horses s+h")
    table.do("enter - qB8", "mount s+h")
    assert left(table) == 5  # of six, one has been walked


@pytest.mark.rule("SL:4.12-q5")
def test_what_they_carried_they_fire_on_foot() -> None:
    weapons = {"w": gun("w", "ger-lmg", "s", "qO3")}
    table = saddle("MPh", "O3", unit("r", FOE, "O8"), weapons=weapons).do("move s")
    ride(table, "O4").do("dismount s", "stop", "done", "done")
    table.do("target - qO8")
    assert any("w" in text.split() or "s+w" in text for text in table.options())


@pytest.mark.rule("SL:4.12.21")
def test_no_weapons_are_fired_from_the_saddle() -> None:
    weapons = {"w": gun("w", "ger-lmg", "s", "qO3")}
    table = saddle("PFPh", "O3", unit("r", FOE, "O5"), weapons=weapons).do("target - qO5")
    assert table.options("add") == ["add s"]


@pytest.mark.rule("SL:4.12.2-c", "SL:4.12-q2")
def test_riders_and_vehicles() -> None:
    mine = [vehicle("v", "ger-pzkw-iiil", "qB8")]
    table = scene(
        "MPh",
        [unit("s", SQUAD, "B9")],
        mine,
        board="q",
        mounts={"h": horses("B9", riders=("s",))},
        cavalry=("s",),
    )
    assert cost_for(table.g, table.unit("s"), "qB9", "qB8") == 1
    under = scene(
        "PFPh",
        [unit("s", SQUAD, "B8")],
        mine,
        board="q",
        mounts={"h": horses("B8", riders=("s",))},
        cavalry=("s",),
    )
    assert sheltered(under.g, "qB8") == {"s"}


def before_a_tank(*more: dict[str, Any], start: str = "B9", kind: str = "rus-t34-76a", **state: Any) -> Table:
    """Riders on the way at a hex with an enemy vehicle."""
    riders = {"h": horses(start, riders=("s",))}
    units = [unit("s", SQUAD, start), *more]
    return scene("MPh", units, [vehicle("v", kind, "qB4")], board="q", mounts=riders, cavalry=("s",), **state)


@pytest.mark.rule("SL:4.12.19", "SL:4.12-q12")
def test_riders_keep_their_nerve_before_an_afv() -> None:
    table = before_a_tank(unit("r", FOE, "B4")).do("move s", "charge s")
    for hex in ("B8", "B7", "B6"):
        hold(table.do(f"enter - q{hex}"))
    table.do("enter - qB5")
    assert table.options() == ["brace s+v qB4", "ride-on"]  # before anybody fires
    table.do("brace s+v qB4").roll((2, 3))
    hold(table).do("enter - qB4")
    assert table.asked() == "4-6-7 rides down B4."
    table.roll((2, 2))
    assert all("v" not in event.who for event in table.events if event.kind == "attack")
    shy = before_a_tank(unit("r", FOE, "B4"), start="B6").do("move s")
    shy.do("enter - qB5", "brace s+v qB4").roll((6, 5))
    assert hold(shy).refusal("enter - qB4").rule == "SL:7.2.6.2"


@pytest.mark.rule("SL:4.12-q13", "SL:4.12.28")
def test_trucks_are_ridden_down_without_more_ado() -> None:
    table = before_a_tank(kind="rus-jag-heavy-truck").do("move s", "charge s")
    for hex in ("B8", "B7", "B6", "B5"):
        hold(table.do(f"enter - q{hex}"))
    table.do("enter - qB4").roll((5, 4))
    assert drm(table) == {"SL:4.12.35": -2}


@pytest.mark.rule("SL:4.12-q7")
def test_riders_do_not_go_for_tanks() -> None:
    wood = [unit("s", SQUAD, "T6")]
    tank = [vehicle("v", "rus-t34-76a", "qS7")]
    on_foot = scene("DFPh", wood, tank, board="q", attacker="russian")
    assert attempt_refusal(on_foot.g, on_foot.unit("s"), tank[0]) is None
    up = {"h": horses("T6", riders=("s",))}
    riding = scene("DFPh", wood, tank, board="q", attacker="russian", mounts=up)
    found = attempt_refusal(riding.g, riding.unit("s"), tank[0])
    assert found is not None and found.rule == "SL:4.12-q7"


@pytest.mark.rule("SL:4.12-q17", "SL:4.12.22")
def test_an_overrun_of_horses() -> None:
    table = scene(
        "MPh",
        [unit("s", SQUAD, "Z9")],
        [vehicle("v", "rus-t34-76a", "qB8", facing=5)],
        board="q",
        attacker="russian",
        mounts={"h": horses("B7")},
    ).do("drive v")
    table.do("overrun - qB7").roll((6, 6))
    assert drm(table)["SL:4.12.22"] == -1
    assert table.position.state.vehicles["v"].immobilized


@pytest.mark.rule("SL:4.12-q8", "SL:6.3.7-a", "SL:6.3.7-b")
def test_riders_in_melee_get_off_or_ride_out() -> None:
    def fought(*acts: str) -> Table:
        table = saddle("CCPh", "O3", unit("r", FOE, "O3"), riders=("s", "l"), attacker="russian")
        table.do("attack s", "with r", "declare", "attack r", "with s", "declare")
        return table.roll((6, 5), (6, 5)).do(*acts)

    on_foot = fought("get-off s", "stay-up")
    assert on_foot.position.state.mounts["h"].riders == ("l",) and on_foot.unit("s").melee
    table = fought("stay-up")
    while table.position.state.phase != "MPh":
        table.do("done") if "done" in table.options() else table.do(table.options()[-1])
    assert "move s" in table.options()
    table.do("move s", "join l", "enter - qO4")
    assert not table.unit("s").melee and not table.unit("r").melee
    assert table.options() == ["target - qO4", "hold-fire"]


@pytest.mark.rule("SL:4.13-q6", "SL:6.3.7-a")
def test_skiers_in_melee_take_off_their_skis() -> None:
    table = wild("CCPh", unit("s", SQUAD, "O3"), unit("r", FOE, "O3"), skiers=("s",), on_skis=("s",))
    table.do("attack r", "with s", "declare", "attack s", "with r", "declare").roll((6, 5), (6, 5))
    assert table.do("get-off s").position.state.on_skis == ()
