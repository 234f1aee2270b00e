"""The chance of winning: how a position stands for a side in figures, and what such figures have come to in many games.

The figures are a system's own (`Figures`), read from what one side sees.  What they are worth, early and late, the lab
has fitted to games that the program played against itself (`defilade lab learn`); the model is a content file beside
the scenarios.  To use it takes a few multiplications.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from defilade.kernel import Over, Position
from defilade.rules.content_files import ContentError, ContentFiles, parse
from defilade.rules.measured import BALANCE, EVEN

FARTHEST = 4.0
"""No figure counts for more than so many of its standard deviations: beyond them nothing was seen."""
POWERS = 3
"""What a figure is worth is a constant, a part that grows with time, and one that grows with its square."""
TIMES = 2
"""A scenario counts by how it favours a side at its beginning, and at its end."""
SURE = 0.002
"""Before it is over no game is more certain than this."""
AS_ON_THE_CARD, OTHERWISE = "", "otherwise"
"""How a scenario is played: as its card says, with our changes for even chances (`EVEN`), or in any other way."""

Matrix = NDArray[np.float64]


class Standing(msgspec.Struct, frozen=True):
    """How a position stands for a side."""

    scenario: str
    side: str
    elapsed: float
    """How much of the game is over, 0 to 1."""
    figures: tuple[float, ...]
    """Above 0 where the side is better off, in the order of `Figures.names`."""
    terms: str = AS_ON_THE_CARD
    """How the scenario is played."""

    @property
    def key(self) -> str:
        return f"{self.scenario}/{self.side}"

    @property
    def measure(self) -> str:
        """What its beginning is measured by: the scenario as it is played.

        >>> Standing("S1", "german", 0.0, ()).measure, Standing("S1", "german", 0.0, (), EVEN).measure
        ('S1/german', 'S1+even/german')
        """
        return measure_of(self.scenario, self.side, self.terms)


def measure_of(scenario: str, side: str, terms: str = AS_ON_THE_CARD) -> str:
    return f"{scenario}+{terms}/{side}" if terms else f"{scenario}/{side}"


def as_played(options: Mapping[str, str]) -> str:
    """How a scenario is played with these table options.

    >>> as_played({}), as_played({"balance": "even"}), as_played({"balance": "german"})
    ('', 'even', 'otherwise')
    """
    chosen = {name: value for name, value in options.items() if value}
    if not chosen:
        return AS_ON_THE_CARD
    return EVEN if chosen == {BALANCE: EVEN} else OTHERWISE


class Figures(Protocol):
    """What a system reads off its positions."""

    names: tuple[str, ...]
    material: str
    """Which of them is what is left of both sides, and nothing else."""
    judgement: str
    """Which of them is the plans' own judgement of a position."""

    def of(self, position: Position[Any], side: str) -> Standing | None:
        """How a position stands for a side, as far as it sees it; none while there is nothing to judge."""


class Provenance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a model is from."""

    command: str
    seed: int
    level: str
    """Who played both sides."""
    games: dict[str, int]
    """Scenario -> games."""
    positions: int
    """Those that it was fitted to; each counts once for each side."""
    version: str
    commit: str
    """The program that played; empty where that is not known."""


class Held(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How well chances foretold games that they were not fitted to, in a third of the game."""

    third: int
    positions: int
    brier: float
    auc: float
    off: float
    """How far stated chances are from how often they came true, on average over ten classes of chance."""
    material_brier: float
    material_auc: float
    material_off: float
    judgement_brier: float
    judgement_auc: float
    judgement_off: float


