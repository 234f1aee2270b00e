"""Shift (DAE:4.511), Equipment Repair (DAE:4.512) and Replenishment (DAE:4.513, DAE:4.514)."""

from __future__ import annotations

import pytest

from defilade.rules.sk.full.campaign import repair, replenishment, shifts
from defilade.rules.sk.full.campaign.book import (
    ENTRY,
    CampaignError,
    Cannibalised,
    RefitOrders,
    Returned,
    ShiftGroup,
    ShiftOrders,
)
from defilade.rules.sk.full.campaign.tables import BRITISH, GERMAN, campaign_tables
from skf.campaign.books import Table

WEST = "A12 D13 E13 H13 E17"


def shift(t: Table, side: str, *groups: ShiftGroup) -> None:
    orders = ShiftOrders(tuple(groups))
    shifts.check_orders(t.work, side, orders)
    shifts.carry_out(t.work, side, orders)
    assert not t.dice


def two_areas() -> Table:
    """The British hold two areas far from each other: in the west, and in the north-west."""
    return Table("A12 D13 L6 M6", "NN10").front()


# -- Shift -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:4.511-d")
def test_the_shift_table_cell_by_cell() -> None:
    table = campaign_tables().shift
    results = {n: table.result(n) for n in range(1, 15)}
    assert {results[n] for n in range(1, 9)} == {"shifted"}
    assert (results[9], results[10], results[11], results[12], results[14]) == (
        "stays",
        "stays",
        "casualties",
        "eliminated",
        "eliminated",
    )
    assert (table.open_path, table.uncontrolled_hexes, table.per_uncontrolled, table.casualty_from) == (
        -1,
        5,
        1,
        4,
    )


@pytest.mark.rule("DAE:4.511-a", "DAE:4.511-d")
def test_a_shift_over_uncontrolled_hexes() -> None:
    t = two_areas()
    near, far = t.area_at("D13"), t.area_at("L6")
    assert near != far
    way = shifts.best_way(t.work, BRITISH, near, far)
    assert way is not None
    squad = t.unit("bri-457", area=near)
    gun = t.weapon("bri-lmg", owner=squad)
    dropped = t.weapon("bri-mmg", owner=squad)
    t.roll((4, 4 - int(way.drm)))
    shift(t, BRITISH, ShiftGroup((squad.id,), far, (gun.id,)))
    assert t.where(squad) == t.where(gun) == far
    assert t.where(dropped) == near
    assert all(note.secret for note in t.notes("DAE:4.511-d"))


@pytest.mark.rule("DAE:4.511-d")
def test_drm_of_the_way() -> None:
    """Four hexes by the road are -1 and nothing for their number; ten hexes are +2."""
    t = two_areas()
    near, far = t.area_at("D13"), t.area_at("L6")
    easy = shifts._uncontrolled_on_way(
        t.work,
        BRITISH,
        near,
        set(shifts.area_hexes(t.work, BRITISH, far)),
        True,
    )
    any_way = shifts._uncontrolled_on_way(
        t.work,
        BRITISH,
        near,
        set(shifts.area_hexes(t.work, BRITISH, far)),
        False,
    )
    assert any_way is not None
    best = any_way // 5 if easy is None else min(any_way // 5, easy // 5 - 1)
    way = shifts.best_way(t.work, BRITISH, near, far)
    assert way is not None
    assert way.drm == best


@pytest.mark.rule("DAE:4.511-d")
def test_no_shift_casualties_and_loss() -> None:
    for extra, left in ((9, ["bri-457", "bri-8-0"]), (12, [])):
        t = two_areas()
        near, far = t.area_at("D13"), t.area_at("L6")
        way = shifts.best_way(t.work, BRITISH, near, far)
        assert way is not None
        squad, leader = t.unit("bri-457", area=near), t.unit("bri-8-0", area=near)
        wanted = extra - int(way.drm)
        t.roll((wanted - 6 if wanted > 6 else 1, 6 if wanted > 6 else wanted - 1))
        if wanted > 12:
            continue
        shift(t, BRITISH, ShiftGroup((squad.id, leader.id), far))
        assert sorted(unit.type for unit in t.work.forces(BRITISH).units.values()) == left
        if left:
            assert t.where(squad) == near
    t = two_areas()
    near, far = t.area_at("D13"), t.area_at("L6")
    way = shifts.best_way(t.work, BRITISH, near, far)
    assert way is not None
    squad, other, tank = (
        t.unit("bri-457", area=near),
        t.unit("bri-457", area=near),
        t.vehicle("bri-sherman3", area=near),
    )
    wanted = 11 - int(way.drm)
    t.roll((6, wanted - 6), 4, 3, 4)
    shift(t, BRITISH, ShiftGroup((squad.id, other.id, tank.id), far))
    assert t.work.forces(BRITISH).units[squad.id].type == "bri-247"
    assert t.work.forces(BRITISH).units[other.id].type == "bri-457"
    assert not t.work.forces(BRITISH).vehicles


