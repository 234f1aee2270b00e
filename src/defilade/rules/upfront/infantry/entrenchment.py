"""Entrenchments (UF:36)."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Chance, Frame, Line, Refusal
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.attack import (
    MINES,
    TERRAIN_STEP,
    Attack,
    attack_lines,
)
from defilade.rules.upfront.game.cards import ActionCard
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, turned
from defilade.rules.upfront.game.library import ANY_NUMBER
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.state import OPEN, WIRE, Group, Laid, Machine, Man, Unit
from defilade.rules.upfront.infantry.discards import discards_allowed
from defilade.rules.upfront.infantry.movement import on_moved
from defilade.rules.upfront.infantry.terrain import is_moving, lasting_cover, terrain_of

PART = Part()

DIGGABLE = (OPEN, "hill", "woods", "brush")  # UF:36.3; the fourth name is lost in the text


class Digging(Frame):
    """A group tries to entrench: a 0 of either colour is needed (UF:36.1-a)."""

    group: str


def dig_refusal(g: UfPlay, group: Group) -> Refusal | None:
    if group.entrenched:
        return Refusal(f"{g.group_name(group)} is entrenched already", "UF:36.1-b")
    if terrain_of(group) not in DIGGABLE:
        return Refusal(f"nobody digs in there ({terrain_of(group)})", "UF:36.3")
    men = g.men(group)
    if not men or any(isinstance(u, Machine) and u.kind == "afv" for u in g.members(group)):  # UF:36.4
        return Refusal("only infantry digs in", "UF:36.1-a")
    if is_moving(group) or any(laid.kind == WIRE for laid in group.laid):
        return Refusal("not on the move, nor on Wire", "UF:36.1-a")
    if g.has_pinned(group) or any(man.infiltrates for man in men):
        return Refusal("not with pinned men or infiltrators in the group", "UF:36.1-a")
    return None


def dig_options(g: UfPlay, group: Group) -> Iterator[Action]:
    if dig_refusal(g, group) is None:
        yield Action("entrench", (group.id,))


def dig(g: UfPlay, group: Group, action: Action) -> None:
    g.spend(group)
    player = g.side(group.side)
    g.update_side(group.side, digs=player.digs + 1)
    g.push(Digging(group.id))


def digs_in(card: ActionCard) -> bool:
    """UF:36.1-a"""
    return card.number == 0


@PART.decisions(Digging)
def ask_digging(g: UfPlay, frame: Digging) -> Chance:
    group = g.group(frame.group)
    return draw(g, group.side, f"{g.group_name(group)} digs in on a 0", "UF:36.1-a", about=(group.id,))


@ask_digging
def take_digging(g: UfPlay, frame: Digging, answer: Answer) -> None:
    g.pop()
    group = g.group(frame.group)
    done = digs_in(turned(g, group.side, answer))
    if done:
        g.update_group(group, entrenched=True)
    text = f"{g.group_name(group)} {'is entrenched' if done else 'does not get far with its digging'}."
    g.say("entrenched" if done else "not_entrenched", text, "UF:36.1-a", side=group.side, at=group.id)


PART.action(
    "entrench",
    dig_options,
    dig,
    lambda g, a: f"{g.group_name(a.who[0])} digs in",
    lambda g, group, action: dig_refusal(g, group),
)


# -- what it is good for -----------------------------------------------------------------------------------------


def has_cover(unit: Unit | None) -> bool:
    """UF:36.2-c, UF:36.4: not for infiltrators, men between groups, guns and vehicles."""
    if isinstance(unit, Man):
        return not (unit.infiltrates or unit.transfers_to)
    return unit is None


@PART.modifies(attack_lines, "UF:36.2-a", step=TERRAIN_STEP)
def entrenched(g: UfPlay, attack: Attack, unit: Unit | None) -> Iterator[Line]:
    """UF:36.2-a: besides the terrain. It is terrain to mines (UF:24.32) and flamethrowers (UF:22.1-a)."""
    if (
        attack.kind != MINES
        and not attack.ignores_terrain
        and g.group(attack.target).entrenched
        and has_cover(unit)
    ):
        yield Line("entrenched", -1, "UF:36.2-a")


@PART.answers(lasting_cover)
def dug_in_for_victory(g: UfPlay, group: Group) -> int:
    """UF:36.2-a, UF:16.42-a, in Open Ground too (UF:16.42-c)."""
    return -1 if group.entrenched else 0


@PART.answers(on_moved)
def left_behind(g: UfPlay, group: Group, laid: Laid) -> None:
    """UF:36.2-b: any Movement card on the group but one that removes Wire; what single men play does not count."""
    if group.entrenched:
        g.update_group(group, entrenched=False)
        text = f"{g.group_name(group)} leaves its entrenchment."
        g.say("unentrenched", text, "UF:36.2-b", side=group.side, at=group.id)


# -- Russians ----------------------------------------------------------------------------------------------------


@PART.answers(discards_allowed)
def russians_dig_and_discard(g: UfPlay, side: str, limit: int) -> int:
    """UF:36.5: their attempts do not count as actions here, but each costs them a discard. So Guards have one left
    after an action and an attempt (UF:39.2-b). Whoever may discard any number keeps a card of his hand for each."""
    player = g.side(side)
    if not player.digs or player.nation != "russian":
        return limit
    allowed = g.library.troops[player.troops].discards
    counted, others = min(player.actions, 2), min(player.actions - player.digs, 2)
    most = len(g.hand(side)) if allowed[others] == ANY_NUMBER else allowed[others]
    return limit + most - allowed[counted] - player.digs
