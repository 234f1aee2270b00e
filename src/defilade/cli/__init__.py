"""The command line."""

from defilade.cli.app import main

__all__ = ["main"]
