"""Defensive First Fire: the DEFENDER's interrupt in the enemy MPh (SK1:3.3.1).

Whenever a unit or stack spends MF, a `FirstFire` frame gives the DEFENDER the choice to fire at it there, as
often as anybody may.  First, Subsequent and Final Protective Fire are modes of single firers, so one group
can mix them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from defilade.kernel import Action, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part, all_of, any_of, bar
from defilade.rules.sk import fire, los, terrain
from defilade.rules.sk.attack import Attack, attack_over
from defilade.rules.sk.firers import FIRE_PHASES, FIRST_FIRE, FPF, SUBSEQUENT, FirePhase, attacks_again
from defilade.rules.sk.morale import FPF as FPF_CHECK
from defilade.rules.sk.morale import MoraleCheck, leadership
from defilade.rules.sk.prep_fire import mark, mark_whole_unit
from defilade.rules.sk.state import MPH, SkPlay
from defilade.tactics.attack_plan import MOVEMENT, Aim, Firing, shot_factors, target_lines
from defilade.tactics.control import seize
from defilade.tactics.declaring_fire import DeclareFire
from defilade.tactics.fire_groups import Shot
from defilade.tactics.leader_loss import LeaderLosses
from defilade.tactics.moving import able, mf_spent, move_in_progress, mover_of, note, record_of, the_record
from defilade.tactics.names import Hex
from defilade.tactics.units import FINAL, FIRST, Unit, Weapon
from defilade.tactics.vehicles import Vehicle

PART = Part()

FIRE, PASS = Action("fire"), Action("pass")

SHOTS_SPENT = Refusal("it has attacked this mover here as often as the mover spent MF here", "SK1:3.3.1-s")
ONLY_MG = Refusal("only a unit's own FP and its MG fire again in the MPh", "SK1:3.3.1-l")
BEYOND_NORMAL_RANGE = Refusal("Subsequent First Fire is limited to normal range", "SK1:3.3.1-l2")
CLOSER_ENEMY = Refusal("a Known enemy unit is closer", "SK1:3.3.1-l3")
NOT_ADJACENT = Refusal("a unit marked Final Fire may only fire at an adjacent mover", "SK1:3.3.1-n")
NOT_MOVING = Refusal("Defensive First Fire is only for units on the move", "SK1:3.3.1-a")


@any_of
def covered_in_the_open(g: SkPlay, unit: Unit) -> bool:
    """Does something that is no terrain protect a unit in Open Ground?"""
    return False


@any_of
def spared_ffmo(g: SkPlay, unit: Unit) -> bool:
    """Does a unit that uses Assault Movement in Open Ground draw no FFMO?"""
    return False


class FirstFire(Frame):
    """`units` have spent MF in `hex`: the DEFENDER may fire before anything else happens (SK1:3.3.1-f)."""

    hex: Hex
    units: tuple[str, ...]


@all_of
def first_fire_options(g: SkPlay, window: FirstFire) -> Iterable[Action]:
    """What else may the DEFENDER do when somebody has spent MF or MP?"""
    return ()


@any_of
def first_fire_taken(g: SkPlay, window: FirstFire, action: Action) -> bool:
    """Carry out such an option; yes if it was one's own."""
    return False


@bar
def first_fire_bar(g: SkPlay, window: FirstFire, action: Action) -> Refusal | None:
    """Why is such an option not open?"""


@any_of
def asked_at_every_step(g: SkPlay, window: FirstFire) -> bool:
    """Is the DEFENDER asked though he may have nothing to do, so that the question tells the enemy nothing?"""
    return False


def targets_left(g: SkPlay, frame: FirstFire) -> tuple[str, ...]:
    """The movers still there, broken and pinned ones among them (SK1:3.3.1-t)."""
    units, vehicles = g.state.units, g.state.vehicles
    return tuple(
        [
            uid
            for uid in frame.units
            if ((unit := units.get(uid)) is not None and unit.hex == frame.hex)
            or ((tank := vehicles.get(uid)) is not None and tank.hex == frame.hex and tank.exposed)
        ]
    )


def under_fire(g: SkPlay) -> tuple[str, ...]:
    """The movers in the open window, vehicles among them whether or not their crews are exposed."""
    window = open_window(g)
    if window is None:
        return ()
    tanks = [
        uid for uid in window.units if (tank := g.state.vehicles.get(uid)) is not None and not tank.wreck
    ]
    return (*[uid for uid in targets_left(g, window) if uid not in tanks], *tanks)


