"""Guns that are overrun (SL:7.1.19 to SL:7.1.23): one more shot at what comes over them, if their crews dare.

Whatever they have fired before, and as often as AFVs come. What becomes of the gun itself dice say (SL:8.8.1-e).
"""

from __future__ import annotations

import msgspec

from defilade.kernel import Action, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl.firers import fire_bar
from defilade.rules.sl.guns.covered_arc import hexspines, turn_to
from defilade.rules.sl.guns.gun_targets import guns_in
from defilade.rules.sl.guns.pieces import served, serves
from defilade.rules.sl.guns.rate_of_fire import rate
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.nerve import Paamc, braced
from defilade.rules.sl.vehicles.overrun import Overrun, before_overrun, overrun_lines
from defilade.rules.sl.vehicles.yard import vehicles_in
from defilade.rules.sl.weapons.anti_tank_fire import IN_THE_HEX, AntiTankShot, after_shot, lines_of_gunner
from defilade.rules.sl.weapons.launchers import kind_of_launcher, launching_bar, note_shot
from defilade.tactics.arcs import facings_to, turns_between
from defilade.tactics.names import Hex
from defilade.tactics.units import CREW, Unit, Weapon

PART = Part()

WITHIN = 2
"""SL:7.1.20: Case E, at what is in its own hex."""
WRECK = 1
FIRE, HOLD = "last-shot", Action("hold-fire")

NO_NERVE = Refusal(
    "its crew has lost its nerve before an AFV: it does not fire in this player turn", "SL:7.1.21"
)


class LastStand(Frame):
    """A gun is about to be overrun. First its crew checks its nerve, then it may fire."""

    unit: str
    weapon: str
    vehicle: str
    came_from: Hex
    checked: bool = False


def stands_up(g: SlPlay, unit: Unit, weapon: Weapon) -> bool:
    """SL:7.1.19: not mortars and recoilless rifles."""
    kind = kind_of_launcher(g, weapon)
    fit = not (unit.broken or unit.melee or unit.captive or unit.ti or weapon.malfunctioned)
    return fit and kind.gun and not kind.mortar and unit.id not in g.state.gun_shy


@PART.answers(before_overrun)
def those_who_may_fire(g: SlPlay, vehicle: Vehicle, hex: Hex) -> list[Frame]:
    way = [place for place, _ in g.state.driven.get(vehicle.id, ()) if place != hex]
    came_from = way[-1] if way else ""
    return [
        LastStand(unit.id, weapon.id, vehicle.id, came_from)
        for unit in g.side_in(hex, g.enemy_of(vehicle.side))
        if unit.kind == CREW
        for weapon in serves(g, unit)
        if stands_up(g, unit, weapon)
    ]


@PART.decisions(LastStand)
def ask_stand(g: SlPlay, frame: LastStand) -> Choice | None:
    unit, weapon = g.state.units.get(frame.unit), g.state.weapons.get(frame.weapon)
    vehicle = g.state.vehicles[frame.vehicle]
    if unit is None or weapon is None or not vehicle.manned or not frame.checked:
        return None
    if not braced(g, unit, vehicle.id):
        return None
    asks = f"{g.piece_name(vehicle.id)} drives at the {g.weapon_name(weapon)}: does it fire once more?"
    options = (Action(FIRE, (unit.id, weapon.id, vehicle.id), vehicle.hex), HOLD)
    return Choice(unit.side, asks, options, ("SL:7.1.19", "SL:7.1.20"), (weapon.id, vehicle.id), vehicle.hex)


@ask_stand
def take_stand(g: SlPlay, frame: LastStand, answer: Action | Outcome | None) -> None:
    """SL:7.1.20: a PAAMC on its entry; SL:7.1.21: who fails is not broken, and fires nothing in this player turn."""
    unit, weapon = g.state.units.get(frame.unit), g.state.weapons.get(frame.weapon)
    vehicle = g.state.vehicles[frame.vehicle]
    if unit is None or weapon is None or not vehicle.manned:
        g.pop()
        return
    if not frame.checked:
        frame.checked = True
        if not braced(g, unit, vehicle.id):
            g.push(Paamc(unit.id, vehicle.id))
        return
    g.pop()
    if not braced(g, unit, vehicle.id):
        stays_down(g, unit)
    elif isinstance(answer, Action) and answer.verb == FIRE:
        fire_at_it(g, unit, weapon, vehicle, frame.came_from)


