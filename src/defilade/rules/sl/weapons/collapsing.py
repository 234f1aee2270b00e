"""Houses that high explosive brings down (SL:14.4.2): whoever is inside dies, and rubble is left.

Charges and barrages do it. A shell must be a KIA through the walls (SL:13.19.10-a), which on 12 FP, as much as any
weapon at hand has, not even wood allows. Houses of several storeys stand for now, since lines of sight over what is
left of them would be others, and nothing falls out of its hex.
"""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel.composition import Part
from defilade.rules.sl import morale
from defilade.rules.sl.eyes.concealment import uncover_hex
from defilade.rules.sl.eyes.hidden import hidden_in, reveal
from defilade.rules.sl.fire import Attack, dice_read, plan_of, table_read
from defilade.rules.sl.marches.bypass import status
from defilade.rules.sl.state import FALLEN, SlPlay
from defilade.rules.sl.tables import KIA, Hit
from defilade.rules.sl.vehicles.yard import vehicles_in, wreck
from defilade.rules.sl.weapons.flamethrowers import weapons_lost
from defilade.tactics.names import Hex, Side

PART = Part()

BURIED = "is buried under the house"


def may_fall(g: SlPlay, hex: Hex) -> bool:
    return g.ground_in(hex) in FALLEN and not g.map.storeys(g.map.ground_hex(hex))


def shatters(g: SlPlay, hex: Hex, column: int | None, dice: Sequence[int]) -> bool:
    """Whether a throw is a KIA for the house itself, whose walls protect it as they do men inside."""
    final = sum(dice) + g.terrain_of(hex).tem
    return g.tables.infantry_fire_table.result(column, final).kind == KIA


@PART.answers(table_read)
def under_a_blast(g: SlPlay, attack: Attack, found: Sequence[Hit]) -> None:
    """SL:14.4.2-a, SL:14.4-b: a KIA of anybody there, or where nobody is one for the house."""
    if not (attack.charge or attack.barrage) or not may_fall(g, attack.target):
        return
    dice = dice_read(g, attack.dice, attack)
    empty = not found and shatters(g, attack.target, plan_of(g, attack).column, dice)
    if empty or any(hit.kind == KIA for hit in found):
        brought_down(g, attack.target, attack.side)


def brought_down(g: SlPlay, hex: Hex, by: Side) -> None:
    """SL:14.4.2-c: everybody inside, whose men they are, and all that lies there; not who goes by outside."""
    g.say("crushed", f"The house in {g.place_name(hex)} collapses.", "SL:14.4.2-a", side=by, at=hex)
    for side in g.state.sides:
        uncover_hex(g, hex, side, "the house collapses", "SL:14.4.2-a")
        reveal(g, hidden_in(g, hex, side), "the house collapses", "SL:14.4.2-a")
    outside = {unit.id for unit in g.units_in(hex) if status(g, unit) is not None}
    kept = {weapon.id for weapon in g.state.weapons.values() if weapon.owner in outside}
    for unit in g.units_in(hex):
        if unit.id not in outside:
            morale.eliminate(g, unit, BURIED, "SL:14.4.2-c")
    weapons_lost(g, hex, "SL:14.4.2-c", "SL:8.8.1-f", but=kept)
    for vehicle in vehicles_in(g, hex):
        if not vehicle.wreck and not vehicle.bypass:
            wreck(g, vehicle, BURIED, "SL:14.4.2-c")
    g.state.crushed = (*g.state.crushed, hex)
