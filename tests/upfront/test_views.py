"""Hands, picks, unseen discards and the draw pile stay hidden through whole games (UF:3.5-c)."""

from __future__ import annotations

import random

import msgspec
import pytest

from defilade.kernel import Chance, Choice, Over, Position, Sampled, determinized, make_view
from defilade.rules.presentation import Orders
from defilade.systems import find_system, presenter_of

SYSTEM = find_system("upfront")


def scenarios() -> list[str]:
    return [scenario for scenario in SYSTEM.scenarios() if scenario.startswith("UF-")]


def seen(position: Position, side: str) -> bytes:
    return msgspec.json.encode(make_view(SYSTEM, position, side, 0))


@pytest.mark.rule("UF:3.5-c")
@pytest.mark.parametrize(
    ("scenario", "options"), [*((one, {}) for one in scenarios()), ("UF-A", {"tables": "2"})]
)
def test_worlds_that_look_alike_stay_alike(scenario, options):
    """At every so many decisions a world is made that the side could be in as well. What the side is given must be
    the same in both, now and after every step that both worlds admit, as long as nothing hidden is shown."""
    rng = random.Random(f"{scenario}/views")
    position, _ = SYSTEM.begin(scenario, options)
    source = Sampled(rng)
    count = 0
    while not isinstance(position.pending, Over) and count < 400:
        moment = position.pending
        if isinstance(moment, Choice):
            count += 1
            if count % 7 == 0:
                for side in SYSTEM.sides(position.state):
                    twin = determinized(SYSTEM, make_view(SYSTEM, position, side, 0), rng)
                    assert seen(position, side) == seen(twin, side)
                    if moment.side == side:
                        follow(position, twin, side, rng)
            position.advance(moment.options[int(rng.random() * len(moment.options))])
        else:
            position.advance(source.draw(moment, 1))


def follow(position: Position, twin: Position, side: str, rng: random.Random) -> None:
    """The side chooses in both worlds alike; each time both must ask it the same and show it the same."""
    one, other = position.clone(), twin
    for _ in range(6):
        moment = one.pending
        if not isinstance(moment, Choice) or moment.side != side:
            return
        assert isinstance(other.pending, Choice) and other.pending.options == moment.options
        step = moment.options[int(rng.random() * len(moment.options))]
        first, second = one.advance(step), other.advance(step)
        assert seen(one, side) == seen(other, side), step
        shown = [[event for event in events if event.visible_to(side)] for events in (first, second)]
        assert shown[0] == shown[1], step


@pytest.mark.rule("UF:3.5-c")
@pytest.mark.parametrize("scenario", scenarios())
def test_what_the_others_choose_from_is_not_told(scenario):
    """Whoever does not choose is told the same question whatever the chooser holds."""
    rng = random.Random(f"{scenario}/asks")
    position, _ = SYSTEM.begin(scenario)
    source = Sampled(rng)
    for _ in range(600):
        moment = position.pending
        if isinstance(moment, Over):
            break
        if isinstance(moment, Choice):
            for side in SYSTEM.sides(position.state):
                if side != moment.side and rng.random() < 0.2:
                    twin = determinized(SYSTEM, make_view(SYSTEM, position, side, 0), rng)
                    assert isinstance(twin.pending, Choice)
                    assert (twin.pending.asks, twin.pending.rules) == (moment.asks, moment.rules)
            position.advance(moment.options[int(rng.random() * len(moment.options))])
        else:
            assert isinstance(moment, Chance)
            position.advance(source.draw(moment, 1))


@pytest.mark.rule("UF:3.5-c")
@pytest.mark.parametrize("scenario", scenarios())
def test_taking_the_only_option_by_itself_tells_nothing(scenario):
    """Whether somebody is answered for, in a turn that is not his own, is the same in every world in which the others
    could be: they see from how quickly the game goes on that he was not asked."""
    rng = random.Random(f"{scenario}/only")
    presenter, orders = presenter_of(SYSTEM), Orders(single_options=True)
    position, _ = SYSTEM.begin(scenario)
    source = Sampled(rng)
    for _ in range(400):
        moment = position.pending
        if isinstance(moment, Over):
            break
        if isinstance(moment, Chance):
            position.advance(source.draw(moment, 1))
            continue
        if moment.side != position.state.mover and position.state.turn:
            by_itself = []
            for side in SYSTEM.sides(position.state):
                if side == moment.side:
                    continue
                twin = determinized(SYSTEM, make_view(SYSTEM, position, side, 0), rng)
                by_itself += [
                    presenter.answer(SYSTEM.redact(one.state, moment.side), one.pending, orders) is None
                    for one in (position, twin)
                ]
            assert len(set(by_itself)) == 1, (moment, by_itself)
        position.advance(moment.options[int(rng.random() * len(moment.options))])


def test_a_guessed_world_uses_every_card_once():
    rng = random.Random(4)
    position, _ = SYSTEM.begin("UF-A")
    source = Sampled(rng)
    for _ in range(500):
        moment = position.pending
        if isinstance(moment, Over):
            break
        step = rng.choice(moment.options) if isinstance(moment, Choice) else source.draw(moment, 1)
        position.advance(step)
        if isinstance(position.pending, Choice) and rng.random() < 0.2:
            side = position.pending.side
            state = determinized(SYSTEM, make_view(SYSTEM, position, side, 0), rng).state
            for world in (state, position.state):
                tray = world.trays["1"]
                cards = [*tray.draw, *tray.discards, *tray.shown, *tray.removed]
                cards += [card for pile in tray.buried.values() for card in pile]
                cards += [card for hand in world.hands.values() for card in hand]
                for group in world.groups.values():
                    cards += [laid.card for laid in group.laid]
                    cards += [group.offered.card] if group.offered else []
                assert sorted(cards) == sorted(SYSTEM.play(world).deck)
            assert len(state.trays["1"].draw) == len(position.state.trays["1"].draw)
            assert state.hands[side] == position.state.hands[side]


@pytest.mark.rule("UF:3.5-c")
def test_cards_picked_for_an_attack_are_not_seen_before_it_is_declared():
    from upfront.situation import Situation

    groups = [
        {"side": "german", "men": ["beck", "wolff", "streich"], "range": 2},
        {"side": "american", "men": ["myers", "smith"], "range": 2},
    ]
    shown = set()
    for first in ("fire 2", "fire 1"):
        s = Situation("german", groups, german=["fire 2", "fire 1"], american=[])
        s.do(f"fire g1+<{first}> a1")
        assert s.state.picked["german"]
        shown.add(seen(s.position, "american"))
    assert len(shown) == 1
