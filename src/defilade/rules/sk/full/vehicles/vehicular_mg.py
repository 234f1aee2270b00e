"""Machine guns of vehicles (SKF:7.8): which bear on what, and their attacks on the IFT in every phase.

The beginning of the section is lost; ranges, halving and when MG are lost come from what refers to it (see the
rulings).  A vehicle's MG never join others; those that fire at the same target do so as one attack.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from defilade.kernel import Action, Chance, Frame, Line, Outcome
from defilade.kernel.composition import Part, all_of, told
from defilade.rules.sk import los, melee, terrain
from defilade.rules.sk.attack import AREA_FIRE, ATTACK_KINDS, Attack, AttackKind, attack_leaves
from defilade.rules.sk.fire import everybody_in
from defilade.rules.sk.first_fire import FirstFire, first_fire_options, first_fire_taken, targets_left
from defilade.rules.sk.full.library import kit_of
from defilade.rules.sk.full.ordnance import acquisition
from defilade.rules.sk.full.ordnance.target_types import came_from
from defilade.rules.sk.full.residual_fire import how_many_outside
from defilade.rules.sk.full.smoke import out_of_smoke_lines
from defilade.rules.sk.full.vehicles.driving import non_stopped
from defilade.rules.sk.prep_fire import fire_begins, fire_options
from defilade.rules.sk.residual import amount, leave
from defilade.rules.sk.state import AFPH, DFPH, MPH, PFPH, SkPlay
from defilade.tactics import arcs
from defilade.tactics.attack_plan import Aim, Plan, plan_of_lines
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_ends
from defilade.tactics.units import FINAL, FIRST, PREP
from defilade.tactics.vehicles import (
    AAMG,
    BMG,
    BOUNDING,
    CMG,
    FT,
    IFE,
    MA,
    MGS,
    NO_TURRET,
    ONE_MAN_TURRET,
    RESTRICTED_TURRET,
    RMG,
    TURRET,
    Vehicle,
)

PART = Part()

KIND = "vehicle"
"""The kind of attack that vehicular MG make."""

RULES = ("SKF:7.8-a", "SKF:3.2.5-b")

CASE_8 = {TURRET: (1, 1, 1), NO_TURRET: (3, 1, 1)}
"""What turning costs, hexspine by hexspine; slow turrets are the rest."""
SLOW_CASE_8 = (2, 1, 1)


def month_of(g: SkPlay) -> int:
    return int(g.scenario.date[:4]) * 100 + g.scenario.month


# -- which guns ----------------------------------------------------------------------------------------------------


def printed_fp(g: SkPlay, vehicle: Vehicle, gun: str) -> int:
    kind = g.vehicle_type(vehicle)
    if gun == CMG and kind.cmg_since > month_of(g):
        return 0  # DAE:VN-StuG-b
    return kind.ma.ife if gun == IFE else int(getattr(kind, gun))


@all_of
def armed_otherwise(g: SkPlay, vehicle: Vehicle, target: str) -> Iterable[str]:
    """What beside its MG may a vehicle fire at a hex on the IFT now?"""
    return ()


@told
def fired_otherwise(g: SkPlay, vehicle: Vehicle, gun: str, dice: tuple[int, ...]) -> None:
    """A vehicle has fired something beside its MG on the IFT, with this DR."""


@all_of
def otherwise_halved(g: SkPlay, vehicle: Vehicle, gun: str) -> Iterable[Line]:
    """What else halves the FP of such a weapon?"""
    return ()


def usable(g: SkPlay, vehicle: Vehicle) -> list[str]:
    """The MG that a vehicle could fire now, whatever the target."""
    kind = g.vehicle_type(vehicle)
    found = []
    for gun in MGS:
        if not printed_fp(g, vehicle, gun) or gun in vehicle.broken or gun in vehicle.disabled:
            continue
        if gun == AAMG and vehicle.ce == kind.remote_aamg:
            continue  # SKF:2.0-a; DAE:VN-StuG-a: a remote one while BU
        if gun == CMG and vehicle.ce and kind.turret in (RESTRICTED_TURRET, ONE_MAN_TURRET):
            continue  # SKF:7.2-a
        found.append(gun)
    return found


def fire_turn(g: SkPlay, vehicle: Vehicle) -> str:
    """The phase as weapons of a vehicle count it: the DEFENDER's MPh and DFPh are one."""
    if vehicle.side != g.attacker and g.state.phase in (MPH, DFPH):
        return DFPH
    return g.state.phase


