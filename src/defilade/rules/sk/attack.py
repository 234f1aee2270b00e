"""A fire attack from its DR to its end: column, results, markers, breakdown, and what it leaves (SK1:3.2.1).

What it adds up to is in `attack_plan`, what it does to its targets in `effects`.  Attacks without firers
(Residual FP, demolition charges) are the same procedure with a given FP.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import NamedTuple

from defilade.kernel import Action, Chance, Frame, Line, Outcome
from defilade.kernel.composition import Entries, Part, any_of, first_of, told
from defilade.kernel.encoding import always
from defilade.rules.sk import effects, ift, machine_guns
from defilade.rules.sk.attack_plan import ignores_cover, plan_attack
from defilade.rules.sk.firers import FIRE_PHASES, FIRST_FIRE, directs_again, fires_apart, own_fp_refusal
from defilade.rules.sk.state import MPH, SkPlay
from defilade.rules.sk.tables import FireResult
from defilade.rules.sk.unseen import as_if_seen, brought_to_light, unseen_in
from defilade.tactics.attack_plan import Plan, TargetGroup, cowering_shift, firepower, names_of
from defilade.tactics.fire_groups import Shot, hexes_of
from defilade.tactics.fire_table import shifted
from defilade.tactics.leader_loss import with_leader_losses
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import SQUAD, Unit, Weapon
from defilade.tactics.vehicles import Vehicle

PART = Part()


@first_of
def secret_cover(g: SkPlay, hex: Hex) -> Line | None:
    """What cover does a hex give that the enemy does not know of?"""


@told
def cover_comes_out(g: SkPlay, hex: Hex) -> None:
    """Secret cover changes a result, so that everybody learns of it."""


class Attack(Frame):
    """One attack on one hex. `fp` and `charge` are for attacks without firers: the Residual FP, or the FP
    and the id of a demolition charge. After the DR `dice` and what follows from it are set, until the
    effects are done."""

    phase: str
    side: Side
    target: str
    targets: tuple[str, ...]
    shots: tuple[Shot, ...] = ()
    leaders: tuple[str, ...] = ()
    fp: float = always(0.0)
    charge: str = ""
    blocked: bool = False
    """The firers turned out to have no LOS: nothing is resolved, but they have fired (SK1:3.2-i)."""
    dice: tuple[int, ...] = ()
    cowered: int = 0
    """Columns lost by cowering."""
    kind: str = ""
    """What kind of attack it is where it has no firers and is neither Residual FP nor a demolition charge."""
    firer: str = ""
    """The vehicle whose MG attack."""
    guns: tuple[str, ...] = ()
    """Its MG that do."""
    turned: int = 0
    """The DRM for having turned them."""
    broken_down: tuple[str, ...] = ()
    """SW whose B# or X# the DR reached."""
    lasting: float = always(0.0)
    """The FP that Residual FP is read from."""
    kept: tuple[str, ...] = ()
    """SW that keep their ROF, where that matters for what the attack leaves."""
    shot_fp: tuple[float, ...] = ()
    """The FP of each shot, where it matters which of them leave something."""
    outside: int = 0
    """How many positive DRM arise outside the target hex, where that matters for what the attack leaves."""


RESIDUAL, CHARGE = "residual", "charge"


class AttackKind(NamedTuple):
    """An attack without firers: how it is called, what it adds up to, whether its DR makes nothing of it, and what
    is done when it is over."""

    kind: str
    words: Callable[[SkPlay, Attack], str]
    plan: Callable[[SkPlay, Attack], Plan]
    fails: Callable[[SkPlay, Attack], bool]
    over: Callable[[SkPlay, Attack], None]
    at_the_unseen: float = 0.0
    """The part of its FP with which it strikes those in the hex of whom its side does not know."""


AREA_FIRE = 0.5
"""The part of their FP with which firers strike the unseen."""

ATTACK_KINDS = Entries[AttackKind]("attacks without firers", key=lambda entry: entry.kind)


@told
def crew_struck(g: SkPlay, vehicle: Vehicle, found: FireResult) -> None:
    """An attack has this result on the crew of a vehicle."""


@any_of
def leaves_nothing(g: SkPlay, weapon: Weapon) -> bool:
    """Does the fire of this SW leave no Residual FP?"""
    return False


@told
def attack_leaves(g: SkPlay, attack: Attack) -> None:
    """An attack by firers is done: what does it leave in its hex?"""


