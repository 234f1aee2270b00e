"""Berserk Russians (UF:20.9): men who charge instead of dying of panic."""

from __future__ import annotations

from defilade.kernel import Action, Chance, Choice, Frame, Refusal
from defilade.kernel.frames import Answer
from defilade.rules.upfront.close_quarters.close_combat import Fights, attacked_position
from defilade.rules.upfront.game.attack import Attack
from defilade.rules.upfront.game.cards import HERO, ActionCard
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, time_is_up
from defilade.rules.upfront.game.groups import relative_range
from defilade.rules.upfront.game.losses import on_rallied, panic_fate, remove, unpin
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.state import KIA, Group, Man, Unit
from defilade.rules.upfront.infantry.crews import assistant_of, is_gunner, release
from defilade.rules.upfront.infantry.hero import HeroWindow, could_hold
from defilade.rules.upfront.infantry.laying_down import leave_weapon
from defilade.rules.upfront.infantry.odds import other_fate
from defilade.rules.upfront.infantry.terrain import terrain_of
from defilade.rules.upfront.infantry.victory import broken_squad
from defilade.rules.upfront.infantry.weapon_capture import capture_bar
from defilade.rules.upfront.turn.sequence import on_turn_starts

PART = Part()


def enemies_at_hand(g: UfPlay, man: Man) -> list[Group]:
    """Enemy groups at Relative Range 5: he charges them wherever they are, in a Pillbox or a Minefield too
    (UF:20.91-a)."""
    group = g.group_of(man)
    return [enemy for enemy in g.enemy_groups(man.side) if relative_range(group, enemy) == 5]


@PART.answers(panic_fate)
def panics_again(g: UfPlay, unit: Unit, fate: str, card: ActionCard, attack: Attack | None) -> bool:
    """UF:20.9-b: a berserk man is killed, whatever the number says; no wound or captor saves him."""
    if not isinstance(unit, Man) or not unit.berserk:
        return False
    remove(g, unit, KIA, "UF:20.9-b")
    return True


@PART.answers(panic_fate)
def goes_berserk(g: UfPlay, unit: Unit, fate: str, card: ActionCard, attack: Attack | None) -> bool:
    """UF:20.9-a: a pinned Russian who would be killed by panic, but not a gun's crew (UF:34.7-b). In a Minefield it
    is the end of him (UF:24.7-b)."""
    if not isinstance(unit, Man) or not _would_rage(g, unit, fate):
        return False
    if terrain_of(g.group_of(unit)) == "minefield":
        remove(g, unit, KIA, "UF:24.7-b")
        return True
    g.update(unit, berserk=True)
    g.say(
        "berserk", f"{g.name(unit)} goes berserk.", "UF:20.9-a", side=unit.side, who=(unit.id,), at=unit.group
    )
    return True


def _would_rage(g: UfPlay, man: Man, fate: str) -> bool:
    """UF:20.9-a"""
    if fate != KIA or not man.pinned or g.side(man.side).nation != "russian":
        return False
    return bool(enemies_at_hand(g, man))


@PART.answers(other_fate)
def berserk_in_the_odds(
    g: UfPlay, man: Man, fate: str, panics: bool, lowest: bool, card: ActionCard
) -> str | None:
    """UF:20.9-a, unless he is it already (UF:20.9-b) or among mines (UF:24.7-b)"""
    if not panics or man.berserk or not _would_rage(g, man, fate):
        return None
    return None if terrain_of(g.group_of(man)) == "minefield" else "berserk"


@PART.answers(on_rallied)
def comes_to_himself(g: UfPlay, unit: Unit) -> None:
    """However he is rallied, as by a Hero card (UF:10.4-a), he is himself again."""
    if isinstance(unit, Man) and unit.berserk:
        g.update(unit, berserk=False)


# -- the charge --------------------------------------------------------------------------------------------------


class Charging(Frame):
    """At the very start of their turn berserk men charge, one after the other (UF:20.91-a)."""

    side: str
    man: str = ""
    target: str = ""
    unarmed: tuple[str, ...] = ()
    """Men who have left their crew weapons behind (UF:20.91-c)."""
    asked: tuple[str, ...] = ()
    """Men for whom a Hero card could have been played before they charge (UF:10.4-a)."""


def berserk_men(g: UfPlay, side: str) -> list[Man]:
    return [u for u in g.state.units.values() if isinstance(u, Man) and u.side == side and u.berserk]


@PART.answers(on_turn_starts)
def they_charge(g: UfPlay, side: str) -> None:
    if berserk_men(g, side):
        g.push(Charging(side))


@PART.decisions(Charging)
def ask_charging(g: UfPlay, frame: Charging) -> Choice | Chance | None:
    if not frame.man:
        return None
    man = g.man(frame.man)
    if frame.target:
        return draw(g, man.side, f"Whom does {g.name(man)} attack?", "UF:20.91-a", about=(man.id,))
    options = tuple(Action("charge", (man.id,), group.id) for group in enemies_at_hand(g, man))
    return Choice(man.side, f"{g.name(man)} charges. Whom?", options, ("UF:20.91-a",), about=(man.id,))


@ask_charging
def take_charging(g: UfPlay, frame: Charging, answer: Answer) -> None:
    if isinstance(answer, Action):
        frame.target = answer.at
    elif frame.man and frame.target:
        man, target = g.man(frame.man), frame.target
        frame.man = frame.target = ""
        defender = attacked_position(g, man, target, answer)
        g.push(Fights(((man.id, defender),)))
    else:
        _next_charge(g, frame)


def _next_charge(g: UfPlay, frame: Charging) -> None:
    men = berserk_men(g, frame.side)
    over = broken_squad(g) is not None or time_is_up(g, frame.side)  # UF:16.5-a, UF:16.3-b
    if not men or over:
        g.pop()
        return
    man = men[0]
    groups = enemies_at_hand(g, man)
    if not groups:  # UF:20.92
        man = g.update(man, berserk=False)
        unpin(g, man, "UF:20.92")
        return
    if man.id not in frame.asked and could_hold(g, frame.side, HERO):
        frame.asked = (*frame.asked, man.id)
        g.push(HeroWindow(frame.side, man.id))
        return
    if man.crews:  # UF:20.61: nobody attacks hand to hand as crew
        release(g, man, "UF:20.61")
        man = g.man(man.id)
    if is_gunner(g, man) or assistant_of(g, man) is not None:
        leave_weapon(g, man, g.group_of(man), "UF:20.91-c")
        frame.unarmed = (*frame.unarmed, man.id)
    frame.man = man.id
    frame.target = groups[0].id if len(groups) == 1 else ""


@PART.answers(capture_bar)
def stays_unarmed(g: UfPlay, man: Man) -> Refusal | None:
    """UF:20.91-c: a gunner who has charged takes up his own weapon again, and captures none."""
    if any(isinstance(frame, Charging) and man.id in frame.unarmed for frame in g.state.stack):
        return Refusal(f"{g.name(man)} must take up his own weapon again", "UF:20.91-c")
    return None


PART.wording("charge", lambda g, a: f"{g.name(a.who[0])} charges {g.group_name(a.at)}")
