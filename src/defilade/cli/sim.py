"""`defilade sim`: many games between programs."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from defilade.ai import LEVELS
from defilade.cli.errors import CommandError
from defilade.cli.output import print_json, progress_bar
from defilade.lab.sim import Game, Report, game_seed, simulate
from defilade.rules.catalog import find_card

Scenario = Annotated[str, typer.Argument(help="The scenario's id, as S1.")]
Games = Annotated[int, typer.Option("--games", min=1, help="How many games.")]
A_LEVEL_EACH = f"A level for each side, in order: {', '.join(LEVELS)}."
Sides = Annotated[str, typer.Option("--sides", help=A_LEVEL_EACH)]
Seed = Annotated[int, typer.Option("--seed", help="The same seed gives the same games.")]
Jobs = Annotated[int, typer.Option("--jobs", min=1, help="How many processes share the work.")]
Engine = Annotated[str, typer.Option("--engine", help="local, or ray for a cluster.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def sim(
    scenario: Scenario,
    games: Games = 100,
    sides: Sides = "random,random",
    seed: Seed = 1,
    jobs: Jobs = 1,
    engine: Engine = "local",
    json: Json = False,
) -> None:
    """Play games between two levels and count who wins."""
    levels = [level.strip() for level in sides.split(",")]
    if engine not in ("local", "ray"):
        raise CommandError(f"there is no engine {engine!r}; there are: local, ray")
    card = find_card(scenario)
    with progress_bar(f"{card.id} {sides}", games) as advance:
        report, finished = simulate(card.id, levels, games, seed, jobs, engine, advance)
    for game in finished:
        if game.error:
            print(f"game {game_seed(card.id, seed, game.number)}: {game.error}", file=sys.stderr)
    if json:
        print_json(report)
    else:
        print_report(report, dict(zip(card.sides, levels, strict=True)), finished)
    raise typer.Exit(1 if report.errors else 0)


def print_report(report: Report, levels: dict[str, str], finished: list[Game]) -> None:
    print(f"{report.games} games, {report.errors} errors, {report.draws} draws, {report.seconds:.1f} s")
    print(f"{report.decisions_median:g} decisions in the median game")
    for side, wins in report.wins.items():
        low, high = report.ci95[side]
        whole = report.games - report.errors
        share = 100 * wins / whole if whole else 0.0
        name = f"{side} ({levels[side]})"
        print(f"{name}: {wins} wins, {share:.1f}% (95% interval {100 * low:.1f} to {100 * high:.1f}%)")
