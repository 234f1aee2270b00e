"""What is shown from memory is what would be worked out anew."""

from __future__ import annotations

import random
from typing import Any

import pytest

from defilade.kernel import SPECTATOR, Choice, Over
from defilade.kernel.chance import Sampled
from defilade.rules.card_scene import CardScene, ShotView
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.state import Group, State
from defilade.rules.upfront.table import presentation
from defilade.rules.upfront.table.faces import unit_card
from defilade.rules.upfront.table.presentation import (
    UfPresenter,
    conditions,
    focus,
    group_view,
    player_view,
    progress,
    shot_view,
)
from defilade.systems import find_system
from upfront.situation import Situation

SYSTEM = find_system("upfront")
DECISIONS = 60


@pytest.mark.parametrize("scenario", SYSTEM.scenarios())
def test_a_scene_from_memory_is_a_scene_made_anew(scenario: str, decisions: int = DECISIONS) -> None:
    """One presenter sees a whole random game with all eyes; what it shows is what a fresh look gives."""
    rng = random.Random(f"kept/{scenario}")
    presenter, source = UfPresenter(SYSTEM), Sampled(rng)
    position, _ = SYSTEM.begin(scenario, {})
    made = 0
    while not isinstance(position.pending, Over) and made < 6 * decisions:
        moment = position.pending
        if isinstance(moment, Choice):
            made += 1
            if made % 6 == 0:  # between two looks much may have changed
                for side in (moment.side, SPECTATOR):
                    check(presenter, SYSTEM.redact(position.state, side), side)
            position, _ = position.apply(rng.choice(moment.options))
        else:
            position, _ = position.apply(source.draw(moment, 0))


def check(presenter: UfPresenter, state: State, side: str) -> None:
    scene = presenter.scene(state, side)
    assert isinstance(scene, CardScene)
    assert scene == UfPresenter(SYSTEM).scene(state, side)
    g: Any = SYSTEM.play(state)
    groups = g.state.groups
    for view in scene.groups:
        assert view == group_view(g, groups[view.id])
    for shot in scene.shots:
        assert shot == shot_view(g, groups[shot.firer], groups[shot.target])
    # What is worked out for all at once is what each would see with his own eyes.
    assert scene.sides == tuple(player_view(g, one) for one in state.sides)
    assert [card for one in scene.waiting for card in one.units] == [
        unit_card(g, unit) for one in state.sides for unit in state.waiting.values() if unit.side == one
    ]
    assert scene.victory.progress == tuple(progress(g))
    assert scene.conditions == tuple(conditions(g)) and scene.focus == tuple(focus(g))


def test_ranges_and_firepower_are_worked_out_once_a_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """For all who look; and after a step only between those whom it concerns."""
    made: list[tuple[str, str]] = []

    def counted(g: UfPlay, one: Group, enemy: Group) -> ShotView:
        made.append((one.id, enemy.id))
        return shot_view(g, one, enemy)

    monkeypatch.setattr(presentation, "shot_view", counted)
    men = [{"side": "german", "men": ["beck"]}, {"side": "german", "men": ["wolff"]}]
    enemies = [{"side": "american", "men": ["myers"]}, {"side": "american", "men": ["smith"]}]
    s = Situation("german", [*men, *enemies], german=["movement", "movement", "fire 1"], american=["rally 2"])
    presenter = UfPresenter(s.position.system)
    for side in ("german", "american", SPECTATOR):
        presenter.scene(s.position.system.redact(s.state, side), side)
    assert sorted(made) == sorted({*made}) and len(made) == 8
    made.clear()
    s.do("move g1+<movement> - advance")
    presenter.scene(s.position.system.redact(s.state, "american"), "american")
    assert made and all("g1" in pair for pair in made)


@pytest.mark.soak
@pytest.mark.parametrize("scenario", SYSTEM.scenarios())
def test_over_a_long_game(scenario: str) -> None:
    test_a_scene_from_memory_is_a_scene_made_anew(scenario, 2000)
