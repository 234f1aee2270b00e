"""A fire attack: what it adds up to, its roll on the Infantry Fire Table, and what it does (SL:5.3 to SL:5.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from defilade.kernel import Action, Chance, Frame, Line, Outcome
from defilade.kernel.composition import Part, all_of, any_of, first_of, handed_on, told
from defilade.rules.sl import morale, terrain
from defilade.rules.sl.firers import has_line, suspects
from defilade.rules.sl.state import AFPH, DFPH, SlPlay, Track
from defilade.rules.sl.tables import KIA, MC, NONE, Hit
from defilade.tactics.arcs import sides_crossed
from defilade.tactics.attack_plan import (
    COVER,
    LEADERSHIP,
    MOVEMENT,
    Aim,
    Firing,
    Plan,
    attack_lines,
    attack_rules,
    column_name,
    cowering_shift,
    names_of,
    normal_range,
    plan_shots,
    printed_fp,
    resolve,
    shot_factors,
    shot_name,
    target_lines,
)
from defilade.tactics.checks import Check, check_rounds
from defilade.tactics.declaring_fire import DeclareFire, announce, fire_declared
from defilade.tactics.fire_groups import Shot, hexes_of, worst_leader
from defilade.tactics.leader_loss import with_leader_losses
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import PREP, Unit, Weapon

PART = Part()

INSPIRES = "inspires"
"""How a hero takes part in a shot without firing himself."""
DEFENSIVE, ADVANCING = "defensive", "advancing"
MARKS = {DFPH: DEFENSIVE, AFPH: ADVANCING}


@told
def attack_done(g: SlPlay, attack: Attack) -> None:
    """An attack and all checks that it caused are over."""


@handed_on
def struck_in_sight(g: SlPlay, targets: tuple[str, ...]) -> tuple[str, ...]:
    """Whom does an attack strike first and foremost?"""
    return targets


@all_of
def struck_besides(g: SlPlay, attack: Attack) -> Iterable[tuple[str, Check]]:
    """Whom else does an attack strike, by the same throw, and which checks does it ask of them?"""
    return ()


@first_of
def struck_instead(g: SlPlay, unit: Unit, found: Hit) -> Sequence[tuple[str, Check]] | None:
    """What does a result do to what is no unit itself?"""


@told
def harassed(g: SlPlay, unit: Unit) -> None:
    """Fire makes a unit check morale, or worse."""


@any_of
def without_cover(g: SlPlay, unit: Unit, aim: Aim) -> bool:
    """Does neither terrain nor hexside protect a target where it is?"""
    return False


@any_of
def in_a_work(g: SlPlay, unit: Unit) -> bool:
    """Is a unit inside a work of its hex, which protects it by itself?"""
    return False


@any_of
def caught_in_the_open(g: SlPlay, unit: Unit, aim: Aim) -> bool:
    """Is a mover in the open, whatever the terrain of its hex?"""
    return False


@any_of
def outside_the_terrain(g: SlPlay, unit: Unit, aim: Aim) -> bool:
    """Is a target not in what stands in its hex?"""
    return False


@handed_on
def targets_met(g: SlPlay, targets: tuple[str, ...], hexes: Sequence[str]) -> tuple[str, ...]:
    """Which of the units in a hex does fire from these hexes meet?"""
    return targets


@handed_on
def in_view(g: SlPlay, targets: tuple[str, ...], hexes: Sequence[str]) -> tuple[str, ...]:
    """Which of those whom fire at a hex meets can be seen from these hexes?"""
    return targets


@any_of
def not_on_foot(g: SlPlay, unit: Unit) -> bool:
    """Is a mover none of those on foot, who are hit more easily as they move?"""
    return False


@any_of
def mounted(g: SlPlay, unit: Unit) -> bool:
    """Is a mover in the saddle, and hit more easily only where he is in the open?"""
    return False


@any_of
def in_great_danger(g: SlPlay, unit: Unit, aim: Aim) -> bool:
    """Does a target do something extremely dangerous where it is, as climbing?"""
    return False


@any_of
def not_in_the_open(g: SlPlay, unit: Unit, aim: Aim) -> bool:
    """Does something keep a mover from being in the open, whatever the terrain of its hex?"""
    return False


@all_of
def also_struck(g: SlPlay, hex: Hex) -> Iterable[str]:
    """Who else in a hex is struck by fire at it, besides the units on foot?"""
    return ()


@all_of
def piece_struck(g: SlPlay, attack: Attack, piece: str, found: Hit) -> Iterable[Frame]:
    """Fire has told on a piece that is no unit on foot: what follows?"""
    return ()


@first_of
def planned_otherwise(g: SlPlay, attack: Attack, title: str, targets: Sequence[str]) -> Plan | None:
    """How is an attack added up that is not like others?"""


@told
def table_read(g: SlPlay, attack: Attack, found: Sequence[Hit]) -> None:
    """The dice of an attack have been read on the table for all its targets."""


@any_of
def seen_otherwise(g: SlPlay, attack: Attack) -> bool:
    """Is something seen at which an attack is made, though it strikes no men?"""
    return False


@told
def killed(g: SlPlay, attack: Attack, column: int) -> None:
    """Fire on this column, by its place, has eliminated somebody in a hex."""


class Leg(msgspec.Struct, frozen=True, omit_defaults=True):
    """A further place that the same dice strike, and with what."""

    place: str
    shots: tuple[Shot, ...]


class Mounted(msgspec.Struct, frozen=True, omit_defaults=True):
    """The weapons of a vehicle that make an attack."""

    vehicle: str
    places: tuple[str, ...]
    turned: int = 0
    """The DRM of having turned to its target."""


class Attack(Frame):
    """One attack on one hex, by a fire group."""

    phase: str
    side: Side
    target: str
    targets: tuple[str, ...]
    shots: tuple[Shot, ...]
    leaders: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    blind: tuple[Shot, ...] = ()
    """Those of the group who turned out to have no line of sight. Their weapons may break down all the same."""
    charge: str = ""
    """The demolition charge that it is, in place of any shots."""
    beyond: tuple[Leg, ...] = ()
    """Where the same fire goes on to."""
    unread: bool = False
    """Its dice have fallen; others are thrown before they are read."""
    mounted: Mounted | None = None
    """The vehicle that makes it, in place of any shots."""
    barrage: str = ""
    """The battery that makes it, in place of any shots."""
    shell: str = ""
    """The weapon whose shell it is, in place of any shots."""


# -- firepower (SL:5.4) ------------------------------------------------------------------------------------


@first_of
def firepower_of_weapon(g: SlPlay, shot: Shot, weapon: Weapon) -> Line | None:
    """What FP has a weapon before all factors?"""


@told
def weapon_marked(g: SlPlay, shot: Shot, marker: str) -> None:
    """A weapon is fired in an attack that has been declared."""


@told
def dice_fallen(g: SlPlay, attack: Attack) -> None:
    """The dice of an attack have fallen, and what they do has been told."""


@PART.answers(printed_fp)
def firepower_on_the_counter(g: SlPlay, shot: Shot, unit: Unit, weapon: Weapon | None) -> Line:
    """SL:5.5.1, SL:1.1.2.1. Halving and doubling are cumulative (SL:5.4.7, SL:5.5.2)."""
    if shot.mode == INSPIRES:
        return Line(f"{g.name(unit)} leads on", 0, "SL:3.8.10-a", "fp")
    found = firepower_of_weapon(g, shot, weapon) if weapon is not None else None
    if found is not None:
        return found
    return Line(shot_name(g, shot), g.counter(unit).fp, "SL:5.5.1", "fp")


@any_of
def unnerved(g: SlPlay, firing: Firing) -> bool:
    """Does a firer not dare to fire at point blank?"""
    return False


@handed_on
def shots_that_come_off(
    g: SlPlay, shots: tuple[Shot, ...], attack: Attack, dice: tuple[int, ...]
) -> tuple[Shot, ...]:
    """Which shots of an attack come off, now that its dice have fallen?"""
    return shots


@handed_on
def met_beyond(g: SlPlay, targets: tuple[str, ...], attack: Attack) -> tuple[str, ...]:
    """Whom does fire meet that goes on to a further place?"""
    return targets


@handed_on
def dice_read(g: SlPlay, dice: tuple[int, ...], attack: Attack) -> tuple[int, ...]:
    """Which dice count on the fire table, of those that have fallen?"""
    return dice


@all_of
def before_attack(g: SlPlay, attack: Attack) -> Iterable[Frame]:
    """What must be known of the firers before the dice of an attack fall?"""
    return ()


@all_of
def dice_besides(g: SlPlay, attack: Attack) -> Iterable[Frame]:
    """What else is thrown once the dice of an attack have fallen, before they are read?"""
    return ()


def point_blank_line(g: SlPlay, origin: str, target: str) -> Line | None:
    """SL:5.4.1-a: at an adjacent hex; with two levels or more between them, as over a double crest (SL:14.9.4), only
    from above (SL:3.21.4-a, SL:3.21.4-b). Down a cliff of one level it is tripled, up it as anywhere (SL:14.8.1-a,
    SL:14.8.1-b)."""
    above = g.map.level(origin) - g.map.level(target)
    if above <= -2:
        return None
    cliff = above == 1 and g.map.hexside_kind(origin, target) == terrain.CLIFF
    entry = g.tables.fire_factors.down_a_cliff if cliff else g.tables.fire_factors.point_blank
    return Line("point blank", entry.factor, entry.rule, "x")


@PART.modifies(shot_factors, "SL:5.4.1-a", "SL:14.8.1-a", step=0)
def point_blank(g: SlPlay, firing: Firing) -> list[Line]:
    """Up or down the stairs is adjacent (SL:3.21.3)."""
    target = firing.target
    if firing.distance != 1 and (firing.distance or firing.unit.hex == target):
        return []
    line = point_blank_line(g, firing.unit.hex, target)
    return [] if line is None or unnerved(g, firing) else [line]


@PART.modifies(shot_factors, "SL:5.4.4", step=1)
def long_range(g: SlPlay, firing: Firing) -> list[Line]:
    if firing.distance <= normal_range(g, firing.unit, firing.weapon):  # SL:1.1.2.2-a
        return []
    entry = g.tables.fire_factors.long_range
    return [Line("long range", entry.factor, entry.rule, "x")]


def crew(g: SlPlay, firing: Firing) -> list[Unit]:
    """Who fires, and who helps him with the weapon."""
    return [firing.unit, *([g.unit(firing.shot.second)] if firing.shot.second else [])]


@PART.modifies(shot_factors, "SL:5.4.5-a", step=2)
def has_moved(g: SlPlay, firing: Firing) -> list[Line]:
    """SL:1.3.1-p5.2: who moved in this player turn fires at half, who did not at full FP. SL:5.4.5-b: so does a weapon
    that stayed where it is, with men who have come to it."""
    entry = g.tables.fire_factors.moved
    return [Line("moved", entry.factor, entry.rule, "x")] if any(one.moved for one in crew(g, firing)) else []


@PART.modifies(shot_factors, "SL:3.24.1-a", step=3)
def is_pinned(g: SlPlay, firing: Firing) -> list[Line]:
    entry = g.tables.fire_factors.pinned
    return (
        [Line("pinned", entry.factor, entry.rule, "x")] if any(one.pinned for one in crew(g, firing)) else []
    )


@PART.answers(cowering_shift)
def cowers(g: SlPlay, shots: Sequence[Shot], leaders: Sequence[str]) -> int:
    """SL:5.5.6.1.1: doubles shift an attack with a squad's or crew's own FP to the next lower column, unless a leader,
    whatever his modifier, directs it."""
    men = any(not shot.weapon and g.unit(shot.unit).is_mmc for shot in shots)
    return 0 if leaders or not men else g.tables.fire_factors.cowering_columns


@PART.answers(attack_rules)
def rules_of_the_table(g: SlPlay) -> tuple[str, ...]:
    return "SL:5.5.3", "SL:5.5.4"


# -- modifiers (SL:5.3, SL:5.6.8) --------------------------------------------------------------------------


@PART.modifies(attack_lines, "SL:3.2.2-a", "SL:3.2-q2", step=LEADERSHIP)
def directed(g: SlPlay, shots: Sequence[Shot], target: str, leaders: Sequence[str]) -> list[Line]:
    """SL:3.2-q2: of several hexes' leaders the least effective."""
    if not leaders:
        return []
    troops = [g.unit(shot.unit) for shot in shots]
    worst = worst_leader(g, leaders, lambda leader: morale.leadership(g, leader, troops))
    rule = "SL:3.2.2-a" if len(leaders) == 1 else "SL:3.2-q2"
    return [Line(f"leadership of the {g.name(worst)}", morale.leadership(g, worst, troops), rule)]


