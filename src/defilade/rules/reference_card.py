"""What lies beside the board: charts of the reference card, and what the figures and marks of a piece mean."""

from __future__ import annotations

from typing import Literal

from defilade.rules.scene_parts import Shown


class ChartRow(Shown, frozen=True):
    """A row: what it is called, its cells, and the rule behind it."""

    label: str
    cells: tuple[str, ...]
    rule: str = ""


class Chart(Shown, frozen=True):
    """A table of the reference card. `lights` says what lights up in it: the column of the attack that is being put
    together (`column`), or the row of the ground that one points at (`ground`)."""

    id: str
    title: str
    corner: str
    """What the rows are."""
    columns: tuple[str, ...]
    rows: tuple[ChartRow, ...]
    rule: str = ""
    lights: Literal["", "column", "ground"] = ""


class Meaning(Shown, frozen=True):
    """A figure or mark of a piece, and what it means."""

    figure: str
    means: str
    rule: str = ""


class Inspection(Shown, frozen=True):
    """A piece, figure by figure."""

    piece: str
    title: str
    meanings: tuple[Meaning, ...]
