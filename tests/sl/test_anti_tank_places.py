"""Where anti-tank weapons are fired from, with what, and recoilless rifles (SL:8.16 to SL:8.21)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.hexgrid import Placed
from defilade.kernel import Chance, Choice, Outcome, Position
from defilade.rules.sl.anti_tank import anti_tank
from defilade.rules.sl.card import Group, MapPart, Scenario, ScenarioError, check_card
from defilade.rules.sl.eyes.concealment import cover
from defilade.rules.sl.library import library
from defilade.rules.sl.morale import MoraleCheck
from defilade.rules.sl.state import State, Track
from defilade.rules.sl.system import SlSystem
from defilade.rules.sl.vehicles.afv_fear import feared_by
from defilade.rules.sl.vehicles.penetration import KillRoll, kill_lines, stops_only
from defilade.rules.sl.weapons.anti_tank_fire import hit_number
from defilade.rules.sl.weapons.breakdown import breakdown_number
from defilade.rules.sl.weapons.launchers import launch_refusal, launching_bar
from defilade.rules.sl.weapons.random_loss import RandomLoss
from defilade.rules.sl.weapons.recoilless import zone
from defilade.tactics.arcs import facings_to, in_arc, sides_crossed
from defilade.tactics.areas import Area
from defilade.tactics.fire_groups import Shot
from defilade.tactics.units import Weapon
from sl.armoury import RUSSIAN, armed, killing, past_smoke, shoot, shots, side_of, v, why_not
from sl.earthworks import built, bunker, pit
from sl.motor_pool import rows, scene, vehicle
from sl.table import Table, near, pair, unit

# -- where they are fired from ---------------------------------------------------------------------------


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
            table = past_smoke(table)
            assert (why_not(table) == "SL:8.20.2") == rule and bool(shots(table)) != rule


# -- high explosive --------------------------------------------------------------------------------------


@pytest.mark.rule("SL:8.18.9", "SL:8.20.7", "SL:8.19.4", "SL:8.16.2", "SL:5.4.1-b")
def test_high_explosive_hits_first_and_then_acts_on_its_own_column() -> None:
    for kind, man, fp in (
        ("usa-baz-44a", "usa-666", 6),
        ("ger-psk", "ger-467", 8),
        ("bri-piat", "bri-457", 6),
        ("usa-rcl-57", "usa-237-crew", 6),
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


@pytest.mark.rule("SL:8.18.9", "SL:5.6.1-b", "SL:13.19.10-b")
def test_in_defensive_fire_it_strikes_who_came_by() -> None:
    a, b = pair(2)
    home = next(hex for hex in Table("RPh", []).g.map.names if Table("RPh", []).g.map.distance(a, hex) == 9)
    units = [unit("u", "usa-9-1", a), unit("l", "usa-8-0", a), unit("g", "ger-467", home, moved=True)]
    weapons = {"w0": Weapon("w0", "russian", "usa-baz-44a", owner="u", hex=a)}
    table = scene("DFPh", units, [], weapons=weapons, tracks={"g": Track(1, (b,))})
    assert table.options("shell") == [f"shell u+w0+l+g {b}"]
    table.do(f"shell u+w0+l+g {b}").roll((2, 3))
    assert table.breakdown("to_hit").value("SL:5.6.8.1-a") == -1 and "l" not in table.asked()
    table.roll((4, 6))
    assert table.breakdown().total == 6 and table.unit("g").hex == table.g.map.resolve(home)


@pytest.mark.rule("SL:5.6.10.1-b")
def test_who_has_gone_to_ground_moves_no_more_for_ordnance_nor_for_other_fire() -> None:
    a, b = pair(2)
    men = [unit("u", "usa-9-1", a), unit("l", "usa-8-0", a), unit("q", "rus-447", a)]
    for grounded in (False, True):
        weapons = {"w0": Weapon("w0", "russian", "usa-baz-44a", owner="u", hex=a)}
        tracks = {"g": Track(1, (b,), grounded=grounded)}
        foe = unit("g", "ger-467", b, moved=True)
        table = scene("DFPh", [*men, foe], [], weapons=weapons, tracks=tracks)
        table.do(f"shell u+w0+l {b}").roll((6, 5))
        assert (table.breakdown("to_hit").value("SL:5.6.8.1-a") is None) == grounded
        table.do(f"target - {b}", "add q", "declare").roll((6, 5))
        assert (table.breakdown().value("SL:5.6.8.1-a") is None) == grounded


@pytest.mark.rule("SL:8.8.1-a", "SL:8.18.9")
def test_what_lies_where_it_kills_is_rolled_for() -> None:
    table = armed(["usa-baz-44a"], "usa-666", distance=1, men=("ger-467",), car=False)
    hex = table.unit("m0").hex
    table.g.state.weapons["x"] = Weapon("x", "german", "ger-lmg", owner="m0", hex=hex)
    table.do(table.options("shell")[0]).roll((2, 3), (1, 1))
    assert not table.alive("m0") and "destroyed, too" in table.asked()
    frame = table.position.state.stack[-1]
    assert isinstance(frame, RandomLoss) and (frame.drm, table.g.fire_table.columns[frame.column]) == (0, 4)


@pytest.mark.rule("SL:8.16.2", "SL:5.4.1-b", "SL:13.26.4-a", "SL:13.26.4-b", "SL:13.26.6", "SL:13.26.2")
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


# -- versions --------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:8.17.5-t", "SL:8.17.6", "SL:8.17.3")
def test_the_panzerfaust_table_gives_what_there_is_by_then() -> None:
    table = anti_tank()
    late = [table.panzerfaust(die, 194406) for die in range(7)]
    assert late == ["ger-pf-44a"] * 3 + ["ger-pf-43b"] * 2 + ["ger-pf-43a", "ger-pf-42b"]
    assert [table.panzerfaust(die, 194310) for die in (1, 3)] == ["ger-pf-43b"] * 2
    assert table.panzerfaust(1, 194305) == "ger-pf-43a" and table.panzerfaust(2, 194209) == "ger-pf-42b"


def card(date: str, weapons: dict[str, int], counter: str = "ger-467") -> Position[State]:
    """A game in which a group with these weapons sets up."""
    scenario = Scenario(
        id="sketch",
        title="Weapons are handed out",
        date=date,
        place="",
        map=MapPart(boards=(Placed("z"),), north="top"),
        turns=2,
        sides=("german", "russian"),
        sets_up_first="german",
        moves_first="russian",
        provenance="original",
        groups=(
            Group(
                id="a",
                name="Germans",
                side="german",
                units={counter: 2},
                provenance="original",
                setup=Area(rows="D-E"),
                weapons=weapons,
            ),
            Group(
                id="b",
                name="Russians",
                side="russian",
                units={"rus-447": 1},
                provenance="original",
                setup=Area(rows="D-E"),
            ),
        ),
    )
    check_card(scenario, "sketch", library())
    system = SlSystem({"sketch": scenario})
    position, _ = system.begin("sketch")
    return position


def types_of(position: Position[State]) -> list[str]:
    return sorted(weapon.type for weapon in position.state.weapons.values())


@pytest.mark.rule("SL:8.17.5", "SL:8.17.5-t", "SL:8.17.6")
def test_a_die_a_weapon_says_which_panzerfausts_they_are() -> None:
    for date, counter, expect in (
        ("1944-07-01", "ger-467", ["ger-pf-42b", "ger-pf-43b", "ger-pf-44a"]),
        ("1944-07-01", "ss-658", ["ger-pf-43a", "ger-pf-44a", "ger-pf-44a"]),
        ("1943-02-01", "ger-467", ["ger-pf-42b", "ger-pf-43a", "ger-pf-43a"]),
    ):
        position = card(date, {"ger-pf": 3}, counter)
        while not isinstance(position.pending, Chance):
            pending = position.pending
            assert isinstance(pending, Choice)
            position.advance(pending.options[0])
        position.advance(Outcome((6, 3, 1)))
        assert types_of(position) == expect


@pytest.mark.rule("SL:8.17.3", "SL:8.18.2", "SL:8.19.2", "SL:8.19.1")
def test_a_card_has_no_weapon_before_its_time() -> None:
    for kind, early, late in (
        ("ger-psk", "1943-06-01", "1943-07-01"),
        ("ger-pf-44a", "1943-12-01", "1944-01-01"),
        ("ger-pf-43b", "1943-06-01", "1943-07-01"),
        ("usa-baz-42b", "1942-06-01", "1942-07-01"),
        ("usa-baz-45a", "1944-12-01", "1945-01-01"),
    ):
        card(late, {kind: 1})
        with pytest.raises(ScenarioError):
            card(early, {kind: 1})


@pytest.mark.rule("SL:8.18.3")
def test_americans_have_the_latest_bazooka() -> None:
    for date, kind in (("1943-05-01", "42b"), ("1944-06-01", "44a"), ("1945-03-01", "45a")):
        position = card(date, {"usa-baz": 1})
        while not position.state.weapons:
            pending = position.pending
            assert isinstance(pending, Choice)
            position.advance(pending.options[0])
        assert types_of(position) == [f"usa-baz-{kind}"]


@pytest.mark.rule("SL:8.15.7-88A")
def test_by_convention_a_king_tiger_runs_on_through_bullets() -> None:
    facing = next(
        n
        for n in range(6)
        if any(
            "immobilize" in option
            for option in shots(armed(["rus-atr"], "rus-447", target="ger-pzkw-vib", distance=1, facing=n))
        )
    )
    on = {"armoured-wheels": "on"}
    plain = armed(["rus-atr"], "rus-447", target="ger-pzkw-vib", distance=1, facing=facing)
    agreed = armed(["rus-atr"], "rus-447", target="ger-pzkw-vib", distance=1, facing=facing, options=on)
    assert any("immobilize" in option for option in shots(plain))
    assert shots(agreed) and not any("immobilize" in option for option in shots(agreed))
    frame = KillRoll("v", "ATR", "side", "russian", "")
    assert stops_only(plain.g, v(plain), frame) and not stops_only(agreed.g, v(agreed), frame)


@pytest.mark.rule("SL:13.23.2.1", "SL:13.23.2.2", "SL:13.23.2.3")
def test_a_shot_that_is_only_to_stop_it_is_harder_and_always_stops_it() -> None:
    found = {}
    for facing in range(6):
        table = armed(["ger-pf-44a"], distance=1, facing=facing)
        if not any("immobilize" in option for option in shots(table)):
            continue
        shoot(table, how="immobilize").roll((1, 2))
        lines = table.breakdown("to_hit").lines
        found[lines[0].rule] = lines[0].value
        assert v(table).immobilized
    assert found == {"SL:13.23.2.1": 3, "SL:13.23.2.2": 5}


# -- against AFVs without nerves -------------------------------------------------------------------------


@pytest.mark.rule("SL:7.2.4", "SL:7.2.5-q2")
def test_with_such_weapons_nobody_has_to_keep_his_nerve_first() -> None:
    table = armed(["ger-pf-44a"], phase="DFPh", distance=1, here="woods", state={"moved": True})
    assert any(option.startswith("immobilize") for option in table.options())
    shoot(table)
    assert not table.asked().startswith("Pre-AFV")
    bare = armed([], phase="DFPh", distance=1, here="woods", state={"moved": True})
    bare.do(next(option for option in bare.options() if option.startswith("immobilize")))
    assert bare.asked().startswith("Pre-AFV")


@pytest.mark.rule("SL:7.3.4", "SL:7.3.3-a")
def test_who_can_destroy_it_is_not_afraid_of_it() -> None:
    a, b = pair(1)
    for kind, afraid in (("ger-pf-44a", False), ("ger-psk", False), ("ger-lmg", True), ("ger-atr", True)):
        for broken in (False, True):
            weapons = {"w0": Weapon("w0", "german", kind, owner="u", hex=a, malfunctioned=broken)}
            g = Table("RPh", [], board="z").g
            facing = next(n for n in range(6) if b in g.map.index and in_arc(g.map, b, n, a))
            tank = vehicle("v", "rus-kv-ic", b, facing)
            table = scene("RPh", [unit("u", "ger-436", a)], [tank], weapons=weapons)
            checks = feared_by(table.g, table.unit("u"))
            assert bool(checks) == (afraid or broken), (kind, broken)


@pytest.mark.rule("SL:7.1-q5", "SL:7.1.13-b")
def test_who_has_let_himself_be_overrun_fires_at_its_rear() -> None:
    hex = pair(1)[0]
    table = armed(
        ["ger-psk"], distance=0, phase="DFPh", state={"overran": hex, "moved": True}, also=("ger-467",)
    )
    shoot(table).roll((2, 1))
    assert table.breakdown("to_hit").column == 8  # as at one hex
    assert killing(table).face == "rear"
    table.roll((1, 1))
    assert v(table).wreck and not table.unit("u").broken and not table.unit("a0").broken


# -- recoilless rifles -----------------------------------------------------------------------------------


@pytest.mark.rule("SL:8.21.2", "SL:8.21.3", "SL:8.21.4-a")
def test_a_recoilless_rifle_wants_its_crew() -> None:
    crew = shoot(armed(["usa-rcl-75"], "usa-237-crew", also=("usa-9-2",), year=1945)).roll((3, 4))
    assert crew.breakdown("to_hit").column == 10 and not crew.breakdown("to_hit").lines
    assert killing(crew).column == "HE 70"
    squad = shoot(armed(["usa-rcl-75"], "usa-666", year=1945)).roll((3, 4))
    assert [(line.value, line.rule) for line in squad.breakdown("to_hit").lines] == [(2, "SL:8.6.5-a")]
    assert squad.breakdown("to_hit").column == 10
    leaders = armed(["usa-rcl-75"], "usa-9-2", also=("usa-8-1",), year=1945)
    leaders.do(next(o for o in shots(leaders) if "u+w0+a0+v" in o)).roll((3, 4))
    assert not leaders.breakdown("to_hit").lines
    assert not shots(armed(["usa-rcl-75"], "usa-9-2", year=1945))


@pytest.mark.rule("SL:8.6-q1", "SL:8.6-q7", "SL:8.6-q8", "SL:8.6-q9", "SL:8.6.5-a", "SL:8.6.4-a")
def test_in_strange_hands_it_hits_worse_and_breaks_sooner() -> None:
    for man, side, drm, number in (
        ("usa-237-crew", "russian", 0, 12),
        ("usa-666", "russian", 2, 10),
        ("ger-247-crew", "russian", 2, 10),  # captured by a crew
        ("ger-467", "russian", 4, 8),  # and by a squad
    ):
        table = armed(["usa-rcl-75"], man, side=side, distance=8, board="y", year=1945)
        assert breakdown_number(table.g, Shot("u", "w0")) == number
        g, red = table.g, drm > 0
        assert hit_number(g, table.unit("u"), g.state.weapons["w0"], v(table)) == (8 if red else 9)
        shoot(table).roll((3, 2))
        assert table.breakdown("to_hit").value("SL:8.6.5-a") == (drm or None)
        assert table.breakdown("to_hit").column == (8 if red else 9)
        assert "w0" in table.position.state.weapons
        broken = shoot(armed(["usa-rcl-75"], man, side=side, distance=8, board="y", year=1945)).roll((6, 6))
        assert ("w0" in broken.position.state.weapons) != red  # it cannot be repaired


@pytest.mark.rule("SL:8.21.6")
def test_it_fires_once_though_it_is_overrun() -> None:
    hex = pair(1)[0]
    over: dict[str, Any] = {"phase": "DFPh", "state": {"overran": hex, "moved": True}, "year": 1945}
    table = armed(["usa-rcl-57"], "usa-237-crew", distance=0, also=("usa-666",), **over)
    shoot(table).roll((5, 5))
    assert shots(table) == [] and table.position.state.backblasts == (hex,)
    assert why_not(table) == "SL:5.1.2-a"


@pytest.mark.rule("SL:8.21.4-a", "SL:8.21.4-c")
def test_only_the_light_one_fires_in_the_advancing_fire_phase() -> None:
    held: dict[str, Any] = {"also": ("usa-666",), "men": ("ger-467",), "year": 1945}
    assert not shots(armed(["usa-rcl-75"], "usa-237-crew", phase="AFPh", **held))
    assert shots(armed(["usa-rcl-75"], "usa-237-crew", phase="DFPh", **held))
    light = armed(["usa-rcl-57"], "usa-237-crew", phase="AFPh", man_is={"moved": True}, **held)
    shoot(light).roll((3, 4))
    assert [(line.value, line.rule) for line in light.breakdown("to_hit").lines] == [(2, "SL:8.21.4-c")]


@pytest.mark.rule("SL:8.21.5")
def test_it_is_not_fired_out_of_a_building() -> None:
    table = armed(
        ["usa-rcl-75"], "usa-237-crew", distance=1, here="stone_building", also=("usa-666",), year=1945
    )
    assert not shots(table) and why_not(table) == "SL:8.21.5"


@pytest.mark.rule("SL:8.21.7", "SL:8.21.9")
def test_the_blast_behind_it_ties_down_who_is_there() -> None:
    behind, here, there = rows("z", "open", "open", "open")
    near = Table("RPh", []).g.map.adjacent
    aside = next(hex for hex in near[there] if hex not in (here, *near[here]))
    for man_is, checks in (({}, False), ({"moved": True}, True)):
        units = [
            unit("u", "usa-237-crew", here),
            unit("l", "usa-8-0", here),
            unit("s", "usa-666", behind, **man_is),
            unit("f", "usa-666", here, **man_is),
            unit("k", "usa-666", aside),
            unit("e", "ger-467", there),
        ]
        weapons = {"w0": Weapon("w0", "russian", "usa-rcl-75", owner="u", hex=here)}
        cars = [vehicle("v", "ger-pzkw-ivh", there, side="german")]
        table = scene("PFPh", units, cars, weapons=weapons, attacker="russian", year=1945)
        assert set(zone(table.g, here, there)) == {here, behind}
        shoot(past_smoke(table)).roll((6, 5))
        if checks:
            asked = {frame.unit for frame in table.position.state.stack if isinstance(frame, MoraleCheck)}
            assert asked == {"s", "f"}  # the leader has not done anything yet
        else:
            assert table.unit("s").ti and table.unit("f").ti
        assert table.unit("l").ti and not table.unit("u").ti
        assert set(table.position.state.backblasts) == {here, behind}


@pytest.mark.rule("SL:8.21.7")
def test_along_a_hexspine_the_zone_has_two_hexes_behind_it() -> None:
    g = Table("RPh", []).g
    here = next(hex for hex in g.map.names if len(g.map.adjacent[hex]) == 6)
    for there in g.map.names:
        if g.map.distance(here, there) == 2 and len(sides_crossed(g.map, there, here)) == 2:
            found = zone(g, here, there)
            assert len(found) == 3
            assert all(g.map.distance(there, hex) == 3 for hex in found[1:])
            return
    raise AssertionError("no such hexes")


@pytest.mark.rule("SL:8.21.8")
def test_who_enters_the_blast_checks_first_or_stays_where_he_is() -> None:
    behind, here, there = rows("z", "open", "open", "open")
    beside = next(hex for hex in Table("RPh", []).g.map.adjacent[behind] if hex not in (here, there))
    for dice, goes in (((1, 2), True), ((6, 5), False)):
        units = [unit("m", "usa-666", beside), unit("e", "ger-467", Table("RPh", []).g.map.names[0])]
        table = scene("MPh", units, [], attacker="russian", backblasts=(here, behind))
        table.do("move m")
        assert f"enter - {behind}" not in table.options()
        assert table.refusal(f"enter - {behind}").rule == "SL:8.21.8"
        table.do(f"dare m {behind}").roll(dice)
        assert table.unit("m").ti != goes and not table.unit("m").broken
        assert (f"enter - {behind}" in table.options()) == goes
        if not goes:
            assert not table.options("enter")


@pytest.mark.rule("SL:3.23.6-14B", "SL:3.23.6-a")
def test_whether_a_miss_counts_as_fire_is_a_convention() -> None:
    def under_dm(
        throw: tuple[int, int], *effect: tuple[int, int], kind: str = "usa-rcl-75", **more: Any
    ) -> bool:
        table = armed([kind], "usa-666", men=("ger-467",), car=False, distance=3, **more)
        table.do(table.options("shell")[0]).roll(throw, *effect)
        return table.unit("m0").dm

    played = {"options": {"harmless-misses": "on"}}
    assert under_dm((6, 6)) and not under_dm((6, 6), **played)
    assert under_dm((2, 3), (6, 6), **played)  # a hit without effect


@pytest.mark.rule("SL:2.8.9-a", "SL:2.8.6-a")
def test_at_flashes_in_the_dark_it_hits_less_often() -> None:
    def to_hit(nvr: int, **more: Any) -> tuple[Table, list[str]]:
        table = armed(["usa-rcl-75"], "usa-666", distance=3, night=True, nvr=nvr, **more)
        return table, table.options("shell") + table.options("shoot")

    b = pair(3)[1]
    now = 2 + 1  # Russians, and who is with them, move second in the first turn
    assert to_hit(2, men=("ger-467",), car=False)[1] == []
    for men, car in ((("ger-467",), False), ((), True)):
        table, found = to_hit(2, men=men, car=car, flashes=((b, now),))
        table.do(found[0]).roll((6, 6))
        assert table.breakdown("to_hit").value("SL:2.8.9-a") == 2
        assert (pair(3)[0], now) in table.position.state.flashes
        close, options = to_hit(3, men=men, car=car, flashes=((b, now),))
        close.do(options[0]).roll((6, 6))
        assert not close.breakdown("to_hit").value("SL:2.8.9-a")
        lit, options = to_hit(2, men=men, car=car, flashes=((b, now),), star_shells=(b,))
        lit.do(options[0]).roll((6, 6))
        assert not lit.breakdown("to_hit").value("SL:2.8.9-a")
    hit, found = to_hit(2, flashes=((b, now),))
    day = armed(["usa-rcl-75"], "usa-666", distance=3)
    day.do(day.options("shoot")[0]).roll((1, 2))
    hit.do(found[0]).roll((1, 2))
    assert kill_lines(hit.g, killing(hit)) == kill_lines(day.g, killing(day))  # AP at full effect


@pytest.mark.rule("SL:2.8.9-a")
def test_a_shell_at_a_concealed_flash_strikes_by_half() -> None:
    table = armed(
        ["usa-rcl-75"],
        "usa-666",
        men=("ger-467",),
        car=False,
        distance=3,
        night=True,
        nvr=2,
        flashes=((pair(3)[1], 3),),
    )
    cover(table.g, "german", pair(3)[1], ("m0",))
    table.position = Position(table.system, table.position.state, table.system.settle(table.g))
    table.do(table.options("shell")[0]).roll((1, 2), (6, 6))
    assert table.breakdown().lines[0].value == 6  # of 12


@pytest.mark.rule("SL:8.21.5")
def test_it_is_not_fired_out_of_an_entrenchment_or_bunker_either() -> None:
    a, b = pair(3)
    men = [unit("u", "usa-237-crew", a), unit("r", "ger-467", b)]
    for work in (pit(a, "russian"), bunker(a)):
        for inside in (True, False):
            held = {"w": Weapon("w", "russian", "usa-rcl-75", owner="u", hex=a)}
            below = {"u": a} if inside else {}
            table = Table(
                "PFPh", men, attacker="russian", year=1945, weapons=held, works=built(work), inside=below
            )
            found = launching_bar(table.g, table.unit("u"), table.position.state.weapons["w"], b)
            assert (found is not None and found.rule == "SL:8.21.5") is inside


@pytest.mark.rule("SL:8.16.3")
def test_a_rocket_in_a_bunker_shakes_all_who_are_in_it() -> None:
    a, b = pair(2)
    men = [unit("u", "ger-467", a), unit("v", "ger-467", a), unit("t", "ger-467", a), unit("r", "rus-447", b)]
    for inside in ({"u": a, "v": a}, {}):
        held = {"w": Weapon("w", "german", "ger-psk", owner="u", hex=a)}
        works = built(bunker(a, facings_to(Table("RPh", []).g.map, a, b)[0], side="german"))
        table = Table("PFPh", men, weapons=held, works=works, inside=dict(inside))
        table.do(f"shell u+w {b}").roll((6, 5))
        asked = {
            frame.unit: frame.drm for frame in table.position.state.stack if isinstance(frame, MoraleCheck)
        }
        assert asked == dict.fromkeys(inside, 1)


@pytest.mark.rule("SL:8.21.8")
def test_who_advances_upon_enemies_in_the_blast_checks_first() -> None:
    a = near(pair(1)[0], "open")
    b = near(a, "open")
    men = [unit("m", "ger-467", a), unit("u", "usa-237-crew", b)]
    table = Table("APh", men, backblasts=(b,), year=1945)
    assert table.refusal(f"advance m {b}").rule == "SL:8.21.8"
    assert f"advance m {b}" in table.do(f"dare m {b}").roll((1, 2)).options()
    other = Table("MPh", men, backblasts=(b,), year=1945).do("move m")
    assert not other.options("dare"), "nobody enters an enemy's hex in the MPh"