@pytest.mark.rule("DAE:4.511-b")
def test_rules_of_groups() -> None:
    t = two_areas()
    near, far = t.area_at("D13"), t.area_at("L6")
    one, two = t.unit("bri-457", area=near), t.unit("bri-457", area=near)
    with pytest.raises(CampaignError, match="as one group"):
        shift(t, BRITISH, ShiftGroup((one.id,), far), ShiftGroup((two.id,), far))
    with pytest.raises(CampaignError, match="once a date"):
        shift(t, BRITISH, ShiftGroup((one.id,), far), ShiftGroup((one.id,), ENTRY))
    shift(t, BRITISH, ShiftGroup((one.id,), ENTRY))  # beside it: no roll
    assert t.where(one) == ENTRY


@pytest.mark.rule("DAE:4.511-a", "DAE:4.505")
def test_what_cannot_shift() -> None:
    t = Table(WEST).front()
    home, cut_off = t.area_at("NN8"), t.area_at("F14")
    squad = t.unit("ger-447", area=home)
    with pytest.raises(CampaignError, match="Isolated area"):
        shift(t, GERMAN, ShiftGroup((squad.id,), cut_off))
    with pytest.raises(CampaignError, match="no area of yours"):
        shift(t, GERMAN, ShiftGroup((squad.id,), t.area_at("E13")))
    lost = t.unit("ger-658-ss", area=cut_off)
    with pytest.raises(CampaignError, match="no way"):
        shift(t, GERMAN, ShiftGroup((lost.id,), home))
    crew = t.unit("ger-228-crew", area=home)
    pak = t.weapon("ger-75l-at", owner=crew)
    with pytest.raises(CampaignError, match="Gun cannot"):
        shift(t, GERMAN, ShiftGroup((crew.id,), ENTRY, (pak.id,)))
    hurt = t.unit("ger-8-0", area=home, wounded=True)
    lmg = t.weapon("ger-lmg", owner=hurt)
    with pytest.raises(CampaignError, match="too much"):
        shift(t, GERMAN, ShiftGroup((hurt.id,), ENTRY, (lmg.id,)))
    stuck = t.vehicle("ger-panther", area=home, immobilized=True)
    with pytest.raises(CampaignError, match="immobile"):
        shift(t, GERMAN, ShiftGroup((stuck.id,), ENTRY))


@pytest.mark.rule("DAE:4.511-e")
def test_only_infantry_comes_out_of_an_entry_area() -> None:
    t = two_areas()
    tank, squad = t.vehicle("bri-sherman3", area=ENTRY), t.unit("bri-457", area=ENTRY)
    with pytest.raises(CampaignError, match="only Infantry"):
        shift(t, BRITISH, ShiftGroup((tank.id,), t.area_at("D13")))
    t.roll((1, 1))
    shift(t, BRITISH, ShiftGroup((squad.id,), t.area_at("D13")))
    assert t.where(squad) == t.area_at("D13")


@pytest.mark.rule("DAE:4.511-c")
def test_an_area_that_is_left_stays_who_had_it() -> None:
    t = two_areas()
    near = t.area_at("D13")
    squad = t.unit("bri-457", area=near)
    shift(t, BRITISH, ShiftGroup((squad.id,), ENTRY))
    assert not t.work.personnel_in(BRITISH, near)
    assert t.work.area(near) is not None
    assert t.work.side_at(t.board.resolve("D13")) == BRITISH


