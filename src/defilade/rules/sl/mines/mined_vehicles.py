"""Vehicles in minefields (SL:15.7.11): struck as they drive in and as they drive on, and only a KIA harms them."""

from __future__ import annotations

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sl.mines.mine_attack import goes_off
from defilade.rules.sl.mines.minefields import mines_under
from defilade.rules.sl.state import MINES, SlPlay, Work
from defilade.rules.sl.tables import KIA
from defilade.rules.sl.vehicle_pieces import ARMOURED_CAR, HALFTRACK, JEEP, TRUCK, Vehicle
from defilade.rules.sl.vehicles.driving import before_driving_on, got_out, upon_driving_in
from defilade.rules.sl.vehicles.yard import immobilize, kind_of, wreck
from defilade.rules.sl.works.works import works_in
from defilade.tactics.attack_plan import attack_rules, column_name
from defilade.tactics.fire_table import column_for
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit

PART = Part()

FIRST_HEX = 2
"""Hexes of its way: that from which it came, and the one into which it has driven."""


class MinesUnderVehicle(Frame):
    """A vehicle sets a minefield off."""

    vehicle: str
    hex: Hex
    side: Side
    factors: int


def set_off(g: SlPlay, vehicle: Vehicle, hex: Hex) -> list[Frame]:
    """SL:15.7.11.1"""
    if not g.state.works:
        return []
    return [under(g, vehicle, work) for work in works_in(g, hex, MINES)]


def under(g: SlPlay, vehicle: Vehicle, work: Work) -> Frame:
    found = goes_off(g, work, (), why=f"{g.piece_name(vehicle.id)} has set it off")
    return MinesUnderVehicle(vehicle.id, found.hex, found.side, found.factors)


@PART.answers(upon_driving_in)
def driven_in(g: SlPlay, vehicle: Vehicle, hex: Hex) -> list[Frame]:
    return [] if at_work(g, vehicle) else set_off(g, vehicle, hex)


def at_work(g: SlPlay, vehicle: Vehicle) -> bool:
    """SL:15.7.15.1-a: a flail tank in the first hex that it drives into, which it may come to clear."""
    return kind_of(g, vehicle).flail and len(g.state.driven.get(vehicle.id, ())) == FIRST_HEX


@PART.answers(before_driving_on)
def driven_out(g: SlPlay, vehicle: Vehicle, hex: Hex) -> list[Frame]:
    """Also a flail tank that does not stay to clear them."""
    return set_off(g, vehicle, vehicle.hex)


def drm_lines(g: SlPlay, vehicle: Vehicle) -> tuple[Line, ...]:
    """SL:15.7.11.1: the Minefield versus Vehicles table."""
    kind, table = kind_of(g, vehicle).kind, g.tables.works
    drm = table.mines_at_vehicles.get(kind, 0)
    names = {TRUCK: "truck", JEEP: "jeep", HALFTRACK: "halftrack", ARMOURED_CAR: "armoured car"}
    return (Line(names[kind], drm, "SL:15.7.11.1"),) if drm else ()


@PART.decisions(MinesUnderVehicle)
def ask_mines(g: SlPlay, frame: MinesUnderVehicle) -> Chance | None:
    vehicle = g.state.vehicles[frame.vehicle]
    if vehicle.wreck or vehicle.hex != frame.hex:
        return None
    asks = f"Minefield of {frame.factors} factors under {g.piece_name(vehicle.id)}."
    return Chance(asks, dice=2, side=frame.side, rules=("SL:15.7.11.1",), about=(vehicle.id,))


@ask_mines
def take_mines(g: SlPlay, frame: MinesUnderVehicle, answer: Action | Outcome | None) -> None:
    """SL:15.7.11.2: trucks and jeeps are lost, with all who are in them (SL:15.7.11.4); SL:15.7.11.3: AFVs stay where
    they are."""
    g.pop()
    if not isinstance(answer, Outcome):
        return
    vehicle = g.state.vehicles[frame.vehicle]
    lines = drm_lines(g, vehicle)
    final = sum(answer.dice) + int(sum(line.value for line in lines))
    column = column_for(g.fire_table.columns, frame.factors)
    deadly = g.tables.infantry_fire_table.result(column, final).kind == KIA
    name = f"Minefield of {frame.factors} factors"
    g.say(
        "mines",
        f"{name} in {g.place_name(frame.hex)} under {g.piece_name(vehicle.id)}: roll {sum(answer.dice)}, modified "
        f"{final}: {'KIA' if deadly else 'no effect'}.",
        "SL:15.7.11.1",
        side=frame.side,
        who=(vehicle.id,),
        at=frame.hex,
        dice=answer.dice,
        breakdown=Breakdown(
            name,
            (Line("factors", frame.factors, "SL:15.7.2", "fp"), *lines),
            total=frame.factors,
            column=column_name(g, column),
            rules=attack_rules(g),
        ),
    )
    if not deadly:
        return
    if kind_of(g, vehicle).armoured:
        if not vehicle.immobilized:
            immobilize(g, vehicle, "mines have torn its tracks or wheels", "SL:15.7.11.3")
    else:
        wreck(g, vehicle, "is destroyed by mines", "SL:15.7.11.2")


@PART.answers(got_out)
def gets_out_among_mines(g: SlPlay, vehicle: Vehicle, unit: Unit) -> None:
    """SL:15.7.11.4: as if it had come in; SL:15.7-d: but not where its vehicle has set them off already."""
    if not vehicle.moved:
        g.push_in_order(*mines_under(g, (unit.id,), unit.hex))
