"""How a scenario card brings forces on over edges of the map."""

from __future__ import annotations

import msgspec

from defilade.hexgrid import GameMap
from defilade.rules.compass import Compass, MapSide, side_of
from defilade.rules.scene_parts import AreaView
from defilade.tactics.areas import Area
from defilade.tactics.names import Side


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """When and over which edges a group comes on. Turn 0: a special rule says when."""

    edges: tuple[Compass, ...]
    turn: int = 0
    within: Area | None = None
    """The part of those edges over which it comes, where it is not all of them."""

    def hexes(self, north: MapSide, game_map: GameMap, edges: tuple[Compass, ...] = ()) -> tuple[str, ...]:
        """Over which hexes it comes on, by its own edges or by these."""
        by_edge = [game_map.edge(side_of(north, edge)) for edge in edges or self.edges]
        found = tuple(dict.fromkeys([hex for hexes in by_edge for hex in hexes]))
        if self.within is None:
            return found
        return tuple([hex for hex in found if self.within.holds(game_map, hex)])


def entry_area(side: Side, turn: int, hexes: tuple[str, ...]) -> AreaView:
    """Where forces of a side come on, as the page marks it."""
    return AreaView("entry", hexes, side, f"{side.capitalize()} units come on here from turn {turn}")
