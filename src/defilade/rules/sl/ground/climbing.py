"""Climbing cliffs (SL:14.8.6 to SL:14.8.16): a level at a time, with a roll that may end in a fall.

Where a cliff is one level high a climb begins and ends in one phase; on higher ones the unit hangs under a climbing
counter in the lower hex (SL:14.8.7-a) until it is level with where it wants to go (SL:14.8.15).
"""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Action, Chance, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import advance, firers, morale, movement, stacking, terrain
from defilade.rules.sl.fire import Attack, attack_done, in_great_danger, without_cover
from defilade.rules.sl.marches.portage import load
from defilade.rules.sl.movement import ENEMY_THERE, HAS_BEGUN, Left
from defilade.rules.sl.state import AFPH, APH, Climb, SlPlay
from defilade.tactics.attack_plan import Aim, Firing, shot_factors
from defilade.tactics.moving import MOVE_VERBS, MoveVerb, Moving, note_spent, place_of
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import player_turn_begins
from defilade.tactics.units import Unit, Weapon

PART = Part()

ALL_MF = 99.0
FATAL, STUCK = 12, 6
WOODS = "woods"

NO_CLIFF = Refusal("there is no cliff between those hexes", "SL:14.8.6")
WOUNDED = Refusal("the wounded do not climb", "SL:14.8.9")
TOO_LADEN = Refusal("climbers carry what they carry for nothing", "SL:14.8.10")
ALONE = Refusal("each unit climbs by itself", "SL:14.8.8-a")
ON_THE_CLIFF = Refusal("on a cliff one climbs, up or down", "SL:14.8.6")
NO_WEAPONS = Refusal("climbers use no support weapons", "SL:14.8.6")
ONLY_NEAR = Refusal("climbers fire in the AFPh only, at what is adjacent", "SL:14.8.12")


class FallingRoll(Frame):
    """SL:14.8.8-a: two dice for a unit that climbs toward a hex."""

    unit: str
    goal: str


def cliffs(g: SlPlay, unit: Unit) -> list[str]:
    """To which hexes a unit may climb: over a cliff hexside of its own or, from a climbing counter, at either end."""
    hanging = g.state.climbs.get(unit.id)
    if hanging is not None:
        return [hanging.high, hanging.low]
    if unit.hex in g.map.below:
        return []
    return [near for near in g.map.adjacent[unit.hex] if g.map.hexside_kind(unit.hex, near) == terrain.CLIFF]


def climbing_refusal(g: SlPlay, unit: Unit, goal: str) -> Refusal | None:
    if goal not in cliffs(g, unit):
        return NO_CLIFF
    if unit.wounded:
        return WOUNDED
    if movement.on_foot_bar(g, unit) is not None:
        return movement.on_foot_bar(g, unit)
    if load(g, unit) > g.tables.portage.free.get(unit.kind, 1):
        return TOO_LADEN
    if g.state.phase != APH and g.has_side(goal, g.enemy_of(unit.side)):
        return ENEMY_THERE  # SL:14.8.13
    return None if goal == unit.hex else stacking.refusal(g, unit.side, goal, (unit,))


def refusal(g: SlPlay, frame: Moving, members: Sequence[Left], goal: str) -> Refusal | None:
    """SL:14.8.6: instead of moving."""
    if frame.begun or members[0].mover.assault or members[0].unit.id in g.state.double_timing:
        return HAS_BEGUN
    return ALONE if len(members) > 1 else climbing_refusal(g, members[0].unit, goal)


