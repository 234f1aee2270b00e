"""Vehicles of Squad Leader as pieces: counters, crews, set-up, passengers."""

from __future__ import annotations

from functools import cache

import pytest

from defilade.hexgrid import Placed
from defilade.kernel import Choice, IllegalAction, Position
from defilade.kernel.moments import Action
from defilade.rules.sl.card import Group, MapPart, Scenario
from defilade.rules.sl.garage import garage
from defilade.rules.sl.state import State
from defilade.rules.sl.system import SlSystem
from defilade.rules.sl.vehicles import yard
from defilade.tactics.areas import Area
from sl.motor_pool import scene, vehicle
from sl.table import pair, unit


@pytest.mark.rule("SL:3.22.1", "SL:3.22.1-a", "SL:3.22.1-b", "SL:3.22.1-e", "SL:3.22.1-f", "SL:3.22.1-g")
def test_the_morale_of_crews_is_by_nation_year_and_vehicle() -> None:
    pool = garage()
    assert pool.crew_morale("ger-pzkw-ivh", 1943) == 8
    assert [pool.crew_morale(f"rus-{tank}", 1941) for tank in ("t26s", "t34-76a", "kv-i")] == [6, 7, 7]
    assert pool.crew_morale("rus-t26s", 1942) == 7 and pool.crew_morale("rus-t26s", 1942, elite=True) == 8
    assert pool.crew_morale("rus-t26s", 1941, elite=True) == 6
    assert pool.crews["british"].morale == 8 and pool.crews["minor"].morale == 6


@pytest.mark.rule("SL:3.22.1-c", "SL:3.22.1-d", "SL:3.22.2-a")
def test_crews_of_sp_guns_and_green_crews() -> None:
    pool = garage()
    us, french = pool.crews["american"], pool.crews["french"]
    assert (us.morale, us.sp_guns, us.elite) == (7, 6, 1)
    assert (french.early, french.until, french.early_elite, french.morale) == (6, 1940, 1, 7)
    assert pool.crew_morale("ger-pzkw-ivh", 1943, green=True) == 6


def test_every_counter_is_read_and_what_is_an_afv_has_armour() -> None:
    types = garage().types
    assert len(types) > 130
    assert {kind.kind for kind in types.values() if not kind.armoured} <= {"truck", "jeep", "halftrack"}
    assert all(kind.mp > 0 for kind in types.values())


@cache
def motorised() -> SlSystem:
    card = Scenario(
        id="sketch",
        title="A platoon on wheels",
        date="1943-07-01",
        place="",
        map=MapPart(boards=(Placed("z"),), north="top"),
        turns=2,
        sides=("russian", "german"),
        sets_up_first="german",
        moves_first="german",
        provenance="original",
        groups=(
            Group(
                id="p",
                name="Platoon",
                side="german",
                provenance="original",
                units={"ger-467": 2},
                vehicles={"ger-spw-251-1": 1, "ger-pzkw-ivh": 1},
                setup=Area(rows="D-E"),
            ),
        ),
    )
    return SlSystem({card.id: card})


def do(position: Position[State], text: str) -> None:
    position.advance(Action.parse(text))


@pytest.mark.rule("SL:11.25.2-a", "SL:11.37.3", "SL:11.37.6-g")
def test_vehicles_set_up_one_a_hex_and_may_be_boarded_before_the_game() -> None:
    position, _ = motorised().begin("sketch")
    while isinstance(position.pending, Choice) and position.pending.options[0].verb == "place":
        position.advance(position.pending.options[0])
    assert isinstance(position.pending, Choice)
    where = next(unit.hex for unit in position.state.units.values())
    first = position.pending.options[0].who[0]
    do(position, f"park {first} {where}")
    boards = [o for o in position.pending.options if o.verb == "board"]
    position.advance(boards[0])
    assert not [o for o in position.pending.options if o.verb == "board"]  # one squad fills it
    do(position, f"face {first} - NE")
    assert isinstance(position.pending, Choice)
    second = position.pending.options[0].who[0]
    with pytest.raises(IllegalAction):
        do(position, f"park {second} {where}")
    state = position.state
    assert state.vehicles[first].passengers == boards[0].who
    assert not state.units[boards[0].who[0]].hex and state.stacks[where]


@pytest.mark.rule("SL:11.19.1", "SL:11.16.3")
def test_who_sits_in_a_vehicle_is_lost_with_it_and_jeeps_leave_no_wreck() -> None:
    a, b = pair(2)
    units = [unit("s", "ger-467", a), unit("r", "rus-447", b)]
    track, jeep = vehicle("v", "ger-spw-251-1", a), vehicle("j", "ger-kubelwagen", b)
    g = scene("PFPh", units, [track, jeep]).g
    yard.take_aboard(g, track, g.unit("s"))
    assert not g.unit("s").hex and yard.ride_of(g, "s") == g.state.vehicles["v"]
    yard.wreck(g, g.state.vehicles["v"], "is destroyed", "SL:11.19.1")
    assert g.state.vehicles["v"].wreck and not g.state.vehicles["v"].manned and "s" not in g.state.units
    yard.wreck(g, jeep, "is destroyed", "SL:11.19.1")
    assert not g.state.vehicles["j"].hex
