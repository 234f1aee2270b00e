"""Guns and their crews in Squad Leader (SL:10): where they point, how often they fire, and what makes them hit."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.sl.counter_views import weapon_view
from defilade.rules.sl.guns.acquisition import laid_on, lost_from_sight, stamp
from defilade.rules.sl.guns.covered_arc import turn_to
from defilade.rules.sl.state import Laid, Smoke, Track
from defilade.rules.sl.terrain import sees
from defilade.rules.sl.weapons.captured import times_strange
from defilade.rules.sl.weapons.launchers import is_gun, launch_refusal, launching_bar
from defilade.tactics.units import Weapon
from sl.gun_line import (
    AMERICAN_CREW,
    GERMAN_CREW,
    RUSSIAN_CREW,
    TANK,
    at_infantry,
    at_tank,
    battery,
    fire,
    gun,
    lines,
)
from sl.secrets import ask_again, under_cover
from sl.table import Table, pair, unit
from sl.wilds import wild, wilds

__all__ = ["wilds"]

SQUAD = "rus-447"


def why_not(table: Table, at: str = "") -> str:
    g = table.g
    found = launch_refusal(g, g.unit("c"), gun(table), at or pair(5)[1])
    return found.rule if found is not None else ""


@pytest.mark.rule("SL:10.1.3", "SL:10.1.5", "SL:13.8-a")
def test_a_gun_is_for_a_crew() -> None:
    assert at_infantry(battery(men=(SQUAD,))) and not lines(fire(battery(men=(SQUAD,)), (6, 5)))
    leader = battery(man="ger-9-1", men=(SQUAD,))
    assert why_not(leader) == "SL:10.1.3" and not at_infantry(leader)
    led = battery(men=(SQUAD,), also=(unit("l", "ger-10-2", pair(5)[0]),))
    assert not lines(fire(led, (6, 5)))


@pytest.mark.rule("SL:10.1.4-b", "SL:10.1.4-c", "SL:10.1.4-d", "SL:10.8.4-a")
def test_others_serve_it_like_a_captured_one() -> None:
    squad = battery(man="ger-467", men=(SQUAD,))
    assert lines(fire(squad, (6, 5)))["SL:8.6.5-a"] == 2
    taken = battery(side="russian", men=(SQUAD,))
    assert lines(fire(taken, (6, 3)))["SL:8.6.5-a"] == 2
    both = battery(man="ger-467", side="russian", men=(SQUAD,))
    assert times_strange(both.g, both.unit("c"), gun(both)) == 2
    assert lines(fire(both, (6, 1)))["SL:8.6.5-a"] == 4
    worn = fire(battery(man="ger-467", side="russian", men=(SQUAD,)), (5, 3))
    assert "w" not in worn.position.state.weapons  # B12 less 4
    held = fire(battery(side="russian", men=(SQUAD,)), (5, 3))
    assert "w" in held.position.state.weapons


@pytest.mark.rule("SL:10.1.5.1", "SL:13.9.1-c", "SL:13.9.5-a")
@pytest.mark.parametrize(("spines", "drm"), [(0, 0), (1, 3), (2, 4), (3, 5)])
def test_it_is_turned_to_its_target(spines: int, drm: int) -> None:
    table = fire(battery(men=(SQUAD,), spines=spines), (6, 5))
    assert lines(table).get("SL:13.9.1-c", 0) == drm
    a, b = pair(5)
    assert not hex_outside(table, a, b)


def hex_outside(table: Table, a: str, b: str) -> bool:
    from defilade.rules.sl.guns.covered_arc import covers

    return not covers(table.g, gun(table), table.g.map.resolve(a), table.g.map.resolve(b))


@pytest.mark.rule("SL:10.1.17", "SL:13.9.1-a")
def test_a_round_mount_turns_easily() -> None:
    assert lines(fire(battery("ger-aa-20", men=(SQUAD,), spines=3), (5, 5)))["SL:13.9.1-c"] == 3


@pytest.mark.rule("SL:13.9.6", "SL:13.9.3-a")
def test_turning_adds_up() -> None:
    a, b = pair(5)
    g = Table("RPh", []).g
    turned = fire(battery(men=(SQUAD,), spines=1), (6, 5))
    assert lines(fire(turned, (6, 5)))["SL:13.9.1-c"] == 3
    turn_to(turned.g, gun(turned), (gun(turned).facing + 2) % 6)
    assert (
        turned.position.state.served["w"].turning == 3 + 4 and turned.position.state.served["w"].turned == 3
    )
    far = battery(men=(SQUAD,), spines=3)
    behind = next(
        hex
        for hex in g.map.names
        if g.map.distance(a, hex) == 3 and g.map.distance(b, hex) == 8 and hex in g.map.index
    )
    far.g.add_unit(far.g.unit("e0").__class__("x", "russian", SQUAD, "squad", hex=behind))
    ask_again(far)
    fire(far, (6, 5))
    assert why_not(far, behind) == "SL:13.9.3-a"


@pytest.mark.rule("SL:10.1.9-a")
def test_it_fires_as_often_as_its_rate_says() -> None:
    table = battery("ger-at-50", men=(SQUAD, SQUAD))
    fire(table, (6, 5))
    assert at_infantry(table)
    fire(table, (6, 5))
    assert (not at_infantry(table) and why_not(table) == "SL:8.9.1-q2") or not at_infantry(table)
    once = battery("ger-rcl-75", men=(SQUAD,), gun={"emplaced": False})
    fire(once, (6, 4))
    assert not at_infantry(once)


@pytest.mark.rule("SL:10.1.9-b", "SL:13.9.3-b")
def test_mortars_and_infantry_guns_keep_to_one_target() -> None:
    a, b = pair(5)
    g = Table("RPh", []).g
    from defilade.rules.sl.terrain import sees

    other = next(
        hex
        for hex in g.map.names
        if 3 <= g.map.distance(a, hex) <= 5 and hex != b and sees(g, a, hex)
        if g.map.distance(b, hex) < 3
    )
    for kind, rule in (("ger-inf-75", "SL:10.1.9-b"), ("ger-mtr-81", "SL:10.1.9-b"), ("ger-at-37", "")):
        table = battery(kind, men=(SQUAD,), also=(unit("x", SQUAD, other),))
        assert why_not(table, other) == ""
        table.do(next(option for option in at_infantry(table) if option.endswith(b))).roll((6, 5))
        assert why_not(table, other) == rule, kind


@pytest.mark.rule("SL:13.11.2", "SL:13.11.3", "SL:13.11.5", "SL:13.11.6", "SL:13.11.7")
def test_intensive_fire() -> None:
    table = battery("ger-at-50", men=(SQUAD,)).do("intensive c+w")
    assert lines(fire(table, (6, 3)))["SL:13.11.3"] == 2
    fire(table, (6, 3))
    assert at_infantry(table)
    fire(table, (6, 3))
    assert not at_infantry(table)
    broken = fire(battery("ger-at-50", men=(SQUAD,)).do("intensive c+w"), (5, 5))
    assert (
        gun(broken).malfunctioned and not gun(fire(battery("ger-at-50", men=(SQUAD,)), (5, 5))).malfunctioned
    )
    begun = fire(battery("ger-at-50", men=(SQUAD,)), (6, 5))
    assert not begun.options("intensive")


@pytest.mark.rule("SL:13.11.4", "SL:3.24.2-b", "SL:8.21.6")
def test_who_has_no_intensive_fire() -> None:
    assert not battery("ger-at-50", men=(SQUAD,), phase="AFPh").options("intensive")
    assert not battery("ger-at-50", men=(SQUAD,), man_is={"pinned": True}).options("intensive")
    assert not battery("ger-rcl-75", men=(SQUAD,), gun={"emplaced": False}).options("intensive")
    assert battery("ger-at-50", men=(SQUAD,)).options("intensive")


@pytest.mark.rule("SL:3.24.2-d")
def test_a_pinned_crew_fires_with_two_more() -> None:
    assert lines(fire(battery(men=(SQUAD,), man_is={"pinned": True}), (6, 5)))["SL:3.24.2-d"] == 2
    assert not at_infantry(
        battery("usa-rcl-75", AMERICAN_CREW, men=("ger-467",), year=1945, arc=False, man_is={"pinned": True})
    )


@pytest.mark.rule("SL:10.1.6-b")
def test_long_and_short_barrels() -> None:
    assert lines(fire(battery("ger-inf-75", distance=8, men=(SQUAD,)), (6, 5)))["SL:10.1.6-b"] == 1
    assert "SL:10.1.6-b" not in lines(fire(battery("ger-at-37", distance=8, men=(SQUAD,)), (6, 5)))
    table = battery("ger-at-37", men=(SQUAD,)).g.anti_tank.to_hit
    assert [table.length_drm("LL", n) for n in (6, 13, 25)] == [0, -1, -2]


@pytest.mark.rule("SL:13.3")
def test_what_is_near_is_hit_more_easily() -> None:
    assert lines(fire(battery(distance=1, men=(SQUAD,)), (6, 5)))["SL:13.3"] == -2
    assert "SL:13.3" not in lines(fire(battery(distance=2, men=(SQUAD,)), (6, 5)))


@pytest.mark.rule("SL:13.10.1-a", "SL:13.10.2.2", "SL:13.10.2.3", "SL:13.10.2-a")
def test_target_acquisition() -> None:
    table = fire(battery(men=(SQUAD,)), (6, 5))
    assert laid_on(table.g, table.unit("c"), gun(table), "e0") == 0  # not yet in this phase
    fire(table, (6, 5))
    assert "SL:13.10.1-a" not in lines(table)
    table.g.state.turn = 2  # the next fire phase
    assert laid_on(table.g, table.unit("c"), gun(table), "e0") == 1
    laid = table.g.state.laid["w"]
    table.g.state.laid["w"] = laid.__class__(laid.targets, laid.hex, laid.home, "1 x DFPh", 3)
    assert laid_on(table.g, table.unit("c"), gun(table), "e0") == 2
    table.g.state.laid["w"] = laid.__class__(laid.targets, laid.hex, "other", "1 x DFPh", 3)
    assert laid_on(table.g, table.unit("c"), gun(table), "e0") == 0


@pytest.mark.rule("SL:13.10.1-a", "SL:13.10.2.4")
def test_acquisition_through_a_player_turn() -> None:
    table = fire(battery("ger-at-50", men=(SQUAD,)), (6, 5)).do("done")
    while table.position.state.phase != "DFPh" or table.position.state.attacker != "russian":
        if table.asked():
            table.roll((6, 6) if "2" in str(table.position.pending.dice) else (6,))
        else:
            options = table.options()
            table.do("done" if "done" in options else options[-1])
    assert lines(fire(table, (6, 5)))["SL:13.10.1-a"] == -1
    assert table.position.state.laid["w"].phases == 2


@pytest.mark.rule("SL:13.10.2.6-b", "SL:13.10.2.3")
def test_another_target_takes_it_away() -> None:
    table = fire(battery(men=(SQUAD,), tank=""), (6, 5))
    table.g.state.turn = 2
    old = table.position.state.laid["w"]
    from defilade.rules.sl.weapons.anti_tank_fire import taken_aim

    taken_aim(table.g, table.unit("c"), gun(table), ("somebody",), pair(5)[1])
    assert table.position.state.laid["w"].targets == ("somebody",) and old.targets == ("e0",)
    assert table.position.state.laid["w"].phases == 1


@pytest.mark.rule("SL:3.8.6-d")
def test_a_hero_at_a_gun() -> None:
    hero = "ger-149-hero"
    table = battery("ger-at-37", man=hero, men=(SQUAD,), phase="DFPh")
    assert lines(fire(table, (6, 3)))["SL:8.6.5-a"] == 2
    assert not at_infantry(table)  # once, whatever its rate of fire
    assert why_not(battery(man=hero, men=(SQUAD,))) == "SL:3.8.6-d"
    assert why_not(battery(man=hero, men=(SQUAD,), phase="DFPh", spines=1)) == "SL:3.8.6-d"
    tired = battery(man=hero, men=(SQUAD,), phase="DFPh", heroes_at_guns=("1 c",))
    assert why_not(tired) == "SL:3.8.6-d"
    rested = battery(man=hero, men=(SQUAD,), phase="DFPh", heroes_at_guns=("0 c",))
    assert why_not(rested) == ""


@pytest.mark.rule("SL:10.2.3")
def test_where_guns_are_fired() -> None:
    def inside(kind: str) -> str:
        table = battery(kind, here="stone_building", men=(SQUAD,), distance=4)
        return why_not(table, pair(4, "open", "stone_building")[1])

    assert inside("ger-at-75") == "" and inside("ger-inf-75") == "" and inside("ger-aa-20") == ""
    assert inside("ger-mtr-81") == "SL:10.2.3"


@pytest.mark.rule("SL:10.1.10")
def test_a_mortar_does_not_reach_what_is_near() -> None:
    table = battery("ger-mtr-81", distance=1, men=(SQUAD,))
    assert why_not(table, pair(1)[1]) == "SL:10.1.10"
    assert at_infantry(battery("ger-mtr-81", distance=2, men=(SQUAD,)))


@pytest.mark.rule("SL:10.4.2-b", "SL:13.19.1")
def test_mortar_bombs_act_one_column_lower() -> None:
    table = fire(battery("ger-mtr-81", men=(SQUAD,)), (3, 2), (6, 6))
    assert table.breakdown("attack").column == 8 or "8 FP" in next(
        e.text for e in table.events if e.kind == "attack"
    )
    howitzer = fire(battery("ger-inf-75", men=(SQUAD,)), (3, 2), (6, 6))
    assert "12 FP" in next(e.text for e in howitzer.events if e.kind == "attack")


@pytest.mark.rule("SL:10.4.2-a", "SL:9.2.6-a", "SL:9.2.7")
def test_vehicles_under_mortar_bombs() -> None:
    truck = fire(battery("ger-mtr-81", tank=TANK), (3, 2), (1, 1))
    assert truck.position.state.vehicles["v"].wreck and truck.said("SL:10.4.2-a")
    tank = fire(battery("ger-mtr-81", tank=TANK), (3, 2), (4, 3))
    assert not tank.position.state.vehicles["v"].wreck and lines(tank, "barrage")["SL:9.2.6-a"] == 1


@pytest.mark.rule("SL:13.19.2", "SL:13.19.5")
def test_shots_go_through_armour() -> None:
    table = fire(battery("ger-at-75", tank=TANK), (3, 2))
    assert table.asked() and table.position.state.stack[-1].column == "75L"
    table.roll((1, 1))
    assert table.position.state.vehicles["v"].wreck
    assert lines(table, "to_kill").get("SL:13.19.5") == -1
    g = table.g
    assert g.anti_tank.range_drm(30, heavy=True) == 1 and g.anti_tank.range_drm(30) == 2


@pytest.mark.rule("SL:13.13.1")
def test_small_rounds_hit_twice() -> None:
    def rolls(kind: str) -> int:
        table = fire(battery(kind, tank=TANK), (2, 1))
        from defilade.rules.sl.vehicles.penetration import KillRoll

        return sum(isinstance(frame, KillRoll) for frame in table.position.state.stack)

    assert rolls("ger-at-37") == 2 and rolls("ger-at-50") == 1


@pytest.mark.rule("SL:10.2.6", "SL:13.9.5-b", "SL:13.9.5-c")
def test_a_crew_turns_its_gun_without_firing() -> None:
    table = battery(men=(SQUAD,), spines=2, phase="MPh")
    before = gun(table).facing
    option = table.options("turn-gun")[0]
    table.do(option)
    assert gun(table).facing != before and "move c" not in table.options()
    assert table.position.state.served["w"].turning >= 3
    assert not battery(man="ger-467", men=(SQUAD,), phase="MPh").options("turn-gun")
    prep = battery(men=(SQUAD,), spines=2)
    prep.do(prep.options("turn-gun")[0])
    assert not at_infantry(prep) and prep.unit("c").fire


@pytest.mark.rule("SL:14.15.2.1-a")
def test_mortar_bombs_burst_in_the_trees() -> None:
    def found(kind: str, there: str, dice: tuple[int, int] = (6, 5)) -> dict[str, float]:
        year = 1944
        return lines(fire(battery(kind, men=(SQUAD,), there=there, year=year, phase="PFPh"), dice))

    assert found("ger-mtr-81", "woods")["SL:14.15.2.1-a"] == -1 and "SL:5.3.1-b" not in found(
        "ger-mtr-81", "woods"
    )
    assert found("ger-at-75", "woods")["SL:5.3.1-b"] == 1
    house = found("ger-mtr-81", "wooden_building")
    assert house["SL:5.3.1-c"] == 2 and "SL:14.15.2.1-a" not in house
    lucky = fire(battery("ger-mtr-81", men=(SQUAD,), there="woods"), (1, 1), (3, 4))
    assert lines(lucky, "attack")["SL:13.26.6"] == -1


@pytest.mark.rule("SL:14.16.3-b")
def test_an_orchard_is_no_cover_from_shells() -> None:
    field = lines(fire(battery(men=(SQUAD,), there="open"), (6, 5)))
    assert lines(fire(battery(men=(SQUAD,), there="orchard"), (6, 5))) == field
    assert lines(fire(battery(men=(SQUAD,), there="woods"), (6, 5))) == field | {"SL:5.3.1-b": 1}


@pytest.mark.rule("SL:5.6.8.1-c")
def test_who_turns_a_gun_where_it_stands_does_not_move() -> None:
    table = battery(men=(SQUAD,), spines=2, phase="MPh", distance=3)
    table.do(table.options("turn-gun")[0])
    here = table.unit("c").hex
    assert table.position.state.phase == "DFPh" and not table.position.state.tracks
    table.do(f"target - {here}", "add e0", "declare").roll((6, 5))
    assert not {"SL:5.6.8.1-a", "SL:5.6.8.1-b"} & {line.rule for line in table.breakdown().lines}


@pytest.mark.usefixtures("wilds")
@pytest.mark.rule("SL:14.18.2-b")
def test_light_mortars_are_not_fired_in_marsh() -> None:
    def why(kind: str, man: str, hex: str) -> str:
        weapons = {"w": Weapon("w", "german", kind, owner="c", hex=f"q{hex}", facing=0, emplaced=True)}
        men = [unit("c", man, hex), unit("r", SQUAD, "A1")]
        table = wild("PFPh", *men, weapons=weapons)
        found = launching_bar(table.g, table.unit("c"), table.position.state.weapons["w"], "qA1")
        return found.rule if found is not None else ""

    assert why("ger-mtr-50", "ger-467", "C3") == "SL:14.18.2-b" and why("ger-mtr-50", "ger-467", "E9") == ""
    assert (
        why("ger-mtr-81", "ger-247-crew", "C3") != "SL:14.18.2-b"
    )  # for want of ground under it, not by this


@pytest.mark.rule("SL:13.8-e", "SL:13.9.5-d", "SL:13.9.8-b", "SL:10.4.11.1-b")
def test_who_comes_to_a_gun_fires_it_less_well() -> None:
    table = battery(men=(SQUAD,), phase="AFPh", man_is={"moved": True})
    assert lines(fire(table, (6, 5)))["SL:13.8-e"] == 2
    assert why_not(battery(men=(SQUAD,), phase="AFPh", man_is={"moved": True}, spines=1)) == "SL:13.9.5-d"
    pushed = battery(men=(SQUAD,), phase="AFPh", man_is={"moved": True}, gun={"moved": True})
    assert why_not(pushed) == "SL:13.9.8-b"
    bombs = battery("ger-mtr-81", men=(SQUAD,), phase="AFPh", man_is={"moved": True})
    assert why_not(bombs) == "SL:10.4.11.1-b"


@pytest.mark.rule("SL:13.16.6-a")
def test_a_slow_gun_waits_for_a_vehicle_to_go_on() -> None:
    b = pair(5)[1]

    def second(kind: str, spent: float) -> str:
        table = battery(
            kind,
            tank=TANK,
            phase="MPh",
            attacker="russian",
            driven={"v": ((b, 6.0),)},
            tank_is={"moved": True},
        )
        from defilade.rules.sl.state import Served

        table.g.state.served["w"] = Served(shots=1, at=b, vehicle="v", spent=6.0 - spent)
        table.g.update_weapon(gun(table), fire="defensive")
        table.g.update(table.g.unit("c"), fire="defensive", weapons_used=("w",))
        return why_not(table)

    assert second("ger-at-50", 2) == "SL:13.16.6-a" and second("ger-at-50", 5) == ""
    assert second("ger-at-37", 2) == ""


@pytest.mark.rule("SL:2.7.2-c", "SL:2.7.2-h", "SL:2.7.1-b")
def test_what_gives_a_gun_away() -> None:
    from defilade.rules.sl.weapons.hidden_ordnance import is_at_gun, seen_more_easily

    turned = fire(battery(men=(SQUAD,), spines=1), (6, 5))
    assert [(line.rule, line.value) for line in seen_more_easily(turned.g, gun(turned))] == [
        ("SL:2.7.2-c", 1)
    ]
    still = fire(battery(men=(SQUAD,)), (6, 5))
    assert not list(seen_more_easily(still.g, gun(still)))
    bombs = fire(battery("ger-mtr-81", men=(SQUAD,), spines=1), (6, 5))
    assert [(line.rule, line.value) for line in seen_more_easily(bombs.g, gun(bombs))] == [("SL:2.7.2-h", -2)]
    assert is_at_gun(bombs.g, gun(bombs)) and is_at_gun(still.g, gun(still))


@pytest.mark.rule("SL:10.2.2-a")
def test_a_gun_stays_when_its_crew_goes() -> None:
    a, _ = pair(5)
    table = battery(men=(SQUAD,), phase="MPh").do("move c")
    table.do(table.options("enter")[0])
    assert gun(table).owner == "" and gun(table).hex == a


def test_russian_and_american_guns_are_there() -> None:
    assert at_infantry(battery("rus-at-45", RUSSIAN_CREW, men=("ger-467",)))
    assert at_tank(battery("usa-at-57", AMERICAN_CREW, tank="ger-pzkw-ivh"))
    assert GERMAN_CREW in battery(men=(SQUAD,)).g.counters


@pytest.mark.rule("SL:13.10.2.1", "SL:13.10.2.7-b", "SL:13.10.2.4")
def test_what_is_out_of_sight_is_lost() -> None:
    def kept(change: str = "") -> tuple[str, ...]:
        table = fire(battery(men=(SQUAD, SQUAD)), (6, 5))
        g = table.g
        unseen = next(hex for hex in g.map.names if not sees(g, table.unit("c").hex, hex))
        if change == "gone":
            g.place(g.unit("e0"), unseen)
        elif change == "passed":
            g.state.tracks["e0"] = Track(1, (unseen, g.unit("e0").hex))
        elif change == "broken":
            g.update_weapon(gun(table), malfunctioned=True)
        elif change == "parted":
            g.place(
                g.unit("e1"),
                next(
                    one
                    for one in g.map.names
                    if one != g.unit("e0").hex and sees(g, table.unit("c").hex, one)
                ),
            )
        lost_from_sight(g, "PFPh")
        found = g.state.laid.get("w")
        return found.targets if found is not None else ()

    assert kept() == ("e0", "e1") and kept("gone") == ("e1",) and kept("passed") == ("e1",)
    assert kept("broken") == () and kept("parted") == ("e0",)
    idle = fire(battery(men=(SQUAD,)), (6, 5))
    idle.g.state.turn = 2
    lost_from_sight(idle.g, "PFPh")
    assert not idle.g.state.laid  # not fired at in the next eligible phase
    other = fire(battery(men=(SQUAD,)), (6, 5))
    other.g.state.turn = 2
    lost_from_sight(other.g, "AFPh")
    assert other.g.state.laid


@pytest.mark.rule("SL:13.10.2.6-a", "SL:13.10.2.6-b", "SL:13.10.2-a")
def test_where_nothing_is_acquired() -> None:
    a, b = pair(5)
    smoky = battery(men=(SQUAD,), phase="DFPh", smoke=(Smoke(b, "russian"),))
    fire(smoky, (6, 5))
    assert not smoky.g.state.laid
    advancing = fire(battery(men=(SQUAD,), phase="AFPh"), (6, 5))
    assert not advancing.g.state.laid
    hidden = battery(men=(SQUAD,))
    under_cover(hidden, "e0")
    fire(hidden, (6, 5))
    assert not hidden.g.state.laid
    assert fire(battery(men=(SQUAD,)), (6, 5)).g.state.laid["w"].home == a


@pytest.mark.rule("SL:10.1.1", "SL:10.1.6-a", "SL:10.1.7", "SL:10.1.5.1")
def test_how_a_gun_looks() -> None:
    table = battery("ger-aa-20", men=(SQUAD,))
    view = weapon_view(table.g, gun(table))
    assert view.kind == "gun" and view.shape == "aa-gun" and view.bearing is not None and view.range is None
    assert [arc.bearing for arc in view.arcs] == [view.bearing]
    assert {shown.rule: shown.text for shown in view.prints} == {
        "SL:10.1.7": "AA",
        "SL:10.1.6-a": "20L (4)",
        "SL:10.1.9-a": "3",
    }
    assert view.rof == 3 and "dug in" in view.words and "facing" in view.words
    assert is_gun(table.g, gun(table)) and not is_gun(table.g, Weapon("x", "german", "ger-mmg"))


@pytest.mark.rule("SL:10.4.10.1-a", "SL:10.4.10.1-b", "SL:8.3-i")
def test_a_single_man_fires_a_light_mortar_once() -> None:
    lone = battery("ger-mtr-50", man="ger-9-1", men=(SQUAD,), arc=False)
    assert not at_infantry(fire(lone, (6, 4)))
    squad = battery("ger-mtr-50", man="ger-467", men=(SQUAD,), arc=False)
    assert at_infantry(fire(squad, (6, 4)))
    assert "SL:8.6.5-a" not in lines(squad)


@pytest.mark.rule("SL:13.10.2.4", "SL:13.10.2.1")
def test_what_was_acquired_is_lost_with_the_place_the_gun_and_the_habit() -> None:
    a, b = pair(5)

    def kept(phase: str, home: str = a, now: bool = True, **gun_is: Any) -> bool:
        table = battery(men=(SQUAD,), phase=phase, gun=gun_is)
        g = table.g
        g.state.laid["w"] = Laid(("e0",), b, home, stamp(g) if now else "before", 2)
        lost_from_sight(g, phase)
        return "w" in g.state.laid

    assert kept("PFPh") and kept("DFPh") and kept("MPh", now=False)
    assert not kept("PFPh", b), "the gun is elsewhere"
    assert (
        not kept("PFPh", malfunctioned=True) and not kept("PFPh", now=False) and not kept("DFPh", now=False)
    )
