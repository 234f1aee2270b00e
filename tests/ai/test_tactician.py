"""The opponent at the Starter Kit: it sees its view only, answers in time, plays by the rules and can say why."""

from __future__ import annotations

import random
import time
from typing import Any, cast

import msgspec
import pytest

from defilade.ai import LEVELS, for_a_game
from defilade.ai.starter_kit.reading import picture, targets, threat, worth
from defilade.ai.starter_kit.reading.evaluation import evaluate
from defilade.ai.starter_kit.reading.objectives import (
    Prospects,
    must_act,
    reach,
    terms_of,
    turns_after,
    turns_left,
)
from defilade.ai.starter_kit.reading.picture import Picture, picture_of
from defilade.ai.starter_kit.reading.threat import AT_REST, LATER, NOW, threat_of
from defilade.ai.tactician.budget import Spent
from defilade.ai.tactician.levels import ALL, ALL_PLANS, Level
from defilade.ai.tactician.levels import LEVELS as STRENGTHS
from defilade.ai.tactician.player import NOTHING_SPENT, TacticianPlayer, Thought
from defilade.kernel import Action, Chance, Choice, Over, Position, Sampled, View, make_view
from defilade.lab.match import play_game
from defilade.rules.sk import ift
from defilade.rules.sk.situation import Situation, build_situation
from defilade.rules.sk.state import SkPlay
from defilade.rules.sk.tables import FireResult
from defilade.systems import MINDS, find_card, find_player, find_system

SYSTEM = find_system("sk1")
AT_A_GLANCE = Level("at a glance", ("balanced",))
THOROUGH = Level("thorough", ALL_PLANS, searches=ALL, work=20_000, seconds=None, rounds=3)
"""A fixed amount of work and no clock: the same on every machine."""


def played(scenario: str, decisions: int, seed: int = 1) -> Position[Any]:
    """A game played on by the opponent itself, to the choice after so many decisions."""
    position, _ = SYSTEM.begin(scenario)
    player, dice, rng = TacticianPlayer(AT_A_GLANCE, MINDS), Sampled(random.Random(seed)), random.Random(seed)
    while decisions or not isinstance(position.pending, Choice):
        moment = position.pending
        if isinstance(moment, Chance):
            position.advance(dice.draw(moment, 0))
        else:
            assert isinstance(moment, Choice), "the game is over too soon"
            view = make_view(SYSTEM, position, moment.side, 0)
            position.advance(player.choose(view, SYSTEM, rng))
            decisions -= 1
    return position


def play_of(position: Position[Any]) -> SkPlay:
    play = position.system.play(position.state)
    assert isinstance(play, SkPlay)
    return play


def situation(**plain: Any) -> Position[Any]:
    return build_situation(msgspec.convert(plain, Situation))[0]


# -- levels ------------------------------------------------------------------------------------------------


def test_the_levels_are_there_weakest_first():
    assert list(LEVELS) == ["random", "greedy", "easy", "normal", "hard", "tactician"]
    assert find_player("tactician").level == find_player("normal").level  # type: ignore[attr-defined]


def test_levels_differ_by_depth_and_slips_only():
    easy, normal, hard = (STRENGTHS[name] for name in ("easy", "normal", "hard"))
    assert easy.slips > normal.slips == hard.slips == 0
    assert easy.work < normal.work < hard.work


# -- it sees its view only ---------------------------------------------------------------------------------


@pytest.mark.parametrize("decisions", [60, 90, 150])
def test_what_is_hidden_does_not_matter(decisions):
    """Two worlds that differ in what the American cannot know get the same answer."""
    position = played("S3", decisions)
    while not (isinstance(position.pending, Choice) and position.pending.side == "american"):
        moment = position.pending
        if isinstance(moment, Chance):
            position.advance(Sampled(random.Random(5)).draw(moment, 0))
        else:
            view = make_view(SYSTEM, position, moment.side, 0)
            position.advance(TacticianPlayer(AT_A_GLANCE, MINDS).choose(view, SYSTEM, random.Random(1)))
    answers = set()
    for buildings in ((), tuple(sorted(play_of(position).map.buildings))[:2], ("zX9", "zU9")):
        world = position.clone()
        world.state.fortified = {"german": buildings}
        view = make_view(SYSTEM, world, "american", 0)
        answers.add(str(TacticianPlayer(THOROUGH, MINDS).choose(view, SYSTEM, random.Random(7))))
    assert len(answers) == 1


