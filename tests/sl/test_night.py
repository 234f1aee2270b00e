"""Night in Squad Leader (SL:2.8): what is seen, what lights it up, and what stays concealed."""

from __future__ import annotations

import pytest

from defilade.rules.sl.presentation import present
from defilade.rules.sl.terrain import sees
from defilade.tactics.moving import Moving, left_to_spend
from defilade.tactics.units import Weapon
from sl.secrets import hidden_away, under_cover
from sl.table import Table, near, pair, unit

HERE, THERE = pair(4)
TURN_ONE = 2
"""The number of the first player turn."""


def in_the_dark(phase: str = "AFPh", **more: object) -> Table:
    """A German at one end of a line of sight, a Russian four hexes off."""
    target = {name: more.pop(name) for name in ("moved", "broken") if name in more}
    units = [unit("g", "ger-467", HERE), unit("r", "rus-447", THERE, **target)]
    return Table(phase, units, night=True, **more)


def targets(table: Table) -> list[str]:
    try:
        return [option.split()[2] for option in table.options("target")]
    except AssertionError:
        return []


@pytest.mark.rule("SL:2.8.1", "SL:2.8.2")
def test_only_who_has_moved_within_the_range_is_seen() -> None:
    assert targets(in_the_dark(nvr=4, moved=True)) == [THERE]
    assert targets(in_the_dark(nvr=3, moved=True)) == []
    assert targets(in_the_dark(nvr=9)) == []
    day = Table("AFPh", [unit("g", "ger-467", HERE), unit("r", "rus-447", THERE)])
    assert targets(day) == [THERE]


@pytest.mark.rule("SL:2.8.10")
def test_not_even_who_is_adjacent_is_seen_if_he_keeps_still() -> None:
    a, b = pair(1)
    units = [unit("g", "ger-467", a), unit("r", "rus-447", b)]
    assert targets(Table("PFPh", units, night=True, nvr=9)) == []
    assert targets(Table("PFPh", units, night=True, nvr=2, flashes=((b, TURN_ONE - 1),))) == [b]


@pytest.mark.rule("SL:2.8.3")
def test_the_range_is_rolled_at_the_end_of_the_first_rally_phase_of_a_turn() -> None:
    table = in_the_dark("RPh")
    assert "in the dark" in table.asked()
    table.roll((3, 4))
    assert table.position.state.nvr == 7
    second = in_the_dark("RPh", attacker="russian", nvr=7)
    assert second.asked() == "" and second.position.state.nvr == 7


@pytest.mark.rule("SL:2.8.6-a", "SL:2.8.6-b")
def test_flashes_of_this_and_the_last_player_turn_are_fired_at_as_area_fire_beyond_the_range() -> None:
    near_enough = in_the_dark(nvr=4, flashes=((THERE, TURN_ONE),)).do(f"target - {THERE}", "add g", "declare")
    near_enough.roll((6, 5))
    assert near_enough.breakdown().value("SL:2.8.6-b") is None
    far = in_the_dark(nvr=3, flashes=((THERE, TURN_ONE - 1),)).do(f"target - {THERE}", "add g", "declare")
    far.roll((6, 5))
    assert far.breakdown().value("SL:2.8.6-b") == 0.5 and far.breakdown().total == 2
    assert targets(in_the_dark(nvr=3, flashes=((THERE, TURN_ONE - 2),))) == []


@pytest.mark.rule("SL:2.8.6-a", "SL:2.8.8")
def test_who_fires_betrays_his_hex_and_not_where_he_goes_from_there() -> None:
    table = in_the_dark("PFPh", nvr=2, flashes=((THERE, TURN_ONE),))
    table.do(f"target - {THERE}", "add g", "declare").roll((6, 5))
    while table.position.state.phase in ("PFPh",):
        table.do("done")
    assert (HERE, TURN_ONE) in table.position.state.flashes
    gone = in_the_dark(nvr=2, flashes=((near(THERE), TURN_ONE),))
    assert targets(gone) == []


@pytest.mark.rule("SL:2.8.7")
def test_close_combat_is_seen_like_a_flash() -> None:
    units = [unit("g", "ger-467", HERE), unit("r", "rus-447", THERE, melee=True)]
    units.append(unit("x", "ger-467", THERE, melee=True))
    assert targets(Table("PFPh", units, night=True, nvr=2)) == [THERE]


