"""Interrogation of prisoners (SL:3.30): what leaders do with them in their Rally Phase, and what they hear.

What a prisoner could tell about reinforcements or field telephones does not come up in the games that there are, so the
roll goes on to what does (SL:3.30.7).
"""

from __future__ import annotations

from defilade.kernel import Action, Chance, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.option_looks import SPOKEN, Spoken
from defilade.rules.sl.advance import advance_bar, advanced_otherwise, other_advances
from defilade.rules.sl.card import Group
from defilade.rules.sl.eyes.concealment import counters_in, cover, is_concealed, uncover
from defilade.rules.sl.eyes.hidden import hidden_hexes, reveal
from defilade.rules.sl.fire_phases import acted_otherwise, other_acts
from defilade.rules.sl.firers import directing_bar
from defilade.rules.sl.ground.low_ground import STREAM, fords, has_water, sunk
from defilade.rules.sl.marches.sewers import SEWERS, knows_sewers
from defilade.rules.sl.movement import moved_otherwise, moving_bar, other_moves
from defilade.rules.sl.nations import nationality
from defilade.rules.sl.people.prisoners import captured, prisoners_of
from defilade.rules.sl.people.traits import PARTISAN
from defilade.rules.sl.sequence import RALLY_STEPS, RallyStep
from defilade.rules.sl.state import DOORWAY_MINE, MINES, STAIRWAY_MINE, SlPlay, Work
from defilade.rules.sl.works.works import bring_to_light
from defilade.tactics.acting import ActingPhase, acting_phase
from defilade.tactics.checks import CheckKind, Thrown, check_procedure
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import player_turn_begins
from defilade.tactics.units import SQUAD, Unit

PART = Part()

PART.adds(
    SPOKEN,
    Spoken("betray", lambda g, action: f"No advantage for partisans in {g.place_name(action.at)}"),
    Spoken("ford", lambda g, action: f"A ford in {g.place_name(action.at)}"),
    Spoken("tell-of-mines", lambda g, action: "It tells of all mines, and leads the way"),
    Spoken("talk-down", lambda g, action: "It talks to its comrades"),
    Spoken("interrogate", lambda g, action: f"{g.name(action.who[0])} questions the {g.name(action.who[1])}"),
)

WITHIN = 5
"""Hexes within which a prisoner talks his comrades' morale down."""
NOTHING = 7

IMMOBILE = Refusal("who has interrogated does nothing else in that player turn", "SL:3.30.1")
STAYS = Refusal("a prisoner that has been questioned stays where it is for the player turn", "SL:3.30.1")
NO_PRISONER = Refusal("that is no prisoner in his hex", "SL:3.30.2")
ASKED = Refusal("a prisoner is questioned once in a player turn", "SL:3.30.2")
NOT_HE = Refusal("it takes an unbroken leader", "SL:3.30.1")


class Interrogations(ActingPhase):
    """The ATTACKER's leaders question the prisoners in their hexes."""


PART.adds(RALLY_STEPS, RallyStep(10, "interrogation", Interrogations))  # SL:1.3.1-p1.10


class Questioning(Frame):
    """SL:3.30.3: a prisoner takes a NMC."""

    unit: str


class Revelation(Frame):
    """SL:3.30.7: a die for what the prisoner tells."""

    unit: str


@PART.answers(player_turn_begins)
def new_questions(g: SlPlay) -> None:
    g.state.questioned = g.state.questioning = g.state.talkers = g.state.betrayed = ()


# -- asking ------------------------------------------------------------------------------------------------


def question_refusal(g: SlPlay, leader: Unit, prisoner: Unit) -> Refusal | None:
    """SL:3.30.1, SL:3.30.2: any number of prisoners in his hex. Drivers and handlers are none (SL:3.30-q1)."""
    if not leader.is_leader or leader.broken or leader.captive or leader.melee or leader.berserk:
        return NOT_HE
    if not prisoner.captive or prisoner.hex != leader.hex:
        return NO_PRISONER
    return ASKED if prisoner.id in g.state.questioned else None


