"""The examples of the campaign rules: the map after the first date, and who comes back out of the Eliminated Pool.

The illustration's three German areas are numbered 1 to 3; here an area is called by a hex of it."""

from __future__ import annotations

import pytest

from defilade.rules.sk.full.campaign import control_and_areas as areas
from defilade.rules.sk.full.campaign import escape, replenishment, shifts
from defilade.rules.sk.full.campaign.book import (
    ENTRY,
    Attempt,
    CampaignError,
    EscapeOrders,
    RefitOrders,
    Returned,
)
from defilade.rules.sk.full.campaign.recovery import recombine_pool
from defilade.rules.sk.full.campaign.repair import finish
from defilade.rules.sk.full.campaign.tables import BRITISH, GERMAN
from skf.campaign.books import Table

BRITISH_HOLD = "A12 A19 D13 E13 H13 E17"
ONE, TWO, THREE = "L6", "M15", "F14"
"""A hex of each German area of the illustration."""


def illustration() -> Table:
    """The houses of G24 and H25 are on our map only: nobody holds them."""
    t = Table(BRITISH_HOLD)
    for hex in ("G24", "H25"):
        del t.book.control[t.board.resolve(hex)]
    return t.front()


def table_of(t: Table, drm: int) -> dict[int, str]:
    """Original DR -> the result for Infantry."""
    rows = t.work.tables.escape.rows
    found = {}
    for dr in range(2, 13):
        found[dr] = next((row.infantry for row in rows if dr + drm <= row.up_to), rows[-1].infantry)
    return found


@pytest.mark.rule("DAE:4.5051", "DAE:4.5054", "DAE:4.2-g", "DAE:4.2-h")
def test_elst_cg_1_areas_of_the_illustration() -> None:
    t = illustration()
    west = t.area_at("E13")
    for held in ("A10", "A12", "A21", "E13", "H13"):
        assert t.area_at(held) == west, held
    for enclosed in ("A15", "A16", "B15", "B16"):
        assert t.area_at(enclosed) == west, enclosed
    for held in ("M15", "H15", "M20", "I15"):
        assert t.area_at(held) == t.area_at(TWO), held
    for held in ("L6", "O5"):
        assert t.area_at(held) == t.area_at(ONE), held
    assert len({west, *(t.area_at(hex) for hex in (ONE, TWO, THREE))}) == 4
    for strategic in ("E13", "H13", "H15", "I15"):
        assert not t.work.is_no_mans_land(t.board.resolve(strategic))


@pytest.mark.rule("DAE:4.5127", "DAE:4.5056")
def test_elst_cg_2_tanks_withdraw_and_infantry_stays_or_runs() -> None:
    t = illustration()
    tank, squad, astray = t.vehicle("bri-sherman3", "E17"), t.unit("bri-457", "E13"), t.unit("bri-457", "H17")
    escape.sort_out(t.work)
    assert t.where(tank) == t.where(squad) == t.area_at("E13")
    assert [one.id for one in escape.must_escape(t.work, BRITISH)] == [astray.id]
    escape.carry_out(t.roll((1, 1)).work, BRITISH, EscapeOrders())
    finish(t.work, afternoon=True)
    assert (t.where(tank), t.where(squad)) == (ENTRY, t.area_at("E13"))


@pytest.mark.rule("DAE:4.506-a", "DAE:4.506-c")
@pytest.mark.parametrize(
    ("dice", "left"),
    [((4, 4), "bri-457"), ((4, 5), "bri-447"), ((5, 5), "bri-247"), ((5, 6), "bri-237"), ((6, 6), "")],
)
def test_elst_cg_3_a_squad_in_an_enemy_area_beside_its_own(dice: tuple[int, int], left: str) -> None:
    t = illustration()
    squad = t.unit("bri-457", "H17")
    escape.sort_out(t.work)
    added_up = escape.breakdown(t.work, BRITISH, [squad], [])
    assert sorted(line.value for line in added_up.lines) == [-2, 1, 1]
    escape.escape(t.roll(dice).work, BRITISH, Attempt((squad.id,)))
    assert [unit.type for unit in t.work.forces(BRITISH).units.values()] == ([left] if left else [])
    assert not left or t.where(squad) == t.area_at("E13")


