"""Scouts in Squad Leader (SL:3.7)."""

from __future__ import annotations

from functools import cache

import pytest

from defilade.kernel import Outcome
from defilade.rules.sl import stacking
from defilade.rules.sl.rout import must_rout, step_refusal, swept
from defilade.rules.sl.terrain import sees
from defilade.tactics.control import gain_control_at
from defilade.tactics.moving import Moving, left_to_spend
from sl.secrets import ask_again, hidden_away, under_cover
from sl.table import Table, near, pair, unit
from sl.test_stealth import CORNER, EYE, FAR, FIELD, OTHER, WOODS

SCOUT = "ger-scout"


def platoon(hex: str, count: int = 4, **first: object) -> list[dict[str, object]]:
    """So many squads, one of them with a leader."""
    units = [unit("l", "ger-8-1", hex), unit("g0", "ger-467", hex, **first)]
    return units + [unit(f"g{number}", "ger-467", WOODS) for number in range(1, count)]


@cache
def base() -> str:
    """A hex away from all others of these tests."""
    g = Table("RPh", []).g
    return next(
        hex for hex in g.map.names if g.map.distance(hex, WOODS) > 4 and g.map.distance(hex, CORNER) > 4
    )


def rally_phase(*units: dict[str, object], **more: object) -> Table:
    return Table("RPh", [*units, FAR], **more)


# -- sending them out (SL:3.7.1 to SL:3.7.3) ---------------------------------------------------------------


@pytest.mark.rule("SL:3.7.1", "SL:3.7.3-a", "SL:3.7.3-b", "SL:3.7.3-e", "SL:3.7.17")
@pytest.mark.parametrize("passes", [True, False])
def test_a_squad_with_a_leader_sends_a_scout_out_if_it_passes_its_check(passes: bool) -> None:
    table = rally_phase(*platoon(base()))
    assert table.options("scout") == ["scout g0+l"]
    table.do("scout g0+l").roll((4, 4) if passes else (5, 4))  # morale 7, and a leader with -1
    scouts = [one for one in table.position.state.units.values() if one.kind == "scout"]
    assert len(scouts) == passes and "scout g0+l" not in table.options()
    assert "deploy g0+l" not in table.options()  # the leader does nothing else
    assert not table.unit("g0").broken and table.position.state.scout_tried == ("g0", "l")
    if passes:
        assert scouts[0].hex == base() and table.g.counter(scouts[0]).morale == 6


@pytest.mark.rule("SL:3.7.2")
def test_russians_and_the_french_have_no_scouts() -> None:
    russians = [unit("l", "rus-8-1", WOODS), *(unit(f"r{n}", "rus-447", WOODS) for n in range(3))]
    table = Table(
        "RPh", [*russians, unit("x", "rus-447", base()), unit("g", "ger-467", CORNER)], attacker="russian"
    )
    assert not table.options("scout")
    for nation in ("rus", "fre", "axm", "alm"):
        assert f"{nation}-scout" not in table.g.counters
    assert {"ger-scout", "usa-scout", "fin-scout"} <= set(table.g.counters)


@pytest.mark.rule("SL:3.7.3-a")
@pytest.mark.parametrize(
    "squad", [{"broken": True}, {"type": "ger-436"}, {"hex": "elsewhere"}], ids=["broken", "green", "alone"]
)
def test_it_takes_an_unbroken_squad_that_is_not_inexperienced_beside_the_leader(
    squad: dict[str, object],
) -> None:
    change = {**squad, **({"hex": near(base())} if "hex" in squad else {})}
    units = platoon(base())
    units[1].update(change)
    table = rally_phase(*units)
    assert not table.options("scout") if table.position.state.phase == "RPh" else True


@pytest.mark.rule("SL:3.7.3-c", "SL:3.7-q3")
def test_no_more_scouts_than_a_quarter_of_the_squads_and_four_in_all() -> None:
    assert (
        not rally_phase(*platoon(base(), 3)).options("scout")
        if _asked(rally_phase(*platoon(base(), 3)))
        else True
    )
    one_out = rally_phase(*platoon(base()), unit("s", SCOUT, base()))
    assert not one_out.options("scout")
    used_up = rally_phase(*platoon(base()), scouts_made={"german": 4})
    assert not _asked(used_up) or not used_up.options("scout")
    third = rally_phase(*platoon(base()), scouts_made={"german": 3})
    assert third.options("scout")


