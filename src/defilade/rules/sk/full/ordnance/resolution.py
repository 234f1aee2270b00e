"""A shot from its To Hit DR to its end (SKF:3.2.4): breakdown, ROF, hits, Critical Hits, and the effects of a hit.

One To Hit DR is compared with the number for every target in the hex, because targets have DRM of their own; one IFT
DR then resolves the hits on all of them (SKF:6.1-f).
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from defilade.kernel import Action, Breakdown, Chance, Choice, Frame, Line, Outcome
from defilade.kernel.composition import Part, all_of, any_of, first_of, modified, told
from defilade.rules.sk import effects, ift, residual
from defilade.rules.sk.attack import Attack, note_use
from defilade.rules.sk.firers import FIRE_PHASES
from defilade.rules.sk.full.ordnance import ammunition
from defilade.rules.sk.full.ordnance.effect import Effect, bursts_in_the_air, effects_of, firepower
from defilade.rules.sk.full.ordnance.intensive_fire import is_removed_by, number_of
from defilade.rules.sk.full.ordnance.shots import (
    OWN,
    Gunshot,
    Hit,
    Occasion,
    area_hit,
    distance,
    exposed_targets,
    firer_lines,
    has_fired,
    manning,
    rate,
    the_ordnance,
    turned_to,
    vehicle_hit,
    vehicle_targets,
    weapon_lost,
)
from defilade.rules.sk.full.ordnance.to_hit import hit_number, is_critical, th_lines
from defilade.rules.sk.full.ordnance_tables import ATT, ITT, VTT, HitNumber
from defilade.rules.sk.full.residual_fire import by_columns, how_many_outside
from defilade.rules.sk.state import MPH, SkPlay
from defilade.tactics.fire_groups import Shot
from defilade.tactics.leader_loss import LeaderLosses, with_leader_losses
from defilade.tactics.ordnance import HEAT, PF
from defilade.tactics.random_selection import RandomSelection
from defilade.tactics.units import FIRST

PART = Part()

TYPE_WORDS = {
    ITT: "Infantry Target Type",
    ATT: "Area Target Type",
    VTT: "Vehicle Target Type",
    OWN: "its own table",
}


class Aimed(msgspec.Struct, frozen=True):
    """Targets with the same DRM on the To Hit DR."""

    targets: tuple[str, ...]
    """Units, a Gun without men, a vehicle; `` for an empty hex."""
    lines: tuple[Line, ...]

    @property
    def drm(self) -> int:
        return int(sum(line.value for line in self.lines))


class ToHit(Frame):
    """A declared shot; its DR is due. `targets` are the movers in the MPh."""

    shot: Gunshot
    targets: tuple[str, ...] = ()


class OrdnanceHit(Frame):
    """Units have been hit; the IFT DR is due. `critical` are those whom a Critical Hit may have struck, until chance
    has picked among them (`selected`)."""

    shot: Gunshot
    units: tuple[str, ...]
    critical: tuple[str, ...] = ()
    selecting: bool = False
    selected: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    kept: bool = False
    """The weapon has kept its ROF."""
    guns: tuple[str, ...] = ()
    """Guns without men in the hex."""


@told
def to_hit_rolled(g: SkPlay, shot: Gunshot, dice: tuple[int, ...]) -> None:
    """The weapon has fired: what does the DR do besides hitting?"""


@first_of
def falls_harmlessly(g: SkPlay, shot: Gunshot, hits: tuple[str, ...], critical: bool) -> bool | None:
    """Is a hit of this shot something else than an attack on the IFT, and has it been dealt with?"""


@all_of
def targets_in_secret(g: SkPlay, shot: Gunshot) -> Iterable[str]:
    """Who is in the target hex whom the firer does not know of?"""
    return ()


@told
def hits_in_secret(g: SkPlay, shot: Gunshot, units: tuple[str, ...]) -> None:
    """Units have been hit, some of them perhaps unknown to the firer."""


@told
def effect_rolled(g: SkPlay, shot: Gunshot, dice: tuple[int, ...]) -> None:
    """The effects DR of a hit on Infantry and Guns has fallen: it is that of all who were hit."""


@modified
def dice_lines(g: SkPlay, shot: Gunshot, dice: tuple[int, ...]) -> Iterable[Line]:
    """Which DRM does the To Hit DR have by the dice themselves?"""
    return ()


@told
def shot_over(g: SkPlay, shot: Gunshot) -> None:
    """A shot is over with all that came of it."""


@any_of
def strikes_one_only(g: SkPlay, shot: Gunshot) -> bool:
    """Does a hit of this shot affect one unit only?"""
    return False


@any_of
def misfires(g: SkPlay, shot: Gunshot, original: int) -> bool:
    """Is a shot a miss by its original DR, whatever modifies it?"""
    return False


@any_of
def is_dud(g: SkPlay, shot: Gunshot, original: int) -> bool:
    """Does a hit do nothing, by the original effects DR?"""
    return False


# -- planning --------------------------------------------------------------------------------------------------


def targets_of(g: SkPlay, shot: Gunshot, movers: tuple[str, ...]) -> tuple[str, ...]:
    """Whom a shot may hit (SKF:3.2.4-b): on the VTT the vehicle only (SKF:3.2.4-g), in the enemy MPh the movers
    only (SKF:3.2.4-k), else all Infantry in the hex, and Guns without men. Vehicles on the ATT, and on the ITT those
    whose crews are exposed (SKF:3.2.4-c)."""
    if shot.aimed_at:
        return (shot.aimed_at,)
    occasion = Occasion(shot.phase, shot.side)
    vehicles: Iterable[str] = ()
    if shot.type == ATT:
        vehicles = vehicle_targets(g, occasion, shot.target)
    elif shot.type == ITT:
        vehicles = exposed_targets(g, occasion, shot.target)
    if shot.phase == MPH and shot.side != g.attacker:
        units = tuple([uid for uid in movers if uid in g.state.units])
        return (*_struck_by(g, shot, units), *vehicles) or ("",)
    units = tuple(g.state.stacks.get(shot.target, ()))
    if shot.type == ATT:  # DAE:1.1-k: it strikes a hex from its ground to its Steeple
        other = g.map.above.get(shot.target) or g.map.below.get(shot.target, "")
        units += g.state.stacks.get(other, ())
    guns = [
        weapon.id
        for weapon in g.state.weapons.values()
        if weapon.hex == shot.target and not weapon.owner and weapon.facing >= 0
    ]
    return (*_struck_by(g, shot, units), *guns, *vehicles) or ("",)


def _struck_by(g: SkPlay, shot: Gunshot, units: tuple[str, ...]) -> list[str]:
    """SKF:3.2.4-d: on the ATT everybody; else enemies, and whoever is locked in Melee with them. SKF:6.2-g, SKF:4.4-b:
    HEAT leaves those alone who have neither the TEM of a building nor a Gun."""
    found = [g.unit(uid) for uid in units]
    if shot.type != ATT:
        found = [unit for unit in found if unit.side != shot.side or unit.melee]
    if shot.ammo == HEAT:
        found = [unit for unit in found if ammunition.takes_heat(g, unit)]
    return [unit.id for unit in found]


def aimed_at(g: SkPlay, shot: Gunshot, targets: Iterable[str]) -> list[Aimed]:
    """The targets of a shot, those with the same DRM together."""
    found: dict[int, tuple[list[str], tuple[Line, ...]]] = {}
    for target in targets:
        lines = th_lines(g, shot, target)
        found.setdefault(int(sum(line.value for line in lines)), ([], lines))[0].append(target)
    return [Aimed(tuple(targets), lines) for targets, lines in found.values()]


def shot_name(g: SkPlay, shot: Gunshot) -> str:
    return f"{g.weapon_name(shot.weapon)} at {g.place_name(shot.target)}"


def breakdown(g: SkPlay, shot: Gunshot, number: HitNumber, group: Aimed) -> Breakdown:
    """SKF:3.2.4-i: the To Hit number, and all that modifies the DR."""
    words = f"To Hit number on the {TYPE_WORDS[shot.type]} with {shot.ammo}, range {distance(g, shot)}"
    if shot.type == OWN:
        words = f"To Hit number, range {distance(g, shot)}"
    line = Line(words, number.to_hit, "DAE:QRDC-th" if shot.type != OWN else "SKF:4.4-a", "=")
    rules = ("SKF:3.2.4-i", "DAE:QRDC-thdrm")
    return Breakdown(shot_name(g, shot), (line, *group.lines), total=float(number.to_hit), rules=rules)


# -- the To Hit DR ---------------------------------------------------------------------------------------------


@PART.decisions(ToHit)
def ask_to_hit(g: SkPlay, frame: ToHit) -> Chance:
    shot = frame.shot
    number = hit_number(g, shot)
    needs = (
        f"{number.to_hit} or less"
        if number is not None and not shot.blocked
        else "no LOS, only for breakdown"
    )
    return Chance(
        f"To Hit DR: {shot_name(g, shot)}: {needs}.",
        dice=2,
        side=shot.side,
        rules=("SKF:3.2.4-i",),
        about=(shot.firer, shot.weapon),
    )


@ask_to_hit
def take_to_hit(g: SkPlay, frame: ToHit, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    g.pop()
    shot, dice = frame.shot, answer.dice
    original = dice[0] + dice[1]
    groups = aimed_at(g, shot, targets_of(g, shot, frame.targets))
    unseen = aimed_at(g, shot, targets_in_secret(g, shot))
    number = hit_number(g, shot)
    assert number is not None
    more = tuple(dice_lines(g, shot, dice))
    if more:
        groups = [msgspec.structs.replace(group, lines=(*group.lines, *more)) for group in groups]
    broken = original >= number_of(g, shot)
    in_supply, out_of_it = ammunition.is_depleted_by(g, shot, original)
    if out_of_it or (broken and ammunition.is_special(g, shot)):
        _note_depletion(g, shot, had_it=in_supply and not broken, fired=broken or in_supply)
    if not in_supply and not broken:
        return  # SKF:6.2-b: it has not fired
    misfire = misfires(g, shot, original)
    fired = [
        (group, original + group.drm <= number.to_hit and in_supply and not shot.blocked and not misfire)
        for group in (*groups, *unseen)
    ]
    for group, hit in fired:
        if hit or group in groups:
            _say_shot(g, shot, number, group, dice, hit)
    kept = not broken and dice[0] <= rate(g, g.weapon_type(g.state.weapons[shot.weapon]).rof, shot)
    _mark(g, shot, dice, kept)
    hits = tuple(target for group, hit in fired if hit for target in group.targets)
    critical = tuple(
        target
        for group, hit in fired
        if hit and is_critical(shot, number, original, original + group.drm)
        for target in group.targets
    )
    lost = broken and is_removed_by(g, shot, original)
    after: list[Frame] = [ShotOver(shot, lost=lost)]
    if hits:
        _strike(g, shot, hits, critical, dice, kept, after)
    g.push_in_order(*after)
    if broken:
        _break_down(g, shot, lost=lost)


def _note_depletion(g: SkPlay, shot: Gunshot, *, had_it: bool, fired: bool) -> None:
    """SKF:6.2-b, SKF:6.2-c"""
    weapon = g.state.weapons[shot.weapon]
    g.update_weapon(weapon, spent_ammo=(*weapon.spent_ammo, shot.ammo))
    words = f"has no more {shot.ammo} after this shot" if had_it else f"has no {shot.ammo}"
    ending = "" if fired else "; it has not fired"
    rule = "SKF:6.2-b" if had_it or not fired else "SKF:6.2-c"
    g.say(
        "depletion", f"The {g.weapon_name(weapon)} {words}{ending}.", rule, side=shot.side, who=(weapon.id,)
    )


def _say_shot(
    g: SkPlay, shot: Gunshot, number: HitNumber, group: Aimed, dice: tuple[int, ...], hit: bool
) -> None:
    original = dice[0] + dice[1]
    final = original + group.drm
    if not hit:
        found = "a miss"
    else:
        found = "a Critical Hit" if is_critical(shot, number, original, final) else "a hit"
    names = ", ".join(target_name(g, target) for target in group.targets)
    g.say(
        "to_hit",
        f"{shot_name(g, shot)} ({names}): To Hit {number.to_hit}, DR {original}, final {final}: {found}.",
        "SKF:3.2.4-i",
        side=shot.side,
        who=tuple(target for target in group.targets if target),
        at=shot.target,
        dice=dice,
        breakdown=breakdown(g, shot, number, group),
    )


def target_name(g: SkPlay, target: str) -> str:
    if not target:
        return "nobody"
    if target in g.state.units:
        return g.name(target)
    return g.weapon_name(target) if target in g.state.weapons else g.vehicle_name(target)


def _mark(g: SkPlay, shot: Gunshot, dice: tuple[int, ...], kept: bool) -> None:
    """Markers, turning, and who has used what."""
    if shot.turns:
        turned_to(g, shot)
    unit = manning(g, shot)
    if unit is not None:
        as_shot = Shot(unit.id, shot.weapon, shot.mode, shot.second)
        leaders = (shot.leader,) if shot.leader else ()
        note_use(g, Attack(shot.phase, shot.side, shot.target, (), (as_shot,), leaders), set())
        FIRE_PHASES(g)[shot.phase].mark_fired(
            g, (as_shot,), leaders, cowered=False, rof_kept=frozenset((shot.weapon,) if kept else ())
        )
    has_fired(g, shot, dice, kept)
    to_hit_rolled(g, shot, dice)
    if kept:
        g.say(
            "rof", f"{g.weapon_name(shot.weapon)} keeps its rate of fire.", "DAE:QRDC-rof", who=(shot.weapon,)
        )


def _break_down(g: SkPlay, shot: Gunshot, *, lost: bool) -> None:
    """SKF:6.12-a, SKF:6.12-b. A weapon that is lost for good is taken away when its shot is over: it may have hit."""
    weapon = g.state.weapons[shot.weapon]
    name = g.weapon_name(weapon)
    if lost:
        rule = "SKF:4.4.1-c" if g.weapon_type(weapon).removed else "SKF:6.12-b"
        g.say("weapon_lost", f"The {name} is removed from play.", rule, who=(weapon.id,), at=weapon.hex)
        weapon_lost(g, shot)
    else:
        g.say("malfunction", f"The {name} malfunctions.", "SKF:6.12-a", who=(weapon.id,), at=weapon.hex)
    g.update_weapon(g.state.weapons[shot.weapon], malfunctioned=True)


def _strike(
    g: SkPlay,
    shot: Gunshot,
    hits: tuple[str, ...],
    critical: tuple[str, ...],
    dice: tuple[int, ...],
    kept: bool,
    after: list[Frame],
) -> None:
    """A hit: on a vehicle, whose TK# a Critical Hit doubles (SKF:6.1-e), as Smoke, or on Infantry and Guns."""
    if shot.aimed_at:
        gun = the_ordnance(g, shot.weapon)
        vehicle_hit(
            g,
            Hit(
                shot,
                shot.aimed_at,
                gun.caliber,
                gun.length,
                distance(g, shot),
                dice,
                bool(critical),
                gun.to_kill,
            ),
        )
        return
    units = tuple(uid for uid in hits if uid in g.state.units)
    hits_in_secret(g, shot, units)
    if falls_harmlessly(g, shot, units, bool(critical)):
        return
    guns = tuple(wid for wid in hits if wid in g.state.weapons)
    vehicles = tuple(vid for vid in hits if vid in g.state.vehicles)
    if vehicles:  # SKF:6.1-f: a Critical Hit is on one target
        area_hit(g, shot, vehicles, dice, bool(critical) and all(one in vehicles for one in critical))
    if units or guns:
        chosen = tuple(one for one in critical if one in units or one in guns)
        hit = OrdnanceHit(shot, units, chosen, kept=kept, guns=guns)
        one = strikes_one_only(g, shot) and len(units) > 1
        after.insert(0, OneOfThem(shot, units, bool(critical)) if one else hit)


