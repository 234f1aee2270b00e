"""Booby traps (SL:15.8): what is tied to the doors and laid on the stairs of a building.

Its own side goes in and out (SL:15.8.4-a); of the enemy the first who comes in finds it, and may disarm it if he has
come in carefully. It goes off once, and the walls that would protect from fire make it worse.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from defilade.kernel import Action, Breakdown, Chance, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl import morale, movement, rout, terrain, withdrawal
from defilade.rules.sl.advance import advanced_into, before_leaving
from defilade.rules.sl.firers import directing_bar, fire_bar
from defilade.rules.sl.marches import bypass
from defilade.rules.sl.mines.mine_attack import goes_off
from defilade.rules.sl.mines.minefields import OutOfTheMines, another_hex, guided
from defilade.rules.sl.movement import Left, entry_refusal
from defilade.rules.sl.people.arms import designated
from defilade.rules.sl.shown import EVENT_SIGNS, EventSign
from defilade.rules.sl.state import AFPH, DOORWAY_MINE, STAIRWAY_MINE, HeldTrap, SlPlay, Work
from defilade.rules.sl.works.placing import HANDFUL, site_bar
from defilade.rules.sl.works.works import build, take_away, works_in
from defilade.tactics.moving import MOVE_VERBS, MoveVerb, Moving, move_in_progress, note_spent, place_of
from defilade.tactics.names import Hex, Side
from defilade.tactics.secrets import guess
from defilade.tactics.sequence import player_turn_begins
from defilade.tactics.units import Unit

PART = Part()

CAREFULLY = "enter-carefully"
DISARM, WAIT, GO_ON = Action("disarm"), Action("wait-for-others"), Action("let-it-go-off")
DISARM_NOW = "disarm-trap"
MOST_MF = 4
"""SL:15.8.9.5: what a unit of several men may spend in all, if it goes in with care."""
IN_THE_APH = 2
"""SL:15.8.9.6"""
SAPPERS = -1
"""SL:15.7.14.1-c"""

NO_BUILDING = Refusal("traps are set in buildings", "SL:15.8-a")
NO_STAIRS = Refusal("there are no stairs in that hex", "SL:15.8.10.1")
HANDS_FULL = Refusal("who has gone at a booby trap does not fire in that player turn", "SL:15.8.9.8")

PART.adds(
    SPOKEN,
    Spoken(
        CAREFULLY,
        lambda g, action: f"Into {g.place_name(action.at)} with {action.how} MF more, for fear of traps",
    ),
    Spoken(DISARM.verb, lambda g, action: "Stop, and try to disarm it"),
    Spoken(WAIT.verb, lambda g, action: "Stop, and first bring in others"),
    Spoken(DISARM_NOW, lambda g, action: f"Disarm the booby trap in {g.place_name(action.at)}"),
    Spoken(GO_ON.verb, lambda g, action: "Go on, whatever happens"),
)
PART.adds(
    OPTION_LOOKS,
    VerbLook(CAREFULLY, OptionLook("Carefully", hex="special", rare=True)),
    VerbLook(DISARM.verb, OptionLook("Disarm", "primary")),
    VerbLook(WAIT.verb, OptionLook("Wait for others")),
    VerbLook(DISARM_NOW, OptionLook("Disarm", "primary", hex="special")),
    VerbLook(GO_ON.verb, OptionLook("Go on", "danger")),
)
PART.adds(EVENT_SIGNS, EventSign("trap", "result"))


@PART.answers(site_bar)
def no_place_for_traps(g: SlPlay, kind: str, hex: Hex) -> Refusal | None:
    """SL:15.8-a: one at the door of each hex of a building, on the ground; SL:15.8.10.1: another on any floor of one
    with stairs. That there is none of the kind yet every fortification asks."""
    if kind == DOORWAY_MINE:
        return None if g.terrain_of(hex).structure and g.map.ground_hex(hex) == hex else NO_BUILDING
    if kind == STAIRWAY_MINE:
        return None if g.map.has_stairs(g.map.ground_hex(hex)) else NO_STAIRS
    return None


class TrapFound(Frame):
    """Somebody has come upon a trap, and sees only that there is one. `extra` are the MF that he took for it."""

    hex: Hex
    side: Side
    """Who has set it."""
    kind: str
    units: tuple[str, ...]
    extra: int = 0
    asked: bool = False
    """He may go on instead."""
    tries: bool = False


def traps_for(g: SlPlay, side: Side, hex: Hex, kind: str) -> list[Work]:
    """SL:15.8.4-a: those of the enemy."""
    return [work for work in works_in(g, hex, kind) if work.side != side] if g.state.works else []


def entered_by(g: SlPlay, units: Iterable[str], origin: str, hex: Hex) -> list[Work]:
    """SL:15.8.9.1-a: the trap at the door of a building hex; SL:15.8-d: not for who goes around it."""
    there = [g.unit(uid) for uid in units if uid in g.state.units]
    if (
        not g.state.works
        or not there
        or not another_hex(g, origin, hex)
        or bypass.status(g, there[0]) is not None
    ):
        return []
    return traps_for(g, there[0].side, hex, DOORWAY_MINE)


def tem_reversed(g: SlPlay, hex: Hex) -> int:
    return -sum(kind.tem for kind in terrain.kinds_in(g, hex))


def explosion(g: SlPlay, work: Work) -> list[Frame]:
    """SL:15.8.9.7-a: everybody in the hex, and the terrain counts against him; SL:15.8.4-b, SL:15.8.5: once, whatever
    it does."""
    there = [unit.id for unit in g.units_in(work.hex) if bypass.status(g, unit) is None]
    drm = tem_reversed(g, work.hex)
    attack = goes_off(g, work, there, drm, "walls that hold the blast", "SL:15.8.9.7-a", "it goes off")
    take_away(g, work)
    return [attack]


def find(g: SlPlay, work: Work, units: Sequence[str], *, asked: bool, extra: int = 0) -> list[Frame]:
    """SL:15.8.9.2: told at once that there is a trap, not how strong it is. SL:3.30.7-c: a prisoner who knows of it
    takes it away, if it was known to be there."""
    men = [g.unit(uid) for uid in units if uid in g.state.units]
    if not work.hidden and any(guided(g, unit, work) for unit in men):
        disarmed(g, work, "a prisoner has disarmed it", "SL:3.30.7-c")
        return []
    g.say(
        "trap",
        f"{g.doing(tuple(units), 'comes', 'come')} upon a booby trap in {g.place_name(work.hex)}.",
        "SL:15.8.9.2",
        side=work.side,
        who=tuple(units),
        at=work.hex,
    )
    return [TrapFound(work.hex, work.side, work.kind, tuple(units), extra, asked)]


def disarmed(g: SlPlay, work: Work, why: str, rule: str) -> None:
    take_away(g, work)
    g.say(
        "trap",
        f"The booby trap in {g.place_name(work.hex)} is gone: {why}.",
        rule,
        side=work.side,
        at=work.hex,
    )


def disarm_lines(g: SlPlay, frame: TrapFound) -> tuple[Line, ...]:
    """SL:15.8.9.4-b: one unbroken leader in the same place; SL:15.7.14.1-c: engineers by themselves."""
    men = [unit for unit in g.units_in(frame.hex) if unit.side != frame.side and not unit.captive]
    leaders = [unit for unit in men if unit.is_leader and not unit.broken and bypass.status(g, unit) is None]
    best = min([0, *[morale.leadership(g, leader) for leader in leaders]])
    lines = [Line("leadership", best, "SL:15.8.9.4-b")] if best else []
    if any(unit.id in frame.units and unit.is_mmc and designated(g, unit) for unit in men):
        lines.append(Line("engineers", SAPPERS, "SL:15.7.14.1-c"))
    return tuple(lines)


@PART.decisions(TrapFound)
def ask_trap(g: SlPlay, frame: TrapFound) -> Choice | Chance | None:
    """SL:15.8-c: who took no time for it cannot disarm it."""
    men = tuple([uid for uid in frame.units if uid in g.state.units])
    if not men or frame.extra <= 0:
        return None
    if frame.asked and not frame.tries:
        asks = f"A booby trap in {g.place_name(frame.hex)}: what do {g.names(men)} do?"
        return Choice(g.unit(men[0]).side, asks, (DISARM, WAIT, GO_ON), ("SL:15.8.9.2",), men, frame.hex)
    asks = f"{g.names(men)} disarm a booby trap: {frame.extra} or less."
    return Chance(asks, dice=1, side=g.unit(men[0]).side, rules=("SL:15.8.9.4-a",), about=men)


@ask_trap
def take_trap(g: SlPlay, frame: TrapFound, answer: Action | Outcome | None) -> None:
    if answer == DISARM:
        frame.tries = True
        return
    g.pop()
    if answer == WAIT:
        wait(g, frame)
        return
    work = next(one for one in works_in(g, frame.hex, frame.kind) if one.side == frame.side)
    if not isinstance(answer, Outcome):
        g.push_in_order(*explosion(g, work))
        return
    men = tuple([uid for uid in frame.units if uid in g.state.units])
    lines = disarm_lines(g, frame)
    final = answer.dice[0] + int(sum(line.value for line in lines))
    done = final <= frame.extra
    g.state.at_traps = (*g.state.at_traps, *men)
    move = move_in_progress(g)
    if move is not None:
        move.members = tuple([uid for uid in move.members if uid not in men])
    g.say(
        "trap",
        f"{g.names(men)} at the booby trap in {g.place_name(frame.hex)}: {frame.extra} or less, roll {answer.dice[0]}, "
        f"final {final}: {'disarmed' if done else 'it goes off'}.",
        "SL:15.8.9.4-a",
        side=g.unit(men[0]).side,
        who=men,
        at=frame.hex,
        dice=answer.dice,
        breakdown=Breakdown("Disarming", lines, total=final, column=frame.extra, rules=("SL:15.8.9.4-a",)),
    )
    if done:
        take_away(g, work)
    else:
        g.push_in_order(*explosion(g, work))


# -- first bring in others (SL:15.8.9.2, SL:15.8.9.3) ----------------------------------------------------------


def wait(g: SlPlay, frame: TrapFound) -> None:
    """SL:15.8.9.2: the move is over, and the trap is left alone for now."""
    men = tuple([uid for uid in frame.units if uid in g.state.units])
    g.state.held_traps = (
        *g.state.held_traps,
        HeldTrap(frame.hex, frame.side, frame.kind, men, frame.extra),
    )
    stay(g, men, frame.hex, "waits for others", "wait for others", "SL:15.8.9.2")


def stay(g: SlPlay, men: tuple[str, ...], hex: Hex, one: str, several: str, rule: str) -> None:
    move = move_in_progress(g)
    if move is not None:
        move.members = tuple([uid for uid in move.members if uid not in men])
    g.say(
        "trap",
        f"{g.doing(men, one, several)} at the booby trap in {g.place_name(hex)}.",
        rule,
        side=g.unit(men[0]).side,
        who=men,
        at=hex,
    )


def held_at(g: SlPlay, hex: Hex) -> HeldTrap | None:
    return next((held for held in g.state.held_traps if held.hex == hex), None)


def try_it(g: SlPlay, held: HeldTrap) -> TrapFound:
    g.state.held_traps = tuple([one for one in g.state.held_traps if one != held])
    return TrapFound(held.hex, held.side, held.kind, held.units, held.extra, asked=True, tries=True)


@PART.answers(movement.other_moves)
def those_who_wait(g: SlPlay, side: Side) -> list[Action]:
    return [Action(DISARM_NOW, held.units, held.hex) for held in g.state.held_traps if held.side != side]


@PART.answers(movement.moved_otherwise)
def wait_no_longer(g: SlPlay, side: Side, action: Action) -> None:
    held = held_at(g, action.at) if action.verb == DISARM_NOW else None
    if held is not None:
        g.push(try_it(g, held))


@PART.answers(movement.after_moves)
def before_the_phase_is_over(g: SlPlay, side: Side) -> list[Frame]:
    """It goes off in the phase in which it was found, unless it is disarmed."""
    waiting = [held for held in g.state.held_traps if any(uid in g.state.units for uid in held.units)]
    return [try_it(g, held) for held in waiting]


# -- in the MPh ----------------------------------------------------------------------------------------------


@PART.answers(movement.entered)
def through_the_door(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    """SL:3.7.10: scouts like anybody. SL:15.8.9.3: who comes in after others who wait for him goes no further."""
    if held_at(g, hex) is not None and entered_by(g, frame.members, origin, hex):
        stay(g, frame.members, hex, "stays with those", "stay with those", "SL:15.8.9.3")
        return
    found = [
        step
        for work in entered_by(g, frame.members, origin, hex)
        for step in find(g, work, frame.members, asked=True)
    ]
    if found:
        g.push_in_order(*found, OutOfTheMines())


def enemy_has_traps(g: SlPlay, side: Side) -> bool:
    """What the card says (SL:15.8.1-a)."""
    return any(group.side != side and DOORWAY_MINE in group.works for group in g.scenario.groups)


def most_care(g: SlPlay, frame: Moving, members: Sequence[Left], hex: Hex) -> int:
    """SL:15.8.9.1-b: how many MF they can take for it, one by one as much as all of them."""
    origin = place_of(g, frame)
    if not g.terrain_of(hex).structure or not another_hex(g, origin, hex):
        return 0
    found = []
    for member in members:
        left = member.mf - terrain.cost_for(g, member.unit, origin, hex)
        if member.unit.is_mmc:
            left = min(left, MOST_MF - member.mover.spent - terrain.cost_for(g, member.unit, origin, hex))
        found.append(int(left))
    return max(0, min(found))


def careful_options(g: SlPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    if not enemy_has_traps(g, g.attacker) or members[0].mover.assault:
        return []
    return [
        Action(CAREFULLY, (), hex, str(extra))
        for hex in g.map.adjacent[place_of(g, frame)]
        if g.terrain_of(hex).structure and entry_refusal(g, frame, members, hex) is None
        for extra in range(1, most_care(g, frame, members, hex) + 1)
    ]


def enter_carefully(g: SlPlay, frame: Moving, action: Action) -> None:
    origin = place_of(g, frame)
    if movement.held_up(g, frame, action):
        return
    who = frame.members
    movement.enter(g, frame, Action("enter", (), action.at))
    there = [uid for uid in who if uid in g.state.units and g.unit(uid).hex == action.at != origin]
    for uid in there:
        note_spent(frame, uid, float(action.how), action.at)
    for step in g.state.stack:
        if isinstance(step, TrapFound) and step.hex == action.at and step.asked:
            step.extra = int(action.how)


def why_not_carefully(g: SlPlay, frame: Moving, members: Sequence[Left], action: Action) -> Refusal | None:
    return entry_refusal(g, frame, members, action.at)


PART.adds(MOVE_VERBS, MoveVerb(CAREFULLY, 11, careful_options, enter_carefully, why_not_carefully))


# -- in the APh, in flight, out of melee -----------------------------------------------------------------------


@PART.answers(advanced_into)
def advances_through_the_door(g: SlPlay, unit: Unit, origin: str) -> None:
    """SL:15.8.9.6"""
    for work in entered_by(g, (unit.id,), origin, unit.hex):
        g.push_in_order(*find(g, work, (unit.id,), asked=False, extra=IN_THE_APH))


@PART.answers(rout.perilous)
def traps_on_the_way(g: SlPlay, unit: Unit, way: Sequence[str]) -> bool:
    return bool(g.state.works) and any(
        traps_for(g, unit.side, hex, kind) for hex in way for kind in (DOORWAY_MINE, STAIRWAY_MINE)
    )


@PART.answers(rout.come_in_flight)
def flees_through_the_door(g: SlPlay, who: tuple[str, ...], origin: str, hex: str) -> list[Frame]:
    """SL:15.7-c: those who run see no trap."""
    return [step for work in entered_by(g, who, origin, hex) for step in explosion(g, work)]


@PART.answers(withdrawal.fallen_back)
def falls_back_through_the_door(g: SlPlay, unit: Unit, origin: str) -> None:
    """SL:6.3.6.4: with no chance to disarm it."""
    for work in entered_by(g, (unit.id,), origin, unit.hex):
        g.push_in_order(*explosion(g, work))


# -- on the stairs (SL:15.8.10.1) ------------------------------------------------------------------------------


def by_the_stairs(g: SlPlay, who: Sequence[str], origin: str, hex: Hex) -> list[Work]:
    """On the floor that is left, by units of the other side alone."""
    there = [g.unit(uid) for uid in who if uid in g.state.units]
    if not g.state.works or not there or origin == hex or another_hex(g, origin, hex):
        return []
    return traps_for(g, there[0].side, origin, STAIRWAY_MINE)


@PART.answers(movement.held_up)
def up_or_down_in_the_mph(g: SlPlay, frame: Moving, action: Action) -> bool:
    """SL:15.8.10.3: without having taken time for it nobody disarms it."""
    found = [
        step
        for work in by_the_stairs(g, frame.members, place_of(g, frame), action.at)
        for step in find(g, work, frame.members, asked=False)
    ]
    if found:
        g.push_in_order(*found, OutOfTheMines(str(action)))
    return bool(found)


@PART.answers(before_leaving)
def up_or_down_in_the_aph(g: SlPlay, unit: Unit, hex: Hex) -> list[Frame]:
    return [
        step
        for work in by_the_stairs(g, (unit.id,), unit.hex, hex)
        for step in find(g, work, (unit.id,), asked=False, extra=IN_THE_APH)
    ]


@PART.answers(rout.leaving_in_flight)
def up_or_down_in_flight(g: SlPlay, who: tuple[str, ...], origin: str, hex: str) -> list[Frame]:
    return [step for work in by_the_stairs(g, who, origin, hex) for step in explosion(g, work)]


# -- afterwards ------------------------------------------------------------------------------------------------


@PART.answers(fire_bar)
def busy_with_it(g: SlPlay, unit: Unit, target: str) -> Refusal | None:
    """SL:15.8.9.8"""
    return HANDS_FULL if g.state.phase == AFPH and unit.id in g.state.at_traps else None


@PART.answers(directing_bar)
def directs_nobody(g: SlPlay, leader: Unit) -> Refusal | None:
    """SL:15.8.9.8"""
    return HANDS_FULL if g.state.phase == AFPH and leader.id in g.state.at_traps else None


@PART.answers(guess)
def it_must_be_there(g: SlPlay, side: Side, rng: random.Random) -> None:
    """Who has come upon a trap knows that there is one."""
    for frame in (*g.state.stack, *g.state.held_traps):
        if isinstance(frame, (TrapFound, HeldTrap)) and not traps_for(
            g, g.enemy_of(frame.side), frame.hex, frame.kind
        ):
            build(g, Work(frame.kind, frame.hex, frame.side, rng.randint(1, HANDFUL), hidden=True))


@PART.answers(player_turn_begins)
def forget(g: SlPlay) -> None:
    g.state.at_traps = ()
    g.state.held_traps = ()
