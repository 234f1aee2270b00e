"""Measures scenarios between equal players, and writes down the figures that the lobby shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from defilade import __version__
from defilade.lab.sim import simulate
from defilade.lab.verdict import Verdict, judge
from defilade.rules.catalog import Card
from defilade.rules.content_files import ContentFile, parse
from defilade.rules.measured import Measured

HEADING = """\
# How often each side wins, measured by `defilade lab balance`: the same player on both sides, the card as it is.
"""


class Balance(msgspec.Struct, frozen=True):
    """The figures of one scenario, and what they say."""

    scenario: str
    measured: Measured
    verdict: Verdict
    errors: int


def measure(
    card: Card,
    level: str,
    games: int,
    seed: int = 1,
    jobs: int = 1,
    engine: str = "local",
    folder: Path | None = None,
    progress: Callable[[int], None] = lambda finished: None,
) -> Balance:
    """Play a scenario with the same level on all sides."""
    report, _ = simulate(
        card.id,
        [level] * len(card.sides),
        games,
        seed,
        jobs,
        engine,
        progress,
        results=folder / f"{card.id}.{level}.jsonl" if folder is not None else None,
    )
    whole = report.games - report.errors
    figures = Measured(whole, report.wins, level, __version__, seed, report.draws)
    return Balance(card.id, figures, judge(report.wins), report.errors)


def figures_text(path: Path, found: Mapping[str, Measured]) -> str:
    """The text of a file of figures: those that are in it already, with the new ones in their place."""
    every: dict[str, Measured] = {}
    if path.exists():
        every = parse(ContentFile(str(path), path.read_text(encoding="utf-8")), dict[str, Measured])
    every.update(found)
    return HEADING + "".join(_entry(scenario, every[scenario]) for scenario in sorted(every))


def _entry(scenario: str, figures: Measured) -> str:
    wins = ", ".join(f"{side}: {count}" for side, count in figures.wins.items())
    return (
        f"{scenario}:\n"
        f"  games: {figures.games}\n"
        f"  wins: {{{wins}}}\n"
        f"  draws: {figures.draws}\n"
        f"  players: {figures.players}\n"
        f'  version: "{figures.version}"\n'
        f"  seed: {figures.seed}\n"
    )
