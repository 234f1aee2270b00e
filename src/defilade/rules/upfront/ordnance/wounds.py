"""Wounds (UF:33): men who are hit but not out of the fight."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Chance, Choice, Frame, Line, Refusal
from defilade.kernel.frames import Answer
from defilade.rules.upfront.close_quarters.close_combat import cannot_fight, gives_no_help, weapon_value
from defilade.rules.upfront.game.attack import Attack
from defilade.rules.upfront.game.cards import HERO, ActionCard
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, turned
from defilade.rules.upfront.game.losses import panic_fate, remove
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.questions import ccv_lines, on_turn_ends
from defilade.rules.upfront.game.secondary_weapons import PANZERFAUST, carry_refusal
from defilade.rules.upfront.game.state import KIA, ROUT, Group, Loose, Man, Unit
from defilade.rules.upfront.ground.to_hit import to_hit_lines
from defilade.rules.upfront.infantry.crews import (
    assistant_of,
    end_crew_without_weapon,
    release,
    stand_together,
)
from defilade.rules.upfront.infantry.firepower import fire_bar, firepower_changes
from defilade.rules.upfront.infantry.hero import HeroWindow, could_hold, hero_serves, on_hero, play_hero
from defilade.rules.upfront.infantry.laying_down import his_own_again, leave_secondary, weapon_name
from defilade.rules.upfront.infantry.moving_fire import man_moves
from defilade.rules.upfront.infantry.odds import other_fate
from defilade.rules.upfront.infantry.rally import is_let_go
from defilade.rules.upfront.infantry.resolution import Resolving, kia_fate
from defilade.rules.upfront.infantry.weapon_capture import carry_bar, free_hands, on_armed
from defilade.rules.upfront.ordnance.malfunction import at_risk_while_idle
from defilade.rules.upfront.transfers.acquisition import lay_down, lay_down_the_rest
from defilade.rules.upfront.transfers.infiltration import TOO_HEAVY, infiltration_bar
from defilade.rules.upfront.turn.sequence import on_turn_starts

PART = Part()

COLUMN = 7
"""The column 7w of the Random Position Numbers."""


def is_hurt(unit: Unit) -> bool:
    return isinstance(unit, Man) and unit.hurt


# -- how it comes about ------------------------------------------------------------------------------------------


def only_wounded(man: Man, card: ActionCard) -> bool:
    """UF:33.1-a: the number under 7w is his printed Morale."""
    return card.position(COLUMN) == man.morale


@PART.answers(panic_fate)
def panic_is_a_wound(g: UfPlay, unit: Unit, fate: str, card: ActionCard, attack: Attack | None) -> bool:
    """UF:33.1-a: where he would rout; who is killed by panic is dead (UF:6.53). Guns and vehicles are no men
    (UF:33.11). Nor is a man wounded whom his player lets go (UF:10.3)."""
    if fate != ROUT or not isinstance(unit, Man) or not only_wounded(unit, card) or is_let_go(g, unit):
        return False
    wound(g, unit)
    return True


@PART.answers(other_fate)
def wounded_in_the_odds(
    g: UfPlay, man: Man, fate: str, panics: bool, lowest: bool, card: ActionCard
) -> str | None:
    """As below and above; a second wound is taken for his end (UF:33.7-b), and so is another panic of a berserk man
    (UF:20.9-b)."""
    spared = fate == ROUT and not man.berserk if panics else lowest
    return "wounded" if spared and not is_hurt(man) and only_wounded(man, card) else None


@PART.answers(kia_fate)
def kia_is_a_wound(g: UfPlay, man: Man, lowest: bool, card: ActionCard, attack: Attack | None) -> bool:
    """UF:33.1-a: only with the lowest number that kills, a Sniper's too (UF:14.3-a). In Close Combat nobody is wounded
    (UF:33.1-c): its losses do not come this way."""
    if not lowest or not only_wounded(man, card):
        return False
    wound(g, man)
    return True


def wound(g: UfPlay, man: Man) -> None:
    """He stays as he was, pinned or not (UF:33.1-b). A second wound kills, unless a Hero is played (UF:33.7-b)."""
    if is_hurt(man):
        g.push(SecondWound(man.id))
        return
    g.update(man, wounded=True)
    g.say("wounded", f"{g.name(man)} is wounded.", "UF:33.1-a", side=man.side, who=(man.id,), at=man.group)
    one_must_go(g, g.man(man.id))


class SecondWound(Frame):
    """A wounded man is wounded again: only a Hero card played at once saves him (UF:33.7-b)."""

    man: str


@PART.decisions(SecondWound)
def ask_second_wound(g: UfPlay, frame: SecondWound) -> Choice | None:
    man = g.man(frame.man)
    if not could_hold(g, man.side, HERO):
        return None
    options = [Action("hero", (card, man.id)) for card, _ in g.holds(man.side, HERO)]
    asks = f"{g.name(man)} is wounded again. Play a Hero card to save him?"
    return Choice(man.side, asks, (*options, Action("no")), ("UF:33.7-b",), about=(man.id,))


@ask_second_wound
def take_second_wound(g: UfPlay, frame: SecondWound, answer: Answer) -> None:
    g.pop()
    man = g.man(frame.man)
    if isinstance(answer, Action) and answer.verb == "hero":
        play_hero(g, man.side, answer)
    else:
        remove(g, man, KIA, "UF:33.7-b")


class TooMuchToCarry(Frame):
    """A wounded man keeps his primary or his secondary weapon, not both (UF:33.6)."""

    man: str


def has_too_much(man: Unit | None) -> bool:
    """UF:33.6; his own weapon beside a captured one is his secondary weapon (UF:20.74-b)."""
    return isinstance(man, Man) and man.hurt and bool(man.weapon) and bool(man.secondary or man.kept)


@PART.answers(on_armed)
def one_must_go(g: UfPlay, man: Man) -> None:
    if has_too_much(man):
        g.push(TooMuchToCarry(man.id))


@PART.decisions(TooMuchToCarry)
def ask_too_much_to_carry(g: UfPlay, frame: TooMuchToCarry) -> Choice | None:
    if not has_too_much(g.state.units.get(frame.man)):
        return None
    man = g.man(frame.man)
    options = (Action("keep", (man.id,), how="primary"), Action("keep", (man.id,), how="secondary"))
    return Choice(man.side, f"Which weapon does {g.name(man)} keep?", options, ("UF:33.6",), about=(man.id,))


@ask_too_much_to_carry
def take_too_much_to_carry(g: UfPlay, frame: TooMuchToCarry, answer: Answer) -> None:
    """What becomes of the other one is what becomes of a fallen man's (UF:18.1-b, UF:18.1-c)."""
    g.pop()
    if not isinstance(answer, Action):
        return
    man = g.man(frame.man)
    if answer.how == "secondary":
        lay_down(g, man, Loose(man.weapon, broken=man.broken), "UF:33.6")
        end_crew_without_weapon(g, his_own_again(g, man))
        return
    lay_down_the_rest(g, man, "UF:33.6")
    g.update(man, secondary="", secondary_broken=False, kept="", kept_broken=False)


