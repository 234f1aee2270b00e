"""Which rules of two rulebooks mean the same.

Beside a ledger may lie a file ``ledgers/BOOK-same-as.csv`` that compares the book with the older one it grew out of,
row by row: a rule is the ``same``, is ``changed`` (with the difference), is ``new``, or one of the older book was
``dropped``.  Code that both books share cites the older one; `counterparts` says what a game cites instead.

>>> counterparts(("elst",))["SK1:1.1-b"]
('SKF:1.1-a',)
>>> compared("elst")["SKF:1.1.1-d"].relation
'changed'
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType

import msgspec

from defilade.rules.content_files import ContentError, ContentFile, ContentFiles
from defilade.rules.reference import PREFIXES, Rule, book_of, ledger

SAME, CHANGED, NEW, DROPPED = "same", "changed", "new", "dropped"
RELATIONS = (SAME, CHANGED, NEW, DROPPED)
COLUMNS = ["id", "relation", "same_as", "difference"]

Ledgers = Mapping[str, Mapping[str, Rule]]
"""Every book by name: its rules by id."""


class Comparison(msgspec.Struct, frozen=True):
    """A rule beside the older book: what it is there, under which ids, and what is different."""

    id: str
    relation: str
    same_as: tuple[str, ...] = ()
    difference: str = ""


Comparisons = Mapping[str, Comparison]
"""Of one book, by the id of the rule: its own, or of the older book for one that was dropped."""


# -- reading -----------------------------------------------------------------------------------------------


@cache
def compared(book: str) -> Comparisons:
    """A book beside the older one; nothing for a book that is compared with none."""
    ledger(book)
    return all_compared()[book]


@cache
def all_compared() -> Mapping[str, Comparisons]:
    """Every book beside its older one."""
    content = ContentFiles()
    files = {
        book: content.read(f"ledgers/{book}-same-as.csv") if _is_compared(content, book) else None
        for book in PREFIXES
    }
    return read_all(files, {book: ledger(book) for book in PREFIXES})


def _is_compared(content: ContentFiles, book: str) -> bool:
    return content.path(f"ledgers/{book}-same-as.csv").is_file()


def read_all(files: Mapping[str, ContentFile | None], ledgers: Ledgers) -> Mapping[str, Comparisons]:
    """Read the comparisons of several books strictly: each by itself, then that no two grew out of each other."""
    found = {
        book: read_comparisons(file, book, ledgers) if file is not None else {}
        for book, file in files.items()
    }
    for book, file in files.items():
        if file is not None:
            _check_descent(file.name, book, found)
    return MappingProxyType({book: MappingProxyType(rows) for book, rows in found.items()})


def read_comparisons(file: ContentFile, book: str, ledgers: Ledgers) -> dict[str, Comparison]:
    """Read a comparison strictly: every row of the book once, every row of the older one named or dropped."""
    rows = csv.reader(io.StringIO(file.text), strict=True)
    found: dict[str, Comparison] = {}
    try:
        if next(rows, []) != COLUMNS:
            raise ContentError(file.name, "line 1", f"the columns must be {', '.join(COLUMNS)}")
        for row in rows:
            place = f"line {rows.line_num}"
            if len(row) != len(COLUMNS):
                raise ContentError(file.name, place, f"needs {len(COLUMNS)} columns, has {len(row)}")
            one = Comparison(row[0], row[1], tuple(row[2].split()), row[3])
            problem = f"{one.id} is given twice" if one.id in found else _problem(one, book, ledgers)
            if problem:
                raise ContentError(file.name, place, problem)
            found[one.id] = one
    except csv.Error as error:
        raise ContentError(file.name, f"line {rows.line_num}", f"not valid CSV: {error}") from None
    _check_whole(file.name, book, found, ledgers)
    return found


def _problem(one: Comparison, book: str, ledgers: Ledgers) -> str:
    """What is wrong with a row, seen by itself."""
    if one.relation not in RELATIONS:
        return f"{one.id}: {one.relation!r} is none of {', '.join(RELATIONS)}"
    if (one.relation == DROPPED) == (one.id in ledgers[book]):
        wanted = "of an older book" if one.relation == DROPPED else f"of {book}"
        return f"{one.id} is no rule {wanted}"
    if bool(one.same_as) != (one.relation in (SAME, CHANGED)):
        return f"{one.id} is {one.relation} and {'needs' if not one.same_as else 'has no'} rules that it goes back to"
    if bool(one.difference) != (one.relation in (CHANGED, DROPPED)):
        return f"{one.id} is {one.relation} and {'needs' if not one.difference else 'has no'} difference"
    for other in (*one.same_as, *([one.id] if one.relation == DROPPED else [])):
        if other in ledgers[book]:
            return f"{one.id} goes back to {other}, a rule of the same book"
        if other not in ledgers.get(book_of(other), {}):
            return f"{one.id} goes back to {other}, which does not exist"
    if len(set(one.same_as)) < len(one.same_as):
        return f"{one.id} goes back to the same rule twice"
    return ""


def _check_whole(name: str, book: str, found: Mapping[str, Comparison], ledgers: Ledgers) -> None:
    missing = [rule for rule in ledgers[book] if rule not in found]
    if missing:
        raise ContentError(name, "", f"says nothing about {_some(missing)}")
    named = {other for one in found.values() for other in one.same_as}
    dropped = {one.id for one in found.values() if one.relation == DROPPED}
    if named & dropped:
        raise ContentError(name, "", f"both dropped and gone back to: {_some(sorted(named & dropped))}")
    for older in sorted({book_of(rule) for rule in named | dropped}):
        left = [rule for rule in ledgers[older] if rule not in named | dropped]
        if left:
            raise ContentError(name, "", f"neither dropped nor gone back to: {_some(left)}")


def _check_descent(name: str, book: str, found: Mapping[str, Comparisons]) -> None:
    """Books may grow out of books that grew out of others, but not in a circle."""
    beyond, seen = {book}, set[str]()
    while beyond:
        seen |= beyond
        beyond = {older for one in beyond for older in _older(found.get(one, {}))}
        if book in beyond:
            raise ContentError(
                name, "", f"{book} goes back to itself, by way of {', '.join(sorted(seen - {book}))}"
            )
        beyond -= seen


def _older(comparisons: Comparisons) -> set[str]:
    return {book_of(other) for one in comparisons.values() for other in one.same_as}


def _some(rules: Collection[str]) -> str:
    shown = ", ".join(list(rules)[:5])
    return f"{shown} and {len(rules) - 5} more" if len(rules) > 5 else shown


# -- asking ------------------------------------------------------------------------------------------------


@cache
def counterparts(books: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    """What a game by these books cites instead of rules of older ones. Of several books the first that has a
    rule counts, and a rule that is the same before those that have changed."""
    return counterparts_in(books, all_compared())


def counterparts_in(books: Iterable[str], every: Mapping[str, Comparisons]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for book in books:
        exact: dict[str, list[str]] = {}
        loose: dict[str, list[str]] = {}
        for rule in every.get(book, {}):
            for older, is_same in _going_back(rule, every):
                (exact if is_same else loose).setdefault(older, []).append(rule)
        for older, rules in (loose | exact).items():
            found.setdefault(older, tuple(dict.fromkeys(rules)))
    return MappingProxyType(found)


def _going_back(rule: str, every: Mapping[str, Comparisons]) -> Iterator[tuple[str, bool]]:
    """The older rules that a rule goes back to, over any number of books, and whether it is the same as they."""
    one = every.get(book_of(rule), {}).get(rule)
    if one is None or one.relation not in (SAME, CHANGED):
        return
    for older in one.same_as:
        yield older, one.relation == SAME
        for oldest, is_same in _going_back(older, every):
            yield oldest, is_same and one.relation == SAME


def taken_over(books: Iterable[str], every: Mapping[str, Comparisons]) -> set[str]:
    """The rules of older books that hold in these as they were."""
    return {
        older
        for book in books
        for rule in every.get(book, {})
        for older, is_same in _going_back(rule, every)
        if is_same
    }


def means_the_same(rule: str, cited: Collection[str], every: Mapping[str, Comparisons]) -> bool:
    """Whether a rule is among those cited, itself or as all of the older rules that together mean the same."""
    if rule in cited:
        return True
    one = every.get(book_of(rule), {}).get(rule)
    return (
        one is not None
        and one.relation == SAME
        and all(means_the_same(older, cited, every) for older in one.same_as)
    )