def open_window(g: SkPlay) -> FirstFire | None:
    """The interrupt that the DEFENDER is using now."""
    for frame in reversed(g.state.stack):
        if type(frame) is FirstFire:
            return frame
    return None


@PART.answers(mf_spent)
def drawn_by_spending(g: SkPlay, hex: Hex, units: tuple[str, ...]) -> list[Frame]:
    """SK1:3.3.1-e: all fire at the movers here comes before they are asked again, and so before they leave or spend
    more (SKF:3.3.3-b). A vehicle that starts, stops or turns spends MP as well (SKF:3.3.3-e)."""
    return [FirstFire(hex, units)]


@PART.decisions(FirstFire, why_not=lambda g, frame, action: first_fire_bar(g, frame, action))
def ask_first_fire(g: SkPlay, frame: FirstFire) -> Choice | None:
    targets = targets_left(g, frame)
    options = [FIRE] if targets and fire.can_attack(g, MPH, g.defender, frame.hex, targets) else []
    options += first_fire_options(g, frame)
    if not options and not asked_at_every_step(g, frame):
        return None
    options.append(PASS)
    about = targets or tuple([uid for uid in frame.units if uid in g.state.vehicles])
    return Choice(
        g.defender,
        f"{g.names(about)} moved in {g.place_name(frame.hex)}: Defensive First Fire?",
        tuple(options),
        ("SK1:3.3.1-c", "SK1:3.3.1-f"),
        about=about,
        at=frame.hex,
    )


@ask_first_fire
def take_first_fire(g: SkPlay, frame: FirstFire, answer: Action | Outcome | None) -> None:
    if answer == FIRE:
        # SK1:3.3.1-b: just the movers are attacked
        g.push(DeclareFire(MPH, g.defender, frame.hex, targets_left(g, frame)))
        return
    if isinstance(answer, Action) and answer != PASS and first_fire_taken(g, frame, answer):
        return
    g.pop()
    move = move_in_progress(g)
    if move is not None:
        move.members = able(g, move, move.members)
        move.waiting = able(g, move, move.waiting)
    seize(g, frame.hex)


# -- who may fire, and how ---------------------------------------------------------------------------------


def shot_mode(
    g: SkPlay, unit: Unit, weapon: Weapon | None, target: str, targets: tuple[str, ...]
) -> str | Refusal:
    """First, Subsequent or Final Protective Fire of one element at movers, by its own marker."""
    found = shots_refusal(g, weapon.id if weapon is not None else unit.id, target, targets)
    if found is not None:
        return found
    marker = unit.fire if weapon is None else weapon.fire  # SK1:3.3.1-d: marked separately
    if not marker:
        return FIRST_FIRE
    if weapon is not None and not g.weapon_type(weapon).is_mg:
        return ONLY_MG
    distance = g.map.distance(unit.hex, target)
    if marker == FIRST:
        normal = g.counter(unit).range if weapon is None else g.weapon_type(weapon).range
        if distance > normal:
            return BEYOND_NORMAL_RANGE
        return CLOSER_ENEMY if closer_enemy(g, unit, distance) else SUBSEQUENT
    # SK1:3.3.1-p, SKF:3.3.3-m: as often as the MF or MP of movers give it the chance
    return FPF if distance <= 1 else NOT_ADJACENT


def shots_refusal(g: SkPlay, element: str, target: str, targets: tuple[str, ...]) -> Refusal | None:
    """SK1:3.3.1-r, SK1:3.3.1-s: a unit or SW attacks a mover in one location at most once for each MF."""
    move = move_in_progress(g)
    if move is None:
        return NOT_MOVING
    for uid in targets or under_fire(g):
        mover = record_of(move, uid)
        if mover is None:
            return NOT_MOVING
        # who drives through a hex for half a MP is shot at there like anybody
        if mover.shots_by(target, element) >= max(1, int(mover.mf_spent_in(target))):
            return SHOTS_SPENT
    return None


def fires_again(g: SkPlay, element: str, hex: Hex) -> bool:
    """Whether a unit or SW has attacked the units that are under first fire in `hex` there before."""
    move, window = move_in_progress(g), open_window(g)
    if move is None or window is None:
        return False
    return any(the_record(move, uid).shots_by(hex, element) for uid in targets_left(g, window))


