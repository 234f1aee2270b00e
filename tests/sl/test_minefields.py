"""Minefields (SL:15.7): whom they strike, and when."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.rules.sl.card import Group
from defilade.rules.sl.mines.minefields import no_place_for_mines
from defilade.rules.sl.rout import destinations, must_rout
from defilade.rules.sl.system import SlSystem
from defilade.tactics.areas import Area
from sl.armoury import past_smoke
from sl.earthworks import built, mined
from sl.motor_pool import rows
from sl.secrets import ask_again, seen_by, under_cover
from sl.table import Table, unit
from sl.test_prisoners import questioned
from sl.wilds import wild, wilds

__all__ = ["wilds"]

SQUAD, FOE, LEADER = "ger-467", "rus-447", "ger-9-1"
FIELD, MINED, NEXT, FAR = rows("z", "open", "open", "open", "open")
HARMLESS, CHECK, KILL = (6, 6), (3, 4), (1, 2)
"""Of six factors: no effect, a normal morale check, and the end."""


def men(*more: dict[str, Any]) -> list[dict[str, Any]]:
    return [unit("s", SQUAD, FIELD), unit("r", FOE, "A1"), *more]


def march(*more: dict[str, Any], factors: int = 6, **state: Any) -> Table:
    return Table("MPh", men(*more), works=built(mined(MINED, factors)), **state).do("move s")


def works(table: Table) -> list[tuple[int, bool]]:
    return [(work.factors, work.hidden) for work in table.position.state.works.values()]


@pytest.mark.rule("SL:15.7.2", "SL:15.7.1-b", "SL:1.3.1-p3.3")
def test_who_comes_into_a_minefield_is_struck_at_once_with_its_factors() -> None:
    table = march()
    assert seen_by(table, "german") == seen_by(Table("MPh", men()).do("move s"), "german")
    table.do(f"enter - {MINED}")
    assert table.asked().startswith("Minefield of 6 factors") and works(table) == [(6, False)]
    table.roll((5, 5))
    found = table.breakdown("mines")
    assert (found.total, found.column) == (6, 6)
    assert [line.rule for line in found.lines] == ["SL:15.7.2"], (
        "nothing modifies the dice, not even moving in the open"
    )
    assert table.said("SL:1.3.1-p3.3")
    assert f"enter - {NEXT}" in table.options()


@pytest.mark.rule("SL:15.7.2")
def test_whose_mines_they_are_is_all_the_same() -> None:
    table = Table("MPh", men(), works=built(mined(MINED, side="german"))).do("move s", f"enter - {MINED}")
    assert table.asked().startswith("Minefield of 6 factors")


@pytest.mark.rule("SL:15.7.3", "SL:15.7.4")
def test_who_is_not_broken_goes_on_and_is_struck_as_he_leaves() -> None:
    table = march().do(f"enter - {MINED}").roll(HARMLESS)
    assert "stop" in table.options()
    table.do(f"enter - {NEXT}")
    assert table.asked().startswith("Minefield") and table.unit("s").hex == MINED
    table.roll(HARMLESS)
    assert table.unit("s").hex == NEXT and not table.asked()
    assert table.do("stop").unit("s").hex == NEXT


@pytest.mark.rule("SL:15.7.4", "SL:15.7.5")
def test_who_breaks_as_he_leaves_is_still_in_the_minefield() -> None:
    table = march().do(f"enter - {MINED}").roll(HARMLESS).do(f"enter - {NEXT}").roll(CHECK, (6, 5))
    assert (table.unit("s").hex, table.unit("s").broken) == (MINED, True)
    assert not table.asked() and table.options("move") == []
    entering = march().do(f"enter - {MINED}").roll(CHECK, (6, 5))
    assert (entering.unit("s").hex, entering.unit("s").broken) == (MINED, True)


@pytest.mark.rule("SL:15.7.6", "SL:15.7.6-b", "SL:15.7.7")
def test_a_leader_in_the_minefield_helps_or_takes_others_with_him() -> None:
    friends = (unit("l", LEADER, FIELD), unit("b", SQUAD, MINED))
    table = march(*friends).do("join l", f"enter - {MINED}").roll(CHECK)
    assert table.asked().startswith("Morale check of 9-1")
    table.roll((3, 3))
    assert table.asked().startswith("Morale check of 4-6-7")
    table.roll((4, 4))
    line = next(line for line in table.breakdown("morale_check").lines if line.rule == "SL:3.2.6")
    assert line.value == -1
    assert not table.unit("s").broken, "8 less 1 is 7"
    assert not table.asked(), "the other one has not moved"
    lost = march(*friends).do("join l", f"enter - {MINED}").roll(CHECK, (5, 6), (3, 3))
    assert lost.unit("l").broken
    lost.roll((6, 5), (6, 5))
    assert lost.unit("b").broken, "it was not struck, but its leader was lost"


@pytest.mark.rule("SL:15.7-b")
def test_mines_send_nobody_to_ground() -> None:
    table = march().do(f"enter - {MINED}").roll(CHECK, (3, 3))
    assert not table.unit("s").pinned and not table.position.state.tracks["s"].grounded
    at = march().do(f"enter - {MINED}").roll(CHECK, (3, 4))
    assert not at.unit("s").pinned and not at.position.state.tracks["s"].grounded
    assert f"enter - {NEXT}" in at.options()


@pytest.mark.rule("SL:15.7-a", "SL:15.7.2")
def test_in_the_aph_they_come_one_by_one() -> None:
    field = built(mined(MINED))
    table = Table("APh", men(unit("l", LEADER, FIELD)), works=field).do(f"advance s {MINED}")
    assert table.asked().startswith("Minefield")
    table.roll(CHECK, (4, 4))
    assert table.unit("s").broken, "the leader behind it is no help"
    first = Table("APh", men(unit("l", LEADER, FIELD)), works=field).do(f"advance l {MINED}").roll(HARMLESS)
    first.do(f"advance s {MINED}").roll(CHECK, (4, 4))
    assert not first.unit("s").broken
    out = Table("APh", [unit("s", SQUAD, MINED), unit("r", FOE, "A1")], works=field).do(f"advance s {NEXT}")
    assert out.asked().startswith("Minefield") and out.unit("s").hex == MINED
    out.roll(CHECK, (6, 5))
    assert out.unit("s").hex == MINED and out.position.state.phase != "APh"
    through = Table("APh", [unit("s", SQUAD, MINED), unit("r", FOE, "A1")], works=field)
    assert through.do(f"advance s {NEXT}").roll(HARMLESS).unit("s").hex == NEXT


@pytest.mark.rule("SL:15.7.11.5")
def test_who_is_concealed_is_struck_no_less() -> None:
    table = Table("MPh", men(), works=built(mined(MINED)), night=True)
    counter = under_cover(table, "s")
    table.do(f"move {counter}", f"enter - {MINED}").roll((5, 5))
    assert table.breakdown("mines").column == 6
    again = Table("MPh", men(), works=built(mined(MINED)), night=True)
    counter = under_cover(again, "s")
    again.do(f"move {counter}", f"enter - {MINED}").roll(KILL)
    assert not again.alive("s")


@pytest.mark.rule("SL:15.7.10", "SL:15.7.7")
def test_who_stays_in_a_minefield_fires_as_anywhere() -> None:
    there = [unit("s", SQUAD, MINED), unit("r", FOE, FAR)]
    table = Table("PFPh", there, works=built(mined(MINED, hidden=False)))
    assert f"target - {FAR}" in table.options()
    table.do(f"target - {FAR}", "add s", "declare").roll((6, 6))
    assert not any(event.kind == "mines" for event in table.events)


# -- in flight -----------------------------------------------------------------------------------------------


def fleeing(*more: Any, at: str = MINED, **state: Any) -> Table:
    broken = [unit("s", SQUAD, at, broken=True, dm=True), unit("r", FOE, "A1"), *more]
    return Table("RtPh", broken, **state)


@pytest.mark.rule("SL:15.7-c", "SL:15.7.8")
def test_who_routs_sets_mines_off() -> None:
    table = fleeing(works=built(mined(MINED, hidden=False)))
    table.do(table.options("rout")[0])
    assert table.asked().startswith("Minefield")
    table.roll(CHECK, (6, 5))
    assert table.unit("s").kind == "half_squad" and table.unit("s").hex != MINED, "it runs on"
    dead = fleeing(works=built(mined(MINED, hidden=False)))
    dead.do(dead.options("rout")[0]).roll(KILL)
    assert not dead.alive("s")


@pytest.mark.rule("SL:15.7.9")
def test_nobody_need_rout_into_mines_of_which_he_knows() -> None:
    plain = fleeing(at=FIELD)
    goal = next(iter(destinations(plain.g, plain.unit("s"))))
    known = fleeing(at=FIELD, works=built(mined(goal, hidden=False)))
    others = destinations(known.g, known.unit("s"))
    assert set(others) > {goal}, "it may go there, or on to the next"
    unknown = fleeing(at=FIELD, works=built(mined(goal)))
    assert destinations(unknown.g, unknown.unit("s")) == destinations(plain.g, plain.unit("s"))
    unknown.do(f"rout s {goal}")
    assert unknown.asked().startswith("Minefield") and unknown.unit("s").hex == goal


@pytest.mark.rule("SL:15.7.8")
@pytest.mark.usefixtures("wilds")
def test_in_mined_brush_one_may_stay() -> None:
    g = wild("RPh", unit("s", SQUAD, "A1")).g
    brush = next(
        hex for hex in g.map.names if g.map.terrain[hex] == "brush" and len(g.map.adjacent[hex]) == 6
    )
    far = max(g.map.names, key=lambda hex: g.map.distance(hex, brush))
    enemy = unit("r", FOE, far)
    bare = wild("RtPh", unit("s", SQUAD, brush, broken=True), enemy)
    assert must_rout(bare.g, bare.unit("s"))
    field = built(mined(brush, hidden=False))
    kept = wild("RtPh", unit("s", SQUAD, brush, broken=True), enemy, works=field)
    assert not must_rout(kept.g, kept.unit("s"))
    unknown = wild("RtPh", unit("s", SQUAD, brush, broken=True), enemy, works=built(mined(brush)))
    assert must_rout(unknown.g, unknown.unit("s"))


@pytest.mark.rule("SL:15.7.1-a", "SL:14.18.10", "SL:14.10.6")
@pytest.mark.usefixtures("wilds")
def test_where_nobody_lays_mines() -> None:
    g = wild("RPh", unit("s", SQUAD, "A1")).g
    found: dict[str, str] = {}
    for hex in g.map.names:
        refused = no_place_for_mines(g, "mines", hex)
        found[g.map.terrain[hex]] = refused.rule if refused is not None else ""
    assert found["marsh"] == "SL:14.18.10" and found["woods"] == "" and found["brush"] == ""
    assert found.get("pond", "SL:15.7.1-a") == "SL:15.7.1-a"
    assert found.get("crag", "SL:14.10.6") == "SL:14.10.6"


# -- out of melee, out of the sewers ---------------------------------------------------------------------------


@pytest.mark.rule("SL:6.3.6.4")
def test_who_withdraws_from_or_into_a_minefield_is_struck() -> None:
    in_melee = [unit("g", SQUAD, FIELD, melee=True), unit("r", FOE, FIELD, melee=True)]
    held = Table("CCPh", in_melee, works=built(mined(FIELD))).do("withdraw g", "done")
    while not held.asked().startswith("Minefield") and held.unit("g").hex == FIELD:
        held = onward(held)
    assert held.asked().startswith("Minefield") and held.unit("g").hex == FIELD
    held.roll((2, 3), (6, 5))
    assert (held.unit("g").hex, held.unit("g").broken, held.unit("g").melee) == (FIELD, True, True)
    into = Table("CCPh", in_melee, works=built(mined(NEXT), mined(MINED))).do("withdraw g", "done")
    while not (into.asked().startswith("Minefield")):
        into = onward(into)
    assert into.unit("g").hex == MINED and into.said("SL:6.3.6.1")


def onward(table: Table) -> Table:
    """The melee is fought without effect, and the way back leads into the minefield."""
    if table.asked():
        return table.roll((6, 6))
    back = [text for text in table.options("fall-back") if text.endswith(MINED)]
    return table.do(back[0] if back else table.options()[-1])


@pytest.mark.rule("SL:4.9-q2")
def test_who_comes_up_out_of_a_sewer_among_mines_is_struck_before_he_is_out_of_sight() -> None:
    def below(factors: int = 6) -> Table:
        men = [unit("s", SQUAD, "1I4"), unit("l", "ger-8-1", "1I4")]
        field = built(mined("1L5", factors))
        return Table("MPh", men, board="1", options={"sewers": "on"}, works=field).do("move s", "join l")

    table = below().do("sewer - 1L5").roll((2,))
    assert table.asked().startswith("Minefield") and table.unit("s").hex == "1L5", "no ? as yet"
    table.roll((6, 6))
    found = {line.rule: line.value for line in table.breakdown("mines").lines if line.sign == "+"}
    assert found == {"SL:4.9-q2": -2}
    assert table.unit("s").hex == "" and not table.position.state.closed_sewers
    broken = below().do("sewer - 1L5").roll((2,), (4, 5), (2, 2), (6, 5))
    assert not broken.alive("s") and broken.alive("l"), "who breaks in the sewer is lost"
    with_it = below().do("sewer - 1L5").roll((2,), (2, 3))
    assert not with_it.alive("s") and not with_it.position.state.closed_sewers, "a KIA by the DRM"
    without = below().do("sewer - 1L5").roll((2,), (1, 2))
    assert not without.alive("s") and without.position.state.closed_sewers == ("1L5",)


# -- clearing, and sappers -------------------------------------------------------------------------------------


def at_work(*more: dict[str, Any], factors: int = 6, hidden: bool = False, **state: Any) -> Table:
    men = [unit("s", SQUAD, FIELD), unit("r", FOE, "A1"), *more]
    return past_smoke(Table("PFPh", men, works=built(mined(MINED, factors, hidden=hidden)), **state))


@pytest.mark.rule("SL:15.7.13.1", "SL:15.7.13.3", "SL:1.3.1-p2.2")
def test_squads_clear_mines_beside_them() -> None:
    table = at_work(unit("h", "ger-237", FIELD), unit("t", SQUAD, FAR))
    assert table.options("clear-mines") == [f"clear-mines s {MINED}"], "squads only, and only beside it"
    table.do(f"clear-mines s {MINED}")
    assert table.asked().endswith(": 4 or less.")
    table.roll((2, 3))
    assert works(table) == [(6, False)] and table.options("clear-mines") == []
    assert table.unit("s").ti and table.refusal("target - A1").rule
    gone = at_work().do(f"clear-mines s {MINED}").roll((2, 2))
    assert works(gone) == [] and gone.said("SL:15.7.13.1")


@pytest.mark.rule("SL:15.7.13.2")
def test_a_leader_beside_the_mines_helps_one_of_them() -> None:
    table = (
        at_work(unit("l", LEADER, NEXT), unit("t", SQUAD, NEXT))
        .do(f"clear-mines s {MINED}", "helped-by l")
        .roll((2, 3))
    )
    assert works(table) == [] and table.unit("l").ti


@pytest.mark.rule("SL:15.7.13-a")
def test_one_may_look_for_mines_where_one_knows_of_none() -> None:
    table = fortress(mines=6)
    assert table.options("clear-mines"), "the card says that there are some"
    hex = table.options("clear-mines")[0].split()[-1]
    table.do(f"clear-mines s {hex}").roll((1, 1))
    assert any(event.kind == "mines_gone" and "no mines" in event.text for event in table.events)
    assert not at_work(hidden=True).options("clear-mines"), "nobody has any, by this card"


@pytest.mark.rule("SL:15.7.14.1-a", "SL:15.7.14.1-b")
def test_engineers_know_mines() -> None:
    table = fortress(mines=6, engineers=True)
    hex = MINED
    state = table.position.state
    state.works.update(built(mined(hex, 6, hidden=False)))
    table.do(f"clear-mines s {hex}")
    table.roll((3, 3))
    assert not state.works and table.breakdown("work").total == 4, "20 less 6 is 14: two whole fives"
    weak = fortress(mines=6, engineers=True)
    weak.position.state.works.update(built(mined(hex, 6)))
    weak.do(f"clear-mines s {hex}").roll((3, 3))
    assert not weak.position.state.works and weak.breakdown("work").total == 6, (
        "what is not known is not told"
    )
    into = fortress(mines=6, engineers=True, phase="MPh")
    into.position.state.works.update(built(mined(hex, 6)))
    into.do("move s", f"enter - {hex}").roll((3, 3))
    lines = {line.rule: line.value for line in into.breakdown("mines").lines if line.sign == "+"}
    assert lines == {"SL:15.7.14.1-b": 2}


def fortress(phase: str = "PFPh", engineers: bool = False, **works: int) -> Table:
    """By the card the Russians have mines, and perhaps the Germans are engineers."""
    table = Table(phase, [unit("s", SQUAD, FIELD), unit("r", FOE, FAR)])
    groups = tuple(
        Group(
            id=side,
            name=side,
            side=side,
            provenance="original",
            setup=Area(rows="A-Z"),
            units={},
            works=works if side == "russian" else {},
            engineers=engineers and side == "german",
        )
        for side in ("german", "russian")
    )
    card = msgspec.structs.replace(table.g.scenario, groups=groups)
    table.system = SlSystem({card.id: card})
    ask_again(table)
    return past_smoke(table)


# -- prisoners ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:3.30.7-c")
def test_a_prisoner_leads_through_a_known_minefield() -> None:
    captive = unit("p", FOE, FIELD, side="german", captive="russian", broken=True)
    men = [unit("s", SQUAD, FIELD), captive, unit("r", FOE, "A1")]

    def led(hidden: bool = False, **state: Any) -> Table:
        field = built(mined(MINED, hidden=hidden))
        return Table("MPh", men, guards={"p": "s"}, works=field, **state).do(
            "done", "move s", f"enter - {MINED}"
        )

    struck = led()
    assert struck.asked().startswith("Minefield") and "4-4-7" in struck.roll((6, 6)).events[-1].text
    table = led(mine_guides=("p",))
    assert not table.asked() and table.unit("p").hex == MINED
    assert "for 2 MF" in next(event.text for event in reversed(table.events) if event.kind == "enter")
    table.do(f"enter - {NEXT}")
    assert not table.asked() and table.unit("s").hex == NEXT
    assert led(hidden=True, mine_guides=("p",)).asked().startswith("Minefield"), "of which they did not know"


@pytest.mark.rule("SL:3.30.7-c", "SL:3.30.7-a")
def test_what_a_prisoner_tells_of_mines() -> None:
    known = questioned(works=built(mined(FAR, hidden=False))).do("interrogate l+p").roll((6, 6), (1,))
    assert known.position.state.mine_guides == ("p",) and known.said("SL:3.30.7-c")
    nothing = questioned().do("interrogate l+p").roll((6, 6), (1,))
    assert not nothing.position.state.mine_guides
