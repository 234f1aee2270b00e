"""The kill table, and what is printed on the weapons that infantry carries against vehicles.

Read from ``content/sl/anti_tank.yaml``.

>>> table = anti_tank()
>>> table.kill.columns["panzerfaust"].number("side")
8
>>> table.range_drm(2), table.range_drm(20)
(-1, 1)
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path

import msgspec

from defilade.rules.content_files import ContentError, ContentFiles, parse
from defilade.rules.counter_sheets import Provenance
from defilade.tactics.arcs import FRONT, REAR, SIDE

UNARMOURED = "unarmoured"
FACES = (FRONT, SIDE, REAR)


class KillColumn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A weapon on the kill table (SL:13.19.2)."""

    front: int | None = None
    side: int | None = None
    rear: int | None = None
    unarmoured: int | None = None
    by_range: bool = False
    """Range tells on it (SL:13.19.6)."""
    only_kills: bool = False
    """It never only immobilizes (SL:13.23.1.4)."""
    flames: bool = False
    """It burns, and no armour keeps it out (SL:8.10.11)."""

    def number(self, face: str) -> int | None:
        """At or below which a roll destroys, or none where the weapon does nothing."""
        found: int | None = getattr(self, face)
        return found


class KillTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    provenance: Provenance
    rule: str
    columns: dict[str, KillColumn]


class Band(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    to: int
    """The furthest hex of the band."""
    drm: int


class RangeEffects(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    provenance: Provenance
    rule: str
    bands: tuple[Band, ...]


class AntiTank(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    kill: KillTable
    range_effects: RangeEffects

    def range_drm(self, distance: int) -> int:
        return next(band.drm for band in self.range_effects.bands if distance <= band.to)


@cache
def anti_tank(overlay: Path | None = None) -> AntiTank:
    """The tables, read once a folder."""
    file = ContentFiles(overlay).read("sl/anti_tank.yaml")
    found = parse(file, AntiTank)
    for name, column in found.kill.columns.items():
        numbers = [number for face in FACES if (number := column.number(face)) is not None]
        if numbers != sorted(numbers):
            raise ContentError(file.name, f"kill.columns.{name}", "armour is thickest in front")
    for a, b in pairwise(found.range_effects.bands):
        if a.to >= b.to or a.drm > b.drm:
            raise ContentError(file.name, "range_effects.bands", "the further, the worse")
    return found
