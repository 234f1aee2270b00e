"""Control of hexes and buildings (SK1:2.0-d)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.tactics.control import gain_control
from sk.situation import Situation

pytestmark = pytest.mark.usefixtures("edition")


def unit(uid: str, counter: str, hex: str, **states: Any) -> dict[str, Any]:
    return {"id": uid, "type": counter, "hex": hex, **states}


def looked_at(*units: dict[str, Any], **more: Any) -> Situation:
    s = Situation("z", "PFPh", "german", [*units, unit("far", "rus-447", "A2")], **more)
    gain_control(s.g)
    return s


@pytest.mark.rule("SK1:2.0-d")
def test_a_good_order_mmc_gains_hex_and_building() -> None:
    s = looked_at(unit("g1", "ger-467", "L6"))
    assert s.state.hex_control["zL6"] == "german"
    assert s.state.building_control["zL5"] == "german"
    assert "zM6" not in s.state.hex_control  # its other hexes are not occupied


@pytest.mark.rule("SK1:2.0-d")
@pytest.mark.parametrize(
    "holder",
    [
        unit("g1", "ger-467", "L6", broken=True),
        unit("g1", "ger-9-1", "L6"),
    ],
)
def test_neither_broken_units_nor_leaders_gain_control(holder: dict[str, Any]) -> None:
    s = looked_at(holder)
    assert "zL6" not in s.state.hex_control and "zL5" not in s.state.building_control


@pytest.mark.rule("SK1:2.0-d")
@pytest.mark.parametrize("states", [{"pinned": True}, {"cx": True}])
def test_pinned_and_cx_units_do(states: dict[str, bool]) -> None:
    assert looked_at(unit("g1", "ger-467", "L6", **states)).state.building_control["zL5"] == "german"


@pytest.mark.rule("SK1:2.0-d")
@pytest.mark.parametrize("enemy", ["rus-447", "rus-8-0"])
def test_an_enemy_elsewhere_in_the_building_denies_the_building_only(enemy: str) -> None:
    s = looked_at(unit("g1", "ger-467", "L6"), unit("r1", enemy, "M6", broken=True))
    assert s.state.hex_control["zL6"] == "german"
    assert "zL5" not in s.state.building_control


@pytest.mark.rule("SK1:2.0-d")
def test_nobody_gains_where_both_are() -> None:
    s = looked_at(unit("g1", "ger-467", "L6", melee=True), unit("r1", "rus-447", "L6", melee=True))
    assert "zL6" not in s.state.hex_control


@pytest.mark.rule("SK1:2.0-d")
def test_control_stays_until_the_enemy_gains_it() -> None:
    s = looked_at(unit("g1", "ger-467", "E6"), control={"L6": "russian"})
    assert s.state.building_control["zL5"] == "russian"
    s = looked_at(unit("g1", "ger-467", "L6"), control={"L6": "russian"})
    assert s.state.building_control["zL5"] == s.state.hex_control["zL6"] == "german"


@pytest.mark.rule("SK1:2.0-d")
def test_control_is_gained_when_the_enemy_dies_in_close_combat() -> None:
    s = Situation("z", "CCPh", "german", [unit("g1", "ger-467", "L6"), unit("r1", "rus-447", "L6")])
    assert "zL5" not in s.state.building_control
    s.do("attack r1", "with g1", "declare", "done")
    s.roll(1, 2)
    assert s.state.building_control["zL5"] == "german"
    assert s.said("German controls building")
