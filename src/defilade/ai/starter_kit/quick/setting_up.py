"""Where to set up: near what is to be held, under cover, not all in one place."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.ai.starter_kit.quick.judgement import Judgement
from defilade.kernel import Action
from defilade.tactics.names import Hex


def choose_place(j: Judgement, options: Sequence[Action]) -> Action:
    """The best hex for the unit that is being set up."""
    unit = j.g.unit(options[0].who[0])
    leader = unit.is_leader
    return max(options, key=lambda option: (_place_value(j, option.at, leader), option.at))


def _place_value(j: Judgement, hex: Hex, leader: bool) -> float:
    g = j.g
    friends = g.side_in(hex, j.side)
    squads = sum(1 for unit in friends if not unit.is_leader)
    leaders = len(friends) - squads
    value = 1.2 * j.lay.tem[hex]
    if j.goals:
        value -= 0.5 * min(j.way(hex), 30)
        value += 2.0 * (hex in j.goals)
    if leader:
        return value + 3.0 * (squads > 0) - 4.0 * leaders
    return value - (1.0 if squads == 1 else 3.0 * squads)


def choose_bearer(j: Judgement, options: Sequence[Action]) -> Action:
    """A SW goes to a squad without one, best to one with a leader beside it."""
    g = j.g

    def value(option: Action) -> tuple[float, str]:
        unit = g.unit(option.who[0])
        squad = 3.0 if unit.kind == "squad" else 1.0 if unit.is_mmc else 0.0
        led = unit.hex and any(other.is_leader for other in g.side_in(unit.hex, unit.side))
        return squad - 2.0 * len(g.weapons_of(unit)) + 0.8 * bool(led), unit.id

    return max(options, key=value)


def choose_unit(j: Judgement, options: Sequence[Action]) -> Action:
    """Squads first, so that leaders find somebody to lead."""
    g = j.g
    return min(options, key=lambda option: (g.unit(option.who[0]).is_leader, option.who))


def choose_fortification(j: Judgement, options: Sequence[Action]) -> Action:
    """The building in which most of the own units are, a stone one before a wooden one."""
    g = j.g

    def value(option: Action) -> tuple[int, int, str]:
        hexes = g.map.buildings.get(option.at, ())
        inside = sum(len(g.side_in(hex, j.side)) for hex in hexes)
        return inside, sum(j.lay.tem[hex] for hex in hexes), option.at

    return max((option for option in options if option.verb == "fortify"), key=value, default=options[-1])
