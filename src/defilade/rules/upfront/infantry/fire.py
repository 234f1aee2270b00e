"""Fire attacks (UF:6): one group fires at another with one or more Fire cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from defilade.kernel import Action, Choice, Frame, Refusal
from defilade.kernel.composition import all_of, any_of, question, told
from defilade.kernel.encoding import always
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.attack import FIRE, Attack, breakdown, is_spared
from defilade.rules.upfront.game.cards import FIRE as FIRE_CARD
from defilade.rules.upfront.game.cards import HERO
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.groups import relative_range, row_of
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.questions import attack_bar
from defilade.rules.upfront.game.state import Group, Man, Unit
from defilade.rules.upfront.infantry.concealment import Concealing, may_conceal
from defilade.rules.upfront.infantry.firepower import can_fire, group_firepower, man_firepower, shooters
from defilade.rules.upfront.infantry.hero import hero_serves
from defilade.rules.upfront.infantry.resolution import Resolving, on_attack_over
from defilade.rules.upfront.infantry.terrain import has_vehicle

PART = Part()


@question
def attack_shape(g: UfPlay, attack: Attack, /) -> Attack:
    """What do the weapons that take part make of an attack with Fire cards?"""
    raise NotImplementedError


@all_of
def far_targets(g: UfPlay, group: Group, /) -> Iterable[Group]:
    """Which groups of another game of a team game can this group fire at (UF:41.4-a)?"""
    return ()


@any_of
def firepower_by_card(g: UfPlay, group: Group, /) -> bool:
    """Does the group's firepower depend on the Fire cards played?"""
    return False


@any_of
def may_abstain(g: UfPlay, unit: Unit, attack: Attack, /) -> bool:
    """May the man, or the flamethrower of the vehicle, be left out of the fire?"""
    return False


@all_of
def may_join(g: UfPlay, firer: Group, /) -> Iterable[str]:
    """Who between groups may fire with this group if he is included?"""
    return ()


@told
def on_attack_declared(g: UfPlay, attack: Attack, /) -> None:
    """An attack is declared."""


@told
def on_attack_opened(g: UfPlay, attack: Attack, /) -> None:
    """An attack is carried out."""


def fire_attack(firer: Group, target: Group) -> Attack:
    """The attack of one group on another, before any Fire card."""
    return Attack(FIRE, firer.side, target.id, firer.id, relative_range(firer, target))


def attack_refusal(g: UfPlay, attack: Attack) -> Refusal | None:
    return attack_bar(g, attack)


def card_refusal(g: UfPlay, attack: Attack, needs: int) -> Refusal | None:
    """UF:6.1-b, UF:6.3-a: the group's firepower must cover what all its Fire cards need."""
    firepower = group_firepower(g, attack)
    if firepower < needs:
        return Refusal(f"{needs} firepower is needed, the group has {firepower}", "UF:6.1-b")
    return None


def needed(g: UfPlay, side: str, cards: tuple[str, ...]) -> int:
    return sum(use.needs for card in cards if (use := g.usable(side, card, FIRE_CARD)) is not None)


# -- the action --------------------------------------------------------------------------------------------------


def fire_options(g: UfPlay, group: Group) -> Iterator[Action]:
    """Any enemy group for which the firepower suffices is a target (UF:4.22, UF:6.1-d), also one that other groups
    have fired at in this turn (UF:6.6-a)."""
    cards = g.holds(group.side, FIRE_CARD)  # UF:6.1-a
    if not cards:
        return
    by_card = firepower_by_card(g, group)
    willing = between_groups(g, group)
    for target in in_sight(g, group):
        attack = fire_attack(group, target)
        if attack_refusal(g, attack) is not None:
            continue
        if willing and (joining := able_to_join(g, attack, willing)):
            attack = replace(attack, joining=joining)
        firepower = group_firepower(g, attack)
        armoured = has_vehicle(g, target)  # the Fire card matters to it (UF:28.7-b)
        for card, use in cards:
            if by_card:
                firepower = group_firepower(g, replace(attack, cards=(card,)))
            if use.needs > firepower:
                continue
            if not armoured or attack_refusal(g, replace(attack, cards=(card,))) is None:
                yield Action("fire", (group.id, card), target.id)


def in_sight(g: UfPlay, group: Group) -> list[Group]:
    """The enemy groups that a group may think of firing at, those of another game last (UF:41.4-a)."""
    far = [target for targets in far_targets.answers(g) for target in targets(g, group)]
    return [*g.enemy_groups(group.side), *far]


