"""What the card table shows of a game: everything that a side may know, and nothing else."""

from __future__ import annotations

import random
from typing import Literal

import msgspec
import pytest

from defilade.kernel import SPECTATOR, Action, Choice, Outcome, Over, Position, Sampled
from defilade.rules.card_scene import CardScene, GroupView
from defilade.rules.presentation import Orders
from defilade.rules.upfront.game.attack import breakdown
from defilade.rules.upfront.game.groups import relative_range
from defilade.rules.upfront.game.state import State
from defilade.rules.upfront.infantry.fire import fire_attack
from defilade.systems import find_system, presenter_of
from upfront.situation import Situation

SYSTEM = find_system("upfront")
PRESENTER = presenter_of(SYSTEM)

GROUPS = [
    {"side": "german", "men": ["schussel", {"id": "schultz", "crews": "schussel"}, "wollak"], "range": 2},
    {"side": "german", "men": [{"id": "beck", "pinned": True}, "diettinger"], "cards": ["woods"]},
    {"side": "american", "men": ["fox", "frattali"], "range": 1, "cards": ["movement advance"]},
    {"side": "american", "men": ["burnett", "anderson"], "cards": ["buildings"]},
]


def situation(**more: object) -> Situation:
    return Situation("german", GROUPS, german=["fire 3", "sniper"], american=["rally 2"], **more)


def scene_of(s: Situation, side: str = "german") -> CardScene:
    state = s.position.system.redact(s.state, side)
    scene = presenter_of(s.position.system).scene(state, side)
    assert isinstance(scene, CardScene)
    return scene


def group(scene: CardScene, name: str) -> GroupView:
    return next(one for one in scene.groups if one.id == name)


def test_a_group_shows_its_men_in_position_order() -> None:
    shown = group(scene_of(situation()), "g1")
    assert [(man.id, man.position) for man in shown.members] == [
        ("schussel", 1),
        ("schultz", 2),
        ("wollak", 3),
    ]
    assert (shown.letter, shown.range, shown.terrain) == ("A", 2, "Open Ground")
    assert shown.name == "German Group A"


@pytest.mark.rule("UF:28.4-d", "UF:28.43-c")
@pytest.mark.parametrize(("name", "pinned"), [("pz4", 0), ("sdkfz251", 1)])
def test_a_buttoned_up_vehicle_is_not_counted_as_pinned(name: str, pinned: int) -> None:
    groups = [{"side": "german", "men": [{"id": name, "pinned": True}]}, GROUPS[2], GROUPS[3]]
    scene = scene_of(Situation("german", groups))
    assert f"1 card, {pinned} pinned" in group(scene, "g1").words
    assert next(side for side in scene.sides if side.id == "german").pinned == pinned
    assert "2 cards, 0 pinned" in group(scene, "a1").words


@pytest.mark.rule("UF:10.1")
def test_a_pinned_man_shows_his_other_side() -> None:
    beck = group(scene_of(situation()), "g2").members[0]
    assert beck.pinned
    assert "pinned" in [mark.text for mark in beck.states]
    kia = {figure.id: figure.value for figure in beck.figures}["kia"]
    assert kia == "9"


@pytest.mark.rule("UF:11.1-a")
def test_a_crewed_weapon_shows_which_values_count() -> None:
    s = situation()
    rows = {row.id: row.now for row in group(scene_of(s), "g1").members[0].rows}
    assert rows == {"fp": True, "fp-alone": False}
    alone = Situation("german", [{"side": "german", "men": ["schussel", "wollak"]}, *GROUPS[2:]])
    rows = {row.id: row.now for row in group(scene_of(alone), "g1").members[0].rows}
    assert rows == {"fp": False, "fp-alone": True}


def test_cards_on_a_group_are_shown_with_what_they_do() -> None:
    scene = scene_of(situation())
    (woods,) = group(scene, "g2").laid
    assert (woods.name, woods.value) == ("Woods", "-2")
    (movement,) = group(scene, "a1").laid
    assert movement.mode == "advance" and group(scene, "a1").moving