@pytest.mark.rule("SL:2.8.14")
def test_a_concealed_mover_in_the_open_is_fired_at_with_both_modifiers_and_half_the_firepower() -> None:
    g = Table("RPh", []).g
    here, there = next(
        (a, b)
        for a in g.map.names
        for b in g.map.names
        if g.map.distance(a, b) == 3
        and sees(g, a, b)
        and g.map.hindrance(a, b) == 0
        and g.map.terrain[b] == "open"
        and any(g.map.terrain[hex] == "open" and not g.map.roads.get(hex) for hex in g.map.adjacent[b])
    )
    units = [unit("g", "ger-467", near(there, "open")), unit("r", "rus-447", here)]
    table = Table("MPh", units, night=True, nvr=9)
    counter = under_cover(table, "g")
    table.do(f"move {counter}", f"enter - {there}")
    assert table.alive(counter)  # movement alone gives nobody away
    while table.position.state.phase == "MPh":
        table.do("no" if "no" in table.options() else "stop" if "stop" in table.options() else "done")
    table.do(f"target - {there}", "add r", "declare").roll((6, 5))
    assert table.breakdown().drm == -2 and table.breakdown().value("SL:2.3.4") == 0.5


# -- light (SL:2.8.22 to SL:2.8.25) ------------------------------------------------------------------------


@pytest.mark.rule("SL:2.8.22-a", "SL:2.8.22-b", "SL:2.8.24", "SL:1.3.1-p8.4")
def test_a_leader_who_sees_the_enemy_lights_the_night_until_the_player_turn_is_over() -> None:
    units = [unit("l", "ger-8-1", HERE), unit("g", "ger-467", HERE), unit("r", "rus-447", THERE)]
    table = Table("RPh", units, night=True, flashes=((THERE, TURN_ONE - 1),))
    table.do("done").roll((2, 3))
    shells = [option.split()[2] for option in table.options("star-shell")]
    assert max(table.g.map.distance(HERE, hex) for hex in shells) == 5
    table.do(f"star-shell l {THERE}")
    assert not table.unit("l").fire and not table.unit("l").directed and not table.unit("l").acted
    assert not table.options("star-shell") if table.position.state.phase == "RPh" else True
    assert targets(table) == [THERE]
    table.do(f"target - {THERE}", "add g", "declare", "no-leader").roll((6, 5))
    assert table.breakdown().total == 4
    while table.position.state.attacker == "german":
        table.do("done")
    assert table.position.state.star_shells == ()


@pytest.mark.rule("SL:2.8.22-a")
def test_without_an_enemy_in_sight_and_range_there_is_no_star_shell() -> None:
    units = [unit("l", "ger-8-1", HERE), unit("r", "rus-447", THERE)]
    still = Table("RPh", units, night=True).roll((1, 3))  # whether he has moved or not
    assert still.options("star-shell")
    assert Table("RPh", units, night=True).roll((1, 2)).position.state.phase != "RPh"
    blind = next(hex for hex in still.g.map.names if not sees(still.g, HERE, hex))
    hidden = [units[0], unit("r", "rus-447", blind)]
    assert Table("RPh", hidden, night=True).roll((6, 6)).position.state.phase != "RPh"


@pytest.mark.rule("SL:2.8.25")
def test_a_burning_wreck_lights_two_hexes_around() -> None:
    from defilade.rules.sl.eyes.night import is_lit
    from defilade.rules.sl.vehicle_pieces import Vehicle

    table = in_the_dark()
    table.g.state.vehicles["t"] = Vehicle("t", "german", "x", HERE, wreck=True, burning=True)
    lit = [hex for hex in table.g.map.names if is_lit(table.g, hex)]
    assert {table.g.map.distance(HERE, hex) for hex in lit} == {0, 1, 2}
    table.g.state.vehicles["t"] = Vehicle("t", "german", "x", HERE, wreck=True)
    assert not is_lit(table.g, HERE)


@pytest.mark.rule("SL:2.8.4", "SL:2.8.5")
def test_moving_vehicles_are_seen_three_hexes_farther() -> None:
    from defilade.rules.sl.eyes.night import movers_seen
    from defilade.rules.sl.vehicle_pieces import Vehicle

    table = in_the_dark(nvr=1)
    table.g.state.vehicles["t"] = Vehicle("t", "russian", "x", THERE, moved=True, passengers=("r",))
    assert movers_seen(table.g, HERE, THERE, "russian")
    table.g.state.nvr = 0
    assert not movers_seen(table.g, HERE, THERE, "russian")


# -- concealment by night ----------------------------------------------------------------------------------


