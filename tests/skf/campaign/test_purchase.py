"""Reinforcement Groups: charts, prices, limits, and what they bring (DAE:4.515, DAE:4.516)."""

from __future__ import annotations

import pytest

from defilade.rules.sk.full.campaign import purchase, special_rules
from defilade.rules.sk.full.campaign.book import (
    ENTRY,
    CampaignError,
    Purchase,
    PurchaseLine,
    PurchaseOrders,
    RosterLine,
)
from defilade.rules.sk.full.campaign.reinforcement_groups import receive
from defilade.rules.sk.full.campaign.tables import BRITISH, GERMAN, campaign_tables
from skf.campaign.books import Table

WEST = "A12 D13 E13 H13 E17"


def shop(side: str = GERMAN, cpp: int = 20, date: str = "24 Mid-Day", **more: str) -> Table:
    t = Table(**({"british": WEST} | more), date=date).front()  # type: ignore[arg-type]
    t.work.side(side).cpp = cpp
    t.work.side(side).roster.append(RosterLine(date, 0, cpp, cpp))
    return t


def buy(t: Table, side: str, *groups: tuple[str, str]) -> list[PurchaseLine]:
    orders = PurchaseOrders(tuple(Purchase(id, area) for id, area in groups))
    purchase.check_orders(t.work, side, orders)
    lines = [receive(t.work, side, line) for line in purchase.buy(t.work, side, orders)]
    assert not t.dice
    return lines


GERMAN_CHART = {
    "I1": ("SS Inf Pltn", {"ger-658-ss": 3}, {"ger-658-ss": 2}, 4, 1, 1),
    "I2": ("SS Inf Coy", {"ger-447-ss": 6}, {"ger-447-ss": 5}, 6, 1, 1),
    "I3": ("VolksGr Coy", {"ger-447": 6}, {"ger-447": 5}, 4, 1, 3),
    "V1": ("Pz III Pltn", {"ger-pziiin": 2}, {"ger-pziiin": 1}, 2, 1, 1),
    "V2": ("Pz V Pltn", {"ger-panther": 2}, {"ger-panther": 1}, 4, 1, 2),
    "V3": ("Pz VI Pltn", {"ger-tiger": 2}, {"ger-tiger": 1}, 3, 1, 2),
    "V4": ("SS StuG Pltn", {"ger-stugiiigl": 3}, {"ger-stugiiigl": 2}, 5, 1, 2),
    "G1": ("AT Sect I", {"ger-75l-at": 1}, {}, 2, 2, 2),
    "G2": ("AT Sect II", {"ger-88ll-at": 1}, {}, 3, 1, 1),
    "HW1": ("SS MG Pltn", {"ger-hmg": 2}, {"ger-hmg": 1}, 6, 1, 2),
    "O1": ("Btln. Mtr", {}, {}, 3, 2, 5),
    "O2": ("Arty OBA", {}, {}, 5, 1, 3),
    "O3": ("Rocket OBA", {}, {}, 3, 1, 1),
    "Chit": ("Attack Chit", {}, {}, 1, 1, 1),
}
BRITISH_CHART = {
    "I1": ("Inf Coy", {"bri-457": 10}, {"bri-457": 7}, 8, 1, 4),
    "V1": (
        "Tank Troop I",
        {"bri-firefly2": 1, "bri-sherman3": 3},
        {"bri-firefly2": 1, "bri-sherman3": 2},
        6,
        1,
        1,
    ),
    "V2": (
        "Tank Troop II",
        {"bri-firefly5": 1, "bri-sherman5": 3},
        {"bri-firefly5": 1, "bri-sherman5": 2},
        5,
        1,
        3,
    ),
    "G1": ("AT Sect", {"bri-57l-at": 2}, {"bri-57l-at": 1}, 2, 1, 1),
    "HW1": ("MG Pltn", {"bri-mmg": 3}, {"bri-mmg": 2}, 5, 1, 2),
    "HW2": ("Mtr Pltn", {"bri-51-mtr": 2}, {"bri-51-mtr": 1}, 2, 1, 3),
    "O1": ("Btln. Mtr", {}, {}, 2, 2, 4),
    "O2": ("Med Arty", {}, {}, 3, 2, 5),
}