@told
def attack_over(g: SkPlay, attack: Attack) -> None:
    """An attack by firers is over, and weapons that it broke are marked."""


@told
def attack_rolled(g: SkPlay, attack: Attack, kept: set[str]) -> None:
    """The DR of an attack by firers has fallen, and nothing has come of it yet; `kept` are SW that keep their ROF."""


@first_of
def which_breaks_down(g: SkPlay, attack: Attack) -> Frame | None:
    """Which procedure picks the one of several SW that breaks down, where not all of them do?"""


@any_of
def lost_for_good(g: SkPlay, attack: Attack, weapon: Weapon) -> bool:
    """Is a SW that breaks down in an attack removed, though it has a B#?"""
    return False


def kind_of(g: SkPlay, frame: Attack) -> AttackKind | None:
    """What kind of attack without firers it is; none for the fire of units and weapons."""
    if frame.shots:
        return None
    return ATTACK_KINDS(g)[frame.kind or (CHARGE if frame.charge else RESIDUAL)]


def plan_of(g: SkPlay, frame: Attack) -> Plan:
    """The plan of an attack in progress."""
    kind = kind_of(g, frame)
    if kind is not None:
        return kind.plan(g, frame)
    return plan_attack(g, frame.phase, frame.shots, frame.target, frame.targets, frame.leaders)


@PART.decisions(Attack)
def ask_attack(g: SkPlay, frame: Attack) -> Chance | None:
    if frame.dice or (frame.blocked and not any(shot.weapon for shot in frame.shots)):
        return None
    kind = kind_of(g, frame)
    if kind is not None:
        what = kind.words(g, frame)
    else:
        what = f"{names_of(g, frame.shots)} at {g.place_name(frame.target)}"
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
    kind = kind_of(g, frame)
    targets = frame.targets
    if kind is not None and kind.fails(g, frame):
        return
    if frame.targets != targets:  # some have been dealt with apart
        added_up = plan_of(g, frame)
    _note_rolled(g, frame, added_up.cowering)
    if frame.shots:
        frame.lasting = lasting_fp(g, frame)
    place = shifted(added_up.column, frame.cowered)
    if _reveals(g, frame, added_up, place):
        added_up = plan_of(g, frame)
    original = frame.dice[0] + frame.dice[1]  # SK1:1.4-a; final is after the DRM (SK1:2.0-e)
    struck = []
    for group in added_up.groups:
        found = ift.result(g, place, original + group.drm)
        units = (
            group.units
            if not g.state.vehicles
            else tuple([uid for uid in group.units if uid in g.state.units])
        )
        if units:
            struck.append(effects.Struck(units, group.drm, found))
        _say_result(g, frame, added_up, group, place, found)
        possible = ift.could_cause_check(g, added_up.column, group.drm, added_up.cowering)
        effects.mark_desperate(g, units, found, possible)
        for uid in group.units:
            if uid in g.state.vehicles:
                crew_struck(g, g.vehicle(uid), found)
    strike_the_unseen(g, frame)
    with_leader_losses(g, effects.FireEffects(frame.target, place, tuple(struck)))


def strike_the_unseen(g: SkPlay, frame: Attack) -> None:
    """SKF:6.4-i, DAE:2.55, DAE:DaE1-f: the DR of an attack is also that against those hidden in the hex; they come out
    if it tells on them. Defensive First Fire strikes those on the move only."""
    kind = kind_of(g, frame)
    part = AREA_FIRE if kind is None else kind.at_the_unseen
    if frame.phase == MPH and frame.side == g.defender and (frame.shots or frame.firer):
        return
    hidden = tuple(unseen_in(g, frame.target, frame.side)) if part else ()
    if not hidden:
        return
    aimed = copy.copy(frame)
    aimed.targets = hidden
    with as_if_seen(g, hidden):
        added_up = plan_of(g, aimed)
    place = shifted(ift.column(g, added_up.fp * part), frame.cowered)
    struck = []
    for group in added_up.groups:
        found = ift.result(g, place, sum(frame.dice) + group.drm)
        if found.kind == "none":
            continue
        for uid in group.units:
            brought_to_light(g, uid, "the attack tells on it")
        _say_result(g, frame, added_up, group, place, found)
        struck.append(effects.Struck(group.units, group.drm, found))
    if struck:
        with_leader_losses(g, effects.FireEffects(frame.target, place, tuple(struck)))


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
    note_use(g, frame, kept)
    FIRE_PHASES(g)[frame.phase].mark_fired(
        g, frame.shots, frame.leaders, cowered=frame.cowered > 0, rof_kept=frozenset(kept)
    )
    for weapon_id in [shot.weapon for shot in frame.shots if shot.weapon in kept]:
        g.say("rof", f"{g.weapon_name(weapon_id)} keeps its rate of fire.", "SK1:1.2.4-c", who=(weapon_id,))
    attack_rolled(g, frame, kept)


