"""Indirect fire of guns on the map (SL:9.5): at what a leader beside them sees, and they do not.

It goes like the fire of a battery, with requests, spotting rounds and corrections; so each gun that can do it is one of
the `Module`s, with the firepower of its own and a Blast Area of one hex.  It needs neither radio nor access to more
fire (SL:9.5.10).
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from defilade.kernel import Action, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl.artillery.barrage import effect_thrown
from defilade.rules.sl.artillery.batteries import (
    change,
    counter_gone,
    cut_off,
    in_view,
    now,
    operator_refusal,
)
from defilade.rules.sl.artillery.spotting import (
    REQUEST,
    may_be_asked_for,
    other_requests,
    out_of_arc,
    out_of_range,
    round_fired,
)
from defilade.rules.sl.eyes.concealment import whereabouts
from defilade.rules.sl.eyes.losing import watched
from defilade.rules.sl.guns.covered_arc import covers
from defilade.rules.sl.state import CCPH, Module, SlPlay
from defilade.rules.sl.vehicles.yard import of_side
from defilade.rules.sl.weapons.hidden_ordnance import come_to_light
from defilade.rules.sl.weapons.launchers import barrel_of, is_gun, kind_of_launcher, launching_bar
from defilade.tactics.names import Hex, Side
from defilade.tactics.secrets import conceal
from defilade.tactics.sequence import game_opens, phase_begins
from defilade.tactics.units import Unit, Weapon

PART = Part()

HEAVY_AA, LIGHT_MORTAR = 75, 76
"""SL:9.5.1, SL:9.5.5-a: the calibre from which AA guns do it, and up to which mortars reach no farther than printed."""
LEAST, SAFE, MOST_GUNS, MOST_LEVELS = 12, 12, 2, 3
"""SL:9.5.5-b, SL:2.5.9, SL:9.5.3-d, SL:9.5.4"""

BUSY = Refusal("a gun that fires at what others see does nothing else", "SL:9.5.7-b")


class Served(NamedTuple):
    """A gun on the map, and those who serve it."""

    gun: Weapon
    crew: Unit
    hex: Hex


def fires_indirectly(g: SlPlay, weapon: Weapon) -> bool:
    """SL:9.5.1: mortars, infantry guns and the larger AA guns."""
    barrel = barrel_of(g, weapon)
    if barrel is None or not is_gun(g, weapon):
        return False
    kind = g.weapon_type(weapon).kind
    return (
        kind_of_launcher(g, weapon).mortar or kind == "INF" or (kind == "AA" and barrel.calibre >= HEAVY_AA)
    )


@PART.answers(game_opens)
def guns_that_can(g: SlPlay) -> None:
    for weapon in [one for one in g.state.weapons.values() if fires_indirectly(g, one)]:
        enlist(g, weapon)


def enlist(g: SlPlay, weapon: Weapon) -> Module:
    """SL:10.4.2-c: its own column, not the lower one of direct fire."""
    kind, barrel = g.weapon_type(weapon), barrel_of(g, weapon)
    calibre = barrel.calibre if barrel is not None else 0
    module = Module(
        g.new_id("b"), weapon.side, kind.nationality, calibre, weapon.letter, fp=kind.fp, gun=weapon.id
    )
    g.state.modules[module.id] = module
    return module


def served_by(g: SlPlay, module: Module) -> Served | None:
    """The gun of a module, as long as it is in order and manned."""
    gun = g.state.weapons.get(module.gun)
    crew = g.state.units.get(gun.owner) if gun is not None else None
    if gun is None or crew is None or gun.malfunctioned or gun.dismantled or gun.moved or crew.moved:
        return None
    if crew.broken or crew.melee or crew.captive or crew.side != module.side:
        return None
    hex = whereabouts(g, crew)
    return Served(gun, crew, hex) if hex else None


def beside(g: SlPlay, leader: Unit, hex: Hex) -> bool:
    """SL:9.5.2-a, SL:9.5.3-a, SL:9.5.4: in another hex, beside the gun, and no more than three levels from it."""
    place = whereabouts(g, leader)
    if not place or g.map.distance(place, hex) != 1:
        return False
    return abs(g.map.level(place) - g.map.level(hex)) <= MOST_LEVELS


@PART.answers(cut_off)
def nobody_passes_it_on(g: SlPlay, module: Module, spotter: Unit) -> bool:
    if not module.fp:
        return False
    found = served_by(g, module)
    return found is None or not beside(g, spotter, found.hex)


@PART.answers(out_of_range)
def too_near_or_far(g: SlPlay, module: Module, hex: Hex) -> bool:
    """SL:9.5.5-a, SL:9.5.5-b"""
    if not module.fp:
        return False
    found = served_by(g, module)
    if found is None:
        return True
    distance = g.map.distance(found.hex, hex)
    barrel = barrel_of(g, found.gun)
    if not kind_of_launcher(g, found.gun).mortar:
        return distance < LEAST - 1  # the target hex counts, too
    far = g.weapon_type(found.gun).range if module.caliber <= LIGHT_MORTAR else None
    return (barrel is not None and distance < barrel.least) or (far is not None and distance > far)


@PART.answers(out_of_arc)
def laid_elsewhere(g: SlPlay, module: Module, hex: Hex) -> bool:
    """SL:9.5.9"""
    found = served_by(g, module) if module.fp else None
    return found is not None and not covers(g, found.gun, found.hex, hex)


# -- who asks for it ---------------------------------------------------------------------------------------


def may_spot(g: SlPlay, leader: Unit, module: Module, hex: Hex) -> bool:
    """SL:9.5.3-b, SL:9.5.3-c, SL:9.5.3-d: one hex at a time, with two guns of one hex at most."""
    others = [one for one in g.state.modules.values() if one.contact == leader.id and one.id != module.id]
    if any(not one.fp for one in others):
        return False
    firing = [one for one in others if one.counter]
    mine = served_by(g, module)
    if len(firing) >= MOST_GUNS or mine is None:
        return False
    for one in firing:
        theirs = served_by(g, one)
        if theirs is None or theirs.hex != mine.hex or one.at != hex:
            return False
    return True


@PART.answers(other_requests)
def guns_beside_leaders(g: SlPlay, side: Side) -> list[Action]:
    """SL:9.5.2-a: what the gun itself sees does not matter."""
    found = []
    for module in g.state.modules.values():
        mine = served_by(g, module) if module.fp and module.side == side and not module.counter else None
        if mine is None or module.barred == now(g):
            continue
        for leader in [unit for unit in g.state.units.values() if unit.side == side]:
            if operator_refusal(g, leader) is not None or not beside(g, leader, mine.hex):
                continue
            seeing = msgspec.structs.replace(module, contact=leader.id)
            found += [
                Action(REQUEST, (module.id, leader.id), hex)
                for hex in g.map.names
                if in_view(g, seeing, hex)
                and not too_near_or_far(g, module, hex)
                and may_spot(g, leader, module, hex)
            ]
    return found


@PART.answers(may_be_asked_for)
def nobody_knows_who_serves_it(g: SlPlay, module: Module) -> bool:
    """Of a gun out of sight nobody can tell whether it is asked for."""
    gun = g.state.weapons.get(module.gun)
    return bool(module.fp) and (gun is None or gun.owner in g.state.unseen or not gun.hex)


@PART.answers(phase_begins)
def look_after_the_rounds(g: SlPlay, phase: str) -> None:
    """SL:9.5.7-a, SL:9.5.8: when the first round would fall the gun must have been turned to where it is asked for."""
    for module in [one for one in g.state.modules.values() if one.fp and one.counter and one.gun]:
        leader = g.state.units.get(module.contact)
        if (
            leader is None
            or operator_refusal(g, leader) is not None
            or nobody_passes_it_on(g, module, leader)
        ):
            counter_gone(g, module, "nobody serves it, or says where it falls", "SL:9.5.3-a")
        elif phase == CCPH and laid_elsewhere(g, module, module.at):
            counter_gone(g, module, "the gun is not laid on it", "SL:9.5.7-a")


@PART.answers(launching_bar)
def fires_for_others(g: SlPlay, unit: Unit, weapon: Weapon, target: str) -> Refusal | None:
    """SL:9.5.7-b, SL:9.5.13"""
    busy = any(module.gun == weapon.id and module.counter for module in g.state.modules.values())
    return BUSY if busy else None


# -- what comes of it --------------------------------------------------------------------------------------


@PART.answers(effect_thrown)
def may_break(g: SlPlay, module: Module, dice: tuple[int, int]) -> None:
    """SL:9.5.14-d; its counter goes when the phase is over."""
    found = served_by(g, module) if module.fp else None
    if found is None or sum(dice) < g.weapon_type(found.gun).breakdown:
        return
    g.update_weapon(found.gun, malfunctioned=True)
    g.say(
        "malfunction",
        f"The {g.weapon_name(found.gun)} malfunctions.",
        "SL:9.5.14-d",
        side=module.side,
        who=(found.gun.id,),
        at=found.gun.hex,
        dice=dice,
        seen_by=(module.side,) if found.crew.id in g.state.unseen else (),
    )


@PART.answers(round_fired)
def heard_from_hiding(g: SlPlay, module: Module) -> None:
    """SL:2.5.9: a hidden gun stays so as long as no enemy sees its hex, or is less than twelve hexes away."""
    found = served_by(g, module) if module.fp else None
    if found is None or found.crew.id not in g.state.unseen:
        return
    enemy = g.enemy_of(module.side)
    places = [*(unit.hex for unit in g.on_map(enemy)), *(vehicle.hex for vehicle in of_side(g, enemy))]
    near = any(g.map.distance(hex, found.hex) < SAFE for hex in places)
    if near or found.crew.id not in g.state.hidden or watched(g, found.hex, module.side):
        come_to_light(g, found.crew, found.hex, "its rounds give it away", "SL:2.5.9")


@PART.answers(conceal)
def nobody_knows_which_gun(g: SlPlay, side: Side) -> None:
    for module in list(g.state.modules.values()):
        gun = g.state.weapons.get(module.gun)
        if module.side != side and gun is not None and (gun.owner in g.state.unseen or not gun.hex):
            change(g, module, gun="")
