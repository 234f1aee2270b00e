"""Fire at motorcycles and from them (SL:4.10.17 to SL:4.10.21).

They are targets of the fire table like infantry, ridden or not; no gun aims at them as at a vehicle, and what is hit
leaves no wreck.
"""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Frame, Line, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import close_combat, morale, terrain
from defilade.rules.sl.fire import (
    Attack,
    also_struck,
    lines_of_place,
    not_on_foot,
    piece_struck,
    struck_instead,
    without_cover,
)
from defilade.rules.sl.fire_phases import suspected_hexes
from defilade.rules.sl.firers import fire_bar, weapon_bar
from defilade.rules.sl.mounts.riding import on_top
from defilade.rules.sl.saddles import MOTORCYCLES, motorcycle_of
from defilade.rules.sl.state import CYCLE, SIDECAR, Mount, SlPlay
from defilade.rules.sl.tables import KIA, Hit
from defilade.rules.sl.vehicles.immobilization import attempt_bar
from defilade.tactics.attack_plan import Aim, Firing, other_target_lines, shot_factors
from defilade.tactics.checks import Check
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit, Weapon

PART = Part()

LMG = "LMG"

HANDS_FULL = Refusal("who rides a motorcycle without a sidecar does not fire", "SL:4.10.18")
ONLY_LMG = Refusal("no weapon but a LMG is fired from a sidecar", "SL:4.10.4-c")
NOT_IN_PASSING = Refusal("nobody goes for an AFV from a motorcycle", "SL:4.10.11-a")


def empty(g: SlPlay, mount: Mount) -> bool:
    return mount.kind in MOTORCYCLES and not on_top(g, mount) and bool(mount.hex)


def empty_in(g: SlPlay, hex: Hex) -> list[Mount]:
    return [mount for mount in g.state.mounts.values() if mount.hex == hex and empty(g, mount)]


# -- from them ---------------------------------------------------------------------------------------------


@PART.answers(fire_bar)
def no_fire_from_cycles(g: SlPlay, unit: Unit, target: str) -> Refusal | None:
    """SL:4.10.18"""
    mount = motorcycle_of(g, unit)
    return HANDS_FULL if mount is not None and mount.kind == CYCLE else None


@PART.answers(weapon_bar)
def weapons_on_motorcycles(g: SlPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    """SL:4.10.4-c, SL:4.10-q3: whatever passengers of vehicles may do."""
    mount = motorcycle_of(g, unit)
    if mount is None:
        return None
    if mount.kind == CYCLE:
        return HANDS_FULL
    return None if g.weapon_type(weapon).kind == LMG else ONLY_LMG


@PART.answers(attempt_bar)
def no_grenades_in_passing(g: SlPlay, unit: Unit) -> Refusal | None:
    return NOT_IN_PASSING if motorcycle_of(g, unit) is not None else None


@PART.modifies(shot_factors, "SL:4.10.19", step=3)
def from_a_sidecar(g: SlPlay, firing: Firing) -> list[Line]:
    """SL:4.10.19: who has moved has a quarter left (SL:5.4.5-a)."""
    mount = motorcycle_of(g, firing.unit)
    if mount is None or mount.kind != SIDECAR:
        return []
    return [Line("on sidecars", g.tables.fire_factors.mounted.factor, "SL:4.10.19", "x")]


@PART.answers(close_combat.attack_strength)
def blows_from_a_sidecar(g: SlPlay, fp: float, unit: Unit) -> float:
    mount = motorcycle_of(g, unit)
    return fp * g.tables.fire_factors.mounted.factor if mount is not None and mount.kind == SIDECAR else fp


@PART.answers(close_combat.stays_out)
def no_blows_from_cycles(g: SlPlay, unit: Unit) -> bool:
    """SL:4.10.18"""
    mount = motorcycle_of(g, unit)
    return mount is not None and mount.kind == CYCLE


# -- at them -----------------------------------------------------------------------------------------------


@PART.answers(not_on_foot)
def on_wheels(g: SlPlay, unit: Unit) -> bool:
    """SL:4.10.20: neither for moving nor for the open; SL:4.10-q5: nor in the PFPh."""
    return motorcycle_of(g, unit) is not None


@PART.answers(struck_instead)
def down_with_the_machine(g: SlPlay, unit: Unit, found: Hit) -> Sequence[tuple[str, Check]] | None:
    """SL:4.10.21: the counter, and all who are on it."""
    mount = motorcycle_of(g, unit) if found.kind == KIA else None
    if mount is None:
        return None
    riders = on_top(g, mount)
    destroy(g, mount)
    for rider in riders:
        morale.eliminate(g, rider, "dies with it", "SL:4.10.21")
    return ()


def destroy(g: SlPlay, mount: Mount) -> None:
    """SL:4.10.21: nothing is left of it."""
    del g.state.mounts[mount.id]
    g.say("motorcycle_gone", "The motorcycle is destroyed.", "SL:4.10.21", side=mount.side, at=mount.hex)


@PART.answers(also_struck)
def motorcycles_in(g: SlPlay, hex: Hex) -> list[str]:
    """SL:4.10.17"""
    return [mount.id for mount in empty_in(g, hex)] if g.state.mounts else []


@PART.answers(suspected_hexes)
def hexes_of_motorcycles(g: SlPlay, side: Side) -> list[str]:
    enemy = g.enemy_of(side)
    mine = [m.hex for m in g.state.mounts.values() if m.side == enemy and empty(g, m)]
    return list(dict.fromkeys(mine))


@PART.answers(other_target_lines)
def lines_of_motorcycles(g: SlPlay, piece: str, aim: Aim) -> Sequence[Line] | None:
    """SL:4.10.17: what is in the hex protects them like infantry."""
    mount = g.state.mounts.get(piece)
    if mount is None or mount.kind not in MOTORCYCLES:
        return None
    if g.map.terrain[mount.hex] == terrain.HOLES:
        return []  # SL:4.10.22
    return lines_of_place(g, mount.hex, aim)


@PART.answers(without_cover)
def above_the_holes(g: SlPlay, unit: Unit, aim: Aim) -> bool:
    """SL:4.10.22"""
    return g.map.terrain[unit.hex] == terrain.HOLES and motorcycle_of(g, unit) is not None


@PART.answers(piece_struck)
def struck(g: SlPlay, attack: Attack, piece: str, found: Hit) -> list[Frame]:
    mount = g.state.mounts.get(piece)
    if mount is not None and mount.kind in MOTORCYCLES and found.kind == KIA:
        destroy(g, mount)
    return []
