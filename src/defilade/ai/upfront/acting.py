"""What each action of a group is worth, and which to take."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from defilade.ai.upfront import close_fighting, guns
from defilade.ai.upfront.ground import STAKE, standing
from defilade.ai.upfront.hand import HARMFUL, Hand
from defilade.ai.upfront.picture import Picture
from defilade.ai.upfront.shooting import SEEN_THROUGH, WORTH_DRAWING, Shot, best_shot
from defilade.kernel import Action
from defilade.rules.upfront.close_quarters.close_combat import enter_options
from defilade.rules.upfront.game.cards import MOVEMENT as MOVEMENT_CARD
from defilade.rules.upfront.game.cards import RALLY_ALL, Use
from defilade.rules.upfront.game.cards import TERRAIN as TERRAIN_CARD
from defilade.rules.upfront.game.play import replace
from defilade.rules.upfront.game.state import (
    MOVEMENT,
    OPEN,
    SIDEWAYS,
    SMOKE,
    TERRAIN,
    WIRE,
    Group,
    Laid,
    Machine,
    Man,
)
from defilade.rules.upfront.game.victory_conditions import Reach, Segments
from defilade.rules.upfront.ground.night import seen_on
from defilade.rules.upfront.ground.to_hit import numbers
from defilade.rules.upfront.infantry.crews import assistant_of
from defilade.rules.upfront.infantry.movement import STEP
from defilade.rules.upfront.infantry.radio import fire_mission
from defilade.rules.upfront.infantry.terrain import must_ford
from defilade.rules.upfront.infantry.victory import holding
from defilade.rules.upfront.transfers.flanking import can_flank
from defilade.rules.upfront.transfers.infiltration import send_options

NEVER = -9.0
LEAST = 0.0
RANGE = 3
"""Firepower is compared at this Relative Range where the real one does not matter."""


class Actions:
    """The actions of a turn, each judged once."""

    def __init__(self, picture: Picture, hand: Hand) -> None:
        self.picture = picture
        self.hand = hand
        self.g = picture.g
        self._standing: dict[str, float] = {}
        self._moves: dict[tuple[str, str], float] = {}
        self._shots: dict[tuple[str, str], Shot | None] = {}
        self._guns: dict[str, float] = {}
        self._cover_cards: list[Use] | None = None

    def value(self, action: Action) -> float:
        judge = VERBS.get(action.verb)
        value = judge(self, action) if judge is not None else NEVER
        leanings = self.picture.stance.leanings
        if leanings and value > NEVER:
            value += leanings.get(action.how if action.verb == "move" else action.verb, 0.0)
        return value

    def best_shot(self, group: str, target: str) -> Shot | None:
        key = group, target
        if key not in self._shots:
            g = self.g
            self._shots[key] = best_shot(self.picture, self.hand, g.group(group), g.group(target))
        return self._shots[key]

    def now(self, group: Group) -> float:
        found = self._standing.get(group.id)
        if found is None:
            found = self._standing[group.id] = standing(self.picture, group)
        return found

    def gain(self, group: Group, **changes: object) -> float:
        """What a change of a group's place brings."""
        return standing(self.picture, replace(group, **changes)) - self.now(group)

    # -- fire ----------------------------------------------------------------------------------------------

    def fire(self, action: Action) -> float:
        shot = self.best_shot(action.who[0], action.at)
        if shot is None or action.who[1] != shot.cards[0]:
            return NEVER
        return shot.value

    # -- movement ------------------------------------------------------------------------------------------

    def move(self, action: Action) -> float:
        group, card = self.g.group(action.who[0]), action.who[1]
        key = group.id, action.how
        if key not in self._moves:
            self._moves[key] = self._move(group, action.how)
        value = self._moves[key]
        use = self.g.usable(group.side, card, MOVEMENT_CARD)
        assert use is not None
        if must_ford(group) and not use.ford:
            value *= 0.5
        if action.how == SIDEWAYS and use.flank:
            value += self._flank(group)
        elif use.flank or use.ford:
            value -= 0.02  # another card does as well
        return value - self.hand.cost(card)

    def _move(self, group: Group, mode: str) -> float:
        laid = Laid("", MOVEMENT, mode=mode)
        moved = replace(group, laid=(*group.laid, laid), range=group.range + STEP[mode], entrenched=False)
        there = standing(self.picture, moved)
        return (
            there - self.now(group) + self.picture.stance.cover_to_come * max(0.0, self._cover(moved) - there)
        )

    def _cover(self, group: Group) -> float:
        """How the group will stand with the best Terrain card of the hand on it."""
        if self._cover_cards is None:
            uses = [use for _, use in self.g.holds(group.side, TERRAIN_CARD) if use.terrain not in HARMFUL]
            self._cover_cards = list({(use.terrain, use.value): use for use in uses}.values())
        return max(
            (
                standing(self.picture, replace(group, laid=(Laid("", TERRAIN, use.terrain, use.value),)))
                for use in self._cover_cards
            ),
            default=NEVER,
        )

    def _flank(self, group: Group) -> float:
        """A flank doubles the firepower, as soon as the group has cover again."""
        picture = self.picture
        best = 0.0
        for enemy in picture.theirs:
            if can_flank(self.g, group, enemy):
                flanking = picture.prospect(replace(group, flanks=(enemy.id,)))
                best = max(best, flanking - picture.prospect(group))
        return best

    # -- ground --------------------------------------------------------------------------------------------

    def terrain(self, action: Action) -> float:
        group, card = self.g.group(action.who[0]), action.who[1]
        use = self.g.usable(group.side, card, TERRAIN_CARD)
        assert use is not None
        laid = (Laid(card, TERRAIN, use.terrain, use.value),)
        return self.gain(group, laid=laid) + self._wins(group, laid) - self.hand.cost(card)

    def _wins(self, group: Group, laid: tuple[Laid, ...]) -> float:
        """The game itself, where this is the last that was missing."""
        victory = self.g.scenario_of(group.side).victory
        if not isinstance(victory, Reach | Segments) or group.range != victory.chit:
            return 0.0
        men = sum(not unit.pinned for unit in self.g.members(group))
        there = holding(self.g, group.side, victory.chit)
        covered = laid[0].value < 0 or laid[0].terrain == "walls"
        return STAKE if covered and there + men >= victory.men else 0.0

    def open_ground(self, action: Action) -> float:
        """Cover that is in the hand would have been better."""
        group, card = self.g.group(action.who[0]), action.who[1]
        bare = self.gain(group, laid=(Laid("", TERRAIN, OPEN),))
        instead = self.picture.stance.instead
        if instead and (covered := self._cover(group)) > NEVER:
            bare -= instead * max(0.0, covered - self.now(group) - bare)
        return bare - self.hand.cost(card)

    def entrench(self, action: Action) -> float:
        group = self.g.group(action.who[0])
        return self.picture.draws.zero * self.gain(group, entrenched=True) - 0.02

    def smoke(self, action: Action) -> float:
        group, card = self.g.group(action.who[0]), action.who[1]
        return self.gain(group, laid=(*group.laid, Laid(card, SMOKE))) - self.hand.cost(card)

    def clear_wire(self, action: Action) -> float:
        group, card = self.g.group(action.who[0]), action.who[1]
        laid = list(group.laid)
        laid.remove(next(one for one in reversed(laid) if one.kind == WIRE))
        return self.gain(group, laid=tuple(laid)) - self.hand.cost(card)

    # -- men -----------------------------------------------------------------------------------------------

    def rally(self, action: Action) -> float:
        g = self.g
        use = g.usable(self.picture.side, action.who[1], "rally")
        assert use is not None
        value = self._rallied(g.group(action.who[0]), use.value)
        if action.at:
            value += self._rallied(g.group(action.at), use.value)
        return value - self.hand.cost(action.who[1])

    def _rallied(self, group: Group, men: int) -> float:
        pinned = sorted((self.picture.pinning(u) for u in self.g.men(group) if u.pinned), reverse=True)
        value = sum(pinned if men == RALLY_ALL else pinned[:men])
        frees = 0.35 if men >= len(pinned) else 0.0  # the group can move again
        return value + frees + 0.5 * self.picture.exposure(group)

    def hero(self, action: Action) -> float:
        unit = self.g.unit(action.who[1])
        if not unit.pinned:
            return NEVER
        leads = 0.35 if isinstance(unit, Man) and unit.role else 0.0
        return (
            1.5 * self.picture.pinning(unit)
            + leads
            - self.hand.cost(action.who[0])
            - self.picture.stance.fresh
        )

    def crew(self, action: Action) -> float:
        gunner, helper = self.g.man(action.who[1]), self.g.man(action.who[2])
        weapon, own = self.g.weapon(gunner), self.g.weapon(helper)
        if weapon is None or gunner.broken or not weapon.bracketed or helper.role:
            return NEVER
        less = own.firepower[RANGE] if own is not None else 0
        return 0.1 * (weapon.firepower[RANGE] - weapon.bracketed[RANGE] - less)

    def acquire(self, action: Action) -> float:
        group, man = self.g.group(action.who[0]), self.g.man(action.who[1])
        loose = group.loose[int(action.how) - 1]
        weapon, own = self.g.library.weapons.get(loose.weapon), self.g.weapon(man)
        if weapon is None or loose.broken or assistant_of(self.g, man) is not None:
            return NEVER
        better = weapon.firepower[RANGE] - (own.firepower[RANGE] if own is not None and not man.broken else 0)
        chance = 1.0 if loose.assistant == man.id else self.picture.draws.black
        return 0.14 * chance * better - 0.05 if better > 0 else NEVER

    def swap_weapons(self, action: Action) -> float:
        """The better weapon for the man who is not wounded: he fires it with its full firepower."""
        hurt, sound = (self.g.man(uid) for uid in action.who[1:])
        given, taken = self.g.weapon(hurt), self.g.weapon(sound)
        if given is None or taken is None or hurt.broken or sound.broken or sound.wounded:
            return NEVER
        better = given.firepower[RANGE] - taken.firepower[RANGE]
        return 0.05 * better - 0.05 if better > 0 else NEVER

    def repair(self, action: Action) -> float:
        unit = self.g.unit(action.who[1])
        if isinstance(unit, Machine):
            return 0.8
        weapon = self.g.weapon(unit)
        return 0.1 * weapon.firepower[RANGE] if weapon is not None else 0.05

    def infiltrate(self, action: Action) -> float:
        group = self.g.group(action.who[0])
        values = [close_fighting.attempt(self.picture, option) for option in send_options(self.g, group)]
        return max(values, default=NEVER) - close_fighting.ENOUGH

    def close_combat(self, action: Action) -> float:
        group = self.g.group(action.who[0])
        values = [close_fighting.entry(self.picture, option) for option in enter_options(self.g, group)]
        return max(values, default=NEVER) - close_fighting.ENOUGH

    def sniper_check(self, action: Action) -> float:
        return 0.15

    # -- guns, vehicles and artillery ----------------------------------------------------------------------

    def shoot(self, action: Action) -> float:
        group, unit, card = action.who
        key = f"{unit} {action.at} {action.how}"
        if key not in self._guns:
            attack = guns.aimed(self.picture, group, unit, action.at, action.how)
            self._guns[key] = guns.shot(self.picture, attack) if attack is not None else 0.0
        harm = self._guns[key]
        if harm < WORTH_DRAWING:
            return NEVER
        return self.picture.stance.fire * SEEN_THROUGH * harm - self.hand.cost(card)

    def mission(self, action: Action) -> float:
        _, caller, card = action.who
        attack = fire_mission(self.g, self.picture.side, caller, action.at)
        harm = self.picture.draws.black * guns.effect(self.picture, attack)
        return self.picture.stance.fire * SEEN_THROUGH * harm - self.hand.cost(card)

    def overrun(self, action: Action) -> float:
        group, target = self.g.group(action.who[0]), self.g.group(action.at)
        harm = SEEN_THROUGH * guns.overrun(self.picture, group, target)
        risk = 0.1 * self.picture.worth(self.g.members(group)[0])
        return self.picture.stance.fire * harm - risk - self.hand.cost(action.who[1])

    def rally_crew(self, action: Action) -> float:
        return 0.12 * self.picture.worth(self.g.members(self.g.group(action.who[0]))[0])

    def get_free(self, action: Action) -> float:
        return 0.06 * self.picture.worth(self.g.members(self.g.group(action.who[0]))[0])

    def enter(self, action: Action) -> float:
        return 2.0 + 0.3 * int(action.how or 0) - self.hand.cost(action.who[0])

    def enter_cover(self, action: Action) -> float:
        return 2.6 + 0.3 * int(action.how or 0) - sum(self.hand.cost(card) for card in action.who)

    # -- night ---------------------------------------------------------------------------------------------

    def observe(self, action: Action) -> float:
        """To see is worth what can be done to the target then; looking in vain costs the action."""
        group, target = self.g.group(action.who[0]), self.g.group(action.at)
        chance = self.picture.draws.numbered(numbers(seen_on(self.g, group, target)))
        shot = self.best_shot(group.id, target.id)
        return chance * shot.value - 0.04 if shot is not None else NEVER

    def starshell(self, action: Action) -> float:
        target = self.g.group(action.at)
        return 0.25 * max(self.picture.fire_between(group, target) for group in self.picture.mine)

    def receive(self, action: Action) -> float:
        return 0.5