def test_ranges_and_firepower_are_those_of_the_rules() -> None:
    s = situation()
    scene = scene_of(s)
    assert len(scene.shots) == 8
    for shot in scene.shots:
        firer, target = s.g.group(shot.firer), s.g.group(shot.target)
        assert shot.range == relative_range(firer, target)
        lines = breakdown(s.g, fire_attack(firer, target)).lines[1:]
        assert shot.modifier == sum(line.value for line in lines if line.sign != "x")
    assert next(shot for shot in scene.shots if (shot.firer, shot.target) == ("g1", "a1")).firepower == 8


@pytest.mark.rule("UF:3.5-c")
def test_only_the_own_hand_is_shown() -> None:
    s = situation()
    assert [card.name for card in scene_of(s).hand] == ["Fire 3", "Sniper"]
    assert [card.name for card in scene_of(s, "american").hand] == ["Rally 2 / Radio"]
    assert scene_of(s, SPECTATOR).hand == ()
    counts = {side.id: side.hand for side in scene_of(s, SPECTATOR).sides}
    assert counts == {"german": 2, "american": 1}


@pytest.mark.rule("UF:16.21-b")
def test_nobody_counts_the_draw_pile() -> None:
    """Two piles of nearly the same size look the same; how thick they are is seen."""
    s = situation()
    (pile,) = scene_of(s).piles
    assert pile.thickness == 8 and "full" in pile.words
    assert not any(hasattr(pile, name) for name in ("left", "draw", "count"))
    few = situation(pile=["fire 2", "rally 1", "movement"])
    (thin,) = scene_of(few).piles
    assert thin.thickness == 1


@pytest.mark.rule("UF:2.22-a", "UF:2.21-b")
def test_a_card_that_is_of_no_use_says_why() -> None:
    s = Situation("german", GROUPS, german=["c162", "sniper"], american=[], cower=["sniper"])
    split, sniper = scene_of(s).hand
    assert not split.cower and [use.usable for use in split.uses] == [True, False]
    assert split.uses[1].rule == "UF:2.21-b"
    assert sniper.cower and sniper.uses[0].rule == "UF:2.22-a"


def test_cards_picked_for_an_attack_are_marked_for_their_owner_only() -> None:
    s = situation()
    fire = s.state.hands["german"][0]
    s.do(f"fire g1+{fire} a1")
    assert [card.picked for card in scene_of(s).hand] == [True, False]
    assert fire not in msgspec.json.encode(scene_of(s, "american")).decode()


def test_an_attack_shows_what_it_is_about() -> None:
    s = situation()
    s.do(f"fire g1+{s.state.hands['german'][0]} a1")
    assert set(scene_of(s).focus) >= {"g1", "a1"}


@pytest.mark.parametrize(
    ("interrupts", "held", "answer"),
    [
        ("always", [], None),
        ("able", [], "no"),
        ("able", ["concealed -2"], None),
        ("never", ["concealed -2"], "no"),
    ],
)
def test_orders_answer_questions_in_the_enemys_turn(
    interrupts: Literal["always", "able", "never"], held: list[str], answer: str | None
) -> None:
    s = Situation("german", GROUPS, german=["fire 3"], american=[*held, "rally 2"])
    s.do("fire g1+<fire 3> a1", "declare")
    choice = s.pending
    assert isinstance(choice, Choice) and choice.side == "american"
    presenter = presenter_of(s.position.system)
    given = presenter.answer(
        s.position.system.redact(s.state, "american"), choice, Orders(interrupts=interrupts)
    )
    assert (str(given) if given is not None else None) == answer


@pytest.mark.parametrize("held", [[], ["concealed -2"]])
def test_taking_the_only_option_tells_nothing_of_the_hand(held: list[str]) -> None:
    """The enemy saw at once that somebody without a card to interrupt him had been answered for."""
    s = Situation("german", GROUPS, german=["fire 3"], american=[*held, "rally 2"])
    s.do("fire g1+<fire 3> a1", "declare")
    choice = s.pending
    assert isinstance(choice, Choice) and choice.side == "american"
    assert (len(choice.options) == 1) == (not held)
    seen = s.position.system.redact(s.state, "american")
    assert presenter_of(s.position.system).answer(seen, choice, Orders(single_options=True)) is None


