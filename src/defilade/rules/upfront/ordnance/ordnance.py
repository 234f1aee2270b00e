"""Ordnance in action (UF:25): the shot, its malfunctions, and Smoke shells of vehicles.

What each kind of ordnance can do is said by its own section; `to_hit` has the frequencies and the worth of a hit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from defilade.kernel import Action, Chance, Choice, Described, Frame, Refusal
from defilade.kernel.composition import told
from defilade.kernel.encoding import always
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.attack import SHOTS, Attack
from defilade.rules.upfront.game.cards import FIRE as FIRE_CARD
from defilade.rules.upfront.game.cards import ActionCard
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, turned
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.state import Group, Man
from defilade.rules.upfront.ground.to_hit import (
    Piece,
    aims,
    hits,
    jams,
    piece_of,
    red_misses,
    scoring,
    shot_at,
    shot_refusal,
    shown,
    to_hit,
    worth,
)
from defilade.rules.upfront.infantry.concealment import Concealing, answered, may_conceal, threat_words
from defilade.rules.upfront.infantry.fire import in_sight, on_attack_declared, on_attack_opened, targets_of
from defilade.rules.upfront.infantry.odds import attack_odds, possible_draws
from defilade.rules.upfront.infantry.resolution import Resolving, on_attack_over
from defilade.rules.upfront.infantry.victory import broken_squad
from defilade.rules.upfront.infantry.wording import described_by_section
from defilade.rules.upfront.ordnance.malfunction import gun_malfunctions, malfunction

PART = Part()


@told
def on_shot(g: UfPlay, attack: Attack, card: ActionCard, hit: bool, /) -> None:
    """A To Hit number is drawn."""


# -- the action --------------------------------------------------------------------------------------------------


def pieces(g: UfPlay, group: Group) -> list[Piece]:
    """The ordnance of a group, working or not."""
    return [piece for unit in g.members(group) if (piece := piece_of(g, unit)) is not None]


def shots(
    g: UfPlay, group: Group, target: Group, able: list[Piece] | None = None
) -> Iterator[tuple[Piece, str]]:
    """Shots that the group, or these pieces of it, can fire at the target: the piece and what it aims at."""
    for piece in able if able is not None else pieces(g, group):
        for how in aims(g, target):
            if shot_refusal(g, piece, shot_at(g, piece, group, target, how)) is None:
                yield piece, how


def shoot_options(g: UfPlay, group: Group) -> Iterator[Action]:
    """Any Fire card will do, whatever it needs (UF:25.3). Firing ordnance is the group's action, so there is no other
    attack by it in this turn (UF:25.2-a)."""
    cards = g.holds(group.side, FIRE_CARD)
    able = pieces(g, group) if cards else []
    for target in in_sight(g, group) if able else ():
        for piece, how in shots(g, group, target, able):
            for card, _ in cards:
                yield Action("shoot", (group.id, piece.unit, card), target.id, how)


def why_not_shoot(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    if action.at not in (target.id for target in in_sight(g, group)):
        return Refusal("there is no such enemy group", "UF:6.1-d")
    unit = g.state.units.get(action.who[1]) if len(action.who) == 3 else None
    piece = piece_of(g, unit) if unit is not None and unit.group == group.id else None
    if piece is None:
        return Refusal("there is no such ordnance in the group", "UF:25.1")
    card = action.who[2]
    if card not in g.hand(group.side) or g.usable(group.side, card, FIRE_CARD) is None:
        return Refusal("a Fire card from the hand is needed", "UF:25.3")
    target = g.group(action.at)
    if action.how not in aims(g, target):
        return Refusal("say what the shot is aimed at: armor or crew of a vehicle, else nothing", "UF:28.3-c")
    return shot_refusal(g, piece, shot_at(g, piece, group, target, action.how))


def shoot(g: UfPlay, group: Group, action: Action) -> None:
    _, unit, card = action.who
    g.state.picked[group.side] = (card,)
    g.push(DeclareShots(group.id, action.at, ((unit, action.how),)))


class DeclareShots(Frame):
    """Shots of one group in preparation: each with a Fire card of its own, all at one target (UF:25.2-b). The cards are
    in `state.picked`, in the order of the shots, until they are declared."""

    group: str
    target: str
    planned: tuple[tuple[str, str], ...]


def _more_shots(g: UfPlay, frame: DeclareShots) -> list[tuple[Piece, str]]:
    """Pieces of the group that could fire too; whether there is a Fire card for them is the player's secret."""
    group = g.group(frame.group)
    if len(g.hand(group.side)) <= len(frame.planned):
        return []
    fired = {unit for unit, _ in frame.planned}
    return [shot for shot in shots(g, group, g.group(frame.target)) if shot[0].unit not in fired]


