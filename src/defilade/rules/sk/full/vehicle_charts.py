"""The vehicle counters, the charts that only vehicles need, and the To Kill tables, as data (SKF:7.1, SKF:7.9).

A vehicle with an AF is an AFV (SKF:2.0-e), fully tracked or an armored car (SKF:1.2.7). What one has and another lacks
is its row of the file: a Firefly has no BMG (DAE:VN-Sherman-c).

Read strictly and checked when they are loaded: AF on the printed scale and a turret at most one step off its hull
(SKF:7.1-b), a To Kill number that does not grow with the range, and a row for every gun.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from defilade.rules.content_files import ContentError, ContentFiles, parse
from defilade.tactics.vehicles import FRONT, MGS, SIDE, SIZES, TURRETS, VehicleType

HALF, ALL, NONE = "half", "all", "none"

AP, APCR, APDS, HE, HEAT = "AP", "APCR", "APDS", "HE", "HEAT"
MG, FLAME, CHARGE = "MG", "flame", "charge"


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Part of a data file."""


class BogChart(_Part, frozen=True):
    """SKF:7.6, DAE:QRDC-bog"""

    bogs_at: int
    normal_pressure: int
    high_pressure: int
    not_tracked: int
    woods_at_half: int
    wooden_building_at_half: int
    stone_building_at_half: int
    frees_at_most: int
    mires_on: int


class Ccv(_Part, frozen=True):
    """DAE:QRDC-ccv: Close Combat Values by kind of unit."""

    squad: int
    crew: int
    half_squad: int
    leader: int


class RoadRates(_Part, frozen=True):
    ce: float
    bu: float


class Uphill(_Part, frozen=True):
    road: int
    other: int


class Crowding(_Part, frozen=True):
    road: int
    woods_road: int
    other: int


class VehicleCharts(_Part, frozen=True):
    """What only vehicles need."""

    armor_scale: tuple[int, ...]
    size_drm: dict[str, int]
    bog: BogChart
    crew_morale: dict[str, int]
    mg_ranges: dict[str, int]
    ccv: Ccv
    mp: dict[str, dict[str, int | Literal["half", "all", "none"]]]
    """Movement type -> terrain -> MP, or the share of the allowance."""
    road: RoadRates
    uphill: Uphill
    vehicle_in_hex: Crowding


class _VehicleFile(_Part, frozen=True):
    charts: VehicleCharts
    vehicles: tuple[VehicleType, ...]


Numbers = tuple[int | None, ...]


class ArmorPiercing(_Part, frozen=True):
    """A row of the AP table: To Kill numbers by range."""

    gun: str
    ap: Numbers
    provenance: str
    apcr: Numbers = ()
    apds: Numbers = ()


class FromCaliber(_Part, frozen=True):
    caliber: int
    number: int
    provenance: str


class OfGun(_Part, frozen=True):
    gun: str
    number: int
    provenance: str


class Fixed(_Part, frozen=True):
    number: int
    provenance: str


class ToKillTables(_Part, frozen=True):
    """DAE:QRDC-tkap (a 75LL as DAE:ERR-b has it), DAE:QRDC-tkhe, DAE:QRDC-tkheat"""

    columns: tuple[int, ...]
    armor_piercing: tuple[ArmorPiercing, ...]
    high_explosive: tuple[FromCaliber, ...]
    heat: tuple[OfGun, ...]
    flamethrower: Fixed
    demolition_charge: Fixed
    rear_hit: int
    critical_hit: int

    def column(self, distance: int) -> int:
        """The column of a range; beyond the last the last."""
        for place, last in enumerate(self.columns):
            if distance <= last:
                return place
        return len(self.columns) - 1

    def number(self, ammo: str, gun: str, caliber: int, distance: int) -> int | None:
        """The TK# before modification (SKF:7.9-a); None where that gun has none with that ammunition."""
        if ammo == HEAT:
            return next((row.number for row in self.heat if row.gun in (gun, str(caliber))), None)
        if ammo == HE:
            fitting = [row.number for row in self.high_explosive if row.caliber <= caliber]
            return fitting[-1] if fitting else None
        if ammo == FLAME:
            return self.flamethrower.number
        if ammo == CHARGE:
            return self.demolition_charge.number
        row = next((row for row in self.armor_piercing if row.gun == (MG if ammo == MG else gun)), None)
        if row is None:
            return None
        numbers = {AP: row.ap, MG: row.ap, APCR: row.apcr, APDS: row.apds}[ammo]
        return numbers[self.column(distance)] if numbers else None


def load_vehicles(content: ContentFiles) -> tuple[VehicleCharts, dict[str, VehicleType]]:
    """The vehicles by id, checked against the charts."""
    file = content.read("skf/vehicles.yaml")
    found = parse(file, _VehicleFile)
    vehicles: dict[str, VehicleType] = {}
    for vehicle in found.vehicles:
        if vehicle.id in vehicles:
            raise ContentError(file.name, vehicle.id, "is there twice")
        _check_vehicle(file.name, vehicle, found.charts)
        vehicles[vehicle.id] = vehicle
    return found.charts, vehicles


def _check_vehicle(file: str, vehicle: VehicleType, charts: VehicleCharts) -> None:
    def wrong(problem: str) -> ContentError:
        return ContentError(file, vehicle.id, problem)

    if vehicle.turret not in TURRETS or vehicle.size not in SIZES or vehicle.movement not in charts.mp:
        raise wrong("turret, size or movement is none that there is")
    scale = charts.armor_scale
    for facing in (FRONT, SIDE):
        hull, turret = vehicle.armor("hull", facing), vehicle.armor("turret", facing)
        if hull not in scale or turret not in scale:
            raise wrong(f"an AF of its {facing} is not on the scale")
        if abs(scale.index(hull) - scale.index(turret)) > 1:
            raise wrong(f"its turret's {facing} is more than one step off its hull's")
    if vehicle.nationality not in charts.crew_morale:
        raise wrong(f"there is no crew morale of {vehicle.nationality!r}")
    if any(gun not in charts.mg_ranges for gun in MGS):
        raise wrong("a MG has no range")


def load_to_kill(content: ContentFiles) -> ToKillTables:
    """The To Kill tables, checked."""
    file = content.read("skf/to_kill.yaml")
    found = parse(file, ToKillTables)
    if list(found.columns) != sorted(set(found.columns)):
        raise ContentError(file.name, "columns", "ranges do not grow")
    for row in found.armor_piercing:
        for name, numbers in (("ap", row.ap), ("apcr", row.apcr), ("apds", row.apds)):
            _check_numbers(file.name, f"{row.gun}.{name}", numbers, len(found.columns))
    calibers = [(row.caliber, row.number) for row in found.high_explosive]
    if calibers != sorted(calibers):
        raise ContentError(file.name, "high_explosive", "a bigger shell does less")
    return found


def _check_numbers(file: str, place: str, numbers: Numbers, columns: int) -> None:
    if not numbers:
        return
    if len(numbers) != columns:
        raise ContentError(file, place, f"has {len(numbers)} numbers for {columns} columns")
    known = [number for number in numbers if number is not None]
    if known != sorted(known, reverse=True) or None in numbers[: len(known)]:
        raise ContentError(file, place, "kills more at a longer range")


def check_guns(file: str, vehicles: dict[str, VehicleType], tables: ToKillTables) -> None:
    """Every main armament has a row of its own."""
    guns = {row.gun for row in tables.armor_piercing}
    for vehicle in vehicles.values():
        if vehicle.ma.gun not in guns:
            raise ContentError(file, vehicle.id, f"there is no To Kill row for a {vehicle.ma.gun}")
