"""How the full Starter Kit reads terrain and heights for line of sight (SKF:1.1.1, SKF:3.2.1; the steeple: DAE:1.1).

A line is blocked where an obstacle is drawn on both sides of it (SKF:3.2.1-b), and hindered where it crosses the
drawing of a hindrance or touches an inherent one (SKF:3.2.1-c).  Between two hill hexes nothing below the hill matters
(SKF:1.1.1-au).

A hex with all that stands in it is at the elevation of its dot (SKF:1.1.1-aq), and a one-level obstacle on a hill
reaches a level higher (SKF:1.1.1-at): the map knows levels, the profile how high obstacles rise from them.  Between
elevations a line crosses one crest line, that of the upper hex (SKF:3.2.1-i), and passes no obstacle
(SKF:3.2.1-j); from a steeple one sees over all of them but for the hex behind (DAE:1.1-l).  What hinders does so on
its own level alone (SKF:2.0-k, SKF:1.1.1-av), except orchards.

Left out: walls, hedges, depressions and upper storeys, which this book does not have; a board may show them, but they
do nothing here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from defilade.hexgrid import LosProfile, Rise
from defilade.hexgrid.readings import ONE_SLOPE

ORCHARD_SEASON: Final = range(4, 11)
"""April through October (SKF:1.1.1-ac)."""

GRAIN_SEASON: Final = range(6, 10)
"""June through September (SKF:1.1.1-ak)."""

BLOCKING_TOTAL: Final = 6
"""SKF:3.2.1-h"""

_OBSTACLES: Final = {
    "woods": "SKF:1.1.1-n",  # but for the strip of a road, SKF:1.1.1-w
    "stone_building": "SKF:1.1.1-e",
    "wooden_building": "SKF:1.1.1-e",
}

#: DRM, whether it fills its hex with its hexsides (SKF:2.0-o), rule
_HINDRANCES: Final = {
    "orchard": (1, True, "SKF:1.1.1-z"),  # SKF:1.1.1-ae; but for the road of an orchard-road, SKF:1.1.1-ag
    "grain": (1, False, "SKF:1.1.1-aj"),
    "brush": (1, False, "SKF:1.1.1-an"),
}


def full_los_profile(*, grain_in_season: bool = True, orchards_in_season: bool = True) -> LosProfile:
    """How these rules read terrain and heights for line of sight.

    >>> sorted(full_los_profile().hindrances), sorted(full_los_profile(grain_in_season=False).hindrances)
    (['brush', 'grain', 'orchard'], ['brush', 'orchard'])
    """
    return LosProfile(
        obstacles=dict(_OBSTACLES),
        # SKF:1.1.1-ak: out of season grain is Open Ground
        hindrances={kind: how for kind, how in _HINDRANCES.items() if grain_in_season or kind != "grain"},
        own_hex_rule="SKF:3.2.1-d",
        blocking_total=BLOCKING_TOTAL,
        blocking_total_rule="SKF:3.2.1-h",
        trace_rule="SKF:3.2.1-a",
        inherent_rule="SKF:2.0-o",
        smoke_rule="SKF:1.2.5-e",
        relief=replace(
            ONE_SLOPE,
            obstacle=Rise(2),  # buildings, woods and orchards are one level high, SKF:1.1.1-at
            buildings=(Rise(2),),
            hexsides={},
            between_levels={
                "orchard": ("obstacle", "SKF:1.1.1-ac")
                if orchards_in_season
                else ("hindrance", "SKF:1.1.1-ad")
            },
            in_steeples=True,  # DAE:1.1-a
            steeple=2,  # above every obstacle of the map, DAE:1.1-l
            hill_rule="SKF:1.1.1-ar",
            height_rule="SKF:3.2.1-i",
            slope_rule="SKF:3.2.1-i",
            blind_rule="DAE:1.1-l",
        ),
    )


def los_profile_in(month: int) -> LosProfile:
    """The same by the calendar: what stands in the fields and on the trees in a month (1 to 12).

    >>> [sorted(los_profile_in(month).hindrances) for month in (9, 10)]
    [['brush', 'grain', 'orchard'], ['brush', 'orchard']]
    """
    return full_los_profile(grain_in_season=month in GRAIN_SEASON, orchards_in_season=month in ORCHARD_SEASON)
