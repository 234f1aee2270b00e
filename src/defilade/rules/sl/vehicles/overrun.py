"""Overruns (SL:7.1): an AFV drives onto infantry, trucks or jeeps in its MPh and attacks them as it comes in.

The other side may act against it in the hex before (SL:7.1.13-a), not between its entry and its attack (SL:7.1-q12),
and again when that is done.
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part, all_of, bar, first_of, told
from defilade.rules.sl import fire, morale
from defilade.rules.sl.fire import DEFENSIVE, Attack, piece_struck
from defilade.rules.sl.options import OPTIONS, Option
from defilade.rules.sl.smoke import SmokeDice, in_smoke, lines_of_screens, screens
from defilade.rules.sl.state import DFPH, MPH, SlPlay
from defilade.rules.sl.tables import KIA
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.against_vehicles import (
    VEHICLE_ATTACKS,
    AgainstVehicle,
    VehicleAttack,
)
from defilade.rules.sl.vehicles.armour_leaders import leader_line, used
from defilade.rules.sl.vehicles.driving import among_enemies, before_enemies, enters_enemies
from defilade.rules.sl.vehicles.exposed import OVERRUN, exposed_of, passenger_piece
from defilade.rules.sl.vehicles.yard import (
    change,
    flames,
    immobilize,
    is_afv,
    kind_of,
    passengers_of,
    vehicles_in,
    working_gun,
    working_mgs,
    wreck,
)
from defilade.tactics.attack_plan import (
    Aim,
    Firing,
    Plan,
    plan_of_lines,
    plan_of_targets,
    resolve,
    shot_factors,
)
from defilade.tactics.checks import Check, check_rounds
from defilade.tactics.fire_groups import Shot
from defilade.tactics.leader_loss import with_leader_losses
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit
from defilade.tactics.vehicles import AAMG, FT, RMG

PART = Part()


@told
def overrun_read(g: SlPlay, vehicle: str, column: int | None, deadly: bool) -> None:
    """An overrun has been read on this column; `deadly` if it has eliminated somebody."""


@all_of
def before_overrun(g: SlPlay, vehicle: Vehicle, hex: Hex) -> Iterable[Frame]:
    """What comes between the entry of an AFV and its overrun?"""
    return ()


@all_of
def overrun_lines(g: SlPlay, frame: Overrun) -> Iterable[Line]:
    """What else makes an overrun more or less deadly?"""
    return ()


BASE = 4
EXPOSED = "exposed"
"""An overrun for which heads come out: with the AAMG, the MG of open-topped AFVs, and passengers' fire."""
STOPPED_AT, STOPPED_IN_COVER_AT = 12, 11
"""SL:7.1.24.1, SL:7.1.24.2"""
HALVING = ("woods", "brush", "grain")
HOUSE = "wooden_building"

CRUSHED = Option(
    "crushed_houses",
    "Overruns of wooden buildings at half strength",
    "An overrun in a wooden building is at half strength. Who survives makes way; the house falls if the AFV stays.",
    ("SL:7.1.11-35A",),
    "convention",
)
PART.adds(OPTIONS, CRUSHED)


@bar
def overrun_bar(g: SlPlay, vehicle: Vehicle, hex: Hex) -> Refusal | None:
    """Why does an AFV not overrun those in a hex that it drives into?"""


@first_of
def overrun_halved(g: SlPlay, frame: Overrun) -> Line | None:
    """Is an overrun Area Fire though its targets have no cover?"""


class Overrun(Frame):
    """The attack itself."""

    vehicle: str
    hex: Hex
    exposed: bool = False
    dice: tuple[int, ...] = ()
    """They have fallen; smoke is still thrown for."""


class FlameAttack(Frame):
    """SL:7.1-q10: its flamethrower attacks by itself, before everything else that it has."""

    vehicle: str
    hex: Hex


# -- firepower ---------------------------------------------------------------------------------------------


def needs_heads_out(g: SlPlay, vehicle: Vehicle, place: str) -> bool:
    """SL:7.1.14, SL:7.1.3-b: an AAMG, and all MG of an open-topped AFV. A remote one is fired from inside."""
    kind = kind_of(g, vehicle)
    if place == AAMG:
        return not kind.remote_aamg
    return kind.open_topped