def question_options(g: SlPlay, side: Side) -> list[Action]:
    leaders = [unit for unit in g.on_map(side) if unit.is_leader]
    return [
        Action("interrogate", (leader.id, prisoner.id))
        for leader in leaders
        for prisoner in g.side_in(leader.hex, side)
        if question_refusal(g, leader, prisoner) is None
    ]


def why_not(g: SlPlay, side: Side, action: Action) -> Refusal | None:
    if action.verb != "interrogate" or len(action.who) != 2:
        return None
    leader, prisoner = (g.state.units.get(uid) for uid in action.who)
    return question_refusal(g, leader, prisoner) if leader is not None and prisoner is not None else None


def question(g: SlPlay, side: Side, action: Action) -> None:
    leader, prisoner = action.who
    if leader not in g.state.questioning:
        g.state.questioning = (*g.state.questioning, leader)
        g.update(g.unit(leader), ti=True)  # SL:3.30.1: no fire with a weapon, nor any other work
    g.state.questioned = (*g.state.questioned, prisoner)
    g.push(Questioning(prisoner))


acting_phase(
    PART,
    Interrogations,
    "Which prisoner is questioned, and by whom?",
    ("SL:3.30.1", "SL:1.3.1-p1.10"),
    question_options,
    question,
    why_not=why_not,
)


@PART.answers(moving_bar, advance_bar)
def stays_put(g: SlPlay, unit: Unit) -> Refusal | None:
    """SL:3.30.1: neither the leader moves, nor who guards a prisoner that was questioned, if he would take it along."""
    if unit.id in g.state.questioning:
        return IMMOBILE
    if unit.id in g.state.leaving:
        return None
    return STAYS if any(one.id in g.state.questioned for one in prisoners_of(g, unit)) else None


@PART.answers(directing_bar)
def directs_nobody(g: SlPlay, leader: Unit) -> Refusal | None:
    """SL:3.30.1"""
    return IMMOBILE if leader.id in g.state.questioning else None


# -- answering ---------------------------------------------------------------------------------------------


def level_under_question(g: SlPlay, prisoner: Unit) -> int:
    """SL:3.30.3: the printed morale of the broken side; SL:3.30.4: a captive leader beside a squad makes it firmer, or
    weaker when he has talked; those of several who have add up (SL:3.30-q2)."""
    level = g.counters[prisoner.type].broken_morale
    if prisoner.kind != SQUAD:
        return level
    leaders = [other for other in g.side_in(prisoner.hex, prisoner.side) if other.captive and other.is_leader]
    talked = [g.counters[other.type].leadership for other in leaders if other.id in g.state.talkers]
    firm = [g.counters[other.type].leadership for other in leaders if other.id not in g.state.talkers]
    return level + sum(talked) - min(firm, default=0)


def answered(g: SlPlay, frame: Questioning, prisoner: Unit, found: Thrown) -> None:
    """SL:3.30.3: to fail is only to talk, as often as it comes to that (SL:3.30.6)."""
    g.pop()
    if not found.passed:
        g.state.talkers = (*g.state.talkers, prisoner.id)
        g.push(Revelation(prisoner.id))


check_procedure(
    PART,
    Questioning,
    CheckKind(
        event="interrogation",
        title="Interrogation",
        asks=lambda g, frame, unit: (
            f"{g.name(unit)} is questioned: it talks with more than {level_under_question(g, unit)}."
        ),
        level=lambda g, frame, unit: level_under_question(g, unit),
        lines=lambda g, frame, unit: (),
        taken=answered,
        rules=("SL:3.30.3",),
        verdicts=("it keeps silent.", "it talks."),
    ),
)


# -- what they tell (SL:3.30.7-t) --------------------------------------------------------------------------


@PART.decisions(Revelation)
def ask_revelation(g: SlPlay, frame: Revelation) -> Chance | None:
    prisoner = g.state.units.get(frame.unit)
    if prisoner is None:
        return None
    asks = f"What does the {g.name(prisoner)} tell?"
    return Chance(asks, dice=1, side=prisoner.side, rules=("SL:3.30.7",), about=(prisoner.id,))


