"""The games of a store as logs, to see what the rules of now make of them. Nothing is written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, inspect, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from defilade.kernel import Event, GameLog, LogError
from defilade.kernel.chance import commitment_of
from defilade.kernel.replays import Replayed, replayed
from defilade.server import models
from defilade.server.game import STEP, UNDO, position_of
from defilade.server.protocol import Result
from defilade.server.settings import database_url
from defilade.server.store import GameRow, JournalRow, make_engine
from defilade.server.views import whole_entry
from defilade.systems import find_system


def replayed_store(database: str) -> Iterator[tuple[str, GameLog, Replayed]]:
    """Every game of a store, with what becomes of it."""
    url = database_url(database)
    file = make_url(url).database if url.startswith("sqlite") else None
    if file is not None and not Path(file).is_file():
        raise LogError(f"{file}: there is no such database")
    engine = make_engine(url)
    try:
        with engine.connect() as connection:
            there = {column["name"] for column in inspect(connection).get_columns("games")}
            columns = [
                column for column in models.games.c if column.name in there
            ]  # the store may be an old one
            asked = select(*columns).order_by(models.games.c.created)
            games = [GameRow(*row) for row in connection.execute(asked)]
            for game in games:
                log, line = log_of(connection, game)
                found = replayed(log, find_system)
                if found.stop is not None and not game.result:
                    found.goes_on_from = _goes_on_from(connection, game, log, line)
                yield game.id, log, found
    except SQLAlchemyError as error:
        raise LogError(f"{database}: the database cannot be read: {type(error).__name__}") from error
    finally:
        engine.dispose()


def log_of(connection: Connection, game: GameRow) -> tuple[GameLog, list[int]]:
    """A game as it stands, without what was taken back; and the rows of its steps."""
    table = models.journal
    columns = [table.c[name] for name in JournalRow.__struct_fields__]
    line: list[JournalRow] = []
    for found in connection.execute(select(*columns).where(table.c.game == game.id).order_by(table.c.seq)):
        row = JournalRow(*found)
        if row.kind == STEP:
            line.append(row)
        elif row.kind == UNDO:
            del line[row.moment :]
    result = msgspec.json.decode(game.result, type=Result) if game.result else None
    log = GameLog(
        system=game.system,
        version=game.version,
        scenario=game.scenario,
        options=msgspec.json.decode(game.options, type=dict[str, str]),
        start=game.start,
        entries=[whole_entry(row) for row in line],
        commitment=(game.commitment or commitment_of(game.seed)) if game.committed else "",
        dice=game.dice,
        result="" if result is None else result.winner,
        opening=msgspec.json.decode(game.opening, type=tuple[Event, ...]),
    )
    return log, [row.seq for row in line]


def _goes_on_from(connection: Connection, game: GameRow, log: GameLog, line: list[int]) -> int:
    """The moment of the last kept state, where the rules of now take all steps after it; 0 where there is none."""
    table = models.snapshots
    asked = select(table.c.seq, table.c.moment, table.c.state).where(table.c.game == game.id)
    for seq, moment, state in connection.execute(asked.order_by(table.c.seq.desc())):
        if moment <= len(line) and line[moment - 1] == seq:
            return int(moment) if _leads_on(game.system, bytes(state), log.entries[moment:]) else 0
    return 0


def _leads_on(system: str, state: bytes, entries: list[Any]) -> bool:
    try:
        position = position_of(find_system(system), state)
        for entry in entries:
            position.advance(entry.step)
        return position.pending is not None
    except Exception:  # whatever stops it: it does not go on from here, and where it stops is told already
        return False
