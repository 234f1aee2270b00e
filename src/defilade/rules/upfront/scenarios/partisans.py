"""Partisans (UF:37): fewer actions, but at home in woods and water, and masters of the ambush."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Choice, Described, Frame, Line, Refusal
from defilade.kernel.frames import Answer
from defilade.rules.upfront.fortifications.minefields import MINEFIELD, MineStrike
from defilade.rules.upfront.game.attack import FIRE, Attack, breakdown
from defilade.rules.upfront.game.cards import CONCEALED, Use
from defilade.rules.upfront.game.cards import TERRAIN as TERRAIN_CARD
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.groups import action_bar, action_limit
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.state import Group, Man
from defilade.rules.upfront.game.values import panic_lines
from defilade.rules.upfront.infantry.concealment import concealed_strength, hand_back
from defilade.rules.upfront.infantry.discards import (
    discard_clash,
    enemy_terrain_refusal,
    has_stopped,
    too_late,
)
from defilade.rules.upfront.infantry.fire import on_attack_declared
from defilade.rules.upfront.infantry.hero import could_hold
from defilade.rules.upfront.infantry.movement import every_move_fords
from defilade.rules.upfront.infantry.odds import attack_odds
from defilade.rules.upfront.infantry.terrain import is_moving, leaves_marsh_at_once, terrain_of
from defilade.rules.upfront.infantry.wording import described_by_section
from defilade.rules.upfront.turn.setup import set_up_before_terrain

PART = Part()

PARTISANS = "partisans"
AMBUSH_FROM = ("woods", "brush")
SNIPERS = 2


def are_partisans(g: UfPlay, side: str) -> bool:
    """Russians of that kind, as the scenario has them (UF:37.1-a); all else that Russians can do they can do."""
    return g.side(side).troops == PARTISANS


# -- what they lack ----------------------------------------------------------------------------------------------


@PART.answers(action_limit)
def fewer_actions(g: UfPlay, side: str, more: int, groups: int = 0) -> Refusal | None:
    """UF:37.1-b: one action less than they have groups, but at least one."""
    if not are_partisans(g, side):
        return None
    most = max(1, len(g.groups_of(side)) + groups - 1)
    if g.side(side).actions + more > most:
        return Refusal(f"partisans take {most} actions with so many groups", "UF:37.1-b")
    return None


@PART.answers(action_bar)
def no_action_left(g: UfPlay, group: Group) -> Refusal | None:
    return fewer_actions(g, group.side, 1)


@PART.answers(panic_lines)
def easily_shaken(g: UfPlay, man: Man) -> Iterator[Line]:
    """UF:37.1-c: not the printed value, with which the number for KIA or Rout is compared."""
    if are_partisans(g, man.side):
        yield Line("partisan", -1, "UF:37.1-c")


# -- what they are good at ---------------------------------------------------------------------------------------


@PART.answers(concealed_strength)
def hard_to_find(g: UfPlay, side: str) -> int:
    """UF:37.2: in concealment and in Close Combat."""
    return 1 if are_partisans(g, side) else 0


@PART.answers(every_move_fords)
def know_the_fords(g: UfPlay, group: Group) -> bool:
    """UF:37.3-a"""
    return are_partisans(g, group.side)


@PART.answers(leaves_marsh_at_once)
def know_the_marsh(g: UfPlay, group: Group) -> bool:
    """UF:37.3-b: after one Movement card, which is a sideways one."""
    return are_partisans(g, group.side)


@PART.answers(set_up_before_terrain)
def many_marksmen(g: UfPlay, side: str) -> Frame | None:
    """UF:37.4: two Sniper Checks must succeed, after two attacks, before they are without Snipers."""
    if are_partisans(g, side):
        g.update_side(side, snipers=max(SNIPERS, g.side(side).snipers))
    return None


# -- ambush ------------------------------------------------------------------------------------------------------


class Ambushing(Frame):
    """Partisans have declared fire from an ambush: a Concealed card may strengthen it (UF:37.5-a)."""

    attack: Attack


def is_ambush(g: UfPlay, attack: Attack) -> bool:
    """UF:37.5-a: from Woods or Brush, not moving, and nobody on either side is pinned."""
    if attack.kind != FIRE or not attack.firer or not are_partisans(g, attack.side):
        return False
    firer, target = g.group(attack.firer), g.group(attack.target)
    if is_moving(firer) or terrain_of(firer) not in AMBUSH_FROM:
        return False
    return not g.has_pinned(firer) and not g.has_pinned(target)


@PART.answers(on_attack_declared)
def spring_ambush(g: UfPlay, attack: Attack) -> None:
    """As things are when the attack is declared: a Hero who comes to his senses later changes nothing (UF:37.5-b)."""
    if is_ambush(g, attack) and could_hold(g, attack.side, CONCEALED):
        g.push(Ambushing(attack))


def from_ambush(attack: Attack, use: Use) -> Attack:
    """The attack with the number of a Concealed card added to its Fire Strength."""
    return replace(attack, strength=attack.strength + use.value, label=f"{attack.label} from ambush")


@PART.answers(described_by_section)
def describe_ambush(g: UfPlay, action: Action) -> Described | None:
    """The attack with the card and without it."""
    top = g.state.stack[-1] if g.state.stack else None
    if not isinstance(top, Ambushing):
        return None
    use = g.usable(top.attack.side, action.who[0], CONCEALED) if action.who else None
    attack = top.attack if use is None else from_ambush(top.attack, use)
    return Described("", ("UF:37.5-a",), breakdown(g, attack), attack_odds(g, attack, attack.side))


@PART.decisions(Ambushing)
def ask_ambushing(g: UfPlay, frame: Ambushing) -> Choice:
    side = frame.attack.side
    options = [Action("ambush", (card,)) for card, _ in g.holds(side, CONCEALED)]
    asks = "An ambush: add a Concealed card to the attack?"
    return Choice(side, asks, (*options, Action("no")), ("UF:37.5-a",), at=frame.attack.target)


@ask_ambushing
def take_ambushing(g: UfPlay, frame: Ambushing, answer: Answer) -> None:
    """The number printed on the card, without the bonus for concealment, makes the Fire cards stronger."""
    g.pop()
    assert isinstance(answer, Action)
    if answer.verb == "no":
        return
    side = frame.attack.side
    (card,) = answer.who
    use = g.usable(side, card, CONCEALED)
    assert use is not None
    g.spend_card(side, card)
    attack = from_ambush(frame.attack, use)
    hand_back(g, attack)
    text = f"An ambush: the Fire Strength is {attack.strength}."
    g.say("ambush", text, "UF:37.5-a", side=side, who=(card,), at=attack.target)


PART.wording("ambush", lambda g, a: f"Add {g.card_name(a.who[0])}")


# -- booby traps -------------------------------------------------------------------------------------------------


@PART.answers(discard_clash)
def no_minefields(g: UfPlay, side: str, action: Action, plans: list[Action]) -> bool:
    """UF:37.6: their mines are booby traps and nothing else."""
    if action.verb != "put-terrain" or not are_partisans(g, side):
        return False
    use = g.usable(side, action.who[0], TERRAIN_CARD)
    return use is not None and use.terrain == MINEFIELD


def trap_options(g: UfPlay, side: str) -> Iterator[Action]:
    if not are_partisans(g, side):
        return
    for card, use in g.holds(side, TERRAIN_CARD):
        if use.terrain == MINEFIELD:
            for group in g.enemy_groups(side):
                if enemy_terrain_refusal(g, side, group, MINEFIELD) is None:
                    yield Action("booby-trap", (card,), group.id)


def spring_trap(g: UfPlay, side: str, action: Action) -> None:
    """UF:37.6: it attacks one man and is gone for good; the group stays where it is."""
    (card,) = action.who
    group = g.group(action.at)
    refusal = has_stopped(g, group)
    if refusal is not None:
        too_late(g, side, card, group, refusal)
        return
    table = g.side(side).table
    tray = g.state.trays[table]
    g.state.trays[table] = replace(tray, removed=(*tray.removed, card))
    use = g.deck[card].use(g.side(side).nation, TERRAIN_CARD)
    assert use is not None
    text = f"{g.group_name(action.at)} runs into a booby trap."
    g.say("booby_trap", text, "UF:37.6", side=side, who=(card,), at=action.at)
    g.push(MineStrike(action.at, use.value, side))


PART.discard("booby-trap", trap_options, spring_trap, lambda g, a: f"Booby trap for {g.group_name(a.at)}")
