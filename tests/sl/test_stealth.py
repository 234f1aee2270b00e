"""Gaining and losing concealment, moving under it, searches and surprises in Squad Leader (SL:2.3.8 to SL:2.5.8)."""

from __future__ import annotations

from functools import cache

import pytest

from defilade.kernel import Choice
from defilade.rules.sl.terrain import sees
from defilade.tactics.moving import Moving, left_to_spend
from sl.secrets import ask_again, hidden_away, under_cover
from sl.table import Table, near, pair, unit


@cache
def hexes() -> tuple[str, str, str, str]:
    """Woods with woods beside them, an open hex beside both, and a hex that sees the open one but not the woods."""
    g = Table("RPh", []).g
    for woods in g.map.names:
        if g.map.terrain[woods] != "woods":
            continue
        others = [hex for hex in g.map.adjacent[woods] if g.map.terrain[hex] == "woods"]
        fields = [hex for hex in g.map.adjacent[woods] if g.map.terrain[hex] == "open"]
        for field in fields:
            for eye in g.map.names:
                if g.map.distance(eye, field) in (3, 4) and sees(g, eye, field) and not sees(g, eye, woods):
                    for other in others:
                        if not sees(g, eye, other) and field in g.map.adjacent[other]:
                            return woods, other, field, eye
    raise AssertionError("there is no such place")


WOODS, OTHER, FIELD, EYE = hexes()


def corner() -> str:
    """Far from all that."""
    g = Table("RPh", []).g
    return max(g.map.names, key=lambda hex: g.map.distance(hex, WOODS) * (not sees(g, hex, FIELD)))


CORNER = corner()
FAR = {"id": "far", "type": "rus-447", "hex": CORNER}


def quiet_turn(*units: dict[str, object], phase: str = "CCPh") -> Table:
    """A German player turn that ends now."""
    return Table(phase, [*units, unit("r", "rus-447", CORNER)])


# -- gaining (SL:2.3.8) ------------------------------------------------------------------------------------


@pytest.mark.rule("SL:2.3.8.1-a", "SL:2.3.8.1-b", "SL:1.3.1-p8.4")
def test_who_kept_quiet_in_cover_may_be_concealed_when_his_player_turn_ends() -> None:
    table = quiet_turn(unit("g", "ger-467", WOODS, broken=True), unit("f", "ger-467", FIELD))
    assert table.options("conceal") == [f"conceal g {WOODS}"]
    table.do(f"conceal g {WOODS}")
    assert table.unit("g").hex == "" and table.position.state.unseen == ("g",)
    counter = next(iter(table.position.state.covered))
    assert table.unit(counter).hex == WOODS
    assert table.refusal(f"conceal f {FIELD}").rule  # nothing more is asked


@pytest.mark.rule("SL:2.3.8.1-a")
@pytest.mark.parametrize("doing", ["moved", "advanced", "fire", "adjacent", "checked", "quiet"])
def test_who_did_anything_is_not_concealed(doing: str) -> None:
    g = unit("g", "ger-467", WOODS)
    units = [g]
    if doing in ("moved", "advanced"):
        g[doing] = True
    elif doing == "fire":
        g["fire"] = "advancing"
    elif doing == "adjacent":
        units.append(unit("x", "rus-447", OTHER))
    table = Table("CCPh", [*units, unit("r", "rus-447", CORNER)], busy=("g",) if doing == "checked" else ())
    assert bool(table.options("conceal")) is (doing == "quiet")


@pytest.mark.rule("SL:2.3.8.1-a")
def test_a_check_that_fire_causes_counts_even_when_it_is_passed() -> None:
    here, there = pair(2, "woods")
    table = Table("DFPh", [unit("r", "rus-447", here), unit("g", "ger-467", there)])
    table.do(f"target - {there}", "add r", "declare").roll((1, 3), (1, 2))
    assert not table.unit("g").broken and table.position.state.busy == ("g",)


@pytest.mark.rule("SL:2.3.8-q1")
def test_who_is_concealed_gains_nothing_by_day() -> None:
    table = quiet_turn(unit("g", "ger-467", WOODS), phase="APh")
    counter = under_cover(table, "g")
    table.do("done")
    assert table.position.state.covered[counter].dummies == 0 and not table.options("conceal")


# -- losing (SL:2.3.7, SL:2.3.9) ---------------------------------------------------------------------------


