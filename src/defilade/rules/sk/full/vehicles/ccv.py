"""Infantry against a vehicle in close combat (SKF:3.8-n to SKF:3.8-r): by its Close Combat Value."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sk import morale
from defilade.rules.sk.close_combat_attack import ambush_line, by_cx_line
from defilade.rules.sk.field_promotion import FieldPromotion
from defilade.rules.sk.full.library import kit_of
from defilade.rules.sk.full.vehicles.driving import non_stopped
from defilade.rules.sk.full.vehicles.immobilization import immobilize
from defilade.rules.sk.full.vehicles.vehicular_mg import usable
from defilade.rules.sk.full.vehicles.wrecks import destroy
from defilade.rules.sk.morale import CasualtyReduction
from defilade.rules.sk.state import SkPlay
from defilade.tactics.odds_table import kill_chances
from defilade.tactics.random_selection import RandomSelection
from defilade.tactics.units import Unit
from defilade.tactics.vehicles import BMG, Vehicle

PART = Part()

TWO, TWELVE = 2, 12
AGAINST_AFV = 1
"""DAE:QRDC-ldrcreate: an attack on an AFV helps whoever steps forward like odds one column below 1:1."""


class VehicleAssault(Frame):
    """Infantry attacks a vehicle in its hex. `less` is what is off its CCV for having fired (SKF:3.3.4-c)."""

    units: tuple[str, ...]
    vehicle: str
    less: int = 0
    ambusher: str = ""
    last_chance: bool = False
    """An original 2 that could do nothing: a dr is due (SKF:3.8-q)."""


class PickedReduction(Frame):
    """Casualty reduction of whom a random selection has picked."""

    selected: tuple[str, ...] = ()


@PART.automatic(PickedReduction)
def run_picked_reduction(g: SkPlay, frame: PickedReduction) -> None:
    g.pop()
    g.push_in_order(*(CasualtyReduction(uid) for uid in frame.selected))


def reduce_one(g: SkPlay, units: tuple[str, ...], rule: str) -> None:
    g.push(PickedReduction())
    g.push(RandomSelection(units, 1, "who is reduced", rule))


def ccv_of(g: SkPlay, unit: Unit) -> int:
    """SKF:3.8-n, DAE:QRDC-ccv"""
    return int(getattr(kit_of(g).charts.ccv, unit.kind))


def ccv_lines(g: SkPlay, units: Sequence[Unit], less: int) -> list[Line]:
    """The CCV of one unit, or of one with an SMC, and what lowers it (SKF:3.8-o, SKF:5.4-d)."""
    first = max(units, key=lambda unit: ccv_of(g, unit))
    lines = [Line(f"CCV of {g.name(first)}", ccv_of(g, first), "SKF:3.8-n", "=")]
    lines += [Line(f"with {g.name(unit)}", 1, "SKF:3.8-n", "=") for unit in units if unit is not first]
    if any(unit.pinned for unit in units):
        lines.append(Line("pinned", -1, "SKF:3.8-o", "="))
    if any(unit.is_mmc and morale.is_inexperienced(g, unit) for unit in units):
        lines.append(Line("Inexperienced", -1, "DAE:QRDC-ccv", "="))
    if less:
        lines.append(Line("has already fired", -less, "SKF:3.3.4-c", "="))
    return lines


def leader_line(g: SkPlay, units: Sequence[Unit]) -> Line | None:
    """SKF:3.8-h: a leader directs whom he fights with, never himself alone."""
    leaders = [unit for unit in units if morale.can_lead(unit)]
    if len(units) < 2 or not leaders:
        return None
    value = min(morale.leadership(g, leader) for leader in leaders)
    return Line("leadership", value, "SKF:3.8-h") if value < 0 else None


def vehicle_lines(g: SkPlay, vehicle: Vehicle) -> list[Line]:
    """DAE:QRDC-ccmod: what the vehicle brings on itself."""
    lines = []
    if vehicle.ce:
        lines.append(Line("CE AFV", -1, "DAE:QRDC-ccmod"))
    if non_stopped(g, vehicle):
        lines.append(Line("in Motion or Non-Stopped", 2, "SKF:3.3.2-r"))
    elif not vehicle.mobile:
        lines.append(Line("immobile AFV", -1, "DAE:QRDC-ccmod"))
    # SKF:3.8-u: a BMG counts here, though it cannot attack in CC
    has_bmg = bool(g.vehicle_type(vehicle).bmg) and BMG not in (*vehicle.broken, *vehicle.disabled)
    if not has_bmg and not usable(g, vehicle):
        lines.append(Line("no usable MG", -1, "DAE:QRDC-ccmod"))
    return lines


def assault_breakdown(g: SkPlay, frame: VehicleAssault) -> Breakdown:
    units, vehicle = [g.unit(uid) for uid in frame.units], g.vehicle(frame.vehicle)
    values = ccv_lines(g, units, frame.less)
    modifiers = [leader_line(g, units), by_cx_line(g, units), ambush_line(g, units[0].side, frame.ambusher)]
    lines = [*values, *(line for line in modifiers if line is not None), *vehicle_lines(g, vehicle)]
    return Breakdown(
        f"{g.names(frame.units)} against {g.vehicle_name(vehicle)}",
        tuple(lines),
        total=sum(line.value for line in values),
        rules=("SKF:3.8-n", "DAE:QRDC-ccmod"),
    )


def odds(g: SkPlay, frame: VehicleAssault) -> dict[str, float]:
    added_up = assault_breakdown(g, frame)
    chances = kill_chances(int(added_up.total), added_up.drm)
    found = {"destroyed": chances.below, "immobilized": chances.on, "no effect": chances.above}
    if TWO + added_up.drm > added_up.total:
        two = 1 / 36
        found = {"destroyed": two * 2 / 6, "immobilized": two / 6, "no effect": 1 - two * 3 / 6}
    return found


@PART.decisions(VehicleAssault)
def ask_vehicle_assault(g: SkPlay, frame: VehicleAssault) -> Chance | None:
    vehicle = g.vehicle(frame.vehicle)
    if vehicle.wreck or not all(uid in g.state.units for uid in frame.units):
        return None
    side = g.unit(frame.units[0]).side
    if frame.last_chance:
        asks = f"An original 2 against {g.vehicle_name(vehicle)}: 1-2 destroys, 3 immobilizes it."
        return Chance(asks, dice=1, side=side, rules=("SKF:3.8-q",), about=(vehicle.id,))
    added_up = assault_breakdown(g, frame)
    return Chance(
        f"Close combat DR of {added_up.title}: CCV {added_up.total:g}.",
        dice=2,
        side=side,
        rules=("SKF:3.8-n",),
        about=(*frame.units, vehicle.id),
    )


@ask_vehicle_assault
def take_vehicle_assault(g: SkPlay, frame: VehicleAssault, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Outcome):
        g.pop()
        return
    vehicle = g.vehicle(frame.vehicle)
    if frame.last_chance:
        g.pop()
        _strike(g, vehicle, answer.dice[0] <= 2, answer.dice[0] == 3, "SKF:3.8-q")
        return
    added_up = assault_breakdown(g, frame)
    original = sum(answer.dice)
    final, ccv = original + added_up.drm, int(added_up.total)
    impossible = original == TWO and final > ccv
    words = "destroyed" if final < ccv else "immobilized" if final == ccv else "no effect"
    g.say(
        "close_combat",
        f"{added_up.title}: CCV {ccv}, DR {original}, final {final}: "
        + ("one more chance." if impossible else f"{words}."),
        "SKF:3.8-n",
        *(("SKF:3.8-q",) if impossible else ()),
        side=g.unit(frame.units[0]).side,
        who=(*frame.units, vehicle.id),
        at=vehicle.hex,
        dice=answer.dice,
        breakdown=added_up,
    )
    if impossible:
        frame.last_chance = True
    else:
        g.pop()
        _strike(g, vehicle, final < ccv, final == ccv, "SKF:3.8-n")
    if original == TWELVE and not vehicle.shock and not vehicle.stun:
        reduce_one(g, frame.units, "SKF:3.8-r")
    _report(g, answer.dice)
    best = [unit for uid in frame.units if (unit := g.unit(uid)).is_mmc]
    if original == TWO and best:
        g.push(FieldPromotion(best[0].id, morale.morale_level(g, best[0]), AGAINST_AFV))


def _report(g: SkPlay, dice: tuple[int, ...]) -> None:
    """Tell a reaction that runs below what was rolled: as FPF that is its NMC."""
    for below in reversed(g.state.stack):
        if hasattr(below, "desperate") and hasattr(below, "dice"):
            below.dice = dice
            return


def _strike(g: SkPlay, vehicle: Vehicle, destroyed: bool, stopped: bool, rule: str) -> None:
    if destroyed:
        destroy(g, vehicle, "is knocked out in close combat", rule)
    elif stopped:
        immobilize(g, vehicle, rule)
