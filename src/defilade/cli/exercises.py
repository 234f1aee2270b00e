"""`defilade lab exercises`: how many of the tactical exercises each level solves."""

from __future__ import annotations

from typing import Annotated

import typer

from defilade.ai import LEVELS
from defilade.console.errors import CommandError
from defilade.console.output import print_json, print_table, progress_bar
from defilade.lab.exercises import Score, load_exercises, score
from defilade.systems import FIRST, NotOffered, find_player, with_exercises

Levels = Annotated[
    str, typer.Option("--levels", help=f"Levels of player, with commas between: {', '.join(LEVELS)}.")
]
System = Annotated[str, typer.Option("--system", help=f"The rules: {', '.join(with_exercises())}.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def exercises(
    levels: Levels = "random,greedy,easy,normal,hard",
    system: System = FIRST,
    seed: int = 1,
    json: Json = False,
) -> None:
    """Let levels try the tactical exercises, and count."""
    names = [word.strip() for word in levels.split(",") if word.strip()]
    for name in names:
        find_player(name)
    try:
        every = load_exercises(system)
    except NotOffered as error:
        raise CommandError(str(error)) from error
    found: list[Score] = []
    with progress_bar("exercises", len(names), quiet=json) as advance:
        for name in names:
            found.append(score(name, every, seed)[0])
            advance(1)
    if json:
        print_json(found)
        return
    rows: list[tuple[str, ...]] = [("level", "solved", "not solved")]
    rows += [(one.level, f"{one.solved} of {one.total}", ", ".join(one.failed)) for one in found]
    print_table(rows)
