"""The tables of the Starter Kit's quick reference card, as data with look-ups.

Source: SK1:QRDC and the rules that each table names. Values are in ``content/sk/tables.yaml``.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Literal

import msgspec

from defilade.rules.content_files import ContentError, ContentFile, parse_layers
from defilade.rules.counter_sheets import Provenance
from defilade.tactics.odds_table import BELOW, odds_place

FireResultKind = Literal["KIA", "K", "MC", "PTC", "none"]

_RESULT = re.compile(r"(?:([1-7])KIA|K/([1-4])|([1-4])MC|(NMC)|(PTC)|-)")
_SEVERITY: dict[FireResultKind, int] = {"none": 0, "PTC": 1, "MC": 2, "K": 3, "KIA": 4}


class Sourced(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of the tables file: where its numbers are from and which rule it carries out."""

    provenance: Provenance
    reason: str = ""
    rule: str = ""


class FireResult(msgspec.Struct, frozen=True, omit_defaults=True, order=False):
    """A cell of the Infantry Fire Table. `number` is the # of #KIA, K/# and #MC; 0 for a NMC."""

    kind: FireResultKind
    number: int = 0

    @property
    def severity(self) -> tuple[int, int]:
        """Grows with the harm done, so that cells can be compared."""
        return (_SEVERITY[self.kind], self.number)

    def __str__(self) -> str:
        """As printed.

        >>> str(FireResult("MC", 2)), str(FireResult("MC")), str(FireResult("K", 3)), str(FireResult("none"))
        ('2MC', 'NMC', 'K/3', '-')
        """
        if self.kind == "none":
            return "-"
        if self.kind == "PTC":
            return "PTC"
        if self.kind == "MC":
            return f"{self.number}MC" if self.number else "NMC"
        return f"{self.number}KIA" if self.kind == "KIA" else f"K/{self.number}"


def fire_result(text: str) -> FireResult:
    """Read a cell as printed.

    >>> fire_result("K/2")
    FireResult(kind='K', number=2)
    >>> fire_result("NMC")
    FireResult(kind='MC', number=0)
    """
    found = _RESULT.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no result of the Infantry Fire Table")
    kia, k, mc, nmc, ptc = found.groups()
    if kia:
        return FireResult("KIA", int(kia))
    if k:
        return FireResult("K", int(k))
    if mc or nmc:
        return FireResult("MC", int(mc or 0))
    return FireResult("PTC") if ptc else FireResult("none")


class FireTable(Sourced, frozen=True):
    """The Infantry Fire Table (SK1:QRDC-ift). A column is named by its place, 0 for the 1 FP column."""

    columns: tuple[int, ...]
    lowest_dr: int
    rows: tuple[tuple[str, ...], ...]

    def column(self, fp: Fraction | float) -> int | None:
        """The highest column not above the firepower (SK1:3.2.1-a); None below 1 FP: no attack."""
        place = bisect_right(self.columns, fp) - 1
        return place if place >= 0 else None

    def result(self, column: int | None, final_dr: int) -> FireResult:
        """The cell for a column and a final DR of any size. Below the lowest column nothing happens (SK1:3.2-r)."""
        if column is None:
            return _CELLS["-"]
        row = min(max(final_dr - self.lowest_dr, 0), len(self.rows) - 1)
        return _CELLS[self.rows[row][column]]


class DrmEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    drm: int
    rule: str


class BlockingHindrance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    total: int
    rule: str


class FireDrms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ffmo: DrmEntry
    ffnam: DrmEntry
    smoke_per_hex: DrmEntry
    cx: DrmEntry
    target_with_ft: DrmEntry


class FireDrmTable(Sourced, frozen=True):
    entries: FireDrms
    blocking_hindrance: BlockingHindrance
    height_advantage: int = 0


class FactorEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A doubling or halving of firepower as a ratio (SK1:3.2-n)."""

    factor: tuple[int, int]
    rule: str

    @property
    def multiplier(self) -> Fraction:
        return Fraction(*self.factor)


class FireFactors(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    area_fire: FactorEntry
    pinned: FactorEntry
    advancing_fire: FactorEntry
    long_range: FactorEntry
    first_fire_marker: FactorEntry
    point_blank: FactorEntry
    triple_point_blank: FactorEntry = FactorEntry((1, 1), "")


class FireFactorTable(Sourced, frozen=True):
    entries: FireFactors
    assault_fire_bonus: int
    cowering_columns: int
    cowering_columns_inexperienced: int


class ResidualTable(Sourced, frozen=True):
    """Residual FP left by an attack, by the place of its column (SK1:3.3.1-x)."""

    by_column: tuple[int, ...]


class RallyTable(Sourced, frozen=True):
    dm_drm: int
    cover_drm: int
    self_rally_drm: int


class WeaponRolls(Sourced, frozen=True):
    recovery_below: int
    recovery_cx_drm: int
    repair_lost_on: int
    non_elite_x_penalty: int
    captured_penalty: int
    captured_rof_penalty: int
    inexperienced_penalty: int
    subsequent_fire_penalty: int
    mg_maximum_range: int


class WoundTable(Sourced, frozen=True):
    light_up_to: int
    already_wounded_drm: int
    mf: int
    ipc: int
    morale_loss: int
    leadership_loss: int


class AmbushTable(Sourced, frozen=True):
    margin: int
    inexperienced_drm: int
    pinned_drm: int
    cx_drm: int


class OddsColumn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    odds: tuple[int, int]
    kill: int


class CloseCombatTable(Sourced, frozen=True):
    """The Close Combat Table (SK1:QRDC-cct) and its modifiers (SK1:QRDC-ccdrm)."""

    below_first: int
    columns: tuple[OddsColumn, ...]
    above_last: int
    leader_fp: int
    by_ambusher_drm: int
    against_ambusher_drm: int
    against_broken_drm: int
    by_cx_drm: int
    against_cx_drm: int

    def odds(self, attack: float, defence: float) -> OddsColumn:
        """The best column not above the true ratio (SK1:3.8-h); its odds name it.

        Odds below the first column are given as 0 to 1, odds above the last one as 11 to 1. Nothing to
        defend with counts as better than any column.
        """
        place = odds_place(attack, defence, [column.odds for column in self.columns])
        if place == BELOW:
            return OddsColumn((0, 1), self.below_first)
        if place == len(self.columns):
            best, against = self.columns[-1].odds
            return OddsColumn((best + 1, against), self.above_last)
        return self.columns[place]


class LeaderResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    up_to: int
    leader: str


class MoraleDrm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    drm: int
    from_morale: int = msgspec.field(name="from")


class LeaderCreationTable(Sourced, frozen=True):
    """The Leader Creation table for Field Promotions (SK1:5.3-b)."""

    results: tuple[LeaderResult, ...]
    nationality_drm: dict[str, int]
    morale_drm: tuple[MoraleDrm, ...]
    broken_drm: int = 0
    poor_odds_drm: int = 0
    """For each column of the CC attack below 1:1."""

    def drm_for_morale(self, morale: int) -> int:
        """By the morale level that the unit had at the roll, the broken one for a self-rally."""
        return next((row.drm for row in reversed(self.morale_drm) if morale >= row.from_morale), 0)

    def leader(self, final_dr: int) -> str | None:
        return next((row.leader for row in self.results if final_dr <= row.up_to), None)


class ByPersonnel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mmc: int
    leader: int


class Allowances(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mmc: int
    inexperienced_mmc: int
    leader: int


class MovementTable(Sourced, frozen=True):
    mf: Allowances
    with_leader: int
    double_time: int
    road_bonus: int
    rout_mf: int
    ipc: ByPersonnel
    leader_maximum_pp: int
    cx_ipc_loss: int
    smoke_own_hex: int
    smoke_adjacent_hex: int
    enter_smoke: int
    recover_weapon: int
    uphill: int = 1
    """By what the cost of terrain is multiplied over a crest line, where there are hills."""


class SmokeTable(Sourced, frozen=True):
    """The hindrance of smoke by its kind and age, where there is more than grenades."""

    full: int = 0
    dispersed: int = 0
    wp: int = 0
    dispersed_wp: int = 0
    grenade: int = 0
    most_in_a_hex: int = 0
    out_of: int = 0
    """What fire out of a hex with smoke has besides."""


class StackingTable(Sourced, frozen=True):
    squads: int
    leaders: int


class TerrainKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of the terrain chart. `open_ground` is what FFMO and interdiction ask for."""

    name: str
    mf: float
    mf_rule: str
    tem: int
    tem_rule: str
    obstacle: bool = False
    hindrance: int = 0
    inherent: bool = False
    los_rule: str = ""
    rally_bonus: bool = False
    building: bool = False
    open_ground: bool = False


