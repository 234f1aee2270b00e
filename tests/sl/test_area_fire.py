"""Fire at what is not seen in Squad Leader (SL:2.3.4 to SL:2.3.6, SL:2.5.4), and what it brings to light."""

from __future__ import annotations

import pytest

from defilade.rules.sl.terrain import sees
from sl.secrets import ask_again, hidden_away, secret_system, seen_by, under_cover
from sl.table import Table, near, pair, unit

HERE, THERE = pair(4, "woods")


def elsewhere() -> str:
    """Another hex in sight and range."""
    g = Table("RPh", []).g
    return next(hex for hex in g.map.names if g.map.distance(HERE, hex) == 3 and sees(g, HERE, hex))


def firing(*targets: str, phase: str = "PFPh") -> Table:
    units = [unit("g", "ger-467", HERE), unit("g2", "ger-467", HERE)]
    units += [unit(f"r{number}", counter, THERE) for number, counter in enumerate(targets)]
    units.append(unit("far", "rus-447", elsewhere()))
    return Table(phase, units)


def shoot(table: Table, *dice: tuple[int, int], by: str = "g+g2") -> Table:
    return table.do(f"target - {THERE}", f"add {by}", "declare").roll(*dice)


@pytest.mark.rule("SL:2.3.4", "SL:5.4.6")
def test_fire_at_a_concealed_stack_is_halved() -> None:
    table = firing("rus-447")
    under_cover(table, "r0")
    shoot(table, (6, 6), by="g2")
    assert table.breakdown().total == 2 and table.breakdown().value("SL:2.3.4") == 0.5
    plain = shoot(firing("rus-447"), (6, 5), by="g2")
    assert plain.breakdown().total == 4 and plain.breakdown().value("SL:2.3.4") is None


@pytest.mark.rule("SL:2.3.9.1-b", "SL:2.3.9.1-d")
def test_any_effect_takes_the_counters_of_the_hex_away_even_if_the_check_is_passed() -> None:
    table = firing("rus-447", "rus-628")
    one, two = under_cover(table, "r0"), under_cover(table, "r1")
    shoot(table, (6, 5))
    assert table.alive(one) and table.alive(two)  # no effect: 12 FP at half, 12 with the woods
    table = firing("rus-447", "rus-628")
    one, two = under_cover(table, "r0"), under_cover(table, "r1")
    shoot(table, (2, 3))
    assert not table.alive(one) and not table.alive(two)
    assert table.said("SL:2.3.9.1-b") and "Morale check" in table.asked()
    table.roll((1, 2), (1, 2))
    assert table.unit("r0").hex == THERE and not table.unit("r0").broken
    assert table.position.state.unseen == () and table.position.state.covered == {}


@pytest.mark.rule("SL:2.3.9.1-b")
def test_dummies_vanish_where_fire_has_any_effect() -> None:
    table = firing()
    counter = under_cover(table, dummies=2, hex=THERE)
    shoot(table, (2, 3))
    assert not table.alive(counter) and table.asked() == ""
    assert "nobody is there" in " ".join(event.text for event in table.events)


@pytest.mark.rule("SL:2.3.6")
def test_one_throw_strikes_those_in_sight_with_all_and_those_under_a_counter_with_half() -> None:
    table = firing("rus-447", "rus-447")
    counter = under_cover(table, "r1")
    shoot(table, (3, 2))  # 8 FP, 6 with the woods: 1; 4 FP: M
    assert table.breakdown().total == 8 and table.breakdown().value("SL:2.3.4") is None
    assert not table.alive(counter) and "morale 7" in table.asked()
    again = firing("rus-447", "rus-447")
    counter = under_cover(again, "r1")
    shoot(again, (4, 3))  # 8: M on 8, nothing on 4
    assert again.alive(counter) and again.asked()


