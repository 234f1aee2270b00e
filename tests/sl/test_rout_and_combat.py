"""Rout, advance and close combat in Squad Leader (SL:3.21, SL:4.4, SL:6)."""

from __future__ import annotations

import pytest

from defilade.rules.content_files import ContentError, ContentFile, ContentFiles
from defilade.rules.sl.rout import destinations, must_rout, step_refusal, swept
from defilade.rules.sl.tables import load_tables
from defilade.tactics.units import Weapon
from sl.table import Table, pair, unit


def routing(**more: object) -> Table:
    """A broken Russian in the open, a German who sees him four hexes away."""
    a, b = pair(4)
    return Table("RtPh", [unit("g", "ger-467", a), unit("r", "rus-447", b, broken=True, **more)])


@pytest.mark.rule("SL:3.21.7", "SL:3.21.8", "SL:1.3.1-p6.1", "SL:3.21.5", "SL:3.21.10-a")
def test_a_broken_unit_in_the_open_routs_to_the_nearest_cover() -> None:
    table = routing()
    options = table.options("rout")
    assert options and "done" not in table.options()
    goal = options[0].split()[2]
    costs = destinations(table.g, table.unit("r"))
    assert table.g.terrain_of(goal).cover and set(costs) == {option.split()[2] for option in options}
    table.do(options[0])
    assert table.unit("r").hex == costs[goal]


@pytest.mark.rule("SL:3.21.7", "SL:3.21.13", "SL:3.21.10-b", "SL:3.21.2-a")
def test_who_is_in_cover_stays_unless_an_enemy_is_beside_it() -> None:
    a, b = pair(4, "woods")
    quiet = Table("RtPh", [unit("g", "ger-467", a), unit("r", "rus-447", b, broken=True)])
    assert quiet.position.state.phase != "RtPh"
    shot_at = Table("RtPh", [unit("g", "ger-467", a), unit("r", "rus-447", b, broken=True, dm=True)])
    assert shot_at.position.state.phase != "RtPh" or "done" in shot_at.options()
    c, d = pair(1, "woods")
    beside = Table("RPh", [unit("g", "ger-467", c, broken=True), unit("r", "rus-447", d, broken=True)])
    assert must_rout(beside.g, beside.unit("r"))  # even a broken enemy


@pytest.mark.rule("SL:3.21.7.1", "SL:3.21-q6", "SL:3.21-q4")
def test_no_step_leads_nearer_to_an_enemy_who_sees() -> None:
    a, b = pair(4)
    g = Table("RPh", [unit("g", "ger-467", a), unit("r", "rus-447", b, broken=True)]).g
    for hex in g.map.adjacent[b]:
        found = step_refusal(g, "russian", b, hex)
        if g.map.distance(a, hex) < 4:
            assert found is not None and found.rule == "SL:3.21.7.1"
        elif g.map.terrain[hex] != "open":
            assert found is None


# In part: SL:3.21.7.2, SL:3.21-q10.
@pytest.mark.rule("SL:3.21-q13")
def test_open_ground_in_sight_and_range_of_an_unbroken_enemy_is_swept() -> None:
    a, b = pair(4)
    cases = {
        "squad": unit("g", "ger-467", a),
        "short": unit("g", "ger-838", a),
        "broken": unit("g", "ger-467", a, broken=True),
        "leader": unit("g", "ger-9-2", a),
        "melee": unit("g", "ger-467", a, melee=True),
    }
    found = {name: swept(Table("RPh", [enemy]).g, b, "russian") for name, enemy in cases.items()}
    assert found == {"squad": True, "short": False, "broken": False, "leader": False, "melee": False}


@pytest.mark.rule("SL:3.21.16", "SL:3.21.2-b")
def test_who_cannot_rout_is_eliminated_the_moving_side_first() -> None:
    a, b = pair(1)
    ring = [unit(f"g{n}", "ger-467", hex) for n, hex in enumerate(Table("RPh", []).g.map.adjacent[b])]
    table = Table("RtPh", [*ring, unit("r", "rus-447", b, broken=True)])
    assert not table.alive("r") and table.said("SL:3.21.16")
    c, d = pair(4)
    both = Table("RtPh", [unit("g", "ger-467", c, broken=True), unit("r", "rus-447", d, broken=True)])
    assert {option.split()[1] for option in both.options("rout")} == {"g"}
    assert a != b


@pytest.mark.rule("SL:3.4.1-a")
def test_a_leader_who_cannot_rout_is_wounded() -> None:
    _, b = pair(1)
    ring = [unit(f"g{n}", "ger-467", hex) for n, hex in enumerate(Table("RPh", []).g.map.adjacent[b])]
    table = Table("RtPh", [*ring, unit("l", "rus-9-1", b, broken=True)])
    assert table.alive("l") and "against 5" in table.asked()