@PART.modifies(target_lines, "SL:5.3.5.1", step=COVER)
def from_below(g: SlPlay, unit: Unit, aim: Aim) -> list[Line]:
    """SL:5.3.5.1, SL:5.3.5.2: if any of the group stands lower than the target hex, but not for upper storeys, nor for
    climbers (SL:14.8.11-b). It is an advantage of infantry: crews have none of it (SL:5.3.5-q1)."""
    return [] if without_cover(g, unit, aim) else below_it(g, unit.hex, aim)


def below_it(g: SlPlay, target: Hex, aim: Aim) -> list[Line]:
    if target in g.map.below:
        return []
    level = g.map.level
    entry = g.tables.fire_drm.lower_firer
    if any(level(hex) < level(target) for hex in aim.hexes):
        return [Line("from below", entry.drm, entry.rule)]
    return []


def lines_of_place(g: SlPlay, hex: Hex, aim: Aim) -> list[Line]:
    """What protects a counter that is no unit, but is fired at like infantry: the terrain of its hex (SL:5.3.1-a), a
    wall or hedge that every line crosses (SL:5.3.1-e, SL:5.3.4), and that it stands higher (SL:5.3.5.1)."""
    lines = [Line(kind.name, kind.tem, kind.tem_rule) for kind in terrain.kinds_in(g, hex) if kind.tem]
    walls = [] if g.terrain_of(hex).structure else [wall_between(g, firer, hex) for firer in aim.hexes]
    found = [line for line in walls if line is not None and line.value]
    if found and len(found) == len(walls):
        lines.append(min(found, key=lambda line: line.value))
    return [*lines, *below_it(g, hex, aim)]


