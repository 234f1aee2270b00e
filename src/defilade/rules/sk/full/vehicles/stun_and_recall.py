"""Stun, STUN and Recall (SKF:7.10-h to SKF:7.10-n), and the morale of crews (SKF:7.10-a)."""

from __future__ import annotations

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome
from defilade.kernel.composition import Part
from defilade.kernel.encoding import always
from defilade.rules.sk import terrain
from defilade.rules.sk.attack import crew_struck
from defilade.rules.sk.attack_plan import crew_lines
from defilade.rules.sk.full.library import kit_of
from defilade.rules.sk.full.vehicles.crew_exposed import button_up
from defilade.rules.sk.full.vehicles.wrecks import stop_moving
from defilade.rules.sk.state import CCPH, SkPlay
from defilade.rules.sk.tables import FireResult
from defilade.tactics.attack_plan import COVER, Aim
from defilade.tactics.sequence import phase_ends
from defilade.tactics.vehicles import ONE_MAN_TURRET, STUN, STUN_RECALL, Vehicle

PART = Part()

MC, PTC, SHOCK_CHECK = "MC", "PTC", "shock"
CE_DRM = 2


class CrewCheck(Frame):
    """The crew of a vehicle checks its morale: MC, PTC, or the NMC of a possible Shock."""

    vehicle: str
    kind: str = always(MC)
    drm: int = 0


def crew_morale(g: SkPlay, vehicle: Vehicle) -> int:
    """SKF:7.10-a: that of its nation's best elite MMC, unless its counter says otherwise (DAE:VN-Tiger-b)."""
    kind = g.vehicle_type(vehicle)
    return kind.crew_morale or kit_of(g).charts.crew_morale[kind.nationality]


# -- fire at crews ---------------------------------------------------------------------------------------------


@PART.modifies(crew_lines, "SKF:7.7-b", "SKF:7.12-a", step=COVER)
def cover_of_crew(g: SkPlay, vehicle: Vehicle, aim: Aim) -> list[Line]:
    """SKF:7.7-b: the CE DRM, or the TEM of the hex where that is more: they do not add up. A weapon from which terrain
    does not protect feels the CE DRM all the same."""
    tem = terrain.tem(g, vehicle.hex)
    if aim.covered and tem.value > CE_DRM:
        return [Line(tem.label, tem.value, "SKF:7.12-a")]
    return [Line("CE crew", CE_DRM, "SKF:7.7-b")]


@PART.answers(crew_struck)
def strike_crew(g: SkPlay, vehicle: Vehicle, found: FireResult) -> None:
    """SKF:3.2.3-d, SKF:3.2.3-t, SKF:3.2.3-y"""
    if vehicle.wreck or not vehicle.ce:
        return
    if found.kind in ("KIA", "K"):
        stun(g, vehicle, STUN_RECALL, "SKF:3.2.3-d", "SKF:7.10-l")
    elif found.kind == "MC":
        g.push(CrewCheck(vehicle.id, MC, found.number))
    elif found.kind == "PTC":
        g.push(CrewCheck(vehicle.id, PTC))


def check_breakdown(g: SkPlay, vehicle: Vehicle, frame: CrewCheck) -> Breakdown:
    lines = []
    if frame.drm:
        lines.append(Line(f"{frame.drm}MC", frame.drm, "SKF:3.2.3-v"))
    if vehicle.stunned:
        lines.append(Line("stunned before", 1, "SKF:7.10-j"))
    title = f"{'PTC' if frame.kind == PTC else 'Morale check'} of the crew of {g.vehicle_name(vehicle)}"
    return Breakdown(title, tuple(lines), total=crew_morale(g, vehicle), rules=("SKF:7.10-a",))


@PART.decisions(CrewCheck)
def ask_crew_check(g: SkPlay, frame: CrewCheck) -> Chance | None:
    vehicle = g.state.vehicles.get(frame.vehicle)
    if vehicle is None or vehicle.wreck or (frame.kind != SHOCK_CHECK and not vehicle.ce):
        return None
    words = {MC: "Morale check", PTC: "Pin Task Check", SHOCK_CHECK: "Possible Shock: morale check"}
    return Chance(
        f"{words[frame.kind]} of the crew of {g.vehicle_name(vehicle)}: {crew_morale(g, vehicle)} or less.",
        dice=2,
        side=vehicle.side,
        rules=("SKF:7.10-b",) if frame.kind == SHOCK_CHECK else ("SKF:7.10-a",),
        about=(vehicle.id,),
    )


