"""Machine guns (SL:8.9): who fires them, at what, and what it costs him (SL:8.1 to SL:8.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from defilade.kernel import Action, Line, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import morale
from defilade.rules.sl.fire import DEFENSIVE, MARKS, firepower_of_weapon, weapon_marked
from defilade.rules.sl.firers import (
    BROKEN,
    HAS_FIRED,
    IN_MELEE,
    NOT_YOURS,
    ONLY_LOOKS,
    OUT_OF_RANGE,
    SEPARATE,
    declaring_otherwise,
    directing_bar,
    fire_bar,
    fires_otherwise,
    gives_up_own_fp,
    group_refusal,
    joining_bar,
    line_refusal,
    other_additions,
)
from defilade.rules.sl.marches.portage import is_slowed
from defilade.rules.sl.state import MPH, SCOUT, SlPlay
from defilade.rules.sl.weapons.captured import captured_refusal
from defilade.rules.sl.weapons.usage import note_kind, other_type
from defilade.rules.sl.weapons.ways_of_fire import AT_FULL, IFE, fires, hexes_through
from defilade.tactics.attack_plan import LEADERSHIP, Firing, attack_lines, shot_factors
from defilade.tactics.declaring_fire import DeclareFire
from defilade.tactics.fire_groups import Shot
from defilade.tactics.names import Side
from defilade.tactics.sequence import phase_ends
from defilade.tactics.units import HERO, LEADER, PREP, SQUAD, Unit, Weapon

PART = Part()

MALFUNCTIONED = Refusal("it has malfunctioned", "SL:8.9.6.1")
APART = Refusal("a dismantled weapon does not fire", "SL:4.2.7.1")
USED = Refusal("a weapon fires once in a player turn", "SL:5.1.2-a")
SLOWED = Refusal("whom his load has slowed fires no support weapon in the AFPh", "SL:4.2.5")
ENOUGH = Refusal(
    "a squad fires two machine guns at most, and two together in place of its own firepower", "SL:8.9.1.1"
)
ONE = Refusal("a half-squad or crew fires one machine gun, in place of its own firepower", "SL:8.9.1.4")
ONE_MAN = Refusal("a leader or hero fires one machine gun", "SL:8.9.1.2")
DIRECTED_ALREADY = Refusal("who directs fire fires no machine gun", "SL:8.9.1.3")
MANS_IT = Refusal("a leader who fires a machine gun directs nobody", "SL:8.9.1.3")
BY_HAND = Refusal("one weapon is fired by who has it", "SL:8.4.1")
MET_BEFORE = Refusal("a machine gun attacks nobody twice in a phase", "SL:8.9-q5")
SINGLE_MEN = (LEADER, HERO)
FREE_FACTORS = 4
"""FP of two machine guns that a squad may fire besides its own."""


def has_acted(g: SlPlay, unit: Unit) -> bool:
    """Whether a unit has fired in an earlier fire phase of this player turn. Who fires as the enemy moves is in his
    Defensive Fire (SL:5.6.9.2)."""
    now = DEFENSIVE if g.state.phase == MPH else MARKS.get(g.state.phase, PREP)
    return bool(unit.fire) and unit.fire != now


def mg_refusal(
    g: SlPlay, unit: Unit, weapon: Weapon, target: str, shots: Sequence[Shot] = ()
) -> Refusal | None:
    """Why a unit may not fire a machine gun at a hex, with the shots of the group that it would join."""
    return gun_refusal(g, unit, weapon, target) or line_refusal(g, unit, target, shots)


def gun_refusal(g: SlPlay, unit: Unit, weapon: Weapon, target: str) -> Refusal | None:
    """Why a unit may not fire a machine gun at what it sees in a hex."""
    if unit.broken:
        return BROKEN
    if unit.melee or unit.hex == target:
        return IN_MELEE
    if unit.kind == SCOUT:
        return ONLY_LOOKS
    if weapon.owner != unit.id:
        return BY_HAND
    if weapon.malfunctioned:
        return MALFUNCTIONED
    if weapon.dismantled:
        return APART
    if weapon.fire:
        return USED
    if has_acted(g, unit) or unit.captive:
        return HAS_FIRED
    if is_slowed(g, unit):
        return SLOWED
    if g.map.distance(unit.hex, target) > 2 * g.weapon_type(weapon).range:  # SL:8.9.1-q2
        return OUT_OF_RANGE
    if met_before(g, unit, weapon, target):
        return MET_BEFORE
    if (unit.hex, target) in g.state.fired:
        return SEPARATE
    return fire_bar(g, unit, target) or captured_refusal(g, unit, weapon) or usage_refusal(g, unit, weapon)


def met_before(g: SlPlay, unit: Unit, weapon: Weapon, target: str) -> bool:
    """SL:8.9-q5: whether there is nobody in a hex at whom this gun has not fired on the move."""
    met = g.state.gun_victims.get(weapon.id, ())
    there = [enemy.id for enemy in g.side_in(target, g.enemy_of(unit.side))]
    return bool(met) and bool(there) and all(uid in met for uid in there)


def usage_refusal(g: SlPlay, unit: Unit, weapon: Weapon, more: Sequence[str] = ()) -> Refusal | None:
    """SL:8.3-a, SL:8.3-b: how many a unit may fire; `more` are those that it fires in the attack being declared."""
    other = other_type(g, unit, weapon, more)
    if other is not None:
        return other
    fired = [wid for wid in (*unit.weapons_used, *more) if wid != weapon.id]
    own_fired = unit.no_fp and not fired
    if not unit.is_mmc:
        if unit.directed:
            return DIRECTED_ALREADY
        own = unit.no_fp and not unit.weapons_used  # SL:3.8.6-c
        return ONE_MAN if fired or own else None
    if unit.kind != SQUAD:
        return ONE if fired or own_fired else None
    if len(fired) > 1:
        return ENOUGH
    return ENOUGH if fired and own_fired_besides(g, unit, [*fired, weapon.id]) else None


def own_fired_besides(g: SlPlay, unit: Unit, weapons: Sequence[str]) -> bool:
    """Whether a squad has fired its own FP that it would have to give up for these weapons."""
    return unit.no_fp and costs_own_fp(g, unit, weapons)


def costs_own_fp(g: SlPlay, unit: Unit, weapons: Sequence[str]) -> bool:
    """SL:8.9.1.1: one MG or two LMG are free, and two others of no more than four factors (SL:8.3-a); SL:8.9.1.4."""
    if unit.kind != SQUAD:
        return bool(weapons)
    kinds = [g.weapon_type(g.state.weapons[wid]) for wid in weapons if wid in g.state.weapons]
    if len(kinds) < 2 or all(kind.kind == "LMG" for kind in kinds):
        return False
    return sum(kind.fp for kind in kinds) > FREE_FACTORS


def machine_guns(g: SlPlay, unit: Unit) -> list[Weapon]:
    """SL:8.4.1: what a unit does not possess it does not fire, nor does a weapon by itself (SL:1.1.2.5-b)."""
    return [weapon for weapon in g.weapons_of(unit) if g.weapon_type(weapon).is_machine_gun]


def ready_guns(g: SlPlay, unit: Unit, target: str, shots: Sequence[Shot] = ()) -> list[Weapon]:
    return [weapon for weapon in machine_guns(g, unit) if mg_refusal(g, unit, weapon, target, shots) is None]


@PART.answers(fires_otherwise)
def fires_a_machine_gun(g: SlPlay, unit: Unit, target: str) -> bool:
    return any(joining_bar(g, (), unit, gun.id, target) is None for gun in ready_guns(g, unit, target))


# -- in an attack ------------------------------------------------------------------------------------------


def of_unit(shots: Sequence[Shot], unit: Unit) -> list[str]:
    """Its machine guns in an attack that is being declared."""
    return [shot.weapon for shot in shots if shot.weapon and unit.id in (shot.unit, shot.second)]


@PART.answers(gives_up_own_fp)
def fires_guns_instead(g: SlPlay, unit: Unit, shots: Sequence[Shot]) -> bool:
    guns = [*unit.weapons_used, *of_unit(shots, unit)]
    return bool(guns) and (not unit.is_mmc or costs_own_fp(g, unit, guns))


def gun_shots(g: SlPlay, side: Side, target: str, shots: Sequence[Shot]) -> list[Shot]:
    """Machine guns that may join an attack on a hex; two leaders fire one at full FP (SL:8.9.1.2)."""
    found = []
    own = {shot.unit for shot in shots if not shot.weapon}
    for unit in g.on_map(side):
        if shots and group_refusal(g, shots, unit) is not None:
            continue
        begun = of_unit(shots, unit)
        for weapon in ready_guns(g, unit, target, shots):
            if joining_bar(g, tuple(shots), unit, weapon.id, target) is not None:
                continue
            if weapon.id in begun or usage_refusal(g, unit, weapon, begun) is not None:
                continue
            if unit.id in own and costs_own_fp(g, unit, [*unit.weapons_used, *begun, weapon.id]):
                continue
            found.append(Shot(unit.id, weapon.id))
            if unit.kind == HERO:
                found.append(Shot(unit.id, weapon.id, AT_FULL))  # SL:3.8.6-b
            if unit.kind in SINGLE_MEN:  # SL:3.8.6-a
                found += [Shot(unit.id, weapon.id, second=two.id) for two in helpers(g, unit, shots)]
    return found


def helpers(g: SlPlay, leader: Unit, shots: Sequence[Shot]) -> list[Unit]:
    """Other leaders of the hex who can help with a machine gun."""
    busy = {shot.unit for shot in shots} | {shot.second for shot in shots}
    return [
        other
        for other in g.side_in(leader.hex, leader.side)
        if other.kind in SINGLE_MEN
        and other.id != leader.id
        and other.id not in busy
        and not (other.broken or other.melee or other.fire or other.directed or other.captive)
    ]


@PART.answers(other_additions)
def guns_may_join(
    g: SlPlay, frame: DeclareFire, free: list[Unit]
) -> Iterable[tuple[Action, tuple[Shot, ...]]]:
    """SL:8.1: beside the own FP, in any direction (SL:8.9.1.5), which itself goes one way only (SL:5.1.4)."""
    found: list[tuple[Action, tuple[Shot, ...]]] = []
    for shot in gun_shots(g, frame.side, frame.target, frame.shots):
        who = tuple([part for part in (shot.unit, shot.weapon, shot.second) if part])
        found.append((Action("add", who, "", shot.mode), (shot,)))
    return found


@PART.answers(declaring_otherwise)
def why_no_gun(g: SlPlay, frame: DeclareFire, action: Action) -> Refusal | None:
    if action.verb != "add" or len(action.who) < 2 or action.who[1] not in g.state.weapons:
        return None
    unit, weapon = g.state.units.get(action.who[0]), g.state.weapons[action.who[1]]
    if unit is None or unit.side != frame.side or not g.weapon_type(weapon).is_machine_gun:
        return NOT_YOURS
    found = (
        mg_refusal(g, unit, weapon, frame.target, frame.shots)
        or joining_bar(g, frame.shots, unit, weapon.id, frame.target)
        or usage_refusal(g, unit, weapon, of_unit(frame.shots, unit))
    )
    if found is None and any(shot.unit == unit.id and not shot.weapon for shot in frame.shots):
        found = ONE if unit.kind != SQUAD else ENOUGH
    return found


@PART.answers(directing_bar)
def mans_a_gun(g: SlPlay, leader: Unit) -> Refusal | None:
    return MANS_IT if leader.weapons_used else None


@PART.answers(firepower_of_weapon)
def printed(g: SlPlay, shot: Shot, weapon: Weapon) -> Line:
    """SL:8.9.2.3: less a FP for each hex that it has entered beyond its target."""
    barrel = g.anti_tank.weapons.types[weapon.type].barrel if fires(shot, IFE) else None
    if barrel is not None:
        return Line(g.weapon_name(weapon), barrel.ife, "SL:10.1.12-a", "fp")
    fp, further = g.weapon_type(weapon).fp, hexes_through(shot)
    return Line(g.weapon_name(weapon), fp - further, "SL:8.9.2.3" if further else "SL:8.1", "fp")


@PART.modifies(shot_factors, "SL:8.9.1.2", step=4)
def one_man_alone(g: SlPlay, firing: Firing) -> list[Line]:
    """SL:8.9.1.2: a single leader, or hero, fires a machine gun at half."""
    if firing.weapon is None or firing.unit.is_mmc or firing.shot.second or fires(firing.shot, AT_FULL):
        return []
    if not g.weapon_type(firing.weapon).is_machine_gun:
        return []
    return [Line("one man alone", 0.5, "SL:8.9.1.2", "x")]


@PART.modifies(attack_lines, "SL:8.9.1.3", step=LEADERSHIP)
def his_own_gun(g: SlPlay, shots: Sequence[Shot], target: str, leaders: Sequence[str]) -> list[Line]:
    """SL:8.9.1.3: a leader's modifier holds for the gun that he fires himself, unless he is in a group without it."""
    men = [g.unit(uid) for shot in shots for uid in (shot.unit, shot.second) if uid]
    if leaders or not shots or not all(shot.weapon for shot in shots) or any(not m.is_leader for m in men):
        return []
    worst = max(men, key=lambda leader: morale.leadership(g, leader, men))
    return [Line(f"leadership of the {g.name(worst)}", morale.leadership(g, worst, men), "SL:8.9.1.3")]


# -- what is noted -----------------------------------------------------------------------------------------


@PART.answers(weapon_marked)
def note_gun(g: SlPlay, shot: Shot, marker: str) -> None:
    """A weapon has been fired by a unit: what it has left of its own FP is noted with it."""
    weapon = g.state.weapons[shot.weapon]
    g.update_weapon(weapon, fire=marker)
    for uid in (shot.unit, shot.second):
        if uid:
            unit = g.unit(uid)
            used = (*unit.weapons_used, weapon.id)
            given_up = unit.no_fp or not unit.is_mmc or costs_own_fp(g, unit, used)
            g.update(unit, fire=marker, weapons_used=used, no_fp=given_up)
            note_kind(g, unit, weapon)


@PART.answers(phase_ends)
def fire_is_over(g: SlPlay, phase: str) -> None:
    """SL:5.1.2-a, SL:5.1.2-b: who has fired anything in a phase has had his fire. What is fired at vehicles on the move
    is the beginning of Defensive Fire."""
    if phase == MPH:
        return
    for unit in list(g.state.units.values()):
        if unit.weapons_used and not unit.no_fp:
            g.update(unit, no_fp=True)
