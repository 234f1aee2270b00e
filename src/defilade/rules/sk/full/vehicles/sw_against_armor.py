"""Support weapons of Infantry against an AFV: MG as ordnance (SKF:4.1-f) and flamethrowers (SKF:4.2-h).

Anti-tank weapons are ordnance and need nothing of this.
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sk import firers, los, machine_guns, morale
from defilade.rules.sk.attack import Attack, note_use
from defilade.rules.sk.firers import FINAL_FIRE, FIRE_PHASES, FIRST_FIRE, PREP_FIRE
from defilade.rules.sk.first_fire import FirstFire, first_fire_options, first_fire_taken
from defilade.rules.sk.full.library import kit_of
from defilade.rules.sk.full.residual_fire import KeptRate, by_columns, how_many_outside
from defilade.rules.sk.full.vehicle_charts import FLAME, MG
from defilade.rules.sk.full.vehicles.area_results import tem_lines
from defilade.rules.sk.full.vehicles.armor import struck_from
from defilade.rules.sk.full.vehicles.driving import driving, non_stopped
from defilade.rules.sk.full.vehicles.targets import moving_drm
from defilade.rules.sk.full.vehicles.to_kill import KillRoll
from defilade.rules.sk.prep_fire import fire_begins, fire_options
from defilade.rules.sk.residual import half_column
from defilade.rules.sk.state import MPH, SkPlay
from defilade.tactics.fire_groups import Shot
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit, Weapon
from defilade.tactics.vehicles import REAR, Vehicle

PART = Part()

VERB = "at-armor"
FT = "FT"
FLAME_REACH = 2
UNHALVED = (PREP_FIRE, FIRST_FIRE, FINAL_FIRE)
"""Modes in which a MG fires with all its FP."""


OF_THE_TARGET = ("DAE:QRDC-case17", "SKF:7.3", "DAE:QRDC-case24", "DAE:QRDC-case25")
"""To Hit DRM that the target brings on itself."""


class ArmorFire(Frame):
    """A MG fires at a vehicle: the To Hit DR on the VTT."""

    unit: str
    weapon: str
    vehicle: str
    mode: str
    leader: str = ""
    """Who directs it (DAE:QRDC-case06)."""


def mode_against(g: SkPlay, unit: Unit, weapon: Weapon, vehicle: Vehicle) -> str | None:
    """The mode in which a SW may fire at a vehicle now; None where it may not."""
    kind = g.weapon_type(weapon)
    if not (kind.is_machine_gun or kind.kind == FT) or not vehicle.hex or vehicle.wreck:
        return None
    distance = g.map.distance(unit.hex, vehicle.hex)
    if distance > (kind.range if kind.is_mg else FLAME_REACH):
        return None
    if firers.standing_refusal(g, unit, weapon) is not None or los.hindrance(g, unit.hex, vehicle.hex) < 0:
        return None
    mode = firers.aiming_mode(g, g.state.phase, unit, weapon, vehicle.hex, (vehicle.id,), distance)
    if not isinstance(mode, str):
        return None
    if kind.is_mg and (mode not in UNHALVED or unit.pinned or unit.is_leader):
        return None  # SKF:4.1-f: without any form of halving; DAE:QRDC-mgth
    return mode


def choices(g: SkPlay, side: Side, vehicles: Iterable[Vehicle]) -> list[Action]:
    found = []
    targets = list(vehicles)
    for weapon in g.state.weapons.values() if targets else ():
        unit = g.state.units.get(weapon.owner)
        if unit is None or unit.side != side or not unit.hex:
            continue
        for vehicle in targets:
            mode = mode_against(g, unit, weapon, vehicle)
            if mode is None:
                continue
            shot = (unit.id, weapon.id, vehicle.id)
            found.append(Action(VERB, shot, vehicle.hex))
            leaders = directing(g, unit, weapon, mode) if g.weapon_type(weapon).is_mg else []
            found += [Action(VERB, (*shot, leader), vehicle.hex) for leader in leaders]
    return found


def directing(g: SkPlay, unit: Unit, weapon: Weapon, mode: str) -> list[str]:
    """DAE:QRDC-case06: the leaders who may direct a MG at a vehicle; a FT nobody directs (SKF:4.2-c)."""
    shots = (Shot(unit.id, weapon.id, mode),)
    return [
        leader.id
        for leader in g.side_in(unit.hex, unit.side)
        if leader.is_leader and firers.directing_refusal(g, g.state.phase, leader, unit.hex, shots) is None
    ]


@PART.answers(fire_options)
def in_phase(g: SkPlay, phase: str, side: Side) -> Iterable[Action]:
    enemy = g.enemy_of(side)
    return choices(
        g, side, [v for v in g.state.vehicles.values() if v.side == enemy and not v.wreck and v.hex]
    )


@PART.answers(first_fire_options)
def at_mover(g: SkPlay, window: FirstFire) -> Iterable[Action]:
    move = driving(g)
    if move is None or move.vehicle not in window.units:
        return []
    vehicle = g.vehicle(move.vehicle)
    return choices(g, g.defender, [vehicle]) if vehicle.hex == window.hex else []


@PART.answers(fire_begins)
def begin_in_phase(g: SkPlay, phase: str, side: Side, action: Action) -> bool:
    return begin(g, action)


@PART.answers(first_fire_taken)
def begin_at_mover(g: SkPlay, window: FirstFire, action: Action) -> bool:
    return begin(g, action)


def begin(g: SkPlay, action: Action) -> bool:
    if action.verb != VERB:
        return False
    unit, weapon, vehicle = g.unit(action.who[0]), g.state.weapons[action.who[1]], g.vehicle(action.who[2])
    mode = mode_against(g, unit, weapon, vehicle)
    assert mode is not None
    leader = action.who[3] if len(action.who) > 3 else ""
    g.say(
        "declare",
        f"{g.name(unit)} fires its {g.weapon_name(weapon)} at the {g.vehicle_name(vehicle)}"
        + (f", directed by {g.name(leader)}." if leader else "."),
        "SKF:4.1-f" if g.weapon_type(weapon).is_mg else "SKF:4.2-h",
        side=unit.side,
        who=(unit.id, weapon.id, vehicle.id),
        at=vehicle.hex,
    )
    if g.weapon_type(weapon).is_mg:
        g.push(ArmorFire(unit.id, weapon.id, vehicle.id, mode, leader))
        return True
    mark(g, unit, weapon, vehicle.hex, mode, kept=False)
    g.push(flame_roll(g, unit, weapon, vehicle, mode))
    return True


def flame_roll(g: SkPlay, unit: Unit, weapon: Weapon, vehicle: Vehicle, mode: str) -> KillRoll:
    """SKF:4.2-h, SKF:3.2.4-af: it strikes from behind, and its TK DR tells hull from turret."""
    distance = g.map.distance(unit.hex, vehicle.hex)
    fp, reach = float(g.weapon_type(weapon).fp), g.weapon_type(weapon).range
    return KillRoll(
        vehicle.id,
        FLAME,
        g.weapon_name(weapon),
        distance=distance,
        facing=REAR,
        halved=distance > reach,
        fp=fp,
        side=unit.side,
        weapon=weapon.id,
        removed_on=machine_guns.breakdown_number(g, unit, weapon, mode),
        leaves=left_in_first_fire(
            g, unit, vehicle, fp / 2 if distance > reach else fp, met_on_the_way(g, unit, vehicle)
        ),
    )


def met_on_the_way(g: SkPlay, unit: Unit, vehicle: Vehicle) -> list[Line]:
    """Hindrances and CX, which are all that a flamethrower feels (SKF:4.2-c)."""
    cx = kit_of(g).ordnance.cases.cx
    lines = [Line("CX", cx.drm, cx.rule)] if unit.cx else []
    return lines + (los.los_lines(g, unit.hex, vehicle.hex) if unit.hex != vehicle.hex else [])


def left_in_first_fire(g: SkPlay, unit: Unit, vehicle: Vehicle, fp: float, lines: Iterable[Line]) -> int:
    """SKF:3.3.5-l: what a To Kill attempt of First Fire leaves: half its column, thinned out by what is met outside the
    target hex (SKF:3.3.5-f)."""
    if g.state.phase != MPH or unit.side != g.defender:
        return 0
    return by_columns(g, half_column(g, fp), -how_many_outside(g, lines, vehicle.hex))


def mg_roll(g: SkPlay, frame: ArmorFire, dice: tuple[int, ...]) -> KillRoll:
    """What a hit with these To Hit dice sets going."""
    unit, vehicle = g.unit(frame.unit), g.vehicle(frame.vehicle)
    struck = struck_from(g, vehicle, unit.hex, dice)
    return KillRoll(
        vehicle.id,
        MG,
        g.weapon_name(frame.weapon),
        gun=MG,
        distance=g.map.distance(unit.hex, vehicle.hex),
        place=struck.place,
        facing=struck.facing,
        fp=float(g.weapon_type(g.state.weapons[frame.weapon]).fp),
        side=unit.side,
    )


def mark(g: SkPlay, unit: Unit, weapon: Weapon, hex: Hex, mode: str, *, kept: bool, leader: str = "") -> None:
    """Who used what, and the markers of the phase."""
    shots = (Shot(unit.id, weapon.id, mode),)
    leaders = (leader,) if leader else ()
    held = {weapon.id} if kept else set()
    note_use(g, Attack(g.state.phase, unit.side, hex, (), shots, leaders), held)
    FIRE_PHASES(g)[g.state.phase].mark_fired(g, shots, leaders, cowered=False, rof_kept=frozenset(held))


def to_hit_breakdown(g: SkPlay, frame: ArmorFire) -> Breakdown:
    """DAE:QRDC-mgth: red numbers for captured MG and in the hands of Inexperienced MMC; the DRM of a vehicle as target,
    in the order of the card."""
    unit, vehicle = g.unit(frame.unit), g.vehicle(frame.vehicle)
    cases = kit_of(g).ordnance.cases
    captured = machine_guns.captured(unit, g.state.weapons[frame.weapon])
    distance = g.map.distance(unit.hex, vehicle.hex)
    red = captured or (unit.is_mmc and morale.is_inexperienced(g, unit))
    number = kit_of(g).ordnance.to_hit.machine_gun_number(distance, red=red)
    lines = [
        Line(f"To Hit number of a MG, range {distance}", number.to_hit if number else 0, "DAE:QRDC-mgth", "=")
    ]
    if captured:
        lines.append(Line("captured", cases.captured.drm, cases.captured.rule))
    leader = g.state.units.get(frame.leader)
    if unit.cx or (leader is not None and leader.cx):
        lines.append(Line("CX", cases.cx.drm, cases.cx.rule))
    if leader is not None:
        value = morale.leadership(g, leader)
        lines.append(Line(f"leadership of the {g.name(leader)}", value, cases.leadership.rule))
    for tem in tem_lines(g, vehicle, unit.hex):
        lines.append(Line(tem.label, tem.value, "DAE:QRDC-case17"))
    if unit.hex != vehicle.hex:
        lines += los.los_lines(g, unit.hex, vehicle.hex)
    else:
        lines += los.smoke_lines(g, unit.hex)
    size = kit_of(g).charts.size_drm[g.vehicle_type(vehicle).size]
    if size:
        lines.append(Line("target size", size, "SKF:7.3"))
    if vehicle.moving_target:
        lines.append(Line("moving vehicle", moving_drm(g, vehicle, unit.hex), "DAE:QRDC-case24"))
    elif distance in (1, 2) and not non_stopped(g, vehicle):
        lines.append(Line(f"stopped vehicle at {distance}", distance - 3, "DAE:QRDC-case25"))
    total = number.to_hit if number is not None else 0
    return Breakdown(
        f"{g.weapon_name(frame.weapon)} at {g.vehicle_name(vehicle)}",
        tuple(lines),
        total=total,
        rules=("SKF:4.1-f",),
    )


@PART.decisions(ArmorFire)
def ask_armor_fire(g: SkPlay, frame: ArmorFire) -> Chance:
    added_up = to_hit_breakdown(g, frame)
    return Chance(
        f"To Hit DR: {added_up.title}: {added_up.total - added_up.drm:g} or less.",
        dice=2,
        side=g.unit(frame.unit).side,
        rules=("SKF:4.1-f", "DAE:QRDC-mgth"),
        about=(frame.unit, frame.weapon, frame.vehicle),
    )


@ask_armor_fire
def take_armor_fire(g: SkPlay, frame: ArmorFire, answer: Action | Outcome | None) -> None:
    g.pop()
    assert isinstance(answer, Outcome)
    unit, weapon, vehicle = g.unit(frame.unit), g.state.weapons[frame.weapon], g.vehicle(frame.vehicle)
    added_up, original = to_hit_breakdown(g, frame), sum(answer.dice)
    final = original + added_up.drm
    hit = final <= added_up.total
    g.say(
        "to_hit",
        f"{added_up.title}: To Hit {added_up.total:g}, DR {original}, final {final}: {'a hit' if hit else 'a miss'}.",
        "SKF:4.1-f",
        side=unit.side,
        who=(vehicle.id,),
        at=vehicle.hex,
        dice=answer.dice,
        breakdown=added_up,
    )
    roll = mg_roll(g, frame, answer.dice)
    broken = original >= machine_guns.breakdown_number(g, unit, weapon, frame.mode)
    kept = not broken and machine_guns.keeps_rate(g, unit, weapon, frame.mode, answer.dice[0])
    mark(g, unit, weapon, vehicle.hex, frame.mode, kept=kept, leader=frame.leader)
    if broken:
        machine_guns.break_down(g, weapon, "SK1:4.1-g")
    if not hit:
        return
    own = [line for line in added_up.lines if line.sign == "+" and line.rule not in OF_THE_TARGET]
    left = left_in_first_fire(g, unit, vehicle, roll.fp, own) if not broken else 0
    if kept and left:
        g.push(KeptRate(unit.side, vehicle.hex, (weapon.id,), 0, left))
    elif left:
        roll.leaves = left
    g.push(roll)
