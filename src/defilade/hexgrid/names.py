"""What is called a hex."""

from __future__ import annotations

from typing import TypeAlias

Hex: TypeAlias = str
"""The name of a hex as players write it, as yK5."""
