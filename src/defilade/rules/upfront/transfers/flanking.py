"""Flanking Fire (UF:17.1 to UF:17.5): by a Flank Movement card, or by getting past an enemy group.

A group's `flanks` names the enemy groups on which it has Flanking Fire now.  What a sideways Movement card brings, a
flank or an encirclement (UF:17.6), is chosen as it is laid.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Choice, Frame, Line
from defilade.kernel.composition import any_of
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.attack import FIRE, Attack
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.groups import are_adjacent
from defilade.rules.upfront.game.losses import on_group_gone
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.questions import no_flanking, on_halted, on_relettered
from defilade.rules.upfront.game.state import ADVANCE, SIDEWAYS, Group, Laid, Man
from defilade.rules.upfront.infantry.discards import on_rejected
from defilade.rules.upfront.infantry.fire import in_sight
from defilade.rules.upfront.infantry.firepower import firepower_changes
from defilade.rules.upfront.infantry.movement import on_moved, on_moving_card, on_terrain_played
from defilade.rules.upfront.infantry.terrain import terrain_of
from defilade.rules.upfront.infantry.wire import on_wired
from defilade.rules.upfront.transfers.encirclement import (
    can_encircle,
    encircle,
    is_encircled,
    opposed,
)

PART = Part()


@any_of
def exposed_across(g: UfPlay, group: Group, enemy: Group, /) -> bool:
    """Can a group flank one of the next game (UF:41.4-c)?"""
    return False


# -- who flanks whom ---------------------------------------------------------------------------------------------


def engaged_with(g: UfPlay, group: Group) -> set[str]:
    """The enemy groups that a group flanks or helps to encircle (UF:17.6-d)."""
    return {*group.flanks, group.encircles} - {""}


def exposed_to(g: UfPlay, group: Group, enemy: Group) -> bool:
    """UF:17.2-a, UF:17.2-c: next to it by the letters, and opposed by another group of the same side."""
    if group.table != enemy.table:
        return exposed_across(g, group, enemy)
    return are_adjacent(group, enemy) and bool(opposed(g, enemy, group.side))


def can_flank(g: UfPlay, group: Group, enemy: Group) -> bool:
    """Whether a Flank card lets a group flank an enemy group. UF:17.2-b: not one that flanks it now, though
    another one that does not; UF:17.6-d: only one at a time."""
    return exposed_to(g, group, enemy) and group.id not in enemy.flanks and not engaged_with(g, group)


def qualifies(laid: Laid) -> bool:
    """UF:17.1-a: a Flank card sideways. A ford that succeeds is good enough (UF:8.531)."""
    return laid.flank and laid.mode == SIDEWAYS


@PART.answers(on_moved)
def sideways_card(g: UfPlay, group: Group, laid: Laid) -> None:
    """The player names whom the card serves against, as he plays it (UF:17.1-b, UF:17.6-a)."""
    if laid.mode == SIDEWAYS and any(benefits(g, group)):
        g.push(Outflanking(group.id))


class Outflanking(Frame):
    """A group has laid a Movement card sideways: whom does it flank or encircle?"""

    group: str
    entered: bool = False
    """Reinforcements have come up with a Flank card, which is discarded: they can flank (UF:35.3-b)."""


def open_flanks(g: UfPlay, group: Group) -> Iterator[Action]:
    """Whom a group can flank with a Flank card that does not lie on it."""
    for enemy in in_sight(g, group):
        if can_flank(g, group, enemy):
            yield Action("flank", (group.id,), enemy.id)


def benefits(g: UfPlay, group: Group) -> Iterator[Action]:
    """What the sideways card on top of a group can be used for."""
    if no_flanking(g, group):
        return
    by_card = qualifies(group.laid[-1])
    for enemy in in_sight(g, group):
        if by_card and can_flank(g, group, enemy):
            yield Action("flank", (group.id,), enemy.id)
        if can_encircle(g, group, enemy):
            yield Action("encircle", (group.id,), enemy.id)


@PART.decisions(Outflanking)
def ask_outflanking(g: UfPlay, frame: Outflanking) -> Choice:
    """The card may also be played without any such use (UF:17.1-qa)."""
    group = g.group(frame.group)
    if frame.entered:
        options = (*open_flanks(g, group), Action("no"))
        asks, rule = f"{g.group_name(group)}: whom does it flank?", "UF:35.3-b"
    else:
        options = (*benefits(g, group), Action("no"))
        asks, rule = f"{g.group_name(group)}: whom does it flank or encircle?", "UF:17.1-b"
    return Choice(group.side, asks, options, (rule,), at=group.id)


@ask_outflanking
def take_outflanking(g: UfPlay, frame: Outflanking, answer: Answer) -> None:
    g.pop()
    assert isinstance(answer, Action)
    if answer.verb == "flank":
        gain_flank(g, g.group(frame.group), g.group(answer.at), "UF:17.1-b")
    elif answer.verb == "encircle":
        encircle(g, g.group(frame.group), g.group(answer.at))


def gain_flank(g: UfPlay, group: Group, enemy: Group, rule: str) -> None:
    """UF:17.21: the choice stands; no other group takes the place of the one named."""
    g.update_group(group, flanks=(*group.flanks, enemy.id), natural_flank=rule == "UF:17.3-a")
    text = f"{g.group_name(group)} flanks {g.group_name(enemy)}."
    g.say("flanked", text, rule, "UF:17.4", side=group.side, who=(group.id,), at=enemy.id)


# -- natural flanking --------------------------------------------------------------------------------------------


@PART.answers(on_moved)
def natural_flanking(g: UfPlay, group: Group, laid: Laid) -> None:
    """UF:17.3-a: from Relative Range 5 to 4 past an adjacent group. It works both ways (UF:17.3-b)."""
    if laid.mode != ADVANCE or no_flanking(g, group):
        return
    for enemy in g.enemy_groups(group.side):
        if are_adjacent(group, enemy) and group.range + enemy.range == 6:
            _flanks_naturally(g, group.id, enemy.id)
            _flanks_naturally(g, enemy.id, group.id)


def _flanks_naturally(g: UfPlay, flanker: str, flanked: str) -> None:
    group, enemy = g.group(flanker), g.group(flanked)
    if enemy.id in group.flanks or not exposed_to(g, group, enemy):
        return
    if engaged_with(g, group) and not group.natural_flank:
        return  # UF:17.6-d, but two natural flanks may go together (UF:17.3-b)
    gain_flank(g, group, enemy, "UF:17.3-a")


# -- what it is good for -----------------------------------------------------------------------------------------


def has_flanking_fire(g: UfPlay, attack: Attack) -> bool:
    """UF:17.4, UF:17.612-a: the firing group flanks the target, or all do because it is encircled. Neither helps
    against a Pillbox (UF:23.8, UF:23.8-qa)."""
    if not attack.firer:
        return False
    target = g.group(attack.target)
    if attack.target not in g.group(attack.firer).flanks and not is_encircled(g, target):
        return False
    return terrain_of(target) != "pillbox"


@PART.answers(firepower_changes)
def flanking_firepower(g: UfPlay, man: Man, attack: Attack) -> Iterator[Line]:
    """UF:17.4: doubled, and never twice (UF:17.612-a); flamethrowers are not (UF:22.6)."""
    if attack.kind == FIRE and has_flanking_fire(g, attack):
        weapon = g.weapon(man)
        if weapon is None or weapon.kind != "flamethrower":
            flanked = attack.target in g.group(attack.firer).flanks
            yield Line("Flanking Fire", 2, "UF:17.4" if flanked else "UF:17.612-a", "x")


# -- how it is lost ----------------------------------------------------------------------------------------------


def lose_flank(g: UfPlay, group: Group, enemy: str, rule: str) -> None:
    """The Flank Fire chit goes. A Flank card may lie on, but is of no more use for that (UF:17.5)."""
    left = tuple(one for one in group.flanks if one != enemy)
    g.update_group(group, flanks=left, natural_flank=group.natural_flank and bool(left))
    target = g.state.groups.get(enemy)
    if target is not None and is_encircled(g, target):
        return  # UF:17.612-b: its fire is doubled as before
    told = (
        f"no longer flanks {g.group_name(target)}" if target is not None else "has nobody to flank any more"
    )
    text = f"{g.group_name(group)} {told}."
    g.say("flank_lost", text, rule, "UF:17.5", side=group.side, who=(group.id,), at=enemy)


def lose_own_flanks(g: UfPlay, group: Group, rule: str) -> None:
    for enemy in group.flanks:
        lose_flank(g, g.group(group.id), enemy, rule)


def lose_flanks_on(g: UfPlay, flanked: str, rule: str, *, side: str = "") -> None:
    """All groups, or those of one side, lose their Flanking Fire on a group."""
    for group in list(g.state.groups.values()):
        if flanked in group.flanks and side in ("", group.side):
            lose_flank(g, group, flanked, rule)


@PART.answers(on_moving_card)
def movement_ends_flanking(g: UfPlay, group: Group, card: str) -> None:
    """UF:17.41 for the flanker, UF:17.43 for the flanked group, also to remove Wire or in a ford that fails."""
    lose_own_flanks(g, group, "UF:17.41")
    lose_flanks_on(g, group.id, "UF:17.43")


@PART.answers(on_wired)
def wire_ends_flanking(g: UfPlay, group: Group) -> None:
    """UF:17.41"""
    lose_own_flanks(g, group, "UF:17.41")


@PART.answers(on_halted)
def card_is_gone(g: UfPlay, group: Group) -> None:
    """UF:17.1-a: a Flank card that is removed in the turn in which it was laid, with a vehicle that is stopped in its
    Overrun, brings nothing; later its removal does no harm."""
    group = g.group(group.id)
    if g.state.mover == group.side and group.acted and not group.natural_flank:
        lose_own_flanks(g, group, "UF:17.1-a")


@PART.answers(on_terrain_played)
def terrain_ends_flanking(g: UfPlay, group: Group, laid: Laid, by: str) -> None:
    """UF:17.42: on the flanked group, rejected or not; terrain on the flanker does no harm (UF:17.41)."""
    lose_flanks_on(g, group.id, "UF:17.42")


@PART.answers(on_rejected)
def going_around_ends_flanking(g: UfPlay, group: Group, card: Laid) -> None:
    """UF:7.32-a, UF:7.32-b: what the card brought is lost with it. A natural flank that an advance of the enemy has
    brought since hangs on no card, unless the group steps back from behind him."""
    if card.mode == ADVANCE:
        lose_own_flanks(g, g.group(group.id), "UF:7.32-a")
    elif not g.group(group.id).natural_flank:
        lose_own_flanks(g, g.group(group.id), "UF:7.32-b")


@PART.answers(on_group_gone)
def elimination_ends_flanking(g: UfPlay, gone: Group) -> None:
    """UF:17.44"""
    lose_flanks_on(g, gone.id, "UF:17.44")
    _lose_unopposed(g, gone.side)


@PART.answers(on_relettered)
def new_letter_ends_flanking(g: UfPlay, group: Group, old: str) -> None:
    """UF:17.44: the group opposite the flanked one has changed its letter, or flanker and flanked are no longer
    adjacent (UF:17.2-a)."""
    _lose_unopposed(g, group.side)
    for flanker in list(g.state.groups.values()):
        for enemy in flanker.flanks:
            if not exposed_to(g, flanker, g.group(enemy)):
                lose_flank(g, g.group(flanker.id), enemy, "UF:17.44")


def _lose_unopposed(g: UfPlay, side: str) -> None:
    """UF:17.2-c: Flanking Fire of a side on groups that none of its groups faces any more."""
    for group in g.groups_of(side):
        for enemy in group.flanks:
            faced = g.state.groups.get(enemy)
            if faced is not None and faced.table == group.table and not opposed(g, faced, side):
                lose_flank(g, g.group(group.id), enemy, "UF:17.44")


PART.wording("flank", lambda g, a: f"Flank {g.group_name(a.at)}")
PART.wording("encircle", lambda g, a: f"Encircle {g.group_name(a.at)}")
