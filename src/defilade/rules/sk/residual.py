"""Residual FP: what first fire leaves in a location for those who come after (SK1:3.3.1-x to -ae)."""

from __future__ import annotations

from defilade.kernel import Frame, Line
from defilade.kernel.composition import Part, first_of, handed_on
from defilade.rules.sk import los
from defilade.rules.sk.attack import ATTACK_KINDS, RESIDUAL, Attack, AttackKind, attack_leaves
from defilade.rules.sk.attack_plan import crew_lines, plan_without_firers
from defilade.rules.sk.state import MPH, SkPlay
from defilade.tactics.attack_plan import Aim, Plan, target_lines
from defilade.tactics.moving import Moving, mf_spent, move_in_progress, note, the_record
from defilade.tactics.names import Hex, UnitId
from defilade.tactics.sequence import phase_ends
from defilade.tactics.vehicles import Vehicle

PART = Part()


@handed_on
def thinned_out(g: SkPlay, left: int, attack: Attack) -> int:
    """What makes the Residual FP of an attack less or more than half its column?"""
    return left


@first_of
def rate_or_residual(g: SkPlay, attack: Attack) -> Frame | None:
    """Which procedure asks whether SW keep their ROF or leave Residual FP?"""


class ResidualFire(Frame):
    """Units have spent MF in a hex: any Residual FP there attacks them before all else (SK1:3.3.1-aa)."""

    hex: Hex
    units: tuple[str, ...]


def amount(g: SkPlay, attack: Attack, fp: float) -> int:
    """What a first-fire attack of this FP leaves: half its column after cowering (SK1:3.3.1-x4), by the table. The
    result rolled does not matter (SKF:3.3.5-a)."""
    return thinned_out(g, half_column(g, fp, attack.cowered), attack)


def half_column(g: SkPlay, fp: float, cowered: int = 0) -> int:
    """Half the column of so much FP, by the table."""
    table = g.library.tables
    column = table.infantry_fire_table.column(fp)
    return table.residual_fp.by_column[column - cowered] if column is not None and column >= cowered else 0


def leave(g: SkPlay, hex: Hex, left: int) -> None:
    """Mark what an attack leaves."""
    if left <= g.state.residual.get(hex, 0):  # SK1:3.3.1-ab
        return
    g.state.residual[hex] = left
    g.say("residual", f"{left} Residual FP in {g.place_name(hex)}.", "SK1:3.3.1-x", "SK1:3.3.1-x2", at=hex)


@PART.answers(attack_leaves)
def left_by_first_fire(g: SkPlay, attack: Attack) -> None:
    """SK1:3.3.1-x3: without the FP of SW that malfunctioned in the attack."""
    if attack.phase != MPH or attack.blocked:
        return
    asking = rate_or_residual(g, attack)
    if asking is not None:
        g.push(asking)
    else:
        leave(g, attack.target, amount(g, attack, attack.lasting))


@PART.answers(phase_ends)
def clear(g: SkPlay, phase: str) -> None:
    """SK1:3.3.1-ae: Residual FP comes off the map."""
    if phase == MPH:
        g.state.residual.clear()


@PART.answers(mf_spent)
def drawn_by_spending(g: SkPlay, hex: Hex, units: tuple[str, ...]) -> list[Frame]:
    """MF and MP of a step are spent in the hex that it leads to, so that who leaves draws none (SKF:3.3.5-e)."""
    return [ResidualFire(hex, units)]


@PART.automatic(ResidualFire)
def run_residual_fire(g: SkPlay, frame: ResidualFire) -> None:
    g.pop()
    fp = g.state.residual.get(frame.hex, 0)
    move = move_in_progress(g)
    if not fp or move is None:
        return
    targets = []
    for uid in frame.units:
        unit = g.state.units.get(uid) or exposed_crew(g, uid)
        if unit is None or unit.hex != frame.hex:
            continue
        drm = drm_against(g, uid, frame.hex)
        before = the_record(move, uid).residual_drm(frame.hex)
        if before is None or drm < before:  # SK1:3.3.1-ac, SK1:3.3.1-ad, SKF:3.3.5-j
            targets.append(uid)
            note_attack(move, uid, frame.hex, drm)
    if targets:
        g.say(
            "residual",
            f"{fp} Residual FP attacks {g.names(targets)}.",
            "SK1:3.3.1-y",
            "SK1:3.3.1-aa",
            at=frame.hex,
        )
        g.push(Attack(MPH, g.defender, frame.hex, tuple(targets), fp=float(fp)))


def plan(g: SkPlay, frame: Attack) -> Plan:
    """SK1:3.3.1-y: what the Residual FP in a hex adds up to against those who spend MF there."""
    line = Line("Residual FP", frame.fp, "SK1:3.3.1-y", "fp")
    title = f"Residual FP in {g.place_name(frame.target)}"
    smoke = los.smoke_lines(g, frame.target)
    return plan_without_firers(g, title, line, frame.target, frame.targets, MPH, smoke)


PART.adds(
    ATTACK_KINDS,
    AttackKind(
        RESIDUAL,
        words=lambda g, frame: f"{int(frame.fp)} Residual FP in {g.place_name(frame.target)}",
        plan=plan,
        fails=lambda g, frame: False,
        over=lambda g, frame: None,
    ),
)


def drm_against(g: SkPlay, unit_id: UnitId, hex: Hex) -> int:
    """SKF:3.3.5-d: the DRM of Residual FP in a hex against a mover: smoke there, TEM, FFNAM and FFMO, FT that it
    carries."""
    aim = Aim((), MPH, covered=True)
    unit = g.state.units.get(unit_id)
    own = target_lines(g, unit, aim) if unit is not None else crew_lines(g, g.vehicle(unit_id), aim)
    return int(sum(line.value for line in (*los.smoke_lines(g, hex), *own)))


def exposed_crew(g: SkPlay, vehicle_id: str) -> Vehicle | None:
    """A vehicle whose crew Residual FP can harm."""
    vehicle = g.state.vehicles.get(vehicle_id)
    return vehicle if vehicle is not None and vehicle.exposed else None


def note_attack(move: Moving, unit_id: UnitId, hex: Hex, drm: int) -> None:
    others = tuple([entry for entry in the_record(move, unit_id).residual if entry[0] != hex])
    note(move, unit_id, residual=(*others, (hex, drm)))
