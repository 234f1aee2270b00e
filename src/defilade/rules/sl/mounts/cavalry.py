"""Mounted cavalry (SL:4.12): fast in the open, slow in the woods, and bad at fighting from the saddle."""

from __future__ import annotations

from defilade.kernel import Action, Line, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import advance, close_combat, movement, terrain
from defilade.rules.sl.fire import outside_the_terrain
from defilade.rules.sl.ground.low_ground import POND
from defilade.rules.sl.ground.slopes import TIMES
from defilade.rules.sl.marches.portage import carried_otherwise, squad_pp
from defilade.rules.sl.morale import formed
from defilade.rules.sl.mounts import riding
from defilade.rules.sl.mounts.riding import on_top
from defilade.rules.sl.saddles import mount_of, rides
from defilade.rules.sl.smoke import smoke_cost
from defilade.rules.sl.state import HORSE, SlPlay
from defilade.tactics.attack_plan import Aim, Firing, shot_factors
from defilade.tactics.moving import Moving
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit

PART = Part()

NOT_ON_HORSEBACK = Refusal("horses go into no building, rubble or crag", "SL:4.12.2-b")
OVER_A_HEDGEROW = Refusal("horses do not cross hedgerows", "SL:14.6.8-b")
STAYS = Refusal("who has dismounted stays in that hex for the rest of the MPh", "SL:4.12.14")
TOO_MUCH = Refusal("mounted cavalry carries 8 PP at most", "SL:4.12.15-b")


@PART.answers(formed)
def riders_as_well(g: SlPlay, unit: Unit, of: Unit) -> None:
    """SL:4.12.3: whoever is formed of cavalry is cavalry."""
    if of.id in g.state.cavalry:
        g.state.cavalry = (*g.state.cavalry, unit.id)


@PART.answers(movement.mf_allowed)
def on_horseback(g: SlPlay, mf: float, frame: Moving, unit: Unit) -> float:
    """SL:4.12.20; SL:4.12.13: six in the turn of mounting. SL:4.12.15-a: no leader makes horses faster; SL:4.12.15-b:
    each PP more than three costs one. On foot they are infantry (SL:4.12.4)."""
    if not rides(g, unit, HORSE):
        return mf
    table, mount = g.tables.cavalry, mount_of(g, unit)
    fresh = g.state.mounted_at.get(unit.id)
    if fresh is not None:
        mine = fresh + table.mf_when_mounting - (mount.led if mount is not None else 0)  # SL:4.12-q3
    else:
        mine = table.mf_winded if mount is not None and mount.winded else table.mf  # SL:4.12.36
    return mine - max(0.0, burden(g, unit) - table.free_pp)


def burden(g: SlPlay, unit: Unit) -> float:
    """SL:4.12.15-b: in the saddle weapons weigh as for a squad, and a counter bears those of all its riders."""
    mount = mount_of(g, unit)
    riders = [unit] if mount is None else on_top(g, mount)
    mine = [weapon for rider in riders for weapon in g.weapons_of(rider)]
    return sum(squad_pp(g, weapon) for weapon in mine if not carried_otherwise(g, weapon))


@PART.answers(terrain.price_of_entry)
def over_the_ground(g: SlPlay, cost: float, unit: Unit, origin: str, hex: Hex) -> float:
    """SL:4.12.2-a: like infantry, also through smoke and over double crests (SL:14.9.2, SL:14.9.3), but no road
    helps, and woods cost double. SL:4.12.2-c: nothing for vehicles, and which way they turn costs nothing."""
    if not rides(g, unit, HORSE) or hex in g.map.relief.depressions or origin in g.map.relief.depressions:
        return cost
    by_road = g.map.road_between(origin, hex)
    kinds = terrain.kinds_in(g, hex)
    mine = 1.0 if by_road else sum(kind.mf * (2 if kind.name == "woods" else 1) for kind in kinds)
    if g.map.level(hex) > g.map.level(origin):
        mine *= g.tables.movement.uphill
    mine += terrain.hexside_cost(g, origin, hex) + smoke_cost(g, hex)
    return mine * TIMES if terrain.is_double_crest(g, origin, hex) else mine


@PART.answers(terrain.entry_bar)
def where_horses_go(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> Refusal | None:
    """SL:4.12.2-b; SL:14.10.2-c: into crag without riders only; around buildings they may go."""
    if not rides(g, unit, HORSE):
        return None
    if g.terrain_of(hex).structure or g.map.terrain[hex] == "crag":
        return NOT_ON_HORSEBACK
    return over_a_hedgerow(g, unit, origin, hex)


@PART.answers(terrain.passing_bar)
def over_a_hedgerow(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> Refusal | None:
    over = g.map.hexside_kind(origin, hex) == "hedgerow"
    return OVER_A_HEDGEROW if over and rides(g, unit, HORSE) else None


@PART.answers(movement.step_bar)
def burdens(g: SlPlay, frame: Moving, unit: Unit, hex: Hex) -> Refusal | None:
    if unit.id in g.state.off_horse:
        return STAYS
    too_much = rides(g, unit, HORSE) and burden(g, unit) > g.tables.cavalry.most_pp
    return TOO_MUCH if too_much else None


@PART.modifies(shot_factors, "SL:4.12.21", step=3)
def from_the_saddle(g: SlPlay, firing: Firing) -> list[Line]:
    if not rides(g, firing.unit, HORSE):
        return []
    entry = g.tables.fire_factors.mounted
    return [Line("mounted", entry.factor, entry.rule, "x")]


@PART.answers(close_combat.attack_strength)
def blows_from_the_saddle(g: SlPlay, fp: float, unit: Unit) -> float:
    """SL:4.12.21: also in close combat."""
    return fp * g.tables.fire_factors.mounted.factor if rides(g, unit, HORSE) else fp


@PART.answers(outside_the_terrain)
def above_the_holes(g: SlPlay, unit: Unit, aim: Aim) -> bool:
    """SL:4.12.22: shellholes hide no horse."""
    return g.map.terrain[unit.hex] == terrain.HOLES and rides(g, unit, HORSE)


# -- handlers (SL:4.12.37-a) -------------------------------------------------------------------------------


@PART.answers(advance.other_advances)
def led_by_their_handlers(g: SlPlay, side: Side) -> list[Action]:
    return [
        Action("lead-horses", (mount.id,), hex)
        for mount in g.state.mounts.values()
        if mount.side == side and mount.kind == HORSE and not mount.riders and not mount.handler
        if mount.hex and mount.id not in g.state.changed_mounts
        for hex in g.map.adjacent[mount.hex]
        if not g.terrain_of(hex).structure and hex not in g.map.below and g.map.terrain[hex] != POND
        if not g.has_side(hex, g.defender)
        if g.map.hexside_kind(mount.hex, hex) not in ("cliff", "hedgerow")
    ]


@PART.answers(advance.advanced_otherwise)
def lead(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb != "lead-horses":
        return
    mount = g.state.mounts[action.who[0]]
    g.state.changed_mounts = (*g.state.changed_mounts, mount.id)
    riding.change(g, mount, (), action.at, moved=True)
    g.say(
        "lead_horses",
        f"Horses are led into {g.place_name(action.at)}.",
        "SL:4.12.37-a",
        side=side,
        at=action.at,
    )
