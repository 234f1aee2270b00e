"""`defilade board`: draw a board, and prove the facts that must hold on it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from defilade.cli.errors import CommandError
from defilade.hexgrid import load_board
from defilade.hexgrid.drawing import draw_board
from defilade.hexgrid.facts import check_board, load_facts

BoardName = Annotated[str, typer.Argument(metavar="BOARD", help="The board's id, as y.")]
Output = Annotated[Path, typer.Option("-o", "--output", metavar="FILE.svg", help="Where the picture goes.")]

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True)


@app.command("render")
def render(board: BoardName, output: Output) -> None:
    """Draw a board as an SVG picture."""
    picture = draw_board(load_board(board))
    if output.suffix.lower() != ".svg":
        raise CommandError(f"{output}: the picture is an SVG file; give it a name that ends in .svg")
    write_text(output, picture)
    print(f"{output}: {len(picture) // 1024} KiB")


def write_text(path: Path, text: str) -> None:
    """Write a file as a whole or not at all."""
    temporary = path.with_name(path.name + ".part")
    try:
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        raise CommandError(f"{path}: cannot be written: {error.strerror}") from error


@app.command("check")
def check(board: BoardName) -> None:
    """Prove the facts of a board. Exit code 1 where one does not hold."""
    facts = load_facts(board)
    problems = check_board(load_board(board), facts)
    for problem in problems:
        print(problem)
    print(f"board {board}: {len(problems)} problems" if problems else f"board {board}: every fact holds")
    raise typer.Exit(1 if problems else 0)
