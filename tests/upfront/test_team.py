"""Team play (UF:41): the order of turns, results of tables, and the team's result."""

from __future__ import annotations

import msgspec
import pytest

from defilade.kernel import Over
from defilade.rules.upfront.game.losses import remove
from defilade.rules.upfront.game.scenario import ScenarioError, load_scenarios
from defilade.rules.upfront.game.seats import seats
from defilade.rules.upfront.game.state import KIA
from defilade.rules.upfront.ground.team import defeat, result_of, team_casualties, team_victory, verdict
from defilade.rules.upfront.system import UfSystem
from defilade.rules.upfront.table.presentation import conditions
from defilade.rules.upfront.turn.sequence import hand_limit
from upfront.fuzz import check, play
from upfront.tables import two_tables
from upfront.test_snipers import card_with


def lose(s, *men):
    """Men fall where they stand."""
    g = s.g
    for man in men:
        remove(g, g.unit(man), KIA)
    return s


@pytest.mark.rule("UF:41.2")
def test_all_germans_play_before_any_ally():
    s = two_tables(hands={})
    order = [s.state.mover]
    for _ in range(4):
        s.end_turn()
        order.append(s.state.mover)
    assert order == ["german", "german-2", "american", "american-2", "german"]


@pytest.mark.rule("UF:41.2")
def test_a_game_of_several_tables_is_seated_team_by_team():
    system = UfSystem()
    position, _ = system.begin("UF-A", {"tables": "2", "opponent-2": "russian"})
    state = position.state
    assert state.sides == ("german", "german-2", "american", "russian-2")
    assert {side: player.team for side, player in state.players.items()} == {
        "german": "german",
        "german-2": "german",
        "american": "allies",
        "russian-2": "allies",
    }
    assert set(state.trays) == {"1", "2"}
    play = system.play(state)
    assert play.enemies("german") == ["american"] and play.enemies("german-2") == ["russian-2"]
    assert "beck-2" in state.waiting and state.waiting["beck-2"].card == "beck"


@pytest.mark.rule("UF:41.2")
def test_a_scenario_card_can_ask_for_two_tables():
    card = msgspec.structs.replace(load_scenarios()["UF-E"], tables=2)
    assert [seat.side for seat in seats(card, {})] == ["german", "german-2", "american", "american-2"]
    swapped = seats(card, {"attacker": "opponent"})
    assert [seat.side for seat in swapped] == ["american", "american-2", "german", "german-2"]
    assert {seat.role for seat in swapped if seat.team == "allies"} == {"attacker"}


def test_more_tables_than_there_are_games_are_refused():
    with pytest.raises(ScenarioError, match="tables"):
        UfSystem().begin("UF-A", {"tables": "9"})


@pytest.mark.rule("UF:41.6")
def test_each_table_has_its_own_deck():
    s = two_tables(hands={"german": ["fire 2"], "german-2": ["fire 2"]}, stage="refill")
    before = dict(s.state.trays)
    (card,) = s.state.hands["german"]
    assert s.state.hands["german-2"] == (card,)  # the same card of two decks
    s.refill().draw("black 4")
    assert len(s.state.trays["1"].draw) == len(before["1"].draw) - 1
    assert s.state.trays["2"] == before["2"]


@pytest.mark.rule("UF:41.9")
def test_a_table_that_is_won_does_not_end_the_team_game():
    s = lose(two_tables(hands={}), "myers", "smith")
    s.do("done")
    assert result_of(s.g, "1") == "german"
    assert not isinstance(s.pending, Over)
    assert s.event("table_won").side == "german"
    assert "Table 1: won by German (1)" in [mark.text for mark in conditions(s.g)]
    s.end_turn()
    assert s.state.mover == "german-2"


