"""Who fears AFVs (SL:7.3): all infantry before 1942, and inexperienced infantry at all times, may have to leave."""

from __future__ import annotations

from defilade.kernel import Frame, Line, Refusal
from defilade.kernel.composition import Part, any_of
from defilade.rules.sl import morale, terrain
from defilade.rules.sl.firers import fire_bar
from defilade.rules.sl.nations import is_inexperienced
from defilade.rules.sl.sequence import RALLY_STEPS, RallyStep
from defilade.rules.sl.state import MPH, SlPlay
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.yard import covers, is_afv, of_side
from defilade.tactics.checks import CheckKind, Thrown, check_procedure
from defilade.tactics.sequence import phase_begins, phase_ends
from defilade.tactics.units import Unit

PART = Part()

USED_TO_AFVS = 1942
UNSEEN = ENTRENCHED = -1
"""SL:7.3.6: of who is concealed, and of who is dug in."""

MUST_GO = Refusal("it leaves for fear of an AFV: it does not fire", "SL:7.3.3-b")


@any_of
def faces_it(g: SlPlay, unit: Unit, vehicle: Vehicle) -> bool:
    """Has a unit what it takes to destroy an AFV?"""
    return False


@any_of
def cannot_leave(g: SlPlay, unit: Unit) -> bool:
    """Can a unit not leave its hex, whatever it is afraid of?"""
    return False


class FearCheck(Frame):
    """A MC of a unit that an AFV frightens."""

    unit: str
    vehicles: tuple[str, ...]


def unused_to_afvs(g: SlPlay, unit: Unit) -> bool:
    """SL:7.3.2"""
    return int(g.scenario.date[:4]) < USED_TO_AFVS or is_inexperienced(g, unit)


def easily_frightened(g: SlPlay, unit: Unit) -> bool:
    """Leaders, heroes, scouts and snipers are exempt (SL:7.3.8)."""
    return unit.is_mmc and not unit.berserk and unused_to_afvs(g, unit)


def threatens(g: SlPlay, vehicle: Vehicle, unit: Unit) -> bool:
    """SL:7.3.3-a: adjacent, in the arc of a weapon that works; SL:7.3-q1, SL:7.3-q2: not over a cliff, nor from upper
    levels of a building. It must be neither stunned nor in motion."""
    if not vehicle.able or vehicle.motion or not is_afv(g, vehicle):
        return False
    near = vehicle.hex in g.map.adjacent.get(unit.hex, ()) and terrain.sees(g, unit.hex, vehicle.hex)
    level = abs(g.map.level(unit.hex) - g.map.level(vehicle.hex)) <= 1
    return near and level and covers(g, vehicle, unit.hex)


def feared_by(g: SlPlay, unit: Unit) -> tuple[str, ...]:
    if unit.broken or unit.melee or not easily_frightened(g, unit):
        return ()
    enemies = of_side(g, g.enemy_of(unit.side))
    return tuple([v.id for v in enemies if threatens(g, v, unit) and not faces_it(g, unit, v)])


class FearStep(Frame):
    """The eleventh step of the RPh."""


PART.adds(RALLY_STEPS, RallyStep(11, "AFV fear", FearStep))  # SL:1.3.1-p1.11


@PART.automatic(FearStep)
def run_fear_step(g: SlPlay, frame: FearStep) -> None:
    """SL:7.3.3-a: in its own RPh, who was in order when it began; SL:7.3.3-b: one check, however many there are."""
    g.pop()
    g.state.fears = {}
    units = [unit for unit in g.on_map(g.attacker) if not unit.rally_tried] if g.state.vehicles else []
    g.push_in_order(*(FearCheck(unit.id, found) for unit in units if (found := feared_by(g, unit))))


def lines(g: SlPlay, frame: FearCheck, unit: Unit) -> tuple[Line, ...]:
    """SL:7.3.8: leaders help others; SL:7.3.6: who is concealed or dug in is steadier. Terrain does not count
    (SL:7.3-q4)."""
    unseen = (Line("concealed", UNSEEN, "SL:7.3.6"),) if unit.id in g.state.unseen else ()
    beneath = bool(unit.hex) and g.state.inside.get(unit.id) == unit.hex
    dug_in = (Line("entrenched", ENTRENCHED, "SL:7.3.6"),) if beneath else ()
    return (*morale.leader_lines(g, unit, "SL:7.3.8"), *unseen, *dug_in)


def checked(g: SlPlay, frame: FearCheck, unit: Unit, found: Thrown) -> None:
    """SL:7.3.3-b: who fails must leave, and that is all. Who passes still needs the other check before an attack
    (SL:7.3.9)."""
    g.pop()
    if not found.passed:
        g.state.fears[unit.id] = frame.vehicles


check_procedure(
    PART,
    FearCheck,
    CheckKind(
        event="fear_check",
        title="AFV presence MC",
        asks=lambda g, frame, unit: f"Does the {g.name(unit)} stay beside {g.names(frame.vehicles)}?",
        level=lambda g, frame, unit: morale.morale_level(g, unit),
        lines=lines,
        taken=checked,
        rules=("SL:7.3.3-a",),
        verdicts=("it stays.", "it must leave."),
        always_fails=12,
    ),
)


@PART.answers(fire_bar)
def does_not_fire_first(g: SlPlay, unit: Unit, target: str) -> Refusal | None:
    """SL:7.3.3-b: who must move in the coming MPh may not Prep Fire and stay."""
    goes = unit.id in g.state.fears and unit.side == g.attacker
    return MUST_GO if goes and not cannot_leave(g, unit) else None


@PART.answers(phase_begins)
def neutralised(g: SlPlay, phase: str) -> None:
    """SL:7.3.5: nobody leaves for an AFV that the PFPh has silenced; that it turns later is no matter (SL:7.3-q3)."""
    if phase == MPH:
        left = {
            uid: tuple([vid for vid in ids if still_feared(g, vid)]) for uid, ids in g.state.fears.items()
        }
        g.state.fears = {uid: ids for uid, ids in left.items() if ids}


def still_feared(g: SlPlay, vehicle_id: str) -> bool:
    vehicle = g.state.vehicles[vehicle_id]
    return vehicle.able


@PART.answers(phase_ends)
def who_stayed_breaks(g: SlPlay, phase: str) -> None:
    """SL:7.3.7-a: it must have moved, and not beside the AFV that it left; beside others it may stand."""
    if phase != MPH:
        return
    for uid, ids in g.state.fears.items():
        unit = g.state.units.get(uid)
        if unit is None or unit.broken or not unit.hex:
            continue
        beside = any(g.state.vehicles[vid].hex in (*g.map.adjacent[unit.hex], unit.hex) for vid in ids)
        if beside or not unit.moved:
            g.say(
                "panics",
                f"{g.name(unit)} has stayed beside the AFV.",
                "SL:7.3.7-a",
                side=unit.side,
                who=(uid,),
                at=unit.hex,
            )
            morale.break_unit(g, unit)
    g.state.fears = {}
