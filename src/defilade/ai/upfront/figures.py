"""How a game of Up Front stands for a side, in figures: men, squads, ground, points, cards and time."""

from __future__ import annotations

from typing import Any, cast

from defilade.ai.upfront.evaluation import cards, evaluate, force, ground, strongest, time_left
from defilade.ai.upfront.ground import position as ground_of
from defilade.ai.upfront.picture import Picture, breaking, points_count
from defilade.ai.winning import Standing, as_played
from defilade.kernel import Position
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.scenario import ATTACKER, DEFENDER
from defilade.rules.upfront.game.state import Group
from defilade.rules.upfront.infantry.victory import losses_of, victory_points


class UpFrontFigures:
    """Figures of all scenarios."""

    names: tuple[str, ...] = (
        "judgement",
        "material",
        "losses",
        "breaking",
        "men",
        "pinned",
        "ground",
        "place",
        "points",
        "cards",
        "time",
        "attacks",
    )
    material = "material"
    judgement = "judgement"

    def of(self, position: Position[Any], side: str) -> Standing | None:
        g = cast(UfPlay, position.system.play(position.state))
        g.silent = True
        if not g.state.mover:
            return None
        picture = Picture(g, side)
        enemies = g.enemies(side)
        role = g.side(side).role
        theirs = {enemy: [one for one in picture.theirs if one.side == enemy] for enemy in enemies}
        figures = (
            evaluate(g, side, picture.draws) / 10,
            force(picture, side) - strongest([force(picture, enemy) for enemy in enemies]),
            max(lost(g, enemy) for enemy in enemies) - lost(g, side),
            max(near_breaking(g, enemy) for enemy in enemies) - near_breaking(g, side),
            fit(g, side) - max(fit(g, enemy) for enemy in enemies),
            max(pinned(g, enemy) for enemy in enemies) - pinned(g, side),
            ground(picture, picture.mine) - strongest([ground(picture, theirs[enemy]) for enemy in enemies]),
            places(picture, picture.mine) - max(places(picture, theirs[enemy]) for enemy in enemies),
            float(victory_points(g, side) - max(victory_points(g, enemy) for enemy in enemies))
            if points_count(g, side)
            else 0.0,
            cards(picture),
            time_left(picture),
            1.0 if role == ATTACKER else -1.0 if role == DEFENDER else 0.0,
        )
        return Standing(
            g.scenario.id, side, min(1.0, max(0.0, picture.elapsed)), figures, as_played(g.state.options)
        )


def lost(g: UfPlay, side: str) -> float:
    """The share of a squad that is lost."""
    return losses_of(g, side) / max(1, g.side(side).cards)


def near_breaking(g: UfPlay, side: str) -> float:
    size, gone = g.side(side).cards, losses_of(g, side)
    return sum(breaking(size, number) for number in range(gone))


def fit(g: UfPlay, side: str) -> float:
    """The share of a squad that can act."""
    able = sum(1 for unit in g.state.units.values() if unit.side == side and not unit.pinned)
    return able / max(1, g.side(side).cards)


def pinned(g: UfPlay, side: str) -> float:
    down = sum(1 for unit in g.state.units.values() if unit.side == side and unit.pinned)
    return down / max(1, g.side(side).cards)


def places(picture: Picture, groups: list[Group]) -> float:
    """How near the groups are to what the scenario asks for."""
    return sum(ground_of(picture, group) for group in groups)
