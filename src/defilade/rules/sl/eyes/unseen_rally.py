"""Rallying under a "?" (SL:2.3-q2): broken units that are concealed, and leaders who are."""

from __future__ import annotations

import msgspec

from defilade.kernel import Action, Chance, Choice, Frame, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sl import morale, rally, terrain
from defilade.rules.sl.eyes.coming_out import UNCOVER, come_out
from defilade.rules.sl.eyes.concealment import contents, counter_over, is_concealed, uncover, uncover_hex
from defilade.rules.sl.eyes.losing import watched
from defilade.rules.sl.eyes.night import is_lit
from defilade.rules.sl.sequence import RALLY_STEPS, RallyStep
from defilade.rules.sl.state import SlPlay
from defilade.tactics.checks import best_of
from defilade.tactics.names import Side
from defilade.tactics.units import Unit

PART = Part()

RALLY, DONE = "rally-unseen", Action("done")


class UnseenRally(Frame):
    """Both sides, one after the other."""

    turn: int = 0


class UnseenRallyRoll(Frame):
    """A concealed unit tries to rally; that it is broken everybody has seen."""

    unit: str


PART.adds(
    RALLY_STEPS, RallyStep(3, "rally out of sight", UnseenRally)
)  # so that who comes out helps in step 4


def hexes_to_help(g: SlPlay, side: Side) -> list[str]:
    """Where a concealed leader could come out to rally somebody who is not."""
    hexes = dict.fromkeys(unit.hex for unit in g.on_map(side) if is_concealed(unit))
    return [hex for hex in hexes if any(unit.broken for unit in g.side_in(hex, side))]


def must_ask(g: SlPlay, side: Side) -> bool:
    """What everybody knows: there are "?" and somebody broken who could be meant."""
    mine = [g.unit(uid) for uid in g.state.unseen if g.unit(uid).side == side]
    counters = any(is_concealed(unit) for unit in g.on_map(side))
    return counters and (any(unit.broken for unit in mine) or bool(hexes_to_help(g, side)))


def can_rally(g: SlPlay, unit: Unit) -> bool:
    """SL:3.23.1: by himself as a leader or like such as need none, or with an unbroken one under the same "?"."""
    counter = counter_over(g, unit.id)
    if counter is None or not unit.broken or unit.rally_tried:
        return False
    alone = unit.is_leader or rally.rallies_alone(g, where_it_lies(unit, counter))
    return alone or bool(leaders_with(g, unit, counter))


def where_it_lies(unit: Unit, counter: Unit) -> Unit:
    """A unit under a "?" as if it stood there for all to see."""
    return msgspec.structs.replace(unit, hex=counter.hex)


def leaders_with(g: SlPlay, unit: Unit, counter: Unit) -> list[Unit]:
    """The other unbroken leaders under its "?"."""
    men = contents(g, counter.id)
    return [man for man in men if man.is_leader and man.id != unit.id and not man.broken]


def level_of(g: SlPlay, unit: Unit, counter: Unit) -> int:
    """SL:3.17.3-b, SL:3.23.9-a: a number of its own is for who has no leader with it."""
    led = bool(leaders_with(g, unit, counter))
    return rally.level_with_a_leader(g, unit) if led else rally.rally_level(g, where_it_lies(unit, counter))


@PART.decisions(UnseenRally)
def ask_unseen_rally(g: SlPlay, frame: UnseenRally) -> Choice | None:
    sides = g.in_order()
    if frame.turn >= len(sides) or not must_ask(g, sides[frame.turn]):
        return None
    side = sides[frame.turn]
    men = [g.unit(uid) for uid in g.state.unseen if g.unit(uid).side == side]
    options = [Action(RALLY, (unit.id,)) for unit in men if can_rally(g, unit)]
    options += [Action(UNCOVER, (), hex) for hex in hexes_to_help(g, side)]
    return Choice(side, "Who rallies out of sight, or comes out to help?", (*options, DONE), ("SL:2.3-q2",))


@ask_unseen_rally
def take_unseen_rally(g: SlPlay, frame: UnseenRally, answer: Action | Outcome | None) -> None:
    sides = g.in_order()
    if isinstance(answer, Action) and answer.verb == UNCOVER:
        come_out(g, sides[frame.turn], answer)
    elif isinstance(answer, Action) and answer.verb == RALLY:
        g.push(UnseenRallyRoll(answer.who[0]))
    elif frame.turn >= len(sides):
        g.pop()
    else:
        frame.turn += 1


@PART.decisions(UnseenRallyRoll)
def ask_roll(g: SlPlay, frame: UnseenRallyRoll) -> Chance:
    unit = g.unit(frame.unit)
    asks = f"{g.name(unit)} tries to rally out of sight."
    return Chance(asks, dice=2, side=unit.side, rules=("SL:2.3-q2",), about=(unit.id,))


@ask_roll
def take_roll(g: SlPlay, frame: UnseenRallyRoll, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    g.pop()
    unit = g.update(g.unit(frame.unit), rally_tried=True)
    counter = counter_over(g, unit.id)
    assert counter is not None
    roll = sum(answer.dice)
    rallies = roll < 12 and roll + drm_for(g, unit, counter) <= level_of(g, unit, counter)
    g.say(
        "rally",
        f"{g.name(unit)}, out of sight, rolls {roll}: it {'rallies' if rallies else 'stays broken'}.",
        "SL:2.3-q2",
        "SL:3.23.2",
        side=unit.side,
        who=(unit.id,),
        dice=answer.dice,
    )
    if rallies:
        g.update(g.unit(unit.id), broken=False, dm=False)
    elif roll == 12:
        uncover(g, counter, "its men suffer", "SL:2.3.9.1-b")
        morale.casualty(g, g.unit(unit.id), "SL:3.20.8-c", "SL:3.23.8-a")
        return
    if g.scenario.night and is_lit(g, counter.hex) and watched(g, counter.hex, unit.side):
        uncover_hex(g, counter.hex, unit.side, "it stirs in the light", "SL:2.8.18")


def drm_for(g: SlPlay, unit: Unit, counter: Unit) -> int:
    """As for everybody (SL:3.23.2, SL:3.21.20): the best leader with it, and one more out of cover."""
    best = best_of(leaders_with(g, unit, counter), lambda leader: morale.leadership(g, leader))
    help = morale.leadership(g, best) if best is not None else 0
    return help + (0 if terrain.is_cover(g, counter.hex) else g.tables.rally.out_of_cover.drm)
