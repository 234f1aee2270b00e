"""How machine guns fire (SK1:4.1): what a lone gunner and a great range do to their FP."""

from __future__ import annotations

from defilade.kernel import Line
from defilade.kernel.composition import Part
from defilade.rules.sk import machine_guns
from defilade.rules.sk.attack_plan import area_fire
from defilade.rules.sk.state import SkPlay
from defilade.tactics.attack_plan import Firing, shot_factors

PART = Part()


@PART.modifies(shot_factors, "SK1:4.1-f", step=2)
def far_machine_gun(g: SkPlay, firing: Firing) -> list[Line]:
    """SK1:4.1-f: beyond 16 hexes a directed MG is Area Fire against unbroken Infantry."""
    if firing.weapon is None or not machine_guns.beyond_reach(g, firing.weapon, firing.distance):
        return []
    units = g.state.units
    if all(units[uid].broken for uid in firing.targets if uid in units):
        return []
    furthest = g.library.tables.support_weapon_rolls.mg_maximum_range
    return [Line(f"Area Fire beyond {furthest} hexes", area_fire(g), "SK1:4.1-f", "x")]


@PART.modifies(shot_factors, "SK1:4.1-b", step=3)
def lone_gunner(g: SkPlay, firing: Firing) -> list[Line]:
    """SK1:4.1-b: one SMC fires a MG as Area Fire; two fire it in full (SK1:4.1-b2)."""
    if not firing.unit.is_leader or firing.shot.second:
        return []
    if firing.weapon is None or not g.weapon_type(firing.weapon).is_mg:
        return []
    return [Line("single SMC, Area Fire", area_fire(g), "SK1:4.1-b", "x")]
