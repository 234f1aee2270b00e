"""The Pre-AFV Advance/Attack Task Check (SKF:3.7-d), and what else vehicles bring to the Advance Phase (SKF:3.7-h)."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sk import morale
from defilade.rules.sk.advance import advance, before_advancing, other_advance_taken, other_advances
from defilade.rules.sk.full.vehicles import crew_exposed
from defilade.rules.sk.state import SkPlay
from defilade.tactics.counters import ELITE
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit
from defilade.tactics.vehicles import Vehicle

PART = Part()

MINORS = ("italian", "allied_minor", "axis_minor")
"""Nations whose non-elite Infantry fears tanks more (SKF:3.7-f)."""


class TankCheck(Frame):
    """A PAATC of one MMC. The frame right below learns by `dared` whether it passed, where it has such a field."""

    unit: str
    vehicle: str


class AdvanceOnTank(Frame):
    """Units want to advance into the hex of an enemy AFV: each MMC checks, and who passes goes in at once."""

    units: tuple[str, ...]
    hex: Hex
    vehicle: str
    asked: bool = False
    dared: bool = False


def needs_check(g: SkPlay, unit: Unit) -> bool:
    """SKF:3.7-e: leaders need none."""
    return unit.is_mmc


def enemy_tank(g: SkPlay, side: Side, hex: Hex) -> Vehicle | None:
    return g.tank_of(hex, g.enemy_of(side))


def check_breakdown(g: SkPlay, unit: Unit) -> Breakdown:
    """SKF:3.7-d to SKF:3.7-f"""
    lines = []
    nation = g.counter(unit).nationality
    if morale.is_inexperienced(g, unit) or (nation in MINORS and g.counter(unit).cls != ELITE):
        lines.append(Line("fears tanks", 1, "SKF:3.7-f"))
    leaders = [u for u in g.side_in(unit.hex, unit.side) if morale.can_lead(u)]
    best = min((morale.leadership(g, u) for u in leaders), default=0)
    if best < 0:
        lines.append(Line("leadership", best, "SKF:3.7-e"))
    return Breakdown(
        f"PAATC of {g.name(unit)}", tuple(lines), total=morale.morale_level(g, unit), rules=("SKF:3.7-d",)
    )


@PART.decisions(TankCheck)
def ask_tank_check(g: SkPlay, frame: TankCheck) -> Chance:
    unit = g.unit(frame.unit)
    return Chance(
        f"PAATC of {g.name(unit)} against {g.vehicle_name(frame.vehicle)}: {morale.morale_level(g, unit)} or less.",
        dice=2,
        side=unit.side,
        rules=("SKF:3.7-d",),
        about=(unit.id, frame.vehicle),
    )


@ask_tank_check
def take_tank_check(g: SkPlay, frame: TankCheck, answer: Action | Outcome | None) -> None:
    g.pop()
    assert isinstance(answer, Outcome)
    unit = g.unit(frame.unit)
    added_up = check_breakdown(g, unit)
    final = sum(answer.dice) + added_up.drm
    dares = final <= added_up.total
    g.say(
        "paatc",
        f"{added_up.title}: DR {sum(answer.dice)}, final {final}: {'passes' if dares else 'fails'}.",
        "SKF:3.7-d",
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
        dice=answer.dice,
        breakdown=added_up,
    )
    if not dares:
        morale.pin(g, unit, "SKF:3.7-d")
    below = g.state.stack[-1]
    if hasattr(below, "dared"):
        below.dared = dares


@PART.answers(before_advancing)
def check_first(g: SkPlay, units: tuple[str, ...], hex: Hex) -> Frame | None:
    if not g.state.vehicles:
        return None
    tank = enemy_tank(g, g.attacker, hex)
    if tank is None or not any(needs_check(g, g.unit(uid)) for uid in units):
        return None
    return AdvanceOnTank(units, hex, tank.id)


@PART.automatic(AdvanceOnTank)
def run_advance_on_tank(g: SkPlay, frame: AdvanceOnTank) -> None:
    """SKF:3.7-g: one after the other; who passes enters before the next one checks."""
    if not frame.units:
        g.pop()
        return
    unit = g.unit(frame.units[0])
    if needs_check(g, unit) and not frame.asked:
        frame.asked, frame.dared = True, False
        g.push(TankCheck(unit.id, frame.vehicle))
        return
    goes = frame.dared or not needs_check(g, unit)
    frame.units, frame.asked = frame.units[1:], False
    if goes:
        advance(g, [unit], frame.hex)


@PART.answers(other_advances)
def crews_change(g: SkPlay) -> Iterable[Action]:
    """SKF:3.7-h"""
    return [
        Action(crew_exposed.options(g, vehicle)[0].verb, (vehicle.id,))
        for vehicle in g.state.vehicles.values()
        if vehicle.side == g.attacker and vehicle.hex and crew_exposed.options(g, vehicle)
    ]


@PART.answers(other_advance_taken)
def change_crew(g: SkPlay, action: Action) -> bool:
    if action.verb not in (crew_exposed.OPEN.verb, crew_exposed.BUTTON.verb):
        return False
    crew_exposed.change(g, g.vehicle(action.who[0]))
    return True
