"""The Advance Phase: into cover, onto the ground that counts, or at the enemy."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.ai.starter_kit.plans.close_combat_plans import assault_value, clearing_chance
from defilade.ai.starter_kit.plans.gunnery import assault_takes, daring, value_of_vehicle
from defilade.ai.starter_kit.reading.picture import Picture
from defilade.ai.starter_kit.reading.standing import standing_of
from defilade.kernel import Action
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit
from defilade.tactics.vehicles import Vehicle

OUTSIDE = -5.0
"""What it is worth to be off the map still: who does not come on now is lost."""
ENOUGH = 0.02
MOST_TOGETHER = 3
"""Squads that fit into a hex."""


AT_TANK = 0.2
"""What going at a tank costs of those who do, on average."""
SPARED = 0.3
"""How much of the fire that it escapes counts for a unit that goes into close combat."""


class Advance:
    """A way to advance and what it promises."""

    __slots__ = ("action", "gain", "into")

    def __init__(self, action: Action, gain: float, into: tuple[Unit, ...] = ()) -> None:
        self.action, self.gain, self.into = action, gain, into


def advances(picture: Picture, options: Sequence[Action]) -> list[Advance]:
    """Every advance that gains something, the best first."""
    g = picture.g
    assaults: dict[str, tuple[float, tuple[str, ...]]] = {}
    free = {option.who[0] for option in options if option.verb == "advance" and len(option.who) == 1}
    found = []
    for option in options:
        if option.verb == "exit":
            found.append(Advance(option, picture.way_out([g.unit(option.who[0])])[1]))
        if option.verb != "advance":
            continue
        unit = g.unit(option.who[-1])
        if (unit.is_leader and picture.has_broken_friends(unit)) or picture.mans_gun(g.unit(option.who[0])):
            continue
        standing = standing_of(picture, unit)
        theirs = g.side_in(option.at, picture.enemy)
        tank = g.tank_of(option.at, picture.enemy) if g.state.vehicles else None
        if tank is not None:
            gain = at_tank(picture, option, tank)
        elif theirs:
            if option.at not in assaults:
                assaults[option.at] = best_assault(picture, option.at, free)
            value, members = assaults[option.at]
            gain = value + 0.001 * len(option.who) if any(uid in members for uid in option.who) else 0.0
        else:
            gain = standing.after(option.at) - (standing.after(unit.hex) if unit.hex else OUTSIDE)
            gain += 0.001 * (len(option.who) - 1)
        if gain > ENOUGH:
            found.append(Advance(option, gain, tuple(theirs)))
    found.sort(key=lambda advance: (-advance.gain, advance.action))
    return found


def at_tank(picture: Picture, option: Action, tank: Vehicle) -> float:
    """What it promises to go at a tank with charges: the chance to dare it and to do it, less what it may cost. With
    its Infantry in the hex it is another matter."""
    g = picture.g
    units = [g.unit(uid) for uid in option.who]
    squads = [unit for unit in units if unit.is_mmc]
    if not squads or g.side_in(option.at, picture.enemy):
        return 0.0
    takes = daring(g, squads[0]) * assault_takes(g, option.who[:2], tank.id)
    cost = AT_TANK * sum(picture.value_of(unit) + picture.carried(unit) for unit in units)
    return takes * value_of_vehicle(picture, tank) * picture.stance.close_combat - cost


def best_assault(picture: Picture, hex: Hex, free: set[str]) -> tuple[float, tuple[str, ...]]:
    """The best set of units to send into close combat in a hex, and what it promises beside staying out."""
    g = picture.g
    inside = [unit for unit in g.side_in(hex, picture.side) if not unit.broken]
    theirs = g.side_in(hex, picture.enemy)
    near = [
        unit for beside in g.map.adjacent[hex] for unit in g.side_in(beside, picture.side) if unit.id in free
    ]
    squads = sorted((u for u in near if not u.is_leader), key=lambda u: (u.cx, -g.counter(u).fp, u.id))
    leaders = sorted((u for u in near if u.is_leader), key=lambda u: (g.counter(u).leadership, u.id))
    room = MOST_TOGETHER - sum(1 for unit in g.side_in(hex, picture.side) if not unit.is_leader)
    before = assault_value(picture, inside, theirs) if inside else 0.0
    best = 0.0
    chosen: tuple[str, ...] = ()
    fewest = 0 if any(not unit.is_leader for unit in inside) else 1
    for count in range(fewest, min(room, len(squads)) + 1):
        for along in (leaders[:1], []):
            party = [*squads[:count], *along]
            if not party:
                continue
            value = assault_value(picture, [*inside, *party], theirs) - before
            value += _ground(picture, party, hex, clearing_chance(picture, [*inside, *party], theirs))
            if value > best + ENOUGH:
                best, chosen = value, tuple([unit.id for unit in party])
    return best, chosen


def _ground(picture: Picture, party: Sequence[Unit], hex: Hex, clearing: float) -> float:
    """What the hex itself is worth to those who go in, as far as they can hope to clear it."""
    total = 0.0
    for unit in party:
        total += clearing * (picture.pull(unit, hex) - picture.pull(unit, unit.hex)) * picture.stance.ground
        # Where it is now it may be in danger; in melee nobody fires at it.
        exposed = picture.pull(unit, unit.hex) - standing_of(picture, unit).after(unit.hex)
        total += SPARED * max(0.0, exposed)
    return total


def choose_advance(picture: Picture, options: Sequence[Action]) -> Action:
    found = advances(picture, options)
    return found[0].action if found else options[-1]