def _asked(table: Table) -> bool:
    return table.position.state.phase == "RPh" and not table.asked()


@pytest.mark.rule("SL:3.7.3-b")
def test_neither_squad_nor_leader_tries_again_in_that_game_turn() -> None:
    for tried in ("g0", "l"):
        table = rally_phase(*platoon(base()), scout_tried=(tried,))
        assert not table.options("scout")


@pytest.mark.rule("SL:3.7.3-d", "SL:3.7-q4")
def test_a_scout_comes_back_to_any_squad_in_any_rally_phase() -> None:
    units = [unit("s", SCOUT, WOODS), unit("g", "ger-467", WOODS, broken=True), FAR]
    table = Table("RPh", units, attacker="russian")
    table.do("recall s+g")
    assert not table.alive("s")
    hidden = Table("RPh", [*units, unit("h", "ger-467", base())], attacker="russian")
    counter = under_cover(hidden, "g")
    assert hidden.alive(counter) and not hidden.options("recall")  # not while the squad stays concealed


# -- what a scout can do (SL:3.7.4 to SL:3.7.9) ------------------------------------------------------------


@pytest.mark.rule("SL:3.7.4")
def test_scouts_take_no_room() -> None:
    table = Table("MPh", [*(unit(f"g{n}", "ger-467", WOODS) for n in range(3)), unit("s", SCOUT, WOODS), FAR])
    g = table.g
    assert stacking.refusal(g, "german", WOODS, (g.unit("s"),)) is None
    assert len(stacking.men_of(g, g.side_in(WOODS, "german"))) == 4


@pytest.mark.rule("SL:3.7.8")
@pytest.mark.parametrize("led", [False, True])
def test_a_scout_has_six_mf_with_or_without_a_leader(led: bool) -> None:
    table = Table("MPh", [unit("s", SCOUT, WOODS), unit("l", "ger-9-1", WOODS), FAR])
    table.do("move s", *(["join l"] if led else []))
    frame = table.position.state.stack[-1]
    assert isinstance(frame, Moving)
    assert [left.mf for left in left_to_spend(table.g, frame) if left.unit.id == "s"] == [6]
    assert f"advance s {OTHER}" in Table("APh", [unit("s", SCOUT, WOODS), FAR]).options("advance")


@pytest.mark.rule("SL:3.7.6-a")
def test_a_scout_falls_with_the_first_check_that_he_fails() -> None:
    here, there = pair(2)
    table = Table("DFPh", [unit("r", "rus-447", here), unit("s", SCOUT, there), unit("g", "ger-467", CORNER)])
    table.do(f"target - {there}", "add r", "declare").roll((2, 3), (4, 3))
    assert not table.alive("s") and table.said("SL:3.7.6-a")


@pytest.mark.rule("SL:3.7.11")
def test_a_scout_does_not_fire() -> None:
    here, there = pair(2)
    table = Table("PFPh", [unit("s", SCOUT, here), unit("g", "ger-467", here), unit("r", "rus-447", there)])
    table.do(f"target - {there}")
    assert table.options("add") == ["add g"] and table.refusal("add s").rule == "SL:3.7.11"


@pytest.mark.rule("SL:3.7.6-b")
def test_a_lost_scout_counts_for_nothing() -> None:
    assert SCOUT not in Table("RPh", []).g.worth


@pytest.mark.rule("SL:3.7.7")
def test_scouts_take_control_and_deny_it_only_in_melee() -> None:
    g = Table("RPh", []).g
    house = next(hex for hexes in g.map.buildings.values() for hex in hexes if len(hexes) == 1)
    alone = Table("MPh", [unit("s", SCOUT, house), unit("x", "ger-467", CORNER)]).g
    gain_control_at(alone, house)
    assert alone.state.hex_control[house] == "german"
    for melee, side in ((False, "russian"), (True, "german")):
        both = [unit("s", SCOUT, house, melee=melee), unit("r", "rus-447", house, melee=melee)]
        shared = Table("MPh", [*both, unit("x", "ger-467", CORNER)], hex_control={house: "german"}).g
        gain_control_at(shared, house)
        assert shared.state.hex_control[house] == side


