"""High explosive of bazookas, Panzerschrecks, PIATs and recoilless rifles against infantry: it must hit, and then acts
by the fire table (SL:8.18.9, SL:8.20.7), always by itself. A panzerfaust only tears wooden walls open (SL:8.17.11)."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Action, Breakdown, Chance, Choice, Frame, Line, Outcome
from defilade.kernel.composition import Part, handed_on, told
from defilade.rules.sl import fire, terrain
from defilade.rules.sl.eyes.concealment import uncover
from defilade.rules.sl.fire import Attack, in_the_hex, outside_the_terrain
from defilade.rules.sl.fire_phases import acted_otherwise, other_acts, passed_through, path_unseen, put_back
from defilade.rules.sl.options import OPTIONS, Option
from defilade.rules.sl.state import CONCEALED, DFPH, SlPlay
from defilade.rules.sl.tables import KIA
from defilade.rules.sl.weapons.anti_tank_fire import (
    NO_LEADER,
    after_shot,
    leaders_of,
    leadership_line,
    lines_to_hit,
    out_of_breath,
    own_lines,
    shot_thrown,
    spend,
    taken_aim,
)
from defilade.rules.sl.weapons.launchers import (
    bearers,
    from_nowhere,
    gunners,
    kind_of_launcher,
    launch_refusal,
    launcher,
    marker,
    note_shot,
    stands,
    uses_red,
)
from defilade.tactics.attack_plan import Aim, Plan, plan_of_targets, resolve, target_lines_of
from defilade.tactics.checks import Check, check_rounds
from defilade.tactics.fire_table import chance_at_most
from defilade.tactics.leader_loss import with_leader_losses
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_ends
from defilade.tactics.units import Unit, Weapon

PART = Part()

SHELL = "shell"
HIDDEN = 2
"""SL:13.19.11-e: To Hit what is concealed."""
SURE = 8
"""SL:13.26.4-a: from this number on a 2 is a critical hit without more ado."""
BENEATH = "SL:11.20.3-b"
IN_TREES = "SL:14.15.2.1-a"
WOODEN = "wooden_building"

HARMLESS_MISSES = Option(
    "harmless-misses",
    "Shots that miss",
    "Who is missed by a gun has not been fired on, and need not rally at Desperation Morale for it.",
    ("SL:3.23.6-14B",),
    "convention",
)
PART.adds(OPTIONS, HARMLESS_MISSES)


@handed_on
def shell_fp(g: SlPlay, fp: int, weapon: Weapon) -> int:
    """With what firepower does the shell of a weapon act?"""
    return fp


@handed_on
def kinds_of_targets(g: SlPlay, found: list[str], hex: Hex) -> list[str]:
    """At what in a hex may a shell be fired? `""` for those who are no target by themselves, else the gun's id."""
    return found


@handed_on
def those_aimed_at(g: SlPlay, targets: tuple[str, ...], frame: Shell) -> tuple[str, ...]:
    """Which of those in a hex does a shell strike?"""
    return targets


@handed_on
def lines_of_hit(g: SlPlay, lines: list[Line], frame: Shell, target: str) -> list[Line]:
    """What protects a target from the effect of a hit?"""
    return lines


@told
def burst(g: SlPlay, frame: Shell, struck: dict[str, tuple[str, int]]) -> None:
    """A shell bursts; units, and the results that they are about to bear."""


class Shell(Frame):
    """A shot of high explosive at a hex."""

    unit: str
    weapon: str
    hex: Hex
    second: str = ""
    leader: str = ""
    led: bool = False
    dice: tuple[int, ...] = ()
    luck: int = 0
    struck: tuple[str, ...] = ()
    critical: tuple[str, ...] = ()
    """Of those it has struck, whom it has struck where they are weakest."""
    found: bool = False
    """It has struck a vehicle under a "?"."""
    gun: str = ""
    """The gun at which it is fired, with its crew, where that is a target by itself."""
    burst: tuple[int, ...] = ()
    """The roll on the fire table."""