@pytest.mark.rule("DAE:4.515-b")
@pytest.mark.parametrize(("side", "chart"), [(GERMAN, GERMAN_CHART), (BRITISH, BRITISH_CHART)])
def test_the_charts_cell_by_cell(side: str, chart: dict[str, tuple[object, ...]]) -> None:
    found = {
        group.id: (group.name, group.full, group.depleted, group.cost, group.date_max, group.cg_max)
        for group in campaign_tables().groups[side]
    }
    assert found == chart
    modules = {group.id: group.module for group in campaign_tables().groups[side] if group.module}
    wanted = {GERMAN: {"O1": "80+", "O2": "100+", "O3": "150+"}, BRITISH: {"O1": "70+", "O2": "80+"}}
    assert modules == wanted[side]


@pytest.mark.rule("DAE:4.5162-b")
def test_the_chart_of_support_weapons() -> None:
    found = {
        (side, g.id): g.weapons
        for side in (GERMAN, BRITISH)
        for g in campaign_tables().groups[side]
        if g.weapons
    }
    assert found == {
        (GERMAN, "I1"): {"ger-mmg": 1, "ger-lmg": 1, "ger-psk": 1},
        (GERMAN, "I2"): {"ger-mmg": 1, "ger-lmg": 2, "ger-psk": 1},
        (GERMAN, "I3"): {"ger-lmg": 2},
        (BRITISH, "I1"): {"bri-lmg": 3, "bri-piat": 2},
    }


@pytest.mark.rule("DAE:4.5163-b")
def test_the_leader_tables_cell_by_cell() -> None:
    company, platoon = (campaign_tables().leaders[one] for one in ("company", "platoon"))
    assert [company.received(n) for n in range(2, 15)] == [
        ("10-2", "8-1", "8-0"),
        ("9-2", "9-1", "8-0"),
        ("9-2", "8-1", "7-0"),
        ("9-1", "8-1", "8-0"),
        ("9-1", "8-1", "7-0"),
        ("8-1", "8-0", "8-0"),
        ("9-1", "8-0"),
        ("8-1", "8-0"),
        ("8-1", "7-0"),
        ("8-0", "7-0"),
        ("8-0", "6+1"),
        ("7-0", "6+1"),
        ("7-0", "6+1"),
    ]
    assert [platoon.received(n)[0] for n in range(15)] == (
        ["9-2"] * 3 + ["9-1"] * 2 + ["8-1"] * 3 + ["8-0"] * 2 + ["7-0"] * 2 + ["6+1"] * 3
    )


@pytest.mark.rule("DAE:4.515-a", "DAE:4.5153")
def test_a_purchase_is_paid_and_written_down_in_secret() -> None:
    t = shop(cpp=10)
    t.roll((4, 4), (3, 4))
    (line,) = buy(t, GERMAN, ("I3", ENTRY))
    assert t.work.side(GERMAN).cpp == 6
    last = t.work.side(GERMAN).roster[-1]
    assert (last.bought, last.spent, last.left) == (("I3",), 4, 6)
    assert (line.date, line.id, line.name, line.bought, line.left) == (
        "24 Mid-Day",
        "I3",
        "VolksGr Coy",
        1,
        2,
    )
    assert (line.strength, line.units, line.set_up) == ("F", {"ger-447": 6}, "E")
    assert t.work.side(GERMAN).record == [line]
    with pytest.raises(CampaignError, match="CPP"):
        buy(t, GERMAN, ("HW1", t.area_at("NN8")))
    assert all(note.secret for note in t.book.notes if note.rule.startswith("DAE:4.51"))


@pytest.mark.rule("DAE:4.5151-a")
def test_what_it_costs_to_set_up_on_the_map() -> None:
    t = shop()
    home = t.area_at("NN8")
    tables = campaign_tables()
    for id, more in (("I1", 1), ("V1", 1), ("HW1", 1), ("G1", 0), ("O1", 0)):
        group = tables.group(GERMAN, id)
        assert purchase.price(t.work, group, True, False) - group.cost == more
        assert purchase.price(t.work, group, False, False) == group.cost
    with pytest.raises(CampaignError, match="not Isolated"):
        buy(t, GERMAN, ("G1", t.area_at("F14")))
    buy(t, GERMAN, ("G1", home))
    assert t.work.side(GERMAN).cpp == 18


