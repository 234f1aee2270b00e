"""`defilade log`: read and verify games that were written down."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from defilade.cli.wording import event_lines
from defilade.kernel import LogError, Over, Record, read_log, replay, verify
from defilade.kernel.log import read_log_or_record
from defilade.rules.designs import in_short
from defilade.systems import card_of, citations_of, find_system

File = Annotated[Path, typer.Argument(help="A saved game.")]
Plain = Annotated[bool, typer.Option("--steps", help="Also print every step as it was taken.")]

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True)


@app.command("show")
def show(file: File, steps: Plain = False) -> None:
    """Tell a game in plain words, with the rules that were applied."""
    log = read_log_or_record(file)
    card = card_of(log.system, log.scenario, log.options)
    print(f"{card.id} {card.title} ({log.system} version {log.version})")
    for name, value in sorted(in_short(log.options).items()):
        print(f"option {name}: {value}")
    if log.commitment:
        print(f"dice committed to: {log.commitment}")
    if isinstance(log, Record):
        show_record(log, steps)
        return
    last, citations = None, citations_of(log.system)
    try:
        for number, position, events in replay(log, find_system):
            if steps and number:
                entry = log.entries[number - 1]
                print(f"{number}. {entry.side or 'chance'}: {entry.step}")
            for event in citations.shown(events):
                print("\n".join(event_lines(event)))
            last = position.pending
    except LogError as error:
        raise LogError(f"{file}: {error}") from error
    if isinstance(last, Over):
        print(f"Winner: {last.winner or 'nobody'}. {last.why}")
    else:
        print(f"The game goes on after {len(log.entries)} steps.")


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