@ask_crew_check
def take_crew_check(g: SkPlay, frame: CrewCheck, answer: Action | Outcome | None) -> None:
    g.pop()
    if not isinstance(answer, Outcome):
        return
    vehicle = g.vehicle(frame.vehicle)
    added_up = check_breakdown(g, vehicle, frame)
    original = sum(answer.dice)
    final, level = original + added_up.drm, crew_morale(g, vehicle)
    fails = final > level or (frame.kind == MC and original == 12)
    g.say(
        "crew_check",
        f"{added_up.title}: DR {original}, final {final} against {level}: {'fails' if fails else 'passes'}.",
        "SKF:7.10-a",
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
        dice=answer.dice,
        breakdown=added_up,
    )
    if frame.kind == SHOCK_CHECK:
        if fails:
            shock(g, vehicle, "SKF:7.10-b")
    elif frame.kind == PTC:
        if fails:
            button_up(g, vehicle, "SKF:3.2.3-y")
    elif original == 12:
        stun(g, vehicle, STUN_RECALL, "SKF:3.2.3-t", "SKF:7.10-l")
    elif fails:
        stun(g, vehicle, STUN, "SKF:3.2.3-t", "SKF:7.10-h")
    elif final == level:
        button_up(g, vehicle, "SKF:3.2.3-y")  # passed by the skin of its teeth: pinned


# -- Stun --------------------------------------------------------------------------------------------------------


def stun(g: SkPlay, vehicle: Vehicle, kind: str, *rules: str) -> Vehicle:
    """SKF:7.10-i: it goes BU, stops without spending MP, and does nothing more in this player turn. SKF:7.10-k: the
    second Stun, for a one-man turret the first, Recalls it; so does STUN."""
    again = vehicle.stunned or bool(vehicle.stun)
    recalled = kind == STUN_RECALL or again or g.vehicle_type(vehicle).turret == ONE_MAN_TURRET
    g.say(
        "stun",
        f"{g.vehicle_name(vehicle)} is {'STUNned' if kind == STUN_RECALL else 'Stunned'}"
        + (" and Recalled." if recalled else "."),
        "SKF:7.10-i",
        *(("SKF:7.10-k",) if again else ()),
        *rules,
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
    )
    vehicle = button_up(g, vehicle)
    vehicle = g.update_vehicle(
        vehicle,
        stun=STUN_RECALL if recalled else STUN,
        motion=False,
        recalled=vehicle.recalled or recalled,
    )
    stop_moving(g, vehicle)
    return vehicle


@PART.answers(phase_ends)
def flip_stun(g: SkPlay, phase: str) -> None:
    """SKF:7.10-j, SKF:3.8-ac: at the end of the player turn the counter is flipped to its +1 side."""
    if phase != CCPH:
        return
    for vehicle in list(g.state.vehicles.values()):
        if vehicle.stun:
            g.update_vehicle(vehicle, stun="", stunned=True)
            g.say(
                "stun_over",
                f"{g.vehicle_name(vehicle)} is no longer Stunned, but +1 from now on.",
                "SKF:7.10-j",
                "SKF:3.8-ac",
                side=vehicle.side,
                who=(vehicle.id,),
                at=vehicle.hex,
            )


def recall(g: SkPlay, vehicle: Vehicle, *rules: str) -> Vehicle:
    """SKF:7.10-n"""
    if vehicle.recalled or vehicle.wreck:
        return vehicle
    g.say(
        "recall",
        f"{g.vehicle_name(vehicle)} is Recalled.",
        "SKF:2.0-y",
        *rules,
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
    )
    return g.update_vehicle(vehicle, recalled=True)


# -- Shock ---------------------------------------------------------------------------------------------------------


def shock(g: SkPlay, vehicle: Vehicle, *rules: str) -> Vehicle:
    """SKF:7.10-d: it goes BU, halts at no cost and does nothing; SKF:7.10-f: a further Shock only turns a UK back."""
    g.say(
        "shock",
        f"{g.vehicle_name(vehicle)} is Shocked.",
        "SKF:7.10-d",
        *(("SKF:7.10-f",) if vehicle.shock else ()),
        *rules,
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
    )
    vehicle = button_up(g, vehicle)
    vehicle = g.update_vehicle(vehicle, shock="shock", motion=False)
    stop_moving(g, vehicle)
    return vehicle
