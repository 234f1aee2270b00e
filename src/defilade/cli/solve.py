"""`defilade lab solve`: tiny scenarios, solved, and what levels make of them."""

from __future__ import annotations

from typing import Annotated

import typer

from defilade.ai import LEVELS
from defilade.console.errors import CommandError
from defilade.console.output import print_json, print_table, progress_bar
from defilade.lab.solving import CannotBeSolved
from defilade.lab.tiny import Solved, load_tiny, solved, tiny_systems
from defilade.systems import FIRST, find_player

Levels = Annotated[
    str, typer.Option("--levels", help=f"Levels of player, with commas between: {', '.join(LEVELS)}.")
]
System = Annotated[str, typer.Option("--system", help=f"The rules: {', '.join(tiny_systems())}.")]
Only = Annotated[str, typer.Option("--only", help="Those of these names, with commas between.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def solve(
    levels: Levels = "random,greedy,easy,normal,hard",
    system: System = FIRST,
    only: Only = "",
    seed: int = 1,
    json: Json = False,
) -> None:
    """Solve the tiny scenarios: the exact chance to win of who plays best, and that of each level."""
    names = tuple([word.strip() for word in levels.split(",") if word.strip()])
    for name in names:
        find_player(name)
    if system not in tiny_systems():
        raise CommandError(
            f"there are no tiny scenarios of {system!r}; there are of {', '.join(tiny_systems())}"
        )
    every = load_tiny(system)
    wanted = [word.strip() for word in only.split(",") if word.strip()]
    unknown = [name for name in wanted if name not in [one.tiny for one in every]]
    if unknown:
        raise CommandError(f"there is no {unknown[0]!r}; there are: {', '.join(one.tiny for one in every)}")
    chosen = [one for one in every if not wanted or one.tiny in wanted]
    found: list[Solved] = []
    with progress_bar("tiny scenarios", len(chosen), quiet=json) as advance:
        for one in chosen:
            try:
                found.append(solved(one, names, seed))
            except CannotBeSolved as error:
                raise CommandError(f"{one.tiny}: {error}") from error
            advance(1)
    if json:
        print_json(found)
        return
    rows: list[tuple[str, ...]] = [("scenario", "best", "states", *names)]
    rows += [
        (one.tiny, f"{one.value:.4f}", str(one.states), *(f"{played.value:.4f}" for played in one.levels))
        for one in found
    ]
    print_table(rows)
