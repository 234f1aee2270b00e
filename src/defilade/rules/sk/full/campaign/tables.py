"""The charts and tables of the campaign game, read strictly from ``content/skf/campaign.yaml`` (DAE:4.2 to DAE:4.5).

>>> tables = campaign_tables()
>>> [date.id for date in tables.dates][-1], tables.shift.result(10), tables.group("british", "O1").cost
('25 Mid-Day', 'stays', 2)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal, Protocol, TypeVar

import msgspec

from defilade.rules.content_files import ContentError, ContentFiles, parse
from defilade.rules.sk.full.library import FullLibrary, full_library
from defilade.tactics.names import Side

FILE = "skf/campaign.yaml"
GERMAN, BRITISH = "german", "british"
SIDES = (GERMAN, BRITISH)

GroupKind = Literal["I", "V", "G", "HW", "O", "chit"]
DayPart = Literal["Morning", "Mid-Day", "Afternoon"]


def enemy_of(side: Side) -> str:
    return BRITISH if side == GERMAN else GERMAN


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of the file."""


class _Row(Protocol):
    @property
    def up_to(self) -> int: ...


R = TypeVar("R", bound=_Row)


def row_for(rows: Sequence[R], final: int) -> R:
    """The row of a final roll; the last one has no upper end."""
    return next((row for row in rows if final <= row.up_to), rows[-1])


class CgDate(_Part, frozen=True):
    """DAE:4.2-a"""

    id: str
    day: int
    part: DayPart
    base: dict[str, int]


class Length(_Part, frozen=True):
    turns: int
    end_numbers: dict[int, int]
    provenance: str


class Strike(_Part, frozen=True):
    columns: int
    rows: int
    turns: int
    british_first_up_to: int


class EntrySpan(_Part, frozen=True):
    """Edges over which a side enters, between two hexes where they are named; `always` whoever holds them."""

    edges: tuple[str, ...]
    first: str
    last: str
    always: tuple[str, ...]


class Elr(_Part, frozen=True):
    leader: int
    mmc: int


class Oba(_Part, frozen=True):
    most_in_a_scenario: int
    black: int
    red: int


class ExitPoints(_Part, frozen=True):
    squad: int
    crew: int
    half_squad: int
    leader: dict[int, int]


class Victory(_Part, frozen=True):
    building: str
    points: int
    exit: tuple[str, str]
    values: ExitPoints


class Portage(_Part, frozen=True):
    mmc: int
    leader: int
    wounded: int


class EscapeRow(_Part, frozen=True):
    up_to: int
    infantry: Literal["escapes", "replaced", "reduced", "replaced and reduced", "eliminated"]
    vehicle: Literal["escapes", "wreck"]


class EscapeDrm(_Part, frozen=True):
    afv: int
    lone_leader: int
    beside_friendly_area: int
    in_enemy_area: int
    wounded: int
    stunned: int
    isolated: int
    gun: int
    half_squad_beyond_the_first: int


class EscapeTable(_Part, frozen=True):
    rows: tuple[EscapeRow, ...]
    drm: EscapeDrm


class ResultRow(_Part, frozen=True):
    up_to: int
    result: str


class _Results(_Part, frozen=True):
    rows: tuple[ResultRow, ...]

    def result(self, final: int) -> str:
        return row_for(self.rows, final).result


class ShiftTable(_Results, frozen=True):
    open_path: int
    uncontrolled_hexes: int
    per_uncontrolled: int
    casualty_from: int


class IsolatedTable(_Results, frozen=True):
    isolated: int


class ImmobilizationTable(IsolatedTable, frozen=True):
    front_line: int
    uncontrolled: int


class RepairTable(IsolatedTable, frozen=True):
    vehicular: int
    non_qualified: int


class Strength(_Part, frozen=True):
    full_up_to: int
    weapon_up_to: int


class LeaderRow(_Part, frozen=True):
    up_to: int
    leaders: tuple[str, ...]


