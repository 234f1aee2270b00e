"""How a position of the Starter Kit stands, in figures: goals, tasks, material and time."""

from __future__ import annotations

from math import log
from typing import Any, cast

from defilade.ai.starter_kit.reading.evaluation import evaluate, exposure, march, material
from defilade.ai.starter_kit.reading.objectives import Prospects, last_turn, must_act, terms_of, turns_left
from defilade.ai.starter_kit.reading.worth import full_worth
from defilade.ai.winning import Standing, as_played
from defilade.kernel import Position
from defilade.rules.sk.state import SkPlay
from defilade.tactics.names import Side

NARROW = 0.02
"""Chances nearer to 0 or 1 than this are all the same: they are judgements."""
SOME = 1.5
"""Added to both sides of a ratio, in squads, so that a last squad is not everything."""


class StarterKitFigures:
    """Figures of all editions. Those of one side are those of the other with the other sign."""

    names: tuple[str, ...] = (
        "judgement",
        "goal",
        "stands to win",
        "held",
        "at the sites",
        "way to go",
        "material",
        "good order",
        "leaders",
        "exposed",
        "last to move",
        "on turn",
    )
    material = "material"
    judgement = "judgement"

    def of(self, position: Position[Any], side: Side) -> Standing | None:
        g = cast(SkPlay, position.system.play(position.state))
        g.silent = True
        if not g.state.turn:
            return None
        enemy = g.enemy_of(side)
        mine, theirs = material(g, side), material(g, enemy)
        goal, wins, held, sites, way = self._goals(g, side)
        figures = (
            evaluate(g, side) / 10,
            goal,
            wins,
            held,
            sites,
            way,
            log((mine + SOME) / (theirs + SOME)),
            log((good_order(g, side) + SOME) / (good_order(g, enemy) + SOME)),
            leaders(g, side) - leaders(g, enemy),
            exposure(g, enemy) - exposure(g, side),
            sign(turns_left(g, side) - turns_left(g, enemy)),
            1.0 if g.state.attacker == side else -1.0,
        )
        return Standing(g.scenario.id, side, elapsed(g), figures, as_played(g.state.options))

    def _goals(self, g: SkPlay, side: Side) -> tuple[float, float, float, float, float]:
        """The chance of the goals, who would win now, how much is held, who is there, and how far it is."""
        terms = terms_of(g)
        if terms is None:
            return 0.0, 0.0, 0.0, 0.0, 0.0
        prospects = Prospects(g)
        sign = 1.0 if side == terms.taker else -1.0
        chance = min(1 - NARROW, max(NARROW, prospects.chance()))
        acting = must_act(prospects)
        if terms.leaving:
            held = min(1.5, g.state.exited.get(terms.taker, 0) / terms.needed)
        else:
            has = sum(s.weight for s, h in zip(terms.sites, prospects.held, strict=True) if h)
            held = min(1.5, has / terms.needed)
        there = log((sum(prospects.taking) + SOME) / (sum(prospects.holding) + SOME))
        behind = march(prospects, acting)
        return (
            sign * log(chance / (1 - chance)),
            -1.0 if side == acting else 1.0,
            sign * (held - 0.5),
            sign * there,
            behind if side == acting else -behind,
        )


def elapsed(g: SkPlay) -> float:
    """How much of the game is over, by the player turns that are left."""
    sides = g.state.sides
    whole = sum(last_turn(g, side) for side in sides)
    left = sum(turns_left(g, side) for side in sides)
    return min(1.0, max(0.0, 1 - left / whole)) if whole else 1.0


def good_order(g: SkPlay, side: Side) -> float:
    """The worth of those who can act, in play or still to come."""
    return sum(
        full_worth(g, unit)
        for unit in g.state.units.values()
        if unit.side == side and not unit.broken and (unit.hex or unit.edges)
    )


def sign(value: float) -> float:
    """
    >>> sign(-3.5), sign(0.0)
    (-1.0, 0.0)
    """
    return float((value > 0) - (value < 0))


def leaders(g: SkPlay, side: Side) -> int:
    return sum(
        1 for unit in g.state.units.values() if unit.side == side and unit.is_leader and not unit.broken
    )
