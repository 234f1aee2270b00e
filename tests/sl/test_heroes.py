"""Heroes and field promotions in Squad Leader (SL:3.6, SL:3.8)."""

from __future__ import annotations

import pytest

from defilade.rules.sl import stacking
from defilade.rules.sl.movement import what_is_left
from defilade.rules.sl.people.promotion import creation_lines
from defilade.tactics.moving import Moving
from sl.table import Table, near, pair, unit

HERO, WOUNDED = "rus-149-hero", "rus-138-hero"


def under_fire(*targets: dict[str, object], phase: str = "PFPh", attacker: str = "german") -> Table:
    """A German squad fires point blank with 8 FP at a hex in the open: a roll of 8 is an M, of 7 a 1."""
    a, b = pair(1)
    there = [{**target, "hex": b} for target in targets]
    table = Table(phase, [unit("g", "ger-467", a), *there], attacker=attacker)
    return table.do(f"target - {b}", "add g", "declare")


@pytest.mark.rule("SL:3.8.2-a", "SL:3.8.2-b", "SL:3.8.8")
def test_a_hero_is_wounded_and_then_falls_but_never_breaks() -> None:
    table = under_fire({"id": "h", "type": HERO}).roll((3, 5), (5, 5))
    hero = table.unit("h")
    assert hero.type == WOUNDED and not hero.broken and table.g.counter(hero).morale == 8
    assert not under_fire({"id": "h", "type": WOUNDED}).roll((3, 5), (5, 4)).alive("h")
    assert not under_fire({"id": "h", "type": HERO}).roll((3, 5), (6, 6)).alive("h")
    exactly = under_fire({"id": "h", "type": HERO}).roll((3, 5), (5, 4))
    assert exactly.unit("h").type == HERO and not exactly.unit("h").pinned


@pytest.mark.rule("SL:3.8.3-a", "SL:3.8.3-b")
def test_a_hero_needs_no_leader_and_does_not_go_berserk() -> None:
    table = under_fire({"id": "h", "type": HERO}, {"id": "l", "type": "rus-9-2"}).roll((3, 4), (5, 6))
    table.roll((5, 4))
    assert table.breakdown("morale_check").value("SL:3.2.6") is None and table.unit("h").type == WOUNDED
    assert table.unit("l").broken and not table.said(
        "SL:3.20.4-a"
    )  # the 9-2 is lost, the hero does not check
    calm = under_fire({"id": "h", "type": HERO}).roll((3, 4), (1, 1))
    assert not calm.unit("h").berserk


@pytest.mark.rule("SL:3.8.4", "SL:3.8.5-a")
def test_a_hero_takes_no_room_and_walks_by_himself() -> None:
    a, _ = pair(3)
    men = [unit(uid, "rus-447", a) for uid in "mno"]
    table = Table("MPh", [*men, unit("l", "rus-8-0", a), unit("h", HERO, a)], attacker="russian")
    assert stacking.refusal(table.g, "russian", a, ()) is None
    table.do("move h", "join m")
    top = table.position.state.stack[-1]
    assert isinstance(top, Moving)
    assert {member.unit.id: member.mf for member in what_is_left(table.g, top)} == {"h": 6, "m": 4}
    hurt = Table("MPh", [unit("h", WOUNDED, a), unit("l", "rus-8-0", a)], attacker="russian").do(
        "move h", "join l"
    )
    top = hurt.position.state.stack[-1]
    assert isinstance(top, Moving)
    assert {member.unit.id: member.mf for member in what_is_left(hurt.g, top)} == {"h": 3, "l": 6}


@pytest.mark.rule("SL:3.8.5-b", "SL:3.8.8")
def test_a_hero_who_is_wounded_on_his_way_stops_there() -> None:
    a, middle = pair(1)
    around = Table("RPh", []).g.map.adjacent
    b = next(hex for hex in around[middle] if hex not in around[a] and hex != a)
    beside = next(hex for hex in around[middle] if hex in around[a])
    table = Table("MPh", [unit("h", HERO, a), unit("g", "ger-447", beside)], attacker="russian")
    table.do("move h", f"enter - {middle}", f"enter - {b}", "stop")
    table.do(f"target h {middle}", "add g", "declare").roll((4, 5), (5, 6))
    assert table.unit("h").type == WOUNDED and table.unit("h").hex == middle and table.said("SL:3.8.5-b")


