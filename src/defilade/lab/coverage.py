"""Counts which rules are done: cited by the code that carries them out and by a test that can fail.

Code cites a rule by naming its id anywhere in the engine's Python files, or in the data that the engine reads
(terrain chart, scenario cards); the ledgers themselves do not count. A test cites it with
``@pytest.mark.rule("...")``, a case file in a ``rules:`` list.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import yaml

import defilade
from defilade.rules.reference import PREFIXES, RULE_ID, ledger

ENGINE = ("hexgrid", "kernel", "tactics", "rules")

#: The rule reference names ids only as examples of ids.
NOT_ENGINE = ("rules/reference.py",)


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


def coverage(root: Path | None = None, system: str | None = None) -> dict[str, SystemCoverage]:
    """The count for one system, or for all. `root` is a checkout of the project."""
    tests = {citation.rule for citation in cited_by_tests(_checkout(root))}
    code = {citation.rule for citation in cited_by_code(_checkout(root))}
    return {name: _count(name, code, tests) for name in ([system] if system else PREFIXES)}


def _count(system: str, code: set[str], tests: set[str]) -> SystemCoverage:
    rules = set(ledger(system))
    cited = rules & (code | tests)
    return SystemCoverage(
        total=len(rules),
        done=len(rules & code & tests),
        code_only=len((rules & code) - tests),
        test_only=len((rules & tests) - code),
        open=tuple(one for one in ledger(system) if one not in cited),
    )


def unknown_citations(root: Path | None = None) -> list[Citation]:
    """Citations of rules that no ledger has: a slip of the pen somewhere.

    Code may also name a whole section, as a module does whose source it is; a test names rules.
    """
    known = {one for system in PREFIXES for one in ledger(system)}
    sections = {
        one[:end] for one in known for end in range(len(one)) if one[end] in ".-" or one[end].islower()
    }
    code = [one for one in cited_by_code(_checkout(root)) if one.rule not in known | sections]
    return code + [one for one in cited_by_tests(_checkout(root)) if one.rule not in known]


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


def cited_by_tests(root: Path) -> Iterator[Citation]:
    """The ids in the markers of the tests and in the ``rules:`` lists of the cases."""
    tests = root / "tests"
    for path in sorted(tests.rglob("*.py")):
        name = path.relative_to(root).as_posix()
        yield from (Citation(rule_id, name) for rule_id in _marked(path, name))
    for path in sorted((tests / "cases").rglob("*.yaml")):
        name = path.relative_to(root).as_posix()
        yield from (Citation(rule_id, name) for rule_id in _listed(_read_yaml(path, name)))


def _marked(path: Path, name: str) -> Iterator[str]:
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except SyntaxError as error:
        raise CoverageError(f"{name}, line {error.lineno}: {error.msg}") from error
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _is_rule_mark(node.func):
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def _is_rule_mark(node: ast.expr) -> bool:
    """Whether an expression is ``pytest.mark.rule``."""
    return (
        isinstance(node, ast.Attribute)
        and node.attr == "rule"
        and isinstance(node.value, ast.Attribute)
        and node.value.attr == "mark"
    )


def _read_yaml(path: Path, name: str) -> list[Any]:
    """The documents of a file; a file of cases may hold several."""
    try:
        return list(yaml.safe_load_all(path.read_text(encoding="utf-8")))
    except yaml.YAMLError as error:
        raise CoverageError(f"{name}: {error}") from error


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
