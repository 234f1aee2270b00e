"""A run of games and its single games, as plain data that goes from process to process and into files."""

from __future__ import annotations

import msgspec

from defilade.ai.winning import Standing
from defilade.lab.collect import Notes
from defilade.lab.pace import Times


class SimulationError(Exception):
    """A simulation that cannot be run as asked."""


class Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is played: together with a game's number, all that a game depends on."""

    scenario: str
    levels: tuple[str, ...]
    """A level for each side, in the order of the card."""
    seed: int = 1
    options: dict[str, str] = {}

    @property
    def words(self) -> str:
        """In a few words.

        >>> Run("S1", ("greedy", "random"), 3, {"balance": "german"}).words
        'S1 greedy,random seed 3 balance=german'
        """
        more = [f"{name}={value}" for name, value in self.options.items()]
        return " ".join([self.scenario, ",".join(self.levels), f"seed {self.seed}", *more])

    def game_seed(self, number: int) -> str:
        """The seed of one game of the run."""
        return f"{self.scenario}/{self.seed}/{number}"


class Sampled(msgspec.Struct, frozen=True):
    """How a game stood for a side at some step."""

    step: int
    standing: Standing


class Game(msgspec.Struct, frozen=True, omit_defaults=True):
    """One finished game, or one that broke off with an error."""

    number: int
    winner: str = ""
    decisions: int = 0
    digest: str = ""
    error: str = ""
    notes: Notes | None = None
    """What was seen of it, where somebody looked on."""
    times: dict[str, Times] | None = None
    """How long the levels thought, where that was taken."""
    standings: tuple[Sampled, ...] | None = None
    """How it stood at some of its steps, where that was noted."""
