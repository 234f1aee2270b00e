"""Random games with vehicles on both sides: they end, no card is lost, and nothing hidden is told."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from defilade.kernel import Choice, Over, Position, Sampled
from defilade.rules.upfront.game.state import RALLY, Machine, State
from upfront.tank_battle import BATTLES, EAGER, assert_alike, begin, play_out, wanted


@pytest.mark.rule("UF:28.1", "UF:29.1-a")
@pytest.mark.parametrize("name", BATTLES)
def test_games_with_vehicles_end(name: str) -> None:
    verbs: Counter[str] = Counter()
    for seed in range(4):
        over = play_out(name, seed, verbs)
        assert over.rules
    assert verbs["fire"] and verbs["move"] and verbs["button-up"] + verbs["get-free"] + verbs["rally-crew"]


def cards_of(state: State) -> list[str]:
    """Every Action card of the table, wherever it is."""
    tray = state.trays["1"]
    cards = [*tray.draw, *tray.discards, *tray.shown, *tray.removed]
    cards += [card for pile in tray.buried.values() for card in pile]
    cards += [card for hand in state.hands.values() for card in hand]
    for group in state.groups.values():
        cards += [laid.card for laid in group.laid if laid.card] + (
            [group.offered.card] if group.offered else []
        )
    return cards


def check(position: Position[State]) -> None:
    """What is always true of vehicles and of the cards on them."""
    state = position.state
    if isinstance(position.pending, Over) or (
        isinstance(position.pending, Choice) and "UF:4.2-a" not in position.pending.rules
    ):
        return
    assert sorted(cards_of(state)) == sorted(position.system.play(state).deck)
    for unit in state.units.values():
        if isinstance(unit, Machine) and unit.kind == "afv":
            group = state.groups[unit.group]
            assert group.members == (unit.id,)  # UF:28.11
            assert unit.pinned or not unit.stun  # UF:28.45-c
            assert unit.credit < 3 and unit.crew_killed <= 2  # UF:28.42-c, UF:28.4311-b
            credit = sum(laid.value for laid in group.laid if laid.kind == RALLY)
            assert credit <= unit.credit
            if unit.immobilized or unit.bogged:  # UF:28.441-a
                assert not any(laid.kind == "movement" for laid in group.laid)
            assert not any(laid.terrain in ("marsh", "pillbox") for laid in group.laid)  # UF:28.5-a


@pytest.mark.rule("UF:28.11", "UF:28.45-c", "UF:28.441-a", "UF:28.5-a")
@pytest.mark.parametrize("name", BATTLES)
def test_what_is_always_true(name: str) -> None:
    rng = random.Random(f"{name} always")
    for _ in range(2):
        position, source = begin(name), Sampled(rng)
        while not isinstance(position.pending, Over):
            moment = position.pending
            if isinstance(moment, Choice):
                check(position)
                options = tuple(wanted(moment.options, rng, EAGER)) if rng.random() < 0.5 else moment.options
                options = options or moment.options
                position.advance(options[int(rng.random() * len(options))])
            else:
                position.advance(source.draw(moment, 1))


@pytest.mark.rule("UF:3.5-c")
@pytest.mark.parametrize("name", BATTLES)
def test_nobody_is_told_what_he_may_not_know(name: str) -> None:
    """Worlds that look alike to a side ask the same and show the same."""
    rng = random.Random(f"{name} views")
    position, source = begin(name), Sampled(rng)
    for count in range(700):
        moment = position.pending
        if isinstance(moment, Over):
            break
        if not isinstance(moment, Choice):
            position.advance(source.draw(moment, 1))
            continue
        if count % 5 == 0:
            assert_alike(position, rng)
        options = tuple(wanted(moment.options, rng, EAGER)) or moment.options
        position.advance(options[int(rng.random() * len(options))])
