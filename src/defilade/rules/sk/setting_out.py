"""Counters on a map as a situation describes them: units with their states and SW, markers, control.

Nothing is in progress yet: `situation` makes a position of it, `lessons` a lesson.
"""

from __future__ import annotations

from typing import Any

import msgspec

from defilade.hexgrid import UnknownHex
from defilade.kernel.composition import told
from defilade.rules.sk import stacking
from defilade.rules.sk.state import PHASES, HiddenGun, HiddenUnit, SkPlay, State, Table
from defilade.tactics.arcs import FACINGS
from defilade.tactics.counters import WeaponType
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import OFF_MAP, Unit, Weapon
from defilade.tactics.vehicles import Vehicle


class SituationError(Exception):
    """A situation that cannot stand on a map: says which entry is wrong and why."""


class WeaponEntry(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A SW: in the hands of the unit it stands under, or lying in `hex`."""

    type: str
    id: str = ""
    hex: Hex = ""
    side: Side = ""
    malfunctioned: bool = False
    fire: str = ""
    moved: bool = False
    carrier: str = ""
    recovered: bool = False
    placed_at: str = ""
    placed_drm: int = 0
    placed_x: int = 0
    facing: int = -1
    emplaced: bool = False
    intensive: bool = False
    turned: str = ""
    manhandled: bool = False
    acquired: tuple[str, ...] = ()
    acquired_drm: int = 0
    spent_ammo: tuple[str, ...] = ()


class UnitEntry(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A unit and its state. Without a hex it waits off the map and enters over `edges` from turn `due` on."""

    type: str
    hex: Hex = ""
    id: str = ""
    side: Side = ""
    elr: int = 3
    due: int = 0
    edges: tuple[str, ...] = ()
    broken: bool = False
    dm: bool = False
    pinned: bool = False
    was_pinned: bool = False
    cx: bool = False
    was_cx: bool = False
    wounded: bool = False
    melee: bool = False
    advanced: bool = False
    fire: str = ""
    no_fp: bool = False
    moved: bool = False
    rally_tried: bool = False
    weapons_used: tuple[str, ...] = ()
    directed: tuple[str, ...] = ()
    directed_in: str = ""
    directed_again: tuple[str, ...] = ()
    directed_again_in: str = ""
    hazardous: bool = False
    sw: list[WeaponEntry] = msgspec.field(default_factory=list)


class VehicleEntry(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A vehicle and its state. Without a hex it waits off the map and enters over `edges` from turn `due` on."""

    type: str
    hex: Hex = ""
    id: str = ""
    side: Side = ""
    due: int = 0
    edges: tuple[str, ...] = ()
    vca: int = 0
    tca: int = -1
    """As the VCA where none is given."""
    ce: bool = False
    wreck: bool = False
    motion: bool = False
    began_in_motion: bool = False
    changed_hex: bool = False
    moved: bool = False
    bogged: bool = False
    mired: bool = False
    immobilized: bool = False
    shock: str = ""
    stun: str = ""
    stunned: bool = False
    recalled: bool = False
    broken: tuple[str, ...] = ()
    disabled: tuple[str, ...] = ()
    fire: str = ""
    fired: tuple[str, ...] = ()


class BatteryEntry(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A battery off the map and the counter that it has in play."""

    id: str
    counter: str = ""
    hex: Hex = ""
    mission: str = ""
    access: bool = True
    contact: str = ""
    """The leader who has contact."""


class Situation(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A position in words. `board` is one board's id, or `scenario` names a card whose map and rules are used."""

    units: list[UnitEntry]
    phase: str
    attacker: Side
    board: str = ""
    scenario: str = ""
    sides: tuple[str, ...] = ()
    month: int = 6
    turn: int = 1
    turns: int = 6
    half_turn_at_end: bool = False
    """Whether the side that moves first has the last player turn."""
    options: dict[str, str] = msgspec.field(default_factory=dict)
    special: list[dict[str, Any]] = msgspec.field(default_factory=list)
    victory: dict[str, Any] | None = None
    loose: list[WeaponEntry] = msgspec.field(default_factory=list)
    vehicles: list[VehicleEntry] = msgspec.field(default_factory=list)
    smoke: dict[str, int] = msgspec.field(default_factory=dict)
    residual: dict[str, int] = msgspec.field(default_factory=dict)
    control: dict[str, str] = msgspec.field(default_factory=dict)
    fortified: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    hidden: dict[str, str] = msgspec.field(default_factory=dict)
    """Crews without a hex: where they are hidden with their Guns."""
    snow: bool = False
    fired: list[tuple[str, str]] = msgspec.field(default_factory=list)
    batteries: list[BatteryEntry] = msgspec.field(default_factory=list)
    lurking: dict[str, str] = msgspec.field(default_factory=dict)
    """Units (off the map) that are hidden, and where."""


@told
def set_out_besides(g: SkPlay, spec: Situation) -> None:
    """The counters of a situation stand on the map: what else does it have?"""


def set_out(spec: Situation, table: Table) -> SkPlay:
    """The counters of a situation on the map of a scenario; nothing is in progress yet."""
    card = table.scenario
    state = State(scenario=card.id, options=dict(spec.options), sides=tuple(card.sides))
    g = SkPlay(state, table)
    _check_frame(g, spec)
    state.turn, state.attacker, state.phase = spec.turn, spec.attacker, spec.phase
    state.snow = spec.snow
    for number, entry in enumerate(spec.units):
        _add_unit(g, entry, f"units[{number}]")
    for number, loose in enumerate(spec.loose):
        _add_weapon(g, loose, None, f"loose[{number}]")
    for number, tank in enumerate(spec.vehicles):
        _add_vehicle(g, tank, f"vehicles[{number}]")
    for crew, hex in spec.hidden.items():
        _hide(g, crew, hex)
    _see_acquired(g)
    _check_stacks(g)
    state.smoke = {place_in(g, hex, "smoke"): drm for hex, drm in spec.smoke.items()}
    state.residual = {place_in(g, hex, "residual"): fp for hex, fp in spec.residual.items()}
    for hex, side in spec.control.items():
        _set_control(g, place_in(g, hex, "control"), side)
    state.fortified = {side: tuple(_building(g, b) for b in them) for side, them in spec.fortified.items()}
    for uid, hex in spec.lurking.items():
        unit = g.place(g.unit(uid), OFF_MAP)
        mine = state.lurking.get(unit.side, ())
        state.lurking = {**state.lurking, unit.side: (*mine, HiddenUnit(uid, place_in(g, hex, "lurking")))}
    set_out_besides(g, spec)
    return g


def _check_frame(g: SkPlay, spec: Situation) -> None:
    if spec.phase not in PHASES:
        raise SituationError(f"phase: {spec.phase!r} is none of {', '.join(PHASES)}")
    if spec.attacker not in g.state.sides:
        raise SituationError(f"attacker: {spec.attacker!r} is none of {', '.join(g.state.sides)}")


def _add_unit(g: SkPlay, entry: UnitEntry, place: str) -> None:
    counter = g.counters.get(entry.type)
    if counter is None:
        raise SituationError(f"{place}: unknown counter {entry.type!r}")
    unit_id = entry.id or g.new_id((entry.side or counter.nationality)[0])
    if unit_id in g.state.units:
        raise SituationError(f"{place}: the id {unit_id!r} is used twice")
    side = entry.side or counter.nationality
    if side not in g.state.sides:
        raise SituationError(f"{place}: {side!r} is not a side here; there are {', '.join(g.state.sides)}")
    states = {
        name: getattr(entry, name)
        for name in UnitEntry.__struct_fields__
        if name not in ("type", "hex", "id", "side", "sw")
    }
    hex = place_in(g, entry.hex, place) if entry.hex else OFF_MAP
    unit = g.add_unit(Unit(unit_id, side, entry.type, counter.kind, hex, **states))
    for number, weapon in enumerate(entry.sw):
        _add_weapon(g, weapon, unit, f"{place}.sw[{number}]")


def _add_weapon(g: SkPlay, entry: WeaponEntry, owner: Unit | None, place: str) -> None:
    kind = g.weapon_types.get(entry.type)
    if kind is None:
        raise SituationError(f"{place}: unknown support weapon {entry.type!r}")
    weapon_id = entry.id or g.new_id("w")
    if weapon_id in g.state.weapons:
        raise SituationError(f"{place}: the id {weapon_id!r} is used twice")
    hex = owner.hex if owner else place_in(g, entry.hex, place)
    g.state.weapons[weapon_id] = Weapon(
        weapon_id,
        entry.side or kind.nationality,
        entry.type,
        owner.id if owner else "",
        hex,
        malfunctioned=entry.malfunctioned,
        fire=entry.fire,
        moved=entry.moved,
        carrier=entry.carrier,
        recovered=entry.recovered,
        placed_at=place_in(g, entry.placed_at, place) if entry.placed_at else "",
        placed_drm=entry.placed_drm,
        placed_x=entry.placed_x,
        facing=_facing(kind, entry, place),
        emplaced=entry.emplaced,
        intensive=entry.intensive,
        turned=entry.turned,
        manhandled=entry.manhandled,
        acquired=tuple(_acquired(g, target) for target in entry.acquired),
        acquired_drm=entry.acquired_drm,
        acquired_from=f"{hex} {owner.id if owner else ''}" if entry.acquired else "",
        spent_ammo=entry.spent_ammo,
    )


def _add_vehicle(g: SkPlay, entry: VehicleEntry, place: str) -> None:
    kind = g.vehicle_types.get(entry.type)
    if kind is None:
        raise SituationError(f"{place}: unknown vehicle {entry.type!r}")
    vehicle_id = entry.id or g.new_id("v")
    if vehicle_id in g.state.vehicles or vehicle_id in g.state.units:
        raise SituationError(f"{place}: the id {vehicle_id!r} is used twice")
    side = entry.side or kind.nationality
    if side not in g.state.sides:
        raise SituationError(f"{place}: {side!r} is not a side here; there are {', '.join(g.state.sides)}")
    states = {
        name: getattr(entry, name)
        for name in VehicleEntry.__struct_fields__
        if name not in ("type", "hex", "id", "side", "tca")
    }
    hex = place_in(g, entry.hex, place) if entry.hex else OFF_MAP
    tca = entry.vca if entry.tca < 0 else entry.tca
    g.add_vehicle(Vehicle(vehicle_id, side, entry.type, hex, tca=tca, **states))


def _facing(kind: WeaponType, entry: WeaponEntry, place: str) -> int:
    """A Gun points somewhere, everything else does not."""
    gun = kind.ordnance is not None and kind.ordnance.gun
    if gun != (entry.facing in FACINGS):
        raise SituationError(f"{place}: a Gun, and nothing else, has a facing of 0 to 5")
    return entry.facing


def _acquired(g: SkPlay, target: str) -> str:
    """Hexes by their names; all else are ids, perhaps of units that come later."""
    try:
        return g.map.resolve(target)
    except UnknownHex:
        return target


def _hide(g: SkPlay, crew: str, hex: Hex) -> None:
    """Its Gun is off the map with it, and where they are is their side's secret."""
    unit = g.state.units.get(crew)
    gun = (
        next((weapon for weapon in g.weapons_of(unit) if weapon.facing >= 0), None)
        if unit is not None
        else None
    )
    if unit is None or unit.hex or gun is None:
        raise SituationError(f"hidden: {crew!r} is no crew off the map with a Gun")
    secret = HiddenGun(unit.id, gun.id, place_in(g, hex, "hidden"), gun.facing)
    g.update_weapon(gun, facing=-1)
    g.state.hidden[unit.side] = (*g.state.hidden.get(unit.side, ()), secret)


def _see_acquired(g: SkPlay) -> None:
    """Weapons see what they have acquired where it is."""
    for weapon in list(g.state.weapons.values()):
        places = [unit.hex for target in weapon.acquired if (unit := g.state.units.get(target)) is not None]
        places += [
            tank.hex for target in weapon.acquired if (tank := g.state.vehicles.get(target)) is not None
        ]
        if places:
            g.update_weapon(weapon, acquired_in=places[0])


def _check_stacks(g: SkPlay) -> None:
    for hex in g.state.stacks:
        for side in g.state.sides:
            refusal = stacking.refusal(g, side, hex, ())
            if refusal is not None:
                raise SituationError(f"{g.place_name(hex)}: {refusal.reason} [{refusal.rule}]")


def place_in(g: SkPlay, text: str, place: str) -> str:
    try:
        return g.map.resolve(text)
    except UnknownHex as error:
        raise SituationError(f"{place}: {error}") from error


def _building(g: SkPlay, text: str) -> str:
    hex = place_in(g, text, "fortified")
    if hex not in g.map.building_of:
        raise SituationError(f"fortified: there is no building in {text}")
    return g.map.building_of[hex]


def _set_control(g: SkPlay, hex: Hex, side: Side) -> None:
    g.state.hex_control[hex] = side
    if hex in g.map.building_of:
        g.state.building_control[g.map.building_of[hex]] = side
