"""The tables of ordnance: To Hit numbers, their modifiers, and the weapons (DAE:QRDC-th, DAE:QRDC-thdrm).

Values are in ``content/skf/ordnance.yaml``.  The card prints the guns of its module; every other gun has the numbers
of a plain gun with the changes for the length of its barrel and for a small caliber, as the printed ones are.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import pairwise
from typing import Literal, NamedTuple

import msgspec

from defilade.rules.content_files import ContentError, ContentFile, parse
from defilade.rules.counter_sheets import Provenance
from defilade.tactics.counters import WeaponType
from defilade.tactics.ordnance import AMMUNITION, AT, ATR, GUN_TYPES, INF, MTR, Ordnance
from defilade.tactics.vehicles import AVERAGE, LARGE, SMALL, Dated

TargetType = Literal["itt", "att", "vtt"]
ITT: TargetType = "itt"
ATT: TargetType = "att"
VTT: TargetType = "vtt"

_CELL = re.compile(r"(-?\d+)(?:/(-?\d+))?(?:\((\d+)(?:/(\d+))?\))?")
LENGTHS = ("*", "", "L", "LL")


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of the file."""


class HitNumber(NamedTuple):
    """What the final DR must not exceed: to hit, and for a Critical Hit on the ITT (0 where it does not say)."""

    to_hit: int
    critical: int


class _Cell(NamedTuple):
    black: int
    red: int
    critical: int
    red_critical: int

    def number(self, red: bool) -> HitNumber:
        """SKF:3.2.4-j: where no red number is printed the black one holds."""
        return HitNumber(self.red, self.red_critical) if red else HitNumber(self.black, self.critical)


class UpTo(_Row, frozen=True):
    itt: tuple[int, ...]
    att: tuple[int, ...]
    vtt: tuple[int, ...]

    def column(self, target_type: str, distance: int) -> int:
        """The range column; beyond the last one there is none, and the answer is its end."""
        return bisect_left(getattr(self, target_type), distance)


class PrintedRow(_Row, frozen=True):
    gun: str
    nations: tuple[str, ...]
    att: tuple[str, ...]
    provenance: Provenance
    itt: tuple[str, ...] = ()
    vtt: tuple[str, ...] = ()


class MachineGunRow(_Row, frozen=True):
    vtt: tuple[str, ...]
    provenance: Provenance


class BlackAndRed(_Row, frozen=True):
    black: tuple[int, ...]
    red: tuple[int, ...]


class CaliberChange(_Row, frozen=True):
    up_to: int
    change: tuple[int, ...]


class Derived(_Row, frozen=True):
    provenance: Provenance
    itt: BlackAndRed
    att: tuple[int, ...]
    vtt: BlackAndRed
    lengths: dict[str, tuple[int, ...]]
    calibers: tuple[CaliberChange, ...]


