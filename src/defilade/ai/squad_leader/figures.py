"""How a position of Squad Leader stands, in figures: goals, who is there, material and time."""

from __future__ import annotations

from math import log
from typing import Any

from defilade.ai.squad_leader.decisions import play_of
from defilade.ai.squad_leader.picture import Picture, worth
from defilade.ai.squad_leader.tactics import GROUND, prospects, strength
from defilade.ai.winning import Standing, as_played
from defilade.kernel import Over, Position
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.victory import judged
from defilade.tactics.names import Side

SOME = 1.5
"""Added to both sides of a ratio, in squads, so that a last squad is not everything."""
MARCH = 20.0
"""Who is farther from a goal than so many MF is as far as he can be."""
NEAR = 2.0


class SquadLeaderFigures:
    """Those of one side are those of the other with the other sign."""

    names: tuple[str, ...] = (
        "judgement",
        "stands to win",
        "at the goals",
        "way to go",
        "material",
        "good order",
        "leaders",
        "exposed",
        "on turn",
    )
    material = "material"
    judgement = "judgement"

    def of(self, position: Position[Any], side: Side) -> Standing | None:
        g = play_of(position)
        if not g.state.turn or isinstance(position.pending, Over):
            return None
        enemy = g.enemy_of(side)
        ours, theirs = Picture(g, side), Picture(g, enemy)
        mine, others = strength(g, side), strength(g, enemy)
        figures = (
            (mine - others + prospects(g, side)) / 10,
            _standing(g, side),
            log((at_goals(ours) + SOME) / (at_goals(theirs) + SOME)),
            way_to_go(theirs) - way_to_go(ours),
            log((mine + SOME) / (others + SOME)),
            log((good_order(g, side) + SOME) / (good_order(g, enemy) + SOME)),
            float(leaders(g, side) - leaders(g, enemy)),
            exposed(theirs) - exposed(ours),
            1.0 if g.state.attacker == side else -1.0,
        )
        return Standing(g.scenario.id, side, elapsed(g), figures, as_played(g.state.options))


def _standing(g: SlPlay, side: Side) -> float:
    """Who would win as things stand."""
    condition = g.scenario.victory
    winner = judged(g, condition).winner if condition is not None else ""
    return 0.0 if not winner else 1.0 if winner == side else -1.0


def at_goals(p: Picture) -> float:
    """The worth of those in Good Order at what their side wants, or beside it."""
    return sum(
        worth(p.g, unit) * (1.0 if p.way(unit.hex) <= 0 else 0.5)
        for unit in p.g.on_map(p.side)
        if p.goals and unit.good_order and p.way(unit.hex) <= NEAR
    )


def way_to_go(p: Picture) -> float:
    """How far a side that must act has to go, in squads; 0 for one that has only to be there."""
    if not p.attacks:
        return 0.0
    squads = [unit for unit in p.g.on_map(p.side) if unit.is_mmc and unit.good_order]
    return GROUND * sum(min(p.way(unit.hex), MARCH) for unit in squads)


def good_order(g: SlPlay, side: Side) -> float:
    """The worth of those who can act, in play or still to come."""
    return sum(worth(g, unit) for unit in g.state.units.values() if unit.side == side and not unit.broken)


def leaders(g: SlPlay, side: Side) -> int:
    return sum(1 for u in g.state.units.values() if u.side == side and u.is_leader and not u.broken)


def exposed(p: Picture) -> float:
    """What a side must expect to lose to fire where it stands, in squads."""
    return sum(worth(p.g, u) * p.danger(u.hex, moving=False) for u in p.g.on_map(p.side) if u.good_order)


def elapsed(g: SlPlay) -> float:
    """How much of the game is over, by player turns."""
    turns = 2 * max(1, g.scenario.turns)
    done = 2 * (g.state.turn - 1) + (g.state.attacker != g.scenario.moves_first)
    return min(1.0, max(0.0, done / turns))
