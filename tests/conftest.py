"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

import editions
import fixed_dice

settings.register_profile("untimed", deadline=None)  # a busy machine fails no test
settings.load_profile("untimed")

fixed_dice.fix()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    fixed_dice.seeds.seed(item.nodeid)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Iterator[None]:
    """What several tests share has dice of its own, whichever of them asks for it first."""
    if fixturedef.scope == "function":
        return (yield)
    before = fixed_dice.seeds.getstate()
    fixed_dice.seeds.seed(f"{fixturedef.baseid}::{fixturedef.argname}")
    try:
        return (yield)
    finally:
        fixed_dice.seeds.setstate(before)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    editions.run_under_each(metafunc)


@pytest.fixture
def edition(request: pytest.FixtureRequest) -> Iterator[editions.Edition | None]:
    """The system that a test of shared rules runs under; see `editions`."""
    yield from editions.under(request.param, request)