@pytest.mark.rule("SL:3.8.10-a", "SL:3.8.10-b")
def test_a_hero_leads_on_instead_of_firing() -> None:
    a, b = pair(3)
    beside = near(a)
    units = [unit("s", "rus-447", a), unit("l", "rus-8-1", a), unit("h", HERO, beside), unit("k", HERO, a)]
    table = Table("PFPh", [*units, unit("g", "ger-467", b)], attacker="russian").do(f"target - {b}", "add s")
    assert "add h - inspires" in table.options("add")
    table.do("add h - inspires", "add k - inspires", "declare").roll((1, 2))
    found = table.breakdown()
    assert found.total == 4 and [line.value for line in found.lines if line.rule == "SL:3.8.10-a"] == [
        0,
        0,
        -1,
        -1,
    ]
    led = Table("PFPh", [*units, unit("g", "ger-467", b)], attacker="russian").do(f"target - {b}", "add s")
    led.do("add k - inspires", "declare", "direct l").roll((1, 2))
    assert led.breakdown().drm == -2
    alone = Table("PFPh", [unit("h", HERO, a), unit("g", "ger-467", b)], attacker="russian").do(
        f"target - {b}"
    )
    assert alone.options("add") == ["add h"]
    c, d = pair(6)
    far = Table(
        "PFPh", [unit("s", "rus-447", c), unit("h", HERO, c), unit("g", "ger-467", d)], attacker="russian"
    )
    assert "add h - inspires" not in far.do(f"target - {d}", "add s").options("add")


@pytest.mark.rule("SL:3.8.8", "SL:5.5.6.1.1")
def test_a_heros_own_fire_does_not_cower() -> None:
    a, b = pair(1)
    table = Table("PFPh", [unit("h", HERO, a), unit("g", "ger-467", b)], attacker="russian")
    table.do(f"target - {b}", "add h", "declare").roll((2, 2))
    assert not table.said("SL:5.5.6.1.1")


@pytest.mark.rule("SL:3.8.9")
def test_a_hero_is_attacked_like_a_leader() -> None:
    a, _ = pair(3)
    units = [unit("h", HERO, a), unit("s", "rus-447", a), unit("g", "ger-467", a)]
    table = Table("CCPh", units)
    assert table.options("attack") == ["attack s"]
    alone = Table("CCPh", [unit("h", HERO, a), unit("g", "ger-467", a)])
    assert alone.options("attack") == ["attack h"]


@pytest.mark.rule("SL:3.8.10-a", "SL:3.8.10-b", "SL:6.3.6-c")
def test_a_hero_leads_on_in_close_combat_or_withdraws_alone() -> None:
    a, _ = pair(3)
    units = [unit(uid, HERO, a) for uid in ("h", "k")]
    units += [unit("s", "rus-447", a), unit("l", "rus-8-1", a), unit("g", "ger-447", a)]
    table = Table("CCPh", units, attacker="russian").do("attack g")
    assert not [text for text in table.options("with") if text.endswith("inspires")]  # nobody to lead yet
    table.do("with s", "with h - inspires", "with k - inspires", "lead l", "declare")
    while not table.asked():
        table.do("done")
    found = table.roll((6, 2)).breakdown("close_combat")
    assert found.total == 4 and found.drm == -3 and not table.alive("g")  # 1-1: 5 or less
    fought = Table("CCPh", units, attacker="russian").do("attack g", "with h", "with s", "declare")
    while not fought.asked():
        fought.do("done")
    assert fought.roll((6, 2)).breakdown("close_combat").total == 5
    locked = [{**entry, "melee": True} for entry in units if entry["id"] != "l"]
    back = Table("CCPh", locked, attacker="russian").do("withdraw h", "done")
    while not back.options("attack"):
        back.do("done")
    back.do("done") if back.position.pending.side == "russian" else back
    assert "attack h" in back.options("attack") and "attack k" not in back.options("attack")