def ready(g: SkPlay, vehicle: Vehicle) -> list[str]:
    """The MG that have not fired, where the vehicle may fire them now at all."""
    if not ready_phase(g, vehicle):
        return []
    return [gun for gun in usable(g, vehicle) if gun not in vehicle.fired]


def ready_phase(g: SkPlay, vehicle: Vehicle) -> bool:
    """Whether a vehicle is in Good Order (SKF:2.0-j) and may fire other weapons than its MA now."""
    if not vehicle.good_order or not vehicle.hex:
        return False
    now = fire_turn(g, vehicle)
    if vehicle.swung == g.state.phase or (now == PFPH and vehicle.motion):
        return False  # SKF:3.3.2-g, SKF:3.2.5-b
    if vehicle.fired_in and vehicle.fired_in != now:
        return False  # MG are lost with the phase in which the vehicle first fired; SKF:3.3.2.2-f, SKF:3.5-e
    if vehicle.fire == PREP and now != PFPH:
        return False
    if now == PFPH and vehicle.recalled and vehicle.mobile:
        return False  # SKF:7.10-m
    return not (now == MPH and vehicle.fired_at and vehicle.fired_at != vehicle.hex)  # SKF:3.3.2.2-c


def arc_of(g: SkPlay, vehicle: Vehicle, gun: str) -> int | None:
    """SKF:3.2.4-s: the facing by which a gun bears, VCA, TCA or the rear of the turret; None for one that points
    anywhere."""
    kind = g.vehicle_type(vehicle)
    if gun == AAMG:
        return None
    if gun == BMG or not kind.turreted or (gun == CMG and kind.cmg_in_vca):
        return vehicle.vca
    return (vehicle.tca + 3) % 6 if gun == RMG else vehicle.tca


def is_stuck(vehicle: Vehicle) -> bool:
    """Immobile: bogged or Immobilized."""
    return vehicle.bogged or vehicle.immobilized


def bears(g: SkPlay, vehicle: Vehicle, gun: str, target: str) -> bool:
    """Into its own hex every gun fires, but for those in the bow of a vehicle that cannot move (SKF:3.2.4-u), unless at
    a vehicle that came in through its VCA (SKF:3.2.4-t)."""
    if target == vehicle.hex:
        kind = g.vehicle_type(vehicle)
        in_bow = gun == BMG or (gun == CMG and (kind.cmg_in_vca or not kind.turreted))
        if not in_bow or not is_stuck(vehicle):
            return True
        origin = came_from(g, vehicle.hex, vehicle.id)
        return bool(origin) and arcs.in_arc(g.map, vehicle.hex, vehicle.vca, origin)
    if g.map.below.get(target) == vehicle.hex:  # DAE:1.1-f
        return False
    arc = arc_of(g, vehicle, gun)
    return arc is None or arcs.in_arc(g.map, vehicle.hex, arc, target)


def reach(g: SkPlay, gun: str) -> int:
    """SKF:3.2.2-b: twice the normal range, as for all."""
    return 2 * normal_range(g, gun)


def normal_range(g: SkPlay, gun: str) -> int:
    """SKF:2.0-b, SKF:2.0-a; of an IFE SKF:6.8-b, of a FT SKF:4.2-a."""
    kit = kit_of(g)
    others = {IFE: kit.ordnance.ife.range, FT: 1}
    return others[gun] if gun in others else kit.charts.mg_ranges[gun]


# -- turning ---------------------------------------------------------------------------------------------------------


def turn_drm(g: SkPlay, vehicle: Vehicle, gun: str, spines: int) -> int:
    """DAE:QRDC-case08: as a turret turns, or as a hull without one; more in a building."""
    kind = g.vehicle_type(vehicle)
    by_hull = gun == BMG or not kind.turreted
    steps = CASE_8[NO_TURRET] if by_hull else CASE_8.get(kind.turret, SLOW_CASE_8)
    total = sum(steps[:spines])
    return 2 * total if terrain.is_building(g, vehicle.hex) else total


