"""The attacks of a close combat with vehicles in it: vehicles against Infantry (SKF:3.8-s, SKF:3.8-t), Infantry against
Infantry beside them, and close defence weapons (SKF:3.8-v, SKF:3.8-w)."""

from __future__ import annotations

import msgspec

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sk import effects, ift, morale
from defilade.rules.sk.close_combat import SNAKE_EYES, best_mmc, poor_odds
from defilade.rules.sk.close_combat_attack import against_lines, ambush_line, make_attack, result
from defilade.rules.sk.close_combat_attack import breakdown as infantry_breakdown
from defilade.rules.sk.field_promotion import FieldPromotion
from defilade.rules.sk.full.vehicles.ccv import ccv_of, reduce_one
from defilade.rules.sk.full.vehicles.vehicular_mg import month_of, printed_fp
from defilade.rules.sk.state import SkPlay
from defilade.tactics.names import Side
from defilade.tactics.odds_table import odds_words
from defilade.tactics.vehicles import CLOSE_DEFENCE, Vehicle

PART = Part()


class VehicleStrikes(Frame):
    """A vehicle attacks Infantry with MG."""

    vehicle: str
    guns: tuple[str, ...]
    targets: tuple[str, ...]
    ambusher: str = ""


class InfantryStrikes(Frame):
    """Infantry attacks Infantry beside a vehicle."""

    units: tuple[str, ...]
    targets: tuple[str, ...]
    ambusher: str = ""


class CloseDefence(Frame):
    """SKF:3.8-v: the close defence weapon of a vehicle."""

    vehicle: str


# -- vehicles against Infantry -------------------------------------------------------------------------------


def strike_breakdown(g: SkPlay, frame: VehicleStrikes) -> tuple[Breakdown, int, list[int]]:
    """SKF:3.8-t: the FP of the guns against the CCV of the targets, halved in Motion, never more; the kill number, and
    the DRM against each target."""
    vehicle, table = g.vehicle(frame.vehicle), g.library.tables.close_combat
    lines = [Line(gun.upper(), printed_fp(g, vehicle, gun), "SKF:3.8-s", "fp") for gun in frame.guns]
    fp = float(sum(line.value for line in lines))
    if vehicle.motion:
        fp /= 2
        lines.append(Line("in Motion", 0.5, "SKF:3.8-t", "x"))
    units = [g.unit(uid) for uid in frame.targets]
    defence = max(ccv_of(g, unit) for unit in units) + len(units) - 1
    column = table.odds(fp, defence)
    words = odds_words(column.odds, table.columns[0].odds, table.columns[-1].odds)
    modifiers = [ambush_line(g, vehicle.side, frame.ambusher)]
    if vehicle.stunned:
        modifiers.append(Line("stunned before", 1, "SKF:7.10-j"))
    common = [line for line in modifiers if line is not None]
    each = [int(sum(line.value for line in (*common, *against_lines(g, unit)))) for unit in units]
    more = against_lines(g, units[0]) if len(units) == 1 else ()
    added_up = Breakdown(
        f"{g.vehicle_name(vehicle)} against {g.names(frame.targets)}",
        (
            *lines,
            Line("CCV", defence, "SKF:3.8-t", "="),
            Line(f"kill number at {words}", column.kill, "DAE:QRDC-cct", "="),
            *common,
            *more,
        ),
        total=fp,
        column=column.kill,
        rules=("SKF:3.8-s", "SKF:3.8-t"),
    )
    return added_up, column.kill, each


@PART.decisions(VehicleStrikes)
def ask_vehicle_strikes(g: SkPlay, frame: VehicleStrikes) -> Chance | None:
    vehicle = g.vehicle(frame.vehicle)
    if vehicle.wreck or not all(uid in g.state.units for uid in frame.targets):
        return None
    return Chance(
        f"Close combat DR of {g.vehicle_name(vehicle)} against {g.names(frame.targets)}.",
        dice=2,
        side=vehicle.side,
        rules=("SKF:3.8-t",),
        about=(vehicle.id, *frame.targets),
    )


@ask_vehicle_strikes
def take_vehicle_strikes(g: SkPlay, frame: VehicleStrikes, answer: Action | Outcome | None) -> None:
    g.pop()
    if not isinstance(answer, Outcome):
        return
    added_up, kill, drms = strike_breakdown(g, frame)
    finals = [(uid, sum(answer.dice) + drm) for uid, drm in zip(frame.targets, drms, strict=True)]
    dead = tuple(uid for uid, final in finals if final < kill)
    reduced = tuple(uid for uid, final in finals if final == kill)
    _say_strike(g, added_up, answer.dice, kill, dead, reduced, g.vehicle(frame.vehicle).side)
    _harm(g, dead, reduced)


