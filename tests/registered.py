"""Systems that only the tests know, registered by their record like any other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from defilade.systems import SYSTEMS, SystemRecord


@contextmanager
def registered(*records: SystemRecord) -> Iterator[None]:
    """The program with these systems, in this order, and no others."""
    before = dict(SYSTEMS)
    SYSTEMS.clear()
    SYSTEMS.update((record.id, record) for record in records)
    try:
        yield
    finally:
        SYSTEMS.clear()
        SYSTEMS.update(before)
