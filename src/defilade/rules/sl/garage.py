"""Every vehicle that there is, and the morale of crews: read from ``content/sl/vehicles.yaml``.

>>> tank = garage().types["rus-t34-76a"]
>>> tank.name, tank.mp, tank.front, tank.machine_guns
('T34/76A', 17, 0, {'bmg': 4, 'cmg': 2})
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from defilade.rules.content_files import ContentError, ContentFiles, parse
from defilade.rules.sl.vehicle_pieces import ARMOURED_CAR, KINDS, SP_GUN, VehicleType
from defilade.tactics.vehicles import SIZES, TURRETS

OTHERS = "minor"


class CrewMorale(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of the AFV morale chart (SL:3.22.1)."""

    morale: int
    rule: str
    sp_guns: int = 0
    """Of crews of SP guns, where it differs."""
    elite: int = 0
    until: int = 0
    """The last year of the early rating."""
    early: int = 0
    early_elite: int = 0
    late_types: tuple[str, ...] = ()
    """How the names of the types begin that never had it."""


class Garage(msgspec.Struct, frozen=True):
    types: dict[str, VehicleType]
    crews: dict[str, CrewMorale]

    def crew_morale(self, type_id: str, year: int, *, elite: bool = False, green: bool = False) -> int:
        """SL:3.22.1: by nation, year and vehicle; SL:3.22.1-g: more for guards and elite; SL:3.22.2-a: green crews."""
        kind = self.types[type_id]
        row = self.crews.get(kind.nationality, self.crews[OTHERS])
        if green:
            return self.crews[OTHERS].morale
        if year <= row.until:
            spared = kind.name.startswith(row.late_types) if row.late_types else False
            return row.morale if spared else row.early + (row.early_elite if elite else 0)
        plain = row.sp_guns if row.sp_guns and kind.kind == SP_GUN else row.morale
        return plain + (row.elite if elite else 0)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    vehicles: tuple[VehicleType, ...]
    crews: dict[str, CrewMorale]


@cache
def garage(overlay: Path | None = None) -> Garage:
    """The vehicles, read once a folder."""
    file = ContentFiles(overlay).read("sl/vehicles.yaml")
    found = parse(file, _File)
    types: dict[str, VehicleType] = {}
    for number, kind in enumerate(found.vehicles):
        place = f"vehicles[{number}] {kind.id}"
        if kind.id in types:
            raise ContentError(file.name, place, "there are two of this id")
        if kind.kind not in KINDS or kind.turret not in TURRETS or kind.size not in SIZES:
            raise ContentError(file.name, place, "its kind, turret or size is none of those there are")
        if kind.kind in (SP_GUN, ARMOURED_CAR) and not kind.armoured:
            raise ContentError(file.name, place, "what fights in the open has armour")
        if (kind.side is None) != (kind.front is None) and not kind.bare_rear:
            raise ContentError(file.name, place, "it has armour in front, or none at all")
        types[kind.id] = kind
    if OTHERS not in found.crews:
        raise ContentError(file.name, "crews", f"there must be a row {OTHERS!r} for all other nations")
    return Garage(types, found.crews)