def test_everything_that_a_preview_counts_is_public() -> None:
    """The odds of an attack are the same whatever the enemy holds."""
    other = Situation("german", GROUPS, german=["fire 3", "sniper"], american=["concealed -2"])
    told = []
    for s in (situation(), other):
        action = Action.parse(f"fire g1+{s.state.hands['german'][0]} a1")
        described = s.position.system.describe(s.position.system.redact(s.state, "german"), action)
        assert described.breakdown is not None
        told.append((described.label, described.odds, described.breakdown))
    assert told[0] == told[1]
    assert {line.label for line in told[0][2].lines} >= {"PFC Schussel", "Pvt Wollak", "Fire 3"}


# -- whole games ---------------------------------------------------------------------------------------------


def play_on(scenario: str, seed: int, every: int) -> list[Position[State]]:
    """Positions of a random game, every so many decisions."""
    rng = random.Random(seed)
    position, _ = SYSTEM.begin(scenario, {})
    source, found, made = Sampled(rng), [], 0
    while not isinstance(position.pending, Over):
        moment = position.pending
        if isinstance(moment, Choice):
            if made % every == 0:
                found.append(position)
                position = position.clone()
            made += 1
            step: Action | Outcome = rng.choice(moment.options)
        else:
            step = source.draw(moment, 1)
        position.advance(step)
    return found


@pytest.mark.parametrize("scenario", SYSTEM.scenarios())
def test_every_scenario_can_be_shown(scenario: str) -> None:
    """Everybody's scene at moments of a random game, with a label for every option and no secret in any of it."""
    for position in play_on(scenario, 3, 60):
        state = position.state
        for side in (*state.sides, SPECTATOR):
            scene = PRESENTER.scene(SYSTEM.redact(state, side), side)
            told = msgspec.json.encode(scene).decode()
            for other, hand in state.hands.items():
                if other != side:
                    assert not [card for card in hand if f'"{card}"' in told]
        choice = position.pending
        assert isinstance(choice, Choice)
        labels = PRESENTER.labels(SYSTEM.redact(state, choice.side), choice.options)
        assert all(labels) and not set(labels) & {str(option) for option in choice.options}


@pytest.mark.parametrize("scenario", SYSTEM.scenarios())
def test_every_scenario_has_a_card(scenario: str) -> None:
    details = PRESENTER.card(scenario)
    assert details.length.endswith("decks") or details.length == "1 deck"
    assert details.forces and all(force.cards for force in details.forces)
    for line_up in details.line_ups:
        assert PRESENTER.sides(scenario, line_up.options) == line_up.sides
        state = SYSTEM.start(scenario, line_up.options)
        assert set(state.sides) == set(line_up.sides)
    picture = PRESENTER.picture(scenario, small=True)
    assert picture is not None and picture.startswith("<svg")


@pytest.mark.rule("UF:41.3")
def test_a_team_game_shows_both_tables_and_what_lies_between_them() -> None:
    position, _ = SYSTEM.begin("UF-A", {"tables": "2", "opponent-2": "russian"})
    rng = random.Random(1)
    source = Sampled(rng)
    while not position.state.turn:
        moment = position.pending
        assert not isinstance(moment, Over)
        position.advance(moment.options[0] if isinstance(moment, Choice) else source.draw(moment, 1))
    scene = PRESENTER.scene(SYSTEM.redact(position.state, "german-2"), "german-2")
    assert isinstance(scene, CardScene)
    assert scene.table == "2" and [pile.table for pile in scene.piles] == ["1", "2"]
    assert {side.id: side.table for side in scene.sides} == {
        "german": "1",
        "german-2": "2",
        "american": "1",
        "russian-2": "2",
    }
    assert any("Between tables 1 and 2" in mark.text for mark in scene.conditions)
