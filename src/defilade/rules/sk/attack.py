"""A fire attack from its declaration to its end: firepower, modifiers, the DR, and what it leaves (SK1:3.2, SK1:3.2.1).

Everything that is added up lies in a `Plan`: the preview before the dice, the breakdown in the log after them and
the odds are all read from it.  Attacks without firers (Residual FP, demolition charges) are the same procedure with a
given FP.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome, Procedures
from defilade.rules.sk import effects, flamethrowers, ift, los, machine_guns, morale, terrain
from defilade.rules.sk.firers import (
    ADVANCING,
    FINAL_ADJACENT,
    FPF,
    SUBSEQUENT,
    Shot,
    fire_phase,
    hexes_of,
)
from defilade.rules.sk.state import MPH, SkPlay
from defilade.rules.sk.tables import FireResult
from defilade.tactics.fire_table import shifted
from defilade.tactics.units import LEADER, SQUAD, Unit, Weapon

PROCEDURES = Procedures()


class Attack(Frame):
    """One attack on one hex. `fp` and `charge` are for attacks without firers: the Residual FP, or the FP and the id
    of a demolition charge. After the DR `dice` and what follows from it are set, until the effects are done."""

    phase: str
    side: str
    target: str
    targets: tuple[str, ...]
    shots: tuple[Shot, ...] = ()
    leaders: tuple[str, ...] = ()
    fp: float = 0.0
    charge: str = ""
    blocked: bool = False
    """The firers turned out to have no LOS: nothing is resolved, but they have fired (SK1:3.2-i)."""
    dice: tuple[int, ...] = ()
    cowered: int = 0
    """Columns lost by cowering."""
    broken_down: tuple[str, ...] = ()
    """SW whose B# or X# the DR reached."""


class ResidualAttack(Frame):
    """Residual FP attacks the movers that came into its hex or spent MF in it (SK1:3.3.1-y)."""

    hex: str
    fp: int
    targets: tuple[str, ...]


# -- the plan ----------------------------------------------------------------------------------------------


class TargetGroup(msgspec.Struct, frozen=True):
    """Targets with the same modifiers."""

    units: tuple[str, ...]
    lines: tuple[Line, ...]
    drm: int


class Plan(msgspec.Struct, frozen=True):
    """An attack added up: its FP line by line, its column, by how much it may cower, and the DRM of each target."""

    title: str
    fp_lines: tuple[Line, ...]
    fp: float
    column: int | None
    column_fp: int
    cowering: int
    groups: tuple[TargetGroup, ...]

    def breakdown(self, group: TargetGroup, *more: Line, column_fp: int | None = None) -> Breakdown:
        column = self.column_fp if column_fp is None else column_fp
        return Breakdown(
            self.title,
            (*self.fp_lines, *more, *group.lines),
            total=self.fp,
            column=column,
            rules=("SK1:3.2.1-a", "SK1:3.2.1-b"),
        )


def plan_attack(
    g: SkPlay,
    phase: str,
    shots: Sequence[Shot],
    target: str,
    targets: Sequence[str],
    leaders: Sequence[str] = (),
) -> Plan:
    """Add up an attack by units and weapons."""
    fp_lines, fp = firepower(g, shots, target, targets)
    flame = any(_is_flame(g, shot) for shot in shots)
    common = common_lines(g, shots, target, leaders)
    hexes = hexes_of(g, shots)
    found = []
    for uid in targets:
        unit = g.state.units.get(uid)
        if unit is not None:
            found.append((uid, (*common, *target_lines(g, unit, hexes, phase, flame=flame))))
    title = f"{_names(g, shots)} at {g.place_name(target)}"
    return _plan(g, title, fp_lines, fp, cowering_shift(g, shots, leaders), found)


def plan_without_firers(
    g: SkPlay, title: str, fp: Line, target: str, targets: Sequence[str], phase: str, common: Sequence[Line] = ()
) -> Plan:
    """Add up Residual FP or a demolition charge: no leaders, no hindrance, no cowering (SK1:3.2-s)."""
    found = []
    for uid in targets:
        unit = g.state.units.get(uid)
        if unit is not None:
            found.append((uid, (*common, *target_lines(g, unit, (), phase, flame=False))))
    return _plan(g, title, (fp,), fp.value, 0, found)