def moves_here(g: SlPlay, unit: Unit, hex: Hex) -> Track | None:
    """SL:5.6.4, SL:5.6.5: the way of a unit that spent MF in a hex; a grounded one moves no more (SL:5.6.10.1-b), and
    who placed a charge where he began was not on the move there (SL:5.6-q3)."""
    track = g.state.tracks.get(unit.id)
    if track is None or track.grounded or hex == track.placed_from:
        return None
    return track if hex in track.hexes else None


@PART.modifies(target_lines, "SL:5.6.8.1-a", "SL:5.6.8.1-b", "SL:5.6.8.1-d", step=MOVEMENT)
def movement_lines(g: SlPlay, unit: Unit, aim: Aim) -> list[Line]:
    """SL:5.6.8.1: -1 for moving, -1 more in the open; one roll, but only for units that moved (SL:5.6.6). Neither for
    moves inside one building (SL:5.6.8.1-c); who uses Assault Movement has only the second (SL:4.5.1-a). Riders are not
    on foot, and have both in the open or none (SL:4.12-q6). Together they
    are the -2 of which older answers speak (SL:5.6.8-a); smoke, walls and the like count besides (SL:5.6.8.1-16A).
    SL:5.6.8.1-d: what is extremely dangerous has a -2 in place of both, wherever it is done."""
    drm = g.tables.fire_drm
    if aim.phase == DFPH and in_great_danger(g, unit, aim):
        return [Line("hazardous movement", drm.hazardous.drm, drm.hazardous.rule)]
    track = moves_here(g, unit, unit.hex)
    if aim.phase != DFPH or track is None or unit.hex in track.indoors or not_on_foot(g, unit):
        return []
    open_ground = terrain.is_open(g, unit.hex) and not not_in_the_open(g, unit, aim)
    exposed = open_ground or caught_in_the_open(g, unit, aim)
    spared = track.assault or (not exposed and mounted(g, unit))
    lines = [] if spared else [Line("moves", drm.moved.drm, drm.moved.rule)]
    if exposed:
        lines.append(Line("in the open", drm.in_the_open.drm, drm.in_the_open.rule))
    return lines


