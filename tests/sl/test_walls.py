"""Walls, hedges and cliffs beside buildings and between neighbours in Squad Leader (SL:14.5, SL:14.8)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.rules.sl.fire import hexside_line
from defilade.rules.sl.state import Track, Work
from defilade.rules.sl.vehicle_fire import bears
from defilade.rules.sl.vehicles.immobilization import attempt_refusal
from defilade.tactics.units import Weapon
from sl.earthworks import built, pit
from sl.motor_pool import scene, vehicle
from sl.table import Table, unit

# Board 3: a wall between the stone building of P5 and the field Q5, with another building in R4 behind it; one
# between the woods of Q6 and R5 that ends where R5, Q6 and Q5 meet; a cliff of one level between C4 and C3.


def tem(firer: str, target: str, phase: str = "PFPh", **more: Any) -> dict[str, float]:
    """What protects a German from a Russian, by rule."""
    table = Table(phase, [unit("g", "ger-467", target), unit("r", "rus-447", firer)], board="3", **more)
    table.do(f"target - {target}", "add r", "declare").roll((6, 5))
    return {line.rule: line.value for line in table.breakdown().lines if line.value > 0 and line.sign == "+"}


@pytest.mark.rule("SL:14.5.4-c", "SL:14.5.4-d")
def test_in_a_building_a_wall_counts_besides_only_from_afar_and_on_one_level() -> None:
    russians = {"attacker": "russian"}
    assert tem("3Q5", "3P5", **russians) == {"SL:5.3.1-d": 3}
    assert tem("3R5", "3P5", **russians) == {"SL:5.3.1-d": 3, "SL:5.3.1-f": 2}
    g = Table("RPh", [unit("g", "ger-467", "3P5")], board="3").g
    german = g.unit("g")
    assert hexside_line(g, german, "3R4", "PFPh", structure=True) is not None
    assert hexside_line(g, german, "3R4@1", "PFPh", structure=True) is None


@pytest.mark.rule("SL:14.5.4-b")
def test_who_comes_beside_an_enemy_in_a_building_keeps_the_wall_between_them() -> None:
    def moved(target: str) -> dict[str, Any]:
        return {"tracks": {"g": Track(1, (target,))}, "attacker": "german"}

    assert tem("3P5", "3Q5", "DFPh", **moved("3Q5")) == {"SL:5.3.1-f": 2}
    assert tem("3R5", "3Q6", "DFPh", **moved("3Q6")) == {"SL:5.3.1-b": 1}
    assert tem("3R5", "3Q6", "DFPh", attacker="german") == {"SL:5.3.1-b": 1, "SL:5.3.1-f": 2}


@pytest.mark.rule("SL:14.5.1-d")
def test_where_a_line_comes_in_beside_the_end_of_a_wall_it_counts() -> None:
    g = Table("RPh", [unit("g", "ger-467", "3Q6")], board="3").g
    assert g.map.hexside_kind("3R5", "3Q6") == "wall" and g.map.hexside_kind("3Q5", "3Q6") != "wall"
    assert [crossed.how for crossed in g.map.between("3R4", "3Q6")] == ["hexside", "hexside"]
    found = hexside_line(g, g.unit("g"), "3R4", "PFPh", structure=False)
    assert found is not None and found.value == 2


@pytest.mark.rule("SL:14.8.5")
def test_nobody_goes_for_an_afv_over_a_cliff() -> None:
    men = [unit("r", "rus-447", "3C4"), unit("q", "rus-447", "3C2")]
    table = scene("DFPh", men, [vehicle("v", "ger-pzkw-ivh", "3C3")], board="3", attacker="german")
    g = table.g
    afv = g.state.vehicles["v"]
    found = attempt_refusal(g, g.unit("r"), afv)
    assert found is not None and found.rule == "SL:14.8.5"
    assert attempt_refusal(g, g.unit("q"), afv) is None
    assert (
        g.map.level("3C4") - g.map.level("3C3") == 1
        and g.map.terrain["3C4"] == g.map.terrain["3C2"] == "woods"
    )


@pytest.mark.rule("SL:14.8.2-a")
def test_over_a_cliff_beside_it_an_afv_fires_only_its_aamg() -> None:
    def fired(at: str, target: str) -> list[str]:
        car = vehicle("v", "ger-pzkw-ivh", at, ce=True)
        table = scene("PFPh", [unit("r", "rus-447", target)], [car], board="3", attacker="german")
        return table.options("vehicle-fire")

    assert fired("3C3", "3C4") == ["vehicle-fire v 3C4"]
    assert len(fired("3C3", "3D3")) > 1
    g = scene("PFPh", [], [vehicle("v", "ger-pzkw-ivh", "3C3", ce=True)], board="3").g
    afv = g.state.vehicles["v"]
    assert bears(g, afv, "aamg", "3C4", 3, 3)
    for facing in range(6):
        assert not any(bears(g, afv, place, "3C4", facing, facing) for place in ("bmg", "cmg", "rmg"))


@pytest.mark.rule("SL:14.8.2-b")
def test_a_rocket_is_fired_down_a_cliff_beside_it_and_not_up() -> None:
    def shots(at: str, target: str) -> list[str]:
        weapons = {"w": Weapon("w", "german", "ger-psk", owner="u", hex=at)}
        car = vehicle("v", "rus-t34-85", target)
        men = [unit("u", "ger-467", at)]
        return scene("PFPh", men, [car], board="3", weapons=weapons, year=1944).options("shoot")

    assert shots("3C4", "3C3") and not shots("3C3", "3C4")


@pytest.mark.rule("SL:14.5.4-b", "SL:14.5.4-c")
def test_entrenchments_and_bunkers_beside_a_wall_are_like_buildings() -> None:
    def fire(phase: str, inside: dict[str, str], *works: Work, moved: bool = False) -> dict[str, float]:
        men = [unit("g", "ger-467", "3Q6", moved=moved), unit("r", "rus-447", "3R5")]
        more: dict[str, Any] = {"tracks": {"g": Track(1, ("3Q6",))}} if moved else {"attacker": "russian"}
        table = Table(phase, men, board="3", works=built(*works), inside=inside, **more)
        table.do("target - 3Q6", "add r", "declare").roll((6, 5))
        return {
            line.rule: line.value for line in table.breakdown().lines if line.value > 0 and line.sign == "+"
        }

    woods, wall, pits = {"SL:5.3.1-b": 1}, {"SL:5.3.1-f": 2}, (pit("3Q6"), pit("3R5", "russian"))
    assert fire("PFPh", {}, *pits) == woods | wall
    assert fire("PFPh", {"g": "3Q6"}, *pits) == woods | {"SL:15.3.10": 2}
    assert fire("DFPh", {}, *pits, moved=True) == woods
    assert fire("DFPh", {"r": "3R5"}, *pits, moved=True) == woods | wall
