"""Nations of Squad Leader: rally, foreign leaders, wounds (SL:3.4, SL:3.5, SL:3.9 to SL:3.19)."""

from __future__ import annotations

import pytest

from defilade.rules.sl.library import library
from defilade.rules.sl.morale import leadership, morale_level
from defilade.rules.sl.movement import allowance, what_is_left
from defilade.rules.sl.nations import is_elite, is_inexperienced
from defilade.rules.sl.rally import preview
from defilade.tactics.moving import Moving
from sl.table import Table, pair, unit

KIT = library()


def surrounded(hex: str) -> list[dict[str, object]]:
    """Germans in all hexes around."""
    around = Table("RPh", []).g.map.adjacent[hex]
    return [unit(f"e{number}", "ger-467", beside) for number, beside in enumerate(around)]


def moving(table: Table) -> Moving:
    top = table.position.state.stack[-1]
    assert isinstance(top, Moving)
    return top


def rallying(counter: str, *more: dict[str, object], side: str = "german", **state: object) -> Table:
    """A broken unit in a building, in the RPh of its side."""
    a, _ = pair(3, here="stone_building")
    there = unit("u", counter, a, side=side, broken=True, **state)
    return Table("RPh", [there, *({**one, "hex": a} for one in more)], attacker="german")


def number(table: Table, uid: str = "u") -> int:
    found, _ = preview(table.g, table.unit(uid))
    return int(found.total)


@pytest.mark.rule(
    "SL:3.15.1", "SL:3.16.1", "SL:3.18.1", "SL:3.14.6", "SL:3.9.7", "SL:3.16.9-b", "SL:3.13.3", "SL:3.12.6"
)
@pytest.mark.rule("SL:3.19.1", "SL:3.15.2", "SL:3.23.2", "SL:4.8.4-b")
def test_each_nation_has_its_rally_number_on_the_broken_side() -> None:
    less = {"french": -1, "minor": -2, "ss": 1, "axis_minor": -1, "partisan": -1, "italian": -1}
    for counter in KIT.counters.values():
        if counter.kind in ("leader", "hero", "scout", "sniper"):
            continue
        expected = -1 if counter.cls == "C" else less.get(counter.nationality, 0)
        if counter.kind == "half_squad":
            expected -= 1
        assert counter.broken_morale - counter.morale == expected, counter.id
    with_leader = [{"id": "l", "type": "alm-8-0", "side": "german"}]
    assert number(rallying("alm-347", *with_leader)) == 5
    assert number(rallying("ss-658", {"id": "l", "type": "ss-8-0", "side": "german"})) == 9


@pytest.mark.rule("SL:3.13.2", "SL:3.10.2", "SL:3.17.2", "SL:3.23.6-b")
def test_desperation_is_another_number_for_some() -> None:
    assert number(rallying("ger-467", {"id": "l", "type": "ger-8-0"}, dm=True)) == 3
    assert number(rallying("ss-658", {"id": "l", "type": "ss-8-0"}, dm=True)) == 6
    assert (
        number(rallying("usa-666", {"id": "l", "type": "usa-8-0", "side": "german"}, side="german", dm=True))
        == 6
    )
    green = rallying("usa-536", {"id": "l", "type": "usa-8-0", "side": "german"}, side="german", dm=True)
    assert number(green) == 2
    assert number(rallying("usa-8-0", side="german", dm=True)) == 4
    assert number(rallying("fin-9-1", dm=True)) == 9
    assert number(rallying("fin-648", {"id": "l", "type": "fin-9-0"}, dm=True)) == 8


@pytest.mark.rule("SL:3.17.3-a", "SL:3.17.3-b", "SL:3.17.10")
def test_finns_rally_by_themselves_and_nobody_else_does() -> None:
    for counter in ("fin-548", "fin-838", "fin-248-crew"):
        table = rallying(counter)
        assert table.options("rally") == ["rally u"] and number(table) == 4
        assert number(rallying(counter, {"id": "l", "type": "fin-8-0"})) == 8
    german = Table(
        "RPh",
        [unit("u", "ger-548", pair(3)[0], broken=True), unit("f", "fin-548", pair(3)[1], broken=True)],
    )
    assert german.options("rally") == ["rally f"]  # on the same counters
    assert german.refusal("rally u").rule == "SL:3.23.1"
    half = Table(
        "RPh", [unit("h", "fin-338", pair(3)[0], broken=True), unit("f", "fin-548", pair(3)[1], broken=True)]
    )
    assert half.options("rally") == ["rally f"]