def _plan(
    g: SkPlay,
    title: str,
    fp_lines: Sequence[Line],
    fp: float,
    cowering: int,
    found: Sequence[tuple[str, tuple[Line, ...]]],
) -> Plan:
    """Put targets with equal DRM together, in the order of the targets."""
    groups: dict[int, tuple[list[str], tuple[Line, ...]]] = {}
    for uid, lines in found:
        drm = int(sum(line.value for line in lines))
        groups.setdefault(drm, ([], lines))[0].append(uid)
    place = ift.column(g, fp)
    return Plan(
        title,
        tuple(fp_lines),
        fp,
        place,
        ift.column_fp(g, place),
        cowering,
        tuple(TargetGroup(tuple(units), lines, drm) for drm, (units, lines) in groups.items()),
    )


def preview(
    g: SkPlay,
    phase: str,
    shots: Sequence[Shot],
    target: str,
    targets: Sequence[str],
    leaders: Sequence[str] = (),
) -> Breakdown:
    """The breakdown of an attack before its dice, for the first of its targets."""
    added_up = plan_attack(g, phase, shots, target, targets, leaders)
    return added_up.breakdown(added_up.groups[0])


def odds(g: SkPlay, added_up: Plan, group: int = 0) -> dict[str, float]:
    """The exact odds of each class of result (KIA, K, 4MC .. NMC, PTC, -) for a group of targets."""
    total: dict[str, float] = {}
    for found, chance in results(g, added_up, group).items():
        name = ift.class_of(found)
        total[name] = total.get(name, 0.0) + chance
    return total


def results(g: SkPlay, added_up: Plan, group: int = 0) -> dict[FireResult, float]:
    """The exact odds of each cell of the IFT for a group of targets."""
    return ift.odds(g, added_up.column, added_up.groups[group].drm, added_up.cowering)


def target_odds(g: SkPlay, added_up: Plan) -> dict[str, dict[str, float]]:
    """For each target what becomes of it (see `ift.fates`)."""
    found = {}
    for number, group in enumerate(added_up.groups):
        cells = results(g, added_up, number)
        for uid in group.units:
            found[uid] = ift.fates(g, g.unit(uid), cells, len(group.units))
    return found


# -- firepower ---------------------------------------------------------------------------------------------


def firepower(g: SkPlay, shots: Sequence[Shot], target: str, targets: Sequence[str]) -> tuple[list[Line], float]:
    """The FP of each firer with its factors, and the total. Fractions are kept (SK1:3.2-m)."""
    lines: list[Line] = []
    total = 0.0
    for shot in shots:
        mine, fp = shot_firepower(g, shot, target, targets)
        lines += mine
        total += fp
    return lines, total


def shot_firepower(g: SkPlay, shot: Shot, target: str, targets: Sequence[str]) -> tuple[list[Line], float]:
    """One firer's FP: the printed one, all doublings and halvings (SK1:3.2-n), then Assault Fire."""
    unit = g.unit(shot.unit)
    weapon = g.state.weapons[shot.weapon] if shot.weapon else None
    name = shot_name(g, shot)
    distance = g.map.distance(unit.hex, target)
    if weapon is None:
        base = Line(name, g.counter(unit).fp, "SK1:1.2.2-c", "fp")
    else:
        kind = g.weapon_type(weapon)
        base = Line(name, kind.fp, "SK1:4.1-a" if kind.is_mg else "SK1:4.2-a", "fp")
    lines = [base]
    fp = base.value
    for factor in factors(g, shot, unit, weapon, distance, targets):
        fp *= factor.value
        lines.append(msgspec.structs.replace(factor, label=f"{name}: {factor.label}"))
    bonus = assault_fire(g, shot, unit, distance)
    if bonus is not None:
        lines.append(msgspec.structs.replace(bonus, label=f"{name}: {bonus.label}"))
        fp = float(math.ceil(fp + bonus.value))  # SK1:3.5-b2
    return lines, fp


def factors(
    g: SkPlay, shot: Shot, unit: Unit, weapon: Weapon | None, distance: int, targets: Sequence[str]
) -> list[Line]:
    """Every doubling and halving that applies to one firer."""
    flame = weapon is not None and flamethrowers.is_flamethrower(g, weapon)
    normal_range = g.counter(unit).range if weapon is None else g.weapon_type(weapon).range
    found = (
        point_blank(g, distance) if not flame else None,  # SK1:4.2-b
        long_range(g, distance, normal_range, flame=flame),
        far_machine_gun(g, weapon, distance, targets),
        lone_gunner(g, shot, unit),
        pinned_firer(g, unit),
        advancing_fire(g, shot) if not flame else None,  # SK1:4.2-b3
        marked_firer(g, shot),
    )
    return [line for line in found if line is not None]


