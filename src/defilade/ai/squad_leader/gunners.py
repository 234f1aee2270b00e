"""The crews of guns: which way they point them, and whether they stand by them before an AFV."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.ai.squad_leader.picture import Picture
from defilade.kernel import Action
from defilade.rules.sl.eyes.concealment import whereabouts
from defilade.rules.sl.guns.emplacing import POINT, fires_from
from defilade.rules.sl.guns.in_overrun import FIRE
from defilade.rules.sl.weapons.launchers import wants_crew
from defilade.tactics.arcs import FACING_NAMES, in_arc
from defilade.tactics.names import Hex
from defilade.tactics.units import CREW, Unit

MISPLACED = 1.0

VERBS = frozenset({POINT, FIRE})


def reply(p: Picture, options: Sequence[Action]) -> Action:
    """Fire at what comes over the gun; point it to where most of the enemy is, or may set up."""
    firing = next((option for option in options if option.verb == FIRE), None)
    if firing is not None:
        return firing
    return max(options, key=lambda option: covered(p, option))


def misplaced(p: Picture, unit: Unit, hex: Hex) -> float:
    """What it costs to set a crew up in a building, if all guns of its group that fire from there have found one."""
    g = p.g
    if unit.kind != CREW or not g.terrain_of(hex).structure:
        return 0.0
    mine = [
        weapon for weapon in g.state.weapons.values() if weapon.group == unit.group and wants_crew(g, weapon)
    ]
    indoors = sum(fires_from(g, weapon, hex) for weapon in mine)
    others = [uid for uid, one in g.state.units.items() if one.group == unit.group and one.kind == CREW]
    places = [g.state.plans[uid].hex if uid in g.state.plans else g.unit(uid).hex for uid in others]
    taken = sum(bool(place) and g.terrain_of(place).structure for place in places)
    return MISPLACED if mine and taken >= indoors else 0.0


def covered(p: Picture, option: Action) -> float:
    """How much of what matters lies in the arc of a gun that points so."""
    g = p.g
    weapon = g.state.weapons[option.who[0]]
    owner = g.state.units.get(weapon.owner)
    home = (
        g.map.ground_hex(whereabouts(g, owner) or "") if owner is not None and whereabouts(g, owner) else ""
    )
    if not home:
        return 0.0
    facing = FACING_NAMES.index(option.how)
    enemies = [unit.hex for unit in g.on_map(p.enemy)]
    enemies += [one.hex for one in g.state.vehicles.values() if one.side == p.enemy and one.hex]
    for number, group in enumerate(g.scenario.groups):
        if group.side == p.enemy and not enemies:
            enemies += g.scenario.set_up_area(number, g.map)
    return sum(in_arc(g.map, home, facing, g.map.ground_hex(hex)) for hex in enemies) / max(1, len(enemies))
