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

from defilade.kernel.chance import (
    BY_HISTORY,
    BY_STEP,
    NOTHING_YET,
    Chained,
    Committed,
    commitment_of,
    history_after,
)
from defilade.kernel.engine import Position, System
from defilade.kernel.moments import Action, Chance, Choice, Event, IllegalAction, Outcome, Over, Step
from defilade.kernel.names import Side

FORMAT = 2
LATER = ("dice", "pledges", "salts", "ended")
"""Fields that logs of format 2 have gained."""
RECORD_FORMAT = 1


class LogError(Exception):
    """A log that cannot be read or does not replay. The message names the place."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step of the game, the digest of the state after it, and what happened."""

    digest: str
    action: str = ""
    dice: tuple[int, ...] = ()
    drawn: str = ""
    side: Side = ""
    events: tuple[Event, ...] = ()
    undone: int = 0
    """How often the players had agreed to go back, by then."""

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
    dice: int = BY_STEP
    """How outcomes follow from the seed."""
    pledges: dict[str, str] = msgspec.field(default_factory=dict)
    """The hash of what each player adds to the dice, which he gives before."""
    salts: dict[str, str] = msgspec.field(default_factory=dict)
    """What each has added; shown with the seed."""
    ended: str = ""
    """How it ended where nobody won by the rules: somebody resigned, ran out of time, or a draw was agreed."""

    @property
    def tells(self) -> bool:
        """Whether it has the events of its steps."""
        return self.format > 1


def entry_of(digest: str, side: Side, step: Step, events: Iterable[Event] = ()) -> Entry:
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
    for name in LATER:  # a log that needs none of them is written as it always was
        if not header.get(name) or (name == "dice" and header[name] == BY_STEP):
            header.pop(name, None)
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


def replay(
    log: GameLog, find_system: Callable[[str], System[Any]], *, states: bool = True
) -> Iterator[Moment]:
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
    """Replay a log in full and check that every step was taken by the side that was asked, that the winner is the one
    that the game gives, and, where the seed has been revealed, that it and what the players have added are those that
    they gave their word for, and that every outcome follows from them. Gives the number of steps."""
    dice = _Dice(log)
    pending: Any = None
    steps = 0
    for number, position, _ in replay(log, find_system, states=states):
        if number:
            entry = log.entries[number - 1]
            if log.tells and isinstance(pending, Choice | Chance) and entry.side != pending.side:
                raise LogError(
                    f"step {number}: {pending.side or 'chance'} is asked, not {entry.side or 'chance'}"
                )
            dice.check(number, pending, entry)
        pending = position.pending
        steps = number
    if states:
        _check_winner(log, pending)
    return steps


def _check_winner(log: GameLog, pending: Any) -> None:
    if isinstance(pending, Over):
        if log.result != pending.winner:
            raise LogError(f"{pending.winner or 'nobody'} has won, not {log.result or 'nobody'}")
    elif log.result and not log.ended and log.dice != BY_STEP:  # earlier logs do not say how a game ended
        raise LogError(f"the log says that {log.result} has won, but the game goes on")


class _Dice:
    """What outcomes must be, step by step."""

    def __init__(self, log: GameLog) -> None:
        if log.dice not in (BY_STEP, BY_HISTORY):
            raise LogError(f"how the dice are drawn ({log.dice}) is not known to this program")
        self.committed: Committed | None = None
        self.chained: Chained | None = None
        self.history, self.undone = NOTHING_YET, 0
        if not log.seed:
            return
        _check_words(log)
        if log.dice == BY_STEP:
            self.committed = Committed(log.seed)
        else:
            self.chained = Chained(log.seed, log.salts)

    def check(self, number: int, pending: Any, entry: Entry) -> None:
        """One step."""
        if entry.undone < self.undone:
            raise LogError(f"step {number}: what was taken back before is not counted")
        self.undone = entry.undone
        if isinstance(pending, Chance):
            due: Outcome | None = None
            if self.committed is not None:
                due = self.committed.draw(pending, number)
            elif self.chained is not None:
                due = self.chained.draw(pending, self.history, self.undone)
            if due is not None and due != entry.step:
                raise LogError(f"step {number}: the outcome {entry.step} is not the one the seed gives")
        self.history = history_after(self.history, entry.side, entry.told, entry.undone)


def _check_words(log: GameLog) -> None:
    """Everybody has shown what he gave his word for."""
    try:
        if commitment_of(log.seed) != log.commitment:
            raise LogError("the revealed seed does not belong to the commitment")
        for side, pledge in log.pledges.items():
            if side not in log.salts or commitment_of(log.salts[side]) != pledge:
                raise LogError(f"what {side} added to the dice is not what was pledged")
    except ValueError as error:
        raise LogError(f"a seed is written in hexadecimal digits: {error}") from error
    if unpledged := set(log.salts) - set(log.pledges):
        raise LogError(f"what {sorted(unpledged)[0]} added to the dice was not pledged")