@pytest.mark.rule("SL:2.8.16-a", "SL:2.8.16-b", "SL:2.8.17", "SL:2.3.9-q3")
@pytest.mark.parametrize("real", [True, False])
def test_moving_into_the_light_in_sight_of_the_enemy_costs_concealment(real: bool) -> None:
    step = near(THERE)
    units = [unit("g", "ger-467", step), unit("r", "rus-447", HERE)]
    for lit in (False, True):
        table = Table("MPh", units, night=True, nvr=9, star_shells=(THERE,) if lit else ())
        counter = under_cover(
            table, *(["g"] if real else []), dummies=0 if real else 2, hex=step, side="german"
        )
        if not real:
            table.g.place(table.unit("g"), pair(8)[0])
        table.do(f"move {counter}", f"enter - {THERE}")
        assert table.alive(counter) is not lit


@pytest.mark.rule("SL:2.8.20", "SL:2.8.12-a", "SL:2.8.13")
def test_by_night_concealment_grows_anywhere_and_beside_enemies() -> None:
    a, b = pair(1)
    units = [
        unit("g", "ger-467", a),
        unit("h", "ger-467", a),
        unit("k", "ger-467", near(b)),
        unit("r", "rus-447", b),
    ]
    table = Table("APh", units, night=True, nvr=2)
    counter = under_cover(table, "h")
    hidden_away(table, "k")
    table.do("done")
    assert table.position.state.attacker == "russian" and table.alive(counter)
    assert table.options("conceal") == [f"conceal g {a}"]
    assert table.position.state.covered[counter].dummies == 1 and table.position.state.hidden == {
        "k": near(b)
    }
    day = Table("APh", units[:2] + units[3:])
    day.do("done")
    assert not day.options("conceal") if day.position.state.phase == "RPh" else True


@pytest.mark.rule("SL:2.8.19")
def test_a_stack_that_splits_by_night_has_a_counter_for_each_part() -> None:
    units = [unit("g", "ger-467", HERE), unit("h", "ger-467", HERE), unit("r", "rus-447", THERE)]
    table = Table("MPh", units, night=True, nvr=2)
    counter = under_cover(table, "g", "h", dummies=1)
    table.do(f"split {counter}+h")
    other = next(uid for uid in table.position.state.covered if uid != counter)
    assert table.position.state.covered[other].units == ("h",)
    table.do(f"split {counter} - dummy")
    assert len(table.position.state.covered) == 3
    assert not Table("MPh", units).options("split")


@pytest.mark.rule("SL:2.8.21")
def test_the_hidden_get_a_counter_before_they_move_where_it_is_dark() -> None:
    units = [unit("g", "ger-467", HERE), unit("h", "ger-467", near(HERE)), unit("r", "rus-447", THERE)]
    table = Table("MPh", units, night=True, nvr=2)
    hidden_away(table, "g")
    assert table.options("conceal") == [f"conceal - {HERE}"]
    table.do(f"conceal - {HERE}")
    assert table.said("SL:2.8.21") and len(table.position.state.covered) == 1
    lit = Table("MPh", units, night=True, nvr=2, star_shells=(HERE,))
    hidden_away(lit, "g")
    assert lit.options("conceal") == []


@pytest.mark.rule("SL:2.4-q1")
def test_counters_move_six_by_night_where_those_under_them_can() -> None:
    units = [unit("l", "ger-8-1", HERE), unit("g", "ger-467", near(HERE)), unit("r", "rus-447", THERE)]
    for men, mf in ((("l",), 6), (("g",), 4), ((), 6)):
        table = Table("MPh", units, night=True, nvr=2)
        hex = table.unit(men[0]).hex if men else HERE
        counter = under_cover(table, *men, dummies=0 if men else 1, hex=hex, side="german")
        frame = table.do(f"move {counter}").position.state.stack[-1]
        assert isinstance(frame, Moving) and [left.mf for left in left_to_spend(table.g, frame)] == [mf]


@pytest.mark.rule("SL:2.8.12-b", "SL:2.8.15")
def test_in_close_combat_by_night_those_who_attack_the_concealed_count_half_for_one_player_turn() -> None:
    a, b = pair(1)
    units = [unit("g", "ger-467", a), unit("r", "rus-447", b)]
    values = []
    for night in (True, False):
        table = Table("APh", units, night=night, nvr=2)
        under_cover(table, "r")
        table.do(f"advance g {b}")
        while table.position.state.phase == "APh":
            table.do("done")
        assert table.unit("r").hex == b  # its contents are shown
        table.do("attack g", "with r", "declare").roll((6, 5))
        table.do("attack r", "with g", "declare").roll((6, 5))
        values.append(table.breakdown("close_combat").total)
        while table.position.state.attacker == "german":
            table.do("done")
        assert table.position.state.shrouded == ()
    assert values == [2, 4]