def options(g: SlPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    return [
        Action("climb", (), goal)
        for goal in cliffs(g, members[0].unit)
        if refusal(g, frame, members, goal) is None
    ]


def climb(g: SlPlay, frame: Moving, action: Action) -> None:
    uid = frame.members[0]
    note_spent(frame, uid, ALL_MF, place_of(g, frame))
    g.update(g.unit(uid), moved=True)
    g.state.hazards[uid] = g.unit(uid).hex
    frame.members = ()
    g.push(FallingRoll(uid, action.at))


PART.adds(
    MOVE_VERBS,
    MoveVerb(
        "climb", 13, options, climb, lambda g, frame, members, action: refusal(g, frame, members, action.at)
    ),
)


@PART.answers(advance.other_advances)
def climb_in_the_advance(g: SlPlay, side: Side) -> list[Action]:
    """SL:14.8.13"""
    return [
        Action("climb", (unit.id,), goal)
        for unit in g.on_map(side)
        if unit.good_order and not unit.advanced and not unit.ti
        for goal in cliffs(g, unit)
        if climbing_refusal(g, unit, goal) is None
    ]


@PART.answers(advance.advanced_otherwise)
def climbs_in_the_advance(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb == "climb":
        g.update(g.unit(action.who[0]), advanced=True)
        g.push(FallingRoll(action.who[0], action.at))


# -- the roll ----------------------------------------------------------------------------------------------


@PART.decisions(FallingRoll)
def ask_fall(g: SlPlay, frame: FallingRoll) -> Chance:
    unit = g.unit(frame.unit)
    asks = f"{g.name(unit)} climbs toward {g.place_name(frame.goal)}: a 6 stays put, {FATAL} falls."
    return Chance(asks, dice=2, side=unit.side, rules=("SL:14.8.8-a",), about=(unit.id,))


@ask_fall
def take_fall(g: SlPlay, frame: FallingRoll, answer: Action | Outcome | None) -> None:
    """SL:14.8.8-a, SL:14.8.8-b; SL:14.8.16: who climbs is exhausted, whatever comes of it."""
    assert isinstance(answer, Outcome)
    g.pop()
    unit = g.unit(frame.unit)
    if sum(answer.dice) >= FATAL:
        for weapon in g.weapons_of(unit):
            g.remove_weapon(weapon)
        g.state.climbs.pop(unit.id, None)
        morale.eliminate(g, unit, "falls", "SL:14.8.8-b")
        return
    g.state.worn = (*g.state.worn, unit.id)
    unit = g.update(unit, cx=True)
    stays = STUCK in answer.dice
    if not stays:
        one_level(g, unit, frame.goal)
    unit = g.unit(unit.id)
    how = "finds no hold" if stays else "climbs"
    g.say(
        "climb",
        f"{g.name(unit)} {how}: {g.place_name(unit.hex)}.",
        "SL:14.8.8-a",
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
        dice=answer.dice,
    )


def one_level(g: SlPlay, unit: Unit, goal: str) -> None:
    """SL:14.8.7-a, SL:14.8.15"""
    hanging = g.state.climbs.pop(unit.id, None)
    level = hanging.level if hanging is not None else g.map.level(unit.hex)
    ends = (hanging.low, hanging.high) if hanging is not None else (unit.hex, goal)
    low, high = sorted(ends, key=g.map.level)
    level += 1 if goal == high else -1
    if level == g.map.level(goal):
        g.place(unit, goal)
        if unit.id in g.state.hazards:
            g.state.hazards[unit.id] = goal
    else:
        g.place(unit, low)
        g.state.climbs[unit.id] = Climb(low, high, level)


# -- on the cliff ------------------------------------------------------------------------------------------


@PART.answers(movement.step_bar)
def no_other_move(g: SlPlay, frame: Moving, unit: Unit, hex: Hex) -> Refusal | None:
    return ON_THE_CLIFF if unit.id in g.state.climbs else None


@PART.answers(advance.goal_bar)
def no_other_advance(g: SlPlay, unit: Unit, hex: Hex) -> Refusal | None:
    return ON_THE_CLIFF if unit.id in g.state.climbs else None


@PART.answers(stacking.takes_no_room)
def beside_those_below(g: SlPlay, unit: Unit) -> bool:
    """SL:14.8.7-b: a level of a cliff is not the hex at its foot."""
    return unit.id in g.state.climbs


def is_climber(g: SlPlay, unit: Unit) -> bool:
    return unit.id in g.state.climbs


@PART.answers(firers.fire_bar)
def hands_full(g: SlPlay, unit: Unit, target: str) -> Refusal | None:
    if not is_climber(g, unit):
        return None
    near = g.state.phase == AFPH and g.map.distance(unit.hex, target) == 1
    return None if near else ONLY_NEAR


@PART.modifies(shot_factors, "SL:14.8.12", step=3)
def with_one_hand(g: SlPlay, firing: Firing) -> list[Line]:
    if not is_climber(g, firing.unit):
        return []
    return [Line("climbing", g.tables.fire_factors.mounted.factor, "SL:14.8.12", "x")]


@PART.answers(firers.weapon_bar)
def no_weapons(g: SlPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    """SL:14.8.6"""
    return NO_WEAPONS if is_climber(g, unit) else None


@PART.answers(without_cover)
def nothing_to_hide_behind(g: SlPlay, unit: Unit, aim: Aim) -> bool:
    """SL:14.8.11-b: but for the trees at its foot, through which all fire at who is no higher than they are comes."""
    hanging = g.state.climbs.get(unit.id)
    if hanging is None:
        return False
    low = hanging.level - g.map.level(hanging.low) == 1 and g.map.terrain[hanging.low] == WOODS
    return not (
        low and aim.hexes and all(g.map.touches_art(hex, unit.hex, unit.hex, WOODS) for hex in aim.hexes)
    )


@PART.answers(morale.unshaken)
def minds_his_hold(g: SlPlay, unit: Unit) -> bool:
    """SL:14.8.11-c: a climber checks for fire alone."""
    return is_climber(g, unit)


@PART.answers(in_great_danger)
def in_full_view(g: SlPlay, unit: Unit, aim: Aim) -> bool:
    """SL:14.8.11-a, SL:5.6.8.1-d: as good as moving in the open, also who has only just reached the end of it."""
    return is_climber(g, unit)


@PART.answers(attack_done)
def lose_their_hold(g: SlPlay, attack: Attack) -> None:
    """SL:14.8.11-c"""
    for uid in attack.targets:
        unit = g.state.units.get(uid)
        if unit is not None and unit.broken and is_climber(g, unit):
            g.state.climbs.pop(uid)
            morale.eliminate(g, unit, "falls", "SL:14.8.11-c")


@PART.answers(player_turn_begins)
def forget(g: SlPlay) -> None:
    g.state.climbs = {uid: one for uid, one in g.state.climbs.items() if uid in g.state.units}
