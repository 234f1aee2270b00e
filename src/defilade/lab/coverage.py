"""Counts which rules are done: cited by the code that carries them out and by a test that can fail.

Code cites a rule by naming its id anywhere in the engine's Python files, or in the data that the engine reads
(terrain chart, scenario cards); the ledgers themselves do not count. A test cites it with
``@pytest.mark.rule("...")``, a case file in a ``rules:`` list.

A rule that a book shares with an older one counts under the older id as well, once the book's system is played: the
code must cite it, and a test that runs under that system. Those are the tests that use the fixture ``edition``,
for every system that has all rules they name, and the cases that name the system.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import yaml

import defilade
from defilade.rules.reference import PREFIXES, RULE_ID, book_of, ledger
from defilade.rules.same_as import all_compared, means_the_same, taken_over
from defilade.systems import SYSTEMS

ENGINE = ("hexgrid", "kernel", "tactics", "rules")

#: The rule reference and its comparisons name ids only as examples of ids.
NOT_ENGINE = ("rules/citations.py", "rules/reference.py", "rules/same_as.py")


class CoverageError(Exception):
    """The citations can not be counted."""


class SystemCoverage(msgspec.Struct, frozen=True):
    """How far a system is. `total` = `done` + `code_only` + `test_only` + the number of `open` rules."""

    total: int
    done: int
    code_only: int
    test_only: int
    open: tuple[str, ...]


class Citation(msgspec.Struct, frozen=True):
    """A rule id, and the file that names it."""

    rule: str
    file: str
    systems: tuple[str, ...] = ()
    """Under which systems the test runs, where it runs under more than its own."""


Editions = Mapping[str, tuple[str, ...]]
"""The systems that are played, and the books of each."""


def played() -> Editions:
    return {name: entry.books for name, entry in SYSTEMS.items()}


def coverage(
    root: Path | None = None, system: str | None = None, editions: Editions | None = None
) -> dict[str, SystemCoverage]:
    """The count for one book, or for all. `root` is a checkout of the project."""
    every = played() if editions is None else editions
    tests = list(cited_by_tests(_checkout(root), every))
    code = {citation.rule for citation in cited_by_code(_checkout(root))}
    return {name: _count(name, code, tests, every) for name in ([system] if system else PREFIXES)}


def _count(book: str, code: set[str], tests: list[Citation], editions: Editions) -> SystemCoverage:
    rules = ledger(book)
    readers = {name for name, books in editions.items() if book in books}
    in_code = code & rules.keys()
    in_tests = {one.rule for one in tests} & rules.keys()
    if readers:
        comparisons = all_compared()
        shared = {one.rule for one in tests if readers & set(one.systems)}
        in_code |= {rule for rule in rules if means_the_same(rule, code, comparisons)}
        in_tests |= {rule for rule in rules if means_the_same(rule, shared, comparisons)}
    return SystemCoverage(
        total=len(rules),
        done=len(in_code & in_tests),
        code_only=len(in_code - in_tests),
        test_only=len(in_tests - in_code),
        open=tuple(rule for rule in rules if rule not in in_code | in_tests),
    )


def editions_with(rules: Iterable[str], editions: Editions | None = None) -> tuple[str, ...]:
    """The systems that are played and have all these rules, as they are or as the same in another book.

    >>> editions_with(["SK1:3.2-k"])
    ('sk1',)
    """
    wanted = set(rules)
    every = played() if editions is None else editions
    found = []
    for name, books in every.items():
        foreign = {rule for rule in wanted if book_of(rule) not in books}
        if not foreign or foreign <= _taken_over(tuple(books)):
            found.append(name)
    return tuple(found)


@cache
def _taken_over(books: tuple[str, ...]) -> set[str]:
    return taken_over(books, all_compared())


def unknown_citations(root: Path | None = None) -> list[Citation]:
    """Citations of rules that no ledger has: a slip of the pen somewhere.

    Code may also name a whole section, as a module does whose source it is; a test names rules.
    """
    known = {one for system in PREFIXES for one in ledger(system)}
    sections = {
        one[:end] for one in known for end in range(len(one)) if one[end] in ".-" or one[end].islower()
    }
    code = [one for one in cited_by_code(_checkout(root)) if one.rule not in known | sections]
    return code + [one for one in cited_by_tests(_checkout(root), {}) if one.rule not in known]


def _checkout(root: Path | None) -> Path:
    """The checkout that is asked for, or the one that this package lies in."""
    found = root if root is not None else Path(defilade.__file__).parents[2]
    if not (found / "tests").is_dir() or not (found / "src" / "defilade").is_dir():
        raise CoverageError(f"{found} is no checkout of the project: it lacks src/defilade or tests")
    return found


def cited_by_code(root: Path) -> Iterator[Citation]:
    """The ids that the engine and its data name."""
    package = root / "src" / "defilade"
    files = [path for part in ENGINE for path in sorted((package / part).rglob("*.py"))]
    data = sorted((package / "content").rglob("*.yaml"))
    for path in [*files, *data]:
        name = path.relative_to(package).as_posix()
        if name not in NOT_ENGINE:
            for rule_id in sorted(set(RULE_ID.findall(path.read_text(encoding="utf-8")))):
                yield Citation(rule_id, name)


def cited_by_tests(root: Path, editions: Editions) -> Iterator[Citation]:
    """The ids in the markers of the tests and in the ``rules:`` lists of the cases."""
    tests = root / "tests"
    for path in sorted(tests.rglob("*.py")):
        yield from _marked(path, path.relative_to(root).as_posix(), editions)
    for path in sorted((tests / "cases").rglob("*.yaml")):
        name = path.relative_to(root).as_posix()
        for document in _read_yaml(path, name):
            systems = _systems(document)
            yield from (Citation(rule_id, name, systems) for rule_id in _listed(document))


def _marked(path: Path, name: str, editions: Editions) -> Iterator[Citation]:
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except SyntaxError as error:
        raise CoverageError(f"{name}, line {error.lineno}: {error.msg}") from error
    everywhere = any(_uses_edition(node) for one in tree.body for node in _calls_of_module_mark(one))
    inside: set[ast.AST] = set()
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        calls = [node for mark in function.decorator_list for node in ast.walk(mark)]
        inside.update(calls)
        rules = [rule for node in calls for rule in _marked_rules(node)]
        shared = (
            everywhere
            or any(argument.arg == "edition" for argument in function.args.args)
            or any(_uses_edition(node) for node in calls)
        )
        systems = editions_with(rules, editions) if shared and rules else ()
        yield from (Citation(rule, name, systems) for rule in rules)
    for node in ast.walk(tree):
        if node not in inside:
            yield from (Citation(rule, name) for rule in _marked_rules(node))


def _calls_of_module_mark(statement: ast.stmt) -> Iterator[ast.AST]:
    """What is in the ``pytestmark`` of a module."""
    if isinstance(statement, ast.Assign) and any(
        isinstance(target, ast.Name) and target.id == "pytestmark" for target in statement.targets
    ):
        yield from ast.walk(statement.value)


def _marked_rules(node: ast.AST) -> Iterator[str]:
    """The ids of ``pytest.mark.rule("...")``."""
    if isinstance(node, ast.Call) and _is_mark(node.func, "rule"):
        yield from _words(node)


def _uses_edition(node: ast.AST) -> bool:
    """Whether an expression is ``pytest.mark.usefixtures("edition")``."""
    return (
        isinstance(node, ast.Call) and _is_mark(node.func, "usefixtures") and "edition" in set(_words(node))
    )


def _words(call: ast.Call) -> Iterator[str]:
    for argument in call.args:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield argument.value


def _is_mark(node: ast.expr, name: str) -> bool:
    """Whether an expression is ``pytest.mark.NAME``."""
    return (
        isinstance(node, ast.Attribute)
        and node.attr == name
        and isinstance(node.value, ast.Attribute)
        and node.value.attr == "mark"
    )


def _read_yaml(path: Path, name: str) -> list[Any]:
    """The documents of a file; a file of cases may hold several."""
    try:
        return list(yaml.safe_load_all(path.read_text(encoding="utf-8")))
    except yaml.YAMLError as error:
        raise CoverageError(f"{name}: {error}") from error


def _systems(case: Any) -> tuple[str, ...]:
    """The systems that a case names; most name none or one, and cite its book."""
    named = case.get("system") if isinstance(case, dict) else None
    return tuple(one for one in named if isinstance(one, str)) if isinstance(named, list) else ()


def _listed(data: Any) -> Iterator[str]:
    """Every id in a list under the key ``rules``, at any depth."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key == "rules" and isinstance(value, list):
                yield from (one for one in value if isinstance(one, str))
            else:
                yield from _listed(value)
    elif isinstance(data, list):
        for value in data:
            yield from _listed(value)