class OneOfThem(Frame):
    """One of the units that were hit is affected: one that mans a Gun or a SW where the firer likes, else chance picks
    it (SKF:4.4.2-l)."""

    shot: Gunshot
    units: tuple[str, ...]
    critical: bool = False
    by_chance: bool = False
    selected: tuple[str, ...] = ()


BY_CHANCE = Action("by-chance")


@PART.decisions(OneOfThem)
def ask_one_of_them(g: SkPlay, frame: OneOfThem) -> Choice | None:
    manning_something = [uid for uid in frame.units if g.weapons_of(g.unit(uid))]
    if frame.by_chance or frame.selected or not manning_something:
        return None
    options = (*(Action("strike", (uid,)) for uid in manning_something), BY_CHANCE)
    return Choice(frame.shot.side, "Which unit does the shot strike?", options, ("SKF:4.4.2-l",), frame.units)


@ask_one_of_them
def take_one_of_them(g: SkPlay, frame: OneOfThem, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Action):
        frame.selected = answer.who
        frame.by_chance = answer == BY_CHANCE
    elif not frame.selected:
        frame.by_chance = True
        g.push(RandomSelection(frame.units, 1, "the highest is struck", "SKF:4.4.2-l"))
    else:
        g.pop()
        g.push(OrdnanceHit(frame.shot, frame.selected, frame.selected if frame.critical else ()))