def why_not_fire(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    if action.at in g.state.groups and g.group(action.at).forming:
        return Refusal("men who form a group are attacked with the one they come from", "UF:17.9")
    if action.at not in (target.id for target in in_sight(g, group)):
        return Refusal("there is no such enemy group", "UF:6.1-d")
    cards = action.who[1:]
    if not cards or any(c not in g.hand(group.side) or not g.usable(group.side, c, FIRE_CARD) for c in cards):
        return Refusal("a Fire card from the hand is needed", "UF:6.1-a")
    attack = fire_attack(group, g.group(action.at))
    attack = replace(attack, joining=who_may_join(g, attack), cards=cards)
    return attack_refusal(g, attack) or card_refusal(g, attack, needed(g, group.side, cards))


def fire(g: UfPlay, group: Group, action: Action) -> None:
    """The first card and the target are named; more cards may be added before the attack is declared."""
    g.state.picked[group.side] = action.who[1:]
    g.push(DeclareFire(group.id, action.at))


class DeclareFire(Frame):
    """An attack in preparation. The Fire cards are in `state.picked` until it is declared (UF:6.3-b)."""

    group: str
    target: str
    abstain: tuple[str, ...] = ()
    joining: tuple[str, ...] = ()


def who_may_join(g: UfPlay, attack: Attack) -> tuple[str, ...]:
    """Men who stand between groups and can fire with this one if their player wants it."""
    return able_to_join(g, attack, between_groups(g, g.group(attack.firer)))


def between_groups(g: UfPlay, group: Group) -> list[str]:
    """Men who are on their way from or to a group."""
    return [uid for function in may_join.answers(g) for uid in function(g, group)]


def able_to_join(g: UfPlay, attack: Attack, willing: list[str]) -> tuple[str, ...]:
    return tuple(uid for uid in willing if can_fire(g, g.man(uid), replace(attack, joining=(uid,))))


def prepared(g: UfPlay, frame: DeclareFire) -> Attack:
    """The attack as it would be declared now."""
    group = g.group(frame.group)
    cards = g.state.picked.get(group.side, ())
    attack = replace(fire_attack(group, g.group(frame.target)), abstain=frame.abstain, joining=frame.joining)
    return with_cards(g, attack, cards)


def with_cards(g: UfPlay, attack: Attack, cards: tuple[str, ...]) -> Attack:
    """All Fire cards of a group make one attack of their strengths together (UF:6.3-b)."""
    uses = [use for card in cards if (use := g.usable(attack.side, card, FIRE_CARD)) is not None]
    label = " and ".join(f"Fire {use.value}" for use in uses)
    attack = replace(attack, cards=cards, strength=sum(use.value for use in uses), label=label)
    for shape in attack_shape.answers(g):
        attack = shape(g, attack)
    return attack


def with_more(g: UfPlay, attack: Attack, card: str, firepower: int) -> int:
    """The firepower with one more Fire card, where the card matters to it."""
    if not firepower_by_card(g, g.group(attack.firer)):
        return firepower
    return group_firepower(g, replace(attack, cards=(*attack.cards, card)))


@PART.decisions(DeclareFire)
def ask_declare_fire(g: UfPlay, frame: DeclareFire) -> Choice:
    group = g.group(frame.group)
    attack = prepared(g, frame)
    firepower = group_firepower(g, attack)
    need = needed(g, group.side, attack.cards)
    options = [Action("declare")] if need <= firepower and attack_refusal(g, attack) is None else []
    for card, use in g.holds(group.side, FIRE_CARD):
        if card in attack.cards or need + use.needs > with_more(g, attack, card, firepower):
            continue
        if attack_refusal(g, replace(attack, cards=(*attack.cards, card))) is None:
            options.append(Action("add", (card,)))
    for unit in g.members(group):
        if unit.id not in frame.abstain and may_abstain(g, unit, attack):
            options.append(Action("abstain", (unit.id,)))
    options += [Action("include", (uid,)) for uid in who_may_join(g, attack) if uid not in frame.joining]
    options.append(Action("cancel"))
    asks = f"{g.group_name(group)} fires at {g.group_name(frame.target)}: more Fire cards?"
    return Choice(group.side, asks, tuple(options), ("UF:6.3-a",), at=group.id)


@ask_declare_fire
def take_declare_fire(g: UfPlay, frame: DeclareFire, answer: Answer) -> None:
    assert isinstance(answer, Action)
    side = g.group(frame.group).side
    match answer.verb:
        case "add":
            g.state.picked[side] = (*g.state.picked.get(side, ()), *answer.who)
        case "abstain":
            frame.abstain = (*frame.abstain, *answer.who)
        case "include":
            frame.joining = (*frame.joining, *answer.who)
        case "cancel":
            g.pop()
            g.state.picked.pop(side, None)
        case "declare":
            attack = prepared(g, frame)
            g.pop()
            g.state.picked.pop(side, None)
            declare(g, attack)


def declare(g: UfPlay, attack: Attack) -> None:
    """The Fire cards are shown and the attack stands (UF:4.4-a): the group has had its action (UF:6.6-b)."""
    g.spend(attack.firer)
    for card in attack.cards:
        g.spend_card(attack.side, card)
    summed = breakdown(g, attack)
    g.say(
        "attack",
        f"{summed.title}: strength {int(summed.total)}.",
        "UF:6.4",
        "UF:6.3-b",
        side=attack.side,
        who=(attack.firer, *attack.cards),
        at=attack.target,
        breakdown=summed,
    )
    g.push(Firing(attack))
    on_attack_declared(g, attack)


class Firing(Frame):
    """A declared attack: the defender may conceal himself, then the attacker decides whether to resolve it."""

    attack: Attack
    stage: str = always("conceal")


@PART.decisions(Firing)
def ask_firing(g: UfPlay, frame: Firing) -> Choice | None:
    if frame.stage == "conceal":
        return None
    total = int(breakdown(g, frame.attack).total)
    asks = f"Resolve the attack with strength {total}?"
    options = (Action("resolve"), Action("decline"))
    return Choice(frame.attack.side, asks, options, ("UF:6.5-a",), at=frame.attack.target)


@ask_firing
def take_firing(g: UfPlay, frame: Firing, answer: Answer) -> None:
    if answer is None:
        frame.stage = "decide"
        if may_conceal(g, frame.attack):
            g.push(Concealing(frame.attack))
        return
    assert isinstance(answer, Action)
    g.pop()
    if answer.verb == "decline":  # UF:6.5-a
        g.say("declined", "The attack is not carried out.", "UF:6.5-a", side=frame.attack.side)
        on_attack_over(g, frame.attack)
        return
    on_attack_opened(g, frame.attack)
    g.push(Resolving(frame.attack, targets_of(g, frame.attack)))


def targets_of(g: UfPlay, attack: Attack) -> tuple[str, ...]:
    """Who is on his way to or from the target group (UF:17.8-d), then every card of it in position order (UF:6.5-b)."""
    group = g.group(attack.target)
    spared = {unit.id for unit in g.members(group) if is_spared(g, attack, unit)}
    return tuple(uid for uid in row_of(g, group) if uid not in spared)


@PART.answers(hero_serves)
def fires_stronger(g: UfPlay, man: Man) -> bool:
    """UF:10.45-a: he may still fire in this turn, with more firepower at one enemy group at least. On his way he fires
    with either group (UF:17.8-qc)."""
    cards = g.holds(man.side, FIRE_CARD)
    for key in (man.group, man.transfers_to) if cards else ():
        group = g.state.groups.get(key)
        if group is None or group.acted:
            continue
        by_card, willing = firepower_by_card(g, group), between_groups(g, group)
        for target in in_sight(g, group):
            attack = fire_attack(group, target)
            if willing:
                attack = replace(attack, joining=able_to_join(g, attack, willing))
            if not by_card and not has_vehicle(g, target):  # the others go by the card
                if _more_with(g, man, attack, min(use.needs for _, use in cards)):
                    return True
            elif any(_more_with(g, man, replace(attack, cards=(card,)), use.needs) for card, use in cards):
                return True
    return False


def _more_with(g: UfPlay, man: Man, attack: Attack, needs: int) -> bool:
    """As a hero he adds to this fire, and then the group has the firepower needed, if need be with other heroes."""
    gain = _gain(g, man, attack)
    if not gain or attack_refusal(g, attack) is not None:
        return False
    missing = needs - group_firepower(g, attack) - gain
    others = len(g.holds(man.side, HERO)) - 1
    if missing <= 0 or not others:
        return missing <= 0
    comrades = [one for one in shooters(g, attack) if isinstance(one, Man) and one.id != man.id]
    return missing <= sum(sorted(_gain(g, one, attack) for one in comrades)[-others:])


def _gain(g: UfPlay, man: Man, attack: Attack) -> int:
    """The firepower that a Hero card would bring."""
    return man_firepower(g, replace(man, heroic=True), attack) - man_firepower(g, man, attack)


def firing_men(g: UfPlay, attack: Attack) -> list[Man]:
    """The men of the firing group who do not abstain."""
    return [man for man in g.men(g.group(attack.firer)) if man.id not in attack.abstain]


def _leaves_out(g: UfPlay, unit: str) -> str:
    return "fire" if isinstance(g.unit(unit), Man) else "use its flamethrower"


PART.action(
    "fire",
    fire_options,
    fire,
    lambda g, a: (
        f"{g.group_name(a.who[0])} fires at {g.group_name(a.at)} ({', '.join(map(g.card_name, a.who[1:]))})"
    ),
    why_not_fire,
)
PART.wording("declare", lambda g, a: "Fire")
PART.wording("add", lambda g, a: f"Add {g.card_name(a.who[0])}")
PART.wording("abstain", lambda g, a: f"{g.name(a.who[0])} does not {_leaves_out(g, a.who[0])}")
PART.wording("include", lambda g, a: f"{g.name(a.who[0])} joins the fire")
PART.wording("cancel", lambda g, a: "Cancel")
PART.wording("resolve", lambda g, a: "Resolve the attack")
PART.wording("decline", lambda g, a: "Do not carry it out")
