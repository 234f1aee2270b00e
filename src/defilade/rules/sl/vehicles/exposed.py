"""Fire at who looks out of a vehicle: CE crews, passengers who have fired, and soft vehicles (SL:11.8, SL:11.13).

They are struck together with everybody else in the hex (SL:5.1.3). As targets they go by the id of their vehicle (its
crew, or the vehicle itself where it has no armour), or `vehicle/unit` (a passenger).
"""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome
from defilade.kernel.composition import Part, any_of, told
from defilade.rules.sl import morale
from defilade.rules.sl.fire import Attack, also_struck, piece_struck, seen_over
from defilade.rules.sl.fire_phases import suspected_hexes
from defilade.rules.sl.state import PFPH, SlPlay
from defilade.rules.sl.tables import KIA, MC, Hit
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.yard import (
    change,
    crew_morale,
    immobilize,
    is_afv,
    kind_of,
    of_side,
    passengers_of,
    vehicles_in,
    wreck,
)
from defilade.tactics.attack_plan import Aim, other_target_lines
from defilade.tactics.names import Hex, Side, UnitId
from defilade.tactics.sequence import player_turn_begins

PART = Part()

EXPOSED = 2
"""SL:11.8.2-a, SL:7.1.8-a: what armour that comes up to the chest adds."""
OVERRUN = "overrun"
"""The `phase` of an aim from on top of its targets."""
RUN_DOWN = -5
"""SL:7.1.5-b"""
SOFT_MORALE = 8
STUNNED_FOR = 2
"""SL:11.8.3-d: the rest of this player turn, and the next."""


# -- who can be struck -------------------------------------------------------------------------------------


def passenger_piece(vehicle: Vehicle, unit_id: UnitId) -> str:
    return f"{vehicle.id}/{unit_id}"


def exposed_of(g: SlPlay, vehicle: Vehicle) -> list[str]:
    """Whom fire at its hex strikes in or on a vehicle."""
    if not vehicle.manned:
        return []
    kind = kind_of(g, vehicle)
    crew = [vehicle.id] if vehicle.ce or not kind.armoured else []
    sits_open = vehicle.exposed_passengers or not kind.armoured
    inside = passengers_of(g, vehicle) if sits_open else []
    return [*crew, *(passenger_piece(vehicle, unit.id) for unit in inside)]


@PART.answers(also_struck)
def exposed_in(g: SlPlay, hex: Hex) -> list[str]:
    return [piece for vehicle in vehicles_in(g, hex) for piece in exposed_of(g, vehicle)]


@PART.answers(suspected_hexes)
def hexes_of_exposed(g: SlPlay, side: Side) -> list[str]:
    """SL:11.8.2-c, SL:7.2.5-q7: fire at exposed crews needs no check of nerves."""
    return [vehicle.hex for vehicle in of_side(g, g.enemy_of(side)) if exposed_of(g, vehicle)]


def vehicle_of_piece(g: SlPlay, piece: str) -> Vehicle | None:
    return g.state.vehicles.get(piece.partition("/")[0])


def height_reduction(g: SlPlay, aim: Aim, hex: Hex) -> int:
    """SL:5.3.5.3: of a group the one who looks down least steeply counts."""
    return min((seen_over(g, firer, hex) for firer in aim.hexes), default=0)


@PART.answers(other_target_lines)
def lines_of_exposed(g: SlPlay, piece: str, aim: Aim) -> Sequence[Line] | None:
    """SL:5.3-q1, SL:14.5-a: the terrain of the hex counts besides the armour, also of a road in woods (SL:14.17-b);
    SL:5.3-q4: a wall does not, they sit above it. Nor
    do they move in the open (SL:11.8.2-b), or stand high (SL:5.3.5-q1)."""
    vehicle = vehicle_of_piece(g, piece)
    if vehicle is None or piece not in exposed_of(g, vehicle):
        return None
    kind = g.terrain_of(vehicle.hex)
    lines = [Line(kind.name, kind.tem, kind.tem_rule)] if kind.tem and not vehicle.bypass else []
    if not is_afv(g, vehicle):
        return [*lines, Line("a truck or jeep", RUN_DOWN, "SL:7.1.5-b")] if aim.phase == OVERRUN else lines
    rule = "SL:11.8.2-a" if piece == vehicle.id else "SL:7.1.8-a"
    lines.append(Line("behind armour", EXPOSED, rule))
    less = min(EXPOSED, height_reduction(g, aim, vehicle.hex)) if kind_of(g, vehicle).open_topped else 0
    return [*lines, Line("seen from above", -less, "SL:5.3.5.3")] if less else lines


