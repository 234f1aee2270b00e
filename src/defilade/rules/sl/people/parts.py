"""The sections of this room, in the order in which their parts are put together."""

from __future__ import annotations

from defilade.rules.sl.people import berserk, charge, heroes, integrity, promotion, traits

PEOPLE = tuple(module.PART for module in (traits, heroes, berserk, charge, promotion, integrity))
