"""Chances that agree with what was measured.

A model is fitted to few games of each scenario, and often to those of a quick level; how often each side wins between
better players is measured with more.  What the model says of the beginning is moved until it says, on average over
some set-ups, what was measured, so that two figures of one scenario do not contradict each other.  Where nothing was
measured no chance is told.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from defilade.ai import for_a_game
from defilade.ai.winning import Agreed, Chances, Figures, Model, Standing, logistic, measure_of
from defilade.kernel import Chance, Choice, Position, Sampled, make_view
from defilade.lab.games import SimulationError
from defilade.lab.sim import Progress
from defilade.rules.measured import BALANCE, EVEN, Measured
from defilade.systems import (
    Card,
    cards,
    find_player,
    find_system,
    measured,
    playing_sides,
    winning_figures_of,
)

SET_UP_BY = "normal"
"""Who sets up: what was measured is from games of it."""
SAME_LEVEL = {"tactician": "normal"}
MOST_STEPS = 5_000
"""No set-up takes so long."""
FARTHEST, HALVINGS = 12.0, 60
"""Between how many log-odds it is looked for, and how finely."""


def agree(
    system: str, model: Model, set_ups: int, seed: int, progress: Progress = lambda done: None
) -> Model:
    """A model whose chances at the beginning are those that were measured, for every scenario of which there are
    figures, as its card has it and with our changes for even chances."""
    figures = winning_figures_of(system)
    if figures is None:
        raise SimulationError(f"there are no figures of {system!r}")
    found: dict[str, Agreed] = {}
    for card in cards(system):
        for options, balance in measurements(card):
            starts = [
                standing
                for number in range(1, set_ups + 1)
                for standing in opening(card, figures, options, f"{card.id}/{seed}/{number}")
            ]
            found |= agreed(model, figures, starts, balance, card)
        progress(1)
    return msgspec.structs.replace(model, agreed=found)


def measurements(card: Card) -> list[tuple[dict[str, str], Measured]]:
    """What was measured of a scenario, with the options of the table that it was measured with."""
    as_it_is = measured(card)
    if as_it_is is None:
        return []
    even = as_it_is.even
    return [({}, as_it_is), *([({BALANCE: EVEN}, even)] if even is not None else [])]


def opening(card: Card, figures: Figures, options: Mapping[str, str], seed: str) -> list[Standing]:
    """How a game stands for each side when there is first something to judge."""
    system = find_system(card.system)
    sides = playing_sides(card, options)
    players = {side: for_a_game(find_player(SET_UP_BY, timed=False)) for side in sides}
    rngs = {side: random.Random(f"{seed}/{side}") for side in sides}
    dice = Sampled(random.Random(f"{seed}/dice"))
    position, _ = system.begin(card.id, options)
    for step in range(MOST_STEPS):
        seen = [
            figures.of(Position(system, system.redact(position.state, side)), side)
            for side in sides
            if position.state.stack
        ]
        found = [standing for standing in seen if standing is not None]
        if found:
            return found
        moment = position.pending
        if isinstance(moment, Chance):
            position.advance(dice.draw(moment, step + 1))
        elif isinstance(moment, Choice):
            view = make_view(system, position, moment.side, step)
            position.advance(players[moment.side].choose(view, system, rngs[moment.side]))
        else:
            break
    raise SimulationError(f"{card.id}: nothing can be judged after its set-up")


def agreed(
    model: Model, figures: Figures, starts: Sequence[Standing], balance: Measured, card: Card
) -> dict[str, Agreed]:
    """By how much each side must be moved. Where the games that were learned from are another level's, a scenario may
    favour another side altogether, and all of it is moved; else only what is said of its beginning."""
    bare = Chances(msgspec.structs.replace(model, agreed={}), figures)
    other_players = model.provenance.level != SAME_LEVEL.get(balance.players, balance.players)
    found = {}
    for side, won in balance.wins.items():
        own = [one for one in starts if one.side == side]
        share = share_of(won + balance.draws / len(balance.wins), balance.games)
        by = round(moved_by(bare, own, share), 4)
        key = measure_of(card.id, side, own[0].terms)
        found[key] = Agreed(round(share, 4), balance.games, by, by if other_players else 0.0)
    return found


def share_of(won: float, games: int) -> float:
    """
    >>> share_of(3, 4), share_of(0, 50), share_of(50, 50)
    (0.75, 0.01, 0.99)
    """
    least = 0.5 / games
    return min(1 - least, max(least, won / games))


def moved_by(chances: Chances, starts: Sequence[Standing], share: float) -> float:
    """The log-odds that bring the mean of the chances to a share."""
    stated = chances.of_all(starts)
    odds = np.log(stated / (1 - stated))
    low, high = -FARTHEST, FARTHEST
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if float(np.mean(logistic(odds + middle))) < share:
            low = middle
        else:
            high = middle
    return (low + high) / 2
