"""What mortar bombs do: by the fire table, never by the kill table (SL:10.4.2).

Fired directly they act one column lower (SL:10.4.2-b). A vehicle that is hit is under a barrage: only a KIA destroys
it.
"""

from __future__ import annotations

from defilade.kernel import Action, Breakdown, Chance, Frame, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sl.artillery.barrage import vehicle_lines
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.tables import KIA
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.penetration import knock_out
from defilade.rules.sl.vehicles.yard import is_afv, wreck
from defilade.rules.sl.weapons.anti_tank_fire import deadly_otherwise, strikes_otherwise
from defilade.rules.sl.weapons.launchers import is_gun, kind_of_launcher
from defilade.rules.sl.weapons.shells import shell_fp
from defilade.tactics.fire_table import column_for
from defilade.tactics.names import Side
from defilade.tactics.units import Weapon

PART = Part()

ALL_DICE = [(a, b) for a in range(1, 7) for b in range(1, 7)]


def is_mortar(g: SlPlay, weapon: Weapon) -> bool:
    return is_gun(g, weapon) and kind_of_launcher(g, weapon).mortar


@PART.answers(shell_fp)
def one_column_lower(g: SlPlay, fp: int, weapon: Weapon) -> int:
    """SL:10.4.2-b"""
    if not is_mortar(g, weapon):
        return fp
    columns = g.fire_table.columns
    place = column_for(columns, fp)
    return int(columns[place - 1]) if place else 0


class Barrage(Frame):
    """A vehicle has been hit by a mortar bomb; dice say what that does."""

    vehicle: str
    weapon: str
    side: Side


@PART.answers(strikes_otherwise)
def under_a_barrage(g: SlPlay, weapon: Weapon, vehicle: Vehicle, side: Side) -> Frame | None:
    """SL:10.4.2-a"""
    return Barrage(vehicle.id, weapon.id, side) if is_mortar(g, weapon) else None


def destroyed_by(g: SlPlay, weapon: Weapon, vehicle: Vehicle, dice: tuple[int, ...]) -> bool:
    column = column_for(g.fire_table.columns, one_column_lower(g, g.weapon_type(weapon).fp, weapon))
    drm = int(sum(line.value for line in vehicle_lines(g, vehicle)))
    found = g.tables.infantry_fire_table.result(column, sum(dice) + drm)
    return found.kind == KIA


@PART.answers(deadly_otherwise)
def chance_of_a_kia(g: SlPlay, weapon: Weapon, vehicle: Vehicle) -> float | None:
    if not is_mortar(g, weapon):
        return None
    return sum(destroyed_by(g, weapon, vehicle, dice) for dice in ALL_DICE) / len(ALL_DICE)


@PART.decisions(Barrage)
def ask_barrage(g: SlPlay, frame: Barrage) -> Chance | None:
    vehicle, weapon = g.state.vehicles[frame.vehicle], g.state.weapons.get(frame.weapon)
    if vehicle.wreck or not vehicle.hex or weapon is None:
        return None
    asks = f"A bomb of the {g.weapon_name(weapon)} has hit {g.piece_name(vehicle.id)}."
    return Chance(asks, dice=2, side=frame.side, rules=("SL:10.4.2-a",), about=(vehicle.id,))


@ask_barrage
def take_barrage(g: SlPlay, frame: Barrage, answer: Action | Outcome | None) -> None:
    g.pop()
    if not isinstance(answer, Outcome):
        return
    vehicle, weapon = g.state.vehicles[frame.vehicle], g.state.weapons[frame.weapon]
    lines = vehicle_lines(g, vehicle)
    final = sum(answer.dice) + int(sum(line.value for line in lines))
    killed = destroyed_by(g, weapon, vehicle, answer.dice)
    g.say(
        "barrage",
        f"{g.piece_name(vehicle.id)} under the bombs of the {g.weapon_name(weapon)}: roll {sum(answer.dice)}, "
        f"final {final}: " + ("destroyed." if killed else "no effect."),
        "SL:10.4.2-a",
        "SL:9.2.6-a",
        side=frame.side,
        who=(vehicle.id,),
        at=vehicle.hex,
        dice=answer.dice,
        breakdown=Breakdown("Barrage", lines, total=final, rules=("SL:9.2.6-a",)),
    )
    if killed:
        if is_afv(g, vehicle) and vehicle.manned:
            knock_out(g, vehicle, "SL:10.4.2-a")
        else:
            wreck(g, vehicle, "is destroyed", "SL:10.4.2-a")
