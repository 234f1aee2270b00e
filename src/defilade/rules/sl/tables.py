"""The tables of Squad Leader, as data with look-ups. Values are in ``content/sl/tables.yaml``."""

from __future__ import annotations

from itertools import pairwise

import msgspec

from defilade.rules.content_files import ContentError, ContentFile, parse
from defilade.rules.counter_sheets import Provenance
from defilade.tactics.odds_table import BELOW, odds_place, odds_words

KIA, MC, NONE = "KIA", "MC", "none"


class Hit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A cell of the Infantry Fire Table: a KIA, or a morale check with the number that is added to its dice."""

    kind: str
    number: int = 0

    def __str__(self) -> str:
        """As printed.

        >>> str(Hit(MC)), str(Hit(MC, 2)), str(Hit(KIA)), str(Hit(NONE))
        ('M', '2', 'KIA', '-')
        """
        if self.kind == MC:
            return str(self.number) if self.number else "M"
        return "-" if self.kind == NONE else self.kind

    def words(self, nothing: str) -> str:
        """In a log.

        >>> Hit(MC).words(""), Hit(MC, 2).words(""), Hit(KIA).words(""), Hit(NONE).words("no effect")
        ('a normal morale check', 'a morale check at +2', 'KIA', 'no effect')
        """
        if self.kind == MC:
            return f"a morale check at +{self.number}" if self.number else "a normal morale check"
        return nothing if self.kind == NONE else self.kind

    @property
    def harm(self) -> int:
        """Grows with the harm done."""
        return {NONE: 0, MC: 1 + self.number, KIA: 9}[self.kind]


_CELLS = {
    "KIA": Hit(KIA),
    "-": Hit(NONE),
    "M": Hit(MC),
    **{str(number): Hit(MC, number) for number in range(1, 5)},
}
NO_EFFECT = _CELLS["-"]


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    provenance: Provenance
    rule: str = ""


class FireTable(_Table, frozen=True):
    """SL:5.5.3: columns by FP, rows by the modified roll."""

    columns: tuple[int, ...]
    lowest_dr: int
    rows: tuple[tuple[str, ...], ...]

    def result(self, column: int | None, final_dr: int) -> Hit:
        """The cell for a column, by its place, and a modified roll of any size."""
        if column is None:
            return NO_EFFECT
        row = min(max(final_dr - self.lowest_dr, 0), len(self.rows) - 1)
        return _CELLS[self.rows[row][column]]


class Factor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    factor: float
    rule: str


class Drm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    drm: int
    rule: str


class FireFactors(_Table, frozen=True):
    point_blank: Factor
    long_range: Factor
    moved: Factor
    pinned: Factor
    from_marsh: Factor
    down_a_cliff: Factor
    mounted: Factor
    cowering_columns: int


class FireDrm(_Table, frozen=True):
    moved: Drm
    in_the_open: Drm
    hazardous: Drm
    lower_firer: Drm
    double_time: Drm
    exhausted: Drm
    hexside: dict[str, Drm]
    """What walls and hedges add, by the kind of hexside feature."""


class RallyTable(_Table, frozen=True):
    desperation: Drm
    out_of_cover: Drm


class MovementTable(_Table, frozen=True):
    mmc: int
    inexperienced: int
    smc: int
    with_leader: int
    berserk: int
    berserk_led: int
    rout: int
    road: float
    hexside: dict[str, float]
    uphill: int
    stairs: int
    gully: float
    out_of_depression: float
    stream: dict[str, float]
    """What entering a stream costs in all, by its depth."""
    double_time: int
    whole_move_by_road: int
    no_outer_wall: tuple[str, ...]
    """Building hexes whose level is not changed from outside."""


class CavalryTable(_Table, frozen=True):
    mf: int
    mf_when_mounting: int
    mf_winded: int
    mf_charging: int
    """So many more in a charge."""
    charge_factor: float
    charge_drm: int
    free_pp: int
    most_pp: int


class MotorcycleTable(_Table, frozen=True):
    mp: dict[str, float]
    """MP by kind."""
    reason: str
    """Why the MP are these."""
    turning_about: float
    sidecar_pp: float
    """What a squad's sidecars carry, and what a single one does."""
    pushed: dict[str, float]
    """PP of a counter that is pushed, and of a sidecar's where the going is rough."""
    pushed_single: dict[str, float]
    bicycles: dict[str, float]
    """PP of bicycles that are carried, by who carries them."""
    usable: int
    """The highest roll with which who finds a motorcycle knows how to ride it."""
    lost: int
    """The lowest with which it is gone."""
    use_drm: dict[str, int]


