"""Scouts: one man sent ahead to draw the fire (SL:3.7.1 to SL:3.7.12). What they find out is `scouting`."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from defilade.kernel import Action, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part, told
from defilade.rules.sl import morale, stacking
from defilade.rules.sl.close_combat import combat_fp, left_alone, on_his_own
from defilade.rules.sl.eyes.concealment import is_concealed
from defilade.rules.sl.eyes.stealth import slips_past
from defilade.rules.sl.firers import can_reach, ready
from defilade.rules.sl.library import scout_id
from defilade.rules.sl.movement import entered, may_be_run_into, mf_allowed, moved
from defilade.rules.sl.sequence import RALLY_STEPS, RallyStep
from defilade.rules.sl.state import CCPH, DFPH, SCOUT, SlPlay
from defilade.tactics.acting import ActingPhase, acting_phase, both_sides
from defilade.tactics.checks import CheckKind, Thrown, check_procedure
from defilade.tactics.control import contests_nothing
from defilade.tactics.counters import CONSCRIPT
from defilade.tactics.declaring_fire import DeclareFire
from defilade.tactics.moving import Moving
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_opens, player_turn_begins
from defilade.tactics.set_up import free_letter
from defilade.tactics.units import SQUAD, Unit

PART = Part()

CREATE, RECALL, HUNT = "scout", "recall", "hunt"
DONE, HOLD = Action("done"), Action("hold-fire")

NOT_HIS_PHASE = Refusal("scouts are sent out in one's own RPh", "SL:3.7.3-a")
NO_SQUAD = Refusal("it takes an unbroken squad, and no inexperienced one", "SL:3.7.3-a")
NO_LEADER = Refusal("it takes an unbroken leader of its nation in its hex", "SL:3.7.3-a")
NOT_THIS_NATION = Refusal("its nation uses no scouts", "SL:3.7.2")
TRIED = Refusal("neither squad nor leader tries twice in a game turn", "SL:3.7.3-b")
TOO_MANY = Refusal("no more scouts than a quarter of the unbroken squads", "SL:3.7.3-c")
ALL_MADE = Refusal("a side has four scouts in a scenario", "SL:3.7-q3")


@told
def scout_comes_near(g: SlPlay, scouts: tuple[str, ...], hex: Hex) -> None:
    """Scouts have come into a hex in their own player turn."""


def is_scout(unit: Unit) -> bool:
    return unit.kind == SCOUT


# -- creating and recalling (SL:3.7.3) ---------------------------------------------------------------------


class Scouts(ActingPhase):
    """The ATTACKER sends scouts out, and both sides may recall them."""


class ScoutCheck(Frame):
    """SL:3.7.3-a: the squad's NMC."""

    unit: str
    leader: str


PART.adds(RALLY_STEPS, RallyStep(2, "scouts", Scouts))  # SL:1.3.1-p1.2


def scouts_of(g: SlPlay, side: Side) -> list[Unit]:
    return [unit for unit in g.on_map(side) if is_scout(unit)]


def may_grow(g: SlPlay, side: Side) -> Refusal | None:
    table = g.tables.scouts
    if g.state.scouts_made.get(side, 0) >= table.in_a_scenario:
        return ALL_MADE
    squads = sum(unit.kind == SQUAD and not unit.broken and not unit.captive for unit in g.on_map(side))
    return TOO_MANY if (len(scouts_of(g, side)) + 1) * table.squads_for_each > squads else None


def create_refusal(g: SlPlay, squad: Unit, leader: Unit | None) -> Refusal | None:
    """SL:3.7-q4: squad and leader are on the map for all to see; who lies concealed must give that up first."""
    counter = g.counters[squad.type]
    if squad.side != g.attacker:
        return NOT_HIS_PHASE
    if squad.kind != SQUAD or not squad.good_order or not squad.hex or counter.cls == CONSCRIPT:
        return NO_SQUAD
    if counter.nationality in g.tables.scouts.without:
        return NOT_THIS_NATION
    if leader is None or not is_leader_for(g, leader, squad):
        return NO_LEADER
    if squad.id in g.state.scout_tried or leader.id in g.state.scout_tried:
        return TRIED
    if squad.id in g.state.occupied or leader.id in g.state.occupied:
        return NO_LEADER
    return may_grow(g, squad.side)


def is_leader_for(g: SlPlay, leader: Unit, squad: Unit) -> bool:
    same = g.counters[leader.type].nationality == g.counters[squad.type].nationality
    return leader.is_leader and leader.good_order and leader.hex == squad.hex and same


def options(g: SlPlay, side: Side) -> list[Action]:
    found = []
    for unit in g.on_map(side):
        if unit.kind != SQUAD:
            continue
        mates = g.side_in(unit.hex, side)
        found += [
            Action(CREATE, (unit.id, leader.id))
            for leader in mates
            if create_refusal(g, unit, leader) is None
        ]
        if not unit.melee:
            found += [Action(RECALL, (scout.id, unit.id)) for scout in mates if comes_back(g, scout)]
    return found