class ShotOver(Frame):
    """All that came of a shot is done. `lost`: its weapon goes for good."""

    shot: Gunshot
    lost: bool = False


@PART.automatic(ShotOver)
def run_shot_over(g: SkPlay, frame: ShotOver) -> None:
    g.pop()
    shot_over(g, frame.shot)
    weapon = g.state.weapons.get(frame.shot.weapon)
    if frame.lost and weapon is not None and frame.shot.firer not in g.state.vehicles:
        g.remove_weapon(weapon)
    if frame.shot.phase == MPH:
        g.push(LeaderLosses())


# -- the IFT DR ------------------------------------------------------------------------------------------------


@PART.decisions(OrdnanceHit)
def ask_ordnance_hit(g: SkPlay, frame: OrdnanceHit) -> Chance | None:
    if frame.dice or (len(frame.critical) > 1 and not frame.selecting):
        return None
    fp = firepower(g, frame.shot, critical=False)[1]
    column = ift.column_fp(g, ift.column(g, fp))
    return Chance(
        f"Effect of the hit by {shot_name(g, frame.shot)}: DR on the {column} column.",
        dice=2,
        side=frame.shot.side,
        rules=("SKF:3.2.4-ab",),
        about=frame.units,
    )


@ask_ordnance_hit
def take_ordnance_hit(g: SkPlay, frame: OrdnanceHit, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Outcome):
        frame.dice = answer.dice
        effect_rolled(g, frame.shot, answer.dice)
        _resolve(g, frame)
    elif not frame.dice:  # SKF:6.1-f: chance picks who takes the Critical Hit
        frame.selecting = True
        frame.selected = ()
        g.push(RandomSelection(frame.critical, 1, "the highest takes the Critical Hit", "SKF:6.1-f"))
    else:
        g.pop()
        if frame.kept and frame.shot.weapon in g.state.weapons and leaves_residual(g, frame.shot):
            g.push(RateOrResidual(frame.shot, frame.units))
        else:
            leave_residual(g, frame.shot, frame.units)


