"""A shot of ordnance, and the questions that it asks (SKF:3.2.4).

Guns, mortars and light anti-tank weapons are in the hands of units; a vehicle's main armament is a weapon, too, whose
owner is the vehicle.  Who has vehicles answers the questions about them: here nobody knows any.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from defilade.kernel import Line, Refusal
from defilade.kernel.composition import all_of, bar, first_of, handed_on, modified, told
from defilade.rules.sk.full.library import kit_of
from defilade.rules.sk.full.ordnance_tables import OrdnanceTables
from defilade.rules.sk.state import SkPlay
from defilade.tactics.counters import WeaponType
from defilade.tactics.names import Hex, Side, UnitId
from defilade.tactics.ordnance import Ordnance
from defilade.tactics.units import Unit, Weapon

OWN = "own"
"""The target type of weapons with a To Hit table of their own."""

INTENSIVE = "intensive"
"""The mode of Intensive Fire, beside those of `firers`."""

FULL, SLOW, FIXED, FREE = "full", "slow", "fixed", ""
"""How a weapon turns: all around, slowly, hardly; a support weapon points where it likes."""


class Occasion(NamedTuple):
    """A moment at which a side may fire. In the enemy MPh `target` is the hex of the movers and `targets` are they."""

    phase: str
    side: Side
    target: str = ""
    targets: tuple[str, ...] = ()


class Firer(NamedTuple):
    """Ordnance that a side has: the weapon, who fires it (a unit or a vehicle), from where, and how it is mounted."""

    id: str
    weapon: str
    hex: Hex
    facing: int = -1
    mount: str = FREE


class Gunshot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A shot as it is declared."""

    firer: str
    """The unit that fires, or the vehicle."""
    weapon: str
    hex: Hex
    target: str
    """The hex fired at."""
    phase: str
    side: Side
    mode: str
    """`prep`, `first`, `final`, `advancing` or `intensive`; what a vehicle does in its own MPh it says itself."""
    type: str = ""
    """`itt`, `att`, `vtt` or `own`."""
    ammo: str = ""
    aimed_at: str = ""
    """The vehicle that is fired at on the VTT, or by a LATW."""
    facing: int = -1
    """What it turns to; -1 for what has no covered arc."""
    turns: int = 0
    """Hexspines turned before this shot."""
    mount: str = ""
    """As of the firer; none where it points where it likes."""
    leader: str = ""
    second: str = ""
    """A second SMC at the weapon."""
    careful: bool = False
    """Avoids the backblast."""
    reckless: bool = False
    """Has accepted the backblast."""
    blocked: bool = False
    """It turned out that there is no LOS."""


class Hit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A vehicle has been hit: all that the To Kill procedure asks of the shot."""

    shot: Gunshot
    vehicle: str
    caliber: int
    length: str
    distance: int
    dice: tuple[int, ...]
    """The To Hit DR, coloured die first: it tells where the vehicle is struck."""
    critical: bool = False
    to_kill: int = 0
    """The TK# of a LATW."""


# -- what is asked ---------------------------------------------------------------------------------------------


@all_of
def other_firers(g: SkPlay, occasion: Occasion) -> Iterable[Firer]:
    """Which ordnance besides that of Infantry can this side fire now?"""
    return ()


@all_of
def vehicle_targets(g: SkPlay, occasion: Occasion, hex: Hex) -> Iterable[str]:
    """Which vehicles in this hex may be fired at?"""
    return ()


@all_of
def exposed_targets(g: SkPlay, occasion: Occasion, hex: Hex) -> Iterable[str]:
    """Of which vehicles in this hex does the crew show itself, so that fire at Infantry may strike it?"""
    return ()


@first_of
def other_mode(g: SkPlay, firer: Firer, occasion: Occasion, target: str) -> str | Refusal | None:
    """In which mode may ordnance that is not Infantry's fire at this hex, or why not?"""


