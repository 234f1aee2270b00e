"""Prepare to play (UF:3) and what a scenario card says (UF:2.4)."""

from __future__ import annotations

import random

import pytest

from defilade.kernel import Action, Chance, Choice, Outcome, Sampled
from defilade.rules.upfront.game.scenario import ScenarioError, load_scenarios, sides_of
from defilade.rules.upfront.system import UfSystem
from defilade.systems import find_system

SYSTEM = find_system("upfront")


class Game:
    """Scenario A from its very start."""

    def __init__(self, **options: str) -> None:
        self.position, self.events = SYSTEM.begin("UF-A", options)

    @property
    def state(self):
        return self.position.state

    @property
    def g(self):
        return SYSTEM.play(self.state)

    def do(self, *actions: str) -> Game:
        for action in actions:
            self.events += self.position.advance(Action.parse(action))
        return self

    def options(self, verb: str = "") -> list[str]:
        assert isinstance(self.position.pending, Choice), self.position.pending
        return [str(a) for a in self.position.pending.options if not verb or a.verb == verb]

    def deal(self, *first: str) -> Game:
        """Deal these cards first, then any others."""
        rng = Sampled(random.Random(5))
        left = list(first)
        while isinstance(self.position.pending, Chance):
            moment = self.position.pending
            outcome = Outcome(drawn=left.pop(0)) if left else rng.draw(moment, 1)
            self.events += self.position.advance(outcome)
        return self


def cards(kind: str, count: int, terrain: str = "") -> list[str]:
    deck = SYSTEM.play(SYSTEM.begin("UF-A")[0].state).deck
    found = [c.id for c in deck.values() if c.uses[0].kind == kind and c.uses[0].terrain == terrain]
    return found[:count]


def formed(**options: str) -> Game:
    """Both sides have formed their usual groups."""
    game = Game(**options)
    while isinstance(game.position.pending, Choice) and game.state.phase == "setup":
        if not game.options("standard") and not game.options("done"):
            break
        game.do("standard" if game.options("standard") else "done")
    return game


@pytest.mark.rule("UF:2.4-a", "UF:2.4-b", "UF:2.4-c", "UF:2.4-d", "UF:2.4-e")
def test_a_scenario_card_has_its_parts():
    card = load_scenarios()["UF-A"]
    assert card.type and card.forces and card.outlawed and card.cower and card.victory and card.decks
    assert list(sides_of(card, {})) == ["german", "american"]
    assert list(sides_of(card, {"opponent": "russian"})) == ["german", "russian"]
    position, _ = SYSTEM.begin("UF-A", {"opponent": "russian"})
    assert position.state.sides[0] == card.first == "german"
    assert position.pending.side == "german"
    with pytest.raises(ScenarioError, match="is none of"):
        SYSTEM.begin("UF-A", {"opponent": "german"})
    with pytest.raises(ScenarioError, match="unknown"):
        SYSTEM.begin("UF-A", {"weather": "rain"})
    with pytest.raises(ScenarioError, match="no such scenario"):
        SYSTEM.begin("UF-Q")


@pytest.mark.rule("UF:2.4-c")
def test_a_player_uses_only_the_force_of_his_role():
    import msgspec

    card = load_scenarios()["UF-A"]
    german = next(force for force in card.forces if force.nation == "german")
    other = next(force for force in card.forces if force.nation == "american")
    roles = tuple(
        msgspec.structs.replace(force, role=role, groups=(), crews={}, men=men)
        for force, role, men in (
            (german, "attacker", german.men),
            (german, "defender", german.men[:5]),
            (other, "attacker", other.men),
            (other, "defender", other.men[:6]),
        )
    )
    card = msgspec.structs.replace(card, id="X", forces=roles, attacker="german", first="defender")
    system = UfSystem({"X": card})
    state = system.begin("X")[0].state
    assert [u.id for u in state.waiting.values() if u.side == "american"] == list(other.men[:6])
    assert len([u for u in state.waiting.values() if u.side == "german"]) == len(german.men)
    assert state.sides == ("american", "german")
    swapped = system.begin("X", {"attacker": "opponent"})[0].state
    assert len([u for u in swapped.waiting.values() if u.side == "german"]) == 5
    assert swapped.sides == ("german", "american")


@pytest.mark.rule("UF:3.1-a", "UF:3.1-b")
def test_only_the_listed_cards_take_part():
    game = Game()
    listed = {man for force in load_scenarios()["UF-A"].forces[:2] for man in force.men}
    assert set(game.state.waiting) == listed
    assert game.state.trays["1"].number == 1


