"""Who is where when a scenario has ended: Retained, captured, wrecked, or on the way home."""

from __future__ import annotations

import random

import pytest

from defilade.rules.sk.full.campaign import escape
from defilade.rules.sk.full.campaign.book import ENTRY, Attempt, CampaignError, EscapeOrders
from defilade.rules.sk.full.campaign.control_and_areas import (
    entry_hexes,
    fixed_locations,
    is_isolated,
    nearest_for_escape,
    nearest_uncontrolled,
    room_in,
)
from defilade.rules.sk.full.campaign.tables import BRITISH, GERMAN, campaign_tables, row_for
from defilade.tactics.units import Unit
from skf.campaign.books import Table

WEST = "A12 D13 E13 H13 E17"


def go(t: Table, side: str, *attempts: Attempt, **more: object) -> None:
    orders = EscapeOrders(tuple(attempts), **more)  # type: ignore[arg-type]
    escape.check_orders(t.work, side, orders)
    escape.carry_out(t.work, side, orders)
    assert not t.dice


@pytest.mark.rule("DAE:4.5056", "DAE:4.2-j")
def test_who_is_in_a_friendly_area_is_retained_there_with_what_he_has() -> None:
    t = Table(WEST).front()
    squad = t.unit("bri-457", "E13")
    gun = t.weapon("bri-lmg", owner=squad)
    tank = t.vehicle("bri-sherman3", "D13")
    escape.sort_out(t.work)
    home = t.area_at("E13")
    assert home
    assert t.where(squad) == t.where(gun) == t.where(tank) == home


@pytest.mark.rule("DAE:4.506-a", "DAE:4.5057", "DAE:4.5051")
def test_who_must_and_who_may_escape() -> None:
    t = Table(WEST).front()
    raider = t.unit("bri-457", "H15")
    between = t.unit("ger-447-ss", "E14")
    cut_off = t.unit("ger-658-ss", "F14")
    safe = t.unit("ger-447", "NN8")
    escape.sort_out(t.work)
    assert [one.id for one in escape.must_escape(t.work, BRITISH)] == [raider.id]
    assert [one.id for one in escape.must_escape(t.work, GERMAN)] == [between.id]
    assert [one.id for one in escape.may_escape(t.work, GERMAN)] == [cut_off.id]
    with pytest.raises(CampaignError, match="must or may Escape"):
        go(t, GERMAN, Attempt((safe.id,)))


@pytest.mark.rule("DAE:4.506-c")
def test_the_squad_of_the_example_rolls_with_no_net_drm() -> None:
    """A squad in an enemy area beside its own: +1, +1 for its second half-squad, -2."""
    t = Table(WEST, "I15").front()
    found = next(
        hex
        for hex in t.board.names
        if t.work.side_at(hex) == GERMAN and any(t.work.side_at(n) == BRITISH for n in t.board.adjacent[hex])
    )
    squad = t.unit("bri-457", found.removeprefix("elst"))
    lines = escape.breakdown(t.work, BRITISH, [squad], []).lines
    assert sorted(int(line.value) for line in lines) == [-2, 1, 1]


@pytest.mark.rule("DAE:4.506-c")
@pytest.mark.parametrize(
    ("dice", "left"), [((4, 5), "bri-457"), ((5, 5), "bri-447"), ((5, 6), "bri-247"), ((6, 6), "bri-237")]
)
def test_results_of_an_escape(dice: tuple[int, int], left: str) -> None:
    """From No Man's Land beside its own area: -2, and +1 for a whole squad."""
    t = Table(WEST).front()
    squad = t.unit("bri-457", "E14")
    escape.sort_out(t.work)
    assert escape.breakdown(t.work, BRITISH, [squad], []).drm == -1
    t.roll(dice)
    go(t, BRITISH, Attempt((squad.id,)))
    assert t.work.forces(BRITISH).units[squad.id].type == left
    assert t.where(squad) == t.area_at("E13")


