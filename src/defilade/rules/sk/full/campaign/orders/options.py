"""What a player is asked while he writes his orders for a step, and what he may say to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

import msgspec

from defilade.rules.sk.full.campaign.book import Orders
from defilade.rules.sk.full.campaign.work import Work
from defilade.tactics.names import Hex, Side

DONE = "!"
"""A group is complete."""
ADD, LEAVE, TAKE, INTO = "+", "-", "*", "@"
"""How picks begin that say something of the group or purchase before them."""


class Option(msgspec.Struct, frozen=True):
    """One thing that may be said next."""

    pick: str
    label: str
    rule: str
    heading: str = ""
    """Options under one heading belong together."""
    detail: str = ""
    price: int = -1
    """In CPP; below nought where nothing is to be paid."""
    hex: Hex = ""
    """The hex that it is about, where it is about one."""


class Asked(msgspec.Struct, frozen=True):
    """What is asked of a side now; `given` is what it has ordered so far, in words."""

    side: Side
    step: str
    asks: str
    rule: str
    options: tuple[Option, ...]
    given: tuple[str, ...]
    ready: bool
    """Whether the orders can be handed in as they are."""
    begun: bool
    """Whether something has been said that can be taken back."""


class Draft(Protocol):
    """Orders of one side that are being written, read from what was picked so far."""

    def asks(self) -> tuple[str, str]:
        """The question and its rule."""

    def options(self) -> Iterator[Option]:
        """Everything that may be said next."""

    def given(self) -> list[str]: ...

    def ready(self) -> bool: ...

    def orders(self) -> Orders: ...


class Reader(NamedTuple):
    """Whose draft it is, and what is known."""

    work: Work
    side: Side
    picks: tuple[str, ...]
