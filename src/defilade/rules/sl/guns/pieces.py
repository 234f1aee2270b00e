"""What a gun is, and from where it fires at all (SL:10.1, SL:10.2.3).

A gun is a weapon like others, in somebody's hands or in nobody's; but it points somewhere, and stays where it is.
"""

from __future__ import annotations

from defilade.kernel import Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl.state import AFPH, DFPH, MPH, Served, SlPlay
from defilade.rules.sl.weapons.launchers import (
    barrel_of,
    is_gun,
    is_light_mortar,
    kind_of_launcher,
    launching_bar,
    shot_begins,
    stands,
)
from defilade.tactics.names import Side
from defilade.tactics.sequence import player_turn_begins
from defilade.tactics.units import HERO, Unit, Weapon

PART = Part()

INDOORS = Refusal("such a gun is not fired from inside a building", "SL:10.2.3")
UPSTAIRS = Refusal("guns are fired from the ground floor", "SL:10.2.3")
TOO_NEAR = Refusal("it does not reach what is so near", "SL:10.1.10")
HAS_COME = Refusal("a gun that has been moved does not fire in this player turn", "SL:13.9.8-b")
MORTAR_MOVED = Refusal("a mortar does not fire after it or its men have moved", "SL:10.4.11.1-b")
IN_DEFENCE = Refusal("a hero fires a gun in the DFPh, once a game turn", "SL:3.8.6-d")
MARSH = Refusal("light mortars are not fired in marsh", "SL:14.18.2-b")


def is_heavy(g: SlPlay, weapon: Weapon) -> bool:
    return g.anti_tank.is_heavy(weapon.type, g.weapon_type(weapon).kind)


def guns(g: SlPlay, side: Side = "") -> list[Weapon]:
    """The guns on the map, those of nobody among them; or those that a side serves."""
    found = [weapon for weapon in g.state.weapons.values() if is_gun(g, weapon)]
    if not side:
        return found
    units = g.state.units
    return [one for one in found if one.owner in units and units[one.owner].side == side]


def served(g: SlPlay, weapon: Weapon) -> Served:
    return g.state.served.get(weapon.id, Served())


def serves(g: SlPlay, unit: Unit) -> list[Weapon]:
    """The heavy guns that a unit has."""
    return [weapon for weapon in g.weapons_of(unit) if is_heavy(g, weapon)]


@PART.answers(player_turn_begins)
def another_player_turn(g: SlPlay) -> None:
    g.state.served = {}
    g.state.gun_shy = ()


# -- from where, and when ----------------------------------------------------------------------------------


@PART.answers(launching_bar)
def where_it_fires(g: SlPlay, unit: Unit, weapon: Weapon, target: str) -> Refusal | None:
    """SL:10.2.3; SL:10.1.10: no nearer than its range allows. An upper storey is no place for a gun at all
    (SL:10.2.2-b)."""
    barrel = barrel_of(g, weapon)
    if barrel is None or kind_of_launcher(g, weapon).recoilless:
        return None
    here = stands(g, unit)
    if g.terrain_of(here).structure and barrel.calibre > kind_of_launcher(g, weapon).indoors:
        return INDOORS
    if g.terrain_of(here).structure and barrel.vast:
        return INDOORS
    if here in g.map.below and kind_of_launcher(g, weapon).gun and not is_light_mortar(g, weapon):
        return UPSTAIRS
    if is_light_mortar(g, weapon) and g.map.terrain[here] == "marsh":
        return MARSH
    return TOO_NEAR if g.map.distance(here, target) < barrel.least else None


@PART.answers(launching_bar)
def after_moving(g: SlPlay, unit: Unit, weapon: Weapon, target: str) -> Refusal | None:
    """SL:13.9.8-b; SL:10.4.11.1-b: of mortars also after their men have moved."""
    barrel = barrel_of(g, weapon)
    if barrel is None or g.state.phase != AFPH:
        return None
    if kind_of_launcher(g, weapon).mortar and (unit.moved or weapon.moved):
        return MORTAR_MOVED
    return HAS_COME if weapon.moved else None


# -- heroes (SL:3.8.6-d) -----------------------------------------------------------------------------------


@PART.answers(launching_bar)
def a_hero_at_a_gun(g: SlPlay, unit: Unit, weapon: Weapon, target: str) -> Refusal | None:
    """SL:3.8.6-d: whatever its rate of fire, and as if it were captured. What is fired at vehicles on the move is the
    beginning of Defensive Fire."""
    if unit.kind != HERO or not is_heavy(g, weapon):
        return None
    late = f"{g.state.turn} {unit.id}" in g.state.heroes_at_guns or g.state.phase not in (MPH, DFPH)
    return IN_DEFENCE if late else None


@PART.answers(shot_begins)
def the_hero_has_fired(g: SlPlay, unit: Unit, weapon: Weapon) -> None:
    if unit.kind == HERO and is_heavy(g, weapon):
        g.state.heroes_at_guns = (*g.state.heroes_at_guns, f"{g.state.turn} {unit.id}")