# -- Equipment Repair ------------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:4.5121")
@pytest.mark.parametrize(
    ("hex", "die", "mobile"),
    [("inner", 2, True), ("inner", 3, False), ("front", 1, True), ("front", 2, False)],
)
def test_immobilization(hex: str, die: int, mobile: bool) -> None:
    t = Table(WEST).front()
    inner = next(
        one
        for one in t.work.areas_of(GERMAN)[0].hexes
        if all(t.work.side_at(n) == GERMAN for n in t.board.adjacent[one])
    )
    front = next(
        one
        for one in t.work.areas_of(GERMAN)[0].hexes
        if any(t.work.side_at(n) != GERMAN for n in t.board.adjacent[one])
    )
    at = inner if hex == "inner" else front
    tank = t.vehicle("ger-panther", at.removeprefix("elst"), t.work.areas_of(GERMAN)[0].id, immobilized=True)
    repair.remove_immobilization(t.roll(die).work, GERMAN, tank)
    assert t.work.forces(GERMAN).vehicles[tank.id].immobilized != mobile


@pytest.mark.rule("DAE:4.5121")
def test_immobilization_in_uncontrolled_territory_and_isolated() -> None:
    t = Table(WEST).front()
    out = t.vehicle("ger-panther", "L12", "@elstL12", immobilized=True)
    repair.remove_immobilization(t.roll(2).work, GERMAN, out)
    assert t.work.forces(GERMAN).vehicles[out.id].immobilized
    cut_off = t.vehicle("ger-panther", "F14", t.area_at("F14"), immobilized=True)
    repair.remove_immobilization(t.roll(1).work, GERMAN, cut_off)  # +1 Isolated, +1 Front Line
    assert t.work.forces(GERMAN).vehicles[cut_off.id].immobilized


@pytest.mark.rule("DAE:4.5122")
@pytest.mark.parametrize(
    ("area", "die", "result"),
    [
        ("NN8", 2, "well"),
        ("NN8", 3, "stunned"),
        ("NN8", 6, "gone"),
        ("F14", 5, "gone"),
        ("F14", 2, "stunned"),
    ],
)
def test_stun(area: str, die: int, result: str) -> None:
    t = Table(WEST).front()
    tank = t.vehicle("ger-panther", area=t.area_at(area), stunned=True)
    repair.recover_from_stun(t.roll(die).work, GERMAN, tank)
    found = t.work.forces(GERMAN).vehicles.get(tank.id)
    assert ("gone" if found is None else "stunned" if found.stunned else "well") == result


@pytest.mark.rule("DAE:4.5123-a")
@pytest.mark.parametrize(
    ("type", "area", "die", "repaired"),
    [
        ("ger-lmg", "NN8", 2, True),
        ("ger-lmg", "NN8", 3, False),
        ("ger-hmg", "NN8", 4, True),
        ("ger-hmg", "F14", 4, False),
    ],
)
def test_weapons_are_repaired_by_their_number(type: str, area: str, die: int, repaired: bool) -> None:
    t = Table(WEST).front()
    t.unit("ger-447", area=t.area_at(area))
    weapon = t.weapon(type, area=t.area_at(area), malfunctioned=True)
    repair.repair_weapons(t.roll(die).work, GERMAN)
    found = t.work.forces(GERMAN).weapons.get(weapon.id)
    assert (found is not None and not found.malfunctioned) == repaired
    assert (found is None) != repaired


@pytest.mark.rule("DAE:4.5123-a")
def test_without_personnel_nothing_is_repaired_and_a_gun_wants_its_crew() -> None:
    t = Table(WEST).front()
    home = t.area_at("NN8")
    gun = t.weapon("ger-75l-at", area=home, malfunctioned=True)
    repair.repair_weapons(t.work, GERMAN)
    assert t.work.forces(GERMAN).weapons[gun.id].malfunctioned
    t.unit("ger-447", area=home)
    number = t.work.kit.weapons["ger-75l-at"].repair
    repair.repair_weapons(t.roll(1 + number).work, GERMAN)  # one too many: only Non-Qualified Use
    assert gun.id not in t.work.forces(GERMAN).weapons


@pytest.mark.rule("DAE:4.5123-a")
def test_vehicular_weapons_are_disabled_and_the_main_armament_means_recall() -> None:
    t = Table(WEST).front()
    tank = t.vehicle("ger-panther", area=t.area_at("NN8"), broken=("cmg",), broken_ma=True)
    repair.repair_weapons(t.roll(4, 4).work, GERMAN)  # -1 and -1: one too many
    found = t.work.forces(GERMAN).vehicles[tank.id]
    assert set(found.disabled) == {"cmg", "ma"}
    assert found.recalled
    other = t.vehicle("ger-panther", area=t.area_at("NN8"), broken=("bmg",))
    repair.repair_weapons(t.roll(3).work, GERMAN)
    assert t.work.forces(GERMAN).vehicles[other.id].broken == ()


