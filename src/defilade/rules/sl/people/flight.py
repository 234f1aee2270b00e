"""What makes flight harder or easier (SL:3.21): vehicles, the concealed, wrecks to lie under, breaking on purpose."""

from __future__ import annotations

from defilade.kernel import Action, Frame
from defilade.kernel.composition import Part
from defilade.rules.option_looks import SPOKEN, Spoken
from defilade.rules.sl import morale, stacking, terrain
from defilade.rules.sl.eyes.concealment import is_concealed, uncover_hex
from defilade.rules.sl.eyes.hidden import hidden_in, reveal
from defilade.rules.sl.fire import wall_between
from defilade.rules.sl.options import OPTIONS, Option
from defilade.rules.sl.rally import own_rally_level, rallies_alone
from defilade.rules.sl.rout import cannot_rout as lost
from defilade.rules.sl.rout import (
    comes_to,
    driven_off,
    known_enemy_adjacent,
    no_way,
    not_known,
    other_enemies,
    screened,
    shelters,
    spared,
    stays_at_its_gun,
    sweeps,
    ways_chosen,
)
from defilade.rules.sl.state import RTPH, SlPlay
from defilade.rules.sl.vehicles.shelter import in_the_way
from defilade.rules.sl.vehicles.yard import armed, kind_of, manned_in, of_side, vehicles_in
from defilade.rules.sl.weapons.launchers import is_gun
from defilade.tactics.acting import ActingPhase, acting_phase, both_sides
from defilade.tactics.arcs import in_arc
from defilade.tactics.checks import CheckKind, Thrown, check_procedure
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_ends, phase_opens
from defilade.tactics.units import CREW, HERO, Unit
from defilade.tactics.vehicles import NO_TURRET

PART = Part()

VEHICLE_REACH = 16
SELF_RALLY = 3

VOLUNTARY = Option(
    "voluntary-break",
    "Breaking on purpose",
    "Units beside an enemy may break before they rout. The rules allow it at any time; it is asked for only where "
    "it could serve somebody, and not at all unless this is chosen.",
    ("SL:3.21.19",),
    "table",
)
VEHICLES_TOO = Option(
    "rout-from-vehicles",
    "Rout before vehicles",
    "Broken units rout from manned enemy vehicles beside them as they do from infantry.",
    ("SL:3.21.2-13B",),
    "convention",
)
SAFE_WAYS = Option(
    "safe-rout",
    "No rout into certain death",
    "Nobody routs his units to where they would be lost as long as another way is safe.",
    ("SL:3.21.16-13A",),
    "convention",
)
PART.adds(OPTIONS, VOLUNTARY, VEHICLES_TOO, SAFE_WAYS)
WATER = "pond"
PART.adds(SPOKEN, Spoken("break", lambda g, action: f"{g.names(action.who)} breaks on purpose"))


# -- who bars the way --------------------------------------------------------------------------------------


@PART.answers(not_known)
def out_of_sight(g: SlPlay, enemy: Unit) -> bool:
    """SL:3.21-q5: concealed units are no known enemies as long as they stay concealed."""
    return is_concealed(enemy)


@PART.answers(comes_to)
def onto_the_enemy(g: SlPlay, unit: Unit, hex: Hex) -> None:
    """SL:3.21-q8: who runs into concealed or hidden enemies is lost, and they are seen."""
    enemy = g.enemy_of(unit.side)
    found = uncover_hex(g, hex, enemy, "a routing unit runs into it", "SL:3.21-q8")
    hidden = hidden_in(g, hex, enemy)
    reveal(g, hidden, "a routing unit runs into it", "SL:3.21-q8")
    if found or hidden:
        morale.eliminate(g, unit, "runs into the enemy and is eliminated", "SL:3.21-q8")