@pytest.mark.rule("DAE:4.506-a", "DAE:4.5061")
def test_elst_cg_4_ss_in_an_enemy_area() -> None:
    t = illustration()
    half, squad = t.unit("ger-237-ss", "B16"), t.unit("ger-447-ss", "C20")
    escape.sort_out(t.work)
    assert [int(escape.breakdown(t.work, GERMAN, [one], []).drm) for one in (half, squad)] == [1, 2]
    assert escape.destinations(t.work, GERMAN, half.hex) == [t.area_at(THREE), t.area_at(TWO)]
    assert areas.is_isolated(t.work, GERMAN, t.area_at(THREE))
    assert escape.destinations(t.work, GERMAN, squad.hex)[0] == t.area_at(TWO)
    escape.escape(t.roll((3, 4)).work, GERMAN, Attempt((squad.id,)))  # 9 replaces others, not the SS
    assert t.work.forces(GERMAN).units[squad.id].type == "ger-447-ss"


@pytest.mark.rule("DAE:4.5053-b", "DAE:4.5056")
def test_elst_cg_5_uncontrolled_territory() -> None:
    t = illustration()
    squad = t.unit("ger-447-ss", "L12")
    assert t.work.is_uncontrolled(squad.hex)
    escape.sort_out(t.work)
    escape.carry_out(t.work, GERMAN, EscapeOrders())
    assert t.where(squad) == t.area_at(TWO)


@pytest.mark.rule("DAE:4.506-a")
def test_elst_cg_6_an_isolated_squad_may_stay_or_go() -> None:
    t = illustration()
    squad = t.unit("ger-658-ss", "F14")
    escape.sort_out(t.work)
    assert not escape.must_escape(t.work, GERMAN)
    assert [one.id for one in escape.may_escape(t.work, GERMAN)] == [squad.id]
    assert escape.breakdown(t.work, GERMAN, [squad], []).drm == 3
    assert t.area_at(TWO) in escape.destinations(t.work, GERMAN, squad.hex)


@pytest.mark.rule("DAE:4.511-a", "DAE:4.511-b")
def test_elst_cg_7_shifts() -> None:
    t = illustration()
    t.unit("ger-447-ss", "L6", area=t.area_at(ONE))
    way = shifts.best_way(t.work, GERMAN, t.area_at(ONE), t.area_at(TWO))
    assert way is not None
    # nothing counts but the open ground all the way, which our map has there
    assert [(line.label, line.value) for line in way.lines] == [("road and open ground all the way", -1)]
    assert not shifts.is_automatic(t.work, GERMAN, t.area_at(ONE), t.area_at(TWO))
    assert shifts.is_automatic(t.work, BRITISH, t.area_at("E13"), ENTRY)


@pytest.mark.rule("DAE:4.513-a", "DAE:4.513-b")
def test_elst_cg_8_four_squads_lost_bring_one_back() -> None:
    t = illustration()
    t.work.side(BRITISH).pool = {"bri-457": 3, "bri-237": 1, "bri-247": 1}
    orders = RefitOrders(replenish=(Returned("bri-457", ENTRY),))
    replenishment.check_orders(t.work, BRITISH, orders)
    twice = RefitOrders(replenish=(Returned("bri-457", ENTRY),) * 2)
    with pytest.raises(CampaignError, match="only 1 squad"):
        replenishment.check_orders(t.work, BRITISH, twice)
    replenishment.replenish(t.work, BRITISH, orders)
    assert [unit.type for unit in t.work.forces(BRITISH).units.values()] == ["bri-447"]


@pytest.mark.rule("DAE:4.513-a", "DAE:4.513-b")
def test_elst_cg_9_three_squads_lost_bring_none_back_and_a_fourth_one() -> None:
    t = illustration()
    lost = {"ger-348-ss": 1, "ger-237-ss": 3, "ger-237": 2}
    t.work.side(GERMAN).pool = dict(lost)
    assert replenishment.allowance(t.work, GERMAN) == 0
    t.work.side(GERMAN).pool = {**lost, "ger-447": 1}
    recombine_pool(t.work, GERMAN)
    assert t.work.side(GERMAN).pool == {"ger-348-ss": 1, "ger-237-ss": 1, "ger-447-ss": 1, "ger-447": 2}
    assert replenishment.allowance(t.work, GERMAN) == 2
    assert [replenishment.returned_as(t.work, one) for one in ("ger-447", "ger-447-ss")] == [
        "ger-436",
        "ger-237-ss",
    ]