def test_the_position_is_left_as_it_was():
    position = played("S2", 120)
    before = position.digest()
    view = make_view(SYSTEM, position, position.pending.side, 0)
    seen = SYSTEM.encode(view.state)
    TacticianPlayer(THOROUGH, MINDS).think(view, SYSTEM, random.Random(1))
    assert position.digest() == before
    assert SYSTEM.encode(view.state) == seen


# -- the same every time, and in time ----------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "decisions"), [("S1", 40), ("S2", 110), ("S6", 160)])
def test_the_same_view_and_seed_give_the_same_answer(scenario, decisions):
    position = played(scenario, decisions)
    view = make_view(SYSTEM, position, position.pending.side, 0)
    first = TacticianPlayer(THOROUGH, MINDS).think(view, SYSTEM, random.Random(3))
    second = TacticianPlayer(THOROUGH, MINDS).think(view, SYSTEM, random.Random(3))
    assert first.action == second.action
    assert first.work == second.work


def thoughts_of_a_game(level: Level, scenario: str, decisions: int) -> dict[tuple[str, str], list[Thought]]:
    """What a level thought for both sides in so many decisions, by side and phase."""
    position, _ = SYSTEM.begin(scenario)
    dice, player = Sampled(random.Random(3)), TacticianPlayer(level, MINDS)
    spent: dict[str, Spent] = {}
    found: dict[tuple[str, str], list[Thought]] = {}
    for step in range(decisions):
        moment = position.pending
        if isinstance(moment, Chance):
            position.advance(dice.draw(moment, step))
            continue
        assert isinstance(moment, Choice)
        view = make_view(SYSTEM, position, moment.side, step)
        thought = player.think(view, SYSTEM, random.Random(step), spent.get(moment.side, Spent()))
        spent[moment.side] = thought.spent
        found.setdefault((moment.side, thought.spent.phase), []).append(thought)
        position.advance(thought.action)
    return found


def test_thinking_is_spread_over_a_phase():
    """The decisions of a phase together stay within its work, but for the last step of a line."""
    level = Level("frugal", ALL_PLANS, searches=ALL, work=6_000, phase_work=12_000, seconds=None, rounds=9)
    found = thoughts_of_a_game(level, "S2", 170)
    sums = {key: sum(one.work for one in thoughts) for key, thoughts in found.items()}
    assert max(sums.values()) < 12_000 + 1_000
    searching = max(found.values(), key=lambda thoughts: sum(bool(one.tried) for one in thoughts))
    assert sum(bool(one.tried) for one in searching) > 3
    assert max(one.work for one in searching[:4]) > max(one.work for one in searching[-4:])
    for (_, phase), thoughts in found.items():
        assert thoughts[-1].spent == Spent(phase, sum(one.work for one in thoughts))


def test_a_player_of_a_game_hands_on_what_it_has_spent():
    """Each side's by itself, to its next decision; asked outside a game, it begins anew every time."""
    asked: list[Spent] = []

    class Noted(TacticianPlayer):
        def think(self, view: Any, system: Any, rng: random.Random, spent: Spent = NOTHING_SPENT) -> Thought:
            asked.append(spent)
            return Thought(Action("pass"), spent=Spent(view.side, spent.work + 5))

    player = Noted(AT_A_GLANCE, MINDS)
    playing = for_a_game(player)
    for side in ("red", "red", "blue", "red"):
        playing.choose(View(side, None, Over("", ""), 0, ()), SYSTEM, random.Random(1))
    player.choose(View("red", None, Over("", ""), 0, ()), SYSTEM, random.Random(1))
    assert asked == [Spent(), Spent("red", 5), Spent(), Spent("red", 10), Spent()]
    anybody = find_player("random")
    assert for_a_game(anybody) is anybody


