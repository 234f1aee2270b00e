"""Skis, horses and bicycles in Squad Leader (SL:4.11 to SL:4.13)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Action
from defilade.rules.sl.firers import weapon_bar
from defilade.rules.sl.mounts.skis import snow_smocks
from defilade.rules.sl.movement import what_is_left
from defilade.rules.sl.rout import destinations
from defilade.rules.sl.smoke import lay
from defilade.rules.sl.state import Bypass, Mount, SlPlay, Track
from defilade.rules.sl.terrain import cost_for
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.displacement import Displacement, take_displacement
from defilade.rules.sl.withdrawal import go_back
from defilade.tactics.attack_plan import Aim
from defilade.tactics.moving import Moving
from defilade.tactics.units import Unit
from sl.earthworks import built, bunker, pit, strung
from sl.table import Table, unit
from sl.test_portage import gun
from sl.wilds import wild, wilds

__all__ = ["wilds"]
pytestmark = pytest.mark.usefixtures("wilds")

SQUAD = "ger-467"


def drm(table: Table) -> dict[str, float]:
    return {line.rule: line.value for line in table.breakdown().lines if line.sign == "+"}


def skier(phase: str, hex: str, *more: dict[str, Any], on: bool = True, **state: Any) -> Table:
    if on:
        state["on_skis"] = ("s",)
    return wild(phase, unit("s", SQUAD, hex), *more, skiers=("s",), **state)


@pytest.mark.rule("SL:4.13.4", "SL:4.13.5-a")
def test_skis_on_and_off() -> None:
    table = skier("MPh", "A3", on=False).do("move s", "skis-on")
    assert table.position.state.on_skis == ("s",) and table.said("SL:4.13.5-a")
    table.do("enter - qA4", "enter - qA5")
    assert table.options("enter") == []
    table.do("skis-off")
    assert not table.position.state.on_skis and table.refusal("skis-on").rule == "SL:4.13.5-a"
    walker = wild("MPh", unit("s", SQUAD, "A3")).do("move s")
    assert walker.refusal("skis-on").rule == "SL:4.13.2"


@pytest.mark.rule("SL:4.13.2")
def test_skis_are_for_snow() -> None:
    groups = {"snow": "on"}, {}
    for options in groups:
        table = wild("MPh", unit("s", SQUAD, "A3"), options=options)
        assert not table.position.state.skiers  # the sketch has no group with skis
        assert table.do("move s").refusal("skis-on").rule == "SL:4.13.2"


@pytest.mark.rule("SL:4.13.6", "SL:4.13.7", "SL:4.13.8")
def test_a_mf_a_hex() -> None:
    def left(start: str, *way: str) -> list[str]:
        table = skier("MPh", start).do("move s")
        for hex in way:
            table.do(f"enter - q{hex}")
        return table.options("enter")

    woods = skier("MPh", "T3").do("move s", "enter - qT4", "enter - qT5", "enter - qT6", "enter - qT7")
    assert woods.options("enter") == []
    assert left("P3", "P4", "P5", "P6") and left("U3", "U4", "U5") == []  # 1 + 2, then 1
    uphill = skier("MPh", "R5").do("move s", "enter - qR6", "enter - qR7", "enter - qQ7")
    assert uphill.options("enter") == []  # 1 + 2 + 1
    gully = skier("MPh", "J3").do("move s", "enter - qI3", "enter - qH3", "enter - qI3")
    assert gully.options("enter") == []


@pytest.mark.rule("SL:4.13-q5")
def test_who_routs_on_skis_comes_to_other_refuges_than_on_foot() -> None:
    def refuge(on: bool) -> set[str]:
        table = skier("RPh", "T2", unit("r", "rus-447", "A9"), on=on)
        return set(destinations(table.g, table.g.update(table.unit("s"), broken=True)))

    assert refuge(True) == {"qT4"} and refuge(False) == {"qS5"}  # two MF straight on, or two by the road


@pytest.mark.rule("SL:4.13.13")
def test_on_skis_nobody_fires_heavy_weapons() -> None:
    enemy = unit("r", "rus-447", "O5")
    for kind, on, fires in (("ger-lmg", True, True), ("ger-mmg", True, False), ("ger-mmg", False, True)):
        table = skier("PFPh", "O3", enemy, on=on, weapons={"w": gun("w", kind, "s", "qO3")})
        assert ("add s+w" in table.do("target - qO5").options()) is fires
    heavy = skier("PFPh", "O3", enemy, weapons={"w": gun("w", "ger-hmg", "s", "qO3")}).do("target - qO5")
    assert heavy.refusal("add s+w").rule == "SL:4.13.13"


@pytest.mark.rule("SL:4.13.9-a", "SL:4.13.9-b")
def test_no_skis_indoors() -> None:
    table = skier("MPh", "W7").do("move s")
    assert table.refusal("enter - qW8").rule == "SL:4.13.9-a"
    by = next(text for text in table.options("bypass") if "qW8" in text)
    assert "go-in - qW8" not in table.do(by).options()
    inside = skier("MPh", "W8", on=False).do("move s", "skis-on")
    assert {"stop", "enter - qW7"} <= set(inside.options())
    for goes in (True, False):
        late = skier("APh", "W8", unit("r", "rus-447", "A1"))
        late.do("advance s qW7" if goes else "done")
        late.do(*(["done"] if goes else []))
        assert late.position.state.on_skis == (("s",) if goes else ()), "out by the APh, or off"
    cliff = skier("MPh", "Q8").do("move s")
    assert cliff.refusal("enter - qR8").rule == "SL:14.8.6"


@pytest.mark.rule("SL:14.6.8-b")
def test_what_does_not_cross_a_hedgerow() -> None:
    def refused(man: str = SQUAD, move: str = "enter", **state: Any) -> bool:
        table = wild("MPh", unit("s", man, "U8"), **state).do("move s")
        return f"{move} - qU9" not in table.options()

    led = {"mounts": {"h": Mount("h", "german", "horse", "qU8", handler="s")}}
    gun_there = {"w": gun("w", "ger-at-37", "s", "qU8")}
    assert not refused() and refused(skiers=("s",), on_skis=("s",)) and not refused(skiers=("s",))
    assert refused(**led) and refused("ger-247-crew", "push-gun", weapons=gun_there)
    table = wild("MPh", unit("s", "ger-247-crew", "U8"), weapons=gun_there).do("move s")
    assert table.refusal("push-gun - qU9").rule == "SL:14.6.8-b" and "push-gun - qU7" in table.options()


@pytest.mark.rule("SL:4.13.10")
def test_downhill_they_gain() -> None:
    table = skier("MPh", "Q7").do(
        "move s", "enter - qQ6", "enter - qQ5", "enter - qQ4", "enter - qQ5", "enter - qQ4"
    )
    assert table.options("enter") and table.do("enter - qQ5").options("enter") == []  # four MF and two


@pytest.mark.rule("SL:4.13.5-c", "SL:4.13-q2")
def test_no_double_time_and_no_bonus_for_roads_on_skis() -> None:
    table = skier("MPh", "S7", options={"double-time": "on"}).do("move s")
    assert table.refusal("double-time").rule == "SL:4.13.5-c"
    for hex in ("qS6", "qS5", "qS4", "qS3"):
        table.do(f"enter - {hex}")
    assert table.options("enter") == []


@pytest.mark.rule("SL:4.13.5-b", "SL:4.13.5-a")
def test_skis_in_the_advance() -> None:
    table = skier("APh", "P8", unit("r", "rus-447", "A1"), on=False).do("skis-on s")
    assert "advance s qP7" in table.options() and "advance s qP9" not in table.options()
    assert table.refusal("advance s qP9").rule == "SL:4.13.5-b"
    off = skier("APh", "P8", unit("r", "rus-447", "A1")).do("skis-off s")
    assert "advance s qP9" in off.options() and "skis-on s" not in off.options()


@pytest.mark.rule("SL:4.13.3-a", "SL:4.13.3-b")
def test_snow_smocks() -> None:
    for on in (False, True):
        moved = skier("DFPh", "O3", unit("r", "rus-447", "O1"), on=on, tracks={"s": Track(0, ("qO3",))})
        moved.do("target - qO3", "add r", "declare").roll((6, 5))
        assert drm(moved) == {"SL:5.6.8.1-a": -1, "SL:5.6.8.1-b": -1, "SL:4.13.3-a": 1}
    house = wild("PFPh", unit("r", "ger-467", "W7"), unit("s", "rus-447", "W8"), skiers=("s",))
    house.do("target - qW8", "add r", "declare").roll((6, 5))
    assert "SL:4.13.3-a" not in drm(house)


@pytest.mark.rule("SL:4.13.12", "SL:4.13-q4")
def test_skis_in_close_combat() -> None:
    table = skier("CCPh", "O3", unit("r", "rus-447", "O3")).do("attack r", "with s", "declare")
    assert not [text for text in table.options() if "skis" in text]
    table.do("attack s", "with r", "declare").roll((6, 5), (6, 5))
    first, second = [event.breakdown for event in table.events if event.breakdown is not None]
    assert {line.rule: line.value for line in first.lines}["SL:4.13.12"] == 2
    assert {line.rule: line.value for line in second.lines}["SL:4.13.12"] == -2


@pytest.mark.rule("SL:4.13.11", "SL:4.13.11-b")
def test_skis_stay_with_the_broken() -> None:
    a = unit("r", "rus-447", "O2")
    broken = wild(
        "APh", unit("s", SQUAD, "O5", broken=True), unit("t", SQUAD, "O9"), a, skiers=("s",), on_skis=("s",)
    )
    assert not [text for text in broken.options() if "skis" in text]
    assert broken.position.state.on_skis == ("s",) and not broken.g.weapons_of(broken.unit("s"))


# -- horses ------------------------------------------------------------------------------------------------


def saddle(
    phase: str, hex: str, *more: dict[str, Any], riders: tuple[str, ...] = ("s",), **state: Any
) -> Table:
    """A squad and a leader of cavalry, with horses."""
    state.setdefault("mounts", {"h": Mount("h", "german", "horse", f"q{hex}", riders)})
    units = (unit("s", SQUAD, hex), unit("l", "ger-8-1", hex), *more)
    return wild(phase, *units, cavalry=("s", "l"), **state)


def rode(table: Table) -> int:
    count = 0
    ends = (table.unit("s").hex, "qA1" if table.unit("s").hex != "qA1" else "qA2")
    while True:
        here = table.unit("s").hex
        goal = ends[1] if here == ends[0] else ends[0]
        if f"enter - {goal}" not in table.options():
            return count
        table.do(f"enter - {goal}")
        count += 1


@pytest.mark.rule("SL:4.12.20", "SL:4.12.4", "SL:4.12.12", "SL:4.12.15-a")
def test_how_far_horses_go() -> None:
    assert rode(saddle("MPh", "A2").do("move s")) == 12
    assert rode(saddle("MPh", "A2", riders=()).do("move s")) == 4
    both = saddle("MPh", "A2", riders=("s", "l")).do("move s", "join l")
    frame = both.position.state.stack[-1]
    assert isinstance(frame, Moving)
    assert {one.mf for one in what_is_left(both.g, frame)} == {12}, "a leader makes no horse faster"
    assert rode(both) == 12 and both.position.state.mounts["h"].hex == both.unit("l").hex
    assert both.position.state.mounts["h"].riders == ("s", "l")


@pytest.mark.rule("SL:4.12.13", "SL:4.12.3", "SL:4.12.15-a", "SL:4.12-q4")
def test_mounting() -> None:
    fast = {"double-time": "on"}
    table = saddle("MPh", "A2", riders=(), options=fast).do("move s", "double-time", "mount s+h")
    assert rode(table) == 6
    full = saddle("MPh", "A2", unit("t", SQUAD, "A2")).do("move t")
    assert full.refusal("mount t+h").rule == "SL:4.12.3"
    state = full.position.state
    state.cavalry = (*state.cavalry, "t")
    assert full.refusal("mount t+h").rule == "SL:4.12.15-a"
    late = saddle("MPh", "A2", riders=()).do(
        "move s", "enter - qA1", "enter - qA2", "enter - qA1", "enter - qA2"
    )
    assert late.refusal("mount s+h").rule == "SL:4.12.13"


@pytest.mark.rule("SL:4.12.14")
def test_who_dismounts_stays() -> None:
    table = saddle("MPh", "A2").do("move s", "enter - qA1", "dismount s")
    assert not table.options("enter") and table.refusal("enter - qA2").rule == "SL:4.12.14"
    assert table.position.state.mounts["h"] == Mount("h", "german", "horse", "qA1", moved=True)


@pytest.mark.rule("SL:4.12.2-a", "SL:4.12.2-b", "SL:14.10.2-c", "SL:14.6.8-b")
def test_where_horses_go() -> None:
    def price(start: str, goal: str) -> float:
        table = saddle("MPh", start)
        return cost_for(table.g, table.unit("s"), f"q{start}", f"q{goal}")

    assert (price("T3", "T4"), price("S7", "S6"), price("Q6", "Q7"), price("P3", "P4")) == (4, 1, 2, 2)
    table = saddle("MPh", "W7").do("move s")
    assert table.refusal("enter - qW8").rule == "SL:4.12.2-b" and [
        t for t in table.options("bypass") if "qW8" in t
    ]
    assert saddle("MPh", "Q7").do("move s").refusal("enter - qQ8").rule == "SL:4.12.2-b"
    assert saddle("MPh", "U8").do("move s").refusal("enter - qU9").rule == "SL:14.6.8-b"


@pytest.mark.rule("SL:4.7.2", "SL:4.5.3", "SL:4.5.1-a")
def test_no_double_time_or_assault_on_horseback() -> None:
    table = saddle("MPh", "A2", options={"double-time": "on"}).do("move s")
    assert table.refusal("double-time").rule == "SL:4.7.2" and not table.options("assault")


@pytest.mark.rule("SL:4.12.15-b", "SL:4.12.15-c")
def test_what_horses_carry() -> None:
    def laden(*kinds: str) -> Table:
        weapons = {f"w{n}": gun(f"w{n}", kind, "s", "qA2") for n, kind in enumerate(kinds)}
        return saddle("MPh", "A2", weapons=weapons).do("move s")

    assert rode(laden("ger-ft", "ger-lmg")) == 12 and rode(laden("ger-hmg")) == 10
    assert laden("ger-hmg", "ger-mmg").refusal("enter - qA1").rule == "SL:4.12.15-b"
    loose = saddle("MPh", "A2", weapons={"w": gun("w", "ger-lmg", hex="qA2")}).do("move s")
    assert not loose.options("take-weapon") and loose.refusal("take-weapon s+w").rule == "SL:4.12.15-c"


@pytest.mark.rule("SL:4.12.21", "SL:4.12.22", "SL:4.12-q6", "SL:4.12-q9")
def test_fire_from_and_at_the_saddle() -> None:
    fires = saddle("PFPh", "O3", unit("r", "rus-447", "O5")).do(
        "target - qO5", "add s", "declare", "no-leader"
    )
    fires.roll((6, 5))
    assert {line.rule: line.value for line in fires.breakdown().lines}["SL:4.12.21"] == 0.5
    way = {"s": Track(0, ("qO3",))}
    target = saddle("DFPh", "O3", unit("r", "rus-447", "O1"), tracks=way).do(
        "target - qO3", "add r", "declare"
    )
    target.roll((6, 5))
    rules = {line.rule for event in target.events if event.breakdown for line in event.breakdown.lines}
    assert {"SL:4.12.22", "SL:5.6.8.1-a", "SL:5.6.8.1-b"} <= rules
    wheat = saddle("DFPh", "N4", unit("r", "rus-447", "N3"), tracks={"s": Track(0, ("qN4",))})
    wheat.do("target - qN4", "add r", "declare").roll((6, 5))
    rules = {line.rule for event in wheat.events if event.breakdown for line in event.breakdown.lines}
    assert "SL:4.12.22" in rules and rules.isdisjoint({"SL:5.6.8.1-a", "SL:5.6.8.1-b"})
    fight = saddle("CCPh", "O3", unit("r", "rus-447", "O3")).do("attack r", "with s", "declare")
    fight.do("attack s", "with r", "declare").roll((6, 5), (6, 5))
    first, second = [event.breakdown for event in fight.events if event.breakdown is not None]
    assert first.total == 2 and {line.rule: line.value for line in second.lines}["SL:4.12.22"] == -1


@pytest.mark.rule("SL:4.12.23", "SL:4.12.24")
def test_horses_share_the_fate_of_their_riders() -> None:
    def fired_at(riders: tuple[str, ...]) -> Table:
        table = saddle("PFPh", "O3", unit("r", "rus-628", "O2"), riders=riders, attacker="russian")
        return table.do("target - qO3", "add r", "declare").roll((2, 3))

    calm = fired_at(("s",)).roll((2, 1), (2, 1))
    assert calm.position.state.mounts["h"].riders == ("s",)
    broken = fired_at(("s",)).roll((2, 1), (6, 5))
    assert broken.said("SL:4.12.24") and not broken.position.state.mounts
    shared = fired_at(("s", "l")).roll((2, 1), (6, 5))
    assert shared.position.state.mounts["h"].riders == ("l",)


@pytest.mark.rule("SL:4.12.37-a", "SL:4.12.37-c")
def test_horses_in_the_advance() -> None:
    enemy = unit("r", "rus-447", "O9")
    riding = saddle("APh", "O3", enemy)
    assert "advance s qO4" in riding.options()
    riding.do("advance s qO4")
    assert riding.position.state.mounts["h"].hex == "qO4"
    mounting = saddle("APh", "O3", enemy, riders=()).do("mount s+h")
    assert not [text for text in mounting.options() if text.startswith("advance s")]
    led = saddle("APh", "O3", enemy, riders=()).do("lead-horses h qO4")
    assert led.position.state.mounts["h"].hex == "qO4" and not led.options("lead-horses")
    indoors = saddle("APh", "W7", enemy, riders=())
    assert "lead-horses h qW8" not in indoors.options()


# -- bicycles ----------------------------------------------------------------------------------------------


def cyclist(
    phase: str, hex: str, *more: dict[str, Any], riders: tuple[str, ...] = ("s",), **state: Any
) -> Table:
    state.setdefault("options", {"double-time": "on"})
    mounts = {"b": Mount("b", "german", "bicycle", f"q{hex}", riders)}
    return wild(phase, unit("s", SQUAD, hex), *more, mounts=mounts, **state)


@pytest.mark.rule("SL:4.11.1", "SL:4.11.2-a", "SL:4.11.2-b")
def test_bicycles_go_by_road() -> None:
    table = cyclist("MPh", "S7").do("move s")
    assert table.refusal("enter - qR7").rule == "SL:4.11.2-a"
    for hex in ("qS6", "qS5", "qS4", "qS3", "qS4", "qS5", "qS6", "qS7"):
        table.do(f"enter - {hex}")
    assert table.options("enter") == []
    uphill = cyclist("MPh", "Q6")
    assert cost_for(uphill.g, uphill.unit("s"), "qQ6", "qQ7") == 2
    down = cyclist("MPh", "Q7").do("move s", "enter - qQ6")
    assert down.position.state.descents == {"s": 1}
    off = cyclist("MPh", "S7", options={}).do("move s")
    assert off.refusal("enter - qS6").rule == "SL:4.11.2-a"


@pytest.mark.rule("SL:4.11.3", "SL:4.11.10", "SL:4.11.2-c")
def test_mounting_bicycles() -> None:
    table = cyclist("MPh", "S7", riders=()).do("move s", "mount s+b")
    for hex in ("qS6", "qS5", "qS4", "qS3", "qS4", "qS5"):
        table.do(f"enter - {hex}")
    assert table.options("enter") == [] and table.refusal("double-time").rule == "SL:4.1.12"
    assert not table.do("dismount s").position.state.mounts["b"].riders
    running = cyclist("MPh", "S7", riders=()).do("move s", "double-time")
    assert running.refusal("mount s+b").rule == "SL:4.11.10"
    going = cyclist("APh", "S7", unit("r", "rus-447", "A1")).do("advance s qR7")
    assert going.position.state.mounts["b"].hex == "qR7" and "dismount s" in going.options()
    going.do("dismount s")
    assert not going.position.state.mounts["b"].riders


@pytest.mark.rule("SL:4.11.5", "SL:4.11.8", "SL:4.11.6")
def test_cyclists_carry_little_and_are_easily_hit() -> None:
    weapons = {"w": gun("w", "ger-mmg", "s", "qS7")}
    assert cyclist("MPh", "S7", weapons=weapons).do("move s").refusal("enter - qS6").rule == "SL:4.11.5"
    way = {"s": Track(0, ("qS7",))}
    table = cyclist("DFPh", "S7", unit("r", "rus-628", "T7"), tracks=way).do(
        "target - qS7", "add r", "declare"
    )
    table.roll((2, 4))
    assert drm(table)["SL:4.11.8"] == -1 and drm(table)["SL:5.6.8.1-b"] == -1
    if table.asked():
        table.roll((6, 5))
    if table.alive("s"):
        assert table.unit("s").broken and table.position.state.mounts["b"].riders == ()


@pytest.mark.rule("SL:4.11.7")
def test_cyclists_are_fired_at_where_they_come_and_never_where_they_have_been() -> None:
    foe = unit("r", "rus-447", "Q5")
    table = cyclist("MPh", "S7", foe).do("move s", "enter - qS6")
    assert table.position.pending.side == "russian" and table.options() == ["target - qS6", "hold-fire"]
    table.do("hold-fire", "enter - qS5", "hold-fire", "stop")
    assert not [text for text in table.options("target") if text.endswith("qS6")]
    assert "target - qS5" in table.options()


@pytest.mark.rule("SL:4.13-q1")
def test_nobody_puts_on_skis_in_a_vehicle() -> None:
    truck = {"v": Vehicle("v", "german", "ger-light-truck", hex="qA3", passengers=("s",))}
    men = unit("s", SQUAD, "A3"), unit("t", SQUAD, "A3"), unit("r", "rus-447", "A9")
    table = wild("APh", *men, skiers=("s", "t"), vehicles=truck)
    table.g.place(table.unit("s"), "")
    table.do("skis-on t")
    assert table.refusal("skis-on s") is not None and "skis-on s" not in table.options()
    walking = wild("APh", *men, skiers=("s", "t"))
    assert "skis-on s" in walking.options()


@pytest.mark.rule("SL:6.3.6.1", "SL:7.1.16-c", "SL:4.12.12")
def test_who_withdraws_or_makes_way_in_the_saddle_stays_in_it() -> None:
    for goes in (lambda g, man: go_back(g, man, "qA2"), lambda g, man: take_way(g, man, "qA2")):
        table = saddle("MPh", "A3", unit("r", "rus-447", "A9"))
        state = table.position.state
        assert state.mounts["h"].hex == "qA3"
        goes(table.g, table.unit("s"))
        assert table.unit("s").hex == state.mounts["h"].hex == "qA2" and state.mounts["h"].riders == ("s",)


def take_way(g: SlPlay, man: Unit, hex: str) -> None:
    frame = Displacement((man.id,))
    g.push(frame)
    take_displacement(g, frame, Action("make-way", (man.id,), hex))
    g.pop()


@pytest.mark.rule("SL:3.2.8-a", "SL:4.12.12")
def test_a_leader_who_routs_with_others_leaves_his_horse() -> None:
    men = unit("s", SQUAD, "S7", broken=True, dm=True), unit("l", "ger-9-1", "S7"), unit("r", "rus-447", "S6")
    horse = {"h": Mount("h", "german", "horse", "qS7", ("l",))}
    table = wild("RtPh", *men, mounts=horse, cavalry=("l",))
    way = next(text for text in table.options("rout") if text.startswith("rout s+l "))
    table.do(way)
    found = table.position.state.mounts["h"]
    assert table.unit("l").hex != "qS7" and found.hex == "qS7" and found.riders == ()


# -- what neither riders nor skiers go into -----------------------------------------------------------------


@pytest.mark.rule("SL:4.13.9-a", "SL:4.12.2-b", "SL:4.10.9-b", "SL:4.13.9-b")
def test_riders_and_skiers_go_into_no_entrenchment_and_skiers_onto_no_wire() -> None:
    works = built(pit("qA3"), pit("qA2"), strung("qA4"))
    foe = unit("r", "rus-447", "Z9")
    ways = [
        ({"skiers": ("s",), "on_skis": ("s",)}, "SL:4.13.9-a"),
        ({"mounts": {"h": Mount("h", "german", "horse", "qA3", ("s",))}, "cavalry": ("s",)}, "SL:4.12.2-b"),
        (
            {"mounts": {"h": Mount("h", "german", "sidecar", "qA3", ("s",))}, "motorcyclists": ("s",)},
            "SL:4.10.9-b",
        ),
    ]
    for state, rule in ways:
        table = wild("MPh", unit("s", SQUAD, "A3"), foe, works=works, **state).do("move s")
        assert table.refusal("go-beneath").rule == rule and "enter - qA2" in table.options()
        ahead = wild("APh", unit("s", SQUAD, "A3"), foe, works=works, **state)
        assert not [text for text in ahead.options() if "beneath" in text]
        assert ("advance s qA4" in ahead.options()) is (rule == "SL:4.12.2-b")
    on_foot = wild("APh", unit("s", SQUAD, "A3"), foe, works=works, skiers=("s",))
    assert "go-beneath s qA3" in on_foot.options() and "advance s qA4" in on_foot.options()
    dug_in = skier("MPh", "A3", foe, on=False, works=works, inside={"s": "qA3"}).do("move s")
    assert dug_in.refusal("skis-on").rule == "SL:4.13.9-a"
    horses = {"h": Mount("h", "german", "horse", "qA3")}
    below = saddle("MPh", "A3", foe, riders=(), mounts=horses, works=works, inside={"s": "qA3"}).do("move s")
    assert below.refusal("mount s+h").rule == "SL:4.12.2-b"


@pytest.mark.rule("SL:4.13.13")
def test_on_skis_nobody_serves_a_gun() -> None:
    for kind, fires in (
        ("ger-mtr-81", False),
        ("ger-at-37", False),
        ("ger-rcl-75", False),
        ("ger-mtr-50", True),
    ):
        weapons = {"w": gun("w", kind, "s", "qO3")}
        for on in (True, False):
            table = skier("PFPh", "O3", unit("r", "rus-447", "O6"), on=on, weapons=weapons)
            found = weapon_bar(table.g, table.unit("s"), table.position.state.weapons["w"])
            assert (found is None) is (fires or not on), kind


@pytest.mark.rule("SL:4.13.3-a")
def test_smocks_help_who_goes_by_a_house_but_nobody_in_a_bunker() -> None:
    way = {"s": (Bypass("qW8", (1, 2), ("qX8", "qW9")),)}
    track = {"s": Track(0, ("qW8", "qW9"))}
    foe = unit("r", "rus-447", "Y9")
    by = wild("DFPh", unit("s", SQUAD, "W9", moved=True), foe, tracks=track, bypasses=way, skiers=("s",))
    assert drm(by.do("target s qW8", "add r", "declare").roll((6, 5)))["SL:4.13.3-a"] == 1
    works = built(bunker("qA3", side="german"))
    shut = skier("PFPh", "A3", unit("r", "rus-447", "A1"), on=False, works=works, attacker="russian")
    shut.position.state.inside["s"] = "qA3"
    lines = [line.rule for line in snow_smocks(shut.g, shut.unit("s"), Aim(("qA1",), "PFPh", True))]
    assert lines == []
    shut.position.state.inside.clear()
    assert snow_smocks(shut.g, shut.unit("s"), Aim(("qA1",), "PFPh", True))


@pytest.mark.rule("SL:4.12.22", "SL:4.10.17")
def test_what_protects_horses_and_motorcycles() -> None:
    def shot_at(kind: str, hex: str, firer: str, *riders: str) -> dict[str, float]:
        mounts = {"h": Mount("h", "german", kind, f"q{hex}", riders)}
        where = hex if riders else "A1"
        men = [unit("s", SQUAD, where), unit("r", "rus-447", firer)]
        table = wild("PFPh", *men, mounts=mounts, cavalry=("s",), attacker="russian")
        return drm(table.do(f"target - q{hex}", "add r", "declare").roll((6, 6)))

    assert shot_at("horse", "X3", "X1", "s") == shot_at("horse", "X3", "X1") == {"SL:4.12.22": -1}
    assert shot_at("horse", "U4", "U2") == {"SL:4.12.22": -1, "SL:5.3.1-f": 2}
    assert shot_at("horse", "R8", "R6") == {"SL:4.12.22": -1, "SL:5.3.5.1": 1}
    assert shot_at("sidecar", "U4", "U2") == {"SL:5.3.1-f": 2} and shot_at("sidecar", "X3", "X1") == {}


@pytest.mark.rule("SL:4.11.2-a", "SL:4.7.1-a", "SL:14.14-a", "SL:4.1.10")
def test_a_road_through_shellholes_for_walkers_and_cyclists() -> None:
    def price(*riders: str, start: str = "Y2", goal: str = "Y3", **options: str) -> float:
        mounts = {"h": Mount("h", "german", "bicycle", f"q{start}", riders)}
        table = wild("MPh", unit("s", SQUAD, start), mounts=mounts, options=options)
        return cost_for(table.g, table.unit("s"), f"q{start}", f"q{goal}")

    fast = {"double-time": "on"}
    assert (price(), price(**fast), price("s", **fast)) == (1, 1, 1)
    further = {"start": "Y3", "goal": "Y4"}
    assert (price(**further), price(**further, **fast), price("s", **further, **fast)) == (0.5, 1, 0.5)


@pytest.mark.rule("SL:4.12.15-b")
def test_a_counter_of_horses_bears_what_all_its_riders_have() -> None:
    weapons = {"w": gun("w", "ger-mmg", "s", "qA2"), "v": gun("v", "ger-lmg", "l", "qA2")}
    both = saddle("MPh", "A2", riders=("s", "l"), weapons=weapons).do("move s", "join l")
    frame = both.position.state.stack[-1]
    assert isinstance(frame, Moving)
    assert {one.mf for one in what_is_left(both.g, frame)} == {10}, "five PP, two more than are free"


@pytest.mark.rule("SL:4.12.2-a", "SL:14.9.2", "SL:14.9.3", "SL:9.16.2-a", "SL:4.13.7")
def test_smoke_and_double_crests_for_riders_and_skiers() -> None:
    horse, ski = saddle("MPh", "P9"), skier("MPh", "P9")

    def price(table: Table, start: str, goal: str) -> float:
        return cost_for(table.g, table.unit("s"), f"q{start}", f"q{goal}")

    assert (price(horse, "P9", "Q9"), price(horse, "Q9", "P9")) == (4, 2)
    assert (price(ski, "P9", "Q9"), price(ski, "Q9", "P9")) == (4, 1)
    for table, in_it in ((saddle("MPh", "A3"), 2), (skier("MPh", "A3"), 2)):
        assert price(table, "A3", "A4") == 1
        lay(table.g, "qA4", "german")
        assert price(table, "A3", "A4") == in_it
