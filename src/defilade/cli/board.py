"""`defilade board`: draw a board, and prove the facts that must hold on it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from defilade.console.files import write_picture
from defilade.drawing.boards import draw_board
from defilade.hexgrid import load_board
from defilade.hexgrid.facts import check_board, load_facts

BoardName = Annotated[str, typer.Argument(metavar="BOARD", help="The board's id, as y.")]
Output = Annotated[Path, typer.Option("-o", "--output", metavar="FILE.svg", help="Where the picture goes.")]

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True)


@app.command("render")
def render(board: BoardName, output: Output) -> None:
    """Draw a board as an SVG picture."""
    picture = draw_board(load_board(board))
    write_picture(output, picture)
    print(f"{output}: {len(picture) // 1024} KiB")


@app.command("check")
def check(board: BoardName) -> None:
    """Prove the facts of a board. Exit code 1 where one does not hold."""
    facts = load_facts(board)
    problems = check_board(load_board(board), facts)
    for problem in problems:
        print(problem)
    print(f"board {board}: {len(problems)} problems" if problems else f"board {board}: every fact holds")
    raise typer.Exit(1 if problems else 0)
