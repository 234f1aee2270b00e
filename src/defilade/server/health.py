"""Whether the server is well: it can write to its database, and there is room on the disk."""

from __future__ import annotations

import asyncio
import shutil
import time
from pathlib import Path

from sqlalchemy.engine import make_url

from defilade.server.store import Store, StoreFailed

LEAST_FREE = 64 * 1024 * 1024
"""Bytes on the disk of a SQLite database, below which a server is not well."""
PATIENCE = 5.0
"""Seconds in which a database answers that is well."""
FRESH = 1.0
"""Seconds for which an answer is told again, so that asking costs little."""


class Doctor:
    def __init__(self, store: Store, database_url: str) -> None:
        self._store = store
        url = make_url(database_url)
        file = url.database if url.get_backend_name() == "sqlite" else None
        self._disk = Path(file).absolute().parent if file and file != ":memory:" else None
        self._found: tuple[float, tuple[str, ...]] | None = None

    async def problems(self) -> tuple[str, ...]:
        """What is wrong, in words; nothing where the server is well."""
        if self._found is None or time.monotonic() - self._found[0] > FRESH:
            self._found = time.monotonic(), await self._look()
        return self._found[1]

    async def _look(self) -> tuple[str, ...]:
        found = []
        try:
            await asyncio.wait_for(self._store.check(), PATIENCE)
        except StoreFailed as error:
            found.append(f"the database does not take anything: {error}")
        except TimeoutError:
            found.append(f"the database has not answered for {PATIENCE:g} seconds")
        if self._disk is not None:
            free = shutil.disk_usage(self._disk).free
            if free < LEAST_FREE:
                found.append(f"the disk of the database has {free // 1024**2} MB left")
        return tuple(found)