@PART.decisions(DeclareShots)
def ask_declare_shots(g: UfPlay, frame: DeclareShots) -> Choice | None:
    more = _more_shots(g, frame)
    if not more:
        return None
    group = g.group(frame.group)
    picked = g.state.picked.get(group.side, ())
    cards = [card for card, _ in g.holds(group.side, FIRE_CARD) if card not in picked]
    options = [Action("declare")]
    options += [Action("also", (piece.unit, card), how=how) for piece, how in more for card in cards]
    options.append(Action("cancel"))
    asks = (
        f"{g.group_name(group)} fires at {g.group_name(frame.target)}: more ordnance, each with a Fire card?"
    )
    return Choice(group.side, asks, tuple(options), ("UF:25.2-b",), at=group.id)


@ask_declare_shots
def take_declare_shots(g: UfPlay, frame: DeclareShots, answer: Answer) -> None:
    side = g.group(frame.group).side
    if isinstance(answer, Action) and answer.verb == "also":
        unit, card = answer.who
        frame.planned = (*frame.planned, (unit, answer.how))
        g.state.picked[side] = (*g.state.picked[side], card)
        return
    g.pop()
    cards = g.state.picked.pop(side)
    if isinstance(answer, Action) and answer.verb == "cancel":
        return
    declare_shots(g, frame, cards)


def declare_shots(g: UfPlay, frame: DeclareShots, cards: tuple[str, ...]) -> None:
    """The Fire cards are shown: the group has had its action (UF:25.3). Each shot is then resolved by itself."""
    group = g.group(frame.group)
    g.spend(group)
    attacks = []
    for (uid, how), card in zip(frame.planned, cards, strict=True):
        piece = piece_of(g, g.unit(uid))
        assert piece is not None
        g.spend_card(group.side, card)
        attack = replace(shot_at(g, piece, group, g.group(frame.target), how), cards=(card,))
        attacks.append(attack)
        _say_shot(g, piece, attack, card)
    for attack in reversed(attacks):
        g.push(Shooting(attack))


def _say_shot(g: UfPlay, piece: Piece, attack: Attack, card: str) -> None:
    summed = to_hit(g, attack)
    aimed = f"{g.name(piece.unit)} fires the {piece.name} at {g.group_name(attack.target)}"
    g.say(
        "shot",
        f"{aimed}: To Hit {shown(int(summed.total))}.",
        "UF:25.3",
        "UF:25.6",
        side=attack.side,
        who=(piece.unit, card),
        at=attack.target,
        breakdown=summed,
    )


# -- the shot ----------------------------------------------------------------------------------------------------


class Shooting(Frame):
    """A declared shot: the defender may conceal himself before it (UF:25.34), then it is drawn for or not."""

    attack: Attack
    stage: str = always("declared")


@PART.answers(threat_words)
def shot_in_words(g: UfPlay, attack: Attack) -> str | None:
    if attack.kind not in SHOTS:
        return None
    summed = to_hit(g, attack)
    return f"{summed.title} at Relative Range {attack.range}, To Hit {shown(int(summed.total))}"


def _void(g: UfPlay, attack: Attack) -> bool:
    """The target or the shooter is no more, or a squad is broken: it is over at once (UF:16.5-a)."""
    if attack.target not in g.state.groups or attack.shooter not in g.state.units:
        return True
    return broken_squad(g) is not None


@PART.decisions(Shooting)
def ask_shooting(g: UfPlay, frame: Shooting) -> Choice | Chance | None:
    attack = frame.attack
    if frame.stage in ("declared", "conceal") or _void(g, attack):
        return None
    step = int(to_hit(g, attack).total)
    if frame.stage == "decide":
        options = (Action("resolve"), Action("decline"))
        return Choice(attack.side, f"Fire, To Hit {shown(step)}?", options, ("UF:25.3",), at=attack.target)
    asks = f"{g.name(attack.shooter)} fires: {shown(step)} hits{_only_black(g, attack)}"
    return draw(g, attack.side, asks, "UF:25.3", about=(attack.shooter,))


def _only_black(g: UfPlay, attack: Attack) -> str:
    return " if black" if red_misses(g, attack) is not None else ""


@ask_shooting
def take_shooting(g: UfPlay, frame: Shooting, answer: Answer) -> None:
    attack = frame.attack
    if _void(g, attack):
        g.pop()
        on_attack_over(g, attack)
    elif frame.stage == "declared":
        frame.stage = "conceal"
        on_attack_declared(g, attack)
    elif frame.stage == "conceal":
        frame.stage = "decide"
        if may_conceal(g, attack):
            g.push(Concealing(attack))
    elif frame.stage == "decide":
        assert isinstance(answer, Action)
        if answer.verb == "resolve":
            frame.stage = "draw"
            on_attack_opened(g, attack)
            return
        g.pop()
        g.say("declined", "The shot is not fired.", "UF:6.5-a", side=attack.side)
        on_attack_over(g, attack)
    else:
        g.pop()
        draw_to_hit(g, attack, answer)


