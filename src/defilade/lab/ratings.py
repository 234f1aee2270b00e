"""How strong the levels are: every level against every other, on every scenario, from both sides.

Ratings are those of openskill (Plackett-Luce): each game moves the ratings of its two players. A scenario that
favours a side does no harm, because each level plays either side as often as the other does.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from openskill.models import PlackettLuce

from defilade import __version__
from defilade.lab.fingerprint import fingerprint
from defilade.lab.games import SimulationError
from defilade.lab.intervals import wilson
from defilade.lab.sim import simulate
from defilade.systems import find_card

PAIR = 2
"""Ratings are of one level against another: no scenarios for more than two."""


class Contest(msgspec.Struct, frozen=True):
    """Who is rated, and over what."""

    levels: tuple[str, ...]
    scenarios: tuple[str, ...]
    games: int = 10
    """For each pair of levels, scenario and seating."""
    seed: int = 1
    jobs: int = 1
    engine: str = "local"
    folder: Path | None = None

    def rounds(self) -> list[tuple[str, tuple[str, str]]]:
        """Scenario, and the levels in the order of its sides."""
        pairs = itertools.permutations(self.levels, 2)
        return [(scenario, pair) for pair in pairs for scenario in self.scenarios]

    def total(self) -> int:
        return self.games * len(self.rounds())


class Bout(msgspec.Struct, frozen=True):
    """One game of a contest: the winner's place among the two, or None in a draw."""

    number: int
    scenario: str
    levels: tuple[str, str]
    winner: int | None


class Rated(msgspec.Struct, frozen=True):
    """A level's rating: `rating` is its strength, `doubt` the standard deviation of that."""

    level: str
    rating: float
    doubt: float
    games: int
    wins: int


class Meeting(msgspec.Struct, frozen=True):
    """How one level fared against another, over all scenarios and both seatings."""

    level: str
    against: str
    games: int
    wins: int
    ci95: tuple[float, float]


class Ratings(msgspec.Struct, frozen=True):
    """The table, best level first."""

    scenarios: tuple[str, ...]
    version: str
    program: str
    seed: int
    rated: tuple[Rated, ...]
    meetings: tuple[Meeting, ...]


def rate(contest: Contest, progress: Callable[[int], None] = lambda finished: None) -> Ratings:
    """Play the contest and rate the levels."""
    if len(set(contest.levels)) < 2:
        raise SimulationError("ratings need two levels or more")
    crowded = [name for name in contest.scenarios if len(find_card(name).sides) > PAIR]
    if crowded:
        raise SimulationError(
            f"ratings are of one level against another: {', '.join(crowded)} is for more than two"
        )
    bouts: list[Bout] = []
    for scenario, levels in contest.rounds():
        bouts += _play(contest, scenario, levels, progress)
    return table_of(contest, bouts)


def _play(
    contest: Contest, scenario: str, levels: tuple[str, str], progress: Callable[[int], None]
) -> list[Bout]:
    card = find_card(scenario)
    name = f"{card.id}.{'-'.join(levels)}.jsonl"
    _, games = simulate(
        card.id,
        levels,
        contest.games,
        contest.seed,
        contest.jobs,
        contest.engine,
        progress,
        results=contest.folder / name if contest.folder is not None else None,
    )
    return [
        Bout(game.number, card.id, levels, card.sides.index(game.winner) if game.winner else None)
        for game in games
        if not game.error
    ]


def table_of(contest: Contest, bouts: Sequence[Bout]) -> Ratings:
    rated = ratings_of(contest.levels, bouts)
    order = [one.level for one in rated]
    return Ratings(
        scenarios=contest.scenarios,
        version=__version__,
        program=fingerprint(),
        seed=contest.seed,
        rated=tuple(rated),
        meetings=tuple(_meeting(one, other, bouts) for one, other in itertools.combinations(order, 2)),
    )


def ratings_of(levels: Sequence[str], bouts: Sequence[Bout]) -> list[Rated]:
    """Rate the levels, best first. The bouts are taken in rounds, so that no pair's games all come last."""
    model = PlackettLuce()
    players = {level: model.rating(name=level) for level in levels}
    for bout in sorted(bouts, key=lambda one: (one.number, one.scenario, one.levels)):
        first, second = (players[level] for level in bout.levels)
        ranks = [1, 1] if bout.winner is None else [1, 2] if bout.winner == 0 else [2, 1]
        [[first], [second]] = model.rate([[first], [second]], ranks=[float(rank) for rank in ranks])
        players.update(zip(bout.levels, (first, second), strict=True))
    rated = [_rated(level, player.mu, player.sigma, bouts) for level, player in players.items()]
    return sorted(rated, key=lambda one: -one.rating)


def _rated(level: str, rating: float, doubt: float, bouts: Sequence[Bout]) -> Rated:
    own = [bout for bout in bouts if level in bout.levels]
    wins = sum(bout.winner == bout.levels.index(level) for bout in own)
    return Rated(level, round(rating, 2), round(doubt, 2), len(own), wins)


def _meeting(level: str, against: str, bouts: Sequence[Bout]) -> Meeting:
    between = [bout for bout in bouts if set(bout.levels) == {level, against}]
    wins = sum(bout.winner == bout.levels.index(level) for bout in between)
    return Meeting(level, against, len(between), wins, wilson(wins, len(between)))


def ratings_text(found: Ratings) -> str:
    """The table as a page of the documentation."""
    lines = [
        "# Ratings of the levels",
        "",
        f"Measured by `defilade lab ratings` over {', '.join(found.scenarios)}: every level against every other, "
        "from both sides, equally often. Ratings are openskill's (Plackett-Luce, everybody begins at 25); the doubt "
        "is one standard deviation.",
        "",
        "| level | rating | doubt | games | won |",
        "|---|---:|---:|---:|---:|",
    ]
    lines += [
        f"| {one.level} | {one.rating:.1f} | {one.doubt:.1f} | {one.games} | {_share(one.wins, one.games)} |"
        for one in found.rated
    ]
    lines += ["", "| level | against | games | won | 95% interval |", "|---|---|---:|---:|---|"]
    lines += [
        f"| {one.level} | {one.against} | {one.games} | {_share(one.wins, one.games)} | "
        f"{100 * one.ci95[0]:.1f} to {100 * one.ci95[1]:.1f}% |"
        for one in found.meetings
    ]
    lines += ["", f"Version {found.version}, program {found.program}, seed {found.seed}."]
    return "\n".join(lines) + "\n"


def level_figures_text(found: Ratings) -> str:
    """The table as the file of figures that the lobby shows."""
    lines = [
        "# How strong the levels of computer opponent are against each other, as `defilade lab ratings` has measured",
        "# it: see docs/ratings.md, which is written by the same run.",
        f"scenarios: [{', '.join(found.scenarios)}]",
        f'version: "{found.version}"',
        f"seed: {found.seed}",
        "rated:",
    ]
    lines += [
        f"- {{level: {one.level}, rating: {one.rating:.1f}, doubt: {one.doubt:.1f}, "
        f"games: {one.games}, wins: {one.wins}}}"
        for one in found.rated
    ]
    return "\n".join(lines) + "\n"


def _share(wins: int, games: int) -> str:
    return f"{100 * wins / games:.1f}%" if games else "-"
