"""`defilade bench`: the speed budgets."""

from __future__ import annotations

from typing import Annotated

import typer

from defilade.console.output import print_json, print_table, progress_bar
from defilade.lab.bench import STAGES, Bench, run_bench

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def bench(json: Json = False) -> None:
    """Measure the speed budgets, with references in the same run."""
    with progress_bar("bench", STAGES) as advance:
        found = run_bench(advance)
    if json:
        print_json(found)
    else:
        show(found)


def show(found: Bench) -> None:
    rows: list[tuple[str, ...]] = [("figure", "value", "budget", "unit", "reference", "ratio", "")]
    for name, figure in found.figures.items():
        rows.append(
            (
                name,
                f"{figure.value:g}",
                f"{figure.budget:g}",
                figure.unit,
                f"{figure.reference:g} {figure.compared_with}" if figure.reference else figure.compared_with,
                f"{figure.ratio:g}" if figure.ratio else "",
                "within" if figure.within else "OVER",
            )
        )
    print_table(rows)
    print("all within budget" if found.within_budget else "some figures are over budget")
