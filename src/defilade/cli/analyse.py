"""`defilade analyse`: go over a game that is over, as the table does."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from defilade.console.errors import CommandError
from defilade.console.files import write_text
from defilade.console.output import print_json, progress_bar
from defilade.kernel import read_log
from defilade.lab.analysis import analysed
from defilade.lab.analysis_page import analysis_page, percent, points

File = Annotated[Path, typer.Argument(help="A saved game that is over.")]
PageFile = Annotated[
    Path | None,
    typer.Option(
        "-o", "--output", metavar="FILE.html", help="Where the page goes; beside the game unless given."
    ),
]
Seed = Annotated[int, typer.Option("--seed", help="The same seed gives the same page.")]
Jobs = Annotated[int, typer.Option("--jobs", min=1, help="How many processes share the work.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document, and write no page.")]
HUNDRED = 100


def analyse(file: File, output: PageFile = None, seed: Seed = 1, jobs: Jobs = 1, json: Json = False) -> None:
    """Tell how likely each side was to win, which decisions cost most, what was better, and what the dice gave."""
    page = output if output is not None else file.with_suffix(".html")
    if page.suffix.lower() != ".html":
        raise CommandError(f"{page}: the page is an HTML file; give it a name that ends in .html")
    log = read_log(file)
    with progress_bar(str(file), 2 * HUNDRED, json) as advance:
        shown = {"": 0}

        def tell(what: str, done: int, of: int) -> None:
            reached = HUNDRED * done // max(1, of)
            advance(reached - shown.get(what, 0))
            shown[what] = reached

        found = analysed(log, seed, jobs, tell)
    if json:
        print_json(found)
        return
    write_text(page, analysis_page(log, found))
    for one in found.sums:
        faults = ", ".join(f"{count} {kind}" for kind, count in one.counts.items())
        print(
            f"{one.side}: luck {100 * one.luck:+.1f} points; lost {points(one.lost)} points by faults ({faults})"
        )
    print(f"without luck {found.side} would stand at {percent(min(1.0, max(0.0, found.without_luck)))}")
    print(page)
