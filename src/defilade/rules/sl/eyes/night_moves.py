"""Concealment by night: it is lost in the light, splits on the move, and lasts into close combat (SL:2.8.12 to
SL:2.8.21)."""

from __future__ import annotations

import msgspec

from defilade.kernel import Action, Line
from defilade.kernel.composition import Part
from defilade.rules.sl.close_combat import factor_against
from defilade.rules.sl.eyes.concealment import contents, cover, is_concealed, uncover
from defilade.rules.sl.eyes.losing import watched
from defilade.rules.sl.eyes.night import is_lit
from defilade.rules.sl.movement import entered, moved_otherwise, other_moves
from defilade.rules.sl.state import Covered, SlPlay
from defilade.tactics.moving import Moving
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import player_turn_begins
from defilade.tactics.units import Unit

PART = Part()

SPLIT, DUMMY = "split", "dummy"


@PART.answers(entered)
def into_the_light(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    """SL:2.8.16-a, SL:2.8.16-b, SL:2.8.17: who moves into a lit hex in sight of an unbroken enemy is seen; who was
    there and keeps still is not."""
    if not g.scenario.night or not is_lit(g, hex):
        return
    for uid in frame.members:
        counter = g.state.units.get(uid)
        if counter is not None and is_concealed(counter) and watched(g, hex, counter.side):
            uncover(g, counter, "it comes into the light", "SL:2.8.16-a", "SL:2.8.16-b")


# -- splitting (SL:2.8.19) ---------------------------------------------------------------------------------


def parts_of(g: SlPlay, counter: Unit) -> list[Action]:
    """One unit, or one "?" that lies under another, goes its own way under a "?" of its own."""
    covered = g.state.covered.get(counter.id, Covered())
    size = len(covered.units) + covered.dummies
    if counter.acted or size < 2:
        return []
    found = [Action(SPLIT, (counter.id, uid)) for uid in covered.units]
    return found + ([Action(SPLIT, (counter.id,), "", DUMMY)] if covered.dummies else [])


@PART.answers(other_moves)
def ways_to_split(g: SlPlay, side: Side) -> list[Action]:
    if not g.scenario.night:
        return []
    return [action for unit in g.on_map(side) if is_concealed(unit) for action in parts_of(g, unit)]


@PART.answers(moved_otherwise)
def splits(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb != SPLIT:
        return
    counter = g.unit(action.who[0])
    covered = g.state.covered[counter.id]
    gone = action.who[1:]
    left = tuple([uid for uid in covered.units if uid not in gone])
    g.state.covered[counter.id] = Covered(left, covered.dummies - (0 if gone else 1))
    other = cover(g, side, counter.hex, gone, 0 if gone else 1)
    g.say(
        "splits",
        f"{g.name(counter)} in {g.place_name(counter.hex)} splits: {g.name(other)} goes its own way.",
        "SL:2.8.19",
        side=side,
        who=(counter.id, other.id),
        at=counter.hex,
    )


# -- close combat (SL:2.8.12-b, SL:2.8.15) ------------------------------------------------------------------


def shroud(g: SlPlay, counter: Unit) -> None:
    """What lies under a "?" is shown, and stays as good as concealed until this player turn is over."""
    if g.scenario.night and not is_lit(g, counter.hex):
        g.state.shrouded = (*g.state.shrouded, *(unit.id for unit in contents(g, counter.id)))


@PART.answers(factor_against)
def struck_at_in_the_dark(g: SlPlay, line: Line, unit: Unit, targets: tuple[str, ...]) -> Line:
    """SL:2.8.15: the attack factors of those who are not concealed themselves are halved."""
    if unit.id in g.state.shrouded or not any(uid in g.state.shrouded for uid in targets):
        return line
    return msgspec.structs.replace(
        line, label=f"{line.label}, in the dark", value=line.value / 2, rule="SL:2.8.15"
    )


@PART.answers(player_turn_begins)
def seen_from_now_on(g: SlPlay) -> None:
    g.state.shrouded = ()
