"""The full Starter Kit: its parts, and where its data lies.

Source: the rulebook of the Starter Kit with ordnance and vehicles (SKF) and the module Decision at Elst (DAE).
"""

from __future__ import annotations

from defilade.hexgrid import LosProfile
from defilade.rules.sk.card import Scenario
from defilade.rules.sk.edition import Edition
from defilade.rules.sk.first_kit import MODULES as FIRST_KIT_MODULES
from defilade.rules.sk.first_kit import OPTIONS
from defilade.rules.sk.full.artillery.parts import MODULES as ARTILLERY
from defilade.rules.sk.full.campaign import game_end, map_exit, panzerfausts, retained
from defilade.rules.sk.full.elst.parts import MODULES as ELST
from defilade.rules.sk.full.infantry import MODULES as INFANTRY
from defilade.rules.sk.full.library import full_library
from defilade.rules.sk.full.los_profile import los_profile_in
from defilade.rules.sk.full.ordnance.parts import MODULES as ORDNANCE
from defilade.rules.sk.full.table.parts import MODULES as TABLE
from defilade.rules.sk.full.vehicles.parts import MODULES as VEHICLES
from defilade.rules.sk.library import Library

WITHOUT: tuple[object, ...] = ()
"""Sections of the first kit that the later rulebook has otherwise, or not at all."""

OWN = (
    *INFANTRY,
    *ORDNANCE,
    *VEHICLES,
    *ARTILLERY,
    *ELST,
    *TABLE,
    retained,
    game_end,
    map_exit,
    panzerfausts,
)

MODULES = (*(module for module in FIRST_KIT_MODULES if module not in WITHOUT), *OWN)


def los_in_season(card: Scenario, lib: Library) -> LosProfile:
    """The profile in the month of a scenario."""
    return los_profile_in(card.month)


FULL_KIT = Edition(
    id="elst",
    version="3",
    parts=tuple(module.PART for module in MODULES),
    library=full_library,
    los=los_in_season,
    scenarios="skf/scenarios",
    lessons="skf/learn",
    options=OPTIONS,
)