@pytest.mark.rule("DAE:4.506-c")
def test_the_escape_table_cell_by_cell() -> None:
    rows = campaign_tables().escape.rows
    infantry = {n: row_for(rows, n).infantry for n in range(1, 16)}
    assert [infantry[n] for n in (1, 8)] == ["escapes"] * 2
    assert (infantry[9], infantry[10], infantry[11]) == ("replaced", "reduced", "replaced and reduced")
    assert [infantry[n] for n in (12, 15)] == ["eliminated"] * 2
    assert [row_for(rows, n).vehicle for n in (8, 9, 12)] == ["escapes", "wreck", "wreck"]
    drm = campaign_tables().escape.drm
    assert (drm.afv, drm.lone_leader, drm.beside_friendly_area) == (-1, -1, -2)
    assert (drm.in_enemy_area, drm.wounded, drm.stunned, drm.isolated, drm.gun) == (1, 1, 1, 2, 4)


@pytest.mark.rule("DAE:4.506-c", "DAE:4.5061")
def test_the_ss_ignore_replacement_and_may_pass_over_an_isolated_area() -> None:
    t = Table(WEST).front()
    half = t.unit("ger-237-ss", "D12")
    escape.sort_out(t.work)
    places = escape.destinations(t.work, GERMAN, half.hex)
    assert places[0] == t.area_at("F14")
    assert len(places) > 1
    assert all(not place == t.area_at("F14") for place in places[1:])
    drm = escape.breakdown(t.work, GERMAN, [half], []).drm
    assert drm == 1
    t.roll((4, 4))  # final 9: Replaced
    go(t, GERMAN, Attempt((half.id,), into=places[1]))
    assert t.work.forces(GERMAN).units[half.id].type == "ger-237-ss"
    assert t.where(half) == places[1]


@pytest.mark.rule("DAE:4.506-c")
def test_drm_of_leaders_tanks_and_guns() -> None:
    t = Table(WEST).front()

    def lines(*pieces: object, carried: tuple[object, ...] = ()) -> dict[str, int]:
        found = escape.breakdown(t.work, GERMAN, list(pieces), list(carried))  # type: ignore[arg-type]
        return {line.label: int(line.value) for line in found.lines}

    leader = t.unit("ger-9-2", "D12")
    assert lines(leader) == {"a lone leader": -1, "in an enemy area": 1}
    wounded = t.unit("ger-8-1", "D12", wounded=True)
    assert lines(wounded) == {"wounded": 1, "in an enemy area": 1}
    crew = t.unit("ger-228-crew", "D12")
    pak = t.weapon("ger-75l-at", owner=crew)
    assert lines(leader, crew, carried=(pak,)) == {"leadership": -2, "in an enemy area": 1, "with a Gun": 4}
    tank = t.vehicle("ger-panther", "D12", stunned=True)
    assert lines(tank) == {"AFV": -1, "Stunned": 1, "in an enemy area": 1}
    squads = [t.unit("ger-447", "D12") for _ in range(2)]
    assert lines(*squads) == {"in an enemy area": 1, "3 half-squads beyond the first": 3}
    alone = t.unit("ger-658-ss", "F14")
    assert lines(alone) == {"Isolated": 2, "1 half-squads beyond the first": 1}


@pytest.mark.rule("DAE:4.506-b")
def test_portage_in_an_escape() -> None:
    t = Table(WEST).front()
    half, leader, hurt = (
        t.unit("ger-237-ss", "D12"),
        t.unit("ger-8-0", "D12"),
        t.unit("ger-7-0", "D12", wounded=True),
    )
    hmg, mmg = t.weapon("ger-hmg", owner=half), t.weapon("ger-mmg", owner=half)
    escape.sort_out(t.work)
    with pytest.raises(CampaignError, match="7 PP are too much"):
        go(t, GERMAN, Attempt((half.id,), (hmg.id, mmg.id)))
    with pytest.raises(CampaignError, match="too much"):
        go(t, GERMAN, Attempt((hurt.id,), (mmg.id,)))
    escape.check_orders(t.work, GERMAN, EscapeOrders((Attempt((half.id, leader.id), (hmg.id, mmg.id)),)))
    far = t.unit("ger-447", "E14")
    with pytest.raises(CampaignError, match="one hex"):
        go(t, GERMAN, Attempt((half.id, far.id)))
    # what is left behind falls to the side whose area it is
    t.roll((1, 1), (1, 1), (1, 1), (1, 1))
    go(
        t,
        GERMAN,
        Attempt((half.id,), (hmg.id,)),
        Attempt((leader.id,)),
        Attempt((hurt.id,)),
        Attempt((far.id,)),
    )
    assert t.where(hmg) == t.where(half)
    assert mmg.id in t.work.forces(BRITISH).weapons


