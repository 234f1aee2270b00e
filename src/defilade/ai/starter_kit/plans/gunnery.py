"""What guns, main armaments and anti-tank weapons can be expected to do: exact, by the odds of the rules themselves.

A shot is asked about as it would be declared; where somebody is to be imagined elsewhere, the same question is asked in
an imagined position.  Nothing here adds up a modifier.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable

import msgspec

from defilade.ai.starter_kit.reading.picture import Picture
from defilade.ai.starter_kit.reading.worth import SHOCKED_KEEPS, STUCK_KEEPS, harm_of, vehicle_worth
from defilade.rules.sk import ift
from defilade.rules.sk.attack import Attack
from defilade.rules.sk.full.ordnance import panzerfausts
from defilade.rules.sk.full.ordnance.previews import EACH, HIT, effect_results, throws
from defilade.rules.sk.full.ordnance.resolution import aimed_at, targets_of
from defilade.rules.sk.full.ordnance.shots import OWN, Gunshot, tables
from defilade.rules.sk.full.ordnance.to_hit import hit_number
from defilade.rules.sk.full.vehicle_charts import FLAME, MG
from defilade.rules.sk.full.vehicles import sw_against_armor, vehicular_mg
from defilade.rules.sk.full.vehicles.armor import struck_from
from defilade.rules.sk.full.vehicles.ccv import VehicleAssault
from defilade.rules.sk.full.vehicles.ccv import odds as assault_odds
from defilade.rules.sk.full.vehicles.kill_odds import fates_of_vehicle
from defilade.rules.sk.full.vehicles.paatc import check_breakdown
from defilade.rules.sk.full.vehicles.stun_and_recall import crew_morale
from defilade.rules.sk.full.vehicles.to_kill import (
    DESTROYED,
    IMMOBILIZED,
    POSSIBLE_SHOCK,
    SHOCKED,
    STUNNED,
    KillRoll,
    kill_breakdown,
    outcome,
)
from defilade.rules.sk.state import SkPlay
from defilade.rules.sk.tables import FireResult
from defilade.tactics.attack_plan import Plan
from defilade.tactics.fire_table import chance_at_most, chance_exactly
from defilade.tactics.ordnance import HEAT, SMOKE, WP
from defilade.tactics.units import Unit, Weapon
from defilade.tactics.vehicles import Vehicle

TAKES = {
    DESTROYED: 1.0,
    IMMOBILIZED: 1 - STUCK_KEEPS,
    SHOCKED: 1 - SHOCKED_KEEPS,
    POSSIBLE_SHOCK: 0.4 * (1 - SHOCKED_KEEPS),
    STUNNED: 0.25,
}
"""The share of a vehicle that each end of a To Kill DR takes."""
CREW_STUNNED = 0.25
CREW_KILLED = 0.6
"""The share that it takes to Stun a crew that looks out, and to kill it: then the vehicle is Recalled."""
STILL_COUNTS = 0.5
"""A vehicle counts at least so much in the last turns: it still shoots."""


def imagined(g: SkPlay, *vehicles: Vehicle, weapons: Iterable[Weapon] = ()) -> SkPlay:
    """The game with some vehicles as they might stand; it is looked at and not played."""
    state = msgspec.structs.replace(
        g.state,
        vehicles={**g.state.vehicles, **{vehicle.id: vehicle for vehicle in vehicles}},
        weapons={
            **g.state.weapons,
            **{
                gun.id: msgspec.structs.replace(gun, hex=vehicle.hex, owner=vehicle.id)
                for vehicle in vehicles
                if (gun := g.armament_of(vehicle)) is not None
            },
            **{weapon.id: weapon for weapon in weapons},
        },
    )
    found = copy.copy(g)
    found.state = state
    found.silent = True
    return found


# -- vehicles ----------------------------------------------------------------------------------------------


def value_of_vehicle(picture: Picture, vehicle: Vehicle) -> float:
    return vehicle_worth(picture.g, vehicle) * max(STILL_COUNTS, picture.material_weight)


def share_taken(fates: dict[str, float]) -> float:
    """The share of a vehicle that these chances take."""
    return sum([TAKES.get(name, 0.0) * chance for name, chance in fates.items()])


def harm_to_crew(g: SkPlay, vehicle: Vehicle, results: dict[FireResult, float]) -> float:
    """The share of a vehicle that fire at its crew takes: on the IFT, and by the checks that follow."""
    total, level = 0.0, crew_morale(g, vehicle)
    for found, chance in results.items():
        if found.kind in ("KIA", "K"):
            total += chance * CREW_KILLED
        elif found.kind == "MC":
            total += chance * CREW_STUNNED * (1 - chance_at_most(level - found.number))
    return total


def roll_takes(g: SkPlay, roll: KillRoll) -> float:
    """The share of a vehicle that a To Kill DR takes by itself."""
    added_up = kill_breakdown(g, roll)
    if added_up is None:
        return 0.0
    return sum(
        [
            chance_exactly(original)
            * TAKES.get(outcome(roll.ammo, roll.place, original, int(added_up.total)), 0.0)
            for original in range(2, 13)
        ]
    )


# -- ordnance ----------------------------------------------------------------------------------------------


def shot_value(
    picture: Picture, shot: Gunshot, movers: tuple[str, ...] = (), g: SkPlay | None = None
) -> float:
    """What a shot of ordnance takes from the enemy on average, in squads, less what it takes from friends."""
    g = picture.g if g is None else g
    if shot.aimed_at:
        vehicle = g.vehicle(shot.aimed_at)
        return share_taken(fates_of_vehicle(g, shot)) * value_of_vehicle(picture, vehicle)
    if shot.ammo in (SMOKE, WP) or hit_number(g, shot) is None:
        return 0.0
    groups = aimed_at(g, shot, targets_of(g, shot, movers))
    total = 0.0
    for group in groups:
        for target in group.targets:
            unit = g.state.units.get(target)
            if unit is None:
                continue
            hits = [throw for throw in throws(g, shot, groups, target) if throw.comes_to == HIT]
            special = EACH * sum([throw.struck * throw.critical for throw in hits])
            plain = EACH * sum([throw.struck for throw in hits]) - special
            done = 0.0
            for critical, chance in ((False, plain), (True, special)):
                if chance:
                    results = effect_results(g, shot, target, critical=critical)
                    done += chance * harm_of(ift.fates(g, unit, results, len(group.targets)), unit)
            done *= picture.value_of(unit) + picture.carried(unit)
            total += done if unit.side != shot.side else -done
    return total


def panzerfaust_chance(g: SkPlay, unit: Unit, vehicle: str) -> float:
    """How likely a unit has a Panzerfaust at hand."""
    check = panzerfausts.PanzerfaustCheck("", unit.side, unit.id, "", "", vehicle)
    return max(0, min(6, tables(g).panzerfaust.most_check - panzerfausts.breakdown(g, check).drm)) / 6


def panzerfaust_shot(g: SkPlay, unit: Unit, target: str, vehicle: str, phase: str) -> tuple[SkPlay, Gunshot]:
    """The shot of a unit that has one, in a position in which it has."""
    weapon = Weapon("pf?", unit.side, panzerfausts.TYPE, unit.id, unit.hex)
    shot = Gunshot(
        firer=unit.id,
        weapon=weapon.id,
        hex=unit.hex,
        target=target,
        phase=phase,
        side=unit.side,
        mode="prep",
        type=OWN,
        ammo=HEAT,
        aimed_at=vehicle,
    )
    return imagined(g, weapons=(weapon,)), shot


# -- machine guns, and Infantry with its hands -------------------------------------------------------------


def mg_attack(
    g: SkPlay, vehicle: Vehicle, target: str, guns: tuple[str, ...], targets: tuple[str, ...]
) -> Plan:
    """The attack that MG of a vehicle would make: turned to the target where they do not bear."""
    turned = 0
    for gun in guns:
        if vehicular_mg.bears(g, vehicle, gun, target):
            continue
        turn = vehicular_mg.new_facing(g, vehicle, gun, target)
        if turn is not None:
            turned = max(turned, vehicular_mg.turn_drm(g, vehicle, gun, turn[1]))
    attack = Attack(
        g.state.phase,
        vehicle.side,
        target,
        targets,
        kind=vehicular_mg.KIND,
        firer=vehicle.id,
        guns=guns,
        turned=turned,
    )
    return vehicular_mg.plan(g, attack)


def sw_at_armor(picture: Picture, unit: Unit, weapon: Weapon, vehicle: Vehicle, mode: str) -> float:
    """What a MG or a flamethrower takes from a vehicle on average, in squads."""
    g = picture.g
    away = g.map.distance(unit.hex, vehicle.hex)
    worth = value_of_vehicle(picture, vehicle)
    if not g.weapon_type(weapon).is_mg:
        far = away > g.weapon_type(weapon).range
        roll = KillRoll(vehicle.id, FLAME, distance=away, facing="rear", halved=far)
        return worth * roll_takes(g, roll)
    frame = sw_against_armor.ArmorFire(unit.id, weapon.id, vehicle.id, mode)
    added_up = sw_against_armor.to_hit_breakdown(g, frame)
    total = 0.0
    for dice in DICE:
        if sum(dice) + added_up.drm <= added_up.total:
            struck = struck_from(g, vehicle, unit.hex, dice)
            roll = KillRoll(
                vehicle.id,
                MG,
                gun=MG,
                distance=away,
                place=struck.place,
                facing=struck.facing,
            )
            total += roll_takes(g, roll) / len(DICE)
    return worth * total


DICE = tuple([(coloured, white) for coloured in range(1, 7) for white in range(1, 7)])


def daring(g: SkPlay, unit: Unit) -> float:
    """How likely a unit is to go at a tank."""
    if not unit.is_mmc:
        return 1.0
    added_up = check_breakdown(g, unit)
    return chance_at_most(int(added_up.total) - added_up.drm)


def assault_takes(g: SkPlay, units: tuple[str, ...], vehicle: str) -> float:
    """The share of a vehicle that units take in close combat with it."""
    found = assault_odds(g, VehicleAssault(units, vehicle))
    return found["destroyed"] + found["immobilized"] * (1 - STUCK_KEEPS)