@pytest.mark.rule("SL:3.8.11-a", "SL:3.8.11-b")
def test_a_hero_steps_forward_on_a_2() -> None:
    table = under_fire({"id": "r", "type": "rus-447", "broken": True}).roll((3, 5), (1, 1))
    assert table.options() == ["try-hero", "no-hero"]
    table.do("try-hero").roll((2,))
    heroes = [unit for unit in table.position.state.units.values() if unit.kind == "hero"]
    assert [hero.type for hero in heroes] == [HERO] and heroes[0].hex == table.unit("r").hex
    none = under_fire({"id": "r", "type": "rus-447"}).roll((3, 5), (1, 1)).do("try-hero").roll((3,))
    assert all(unit.kind != "hero" for unit in none.position.state.units.values())
    declined = under_fire({"id": "r", "type": "rus-447"}).roll((3, 5), (1, 1)).do("no-hero")
    assert all(unit.kind != "hero" for unit in declined.position.state.units.values())


@pytest.mark.rule("SL:3.8.11-b")
@pytest.mark.parametrize(
    ("counter", "east", "comes"),
    [
        ("fin-648", False, True),
        ("jap-448", False, True),
        ("gur-458", False, True),
        ("par-337", False, True),
        ("ger-467", True, True),
        ("ger-467", False, False),
        ("bri-457", False, False),
    ],
)
def test_some_nations_have_more_heroes(counter: str, east: bool, comes: bool) -> None:
    a, b = pair(1)
    enemy = "rus-447" if east else "usa-666"
    units = [unit("e", enemy, a, side="russian"), unit("u", counter, b, side="german", broken=True)]
    table = Table("PFPh", units, attacker="russian").do(f"target - {b}", "add e", "declare")
    table.roll((1, 4))
    table.roll((1, 1)).do("try-hero").roll((3,))
    assert any(unit.kind == "hero" for unit in table.position.state.units.values()) == comes


@pytest.mark.rule("SL:3.8.11-c")
def test_a_leader_who_becomes_a_hero_is_a_leader_no_more() -> None:
    table = (
        under_fire({"id": "l", "type": "rus-8-1", "broken": True})
        .roll((3, 5), (1, 1))
        .do("try-hero")
        .roll((1,))
    )
    assert table.unit("l").kind == "hero" and not table.unit("l").broken and table.unit("l").type == HERO


# -- field promotions --------------------------------------------------------------------------------------


def looking_for_a_leader(counter: str = "rus-447", **more: object) -> Table:
    a, b = pair(1, here="stone_building")
    return Table("RPh", [unit("u", counter, a, broken=True, **more), unit("g", "ger-467", b)])


@pytest.mark.rule("SL:3.6.1.1-a", "SL:3.6.1.1-c", "SL:3.6.2", "SL:3.6.4", "SL:1.3.1-p1.1", "SL:3.6.1")
def test_a_broken_squad_brings_forth_a_leader_and_may_rally_at_once() -> None:
    table = looking_for_a_leader()
    assert table.options() == ["promote u", "done"]
    table.do("promote u").roll((1, 2))
    table.roll((3,))  # 3, +1 Russian, +1 broken: 5
    found = [one for one in table.position.state.units.values() if one.kind == "leader"]
    assert [one.type for one in found] == ["rus-7-0"] and not found[0].broken and table.unit("u").broken
    assert table.options() == ["rally u", "done"]


@pytest.mark.rule("SL:3.6.1.1-b")
def test_a_12_is_the_end_of_it() -> None:
    assert not looking_for_a_leader().do("promote u").roll((6, 6)).alive("u")
    nothing = looking_for_a_leader().do("promote u").roll((2, 2))
    assert nothing.alive("u") and len(nothing.position.state.units) == 2


