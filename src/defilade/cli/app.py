"""The commands of `defilade`, put together."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from defilade import __version__
from defilade.cli import (
    admin,
    analyse,
    bench,
    board,
    cases,
    engine,
    lab,
    log,
    los,
    play,
    rules,
    scenarios,
    serve,
    sim,
)
from defilade.cli.errors import USER_ERRORS, message_of
from defilade.systems import SYSTEMS

app = typer.Typer(
    name="defilade",
    help="Plays the Squad Leader family of tactical wargames by the book.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Say the version and stop.")] = False,
) -> None:
    """Without a command: a table of your own, in the browser."""
    if version:
        print(f"defilade {__version__}")
    elif context.invoked_subcommand is None:
        serve.table()


app.command("play")(play.play)
app.command("serve")(serve.serve)
app.command("scenarios")(scenarios.scenarios)
app.command("case")(cases.case)
app.command("sim")(sim.sim)
app.command("bench")(bench.bench)
app.command("los")(los.los)
app.command("analyse")(analyse.analyse)
app.command("engine")(engine.engine)
app.add_typer(rules.app, name="rules", help="The rules in our own words, and how many are done.")
app.add_typer(log.app, name="log", help="Games that were written down.")
app.add_typer(admin.app, name="admin", help="Copies of a server's store.")
app.add_typer(lab.app, name="lab", help="What many games tell about scenarios and players.")
app.add_typer(board.app, name="board", help="Boards: pictures and checks.")
for record in SYSTEMS.values():
    for group in record.commands:
        app.add_typer(group.load(), name=group.name, help=group.help)


def main(arguments: list[str] | None = None) -> int:
    """Run a command; gives its exit code: 0 done, 1 something does not hold, 2 something is wrong."""
    try:
        app(args=arguments, prog_name="defilade")
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 1
    except USER_ERRORS as error:
        print(f"defilade: {message_of(error)}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader went away (`defilade scenarios | head`); Python must not complain when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0
