"""Snipers in Squad Leader (SL:5.7)."""

from __future__ import annotations

import pytest

from defilade.kernel import Action, Choice, Outcome
from defilade.rules.sl import stacking
from defilade.rules.sl.eyes.hidden import may_be_hidden
from defilade.rules.sl.terrain import sees
from defilade.tactics.moving import Moving, left_to_spend
from sl.secrets import ask_again, hidden_away, secret_system, seen_by, under_cover
from sl.table import Table, near, pair, unit
from sl.test_stealth import CORNER, FAR, FIELD, WOODS

NEST, THERE = pair(4, here="woods")
SNIPER = "rus-sniper3"


def ambush(*targets: str, at: str = THERE, nest: str = NEST, sniper: str = SNIPER, **state: object) -> Table:
    """The Russian sniper is hidden in the DFPh; a German stack in his sight."""
    units = [unit(f"g{number}", counter, at) for number, counter in enumerate(targets)]
    units += [unit("s", sniper, nest), unit("r", "rus-447", near(nest))]
    table = Table("DFPh", units, **state)
    hidden_away(table, "s")
    return table


def shoot(table: Table, target: str, dice: tuple[int, int], at: str = THERE) -> Table:
    return table.do(f"snipe s+{target} {at}").roll(dice)


# -- setting up (SL:5.7.1, SL:5.7.2) -----------------------------------------------------------------------


@pytest.mark.rule("SL:5.7.1", "SL:5.7.2")
def test_snipers_set_up_hidden_anywhere_but_in_plain_open_ground() -> None:
    system = secret_system()
    position, _ = system.begin("hide-and-seek")
    sniper = next(unit.id for unit in position.state.units.values() if unit.kind == "sniper")
    while isinstance(position.pending, Choice) and position.pending.options[0].who != (sniper,):
        position.advance(position.pending.options[0])
    assert isinstance(position.pending, Choice)
    g = system.play(position.state)
    hides = {option.at for option in position.pending.options if option.verb == "hide"}
    assert {"orchard", "woods"} <= {g.map.terrain[hex] for hex in hides}
    for hex in g.map.names:
        if g.map.terrain[hex] == "open" and hex in hides:
            assert any(g.map.hexside_kind(hex, beside) for beside in g.map.adjacent[hex])
    position.advance(Action("hide", (sniper,), sorted(hides)[0]))
    assert may_be_hidden(g, g.unit(sniper), next(hex for hex in g.map.names if g.map.terrain[hex] == "woods"))


# -- the shot (SL:5.7.3 to SL:5.7.9) -----------------------------------------------------------------------


@pytest.mark.rule("SL:5.7.3", "SL:5.7.4-a", "SL:5.7.5.1", "SL:5.7.6")
def test_a_sniper_picks_one_man_kills_him_and_stays_hidden() -> None:
    table = ambush("ger-8-1", "ger-467")
    assert set(table.options("snipe")) == {f"snipe s+g0 {THERE}", f"snipe s+g1 {THERE}"}
    shoot(table, "g0", (1, 2))  # 3 with -3: KIA on 0
    assert not table.alive("g0") and table.position.state.hidden == {"s": NEST}


@pytest.mark.rule("SL:5.7.4-b")
def test_the_loss_of_a_leader_is_felt_by_all_in_his_hex() -> None:
    table = shoot(ambush("ger-8-1", "ger-467"), "g0", (1, 2))
    assert "4-6-7" in table.asked() and "8-1 is lost" in table.asked()


@pytest.mark.rule("SL:3.4.6")
def test_a_leader_whom_he_only_just_hits_is_wounded() -> None:
    table = shoot(ambush("ger-8-1", "ger-467"), "g0", (2, 2))  # 4 with -3: KIA on 1
    assert table.said("SL:3.4.1-a") and table.alive("g0") and "against" in table.asked()
    table.roll((1, 1)).do("stay")
    assert table.unit("g0").wounded and not table.said("SL:5.7.4-b")


@pytest.mark.rule("SL:5.7.5.1", "SL:5.7.8")
def test_squads_check_and_the_broken_check_for_their_lives() -> None:
    table = shoot(ambush("ger-467"), "g0", (2, 2))
    table.roll((6, 5))
    assert table.unit("g0").broken
    broken = ambush("ger-467", "ger-467")
    broken.g.update(broken.unit("g0"), broken=True)
    shoot(broken, "g0", (2, 2)).roll((6, 5))
    assert broken.unit("g0").kind == "half_squad"


@pytest.mark.rule("SL:5.7.5.2", "SL:5.7.5.3")
@pytest.mark.parametrize(("dice", "rule"), [((3, 3), "SL:5.7.5.2"), ((5, 5), "SL:5.7.5.3")])
def test_anything_but_a_kia_does_nothing(dice: tuple[int, int], rule: str) -> None:
    table = shoot(ambush("ger-8-1", "ger-467"), "g0", dice)
    assert table.said(rule) and not table.asked() and not table.unit("g0").broken and not table.unit("g0").dm


