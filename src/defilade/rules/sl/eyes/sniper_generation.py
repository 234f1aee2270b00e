"""Making snipers in play, an option of a game (SL:5.7.18)."""

from __future__ import annotations

from defilade.kernel import Action, Chance, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl.eyes.scouts import is_leader_for
from defilade.rules.sl.library import sniper_id
from defilade.rules.sl.options import OPTIONS, Option
from defilade.rules.sl.sequence import RALLY_STEPS, RallyStep
from defilade.rules.sl.state import SNIPER, SlPlay
from defilade.tactics.acting import ActingPhase, acting_phase
from defilade.tactics.counters import CONSCRIPT, ELITE, FIRST_LINE, GREEN, SECOND_LINE
from defilade.tactics.names import Side
from defilade.tactics.sequence import player_turn_begins
from defilade.tactics.set_up import free_letter
from defilade.tactics.units import SQUAD, Unit

PART = Part()

SNIPERS = Option(
    "snipers",
    "Snipers made in play",
    "In his RPh a player may try to make a sniper of a squad with a leader: it takes a roll of 2, and there are four "
    "a side at most.",
    ("SL:5.7.18.1",),
)
PART.adds(OPTIONS, SNIPERS)

MAKE = "sniper"

NOT_PLAYED = Refusal("this game makes no snipers", "SL:5.7.18.1")
NO_SQUAD = Refusal("it takes an unbroken squad with an unbroken leader of its nation", "SL:5.7.18.2-a")
TRIED = Refusal("one attempt in a player turn, by a leader who has done nothing else", "SL:5.7.18.2-b")
ALL_MADE = Refusal("a side has four snipers in a scenario", "SL:5.7.18.2-b")


class SniperGeneration(ActingPhase):
    """The ATTACKER may try once."""


class SniperRoll(Frame):
    """It takes a 2, and no leader helps (SL:5.7.18.2-a)."""

    unit: str


class SniperQuality(Frame):
    """How good he is (SL:5.7.18.3)."""

    unit: str


PART.adds(RALLY_STEPS, RallyStep(1, "snipers", SniperGeneration))


def refusal(g: SlPlay, squad: Unit, leader: Unit | None) -> Refusal | None:
    if not SNIPERS.on(g):
        return NOT_PLAYED
    if squad.side != g.attacker or squad.kind != SQUAD or not squad.good_order or not squad.hex:
        return NO_SQUAD
    if leader is None or not is_leader_for(g, leader, squad):
        return NO_SQUAD
    if g.state.sniper_tried or leader.id in g.state.occupied:
        return TRIED
    made = g.state.snipers_made.get(squad.side, 0) + given(g, squad.side)
    return ALL_MADE if made >= g.tables.snipers.in_a_scenario else None


def given(g: SlPlay, side: Side) -> int:
    """The snipers that a side has from the start."""
    return sum(
        count
        for group in g.scenario.groups
        for kind, count in group.units.items()
        if group.side == side and g.counters[kind].kind == SNIPER
    )


def options(g: SlPlay, side: Side) -> list[Action]:
    if not SNIPERS.on(g) or g.state.sniper_tried:
        return []
    return [
        Action(MAKE, (unit.id, leader.id))
        for unit in g.on_map(side)
        if unit.kind == SQUAD
        for leader in g.side_in(unit.hex, side)
        if refusal(g, unit, leader) is None
    ]


def why_not(g: SlPlay, side: Side, action: Action) -> Refusal | None:
    units = [g.state.units[uid] for uid in action.who if uid in g.state.units]
    if action.verb != MAKE or not units:
        return None
    return refusal(g, units[0], units[1] if len(units) > 1 else None)


def attempt(g: SlPlay, side: Side, action: Action) -> None:
    g.state.sniper_tried = True
    g.state.occupied = (*g.state.occupied, action.who[1])
    g.push(SniperRoll(action.who[0]))


acting_phase(
    PART,
    SniperGeneration,
    "Which squad tries to make a sniper?",
    ("SL:5.7.18.2-a",),
    options,
    attempt,
    why_not=why_not,
)


@PART.decisions(SniperRoll)
def ask_roll(g: SlPlay, frame: SniperRoll) -> Chance:
    asks = f"{g.name(frame.unit)} tries to make a sniper: a 2."
    return Chance(asks, dice=2, side=g.attacker, rules=("SL:5.7.18.2-a",), about=(frame.unit,))


@ask_roll
def take_roll(g: SlPlay, frame: SniperRoll, answer: Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    g.pop()
    made = sum(answer.dice) == g.tables.snipers.creation
    g.say(
        "sniper_made",
        f"{g.name(frame.unit)} rolls {sum(answer.dice)}: {'a sniper' if made else 'no sniper'}.",
        "SL:5.7.18.2-a",
        side=g.attacker,
        who=(frame.unit,),
        dice=answer.dice,
    )
    if made:
        g.push(SniperQuality(frame.unit))


def drm_of_squad(g: SlPlay, squad: Unit) -> int:
    """SL:5.7.18.3-t, SL:5.7.18.4, SL:5.7.18.5: by the class of the squad, some of which count otherwise."""
    table, counter = g.tables.snipers, g.counters[squad.type]
    cls = table.classes.get(counter.id, "") or table.nations.get(counter.nationality, "") or counter.cls
    return {ELITE: 0, FIRST_LINE: 1, SECOND_LINE: 2, GREEN: 3, CONSCRIPT: 3}[cls]


@PART.decisions(SniperQuality)
def ask_quality(g: SlPlay, frame: SniperQuality) -> Chance:
    asks = "How good is the new sniper?"
    return Chance(asks, dice=1, side=g.attacker, rules=("SL:5.7.18.3",), about=(frame.unit,))


@ask_quality
def take_quality(g: SlPlay, frame: SniperQuality, answer: Outcome | None) -> None:
    """SL:5.7.18.6: he lies in the open until he gains a "?"; SL:5.7.18.7, SL:5.7.18.8: he is a plain man, worth
    nothing to Battlefield Integrity."""
    assert isinstance(answer, Outcome)
    g.pop()
    squad, table = g.unit(frame.unit), g.tables.snipers
    drm = min(table.base + answer.dice[0] + drm_of_squad(g, squad), -1)
    kind = sniper_id(g.nationalities[g.counters[squad.type].nationality], -drm)
    used = [other.letter for other in g.state.units.values() if other.type == kind]
    sniper = g.add_unit(
        Unit(
            g.new_id(squad.side[0]),
            squad.side,
            kind,
            SNIPER,
            hex=squad.hex,
            group=squad.group,
            letter=free_letter(used),
        )
    )
    g.state.snipers_made = {**g.state.snipers_made, squad.side: g.state.snipers_made.get(squad.side, 0) + 1}
    g.say(
        "sniper_made",
        f"{g.name(squad)} has a sniper: {g.name(sniper)}.",
        "SL:5.7.18.3",
        "SL:5.7.18.6",
        side=squad.side,
        who=(sniper.id,),
        at=sniper.hex,
        dice=answer.dice,
    )


@PART.answers(player_turn_begins)
def may_try_again(g: SlPlay) -> None:
    g.state.sniper_tried = False