def mg_lines(g: SlPlay, vehicle: Vehicle, *, exposed: bool) -> list[Line]:
    """SL:7.1.3-a: all MG but those in the rear of the turret."""
    return [
        Line(place.upper(), fp, "SL:7.1.3-a", "fp")
        for place, fp in working_mgs(g, vehicle).items()
        if place != RMG and (exposed or not needs_heads_out(g, vehicle, place))
    ]


def gun_lines(g: SlPlay, vehicle: Vehicle, mgs: list[Line]) -> list[Line]:
    """SL:7.1.3-a: half its firepower equivalent, all of it where it fires quickly (SL:7.1-q7: sprayed or not), and no
    Intensive Fire besides (SL:7.1.18); AP adds nothing (SL:7.1.4). In a one-man turret it is quartered where a MG of
    the turret fires (SL:11.3.2-b)."""
    kind = kind_of(g, vehicle)
    if not kind.ife or not working_gun(g, vehicle):
        return []
    part = 1.0 if kind.rof > 1 else 0.5
    in_turret = any(line.label in ("CMG", "AAMG") for line in mgs)
    if kind.one_man_turret and in_turret:
        part /= 2
    return [Line("main armament", kind.ife * part, "SL:7.1.3-a", "fp")]


def passenger_lines(g: SlPlay, vehicle: Vehicle) -> list[Line]:
    """SL:7.1.6-a: what the men in a halftrack fire: their own firepower and LMG. Nobody fires from the back of a tank
    (SL:7.1.7)."""
    if not kind_of(g, vehicle).capacity:
        return []
    lines = []
    for unit in passengers_of(g, vehicle):
        if unit.broken or unit.is_leader:
            continue
        lines.append(Line(g.name(unit), g.counter(unit).fp, "SL:7.1.6-a", "fp"))
        lines += [
            Line(g.weapon_name(weapon), g.weapon_type(weapon).fp, "SL:7.1.6-a", "fp")
            for weapon in g.weapons_of(unit)
            if g.weapon_type(weapon).kind == "LMG" and not weapon.malfunctioned
        ]
    return lines


def weapon_lines(g: SlPlay, vehicle: Vehicle, *, exposed: bool) -> list[Line]:
    mgs = mg_lines(g, vehicle, exposed=exposed)
    men = passenger_lines(g, vehicle) if exposed else []
    return [*gun_lines(g, vehicle, mgs), *mgs, *men]


def has_other_weapons(g: SlPlay, vehicle: Vehicle) -> bool:
    """SL:7.1.4: a gun that cannot fire at infantry still earns the base strength, and so does a flamethrower."""
    return working_gun(g, vehicle) or flames(g, vehicle) > 0


def halved(g: SlPlay, hex: Hex) -> Line | None:
    """SL:7.1.11: in woods, smoke and standing wheat half; brush likewise (SL:14.12.4-a)."""
    name = g.map.terrain[hex]
    if name == HOUSE and CRUSHED.on(g):
        return Line("in a wooden building", 0.5, "SL:7.1.11-35A", "x")
    if in_cover(g, hex):
        rule = "SL:14.12.4-a" if name == "brush" and not in_smoke(g, hex) else "SL:7.1.11"
        return Line("unseen infantry", 0.5, rule, "x")
    return None


def in_the_open_road(g: SlPlay, frame: Overrun, vehicle: Vehicle) -> bool:
    """SL:14.17-c: on a road through woods an overrun of nothing but trucks and jeeps is not halved."""
    targets = targets_of(g, frame, vehicle)
    soft = bool(targets) and all(piece.partition("/")[0] in g.state.vehicles for piece in targets)
    return soft and g.ground_in(frame.hex) == "woods" and bool(g.map.roads.get(frame.hex))


def in_cover(g: SlPlay, hex: Hex) -> bool:
    name = g.map.terrain[hex]
    return in_smoke(g, hex) or (name in HALVING and (name != "grain" or g.scenario.wheat_stands))


# -- driving into it ---------------------------------------------------------------------------------------