def new_facing(g: SkPlay, vehicle: Vehicle, gun: str, target: str) -> tuple[int, int] | None:
    """SKF:3.3.2-f: how a gun's arc must turn to bear (the facing, and by how many hexspines); None where it cannot. A
    RMG does not turn to the front, and in its own MPh a vehicle turns with its MP only."""
    arc = arc_of(g, vehicle, gun)
    if target == vehicle.hex:
        return None
    if arc is None or gun == RMG or (vehicle.side == g.attacker and g.state.phase == MPH):
        return None
    by_hull = arc == vehicle.vca and (gun == BMG or not g.vehicle_type(vehicle).turreted)
    if by_hull and (not vehicle.mobile or terrain.is_cover(g, vehicle.hex)):
        return None
    facings = arcs.facings_to(g.map, vehicle.hex, target)
    best = min(facings, key=lambda facing: arcs.turns_between(arc, facing))
    return best, arcs.turns_between(arc, best)


# -- what may be fired at what -----------------------------------------------------------------------------------------


def gun_sets(g: SkPlay, vehicle: Vehicle, target: str, able: Sequence[str]) -> list[tuple[str, ...]]:
    """Of the guns that are able those that may fire at a hex together: that bear, or do once one more is turned."""
    if los.hindrance(g, vehicle.hex, target) < 0:
        return []
    enemy = g.enemy_of(vehicle.side)
    if target != vehicle.hex and (
        g.has_side(vehicle.hex, enemy) or g.tank_of(vehicle.hex, enemy) is not None
    ):
        return []  # SKF:3.8-ae, SKF:3.2.2.1-c: an enemy in its own hex comes first
    others = armed_otherwise(g, vehicle, target)
    if (vehicle.id, target) in g.state.fired:
        # SKF:3.2.2-m: at one target they fire together, or not at all, but for a FT and further shots by ROF
        able, others = (), [gun for gun in others if gun == FT or MA in vehicle.fired]
    distance = g.map.distance(vehicle.hex, target)
    guns = [gun for gun in (*able, *others) if distance <= reach(g, gun)]
    mgs = [gun for gun in guns if gun in MGS]
    bearing = tuple(gun for gun in mgs if bears(g, vehicle, gun, target))
    found = [bearing] if bearing else []
    for gun in mgs:
        turned = turned_to(g, vehicle, gun, target) if gun not in bearing else None
        if turned is not None:
            together = tuple(other for other in mgs if bears(g, turned, other, target))
            if together not in found:
                found.append(together)
    for gun in guns:
        if gun in MGS:
            continue
        bears_there = bears(g, vehicle, gun, target)
        if bearing and bears_there and gun != FT:  # SKF:4.2-e: a FT never combines
            found.append((*bearing, gun))
        if bears_there or new_facing(g, vehicle, gun, target) is not None:
            found.append((gun,))
    return found


def turned_to(g: SkPlay, vehicle: Vehicle, gun: str, target: str) -> Vehicle | None:
    """The vehicle as it would stand with one of its guns turned to a target; None where that cannot be."""
    turn = new_facing(g, vehicle, gun, target)
    if turn is None:
        return None
    facing = turn[0]
    if gun != BMG and g.vehicle_type(vehicle).turreted and arc_of(g, vehicle, gun) == vehicle.tca:
        return msgspec.structs.replace(vehicle, tca=facing)
    return msgspec.structs.replace(vehicle, vca=facing, tca=(vehicle.tca + facing - vehicle.vca) % 6)


def attack_options(g: SkPlay, vehicle: Vehicle, target: str, able: Sequence[str]) -> list[Action]:
    return [
        Action("mg", (vehicle.id,), target, "+".join(guns)) for guns in gun_sets(g, vehicle, target, able)
    ]


def target_hexes(g: SkPlay, side: Side) -> list[str]:
    """Hexes with enemies whom MG can harm: Infantry, and CE crews (SKF:7.8-a)."""
    enemy = g.enemy_of(side)
    found = [hex for hex in g.state.stacks if g.has_side(hex, enemy)]
    for other in g.state.vehicles.values():
        if other.side == enemy and other.exposed and other.hex and other.hex not in found:
            found.append(other.hex)
    return found


def has_more_than_mg(g: SkPlay, vehicle: Vehicle) -> bool:
    """Whether it is worth looking for targets though no MG is ready."""
    kind = g.vehicle_type(vehicle)
    return bool(kind.ma.ife or kind.ft)


