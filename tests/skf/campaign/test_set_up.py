"""The card of a campaign's scenario: made from the book, and played by the full kit."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from defilade.kernel import Chance, Choice, Outcome, Position
from defilade.kernel.chance import Sampled
from defilade.rules.sk.card_rules import OffboardArtillery
from defilade.rules.sk.full.campaign import special_rules
from defilade.rules.sk.full.campaign.book import (
    BRITISH_ASSAULT,
    ENTRY,
    ESCAPE,
    GERMAN_ASSAULT,
    PLAY,
    Module,
    StrikeOrders,
)
from defilade.rules.sk.full.campaign.campaign import enter_scenario, new_campaign
from defilade.rules.sk.full.campaign.set_up import ReadyScenario, scenario_card
from defilade.rules.sk.full.campaign.tables import BRITISH, GERMAN, campaign_tables
from defilade.rules.sk.full.library import full_library
from defilade.rules.sk.full.ordnance.panzerfausts import supply
from defilade.rules.sk.rally import self_rally_refusal
from defilade.rules.sk.scenario import ScenarioError, design_text
from defilade.rules.sk.state import PHASES, State
from defilade.rules.sk.victory import leave_map, may_leave
from defilade.systems import presenter_of
from defilade.tactics.sequence import Sequence
from skf.campaign.books import Table
from skf.situation import full_kit

WEST = "A12 D13 E13 H13 E17"


def start(ready: ReadyScenario) -> State:
    return full_kit().start(ready.card.id, {"design": design_text(ready.card)})


def assault(british: str = WEST) -> Table:
    t = Table(british, date="24 Mid-Day").front()
    t.book.step, t.book.scenario = PLAY, BRITISH_ASSAULT
    return t


@pytest.mark.rule("DAE:4.42-a", "DAE:4.3-a", "DAE:4.4")
def test_the_initial_scenario_is_loaded_on_the_whole_map() -> None:
    ready = scenario_card(new_campaign())
    card, state = ready.card, start(ready)
    assert (card.sets_up_first, card.moves_first, card.turns, card.map.rows) == (GERMAN, BRITISH, 8, {})
    areas = {group.side: group.setup.rows for group in card.groups if group.setup is not None}
    assert areas == {GERMAN: "E-TT", BRITISH: "A-D"}
    tanks = [vehicle for vehicle in state.vehicles.values() if vehicle.side == BRITISH]
    assert {(vehicle.due, vehicle.edges) for vehicle in tanks} == {(1, ("west",))}
    assert len(state.units) == 48
    assert len(full_kit().table(state).map.names) == 1357
    assert [(one.side, one.caliber) for one in card.rules_of(OffboardArtillery)] == [(GERMAN, 100)]
    assert not ready.left_out
    assert not ready.missing


@pytest.mark.rule("DAE:4.3-r")
def test_elr_of_each_kind() -> None:
    state = start(scenario_card(new_campaign()))
    found = {(unit.side, unit.is_leader): unit.elr for unit in state.units.values()}
    assert found == {(GERMAN, True): 3, (GERMAN, False): 2, (BRITISH, True): 3, (BRITISH, False): 3}
    assert special_rules.elr(campaign_tables(), GERMAN, full_library().counters["ger-447"]) == 2


@pytest.mark.rule("DAE:4.2-j", "DAE:4.3-k", "DAE:4.5182")
def test_forces_set_up_where_they_were_retained_or_enter() -> None:
    t = assault()
    home = t.area_at("E13")
    t.unit("bri-457", area=home)
    t.unit("bri-457", area=ENTRY)
    t.unit("ger-447", area=t.area_at("NN8"))
    t.unit("ger-447", area=ENTRY)
    card = scenario_card(t.book).card
    by = {(group.side, group.setup is not None): group for group in card.groups}
    assert set(by[BRITISH, True].setup.hexes) <= {h.removeprefix("elst") for h in t.work.area(home).hexes}  # type: ignore[union-attr]
    assert by[BRITISH, False].enters.edges == ("west",)  # type: ignore[union-attr]
    entry = by[GERMAN, False].enters
    assert entry is not None
    assert entry.within is not None
    assert {"S1", "TT7"} <= set(entry.within.hexes)
    assert not {"R0", "TT9"} & set(entry.within.hexes)
    state = start(scenario_card(t.book))
    assert sum(unit.due for unit in state.units.values()) == 2


@pytest.mark.rule("DAE:4.3-k")
def test_a_bought_group_is_a_group_of_the_card_with_its_own_weapons() -> None:
    t = assault()
    home = t.area_at("NN8")
    old = t.unit("ger-447", area=home)
    new = t.unit("ger-447", area=home)
    gun = t.weapon("ger-lmg", owner=new)
    forces = t.work.forces(GERMAN)
    forces.group = {new.id: "I3-1", gun.id: "I3-1"}
    groups = [group for group in scenario_card(t.book).card.groups if group.side == GERMAN]
    assert [(group.units, group.weapons) for group in groups] == [
        ({"ger-447": 1}, {}),
        ({"ger-447": 1}, {"ger-lmg": 1}),
    ]
    assert old.id


@pytest.mark.rule("DAE:4.5181", "DAE:4.5181-a")
def test_the_isolated_set_up_first_and_their_vehicles_are_short_of_ammunition() -> None:
    t = assault()
    t.unit("ger-447", area=t.area_at("NN8"))
    t.unit("ger-658-ss", area=t.area_at("F14"))
    t.unit("bri-457", area=t.area_at("E13"))
    tank = t.vehicle("ger-panther", "F14", t.area_at("F14"), immobilized=True, vca=3)
    free = t.vehicle("ger-panther", "NN10", t.area_at("NN8"))
    ready = scenario_card(t.book)
    groups = {group.id: group for group in ready.card.groups}
    order = [(groups[id].side, groups[id].units, groups[id].vehicles) for id in ready.card.set_up_sequence]
    assert order[0] == (GERMAN, {"ger-658-ss": 1}, {})
    assert order[1] == (GERMAN, {}, {"ger-panther": 1})
    assert {side for side, _, _ in order[2:-1]} == {GERMAN}
    assert order[-1][0] == BRITISH
    state = start(ready)
    found = {vehicle.low_ammo: vehicle for vehicle in state.vehicles.values()}
    assert set(found) == {True, False}
    assert (found[True].hex, found[True].vca, found[True].immobilized) == (tank.hex, 3, True)
    assert found[False].hex == ""
    assert free.id


@pytest.mark.rule("DAE:4.2-j")
def test_wounds_and_captured_weapons_go_with_them() -> None:
    t = assault()
    home = t.area_at("NN8")
    t.unit("ger-9-1", area=home, wounded=True)
    squad = t.unit("ger-447", area=home)
    t.weapon("bri-lmg", owner=squad, side=GERMAN)
    state = start(scenario_card(t.book))
    assert [unit.wounded for unit in state.units.values() if unit.is_leader] == [True]
    assert [(weapon.type, weapon.side) for weapon in state.weapons.values()] == [("bri-lmg", BRITISH)]


@pytest.mark.rule("DAE:4.3-l")
def test_a_gun_sets_up_within_three_hexes_of_where_it_was() -> None:
    t = assault()
    crew = t.unit("ger-228-crew", "NN10", t.area_at("NN10"))
    gun = t.weapon("ger-75l-at", owner=crew)
    (group,) = scenario_card(t.book).card.groups
    assert group.setup is not None
    far = [t.board.distance(t.board.resolve(hex), gun.hex) for hex in group.setup.hexes]
    assert max(far) == 3
    assert group.weapons == {"ger-75l-at": 1}


@pytest.mark.rule("DAE:4.3-d", "DAE:4.3-e")
def test_two_modules_at_most_each_with_a_radio() -> None:
    t = assault()
    t.unit("ger-9-1", area=t.area_at("NN8"))
    forces = t.work.forces(GERMAN)
    forces.modules = {
        "a": Module("a", "80+", -2),
        "b": Module("b", "150+", rockets=True),
        "c": Module("c", "100+"),
    }
    ready = scenario_card(t.book)
    rules = ready.card.rules_of(OffboardArtillery)
    assert [(r.caliber, r.black, r.red, r.smoke, r.rockets, r.battalion_mortar) for r in rules] == [
        (80, 8, 3, True, False, True),
        (150, 8, 3, False, True, False),
    ]
    assert ready.modules == ("a", "b")
    assert [group.weapons for group in ready.card.groups] == [{"ger-radio": 2}]


@pytest.mark.rule("DAE:4.3-b")
def test_length_of_a_scenario() -> None:
    tables = campaign_tables()
    book = new_campaign()
    assert special_rules.turns(book, tables) == 8
    book.scenario = GERMAN_ASSAULT
    assert special_rules.turns(book, tables) == 3


@pytest.mark.rule("DAE:4.3-a", "DAE:4.5171-c")
def test_a_german_strike_is_played_in_its_area_with_the_british_where_they_set_up() -> None:
    t = assault()
    home = t.area_at("E13")
    inside, outside = t.unit("bri-457", area=home), t.unit("bri-457", area=home)
    t.unit("ger-447", area=t.area_at("H15"))
    t.book.scenario, t.book.sets_up_first, t.book.moves_first = GERMAN_ASSAULT, BRITISH, GERMAN
    t.book.deployed = {inside.id: t.board.resolve("E13"), outside.id: t.board.resolve("A12")}
    t.book.playing_area = StrikeOrders("D", "M", 10, 19)
    ready = scenario_card(t.book)
    assert ready.left_out == (outside.id,)
    assert ready.card.turns == 3
    state = start(ready)
    assert len(full_kit().table(state).map.names) <= 100
    british = next(group for group in ready.card.groups if group.side == BRITISH)
    assert british.setup is not None
    assert british.setup.hexes == ("E13",)


@pytest.mark.rule("DAE:4.5171-c", "DAE:4.3-a")
def test_who_finds_no_room_in_a_small_strike_stays_out_of_it() -> None:
    t = assault()
    squads = [t.unit("ger-447", area=t.area_at("NN8")) for _ in range(9)]
    leaders = [t.unit("ger-8-1", area=t.area_at("NN8")) for _ in range(2)]
    tanks = [t.vehicle("ger-panther", area=t.area_at("NN8")) for _ in range(3)]
    t.book.scenario, t.book.sets_up_first, t.book.moves_first = GERMAN_ASSAULT, BRITISH, GERMAN
    t.book.playing_area = StrikeOrders("NN", "OO", 8, 8)
    ready = scenario_card(t.book)
    start(ready)
    assert set(ready.left_out) == {squads[-1].id, squads[-2].id, squads[-3].id, tanks[-1].id}
    assert sum(group.units.get("ger-8-1", 0) for group in ready.card.groups) == len(leaders)


@pytest.mark.rule("DAE:4.2-j", "SK1:3.3-l")
def test_who_finds_no_room_in_his_area_enters() -> None:
    t = assault()
    area = t.area_at("F14")
    hexes = next(one for one in t.book.front.areas if one.id == area).hexes
    squads = [t.unit("ger-447", area=area) for _ in range(3 * len(hexes) + 1)]
    ready = scenario_card(t.book)
    start(ready)
    assert ready.left_out == ()
    entering = [group for group in ready.card.groups if group.side == GERMAN and group.enters is not None]
    assert sum(group.units["ger-447"] for group in entering) == 1
    assert sum(group.units.get("ger-447", 0) for group in ready.card.groups) == len(squads)


def play_on(
    ready: ReadyScenario, seed: int, steps: int, options: Mapping[str, str] | None = None
) -> Position[Any]:
    system = full_kit()
    rng = random.Random(seed)
    source = Sampled(rng)
    position = system.begin(ready.card.id, {"design": design_text(ready.card), **(options or {})})[0]
    for number in range(steps):
        moment = position.pending
        if isinstance(moment, Choice):
            position, _ = position.apply(rng.choice(moment.options))
        elif isinstance(moment, Chance):
            position, _ = position.apply(source.draw(moment, number))
        else:
            break
    return position


@pytest.mark.rule("DAE:4.3-i", "DAE:4.3-f", "DAE:4.5")
def test_a_scenario_is_entered_into_the_book() -> None:
    """The set-up and first moves of the initial scenario, then an end to it: everybody is accounted for."""
    book = new_campaign()
    position = play_on(scenario_card(book), 3, 400)
    state = position.state
    done = enter_scenario(book, state, Sampled(random.Random(1)))
    assert done.step == ESCAPE
    assert len(done.played) == 1
    for side in (GERMAN, BRITISH):
        there = [unit for unit in state.units.values() if unit.side == side]
        forces = done.sides[side].forces
        off_map = [one for one, where in forces.where.items() if where == ENTRY and one in forces.vehicles]
        assert len(forces.units) <= len(there)
        if side == BRITISH:
            waiting = [v for v in state.vehicles.values() if v.side == side and not v.hex and not v.wreck]
            assert len(off_map) == len(waiting)
        assert not any(weapon.type.endswith("radio") for weapon in forces.weapons.values())
    assert done.front.areas


def test_a_design_of_a_known_name_or_a_broken_one_is_refused() -> None:
    ready = scenario_card(new_campaign())
    text = design_text(ready.card)
    with pytest.raises(ScenarioError, match="calls itself"):
        full_kit().start("something-else", {"design": text})
    with pytest.raises(ScenarioError, match="already"):
        full_kit().start("S7", {"design": text})
    with pytest.raises(ScenarioError):
        full_kit().start(ready.card.id, {"design": text[:100]})


HORDE = {"ger-447": 3_000}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda card: card["groups"][0].update(units=HORDE), "men and weapons at most"),
        (lambda card: card.update(groups=card["groups"] * 60), "men and weapons at most"),
        (lambda card: card.update(title="T" * 20_000), "a text of more than"),
        (lambda card: card["groups"][0].update(id="a\r\nb"), "an id has letters"),
        (lambda card: card["map"].update(boards=card["map"]["boards"] * 30), "boards at most"),
        (lambda card: card["special_rules"][0].update(self_rallies=10**9), "no number"),
        (lambda card: card["groups"][0]["setup"].update(hexes=["A1"] * 5_000), "no list"),
        (lambda card: card["groups"][-1]["enters"]["within"].update(hexes=["Z99"]), "has no hex Z99"),
    ],
    ids=["horde", "groups", "text", "id", "boards", "number", "list", "nowhere"],
)
def test_a_design_that_is_a_burden_is_refused(change: Callable[[Any], object], why: str) -> None:
    """It may come from anybody: what he writes there others would have to load and be shown."""
    ready = scenario_card(new_campaign())
    card = json.loads(design_text(ready.card))
    assert full_kit().start(ready.card.id, {"design": json.dumps(card)})
    change(card)
    with pytest.raises(ScenarioError, match=why):
        full_kit().start(ready.card.id, {"design": json.dumps(card)})


@pytest.mark.rule("DAE:4.3-b")
@pytest.mark.parametrize(
    ("turn", "die", "over"),
    [(5, 1, True), (5, 2, False), (6, 3, True), (6, 4, False), (7, 5, True), (7, 6, False)],
)
def test_a_scenario_may_end_from_turn_five_on(turn: int, die: int, over: bool) -> None:
    system = full_kit()
    ready = scenario_card(new_campaign())
    state = start(ready)
    state.stack.clear()
    g = system.play(state)
    g.push(Sequence(len(PHASES)))
    state.turn, state.phase, state.attacker = turn, "CCPh", GERMAN
    moment = system.settle(g)
    assert isinstance(moment, Chance)
    assert moment.rules == ("DAE:4.3-b",)
    position, events = Position(system, state, moment).apply(Outcome((die,)))
    assert any("DAE:4.3-b" in event.rules for event in events)
    assert (position.state.over is not None) == over


@pytest.mark.rule("DAE:4.3-b")
def test_before_turn_five_nobody_rolls_for_the_end() -> None:
    system = full_kit()
    state = start(scenario_card(new_campaign()))
    state.stack.clear()
    g = system.play(state)
    g.push(Sequence(len(PHASES)))
    state.turn, state.phase, state.attacker = 4, "CCPh", GERMAN
    moment = system.settle(g)
    assert not isinstance(moment, Chance)
    assert state.turn == 5


@pytest.mark.rule("DAE:4.3-g")
def test_two_mmc_rally_by_themselves() -> None:
    system = full_kit()
    state = start(scenario_card(new_campaign()))
    state.attacker = BRITISH
    g = system.play(state)
    squads = [unit for unit in state.units.values() if unit.type == "bri-457"][:3]
    for unit in squads:
        g.update(unit, broken=True)
    for number, unit in enumerate(squads):
        refusal = self_rally_refusal(g, g.unit(unit.id))
        assert (refusal is not None) == (number == 2)
        state.mmc_self_rally = f"{state.mmc_self_rally} {unit.id}".strip()


@pytest.mark.rule("DAE:4.3-h")
def test_panzerfausts_come_with_the_squads() -> None:
    t = assault()
    for _ in range(3):
        t.unit("ger-447", area=t.area_at("NN8"))
        t.unit("ger-447", area=ENTRY)
    state = start(scenario_card(t.book))
    g = full_kit().play(state)
    assert supply(g, GERMAN) == 4
    waiting = [unit for unit in state.units.values() if unit.due]
    g.place(waiting[0], g.map.resolve("TT7"))
    assert supply(g, GERMAN) == 5
    for unit in waiting[1:]:
        g.place(g.unit(unit.id), g.map.resolve("TT7"))
    assert supply(g, GERMAN) == 8


@pytest.mark.rule("DAE:4.3-p", "DAE:4.41-b")
def test_british_infantry_leaves_for_victory_in_play() -> None:
    state = start(scenario_card(new_campaign()))
    g = full_kit().play(state)
    assert may_leave(g, BRITISH, g.map.resolve("TT10"))
    assert not may_leave(g, BRITISH, g.map.resolve("TT5"))
    assert not may_leave(g, GERMAN, g.map.resolve("TT10"))
    squad = next(unit for unit in state.units.values() if unit.type == "bri-457")
    leave_map(g, g.place(squad, g.map.resolve("TT10")))
    assert state.exited == {BRITISH: 2}
    assert squad.id not in state.units


@pytest.mark.rule("DAE:4.3-c")
def test_players_agree_on_an_end_between_player_turns() -> None:
    system = full_kit()
    presenter = presenter_of(system)
    state = start(scenario_card(new_campaign()))
    for turn, attacker, phase, allowed in (
        (1, BRITISH, "RPh", False),  # no Player Turn has ended yet
        (1, GERMAN, "RPh", True),
        (1, GERMAN, "PFPh", False),
        (3, BRITISH, "RPh", True),
        (3, BRITISH, "CCPh", False),
    ):
        state.turn, state.attacker, state.phase = turn, attacker, phase
        refusal = presenter.agreement_refusal(state)
        assert (refusal is None) == allowed
        assert refusal is None or refusal.rule == "DAE:4.3-c"
    other = system.start("S7", {})
    assert presenter.agreement_refusal(other) is None