# -- what becomes of them ----------------------------------------------------------------------------------


class CrewCheck(Frame):
    """A MC of a crew in its vehicle, which its armour leader takes for it (SL:3.3.3)."""

    vehicle: str
    drm: int = 0
    own: bool = False
    """Its own side has done it to them, no enemy fire."""


class SoftCheck(Frame):
    """A MC of a soft vehicle; the second one says whether it is lost (SL:11.15.6-b)."""

    vehicle: str
    drm: int = 0
    second: bool = False
    sniped: bool = False
    """A sniper has made it check."""


@told
def crew_steady(g: SlPlay, vehicle: Vehicle, drm: int, dice: tuple[int, ...]) -> None:
    """A crew has passed a MC in its vehicle that the fire of the enemy has brought upon it."""


@any_of
def lost_otherwise(g: SlPlay, vehicle: Vehicle, check: SoftCheck) -> bool:
    """Has a soft vehicle that fails for the second time been dealt with in another way?"""
    return False


@PART.answers(piece_struck)
def struck(g: SlPlay, attack: Attack, piece: str, found: Hit) -> list[Frame]:
    vehicle = vehicle_of_piece(g, piece)
    if vehicle is None or found.kind not in (KIA, MC):
        return []
    unit_id = piece.partition("/")[2]
    if unit_id:
        return passenger_struck(g, unit_id, found)
    if not is_afv(g, vehicle):
        if found.kind == KIA:
            wreck(g, vehicle, "is shot to pieces", "SL:11.15.7", "SL:11.15.8-a")
            return []
        return [SoftCheck(vehicle.id, found.number)]
    if found.kind == KIA:
        crew_fails(g, vehicle, "SL:11.8.4-a")
        return []
    return [CrewCheck(vehicle.id, found.number)]


def passenger_struck(g: SlPlay, unit_id: UnitId, found: Hit) -> list[Frame]:
    if unit_id not in g.state.units:
        return []  # lost with the truck by the same throw (SL:11.15.8-a)
    if found.kind == KIA:
        morale.eliminate(g, g.unit(unit_id), "is eliminated", "SL:5.5.6-a")
        return []
    return [morale.MoraleCheck(unit_id, found.number, phase=g.state.phase)]


@PART.decisions(CrewCheck)
def ask_crew_check(g: SlPlay, frame: CrewCheck) -> Chance | None:
    vehicle = g.state.vehicles[frame.vehicle]
    if not vehicle.manned:
        return None
    asks = f"Morale check of the crew of {g.piece_name(vehicle.id)}."
    return Chance(asks, dice=2, side=vehicle.side, rules=("SL:11.8.2-a",), about=(vehicle.id,))


@ask_crew_check
def take_crew_check(g: SlPlay, frame: CrewCheck, answer: Action | Outcome | None) -> None:
    g.pop()
    vehicle = g.state.vehicles[frame.vehicle]
    if not isinstance(answer, Outcome):
        return
    # SL:3.20-q3: no leader of the infantry in its hex helps; SL:3.8.11-d: nor does a hero come out of it.
    level = crew_morale(g, vehicle)
    if vehicle.leader:
        vehicle = change(g, vehicle, leader_shown=True)
    passed = passes(level, frame.drm, answer.dice)
    say_check(g, vehicle, "crew of ", level, frame.drm, answer.dice, passed=passed)
    if not passed:
        crew_fails(g, vehicle, "SL:11.8.3-d")
        return
    if g.state.phase == PFPH and sum(answer.dice) + frame.drm == level:
        duck(g, vehicle)
    if not frame.own:
        crew_steady(g, g.state.vehicles[vehicle.id], frame.drm, answer.dice)


