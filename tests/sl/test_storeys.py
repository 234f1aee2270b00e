"""Buildings of several storeys in Squad Leader (SL:14.3)."""

from __future__ import annotations

import pytest

from defilade.rules.sl import terrain
from defilade.rules.sl.fire import hexside_lines
from defilade.rules.sl.firers import group_refusal
from defilade.rules.sl.state import Track
from defilade.rules.sl.terrain import cost_for, sees
from defilade.rules.sl.weapons import flames_in_storeys
from defilade.rules.sl.weapons.flames_in_storeys import storeys_beside
from defilade.rules.sl.weapons.flamethrowers import flame_refusal
from defilade.tactics.attack_plan import Aim
from defilade.tactics.fire_groups import Shot
from defilade.tactics.units import Weapon
from sl.table import Table, unit

# Board 1: J4 J5 K4 K5 has two upper storeys and stairs in J5; F5 F6 G6 H5 has one, with stairs everywhere; P1 Q1 is a
# row house.


def city(phase: str, *units: dict[str, object], **more: object) -> Table:
    return Table(phase, list(units), board="1", **more)  # type: ignore[arg-type]


def drm(table: Table) -> dict[str, float]:
    return {line.rule: line.value for line in table.breakdown().lines if line.sign == "+"}


@pytest.mark.rule("SL:14.3.3-a", "SL:14.3.3-b", "SL:4.3.1")
def test_every_level_of_a_hex_has_its_own_room() -> None:
    full = [unit(f"f{n}", "ger-467", "1J5") for n in range(3)]
    table = city("APh", *full, unit("s", "ger-467", "1J5@1"), unit("t", "ger-467", "1J6"))
    assert table.refusal("advance t 1J5").rule == "SL:4.3.1"
    table.do("advance f0 1J5@1")
    assert table.unit("f0").hex == "1J5@1" and table.unit("f1").hex == "1J5"
    assert {place: len(ids) for place, ids in table.position.state.stacks.items()} == {
        "1J5": 2,
        "1J5@1": 2,
        "1J6": 1,
    }


@pytest.mark.rule("SL:14.3.6-b", "SL:14.3.7-b", "SL:14.3.4-a", "SL:14.3.5", "SL:14.3.8")
def test_what_storeys_and_stairs_buildings_have() -> None:
    map = city("MPh").g.map
    assert map.places_in("1F5") == ("1F5", "1F5@1") and all(
        map.has_stairs(hex) for hex in ("1F5", "1F6", "1G6")
    )
    assert map.places_in("1J4") == ("1J4", "1J4@1", "1J4@2") and map.has_stairs("1J5")
    assert not map.has_stairs("1J4")
    lone = next(hex for hex in map.buildings if len(map.buildings[hex]) == 1)
    assert map.places_in(lone) == (lone,) and not map.has_stairs(lone)
    assert max(map.storeys(hex) for hex in map.names) == 2


@pytest.mark.rule("SL:14.3.3-c", "SL:14.3.20.1", "SL:4.1.6-e")
def test_stairs_lead_from_level_to_level() -> None:
    table = city("MPh", unit("s", "ger-467", "1J5")).do("move s", "enter - 1J5@1", "enter - 1J5@2")
    g = table.g
    assert cost_for(g, g.unit("s"), "1J5", "1J5@1") == 1 and cost_for(g, g.unit("s"), "1J5@2", "1J4@2") == 2
    table.do("enter - 1J4@2")
    assert table.unit("s").hex == "1J4@2" and "stop" in table.options()
    off = city("MPh", unit("s", "ger-467", "1J4")).do("move s")
    assert off.refusal("enter - 1J4@1").rule == "SL:4.1.2"


