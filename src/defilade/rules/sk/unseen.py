"""Units that are on the map without the enemy's knowing it: what an attack on their hex does to them.

Who is hidden, and where, the sections know that hide somebody; they answer here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from defilade.kernel.composition import all_of, any_of, told
from defilade.rules.sk.state import SkPlay
from defilade.tactics.names import Hex, Side


@all_of
def unseen_in(g: SkPlay, hex: Hex, side: Side) -> Iterable[str]:
    """Which units are in a hex of which this side does not know?"""
    return ()


@any_of
def may_be_unseen(g: SkPlay, hex: Hex, side: Side) -> bool:
    """Could somebody be hidden in a hex, for all that this side knows?"""
    return False


@told
def brought_to_light(g: SkPlay, unit: str, why: str) -> None:
    """Something makes a hidden unit known: it is put on the map."""


@contextmanager
def as_if_seen(g: SkPlay, units: Iterable[str]) -> Iterator[None]:
    """For the time being hidden units stand on the map like others, so that an attack on them can be added up. Nobody
    is told of it."""
    state, silent = g.state, g.silent
    kept = (state.units, state.weapons, state.stacks, state.hidden, state.lurking)
    state.units, state.weapons, state.stacks = state.units.copy(), state.weapons.copy(), state.stacks.copy()
    g.silent = True
    for uid in units:
        brought_to_light(g, uid, "")
    try:
        yield
    finally:
        g.silent = silent
        state.units, state.weapons, state.stacks, state.hidden, state.lurking = kept