@pytest.mark.rule("SL:3.2.8-a")
def test_an_unbroken_leader_may_rout_along() -> None:
    a, b = pair(4)
    units = [unit("g", "ger-467", a), unit("r", "rus-447", b, broken=True), unit("l", "rus-8-1", b)]
    table = Table("RtPh", units)
    along = next(option for option in table.options("rout") if "r+l" in option)
    table.do(along)
    assert table.unit("l").hex == table.unit("r").hex != b


# -- advance -----------------------------------------------------------------------------------------------


# In part: SL:1.3.1-p7.1, SL:4.4.1-a.
@pytest.mark.rule("SL:4.1.11")
def test_unbroken_units_advance_one_hex_also_at_the_enemy() -> None:
    a, b = pair(1)
    units = [unit("g", "ger-467", a), unit("x", "ger-467", a, broken=True), unit("r", "rus-447", b)]
    table = Table("APh", units)
    assert all(option.startswith("advance g ") for option in table.options("advance"))
    assert table.refusal(f"advance x {b}").rule == "SL:1.3.1-p7.1"
    table.do(f"advance g {b}")
    assert table.said("SL:4.1.11") and table.position.state.phase == "CCPh"


# -- close combat ------------------------------------------------------------------------------------------


def fight(*units: dict[str, object]) -> Table:
    a, _ = pair(1)
    return Table("CCPh", [{**entry, "hex": a} for entry in units])


def german(unit_id: str = "g", counter: str = "ger-467", **more: object) -> dict[str, object]:
    return {"id": unit_id, "type": counter, **more}


def russian(unit_id: str = "r", counter: str = "rus-447", **more: object) -> dict[str, object]:
    return {"id": unit_id, "type": counter, **more}


# In part: SL:6.1.2.
@pytest.mark.rule("SL:6.1.1-a", "SL:6.1.3-a", "SL:6.1.3-b", "SL:6.1.4-b", "SL:6.1.1-b")
def test_both_sides_designate_and_then_both_roll() -> None:
    table = fight(german(), russian()).do("attack r", "with g", "declare")
    table.do("attack g", "with r", "declare")
    table.roll((2, 3))  # 1-1: kill number 5
    assert table.alive("r")  # results wait for all dice
    table.roll((1, 4))
    assert not table.alive("r") and not table.alive("g")


@pytest.mark.rule("SL:6.1.3-b")
def test_one_more_than_the_kill_number_is_nothing() -> None:
    table = fight(german(), russian()).do("attack r", "with g", "declare", "done").roll((2, 4))
    assert table.alive("r") and table.unit("r").melee


@pytest.mark.rule("SL:6.1.4-a", "SL:6.1-q2")
def test_nobody_attacks_twice_but_one_may_be_attacked_twice() -> None:
    table = fight(german(), german("h"), russian()).do("attack r", "with g", "declare", "attack r")
    assert table.options("with") == ["with h"]


@pytest.mark.rule("SL:6.1.6", "SL:6.1.7", "SL:6.1.8")
def test_leaders_lend_their_modifier_are_no_targets_and_share_the_fate_of_their_men() -> None:
    table = fight(german(), german("k", "ger-9-1"), russian(), russian("l", "rus-8-1"))
    assert table.options("attack") == ["attack r"]
    assert table.refusal("attack l").rule == "SL:6.1.7"
    table.do("attack r", "with g", "lead k", "declare", "done").roll((2, 4))
    assert not table.alive("r") and not table.alive("l")
    assert table.said("SL:6.1.8")


# In part: SL:6.1.9, SL:6.1-q6.
def test_lone_leaders_fight_with_one() -> None:
    table = fight(german(), russian("l", "rus-9-1"), russian("m", "rus-8-0"))
    table.do("attack l", "with g", "declare", "attack g", "with l", "declare")
    table.roll((6, 5))
    assert table.breakdown("close_combat").column == 9  # 4-1
    table.roll((1, 2))
    assert table.breakdown("close_combat").column == 3  # 1-4
    assert table.breakdown("close_combat").value("SL:6.1.6") == -1


@pytest.mark.rule("SL:6.1.10")
def test_pinned_units_attack_at_half_and_defend_at_full() -> None:
    table = fight(german(pinned=True), russian()).do(
        "attack r", "with g", "declare", "attack g", "with r", "declare"
    )
    table.roll((6, 5))
    assert table.breakdown("close_combat").total == 2
    table.roll((6, 5))
    assert table.breakdown("close_combat").column == 5


@pytest.mark.rule("SL:6.4.1-a")
def test_broken_units_do_not_attack_and_are_easier_to_kill() -> None:
    table = fight(german(), russian(broken=True)).do("attack r", "with g", "declare").roll((3, 4))
    assert not table.alive("r") and table.breakdown("close_combat").value("SL:6.4.1-a") == -2