def options_of(g: SkPlay, vehicle: Vehicle) -> list[Action]:
    able = ready(g, vehicle)
    if not able and not has_more_than_mg(g, vehicle):
        return []
    return [
        action for hex in target_hexes(g, vehicle.side) for action in attack_options(g, vehicle, hex, able)
    ]


@PART.answers(fire_options)
def in_fire_phases(g: SkPlay, phase: str, side: Side) -> Iterable[Action]:
    return [a for v in g.state.vehicles.values() if v.side == side and not v.wreck for a in options_of(g, v)]


@PART.answers(fire_begins)
def fire_in_phase(g: SkPlay, phase: str, side: Side, action: Action) -> bool:
    if action.verb != "mg":
        return False
    attack(g, action, everybody_in(g, action.at, g.enemy_of(side)))
    return True


@PART.answers(first_fire_options)
def in_first_fire(g: SkPlay, window: FirstFire) -> Iterable[Action]:
    if not targets_left(g, window):
        return []
    side = g.defender
    found = []
    for vehicle in g.state.vehicles.values():
        if vehicle.side != side or vehicle.wreck or los.hindrance(g, vehicle.hex, window.hex) < 0:
            continue
        able = ready(g, vehicle)
        if able or has_more_than_mg(g, vehicle):
            found += attack_options(g, vehicle, window.hex, able)
    return found


@PART.answers(first_fire_taken)
def fire_in_window(g: SkPlay, window: FirstFire, action: Action) -> bool:
    if action.verb != "mg":
        return False
    attack(g, action, targets_left(g, window))
    return True


# -- the attack ----------------------------------------------------------------------------------------------------


def attack(g: SkPlay, action: Action, targets: tuple[str, ...]) -> None:
    """Guns that do not bear are turned there first (SKF:3.3.2-f)."""
    vehicle, guns = g.vehicle(action.who[0]), tuple(action.how.split("+"))
    turned = 0
    for gun in guns:
        if bears(g, vehicle, gun, action.at):
            continue
        turn = new_facing(g, vehicle, gun, action.at)
        assert turn is not None
        facing, spines = turn
        turned = max(turned, turn_drm(g, vehicle, gun, spines))
        if arc_of(g, vehicle, gun) == vehicle.tca and g.vehicle_type(vehicle).turreted and gun != BMG:
            vehicle = g.update_vehicle(vehicle, tca=facing)
        else:
            vehicle = g.update_vehicle(vehicle, vca=facing, tca=(vehicle.tca + facing - vehicle.vca) % 6)
    g.state.fired = (*g.state.fired, (vehicle.id, action.at))
    off_target(g, vehicle, guns, action.at)
    if action.at == vehicle.hex and not melee.is_melee(g, action.at):  # friends beside it are safe
        units = g.state.units
        targets = tuple([uid for uid in targets if uid not in units or units[uid].side != vehicle.side])
    names = " and ".join(gun.upper() for gun in guns)
    g.say(
        "declare",
        f"{g.vehicle_name(vehicle)} fires its {names} at {g.place_name(action.at)}.",
        "SKF:7.8-a",
        *(("SKF:3.3.2-f",) if turned else ()),
        side=vehicle.side,
        who=(vehicle.id,),
        at=action.at,
    )
    g.push(
        Attack(
            g.state.phase,
            vehicle.side,
            action.at,
            targets,
            kind=KIND,
            firer=vehicle.id,
            guns=guns,
            turned=turned,
        )
    )


def off_target(g: SkPlay, vehicle: Vehicle, guns: tuple[str, ...], hex: Hex) -> None:
    """SKF:6.10-c: who fires its CMG at another hex than the one that its MA has acquired loses that."""
    armament = g.armament_of(vehicle)
    if CMG in guns and armament is not None and not acquisition.has_acquired_in(g, armament, hex):
        acquisition.lose(g, armament, "SKF:6.10-c")