def critical_of(frame: OrdnanceHit) -> tuple[str, ...]:
    return frame.selected if frame.selecting else frame.critical


@first_of
def strikes_a_gun(
    g: SkPlay, shot: Gunshot, found: Effect, dice: tuple[int, ...], gun: str
) -> list[Frame] | None:
    """What does a hit do to a Gun and those who man it? `gun` is one that nobody mans."""


def _resolve(g: SkPlay, frame: OrdnanceHit) -> None:
    shot, dice = frame.shot, frame.dice
    original = dice[0] + dice[1]
    units = tuple(uid for uid in frame.units if uid in g.state.units)
    if is_dud(g, shot, original):
        g.say("dud", f"A dud: DR {original}.", "SKF:4.4.2-j", side=shot.side, at=shot.target, dice=dice)
        return
    frames: list[Frame] = []
    for found in effects_of(g, shot, units, critical_of(frame)):
        rest = list(found.units)
        for uid in found.units:
            alone = msgspec.structs.replace(found, units=(uid,))
            special = strikes_a_gun(g, shot, alone, dice, "")
            if special is not None:
                rest.remove(uid)
                frames += special
        if rest:
            frames += strike_units(g, shot, msgspec.structs.replace(found, units=tuple(rest)), original, dice)
    for gun in frame.guns:
        is_struck = gun in critical_of(frame)
        fp_lines, fp = firepower(g, shot, critical=is_struck)
        bare = Effect((), is_struck, fp_lines, fp, ift.column(g, fp), ())
        frames += strikes_a_gun(g, shot, bare, dice, gun) or []
    with_leader_losses(g, *frames)