@pytest.mark.rule("DAE:4.5061")
def test_who_is_lost_loses_what_he_took_along() -> None:
    t = Table(WEST).front()
    squad = t.unit("ger-447", "D12")
    gun = t.weapon("ger-lmg", owner=squad)
    escape.sort_out(t.work)
    t.roll((6, 6))
    go(t, GERMAN, Attempt((squad.id,), (gun.id,)))
    assert not t.work.forces(GERMAN).units
    assert not t.work.forces(GERMAN).weapons
    assert t.work.side(GERMAN).pool == {"ger-447": 1}


@pytest.mark.rule("DAE:4.5053-b")
def test_who_is_in_uncontrolled_territory_goes_to_the_nearest_area() -> None:
    t = Table(WEST).front()
    squad = t.unit("ger-447-ss", "L12")
    assert t.work.is_uncontrolled(squad.hex)
    tank = t.vehicle("ger-panther", "L12")
    dead = t.vehicle("ger-panther", "K11", immobilized=True, broken_ma=True)
    pillbox = t.vehicle("ger-panther", "L11", immobilized=True)
    # the tank itself makes L12 a location, so the front of before is looked at
    escape.sort_out(t.work)
    assert dead.id in t.book.wrecks
    assert t.where(pillbox) == f"@{pillbox.hex}"
    go(t, GERMAN)
    assert t.where(squad).startswith("G")
    assert t.where(tank).startswith("G")
    assert "DAE:4.5053-b" in t.rules()


@pytest.mark.rule("DAE:4.5053-b")
def test_an_isolated_area_takes_nobody_whom_it_cannot_hold() -> None:
    t = Table(WEST).front()
    area = t.work.area(t.area_at("F14"))
    assert area is not None
    assert room_in(t.work, GERMAN, area, 6)
    assert not room_in(t.work, GERMAN, area, 7)


@pytest.mark.rule("DAE:4.5057")
def test_equipment_and_wrecks_outside_friendly_areas() -> None:
    t = Table(WEST).front()
    in_enemy_area = t.weapon("bri-lmg", "H15")
    in_nobodys = t.weapon("bri-lmg", "E14")
    stuck = t.vehicle("bri-sherman3", "H15", immobilized=True)
    stuck_between = t.vehicle("bri-sherman3", "E14", immobilized=True)
    escape.sort_out(t.work)
    assert in_enemy_area.id in t.work.forces(GERMAN).weapons
    assert t.work.is_captured(GERMAN, in_enemy_area)
    assert set(t.book.lying) == {in_nobodys.id}
    assert set(t.book.wrecks) == {stuck.id, stuck_between.id}


@pytest.mark.rule("DAE:4.3-l")
def test_a_gun_that_nobody_mans_stays_where_it_is() -> None:
    t = Table(WEST).front()
    gun = t.weapon("ger-75l-at", "E14")
    escape.sort_out(t.work)
    assert set(t.book.lying) == {gun.id}
    assert t.notes("DAE:4.3-l")
    crew = t.unit("ger-228-crew", "F13")
    manned = t.weapon("ger-75l-at", owner=crew)
    assert [one.id for one in escape.must_escape(t.work, GERMAN)] == [crew.id]
    assert any(
        line.label == "with a Gun" for line in escape.breakdown(t.work, GERMAN, [crew], [manned]).lines
    )


@pytest.mark.rule("DAE:4.507")
def test_equipment_belongs_to_who_holds_the_area_and_he_may_destroy_it() -> None:
    t = Table(WEST).front()
    captured = t.weapon("ger-lmg", "E13")
    lying = t.weapon("ger-mmg", "D13")
    t.work.forces(GERMAN).weapons.pop(lying.id)
    t.book.lying[lying.id] = lying
    escape.sort_out(t.work)
    assert {captured.id, lying.id} <= set(t.work.forces(BRITISH).weapons)
    with pytest.raises(CampaignError, match="nobody is there"):
        go(t, BRITISH, destroy=(captured.id,))
    t.unit("bri-457", area=t.area_at("E13"))
    go(t, BRITISH, destroy=(captured.id,))
    assert captured.id not in t.work.forces(BRITISH).weapons