# -- fire at scouts (SL:3.7.5, SL:3.7.13-b) ----------------------------------------------------------------


def runner() -> Table:
    return Table("MPh", [unit("s", SCOUT, WOODS), unit("x", "ger-467", CORNER), unit("r", "rus-447", EYE)])


@pytest.mark.rule("SL:3.7.5-a")
def test_a_moving_scout_is_fired_at_before_he_leaves_the_hex() -> None:
    table = runner().do("move s", f"enter - {FIELD}")
    assert table.options() == [f"target - {FIELD}", "hold-fire"]
    table.do(f"target - {FIELD}", "add r", "declare").roll((1, 2))
    assert not table.alive("s") and table.unit("r").fire == "defensive"
    held = runner().do("move s", f"enter - {FIELD}", "hold-fire")
    assert "stop" in held.options()


@pytest.mark.rule("SL:3.7.13-b")
def test_fire_waits_while_he_looks_around() -> None:
    units = [unit("s", SCOUT, OTHER), unit("x", "ger-467", CORNER), unit("r", "rus-447", EYE)]
    table = Table("MPh", [*units, unit("r2", "rus-447", WOODS)])
    under_cover(table, "r2")
    table.do("move s", f"enter - {FIELD}")
    assert table.options() == ["scouting s", "no"]
    table.do("scouting s")
    throw(table, 6)
    assert table.options() == [f"target - {FIELD}", "hold-fire"]


@pytest.mark.rule("SL:3.7.5-b")
def test_a_scout_is_never_put_back_but_may_be_fired_at_where_he_ends() -> None:
    table = runner().do("move s", f"enter - {FIELD}", "hold-fire", f"enter - {OTHER}")
    table.do("stop")
    while table.position.state.phase == "MPh":
        table.do("done")
    assert table.position.state.phase != "DFPh" or f"target s {FIELD}" not in table.options("target")
    stays = runner().do("move s", f"enter - {FIELD}", "hold-fire", "stop")
    while stays.position.state.phase == "MPh":
        stays.do("done")
    stays.do(f"target - {FIELD}", "add r", "declare").roll((6, 5))
    assert stays.breakdown().value("SL:5.6.8.1-a") == -1


# -- among the enemy (SL:3.7.12 to SL:3.7.15) --------------------------------------------------------------


@pytest.mark.rule("SL:3.7.12", "SL:3.7.13-c", "SL:3.7.15-b", "SL:3.7.13-a")
@pytest.mark.parametrize("hide", [True, False])
def test_a_scout_goes_into_hexes_where_the_enemy_lies_concealed_and_on(hide: bool) -> None:
    table = Table("MPh", [unit("s", SCOUT, FIELD), unit("x", "ger-467", CORNER), unit("r", "rus-447", WOODS)])
    if hide:
        hidden_away(table, "r")
    else:
        under_cover(table, "r")
    table.do("move s", f"enter - {WOODS}")
    if not hide:
        assert table.options() == ["scouting s", "no"]
        table.do("no")
    assert table.unit("s").hex == WOODS and table.position.state.unseen == ("r",)
    assert f"enter - {OTHER}" in table.options("enter")
    table.do("stop")
    while table.position.state.phase not in ("RPh",) and table.position.state.attacker == "german":
        table.do("no" if "no" in table.options() else "done")
    assert not table.said("SL:6.1.1-a") and table.alive("s")


@pytest.mark.rule("SL:3.7.15-a", "SL:3.7.15-c", "SL:3.7.20")
@pytest.mark.parametrize("fight", [True, False])
def test_enemies_pass_a_scout_and_fight_him_if_they_like(fight: bool) -> None:
    units = [unit("s", SCOUT, OTHER), unit("x", "ger-467", CORNER), unit("r", "rus-447", WOODS)]
    table = Table("MPh", units, attacker="russian").do("move r", f"enter - {OTHER}", "stop")
    while "hunt" not in " ".join(table.options()):
        table.do("done")
    if not fight:
        table.do("done")
        assert not table.said("SL:6.1.1-a") and not table.unit("r").melee
        return
    table.do(f"hunt s {OTHER}", "attack s", "with r", "declare")
    assert table.options("with") == [] and "attack r" in table.options()
    table.do("attack r", "with s", "declare").roll((6, 6), (6, 5))
    found = [event.breakdown for event in table.events if event.kind == "close_combat" and event.breakdown]
    assert {found[0].value("SL:6.1.3-a"), found[1].total} == {4, 1}
    assert table.unit("s").melee and table.unit("r").melee


