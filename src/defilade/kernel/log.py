"""The save is the log: format, system, version, scenario, options, seed, and every action and outcome.

Replaying it gives the same states, digest by digest.  Beside each step stand its events, so that a game that the
rules of now no longer admit can still be read (`replays` tells which those are).

Format 1 had no events, and its digests were of states with all their fields.  Format 2 has events, and leaves out
the fields that hold their defaults.  A game begun in one and gone on with in the other has digests of both: each
says which it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from defilade.kernel.chance import Committed, commitment_of
from defilade.kernel.engine import Position, System
from defilade.kernel.moments import Action, Chance, Event, IllegalAction, Outcome, Step

FORMAT = 2
RECORD_FORMAT = 1


class LogError(Exception):
    """A log that cannot be read or does not replay. The message names the place."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step of the game, the digest of the state after it, and what happened."""

    digest: str
    action: str = ""
    dice: tuple[int, ...] = ()
    drawn: str = ""
    side: str = ""
    events: tuple[Event, ...] = ()

    @property
    def step(self) -> Step:
        if self.action:
            return Action.parse(self.action)
        return Outcome(self.dice, self.drawn)

    @property
    def told(self) -> str:
        """The step in short."""
        return self.action or str(Outcome(self.dice, self.drawn))


class GameLog(msgspec.Struct):
    """A game, written down."""

    system: str
    version: str
    scenario: str
    options: dict[str, str]
    start: str
    """Digest of the state at the first moment."""
    entries: list[Entry] = msgspec.field(default_factory=list)
    commitment: str = ""
    seed: str = ""
    """Revealed when the game is over; empty before."""
    result: str = ""
    opening: tuple[Event, ...] = ()
    """What happened before the first moment."""
    format: int = FORMAT

    @property
    def tells(self) -> bool:
        """Whether it has the events of its steps."""
        return self.format > 1


def entry_of(digest: str, side: str, step: Step, events: Iterable[Event] = ()) -> Entry:
    """A step as it is written down."""
    if isinstance(step, Action):
        return Entry(digest, action=str(step), side=side, events=tuple(events))
    return Entry(digest, dice=step.dice, drawn=step.drawn, side=side, events=tuple(events))


class Seen(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody saw of the step to a moment; the action itself only where it was his own."""

    moment: int
    events: tuple[Event, ...]
    action: str = ""


class Record(msgspec.Struct):
    """A game as one side, or one who watches, saw it: all that may be written down for him while it runs.

    It has neither the actions of others, which may be secret, nor digests, by which secrets could be guessed and
    checked. So it can be read, but not replayed."""

    system: str
    version: str
    scenario: str
    options: dict[str, str]
    seen_by: str
    entries: list[Seen] = msgspec.field(default_factory=list)
    commitment: str = ""
    record: int = RECORD_FORMAT


def write_log(log: GameLog | Record, path: Path) -> None:
    """One header line and one line a step, so that a log reads well and grows by appending."""
    temporary = path.with_name(path.name + ".part")
    temporary.write_bytes(log_lines(log))
    temporary.replace(path)


def log_lines(log: GameLog | Record) -> bytes:
    header = msgspec.to_builtins(log)
    entries = header.pop("entries")
    lines = [msgspec.json.encode(header)] + [msgspec.json.encode(entry) for entry in entries]
    return b"\n".join(lines) + b"\n"


def read_log(path: Path) -> GameLog:
    """A log that can be replayed."""
    log = read_log_or_record(path)
    if isinstance(log, Record):
        raise LogError(
            f"{path}: this is what {log.seen_by} saw of a game that was still running: it can be read, not replayed"
        )
    return log


def read_log_or_record(path: Path) -> GameLog | Record:
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise LogError(f"{path}: cannot be read: {error.strerror}") from error
    if not lines or lines[-1] != b"":
        raise LogError(f"{path}: line {len(lines)} is cut off")
    header = _parse(path, 1, lines[0], dict)
    kind, entry = (Record, Seen) if "record" in header else (GameLog, Entry)
    _check_format(path, header)
    try:
        log: Any = msgspec.convert({**header, "entries": []}, kind)
    except msgspec.ValidationError as error:
        raise LogError(f"{path}: line 1: {error}") from error
    unknown = set(header) - set(kind.__struct_fields__)
    if unknown:
        raise LogError(f"{path}: line 1: unknown key {sorted(unknown)[0]!r}")
    log.entries = [_parse(path, number, line, entry) for number, line in enumerate(lines[1:-1], 2)]
    checked: GameLog | Record = log
    return checked


def _check_format(path: Path, header: dict[str, Any]) -> None:
    """Formats that are to come may look different in every respect, so this is asked first."""
    found, known = header.get("format"), FORMAT
    if "record" in header:
        found, known = header["record"], RECORD_FORMAT
    if type(found) is not int or found < 1:
        raise LogError(f"{path}: line 1: this is no saved game, or its format is not given")
    if found > known:
        raise LogError(f"{path}: line 1: format {found} is of a later program; this one reads up to {known}")


def _parse(path: Path, number: int, line: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise LogError(f"{path}: line {number}: {error}") from error


Moment = tuple[int, Position[Any], list[Event]]


def replay(log: GameLog, find_system: Callable[[str], System[Any]], *, states: bool = True) -> Iterator[Moment]:
    """Every position of the logged game in order, with the events that led to it; raises `LogError` where a step
    is refused or, unless told not to look at the states, a digest differs."""
    system = find_system(log.system)
    check_version(log, system)
    position, events = system.begin(log.scenario, log.options)
    if states and not position.bears(log.start):
        raise LogError(f"the start of {log.scenario} differs from the log's")
    yield 0, position, events
    for number, entry in enumerate(log.entries, 1):
        try:
            events = position.advance(entry.step)
        except (IllegalAction, ValueError) as error:
            raise LogError(f"step {number} ({entry.told}): {error}") from error
        if states and not position.bears(entry.digest):
            raise LogError(f"step {number} ({entry.told}): the state differs from the log's")
        yield number, position, events


def check_version(log: GameLog | Record, system: System[Any]) -> None:
    """Refuse a game by rules that are yet to come."""
    if number_of(log.version) > number_of(system.version):
        raise LogError(
            f"played by version {log.version} of {system.id}, which is later than this program's {system.version}"
        )


def number_of(version: str) -> int:
    """The number of a system's rules."""
    if not (version.isascii() and version.isdigit()):
        raise LogError(f"{version!r} is no version of a system: a whole number is")
    return int(version)


def verify(log: GameLog, find_system: Callable[[str], System[Any]], *, states: bool = True) -> int:
    """Replay a log in full, and check every outcome against the committed seed where it has been revealed.
    Gives the number of steps."""
    committed = None
    if log.seed:
        if commitment_of(log.seed) != log.commitment:
            raise LogError("the revealed seed does not belong to the commitment")
        committed = Committed(log.seed)
    pending: Any = None
    steps = 0
    for number, position, _ in replay(log, find_system, states=states):
        if number and committed and isinstance(pending, Chance):
            entry = log.entries[number - 1]
            if committed.draw(pending, number) != entry.step:
                raise LogError(f"step {number}: the outcome {entry.step} is not the one the seed gives")
        pending = position.pending
        steps = number
    return steps
