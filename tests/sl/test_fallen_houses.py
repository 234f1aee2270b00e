"""Wooden houses that AFVs drive into, and rubble (SL:14.4)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Chance, Choice
from defilade.rules.sl.rout import must_rout
from defilade.rules.sl.terrain import cost_for
from defilade.rules.sl.vehicle_fire import ways
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.driving import terrain_cost, terrain_refusal
from defilade.rules.sl.weapons.arson import arson_refusal, fire_number
from sl.motor_pool import rows, scene, vehicle
from sl.table import Table, unit
from sl.test_machine_guns import gun
from sl.test_overruns import EAST, calm, car, done
from sl.wilds import wilds

__all__ = ["wilds"]

TANK = "ger-pzkw-ivh"


def way() -> tuple[str, ...]:
    """Open ground, and a wooden house of one storey."""
    found = rows("y", "open", "wooden_building")
    assert not Table("RPh", [], board="y").g.map.storeys(found[1])
    return found


def before_a_house(*units: dict[str, Any], tank: str = TANK, **more: Any) -> tuple[Table, str]:
    here, house = way()
    has = more.pop("has", {})
    cars = [vehicle("v", tank, here, EAST, **has), *more.pop("cars", ())]
    return scene("MPh", list(units), cars, board="y", **more), house


def fallen(table: Table, house: str) -> bool:
    return table.g.ground_in(house) == "wooden_rubble"


@pytest.mark.rule("SL:14.4.12-a", "SL:14.4.4-a", "SL:14.4.5")
def test_an_afv_drives_into_a_house_and_leaves_rubble() -> None:
    table, house = before_a_house(unit("s", "ger-467", way()[0]))
    table.do("drive v", f"drive-to - {house}").roll((2, 3))
    assert car(table).hex == house and not car(table).immobilized and fallen(table, house)
    assert next(frame.spent for frame in table.position.state.stack if hasattr(frame, "spent")) == 4
    g = table.g
    assert cost_for(g, g.unit("s"), way()[0], house) == 3 and g.terrain_of(house).tem == 2
    assert not g.terrain_of(house).cover
    cautious, house = before_a_house()
    assert not fallen(cautious, house)


@pytest.mark.rule("SL:14.4.12-a")
@pytest.mark.parametrize(
    ("tank", "has"), [(TANK, {"ce": True}), ("ger-fpz-iv-20", {}), (TANK, {"passengers": ("s",)})]
)
def test_not_with_heads_out_an_open_top_or_men_on_it(tank: str, has: dict[str, Any]) -> None:
    table, house = before_a_house(unit("s", "ger-467", way()[0]), tank=tank, has=has)
    if has.get("passengers"):
        table.g.place(table.unit("s"), "")
    assert table.do("drive v").refusal(f"drive-to - {house}").rule == "SL:14.4.12-a"


@pytest.mark.rule("SL:14.4.12-c")
def test_a_house_of_two_storeys_stands(wilds: None) -> None:
    table = scene("MPh", [], [vehicle("v", TANK, "qY6", 3)], board="q").do("drive v")
    assert table.g.map.storeys("qY7") == 1 and table.refusal("drive-to - qY7").rule == "SL:14.4.12-c"


@pytest.mark.rule("SL:14.4.12-b")
@pytest.mark.parametrize(("dice", "wreck"), [((6, 1), True), ((1, 6), False)])
def test_a_six_on_the_coloured_die_is_the_cellar(dice: tuple[int, int], wreck: bool) -> None:
    table, house = before_a_house()
    table.do("drive v", f"drive-to - {house}").roll(dice)
    assert car(table).wreck is wreck
    if wreck:
        assert "crew" in table.asked()
        table.roll((1, 2))
        assert car(table).crew_survived
    assert fallen(table, house)


@pytest.mark.rule("SL:14.4-c", "SL:14.4.13-a", "SL:14.4.13-b")
def test_who_gets_stuck_there_has_brought_it_down_and_bars_the_way() -> None:
    here, house = way()
    south = Table("RPh", [], board="y").g.map.neighbours[here][3]
    other = vehicle("w", TANK, south or "", EAST)
    table, _ = before_a_house(unit("r", "rus-447", "yA1"), cars=[other])
    table.do("drive v", f"drive-to - {house}").roll((5, 5))
    assert car(table).immobilized and fallen(table, house)
    while table.options("drive") == []:
        table.do("done" if "done" in table.options() else "stop")
    g = table.g
    second = g.state.vehicles["w"]
    g.state.vehicles["w"] = Vehicle(second.id, second.side, second.type, hex=here, vca=EAST, tca=EAST)
    assert table.do("drive w").refusal(f"drive-to - {house}").rule == "SL:14.4.13-a"
    stuck = car(table)
    behind = g.map.neighbours[house][4]
    assert behind is not None and not any(one.tca != stuck.tca for one in ways(g, stuck, behind))
    g.state.crushed = ()
    assert any(one.tca != stuck.tca for one in ways(g, stuck, behind))


def overrun(*units: dict[str, Any], **more: Any) -> tuple[Table, str]:
    """The dice of the overrun come out so that nothing happens."""
    table, house = before_a_house(*units, **more)
    done(table.do("drive v", f"overrun - {house} -")).roll((2, 3)).roll((5, 5))
    return table, house


def finish(table: Table, phase: str) -> Table:
    """On to a phase, whatever is asked on the way."""
    for _ in range(60):
        if table.position.state.phase == phase:
            return table
        pending = table.position.pending
        if isinstance(pending, Chance):
            table.roll((1,) * pending.dice)
        elif isinstance(pending, Choice):
            texts = [str(option) for option in pending.options]
            table.do(next((text for text in ("stop", "done") if text in texts), texts[0]))
    raise AssertionError(f"no {phase}")


@pytest.mark.rule("SL:14.4.14-a")
def test_the_men_inside_break_after_the_overrun() -> None:
    house = way()[1]
    table, _ = overrun(unit("r", "rus-447", house), unit("b", "rus-447", house, broken=True))
    assert table.unit("r").broken and table.position.state.ousted == {"r": house} and fallen(table, house)
    strikes = next(n for n, event in enumerate(table.events) if event.kind == "attack")
    assert strikes < next(n for n, event in enumerate(table.events) if event.kind == "breaks")


@pytest.mark.rule("SL:14.4.14-a")
def test_who_does_not_get_out_in_the_next_rout_phase_dies() -> None:
    house = way()[1]
    men = [unit("r", "rus-447", house, broken=True), unit("t", "rus-447", house, broken=True)]
    table = scene("RtPh", men, [], board="y", crushed=(house,), ousted={"r": house})
    table.g.update(table.unit("r"), routed=True)  # it finds no way out
    while table.position.state.phase == "RtPh":
        table.do(next((text for text in table.options() if text.startswith("rout t")), "done"))
    assert not table.alive("r") and table.alive("t")


@pytest.mark.rule("SL:14.4.14-b")
@pytest.mark.parametrize("more", [{}, {"berserk": True}])
def test_heroes_and_the_berserk_do_not_break_but_go(more: dict[str, Any]) -> None:
    house = way()[1]
    counters = Table("RPh", [], board="y").g.counters
    heroes = (name for name in counters if name.startswith("rus") and counters[name].kind == "hero")
    hero = "rus-447" if more else next(heroes)
    table, _ = overrun(unit("h", hero, house, **more))
    assert not table.unit("h").broken and table.position.state.ousted == {"h": house}
    out = scene(
        "RtPh", [unit("h", hero, house, **more)], [], board="y", crushed=(house,), ousted={"h": house}
    )
    options = out.options()
    assert options and all(text.startswith("leave-rubble h") for text in options)
    out.do(options[0])
    assert out.unit("h").hex in out.g.map.adjacent[house]


@pytest.mark.rule("SL:14.4.4-b", "SL:14.4-d", "SL:14.4-e")
def test_which_vehicles_get_over_rubble() -> None:
    house = way()[1]
    stone = next(hex for hex, kind in Table("RPh", [], board="1").g.map.terrain.items() if kind == "rubble")

    def refused(counter: str, board: str, hex: str, edition: str) -> str:
        car = vehicle("v", counter, "")
        g = scene("MPh", [], [car], board=board, crushed=(house,), options={"edition": edition}).g
        found = terrain_refusal(g, car, hex)
        assert found is not None or terrain_cost(g, car, hex) == 4
        return found.rule if found is not None else ""

    assert refused(TANK, "y", house, "gi") == ""
    for counter in ("ger-spw-251-1", "ger-light-truck", "ger-psw-231"):
        assert refused(counter, "y", house, "gi") == "SL:14.4.4-b"
    assert refused(TANK, "1", stone, "gi") == "SL:14.4.4-c"
    assert refused("ger-spw-251-1", "y", house, "coi") == "" == refused(TANK, "1", stone, "coi")
    assert refused("ger-psw-231", "y", house, "coi") == "SL:14.4.4-b"
    table, _ = before_a_house(crushed=(house,))
    assert table.do("drive v", f"drive-to - {house}").asked()  # it may get stuck there


@pytest.mark.rule("SL:7.1.11-35A")
def test_by_convention_the_house_falls_when_the_men_have_made_way() -> None:
    house = way()[1]
    table, _ = before_a_house(unit("r", "rus-447", house), options={"crushed_houses": "on"})
    done(table.do("drive v", f"overrun - {house} -")).roll((2, 3)).roll((5, 5))
    shown = table.breakdown()
    assert [line.value for line in shown.lines if line.rule == "SL:7.1.11-35A"] == [0.5]
    assert shown.value("SL:5.3.1-c") == 2
    calm(table)
    assert not fallen(table, house) and not table.unit("r").broken
    finish(table, "CCPh")
    assert table.unit("r").hex != house and fallen(table, house)


@pytest.mark.rule("SL:14.4-a")
def test_rubble_burns_like_the_house_that_it_was() -> None:
    here, house = way()
    bottle = gun("m", "rus-mol", "r", here, "russian")
    table = Table(
        "PFPh", [unit("r", "rus-447", here)], "russian", board="y", weapons={"m": bottle}, crushed=(house,)
    )
    g = table.g
    assert g.ground_in(house) == "wooden_rubble" and arson_refusal(g, g.unit("r"), bottle, house) is None
    assert fire_number(g, g.unit("r"), house) == 4


@pytest.mark.rule("SL:14.4.14-a")
def test_nobody_rests_in_a_house_that_has_fallen_on_him() -> None:
    house = way()[1]
    broken = [unit("r", "rus-447", house, broken=True)]
    for ousted, must in (({"r": house}, True), ({}, False)):
        table = scene("RtPh", broken, [], board="y", attacker="russian", ousted=ousted)
        assert must_rout(table.g, table.unit("r")) is must