@PART.answers(carry_bar)
def one_weapon_is_enough(g: UfPlay, man: Man, name: str) -> Refusal | None:
    """UF:33.6: nor does he take a second one. UF:21.1-b, UF:21.1-c for all men: one secondary weapon, and beside
    light arms only."""
    secondary = name not in g.library.weapons
    if is_hurt(man) and (man.weapon if secondary else man.secondary):
        return Refusal(f"{g.name(man)} is wounded and carries one weapon only", "UF:33.6")
    if secondary:
        return carry_refusal(g.library, man.weapon, (man.secondary, man.kept), name)
    return carry_refusal(g.library, name, (), man.secondary) if man.secondary else None


# -- what it does ------------------------------------------------------------------------------------------------


@PART.answers(firepower_changes)
def wounded_firepower(g: UfPlay, man: Man, attack: Attack) -> Iterator[Line]:
    """UF:33.2-a. As an assistant he is as good as any other (UF:33.3-a)."""
    if is_hurt(man):
        yield Line("wounded", 0.5, "UF:33.2-a", "x")


@PART.answers(to_hit_lines)
def wounded_aim(g: UfPlay, unit: Unit, attack: Attack) -> Iterator[Line]:
    """UF:33.2-a: ordnance loses frequency instead, if it is his primary weapon."""
    if is_hurt(unit) and attack.weapon != PANZERFAUST:
        yield Line("wounded", -1, "UF:33.2-a")


@PART.answers(fire_bar)
def not_on_the_move(g: UfPlay, man: Man, attack: Attack) -> Refusal | None:
    if is_hurt(man) and man_moves(g, man):
        return Refusal(f"{g.name(man)} is wounded and does not fire on the move", "UF:33.2-b")
    return None


