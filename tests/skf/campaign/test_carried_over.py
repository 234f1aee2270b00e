"""What a scenario of the campaign takes over from those before it, and gives back: worn weapons, wrecks, things that
nobody has, men in the Steeple."""

from __future__ import annotations

import random

import msgspec
import pytest

from defilade.kernel import Choice, Over
from defilade.kernel.chance import Sampled
from defilade.rules.sk.full.campaign.book import (
    BRITISH_ASSAULT,
    DUAL_ATTACK,
    ENTRY,
    ESCAPE,
    GERMAN_ASSAULT,
    PLAY,
    Book,
    Played,
    StrikeOrders,
)
from defilade.rules.sk.full.campaign.campaign import enter_scenario, new_campaign
from defilade.rules.sk.full.campaign.deployment import hexes_for
from defilade.rules.sk.full.campaign.set_up import scenario_card
from defilade.rules.sk.full.campaign.tables import BRITISH, GERMAN
from defilade.rules.sk.scenario import design_text
from defilade.rules.sk.state import HiddenGun, State
from skf.campaign.books import Table
from skf.situation import full_kit

WEST = "A12 D13 E13 H13 E17"


def begun(book: Book) -> State:
    ready = scenario_card(book)
    return full_kit().start(ready.card.id, {"design": design_text(ready.card)})


def assault() -> Table:
    t = Table(WEST, date="24 Mid-Day").front()
    t.book.step, t.book.scenario = PLAY, BRITISH_ASSAULT
    return t


@pytest.mark.rule("DAE:4.5123-a", "DAE:4.2-j")
def test_what_nobody_has_repaired_comes_malfunctioned() -> None:
    t = assault()
    home = t.area_at("E13")
    squad = t.unit("bri-457", area=home)
    t.weapon("bri-lmg", owner=squad, malfunctioned=True)
    t.weapon("bri-lmg", owner=squad)
    t.weapon("bri-piat", owner=squad)
    t.vehicle("bri-sherman3", area=home, broken_ma=True, broken=("bmg",))
    t.unit("ger-447", area=t.area_at("NN8"))
    state = begun(t.book)
    found = sorted(
        (one.type, one.malfunctioned) for one in state.weapons.values() if one.owner not in state.vehicles
    )
    assert found == [("bri-lmg", False), ("bri-lmg", True), ("bri-piat", False)]
    (tank,) = state.vehicles.values()
    assert tank.broken == ("bmg",)
    assert [one.malfunctioned for one in state.weapons.values() if one.owner == tank.id] == [True]


@pytest.mark.rule("DAE:4.5125")
def test_a_gun_stays_short_of_ammunition_where_it_was_not_replenished() -> None:
    t = assault()
    crew = t.unit("bri-228-crew", area=t.area_at("E13"))
    t.weapon("bri-57l-at", "E13", owner=crew, spent_ammo=("apcr",))
    t.unit("ger-447", area=t.area_at("NN8"))
    state = begun(t.book)
    assert [one.spent_ammo for one in state.weapons.values()] == [("apcr",)]


@pytest.mark.rule("DAE:4.5057", "DAE:4.3-l")
def test_what_lies_on_the_map_and_wrecks_are_there_in_the_next_scenario_and_after_it() -> None:
    t = assault()
    t.unit("bri-457", area=t.area_at("E13"))
    t.unit("ger-447", area=t.area_at("NN8"))
    gun = t.weapon("ger-75l-at", "W2")
    t.work.forces(GERMAN).weapons.pop(gun.id)
    t.book.lying[gun.id] = gun
    tank = t.vehicle("ger-panther", "W3")
    t.work.drop_vehicle(GERMAN, tank, wreck=True)
    state = begun(t.book)
    (lying,) = [one for one in state.weapons.values() if one.type == "ger-75l-at"]
    assert (lying.hex, lying.owner) == (t.board.resolve("W2"), "")
    (wreck,) = [one for one in state.vehicles.values() if one.wreck]
    assert (wreck.hex, wreck.type) == (t.board.resolve("W3"), "ger-panther")
    state.over = Over(None, "agreed")
    done = enter_scenario(t.book, state, Sampled(random.Random(1)))
    assert done.step == ESCAPE
    assert [one.type for one in done.wrecks.values()] == ["ger-panther"]  # once, not twice
    guns = [*done.lying.values(), *(w for side in done.sides.values() for w in side.forces.weapons.values())]
    assert [one.type for one in guns] == ["ger-75l-at"]