@PART.modifies(target_lines, "SL:5.3.1-b", "SL:5.3.1-c", "SL:5.3.1-d", step=COVER)
def tem_lines(g: SlPlay, unit: Unit, aim: Aim) -> list[Line]:
    """SL:5.3.1-a: the terrain of the target hex; also inside one building (SL:5.3-q2); a road has none (SL:5.3.2)."""
    if without_cover(g, unit, aim) or outside_the_terrain(g, unit, aim):
        return []
    kinds = terrain.kinds_in(g, unit.hex)  # SL:14.2-b
    return [Line(kind.name, kind.tem, kind.tem_rule) for kind in kinds if kind.tem]


@PART.modifies(target_lines, "SL:5.3.1-e", "SL:5.3.1-f", step=COVER)
def hexside_lines(g: SlPlay, unit: Unit, aim: Aim) -> list[Line]:
    """SL:5.3.1-e, SL:5.3.1-f, SL:14.5.3: a wall or hedge of the target hex that every line of the group crosses
    (SL:5.3.4), besides the terrain in the hex."""
    if without_cover(g, unit, aim):
        return []
    indoors = g.terrain_of(unit.hex).structure and not outside_the_terrain(g, unit, aim)
    structure = indoors or in_a_work(g, unit)
    found = [hexside_line(g, unit, hex, aim.phase, structure=structure) for hex in aim.hexes]
    lines = [line for line in found if line is not None]
    return [min(lines, key=lambda line: line.value)] if lines and len(lines) == len(found) else []