@pytest.mark.rule("SL:14.3.20.2.1", "SL:14.3.20.2.2", "SL:14.3.20.2.3")
def test_up_outside_where_there_are_no_stairs() -> None:
    watch = unit("r", "rus-447", "1J6")
    table = city("MPh", unit("s", "ger-467", "1J4"), watch).do("move s")
    assert table.options("climb-outside") == ["climb-outside - 1J4@1"]
    table.do("climb-outside - 1J4@1")
    assert table.said("SL:14.3.20.2.2") and table.unit("s").hex == "1J4@1"
    stairs = city("MPh", unit("s", "ger-467", "1J5")).do("move s")
    assert stairs.refusal("climb-outside - 1J5@1").rule == "SL:14.3.3-c"
    begun = city("MPh", unit("s", "ger-467", "1J5")).do("move s", "enter - 1J4")
    assert begun.refusal("climb-outside - 1J4@1").rule == "SL:4.1.12"
    later = city("APh", unit("s", "ger-467", "1J4@1"), unit("t", "ger-467", "1J5"), climbed_outside=("s",))
    assert later.refusal("advance s 1J5@1").rule == "SL:14.3.20.2.2"
    aiming = city(
        "AFPh",
        unit("s", "ger-467", "1J4@1"),
        unit("t", "ger-467", "1J4@1"),
        unit("r", "rus-447", "1K4@1"),
        climbed_outside=("s",),
    ).do("target - 1K4@1")
    assert aiming.refusal("add s").rule == "SL:14.3.20.2.2"
    fighting = city(
        "CCPh", unit("s", "ger-467", "1J4@1"), unit("r", "rus-447", "1J4@1"), climbed_outside=("s",)
    )
    assert fighting.position.pending.side == "russian"  # type: ignore[union-attr]


@pytest.mark.rule("SL:14.3.20.2.3")
def test_who_hangs_on_the_wall_has_no_cover() -> None:
    watch = unit("r", "rus-447", "1K5@1")
    seen = {"s": Track(0, ("1K4@1",))}
    units = (unit("s", "ger-467", "1K4@1", moved=True), watch)
    climber = city("DFPh", *units, tracks=seen, climbed_outside=("s",)).do(
        "target - 1K4@1", "add r", "declare"
    )
    climber.roll((6, 5))
    assert drm(climber) == {"SL:5.6.8.1-a": -1, "SL:5.6.8.1-b": -1}
    inside = city("DFPh", *units, tracks=seen).do("target - 1K4@1", "add r", "declare").roll((6, 5))
    assert drm(inside) == {"SL:5.6.8.1-a": -1, "SL:5.3.1-d": 3}


@pytest.mark.rule("SL:14.3.20.2.3-b")
def test_no_way_up_where_there_is_no_outer_wall() -> None:
    table = city("MPh", unit("s", "ger-467", "1X4")).do("move s")
    assert not table.options("climb-outside")
    assert table.refusal("climb-outside - 1X4@1").rule == "SL:14.3.20.2.3-b"


@pytest.mark.rule("SL:14.3.20.3-a", "SL:14.3.20.3-b")
def test_fire_in_a_hex_goes_over_the_stairs_and_by_one_level() -> None:
    def fires(here: str, there: str) -> bool:
        table = city("PFPh", unit("s", "ger-467", here), unit("r", "rus-447", there))
        return table.position.state.phase == "PFPh" and f"target - {there}" in table.options()

    assert fires("1J5", "1J5@1") and fires("1J5@2", "1J5@1") and not fires("1J5", "1J5@2")
    assert not fires("1J4", "1J4@1")
    strict = city(
        "PFPh",
        unit("s", "ger-467", "1J5"),
        unit("t", "ger-467", "1J4"),
        unit("r", "rus-447", "1J5@1"),
        unit("q", "rus-447", "1J4@1"),
        options={"los": "strict"},
    )
    strict.do("target - 1J4@1")
    assert strict.refusal("add t").rule == "SL:14.3.20.3-a"
    far = city(
        "PFPh",
        unit("s", "ger-467", "1J5"),
        unit("t", "ger-467", "1J4"),
        unit("r", "rus-447", "1J5@2"),
        options={"los": "strict"},
    ).do("target - 1J5@2")
    assert far.refusal("add s").rule == "SL:14.3.20.3-b"


@pytest.mark.rule("SL:14.3.20.3-a", "SL:14.3.20.7")
def test_an_attack_strikes_the_level_that_it_names() -> None:
    table = city(
        "PFPh", unit("s", "ger-838", "1J5@1"), unit("r", "rus-447", "1K5@1"), unit("q", "rus-447", "1K5")
    )
    table.do("target - 1K5@1", "add s", "declare").roll((1, 2))
    struck = next(event for event in table.events if event.kind == "attack")
    assert struck.who == ("r",) and struck.at == "1K5@1"


@pytest.mark.rule("SL:14.3.20.3-c", "SL:14.3.20.3-d")
def test_an_advance_takes_the_stairs_and_a_step() -> None:
    def goals(here: str) -> list[str]:
        found = city("APh", unit("s", "ger-467", here)).options("advance")
        return [text.split()[-1] for text in found]

    beside = goals("1J4")
    assert "1J5" in beside and "1J5@1" in beside and "1J5@2" not in beside and "1J4@1" not in beside
    on = goals("1J5")
    assert {"1J5@1", "1J4@1", "1K5@1"} <= set(on) and "1J4@2" not in on
    table = city("APh", unit("s", "ger-467", "1J4"), unit("r", "rus-447", "1J5@1")).do("advance s 1J5@1")
    assert table.unit("s").hex == "1J5@1" and table.unit("r").hex == "1J5@1"