@bar
def shot_bar(g: SkPlay, shot: Gunshot) -> Refusal | None:
    """Why may this shot not be fired?"""


@bar
def firer_bar(g: SkPlay, firer: Firer, occasion: Occasion) -> Refusal | None:
    """Why may this ordnance not fire at all now?"""


@modified
def firer_lines(g: SkPlay, shot: Gunshot) -> Iterable[Line]:
    """Which DRM does the To Hit DR have whatever is hit?"""
    return ()


@modified
def target_th_lines(g: SkPlay, shot: Gunshot, target: str) -> Iterable[Line]:
    """Which DRM does the To Hit DR have against this target: a unit, a vehicle, a Gun without men, or nobody?"""
    return ()


@modified
def effect_lines(g: SkPlay, shot: Gunshot, unit: Unit, critical: bool) -> Iterable[Line]:
    """Which DRM does the IFT DR of a hit have against this unit?"""
    return ()


@told
def turned_to(g: SkPlay, shot: Gunshot) -> None:
    """The weapon of this shot has turned to its new facing."""


@told
def has_fired(g: SkPlay, shot: Gunshot, dice: tuple[int, ...], keeps_rate: bool) -> None:
    """The To Hit DR of a shot has been made: markers and the like are due."""


@told
def vehicle_hit(g: SkPlay, hit: Hit) -> None:
    """A vehicle has been hit on the VTT or by a LATW: its To Kill DR is due."""


@told
def area_hit(
    g: SkPlay, shot: Gunshot, vehicles: tuple[str, ...], dice: tuple[int, ...], critical: bool
) -> None:
    """Vehicles are in a hex that was hit on the ATT or, where their crews are exposed, on the ITT."""


@handed_on
def rate(g: SkPlay, rof: int, shot: Gunshot) -> int:
    """What lowers the rate of fire of this shot?"""
    return rof


@handed_on
def breakdown_at(g: SkPlay, number: int, shot: Gunshot) -> int:
    """What lowers the B# or X# for this shot?"""
    return number


@told
def weapon_lost(g: SkPlay, shot: Gunshot) -> None:
    """The weapon of this shot is removed for good by its own DR (SKF:3.2.4-w): a vehicle is Recalled."""


# -- looking ---------------------------------------------------------------------------------------------------


def tables(g: SkPlay) -> OrdnanceTables:
    return kit_of(g).ordnance


def ordnance_of(g: SkPlay, weapon: Weapon) -> Ordnance | None:
    return g.weapon_types[weapon.type].ordnance


def the_ordnance(g: SkPlay, weapon: Weapon | str) -> Ordnance:
    """SKF:2.0-w: what must hit before it harms."""
    if isinstance(weapon, str):
        weapon = g.state.weapons[weapon]
    found = g.weapon_types[weapon.type].ordnance
    assert found is not None, f"{weapon.id} is no ordnance"
    return found


def kind_of(g: SkPlay, shot: Gunshot) -> WeaponType:
    return g.weapon_type(g.state.weapons[shot.weapon])


def is_gun(g: SkPlay, weapon: Weapon) -> bool:
    found = g.weapon_types[weapon.type].ordnance
    return found is not None and found.gun


def gun_of(g: SkPlay, unit_id: UnitId) -> Weapon | None:
    """The Gun that a unit mans, if it does."""
    for weapon in g.state.weapons.values():
        if weapon.owner == unit_id and weapon.facing >= 0:
            return weapon
    return None


def manning(g: SkPlay, shot: Gunshot) -> Unit | None:
    """The unit at the weapon; None for a vehicle's."""
    return g.state.units.get(shot.firer)


def month(g: SkPlay) -> int:
    """The month of the scenario: year * 100 + month."""
    return int(g.scenario.date[:4]) * 100 + g.scenario.month


def distance(g: SkPlay, shot: Gunshot) -> int:
    return g.map.distance(shot.hex, shot.target)