@PART.answers(enters_enemies)
def ways_in(g: SlPlay, vehicle: Vehicle, hex: Hex) -> list[Action]:
    """SL:7.1.16-a, SL:7.1.16-b: one overrun a player turn, at the first hex with enemies; later ones it drives through.
    SL:7.1.5-a, SL:7.1.3-c: without a weapon it attacks nobody, nor with none but that of a squad that has broken
    (SL:7.1-q13)."""
    if vehicle.overran or not is_afv(g, vehicle) or overrun_bar(g, vehicle, hex) is not None:
        return []
    found = []
    if weapon_lines(g, vehicle, exposed=False) or has_other_weapons(g, vehicle):
        found.append(Action(OVERRUN, (), hex))
    shut, out = (len(weapon_lines(g, vehicle, exposed=heads)) for heads in (False, True))
    if out > shut and not vehicle.sealed and g.ground_in(hex) != HOUSE:  # SL:14.4.12-a
        found.append(Action(OVERRUN, (), hex, EXPOSED))
    return found


@PART.answers(before_enemies)
def heads_come_out(g: SlPlay, vehicle: Vehicle, action: Action) -> list[Frame]:
    """SL:7.1.14: from the hex before to the end of the DFPh. SL:7.1.13-a: it must survive what is done to it there
    first; whoever is to be overrun may fire, too (SL:7.1-q9)."""
    if action.how == EXPOSED:
        inside = any(not unit.broken and unit.is_mmc for unit in passengers_of(g, vehicle))
        phase = f"{g.state.turn} {g.attacker} {g.state.phase}"
        change(g, vehicle, ce=True, ce_changed=phase, exposed_passengers=inside)
    g.say(
        "overrun",
        f"{g.piece_name(vehicle.id)} goes for {g.place_name(action.at)}.",
        "SL:7.1.13-a",
        *(("SL:7.1.14",) if action.how == EXPOSED else ()),
        side=vehicle.side,
        who=(vehicle.id,),
        at=action.at,
    )
    return [AgainstVehicle(vehicle.id, vehicle.hex)]


@PART.answers(among_enemies)
def attack_at_once(g: SlPlay, vehicle: Vehicle, action: Action) -> list[Frame]:
    """SL:7.1.1, SL:7.1.2: each overrun by itself, as it enters; stuck or not (SL:7.1-q3)."""
    if action.verb != OVERRUN:
        return []
    change(g, vehicle, overran=action.at)
    burns = [FlameAttack(vehicle.id, action.at)] if flames(g, vehicle) else []
    return [
        *before_overrun(g, vehicle, action.at),
        *burns,
        Overrun(vehicle.id, action.at, action.how == EXPOSED),
    ]


# -- the attack --------------------------------------------------------------------------------------------


@all_of
def run_over_besides(g: SlPlay, side: Side, hex: Hex) -> Iterable[str]:
    """What else of a side does an overrun strike in a hex?"""
    return ()


def targets_of(g: SlPlay, frame: Overrun | FlameAttack, vehicle: Vehicle) -> tuple[str, ...]:
    """Infantry, trucks and jeeps; AFVs do not overrun AFVs (SL:7.1.1)."""
    enemy = g.enemy_of(vehicle.side)
    soft = [v for v in vehicles_in(g, frame.hex) if v.side == enemy and not is_afv(g, v)]
    pieces = [piece for other in soft for piece in exposed_of(g, other)]
    pieces += run_over_besides(g, enemy, frame.hex)
    return (*(unit.id for unit in g.side_in(frame.hex, enemy)), *pieces)


def leading(g: SlPlay, frame: Overrun, vehicle: Vehicle) -> list[Line]:
    """SL:7.1.6-b: a leader in the halftrack; SL:3.3.6-a: an armour leader."""
    armour = leader_line(g, vehicle)
    if armour is not None:
        return [armour]
    leaders = [unit for unit in passengers_of(g, vehicle) if unit.is_leader and not unit.broken]
    if not frame.exposed or not leaders:
        return []
    best = min(leaders, key=lambda leader: morale.leadership(g, leader))
    value = morale.leadership(g, best)
    return [Line(f"leadership of the {g.name(best)}", value, "SL:7.1.6-b")] if value < 0 else []


def plan_of(g: SlPlay, frame: Overrun) -> Plan:
    """SL:7.1.10: terrain counts as always, moving in the open does not."""
    vehicle = g.state.vehicles[frame.vehicle]
    lines = [
        Line("overrun", BASE, "SL:7.1.3-a", "fp"),
        *weapon_lines(g, vehicle, exposed=frame.exposed),
    ]
    fp = sum(line.value for line in lines)
    spared = in_the_open_road(g, frame, vehicle)
    half = None if spared else halved(g, frame.hex) or overrun_halved(g, frame)
    if half is not None:
        lines.append(half)
        fp *= half.value
    common = [*leading(g, frame, vehicle), *in_the_smoke(g, frame), *overrun_lines(g, frame)]
    title = f"{g.piece_name(vehicle.id)} overruns {g.place_name(frame.hex)}"
    aim = Aim((), OVERRUN, True)
    return plan_of_lines(g, title, lines, fp, targets_of(g, frame, vehicle), aim, common)