def point_blank(g: SkPlay, distance: int) -> Line | None:
    entry = g.library.tables.fire_factors.entries.point_blank
    return Line("Point Blank Fire", float(entry.multiplier), entry.rule, "x") if distance == 1 else None


def long_range(g: SkPlay, distance: int, normal_range: int, *, flame: bool) -> Line | None:
    if distance <= normal_range:
        return None
    entry = g.library.tables.fire_factors.entries.long_range
    return Line("long range", float(entry.multiplier), "SK1:4.2-a2" if flame else entry.rule, "x")


def far_machine_gun(g: SkPlay, weapon: Weapon | None, distance: int, targets: Sequence[str]) -> Line | None:
    """SK1:4.1-f: beyond 16 hexes a directed MG is Area Fire against unbroken Infantry."""
    if weapon is None or not machine_guns.beyond_reach(g, distance):
        return None
    units = g.state.units
    if all(units[uid].broken for uid in targets if uid in units):
        return None
    return Line("Area Fire beyond 16 hexes", _area(g), "SK1:4.1-f", "x")


def lone_gunner(g: SkPlay, shot: Shot, unit: Unit) -> Line | None:
    """SK1:4.1-b: one SMC fires a MG as Area Fire; two fire it in full (SK1:4.1-b2)."""
    if unit.kind != LEADER or shot.second or not g.weapon_type(g.state.weapons[shot.weapon]).is_mg:
        return None
    return Line("single SMC, Area Fire", _area(g), "SK1:4.1-b", "x")


def _area(g: SkPlay) -> float:
    return float(g.library.tables.fire_factors.entries.area_fire.multiplier)  # SK1:2.0-b


def pinned_firer(g: SkPlay, unit: Unit) -> Line | None:
    entry = g.library.tables.fire_factors.entries.pinned
    return Line("pinned", float(entry.multiplier), entry.rule, "x") if unit.pinned else None


def advancing_fire(g: SkPlay, shot: Shot) -> Line | None:
    entry = g.library.tables.fire_factors.entries.advancing_fire
    return Line("Advancing Fire", float(entry.multiplier), entry.rule, "x") if shot.mode == ADVANCING else None


def marked_firer(g: SkPlay, shot: Shot) -> Line | None:
    """A firer marked First or Final Fire: in the MPh Subsequent First Fire or FPF, in the DFPh at adjacent hexes."""
    value = float(g.library.tables.fire_factors.entries.first_fire_marker.multiplier)
    if shot.mode == SUBSEQUENT:
        return Line("Subsequent First Fire", value, "SK1:3.3.1-l", "x")
    if shot.mode == FPF:
        return Line("Final Protective Fire", value, "SK1:3.3.1-n", "x")
    if shot.mode == FINAL_ADJACENT:
        return Line("marked First Fire", value, "SK1:3.4-b", "x")
    return None


def assault_fire(g: SkPlay, shot: Shot, unit: Unit, distance: int) -> Line | None:
    """SK1:3.5-b: a squad's own FP in the AFPh, not at long range (SK1:3.5-b3)."""
    counter = g.counter(unit)
    if shot.mode != ADVANCING or shot.weapon or unit.kind != SQUAD or not counter.assault_fire:
        return None
    if distance > counter.range:
        return None
    return Line("Assault Fire, fractions up", g.library.tables.fire_factors.assault_fire_bonus, "SK1:3.5-b", "fp")


def cowering_shift(g: SkPlay, shots: Sequence[Shot], leaders: Sequence[str]) -> int:
    """By how many columns doubles would shift the attack: MMC attacks that no leader directs (SK1:3.2-p, SK1:3.2-p3),
    further if an Inexperienced MMC takes part (SK1:3.2-q)."""
    if leaders:
        return 0
    mmc = [unit for shot in shots if (unit := g.unit(shot.unit)).kind != LEADER]
    if not mmc:
        return 0
    table = g.library.tables.fire_factors
    if any(morale.is_inexperienced(g, unit) for unit in mmc):
        return table.cowering_columns_inexperienced
    return table.cowering_columns


# -- modifiers of the DR -----------------------------------------------------------------------------------


