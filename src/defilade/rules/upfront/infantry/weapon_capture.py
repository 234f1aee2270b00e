"""Weapons taken hand to hand (UF:20.74)."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Chance, Choice, Frame, Refusal
from defilade.kernel.composition import bar, told
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, turned
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.state import Group, Loose, Man
from defilade.rules.upfront.infantry.crews import assistant_of, is_gunner, release
from defilade.rules.upfront.infantry.laying_down import (
    his_own_again,
    is_foreign,
    leave_secondary,
    leave_weapon,
    own_weapon,
)

PART = Part()


@bar
def capture_bar(g: UfPlay, man: Man, /) -> Refusal | None:
    """Why may he not take the weapon of the man he has killed hand to hand?"""


@bar
def carry_bar(g: UfPlay, man: Man, weapon: str, /) -> Refusal | None:
    """Why may the man not take up this primary or secondary weapon?"""


@told
def on_armed(g: UfPlay, man: Man, /) -> None:
    """A man has a captured weapon, beside his own or not."""


class TakingWeapon(Frame):
    """The victor may take the weapon of the man he has killed, or have it removed (UF:20.74-a)."""

    victor: str
    loser: str


def capture_refusal(g: UfPlay, man: Man) -> Refusal | None:
    """UF:20.74-a: the operator of a crew-served weapon captures none."""
    if is_gunner(g, man):
        return Refusal(f"{g.name(man)} has a crew-served weapon", "UF:20.74-a")
    return capture_bar(g, man)


def offer_weapon(g: UfPlay, victor: Man, loser: Man) -> None:
    """Not ordnance; and a man at a crew weapon or with prisoners has his hands full."""
    weapon = g.weapon(loser)
    if weapon is not None and weapon.ordnance is None:
        g.push(TakingWeapon(victor.id, loser.id))


@PART.decisions(TakingWeapon)
def ask_taking_weapon(g: UfPlay, frame: TakingWeapon) -> Choice | None:
    victor = g.state.units.get(frame.victor)
    if not isinstance(victor, Man):
        return None
    loser = g.state.fallen[frame.loser].unit
    assert isinstance(loser, Man)
    asks = f"{g.name(victor)}: take the {g.library.weapons[loser.weapon].name} of {g.name(loser)}?"
    taking = ("take-weapon",) if capture_refusal(g, victor) is None else ()
    verbs = (*taking, "destroy-weapon", "leave-weapon")
    options = tuple(Action(verb, (frame.victor, frame.loser)) for verb in verbs)
    return Choice(victor.side, asks, options, ("UF:20.74-a",), about=(frame.victor,))


@ask_taking_weapon
def take_taking_weapon(g: UfPlay, frame: TakingWeapon, answer: Answer) -> None:
    g.pop()
    if not isinstance(answer, Action) or answer.verb == "leave-weapon":
        return
    loser = g.state.fallen[frame.loser].unit
    assert isinstance(loser, Man)
    clear_away(g, loser)
    if answer.verb == "take-weapon":
        take_weapon(g, g.man(frame.victor), loser)
    else:
        text = f"{g.name(loser)}'s weapon is destroyed."
        g.say("weapon_gone", text, "UF:20.74-a", side=loser.side, who=(loser.id,))


def clear_away(g: UfPlay, loser: Man) -> None:
    """It does not lie with any group any more, and whoever crewed it is free (UF:11.13)."""
    for key in (loser.infiltrates, loser.group):
        group = g.state.groups.get(key)
        found = [one for one in group.loose if one.weapon == loser.weapon] if group is not None else []
        if group is not None and found:
            left = list(group.loose)
            left.reverse()
            left.remove(found[-1])
            left.reverse()
            g.update_group(group, loose=tuple(left))
            helper = g.state.units.get(found[-1].assistant)
            if isinstance(helper, Man) and helper.crews:
                release(g, helper)
            return


def take_weapon(g: UfPlay, victor: Man, loser: Man) -> None:
    victor = take_in_hand(g, victor, loser.weapon, loser.broken)
    weapon = g.library.weapons[loser.weapon].name
    text = f"{g.name(victor)} takes the {weapon} of {g.name(loser)}."
    rule = "UF:20.74-b" if victor.captured else "UF:18.21-a"
    g.say("captured_weapon", text, "UF:20.74-a", rule, side=victor.side, who=(victor.id, loser.id))


def take_in_hand(g: UfPlay, man: Man, weapon: str, broken: bool) -> Man:
    """One of his own side's weapons is no captured one, whoever had it: he leaves his own for it (UF:18.21-a)."""
    if is_foreign(g, weapon, man.side):
        return hold_captured(g, man, weapon, broken)
    if man.crews:
        release(g, man)
        man = g.man(man.id)
    while man.weapon:
        man = leave_weapon(g, man, g.group(man.infiltrates or man.group), "UF:18.21-a")
    fresh: Man = g.update(free_hands(g, man, weapon), weapon=weapon, broken=broken)
    return fresh


def hold_captured(g: UfPlay, man: Man, weapon: str, broken: bool) -> Man:
    """His own printed weapon stays with him unused (UF:20.74-b); any other is gone (UF:20.74-c). It counts as his
    secondary weapon, and he carries no more than one (UF:21.1-b)."""
    own, malfunctions = own_weapon(g, man)
    assistant = assistant_of(g, man)
    if assistant is not None:
        release(g, assistant)
    if man.crews:
        release(g, man)
        man = g.man(man.id)
    if man.secondary and own:
        man = leave_secondary(g, man, g.group_of(man), "UF:21.1-b")
    man = free_hands(g, man, weapon)
    fresh: Man = g.update(
        man, weapon=weapon, captured=True, broken=broken, kept=own, kept_broken=malfunctions
    )
    on_armed(g, fresh)
    return fresh