@PART.decisions(Overrun)
def ask_overrun(g: SlPlay, frame: Overrun) -> Chance | None:
    vehicle = g.state.vehicles[frame.vehicle]
    targets = targets_of(g, frame, vehicle)
    if not vehicle.manned or not targets or frame.dice:
        return None
    asks = f"{g.piece_name(vehicle.id)} overruns {g.place_name(frame.hex)}."
    return Chance(asks, dice=2, side=vehicle.side, rules=("SL:7.1.1",), about=targets)


@ask_overrun
def take_overrun(g: SlPlay, frame: Overrun, answer: Action | Outcome | None) -> None:
    """SL:7.1-q4: of smoke a die is thrown besides."""
    if isinstance(answer, Outcome):
        frame.dice = answer.dice
        found = screens(g, frame.hex, frame.hex)
        if found:
            g.push(SmokeDice(g.state.vehicles[frame.vehicle].side, tuple([one.key for one in found])))
            return
    g.pop()
    if not frame.dice:
        return
    vehicle = g.state.vehicles[frame.vehicle]
    plan = plan_of(g, frame)
    targets = targets_of(g, frame, vehicle)
    if leader_line(g, vehicle) is not None:
        used(g, vehicle)
    g.state.smoke_dice = {}
    grenades(g, frame, sum(frame.dice))
    strike_all(g, frame, plan, targets, frame.dice)


def in_the_smoke(g: SlPlay, frame: Overrun) -> list[Line]:
    """SL:7.1-q4: besides the firepower that it costs (SL:7.1.11)."""
    found = lines_of_screens(screens(g, frame.hex, frame.hex), g.state.smoke_dice)
    return [Line(line.label, line.value, "SL:7.1-q4") for line in found]


@PART.decisions(FlameAttack)
def ask_flames(g: SlPlay, frame: FlameAttack) -> Chance | None:
    vehicle = g.state.vehicles[frame.vehicle]
    targets = targets_of(g, frame, vehicle)
    if not vehicle.manned or not targets:
        return None
    asks = f"The flamethrower of {g.piece_name(vehicle.id)} in {g.place_name(frame.hex)}."
    return Chance(asks, dice=2, side=vehicle.side, rules=("SL:7.1-q10",), about=targets)


@ask_flames
def take_flames(g: SlPlay, frame: FlameAttack, answer: Action | Outcome | None) -> None:
    """SL:7.1-q10: at full strength, without any modifier (SL:8.10.2); only it can break down by this roll."""
    g.pop()
    if not isinstance(answer, Outcome):
        return
    vehicle = g.state.vehicles[frame.vehicle]
    targets = targets_of(g, frame, vehicle)
    fp = flames(g, vehicle)
    line = Line("flamethrower", fp, "SL:7.1-q10", "fp")
    title = f"The flamethrower of {g.piece_name(vehicle.id)} at {g.place_name(frame.hex)}"
    plan = plan_of_targets(g, title, [line], fp, [(piece, ()) for piece in targets])
    strike_all(g, frame, plan, targets, answer.dice)
    if sum(answer.dice) >= kind_of(g, vehicle).ft_x:
        change(g, vehicle, broken=(*vehicle.broken, FT))


def strike_all(
    g: SlPlay, frame: Overrun | FlameAttack, plan: Plan, targets: tuple[str, ...], dice: tuple[int, ...]
) -> None:
    """Read the table, and do what it says to everybody in the hex. SL:7.1.16-d: weapons there are not simply lost with
    a KIA, as they were once, but rolled for."""
    side = g.state.vehicles[frame.vehicle].side
    g.state.broke = ()
    checks: list[tuple[str, Check]] = []
    besides: list[Frame] = []
    attack = Attack(OVERRUN, side, frame.hex, targets, (), dice=dice)
    killed = False
    struck = resolve(g, plan, dice)
    for group, found in struck.results:
        say_result(g, frame, plan, group.units, plan.breakdown(group), dice, str(found))
        killed = killed or found.kind == KIA
        for uid in group.units:
            if uid in g.state.units:
                checks += fire.strike(g, g.unit(uid), found, plan.column is not None)
            else:
                besides += piece_struck(g, attack, uid, found)
    if killed and struck.place is not None:
        fire.killed(g, attack, struck.place)
    if isinstance(frame, Overrun):
        overrun_read(g, frame.vehicle, struck.place, killed)
    with_leader_losses(g, *check_rounds(g, checks, ()))
    g.push_in_order(*besides)


