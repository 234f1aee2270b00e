"""The store: tables and their migrations, copies, the one row that two want to write."""

from __future__ import annotations

import asyncio
import gzip
import json
import threading
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect, text

from defilade.cli import main
from defilade.server import backup
from defilade.server.models import TABLES, metadata
from defilade.server.settings import BadSetting, Settings, database_url, from_environment, to_environment
from defilade.server.store import (
    Addition,
    ChatRow,
    GameRow,
    JournalRow,
    NameTaken,
    SeatRow,
    Store,
    make_engine,
    migrate,
)
from server import toy_table
from server.conftest import quick
from server.harness import Player, in_a_loop, running
from server.postgres import Cluster


@pytest.fixture
def store(database: str):
    found = Store(database_url(database))
    found.migrate()
    yield found
    found.close()


def game_row(game: str) -> GameRow:
    return GameRow(
        id=game,
        system="toy",
        version="1",
        scenario="T1",
        options="{}",
        arrangement="{}",
        created=1.0,
        start="",
        opening="[]",
        seed="00" * 32,
        committed=True,
        public=False,
        seq=0,
        moment=0,
        waits="red",
        headline="",
        last_moved=1.0,
        result="",
    )


def journal_row(seq: int, body: str = "{}") -> JournalRow:
    return JournalRow(seq, "step", "red", body, "[]", "", False, seq, "red", 1.0)


def addition(game: str, after: int, body: str = "{}") -> Addition:
    return Addition(game, after, [journal_row(after + 1, body)], [], "", "")


