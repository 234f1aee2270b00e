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
    work: int = 0
    """What it may spend on one decision, see `Budget`."""
    phase_work: int = 0
    """What it may spend on all its decisions of a phase together; 0 for as much as they ask for."""
    seconds: float | None = 1.0
    """The time that a decision may take, for a machine that is slow or busy; without it only the work counts, and the
    answer is always the same."""
    rounds: int = 0
    """How often a proposal is played out at most."""
    epochs: int = 1
    """How many player turns it looks ahead."""
    slips: float = 0.0
    """How often it takes the first thing that comes to mind."""


ALL_PLANS = ("balanced", "assault", "caution", "firefight")

LEVELS: dict[str, Level] = {
    "easy": Level("easy", ("balanced",), slips=0.12),
    "normal": Level("normal", ALL_PLANS, work=20_000, phase_work=100_000, seconds=1.0, rounds=4),
    "hard": Level(
        "hard", ALL_PLANS, searches=ALL, work=70_000, phase_work=350_000, seconds=3.0, rounds=20, epochs=2
    ),
}
"""Weakest first; `tactician` is another name for normal."""
