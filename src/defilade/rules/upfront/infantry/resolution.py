"""Resolving an attack card by card (UF:6.5): a draw for each target in position order, compared with what shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import (
    Any,
    NamedTuple,
)

from defilade.kernel import Breakdown, Chance, Frame
from defilade.kernel.composition import (
    Entries,
    any_of,
    told,
)
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game import values
from defilade.rules.upfront.game.attack import Attack, breakdown
from defilade.rules.upfront.game.cards import ActionCard
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, turned
from defilade.rules.upfront.game.losses import panic, pin, remove
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.state import (
    KIA,
    Machine,
    Man,
    Unit,
)
from defilade.rules.upfront.infantry.hero import HeroWindow, could_steady, may_be_heroic, steadies_others
from defilade.rules.upfront.infantry.victory import broken_squad

PART = Part()


@any_of
def hero_matters(g: UfPlay, attack: Attack, unit: Unit, /) -> bool:
    """Would a Hero card for this card matter now, though it is not pinned?"""
    return False


@any_of
def kia_fate(g: UfPlay, man: Man, lowest: bool, card: ActionCard, attack: Attack | None, /) -> bool:
    """Does a section take over from a KIA result? `lowest`: a lower one would not kill."""
    return False


@told
def on_attack_over(g: UfPlay, attack: Attack, /) -> None:
    """An attack is over."""


@told
def on_resolved(g: UfPlay, frame: Resolving, unit: Unit, card: ActionCard, /) -> None:
    """An attack has been resolved against one card."""


class Resolving(Frame):
    """An attack is resolved against `targets`, one after the other; `next` is the place of the one to come.

    `asked` tells that the next one's owner has had his chance to play a Hero card for him (UF:10.42), `over` that the
    attack has been broken off. Others push it for attacks of their own; it pops itself and then tells `attack_over`.
    """

    attack: Attack
    targets: tuple[str, ...]
    next: int = 0
    asked: bool = False
    over: bool = False
    steadied: tuple[str, ...] = ()
    """Cards for which their owner has been asked because they would steady others (UF:10.4-a): once an attack."""


class Resolver(NamedTuple):
    """How an attack is resolved against a machine of one kind."""

    kind: str
    resolve: Callable[[UfPlay, Machine, Resolving], None]


RESOLVERS = Entries[Resolver]("how machines are resolved", key=lambda entry: entry.kind)


def break_off(frame: Resolving) -> None:
    """Nothing more is resolved, neither against other targets nor against what is left of the present one."""
    frame.next = len(frame.targets)
    frame.over = True


def resolving(g: UfPlay) -> Resolving:
    """The attack that is being resolved now."""
    return next(frame for frame in reversed(g.state.stack) if isinstance(frame, Resolving))


def _target(g: UfPlay, frame: Resolving) -> Any:
    """The card to be resolved now; those that have left play meanwhile are passed over."""
    if frame.attack.target not in g.state.groups:  # nothing of the group is left, not even its place
        return None
    while frame.next < len(frame.targets):
        unit = g.state.units.get(frame.targets[frame.next])
        if unit is not None:
            return unit
        frame.next += 1
    return None


@PART.decisions(Resolving)
def ask_resolving(g: UfPlay, frame: Resolving) -> Chance | None:
    unit = next((u for t in frame.targets[frame.next :] if (u := g.state.units.get(t)) is not None), None)
    if unit is None or not isinstance(unit, Man) or broken_squad(g) is not None:
        return None
    if frame.attack.target not in g.state.groups:
        return None
    if hero_wanted(g, frame, unit):
        return None
    return draw(g, frame.attack.side, f"Attack on {g.name(unit)}", "UF:6.5-b", about=(unit.id,))


def hero_wanted(g: UfPlay, frame: Resolving, unit: Man) -> str:
    """For whom a Hero card may be played before the draw against this man: first for one who would steady him, then for
    himself (UF:10.42)."""
    other = could_steady(g, unit, frame.steadied)
    if other:
        return other
    himself = not frame.asked and (may_be_heroic(g, unit) or hero_matters(g, frame.attack, unit))
    return unit.id if himself else ""


@ask_resolving
def take_resolving(g: UfPlay, frame: Resolving, answer: Answer) -> None:
    unit = _target(g, frame)
    if unit is None or broken_squad(g) is not None:  # UF:16.5-a: it is over at once
        g.pop()
        on_attack_over(g, frame.attack)
        return
    if not isinstance(unit, Man):
        frame.next += 1
        frame.asked = False
        RESOLVERS(g)[unit.kind].resolve(g, unit, frame)
        return
    if answer is None:
        wanted = hero_wanted(g, frame, unit)
        if wanted == unit.id:
            frame.asked = True
        if steadies_others(g, g.man(wanted)):
            frame.steadied = (*frame.steadied, wanted)
        g.push(HeroWindow(unit.side, wanted))
        return
    frame.next += 1
    frame.asked = False
    summed = breakdown(g, frame.attack, unit)
    card = turned(g, frame.attack.side, answer)
    result = tell_result(g, unit, summed, card, "UF:6.5-b")
    resolve_man(g, unit, result, card, frame.attack)
    on_resolved(g, frame, unit, card)


def tell_result(
    g: UfPlay, unit: Unit, summed: Breakdown, card: ActionCard, rule: str, against: str = ""
) -> int:
    """The strength of an attack and the number drawn make the result (UF:6.5-b)."""
    result = int(summed.total) + card.rnc
    told = f"{int(summed.total)} and {card.colour} {card.number} make {result}"
    g.say(
        "resolved",
        f"{g.name(unit)}{against}: {told}.",
        rule,
        side=unit.side,
        who=(unit.id, card.id),
        at=unit.group,
        breakdown=summed,
    )
    return result


def resolve_man(g: UfPlay, man: Man, result: int, card: ActionCard, attack: Attack | None) -> None:
    """Compare a result with the values that show on the man's card (UF:6.5-c)."""
    deadly = values.kia(g, man)
    if deadly <= result:
        if kia_fate(g, man, result == deadly, card, attack):
            return
        remove(g, man, KIA, "UF:6.51")
    elif man.pinned and values.panic(g, man) <= result:  # UF:10.13: he has no Morale to lose
        panic(g, man, card, attack)
    elif not man.pinned and values.morale(g, man) <= result:
        pin(g, man, "UF:6.52")
    else:
        g.say("no_effect", f"{g.name(man)} holds.", "UF:6.54", side=man.side, who=(man.id,), at=man.group)