@pytest.mark.rule("SL:5.7.9", "SL:5.7-q5")
@pytest.mark.parametrize(("distance", "drm"), [(1, -6), (4, -3), (13, -1)])
def test_what_changes_firepower_changes_his_modifier_and_is_announced(distance: int, drm: int) -> None:
    nest, there = pair(distance, here="woods") if distance < 12 else far_apart()
    table = ambush("ger-467", at=there, nest=nest).do(f"snipe s+g0 {there}")
    assert f"with {drm:+d}" in table.asked()


@pytest.mark.rule("SL:5.7.3", "SL:5.7-q3", "SL:5.7.12", "SL:5.7-q4", "SL:5.7.11")
def test_seen_he_fires_with_one_factor_like_others_and_may_join_them() -> None:
    units = [unit("g", "ger-467", THERE), unit("s", SNIPER, NEST), unit("r", "rus-447", NEST)]
    table = Table("DFPh", units)
    under_cover(table, "s")
    assert table.options("snipe")  # concealed he has his modifier
    table.do(f"uncover - {NEST}")
    assert not table.options("snipe")
    table.do(f"target - {THERE}", "add s+r", "declare").roll((6, 5))
    assert table.breakdown().total == 5 and table.breakdown().drm == 0


@pytest.mark.rule("SL:5.7.10")
def test_who_moves_is_hidden_no_more_and_has_no_modifier() -> None:
    units = [unit("g", "ger-467", FIELD), unit("s", SNIPER, WOODS), unit("x", "rus-447", CORNER)]
    table = Table("MPh", units, attacker="russian")
    hidden_away(table, "s")
    assert not table.options("conceal") and table.options("show") == [f"show - {WOODS}"]
    moved = Table("AFPh", units, attacker="russian")
    counter = under_cover(moved, "s")
    assert moved.options("snipe")
    moved.g.update(moved.unit(counter), moved=True)
    ask_again(moved)
    assert not moved.options("snipe")


# -- looking for him (SL:5.7.6, SL:5.7.7) ------------------------------------------------------------------


@pytest.mark.rule("SL:5.7.6", "SL:5.7.7", "SL:5.7-q2", "SL:5.7.11")
def test_each_unit_in_the_hex_may_look_at_one_hex_and_find_him() -> None:
    table = ambush("ger-467", "ger-467")
    g = table.g
    g.place(g.unit("r"), "")  # nobody else is in question
    g.add_unit(type(g.unit("s"))("s2", "russian", "rus-sniper1", "sniper"))
    g.state.hidden["s2"], g.state.unseen = NEST, ("s", "s2")
    shoot(table, "g0", (5, 5))
    elsewhere = next(option for option in table.options("look-for") if not option.endswith(NEST))
    table.do(elsewhere)
    assert table.position.state.hidden == {"s": NEST, "s2": NEST}
    table.do(f"look-for g1 {NEST}")
    assert table.position.state.hidden == {"s2": NEST}  # only the one who fired
    counter = next(iter(table.position.state.covered))
    assert table.unit(counter).hex == NEST and not table.unit("g0").fire and not table.unit("g0").acted


@pytest.mark.rule("SL:5.7.6")
def test_broken_units_do_not_look() -> None:
    table = ambush("ger-467", "ger-467")
    table.g.update(table.unit("g0"), broken=True)
    shoot(table, "g0", (5, 5))
    assert {option.split()[1] for option in table.options("look-for")} == {"g1"}
    table.do("done")
    assert not table.options("look-for")


@pytest.mark.rule("SL:5.7.6", "SL:2.5.1")
def test_a_shot_does_not_tell_where_it_came_from() -> None:
    shown = set()
    for nest in (NEST, next(hex for hex in _nests() if hex != NEST)):
        table = ambush("ger-467", nest=nest)
        table.g.place(table.unit("r"), table.g.map.resolve("A1"))
        shoot(table, "g0", (5, 5))
        shown.add(seen_by(table, "german") + str([str(event) for event in table.events[-1:]]).encode())
    assert len(shown) == 1


def far_apart() -> tuple[str, str]:
    """Beyond the normal range of a sniper."""
    g = Table("RPh", []).g
    return next(
        (a, b) for a in g.map.names for b in g.map.names if g.map.distance(a, b) == 13 and sees(g, a, b)
    )


def _nests() -> list[str]:
    g = Table("RPh", []).g
    return [hex for hex in g.map.names if g.map.distance(hex, THERE) == 4 and sees(g, hex, THERE)]


# -- what he is (SL:5.7.13, SL:5.7.16) ---------------------------------------------------------------------


