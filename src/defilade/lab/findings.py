"""What the lab finds out about a scenario: games of several levels, with and without balance provisions.

`survey` plays the games, `Findings` is what came of them: plain data, from which the page is drawn.
"""

from __future__ import annotations

import itertools
import statistics
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from defilade import __version__
from defilade.lab.collect import MEAN_DR, Heat, Notes, added
from defilade.lab.fingerprint import fingerprint
from defilade.lab.games import Game
from defilade.lab.intervals import Z95, difference, wilson
from defilade.lab.pace import Thinking, thinking
from defilade.lab.sim import Report, simulate
from defilade.lab.verdict import Verdict, judge
from defilade.rules.measured import BALANCE
from defilade.systems import Card, find_card, find_system, reader_of

LUCK_BINS = (-3, -2, -1, 0, 1, 2)
"""Lower bounds of the bins of luck, the first and the last without an end."""


class _Found(msgspec.Struct, frozen=True):
    """A part of the findings."""


class Tally(_Found, frozen=True):
    """The games of one pair of levels. Sides stand in the card's order."""

    levels: dict[str, str]
    games: int
    """Without those that broke off."""
    wins: dict[str, int]
    draws: int
    errors: int
    ci95: dict[str, tuple[float, float]]

    def share(self, side: str) -> float:
        return self.wins[side] / self.games if self.games else 0.0


class Provision(_Found, frozen=True):
    """What a balance provision does for the side that it helps."""

    side: str
    words: str
    tally: Tally
    change: float
    """Of the side's share of wins."""
    ci95: tuple[float, float]


class Length(_Found, frozen=True):
    """How long games are, in decisions."""

    shortest: int
    lower_quartile: float
    median: float
    upper_quartile: float
    longest: int
    bins: tuple[tuple[int, int, int], ...]
    """From, to (not included), how many games."""


class Even(_Found, frozen=True):
    """A share of wins with luck taken out of it: luck is owed to nobody, so what it explains is noise (a control
    variate)."""

    share: float
    ci95: tuple[float, float]
    saved: float
    """The share of games that need not be played for it to be known as well."""


class LuckFound(_Found, frozen=True):
    """What the dice did."""

    mean_dr: dict[str, float]
    """Side -> mean of the DRs that it wished low; 7 is what dice owe."""
    throws: dict[str, float]
    """Side -> such DRs a game."""
    luckier_won: int
    games: int
    """That were not drawn and in which one side had better dice."""
    ci95: tuple[float, float]
    by_edge: tuple[dict[str, int], ...]
    """For each bin of the first side's edge in luck: winner -> games."""
    even: Even | None = None
    """The first side's share of wins had luck been even; none in older reports, or of few games."""


class Findings(_Found, frozen=True):
    """All that the page of a scenario shows."""

    scenario: str
    title: str
    sides: tuple[str, ...]
    turns: int
    seed: int
    version: str
    program: str
    verdict: Verdict
    main: Tally
    """The best of the levels against itself: what the verdict and everything below rests on."""
    pairs: tuple[Tally, ...]
    provisions: tuple[Provision, ...]
    decided: dict[str, dict[int, int]]
    """Winner -> turn since whose end it would have won -> games. Turn 0: from the start."""
    ended: dict[str, dict[int, int]]
    """Winner -> turn in which the game ended -> games."""
    lost: dict[str, dict[int, float]]
    """Side -> turn -> mean squad equivalents lost in it."""
    fire: Heat
    movement: Heat
    loss: Heat
    length: Length
    luck: LuckFound
    passive: dict[str, int]
    """Side -> games in which it never moved."""
    thinking: dict[str, Thinking] = {}
    """Level -> how long it thought in the games of equal players."""


class Round(msgspec.Struct, frozen=True):
    """A run of a survey: levels by side, and the side that a provision helps."""

    levels: tuple[str, ...]
    games: int
    helps: str = ""


class Survey(msgspec.Struct, frozen=True):
    """What is to be found out, and how."""

    scenario: str
    levels: tuple[str, ...]
    """Weakest first; every pair of them is played, the provisions with the last."""
    games: int = 100
    """Of the last level against itself; the verdict rests on them."""
    seed: int = 1
    jobs: int = 1
    engine: str = "local"
    folder: Path | None = None
    """Where the single games are kept, so that a survey can be gone on with."""
    pair_games: int | None = None
    """Of each other pair of levels; as many unless it is said."""
    provision_games: int | None = None
    """With each provision; as many unless it is said."""

    def rounds(self, card: Card) -> list[Round]:
        """All runs of games, that of equal players first."""
        pairs = list(itertools.product(self.levels, repeat=len(card.sides)))
        best = (self.levels[-1],) * len(card.sides)
        pairs.sort(key=lambda pair: pair != best)
        others = self.games if self.pair_games is None else self.pair_games
        helped = self.games if self.provision_games is None else self.provision_games
        found = [Round(pair, self.games if pair == best else others) for pair in pairs]
        found += [Round(best, helped, side) for side in provisions_of(card)]
        return [one for one in found if one.games]

    def total(self) -> int:
        """How many games that makes."""
        return sum(one.games for one in self.rounds(find_card(self.scenario)))


