"""Anti-tank magnetic mines (SL:8.12), and the pipe grenades of the Finns (SL:8.13), which are placed like them but only
stop an AFV (SL:8.13.1).

Both are stuck on an AFV in one's own hex: on one that overruns it when that is over, or in close combat.
"""

from __future__ import annotations

from collections.abc import Callable

from defilade.kernel import Action, Breakdown, Chance, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import morale
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.against_vehicles import VEHICLE_ATTACKS, VehicleAttack
from defilade.rules.sl.vehicles.immobilization import bare_hands_bar
from defilade.rules.sl.vehicles.nerve import FAILED, Paamc, braced, may_check
from defilade.rules.sl.vehicles.penetration import KillRoll, read_kill
from defilade.rules.sl.vehicles.vehicle_combat import COMBAT_WEAPONS, CombatWeapon
from defilade.rules.sl.vehicles.yard import immobilize, is_afv
from defilade.rules.sl.weapons.captured import is_captured, lowered_by
from defilade.rules.sl.weapons.close_quarters import (
    UseInCombat,
    ask_leader,
    ask_which,
    escorted,
    goes_on,
    leader_lines,
    note_leader,
    of_kind,
    refusal,
    use_up,
)
from defilade.rules.sl.weapons.usage import free_uses
from defilade.tactics.arcs import REAR
from defilade.tactics.names import Side
from defilade.tactics.sequence import player_turn_begins
from defilade.tactics.units import Unit, Weapon

PART = Part()

MAGNETIC, PIPE = "ATM", "KLO"
"""Kinds of weapons; the first is a column of the kill table as well."""
PLACE, STOP = "place-mine", "stop-it"

NOT_YET = Refusal("there are no magnetic mines before 1944", "SL:8.12.2")
ONLY_AFVS = Refusal("mines are for AFVs in the same hex", "SL:8.12.4")
COATED = Refusal("no magnet holds on its paste", "SL:8.12.1")
ESCORTED = Refusal("infantry goes with it", "SL:8.12.3")
ENOUGH = Refusal("it has tried as many mines as it may in a player turn", "SL:8.12.8-b")
BARE_HANDS = Refusal("who has tried to stop it otherwise places no mine", "SL:8.12.8-c")
TRIED_MINES = Refusal("who has tried to place a mine does not try it with bare hands", "SL:8.12.8-c")
NOT_OVER_IT = Refusal("only one that overruns it, or with which it fights", "SL:8.12.4")
NERVE = Refusal("it has lost its nerve, or goes for another AFV", "SL:8.13.4-b")


# -- who may, and on what ------------------------------------------------------------------------------------


def mine_refusal(g: SlPlay, unit: Unit, weapon: Weapon, vehicle: Vehicle) -> Refusal | None:
    """SL:8.12.3, SL:8.13.2: any infantry. SL:8.13.10: pipe grenades of the enemy are as good as one's own. SL:8.12.4,
    SL:8.13.3: only in its own hex. SL:8.12.8-b, SL:8.13.8-b: four attempts of a squad in a player turn."""
    found = refusal(g, unit, weapon)
    if found is not None:
        return found
    pipe = g.weapon_type(weapon).kind == PIPE
    year, month = int(g.scenario.date[:4]), int(g.scenario.date[5:7])
    if not pipe and 100 * year + month < g.anti_tank.mines.since:
        return NOT_YET
    if not vehicle.manned or not is_afv(g, vehicle) or unit.hex != vehicle.hex:
        return ONLY_AFVS
    if not pipe and coated(g, vehicle):
        return COATED
    if escorted(g, vehicle, by_squads_only=pipe, also_broken=pipe):
        return ESCORTED
    if g.state.mines_tried.get(unit.id, 0) >= free_uses(g, unit, MAGNETIC):
        return ENOUGH
    return BARE_HANDS if unit.fire and g.state.paamc.get(unit.id) == FAILED else None


def coated(g: SlPlay, vehicle: Vehicle) -> bool:
    """SL:8.12.1: as the card notes it. To a grenade on a pole paste makes no difference."""
    groups = g.scenario.groups
    return vehicle.group < len(groups) and vehicle.type in groups[vehicle.group].pasted


def defending_refusal(g: SlPlay, unit: Unit, weapon: Weapon, vehicle: Vehicle) -> Refusal | None:
    """SL:8.12.5: after the overrun, by those whom it has neither broken nor killed. SL:8.13.4-b: a pipe grenade also on
    one that drives through, by those who keep their nerve; otherwise nobody checks it (SL:8.12-q1, SL:8.13.4)."""
    found = mine_refusal(g, unit, weapon, vehicle)
    if found is not None or vehicle.overran == vehicle.hex:
        return found
    if g.weapon_type(weapon).kind != PIPE or not vehicle.moved:
        return NOT_OVER_IT
    return None if braced(g, unit, vehicle.id) or may_check(g, unit, vehicle.id) else NERVE


