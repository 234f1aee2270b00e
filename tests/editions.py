"""Tests of rules that several editions share are written once and run under each.

A test asks for the fixture `edition` (or its module does, with ``pytestmark = pytest.mark.usefixtures("edition")``).
It then runs once for every system that is played and has all rules that it names, and what it sets up with
`sk.situation` is set up under that system.  A test that sets nothing up under its edition fails: it would count as
run there without having been.  Where the module asks, a test that names no rule runs once, as anywhere else.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import pytest

from defilade.lab.coverage import editions_with


class Edition:
    """The system that a test runs under."""

    def __init__(self, system: str) -> None:
        self.system = system
        self.was_played = False

    def play(self) -> str:
        """The system to set up; from now on the test has run under it."""
        self.was_played = True
        return self.system


_now: list[Edition] = []


def edition_now() -> Edition | None:
    """The edition that the running test has asked for, if it has."""
    return _now[-1] if _now else None


def run_under_each(metafunc: pytest.Metafunc) -> None:
    """Repeat a test that uses `edition` under every system that has its rules."""
    if "edition" not in metafunc.fixturenames:
        return
    rules = [rule for mark in metafunc.definition.iter_markers("rule") for rule in mark.args]
    if not rules and "edition" not in inspect.signature(metafunc.function).parameters:
        metafunc.parametrize("edition", [None], indirect=True, ids=[pytest.HIDDEN_PARAM])
        return
    if not rules:
        raise pytest.UsageError(f"{metafunc.definition.nodeid} uses `edition` and names no rule")
    systems = editions_with(rules)
    if not systems:
        raise pytest.UsageError(f"{metafunc.definition.nodeid}: no system has all of {', '.join(rules)}")
    metafunc.parametrize("edition", systems, indirect=True)


def under(system: str | None, record: pytest.FixtureRequest) -> Iterator[Edition | None]:
    """The body of the fixture: note the system in the report, and see to it that the test played under it."""
    if system is None:
        yield None
        return
    edition = Edition(system)
    record.node.user_properties.append(("system", system))
    _now.append(edition)
    yield edition
    _now.pop()
    if not edition.was_played:
        pytest.fail(f"nothing was set up under {system}, so the test has not run under it")
