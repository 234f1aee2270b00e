"""Molotov cocktails (SL:8.14.1) against vehicles: in Defensive Fire from the hex of the vehicle or one beside it, and
in close combat (SL:8.14.4).

They are carried like panzerfausts (SL:8.14.2), and nobody uses those of the enemy, or of others, any worse
(SL:8.14.14, SL:8.14-q1).
"""

from __future__ import annotations

from defilade.kernel import Action, Breakdown, Chance, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl.firers import IN_MELEE
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.against_vehicles import VEHICLE_ATTACKS, VehicleAttack
from defilade.rules.sl.vehicles.penetration import KillRoll, face_hit
from defilade.rules.sl.vehicles.vehicle_combat import COMBAT_WEAPONS, CombatWeapon
from defilade.rules.sl.vehicles.yard import kind_of
from defilade.rules.sl.weapons.burning import FLAMES
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
from defilade.rules.sl.weapons.demolition import thrown_down
from defilade.tactics.names import Side
from defilade.tactics.units import Unit, Weapon

PART = Part()

MOLOTOV, THROW = "MOL", "throw-molotov"

TOO_FAR = Refusal("it is thrown at a vehicle in its hex or an adjacent one", "SL:8.14.5")
ESCORTED = Refusal("friends on foot are with it", "SL:8.14.6")


# -- who may, and at what ------------------------------------------------------------------------------------


def throw_refusal(g: SlPlay, unit: Unit, weapon: Weapon, vehicle: Vehicle) -> Refusal | None:
    """SL:8.14.5: also as it drives past; after an overrun by who survives it (SL:8.14-q2)."""
    found = refusal(g, unit, weapon)
    if found is not None:
        return found
    if unit.melee and unit.hex != vehicle.hex:
        return IN_MELEE
    near = vehicle.hex in (unit.hex, *g.map.adjacent.get(unit.hex, ()))
    near = near or thrown_down(g, unit.hex, vehicle.hex)
    return None if near and vehicle.manned else TOO_FAR


def combat_refusal(g: SlPlay, unit: Unit, weapon: Weapon, vehicle: Vehicle) -> Refusal | None:
    """SL:8.14.6: at the moment of the attack; broken infantry is infantry."""
    return throw_refusal(g, unit, weapon, vehicle) or (
        ESCORTED if escorted(g, vehicle, also_broken=True) else None
    )


def options(g: SlPlay, side: Side, vehicle: Vehicle) -> list[Action]:
    if not g.state.weapons:
        return []
    return [
        Action(THROW, (unit.id, weapon.id, vehicle.id), vehicle.hex)
        for unit in g.on_map(side)
        for weapon in of_kind(g, unit, MOLOTOV)
        if throw_refusal(g, unit, weapon, vehicle) is None
    ]


def begin(g: SlPlay, side: Side, action: Action) -> None:
    unit, weapon, vehicle = action.who
    g.push(ThrowMolotov(unit, weapon, vehicle))


PART.adds(VEHICLE_ATTACKS, VehicleAttack(THROW, options, begin))


# -- in close combat -----------------------------------------------------------------------------------------


class MolotovsInCombat(UseInCombat):
    """One after the other, before it attacks with its bare hands (SL:8.14.2-b)."""


def has_molotovs(g: SlPlay, unit: Unit, vehicle: Vehicle) -> bool:
    return any(combat_refusal(g, unit, weapon, vehicle) is None for weapon in of_kind(g, unit, MOLOTOV))


PART.adds(
    COMBAT_WEAPONS,
    CombatWeapon(
        THROW,
        has_molotovs,
        lambda unit, vehicle, leader: MolotovsInCombat(unit.id, vehicle.id, leader, THROW),
        besides=True,
    ),
)


@PART.decisions(MolotovsInCombat)
def ask_molotovs(g: SlPlay, frame: MolotovsInCombat) -> Choice | None:
    unit, vehicle = g.state.units.get(frame.unit), g.state.vehicles[frame.vehicle]
    found = (
        [
            Action(THROW, (unit.id, weapon.id, vehicle.id), vehicle.hex)
            for weapon in of_kind(g, unit, MOLOTOV)
            if combat_refusal(g, unit, weapon, vehicle) is None
        ]
        if unit is not None
        else []
    )
    return ask_which(g, frame, found, "SL:8.14.6")


