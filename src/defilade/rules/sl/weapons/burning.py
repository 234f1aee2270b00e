"""Flamethrowers against vehicles (SL:8.10.10): they hit what is in reach, and infantry there with it."""

from __future__ import annotations

from defilade.kernel import Action, Chance, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl.fire import Attack, carry_out, dice_fallen, in_the_hex
from defilade.rules.sl.fire_phases import other_acts
from defilade.rules.sl.state import DFPH, MPH, SlPlay
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.against_vehicles import VEHICLE_ATTACKS, VehicleAttack
from defilade.rules.sl.vehicles.exposed import vehicle_of_piece
from defilade.rules.sl.vehicles.penetration import KillRoll, face_hit, read_kill
from defilade.rules.sl.vehicles.yard import is_afv, kind_of, of_side
from defilade.rules.sl.weapons.flamethrowers import flame_refusal, use, users
from defilade.tactics.fire_groups import Shot
from defilade.tactics.names import Side
from defilade.tactics.units import Unit, Weapon

PART = Part()

BURN = "burn"
FLAMES = "flames"
"""Their column of the kill table."""


class FlamesAtVehicle(Frame):
    """A flamethrower has been fired at a vehicle; its dice are due."""

    side: Side
    unit: str
    weapon: str
    vehicle: str


def burn_refusal(g: SlPlay, unit: Unit, weapon: Weapon, vehicle: Vehicle) -> Refusal | None:
    return flame_refusal(g, unit, weapon, vehicle.hex)


def burn_options(g: SlPlay, side: Side, vehicle: Vehicle) -> list[Action]:
    """SL:8.10.10: in any fire phase, also while it moves (SL:5.6.7.1-a)."""
    return [
        Action(BURN, (unit.id, weapon.id, vehicle.id), vehicle.hex)
        for unit, weapon in users(g, side)
        if burn_refusal(g, unit, weapon, vehicle) is None
    ]


def begin_burning(g: SlPlay, side: Side, action: Action) -> None:
    unit, weapon, vehicle = action.who
    phase = DFPH if g.state.phase == MPH else g.state.phase
    use(g, Shot(unit, weapon), action.at, phase)
    g.push(FlamesAtVehicle(side, unit, weapon, vehicle))


PART.adds(VEHICLE_ATTACKS, VehicleAttack(BURN, burn_options, begin_burning))


@PART.answers(other_acts)
def by_the_attacker(g: SlPlay, side: Side) -> list[Action]:
    """In the DFPh it is among the other attacks on vehicles."""
    if g.state.phase == DFPH or not g.state.vehicles:
        return []
    return [action for vehicle in of_side(g, g.enemy_of(side)) for action in burn_options(g, side, vehicle)]


@PART.decisions(FlamesAtVehicle)
def ask_flames(g: SlPlay, frame: FlamesAtVehicle) -> Chance | None:
    if not g.state.vehicles[frame.vehicle].manned:
        return None
    asks = f"{g.name(frame.unit)} sets {g.piece_name(frame.vehicle)} on fire."
    return Chance(asks, dice=2, side=frame.side, rules=("SL:8.10.10",), about=(frame.vehicle,))


@ask_flames
def take_flames(g: SlPlay, frame: FlamesAtVehicle, answer: Action | Outcome | None) -> None:
    g.pop()
    if not isinstance(answer, Outcome):
        return
    vehicle = g.state.vehicles[frame.vehicle]
    phase = DFPH if g.state.phase == MPH else g.state.phase
    shots = (Shot(frame.unit, frame.weapon),)
    targets = also_burnt(g, frame.side, vehicle)
    attack = Attack(phase, frame.side, vehicle.hex, targets, shots, dice=answer.dice)
    if targets:
        g.push(attack)
        carry_out(g, attack)
    strike_vehicle(g, frame, vehicle, answer.dice)
    dice_fallen(g, attack)


def also_burnt(g: SlPlay, side: Side, vehicle: Vehicle) -> tuple[str, ...]:
    """SL:8.10.10: who else is in its hex, where there are enemies among them. What has no armour is
    struck as a vehicle."""
    targets = [
        piece
        for piece in in_the_hex(g, vehicle.hex)
        if is_afv(g, vehicle) or vehicle_of_piece(g, piece) != vehicle
    ]
    hostile = [piece for piece in targets if piece not in g.state.units or g.unit(piece).side != side]
    return tuple(targets) if hostile else ()


def strike_vehicle(g: SlPlay, frame: FlamesAtVehicle, vehicle: Vehicle, dice: tuple[int, ...]) -> None:
    """SL:8.10.11: armour does not matter; SL:8.10.12: twice the number from beside it, or down an open hatch."""
    origin = g.unit(frame.unit).hex
    near = g.map.distance(origin, vehicle.hex) <= 1
    open_above = kind_of(g, vehicle).open_topped or vehicle.ce
    face = face_hit(g, vehicle, origin)
    twice = 2 if near or (is_afv(g, vehicle) and open_above) else 1
    hit = KillRoll(vehicle.id, FLAMES, face, frame.side, "a flamethrower", times=twice)
    g.push(hit)
    read_kill(g, hit, dice)
