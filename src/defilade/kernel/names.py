"""What is called a side."""

from __future__ import annotations

from typing import TypeAlias

Side: TypeAlias = str
"""A side of a game by its name, as german; empty where none is meant."""
