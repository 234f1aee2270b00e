"""Hidden support weapons: the enemy sees the men, but not what they carry (SL:2.6.1).

`State.hidden_weapons` says which they are; who has one only his own side knows. What shows one for good is in
`SlPlay.update_weapon`, for whoever handles it, and here for what becomes of its owner.
"""

from __future__ import annotations

import random

from defilade.kernel.composition import Part
from defilade.rules.sl.eyes.losing import watched
from defilade.rules.sl.morale import unit_gone
from defilade.rules.sl.movement import entered
from defilade.rules.sl.state import SlPlay
from defilade.tactics.moving import Moving
from defilade.tactics.names import Hex, Side
from defilade.tactics.secrets import conceal, guess
from defilade.tactics.sequence import marker_at_the_end
from defilade.tactics.units import Weapon

PART = Part()


def hidden_of(g: SlPlay, side: Side) -> list[Weapon]:
    """The weapons that a side keeps hidden."""
    return [g.state.weapons[wid] for wid in g.state.hidden_weapons if g.state.weapons[wid].side == side]


@PART.answers(unit_gone)
def its_owner_breaks(g: SlPlay, hex: Hex) -> None:
    """SL:2.6.1-b"""
    for wid in g.state.hidden_weapons:
        weapon = g.state.weapons[wid]
        if weapon.owner and g.unit(weapon.owner).broken:
            g.show_weapon(weapon)


@PART.answers(entered)
def seen_on_the_move(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    """SL:2.6.1-b: in the sight of an enemy."""
    for wid in g.state.hidden_weapons:
        weapon = g.state.weapons[wid]
        if weapon.owner in frame.members and (
            watched(g, origin, weapon.side) or watched(g, hex, weapon.side)
        ):
            g.show_weapon(weapon)


@PART.answers(marker_at_the_end)
def nothing_stays_hidden(g: SlPlay) -> None:
    for wid in g.state.hidden_weapons:
        g.show_weapon(g.state.weapons[wid])


@PART.answers(conceal)
def hide_weapons_from(g: SlPlay, side: Side) -> None:
    """SL:2.6.1-a: that there are such weapons everybody knows. Whose load is too heavy would tell who has one."""
    owners = {weapon.side for wid in g.state.hidden_weapons if (weapon := g.state.weapons[wid]).side != side}
    if owners:
        g.state.slowed = tuple([uid for uid in g.state.slowed if g.unit(uid).side not in owners])
    for wid in g.state.hidden_weapons:
        weapon = g.state.weapons[wid]
        if weapon.side != side:
            g.state.weapons[wid] = Weapon(
                wid, weapon.side, weapon.type, letter=weapon.letter, group=weapon.group
            )


@PART.answers(guess)
def guess_who_has_them(g: SlPlay, side: Side, rng: random.Random) -> None:
    """Somebody of their group who is still there."""
    for wid in g.state.hidden_weapons:
        weapon = g.state.weapons[wid]
        if weapon.side == side or weapon.owner:
            continue
        men = [
            unit
            for unit in g.state.units.values()
            if unit.group == weapon.group
            and unit.side == weapon.side
            and unit.is_mmc
            and unit.hex
            and not unit.broken
        ]
        if men:
            g.give(weapon, rng.choice(men))