def _say_strike(
    g: SkPlay,
    added_up: Breakdown,
    dice: tuple[int, ...],
    kill: int,
    dead: tuple[str, ...],
    reduced: tuple[str, ...],
    side: Side,
) -> None:
    words = []
    if dead:
        words.append(f"{g.names(dead)} eliminated")
    if reduced:
        words.append(f"casualty reduction of {' or '.join(g.name(uid) for uid in reduced)}")
    g.say(
        "close_combat",
        f"{added_up.title}: kill number {kill}, DR {sum(dice)}: {', '.join(words) or 'no effect'}.",
        *added_up.rules,
        side=side,
        dice=dice,
        breakdown=added_up,
    )


def _harm(g: SkPlay, dead: tuple[str, ...], reduced: tuple[str, ...]) -> None:
    if reduced:
        reduce_one(g, reduced, "SK1:3.8-i2")
    for uid in dead:
        morale.eliminate(g, g.unit(uid), "is eliminated in close combat", "SK1:3.8-i")


# -- Infantry against Infantry beside vehicles ---------------------------------------------------------------


@PART.decisions(InfantryStrikes)
def ask_infantry_strikes(g: SkPlay, frame: InfantryStrikes) -> Chance | None:
    if not all(uid in g.state.units for uid in (*frame.units, *frame.targets)):
        return None
    return Chance(
        f"Close combat DR of {g.names(frame.units)} against {g.names(frame.targets)}.",
        dice=2,
        side=g.unit(frame.units[0]).side,
        rules=("SK1:3.8-h", "SKF:3.8-l"),
        about=(*frame.units, *frame.targets),
    )


@ask_infantry_strikes
def take_infantry_strikes(g: SkPlay, frame: InfantryStrikes, answer: Action | Outcome | None) -> None:
    g.pop()
    if not isinstance(answer, Outcome):
        return
    units = [g.unit(uid) for uid in frame.units]
    attack = make_attack(g, units[0].side, frame.ambusher, units, [g.unit(uid) for uid in frame.targets])
    attack = msgspec.structs.replace(attack, dice=answer.dice)
    outcome = result(g, attack)
    added_up = infantry_breakdown(g, attack)
    _say_strike(
        g, added_up, answer.dice, added_up.column, outcome.eliminated, outcome.one_reduced, units[0].side
    )
    _harm(g, outcome.eliminated, outcome.one_reduced)
    best = best_mmc(g, attack)
    if answer.dice == SNAKE_EYES and best is not None:  # SK1:5.3-a
        below = poor_odds(g, 0, attack)
        g.push(FieldPromotion(best.id, morale.morale_level(g, best), below))


# -- close defence weapons -----------------------------------------------------------------------------------


def close_defence_number(g: SkPlay, vehicle: Vehicle) -> int:
    """Its usage number at the date; 0 where it has none."""
    dated = g.vehicle_type(vehicle).dispensers.get(CLOSE_DEFENCE, ())
    return next((entry.number for entry in dated if entry.holds(month_of(g))), 0)


@PART.decisions(CloseDefence)
def ask_close_defence(g: SkPlay, frame: CloseDefence) -> Chance:
    vehicle = g.vehicle(frame.vehicle)
    return Chance(
        f"Close defence weapon of {g.vehicle_name(vehicle)}: nothing above {close_defence_number(g, vehicle)}.",
        dice=2,
        side=vehicle.side,
        rules=("SKF:3.8-v", "SKF:3.8-w"),
        about=(vehicle.id,),
    )


@ask_close_defence
def take_close_defence(g: SkPlay, frame: CloseDefence, answer: Action | Outcome | None) -> None:
    """SKF:3.8-v: on all Infantry in the hex, friends too, with no modifier at all; SKF:3.8-w: nothing above the usage
    number. A Tiger's mine dischargers have FP of their own (DAE:VN-Tiger-a)."""
    g.pop()
    assert isinstance(answer, Outcome)
    vehicle = g.vehicle(frame.vehicle)
    fp = g.vehicle_type(vehicle).close_defence_fp
    original = sum(answer.dice)
    works = original <= close_defence_number(g, vehicle)
    column = ift.column(g, fp)
    found = ift.result(g, column, original)
    struck = tuple(unit.id for unit in g.units_in(vehicle.hex))
    g.say(
        "close_defence",
        f"{g.vehicle_name(vehicle)} uses its close defence weapon: {fp} FP, DR {original}: "
        + (str(found) if works and found.kind != "none" else "no effect")
        + ".",
        "SKF:3.8-v",
        "SKF:3.8-w",
        *(("DAE:VN-Tiger-a",) if g.vehicle_type(vehicle).no_smoke else ()),
        side=vehicle.side,
        who=struck,
        at=vehicle.hex,
        dice=answer.dice,
        breakdown=Breakdown(
            f"Close defence weapon of {g.vehicle_name(vehicle)}",
            (Line("close defence weapon", fp, "SKF:3.8-v", "fp"),),
            total=fp,
            column=ift.column_fp(g, column),
            rules=("SKF:3.8-v",),
        ),
    )
    if works and struck:
        effects.mark_desperate(g, struck, found, possible=True)
        g.push(effects.FireEffects(vehicle.hex, column, (effects.Struck(struck, 0, found),)))