@pytest.mark.rule("SL:2.3.7", "SL:2.4-q2")
def test_in_the_open_a_counter_lasts_until_an_enemy_sees_it() -> None:
    table = Table("MPh", [unit("g", "ger-467", near(EYE)), FAR, unit("r", "rus-447", FIELD)])
    counter = under_cover(table, "r")
    g = table.g
    unseen = next(hex for hex in g.map.names if not sees(g, hex, FIELD) and g.map.distance(hex, FIELD) > 6)
    g.place(g.unit("g"), unseen)
    table.do("done")
    assert table.alive(counter)
    seen = Table("APh", [unit("g", "ger-467", EYE), FAR, unit("r", "rus-447", FIELD)])
    counter = under_cover(seen, "r")
    seen.do("done")
    assert not seen.alive(counter) and seen.unit("r").hex == FIELD and seen.said("SL:2.3.7")


@pytest.mark.rule("SL:2.3.9.1-c", "SL:2.3.9.2-a", "SL:2.3.9.2-b", "SL:2.5.2")
def test_in_cover_an_enemy_who_stays_beside_it_does_not_reveal_it() -> None:
    """The older rule, by which every adjacent enemy reveals at the end of the DFPh and APh, is not played."""
    table = Table(
        "DFPh", [unit("g", "ger-467", FIELD), FAR, unit("r", "rus-447", WOODS), unit("h", "rus-447", OTHER)]
    )
    counter = under_cover(table, "r")
    hidden_away(table, "h")
    table.do("done")
    assert table.position.state.phase != "DFPh" and table.alive(counter)
    assert table.position.state.hidden == {"h": OTHER}


@pytest.mark.rule("SL:2.3.9.6", "SL:2.3.9-q2")
def test_broken_enemies_see_nothing() -> None:
    units = [
        unit("g", "ger-467", EYE, broken=True),
        unit("x", "ger-467", CORNER),
        unit("r", "rus-447", FIELD),
    ]
    table = Table("APh", units)
    counter = under_cover(table, "r")
    table.do("done")
    assert table.alive(counter)


# -- moving (SL:2.4) ---------------------------------------------------------------------------------------


@pytest.mark.rule("SL:2.4.1-a", "SL:2.4.1-b", "SL:2.3.9.1-a")
def test_a_counter_moves_unseen_and_is_lost_where_an_enemy_sees_it() -> None:
    table = Table("MPh", [unit("g", "ger-467", WOODS), unit("r", "rus-447", EYE)])
    counter = under_cover(table, "g")
    table.do(f"move {counter}", f"enter - {OTHER}")
    assert table.alive(counter) and table.unit(counter).hex == OTHER
    table.do(f"enter - {FIELD}")
    assert not table.alive(counter) and table.unit("g").hex == FIELD and table.said("SL:2.4.1-b")
    assert "stop" in table.options()  # it goes on with what it has left
    assert table.position.state.tracks["g"].hexes == (OTHER, FIELD)


@pytest.mark.rule("SL:2.4.2")
def test_dummies_move_like_infantry_and_are_gone_where_they_are_seen() -> None:
    table = Table("MPh", [unit("g", "ger-467", CORNER), unit("r", "rus-447", EYE)])
    counter = under_cover(table, dummies=1, hex=WOODS, side="german")
    table.do(f"move {counter}", f"enter - {OTHER}")
    assert table.alive(counter)
    table.do(f"enter - {FIELD}")
    assert not table.alive(counter) and "move g" in table.options("move")


@pytest.mark.rule("SL:2.4.2")
def test_as_far_as_those_under_it_could_go() -> None:
    table = Table(
        "MPh", [unit("g", "ger-467", WOODS), unit("l", "ger-8-1", WOODS), unit("r", "rus-447", CORNER)]
    )
    counter = under_cover(table, "g", "l")
    frame = table.do(f"move {counter}").position.state.stack[-1]
    assert isinstance(frame, Moving) and [left.mf for left in left_to_spend(table.g, frame)] == [6]
    dummy = Table("MPh", [unit("g", "ger-467", CORNER), unit("r", "rus-447", CORNER)])
    counter = under_cover(dummy, dummies=3, hex=WOODS, side="german")
    frame = dummy.do(f"move {counter}").position.state.stack[-1]
    assert isinstance(frame, Moving) and [left.mf for left in left_to_spend(dummy.g, frame)] == [4]


