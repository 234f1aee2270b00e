"""An edition of the Starter Kit: which parts it is made of, and where its data lies.

The kit has grown from box to box.  What two boxes do differently is another part in the list, or another number in a
file of the later one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from defilade.hexgrid import LosProfile
from defilade.kernel.composition import Part
from defilade.rules.sk.card import Scenario
from defilade.rules.sk.library import Library


@dataclass(frozen=True, eq=False)
class Edition:
    """One box of the Starter Kit, or several played together."""

    id: str
    version: str
    """The number of its rules; see `System.version`."""
    parts: tuple[Part, ...]
    library: Callable[[Path | None], Library]
    """Its counters and tables, with the files of an owner's folder laid over them."""
    los: Callable[[Scenario, Library], LosProfile]
    """How it reads terrain for line of sight in a scenario's season."""
    scenarios: str
    """The content folder with its cards."""
    lessons: str
    """The content folder with its lessons."""
    options: dict[str, tuple[str, ...]]
    """Table options and their values, the default first; `balance` also takes the name of a side, or `even`."""
