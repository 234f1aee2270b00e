"""Games that bring their own scenario: one that players have designed, or that a campaign has made for its men.

Such a scenario is in no list.  Its text is an option of the game, so the log, the state and every view of it have all
that is needed to play it anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping


class DesignError(Exception):
    """A design that cannot be made: the message says what is wrong with it."""


DESIGN = "design"
"""The option that has the text; `design-2` and so on for further tables of a team game."""


def is_design(option: str) -> bool:
    return option.partition("-")[0] == DESIGN


def in_short(options: Mapping[str, str]) -> dict[str, str]:
    """The options as players choose them, without texts of scenarios.

    >>> in_short({"design": "...", "minute": "on"})
    {'minute': 'on'}
    """
    return {name: value for name, value in options.items() if not is_design(name)}
