"""Lines in, lines out: the terminal as the text game uses it."""

from __future__ import annotations

import shutil
import sys
from typing import Protocol

from rich.console import Console


class Terminal(Protocol):
    """Where a game is shown and asked."""

    width: int

    def say(self, text: str = "", style: str = "") -> None: ...

    def ask(self, prompt: str) -> str | None:
        """A line of the player's, or None when there will be no more."""


class StandardTerminal:
    """Standard input and output. Colour only on a terminal, and never the only sign of anything."""

    def __init__(self, plain: bool = False) -> None:
        self.width = shutil.get_terminal_size((100, 40)).columns
        self._console = None if plain or not sys.stdout.isatty() else Console(highlight=False)

    def say(self, text: str = "", style: str = "") -> None:
        if self._console is None or not style:
            print(text)
        else:
            self._console.print(text, style=style, markup=False, soft_wrap=True)

    def ask(self, prompt: str) -> str | None:
        try:
            return input(prompt)
        except EOFError:
            print()
            return None
