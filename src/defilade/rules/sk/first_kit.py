"""ASL Starter Kit #1: its parts, and where its data lies.

Source: the rules of ASL Starter Kit #1 (infantry). Nothing of its 420 ledger rows is left out. Guns, vehicles and
artillery belong to the full kit, which composes more parts on the same state.
"""

from __future__ import annotations

from defilade.rules.sk import (
    advance,
    advancing_fire,
    ambush,
    attack,
    attack_plan,
    card_dice,
    charge_placement,
    close_combat,
    close_combat_declaration,
    control,
    demolition,
    effects,
    field_promotion,
    final_fire,
    fire,
    first_fire,
    flamethrowers,
    fortified_buildings,
    interdiction,
    late_arrivals,
    machine_gun_fire,
    melee,
    morale,
    movement,
    prep_fire,
    rally,
    residual,
    rout,
    sequence,
    setup,
    smoke,
    special_movement,
    special_rules,
    stack_movement,
    support_weapons,
    tactical_reserve,
    victory,
    weapons_on_the_move,
    weather,
)
from defilade.rules.sk.edition import Edition
from defilade.rules.sk.library import library
from defilade.rules.sk.scenario import FIRST_KIT_CARDS
from defilade.rules.sk.terrain import los_profile_of

MODULES = (
    sequence,
    control,
    victory,
    card_dice,
    weather,
    late_arrivals,
    setup,
    tactical_reserve,
    special_rules,
    rally,
    support_weapons,
    prep_fire,
    fire,
    attack_plan,
    fortified_buildings,
    machine_gun_fire,
    flamethrowers,
    attack,
    effects,
    morale,
    movement,
    stack_movement,
    special_movement,
    smoke,
    weapons_on_the_move,
    charge_placement,
    residual,
    first_fire,
    final_fire,
    advancing_fire,
    demolition,
    rout,
    interdiction,
    advance,
    close_combat,
    close_combat_declaration,
    ambush,
    melee,
    field_promotion,
)

OPTIONS: dict[str, tuple[str, ...]] = {
    "los": ("assisted", "strict"),
    "balance": ("",),
}

FIRST_KIT = Edition(
    id="sk1",
    version="2",
    parts=tuple(module.PART for module in MODULES),
    library=library,
    los=los_profile_of,
    scenarios=FIRST_KIT_CARDS,
    lessons="learn",
    options=OPTIONS,
)