@ask_revelation
def take_revelation(g: SlPlay, frame: Revelation, answer: Action | Outcome | None) -> None:
    g.pop()
    if not isinstance(answer, Outcome):
        return
    prisoner = g.unit(frame.unit)
    drm = g.counters[prisoner.type].leadership if prisoner.is_leader else 0
    roll = answer.dice[0] + drm
    told = next(
        (number for number in range(min(roll, NOTHING), NOTHING) if applies(g, prisoner, number)), NOTHING
    )
    g.say(
        "revelation",
        f"{g.name(prisoner)} rolls {answer.dice[0]}{f'{drm:+d}' if drm else ''}: {WORDS[told]}.",
        "SL:3.30.7",
        RULES[told],
        side=prisoner.side,
        who=(prisoner.id,),
        at=prisoner.hex,
        dice=answer.dice,
    )
    if told < 0:
        g.push(AllOrNothing(prisoner.id))
    elif told == GUIDE:
        lead_through(g, prisoner)
    elif told == FORD:
        g.push(FordFound(prisoner.side))
    elif told == SEWER:
        g.state.guides = (*g.state.guides, prisoner.id)
    elif told == MINED:
        tell_of_mines(g, prisoner)
    elif told == CONCEALED:
        tell_of_concealed(g, prisoner)
    elif told == PARTISANS:
        side = prisoner.side
        g.state.turncoats = {**g.state.turncoats, side: g.state.turncoats.get(side, 0) + 1}
    elif told == HIDDEN:
        tell_of_hidden(g, prisoner)


# -- partisans betrayed (SL:3.30.7-g) ----------------------------------------------------------------------

BETRAY = "betray"


@PART.answers(other_acts, other_moves, other_advances)
def hexes_betrayed(g: SlPlay, side: Side) -> list[Action]:
    """SL:3.30.7-g: whenever its side likes, before the combat that it concerns: one hex, for this player turn."""
    if not g.state.turncoats.get(side, 0):
        return []
    hexes = {
        unit.hex: None
        for unit in g.on_map(g.enemy_of(side))
        if nationality(g, unit) == PARTISAN and unit.hex not in g.state.betrayed
    }
    return [Action(BETRAY, (), hex) for hex in hexes]


