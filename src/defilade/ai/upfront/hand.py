"""What each card in the hand is good for now, and so what it costs to play it and what a discard gains."""

from __future__ import annotations

from defilade.ai.upfront.ground import OUTSIDE
from defilade.ai.upfront.picture import Picture
from defilade.rules.upfront.fortifications.pillbox import in_pillbox
from defilade.rules.upfront.game.cards import (
    CONCEALED,
    FIRE,
    HERO,
    MINEFIELD,
    MOVEMENT,
    RADIO,
    RALLY,
    SMOKE,
    SNIPER,
    TERRAIN,
    WIRE,
    Use,
)
from defilade.rules.upfront.game.groups import relative_range
from defilade.rules.upfront.game.scenario import DEFENDER
from defilade.rules.upfront.game.state import Group
from defilade.rules.upfront.game.victory_conditions import Points
from defilade.rules.upfront.infantry.terrain import is_moving, terrain_of

AGAIN = 0.6
"""A second card of the same use is worth so much of the first."""
HARMFUL = ("stream", "marsh", "minefield")
"""Terrain that is put on enemies."""


class Hand:
    """The cards of a side with what they are worth in the hand."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        g, side = picture.g, picture.side
        self.attacks = g.side(side).role != DEFENDER
        self.moving = sum(is_moving(group) for group in picture.mine)
        self.pinned = max((sum(u.pinned for u in g.members(group)) for group in picture.mine), default=0)
        self.power = max((self._power(group) for group in picture.mine), default=0)
        self.movements = len(g.holds(side, MOVEMENT))
        self.houses = self._houses()
        values = {card: self._best(card) for card in g.hand(side)}
        counts: dict[str, int] = {}
        self.worth: dict[str, float] = {}
        for card, (kind, value) in sorted(values.items(), key=lambda item: -item[1][1]):
            seen = counts.get(kind, 0)
            counts[kind] = seen + 1
            self.worth[card] = value * AGAIN**seen if kind not in (FIRE, HERO) else value * 0.85**seen

    def cost(self, card: str) -> float:
        """What playing a card costs: it is gone, and another one will be drawn for it."""
        return self.picture.stance.thrift * (self.worth.get(card, 0.0) - self.picture.stance.fresh)

    def price(self, card: str) -> float:
        """What it costs to play a card in answer to the enemy."""
        return self.picture.stance.reserve * self.worth[card] - self.picture.stance.late

    def _power(self, group: Group) -> int:
        picture = self.picture
        seen = {(relative_range(group, enemy), enemy.id in group.flanks) for enemy in picture.theirs}
        powers = [picture.firepower(group, range, flanked=flanked) for range, flanked in seen]
        return max(powers, default=0)

    def _best(self, card: str) -> tuple[str, float]:
        g, side = self.picture.g, self.picture.side
        likes = self.picture.stance.likes
        found = [
            (use.kind, likes.get(use.kind, 1.0) * WORTH[use.kind](self, use))
            for use in g.deck[card].uses_for(g.side(side).nation)
            if g.usable(side, card, use.kind) is not None and use.kind in WORTH
        ]
        return max(found, key=lambda one: one[1], default=("", 0.0))

    def _houses(self) -> float:
        """What Buildings are worth besides where only men in them score: the points that a group will get there."""
        picture = self.picture
        victory = picture.g.scenario_of(picture.side).victory
        if not picture.stance.houses or not isinstance(victory, Points) or not victory.buildings_only:
            return 0.0
        outside = [group for group in picture.mine if terrain_of(group) != "buildings" or is_moving(group)]
        most = max((max(1, group.range) * picture.strength_of(group) for group in outside), default=0.0)
        return picture.stance.houses * (1 - OUTSIDE) * picture.point * most

    # -- by kind -------------------------------------------------------------------------------------------

    def _fire(self, use: Use) -> float:
        if use.needs <= self.power:
            return 0.26 + 0.1 * use.value
        return 0.24 if use.needs <= self.power + 4 else 0.1

    def _movement(self, use: Use) -> float:
        groups = [group for group in self.picture.mine if not in_pillbox(group)]
        able = sum(not self.picture.g.has_pinned(group) for group in groups)
        base = 0.55 if self.attacks else 0.3
        return base if able else 0.6 * base

    def _terrain(self, use: Use) -> float:
        if use.terrain in HARMFUL:
            return 0.6 if use.terrain == "minefield" else 0.42
        if use.terrain == "pillbox":
            return 0.0
        value = {"gully": 0.25, "hill": 0.36, "walls": 0.42}.get(use.terrain, 0.22 + 0.11 * -use.value)
        if use.terrain == "buildings" and self.houses:
            return value + self.houses
        return value + 0.2 if self.moving else value if self.movements or self.attacks else 0.6 * value

    def _rally(self, use: Use) -> float:
        return 0.22 + 0.04 * min(use.value, 4) + 0.22 * min(use.value, self.pinned)

    def _concealed(self, use: Use) -> float:
        return 0.25 + 0.13 * use.value

    def _hero(self, use: Use) -> float:
        return 0.75

    def _sniper(self, use: Use) -> float:
        return 0.45

    def _smoke(self, use: Use) -> float:
        return 0.22

    def _wire(self, use: Use) -> float:
        return 0.42

    def _radio(self, use: Use) -> float:
        return 0.1

    def _minefield(self, use: Use) -> float:
        return 0.4


WORTH = {
    FIRE: Hand._fire,
    MOVEMENT: Hand._movement,
    TERRAIN: Hand._terrain,
    RALLY: Hand._rally,
    CONCEALED: Hand._concealed,
    HERO: Hand._hero,
    SNIPER: Hand._sniper,
    SMOKE: Hand._smoke,
    WIRE: Hand._wire,
    RADIO: Hand._radio,
    MINEFIELD: Hand._minefield,
}