@pytest.mark.rule("DAE:4.5151-b")
def test_limits_of_a_date_and_of_the_campaign() -> None:
    t = shop(cpp=60)
    with pytest.raises(CampaignError, match="1 Pz V Pltn a date"):
        buy(t, GERMAN, ("V2", ENTRY), ("V2", ENTRY))
    for _ in range(2):
        buy(t.roll((1, 1)), GERMAN, ("V2", ENTRY))
    with pytest.raises(CampaignError, match="2 Pz V Pltn in the campaign"):
        buy(t, GERMAN, ("V2", ENTRY))


@pytest.mark.rule("DAE:4.515-d")
def test_one_german_infantry_group_a_date() -> None:
    t = shop(cpp=60)
    with pytest.raises(CampaignError, match="one I group"):
        buy(t, GERMAN, ("I1", ENTRY), ("I3", ENTRY))


@pytest.mark.rule("DAE:4.5127-a")
def test_no_british_tanks_on_the_map_in_the_morning() -> None:
    for date, allowed in (("24 Morning", False), ("24 Mid-Day", True)):
        t = shop(BRITISH, date=date)
        orders = PurchaseOrders((Purchase("V2", t.area_at("E13")),))
        if allowed:
            purchase.check_orders(t.work, BRITISH, orders)
        else:
            with pytest.raises(CampaignError, match="Morning"):
                purchase.check_orders(t.work, BRITISH, orders)


@pytest.mark.rule("DAE:4.5152")
def test_germans_who_have_lost_the_north_buy_nothing_for_the_map() -> None:
    t = Table(date="24 Mid-Day")
    top = set(t.board.edge("top"))
    for hex in t.board.building_of:
        if min(t.board.distance(hex, edge) for edge in top) <= 4:
            t.book.control[hex] = BRITISH
    t.front()
    area = type(t.book.front.areas[0])("B9", BRITISH, tuple(sorted(top)))
    t.book.front = type(t.book.front)((*t.book.front.areas, area), t.book.front.no_mans_land)
    t.work.redrawn()
    t.work.side(GERMAN).cpp = 20
    for id, allowed in (("I1", False), ("V1", False), ("HW1", False), ("G1", True)):
        orders = PurchaseOrders((Purchase(id, t.area_at("NN20") or t.area_at("NN13")),))
        if allowed:
            purchase.check_orders(t.work, GERMAN, orders)
        else:
            with pytest.raises(CampaignError, match="north edge"):
                purchase.check_orders(t.work, GERMAN, orders)


@pytest.mark.rule("DAE:4.5154")
def test_the_german_attack_chit() -> None:
    t = shop(cpp=9)
    t.roll((1, 1), (1, 1))
    buy(t, GERMAN, ("Chit", ENTRY), ("I1", t.area_at("NN8")))
    assert t.work.side(GERMAN).cpp == 4  # 1 and 4: no surcharge
    assert t.work.side(GERMAN).bought_chit == "24 Mid-Day"
    with pytest.raises(CampaignError, match="in the campaign"):
        buy(t, GERMAN, ("Chit", ENTRY))
    with pytest.raises(CampaignError, match="last date"):
        buy(shop(date="25 Mid-Day"), GERMAN, ("Chit", ENTRY))
    with pytest.raises(CampaignError, match="no group Chit"):
        buy(shop(BRITISH), BRITISH, ("Chit", ENTRY))


@pytest.mark.rule("DAE:4.5161", "DAE:4.516-a")
@pytest.mark.parametrize(("dice", "strength", "tanks"), [((4, 4), "F", 3), ((4, 5), "D", 2)])
def test_strength(dice: tuple[int, int], strength: str, tanks: int) -> None:
    t = shop()
    (line,) = buy(t.roll(dice), GERMAN, ("V4", ENTRY))
    assert (line.strength, line.vehicles) == (strength, {"ger-stugiiigl": tanks})
    assert len(t.work.forces(GERMAN).vehicles) == tanks
    assert all(note.secret and note.side == GERMAN for note in t.notes("DAE:4.5161"))