@pytest.mark.rule("UF:41.91-a")
def test_the_loser_leaves_and_the_winner_plays_on():
    s = lose(two_tables(hands={}), "myers", "smith").do("done")
    assert s.fate("burke") == "withdrawn" and "a1" not in s.state.groups
    movers = []
    for _ in range(5):
        s.end_turn()
        movers.append(s.state.mover)
    assert movers == ["german-2", "american-2", "german", "german-2", "american-2"]


@pytest.mark.rule("UF:41.91-a")
def test_a_loser_in_the_midst_of_his_turn_does_nothing_more():
    s = lose(two_tables(hands={"german": ["fire 2"]}), "beck", "wolff")
    s.do("done")
    assert result_of(s.g, "1") == "american" and "g1" not in s.state.groups
    assert s.state.mover == "german-2"


@pytest.mark.rule("UF:41.59-c")
def test_a_win_stays_a_win():
    s = lose(two_tables(hands={}), "myers", "smith").do("done")
    lose(s, "beck", "wolff", "streich")
    s.end_turn()
    assert result_of(s.g, "1") == "german"
    s = lose(s, "myers-2", "smith-2").end_turn()
    assert isinstance(s.pending, Over) and s.pending.winner == "german"


@pytest.mark.rule("UF:41.59-d", "UF:16.5-a")
def test_a_winner_who_broke_his_enemy_can_break_too():
    s = lose(two_tables(hands={}), "myers", "smith").do("done")
    assert result_of(s.g, "1") == "german" and not s.g.side("german").broken
    lose(s, "beck", "wolff")
    assert s.g.side("german").broken
    movers = set()
    for _ in range(4):
        s.end_turn()
        movers.add(s.state.mover)
    assert "german" not in movers and result_of(s.g, "1") == "german"


@pytest.mark.rule("UF:16.5-a")
def test_in_one_action_only_the_first_squad_breaks():
    s = lose(two_tables(hands={}), "myers", "smith", "beck", "wolff")
    assert s.g.side("american").broken and not s.g.side("german").broken


@pytest.mark.rule("UF:41.8")
def test_the_team_with_more_tables_wins():
    s = lose(two_tables(hands={}), "myers", "smith")
    lose(s, "myers-2", "smith-2").do("done")
    assert isinstance(s.pending, Over)
    assert s.pending.winner == "german" and "UF:41.8" in s.pending.rules


@pytest.mark.rule("UF:41.8")
def test_tables_count_before_casualties():
    """The Germans have won two of three and lost many more men doing it."""
    third = [
        {"side": "german-3", "men": ["beck-3", "wolff-3"], "letter": "A"},
        {"side": "american-3", "men": ["myers-3", "smith-3"], "letter": "A"},
    ]
    s = two_tables(
        hands={}, groups=third, facts={"won 1": "german", "won 2": "german-2", "won 3": "american-3"}
    )
    for man in ("beck-3", "wolff-3"):
        remove(s.g, s.g.unit(man), "kia")
    assert team_casualties(s.g, "allies") == 4 and team_casualties(s.g, "german") == 0
    over = team_victory(s.g)
    assert over is not None and s.g.side(over.winner).team == "german"


@pytest.mark.rule("UF:41.8")
@pytest.mark.parametrize(("more", "winner"), [((), ""), (("burke",), "german")])
def test_equal_numbers_go_to_the_casualties(more, winner):
    s = lose(two_tables(hands={}), "myers", "smith", *more)
    lose(s, "beck-2", "wolff-2").do("done")
    assert isinstance(s.pending, Over) and s.pending.winner == winner
    assert team_casualties(s.g, "german") == 4 + 2 * len(more)


@pytest.mark.rule("UF:41.8", "UF:41.91-a", "UF:33.8")
def test_what_a_defeated_player_takes_away_is_not_lost():
    """His tanks leave; a wounded man is worth his point all the same, and a dead crewman two."""
    more = {"side": "american", "more": True}
    groups = [
        {"side": "american", "men": ["myers", "smith", {"id": "burke", "wounded": True}]},
        {**more, "men": ["sherman"], "letter": "A"},
        {**more, "men": [{"id": "m10", "crew_killed": 1}], "letter": "B"},
    ]
    s = lose(two_tables(hands={}, groups=groups), "myers", "smith")
    defeat(s.g, "american")
    assert not s.g.groups_of("american") and s.fate("sherman") == "withdrawn"
    assert team_casualties(s.g, "german") == 2 * 2 + 1 + 2


