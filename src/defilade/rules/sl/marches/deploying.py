"""Deploying (SL:4.8): in the Rally Phase a leader splits a squad in two, and half-squads become squads again."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import msgspec

from defilade.kernel import Action, Frame, Line, Refusal
from defilade.kernel.composition import Part, any_of
from defilade.rules.sl import morale
from defilade.rules.sl.morale import formed
from defilade.rules.sl.saddles import mount_of
from defilade.rules.sl.sequence import RALLY_STEPS, RallyStep
from defilade.rules.sl.state import RPH, SlPlay
from defilade.tactics.acting import ActingPhase, acting_phase, both_sides
from defilade.tactics.checks import CheckKind, Thrown, check_procedure
from defilade.tactics.counters import Counter
from defilade.tactics.names import Side, UnitId
from defilade.tactics.sequence import phase_ends
from defilade.tactics.set_up import free_letter
from defilade.tactics.units import HALF_SQUAD, SQUAD, Unit

PART = Part()

NO_LEADER = Refusal("it takes an unbroken leader in the same hex who has done nothing yet", "SL:4.8.2")
NOT_A_SQUAD = Refusal("only an unbroken squad away from melee deploys", "SL:4.8.2")
TRIED = Refusal("it has tried in this RPh", "SL:4.8.2")
NO_PAIR = Refusal("two unbroken half-squads of one nation in a hex without melee recombine", "SL:4.8.5")
TOO_FULL = Refusal("there is no room for two counters", "SL:4.3.4")
MOUNTED = Refusal("a counter carries one squad or half-squad: it gets off before", "SL:4.12.15-a")


CLASSES = ("C", "G", "2", "1", "E")
"""From the poorest to the best."""


@any_of
def in_two_places(g: SlPlay, one: Unit, other: Unit) -> bool:
    """Are two half-squads of one hex too far from each other to recombine?"""
    return False


class Deployment(ActingPhase):
    """The second step of the RPh: both sides split and recombine squads."""


PART.adds(RALLY_STEPS, RallyStep(2, "deployment", Deployment))


class DeployCheck(Frame):
    """SL:4.8.2: the squad's NMC."""

    unit: str
    leader: str


def leaders_free(g: SlPlay, unit: Unit) -> list[Unit]:
    """SL:4.8-q1, SL:4.8.3"""
    return [
        leader
        for leader in g.side_in(unit.hex, unit.side)
        if leader.is_leader and leader.good_order and leader.id not in g.state.occupied
    ]


def deploy_refusal(g: SlPlay, unit: Unit) -> Refusal | None:
    if unit.kind != SQUAD or not unit.good_order or not unit.hex or not g.counter(unit).half_squad:
        return NOT_A_SQUAD
    if unit.id in g.state.occupied:
        return TRIED
    if not leaders_free(g, unit):
        return NO_LEADER
    if mount_of(g, unit) is not None:
        return MOUNTED
    there = g.side_in(unit.hex, unit.side)
    limits = g.tables.stacking
    full = len(there) >= limits.units or sum(other.is_mmc for other in there) >= limits.mmc
    return TOO_FULL if full else None


def whole(g: SlPlay, pair: Sequence[Unit]) -> str:
    """The squad that two half-squads become: the one that they came from, or else any that has such halves."""
    one, other = pair
    if (one.levels, one.unarmed) != (other.levels, other.unarmed):
        return ""
    if one.type != other.type:
        return poorer_whole(g, one, other)
    halves = [name for name, counter in g.counters.items() if counter.half_squad == one.type]
    known = g.state.deployed.get(one.id, "") or g.state.deployed.get(other.id, "")
    return known if known in halves else next(iter(halves), "")


def poorer_whole(g: SlPlay, one: Unit, other: Unit) -> str:
    """SL:3.11.5-b: where experience tells (SL:3.11.1, SL:3.11.6) different half-squads of a nation become a squad of
    the poorer kind, and whatever deploys later are halves of that squad."""
    mine, theirs = g.counter(one), g.counter(other)
    rated = mine.nationality == "american" or one.side in g.scenario.elr or one.side in g.state.elr
    if mine.nationality != theirs.nationality or not rated:
        return ""
    poorer = min((one, other), key=lambda unit: quality(g.counter(unit)))
    halves = [name for name, counter in g.counters.items() if counter.half_squad == poorer.type]
    known = g.state.deployed.get(poorer.id, "")
    return known if known in halves else next(iter(halves), "")


def quality(counter: Counter) -> tuple[int, ...]:
    """Class first, then what is printed."""
    return (
        CLASSES.index(counter.cls) if counter.cls in CLASSES else 0,
        counter.morale,
        counter.fp,
        counter.range,
    )


def pairs(g: SlPlay, side: Side) -> list[tuple[Unit, Unit]]:
    found = []
    for hex in dict.fromkeys(unit.hex for unit in g.on_map(side)):
        halves = [
            unit
            for unit in g.side_in(hex, side)
            if unit.kind == HALF_SQUAD and unit.good_order and unit.id not in g.state.occupied
            if mount_of(g, unit) is None
        ]
        found += [pair for pair in combinations(halves, 2) if whole(g, pair) and not in_two_places(g, *pair)]
    return found


