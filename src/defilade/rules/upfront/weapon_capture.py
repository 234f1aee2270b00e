"""Weapons taken hand to hand (UF:20.74)."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Choice, Frame
from defilade.kernel.frames import Answer
from defilade.rules.upfront.composition import Part
from defilade.rules.upfront.crews import assistant_of, release
from defilade.rules.upfront.laying_down import leave_secondary, leave_weapon
from defilade.rules.upfront.play import UfPlay
from defilade.rules.upfront.state import Group, Man

PART = Part()


class TakingWeapon(Frame):
    """The victor may take the weapon of the man he has killed, or have it removed (UF:20.74-a)."""

    victor: str
    loser: str


def offer_weapon(g: UfPlay, victor: Man, loser: Man) -> None:
    """Not ordnance; and a man at a crew weapon or with prisoners has his hands full."""
    weapon = g.weapon(loser)
    if weapon is not None and weapon.ordnance is None:
        g.push(TakingWeapon(victor.id, loser.id))


@PART.decisions(TakingWeapon)
def ask_taking_weapon(g: UfPlay, frame: TakingWeapon) -> Choice | None:
    victor = g.state.units.get(frame.victor)
    if victor is None:
        return None
    loser = g.state.fallen[frame.loser].unit
    assert isinstance(loser, Man)
    asks = f"{g.name(victor)}: take the {g.library.weapons[loser.weapon].name} of {g.name(loser)}?"
    options = tuple(
        Action(verb, (frame.victor, frame.loser))
        for verb in ("take-weapon", "destroy-weapon", "leave-weapon")
    )
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
    """It does not lie with any group any more."""
    for key in (loser.infiltrates, loser.group):
        group = g.state.groups.get(key)
        found = [one for one in group.loose if one.weapon == loser.weapon] if group is not None else []
        if group is not None and found:
            left = list(group.loose)
            left.reverse()
            left.remove(found[-1])
            left.reverse()
            g.update_group(group, loose=tuple(left))
            for man in g.men(group):
                if man.crews == loser.id:
                    release(g, man)
            return


def take_weapon(g: UfPlay, victor: Man, loser: Man) -> None:
    """His own printed weapon stays with him unused (UF:20.74-b); any other is gone (UF:20.74-c). He carries no
    more than one secondary weapon (UF:21.1-b): another one stays with his group."""
    printed = g.library.men[victor.card].weapon
    own = victor.kept or (victor.weapon if victor.weapon == printed and not victor.captured else "")
    assistant = assistant_of(g, victor)
    if assistant is not None:
        release(g, assistant)
    if victor.crews:
        release(g, victor)
        victor = g.man(victor.id)
    if victor.secondary and own:
        victor = leave_secondary(g, victor, g.group_of(victor), "UF:21.1-b")
    g.update(victor, weapon=loser.weapon, captured=True, broken=loser.broken, kept=own)
    weapon = g.library.weapons[loser.weapon].name
    text = f"{g.name(victor)} takes the {weapon} of {g.name(loser)}."
    g.say("captured_weapon", text, "UF:20.74-a", "UF:20.74-b", side=victor.side, who=(victor.id, loser.id))


def put_down_options(g: UfPlay, group: Group) -> Iterator[Action]:
    """UF:20.74-d: to abandon or destroy a captured weapon is the group's action."""
    for man in g.men(group):
        if man.captured:
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
    g.update(man, weapon=man.kept, kept="", captured=False, broken=False)
    g.say(
        "weapon_gone",
        f"The captured {weapon} of {g.name(man)} is gone.",
        *rules,
        side=man.side,
        who=(man.id,),
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