def test_it_answers_when_its_time_is_up():
    hasty = Level("hasty", ALL_PLANS, work=10**9, seconds=0.1, rounds=10**6, epochs=9)
    searched = 0
    for decisions in (45, 70, 95, 130):
        position = played("S2", decisions)
        view = make_view(SYSTEM, position, position.pending.side, 0)
        began = time.perf_counter()
        thought = TacticianPlayer(hasty, MINDS).think(view, SYSTEM, random.Random(1))
        assert time.perf_counter() - began < 4
        assert thought.action in position.pending.options
        searched += bool(thought.tried)


def test_a_whole_game_by_the_rules():
    """An illegal answer would be refused and end the game with an error."""
    light = Level("light", ALL_PLANS, work=2_000, seconds=None, rounds=1)
    players = {side: TacticianPlayer(light, MINDS) for side in find_card("S1").sides}
    game = play_game(SYSTEM, "S1", players, "a whole game")
    assert game.winner in players
    again = play_game(SYSTEM, "S1", players, "a whole game")
    assert again.digest == game.digest


def test_slips_are_still_legal():
    players = {side: find_player("easy") for side in find_card("S4").sides}
    assert play_game(SYSTEM, "S4", players, "slips").winner


# -- it attacks --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "attacker"), [("S2", "german"), ("S4", "german"), ("S6", "russian")])
def test_the_side_with_the_burden_moves(scenario, attacker):
    position = played(scenario, 0)
    player, dice, rng = TacticianPlayer(AT_A_GLANCE, MINDS), Sampled(random.Random(2)), random.Random(2)
    stepped = 0
    while position.state.turn < 3 and not isinstance(position.pending, Over):
        moment = position.pending
        if isinstance(moment, Chance):
            position.advance(dice.draw(moment, 0))
            continue
        view = make_view(SYSTEM, position, moment.side, 0)
        action = player.choose(view, SYSTEM, rng)
        stepped += moment.side == attacker and action.verb in ("enter", "advance", "exit")
        position.advance(action)
    assert stepped > 20


@pytest.mark.parametrize("level", ["greedy", "normal"])
def test_who_stands_at_the_edge_leaves_in_the_advance_phase(level):
    """S4 is won by points off the map, and the APh leads there too (SK1:3.7)."""
    units = [{"id": "g1", "type": "ger-447", "hex": "M1"}, {"id": "a1", "type": "usa-666", "hex": "M9"}]
    position = situation(scenario="S4", phase="APh", attacker="german", turn=6, units=units)
    view = make_view(position.system, position, "german", 0)
    action = find_player(level).choose(view, position.system, random.Random(1))
    assert (action.verb, action.who) == ("exit", ("g1",))


def test_reinforcements_come_up_though_nothing_is_lost_yet():
    """S5: the garrison holds; those who have come on at the edge are to be where it is decided."""
    units = [
        {"id": "g1", "type": "ger-467", "hex": "N5"},
        {"id": "g2", "type": "ger-467", "hex": "P1"},
        {"id": "a1", "type": "usa-666", "hex": "Z3"},
    ]
    position = situation(scenario="S5", phase="MPh", attacker="german", turn=2, units=units)
    g = play_of(position)
    assert must_act(Prospects(g)) == "american"
    seen = Picture(g, "german")
    assert seen.pull(g.unit("g2"), "yN4") > seen.pull(g.unit("g2"), "yP1")


def test_where_a_turn_ends_counts_by_the_turns_after_it():
    """In the last turn it is too late to be on the way: only a hex of the site itself counts."""
    units = [{"id": "g1", "type": "ger-467", "hex": "L4"}, {"id": "r1", "type": "rus-447", "hex": "P8"}]
    position = situation(scenario="S2", phase="MPh", attacker="german", turn=6, units=units)
    g = play_of(position)
    seen = Picture(g, "german")
    assert turns_left(g, "german") == 1
    assert turns_after(g, "german") == 0
    unit = g.unit("g1")
    assert seen.stake(unit, "zL4") > 0
    assert seen.stake_next(unit, "zL4") == 0
    assert seen.stake_next(unit, "zL5") > 0


