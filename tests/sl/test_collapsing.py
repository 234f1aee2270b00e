"""Houses that high explosive brings down (SL:14.4.2)."""

from __future__ import annotations

import pytest

from defilade.rules.sl.state import Bypass
from defilade.rules.sl.terrain import cost_for
from defilade.tactics.units import Weapon
from sl.table import Table, pair, unit
from sl.test_barrage import falling, through
from sl.test_demolition import armed, charge, on_to_advancing_fire
from sl.wilds import wilds

__all__ = ["wilds"]

WOOD, STONE = "wooden_building", "stone_building"
SQUAD = "rus-447"


def fallen(table: Table, hex: str) -> bool:
    return hex in table.position.state.crushed


@pytest.mark.rule("SL:14.4.2-c", "SL:14.4.5", "SL:8.8.1-f")
@pytest.mark.parametrize(
    ("house", "deadly", "harmless", "rubble", "tem"),
    [(WOOD, (2, 2), (2, 3), "wooden_rubble", 2), (STONE, (1, 2), (2, 2), "rubble", 3)],
)
def test_a_charge_brings_a_house_down(
    house: str, deadly: tuple[int, int], harmless: tuple[int, int], rubble: str, tem: int
) -> None:
    """On 30 FP a 6 is the last KIA."""
    table, a, b = armed(there=house)
    table.do(f"explode d {b}").roll(deadly)
    g = table.g
    assert not table.alive("r") and fallen(table, b)
    assert g.ground_in(b) == rubble and g.terrain_of(b).tem == tem
    assert cost_for(g, g.unit("u"), a, b) == 3
    stands, _, b = armed(there=house)
    stands.do(f"explode d {b}").roll(harmless)
    assert stands.alive("r") and not fallen(stands, b) and stands.g.ground_in(b) == house


def test_a_house_of_several_storeys_stands(wilds: None) -> None:
    men = [unit("u", "ger-9-2", "qY6"), unit("r", SQUAD, "qY7")]
    table = Table("MPh", men, board="q", weapons={"d": charge("u", "qY6")})
    house = table.unit("r").hex
    assert table.g.map.storeys(house) == 1
    on_to_advancing_fire(table.do(f"place-charge u+d {house}")).do(f"explode d {house}").roll((1, 1))
    assert not table.alive("r") and not fallen(table, house)


@pytest.mark.rule("SL:14.4.2-c")
def test_everybody_inside_is_buried_but_nobody_outside() -> None:
    """On 16 FP a 4 is the last KIA, as for who is outside. Who has learned to take cover (SL:9.2.8) and who is inside
    would only have checked."""
    _, house = pair(1, WOOD)
    men = [unit(uid, SQUAD, house) for uid in ("inside", "outside", "wary")]
    by = dict.fromkeys(("outside", "wary"), (Bypass(house, (0,), ()),))
    weapons = {"w": Weapon("w", "russian", "rus-lmg", owner="wary", hex=house)}
    table = falling(*men, at=house, turn=2, shelled={"wary": 1}, bypasses=by, weapons=weapons, phase="DFPh")
    through(table, {house: (2, 2)})
    assert fallen(table, house) and not table.alive("outside") and table.alive("wary")
    assert [event.who for event in table.events if "SL:14.4.2-c" in event.rules] == [("inside",)]
    assert not table.alive("inside")


@pytest.mark.rule("SL:14.4.2-c", "SL:8.8.1-f")
def test_a_barrage_brings_down_a_house_with_what_lies_in_it_and_an_empty_one() -> None:
    _, house = pair(1, WOOD)
    gun = {"w": Weapon("w", "russian", "rus-lmg", owner="r", hex=house)}
    table = through(falling(unit("r", SQUAD, house), at=house, weapons=gun), {house: (1, 1)})
    assert fallen(table, house) and not table.alive("r") and "w" not in table.position.state.weapons
    assert not any("destroyed, too" in event.text for event in table.events) and table.said("SL:8.8.1-f")
    assert fallen(through(falling(at=house), {house: (1, 1)}), house)
    assert not fallen(through(falling(at=house), {house: (1, 2)}), house)
