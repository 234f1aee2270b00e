"""Measures scenarios between equal players, and writes down the figures that the lobby shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from defilade import __version__
from defilade.lab.games import SimulationError
from defilade.lab.sim import simulate
from defilade.lab.verdict import Verdict, judge
from defilade.rules.content_files import ContentFile, parse
from defilade.rules.measured import Measured
from defilade.systems import Card, playing_teams

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
    options: Mapping[str, str] | None = None,
) -> Balance:
    """Play a scenario with the same level on all sides, as the card has it or with options of the table."""
    chosen = options or {}
    name = ".".join([card.id, level, *(f"{key}-{value}" for key, value in sorted(chosen.items())), "jsonl"])
    report, _ = simulate(
        card.id,
        [level] * len(playing_teams(card, chosen)),
        games,
        seed,
        jobs,
        engine,
        progress,
        options=chosen,
        results=folder / name if folder is not None else None,
    )
    whole = report.games - report.errors
    figures = Measured(whole, report.wins, level, __version__, seed, report.draws)
    return Balance(card.id, figures, judge(report.wins), report.errors)


def with_even(path: Path, found: Mapping[str, Measured]) -> dict[str, Measured]:
    """The entries of a file of figures with new figures for even chances in them."""
    kept = _kept(path)
    missing = [scenario for scenario in found if scenario not in kept]
    if missing:
        raise SimulationError(f"{path}: measure {', '.join(missing)} as on the card first")
    return {name: msgspec.structs.replace(kept[name], even=figures) for name, figures in found.items()}


def figures_text(path: Path, found: Mapping[str, Measured]) -> str:
    """The text of a file of figures: those that are in it already, with the new ones in their place."""
    kept = _kept(path)
    every = {**kept, **found}
    for name, figures in found.items():
        if figures.even is None and name in kept:
            every[name] = msgspec.structs.replace(figures, even=kept[name].even)
    return HEADING + "".join(_entry(scenario, every[scenario]) for scenario in sorted(every))


def _kept(path: Path) -> dict[str, Measured]:
    if not path.exists():
        return {}
    return parse(ContentFile(str(path), path.read_text(encoding="utf-8")), dict[str, Measured])


def _entry(scenario: str, figures: Measured) -> str:
    text = f"{scenario}:\n" + _lines(figures, "  ")
    return text if figures.even is None else text + "  even:\n" + _lines(figures.even, "    ")


def _lines(figures: Measured, indent: str) -> str:
    wins = ", ".join(f"{side}: {count}" for side, count in figures.wins.items())
    lines = (
        f"games: {figures.games}",
        f"wins: {{{wins}}}",
        f"draws: {figures.draws}",
        f"players: {figures.players}",
        f'version: "{figures.version}"',
        f"seed: {figures.seed}",
    )
    return "".join(f"{indent}{line}\n" for line in lines)
