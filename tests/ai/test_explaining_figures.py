"""What the computer tells of its thoughts does not contradict itself."""

from __future__ import annotations

import pytest

from defilade.ai.explaining import compared
from defilade.ai.tactician.search import Tried
from defilade.ai.tactician.tactics import Proposal
from defilade.kernel import Action


def tried(name: str, *values: float) -> Tried:
    one = Tried(Proposal(Action(name), "plan"))
    one.values.extend(values)
    return one


@pytest.mark.parametrize(
    "taken", [None, Action("trusted"), Action("lucky"), Action("poor"), Action("unheard-of")]
)
def test_the_best_has_the_best_figure(taken: Action | None) -> None:
    """Something came out higher in a few rounds, but not so that the player would believe it."""
    ranked = (tried("trusted", 1.0, 2.0, 1.0), tried("poor", -3.0), tried("lucky", 1.5, 2.5, 1.2))
    told = compared(ranked, taken)
    assert told[0][0] is ranked[0]
    figures = [figure for _, figure in told]
    assert figures == sorted(figures, reverse=True)


def test_what_was_done_is_the_measure() -> None:
    ranked = (tried("best", 2.0, 2.0), tried("done", 1.0, 0.0))
    assert [round(figure, 2) for _, figure in compared(ranked, Action("done"))] == [1.5, 0.0]
