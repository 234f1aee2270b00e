"""Motorcycles, with and without sidecars (SL:4.10): riding, getting on and off, fire, and men who break on them."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.sl import stacking
from defilade.rules.sl.mounts.motor_fire import down_with_the_machine
from defilade.rules.sl.mounts.motorcycles import ground_mp, step_mp
from defilade.rules.sl.presentation import stack_views
from defilade.rules.sl.state import Mount, Track, Work
from defilade.rules.sl.tables import KIA, Hit
from defilade.rules.sl.vehicles.shelter import sheltered
from defilade.rules.sl.works.works import key_of
from sl.motor_pool import scene, vehicle
from sl.table import Table, unit
from sl.test_mounts import drm
from sl.test_portage import gun
from sl.wilds import wild, wilds

__all__ = ["wilds"]
pytestmark = pytest.mark.usefixtures("wilds")

SQUAD, LEADER, FOE = "ger-467", "ger-8-1", "rus-628"


def motor(hex: str, riders: tuple[str, ...] = (), kind: str = "cycle", **more: Any) -> Mount:
    return Mount(more.pop("id", "m"), more.pop("side", "german"), kind, f"q{hex}", riders, **more)


def bikers(
    phase: str, hex: str, *more: dict[str, Any], riders: tuple[str, ...] = ("s",), **state: Any
) -> Table:
    """A squad and a leader of motorcycle troops, with their motorcycles."""
    kind, single = state.pop("kind", "cycle"), state.pop("single", False)
    state.setdefault("mounts", {"m": motor(hex, riders, kind, single=single)})
    state.setdefault("motorcyclists", ("s", "l"))
    return wild(phase, unit("s", SQUAD, hex), unit("l", LEADER, hex), *more, **state)


def of(table: Table, mount: str = "m") -> Mount:
    return table.position.state.mounts[mount]


def way(table: Table, *hexes: str) -> Table:
    return table.do(*(f"enter - q{hex}" for hex in hexes))


# -- riding ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:4.10.9-a", "SL:4.10.10-b", "SL:4.10.12")
def test_motorcycles_use_mp_and_their_riders_a_mf_a_quarter() -> None:
    table = way(bikers("MPh", "A1").do("move s"), "A2", "A3")
    assert of(table).hex == "qA3" and of(table).riders == ("s",) and of(table).mp == 6
    assert table.position.state.stack[-1].movers[0].spent == 1  # six of the seven MP of the first quarter
    way(table, "A4", "A5", "A6", "A7", "A8", "A9")
    assert of(table).mp == 24 and table.refusal("dismount s").rule == "SL:4.10.9-a"
    way(table, "A10")
    assert table.refusal("enter - qB9").rule == "SL:4.10.9-a" and of(table).mp == 27
    slower = way(
        bikers("MPh", "A1", kind="sidecar").do("move s"), "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9"
    )
    assert of(slower).mp == 24 and not slower.options("enter")


@pytest.mark.rule("SL:4.10.9-a", "SL:4.10.9-b", "SL:4.10-q1")
def test_where_motorcycles_go_and_at_what_price() -> None:
    table = bikers("MPh", "A1")
    prices = {
        ("O3", "O4"): 3.0,
        ("L2", "L3"): 3.0,
        ("N3", "N4"): 3.0,
        ("P3", "P4"): 4.0,
        ("S7", "S6"): 0.5,
        ("Q6", "Q7"): 4.5,
        ("P7", "P8"): 7.0,
        ("J1", "J2"): 8.0,
        ("J3", "I3"): 12.0,
        ("J2", "J3"): 3.0,
    }
    assert {pair: ground_mp(table.g, f"q{pair[0]}", f"q{pair[1]}") for pair in prices} == prices
    barred = {
        "S4": ("T4", "SL:4.10.9-a"),
        "W7": ("W8", "SL:4.10.9-a"),
        "Q7": ("Q8", "SL:4.10.9-b"),
        "U3": ("U4", "SL:4.10.9-a"),
        "U8": ("U9", "SL:14.6.8-b"),
        "C2": ("C3", "SL:4.10-q1"),
    }
    for start, (goal, rule) in barred.items():
        assert bikers("MPh", start).do("move s").refusal(f"enter - q{goal}").rule == rule, goal
    wire = {key_of("wire", "qA2", "german"): Work("wire", "qA2", "german")}
    assert bikers("MPh", "A1", works=wire).do("move s").refusal("enter - qA2").rule == "SL:4.10.9-b"
    assert not [text for text in bikers("MPh", "W7").do("move s").options("bypass") if "qW8" in text]


@pytest.mark.rule("SL:4.10.9-c")
def test_turning_about_costs_two_mp_and_nothing_else_does() -> None:
    table = way(bikers("MPh", "O3").do("move s"), "O4")
    assert step_mp(table.g, of(table), "qO4", "qO3") == 5 and step_mp(table.g, of(table), "qO4", "qP3") == 3
    assert of(way(table, "O3")).mp == 8 and of(table).heading == 0


@pytest.mark.rule("SL:4.10.9-a", "SL:4.10.6")
def test_a_motorcycle_passes_vehicles_for_nothing_and_shelters_beside_them() -> None:
    units = [unit("s", SQUAD, "I9"), unit("r", FOE, "A1")]
    tank = vehicle("v", "ger-pzkw-ivh", "")
    table = scene("PFPh", units, [tank], attacker="russian", board="q", mounts={"m": motor("I9", ("s",))})
    table.position.state.vehicles["v"] = vehicle("v", "ger-pzkw-ivh", "qI9")
    g = table.g
    assert ground_mp(g, "qI8", "qI9") == 3 and sheltered(g, "qI9") == {"s"}


@pytest.mark.rule("SL:4.10-q2")
def test_nobody_goes_along_with_an_afv_on_a_motorcycle() -> None:
    tank = vehicle("v", "ger-pzkw-ivh", "qO3")
    mounts = {"m": motor("O3", ("s",))}
    table = scene("MPh", [unit("s", SQUAD, "O3")], [tank], board="q", mounts=mounts, motorcyclists=("s",)).do(
        "move s"
    )
    assert "join v" not in table.options() and not table.options("board")
    way(table, "O4").do("stop")
    assert table.position.state.vehicles["v"].hex == "qO3" and of(table).hex == "qO4"


@pytest.mark.rule("SL:4.10.2", "SL:4.10.8")
def test_a_leader_drives_single_machines() -> None:
    assert bikers("MPh", "A1", riders=("l",)).do("move l").refusal("enter - qA2").rule == "SL:4.10.2"
    one = way(bikers("MPh", "A1", riders=("l",), single=True).do("move l"), "A2")
    assert of(one).hex == "qA2"
    mine = {"m": motor("A1", ("h",), single=True, side="russian")}
    man = unit("h", "rus-149-hero", "A1")
    hero = wild("MPh", man, mounts=mine, motorcyclists=("h",), attacker="russian")
    assert of(way(hero.do("move h"), "A2")).hex == "qA2"
    empty = bikers("MPh", "A1", riders=())
    assert not [text for text in empty.options() if " m" in text and not text.startswith("move")]


@pytest.mark.rule("SL:4.10.1")
def test_how_many_a_motorcycle_takes() -> None:
    more = unit("t", SQUAD, "A1"), unit("k", LEADER, "A1"), unit("n", LEADER, "A1")
    known = {"motorcyclists": ("s", "l", "t", "k", "n")}
    squads = bikers("MPh", "A1", *more, **known).do("move t")
    assert squads.refusal("mount t+m").rule == "SL:4.12.15-a"
    assert of(bikers("MPh", "A1", *more, **known).do("move l", "mount l+m")).riders == ("s", "l")
    two = bikers("MPh", "A1", *more, riders=("l", "k"), single=True, **known)
    assert two.do("move n").refusal("mount n+m").rule == "SL:4.12.15-a"
    three = bikers("MPh", "A1", *more, riders=("l", "k"), single=True, kind="sidecar", **known)
    assert of(three.do("move n", "mount n+m")).riders == ("l", "k", "n")
    none = bikers("MPh", "A1", riders=(), single=True).do("move s")
    assert none.refusal("mount s+m").rule == "SL:4.12.15-a"


@pytest.mark.rule("SL:4.10.3")
def test_a_leader_takes_a_machine_of_his_own() -> None:
    both = bikers("MPh", "A1", riders=("s", "l")).do("move s", "join l")
    way(both, "A2").do("own-machine l")
    assert both.position.state.stack[-1].members == ("s",)
    way(both, "A3").do("stop", "move l")
    way(both, "B2").do("stop")
    mine = next(mount for mount in both.position.state.mounts.values() if mount.single)
    assert mine.riders == ("l",) and mine.hex == "qB2" and of(both).riders == ("s",)
    left = way(bikers("MPh", "A1", riders=("s", "l")).do("move s"), "A2")
    mine = next(mount for mount in left.position.state.mounts.values() if mount.single)
    assert mine.riders == ("l",) and mine.hex == "qA1"
    late = bikers("APh", "A1", riders=("s", "l")).do("own-machine l")
    assert of(late).riders == ("s",) and len(late.position.state.mounts) == 2
    alone = bikers("MPh", "A1", riders=("l",), single=True).do("move l")
    assert alone.refusal("own-machine l").rule == "SL:4.10.3"


# -- what they carry, and room -----------------------------------------------------------------------------


@pytest.mark.rule("SL:4.10.4-a", "SL:4.10.4-b")
def test_what_motorcycles_carry() -> None:
    def rolls(kind: str, *guns: str, single: bool = False, riders: tuple[str, ...] = ("s",)) -> str:
        weapons = {f"w{n}": gun(f"w{n}", name, riders[0], "qA1") for n, name in enumerate(guns)}
        table = bikers("MPh", "A1", kind=kind, single=single, riders=riders, weapons=weapons)
        if "k" in riders:
            table = bikers(
                "MPh", "A1", unit("k", LEADER, "A1"), kind=kind, single=single, riders=riders, weapons=weapons
            )
        table.do(f"move {riders[0]}", *(f"join {uid}" for uid in riders[1:]))
        return "" if "enter - qA2" in table.options() else table.refusal("enter - qA2").rule

    assert rolls("cycle") == "" and rolls("cycle", "ger-lmg") == "SL:4.10.4-a"
    assert rolls("sidecar", "ger-lmg", "ger-lmg") == "" and rolls("sidecar", "ger-mmg") == "SL:4.10.4-a"
    assert rolls("sidecar", "ger-lmg", single=True, riders=("l",)) == ""
    assert rolls("sidecar", "ger-lmg", single=True, riders=("l", "k")) == "SL:4.10.4-b"


@pytest.mark.rule("SL:4.10.5", "SL:4.10.7")
def test_motorcycles_in_a_full_hex() -> None:
    def room(riders: tuple[str, ...], *others: str, single: bool = False) -> bool:
        units = [unit(uid, SQUAD if uid in "stuv" else LEADER, "A1") for uid in (*riders, *others)]
        table = wild("MPh", *units, unit("x", SQUAD, "A2"), mounts={"m": motor("A1", riders, single=single)})
        return stacking.refusal(table.g, "german", "qA1", (table.unit("x"),)) is None

    assert room(("s",)) and room(("s", "l")) and not room(("s",), "t")
    assert room((), "s", "t") and room(("l", "k"), "s", "t", single=True)
    assert not room((), "s", "t", "u")
    parked = {f"m{n}": motor("A1", id=f"m{n}") for n in range(9)}
    table = wild("MPh", unit("s", SQUAD, "A1"), unit("x", SQUAD, "A2"), mounts=parked)
    assert stacking.refusal(table.g, "german", "qA1", (table.unit("x"),)) is None


@pytest.mark.rule("SL:4.10.5")
def test_who_mounts_in_a_full_hex_rides_on_by_himself() -> None:
    squads = [unit(uid, SQUAD, "A1") for uid in "tu"]
    table = bikers("MPh", "A1", *squads, riders=()).do("move s", "mount s+m")
    assert table.refusal("stop").rule == "SL:4.3.3"
    assert "stop" in way(table, "A2").options()
    stack = bikers("MPh", "A1", *squads, riders=()).do("move s", "join t")
    assert stack.refusal("mount s+m").rule == "SL:4.3.1"
    spent = {"m": motor("A1", mp=20.0)}
    assert bikers("MPh", "A1", *squads, mounts=spent).do("move s").refusal("mount s+m").rule == "SL:4.3.1"
    aph = bikers("APh", "A1", *squads, unit("r", FOE, "A9"), riders=())
    assert "mount s+m" not in aph.options()
    couple = bikers("MPh", "A1", unit("t", SQUAD, "A1"), unit("k", LEADER, "A1"), riders=("s", "l")).do(
        "move s"
    )
    assert couple.do("join l").refusal("own-machine l").rule == "SL:4.3.1"


# -- on and off --------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:4.10.10-a", "SL:4.10-q4")
def test_getting_on_and_off_takes_a_mf_and_a_quarter_of_the_mp() -> None:
    on = bikers("MPh", "A2", riders=(), mounts={"m": motor("A1")}).do("move s")
    way(on, "A1").do("mount s+m")
    assert of(on).mp == 7 and of(on).riders == ("s",)
    way(on, "A2", "A3", "A4", "A5")
    assert of(on).mp == 19 and on.refusal("enter - qA6").rule == "SL:4.10.10-b"  # 1 + 1 + 2
    assert on.refusal("dismount s").rule == "SL:4.10.10-a"
    off = way(bikers("MPh", "A1").do("move s"), "A2", "A3")
    assert off.refusal("dismount s qA4") is not None
    off.do("dismount s")
    assert of(off).mp == 13 and of(off).riders == () and of(off).hex == "qA3"
    way(off, "A4", "A5")
    assert not off.options("enter") and of(off).hex == "qA3"  # 1 + 1 + 2
    together = bikers("MPh", "A1", riders=()).do("move s", "join l", "mount s+m", "mount l+m")
    assert of(together).mp == 7


@pytest.mark.rule("SL:4.10.10-b")
def test_a_leader_beside_them_makes_no_motorcycle_faster() -> None:
    alone = way(
        bikers("MPh", "A1", riders=()).do("move s", "mount s+m"), "A2", "A3", "A4", "A5", "A6", "A7", "A8"
    )
    assert of(alone).mp == 28 and not alone.options("enter")
    led = bikers("MPh", "A1", riders=()).do("move s", "join l", "mount s+m", "mount l+m")
    way(led, "A2", "A3", "A4", "A5", "A6", "A7", "A8")
    assert of(led).mp == 28 and not led.options("enter")
    late = way(bikers("MPh", "A1", mounts={"m": motor("A5")}).do("move s", "join l"), "A2", "A3", "A4", "A5")
    assert late.refusal("mount s+m").rule == "SL:4.10.10-b"


@pytest.mark.rule("SL:4.10.10-c")
def test_no_double_time_with_motorcycles() -> None:
    fast = {"double-time": "on"}
    assert not bikers("MPh", "A1", options=fast).do("move s").options("double-time")
    ran = bikers("MPh", "A1", riders=(), options=fast).do("move s", "double-time")
    assert ran.refusal("mount s+m").rule == "SL:4.10.10-c"
    off = bikers("MPh", "A1", options=fast).do("move s", "dismount s")
    assert not off.options("double-time")


@pytest.mark.rule("SL:4.10.14", "SL:4.10.15")
def test_on_and_off_in_the_aph() -> None:
    far = unit("r", FOE, "A9")
    riding = bikers("APh", "O3", far)
    assert not [text for text in riding.options("advance") if text.startswith("advance s")]
    assert riding.refusal("advance s qO4").rule == "SL:4.10.14"
    riding.do("dismount s")
    assert of(riding).riders == ()
    assert not [text for text in riding.options("advance") if text.startswith("advance s")]
    walking = bikers("APh", "O3", far, riders=()).do("mount s+m")
    assert of(walking).riders == ("s",)
    assert not [text for text in walking.options() if text.startswith(("advance s", "dismount s"))]


# -- among enemies -----------------------------------------------------------------------------------------


@pytest.mark.rule("SL:4.10.11-a", "SL:4.10.11-c")
def test_motorcycles_ride_through_enemies() -> None:
    foe = unit("r", "rus-447", "A3", broken=True)
    through = way(bikers("MPh", "A1", foe).do("move s"), "A2", "A3")
    assert through.refusal("stop").rule == "SL:4.10.11-a" and not through.options("charge")
    assert through.refusal("dismount s").rule == "SL:4.10.11-c"
    assert of(way(through, "A4").do("stop")).hex == "qA4"
    spent = {"m": motor("A2", ("s",), mp=23.0)}
    late = bikers("MPh", "A2", foe, mounts=spent).do("move s")
    assert late.refusal("enter - qA3").rule == "SL:4.10.11-a"
    walker = bikers("MPh", "A2", foe, riders=()).do("move s")
    assert walker.refusal("enter - qA3").rule == "SL:4.1.11"
    aph = bikers("APh", "A3", foe)
    assert "dismount s" not in aph.options()


@pytest.mark.rule("SL:4.10.11-b")
@pytest.mark.parametrize(("prisoners", "taken"), [("on", True), ("off", False)])
def test_who_breaks_among_enemies_is_theirs(prisoners: str, taken: bool) -> None:
    foes = unit("r", "rus-447", "O4"), unit("f", FOE, "O6")
    table = bikers("MPh", "O3", *foes, options={"prisoners": prisoners} if prisoners == "on" else {})
    way(table.do("move s"), "O4").do("target - qO4", "add f", "declare").roll((2, 3))
    table.roll((5, 5), (3, 4))  # the MC, and the second check against 7, thrown exactly
    if taken:
        assert table.options() == ["keep-prisoner", "no-quarter"]
        assert table.unit("s").captive == "german" and table.unit("s").side == "russian"
    else:
        assert not table.alive("s") and table.said("SL:4.10.11-b")


# -- fire --------------------------------------------------------------------------------------------------


def shot_at(phase: str, hex: str, *dice: tuple[int, ...], **state: Any) -> Table:
    """Six Russian factors from the next hex but one."""
    state.setdefault("attacker", "russian" if phase == "PFPh" else "german")
    table = bikers(phase, hex, unit("r", FOE, "O1"), **state)
    return table.do(f"target - q{hex}", "add r", "declare").roll(*dice)


def groups(table: Table) -> list[dict[str, float]]:
    return [
        {line.rule: line.value for line in event.breakdown.lines if line.sign == "+"}
        for event in table.events
        if event.kind == "attack" and event.breakdown is not None
    ]


@pytest.mark.rule("SL:4.10.20", "SL:4.10.13", "SL:4.10.17")
def test_who_rides_is_hit_more_easily_for_that_alone() -> None:
    table = way(bikers("MPh", "O4", unit("r", FOE, "O1")).do("move s"), "O3")
    table.do("target - qO3", "add r", "declare").roll((6, 5))
    assert drm(table) == {"SL:4.10.20": -1}
    way(table, "O4").do("stop", "done")
    assert "target s qO3" not in table.options("target")  # where it has been
    walker = shot_at("DFPh", "O3", (6, 5), tracks={"l": Track(0, ("qO3",)), "s": Track(0, ("qO3",))})
    assert sorted(groups(walker), key=len) == [{"SL:4.10.20": -1}, {"SL:5.6.8.1-a": -1, "SL:5.6.8.1-b": -1}]


@pytest.mark.rule("SL:4.10-q5")
def test_in_the_pfph_motorcycles_stand_still() -> None:
    moved = {"tracks": {"s": Track(0, ("qO3",)), "l": Track(0, ("qO3",))}, "riders": ("s", "l")}
    assert groups(shot_at("PFPh", "O3", (6, 5), **moved)) == [{"SL:4.10.20": -1}]


@pytest.mark.rule("SL:4.10.13")
def test_hexes_that_were_walked_through_before_a_ride_may_be_fired_at_later() -> None:
    foe = unit("r", FOE, "O1")
    table = bikers("MPh", "O3", foe, mounts={"m": motor("O4")}).do("move s")
    way(table, "O4").do("mount s+m")
    way(table, "O5").do("hold-fire")
    way(table, "O6").do("dismount s", "stop", "done")
    assert [text for text in table.options("target") if text.startswith("target s")] == ["target s qO4"]


@pytest.mark.rule("SL:4.10.21")
def test_a_kia_leaves_nothing() -> None:
    foes = unit("r", FOE, "O2"), unit("t", FOE, "O2")
    both = bikers("PFPh", "O3", *foes, riders=("s", "l"), attacker="russian")
    both.do("target - qO3", "add r+t", "declare").roll((1, 2))
    assert not both.alive("s") and not both.alive("l") and not both.position.state.mounts
    assert both.said("SL:4.10.21") and not both.position.state.vehicles

    shared = bikers("PFPh", "O3", riders=("s", "l"))
    assert down_with_the_machine(shared.g, shared.unit("l"), Hit(KIA)) == ()
    assert not shared.alive("s") and not shared.alive("l")  # whomever the result was for

    def fire_at_an_empty_one(*dice: int) -> Table:
        table = wild("PFPh", *foes, unit("s", SQUAD, "A1"), mounts={"m": motor("O3")}, attacker="russian")
        return table.do("target - qO3", "add r+t", "declare").roll(dice)

    assert not fire_at_an_empty_one(1, 2).position.state.mounts
    assert of(fire_at_an_empty_one(4, 5)).hex == "qO3"


@pytest.mark.rule("SL:4.10.18", "SL:4.10.19", "SL:4.10.4-c", "SL:4.10-q3")
def test_fire_from_the_saddle() -> None:
    foe = unit("r", "rus-447", "O5")
    assert "target - qO5" not in bikers("PFPh", "O3", foe, riders=("s", "l")).options()
    car = bikers("PFPh", "O3", foe, kind="sidecar").do("target - qO5", "add s", "declare", "no-leader")
    car.roll((6, 5))
    assert {line.rule: line.value for line in car.breakdown().lines}["SL:4.10.19"] == 0.5
    later = bikers("AFPh", "O4", foe, kind="sidecar")
    later.g.update(later.unit("s"), moved=True)
    later.do("target - qO5", "add s", "declare", "no-leader").roll((6, 5))
    found = {line.rule: line.value for line in later.breakdown().lines}
    assert found["SL:4.10.19"] * found["SL:5.4.5-a"] == 0.25
    for kind, fires in (("ger-lmg", True), ("ger-mmg", False), ("ger-hmg", False)):
        weapons = {"w": gun("w", kind, "s", "qO3")}
        table = bikers("PFPh", "O3", foe, kind="sidecar", weapons=weapons).do("target - qO5")
        assert ("add s+w" in table.options()) is fires, kind
        if not fires:
            assert table.refusal("add s+w").rule == "SL:4.10.4-c"


@pytest.mark.rule("SL:4.10.18", "SL:4.10.19")
def test_close_combat_from_the_saddle() -> None:
    foe = unit("r", "rus-447", "O3")
    car = bikers("CCPh", "O3", foe, kind="sidecar").do("attack r", "with s", "declare")
    car.do("attack s", "with r", "declare").roll((6, 5), (6, 5))
    assert next(event.breakdown for event in car.events if event.breakdown is not None).total == 2
    cycle = bikers("CCPh", "O3", foe, riders=("s",))
    assert cycle.options() == ["attack s", "done"]  # the other side's


# -- men who break on a motorcycle -------------------------------------------------------------------------


def broken(*dice: tuple[int, ...], hex: str = "O3", riders: tuple[str, ...] = ("s",), **state: Any) -> Table:
    """A squad alone on its motorcycles has failed a MC under fire."""
    foe = unit("r", FOE, "O1")
    mounts = {"m": motor(hex, riders)}
    table = wild(
        "PFPh", unit("s", SQUAD, hex), foe, mounts=mounts, motorcyclists=("s",), attacker="russian", **state
    )
    return table.do(f"target - q{hex}", "add r", "declare").roll((2, 3), (5, 5), *dice)


@pytest.mark.rule("SL:4.10.23", "SL:4.10.24")
def test_a_second_check_that_fails_is_a_fall() -> None:
    table = broken((5, 4))
    assert table.said("SL:4.10.23") and table.unit("s").kind == "half_squad" and table.unit("s").broken
    assert of(table).malfunctioned and of(table).riders == () and of(table).hex == "qO3"


@pytest.mark.rule("SL:4.10.25")
def test_a_second_check_thrown_exactly_is_a_stop() -> None:
    table = broken((3, 4))
    assert table.unit("s").broken and table.unit("s").kind == "squad" and table.unit("s").hex == "qO3"
    assert of(table).riders == () and not of(table).malfunctioned


@pytest.mark.rule("SL:4.10.26", "SL:4.10.27")
def test_who_keeps_his_seat_races_on_to_cover() -> None:
    table = broken((3, 3))
    goals = [text.split()[-1] for text in table.options("ride-to-cover")]
    assert goals and table.options()[-1] == "break-here"
    assert len({table.g.map.distance("qO3", goal) for goal in goals}) == 1  # the nearest, and no others
    assert all(table.g.map.terrain[goal] in ("woods", "wooden_building", "stone_building") for goal in goals)
    table.do(f"ride-to-cover s {goals[0]}")
    assert table.unit("s").hex == goals[0] and table.unit("s").broken
    assert of(table).hex in table.g.map.adjacent[goals[0]] and of(table).riders == ()
    stays = broken((3, 3)).do("break-here")
    assert stays.unit("s").hex == "qO3" and stays.unit("s").broken


@pytest.mark.rule("SL:4.10.26")
def test_on_the_move_a_race_to_cover_costs_no_mp() -> None:
    spent = {"m": motor("O4", ("s",), mp=24.0)}
    table = bikers("MPh", "O4", unit("r", FOE, "O1"), mounts=spent).do("move s")
    way(table, "O3").do("target - qO3", "add r", "declare").roll((2, 3), (5, 5), (3, 3))
    goal = table.options("ride-to-cover")[0].split()[-1]
    table.do(f"ride-to-cover s {goal}")
    assert table.unit("s").hex == goal and "move s" not in table.options()
    assert table.g.map.distance("qO3", goal) > 2


@pytest.mark.rule("SL:4.10.28", "SL:4.10.3")
def test_a_squad_and_its_leader_may_part_under_fire() -> None:
    table = shot_at("PFPh", "O3", (2, 3), (5, 5), (4, 4), riders=("s", "l"))  # the leader comes to a stop
    assert table.unit("l").broken and not table.unit("s").broken
    table.roll((1, 2), (1, 2))
    assert of(table).riders == ("s",) and len(table.position.state.mounts) == 2
    squad = shot_at("PFPh", "O3", (2, 3), (1, 2), (5, 5), (3, 3), riders=("s", "l"))
    mine = next(mount for mount in squad.position.state.mounts.values() if mount.single)
    assert mine.riders == ("l",) and of(squad).riders == ("s",) and not squad.unit("l").broken


@pytest.mark.rule("SL:4.10.28")
def test_two_leaders_on_one_machine_share_its_fate() -> None:
    units = unit("l", LEADER, "O3"), unit("k", LEADER, "O3"), unit("r", FOE, "O1")
    table = wild(
        "PFPh",
        *units,
        mounts={"m": motor("O3", ("l", "k"), single=True)},
        motorcyclists=("l", "k"),
        attacker="russian",
    )
    table.do("target - qO3", "add r", "declare").roll((2, 3), (5, 6), (4, 5))
    assert table.unit("l").broken and table.unit("k").broken and of(table).riders == ()


@pytest.mark.rule("SL:4.10.29")
def test_broken_motorcycles_carry_nobody() -> None:
    table = bikers("MPh", "A1", mounts={"m": motor("A1", malfunctioned=True)}).do("move s")
    assert table.refusal("mount s+m").rule == "SL:4.10.29"


# -- pushing -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:4.10.16-a")
def test_a_motorcycle_is_pushed_like_a_load() -> None:
    def goes(kind: str, *hexes: str, who: str = "s", **more: Any) -> str:
        table = bikers("MPh", "O3", mounts={"m": motor("O3", kind=kind, **more)}).do(
            f"move {who}", f"push {who}+m"
        )
        way(table, *hexes[:-1])
        return (
            "" if f"enter - q{hexes[-1]}" in table.options() else table.refusal(f"enter - q{hexes[-1]}").rule
        )

    assert goes("cycle", "O4", "O5", "O6") == "" and goes("cycle", "O4", "O5", "O6", "O7") == "SL:4.1.2"
    assert goes("cycle", "O4", "O5", "O6", "O7", "O8", who="l", single=True) == ""
    assert goes("cycle", "O4", "O5", "O6", "O7", "O8", "O9", who="l", single=True) == "SL:4.1.2"
    table = bikers("MPh", "O3", riders=()).do("move l")
    assert table.refusal("push l+m").rule == "SL:4.10.16-a"
    pushed = way(bikers("MPh", "O3", riders=()).do("move s", "push s+m"), "O4")
    assert of(pushed).hex == "qO4" and of(pushed).mp == 0 and not pushed.position.state.ridden
    assert bikers("MPh", "O3").do("move s").refusal("push s+m").rule == "SL:4.10.16-a"


@pytest.mark.rule("SL:4.10.16-a")
@pytest.mark.parametrize(("kind", "left"), [("cycle", 1), ("sidecar", 0)])
def test_sidecars_are_heavier_in_woods_and_over_walls(kind: str, left: int) -> None:
    woods = way(bikers("MPh", "R5", mounts={"m": motor("R5", kind=kind)}).do("move s", "push s+m"), "S5")
    assert of(woods).hex == "qS5" and bool(woods.options("enter")) is bool(left)
    wall = bikers("MPh", "U3", mounts={"m": motor("U3", kind=kind)}).do("move s", "push s+m")
    way(wall, "U4")
    assert bool(wall.options("enter")) is bool(left)
    single = bikers("MPh", "R5", mounts={"m": motor("R5", kind=kind, single=True)}).do("move l", "push l+m")
    way(single, "S5", "R5")  # 6 MF, less 1 or 2 for the load, less 2 + 1
    assert of(single).hex == "qR5" and ("enter - qR6" in single.options()) is True
    way(single, "R6")
    assert bool(single.options("enter")) is bool(left)


@pytest.mark.rule("SL:4.10.9-b")
def test_where_they_are_not_even_pushed() -> None:
    for start, goal in (("Q7", "Q8"), ("C2", "C3")):
        table = bikers("MPh", start, riders=()).do("move s", "push s+m")
        assert table.refusal(f"enter - q{goal}").rule in ("SL:4.10.9-b", "SL:4.10-q1")


@pytest.mark.rule("SL:4.10.16-a")
def test_pushed_one_hex_in_the_aph() -> None:
    table = bikers("APh", "W7", unit("r", FOE, "A1"), riders=(), kind="sidecar").do(
        "push s+m", "advance s qW8"
    )
    assert of(table).hex == "qW8" and "advance s qW9" not in table.options()


@pytest.mark.rule("SL:4.10.16-b")
def test_out_of_woods_a_motorcycle_is_pushed_before_it_is_mounted() -> None:
    inside = bikers("MPh", "W8", riders=(), mounts={"m": motor("W8")}).do("move s")
    before = ground_mp(inside.g, "qW8", "qW7")
    inside.do("mount s+m")
    assert before == 3 and inside.position.state.stack[-1].movers[0].spent == 2
    assert inside.refusal("stop").rule == "SL:4.6.6-b"
    goals = {text.split()[-1] for text in inside.options("enter")}
    assert goals and "qW7" in goals
    way(inside, "W7").do("stop")
    assert of(inside).hex == "qW7" and of(inside).mp == 10
    aph = bikers("APh", "W8", unit("r", FOE, "A1"), riders=())
    assert "mount s+m" not in aph.options()
    late = {"m": motor("W8", mp=20.0)}
    assert bikers("MPh", "W8", mounts=late).do("move s").refusal("mount s+m").rule == "SL:4.10.16-b"


@pytest.mark.rule("SL:4.11.4", "SL:4.11.1")
def test_bicycles_are_carried_where_nobody_rides_them() -> None:
    squad = bikers("MPh", "O3", mounts={"m": motor("O3", kind="bicycle")}).do("move s", "push s+m")
    way(squad, "O4", "O5", "O6", "O7")
    assert of(squad).hex == "qO7"
    leader = bikers("MPh", "O3", mounts={"m": motor("O3", kind="bicycle")}).do("move l", "push l+m")
    way(leader, "O4", "O5", "O6", "O7", "O8")
    assert of(leader).hex == "qO8" and not leader.options("enter")


# -- motorcycles that somebody finds -----------------------------------------------------------------------


def found(*dice: int, squad: str = SQUAD, leader: str = "", **more: Any) -> Table:
    """Infantry in its RPh beside a motorcycle of the enemy."""
    mine = [unit("s", squad, "A1")] + ([unit("l", leader, "A1")] if leader else [])
    side = "german" if squad.startswith("ger") else "russian"
    other = "russian" if side == "german" else "german"
    mounts = {"m": motor("A1", side=other, **more.pop("mount", {}))}
    foe = unit("r", FOE if side == "german" else SQUAD, "A9")
    table = wild("RPh", *mine, foe, mounts=mounts, attacker=side, **more)
    while dice and "start-motorcycle s+m" not in table.options():
        table.do("done")
    return table.do("start-motorcycle s+m").roll(dice) if dice else table


def outcome(table: Table) -> str:
    if "m" not in table.position.state.mounts:
        return "lost"
    return "dead" if of(table).malfunctioned else "runs"


@pytest.mark.rule("SL:4.10.29")
def test_who_finds_a_motorcycle_may_know_how_to_use_it() -> None:
    assert [outcome(found(die)) for die in (1, 2, 3, 4, 5, 6)] == [
        "runs",
        "runs",
        "dead",
        "dead",
        "lost",
        "lost",
    ]
    mine = found(2)
    assert of(mine).side == "german" and mine.position.state.taught == ("s",)
    assert found(motorcyclists=("s",)).refusal("start-motorcycle s+m").rule != "SL:4.10.30"
    assert not found(motorcyclists=("s",)).options("start-motorcycle")
    stranger = wild("MPh", unit("s", SQUAD, "A1"), mounts={"m": motor("A1")}).do("move s")
    assert stranger.refusal("mount s+m").rule == "SL:4.10.29"
    theirs = wild(
        "MPh", unit("s", SQUAD, "A1"), mounts={"m": motor("A1", side="russian")}, motorcyclists=("s",)
    ).do("move s", "mount s+m")
    assert of(theirs).side == "german"


@pytest.mark.rule("SL:4.10.31")
def test_a_leader_helps_to_use_it_but_cannot_save_it() -> None:
    assert outcome(found(3, leader="ger-8-1")) == "runs" and outcome(found(4, leader="ger-9-2")) == "runs"
    assert outcome(found(5, leader="ger-9-2")) == "lost"


@pytest.mark.rule("SL:4.10.32")
def test_some_nations_know_motorcycles_better_than_others() -> None:
    def tried(squad: str, *dice: int) -> str:
        return outcome(found(*dice, squad=squad))

    assert [tried("rus-447", die) for die in (1, 2, 4)] == ["runs", "dead", "lost"]
    assert [tried("usa-666", die) for die in (3, 5, 6)] == ["runs", "dead", "lost"]
    briton = wild(
        "MPh",
        unit("l", "bri-8-1", "A1"),
        mounts={"m": motor("A1", single=True, side="russian")},
        attacker="russian",
    ).do("move l")
    assert of(briton.do("mount l+m")).riders == ("l",)


@pytest.mark.rule("SL:4.10.30")
def test_one_that_does_not_start_is_tried_again_by_who_has_rested() -> None:
    dead = {"mount": {"malfunctioned": True}}
    assert not found(**dead).options("start-motorcycle")
    assert outcome(found(2, rested=("s",), **dead)) == "runs"
    again = found(3, rested=("s",), **dead)
    assert again.refusal("start-motorcycle s+m") is not None
    idle = wild(
        "CCPh",
        unit("s", SQUAD, "A1"),
        unit("t", SQUAD, "A1", moved=True),
        unit("r", FOE, "A9"),
        mounts={"m": motor("A1", malfunctioned=True)},
    )
    assert idle.position.state.rested == ("s", "r")


@pytest.mark.rule("SL:4.10.33")
def test_others_than_motorcycle_troops_ride_less_far() -> None:
    table = wild("MPh", unit("s", SQUAD, "A1"), mounts={"m": motor("A1", ("s",))}, taught=("s",)).do("move s")
    way(table, "A2", "A3", "A4", "A5", "A6", "A7", "A8")
    assert of(table).mp == 21 and not table.options("enter")


@pytest.mark.rule("SL:3.7-q2")
def test_scouts_of_a_motorcycle_squad_know_motorcycles() -> None:
    squads = [unit(uid, SQUAD, "A8") for uid in "tuv"]
    table = bikers("RPh", "A1", unit("r", FOE, "A9"), *squads, riders=()).do("scout s+l").roll((1, 2))
    scout = next(one for one in table.position.state.units.values() if one.kind == "scout")
    assert scout.id in table.position.state.motorcyclists


@pytest.mark.rule("SL:4.10.12", "SL:4.10.29")
def test_the_table_shows_what_nobody_rides() -> None:
    def shown(**more: Any) -> list[Any]:
        table = bikers("MPh", "A1", **more)
        (stack,) = [view for view in stack_views(table.g, {}) if view.hex == "qA1"]
        return [view for view in stack.counters if view.id == "m"]

    assert shown() == []
    (view,) = shown(mounts={"m": motor("A1", single=True, malfunctioned=True)})
    assert view.words == "German motorcycles, a single machine, does not start" and view.shape == "cycle"
