"""What goes over the wire about rulebooks: rules, contents, charts."""

from __future__ import annotations

from defilade.rules.reference_card import Chart
from defilade.server.protocol import Sent


class RuleView(Sent, frozen=True):
    """A rule in our own words."""

    id: str
    title: str
    gist: str
    kind: str
    needs: tuple[str, ...]
    system: str


class RuleTitle(Sent, frozen=True):
    id: str
    title: str


class SectionView(Sent, frozen=True):
    """A section of a rulebook."""

    number: str
    rules: tuple[RuleTitle, ...]


class ChapterView(Sent, frozen=True):
    """A chapter; its name where it has one."""

    number: str
    name: str
    sections: tuple[SectionView, ...]


class BookName(Sent, frozen=True):
    id: str
    name: str


class RulebookView(Sent, frozen=True):
    """The contents of a rulebook, and which other books there are."""

    id: str
    books: tuple[BookName, ...]
    chapters: tuple[ChapterView, ...]


class ChartsView(Sent, frozen=True):
    charts: tuple[Chart, ...]


class RulesFound(Sent, frozen=True):
    rules: tuple[RuleView, ...]
    more: bool


BOOK_TYPES = (RuleView, RulesFound, RulebookView, ChartsView)
