"""The scenario cards of Squad Leader: how they are set up, who moves first and how they are won."""

from __future__ import annotations

import msgspec
import pytest

from defilade.kernel import Chance, Choice, Outcome
from defilade.rules.sl import morale, victory
from defilade.rules.sl.card import ScenarioError, check_card
from defilade.rules.sl.situation import Situation, build_situation
from defilade.rules.sl.smoke_grenades import refusal as lay_refusal
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.system import SlSystem
from defilade.tactics import sequence
from defilade.tactics.control import gain_control

SYSTEM = SlSystem()


def board(scenario: str, units: list[tuple[str, str]], **more: object) -> SlPlay:
    """Counters in hexes, numbered as they come; broken with a `-` before the hex."""
    entries = [
        {"id": f"u{number}", "type": kind, "hex": hex.removeprefix("-"), "broken": hex.startswith("-")}
        for number, (kind, hex) in enumerate(units)
    ]
    spec = {"scenario": scenario, "phase": "RPh", "attacker": "german", "units": entries, **more}
    position, _ = build_situation(msgspec.convert(spec, Situation), SYSTEM)
    g = SYSTEM.play(position.state)
    gain_control(g)
    return g


def result(g: SlPlay) -> str:
    return victory.check_end(g).winner


RUSSIANS, GERMANS = ("rus-447", "A1"), ("ger-467", "P1")
AWAY = [GERMANS] * 3
"""Enough of them that no ratio decides."""


@pytest.mark.rule("SL:S1-play")
def test_the_first_scenario_is_played_on_half_a_board_for_five_turns():
    card = SYSTEM.scenario("SL-1")
    rows = {SYSTEM.table_of("SL-1").map.grid_name(hex)[1] for hex in SYSTEM.table_of("SL-1").map.names}
    assert rows == set("ABCDEFGHIJKLMNOP")
    assert (card.turns, card.sets_up_first, card.moves_first) == (5, "german", "russian")


@pytest.mark.rule("SL:S1-1.1")
def test_a_group_sets_up_anywhere_in_its_building():
    position, _ = SYSTEM.begin("SL-1")
    pending = position.pending
    assert isinstance(pending, Choice) and pending.side == "german"
    position.advance(pending.options[0])
    assert isinstance(position.pending, Choice)
    hexes = {option.at[:3] for option in position.pending.options}
    assert hexes == {"1F5", "1F6", "1G6", "1H5"}


@pytest.mark.rule("SL:S1-VC-a")
@pytest.mark.parametrize(
    ("gained", "lost", "winner"),
    [
        (["F5", "K5"], [], "russian"),
        (["F5"], [], "german"),
        (["F5", "K5"], ["J2"], "german"),
        (["F5", "K5", "I7"], ["J2"], "russian"),
    ],
)
def test_two_more_buildings_than_are_lost_win_for_the_russians(gained, lost, winner):
    units = [("rus-447", hex) for hex in gained] + [("ger-467", hex) for hex in lost]
    assert result(board("SL-1", units + AWAY)) == winner


@pytest.mark.rule("SL:S1-VC-b")
def test_three_unbroken_squads_for_one_win_for_the_russians():
    assert result(board("SL-1", [RUSSIANS] * 3 + [GERMANS])) == "russian"
    assert result(board("SL-1", [RUSSIANS] * 2 + [GERMANS])) == "german"
    assert result(board("SL-1", [RUSSIANS] * 3 + [GERMANS, ("ger-467", "-P2")])) == "russian"
    assert result(board("SL-1", [RUSSIANS] * 3 + [GERMANS, ("ger-237", "P2")])) == "german"


@pytest.mark.rule("SL:S1-VC-c")
def test_a_building_with_a_broken_enemy_or_his_leader_in_it_is_not_occupied():
    held = [("rus-447", "F5"), ("rus-447", "K5")]
    assert result(board("SL-1", held + AWAY)) == "russian"
    assert result(board("SL-1", [*held, ("ger-467", "-G6"), *AWAY])) == "german"
    assert result(board("SL-1", [*held, ("ger-8-1", "G6"), *AWAY])) == "german"


@pytest.mark.rule("SL:S1-VC-c")
def test_whose_unbroken_unit_came_last_occupies_the_building_he_has_left():
    g = board("SL-1", [("rus-447", "F5"), ("rus-447", "K5"), *AWAY])
    g.place(g.unit("u0"), g.map.resolve("D5"))
    assert result(g) == "russian"
    g.place(g.unit("u2"), g.map.resolve("G6"))
    gain_control(g)
    g.place(g.unit("u2"), g.map.resolve("P3"))
    assert result(g) == "german"


@pytest.mark.rule("SL:S2-play")
def test_the_second_scenario_is_played_on_the_other_rows():
    names = SYSTEM.table_of("SL-2").map.names
    assert names[0].startswith("1O") and names[-1].startswith("1GG")


@pytest.mark.rule("SL:S2-2.1")
def test_the_engineers_of_the_second_scenario_lay_six_smoke_counters():
    card = SYSTEM.table_of("SL-2").scenario
    number, engineers = next((n, group) for n, group in enumerate(card.groups) if group.engineers)
    assert engineers.side == "german" and engineers.smoke == 6 and "SL:S2-2.1" in card.rules
    assert [group.smoke for group in card.groups if group is not engineers] == [0] * (len(card.groups) - 1)
    g = board("SL-2", [("ger-838", "Y7"), ("rus-447", "X4")])
    squad = g.update(g.unit("u0"), group=number)
    assert lay_refusal(g, squad) is None
    g.state.smoke_laid = {str(number): 6}
    found = lay_refusal(g, squad)
    assert found is not None and found.rule == "SL:9.17.1.1"


WORKS = ["W4", "W5", "X2", "X3", "X4", "X5", "Y3", "Y4", "Y5"]


