"""Terrain: what it costs to enter (SL:4.1.6), what cover it gives (SL:5.3), and how lines of sight read it (SL:2.1)."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.hexgrid import LosProfile
from defilade.kernel import Line, Refusal
from defilade.kernel.composition import any_of, bar, first_of, handed_on
from defilade.rules.sl.card import Scenario
from defilade.rules.sl.library import Library
from defilade.rules.sl.sight import reading_of_heights
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.tables import TerrainKind
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit

CLIFF, WHEAT, HOLES = "cliff", "grain", "shellholes"
ORCHARD = "orchard"
TREES = ("woods", "forest_road")
AIR_BURST = -1


def los_profile(card: Scenario, kit: Library) -> LosProfile:
    """SL:2.1.1-a, SL:1.2.2: from centre to centre; SL:2.1.1-b: blocked by what is seen on both sides of the line;
    SL:2.1.4: one sees into woods and buildings, never beyond, inside a building either (SL:2.1.6), but out of one's own
    hex past what stands beside the dot (SL:2.1-q2); on one level everything that nothing hides (SL:2.1.9), also into
    wheat and brush (SL:14.11.2-a, SL:14.12.9-a), unless deep snow covers that (SL:14.12.8)."""
    kinds = kit.tables.terrain.kinds
    seen = {name: kind for name, kind in kinds.items() if name != WHEAT or card.wheat_stands}
    seen = {name: kind for name, kind in seen.items() if name not in card.snowed_under}
    return LosProfile(
        obstacles={name: kind.obstacle for name, kind in seen.items() if kind.obstacle},
        hindrances={ORCHARD: (1, True, "SL:14.16.5-a")},
        own_hex_rule="SL:2.1.4",
        blocking_total=orchards_seen_through(card) + 1,
        blocking_total_rule="SL:14.16.5-a",
        trace_rule="SL:2.1.1-a",
        inherent_rule="",
        relief=reading_of_heights(winter=is_winter(card)),
    )


def is_winter(card: Scenario) -> bool:
    """From December to March, when orchards are bare."""
    return int(card.date[5:7]) in (12, 1, 2, 3)


def orchards_seen_through(card: Scenario) -> int:
    """SL:14.16.5-a: how many orchard hexes a line on one level passes, that of the target among them; SL:14.16.10: one
    more while they are bare."""
    return 3 if is_winter(card) else 2


@bar
def entry_bar(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> Refusal | None:
    """Why may a unit not go from its place to one beside it, in whatever phase?"""


@bar
def passing_bar(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> Refusal | None:
    """Why may a unit not even go by what is in a hex beside it?"""


@handed_on
def price_of_entry(g: SlPlay, cost: float, unit: Unit, origin: str, hex: Hex) -> float:
    """What does it cost a unit to go from a place to one beside it, otherwise than by the terrain chart?"""
    return cost


@handed_on
def price_of_passing(g: SlPlay, cost: float, unit: Unit, origin: str, hex: Hex) -> float:
    """What does it cost a unit to go by what stands in a hex, but for the hexside that it crosses on the way in?"""
    return cost


@any_of
def unseen_between(g: SlPlay, a: str, b: str) -> bool:
    """Does something besides the map keep two places from seeing each other?"""
    return False


@any_of
def seen_besides(g: SlPlay, a: str, b: str) -> bool:
    """Do two places see each other though the map keeps them from it?"""
    return False


def sees(g: SlPlay, a: str, b: str) -> bool:
    """SL:2.1.1-a, SL:2.1.10: whether there is a line of sight; adjacent hexes always see each other, but
    over cliffs (SL:2.1.7). Infantry never blocks (SL:2.1.3).

    The map has the levels of hills (SL:14.7.1, SL:14.7.2, SL:14.7.3), by the centre dot (SL:14.7.5), woods a level
    high (SL:14.15.1-a) with roads clear of them (SL:14.17.4), walls and hedges (SL:14.5.1-a), and low ground, out of
    which one sees what is adjacent or three levels higher (SL:14.21-b, SL:14.22.5, SL:14.22.18-a), woods in it as
    high as any on its banks (SL:14.21.6-a)."""
    if not a or not b or unseen_between(g, a, b):
        return False
    if a == b or (b in g.map.adjacent[a] and g.map.hexside_kind(a, b) != CLIFF):
        return True
    return is_clear(g, g.map.hindrance(a, b), b) or seen_besides(g, a, b)


def is_clear(g: SlPlay, passed: int, target: str) -> bool:
    """Whether a line that passes so many orchards, or is blocked, comes through to what is in a hex."""
    if passed > 0 and g.map.terrain[target] == ORCHARD:
        return passed < orchards_seen_through(g.scenario)
    return passed >= 0


def is_double_crest(g: SlPlay, a: str, b: str) -> bool:
    """SL:14.9.1-a: more than one level between two hexes on one hill, without a cliff."""
    if not a or a in g.map.below or b in g.map.below or b not in g.map.adjacent[a]:
        return False
    return abs(g.map.level(a) - g.map.level(b)) > 1 and g.map.hexside_kind(a, b) != CLIFF


def entry_cost(g: SlPlay, origin: str, hex: Hex) -> float:
    """MF to enter a hex (SL:1.2.1), also a half one at the edge (SL:1.2.6); sidewalks change nothing (SL:1.2.5). By its
    terrain (SL:4.1.6-a), half a MF over a hexside that a road crosses (SL:4.1.6-c), one more over a wall or hedge
    (SL:4.1.7), double uphill over a crest line (SL:4.1.9-a, SL:14.7.7, SL:14.7.8), and no more nor less on one level or
    downhill (SL:4.1.9-b). A forest-road costs less across its road hexsides only (SL:14.17.3)."""
    table = g.tables.movement
    cost = cost_of_terrain(g, origin, hex)
    if origin and g.map.level(hex) > g.map.level(origin):
        cost *= table.uphill
    return cost + hexside_cost(g, origin, hex)


def by_road(g: SlPlay, origin: str, hex: Hex) -> bool:
    """Whether a road leads from one place into the next; from off the map one that runs over its edge (SL:4.1.8-5A).
    The centres of half hexes lie on the edge: a road that ends there does so, too."""
    if origin:
        return g.map.road_between(origin, hex)
    near, roads = g.map.neighbours[hex], g.map.roads.get(hex, ())
    ends_on_edge = len(roads) == 1 and (hex in g.map.edge("left") or hex in g.map.edge("right"))
    return ends_on_edge or any(near[direction] is None for direction in roads)


def kinds_in(g: SlPlay, hex: Hex) -> tuple[TerrainKind, ...]:
    """SL:14.2-a, SL:14.2-b: what a hex holds; costs and TEM of woods about a house add to those of the house."""
    found: tuple[TerrainKind, ...] = (g.terrain_of(hex),)
    if hex in g.map.also.get("woods", ()):
        found = (*found, g.tables.terrain.kinds["woods"])
    return found


def cost_of_terrain(g: SlPlay, origin: str, hex: Hex) -> float:
    """SL:4.1.10: costs of several kinds in a hex add up (SL:14.1: as the chart has them)."""
    if by_road(g, origin, hex):
        # SL:14.14-a
        return g.tables.terrain.kinds[HOLES].mf if g.map.terrain[hex] == HOLES else g.tables.movement.road
    return sum(kind.mf for kind in kinds_in(g, hex))


def hexside_cost(g: SlPlay, origin: str, hex: Hex) -> float:
    """SL:4.1.7, SL:14.5.2; a hedgerow costs two (SL:14.6.8-a)."""
    return g.tables.movement.hexside.get(g.map.hexside_kind(origin, hex) or "", 0)


@first_of
def own_price(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> float | None:
    """What does it cost a unit that goes by other points than its own to enter a hex, whatever is asked of others?"""


def cost_for(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> float:
    """The same for one unit, with all that its load, its mount and the place ask for."""
    own = own_price(g, unit, origin, hex)
    if own is not None:
        return own
    return price_of_entry(g, entry_cost(g, origin, hex), unit, origin, hex)


def in_the_treetops(g: SlPlay, hex: Hex, line: Line, rule: str) -> Line:
    """SL:14.15.2.1-a: what bursts in the trees makes worse what the woods of a hex would make better, but for a house
    among them; SL:14.15.2.1-b: what partisans have besides is left to them."""
    kind = g.terrain_of(hex)
    in_trees = g.map.terrain[hex] in TREES and line.label == kind.name
    return Line("air bursts", AIR_BURST, rule) if in_trees else line


def is_cover(g: SlPlay, hex: Hex) -> bool:
    """SL:3.21.7: woods and buildings are what routing units make for; crag, brush and orchards are not (SL:14.10.5-b,
    SL:14.12.6-b, SL:14.16.9-b)."""
    return g.terrain_of(hex).cover


def is_open(g: SlPlay, hex: Hex) -> bool:
    """SL:5.6.8.1-b, SL:3.21.7.2: wheat and orchards are not open ground (SL:5.3.1-g, SL:14.11.4, SL:14.16.3-a), nor
    is marsh for those who come into it (SL:14.18-a); hills, gullies and streams are (SL:14.7.6, SL:14.21.8,
    SL:14.22.21), and so are shellholes, which give their cover besides (SL:14.14.3)."""
    return g.terrain_of(hex).open


def adjacent_enemy(g: SlPlay, hex: Hex, side: Side) -> bool:
    """SL:3.21.2-a: whether an enemy unit, broken or not, stands adjacent to a hex, or in it."""
    return next(adjacent_enemies(g, hex, side), "") != ""


def adjacent_enemies(g: SlPlay, hex: Hex, side: Side) -> Iterator[str]:
    """Where they stand. Adjacent hexes count with a difference of one level at most (SL:3.21.4-a), and where infantry
    could advance from one to the other (SL:3.21.3), as it could not over a cliff. On an upper storey only those on the
    same one count, and those right up or down the stairs (SL:14.3.20.4); without stairs nobody above or below does
    (SL:3.21-q17)."""
    enemy = g.enemy_of(side)
    level = g.map.level
    near = dict.fromkeys(one for one in g.map.adjacent[hex] if g.map.hexside_kind(one, hex) != CLIFF)
    if hex not in g.map.below:
        near.update(dict.fromkeys(place for one in tuple(near) for place in g.map.places_in(one)))
    if g.has_side(hex, enemy):
        yield hex
    for one in near:
        if g.has_side(one, enemy) and abs(level(one) - level(hex)) <= 1:
            yield one