def test_a_picture_is_kept_only_while_nothing_changes():
    position = played("S2", 60)
    view = make_view(SYSTEM, position, position.pending.side, 0)
    again = make_view(SYSTEM, position, position.pending.side, 0)
    first = picture_of(cast(SkPlay, SYSTEM.play(view.state)), view.side)
    asked = cast(SkPlay, SYSTEM.play(again.state))
    assert picture_of(asked, view.side) is first and first.g is asked  # another question, the same things
    unit = next(unit for unit in again.state.units.values() if unit.hex)
    again.state.units[unit.id] = msgspec.structs.replace(unit, pinned=True)
    assert picture_of(cast(SkPlay, SYSTEM.play(again.state)), view.side) is not first


def test_harm_is_kept_apart_for_whoever_cannot_be_pinned_or_is_wounded():
    """What was asked before, in another game perhaps, must not answer for a unit that fares otherwise."""
    g = play_of(played("S2", 20))
    column, level = ift.column(g, 8), 7

    def taken(kind: str, **state: bool) -> float:
        unit = next(one for one in g.state.units.values() if one.kind == kind)
        return worth.harm(g, column, 0, 0, msgspec.structs.replace(unit, broken=False, **state), level)

    assert taken("squad", was_pinned=False) > taken("squad", was_pinned=True)
    assert taken("leader", wounded=False) != taken("leader", wounded=True)


@pytest.mark.rule("SK1:3.2.1-d2")
def test_harm_counts_the_check_of_the_half_squad_that_a_k_leaves():
    g = play_of(played("S2", 20))
    squad = next(one for one in g.state.units.values() if one.type == "rus-447")
    fates = ift.fates(g, squad, {FireResult("K", 3): 1.0}, 1)
    assert fates["reduced and broken"] > fates["reduced"], "a 2-3-7 seldom passes a 3MC"
    kept = worth.REDUCED_KEEPS * (fates["reduced"] + fates["reduced and broken"] * worth.BROKEN_KEEPS)
    assert worth.harm_of(fates, squad) == pytest.approx(1 - kept)


@pytest.mark.parametrize("scenario", ["S1", "S4"])
def test_what_is_kept_does_not_change_the_answer(scenario):
    """A player who has just come to the table answers as one who has seen the whole game."""
    players = {side: TacticianPlayer(AT_A_GLANCE, MINDS) for side in find_card(scenario).sides}
    whole = play_game(SYSTEM, scenario, players, "kept").digest

    class Newcomer(TacticianPlayer):
        def choose(self, view, system, rng):
            for kept in (picture._kept, threat._kept, targets._kept):
                kept.clear()
            return super().choose(view, system, rng)

    fresh = {side: Newcomer(AT_A_GLANCE, MINDS) for side in players}
    assert play_game(SYSTEM, scenario, fresh, "kept").digest == whole


def test_normal_plays_out_whether_to_go_in_and_hard_whatever_sets_a_course():
    units = [
        {"id": "g1", "type": "ger-467", "hex": "J4"},
        {"id": "r1", "type": "rus-447", "hex": "J3"},
    ]
    tactics = MINDS.tactics("sk1")
    assert tactics is not None
    for phase, critical in (("APh", True), ("PFPh", False)):
        position = situation(board="z", phase=phase, attacker="german", units=units)
        assert tactics.searches(position, position.pending)
        assert tactics.is_critical(position, position.pending) == critical


def test_leaders_are_spread_over_what_is_to_be_held():
    """S6: three buildings far apart; a leader in the thick of each does more than three in one of them."""
    g = play_of(played("S6", 40))
    leaders = [unit.hex for unit in g.on_map("german") if unit.kind == "leader"]
    assert len(leaders) == 3
    assert min(g.map.distance(a, b) for a in leaders for b in leaders if a != b) > 4


# -- it can say why ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "decisions"), [("S1", 6), ("S2", 60), ("S3", 130), ("S5", 180)])
def test_it_has_reasons_for_every_option(scenario, decisions):
    position = played(scenario, decisions)
    view = make_view(SYSTEM, position, position.pending.side, 0)
    player = find_player("normal")
    for option in position.pending.options:
        found = player.why(view, option, SYSTEM)  # type: ignore[attr-defined]
        assert 1 <= len(found) <= 3
        assert all(reason.endswith(".") for reason in found)