@pytest.mark.rule("SL:5.7.13")
def test_he_stacks_and_moves_like_a_leader_and_takes_nobody_along() -> None:
    men = [*(unit(f"g{n}", "ger-467", WOODS) for n in range(3)), unit("s", "ger-sniper2", WOODS), FAR]
    table = Table("MPh", men)
    assert stacking.refusal(table.g, "german", WOODS, ()) is None
    table.do("move s", "join g0")
    frame = table.position.state.stack[-1]
    assert isinstance(frame, Moving)
    assert [left.mf for left in left_to_spend(table.g, frame)] == [6, 4]


@pytest.mark.rule("SL:5.7.16")
def test_he_rallies_by_himself_and_helps_nobody() -> None:
    units = [unit("s", "ger-sniper2", WOODS, broken=True), unit("g", "ger-467", WOODS, broken=True), FAR]
    table = Table("RPh", units)
    assert table.options("rally") == ["rally s"]


@pytest.mark.rule("SL:5.7-q6")
def test_in_the_open_he_gains_no_concealment() -> None:
    for hex, gains in ((WOODS, True), (FIELD, False)):
        table = Table("CCPh", [unit("s", "ger-sniper2", hex), FAR])
        assert bool([option for option in table.options() if option.startswith("conceal s")]) is gains


@pytest.mark.rule("SL:5.7-q1")
def test_in_close_combat_by_night_he_has_his_modifier() -> None:
    a, b = pair(1)
    table = Table("APh", [unit("g", "ger-467", a), unit("s", SNIPER, b)], night=True, nvr=2)
    under_cover(table, "s")
    table.do(f"advance g {b}")
    while table.position.state.phase == "APh":
        table.do("done")
    table.do("attack g", "with s", "declare").roll((6, 5))
    assert table.breakdown("close_combat").value("SL:5.7-q1") == -3


# -- made in play (SL:5.7.18) ------------------------------------------------------------------------------


def workshop(squad: str, **more: object) -> Table:
    prefix = squad.split("-")[0]
    units = [unit("q", squad, WOODS, side="german"), unit("l", f"{prefix}-8-0", WOODS, side="german"), FAR]
    return Table("RPh", units, options={"snipers": "on"}, **more)


@pytest.mark.rule("SL:5.7.18.1")
def test_snipers_are_made_only_where_that_is_played() -> None:
    units = [unit("q", "ger-467", WOODS), unit("l", "ger-8-0", WOODS), FAR]
    assert "sniper q+l" not in Table("RPh", units).options()
    assert workshop("ger-467").options("sniper") == ["sniper q+l"]


@pytest.mark.rule(
    "SL:5.7.18.2-a", "SL:5.7.18.2-b", "SL:5.7.18.3", "SL:5.7.18.6", "SL:5.7.18.7", "SL:5.7.18.8"
)
def test_it_takes_a_two_and_one_die_says_how_good_he_is() -> None:
    table = workshop("ger-467").do("sniper q+l").roll((1, 2))
    assert not [one for one in table.position.state.units.values() if one.kind == "sniper"]
    assert not table.options("sniper") and "deploy q+l" not in table.options()
    table = workshop("ger-467").do("sniper q+l").roll((1, 1))
    table.position.advance(Outcome((2,)))  # -5, the die and one for the first line
    made = next(one for one in table.position.state.units.values() if one.kind == "sniper")
    assert made.type == "ger-sniper2" and made.hex == WOODS and made.type not in table.g.worth
    poor = workshop("ger-467").do("sniper q+l").roll((1, 1))
    poor.position.advance(Outcome((6,)))
    assert any(one.type == "ger-sniper1" for one in poor.position.state.units.values())


@pytest.mark.rule("SL:5.7.18.2-b")
def test_four_a_side_and_one_attempt_a_player_turn() -> None:
    assert not workshop("ger-467", snipers_made={"german": 4}).options("sniper")
    assert workshop("ger-467", snipers_made={"german": 3}).options("sniper")
    assert not workshop("ger-467", sniper_tried=True).options("sniper")


@pytest.mark.rule("SL:5.7.18.3-t", "SL:5.7.18.4", "SL:5.7.18.5")
@pytest.mark.parametrize(
    ("squad", "drm"),
    [
        ("ger-838", 0),
        ("ger-467", 1),
        ("ger-447", 2),
        ("ger-436", 3),
        ("rus-628", 0),
        ("rus-537", 1),
        ("rus-447", 1),
        ("rus-336", 2),
        ("usa-556", 3),
    ],
)
def test_the_class_of_the_squad_counts(squad: str, drm: int) -> None:
    from defilade.rules.sl.eyes.sniper_generation import drm_of_squad

    table = Table("RPh", [unit("q", squad, WOODS)])
    assert drm_of_squad(table.g, table.unit("q")) == drm
    minors = [
        name
        for name, one in table.g.counters.items()
        if one.nationality == "axis_minor" and one.kind == "squad"
    ]
    assert {
        drm_of_squad(table.g, type(table.unit("q"))("m", "german", name, "squad")) for name in minors
    } == {2}
