"""What a side may not know, and what it can guess of that. Each section with a secret answers for it."""

from __future__ import annotations

import random

from defilade.kernel.composition import any_of, told
from defilade.tactics.names import Side
from defilade.tactics.play import AnyBoard


@told
def conceal(g: AnyBoard, side: Side) -> None:
    """Take out of the state (a copy) what this side may not know."""


@any_of
def has_secrets(g: AnyBoard) -> bool:
    """May sides come to know different things in this game?"""
    return False


@told
def guess(g: AnyBoard, side: Side, rng: random.Random) -> None:
    """Fill in what this side cannot know with something that could be so."""
