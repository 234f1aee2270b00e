"""Sewers in Squad Leader (SL:4.9), on board 1."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Choice
from defilade.rules.sl.eyes.concealment import counters_in
from defilade.rules.sl.terrain import sees
from defilade.tactics.units import Weapon
from sl.table import Table, unit
from sl.test_portage import armed, gun

OPEN = {"sewers": "on"}
# I4 and L5 are three hexes apart, I4 and O6 are farther.


def below(phase: str, *units: dict[str, Any], **more: Any) -> Table:
    return Table(phase, list(units), board="1", options=OPEN, **more)


def squad_and_leader(hex: str = "1I4") -> tuple[dict[str, Any], dict[str, Any]]:
    return unit("s", "ger-467", hex), unit("l", "ger-8-1", hex)


def down(*more: dict[str, Any]) -> Table:
    return below("MPh", *squad_and_leader(), *more).do("move s", "join l")


def drm(table: Table) -> dict[str, float]:
    return {line.rule: line.value for line in table.breakdown().lines if line.sign == "+"}


@pytest.mark.rule("SL:4.9.1", "SL:4.9.2", "SL:4.9.3", "SL:4.9.4", "SL:4.9.5-a", "SL:4.9.6")
def test_from_entrance_to_entrance() -> None:
    table = down()
    near = [text.split()[-1] for text in table.options("sewer")]
    assert "1L5" in near and all(table.g.map.distance("1I4", hex) <= 3 for hex in near)
    assert table.refusal("sewer - 1O6").rule == "SL:4.9.3" and table.refusal("sewer - 1J5").rule == "SL:4.9.2"
    table.do("sewer - 1L5").roll((4,))
    assert table.said("SL:4.9.5-a") and not table.options("enter")
    alone = below("MPh", unit("s", "ger-467", "1I4")).do("move s")
    assert alone.refusal("sewer - 1L5").rule == "SL:4.9.4"
    dry = Table("MPh", list(squad_and_leader()), board="1").do("move s", "join l")
    assert dry.refusal("sewer - 1L5").rule == "SL:4.9.1"
    begun = down().do("enter - 1J4")
    assert begun.refusal("sewer - 1L5").rule == "SL:4.1.12"
    leader = below("MPh", unit("l", "ger-8-1", "1I4")).do("move l")
    assert leader.options("sewer")


@pytest.mark.rule("SL:4.9.6", "SL:4.9-q1")
def test_what_does_not_go_through_sewers() -> None:
    units = list(squad_and_leader())
    heavy = armed("MPh", units, gun("w", "ger-hmg", "s"), board="1", options=OPEN).do("move s", "join l")
    assert heavy.refusal("sewer - 1L5").rule == "SL:4.9.6"
    slow = armed("MPh", units, gun("w", "ger-mmg", "s"), gun("v", "ger-mmg", "s"), board="1", options=OPEN)
    assert slow.do("move s", "join l").refusal("sewer - 1L5").rule == "SL:4.9-q1"


@pytest.mark.rule("SL:4.9.5-b")
def test_the_lost_come_up_where_the_enemy_likes() -> None:
    table = down(unit("r", "rus-447", "1X8")).do("sewer - 1L5").roll((5,))
    assert table.unit("s").hex == "" and table.position.state.lost_below == {"s": "1I4", "l": "1I4"}
    while not (
        isinstance(table.position.pending, Choice) and "surface" in str(table.position.pending.options[0])
    ):
        table.do("done")
    assert table.position.state.phase == "MPh" and table.position.state.attacker == "german"
    assert table.position.pending.side == "russian"
    goals = [text.split()[-1] for text in table.options("surface")]
    assert "1O6" in goals and all(table.g.map.distance("1I4", hex) <= 6 for hex in goals)
    table.do("surface s+l 1O6")
    assert not table.position.state.lost_below


@pytest.mark.rule("SL:4.9.9.1", "SL:4.9.5-b")
def test_the_lost_who_come_up_among_enemies_are_fired_on_like_others() -> None:
    table = below("RPh", *squad_and_leader(), unit("r", "rus-447", "1O6"), unit("x", "ger-467", "1A1"))
    g = table.g
    for uid in ("s", "l"):
        g.place(g.unit(uid), "")
        g.state.lost_below[uid] = "1I4"
    while not (
        isinstance(table.position.pending, Choice) and "surface" in str(table.position.pending.options[0])
    ):
        table.do("done")
    table.do("surface s+l 1O6")
    while table.g.state.phase == "MPh":
        table.do("done")
    table.do("target - 1O6", "add r", "declare").roll((6, 5))
    assert drm(table) == {"SL:5.6.8.1-a": -1, "SL:5.6.8.1-b": -1}


@pytest.mark.rule("SL:4.9.7", "SL:4.9.8-a", "SL:1.3.1-p3.4")
def test_nobody_sees_where_they_come_up() -> None:
    table = down(unit("r", "rus-447", "1K4")).do("sewer - 1L5").roll((1,))
    assert counters_in(table.g, "1L5", "german") and not table.position.state.tracks
    goal, inside = next(
        (hex, near)
        for hex in sorted(table.g.map.also["sewer_entrance"])
        for near in table.g.map.adjacent[hex]
        if hex in table.g.map.building_of
        and table.g.map.building_of.get(near) == table.g.map.building_of[hex]
    )
    start = next(
        hex for hex in sorted(table.g.map.also["sewer_entrance"]) if 0 < table.g.map.distance(hex, goal) <= 3
    )
    units = (*squad_and_leader(start), unit("r", "rus-447", inside))
    seen = below("MPh", *units).do("move s", "join l", f"sewer - {goal}")
    seen = seen.roll((1,))
    assert seen.unit("s").hex == goal and seen.position.state.tracks["s"].hexes == (goal,)


@pytest.mark.rule("SL:4.9.9.1", "SL:4.9.9.2", "SL:4.9.9.4")
def test_among_the_enemy() -> None:
    table = down(unit("r", "rus-447", "1L5")).do("sewer - 1L5").roll((1,))
    if table.position.state.phase == "MPh":
        table.do("done")
    table.do("target - 1L5", "add r", "declare").roll((6, 5))
    assert drm(table) == {"SL:5.6.8.1-a": -1, "SL:5.6.8.1-b": -1}
    struck = next(event for event in table.events if event.kind == "attack")
    assert "r" not in struck.who and table.breakdown().total == 8
    assert table.position.state.phase == "AFPh"
    table.do("target - 1L5", "add s", "declare", "no-leader").roll((6, 5))
    assert drm(table) == {"SL:4.9.9.2": 3}
    while table.position.state.phase in ("AFPh", "RtPh", "APh"):
        assert "advance s 1M5" not in table.options()
        table.do("done")
    assert table.position.state.phase == "CCPh" or table.unit("s").melee


@pytest.mark.rule("SL:4.9.9.3")
def test_who_breaks_in_the_manhole_is_lost() -> None:
    table = below(
        "DFPh",
        unit("s", "ger-467", "1L5", moved=True),
        unit("r", "rus-628", "1L5"),
        surfaced=("s",),
    ).do("target - 1L5", "add r", "declare")
    table.roll((4, 5), (6, 5))
    assert not table.alive("s") and table.said("SL:4.9.9.3")


@pytest.mark.rule("SL:4.9-q3")
def test_the_broken_do_not_get_away_from_those_who_come_up() -> None:
    units = (
        unit("s", "ger-467", "1L5"),
        unit("r", "rus-447", "1L5", broken=True),
        unit("q", "rus-447", "1X8"),
    )
    assert not below("RtPh", *units, surfaced=("s",)).alive("r")


@pytest.mark.rule("SL:4.9.3")
def test_three_hexes_and_no_more() -> None:
    g = below("MPh").g
    entrances = sorted(g.map.also["sewer_entrance"])
    start, goal = min(
        ((a, b) for a in entrances for b in entrances if g.map.distance(a, b) > 3),
        key=lambda pair: g.map.distance(*pair),
    )
    table = below("MPh", *squad_and_leader(start)).do("move s", "join l")
    assert g.map.distance(start, goal) == 4 and table.refusal(f"sewer - {goal}").rule == "SL:4.9.3"


@pytest.mark.rule("SL:4.9.9")
@pytest.mark.parametrize(("dice", "closed"), [((4, 4), True), ((6, 6), False)])
def test_a_charge_that_goes_off_closes_a_sewer_entrance(dice: tuple[int, int], closed: bool) -> None:
    g = below("MPh").g
    beside = next(hex for hex in g.map.adjacent["1L5"])
    charge = Weapon("d", "german", "ger-dc", owner="u", hex=beside)
    table = below("MPh", unit("u", "ger-9-2", beside), unit("r", "rus-447", "1X8"), weapons={"d": charge})
    table.do("place-charge u+d 1L5")
    while table.position.state.phase != "AFPh":
        table.do("stop" if "stop" in table.options() else "done")
    table.do("explode d 1L5").roll(dice)
    assert (table.position.state.closed_sewers == ("1L5",)) is closed and table.said("SL:4.9.9") is closed
    later = below("MPh", *squad_and_leader(), closed_sewers=("1L5",)).do("move s", "join l")
    assert later.refusal("sewer - 1L5").rule == "SL:4.9.9"


@pytest.mark.rule("SL:4.9.8-b")
def test_who_has_come_up_unseen_is_seen_when_he_fires_or_goes_on() -> None:
    g = below("MPh").g
    seen = next(hex for hex in g.map.names if g.map.distance("1L5", hex) == 3 and sees(g, "1L5", hex))

    def up(foe: str = "1O5", **more: Any) -> Table:
        table = down(unit("r", "rus-447", foe, **more)).do("sewer - 1L5").roll((1,))
        (counter,) = counters_in(table.g, "1L5", "german")
        assert f"move {counter.id}" not in table.options()  # that was its move
        return table

    def until(table: Table, phase: str) -> Table:
        while table.position.state.phase != phase:
            table.do("done")
        return table

    on = until(up(), "APh")
    counter = counters_in(on.g, "1L5", "german")[0].id
    goal = next(text.split()[-1] for text in on.options("advance") if text.startswith(f"advance {counter} "))
    on.do(f"advance {counter} {goal}")
    assert on.unit("s").hex == goal and on.said("SL:4.9.8-b")
    fires = until(up(seen, broken=True), "AFPh")
    assert not fires.options("target")
    fires.do("uncover - 1L5", f"target - {seen}", "add s", "declare", "direct l")
    assert not counters_in(fires.g, "1L5", "german") and fires.unit("s").hex == "1L5"
    stays = until(up(), "APh").do("done")
    assert counters_in(stays.g, "1L5", "german")


def with_prisoner(goal_roll: int, foe: str = "1X8") -> Table:
    captive = unit("p", "rus-447", "1I4", side="german", captive="russian", broken=True)
    table = below("MPh", *squad_and_leader(), captive, unit("r", "rus-447", foe), guards={"p": "s"})
    if "done" in table.options():
        table.do("done")
    return table.do("move s", "join l", "sewer - 1L5").roll((goal_roll,))


@pytest.mark.rule("SL:3.29.15", "SL:3.29.13", "SL:4.9.5-b")
def test_a_prisoner_is_lost_in_the_sewers_with_his_guard() -> None:
    table = with_prisoner(6)
    assert table.unit("s").hex == table.unit("p").hex == ""
    assert set(table.position.state.lost_below) == {"s", "l", "p"}
    while not (
        isinstance(table.position.pending, Choice) and "surface" in str(table.position.pending.options[0])
    ):
        table.do("done")
    table.do(next(text for text in table.options("surface") if text.endswith(" 1O6")))
    state = table.position.state
    assert table.unit("p").hex == table.unit("s").hex == "1O6" and not state.lost_below
    assert table.unit("p").captive == "russian" and state.guards == {"p": "s"}
    assert "p" not in state.surfaced, "nobody fires at him as at one who attacks out of the sewer"


@pytest.mark.rule("SL:3.29.15", "SL:4.9.8-a", "SL:3.29.13")
def test_who_has_a_prisoner_with_him_comes_up_for_all_to_see() -> None:
    table = with_prisoner(1)
    assert table.unit("s").hex == table.unit("p").hex == "1L5"
    assert table.position.state.guards == {"p": "s"} and table.unit("l").hex == ""
    (counter,) = counters_in(table.g, "1L5", "german")
    assert table.position.state.covered[counter.id].units == ("l",)


@pytest.mark.rule("SL:4.9.6")
def test_no_ordnance_goes_through_sewers() -> None:
    units = [unit("s", "ger-467", "1I4"), unit("c", "ger-247-crew", "1I4"), unit("l", "ger-8-1", "1I4")]
    for kind, owner in (("usa-rcl-57", "s"), ("ger-at-37", "c"), ("ger-mtr-50", "s")):
        weapon = {"w": Weapon("w", "german", kind, owner=owner, hex="1I4")}
        table = below("MPh", *units, weapons=weapon).do(f"move {owner}", "join l")
        assert table.refusal("sewer - 1L5").rule == "SL:4.9.6", kind
    launcher = {"w": Weapon("w", "german", "ger-psk", owner="s", hex="1I4")}
    assert below("MPh", *units, weapons=launcher).do("move s", "join l").options("sewer")
