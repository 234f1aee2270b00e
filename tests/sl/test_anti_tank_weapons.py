"""Anti-tank weapons of infantry: who fires them, how they hit, what it costs (SL:8.15 to SL:8.20)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Outcome
from defilade.rules.sl.anti_tank import anti_tank
from defilade.rules.sl.vehicles.penetration import KillRoll, kill_lines, kill_number
from defilade.rules.sl.weapons.breakdown import repair_number
from defilade.rules.sl.weapons.launchers import launch_refusal
from defilade.tactics.units import Weapon
from sl.motor_pool import scene, vehicle
from sl.table import Table, pair, unit

RUSSIAN = "rus-t34-76a"


def side_of(kind: str) -> str:
    return "russian" if kind.startswith(("rus", "usa", "bri")) else "german"


def armed(
    types: list[str],
    man: str = "ger-467",
    *,
    distance: int = 2,
    target: str = "",
    phase: str = "PFPh",
    here: str = "open",
    there: str = "open",
    also: tuple[str, ...] = (),
    men: tuple[str, ...] = (),
    **more: Any,
) -> Table:
    """One with these weapons, and a vehicle that he sees; `also` stand with him, `men` with the vehicle."""
    board = more.pop("board", "z")
    a, b = pair(distance, there, here, board) if distance else (pair(1, there, here, board)[0],) * 2
    mine, theirs = side_of(man), "german" if side_of(man) == "russian" else "russian"
    tank = target or ("ger-pzkw-ivh" if mine == "russian" else RUSSIAN)
    facing = more.pop("facing", 0)
    state = more.pop("state", {})
    units = [unit("u", man, a, **more.pop("man_is", {}))]
    units += [unit(f"a{n}", kind, a) for n, kind in enumerate(also)]
    units += [unit(f"m{n}", kind, b) for n, kind in enumerate(men)]
    held = more.pop("side", mine)
    weapons = {f"w{n}": Weapon(f"w{n}", held, kind, owner="u", hex=a) for n, kind in enumerate(types)}
    attacker = mine if phase != "DFPh" else theirs
    cars = [vehicle("v", tank, b, facing, side=theirs, **state)] if more.pop("car", True) else []
    return scene(phase, units, cars, weapons=weapons, attacker=attacker, board=board, **more)


def shots(table: Table) -> list[str]:
    return table.options("shoot")


def shoot(table: Table, weapon: str = "w0", how: str = "") -> Table:
    option = next(
        o
        for o in shots(table)
        if f"+{weapon}+" in o and (("immobilize" in o) if how else "immobilize" not in o)
    )
    table.do(option)
    if "no-leader" in (table.options() if not table.asked() else []):
        table.do("no-leader")
    return table


def v(table: Table) -> Any:
    return table.position.state.vehicles["v"]


def killing(table: Table) -> KillRoll:
    frame = table.position.state.stack[-1]
    assert isinstance(frame, KillRoll), frame
    return frame


def why_not(table: Table, uid: str = "u", weapon: str = "w0", at: str = "") -> str:
    g = table.g
    found = launch_refusal(g, g.unit(uid), g.state.weapons[weapon], at or v(table).hex)
    return found.rule if found is not None else ""


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
    rally = armed(["rus-atr"], "rus-447", phase="RPh")
    g = rally.g
    g.update_weapon(g.state.weapons["w0"], malfunctioned=True)
    rally.position = type(rally.position)(rally.system, g.state, rally.system.settle(g))


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


# -- shaped charges ----------------------------------------------------------------------------------------


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


@pytest.mark.rule("SL:8.16-q1", "SL:8.16-q2")
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


@pytest.mark.rule("SL:8.17.8", "SL:8.20.4", "SL:8.17.9", "SL:8.3-e", "SL:8.3-f")
def test_a_leader_fires_a_panzerfaust_or_a_piat_himself_if_he_does_nothing_else() -> None:
    for kind, man in (("ger-pf-44a", "ger-8-1"), ("bri-piat", "bri-8-1")):
        table = shoot(armed([kind, kind], man)).roll((2, 3))
        assert [line.value for line in table.breakdown("to_hit").lines] == [-1]
        table.roll((6, 6))
        assert not shots(table)  # one a player turn
        assert why_not(armed([kind], man, man_is={"directed": ("x",), "fire": "prep"})) == "SL:8.17.8"


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


# -- how many ----------------------------------------------------------------------------------------------


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
    six, seven = (armed(["ger-pf-44a"] * n, phase="MPh") for n in (6, 8))
    from_portage = six.g.tables.portage
    assert from_portage.kinds["PF"].mmc == 0.5 and from_portage.free["squad"] == 3
    assert six.unit("u") and seven.unit("u")


@pytest.mark.rule("SL:8.6.5-a")
def test_captured_ones_hit_less() -> None:
    table = shoot(armed(["ger-pf-44a"], side="russian")).roll((2, 3))
    assert [(line.value, line.rule) for line in table.breakdown("to_hit").lines] == [(2, "SL:8.6.5-a")]


# -- where they are fired from -----------------------------------------------------------------------------


@pytest.mark.rule("SL:8.16.3", "SL:8.20.8")
def test_a_rocket_shakes_who_fires_it_inside_a_building() -> None:
    table = armed(["ger-psk"], here="stone_building", distance=1, also=("ger-8-1", "ger-467"))
    table.do(shots(table)[0], "direct a0").roll((6, 5))
    asked = [getattr(frame, "unit", "") for frame in table.position.state.stack if hasattr(frame, "drm")]
    assert set(asked) == {"u", "a0"}
    table.roll((6, 5), (6, 5))
    assert table.unit("u").broken and not table.unit("u").dm and not table.unit("a1").broken
    assert table.breakdown("morale_check").lines
    outside = shoot(armed(["ger-psk"], distance=1)).roll((6, 5))
    assert not any(getattr(frame, "why", "") for frame in outside.position.state.stack)
    piat = shoot(armed(["bri-piat"], "bri-457", here="stone_building", distance=1)).roll((6, 5))
    assert not any(getattr(frame, "why", "") for frame in piat.position.state.stack)


@pytest.mark.rule("SL:8.16.4", "SL:8.20.8")
def test_out_of_a_vehicle_everybody_in_it_checks() -> None:
    a, b = pair(2)
    ride = next(
        k.id for k in Table("RPh", []).g.garage.types.values() if k.kind == "halftrack" and k.capacity
    )
    for kind, man, shaken in (
        ("ger-psk", "ger-467", True),
        ("bri-piat", "bri-457", False),
    ):
        mine = side_of(man)
        theirs = "german" if mine == "russian" else "russian"
        cars = [
            vehicle("h", ride, a, side=mine, passengers=("u", "p")),
            vehicle("v", RUSSIAN if mine == "german" else "ger-pzkw-ivh", b, side=theirs),
        ]
        weapons = {"w0": Weapon("w0", mine, kind, owner="u", hex="")}
        men = [unit("u", man, a), unit("p", "ger-8-0" if mine == "german" else "bri-8-0", a)]
        table = scene("AFPh", men, cars, weapons=weapons, attacker=mine)
        g = table.g
        for uid in ("u", "p"):
            g.place(g.unit(uid), "")
        table.position = fresh(table)
        shoot(table).roll((6, 5))
        names = [type(frame).__name__ for frame in table.position.state.stack]
        assert ("CrewCheck" in names) == shaken and (names.count("MoraleCheck") == 2) == shaken
        if shaken:
            assert table.position.state.vehicles["h"].exposed_passengers
            table.roll((6, 5), (6, 5), (6, 5))
            assert table.unit("u").broken and table.position.state.vehicles["h"].stun


def fresh(table: Table) -> Any:
    """The same position, asked again."""
    state = table.position.state
    return type(table.position)(table.system, state, table.system.settle(table.system.play(state)))


@pytest.mark.rule("SL:8.16.3-b")
def test_nobody_fires_through_a_cliff_that_rises_beside_him() -> None:
    g = Table("RPh", [], board="3").g
    low, high = next(
        (a, b)
        for a in g.map.names
        for b in g.map.neighbours[a]
        if b is not None and g.map.hexside_kind(a, b) == "cliff" and g.map.level(b) > g.map.level(a)
    )
    units = [unit("u", "ger-467", low), unit("t", "ger-467", high)]
    weapons = {
        "w0": Weapon("w0", "german", "ger-psk", owner="u", hex=low),
        "w1": Weapon("w1", "german", "ger-psk", owner="t", hex=high),
    }
    table = scene("PFPh", units, [], weapons=weapons, board="3")
    g = table.g
    assert getattr(launch_refusal(g, g.unit("u"), g.state.weapons["w0"], high), "rule", "") == "SL:8.16.3-b"
    down = launch_refusal(g, g.unit("t"), g.state.weapons["w1"], low)
    assert down is None or down.rule != "SL:8.16.3-b"


@pytest.mark.rule("SL:8.20.2")
def test_a_piat_does_not_point_down() -> None:
    g = Table("RPh", [], board="2").g
    low, high = next(
        (a, b)
        for a in g.map.names
        for b in g.map.adjacent[a]
        if g.map.level(b) > g.map.level(a) and g.map.terrain[a] == g.map.terrain[b] == "open"
    )
    for kind, man, refused in (("bri-piat", "bri-457", True), ("usa-baz-44a", "usa-666", False)):
        for here, there, rule in ((high, low, refused), (low, high, False)):
            weapons = {"w0": Weapon("w0", "russian", kind, owner="u", hex=here)}
            table = scene(
                "PFPh",
                [unit("u", man, here)],
                [vehicle("v", "ger-pzkw-ivh", there)],
                weapons=weapons,
                attacker="russian",
                board="2",
            )
            assert (why_not(table) == "SL:8.20.2") == rule and bool(shots(table)) != rule


# -- high explosive ----------------------------------------------------------------------------------------


@pytest.mark.rule("SL:8.18.9", "SL:8.20.7", "SL:8.19.4", "SL:8.16.2")
def test_high_explosive_hits_first_and_then_acts_on_its_own_column() -> None:
    for kind, man, fp in (
        ("usa-baz-44a", "usa-666", 6),
        ("ger-psk", "ger-467", 8),
        ("bri-piat", "bri-457", 6),
    ):
        foe = "rus-447" if man.startswith("ger") else "ger-467"
        table = armed([kind], man, distance=1, there="woods", men=(foe,), car=False)
        table.do(table.options("shell")[0]).roll((2, 3))
        assert table.breakdown("to_hit").value(table.g.terrain_of(table.unit("m0").hex).tem_rule) == 1
        table.roll((1, 2))
        shown = table.breakdown()
        assert (
            shown.total == fp and shown.column == fp and shown.drm == 0
        )  # neither doubled nor with the others
        miss = armed([kind], man, distance=1, there="woods", men=(foe,), car=False)
        miss.do(miss.options("shell")[0]).roll((6, 5))
        assert miss.said("SL:13.5") and "attack" not in [event.kind for event in miss.events]


@pytest.mark.rule("SL:8.16.2", "SL:13.26.4-a", "SL:13.26.4-b", "SL:13.26.6", "SL:13.26.2")
def test_a_critical_hit_turns_the_cover_round() -> None:
    table = armed(["usa-baz-44a"], "usa-666", distance=1, there="woods", men=("ger-467",), car=False)
    table.do(table.options("shell")[0]).roll((1, 1), (4, 4))
    assert table.breakdown().drm == -1
    lower = armed(["usa-baz-44a"], "usa-666", distance=2, there="woods", men=("ger-467",), car=False)
    lower.do(lower.options("shell")[0]).roll((1, 1))
    assert "third die" in lower.asked()
    lower.events += lower.position.advance(Outcome((4,)))
    lower.roll((4, 4))
    assert lower.breakdown().drm == 0
    plain = armed(["usa-baz-44a"], "usa-666", distance=1, men=("ger-467",), car=False)
    plain.do(plain.options("shell")[0]).roll((1, 1), (4, 4))
    assert plain.breakdown().drm == 0


@pytest.mark.rule("SL:8.17.11")
def test_a_panzerfaust_only_tears_wooden_walls_open() -> None:
    open_ground = armed(["ger-pf-44a"], men=("rus-447",))
    assert not open_ground.options("shell")
    table = armed(
        ["ger-pf-44a"], distance=1, there="wooden_building", men=("rus-447",), also=("ger-467",), car=False
    )
    table.do(table.options("shell")[0]).roll((2, 3))
    assert table.unit("m0") and not table.unit("m0").broken and table.said("SL:8.17.11")
    table.do(f"target - {table.unit('m0').hex}", "add a0", "declare").roll((3, 4))
    assert table.breakdown().drm == 0
    missed = armed(
        ["ger-pf-44a"], distance=1, there="wooden_building", men=("rus-447",), also=("ger-467",), car=False
    )
    missed.do(missed.options("shell")[0]).roll((6, 6))
    missed.do(f"target - {missed.unit('m0').hex}", "add a0", "declare").roll((3, 4))
    assert missed.breakdown().drm == 2


# -- versions ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:8.17.5-t", "SL:8.17.6", "SL:8.17.3")
def test_the_panzerfaust_table_gives_what_there_is_by_then() -> None:
    table = anti_tank()
    late = [table.panzerfaust(die, 194406) for die in range(7)]
    assert late == ["ger-pf-44a"] * 3 + ["ger-pf-43b"] * 2 + ["ger-pf-43a", "ger-pf-42b"]
    assert [table.panzerfaust(die, 194310) for die in (1, 3)] == ["ger-pf-43b"] * 2
    assert table.panzerfaust(1, 194305) == "ger-pf-43a" and table.panzerfaust(2, 194209) == "ger-pf-42b"