def provisions_of(card: Card) -> dict[str, str]:
    """Sides that a provision of the card helps -> how, in words."""
    reader = reader_of(find_system(card.system))
    return reader.provisions(card.id) if reader is not None else {}


def survey(asked: Survey, progress: Callable[[int], None] = lambda finished: None) -> Findings:
    """Play all that was asked for and put together what was found."""
    card = find_card(asked.scenario)
    pairs: list[Tally] = []
    helped: list[tuple[str, Tally]] = []
    watched: list[Game] = []
    for one in asked.rounds(card):
        main = not pairs
        report, games = _play(asked, card, one, main, progress)
        tally = tally_of(card, one.levels, report)
        if one.helps:
            helped.append((one.helps, tally))
        else:
            pairs.append(tally)
        if main:
            watched = [game for game in games if not game.error]
    return put_together(asked, card, pairs, helped, watched)


def _play(
    asked: Survey,
    card: Card,
    one: Round,
    main: bool,
    progress: Callable[[int], None],
) -> tuple[Report, list[Game]]:
    helps = one.helps
    name = ".".join([card.id, "-".join(one.levels), *([f"{BALANCE}-{helps}"] if helps else []), "jsonl"])
    return simulate(
        card.id,
        one.levels,
        one.games,
        asked.seed,
        asked.jobs,
        asked.engine,
        progress,
        options={BALANCE: helps} if helps else {},
        results=asked.folder / name if asked.folder is not None else None,
        watched=main,
        timed=main,
    )


def tally_of(card: Card, levels: Sequence[str], report: Report) -> Tally:
    return Tally(
        levels=dict(zip(card.sides, levels, strict=True)),
        games=report.games - report.errors,
        wins=report.wins,
        draws=report.draws,
        errors=report.errors,
        ci95=report.ci95,
    )


def put_together(
    asked: Survey,
    card: Card,
    pairs: Sequence[Tally],
    helped: Sequence[tuple[str, Tally]],
    games: Sequence[Game],
) -> Findings:
    main = pairs[0]
    notes = [(game.winner, game.notes) for game in games if game.notes is not None]
    every = [one for _, one in notes]
    return Findings(
        scenario=card.id,
        title=card.title,
        sides=card.sides,
        turns=card.turns,
        seed=asked.seed,
        version=__version__,
        program=fingerprint(),
        verdict=judge(main.wins),
        main=main,
        pairs=tuple(pairs),
        provisions=tuple(provision(card, side, main, tally) for side, tally in helped),
        decided=by_turn(card.sides, [(winner, one.decided) for winner, one in notes]),
        ended=by_turn(card.sides, [(winner, one.turns) for winner, one in notes]),
        lost=mean_losses(every),
        fire=added([one.fire for one in every]),
        movement=added([one.movement for one in every]),
        loss=added([one.loss for one in every]),
        length=length_of([game.decisions for game in games]),
        luck=luck_of(card.sides, notes),
        passive={side: sum(not one.movement.get(side) for one in every) for side in card.sides},
        thinking=thinking(game.times for game in games if game.times),
    )


def provision(card: Card, option: str, before: Tally, after: Tally) -> Provision:
    """A provision goes by the side that it helps; what is for even chances helps the side that has less."""
    words = provisions_of(card)[option]
    side = option
    if option not in card.sides:
        side = min(card.sides, key=before.share)
        words = f"For even chances, not on the card: {words}"
    return Provision(
        side=side,
        words=words,
        tally=after,
        change=after.share(side) - before.share(side),
        ci95=difference(before.wins[side], before.games, after.wins[side], after.games),
    )


def by_turn(sides: Sequence[str], games: Sequence[tuple[str, int]]) -> dict[str, dict[int, int]]:
    """Winner -> turn -> games.

    >>> by_turn(["red", "blue"], [("red", 3), ("red", 3), ("", 5)])
    {'red': {3: 2}, 'blue': {}}
    """
    counts = {side: Counter(turn for winner, turn in games if winner == side) for side in sides}
    return {side: dict(sorted(turns.items())) for side, turns in counts.items()}