def strike_units(
    g: SkPlay, shot: Gunshot, found: Effect, original: int, dice: tuple[int, ...]
) -> list[Frame]:
    """The result of a hit for units with the same column and DRM."""
    result = ift.result(g, found.column, original + found.drm)
    say_effect(g, shot, found, original, dice, str(result) if result.kind != "none" else "no effect")
    possible = ift.could_cause_check(g, found.column, found.drm, 0)
    effects.mark_desperate(g, found.units, result, possible)
    return [effects.FireEffects(shot.target, found.column, (effects.Struck(found.units, found.drm, result),))]


def say_effect(
    g: SkPlay, shot: Gunshot, found: Effect, original: int, dice: tuple[int, ...], words: str
) -> None:
    names = g.names(found.units) or "the Gun"
    kind = "Critical Hit" if found.critical else "hit"
    g.say(
        "ordnance_effect",
        f"{kind.capitalize()} on {names}: {ift.column_fp(g, found.column)} column, DR {original}, "
        f"final {original + found.drm}: {words}.",
        "SKF:3.2.4-ab",
        *(("SKF:6.1-c",) if found.critical else ()),
        side=shot.side,
        who=found.units,
        at=shot.target,
        dice=dice,
        breakdown=found.breakdown(g, shot_name(g, shot)),
    )


