"""Partisans who leave a melee, and snipers against vehicles (SL:6.3.6.3, SL:5.7.17)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.sl.eyes.sniped import hard_to_hit, may_be_sniped, mp_in_sight
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.tactics.units import OFF_MAP
from sl.motor_pool import rows, scene, vehicle
from sl.secrets import ask_again, hidden_away
from sl.table import Table, near, unit

SQUAD = "ger-467"
HEX = rows("4", *["open"] * 5)


# -- partisans (SL:6.3.6.3) --------------------------------------------------------------------------------


@pytest.mark.rule("SL:6.3.6.3")
def test_partisans_slip_away_after_their_ambush() -> None:
    def drm(waylaid: bool) -> dict[str, float]:
        men = [unit("p", "par-337", HEX[0], melee=True), unit("g", SQUAD, HEX[0], melee=True)]
        table = Table("CCPh", men, waylaid=(HEX[0],) if waylaid else (), board="4")
        while "withdraw p" not in table.options():
            table.do("done")
        table.do("withdraw p")
        while "attack p" not in table.options():
            table.do("done")
        table.do("attack p", "with g", "declare")
        while not table.asked():
            table.do("done")
        table.roll((6, 5))
        return {line.rule: line.value for line in table.breakdown("close_combat").lines if line.sign == "+"}

    assert drm(waylaid=False)["SL:6.3.6-b"] == -2
    assert sum(drm(waylaid=True).values()) == 0 and "SL:6.3.6.3" in drm(waylaid=True)


# -- snipers against vehicles (SL:5.7.17) ------------------------------------------------------------------


def aboard(unit_id: str) -> dict[str, Any]:
    return unit(unit_id, SQUAD, HEX[1])


def sniper_and(*vehicles: Vehicle, phase: str = "PFPh", **more: Any) -> Table:
    men = [
        unit("s", "rus-sniper3", HEX[4]),
        unit("q", "rus-447", near(HEX[4], board="4")),
        *more.pop("men", []),
    ]
    table = scene(phase, men, list(vehicles), attacker=more.pop("attacker", "russian"), board="4", **more)
    hidden_away(table, "s")
    for one in [uid for v in vehicles for uid in v.passengers]:
        table.g.place(table.g.unit(one), OFF_MAP)
    ask_again(table)
    return table


@pytest.mark.rule("SL:5.7.17.1-a", "SL:5.7.17.1-b", "SL:5.7.17.1-c")
def test_a_soft_vehicle_is_shot_as_a_whole_and_its_passengers_get_out() -> None:
    truck = vehicle("v", "ger-light-truck", HEX[1], passengers=("g",))
    table = sniper_and(truck, men=[aboard("g")])
    assert table.options("snipe-at") == [f"snipe-at s+v {HEX[1]}"] and not table.options("snipe")
    table.do(f"snipe-at s+v {HEX[1]}").roll((1, 1))
    assert table.position.state.vehicles["v"].wreck and table.unit("g").hex == HEX[1]
    moving = vehicle("v", "ger-light-truck", HEX[1], passengers=("g",), motion=True)
    lost = sniper_and(moving, men=[aboard("g")])
    lost.do(f"snipe-at s+v {HEX[1]}")
    assert hard_to_hit(lost.g, lost.g.unit("s"), lost.g.state.vehicles["v"]) == 2
    lost.roll((1, 1))
    assert lost.position.state.vehicles["v"].wreck and "get out" in lost.asked()
    assert not lost.roll((5, 5)).alive("g")


@pytest.mark.rule("SL:5.7.17.1-a", "SL:5.7.17.1-b")
def test_a_soft_vehicle_that_is_only_harassed_checks_twice() -> None:
    table = sniper_and(vehicle("v", "ger-light-truck", HEX[1], passengers=("g",)), men=[aboard("g")])
    table.do(f"snipe-at s+v {HEX[1]}").roll((2, 4))
    assert "Morale check" in table.asked()
    table.roll((6, 5), (6, 5))
    assert table.position.state.vehicles["v"].wreck and table.alive("g")


@pytest.mark.rule("SL:5.7.17.1-a")
def test_what_spends_little_time_in_his_sight_is_harder_still() -> None:
    g = sniper_and(vehicle("v", "ger-light-truck", HEX[1], moved=True), phase="DFPh", attacker="german").g
    truck, sniper = g.state.vehicles["v"], g.unit("s")
    here = sniper.__class__(
        **{name: getattr(sniper, name) for name in sniper.__struct_fields__} | {"hex": HEX[4]}
    )
    g.state.driven["v"] = ((HEX[0], 2.0), (HEX[1], 6.0))
    assert mp_in_sight(g, HEX[4], truck) is None and hard_to_hit(g, here, truck) == 2
    blind = next(hex for hex in g.map.names if not g.map.hindrance(HEX[4], hex) >= 0)
    for mp, more in ((1.0, 4), (3.0, 3), (6.0, 2)):
        g.state.driven["v"] = ((blind, 5.0), (HEX[1], mp))
        assert hard_to_hit(g, here, truck) == more


@pytest.mark.rule("SL:5.7.17.2")
def test_of_afvs_only_crews_that_look_out_are_sniped() -> None:
    shut = sniper_and(vehicle("v", "ger-pzkw-iiil", HEX[1]), men=[aboard("g")])
    assert not may_be_sniped(shut.g, shut.g.unit("s"), shut.g.state.vehicles["v"])
    table = sniper_and(vehicle("v", "ger-pzkw-iiil", HEX[1], ce=True))
    table.do(f"snipe-at s+v {HEX[1]}").roll((1, 1))
    assert table.position.state.vehicles["v"].stun and table.said("SL:5.7.17.2")


@pytest.mark.rule("SL:5.7.17.1-a", "SL:5.6.7.1-a")
def test_a_sniper_fires_before_the_truck_leaves_and_the_question_tells_nothing() -> None:
    truck = vehicle("v", "ger-light-truck", HEX[1], 4)
    table = sniper_and(truck, phase="MPh", attacker="german").do("drive v")
    table.do(next(text for text in table.options("drive-to") if text.endswith(HEX[0])))
    assert table.options() == [f"snipe-at s+v {HEX[0]}", "done"]
    far = sniper_and(vehicle("v", "ger-light-truck", "4A1", 3), phase="MPh", attacker="german").do("drive v")
    far.do(far.options("drive-to")[0])
    assert far.options()[-1] == "done"