def common_lines(g: SkPlay, shots: Sequence[Shot], target: str, leaders: Sequence[str]) -> list[Line]:
    """The DRM that every target of an attack has in common."""
    lines = hindrance_lines(g, shots, target)
    for line in (leadership_line(g, leaders), cx_line(g, shots, leaders)):
        if line is not None:
            lines.append(line)
    return lines


def hindrance_lines(g: SkPlay, shots: Sequence[Shot], target: str) -> list[Line]:
    """SK1:2.0-k: of a group's hexes the worst hindered LOS counts for the whole attack."""
    hexes = hexes_of(g, shots)
    worst = max(hexes, key=lambda hex: los.hindrance(g, hex, target))
    return los.los_lines(g, worst, target)


def leadership_line(g: SkPlay, leaders: Sequence[str]) -> Line | None:
    """SK1:3.2-x; of several hexes' leaders the worst (SK1:3.2-y)."""
    if not leaders:
        return None
    worst = max((g.unit(uid) for uid in leaders), key=lambda leader: morale.leadership(g, leader))
    rule = "SK1:3.2-x" if len(leaders) == 1 else "SK1:3.2-y"
    return Line(f"leadership of the {g.name(worst)}", morale.leadership(g, worst), rule)


def cx_line(g: SkPlay, shots: Sequence[Shot], leaders: Sequence[str]) -> Line | None:
    """SK1:3.3-p: +1, never more, if a firer or the leader who directs is CX."""
    firing = {shot.unit for shot in shots} | {shot.second for shot in shots if shot.second} | set(leaders)
    if not any(g.unit(uid).cx for uid in firing):
        return None
    entry = g.library.tables.fire_drm.entries.cx
    return Line("CX", entry.drm, entry.rule)


def target_lines(g: SkPlay, unit: Unit, hexes: Sequence[str], phase: str, *, flame: bool) -> list[Line]:
    """The DRM of one target: TEM (not against a FT: SK1:4.2-c), movement, FT that it carries."""
    lines = movement_lines(g, unit, hexes, phase)
    if not flame:
        lines += tem_lines(g, unit)
    carried = flamethrowers.carrier_line(g, unit)
    if carried is not None:
        lines.append(carried)
    return lines


def tem_lines(g: SkPlay, unit: Unit) -> list[Line]:
    """SK1:3.2.1-b: the TEM of the target's hex, and what a scenario adds to it."""
    from defilade.rules.sk import special_rules

    found = (terrain.tem(g, unit.hex, vs=unit), special_rules.extra_tem(g, unit.hex, unit.side))
    return [line for line in found if line is not None and line.value]


def movement_lines(g: SkPlay, unit: Unit, hexes: Sequence[str], phase: str) -> list[Line]:
    """FFNAM and FFMO in the MPh. A group with several hexes has the least favourable of their cases: FFMO needs an
    unhindered LOS from all of them."""
    if phase != MPH:
        return []  # SK1:3.4-d2
    from defilade.rules.sk import first_fire

    cases = [first_fire.moving_modifiers(g, unit, hex) for hex in hexes or ("",)]
    return list(max(cases, key=lambda lines: sum(line.value for line in lines)))


# -- the procedure -----------------------------------------------------------------------------------------


def plan_of(g: SkPlay, frame: Attack) -> Plan:
    """The plan of an attack in progress."""
    if frame.charge:
        from defilade.rules.sk import demolition

        return demolition.plan(g, frame.charge, frame.targets)
    if not frame.shots:
        line = Line("Residual FP", frame.fp, "SK1:3.3.1-y", "fp")
        title = f"Residual FP in {g.place_name(frame.target)}"
        return plan_without_firers(g, title, line, frame.target, frame.targets, MPH)
    return plan_attack(g, frame.phase, frame.shots, frame.target, frame.targets, frame.leaders)


@PROCEDURES.automatic(ResidualAttack)
def run_residual_attack(g: SkPlay, frame: ResidualAttack) -> None:
    g.pop()
    g.push(Attack(MPH, g.defender, frame.hex, frame.targets, fp=float(frame.fp)))


