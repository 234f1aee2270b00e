"""Learning the chance of winning from games that the program played against itself.

Positions are those that the sides saw; games, not positions, are held out, and what the model says of them is compared
with what the same fit makes of material alone, and of the plans' own judgement.  Fitting needs scikit-learn, using a
model does not.
"""

from __future__ import annotations

import importlib.util
import random
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from defilade import __version__
from defilade.ai.winning import (
    POWERS,
    TIMES,
    Chances,
    Figures,
    Held,
    Model,
    Provenance,
    Standing,
    columns_of,
    logistic,
    spread_out,
)
from defilade.lab.games import Game, SimulationError
from defilade.lab.sim import Progress, simulate
from defilade.systems import card_of, cards, playing_teams, winning_figures_of, with_winning_figures

THIRDS = 3
CLASSES = 10
"""Classes of chance, in which stated chances are compared with what came of them."""
FIRMNESS = (0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
"""How freely weights may be chosen: which of these foretells best is found out within the games that are fitted to."""
FOLDS = 4
HELD_OUT = 4
"""The games are held out in so many parts, one after the other, so that all of them tell how well a model foretells."""
NOTHING = 1e-9

Rows = NDArray[np.float64]


class LearningError(SimulationError):
    """Something that cannot be learned: what, and why."""


class Lesson(msgspec.Struct, frozen=True):
    """A position, when it was, and whether its side won: 1, 0, or a half in a draw."""

    game: str
    share: float
    """How far the game had gone, by its steps."""
    standing: Standing
    won: float


class Asked(msgspec.Struct, frozen=True):
    """What is to be learned from."""

    system: str
    games: int
    """Of each scenario."""
    level: str
    seed: int
    jobs: int = 1
    engine: str = "local"
    results: Path | None = None
    scenarios: tuple[str, ...] = ()
    command: str = ""


def learn(asked: Asked, progress: Progress) -> Model:
    """Play, fit, and look how well it foretells the games that were held out."""
    figures = winning_figures_of(asked.system)
    if figures is None:
        raise LearningError(
            f"there are no figures of {asked.system!r}; there are of: {', '.join(with_winning_figures())}"
        )
    _sklearn()
    lessons: list[Lesson] = []
    games: dict[str, int] = {}
    for scenario in asked.scenarios or tuple(card.id for card in cards(asked.system)):
        found = _lessons_of(asked, scenario, progress)
        games[scenario] = len({one.game for one in found})
        lessons += found
    if not lessons:
        raise LearningError("no game has anything to learn from")
    provenance = Provenance(
        asked.command, asked.seed, asked.level, games, len(lessons), __version__, commit_of()
    )
    held = _foretold(figures, lessons, parts_of({one.game for one in lessons}, asked.seed))
    # What is shipped has seen all games; how it does was found out without those that it had to foretell.
    return fitted(figures, figures.names, lessons, provenance, held)


def _lessons_of(asked: Asked, scenario: str, progress: Progress) -> list[Lesson]:
    card = card_of(asked.system, scenario, {})
    teams = playing_teams(card, {})
    file = asked.results / f"{card.id}.jsonl" if asked.results is not None else None
    _, games = simulate(
        card.id,
        (asked.level,) * len(set(teams.values())),
        asked.games,
        asked.seed,
        asked.jobs,
        asked.engine,
        progress,
        results=file,
        surveyed=True,
    )
    return [lesson for game in games for lesson in lessons_of(card.id, teams, game)]


def lessons_of(scenario: str, teams: Mapping[str, str], game: Game) -> list[Lesson]:
    """What a game teaches; nothing where it broke off."""
    if game.error or not game.standings:
        return []
    last = max(one.step for one in game.standings)

    def won(side: str) -> float:
        return 0.5 if not game.winner else float(teams[side] == teams.get(game.winner, ""))

    return [
        Lesson(f"{scenario}/{game.number}", one.step / last, one.standing, won(one.standing.side))
        for one in game.standings
    ]


def parts_of(games: set[str], seed: int) -> list[set[str]]:
    """The games in equal parts, by chance: each of them is held out once."""
    order = sorted(games)
    random.Random(f"{seed}/held out").shuffle(order)
    return [part for number in range(HELD_OUT) if (part := set(order[number::HELD_OUT]))]


# -- fitting -----------------------------------------------------------------------------------------------


def fitted(
    figures: Figures,
    names: Sequence[str],
    lessons: Sequence[Lesson],
    provenance: Provenance,
    held: tuple[Held, ...] = (),
) -> Model:
    """The model of some of the figures that foretells the lessons best."""
    places = [figures.names.index(name) for name in names]
    standings = [_only(one.standing, places) for one in lessons]
    keys = tuple(sorted({one.key for one in standings}))
    table = np.array([one.figures for one in standings])
    means, scales = table.mean(axis=0), table.std(axis=0)
    scales[scales < NOTHING] = 1.0
    rows = spread_out(standings, means, scales, keys)
    weights = _weights(rows, lessons)
    many = len(names)
    if len(weights) != columns_of(names, keys):
        raise LearningError("the weights are not as many as the figures ask for")
    by_figure = weights[: POWERS * (many + 1)].reshape(POWERS, many + 1).T
    by_key = weights[POWERS * (many + 1) :].reshape(TIMES, len(keys)).T
    return Model(
        names=tuple(names),
        means=_plain(means),
        scales=_plain(scales),
        worth=tuple(_plain(row) for row in by_figure[:many]),
        base=_plain(by_figure[many]),
        scenarios={key: _plain(row) for key, row in zip(keys, by_key, strict=True)},
        provenance=provenance,
        held_out=held,
    )


def _only(standing: Standing, places: Sequence[int]) -> Standing:
    return msgspec.structs.replace(standing, figures=tuple(standing.figures[place] for place in places))


def _plain(values: Rows) -> tuple[float, ...]:
    return tuple(round(float(value), 5) for value in values)


def _sklearn() -> Any:
    if importlib.util.find_spec("sklearn") is None:
        raise LearningError("learning needs the package scikit-learn: pip install 'defilade[learn]'")
    from sklearn import linear_model

    return linear_model


def _weights(rows: Rows, lessons: Sequence[Lesson]) -> Rows:
    """A logistic regression; how freely, the lessons themselves say, games held together."""
    won = np.array([one.won for one in lessons])
    order = sorted({one.game for one in lessons})
    fold_of = {game: number % FOLDS for number, game in enumerate(order)}
    folds = np.array([fold_of[one.game] for one in lessons])
    found = FIRMNESS[0]
    if len(order) >= 2 * FOLDS:
        found = min(FIRMNESS, key=lambda free: _missed(rows, won, folds, free))
    return _regressed(rows, won, found)


def _missed(rows: Rows, won: Rows, folds: NDArray[np.int64], free: float) -> float:
    """The Brier score of folds foretold from the others."""
    total = 0.0
    for fold in range(FOLDS):
        inside = folds == fold
        weights = _regressed(rows[~inside], won[~inside], free)
        total += float(np.sum((logistic(rows[inside] @ weights) - won[inside]) ** 2))
    return total


def _regressed(rows: Rows, won: Rows, free: float) -> Rows:
    # A draw counts as half a win and half a loss.
    twice = np.vstack([rows, rows])
    outcome = np.concatenate([np.ones(len(rows)), np.zeros(len(rows))])
    weight = np.concatenate([won, 1 - won])
    kept = weight > 0
    model = _sklearn().LogisticRegression(C=free, fit_intercept=False, max_iter=2_000)
    model.fit(twice[kept], outcome[kept], sample_weight=weight[kept])
    found: Rows = model.coef_[0]
    return found


# -- how well it foretells ---------------------------------------------------------------------------------


def _foretold(figures: Figures, lessons: Sequence[Lesson], parts: Sequence[set[str]]) -> tuple[Held, ...]:
    """By third of the game, beside material alone and the plans' judgement: all three are fitted to the same games,
    with time and scenario, and each part of the games is foretold from the others."""
    if len(parts) < 2:
        return ()
    nothing = Provenance("", 0, "", {}, 0, "", "")
    stated = []
    for names in (figures.names, (figures.material,), (figures.judgement,)):
        places = [figures.names.index(name) for name in names]
        chances = np.zeros(len(lessons))
        for part in parts:
            model = fitted(figures, names, [one for one in lessons if one.game not in part], nothing)
            inside = [place for place, one in enumerate(lessons) if one.game in part]
            tested = [_only(lessons[place].standing, places) for place in inside]
            chances[inside] = Chances(model, figures).of_all(tested)
        stated.append(chances)
    won = np.array([one.won for one in lessons])
    third = np.array([min(THIRDS - 1, int(THIRDS * one.share)) for one in lessons])
    found = []
    for number in range(THIRDS):
        inside_third = third == number
        if inside_third.any():
            scores = [
                score for chances in stated for score in _scores(chances[inside_third], won[inside_third])
            ]
            found.append(Held(number + 1, int(inside_third.sum()), *scores))
    return tuple(found)


def _scores(stated: Rows, won: Rows) -> tuple[float, float, float]:
    return (
        round(float(np.mean((stated - won) ** 2)), 4),
        round(auc(stated, won), 4),
        round(off(stated, won), 4),
    )


def auc(stated: Rows, won: Rows) -> float:
    """How often, of a position that was won and one that was lost, the won one has the higher chance.

    >>> auc(np.array([0.9, 0.4, 0.6]), np.array([1.0, 0.0, 1.0]))
    1.0
    """
    winners, losers = stated[won == 1], np.sort(stated[won == 0])
    if not len(winners) or not len(losers):
        return 0.5
    below = np.searchsorted(losers, winners, "left")
    upto = np.searchsorted(losers, winners, "right")
    return float(np.mean(below + upto) / 2 / len(losers))


def off(stated: Rows, won: Rows) -> float:
    """How far stated chances are from how often they came true, on average over classes of chance.

    >>> round(off(np.array([0.95, 0.95, 0.95, 0.95]), np.array([1.0, 1.0, 1.0, 0.0])), 2)
    0.2
    """
    place = np.minimum(CLASSES - 1, (stated * CLASSES).astype(int))
    total = 0.0
    for one in range(CLASSES):
        inside = place == one
        if inside.any():
            total += abs(float(np.mean(stated[inside]) - np.mean(won[inside]))) * int(inside.sum())
    return total / len(stated)


def commit_of() -> str:
    """The commit of the checkout that the program runs from; empty where it runs from none."""
    try:
        told = subprocess.run(
            ["git", "describe", "--always", "--dirty", "--abbrev=12"],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:
        return ""
    return told.stdout.strip() if told.returncode == 0 else ""


def model_text(model: Model) -> str:
    """A model as a content file: a line a figure, a side and a third."""
    plain = msgspec.to_builtins(model)
    lines = ["# The chance of winning, learned from games of the program against itself: see docs/lab.md."]
    for name, value in plain.items():
        if isinstance(value, dict) and value:
            lines.append(f"{name}:")
            lines += [f"  {_quoted(key)}: {_flow(one)}" for key, one in value.items()]
        elif isinstance(value, (list, tuple)) and value and isinstance(value[0], (list, tuple, dict)):
            lines.append(f"{name}:")
            lines += [f"  - {_flow(one)}" for one in value]
        else:
            lines.append(f"{name}: {_flow(value)}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return msgspec.json.encode(text).decode()


def _flow(value: Any) -> str:
    return msgspec.json.encode(value).decode().replace('":', '": ').replace(",", ", ")