# -- at what -----------------------------------------------------------------------------------------------


def does_something(g: SlPlay, weapon: Weapon, hex: Hex) -> bool:
    """SL:8.17.11: a panzerfaust has no effect on infantry but through a wooden wall."""
    if kind_of_launcher(g, weapon).once:
        return g.ground_in(hex) == WOODEN and hex not in g.state.blown_open
    return g.weapon_type(weapon).fp > 0


@PART.answers(other_acts)
def shots_at_men(g: SlPlay, side: Side) -> list[Action]:
    """At enemies, and in Defensive Fire at those who came by (SL:5.6.1-b)."""
    found: list[Action] = []
    enemy = g.enemy_of(side)
    ways = list(passed_through(g)) if g.state.phase == DFPH else []
    for unit, weapon in bearers(g, side):
        for who, hex in ways:
            if kind_of_launcher(g, weapon).once or g.weapon_type(weapon).fp == 0:
                continue
            if launch_refusal(g, unit, weapon, hex) is None and not path_unseen(g, unit, who, hex):
                found += [Action(SHELL, (*crew, *who), hex) for crew in gunners(g, unit, weapon)]
        for hex in [hex for hex in g.state.stacks if g.has_side(hex, enemy) and hex != unit.hex]:
            if does_something(g, weapon, hex) and launch_refusal(g, unit, weapon, hex) is None:
                hows = kinds_of_targets(g, [""], hex)
                found += [Action(SHELL, crew, hex, how) for crew in gunners(g, unit, weapon) for how in hows]
    return found