def hexside_line(g: SlPlay, unit: Unit, firer: str, phase: str, *, structure: bool) -> Line | None:
    """The best wall or hedge between a firer's hex and a target; where the line comes in at a vertex either side
    will do (SL:14.5.1-d), but none that the target stands above (SL:5.3.3). Two who stand beside it have it
    against each other (SL:5.3-q5)."""
    if g.map.ground_hex(firer) == g.map.ground_hex(unit.hex):
        return None
    beside = firer in g.map.adjacent[unit.hex]
    level = g.map.level
    if structure and (beside or level(firer) != level(unit.hex)):
        return None  # SL:14.5.4-c, SL:14.5.4-d
    if beside and phase == DFPH and moves_here(g, unit, unit.hex) and not within(g, unit, firer):
        return None  # SL:14.5.4-a
    return wall_between(g, firer, unit.hex)


def within(g: SlPlay, unit: Unit, firer: str) -> bool:
    """SL:14.5.4-b: whether a unit's enemies in a hex are in a building, rubble or a work."""
    enemies = [enemy for enemy in g.side_in(firer, g.enemy_of(unit.side)) if not enemy.broken]
    return g.terrain_of(firer).structure or (bool(enemies) and all(in_a_work(g, one) for one in enemies))


def wall_between(g: SlPlay, firer: str, hex: Hex) -> Line | None:
    """The best wall or hedge of a hex that a line of fire crosses on its way in, and what it is worth."""
    level = g.map.level
    best: Line | None = None
    for side in sides_crossed(g.map, firer, hex):
        neighbour = g.map.neighbours[hex][side]
        # Upper storeys have no hexsides (SL:14.3.20.6-b).
        if neighbour is None or level(hex) > level(neighbour):
            continue
        kind = g.map.hexside_kind(hex, neighbour) or ""
        entry = g.tables.fire_drm.hexside.get(kind)
        drm = max(0, entry.drm - seen_over(g, firer, hex)) if entry is not None else 0
        if entry is not None and (best is None or drm > best.value):
            best = Line(kind, drm, entry.rule)
    return best


