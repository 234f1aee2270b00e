"""Flight in Squad Leader: what bars it, what shelters it (SL:3.21)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.rules.sl import rout, terrain
from defilade.rules.sl.eyes.concealment import cover
from defilade.rules.sl.morale import break_unit
from defilade.rules.sl.rally import rally_level, rally_lines, rally_refusal
from defilade.rules.sl.rout import destinations, must_rout, reach_of, step_refusal, swept
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.tactics.units import Unit, Weapon
from sl.table import Table, near, pair, unit

A = pair(4)[0]
G = Table("RPh", []).g
AROUND = G.map.adjacent[A]


LONE = Table("RPh", [unit("r", "rus-447", A, broken=True)])


def refuges(hex: str) -> dict[str, str]:
    """Where a broken squad all alone on the map would rout to."""
    g = LONE.g
    return destinations(g, g.place(g.unit("r"), hex))


@pytest.mark.rule("SL:3.21-q1", "SL:3.21-q2", "SL:3.21.16")
def test_nobody_routs_off_the_map_or_stays_in_the_open() -> None:
    edge = next(
        hex
        for hex in G.map.names
        if len(G.map.adjacent[hex]) < 6
        and G.map.terrain[hex] == "open"
        and all(G.map.terrain[one] == "open" for one in G.map.adjacent[hex])
    )
    inland = list(G.map.adjacent[edge])
    units = [unit("r", "rus-447", edge, broken=True)] + [
        unit(f"e{number}", "ger-467", one) for number, one in enumerate(inland)
    ]
    assert not Table("RtPh", units).alive("r")


@pytest.mark.rule("SL:3.21.15", "SL:3.21.7.2")
def test_in_orchards_and_the_like_it_waits_for_a_way() -> None:
    for kind in ("orchard", "brush", "grain"):
        found = [hex for hex in G.map.names if G.map.terrain[hex] == kind and len(G.map.adjacent[hex]) == 6]
        if not found:
            continue
        hex = found[0]
        ring = [one for one in G.map.names if G.map.distance(hex, one) == 2]
        units = [unit(f"e{number}", "ger-467", one) for number, one in enumerate(ring)]
        table = Table("RtPh", [unit("r", "rus-447", hex, broken=True), *units])
        pending = getattr(table.position.pending, "options", ())
        if not any(action.verb == "rout" for action in pending):
            assert table.alive("r"), kind
        assert not terrain.is_cover(G, hex) and not swept(table.g, hex, "russian")


@pytest.mark.rule("SL:3.21.7.2", "SL:3.21-q13", "SL:3.21-q10", "SL:3.21-q18")
def test_what_open_ground_is_under_fire() -> None:
    a, b = pair(3)

    def is_swept(enemy: str = "ger-467", **more: Any) -> bool:
        return swept(Table("RPh", [unit("e", enemy, a, **more)]).g, b, "russian")

    assert is_swept() and not is_swept(broken=True) and not is_swept(melee=True)
    assert not is_swept("ger-9-1") and not is_swept("rus-628", side="german")  # range 2
    hills = Table("RPh", [], board="2").g
    low, high = next(
        (low, high)
        for low in hills.map.names
        for high in hills.map.names
        if hills.map.terrain[high] == "open"
        and hills.map.level(high) > hills.map.level(low)
        and hills.map.distance(low, high) in (2, 3)
        and terrain.sees(hills, low, high)
    )
    below = Table("RPh", [unit("e", "ger-467", low)], board="2").g
    assert not swept(below, high, "russian")
    above = Table("RPh", [unit("e", "ger-467", high)], board="2").g
    assert hills.map.terrain[low] != "open" or swept(above, low, "russian")


@pytest.mark.rule("SL:3.21-q10", "SL:3.21-q14")
def test_weapons_reach_further() -> None:
    mmg = next(kind for kind in G.weapon_types.values() if kind.kind == "MMG")
    heavy = msgspec.structs.replace(mmg, id="fifty", kind="HMG", fp=8, range=20)

    def reach(counter: str, weapon: str, *more: dict[str, Any]) -> int:
        g = Table("RPh", [unit("e", counter, A, side="german"), *more]).g
        g.weapon_types = {**g.weapon_types, "fifty": heavy}
        g.state.weapons["w"] = Weapon("w", "german", weapon, owner="e", hex=A)
        return reach_of(g, g.unit("e"))

    assert reach("ger-9-1", mmg.id) == mmg.range and reach("ger-436", mmg.id) == mmg.range
    assert reach("rus-447", "fifty") == 16
    assert reach("rus-447", "fifty", unit("l", "rus-8-0", A, side="german")) == 20


@pytest.mark.rule("SL:3.21.7.1", "SL:3.21-q21", "SL:3.21-q6")
def test_never_nearer_to_an_enemy_in_sight() -> None:
    a, b = pair(3)
    g = Table("RPh", [unit("e", "ger-9-1", b)]).g  # a leader sweeps nothing
    for hex in g.map.adjacent[a]:
        found = step_refusal(g, "russian", a, hex)
        nearer = g.map.distance(b, hex) < g.map.distance(b, a)
        assert (found is not None and found.rule == "SL:3.21.7.1") == nearer


@pytest.mark.rule("SL:3.21-q16", "SL:3.21.11", "SL:3.21.12")
def test_full_refuges_are_passed() -> None:
    a = next(hex for hex in G.map.names if G.map.terrain[hex] == "open" and len(refuges(hex)) == 1)
    goal = next(iter(refuges(a)))
    full = [unit(f"f{number}", "rus-447", goal) for number in range(3)]
    table = Table("RPh", [unit("r", "rus-447", a, broken=True), *full])
    assert goal not in destinations(table.g, table.unit("r"))


@pytest.mark.rule("SL:3.21-q5", "SL:3.21-q8")
def test_concealed_enemies_bar_no_way_and_end_it() -> None:
    start = next(
        hex
        for hex in G.map.names
        if G.map.terrain[hex] == "open"
        and any(G.map.terrain[one] == "stone_building" for one in G.map.adjacent[hex])
        and len(refuges(hex)) == 1
    )
    goal = next(iter(refuges(start)))
    table = Table("PFPh", [unit("r", "rus-447", start, broken=True), unit("e", "ger-467", goal)])
    g = table.g
    cover(g, "german", goal, ("e",))
    assert g.has_side(goal, "german") and step_refusal(g, "russian", start, goal) is None
    assert goal in destinations(g, g.unit("r"))
    rout.rout(g, "russian", table.action(f"rout r {goal}"))
    assert not table.alive("r") and table.unit("e").hex == goal


def with_vehicle(kind: str, hex: str, unit_hex: str, **more: Any) -> Table:
    table = Table("RPh", [unit("r", "rus-447", unit_hex, broken=True)])
    table.position.state.vehicles["v"] = Vehicle("v", "german", kind, hex=hex, **more)
    return table


@pytest.mark.rule("SL:3.21-q20", "SL:3.21-q11", "SL:3.21-q9")
def test_vehicles_sweep_open_ground_and_shelter() -> None:
    a, b = pair(7)
    kinds = G.garage.types.values()
    tank = next(kind.id for kind in kinds if kind.kind == "tank" and kind.gun and kind.turret != "NT")
    gun = next(
        kind.id for kind in kinds if kind.armoured and kind.gun and kind.turret == "NT" and not kind.aamg
    )
    assert swept(with_vehicle(tank, a, b).g, b, "russian")
    seen = {facing for facing in range(6) if swept(with_vehicle(gun, a, b, vca=facing).g, b, "russian")}
    assert 0 < len(seen) < 6
    assert not swept(with_vehicle(tank, a, b, wreck=True).g, b, "russian")
    sheltered = with_vehicle(tank, a, b)
    sheltered.position.state.vehicles["w"] = Vehicle("w", "russian", tank, hex=b, wreck=True)
    assert not swept(sheltered.g, b, "russian")


@pytest.mark.rule("SL:3.21-q12")
def test_one_may_lie_under_a_wreck() -> None:
    table = with_vehicle(next(iter(G.garage.types)), A, A, wreck=True)
    g = table.g
    found = rout.spared(g, g.unit("r"))
    assert found is not None and type(found).__name__ == "UnderCover"
    burning = with_vehicle(next(iter(G.garage.types)), A, A, wreck=True, burning=True)
    found = rout.spared(burning.g, burning.unit("r"))
    assert type(found).__name__ == "Burning"
    assert rout.spared(Table("RPh", [unit("r", "rus-447", A)]).g, table.unit("r")) is None


@pytest.mark.rule("SL:3.21.18", "SL:3.2.8-b")
def test_routing_units_leave_their_weapons() -> None:
    start = next(hex for hex in G.map.names if G.map.terrain[hex] == "open" and refuges(hex))
    table = Table("RtPh", [unit("r", "rus-447", start, broken=True), unit("l", "rus-8-0", start)])
    g = table.g
    lmg = next(kind.id for kind in g.weapon_types.values() if kind.kind == "LMG")
    g.state.weapons["w"] = Weapon("w", "russian", lmg, owner="r", hex=start)
    g.state.weapons["x"] = Weapon("x", "russian", lmg, owner="l", hex=start)
    goal = next(option for option in table.options("rout") if "l" in option.split()[1])
    table.do(goal)
    weapons = table.position.state.weapons
    assert weapons["w"].hex == start and not weapons["w"].owner
    assert weapons["x"].hex == table.unit("l").hex != start


@pytest.mark.rule("SL:3.21-q22", "SL:3.21-q16")
def test_who_finds_no_room_is_lost_at_the_end_of_the_phase() -> None:
    wood = next(hex for hex in G.map.names if G.map.terrain[hex] == "woods")
    men = [unit(f"f{number}", "rus-447", wood) for number in range(3)]
    table = Table("RtPh", [*men, unit("r", "rus-447", wood, broken=True)])
    assert table.options("rout")  # SL:3.21.11
    table.do("done")
    assert not table.alive("r") and all(table.alive(f"f{number}") for number in range(3))


@pytest.mark.rule("SL:3.21.19", "SL:3.23.6-14A")
def test_units_break_on_purpose() -> None:
    units = [unit("r", "rus-447", A), unit("g", "ger-467", near(A))]
    table = Table("RtPh", units, options={"voluntary-break": "on"}, attacker="russian")
    assert table.options() == ["break r", "done"]
    table.do("break r")
    if table.alive("r"):
        assert table.unit("r").broken and not table.unit("r").dm
    assert table.said("SL:3.21.19")
    assert not Table("RtPh", units).said("SL:3.21.19")


def crew_at_a_gun(hex: str, counter: str = "rus-237-crew", side: str = "russian", **state: Any) -> SlPlay:
    """A broken crew with a gun."""
    units = [unit("c", counter, hex, side="russian"), unit("x", "rus-447", pair(3)[1])]
    g = Table("RPh", units, attacker="russian").g
    g.update(g.unit("c"), broken=True, **state)
    g.state.weapons["w"] = Weapon("w", side, "rus-at-45", owner="c", hex=hex)
    return g


@pytest.mark.rule("SL:3.23.9-a", "SL:3.23.9-b", "SL:3.23.9-c")
def test_crews_rally_at_their_guns() -> None:
    wood = next(hex for hex in G.map.names if G.map.terrain[hex] == "woods")

    def number(g: SlPlay) -> int | None:
        found = rally_refusal(g, g.unit("c"))
        drm = int(sum(line.value for line in rally_lines(g, g.unit("c"))))
        return None if found is not None else rally_level(g, g.unit("c")) - drm

    assert (number(crew_at_a_gun(wood)), number(crew_at_a_gun(wood, dm=True)), number(crew_at_a_gun(A))) == (
        4,
        3,
        3,
    )
    assert number(crew_at_a_gun(A, dm=True)) is None
    assert (
        number(crew_at_a_gun(wood, "rus-447")) is None and number(crew_at_a_gun(wood, side="german")) is None
    )
    jammed = crew_at_a_gun(wood)
    jammed.update_weapon(jammed.state.weapons["w"], malfunctioned=True)
    assert number(jammed) is None


@pytest.mark.rule("SL:3.21.17")
def test_crews_stay_with_their_guns() -> None:
    g = crew_at_a_gun(A)
    assert not must_rout(g, g.unit("c"))
    squad = crew_at_a_gun(A, "rus-447")
    assert must_rout(squad, squad.unit("c"))
    g.add_unit(unit_of(g, near(A)))
    assert must_rout(g, g.unit("c"))


def unit_of(g: SlPlay, hex: str) -> Unit:
    return Unit("e", "german", "ger-467", "squad", hex=hex)


@pytest.mark.rule("SL:3.21.2-13B")
def test_by_convention_vehicles_drive_the_broken_off() -> None:
    wood = next(hex for hex in G.map.names if G.map.terrain[hex] == "woods")
    tank = next(kind.id for kind in G.garage.types.values() if kind.armoured)
    for played, runs in (("on", True), ("off", False)):
        table = with_vehicle(tank, G.map.adjacent[wood][0], wood)
        table.position.state.options["rout-from-vehicles"] = played
        assert must_rout(table.g, table.unit("r")) == runs


@pytest.mark.rule("SL:3.20.4-a", "SL:3.20-q5")
def test_each_lost_leader_makes_the_others_check() -> None:
    a, b = pair(1)
    units = [
        unit("g", "ger-467", a),
        unit("l", "rus-8-1", b),
        unit("m", "rus-7-0", b),
        unit("s", "rus-447", b),
    ]
    table = Table("PFPh", units).do(f"target - {b}", "add g", "declare").roll((3, 5))
    asked = []
    for dice in ((5, 5), (5, 5), (1, 2), (1, 2), (1, 2), (1, 2), (1, 2)):
        if not table.asked():
            break
        asked.append(table.asked().split(",")[0])
        table.roll(dice)
    assert asked.count("Morale check of 4-4-7") == 3  # for the fire, and for each leader


@pytest.mark.rule("SL:3.20.2")
def test_only_fire_and_lost_leaders_make_units_check() -> None:
    table = Table("RtPh", [unit("s", "rus-447", A), unit("l", "rus-8-1", A)])
    g = table.g
    break_unit(g, g.unit("s"))
    assert not any(event.kind == "morale_check" for event in table.events)


@pytest.mark.rule("SL:3.21.4-a")
def test_who_is_adjacent() -> None:
    table = Table("RPh", [unit("e", "ger-467", AROUND[0])])
    assert terrain.adjacent_enemy(table.g, A, "russian") and not terrain.adjacent_enemy(table.g, A, "german")
    hills = Table("RPh", [], board="2").g
    steep = [
        (one, other)
        for one in hills.map.names
        for other in hills.map.adjacent[one]
        if hills.map.level(other) - hills.map.level(one) >= 2
    ]
    for one, other in steep[:3]:
        above = Table("RPh", [unit("e", "ger-467", other)], board="2").g
        assert not terrain.adjacent_enemy(above, one, "russian")
    assert steep