def test_migrations_make_the_tables_that_the_code_knows(database: str):
    engine = make_engine(database_url(database))
    migrate(engine)
    migrate(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        assert set(inspect(connection).get_table_names()) == {*metadata.tables, "alembic_version"}
    engine.dispose()


def test_several_may_migrate_at_once(database: str, request: pytest.FixtureRequest, tmp_path: Path):
    postgres = database.startswith("postgresql")
    url = request.getfixturevalue("cluster").new_database() if postgres else str(tmp_path / "new.sqlite3")
    errors: list[BaseException] = []

    def work() -> None:
        engine = make_engine(database_url(url))
        try:
            migrate(engine)
        except BaseException as error:
            errors.append(error)
        finally:
            engine.dispose()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


def test_of_two_who_write_the_same_row_one_succeeds(store: Store, database: str):
    other = Store(database_url(database))

    async def race() -> None:
        await store.create(game_row("race"), [SeatRow("race", "red", 0, "human")])
        for after in range(40):
            outcomes = await asyncio.gather(
                *(one.add(addition("race", after, f'"{n}"')) for n, one in enumerate((store, other) * 3))
            )
            assert sorted(outcomes) == [False] * 5 + [True]
        rows = await store.rows("race")
        assert [row.seq for row in rows] == list(range(1, 41))

    in_a_loop(race())
    other.close()


def test_games_that_write_together_do_not_disturb_each_other(store: Store):
    async def work() -> None:
        games = [f"many{n}" for n in range(30)]
        for game in games:
            await store.create(game_row(game), [SeatRow(game, "red", 0, "human")])
        wanted = [addition(game, 0) for game in games] + [addition("many3", 5), addition("no such game", 0)]
        outcomes = await asyncio.gather(*(store.add(one) for one in wanted))
        assert outcomes == [True] * 30 + [False, False]

    in_a_loop(work())


def test_talk_is_numbered_in_order(store: Store):
    async def work() -> list[ChatRow]:
        await store.create(game_row("talk"), [SeatRow("talk", "red", 0, "human")])
        await asyncio.gather(*(store.say("talk", "red", "", f"word {n}") for n in range(4)))
        return await store.chat("talk", 1)

    assert [row.n for row in in_a_loop(work())] == [2, 3, 4]


def test_names_of_accounts_are_unique(store: Store):
    async def work() -> None:
        await store.new_account("a1", "Anna", "x")
        with pytest.raises(NameTaken):
            await store.new_account("a2", "ANNA", "x")
        await store.open_session("t1", "a1", 0.0)
        assert await store.session("t1") is None, "it has run out"

    in_a_loop(work())


def test_a_store_goes_into_a_file_and_comes_back(store: Store, database: str, tmp_path: Path, request):
    async def fill() -> None:
        await store.create(game_row("kept"), [SeatRow("kept", "red", 0, "human", token="ab")])
        await store.add(addition("kept", 0))
        await store.say("kept", "red", "Anna", "Grüße")
        await store.new_account("id", "Kept", "hash")

    in_a_loop(fill())
    file = tmp_path / "copy.gz"
    assert main(["admin", "backup", str(file), "--database", database]) == 0
    # Into the other kind of database: a copy belongs to none.
    other = (
        str(tmp_path / "other.sqlite3")
        if database.startswith("postgresql")
        else request.getfixturevalue("cluster").new_database()
    )
    assert main(["admin", "restore", str(file), "--database", other]) == 0
    again = tmp_path / "again.gz"
    counts = backup.write(database_url(other), again)
    assert gzip.decompress(again.read_bytes()) == gzip.decompress(file.read_bytes())
    assert counts["games"] >= 1 and set(counts) == {table.name for table in TABLES}
    assert main(["admin", "restore", str(file), "--database", other]) == 2, "not over games that are there"


def test_a_copy_from_before_there_were_rooms(tmp_path: Path):
    """It says nothing of tables that are newer; one whose counts are wrong is still not taken."""
    source, file = str(tmp_path / "a.sqlite3"), tmp_path / "copy.gz"
    with running(quick(source), think=toy_table.think) as server:
        server.new_game()
    backup.write(database_url(source), file)
    lines = [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]
    old = [line for line in lines if not (isinstance(line, dict) and "room" in line.get("table", ""))]
    counts = {name: n for name, n in lines[-1]["counts"].items() if "room" not in name}
    assert len(old) == len(lines) - 2 and len(counts) == len(TABLES) - 2
    for games, status in ((0, 0), (1, 2)):
        told = {"counts": {**counts, "games": counts["games"] + games}}
        text = "\n".join(json.dumps(line) for line in (*old[:-1], told))
        file.write_bytes(gzip.compress(text.encode()))
        assert (
            main(["admin", "restore", str(file), "--database", str(tmp_path / f"{games}.sqlite3")]) == status
        )


@pytest.mark.parametrize("keep", [0, 20, 200])
def test_a_copy_that_is_cut_off_changes_nothing(tmp_path: Path, keep: int):
    source, target = str(tmp_path / "a.sqlite3"), str(tmp_path / "b.sqlite3")
    file = tmp_path / "copy.gz"
    backup.write(database_url(source), file)
    whole = gzip.decompress(file.read_bytes())
    file.write_bytes(gzip.compress(whole[: min(keep, len(whole) - 1)]))
    assert main(["admin", "restore", str(file), "--database", target]) == 2
    file.write_bytes(b"no gzip at all")
    assert main(["admin", "restore", str(file), "--database", target]) == 2


def test_a_game_that_was_tampered_with_does_not_go_on(tmp_path: Path):
    settings = quick(str(tmp_path / "a.sqlite3"))
    with running(settings, think=toy_table.think) as server:
        made = server.new_game(seats={"red": "mine", "blue": "mine"})
        game, token = made["game"]["id"], made["seats"][0]["token"]
        with Player(server, game, token, (made["seats"][1]["token"],)) as both:
            both.hand_over()
            assert both.act("hide - - 2")["type"] == "accepted"
    engine = make_engine(settings.database_url)
    with engine.connect().execution_options(defilade_writes=True) as connection, connection.begin():
        connection.execute(text("UPDATE journal SET body = replace(body, 'hide - - 2', 'hide - - 3')"))
    engine.dispose()
    with running(settings, think=toy_table.think) as server:
        with Player(server, game, token) as red:
            assert red.table["result"]["how"] == "pinned" and red.table["prompt"] is None
            refused = red.act("done")
            assert (refused["type"], refused["code"]) == ("refused", "over")


def test_settings_come_from_the_environment():
    settings = Settings(database="x.db", hosts=("a", "b"), computer_deadline=2.5, trust_proxy=True)
    assert from_environment(to_environment(settings)) == settings
    with pytest.raises(BadSetting, match="NO_SUCH"):
        from_environment({"DEFILADE_SERVER_NO_SUCH": "1"})
    with pytest.raises(BadSetting):
        from_environment({"DEFILADE_SERVER_COMPUTER_WORKERS": "many"})
    with pytest.raises(BadSetting, match="mysql"):
        database_url("mysql://host/db")


def test_the_writer_comes_back_after_its_connection_was_cut(cluster: Cluster):
    store = Store(database_url(cluster.new_database()))
    store.migrate()

    async def work() -> None:
        await store.create(game_row("cut"), [SeatRow("cut", "red", 0, "human")])
        assert await store.add(addition("cut", 0))
        cluster.end_everybody()
        assert await store.add(addition("cut", 1)), "nobody was writing: nobody notices"
        assert [row.seq for row in await store.rows("cut")] == [1, 2]
        cluster.end_everybody()
        both = await asyncio.gather(store.add(addition("cut", 2)), store.add(addition("cut", 2)))
        assert sorted(both) == [False, True], "of two that wait together one counts, also then"

    in_a_loop(work())
    store.close()


def test_of_many_that_are_written_together_each_gets_its_own_answer(store: Store):
    """Additions that arrive at once, most of them good, one too late and one for a game that does not exist."""

    async def work() -> None:
        names = [f"together{n}" for n in range(12)]
        for name in names:
            await store.create(game_row(name), [SeatRow(name, "red", 0, "human")])
        assert all(await asyncio.gather(*(store.add(addition(name, 0)) for name in names)))
        wanted = [*(addition(name, 1) for name in names), addition(names[3], 1), addition("nowhere", 0)]
        answers = await asyncio.gather(*(store.add(one) for one in wanted))
        assert answers.count(True) == 12 and answers[-2:].count(False) >= 1 and not answers[-1]
        for name in names:
            assert [row.seq for row in await store.rows(name)] == [1, 2]
            found = await store.game(name)
            assert found is not None and (found[0].seq, found[0].moment, found[0].waits) == (2, 2, "red")

    in_a_loop(work())
