"""What a hex is worth to a unit that stands in it: at the end of its move, and after the advance that follows.

A move is judged by where it can end up after the advance, so to go out of sight and come back (skulking), to
creep up under cover, and to move next to an enemy whom one wants to fight are all found without being named.
"""

from __future__ import annotations

from defilade.ai.starter_kit_plans.picture import Picture
from defilade.ai.starter_kit_plans.threat import AT_REST, LATER
from defilade.ai.starter_kit_plans.worth import full_worth
from defilade.rules.sk import morale
from defilade.tactics.units import LEADER, Unit

AFTER_ADVANCE = 0.02
"""What it costs to depend on an advance."""
LED, LEADS = 0.06, 0.1
"""What company is worth: to a squad that of a leader, to a leader that of a squad."""
TO_RALLY = 0.3
HUNTING = 0.2
"""What it is worth to stand beside a broken enemy: he must run."""
FIRE_TO_COME = 0.3
"""How much of the fire that one could bring out of a hex counts for standing there."""
CROWDED = 0.35
"""How much more dangerous each further squad makes a hex."""


class Standing:
    """What hexes are worth to one unit."""

    def __init__(self, picture: Picture, unit: Unit) -> None:
        self.picture = picture
        self.unit = unit
        self.cost = picture.value_of(unit) + picture.carried(unit)
        self._ends: dict[str, float] = {}
        self._afters: dict[str, float] = {}

    def end(self, hex: str) -> float:
        """The value of ending the move in a hex."""
        found = self._ends.get(hex)
        if found is None:
            found = self._ends[hex] = self._end(hex)
        return found

    def _end(self, hex: str) -> float:
        picture, unit = self.picture, self.unit
        best = self.after(hex)
        for near in picture.g.map.adjacent[hex]:
            if near not in picture.targets.hexes:
                value = self.after(near) - AFTER_ADVANCE
                if value > best:
                    best = value
        stance = picture.stance
        risk = stance.risk_resting * self.cost * picture.threat.at(picture.g, hex, unit, AT_REST)
        gain = 0.3 * stance.fire * picture.opportunity(unit, hex)
        return best + gain - risk * (1 + CROWDED * self.crowd(hex))

    def after(self, hex: str) -> float:
        """The value of being in a hex when the enemy's turn comes."""
        found = self._afters.get(hex)
        if found is None:
            found = self._afters[hex] = self._after(hex)
        return found

    def _after(self, hex: str) -> float:
        picture, unit, g = self.picture, self.unit, self.picture.g
        stance = picture.stance
        value = stance.ground * picture.pull(unit, hex)
        risk = stance.risk_later * self.cost * picture.threat.at(g, hex, unit, LATER)
        value -= risk * (1 + CROWDED * self.crowd(hex))
        value += FIRE_TO_COME * stance.fire * picture.opportunity(unit, hex)
        value += self.company(hex)
        if unit.kind != LEADER and picture.targets.broken_at:
            value += self.hunting(hex)
        return value

    def crowd(self, hex: str) -> int:
        """Other squads of the own side in a hex."""
        units = self.picture.g.state.units
        return sum(
            1
            for uid in self.picture.g.state.stacks.get(hex, ())
            if (other := units[uid]).kind != LEADER and other.id != self.unit.id
        )

    def company(self, hex: str) -> float:
        """Leaders and squads are worth more together."""
        picture, unit = self.picture, self.unit
        friends = [u for u in picture.g.side_in(hex, unit.side) if u.id != unit.id]
        if not friends:
            return -LEADS if unit.kind == LEADER else 0.0
        leaders = [u for u in friends if u.kind == LEADER and not u.broken]
        if unit.kind != LEADER:
            return LED if leaders else 0.0
        squads = [u for u in friends if u.kind != LEADER]
        broken = sum(full_worth(picture.g, u) for u in friends if u.broken)
        value = LEADS * min(2, len(squads)) + TO_RALLY * broken * (
            1 - 0.3 * morale.leadership(picture.g, unit)
        )
        return (value if squads or broken else -LEADS) - LEADS * len(leaders)

    def hunting(self, hex: str) -> float:
        """Broken enemies beside a hex beside whom nobody stands yet."""
        picture = self.picture
        g = picture.g
        total = 0.0
        for near in g.map.adjacent[hex]:
            if near not in picture.targets.broken_at:
                continue
            if any(g.has_side(h, self.unit.side) for h in g.map.adjacent[near] if h != self.unit.hex):
                continue
            total += sum(full_worth(g, u) for u in g.side_in(near, picture.enemy) if u.broken)
        return HUNTING * total * picture.material_weight