@pytest.mark.rule("DAE:4.5161")
def test_german_gun_sections_are_never_depleted_but_british_ones_can_be() -> None:
    (line,) = buy(shop(), GERMAN, ("G1", ENTRY))
    assert line.strength == ""
    (line,) = buy(shop(BRITISH).roll((6, 6)), BRITISH, ("G1", ENTRY))
    assert (line.strength, line.weapons) == ("D", {"bri-57l-at": 1})


@pytest.mark.rule("DAE:4.5162-a")
def test_a_depleted_group_rolls_for_each_weapon_and_a_full_one_has_all() -> None:
    t = shop(BRITISH)
    t.roll((6, 6), 4, 5, 1, 6, 2, (3, 4))
    (line,) = buy(t, BRITISH, ("I1", ENTRY))
    assert (line.units, line.weapons) == ({"bri-457": 7}, {"bri-lmg": 2, "bri-piat": 1})
    forces = t.work.forces(BRITISH)
    for weapon in forces.weapons.values():
        assert forces.group[weapon.owner] == forces.group[weapon.id] == line.line
    t = shop(BRITISH)
    (line,) = buy(t.roll((1, 1), (3, 4)), BRITISH, ("I1", ENTRY))
    assert line.weapons == {"bri-lmg": 3, "bri-piat": 2}


@pytest.mark.rule("DAE:4.5163-a")
@pytest.mark.parametrize(
    ("group", "dice", "leaders"),
    [
        ("I1", [(1, 1), (3, 2)], ("ger-9-1",)),  # SS: 5 - 2
        ("I1", [(6, 6), 6, 6, 6, (3, 2)], ("ger-8-1",)),  # SS and Depleted: 5
        ("I2", [(1, 1), (3, 2)], ("ger-9-1", "ger-8-1", "ger-8-0")),
        ("I3", [(1, 1), (3, 2)], ("ger-9-1", "ger-8-1", "ger-7-0")),  # Volksgrenadiers: 6
        ("I3", [(6, 6), 6, 6, (3, 2)], ("ger-9-1", "ger-8-0")),  # Depleted: 8
    ],
)
def test_leaders(group: str, dice: list[tuple[int, ...]], leaders: tuple[str, ...]) -> None:
    t = shop()
    (line,) = buy(t.roll(*dice), GERMAN, (group, ENTRY))
    assert line.leaders == leaders
    assert sorted(u.type for u in t.work.forces(GERMAN).units.values() if u.is_leader) == sorted(leaders)


@pytest.mark.rule("DAE:4.515-c")
@pytest.mark.parametrize(
    ("side", "group", "units", "weapons"),
    [
        (GERMAN, "G2", {"ger-228-crew": 1}, {"ger-88ll-at": 1}),
        (GERMAN, "HW1", {"ger-348-ss": 2}, {"ger-hmg": 2}),
        (BRITISH, "G1", {"bri-228-crew": 2}, {"bri-57l-at": 2}),
        (BRITISH, "HW1", {"bri-228-crew": 3}, {"bri-mmg": 3}),
        (BRITISH, "HW2", {"bri-247": 2}, {"bri-51-mtr": 2}),
    ],
)
def test_crews_of_bought_weapons(
    side: str, group: str, units: dict[str, int], weapons: dict[str, int]
) -> None:
    t = shop(side)
    if campaign_tables().group(side, group).depletes:
        t.roll((1, 1))
    (line,) = buy(t, side, (group, ENTRY))
    assert (line.units, line.weapons) == (units, weapons)
    owners = [weapon.owner for weapon in t.work.forces(side).weapons.values()]
    assert len(set(owners)) == len(owners)


@pytest.mark.rule("DAE:4.3-e", "DAE:4.3-d")
def test_modules_bring_their_chits_and_two_are_used_in_a_scenario() -> None:
    t = shop(cpp=30)
    buy(t, GERMAN, ("O1", ENTRY), ("O1", ENTRY), ("O3", ENTRY))
    modules = list(t.work.forces(GERMAN).modules.values())
    assert [(m.caliber, m.black, m.red, m.maintenance, m.rockets) for m in modules] == [
        ("80+", 8, 3, -2, False),
        ("80+", 8, 3, -2, False),
        ("150+", 8, 3, -1, True),
    ]
    assert [m.id for m in special_rules.usable_modules(t.work, GERMAN)] == [m.id for m in modules[:2]]
    assert [special_rules.may_fire_smoke(m) for m in modules] == [True, True, False]
