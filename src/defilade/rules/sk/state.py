"""The state of a Starter Kit game, and the play object that its procedures work with.

Everything a game is made of lies in `State` as plain data.  What never changes in a game (map, counters, tables,
scenario) lies in `Table` and is shared by all states of that game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from defilade.hexgrid import GameMap
from defilade.kernel import Frame, Over
from defilade.kernel.composition import Rules
from defilade.kernel.engine import copy_frames, shallow
from defilade.rules.sk.library import Library
from defilade.rules.sk.scenario import Scenario
from defilade.tactics.artillery import Battery
from defilade.tactics.names import Hex, Side
from defilade.tactics.play import BoardPlay, hex_labels
from defilade.tactics.units import Unit, Weapon
from defilade.tactics.vehicles import Vehicle, VehicleType

RPH, PFPH, MPH, DFPH, AFPH, RTPH, APH, CCPH = "RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh"
PHASES = (RPH, PFPH, MPH, DFPH, AFPH, RTPH, APH, CCPH)  # SK1:3.0-a


class Cloud(msgspec.Struct, frozen=True, omit_defaults=True):
    """Smoke of which it matters whose it is and how old: a counter of the full kit."""

    hex: Hex
    side: Side
    """The side that placed it."""
    wp: bool = False
    """White phosphorus."""
    dispersed: bool = False
    grenade: bool = False
    """From the hands of Infantry: gone when the MPh ends."""


class HiddenGun(msgspec.Struct, frozen=True, omit_defaults=True):
    """A Gun set up in secret: who mans it, where, and which way it points (-1 until that is decided)."""

    unit: str
    weapon: str
    hex: Hex
    facing: int = -1


class HiddenUnit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit that is hidden, and where."""

    unit: str
    hex: Hex


class State(msgspec.Struct, omit_defaults=True):
    """A Starter Kit game at one moment. Tables map ids to frozen structs; frames hold what is in progress."""

    scenario: str
    options: dict[str, str]
    sides: tuple[str, ...]
    turn: int = 0
    attacker: Side = ""
    phase: str = ""

    units: dict[str, Unit] = msgspec.field(default_factory=dict)
    """Units in play or still to come; eliminated and exited ones are gone."""
    weapons: dict[str, Weapon] = msgspec.field(default_factory=dict)
    stacks: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Hex -> ids of the units in it, lowest first. Only hexes with units have an entry."""

    smoke: dict[str, int] = msgspec.field(default_factory=dict)
    """Hex -> the hindrance of all smoke in it."""
    clouds: tuple[Cloud, ...] = ()
    """The smoke counters that `smoke` adds up, where the rules tell them apart."""
    residual: dict[str, int] = msgspec.field(default_factory=dict)
    hex_control: dict[str, str] = msgspec.field(default_factory=dict)
    building_control: dict[str, str] = msgspec.field(default_factory=dict)
    snow: bool = False
    fortified: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Side -> ids of the buildings it has secretly fortified and not yet revealed."""
    revealed: tuple[str, ...] = ()
    """Fortified buildings known to all."""

    exited: dict[str, int] = msgspec.field(default_factory=dict)
    """Side -> victory points exited."""
    exited_near: dict[str, int] = msgspec.field(default_factory=dict)
    """Hex of the card -> victory points exited near it; replaced, never changed."""
    lost: dict[str, int] = msgspec.field(default_factory=dict)
    """Side -> squad equivalents lost in half-squads (a squad is 2), for the record."""

    fired: tuple[tuple[str, str], ...] = ()
    """(firers' hex, target hex) of attacks made in this phase; in the MPh, since the mover last spent MF. Also
    (MMC, target hex) where all that fired from its hex was a MG of its own that kept its ROF: the MMC may follow."""
    mmc_self_rally: str = ""
    """The ATTACKER's MMC that has had the one free self-rally of this RPh."""
    hidden: dict[str, tuple[HiddenGun, ...]] = msgspec.field(default_factory=dict)
    """Side -> its Guns that are set up in secret; they and their crews are off the map until they come out."""
    panzerfausts: int = 0
    """Panzerfaust shots taken so far."""
    vehicles: dict[str, Vehicle] = msgspec.field(default_factory=dict)
    """Vehicles in play or still to come, and wrecks."""
    seen_at_start: tuple[str, ...] = ()
    """(a vehicle of the DEFENDER, an enemy that it saw as the player turn began), as one text each."""
    batteries: dict[str, Battery] = msgspec.field(default_factory=dict)
    """Artillery off the map, with the counters that it has in play."""
    smoke_caller: dict[str, str] = msgspec.field(default_factory=dict)
    """Side -> the leader whom it has designated in secret to call Smoke; replaced, never changed."""
    smoke_called: tuple[str, ...] = ()
    """Sides that have had such Smoke."""
    lurking: dict[str, tuple[HiddenUnit, ...]] = msgspec.field(default_factory=dict)
    """Side -> its units that are hidden at places that it has written down; they are off the map until they come out.
    Replaced, never changed."""
    serial: int = 0
    stack: list[Frame] = msgspec.field(default_factory=list)
    over: Over | None = None