# -- Residual FP -----------------------------------------------------------------------------------------------

CHART = "DAE:QRDC-"
"""The To Hit chart: its cases by number."""
OUTSIDE_CASES = tuple(f"{CHART}case{number:02}" for number in (*range(1, 17), 18))
"""What has its cause outside the target hex: all that the firer brings, and Hindrances."""


def leaves_residual(g: SkPlay, shot: Gunshot) -> bool:
    """SKF:6.2-e, SKF:3.3.5-l: not with AP and the like, be it by the IFT or by a To Kill attempt."""
    if the_ordnance(g, shot.weapon).type == PF:  # SKF:4.4.2-k
        return False
    return shot.phase == MPH and shot.side == g.defender and shot.ammo not in ammunition.ARMOR_PIERCING


class RateOrResidual(Frame):
    """SKF:3.3.5-b: a weapon that has kept its ROF leaves Residual FP only if its owner gives the ROF up."""

    shot: Gunshot
    units: tuple[str, ...]


KEEP_RATE, GIVE_UP_RATE = Action("keep-rate"), Action("leave-residual")


@PART.decisions(RateOrResidual)
def ask_rate_or_residual(g: SkPlay, frame: RateOrResidual) -> Choice:
    return Choice(
        frame.shot.side,
        f"The {g.weapon_name(frame.shot.weapon)} has kept its ROF: does it fire on, or leave Residual FP?",
        (KEEP_RATE, GIVE_UP_RATE),
        ("SKF:3.3.5-b",),
        about=(frame.shot.weapon,),
        at=frame.shot.target,
    )


@ask_rate_or_residual
def take_rate_or_residual(g: SkPlay, frame: RateOrResidual, answer: Action | Outcome | None) -> None:
    g.pop()
    if answer != GIVE_UP_RATE:
        return
    weapon = g.state.weapons[frame.shot.weapon]
    g.update_weapon(weapon, fire=FIRST)
    g.say("rof", f"{g.weapon_name(weapon)} gives up its rate of fire.", "SKF:3.3.5-b", who=(weapon.id,))
    leave_residual(g, frame.shot, frame.units)


def leave_residual(g: SkPlay, shot: Gunshot, units: tuple[str, ...]) -> None:
    """SKF:3.3.5-a, SKF:3.3.5-b: a hit leaves half its column unless the weapon malfunctioned; SKF:3.3.5-g: Air Bursts
    leave one column more, and each positive DRM that comes from outside the target hex takes one away
    (SKF:3.3.5-f)."""
    weapon = g.state.weapons.get(shot.weapon)
    if weapon is None or weapon.malfunctioned or not leaves_residual(g, shot):
        return
    lines = [line for line in firer_lines(g, shot) if line.rule in OUTSIDE_CASES]
    more = int(bursts_in_the_air(g, shot, shot.target)) - how_many_outside(g, lines, shot.target)
    half = residual.half_column(g, firepower(g, shot, critical=False)[1])
    residual.leave(g, shot.target, by_columns(g, half, more))