@pytest.mark.rule("SL:6.5.1")
def test_close_combat_cowers_on_doubles_without_a_leader() -> None:
    table = fight(german(), russian()).do("attack r", "with g", "declare", "done").roll((2, 2))
    assert table.breakdown("close_combat").column == 4 and not table.alive("r")
    led = fight(german(), german("k", "ger-8-0"), russian()).do(
        "attack r", "with g", "lead k", "declare", "done"
    )
    led.roll((2, 2))
    assert led.breakdown("close_combat").column == 5


@pytest.mark.rule("SL:6.3.1", "SL:6.3.2", "SL:6.3.4")
def test_survivors_are_in_melee_until_one_side_is_gone() -> None:
    a, b = pair(1)
    units = [
        unit("g", "ger-467", a, melee=True),
        unit("r", "rus-447", a, melee=True),
        unit("h", "ger-467", b),
    ]
    table = Table("PFPh", units).do(f"target - {a}", "add h", "declare").roll((1, 2))
    assert not table.alive("g") and not table.alive("r")  # fire into a melee strikes both
    fought = Table("CCPh", units).do("done", "done", "attack r", "with g", "declare", "done").roll((1, 2))
    assert not fought.alive("r") and not fought.unit("g").melee


def melee(*units: dict[str, object]) -> Table:
    return fight(*[{**entry, "melee": True} for entry in units])


@pytest.mark.rule("SL:6.3.6-a", "SL:6.3.6-d", "SL:6.3.6.1")
def test_units_may_withdraw_from_a_melee_and_then_do_not_attack() -> None:
    table = melee(german(), german("h"), russian())
    assert table.options() == ["withdraw g", "withdraw h", "done"]
    table.do("withdraw g", "done", "done")  # the Russian stays
    table.do("attack r")
    assert table.options("with") == ["with h"]
    table.do("with h", "declare", "done").roll((6, 5))
    assert all(option.startswith("fall-back g ") for option in table.options())
    table.do(table.options()[0])
    assert table.unit("g").hex != table.unit("h").hex and not table.unit("g").melee and table.unit("h").melee
    fresh = fight(german(), russian())
    assert fresh.options("withdraw") == []  # nobody withdraws before he has been in melee


@pytest.mark.rule("SL:6.3.6-b")
def test_withdrawers_are_easier_to_kill_unless_friends_cover_them() -> None:
    alone = melee(german(), russian()).do("withdraw g", "done", "attack g", "with r", "declare").roll((3, 4))
    assert alone.breakdown("close_combat").value("SL:6.3.6-b") == -2 and not alone.alive("g")
    covered = melee(german(), german("h"), german("k"), russian())
    covered.do("withdraw g", "done", "done", "done", "attack g", "with r", "declare").roll((3, 4))
    assert covered.breakdown("close_combat").value("SL:6.3.6-b") == 0 and covered.alive("g")


@pytest.mark.rule("SL:6.4.1-b")
def test_the_broken_do_not_rout_from_a_melee_but_must_withdraw() -> None:
    table = melee(german(), russian(broken=True))
    table.do("done")
    assert table.said("SL:6.4.1-b") and table.options("withdraw") == []
    table.do("attack r", "with g", "declare").roll((6, 5))
    table.do(table.options("fall-back")[0])
    assert table.unit("r").hex != table.unit("g").hex and not table.unit("g").melee
    a, _ = pair(1)
    units = [unit("g", "ger-467", a, melee=True), unit("r", "rus-447", a, broken=True, melee=True)]
    assert Table("RtPh", units).position.state.phase != "RtPh"


@pytest.mark.rule("SL:6.3.6.1", "SL:6.3.6.2", "SL:6.4.1-b")
def test_who_withdraws_goes_where_he_could_advance_and_broken_with_nothing() -> None:
    """Hex C4 of board 3 is bounded by a cliff on three sides."""
    for broken in (False, True):
        men = [
            unit("g", "ger-467", "3C4", melee=True),
            unit("r", "rus-447", "3C4", melee=True, broken=broken),
        ]
        gun = Weapon("w", "russian", "rus-lmg", owner="r", hex="3C4")
        table = Table("CCPh", men, attacker="russian", board="3", weapons={"w": gun})
        if not broken:
            table.do("withdraw r")
        table.do("done", "done")
        assert table.options() == ["fall-back r 3D4", "fall-back r 3C5", "fall-back r 3B4"]
        table.do("fall-back r 3C5")
        left = table.position.state.weapons["w"]
        assert (left.owner, left.hex) == (("", "3C4") if broken else ("r", "3C5"))


# -- tables ------------------------------------------------------------------------------------------------


def test_a_fire_table_that_contradicts_itself_is_refused() -> None:
    text = ContentFiles().read("sl/tables.yaml").text
    row = '["-", "-", "-", "-", M, "1", "1", "2", "2", "3", "4"]'
    broken = text.replace(row, row.replace('["-"', "[M"))
    assert broken != text
    with pytest.raises(ContentError, match="less firepower"):
        load_tables(ContentFile("sl/tables.yaml", broken))
