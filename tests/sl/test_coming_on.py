"""Groups of Squad Leader that come on from off the map, in the open or under a "?" (SL:2.4.1-c, SL:4.1.8-5A)."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from conformance.walk import random_step
from defilade.ai.squad_leader.decisions import decide
from defilade.hexgrid import Placed
from defilade.kernel import Action, Choice, IllegalAction, Position, make_view
from defilade.rules.content_files import ContentFiles
from defilade.rules.entries import Entry
from defilade.rules.sl.card import Group, MapPart, Scenario, ScenarioError, check_card
from defilade.rules.sl.eyes.coming_on import NOT_DUE, coming_bar, ready_to_come
from defilade.rules.sl.library import library
from defilade.rules.sl.movement import what_is_left
from defilade.rules.sl.presentation import SlPresenter
from defilade.rules.sl.state import SlPlay, State
from defilade.rules.sl.system import SlSystem
from defilade.tactics import sequence
from defilade.tactics.areas import Area
from defilade.tactics.moving import Moving
from defilade.tactics.units import Unit

ROAD, FIELD = "4A6", "4A4"
COMES = Entry(turn=2, edges=("west",))


def card(**more: Any) -> Scenario:
    """Grenadiers in a village, for which riflemen are on the march."""
    rifles: dict[str, Any] = {
        "units": {"rus-447": 2, "rus-628": 1, "rus-8-1": 1},
        "weapons": {"rus-mmg": 1},
        "enters": COMES,
    }
    return Scenario(
        id="march",
        title="On the march",
        date="1941-07-01",
        place="",
        map=MapPart(boards=(Placed("4"),), north="top", rows={"4": "A-N"}),
        turns=4,
        sides=("russian", "german"),
        sets_up_first="german",
        moves_first="russian",
        provenance="original",
        groups=(
            Group(
                id="g",
                name="Grenadiers",
                side="german",
                provenance="original",
                units={"ger-467": 2},
                setup=Area(rows="L-N"),
            ),
            Group(id="r", name="Rifles", side="russian", provenance="original", **rifles | more),
        ),
    )


@cache
def system() -> SlSystem:
    return SlSystem({"march": card()})


def at_the_edge(turn: int = 2, eye: str = "", **options: str) -> Position[State]:
    """The Russian MPh of a turn; a German squad may stand somewhere."""
    kit = system()
    g = SlPlay(kit.start("march", options), kit.table_of("march"))
    g.state.stack.clear()
    g.state.turn, g.state.attacker = turn, "russian"
    weapon = next(iter(g.state.weapons.values()))
    g.give(weapon, named(g, "rus-447"))
    if eye:
        g.place(named(g, "ger-467"), eye)
    g.push(sequence.Sequence(3))
    sequence.begin_phase(g, "MPh")
    return Position(kit, g.state, kit.settle(g))


def named(g: SlPlay, kind: str) -> Unit:
    return next(unit for unit in g.state.units.values() if unit.type == kind)


def play(position: Position[State]) -> SlPlay:
    return system().play(position.state)


def options(position: Position[State], verb: str) -> list[str]:
    assert isinstance(position.pending, Choice)
    return [str(option) for option in position.pending.options if option.verb == verb]


def left(position: Position[State]) -> dict[str, float]:
    """What those who move have left."""
    frame = position.state.stack[-1]
    assert isinstance(frame, Moving)
    return {one.unit.type: one.mf for one in what_is_left(play(position), frame)}


@pytest.mark.rule("SL:4.1.8-5A")
def test_who_comes_on_by_road_pays_half_a_mf_and_elsewhere_what_the_hex_costs() -> None:
    position = at_the_edge()
    g = play(position)
    squad, guards, leader = named(g, "rus-447"), named(g, "rus-628"), named(g, "rus-8-1")
    position.advance(Action("come-on", (guards.id,)))
    assert f"enter - {ROAD}" in options(position, "enter") and f"enter - {FIELD}" in options(
        position, "enter"
    )
    position.advance(Action("enter", (), ROAD))
    assert left(position) == {"rus-628": 3.5} and play(position).unit(guards.id).hex == ROAD
    assert position.state.tracks[guards.id].hexes == (ROAD,)  # where he can be fired at
    assert options(position, "join") == []
    position.advance(Action("stop"))
    position.advance(Action("come-on", (squad.id,)))
    position.advance(Action("join", (leader.id,)))
    position.advance(Action("enter", (), FIELD))
    # six MF with a leader, less the weight of the machine gun, and the price of the hex
    ground = play(position).terrain_of(FIELD).mf
    assert left(position)["rus-8-1"] == 6 - ground and left(position)["rus-447"] < 6 - ground
    assert play(position).weapons_of(play(position).unit(squad.id))[0].hex == FIELD
    assert not play(position).unit(squad.id).due


@pytest.mark.rule("SL:4.1.8-5A", "SL:4.7.1-a")
def test_at_double_time_a_road_over_the_edge_costs_a_mf_like_any_other() -> None:
    position = at_the_edge(**{"double-time": "on"})
    guards = named(play(position), "rus-628")
    position.advance(Action("come-on", (guards.id,)))
    position.advance(Action("enter", (), ROAD))
    assert left(position) == {"rus-628": 4 + 1 - 1}  # by road all the way he has one more


@pytest.mark.rule("SL:4.1.8-5A")
def test_nobody_comes_on_before_his_turn_nor_elsewhere_and_who_did_not_may_later() -> None:
    g = play(at_the_edge(turn=2))
    guards = named(g, "rus-628")
    g.state.turn = 1
    assert ready_to_come(g, "russian") == [] and coming_bar(g, guards) == NOT_DUE
    late = at_the_edge(turn=3)
    with pytest.raises(IllegalAction, match="does not come on there"):
        late.advance(Action("steal-in", (guards.id,), "4C5"))
    late.advance(Action("come-on", (guards.id,)))
    with pytest.raises(IllegalAction, match="does not come on there"):
        late.advance(Action("enter", (), "4B5"))
    late.advance(Action("stop"))
    with pytest.raises(IllegalAction, match="has moved"):
        late.advance(Action("come-on", (guards.id,)))
    assert play(late).unit(guards.id).due == 2 and play(late).unit(guards.id).hex == ""


@pytest.mark.rule("SL:4.1.8-5A", "SL:4.5.1-b", "SL:4.5.3")
def test_assault_movement_is_one_hex_also_from_off_the_map() -> None:
    position = at_the_edge()
    guards = named(play(position), "rus-628")
    position.advance(Action("come-on", (guards.id,)))
    position.advance(Action("assault"))
    position.advance(Action("enter", (), ROAD))
    assert not options(position, "enter") and position.state.tracks[guards.id].assault


@pytest.mark.rule("SL:2.4.1-c")
def test_each_comes_on_under_a_counter_of_its_own_and_nobody_learns_who() -> None:
    position = at_the_edge()
    units = [unit for unit in position.state.units.values() if unit.side == "russian"]
    first = units[0]
    before = system().redact(position.state, "german")
    events = position.advance(Action("steal-in", (first.id,), ROAD))
    assert any("? A enters A6 for 0.5 MF" in event.text for event in events)
    counter = next(unit for unit in position.state.units.values() if unit.kind == "concealed")
    assert position.state.covered[counter.id].units == (first.id,) and counter.hex == ROAD
    seen = system().redact(position.state, "german")
    for unit in units:  # they look alike, whoever of them has come
        assert seen.units[unit.id] == before.units[unit.id]
        assert seen.units[unit.id].due == 2 and seen.units[unit.id].edges == ("west",)
    assert (
        seen.unseen == before.unseen and seen.weapons == before.weapons
    )  # nor whether it is he with the gun
    position.advance(Action("stop"))
    position.advance(Action("steal-in", (units[1].id,), ROAD))
    mine = [one for one in position.state.units.values() if one.kind == "concealed"]
    assert [len(position.state.covered[one.id].units) for one in mine] == [1, 1]
    found = set()
    for seed in range(9):
        guess = system().determinize(seen, "german", random.Random(seed))
        waiting = {unit.id for unit in units if guess.units[unit.id].due}
        under = {uid for covered in guess.covered.values() for uid in covered.units}
        assert not under & waiting and {unit.id for unit in units} == under | waiting
        found.add(len(waiting))
    assert len(found) > 1


@pytest.mark.rule("SL:2.4.1-c")
def test_nobody_comes_on_unseen_where_an_unbroken_enemy_looks() -> None:
    looking = at_the_edge(eye="4B6")
    guards = named(play(looking), "rus-628")
    assert f"steal-in {guards.id} {ROAD}" not in options(looking, "steal-in")
    with pytest.raises(IllegalAction, match="sees that hex"):
        looking.advance(Action("steal-in", (guards.id,), ROAD))
    g = play(at_the_edge(eye="4B6"))
    g.update(named(g, "ger-467"), broken=True)
    again = Position(system(), g.state, system().settle(g))
    assert f"steal-in {guards.id} {ROAD}" in options(again, "steal-in")


@pytest.mark.rule("SL:2.4.1-c", "SL:2.5.5-a")
def test_who_is_turned_back_at_the_edge_waits_there_still() -> None:
    position = at_the_edge()
    g = play(position)
    hider = named(g, "ger-467")
    g.place(hider, "")
    g.state.unseen = tuple(sorted({*g.state.unseen, hider.id}))
    g.state.hidden[hider.id] = ROAD
    guards = named(g, "rus-628")
    position = Position(system(), g.state, system().settle(g))
    said = [event.text for event in position.advance(Action("steal-in", (guards.id,), ROAD))]
    assert "? A stays off the map." in said and any("? A off the map comes off" in text for text in said)
    unit = position.state.units[guards.id]
    assert unit.due == 2 and not unit.hex and position.state.units[hider.id].hex == ROAD
    assert not any(one.kind == "concealed" for one in position.state.units.values())


def test_the_table_shows_who_waits_and_where_they_come() -> None:
    position = at_the_edge()
    presenter = SlPresenter(system())
    scene = presenter.scene(system().redact(position.state, "german"), "german")
    waiting = [group for group in scene.offmap if group.edges == ("west",)]
    assert [(group.side, group.due, len(group.counters)) for group in waiting] == [("russian", 2, 4)]
    entry = next(area for area in scene.areas if area.kind == "entry")
    assert ROAD in entry.hexes and entry.side == "russian"
    force = presenter.card("march").forces[1]
    assert force.comes == "Enters on turn 2 over the west edge"
    assert isinstance(position.pending, Choice)
    labels = presenter.labels(position.state, position.pending.options)
    assert "6-2-8 A comes on" in labels and '6-2-8 A comes on in A6 under a "?"' in labels


@pytest.mark.parametrize(
    ("more", "wrong"),
    [
        ({"setup": Area(rows="A-B")}, "either sets up or comes on"),
        ({"enters": None}, "either sets up or comes on"),
        ({"enters": Entry(turn=9, edges=("west",))}, "the game has 4 turns"),
        ({"enters": Entry(turn=1, edges=())}, "over some edge"),
        ({"skis": True}, "on foot"),
    ],
)
def test_a_card_says_clearly_how_a_group_comes(more: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ScenarioError, match=wrong):
        check_card(card(**more), "march", library())


def test_the_computer_brings_its_men_on_and_a_random_player_may() -> None:
    position = at_the_edge()
    rng = random.Random(7)
    for number in range(60):
        pending = position.pending
        if position.state.phase != "MPh":
            break
        step = None
        if isinstance(pending, Choice):
            step = decide(make_view(system(), position, pending.side, number), system())
        position.advance(step if step is not None else random_step(position, rng))
    assert not any(unit.due for unit in position.state.units.values())


def test_the_last_riflemen_of_sl_k_come_on_in_the_second_turn() -> None:
    text = ContentFiles().read("sl/scenarios/SL-K.yaml").text
    assert "enters: {turn: 2, edges: [west]}" in text
    kit = SlSystem()
    state = kit.start("SL-K", {})
    coming = [unit for unit in state.units.values() if unit.due]
    assert len(coming) == 3 and all(unit.edges == ("west",) and unit.due == 2 for unit in coming)
    assert kit.decode(kit.encode(state)) == state