@PART.answers(at_risk_while_idle)
def weapon_still_at_risk(g: UfPlay, man: Man, attack: Attack) -> bool:
    """UF:33.2-b: his weapon can malfunction all the same."""
    return is_hurt(man) and man_moves(g, man)


@PART.answers(infiltration_bar)
def wounded_stay(g: UfPlay, man: Man, target: Group) -> Refusal | None:
    """One who is an infiltrator already may still enter Close Combat."""
    return Refusal(f"{g.name(man)} is wounded", "UF:33.5-a") if is_hurt(man) else None


@PART.answers(ccv_lines)
def wounded_in_close_combat(g: UfPlay, man: Man) -> Iterator[Line]:
    """UF:33.5-c: like a pinned man, or like a pinned and unarmed one if he is pinned."""
    if is_hurt(man):
        yield Line("wounded", -weapon_value(g, man) if man.pinned else -4, "UF:33.5-c")


@PART.answers(cannot_fight)
def cannot_defend_himself(g: UfPlay, unit: Unit) -> bool:
    """UF:33.5-b"""
    return is_hurt(unit) and unit.pinned and isinstance(unit, Man) and not unit.weapon


@PART.answers(gives_no_help)
def no_help_from_the_wounded(g: UfPlay, unit: Unit) -> bool:
    """UF:33.5-d"""
    return is_hurt(unit)


# -- weapons that change hands -----------------------------------------------------------------------------------


def swap_refusal(g: UfPlay, man: Man, other: Man) -> Refusal | None:
    """Why two men of a group do not exchange their primary weapons, if they do not: both must be free to, and one of
    them wounded (UF:18.21-b, UF:33.3-b)."""
    if not (is_hurt(man) or is_hurt(other)):
        return Refusal("one of the two must be wounded", "UF:18.21-b")
    for one, taken in ((man, other.weapon), (other, man.weapon)):
        if one.pinned or one.berserk or one.transfers_to or not one.weapon:
            return Refusal(f"{g.name(one)} cannot exchange his weapon now", "UF:18.21-b")
        if one.infiltrates and g.library.weapons[taken].kind in TOO_HEAVY:
            return Refusal(f"an infiltrator has no use for the {weapon_name(g, taken)}", "UF:20.23-b")
    crew = crew_of(g, man, other)
    if crew is not None:
        gunner, _ = crew
        return Refusal(f"{g.name(gunner)} guards prisoners", "UF:32.2-c") if gunner.guards else None
    if man.crews or other.crews:
        return Refusal("an assistant crewman exchanges weapons with his gunner only", "UF:33.3-b")
    if (man.weapon, man.broken) == (other.weapon, other.broken):
        return Refusal("they have the same weapons", "UF:18.21-b")
    return None


def crew_of(g: UfPlay, man: Man, other: Man) -> tuple[Man, Man] | None:
    """The gunner and his assistant, if the two are that."""
    for gunner, assistant in ((man, other), (other, man)):
        helper = assistant_of(g, gunner)
        if helper is not None and helper.id == assistant.id:
            return gunner, assistant
    return None


def swap_options(g: UfPlay, group: Group) -> Iterator[Action]:
    """Each pair once, the wounded man first."""
    men = g.men(group)
    for place, man in enumerate(men):
        for later, other in enumerate(men):
            twice = is_hurt(other) and later < place
            if is_hurt(man) and other.id != man.id and not twice and swap_refusal(g, man, other) is None:
                yield Action("swap-weapons", (group.id, man.id, other.id))