@pytest.mark.rule("DAE:4.5123-b")
def test_a_lmg_is_given_for_a_disabled_mg() -> None:
    t = Table(WEST).front()
    home = t.area_at("NN8")
    tank = t.vehicle("ger-panther", area=home, disabled=("cmg",))
    lmg, elsewhere = t.weapon("ger-lmg", area=home), t.weapon("ger-lmg", area=ENTRY)
    for wrong in (Cannibalised(tank.id, "cmg", elsewhere.id), Cannibalised(tank.id, "bmg", lmg.id)):
        with pytest.raises(CampaignError):
            repair.check_cannibalised(t.work, GERMAN, RefitOrders((wrong,)))
    orders = RefitOrders((Cannibalised(tank.id, "cmg", lmg.id),))
    repair.check_cannibalised(t.work, GERMAN, orders)
    repair.cannibalise(t.work, GERMAN, orders)
    assert t.work.forces(GERMAN).vehicles[tank.id].disabled == ()
    assert lmg.id not in t.work.forces(GERMAN).weapons


@pytest.mark.rule("DAE:4.5124")
def test_captured_weapons() -> None:
    t = Table(WEST).front()
    home = t.area_at("NN8")
    t.unit("ger-447", area=home)
    kept, lost = (t.weapon("bri-lmg", area=home, side=GERMAN) for _ in range(2))
    broken = t.weapon("bri-mmg", area=home, side=GERMAN, malfunctioned=True)
    repair.repair_weapons(t.work, GERMAN)  # no roll for it: it is not friendly
    repair.check_captured(t.roll(3, 4).work, GERMAN)
    assert set(t.work.forces(GERMAN).weapons) == {kept.id}
    assert lost.id != broken.id


@pytest.mark.rule("DAE:4.5125", "DAE:4.5126")
def test_ammunition_comes_to_who_is_neither_isolated_nor_captured() -> None:
    t = Table(WEST).front()
    fed = t.weapon("ger-75l-at", area=t.area_at("NN8"), spent_ammo=("APCR",))
    cut_off = t.weapon("ger-75l-at", area=t.area_at("F14"), spent_ammo=("APCR",))
    captured = t.weapon("bri-57l-at", area=t.area_at("NN8"), side=GERMAN, spent_ammo=("APDS",))
    tank, lost = (t.vehicle("ger-panther", area=t.area_at(hex), low_ammo=True) for hex in ("NN8", "F14"))
    forces = t.work.forces(GERMAN)
    repair.restock(t.work, GERMAN)
    assert forces.weapons[fed.id].spent_ammo == ()
    assert forces.weapons[cut_off.id].spent_ammo == ("APCR",)
    assert forces.weapons[captured.id].spent_ammo == ("APDS",)
    assert [forces.vehicles[one.id].low_ammo for one in (tank, lost)] == [False, True]


@pytest.mark.rule("DAE:4.5127")
def test_british_tanks_withdraw_after_an_afternoon_scenario() -> None:
    t = Table(WEST).front()
    home = t.area_at("E13")
    tank, stuck = (
        t.vehicle("bri-sherman3", "E13", home),
        t.vehicle("bri-sherman3", "D13", home, immobilized=True),
    )
    panther = t.vehicle("ger-panther", "NN8", t.area_at("NN8"))
    repair.finish(t.work, afternoon=False)
    assert t.where(tank) == home
    repair.finish(t.work, afternoon=True)
    assert (t.where(tank), t.where(stuck), t.where(panther)) == (ENTRY, home, t.area_at("NN8"))


@pytest.mark.rule("DAE:4.5128")
def test_a_recalled_vehicle_is_gone() -> None:
    t = Table(WEST).front()
    t.vehicle("ger-panther", area=t.area_at("NN8"), recalled=True)
    repair.finish(t.work, afternoon=False)
    assert not t.work.forces(GERMAN).vehicles


