"""The computer's vehicles in Squad Leader: they set up on the ground, drive to where they can fire, and fire."""

from __future__ import annotations

import msgspec

from defilade.ai.squad_leader.decisions import play_of, reply
from defilade.ai.squad_leader.drivers import targets, to_goal
from defilade.ai.squad_leader.picture import Picture
from defilade.kernel import Chance, Choice, Outcome
from defilade.rules.sl.situation import Situation, build_situation
from defilade.rules.sl.system import SlSystem
from defilade.rules.sl.vehicles.parking import PlaceVehicles
from defilade.tactics.arcs import in_arc

SYSTEM = SlSystem()
TANK = {"id": "t", "type": "ger-pzkw-iiij"}
HOLDERS = [{"id": "r", "type": "rus-447", "hex": "R7"}, {"id": "s", "type": "rus-447", "hex": "P5"}]


def position_of(units, tank, phase):
    spec = {
        "scenario": "SL-G",
        "attacker": "german",
        "phase": phase,
        "units": units,
        "vehicles": [TANK | tank],
    }
    return build_situation(msgspec.convert(spec, Situation), SYSTEM)[0]


def play_on(position, phase, most=60):
    """The quick answer to everything, and fours on the dice, to the end of a phase."""
    verbs = []
    for _ in range(most):
        moment = position.pending
        if position.state.phase != phase:
            return verbs
        if isinstance(moment, Chance):
            position.advance(Outcome((4,) * moment.dice))
        else:
            assert isinstance(moment, Choice)
            answer = reply(play_of(position), moment)
            assert answer in moment.options
            verbs.append(answer.verb)
            position.advance(answer)
    raise AssertionError(f"no end to {verbs}")


def test_tanks_set_up_on_open_ground_with_the_front_to_what_they_fight_for():
    position, _ = SYSTEM.begin("SL-G")
    while not isinstance(position.state.stack[-1], PlaceVehicles):
        assert isinstance(position.pending, Choice)
        position.advance(reply(play_of(position), position.pending) or position.pending.options[0])
    while isinstance(position.state.stack[-1], PlaceVehicles):
        position.advance(reply(play_of(position), position.pending))
    g = play_of(position)
    p = Picture(g, "german")
    tanks = list(g.state.vehicles.values())
    assert tanks
    for tank in tanks:
        assert not g.terrain_of(tank.hex).cover
        near = min(p.goals, key=lambda goal: (g.map.distance(tank.hex, goal), goal))
        assert in_arc(g.map, tank.hex, tank.vca, g.map.ground_hex(near))
    area = g.scenario.set_up_area(tanks[0].group, g.map)
    assert min(to_goal(p, tank.hex) for tank in tanks) < max(to_goal(p, hex) for hex in area)


def test_a_tank_fires_its_machine_guns_at_men_in_the_open():
    position = position_of([{"id": "r", "type": "rus-447", "hex": "T8"}], {"hex": "V8", "vca": 4}, "PFPh")
    assert targets(Picture(play_of(position), "german"))
    found = reply(play_of(position), position.pending)
    assert found is not None and found.verb == "vehicle-fire" and found.who == ("t",)


def test_a_tank_that_sees_nobody_drives_to_where_it_can_fire_and_not_among_them():
    position = position_of(HOLDERS, {"hex": "X9", "vca": 0}, "MPh")
    g = play_of(position)
    start = to_goal(Picture(g, "german"), g.state.vehicles["t"].hex)
    verbs = play_on(position, "MPh")
    assert "drive" in verbs and verbs.count("drive-to") > 1
    g = play_of(position)
    tank, p = g.state.vehicles["t"], Picture(g, "german")
    assert to_goal(p, tank.hex) < start
    assert not g.terrain_of(tank.hex).cover
    assert min(g.map.distance(tank.hex, unit.hex) for unit in g.on_map("russian")) > 1


def test_a_tank_that_fires_well_from_where_it_is_stays_there():
    position = position_of([{"id": "r", "type": "rus-447", "hex": "T8"}], {"hex": "V8", "vca": 4}, "PFPh")
    assert play_on(position, "PFPh").count("vehicle-fire") == 1
    assert "drive-to" not in play_on(position, "MPh")


def test_a_berserk_crew_drives_over_its_enemy_or_fires_beside_his_stone_house():
    foe = [{"id": "r", "type": "rus-447", "hex": "T8"}]
    position = position_of(foe, {"hex": "V8", "vca": 4, "berserk": True}, "MPh")
    verbs = play_on(position, "MPh")
    assert "overrun" in verbs and verbs.index("drive-to") < verbs.index("overrun")
    g = play_of(position)
    house, beside, facing = next(
        (hex, near, facing)
        for hex in g.map.names
        if g.map.terrain[hex] == "stone_building"
        for near in g.map.neighbours[hex]
        if near is not None and g.map.terrain[near] == "open"
        for facing in range(6)
        if in_arc(g.map, near, facing, hex)
    )
    foe = [{"id": "r", "type": "rus-447", "hex": house, "broken": True}]
    position = position_of(foe, {"hex": beside, "vca": facing, "berserk": True, "moved": True}, "AFPh")
    assert isinstance(position.pending, Choice) and len(position.pending.options) > 1
    assert play_on(position, "AFPh").count("vehicle-fire") > 0  # little as it may do
