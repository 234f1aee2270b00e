"""Line of sight as the rules ask for it (SK1:3.2), on top of the map's static table.

The map knows terrain; smoke and snow are added here.  A line of hindrances that adds up to +6 is blocked
(SK1:3.2-j), units never block (SK1:3.2-g), and there is no line to or from units off the map (SK1:3.2-d2).
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.hexgrid import Verdict
from defilade.kernel import Line
from defilade.kernel.composition import all_of, handed_on
from defilade.rules.sk.state import SkPlay
from defilade.tactics.names import Hex
from defilade.tactics.units import OFF_MAP, Unit

BLOCKED = -1


@all_of
def weather_lines(g: SkPlay, distance: int) -> Iterable[Line]:
    """What hinders every LOS of this length, wherever it runs?"""
    return ()


@all_of
def obstacle_lines(g: SkPlay, a: str, b: str) -> Iterable[Line]:
    """What hinders a LOS that is neither terrain nor smoke nor weather?"""
    return ()


@handed_on
def smoke_between(g: SkPlay, smoke: dict[str, int], a: str, b: str) -> dict[str, int]:
    """Which of all smoke does not count for a line between two places?"""
    return smoke


def hindrance(g: SkPlay, a: str, b: str) -> int:
    """The hindrance DRM between two hexes, or `BLOCKED`. Terrain lies between them (SK1:2.0-k), smoke also in
    them (SK1:3.3-v)."""
    if not a or not b:
        return BLOCKED  # SK1:3.2-d2
    if a == b:
        return 0
    total = g.map.hindrance(a, b)
    state = g.state
    if total < 0 or (not state.smoke and not state.snow and not state.vehicles and not state.batteries):
        return total
    if state.smoke and _smoke_on_the_way(g, a, b):
        found = g.map.los(a, b, _smoke(g, a, b))
        if not found.clear:
            return BLOCKED
        total = found.hindrance
    for line in _weather(g, a, b):
        total += int(line.value)
    if state.vehicles or state.batteries:
        total += sum(int(line.value) for line in obstacle_lines(g, a, b))
    return total if total < _blocking_total(g) else BLOCKED  # SK1:3.2-j


def sees(g: SkPlay, a: str, b: str) -> bool:
    """SK1:3.2-d: whether there is a LOS between two hexes."""
    return hindrance(g, a, b) >= 0


def verdict(g: SkPlay, a: str, b: str) -> Verdict:
    """The map's explained verdict with the smoke that lies about now."""
    return g.map.los(a, b, _smoke(g, a, b))


def los_lines(g: SkPlay, a: str, b: str) -> list[Line]:
    """The hindrances one by one, as lines of a breakdown; for a LOS that is clear."""
    lines = []
    if g.state.smoke or g.map.hindrance(a, b) > 0:
        for crossing in g.map.los(a, b, _smoke(g, a, b)).crosses:
            if crossing.effect == "hindrance" and crossing.drm:
                label = f"hindrance: {crossing.terrain} in {g.place_name(crossing.hex)}"
                lines.append(Line(label, crossing.drm, crossing.rule or "SK1:2.0-k"))
    if g.state.vehicles or g.state.batteries:
        lines += obstacle_lines(g, a, b)
    return lines + _weather(g, a, b)


def smoke_lines(g: SkPlay, hex: Hex) -> list[Line]:
    """SK1:3.3-v: the smoke in a hex, for fire into it that no line is traced for."""
    drm = g.state.smoke.get(hex, 0)
    return [Line(f"smoke in {g.place_name(hex)}", drm, "SK1:3.3-v")] if drm else []


def known_enemies(g: SkPlay, unit: Unit) -> list[Unit]:
    """SK1:2.0-n: the enemy units to which a unit has LOS at this moment."""
    if unit.hex == OFF_MAP:
        return []
    enemy = g.enemy_of(unit.side)
    state = g.state
    units = state.units
    found = []
    for hex, stack in state.stacks.items():
        theirs = [other for uid in stack if (other := units[uid]).side == enemy]
        if theirs and hindrance(g, unit.hex, hex) >= 0:
            found += theirs
    return found


def adjacent_known_enemy(g: SkPlay, unit: Unit) -> bool:
    """Whether a Known enemy unit stands beside a unit (adjacent hexes see each other unless smoke is
    thick)."""
    enemy = g.enemy_of(unit.side)
    tanks = bool(g.state.vehicles)
    return any(
        (g.has_side(hex, enemy) or (tanks and g.tank_of(hex, enemy) is not None))
        and hindrance(g, unit.hex, hex) >= 0
        for hex in g.map.adjacent.get(unit.hex, ())
    )


def _smoke(g: SkPlay, a: str, b: str) -> dict[str, int]:
    """The smoke that counts for a line."""
    return smoke_between(g, g.state.smoke, a, b) if g.map.below else g.state.smoke


def _smoke_on_the_way(g: SkPlay, a: str, b: str) -> bool:
    """Whether some smoke can touch the line: every hex that a line touches lies on a shortest way between
    its ends."""
    distance = g.map.distance
    length = distance(a, b)
    return any(distance(a, hex) + distance(hex, b) == length for hex in g.state.smoke)


def _weather(g: SkPlay, a: str, b: str) -> list[Line]:
    if not g.state.snow:
        return []
    return weather_lines(g, g.map.distance(a, b))


def _blocking_total(g: SkPlay) -> int:
    return g.library.tables.fire_drm.blocking_hindrance.total