@pytest.mark.rule("SL:3.5.1-a", "SL:3.5.1-b", "SL:3.12.1", "SL:3.12-q2")
def test_under_a_foreign_leader_it_takes_desperation() -> None:
    german = {"id": "l", "type": "ger-9-1"}
    assert number(rallying("axm-347", german)) == 3
    assert number(rallying("axm-347", german, {"id": "m", "type": "axm-8-0"})) == 6
    assert number(rallying("ger-548", german)) == 8  # other kinds of one nation are no strangers
    shot_at = rallying("axm-347", german, {"id": "v", "type": "ger-467", "broken": True}, dm=True)
    assert shot_at.options("rally") == ["rally v"] and shot_at.refusal("rally u").rule == "SL:3.5.1-b"
    assert rallying("fin-548", german, dm=True).options("rally") == ["rally u"]


@pytest.mark.rule("SL:3.5.2", "SL:3.13.5", "SL:3.12.1")
def test_strangers_are_led_less_well() -> None:
    a, b = pair(1)
    units = [
        unit("g", "ger-467", a),
        unit("s", "ss-658", a),
        unit("l", "ger-9-1", a),
        unit("r", "rus-447", b),
    ]
    table = Table("PFPh", units)
    g, men = table.g, {uid: table.unit(uid) for uid in "gsl"}
    assert leadership(g, men["l"], [men["g"]]) == -1
    assert leadership(g, men["l"], [men["s"]]) == 0
    assert leadership(g, men["l"], [men["g"], men["s"]]) == 0
    table.do(f"target - {b}", "add g+s", "declare", "direct l").roll((1, 3))
    assert table.breakdown().value("SL:3.2.2-a") == 0
    minors = Table("PFPh", [unit("l", "ger-9-2", a), unit("m", "axm-347", a), unit("z", "ger-6+1", a)]).g
    assert leadership(minors, minors.unit("l"), [minors.unit("m")]) == -1
    assert leadership(minors, minors.unit("z"), [minors.unit("m")]) == 1  # +1 stays what it is


@pytest.mark.rule("SL:3.12-q1")
def test_allies_fire_together() -> None:
    a, b = pair(1)
    table = Table("PFPh", [unit("g", "ger-467", a), unit("m", "axm-347", a), unit("r", "rus-447", b)])
    assert "add g+m" in table.do(f"target - {b}").options("add")


@pytest.mark.rule("SL:3.5.3", "SL:3.14.7")
def test_foreign_leaders_make_men_faster_by_one_and_partisan_leaders_not_at_all() -> None:
    a, _ = pair(3)

    def mf(man: str, leader: str) -> float:
        table = Table("MPh", [unit("m", man, a, side="german"), unit("l", leader, a, side="german")])
        table.do("move m", "join l")
        from_record = [member.mf for member in what_is_left(table.g, moving(table)) if member.unit.id == "m"]
        return from_record[0]

    assert (mf("axm-347", "axm-8-0"), mf("axm-347", "ger-8-0"), mf("rus-447", "par-8-0")) == (6, 5, 4)
    assert mf("par-337", "par-8-0") == 6


@pytest.mark.rule("SL:3.14.7")
def test_partisan_leaders_mean_nothing_to_others() -> None:
    leader = {"id": "l", "type": "par-8-1", "side": "german"}
    assert rallying(
        "rus-447", leader, {"id": "p", "type": "par-337", "side": "german", "broken": True}
    ).options("rally") == ["rally p"]
    a, b = pair(1)
    units = [unit("m", "rus-447", a, side="german"), unit("l", "par-9-1", a, side="german")]
    g = Table("PFPh", [*units, unit("r", "rus-447", b)]).g
    assert leadership(g, g.unit("l"), [g.unit("m")]) == 0


