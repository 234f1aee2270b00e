"""Reads the counters of a board game: squads, half-squads, crews, leaders and support weapons.

Source in the Starter Kit: SK1:1.2.1 to SK1:1.2.4 and the nationality chart (SK1:QRDC-nat). Values are in
``counters.yaml`` in the folder of a system's content.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

import msgspec

from defilade.rules.content_files import ContentError, ContentFile, parse_layers
from defilade.tactics.counters import ELITE, Counter, WeaponType

Provenance = Literal["rulebook", "supplement", "reconstructed", "original"]
UnitKind = Literal["squad", "half_squad", "crew", "leader", "hero"]
UnitClass = Literal["E", "1", "2", "G", "C"]
WeaponKind = Literal[
    "LMG",
    "MMG",
    "HMG",
    "FT",
    "DC",
    "Radio",
    "ATR",
    "LAHTI",
    "PF",
    "BAZ",
    "PSK",
    "PIAT",
    "RCL",
    "ATM",
    "KLO",
    "MOL",
    "MTR",
    "AT",
    "INF",
    "AA",
]


CREW_ID = "-crew"
"""What the id of a crew ends in: half-squads may have the same factors."""
HERO_ID = "-hero"


class Nationality(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A nation: its name, and the prefix of its counters' ids."""

    name: str
    prefix: str
    leaders: tuple[str, ...] = ()
    """Its ranks, where they are others than most nations have."""
    leaders_broken: int = 0
    """By how much the morale of a broken leader differs from that of an unbroken one."""


class _MmcRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    nationality: str
    fp: int
    range: int
    morale: int
    broken_morale: int
    cls: UnitClass = msgspec.field(name="class")
    provenance: Provenance
    smoke: int = 0
    boxed: bool = False
    assault_fire: bool = False
    underlined: bool = False
    half_squad: str = ""
    elr_replacement: str = ""
    branch: str = ""
    """A service whose men have counters of their own, e.g. `SS`; said before the factors, and the end of the id."""

    def counter(self, kind: UnitKind) -> Counter:
        return Counter(
            id=self.id,
            name=f"{self.branch} {self.fp}-{self.range}-{self.morale}".strip(),
            nationality=self.nationality,
            kind=kind,
            morale=self.morale,
            broken_morale=self.broken_morale,
            boxed=self.boxed,
            fp=self.fp,
            range=self.range,
            cls=self.cls,
            smoke=self.smoke,
            assault_fire=self.assault_fire,
            underlined_morale=self.underlined,
            half_squad=self.half_squad,
            replacement=self.elr_replacement,
            provenance=self.provenance,
        )


class _LeaderRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    morale: int
    leadership: int
    rare: bool = False
    """Only nations that name it have this rank."""


class _LeaderLadder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    provenance: Provenance
    leaders: list[_LeaderRow]


class _HeroRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hero counter, which every nation has."""

    fp: int
    range: int
    morale: int
    provenance: Provenance


class _Breakdown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    b: int | None = None
    x: int | None = None


class _WeaponRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    nationality: str
    type: WeaponKind
    fp: int
    range: int
    breakdown: _Breakdown
    pp: int
    provenance: Provenance
    rof: int = 0
    repair: int = 0
    contact: int = 0
    name: str = ""
    """Where the type alone does not say which one it is."""


class _CountersFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    nationalities: dict[str, Nationality]
    squads: list[_MmcRow]
    half_squads: list[_MmcRow]
    leader_ladder: _LeaderLadder
    support_weapons: list[_WeaponRow]
    crews: list[_MmcRow] = []
    heroes: list[_HeroRow] = []
    """The best first; each is what a wound makes of the one before."""


class Counters(msgspec.Struct, frozen=True):
    """Every counter of the kit by its id: personnel and support weapons. The third family, markers, are
    states of those (SK1:1.2-a)."""

    nationalities: dict[str, Nationality]
    personnel: dict[str, Counter]
    weapons: dict[str, WeaponType]


def leader_id(nation: Nationality, name: str) -> str:
    """The counter id of a nation's leader, as `ger-9-1`."""
    return f"{nation.prefix}-{name}"


def load_counters(files: Sequence[ContentFile]) -> Counters:
    """Read the counters of a kit, the earlier boxes' first, and check that every cross-reference leads somewhere
    sensible."""
    file = files[-1]
    rows = parse_layers(files, _CountersFile)
    personnel: dict[str, Counter] = {}
    for counter in _personnel(rows):
        if counter.id in personnel:
            raise ContentError(file.name, counter.id, "the counter is given twice")
        personnel[counter.id] = counter
    weapons: dict[str, WeaponType] = {}
    for weapon in rows.support_weapons:
        if weapon.id in weapons:
            raise ContentError(file.name, weapon.id, "the counter is given twice")
        weapons[weapon.id] = _weapon_type(file.name, weapon, rows.nationalities)
    for counter in personnel.values():
        _check_counter(file.name, counter, personnel, rows.nationalities)
    return Counters(rows.nationalities, personnel, weapons)


def _personnel(rows: _CountersFile) -> list[Counter]:
    squads = [row.counter("squad") for row in rows.squads]
    half_squads = [row.counter("half_squad") for row in rows.half_squads]
    crews = [row.counter("crew") for row in rows.crews]
    return squads + half_squads + crews + _leaders(rows) + _heroes(rows)


