"""How strong the opponent plays: by how far it looks and how often it slips, never by what it may see."""

from __future__ import annotations

import msgspec

CRITICAL, ALL = "critical", "all"


class Level(msgspec.Struct, frozen=True):
    """One strength of play."""

    name: str
    plans: tuple[str, ...]
    """The plans that it considers, the most trusted first."""
    searches: str = CRITICAL
    """Which decisions are played out: those that are critical, or all that set a course."""
    steps: int = 0
    """Steps of play that it may look at for one decision."""
    seconds: float | None = 1.0
    """And the time that it may take; without it only the steps count, and the answer is always the same."""
    rounds: int = 0
    """How often a proposal is played out at most."""
    epochs: int = 1
    """How many player turns it looks ahead."""
    slips: float = 0.0
    """How often it takes the first thing that comes to mind."""


ALL_PLANS = ("balanced", "assault", "caution", "firefight")

LEVELS: dict[str, Level] = {
    "easy": Level("easy", ("balanced",), slips=0.12),
    "normal": Level("normal", ALL_PLANS, steps=400, seconds=1.0, rounds=4),
    "hard": Level("hard", ALL_PLANS, searches=ALL, steps=6_000, seconds=3.0, rounds=20, epochs=2),
}
"""Weakest first; `tactician` is another name for normal."""
