"""The parts of the room, in the order in which they answer."""

from __future__ import annotations

from defilade.rules.sl.water import boats, fording, night_swimming, swimming

WATER = (swimming.PART, night_swimming.PART, fording.PART, boats.PART)