def seen_over(g: SlPlay, firer: str, hex: Hex) -> int:
    """SL:5.3.5.3: what a wall or an open hull loses against who looks down steeply: one for each level above the first
    where his height is greater than the range."""
    height = g.map.level(firer) - g.map.level(hex)
    return height - 1 if height > g.map.distance(firer, hex) else 0


# -- the attack --------------------------------------------------------------------------------------------


def who_fires(g: SlPlay, attack: Attack) -> str:
    return g.piece_name(attack.mounted.vehicle) if attack.mounted else names_of(g, attack.shots)


def origins_of(g: SlPlay, attack: Attack) -> tuple[str, ...]:
    """The hexes that an attack comes from."""
    if attack.mounted:
        return (g.state.vehicles[attack.mounted.vehicle].hex,)
    return hexes_of(g, attack.shots)


def plan_of(g: SlPlay, frame: Attack) -> Plan:
    title = f"{who_fires(g, frame)} at {g.place_name(frame.target)}"
    return plan_against(g, frame, title, struck_in_sight(g, frame.targets))


def plan_against(g: SlPlay, frame: Attack, title: str, targets: Sequence[str]) -> Plan:
    """An attack added up against some of those in its target hex."""
    otherwise = planned_otherwise(g, frame, title, targets)
    if otherwise is not None:
        return otherwise
    return plan_shots(g, title, frame.shots, frame.target, targets, frame.leaders, frame.phase, covered=True)


def those_with_a_line(g: SlPlay, frame: DeclareFire) -> tuple[Shot, ...]:
    """The shots that come to something, with those at a target that is only suspected."""
    seeing = tuple([shot for shot in frame.shots if has_line(g, g.unit(shot.unit).hex, frame.target)])
    return tuple(
        [
            shot
            for shot in frame.shots
            if shot in seeing or suspects(g, frame.side, seeing, g.unit(shot.unit).hex, frame.target)
        ]
    )


@PART.answers(fire_declared)
def launch(g: SlPlay, frame: DeclareFire) -> None:
    """SL:2.1.2-a: the line of sight is looked at when the firers are declared. Those who turn out to have none have
    fired without effect (SL:2.1.2-b)."""
    announce(g, frame, "SL:5.1.6-a")
    mark_fired(g, frame)
    seeing = those_with_a_line(g, frame)
    for hex in hexes_of(g, [shot for shot in frame.shots if shot not in seeing]):
        g.say(
            "no_los",
            f"There is no line of sight from {g.place_name(hex)}; they have fired anyway.",
            "SL:2.1.2-b",
            side=frame.side,
            at=hex,
        )
    hexes = hexes_of(g, seeing)
    leaders = tuple([uid for uid in frame.leaders if g.unit(uid).hex in hexes])
    targets = in_view(g, targets_met(g, frame.targets, hexes), hexes)
    blind = tuple([shot for shot in frame.shots if shot not in seeing])
    attack = Attack(frame.phase, frame.side, frame.target, targets, seeing, leaders, blind=blind)
    if seeing:
        g.push_in_order(*before_attack(g, attack), attack)
    elif any(shot.weapon for shot in blind):
        g.push(FutileFire(frame.phase, frame.side, frame.target, blind))
    else:
        attack_done(g, attack)