def factors(g: SkPlay, vehicle: Vehicle, gun: str, target: str) -> list[Line]:
    """What doubles (SKF:3.2.2-a), triples or halves the FP of a gun."""
    entries = g.library.tables.fire_factors.entries
    distance = g.map.distance(vehicle.hex, target)
    lines = []
    if target in g.map.below:  # DAE:1.1-e
        pass
    elif gun == FT:
        pass  # SKF:4.2-b
    elif distance == 0:
        lines.append(Line("Triple Point Blank Fire", 3.0, "SKF:3.2.2.1-a", "x"))
    elif distance == 1:
        lines.append(Line("Point Blank Fire", float(entries.point_blank.multiplier), "SK1:3.2-k", "x"))
    if distance > normal_range(g, gun):
        lines.append(Line("long range", float(entries.long_range.multiplier), "SK1:3.2-l", "x"))
    half = float(entries.area_fire.multiplier)
    if gun == FT:
        pass  # SKF:3.3.2.2-e, SKF:4.2-b: neither in the MPh nor in the AFPh
    elif vehicle.side == g.attacker and g.state.phase == MPH:
        lines.append(Line("Bounding First Fire", half, "SKF:3.3.2.2-d", "x"))
    elif g.state.phase == AFPH:
        lines.append(Line("Advancing Fire", half, "SKF:3.5-e", "x"))
    if non_stopped(g, vehicle):
        rule = "SKF:3.3.2.2-e" if gun == FT else "SKF:2.0-s"
        lines.append(Line("Motion Fire", half, rule, "x"))
    return [*lines, *otherwise_halved(g, vehicle, gun)]


def firepower(g: SkPlay, vehicle: Vehicle, guns: tuple[str, ...], target: str) -> tuple[list[Line], float]:
    lines, total = [], 0.0
    for gun in guns:
        fp = float(printed_fp(g, vehicle, gun))
        lines.append(Line(gun.upper(), fp, {IFE: "SKF:6.8-a", FT: "SKF:4.2-a"}.get(gun, "SKF:7.8-a"), "fp"))
        for factor in factors(g, vehicle, gun, target):
            fp *= factor.value
            lines.append(Line(f"{gun.upper()}: {factor.label}", factor.value, factor.rule, "x"))
        total += fp
    return lines, total


def common_lines(g: SkPlay, frame: Attack, vehicle: Vehicle) -> list[Line]:
    if vehicle.hex != frame.target:
        lines = [*los.los_lines(g, vehicle.hex, frame.target), *out_of_smoke_lines(g, (vehicle.hex,))]
    else:
        lines = los.smoke_lines(g, vehicle.hex)
    if frame.turned:
        lines.append(Line("turned its covered arc", frame.turned, "DAE:QRDC-case08"))
    if vehicle.stunned:
        lines.append(Line("stunned before", 1, "SKF:7.10-j"))
    if BMG in frame.guns and g.vehicle_type(vehicle).fixed_bmg and at_movers(g, frame):
        lines.append(Line("fixed BMG at a moving target", 1, "SKF:7.8-c"))
    return lines


def at_movers(g: SkPlay, frame: Attack) -> bool:
    """SKF:7.8-c: whether an attack is on somebody on the move: Defensive First Fire, or on a Moving Target."""
    tanks = [tank for uid in frame.targets if (tank := g.state.vehicles.get(uid)) is not None]
    return (frame.phase == MPH and frame.side == g.defender) or any(tank.moving_target for tank in tanks)


def plan(g: SkPlay, frame: Attack) -> Plan:
    vehicle = g.vehicle(frame.firer)
    lines, fp = firepower(g, vehicle, frame.guns, frame.target)
    covered = FT not in frame.guns  # SKF:4.2-c
    aim = Aim((vehicle.hex,) if vehicle.hex != frame.target else (), frame.phase, covered)
    title = f"{g.vehicle_name(vehicle)} at {g.place_name(frame.target)}"
    return plan_of_lines(g, title, lines, fp, frame.targets, aim, common_lines(g, frame, vehicle))


def rolled(g: SkPlay, frame: Attack) -> bool:
    """Write down that the guns have fired; on an original 12 one of the MG malfunctions after the attack."""
    vehicle = g.vehicle(frame.firer)
    frame.shot_fp = tuple(firepower(g, vehicle, (gun,), frame.target)[1] for gun in frame.guns)
    frame.outside = how_many_outside(g, common_lines(g, frame, vehicle), frame.target)
    note_fired(g, vehicle, tuple(MA if gun == IFE else gun for gun in frame.guns))
    for gun in frame.guns:
        if gun not in MGS:
            fired_otherwise(g, g.vehicle(vehicle.id), gun, frame.dice)
    if sum(frame.dice) == 12:
        frame.broken_down = tuple(gun for gun in frame.guns if gun in MGS)
    frame.lasting = lasting(g, frame, frame.broken_down)
    return False