@pytest.mark.rule("SL:3.17.4")
def test_finns_do_not_check_for_a_lost_leader() -> None:
    a, b = pair(1)
    units = [unit("r", "rus-628", a), unit("f", "fin-548", b), unit("l", "fin-8-0", b)]
    table = Table("PFPh", units, attacker="russian").do(f"target - {b}", "add r", "declare").roll((3, 4))
    table.roll((5, 6), (1, 3))  # the leader breaks, the squad passes
    assert table.unit("l").broken and not table.said("SL:3.20.4-a")


@pytest.mark.rule("SL:3.17.5")
def test_finnish_leaders_have_ranks_of_their_own() -> None:
    ranks = [c.name for c in KIT.counters.values() if c.nationality == "finnish" and c.kind == "leader"]
    assert ranks == ["10-1", "10-0", "9-1", "9-0", "8-0"]
    german = [c.name for c in KIT.counters.values() if c.nationality == "german" and c.kind == "leader"]
    assert german == ["10-3", "10-2", "9-2", "9-1", "8-1", "8-0", "7-0", "6+1"]


@pytest.mark.rule(
    "SL:3.9.2", "SL:3.9.3", "SL:3.16.9-a", "SL:3.15.3-a", "SL:3.18.4", "SL:3.16.3-a", "SL:3.9.4"
)
def test_who_is_inexperienced() -> None:
    a, _ = pair(3)
    names = ["ger-436", "rus-436", "rus-336", "bri-436", "fre-357", "alm-347", "bri-638", "ger-467"]
    g = Table("RPh", [unit(name, name, a, side="german") for name in names]).g
    assert [name for name in names if is_inexperienced(g, g.unit(name))] == names[:4]
    assert is_elite(g, g.unit("bri-638")) and "bri-238-crew" in KIT.counters
    mf = [[allowance(g, g.unit(name), led=led) for led in (False, True)] for name in ("ger-436", "ger-467")]
    assert mf == [[3, 5], [4, 6]]


@pytest.mark.rule("SL:3.11.6", "SL:3.26.1-a", "SL:3.26.2")
def test_green_men_are_inexperienced_without_a_leader_of_their_own() -> None:
    a, _ = pair(3)

    def green(counter: str, leader: str, **more: object) -> bool:
        g = Table(
            "RPh", [unit("u", counter, a, side="german"), unit("l", leader, a, side="german", **more)]
        ).g
        return is_inexperienced(g, g.unit("u"))

    assert (
        not green("usa-536", "usa-8-0")
        and green("usa-536", "ger-8-0")
        and green("usa-536", "usa-8-0", broken=True)
    )
    assert green("ger-436", "ger-9-1")
    table = Table("MPh", [unit("u", "usa-536", a, side="german")]).do("move u")
    assert what_is_left(table.g, moving(table))[0].mf == 4
    assert KIT.counters["usa-536"].broken_morale == KIT.counters["usa-536"].morale


@pytest.mark.rule("SL:3.4.5", "SL:3.4.2", "SL:3.4.1-a")
def test_wounds_add_up() -> None:
    a = pair(4)[0]
    table = Table("RtPh", [unit("l", "rus-9-2", a, broken=True, wounded=True), *surrounded(a)])
    assert "against 4" in table.asked()  # morale 9, a wound, and 4 for desperation
    table.roll((1, 2))
    assert table.breakdown("wound_check").value("SL:3.4.5") == 1
    table.do("stay")
    leader, g = table.unit("l"), table.g
    assert leader.wounds == 1 and morale_level(g, leader) == 7 and leadership(g, leader) == 0


@pytest.mark.rule("SL:3.4-q1")
def test_a_wound_makes_nobody_check() -> None:
    a = pair(4)[0]
    units = [unit("l", "rus-9-2", a, broken=True), unit("s", "rus-447", a), *surrounded(a)]
    table = Table("RtPh", units).roll((6, 6))
    assert not table.alive("l") and not table.said("SL:3.20.4-a")