@pytest.mark.rule("SL:3.7.20", "SL:6.1.8")
def test_a_scout_is_attacked_apart_from_the_others_and_outlives_them() -> None:
    units = [unit("s", SCOUT, OTHER), unit("x", "ger-467", OTHER), unit("l", "ger-8-1", OTHER)]
    units += [unit(uid, "rus-628", OTHER) for uid in ("q", "r")]
    table = Table("CCPh", [{**entry, "melee": True} for entry in units], attacker="russian")
    while not table.options("attack"):
        table.do("done")
    assert table.options("attack") == ["attack s", "attack x"]
    table.do("attack x", "with r", "with q", "declare")
    while not table.asked():
        table.do("done")
    table.roll((1, 2))
    assert table.alive("s") and not table.alive("x") and not table.alive("l")


# -- the Scouting Table (SL:3.7.14, SL:3.7.18) -------------------------------------------------------------


def throw(table: Table, die: int) -> Table:
    table.events += table.position.advance(Outcome((die,)))
    return table


def look(roll: int, *, same: bool, friend: bool = True, dummies: int = 0) -> Table:
    units = [
        unit("s", SCOUT, WOODS if same else FIELD),
        unit("x", "ger-467", FIELD if friend else CORNER),
        unit("r", "rus-628", base() if dummies else WOODS),
    ]
    table = Table("MPh", units)
    under_cover(table, *([] if dummies else ["r"]), dummies=dummies, hex=WOODS)
    table.do("scouting s")
    return throw(table, roll)


@pytest.mark.rule(
    "SL:3.7.18-t", "SL:3.7.18.1", "SL:3.7.18.2", "SL:3.7.18.3", "SL:3.7.18.4", "SL:3.7.18.5", "SL:3.7.19"
)
@pytest.mark.parametrize(
    ("roll", "same", "lives", "found"),
    [
        (1, True, True, True),
        (2, True, True, True),
        (3, True, True, True),
        (4, True, False, True),
        (5, True, False, False),
        (6, True, True, False),
        (1, False, True, True),
        (2, False, False, True),
        (3, False, False, False),
        (4, False, True, False),
        (6, False, True, False),
    ],
)
def test_the_table(roll: int, same: bool, lives: bool, found: bool) -> None:
    table = look(roll, same=same)
    assert table.alive("s") is lives and (table.unit("r").hex == WOODS) is found
    if same and roll < 3:
        assert table.position.state.hunted == ("s",)
    if lives:
        assert table.position.state.scouted == ("s",) and not table.options("scouting")


@pytest.mark.rule("SL:3.7.18.2")
def test_what_he_dies_for_is_learned_only_if_a_friend_sees_him() -> None:
    g = Table("RPh", []).g
    assert not sees(g, CORNER, FIELD)
    table = look(2, same=False, friend=False)
    assert not table.alive("s") and table.unit("r").hex == ""


@pytest.mark.rule("SL:3.7.14-a")
def test_where_only_dummies_lie_nothing_happens() -> None:
    table = look(5, same=True, dummies=2)
    assert table.alive("s") and table.position.state.covered


@pytest.mark.rule("SL:3.7.13-a", "SL:3.7.18.4")
@pytest.mark.parametrize("roll", [1, 6])
def test_who_must_fight_goes_no_further(roll: int) -> None:
    start = near(WOODS, "open")
    table = Table("MPh", [unit("s", SCOUT, start), unit("x", "ger-467", CORNER), unit("r", "rus-628", WOODS)])
    under_cover(table, "r")
    table.do("move s", f"enter - {WOODS}", "scouting s")
    throw(table, roll)
    while table.options("hold-fire"):
        table.do("hold-fire")
    assert bool(table.options("enter")) == (roll == 6)


@pytest.mark.rule("SL:3.7.18.4", "SL:3.7.13-c")
def test_he_may_have_to_fight_those_in_his_hex() -> None:
    table = look(1, same=True)
    assert "move x" in table.options() and table.refusal("move s").rule == "SL:3.7.13-a"
    while not table.said("SL:6.1.1-a"):
        table.do("no" if "no" in table.options() else "done")
    assert table.options("attack") == ["attack r"]


