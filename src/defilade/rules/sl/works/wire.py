"""Barbed wire (SL:15.1): one gets onto it in the APh, and off it in the MPh, at the price of a die.

It neither hides nor protects anybody (SL:15.1.10). The dice fall when the MPh begins (SL:1.3.1-p3.1), so everybody
knows what it will cost him to leave; in the Rout Phase those who are broken on it do likewise (SL:15.1-c). Of wire that
is hidden nobody hears before somebody leaves it (SL:2.5-q1): then it comes to light, and the die falls.
"""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Action, Chance, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.presentation import StateMark
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl import movement, rout, terrain
from defilade.rules.sl.fire import Attack, table_read
from defilade.rules.sl.marches import bypass, double_time
from defilade.rules.sl.marches.portage import burden, load, pp
from defilade.rules.sl.shown import marks_of
from defilade.rules.sl.state import MPH, RTPH, WIRE, SlPlay, Work
from defilade.rules.sl.tables import KIA, Hit
from defilade.rules.sl.vehicle_pieces import ARMOURED_CAR, HALFTRACK, JEEP, TRUCK, Vehicle
from defilade.rules.sl.vehicles.driving import (
    driven_into,
    goes_no_further,
    stopped_short,
    unloading_bar,
    way_bar,
)
from defilade.rules.sl.vehicles.yard import kind_of
from defilade.rules.sl.works.labour import TASKS, Task, helpers_in
from defilade.rules.sl.works.placing import site_bar
from defilade.rules.sl.works.works import bring_to_light, is_inside, known_in, take_away, works_in
from defilade.tactics.moving import Moving, left_to_spend, the_record
from defilade.tactics.names import Hex
from defilade.tactics.sequence import phase_ends, phase_opens, player_turn_begins
from defilade.tactics.units import SQUAD, Unit

PART = Part()

CLEAR = "clear-wire"
IN_BUILDINGS = Refusal("wire is not strung in buildings", "SL:15.1.2")
IN_MARSH = Refusal("nobody fortifies marsh", "SL:14.18.10")
BY_ADVANCE = Refusal("onto wire one gets in the APh, or from other wire", "SL:15.1.3")
NO_ROUT = Refusal("nobody routs onto wire", "SL:3.21-q3")
NO_ASSAULT = Refusal("getting off wire is no Assault Movement", "SL:4.5.3")
NOT_THERE = Refusal("nobody gets out onto wire of his own will", "SL:15.1-b")
NO_TRUCKS = Refusal("trucks and jeeps do not drive into wire", "SL:15.1.11")

PART.adds(SPOKEN, Spoken(CLEAR, lambda g, action: f"{g.name(action.who[0])} clears the wire away"))
PART.adds(OPTION_LOOKS, VerbLook(CLEAR, OptionLook("Clear wire")))


@PART.answers(site_bar)
def no_place_for_wire(g: SlPlay, kind: str, hex: Hex) -> Refusal | None:
    if kind != WIRE:
        return None
    if g.terrain_of(hex).structure or g.map.ground_hex(hex) != hex:
        return IN_BUILDINGS
    return IN_MARSH if g.map.terrain[hex] in ("marsh", "pond") else None


def wired(g: SlPlay, hex: Hex) -> bool:
    return bool(works_in(g, hex, WIRE))


def on_wire(g: SlPlay, unit: Unit) -> bool:
    """Whoever is in the hex, and not beneath anything there."""
    return bool(g.state.works) and bool(unit.hex) and wired(g, unit.hex) and not is_inside(g, unit)


def on_wire_in_sight(g: SlPlay, unit: Unit) -> bool:
    """On wire of which both sides know."""
    return on_wire(g, unit) and any(not work.hidden for work in works_in(g, unit.hex, WIRE))


# -- onto it -------------------------------------------------------------------------------------------------


