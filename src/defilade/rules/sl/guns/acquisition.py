"""Target acquisition (SL:13.10): who fires at the same target in one eligible fire phase after the other hits it more
easily. Eligible are one's own PFPh and DFPh; all that goes by the To Hit table acquires targets."""

from __future__ import annotations

from defilade.kernel import Line
from defilade.kernel.composition import Part, any_of
from defilade.rules.sl import terrain
from defilade.rules.sl.smoke import screens
from defilade.rules.sl.state import CONCEALED, DFPH, MPH, PFPH, Laid, SlPlay
from defilade.rules.sl.weapons.anti_tank_fire import lines_to_hit, taken_aim
from defilade.rules.sl.weapons.launchers import launcher, stands
from defilade.tactics.names import Hex
from defilade.tactics.sequence import phase_ends
from defilade.tactics.units import Unit, Weapon

PART = Part()

MOST = 2
"""SL:13.10.1-a"""


@any_of
def raises_dust(g: SlPlay, weapon: Weapon) -> bool:
    """Does a weapon hide its target from itself as it fires?"""
    return False


def stamp(g: SlPlay) -> str:
    """The fire phase that it is; fire at vehicles on the move is the beginning of Defensive Fire."""
    phase = DFPH if g.state.phase == MPH else g.state.phase
    return f"{g.state.turn} {g.attacker} {phase}"


def acquires(g: SlPlay, weapon: Weapon) -> bool:
    """SL:13.10.1-a: what has no To Hit table of its own."""
    back = launcher(g, weapon)
    return back is not None and not back.to_hit


def laid_on(g: SlPlay, unit: Unit, weapon: Weapon, target: str) -> int:
    """SL:13.10.2.2: how many fire phases before this one it has fired at a target."""
    found = g.state.laid.get(weapon.id)
    if found is None or target not in found.targets or found.home != stands(g, unit):
        return 0
    return min(MOST, found.phases - (found.phase == stamp(g)))


@PART.answers(lines_to_hit)
def acquired(g: SlPlay, lines: list[Line], unit: Unit, weapon: Weapon, target: str) -> list[Line]:
    drm = laid_on(g, unit, weapon, target)
    return [*lines, Line("acquired", -drm, "SL:13.10.1-a")] if drm else lines


@PART.answers(taken_aim)
def fires_at_it(g: SlPlay, unit: Unit, weapon: Weapon, at: tuple[str, ...], hex: Hex) -> None:
    """SL:13.10.2-a, SL:13.10.2.3: at another target it loses what it had. SL:13.10.2.6-a: nothing is acquired through
    smoke; SL:13.10.2.6-b: nor what is concealed."""
    if not acquires(g, weapon):
        return
    old = g.state.laid.pop(weapon.id, None)
    if g.state.phase not in (PFPH, MPH, DFPH) or hindered(g, unit, weapon, hex):
        return
    units = g.state.units
    seen = tuple([uid for uid in at if uid not in units or units[uid].kind != CONCEALED])
    if not seen:
        return
    home, now = stands(g, unit), stamp(g)
    kept = tuple([uid for uid in seen if old is not None and uid in old.targets])
    if old is None or not kept or old.home != home:
        g.state.laid[weapon.id] = Laid(seen, hex, home, now)
    else:
        g.state.laid[weapon.id] = Laid(kept, hex, home, now, old.phases + (old.phase != now))


def hindered(g: SlPlay, unit: Unit, weapon: Weapon, hex: Hex) -> bool:
    return raises_dust(g, weapon) or bool(screens(g, stands(g, unit), hex))


def whereabouts(g: SlPlay, target: str) -> Hex:
    if target in g.state.units:
        return g.state.units[target].hex
    vehicle = g.state.vehicles.get(target)
    if vehicle is not None:
        return "" if vehicle.wreck else vehicle.hex
    weapon = g.state.weapons.get(target)
    return weapon.hex if weapon is not None else ""


def ways_of(g: SlPlay, target: str) -> list[Hex]:
    """Where a target has been in this MPh."""
    track = g.state.tracks.get(target)
    driven = [hex for hex, _ in g.state.driven.get(target, ())]
    return [*(track.hexes if track is not None else ()), *driven]


def in_sight(g: SlPlay, home: Hex, target: str) -> bool:
    """SL:13.10.2.1: at all times."""
    here = whereabouts(g, target)
    return bool(here) and all(terrain.sees(g, home, hex) for hex in (here, *ways_of(g, target)))


@PART.answers(phase_ends)
def lost_from_sight(g: SlPlay, phase: str) -> None:
    """SL:13.10.2.1, SL:13.10.2.4: what has gone out of sight, or was not fired at in an eligible phase; also when the
    gun breaks down or has been moved. SL:13.10.2.7-b: of a stack that parts those who stay in one hex."""
    for wid, found in list(g.state.laid.items()):
        weapon = g.state.weapons.get(wid)
        if weapon is None or weapon.malfunctioned or not weapon.owner or weapon.owner not in g.state.units:
            del g.state.laid[wid]
            continue
        unit = g.unit(weapon.owner)
        eligible = phase == (PFPH if unit.side == g.attacker else DFPH)
        left = [uid for uid in found.targets if in_sight(g, found.home, uid)]
        hex = whereabouts(g, left[0]) if left else ""
        left = [uid for uid in left if whereabouts(g, uid) == hex]
        if not left or stands(g, unit) != found.home or (eligible and found.phase != stamp(g)):
            del g.state.laid[wid]
        else:
            g.state.laid[wid] = Laid(tuple(left), hex, found.home, found.phase, found.phases)
