"""Sustained, spraying and far fire of machine guns (SL:8.9.3, SL:8.9.5, SL:8.9.7)."""

from __future__ import annotations

import pytest

from defilade.rules.sl import fire
from defilade.rules.sl.weapons.breakdown import breakdown_number
from defilade.rules.sl.weapons.spraying import clusters_at, flat_enough
from defilade.rules.sl.weapons.sustained_fire import sustained_refusal
from defilade.rules.sl.wording import odds, preview
from defilade.tactics.attack_plan import columns_more, shot_firepower
from defilade.tactics.declaring_fire import DeclareFire
from defilade.tactics.fire_groups import Shot
from sl.motor_pool import scene, vehicle
from sl.table import Table, pair, unit
from sl.test_fire_through import ROW
from sl.test_machine_guns import armed, duel, gun


def column(table: Table) -> int | None:
    return table.breakdown().column


@pytest.mark.rule("SL:8.9.7.1-a", "SL:8.9.7.2-a", "SL:8.9.7.1-b")
def test_sustained_fire_is_a_column_more() -> None:
    for kind, found in (("ger-lmg", 4), ("rus-hmg", 12), ("ger-mmg", 6)):
        table, b = duel("rus-447" if kind.startswith("rus") else "ger-467", kind)
        if kind.startswith("rus"):
            a, b = pair(3)
            units = [unit("u", "rus-447", a), unit("r", "ger-467", b)]
            table = armed(units, gun("w0", kind, "u", a, "russian"), attacker="russian")
        table.do(f"target - {b}", "add u+w0 - sustained", "declare").roll((3, 4))
        assert column(table) == found and table.said("SL:8.9.7.2-a")
    near, b = duel("ger-467", "ger-lmg", distance=1)
    near.do(f"target - {b}", "add u+w0 - sustained", "declare").roll((3, 4))
    assert near.breakdown().total == 4 and column(near) == 6  # after doubling
    units = [unit("u", "ger-467", ROW[0]), *(unit(f"r{n}", "rus-447", ROW[n]) for n in (2, 5, 6))]
    deep = armed(units, gun("w", "ger-mmg", "u", ROW[0]), board="y")
    deep.do(f"target - {ROW[2]}", "add u+w - sustained", "declare").roll((6, 4))
    struck = [e.at for e in deep.events if e.kind == "attack"]
    assert struck == [ROW[2], ROW[5]]  # four hexes as ever


@pytest.mark.rule("SL:8.9.7.4")
def test_a_group_gets_one_column_if_its_guns_reach_it() -> None:
    a, b = pair(3)
    units = [unit("u", "ger-838", a), unit("v", "ger-467", a), unit("r", "rus-447", b)]

    def group(*adds: str) -> Table:
        table = armed(units, gun("w", "ger-lmg", "u", a), gun("x", "ger-lmg", "v", a))
        return table.do(f"target - {b}", *adds, "declare").roll((3, 4))

    fourteen = group("add u+v", "add u+w - sustained")
    assert (fourteen.breakdown().total, column(fourteen)) == (14, 16)
    both = group("add u+v", "add u+w - sustained", "add v+x - sustained")
    assert (both.breakdown().total, column(both)) == (16, 20)
    g = both.g
    from_13 = fire.Attack("PFPh", "german", b, ("r",), (Shot("u"), Shot("u", "w", "sustained")))
    assert columns_more(g, from_13.shots, b, ("r",), 13.0) is None
    more = columns_more(g, from_13.shots, b, ("r",), 14.0)
    assert more is not None and more.value == 1
    assert columns_more(g, from_13.shots, b, ("r",), 36.0) is None