@pytest.mark.rule("UF:41.93")
def test_time_runs_by_table():
    s = two_tables(hands={}, deck=3, pile=["c42"], stage="refill")
    s.refill().draw("c42")
    assert s.state.trays["1"].number == 4 and not s.state.time_up
    assert result_of(s.g, "1") and not result_of(s.g, "2")
    assert s.state.mover == "german-2"
    s.end_turn()
    assert s.state.mover == "american-2"  # nobody at the first table plays any more
    assert verdict(s.g, "2") is None
    s.state.trays["2"] = type(s.state.trays["2"])(s.state.trays["2"].draw, number=4)
    s.do("done")
    assert isinstance(s.pending, Over) and "UF:41.93" in s.pending.rules


@pytest.mark.rule("UF:41.93")
def test_a_winner_whose_time_is_out_helps_no_more():
    s = lose(two_tables(hands={}, deck=3), "myers", "smith").do("done")
    s.state.trays["1"] = type(s.state.trays["1"])(s.state.trays["1"].draw, number=4)
    movers = []
    for _ in range(4):
        s.end_turn()
        movers.append(s.state.mover)
    assert movers == ["german-2", "american-2", "german-2", "american-2"]


@pytest.mark.rule("UF:41.57-d")
@pytest.mark.parametrize(
    ("one", "other", "limit"), [(False, False, 5), (True, False, 5), (False, True, 5), (True, True, 4)]
)
def test_two_squad_leaders_must_both_be_down(one, other, limit):
    men = [{"id": "diettinger", "pinned": one}, {"id": "stahler", "pinned": other}, "beck"]
    s = two_tables(groups=[{"side": "german", "men": men}], hands={})
    assert hand_limit(s.g, "german") == limit


@pytest.mark.rule("UF:41.57-d")
def test_losing_one_of_two_squad_leaders_costs_no_card():
    men = ["diettinger", "stahler", "beck", "wolff", "schultz"]
    s = lose(two_tables(groups=[{"side": "german", "men": men}], hands={}), "stahler")
    assert hand_limit(s.g, "german") == 5
    assert hand_limit(lose(s, "diettinger").g, "german") == 4


@pytest.mark.rule("UF:41.2", "UF:41.8")
@pytest.mark.parametrize("seed", [1, 2, 5])
def test_a_team_game_of_two_tables_is_played_through(seed):
    options = {"tables": "2", "opponent-2": "russian"}
    position = None
    for count, position in enumerate(play("UF-A", options, seed, by_verb=True)):
        if count % 5 == 0:
            check(position.state)
    assert position is not None and {"UF:41.8", "UF:41.93"} <= set(position.pending.rules)
    state = position.state
    assert state.facts["divider 1"] and all(state.facts.get(f"won {table}") for table in state.trays)


@pytest.mark.rule("UF:41.2", "UF:41.4-c", "UF:4.3-qa")
@pytest.mark.parametrize(("target", "survivor", "left"), [("g1", "streich", 1), ("g11", "streich-2", 0)])
def test_only_the_end_of_his_own_game_ends_a_players_discards(target: str, survivor: str, left: int):
    sniper = card_with(1, "kia")
    s = two_tables("american", hands={"american": [sniper, "rally"]}, divider="hill", stage="discards")
    lose(s, *(man for man in s.group(target).members[:1]))
    s.do(f"sniper {sniper} {target}", "discard <rally>").draw("2=2", "black 1")
    assert s.gone(survivor) and s.said("squad is broken")
    assert len(s.state.hands["american"]) == left
