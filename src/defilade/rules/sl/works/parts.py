"""The parts of the room, in the order in which they answer."""

from __future__ import annotations

from defilade.rules.sl.works import bunkers, digging, entrenchments, labour, placing, wire, works

WORKS = tuple(module.PART for module in (works, placing, entrenchments, labour, digging, wire, bunkers))
