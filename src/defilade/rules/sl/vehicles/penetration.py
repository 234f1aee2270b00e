"""The kill table: what a hit does to a vehicle (SL:13.19.2), and who gets out of it (SL:13.24.1-a).

Whoever has hit one pushes a `KillRoll`. Its column is one of ``content/sl/anti_tank.yaml``.
"""

from __future__ import annotations

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome
from defilade.kernel.composition import Part, told
from defilade.rules.sl.anti_tank import UNARMOURED
from defilade.rules.sl.options import OPTIONS, Option
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.crews import BailOutCheck, crew_steps_out
from defilade.rules.sl.vehicles.yard import (
    change,
    immobilize,
    is_afv,
    kind_of,
    passengers_of,
    set_down,
    wreck,
)
from defilade.tactics.arcs import FRONT, REAR, SIDE, direction_hit
from defilade.tactics.names import Side
from defilade.tactics.vehicles import NO_TURRET

PART = Part()

STOPPED_FROM = 4
"""SL:13.23.1.1-a: the die from which a hit exactly at the number only immobilizes."""
FROM_ABOVE, INTO_THE_TOP = -1, -3
HIGH = 2
HIGH_WITHIN = 24
"""SL:13.21.1: levels, and hexes."""
CRITICAL = -1
"""SL:13.25.2"""

KING_TIGER, RIFLES = "ger-pzkw-vib", "ATR"
ARMOURED_WHEELS = Option(
    "armoured-wheels",
    "Armoured wheels of King Tigers",
    "Anti-tank rifles never immobilize a King Tiger (PzKw VIB).",
    ("SL:8.15.7-88A",),
    "convention",
)
PART.adds(OPTIONS, ARMOURED_WHEELS)


class KillRoll(Frame):
    """A vehicle has been hit; dice say what that does."""

    vehicle: str
    column: str
    face: str
    """`front`, `side` or `rear`."""
    side: Side
    """Whose hit it is."""
    what: str
    """What has hit it, in words."""
    lines: tuple[Line, ...] = ()
    """What the weapon and the way of hitting add."""
    turret: bool = False
    """The turret or upper body is hit."""
    hull_down: bool = False
    critical: bool = False
    times: int = 1
    """By how much the kill number is multiplied."""
    exactly: bool = False
    """It is hit exactly at the number: a die decides."""
    dice: tuple[int, ...] = ()
    known: tuple[int, ...] = ()
    """The throw that it is read with, where that has fallen already."""
    weapon: str = ""
    """The weapon that has hit it, where that tells."""


@told
def kill_thrown(g: SlPlay, frame: KillRoll, dice: tuple[int, ...]) -> None:
    """A kill roll has been made."""


# -- where it is hit ---------------------------------------------------------------------------------------


def face_hit(g: SlPlay, vehicle: Vehicle, firer: str, *, turret: bool = False) -> str:
    """SL:13.19.4: by the hexside that the line of fire crosses, along a hexspine the harder one; SL:13.20.3: the turret
    by its own arc. From the same hex it is the rear (SL:7.1-q5)."""
    if g.map.ground_hex(firer) == vehicle.hex:
        return REAR
    turns = turret and kind_of(g, vehicle).turret != NO_TURRET
    return direction_hit(g.map, firer, vehicle.hex, vehicle.tca if turns else vehicle.vca)


def armour_of(g: SlPlay, vehicle: Vehicle, face: str) -> str:
    """The cell of the table for a face: as it is, or unarmoured (SL:11.5.5)."""
    kind = kind_of(g, vehicle)
    bare = not kind.armoured or (face == REAR and kind.bare_rear) or (face != FRONT and kind.side is None)
    return UNARMOURED if bare else face


def kill_number(g: SlPlay, frame: KillRoll) -> int | None:
    """At or below which it is destroyed; none where such a weapon does nothing there. A critical hit goes in at the
    rear (SL:13.25.2)."""
    vehicle = g.state.vehicles[frame.vehicle]
    column = g.anti_tank.kill.columns[frame.column]
    found = column.number(armour_of(g, vehicle, REAR if frame.critical else frame.face))
    return None if found is None else found * frame.times