def mean_losses(notes: Sequence[Notes]) -> dict[str, dict[int, float]]:
    """Side -> turn -> squad equivalents lost, a game. A game that is over loses nobody any more."""
    sums: dict[str, dict[int, float]] = {}
    for one in notes:
        for side, turns in one.lost.items():
            whole = sums.setdefault(side, {})
            for turn, lost in turns.items():
                whole[turn] = whole.get(turn, 0.0) + lost
    return {
        side: {turn: round(lost / len(notes), 3) for turn, lost in sorted(turns.items())}
        for side, turns in sums.items()
    }


def length_of(decisions: Sequence[int]) -> Length:
    """How long games were."""
    if not decisions:
        return Length(0, 0, 0, 0, 0, ())
    ordered = sorted(decisions)
    width = max(10, round((ordered[-1] - ordered[0]) / 10 / 10 + 0.5) * 10)
    first = ordered[0] // width * width
    starts = range(first, ordered[-1] + 1, width)
    return Length(
        shortest=ordered[0],
        lower_quartile=_quantile(ordered, 0.25),
        median=_quantile(ordered, 0.5),
        upper_quartile=_quantile(ordered, 0.75),
        longest=ordered[-1],
        bins=tuple((at, at + width, sum(at <= one < at + width for one in ordered)) for at in starts),
    )


def _quantile(ordered: Sequence[int], share: float) -> float:
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


FEWEST_FOR_EVEN = 20
"""With fewer games a slope is chance."""


def with_even_luck(games: Sequence[tuple[float, float]]) -> Even | None:
    """The share of wins, given as 1, 0 or a half with the edge in luck of each game, had every edge been 0."""
    number = len(games)
    if number < FEWEST_FOR_EVEN:
        return None
    wins, edges = (statistics.fmean(one[place] for one in games) for place in (0, 1))
    spread = sum((edge - edges) ** 2 for _, edge in games)
    whole = sum((won - wins) ** 2 for won, _ in games)
    if not spread or not whole:
        return None
    together = sum((won - wins) * (edge - edges) for won, edge in games)
    explained = together**2 / (spread * whole)
    # That luck owes nobody anything is known beforehand, so its mean need not be measured.
    share = wins - together / spread * edges
    half = Z95 * ((1 - explained) * whole / (number - 2) / number) ** 0.5
    ci95 = max(0.0, share - half), min(1.0, share + half)
    return Even(round(min(1.0, max(0.0, share)), 4), ci95, round(explained, 4))


def luck_of(sides: Sequence[str], notes: Sequence[tuple[str, Notes]]) -> LuckFound:
    """What the dice did, and whether they decided."""
    first, second = sides[0], sides[1]
    edges = [(winner, one.luck[first].score - one.luck[second].score) for winner, one in notes]
    told = [(winner, edge) for winner, edge in edges if winner and edge]
    luckier = sum((winner == first) == (edge > 0) for winner, edge in told)
    return LuckFound(
        mean_dr={side: _mean_dr([one for _, one in notes], side) for side in sides},
        throws={
            side: round(sum(one.luck[side].throws for _, one in notes) / max(1, len(notes)), 2)
            for side in sides
        },
        luckier_won=luckier,
        games=len(told),
        ci95=wilson(luckier, len(told)),
        even=with_even_luck([(float(winner == first) if winner else 0.5, edge) for winner, edge in edges]),
        by_edge=tuple(
            dict(Counter(winner for winner, edge in told if _bin(edge) == place))
            for place in range(len(LUCK_BINS))
        ),
    )


def _mean_dr(notes: Sequence[Notes], side: str) -> float:
    throws = sum(one.luck[side].throws for one in notes)
    pips = sum(one.luck[side].pips for one in notes)
    return round(pips / throws, 3) if throws else float(MEAN_DR)


def _bin(edge: float) -> int:
    """The place among `LUCK_BINS`.

    >>> [_bin(edge) for edge in (-9.0, -2.5, -0.1, 0.1, 1.5, 7.0)]
    [0, 0, 2, 3, 4, 5]
    """
    return max(0, sum(edge >= low for low in LUCK_BINS) - 1)


def read_findings(path: Path) -> Findings:
    """Findings that were kept."""
    return msgspec.json.decode(path.read_bytes(), type=Findings)


def levels_in_words(levels: Mapping[str, str]) -> str:
    """Who played whom.

    >>> levels_in_words({"german": "greedy", "russian": "random"})
    'German greedy, Russian random'
    """
    return ", ".join(f"{side.capitalize()} {level}" for side, level in levels.items())