@ask_molotovs
def take_molotovs(g: SlPlay, frame: MolotovsInCombat, answer: Action | Outcome | None) -> None:
    action = goes_on(g, frame, answer)
    if action is not None:
        unit, weapon, vehicle = action.who
        g.push(ThrowMolotov(unit, weapon, vehicle, frame.leader, combat=True, led=True))


# -- the throw -----------------------------------------------------------------------------------------------


class ThrowMolotov(Frame):
    """A Molotov cocktail is thrown at a vehicle."""

    unit: str
    weapon: str
    vehicle: str
    leader: str = ""
    combat: bool = False
    led: bool = False
    """Whether he is led has been settled."""


def number_to_hit(g: SlPlay, unit: Unit, vehicle: Vehicle, *, combat: bool) -> int:
    """SL:8.14.7-t"""
    table = g.anti_tank.molotovs
    if combat:
        return table.close_combat
    return table.same_hex if unit.hex == vehicle.hex else table.adjacent


@PART.decisions(ThrowMolotov)
def ask_throw(g: SlPlay, frame: ThrowMolotov) -> Choice | Chance | None:
    unit, vehicle = g.state.units.get(frame.unit), g.state.vehicles[frame.vehicle]
    if unit is None or unit.broken or not vehicle.manned or frame.weapon not in g.state.weapons:
        return None
    if not frame.led:
        choice = ask_leader(g, unit, vehicle, "SL:8.14.13")
        if choice is not None:
            return choice
    number = number_to_hit(g, unit, vehicle, combat=frame.combat)
    asks = f"{g.name(unit)} throws a Molotov cocktail at {g.piece_name(vehicle.id)}: {number} or less."
    return Chance(asks, dice=2, side=unit.side, rules=("SL:8.14.7",), about=(unit.id, vehicle.id))


@ask_throw
def take_throw(g: SlPlay, frame: ThrowMolotov, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Action):
        frame.led, frame.leader = True, answer.who[0] if answer.who else ""
        return
    g.pop()
    if not isinstance(answer, Outcome):
        return
    unit, vehicle = g.unit(frame.unit), g.state.vehicles[frame.vehicle]
    number = number_to_hit(g, unit, vehicle, combat=frame.combat)
    lines = leader_lines(g, unit, frame.leader, "SL:8.14.13")
    final = sum(answer.dice) + int(sum(line.value for line in lines))
    hit = final <= number
    g.say(
        "throws_molotov",
        f"{g.name(unit)} throws a Molotov cocktail at {g.piece_name(vehicle.id)}: {number} or less, roll "
        f"{sum(answer.dice)}, final {final}: " + ("a hit." if hit else "a miss."),
        "SL:8.14.7",
        side=unit.side,
        who=(unit.id, vehicle.id),
        at=vehicle.hex,
        dice=answer.dice,
        breakdown=Breakdown("To hit", tuple(lines), total=final, column=number, rules=("SL:8.14.7-t",)),
    )
    if not frame.combat:
        note_leader(g, unit, frame.leader)
    origin = unit.hex
    use_up(g, unit, g.state.weapons[frame.weapon])
    if hit:
        sets_alight(g, unit, vehicle, origin)


def sets_alight(g: SlPlay, unit: Unit, vehicle: Vehicle, origin: str) -> None:
    """SL:8.14.9: a throw on the column of flames, which armour does not change; SL:8.14.10: from its own hex the rear;
    SL:8.14.11: twice the number on an open-topped AFV, but not for an open hatch (SL:8.14-q3)."""
    times = 2 if kind_of(g, vehicle).open_topped else 1
    face = face_hit(g, vehicle, origin)
    g.push(KillRoll(vehicle.id, FLAMES, face, unit.side, "a Molotov cocktail", times=times))