@pytest.mark.rule("SL:2.4.3")
def test_from_cover_to_cover_one_advances_in_sight() -> None:
    g = Table("RPh", []).g
    eye = next(hex for hex in g.map.names if sees(g, hex, OTHER) and hex not in (WOODS, OTHER))
    units = [unit("g", "ger-467", WOODS), unit("r", "rus-447", eye)]
    table = Table("APh", units)
    counter = under_cover(table, "g")
    table.do(f"advance {counter} {OTHER}")
    assert table.alive(counter)
    table = Table("APh", [units[0], unit("r", "rus-447", EYE)])
    counter = under_cover(table, "g")
    table.do(f"advance {counter} {FIELD}")
    assert not table.alive(counter) and table.unit("g").hex == FIELD and table.said("SL:2.4.3")


# -- running into them, and searches -----------------------------------------------------------------------


@pytest.mark.rule("SL:2.5.5-a", "SL:2.5.5-b", "SL:2.3.9-q6", "SL:2.3.9.2-d", "SL:1.3.1-p4.2")
@pytest.mark.parametrize("hide", [False, True])
def test_who_tries_to_enter_is_turned_back_and_his_move_is_over(hide: bool) -> None:
    table = Table("MPh", [unit("g", "ger-467", FIELD), FAR, unit("r", "rus-447", WOODS)])
    if hide:
        hidden_away(table, "r")
    else:
        under_cover(table, "r")
    table.do("move g", f"enter - {WOODS}")
    assert table.unit("g").hex == FIELD and table.unit("r").hex == WOODS
    assert "move g" not in table.options() and table.said("SL:2.5.5-a")


@pytest.mark.rule("SL:2.3.9-q6")
def test_where_nobody_is_he_goes_on() -> None:
    table = Table("MPh", [unit("g", "ger-467", FIELD), FAR])
    counter = under_cover(table, dummies=1, hex=WOODS)
    table.do("move g", f"enter - {WOODS}")
    assert table.unit("g").hex == WOODS and not table.alive(counter) and "stop" in table.options()


def searching(*russians: str, dice: tuple[int, int], dummies: int = 0) -> Table:
    units = [unit(f"r{number}", counter, WOODS) for number, counter in enumerate(russians)]
    table = Table("MPh", [unit("g", "ger-467", FIELD), FAR, *units])
    under_cover(table, *(one["id"] for one in units), dummies=dummies, hex=WOODS)
    return table.do("search g").roll(dice)


@pytest.mark.rule("SL:2.3.9.3-a", "SL:2.3.9.3-d", "SL:2.3.9.3-e")
def test_a_search_is_a_morale_check_of_all_who_lie_beside_it() -> None:
    assert searching("rus-447", "rus-628", dice=(3, 4)).position.state.unseen
    found = searching("rus-447", "rus-628", dice=(4, 4))  # 8: the 4-4-7 fails, the 6-2-8 would not
    assert found.unit("r0").hex == WOODS and found.unit("r1").hex == WOODS
    assert not found.unit("r0").broken and not found.unit("r0").dm
    assert "search g" not in found.options()


@pytest.mark.rule("SL:2.3.9.3-b")
def test_dummies_check_with_seven() -> None:
    assert searching(dummies=1, dice=(3, 4)).position.state.covered
    assert not searching(dummies=1, dice=(4, 4)).position.state.covered


@pytest.mark.rule("SL:2.3.9.3-c")
def test_leaders_help_and_do_not_check() -> None:
    assert searching("rus-447", "rus-8-1", dice=(4, 4)).position.state.covered
    assert not searching("rus-447", "rus-8-1", dice=(5, 4)).position.state.covered
    assert searching("rus-7-0", dice=(5, 6)).position.state.covered


@pytest.mark.rule("SL:2.3.9-q7", "SL:2.3.9.3-a")
def test_movers_search_each_as_its_move_ends_and_may_leave_it() -> None:
    table = Table(
        "MPh",
        [
            unit("g", "ger-467", EYE),
            unit("b", "ger-467", FIELD, broken=True),
            FAR,
            unit("r", "rus-447", WOODS),
        ],
    )
    under_cover(table, "r")
    assert set(table.options("search")) == {"search b"}  # the broken search, too; the other is not beside it
    step = next(
        hex
        for hex in table.g.map.adjacent[FIELD]
        if hex not in (WOODS, OTHER) and hex in table.g.map.adjacent[WOODS]
    )
    table.g.place(table.unit("g"), step)
    ask_again(table)
    table.do("move g", f"enter - {FIELD}", "stop")
    assert table.options() == ["search g", "no"]
    table.do("no")
    assert "search g" not in table.options()


