"""The ways that units on the move could take: fewest MF, then least in sight of the enemy.

Whether and at what cost a hex can be entered is asked of the Movement Phase itself.  Nobody knows what will stop
them: a way is what they could do if nobody did.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

import msgspec

from defilade.kernel import Action
from defilade.rules.courses import Sighted, Way
from defilade.rules.sk import firers, los, movement, portage, setup, terrain
from defilade.rules.sk.spending import Left
from defilade.rules.sk.state import SkPlay
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit, Weapon

# -- who could fire there --------------------------------------------------------------------------------------


class Threat(NamedTuple):
    """An enemy hex from which somebody could fire, and how far."""

    hex: Hex
    range: int


def threats(g: SkPlay, side: Side) -> list[Threat]:
    """The hexes of a side from which unbroken units could fire, whatever they have done this turn."""
    found = []
    for hex in g.state.stacks:
        ranges = [
            firers.reach(g, unit, weapon)
            for unit in g.side_in(hex, side)
            if not unit.broken and not unit.melee
            for weapon in _arms(g, unit)
        ]
        if ranges:
            found.append(Threat(hex, max(ranges)))
    return found


def _arms(g: SkPlay, unit: Unit) -> list[Weapon | None]:
    """What a unit could fire with: its own FP (None) and SW that work."""
    working = [
        weapon
        for weapon in g.weapons_of(unit)
        if not weapon.malfunctioned and g.weapon_type(weapon).kind != "DC"
    ]
    return [*working, None] if unit.is_mmc else [*working]


def seen_by(g: SkPlay, hex: Hex, enemies: Sequence[Threat]) -> tuple[str, ...]:
    """The enemy hexes that have LOS and range to a hex. Where LOS may not be checked, none are told."""
    if firers.is_strict(g):
        return ()
    return tuple(
        [
            enemy.hex
            for enemy in enemies
            if g.map.distance(enemy.hex, hex) <= enemy.range and los.sees(g, enemy.hex, hex)
        ]
    )


# -- ways ------------------------------------------------------------------------------------------------------


class Spot(NamedTuple):
    """How far one has come: where, for how many MF, how dangerously, by road all the time, and over which hexes."""

    hex: Hex
    spent: float
    danger: int
    on_road: bool
    moved: bool
    through: tuple[str, ...] = ()
    steps: tuple[Action, ...] = ()


class Scout:
    """Looks for ways for a moving stack."""

    def __init__(self, g: SkPlay, members: Sequence[Left]) -> None:
        self.g, self.members = g, members
        self.enemies = threats(g, g.enemy_of(members[0].unit.side))
        self._seen: dict[str, tuple[str, ...]] = {}

    def start(self) -> Spot:
        """Whoever has kept to the road may have a bonus, so those ways are kept apart."""
        on_road = all(not member.mover.off_road for member in self.members)
        return Spot(self.members[0].unit.hex, 0.0, 0, on_road, False)

    def seen(self, hex: Hex) -> tuple[str, ...]:
        if hex not in self._seen:
            self._seen[hex] = seen_by(self.g, hex, self.enemies)
        return self._seen[hex]

    def danger(self, hex: Hex) -> int:
        """Every enemy hex in sight counts, more in the open than under cover."""
        seen = len(self.seen(hex))
        return seen * (4 - min(3, int(terrain.tem(self.g, hex).value))) if seen else 0

    def from_here(self, start: Spot) -> dict[str, Spot]:
        """The best way to each hex."""
        if any(portage.carry_refusal(self.g, member.unit) is not None for member in self.members):
            return {}
        tie = count()
        queue = [(start.spent, start.danger, next(tie), start)]
        done: set[tuple[str, bool]] = set()
        best: dict[str, Spot] = {}
        while queue:
            *_, spot = heapq.heappop(queue)
            if (spot.hex, spot.on_road) in done:
                continue
            done.add((spot.hex, spot.on_road))
            best.setdefault(spot.hex, spot)
            for further in self._onward(spot):
                if (further.hex, further.on_road) not in done:
                    heapq.heappush(queue, (further.spent, further.danger, next(tie), further))
        best.pop(start.hex, None)
        return best

    def _onward(self, spot: Spot) -> Iterator[Spot]:
        """The hexes that can be entered next."""
        g = self.g
        now = [_after(member, spot) for member in self.members]
        around = g.map.adjacent[spot.hex] if spot.hex else setup.may_enter(g, self.members[0].unit)
        for entered in around:
            for rate in terrain.rates(g, spot.hex, entered):
                if movement.entry_refusal(g, now, spot.hex, entered, rate) is None:
                    cost = terrain.entry_cost(g, self.members[0].unit, spot.hex, entered, rate)
                    yield Spot(
                        entered,
                        spot.spent + cost,
                        spot.danger + self.danger(entered),
                        spot.on_road and terrain.along_road(g, spot.hex, entered, rate),
                        True,
                        (*spot.through, entered),
                        (*spot.steps, movement.entry(entered, rate)),
                    )
                    break

    def ways(self, via: Sequence[str]) -> list[Way]:
        """Where one could go, over these hexes first. A hex that cannot be come to in that order ends it there."""
        spot = self.start()
        for hex in via:
            onward = self.from_here(spot).get(hex)
            if onward is None:
                break
            spot = onward
        left = min(member.off_road for member in self.members)
        found = self.from_here(spot).values()
        return [self._way(one, left) for one in ((spot, *found) if spot.moved else found)]

    def _way(self, spot: Spot, left: float) -> Way:
        seen = tuple([Sighted(hex, by) for hex in spot.through if (by := self.seen(hex))])
        steps = tuple([str(step) for step in spot.steps])
        return Way(spot.hex, spot.spent, max(left - spot.spent, 0.0), spot.through, steps, seen)


def _after(member: Left, spot: Spot) -> Left:
    """A member after it has spent so much on the way."""
    mover = member.mover
    if spot.moved and mover.assault:
        mover = msgspec.structs.replace(mover, hexes=mover.hexes + 1)
    most = member.on_road if spot.on_road else member.off_road
    return member._replace(mover=mover, off_road=member.off_road - spot.spent, on_road=most - spot.spent)