VERBS: dict[str, Callable[[Actions, Action], float]] = {
    "fire": Actions.fire,
    "move": Actions.move,
    "terrain": Actions.terrain,
    "open-ground": Actions.open_ground,
    "entrench": Actions.entrench,
    "smoke": Actions.smoke,
    "clear-wire": Actions.clear_wire,
    "rally": Actions.rally,
    "hero": Actions.hero,
    "crew": Actions.crew,
    "acquire": Actions.acquire,
    "swap-weapons": Actions.swap_weapons,
    "repair": Actions.repair,
    "infiltrate": Actions.infiltrate,
    "close-combat": Actions.close_combat,
    "sniper-check": Actions.sniper_check,
    "receive": Actions.receive,
    "shoot": Actions.shoot,
    "mission": Actions.mission,
    "overrun": Actions.overrun,
    "rally-crew": Actions.rally_crew,
    "get-free": Actions.get_free,
    "enter": Actions.enter,
    "enter-cover": Actions.enter_cover,
    "observe": Actions.observe,
    "starshell": Actions.starshell,
}
"""How an action is judged. What is not in it is left to the search."""
IDLE = frozenset(
    ("rearrange", "let-go", "uncrew", "come-back", "transfer", "shift", "swap", "hand-over", "button-up")
)
"""Actions that hardly ever bring anything: not even the search looks at them."""


def ranked(actions: Actions, options: Sequence[Action]) -> list[tuple[float, Action]]:
    """The options that are worth something, the best first."""
    found = [(actions.value(option), option) for option in options if option.verb != "done"]
    return sorted([one for one in found if one[0] > LEAST], key=lambda one: -one[0])


def together(values: Sequence[tuple[float, Action]]) -> float:
    """What all groups can gain in this turn, each with its best action and no card twice."""
    total, busy = 0.0, set[str]()
    for value, action in values:
        if not busy.intersection(action.who):
            busy.update(action.who)
            total += value
    return total
