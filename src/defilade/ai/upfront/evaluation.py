"""How good a position is for a side, in riflemen: who is left, where they stand, what they hold, how time stands."""

from __future__ import annotations

from defilade.ai.upfront.draws import Draws
from defilade.ai.upfront.ground import position
from defilade.ai.upfront.hand import Hand
from defilade.ai.upfront.picture import Picture, breaking
from defilade.rules.upfront.play import UfPlay
from defilade.rules.upfront.scenario import DEFENDER
from defilade.rules.upfront.sequence import hand_limit
from defilade.rules.upfront.state import Group
from defilade.rules.upfront.terrain import is_moving
from defilade.rules.upfront.victory import casualty_points, losses_of
from defilade.rules.upfront.victory_conditions import Points

WON = 30.0
"""A game that is won is worth more than any position."""
HELD = 2.0
"""How much the cards of the hand count: what they can do, they do turn after turn."""
EMPTY = 0.36
"""A place in the hand that is yet to be filled, as if it were a card."""
TIME = 5.0
"""What it is worth to one who wins by denial that all time is over."""
WAITING, MOVING = 1.2, 0.8
"""How much fire counts that a group is exposed to: when the enemy has the next turn, and when it is one's own."""


def evaluate(g: UfPlay, side: str, draws: Draws | None = None) -> float:
    """The position for a side: above 0 it is better off."""
    over = g.state.over
    if over is not None:
        if not over.winner:
            return 0.0
        return WON if g.side(over.winner).team == g.side(side).team else -WON
    picture = Picture(g, side, draws=draws)
    total = force(picture, side) + ground(picture, picture.mine)
    for enemy in g.enemies(side):
        total -= force(picture, enemy)
    total -= ground(picture, picture.theirs)
    return total + HELD * cards(picture) + time_left(picture)


def cards(picture: Picture) -> float:
    """What the hand is worth, with what is still to be drawn for it."""
    g, side = picture.g, picture.side
    empty = max(0, hand_limit(g, side) - len(g.hand(side)))
    return sum(Hand(picture).worth.values()) + EMPTY * empty


def force(picture: Picture, side: str) -> float:
    """Who is left, and how near the squad is to breaking; points for the losses of the others."""
    g = picture.g
    total = 0.0
    for unit in g.state.units.values():
        if unit.side == side:
            worth = picture.worth(unit)
            total += worth * (1 - picture.stance.pin) if unit.pinned else worth
    size, lost = g.side(side).cards, losses_of(g, side)
    total -= picture.stance.breaking * sum(breaking(size, number) for number in range(lost))
    return total + picture.point * casualty_points(g, side)


def ground(picture: Picture, groups: list[Group]) -> float:
    return sum(_place(picture, group) for group in groups)


def _place(picture: Picture, group: Group) -> float:
    exposed = WAITING if picture.g.state.mover != group.side else MOVING
    lasting = picture.stance.moving if is_moving(group) else picture.stance.stay
    stance = picture.stance
    value = position(picture, group) + stance.prospect * picture.prospect(group)
    value -= stance.cover * picture.lie(group).cover * len(group.members)
    return value - lasting * exposed * picture.exposure(group)


def time_left(picture: Picture) -> float:
    """Time works for those who have only to hold out."""
    g = picture.g
    role = g.side(picture.side).role
    if not role or isinstance(g.scenario_of(picture.side).victory, Points):
        return 0.0
    return (TIME if role == DEFENDER else -TIME) * picture.elapsed
