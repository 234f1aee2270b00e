"""Close combat where vehicles are (SKF:3.8-l to SKF:3.8-ae): one attack after the other, in turn."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from defilade.kernel import Action, Breakdown, Chance, Choice, Frame, Line, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sk import effects, ift, melee, morale
from defilade.rules.sk.ambush import Ambush, ambush_possible, ambushed, other_ambush_lines
from defilade.rules.sk.close_combat import other_close_combat, other_fights
from defilade.rules.sk.close_combat_attack import against_lines, ambush_line, make_attack, result
from defilade.rules.sk.close_combat_attack import breakdown as infantry_breakdown
from defilade.rules.sk.full.vehicles.ccv import VehicleAssault, ccv_of, reduce_one
from defilade.rules.sk.full.vehicles.vehicular_mg import month_of, printed_fp, usable
from defilade.rules.sk.full.vehicles.wrecks import vehicle_lost
from defilade.rules.sk.melee import held_otherwise
from defilade.rules.sk.state import SkPlay
from defilade.tactics.control import seize
from defilade.tactics.odds_table import odds_words
from defilade.tactics.vehicles import BMG, CLOSE_DEFENCE, CMG, Vehicle

PART = Part()

PASS = Action("pass")
RULES = ("SKF:3.8-l", "SKF:3.8-m")


class VehicleCombat(Frame):
    """The close combat of a hex with a vehicle in it."""

    hex: str
    turn: str = ""
    """The side that may attack now."""
    tested: bool = False
    """The ambush has been rolled for, or there is none."""
    ambusher: str = ""
    attacked: tuple[str, ...] = ()
    """Who has made its attack: units, and MG of vehicles."""
    struck: tuple[str, ...] = ()
    """Units that have been attacked."""
    together: tuple[tuple[str, str], ...] = ()
    """(leader, the unit he attacked and defends with)."""
    passed: tuple[str, ...] = ()


class VehicleStrikes(Frame):
    """A vehicle attacks Infantry with MG."""

    vehicle: str
    guns: tuple[str, ...]
    targets: tuple[str, ...]
    ambusher: str = ""


class InfantryStrikes(Frame):
    """Infantry attacks Infantry beside a vehicle."""

    units: tuple[str, ...]
    targets: tuple[str, ...]
    ambusher: str = ""


class CloseDefence(Frame):
    """SKF:3.8-v: the close defence weapon of a vehicle."""

    vehicle: str


# -- where there is close combat with vehicles ---------------------------------------------------------------


def fighting_tanks(g: SkPlay, hex: str) -> list[Vehicle]:
    return [vehicle for vehicle in g.vehicles_in(hex) if not vehicle.wreck]


@PART.answers(other_fights)
def hexes_with_tanks(g: SkPlay) -> Iterable[str]:
    """SKF:3.8-ad: AFV do not attack each other, so there must be Infantry against one."""
    return [
        vehicle.hex
        for vehicle in g.state.vehicles.values()
        if vehicle.hex and not vehicle.wreck and g.has_side(vehicle.hex, g.enemy_of(vehicle.side))
    ]


@PART.answers(other_close_combat)
def in_turn(g: SkPlay, hex: str) -> Frame | None:
    return VehicleCombat(hex) if fighting_tanks(g, hex) else None


@PART.answers(ambushed)
def ambush_of_tanks(g: SkPlay, ambusher: str) -> None:
    frame = g.state.stack[-1]
    if isinstance(frame, VehicleCombat):
        frame.ambusher = frame.turn = ambusher


@PART.modifies(other_ambush_lines, "DAE:QRDC-ambush")
def tanks_are_loud(g: SkPlay, hex: str, side: str) -> list[Line]:
    tank = g.tank_of(hex, side)
    if tank is None:
        return []
    lines = [Line("vehicle", 2, "DAE:QRDC-ambush")]
    if not tank.ce:
        lines.append(Line("BU", 1, "DAE:QRDC-ambush"))
    if tank.stun:
        lines.append(Line("Stunned", 1, "DAE:QRDC-ambush"))
    return lines


def first_side(g: SkPlay, hex: str) -> str:
    """SKF:3.8-l: the side without vehicles; with vehicles on both sides the ATTACKER."""
    sides = {vehicle.side for vehicle in fighting_tanks(g, hex)}
    return g.enemy_of(next(iter(sides))) if len(sides) == 1 else g.attacker


# -- who may attack what -------------------------------------------------------------------------------------


def attackers(g: SkPlay, frame: VehicleCombat, side: str) -> list[tuple[str, ...]]:
    """SKF:3.8-p: each unit alone, and each with one leader who has not attacked yet."""
    free = [u for u in g.side_in(frame.hex, side) if not u.broken and u.id not in frame.attacked]
    leaders = [unit for unit in free if unit.is_leader]
    alone: list[tuple[str, ...]] = [(unit.id,) for unit in free]
    return alone + [(unit.id, leader.id) for unit in free if unit.is_mmc for leader in leaders]


def targets(g: SkPlay, frame: VehicleCombat, side: str) -> list[tuple[str, ...]]:
    """Enemy Infantry that has not been attacked; a leader defends with whom he attacked with."""
    pairs = dict(frame.together)
    found = []
    for unit in g.side_in(frame.hex, g.enemy_of(side)):
        if unit.id in frame.struck or unit.id in pairs:
            continue
        found.append((unit.id, *(leader for leader, base in frame.together if base == unit.id)))
    return [tuple(uid for uid in group if uid in g.state.units) for group in found]


def gun_choices(g: SkPlay, frame: VehicleCombat, vehicle: Vehicle) -> list[tuple[str, ...]]:
    """SKF:3.8-s: MG other than the BMG, all together or one by one; a CMG that fires through the VCA only cannot."""
    if not vehicle.good_order:
        return []  # SKF:3.8-t
    in_vca = g.vehicle_type(vehicle).cmg_in_vca
    guns = [
        gun
        for gun in usable(g, vehicle)
        if gun != BMG and not (gun == CMG and in_vca) and f"{vehicle.id}:{gun}" not in frame.attacked
    ]
    found: list[tuple[str, ...]] = [(gun,) for gun in guns]
    if len(guns) > 1:
        found.insert(0, tuple(guns))
    return found


def close_defence_number(g: SkPlay, vehicle: Vehicle) -> int:
    """Its usage number at the date; 0 where it has none."""
    dated = g.vehicle_type(vehicle).dispensers.get(CLOSE_DEFENCE, ())
    return next((entry.number for entry in dated if entry.holds(month_of(g))), 0)


def may_use_close_defence(g: SkPlay, frame: VehicleCombat, vehicle: Vehicle) -> bool:
    """SKF:3.8-v: BU, after it has been attacked in this CCPh or as the ambusher, once."""
    if not vehicle.good_order or vehicle.ce or f"{vehicle.id}:{CLOSE_DEFENCE}" in frame.attacked:
        return False
    provoked = vehicle.id in frame.struck or frame.ambusher == vehicle.side
    return provoked and close_defence_number(g, vehicle) > 0


def options(g: SkPlay, frame: VehicleCombat) -> list[Action]:
    side = frame.turn
    enemies = [v for v in fighting_tanks(g, frame.hex) if v.side != side]
    preys = targets(g, frame, side)
    found = []
    for group in attackers(g, frame, side):
        joined = "+".join(group)
        found += [Action("assault-tank", group, "", vehicle.id) for vehicle in enemies]
        found += [Action("strike", (*group, *prey), "", joined) for prey in preys]
    for vehicle in fighting_tanks(g, frame.hex):
        if vehicle.side != side:
            continue
        for guns in gun_choices(g, frame, vehicle):
            found += [Action("tank-strike", (vehicle.id, *prey), "", "+".join(guns)) for prey in preys]
        if may_use_close_defence(g, frame, vehicle):
            found.append(Action("close-defence", (vehicle.id,)))
    return found


@PART.decisions(VehicleCombat)
def ask_vehicle_combat(g: SkPlay, frame: VehicleCombat) -> Choice | None:
    if not frame.tested or not frame.turn or frame.turn in frame.passed:
        return None
    found = options(g, frame)
    if not found:
        return None
    asks = f"Close combat in {g.place_name(frame.hex)}: which attack is next?"
    return Choice(frame.turn, asks, (*found, PASS), RULES, at=frame.hex)


@ask_vehicle_combat
def take_vehicle_combat(g: SkPlay, frame: VehicleCombat, answer: Action | Outcome | None) -> None:
    if not frame.tested:
        frame.tested = True
        if ambush_possible(g, frame.hex):
            g.push(Ambush(frame.hex))
        return
    if not frame.turn:
        frame.turn = first_side(g, frame.hex)
        return
    if not isinstance(answer, Action) or answer == PASS:
        frame.passed = (*frame.passed, frame.turn)
        frame.turn = g.enemy_of(frame.turn)
        if len(set(frame.passed)) > 1 or not _still_fighting(g, frame):
            finish(g, frame)
        return
    begin_attack(g, frame, answer)
    if frame.ambusher != frame.turn or frame.ambusher in frame.passed:
        if g.enemy_of(frame.turn) not in frame.passed:
            frame.turn = g.enemy_of(frame.turn)


def _still_fighting(g: SkPlay, frame: VehicleCombat) -> bool:
    return bool(g.units_in(frame.hex)) and bool(
        fighting_tanks(g, frame.hex) or melee.locks(g.units_in(frame.hex))
    )


def begin_attack(g: SkPlay, frame: VehicleCombat, answer: Action) -> None:
    if answer.verb == "assault-tank":
        frame.attacked = (*frame.attacked, *answer.who)
        frame.struck = (*frame.struck, answer.how)
        _note_together(frame, answer.who)
        g.push(VehicleAssault(answer.who, answer.how, ambusher=frame.ambusher))
    elif answer.verb == "strike":
        mine = tuple(answer.how.split("+"))
        theirs = tuple(uid for uid in answer.who if uid not in mine)
        frame.attacked = (*frame.attacked, *mine)
        frame.struck = (*frame.struck, *theirs)
        _note_together(frame, mine)
        g.push(InfantryStrikes(mine, theirs, frame.ambusher))
    elif answer.verb == "close-defence":
        frame.attacked = (*frame.attacked, f"{answer.who[0]}:{CLOSE_DEFENCE}")
        g.push(CloseDefence(answer.who[0]))
    else:
        vehicle, *prey = answer.who
        guns = tuple(answer.how.split("+"))
        frame.attacked = (*frame.attacked, *(f"{vehicle}:{gun}" for gun in guns))
        frame.struck = (*frame.struck, *prey)
        g.push(VehicleStrikes(vehicle, guns, tuple(prey), frame.ambusher))


def _note_together(frame: VehicleCombat, units: tuple[str, ...]) -> None:
    if len(units) == 2:
        frame.together = (*frame.together, (units[1], units[0]))


def finish(g: SkPlay, frame: VehicleCombat) -> None:
    g.pop()
    melee.mark_melee(g, frame.hex)
    seize(g, frame.hex)


# -- vehicles against Infantry -------------------------------------------------------------------------------


def strike_breakdown(g: SkPlay, frame: VehicleStrikes) -> tuple[Breakdown, int, list[int]]:
    """SKF:3.8-t: the FP of the guns against the CCV of the targets, halved in Motion, never more; the kill number, and
    the DRM against each target."""
    vehicle, table = g.vehicle(frame.vehicle), g.library.tables.close_combat
    lines = [Line(gun.upper(), printed_fp(g, vehicle, gun), "SKF:3.8-s", "fp") for gun in frame.guns]
    fp = float(sum(line.value for line in lines))
    if vehicle.motion:
        fp /= 2
        lines.append(Line("in Motion", 0.5, "SKF:3.8-t", "x"))
    units = [g.unit(uid) for uid in frame.targets]
    defence = max(ccv_of(g, unit) for unit in units) + len(units) - 1
    column = table.odds(fp, defence)
    words = odds_words(column.odds, table.columns[0].odds, table.columns[-1].odds)
    modifiers = [ambush_line(g, vehicle.side, frame.ambusher)]
    if vehicle.stunned:
        modifiers.append(Line("stunned before", 1, "SKF:7.10-j"))
    common = [line for line in modifiers if line is not None]
    each = [int(sum(line.value for line in (*common, *against_lines(g, unit)))) for unit in units]
    more = against_lines(g, units[0]) if len(units) == 1 else ()
    added_up = Breakdown(
        f"{g.vehicle_name(vehicle)} against {g.names(frame.targets)}",
        (
            *lines,
            Line("CCV", defence, "SKF:3.8-t", "="),
            Line(f"kill number at {words}", column.kill, "DAE:QRDC-cct", "="),
            *common,
            *more,
        ),
        total=fp,
        column=column.kill,
        rules=("SKF:3.8-s", "SKF:3.8-t"),
    )
    return added_up, column.kill, each


@PART.decisions(VehicleStrikes)
def ask_vehicle_strikes(g: SkPlay, frame: VehicleStrikes) -> Chance | None:
    vehicle = g.vehicle(frame.vehicle)
    if vehicle.wreck or not all(uid in g.state.units for uid in frame.targets):
        return None
    return Chance(
        f"Close combat DR of {g.vehicle_name(vehicle)} against {g.names(frame.targets)}.",
        dice=2,
        side=vehicle.side,
        rules=("SKF:3.8-t",),
        about=(vehicle.id, *frame.targets),
    )


@ask_vehicle_strikes
def take_vehicle_strikes(g: SkPlay, frame: VehicleStrikes, answer: Action | Outcome | None) -> None:
    g.pop()
    if not isinstance(answer, Outcome):
        return
    added_up, kill, drms = strike_breakdown(g, frame)
    finals = [(uid, sum(answer.dice) + drm) for uid, drm in zip(frame.targets, drms, strict=True)]
    dead = tuple(uid for uid, final in finals if final < kill)
    reduced = tuple(uid for uid, final in finals if final == kill)
    _say_strike(g, added_up, answer.dice, kill, dead, reduced, g.vehicle(frame.vehicle).side)
    _harm(g, dead, reduced)


def _say_strike(
    g: SkPlay,
    added_up: Breakdown,
    dice: tuple[int, ...],
    kill: int,
    dead: tuple[str, ...],
    reduced: tuple[str, ...],
    side: str,
) -> None:
    words = []
    if dead:
        words.append(f"{g.names(dead)} eliminated")
    if reduced:
        words.append(f"casualty reduction of {' or '.join(g.name(uid) for uid in reduced)}")
    g.say(
        "close_combat",
        f"{added_up.title}: kill number {kill}, DR {sum(dice)}: {', '.join(words) or 'no effect'}.",
        *added_up.rules,
        side=side,
        dice=dice,
        breakdown=added_up,
    )


def _harm(g: SkPlay, dead: tuple[str, ...], reduced: tuple[str, ...]) -> None:
    if reduced:
        reduce_one(g, reduced, "SK1:3.8-i2")
    for uid in dead:
        morale.eliminate(g, g.unit(uid), "is eliminated in close combat", "SK1:3.8-i")


# -- Infantry against Infantry beside vehicles ---------------------------------------------------------------


@PART.decisions(InfantryStrikes)
def ask_infantry_strikes(g: SkPlay, frame: InfantryStrikes) -> Chance | None:
    if not all(uid in g.state.units for uid in (*frame.units, *frame.targets)):
        return None
    return Chance(
        f"Close combat DR of {g.names(frame.units)} against {g.names(frame.targets)}.",
        dice=2,
        side=g.unit(frame.units[0]).side,
        rules=("SK1:3.8-h", "SKF:3.8-l"),
        about=(*frame.units, *frame.targets),
    )


@ask_infantry_strikes
def take_infantry_strikes(g: SkPlay, frame: InfantryStrikes, answer: Action | Outcome | None) -> None:
    g.pop()
    if not isinstance(answer, Outcome):
        return
    units = [g.unit(uid) for uid in frame.units]
    attack = make_attack(g, units[0].side, frame.ambusher, units, [g.unit(uid) for uid in frame.targets])
    attack = msgspec.structs.replace(attack, dice=answer.dice)
    outcome = result(g, attack)
    added_up = infantry_breakdown(g, attack)
    _say_strike(
        g, added_up, answer.dice, added_up.column, outcome.eliminated, outcome.one_reduced, units[0].side
    )
    _harm(g, outcome.eliminated, outcome.one_reduced)


# -- close defence weapons -----------------------------------------------------------------------------------


@PART.decisions(CloseDefence)
def ask_close_defence(g: SkPlay, frame: CloseDefence) -> Chance:
    vehicle = g.vehicle(frame.vehicle)
    return Chance(
        f"Close defence weapon of {g.vehicle_name(vehicle)}: nothing above {close_defence_number(g, vehicle)}.",
        dice=2,
        side=vehicle.side,
        rules=("SKF:3.8-v", "SKF:3.8-w"),
        about=(vehicle.id,),
    )


@ask_close_defence
def take_close_defence(g: SkPlay, frame: CloseDefence, answer: Action | Outcome | None) -> None:
    """SKF:3.8-v: on all Infantry in the hex, friends too, with no modifier at all; SKF:3.8-w: nothing above the usage
    number. A Tiger's mine dischargers have FP of their own (DAE:VN-Tiger-a)."""
    g.pop()
    assert isinstance(answer, Outcome)
    vehicle = g.vehicle(frame.vehicle)
    fp = g.vehicle_type(vehicle).close_defence_fp
    original = sum(answer.dice)
    works = original <= close_defence_number(g, vehicle)
    column = ift.column(g, fp)
    found = ift.result(g, column, original)
    struck = tuple(unit.id for unit in g.units_in(vehicle.hex))
    g.say(
        "close_defence",
        f"{g.vehicle_name(vehicle)} uses its close defence weapon: {fp} FP, DR {original}: "
        + (str(found) if works and found.kind != "none" else "no effect")
        + ".",
        "SKF:3.8-v",
        "SKF:3.8-w",
        *(("DAE:VN-Tiger-a",) if g.vehicle_type(vehicle).no_smoke else ()),
        side=vehicle.side,
        who=struck,
        at=vehicle.hex,
        dice=answer.dice,
        breakdown=Breakdown(
            f"Close defence weapon of {g.vehicle_name(vehicle)}",
            (Line("close defence weapon", fp, "SKF:3.8-v", "fp"),),
            total=fp,
            column=ift.column_fp(g, column),
            rules=("SKF:3.8-v",),
        ),
    )
    if works and struck:
        effects.mark_desperate(g, struck, found, possible=True)
        g.push(effects.FireEffects(vehicle.hex, column, (effects.Struck(struck, 0, found),)))


# -- melee ---------------------------------------------------------------------------------------------------


@PART.answers(held_otherwise)
def tank_holds(g: SkPlay, hex: str) -> bool:
    """SKF:3.8-ab: a vehicle that is not in Motion holds enemy Infantry in its hex; itself it is never held
    (SKF:3.8-aa)."""
    if not g.state.vehicles:
        return False
    units = g.units_in(hex)
    return any(
        not tank.motion and any(unit.side != tank.side and not unit.broken for unit in units)
        for tank in fighting_tanks(g, hex)
    )


@PART.answers(vehicle_lost)
def released(g: SkPlay, vehicle: Vehicle) -> None:
    melee.clear_melee(g, vehicle.hex)
