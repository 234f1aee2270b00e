"""Saved games: a game's log in a file, from which it can be taken up again."""

from __future__ import annotations

from collections.abc import Callable
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
from defilade.kernel.chance import BY_STEP
from defilade.kernel.log import Entry, check_version
from defilade.systems import find_system

Tell = Callable[[str], None]


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


def load(path: Path, tell: Tell) -> Session[Any]:
    """Take a saved game up where it stood."""
    return resume(read_log(path), str(path), tell)


def resume(log: GameLog, name: str, tell: Tell) -> Session[Any]:
    """Play the steps of a log again. Every state must come out as it was, unless the rules have been corrected since:
    then the game goes on by those of now, and whoever takes it up is told."""
    system = find_system(log.system)
    # Dice to which several players have added go on at their server's table.
    known = log.seed if log.dice == BY_STEP else ""
    source: ChanceSource = Committed(known) if known else Committed.fresh()
    try:
        check_version(log, system)
        session = Session(system, log.scenario, log.options, source)
        differs = [] if session.position.bears(log.start) else [0]
        for number, entry in enumerate(log.entries, 1):
            _take(session, number, entry)
            if not session.position.bears(entry.digest):
                differs.append(number)
        if differs and log.version == system.version:
            raise LogError(f"step {differs[0]}: the state differs from the log's")
    except LogError as error:
        raise LogError(f"{name}: {error}") from error
    if differs:
        tell(
            f"{name}: the rules have been corrected since; from step {differs[0]} on things stand differently"
        )
    return session


def _take(session: Session[Any], number: int, entry: Entry) -> None:
    try:
        session.take(entry.step)
    except (IllegalAction, ValueError) as error:
        raise LogError(
            f"step {number} ({entry.told}): {error}. By the rules of now the game stops here; "
            "'defilade log show' tells it as it was"
        ) from error
