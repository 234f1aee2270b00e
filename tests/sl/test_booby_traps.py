"""Booby traps (SL:15.8)."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from defilade.kernel import Choice, determinized, make_view
from defilade.rules.sl.card import Group
from defilade.rules.sl.mines.booby_traps import no_place_for_traps
from defilade.rules.sl.mines.minefields import no_place_for_mines
from defilade.rules.sl.state import DOORWAY_MINE, MINES, STAIRWAY_MINE, Work
from defilade.rules.sl.system import SlSystem
from defilade.tactics.areas import Area
from sl.earthworks import built, mined
from sl.secrets import ask_again, seen_by
from sl.table import Table, pair, unit

SQUAD, FOE, LEADER = "ger-467", "rus-447", "ger-9-1"
OUT, HOUSE = pair(1, "stone_building")
HARMLESS, CHECK = (6, 6), (5, 5)
"""Of a trap of two factors behind stone walls: the dice less 3."""


def trap(factors: int = 2, side: str = "russian", kind: str = DOORWAY_MINE, hex: str = HOUSE) -> Work:
    return Work(kind, hex, side, factors, True)


def on_card(table: Table, engineers: bool = False) -> Table:
    """By the card the Russians have traps."""
    groups = tuple(
        Group(
            id=side,
            name=side,
            side=side,
            provenance="original",
            setup=Area(rows="A-Z"),
            units={},
            works={DOORWAY_MINE: 4, MINES: 4} if side == "russian" else {},
            engineers=engineers and side == "german",
        )
        for side in ("german", "russian")
    )
    card = msgspec.structs.replace(table.g.scenario, groups=groups)
    table.system = SlSystem({card.id: card})
    ask_again(table)
    return table


def men(*more: dict[str, Any], who: str = SQUAD) -> list[dict[str, Any]]:
    return [unit("s", who, OUT), unit("r", FOE, "A1"), *more]


def at_the_door(
    phase: str = "MPh", *more: dict[str, Any], who: str = SQUAD, work: Work | None = None, **state: Any
) -> Table:
    engineers = state.pop("engineers", False)
    table = Table(phase, men(*more, who=who), works=built(work or trap()), **state)
    return on_card(table, engineers)


@pytest.mark.rule("SL:15.8.9.1-a", "SL:15.8.3", "SL:15.8.9.7-a", "SL:15.8-c", "SL:15.8.4-b", "SL:15.8.5")
def test_who_goes_in_without_care_sets_it_off_and_the_walls_make_it_worse() -> None:
    table = at_the_door()
    assert seen_by(table, "german") == seen_by(on_card(Table("MPh", men())), "german")
    table.do("move s", f"enter - {HOUSE}")
    assert table.asked().startswith("Booby trap of 2 factors") and table.said("SL:15.8.9.2")
    table.roll(HARMLESS)
    found = {line.rule: line.value for line in table.breakdown("mines").lines if line.sign == "+"}
    assert found == {"SL:15.8.9.7-a": -3}
    assert table.position.state.works == {}, "once, though it has done nothing"
    assert table.do("stop").unit("s").hex == HOUSE


@pytest.mark.rule("SL:15.8.4-a")
def test_its_own_side_goes_in_and_out() -> None:
    table = at_the_door(work=trap(side="german")).do("move s", f"enter - {HOUSE}")
    assert not table.asked() and len(table.position.state.works) == 1


@pytest.mark.rule("SL:15.8.9.1-b", "SL:15.8.9.4-a", "SL:15.8.9.8")
def test_who_takes_his_time_may_disarm_it() -> None:
    table = at_the_door().do("move s")
    assert [text for text in table.options("enter-carefully") if HOUSE in text] == [
        f"enter-carefully - {HOUSE} 1",
        f"enter-carefully - {HOUSE} 2",
    ]
    table.do(f"enter-carefully - {HOUSE} 2")
    assert table.options() == ["disarm", "wait-for-others", "let-it-go-off"]
    table.do("disarm")
    assert table.asked().endswith(": 2 or less.")
    table.roll((2,))
    assert table.position.state.works == {} and not any(event.kind == "mines" for event in table.events)
    assert table.position.state.at_traps == ("s",), "and it fires no more in this player turn"
    failed = at_the_door().do("move s", f"enter-carefully - {HOUSE} 2", "disarm").roll((3,))
    assert failed.asked().startswith("Booby trap") and failed.roll(HARMLESS).unit("s").hex == HOUSE
    going = at_the_door().do("move s", f"enter-carefully - {HOUSE} 1", "let-it-go-off").roll(HARMLESS)
    assert "stop" in going.options() and going.position.state.at_traps == ()


def waiting(*more: dict[str, Any]) -> Table:
    table = at_the_door("MPh", unit("l", "ger-9-2", OUT), unit("t", SQUAD, OUT), *more)
    return table.do("move s", f"enter-carefully - {HOUSE} 1", "wait-for-others")


@pytest.mark.rule("SL:15.8.9.2", "SL:15.8.9.3", "SL:15.8.9.4-a", "SL:15.8.9.4-b")
def test_who_comes_upon_it_may_first_bring_in_others() -> None:
    table = waiting()
    assert table.unit("s").hex == HOUSE and not table.asked() and len(table.position.state.works) == 1
    assert table.options("move") == ["move l", "move t"]
    table.do("move l", f"enter - {HOUSE}")
    assert table.said("SL:15.8.9.3") and table.unit("l").hex == HOUSE and not table.asked()
    assert table.options("move") == ["move t"], "nobody goes on from there"
    table.do(f"disarm-trap s {HOUSE}")
    assert table.asked().endswith(": 1 or less.")
    table.roll((3,))  # the 9-2 helps by two
    assert not table.position.state.works and table.position.state.at_traps == ("s",)
    assert not table.position.state.held_traps and not table.options("disarm-trap")


@pytest.mark.rule("SL:15.8.9.2", "SL:15.8.9.1-a")
def test_nobody_waits_at_a_trap_beyond_the_phase() -> None:
    table = waiting().do("done")
    assert table.position.state.phase == "MPh" and table.asked().endswith(": 1 or less.")
    table.roll((2,))
    assert table.asked().startswith("Booby trap of 2 factors")
    table.roll(HARMLESS)
    assert table.position.state.phase != "MPh" and not table.position.state.works
    assert table.position.state.at_traps == ("s",)


@pytest.mark.rule("SL:15.8.9.8")
def test_who_has_disarmed_one_does_not_fire() -> None:
    near = next(hex for hex in Table("RPh", []).g.map.adjacent[HOUSE] if hex != OUT)
    there = [unit("s", SQUAD, HOUSE, moved=True), unit("r", FOE, near)]
    assert Table("AFPh", there).options("target")
    assert not on_card(Table("AFPh", there, at_traps=("s",))).g.state.phase == "AFPh"


@pytest.mark.rule("SL:15.8.9.4-b", "SL:15.7.14.1-c", "SL:15.8.9.5")
def test_leaders_and_engineers_disarm_better() -> None:
    table = at_the_door("MPh", unit("l", LEADER, OUT)).do("move s", "join l")
    most = [text for text in table.options("enter-carefully") if HOUSE in text]
    assert most[-1].endswith(" 2"), "the two MF that the leader brings may not be used for it"
    table.do(f"enter-carefully - {HOUSE} 1", "disarm").roll((2,))
    assert table.position.state.works == {}, "a 2 less the leader's 1"
    alone = at_the_door(who=LEADER).do("move s")
    assert [text for text in alone.options("enter-carefully") if HOUSE in text][-1].endswith(" 4")
    alone.do(f"enter-carefully - {HOUSE} 4", "disarm").roll((5,))
    assert alone.position.state.works == {}
    sappers = at_the_door(engineers=True).do("move s", f"enter-carefully - {HOUSE} 1", "disarm").roll((2,))
    assert sappers.position.state.works == {}


@pytest.mark.rule("SL:15.8.9.6")
def test_in_the_aph_it_is_disarmed_on_two_or_less() -> None:
    table = at_the_door("APh").do(f"advance s {HOUSE}")
    assert table.asked().endswith(": 2 or less.")
    assert at_the_door("APh").do(f"advance s {HOUSE}").roll((2,)).position.state.works == {}
    table.roll((3,))
    assert table.asked().startswith("Booby trap")


@pytest.mark.rule("SL:3.7.10")
def test_scouts_set_off_mines_and_traps_and_may_disarm_these() -> None:
    table = at_the_door(who="ger-scout").do("move s", f"enter - {HOUSE}")
    assert table.asked().startswith("Booby trap of 2 factors")
    careful = at_the_door(who="ger-scout").do("move s", f"enter-carefully - {HOUSE} 3", "disarm").roll((3,))
    assert careful.position.state.works == {} and careful.alive("s")
    field = Table("MPh", men(who="ger-scout"), works=built(mined(HOUSE))).do("move s", f"enter - {HOUSE}")
    assert field.asked().startswith("Minefield")
    assert not field.roll((1, 2)).alive("s")


@pytest.mark.rule("SL:15.7-c", "SL:6.3.6.4")
def test_who_runs_or_falls_back_has_no_chance_to_disarm_it() -> None:
    broken = [unit("s", SQUAD, OUT, broken=True, dm=True), unit("r", FOE, "A1")]
    table = on_card(Table("RtPh", broken, works=built(trap())))
    routs = [text for text in table.options("rout") if text.endswith(HOUSE)]
    assert routs
    table.do(routs[0])
    assert table.asked().startswith("Booby trap of 2 factors")
    melee = [unit("g", SQUAD, OUT, melee=True), unit("r", FOE, OUT, melee=True)]
    back = on_card(Table("CCPh", melee, works=built(trap()))).do("withdraw g", "done")
    while not back.asked().startswith("Booby"):
        if back.asked():
            back.roll((6, 6))
        else:
            into = [text for text in back.options("fall-back") if text.endswith(HOUSE)]
            back.do(into[0] if into else back.options()[-1])
    assert back.unit("g").hex == HOUSE


@pytest.mark.rule("SL:15.8.1-b", "SL:15.8.2", "SL:15.8-d")
def test_with_traps_mines_at_a_building_lie_beside_it() -> None:
    field = Table("MPh", men(), works=built(mined(HOUSE)))
    assert field.do("move s", f"enter - {HOUSE}").asked().startswith("Minefield")
    beside = on_card(Table("MPh", men(), works=built(mined(HOUSE)))).do("move s", f"enter - {HOUSE}")
    assert not beside.asked(), "it is not in the building"
    around = on_card(Table("MPh", men(), works=built(mined(HOUSE), trap()))).do("move s")
    ways = [text for text in around.options("bypass") if HOUSE in text]
    assert ways
    around.do(ways[0])
    assert around.asked().startswith("Minefield"), "and the trap is not at who goes around"
    around.roll(HARMLESS)
    assert not around.asked()


@pytest.mark.rule("SL:15.8-a", "SL:15.8.10.1")
def test_where_traps_are_set() -> None:
    g = Table("RPh", [], board="1").g
    stairs = next(hex for hex in g.map.names if g.map.has_stairs(hex))
    field = next(hex for hex in g.map.names if not g.terrain_of(hex).structure)
    assert no_place_for_traps(g, DOORWAY_MINE, stairs) is None
    assert no_place_for_traps(g, DOORWAY_MINE, field) is not None
    above = next(place for place in g.map.places_in(stairs) if place != stairs)
    assert no_place_for_traps(g, DOORWAY_MINE, above) is not None
    assert no_place_for_traps(g, STAIRWAY_MINE, above) is None
    assert no_place_for_traps(g, STAIRWAY_MINE, field) is not None
    assert no_place_for_mines(g, MINES, above) is not None


@pytest.mark.rule("SL:15.8.10.1", "SL:15.8.10.3")
def test_a_trap_on_the_stairs_strikes_who_uses_them_on_the_floor_that_he_leaves() -> None:
    g = Table("RPh", [], board="1").g
    stairs = next(hex for hex in g.map.names if g.map.has_stairs(hex))
    above = next(place for place in g.map.places_in(stairs) if place != stairs)
    there = [unit("s", SQUAD, stairs), unit("r", FOE, "1A1")]

    def mph(**more: Any) -> Table:
        works = built(trap(kind=STAIRWAY_MINE, hex=stairs, **more))
        return Table("MPh", there, board="1", works=works).do("move s", f"enter - {above}")

    table = mph()
    assert table.asked().startswith("Booby trap on the stairs of 2 factors") and table.unit("s").hex == stairs
    assert table.roll(HARMLESS).unit("s").hex == above
    broken = mph().roll((2, 5), (6, 5))
    assert broken.unit("s").hex == stairs and broken.unit("s").broken
    assert not mph(side="german").asked()
    works = built(trap(kind=STAIRWAY_MINE, hex=stairs))
    aph = Table("APh", there, board="1", works=works).do(f"advance s {above}")
    assert aph.asked().endswith(": 2 or less.") and aph.roll((1,)).unit("s").hex == above


@pytest.mark.rule("SL:3.30.7-c")
def test_a_prisoner_disarms_a_trap_of_which_his_captors_know() -> None:
    captive = unit("p", FOE, OUT, side="german", captive="russian", broken=True)
    known = msgspec.structs.replace(trap(), hidden=False)
    state: dict[str, Any] = {"guards": {"p": "s"}, "mine_guides": ("p",)}
    table = at_the_door("MPh", captive, work=known, **state).do("done", "move s", f"enter - {HOUSE}")
    assert not table.asked() and table.position.state.works == {} and table.said("SL:3.30.7-c")


@pytest.mark.rule("SL:15.8.3")
def test_who_has_come_upon_one_can_think_ahead_without_knowing_how_strong_it_is() -> None:
    table = at_the_door().do("move s", f"enter-carefully - {HOUSE} 2")
    view = make_view(table.system, table.position, "german", 0)
    assert view.state.works == {}
    twin = determinized(table.system, view, random.Random(3))
    assert isinstance(twin.pending, Choice)
    twin.advance(table.action("let-it-go-off"))


@pytest.mark.rule("SL:15.8.1-a")
def test_only_where_the_card_gives_traps_one_goes_in_with_care() -> None:
    assert at_the_door().do("move s").options("enter-carefully")
    plain = Table("MPh", men(), works=built(trap())).do("move s")
    assert not plain.options("enter-carefully") and f"enter - {HOUSE}" in plain.options()
