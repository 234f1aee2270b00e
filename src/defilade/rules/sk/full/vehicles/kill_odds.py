"""What a shot at a vehicle comes to, before its dice: exact over the To Hit DR and the To Kill DR that follows."""

from __future__ import annotations

from defilade.rules.sk.full.ordnance.previews import EACH, HIT, throws
from defilade.rules.sk.full.ordnance.resolution import aimed_at
from defilade.rules.sk.full.ordnance.shots import Gunshot, Hit, distance, the_ordnance
from defilade.rules.sk.full.ordnance.to_hit import hit_number
from defilade.rules.sk.full.vehicles.armor import Struck, struck_from
from defilade.rules.sk.full.vehicles.targets import kill_roll
from defilade.rules.sk.full.vehicles.to_kill import NOTHING, kill_breakdown, outcome
from defilade.rules.sk.state import SkPlay
from defilade.tactics.fire_table import chance_exactly

MISSED = "missed"


def fates_of_vehicle(g: SkPlay, shot: Gunshot) -> dict[str, float]:
    """The exact chances of what a shot does to the vehicle that it is aimed at: `missed`, or what the To Kill DR says.

    Hits that strike the same place are added up before they are looked at."""
    if hit_number(g, shot) is None or shot.blocked:
        return {MISSED: 1.0}
    gun, away, vehicle = the_ordnance(g, shot.weapon), distance(g, shot), g.vehicle(shot.aimed_at)
    struck: dict[tuple[Struck, bool], list[tuple[int, ...]]] = {}
    found = {MISSED: 0.0}
    for dice, comes_to, _, critical in throws(g, shot, aimed_at(g, shot, (vehicle.id,)), vehicle.id):
        if comes_to == HIT:
            struck.setdefault((struck_from(g, vehicle, shot.hex, dice), critical > 0), []).append(dice)
        else:
            found[MISSED] += EACH
    for (_, is_critical), together in struck.items():
        chance = EACH * len(together)
        hit = Hit(shot, vehicle.id, gun.caliber, gun.length, away, together[0], is_critical, gun.to_kill)
        roll = kill_roll(g, hit)
        added_up = kill_breakdown(g, roll)
        if added_up is None:
            found[MISSED] += chance
            continue
        for original in range(2, 13):
            dud = bool(roll.dud_on) and original >= roll.dud_on  # SKF:4.4.2-j
            name = NOTHING if dud else outcome(roll.ammo, roll.place, original, int(added_up.total))
            found[name] = found.get(name, 0.0) + chance * chance_exactly(original)
    return found