@PART.answers(terrain.passing_bar)
def not_around_in_it(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> Refusal | None:
    """Nobody goes by the obstacle of a wired hex, from other wire neither: he could be caught on it halfway."""
    known = bool(g.state.works) and bool(known_in(g, hex, unit.side, WIRE))
    return BY_ADVANCE if known and g.state.phase == MPH else None


@PART.answers(terrain.entry_bar, terrain.passing_bar)
def not_onto_it(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> Refusal | None:
    """SL:15.1.3, SL:3.21-q3, SL:15.1-c. What one does not know of is in nobody's way before he runs into it."""
    if not g.state.works or not known_in(g, hex, unit.side, WIRE):
        return None
    if g.state.phase == RTPH:
        return NO_ROUT
    return BY_ADVANCE if g.state.phase == MPH and not wired(g, origin) else None


@PART.answers(movement.turned_back)
def caught_in_hidden_wire(g: SlPlay, frame: Moving, hex: Hex) -> bool:
    """SL:2.5-q1: wire that nobody knew of comes to light, and those who would go there stay where they are."""
    found = [work for work in works_in(g, hex, WIRE) if work.hidden and work.side == g.defender]
    if not found or wired(g, g.unit(frame.members[0]).hex):
        return False
    for work in found:
        bring_to_light(g, work, "the enemy came upon it", "SL:2.5-q1", "SL:15.1.3")
    frame.members = ()
    return True


# -- off it --------------------------------------------------------------------------------------------------


class OffTheWire(Frame):
    """A die for the MF that a unit loses on the wire."""

    unit: str


@PART.answers(phase_opens)
def who_gets_off(g: SlPlay, phase: str) -> list[Frame]:
    """SL:1.3.1-p3.1: unbroken units of the ATTACKER in the MPh. SL:15.1-c: broken ones in the RtPh, as if it were a
    MPh."""
    if not any(work.kind == WIRE for work in g.state.works.values()):
        return []
    if phase == MPH:
        men = [unit for unit in g.on_map(g.attacker) if on_wire_in_sight(g, unit)]
        return [OffTheWire(unit.id) for unit in men if movement.move_refusal(g, unit) is None]
    if phase == RTPH:
        return [
            OffTheWire(unit.id)
            for side in g.in_order()
            for unit in g.on_map(side)
            if on_wire_in_sight(g, unit) and rout.rout_refusal(g, unit) is None
        ]
    return []


def not_yet_off(g: SlPlay, unit: Unit) -> bool:
    """On wire, and no die has fallen for it in this phase."""
    if not on_wire(g, unit) or unit.id in g.state.wire_losses or bypass.status(g, unit) is not None:
        return False
    for work in works_in(g, unit.hex, WIRE):
        bring_to_light(g, work, "somebody gets off it", "SL:2.5-q1", "SL:15.1.4-a")
    return True


@PART.answers(movement.held_up)
def gets_off_late(g: SlPlay, frame: Moving, action: Action) -> bool:
    """SL:15.1.4-a, SL:2.5-q1: off wire that was hidden, or onto which somebody has come since the phase began. Knowing
    the die they choose again where to go."""
    dice = [OffTheWire(uid) for uid in frame.members if not_yet_off(g, g.unit(uid))]
    g.push_in_order(*dice)
    return bool(dice)


@PART.answers(rout.held_up)
def gets_off_late_in_flight(g: SlPlay, unit: Unit) -> bool:
    """SL:15.1-c"""
    if not not_yet_off(g, unit):
        return False
    g.push(OffTheWire(unit.id))
    return True


@PART.decisions(OffTheWire)
def ask_off(g: SlPlay, frame: OffTheWire) -> Chance | None:
    unit = g.state.units.get(frame.unit)
    if unit is None or not on_wire(g, unit):
        return None
    asks = f"What does it cost the {g.name(unit)} to get off the wire?"
    return Chance(asks, dice=1, side=unit.side, rules=("SL:15.1.4-a",), about=(unit.id,))


@ask_off
def take_off(g: SlPlay, frame: OffTheWire, answer: Action | Outcome | None) -> None:
    g.pop()
    if not isinstance(answer, Outcome):
        return
    unit, die = g.unit(frame.unit), answer.dice[0]
    g.state.wire_losses[unit.id] = g.state.wire_losses.get(unit.id, 0) + die
    g.say(
        "wire",
        f"{g.name(unit)} loses {die} MF on the wire in {g.place_name(unit.hex)}.",
        "SL:15.1.4-a",
        "SL:1.3.1-p3.1",
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
        dice=answer.dice,
    )


@PART.answers(movement.mf_allowed)
def torn(g: SlPlay, mf: float, frame: Moving, unit: Unit) -> float:
    return mf - g.state.wire_losses.get(unit.id, 0)


@PART.answers(movement.may_always_go)
def one_hex(g: SlPlay, frame: Moving, unit: Unit, hex: Hex) -> bool:
    """SL:15.1.4-a; SL:15.1-d: after it has gone at double time if it still may. What weighs it down it leaves behind
    (SL:15.1.4-b)."""
    if not on_wire(g, unit) or the_record(frame, unit.id).hexes:
        return False
    return double_time.refusal(g, frame, left_to_spend(g, frame)) is not None


@PART.answers(movement.assault_bar)
def no_stealth_on_wire(g: SlPlay, unit: Unit) -> Refusal | None:
    return NO_ASSAULT if on_wire(g, unit) else None


@PART.answers(movement.entered)
def got_off(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    """SL:15.1.4-b: who had to scrape through leaves behind what cost him MF; whoever lost all of his leaves everything.
    Who has come onto other wire loses as much again there as a die says."""
    if not wired(g, origin):
        return
    for member in left_to_spend(g, frame):
        unit = member.unit
        if member.mf < 0:
            led = any(g.unit(uid).is_leader for uid in frame.members if uid != unit.id)
            capability = movement.allowance(g, unit, led=led)
            everything = g.state.wire_losses.get(unit.id, 0) >= capability
            leave_arms(g, unit, origin, everything=everything)
        if wired(g, hex) and bypass.status(g, unit) is None:
            g.push(OffTheWire(unit.id))


def leave_arms(g: SlPlay, unit: Unit, hex: Hex, *, everything: bool) -> None:
    """The heaviest first."""
    for weapon in sorted(g.weapons_of(unit), key=lambda weapon: -pp(g, weapon, unit)):
        if everything or (burden(g, unit) > 0 and load(g, unit) > 0):
            g.update_weapon(weapon, owner="", carrier="", hex=hex)
            g.say(
                "abandoned",
                f"{g.name(unit)} leaves the {g.weapon_name(weapon)} on the wire.",
                "SL:15.1.4-b",
                side=unit.side,
                who=(unit.id,),
                at=hex,
            )


@PART.answers(rout.mf_of_rout)
def torn_in_flight(g: SlPlay, mf: float, unit: Unit) -> float:
    return mf - g.state.wire_losses.get(unit.id, 0)


@PART.answers(rout.at_least_one_hex)
def one_hex_in_flight(g: SlPlay, unit: Unit) -> bool:
    return on_wire(g, unit)


@PART.answers(phase_ends)
def healed(g: SlPlay, phase: str) -> None:
    if phase in (MPH, RTPH):
        g.state.wire_losses = {}


# -- clearing it away (SL:15.1.5) ----------------------------------------------------------------------------


def places(g: SlPlay, unit: Unit) -> list[str]:
    """Squads in the hex."""
    return [unit.hex] if unit.kind == SQUAD and on_wire(g, unit) else []


def needed(g: SlPlay, unit: Unit) -> int:
    return g.counter(unit).fp


def no_lines(g: SlPlay, unit: Unit, hex: Hex) -> list[Line]:
    return []


def leaders(g: SlPlay, unit: Unit, hex: Hex) -> list[Unit]:
    """SL:15.1.6"""
    return helpers_in(g, unit.side, [hex])


def cleared(g: SlPlay, unit: Unit, hex: Hex) -> None:
    for work in works_in(g, hex, WIRE):
        remove(g, work, "is cleared away", "SL:15.1.5")


PART.adds(
    TASKS, Task(CLEAR, "SL:15.1.5", "SL:15.1.6", "clears wire", places, needed, no_lines, leaders, cleared)
)


def remove(g: SlPlay, work: Work, why: str, rule: str) -> None:
    take_away(g, work)
    g.say("wire_gone", f"The wire in {g.place_name(work.hex)} {why}.", rule, side=work.side, at=work.hex)


@PART.answers(table_read)
def torn_by_a_charge(g: SlPlay, attack: Attack, found: Sequence[Hit]) -> None:
    """SL:15.1.8: a charge that was placed, on a KIA."""
    if attack.charge and any(hit.kind == KIA for hit in found):
        for work in works_in(g, attack.target, WIRE):
            remove(g, work, "is torn by the charge", "SL:15.1.8")


# -- vehicles (SL:15.1.11 to SL:15.1.13) ---------------------------------------------------------------------


@PART.answers(way_bar)
def wheels_stay_out(g: SlPlay, vehicle: Vehicle, hex: Hex) -> Refusal | None:
    if kind_of(g, vehicle).kind in (TRUCK, JEEP) and known_in(g, hex, vehicle.side, WIRE):
        return NO_TRUCKS
    return None


@PART.answers(stopped_short)
def wheels_are_stopped(g: SlPlay, vehicle: Vehicle, hex: Hex) -> bool:
    """SL:2.5-q1: wire that nobody knew of comes to light, and those who cannot enter it stay where they are."""
    found = [work for work in works_in(g, hex, WIRE) if work.hidden and work.side != vehicle.side]
    if kind_of(g, vehicle).kind not in (TRUCK, JEEP) or not found:
        return False
    for work in found:
        bring_to_light(g, work, "the enemy came upon it", "SL:2.5-q1", "SL:15.1.11")
    return True


@PART.answers(driven_into)
def crush(g: SlPlay, vehicle: Vehicle, origin: str, hex: Hex) -> None:
    """SL:15.1.12: friend's or foe's; SL:15.1-g: the first that a tank comes to in a player turn. SL:15.1.13: a
    halftrack as well, which then stays there. Who follows finds no wire any more (SL:15.1-f)."""
    crushes = kind_of(g, vehicle).kind not in (TRUCK, JEEP, ARMOURED_CAR)
    for work in works_in(g, hex, WIRE):
        if vehicle.bypass:  # SL:11.29.26
            continue
        if not crushes or vehicle.id in g.state.crushers:
            bring_to_light(g, work, f"{g.piece_name(vehicle.id)} is in it", "SL:2.5-q1")
        else:
            g.state.crushers = (*g.state.crushers, vehicle.id)
            remove(g, work, f"is crushed by {g.piece_name(vehicle.id)}", "SL:15.1.12")


@PART.answers(unloading_bar)
def not_onto_wire(g: SlPlay, vehicle: Vehicle, unit: Unit) -> Refusal | None:
    """SL:15.1-b: nobody need get out just there."""
    return NOT_THERE if wired(g, vehicle.hex) else None


@PART.answers(goes_no_further)
def entangled(g: SlPlay, vehicle: Vehicle) -> bool:
    return kind_of(g, vehicle).kind == HALFTRACK and vehicle.id in g.state.crushers


@PART.answers(player_turn_begins)
def others_may_crush(g: SlPlay) -> None:
    g.state.crushers = ()


@PART.answers(marks_of)
def shown_on_wire(g: SlPlay, unit: Unit) -> list[StateMark]:
    return [StateMark("wire", "on the wire", "SL:15.1.4-a", "WIRE", "bad")] if on_wire(g, unit) else []