def stays_down(g: SlPlay, unit: Unit) -> None:
    g.state.gun_shy = (*g.state.gun_shy, unit.id)
    g.say(
        "gun_shy",
        f"{g.name(unit)} takes cover, and fires no more in this player turn.",
        "SL:7.1.21",
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
    )


def fire_at_it(g: SlPlay, unit: Unit, weapon: Weapon, vehicle: Vehicle, came_from: Hex) -> None:
    """SL:7.1.20: turned to the hexside that the AFV has come in by. SL:7.1.22: beyond its rate of fire it is a shot of
    Intensive Fire, and that only for this shot."""
    if came_from and weapon.facing >= 0 and hexspines(g, weapon, unit.hex, came_from):
        ways = facings_to(g.map, g.map.ground_hex(unit.hex), g.map.ground_hex(came_from))
        weapon = turn_to(g, weapon, min(ways, key=lambda facing: turns_between(weapon.facing, facing)))
    old = served(g, weapon)
    more = old.shots >= rate(g, unit, weapon)
    g.state.served[weapon.id] = msgspec.structs.replace(
        old, shots=old.shots + (not more), at=vehicle.hex, hurried=more, in_hex=True
    )
    note_shot(g, unit, weapon, "")
    g.push(AntiTankShot(unit.id, weapon.id, vehicle.id, "", IN_THE_HEX, led=True))


@PART.answers(lines_of_gunner)
def case_e(g: SlPlay, unit: Unit, weapon: Weapon, target: str) -> list[Line]:
    """SL:7.1.20: in place of all that is said of moving and adjacent targets."""
    if not served(g, weapon).in_hex or g.map.ground_hex(target) != g.map.ground_hex(unit.hex):
        return []
    return [Line("in its own hex", WITHIN, "SL:7.1.20")]


@PART.answers(after_shot)
def back_to_normal(
    g: SlPlay, unit: Unit, weapon: Weapon, others: tuple[str, ...], target: str
) -> list[Frame]:
    """SL:7.1.22: what it costs does not add up from one shot to the next."""
    old = served(g, weapon)
    if old.in_hex and weapon.id in g.state.served:
        g.push(ShotOver(weapon.id))
    return []


class ShotOver(Frame):
    """The last shot of a gun is over, its breakdown as well."""

    weapon: str


@PART.automatic(ShotOver)
def shot_over(g: SlPlay, frame: ShotOver) -> None:
    g.pop()
    old = g.state.served.get(frame.weapon)
    if old is not None:
        g.state.served[frame.weapon] = msgspec.structs.replace(old, hurried=False, in_hex=False)


# -- who has lost his nerve (SL:7.1.21) --------------------------------------------------------------------


@PART.answers(launching_bar)
def no_gun(g: SlPlay, unit: Unit, weapon: Weapon, target: str) -> Refusal | None:
    return NO_NERVE if unit.id in g.state.gun_shy else None


@PART.answers(fire_bar)
def nor_anything_else(g: SlPlay, unit: Unit, target: str) -> Refusal | None:
    return NO_NERVE if unit.id in g.state.gun_shy else None


# -- the AFV -----------------------------------------------------------------------------------------------


@PART.answers(overrun_lines)
def a_wreck_in_the_way(g: SlPlay, frame: Overrun) -> list[Line]:
    """SL:7.1.23: of an overrun in the hex of a gun."""
    others = [
        vehicle for vehicle in vehicles_in(g, frame.hex) if vehicle.wreck and vehicle.id != frame.vehicle
    ]
    guns = any(not kind_of_launcher(g, gun).mortar for gun in guns_in(g, frame.hex))
    return [Line("a wreck beside the gun", WRECK, "SL:7.1.23")] if others and guns else []
