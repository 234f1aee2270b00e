"""Firers and the groups that they fire in.

A `Shot` is one firing element: a unit's own firepower, or a support weapon in its hands.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import msgspec

from defilade.hexgrid import GameMap
from defilade.tactics.play import BoardPlay
from defilade.tactics.units import Unit


class Shot(msgspec.Struct, frozen=True, omit_defaults=True):
    """One firing element. Without a weapon it is the unit's own FP; `second` is a second SMC on a MG."""

    unit: str
    weapon: str = ""
    mode: str = ""
    second: str = ""

    @property
    def key(self) -> str:
        """What counts as this firer: the SW, or the unit for its own FP."""
        return self.weapon or self.unit


def hexes_of(g: BoardPlay[Any], shots: Sequence[Shot]) -> tuple[str, ...]:
    """The hexes that an attack comes from, in the order in which firers were named."""
    units = g.state.units
    return tuple(dict.fromkeys(units[shot.unit].hex for shot in shots))


def hang_together(game_map: GameMap, hexes: Collection[str]) -> bool:
    """Whether hexes form a chain in which each is adjacent to another."""
    if len(hexes) < 2:
        return True
    start = next(iter(hexes))
    reached = {start}
    open_ends = [start]
    while open_ends:
        for beside in game_map.adjacent[open_ends.pop()]:
            if beside in hexes and beside not in reached:
                reached.add(beside)
                open_ends.append(beside)
    return len(reached) == len(hexes)


def linked(game_map: GameMap, hexes: Collection[str], links: Collection[str]) -> bool:
    """Whether hexes form a chain, with the help of others that may stand between them."""
    if hang_together(game_map, hexes):
        return True
    chain = {*hexes, *links}
    start = next(iter(hexes))
    reached, open_ends = {start}, [start]
    while open_ends:
        for beside in game_map.adjacent[open_ends.pop()]:
            if beside in chain and beside not in reached:
                reached.add(beside)
                open_ends.append(beside)
    return reached.issuperset(hexes)


def leaders_in_each_hex(
    g: BoardPlay[Any], shots: Sequence[Shot], may_direct: Callable[[Unit, str], bool]
) -> tuple[tuple[str, ...], ...]:
    """For each hex of the attack the leaders who may direct it; empty if any hex has none."""
    found = []
    side = g.state.units[shots[0].unit].side
    for hex in hexes_of(g, shots):
        here = tuple(
            leader.id for leader in g.side_in(hex, side) if leader.is_leader and may_direct(leader, hex)
        )
        if not here:
            return ()
        found.append(here)
    return tuple(found)


def worst_leader(g: BoardPlay[Any], leaders: Iterable[str], value: Callable[[Unit], int]) -> Unit:
    """Of the leaders who direct an attack from several hexes the one with the worst modifier, which counts."""
    return max((g.unit(uid) for uid in leaders), key=value)
