"""The names that rules speak in: sides, hexes, units."""

from __future__ import annotations

from typing import TypeAlias

from defilade.hexgrid.names import Hex
from defilade.kernel.names import Side

__all__ = ["Hex", "Side", "UnitId"]

UnitId: TypeAlias = str
"""A unit on the map by its id, which it keeps as long as it lives."""
