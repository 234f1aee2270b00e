"""What the set-up of scenarios G, H and L gives the defender."""

from __future__ import annotations

import random

import pytest

from defilade.kernel import Action, Chance, Choice, Outcome, Position
from defilade.rules.upfront.scenarios.reinforcements import may_enter
from defilade.rules.upfront.turn.setup import terrain_at_start_bar
from defilade.rules.upfront.turn.starting_terrain import is_best_building
from defilade.systems import find_system

SYSTEM = find_system("upfront")


def set_up(scenario: str, *, until: str, seed: int = 1, avoid: str = "") -> Position:
    """Usual groups and a deal, up to the first choice of a verb. `avoid`: no card of that kind is dealt to the
    defender."""
    rng = random.Random(seed)
    position, _ = SYSTEM.begin(scenario)
    while True:
        moment = position.pending
        if isinstance(moment, Choice):
            if any(option.verb == until for option in moment.options):
                return position
            wanted = [o for o in moment.options if o.verb in ("standard", "done", "no")]
            position.advance(wanted[0])
        else:
            assert isinstance(moment, Chance)
            deck = SYSTEM.play(position.state).deck
            pool = [card for card in moment.pool if not avoid or not deck[card].is_kind(avoid)]
            position.advance(Outcome(drawn=rng.choice(pool or list(moment.pool))))


def defender_of(position: Position) -> str:
    return next(side for side, player in position.state.players.items() if player.role == "defender")


@pytest.mark.rule("UF:G.1")
def test_a_building_besides_the_hand() -> None:
    position = set_up("UF-G", until="place-terrain", avoid="terrain")
    defender = defender_of(position)
    state = position.state
    card = state.facts[f"building {defender}"]
    deck = SYSTEM.play(state).deck
    assert deck[card].uses[0].terrain == "buildings" and deck[card].uses[0].value == -3
    assert card not in state.hands[defender] and card not in state.trays["1"].draw
    assert len(state.hands[defender]) == SYSTEM.play(state).nation(defender).hand
    assert position.pending.side == defender  # the attacker has no terrain, and passes
    own = [group for group in state.groups.values() if group.side == defender]
    position.advance(Action("place-terrain", (card,), own[0].id))
    assert position.state.groups[own[0].id].laid[0].card == card
    assert f"building {defender}" not in position.state.facts
    assert card not in position.state.trays["1"].shown


@pytest.mark.rule("UF:G.1")
def test_a_building_that_is_not_placed_is_discarded() -> None:
    position = set_up("UF-G", until="place-terrain", avoid="terrain")
    defender = defender_of(position)
    card = position.state.facts[f"building {defender}"]
    while position.state.phase == "terrain":
        moment = position.pending
        if isinstance(moment, Choice):
            position.advance(Action("done"))
        else:
            position.advance(Outcome(drawn=moment.pool[0]))
    for _ in range(20):
        if not isinstance(position.pending, Choice) or position.state.turn > 2:
            break
        options = position.pending.options
        position.advance(Action("done") if Action("done") in options else options[0])
    assert card in position.state.trays["1"].discards
    assert f"building {defender}" not in position.state.facts


@pytest.mark.rule("UF:G.1")
def test_only_a_building_of_minus_3_is_given() -> None:
    position, _ = SYSTEM.begin("UF-G")
    g = SYSTEM.play(position.state)
    given = {str(card) for card in g.deck.values() if is_best_building(g, "american", card.id)}
    assert given == {"Buildings -3"} and "Buildings -2" in {str(card) for card in g.deck.values()}


@pytest.mark.rule("UF:H.3")
def test_the_defender_is_assured_of_a_terrain_card() -> None:
    position = set_up("UF-H", until="place-terrain", avoid="terrain")
    defender = defender_of(position)
    g = SYSTEM.play(position.state)
    assert len(g.hand(defender)) == g.nation(defender).hand + 1
    assert len(g.holds(defender, "terrain")) == 1
    attacker = next(side for side in position.state.sides if side != defender)
    assert not g.holds(attacker, "terrain") and len(g.hand(attacker)) == g.nation(attacker).hand
    cards = [*g.tray(defender).draw, *g.hand(defender), *g.hand(attacker)]
    assert sorted(cards) == sorted(g.deck)  # nothing else has left the deck


@pytest.mark.rule("UF:H.3")
def test_nothing_is_drawn_by_a_defender_who_has_one() -> None:
    found = 0
    for seed in range(12):
        position = set_up("UF-H", until="place-terrain", seed=seed)
        g = SYSTEM.play(position.state)
        defender = defender_of(position)
        extra = len(g.hand(defender)) - g.nation(defender).hand
        assert g.holds(defender, "terrain") and extra in (0, 1)
        found += extra == 0
    assert found


@pytest.mark.rule("UF:H.1", "UF:35.1-a")
def test_the_relief_comes_after_one_deck() -> None:
    position = set_up("UF-H", until="place-terrain")
    defender = defender_of(position)
    waiting = list(position.state.waiting.values())
    assert len(waiting) == 5 and {unit.side for unit in waiting} == {defender}
    g = SYSTEM.play(position.state)
    assert not may_enter(g, defender)
    g.update_tray("1", number=2)
    assert may_enter(g, defender)


@pytest.mark.rule("UF:L.1")
def test_any_groups_of_the_defender_start_entrenched() -> None:
    position = set_up("UF-L", until="dug-in")
    defender = defender_of(position)
    assert position.pending.side == defender
    groups = [option.who[0] for option in position.pending.options if option.verb == "dug-in"]
    assert len(groups) == 3
    position.advance(Action("dug-in", (groups[0],)))
    position.advance(Action("dug-in", (groups[1],)))
    position.advance(Action("done"))
    entrenched = [key for key, group in position.state.groups.items() if group.entrenched]
    assert entrenched == groups[:2]


@pytest.mark.rule("UF:L.1", "UF:36.3")
def test_terrain_on_those_who_may_be_dug_in() -> None:
    position = set_up("UF-L", until="dug-in")
    defender = defender_of(position)
    attacker = next(side for side in position.state.sides if side != defender)
    groups = [option.who[0] for option in position.pending.options if option.verb == "dug-in"]
    position.advance(Action("dug-in", (groups[0],)))
    g = SYSTEM.play(position.state)

    def why(group: str, terrain: str, by: str) -> str:
        refusal = terrain_at_start_bar(g, g.group(group), terrain, by)
        return refusal.rule if refusal is not None else ""

    assert why(groups[0], "woods", attacker) == why(groups[1], "stream", attacker) == "UF:L.1"
    assert why(groups[0], "woods", defender) == "" and why(groups[0], "buildings", defender) == "UF:36.3"
    assert why(groups[1], "buildings", defender) == ""
    own = next(group.id for group in g.groups_of(attacker))
    assert why(own, "stream", defender) == ""