def duck(g: SlPlay, vehicle: Vehicle) -> None:
    """SL:3.24.3-a: a CE crew that Prep Fire pins shuts the hatches of a closed AFV for the player turn; SL:3.24.3-b:
    that of an open-topped one cannot, and fires the worse for it."""
    if not vehicle.ce:
        return
    shuts = not kind_of(g, vehicle).open_topped
    change(g, vehicle, ce=not shuts, pinned=True)
    g.say(
        "hatches",
        f"The crew of {g.piece_name(vehicle.id)} is pinned" + (", and shuts the hatches." if shuts else "."),
        "SL:3.24.3-a" if shuts else "SL:3.24.3-b",
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
    )


def passes(level: int, drm: int, dice: tuple[int, ...]) -> bool:
    """SL:3.20.1; an unmodified 12 never does."""
    return sum(dice) != 12 and sum(dice) + drm <= level


def say_check(
    g: SlPlay, vehicle: Vehicle, of: str, level: int, drm: int, dice: tuple[int, ...], *, passed: bool
) -> None:
    lines = (Line(f"result {drm}", drm, "SL:5.5.6-c"),) if drm else ()
    leader = ("SL:3.3.3",) if vehicle.leader else ()
    g.say(
        "crew_check",
        f"The {of}{g.piece_name(vehicle.id)} rolls {sum(dice)}, final {sum(dice) + drm}, against morale {level}: "
        + ("passes." if passed else "fails."),
        "SL:3.20.1",
        *leader,
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
        dice=dice,
        breakdown=Breakdown("MC", lines, total=sum(dice) + drm, rules=("SL:3.20.1",)),
    )


def crew_fails(g: SlPlay, vehicle: Vehicle, rule: str) -> Vehicle:
    """SL:11.8.5-a: stunned, not broken. SL:11.8.3-a: a closed-top AFV stays shut; SL:11.10.2: an open-topped one is
    only shaken. SL:3.3.2-b: an armour leader is lost."""
    name = g.counters[vehicle.leader].name if vehicle.leader else ""
    lost = f" {name}, its leader, is lost." if name else ""
    rules = (rule, "SL:3.3.2-b") if name else (rule,)
    g.say(
        "stunned",
        f"The crew of {g.piece_name(vehicle.id)} is stunned.{lost}",
        *rules,
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
    )
    return change(
        g,
        vehicle,
        stun=STUNNED_FOR,
        shaken=True,
        sealed=not kind_of(g, vehicle).open_topped,
        ce=False,
        motion=False,
        leader="",
        berserk=False,
    )


@PART.decisions(SoftCheck)
def ask_soft_check(g: SlPlay, frame: SoftCheck) -> Chance | None:
    vehicle = g.state.vehicles[frame.vehicle]
    if not vehicle.manned:
        return None
    what = "Is it lost, or only stopped?" if frame.second else f"Morale check, morale {SOFT_MORALE}."
    return Chance(
        f"{g.piece_name(vehicle.id)}: {what}",
        dice=2,
        side=vehicle.side,
        rules=("SL:11.15.6-b",),
        about=(vehicle.id,),
    )


@ask_soft_check
def take_soft_check(g: SlPlay, frame: SoftCheck, answer: Action | Outcome | None) -> None:
    g.pop()
    vehicle = g.state.vehicles[frame.vehicle]
    if not isinstance(answer, Outcome):
        return
    passed = passes(SOFT_MORALE, frame.drm, answer.dice)
    say_check(g, vehicle, "", SOFT_MORALE, frame.drm, answer.dice, passed=passed)
    if frame.second:
        if passed:
            immobilize(g, vehicle, "its engine is hit", "SL:11.15.6-b")
        elif not lost_otherwise(g, vehicle, frame):
            wreck(g, vehicle, "is shot to pieces", "SL:11.15.6-b")
    elif not passed:
        g.push(SoftCheck(vehicle.id, 0, second=True, sniped=frame.sniped))


@PART.answers(player_turn_begins)
def time_passes(g: SlPlay) -> None:
    """Stuns wear off (SL:11.8.3-d); who fired from a halftrack is in cover again (SL:11.13.7-a)."""
    for vehicle in list(g.state.vehicles.values()):
        if vehicle.stun or vehicle.exposed_passengers or vehicle.pinned:
            change(g, vehicle, stun=max(0, vehicle.stun - 1), exposed_passengers=False, pinned=False)
