"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings

import editions

settings.register_profile("untimed", deadline=None)  # a busy machine fails no test
settings.load_profile("untimed")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    editions.run_under_each(metafunc)


@pytest.fixture
def edition(request: pytest.FixtureRequest) -> Iterator[editions.Edition | None]:
    """The system that a test of shared rules runs under; see `editions`."""
    yield from editions.under(request.param, request)
