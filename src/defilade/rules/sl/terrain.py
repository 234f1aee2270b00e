"""Terrain: what it costs to enter (SL:4.1.6), what cover it gives (SL:5.3), and how lines of sight read it (SL:2.1)."""

from __future__ import annotations

from dataclasses import replace

from defilade.hexgrid import LosProfile
from defilade.hexgrid.readings import BLIND_HEXES
from defilade.kernel import Refusal
from defilade.kernel.composition import any_of, bar, handed_on
from defilade.rules.sl.card import Scenario
from defilade.rules.sl.library import Library
from defilade.rules.sl.state import SlPlay
from defilade.tactics.units import Unit

CLIFF, WHEAT = "cliff", "grain"
NEVER = 99
"""Hindrances do not add up to a blocked line in these rules."""


def los_profile(card: Scenario, kit: Library) -> LosProfile:
    """SL:2.1.1-a: from centre to centre; SL:2.1.1-b: blocked by what is seen on both sides of the line; SL:2.1.4: one
    sees into woods and buildings, never beyond; on one level also into wheat and brush (SL:14.11.2-a, SL:14.12.9-a),
    and over walls and hedges from beside them (SL:2.1.8); heights and blind hexes as SL:2.2.1 to SL:2.2.4 say."""
    kinds = kit.tables.terrain.kinds
    seen = {name: kind for name, kind in kinds.items() if name != WHEAT or card.wheat_stands}
    return LosProfile(
        obstacles={name: kind.obstacle for name, kind in seen.items() if kind.obstacle},
        hindrances={},
        own_hex_rule="SL:2.1.4",
        blocking_total=NEVER,
        blocking_total_rule="",
        trace_rule="SL:2.1.1-a",
        inherent_rule="",
        relief=replace(BLIND_HEXES, in_storeys=True),  # SL:14.3.3-a
    )


@bar
def entry_bar(g: SlPlay, unit: Unit, origin: str, hex: str) -> Refusal | None:
    """Why may a unit not go from its place to one beside it, in whatever phase?"""


@handed_on
def price_of_entry(g: SlPlay, cost: float, unit: Unit, origin: str, hex: str) -> float:
    """What does it cost a unit to go from a place to one beside it, otherwise than by the terrain chart?"""
    return cost


@any_of
def unseen_between(g: SlPlay, a: str, b: str) -> bool:
    """Does something besides the map keep two places from seeing each other?"""
    return False


def sees(g: SlPlay, a: str, b: str) -> bool:
    """SL:2.1.1-a, SL:2.1.10: whether there is a line of sight; adjacent hexes always see each other, but
    over cliffs (SL:2.1.7).
    Infantry never blocks (SL:2.1.3)."""
    if not a or not b or unseen_between(g, a, b):
        return False
    if a == b or (b in g.map.adjacent[a] and g.map.hexside_kind(a, b) != CLIFF):
        return True
    return g.map.hindrance(a, b) >= 0


def entry_cost(g: SlPlay, origin: str, hex: str) -> float:
    """MF to enter a hex: by its terrain (SL:4.1.6-a), half a MF over a hexside that a road crosses (SL:4.1.6-c),
    one more over a wall or hedge (SL:4.1.7), double uphill (SL:4.1.9-a)."""
    table = g.tables.movement
    cost = table.road if g.map.road_between(origin, hex) else g.terrain_of(hex).mf
    if g.map.level(hex) > g.map.level(origin):
        cost *= table.uphill
    return cost + table.hexside.get(g.map.hexside_kind(origin, hex) or "", 0)


def cost_for(g: SlPlay, unit: Unit, origin: str, hex: str) -> float:
    """The same for one unit, with all that its load, its mount and the place ask for."""
    return price_of_entry(g, entry_cost(g, origin, hex), unit, origin, hex)


def is_cover(g: SlPlay, hex: str) -> bool:
    """SL:3.21.7: woods and buildings are what routing units make for."""
    return g.terrain_of(hex).cover


def is_open(g: SlPlay, hex: str) -> bool:
    """SL:5.6.8.1-b, SL:3.21.7.2: wheat and orchards are not open ground (SL:5.3.1-g, SL:14.16.3-a)."""
    return g.terrain_of(hex).open


def adjacent_enemy(g: SlPlay, hex: str, side: str) -> bool:
    """SL:3.21.2-a: whether an enemy unit, broken or not, stands adjacent to a hex, or in it; adjacent hexes count with
    a difference of one level at most (SL:3.21.4-a). On an upper storey only those on the same one count, and those
    right up or down the stairs (SL:14.3.20.4)."""
    enemy = g.enemy_of(side)
    level = g.map.level
    near = dict.fromkeys(g.map.adjacent[hex])
    if hex not in g.map.below:
        near.update(dict.fromkeys(place for one in tuple(near) for place in g.map.places_in(one)))
    return g.has_side(hex, enemy) or any(
        g.has_side(one, enemy) and abs(level(one) - level(hex)) <= 1 for one in near
    )
