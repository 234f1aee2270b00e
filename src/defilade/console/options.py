"""Options of a game, as they are given to commands."""

from __future__ import annotations

from defilade.console.errors import CommandError


def table_options(words: list[str]) -> dict[str, str]:
    """Options by name.

    >>> table_options(["los=strict"])
    {'los': 'strict'}
    """
    options = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise CommandError(f"--option {word}: give a name and a value, as los=strict")
        options[name] = value
    return options