def comes_back(g: SlPlay, unit: Unit) -> bool:
    """SL:3.7.3-d: to a squad, broken or not; not in the very phase in which he was sent out."""
    return is_scout(unit) and not unit.melee and unit.id not in g.state.occupied


def why_not(g: SlPlay, side: Side, action: Action) -> Refusal | None:
    units = [g.state.units[uid] for uid in action.who if uid in g.state.units]
    if action.verb != CREATE or not units:
        return None
    return create_refusal(g, units[0], units[1] if len(units) > 1 else None)


def take(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb == CREATE:
        g.state.occupied = (*g.state.occupied, action.who[1])  # SL:3.7.3-e
        g.state.scout_tried = (*g.state.scout_tried, *action.who)
        g.push(ScoutCheck(*action.who))
        return
    scout, squad = (g.unit(uid) for uid in action.who)
    g.say(
        "recall",
        f"{g.name(scout)} is back with {g.name(squad)}.",
        "SL:3.7.3-d",
        side=side,
        who=action.who,
        at=squad.hex,
    )
    g.remove(scout)


acting_phase(
    PART,
    Scouts,
    "Which squad sends a scout out, and which scout comes back?",
    ("SL:3.7.3-a", "SL:3.7.3-d"),
    options,
    take,
    sides=both_sides,
    why_not=why_not,
)


def sent_out(g: SlPlay, frame: ScoutCheck, unit: Unit, found: Thrown) -> None:
    """SL:3.7.3-b: failing costs nothing else."""
    g.pop()
    if not found.passed:
        return
    kind = scout_id(g.nationalities[g.counters[unit.type].nationality])
    used = [other.letter for other in g.state.units.values() if other.type == kind]
    scout = g.add_unit(
        Unit(
            g.new_id(unit.side[0]),
            unit.side,
            kind,
            SCOUT,
            hex=unit.hex,
            group=unit.group,
            letter=free_letter(used),
        )
    )
    if unit.id in g.state.skiers:  # SL:3.7-q1
        g.state.skiers = tuple(sorted((*g.state.skiers, scout.id)))
    if unit.id in g.state.on_skis:
        g.state.on_skis = tuple(sorted((*g.state.on_skis, scout.id)))
    if unit.id in g.state.motorcyclists:  # SL:3.7-q2
        g.state.motorcyclists = (*g.state.motorcyclists, scout.id)
    g.state.occupied = (*g.state.occupied, scout.id)
    g.state.scouts_made = {**g.state.scouts_made, unit.side: g.state.scouts_made.get(unit.side, 0) + 1}
    g.say(
        "scout",
        f"{g.name(unit)} sends {g.name(scout)} ahead.",
        "SL:3.7.3-a",
        "SL:3.7.1",
        side=unit.side,
        who=(scout.id,),
        at=unit.hex,
    )


def help_of_leader(g: SlPlay, frame: ScoutCheck) -> tuple[Line, ...]:
    leader = g.unit(frame.leader)
    value = morale.leadership(g, leader)
    return (Line(f"leadership of the {g.name(leader)}", value, "SL:3.7.3-a"),) if value else ()


check_procedure(
    PART,
    ScoutCheck,
    CheckKind(
        event="scout_check",
        title="Scout",
        asks=lambda g, frame, unit: (
            f"{g.name(unit)} sends a scout out: {morale.morale_level(g, unit)} or less."
        ),
        level=lambda g, frame, unit: morale.morale_level(g, unit),
        lines=lambda g, frame, unit: help_of_leader(g, frame),
        taken=sent_out,
        rules=("SL:3.7.3-a",),
        always_fails=12,
    ),
)


@PART.answers(player_turn_begins)
def new_turn(g: SlPlay) -> None:
    if g.attacker == g.scenario.moves_first:
        g.state.scout_tried = ()
    g.state.hunted = ()


# -- what a scout is (SL:3.7.4 to SL:3.7.11) ---------------------------------------------------------------


@PART.answers(stacking.takes_no_room)
def no_room(g: SlPlay, unit: Unit) -> bool:
    """SL:3.7.4"""
    return is_scout(unit)


@PART.answers(morale.failed_otherwise)
def falls(g: SlPlay, frame: morale.MoraleCheck, unit: Unit, found: Thrown) -> bool | None:
    """SL:3.7.6-a: the first MC that he fails; so he never has to rally."""
    if not is_scout(unit):
        return None
    morale.eliminate(g, unit, "falls", "SL:3.7.6-a")
    return True


@PART.answers(mf_allowed)
def goes_six(g: SlPlay, mf: float, frame: Moving, unit: Unit) -> float:
    """SL:3.7.8: without a leader, and no more with one."""
    return g.tables.scouts.mf if is_scout(unit) else mf


@PART.answers(contests_nothing)
def claims_little(g: SlPlay, unit: Unit) -> bool:
    """SL:3.7.7: he takes control where no enemy is, but denies none, unless they are locked in melee."""
    return is_scout(unit) and not unit.melee


@PART.answers(combat_fp)
def one_man(g: SlPlay, fp: float, unit: Unit) -> float:
    """SL:3.7.20"""
    return g.tables.scouts.close_combat if is_scout(unit) else fp


@PART.answers(on_his_own)
def apart_from_the_others(g: SlPlay, unit: Unit) -> bool:
    """SL:3.7.20: unlike a leader."""
    return is_scout(unit)


# -- among the enemy (SL:3.7.12, SL:3.7.15) ----------------------------------------------------------------


@PART.answers(may_be_run_into)
def no_obstacle(g: SlPlay, enemy: Unit, movers: Sequence[Unit]) -> bool:
    """SL:3.7.15-a: enemies move through a scout as if he were not there."""
    return is_scout(enemy) and not enemy.melee


@PART.answers(slips_past)
def unnoticed(g: SlPlay, unit: Unit) -> bool:
    """SL:3.7.12, SL:3.7.13-c: he goes where the enemy lies concealed or hidden, and finds nobody by that alone."""
    return is_scout(unit)


@PART.answers(left_alone)
def no_fight(g: SlPlay, unit: Unit) -> bool:
    """SL:3.7.15-b, SL:3.7.15-c: there is close combat with a scout only if the enemy wants it, or has to."""
    if is_concealed(unit):
        return True
    return is_scout(unit) and not unit.melee and unit.id not in g.state.hunted


class HuntScouts(Frame):
    """SL:3.7.15-c: the ATTACKER may turn on enemy scouts in his hexes."""


def scouts_to_hunt(g: SlPlay) -> list[Unit]:
    return [
        scout
        for scout in scouts_of(g, g.defender)
        if not scout.melee
        and scout.id not in g.state.hunted
        and any(
            not unit.broken and not is_scout(unit) and not is_concealed(unit)
            for unit in g.side_in(scout.hex, g.attacker)
        )
    ]


@PART.answers(phase_opens)
def before_close_combat(g: SlPlay, phase: str) -> list[Frame]:
    return [HuntScouts()] if phase == CCPH and scouts_to_hunt(g) else []


@PART.decisions(HuntScouts)
def ask_hunt(g: SlPlay, frame: HuntScouts) -> Choice | None:
    found = scouts_to_hunt(g)
    if not found:
        return None
    options = (*(Action(HUNT, (scout.id,), scout.hex) for scout in found), DONE)
    return Choice(g.attacker, "Which scouts do you attack?", options, ("SL:3.7.15-c",))


@ask_hunt
def take_hunt(g: SlPlay, frame: HuntScouts, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Action) and answer != DONE:
        g.state.hunted = (*g.state.hunted, *answer.who)
    else:
        g.pop()


# -- fire at scouts (SL:3.7.5) -----------------------------------------------------------------------------


class FireAtScouts(Frame):
    """The DEFENDER may fire at scouts before they leave the hex that they have come into."""

    scouts: tuple[str, ...]
    hex: Hex


@PART.answers(entered)
def into_a_hex(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    """SL:3.7.5-a: at once; SL:3.7.13-b: but a roll for what he finds comes first."""
    scouts = tuple([uid for uid in frame.members if is_scout(g.unit(uid))])
    if scouts:
        g.push(FireAtScouts(scouts, hex))
        scout_comes_near(g, scouts, hex)


@PART.decisions(FireAtScouts)
def ask_fire_at_scouts(g: SlPlay, frame: FireAtScouts) -> Choice | None:
    there = [uid for uid in frame.scouts if uid in g.state.units and g.unit(uid).hex == frame.hex]
    able = ready(g, g.defender)
    if not there or not can_reach(g, able, frame.hex):
        return None
    options = (Action("target", (), frame.hex), HOLD)
    asks = f"{g.names(there)} in {g.place_name(frame.hex)}: do you fire now?"
    return Choice(g.defender, asks, options, ("SL:3.7.5-a",), tuple(there), frame.hex)


@ask_fire_at_scouts
def take_fire_at_scouts(g: SlPlay, frame: FireAtScouts, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action) or answer == HOLD:
        g.pop()
        below = g.state.stack[-1]
        if isinstance(below, Moving):
            below.members = tuple([uid for uid in below.members if uid in g.state.units])
        return
    there = tuple([uid for uid in frame.scouts if uid in g.state.units])
    g.push(DeclareFire(DFPH, g.defender, frame.hex, there))


@PART.answers(moved)
def stays_where_he_ended(g: SlPlay, frame: Moving) -> None:
    """SL:3.7.5-b: nobody puts a scout back; where he has ended he may be fired at in the DFPh."""
    for mover in frame.movers:
        unit, track = g.state.units.get(mover.unit), g.state.tracks.get(mover.unit)
        if unit is not None and is_scout(unit) and track is not None:
            last = tuple([hex for hex in track.hexes if hex == unit.hex])
            g.state.tracks[unit.id] = msgspec.structs.replace(track, hexes=last)
