"""Command control (UF:15): leaders and the hand, Commissars, an unbalanced position."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Chance, Frame, Line, Refusal
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, turned
from defilade.rules.upfront.game.groups import MOST_IN_GROUP
from defilade.rules.upfront.game.library import ASL, COMMISSAR, SL
from defilade.rules.upfront.game.losses import on_group_gone, on_removed, remove
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.questions import on_turn_ends
from defilade.rules.upfront.game.state import KIA, Group, Machine, Man, Unit
from defilade.rules.upfront.game.values import morale_lines, panic_lines
from defilade.rules.upfront.infantry.hero import who_steadies
from defilade.rules.upfront.turn.sequence import hand_lines
from defilade.rules.upfront.turn.setup import grouping_bar

PART = Part()

SUCCESSION = (SL, COMMISSAR, ASL)
"""Who leads: the SL, or the Commissar in his place; then the other one (UF:15.3-a, UF:15.5)."""
FEWEST_IN_GROUP = 2


# -- leaders -----------------------------------------------------------------------------------------------------


def leaders(g: UfPlay, side: str) -> list[Man]:
    """The leaders of a side who are in play, the one in command first (UF:15.1, UF:15.3-a). Whoever is between two
    games of a team game leads nobody yet (UF:41.57-c)."""
    found = [
        unit
        for unit in g.state.units.values()
        if isinstance(unit, Man) and unit.role and unit.side == side and not _between_games(g, unit)
    ]
    return sorted(found, key=lambda man: SUCCESSION.index(man.role))


def _between_games(g: UfPlay, man: Man) -> bool:
    table = g.state.groups[man.group].table
    return bool(table) and table != g.side(man.side).table


def in_command(g: UfPlay, side: str) -> list[Man]:
    """The SL, or who has taken his place (UF:15.3-a); more than one after a transfer (UF:41.57-d). An ASL as such is
    none."""
    present = leaders(g, side)
    if not present or (present[0].role == ASL and not had_leaders(g, side)):
        return []
    return [man for man in present if man.role == present[0].role]


def had_leaders(g: UfPlay, side: str) -> bool:
    """Leaders of the side have left play, or have gone over to another game."""
    if g.state.facts.get(f"led {side}"):
        return True
    return any(f.unit.side == side and getattr(f.unit, "role", "") for f in g.state.fallen.values())


@PART.answers(hand_lines)
def command(g: UfPlay, side: str) -> Iterator[Line]:
    """One card less while the man in command is pinned or has just been lost (UF:15.2), or nobody is left to
    lead (UF:15.4). The ASL does not matter while the SL lives (UF:15.3-b)."""
    present = leaders(g, side)
    if not present and had_leaders(g, side):
        yield Line("no leader is left", -1, "UF:15.4")
    elif g.side(side).leader_lost:
        yield Line("the leader was lost", -1, "UF:15.2")
    elif present and all(man.pinned for man in present if man.role == present[0].role):  # UF:41.57-d
        yield Line("the leader is pinned", -1, "UF:15.2")


def is_outranked(g: UfPlay, man: Man) -> bool:
    """Another leader of his side is in command before him."""
    rank = SUCCESSION.index(man.role)
    return any(SUCCESSION.index(other.role) < rank for other in leaders(g, man.side))


@PART.answers(on_removed)
def leader_lost(g: UfPlay, unit: Unit, fate: str) -> None:
    """UF:15.2: he who was in command is gone."""
    if not isinstance(unit, Man) or not unit.role:
        return
    rank = SUCCESSION.index(unit.role)
    if all(SUCCESSION.index(man.role) > rank for man in leaders(g, unit.side)):
        g.update_side(unit.side, leader_lost=True)


@PART.answers(on_turn_ends)
def succession(g: UfPlay, side: str) -> None:
    """UF:15.3-a: from the next turn on the hand is whole again, and the next leader is the SL."""
    if g.side(side).leader_lost:
        g.update_side(side, leader_lost=False)


# -- an unbalanced position --------------------------------------------------------------------------------------


@PART.answers(on_group_gone)
def reduced(g: UfPlay, group: Group) -> None:
    """UF:15.6: a side that has had more groups than it has now."""
    g.update_side(group.side, reduced=True)


@PART.answers(hand_lines)
def unbalanced(g: UfPlay, side: str) -> Iterator[Line]:
    """UF:15.6: an enemy is reduced to one group."""
    for enemy in g.enemies(side):
        if g.side(enemy).reduced and len(g.groups_of(enemy)) == 1:
            yield Line(f"{g.side_name(enemy)} has but one group", 1, "UF:15.6")
            return


# -- Commissars --------------------------------------------------------------------------------------------------


@PART.answers(grouping_bar)
def commissar_with_the_most(g: UfPlay, side: str, unit: Unit, letter: str) -> Refusal | None:
    """UF:15.51: he is placed last, in a group that is then the largest; the others leave such a place for him. A
    vehicle is never in their way."""
    if _is_vehicle(unit):
        return None
    waiting = [u for u in g.state.waiting.values() if u.side == side and u.id != unit.id]
    one = _is_commissar(unit)
    if not one and not any(_is_commissar(u) and not _later(g, u) for u in waiting):
        return None
    groups = [group for group in g.groups_of(side) if not any(map(_is_vehicle, g.members(group)))]
    vehicles = len(g.groups_of(side)) - len(groups) + sum(map(_is_vehicle, waiting))
    sizes = {group.letter: len(group.members) for group in groups}
    if one:
        if any(not (_is_commissar(u) or _is_vehicle(u) or _later(g, u)) for u in waiting):
            return Refusal("the Commissar is placed last", "UF:15.51")
        if sizes.get(letter, 0) + 1 < max(sizes.values(), default=0):
            return Refusal("the Commissar starts in the largest group", "UF:15.51")
        return None
    sizes[letter] = sizes.get(letter, 0) + 1
    left = sum(not (_is_vehicle(u) or _later(g, u)) for u in waiting) - 1
    return _room_for_commissar(sizes, left, vehicles)


def _is_commissar(unit: Unit) -> bool:
    return isinstance(unit, Man) and unit.role == COMMISSAR


def _is_vehicle(unit: Unit) -> bool:
    return isinstance(unit, Machine) and unit.kind == "afv"


def _later(g: UfPlay, unit: Unit) -> bool:
    player = g.side(unit.side)
    return unit.card in g.scenario_of(unit.side).force(player.nation, player.role).reinforcements


def _room_for_commissar(sizes: dict[str, int], left: int, vehicles: int) -> Refusal | None:
    """Whether the Commissar can still go to a largest group when the others, `left` of them, are placed."""
    short = sum(max(0, FEWEST_IN_GROUP - size) for size in sizes.values())
    if len(sizes) + vehicles < 2 and sum(sizes.values()) + left + 1 >= 2 * FEWEST_IN_GROUP:
        short += FEWEST_IN_GROUP
    if max(sizes.values()) >= MOST_IN_GROUP:
        return Refusal("there must be room for the Commissar in the largest group", "UF:15.51")
    if short > left + (max(sizes.values()) <= FEWEST_IN_GROUP):
        return Refusal("the Commissar could not start in the largest group", "UF:15.51")
    return None


def with_commissar(g: UfPlay, man: Man) -> bool:
    """He is grouped with an unpinned Commissar."""
    return any(
        other.role == COMMISSAR and not other.pinned and other.id != man.id
        for other in g.men(g.group_of(man))
    )


@PART.answers(morale_lines)
@PART.answers(panic_lines)
def commissar_watches(g: UfPlay, man: Man) -> Iterator[Line]:
    """UF:15.52"""
    if with_commissar(g, man):
        yield Line("Commissar", 1, "UF:15.52")


@PART.answers(who_steadies)
def commissar_could_watch(g: UfPlay, man: Man) -> Iterator[str]:
    """UF:15.52: a pinned Commissar, once he is on his feet."""
    others = [one for one in g.men(g.group_of(man)) if one.role == COMMISSAR and one.id != man.id]
    if all(other.pinned for other in others):
        yield from (other.id for other in others)


class Execution(Frame):
    """A Commissar may execute a pinned man of his group at the end of the turn (UF:15.53)."""

    group: str


@PART.answers(on_turn_ends)
def executions(g: UfPlay, side: str) -> None:
    """UF:15.53: it is no action of the group."""
    for group in g.groups_of(side):
        men = g.men(group)
        if any(man.role == COMMISSAR and not man.pinned for man in men) and any(man.pinned for man in men):
            g.push(Execution(group.id))


@PART.decisions(Execution)
def ask_execution(g: UfPlay, frame: Execution) -> Chance:
    group = g.group(frame.group)
    asks = f"{g.group_name(group)}: whom does the Commissar look at?"
    return draw(g, group.side, asks, "UF:15.53", about=(group.id,))


@ask_execution
def take_execution(g: UfPlay, frame: Execution, answer: Answer) -> None:
    g.pop()
    group = g.group(frame.group)
    card = turned(g, group.side, answer)
    unit = g.unit(group.members[card.position(min(len(group.members), MOST_IN_GROUP)) - 1])
    shot = isinstance(unit, Man) and unit.pinned and not unit.berserk  # UF:20.9-c
    told = f"{g.name(unit)} is executed" if shot else f"the Commissar lets {g.name(unit)} be"
    g.say("execution", f"{told}.", "UF:15.53", side=group.side, who=(unit.id, card.id), at=group.id)
    if shot:
        remove(g, unit, KIA, "UF:15.53")
