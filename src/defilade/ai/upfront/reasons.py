"""Why: two or three reasons with their odds, in plain words."""

from __future__ import annotations

from collections.abc import Callable

from defilade.ai.upfront import acting, close_fighting, guns
from defilade.ai.upfront.decisions import Mind
from defilade.ai.upfront.discarding import turned_away
from defilade.ai.upfront.ground import standing
from defilade.ai.upfront.shooting import shots
from defilade.kernel import Action, Choice
from defilade.rules.upfront.close_quarters.berserk import Charging
from defilade.rules.upfront.game.attack import SHOTS, Attack, strength
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.state import TERRAIN, Group, Laid
from defilade.rules.upfront.ground.to_hit import scoring, to_hit
from defilade.rules.upfront.infantry.concealment import Concealing
from defilade.rules.upfront.infantry.discards import AnswerTerrain
from defilade.rules.upfront.infantry.fire import DeclareFire, Firing
from defilade.rules.upfront.infantry.hero import HeroAmong, HeroWindow, as_if, roused
from defilade.rules.upfront.infantry.resolution import Resolving
from defilade.rules.upfront.ordnance.chances import expected
from defilade.rules.upfront.ordnance.ordnance import DeclareShots, Shooting
from defilade.rules.upfront.transfers.infiltration import infiltration_column

Reasons = list[str]


def percent(chance: float) -> str:
    return f"{100 * chance:.0f}%"


def reasons(g: UfPlay, choice: Choice, action: Action) -> Reasons:
    """What speaks for an option, and what it costs."""
    mind = Mind(g, choice.side)
    found = being_decided(mind, action)
    explain = WORDS.get(action.verb)
    if explain is not None:
        found += explain(mind, action)
    elif not found and action.verb in acting.VERBS:
        found = all_in_all(mind, action)
    elif action.verb in acting.IDLE:
        found = ["Such a thing hardly ever brings anything."]
    return [*found, *how_it_stands(mind)][:3]


def being_decided(mind: Mind, action: Action) -> Reasons:
    """What is under way and waits for this answer, whatever it is."""
    g = mind.g
    match g.state.stack[-1]:
        case Concealing(attack=attack) | Firing(attack=attack) | Shooting(attack=attack):
            return attacked(mind, attack)
        case DeclareFire(group=group, target=target):
            return put_together(mind, g.group(group), g.group(target), action)
        case DeclareShots(target=target, planned=planned):
            return [
                f"{g.name(unit)} fires ordnance at {g.group_name(g.group(target))}."
                for unit, _ in planned[:1]
            ]
        case HeroWindow(unit=unit):
            return in_danger(mind, unit)
        case HeroAmong(units=units) as frame:
            return before_a_draw(mind, frame, action.who[1] if action.verb == "hero" else units[0])
        case AnswerTerrain():
            return offered(mind, action)
    return []


def attacked(mind: Mind, attack: Attack) -> Reasons:
    """An attack that stands: against each man, or with the chance to hit first."""
    g = mind.g
    if attack.kind in SHOTS:
        return shot(mind, attack)
    return [against(mind, g.group(attack.target), strength(g, attack))]


def shot(mind: Mind, attack: Attack) -> Reasons:
    """A shot of ordnance (UF:25.3): how often it hits, and what that brings."""
    picture, g = mind.picture, mind.g
    step = int(to_hit(g, attack).total)
    scored = len(scoring(g, attack, step, picture.draws.cards))
    target = g.group_name(g.group(attack.target))
    return [
        f"It hits {target} in {percent(scored / picture.draws.number)} of all draws.",
        f"On average that takes {guns.shot(picture, attack):.2f} riflemen from it.",
    ]


def put_together(mind: Mind, group: Group, target: Group, action: Action) -> Reasons:
    """An attack with the cards that are named so far, and the one that would be added."""
    cards = {*mind.g.state.picked.get(group.side, ()), *(action.who if action.verb == "add" else ())}
    for one in shots(mind.picture, mind.hand, group, target):
        if set(one.cards) == cards:
            return [
                against(mind, target, one.strength),
                f"On average that takes {one.harm:.2f} riflemen from the enemy.",
            ]
    return []