class Agreed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """By how much the chances of a side are moved, in log-odds, so that they begin with what was measured."""

    share: float
    """How often the side wins between equal players."""
    games: int
    """That were measured."""
    begin: float
    end: float


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What figures are worth."""

    names: tuple[str, ...]
    means: tuple[float, ...]
    scales: tuple[float, ...]
    worth: tuple[tuple[float, ...], ...]
    """Of each figure: `POWERS` of the time that is over."""
    base: tuple[float, ...]
    """The same of no figure."""
    scenarios: dict[str, tuple[float, ...]]
    """Scenario and side -> how much it favours that side, at the beginning and at the end."""
    provenance: Provenance
    held_out: tuple[Held, ...] = ()
    agreed: dict[str, Agreed] = {}
    """The scenario as it is played, and side -> what was measured. Of others no chance is told (`Chances.told`)."""


def columns_of(names: Sequence[str], keys: Sequence[str]) -> int:
    """How many numbers a model has."""
    return POWERS * (len(names) + 1) + TIMES * len(keys)


def spread_out(
    standings: Sequence[Standing], means: Matrix, scales: Matrix, keys: Sequence[str]
) -> NDArray[np.float64]:
    """A row for each standing: what the weights of a model are multiplied with."""
    figures = np.array([one.figures for one in standings], dtype=np.float64).reshape(len(standings), -1)
    elapsed = np.array([one.elapsed for one in standings], dtype=np.float64)[:, None]
    usual = np.clip((figures - means) / scales, -FARTHEST, FARTHEST)
    with_base = np.hstack([usual, np.ones_like(elapsed)])
    place = {key: number for number, key in enumerate(keys)}
    of_scenario = np.zeros((len(standings), len(keys)))
    for row, one in enumerate(standings):
        column = place.get(one.key)
        if column is not None:
            of_scenario[row, column] = 1.0
    powers = [with_base * elapsed**power for power in range(POWERS)]
    return np.hstack([*powers, of_scenario * (1 - elapsed), of_scenario * elapsed])


class Chances:
    """The chance of winning from positions of a system."""

    def __init__(self, model: Model, figures: Figures) -> None:
        self.model, self.figures = model, figures
        self._means, self._scales = np.array(model.means), np.array(model.scales)
        self._keys = tuple(model.scenarios)
        by_power = zip(*[*model.worth, model.base], strict=True)
        by_time = zip(*model.scenarios.values(), strict=True) if model.scenarios else ()
        self._weights = np.array(
            [*(w for powers in by_power for w in powers), *(w for t in by_time for w in t)]
        )

    def of(self, position: Position[Any], side: str) -> float | None:
        """The chance of a side from a position; none while there is nothing to judge."""
        moment = position.pending
        if isinstance(moment, Over):
            if not moment.winner:
                return 0.5
            team = position.system.team
            return float(team(position.state, moment.winner) == team(position.state, side))
        standing = self.figures.of(position, side)
        return None if standing is None else float(self.of_all([standing])[0])

    def told(self, position: Position[Any], side: str) -> float | None:
        """The chance as a figure that somebody is told: none where nobody has measured how often a side wins the
        scenario as it is played here, for then nobody can say that it is right."""
        if not isinstance(position.pending, Over):
            standing = self.figures.of(position, side)
            if standing is None or standing.measure not in self.model.agreed:
                return None
        return self.of(position, side)

    def of_all(self, standings: Sequence[Standing]) -> Matrix:
        """The chances of many at once."""
        rows = spread_out(standings, self._means, self._scales, self._keys)
        found: Matrix = np.clip(logistic(rows @ self._weights + self._moved(standings)), SURE, 1 - SURE)
        return found

    def _moved(self, standings: Sequence[Standing]) -> Matrix:
        """By how much what was measured moves each of them."""
        agreed = self.model.agreed
        found = np.zeros(len(standings))
        for row, one in enumerate(standings):
            by = agreed.get(one.measure)
            if by is not None:
                found[row] = by.begin * (1 - one.elapsed) + by.end * one.elapsed
        return found


def logistic(values: Matrix) -> Matrix:
    """
    >>> float(logistic(np.array([0.0]))[0])
    0.5
    """
    found: Matrix = 1 / (1 + np.exp(-values))
    return found


def is_learned(file: str) -> bool:
    """Whether there is a model of this name."""
    return bool(file) and ContentFiles().path(file).is_file()


@cache
def load_model(file: str) -> Model:
    """A model from the content. Raises `ContentError`."""
    found = parse(ContentFiles().read(file), Model)
    check_model(file, found)
    return found


def check_model(file: str, model: Model) -> None:
    """That a model's numbers belong together."""
    many = len(model.names)
    for name, values in (("means", model.means), ("scales", model.scales), ("worth", model.worth)):
        if len(values) != many:
            raise ContentError(file, name, f"needs {many} entries, one for each of the names")
    if any(scale <= 0 for scale in model.scales):
        raise ContentError(file, "scales", "must be above 0")
    if any(len(one) != POWERS for one in (*model.worth, model.base)):
        raise ContentError(file, "worth", f"needs {POWERS} numbers for each figure")
    if any(len(one) != TIMES for one in model.scenarios.values()):
        raise ContentError(file, "scenarios", f"needs {TIMES} numbers for each side")


def chances_of(file: str, figures: Figures) -> Chances:
    """The chances of a system by its model. Raises `ContentError` where it was fitted to other figures."""
    model = load_model(file)
    if model.names != figures.names:
        raise ContentError(file, "names", f"are not those of today: {', '.join(figures.names)}")
    return Chances(model, figures)