@PROCEDURES.decisions(Attack)
def ask_attack(g: SkPlay, frame: Attack) -> Chance | None:
    if frame.dice or (frame.blocked and not any(shot.weapon for shot in frame.shots)):
        return None
    if frame.charge:
        what = f"DC in {g.place_name(frame.target)}"
    elif not frame.shots:
        what = f"{int(frame.fp)} Residual FP in {g.place_name(frame.target)}"
    else:
        what = f"{_names(g, frame.shots)} at {g.place_name(frame.target)}"
    if frame.blocked:
        what += ", no LOS: only for breakdown and ROF"
    return Chance(f"Attack DR: {what}.", dice=2, side=frame.side, rules=("SK1:3.2.1-a",), about=frame.targets)


@ask_attack
def take_attack(g: SkPlay, frame: Attack, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Outcome):
        frame.dice = answer.dice
        if frame.blocked:
            _note_rolled(g, frame, cowering_shift(g, frame.shots, frame.leaders))
        else:
            _resolve(g, frame)
    else:
        if frame.blocked and not frame.dice:
            frame.dice = (0, 0)
            _note_rolled(g, frame, 0)
        _finish(g, frame)


def _resolve(g: SkPlay, frame: Attack) -> None:
    """The DR: column after cowering, a result for each group of targets, markers, and then the effects."""
    added_up = plan_of(g, frame)
    if frame.charge:
        from defilade.rules.sk import demolition

        if demolition.fails(g, frame.charge, frame.dice):
            return
    _note_rolled(g, frame, added_up.cowering)
    place = shifted(added_up.column, frame.cowered)
    if _reveals(g, frame, added_up, place):
        added_up = plan_of(g, frame)
    original = frame.dice[0] + frame.dice[1]
    struck = []
    for group in added_up.groups:
        found = ift.result(g, place, original + group.drm)
        struck.append(effects.Struck(group.units, group.drm, found))
        _say_result(g, frame, added_up, group, place, found)
        possible = ift.could_cause_check(g, added_up.column, group.drm, added_up.cowering)
        effects.mark_desperate(g, group.units, found, possible)
    morale.with_leader_losses(g, effects.FireEffects(frame.target, place, tuple(struck)))


def _note_rolled(g: SkPlay, frame: Attack, cowering: int) -> None:
    """What the DR means for the firers: cowering, ROF, breakdown, markers, use of weapons and leaders."""
    if not frame.shots:
        return
    coloured, white = frame.dice
    original = coloured + white
    if cowering and coloured == white and coloured:
        frame.cowered = cowering
    kept = set()
    broken_down = []
    for shot in frame.shots:
        if not shot.weapon:
            continue
        unit, weapon = g.unit(shot.unit), g.state.weapons[shot.weapon]
        if original >= machine_guns.breakdown_number(g, unit, weapon, shot.mode):
            broken_down.append(weapon.id)  # SK1:4.1-g, SK1:4.2-g
        elif not frame.cowered and coloured and machine_guns.keeps_rate(g, unit, weapon, shot.mode, coloured):
            kept.add(weapon.id)
    frame.broken_down = tuple(broken_down)
    note_use(g, frame)
    fire_phase(frame.phase).mark_fired(
        g, frame.shots, frame.leaders, cowered=frame.cowered > 0, rof_kept=frozenset(kept)
    )
    for weapon_id in kept:
        g.say("rof", f"{g.weapon_name(weapon_id)} keeps its rate of fire.", "SK1:1.2.4-c", who=(weapon_id,))


def note_use(g: SkPlay, frame: Attack) -> None:
    """Write down who used what, whom leaders directed, and from where the target was attacked."""
    for shot in frame.shots:
        if shot.weapon:
            _note_weapon_use(g, g.unit(shot.unit), shot.weapon, frame.phase)
            if shot.second:
                _note_weapon_use(g, g.unit(shot.second), shot.weapon, frame.phase)
    keys = tuple(shot.key for shot in frame.shots)
    for uid in frame.leaders:
        leader = g.unit(uid)
        g.update(leader, directed=tuple(dict.fromkeys((*leader.directed, *keys))))
    grouped = [shot for shot in frame.shots if not _is_flame(g, shot)]
    for hex in hexes_of(g, grouped):
        if (hex, frame.target) not in g.state.fired:
            g.state.fired = (*g.state.fired, (hex, frame.target))


def _note_weapon_use(g: SkPlay, unit: Unit, weapon_id: str, phase: str) -> None:
    used = unit.weapons_used if weapon_id in unit.weapons_used else (*unit.weapons_used, weapon_id)
    if unit.kind == LEADER:
        g.update(unit, weapons_used=used, used_weapon_in=phase)  # SK1:4.0-t2
    else:
        forfeits = unit.kind != SQUAD or len(used) > 1  # SK1:4.0-r2, SK1:4.0-s
        g.update(unit, weapons_used=used, no_fp=unit.no_fp or forfeits)


