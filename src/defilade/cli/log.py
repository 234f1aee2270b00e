"""`defilade log`: read and verify games that were written down."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, get_args

import msgspec
import typer

from defilade.cli.wording import event_lines
from defilade.console.output import print_json
from defilade.kernel import Choice, Event, GameLog, LogError, Moment, Over, Record, read_log, replay, verify
from defilade.kernel.log import read_log_or_record
from defilade.kernel.replays import Difference, Replayed, Stop, Verdict, replayed
from defilade.rules.designs import in_short
from defilade.systems import card_of, citations_of, find_system

File = Annotated[Path, typer.Argument(help="A saved game.")]
Plain = Annotated[bool, typer.Option("--steps", help="Also print every step as it was taken.")]
Stored = Annotated[str, typer.Argument(help="A saved game, a folder of them, or a server's database.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON document.")]
Most = Annotated[int, typer.Option("--differences", min=0, help="How many differences of a game to print.")]

SUFFIXES = (".log", ".defilade-log")
SQLITE = b"SQLite format 3\0"

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True)


@app.command("show")
def show(file: File, steps: Plain = False) -> None:
    """Tell a game in plain words, with the rules that were applied."""
    log = read_log_or_record(file)
    card = card_of(log.system, log.scenario, log.options)
    written = f"record {log.record}" if isinstance(log, Record) else f"format {log.format}"
    print(f"{card.id} {card.title} ({log.system} version {log.version}, {written})")
    for name, value in sorted(in_short(log.options).items()):
        print(f"option {name}: {value}")
    if log.commitment:
        print(f"dice committed to: {log.commitment}")
    if isinstance(log, Record):
        show_record(log, steps)
    else:
        show_log(log, steps)


def show_log(log: GameLog, steps: bool) -> None:
    """A game as it was played. Where the log has no events, those that its steps have now stand for them, as long as
    the rules of now take them."""
    moments = followed(log)
    told = (
        [list(log.opening), *(list(entry.events) for entry in log.entries)] if log.tells else moments.events
    )
    citations = citations_of(log.system)
    for number in range(len(log.entries) + 1):
        known = number < len(told)
        if number and (steps or not known):
            entry = log.entries[number - 1]
            print(f"{number}. {entry.side or 'chance'}: {entry.told}")
        for event in citations.shown(told[number]) if known else ():
            print("\n".join(event_lines(event)))
    if moments.stopped:
        print(f"By the rules of now it stops at {moments.stopped}")
    if isinstance(moments.last, Over):
        print(f"Winner: {moments.last.winner or 'nobody'}. {moments.last.why}")
    elif log.result:
        print(f"Winner: {log.result}.")
    else:
        print(f"The game goes on after {len(log.entries)} steps.")


class Followed(msgspec.Struct):
    """How far the rules of now follow a game, and what its steps tell by them."""

    events: list[list[Event]]
    last: Moment
    stopped: str = ""


def followed(log: GameLog) -> Followed:
    moments = Followed([], Over("", ""))
    try:
        for _, position, events in replay(log, find_system, states=False):
            moments.events.append(list(events))
            moments.last = position.pending
    except LogError as error:
        moments.stopped = str(error)
        moments.last = Choice("", "", ())
    return moments


def show_record(record: Record, steps: bool) -> None:
    """What somebody saw of a game while it was running."""
    for seen in record.entries:
        if steps and seen.action:
            print(f"{seen.moment}. {record.seen_by}: {seen.action}")
        for event in citations_of(record.system).shown(seen.events):
            print("\n".join(event_lines(event)))
    moments = record.entries[-1].moment if record.entries else 0
    print(f"The game goes on after {moments} steps. This is what {record.seen_by} saw of it.")


@app.command("verify")
def verify_log(file: File) -> None:
    """Replay a game and check every state and every throw. Exit code 1 where something differs."""
    log = read_log(file)
    find_system(log.system)
    try:
        steps = verify(log, find_system)
    except LogError as error:
        print(f"{file}: {error}", file=sys.stderr)
        raise typer.Exit(1) from None
    dice = "the dice are those of the seed" if log.seed else "the seed has not been revealed"
    print(f"{file}: {steps} steps replay to the same states; {dice}")


@app.command("replay")
def replay_stored(where: Stored, as_json: Json = False, most: Most = 3) -> None:
    """Play stored games with the rules of now: same, migrated or pinned. Exit code 1 where one cannot go on."""
    games, unreadable = [], []
    for name, found in stored_games(where):
        if isinstance(found, LogError):
            unreadable.append(Unread(name, str(found)))
        else:
            games.append(judged(name, *found))
            if not as_json:
                print_judged(games[-1], most)
    counts = {verdict: sum(1 for game in games if game.verdict == verdict) for verdict in get_args(Verdict)}
    if as_json:
        print_json({"games": games, **counts, "unreadable": unreadable})
    else:
        for one in unreadable:
            print(f"{one.error}", file=sys.stderr)
        print(f"{len(games)} games: " + ", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    if unreadable:
        raise typer.Exit(2)
    if counts["pinned"]:
        raise typer.Exit(1)


class Judged(msgspec.Struct):
    """What became of a stored game."""

    name: str
    system: str
    version: str
    scenario: str
    format: int
    verdict: Verdict
    steps: int
    differences: list[Difference]
    stop: Stop | None
    goes_on_from: int
    other_states: int


class Unread(msgspec.Struct):
    name: str
    error: str


def judged(name: str, log: GameLog, found: Replayed) -> Judged:
    return Judged(
        name,
        log.system,
        log.version,
        log.scenario,
        log.format,
        found.verdict,
        found.steps,
        found.differences,
        found.stop,
        found.goes_on_from,
        found.other_states,
    )


def print_judged(game: Judged, most: int) -> None:
    print(
        f"{game.name}: {game.verdict} ({game.scenario}, {game.system} version {game.version}, {game.steps} steps)"
    )
    if game.stop is not None:
        print(f"  stops at {game.stop}")
        kept = f"goes on from the state that was kept at step {game.goes_on_from}"
        print(f"  {kept if game.goes_on_from else 'can be read as a record'}")
    for difference in game.differences[:most]:
        print(f"  differs at step {difference.step} ({difference.taken})")
        for words, lines in (("was", difference.was), ("now", difference.now)):
            for line in lines:
                print(f"    {words}: {line}")
    if len(game.differences) > most:
        print(f"  and at {len(game.differences) - most} more steps")


def stored_games(where: str) -> Iterator[tuple[str, tuple[GameLog, Replayed] | LogError]]:
    """The games in a file, a folder or a database, each with what becomes of it."""
    path = Path(where)
    if "://" in where or is_database(path):
        from defilade.server.settings import BadSetting
        from defilade.server.stored_logs import replayed_store

        try:
            yield from ((name, (log, found)) for name, log, found in replayed_store(where))
        except BadSetting as error:
            raise LogError(str(error)) from error
        return
    if not path.exists():
        raise LogError(f"{where}: there is no such file or folder")
    files = [path]
    if path.is_dir():
        files = sorted(one for one in path.rglob("*") if one.suffix in SUFFIXES)
    for file in files:
        name = str(file.relative_to(path)) if path.is_dir() else str(file)
        try:
            log = read_log(file)
        except LogError as error:
            yield name, error
        else:
            yield name, (log, replayed(log, find_system))


def is_database(path: Path) -> bool:
    """Whether a file is a SQLite database."""
    try:
        with path.open("rb") as file:
            return file.read(len(SQLITE)) == SQLITE
    except OSError:
        return False
