"""The full Starter Kit: its parts, and where its data lies.

Source: the rulebook of the Starter Kit with ordnance and vehicles (SKF) and the module Decision at Elst (DAE).
"""

from __future__ import annotations

from defilade.rules.sk.edition import Edition
from defilade.rules.sk.first_kit import MODULES as FIRST_KIT_MODULES
from defilade.rules.sk.first_kit import OPTIONS
from defilade.rules.sk.full.library import full_library
from defilade.rules.sk.terrain import los_profile_of

WITHOUT: tuple[object, ...] = ()
"""Sections of the first kit that the later rulebook has otherwise, or not at all."""

MODULES = (*(module for module in FIRST_KIT_MODULES if module not in WITHOUT),)

FULL_KIT = Edition(
    id="elst",
    version="1",
    parts=tuple(module.PART for module in MODULES),
    library=full_library,
    los=los_profile_of,
    scenarios="skf/scenarios",
    lessons="skf/learn",
    options=OPTIONS,
)
