"""The tables of Design Your Own (UF:43), read from ``content/upfront/dyo.yaml``, and what a drawn card says in them.

>>> tables = dyo_tables()
>>> tables.secondary["panzerfaust"].points, tables.radio["american"][6]
(25, 100)
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from defilade.rules.content_files import ContentError, ContentFiles, parse
from defilade.rules.upfront.game.cards import ActionCard
from defilade.rules.upfront.game.library import Library
from defilade.rules.upfront.game.victory_conditions import VictoryCondition

DYO_FILE = "upfront/dyo.yaml"


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the file."""


class TimeFrame(_Strict, frozen=True):
    """The half-years by the number drawn; the column depends on who fights the German."""

    columns: dict[str, int]
    years: tuple[str, ...]


class Attackers(_Strict, frozen=True):
    attacker: str
    defender: str


class TacticalPosition(_Strict, frozen=True):
    column: int
    attacks: tuple[Attackers, ...]


class UnitType(_Strict, frozen=True):
    """Half-year -> the highest number of the second line and of the line; above it is elite."""

    column: int
    german: dict[str, tuple[int, int]]
    american: dict[str, tuple[int, int]]
    russian: dict[str, tuple[int, int]]


class TimeLimit(_Strict, frozen=True):
    black: int
    red: int
    red_zero: int


class SecondaryPrice(_Strict, frozen=True):
    points: int
    available: str = ""


class VictoryPackage(_Strict, frozen=True):
    """A row of the Victory Condition table with the deck that goes with it."""

    rule: str
    text: str
    condition: VictoryCondition
    cower: tuple[str, ...] = ()
    outlawed: dict[str, int] = {}
    special: tuple[str, ...] = ()


class DyoTables(_Strict, frozen=True):
    """Everything of UF:43 that is a table."""

    provenance: str
    time_frame: TimeFrame
    tactical_position: TacticalPosition
    unit_type: UnitType
    time_limit: TimeLimit
    reinforcements: dict[int, int]
    troops: dict[str, int]
    sniper: int
    second_sniper: int
    secondary: dict[str, SecondaryPrice]
    radio: dict[str, dict[int, int]]
    victory_column: int
    victory: tuple[VictoryPackage, ...]


def load_dyo_tables(content: ContentFiles) -> DyoTables:
    file = content.read(DYO_FILE)
    tables = parse(file, DyoTables)
    if len(tables.victory) != tables.victory_column:
        raise ContentError(file.name, "victory", f"{tables.victory_column} rows are wanted")
    if len(tables.tactical_position.attacks) != tables.tactical_position.column:
        raise ContentError(file.name, "tactical_position", "as many rows as the column's number are wanted")
    return tables


@cache
def dyo_tables(overlay: Path | None = None) -> DyoTables:
    return load_dyo_tables(ContentFiles(overlay))


# -- what a card says --------------------------------------------------------------------------------------------


def year_of(tables: DyoTables, card: ActionCard, opponent: str) -> str:
    """UF:43.2-t, UF:43.32: the half-year, by the column of the German's opponent. Against Americans no year before
    the second half of 1942 comes up."""
    frame = tables.time_frame
    return frame.years[card.position(frame.columns[opponent]) - 1]


def position_of(tables: DyoTables, card: ActionCard) -> Attackers:
    """UF:43.31: who attacks whom."""
    table = tables.tactical_position
    return table.attacks[card.position(table.column) - 1]


def victory_of(tables: DyoTables, card: ActionCard) -> VictoryPackage:
    """UF:43.33"""
    return tables.victory[card.position(tables.victory_column) - 1]


def decks_of(tables: DyoTables, card: ActionCard) -> int:
    """UF:43.34: three decks for black numbers and for every 0, four for the other red ones."""
    limit = tables.time_limit
    if not card.red:
        return limit.black
    return limit.red if card.number else limit.red_zero


def quality_of(tables: DyoTables, card: ActionCard, nation: str, year: str) -> str:
    """UF:43.5-t: second, line or elite, by the number in column 0."""
    rows: dict[str, tuple[int, int]] = getattr(tables.unit_type, nation)
    if year not in rows:
        raise ValueError(f"the table has no {nation} troops for {year}")
    second, line = rows[year]
    number = card.position(tables.unit_type.column)
    return "second" if number <= second else "line" if number <= line else "elite"


def troops_named(box: Library, nation: str, quality: str) -> str:
    """The troops of a nation of a quality: Guards, Volksgrenadiers and so on."""
    for key, troops in box.troops.items():
        if troops.nation == nation and troops.quality == quality:
            return key
    raise KeyError(f"{nation} has no {quality} troops")


def is_available(when: str, year: str) -> bool:
    """UF:43.2-d: a card without dates always; otherwise from or up to a half-year, or between two.

    >>> is_available("", "1941a"), is_available("1943b", "1943a"), is_available("-1943a", "1943a")
    (True, False, True)
    """
    first, _, last = when.partition("-")
    return (not first or first <= year) and (not last or year <= last)
