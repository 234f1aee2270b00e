"""The deck in play: alterations, cycles and time (UF:16.1 to UF:16.3)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from defilade.kernel import Outcome, Over, make_view
from upfront.situation import Situation

GERMANS = {"side": "german", "men": ["beck", "wolff", "streich"], "range": 2}
AMERICANS = {"side": "american", "men": ["myers", "smith", "burke", "allen"], "range": 2}


def table(turn: str = "german", **more: Any) -> Situation:
    return Situation(turn, [GERMANS, {**AMERICANS, "cards": more.pop("cards", [])}], **more)


def building(s: Situation, place: int = 0) -> str:
    found = [card for card in s.state.trays["1"].draw if s.g.deck[card].named == "buildings"]
    return found[place]


@pytest.mark.rule("UF:16.1-a", "UF:16.1-d", "UF:A-deck")
def test_outlawed_cards_leave_as_they_come_up():
    s = table(german=["fire 4"], american=[], outlawed={"buildings": 2}, decks=9)
    first, second, third = (building(s, n) for n in range(3))
    s.fire("g1", "a1", "fire 4").draw(first)
    tray = s.state.trays["1"]
    assert first in tray.removed and tray.outlawed == {"buildings": 1}
    assert s.said("and black") or s.said("and red"), "it still served as a Random Number"
    s.draw(second, third)
    tray = s.state.trays["1"]
    assert second in tray.removed and third not in tray.removed, "the others are valid now"


@pytest.mark.rule("UF:A-deck", "UF:16.1-a")
def test_scenario_a_removes_five_buildings():
    from defilade.rules.upfront.game.scenario import load_scenarios

    card = load_scenarios()["UF-A"]
    assert card.outlawed == {"buildings": 5} and card.outlawed_rule == "UF:A-deck"


@pytest.mark.rule("UF:16.1-b", "UF:3.6-qa")
def test_an_outlawed_card_in_the_hand_is_a_cower_card_and_shown_when_discarded():
    s = table(german=["buildings"], american=[], outlawed={"buildings": 1}, cards=["movement advance"])
    card = s.state.hands["german"][0]
    assert s.g.is_cower("german", s.g.deck[card])
    s.do("done")
    assert not s.options("put-terrain")
    s.do(f"discard {card}")
    assert card in s.state.trays["1"].removed
    assert s.event("removed_card").seen_by == () and s.event("removed_card").who == (card,)


@pytest.mark.rule("UF:16.1-c")
def test_an_outlawed_card_escapes_as_open_ground():
    groups = [{**GERMANS, "cards": ["movement advance"]}, AMERICANS]
    s = Situation("german", groups, german=["buildings"], american=[], outlawed={"buildings": 1})
    card = s.state.hands["german"][0]
    s.do(f"open-ground g1+{card}")
    assert s.group("g1").laid[0].card == card and s.state.trays["1"].outlawed == {"buildings": 1}


@pytest.mark.rule("UF:16.1-d")
def test_the_rest_of_the_copies_is_valid():
    s = table(german=["buildings"], american=[], outlawed={"buildings": 0}, cards=["movement advance"])
    assert not s.g.is_cower("german", s.g.deck[s.state.hands["german"][0]])
    s.do("done")
    assert s.options("put-terrain")


@pytest.mark.rule("UF:16.2-a", "UF:3.5-b")
def test_the_discards_become_the_new_draw_pile():
    s = table(german=["fire 4", "hero"], american=[], pile=["c5"], decks=3)
    hero = s.card("hero")
    total = {*s.state.trays["1"].draw, *s.state.trays["1"].discards}
    s.do("done", f"discard {hero}").refill().draw("c5")
    tray = s.state.trays["1"]
    assert tray.number == 2 and tray.discards == () and tray.buried == {}
    assert set(tray.draw) == (total | {hero}) - {"c5"}, "what was discarded unseen too"
    assert list(tray.draw) == sorted(tray.draw, key=lambda card: int(card[1:])), "no order is remembered"


@pytest.mark.rule("UF:16.21-a")
def test_a_card_seen_by_accident_goes_back_into_the_pile():
    """Taking back a draw puts the card among all others again: the pile has no order that it could spoil."""
    s = table(german=["fire 4"], american=[])
    s.fire("g1", "a1", "fire 4")
    before = s.position
    after, _ = before.apply(Outcome(drawn=before.pending.pool[7]))
    assert before.pending.pool[7] not in after.state.trays["1"].draw
    assert before.pending.pool[7] in before.state.trays["1"].draw
    assert len(before.pending.pool) == len(before.state.trays["1"].draw)


@pytest.mark.rule("UF:16.21-b")
def test_nobody_counts_the_draw_pile():
    s = table(german=["fire 4"], american=[])
    for side in ("german", "american", "spectator"):
        view = make_view(s.position.system, s.position, side, 1)
        assert view.state.trays["1"].draw == ()
    s.fire("g1", "a1", "fire 4")
    assert s.pending.pool
    for side in ("german", "american", "spectator"):
        assert make_view(s.position.system, s.position, side, 1).pending.pool == ()


@pytest.mark.rule("UF:16.3-a", "UF:2.4-e", "UF:16.3-c")
def test_the_game_ends_when_the_last_deck_is_played_out():
    s = table(german=["fire 4"], american=["fire 4"], pile=["c5"], decks=1, stage="refill")
    s.refill().draw("c5")
    assert isinstance(s.pending, Over), "not even with cards in the hands"
    assert s.pending.rules[0] == "UF:16.3-a"
    s = table(german=["fire 4"], american=[], pile=["c5"], decks=2, stage="refill")
    s.refill().draw("c5")
    assert not isinstance(s.pending, Over)


@pytest.mark.rule("UF:16.3-b")
def test_an_attack_in_progress_is_finished():
    s = table(german=["fire 4"], american=[], pile=["c5", "c9"], decks=1)
    s.fire("g1", "a1", "fire 4").draw("c5", "c9")
    assert s.state.time_up and "Burke" in s.pending.asks
    s.draw("red 2", "red 2")
    assert isinstance(s.pending, Over)
    assert sum(event.kind == "resolved" for event in s.events) == 4


@pytest.mark.rule("UF:4.4-a", "UF:16.2-a")
def test_cards_of_the_attack_in_progress_are_shuffled_in():
    s = table(german=["fire 4"], american=[], pile=["c5", "c9"], decks=2)
    fire = s.card("fire 4")
    s.fire("g1", "a1", "fire 4").draw("c5", "c9")
    tray = s.state.trays["1"]
    assert {fire, "c5", "c9"} <= set(tray.draw) and not tray.shown
    assert "c9" in s.pending.pool, "it may come up again in the same attack"


def test_the_state_survives_writing_down():
    s = table(german=["fire 4"], american=["concealed -1"])
    s.do("fire g1+<fire 4> a1")
    system = s.position.system
    again = system.decode(system.encode(s.state))
    assert system.encode(again) == system.encode(s.state)
    assert msgspec.to_builtins(again.units["beck"]) == msgspec.to_builtins(s.state.units["beck"])