@PART.answers(acted_otherwise)
def take_up(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb != SHELL:
        return
    shell, movers = shell_of(g, action), movers_of(g, action)
    if movers:
        put_back(g, movers, action.at)
    taken_aim(g, g.unit(shell.unit), g.state.weapons[shell.weapon], targets_of(g, shell), shell.hex)
    note_shot(g, g.unit(shell.unit), g.state.weapons[shell.weapon], shell.second)
    g.push(shell)


# -- to hit ------------------------------------------------------------------------------------------------


def targets_of(g: SlPlay, frame: Shell) -> tuple[str, ...]:
    """SL:13.19.11-a: not those who look out of a vehicle."""
    found = tuple([uid for uid in in_the_hex(g, frame.hex) if uid in g.state.units])
    return those_aimed_at(g, found, frame)


def number_of(g: SlPlay, frame: Shell) -> int:
    unit, weapon = g.unit(frame.unit), g.state.weapons[frame.weapon]
    back, distance = launcher(g, weapon), max(1, g.map.distance(stands(g, unit), frame.hex))
    assert back is not None
    if back.to_hit:
        return (back.moved if unit.moved else back.to_hit)[distance - 1]
    return g.anti_tank.to_hit.number("infantry", distance, red=uses_red(g, unit, weapon))


def common_lines(g: SlPlay, frame: Shell) -> list[Line]:
    unit, weapon = g.unit(frame.unit), g.state.weapons[frame.weapon]
    leaders = (frame.leader, unit.id, frame.second)
    tired = out_of_breath(g, unit, frame.leader)
    return [
        *leadership_line(g, weapon, leaders),
        *own_lines(g, unit, weapon, frame.second, frame.hex),
        *tired,
    ]


def lines_of(g: SlPlay, frame: Shell) -> list[tuple[str, list[Line]]]:
    """SL:13.19.10-a, SL:13.19.10-b: terrain and movement make it harder, or easier, to hit; a hit itself heeds neither.
    SL:13.19.11-d: for each target by itself. An orchard is no cover (SL:14.16.3-b)."""
    aim = Aim((stands(g, g.unit(frame.unit)),), g.state.phase, True)
    unit, weapon = g.unit(frame.unit), g.state.weapons[frame.weapon]
    common = common_lines(g, frame)
    found = []
    for uid, own in target_lines_of(g, targets_of(g, frame), aim):
        lines = own
        if kind_of_launcher(g, weapon).mortar:
            lines = [terrain.in_the_treetops(g, frame.hex, line, IN_TREES) for line in own]
        hidden = [Line("concealed", HIDDEN, "SL:13.19.11-e")] if g.unit(uid).kind == CONCEALED else []
        found.append((uid, lines_to_hit(g, [*common, *lines, *hidden], unit, weapon, uid)))
    return found


def is_cover(g: SlPlay, line: Line) -> bool:
    """Whether a line is the cover of terrain, of a hexside, or of a vehicle that one crouches beneath."""
    kinds = {kind.tem_rule for kind in g.tables.terrain.kinds.values() if kind.tem}
    sides = {entry.rule for entry in g.tables.fire_drm.hexside.values()}
    return (line.value > 0 and line.rule in kinds | sides | {BENEATH}) or line.rule == IN_TREES


def drm(lines: Sequence[Line]) -> int:
    return int(sum(line.value for line in lines if line.sign == "+"))


def needed(g: SlPlay, frame: Shell, lines: Sequence[Line], *, cover: bool = True) -> int:
    """What must be thrown, with or without the terrain."""
    return number_of(g, frame) - drm([line for line in lines if cover or not is_cover(g, line)])


def has_luck(g: SlPlay, frame: Shell) -> bool:
    """SL:13.26.4-b: whether a third die is due."""
    if sum(frame.dice) != 2 or frame.luck or kind_of_launcher(g, g.state.weapons[frame.weapon]).once:
        return False
    return any(2 <= needed(g, frame, lines, cover=False) < SURE for _, lines in lines_of(g, frame))


def is_critical(g: SlPlay, frame: Shell, lines: Sequence[Line]) -> bool:
    """SL:8.16.2: at any range, but never of a panzerfaust. SL:13.26.2: only where something protects; SL:13.26.4-a,
    SL:13.26.4-b: the terrain left out."""
    weapon = g.state.weapons[frame.weapon]
    if kind_of_launcher(g, weapon).once or not any(is_cover(g, line) for line in lines):
        return False
    number = needed(g, frame, lines, cover=False)
    final = sum(frame.dice) + number_of(g, frame) - number
    if number >= SURE:
        return sum(frame.dice) == 2 or final <= 2
    return sum(frame.dice) == 2 and number >= 2 and (frame.luck == 1 or frame.luck * 2 <= number)


# -- the shot ----------------------------------------------------------------------------------------------


@PART.decisions(Shell)
def ask_shell(g: SlPlay, frame: Shell) -> Choice | Chance | None:
    unit, weapon = g.state.units.get(frame.unit), g.state.weapons.get(frame.weapon)
    if unit is None or weapon is None or not targets_of(g, frame):
        return None
    if not stands(g, unit):
        return from_nowhere(g, unit, weapon)
    name = g.weapon_name(weapon)
    if frame.struck:
        asks = f"The {name} hits {g.place_name(frame.hex)}."
        return Chance(asks, dice=2, side=unit.side, rules=("SL:8.18.9",), about=frame.struck)
    if frame.dice and has_luck(g, frame):
        asks = f"{g.name(unit)} rolled a 2: a third die."
        return Chance(asks, dice=1, side=unit.side, rules=("SL:13.26.4-b",), about=(unit.id,))
    if frame.dice:
        return None
    if not frame.led and leaders_of(g, unit, weapon):
        found = tuple([Action("direct", (leader.id,)) for leader in leaders_of(g, unit, weapon)])
        asks = f"Who directs the {name}?"
        return Choice(unit.side, asks, (*found, NO_LEADER), ("SL:8.17.9", "SL:8.18.6"), (unit.id,), frame.hex)
    asks = f"{g.name(unit)} fires the {name} at {g.place_name(frame.hex)}: {number_of(g, frame)} or less."
    return Chance(asks, dice=2, side=unit.side, rules=("SL:8.18.9",), about=targets_of(g, frame))


@ask_shell
def take_shell(g: SlPlay, frame: Shell, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Action):
        frame.led = True
        if answer.verb == "direct":
            frame.leader = answer.who[0]
            g.update(g.unit(frame.leader), fire=marker(g), directed=(frame.unit,))
        return
    if not isinstance(answer, Outcome):
        finish(g, frame, ())
    elif frame.unit in g.state.units and not stands(g, g.unit(frame.unit)):
        g.pop()
    elif frame.struck:
        finish(g, frame, answer.dice)
    else:
        if frame.dice:
            frame.luck = answer.dice[0]
        else:
            frame.dice = answer.dice
            say_throw(g, frame)
        if not has_luck(g, frame):
            see_who_is_hit(g, frame)


def movers_of(g: SlPlay, action: Action) -> tuple[str, ...]:
    """Who is put back for the shot."""
    side = g.unit(action.who[0]).side
    return tuple([uid for uid in action.who[2:] if g.unit(uid).side != side])


def shell_of(g: SlPlay, action: Action) -> Shell:
    unit, weapon, *others = action.who
    second = next((uid for uid in others if g.unit(uid).side == g.unit(unit).side), "")
    return Shell(unit, weapon, action.at, second, gun=action.how)


def odds(g: SlPlay, frame: Shell) -> tuple[Breakdown, dict[str, float]] | None:
    """How likely the first of its targets is hit."""
    found = lines_of(g, frame)
    if not found:
        return None
    lines, number = found[0][1], number_of(g, frame)
    hit = chance_at_most(number - drm(lines))
    shown = Breakdown("To hit", tuple(lines), total=number - drm(lines), column=number, rules=("SL:8.18.9",))
    return shown, {"hit": hit, "missed": 1 - hit}


def say_throw(g: SlPlay, frame: Shell) -> None:
    unit = g.unit(frame.unit)
    lines = lines_of(g, frame)[0][1] if lines_of(g, frame) else []
    total = sum(frame.dice) + drm(lines)
    shot_thrown(g, unit, frame.hex, frame.dice)
    g.say(
        "to_hit",
        f"{g.name(unit)} fires the {g.weapon_name(frame.weapon)} at {g.place_name(frame.hex)}: "
        f"{number_of(g, frame)} or less, roll {sum(frame.dice)}, final {total}.",
        "SL:8.18.9",
        side=unit.side,
        who=(unit.id,),
        at=frame.hex,
        dice=frame.dice,
        breakdown=Breakdown("To hit", tuple(lines), total=total, column=number_of(g, frame)),
    )


def see_who_is_hit(g: SlPlay, frame: Shell) -> None:
    found = lines_of(g, frame)
    frame.critical = tuple([uid for uid, lines in found if is_critical(g, frame, lines)])
    frame.struck = tuple(
        [
            uid
            for uid, lines in found
            if uid in frame.critical or sum(frame.dice) + drm(lines) <= number_of(g, frame)
        ]
    )
    find_vehicles(g, frame)
    if frame.struck and kind_of_launcher(g, g.state.weapons[frame.weapon]).once:
        g.state.blown_open = (*g.state.blown_open, frame.hex)
        frame.struck = ()
        g.say(
            "blown_open", f"The wall of {g.place_name(frame.hex)} is torn open.", "SL:8.17.11", at=frame.hex
        )


def find_vehicles(g: SlPlay, frame: Shell) -> None:
    """SL:2.3.9-q1: a hit takes the "?" off a vehicle, without doing it any other harm."""
    covered = g.state.covered
    for uid in [uid for uid in frame.struck if uid in covered and covered[uid].vehicles]:
        frame.struck = tuple([one for one in frame.struck if one != uid])
        frame.found = True
        uncover(g, g.unit(uid), "a hit", "SL:2.3.9-q1")


def plans(g: SlPlay, frame: Shell) -> list[Plan]:
    """SL:8.16.2, SL:5.4.1-b: no point blank fire; SL:13.26.6: of a critical hit the cover counts the other way round.
    What is concealed is hit by half (SL:13.19.11-e), where only flashes show it, too (SL:2.8.9-a)."""
    weapon = g.state.weapons[frame.weapon]
    title = f"{g.name(frame.unit)} with {g.weapon_name(weapon)} at {g.place_name(frame.hex)}"
    lines = dict(lines_of(g, frame))
    found = []
    for concealed in (False, True):
        fp = shell_fp(g, g.weapon_type(weapon).fp, weapon) * (0.5 if concealed else 1)
        mine = [
            (uid, tuple(lines_of_hit(g, after_hit(g, frame, lines[uid], uid), frame, uid)))
            for uid in frame.struck
            if (g.unit(uid).kind == CONCEALED) == concealed and uid in lines
        ]
        if mine:
            found.append(
                plan_of_targets(g, title, [Line(g.weapon_name(weapon), fp, "SL:8.18.9", "fp")], fp, mine)
            )
    return found


def after_hit(g: SlPlay, frame: Shell, lines: Sequence[Line], uid: str) -> list[Line]:
    return reversed_cover(g, lines) if uid in frame.critical else []


def reversed_cover(g: SlPlay, lines: Sequence[Line]) -> list[Line]:
    """SL:14.15.2.1-a: in woods it is none of the bursts in the trees."""
    cover = [("woods" if line.rule == IN_TREES else line.label, line) for line in lines if is_cover(g, line)]
    return [Line(f"into the {name}", -abs(line.value), "SL:13.26.6") for name, line in cover]


def finish(g: SlPlay, frame: Shell, dice: tuple[int, ...]) -> None:
    g.pop()
    unit, weapon = g.state.units.get(frame.unit), g.state.weapons.get(frame.weapon)
    if unit is None or weapon is None:
        return
    helping = tuple(uid for uid in (frame.second, frame.leader) if uid)
    besides = after_shot(g, unit, weapon, helping, frame.hex)
    g.push_in_order(*besides)
    if frame.struck and dice:
        explode(g, frame, unit, dice)
    elif frame.hex not in g.state.blown_open and not frame.found:
        g.say("missed", "A miss.", "SL:13.5", side=unit.side, who=(unit.id,), at=frame.hex)
        if not HARMLESS_MISSES.on(g) and g.weapon_type(weapon).fp >= 1:
            for target in [g.unit(uid) for uid in targets_of(g, frame)]:
                if target.kind != CONCEALED:
                    g.update(target, dm=True)  # SL:3.23.6-a
    spend(g, unit, weapon, frame.second, frame.dice, stands(g, unit), frame.leader)


def explode(g: SlPlay, frame: Shell, unit: Unit, dice: tuple[int, ...]) -> None:
    """SL:8.18.9: on the column of the weapon, by itself."""
    attack = Attack(g.state.phase, unit.side, frame.hex, frame.struck, (), dice=dice, shell=frame.weapon)
    g.state.broke = ()
    g.push(attack)
    checks: list[tuple[str, Check]] = []
    frame.burst = dice
    for plan in plans(g, frame):
        struck = resolve(g, plan, dice)
        for group, found in struck.results:
            fire.say_result(g, attack, plan, group.units, group.drm, plan.column, 0, found)
        results = {uid: (found.kind, found.number) for group, found in struck.results for uid in group.units}
        burst(g, frame, results)
        for group, found in struck.results:
            for uid in group.units:
                if uid in g.state.units:
                    checks += fire.strike(g, g.unit(uid), found, plan.column is not None)
        if struck.place is not None and any(found.kind == KIA for _, found in struck.results):
            fire.killed(g, attack, struck.place)  # SL:8.8.1-a
    with_leader_losses(g, *check_rounds(g, checks, ()))


# -- torn walls --------------------------------------------------------------------------------------------


@PART.answers(outside_the_terrain)
def no_wall_left(g: SlPlay, unit: Unit, aim: Aim) -> bool:
    """SL:8.17.11: for all other fire of this phase."""
    return unit.hex in g.state.blown_open


@PART.answers(phase_ends)
def walls_again(g: SlPlay, phase: str) -> None:
    g.state.blown_open = ()
