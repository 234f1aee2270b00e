"""Close combat where vehicles are (SKF:3.8-l to SKF:3.8-ae): one attack after the other, in turn."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from defilade.kernel import Action, Choice, Frame, Line, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sk import melee
from defilade.rules.sk.ambush import Ambush, ambush_possible, ambushed, other_ambush_lines
from defilade.rules.sk.close_combat import (
    other_close_combat,
    other_fights,
)
from defilade.rules.sk.full.vehicles.ccv import VehicleAssault
from defilade.rules.sk.full.vehicles.close_combat_strikes import (
    CloseDefence,
    InfantryStrikes,
    VehicleStrikes,
    close_defence_number,
)
from defilade.rules.sk.full.vehicles.driving import non_stopped
from defilade.rules.sk.full.vehicles.vehicular_mg import usable
from defilade.rules.sk.full.vehicles.wrecks import vehicle_lost
from defilade.rules.sk.melee import held_otherwise
from defilade.rules.sk.state import SkPlay
from defilade.tactics.control import seize
from defilade.tactics.names import Hex, Side
from defilade.tactics.vehicles import BMG, CLOSE_DEFENCE, CMG, Vehicle

PART = Part()

PASS = Action("pass")
PLAN, GO, CANCEL = Action("plan-strike"), Action("go"), Action("cancel")
RULES = ("SKF:3.8-l", "SKF:3.8-m")


class VehicleCombat(Frame):
    """The close combat of a hex with a vehicle in it."""

    hex: Hex
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


class PlanStrike(Frame):
    """SKF:3.8-c, SKF:3.8-l: an attack of several units, or on several, is put together, one by one."""

    side: Side
    units: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()


# -- where there is close combat with vehicles ---------------------------------------------------------------


def fighting_tanks(g: SkPlay, hex: Hex) -> list[Vehicle]:
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
def in_turn(g: SkPlay, hex: Hex) -> Frame | None:
    return VehicleCombat(hex) if fighting_tanks(g, hex) else None


@PART.answers(ambushed)
def ambush_of_tanks(g: SkPlay, ambusher: str) -> None:
    frame = g.state.stack[-1]
    if isinstance(frame, VehicleCombat):
        frame.ambusher = frame.turn = ambusher


@PART.modifies(other_ambush_lines, "DAE:QRDC-ambush")
def tanks_are_loud(g: SkPlay, hex: Hex, side: Side) -> list[Line]:
    tank = g.tank_of(hex, side)
    if tank is None:
        return []
    lines = [Line("vehicle", 2, "DAE:QRDC-ambush")]
    if not tank.ce:
        lines.append(Line("BU", 1, "DAE:QRDC-ambush"))
    if tank.stun:
        lines.append(Line("Stunned", 1, "DAE:QRDC-ambush"))
    return lines


def first_side(g: SkPlay, hex: Hex) -> str:
    """SKF:3.8-l: the side without vehicles; with vehicles on both sides the ATTACKER."""
    sides = {vehicle.side for vehicle in fighting_tanks(g, hex)}
    return g.enemy_of(next(iter(sides))) if len(sides) == 1 else g.attacker


# -- who may attack what -------------------------------------------------------------------------------------


def attackers(g: SkPlay, frame: VehicleCombat, side: Side) -> list[tuple[str, ...]]:
    """SKF:3.8-p: each unit alone, and each with one leader who has not attacked yet."""
    free = [u for u in g.side_in(frame.hex, side) if not u.broken and u.id not in frame.attacked]
    leaders = [unit for unit in free if unit.is_leader]
    alone: list[tuple[str, ...]] = [(unit.id,) for unit in free]
    pairs = [(unit.id, leader.id) for unit in free if unit.is_mmc for leader in leaders]
    return alone + pairs + [(one.id, other.id) for one, other in combinations(leaders, 2)]


def targets(g: SkPlay, frame: VehicleCombat, side: Side) -> list[tuple[str, ...]]:
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
    if can_gang_up(g, frame, preys):
        found.append(PLAN)
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
    if answer == PLAN:
        g.push(PlanStrike(frame.turn))
        return
    begin_attack(g, frame, answer)
    next_turn(g, frame)


def next_turn(g: SkPlay, frame: VehicleCombat) -> None:
    """SKF:3.8-l: in turn, but for an ambusher, who makes all his attacks first."""
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
        strike(g, frame, mine, tuple(uid for uid in answer.who if uid not in mine))
    elif answer.verb == "close-defence":
        frame.attacked = (*frame.attacked, f"{answer.who[0]}:{CLOSE_DEFENCE}")
        g.push(CloseDefence(answer.who[0]))
    else:
        vehicle, *prey = answer.who
        guns = tuple(answer.how.split("+"))
        frame.attacked = (*frame.attacked, *(f"{vehicle}:{gun}" for gun in guns))
        frame.struck = (*frame.struck, *prey)
        g.push(VehicleStrikes(vehicle, guns, tuple(prey), frame.ambusher))


def strike(g: SkPlay, frame: VehicleCombat, mine: tuple[str, ...], theirs: tuple[str, ...]) -> None:
    frame.attacked = (*frame.attacked, *mine)
    frame.struck = (*frame.struck, *theirs)
    _note_together(frame, mine)
    g.push(InfantryStrikes(mine, theirs, frame.ambusher))


def _note_together(frame: VehicleCombat, units: tuple[str, ...]) -> None:
    """SKF:3.8-g: who attacks with another defends with him."""
    if len(units) == 2:
        frame.together = (*frame.together, (units[1], units[0]))


# -- several at once -----------------------------------------------------------------------------------------


def strikers(g: SkPlay, frame: VehicleCombat) -> list[str]:
    return [u.id for u in g.side_in(frame.hex, frame.turn) if not u.broken and u.id not in frame.attacked]


def can_gang_up(g: SkPlay, frame: VehicleCombat, preys: list[tuple[str, ...]]) -> bool:
    """Whether an attack of Infantry on Infantry can be more than one against one."""
    free = strikers(g, frame)
    return bool(free) and bool(preys) and (len(free) > 1 or len(preys) > 1)


@PART.decisions(PlanStrike)
def ask_plan_strike(g: SkPlay, frame: PlanStrike) -> Choice:
    combat = g.state.stack[-2]
    assert isinstance(combat, VehicleCombat)
    options = [Action("join-strike", (uid,)) for uid in strikers(g, combat) if uid not in frame.units]
    options += [
        Action("prey", prey) for prey in targets(g, combat, frame.side) if prey[0] not in frame.targets
    ]
    if frame.units and frame.targets:
        options.append(GO)
    words = f"{g.names(frame.units) or 'nobody yet'} against {g.names(frame.targets) or 'nobody yet'}"
    asks = f"Close combat in {g.place_name(combat.hex)}: {words}. Who else?"
    return Choice(frame.side, asks, (*options, CANCEL), RULES, at=combat.hex)


@ask_plan_strike
def take_plan_strike(g: SkPlay, frame: PlanStrike, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Action)
    if answer.verb == "join-strike":
        frame.units = (*frame.units, *answer.who)
    elif answer.verb == "prey":
        frame.targets = (*frame.targets, *answer.who)
    else:
        g.pop()
        combat = g.state.stack[-1]
        assert isinstance(combat, VehicleCombat)
        if answer == GO:
            begin_strike(g, combat, frame)


def begin_strike(g: SkPlay, combat: VehicleCombat, plan: PlanStrike) -> None:
    """MMC first, so that leaders are noted as fighting with the first of them."""
    units = sorted(plan.units, key=lambda uid: g.unit(uid).is_leader)
    base, leaders = units[0], [uid for uid in units[1:] if g.unit(uid).is_leader]
    combat.together = (*combat.together, *((leader, base) for leader in leaders))
    combat.attacked = (*combat.attacked, *units)
    combat.struck = (*combat.struck, *plan.targets)
    g.push(InfantryStrikes(tuple(units), plan.targets, combat.ambusher))
    next_turn(g, combat)


def finish(g: SkPlay, frame: VehicleCombat) -> None:
    g.pop()
    melee.mark_melee(g, frame.hex)
    seize(g, frame.hex)


# -- melee ---------------------------------------------------------------------------------------------------


@PART.answers(held_otherwise)
def tank_holds(g: SkPlay, hex: Hex) -> bool:
    """SKF:3.8-ab: a vehicle that is not in Motion holds enemy Infantry in its hex; itself it is never held
    (SKF:3.8-aa)."""
    if not g.state.vehicles:
        return False
    units = g.units_in(hex)
    return any(
        not non_stopped(g, tank) and any(unit.side != tank.side and not unit.broken for unit in units)
        for tank in fighting_tanks(g, hex)
    )


@PART.answers(vehicle_lost)
def released(g: SkPlay, vehicle: Vehicle) -> None:
    melee.clear_melee(g, vehicle.hex)