@PART.answers(sweeps)
def guns_of_vehicles(g: SlPlay, side: Side, hex: Hex) -> bool:
    """SL:3.21-q20: armed vehicles as far as 16 hexes; SL:3.21-q11: one that fires only in its covered arc not outside
    of it."""
    for vehicle in of_side(g, g.enemy_of(side)):
        kind = kind_of(g, vehicle)
        if not armed(g, vehicle) or g.map.distance(vehicle.hex, hex) > VEHICLE_REACH:
            continue
        if kind.turret == NO_TURRET and not in_arc(g.map, vehicle.hex, vehicle.vca, hex):
            continue
        # The height and what lies between shelter from vehicles as from infantry.
        if g.map.level(vehicle.hex) < g.map.level(hex) or screened(g, vehicle.hex, hex):
            continue
        if terrain.sees(g, vehicle.hex, hex):
            return True
    return False


@PART.answers(other_enemies)
def enemy_vehicles(g: SlPlay, side: Side) -> list[str]:
    """SL:3.21.7.1: a vehicle with its crew is an enemy unit like others; nobody runs toward it or into its hex."""
    return [vehicle.hex for vehicle in of_side(g, g.enemy_of(side))]


@PART.answers(shelters)
def behind_vehicles(g: SlPlay, hex: Hex) -> bool:
    """SL:3.21-q9: vehicles and wrecks alter clear terrain."""
    return bool(vehicles_in(g, hex))


@PART.answers(screened)
def past_a_wreck(g: SlPlay, enemy: Side, hex: Hex) -> bool:
    """SL:3.21.14: where the line of an enemy on the same level crosses a hex with a vehicle or wreck, but no jeep."""
    return bool(g.state.vehicles) and in_the_way(g, enemy, hex) > 0


@PART.answers(screened)
def behind_a_wall(g: SlPlay, enemy: Side, hex: Hex) -> bool:
    """SL:3.21.7.2: open ground behind a wall or hedge of its own may be crossed."""
    wall = wall_between(g, enemy, hex)
    return wall is not None and wall.value > 0


@PART.answers(no_way)
def over_the_water(g: SlPlay, hex: Hex) -> bool:
    """SL:3.21-q19: what lies beyond water, which is crossed by bridges only, is no cover to rout to."""
    return g.map.terrain[hex] == WATER


@PART.answers(ways_chosen)
def no_suicide(g: SlPlay, found: dict[str, str], unit: Unit, safe: dict[str, str]) -> dict[str, str]:
    """SL:3.21.16-13A: not beside an enemy, where the unit would be lost, as long as there is another way."""
    if not SAFE_WAYS.on(g):
        return found

    def sure(ways: dict[str, str]) -> dict[str, str]:
        return {goal: stop for goal, stop in ways.items() if not known_enemy_adjacent(g, stop, unit.side)}

    return sure(found) or sure(safe) or found


@PART.answers(driven_off)
def before_vehicles(g: SlPlay, unit: Unit) -> bool:
    """SL:3.21.2-13B: by this convention manned enemy vehicles make the broken run like infantry does."""
    if not VEHICLES_TOO.on(g):
        return False
    near = (unit.hex, *g.map.adjacent[unit.hex])
    return any(manned_in(g, hex, g.enemy_of(unit.side)) for hex in near)


# -- crews and their guns ----------------------------------------------------------------------------------


def has_gun(g: SlPlay, unit: Unit) -> bool:
    """A crew, nobody else, with ordnance of its own side that works (SL:3.23.9-b)."""
    return unit.kind == CREW and any(
        weapon.side == unit.side and not weapon.malfunctioned and is_gun(g, weapon)
        for weapon in g.weapons_of(unit)
    )


@PART.answers(stays_at_its_gun)
def crew_stays(g: SlPlay, unit: Unit) -> bool:
    """SL:3.21.17"""
    return has_gun(g, unit)


@PART.answers(rallies_alone)
def crew_rallies(g: SlPlay, unit: Unit) -> bool:
    """SL:3.23.9-a; not under DM and out of cover both (SL:3.23.9-b)."""
    return has_gun(g, unit) and not (unit.dm and not terrain.is_cover(g, unit.hex))


