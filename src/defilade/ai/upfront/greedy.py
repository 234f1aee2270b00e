"""The best option by a quick look, from a view."""

from __future__ import annotations

from typing import Any, cast

from defilade.ai.upfront.decisions import decide as decide_at_once
from defilade.ai.upfront.stances import AT_A_GLANCE
from defilade.kernel import Action, Choice, System, View
from defilade.rules.upfront.game.play import UfPlay


def decide(view: View[Any], system: System[Any]) -> Action:
    """The best answer to the choice of a view."""
    play: Any = system.play(view.state)
    g = cast(UfPlay, play)
    g.silent = True
    assert isinstance(view.pending, Choice)
    return decide_at_once(g, view.pending, AT_A_GLANCE)