class ToHitChart(_Row, frozen=True):
    """DAE:QRDC-th"""

    up_to: UpTo
    printed: tuple[PrintedRow, ...]
    machine_gun: MachineGunRow
    derived: Derived
    nearness: tuple[int, ...]
    red_nations: tuple[str, ...]
    red_until: dict[str, int]

    def number(
        self, gun: Ordnance, nation: str, target_type: str, distance: int, *, red: bool
    ) -> HitNumber | None:
        """The TH# of a gun at a range; None where the chart ends."""
        column = self.up_to.column(target_type, distance)
        if column >= len(getattr(self.up_to, target_type)):
            return None
        for row in self.printed:
            if row.gun == gun.gun_type and nation in row.nations:
                cells = getattr(row, target_type)
                if column < len(cells):
                    return parse_cell(cells[column]).number(red)
        return self._derived(gun, target_type, column, red)

    def machine_gun_number(self, distance: int, *, red: bool) -> HitNumber | None:
        """DAE:QRDC-mgth"""
        column = self.up_to.column(VTT, distance)
        cells = self.machine_gun.vtt
        return parse_cell(cells[column]).number(red) if column < len(cells) else None

    def _derived(self, gun: Ordnance, target_type: str, column: int, red: bool) -> HitNumber:
        table = self.derived
        if target_type == ATT:
            far = 2 * column
            return HitNumber(table.att[column] + self._change(gun, far), 0)
        if target_type == VTT:
            plain = (table.vtt.red if red else table.vtt.black)[column]
            return HitNumber(plain + self._change(gun, column), 0)
        near = len(self.nearness)
        bonus = self.nearness[column] if column < near else 0
        plain = (table.itt.red if red else table.itt.black)[column]
        number = plain + self._change(gun, max(column - near, 0))
        return HitNumber(number, max((number - bonus - 1) // 2, 0) + bonus)

    def _change(self, gun: Ordnance, column: int) -> int:
        change = self.derived.lengths[gun.length][column]
        return change + sum([row.change[column] for row in self.derived.calibers if gun.caliber <= row.up_to])

    def uses_red(self, nation: str, month: int) -> bool:
        """SKF:3.2.4-j: nations whose guns always, or until a month, use red numbers on the ITT and VTT."""
        return nation in self.red_nations or month <= self.red_until.get(nation, 0)


def parse_cell(text: str) -> _Cell:
    """A cell of the chart as it is printed.

    >>> parse_cell("7/6(3/2)"), parse_cell("10(5)"), parse_cell("9/8")
    (_Cell(black=7, red=6, critical=3, red_critical=2), _Cell(black=10, red=10, critical=5, red_critical=5), \
_Cell(black=9, red=8, critical=0, red_critical=0))
    """
    found = _CELL.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no cell of the To Hit chart")
    black, red, critical, red_critical = found.groups()
    ch = int(critical or 0)
    return _Cell(int(black), int(red or black), ch, int(red_critical) if red_critical is not None else ch)


class CaliberFp(_Row, frozen=True):
    caliber: int
    fp: int


class ArmorPiercing(_Row, frozen=True):
    small_fp: int
    large_from: int
    large_fp: int


class Case(_Row, frozen=True):
    """One numbered modifier of the To Hit DR; those without a number of their own take it from elsewhere."""

    rule: str
    drm: int = 0
    in_building: int = 0


class SmokeCase(_Row, frozen=True):
    drm: int
    below: int
    rule: str


class FarCase(_Row, frozen=True):
    drm: int
    from_: int = msgspec.field(name="from")
    rule: str


class TurnedCase(_Row, frozen=True):
    full: tuple[int, int, int]
    slow: tuple[int, int, int]
    fixed: tuple[int, int, int]
    in_building: int
    rule: str


class SizeCase(_Row, frozen=True):
    small: int
    large: int
    rule: str

    def drm(self, size: str) -> int:
        return {SMALL: self.small, LARGE: self.large}.get(size, 0)


class Cases(_Row, frozen=True):
    """DAE:QRDC-thdrm: the numbered modifiers, but for those of vehicles."""

    advancing_fire: Case
    pinned: Case
    non_qualified: Case
    captured: Case
    cx: Case
    leadership: Case
    smoke: SmokeCase
    turned: TurnedCase
    intensive_fire: Case
    own_hex: Case
    composite_far: FarCase
    latw: Case
    tem: Case
    hindrance: Case
    movement: Case
    acquired: Case
    hazardous: Case
    size: SizeCase
    empty_hex: Case


class Gunshield(_Row, frozen=True):
    fire: int
    mortars: int


class Emplacement(_Row, frozen=True):
    tem: int


class Hidden(_Row, frozen=True):
    th_drm: int
    spotted_within: int


class Acquisition(_Row, frozen=True):
    steps: tuple[int, ...]


class Ife(_Row, frozen=True):
    range: int


class Lowered(_Row, frozen=True):
    breakdown: int


class Backblast(_Row, frozen=True):
    fp: int


class Manhandling(_Row, frozen=True):
    extra_half_squad: int
    extra_squad: int
    most: int
    road: int
    cost: int


class PanzerfaustCheck(_Row, frozen=True):
    not_afv: int
    cx: int
    half_squad: int
    smc: int
    in_1945: int


class _Reach(_Row, frozen=True):
    since: int
    hexes: int


class _Supply(_Row, frozen=True):
    since: int
    halves: int


class Panzerfaust(_Row, frozen=True):
    """DAE:QRDC-pf"""

    since: int
    most_check: int
    pins_on: int
    check: PanzerfaustCheck
    ranges: tuple[_Reach, ...]
    to_hit: tuple[int, ...]
    fp: int
    to_kill: int
    misfires_on: int
    misfires_on_inexperienced: int
    halves_a_squad: tuple[_Supply, ...]
    provenance: Provenance

    def reach(self, month: int) -> int:
        return max([0, *(row.hexes for row in self.ranges if row.since <= month)])

    def shots(self, squads: int, month: int) -> int:
        halves = max([0, *(row.halves for row in self.halves_a_squad if row.since <= month)])
        return squads * halves // 2


class _Ammo(_Row, frozen=True):
    number: int
    since: int = 0
    until: int = 0


class GunRow(_Row, frozen=True):
    id: str
    nationality: str
    name: str
    type: str
    caliber: int
    manhandling: int
    provenance: Provenance
    length: str = ""
    rof: int = 0
    b: int = 12
    size: str = AVERAGE
    full_turn: bool = False
    qsu: bool = False
    ife: int = 0
    min_range: int = 0
    max_range: int = 0
    no_ap: bool = False
    no_he: bool = False
    no_intensive_fire: bool = False
    ammo: dict[str, tuple[_Ammo, ...]] = {}


class LightMortarRow(_Row, frozen=True):
    id: str
    nationality: str
    name: str
    caliber: int
    rof: int
    pp: int
    min_range: int
    max_range: int
    provenance: Provenance
    length: str = ""
    b: int = 12
    ammo: dict[str, tuple[_Ammo, ...]] = {}


class LatwRow(_Row, frozen=True):
    id: str
    nationality: str
    type: str
    name: str
    fp: int
    range: int
    pp: int
    provenance: Provenance
    b: int = 0
    x: int = 0
    repair: int = 0
    since: int = 0
    to_hit: tuple[int, ...] = ()
    to_kill: int = 0


class HeatSince(_Row, frozen=True):
    german: int
    italian: int
    others: int


class OrdnanceTables(_Row, frozen=True):
    """All that the file says."""

    to_hit: ToHitChart
    fp_by_caliber: tuple[CaliberFp, ...]
    ap: ArmorPiercing
    composite_fp: int
    heat_columns_lower: int
    heat_since: HeatSince
    cases: Cases
    gunshield: Gunshield
    emplacement: Emplacement
    hidden: Hidden
    acquisition: Acquisition
    ife: Ife
    lowered: Lowered
    backblast: Backblast
    manhandling: Manhandling
    panzerfaust: Panzerfaust
    guns: tuple[GunRow, ...]
    light_mortars: tuple[LightMortarRow, ...]
    latw: tuple[LatwRow, ...]

    def fp_of(self, caliber: int) -> int:
        """The FP column of HE of a caliber (SKF:3.2.4-ab); 0 below all."""
        place = bisect_right([row.caliber for row in self.fp_by_caliber], caliber)
        return self.fp_by_caliber[place - 1].fp if place else 0


# -- reading ---------------------------------------------------------------------------------------------------


def load_ordnance(file: ContentFile, nations: dict[str, str]) -> tuple[OrdnanceTables, dict[str, WeaponType]]:
    """Read and check the file; `nations` are the known nationalities with the prefix of their counters."""
    tables = parse(file, OrdnanceTables)
    _check_chart(file.name, tables.to_hit)
    _check_rising(file.name, "fp_by_caliber", [row.caliber for row in tables.fp_by_caliber])
    _check_rising(file.name, "fp_by_caliber", [row.fp for row in tables.fp_by_caliber])
    weapons: dict[str, WeaponType] = {}
    found = [
        *(_gun(file.name, row, tables.ife.range) for row in tables.guns),
        *(_light_mortar(file.name, row) for row in tables.light_mortars),
        *(_latw(file.name, row) for row in tables.latw),
    ]
    for kind in found:
        if kind.id in weapons:
            raise ContentError(file.name, kind.id, "the counter is given twice")
        prefix = nations.get(kind.nationality)
        if prefix is None:
            raise ContentError(file.name, kind.id, f"unknown nationality {kind.nationality!r}")
        if not kind.id.startswith(f"{prefix}-"):
            raise ContentError(file.name, kind.id, f"the id should begin with {prefix}-")
        weapons[kind.id] = kind
    return tables, weapons


def _check_chart(file: str, chart: ToHitChart) -> None:
    for row in chart.printed:
        for target_type in (ITT, ATT, VTT):
            cells = getattr(row, target_type)
            place = f"to_hit.printed.{row.gun}.{target_type}"
            _check_cells(file, place, cells, critical=target_type == ITT)
            if len(cells) > len(getattr(chart.up_to, target_type)):
                raise ContentError(file, place, "there are more cells than range columns")
    _check_cells(file, "to_hit.machine_gun", chart.machine_gun.vtt, critical=False)
    for target_type in (ITT, ATT, VTT):
        _check_rising(file, f"to_hit.up_to.{target_type}", list(getattr(chart.up_to, target_type)))
    derived = chart.derived
    wide = len(chart.up_to.vtt)
    if set(derived.lengths) != set(LENGTHS):
        raise ContentError(file, "to_hit.derived.lengths", f"there are {', '.join(map(repr, LENGTHS))}")
    changes = [*derived.lengths.values(), *(row.change for row in derived.calibers)]
    if (
        any(len(change) != wide for change in changes)
        or len(derived.vtt.black) != wide
        or len(derived.vtt.red) != wide
    ):
        raise ContentError(file, "to_hit.derived", f"every row has a number for each of {wide} range columns")
    if len(derived.itt.black) != len(chart.up_to.itt) or len(derived.itt.red) != len(chart.up_to.itt):
        raise ContentError(file, "to_hit.derived.itt", "a number for each range column of the ITT is needed")
    if len(derived.att) != len(chart.up_to.att) or 2 * len(derived.att) > wide:
        raise ContentError(file, "to_hit.derived.att", "a number for each range column of the ATT is needed")


def _check_cells(file: str, place: str, cells: tuple[str, ...], *, critical: bool) -> None:
    """Numbers never rise with the range but on the ATT, red ones are never better, a CH is harder than a hit."""
    found = []
    for text in cells:
        try:
            found.append(parse_cell(text))
        except ValueError as error:
            raise ContentError(file, place, str(error)) from None
    for cell in found:
        if cell.red > cell.black or cell.red_critical > cell.critical or cell.critical >= cell.black:
            raise ContentError(file, place, f"{cell} cannot be")
        if critical != bool(cell.critical):
            raise ContentError(file, place, "a CH# stands in every cell of the ITT, and only there")
    if not place.endswith(ATT) and any(far.black > near.black for near, far in pairwise(found)):
        raise ContentError(file, place, "the TH# rises with the range")


def _check_rising(file: str, place: str, numbers: list[int]) -> None:
    if any(b <= a for a, b in pairwise(numbers)):
        raise ContentError(file, place, "the numbers must rise")


def _dated(file: str, place: str, ammo: dict[str, tuple[_Ammo, ...]]) -> dict[str, tuple[Dated, ...]]:
    for name, rows in ammo.items():
        if name not in AMMUNITION:
            raise ContentError(file, place, f"{name!r} is none of {', '.join(AMMUNITION)}")
        for row in rows:
            if not 2 <= row.number <= 12 or (row.until and row.until < row.since):
                raise ContentError(file, place, f"{row} cannot be")
    return {
        name: tuple(Dated(row.number, row.since, row.until) for row in rows) for name, rows in ammo.items()
    }


def _gun(file: str, row: GunRow, ife_range: int) -> WeaponType:
    """SKF:1.2.6-a, SKF:6.7-a, SKF:6.9-b; with an IFE it fires on the IFT, too (SKF:6.8-a, SKF:6.8-b)."""
    if row.type not in GUN_TYPES:
        raise ContentError(file, row.id, f"{row.type!r} is none of {', '.join(GUN_TYPES)}")
    if row.length not in LENGTHS or row.size not in (SMALL, AVERAGE, LARGE):
        raise ContentError(file, row.id, "no such length or size")
    if (row.type == MTR) != bool(row.max_range):
        raise ContentError(file, row.id, "a mortar, and nothing else, has a least and a greatest range")
    if row.type == MTR and row.caliber <= LIGHT_MORTAR_UP_TO:
        raise ContentError(file, row.id, "so small a mortar is a support weapon")
    ordnance = Ordnance(
        type=row.type,
        caliber=row.caliber,
        length=row.length,
        gun=True,
        min_range=row.min_range,
        max_range=row.max_range,
        full_turn=row.full_turn,
        manhandling=row.manhandling,
        size=row.size,
        qsu=row.qsu,
        ife=row.ife,
        no_ap=row.no_ap,
        no_he=row.no_he,
        ammo=_dated(file, row.id, row.ammo),
        no_intensive_fire=row.no_intensive_fire,
    )
    return WeaponType(
        id=row.id,
        name=row.name,
        nationality=row.nationality,
        kind=f"{ordnance.gun_type} {row.type}",
        fp=row.ife,
        range=ife_range if row.ife else 0,
        pp=0,
        rof=row.rof,
        breakdown=row.b,
        repair=GUN_REPAIR,
        provenance=row.provenance,
        ordnance=ordnance,
    )


LIGHT_MORTAR_UP_TO = 60
GUN_REPAIR = 1
"""SKF:6.12-c: Guns and light mortars."""


def _light_mortar(file: str, row: LightMortarRow) -> WeaponType:
    """SKF:4.5-a"""
    if row.caliber > LIGHT_MORTAR_UP_TO or not 0 < row.min_range < row.max_range:
        raise ContentError(file, row.id, "a light mortar has 60 mm at most, and a least and a greatest range")
    ordnance = Ordnance(
        type=MTR,
        caliber=row.caliber,
        length=row.length,
        min_range=row.min_range,
        max_range=row.max_range,
        no_ap=True,
        ammo=_dated(file, row.id, row.ammo),
        no_intensive_fire=True,
    )
    return WeaponType(
        id=row.id,
        name=row.name,
        nationality=row.nationality,
        kind=f"{ordnance.gun_type} {MTR}",
        fp=0,
        range=0,
        pp=row.pp,
        rof=row.rof,
        breakdown=row.b,
        repair=GUN_REPAIR,
        provenance=row.provenance,
        ordnance=ordnance,
    )


def _latw(file: str, row: LatwRow) -> WeaponType:
    """SKF:4.4-a, SKF:4.4.1-d, SKF:4.4.5-c; a PIAT has a B# and is repaired (SKF:4.4.5-d)."""
    if bool(row.b) == bool(row.x) or bool(row.b) != bool(row.repair):
        raise ContentError(file, row.id, "either b and repair, or x")
    if (row.type == ATR) == bool(row.to_hit):
        raise ContentError(file, row.id, "all but an ATR have a To Hit table of their own")
    if row.to_hit and (
        len(row.to_hit) != row.range + 1 or list(row.to_hit) != sorted(row.to_hit, reverse=True)
    ):
        raise ContentError(
            file, row.id, "to_hit has a number for each range from 0 on, none above the one before"
        )
    ordnance = Ordnance(
        type=row.type,
        max_range=row.range,
        no_intensive_fire=True,
        to_hit=row.to_hit,
        to_kill=row.to_kill,
        since=row.since,
    )
    return WeaponType(
        id=row.id,
        name=row.name,
        nationality=row.nationality,
        kind=row.name,
        fp=row.fp,
        range=row.range,
        pp=row.pp,
        breakdown=row.b or row.x,
        removed=bool(row.x),
        repair=row.repair,
        provenance=row.provenance,
        ordnance=ordnance,
    )


SHIELDED = (AT, INF)
"""SKF:6.6-a: the types of Gun that have a gunshield."""