# -- rallying out of sight (SL:2.3-q2) ---------------------------------------------------------------------


@pytest.mark.rule("SL:2.3-q2", "SL:3.17.3-a", "SL:3.17.3-b", "SL:3.23.9-a")
@pytest.mark.parametrize(
    ("counter", "led", "roll", "rallies"),
    [
        ("fin-648", True, (4, 4), True),
        ("fin-648", False, (2, 2), True),
        ("fin-648", False, (2, 3), False),
        ("ger-247-crew", True, (3, 4), True),
        ("ger-247-crew", False, (2, 2), True),
        ("ger-247-crew", False, (2, 3), False),
    ],
)
def test_who_rallies_by_himself_does_so_under_a_counter(
    counter: str, led: bool, roll: tuple[int, int], rallies: bool
) -> None:
    wood = next(hex for hex, kind in Table("RPh", []).g.map.terrain.items() if kind == "woods")
    units = [unit("u", counter, wood, broken=True, side="german"), unit("r", "rus-447", THERE)]
    if led:
        units.append(unit("l", counter[:3] + "-8-0", wood, side="german"))
    gun = Weapon("w", "german", "ger-at-37", owner="u", hex=wood)
    weapons = {"w": gun} if counter.endswith("crew") else {}
    table = Table("APh", units, attacker="russian", weapons=weapons)
    under_cover(table, *(["u", "l"] if led else ["u"]))
    while table.position.state.phase != "RPh":
        table.do("done")
    table.do("rally-unseen u").roll(roll)
    assert table.unit("u").broken != rallies


@pytest.mark.rule("SL:2.3-q2", "SL:2.8.18")
def test_broken_units_rally_under_a_counter_and_stir_in_the_light() -> None:
    units = [unit("g", "ger-467", HERE, broken=True), unit("l", "ger-8-1", HERE), unit("r", "rus-447", THERE)]
    for lit in (False, True):
        table = Table("APh", units, attacker="russian", night=True)
        under_cover(table, "g", "l")
        table.do("done", "done")  # the Russian turn is over, and none of them is concealed
        assert table.position.state.phase == "RPh"
        table.position.state.star_shells = (HERE,) if lit else ()
        table.do("rally-unseen g").roll((3, 2))
        assert not table.unit("g").broken
        assert bool(table.unit("g").hex) is lit


@pytest.mark.rule("SL:2.3-q2", "SL:2.3-q3")
def test_a_concealed_leader_comes_out_to_help_who_is_not() -> None:
    here, there = pair(4, "open", "woods")
    units = [unit("g", "ger-467", here, broken=True), unit("l", "ger-8-1", here), unit("r", "rus-447", there)]
    table = Table("APh", units, attacker="russian")
    counter = under_cover(table, "l")
    table.do("done")
    assert "rally g" not in table.options()
    table.do(f"uncover - {here}")
    assert not table.alive(counter)
    while "rally g" not in table.options():
        table.do("done")
    table.do("rally g").roll((3, 2))
    assert table.breakdown("rally").value("SL:3.23.2") == -1


@pytest.mark.rule("SL:2.3-q3")
def test_a_concealed_leader_is_no_help_to_those_who_are_fired_at() -> None:
    units = [unit("g", "ger-467", THERE), unit("l", "ger-9-2", THERE), unit("r", "rus-628", near(THERE))]
    table = Table("PFPh", units, attacker="russian")
    counter = under_cover(table, "l")
    table.do(f"target - {THERE}", "add r", "declare").roll((5, 4))
    assert "Morale check" in table.asked() and table.alive(counter)
    table.roll((4, 3))
    assert table.breakdown("morale_check").value("SL:3.2.6") is None


def test_who_sees_whom_is_as_the_tests_assume() -> None:
    table = in_the_dark()
    assert sees(table.g, HERE, THERE)


@pytest.mark.rule("SL:2.8.3")
def test_the_table_shows_that_it_is_night_and_how_far_one_sees() -> None:
    men = [unit("s", "ger-467", "A1"), unit("r", "rus-447", "Q8")]
    dark, day = present(Table("MPh", men, night=True, nvr=8).g), present(Table("MPh", men).g)
    assert (dark.night, dark.weather) == (True, "Night: who moves is seen 8 hexes away")
    assert (day.night, day.weather) == (False, "")