def test_the_reason_for_a_shot_tells_its_odds():
    position = situation(
        board="z",
        phase="PFPh",
        attacker="german",
        units=[{"id": "g1", "type": "ger-467", "hex": "J5"}, {"id": "r1", "type": "rus-447", "hex": "K3"}],
    )
    view = make_view(position.system, position, "german", 0)
    option = next(o for o in position.pending.options if o.verb == "target")
    first = find_player("normal").why(view, option, position.system)[0]  # type: ignore[attr-defined]
    assert "4 FP, 4 column, DRM +0" in first
    assert "% broken or worse" in first


def test_reasons_are_for_the_step_of_an_attack_that_is_being_decided():
    """Nothing on the map changes while an attack is put together, so a picture that was kept would be of a step
    before."""
    position = situation(
        board="z",
        phase="PFPh",
        attacker="german",
        units=[
            {"id": "g1", "type": "ger-467", "hex": "J5"},
            {"id": "g9", "type": "ger-9-1", "hex": "J5"},
            {"id": "r1", "type": "rus-447", "hex": "K3"},
        ],
    )
    player = find_player("normal")
    for verb in ("target", "add", "declare", "direct"):
        option = next(o for o in position.pending.options if o.verb == verb)
        view = make_view(position.system, position, "german", 0)
        told = player.why(view, option, position.system)  # type: ignore[attr-defined]
        assert "FP" in told[0] and "% broken or worse" in told[0], (verb, told)
        position.advance(option)


# -- what it goes by ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["S1", "S2", "S3", "S4", "S5", "S6"])
def test_what_is_good_for_one_is_bad_for_the_other(scenario):
    g = play_of(played(scenario, 120))
    first, second = g.state.sides
    assert evaluate(g, first) == pytest.approx(-evaluate(g, second))


@pytest.mark.parametrize(
    ("scenario", "acts"),
    [
        ("S1", "german"),
        ("S2", "german"),
        ("S3", "american"),
        ("S4", "german"),
        ("S5", "american"),
        ("S6", "russian"),
    ],
)
def test_whose_burden_it_is(scenario, acts):
    g = play_of(played(scenario, 60))
    assert terms_of(g) is not None
    assert must_act(Prospects(g)) == acts


def test_the_turns_that_are_left():
    position = played("S6", 80)
    g = play_of(position)
    assert g.state.turn == 1
    assert turns_left(g, "russian") + turns_left(g, "german") in (11.0, 10.25, 10.0)


def test_who_comes_too_late_does_not_count():
    assert reach(0, 0) == 1.0
    assert reach(4, 3) > reach(9, 3) > 0
    assert reach(20, 1) == 0.0


def test_cover_and_care_lessen_the_threat():
    position = situation(
        board="z",
        phase="MPh",
        attacker="german",
        units=[{"id": "g1", "type": "ger-467", "hex": "J5"}, {"id": "r1", "type": "rus-447", "hex": "J3"}],
    )
    g = play_of(position)
    fire, unit = threat_of(g, "russian"), g.unit("g1")
    assert fire.at("zK5", unit, NOW) > fire.at("zK5", unit, NOW, assault=True) > fire.at("zK5", unit, LATER)
    assert fire.at("zK5", unit, AT_REST) > fire.at("zJ5", unit, AT_REST) > 0
    assert fire.at("zJ6", unit, NOW) == 0
    assert not fire.seen("zJ6")


def test_a_unit_that_everything_hangs_on_is_worth_more():
    units = [{"id": "g1", "type": "ger-467", "hex": "J5"}, {"id": "r1", "type": "rus-447", "hex": "J3"}]
    goal = {
        "type": "control_buildings",
        "winner": "russian",
        "buildings": ["J5"],
        "at_least": 1,
        "rule": "SK1:S2-vc",
    }
    plain = play_of(situation(board="z", phase="MPh", attacker="russian", units=units))
    held = play_of(situation(board="z", phase="MPh", attacker="russian", units=units, victory=goal))
    assert Picture(held, "russian").value_of(held.unit("g1")) > Picture(plain, "russian").value_of(
        plain.unit("g1")
    )