@pytest.mark.rule("SL:14.3.20.4")
def test_upstairs_only_enemies_of_the_same_level_or_on_the_stairs_drive_out() -> None:
    def adjacent(broken: str, enemy: str) -> bool:
        g = city("RtPh", unit("s", "ger-467", broken, broken=True), unit("r", "rus-447", enemy)).g
        return terrain.adjacent_enemy(g, broken, "german")

    assert adjacent("1J4@1", "1J5@1") and not adjacent("1J4@1", "1J5") and not adjacent("1J4@1", "1J4")
    assert adjacent("1J5@1", "1J5") and adjacent("1J5@1", "1J5@2") and not adjacent("1J5@2", "1J6")
    assert adjacent("1J6", "1J5@1") and not adjacent("1J6", "1J5@2")


@pytest.mark.rule("SL:14.3.20.2.3-c")
def test_nobody_routs_down_the_outer_wall() -> None:
    g = city("RtPh", unit("s", "ger-467", "1J4@1", broken=True), unit("r", "rus-447", "1K4@1")).g
    assert "1J4" not in g.map.adjacent["1J4@1"] and set(g.map.adjacent["1J4@1"]) <= {
        "1J5@1",
        "1K4@1",
        "1K5@1",
    }


@pytest.mark.rule("SL:14.3.12-a")
def test_the_walls_of_row_houses() -> None:
    table = city(
        "PFPh", unit("s", "ger-467", "1P1@1"), unit("r", "rus-447", "1Q1@1"), unit("q", "rus-447", "1Q1")
    )
    g = table.g
    assert g.map.building_of["1P1"] in g.map.row_houses and g.map.building_of["1J5"] not in g.map.row_houses
    assert not sees(g, "1P1@1", "1Q1@1") and not sees(g, "1P1@1", "1Q1") and sees(g, "1P1", "1Q1")
    assert g.map.adjacent["1P1@1"] == ("1P1", "1P1@2")
    far = g.map.ground_hex(next(hex for hex in g.map.names if g.map.distance(hex, "1Q1") == 2))
    strict = city(
        "PFPh",
        unit("s", "ger-467", "1P1@1"),
        unit("t", "ger-467", far),
        unit("r", "rus-447", "1Q1@1"),
        options={"los": "strict"},
    ).do("target - 1Q1@1")
    assert strict.refusal("add s").rule == "SL:14.3.12-a"


@pytest.mark.rule("SL:14.3.12-b", "SL:14.3.20-b")
def test_who_hangs_together_in_a_fire_group_indoors() -> None:
    def joins(first: str, second: str, *others: str) -> str:
        units = [unit(f"u{n}", "ger-467", hex) for n, hex in enumerate((first, *others))]
        g = city("PFPh", *units, unit("s", "ger-467", second)).g
        found = group_refusal(g, [Shot(f"u{n}") for n in range(len(units))], g.unit("s"))
        return found.rule if found else ""

    assert joins("1P1", "1Q1") == "SL:14.3.12-b"
    outside = next(
        hex for hex in city("MPh").g.map.adjacent["1P1"] if hex in city("MPh").g.map.adjacent["1Q1"]
    )
    assert joins("1P1", "1Q1", outside) == ""
    assert joins("1J4", "1J5@1") == "SL:5.1.6-a" and joins("1J4", "1J5@1", "1J5") == ""


@pytest.mark.rule("SL:14.3.20.6-a", "SL:14.3.9")
def test_from_above_one_sees_like_from_a_hill() -> None:
    g = city("MPh").g
    assert [g.map.level(place) for place in g.map.places_in("1J5")] == [0, 1, 2]
    more = [
        b
        for b in g.map.names
        if g.map.distance("1J4", b) > 2 and sees(g, "1J4@2", b) and not sees(g, "1J4", b)
    ]
    assert len(more) > 5


@pytest.mark.rule("SL:14.3.20.6-b")
def test_no_wall_helps_those_upstairs() -> None:
    def line(there: str) -> str:
        units = [unit("s", "ger-467", "4N4"), unit("r", "rus-447", there)]
        table = Table("PFPh", units, board="4")
        lines = hexside_lines(table.g, table.unit("r"), Aim(("4N4",), "PFPh", True))
        return lines[0].rule if lines else ""

    assert Table("PFPh", [], board="4").g.map.hexside_kind("4N4", "4N5") == "wall"
    assert line("4N5@1") == "" and line("4N5") == ""  # below: SL:14.5.4-c


