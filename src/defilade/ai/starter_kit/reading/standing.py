"""What a hex is worth to a unit that stands in it: at the end of its move, and after the advance that follows.

A move is judged by where it can end up after the advance, so to go out of sight and come back (skulking), to
creep up under cover, and to move next to an enemy whom one wants to fight are all found without being named.
"""

from __future__ import annotations

from collections.abc import Sequence

from defilade.ai.starter_kit.reading.picture import Picture
from defilade.ai.starter_kit.reading.threat import AT_REST, LATER
from defilade.ai.starter_kit.reading.worth import full_worth
from defilade.rules.sk import morale
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit

AFTER_ADVANCE = 0.02
"""What it costs to depend on an advance."""
LED, LEADS = 0.06, 0.1
"""What company is worth: to a squad that of a leader, to a leader that of a squad."""
TO_RALLY = 0.3
HUNTING = 0.2
"""What it is worth to stand beside a broken enemy: he must run."""
FIRE_TO_COME = 0.3
"""How much of the fire that one could bring out of a hex counts for standing there."""
ADVANCING_FIRE = 0.3
"""What Advancing Fire does of what full fire would do."""
STEADIES, DIRECTS = 0.15, 0.2
"""What a leader adds to fire by being there, as a share of it, and for each step of his leadership."""
IN_HAND = 0.5
"""How much the machine guns beside a leader count while nothing is in sight."""
CROWDED = 0.5
"""How much more dangerous each further squad makes a hex."""


class Standing:
    """What hexes are worth to one unit."""

    def __init__(self, picture: Picture, unit: Unit) -> None:
        self.picture = picture
        self.unit = unit
        stance, threat = picture.stance, picture.threat
        self.cost = picture.value_of(unit) + picture.carried(unit)
        self.stacks = picture.g.state.stacks
        self.resting = threat.map(unit, AT_REST)
        self.later = threat.map(unit, LATER)
        self.pull = picture.pull_map(unit)
        fp, reach = picture.strength(unit)
        self.effects = picture.targets.effects(fp, reach)
        self.fire = picture.material_weight * stance.fire if fp else 0.0
        self.rest_cost = stance.risk_resting * self.cost * picture.fire_share
        self.later_cost = stance.risk_later * self.cost * picture.fire_share
        self.ground = stance.ground
        self.hunts = not unit.is_leader and bool(picture.targets.broken_at)
        self.alone = -LEADS if unit.is_leader else 0.0
        self.edge, self.leaving = picture.way_out([unit])
        self._ends: dict[str, float] = {}
        self._afters: dict[str, float] = {}

    def end(self, hex: Hex) -> float:
        """The value of ending the move in a hex."""
        found = self._ends.get(hex)
        if found is None:
            found = self._ends[hex] = self._end(hex)
        return found

    def _end(self, hex: Hex) -> float:
        afters, taken = self._afters, self.picture.targets.hexes
        best = self.after(hex)
        for near in self.picture.g.map.adjacent[hex]:
            if near in taken:
                continue
            value = afters.get(near)
            if value is None:
                value = self.after(near)
            if value - AFTER_ADVANCE > best:
                best = value - AFTER_ADVANCE
        if hex in self.edge:
            best = max(best, self.leaving - AFTER_ADVANCE)
        risk = self.rest_cost * self.resting[hex]
        if hex in self.stacks:
            risk *= 1 + CROWDED * self.crowd(hex)
        if self.fire:
            best += ADVANCING_FIRE * self.fire * self.effects[hex]
        return best - risk

    def after(self, hex: Hex) -> float:
        """The value of being in a hex when the enemy's turn comes."""
        found = self._afters.get(hex)
        if found is None:
            found = self._afters[hex] = self._after(hex)
        return found

    def _after(self, hex: Hex) -> float:
        value = self.ground * self.pull[hex]
        risk = self.later_cost * self.later[hex]
        if hex in self.stacks:
            risk *= 1 + CROWDED * self.crowd(hex)
            value += self.company(hex)
        else:
            value += self.alone
        if self.fire:
            value += FIRE_TO_COME * self.fire * self.effects[hex]
        if self.hunts:
            value += self.hunting(hex)
        return value - risk

    def crowd(self, hex: Hex) -> int:
        """Other squads of the own side in a hex."""
        units, own = self.picture.g.state.units, self.unit.id
        return sum([1 for uid in self.stacks[hex] if uid != own and not units[uid].is_leader])

    def company(self, hex: Hex) -> float:
        """Leaders and squads are worth more together."""
        picture, unit = self.picture, self.unit
        friends = [u for u in picture.g.side_in(hex, unit.side) if u.id != unit.id]
        if not friends:
            return self.alone
        leaders = [u for u in friends if u.is_leader and not u.broken]
        if not unit.is_leader:
            return LED if leaders else 0.0
        squads = [u for u in friends if not u.is_leader]
        broken = sum(full_worth(picture.g, u) for u in friends if u.broken)
        better = 1 - 0.3 * morale.leadership(picture.g, unit)
        value = LEADS * min(2, len(squads)) + TO_RALLY * broken * better
        if squads and not leaders:
            value += self.directing(hex, squads)
        return (value if squads or broken else -LEADS) - 2.5 * LEADS * len(leaders)

    def directing(self, hex: Hex, squads: Sequence[Unit]) -> float:
        """What a leader adds to the fire of those with him, which comes out of one hex together, and most of it out of
        machine guns."""
        picture = self.picture
        able = [other for other in squads if not other.broken]
        armed = [picture.strength(other) for other in able]
        if not armed:
            return 0.0
        effects = picture.targets.effects(sum([fp for fp, _ in armed]), max([reach for _, reach in armed]))
        in_sight = FIRE_TO_COME * picture.material_weight * picture.stance.fire * effects[hex]
        carried = sum([picture.carried(other) for other in able])
        return (STEADIES - DIRECTS * morale.leadership(picture.g, self.unit)) * (in_sight + IN_HAND * carried)

    def hunting(self, hex: Hex) -> float:
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


def standing_of(picture: Picture, unit: Unit) -> Standing:
    """What hexes are worth to a unit, as the picture has it."""
    found: Standing | None = picture.found.get(("standing", unit.id))
    if found is None:
        found = picture.found["standing", unit.id] = Standing(picture, unit)
    return found