def lasting(g: SkPlay, frame: Attack, without: tuple[str, ...]) -> float:
    """SKF:3.3.5-b: the FP that Residual FP is read from, without guns that malfunction. An armament that has kept its
    ROF leaves none."""
    vehicle = g.vehicle(frame.firer)
    armament = g.armament_of(vehicle)
    kept = armament is not None and (armament.malfunctioned or not armament.fire)
    gone = (*without, IFE) if kept else without
    return sum(fp for gun, fp in zip(frame.guns, frame.shot_fp, strict=True) if gun not in gone)


def note_fired(g: SkPlay, vehicle: Vehicle, weapons: tuple[str, ...]) -> Vehicle:
    """Markers on a vehicle that has fired."""
    now = fire_turn(g, vehicle)
    marker = {PFPH: PREP, MPH: BOUNDING, DFPH: FIRST if g.state.phase == MPH else FINAL}.get(
        now, vehicle.fire
    )
    return g.update_vehicle(
        vehicle,
        fire=marker,
        fired=(*vehicle.fired, *(weapon for weapon in weapons if weapon not in vehicle.fired)),
        fired_in=vehicle.fired_in or now,
        fired_at=vehicle.fired_at or (vehicle.hex if now == MPH else ""),
    )


def over(g: SkPlay, frame: Attack) -> None:
    """What is left depends on which of several MG malfunctions."""
    leaves = frame.phase == MPH and frame.side == g.defender
    if leaves and len(frame.broken_down) < 2:
        attack_leaves(g, frame)
    if frame.broken_down:
        left = [amount(g, frame, lasting(g, frame, (gun,))) for gun in frame.broken_down] if leaves else ()
        g.push(GunBreaks(frame.firer, frame.broken_down, frame.target, tuple(left)))


PART.adds(
    ATTACK_KINDS,
    AttackKind(
        KIND,
        words=lambda g, frame: f"{g.vehicle_name(frame.firer)} at {g.place_name(frame.target)}",
        plan=plan,
        fails=rolled,
        over=over,
        at_the_unseen=AREA_FIRE,
    ),
)


class GunBreaks(Frame):
    """SKF:7.8-b: an original 12: one of the MG that fired malfunctions, by chance."""

    vehicle: str
    guns: tuple[str, ...]
    target: str = ""
    left: tuple[int, ...] = ()
    """Residual FP in the target hex by which of them it is, where it matters."""


@PART.decisions(GunBreaks)
def ask_gun_breaks(g: SkPlay, frame: GunBreaks) -> Chance | None:
    if len(frame.guns) < 2:
        return None
    return Chance(
        f"Which MG of {g.vehicle_name(frame.vehicle)} malfunctions? The highest dr.",
        dice=len(frame.guns),
        side=g.vehicle(frame.vehicle).side,
        rules=("SKF:7.8-b",),
        about=(frame.vehicle,),
    )


@ask_gun_breaks
def take_gun_breaks(g: SkPlay, frame: GunBreaks, answer: Action | Outcome | None) -> None:
    dice = answer.dice if isinstance(answer, Outcome) else (6,)
    highest = [place for place, face in enumerate(dice) if face == max(dice)]
    if len(highest) > 1:  # they roll again
        frame.guns = tuple([frame.guns[place] for place in highest])
        frame.left = tuple([frame.left[place] for place in highest]) if frame.left else ()
        return
    g.pop()
    vehicle = g.vehicle(frame.vehicle)
    gun = frame.guns[highest[0]]
    if len(frame.guns) > 1 and frame.left:
        leave(g, frame.target, frame.left[highest[0]])
    g.update_vehicle(vehicle, broken=(*vehicle.broken, gun))
    g.say(
        "malfunction",
        f"The {gun.upper()} of {g.vehicle_name(vehicle)} malfunctions.",
        "SKF:7.8-b",
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
    )


@PART.answers(phase_ends)
def clear_markers(g: SkPlay, phase: str) -> None:
    """First and Final Fire markers come off after the DFPh, all others after the AFPh."""
    gone = {DFPH: (FIRST, FINAL), AFPH: (PREP, BOUNDING)}.get(phase, ())
    for vehicle in list(g.state.vehicles.values()):
        if vehicle.fire in gone and vehicle.fire:
            g.update_vehicle(vehicle, fire="")