def note_use(g: SkPlay, frame: Attack, kept: set[str]) -> None:
    """Write down who used what, whom leaders directed, and from where the target was attacked. `kept` are the SW
    that keep their ROF."""
    for shot in frame.shots:
        if shot.weapon:
            note_weapon_use(g, g.unit(shot.unit), shot.weapon, frame.phase)
            if shot.second:
                note_weapon_use(g, g.unit(shot.second), shot.weapon, frame.phase)
    keys = tuple(shot.key for shot in frame.shots)
    for uid in frame.leaders:
        leader = g.unit(uid)
        if directs_again(frame.phase, leader, frame.shots):
            g.update(leader, directed_again=keys, directed_again_in=frame.phase)
        elif not leader.directed:
            early = frame.phase == MPH and any(shot.mode != FIRST_FIRE for shot in frame.shots)
            g.update(leader, directed=keys, directed_in=MPH if early else "")
    grouped = [s for s in frame.shots if not s.weapon or not fires_apart(g, g.state.weapons[s.weapon])]
    for hex in hexes_of(g, grouped):
        if (hex, frame.target) not in g.state.fired:
            from_hex = [shot for shot in grouped if g.unit(shot.unit).hex == hex]
            leaves_open = tuple([(uid, frame.target) for uid in _may_follow(g, from_hex, kept)])
            g.state.fired = (*g.state.fired, (hex, frame.target), *leaves_open)


def _may_follow(g: SkPlay, from_hex: list[Shot], kept: set[str]) -> list[str]:
    """SK1:4.1-d: the MMC that may still attack the same target apart from its MG, which was all that fired from
    its hex and has kept its ROF."""
    units = {shot.unit for shot in from_hex}
    if len(units) > 1 or not all(shot.weapon for shot in from_hex):
        return []
    if not any(shot.weapon in kept for shot in from_hex):
        return []
    return [uid for uid in units if own_fp_refusal(g, g.unit(uid)) is None]


def note_weapon_use(g: SkPlay, unit: Unit, weapon_id: str, phase: str) -> None:
    used = unit.weapons_used if weapon_id in unit.weapons_used else (*unit.weapons_used, weapon_id)
    if unit.is_leader:
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
    hidden = secret_cover(g, frame.target)
    if hidden is None:
        return False
    if any(shot.weapon and ignores_cover(g, g.state.weapons[shot.weapon]) for shot in frame.shots):
        return False
    original = frame.dice[0] + frame.dice[1]
    for group in added_up.groups:
        final = original + group.drm
        if ift.result(g, place, final) != ift.result(g, place, final + int(hidden.value)):
            cover_comes_out(g, frame.target)
            return True
    return False


def _finish(g: SkPlay, frame: Attack) -> None:
    """After the effects: SW break down (SK1:4.1-g), Residual FP is left, FPF checks its firers."""
    if len(frame.broken_down) > 1:
        picking = which_breaks_down(g, frame)
        if picking is not None:
            g.push(picking)
            return
    g.pop()
    kind = kind_of(g, frame)
    if kind is not None:
        kind.over(g, frame)
        return
    attack_leaves(g, frame)
    for weapon_id in frame.broken_down:
        weapon = g.state.weapons.get(weapon_id)
        if weapon is not None:
            rule = "SK1:4.1-g" if g.weapon_type(weapon).is_mg else "SK1:4.2-g"
            machine_guns.break_down(g, weapon, rule, for_good=lost_for_good(g, frame, weapon))
    attack_over(g, frame)


def lasting_fp(g: SkPlay, frame: Attack) -> float:
    """The FP that Residual FP is read from: without SW that broke down (SK1:3.3.1-x3), and before the attack
    has changed anything."""
    firing = [
        shot
        for shot in frame.shots
        if not shot.weapon
        or (shot.weapon not in frame.broken_down and not leaves_nothing(g, g.state.weapons[shot.weapon]))
    ]
    return firepower(g, firing, frame.target, frame.targets)[1]


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else str(value)


def _in_words(found: FireResult) -> str:
    return "no effect" if found.kind == "none" else str(found)