def clone_state(state: State) -> State:
    """A full copy. Units and weapons are frozen and shared; tables and frames are copied."""
    twin = shallow(state)
    twin.units = state.units.copy()
    twin.weapons = state.weapons.copy()
    twin.stacks = state.stacks.copy()
    twin.smoke = state.smoke.copy()
    twin.residual = state.residual.copy()
    twin.hex_control = state.hex_control.copy()
    twin.building_control = state.building_control.copy()
    twin.fortified = state.fortified.copy()
    twin.hidden = state.hidden.copy()
    twin.exited = state.exited.copy()
    twin.lost = state.lost.copy()
    twin.vehicles = state.vehicles.copy()
    twin.batteries = state.batteries.copy()
    twin.stack = copy_frames(state.stack)
    return twin


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Table:
    """What does not change during a game."""

    map: GameMap
    library: Library
    scenario: Scenario
    rules: Rules
    labels: dict[str, str]
    """Hexes as players say them: without the board's letter where only one board is in play."""

    @classmethod
    def of(cls, map: GameMap, library: Library, scenario: Scenario, rules: Rules) -> Table:
        labels = hex_labels(map)
        for hex, place in map.above.items():
            labels[place] = f"{labels[hex]} Steeple"
        return cls(map, library, scenario, rules, labels)


class SkPlay(BoardPlay[State]):
    """A Starter Kit game in the hands of its procedures: what all board games have, its library, vehicles and
    artillery."""

    __slots__ = ("library", "vehicle_types")

    scenario: Scenario

    def __init__(self, state: State, table: Table) -> None:
        library = table.library
        super().__init__(
            state,
            table.map,
            table.rules,
            table.scenario,
            table.labels,
            library.counters,
            library.weapons,
            library.tables.infantry_fire_table,
        )
        self.library = library
        self.vehicle_types: dict[str, VehicleType] = library.vehicles

    # -- looking -------------------------------------------------------------------------------------------

    def vehicle(self, vehicle_id: str) -> Vehicle:
        return self.state.vehicles[vehicle_id]

    def vehicle_type(self, vehicle: Vehicle) -> VehicleType:
        return self.vehicle_types[vehicle.type]

    def vehicles_in(self, hex: Hex) -> list[Vehicle]:
        """Vehicles and wrecks in a hex."""
        return [vehicle for vehicle in self.state.vehicles.values() if vehicle.hex == hex] if hex else []

    def tank_of(self, hex: Hex, side: Side) -> Vehicle | None:
        """A side's vehicle in a hex, no wreck."""
        for vehicle in self.state.vehicles.values():
            if vehicle.hex == hex and vehicle.side == side and not vehicle.wreck and hex:
                return vehicle
        return None

    def piece_name(self, piece_id: str) -> str:
        return self.vehicle_name(piece_id) if piece_id in self.state.vehicles else self.weapon_name(piece_id)

    def vehicle_name(self, vehicle: Vehicle | str) -> str:
        """As a player would call it in the log: `Panther B`."""
        if isinstance(vehicle, str):
            vehicle = self.state.vehicles[vehicle]
        name = self.vehicle_types[vehicle.type].name
        return f"{name} {vehicle.letter}" if vehicle.letter else name

    def weapon_name(self, weapon: Weapon | str) -> str:
        """A SW by its name; a vehicle's armament with the vehicle."""
        if isinstance(weapon, str):
            weapon = self.state.weapons[weapon]
        name = super().weapon_name(weapon)
        return f"{name} of {self.vehicle_name(weapon.owner)}" if weapon.owner in self.state.vehicles else name

    # -- changing ------------------------------------------------------------------------------------------

    def carried(self, weapon: Weapon, hex: Hex) -> None:
        if weapon.facing >= 0 and weapon.hex and weapon.hex != hex:
            self.update_weapon(weapon, owner="")  # a Gun is pushed, never carried (SKF:4.0-a)
        else:
            self.update_weapon(weapon, hex=hex)

    def in_use(self, piece_id: str) -> bool:
        return super().in_use(piece_id) or piece_id in self.state.vehicles

    def add_vehicle(self, vehicle: Vehicle) -> Vehicle:
        """Bring a new vehicle into the game, with its main armament."""
        self.state.vehicles[vehicle.id] = vehicle
        gun = self.vehicle_types[vehicle.type].armament
        weapon = Weapon(self.new_id("ma"), vehicle.side, gun, vehicle.id, vehicle.hex, group=vehicle.group)
        self.state.weapons[weapon.id] = weapon
        return vehicle

    def armament_of(self, vehicle: Vehicle) -> Weapon | None:
        """Its main armament; a wreck has none."""
        vid = vehicle.id
        return next((weapon for weapon in self.state.weapons.values() if weapon.owner == vid), None)

    def update_vehicle(self, vehicle: Vehicle, **changes: Any) -> Vehicle:
        vehicle = msgspec.structs.replace(vehicle, **changes)
        self.state.vehicles[vehicle.id] = vehicle
        return vehicle

    def place_vehicle(self, vehicle: Vehicle, hex: Hex, **changes: Any) -> Vehicle:
        """Put a vehicle into a hex (or off the map), its main armament with it."""
        vehicle = self.update_vehicle(vehicle, hex=hex, **changes)
        for weapon in list(self.state.weapons.values()):
            if weapon.owner == vehicle.id:
                self.update_weapon(weapon, hex=hex)
        return vehicle

    def update_battery(self, battery: Battery, **changes: Any) -> Battery:
        battery = msgspec.structs.replace(battery, **changes)
        self.state.batteries[battery.id] = battery
        return battery

    def remove_vehicle(self, vehicle: Vehicle) -> None:
        """Take a vehicle out of the game, its main armament with it."""
        del self.state.vehicles[vehicle.id]
        for weapon in list(self.state.weapons.values()):
            if weapon.owner == vehicle.id:
                self.remove_weapon(weapon)
