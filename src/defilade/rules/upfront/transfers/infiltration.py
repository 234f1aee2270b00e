"""Infiltration (UF:20.1 to UF:20.57): single men work their way into an enemy position.

All men, targets and methods are named before the first attempt (UF:20.2-b).  Until they are declared the plans are
secret, because a Movement card may be among them: they are in `state.picked`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from defilade.kernel import Action, Breakdown, Chance, Choice, Frame, Line, Refusal
from defilade.kernel.composition import all_of, bar, first_of, told
from defilade.kernel.encoding import always
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game import values
from defilade.rules.upfront.game.attack import SHOTS, Attack, spares_card
from defilade.rules.upfront.game.cards import CONCEALED, HERO
from defilade.rules.upfront.game.cards import MOVEMENT as MOVEMENT_CARD
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, time_is_up, turned
from defilade.rules.upfront.game.groups import near, relative_range
from defilade.rules.upfront.game.losses import on_group_gone, on_pinned, pin
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.questions import attack_bar
from defilade.rules.upfront.game.secondary_weapons import DEMOLITION_CHARGE
from defilade.rules.upfront.game.state import WIRE, Group, Laid, Machine, Man, Unit
from defilade.rules.upfront.infantry.crews import assistant_of, release
from defilade.rules.upfront.infantry.discards import planned
from defilade.rules.upfront.infantry.fire import may_abstain, on_attack_declared, targets_of
from defilade.rules.upfront.infantry.firepower import can_fire, firepower_changes
from defilade.rules.upfront.infantry.hero import HeroAmong, HeroWindow, as_if, could_hold, on_hero, roused
from defilade.rules.upfront.infantry.laying_down import leave_secondary, leave_weapon
from defilade.rules.upfront.infantry.movement import (
    fords_at_once,
    on_moved,
    on_moving_card,
    on_terrain_entered,
)
from defilade.rules.upfront.infantry.resolution import on_attack_over
from defilade.rules.upfront.infantry.smoke import smoke_on
from defilade.rules.upfront.infantry.terrain import has_vehicle, is_moving, terrain_of, unforded
from defilade.rules.upfront.turn.starshells import in_the_dark

PART = Part()


@bar
def infiltration_bar(g: UfPlay, man: Man, target: Group, /) -> Refusal | None:
    """Why may the man not try to infiltrate that group?"""


@first_of
def column_to_start(g: UfPlay, target: Group, /) -> Line | None:
    """From which column does an infiltration start, if not from the number of cards?"""


@all_of
def infiltration_shifts(g: UfPlay, man: Man, target: Group, /) -> Iterable[Line]:
    """What shifts the column of an infiltration?"""
    return ()


@told
def on_infiltrated(g: UfPlay, man: Man, target: Group, how: str, /) -> None:
    """A man has tried to infiltrate a group, and how that went."""


@told
def on_infiltration_over(g: UfPlay, sent: tuple[str, ...], /) -> None:
    """All attempts of a group to infiltrate are made."""


DROP = "drop"
"""He leaves a flamethrower or a secondary weapon behind (UF:20.23-a)."""
SPARE = "spare"
"""He will not place his Demolition Charge (UF:21.2-b)."""
TOO_HEAVY = ("mmg", "mortar")  # UF:20.23-b


# -- who may infiltrate whom -------------------------------------------------------------------------------------


def infiltrators_of(g: UfPlay, group: str) -> list[Man]:
    """The men who have infiltrated a group."""
    return [u for u in g.state.units.values() if isinstance(u, Man) and u.infiltrates == group]


def targets_in_reach(g: UfPlay, group: Group) -> list[Group]:
    """Enemy groups opposite or adjacent at Relative Range 5 (UF:20.1)."""
    return [
        enemy
        for enemy in g.enemy_groups(group.side)
        if relative_range(group, enemy) == 5 and near(group, enemy)
    ]


def infiltration_refusal(g: UfPlay, man: Man, target: Group, card: str = "") -> Refusal | None:
    """Why a man may not try to infiltrate a group in this way, if he may not."""
    group = g.group_of(man)
    if not near(group, target) or relative_range(group, target) != 5:
        return Refusal(f"{g.group_name(target)} is not at Relative Range 5", "UF:20.1")
    if man.pinned:
        return Refusal(f"{g.name(man)} is pinned", "UF:20.2-a")
    if man.infiltrates:
        return Refusal(f"{g.name(man)} has infiltrated a group already", "UF:20.3-c")
    if not card and unforded(g, group):
        return Refusal("from a Stream a Movement card is needed", "UF:20.24-b")
    return infiltration_bar(g, man, target)


@PART.answers(infiltration_bar)
def not_from_there(g: UfPlay, man: Man, target: Group) -> Refusal | None:
    """UF:20.24-a, UF:13.36-a, UF:20.24-c, UF:8.42-d: not from a Minefield, from Wire, or from Marsh before two
    Movement cards cover it; nor into a Minefield (UF:20.25-a, UF:24.7-a). Where else the others are does not matter
    (UF:20.25-b), not even on Wire (UF:13.36-b)."""
    group = g.group_of(man)
    terrain = terrain_of(group)
    if terrain == "minefield" or any(laid.kind == WIRE for laid in group.laid):
        return Refusal("not from a Minefield or Wire", "UF:20.24-a")
    if terrain == "marsh":
        return Refusal("from Marsh only when two Movement cards cover it", "UF:20.24-c")
    if terrain_of(target) == "minefield":
        return Refusal(f"{g.group_name(target)} is in a Minefield", "UF:20.25-a")
    return None


@PART.answers(infiltration_bar)
def transferees_do_not(g: UfPlay, man: Man, target: Group) -> Refusal | None:
    """UF:17.8-a: he is on his way to another group."""
    return Refusal(f"{g.name(man)} is on his way to another group", "UF:17.8-a") if man.transfers_to else None


# -- the column --------------------------------------------------------------------------------------------------

FROM_TERRAIN = {
    "brush": (-2, "UF:20.33"),  # UF:8.82
    "woods": (-1, "UF:20.34"),  # UF:8.74
    "hill": (1, "UF:20.35"),
    "open": (2, "UF:20.37"),  # UF:8.12
}


def darkness_or_smoke(g: UfPlay, group: Group, target: Group) -> Line | None:
    """UF:20.31 (UF:38.6) and UF:20.32 (UF:13.27) never apply together (UF:20.4-a): at night Smoke is of no use
    (UF:13.26)."""
    if in_the_dark(g, target):
        return Line("night", -3, "UF:20.31")
    smoke = smoke_on(g, group) + smoke_on(g, target)
    return Line("Smoke", -2 * smoke, "UF:20.32") if smoke else None


def shifts(g: UfPlay, man: Man, target: Group) -> Iterator[Line]:
    """What moves the column, to the left below zero (UF:20.3-a); all of it adds up (UF:20.4-a)."""
    group = g.group_of(man)
    hidden = darkness_or_smoke(g, group, target)
    if hidden is not None:
        yield hidden
    terrain = terrain_of(group)
    if terrain in FROM_TERRAIN:
        value, rule = FROM_TERRAIN[terrain]
        yield Line(f"from {terrain.capitalize()}", value, rule)
    if terrain_of(target) == "pillbox":
        yield Line("against a Pillbox", 1, "UF:20.36")
    pinned = sum(u.pinned for u in g.members(target) if not (isinstance(u, Machine) and u.kind == "afv"))
    if pinned:
        yield Line("pinned defenders", -pinned, "UF:20.38")  # UF:10.14
    if is_moving(group):
        yield Line("from a moving group", 2, "UF:20.39-a")
    if is_moving(target) or all(unit.transfers_to for unit in g.members(target)):
        yield Line("against a moving group", 2, "UF:20.39-b")
    if infiltrators_of(g, group.id):
        yield Line("from an infiltrated group", 2, "UF:20.39-c")
    yield from infiltration_shifts(g, man, target)


def infiltration_column(g: UfPlay, man: Man, target: Group, veil: int = 0) -> Breakdown:
    """The column of the Random Position Number that must be red, 1 to 10 (UF:20.3-a, UF:20.4-b)."""
    start = next(
        (line for f in column_to_start.answers(g) if (line := f(g, target)) is not None),
        Line("cards in the group", len(target.members), "UF:20.3-a", "="),
    )
    lines = [start, *shifts(g, man, target)]
    if veil:
        lines.append(Line("Concealed", -veil, "UF:20.3-d"))  # UF:9.4-a
    total = sum(int(line.value) for line in lines)
    title = f"{g.name(man)} infiltrates {g.group_name(target)}"
    return Breakdown(title, tuple(lines), max(1, min(10, total)))


# -- naming men, targets and methods -----------------------------------------------------------------------------


def second_charge(g: UfPlay, man: Man, target: Group, plans: list[Action]) -> Refusal | None:
    """UF:21.3-b: a Demolition Charge is the only attack that a group makes on another one in a turn. On a vehicle
    it does not go off by itself (UF:21.2-qb)."""
    if man.secondary != DEMOLITION_CHARGE or has_vehicle(g, target):
        return None
    for plan in plans:
        if plan.at == target.id and not plan.how and g.man(plan.who[0]).secondary == DEMOLITION_CHARGE:
            return Refusal(f"{g.name(plan.who[0])} places his charge there", "UF:21.3-b")
    return None


class Designating(Frame):
    """The men of a group who will try, whom, and how; secret in `state.picked` until it is declared (UF:20.2-b)."""

    group: str


def send_options(g: UfPlay, group: Group) -> Iterator[Action]:
    """A man with a Movement card of his own (UF:20.22-a) or without one, against each group in reach."""
    plans = planned(g, group.side) if g.state.picked.get(group.side) else []
    named = {plan.who[0] for plan in plans}
    spent = {card for plan in plans for card in plan.who[1:]}
    cards = ["", *(card for card, _ in g.holds(group.side, MOVEMENT_CARD) if card not in spent)]
    for target in targets_in_reach(g, group):
        for man in g.men(group):
            if man.id in named:
                continue
            for card in cards:
                if infiltration_refusal(g, man, target, card) is None:
                    who = (man.id, card) if card else (man.id,)
                    for how in ways_to_go(g, man):
                        if how or second_charge(g, man, target, plans) is None:
                            yield Action("send", who, target.id, how)


def ways_to_go(g: UfPlay, man: Man) -> list[str]:
    """As he is, without what would hinder him (UF:20.23-a), or with a charge that he will not place (UF:21.2-b)."""
    ways = [""]
    weapon = g.weapon(man)
    if man.secondary or man.kept or (weapon is not None and weapon.kind == "flamethrower"):
        ways.append(DROP)
    if man.secondary == DEMOLITION_CHARGE:
        ways.append(SPARE)
    return ways


def infiltrate_options(g: UfPlay, group: Group) -> Iterator[Action]:
    if targets_in_reach(g, group) and any(True for _ in send_options(g, group)):
        yield Action("infiltrate", (group.id,))


def why_not_infiltrate(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    targets = targets_in_reach(g, group)
    if not targets:
        return Refusal("no enemy group is at Relative Range 5", "UF:20.1")
    for man in g.men(group):
        for target in targets:
            refusal = infiltration_refusal(g, man, target, "any")
            if refusal is not None:
                return refusal
    return Refusal("nobody can try without a Movement card", "UF:20.24-b")


def begin_infiltration(g: UfPlay, group: Group, action: Action) -> None:
    g.state.picked.pop(group.side, None)
    g.push(Designating(group.id))


def why_not_send(g: UfPlay, frame: Designating, action: Action) -> Refusal | None:
    man = g.state.units.get(action.who[0]) if action.verb == "send" and action.who else None
    if not isinstance(man, Man) or man.group != frame.group or action.at not in g.state.groups:
        return None
    target = g.group(action.at)
    refusal = infiltration_refusal(g, man, target, "".join(action.who[1:]))
    if refusal is None and not action.how and g.state.picked.get(man.side):
        refusal = second_charge(g, man, target, planned(g, man.side))
    return refusal


@PART.decisions(Designating, why_not=why_not_send)
def ask_designating(g: UfPlay, frame: Designating) -> Choice:
    group = g.group(frame.group)
    options = [*send_options(g, group), Action("cancel")]
    if g.state.picked.get(group.side):
        options.insert(0, Action("go"))
    return Choice(group.side, "Who infiltrates whom, and how?", tuple(options), ("UF:20.2-b",), at=group.id)


@ask_designating
def take_designating(g: UfPlay, frame: Designating, answer: Answer) -> None:
    assert isinstance(answer, Action)
    side = g.group(frame.group).side
    if answer.verb == "send":
        g.state.picked[side] = (*g.state.picked.get(side, ()), str(answer))
        return
    g.pop()
    plans = planned(g, side)
    g.state.picked.pop(side, None)
    if answer.verb == "go":
        set_out(g, g.group(frame.group), plans)


class Attempt(msgspec.Struct, frozen=True, omit_defaults=True):
    """One man, whom he tries to infiltrate, the Movement card played for him, and what he does with his load."""

    man: str
    target: str
    card: str = ""
    how: str = ""


class Infiltrating(Frame):
    """The attempts that were named, one after the other; nothing can be called off any more (UF:20.2-b)."""

    group: str
    attempts: tuple[Attempt, ...]
    next: int = 0
    stage: str = always("check")
    veil: int = 0
    asked: bool = False
    """The defender has had his chance to play a Hero card before the draw (UF:10.4-a)."""


def set_out(g: UfPlay, group: Group, plans: list[Action]) -> None:
    """The plans are shown: it is the group's only action (UF:20.2-a). Movement cards go straight to the discard pile
    and do nothing else: no range, no movement (UF:20.22-a, UF:20.22-b)."""
    g.spend(group)
    attempts = []
    for plan in plans:
        card = plan.who[1] if len(plan.who) > 1 else ""
        if card:
            g.spend_card(group.side, card)
        attempts.append(Attempt(plan.who[0], plan.at, card, plan.how))
        lay_down_load(g, g.man(plan.who[0]), plan.how)
    named = "; ".join(f"{g.name(a.man)}{' with a Movement card' if a.card else ''}" for a in attempts)
    g.say(
        "infiltration",
        f"{g.group_name(group)} sends out {named}.",
        "UF:20.2-a",
        "UF:20.2-b",
        side=group.side,
        who=tuple(a.man for a in attempts),
        at=group.id,
    )
    g.push(Infiltrating(group.id, tuple(attempts)))


def lay_down_load(g: UfPlay, man: Man, how: str) -> None:
    """UF:20.23-a, UF:20.23-b, UF:20.61: crew duty ends, a gunner's as an assistant's; a MMG or mortar must be left
    behind, a flamethrower or secondary weapon may be. Nothing of it comes back by itself (UF:20.23-c)."""
    if man.crews:
        release(g, man, "UF:20.23-a")
        man = g.man(man.id)
    weapon = g.weapon(man)
    if weapon is not None and weapon.kind in TOO_HEAVY:  # its assistant has a claim on it (UF:18.22)
        leave_weapon(g, man, g.group_of(man), "UF:20.23-b")
        return
    assistant = assistant_of(g, man)
    if assistant is not None:
        release(g, assistant, "UF:20.61")
    if how == DROP and (man.secondary or man.kept):
        leave_secondary(g, man, g.group_of(man), "UF:20.23-a")
    elif how == DROP:
        leave_weapon(g, man, g.group_of(man), "UF:20.23-a")


# -- a Morale Check, with a Hero's second try --------------------------------------------------------------------


class CheckingMorale(Frame):
    """A man must draw a number below his Morale or is pinned (UF:20.21-a). A Hero played at once for a man so
    pinned lets him try again (UF:10.43-a). When it is over, he has passed if he is not pinned."""

    man: str
    failed: bool = False
    in_attack: bool = False
    """It is part of a Close Combat that has begun: that is finished though time is up (UF:16.3-b)."""


@PART.decisions(CheckingMorale)
def ask_checking_morale(g: UfPlay, frame: CheckingMorale) -> Chance | None:
    man = g.man(frame.man)
    if frame.failed:
        return None
    asks = f"{g.name(man)} must draw less than {values.morale(g, man)}"
    return draw(g, man.side, asks, "UF:20.21-a", about=(man.id,))


@ask_checking_morale
def take_checking_morale(g: UfPlay, frame: CheckingMorale, answer: Answer) -> None:
    man = g.man(frame.man)
    if answer is None:
        over = time_is_up(g, man.side) and not frame.in_attack  # UF:16.3-c: no second try
        if man.pinned or over:
            g.pop()
        frame.failed = False
        return
    card = turned(g, man.side, answer)
    if card.number < values.morale(g, man):  # the colour does not matter
        g.pop()
        text = f"{g.name(man)} draws {card.number} and goes."
        g.say("check", text, "UF:20.21-a", side=man.side, who=(man.id, card.id))
        return
    pin(g, man, "UF:20.21-a")
    if could_hold(g, man.side, HERO):
        frame.failed = True
        g.push(HeroWindow(man.side, man.id))
    else:
        g.pop()


# -- the attempts ------------------------------------------------------------------------------------------------


def _ready(g: UfPlay, attempt: Attempt) -> Man | None:
    """The man, if he and his target are still there and he is not pinned."""
    man = g.state.units.get(attempt.man)
    if not isinstance(man, Man) or man.pinned or attempt.target not in g.state.groups:
        return None
    return man


def _too_late(g: UfPlay) -> bool:
    """UF:16.3-b: to infiltrate is no attack, so the last pile that runs out ends it."""
    return time_is_up(g, g.state.mover)


@PART.decisions(Infiltrating)
def ask_infiltrating(g: UfPlay, frame: Infiltrating) -> Choice | Chance | None:
    if frame.next >= len(frame.attempts) or _too_late(g):
        return None
    attempt = frame.attempts[frame.next]
    man = _ready(g, attempt)
    if man is None or frame.stage == "check":
        return None
    target = g.group(attempt.target)
    if frame.stage == "conceal":
        if not could_hold(g, man.side, CONCEALED):
            return None
        options = [Action("conceal", (card,)) for card, _ in g.holds(man.side, CONCEALED)]
        asks = f"Play a Concealed card for {g.name(man)}?"
        return Choice(man.side, asks, (*options, Action("no")), ("UF:20.3-d",), about=(man.id,))
    if not frame.asked and who_could_stop_him(g, man, target, frame.veil):
        return None
    column = int(infiltration_column(g, man, target, frame.veil).total)
    asks = f"{g.name(man)} infiltrates on a red number in column {column}"
    return draw(g, man.side, asks, "UF:20.3-a", about=(man.id,))


@ask_infiltrating
def take_infiltrating(g: UfPlay, frame: Infiltrating, answer: Answer) -> None:
    if _too_late(g):
        g.pop()
        return
    if frame.next >= len(frame.attempts):
        g.pop()
        on_infiltration_over(g, tuple(attempt.man for attempt in frame.attempts))
        return
    attempt = frame.attempts[frame.next]
    man = _ready(g, attempt)
    if man is None:  # UF:20.21-b: the others go on
        _next_attempt(frame)
    elif frame.stage == "check":
        frame.stage = "conceal"
        if not attempt.card:
            g.push(CheckingMorale(man.id))
    elif frame.stage == "conceal":
        frame.stage = "draw"
        if isinstance(answer, Action) and answer.verb == "conceal":
            _conceal(g, frame, man, answer.who[0])
    elif answer is None:
        target = g.group(attempt.target)
        frame.asked = True
        before = f"{g.name(man)} is about to infiltrate {g.group_name(target)}"
        g.push(HeroAmong(target.side, who_could_stop_him(g, man, target, frame.veil), before))
    else:
        _try(g, frame, man, attempt, answer)


def _next_attempt(frame: Infiltrating) -> None:
    frame.next, frame.stage, frame.veil, frame.asked = frame.next + 1, "check", 0, False


def who_could_stop_him(g: UfPlay, man: Man, target: Group, veil: int) -> tuple[str, ...]:
    """The defenders for whom a Hero card can be played so that the column is another one (UF:10.4-a, UF:20.38), as
    long as everybody must reckon with such a card."""
    if not could_hold(g, target.side, HERO):
        return ()
    better = [one for unit in g.members(target) if unit.pinned and not (one := roused(g, unit)).pinned]
    with as_if(g, better):
        then = infiltration_column(g, man, target, veil).total
    if then == infiltration_column(g, man, target, veil).total:
        return ()
    return tuple(unit.id for unit in better)


@PART.answers(on_hero)
def another_hero_may_follow(g: UfPlay, unit: Unit) -> None:
    for frame in g.state.stack:
        if isinstance(frame, Infiltrating):
            frame.asked = False


def _conceal(g: UfPlay, frame: Infiltrating, man: Man, card: str) -> None:
    """UF:9.4-a, UF:20.3-d: one Concealed card for each man."""
    use = g.usable(man.side, card, CONCEALED)
    assert use is not None
    g.spend_card(man.side, card)
    frame.veil = use.value
    text = f"{g.name(man)} is concealed: {use.value} to the left."
    g.say("concealed", text, "UF:20.3-d", "UF:9.4-a", side=man.side, who=(man.id, card))


def _try(g: UfPlay, frame: Infiltrating, man: Man, attempt: Attempt, answer: Answer) -> None:
    target = g.group(attempt.target)
    summed = infiltration_column(g, man, target, frame.veil)
    _next_attempt(frame)
    card = turned(g, man.side, answer)
    if card.red and not fords(g, man, attempt.card):
        text = f"{g.name(man)} does not find a ford."
        g.say("not_infiltrated", text, "UF:20.24-b", side=man.side, who=(man.id, card.id))
    elif not card.is_red(int(summed.total)):
        text = f"{g.name(man)} does not get into {g.group_name(target)}."
        g.say("not_infiltrated", text, "UF:20.3-b", side=man.side, who=(man.id, card.id), breakdown=summed)
    else:
        man = g.update(man, infiltrates=target.id)
        text = f"{g.name(man)} infiltrates {g.group_name(target)}."
        g.say("infiltrated", text, "UF:20.3-c", side=man.side, who=(man.id, card.id), breakdown=summed)
        on_infiltrated(g, man, target, attempt.how)


def fords(g: UfPlay, man: Man, card: str) -> bool:
    """UF:20.24-b: no Stream, or one that is forded without a draw."""
    group = g.group_of(man)
    if not unforded(g, group):
        return True
    use = g.deck[card].use(g.side(man.side).nation, MOVEMENT_CARD)
    assert use is not None
    return fords_at_once(g, group, use)


# -- what infiltrators can do ------------------------------------------------------------------------------------


@PART.answers(firepower_changes)
def infiltrator_firepower(g: UfPlay, man: Man, attack: Attack) -> Iterator[Line]:
    """UF:20.51: doubled against the infiltrated group, at Relative Range 4 too (UF:20.55); not a flamethrower
    (UF:22.6)."""
    weapon = g.weapon(man)
    if man.infiltrates == attack.target and (weapon is None or weapon.kind != "flamethrower"):
        yield Line("infiltrator", 2, "UF:20.51", "x")


@PART.answers(may_abstain)
def infiltrators_abstain(g: UfPlay, unit: Unit, attack: Attack) -> bool:
    """UF:20.51, UF:20.532: each for himself."""
    return isinstance(unit, Man) and bool(unit.infiltrates) and not unit.pinned


@PART.answers(spares_card)
def ordnance_spares_infiltrators(g: UfPlay, attack: Attack, unit: Unit) -> bool:
    """UF:20.54: the ordnance of the infiltrated group cannot reach him."""
    return attack.kind in SHOTS and isinstance(unit, Man) and unit.infiltrates == attack.firer != ""


@PART.answers(attack_bar)
def nobody_to_shoot_at(g: UfPlay, attack: Attack) -> Refusal | None:
    """UF:20.54: no shot at a group of which nobody else is there."""
    if attack.kind in SHOTS and not targets_of(g, attack):
        target = g.group_name(attack.target)
        return Refusal(f"all of {target} have infiltrated the firing group", "UF:20.54")
    return None


# -- how the status is lost --------------------------------------------------------------------------------------


def lose_status(g: UfPlay, man: Man, *rules: str) -> None:
    if man.infiltrates:
        g.update(man, infiltrates="", joins_fire=False)
        text = f"{g.name(man)} is no longer an infiltrator."
        g.say("status_lost", text, *rules, side=man.side, who=(man.id,), at=man.group)


@PART.answers(on_pinned)
def pinned_infiltrator(g: UfPlay, unit: Unit) -> None:
    if isinstance(unit, Man):
        lose_status(g, unit, "UF:20.53-a")


@PART.answers(on_moved)
def movement_ends_it(g: UfPlay, group: Group, laid: Laid) -> None:
    """UF:20.53-b for those who move; UF:20.53-d: a group that gets to Relative Range 3 is away from them."""
    for man in g.men(group):
        lose_status(g, man, "UF:20.53-b")
    for man in infiltrators_of(g, group.id):
        if relative_range(g.group_of(man), group) <= 3:
            lose_status(g, man, "UF:20.53-d")


@PART.answers(on_moving_card)
def failed_ford_ends_it(g: UfPlay, group: Group, card: str) -> None:
    """UF:20.53-b: a Movement card played to ford counts too, though none is laid where the ford is not found."""
    if unforded(g, group) and not any(laid.kind == WIRE for laid in group.laid):
        for man in g.men(group):
            lose_status(g, man, "UF:20.53-b")


@PART.answers(on_terrain_entered)
def target_gets_away(g: UfPlay, group: Group, laid: Laid) -> None:
    """UF:20.53-d: it is in new terrain at Relative Range 4 or farther."""
    for man in infiltrators_of(g, group.id):
        if relative_range(g.group_of(man), group) <= 4:
            lose_status(g, man, "UF:20.53-d")


@PART.answers(on_group_gone)
def target_is_no_more(g: UfPlay, group: Group) -> None:
    for man in infiltrators_of(g, group.id):
        lose_status(g, man, "UF:20.5")


@PART.answers(on_attack_declared)
def mark_firing_infiltrators(g: UfPlay, attack: Attack) -> None:
    """Who takes part now loses his status when the attack is over, whatever happens to his weapon (UF:20.531)."""
    if attack.firer:
        for man in g.men(g.group(attack.firer)):
            if man.infiltrates and takes_part(g, man, attack):
                g.update(man, joins_fire=True)


def takes_part(g: UfPlay, man: Man, attack: Attack) -> bool:
    return attack.shooter == man.id if attack.shooter else can_fire(g, man, attack)


@PART.answers(on_attack_over)
def firing_ends_it(g: UfPlay, attack: Attack) -> None:
    """UF:20.53-c, UF:20.531"""
    for unit in list(g.state.units.values()):
        if isinstance(unit, Man) and unit.joins_fire:
            lose_status(g, g.update(unit, joins_fire=False), "UF:20.531")


def stay_options(g: UfPlay, group: Group) -> Iterator[Action]:
    for man in g.men(group):
        if man.infiltrates:
            yield Action("come-back", (group.id, man.id))


def come_back(g: UfPlay, group: Group, action: Action) -> None:
    """UF:20.56-b, UF:19.3-qa: one man, as the group's action."""
    g.spend(group)
    lose_status(g, g.man(action.who[1]), "UF:20.56-b")


PART.action(
    "infiltrate",
    infiltrate_options,
    begin_infiltration,
    lambda g, a: f"{g.group_name(a.who[0])}: infiltrate",
    why_not_infiltrate,
)
PART.action(
    "come-back",
    stay_options,
    come_back,
    lambda g, a: f"{g.name(a.who[1])} gives up his infiltration",
)

HOW = {"": "", DROP: ", leaving what hinders him", SPARE: ", without placing his charge"}
PART.wording(
    "send",
    lambda g, a: (
        f"{g.name(a.who[0])} infiltrates {g.group_name(a.at)}"
        f"{' with a Movement card' if len(a.who) > 1 else ' by a Morale Check'}{HOW[a.how]}"
    ),
)
PART.wording("go", lambda g, a: "Go")