def free_hands(g: UfPlay, man: Man, weapon: str) -> Man:
    """A secondary weapon that he may not carry beside his new weapon stays with his group (UF:21.1-c)."""
    refusal = carry_bar(g, man, weapon) if man.secondary else None
    return man if refusal is None else leave_secondary(g, man, g.group_of(man), refusal.rule)


def put_down_options(g: UfPlay, group: Group) -> Iterator[Action]:
    """UF:20.74-d: to abandon or destroy a captured weapon is the group's action."""
    for man in g.men(group):
        if man.captured and not man.pinned:  # UF:10.1
            yield Action("put-down", (group.id, man.id), how="abandon")
            yield Action("put-down", (group.id, man.id), how="destroy")


def put_down(g: UfPlay, group: Group, action: Action) -> None:
    g.spend(group)
    man = g.man(action.who[1])
    if action.how == "abandon":
        leave_weapon(g, man, group, "UF:20.74-d")
    else:
        lose_captured_weapon(g, man, "UF:20.74-d")


def lose_captured_weapon(g: UfPlay, man: Man, *rules: str) -> None:
    """A captured weapon is gone for good; he has his own again, if he kept it (UF:20.74-b)."""
    assistant = assistant_of(g, man)
    if assistant is not None:
        release(g, assistant)
    weapon = g.library.weapons[man.weapon].name
    his_own_again(g, man)
    g.say(
        "weapon_gone",
        f"The captured {weapon} of {g.name(man)} is gone.",
        *rules,
        side=man.side,
        who=(man.id,),
    )


# -- weapons that lie with the infiltrated group -----------------------------------------------------------------


class Seizing(Frame):
    """An infiltrator tries to take up a weapon that lies with the group he has infiltrated (UF:20.57)."""

    man: str
    number: int


def seize_refusal(g: UfPlay, man: Man, loose: Loose) -> Refusal | None:
    """UF:20.57: not while it still has an assistant crewman; only a free man can take it up (UF:18.2-a)."""
    if man.pinned or not man.infiltrates or man.guards:
        return Refusal(f"{g.name(man)} cannot take up a weapon now", "UF:18.2-a")
    if loose.assistant in g.state.units and g.man(loose.assistant).crews:
        return Refusal("it still has an assistant crewman", "UF:20.57")
    return None


def seize_options(g: UfPlay, group: Group) -> Iterator[Action]:
    for man in g.men(group):
        if man.infiltrates:
            for number, loose in enumerate(g.group(man.infiltrates).loose):
                if loose.weapon in g.library.weapons and seize_refusal(g, man, loose) is None:
                    yield Action("seize", (group.id, man.id), how=str(number + 1))


def why_not_seize(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    man = g.state.units.get(action.who[1]) if len(action.who) > 1 else None
    if not isinstance(man, Man) or not man.infiltrates:
        return Refusal("only an infiltrator can do that", "UF:20.57")
    loose = g.group(man.infiltrates).loose
    if not action.how.isdigit() or not 1 <= int(action.how) <= len(loose):
        return Refusal("there is no such weapon", "UF:20.57")
    return seize_refusal(g, man, loose[int(action.how) - 1])


def seize(g: UfPlay, group: Group, action: Action) -> None:
    g.spend(group)
    g.push(Seizing(action.who[1], int(action.how) - 1))


@PART.decisions(Seizing)
def ask_seizing(g: UfPlay, frame: Seizing) -> Chance:
    man = g.man(frame.man)
    weapon = g.library.weapons[g.group(man.infiltrates).loose[frame.number].weapon].name
    return draw(
        g, man.side, f"{g.name(man)} takes up the {weapon} on a black number", "UF:20.57", about=(man.id,)
    )


@ask_seizing
def take_seizing(g: UfPlay, frame: Seizing, answer: Answer) -> None:
    g.pop()
    man = g.man(frame.man)
    if turned(g, man.side, answer).red:
        text = f"{g.name(man)} does not get at it."
        g.say("not_acquired", text, "UF:18.2-b", side=man.side, who=(man.id,))
        return
    place = g.group(man.infiltrates)
    loose = place.loose[frame.number]
    g.update_group(place, loose=(*place.loose[: frame.number], *place.loose[frame.number + 1 :]))
    man = take_in_hand(g, man, loose.weapon, loose.broken)
    text = f"{g.name(man)} takes up the {g.library.weapons[loose.weapon].name}."
    g.say("acquired", text, "UF:20.57", side=man.side, who=(man.id,), at=place.id)


PART.action(
    "seize",
    seize_options,
    seize,
    lambda g, a: f"{g.name(a.who[1])} takes up a weapon of the infiltrated group",
    why_not_seize,
)
PART.action(
    "put-down",
    put_down_options,
    put_down,
    lambda g, a: f"{g.name(a.who[1])}: {a.how} the captured weapon",
)
PART.wording("take-weapon", lambda g, a: "Take it")
PART.wording("destroy-weapon", lambda g, a: "Have it removed")
PART.wording("leave-weapon", lambda g, a: "Leave it")