@pytest.mark.rule("DAE:4.506-a")
def test_who_gives_no_orders_still_has_to_try() -> None:
    t = Table(WEST).front()
    raider = t.unit("bri-457", "H15")
    t.roll((1, 2))
    escape.sort_out(t.work)
    go(t, BRITISH)
    assert t.where(raider) in (ENTRY, t.area_at("H13"))
    assert isinstance(t.work.forces(BRITISH).units[raider.id], Unit)


@pytest.mark.rule("DAE:4.5061")
def test_the_way_of_an_escape_has_as_few_enemy_hexes_as_possible() -> None:
    """From H26 area B2 is as near as the west edge, but by more hexes of a German area."""
    t = Table("A12 D13 E13 H13 E17 M15 H15 M20").front()
    hex = t.board.resolve("H26")
    areas = [area for area in t.work.areas_of(BRITISH) if not is_isolated(t.work, BRITISH, area.id)]
    nearest = min(areas, key=lambda area: min(t.board.distance(hex, one) for one in area.hexes))
    to_area = min(t.board.distance(hex, one) for one in nearest.hexes)
    to_edge = min(t.board.distance(hex, one) for one in entry_hexes(t.work, BRITISH))
    assert to_area <= to_edge
    assert nearest_for_escape(t.work, BRITISH, hex) == [ENTRY]


@pytest.mark.rule("DAE:4.5053-b")
def test_an_isolated_area_takes_nobody_whom_it_has_no_room_for() -> None:
    t = Table()
    rng = random.Random(0)
    for one in fixed_locations(t.board):
        t.book.control[one] = rng.choice((GERMAN, GERMAN, BRITISH, *("" for _ in range(6))))
    t.front()
    hex = t.board.resolve("FF8")
    (place,) = nearest_uncontrolled(t.work, BRITISH, hex, 2)
    area = t.work.area(place)
    assert area is not None
    assert is_isolated(t.work, BRITISH, place)
    room = t.work.kit.tables.stacking.squads * len(area.hexes)
    for number in range(room):
        assert nearest_uncontrolled(t.work, BRITISH, hex, 2) == [place], number
        t.unit("bri-457", area=place)
    assert place not in nearest_uncontrolled(t.work, BRITISH, hex, 2)


@pytest.mark.rule("DAE:4.506-b")
def test_only_what_is_in_their_hex_can_be_taken_along_and_once() -> None:
    t = Table(WEST).front()
    one, two = t.unit("bri-457", "H17"), t.unit("bri-457", "H17")
    far = t.weapon("bri-lmg", owner=t.unit("bri-457", "E13"))
    near = t.weapon("bri-lmg", owner=two)
    tank = t.vehicle("bri-sherman3", "H17")
    (gun,) = t.work.weapons_of(BRITISH, tank.id)
    for carrying in ((far.id,), (gun.id,), (near.id, near.id)):
        with pytest.raises(CampaignError, match="only what is there"):
            go(t, BRITISH, Attempt((one.id,), carrying))
    with pytest.raises(CampaignError, match="two groups"):
        go(t, BRITISH, Attempt((one.id,), (near.id,)), Attempt((two.id,), (near.id,)))
    with pytest.raises(CampaignError, match="0 can be carried"):
        go(t, BRITISH, Attempt((tank.id,), (near.id,)))


@pytest.mark.rule("DAE:4.506-b")
def test_who_gives_no_orders_leaves_behind_what_he_cannot_carry() -> None:
    t = Table(WEST).front()
    leader = t.unit("bri-8-1", "H17", wounded=True)
    piat = t.weapon("bri-piat", owner=leader)
    go(t.roll((1, 1)), BRITISH)
    assert t.where(leader) == t.area_at("E13")
    assert piat.id not in t.work.forces(BRITISH).weapons  # a wounded leader carries nothing
    assert piat.id in t.work.forces(GERMAN).weapons
