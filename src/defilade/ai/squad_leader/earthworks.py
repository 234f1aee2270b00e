"""Where the computer digs, strings wire and lays mines, and how it minds the mines of which it knows."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.ai.squad_leader.picture import Picture, harm
from defilade.kernel import Action
from defilade.rules.sl import terrain
from defilade.rules.sl.card import BUNKERS
from defilade.rules.sl.state import ENTRENCHMENT, MINES, WIRE
from defilade.rules.sl.works.works import known_in
from defilade.tactics.arcs import FACING_NAMES, in_arc
from defilade.tactics.fire_table import column_for
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit

VERBS = frozenset({"fortify", "fortify-hidden", "factors", "face-works"})
IN_ONE_HEX = 6
"""Factors of mines that are laid together."""
FORWARD = (2, 1, 3, 4)
"""How far before what is to be held obstacles are best, in hexes, the best first."""


def choose_works(p: Picture, options: Sequence[Action]) -> Action:
    """The next thing to be built, or that all is done."""
    factors = [option for option in options if option.verb == "factors"]
    if factors:
        return factors[min(IN_ONE_HEX, len(factors)) - 1]
    ways = [option for option in options if option.verb == "face-works"]
    if ways:
        return max(ways, key=lambda option: enemies_ahead(p, option))
    sites = [option for option in options if option.verb in VERBS]
    if not sites:
        return options[-1]
    best = max(
        sites, key=lambda option: (worth_of_site(p, option), option.verb == "fortify-hidden", option.at)
    )
    return best if worth_of_site(p, best) > 0 else options[-1]


def enemies_ahead(p: Picture, option: Action) -> int:
    """How many of the hexes where the enemy may set up, or stands, a bunker would look at."""
    g = p.g
    groups = [number for number, group in enumerate(g.scenario.groups) if group.side == p.enemy]
    there = {hex for number in groups for hex in g.scenario.set_up_area(number, g.map)}
    facing = FACING_NAMES.index(option.how)
    return sum(in_arc(g.map, option.at, facing, hex) for hex in there)


def worth_of_site(p: Picture, option: Action) -> float:
    """Entrenchments beneath men who have no better cover; wire and mines on the enemy's way to what is held."""
    g, hex = p.g, option.at
    friends = len(g.side_in(hex, p.side))
    if option.how == ENTRENCHMENT or option.how in BUNKERS:
        return 1.0 + friends + 0.1 * g.map.level(hex) - 0.5 * g.terrain_of(hex).tem if friends else 0.0
    if friends:
        return 0.0
    held = p.goals or frozenset(unit.hex for unit in g.on_map(p.side))
    distance = min((g.map.distance(hex, goal) for goal in held), default=0)
    if distance not in FORWARD:
        return 0.05 if option.how in (WIRE, MINES) and distance else 0.01
    value = 2.0 - 0.3 * FORWARD.index(distance)
    if option.how == WIRE:
        return value + 0.3 * terrain.is_open(g, hex)
    return value + 0.2 * g.terrain_of(hex).tem + 0.2 * bool(g.map.roads.get(hex))


def price_of_mines(p: Picture, unit: Unit, origin: str, hex: Hex) -> float:
    """What the mines that a side knows of can be expected to take of a unit that goes from a hex into the next."""
    g = p.g
    if not g.state.works:
        return 0.0
    fields = [*known_in(g, hex, p.side, MINES), *known_in(g, origin, p.side, MINES)]
    table = g.tables.infantry_fire_table
    return sum(harm(table, column_for(g.fire_table.columns, work.factors), 0, 0, 7) for work in fields)
