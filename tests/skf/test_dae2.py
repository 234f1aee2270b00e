"""The scenario DaE2, The Bend in the Road (DAE:DaE2)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.kernel import Action, Choice
from defilade.rules.sk import los, setup, victory
from defilade.rules.sk.full import smoke
from defilade.rules.sk.full.vehicles.driving import Driving, mp_left
from defilade.tactics.victory_conditions import FirepowerOn
from skf.situation import Situation, full_kit, movement_phase_of

ENGINE = full_kit()
CARD = ENGINE.scenario("DaE2")
FAR = {"id": "g", "type": "ger-658-ss", "hex": "F8"}


def placed(*units: dict[str, Any]) -> float:
    """The FP that these bring to bear on the bend."""
    s = Situation("", "CCPh", "german", [*units, FAR], scenario="DaE2", turn=6)
    condition = s.g.scenario.victory
    assert isinstance(condition, FirepowerOn)
    return victory.firepower_on(s.g, condition)


@pytest.mark.rule("DAE:DaE2-a")
@pytest.mark.parametrize(
    ("unit", "fp"),
    [
        ({"type": "bri-457", "hex": "Q17"}, 4),
        ({"type": "bri-457", "hex": "L13"}, 4),  # five hexes, its normal range
        ({"type": "bri-457", "hex": "K13"}, 0),  # six
        ({"type": "bri-457", "hex": "Q17", "pinned": True}, 4),
        ({"type": "bri-457", "hex": "Q17", "broken": True}, 0),
        ({"type": "bri-457", "hex": "Q15"}, 4),  # no TPBF
        ({"type": "bri-457", "hex": "Q17", "sw": [{"type": "bri-lmg"}]}, 6),
        ({"type": "bri-457", "hex": "Q17", "sw": [{"type": "bri-lmg"}, {"type": "bri-lmg"}]}, 6),
        ({"type": "bri-457", "hex": "Q17", "sw": [{"type": "bri-mmg"}, {"type": "bri-lmg"}]}, 8),
        ({"type": "bri-457", "hex": "Q17", "sw": [{"type": "bri-piat"}]}, 4),
        ({"type": "bri-228-crew", "hex": "Q17", "sw": [{"type": "bri-mmg"}]}, 4),
        ({"type": "bri-228-crew", "hex": "K13", "sw": [{"type": "bri-mmg"}]}, 4),
        ({"type": "bri-457", "hex": "J13", "sw": [{"type": "bri-mmg"}]}, 0),  # seven hexes
        ({"type": "bri-457", "hex": "Q17", "sw": [{"type": "bri-lmg", "malfunctioned": True}]}, 4),
        ({"type": "bri-9-1", "hex": "Q17"}, 0),
    ],
)
def test_what_counts_as_fp_on_the_bend(unit: dict[str, Any], fp: float) -> None:
    assert placed({"id": "b", **unit}) == fp


@pytest.mark.rule("DAE:DaE2-a")
def test_who_does_not_see_the_bend_counts_for_nothing_but_smoke_hides_it_from_nobody() -> None:
    s = Situation(
        "", "CCPh", "german", [{"id": "b", "type": "bri-457", "hex": "Q17"}, FAR], scenario="DaE2", turn=6
    )
    condition = s.g.scenario.victory
    assert isinstance(condition, FirepowerOn)
    g = s.g
    for _ in range(3):
        smoke.place(g, g.map.resolve("Q16"), "german")
    assert victory.firepower_on(g, condition) == 4
    gunners = {"id": "c", "type": "bri-228-crew", "hex": "K15", "sw": [{"type": "bri-mmg"}]}
    assert not los.sees(g, "elstK15", "elstQ15") and los.sees(g, "elstK14", "elstQ15")
    assert placed(gunners) == 0 and placed({**gunners, "hex": "K14"}) == 4


@pytest.mark.rule("DAE:DaE2-a")
@pytest.mark.parametrize(("squads", "winner"), [(4, "british"), (3, "german")])
def test_sixteen_fp_win(squads: int, winner: str) -> None:
    units = [{"id": f"b{n}", "type": "bri-457", "hex": ("Q17", "Q18")[n % 2]} for n in range(squads)]
    s = Situation("", "CCPh", "german", [*units, FAR], scenario="DaE2", turn=6)
    result = victory.check_end(s.g)
    assert result.winner == winner and "DAE:DaE2-a" in result.rules


@pytest.mark.rule("DAE:DaE2-b", "DAE:DaE2-e")
def test_length_order_and_the_hexes_in_play() -> None:
    table = ENGINE.table_of("DaE2", "")
    game_map = table.map
    assert (CARD.turns, CARD.sets_up_first, CARD.moves_first) == (6, "german", "british")
    numbers = {game_map.grid_name(hex)[2] for hex in game_map.names}
    letters = {game_map.grid_name(hex)[1] for hex in game_map.names}
    assert numbers == set(range(7, 19)) and min(letters) == "A" and max(letters) == "Q"
    s = Situation("", "CCPh", "german", [FAR], scenario="DaE2", turn=6)
    assert not s.state.batteries, "there is no artillery"


@pytest.mark.rule("DAE:DaE2-e")
def test_a_road_that_goes_on_beyond_the_hexes_in_play_is_a_way_in() -> None:
    state = ENGINE.start("DaE2", {})
    state.turn, state.attacker, state.phase = 1, "german", "MPh"
    g = ENGINE.play(state)
    on_road = [
        hex
        for hex in CARD.entry_hexes(1, (), g.map)
        if any(g.map.neighbours[hex][way] is None for way in g.map.roads.get(hex, ()))
    ]
    assert on_road, "the road through Elst leaves this part of the map in the east"


@pytest.mark.rule("DAE:DaE2-c")
def test_the_germans() -> None:
    game_map = ENGINE.table_of("DaE2", "").map
    men, panther = CARD.groups[0], CARD.groups[1]
    assert men.units["ger-658-ss"] == 5 and men.elr == 5
    assert {game_map.grid_name(hex)[1] for hex in CARD.set_up_area(0, game_map)} == set("FGHIJKLMNOPQ")
    assert panther.enters is not None and (panther.enters.turn, panther.enters.edges) == (1, ("east",))
    assert men.reason and panther.reason, "what is lost is rebuilt, and says so"


@pytest.mark.rule("DAE:DaE2-c", "DAE:DaE2-d")
@pytest.mark.parametrize(("group", "kind", "left"), [(1, "ger-panther", 7.5), (3, "bri-sherman5", 6.5)])
def test_tanks_come_on_with_half_their_mp(group: int, kind: str, left: float) -> None:
    position = movement_phase_of("DaE2", "german" if kind.startswith("ger") else "british")
    tank = next(tank for tank in position.state.vehicles.values() if tank.type == kind)
    assert tank.group == group
    position.advance(Action("drive", (tank.id,)))
    g, move = ENGINE.play(position.state), position.state.stack[-1]
    assert isinstance(move, Driving) and mp_left(g, move) == left
    moment = position.pending
    assert isinstance(moment, Choice)
    position.advance(next(option for option in moment.options if option.verb == "enter"))
    moves = [frame for frame in position.state.stack if isinstance(frame, Driving)]
    assert 0 < left - mp_left(ENGINE.play(position.state), moves[0]) <= 2


@pytest.mark.rule("DAE:DaE2-d")
def test_the_british() -> None:
    game_map = ENGINE.table_of("DaE2", "").map
    state = ENGINE.start("DaE2", {})
    state.turn, state.attacker = 1, "british"
    g = ENGINE.play(state)
    squad = next(unit for unit in state.units.values() if unit.type == "bri-457")
    edge = setup.may_enter(g, squad)
    assert edge and {game_map.grid_name(hex)[1] for hex in edge} == {"A"}
    foot, tanks = CARD.groups[2], CARD.groups[3]
    assert foot.elr == 3 and foot.units["bri-457"] == 13 and tanks.vehicles == {"bri-sherman5": 3}


@pytest.mark.rule("DAE:DaE2-f")
def test_balance() -> None:
    german, british = CARD.balanced("german").victory, CARD.balanced("british").victory
    assert isinstance(german, FirepowerOn) and (german.within, german.at_least) == (4, 16)
    assert isinstance(british, FirepowerOn) and (british.within, british.at_least) == (6, 14)
    s = Situation(
        "", "CCPh", "german", [{"id": "b", "type": "bri-457", "hex": "L13"}, FAR], scenario="DaE2", turn=6
    )
    assert victory.firepower_on(s.g, german) == 0
    assert victory.firepower_on(s.g, msgspec.structs.replace(german, within=5)) == 4
