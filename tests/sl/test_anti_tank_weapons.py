"""Anti-tank weapons of infantry: how they hit, how many are fired, by whom (SL:8.15 to SL:8.20)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Outcome
from defilade.rules.sl.anti_tank import anti_tank
from defilade.rules.sl.marches import portage
from defilade.rules.sl.vehicles.penetration import KillRoll, kill_lines, kill_number
from defilade.rules.sl.weapons.breakdown import repair_number
from defilade.rules.sl.weapons.launchers import gunners, phase_refusal
from defilade.tactics.units import Weapon
from sl.armoury import RUSSIAN, armed, killing, shoot, shots, v, why_not
from sl.motor_pool import scene, vehicle
from sl.table import Table, pair, unit

# -- anti-tank rifles --------------------------------------------------------------------------------------


@pytest.mark.rule("SL:8.15.1-a", "SL:8.15.2", "SL:8.15.3", "SL:8.3-c")
def test_an_anti_tank_rifle_is_fired_at_vehicles_within_twelve_hexes() -> None:
    table = armed(["rus-atr"], "rus-447", distance=2, men=("ger-467",), facing=0)
    assert shots(table) and not table.options("shell")
    shoot(table).roll((3, 4))
    hit = table.breakdown("to_hit")
    assert hit.column == 10 and isinstance(killing(table), KillRoll)
    assert killing(table).column == "ATR" and killing(table).face in ("front", "side", "rear")
    assert table.unit("u").fire == "prep" and not table.unit("u").no_fp
    g = table.g
    far = next(hex for hex in g.map.names if g.map.distance(table.unit("u").hex, hex) == 13)
    fresh = armed(["rus-atr"], "rus-447")
    assert why_not(fresh, at=far) == "SL:8.15.3"


@pytest.mark.rule("SL:8.15.4")
def test_its_kill_roll_goes_by_the_range_of_the_smaller_calibres() -> None:
    found = []
    for distance in (1, 2, 3):
        table = shoot(armed(["rus-atr"], "rus-447", distance=distance)).roll((3, 4))
        found.append([line.value for line in killing(table).lines if line.rule == "SL:13.19.5"])
    assert found == [[-2], [-1], []]


@pytest.mark.rule("SL:8.15.5", "SL:8.15.1-a", "SL:8.3-c")
def test_a_leader_mans_one_alone_and_his_skill_does_not_count() -> None:
    led = armed(["rus-atr"], "rus-9-2")
    shoot(led).roll((3, 4))
    assert "SL:8.18.6" not in [line.rule for line in led.breakdown("to_hit").lines]
    helped = armed(["rus-atr"], "rus-447", also=("rus-9-2",))
    helped.do(shots(helped)[0])
    assert helped.asked()  # nobody is asked who directs it


@pytest.mark.rule("SL:8.15.1-b")
def test_it_fires_in_the_advancing_fire_phase_only_if_it_has_neither_moved_nor_fired() -> None:
    assert shots(armed(["rus-atr"], "rus-447", phase="AFPh"))
    for man_is in ({"moved": True}, {"fire": "prep"}):
        late = armed(["rus-atr"], "rus-447", phase="AFPh", man_is=man_is, also=("rus-447",), men=("ger-467",))
        assert not shots(late)
        assert why_not(late) == ("SL:8.15.1-b" if "moved" in man_is else "SL:5.1.2-a")


@pytest.mark.rule("SL:8.15.6")
def test_it_malfunctions_and_is_repaired_like_a_machine_gun() -> None:
    table = shoot(armed(["rus-atr"], "rus-447")).roll((5, 6))
    gun = table.position.state.weapons["w0"]
    assert gun.malfunctioned
    assert repair_number(table.g, table.unit("u"), gun) == 1
    yanks = armed(["rus-atr"], "usa-666")
    assert repair_number(yanks.g, yanks.unit("u"), yanks.g.state.weapons["w0"]) == 2
    for die, works, there in ((1, True, True), (2, False, True), (6, False, False)):
        rally = armed(["rus-atr"], "rus-447", phase="RPh", malfunctioned=True).do("repair u+w0")
        rally.events += rally.position.advance(Outcome((die,)))
        found = rally.position.state.weapons.get("w0")
        assert (found is not None) == there and (found is None or found.malfunctioned != works)


@pytest.mark.rule("SL:8.15.7", "SL:8.15.8")
def test_british_rifles_are_worse_and_the_finnish_one_is_better() -> None:
    british = shoot(armed(["bri-atr"], "bri-457")).roll((3, 4))
    assert [line.value for line in killing(british).lines if line.rule == "SL:8.15.7"] == [1]
    lahti = shoot(armed(["fin-atr"], "fin-648", side="german")).roll((3, 4))
    assert killing(lahti).column == "20mm"
    assert lahti.g.tables.portage.kinds["LAHTI"].mmc == lahti.g.tables.portage.kinds["HMG"].mmc
    front = anti_tank().kill.columns
    assert (front["20mm"].side or 0) > (front["ATR"].side or 0)


@pytest.mark.rule("SL:13.13.1")
def test_a_hit_with_half_the_number_counts_twice() -> None:
    table = shoot(armed(["rus-atr"], "rus-447")).roll((2, 3))
    rolls = [frame for frame in table.position.state.stack if isinstance(frame, KillRoll)]
    assert len(rolls) == 2


# -- shaped charges --------------------------------------------------------------------------------------


@pytest.mark.rule("SL:8.16.1-b", "SL:8.18.4-a", "SL:8.19.4", "SL:8.20.3", "SL:8.17.7")
def test_each_goes_through_by_its_own_column_whatever_the_range() -> None:
    cases = {
        "ger-pf-44a": ("ger-467", "panzerfaust", []),
        "ger-pf-42b": ("ger-467", "panzerfaust", [2]),
        "ger-psk": ("ger-467", "panzerfaust", []),
        "usa-baz-44a": ("usa-666", "bazooka", []),
        "usa-baz-42b": ("usa-666", "bazooka", [1]),
        "bri-piat": ("bri-457", "PIAT", []),
    }
    for kind, (man, column, makes) in cases.items():
        found = []
        for distance in (1, 2, 3):
            table = armed([kind], man, distance=distance)
            if not shots(table):
                continue
            shoot(table).roll((1, 2))
            assert killing(table).column == column
            assert [line.value for line in killing(table).lines] == makes
            found.append(kill_number(table.g, killing(table)))
        assert found


@pytest.mark.rule("SL:8.17.2", "SL:8.17.4", "SL:8.19.3", "SL:8.20.1", "SL:8.18.3")
def test_hit_numbers_are_by_range_and_by_whether_who_fires_has_moved() -> None:
    expect = {
        ("ger-pf-44a", "ger-467"): ([9, 7, 4], [8, 6, 3]),
        ("ger-psk", "ger-467"): ([8, 7, 6, 4], [6, 5, 4, 2]),
        ("usa-baz-44a", "usa-666"): ([8, 7, 6, 3], [7, 6, 4, 2]),
        ("bri-piat", "bri-457"): ([8, 6, 4], [7, 5, 3]),
    }
    for (kind, man), (still, moved) in expect.items():
        for distance, (at_rest, on_the_move) in enumerate(zip(still, moved, strict=True), 1):
            for number, man_is in ((at_rest, {}), (on_the_move, {"moved": True})):
                table = shoot(armed([kind], man, distance=distance, phase="AFPh", man_is=man_is)).roll((6, 5))
                assert table.breakdown("to_hit").column == number
        assert not shots(armed([kind], man, distance=len(still) + 1))
    assert why_not(armed(["ger-pf-44a"], distance=4)) == "SL:8.17.2"


@pytest.mark.rule("SL:8.16-q1", "SL:8.16-q2", "SL:13.16.1-a")
def test_movement_and_terrain_make_it_harder_to_hit_but_not_to_kill() -> None:
    moving = shoot(armed(["ger-pf-44a"], phase="DFPh", state={"moved": True})).roll((1, 2))
    assert [line.value for line in moving.breakdown("to_hit").lines] == [2]
    assert not armed(["ger-pf-44a"], state={"moved": True}).said("SL:8.16-q1")
    woods = shoot(armed(["ger-pf-44a"], distance=1, there="woods")).roll((1, 2))
    assert [(line.value, line.rule) for line in woods.breakdown("to_hit").lines] == [(1, "SL:8.16-q2")]
    assert not kill_lines(woods.g, killing(woods))


@pytest.mark.rule("SL:8.16.1-a", "SL:13.20.6-a", "SL:13.20.5")
def test_behind_a_hedge_only_the_turret_can_be_hit_by_a_shaped_charge() -> None:
    g = Table("RPh", [], board="4").g
    a, b = next(
        (a, b)
        for a in g.map.names
        for b in g.map.adjacent[a]
        if g.map.hexside_kind(a, b) == "hedge" and g.map.terrain[a] == g.map.terrain[b] == "open"
    )
    for dice, hit in (((2, 3), False), ((3, 2), True), ((2, 2), True)):
        weapons = {"w0": Weapon("w0", "german", "ger-pf-44a", owner="u", hex=a)}
        table = scene(
            "PFPh", [unit("u", "ger-467", a)], [vehicle("v", RUSSIAN, b)], weapons=weapons, board="4"
        )
        shoot(table).roll(dice)
        top = table.position.state.stack[-1]
        assert isinstance(top, KillRoll) == hit
        if isinstance(top, KillRoll):
            assert top.turret and top.hull_down
    rifle = {"w0": Weapon("w0", "russian", "rus-atr", owner="u", hex=a)}
    table = scene(
        "PFPh",
        [unit("u", "rus-447", a)],
        [vehicle("v", "ger-pzkw-ivh", b)],
        weapons=rifle,
        attacker="russian",
        board="4",
    )
    shoot(table).roll((2, 4))
    assert not killing(table).hull_down  # against bullets a hedge is no wall
    assert table.breakdown("to_hit").value("SL:13.20.6-c") == 1


@pytest.mark.rule("SL:13.25.1", "SL:13.25.2", "SL:13.5", "SL:13.3")
def test_a_two_may_hit_where_it_is_weakest() -> None:
    for die, critical in ((1, True), (3, True), (4, False)):  # seven is needed
        table = shoot(armed(["ger-pf-44a"])).roll((1, 1))
        table.events += table.position.advance(Outcome((die,)))
        assert killing(table).critical == critical
    missed = shoot(armed(["ger-pf-44a"], also=("ger-467",), men=("rus-447",))).roll((4, 4))
    assert missed.said("SL:13.5") and not isinstance(missed.position.state.stack[-1], KillRoll)


@pytest.mark.rule("SL:13.7-b")
def test_a_two_may_hit_where_nothing_else_would() -> None:
    for die, hit in ((4, True), (5, False)):  # one is needed: one more on the die
        table = armed(
            ["ger-pf-44a"], distance=3, there="woods", phase="DFPh", state={"moved": True}, men=("rus-447",)
        )
        shoot(table).roll((1, 1))
        assert table.breakdown("to_hit").column == 4 and table.breakdown("to_hit").drm == 3
        table.events += table.position.advance(Outcome((die,)))
        top = table.position.state.stack[-1]
        assert isinstance(top, KillRoll) == hit
        assert not (isinstance(top, KillRoll) and top.critical)


@pytest.mark.rule("SL:8.16.5", "SL:3.24.2-c")
def test_pinned_units_fire_none() -> None:
    assert why_not(armed(["ger-pf-44a"], man_is={"pinned": True})) == "SL:8.16.5"
    assert why_not(armed(["rus-atr"], "rus-447", man_is={"pinned": True})) == "SL:3.24.2-c"
    assert not shots(armed(["ger-pf-44a"], man_is={"pinned": True}))


@pytest.mark.rule("SL:8.16.5", "SL:8.18.7", "SL:8.20.6", "SL:8.18.1")
def test_out_of_ammunition_it_is_taken_off_and_until_then_fires_again() -> None:
    for kind, man, kept, gone in (
        ("usa-baz-44a", "usa-666", (5, 5), (5, 6)),
        ("usa-baz-42b", "usa-666", (4, 5), (5, 5)),
        ("bri-piat", "bri-457", (4, 5), (5, 5)),
    ):
        assert "w0" in shoot(armed([kind], man)).roll(kept).position.state.weapons
        table = shoot(armed([kind], man)).roll(gone)
        assert "w0" not in table.position.state.weapons and table.said("SL:8.16.5")


@pytest.mark.rule("SL:8.17.1")
def test_a_panzerfaust_is_gone_after_its_shot() -> None:
    for dice in ((6, 6), (1, 2)):
        table = shoot(armed(["ger-pf-44a"])).roll(dice)
        assert "w0" not in table.position.state.weapons


@pytest.mark.rule("SL:8.17.9", "SL:8.18.6", "SL:8.18.5", "SL:8.16-q3", "SL:8.20.4")
def test_a_leader_helps_to_hit_and_then_directs_nothing_else() -> None:
    for kind, rule in (("ger-pf-44a", "SL:8.17.9"), ("ger-psk", "SL:8.18.6")):
        table = armed([kind], also=("ger-9-2",), men=("rus-447",))
        table.do(shots(table)[0], "direct a0").roll((1, 2))
        assert [(line.value, line.rule) for line in table.breakdown("to_hit").lines] == [(-2, rule)]
        assert not any(line.value == -2 for line in killing(table).lines)
        assert table.unit("a0").directed == ("u",)
        table.roll((6, 6))
        table.do(f"target - {v(table).hex}", "add u")
        assert "direct a0" not in table.options()


@pytest.mark.rule("SL:3.2.3")
def test_leaders_do_not_help_with_every_weapon() -> None:
    def directors(kind: str, man: str) -> list[str]:
        leader = "ger-9-2" if man.startswith("ger") else "usa-9-2"
        table = armed([kind], man, also=(leader,), year=1945)
        table.do(next(option for option in shots(table) if "immobilize" not in option))
        return table.options("direct") if not table.asked() else []

    assert directors("ger-psk", "ger-467") == ["direct a0"] and directors("usa-baz-45a", "usa-666") == [
        "direct a0"
    ]
    assert directors("ger-atr", "ger-467") == [] and directors("usa-rcl-57", "usa-236-crew") == []


@pytest.mark.rule("SL:8.17.8", "SL:8.20.4", "SL:8.17.9", "SL:8.3-e", "SL:8.3-f")
def test_a_leader_fires_a_panzerfaust_or_a_piat_himself_if_he_does_nothing_else() -> None:
    for kind, man in (("ger-pf-44a", "ger-8-1"), ("bri-piat", "bri-8-1")):
        table = shoot(armed([kind, kind], man)).roll((2, 3))
        assert [line.value for line in table.breakdown("to_hit").lines] == [-1]
        table.roll((6, 6))
        assert not shots(table)  # one a player turn
        foe, friend = ("rus-447", "ger-467") if kind.startswith("ger") else ("ger-467", "rus-447")
        done = {"directed": ("x",), "fire": "prep"}
        assert why_not(armed([kind], man, man_is=done, men=(foe,), also=(friend,))) == "SL:8.17.8"


@pytest.mark.rule("SL:8.18.5", "SL:8.3-g", "SL:8.18.6")
def test_it_takes_two_leaders_or_a_hero_to_fire_a_bazooka() -> None:
    alone = armed(["usa-baz-44a"], "usa-8-1")
    assert not shots(alone) and why_not(alone) == "SL:8.18.5"
    two = armed(["usa-baz-44a"], "usa-8-1", also=("usa-9-2",))
    assert all("u+w0+a0+v" in option for option in shots(two))
    two.do(shots(two)[0]).roll((2, 3))
    assert [line.value for line in two.breakdown("to_hit").lines] == [-2]
    assert two.unit("u").fire and two.unit("a0").fire
    hero = shoot(armed(["usa-baz-44a"], "usa-149-hero")).roll((5, 5))
    assert [line.value for line in hero.breakdown("to_hit").lines] == [1]
    assert "w0" not in hero.position.state.weapons  # one sooner out of order


# -- how many --------------------------------------------------------------------------------------------


def fire_all(table: Table) -> int:
    """Fire as long as that costs no firepower; how often that was."""
    count = 0
    while table.options("shoot"):
        shoot(table, shots(table)[0].split("+")[1]).roll((6, 6))
        count += 1
        if table.unit("u").no_fp:
            return count
    return count


@pytest.mark.rule("SL:8.3-e", "SL:8.17.10-b", "SL:8.18.8", "SL:8.20.5", "SL:8.3-f", "SL:8.3-g", "SL:8.3-c")
def test_a_squad_fires_some_for_nothing_and_as_many_again_for_its_own_firepower() -> None:
    for kind, man, free, most in (
        ("ger-pf-44a", "ger-467", 4, 8),
        ("ger-psk", "ger-467", 2, 4),
        ("bri-piat", "bri-457", 2, 4),
        ("rus-atr", "rus-447", 2, 4),
    ):
        more: dict[str, Any] = {
            "also": (man,),
            "men": ("ger-467" if man.startswith(("bri", "rus")) else "rus-447",),
        }
        table = armed([kind] * (most + 1), man, **more)
        assert fire_all(table) == free + 1
        while shots(table):
            shoot(table, shots(table)[0].split("+")[1]).roll((6, 5))
        assert len(table.position.state.kinds_used["u"]) == most
        enough = armed([kind] * (free + 1), man, man_is={"no_fp": True, "fire": "prep"}, **more)
        for _ in range(free):
            shoot(enough, shots(enough)[0].split("+")[1]).roll((6, 6))
        assert not shots(enough)  # its own firepower is spent already


@pytest.mark.rule("SL:8.3-e", "SL:8.3-f", "SL:8.3-g", "SL:8.20.5", "SL:8.3-c")
def test_half_squads_and_crews_give_up_their_own_firepower() -> None:
    for kind, man, most, costs in (
        ("ger-pf-44a", "ger-237", 2, True),
        ("ger-psk", "ger-247-crew", 1, True),
        ("bri-piat", "bri-237", 2, True),
        ("rus-atr", "rus-237", 2, False),
    ):
        foe = "ger-467" if man.startswith(("rus", "bri")) else "rus-447"
        friend = "rus-447" if man.startswith(("rus", "bri")) else "ger-467"
        table = armed([kind] * 3, man, men=(foe,), also=(friend,))
        shoot(table).roll((6, 6))
        assert table.unit("u").no_fp == costs
        while shots(table):
            shoot(table, shots(table)[0].split("+")[1]).roll((6, 6))
        assert len(table.position.state.kinds_used["u"]) == most
        assert table.unit("u").no_fp


@pytest.mark.rule("SL:8.2", "SL:8.9.1-q1")
def test_a_squad_fires_one_type_of_weapon_in_a_phase() -> None:
    table = armed(["ger-pf-44a", "ger-psk"], also=("ger-467",), men=("rus-447",))
    shoot(table, "w0").roll((6, 6))
    assert not shots(table) and why_not(table, weapon="w1") == "SL:8.2"
    mixed = armed(["ger-pf-44a", "ger-lmg"], men=("rus-447",))
    shoot(mixed).roll((6, 6))
    mixed.do(f"target - {v(mixed).hex}")
    assert mixed.options("add") == ["add u"]


@pytest.mark.rule("SL:8.17.10-a")
def test_a_squad_carries_six_panzerfausts_for_nothing() -> None:
    for count, mf in ((6, 0), (8, 1)):
        table = armed(["ger-pf-44a"] * count)
        assert portage.load(table.g, table.unit("u")) == count / 2
        assert portage.cost(table.g, table.unit("u")) == mf


@pytest.mark.rule("SL:8.6.5-a")
def test_captured_ones_hit_less() -> None:
    table = shoot(armed(["ger-pf-44a"], side="russian")).roll((2, 3))
    assert [(line.value, line.rule) for line in table.breakdown("to_hit").lines] == [(2, "SL:8.6.5-a")]


@pytest.mark.rule("SL:4.2-q5", "SL:8.15.1-b")
def test_a_crew_that_finds_an_abandoned_rifle_fires_it_with_a_worse_aim() -> None:
    came = {"phase": "AFPh", "man_is": {"moved": True}, "also": ("rus-447",), "men": ("ger-467",)}
    late = armed(["rus-atr"], "rus-237-crew", **came)
    shoot(late).roll((3, 4))
    assert {line.rule: line.value for line in late.breakdown("to_hit").lines}["SL:4.2-q5"] == 2
    stayed = shoot(armed(["rus-atr"], "rus-237-crew", phase="AFPh")).roll((3, 4))
    assert "SL:4.2-q5" not in {line.rule for line in stayed.breakdown("to_hit").lines}
    carried = armed(["rus-atr"], "rus-237-crew", **came)
    g = carried.g
    g.update_weapon(g.state.weapons["w0"], moved=True)
    assert not shots_now(carried) and why_not(carried) == "SL:8.15.1-b"


def shots_now(table: Table) -> list[str]:
    """What could be fired if somebody asked now."""
    g, gun = table.g, table.position.state.weapons["w0"]
    return [] if phase_refusal(g, g.unit("u"), gun) is not None else [gun.id]


@pytest.mark.rule("SL:8.3-g", "SL:8.18.5", "SL:8.21.3")
def test_heroes_fire_a_bazooka_in_pairs_as_leaders_do() -> None:
    a, b = pair(2)
    hero, leader = "ger-149-hero", "ger-9-1"

    def crews(one: str, two: str, kind: str = "ger-psk") -> list[tuple[str, ...]]:
        weapon = Weapon("w", "german", kind, owner="a", hex=a)
        men = [unit("a", one, a), unit("b", two, a), unit("r", "rus-447", b)]
        table = Table("PFPh", men, weapons={"w": weapon})
        return gunners(table.g, table.unit("a"), table.position.state.weapons["w"])

    alone, together = ("a", "w"), ("a", "w", "b")
    assert crews(hero, hero) == crews(hero, leader) == [alone, together]
    assert crews(leader, hero) == crews(leader, leader) == [together]
    assert crews(leader, leader, "ger-rcl-75") == [together] and crews(leader, hero, "ger-rcl-75") == []
    rules = []
    for text in ("shell a+w", "shell a+w+b"):
        men = [unit("a", hero, a), unit("b", hero, a), unit("r", "rus-447", b)]
        table = Table("PFPh", men, weapons={"w": Weapon("w", "german", "ger-psk", owner="a", hex=a)})
        table.do(f"{text} {b}").roll((6, 4))
        rules.append("SL:8.3-g" in {line.rule for line in table.breakdown("to_hit").lines})
    assert rules == [True, False]


@pytest.mark.rule("SL:4.7.11")
def test_the_breath_of_who_directs_or_helps_with_a_bazooka_counts() -> None:
    a, b = pair(2)

    def fired(man: str, tired: str, *throw: int, directed: bool = False) -> Table:
        men = [unit(uid, kind, a, cx=uid in tired) for uid, kind in (("u", man), ("l", "ger-9-1"))]
        weapons = {"w": Weapon("w", "german", "ger-psk", owner="u", hex=a)}
        table = Table("PFPh", [*men, unit("r", "rus-447", b)], weapons=weapons)
        table.do(f"shell u+w{'' if directed else '+l'} {b}", *(("direct l",) if directed else ()))
        return table.roll(throw)

    def lines(table: Table) -> list[float]:
        return [line.value for line in table.breakdown("to_hit").lines if line.rule == "SL:4.7.11"]

    squad = {"directed": True}
    assert lines(fired("ger-467", "", 6, 2, **squad)) == lines(fired("ger-8-0", "", 6, 2)) == []
    assert lines(fired("ger-467", "l", 6, 2, **squad)) == lines(fired("ger-467", "ul", 6, 2, **squad)) == [1]
    assert lines(fired("ger-8-0", "l", 6, 2)) == lines(fired("ger-8-0", "ul", 6, 2)) == [1]
    lasts = [bool(fired("ger-467", tired, 6, 2, **squad).position.state.weapons) for tired in ("", "l", "u")]
    assert lasts == [True, False, False], "it is used up by a 9, an 8 with an exhausted leader"