def armour_lines(g: SlPlay, frame: KillRoll) -> list[Line]:
    """SL:11.5.2, SL:11.5.3: by the face; SL:13.25.3: of a critical hit only what makes it worse; SL:13.19.3: none of
    what has no armour."""
    vehicle = g.state.vehicles[frame.vehicle]
    kind = kind_of(g, vehicle)
    front, side = kind.front, kind.side
    if frame.critical:
        values = [value for value in (front, side) if value is not None and value < 0]
        value = side if len(values) == 2 else values[0] if values else None
        return [Line("armour", value, "SL:13.25.3")] if value else []
    if armour_of(g, vehicle, frame.face) == UNARMOURED or g.anti_tank.kill.columns[frame.column].flames:
        return []  # SL:8.10.11: flames find a way in
    value = front if frame.face == FRONT else side
    rule = "SL:11.5.2" if frame.face == FRONT else "SL:11.5.3"
    return [Line(f"armour, {frame.face}", value, rule)] if value else []


def range_lines(g: SlPlay, column: str, distance: int) -> list[Line]:
    """SL:13.19.6: of MG and ATR, not of shaped charges and the like."""
    kind = g.anti_tank.kill.columns[column]
    drm = g.anti_tank.range_drm(distance, heavy=kind.heavy) if kind.by_range else 0
    return [Line(f"range {distance}", drm, "SL:13.19.5")] if drm else []


def height_lines(g: SlPlay, vehicle: Vehicle, firer: str) -> list[Line]:
    """SL:13.21.1, SL:13.21.3: from two levels above the armour is thinner; SL:13.21.2: from upper storeys, too."""
    above = g.map.level(firer) - g.map.level(vehicle.hex)
    if above < HIGH or g.map.distance(firer, vehicle.hex) > HIGH_WITHIN or not is_afv(g, vehicle):
        return []
    drm = INTO_THE_TOP if kind_of(g, vehicle).open_topped else FROM_ABOVE
    return [Line("from above", drm, "SL:13.21.1")]


def kill_lines(g: SlPlay, frame: KillRoll) -> tuple[Line, ...]:
    critical = [Line("critical hit", CRITICAL, "SL:13.25.2")] if frame.critical else []
    return (*armour_lines(g, frame), *critical, *frame.lines)


# -- the roll ----------------------------------------------------------------------------------------------


@PART.decisions(KillRoll)
def ask_kill(g: SlPlay, frame: KillRoll) -> Chance | None:
    vehicle = g.state.vehicles[frame.vehicle]
    if not frame.exactly and (vehicle.wreck or not vehicle.hex or kill_number(g, frame) is None):
        return None
    if frame.known:
        return None
    name = g.piece_name(vehicle.id)
    if frame.exactly:
        asks = f"{name} is hit exactly: destroyed, or only stopped?"
        return Chance(asks, dice=1, side=frame.side, rules=("SL:13.23.1.1-a",), about=(vehicle.id,))
    asks = f"{name} is hit by {frame.what}: the kill roll."
    return Chance(asks, dice=2, side=frame.side, rules=("SL:13.19.2",), about=(vehicle.id,))


@ask_kill
def take_kill(g: SlPlay, frame: KillRoll, answer: Action | Outcome | None) -> None:
    vehicle = g.state.vehicles[frame.vehicle]
    if frame.known and not vehicle.wreck and vehicle.hex:
        dice, frame.known = frame.known, ()
        read_kill(g, frame, dice)
        return
    if not isinstance(answer, Outcome):
        g.pop()
        return
    if not frame.exactly:
        read_kill(g, frame, answer.dice)
        return
    g.pop()
    if answer.dice[0] >= STOPPED_FROM:
        immobilize(g, vehicle, f"hit by {frame.what}", "SL:13.23.1.1-a")
    else:
        destroy(g, vehicle, frame, frame.dice)


def read_kill(g: SlPlay, frame: KillRoll, dice: tuple[int, ...]) -> None:
    """What a roll does; the frame is the topmost. Weapons whose throw counts twice call it with the one they have."""
    vehicle = g.state.vehicles[frame.vehicle]
    number = kill_number(g, frame)
    if number is None:
        g.pop()
        return
    lines = kill_lines(g, frame)
    final = sum(dice) + int(sum(line.value for line in lines))
    killed = final <= number
    g.say(
        "to_kill",
        f"{g.piece_name(vehicle.id)}, hit by {frame.what} in the {REAR if frame.critical else frame.face}: "
        f"{number} or less, roll {sum(dice)}, final {final}: "
        + ("it goes through." if killed else "no effect."),
        "SL:13.19.2",
        side=frame.side,
        who=(vehicle.id,),
        at=vehicle.hex,
        dice=dice,
        breakdown=Breakdown("To kill", lines, total=final, column=number, rules=("SL:13.19.2",)),
    )
    kill_thrown(g, frame, dice)
    if killed and final == number and stops_only(g, vehicle, frame):
        frame.exactly, frame.dice = True, dice
        return
    g.pop()
    if killed:
        destroy(g, vehicle, frame, dice)
    elif vehicle.immobilized and is_afv(g, vehicle) and vehicle.manned:
        g.push(BailOutCheck(vehicle.id))  # SL:11.32.1


