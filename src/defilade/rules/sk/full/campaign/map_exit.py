"""Leaving the map during a campaign scenario (DAE:4.3-n to DAE:4.3-p).

By its own Entry Area whoever likes goes out of this scenario and stays in his side's OB: on the move, in an advance, in
a vehicle, or on the run. Who has gone is off the map and due no more, so that nothing brings him back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from defilade.hexgrid import GameMap
from defilade.kernel import Action, Described, Frame, Refusal
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, VerbLook
from defilade.rules.presentation import OptionLook
from defilade.rules.sk import advance, movement
from defilade.rules.sk.card_rules import CampaignScenario
from defilade.rules.sk.full.vehicles import movement as driving
from defilade.rules.sk.full.vehicles.driving import DRIVE_VERBS, DriveVerb, Driving
from defilade.rules.sk.morale import MoraleCheck, can_lead
from defilade.rules.sk.rout import may_rout_off, routed_off
from defilade.rules.sk.spending import Left
from defilade.rules.sk.state import SkPlay
from defilade.rules.sk.victory import may_leave_besides
from defilade.rules.sk.wording import in_words
from defilade.tactics.moving import MOVE_VERBS, MoveVerb, Moving
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import OFF_MAP, Unit
from defilade.tactics.vehicles import Vehicle

PART = Part()

WITHDRAW = Action("withdraw")
NOT_HOME = Refusal("only by its own Entry Area does a unit leave and stay in the OB", "DAE:4.3-n")


class Fleeing(Frame):
    """A broken unit that leaves the map: its NMC, then it is gone (DAE:4.3-o)."""

    unit: str
    hex: Hex
    leader: str = ""
    weapons: tuple[str, ...] = ()
    checked: bool = False


@lru_cache(maxsize=64)
def _resolved(board: GameMap, names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(board.resolve(name) for name in names)


def is_home(g: SkPlay, side: Side, hex: Hex) -> bool:
    """Whether a hex is of a side's Entry Area (DAE:4.3-j)."""
    rules = g.scenario.rules_of(CampaignScenario)
    return any(hex in _resolved(g.map, rule.home.get(side, ())) for rule in rules)


def withdraw(g: SkPlay, unit: Unit) -> None:
    """DAE:4.3-n: out of this scenario, but Retained."""
    g.say(
        "exit",
        f"{g.name(unit)} leaves the map from {g.place_name(unit.hex)} and waits in the Entry Area.",
        "DAE:4.3-n",
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
    )
    # he would rally with all the others when the scenario ends (DAE:4.503)
    g.place(unit, OFF_MAP, due=0, edges=(), broken=False, dm=False, pinned=False, cx=False, fire="")


# -- on the move -------------------------------------------------------------------------------------------------


def move_refusal(g: SkPlay, members: Sequence[Left]) -> Refusal | None:
    if not is_home(g, g.attacker, members[0].unit.hex):
        return NOT_HOME
    return movement.leaving_refusal(g, members)


def move_options(g: SkPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    return [WITHDRAW] if members[0].unit.hex and move_refusal(g, members) is None else []


def take_move(g: SkPlay, frame: Moving, action: Action) -> None:
    for uid in frame.members:
        withdraw(g, g.unit(uid))
    frame.members = ()


PART.adds(
    MOVE_VERBS,
    MoveVerb("withdraw", 55, move_options, take_move, lambda g, f, members, a: move_refusal(g, members)),
)


@PART.answers(advance.other_advances)
def leave_in_advance(g: SkPlay) -> Iterable[Action]:
    """DAE:4.3-n, and British Infantry for victory (DAE:4.3-p)."""
    if not g.scenario.rules_of(CampaignScenario):
        return ()
    side, found = g.state.attacker, []
    for unit in g.on_map(side):
        if advance.unit_refusal(g, unit) is not None:
            continue
        if is_home(g, side, unit.hex):
            found.append(Action("withdraw", (unit.id,)))
        if may_leave_besides(g, side, unit.hex) and advance.exit_refusal(g, unit) is None:
            found.append(Action("exit", (unit.id,)))
    return found


@PART.answers(advance.other_advance_taken)
def left_in_advance(g: SkPlay, action: Action) -> bool:
    if action.verb != "withdraw":
        return False
    withdraw(g, g.unit(action.who[0]))
    return True


# -- vehicles ----------------------------------------------------------------------------------------------------


def drive_refusal(g: SkPlay, frame: Driving, vehicle: Vehicle) -> Refusal | None:
    if not vehicle.hex or not is_home(g, vehicle.side, vehicle.hex):
        return NOT_HOME
    return driving.leaving_refusal(g, frame, vehicle)


def drive_off(g: SkPlay, frame: Driving, vehicle: Vehicle, action: Action) -> None:
    g.say(
        "exit",
        f"{g.vehicle_name(vehicle)} leaves the map and waits in the Entry Area.",
        "DAE:4.3-n",
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
    )
    frame.over = True
    g.place_vehicle(vehicle, OFF_MAP, due=0, edges=())


PART.adds(
    DRIVE_VERBS,
    DriveVerb(
        "withdraw",
        85,
        lambda g, frame, vehicle: [WITHDRAW] if drive_refusal(g, frame, vehicle) is None else [],
        drive_off,
        lambda g, frame, vehicle, action: drive_refusal(g, frame, vehicle),
    ),
)


# -- on the run --------------------------------------------------------------------------------------------------


@PART.answers(may_rout_off)
def broken_may_leave(g: SkPlay, unit: Unit) -> bool:
    return is_home(g, unit.side, unit.hex)


@PART.answers(routed_off)
def flee(g: SkPlay, unit: Unit, leader: str) -> None:
    weapons = tuple(weapon.id for weapon in g.weapons_of(unit))
    g.push(Fleeing(unit.id, unit.hex, leader, weapons))


@PART.automatic(Fleeing)
def run_fleeing(g: SkPlay, frame: Fleeing) -> None:
    """DAE:4.3-o: who fails suffers Casualty Reduction; with who is lost his SW are."""
    unit = g.state.units.get(frame.unit)
    if not frame.checked and unit is not None:
        frame.checked = True
        leaders = tuple(one.id for one in g.side_in(unit.hex, unit.side) if can_lead(one))
        g.push(MoraleCheck(unit.id, why="it leaves the map, DAE:4.3-o", helpers=leaders))
        return
    g.pop()
    if unit is not None:
        withdraw(g, unit)
    else:
        for one in frame.weapons:
            weapon = g.state.weapons.get(one)
            if weapon is not None and not weapon.owner:
                g.remove_weapon(weapon)
        g.say("exit", "What it carried is lost with it.", "DAE:4.3-o", at=frame.hex)
    leader = g.state.units.get(frame.leader)
    if leader is not None and leader.hex == frame.hex:
        withdraw(g, leader)


# -- words -------------------------------------------------------------------------------------------------------


@PART.answers(in_words)
def withdrawal_in_words(g: SkPlay, action: Action) -> Described | None:
    if action.verb == "withdraw":
        who = f" with {g.names(action.who)}" if action.who else ""
        return Described(f"Leave the map{who} by the Entry Area, for this scenario")
    if action.verb == "rout-off":
        return Described("Leave the map by the Entry Area: a NMC first")
    return None


PART.adds(
    OPTION_LOOKS,
    VerbLook("withdraw", OptionLook("Leave for this scenario", "quiet", rare=True)),
    VerbLook("rout-off", OptionLook("Leave the map")),
)
