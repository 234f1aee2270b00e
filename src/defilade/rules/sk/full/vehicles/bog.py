"""Bog (SKF:7.6): the check on entering woods and buildings or turning there, and how one gets out again.

Half of the section is lost; what the chart (DAE:QRDC-bog) and the examples say stands for it (see the rulings).
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part, modified, told
from defilade.rules.sk import terrain
from defilade.rules.sk.full.library import kit_of
from defilade.rules.sk.full.vehicles.driving import (
    DRIVE_VERBS,
    DriveVerb,
    Driving,
    allowance,
    driving,
    record,
    spend,
    vehicle_turned,
)
from defilade.rules.sk.state import SkPlay
from defilade.tactics import arcs
from defilade.tactics.vehicles import FULLY_TRACKED, HIGH, NORMAL, Vehicle

PART = Part()

UNBOG = Action("unbog")
STONE = "stone_building"


class BogCheck(Frame):
    """A vehicle that has entered woods or a building, or turns there (then `facing` is where to), rolls its DR."""

    vehicle: str
    at_half: bool = False
    facing: int = -1
    why: str = ""
    """What else it has to do with than woods and buildings."""


class BogRemoval(Frame):
    """SKF:7.6-f: a bogged vehicle tries to get free."""

    vehicle: str


def bog_frames(g: SkPlay, vehicle: Vehicle, at_half: bool, facing: int = -1) -> tuple[Frame, ...]:
    return (BogCheck(vehicle.id, at_half, facing),)


@modified
def more_bog_lines(g: SkPlay, vehicle: Vehicle, why: str) -> Iterable[Line]:
    """Which DRM has a Bog Check that has to do with neither woods nor buildings?"""
    return ()


@told
def bog_passed(g: SkPlay, vehicle: Vehicle, why: str) -> None:
    """A vehicle has passed such a Bog Check."""


def bog_lines(g: SkPlay, vehicle: Vehicle, at_half: bool, why: str = "") -> list[Line]:
    """SKF:7.6-d, SKF:7.6-e"""
    chart, kind = kit_of(g).charts.bog, g.vehicle_type(vehicle)
    lines = []
    if kind.ground_pressure == NORMAL:
        lines.append(Line("normal ground pressure", chart.normal_pressure, "SKF:7.6-d"))
    elif kind.ground_pressure == HIGH:
        lines.append(Line("high ground pressure", chart.high_pressure, "SKF:7.6-d"))
    if kind.movement != FULLY_TRACKED:
        lines.append(Line("not fully tracked", chart.not_tracked, "SKF:7.6-d"))
    if at_half:
        if not terrain.is_building(g, vehicle.hex):
            lines.append(Line("woods at half the MP", chart.woods_at_half, "SKF:7.6-e"))
        elif g.map.terrain[vehicle.hex] == STONE:
            lines.append(Line("stone building at half the MP", chart.stone_building_at_half, "SKF:7.6-e"))
        else:
            lines.append(Line("wooden building at half the MP", chart.wooden_building_at_half, "SKF:7.6-e"))
    return lines + more_bog_lines(g, vehicle, why) if why else lines


def breakdown(g: SkPlay, vehicle: Vehicle, at_half: bool, why: str = "") -> Breakdown:
    return Breakdown(
        f"Bog Check of {g.vehicle_name(vehicle)}",
        tuple(bog_lines(g, vehicle, at_half, why)),
        rules=("SKF:7.6-a", "SKF:7.6-b"),
    )


@PART.decisions(BogCheck)
def ask_bog_check(g: SkPlay, frame: BogCheck) -> Chance | None:
    vehicle = g.vehicle(frame.vehicle)
    if vehicle.wreck:
        return None
    return Chance(
        f"Bog Check of {g.vehicle_name(vehicle)}: it bogs on {kit_of(g).charts.bog.bogs_at} or more.",
        dice=2,
        side=vehicle.side,
        rules=("SKF:7.6-a", "SKF:7.6-b"),
        about=(vehicle.id,),
    )


@ask_bog_check
def take_bog_check(g: SkPlay, frame: BogCheck, answer: Action | Outcome | None) -> None:
    g.pop()
    if not isinstance(answer, Outcome):
        return
    vehicle = g.vehicle(frame.vehicle)
    added_up = breakdown(g, vehicle, frame.at_half, frame.why)
    final = sum(answer.dice) + added_up.drm
    bogs = final >= kit_of(g).charts.bog.bogs_at
    g.say(
        "bog_check",
        f"Bog Check of {g.vehicle_name(vehicle)}: DR {sum(answer.dice)}, final {final}: "
        + ("it bogs." if bogs else "it gets through."),
        "SKF:7.6-a",
        "SKF:7.6-b",
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
        dice=answer.dice,
        breakdown=added_up,
    )
    if bogs:
        # SKF:7.6-b: it has stopped, its MPh is over, and it has not turned
        g.update_vehicle(vehicle, bogged=True, motion=False)
        move = driving(g)
        if move is not None and move.vehicle == vehicle.id:
            move.running, move.over = False, True
    elif frame.facing >= 0:
        tca = (vehicle.tca + frame.facing - vehicle.vca) % 6
        vehicle_turned(g, g.update_vehicle(vehicle, vca=frame.facing, tca=tca))
        g.say(
            "turn",
            f"{g.vehicle_name(vehicle)} turns {arcs.FACING_NAMES[frame.facing]}.",
            "SKF:3.3.2-d",
            side=vehicle.side,
            who=(vehicle.id,),
            at=vehicle.hex,
        )
    elif frame.why:
        bog_passed(g, vehicle, frame.why)


# -- getting free ------------------------------------------------------------------------------------------


def unbog_refusal(g: SkPlay, frame: Driving, vehicle: Vehicle) -> Refusal | None:
    if not vehicle.bogged or vehicle.immobilized:
        return Refusal("it is not bogged", "SKF:7.6-f")
    if record(frame).spent or frame.begun:
        return Refusal("it tries to get free at the start of its MPh", "SKF:7.6-f")
    return None


def unbog(g: SkPlay, frame: Driving, vehicle: Vehicle, action: Action) -> None:
    frame.begun = True
    g.push(BogRemoval(vehicle.id))


@PART.decisions(BogRemoval)
def ask_bog_removal(g: SkPlay, frame: BogRemoval) -> Chance:
    vehicle = g.vehicle(frame.vehicle)
    return Chance(
        f"Bog removal of {g.vehicle_name(vehicle)}: coloured die up to {kit_of(g).charts.bog.frees_at_most}.",
        dice=2,
        side=vehicle.side,
        rules=("SKF:7.6-f",),
        about=(vehicle.id,),
    )


@ask_bog_removal
def take_bog_removal(g: SkPlay, frame: BogRemoval, answer: Action | Outcome | None) -> None:
    """SKF:7.6-f to SKF:7.6-h"""
    g.pop()
    assert isinstance(answer, Outcome)
    vehicle, chart = g.vehicle(frame.vehicle), kit_of(g).charts.bog
    coloured, white = answer.dice
    lines = (Line("Mired", 1, "SKF:7.6-h"),) if vehicle.mired else ()
    final = coloured + len(lines)
    move = driving(g)
    assert move is not None
    if final > chart.mires_on:
        vehicle = g.update_vehicle(vehicle, immobilized=True)
        move.over = True
        says = "it is Immobilized"
    elif final == chart.mires_on:
        vehicle = g.update_vehicle(vehicle, mired=True)
        move.over = True
        says = "it is Mired"
    else:
        vehicle = g.update_vehicle(vehicle, bogged=False, mired=False)
        cost = coloured * white * (1 if g.vehicle_type(vehicle).movement == FULLY_TRACKED else 2)
        says = f"it is free and starts for {cost} MP"
        move.running = True
        if cost > allowance(g, vehicle):
            cost, move.over = allowance(g, vehicle), True
            says = "it is free, and all its MP go into that"
        move.starts = cost
        spend(g, move, cost)
    g.say(
        "bog_removal",
        f"{g.vehicle_name(vehicle)} tries to get free, coloured die {coloured}, final {final}: {says}.",
        "SKF:7.6-f",
        *(("SKF:7.6-g",) if not vehicle.bogged else ()),
        *(("SKF:7.6-h",) if lines else ()),
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
        dice=answer.dice,
        breakdown=Breakdown(f"Bog removal of {g.vehicle_name(vehicle)}", lines, rules=("SKF:7.6-f",)),
    )


PART.adds(
    DRIVE_VERBS,
    DriveVerb(
        "unbog",
        3,
        lambda g, f, v: [UNBOG] if unbog_refusal(g, f, v) is None else [],
        unbog,
        lambda g, f, v, a: unbog_refusal(g, f, v),
    ),
)