def options(g: SlPlay, side: Side) -> list[Action]:
    deploys = [
        Action("deploy", (unit.id, leader.id))
        for unit in g.on_map(side)
        if deploy_refusal(g, unit) is None
        for leader in leaders_free(g, unit)
    ]
    return [*deploys, *(Action("recombine", (one.id, other.id)) for one, other in pairs(g, side))]


def why_not(g: SlPlay, side: Side, action: Action) -> Refusal | None:
    unit = g.state.units.get(action.who[0]) if action.who else None
    if unit is None or unit.side != side:
        return None
    if action.verb == "recombine":
        return NO_PAIR
    return (deploy_refusal(g, unit) or NO_LEADER) if action.verb == "deploy" else None


def take(g: SlPlay, side: Side, action: Action) -> None:
    g.state.occupied = (*g.state.occupied, *action.who)
    if action.verb == "deploy":
        g.push(DeployCheck(*action.who))
    else:
        recombine(g, action.who)


acting_phase(
    PART,
    Deployment,
    "Which squad deploys, and which half-squads recombine?",
    ("SL:4.8.2", "SL:4.8.5"),
    options,
    take,
    sides=both_sides,
    why_not=why_not,
)


def deployed(g: SlPlay, frame: DeployCheck, unit: Unit, found: Thrown) -> None:
    """SL:4.8.4-a: into two half-squads of one kind. They make no smoke (SL:4.8-q2)."""
    g.pop()
    if not found.passed:
        return
    kind, squad = g.counter(unit).half_squad, unit.type
    name = g.name(unit)
    second = g.add_unit(half(g, unit, kind))
    first = g.update(unit, type=kind, kind=HALF_SQUAD, letter=letter_for(g, kind, unit.id))
    g.state.deployed |= {first.id: squad, second.id: squad}
    g.state.occupied = (*g.state.occupied, second.id)
    formed(g, second, first)
    g.say(
        "deploy",
        f"{name} deploys into {g.names((first, second))}.",
        "SL:4.8.2",
        "SL:4.8.4-a",
        side=unit.side,
        who=(first.id, second.id),
        at=unit.hex,
    )


def half(g: SlPlay, unit: Unit, kind: str) -> Unit:
    """The other half, in whatever state the squad is: what its men have lost both have lost."""
    return msgspec.structs.replace(
        unit, id=g.new_id(unit.side[0]), type=kind, kind=HALF_SQUAD, letter=letter_for(g, kind, "")
    )


def letter_for(g: SlPlay, kind: str, uid: UnitId) -> str:
    return free_letter(
        [unit.letter for unit in g.state.units.values() if unit.type == kind and unit.id != uid]
    )


def recombine(g: SlPlay, who: Sequence[str]) -> None:
    """SL:4.8.5"""
    one, other = (g.unit(uid) for uid in who)
    squad = whole(g, (one, other))
    names = g.names(who)
    for weapon in g.weapons_of(other):
        g.give(weapon, one)
    for prisoner, guard in g.state.guards.items():
        if guard == other.id:
            g.state.guards[prisoner] = one.id
    g.remove(other)
    worn, stuck = one.cx or other.cx, one.ti or other.ti
    one = g.update(one, type=squad, kind=SQUAD, letter=letter_for(g, squad, one.id), cx=worn, ti=stuck)
    for uid in who:
        g.state.deployed.pop(uid, None)
    g.say(
        "recombine",
        f"{names} are a {g.name(one)} again.",
        "SL:4.8.5",
        side=one.side,
        who=(one.id,),
        at=one.hex,
    )


def leader_lines(g: SlPlay, frame: DeployCheck) -> tuple[Line, ...]:
    leader = g.unit(frame.leader)
    value = morale.leadership(g, leader)
    return (Line(f"leadership of the {g.name(leader)}", value, "SL:4.8.2"),) if value else ()


check_procedure(
    PART,
    DeployCheck,
    CheckKind(
        event="deploy_check",
        title="Deployment",
        asks=lambda g, frame, unit: (
            f"{g.name(unit)} tries to deploy: {morale.morale_level(g, unit)} or less."
        ),
        level=lambda g, frame, unit: morale.morale_level(g, unit),
        lines=lambda g, frame, unit: leader_lines(g, frame),
        taken=deployed,
        rules=("SL:4.8.2",),
        verdicts=("it deploys.", "it stays together."),
    ),
)


@PART.answers(morale.busy)
def who_deploys(g: SlPlay, leader: Unit) -> bool:
    """SL:4.8.3: whatever comes of it, he does nothing else in that RPh."""
    return g.state.phase == RPH and leader.id in g.state.occupied


@PART.answers(phase_ends)
def free_again(g: SlPlay, phase: str) -> None:
    if phase == RPH:
        g.state.occupied = ()