@pytest.mark.rule("SL:3.6.6", "SL:3.6.1.1-a")
def test_who_does_not_try() -> None:
    a, b = pair(1, here="stone_building")
    units = [unit("f", "fin-648", a, side="russian", broken=True), unit("g", "ger-467", b)]
    assert Table("RPh", units).options("promote") == []
    assert (
        Table("RPh", [*units, unit("x", "rus-447", a, broken=True)]).refusal("promote f").rule == "SL:3.6.6"
    )
    broken_enemy = Table("RPh", [unit("u", "rus-447", a, broken=True), unit("g", "ger-467", b, broken=True)])
    assert broken_enemy.options("promote") == ["promote g"] or broken_enemy.options("promote") == []
    lone = Table("RPh", [unit("l", "rus-8-0", a, broken=True), unit("g", "ger-467", b)])
    assert lone.options("promote") == []


@pytest.mark.rule(
    "SL:3.6.3",
    "SL:3.6.3-a",
    "SL:3.6.3-c",
    "SL:3.6.3-d",
    "SL:3.6.3-f",
    "SL:3.6.3-g",
    "SL:3.6.3-b",
    "SL:3.6.3-e",
)
def test_what_makes_a_better_leader() -> None:
    a, _ = pair(3)

    def drm(counter: str, odds: int = 0, **more: object) -> int:
        g = Table("RPh", [unit("u", counter, a, side="german", **more)]).g
        return int(sum(line.value for line in creation_lines(g, g.unit("u"), odds)))

    assert [drm(counter) for counter in ("ger-467", "usa-747", "bri-457", "ss-658")] == [-1, -1, -1, -2]
    assert [drm(counter) for counter in ("rus-447", "fre-457", "ita-447", "axm-347", "jap-447")] == [1] * 5
    assert drm("ger-468") == -2 and drm("ger-436") == 0
    assert drm("ger-467", broken=True) == 0 and drm("ger-436", broken=True) == 1
    assert drm("ger-467", 2) == 1 and drm("ger-467", -3) == -4


@pytest.mark.rule("SL:3.6.1.2", "SL:3.6.3-t", "SL:3.6.3-b", "SL:3.6.3-e")
def test_close_combat_brings_forth_leaders() -> None:
    a, _ = pair(3)
    units = [unit("g", "ger-467", a), unit("r", "rus-447", a)]
    table = Table("CCPh", units).do("attack r", "with g", "declare", "done")
    table.roll((1, 1), (3,))  # 1-1, -1 German: 2
    found = [one for one in table.position.state.units.values() if one.kind == "leader"]
    assert [one.type for one in found] == ["ger-8-0"]
    better = Table("CCPh", [*units, unit("h", "ger-467", a)]).do(
        "attack r", "with g", "with h", "declare", "done"
    )
    better.roll((1, 1), (3,))  # 2-1 is two columns above 1-1
    assert [one.type for one in better.position.state.units.values() if one.kind == "leader"] == ["ger-7-0"]
    worse = Table("CCPh", [*units, unit("s", "rus-447", a)]).do(
        "attack r", "attack s", "with g", "declare", "done"
    )
    worse.roll((1, 1), (3,))  # 1-2 is one column below
    assert [one.type for one in worse.position.state.units.values() if one.kind == "leader"] == ["ger-8-1"]


@pytest.mark.rule("SL:3.8.11-c", "SL:3.8.11-a")
def test_a_scout_who_becomes_a_hero_is_a_scout_no_more() -> None:
    a, b = pair(1)
    table = Table("PFPh", [unit("g", "ger-467", a), unit("s", "usa-scout", b, side="russian")])
    table.do(f"target - {b}", "add g", "declare").roll((3, 5), (1, 1))
    table.do("try-hero").roll((2,))
    hero = table.unit("s")
    assert (hero.kind, hero.type) == ("hero", "usa-149-hero")
    assert any(event.kind == "becomes_hero" and "no scout any more" in event.text for event in table.events)