@pytest.mark.rule("SL:3.7.14-c")
def test_he_searches_as_well_when_his_move_is_over() -> None:
    table = Table("MPh", [unit("s", SCOUT, EYE), unit("x", "ger-467", CORNER), unit("r", "rus-447", WOODS)])
    under_cover(table, "r")
    g = table.g
    g.place(g.unit("s"), FIELD)
    ask_again(table)
    table.do("scouting s")
    throw(table, 6)
    assert "search s" in table.options()


@pytest.mark.rule("SL:3.7.18-b", "SL:3.7.14-b")
def test_in_bypass_one_is_added_and_only_the_hexes_along_his_way_are_near() -> None:
    from defilade.rules.sl.eyes.scouting import in_range
    from defilade.rules.sl.state import Bypass

    g = Table("RPh", []).g
    inner = next(
        hex
        for hex in g.map.names
        if g.map.terrain[hex] == "woods" and len(g.map.adjacent[hex]) == 6 and hex not in (WOODS, OTHER)
    )
    units = [unit("s", SCOUT, inner), unit("x", "ger-467", CORNER), unit("r", "rus-628", inner)]
    table = Table("MPh", units, bypasses={"s": (Bypass(inner, (0, 1), ()),)})
    under_cover(table, "r")
    assert len(in_range(table.g, table.unit("s"))) == 3
    table.do("scouting s")
    throw(table, 2)  # 3 with the one that is added: E instead of CC
    assert table.unit("r").hex == inner and table.position.state.hunted == ()


@pytest.mark.rule("SL:3.7.16")
def test_the_storey_above_is_near_and_another_house_at_another_height_is_not() -> None:
    from defilade.rules.sl.eyes.scouting import in_range

    for board in ("1", "z", "y"):
        g = Table("RPh", [], board=board).g
        tall = [
            hex
            for hex in g.map.names
            if any(place != hex for place in g.map.places_in(g.map.ground_hex(hex)))
        ]
        if tall:
            break
    ground = g.map.ground_hex(tall[0])
    upper = next(place for place in g.map.places_in(ground) if g.map.storey_of(place) == 1)
    table = Table("MPh", [unit("s", SCOUT, ground)], board=board)
    assert upper in in_range(table.g, table.unit("s"))
    far = [place for place in g.map.places_in(ground) if g.map.storey_of(place) > 1]
    assert not set(far) & set(in_range(table.g, table.unit("s")))
    above = Table("MPh", [unit("s", SCOUT, upper)], board=board)
    heights = {
        above.g.map.storey_of(hex)
        for hex in in_range(above.g, above.unit("s"))
        if above.g.map.ground_hex(hex) != ground
    }
    assert heights <= {1}


# -- rout (SL:3.7-q5 to SL:3.7-q9) -------------------------------------------------------------------------


@pytest.mark.rule("SL:3.7-q5", "SL:3.7-q7", "SL:3.7-q9")
def test_broken_units_must_leave_scouts_and_do_not_run_toward_them() -> None:
    for hex in (WOODS, OTHER):
        units = [
            unit("r", "rus-447", WOODS, broken=True),
            unit("s", SCOUT, hex),
            unit("x", "ger-467", CORNER),
        ]
        table = Table("MPh", units)
        assert must_rout(table.g, table.unit("r"))
        assert step_refusal(table.g, "russian", WOODS, OTHER) is not None if hex == OTHER else True
    away = Table("MPh", [unit("r", "rus-447", WOODS, broken=True), unit("x", "ger-467", CORNER)])
    assert not must_rout(away.g, away.unit("r"))
    assert step_refusal(away.g, "russian", WOODS, OTHER) is None


@pytest.mark.rule("SL:3.7-q6")
def test_scouts_sweep_no_open_ground() -> None:
    table = Table("APh", [unit("s", SCOUT, EYE), unit("r", "rus-447", CORNER)])
    assert not swept(table.g, FIELD, "russian")
    squad = Table("APh", [unit("g", "ger-467", EYE), unit("r", "rus-447", CORNER)])
    assert swept(squad.g, FIELD, "russian")