def closer_enemy(g: SkPlay, unit: Unit | Vehicle, distance: int) -> bool:
    """Whether a Known enemy unit of any kind is closer to a firer than `distance`."""
    units = g.state.units
    for hex, stack in g.state.stacks.items():
        if (
            g.map.distance(unit.hex, hex) < distance
            and any(units[uid].side != unit.side for uid in stack)
            and los.hindrance(g, unit.hex, hex) >= 0
        ):
            return True
    return any(
        tank.side != unit.side
        and not tank.wreck
        and tank.hex
        and g.map.distance(unit.hex, tank.hex) < distance
        and los.hindrance(g, unit.hex, tank.hex) >= 0
        for tank in g.state.vehicles.values()
    )


# -- markers -----------------------------------------------------------------------------------------------


def mark_fired(
    g: SkPlay, shots: Sequence[Shot], leaders: Sequence[str], *, cowered: bool, rof_kept: frozenset[str]
) -> None:
    """First Fire markers for what is out of ROF; Final Fire for the unit and all its SW after Subsequent Fire
    and FPF (SK1:3.3.1-m) and for those who cowered (SK1:3.2-p2)."""
    again = [shot for shot in shots if shot.mode != FIRST_FIRE]
    mark(g, shots, leaders, FINAL if cowered or again else FIRST, cowered=cowered, rof_kept=rof_kept)
    if again and not cowered:
        _unmark_first_firers(g, shots, again)
    for uid in dict.fromkeys(uid for shot in again for uid in (shot.unit, shot.second) if uid):
        mark_whole_unit(g, g.unit(uid), FINAL)
    _note_shots(g, shots)


def _unmark_first_firers(g: SkPlay, shots: Sequence[Shot], again: Sequence[Shot]) -> None:
    """In a mixed group those who fired for the first time are only marked First Fire."""
    flipped = {shot.unit for shot in again}
    for shot in shots:
        if shot.unit in flipped or shot.mode != FIRST_FIRE:
            continue
        if not shot.weapon:
            g.update(g.unit(shot.unit), fire=FIRST)
        elif g.state.weapons[shot.weapon].fire:
            g.update_weapon(g.state.weapons[shot.weapon], fire=FIRST)


def _note_shots(g: SkPlay, shots: Sequence[Shot]) -> None:
    note_attackers(g, {element for shot in shots for element in (shot.key, shot.second) if element})


def note_attackers(g: SkPlay, elements: Iterable[str]) -> None:
    """Write down against each mover which elements have attacked it here (SK1:3.3.1-s)."""
    move, window = move_in_progress(g), open_window(g)
    if move is None or window is None:
        return
    for uid in under_fire(g):
        mover = the_record(move, uid)
        counts = {(hex, who): n for hex, who, n in mover.shots}
        for element in sorted(elements):
            counts[window.hex, element] = counts.get((window.hex, element), 0) + 1
        note(move, uid, shots=tuple([(hex, who, n) for (hex, who), n in counts.items()]))


PART.adds(FIRE_PHASES, FirePhase(MPH, shot_mode, mark_fired))


@PART.modifies(shot_factors, "SK1:3.3.1-l", "SK1:3.3.1-n", step=6)
def halved(g: SkPlay, firing: Firing) -> list[Line]:
    """Whoever is marked First or Final Fire fires again with half its FP."""
    value = float(g.library.tables.fire_factors.entries.first_fire_marker.multiplier)
    if firing.shot.mode == SUBSEQUENT:
        return [Line("Subsequent First Fire", value, "SK1:3.3.1-l", "x")]
    if firing.shot.mode == FPF:
        return [Line("Final Protective Fire", value, "SK1:3.3.1-n", "x")]
    return []


@PART.answers(attacks_again)
def same_mover_again(g: SkPlay, unit: Unit, weapon: Weapon | None, mode: str, target: str) -> bool:
    """SK1:3.3.1-r: the same firers again, as the mover spent 2 MF or more; SK1:4.1-d: an MMC's Subsequent First Fire
    after its MG's own attack."""
    if g.state.phase != MPH:
        return False
    if fires_again(g, weapon.id if weapon is not None else unit.id, target):
        return True
    if weapon is not None or mode != SUBSEQUENT:
        return False
    return any(fires_again(g, gun, target) for gun in unit.weapons_used)


# -- how the target moves ----------------------------------------------------------------------------------


def uses_assault_movement(g: SkPlay, unit: Unit) -> bool:
    """SK1:3.3.1-w: a unit that breaks uses it no longer."""
    mover = mover_of(g, unit.id)
    return mover is not None and mover.assault and not unit.broken