def ways(g: SlPlay, unit: Unit, weapon: Weapon, vehicle: Vehicle) -> list[Action]:
    """SL:8.12.10: a magnetic mine is meant to destroy it, or only to stop it."""
    to_kill = Action(PLACE, (unit.id, weapon.id, vehicle.id), vehicle.hex)
    if g.weapon_type(weapon).kind == PIPE or vehicle.immobilized:
        return [to_kill]
    return [to_kill, Action(PLACE, to_kill.who, vehicle.hex, STOP)]


def ways_now(
    g: SlPlay,
    unit: Unit,
    vehicle: Vehicle,
    bar: Callable[[SlPlay, Unit, Weapon, Vehicle], Refusal | None],
) -> list[Action]:
    return [
        action
        for weapon in of_kind(g, unit, MAGNETIC, PIPE)
        if bar(g, unit, weapon, vehicle) is None
        for action in ways(g, unit, weapon, vehicle)
    ]


@PART.answers(bare_hands_bar)
def had_a_mine(g: SlPlay, unit: Unit, vehicle: Vehicle) -> Refusal | None:
    """SL:8.12.8-c, SL:8.12-q1, SL:8.13.4-c"""
    return TRIED_MINES if g.state.mines_tried.get(unit.id) else None


@PART.answers(player_turn_begins)
def new_player_turn(g: SlPlay) -> None:
    if g.state.mines_tried:
        g.state.mines_tried = {}


# -- in an overrun hex ---------------------------------------------------------------------------------------


def options(g: SlPlay, side: Side, vehicle: Vehicle) -> list[Action]:
    if not g.state.weapons:
        return []
    return [
        action
        for unit in g.side_in(vehicle.hex, side)
        for action in ways_now(g, unit, vehicle, defending_refusal)
    ]


def begin(g: SlPlay, side: Side, action: Action) -> None:
    unit_id, weapon_id, vehicle_id = action.who
    vehicle = g.state.vehicles[vehicle_id]
    unit = g.unit(unit_id)
    needs_nerve = vehicle.overran != vehicle.hex and not braced(g, unit, vehicle_id)
    check: list[Frame] = [Paamc(unit_id, vehicle_id)] if needs_nerve else []
    placing = PlacingMine(
        unit_id, weapon_id, vehicle_id, stop=action.how == STOP, steady=vehicle.overran == vehicle.hex
    )
    g.push_in_order(*check, placing)


PART.adds(VEHICLE_ATTACKS, VehicleAttack(PLACE, options, begin))


# -- in close combat -----------------------------------------------------------------------------------------


class MinesInCombat(UseInCombat):
    """Mine after mine, as many as it has and may, when its turn in the order of attack comes (SL:8.12-q2)."""


def has_mines(g: SlPlay, unit: Unit, vehicle: Vehicle) -> bool:
    return bool(ways_now(g, unit, vehicle, mine_refusal))


PART.adds(
    COMBAT_WEAPONS,
    CombatWeapon(
        PLACE, has_mines, lambda unit, vehicle, leader: MinesInCombat(unit.id, vehicle.id, leader, PLACE)
    ),
)


@PART.decisions(MinesInCombat)
def ask_mines(g: SlPlay, frame: MinesInCombat) -> Choice | None:
    unit = g.state.units.get(frame.unit)
    found = (
        ways_now(g, unit, g.state.vehicles[frame.vehicle], mine_refusal) if unit and not unit.broken else []
    )
    return ask_which(g, frame, found, "SL:8.12.6")


@ask_mines
def take_mines(g: SlPlay, frame: MinesInCombat, answer: Action | Outcome | None) -> None:
    action = goes_on(g, frame, answer)
    if action is not None:
        unit, weapon, vehicle = action.who
        placing = PlacingMine(unit, weapon, vehicle, frame.leader, combat=True, steady=True, led=True)
        placing.stop = action.how == STOP
        g.push(placing)


# -- placing one ---------------------------------------------------------------------------------------------


class PlacingMine(Frame):
    """An attempt to place one."""

    unit: str
    weapon: str
    vehicle: str
    leader: str = ""
    stop: bool = False
    """It is to stop the vehicle, not to destroy it."""
    combat: bool = False
    steady: bool = False
    """No check of nerves was due."""
    led: bool = False
    """Whether he is led has been settled."""


def placing_lines(g: SlPlay, frame: PlacingMine, unit: Unit) -> list[Line]:
    """SL:8.12.5, SL:8.12.6, SL:8.13.5: leadership counts."""
    lines = leader_lines(g, unit, frame.leader, "SL:8.12.6" if frame.combat else "SL:8.12.5")
    bonus = g.anti_tank.mines.to_stop
    return [*lines, Line("only to stop it", bonus.drm, bonus.rule)] if frame.stop else lines