class GrainSeason(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    first_month: int
    last_month: int
    rule: str
    out_of_season: str

    def includes(self, month: int) -> bool:
        return self.first_month <= month <= self.last_month


class RoadRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mf: float
    mf_rule: str
    woods_road_rule: str


class TerrainChart(Sourced, frozen=True):
    """The terrain chart (SK1:QRDC-terrain) by the boards' terrain kinds."""

    grain_season: GrainSeason
    kinds: dict[str, TerrainKind]
    road: RoadRow
    whole_boards: bool = False
    """Half hexes where boards join belong to neither of them for set-up and victory."""


class Scale(Sourced, frozen=True):
    """What a hex and a turn stand for (SK1:1.0-a)."""

    turn_minutes: int
    hex_metres: int


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All tables of the kit."""

    scale: Scale

    infantry_fire_table: FireTable
    fire_drm: FireDrmTable
    fire_factors: FireFactorTable
    residual_fp: ResidualTable
    rally: RallyTable
    support_weapon_rolls: WeaponRolls
    wound: WoundTable
    ambush: AmbushTable
    close_combat: CloseCombatTable
    leader_creation: LeaderCreationTable
    movement: MovementTable
    stacking: StackingTable
    terrain: TerrainChart
    smoke: SmokeTable = SmokeTable(provenance="rulebook")


_RESULT_TEXTS = ["-", "PTC", "NMC", *(f"{n}MC" for n in range(1, 5)), *(f"K/{n}" for n in range(1, 5))]
_CELLS = {text: fire_result(text) for text in [*_RESULT_TEXTS, *(f"{n}KIA" for n in range(1, 8))]}


def load_tables(files: Sequence[ContentFile]) -> Tables:
    """Read the tables of a kit, the earlier boxes' first, and check their shape."""
    tables = parse_layers(files, Tables)
    check_tables(files[-1].name, tables)
    return tables


def check_tables(file: str, tables: Tables) -> None:
    """Raise `ContentError` where the tables contradict themselves."""
    _check_fire_table(file, tables)
    _check_factors(file, tables.fire_factors.entries)
    _check_close_combat(file, tables.close_combat)
    _check_reconstructions(file, tables)
    creation = tables.leader_creation
    if [r.up_to for r in creation.results] != sorted({r.up_to for r in creation.results}):
        raise ContentError(file, "leader_creation.results", "the rows must grow")
    if tables.terrain.grain_season.out_of_season not in tables.terrain.kinds:
        raise ContentError(file, "terrain.grain_season.out_of_season", "is no terrain kind")


def _check_fire_table(file: str, tables: Tables) -> None:
    """Every column must get worse for the target with more firepower and with a lower roll."""
    table = tables.infantry_fire_table
    place = "infantry_fire_table"
    if list(table.columns) != sorted(set(table.columns)):
        raise ContentError(file, f"{place}.columns", "the columns must grow")
    for number, row in enumerate(table.rows):
        if len(row) != len(table.columns):
            raise ContentError(file, f"{place}.rows[{number}]", f"needs {len(table.columns)} results")
        for text in row:
            if text not in _CELLS:
                raise ContentError(file, f"{place}.rows[{number}]", f"{text!r} is no result of the table")
        if any(_harm(left) > _harm(right) for left, right in pairwise(row)):
            raise ContentError(file, f"{place}.rows[{number}]", "less firepower does more harm")
    for number, (upper, lower) in enumerate(pairwise(table.rows)):
        if any(_harm(a) < _harm(b) for a, b in zip(upper, lower, strict=True)):
            raise ContentError(file, f"{place}.rows[{number + 1}]", "a higher DR does more harm")
    residual = tables.residual_fp.by_column
    if len(residual) != len(table.columns):
        raise ContentError(file, "residual_fp.by_column", f"needs {len(table.columns)} values")
    for number, (column, left) in enumerate(zip(table.columns, residual, strict=True)):
        if not 0 <= left <= min(column // 2, 12):
            raise ContentError(
                file, f"residual_fp.by_column[{number}]", "is 0 to half the column, 12 at most"
            )


def _check_factors(file: str, entries: FireFactors) -> None:
    for name in entries.__struct_fields__:
        entry: FactorEntry = getattr(entries, name)
        if min(entry.factor) < 1:
            place = f"fire_factors.entries.{name}.factor"
            raise ContentError(file, place, "is a ratio of two numbers from 1 up")


def _harm(text: str) -> tuple[int, int]:
    return _CELLS[text].severity


def _check_close_combat(file: str, table: CloseCombatTable) -> None:
    for number, column in enumerate(table.columns):
        if min(column.odds) < 1:
            raise ContentError(file, f"close_combat.columns[{number}].odds", "are two numbers from 1 up")
    kills = [table.below_first, *(c.kill for c in table.columns), table.above_last]
    odds = [Fraction(*c.odds) for c in table.columns]
    if kills != sorted(set(kills)) or odds != sorted(set(odds)):
        raise ContentError(file, "close_combat.columns", "odds and kill numbers must grow together")


def _check_reconstructions(file: str, tables: Tables) -> None:
    for name in tables.__struct_fields__:
        part: Sourced = getattr(tables, name)
        if part.provenance == "reconstructed" and not part.reason:
            raise ContentError(file, f"{name}.reason", "a reconstructed table says why")