@pytest.mark.rule("SL:4.4.1-a")
def test_in_the_aph_one_goes_one_hex_or_one_level() -> None:
    men = unit("s", "ger-467", "1J5"), unit("t", "ger-467", "1I4"), unit("r", "rus-447", "1X8")
    table = city("APh", *men, options={"sewers": "on"})

    def goals(uid: str) -> set[str]:
        return {text.split()[-1] for text in table.options("advance") if text.startswith(f"advance {uid} ")}

    near = table.g.map.adjacent
    assert {*near["1J5"], "1J5@1"} <= goals("s") and "1J5@2" not in goals("s")
    assert all(table.g.map.distance("1J5", goal) <= 1 for goal in goals("s"))
    assert "1L5" not in goals("t") and table.refusal("advance t 1L5").rule == "SL:4.4.1-a"
    table.do("advance s 1J5@1")
    assert not goals("s") and table.refusal("advance s 1J5@2").rule == "SL:4.4.1-a"


# -- flames and charges (SL:14.3.20.8, SL:14.3.20.9) -------------------------------------------------------


def flames(origin: str, target: str, *where: str, dice: tuple[int, int] = (6, 5)) -> dict[str, float]:
    """The FP at each place with Russians in it, of a flamethrower that is fired at one of them."""
    men = [unit(f"r{n}", "rus-447", hex) for n, hex in enumerate(where)]
    weapons = {"f": Weapon("f", "german", "ger-ft", owner="u", hex=origin)}
    table = city("PFPh", unit("u", "ger-9-2", origin), *men, weapons=weapons)
    table.do(f"flame u+f {target}").roll(dice)
    return {e.at: e.breakdown.total for e in table.events if e.kind == "attack" and e.breakdown}


@pytest.mark.rule("SL:14.3.20.8-a", "SL:14.3.20.8-d")
def test_flames_reach_the_next_storeys_at_half_strength() -> None:
    everywhere = ("1J4", "1J4@1", "1J4@2")
    assert flames("1I4", "1J4", *everywhere) == {"1J4": 20, "1J4@1": 10}
    assert flames("1I4", "1J4@1", *everywhere) == {"1J4@1": 20, "1J4": 10, "1J4@2": 10}
    assert not sees(city("RPh").g, "1E6", "1E4")
    assert flames("1E6", "1E4@1", "1E4", "1E4@1") == {"1E4@1": 20, "1E4": 10}


@pytest.mark.rule("SL:14.3.20.8-b")
def test_up_the_stairs_they_spare_who_fires_them() -> None:
    g = city("RPh").g
    assert storeys_beside(g, "1J5", "1J5@1") == ["1J5@2"]
    assert storeys_beside(g, "1J5@1", "1J5") == []
    assert storeys_beside(g, "1I5", "1J5@1") == ["1J5", "1J5@2"]


@pytest.mark.rule("SL:14.3.20.8-c")
def test_from_the_ground_they_do_not_reach_the_third_level(monkeypatch: pytest.MonkeyPatch) -> None:
    weapons = {"f": Weapon("f", "german", "ger-ft", owner="u", hex="1I4")}
    table = city("PFPh", unit("u", "ger-9-2", "1I4"), unit("r", "rus-447", "1J4@2"), weapons=weapons)
    g = table.g
    assert flame_refusal(g, g.unit("u"), g.state.weapons["f"], "1J4@2") is None
    monkeypatch.setattr(flames_in_storeys, "TOP", 2)
    found = flame_refusal(g, g.unit("u"), g.state.weapons["f"], "1J4@2")
    assert found is not None and found.rule == "SL:14.3.20.8-c"


@pytest.mark.rule("SL:14.3.20.9")
def test_a_charge_acts_on_its_storey_alone() -> None:
    men = [unit(f"r{n}", "rus-447", hex) for n, hex in enumerate(("1J5", "1J5@1", "1J5@2"))]
    charge = Weapon("d", "german", "ger-dc", hex="1J4@1", carrier="u", placed_at="1J5@1", placed_x=12)
    table = city("AFPh", unit("u", "ger-9-2", "1J4@1"), *men, weapons={"d": charge})
    table.do("explode d 1J5@1").roll((5, 4))
    assert [event.who for event in table.events if event.kind == "attack"] == [("r1",)]