@pytest.mark.rule("DAE:4.3-l", "DAE:4.507")
def test_whoever_takes_over_a_gun_stays_within_three_hexes_of_it() -> None:
    t = assault()
    home = t.area_at("E13")
    squad, crew = t.unit("bri-457", area=home), t.unit("bri-228-crew", area=home)
    t.weapon("bri-57l-at", "E13", area=home)
    t.unit("ger-447", area=t.area_at("NN8"))
    card = scenario_card(t.book).card
    (group,) = [one for one in card.groups if "bri-57l-at" in one.weapons]
    assert group.units == {crew.type: 1}
    assert group.setup is not None
    e13 = t.board.resolve("E13")
    assert all(t.board.distance(t.board.resolve(hex), e13) <= 3 for hex in group.setup.hexes)
    others = [one for one in card.groups if squad.type in one.units]
    assert others[0].setup is not None
    assert len(others[0].setup.hexes) > len(group.setup.hexes)
    assert hexes_for(t.work, BRITISH, crew)  # the book itself is as it was
    assert not [one for one in t.work.forces(BRITISH).weapons.values() if one.owner]


@pytest.mark.rule("DAE:4.501", "DAE:4.503")
def test_who_is_in_the_steeple_is_in_its_hex_when_the_scenario_is_over() -> None:
    book = new_campaign()
    state = begun(book)
    board = full_kit().play(state).map
    hex, place = next(iter(board.above.items()))
    leader = next(one for one in state.units.values() if one.side == GERMAN and one.kind == "leader")
    state.units[leader.id] = msgspec.structs.replace(leader, hex=place)
    state.over = Over(None, "agreed")
    done = enter_scenario(book, state, Sampled(random.Random(1)))
    assert done.step == ESCAPE
    (kept,) = [one for one in done.sides[GERMAN].forces.units.values() if one.hex]
    assert kept.hex == hex
    assert kept.id in done.sides[GERMAN].forces.where  # in a German area, not lost in the air


@pytest.mark.rule("DAE:4.3-i", "DAE:4.3-k", "DAE:4.3-f")
def test_weapons_and_modules_of_who_did_not_come_on_are_still_there() -> None:
    book = new_campaign()
    state = begun(book)
    assert any(not weapon.owner for weapon in state.weapons.values())  # nothing has been given out yet
    before = {
        side: sorted(one.type for one in book.sides[side].forces.weapons.values())
        for side in (GERMAN, BRITISH)
    }
    state.over = Over(None, "agreed")
    done = enter_scenario(book, state, Sampled(random.Random(1)))
    for side in (GERMAN, BRITISH):
        forces = done.sides[side].forces
        assert sorted(one.type for one in forces.weapons.values()) == before[side]
        assert all(weapon.id in forces.where for weapon in forces.weapons.values())
    done.step = PLAY
    card = scenario_card(done).card
    took = [one for group in card.groups for one, n in group.weapons.items() for _ in range(n)]
    assert took.count("bri-lmg") == 8
    assert took.count("ger-radio") == 1
    assert len(done.sides[GERMAN].forces.modules) == 1


@pytest.mark.rule("DAE:4.507", "DAE:4.5124")
def test_captured_weapons_are_handed_out_to_who_has_captured_them() -> None:
    t = assault()
    home = t.area_at("E13")
    t.unit("bri-457", area=home)
    t.weapon("ger-lmg", area=home, side=BRITISH)
    t.unit("ger-447", area=t.area_at("NN8"))
    ready = scenario_card(t.book)
    position = full_kit().begin(ready.card.id, {"design": design_text(ready.card)})[0]
    rng = random.Random(1)
    for step in range(60):
        moment = position.pending
        owners = [position.state.units[w.owner].side for w in position.state.weapons.values() if w.owner]
        if owners:
            assert owners == [BRITISH]
            return
        assert isinstance(moment, Choice), step
        position.advance(rng.choice(moment.options))
    raise AssertionError("nobody was given the captured LMG")