@pytest.mark.rule("SL:2.3.9.2-c", "SL:2.3.9.2-d")
@pytest.mark.parametrize("kills", [True, False])
def test_who_advances_upon_the_concealed_must_survive_their_attack_first(kills: bool) -> None:
    table = Table("APh", [unit("g", "ger-467", FIELD), FAR, unit("r", "rus-628", WOODS)])
    under_cover(table, "r")
    table.do(f"advance g {WOODS}")
    while table.position.state.phase == "APh":
        table.do("done")
    assert table.unit("r").hex == WOODS
    assert table.options() == ["attack g", "done"]  # asked of the Russian
    table.do("attack g", "with r", "declare").roll((1, 2) if kills else (6, 5))
    assert table.alive("g") is not kills
    if not kills:
        assert table.options("attack") == ["attack r"]
        table.do("attack r", "with g", "declare").roll((6, 5))
        assert table.said("SL:2.3.9.2-c") and table.unit("r").melee


@pytest.mark.rule("SL:2.5.8")
def test_the_hidden_may_become_concealed_to_move() -> None:
    table = Table(
        "MPh", [unit("g", "ger-467", WOODS), unit("x", "ger-467", CORNER), unit("r", "rus-447", EYE)]
    )
    hidden_away(table, "g")
    assert f"conceal - {WOODS}" in table.options("conceal")
    table.do(f"conceal - {WOODS}")
    counter = next(iter(table.position.state.covered))
    table.do(f"move {counter}", f"enter - {OTHER}")
    assert table.alive(counter) and table.position.state.hidden == {}


@cache
def on_the_way() -> tuple[str, str, str, str, str]:
    """Where a move begins in the open, two hexes of its way, the woods where it leads, and one that sees the first."""
    g = Table("RPh", []).g

    def open_near(hex: str) -> list[str]:
        return [near for near in g.map.adjacent[hex] if g.map.terrain[near] == "open"]

    for goal in [hex for hex in g.map.names if g.map.terrain[hex] == "woods"]:
        for second in open_near(goal):
            for first in open_near(second):
                for start in open_near(first):
                    if len({start, first, second}) < 3:
                        continue
                    for eye in g.map.names:
                        if (
                            g.map.terrain[eye] == "open"
                            and g.map.distance(eye, first) == 4
                            and sees(g, eye, first)
                        ):
                            return start, first, second, goal, eye
    raise AssertionError


@pytest.mark.rule("SL:2.5.5-42D")
def test_who_is_about_to_find_somebody_is_fired_at_on_his_way_first() -> None:
    start, first, second, goal, eye = on_the_way()

    def coming(convention: str = "on") -> Table:
        men = [unit("g", "ger-8-1", start), unit("x", "ger-467", start), unit("r", "rus-447", eye)]
        options = {"fire-before-discovery": convention}
        table = Table("MPh", [*men, unit("h", "rus-447", goal)], options=options)
        hidden_away(table, "h")
        return table.do("move g", f"enter - {first}", f"enter - {second}", f"enter - {goal}")

    held = coming()
    assert isinstance(held.position.pending, Choice) and held.position.pending.side == "russian"
    assert f"target g {first}" in held.options() and not held.said("SL:2.5.5-a")
    held.do("hold-fire")
    assert held.said("SL:2.5.5-a") and held.unit("h").hex == goal and held.unit("g").hex == second
    held.do("done")
    assert held.g.state.phase == "DFPh" and not [one for one in held.options() if one.startswith("target g ")]
    missed = coming().do(f"target g {first}", "add r", "declare").roll((6, 6))
    while not missed.said("SL:2.5.5-a"):
        missed.do("hold-fire")
    assert missed.unit("g").hex == second and missed.unit("r").fire
    dead = coming().do(f"target g {first}", "add r", "declare").roll((1, 1))
    while dead.asked():
        dead.roll((6, 6))
    assert not dead.said("SL:2.5.5-a") and "h" in dead.position.state.hidden  # nobody comes there any more
    off = coming("off")
    assert off.said("SL:2.5.5-a") and f"target g {first}" in off.do("done").options()