@PART.answers(own_rally_level)
def as_a_check(g: SlPlay, unit: Unit) -> int | None:
    """SL:3.23.9-a: alone by a 3MC; SL:3.23.9-c: under DM by a 4MC. Out of cover the penalty makes it one."""
    if not crew_rallies(g, unit) or morale.leaders_helping(g, unit):
        return None
    return morale.morale_level(g, unit) - SELF_RALLY - (1 if unit.dm else 0)


# -- under a wreck -----------------------------------------------------------------------------------------


class Burning(Frame):
    """SL:3.21-q12: who would stay under a burning wreck takes a NMC."""

    unit: str


class UnderCover(Frame):
    """SL:3.21-q12: a unit stays under a vehicle or wreck."""

    unit: str


@PART.answers(spared)
def stays_under_it(g: SlPlay, unit: Unit) -> Frame | None:
    """SL:3.21-q12: without a clear way; not beside an enemy (SL:3.21.2-a)."""
    if terrain.adjacent_enemy(g, unit.hex, unit.side):
        return None
    there = vehicles_in(g, unit.hex)
    if not there:
        return None
    return Burning(unit.id) if all(vehicle.burning for vehicle in there) else UnderCover(unit.id)


@PART.automatic(UnderCover)
def run_under_cover(g: SlPlay, frame: UnderCover) -> None:
    g.pop()
    unit = g.unit(frame.unit)
    g.say(
        "stays",
        f"{g.name(unit)} stays under the vehicle.",
        "SL:3.21-q12",
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
    )


def burnt(g: SlPlay, frame: Burning, unit: Unit, found: Thrown) -> None:
    g.pop()
    if not found.passed:
        lost(g, unit)


check_procedure(
    PART,
    Burning,
    CheckKind(
        event="burning_check",
        title="NMC",
        asks=lambda g, frame, unit: f"Does the {g.name(unit)} hold out under the burning wreck?",
        level=lambda g, frame, unit: morale.morale_level(g, unit),
        lines=lambda g, frame, unit: morale.leader_lines(g, unit, "SL:3.2.6"),
        taken=burnt,
        rules=("SL:3.21-q12",),
        verdicts=("it stays.", "it cannot stay."),
    ),
)


# -- too many in a hex -------------------------------------------------------------------------------------


@PART.answers(phase_ends)
def too_many(g: SlPlay, phase: str) -> None:
    """SL:3.21-q22: broken units for which there is still no room when the RtPh ends are lost."""
    if phase != RTPH:
        return
    for hex in list(g.state.stacks):
        for side in g.state.sides:
            broken = [unit for unit in g.side_in(hex, side) if unit.broken and not unit.captive]
            while broken and stacking.refusal(g, side, hex, ()) in (stacking.FULL, stacking.TOO_MANY_MMC):
                morale.eliminate(g, broken.pop(), "finds no room and is eliminated", "SL:3.21-q22")


# -- breaking on purpose -----------------------------------------------------------------------------------


class VoluntaryBreaks(ActingPhase):
    """Before anybody routs."""


@PART.answers(phase_opens)
def on_purpose(g: SlPlay, phase: str) -> list[Frame]:
    return [VoluntaryBreaks()] if phase == RTPH and VOLUNTARY.on(g) else []


def break_options(g: SlPlay, side: Side) -> list[Action]:
    return [
        Action("break", (unit.id,))
        for unit in g.on_map(side)
        if not unit.broken
        and not unit.melee
        and not unit.berserk
        and unit.kind != HERO
        and not is_concealed(unit)
        and terrain.adjacent_enemy(g, unit.hex, side)
    ]


def break_on_purpose(g: SlPlay, side: Side, action: Action) -> None:
    """SL:3.21.19; who has not been fired on is not under DM for that (SL:3.23.6-14A)."""
    unit = g.unit(action.who[0])
    g.say(
        "voluntary_break",
        f"{g.name(unit)} breaks on purpose.",
        "SL:3.21.19",
        side=side,
        who=(unit.id,),
        at=unit.hex,
    )
    morale.break_unit(g, unit)


acting_phase(
    PART,
    VoluntaryBreaks,
    "Which unit breaks on purpose?",
    ("SL:3.21.19",),
    break_options,
    break_on_purpose,
    sides=both_sides,
)
