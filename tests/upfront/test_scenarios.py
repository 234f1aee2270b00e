"""The scenario cards: forces with groups, decks, Cower cards and victory. What forces cost: test_printed_values.py."""

from __future__ import annotations

import msgspec
import pytest

from defilade.rules.reference import ledger
from defilade.rules.upfront.game.library import library
from defilade.rules.upfront.game.scenario import Scenario, ScenarioError, load_scenarios
from defilade.rules.upfront.table.presentation import special_rules
from defilade.systems import find_system
from upfront.situation import Situation

CARDS = load_scenarios()
BOX = library()
every_card = pytest.mark.parametrize("card", CARDS.values(), ids=lambda card: card.id)


@every_card
def test_every_nation_and_role_has_a_force_with_groups(card: Scenario) -> None:
    nations = card.players or ("german", *card.opponents)
    roles = ("attacker", "defender") if card.attacker else ("",)
    if card.opponents == ("russian",) and card.attacker:  # partisans only defend
        assert {(f.nation, f.role) for f in card.forces} == {("german", "attacker"), ("russian", "defender")}
    else:
        assert {(f.nation, f.role) for f in card.forces} == {(n, r) for n in nations for r in roles}
    for force in card.forces:
        assert 2 <= len(force.groups) <= 4
        leaders = [BOX.men[man].role for man in force.men if BOX.men[man].role]
        assert len(leaders) == len(set(leaders)) <= 2


def holding(scenario: str, role: str, *cards: str) -> Situation:
    """A German in that role who holds these cards."""
    other = {"attacker": "defender", "defender": "attacker", "": ""}[role]
    groups = [
        {"side": "german", "men": ["beck", "wolff", "streich"], "cards": ["woods"]},
        {"side": "german", "men": ["diettinger", "bernhoff"], "cards": ["pillbox"]},
        {"side": "russian", "men": ["rostov", "petrovsky", "soloviev"], "range": 1},
        {"side": "russian", "men": ["kristov", "zaharoff", "vakuta"], "range": 1},
    ]
    sides = {"german": {"role": role}, "russian": {"role": other}}
    return Situation("german", groups, german=list(cards), russian=[], scenario=scenario, sides=sides)


def cowers(mark: pytest.MarkDecorator, scenario: str, role: str, bad: str, good: str) -> object:
    return pytest.param(scenario, role, bad.split(), good.split(), marks=mark, id=f"{scenario} {role}")


COWERS = [
    cowers(pytest.mark.rule("UF:B.1"), "UF-B", "", "pillbox minefield marsh", "brush"),
    cowers(pytest.mark.rule("UF:C.2"), "UF-C", "attacker", "marsh minefield sniper", "woods"),
    cowers(pytest.mark.rule("UF:C.2"), "UF-C", "defender", "marsh", "minefield sniper"),
    cowers(pytest.mark.rule("UF:D.1"), "UF-D", "attacker", "sniper", "woods"),
    cowers(
        pytest.mark.rule("UF:D.1", "UF:D.2"), "UF-D", "defender", "pillbox minefield", "sniper marsh woods"
    ),
    cowers(pytest.mark.rule("UF:E.1"), "UF-E", "attacker", "pillbox minefield", "sniper marsh"),
    cowers(pytest.mark.rule("UF:F.1"), "UF-F", "attacker", "pillbox minefield", "sniper marsh"),
    cowers(
        pytest.mark.rule("UF:G.2", "UF:G.3"), "UF-G", "attacker", "sniper pillbox marsh minefield", "woods"
    ),
    cowers(
        pytest.mark.rule("UF:G.2", "UF:G.3"), "UF-G", "defender", "pillbox marsh minefield", "sniper woods"
    ),
    cowers(pytest.mark.rule("UF:H.2"), "UF-H", "attacker", "sniper pillbox minefield", "marsh"),
    cowers(pytest.mark.rule("UF:H.2"), "UF-H", "defender", "pillbox minefield", "sniper marsh"),
    cowers(pytest.mark.rule("UF:I.1", "UF:I.2"), "UF-I", "attacker", "pillbox sniper minefield", "marsh"),
    cowers(pytest.mark.rule("UF:J.2"), "UF-J", "", "pillbox", "minefield sniper marsh"),
    cowers(pytest.mark.rule("UF:K.1"), "UF-K", "attacker", "pillbox minefield", "sniper marsh"),
    cowers(pytest.mark.rule("UF:L.2"), "UF-L", "defender", "pillbox minefield", "sniper marsh"),
]


@pytest.mark.parametrize(("scenario", "role", "bad", "good"), COWERS)
def test_cower_cards(scenario: str, role: str, bad: list[str], good: list[str]) -> None:
    s = holding(scenario, role, *(name for name in (*bad, *good) if name != "pillbox"))
    for name in (*bad, *good):
        card = next(card for card in s.g.deck.values() if any(name in (u.kind, u.terrain) for u in card.uses))
        assert s.g.is_cower("german", card) == (name in bad), name


