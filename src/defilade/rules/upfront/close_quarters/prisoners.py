"""Prisoners (UF:32): taken hand to hand or instead of a rout, and guarded by a man of the capturing group."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Choice, Frame, Line, Refusal
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.attack import Attack
from defilade.rules.upfront.game.cards import ActionCard
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.groups import relative_range
from defilade.rules.upfront.game.losses import on_removed, panic_fate, remove
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.questions import ccv_lines
from defilade.rules.upfront.game.state import CAPTURED, ROUT, Group, Man, Unit
from defilade.rules.upfront.ground.to_hit import to_hit_lines
from defilade.rules.upfront.infantry.crews import release
from defilade.rules.upfront.infantry.firepower import firepower_changes
from defilade.rules.upfront.transfers.infiltration import infiltration_bar

PART = Part()


def take_prisoner(g: UfPlay, loser: Man, captors: Group, *rules: str) -> None:
    """He leaves play as a prisoner of a group, where nothing can happen to him any more (UF:32.22-b); a man of it will
    guard him (UF:32.2-a)."""
    remove(g, loser, CAPTURED, *rules, by=captors.side)
    g.push(ChoosingGuard(captors.id, (loser.id,)))


# -- guards ------------------------------------------------------------------------------------------------------


class ChoosingGuard(Frame):
    """The captors choose who guards these prisoners, without an action (UF:32.2-a, UF:32.2-b)."""

    group: str
    prisoners: tuple[str, ...]


def possible_guards(g: UfPlay, group: str) -> list[Man]:
    """Any man, pinned, wounded or unarmed too (UF:32.2-a); an assistant only if nobody else is there (UF:32.2-c)."""
    found = g.state.groups.get(group)
    men = g.men(found) if found is not None else []
    return [man for man in men if not man.crews] or men


@PART.decisions(ChoosingGuard)
def ask_choosing_guard(g: UfPlay, frame: ChoosingGuard) -> Choice | None:
    men = possible_guards(g, frame.group)
    if len(men) < 2:
        return None
    asks = f"Who guards {g.names(frame.prisoners)}?"
    return Choice(
        men[0].side, asks, tuple(Action("guard", (man.id,)) for man in men), ("UF:32.2-a",), at=frame.group
    )


@ask_choosing_guard
def take_choosing_guard(g: UfPlay, frame: ChoosingGuard, answer: Answer) -> None:
    g.pop()
    men = possible_guards(g, frame.group)
    if isinstance(answer, Action):
        set_guard(g, g.man(answer.who[0]), frame.prisoners, "UF:32.2-a")
    elif men:
        set_guard(g, men[0], frame.prisoners, "UF:32.2-a")
    else:
        set_free(g, frame.prisoners)


def set_guard(g: UfPlay, man: Man, prisoners: tuple[str, ...], *rules: str) -> None:
    """One man guards any number of them (UF:32.2-e). They go where he goes (UF:32.22-c)."""
    if man.crews:
        release(g, man, "UF:32.2-c")
        man = g.man(man.id)
    g.update(man, guards=(*man.guards, *prisoners))
    text = f"{g.name(man)} guards {g.names(prisoners)}."
    g.say("guard", text, *rules, side=man.side, who=(man.id, *prisoners), at=man.group)


@PART.answers(on_removed)
def guard_is_gone(g: UfPlay, unit: Unit, fate: str) -> None:
    """UF:32.2-b: another man of the group takes them over; UF:32.22-a: if there is none they are free."""
    if isinstance(unit, Man) and unit.guards:
        g.push(ChoosingGuard(unit.group, unit.guards))


def set_free(g: UfPlay, prisoners: tuple[str, ...]) -> None:
    """UF:32.22-a: they leave play, and nobody has any points for them."""
    for prisoner in prisoners:
        g.state.fallen[prisoner] = replace(g.state.fallen[prisoner], by="")
    side = g.state.fallen[prisoners[0]].unit.side
    g.say(
        "freed",
        f"{g.names(prisoners)}: free again, but out of the fight.",
        "UF:32.22-a",
        side=side,
        who=prisoners,
    )


def relief_options(g: UfPlay, group: Group) -> Iterator[Action]:
    """UF:32.2-d: a new guard, who is not pinned; crew stay at their weapon (UF:32.2-c)."""
    for guard in g.men(group):
        if guard.guards:
            for man in g.men(group):
                if man.id != guard.id and not man.pinned and not man.crews:
                    yield Action("relieve", (group.id, guard.id, man.id))


def why_not_relieve(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    man = g.state.units.get(action.who[2]) if len(action.who) > 2 else None
    if man is not None and man.pinned:
        return Refusal(f"{g.name(man)} is pinned", "UF:32.2-d")
    return None


def relieve(g: UfPlay, group: Group, action: Action) -> None:
    g.spend(group)
    _, old, new = action.who
    prisoners = g.man(old).guards
    g.update(g.man(old), guards=())
    set_guard(g, g.man(new), prisoners, "UF:32.2-d")


@PART.answers(firepower_changes)
def guard_firepower(g: UfPlay, man: Man, attack: Attack) -> Iterator[Line]:
    """As long as he guards."""
    if man.guards:
        yield Line("guards prisoners", 0.5, "UF:32.21-a", "x")


@PART.answers(to_hit_lines)
def guard_aims(g: UfPlay, unit: Unit, attack: Attack) -> Iterator[Line]:
    """UF:32.21-b: ordnance loses frequency instead."""
    if isinstance(unit, Man) and unit.guards:
        yield Line("guards prisoners", -1, "UF:32.21-b")


@PART.answers(ccv_lines)
def guard_in_close_combat(g: UfPlay, man: Man) -> Iterator[Line]:
    if man.guards:
        yield Line("guards prisoners", 0.5, "UF:32.21-a", "x")


@PART.answers(infiltration_bar)
def guards_stay(g: UfPlay, man: Man, target: Group) -> Refusal | None:
    return Refusal(f"{g.name(man)} guards prisoners", "UF:32.21-c") if man.guards else None


# -- surrender ---------------------------------------------------------------------------------------------------


class Surrendering(Frame):
    """A man who would rout gives himself up to an enemy group at Relative Range 5, if it will have him."""

    man: str
    sides: tuple[str, ...]
    """Sides that are still to be asked."""


def captors_near(g: UfPlay, man: Man) -> list[Group]:
    """Enemy infantry groups at Relative Range 5 (UF:32.12-a) with a man who is not pinned (UF:10.1); machines take no
    prisoners (UF:32.3)."""
    group = g.group_of(man)
    near = [enemy for enemy in g.enemy_groups(man.side) if relative_range(group, enemy) == 5]
    return [enemy for enemy in near if any(not captor.pinned for captor in g.men(enemy))]


@PART.answers(panic_fate)
def surrender(g: UfPlay, unit: Unit, fate: str, card: ActionCard, attack: Attack | None) -> bool:
    """UF:32.12-a; only men become prisoners (UF:32.3)."""
    if fate != ROUT or not isinstance(unit, Man):
        return False
    sides = tuple(dict.fromkeys(group.side for group in captors_near(g, unit)))
    if sides:
        g.push(Surrendering(unit.id, sides))
    return bool(sides)


@PART.decisions(Surrendering)
def ask_surrendering(g: UfPlay, frame: Surrendering) -> Choice | None:
    man = g.state.units.get(frame.man)
    if not isinstance(man, Man) or not frame.sides:
        return None
    side = frame.sides[0]
    options = [Action("accept-prisoner", (man.id,), e.id) for e in captors_near(g, man) if e.side == side]
    asks = f"{g.name(man)} surrenders. Take him prisoner?"
    return Choice(
        side, asks, (*options, Action("refuse", (man.id,))), ("UF:32.12-a", "UF:32.12-b"), about=(man.id,)
    )


@ask_surrendering
def take_surrendering(g: UfPlay, frame: Surrendering, answer: Answer) -> None:
    man = g.state.units.get(frame.man)
    if isinstance(answer, Action) and answer.verb == "accept-prisoner":
        g.pop()
        take_prisoner(g, g.man(frame.man), g.group(answer.at), "UF:32.12-a")
    elif isinstance(answer, Action):
        frame.sides = frame.sides[1:]
    else:
        g.pop()
        if man is not None:
            remove(g, man, ROUT, "UF:32.12-b", "UF:6.531")


PART.action(
    "relieve",
    relief_options,
    relieve,
    lambda g, a: f"{g.name(a.who[2])} guards the prisoners of {g.name(a.who[1])}",
    why_not_relieve,
)
PART.wording("guard", lambda g, a: g.name(a.who[0]))
PART.wording("accept-prisoner", lambda g, a: f"{g.group_name(a.at)} takes {g.name(a.who[0])} prisoner")
PART.wording("refuse", lambda g, a: "Let him run")
