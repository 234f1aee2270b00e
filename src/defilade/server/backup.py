"""A copy of a store in one file, which either kind of database can take back.

The file is gzipped JSON lines: a header, then for each table its name and its rows, then a count, by which a
file that was cut off is recognised.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, func, insert, select
from sqlalchemy.exc import SQLAlchemyError

from defilade.server.models import TABLES, games, metadata
from defilade.server.store import WRITES, make_engine, migrate

FORMAT = 1
ROWS_AT_ONCE = 500


class BackupError(Exception):
    """A copy that cannot be written or read; the message says why."""


class Header(msgspec.Struct):
    defilade_backup: int


class TableHead(msgspec.Struct):
    table: str


class End(msgspec.Struct):
    counts: dict[str, int]


def write(url: str, path: Path) -> dict[str, int]:
    """Copy a store into a file, as it is at one moment. Gives the number of rows of each table."""
    engine = make_engine(url)
    part = path.with_name(path.name + ".part")
    try:
        migrate(engine)
        with gzip.open(part, "wb") as file:
            counts = _write(engine, file)
        part.replace(path)
    except OSError as error:
        raise BackupError(f"{path}: cannot be written: {error.strerror}") from error
    except SQLAlchemyError as error:
        raise BackupError(f"the store cannot be read: {type(error).__name__}") from error
    finally:
        engine.dispose()
    return counts


def _write(engine: Engine, file: Any) -> dict[str, int]:
    def line(entry: Any) -> None:
        file.write(msgspec.json.encode(entry) + b"\n")

    counts = dict.fromkeys((str(table.name) for table in TABLES), 0)
    line(Header(FORMAT))
    # One transaction sees one moment: SQLite always, PostgreSQL at this level.
    level = "REPEATABLE READ" if engine.dialect.name == "postgresql" else "SERIALIZABLE"
    with engine.connect().execution_options(isolation_level=level) as connection:
        for table in TABLES:
            line(TableHead(str(table.name)))
            order = list(table.primary_key.columns)
            for row in connection.execute(select(table).order_by(*order)):
                line(list(row))
                counts[table.name] += 1
    line(End(counts))
    return counts


def read(url: str, path: Path) -> dict[str, int]:
    """Put a copy into an empty store, all of it or nothing. Gives the number of rows of each table."""
    engine = make_engine(url)
    try:
        migrate(engine)
        with engine.connect().execution_options(**WRITES) as connection, connection.begin():
            if connection.execute(select(func.count()).select_from(games)).scalar_one():
                raise BackupError("the store has games already; restore into an empty one")
            for table in reversed(TABLES):
                connection.execute(table.delete())
            return _read(connection, _lines(path), path)
    except (OSError, EOFError, zlib.error) as error:
        raise BackupError(f"{path}: cannot be read: {error}") from error
    except SQLAlchemyError as error:
        raise BackupError(f"the store does not take it: {type(error).__name__}") from error
    finally:
        engine.dispose()


def _lines(path: Path) -> Iterator[bytes]:
    with gzip.open(path, "rb") as file:
        yield from file


def _read(connection: Connection, lines: Iterator[bytes], path: Path) -> dict[str, int]:
    counts = dict.fromkeys((str(table.name) for table in TABLES), 0)
    table = TABLES[0]
    rows: list[dict[str, Any]] = []

    def flush() -> None:
        if rows:
            connection.execute(insert(table), rows)
            rows.clear()

    for number, line in enumerate(lines, 1):
        entry = _parsed(path, number, line)
        if isinstance(entry, list):
            rows.append(_row(path, number, table, entry))
            counts[table.name] += 1
            if len(rows) == ROWS_AT_ONCE:
                flush()
        elif isinstance(entry, dict) and entry.get("table") in metadata.tables:
            flush()
            table = metadata.tables[entry["table"]]
        elif number == 1:
            _check_header(path, entry)
        elif isinstance(entry, dict) and _complete(entry.get("counts"), counts):
            flush()
            return counts
        else:
            raise BackupError(f"{path}: line {number}: not understood, or rows are missing")
    raise BackupError(f"{path}: the file is cut off")


def _complete(said: Any, counts: dict[str, int]) -> bool:
    """All rows are there. A copy from before there was a table says nothing of it."""
    return isinstance(said, dict) and {**dict.fromkeys(counts, 0), **said} == counts


def _parsed(path: Path, number: int, line: bytes) -> Any:
    try:
        return msgspec.json.decode(line)
    except msgspec.DecodeError as error:
        raise BackupError(f"{path}: line {number}: {error}") from error


def _check_header(path: Path, entry: Any) -> None:
    found = entry.get("defilade_backup") if isinstance(entry, dict) else None
    if found != FORMAT:
        raise BackupError(f"{path}: no copy of a store that this version can read")


def _row(path: Path, number: int, table: Any, values: list[Any]) -> dict[str, Any]:
    columns = list(table.columns)
    # A copy from before there was a column: later ones stand at the end and say what holds without them.
    defaults = [column.server_default for column in columns[len(values) :]]
    if len(values) > len(columns) or None in defaults:
        raise BackupError(f"{path}: line {number}: {table.name} has {len(columns)} columns")
    values = [
        *values,
        *(
            msgspec.convert(one.arg, column.type.python_type, strict=False)
            for one, column in zip(defaults, columns[len(values) :], strict=True)
        ),
    ]
    return {
        column.name: msgspec.convert(value, bytes) if column.type.python_type is bytes else value
        for column, value in zip(columns, values, strict=True)
    }
