"""Prisoners, surrender and interrogation in Squad Leader (SL:3.28 to SL:3.30)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.kernel import Position
from defilade.rules.sl import stacking
from defilade.rules.sl.eyes.concealment import cover, whereabouts
from defilade.rules.sl.eyes.gaining import may_gain
from defilade.rules.sl.eyes.hidden import hide
from defilade.rules.sl.ground.low_ground import depth
from defilade.rules.sl.morale import eliminate, leaders_helping, morale_level
from defilade.rules.sl.people.prisoners import capture, may_guard, set_free
from defilade.rules.sl.people.surrender import liable
from defilade.rules.sl.rally import preview
from defilade.rules.sl.state import DOORWAY_MINE, MINES, Work
from defilade.rules.sl.system import SlSystem
from defilade.rules.sl.terrain import sees
from defilade.rules.sl.works.works import key_of
from defilade.tactics.units import Weapon
from sl.table import Table, near, pair, unit
from sl.wilds import wild, wilds

__all__ = ["wilds"]
ON = {"prisoners": "on"}
A = pair(4)[0]
AROUND = Table("RPh", []).g.map.adjacent[A]


def surrounded(counter: str = "ger-467", **more: Any) -> list[dict[str, Any]]:
    return [unit(f"e{number}", counter, beside, **more) for number, beside in enumerate(AROUND)]


def held(
    phase: str = "RPh",
    prisoner: str = "rus-447",
    guard: str = "ger-467",
    *more: dict[str, Any],
    attacker: str = "german",
    **state: Any,
) -> Table:
    """A Russian in the hands of a German, both in A."""
    captive = unit("p", prisoner, A, side="german", captive="russian", broken=True)
    return Table(
        phase,
        [captive, unit("g", guard, A, side="german"), *more],
        attacker=attacker,
        guards={"p": "g"},
        **state,
    )


# -- capture -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:3.29.3", "SL:3.29.3.1-a", "SL:3.29.7-a", "SL:3.29.13")
def test_who_cannot_rout_is_captured() -> None:
    units = [unit("r", "rus-447", A, broken=True), *surrounded()]
    assert not Table("RtPh", units).alive("r")
    table = Table("RtPh", units, options=ON)
    assert table.options() == ["keep-prisoner", "no-quarter"]
    taken = table.unit("r")
    assert taken.side == "german" and taken.captive == "russian" and taken.hex in AROUND
    assert table.position.state.guards["r"] in {f"e{number}" for number in range(6)}
    table.do("keep-prisoner")
    assert table.alive("r")
    assert not Table("RtPh", units, options=ON).do("no-quarter").alive("r")


@pytest.mark.rule("SL:3.29.3.1-b")
def test_a_doomed_unit_may_be_spared() -> None:
    table, far = Table("RPh", []), None
    g = table.g
    open_hexes = [
        hex for hex in g.map.names if g.map.terrain[hex] == "open" and len(g.map.adjacent[hex]) == 6
    ]
    for hex in open_hexes:
        ring = [other for other in g.map.names if g.map.distance(hex, other) == 2 and sees(g, other, hex)]
        trial = Table("RtPh", ringed(hex, ring), options=ON)
        if trial.options("spare"):
            far = trial
            break
    assert far is not None and far.position.pending.side == "german"
    far.do("spare")
    assert far.alive("r") and not far.unit("r").captive
    hexes = [other for other in g.map.names if g.map.distance(hex, other) == 2 and sees(g, other, hex)]
    assert not Table("RtPh", ringed(hex, hexes), options=ON).do("no-mercy").alive("r")


def ringed(hex: str, ring: list[str]) -> list[dict[str, Any]]:
    enemies = [unit(f"e{number}", "ger-467", other) for number, other in enumerate(ring)]
    return [unit("r", "rus-447", hex, broken=True), *enemies]


@pytest.mark.rule("SL:3.29.3.3-a", "SL:3.29.4")
def test_taking_them_alive_in_close_combat() -> None:
    units = [unit("g", "ger-838", A), unit("r", "rus-447", A)]
    table = Table("CCPh", units, options=ON).do("attack r", "with g")
    assert "capture r - SL:3.29.3.3-a" in table.options()
    table.do("capture r - SL:3.29.3.3-a", "declare", "done").roll((2, 4))  # 2-1: 7, and 6 + 1 is 7
    assert table.unit("r").captive == "russian" and table.position.state.guards == {"r": "g"}
    missed = Table("CCPh", units, options=ON).do(
        "attack r", "with g", "capture r - SL:3.29.3.3-a", "declare", "done"
    )
    missed.roll((3, 4))  # a kill, had it been meant to be one
    assert missed.alive("r") and not missed.unit("r").captive
    assert not Table("CCPh", units).do("attack r", "with g").options("capture")


@pytest.mark.rule("SL:3.29.5", "SL:3.29.6")
def test_who_is_overpowered_with_nobody_to_hold_him() -> None:
    units = [unit("g", "ger-838", A), unit("r", "rus-628", A)]
    table = Table("CCPh", units, options=ON).do("attack r", "with g", "capture r - SL:3.29.3.3-a", "declare")
    table.do("attack g", "with r", "capture g - SL:3.29.3.3-a", "declare").roll((1, 2), (1, 2))
    g, r = table.unit("g"), table.unit("r")
    assert g.broken and r.broken and not g.captive and not r.captive and g.hex == r.hex
    dying = Table("CCPh", units, options=ON).do("attack r", "with g", "capture r - SL:3.29.3.3-a", "declare")
    dying.do("attack g", "with r", "declare").roll((1, 2), (1, 2))
    assert not dying.alive("g") and dying.unit("r").broken and dying.said("SL:3.29.5")


@pytest.mark.rule("SL:3.25.8-b", "SL:3.13.8", "SL:3.29-q3")
def test_who_takes_no_prisoners() -> None:
    units = [unit("r", "rus-447", A, broken=True), *surrounded(berserk=True)]
    assert not Table("RtPh", units, options=ON).alive("r")
    ss = [unit("s", "ss-658", A, broken=True), *surrounded("rus-447")]
    assert not Table("RtPh", ss, options=ON).alive("s")
    to_americans = [unit("s", "ss-658", A, broken=True), *surrounded("usa-666", side="russian")]
    assert Table("RtPh", to_americans, options=ON).unit("s").captive == "german"


@pytest.mark.rule("SL:3.29.3.2")
def test_a_broken_unit_in_a_melee_is_no_prisoner_for_that() -> None:
    units = [unit("g", "ger-467", A, melee=True), unit("r", "rus-447", A, melee=True, broken=True)]
    table = Table("CCPh", units, options=ON).do("done")
    assert not table.unit("r").captive and table.said("SL:6.4.1-b")


@pytest.mark.rule("SL:3.29-q3")
def test_who_advances_at_the_broken_says_whether_to_take_them_alive() -> None:
    units = [unit("g", "ger-467", A), unit("r", "rus-447", A, broken=True)]
    table = Table("CCPh", units, options=ON).do("attack r", "with g")
    assert {"declare", "capture r - SL:3.29.3.3-a"} <= set(table.options())


# -- captivity ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:3.29.10", "SL:3.29.18", "SL:3.29.12")
def test_prisoners_neither_rout_nor_rally() -> None:
    leader = unit("l", "ger-9-1", A)
    table = held("RPh", "rus-8-1", "ger-467", leader)
    assert table.options("rally") == []
    assert (
        held("RPh", "rus-447", "ger-467", leader, unit("x", "ger-467", A, broken=True))
        .refusal("rally p")
        .rule
        == "SL:3.29.18"
    )
    assert leaders_helping(table.g, table.unit("p")) == []
    enemy = unit("r", "rus-447", AROUND[0])
    assert held("RtPh", "rus-447", "ger-467", enemy).unit("p").hex == A


@pytest.mark.rule("SL:3.29.11")
def test_prisoners_may_make_a_hex_fuller() -> None:
    men = [unit(uid, "ger-467", A) for uid in "abc"]
    captives = [unit(f"p{n}", "rus-447", A, side="german", captive="russian", broken=True) for n in range(3)]
    leader = unit("q", "rus-8-0", A, side="german", captive="russian", broken=True)
    g = Table("RPh", [*men, *captives, leader], guards={"p0": "a", "p1": "a", "p2": "a", "q": "a"}).g
    assert stacking.refusal(g, "german", A, ()) is None
    more = g.add_unit(
        g.unit("p0").__class__("p9", "german", "rus-447", "squad", captive="russian", broken=True)
    )
    found = stacking.refusal(g, "german", A, (more,))
    assert found is not None and found.rule == "SL:3.29.11"


@pytest.mark.rule("SL:3.29.14")
def test_guards_fight_at_half() -> None:
    beside = near(A)
    table = held("PFPh", "rus-447", "ger-467", unit("r", "rus-447", beside))
    table.do(f"target - {beside}", "add g", "declare").roll((5, 6))
    assert table.breakdown().value("SL:3.29.14") == 0.5 and table.breakdown().total == 4
    combat = held("CCPh", "rus-447", "ger-467", unit("r", "rus-447", A))
    combat.do("attack r", "with g", "declare", "done").roll((5, 6))
    assert combat.breakdown("close_combat").total == 2
    armed = held("CCPh", "rus-447", "ger-467", unit("r", "rus-447", A))
    armed.position.state.weapons["w"] = Weapon("w", "german", "ger-lmg", owner="g", hex=A)
    armed.do("attack r", "with g", "declare", "done").roll((5, 6))
    assert armed.breakdown("close_combat").total == 3


@pytest.mark.rule("SL:3.29.15", "SL:3.29-q6")
def test_prisoners_go_with_their_guard() -> None:
    table = held("MPh").do("done")  # nobody is left behind
    goal = near(A, "open")
    table.do("move g", f"enter - {goal}", "stop")
    assert table.unit("p").hex == goal
    advance = held("APh").do("done", f"advance g {goal}")
    assert advance.unit("p").hex == goal


@pytest.mark.rule("SL:3.29-q8", "SL:3.29.17")
def test_guards_leave_prisoners_by_going_away() -> None:
    goal = near(A, "open")
    table = held("MPh").do("leave-prisoners g")
    table.do("move g", f"enter - {goal}", "stop")
    left = table.unit("p")
    assert left.hex == A and left.side == "russian" and not left.captive and left.broken
    stayed = held("MPh").do("leave-prisoners g", "done")
    assert stayed.unit("p").captive == "russian"
    relieved = held("MPh", "rus-447", "ger-467", unit("h", "ger-467", A)).do("leave-prisoners g")
    relieved.do("move g", f"enter - {goal}", "stop")
    assert relieved.unit("p").captive == "russian" and relieved.position.state.guards == {"p": "h"}


@pytest.mark.rule("SL:3.29.16", "SL:3.29-q7")
def test_fire_strikes_guard_and_prisoner() -> None:
    beside = near(A)
    table = held("PFPh", "rus-447", "ger-467", unit("r", "rus-628", beside), attacker="russian")
    table.do(f"target - {A}", "add r", "declare").roll((3, 4))
    who = {event.who for event in table.events if event.kind == "attack"}
    assert who in ({("p", "g")}, {("g", "p")})
    while table.asked():
        table.roll((5, 6))
    assert not table.alive("p") and table.said("SL:3.29-q7")


@pytest.mark.rule("SL:3.29-q7", "SL:3.25.1-b")
def test_a_prisoner_may_go_berserk() -> None:
    beside = near(A)
    table = held("PFPh", "rus-447", "ger-467", unit("r", "rus-628", beside), attacker="russian")
    table.do(f"target - {A}", "add r", "declare").roll((3, 4))
    first = "4-4-7" in table.asked()
    table.roll((1, 1) if first else (1, 2), (1, 2) if first else (1, 1))
    found = table.unit("p")
    assert (
        found.berserk and found.side == "russian" and found.melee and table.unit("g").melee and found.escaped
    )


@pytest.mark.rule("SL:3.29.17", "SL:3.29.19", "SL:3.29.20")
def test_a_guard_who_is_lost_sets_them_free() -> None:
    table = held("RPh")
    eliminate(table.g, table.unit("g"), "is gone", "SL:3.29.17")
    freed = table.unit("p")
    assert freed.side == "russian" and freed.broken and freed.escaped
    with_leader = Table(
        "RPh", [unit("p", "rus-447", A, broken=True, escaped=True), unit("l", "rus-8-0", A)], freed=("p",)
    )
    assert preview(with_leader.g, with_leader.unit("p"))[0].total == 3
    with_leader.do("rally p").roll((6, 5))
    later = Table("RPh", [unit("p", "rus-447", A, broken=True, escaped=True), unit("l", "rus-8-0", A)])
    assert preview(later.g, later.unit("p"))[0].total == 7 and with_leader.position.state.freed == ()
    rallied = Table(
        "PFPh",
        [unit("p", "rus-447", A, escaped=True), unit("g", "ger-467", near(A))],
        attacker="russian",
        options={"edition": "cod"},
    )
    assert morale_level(rallied.g, rallied.unit("p")) == 6
    rallied.do(f"target - {near(A)}", "add p", "declare").roll((5, 6))
    assert rallied.breakdown().value("SL:3.29.20") == 0.5


@pytest.mark.rule("SL:3.29.7-b", "SL:3.29.7-c", "SL:3.16.8")
def test_some_execute_their_prisoners() -> None:
    beside = near(A)
    target = unit("r", "rus-447", beside)
    table = held("PFPh", "rus-447", "ss-658", target)
    assert "execute p" in table.options()
    table.do("execute p")
    assert not table.alive("p") and table.unit("g").fire
    assert held("PFPh", "rus-447", "ger-467", target).options("execute") == []
    assert held("PFPh", "rus-447", "gur-458", target).do("done").options("execute") == ["execute p"]
    assert held("MPh", "rus-447", "ss-658", target).options("execute") == []


@pytest.mark.rule("SL:3.30.5")
def test_comrades_who_see_it_are_embittered() -> None:
    table = held("PFPh", "rus-447", "ss-658", unit("r", "rus-447", near(A))).do("execute p")
    assert morale_level(table.g, table.unit("r")) == 8 and table.position.state.embittered == ("russian",)
    g = Table("RPh", []).g
    blind = next(hex for hex in g.map.names if not sees(g, A, hex))
    unseen = held(
        "PFPh", "rus-447", "ss-658", unit("r", "rus-447", blind), unit("x", "rus-447", A, side="german")
    )
    if unseen.options("execute"):
        unseen.do("execute p")
        assert unseen.position.state.embittered == ()


# -- surrender ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:3.28.2", "SL:3.28.3")
def test_who_is_liable_to_surrender() -> None:
    def is_liable(counter: str, lost: int = 0, side: str = "german", foe: str = "usa-666") -> bool:
        a, b = pair(4)
        units = [
            unit("u", counter, a, side=side),
            unit("e", foe, b, side="russian" if side == "german" else "german"),
        ]
        return liable(
            Table("RPh", units, integrity={side: lost}).g,
            Table("RPh", units, integrity={side: lost}).unit("u"),
        )

    assert (
        is_liable("ger-436") and is_liable("rus-336", side="russian") and is_liable("ger-436", foe="rus-447")
    )
    assert [is_liable("ger-467", lost) for lost in range(4)] == [False, False, True, True]
    assert [is_liable("ger-467", lost, foe="rus-447") for lost in range(4)] == [False, False, False, True]
    for counter in ("fin-648", "jap-447", "gur-458", "ss-658", "par-337", "ger-838", "ger-8-1"):
        assert [is_liable(counter, lost) for lost in (2, 3)] == [False, True], counter


@pytest.mark.rule("SL:3.28.5.1-a", "SL:3.28.9-a")
def test_broken_conscripts_give_up_beside_the_enemy() -> None:
    units = [unit("r", "rus-336", A, broken=True), unit("g", "ger-467", AROUND[0])]
    table = Table("RtPh", units)
    assert table.unit("r").captive == "russian" and table.said("SL:3.28.5.1-a")
    with_friend = Table("RtPh", [*units, unit("f", "rus-447", A)])
    assert not with_friend.unit("r").captive
    line = Table("RtPh", [unit("r", "rus-447", A, broken=True), unit("g", "ger-467", AROUND[0])])
    assert not line.unit("r").captive
    leader = Table("RtPh", [units[0], unit("l", "ger-8-0", AROUND[0])])
    assert leader.unit("r").captive == "russian" and leader.position.state.guards == {"r": "l"}


@pytest.mark.rule("SL:3.28.5.1-b")
def test_who_cannot_rout_gives_up_whoever_is_with_it() -> None:
    units = [unit("r", "rus-336", A, broken=True), unit("f", "rus-447", A), *surrounded()]
    table = Table("RtPh", units)
    assert table.unit("r").captive == "russian" and table.said("SL:3.28.5.1-b")


@pytest.mark.rule("SL:3.28.5.2-a", "SL:3.28.5.2-b")
def test_they_surrender_in_close_combat() -> None:
    units = [unit("g", "ger-467", A), unit("r", "rus-336", A)]
    table = Table("CCPh", units).do("attack r", "with g")
    assert table.options("capture") == ["capture r - SL:3.28.5.2-a"]
    table.do("capture r - SL:3.28.5.2-a", "declare", "done").roll((2, 4))  # 1-1: 5, and 6 - 1 is 5
    assert table.unit("r").captive == "russian"
    led = Table("CCPh", [*units, unit("l", "rus-8-0", A)]).do("attack r", "with g")
    assert led.options("capture") == []
    mixed = Table("CCPh", [*units, unit("s", "rus-447", A)]).do("attack r", "attack s", "with g")
    assert mixed.options("capture") == []


def isolated(*challengers: dict[str, Any], counter: str = "rus-336", **more: Any) -> Table:
    return Table("RPh", [unit("r", counter, A, **more), *challengers])


@pytest.mark.rule("SL:3.28.5.3-a", "SL:3.28.5.3-b", "SL:3.28.5.3-c", "SL:1.3.1-p1.12", "SL:3.28.7")
def test_isolated_units_are_called_on_to_surrender() -> None:
    two = [
        unit("g", "ger-467", AROUND[0]),
        unit("h", "ger-467", AROUND[1]),
    ]  # 8 each at point blank, 12 are needed
    table = isolated(*two)
    assert table.options("challenge") == ["challenge r"]
    table.do("challenge r")
    assert "surrender" in table.asked()
    table.roll((5, 5))
    assert table.unit("r").broken and not table.unit("r").dm and not table.unit("g").fire
    assert challenge_of(isolated(two[0])) == []
    near_leader = isolated(*two, unit("l", "rus-8-0", A))
    assert challenge_of(near_leader) == []
    half = isolated(*two, counter="rus-226").do("challenge r").roll((3, 3))
    assert half.breakdown("morale_check").drm == 1
    one_each = isolated(*two, unit("s", "rus-336", A)).do("challenge r")
    one_each.roll((1, 2))
    assert challenge_of(one_each) == []  # both have been used


def challenge_of(table: Table) -> list[str]:
    pending = getattr(table.position.pending, "options", ())
    return [str(action) for action in pending if action.verb == "challenge"]


@pytest.mark.rule("SL:3.28.8-a", "SL:3.28.8-b", "SL:3.28.8-c")
def test_a_captured_leader_shocks_his_men() -> None:
    units = [
        unit("l", "rus-9-1", A, broken=True),
        unit("r", "rus-336", AROUND[0]),
        unit("b", "rus-336", AROUND[1], broken=True),
        unit("g", "ger-467", AROUND[3]),
    ]
    table = Table("PFPh", units, options=ON, attacker="russian")
    capture(table.g, table.unit("l"), table.unit("g"), "SL:3.29.3.1-a")
    table.position = Position(table.system, table.position.state, table.system.settle(table.g))
    rolls = []
    while table.asked():
        rolls.append(table.asked())
        table.roll((2,))  # 2 - 1 for the best leader is 1
        if getattr(table.position.pending, "options", None) and table.options("leave-broken"):
            table.do("eliminate")
    assert len(rolls) == 2 and table.unit("r").broken and not table.alive("b")


@pytest.mark.rule("SL:3.28.9-b")
def test_nobody_surrenders_to_those_who_kill_prisoners() -> None:
    table = held("PFPh", "rus-336", "ss-658", unit("r", "rus-336", near(A))).do("execute p")
    assert table.position.state.no_quarter == ("russian",) and not liable(table.g, table.unit("r"))


# -- interrogation -----------------------------------------------------------------------------------------


def questioned(prisoner: str = "rus-447", *more: dict[str, Any], **state: Any) -> Table:
    return held("RPh", prisoner, "ger-237", unit("l", "ger-9-1", A), *more, **state)


@pytest.mark.rule("SL:3.30.1", "SL:3.30.2", "SL:3.30.3", "SL:1.3.1-p1.10")
def test_a_leader_questions_a_prisoner() -> None:
    table = questioned()
    assert table.options() == ["interrogate l+p", "done"]
    table.do("interrogate l+p")
    assert "more than 7" in table.asked()
    table.roll((3, 4))
    assert table.position.state.questioning == ("l",) and table.position.state.questioned == ("p",)
    foe = near(A)
    for silent in (False, True):
        gunner = questioned("rus-447", unit("r", "rus-628", foe))
        gunner.position.state.weapons["w"] = Weapon("w", "german", "ger-lmg", owner="l", hex=A)
        if silent:
            gunner.do("interrogate l+p").roll((1, 2))
        while gunner.position.state.phase == "RPh":
            gunner.do("done")
        assert ("add l+w" in gunner.do(f"target - {foe}").options()) != silent
    moving = held(
        "MPh",
        "rus-447",
        "ger-467",
        unit("l", "ger-9-1", A),
        unit("x", "ger-467", A),
        questioning=("l",),
        questioned=("p",),
    )
    moving.do("done")
    assert moving.options("move") == ["move x"]
    assert moving.refusal("move l").rule == "SL:3.30.1" and moving.refusal("move g").rule == "SL:3.30.1"


@pytest.mark.rule("SL:3.30.2")
def test_each_prisoner_is_questioned_once_and_one_leader_questions_them_all() -> None:
    other = unit("q", "rus-447", A, side="german", captive="russian", broken=True)
    table = questioned("rus-447", other, unit("k", "ger-8-0", A))
    table.position.state.guards["q"] = "g"
    assert set(table.options("interrogate")) == {
        f"interrogate {leader}+{prisoner}" for leader in "lk" for prisoner in "pq"
    }
    table.do("interrogate l+p").roll((1, 2))
    assert set(table.options("interrogate")) == {"interrogate l+q", "interrogate k+q"}
    assert table.refusal("interrogate k+p").rule == "SL:3.30.2"
    table.do("interrogate l+q").roll((1, 2))
    assert table.position.state.phase != "RPh" or not table.options("interrogate")


@pytest.mark.rule("SL:3.30.1")
def test_who_does_not_question() -> None:
    for leader in ({"broken": True}, {"hex": AROUND[0]}):
        entry = {**unit("l", "ger-9-1", A), **leader}
        table = held("RPh", "rus-447", "ger-467", entry)
        assert table.options("interrogate") == []
    others_turn = held("RPh", "rus-447", "ger-467", unit("l", "ger-9-1", A), attacker="russian")
    assert others_turn.options("interrogate") == []


@pytest.mark.rule("SL:3.30.4", "SL:3.30-q2")
def test_captive_leaders_make_squads_firmer_or_weaker() -> None:
    def level(*talkers: str) -> str:
        leaders = [
            unit(uid, kind, A, side="german", captive="russian", broken=True)
            for uid, kind in (("q", "rus-8-1"), ("s", "rus-9-2"))
        ]
        table = held(
            "RPh",
            "rus-447",
            "ger-467",
            unit("l", "ger-9-1", A),
            *leaders,
            talkers=talkers,
            questioned=("q", "s"),
        )
        return table.do("interrogate l+p").asked()

    assert "more than 9" in level() and "more than 8" in level("q") and "more than 4" in level("q", "s")


@pytest.mark.rule("SL:3.30.7", "SL:3.30.7-i", "SL:3.30.6")
def test_mostly_they_know_nothing_of_use() -> None:
    table = questioned().do("interrogate l+p").roll((6, 6), (1,))
    assert table.said("SL:3.30.7-i")


@pytest.mark.rule("SL:3.30.7-a", "SL:3.30.7-t")
def test_a_captive_leader_may_talk_his_men_down() -> None:
    near_one, far_one = unit("r", "rus-447", near(A)), unit("f", "rus-447", pair(4)[1])
    table = questioned("rus-9-2", near_one, far_one).do("interrogate l+p").roll((6, 6), (1,))
    assert table.said("SL:3.30.7-a")
    assert morale_level(table.g, table.unit("r")) == 6
    again = questioned("rus-9-2", near_one, disheartened=("r",)).do("interrogate l+p").roll((6, 6), (1,))
    assert morale_level(again.g, again.unit("r")) == 7


@pytest.mark.rule("SL:3.30.7-f", "SL:3.30.8")
def test_they_tell_where_comrades_lie_concealed() -> None:
    def told(known: tuple[str, ...]) -> Table:
        goal = pair(4, "stone_building")[1]
        table = questioned("rus-447", unit("r", "rus-447", goal), knowledge={"p": known})
        cover(table.g, "russian", goal, ("r",))
        return table.do("interrogate l+p").roll((6, 6), (4,))

    assert told(("r",)).unit("r").hex and told(("r",)).said("SL:3.30.7-f")
    assert not told(()).unit("r").hex  # concealed since


@pytest.mark.rule("SL:3.30.7-h")
def test_they_tell_where_comrades_hide() -> None:
    goal = pair(4, "stone_building")[1]
    table = questioned("rus-447", unit("r", "rus-447", goal), knowledge={"p": ("r",)})
    table.g.place(table.unit("r"), "")
    hide(table.g, "r", goal)
    table.do("interrogate l+p").roll((6, 6), (6,))
    assert table.position.state.hidden == {} and [c.units for c in table.position.state.covered.values()] == [
        ("r",)
    ]


@pytest.mark.rule("SL:3.30.7-e", "SL:3.30.7-t")
def test_they_tell_where_the_nearest_mines_lie() -> None:
    g = Table("RPh", []).g
    two = [hex for hex in g.map.names if g.map.distance(A, hex) == 2][:2]
    far = next(hex for hex in g.map.names if g.map.distance(A, hex) == 4)

    def told(*works: Work) -> list[str]:
        table = questioned(works={key_of(work.kind, work.hex, work.side): work for work in works})
        table.do("interrogate l+p").roll((6, 6), (3,))
        assert table.said("SL:3.30.7-e") == any(
            not work.hidden for work in table.position.state.works.values()
        )
        return [work.hex for work in table.position.state.works.values() if not work.hidden]

    def mines(hex: str, factors: int, side: str = "russian", kind: str = MINES) -> Work:
        return Work(kind, hex, side, factors, True)

    assert told(mines(two[0], 6), mines(far, 12)) == [two[0]]
    assert told(mines(two[0], 6), mines(two[1], 8)) == [two[1]]  # as near, but more
    assert told(mines(far, 1, kind=DOORWAY_MINE)) == [far]
    assert told(mines(two[0], 6, "german")) == []  # their own they know
    assert told(Work("wire", two[0], "russian", 0, True)) == []


@pytest.mark.rule("SL:3.30.7-d")
def test_a_prisoner_leads_through_the_sewers() -> None:
    start, goal = "1I4", "1L5"
    units = [
        unit("g", "ger-467", start),
        unit("l", "ger-8-1", start),
        unit("p", "rus-447", start, side="german", captive="russian", broken=True),
    ]

    def on_card(table: Table) -> Table:
        card = msgspec.structs.replace(
            table.g.scenario, sewers_known_to=("russian",), options={"sewers": "on"}
        )
        mine = SlSystem({card.id: card})
        table.position = Position(mine, table.position.state, mine.settle(mine.play(table.position.state)))
        return table

    squad = {**units[0], "type": "ger-237"}
    asked = (
        on_card(Table("RPh", [squad, *units[1:]], board="1", guards={"p": "g"}))
        .do("interrogate l+p")
        .roll((6, 6), (2,))
    )
    assert asked.said("SL:3.30.7-d") and asked.position.state.guides == ("p",)

    def down(guides: tuple[str, ...], **more: Any) -> Table:
        table = Table("MPh", units, board="1", guards={"p": "g"}, guides=guides, **more)
        return on_card(table).do("done", "move g", "join l")

    assert down(()).refusal(f"sewer - {goal}").rule == "SL:3.30.7-d"
    led = down(("p",)).do(f"sewer - {goal}").roll((2,))
    assert whereabouts(led.g, led.unit("g")) == goal == led.unit("p").hex
    alone = on_card(Table("MPh", units, board="1", guards={"p": "g"}, guides=("p",))).do("done", "move l")
    assert alone.refusal(f"sewer - {goal}").rule == "SL:3.30.7-d"  # the prisoner stays with the squad
    anybody = Table("RPh", [squad, *units[1:]], board="1", guards={"p": "g"}, options={"sewers": "on"})
    assert not anybody.do("interrogate l+p").roll((6, 6), (2,)).said("SL:3.30.7-d")


@pytest.mark.rule("SL:3.30.7-b")
def test_a_prisoner_tells_of_a_ford(wilds: None) -> None:
    men = [
        unit("g", "ger-237", "E5"),
        unit("l", "ger-9-1", "E5"),
        unit("p", "rus-9-2", "E5", side="german", captive="russian", broken=True),
    ]

    def table(streams: str, phase: str = "RPh", **more: Any) -> Table:
        return wild(phase, *men, guards={"p": "g"}, options={"streams": streams}, **more)

    told = table("deep").do("interrogate l+p").roll((6, 6), (2,))
    assert told.options() == [f"ford - qG{number}" for number in range(1, 9)]
    told.do("ford - qG4")
    assert depth(told.g, "qG4") == "shallow" and depth(told.g, "qG5") == "deep"
    assert not table("dry").do("interrogate l+p").roll((6, 6), (2,)).said("SL:3.30.7-b")


@pytest.mark.rule("SL:3.29.17")
def test_set_free_by_hand() -> None:
    table = held("RPh")
    assert set_free(table.g, table.unit("p")).side == "russian"


@pytest.mark.rule("SL:3.29.13", "SL:2.3.8.1-a")
def test_guards_are_not_covered_and_cover_guards_nobody() -> None:
    woods = next(
        hex for hex in Table("RPh", []).g.map.names if Table("RPh", []).g.map.terrain[hex] == "woods"
    )
    men = [
        unit("p", "rus-447", woods, side="german", captive="russian", broken=True),
        unit("g", "ger-467", woods),
        unit("f", "ger-467", woods),
        unit("r", "rus-447", "A1"),
    ]
    g = Table("CCPh", men, guards={"p": "g"}).g
    assert [may_gain(g, g.unit(uid)) for uid in ("p", "g", "f")] == [False, False, True]
    counter = cover(g, "german", woods, ("f",))
    leader = msgspec.structs.replace(g.unit("p"), type="rus-8-1", kind="leader")
    assert not may_guard(counter, leader) and may_guard(g.unit("g"), leader)
