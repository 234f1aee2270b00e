"""The Starter Kit's counters and tables in one place: loaded once, checked on load.

>>> kit = library()
>>> squad = kit.counters["ger-467"]
>>> squad.name, squad.smoke, squad.half_squad, squad.replacement
('4-6-7', 1, 'ger-247', 'ger-447')
>>> str(kit.tables.infantry_fire_table.result(kit.tables.infantry_fire_table.column(9), 6))
'1MC'
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec

from defilade.rules.content_files import ContentError, ContentFiles
from defilade.rules.counter_sheets import Nationality, leader_id, load_counters
from defilade.rules.sk.tables import Tables, load_tables
from defilade.tactics.counters import Counter, WeaponType
from defilade.tactics.vehicles import VehicleType

FIRST_KIT_FOLDERS = ("sk",)
"""Where counters and tables of the first kit lie. A later kit names more folders: what is in the later one is added,
and goes before what the earlier one says."""


class Library(msgspec.Struct, frozen=True):
    """Counters, support weapons and vehicles by id, and the tables of the kit."""

    nationalities: dict[str, Nationality]
    counters: dict[str, Counter]
    weapons: dict[str, WeaponType]
    tables: Tables
    vehicles: dict[str, VehicleType] = {}

    def created_leader(self, nationality: str, final_dr: int) -> str | None:
        """The counter id of the leader that a Field Promotion makes, if any (SK1:5.3-b)."""
        name = self.tables.leader_creation.leader(final_dr)
        return None if name is None else leader_id(self.nationalities[nationality], name)


def load_library(content: ContentFiles, folders: Sequence[str] = FIRST_KIT_FOLDERS) -> Library:
    """Read and check the files; raises ContentError with the file and the place."""
    counters = load_counters([content.read(f"{folder}/counters.yaml") for folder in folders])
    written = [content.read(f"{folder}/tables.yaml") for folder in folders]
    tables = load_tables(written)
    place = written[-1].name
    for key, nation in counters.nationalities.items():
        if key not in tables.leader_creation.nationality_drm:
            raise ContentError(place, "leader_creation.nationality_drm", f"no drm for {key}")
        for row in tables.leader_creation.results:
            if leader_id(nation, row.leader) not in counters.personnel:
                raise ContentError(place, "leader_creation.results", f"there is no leader {row.leader!r}")
    return Library(counters.nationalities, counters.personnel, counters.weapons, tables)


@cache
def library(overlay: Path | None = None) -> Library:
    """The library of the first kit, read once a folder. Without a folder: ours, or that of DEFILADE_CONTENT."""
    return load_library(ContentFiles(overlay))