def works(german: int, russian: int, **more: object) -> SlPlay:
    """So many hexes of the works held by each side, one unit a hex."""
    units = [("ger-467", hex) for hex in WORKS[:german]]
    units += [("rus-447", hex) for hex in WORKS[len(WORKS) - russian :]]
    return board("SL-2", units, **more)


@pytest.mark.rule("SL:S2-VC-a")
def test_six_hexes_of_the_works_win():
    assert result(works(6, 3)) == "german"
    assert result(works(3, 6)) == "russian"


@pytest.mark.rule("SL:S2-VC-a")
def test_a_hex_is_whose_unbroken_unit_was_in_it_last_and_nobodys_in_close_combat():
    g = works(6, 2)
    g.place(g.unit("u0"), g.map.resolve("U5"))
    assert result(g) == "german"  # it is still his
    g.place(g.unit("u7"), g.unit("u1").hex)
    assert result(g) == ""


@pytest.mark.rule("SL:S2-VC-b")
def test_who_is_alone_in_the_works_wins_and_otherwise_it_is_a_draw():
    assert result(works(5, 3)) == ""
    assert result(works(1, 0)) == "german"
    g = works(2, 1)
    g.update(g.unit("u2"), broken=True)
    assert result(g) == "german"


@pytest.mark.rule("SL:S2-2.2")
def test_russians_fight_fanatically_in_the_works_alone():
    g = board("SL-2", [("rus-447", "X3"), ("rus-447", "P8"), ("ger-467", "W4"), ("rus-447", "-Y4")])
    levels = [morale.morale_level(g, g.unit(f"u{number}")) for number in range(4)]
    assert levels == [8, 7, 7, 8]


@pytest.mark.rule("SL:S3-VC")
@pytest.mark.parametrize(
    ("gained", "hexes", "winner", "decisive"),
    [
        (["F5", "K5"], (3, 6), "russian", True),
        (["F5", "K5"], (6, 3), "", False),
        (["F5", "K5"], (5, 4), "russian", False),
        ([], (6, 3), "german", True),
        ([], (3, 6), "", False),
        ([], (4, 5), "german", False),
    ],
)
def test_both_conditions_count_in_the_third_scenario(gained, hexes, winner, decisive):
    units = [("rus-447", hex) for hex in gained] + AWAY + [("ger-467", "P3")] * 3
    units += [("ger-467", hex) for hex in WORKS[: hexes[0]]]
    units += [("rus-447", hex) for hex in WORKS[len(WORKS) - hexes[1] :]]
    over = victory.check_end(board("SL-3", units))
    assert over.winner == winner and ("decisive" in over.why) == decisive


@pytest.mark.rule("SL:S3-3.1")
def test_the_forces_of_the_first_scenario_set_up_before_those_of_the_second():
    third = SYSTEM.scenario("SL-3")
    first, second = SYSTEM.scenario("SL-1"), SYSTEM.scenario("SL-2")
    names = list(third.set_up_sequence)
    assert set(names[: len(first.groups)]) == {group.id for group in first.groups}
    assert names[len(first.groups) :] == list(second.set_up_sequence)
    assert sorted(map(repr, third.groups)) == sorted(map(repr, (*first.groups, *second.groups)))
    assert len(SYSTEM.table_of("SL-3").map.names) > len(SYSTEM.table_of("SL-2").map.names)


@pytest.mark.rule("SL:S3-turn")
@pytest.mark.parametrize(("dice", "first"), [((5, 2), "german"), ((1, 4), "russian")])
def test_a_roll_decides_who_moves_first_in_all_seven_turns(dice, first):
    assert SYSTEM.scenario("SL-3").turns == 7
    position, _ = SYSTEM.begin("SL-3")
    while isinstance(position.pending, Choice):
        position.advance(position.pending.options[0])
    assert isinstance(position.pending, Chance) and "first" in position.pending.asks
    position.advance(Outcome((3, 3)))
    assert position.state.turn == 0, "equal dice are rolled again"
    position.advance(Outcome(dice))
    g = SYSTEM.play(position.state)
    assert (g.state.turn, g.attacker) == (1, first)
    sequence.end_player_turn(g)
    assert (g.state.turn, g.attacker) == (1, g.enemy_of(first))
    sequence.end_player_turn(g)
    assert (g.state.turn, g.attacker) == (2, first)


@pytest.mark.rule("SL:2.3.8.3")
def test_whoever_sets_up_under_a_counter_on_an_upper_storey_is_on_the_map():
    position, _ = SYSTEM.begin("SL-B")
    while isinstance(position.pending, Choice) and not position.state.turn:
        options = position.pending.options
        high = [option for option in options if option.verb == "cover" and "@" in option.at]
        position.advance((high or list(options))[0 if high else -1])
    state = position.state
    covered = {uid for one in state.covered.values() for uid in one.units}
    assert any("@" in state.units[counter].hex for counter in state.covered)
    assert covered | {uid for uid, unit in state.units.items() if unit.hex} == set(state.units)


@pytest.mark.rule("SL:4.8.4-c")
def test_half_squads_begin_deployed_only_where_the_card_says_so():
    card = SYSTEM.scenario("SL-1")
    half = SYSTEM.library.counters["ger-467"].half_squad

    def with_halves(**more):
        groups = [
            msgspec.structs.replace(card.groups[0], units={"ger-467": 1, half: 2}, **more),
            *card.groups[1:],
        ]
        return msgspec.structs.replace(card, groups=tuple(groups))

    with pytest.raises(ScenarioError, match=r"SL:4\.8\.4-c"):
        check_card(with_halves(), "SL-1", SYSTEM.library)
    check_card(with_halves(deployed=True), "SL-1", SYSTEM.library)