class StackingTable(_Table, frozen=True):
    units: int
    mmc: int
    pp: int
    """PP of support weapons."""


class Burden(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a weapon weighs, in PP: for squads and the like, and for leaders and heroes (SL:4.2.6-t)."""

    mmc: float
    smc: float | None = None
    """None where it takes two of them."""


class PortageTable(_Table, frozen=True):
    free: dict[str, float]
    """PP that a unit carries for nothing, by its kind."""
    smc_most: float
    smc_together: float
    advance_more: float
    heavy_mortar: int
    kinds: dict[str, Burden]


class WeaponUse(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many support weapons of a kind a unit uses in a fire phase: a squad, a half-squad or crew, a single man."""

    rule: str
    squad: int = 0
    few: int = 0
    smc: int = 0
    doubled: tuple[str, ...] = ()
    """Who uses twice as many in place of his own firepower: `squad`, `few`."""
    costs: tuple[str, ...] = ()
    """Whom already the first one costs it."""
    leaders_only: bool = False


class WeaponUsageTable(_Table, frozen=True):
    kinds: dict[str, WeaponUse]


class ConcealmentTable(_Table, frozen=True):
    dummy_morale: int
    dummy_mf: int
    dummy_mf_at_night: int
    presumed_range: int
    """How far the squad fires for which a "?" is taken."""
    terrain: tuple[str, ...]
    """What conceals besides woods and buildings."""
    area_fire: Factor


class NightTable(_Table, frozen=True):
    vehicles_farther: int
    star_shell_reach: int
    star_shell_light: int
    fire_light: int


class ScoutTable(_Table, frozen=True):
    without: tuple[str, ...]
    """Nations that use no scouts."""
    morale: int
    mf: int
    close_combat: float
    in_a_scenario: int
    squads_for_each: int
    same_hex: tuple[str, ...]
    """The Scouting Table: the results of the rolls from 1 on; beyond the last nothing happens."""
    adjacent: tuple[str, ...]
    bypass: int

    def result(self, column: tuple[str, ...], roll: int) -> str:
        """SL:3.7.18.5: beyond the printed results nothing happens."""
        return column[roll - 1] if roll <= len(column) else ""


class SniperTable(_Table, frozen=True):
    range: int
    morale: int
    in_a_scenario: int
    creation: int
    base: int
    classes: dict[str, str]
    """Squads that count as another class than their own when a sniper is made of them."""
    nations: dict[str, str]
    """And whole nations."""


class OddsColumn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    odds: tuple[int, int]
    kill: int


class CloseCombatTable(_Table, frozen=True):
    below_first: int
    columns: tuple[OddsColumn, ...]
    leader_fp: int
    against_broken: Drm
    against_withdrawing: Drm
    exhausted: int

    def steps_above_even(self, attack: float, defence: float) -> int:
        """How many columns the odds are above 1-1; below it the number is negative."""
        odds = [column.odds for column in self.columns]
        place = min(odds_place(attack, defence, odds), len(odds) - 1)
        return place - odds.index((1, 1))

    def kill(self, attack: float, defence: float, left: int = 0) -> tuple[str, int]:
        """The odds in words and the Kill Number, so many columns further to the left (SL:6.1.3-a, SL:6.1.3-b)."""
        odds = [column.odds for column in self.columns]
        place = min(odds_place(attack, defence, odds), len(odds) - 1) - left
        if place <= BELOW:
            return odds_words((0, 1), odds[0], odds[-1]), self.below_first
        return odds_words(odds[place], odds[0], odds[-1]), self.columns[place].kill


class TerrainKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of the terrain chart."""

    name: str
    mf: float
    mf_rule: str
    tem: int = 0
    tem_rule: str = ""
    obstacle: str = ""
    """The rule by which it stops lines of sight; none where it does not."""
    cover: bool = False
    """Routing units make for it, and units rally best in it."""
    open: bool = False
    """Who moves in it moves in the open."""
    structure: bool = False
    """A building or what is left of one."""
    hides_runners: bool = False
    """Who goes through it at double time is hit more easily."""


class TerrainChart(_Table, frozen=True):
    kinds: dict[str, TerrainKind]


class WorksTable(_Table, frozen=True):
    """Fortifications (SL:15)."""

    dig: dict[str, int]
    """What a unit must throw at most to dig in, by its kind."""
    dig_of_nations: dict[str, int]
    """And squads of some nations."""
    tem: int
    tem_from_above: int
    """Against what comes down from above: shells that are not aimed, and tracks."""
    in_or_out: int
    sappers_in_mines: int
    """What engineers add to the dice of minefields that strike them."""
    sapper_per_factors: int
    sapper_most_factors: int
    """Engineers have one less to throw, to clear mines, for every so many factors under so many."""
    mines_at_vehicles: dict[str, int]
    """What is added to the dice of minefields under vehicles, by their kind."""


class ArtilleryTable(_Table, frozen=True):
    """Offboard artillery (SL:9)."""

    contact: dict[str, int]
    """Radio contact on so much or less, by nation (SL:9.1.2-b)."""
    contact_by_year: dict[str, dict[str, int]]
    accuracy: tuple[tuple[str, str, int], ...]
    """Nation, the day from which on, and the number: the first that fits (SL:9.1.7)."""
    accuracy_of_others: int
    error_per_hexes: int
    """A correction errs by a hex at most for so many hexes (SL:9.1.13-c)."""
    calibers: dict[str, tuple[int, int, int, int, int, int]]
    """By the die (SL:9.3.2-a)."""
    others: str
    columns: dict[int, int]
    """Calibre -> its column of the fire table (SL:9.2.2-b)."""
    own_columns: dict[str, dict[int, int]]
    """Where a nation's guns of a calibre have another (SL:9.3.3-b)."""
    vehicles: dict[str, int]
    """SL:9.2.6-a"""
    clears_wire_from: int
    """SL:15.1.9"""


class KindlingTable(_Table, frozen=True):
    """SL:16.2.3: at or above which two dice set terrain on fire; SL:16.2.4: the weather adds to them."""

    numbers: dict[str, int]
    weather: dict[str, int]


class BoatKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A type of boat (SL:11.42)."""

    name: str
    mp: int
    squads: int
    leaders: int
    morale: int
    needs: float
    """How many squads it takes to move it; 0 where it has a driver."""
    powered: bool = False


class BoatTable(_Table, frozen=True):
    kinds: dict[str, BoatKind]


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    infantry_fire_table: FireTable
    fire_factors: FireFactors
    fire_drm: FireDrm
    rally: RallyTable
    movement: MovementTable
    stacking: StackingTable
    portage: PortageTable
    weapon_usage: WeaponUsageTable
    cavalry: CavalryTable
    motorcycles: MotorcycleTable
    close_combat: CloseCombatTable
    concealment: ConcealmentTable
    night: NightTable
    scouts: ScoutTable
    snipers: SniperTable
    terrain: TerrainChart
    works: WorksTable
    artillery: ArtilleryTable
    boats: BoatTable
    kindling: KindlingTable


def load_tables(file: ContentFile) -> Tables:
    """Read the tables and check their shape."""
    tables = parse(file, Tables)
    fire = tables.infantry_fire_table
    if list(fire.columns) != sorted(set(fire.columns)):
        raise ContentError(file.name, "infantry_fire_table.columns", "the columns must grow")
    for number, row in enumerate(fire.rows):
        place = f"infantry_fire_table.rows[{number}]"
        if len(row) != len(fire.columns) or any(text not in _CELLS for text in row):
            raise ContentError(file.name, place, f"needs {len(fire.columns)} results of the table")
        if any(_CELLS[a].harm > _CELLS[b].harm for a, b in pairwise(row)):
            raise ContentError(file.name, place, "less firepower does more harm")
    for number, (upper, lower) in enumerate(pairwise(fire.rows)):
        if any(_CELLS[a].harm < _CELLS[b].harm for a, b in zip(upper, lower, strict=True)):
            raise ContentError(
                file.name, f"infantry_fire_table.rows[{number + 1}]", "a higher roll does more harm"
            )
    kills = [tables.close_combat.below_first, *(column.kill for column in tables.close_combat.columns)]
    if kills != sorted(set(kills)):
        raise ContentError(file.name, "close_combat.columns", "the kill numbers must grow")
    return tables
