"""What victory counts, secret orders, unknown troops, mixed half-squads and the like (SL:3)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.hexgrid import Placed
from defilade.kernel import SPECTATOR, Choice, Outcome, make_view
from defilade.rules.sl.card import Group, MapPart, Scenario, ScenarioError, check_card
from defilade.rules.sl.fire import Attack
from defilade.rules.sl.library import Library, library
from defilade.rules.sl.marches.deploying import whole
from defilade.rules.sl.morale import eliminate
from defilade.rules.sl.movement import what_is_left
from defilade.rules.sl.people.experience import elr_of
from defilade.rules.sl.people.prisoners import capture
from defilade.rules.sl.state import HORSE, Mount, SlPlay
from defilade.rules.sl.state import Table as GameTable
from defilade.rules.sl.system import SlSystem
from defilade.rules.sl.vehicles.yard import take_aboard
from defilade.rules.sl.victory import judged
from defilade.rules.sl.winning import EnemyLosses
from defilade.tactics.areas import Area
from defilade.tactics.counters import WeaponType
from defilade.tactics.moving import Moving
from defilade.tactics.units import Weapon
from sl.motor_pool import scene, vehicle
from sl.table import Table, near, pair, unit

A, B = pair(4)
FORCE = {"rus-447": 6, "rus-8-0": 1}


def group(side: str, units: dict[str, int], rows: str, **more: Any) -> Group:
    return Group(
        id=side, name=side, side=side, provenance="original", units=units, setup=Area(rows=rows), **more
    )


def card(*groups: Group, **more: Any) -> Scenario:
    plain: dict[str, Any] = {
        "id": "odds",
        "title": "Odds and Ends",
        "date": "1942-07-01",
        "place": "",
        "map": MapPart(boards=(Placed("z"),), north="top"),
        "turns": 3,
        "sides": ("russian", "german"),
        "sets_up_first": "russian",
        "moves_first": "german",
        "provenance": "original",
        "groups": groups
        or (group("russian", {"rus-447": 6, "rus-8-0": 1}, "L-P"), group("german", {"ger-467": 6}, "H-K")),
    }
    return Scenario(**{**plain, **more})


# -- what victory counts (SL:3.29) --------------------------------------------------------------------------


def counting(*units: dict[str, Any], needed: int = 3, **more: Any) -> SlPlay:
    table = Table("RPh", list(units), **more)
    victory = EnemyLosses(rule="SL:3.29.2", winner="german", at_least=needed)
    other = msgspec.structs.replace(card(), victory=victory)
    return SlPlay(
        table.position.state, GameTable(table.g.map, library(), other, table.g.rules, table.g.labels)
    )


def lost(g: SlPlay) -> str:
    assert isinstance(g.scenario.victory, EnemyLosses)
    return judged(g, g.scenario.victory).why


@pytest.mark.rule("SL:3.29.8", "SL:3.29.2", "SL:3.29-q10")
def test_prisoners_count_twice_or_not_at_all() -> None:
    captive = unit("p", "rus-447", A, side="german", captive="russian", broken=True)
    guard = unit("g", "ger-467", A)
    men = [unit("r", "rus-447", B), unit("h", "rus-237", B), unit("b", "rus-447", near(B), broken=True)]
    g = counting(captive, guard, *men, guards={"p": "g"})
    assert "lost 2 units" in lost(g)  # the captive; the broken squad is nobody's prisoner
    eliminate(g, g.unit("r"), "is eliminated")
    eliminate(g, g.unit("h"), "is eliminated")
    assert "lost 3.5 units" in lost(g)
    eliminate(g, g.unit("p"), "is executed")
    assert "lost 1.5 units" in lost(g)
    by_its_own = counting(captive, guard, *men, guards={"p": "g"})
    by_its_own.push(attack_by("russian"))
    eliminate(by_its_own, by_its_own.unit("p"), "is eliminated")
    assert "lost 2 units" in lost(by_its_own)


@pytest.mark.rule("SL:3.29.9")
def test_who_has_escaped_counts_like_others() -> None:
    guard, free = unit("g", "ger-467", A), unit("p", "rus-447", A, escaped=True, unarmed=True)
    g = counting(guard, free)
    assert "lost 0 units" in lost(g)
    capture(g, g.unit("p"), g.unit("g"))
    assert "lost 2 units" in lost(g)
    killed = counting(guard, free)
    eliminate(killed, killed.unit("p"), "is eliminated")
    assert "lost 1 unit" in lost(killed)


def attack_by(side: str) -> Attack:
    return Attack("DFPh", side, A, ("p",), ())


@pytest.mark.rule("SL:3.30.5-b", "SL:3.30-q3")
def test_an_execution_that_was_seen_asks_for_one_more() -> None:
    g = counting(unit("r", "rus-447", B), unit("s", "ger-467", A))
    assert "of 3 needed" in lost(g)
    g.state.embittered = ("russian",)
    assert "of 4 needed" in lost(g)
    everybody = counting(unit("r", "rus-447", B), unit("s", "ger-467", A), needed=7)
    everybody.state.embittered = ("russian",)
    assert "of 7 needed" in lost(everybody)


@pytest.mark.rule("SL:3.29-q5")
def test_mounted_guards_go_at_a_walk() -> None:
    mounts = {"m": Mount("m", "german", HORSE, A, ("g",))}
    captive = unit("p", "rus-447", A, side="german", captive="russian", broken=True)
    for guards, mf in ((dict[str, str](), 12), ({"p": "g"}, 4)):
        table = Table("MPh", [unit("g", "ger-467", A), captive], mounts=mounts, cavalry=("g",), guards=guards)
        if "leave-prisoners g" in table.options():
            table.do("done")
        table.do("move g")
        frame = table.position.state.stack[-1]
        assert isinstance(frame, Moving)
        assert [one.mf for one in what_is_left(table.g, frame)] == [mf]


@pytest.mark.rule("SL:3.30.7-g")
def test_a_prisoner_betrays_where_partisans_lie() -> None:
    woods = next(hex for hex, kind in Table("RPh", []).g.map.terrain.items() if kind == "woods")
    watch = near(woods)
    units = [
        unit("g", "ger-467", watch),
        unit("l", "ger-8-0", A),
        unit("p", "par-337", A, side="german", captive="russian", broken=True),
        unit("r", "par-337", woods),
    ]
    table = Table("RPh", units, guards={"p": "g"})
    table.do("interrogate l+p").roll((6, 6), (5,))
    assert table.said("SL:3.30.7-g") and table.position.state.turncoats == {"german": 1}
    while table.position.state.phase != "PFPh":
        table.do("done")
    table.do(f"betray - {woods}")
    assert not table.position.state.turncoats["german"] and table.position.state.betrayed == (woods,)
    table.do(f"target - {woods}", "add g", "declare")
    while not table.asked():
        table.do("no-leader")
    table.roll((6, 5))
    assert table.breakdown().value("SL:3.14.3") is None
    plain = Table("PFPh", units).do(f"target - {woods}", "add g", "declare")
    while not plain.asked():
        plain.do("no-leader")
    assert plain.roll((6, 5)).breakdown().value("SL:3.14.3") == 1


# -- secret orders (SL:3.1.3-c) ------------------------------------------------------------------------------


@pytest.mark.rule("SL:3.1.3-c")
def test_who_is_out_of_command_only_his_side_knows() -> None:
    far = next(hex for hex in Table("RPh", []).g.map.names if Table("RPh", []).g.map.distance(A, hex) > 3)
    units = [unit("s", "ger-436", far), unit("l", "ger-8-0", A), unit("r", "rus-447", B)]
    open_game, secret = (
        Table("RPh", units, options={"command": "on", **more}) for more in ({}, {"secret-orders": "on"})
    )
    for table in (open_game, secret):
        table.roll((1,))
        if table.options("give-orders"):
            table.do("done")
    assert open_game.unit("s").fire == "prep"
    assert not secret.unit("s").fire and secret.position.state.withheld == ("s",)
    while secret.position.state.phase != "MPh":
        secret.do("done")
    assert "move s" not in secret.options() and secret.refusal("move s").rule == "SL:3.1.3-b"
    views = {
        side: make_view(secret.system, secret.position, side, 0) for side in ("german", "russian", SPECTATOR)
    }
    assert [view.state.withheld for view in views.values()] == [("s",), (), ()]
    assert all("s" in event.who for event in secret.events if event.kind == "out_of_command")
    assert not any(event.visible_to("russian") for event in secret.events if event.kind == "out_of_command")


@pytest.mark.rule("SL:3.1.10")
def test_who_is_out_of_command_does_no_work_and_places_no_charge() -> None:
    far = next(hex for hex in Table("RPh", []).g.map.names if Table("RPh", []).g.map.distance(A, hex) > 5)
    units = [unit("s", "ger-838", A), unit("l", "ger-8-0", far), unit("r", "rus-447", near(A))]
    for more in ({}, {"secret-orders": "on"}):
        charge = Weapon("d", "german", "ger-dc", owner="s", hex=A)
        options = {"command": "on", "digging-in": "on", **more}
        table = Table("RPh", units, options=options, weapons={"d": charge}).roll((1,))
        in_command = table.position.clone()
        table.do("done")
        assert table.position.state.withheld == ("s",)
        doing: list[list[str]] = []
        for position in (table.position, in_command):
            table.position = position
            if table.options("give-orders"):
                table.do("give-orders s")
            offered: list[str] = []
            while table.position.state.phase in ("RPh", "PFPh", "MPh"):
                offered += [*table.options("dig"), *table.options("place-charge")]
                table.do("done")
            doing.append([text.split()[0] for text in offered])
        assert doing == [[], ["dig", "place-charge"]]


# -- experience and half-squads (SL:3.11) --------------------------------------------------------------------


@pytest.mark.rule("SL:3.11.3-a", "SL:3.11.3-t")
@pytest.mark.parametrize(
    ("units", "date", "die", "elr"),
    [
        ({"usa-666": 4}, "1942-07-01", 3, 1),
        ({"usa-666": 4}, "1943-07-01", 3, 2),
        ({"usa-747": 4, "usa-666": 1}, "1944-07-01", 3, 4),
        ({"usa-556": 4}, "1942-07-01", 2, 0),
    ],
)
def test_a_die_says_how_experienced_unknown_troops_are(
    units: dict[str, int], date: str, die: int, elr: int
) -> None:
    groups = (group("american", units, "L-P"), group("german", {"ger-467": 2}, "H-K"))
    mine = card(
        *groups, date=date, sides=("american", "german"), sets_up_first="american", elr_by_die=("american",)
    )
    system = SlSystem({"odds": mine})
    position, _ = system.begin("odds")
    while isinstance(position.pending, Choice):
        position.advance(position.pending.options[0])
    assert "experienced" in position.pending.asks
    position.advance(Outcome((die,)))
    assert elr_of(system.play(position.state), "american") == elr
    assert elr_of(system.play(position.state), "german") is None


@pytest.mark.rule("SL:3.11.5-b")
def test_mixed_half_squads_make_the_poorer_squad() -> None:
    def made(one: str, other: str) -> str:
        table = Table("RPh", [unit("a", one, A), unit("b", other, A)])
        return whole(table.g, (table.unit("a"), table.unit("b")))

    counters = library().counters
    halves = {name: counters[name].half_squad for name in ("usa-747", "usa-666", "usa-536")}
    elite, line, green = (halves[name] for name in ("usa-747", "usa-666", "usa-536"))
    assert elite and line and green
    assert made(elite, line) == made(line, elite) == "usa-666"
    assert counters[made(elite, green)].cls == counters[made(green, line)].cls == "G"
    assert (
        counters[made(elite, elite)].half_squad == elite and made(line, counters["ger-467"].half_squad) == ""
    )
    table = Table("RPh", [unit("a", elite, A), unit("b", line, A)])
    table.do("recombine a+b")
    assert table.unit("a").type == "usa-666" and table.g.counter(table.unit("a")).half_squad == line


# -- what cards may ask for ----------------------------------------------------------------------------------


@pytest.mark.rule("SL:3.15.4", "SL:3.18.2")
def test_no_anti_tank_rifles_for_the_french_and_no_partisans_for_most_neutrals() -> None:
    rifle = WeaponType("atr", "ATR", "", "ATR", 1, 12, 1)
    kit: Library = msgspec.structs.replace(library(), weapons={**library().weapons, "atr": rifle})
    enemy = group("german", {"ger-467": 1}, "H-K")
    check_card(card(group("russian", {"rus-447": 1}, "L-P", weapons={"atr": 1}), enemy), "x", kit)
    with pytest.raises(ScenarioError, match=r"3\.15\.4"):
        check_card(card(group("russian", {"fre-457": 1}, "L-P", weapons={"atr": 1}), enemy), "x", kit)
    neutrals = group("russian", {"alm-447": 1, "par-337": 1}, "L-P")
    with pytest.raises(ScenarioError, match=r"3\.18\.2"):
        check_card(card(neutrals, enemy), "x", kit)
    check_card(card(neutrals, enemy, place="Yugoslavia"), "x", kit)


@pytest.mark.rule("SL:3.17.7")
def test_sissi_and_their_leaders_have_skis() -> None:
    finns = group("german", {"fin-838": 2, "fin-9-1": 1}, "H-K")
    others = group("russian", {"rus-447": 2}, "L-P")
    system = SlSystem({"odds": card(others, finns, options={"snow": "on"})})
    position, _ = system.begin("odds")
    while not position.state.turn:
        assert isinstance(position.pending, Choice)
        position.advance(position.pending.options[0])
    skiers = {position.state.units[uid].type for uid in position.state.skiers}
    assert skiers == {"fin-838", "fin-9-1"}


@pytest.mark.rule("SL:3.7-q1")
def test_a_scout_of_ski_troops_has_skis() -> None:
    units = [unit(f"s{n}", "ger-467", A) for n in range(2)] + [
        unit("q", "ger-467", near(A)),
        unit("t", "ger-467", near(A)),
    ]
    table = Table(
        "RPh",
        [*units, unit("l", "ger-9-1", A), unit("r", "rus-447", B)],
        skiers=("s0",),
        options={"snow": "on"},
    )
    table.do("scout s0+l").roll((1, 2))
    scout = next(one.id for one in table.g.state.units.values() if one.kind == "scout")
    assert scout in table.position.state.skiers


@pytest.mark.rule("SL:3.25-q7")
def test_berserk_passengers_get_out_before_they_charge() -> None:
    truck = vehicle("v", "ger-heavy-truck", A, 1)
    table = scene(
        "RPh",
        [unit("s", "ger-467", A), unit("l", "ger-8-0", A, broken=True), unit("r", "rus-447", B)],
        [truck],
    )
    g = table.g
    take_aboard(g, truck, g.unit("s"))
    g.update(g.unit("s"), berserk=True)
    while table.position.state.phase != "MPh":
        table.do("done")
    assert table.said("SL:3.25-q7") and not table.position.state.vehicles["v"].passengers
    assert any(event.kind == "charge" for event in table.events)