def why_no_swap(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    two = [unit for uid in action.who[1:3] if isinstance(unit := g.state.units.get(uid), Man)]
    if len(two) == 2 and all(man.group == group.id for man in two):
        return swap_refusal(g, *two)
    return None


def swap(g: UfPlay, group: Group, action: Action) -> None:
    """The group's sole action. A gunner and his assistant change places: the assistant has the weapon now, the other
    man crews it (UF:33.3-b). Else an assistant stays with the weapon that he crews (UF:11.13)."""
    g.spend(group)
    two = g.man(action.who[1]), g.man(action.who[2])
    crew = crew_of(g, *two)
    helpers = [(assistant_of(g, one), other) for one, other in (two, two[::-1])] if crew is None else []
    first, second = (_make_room(g, one, other.weapon) for one, other in ((two[0], two[1]), (two[1], two[0])))
    for one, other in ((first, second), (second, first)):
        g.update(one, weapon=other.weapon, broken=other.broken, captured=other.captured, acquired="")
    if crew is not None:
        gunner, assistant = crew
        g.update(g.man(gunner.id), crews=assistant.id)
        g.update(g.man(assistant.id), crews="")
    for helper, gunner in helpers:
        if helper is not None:
            _crews_for(g, helper, gunner)
    text = f"{g.name(second)} takes over the weapon of {g.name(first)}."
    rule = "UF:33.3-b" if crew is not None else "UF:18.21-b"
    g.say("swapped", text, rule, side=group.side, who=(first.id, second.id), at=group.id)


def _make_room(g: UfPlay, man: Man, weapon: str) -> Man:
    """He leaves what he cannot carry beside the weapon that he gets (UF:21.1-c)."""
    if man.kept:
        return leave_secondary(g, man, g.group_of(man), "UF:21.1-c")
    return free_hands(g, man, weapon)


def _crews_for(g: UfPlay, assistant: Man, gunner: Man) -> None:
    """UF:11.13; an infiltrator has no crew (UF:20.61)."""
    if gunner.infiltrates:
        release(g, assistant, "UF:20.61")
        return
    g.update(assistant, crews=gunner.id)
    stand_together(g, g.group_of(gunner), gunner.id, assistant.id)


PART.action(
    "swap-weapons",
    swap_options,
    swap,
    lambda g, a: f"{g.name(a.who[2])} takes over the weapon of wounded {g.name(a.who[1])} for his own",
    why_no_swap,
)


# -- endurance ---------------------------------------------------------------------------------------------------


@PART.answers(hero_serves)
def feels_no_pain(g: UfPlay, man: Man) -> bool:
    """UF:33.9"""
    return man.hurt


class Enduring(Frame):
    """In the first turn of a new deck each wounded man draws; red removes him (UF:33.7-a)."""

    side: str
    men: tuple[str, ...]
    asked: bool = False


@PART.answers(on_turn_starts)
def a_new_deck(g: UfPlay, side: str) -> None:
    number = g.tray(side).number
    if number <= g.side(side).endured:
        return
    g.update_side(side, endured=number)
    men = tuple(u.id for u in g.state.units.values() if u.side == side and is_hurt(u))
    if men:
        g.push(Enduring(side, men))


def _patient(g: UfPlay, frame: Enduring) -> Man | None:
    unit = g.state.units.get(frame.men[0]) if frame.men else None
    return unit if isinstance(unit, Man) and is_hurt(unit) else None


@PART.decisions(Enduring)
def ask_enduring(g: UfPlay, frame: Enduring) -> Chance | None:
    man = _patient(g, frame)
    if man is None or (not frame.asked and could_hold(g, frame.side, HERO)):
        return None
    return draw(g, frame.side, f"{g.name(man)} goes on unless it is red", "UF:33.7-a", about=(man.id,))


@ask_enduring
def take_enduring(g: UfPlay, frame: Enduring, answer: Answer) -> None:
    man = _patient(g, frame)
    if not frame.men:
        g.pop()
    elif man is None:  # UF:33.7-c: a Hero card exempts him
        frame.men, frame.asked = frame.men[1:], False
    elif answer is None:
        frame.asked = True
        g.push(HeroWindow(frame.side, man.id))
    else:
        frame.men, frame.asked = frame.men[1:], False
        if turned(g, frame.side, answer).red:
            remove(g, man, KIA, "UF:33.7-a")
        else:
            g.say("endures", f"{g.name(man)} goes on.", "UF:33.7-a", side=man.side, who=(man.id,))


# -- heroes ------------------------------------------------------------------------------------------------------


@PART.answers(on_hero)
def hero_forgets_his_wound(g: UfPlay, unit: Unit) -> None:
    """UF:33.9: the first Hero card of a turn suspends the wound; heroic powers take a second one, which may be played
    before the draw against him like the first (UF:10.44)."""
    if not isinstance(unit, Man) or not unit.hurt:
        return
    g.update(unit, wound_eased=True, heroic=False)
    for frame in g.state.stack:
        if isinstance(frame, Resolving):
            frame.asked = False


@PART.answers(on_turn_ends)
def wounds_are_felt_again(g: UfPlay, side: str) -> None:
    for unit in list(g.state.units.values()):
        if isinstance(unit, Man) and unit.wound_eased:
            one_must_go(g, g.update(unit, wound_eased=False))


PART.wording("keep", lambda g, a: f"Keep the {a.how} weapon")
