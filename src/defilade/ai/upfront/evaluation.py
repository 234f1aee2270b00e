"""How good a position is for a side, in riflemen: who is left, where they stand, what they hold, how time stands."""

from __future__ import annotations

import math

from defilade.ai.upfront.draws import Draws
from defilade.ai.upfront.ground import points_of, position
from defilade.ai.upfront.hand import Hand
from defilade.ai.upfront.picture import Picture, breaking, points_count
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.scenario import DEFENDER
from defilade.rules.upfront.game.state import Group
from defilade.rules.upfront.game.victory_conditions import Points, Segments
from defilade.rules.upfront.infantry.victory import casualty_points, losses_of
from defilade.rules.upfront.scenarios.two_parts import in_second_part
from defilade.rules.upfront.turn.sequence import hand_limit

WON, NEARLY = 30.0, 28.0
"""A game that is won is worth more than any position."""
HELD, EMPTY = 1.0, 0.5
"""How much the cards of the hand count, and a place in it that is yet to be filled."""
PINNED = 0.6
"""What is left of a pinned man."""
BREAKING = 6.0
"""How much it counts that a squad comes near to breaking."""
POINT = 1.5
"""How many times what the plans give for it a Victory Point is worth: they think of the next turns only."""
PLACE = 0.4
"""How much it counts where groups stand, by what the scenario asks for. What fire they are exposed to there does not
count at all: what it does is seen soon enough, and it comes and goes with every card."""
TIME = 15.0
"""What it is worth to one who wins by denial that all time is over."""
HALFWAY = 10.0
"""What it is worth to have got through the first of two lines."""
CHANCE = 7.0
"""By how much a side must be ahead to be the favourite by e to 1.

These figures, but for the last three, were set by some 14,800 games that were played on from 511 decisions: what stood
there two turns later, looked at among games from the same decision only, so that who was better off before does not
count. Men, cards and place are told apart well by them; breaking and points hardly."""


def evaluate(g: UfPlay, side: str, draws: Draws | None = None) -> float:
    """The position for a side: above 0 it is better off."""
    over = g.state.over
    if over is not None:
        if not over.winner:
            return 0.0
        return WON if g.side(over.winner).team == g.side(side).team else -WON
    picture = Picture(g, side, draws=draws)
    total = force(picture, side) + ground(picture, picture.mine)
    total -= strongest(
        [
            force(picture, enemy)
            + ground(picture, [group for group in picture.theirs if group.side == enemy])
            for enemy in g.enemies(side)
        ]
    )
    total += cards(picture) + time_left(picture)
    return max(-NEARLY, min(NEARLY, total))


def strongest(enemies: list[float]) -> float:
    """What several enemies come to: who is well ahead counts alone, and two who are level for more than one of them.

    >>> strongest([3.0]), strongest([20.0, -20.0]) < 20.1, strongest([3.0, 3.0]) > 3.0
    (3.0, True, True)
    """
    if len(enemies) < 2:
        return sum(enemies)
    most = max(enemies)
    return most + CHANCE * math.log(sum(math.exp((one - most) / CHANCE) for one in enemies))


def cards(picture: Picture) -> float:
    """What the hand is worth, with what is still to be drawn for it."""
    g, side = picture.g, picture.side
    empty = max(0, hand_limit(g, side) - len(g.hand(side)))
    return HELD * sum(Hand(picture).worth.values()) + EMPTY * empty


def force(picture: Picture, side: str) -> float:
    """Who is left, and how near the squad is to breaking; points for the losses of the others."""
    g = picture.g
    total = 0.0
    for unit in g.state.units.values():
        if unit.side == side:
            worth = picture.worth(unit)
            total += PINNED * worth if unit.pinned else worth
    size, lost = g.side(side).cards, losses_of(g, side)
    total -= BREAKING * sum(breaking(size, number) for number in range(lost))
    return total + POINT * picture.point * casualty_points(g, side)


def ground(picture: Picture, groups: list[Group]) -> float:
    return sum(_place(picture, group) for group in groups)


def _place(picture: Picture, group: Group) -> float:
    value = PLACE * position(picture, group)
    if points_count(picture.g, group.side):
        value += (POINT - PLACE) * points_of(picture, group)
    return value


def time_left(picture: Picture) -> float:
    """Time works for those who have only to hold out. Who has got through the first of two lines is half way."""
    g = picture.g
    role = g.side(picture.side).role
    if not role:
        return 0.0
    sign = 1 if role == DEFENDER else -1
    victory = g.scenario_of(picture.side).victory
    if isinstance(victory, Segments) and in_second_part(g):
        return -sign * HALFWAY
    return 0.0 if isinstance(victory, Points) else sign * TIME * picture.elapsed
