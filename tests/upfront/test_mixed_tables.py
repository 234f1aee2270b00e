"""Team games of several scenarios (UF:41.8): each table is played by its own card, and judged by it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.kernel import Over, Position
from defilade.rules.upfront.game.deck import scenario_cower, time_is_up
from defilade.rules.upfront.game.losses import remove
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.scenario import ScenarioError, load_scenarios
from defilade.rules.upfront.game.state import KIA
from defilade.rules.upfront.ground.team import at_table, verdict
from defilade.rules.upfront.system import UfSystem
from defilade.rules.upfront.table.presentation import UfPresenter, player_view, progress
from defilade.systems import find_card, playing_sides, playing_teams
from upfront.fuzz import SYSTEM, check, play

MIXED = {"tables": "2", "scenario-2": "UF-C", "opponent-2": "russian"}


def begin(scenario: str = "UF-A", **options: str) -> UfPlay:
    chosen = {"tables": "2", **{name.replace("_", "-"): value for name, value in options.items()}}
    position, _ = SYSTEM.begin(scenario, chosen)
    return SYSTEM.play(position.state)


def under_way(scenario: str, **options: str) -> UfPlay:
    """The first turn of a game that is begun with the usual groups."""
    chosen = {"tables": "2", **{name.replace("_", "-"): value for name, value in options.items()}}
    last: Position[Any] | None = None
    for last in play(scenario, chosen, "mixed", by_verb=True):
        if last.state.turn:
            break
    assert last is not None
    return SYSTEM.play(last.state)


@pytest.mark.rule("UF:41.8")
def test_each_table_has_the_forces_and_the_deck_of_its_scenario():
    g = begin(scenario_2="UF-C", opponent_2="russian")
    cards = {name: SYSTEM.scenario(name) for name in ("UF-A", "UF-C")}
    assert g.state.sides == ("german", "german-2", "american", "russian-2")
    for side, name, role in (("german", "UF-A", ""), ("german-2", "UF-C", g.side("german-2").role)):
        force = cards[name].force("german", role)
        mine = [unit.card for unit in g.state.waiting.values() if unit.side == side]
        assert mine == [*force.men, *force.machines]
    assert g.side("german").role == "" and g.side("german-2").role in ("attacker", "defender")
    assert g.state.trays["1"].outlawed == cards["UF-A"].outlawed
    assert g.state.trays["2"].outlawed == cards["UF-C"].outlawed


@pytest.mark.rule("UF:41.8", "UF:16.4-b")
@pytest.mark.parametrize(("first", "second"), [("UF-A", "UF-B"), ("UF-B", "UF-A")])
def test_points_are_shown_by_the_card_of_the_table(first, second):
    g = under_way(first, scenario_2=second)
    for side, scenario in (("german", first), ("german-2", second)):
        group = g.groups_of(side)[0]
        g.update_group(group.id, range=3, laid=())
        in_the_open = 3 * len(group.members)
        assert player_view(g, side).points == (0 if scenario == "UF-B" else in_the_open), scenario


@pytest.mark.rule("UF:41.8")
def test_who_attacks_is_said_for_each_table():
    roles = {}
    for attacker in ("german", "opponent"):
        g = begin(scenario_2="UF-E", attacker_2=attacker)
        roles[attacker] = g.side("german-2").role
    assert roles == {"german": "attacker", "opponent": "defender"}


@pytest.mark.rule("UF:41.93")
def test_each_table_has_the_time_limit_of_its_scenario():
    cards = load_scenarios()
    for name, decks in (("UF-C", 4), ("UF-A", 2)):
        cards[name] = msgspec.structs.replace(cards[name], decks=decks)
    system = UfSystem(cards)
    g = system.play(system.begin("UF-C", {"tables": "2", "scenario-2": "UF-A"})[0].state)
    short, long = "2", "1"
    for table in ("1", "2"):
        g.update_tray(table, number=g.scenario_at(short).decks + 1)
    late = {table: time_is_up(g, "german" if table == "1" else "german-2") for table in ("1", "2")}
    assert late == {short: True, long: False}


@pytest.mark.rule("UF:2.22-a")
def test_cower_cards_are_those_of_the_table():
    g = begin(scenario_2="UF-C")
    barred: dict[str, set[str]] = {}
    for side in ("german", "american", "german-2", "american-2"):
        uses = [(card, use) for card in g.deck.values() for use in card.uses]
        barred[side] = {use.terrain or use.kind for card, use in uses if scenario_cower(g, side, card, use)}
    expected = {
        side: {
            one.card
            for one in g.scenario_of(side).cower
            if one.to in ("", g.side(side).role, g.side(side).nation)
        }
        for side in barred
    }
    assert barred == expected and barred["german"] != barred["german-2"]


@pytest.mark.rule("UF:41.9")
def test_each_table_is_judged_by_its_own_conditions():
    g = under_way("UF-A", scenario_2="UF-C")
    assert verdict(g, "1") is None and verdict(g, "2") is None
    for group in list(g.state.groups.values()):
        if g.side(group.side).role == "defender":
            for unit in g.members(group):
                remove(g, unit, KIA)
    over = verdict(g, "2")
    assert over is not None and g.side(over.winner).role == "attacker"
    assert at_table(g, "2").scenario.victory_rule in over.rules or "UF:16.5-a" in over.rules
    assert verdict(g, "1") is None


def test_how_victory_stands_is_told_table_by_table():
    g = under_way("UF-A", scenario_2="UF-C")
    lines = list(progress(g))
    assert any(line.startswith("Table 1:") and "range chit 4" in line for line in lines)
    assert any(line.startswith("Table 2:") and "Pillbox" in line for line in lines)
    assert not any(line.startswith("Table 1:") and "Pillbox" in line for line in lines)
    for side, name in (("german", "UF-A"), ("german-2", "UF-C")):
        scene: Any = UfPresenter(SYSTEM).scene(SYSTEM.redact(g.state, side), side)
        assert scene.victory.text == SYSTEM.scenario(name).victory_text


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("UF-A", MIXED),
        ("UF-G", {"tables": "2", "scenario-2": "UF-A"}),
        ("UF-D", {"tables": "3", "scenario-2": "UF-B", "scenario-3": "UF-L", "opponent-3": "russian"}),
    ],
)
def test_whole_games_of_mixed_scenarios(scenario: str, options: dict[str, str], seed: int):
    position: Any = None
    for count, position in enumerate(play(scenario, options, seed, by_verb=True)):
        if count % 10 == 0:
            check(position.state)
    assert isinstance(position.pending, Over) and "UF:41.8" in position.pending.rules


@pytest.mark.rule("UF:41.2")
@pytest.mark.parametrize(
    ("scenario", "options", "why"),
    [
        ("UF-J", {"tables": "2"}, "3 players share its one table"),
        ("UF-K", {"tables": "2"}, "two parts"),
        ("UF-A", {"tables": "2", "scenario-2": "UF-J"}, "UF-J"),
        ("UF-A", {"tables": "9"}, "none of 1, 2, 3, 4"),
        ("UF-A", {"scenario-2": "UF-C"}, "say tables=2"),
        ("UF-A", {"tables": "2", "scenario-3": "UF-C"}, "say tables=3"),
        ("UF-A", {"tables": "2", "attacker-2": "german"}, "nothing to choose"),
    ],
)
def test_what_does_not_fit_is_told(scenario: str, options: dict[str, str], why: str):
    with pytest.raises(ScenarioError, match=why):
        UfSystem().begin(scenario, options)


def test_it_is_night_at_all_tables_or_at_none():
    cards = load_scenarios()
    cards["UF-N"] = msgspec.structs.replace(cards["UF-B"], id="UF-N", night=True)
    system = UfSystem(cards)
    system.begin("UF-N", {"tables": "2"})
    for one, other in (("UF-A", "UF-N"), ("UF-N", "UF-A")):
        with pytest.raises(ScenarioError, match=f"'{other}' is none of"):
            system.begin(one, {"tables": "2", "scenario-2": other})


@pytest.mark.rule("UF:41.8")
def test_partners_win_together():
    card = find_card("UF-A")
    assert playing_sides(card, MIXED) == ("german", "american", "german-2", "russian-2")
    assert playing_teams(card, MIXED) == {
        "german": "german",
        "american": "allies",
        "german-2": "german",
        "russian-2": "allies",
    }
    assert playing_teams(card, {}) == {"german": "german", "american": "american"}