@pytest.mark.rule("DAE:4.3-l", "DAE:4.5056")
def test_a_gun_that_was_hidden_to_the_end_is_where_it_was_hidden() -> None:
    t = assault()
    crew = t.unit("ger-228-crew", area=t.area_at("NN8"))
    t.weapon("ger-75l-at", owner=crew, area=t.area_at("NN8"))
    t.unit("bri-457", area=t.area_at("E13"))
    state = begun(t.book)
    hidden = next(one for one in state.units.values() if one.type == "ger-228-crew")
    gun = next(one for one in state.weapons.values() if one.type == "ger-75l-at")
    state.weapons[gun.id] = msgspec.structs.replace(gun, owner=hidden.id)
    hex = t.board.resolve("MM9")
    state.hidden[GERMAN] = (HiddenGun(hidden.id, gun.id, hex, 0),)
    state.over = Over(None, "agreed")
    done = enter_scenario(t.book, state, Sampled(random.Random(1)))
    forces = done.sides[GERMAN].forces
    (kept,) = [one for one in forces.units.values() if one.type == "ger-228-crew"]
    (its_gun,) = [one for one in forces.weapons.values() if one.type == "ger-75l-at"]
    assert (kept.hex, its_gun.hex) == (hex, hex)
    assert forces.where[kept.id] != ENTRY


def strike() -> Table:
    t = Table(WEST, date="24 Mid-Day").front()
    t.book.step, t.book.scenario = PLAY, GERMAN_ASSAULT
    t.book.sets_up_first, t.book.moves_first = BRITISH, GERMAN
    t.book.playing_area = StrikeOrders("A", "J", 9, 18)
    squad = t.unit("bri-457", area=t.area_at("E13"))
    t.book.deployed = {squad.id: t.board.resolve("E13")}
    t.unit("ger-447", area=ENTRY)
    return t


@pytest.mark.rule("DAE:4.5171-c", "DAE:4.3-l", "DAE:4.5181")
def test_guns_and_immobile_vehicles_outside_a_strike_stay_where_they_are() -> None:
    t = strike()
    east = t.area_at("NN8")
    crew = t.unit("ger-228-crew", area=east)
    t.weapon("ger-75l-at", "MM9", owner=crew, area=east)
    t.vehicle("ger-panther", "OO9", area=east, immobilized=True, vca=2)
    mg = t.weapon("ger-lmg", "PP9", area=east)
    assert {t.area_at(hex) for hex in ("MM9", "OO9", "PP9")} == {east}
    state = begun(t.book)
    assert not [one for one in state.units.values() if one.type == "ger-228-crew"]
    state.over = Over(None, "agreed")
    done = enter_scenario(t.book, state, Sampled(random.Random(1)))
    forces = done.sides[GERMAN].forces
    hexes = {one.type: one.hex for one in (*forces.units.values(), *forces.vehicles.values())}
    guns = {one.type: one.hex for one in forces.weapons.values()}
    m, o, p = (t.board.resolve(hex) for hex in ("MM9", "OO9", "PP9"))
    assert (hexes["ger-228-crew"], guns["ger-75l-at"], hexes["ger-panther"]) == (m, m, o)
    assert guns[mg.type] == p


@pytest.mark.rule("DAE:4.5171-b", "DAE:4.2-c")
@pytest.mark.parametrize(
    ("before", "lost"),
    [
        (Played("24 Mid-Day", DUAL_ATTACK, strike=True), {"bri-457": 1, "bri-247": 3}),
        (Played("24 Morning", BRITISH_ASSAULT), {"bri-247": 1}),
    ],
)
def test_losses_of_a_strike_and_of_the_assault_after_it_are_counted_together(
    before: Played, lost: dict[str, int]
) -> None:
    t = assault()
    t.book.scenario = DUAL_ATTACK
    t.book.played = (before,)
    t.unit("ger-447", area=t.area_at("NN8"))
    t.unit("bri-457", area=t.area_at("E13"))
    t.work.side(BRITISH).pool = {"bri-457": 1, "bri-247": 2}
    state = begun(t.book)
    squad = next(one for one in state.units.values() if one.type == "bri-457")
    state.units[squad.id] = msgspec.structs.replace(squad, type="bri-247", kind="half-squad")
    state.lost[BRITISH] = 1
    state.over = Over(None, "agreed")
    done = enter_scenario(t.book, state, Sampled(random.Random(1)))
    assert done.sides[BRITISH].pool == lost


@pytest.mark.rule("DAE:4.5171-b")
def test_between_strike_and_assault_a_recall_and_a_stun_last() -> None:
    t = assault()
    t.vehicle("bri-sherman3", area=t.area_at("E13"), recalled=True, stun="STUN")
    t.unit("ger-447", area=t.area_at("NN8"))
    (tank,) = begun(t.book).vehicles.values()
    assert (tank.recalled, tank.stunned, tank.stun) == (True, True, "")
