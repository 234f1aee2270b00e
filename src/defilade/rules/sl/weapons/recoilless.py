"""Recoilless rifles (SL:8.21): where they may be fired from, and what is behind them when they are.

The American ones, which are support weapons and go by the table for ordnance.
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Frame, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import morale
from defilade.rules.sl.state import AFPH, SlPlay
from defilade.rules.sl.vehicles.yard import ride_of
from defilade.rules.sl.weapons.anti_tank_fire import after_shot
from defilade.rules.sl.weapons.launchers import kind_of_launcher, launcher, launching_bar, stands
from defilade.tactics.arcs import sides_crossed
from defilade.tactics.sequence import player_turn_begins
from defilade.tactics.units import Unit, Weapon

PART = Part()

NOT_IN_AFPH = Refusal("a recoilless rifle fires in the PFPh and DFPh only", "SL:8.21.4-a")
CLOSED_IN = Refusal("a recoilless rifle is not fired from inside anything", "SL:8.21.5")
BLAST = "backblast"


@PART.answers(launching_bar)
def where_and_when(g: SlPlay, unit: Unit, weapon: Weapon, target: str) -> Refusal | None:
    """SL:8.21.4-c: that of 57 mm also in the AFPh."""
    back = launcher(g, weapon)
    if not kind_of_launcher(g, weapon).recoilless or back is None:
        return None
    if g.state.phase == AFPH and not back.fires_on_the_move:
        return NOT_IN_AFPH
    inside = ride_of(g, unit.id) is not None or g.terrain_of(stands(g, unit)).structure
    return CLOSED_IN if inside else None


def zone(g: SlPlay, hex: str, target: str) -> tuple[str, ...]:
    """SL:8.21.7: its hex and what lies right behind it as seen from the target, two hexes along a hexspine."""
    behind = [(side + 3) % 6 for side in sides_crossed(g.map, target, hex)]
    found = [g.map.neighbours[hex][side] for side in behind]
    return (hex, *(one for one in found if one is not None))


@PART.answers(after_shot)
def blast_behind(
    g: SlPlay, unit: Unit, weapon: Weapon, others: tuple[str, ...], target: str
) -> Iterable[Frame]:
    """SL:8.21.9: whoever else is in the zone can do nothing more in this player turn; who has moved or fired already
    checks his morale."""
    if not kind_of_launcher(g, weapon).recoilless:
        return []
    hexes = zone(g, unit.hex, target)
    g.state.backblasts = (*g.state.backblasts, *(hex for hex in hexes if hex not in g.state.backblasts))
    checks: list[Frame] = []
    for other in [one for hex in hexes for one in g.units_in(hex) if one.id not in (unit.id, *others)]:
        if other.fire or other.moved:
            checks.append(morale.MoraleCheck(other.id, 0, BLAST, source=BLAST))
        elif not other.ti:
            g.update(other, ti=True)
            g.say(
                "blasted",
                f"{g.name(other)} is in the blast.",
                "SL:8.21.9",
                side=other.side,
                who=(other.id,),
                at=other.hex,
            )
    return checks


@PART.answers(player_turn_begins)
def dust_settles(g: SlPlay) -> None:
    g.state.backblasts = ()