@pytest.mark.rule("UF:3.2-a", "UF:3.2-b", "UF:3.2-d", "UF:3.3-a", "UF:3.4")
def test_forming_groups():
    game = Game()
    assert game.position.pending.side == "german"
    assert {option.split()[-1] for option in game.options("place")} == {"A"}, "the first group is Group A"
    game.do("place beck A")
    assert {option.split()[-1] for option in game.options("place")} == {"A", "B"}, "no gaps"
    game.do("place wolff B", "place hessel B", "place streich A")
    assert game.state.groups["g1"].members == ("beck", "streich")
    assert game.state.groups["g2"].members == ("wolff", "hessel")
    assert [game.state.groups[key].letter for key in ("g1", "g2")] == ["A", "B"]
    assert all(group.range == 0 for group in game.state.groups.values())
    game.do("place schussel C", "place schultz D")
    assert {option.split()[-1] for option in game.options("place")} == {"A", "B", "C", "D"}
    game.do("place diettinger A", "place bernhoff A")
    assert {option.split()[-1] for option in game.options("place")} == {"C", "D"}, "each group needs two"
    game.do("place wollak C", "place schumacher D")
    while game.position.pending.side == "german":
        game.do("done")
    assert game.state.players["german"].cards == 10


@pytest.mark.rule("UF:3.2-a")
def test_at_least_two_groups_of_at_most_ten():
    game = Game()
    for man in ("diettinger", "hessel", "schussel", "schumacher", "schultz", "bernhoff", "beck", "wollak"):
        game.do(f"place {man} A")
    assert {option.split()[-1] for option in game.options("place")} == {"B"}


@pytest.mark.rule("UF:3.2-c")
def test_like_letters_face_each_other():
    game = Game().do("standard")
    while not game.options("place"):
        game.do("done")
    for man, letter in zip(
        ("burnett", "fox", "moores", "smith", "mcelroy", "frattali", "anderson", "burke", "myers", "edwards"),
        "AABBCCDDDD",
        strict=True,
    ):
        game.do(f"place {man} {letter}")
    g = game.g
    assert [e.id for e in g.opposite(g.group("a1"))] == ["g1"]
    assert [e.id for e in g.opposite(g.group("a3"))] == ["g3"]
    assert g.opposite(g.group("a4")) == [], "an extra group faces nobody"


@pytest.mark.rule("UF:3.5-a", "UF:3.5-b")
def test_hands_are_dealt():
    for other, hand in (("american", 6), ("russian", 4)):
        game = formed(opponent=other).deal()
        sizes = {side: len(cards) for side, cards in game.state.hands.items()}
        assert sizes == {"german": 5, other: hand}
        assert len(game.state.trays["1"].draw) == 162 - 5 - hand
        assert game.state.trays["1"].discards == ()


@pytest.mark.rule("UF:3.6-a", "UF:3.6-b", "UF:3.6-c", "UF:3.6-d", "UF:3.6-e")
def test_initial_terrain():
    woods, brush = cards("terrain", 3, "woods"), cards("terrain", 2, "brush")
    fire = cards("fire", 6)
    game = formed()
    game.deal(*woods[:2], *fire[:3], brush[0], woods[2], *fire[3:], brush[1])
    assert game.position.pending.side == "german"
    assert (
        f"place-terrain {woods[0]} a1" in game.options() and f"place-terrain {woods[0]} g1" in game.options()
    )
    game.do(f"place-terrain {woods[0]} a1")
    assert game.state.groups["a1"].laid[0].terrain == "woods", "it cannot be rejected"
    assert game.position.pending.side == "american"
    assert not [option for option in game.options("place-terrain") if option.endswith("a1")], (
        "one card a group"
    )
    game.do(f"place-terrain {brush[0]} a2", "done", f"place-terrain {woods[2]} a3")
    assert game.position.pending.side == "german"
    game.do(f"place-terrain {woods[1]} g2", "done", "done")
    game.deal()
    assert {side: len(cards) for side, cards in game.state.hands.items()} == {"german": 5, "american": 6}
    assert game.state.groups["g1"].laid == () and game.g.rules is not None
    assert game.state.phase == "actions" and game.state.mover == "german"


@pytest.mark.rule("UF:3.6-f", "UF:3.6-qa", "UF:A.1")
def test_cards_that_cannot_be_placed_at_the_start():
    barred = [
        *cards("wire", 1),
        *cards("smoke", 1),
        *cards("terrain", 1, "buildings"),
        *cards("terrain", 1, "pillbox"),
        *cards("terrain", 1, "minefield"),
    ]
    game = formed().deal(*barred)
    assert set(game.state.hands["german"]) == set(barred)
    assert game.options() == ["done"], "not even face down"


@pytest.mark.rule("UF:4.1-a")
def test_the_first_player_takes_the_first_turn():
    game = formed().deal()
    while game.state.phase != "actions":
        game.do("done") if isinstance(game.position.pending, Choice) else game.deal()
    assert game.position.pending.side == game.state.mover == "german" and game.state.turn == 1
