"""Which judgement answers which question: by the procedure that asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from defilade.ai.upfront import acting, close_fighting, discarding, guns, shooting
from defilade.ai.upfront.acting import Actions
from defilade.ai.upfront.discarding import Discards, turned_away
from defilade.ai.upfront.draws import Draws
from defilade.ai.upfront.ground import standing
from defilade.ai.upfront.hand import HARMFUL, Hand
from defilade.ai.upfront.picture import Picture
from defilade.ai.upfront.stances import ALONE, MEETING, STANCES, Stance
from defilade.kernel import Action, Choice, Frame
from defilade.rules.upfront.close_quarters.berserk import Charging
from defilade.rules.upfront.close_quarters.close_combat import EnteringTogether, Melee, melee_value
from defilade.rules.upfront.game.attack import MISSION, SHOTS, Attack
from defilade.rules.upfront.game.cards import CONCEALED
from defilade.rules.upfront.game.cards import TERRAIN as TERRAIN_CARD
from defilade.rules.upfront.game.groups import ChangePlaces
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.state import TERRAIN, Laid, Man
from defilade.rules.upfront.infantry.concealment import Concealing
from defilade.rules.upfront.infantry.crews import AssigningCrews
from defilade.rules.upfront.infantry.discards import AnswerTerrain, Discarding
from defilade.rules.upfront.infantry.fire import DeclareFire, Firing
from defilade.rules.upfront.infantry.hero import HeroAmong, HeroWindow
from defilade.rules.upfront.infantry.rally import Rallying
from defilade.rules.upfront.ordnance.ordnance import DeclareShots, Shooting
from defilade.rules.upfront.scenarios.partisans import Ambushing
from defilade.rules.upfront.transfers.flanking import Outflanking
from defilade.rules.upfront.transfers.infiltration import Designating, Infiltrating, infiltration_column
from defilade.rules.upfront.turn.sequence import Refill, Turn
from defilade.rules.upfront.turn.setup import FormGroups, InitialTerrain

Options = Sequence[Action]
Decision = Callable[["Mind", Any, Options], Action]

GROUPS = 3
"""Groups that a force is divided into where nothing else is said."""


class Mind:
    """What a side knows and thinks at one decision."""

    def __init__(
        self, g: UfPlay, side: str, stance: Stance | None = None, draws: Draws | None = None
    ) -> None:
        self.g = g
        self.picture = Picture(g, side, stance or stance_of(g, side), draws)
        self._hand: Hand | None = None

    @property
    def hand(self) -> Hand:
        if self._hand is None:
            self._hand = Hand(self.picture)
        return self._hand

    @property
    def actions(self) -> Actions:
        return Actions(self.picture, self.hand)

    @property
    def discards(self) -> Discards:
        return Discards(self.picture, self.hand)


def stance_of(g: UfPlay, side: str, plan: str = "balanced") -> Stance:
    """How a plan weighs things for a side, by what it has to do."""
    return STANCES[ALONE if len(g.enemies(side)) > 1 else g.side(side).role or MEETING][plan]


def decide(g: UfPlay, choice: Choice, stance: Stance | None = None, draws: Draws | None = None) -> Action:
    """A good answer to a choice at once, in a stance."""
    options = choice.options
    if len(options) == 1:
        return options[0]
    frame = g.state.stack[-1]
    decision = DECISIONS.get(type(frame))
    if decision is None:
        return options[0]
    return decision(Mind(g, choice.side, stance, draws), frame, options)


def named(options: Options, verb: str) -> Action | None:
    return next((option for option in options if option.verb == verb), None)


# -- before the game ---------------------------------------------------------------------------------------------


def _form_groups(mind: Mind, frame: FormGroups, options: Options) -> Action:
    """The usual groups, or else three of the same size."""
    usual = named(options, "standard")
    if usual is not None:
        return usual
    sizes = {group.letter: len(group.members) for group in mind.picture.mine}

    def crowd(option: Action) -> tuple[int, int, str]:
        size = sizes.get(option.at, 0)
        return (option.at > "ABCD"[GROUPS - 1], size, option.at)

    return min(options, key=crowd)


def _crew(mind: Mind, frame: AssigningCrews, options: Options) -> Action:
    """The man who can best be spared crews the best weapon."""
    g, best = mind.g, options[-1]
    value = 0.0
    for option in options[:-1]:
        gunner, helper = g.man(option.who[0]), g.man(option.who[1])
        weapon = g.weapon(gunner)
        assert weapon is not None
        gains = (weapon.firepower[3] - weapon.bracketed[3]) / 4 if weapon.bracketed else 1.0
        gains -= mind.picture.worth(helper) / 2
        if gains > value and not helper.role:
            value, best = gains, option
    return best


def _initial_terrain(mind: Mind, frame: InitialTerrain, options: Options) -> Action:
    """Cover for oneself and hindrance for the enemy: the cards are replaced for nothing (UF:3.6-e)."""
    g, picture = mind.g, mind.picture
    best, value = options[-1], 0.05
    for option in options[:-1]:
        use = g.usable(picture.side, option.who[0], TERRAIN_CARD)
        assert use is not None
        group = g.group(option.at)
        there = replace(group, laid=(Laid("", TERRAIN, use.terrain, use.value),))
        gain = standing(picture, there) - standing(picture, group)
        gain += 0.1 * max(0, -use.value) if use.terrain not in HARMFUL else 0.0
        if group.side != picture.side:
            gain = -gain
        if gain > value:
            best, value = option, gain
    return best


# -- a turn ------------------------------------------------------------------------------------------------------


def _turn(mind: Mind, frame: Turn, options: Options) -> Action:
    return _act(mind, options) if frame.stage == "actions" else _discard(mind, options)


def _act(mind: Mind, options: Options) -> Action:
    found = acting.ranked(mind.actions, options)
    if not found or discarding.if_nothing_is_done(mind.discards) > acting.together(found):
        return options[-1]
    return found[0][1]


def _discard(mind: Mind, options: Options) -> Action:
    discards = mind.discards
    found = discarding.ranked(discards, options)
    if found:
        return found[0][1]
    done = named(options, "done")
    if done is not None:
        return done
    return max(options, key=discards.value)


def _discard_elsewhere(mind: Mind, frame: Discarding, options: Options) -> Action:
    return max(options, key=mind.discards.value)


def _refill(mind: Mind, frame: Refill, options: Options) -> Action:
    heroes = [option for option in options if option.verb == "hero"]
    if heroes:
        actions = mind.actions
        best = max(heroes, key=actions.value)
        if actions.value(best) > 0:
            return best
    return options[0] if options[0].verb == "draw" else options[-1]


# -- fire --------------------------------------------------------------------------------------------------------


def _declare(mind: Mind, frame: DeclareFire, options: Options) -> Action:
    """Go on as it was planned when the first card was named."""
    g, picture = mind.g, mind.picture
    picked = g.state.picked.get(picture.side, ())
    group, target = g.group(frame.group), g.group(frame.target)
    plans = [
        shot for shot in shooting.shots(picture, mind.hand, group, target) if set(picked) <= set(shot.cards)
    ]
    if plans:
        best = max(plans, key=lambda shot: shot.value)
        for option in options:
            if option.verb == "add" and option.who[0] in best.cards:
                return option
    return named(options, "declare") or named(options, "include") or options[-1]


def _resolve(mind: Mind, frame: Firing, options: Options) -> Action:
    worth = shooting.harm_of(mind.picture, frame.attack)
    return options[0] if worth > shooting.WORTH_DRAWING else options[-1]


def _conceal(mind: Mind, frame: Concealing, options: Options) -> Action:
    """The card that saves most beside what it could save another time."""
    picture, attack = mind.picture, frame.attack
    harm = _threat(picture, attack)
    best, value = options[-1], 0.0
    for option in options[:-1]:
        use = mind.g.usable(picture.side, option.who[0], CONCEALED)
        assert use is not None
        saved = harm - _threat(picture, replace(attack, concealed=use.value))
        saved -= mind.hand.price(option.who[0])
        if saved > value:
            best, value = option, saved
    return best


def _threat(picture: Picture, attack: Attack) -> float:
    """What an attack against which a Concealed card may be played will do."""
    if attack.kind in SHOTS:
        return guns.shot(picture, attack)
    if attack.kind == MISSION:  # UF:40.2-b
        comes = sum(not card.red and card.number >= attack.concealed for card in picture.draws.cards)
        return comes / picture.draws.number * guns.effect(picture, attack)
    return shooting.harm_of(picture, attack)


def _save(mind: Mind, frame: HeroWindow, options: Options) -> Action:
    """A Hero for a pinned man who is about to be lost."""
    if options[0].verb != "hero":
        return options[-1]
    unit = mind.g.unit(frame.unit)
    need = mind.hand.price(options[0].who[0])
    if isinstance(unit, Man) and isinstance(mind.g.state.stack[-2], Charging):
        gain = mind.picture.pinning(unit) - close_fighting.charge(mind.picture, unit)
        return options[0] if gain > need else options[-1]
    return options[0] if 0.5 * mind.picture.loss(unit) + mind.picture.pinning(unit) > need else options[-1]


def _rouse(mind: Mind, frame: HeroAmong, options: Options) -> Action:
    """The man for whom a Hero changes most, where that is more than the card is worth another time."""
    below = mind.g.state.stack[-2]
    best, value = options[-1], 0.0
    for option in options[:-1]:
        gain = close_fighting.with_hero(mind.picture, below, mind.g.unit(option.who[1]))
        gain -= mind.hand.price(option.who[0])
        if gain > value:
            best, value = option, gain
    return best


def _more_shots(mind: Mind, frame: DeclareShots, options: Options) -> Action:
    """Another piece fires too where that does harm, with the card that can best be spared."""
    best, value = options[0], 0.0
    for option in options:
        if option.verb == "also":
            attack = guns.aimed(mind.picture, frame.group, option.who[0], frame.target, option.how)
            gain = (guns.shot(mind.picture, attack) if attack is not None else 0.0) - mind.hand.cost(
                option.who[1]
            )
            if gain > value:
                best, value = option, gain
    return best


def _shoot(mind: Mind, frame: Shooting, options: Options) -> Action:
    worth = guns.shot(mind.picture, frame.attack)
    return options[0] if worth > shooting.WORTH_DRAWING else options[-1]


def _ambush(mind: Mind, frame: Ambushing, options: Options) -> Action:
    """A Concealed card that makes the attack stronger, where that does more than hiding behind it."""
    picture, attack = mind.picture, frame.attack
    harm = shooting.harm_of(picture, attack)
    best, value = options[-1], 0.0
    for option in options[:-1]:
        use = mind.g.usable(picture.side, option.who[0], CONCEALED)
        assert use is not None
        gain = shooting.harm_of(picture, replace(attack, strength=attack.strength + use.value)) - harm
        gain -= mind.hand.cost(option.who[0])
        if gain > value:
            best, value = option, gain
    return best


# -- ground ------------------------------------------------------------------------------------------------------


def _answer_terrain(mind: Mind, frame: AnswerTerrain, options: Options) -> Action:
    group = mind.g.group(options[0].who[0])
    assert group.offered is not None
    if group.forming:  # it is what they wanted, unless it is bad ground (UF:17.92)
        return options[-1] if group.offered.terrain in HARMFUL else options[0]
    taken = standing(mind.picture, replace(group, laid=(group.offered,), offered=None))
    around = standing(mind.picture, turned_away(group))
    return options[0] if taken >= around else options[-1]


def _outflank(mind: Mind, frame: Outflanking, options: Options) -> Action:
    """Encirclement before a flank, and the group that it hurts most."""
    group = mind.g.group(frame.group)

    def value(option: Action) -> float:
        if option.verb == "no":
            return 0.0
        doubled = mind.picture.prospect(replace(group, laid=(), flanks=(option.at,)))
        return doubled + (1.0 if option.verb == "encircle" else 0.1)

    return max(options, key=value)


# -- men ---------------------------------------------------------------------------------------------------------


def _rally(mind: Mind, frame: Rallying, options: Options) -> Action:
    return max(options, key=lambda option: mind.picture.worth(mind.g.unit(option.who[0])))


def _stay(mind: Mind, frame: ChangePlaces, options: Options) -> Action:
    return options[-1]


def _send(mind: Mind, frame: Designating, options: Options) -> Action:
    values = {o: close_fighting.attempt(mind.picture, o) for o in options if o.verb == "send"}
    best = close_fighting.best_of(options, "send", values)
    return best or named(options, "go") or options[-1]


def _enter(mind: Mind, frame: EnteringTogether, options: Options) -> Action:
    values = {o: close_fighting.entry(mind.picture, o) for o in options if o.verb == "enter-combat"}
    best = close_fighting.best_of(options, "enter-combat", values)
    return best or named(options, "go") or options[-1]


def _slip_in(mind: Mind, frame: Infiltrating, options: Options) -> Action:
    """A Concealed card where it makes a good attempt much better."""
    g = mind.g
    attempt = frame.attempts[frame.next]
    man, target = g.man(attempt.man), g.group(attempt.target)
    worth = max(0.0, close_fighting.melee(mind.picture, man, target))
    plain = mind.picture.draws.red_in(int(infiltration_column(g, man, target).total))
    best, value = options[-1], 0.0
    for option in options[:-1]:
        use = g.usable(man.side, option.who[0], CONCEALED)
        assert use is not None
        veiled = mind.picture.draws.red_in(int(infiltration_column(g, man, target, use.value).total))
        gain = (veiled - plain) * worth - mind.hand.cost(option.who[0])
        if gain > value:
            best, value = option, gain
    return best


def _melee(mind: Mind, frame: Melee, options: Options) -> Action:
    """The strongest leads; a Concealed card where the fight is close."""
    g, picture = mind.g, mind.picture
    if options[0].verb == "lead":
        return max(options, key=lambda option: melee_value(g, frame, option.who[0]).total)
    attacks = frame.attack_side == picture.side
    own, enemy = frame.attackers[0], frame.defenders[0]
    if not attacks:
        own, enemy = enemy, own
    if own not in g.state.units or enemy not in g.state.units:
        return options[0]
    lead = int(melee_value(g, frame, own).total - melee_value(g, frame, enemy).total)
    stake = picture.loss(g.unit(own)) + picture.loss(g.unit(enemy))
    plain, _ = picture.draws.margins(lead)
    best, value = options[0], 0.0
    for option in options:
        if option.verb == "conceal":
            use = g.usable(picture.side, option.who[0], CONCEALED)
            assert use is not None
            better, _ = picture.draws.margins(lead + use.value)
            gain = (better - plain) * stake - mind.hand.price(option.who[0])
            if gain > value:
                best, value = option, gain
    return best


DECISIONS: dict[type[Frame], Decision] = {
    FormGroups: _form_groups,
    AssigningCrews: _crew,
    InitialTerrain: _initial_terrain,
    Turn: _turn,
    Refill: _refill,
    DeclareFire: _declare,
    Firing: _resolve,
    DeclareShots: _more_shots,
    Shooting: _shoot,
    Ambushing: _ambush,
    Concealing: _conceal,
    HeroWindow: _save,
    HeroAmong: _rouse,
    Discarding: _discard_elsewhere,
    AnswerTerrain: _answer_terrain,
    Outflanking: _outflank,
    Rallying: _rally,
    ChangePlaces: _stay,
    Designating: _send,
    EnteringTogether: _enter,
    Infiltrating: _slip_in,
    Melee: _melee,
}