def in_danger(mind: Mind, unit: str) -> Reasons:
    """A pinned man who is about to be hit: what a Hero card would change (UF:10.42)."""
    g, man = mind.g, mind.g.man(unit)
    attack = next((f.attack for f in reversed(g.state.stack) if isinstance(f, Resolving)), None)
    if isinstance(g.state.stack[-2], Charging):
        worth = close_fighting.charge(mind.picture, man)
        return [f"Else he charges, which comes to {worth:+.2f} riflemen on average."]
    if attack is None:  # a Sniper, mines, a fight hand to hand
        return [f"{g.name(man)} is worth {mind.picture.worth(man):.2f} riflemen."]
    total = strength(g, attack)
    down, _ = mind.picture.odds(man, total)
    up, again = mind.picture.odds(replace(man, pinned=False), total)
    return [
        f"Strength {total}: pinned as he is {g.name(man)} is lost in {percent(down)}, on his feet in {percent(up)} "
        f"and pinned again in {percent(again)}.",
        f"He is worth {mind.picture.worth(man):.2f} riflemen.",
    ]


def before_a_draw(mind: Mind, frame: HeroAmong, unit: str) -> Reasons:
    """Somebody slips in or fights hand to hand: what a Hero card for this one would change (UF:10.4-a)."""
    g = mind.g
    below, cards = g.state.stack[-2], list(mind.picture.draws.cards)
    _, now = expected(g, below, frame.side, cards)
    with as_if(g, (roused(g, g.unit(unit)),)):
        _, then = expected(g, below, frame.side, cards)
    changed = [f"{what} {percent(now.get(what, 0.0))}, with him {percent(p)}" for what, p in then.items()]
    return [
        f"With a Hero in {g.name(unit)}: {'; '.join(changed)}.",
        f"That is {close_fighting.with_hero(mind.picture, below, g.unit(unit)):+.2f} riflemen, his rally included.",
    ]


def offered(mind: Mind, action: Action) -> Reasons:
    """Terrain that the enemy has put on a group: taken, or gone around (UF:7.31, UF:7.32-a)."""
    g, picture = mind.g, mind.picture
    group = g.group(action.who[0])
    assert group.offered is not None
    taken = standing(picture, replace(group, laid=(group.offered,), offered=None))
    around = standing(picture, turned_away(group))
    return [
        f"In it {g.group_name(group)} stands at {taken:+.2f} riflemen for its side, "
        f"having gone around at {around:+.2f}."
    ]


def all_in_all(mind: Mind, action: Action) -> Reasons:
    value = mind.actions.value(action)
    if value == acting.NEVER:
        return ["Nothing is expected of it."]
    return [f"All in all it comes to {value:+.2f} riflemen, the cards that it takes counted."]


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


def _shoot(mind: Mind, action: Action) -> Reasons:
    group, unit = action.who[:2]
    aimed = guns.aimed(mind.picture, group, unit, action.at, action.how)
    return shot(mind, aimed) if aimed is not None else []


def _up(mind: Mind, action: Action) -> Reasons:
    man = mind.g.man(action.who[0])
    weapon = mind.g.weapon(man)
    with_it = f" with his {weapon.name}" if weapon is not None else ""
    return [f"{mind.g.name(man)}{with_it} is worth {mind.picture.worth(man):.2f} riflemen."]


def _let_go(mind: Mind, action: Action) -> Reasons:
    man = mind.g.unit(action.who[0])
    return [
        f"{mind.g.name(man)} is lost then: {mind.picture.loss(man):.2f} riflemen, for the group's freedom to move."
    ]


def _send(mind: Mind, action: Action) -> Reasons:
    """UF:20.2: a red position in the column of the man's terrain, target and help."""
    g = mind.g
    man, target = g.man(action.who[0]), g.group(action.at)
    column = int(infiltration_column(g, man, target).total)
    return [
        f"{g.name(man)} gets at {g.group_name(target)} in {percent(mind.picture.draws.red_in(column))} of all draws."
    ]


def _draw(mind: Mind, action: Action) -> Reasons:
    return [
        f"{mind.picture.draws.number} cards have not been seen yet; a new one is worth "
        f"{mind.picture.stance.fresh:.2f} riflemen on average."
    ]


def _place_terrain(mind: Mind, action: Action) -> Reasons:
    """Before the game (UF:3.6-a)."""
    g, picture = mind.g, mind.picture
    use = g.usable(picture.side, action.who[0], TERRAIN)
    if use is None:
        return []
    group = g.group(action.at)
    there = standing(picture, replace(group, laid=(Laid("", TERRAIN, use.terrain, use.value),)))
    return [
        f"In {use.terrain.capitalize()} {g.group_name(group)} stands at {there:+.2f} riflemen for its side, "
        f"now at {standing(picture, group):+.2f}."
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
    "shoot": _shoot,
    "up": _up,
    "let-go": _let_go,
    "draw": _draw,
    "send": _send,
    "place-terrain": _place_terrain,
}
