"""Wooden houses that AFVs drive into (SL:14.4.12 to SL:14.4.14): they fall down, and whoever is inside gets out.

What is left is rubble of wood: as high as the house, with the same cover, but slow to get through.
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.presentation import MarkerView
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl import morale
from defilade.rules.sl.eyes.concealment import uncover_hex
from defilade.rules.sl.eyes.hidden import hidden_in, reveal
from defilade.rules.sl.ground.leaving import get_out_to, ways_out
from defilade.rules.sl.rout import driven_off
from defilade.rules.sl.shown import markers
from defilade.rules.sl.state import AFPH, RTPH, SlPlay
from defilade.rules.sl.vehicle_fire import turning_bar
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.driving import among_enemies, comes_upon, ground_tried, way_bar
from defilade.rules.sl.vehicles.overrun import CRUSHED, HOUSE
from defilade.rules.sl.vehicles.penetration import Survivors
from defilade.rules.sl.vehicles.yard import is_afv, kind_of, vehicles_in, wreck
from defilade.tactics.names import Hex
from defilade.tactics.sequence import phase_ends, phase_opens
from defilade.tactics.units import HERO, Unit

PART = Part()

RUBBLE = ("wooden_rubble", "rubble")
LEAVE = "leave-rubble"
CELLAR = 6

SHUT_ONLY = Refusal("into a house goes only a closed AFV with shut hatches and nobody on it", "SL:14.4.12-a")
TOO_HIGH = Refusal("no AFV drives into a house of two storeys", "SL:14.4.12-c")
BLOCKED = Refusal("a vehicle is stuck in that rubble", "SL:14.4.13-a")
STUCK_FAST = Refusal("who is stuck in rubble turns nothing", "SL:14.4.13-b")


class HouseFalls(Frame):
    """An AFV has driven into a wooden house, and has done there what it came for."""

    hex: Hex


class LeaveRubble(Frame):
    """A hero, or who is berserk, leaves a fallen house before the others rout."""

    unit: str


# -- who drives into one -----------------------------------------------------------------------------------


@PART.answers(way_bar)
def into_a_house(g: SlPlay, vehicle: Vehicle, hex: Hex) -> Refusal | None:
    """SL:14.4.12-a, SL:14.4.12-c; SL:14.4.13-a: what is stuck in the rubble of one, as of an AFV that has got stuck on
    its way in, bars it to others (SL:14.4-c)."""
    ground = g.ground_in(hex)
    if ground in RUBBLE and any(other.wreck or other.immobilized for other in vehicles_in(g, hex)):
        return BLOCKED if is_afv(g, vehicle) else None
    if ground != HOUSE:
        return None
    if g.map.storeys(hex):
        return TOO_HIGH
    kind = kind_of(g, vehicle)
    open_to_all = vehicle.ce or kind.open_topped or bool(vehicle.passengers)
    return SHUT_ONLY if open_to_all and kind.fully_tracked else None


@PART.answers(among_enemies)
def falls_after_the_overrun(g: SlPlay, vehicle: Vehicle, action: Action) -> Iterable[Frame]:
    """SL:14.4.14-a"""
    return falls(g, vehicle, action.at)


@PART.answers(comes_upon)
def falls(g: SlPlay, vehicle: Vehicle, hex: Hex) -> Iterable[Frame]:
    return [HouseFalls(hex)] if g.ground_in(hex) == HOUSE and not CRUSHED.on(g) else []


@PART.answers(ground_tried)
def into_the_cellar(g: SlPlay, vehicle: Vehicle, dice: tuple[int, ...]) -> None:
    """SL:14.4.12-b: with a 6 on the coloured die; the crew may get out of the wreck."""
    if g.ground_in(vehicle.hex) == HOUSE and dice[0] == CELLAR:
        wreck(g, g.state.vehicles[vehicle.id], "falls through the floor into the cellar", "SL:14.4.12-b")
        g.push(Survivors(vehicle.id, ("",)))


@PART.decisions(HouseFalls)
def ask_fall(g: SlPlay, frame: HouseFalls) -> None:
    return None


@ask_fall
def take_fall(g: SlPlay, frame: HouseFalls, answer: Action | Outcome | None) -> None:
    """SL:14.4.12-a; SL:14.4-c: stuck or not. SL:14.4.14-a: who is inside breaks, but for heroes and those who are
    berserk (SL:14.4.14-b)."""
    g.pop()
    g.state.crushed = (*g.state.crushed, frame.hex)
    g.say("crushed", f"The house in {g.place_name(frame.hex)} falls down.", "SL:14.4.12-a", at=frame.hex)
    for side in g.state.sides:
        uncover_hex(g, frame.hex, side, "the house falls", "SL:14.4.14-a")
        reveal(g, hidden_in(g, frame.hex, side), "the house falls", "SL:14.4.14-a")
    for unit in g.units_in(frame.hex):
        if unit.broken or unit.captive:
            continue
        g.state.ousted[unit.id] = frame.hex
        if not stands_it(unit):
            morale.break_unit(g, unit)


def stands_it(unit: Unit) -> bool:
    return unit.kind == HERO or unit.berserk


@PART.answers(phase_opens)
def falls_if_it_stays(g: SlPlay, phase: str) -> list[Frame]:
    """SL:7.1.11-35A: by convention not before those who have survived the overrun have made way."""
    if phase != AFPH or not CRUSHED.on(g):
        return []
    there = [
        vehicle
        for vehicle in g.state.vehicles.values()
        if vehicle.moved and vehicle.manned and not vehicle.bypass
    ]
    return [HouseFalls(one.hex) for one in there if one.hex and g.ground_in(one.hex) == HOUSE]


@PART.answers(turning_bar)
def stuck_in_rubble(g: SlPlay, vehicle: Vehicle) -> Refusal | None:
    return STUCK_FAST if vehicle.immobilized and g.ground_in(vehicle.hex) in RUBBLE else None


# -- out of it ---------------------------------------------------------------------------------------------


@PART.answers(driven_off)
def no_place_to_rest(g: SlPlay, unit: Unit) -> bool:
    return g.state.ousted.get(unit.id) == unit.hex != ""


@PART.answers(phase_opens)
def get_out(g: SlPlay, phase: str) -> list[Frame]:
    if phase != RTPH or not g.state.ousted:
        return []
    return [
        LeaveRubble(unit.id)
        for side in g.in_order()
        for unit in g.on_map(side)
        if g.state.ousted.get(unit.id) == unit.hex and stands_it(unit) and not unit.melee
    ]


@PART.decisions(LeaveRubble)
def ask_leave(g: SlPlay, frame: LeaveRubble) -> Choice | None:
    unit = g.state.units.get(frame.unit)
    ways = ways_out(g, unit) if unit is not None and unit.hex else []
    if unit is None or not ways:
        return None
    options = tuple([Action(LEAVE, (unit.id,), hex) for hex in ways])
    asks = f"{g.name(unit)} leaves the fallen house: where to?"
    return Choice(unit.side, asks, options, ("SL:14.4.14-b",), (unit.id,), unit.hex)


@ask_leave
def take_leave(g: SlPlay, frame: LeaveRubble, answer: Action | Outcome | None) -> None:
    g.pop()
    if isinstance(answer, Action):
        get_out_to(g, g.unit(frame.unit), answer.at, "leaves_rubble", "the fallen house", "SL:14.4.14-b")


@PART.answers(phase_ends)
def buried(g: SlPlay, phase: str) -> None:
    """SL:14.4.14-a: who has broken there and is still there at the end of the RtPh dies."""
    if phase != RTPH or not g.state.ousted:
        return
    for uid, hex in g.state.ousted.items():
        unit = g.state.units.get(uid)
        if unit is not None and unit.hex == hex and unit.broken and not unit.captive:
            morale.eliminate(g, unit, "is buried under the house", "SL:14.4.14-a")
    g.state.ousted = {}


@PART.answers(markers)
def fallen(g: SlPlay) -> Iterable[MarkerView]:
    for hex in g.state.crushed:
        yield MarkerView(hex, "fortified", "rubble", "", "SL:14.4.5")


PART.adds(
    SPOKEN, Spoken(LEAVE, lambda g, action: f"{g.name(action.who[0])} leaves for {g.place_name(action.at)}")
)
PART.adds(OPTION_LOOKS, VerbLook(LEAVE, OptionLook("Leave", hex="go")))
