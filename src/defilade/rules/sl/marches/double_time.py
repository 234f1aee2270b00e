"""Double time (SL:4.7): two MF more, at the price of exhaustion; and who has spent himself, by counters CX and TI.

Whether it is played is an option of the game. CX and TI counters lie on units for other reasons too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from defilade.kernel import Action, Line, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import advance, close_combat, firers, movement, terrain
from defilade.rules.sl.fire import Attack, attack_done, moves_here
from defilade.rules.sl.marches import bypass
from defilade.rules.sl.movement import HAS_BEGUN, Left
from defilade.rules.sl.options import OPTIONS, Option
from defilade.rules.sl.smoke import in_smoke
from defilade.rules.sl.state import AFPH, DFPH, MPH, PFPH, RPH, SlPlay
from defilade.tactics.attack_plan import FIRERS, MOVEMENT, Aim, attack_lines, target_lines
from defilade.tactics.fire_groups import Shot
from defilade.tactics.moving import MOVE_VERBS, MoveVerb, Moving, left_to_spend, note, the_record
from defilade.tactics.names import Hex
from defilade.tactics.sequence import phase_begins, phase_ends, player_turn_begins
from defilade.tactics.units import Unit

PART = Part()

DOUBLE_TIME = Option(
    "double-time",
    "Double time",
    "Infantry may march at double time: two MF more, then exhausted. Roads cost it 1 MF, and a whole move by road is "
    "a MF longer.",
    ("SL:4.7.1-a", "SL:4.7.1-b"),
)
PART.adds(OPTIONS, DOUBLE_TIME)

NOT_PLAYED = Refusal("double time is not played in this game", "SL:4.7.1-a")
EXHAUSTED = Refusal("nobody goes at double time in two of his MPh one after the other", "SL:4.7.7")
NOT_BROKEN = Refusal("broken units do not go at double time", "SL:4.7.2")
NO_FIRE = Refusal("who went at double time does not fire in the AFPh", "SL:4.7.6")
TEMPORARILY = Refusal("a unit under a TI counter neither moves, fires nor advances", "SL:4.4.3")
ROAD_ONLY = Refusal("its last MF is for a move that keeps to the road", "SL:4.7.1-b")


# -- the road ----------------------------------------------------------------------------------------------


@PART.answers(terrain.price_of_entry)
def no_road_rate(g: SlPlay, cost: float, unit: Unit, origin: str, hex: Hex) -> float:
    """SL:4.7.1-a: a MF a road hex, two uphill (SL:14.7.10-a)."""
    if not DOUBLE_TIME.on(g) or not terrain.by_road(g, origin, hex):
        return cost
    if g.map.terrain[hex] == terrain.HOLES:
        return cost  # SL:14.14-a: no half rate there to begin with
    times = g.tables.movement.uphill if origin and g.map.level(hex) > g.map.level(origin) else 1
    return cost + (1 - g.tables.movement.road) * times


def keeps_to_the_road(g: SlPlay, frame: Moving, unit: Unit) -> bool:
    """SL:4.7.1-b: from the beginning of its MPh."""
    if not DOUBLE_TIME.on(g) or not g.map.roads.get(unit.hex) or movement.on_foot_bar(g, unit) is not None:
        return False
    return not the_record(frame, unit.id).off_road


@PART.answers(movement.mf_allowed)
def more_mf(g: SlPlay, mf: float, frame: Moving, unit: Unit) -> float:
    """SL:4.7.3, SL:4.7.1-b"""
    table = g.tables.movement
    if unit.id in g.state.double_timing:
        mf += table.double_time
    return mf + (table.whole_move_by_road if keeps_to_the_road(g, frame, unit) else 0)


@PART.answers(movement.mf_may_be_lost)
def off_the_road(g: SlPlay, mf: float, frame: Moving, unit: Unit) -> float:
    return mf + (g.tables.movement.whole_move_by_road if keeps_to_the_road(g, frame, unit) else 0)


@PART.answers(movement.step_bar)
def by_road_or_not_at_all(g: SlPlay, frame: Moving, unit: Unit, hex: Hex) -> Refusal | None:
    if not keeps_to_the_road(g, frame, unit) or g.map.road_between(unit.hex, hex):
        return None
    left = next(member.mf for member in left_to_spend(g, frame) if member.unit.id == unit.id)
    cost = terrain.cost_for(g, unit, unit.hex, hex)
    return ROAD_ONLY if left - g.tables.movement.whole_move_by_road < cost <= left else None


@PART.answers(movement.entered)
def left_the_road(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    if not terrain.by_road(g, origin, hex):
        for uid in frame.members:
            note(frame, uid, off_road=True)


# -- double time -------------------------------------------------------------------------------------------


def refusal(g: SlPlay, frame: Moving, members: Sequence[Left]) -> Refusal | None:
    """SL:4.7.2: at the beginning of the move. SL:4.7.7: who still has the CX of his last MPh may not."""
    if not DOUBLE_TIME.on(g):
        return NOT_PLAYED
    if frame.begun or members[0].mover.assault:
        return HAS_BEGUN
    for member in members:
        if member.unit.id in g.state.double_timing:
            return HAS_BEGUN
        if member.unit.broken:
            return NOT_BROKEN
        found = movement.on_foot_bar(g, member.unit)
        if found is not None:
            return found
    return EXHAUSTED if any(member.unit.cx for member in members) else None


def options(g: SlPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    return [Action("double-time")] if refusal(g, frame, members) is None else []


def declare(g: SlPlay, frame: Moving, action: Action) -> None:
    g.state.double_timing = (*g.state.double_timing, *frame.members)
    g.say(
        "double_time",
        f"{g.doing(frame.members, 'goes', 'go')} at double time.",
        "SL:4.7.2",
        "SL:4.7.3",
        side=g.attacker,
        who=frame.members,
    )


PART.adds(
    MOVE_VERBS,
    MoveVerb(
        "double-time", 32, options, declare, lambda g, frame, members, action: refusal(g, frame, members)
    ),
)


@PART.modifies(target_lines, "SL:4.7.5-a", step=MOVEMENT)
def running_through_cover(g: SlPlay, unit: Unit, aim: Aim) -> list[Line]:
    """SL:4.7.5-a: in buildings, wheat, woods and smoke; besides the -1 for moving, as SL:4.7-q1 adds it to the +1 of
    woods. Who goes by the side of woods or a building is in the open, not in them (SL:4.6.7)."""
    if aim.phase != DFPH or unit.id not in g.state.double_timing or moves_here(g, unit, unit.hex) is None:
        return []
    entry = g.tables.fire_drm.double_time
    within = g.terrain_of(unit.hex).hides_runners and bypass.status(g, unit) is None
    return [Line("double time", entry.drm, entry.rule)] if within or in_smoke(g, unit.hex) else []


@PART.answers(firers.fire_bar)
def no_advancing_fire(g: SlPlay, unit: Unit, target: str) -> Refusal | None:
    if unit.ti:
        return TEMPORARILY
    return NO_FIRE if g.state.phase == AFPH and unit.id in g.state.double_timing else None


# -- CX and TI ---------------------------------------------------------------------------------------------


@PART.answers(movement.moving_bar, advance.advance_bar)
def spent(g: SlPlay, unit: Unit) -> Refusal | None:
    """SL:4.4.3, SL:15.1-e: it may still rout, and withdraw from close combat."""
    return TEMPORARILY if unit.ti else None


@PART.modifies(attack_lines, "SL:4.7.11", step=FIRERS)
def out_of_breath(g: SlPlay, shots: Sequence[Shot], target: str, leaders: Sequence[str]) -> list[Line]:
    """SL:4.7.11: if any who fires, or who directs the fire, is exhausted."""
    men = [uid for shot in shots for uid in (shot.unit, shot.second) if uid]
    if any(g.unit(uid).cx for uid in (*men, *leaders)):
        entry = g.tables.fire_drm.exhausted
        return [Line("exhausted", entry.drm, entry.rule)]
    return []


def is_spent(unit: Unit) -> bool:
    return unit.cx or unit.ti


@PART.answers(close_combat.made_by)
def weak_blows(g: SlPlay, units: Sequence[Unit]) -> Iterable[Line]:
    """SL:4.7.9"""
    if any(is_spent(unit) for unit in units):
        yield Line("exhausted attackers", g.tables.close_combat.exhausted, "SL:4.7.9")


@PART.answers(close_combat.against_target)
def easy_prey(g: SlPlay, unit: Unit) -> Iterable[Line]:
    """SL:4.7.9, SL:4.7.5-b"""
    if is_spent(unit):
        yield Line("against the exhausted", -g.tables.close_combat.exhausted, "SL:4.7.5-b")


@PART.answers(phase_ends)
def exhaustion(g: SlPlay, phase: str) -> None:
    """SL:4.7.12-b: a CX counter comes off at the end of the next MPh, not at its beginning (SL:4.7.8-b). SL:4.7.8-a:
    then new ones are laid (SL:1.3.1-p3.4)."""
    if phase != MPH:
        return
    for unit in list(g.on_map(g.attacker)):
        if unit.cx != (unit.id in (*g.state.double_timing, *g.state.worn)):
            g.update(unit, cx=not unit.cx)


@PART.answers(movement.moved)
def breath_again(g: SlPlay, frame: Moving) -> None:
    """SL:4.7.12-b: after the unit has moved (SL:1.3.1-p3.2-b)."""
    for mover in frame.movers:
        unit = g.state.units.get(mover.unit)
        if unit is not None and unit.cx and frame.begun and unit.id not in g.state.worn:
            g.update(unit, cx=False)


@PART.answers(attack_done)
def breath_after_fire(g: SlPlay, attack: Attack) -> None:
    """SL:4.7.12-b: or has fired, in its next player turn."""
    if attack.phase == PFPH:
        for shot in attack.shots:
            unit = g.state.units.get(shot.unit)
            if unit is not None and unit.cx:
                g.update(unit, cx=False)


@PART.answers(phase_begins)
def able_again(g: SlPlay, phase: str) -> None:
    """SL:4.7.12-a"""
    if phase == RPH:
        for unit in [unit for unit in g.on_map() if unit.ti]:
            g.update(unit, ti=False)


@PART.answers(player_turn_begins)
def forget(g: SlPlay) -> None:
    g.state.double_timing = g.state.worn = ()
