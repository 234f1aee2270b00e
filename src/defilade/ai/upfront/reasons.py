"""Why: two or three reasons with their odds, in plain words."""

from __future__ import annotations

from collections.abc import Callable

from defilade.ai.upfront.decisions import Mind
from defilade.ai.upfront.ground import standing
from defilade.ai.upfront.shooting import shots
from defilade.kernel import Action, Choice
from defilade.rules.upfront.attack import strength
from defilade.rules.upfront.concealment import Concealing
from defilade.rules.upfront.fire import Firing
from defilade.rules.upfront.play import UfPlay
from defilade.rules.upfront.state import Group

Reasons = list[str]


def percent(chance: float) -> str:
    return f"{100 * chance:.0f}%"


def reasons(g: UfPlay, choice: Choice, action: Action) -> Reasons:
    """What speaks for an option, and what it costs."""
    mind = Mind(g, choice.side)
    explain = WORDS.get(action.verb)
    found = explain(mind, action) if explain is not None else []
    frame = g.state.stack[-1]
    if isinstance(frame, Concealing | Firing):
        group = g.group(frame.attack.target)
        found = [against(mind, group, strength(g, frame.attack)), *found]
    return [*found, *how_it_stands(mind)][:3]


def against(mind: Mind, group: Group, total: int) -> str:
    """What a strength does to each card of a group."""
    told = []
    for unit in mind.g.members(group):
        out, down = mind.picture.odds(unit, total)
        told.append(f"{mind.g.name(unit)} {percent(out)} lost, {percent(down)} pinned")
    return f"Strength {total} against {mind.g.group_name(group)}: {'; '.join(told)}."


def how_it_stands(mind: Mind) -> Reasons:
    picture = mind.picture
    over = picture.elapsed
    lost = [
        f"{mind.g.side_name(side)} {sum(f.unit.side == side for f in mind.g.state.fallen.values())}"
        for side in mind.g.state.sides
    ]
    return [f"About {percent(over)} of the time is over; lost so far: {', '.join(lost)}."]


def _fire(mind: Mind, action: Action) -> Reasons:
    g = mind.g
    group, target = g.group(action.who[0]), g.group(action.at)
    found = [s for s in shots(mind.picture, mind.hand, group, target) if action.who[1] in s.cards]
    if not found:
        return []
    best = max(found, key=lambda shot: shot.value)
    return [
        against(mind, target, best.strength),
        f"On average that takes {best.harm:.2f} riflemen from the enemy.",
    ]


def _ground(mind: Mind, action: Action) -> Reasons:
    g = mind.g
    group = g.group(action.who[0])
    exposed = mind.picture.exposure(group)
    value = mind.actions.value(action)
    return [
        f"{g.group_name(group)} must expect to lose {exposed:.2f} riflemen to fire where it stands now.",
        f"Ground, cover and the card together come to {value:+.2f} riflemen.",
    ]


def _rally(mind: Mind, action: Action) -> Reasons:
    group = mind.g.group(action.who[0])
    pinned = sum(unit.pinned for unit in mind.g.members(group))
    return [
        f"{pinned} of {len(group.members)} in {mind.g.group_name(group)} are pinned: it can neither move nor fire."
    ]


def _discard(mind: Mind, action: Action) -> Reasons:
    card = action.who[0]
    worth = mind.hand.worth.get(card, 0.0)
    name = mind.g.card_name(card)
    return [
        f"{name} is worth {worth:.2f} to this hand now, a new card "
        f"{mind.picture.stance.fresh:.2f} on average."
    ]


def _against_enemy(mind: Mind, action: Action) -> Reasons:
    group = mind.g.group(action.at)
    now = standing(mind.picture, group)
    return [
        f"{mind.g.group_name(group)} stands at {now:+.2f} riflemen for its side; "
        f"this changes {mind.discards.value(action):+.2f}."
    ]


def _done(mind: Mind, action: Action) -> Reasons:
    dead = [
        mind.g.card_name(card) for card, worth in mind.hand.worth.items() if worth < mind.picture.stance.fresh
    ]
    return [f"Of little use now: {', '.join(dead)}."] if dead else []


WORDS: dict[str, Callable[[Mind, Action], Reasons]] = {
    "fire": _fire,
    "move": _ground,
    "terrain": _ground,
    "open-ground": _ground,
    "entrench": _ground,
    "smoke": _ground,
    "clear-wire": _ground,
    "rally": _rally,
    "discard": _discard,
    "put-terrain": _against_enemy,
    "wire": _against_enemy,
    "sniper": _against_enemy,
    "done": _done,
}
