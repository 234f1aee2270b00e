"""Men without arms (SL:5.8): freed prisoners, until they find some.

They fire at nobody, and fight hand to hand with what they have. The dead may arm them (SL:5.8.2), or what lies about
(SL:5.8.7); wrecks are looked through by another section.
"""

from __future__ import annotations

from defilade.kernel import Action, Chance, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.presentation import StateMark
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl.close_combat import after_throw, combat_fp, killed
from defilade.rules.sl.firers import fire_bar
from defilade.rules.sl.morale import changed_morale
from defilade.rules.sl.movement import allowance, moved
from defilade.rules.sl.shown import marks_of
from defilade.rules.sl.state import DFPH, SlPlay
from defilade.tactics.close_combat import CloseCombatAttack
from defilade.tactics.moving import Moving
from defilade.tactics.sequence import phase_opens, player_turn_begins
from defilade.tactics.units import CREW, HALF_SQUAD, SQUAD, Unit

PART = Part()

DONE = Action("done")

MORALE, BROKEN_MORALE, COMBAT_FP = 6, 5, 1
"""SL:5.8.1-a"""
FOUND_AT = 2
"""SL:5.8.7"""
SIZES = {SQUAD: 2, HALF_SQUAD: 1, CREW: 1}
BARREN = ("pond", "marsh")

NO_ARMS = Refusal("it has no arms", "SL:5.8.1-a")

PART.adds(
    SPOKEN,
    Spoken("forage", lambda g, action: f"{g.names(action.who)} looks for arms"),
)
PART.adds(OPTION_LOOKS, VerbLook("forage", OptionLook("Look for arms")))


# -- what they are worth -----------------------------------------------------------------------------------


@PART.answers(changed_morale)
def disheartened(g: SlPlay, level: int, unit: Unit) -> int:
    """SL:5.8.1-a; single men keep theirs (SL:5.8.1-b)."""
    if not unit.unarmed or not unit.is_mmc:
        return level
    counter = g.counter(unit)
    printed = counter.broken_morale if unit.broken else counter.morale
    return level - printed + (BROKEN_MORALE if unit.broken else MORALE)


@PART.answers(fire_bar)
def cannot_fire(g: SlPlay, unit: Unit, target: str) -> Refusal | None:
    return NO_ARMS if unit.unarmed and unit.is_mmc else None


@PART.answers(combat_fp)
def bare_hands(g: SlPlay, fp: float, unit: Unit) -> float:
    return COMBAT_FP if unit.unarmed and unit.is_mmc else fp


@PART.answers(marks_of)
def shown(g: SlPlay, unit: Unit) -> list[StateMark]:
    return [StateMark("unarmed", "unarmed")] if unit.unarmed else []


# -- how they come by arms ---------------------------------------------------------------------------------


def poorest(g: SlPlay, unit: Unit) -> str:
    """SL:5.8.2: the poorest counter of its size and nation, by firepower, morale and range."""
    mine = g.counter(unit)
    like = [c for c in g.counters.values() if c.kind == mine.kind and c.nationality == mine.nationality]
    return min(like, key=lambda c: (c.fp, c.morale, c.range)).id


def rearm(g: SlPlay, unit: Unit, *rules: str) -> Unit:
    kind = poorest(g, unit) if unit.is_mmc else unit.type
    name = g.name(unit)
    unit = g.update(unit, type=kind, unarmed=False)
    g.say("rearmed", f"{name} has arms again.", *rules, side=unit.side, who=(unit.id,), at=unit.hex)
    return unit


@PART.answers(after_throw)
def arms_of_the_dead(g: SlPlay, attack: CloseCombatAttack) -> list[Frame]:
    """SL:5.8.2: who helps to eliminate an enemy of his own size, or a larger one."""
    dead = [g.state.units[uid] for uid in killed(g, attack) if uid in g.state.units]
    largest = max((SIZES.get(unit.kind, 0) for unit in dead), default=-1)
    for uid in attack.attackers:
        unit = g.state.units.get(uid)
        if unit is not None and unit.unarmed and SIZES.get(unit.kind, 0) <= largest:
            rearm(g, unit, "SL:5.8.2")
    return []


class Forage(Frame):
    """SL:5.8.7: one of a side's unarmed units looks for arms where its move has ended."""

    units: tuple[str, ...]
    unit: str = ""


@PART.answers(moved)
def went_far_enough(g: SlPlay, frame: Moving) -> None:
    """SL:5.8.7: with all its MF out of its hex."""
    for mover in frame.movers:
        unit = g.state.units.get(mover.unit)
        if unit is None or not unit.unarmed or unit.broken or not mover.hexes:
            continue
        if (
            mover.spent >= allowance(g, unit, led=False)
            and g.map.terrain[g.map.ground_hex(unit.hex)] not in BARREN
        ):
            g.state.foragers = (*g.state.foragers, unit.id)


@PART.answers(phase_opens)
def look_about(g: SlPlay, phase: str) -> list[Frame]:
    """At the end of the MPh; once a game turn for each side."""
    if phase != DFPH or not g.state.foragers or g.attacker in g.state.foraged:
        return []
    return [Forage(tuple([uid for uid in g.state.foragers if uid in g.state.units]))]


@PART.decisions(Forage)
def ask_forage(g: SlPlay, frame: Forage) -> Choice | Chance | None:
    if not frame.units:
        return None
    if not frame.unit:
        options = tuple([Action("forage", (uid,)) for uid in frame.units])
        asks = "Who looks for arms where he is?"
        return Choice(g.attacker, asks, (*options, DONE), ("SL:5.8.7",), frame.units)
    asks = f"{g.name(frame.unit)} looks for arms."
    return Chance(asks, dice=2, side=g.attacker, rules=("SL:5.8.7",), about=(frame.unit,))


@ask_forage
def take_forage(g: SlPlay, frame: Forage, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Action) and answer != DONE:
        frame.unit = answer.who[0]
        return
    g.pop()
    if isinstance(answer, Outcome):
        g.state.foraged = (*g.state.foraged, g.attacker)
        if sum(answer.dice) == FOUND_AT:
            rearm(g, g.unit(frame.unit), "SL:5.8.7")
        else:
            g.say(
                "forages",
                f"{g.name(frame.unit)} finds nothing.",
                "SL:5.8.7",
                side=g.attacker,
                who=(frame.unit,),
                at=g.unit(frame.unit).hex,
            )


@PART.answers(player_turn_begins)
def a_new_turn(g: SlPlay) -> None:
    g.state.foragers = ()
    if g.attacker == g.scenario.moves_first:
        g.state.foraged = ()
