"""Setting up: where units begin, who carries what, what is fortified and what is held back."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.ai.starter_kit.reading.picture import Picture
from defilade.ai.starter_kit.reading.threat import AT_REST, LATER
from defilade.kernel import Action
from defilade.tactics.names import Hex
from defilade.tactics.units import CREW, HALF_SQUAD, SQUAD, Unit

COVER = 0.12
CROWD = (0.0, 0.2, 0.9)
"""What other squads in the hex cost."""
ONE_IS_ENOUGH = 0.5
"""What each other leader in the neighbourhood costs: there are squads elsewhere without any."""
NEIGHBOURHOOD = 2
MOST_ALIKE, HARDLY_WORSE = 3, 0.06
"""How many hexes are taken for as good as the best, and by how much one of them may be worse."""
VARIED = 3
"""How many units of a side are set up in one place or another. What each gives away adds up: all others go where
they are best beside these."""
FIELD = 0.02
"""What each hex of open ground in sight and range is worth to those who wait for the enemy."""


def choose_place(picture: Picture, options: Sequence[Action]) -> Action:
    """The best hex for the unit that is being set up."""
    unit = picture.g.unit(options[0].who[0])
    return max(options, key=lambda option: (place_value(picture, unit, option.at), option.at))


def about_as_good(picture: Picture, options: Sequence[Action]) -> list[Action]:
    """The hexes for the unit that is being set up that are hardly worse than the best, the best first; none for who
    comes after the first units of his side."""
    if sum(1 for _ in picture.g.on_map(picture.side)) >= VARIED:
        return []
    unit = picture.g.unit(options[0].who[0])
    valued = sorted([(-place_value(picture, unit, option.at), option) for option in options])
    return [option for value, option in valued[:MOST_ALIKE] if value <= valued[0][0] + HARDLY_WORSE]


def place_value(picture: Picture, unit: Unit, hex: Hex) -> float:
    g = picture.g
    moves_first = g.scenario.moves_first == picture.side
    value = picture.pull(unit, hex) + COVER * picture.lay.tem[hex]
    when = AT_REST if moves_first else LATER
    value -= (0.4 if moves_first else 0.8) * picture.danger(unit, hex, when)
    if not moves_first:
        value += 0.4 * picture.opportunity(unit, hex)
        value += FIELD * min(8, field_of_fire(picture, unit, hex))
    friends = g.side_in(hex, picture.side)
    squads = sum(1 for other in friends if not other.is_leader)
    if unit.is_leader:
        value += 0.5 * min(squads, 2) - 0.8 * (squads == 0) - 1.0 * (len(friends) - squads)
        beside = [u for near in g.map.adjacent[hex] for u in g.side_in(near, picture.side)]
        return value + 0.1 * min(4, len(beside)) - ONE_IS_ENOUGH * leaders_about(picture, hex)
    return value - CROWD[min(squads, 2)]


def leaders_about(picture: Picture, hex: Hex) -> int:
    """Leaders of the own side in the neighbourhood of a hex, beside those in it. Where all is decided in one
    place they may well be together."""
    if picture.prospects is None or len(picture.prospects.terms.sites) == 1:
        return 0
    distance = picture.g.map.distance
    return sum(
        1
        for other in picture.g.on_map(picture.side)
        if other.is_leader and 0 < distance(hex, other.hex) <= NEIGHBOURHOOD
    )


def field_of_fire(picture: Picture, unit: Unit, hex: Hex) -> int:
    """How many hexes of open ground lie in sight and normal range."""
    g, lay = picture.g, picture.lay
    reach = g.counters[unit.type].range
    key = (hex, reach)
    found = lay.fields.get(key)
    if found is None:
        distance, hindrance = g.map.distance, g.map.hindrance
        found = lay.fields[key] = sum(
            1
            for other in g.map.names
            if lay.open[other] and 0 < distance(hex, other) <= reach and hindrance(hex, other) == 0
        )
    return found // 4


def choose_bearer(picture: Picture, options: Sequence[Action]) -> Action:
    """A SW goes to a squad without one, best to one with a leader beside it and much in sight."""
    g = picture.g

    def value(option: Action) -> tuple[float, str]:
        unit = g.unit(option.who[0])
        size = {SQUAD: 3.0, HALF_SQUAD: 2.0, CREW: 2.0}.get(unit.kind, 0.0)
        led = bool(unit.hex) and any(other.is_leader for other in g.side_in(unit.hex, unit.side))
        sight = field_of_fire(picture, unit, unit.hex) if unit.hex else 0
        return size - 2.5 * len(g.weapons_of(unit)) + 0.8 * led + 0.05 * min(sight, 20), unit.id

    return max(options, key=value)


def choose_unit(picture: Picture, options: Sequence[Action]) -> Action:
    """Squads first, so that leaders find somebody to lead; the best squads before the others."""
    g = picture.g
    return min(
        options,
        key=lambda option: (
            g.unit(option.who[0]).is_leader,
            -g.counter(g.unit(option.who[0])).morale,
            option.who,
        ),
    )


def choose_fortification(picture: Picture, options: Sequence[Action]) -> Action:
    """The building in which most of the own units are."""
    g = picture.g

    def value(option: Action) -> tuple[int, int, str]:
        hexes = g.map.buildings.get(option.at, ())
        inside = sum(len(g.side_in(hex, picture.side)) for hex in hexes)
        return inside, sum(picture.lay.tem[hex] for hex in hexes), option.at

    return max((option for option in options if option.verb == "fortify"), key=value, default=options[-1])