def needed(g: SlPlay, frame: PlacingMine, unit: Unit) -> int:
    return morale.morale_level(g, unit) if frame.combat else g.anti_tank.mines.in_overrun


@PART.decisions(PlacingMine)
def ask_placing(g: SlPlay, frame: PlacingMine) -> Choice | Chance | None:
    unit, vehicle = g.state.units.get(frame.unit), g.state.vehicles[frame.vehicle]
    if unit is None or unit.broken or not vehicle.manned or frame.weapon not in g.state.weapons:
        return None
    if not frame.steady and not braced(g, unit, vehicle.id):
        return None
    if not frame.led:
        choice = ask_leader(g, unit, vehicle, "SL:8.12.5")
        if choice is not None:
            return choice
    asks = f"{g.name(unit)} places a mine on {g.piece_name(vehicle.id)}: {needed(g, frame, unit)} or less."
    return Chance(asks, dice=2, side=unit.side, rules=("SL:8.12.5",), about=(unit.id, vehicle.id))


@ask_placing
def take_placing(g: SlPlay, frame: PlacingMine, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Action):
        frame.led, frame.leader = True, answer.who[0] if answer.who else ""
        return
    g.pop()
    if not isinstance(answer, Outcome):
        return
    unit, weapon = g.unit(frame.unit), g.state.weapons[frame.weapon]
    number, lines = needed(g, frame, unit), placing_lines(g, frame, unit)
    final = sum(answer.dice) + int(sum(line.value for line in lines))
    sticks = final <= number
    kind = g.weapon_type(weapon)
    rules = ("SL:8.13.4", "SL:8.13.5") if kind.kind == PIPE else ("SL:8.12.5", "SL:8.12.6")
    g.say(
        "places_mine",
        f"{g.name(unit)} on {g.piece_name(frame.vehicle)}: {number} or less, roll {sum(answer.dice)}, final {final}: "
        + ("it is placed." if sticks else "it fails."),
        rules[frame.combat],
        side=unit.side,
        who=(unit.id, frame.vehicle),
        at=unit.hex,
        dice=answer.dice,
        breakdown=Breakdown(
            "Placing", tuple(lines), total=final, column=number, rules=(rules[frame.combat],)
        ),
    )
    if not frame.combat:
        note_leader(g, unit, frame.leader)
    g.state.mines_tried[unit.id] = g.state.mines_tried.get(unit.id, 0) + 1
    dud = kind.breakdown - (lowered_by(g, unit, weapon) if is_captured(unit, weapon) else 0)
    use_up(g, unit, weapon)
    if sticks and kind.kind == PIPE:
        g.push(MineGoesOff(frame.vehicle, unit.side, g.anti_tank.mines.pipe_fails, PIPE))
    elif sticks:
        g.push(MineGoesOff(frame.vehicle, unit.side, dud, STOP if frame.stop else MAGNETIC))


# -- what it does --------------------------------------------------------------------------------------------


class MineGoesOff(Frame):
    """One that has been placed goes off. `what` it is: a pipe grenade, a mine, or one that is only to stop it."""

    vehicle: str
    side: Side
    dud: int
    what: str


@PART.decisions(MineGoesOff)
def ask_goes_off(g: SlPlay, frame: MineGoesOff) -> Chance:
    asks = f"The mine on {g.piece_name(frame.vehicle)} goes off."
    rule = "SL:8.13.7" if frame.what == PIPE else "SL:8.12.11"
    return Chance(asks, dice=2, side=frame.side, rules=(rule,), about=(frame.vehicle,))


@ask_goes_off
def take_goes_off(g: SlPlay, frame: MineGoesOff, answer: Action | Outcome | None) -> None:
    """SL:8.12.11: a dud before armour counts; SL:8.12.9: on the rear; SL:8.12.11-b: no leader helps; SL:8.12.12,
    SL:8.13.9: infantry takes no harm. SL:8.12.10: what is only to stop it does so without looking at its facing."""
    assert isinstance(answer, Outcome)
    g.pop()
    vehicle = g.state.vehicles[frame.vehicle]
    rule = "SL:8.13.7" if frame.what == PIPE else "SL:8.12.11"
    if sum(answer.dice) >= frame.dud:
        text = f"The mine on {g.piece_name(vehicle.id)} does nothing (roll {sum(answer.dice)})."
        g.say("dud", text, rule, side=frame.side, who=(vehicle.id,), at=vehicle.hex, dice=answer.dice)
    elif frame.what == MAGNETIC:
        hit = KillRoll(vehicle.id, MAGNETIC, REAR, frame.side, "a magnetic mine")
        g.push(hit)
        read_kill(g, hit, answer.dice)
    else:
        by = "a pipe grenade" if frame.what == PIPE else "a mine"
        immobilize(g, vehicle, by, "SL:8.13.7" if frame.what == PIPE else "SL:8.12.10")
