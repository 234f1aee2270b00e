"""Buildings of several storeys (SL:14.3): each storey of a hex is a place of its own, reached by stairs.

What the storeys are, where stairs lead and what is seen from them the map knows (`hexgrid.relief`); every rule that
counts units in a hex, such as stacking, counts them in one place (SL:14.3.3-a), and so does fire, whose target is a
place (SL:14.3.20.7). A hex by itself is its ground level (SL:14.3.3-b).

A house of one hex without stairs has no more (SL:14.3.5); one of several hexes has a storey and stairs in every hex
(SL:14.3.6-b), one with stairs on the board two storeys and stairs where they are drawn (SL:14.3.7-b, SL:14.3.4-a); no
board has a third (SL:14.3.8). Who is up there stands as on a hill of that height (SL:14.3.20.6-a, SL:14.3.9). In a rout
one takes the stairs, since nothing else leads down (SL:14.3.20.2.3-c).
"""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Action, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import advance, close_combat, firers, movement, terrain
from defilade.rules.sl.fire import caught_in_the_open, moves_here, without_cover
from defilade.rules.sl.marches.portage import squad_pp
from defilade.rules.sl.movement import HAS_BEGUN, TOO_FULL, Left
from defilade.rules.sl.stacking import refusal as no_room
from defilade.rules.sl.state import DFPH, SlPlay
from defilade.tactics.attack_plan import Aim
from defilade.tactics.moving import MOVE_VERBS, MoveVerb, Moving, note, note_spent, place_of
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit

PART = Part()

NO_STAIRS_THERE = Refusal("there are no stairs in that hex", "SL:14.3.3-c")
OTHER_LEVEL = Refusal("without stairs nobody fights from one level of a hex to another", "SL:14.3.20.3-a")
TOO_STEEP = Refusal("by the stairs one fires up or down one level", "SL:14.3.20.3-b")
ROW_HOUSE = Refusal("there is no way through the walls of a row house", "SL:14.3.12-a")
NO_CHAIN = Refusal("rooms of a row house are no neighbours in a fire group", "SL:14.3.12-b")
CLIMBED = Refusal("who changed level outside does nothing else in this player turn", "SL:14.3.20.2.2")
TOO_LADEN = Refusal("who climbs outside carries 2 PP at most", "SL:14.3.20.2.1")
NO_OUTER_WALL = Refusal("that hex has no outer wall", "SL:14.3.20.2.3-b")
OUTSIDE_PP = 2.0


# -- stairs ------------------------------------------------------------------------------------------------


def same_hex(g: SlPlay, a: str, b: str) -> bool:
    """Whether two different places are levels of one hex."""
    return a != b and g.map.ground_hex(a) == g.map.ground_hex(b)


def levels_between(g: SlPlay, a: str, b: str) -> int:
    return abs(g.map.storey_of(a) - g.map.storey_of(b))


@PART.answers(terrain.price_of_entry)
def by_the_stairs(g: SlPlay, cost: float, unit: Unit, origin: str, hex: Hex) -> float:
    """SL:14.3.20.1: one MF a level."""
    if same_hex(g, origin, hex):
        return g.tables.movement.stairs * levels_between(g, origin, hex)
    return cost


@PART.answers(terrain.unseen_between)
def between_levels(g: SlPlay, a: str, b: str) -> bool:
    """SL:14.3.20.3-a, SL:14.3.20.3-b: within a hex one level up or down the stairs; SL:14.3.12-a: never through the
    walls between upper rooms of row houses that adjoin."""
    if not g.map.below or a == b:
        return False
    if same_hex(g, a, b):
        return levels_between(g, a, b) > 1 or not g.map.has_stairs(g.map.ground_hex(a))
    return walled_off(g, a, b)


def walled_off(g: SlPlay, a: str, b: str) -> bool:
    """Whether two places are adjoining rooms of a row house, of which one is above the ground floor."""
    building = g.map.building_of.get(a)
    return (
        building is not None
        and building in g.map.row_houses
        and building == g.map.building_of.get(b)
        and (a in g.map.below or b in g.map.below)
        and g.map.distance(a, b) == 1
    )


@PART.answers(firers.fire_bar)
def from_level_to_level(g: SlPlay, unit: Unit, target: str) -> Refusal | None:
    if unit.id in g.state.climbed_outside:
        return CLIMBED
    if same_hex(g, unit.hex, target):
        if not g.map.has_stairs(g.map.ground_hex(target)):
            return OTHER_LEVEL
        return TOO_STEEP if levels_between(g, unit.hex, target) > 1 else None
    return ROW_HOUSE if walled_off(g, unit.hex, target) else None


