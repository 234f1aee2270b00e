"""Who can shoot where, and what it would do: the threat map of one side.

A threat map depends on where the shooters stand and what they have fired, on smoke and snow, and on nothing
else; in a phase it mostly stays the same from one decision to the next, so the latest ones are kept.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from defilade.ai.starter_kit.reading.lay import Lay, lay_of
from defilade.ai.starter_kit.reading.worth import harm, share_lost
from defilade.rules.sk import ift, los, morale
from defilade.rules.sk.full.library import kit_of
from defilade.rules.sk.full.vehicles import vehicular_mg
from defilade.rules.sk.state import SkPlay
from defilade.tactics import arcs
from defilade.tactics.names import Hex, Side
from defilade.tactics.ordnance import Ordnance
from defilade.tactics.units import FINAL, FIRST, PREP, Unit, Weapon
from defilade.tactics.vehicles import MA, Vehicle

NOW, AT_REST, LATER = "now", "at rest", "later"
"""Fire at movers in this MPh; fire at units at rest in what is left of this player turn; in a later one."""

SUBSEQUENT_SHARE = 0.3
"""Half FP, and only at the nearest: what a marked firer still threatens movers with."""
ROF_SHARE = 0.18
"""What each ROF adds: the chance of another shot."""
GROUPED = 0.8
"""How much of all the firepower in sight could be brought into one fire group."""
KEPT = 64
BY_AIM, BY_AREA = 0.5, 0.3
"""How much of the firepower of a hit counts for a gun that must hit first, and for a mortar."""
GUN_RANGE, MG_RANGE = 12, 8


class Arm(NamedTuple):
    """A unit's own firepower or a SW: its FP and normal range, and the share of it that is left."""

    fp: float
    range: int
    now: float
    at_rest: float
    beside: float
    """At rest in an adjacent hex: firers marked First Fire still fire there."""
    later: float
    arc: int = -1
    """The facing that it covers; -1 where it points anywhere."""
    heavy: bool = False
    """A gun, which has better targets than men in hatches."""


class Shooter(NamedTuple):
    """All that can fire out of one hex."""

    hex: Hex
    arms: tuple[Arm, ...]
    drm: int
    cowering: int
    has_arcs: bool = False
    """Some of it does not point anywhere."""

    def small_arms(self) -> Shooter:
        """The same without its guns."""
        return self._replace(arms=tuple([arm for arm in self.arms if not arm.heavy]))

    def fp(self, distance: int, when: str, covered: Callable[[int], bool] | None = None) -> float:
        """The FP that it brings to bear; `covered` tells whether the target is in the arc of a facing."""
        total = 0.0
        for arm in self.arms:
            if distance > 2 * arm.range or (arm.arc >= 0 and covered is not None and not covered(arm.arc)):
                continue
            share = arm.later if when == LATER else arm.now if when == NOW else arm.at_rest
            if when == AT_REST and distance == 1:
                share = arm.beside
            if distance == 1:
                share *= 2
            elif distance > arm.range:
                share /= 2
            total += arm.fp * share
        return total


def shooters(g: SkPlay, side: Side) -> tuple[Shooter, ...]:
    """Everybody of a side who can still shoot, stack by stack."""
    arms: dict[str, list[Arm]] = {}
    for unit in g.on_map(side):
        if unit.broken or unit.melee:
            continue
        found = arms.setdefault(unit.hex, [])
        counter = g.counters[unit.type]
        if counter.fp:
            found.append(_arm(unit, counter.fp, counter.range, unit.fire or (PREP if unit.no_fp else "")))
    for weapon in g.state.weapons.values():
        if not weapon.owner or weapon.malfunctioned or weapon.hex not in arms:
            continue
        owner = g.state.units.get(weapon.owner)
        kind = g.weapon_types[weapon.type]
        if owner is None or owner.side != side or owner.broken or owner.melee or kind.kind == "DC":
            continue
        if kind.ordnance is not None:
            arms[weapon.hex].extend(_gun(g, owner, weapon, kind.ordnance))
            continue
        fp = kind.fp * (1 + ROF_SHARE * kind.rof) * (0.5 if owner.is_leader else 1.0)
        arms[weapon.hex].append(_arm(owner, fp, kind.range, weapon.fire))
    for vehicle in g.state.vehicles.values():
        if vehicle.side == side and vehicle.hex and vehicle.good_order:
            arms.setdefault(vehicle.hex, []).extend(_vehicle(g, vehicle))
    return tuple([_shooter(g, side, hex, found) for hex, found in arms.items() if found])


def _gun(g: SkPlay, owner: Unit, weapon: Weapon, ordnance: Ordnance) -> list[Arm]:
    """A gun or mortar, as so much firepower as it has when it hits, by how often it does."""
    if ordnance.latw or ordnance.no_he:
        return []
    fp = kit_of(g).ordnance.fp_of(ordnance.caliber) * (BY_AREA if ordnance.mortar else BY_AIM)
    rof = g.weapon_type(weapon).rof
    arm = _arm(owner, fp * (1 + ROF_SHARE * rof), GUN_RANGE, weapon.fire)
    return [arm._replace(arc=weapon.facing, heavy=True)]


def _vehicle(g: SkPlay, vehicle: Vehicle) -> list[Arm]:
    """The machine guns of a vehicle, and its main armament."""
    kind = g.vehicle_type(vehicle)
    now = 0.0 if vehicle.fire else 0.5 if vehicle.motion else 1.0
    mgs = sum([vehicular_mg.printed_fp(g, vehicle, gun) for gun in vehicular_mg.usable(g, vehicle)])
    found = [Arm(float(mgs), MG_RANGE, now, now, now, 1.0)] if mgs else []
    gun = g.armament_of(vehicle)
    if gun is not None and not gun.malfunctioned and MA not in vehicle.disabled:
        fp = kit_of(g).ordnance.fp_of(kind.ma.caliber) * BY_AIM
        found.append(Arm(fp, GUN_RANGE, now, now, now, 1.0, heavy=True))
    return found


