"""The rule reference: every rule that a test can check, in our own words, by its id.

The ledgers are CSV files in ``content/ledgers``, one a system: id, title, gist, kind, and what it needs.

>>> rule("SK1:3.2-k").title
'Point Blank Fire'
>>> [found.id for found in search("residual maximum", "sk1")]
['SK1:3.3.1-x2']
"""

from __future__ import annotations

import csv
import difflib
import io
import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import msgspec

from defilade.rules.content_files import ContentError, ContentFiles

#: Rule systems, and how the ids in their ledgers begin.
PREFIXES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"sk1": ("SK1",), "elst": ("SKF", "DAE"), "upfront": ("UF",), "sl": ("SL",), "asl": ("ASL",)}
)
_BOOKS = {prefix: book for book, prefixes in PREFIXES.items() for prefix in prefixes}
COLUMNS = ["id", "title", "gist", "kind", "needs"]

#: A rule id in running text; a full stop at the end belongs to the sentence.
RULE_ID = re.compile(
    r"(?<![\w:-])(?:" + "|".join(p for them in PREFIXES.values() for p in them) + r"):\w+(?:[.-]\w+)*"
)


class UnknownRule(KeyError):
    """There is no rule of that id."""

    def __init__(self, rule_id: str, near: list[str]) -> None:
        self.rule_id = rule_id
        self.near = near
        super().__init__(rule_id)

    def __str__(self) -> str:
        hint = f"; there is {', '.join(self.near)}" if self.near else ""
        return f"there is no rule {self.rule_id!r}{hint}"


class UnknownLedger(KeyError):
    """There is no rule system of that name."""

    def __str__(self) -> str:
        return f"there is no rule system {self.args[0]!r}; there are {', '.join(PREFIXES)}"


class Rule(msgspec.Struct, frozen=True):
    """A row of a ledger. `needs` are the rules that it rests on."""

    id: str
    title: str
    gist: str
    kind: str
    needs: tuple[str, ...]
    system: str


@cache
def ledger(system: str) -> Mapping[str, Rule]:
    """The rules of a system by id, in the order of its rulebook."""
    if system not in PREFIXES:
        raise UnknownLedger(system)
    file = ContentFiles().read(f"ledgers/{system}.csv")
    return MappingProxyType(read_ledger(file.name, file.text, system))


def read_ledger(name: str, text: str, system: str) -> dict[str, Rule]:
    """Read a ledger strictly: its columns, unique ids of the system, and no empty title or gist."""
    rows = csv.reader(io.StringIO(text), strict=True)
    rules: dict[str, Rule] = {}
    try:
        if next(rows, []) != COLUMNS:
            raise ContentError(name, "line 1", f"the columns must be {', '.join(COLUMNS)}")
        for row in rows:
            found = _rule(name, f"line {rows.line_num}", row, system)
            if found.id in rules:
                raise ContentError(name, f"line {rows.line_num}", f"{found.id} is given twice")
            rules[found.id] = found
    except csv.Error as error:
        raise ContentError(name, f"line {rows.line_num}", f"not valid CSV: {error}") from None
    return rules


def _rule(name: str, place: str, row: list[str], system: str) -> Rule:
    if len(row) != len(COLUMNS):
        raise ContentError(name, place, f"needs {len(COLUMNS)} columns, has {len(row)}")
    rule_id, title, gist, kind, needs = row
    if not RULE_ID.fullmatch(rule_id) or rule_id.partition(":")[0] not in PREFIXES[system]:
        raise ContentError(name, place, f"{rule_id!r} is no rule id of {system}")
    if not title or not gist or not kind:
        raise ContentError(name, place, f"{rule_id} lacks its title, gist or kind")
    return Rule(rule_id, title, gist, kind, tuple(needs.split()), system)


def book_of(rule_id: str) -> str:
    """The ledger that an id belongs to by how it begins; empty for one that is no id of ours.

    >>> book_of("DAE:2.1-c"), book_of("XX:1")
    ('elst', '')
    """
    return _BOOKS.get(rule_id.partition(":")[0], "")


def rule(rule_id: str) -> Rule:
    """The rule of an id."""
    book = book_of(rule_id)
    if not book:
        raise UnknownRule(rule_id, [])
    rules = ledger(book)
    if rule_id in rules:
        return rules[rule_id]
    raise UnknownRule(rule_id, difflib.get_close_matches(rule_id, rules, n=3))


def search(words: str, system: str | None = None) -> list[Rule]:
    """The rules in which every word occurs, those with more of the words in the title first."""
    wanted = words.lower().split()
    if not wanted:
        return []
    systems = [system] if system is not None else list(PREFIXES)
    found = [
        one
        for name in systems
        for one in ledger(name).values()
        if all(word in f"{one.id} {one.title} {one.gist}".lower() for word in wanted)
    ]
    return sorted(found, key=lambda one: -sum(word in one.title.lower() for word in wanted))


class Section(msgspec.Struct, frozen=True):
    """A section of a rulebook: its number, the chapter it is in, and its rules in their order."""

    number: str
    chapter: str
    rules: tuple[Rule, ...]


@cache
def contents(system: str) -> tuple[Section, ...]:
    """A book by sections, as its rows are numbered.

    >>> [(one.number, one.chapter, len(one.rules)) for one in contents("sk1")][:2]
    [('1.0', '1', 1), ('1.1', '1', 4)]
    """
    found: dict[str, list[Rule]] = {}
    for one in ledger(system).values():
        found.setdefault(one.id.partition(":")[2].split("-")[0], []).append(one)
    return tuple(Section(number, chapter_of(number), tuple(rules)) for number, rules in found.items())


def chapter_of(number: str) -> str:
    """The chapter of a section: what comes before its first full stop.

    >>> chapter_of("3.2.1"), chapter_of("A25.22"), chapter_of("QRDC"), chapter_of("S1")
    ('3', 'A25', 'QRDC', 'S')
    """
    head = number.split(".")[0]
    return "S" if re.fullmatch(r"S\d+", head) else head
