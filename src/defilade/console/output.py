"""Writing to the terminal: JSON documents, plain lines, progress bars."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


def print_json(document: Any) -> None:
    """One JSON document and nothing else."""
    print(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())


def print_table(rows: list[tuple[str, ...]], gap: str = "  ") -> None:
    """Columns wide enough for their words; the last one is not padded."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row[:-1], widths[:-1], strict=True)]
        print(gap.join([*cells, row[-1]]).rstrip())


@contextmanager
def progress_bar(title: str, total: int, quiet: bool = False) -> Iterator[Callable[[int], None]]:
    """A bar on standard error where that is a terminal; silence in a pipe."""
    if quiet or not sys.stderr.isatty():
        yield lambda finished: None
        return
    columns = (TextColumn(title), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)
        yield lambda finished: bar.advance(task, finished)
