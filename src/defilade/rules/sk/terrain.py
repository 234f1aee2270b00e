"""Terrain: what it costs to enter, what cover it gives, and how line of sight reads it (SK1:1.1.2).

All numbers are those of the terrain chart (SK1:QRDC-terrain, DAE:QRDC-terrain, `tables.yaml`).  A hex has one kind
of terrain, the one that governs it, whatever art spills over from its neighbours (SK1:1.1.2-a); which one,
the board says.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from defilade.hexgrid import GameMap, LosProfile, MapSpec, shared_map
from defilade.kernel import Line
from defilade.kernel.composition import all_of, any_of, handed_on
from defilade.rules.sk.card import Scenario
from defilade.rules.sk.library import Library, library
from defilade.rules.sk.state import APH, SkPlay
from defilade.rules.sk.tables import TerrainKind
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit

ROAD = "road"
"""The road rate: entering a woods-road hex along its road (SK1:1.1.2-h2)."""

TERRAIN = "terrain"
"""The ordinary rate: the cost of the hex's own terrain (SK1:1.1.2-i)."""

OPEN = "open"
GRAIN = "grain"
WOODS = "woods"


@any_of
def lined_by_trees(g: SkPlay, hex: Hex) -> bool:
    """Is a hex other than woods one in which who comes along the road chooses between the road and the trees?"""
    return False


@any_of
def ends_road_bonus(g: SkPlay, hex: Hex) -> bool:
    """Does entering a hex cost the road bonus, whatever road leads into it?"""
    return False


@handed_on
def way_in(g: SkPlay, cost: float, unit: Unit, origin: str, hex: Hex) -> float:
    """What does the way into a hex make of the cost of its terrain?"""
    return cost


@all_of
def other_rates(g: SkPlay, origin: str, hex: Hex) -> Iterable[str]:
    """At which rates other than that of its terrain and of its road may Infantry enter a hex?"""
    return ()


@handed_on
def toll(g: SkPlay, cost: float, origin: str, hex: Hex, rate: str) -> float:
    """What is paid beyond the cost of the terrain on the way into a hex at a rate?"""
    return cost


@any_of
def looks_down(g: SkPlay, hex: Hex, seen_from: str, climbed_from: str) -> bool:
    """Is one who moves or routs in a hex so far above those who look from `seen_from` that it is not in the open for
    them? `climbed_from` is the lower hex that it came from."""
    return False


def los_profile(grain_in_season: bool, lib: Library | None = None) -> LosProfile:
    """How these rules read terrain for line of sight.

    >>> sorted(los_profile(True).hindrances), sorted(los_profile(False).hindrances)
    (['grain', 'orchard'], ['orchard'])
    """
    tables = (lib or library()).tables
    kinds = tables.terrain.kinds
    # SK1:1.1.2-n: out of season the grain is Open Ground for everything.
    seen = {name: kind for name, kind in kinds.items() if grain_in_season or name != GRAIN}
    return LosProfile(
        # SK1:1.1.2-c2, SK1:1.1.2-g2; the road strip through woods is no woods art, SK1:1.1.2-j
        obstacles={name: kind.los_rule for name, kind in seen.items() if kind.obstacle},
        # SK1:1.1.2-k, SK1:1.1.2-m, SK1:2.0-k
        hindrances={
            name: (kind.hindrance, kind.inherent, kind.los_rule)
            for name, kind in seen.items()
            if kind.hindrance
        },
        own_hex_rule="SK1:3.2-f",
        blocking_total=tables.fire_drm.blocking_hindrance.total,
        blocking_total_rule=tables.fire_drm.blocking_hindrance.rule,
        trace_rule="SK1:3.2-e",  # from dot to dot, SK1:1.1-d
        inherent_rule="SK1:2.0-l",
        smoke_rule=tables.fire_drm.entries.smoke_per_hex.rule,
    )


def los_profile_of(card: Scenario, lib: Library) -> LosProfile:
    """The profile in the season of a scenario."""
    return los_profile(card.grain_in_season, lib)


def playing_area(spec: MapSpec, profile: LosProfile, own_boards: Path | None = None) -> GameMap:
    """The boards of a scenario laid edge to edge into one grid of hexes (SK1:1.1-a), each with its own name
    (SK1:1.1-b), half hexes on the edge among them (SK1:1.1-c), and their LOS from dot to dot (SK1:1.1-d).

    Its hexes have six hexsides (SK1:2.0-j), by direction; a line on a hex grain (SK1:2.0-i) crosses the hexes
    between its ends through their dots.
    """
    return shared_map(spec, profile, own_boards)


# -- what a hex is -----------------------------------------------------------------------------------------


def kind_of(g: SkPlay, hex: Hex) -> TerrainKind:
    """The row of the terrain chart that governs a hex."""
    chart = g.library.tables.terrain
    name = g.map.terrain[hex]
    if name == GRAIN and not g.scenario.grain_in_season:  # SK1:1.1.2-n
        name = chart.grain_season.out_of_season
    return chart.kinds[name]


def is_building(g: SkPlay, hex: Hex) -> bool:
    """SK1:1.1.2-c"""
    return kind_of(g, hex).building


def is_woods(g: SkPlay, hex: Hex) -> bool:
    return g.map.terrain[hex] == WOODS


def is_cover(g: SkPlay, hex: Hex) -> bool:
    """Woods or building: what routing units look for and where ambushes happen."""
    kind = kind_of(g, hex)
    return kind.building or g.map.terrain[hex] == WOODS


