"""Guns that fire from hiding (SL:2.7): what gives them away besides, and what the enemy does not see of them."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Line
from defilade.kernel.composition import Part
from defilade.rules.sl.guns.pieces import served
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.weapons.hidden_ordnance import seen_more_easily
from defilade.rules.sl.weapons.launchers import kind_of_launcher
from defilade.tactics.names import Side
from defilade.tactics.secrets import conceal
from defilade.tactics.units import Weapon

PART = Part()

TURNED, MORTAR = 1, -2


@PART.answers(seen_more_easily)
def by_what_it_is(g: SlPlay, weapon: Weapon) -> Iterable[Line]:
    """SL:2.7.2-c, SL:2.7.2-h"""
    if kind_of_launcher(g, weapon).mortar:
        return [Line("a mortar", MORTAR, "SL:2.7.2-h")]
    return [Line("it has been turned", TURNED, "SL:2.7.2-c")] if served(g, weapon).turned else []


@PART.answers(conceal)
def nobody_knows_how_it_is_laid(g: SlPlay, side: Side) -> None:
    """What a gun out of sight has done, but for its shots, only its side knows."""
    state = g.state
    for wid in {*state.served, *state.laid}:
        weapon = state.weapons.get(wid)
        if weapon is None or weapon.side == side:
            continue
        if not weapon.hex or weapon.owner in state.unseen:
            state.served.pop(wid, None)
            state.laid.pop(wid, None)