def _say_result(
    g: SkPlay, frame: Attack, added_up: Plan, group: TargetGroup, place: int | None, found: FireResult
) -> None:
    original = frame.dice[0] + frame.dice[1]
    column_fp = ift.column_fp(g, place)
    more = []
    rules = ["SK1:3.2.1-a", "SK1:3.2.1-b", "SK1:QRDC-ift"]
    shift = ""
    if frame.cowered:
        rule = "SK1:3.2-p" if frame.cowered == 1 else "SK1:3.2-q"
        more.append(Line(f"cowers, {frame.cowered} to the left", -frame.cowered, rule, "="))
        rules += [rule] if place is not None else [rule, "SK1:3.2-r"]
        shift = f" and cowers from the {added_up.column_fp} column"
    on = f"the {column_fp} column" if place is not None else "no column"
    g.say(
        "attack",
        f"{added_up.title} ({g.names(group.units)}): {_number(added_up.fp)} FP{shift}, on {on}, "
        f"DR {original}, final {original + group.drm}: {_in_words(found)}.",
        *rules,
        side=frame.side,
        who=group.units,
        at=frame.target,
        dice=frame.dice,
        breakdown=added_up.breakdown(group, *more, column_fp=column_fp),
    )


def _reveals(g: SkPlay, frame: Attack, added_up: Plan, place: int | None) -> bool:
    """Whether cover that is still a secret changes a result, so that it comes out now (SK1:S3-ssr1)."""
    from defilade.rules.sk import special_rules

    hidden = special_rules.hidden_tem(g, frame.target)
    if hidden is None or any(_is_flame(g, shot) for shot in frame.shots):
        return False
    original = frame.dice[0] + frame.dice[1]
    for group in added_up.groups:
        final = original + group.drm
        if ift.result(g, place, final) != ift.result(g, place, final + int(hidden.value)):
            special_rules.reveal(g, frame.target)
            return True
    return False


def _finish(g: SkPlay, frame: Attack) -> None:
    """After the effects: SW break down (SK1:4.1-g), Residual FP is left, FPF checks its firers."""
    g.pop()
    if frame.charge:
        from defilade.rules.sk import demolition

        demolition.remove(g, frame.charge)
        return
    if not frame.shots:
        return
    if frame.phase == MPH:
        from defilade.rules.sk import first_fire, residual

        if not frame.blocked:
            residual.leave(g, frame.target, residual_column(g, frame))
    for weapon_id in frame.broken_down:
        weapon = g.state.weapons.get(weapon_id)
        if weapon is not None:
            flame = flamethrowers.is_flamethrower(g, weapon)
            machine_guns.break_down(g, weapon, "SK1:4.2-g" if flame else "SK1:4.1-g")
    if frame.phase == MPH and not frame.blocked:
        g.push(morale.LeaderLosses())
        first_fire.after_attack(g, frame)


def residual_column(g: SkPlay, frame: Attack) -> int | None:
    """The column that Residual FP is read from: without SW that broke down (SK1:3.3.1-x3), after cowering
    (SK1:3.3.1-x4)."""
    firing = [shot for shot in frame.shots if shot.weapon not in frame.broken_down or not shot.weapon]
    _, fp = firepower(g, firing, frame.target, frame.targets)
    return shifted(ift.column(g, fp), frame.cowered)


# -- words -------------------------------------------------------------------------------------------------


def shot_name(g: SkPlay, shot: Shot) -> str:
    if not shot.weapon:
        return g.name(shot.unit)
    weapon = g.weapon_name(shot.weapon)
    if shot.second:
        return f"{g.name(shot.unit)} and {g.name(shot.second)} with {weapon}"
    return f"{g.name(shot.unit)} with {weapon}"


def _names(g: SkPlay, shots: Sequence[Shot]) -> str:
    return ", ".join(shot_name(g, shot) for shot in shots)


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else str(value)


def _in_words(found: FireResult) -> str:
    return "no effect" if found.kind == "none" else str(found)


def _is_flame(g: SkPlay, shot: Shot) -> bool:
    return bool(shot.weapon) and flamethrowers.is_flamethrower(g, g.state.weapons[shot.weapon])