@pytest.mark.rule("SL:8.9.7.1-c", "SL:8.9.7.2-b")
def test_who_may_not_use_it() -> None:
    a, b = pair(3)
    units = [
        unit("u", "ger-467", a, moved=True),
        unit("l", "ger-8-1", a),
        unit("k", "ger-8-0", a),
        unit("c", "ger-467", a),
        unit("r", "rus-447", b),
    ]
    guns = [gun("w", "ger-mmg", "u", a), gun("x", "ger-mmg", "l", a), gun("y", "rus-mmg", "c", a, "russian")]
    table = armed(units, *guns, phase="AFPh")
    g = table.g

    def rule(uid: str, wid: str, second: str = "") -> str:
        found = sustained_refusal(g, g.unit(uid), g.state.weapons[wid], second)
        return found.rule if found is not None else ""

    assert (rule("u", "w"), rule("l", "x"), rule("c", "y")) == (
        "SL:8.9.7.1-c",
        "SL:8.9.7.1-c",
        "SL:8.9.7.2-b",
    )
    assert rule("l", "x", "k") == ""
    table.do(f"target - {b}")
    assert "add u+w" in table.options() and "add u+w - sustained" not in table.options()
    assert table.refusal("add u+w - sustained").rule == "SL:8.9.7.1-c"
    assert "add l+x+k - sustained" in table.options() and "add l+x - sustained" not in table.options()


@pytest.mark.rule("SL:8.9.7.3")
def test_it_wears_the_gun_out() -> None:
    table, b = duel("ger-467", "ger-lmg", "rus-lmg")
    shots = [Shot("u", "w0", "sustained"), Shot("u", "w1", "sustained")]
    assert breakdown_number(table.g, shots[0]) == 10
    a, _ = pair(3)
    theirs = armed([unit("u", "rus-447", a)], gun("w", "rus-lmg", "u", a, "russian"))
    assert breakdown_number(theirs.g, Shot("u", "w", "sustained")) == 8
    table.do(f"target - {b}", "add u+w0 - sustained", "declare").roll((5, 5))
    assert "w0" not in table.position.state.weapons and table.said("SL:8.9.7.3")
    units = [unit("u", "ger-467", a), unit("v", "ger-467", a), unit("r", "rus-447", b)]
    two = armed(units, gun("w", "ger-lmg", "u", a), gun("x", "ger-lmg", "v", a))
    two.do(f"target - {b}", "add u+w - sustained", "add v+x", "declare").roll((6, 6)).roll((5, 5))
    weapons = two.position.state.weapons
    assert "w" not in weapons and weapons["x"].malfunctioned


@pytest.mark.rule("SL:8.9.5.1-b")
def test_over_16_hexes_the_lower_die_counts_twice() -> None:
    a, b = pair(17, "woods", "stone_building")
    units = [unit("u", "ger-467", a), unit("l", "ger-8-0", a), unit("r", "rus-447", b)]
    table = armed(units, gun("w", "ger-mmg", "u", a))
    table.do(f"target - {b}", "add u+w", "declare", "direct l").roll((2, 5))
    attack = next(e for e in table.events if e.kind == "attack")
    assert "roll 9," in attack.text and attack.dice == (2, 5)
    again = armed(units, gun("w", "ger-mmg", "u", a)).do(f"target - {b}", "add u+w", "declare")
    frame = again.position.state.stack[-1]
    assert isinstance(frame, DeclareFire)
    found = preview(again.g, frame, again.action("direct l"))
    near = fire.Attack("PFPh", "german", b, ("r",), (Shot("u"),))
    assert found is not None and abs(sum(found[1].values()) - 1) < 1e-9
    plan = fire.plan_of(again.g, fire.Attack("PFPh", "german", b, ("r",), (Shot("u", "w"),), ("l",)))
    assert found[1].get("-", 0) >= odds(again.g, plan, near).get("-", 0)
    broken = armed(units, gun("w", "rus-mmg", "u", a, "russian"))
    broken.do(f"target - {b}", "add u+w", "declare", "direct l").roll((3, 5))
    assert "w" in broken.position.state.weapons  # eight on two dice, not eleven


def spraying(*places: str, kind: str = "ger-hmg", board: str = "y", phase: str = "PFPh") -> Table:
    units = [unit("u", "ger-467", ROW[0]), *(unit(f"r{n}", "rus-447", hex) for n, hex in enumerate(places))]
    return armed(units, gun("w", kind, "u", ROW[0]), board=board, phase=phase)


def open_three() -> tuple[str, str, str]:
    g = Table("RPh", [], board="y").g
    near = [hex for hex in g.map.adjacent[ROW[3]] if hex in g.map.adjacent[ROW[4]]]
    return ROW[3], ROW[4], near[0]