def _leaders(rows: _CountersFile) -> list[Counter]:
    """Every nation's leaders; broken morale equals morale, where the nation has no other rule, and is boxed."""
    found = []
    for key, nation in rows.nationalities.items():
        ladder = [
            row
            for row in rows.leader_ladder.leaders
            if (row.name in nation.leaders if nation.leaders else not row.rare)
        ]
        lower = {better.name: worse.name for better, worse in pairwise(ladder)}
        found += [
            Counter(
                id=leader_id(nation, row.name),
                name=row.name,
                nationality=key,
                kind="leader",
                morale=row.morale,
                broken_morale=row.morale + nation.leaders_broken,
                boxed=True,
                leadership=row.leadership,
                replacement=leader_id(nation, lower[row.name]) if row.name in lower else "",
                provenance=rows.leader_ladder.provenance,
            )
            for row in ladder
        ]
    return found


def hero_id(nation: Nationality, row: _HeroRow) -> str:
    return f"{nation.prefix}-{row.fp}{row.range}{row.morale}{HERO_ID}"


def _heroes(rows: _CountersFile) -> list[Counter]:
    lower = dict(pairwise(rows.heroes))
    return [
        Counter(
            id=hero_id(nation, row),
            name=f"{row.fp}-{row.range}-{row.morale}",
            nationality=key,
            kind="hero",
            morale=row.morale,
            broken_morale=row.morale,
            boxed=False,
            fp=row.fp,
            range=row.range,
            replacement=hero_id(nation, lower[row]) if row in lower else "",
            provenance=row.provenance,
        )
        for key, nation in rows.nationalities.items()
        for row in rows.heroes
    ]


def _weapon_type(file: str, row: _WeaponRow, nationalities: dict[str, Nationality]) -> WeaponType:
    if row.nationality not in nationalities:
        raise ContentError(file, row.id, f"unknown nationality {row.nationality!r}")
    number, other = row.breakdown.b, row.breakdown.x
    if (number is None) == (other is None):
        raise ContentError(file, row.id, "breakdown needs either b or x")
    if number is not None and not 1 <= row.repair <= 5:
        raise ContentError(file, row.id, f"a weapon with a B# needs a repair number of 1-5, not {row.repair}")
    if (row.type == "Radio") != bool(row.contact):
        raise ContentError(file, row.id, "radios, and nothing else, have a contact value")
    return WeaponType(
        id=row.id,
        name=row.name or (f"{row.type} {row.fp}-{row.range}" if row.type.endswith("MG") else row.type),
        nationality=row.nationality,
        kind=row.type,
        fp=row.fp,
        range=row.range,
        pp=row.pp,
        rof=row.rof,
        breakdown=number if number is not None else (other or 0),
        removed=other is not None,
        repair=row.repair,
        contact=row.contact,
        provenance=row.provenance,
    )


def _check_counter(
    file: str, counter: Counter, personnel: dict[str, Counter], nationalities: dict[str, Nationality]
) -> None:
    nation = nationalities.get(counter.nationality)
    if nation is None:
        raise ContentError(file, counter.id, f"unknown nationality {counter.nationality!r}")
    is_leader = counter.kind == "leader"
    factors = counter.name if is_leader else f"{counter.fp}{counter.range}{counter.morale}"
    branch = "" if is_leader else counter.name.rpartition(" ")[0]
    own = {"crew": CREW_ID, "hero": HERO_ID}
    suffix = own.get(counter.kind, f"-{branch.lower()}" if branch else "")
    known = f"{nation.prefix}-{factors}{suffix}"
    if counter.id != known:
        raise ContentError(file, counter.id, f"the id should be {known} by its factors")
    if counter.kind == "crew" and (counter.cls != ELITE or counter.replacement):
        raise ContentError(file, counter.id, "crews are elite (SKF:1.2.2-a) and stay so (SKF:5.1-b)")
    if (counter.kind == "squad") != bool(counter.half_squad):
        raise ContentError(file, counter.id, "every squad, and nothing else, has a half_squad")
    if counter.underlined_morale and counter.replacement:
        raise ContentError(file, counter.id, "underlined morale has no elr_replacement (SK1:5.1-d)")
    _check_reference(file, counter, personnel, "half_squad", counter.half_squad, "half_squad")
    _check_reference(file, counter, personnel, "elr_replacement", counter.replacement, counter.kind)
    _check_ladder_ends(file, counter, personnel)


def _check_reference(
    file: str, counter: Counter, personnel: dict[str, Counter], field: str, wanted: str, kind: str
) -> None:
    if not wanted:
        return
    other = personnel.get(wanted)
    if other is None:
        raise ContentError(file, f"{counter.id}.{field}", f"there is no counter {wanted!r}")
    if other.kind != kind or other.nationality != counter.nationality:
        raise ContentError(file, f"{counter.id}.{field}", f"{wanted!r} is not a {counter.nationality} {kind}")


def _check_ladder_ends(file: str, counter: Counter, personnel: dict[str, Counter]) -> None:
    """Replacement must go down and end (SK1:5.1-b); a ring would let a unit be replaced for ever."""
    seen = {counter.id}
    step = counter.replacement
    while step:
        if step in seen:
            raise ContentError(file, f"{counter.id}.elr_replacement", "the replacements run in a ring")
        seen.add(step)
        step = personnel[step].replacement if step in personnel else ""