def given(name: str, condition: dict[str, object], cower: str, removed: str = "") -> object:
    """What the rules say of a scenario: its condition, cards that cower (for one side only after a colon), and how many
    cards leave the deck."""
    letter = name[-1]
    rules = [rule for rule in ledger("upfront") if rule.startswith((f"UF:{letter}.", f"UF:{letter}-"))]
    cards = {tuple(f"{one}:".split(":")[:2]) for one in cower.split()}
    out = {card: int(count) for card, _, count in (one.partition(":") for one in removed.split())}
    return pytest.param(name, condition, cards, out, marks=pytest.mark.rule(*rules), id=name)


FOUR_AT_FOUR = {"type": "reach", "men": 4, "chit": 4, "by": "each", "otherwise": "points"}
ATTACKER_AT_FIVE = {"type": "reach", "chit": 5, "by": "attacker", "otherwise": "defender"}
POINTS_IN_BUILDINGS = {"type": "points", "buildings_only": True}
GIVEN = [
    given("UF-A", FOUR_AT_FOUR, "pillbox minefield", "buildings:5"),
    given("UF-B", {**POINTS_IN_BUILDINGS, "attacker_needs": 0}, "pillbox minefield marsh", "woods:4"),
    given("UF-C", {"type": "pillbox"}, "minefield:attacker sniper:attacker marsh"),
    given("UF-D", {"type": "rearguard", "men": 5}, "sniper:attacker pillbox minefield"),
    given("UF-E", {**FOUR_AT_FOUR, "otherwise": "defender"}, "pillbox minefield"),
    given("UF-F", {**FOUR_AT_FOUR, "otherwise": "defender"}, "pillbox minefield"),
    given("UF-G", {**POINTS_IN_BUILDINGS, "attacker_needs": 2}, "sniper:attacker pillbox marsh minefield"),
    given("UF-H", {**ATTACKER_AT_FIVE, "men": 5}, "pillbox minefield sniper:attacker"),
    given("UF-I", {"type": "breakthrough", "chit": 5}, "pillbox sniper:german minefield:german"),
    given("UF-J", FOUR_AT_FOUR, "pillbox", "buildings:4"),
    given("UF-K", {"type": "segments", "men": 4, "chit": 4}, "pillbox minefield", "buildings:4"),
    given("UF-L", {**ATTACKER_AT_FIVE, "men": 4}, "pillbox minefield"),
]


@pytest.mark.parametrize(("name", "condition", "cower", "removed"), GIVEN)
def test_what_the_rules_say_of_a_scenario(
    name: str, condition: dict[str, object], cower: set[tuple[str, str]], removed: dict[str, int]
) -> None:
    card = CARDS[name]
    assert msgspec.to_builtins(card.victory) == condition
    assert {(one.card, one.to) for one in card.cower} == cower
    assert card.outlawed == removed
    assert card.night == (name == "UF-J") and card.reinforce_after == (name == "UF-H")


@pytest.mark.rule("UF:B-deck")
def test_four_woods_leave_the_deck_of_scenario_b() -> None:
    s = holding("UF-B", "", "woods", "fire 1")
    assert not s.g.holds("german", "terrain")
    s.do("done", "discard <woods>")
    assert s.said("leaves the game (3 more to go)")
    assert s.state.trays["1"].outlawed == {"woods": 3}
    assert CARDS["UF-B"].outlawed == {"woods": 4}


@pytest.mark.rule("UF:I.2")
def test_partisans_may_use_snipers_and_mines() -> None:
    groups = [
        {"side": "russian", "men": ["rostov", "petrovsky"]},
        {"side": "german", "men": ["beck", "wolff"], "cards": ["movement advance"]},
    ]
    sides = {"german": {"role": "attacker"}, "russian": {"role": "defender", "troops": "partisans"}}
    hand = ["sniper", "minefield"]
    s = Situation("russian", groups, russian=hand, scenario="UF-I", sides=sides).do("done")
    assert s.options("sniper") and s.options("booby-trap") and not s.options("put-terrain")


@pytest.mark.rule("UF:2.4-c")
def test_who_may_attack() -> None:
    assert CARDS["UF-A"].attackers() == () and CARDS["UF-J"].attackers() == ()
    assert CARDS["UF-C"].attackers() == ("german", "opponent")
    assert CARDS["UF-D"].attackers() == ("opponent", "german")
    assert CARDS["UF-I"].attackers() == ("german",)  # partisans do not attack
    with pytest.raises(ScenarioError, match="'opponent' is none of german"):
        find_system("upfront").begin("UF-I", {"attacker": "opponent"})


@pytest.mark.rule("UF:K.2")
def test_what_is_not_played_in_teams() -> None:
    alone = [name for name, card in CARDS.items() if not card.plays_in_teams()]
    assert alone == ["UF-J", "UF-K"]
    for name in alone:
        with pytest.raises(ScenarioError):
            find_system("upfront").begin(name, {"tables": "2"})


@every_card
def test_the_card_names_all_its_rules(card: Scenario) -> None:
    """Every rule of the ledger that bears the scenario's letter is on its card, and nothing else."""
    letter = card.id[-1]
    wanted = {rule for rule in ledger("upfront") if rule.startswith((f"UF:{letter}.", f"UF:{letter}-"))}
    assert set(special_rules(card)) == wanted