@PART.answers(firers.group_bar)
def rooms_of_row_houses(g: SlPlay, hexes: frozenset[str]) -> Refusal | None:
    """SL:14.3.12-b: two hexes of a row house hang together only by a third that is not of it. SL:14.3.20-b: from level
    to level a chain leads over stairs with somebody on both, since nothing else adjoins (`GameMap.adjacent`)."""
    house = {hex: g.map.building_of[hex] for hex in hexes if g.map.building_of.get(hex) in g.map.row_houses}
    if len(house) < 2:
        return None
    for hex, building in house.items():
        beside = [other for other, its in house.items() if other != hex and its == building]
        outside = {near for near in g.map.adjacent[hex] if near in hexes and near not in house}
        if any(outside.isdisjoint(g.map.adjacent[other]) for other in beside):
            return NO_CHAIN
    return None


@PART.answers(advance.further_goals)
def over_the_stairs(g: SlPlay, unit: Unit) -> list[str]:
    """SL:14.3.20.3-c, SL:14.3.20.3-d: the stairs and the step to or from their hex, in one advance."""
    if not g.map.below:
        return []
    here = unit.hex
    found = []
    for one in g.map.adjacent[here]:
        if terrain.entry_bar(g, unit, here, one) is not None or g.has_side(one, g.defender):
            continue
        if same_hex(g, here, one):
            found += [near for near in g.map.adjacent[one] if not same_hex(g, one, near)]
        else:
            found += [near for near in g.map.adjacent[one] if same_hex(g, one, near)]
    return [place for place in found if place != here]


# -- up and down outside (SL:14.3.20.2) --------------------------------------------------------------------


def carried(g: SlPlay, unit: Unit) -> float:
    """SL:4.2.6: as a squad would carry it."""
    return sum(squad_pp(g, weapon) for weapon in g.weapons_of(unit))


def outside_refusal(g: SlPlay, frame: Moving, members: Sequence[Left], place: str) -> Refusal | None:
    """SL:14.3.20.2.1: in a building hex without stairs, with little to carry, and as the only move."""
    here = place_of(g, frame)
    hex = g.map.ground_hex(here)
    if frame.begun or members[0].mover.assault:
        return HAS_BEGUN
    if not same_hex(g, here, place) or levels_between(g, here, place) != 1 or g.map.has_stairs(hex):
        return NO_STAIRS_THERE
    if hex in g.tables.movement.no_outer_wall:
        return NO_OUTER_WALL
    if any(carried(g, member.unit) > OUTSIDE_PP for member in members):
        return TOO_LADEN
    if g.has_side(place, g.defender):
        return movement.ENEMY_THERE
    return TOO_FULL if no_room(g, g.attacker, place, [member.unit for member in members]) else None


def outside_options(g: SlPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    if frame.begun or not g.map.below:
        return []
    places = g.map.places_in(g.map.ground_hex(place_of(g, frame)))
    return [
        Action("climb-outside", (), place)
        for place in places
        if outside_refusal(g, frame, members, place) is None
    ]


def climb_outside(g: SlPlay, frame: Moving, action: Action) -> None:
    """SL:14.3.20.2.2: it takes the whole move, and the rest of the player turn."""
    for uid in frame.members:
        note_spent(frame, uid, g.tables.movement.smc, action.at)
        note(frame, uid, ended=True)
        g.place(g.unit(uid), action.at, moved=True)
    g.state.climbed_outside = (*g.state.climbed_outside, *frame.members)
    g.say(
        "climb_outside",
        f"{g.doing(frame.members, 'climbs', 'climb')} outside to {g.place_name(action.at)}.",
        "SL:14.3.20.2.1",
        "SL:14.3.20.2.2",
        side=g.attacker,
        who=frame.members,
        at=action.at,
    )
    movement.leave_track(g, frame, action.at, indoors=False)
    frame.members = ()


PART.adds(
    MOVE_VERBS,
    MoveVerb(
        "climb-outside",
        12,
        outside_options,
        climb_outside,
        lambda g, frame, members, action: outside_refusal(g, frame, members, action.at),
    ),
)


@PART.answers(advance.advance_bar)
def no_advance(g: SlPlay, unit: Unit) -> Refusal | None:
    return CLIMBED if unit.id in g.state.climbed_outside else None


@PART.answers(close_combat.stays_out)
def no_close_combat(g: SlPlay, unit: Unit) -> bool:
    """SL:14.3.20.2.2"""
    return unit.id in g.state.climbed_outside


@PART.answers(without_cover, caught_in_the_open)
def on_the_wall(g: SlPlay, unit: Unit, aim: Aim) -> bool:
    """SL:14.3.20.2.3: in that DFPh no TEM, and moving in the open."""
    return (
        aim.phase == DFPH and unit.id in g.state.climbed_outside and moves_here(g, unit, unit.hex) is not None
    )
