"""The tables of the campaign game (UF:42), read from ``content/upfront/campaign.yaml``."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from defilade.rules.content_files import ContentFiles, parse

CAMPAIGN_FILE = "upfront/campaign.yaml"


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the file."""


class ElanTable(_Strict, frozen=True):
    """UF:42.43, UF:42.44-a, UF:42.44-b"""

    win: int
    unpinned_at_end: int
    wounded: int
    hero: int
    close_combat: int
    vehicle_light_weapon: int
    vehicle_charge: int
    blast: int
    blast_men: int
    vehicle_bare: int
    immobilized_less: int
    step: int
    most: int


class SurvivalTable(_Strict, frozen=True):
    to_recover: int
    kia: int
    kia_flamethrower: int


class Replacement(_Strict, frozen=True):
    kia: int
    kia_flamethrower: int
    rank: str


class PointsTable(_Strict, frozen=True):
    """Campaign Victory Points (UF:42.8)."""

    won: int
    gun: int
    vehicle: int
    killed: int
    transfer: int
    replacement: int


class PersonalValues(_Strict, frozen=True):
    morale: int
    panic: int


class CampaignTables(_Strict, frozen=True):
    """Everything of UF:42 that is a table."""

    provenance: str
    elan: ElanTable
    survival: SurvivalTable
    promotion: int
    replacement: Replacement
    rest: int
    ranks: dict[str, dict[str, str]]
    """Nation -> ranks with their names there, the lowest first (UF:42.47)."""
    points: PointsTable
    personal: dict[str, PersonalValues]
    sample: tuple[str, ...]


@cache
def campaign_tables(overlay: Path | None = None) -> CampaignTables:
    return parse(ContentFiles(overlay).read(CAMPAIGN_FILE), CampaignTables)
