"""Who may shoot whom from where: what the anti-tank weapons of a side would do to a vehicle in any hex and facing, and
what a vehicle's own guns would do out of it.

What is found depends on where the hunters stand and on smoke, not on where the vehicle is now, so that it is kept while
a vehicle drives.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator

import msgspec

from defilade.ai.starter_kit.plans.fire_plans import expected_harm
from defilade.ai.starter_kit.plans.gunnery import (
    assault_takes,
    daring,
    imagined,
    mg_attack,
    panzerfaust_chance,
    panzerfaust_shot,
    share_taken,
    shot_value,
)
from defilade.ai.starter_kit.reading.picture import Picture
from defilade.ai.starter_kit.reading.worth import share_lost
from defilade.rules.sk import los
from defilade.rules.sk.fire import everybody_in
from defilade.rules.sk.full.ordnance import panzerfausts
from defilade.rules.sk.full.ordnance.guns import all_firers
from defilade.rules.sk.full.ordnance.shots import Firer, Gunshot, Occasion, month, tables, the_ordnance
from defilade.rules.sk.full.ordnance.target_types import shots_at
from defilade.rules.sk.full.vehicles import vehicular_mg
from defilade.rules.sk.full.vehicles.kill_odds import fates_of_vehicle
from defilade.rules.sk.full.vehicles.main_armament import firer_of
from defilade.rules.sk.state import DFPH, PFPH, SkPlay
from defilade.tactics import arcs
from defilade.tactics.names import Hex, Side
from defilade.tactics.ordnance import AP, HE, HEAT
from defilade.tactics.units import Unit
from defilade.tactics.vehicles import Vehicle

KEPT = 16
ORDINARY = (AP, HE, HEAT)
"""Ammunition that is reckoned with; special kinds may not be at hand."""
CLOSE = 0.8
"""How much of what a squad could do in close combat is expected of one that can get there."""


class Hunters:
    """The anti-tank weapons of a side."""

    def __init__(self, g: SkPlay, side: Side) -> None:
        self.g = g
        self.side = side
        self.firers = [firer for firer in all_firers(g, Occasion(DFPH, side)) if not _is_idle(g, firer)]
        self.reach = tables(g).panzerfaust.reach(month(g)) if _has_panzerfausts(g, side) else 0
        self.infantry = [unit for unit in g.on_map(side) if unit.good_order and unit.is_mmc]
        self._found: dict[tuple[object, ...], float] = {}
        self._seen: dict[str, tuple[list[Firer], list[Unit]]] = {}

    def loss(self, vehicle: Vehicle, hex: Hex, vca: int, *, moving: bool) -> float:
        """The share of a vehicle that fire at it would take in a hex, with hull and turret pointing one way."""
        key = (vehicle.type, hex, vca, moving)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._loss(vehicle, hex, vca, moving)
        return found

    def _loss(self, vehicle: Vehicle, hex: Hex, vca: int, moving: bool) -> float:
        firers, infantry = self._who_sees(hex)
        parts = [self._by_firer(firer, vehicle, hex, vca, moving) for firer in firers]
        parts += [self._by_hand(unit, vehicle, hex, vca, moving) for unit in infantry]
        return share_lost(parts)

    def _who_sees(self, hex: Hex) -> tuple[list[Firer], list[Unit]]:
        """Guns that see a hex, and Infantry that could throw something there."""
        found = self._seen.get(hex)
        if found is None:
            g = self.g
            near = [unit for unit in self.infantry if 0 < g.map.distance(unit.hex, hex) <= self.reach]
            by_hand = [unit for unit in near if los.hindrance(g, unit.hex, hex) >= 0]
            found = self._seen[hex] = (list(self._in_sight(hex)), by_hand)
        return found

    def beside(self, vehicle: Vehicle, hex: Hex) -> float:
        """The share of a vehicle that Infantry beside a hex would take if it came with what it carries."""
        key = ("beside", vehicle.id, vehicle.ce, hex)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._beside(vehicle, hex)
        return found

    def _beside(self, vehicle: Vehicle, hex: Hex) -> float:
        g = self.g
        near = [unit for unit in self.infantry if g.map.distance(unit.hex, hex) <= 1 and not unit.pinned]
        return share_lost([CLOSE * daring(g, unit) * self._assault(unit, vehicle) for unit in near])

    def _assault(self, unit: Unit, vehicle: Vehicle) -> float:
        key = ("assault", unit.id, vehicle.id, vehicle.ce)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = assault_takes(self.g, (unit.id,), vehicle.id)
        return found

    def _in_sight(self, hex: Hex) -> Iterator[Firer]:
        g = self.g
        for firer in self.firers:
            gun = the_ordnance(g, firer.weapon)
            away = g.map.distance(firer.hex, hex)
            if (
                not away
                or (gun.latw and away >= max(len(gun.to_hit), 12))
                or away < gun.min_range
                or gun.mortar
            ):
                continue
            if los.hindrance(g, firer.hex, hex) >= 0:
                yield firer

    def _by_firer(self, firer: Firer, vehicle: Vehicle, hex: Hex, vca: int, moving: bool) -> float:
        struck = arcs.direction_hit(self.g.map, firer.hex, hex, vca)
        key = (firer.id, firer.weapon, hex, struck, vehicle.type, moving)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._shot_at(firer, vehicle, hex, vca, moving)
        return found

    def _shot_at(self, firer: Firer, vehicle: Vehicle, hex: Hex, vca: int, moving: bool) -> float:
        g = imagined(self.g, as_target(vehicle, hex, vca, moving))
        shots = shots_at(g, firer, Occasion(PFPH, self.side), hex, "prep")
        aimed = [shot for shot in shots if shot.aimed_at == vehicle.id and shot.ammo in ORDINARY]
        return max([share_taken(fates_of_vehicle(g, shot)) for shot in aimed], default=0.0)

    def _by_hand(self, unit: Unit, vehicle: Vehicle, hex: Hex, vca: int, moving: bool) -> float:
        """A Panzerfaust."""
        struck = arcs.direction_hit(self.g.map, unit.hex, hex, vca)
        key = ("by hand", unit.kind, unit.hex, hex, struck, vehicle.type, moving)
        found = self._found.get(key)
        if found is None:
            g, shot = panzerfaust_shot(
                imagined(self.g, as_target(vehicle, hex, vca, moving)), unit, hex, vehicle.id, PFPH
            )
            has_one = panzerfaust_chance(g, unit, vehicle.id)
            found = self._found[key] = has_one * share_taken(fates_of_vehicle(g, shot))
        return found


def _is_idle(g: SkPlay, firer: Firer) -> bool:
    weapon = g.state.weapons[firer.weapon]
    return weapon.malfunctioned or not firer.hex


def _has_panzerfausts(g: SkPlay, side: Side) -> bool:
    return panzerfausts.in_use(g, side) and g.state.panzerfausts < panzerfausts.supply(g, side)


def as_target(vehicle: Vehicle, hex: Hex, vca: int, moving: bool) -> Vehicle:
    """A vehicle that has come to a hex, and stands or drives there."""
    return msgspec.structs.replace(
        vehicle, hex=hex, vca=vca, tca=vca, motion=moving, changed_hex=False, began_in_motion=False, mp_in=()
    )


_kept: OrderedDict[tuple[object, ...], Hunters] = OrderedDict()


def hunters_of(g: SkPlay, side: Side) -> Hunters:
    """The hunters of a side as things stand; the latest ones are kept."""
    state = g.state
    key = (
        id(g.map),
        id(g.library),
        side,
        tuple(
            [
                (unit.id, unit.hex, unit.type, unit.pinned)
                for unit in state.units.values()
                if unit.side == side and unit.good_order and unit.hex
            ]
        ),
        tuple(
            [
                (gun.id, gun.owner, gun.hex, gun.facing, gun.malfunctioned, gun.acquired, gun.acquired_drm)
                for gun in state.weapons.values()
                if gun.side == side and g.weapon_type(gun).ordnance is not None
            ]
        ),
        tuple(
            [
                (tank.id, tank.hex, tank.vca, tank.tca, tank.ce, tank.motion, tank.good_order, tank.wreck)
                for tank in state.vehicles.values()
                if tank.side == side or tank.wreck
            ]
        ),
        tuple(state.smoke.items()),
        state.panzerfausts,
        tuple(state.hidden.get(side, ())),
    )
    found = _kept.get(key)
    if found is None or found.g.map is not g.map:
        found = _kept[key] = Hunters(g, side)
        if len(_kept) > KEPT:
            _kept.popitem(last=False)
    else:
        _kept.move_to_end(key)
    return found


# -- what a vehicle could do -------------------------------------------------------------------------------

MOST_TARGETS = 5
"""Enemy places that are looked at out of each hex, the most valuable first."""
BY_MG = 0.8


def outlook_from(picture: Picture, vehicle: Vehicle, hex: Hex, vca: int) -> tuple[float, str]:
    """What a vehicle that stands in a hex could do to the best enemy in sight, with all of its guns, and where."""
    kind = picture.g.vehicle_type(vehicle)
    key = ("outlook", vehicle.id, hex, vca if not kind.turreted else -1)
    found: tuple[float, str] | None = picture.found.get(key)
    if found is None:
        found = picture.found[key] = _outlook(picture, vehicle, hex, vca)
    return found


def _outlook(picture: Picture, vehicle: Vehicle, hex: Hex, vca: int) -> tuple[float, str]:
    turreted = picture.g.vehicle_type(vehicle).turreted
    standing = msgspec.structs.replace(
        as_target(vehicle, hex, vca, moving=False),
        fire="",
        fired=(),
        fired_in="",
        fired_at="",
        swung="",
        moved=True,
    )
    best, where = 0.0, ""
    for target, _ in _places(picture)[:MOST_TARGETS]:
        if target == hex or los.hindrance(picture.g, hex, target) < 0:
            continue
        tca = arcs.facings_to(picture.g.map, hex, target)[0] if turreted else vca
        value = _fire_at(picture, msgspec.structs.replace(standing, tca=tca), target)
        if value > best:
            best, where = value, target
    return best, where


def _places(picture: Picture) -> list[tuple[str, float]]:
    """Hexes with enemies, the most valuable first."""
    found: list[tuple[str, float]] | None = picture.found.get(("places",))
    if found is None:
        worth: dict[str, float] = {stack.hex: stack.worth for stack in picture.targets.stacks}
        for tank in picture.g.state.vehicles.values():
            if tank.side == picture.enemy and tank.hex and not tank.wreck:
                worth[tank.hex] = worth.get(tank.hex, 0.0) + 2.0
        found = sorted(worth.items(), key=lambda entry: (-entry[1], entry[0]))
        picture.found[("places",)] = found
    return found


def _fire_at(picture: Picture, vehicle: Vehicle, target: str) -> float:
    """What a vehicle that stands as it does would do to a hex in a fire phase of its own."""
    g = imagined(picture.g, vehicle)
    total = 0.0
    gun = g.armament_of(vehicle)
    if gun is not None and not gun.malfunctioned and "ma" not in vehicle.disabled:
        total = best_shot(
            picture, g, firer_of(g, vehicle, gun), Occasion(PFPH, vehicle.side), target, "prep"
        )[0]
    if not g.has_side(target, picture.enemy):
        return total
    usable = [
        mg
        for mg in vehicular_mg.usable(g, vehicle)
        if vehicular_mg.bears(g, vehicle, mg, target)
        and g.map.distance(vehicle.hex, target) <= vehicular_mg.reach(g, mg)
    ]
    if usable:
        plan = mg_attack(g, vehicle, target, tuple(usable), everybody_in(g, target, picture.enemy))
        total += BY_MG * expected_harm(picture, plan)
    return total


def best_shot(
    picture: Picture,
    g: SkPlay,
    firer: Firer,
    occasion: Occasion,
    target: str,
    mode: str,
) -> tuple[float, Gunshot | None]:
    """The best shot of a weapon at a hex."""
    best: float = 0.0
    chosen: Gunshot | None = None
    for shot in shots_at(g, firer, occasion, target, mode):
        value = shot_value(picture, shot, occasion.targets, g)
        if value > best:
            best, chosen = value, shot
    return best, chosen