@pytest.mark.rule("SL:2.5.4-a", "SL:2.5-q2")
def test_fire_at_a_hex_that_may_hide_somebody_is_blind() -> None:
    table = firing("rus-447")
    hidden_away(table, "r0")
    assert f"target - {THERE}" not in table.options("target")  # no card says that anybody may hide
    system = secret_system()
    position, _ = system.begin("hide-and-seek")
    g = system.play(position.state)
    assert g.scenario.groups[0].hidden == 2


@pytest.mark.rule("SL:2.5.4-b", "SL:2.5.4-a")
@pytest.mark.parametrize(("dice", "found"), [((6, 5), False), ((2, 2), True), ((2, 1), True)])
def test_hidden_units_come_to_light_with_any_result(dice: tuple[int, int], found: bool) -> None:
    table = firing("rus-447", "rus-628")
    hidden_away(table, "r0")
    shoot(table, dice)
    assert bool(table.unit("r0").hex if table.alive("r0") else True) is found
    assert table.said("SL:2.5.4-b") is found


@pytest.mark.rule("SL:2.5.4-a")
def test_hidden_units_are_struck_by_half_of_what_strikes_others() -> None:
    def dead(*hidden: str) -> bool:
        table = firing("rus-447", "rus-628")
        for uid in hidden:
            hidden_away(table, uid)
        shoot(table, (2, 3))  # 8 FP in woods, final 6: a 1MC; at half a NMC
        assert any(event.kind == "reveal" for event in table.events) is bool(hidden)
        table.roll((3, 4), (3, 4))
        return table.unit("r0").broken

    assert dead() and not dead("r0")


@pytest.mark.rule("SL:2.5.4-a", "SL:2.3.2")
def test_fire_without_effect_looks_the_same_whoever_is_there() -> None:
    shown = set()
    for hide in (False, True):
        table = firing("rus-628", "rus-447", "rus-447")
        counter = under_cover(table, "r0") if hide else under_cover(table, "r0", "r1")
        table.g.update(table.unit("r1"), letter="")
        if hide:
            hidden_away(table, "r1")
        state = table.position.state
        assert counter in state.units and state.unseen == ("r0", "r1")
        shoot(table, (6, 6), by="g2")
        shown.add(seen_by(table, "german") + b"".join(str(event).encode() for event in table.events[-1:]))
    assert len(shown) == 1


@pytest.mark.rule("SL:2.3.9.1-a", "SL:2.3.9.5", "SL:2.5.2", "SL:2.5.3", "SL:2.5.4-42B")
def test_who_fires_comes_out_first_and_all_in_his_hex_with_him() -> None:
    table = Table(
        "DFPh",
        [
            unit("g", "ger-467", HERE),
            unit("r0", "rus-447", THERE),
            unit("r1", "rus-447", THERE),
            unit("h", "rus-628", near(THERE)),
        ],
    )
    one, two = under_cover(table, "r0"), under_cover(table, "r1")
    hidden_away(table, "h")
    assert set(table.options("uncover")) == {f"uncover - {THERE}"}
    assert not table.options("target")  # who is out of sight does not fire
    table.g.state.hidden["h2"] = THERE  # somebody else in the very hex
    table.g.add_unit(type(table.unit("h"))("h2", "russian", "rus-447", "squad"))
    table.do(f"uncover - {THERE}")
    assert table.position.state.hidden.pop("h2") == THERE
    assert not table.alive(one) and not table.alive(two) and table.unit("r1").hex == THERE
    assert f"target - {HERE}" in table.options("target")
    table.do(f"show - {near(THERE)}")
    assert table.unit("h").hex == near(THERE) and table.position.state.hidden == {}
    assert table.options("show") == [] and table.said("SL:2.5.3")


def test_who_has_only_dummies_is_asked_as_well() -> None:
    table = Table("DFPh", [unit("g", "ger-467", HERE), unit("r", "rus-447", elsewhere())])
    under_cover(table, dummies=1, hex=THERE)
    ask_again(table)
    table.do(f"target - {HERE}", "add r", "declare").roll((6, 6))
    assert table.options() == [f"uncover - {THERE}", "done"]
