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
from typing import Final, Literal

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
    heavy: bool = False
    """It is of a gun of 45 mm or more, whose shot carries further (SL:13.19.5)."""
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


class GunColumns(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which columns of the kill table machine guns use (SL:8.9.4-q1)."""

    provenance: Provenance
    rule: str
    column: str
    types: dict[str, str]

    def of(self, weapon: str) -> str:
        return self.types.get(weapon, self.column)


class Band(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    to: int
    """The furthest hex of the band."""
    drm: int


class RangeEffects(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    provenance: Provenance
    rule: str
    bands: tuple[Band, ...]
    heavy: tuple[Band, ...]
    """Of guns of 45 mm and more."""


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the To Hit table."""

    black: tuple[int, ...]
    red: tuple[int, ...]


class ToHitTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Of ordnance that has no table of its own on its counter (SL:13.3)."""

    provenance: Provenance
    rule: str
    ranges: tuple[int, ...]
    targets: dict[str, Numbers]
    lengths: dict[str, tuple[int, ...]]
    """DRM by range of barrels that are shorter or longer than most (SL:10.1.6-b)."""
    red: frozenset[str]
    """Nations that use red numbers (SL:13.4)."""
    red_until: dict[str, int]
    """Nations that did so up to a month (year * 100 + month)."""

    def number(self, target: str, distance: int, *, red: bool) -> int:
        row = self.targets[target]
        return (row.red if red else row.black)[self.place(distance)]

    def place(self, distance: int) -> int:
        return next(n for n, to in enumerate(self.ranges) if distance <= to)

    def length_drm(self, length: str, distance: int) -> int:
        return self.lengths[length][self.place(distance)] if length else 0

    def is_red(self, nation: str, month: int) -> bool:
        return nation in self.red or month <= self.red_until.get(nation, 0)


class LauncherKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of weapon. How many of it who fires is in the chart of SL:8.3."""

    lone: Literal["one", "two", "none"]
    """Whether a leader fires it alone, only together with another, or not at all."""
    gun: bool = False
    """A gun that a crew serves (SL:10.1.1, SL:10.1.3)."""
    shield: bool = False
    """It has a gun shield (SL:10.3.1)."""
    one_target: bool = False
    """All its shots of a phase are at one target (SL:10.1.9-b)."""
    mortar: bool = False
    indoors: int = 0
    """Up to this calibre it is fired from the ground floor of a building (SL:10.2.3)."""
    shaped: bool = False
    """A shaped charge weapon (SL:8.16)."""
    backblast: bool = False
    once: bool = False
    """Gone after its shot (SL:8.17.1)."""
    recoilless: bool = False


LIGHT_MORTAR = 60
"""SL:10.4.10.1-a: the calibre up to which men carry a mortar."""
FIXED: Final = "fixed"
ROUND: Final = "round"


class Barrel(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A gun as printed (SL:10.1.5.1 to SL:10.1.17)."""

    calibre: int
    length: Literal["", "*", "L", "LL"] = ""
    mount: Literal["", "fixed", "round"] = FIXED
    """How it turns: with its trail, as a turret does, or as one likes, having no covered arc."""
    least: int = 0
    """The nearest hex that it reaches."""
    vast: bool = False
    """As large a target as a vehicle."""
    ife: int = 0
    """Its firepower on the fire table without having to hit."""


class Launcher(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A type of weapon: what its counter has on its back."""

    column: str
    kill_drm: int = 0
    kill_rule: str = ""
    to_hit: tuple[int, ...] = ()
    moved: tuple[int, ...] = ()
    since: int = 0
    """The month (year * 100 + month) from which there are such weapons."""
    fires_on_the_move: bool = False
    """It fires in the AFPh, too (SL:8.21.4-c)."""
    barrel: Barrel | None = None
    wp: int = 0
    """The To Hit roll from which it has no more white phosphorus; 0 where it never had any."""


class Launchers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    provenance: Provenance
    kinds: dict[str, LauncherKind]
    types: dict[str, Launcher]


class Version(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    to: int
    """The highest die for it."""
    type: str


class Versions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The Panzerfaust Availability Table (SL:8.17.5-t)."""

    provenance: Provenance
    rule: str
    rows: tuple[Version, ...]


class Bonus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    drm: int
    rule: str


class Mines(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Magnetic mines and pipe grenades (SL:8.12, SL:8.13)."""

    provenance: Provenance
    rule: str
    in_overrun: int
    to_stop: Bonus
    since: int
    pipe_fails: int
    """The roll with which a pipe grenade that has been placed does nothing."""


class FireNumber(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    outside: int
    inside: int


class Molotovs(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """SL:8.14.8: what is printed on the back of the counter, and more."""

    provenance: Provenance
    rule: str
    adjacent: int
    same_hex: int
    close_combat: int
    fire_rule: str
    fire: dict[str, FireNumber]
    """At or below which a building of a kind burns, by where the thrower is."""


class AntiTank(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    kill: KillTable
    machine_guns: GunColumns
    range_effects: RangeEffects
    to_hit: ToHitTable
    weapons: Launchers
    panzerfausts: Versions
    mines: Mines
    molotovs: Molotovs

    def is_heavy(self, type_id: str, kind: str) -> bool:
        """Whether a type of weapon is on wheels or a tripod, and nothing that men carry: neither a light mortar
        (SL:10.4.10.1-a) nor an American recoilless rifle (SL:8.21.1)."""
        back = self.weapons.types.get(type_id)
        if back is None or back.barrel is None:
            return False
        return not (self.weapons.kinds[kind].mortar and back.barrel.calibre <= LIGHT_MORTAR)

    def range_drm(self, distance: int, *, heavy: bool = False) -> int:
        bands = self.range_effects.heavy if heavy else self.range_effects.bands
        return next(band.drm for band in bands if distance <= band.to)

    def panzerfaust(self, die: int, month: int) -> str:
        """SL:8.17.5: the version for a die; SL:8.17.6: one that is not there yet gives way to those below it."""
        rows = self.panzerfausts.rows
        first = next(place for place, row in enumerate(rows) if die <= row.to)
        types = self.weapons.types
        return next((row.type for row in rows[first:] if types[row.type].since <= month), rows[-1].type)


@cache
def anti_tank(overlay: Path | None = None) -> AntiTank:
    """The tables, read once a folder."""
    file = ContentFiles(overlay).read("sl/anti_tank.yaml")
    found = parse(file, AntiTank)
    for name, column in found.kill.columns.items():
        numbers = [number for face in FACES if (number := column.number(face)) is not None]
        if numbers != sorted(numbers):
            raise ContentError(file.name, f"kill.columns.{name}", "armour is thickest in front")
    guns = found.machine_guns
    if unknown := {guns.column, *guns.types.values()} - set(found.kill.columns):
        raise ContentError(file.name, "machine_guns", f"unknown column {min(unknown)}")
    for bands in (found.range_effects.bands, found.range_effects.heavy):
        for a, b in pairwise(bands):
            if a.to >= b.to or a.drm > b.drm:
                raise ContentError(file.name, "range_effects", "the further, the worse")
    for name, row in found.to_hit.targets.items():
        if len(row.black) != len(found.to_hit.ranges) or len(row.red) != len(row.black):
            raise ContentError(file.name, f"to_hit.targets.{name}", "a number for each range")
    if any(len(drms) != len(found.to_hit.ranges) for drms in found.to_hit.lengths.values()):
        raise ContentError(file.name, "to_hit.lengths", "a DRM for each range")
    for name, launcher in found.weapons.types.items():
        if launcher.column not in found.kill.columns or len(launcher.to_hit) != len(launcher.moved):
            raise ContentError(file.name, f"weapons.types.{name}", "an unknown column, or ranges that differ")
    if any(row.type not in found.weapons.types for row in found.panzerfausts.rows):
        raise ContentError(file.name, "panzerfausts.rows", "an unknown type")
    return found