def _covers(g: SkPlay, hex: Hex, target: str, facing: int) -> bool:
    return arcs.in_arc(g.map, hex, facing, target)


def _arm(unit: Unit, fp: float, reach: int, marker: str) -> Arm:
    share = 0.5 if unit.pinned else 1.0
    if not marker:
        return Arm(fp, reach, share, share, share, 1.0)
    if marker == FIRST:
        return Arm(fp, reach, SUBSEQUENT_SHARE * share, 0.0, 0.5 * share, 1.0)
    if marker == FINAL:
        return Arm(fp, reach, 0.0, 0.0, 0.0, 1.0)
    return Arm(fp, reach, 0.0, 0.0, 0.0, 1.0)


def _shooter(g: SkPlay, side: Side, hex: Hex, arms: list[Arm]) -> Shooter:
    leading = [morale.leadership(g, u) for u in g.side_in(hex, side) if morale.can_lead(u)]
    drm = min([0, *leading])
    has_arcs = any(arm.arc >= 0 for arm in arms)
    return Shooter(hex, tuple(arms), drm, 0 if leading and min(leading) <= 0 else 1, has_arcs)


class HarmMap(dict[str, float]):
    """The share of a unit's worth that all fire at it would take, by hex; worked out when first asked for."""

    def __init__(self, threat: Threat, unit: Unit, level: int, when: str, assault: bool) -> None:
        super().__init__()
        self.threat, self.unit, self.level, self.when, self.assault = threat, unit, level, when, assault

    def __missing__(self, hex: Hex) -> float:
        threat = self.threat
        parts: list[float] = []
        total, strongest, most = 0.0, 0, 0.0
        for place, distance, hindrance in threat.lines(hex):
            shooter = threat.shooters[place]
            covered = None
            if shooter.has_arcs:
                covered = partial(_covers, threat.g, shooter.hex, hex)
            fp = shooter.fp(distance, self.when, covered)
            if fp:
                drm = self._drm(hex, hindrance, shooter)
                parts.append(self._harm(fp, drm, shooter.cowering))
                total += fp
                if fp > most:
                    most, strongest = fp, drm
        found = share_lost(parts)
        if len(parts) > 1:
            found = max(found, self._harm(GROUPED * total, strongest, 1))
        self[hex] = found
        return found

    def _drm(self, hex: Hex, hindrance: int, shooter: Shooter) -> int:
        lay = self.threat.lay
        drm = lay.tem[hex] + hindrance + shooter.drm
        if self.when == NOW:
            drm -= (not self.assault) + (lay.open[hex] and not hindrance)
        return drm

    def _harm(self, fp: float, drm: int, cowering: int) -> float:
        g = self.threat.g
        return harm(g, ift.column(g, fp), drm, cowering, self.unit, self.level)


class Threat:
    """What the shooters of a side would do to a unit of the other in any hex."""

    def __init__(self, g: SkPlay, side: Side, found: tuple[Shooter, ...]) -> None:
        self.g = g
        """A game in which things stand like this; only what the map hangs on is asked of it."""
        self.side = side
        self.shooters = found
        self.lay: Lay = lay_of(g)
        self._maps: dict[tuple[str, int, str, bool, bool, bool, bool], HarmMap] = {}
        self._lines: dict[str, tuple[tuple[int, int, int], ...]] = {}

    def lines(self, hex: Hex) -> tuple[tuple[int, int, int], ...]:
        """(place of the shooter, range, hindrance) of everybody who sees a hex."""
        found = self._lines.get(hex)
        if found is None:
            g = self.g
            distance = g.map.distance
            lines = []
            for place, shooter in enumerate(self.shooters):
                if shooter.hex == hex:
                    continue
                hindrance = los.hindrance(g, shooter.hex, hex)
                if hindrance >= 0:
                    lines.append((place, distance(shooter.hex, hex), hindrance))
            found = self._lines[hex] = tuple(lines)
        return found

    def map(self, unit: Unit, when: str, *, assault: bool = False) -> HarmMap:
        """What fire would do to such a unit, hex by hex."""
        level = morale.morale_level(self.g, unit)
        pinnable = morale.may_be_pinned(unit)
        key = (when, level, unit.kind, unit.broken, pinnable, unit.wounded, assault)
        found = self._maps.get(key)
        if found is None:
            found = self._maps[key] = HarmMap(self, unit, level, when, assault)
        return found

    def at(self, hex: Hex, unit: Unit, when: str, *, assault: bool = False) -> float:
        """The share of a unit's worth that all fire at it in a hex would take."""
        return self.map(unit, when, assault=assault)[hex]

    def seen(self, hex: Hex) -> bool:
        return bool(self.lines(hex))


_kept: OrderedDict[tuple[object, ...], Threat] = OrderedDict()


def threat_of(g: SkPlay, side: Side) -> Threat:
    """The threat map of a side as things stand."""
    found = shooters(g, side)
    state = g.state
    # The model unit's morale depends on the card and the library too; both hang on the map and the scenario.
    key = (id(g.map), id(g.library), state.scenario, side, found, tuple(state.smoke.items()), state.snow)
    threat = _kept.get(key)
    if threat is None or threat.lay.board is not g.map:
        threat = _kept[key] = Threat(g, side, found)
        if len(_kept) > KEPT:
            _kept.popitem(last=False)
    else:
        _kept.move_to_end(key)
        threat.g = g
    return threat