@PART.answers(acted_otherwise, moved_otherwise, advanced_otherwise)
def betray(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb != BETRAY:
        return
    g.state.turncoats = {**g.state.turncoats, side: g.state.turncoats[side] - 1}
    g.state.betrayed = (*g.state.betrayed, action.at)
    g.say(
        "betrayed",
        f"The partisans in {g.place_name(action.at)} have no advantage in this player turn.",
        "SL:3.30.7-g",
        side=side,
        at=action.at,
    )


FORD, GUIDE, SEWER, MINED, CONCEALED, PARTISANS, HIDDEN = range(7)
RULES = {
    -2: "SL:3.30.7-a",
    -1: "SL:3.30.7-a",
    FORD: "SL:3.30.7-b",
    GUIDE: "SL:3.30.7-c",
    SEWER: "SL:3.30.7-d",
    MINED: "SL:3.30.7-e",
    CONCEALED: "SL:3.30.7-f",
    PARTISANS: "SL:3.30.7-g",
    HIDDEN: "SL:3.30.7-h",
    NOTHING: "SL:3.30.7-i",
}
WORDS = {
    -2: "it does all that its captors want",
    -1: "it does all that its captors want",
    FORD: "it knows a ford",
    GUIDE: "it knows the way through the mines",
    SEWER: "it knows the way through the sewers",
    MINED: "it tells where mines lie",
    CONCEALED: "it tells where its comrades lie",
    PARTISANS: "it tells where partisans lie in wait",
    HIDDEN: "it tells where its comrades hide",
    NOTHING: "nothing of use",
}


def applies(g: SlPlay, prisoner: Unit, number: int) -> bool:
    """SL:3.30.7: what does not apply in this game makes the number one higher."""
    if number < 0:
        return True
    if number == FORD:
        return bool(streams_without_ford(g))
    if number == GUIDE:
        return prisoner.id not in g.state.mine_guides and any(
            not work.hidden and work.side == prisoner.captive and work.kind in EXPLOSIVE
            for work in g.state.works.values()
        )
    if number == SEWER:
        return (
            SEWERS.on(g)
            and knows_sewers(g, prisoner.captive)
            and not knows_sewers(g, prisoner.side)
            and prisoner.id not in g.state.guides
        )
    if number == MINED:
        return bool(undiscovered(g, prisoner.captive))
    if number == CONCEALED:
        return bool(known_hexes(g, prisoner, concealed_hexes(g, prisoner.captive)))
    if number == PARTISANS:
        return any(nationality(g, unit) == PARTISAN for unit in g.state.units.values() if not unit.captive)
    if number == HIDDEN:
        return bool(known_hexes(g, prisoner, hidden_hexes(g, prisoner.captive)))
    return False


# -- a ford (SL:3.30.7-b) ----------------------------------------------------------------------------------


class FordFound(Frame):
    """Its captors say in which hex of a stream the ford is that a prisoner knows of."""

    side: Side


def streams_without_ford(g: SlPlay) -> list[str]:
    """Where a ford makes a difference: streams that hold water."""
    if not has_water(g):
        return []
    known = fords(g)
    return [hex for hex in g.map.names if sunk(g, hex) == STREAM and hex not in known]


@PART.decisions(FordFound)
def ask_ford(g: SlPlay, frame: FordFound) -> Choice | None:
    options = tuple([Action("ford", (), hex) for hex in streams_without_ford(g)])
    return Choice(frame.side, "Where is the ford?", options, ("SL:3.30.7-b",)) if options else None


@ask_ford
def take_ford(g: SlPlay, frame: FordFound, answer: Action | Outcome | None) -> None:
    g.pop()
    if isinstance(answer, Action):
        g.state.fords = (*g.state.fords, answer.at)
        g.say(
            "ford",
            f"There is a ford in {g.place_name(answer.at)}.",
            "SL:3.30.7-b",
            side=frame.side,
            at=answer.at,
        )


# -- mines (SL:3.30.7-e) -----------------------------------------------------------------------------------


def undiscovered(g: SlPlay, side: Side) -> dict[str, list[Work]]:
    """Hexes in which a side has mines or booby traps that nobody else knows of, and which."""
    found: dict[str, list[Work]] = {}
    for work in g.state.works.values():
        if work.hidden and work.side == side and work.kind in EXPLOSIVE:
            found.setdefault(work.hex, []).append(work)
    return found


EXPLOSIVE = (MINES, DOORWAY_MINE, STAIRWAY_MINE)
ALL_MINES, GIVE_UP = Action("tell-of-mines"), Action("talk-down")


class AllOrNothing(Frame):
    """SL:3.30.7-a: its captors say what a prisoner does who would do everything: tell of all mines and lead the way
    through them, or talk its comrades' morale down."""

    unit: str


@PART.decisions(AllOrNothing)
def ask_all(g: SlPlay, frame: AllOrNothing) -> Choice | None:
    prisoner = g.unit(frame.unit)
    if not any(MINES in group.works or DOORWAY_MINE in group.works for group in enemy_groups(g, prisoner)):
        return None
    asks = f"What does the {g.name(prisoner)} do for its captors?"
    return Choice(prisoner.side, asks, (GIVE_UP, ALL_MINES), ("SL:3.30.7-a",), (prisoner.id,), prisoner.hex)


def enemy_groups(g: SlPlay, prisoner: Unit) -> list[Group]:
    """Its comrades, by the card: who reads it knows whether they may have mines."""
    return [group for group in g.scenario.groups if group.side == prisoner.captive]


@ask_all
def take_all(g: SlPlay, frame: AllOrNothing, answer: Action | Outcome | None) -> None:
    g.pop()
    prisoner = g.unit(frame.unit)
    if answer != ALL_MINES:
        talk_down(g, prisoner)
        return
    for works in undiscovered(g, prisoner.captive).values():
        for work in works:
            bring_to_light(g, work, "a prisoner has told", "SL:3.30.7-a")
    lead_through(g, prisoner)


def lead_through(g: SlPlay, prisoner: Unit) -> None:
    g.state.mine_guides = (*g.state.mine_guides, prisoner.id)


def tell_of_mines(g: SlPlay, prisoner: Unit) -> None:
    """Of the nearest hex; of several of that with the most factors."""
    mined = undiscovered(g, prisoner.captive)

    def order(hex: Hex) -> tuple[int, int]:
        return g.map.distance(prisoner.hex, hex), -sum(work.factors for work in mined[hex])

    for work in mined[min(mined, key=order)]:
        bring_to_light(g, work, "a prisoner has told", "SL:3.30.7-e")


def talk_down(g: SlPlay, prisoner: Unit) -> None:
    """SL:3.30.7-a: one level less for the game, once for each unit, of all within five hexes."""
    who = [
        unit
        for unit in g.on_map(prisoner.captive)
        if not unit.captive
        and unit.id not in g.state.disheartened
        and g.map.distance(unit.hex, prisoner.hex) <= WITHIN
        and not is_concealed(unit)
    ]
    for unit in who:
        g.update(unit, levels=unit.levels - 1)
    g.state.disheartened = (*g.state.disheartened, *[unit.id for unit in who])
    if who:
        ids = tuple([unit.id for unit in who])
        g.say(
            "talked_down",
            f"{g.doing(ids, 'loses', 'lose')} a morale level.",
            "SL:3.30.7-a",
            side=who[0].side,
            who=ids,
        )


@PART.answers(captured)
def what_he_knows(g: SlPlay, unit: Unit, hex: Hex) -> None:
    """SL:3.30.8: he knows of those who are out of sight now, not of who hides later."""
    g.state.knowledge[unit.id] = g.state.unseen


def concealed_hexes(g: SlPlay, side: Side) -> dict[str, tuple[str, ...]]:
    """Hexes in which units of a side lie under "?", and which."""
    found: dict[str, tuple[str, ...]] = {}
    for counter, covered in g.state.covered.items():
        unit = g.state.units[counter]
        if unit.side == side and covered.units:
            found[unit.hex] = (*found.get(unit.hex, ()), *covered.units)
    return found


def known_hexes(g: SlPlay, prisoner: Unit, hexes: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """SL:3.30.8: those in which somebody is of whom the prisoner knows."""
    known = g.state.knowledge.get(prisoner.id, ())
    return {hex: units for hex, units in hexes.items() if any(uid in known for uid in units)}


def nearest(g: SlPlay, prisoner: Unit, hexes: dict[str, tuple[str, ...]]) -> str:
    """The closest; of several the one with more squads, crews and half-squads, or leaders, then with more units, then
    worth more (SL:3.30.7-h)."""

    def weight(hex: Hex) -> tuple[float, ...]:
        units = [g.unit(uid) for uid in hexes[hex]]
        squads = sum(unit.kind == SQUAD for unit in units)
        small = sum(unit.is_mmc and unit.kind != SQUAD for unit in units)
        leaders = sum(unit.is_leader for unit in units)
        ranks = (float(squads > 0), float(small > 0), float(leaders > 0))
        return (*ranks, float(len(units)), float(sum(g.worth[unit.type] for unit in units)))

    far = {hex: g.map.distance(prisoner.hex, hex) for hex in hexes}
    closest = [hex for hex in hexes if far[hex] == min(far.values())]
    return max(closest, key=weight)


def tell_of_concealed(g: SlPlay, prisoner: Unit) -> None:
    """SL:3.30.7-f: all "?" of the hex come off."""
    hex = nearest(g, prisoner, known_hexes(g, prisoner, concealed_hexes(g, prisoner.captive)))
    for counter in list(counters_in(g, hex, prisoner.captive)):
        uncover(g, counter, "a prisoner has told", "SL:3.30.7-f")


def tell_of_hidden(g: SlPlay, prisoner: Unit) -> None:
    """SL:3.30.7-h: hidden units of the hex are put on the map, under a "?"."""
    side = prisoner.captive
    hexes = known_hexes(g, prisoner, hidden_hexes(g, side))
    hex = nearest(g, prisoner, hexes)
    units = hexes[hex]
    reveal(g, units, "a prisoner has told", "SL:3.30.7-h")
    cover(g, side, hex, units)
