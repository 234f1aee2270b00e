"""`defilade sim`: many games between programs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from defilade.ai import LEVELS
from defilade.cli.play import Option
from defilade.console.options import table_options
from defilade.console.output import print_json, progress_bar
from defilade.lab.games import Game, Run
from defilade.lab.sim import Report, TimedReport, level_each, simulate
from defilade.systems import find_card, playing_teams

Scenario = Annotated[str, typer.Argument(help="The scenario's id, as S1.")]
Games = Annotated[int, typer.Option("--games", min=1, help="How many games.")]
A_LEVEL_EACH = f"A level for each side or team, in order: {', '.join(LEVELS)}."
Sides = Annotated[str, typer.Option("--sides", help=A_LEVEL_EACH)]
Seed = Annotated[int, typer.Option("--seed", help="The same seed gives the same games.")]
Jobs = Annotated[int, typer.Option("--jobs", min=1, help="How many processes share the work.")]
Engine = Annotated[str, typer.Option("--engine", help="local, or ray for a cluster.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
ResultsFile = Annotated[
    Path | None,
    typer.Option(
        "--results", metavar="FILE.jsonl", help="Keep every game there; a second run goes on with it."
    ),
]
Pace = Annotated[bool, typer.Option("--pace", help="Tell how long the players think.")]


def sim(
    scenario: Scenario,
    games: Games = 100,
    sides: Sides = "random,random",
    seed: Seed = 1,
    jobs: Jobs = 1,
    engine: Engine = "local",
    results: ResultsFile = None,
    option: Option = [],  # noqa: B006  (typer reads the default and never changes it)
    pace: Pace = False,
    json: Json = False,
) -> None:
    """Play games between two levels and count who wins."""
    card = find_card(scenario)
    options = table_options(option)
    who = playing_teams(card, options)
    levels = level_each([level.strip() for level in sides.split(",")], who)
    with progress_bar(f"{card.id} {sides}", games) as advance:
        report, finished = simulate(
            card.id,
            levels,
            games,
            seed,
            jobs,
            engine,
            advance,
            options=options,
            results=results,
            timed=pace,
        )
    tell_errors(Run(card.id, tuple(levels), seed, options), finished)
    if json:
        print_json(report)
    else:
        print_report(report, dict(zip(who, levels, strict=True)))
    raise typer.Exit(1 if report.errors else 0)


def tell_errors(run: Run, finished: Sequence[Game]) -> None:
    """Games that broke off, by the seeds with which they can be played again."""
    for game in finished:
        if game.error:
            print(f"game {run.game_seed(game.number)}: {game.error}", file=sys.stderr)


def print_report(report: Report, levels: dict[str, str]) -> None:
    print(f"{report.games} games, {report.errors} errors, {report.draws} draws, {report.seconds:.1f} s")
    print(f"{report.decisions_median:g} decisions in the median game")
    for side, wins in report.wins.items():
        low, high = report.ci95[side]
        whole = report.games - report.errors
        share = 100 * wins / whole if whole else 0.0
        name = f"{side} ({levels[side]})"
        print(f"{name}: {wins} wins, {share:.1f}% (95% interval {100 * low:.1f} to {100 * high:.1f}%)")
    if isinstance(report, TimedReport):
        print_pace(report)


def print_pace(report: TimedReport) -> None:
    print(f"{report.games_per_minute:g} games a minute")
    for level, took in report.thinking.items():
        print(
            f"{level}: {took.decisions} decisions, half within {1000 * took.p50:.3g} ms, "
            f"95% within {1000 * took.p95:.3g} ms, the longest {1000 * took.longest:.3g} ms"
        )
