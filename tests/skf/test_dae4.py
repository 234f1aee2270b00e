"""The scenario DaE4, Leave...Or Elst (DAE:DaE4)."""

from __future__ import annotations

import random

import pytest

from defilade.kernel import Chance, Over, Position
from defilade.kernel.chance import Sampled
from defilade.rules.sk import elr, victory
from defilade.rules.sk.full.artillery.batteries import eye_of, hindrance_from
from defilade.rules.sk.full.library import full_library
from defilade.rules.sk.state import SkPlay, State
from skf.situation import Situation, full_kit

ENGINE = full_kit()
CARD = ENGINE.scenario("DaE4")


def table(*units: dict[str, object], phase: str = "CCPh", attacker: str = "german") -> Situation:
    return Situation("", phase, attacker, list(units), scenario="DaE4", turn=7)


@pytest.mark.rule("DAE:DaE4-a")
@pytest.mark.parametrize(
    ("unit", "won"),
    [
        ({"type": "ger-447", "hex": "PP8"}, False),
        ({"type": "ger-237-ss", "hex": "LL10"}, False),
        ({"type": "ger-447", "hex": "NN8@1"}, False),
        ({"type": "ger-447", "hex": "PP8", "broken": True}, True),
        ({"type": "ger-228-crew", "hex": "PP8"}, True),
        ({"type": "ger-9-1", "hex": "PP8"}, True),
        ({"type": "ger-447", "hex": "KK10"}, True),
        ({"type": "ger-447", "hex": "MM9"}, True),
    ],
)
def test_who_still_holds_the_town(unit: dict[str, object], won: bool) -> None:
    s = table(unit, {"type": "bri-457", "hex": "CC17"})
    condition = s.g.scenario.victory
    assert condition is not None and victory.fulfilled(s.g, condition) == won


@pytest.mark.rule("DAE:DaE4-a")
def test_every_building_hex_of_that_part_of_the_town_counts() -> None:
    game_map = ENGINE.table_of("DaE4", "").map
    assert CARD.victory is not None
    counted = victory.building_hexes(game_map, getattr(CARD.victory, "buildings", ())) - {"elstKK10"}
    rows = {name for name in game_map.building_of if game_map.grid_name(name)[2] <= 11}
    there = {name for name in rows if game_map.centres[name][0] >= game_map.centres["elstLL10"][0]}
    assert counted == there


@pytest.mark.rule("DAE:DaE4-b", "DAE:DaE4-h")
def test_length_order_and_the_hexes_in_play() -> None:
    game_map = ENGINE.table_of("DaE4", "").map
    assert (CARD.turns, CARD.sets_up_first, CARD.moves_first) == (7, "german", "british")
    numbers = {game_map.grid_name(hex)[2] for hex in game_map.names}
    letters = {game_map.grid_name(hex)[1] for hex in game_map.names}
    assert numbers == set(range(7, 19)) and min(letters) == "BB" and max(letters) == "TT"


@pytest.mark.rule("DAE:DaE4-c", "DAE:ERR-a")
def test_the_german_force() -> None:
    game_map = ENGINE.table_of("DaE4", "").map
    men, leaders = CARD.groups[0], CARD.groups[1]
    assert men.units == {"ger-658-ss": 2, "ger-447": 2, "ger-447-ss": 4, "ger-228-crew": 1}
    assert "ger-467" not in men.units, "the errata makes them 4-4-7 of the army"
    area = CARD.set_up_area(0, game_map)
    assert {game_map.grid_name(hex)[2] for hex in area} == set(range(7, 17))
    assert CARD.set_up_area(1, game_map) == area and len(leaders.units) == 3


@pytest.mark.rule("DAE:DaE4-d")
def test_the_british_come_from_the_south_on_turn_one() -> None:
    game_map = ENGINE.table_of("DaE4", "").map
    british = CARD.groups[2]
    assert british.elr == 3 and british.enters is not None and british.enters.turn == 1
    edge = CARD.entry_hexes(2, (), game_map)
    assert edge and {game_map.grid_name(hex)[2] for hex in edge} <= {17, 18}
    assert british.units["bri-457"] == 14 and british.vehicles == {"bri-sherman5": 3}


@pytest.mark.rule("DAE:DaE4-e", "DAE:2.8")
def test_the_observer_looks_from_a_hex_that_is_not_in_play() -> None:
    units = ({"type": "ger-447", "hex": "MM12"}, {"type": "bri-457", "hex": "CC17"})
    s = table(*units, phase="PFPh", attacker="british")
    battery = s.state.batteries["oba1"]
    assert (battery.caliber, battery.smoke, battery.black, battery.red) == (80, True, 8, 3)
    eye = eye_of(s.g, battery)
    assert eye is not None and "elstOO21" not in s.g.map.index and eye.place.hex == "elstOO21"
    assert any(hindrance_from(s.g, eye, hex) >= 0 for hex in s.g.map.names)
    assert s.offers("call oba1")


@pytest.mark.rule("DAE:DaE4-f")
def test_elr_of_the_germans() -> None:
    assert [group.elr for group in CARD.groups[:2]] == [3, 5]
    s = table({"id": "ss", "type": "ger-447-ss", "hex": "PP8"}, {"type": "bri-457", "hex": "CC17"})
    assert not elr.replaces(s.g, s.unit("ss"), 9)


@pytest.mark.rule("DAE:DaE4-g")
def test_balance() -> None:
    assert CARD.balanced("german").turns == 6
    assert CARD.balanced("british").groups[2].vehicles == {"bri-sherman5": 4}


@pytest.mark.parametrize("seed", [1, 2])
def test_random_games_come_to_an_end(seed: int) -> None:
    rng = random.Random(seed)
    state = ENGINE.start("DaE4", {})
    position: Position[State] = Position(ENGINE, state)
    dice = Sampled(rng)
    for step in range(12_000):
        moment = position.pending
        if isinstance(moment, Over):
            return
        if isinstance(moment, Chance):
            position.advance(dice.draw(moment, step))
        else:
            calls = [
                option for option in moment.options if option.verb in ("call", "aim", "convert", "correct")
            ]
            position.advance(rng.choice(calls or list(moment.options)))
    assert isinstance(ENGINE.play(position.state), SkPlay)
    raise AssertionError("the game goes on for ever")


@pytest.mark.rule("DAE:ERR-b")
def test_a_75ll_kills_like_a_76ll_without_its_special_ammunition() -> None:
    tables = full_library().to_kill
    for distance in (0, 2, 6, 12, 18, 24):
        assert tables.number("AP", "75LL", 75, distance) == tables.number("AP", "76LL", 76, distance)
        assert tables.number("APCR", "75LL", 75, distance) is None
        assert tables.number("APDS", "75LL", 75, distance) is None
