"""Games from files that anybody may send: bounds that are looked at first, then all of it is replayed and checked.

What is done here runs in the workshop's process, except for `check_bounds`, which is quick.
"""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from defilade.kernel import GameLog, LogError, System, read_log, verify
from defilade.kernel.log import number_of
from defilade.rules.designs import DESIGN, is_design
from defilade.server import logs
from defilade.server.game import HUMAN, Draft, Game
from defilade.server.store import Addition, GameRow, JournalRow, SeatRow, SnapshotRow
from defilade.strict_yaml import BadFile
from defilade.systems import SYSTEMS, find_system, system_name
from defilade.systems.campaigns import NotPossible

MOST_STEPS = 10_000
LONGEST_LINE = 200_000
MOST_OPTIONS = 16
LONGEST_DESIGN = 60_000
LONGEST_VALUE = 40
SAFE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:+-]{0,39}")
"""What ids are made of."""


class Job(msgspec.Struct):
    text: str
    snapshot_every: int
    now: float


ROWS_AT_ONCE = 400


class TakenIn(msgspec.Struct):
    """A game that was checked: its header, and what is to be kept of it."""

    header: GameLog
    """Without its steps."""
    sides: tuple[str, ...]
    start: str
    opening: str
    rows: list[JournalRow]
    snapshots: list[SnapshotRow]
    state: bytes
    """The state where it stands."""


def check_bounds(text: str) -> None:
    """Refuse what is too long, before anybody reads it."""
    lines = text.count("\n")
    if lines > MOST_STEPS + 1:
        raise NotPossible("log", f"a game of more than {MOST_STEPS} steps is not taken in")
    if len(text) > LONGEST_LINE and max(map(len, text.split("\n"))) > LONGEST_LINE:
        raise NotPossible("log", f"a line of more than {LONGEST_LINE} characters is not taken in")


def check_header(log: GameLog) -> None:
    """Refuse names and options that no game of ours has."""
    for name in (log.system, log.scenario, log.version, *log.options, *log.pledges, *log.salts):
        if not SAFE.fullmatch(name):
            raise NotPossible("log", f"{name[:LONGEST_VALUE]!r} is no name that is used here")
    if len(log.options) > MOST_OPTIONS:
        raise NotPossible("log", f"more than {MOST_OPTIONS} options")
    for name, value in log.options.items():
        if len(value) > (LONGEST_DESIGN if is_design(name) else LONGEST_VALUE):
            raise NotPossible("log", f"the option {name} is too long")
    if log.seed and not re.fullmatch("[0-9a-f]{64}", log.seed):
        raise NotPossible("log", "a seed has 64 hexadecimal digits")


def checked_log(text: str) -> GameLog:
    """A log that somebody sent, replayed and checked in full."""
    check_bounds(text)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "log"
        path.write_text(text, encoding="utf-8")
        try:
            log = read_log(path)
            check_header(log)
            if log.system not in SYSTEMS:
                raise NotPossible("log", f"there is no rule system {log.system!r}")
            system: System[Any] = find_system(log.system)
            if log.scenario not in system.scenarios() and DESIGN not in log.options:
                raise NotPossible("log", f"{system_name(log.system)} has no scenario {log.scenario!r}")
            # Under corrected rules a game may come out differently; its dice are those of its seed all the same.
            verify(log, find_system, states=number_of(log.version) == number_of(system.version))
        except (LogError, BadFile, ValueError, RecursionError) as error:
            raise NotPossible("log", str(error).replace(str(path), "the file")) from error
        except NotPossible:
            raise
        except Exception as error:
            # Nobody has thought of such a file; whoever sends it gets no further than others.
            logs.failure("file_not_understood")
            raise NotPossible("log", "this game cannot be played here") from error
    return log


def take_in(job: Job) -> TakenIn:
    """A file as rows of a journal."""
    log = checked_log(job.text)
    system = find_system(log.system)
    position, opening = system.begin(log.scenario, log.options)
    sides = tuple(system.sides(position.state))
    told = msgspec.json.encode(opening).decode()
    row = GameRow(
        id="import",
        system=system.id,
        version=system.version,
        scenario=log.scenario,
        options=msgspec.json.encode(log.options).decode(),
        arrangement="{}",
        created=job.now,
        start=position.digest(),
        opening=told,
        seed=log.seed or "00" * 32,
        committed=False,
        public=False,
        seq=0,
        moment=0,
        waits="",
        headline="",
        last_moved=job.now,
        result="",
        dice=log.dice,
    )
    seats = [SeatRow(row.id, side, place, HUMAN) for place, side in enumerate(sides)]
    draft = Draft(Game(row, seats, system, position, job.snapshot_every), job.now)
    for entry in log.entries:
        draft.undone = entry.undone
        draft.take(entry.step)
    return TakenIn(
        header=msgspec.structs.replace(log, entries=[], opening=()),
        sides=sides,
        start=row.start,
        opening=told,
        rows=draft.rows,
        snapshots=draft.snapshots,
        state=system.encode(draft.position.state),
    )


def opening_additions(game: Game, taken: TakenIn | None, now: float) -> list[Addition]:
    """What has happened before anybody decides here: the steps of an imported game, and the first dice. Written down in
    pieces, so that nobody waits long for the one who writes."""
    additions = []
    rows = taken.rows if taken is not None else []
    for begin in range(0, len(rows), ROWS_AT_ONCE):
        piece = rows[begin : begin + ROWS_AT_ONCE]
        last = piece[-1].seq
        snapshots = [one for one in taken.snapshots if begin < one.seq <= last] if taken is not None else []
        additions.append(Addition(game.id, begin, piece, snapshots, game.headline(game.position), ""))
        for row in piece:
            game.enter(row)
    draft = Draft(game, now)
    draft.run_on()
    if draft.rows:
        additions.append(draft.addition(""))
    elif additions and (result := draft.result) is not None:
        additions[-1].result = msgspec.json.encode(result).decode()
    return additions