def draw_to_hit(g: UfPlay, attack: Attack, answer: Answer) -> None:
    """One draw decides (UF:25.3). Then every card of the target group is resolved with a new one (UF:25.4-c). The
    Smoke that a Breeze blows away now still hinders this shot (UF:13.243-c)."""
    summed = to_hit(g, attack)
    card = turned(g, attack.side, answer)
    step = int(summed.total)
    hit = hits(g, attack, step, card)
    no = why_red_misses(g, attack, card)
    told = "a hit" if hit else f"a miss, {no.reason}" if no is not None else "a miss"
    g.say(
        "to_hit",
        f"{g.name(attack.shooter)} needs {shown(step)}: {card.colour} {card.number}, {told}.",
        "UF:25.3",
        *([no.rule] if no is not None else []),
        side=attack.side,
        who=(attack.shooter, card.id),
        at=attack.target,
        breakdown=summed,
    )
    jammed = jams(g, attack, card)  # before the shot uses anything up
    on_shot(g, attack, card, hit)
    if jammed:
        jam(g, attack)
    if not hit:
        on_attack_over(g, attack)
        return
    attack = replace(attack, added=worth(g, attack, step, card.number), black=not card.red)
    g.push(Resolving(attack, targets_of(g, attack)))


def why_red_misses(g: UfPlay, attack: Attack, card: ActionCard) -> Refusal | None:
    """What a red number is a miss for, whatever the frequency."""
    if card.red and jams(g, attack, card):
        return Refusal("a malfunction", "UF:25.5-a")
    return red_misses(g, attack) if card.red else None


def jam(g: UfPlay, attack: Attack) -> None:
    """The ordnance malfunctions, and so has not hit (see `hits`)."""
    unit = g.unit(attack.shooter)
    if isinstance(unit, Man):
        malfunction(g, unit, "UF:25.5-a", "UF:19.12")
        return
    gun_malfunctions(g, unit, "UF:25.5-a", "UF:19.12")


# -- in words ----------------------------------------------------------------------------------------------------


@PART.answers(described_by_section)
def describe_shot(g: UfPlay, action: Action) -> Described | None:
    """An option that leads to a shot, with its frequency and the odds of a hit."""
    found = _shot_shown(g, action)
    if found is None:
        return None
    attack, side = found
    summed = to_hit(g, attack)
    rules = tuple(dict.fromkeys(line.rule for line in summed.lines))
    return Described("", rules, summed, shot_odds(g, attack, int(summed.total), side))


def shot_odds(g: UfPlay, attack: Attack, step: int, side: str) -> dict[str, float]:
    """The chance of a hit, and those of all that it can do, over every number that it can be scored with."""
    cards = possible_draws(g, side)
    if not cards:
        return {}
    scored = scoring(g, attack, step, cards)
    found = {"hit": len(scored) / len(cards)}
    for (added, black), count in Counter(
        (worth(g, attack, step, card.number), not card.red) for card in scored
    ).items():
        struck = replace(attack, added=added, black=black)
        for name, chance in attack_odds(g, struck, side).items():
            found[name] = found.get(name, 0) + chance * count / len(cards)
    return found


def _shot_shown(g: UfPlay, action: Action) -> tuple[Attack, str] | None:
    top = g.state.stack[-1] if g.state.stack else None
    if action.verb == "shoot" and action.at in g.state.groups:
        group = g.group(action.who[0])
        piece = piece_of(g, g.unit(action.who[1]))
        return (shot_at(g, piece, group, g.group(action.at), action.how), group.side) if piece else None
    if isinstance(top, Shooting) and action.verb == "resolve":
        return top.attack, top.attack.side
    if isinstance(top, Concealing) and top.attack.kind in SHOTS:
        return answered(g, top, action)
    return None


def _aimed(action: Action) -> str:
    return f", at its {action.how}" if action.how else ""


PART.action(
    "shoot",
    shoot_options,
    shoot,
    lambda g, a: (
        f"{g.name(a.who[1])} fires ordnance at {g.group_name(a.at)}{_aimed(a)} ({g.card_name(a.who[2])})"
    ),
    why_not_shoot,
)
PART.wording("also", lambda g, a: f"{g.name(a.who[0])} fires too{_aimed(a)} ({g.card_name(a.who[1])})")