class LeaderTable(_Part, frozen=True):
    rows: tuple[LeaderRow, ...]
    depleted: int

    def received(self, final: int) -> tuple[str, ...]:
        return row_for(self.rows, final).leaders


class GroupType(_Part, frozen=True):
    """A line of a Reinforcement Group chart (DAE:4.515-b)."""

    id: str
    name: str
    kind: GroupKind
    cost: int
    date_max: int
    cg_max: int
    depletes: bool = False
    full: dict[str, int] = {}
    depleted: dict[str, int] = {}
    each: str = ""
    weapons: dict[str, int] = {}
    leaders: Literal["", "company", "platoon"] = ""
    leader_drm: int = 0
    module: str = ""
    maintenance: int = 0
    rockets: bool = False
    not_on: str = ""


class InitialGroup(_Part, frozen=True):
    id: str
    side: Side
    name: str
    where: Literal["map", "entry"]
    units: dict[str, int] = {}
    weapons: dict[str, int] = {}
    vehicles: dict[str, int] = {}
    module: str = ""


class Provision(_Part, frozen=True):
    remove: dict[str, int] = {}
    module: str = ""


class Initial(_Part, frozen=True):
    sets_up_first: str
    moves_first: str
    boundary: str
    groups: tuple[InitialGroup, ...]
    balance: dict[str, Provision]


class CampaignTables(_Part, frozen=True):
    """All of it."""

    title: str
    map: str
    month: str
    provenance: str
    dates: tuple[CgDate, ...]
    length: Length
    strike: Strike
    road_exits: tuple[str, ...]
    reach: int
    gun_moves: int
    entry: dict[str, EntrySpan]
    north: str
    elr: dict[str, Elr]
    attack_chits: dict[str, int]
    self_rallies: int
    oba: Oba
    victory: Victory
    portage: Portage
    escape: EscapeTable
    shift: ShiftTable
    wounded_leader: IsolatedTable
    immobilization: ImmobilizationTable
    stun: IsolatedTable
    repair: RepairTable
    captured_lost_from: int
    replenished_percent: int
    ss_replenishment: dict[str, str]
    strength: Strength
    on_map_cost: int
    leaders: dict[str, LeaderTable]
    groups: dict[str, tuple[GroupType, ...]]
    initial: Initial

    def group(self, side: Side, id: str) -> GroupType:
        found = next((group for group in self.groups[side] if group.id == id), None)
        if found is None:
            raise KeyError(id)
        return found


@cache
def campaign_tables(overlay: Path | None = None) -> CampaignTables:
    """The tables, read once a folder and checked against the counters."""
    tables = parse(ContentFiles(overlay).read(FILE), CampaignTables)
    _check(tables, full_library(overlay))
    return tables


def _check(tables: CampaignTables, kit: FullLibrary) -> None:
    for side, groups in tables.groups.items():
        for group in groups:
            place = f"groups.{side}.{group.id}"
            for name in (*group.full, *group.depleted, *group.weapons, *filter(None, [group.each])):
                if name not in kit.counters and name not in kit.weapons and name not in kit.vehicles:
                    raise ContentError(FILE, place, f"there is no counter {name!r}")
            if group.depletes != bool(group.depleted):
                raise ContentError(FILE, place, "what can be Depleted says what is then received")
            if group.leaders and group.leaders not in tables.leaders:
                raise ContentError(FILE, place, f"there is no leader table {group.leaders!r}")
    ladders = [[row.up_to for row in tables.escape.rows], [row.up_to for row in tables.shift.rows]]
    ladders += [[row.up_to for row in one.rows] for one in tables.leaders.values()]
    for steps in ladders:
        if steps != sorted(set(steps)):
            raise ContentError(FILE, "rows", "the rows of a table go up")
    for group_ in tables.initial.groups:
        known = {*kit.counters, *kit.weapons, *kit.vehicles}
        for name in (*group_.units, *group_.weapons, *group_.vehicles):
            if name not in known:
                raise ContentError(FILE, f"initial.{group_.id}", f"there is no counter {name!r}")