# -- Replenishment ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:4.513-a", "DAE:4.2-c")
def test_the_example_of_british_replenishment() -> None:
    """Three 4-5-7 and two half-squads are four squad equivalents: one comes back, as a 4-4-7."""
    t = Table(WEST).front()
    t.work.side(BRITISH).pool = {"bri-457": 3, "bri-237": 1, "bri-247": 1}
    assert replenishment.allowance(t.work, BRITISH) == 2
    orders = RefitOrders(replenish=(Returned("bri-457", t.area_at("E13")),))
    replenishment.check_orders(t.work, BRITISH, orders)
    replenishment.replenish(t.work, BRITISH, orders)
    (unit,) = t.work.forces(BRITISH).units.values()
    assert (unit.type, t.where(unit)) == ("bri-447", t.area_at("E13"))
    assert t.work.side(BRITISH).record == []
    assert t.work.forces(BRITISH).group == {}


@pytest.mark.rule("DAE:4.513-a", "DAE:4.513-b")
def test_the_example_of_german_replenishment() -> None:
    t = Table(WEST).front()
    pool = {"ger-348-ss": 1, "ger-237-ss": 3, "ger-237": 2}
    t.work.side(GERMAN).pool = dict(pool)
    assert replenishment.allowance(t.work, GERMAN) == 0
    t.work.side(GERMAN).pool = pool | {"ger-447": 1}
    assert replenishment.allowance(t.work, GERMAN) == 2
    home = t.area_at("NN8")
    for type, back in (("ger-447", "ger-436"), ("ger-447-ss", "ger-237-ss"), ("ger-658-ss", "ger-447-ss")):
        assert replenishment.returned_as(t.work, type) == back
    replenishment.check_orders(t.work, GERMAN, RefitOrders(replenish=(Returned("ger-447-ss", home),)))
    two = RefitOrders(replenish=(Returned("ger-447", home), Returned("ger-447", home)))
    with pytest.raises(CampaignError, match="only 1 squad"):
        replenishment.check_orders(t.work, GERMAN, two)
    with pytest.raises(CampaignError, match="not Isolated"):
        replenishment.check_orders(
            t.work, GERMAN, RefitOrders(replenish=(Returned("ger-447", t.area_at("F14")),))
        )


@pytest.mark.rule("DAE:4.514-a")
def test_cpp_are_the_base_number_less_a_secret_die() -> None:
    t = Table(date="25 Mid-Day")
    t.work.side(GERMAN).cpp = 2
    replenishment.replenish_cpp(t.roll(3).work, GERMAN)
    assert t.work.side(GERMAN).cpp == 4
    replenishment.replenish_cpp(t.roll(6).work, GERMAN)  # 5 less 6 is none
    assert t.work.side(GERMAN).cpp == 4
    line = t.work.side(GERMAN).roster[0]
    assert (line.start, line.replenished, line.total) == (2, 2, 4)
    assert all(note.secret for note in t.notes("DAE:4.514-a"))


@pytest.mark.rule("DAE:4.514-b", "DAE:4.2-a")
def test_base_numbers_of_every_date() -> None:
    found = {date.id: (date.base[GERMAN], date.base[BRITISH]) for date in campaign_tables().dates[1:]}
    assert found == {
        "24 Morning": (16, 25),
        "24 Mid-Day": (11, 13),
        "24 Afternoon": (7, 10),
        "25 Morning": (7, 20),
        "25 Mid-Day": (5, 10),
    }
    assert campaign_tables().dates[0].id == "23 Afternoon"


@pytest.mark.rule("DAE:4.511-a", "DAE:4.511-d")
def test_what_is_not_carried_is_not_lost_with_who_is() -> None:
    t = two_areas()
    near, far = t.area_at("D13"), t.area_at("L6")
    squad = t.unit("bri-457", area=near)
    left, taken = t.weapon("bri-lmg", owner=squad), t.weapon("bri-piat", area=near)
    elsewhere = t.weapon("bri-lmg", area=far)
    with pytest.raises(CampaignError, match="only what is there"):
        shifts.check_orders(t.work, BRITISH, ShiftOrders((ShiftGroup((squad.id,), far, (elsewhere.id,)),)))
    orders = ShiftOrders((ShiftGroup((squad.id,), far, (taken.id,)),))
    shifts.check_orders(t.work, BRITISH, orders)
    shifts.carry_out(t.roll((6, 6)).work, BRITISH, orders)
    forces = t.work.forces(BRITISH)
    way = shifts.best_way(t.work, BRITISH, near, far)
    assert way is not None
    if way.drm >= 0:
        assert squad.id not in forces.units
        assert taken.id not in forces.weapons
    assert (forces.weapons[left.id].owner, forces.where[left.id]) == ("", near)
