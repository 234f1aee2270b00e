"""Saved games: a game's log in a file, from which it can be taken up again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from defilade.kernel import (
    ChanceSource,
    Committed,
    GameLog,
    IllegalAction,
    LogError,
    Session,
    read_log,
    write_log,
)
from defilade.systems import find_system


def save(session: Session[Any], path: Path) -> None:
    """Write a game down. The seed of its dice goes with it: a game saved here is played on here, and without
    the seed its next throws could not be checked against the commitment."""
    log = session.log
    if isinstance(session.source, Committed):
        log = msgspec.structs.replace(log, seed=session.source.seed)
    try:
        write_log(log, path)
    except OSError as error:
        raise LogError(f"{path}: cannot be written: {error.strerror}") from error


def load(path: Path) -> Session[Any]:
    """Take a saved game up where it stood."""
    return resume(read_log(path), str(path))


def resume(log: GameLog, name: str) -> Session[Any]:
    """Play the steps of a log again; every state must come out as it was."""
    system = find_system(log.system)
    source: ChanceSource = Committed(log.seed) if log.seed else Committed.fresh()
    session = Session(system, log.scenario, log.options, source)
    if not session.position.bears(log.start):
        raise LogError(f"{name}: the start of {log.scenario} differs from the log's")
    for number, entry in enumerate(log.entries, 1):
        try:
            session.take(entry.step)
        except (IllegalAction, ValueError) as error:
            raise LogError(f"{name}: step {number} ({entry.told}): {error}") from error
        if not session.position.bears(entry.digest):
            raise LogError(f"{name}: step {number}: the state differs from the log's")
    return session