class FutileFire(Frame):
    """SL:2.1.2-c: nobody of the group has a line of sight; the dice are thrown for its support weapons."""

    phase: str
    side: Side
    target: str
    shots: tuple[Shot, ...]


@PART.decisions(FutileFire)
def ask_futile(g: SlPlay, frame: FutileFire) -> Chance:
    asks = f"{names_of(g, frame.shots)} fire at {g.place_name(frame.target)} for nothing."
    return Chance(asks, dice=2, side=frame.side, rules=("SL:2.1.2-c",))


@ask_futile
def take_futile(g: SlPlay, frame: FutileFire, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    g.pop()
    attack = Attack(frame.phase, frame.side, frame.target, (), (), (), answer.dice, frame.shots)
    g.say(
        "futile",
        f"{names_of(g, frame.shots)} see nobody: roll {sum(answer.dice)}.",
        "SL:2.1.2-c",
        side=frame.side,
        at=frame.target,
        dice=answer.dice,
    )
    attack_done(g, attack)
    dice_fallen(g, attack)


def mark_fired(g: SlPlay, frame: DeclareFire) -> None:
    """SL:1.3.1-p2.3, SL:5.1.2-a; who directed Prep Fire is marked like those who fired (SL:3.2.2-b)."""
    marker = MARKS.get(frame.phase, PREP)
    for shot in frame.shots:
        if shot.weapon:
            weapon_marked(g, shot, marker)
        else:
            g.update(g.unit(shot.unit), fire=marker, no_fp=True)
    for uid in frame.leaders:
        g.update(g.unit(uid), fire=marker, directed=tuple(shot.unit for shot in frame.shots))
    pairs = [(hex, frame.target) for hex in hexes_of(g, frame.shots)]
    g.state.fired = (*g.state.fired, *pairs)


@PART.decisions(Attack)
def ask_attack(g: SlPlay, frame: Attack) -> Chance | None:
    if frame.dice:
        return None
    asks = f"{who_fires(g, frame)} fire at {g.place_name(frame.target)}."
    return Chance(asks, dice=2, side=frame.side, rules=("SL:5.5.4",), about=frame.targets)


@ask_attack
def take_attack(g: SlPlay, frame: Attack, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Outcome):
        frame.dice = answer.dice
        frame.shots = shots_that_come_off(g, frame.shots, frame, answer.dice)
        frame.beyond = those_who_fire(frame.beyond, frame.shots)
        besides = list(dice_besides(g, frame)) if frame.shots or frame.mounted else []
        frame.unread = bool(besides)
        if besides:
            g.push_in_order(*besides)
            return
    elif frame.unread:
        frame.unread = False
    else:
        if frame.beyond:
            go_on(g, frame)
            return
        g.pop()
        g.state.broke = ()
        attack_done(g, frame)
        return
    if frame.shots or frame.mounted:
        carry_out(g, frame)
        if not frame.beyond:
            dice_fallen(g, frame)


def those_who_fire(legs: Sequence[Leg], shots: Sequence[Shot]) -> tuple[Leg, ...]:
    """Where fire goes on to, if only these shots come off."""
    guns = {shot.weapon for shot in shots}
    found = [Leg(leg.place, tuple([shot for shot in leg.shots if shot.weapon in guns])) for leg in legs]
    return tuple([leg for leg in found if leg.shots])


def go_on(g: SlPlay, frame: Attack) -> None:
    """The same dice at the next place that an attack strikes."""
    leg, *rest = frame.beyond
    frame.beyond = tuple(rest)
    attack = Attack(frame.phase, frame.side, leg.place, (), leg.shots, frame.leaders, frame.dice)
    there = targets_met(g, in_the_hex(g, leg.place), hexes_of(g, leg.shots))
    attack.targets = met_beyond(g, there, attack)
    frame.targets = (*frame.targets, *attack.targets)
    carry_out(g, attack, goes_on=True)
    if not rest:
        dice_fallen(g, frame)


def carry_out(g: SlPlay, frame: Attack, *, goes_on: bool = False) -> None:
    """Read the table for the dice of an attack, and do what it says."""
    g.state.broke = ()
    plan = plan_of(g, frame)
    struck = resolve(g, plan, dice_read(g, frame.dice, frame))
    checks: list[tuple[str, Check]] = []
    besides: list[Frame] = []
    for group, found in struck.results:
        if not any(g.in_use(uid.partition("/")[0]) for uid in group.units):
            continue  # they came to light with the others of their hex
        say_result(g, frame, plan, group.units, group.drm, struck.place, struck.shift, found)
        for uid in group.units:
            if uid in g.state.units:  # one "?" takes the others of its hex along
                checks += strike(g, g.unit(uid), found, plan.column is not None)
            elif g.in_use(uid.partition("/")[0]):
                besides += piece_struck(g, frame, uid, found)
    if not struck.results and not goes_on and not seen_otherwise(g, frame):
        say_nobody_seen(g, frame, plan)
    table_read(g, frame, [found for _, found in struck.results])
    if struck.place is not None and any(found.kind == KIA for _, found in struck.results):
        killed(g, frame, struck.place)
    checks = [one for one in checks if one[1].unit in g.state.units]  # not whom a house has buried
    checks += struck_besides(g, frame)
    with_leader_losses(g, *check_rounds(g, checks, ()))  # SL:5.1.9
    g.push_in_order(*besides)


def strike(g: SlPlay, unit: Unit, found: Hit, any_fp: bool) -> list[tuple[str, Check]]:
    """SL:5.1.3: everybody in the hex. SL:3.23.6-a: who is fired on by 1 FP or more rallies at Desperation Morale."""
    instead = struck_instead(g, unit, found)
    if instead is not None:
        return list(instead)
    if found.kind != NONE:
        harassed(g, unit)
    if any_fp and not unit.dm:
        unit = g.update(unit, dm=True)
    if found.kind == KIA:  # SL:5.1.8-a, SL:5.5.6-a
        morale.eliminate(g, unit, "is eliminated", "SL:5.5.6-a")
        return []
    return [("MC", Check(unit.id, found.number))] if found.kind == MC else []  # SL:5.5.6-b, SL:5.5.6-d


def say_nobody_seen(g: SlPlay, frame: Attack, plan: Plan) -> None:
    """SL:2.5.4-a: nobody is seen there, and whether anybody is hit is not told."""
    g.say(
        "attack",
        f"{plan.title}, where nobody is seen: {plan.fp:g} FP, roll {sum(dice_read(g, frame.dice, frame))}.",
        "SL:2.5.4-a",
        side=frame.side,
        at=frame.target,
        dice=frame.dice,
    )


def say_result(
    g: SlPlay,
    frame: Attack,
    plan: Plan,
    units: tuple[str, ...],
    drm: int,
    place: int | None,
    shift: int,
    found: Hit,
) -> None:
    group = next(group for group in plan.groups if group.units == units)
    more = (Line("cowers", -shift, "SL:5.5.6.1.1", "="),) if shift else ()
    column = column_name(g, place)
    original = sum(dice_read(g, frame.dice, frame))
    g.say(
        "attack",
        f"{plan.title} ({g.names(units)}): {plan.fp:g} FP, on {f'the {column} column' if column else 'no column'}, "
        f"roll {original}, modified {original + drm}: "
        f"{found.words('no effect')}.",
        "SL:5.5.3",
        "SL:5.5.5",
        *(("SL:5.5.6.1.1",) if shift else ()),
        side=frame.side,
        who=units,
        at=frame.target,
        dice=frame.dice,
        breakdown=plan.breakdown(group, *more, column_fp=column),
    )


def in_the_hex(g: SlPlay, hex: Hex) -> tuple[str, ...]:
    """SL:5.1.3, SL:6.3.4: all units in a hex, friends in melee among them."""
    return (*g.state.stacks.get(hex, ()), *also_struck(g, hex))
