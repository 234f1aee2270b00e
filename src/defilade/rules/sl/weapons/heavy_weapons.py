"""Heavy weapons that have moved (SL:5.2.2-17B), a convention."""

from __future__ import annotations

from defilade.kernel import Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl.firers import weapon_bar
from defilade.rules.sl.options import OPTIONS, Option
from defilade.rules.sl.state import AFPH, SlPlay
from defilade.rules.sl.weapons.launchers import is_gun
from defilade.tactics.units import Unit, Weapon

PART = Part()

SET_UP_FIRST = Option(
    "heavy-weapons",
    "Heavy weapons that moved",
    "MMG, HMG, mortars and guns that have moved in the MPh do not fire in the AFPh.",
    ("SL:5.2.2-17B",),
    "convention",
)
PART.adds(OPTIONS, SET_UP_FIRST)

LIGHT = ("LMG",)
NOT_SET_UP = Refusal("a heavy weapon that has moved does not fire in the AFPh", "SL:5.2.2-17B")


@PART.answers(weapon_bar)
def not_set_up_again(g: SlPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    kind = g.weapon_type(weapon)
    heavy = is_gun(g, weapon) or (kind.is_machine_gun and kind.kind not in LIGHT)
    moved = heavy and weapon.moved and g.state.phase == AFPH
    return NOT_SET_UP if moved and SET_UP_FIRST.on(g) else None