def stops_only(g: SlPlay, vehicle: Vehicle, frame: KillRoll) -> bool:
    """SL:13.23.1.1-a: in the side or rear; SL:13.23.1.1-b: not in the turret of one that is hull down, nor a second
    time; SL:13.20.4, SL:13.23.1.2, SL:13.23.1.4."""
    return (
        is_afv(g, vehicle)
        and frame.face in (SIDE, REAR)
        and not (frame.turret or frame.hull_down or frame.critical or vehicle.immobilized)
        and not g.anti_tank.kill.columns[frame.column].only_kills
        and not runs_on_through_bullets(g, vehicle, frame.column)
    )


def runs_on_through_bullets(g: SlPlay, vehicle: Vehicle, column: str) -> bool:
    """SL:8.15.7-88A"""
    return ARMOURED_WHEELS.on(g) and vehicle.type == KING_TIGER and column == RIFLES


def destroy(g: SlPlay, vehicle: Vehicle, frame: KillRoll, dice: tuple[int, ...]) -> None:
    """SL:13.24.2.1: at half the number or less it burns, with all inside (SL:13.24.2.4); what flames destroy always
    does (SL:8.14.9-b). Otherwise crew and passengers may get out, each by himself (SL:13.24.1-c)."""
    number = kill_number(g, frame) or 0
    final = sum(dice) + int(sum(line.value for line in kill_lines(g, frame)))
    flames = g.anti_tank.kill.columns[frame.column].flames
    burns = is_afv(g, vehicle) and (flames or final * 2 <= number)
    if burns or not is_afv(g, vehicle) or not vehicle.manned:
        rule = "SL:11.19.1" if not burns else "SL:8.14.9-b" if flames else "SL:13.24.2.1"
        gone = wreck(g, vehicle, "burns" if burns else "is destroyed", rule)
        if burns:
            change(g, gone, burning=True)
        return
    knock_out(g, vehicle, "SL:11.19.1", "SL:13.19.2")


def knock_out(g: SlPlay, vehicle: Vehicle, *rules: str) -> None:
    """A manned AFV is destroyed and does not burn: each of those inside may get out."""
    inside = tuple(unit.id for unit in passengers_of(g, vehicle))
    change(g, vehicle, passengers=())
    wreck(g, g.state.vehicles[vehicle.id], "is destroyed", *rules)
    g.push(Survivors(vehicle.id, ("", *inside)))


# -- who gets out ------------------------------------------------------------------------------------------


class Survivors(Frame):
    """Who was in a destroyed AFV rolls for his life: the crew (`""`), then its passengers."""

    vehicle: str
    left: tuple[str, ...]


@PART.decisions(Survivors)
def ask_survivors(g: SlPlay, frame: Survivors) -> Chance | None:
    if not frame.left:
        return None
    vehicle = g.state.vehicles[frame.vehicle]
    who = g.name(frame.left[0]) if frame.left[0] else "the crew"
    number = kind_of(g, vehicle).survival
    asks = f"Does {who} get out of {g.piece_name(vehicle.id)}? {number} or less."
    return Chance(asks, dice=2, side=vehicle.side, rules=("SL:13.24.1-a",), about=(vehicle.id,))


@ask_survivors
def take_survivors(g: SlPlay, frame: Survivors, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Outcome):
        g.pop()
        return
    who, frame.left = frame.left[0], frame.left[1:]
    vehicle = g.state.vehicles[frame.vehicle]
    safe = sum(answer.dice) <= kind_of(g, vehicle).survival
    name = g.name(who) if who else "The crew"
    g.say(
        "survival",
        f"{name} {'gets out' if safe else 'dies in it'} (roll {sum(answer.dice)}).",
        "SL:13.24.1-c" if who else "SL:13.24.1-a",
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
        dice=answer.dice,
    )
    if who:
        unit = g.unit(who)
        for weapon in g.weapons_of(unit):  # SL:13.24.1-c
            g.remove_weapon(weapon)
        if safe:
            set_down(g, vehicle, unit, vehicle.hex, acted=True, moved=True)
        else:
            g.remove(unit)
    elif safe:
        crew_steps_out(g, change(g, vehicle, crew_survived=True))
