"""Encirclement (UF:17.6 to UF:17.63): one group behind an enemy group and one in front of it.

Both groups that make an encirclement name the encircled one in `encircles`.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Line
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.groups import are_adjacent, relative_range
from defilade.rules.upfront.game.losses import on_group_gone
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.questions import on_relettered
from defilade.rules.upfront.game.state import Group, Laid, Machine, Man
from defilade.rules.upfront.game.values import panic_lines
from defilade.rules.upfront.infantry.discards import on_rejected
from defilade.rules.upfront.infantry.movement import on_moved
from defilade.rules.upfront.infantry.terrain import held_encircled
from defilade.rules.upfront.transfers.infiltration import on_infiltrated

PART = Part()


def opposed(g: UfPlay, enemy: Group, side: str) -> Group | None:
    """The group of a side that is directly opposite an enemy group; one that is still being formed is none yet
    (UF:17.92)."""
    facing = (group for group in g.groups_of(side) if group.letter == enemy.letter)
    return next((group for group in facing if not group.forming), None)


@PART.answers(held_encircled)
def is_encircled(g: UfPlay, group: Group) -> bool:
    key = group.id
    for other in g.state.groups.values():  # asked for every man of every attack that is weighed
        if other.encircles == key:
            return True
    return False


def in_front(group: Group, enemy: Group) -> bool:
    """The group has not reached the enemy group yet: neither level with it nor behind it."""
    return group.range + enemy.range < 5


def holds(g: UfPlay, front: Group, behind: Group, enemy: Group) -> bool:
    """UF:17.62-b: nobody is at Relative Range 1 or farther, and not both are in front (UF:17.62-qa)."""
    if min(relative_range(front, enemy), relative_range(behind, enemy)) <= 1:
        return False
    return not (in_front(front, enemy) and in_front(behind, enemy))


def can_encircle(g: UfPlay, group: Group, enemy: Group) -> bool:
    """Whether a sideways Movement card lets a group encircle an enemy group: it is behind it at Relative Range 4
    (UF:17.6-a, UF:17.63), another group is in front (UF:17.6-c), and neither is busy elsewhere (UF:17.6-d)."""
    if not are_adjacent(group, enemy) or group.range + enemy.range != 6:
        return False
    if any(isinstance(unit, Machine) and unit.kind == "afv" for unit in g.members(enemy)):  # UF:17.6-e
        return False
    front = opposed(g, enemy, group.side)
    if front is None or is_encircled(g, enemy):
        return False
    if any(busy.encircles or set(busy.flanks) - {enemy.id} for busy in (group, front)):
        return False
    return holds(g, front, group, enemy)


def encircle(g: UfPlay, group: Group, enemy: Group) -> None:
    """UF:17.6-b: nobody changes letter or range. The groups need not be able to fire (UF:17.6-c)."""
    front = opposed(g, enemy, group.side)
    assert front is not None
    *below, card = group.laid
    group = g.update_group(group, laid=(*below, replace(card, encircles=enemy.id)))
    for part in (group, front):
        g.update_group(part, encircles=enemy.id)
    text = f"{g.group_name(group)} and {g.group_name(front)} encircle {g.group_name(enemy)}."
    g.say("encircled", text, "UF:17.6-a", side=group.side, who=(group.id, front.id), at=enemy.id)


# -- what it does ------------------------------------------------------------------------------------------------


@PART.answers(panic_lines)
def encircled_men_panic(g: UfPlay, man: Man) -> Iterator[Line]:
    """UF:17.613: pinned cards only; the printed number for KIA or Rout stays (UF:17.613-qa)."""
    if man.pinned and is_encircled(g, g.group_of(man)):
        yield Line("encircled", -1, "UF:17.613")


# -- how it ends -------------------------------------------------------------------------------------------------


def break_encirclement(g: UfPlay, enemy: str, *rules: str) -> None:
    """Only what UF:17.62 names and the loss of the card that made it end it, and with it the Flanking Fire of all
    (UF:17.612-b)."""
    for group in list(g.state.groups.values()):
        if group.encircles == enemy:
            g.update_group(group, encircles="")
    if enemy in g.state.groups:
        side = g.group(enemy).side
        text = f"{g.group_name(enemy)} is no longer encircled."
        g.say("encirclement_broken", text, *rules, side=side, at=enemy)


def _encircled(g: UfPlay) -> list[str]:
    return list(dict.fromkeys(group.encircles for group in g.state.groups.values() if group.encircles))


def check_encirclements(g: UfPlay) -> None:
    """UF:17.62, UF:17.62-b"""
    for key in _encircled(g):
        enemy = g.state.groups.get(key)
        parts = [group for group in g.state.groups.values() if group.encircles == key]
        if enemy is None or len(parts) < 2:
            break_encirclement(g, key, "UF:17.62")
        elif not holds(g, parts[0], parts[1], enemy):
            break_encirclement(g, key, "UF:17.62-b")


@PART.answers(on_moved)
def encirclement_after_move(g: UfPlay, group: Group, laid: Laid) -> None:
    """UF:17.62-b, UF:17.62-qa; closing in to Relative Range 5 does not break it (UF:17.63)."""
    check_encirclements(g)


@PART.answers(on_rejected)
def encirclement_after_rejection(g: UfPlay, group: Group, card: Laid) -> None:
    """UF:7.32-b: what the lost Movement card has earned is lost with it; the step back counts like any other."""
    if card.encircles and card.encircles == g.group(group.id).encircles:
        break_encirclement(g, card.encircles, "UF:7.32-b")
    check_encirclements(g)


@PART.answers(on_group_gone)
def encirclement_after_loss(g: UfPlay, group: Group) -> None:
    """UF:17.62"""
    check_encirclements(g)


@PART.answers(on_relettered)
def encirclement_after_transfer(g: UfPlay, group: Group, old: str) -> None:
    """UF:17.62: an encircling group has changed its letter."""
    if group.encircles:
        break_encirclement(g, group.encircles, "UF:17.62")


@PART.answers(on_infiltrated)
def encirclement_after_infiltration(g: UfPlay, man: Man, target: Group, how: str) -> None:
    """UF:17.62: a man of the encircled group has infiltrated an encircling one."""
    encircler = g.state.groups.get(target.id)
    if encircler is not None and encircler.encircles == man.group:
        break_encirclement(g, man.group, "UF:17.62")
