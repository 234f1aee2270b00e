"""Rulebooks by their contents, and the reference cards of games."""

from __future__ import annotations

from functools import cache

import yaml

from defilade.hexgrid import BoardError
from defilade.rules.content_files import ContentError, ContentFiles
from defilade.rules.reference import PREFIXES, contents
from defilade.server.book_protocol import (
    BookName,
    ChapterView,
    ChartsView,
    RulebookView,
    RuleTitle,
    SectionView,
)
from defilade.systems import SYSTEMS, UnknownScenario, find_system, map_of, presenter_of


@cache
def _names() -> dict[str, dict[str, str]]:
    """What chapters are about, by book and number; and the books themselves under `""`."""
    found: dict[str, dict[str, str]] = yaml.safe_load(ContentFiles().read("ledgers/chapters.yaml").text)
    return found


def rulebook(book: str) -> RulebookView:
    names = _names().get(book, {})
    chapters: dict[str, list[SectionView]] = {}
    for section in contents(book):
        titles = tuple(RuleTitle(one.id, one.title) for one in section.rules)
        chapters.setdefault(section.chapter, []).append(SectionView(section.number, titles))
    return RulebookView(
        book,
        tuple(BookName(one, book_name(one)) for one in PREFIXES),
        tuple(ChapterView(number, names.get(number, ""), tuple(found)) for number, found in chapters.items()),
    )


def book_name(book: str) -> str:
    """As the box of the game that cites it says; else as we call it."""
    played = next((record.name for record in SYSTEMS.values() if record.books[:1] == (book,)), "")
    return played or _names().get(book, {}).get("name", book)


def charts(scenario: str) -> ChartsView | None:
    """The reference card of a scenario's game; none where there is no such scenario."""
    try:
        system, id = map_of(scenario)
        return ChartsView(presenter_of(find_system(system)).charts(id))
    except (UnknownScenario, ContentError, BoardError):
        return None