def is_road_among_trees(g: SkPlay, hex: Hex) -> bool:
    """Whether one may come into a hex along its road and then has no cover of its trees."""
    if not g.map.roads.get(hex):
        return False
    kind = g.map.terrain[hex]
    return kind == WOODS or (kind != OPEN and lined_by_trees(g, hex))


def rally_bonus(g: SkPlay, hex: Hex) -> bool:
    """SK1:QRDC-terrain: the -1 to rally in woods and buildings only."""
    return kind_of(g, hex).rally_bonus


# -- cover -------------------------------------------------------------------------------------------------


def tem(g: SkPlay, hex: Hex) -> Line:
    """The TEM of a hex as a line of a breakdown; what a card adds to it (a fortified building) is apart.

    A mover on a woods-road that has lost the cover of the woods (SK1:1.1.2-h) has that as a line of its own, because
    it depends on where the fire comes from.
    """
    kind = kind_of(g, hex)
    # SK1:1.1.2-b2, SK1:1.1.2-d, SK1:1.1.2-g, SK1:1.1.2-k2, SK1:1.1.2-m3
    return Line(kind.name, kind.tem, kind.tem_rule)


def road_shows(g: SkPlay, seen_from: str, hex: Hex) -> bool:
    """Whether the line to a woods-road hex keeps to the road: it does not touch the green (SK1:1.1.2-h)."""
    return is_road_among_trees(g, hex) and not g.map.touches_art(seen_from, hex, hex, g.map.terrain[hex])


def is_open_ground_for(
    g: SkPlay,
    hex: Hex,
    seen_from: str = "",
    *,
    road_rate: bool = False,
    climbed_from: str = "",
    covered: bool = True,
) -> bool:
    """Whether one who moves or routs in `hex` does so in Open Ground for those who look from `seen_from`.

    Roads are Open Ground like any other (SK1:1.1.2-e); orchard and grain are not (SK1:1.1.2-l, SK1:1.1.2-m3),
    and woods only for one who came along the road and whom the line reaches without touching the green. Against fire
    from which no terrain protects (not `covered`), height does not either.
    """
    if covered and seen_from and looks_down(g, hex, seen_from, climbed_from):
        return False
    if kind_of(g, hex).open_ground:  # SK1:1.1.2-b2
        return True
    return road_rate and bool(seen_from) and road_shows(g, seen_from, hex)


# -- movement ----------------------------------------------------------------------------------------------


def entry_cost(g: SkPlay, unit: Unit, origin: str, hex: Hex, rate: str = TERRAIN) -> float:
    """MF that a unit pays to enter `hex` (SK1:3.3-i), smoke in it included. All Infantry pays alike."""
    if rate == ROAD:
        cost = g.library.tables.terrain.road.mf  # SK1:1.1.2-h2
    else:
        # SK1:1.1.2-b, SK1:1.1.2-c, SK1:1.1.2-e, SK1:1.1.2-g, SK1:1.1.2-k2, SK1:1.1.2-m2
        cost = kind_of(g, hex).mf
    answered = g.rules.answers  # asked for every hex around every mover: silence is not asked to speak
    if way_in in answered:
        cost = way_in(g, cost, unit, origin, hex)
    if toll in answered:
        cost = toll(g, cost, origin, hex, rate)
    if hex in g.state.smoke and g.state.phase != APH:
        cost += g.library.tables.movement.enter_smoke  # SK1:3.3-w; in the MPh and the RtPh, SKF:1.2.5-g
    return cost


def rates(g: SkPlay, origin: str, hex: Hex) -> tuple[str, ...]:
    """The rates at which a hex may be entered: a woods-road also at the road rate through a road hexside."""
    kind = g.map.terrain[hex]
    found: tuple[str, ...] = (TERRAIN,)
    if kind != OPEN and (kind == WOODS or lined_by_trees(g, hex)) and crosses_road(g, origin, hex):
        found = (ROAD, TERRAIN)  # SK1:1.1.2-i: the woods rate may always be chosen
    return (*found, *other_rates(g, origin, hex)) if other_rates in g.rules.answers else found


def cheapest_entry(g: SkPlay, unit: Unit, origin: str, hex: Hex) -> float:
    return min(entry_cost(g, unit, origin, hex, rate) for rate in rates(g, origin, hex))


def crosses_road(g: SkPlay, origin: str, hex: Hex) -> bool:
    """Whether a step crosses a road hexside. From off the map: whether a road leads in over the edge
    (SKF:3.3-e)."""
    if not origin:
        return road_leaves_map(g, hex)
    return g.map.road_between(origin, hex)


def along_road(g: SkPlay, origin: str, hex: Hex, rate: str) -> bool:
    """Whether a step counts for the road bonus (SK1:1.1.2-f): over a road hexside, and no dearer than the road. Who
    chooses the woods rate (SK1:1.1.2-i) or enters the house at the end of the road does not travel along it."""
    if not crosses_road(g, origin, hex) or ends_road_bonus(g, hex):
        return False
    if rate != TERRAIN:
        return rate == ROAD
    return not is_road_among_trees(g, hex) and kind_of(g, hex).mf <= g.library.tables.terrain.road.mf


def road_leaves_map(g: SkPlay, hex: Hex) -> bool:
    neighbours = g.map.neighbours[hex]
    return any(neighbours[direction] is None for direction in g.map.roads.get(hex, ()))