def say_result(
    g: SlPlay,
    frame: Overrun | FlameAttack,
    plan: Plan,
    units: tuple[str, ...],
    breakdown: Breakdown,
    dice: tuple[int, ...],
    result: str,
) -> None:
    g.say(
        "attack",
        f"{plan.title} ({g.names(units)}): {plan.fp:g} FP, roll {sum(dice)}, "
        f"modified {sum(dice) + breakdown.drm}: {result}.",
        "SL:7.1.1",
        "SL:7.1.3-a",
        side=g.state.vehicles[frame.vehicle].side,
        who=units,
        at=frame.hex,
        dice=dice,
        breakdown=breakdown,
    )


def grenades(g: SlPlay, frame: Overrun, original: int) -> None:
    """SL:7.1.24.1 to SL:7.1.24.3, in place of any breakdown of its weapons (SL:7.1-q8). No leader changes them
    (SL:3.3.6-b). Brush counts like woods (SL:14.12.4-b)."""
    vehicle = g.state.vehicles[frame.vehicle]
    cover = in_cover(g, frame.hex)
    stopped_at = STOPPED_IN_COVER_AT if cover else STOPPED_AT
    if original >= stopped_at:
        immobilize(g, vehicle, "a bundle of grenades", "SL:7.1.24.2" if cover else "SL:7.1.24.1")
    elif original == stopped_at - 1 and kind_of(g, vehicle).open_topped:
        wreck(g, vehicle, "is destroyed by grenades, its crew with it", "SL:7.1.24.3")


# -- return fire -------------------------------------------------------------------------------------------


def return_refused(g: SlPlay, unit: Unit) -> bool:
    return unit.broken or bool(unit.fire) or unit.melee or not unit.is_mmc


def return_targets(g: SlPlay, vehicle: Vehicle) -> list[str]:
    """SL:7.1.9: the passengers, before it leaves; SL:7.1-q2: the crew not before the DFPh."""
    if g.state.phase == MPH:
        exposed = exposed_of(g, vehicle)
        inside = [passenger_piece(vehicle, unit.id) for unit in passengers_of(g, vehicle)]
        return [piece for piece in inside if piece in exposed]
    return exposed_of(g, vehicle)


def return_options(g: SlPlay, side: Side, vehicle: Vehicle) -> list[Action]:
    """SL:7.1.9: unbroken survivors who have not fired."""
    if vehicle.overran != vehicle.hex or not return_targets(g, vehicle):
        return []
    mine = [unit.id for unit in g.side_in(vehicle.hex, side) if not return_refused(g, unit)]
    parties = [(uid,) for uid in mine] + ([tuple(mine)] if len(mine) > 1 else [])
    return [Action("return-fire", (*party, vehicle.id), vehicle.hex) for party in parties]


def begin_return(g: SlPlay, side: Side, action: Action) -> None:
    *firing, vehicle_id = action.who
    vehicle = g.state.vehicles[vehicle_id]
    for uid in firing:
        g.update(g.unit(uid), fire=DEFENSIVE)
    shots = tuple([Shot(uid) for uid in firing])
    g.push(Attack(DFPH, side, vehicle.hex, tuple(return_targets(g, vehicle)), shots))


PART.adds(VEHICLE_ATTACKS, VehicleAttack("return-fire", return_options, begin_return))


@PART.modifies(shot_factors, "SL:7.1.9", step=0)
def at_arms_length(g: SlPlay, firing: Firing) -> list[Line]:
    """SL:7.1.9: who fires at what stands on him fires at point blank."""
    if firing.unit.hex != firing.target or not vehicles_in(g, firing.target):
        return []
    entry = g.tables.fire_factors.point_blank
    return [Line("point blank", entry.factor, "SL:7.1.9", "x")]
