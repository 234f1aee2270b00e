"""Servers to test with: the guessing game on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from defilade.kernel import Committed
from defilade.server import lobby
from defilade.server.settings import Settings
from defilade.systems import SYSTEMS
from registered import registered
from server import toy_table
from server.harness import Server, running
from server.postgres import Cluster, start_cluster


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    found = start_cluster()
    yield found
    found.stop()


@pytest.fixture(scope="session", autouse=True)
def toy() -> Iterator[None]:
    with registered(*SYSTEMS.values(), toy_table.TOY, toy_table.TRIO):
        yield
    lobby.lobby.cache_clear()


@pytest.fixture
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game that begins has the same dice."""
    monkeypatch.setattr(Committed, "fresh", classmethod(lambda cls: cls("5eed" * 16)))


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of an empty database of either kind."""
    if request.param == "sqlite":
        return str(tmp_path_factory.mktemp("store") / "games.sqlite3")
    return request.getfixturevalue("cluster").new_database()


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with running(quick(database), think=toy_table.think) as found:
        yield found


@pytest.fixture(scope="module")
def sqlite_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """For what has nothing to do with the store."""
    database = str(tmp_path_factory.mktemp("store") / "games.sqlite3")
    with running(quick(database), think=toy_table.think) as found:
        yield found


def quick(database: str, **more: object) -> Settings:
    """Settings under which tests do not wait and are not limited."""
    given = {
        "seed_key": "a key for tests and nothing else",
        "requests_per_minute": 1e6,
        "cost_per_minute": 1e7,
        "refusal_seconds": 0.0,
        "requests_at_once": 1000,
        "connections_per_address": 10_000,
        "tries_per_account": 1e6,
        "accounts_per_day": 1e6,
        "messages_per_second": 1e5,
        "messages_per_address": 1e6,
        "sockets_at_table": 1000,
        "snapshot_every": 5,
        "warm": False,
        **more,
    }
    return Settings(database=database, **given)  # type: ignore[arg-type]
