"""What a command says instead of doing something wrong."""

from __future__ import annotations


class CommandError(Exception):
    """Something asked of the command line that it cannot do."""