@PART.modifies(target_lines, "SK1:3.3.1-i", "SK1:3.3.1-j", "SK1:1.1.2-h", step=MOVEMENT)
def movement_lines(g: SkPlay, unit: Unit, aim: Aim) -> list[Line]:
    """FFNAM, FFMO and, where TEM counts, the cover lost on a woods-road, in the MPh. A group with several hexes
    has the least favourable of their cases: FFMO needs an unhindered LOS from all of them."""
    if aim.phase != MPH:
        return []  # SK1:3.4-d2
    cases = []
    for hex in aim.hexes or ("",):
        lines = moving_modifiers(g, unit, hex, covered=aim.covered)
        lost = lost_cover(g, unit, hex) if aim.covered else None
        cases.append([*lines, lost] if lost is not None else lines)
    return max(cases, key=lambda lines: sum(line.value for line in lines))


def moving_modifiers(g: SkPlay, unit: Unit, firer_hex: str = "", *, covered: bool = True) -> list[Line]:
    """FFNAM and FFMO against a mover; `firer_hex` is empty for Residual FP.

    A broken mover keeps them until its MPh ends (SK1:3.3.1-u, SK1:3.3.1-v2), a pinned one is free of them
    (SK1:3.3.1-v).
    """
    mover = mover_of(g, unit.id)
    if mover is None or unit.pinned or unit.hazardous:
        return []
    drm = g.library.tables.fire_drm.entries
    assault = mover.assault and not unit.broken
    lines = []
    if not assault:
        lines.append(Line("FFNAM: moves without Assault Movement", drm.ffnam.drm, drm.ffnam.rule))
    open_ground = terrain.is_open_ground_for(
        g, unit.hex, firer_hex, road_rate=mover.road_rate, climbed_from=mover.climbed_from, covered=covered
    )
    if open_ground and not is_hindered(g, firer_hex, unit.hex) and not covered_in_the_open(g, unit):
        if not (assault and spared_ffmo(g, unit)):
            lines.append(Line("FFMO: moves in Open Ground", drm.ffmo.drm, drm.ffmo.rule))
    return lines


def lost_cover(g: SkPlay, unit: Unit, firer_hex: str) -> Line | None:
    """SK1:1.1.2-h: a mover that came along a woods-road has no TEM of the woods against fire along the road."""
    mover = mover_of(g, unit.id)
    if mover is None or unit.pinned or not mover.road_rate or not firer_hex:
        return None
    if not terrain.road_shows(g, firer_hex, unit.hex):
        return None
    return Line("on the road, not in the woods", -terrain.tem(g, unit.hex).value, "SK1:1.1.2-h")


def is_hindered(g: SkPlay, firer_hex: str, hex: Hex) -> bool:
    """SK1:3.3.1-k: any hindrance on the way, or smoke at either end, cancels FFMO."""
    if not firer_hex:
        return hex in g.state.smoke
    return los.hindrance(g, firer_hex, hex) > 0


# -- after the attack --------------------------------------------------------------------------------------


@PART.answers(attack_over)
def after_attack(g: SkPlay, attack: Attack) -> None:
    """SK1:3.3.1-o: the attack's own DR is a NMC of those who used FPF and of the leader who directed them.

    Others in the same group are not touched (SK1:3.3.1-q2).
    """
    if attack.phase != MPH or attack.blocked:
        return
    g.push(LeaderLosses())
    desperate = [shot for shot in attack.shots if shot.mode == FPF]
    if not desperate:
        return
    hexes = {g.unit(shot.unit).hex for shot in desperate}
    directing = [uid for uid in attack.leaders if g.unit(uid).hex in hexes]
    firers = [uid for shot in desperate for uid in (shot.unit, shot.second) if uid]
    helped = _leadership_lines(g, attack.leaders)
    checks = [
        MoraleCheck(
            uid,
            why="Final Protective Fire",
            source=FPF_CHECK,
            lines=() if uid in directing else helped,  # SK1:3.2.1-q: nobody leads himself
            dice=attack.dice,
        )
        for uid in dict.fromkeys((*directing, *firers))
    ]
    g.say(
        "fpf",
        f"The DR is a NMC of {g.names(check.unit for check in checks)}: Final Protective Fire.",
        "SK1:3.3.1-o",
        "SK1:3.3.1-q2",
        side=attack.side,
        who=tuple(check.unit for check in checks),
    )
    g.push_in_order(*checks)


def _leadership_lines(g: SkPlay, leaders: Sequence[str]) -> tuple[Line, ...]:
    if not leaders:
        return ()
    return (Line("leadership", max(leadership(g, g.unit(uid)) for uid in leaders), "SK1:3.3.1-o"),)
