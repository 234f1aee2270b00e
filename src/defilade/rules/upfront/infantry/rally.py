"""Rally cards (UF:10.2) and voluntary panic (UF:10.3)."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Chance, Choice, Frame
from defilade.kernel.composition import any_of, told
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game import losses
from defilade.rules.upfront.game.cards import RALLY, RALLY_ALL
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, turned
from defilade.rules.upfront.game.groups import are_adjacent, joint_refusal
from defilade.rules.upfront.game.library import COMMISSAR
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.state import Group, Man, Unit

PART = Part()


@any_of
def machine_in_need(g: UfPlay, group: Group, /) -> bool:
    """Could a machine of the group be rallied?"""
    return False


@told
def on_rally_all(g: UfPlay, group: Group, /) -> None:
    """All of a group are rallied."""


def pinned_men(g: UfPlay, group: Group) -> list[Man]:
    return [man for man in g.men(group) if man.pinned and not man.berserk]


def in_need(g: UfPlay, group: Group) -> bool:
    """Men or crews of the group could be rallied."""
    return bool(pinned_men(g, group)) or machine_in_need(g, group)


def rally_options(g: UfPlay, group: Group) -> Iterator[Action]:
    """One Rally card on a group with pinned men (UF:10.2-a, UF:10.2-b, UF:4.23); for a crew alone only a Rally All
    that another group shares."""
    if not in_need(g, group):
        return
    men = pinned_men(g, group)
    for card, use in g.holds(group.side, RALLY):
        if men:
            yield Action("rally", (group.id, card))
        if use.value == RALLY_ALL:
            for other in g.groups_of(group.side):
                if rally_all_reaches(g, group, other):
                    yield Action("rally", (group.id, card), other.id)


def rally_all_reaches(g: UfPlay, group: Group, other: Group) -> bool:
    """Whether a Rally All on one group may serve another one too: an action for each (UF:10.23-c)."""
    if other.id == group.id or not in_need(g, other) or joint_refusal(g, other) is not None:
        return False
    leaders = g.unpinned_leader(group), g.unpinned_leader(other)
    if are_adjacent(group, other) and group.range == other.range:
        return any(leaders)  # UF:10.23-a
    return all(leaders)  # UF:10.23-b


def rally(g: UfPlay, group: Group, action: Action) -> None:
    card = action.who[1]
    use = g.usable(group.side, card, RALLY)
    assert use is not None
    g.spend(group)
    g.spend_card(group.side, card)
    g.say(
        "rally",
        f"{g.group_name(group)} plays {g.card_name(card)}.",
        "UF:10.2-a",
        side=group.side,
        who=(card,),
        at=group.id,
    )
    g.push(Rallying(group.id, use.value))
    if action.at:
        g.spend(action.at)
        g.push(Rallying(action.at, use.value))


class Rallying(Frame):
    """Up to `left` pinned men of a group rally; the owner chooses which (UF:10.21-a)."""

    group: str
    left: int


@PART.decisions(Rallying)
def ask_rallying(g: UfPlay, frame: Rallying) -> Choice | None:
    group = g.group(frame.group)
    pinned = pinned_men(g, group)
    if len(pinned) <= frame.left or frame.left == 0:  # UF:10.21-b: all must; UF:10.22: the rest is lost
        return None
    options = tuple(Action("up", (man.id,)) for man in pinned)
    return Choice(group.side, f"Who rallies? {frame.left} can.", options, ("UF:10.21-a",), at=group.id)


@ask_rallying
def take_rallying(g: UfPlay, frame: Rallying, answer: Answer) -> None:
    if isinstance(answer, Action):
        frame.left -= 1
        losses.unpin(g, g.man(answer.who[0]), "UF:10.21-a")
        return
    g.pop()
    if frame.left:
        for man in pinned_men(g, g.group(frame.group)):
            losses.unpin(g, man, "UF:10.21-b" if frame.left != RALLY_ALL else "UF:10.23-d")
    if frame.left == RALLY_ALL:
        on_rally_all(g, g.group(frame.group))


# -- voluntary panic ---------------------------------------------------------------------------------------------


class VoluntaryPanic(Frame):
    """A pinned man is let go; a draw tells whether he is killed or routs (UF:10.3). The frame stays until his fate is
    settled."""

    man: str
    drawn: bool = False


def panic_options(g: UfPlay, side: str) -> Iterator[Action]:
    for unit in g.state.units.values():
        if unit.side == side and isinstance(unit, Man) and unit.pinned and unit.role != COMMISSAR:  # UF:15.54
            yield Action("let-go", (unit.id,))


def let_go(g: UfPlay, side: str, action: Action) -> None:
    g.push(VoluntaryPanic(action.who[0]))


@PART.decisions(VoluntaryPanic)
def ask_voluntary_panic(g: UfPlay, frame: VoluntaryPanic) -> Chance | None:
    if frame.drawn:
        return None
    man = g.man(frame.man)
    return draw(g, man.side, f"{g.name(man)} runs: killed or routed?", "UF:10.3", about=(man.id,))


@ask_voluntary_panic
def take_voluntary_panic(g: UfPlay, frame: VoluntaryPanic, answer: Answer) -> None:
    if frame.drawn:
        g.pop()
        return
    frame.drawn = True
    man = g.man(frame.man)
    card = turned(g, man.side, answer)
    g.say("let_go", f"{g.name(man)} is let go.", "UF:10.3", side=man.side, who=(man.id,), at=man.group)
    losses.panic(g, man, card)


def is_let_go(g: UfPlay, unit: Unit) -> bool:
    """His player lets him go: it is no attack that he panics from."""
    return any(isinstance(frame, VoluntaryPanic) and frame.man == unit.id for frame in g.state.stack)


PART.action(
    "rally",
    rally_options,
    rally,
    lambda g, a: (
        f"{g.group_name(a.who[0])}{f' and {g.group_name(a.at)}' if a.at else ''}: {g.card_name(a.who[1])}"
    ),
)
PART.free_action("let-go", panic_options, let_go, lambda g, a: f"Let {g.name(a.who[0])} panic")
PART.wording("up", lambda g, a: f"{g.name(a.who[0])} rallies")