@pytest.mark.rule("SL:8.9.3.1", "SL:8.9.3.2", "SL:8.9.3.5")
def test_spraying_sweeps_three_hexes_at_half_strength() -> None:
    one, two, three = open_three()
    table = spraying(one, two, three).do("spray u+w")
    chosen = next(
        option
        for option in table.options("cluster")
        if option in (f"cluster - {one} {two}+{three}", f"cluster - {one} {three}+{two}")
    )
    table.do(chosen)
    assert "add u" in table.options() and not [option for option in table.options("add") if "+" in option]
    table.do("add u", "declare").roll((6, 5))
    while table.asked():
        table.roll((1, 2))
    strengths = {e.at: e.breakdown.total for e in table.events if e.kind == "attack" and e.breakdown}
    assert strengths == {one: 4 + 3, two: 3, three: 3}
    assert {e.dice for e in table.events if e.kind == "attack"} == {(6, 5)}
    assert not spraying(one, kind="ger-lmg").options("spray")
    far = spraying(ROW[12], kind="ger-mmg")  # part of each three is out of its range
    assert not far.options("spray") or all(
        far.g.map.distance(ROW[0], place) <= 12
        for option in far.do("spray u+w").options("cluster")
        for place in (option.split()[2], *option.split()[3].split("+"))
    )


@pytest.mark.rule("SL:8.9.3.1")
def test_who_sprays_is_in_no_group_and_area_fire_is_quartered() -> None:
    one, *_ = open_three()
    units = [unit("u", "ger-467", ROW[0]), unit("v", "ger-467", ROW[0]), unit("r", "rus-447", one)]
    table = armed(units, gun("w", "ger-hmg", "u", ROW[0]), gun("x", "ger-lmg", "v", ROW[0]), board="y")
    table.do("spray u+w")
    table.do(table.options("cluster")[0])
    assert table.options("add") == ["add u"]
    assert table.refusal("add v").rule == table.refusal("add v+x").rule == "SL:8.9.3.1"
    g = table.g
    shot = Shot("u", "w", "spraying")
    assert shot_firepower(g, shot, one, ("r",))[1] == 3
    g.update(g.unit("u"), pinned=True)
    assert shot_firepower(g, shot, one, ("r",))[1] == 1.5


@pytest.mark.rule("SL:8.9.3.3")
def test_it_strikes_who_looks_out_but_no_armour() -> None:
    one, two, three = open_three()
    units = [unit("u", "ger-467", ROW[0]), unit("r", "rus-447", one)]
    tank, lorry = vehicle("t", "rus-t34-76a", two, ce=True), vehicle("j", "rus-jag-heavy-truck", three)
    shut = vehicle("s", "rus-t34-76a", two)
    table = scene(
        "PFPh", units, [tank, lorry, shut], board="y", weapons={"w": gun("w", "ger-hmg", "u", ROW[0])}
    )
    table.do("spray u+w")
    table.do(next(o for o in table.options("cluster") if {two, three} == set(o.split()[3].split("+"))))
    table.do("declare").roll((6, 6))
    while table.asked():
        table.roll((1, 2))
    assert {e.who for e in table.events if e.kind == "attack"} == {("r",), ("t",), ("j",)}


@pytest.mark.rule("SL:8.9.3.4")
def test_it_goes_over_even_ground_and_at_most_up_one_storey() -> None:
    g = Table("RPh", [], board="2").g
    steep = [
        (a, b, c)
        for a in g.map.names
        for b in g.map.adjacent[a]
        for c in g.map.adjacent[a]
        if c in g.map.adjacent[b]
    ]
    uneven = next(three for three in steep if max(map(g.map.level, three)) - min(map(g.map.level, three)) > 1)
    assert not flat_enough(g, uneven) and all(set(one) != set(uneven) for one in clusters_at(g, uneven[0]))
    city = Table("RPh", [], board="1").g
    house = next(hex for hex in city.map.names if hex in city.map.above and len(city.map.adjacent[hex]) == 6)
    for cluster in clusters_at(city, house):
        upper = [place for place in cluster if place in city.map.below]
        assert upper in ([], [city.map.above[house]])
        if upper:
            assert house in cluster
