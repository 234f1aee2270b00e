"""Discards: cards that are of no use, and what is played in place of a discard against the enemy."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from defilade.ai.upfront.ground import absent, missed, standing
from defilade.ai.upfront.hand import Hand
from defilade.ai.upfront.picture import BUTTONED, Picture
from defilade.kernel import Action
from defilade.rules.upfront.game.cards import SNIPER
from defilade.rules.upfront.game.cards import TERRAIN as TERRAIN_CARD
from defilade.rules.upfront.game.play import replace
from defilade.rules.upfront.game.state import MOVEMENT, SIDEWAYS, TERRAIN, WIRE, Group, Laid, Machine
from defilade.rules.upfront.infantry.discards import UNREJECTABLE, discard_limit, discard_options
from defilade.rules.upfront.infantry.movement import STEP
from defilade.rules.upfront.infantry.terrain import is_moving
from defilade.rules.upfront.vehicles.afv import AFV

LEAST = 0.03
USUAL_COVER = Laid("", TERRAIN, "woods", -2)
NEVER = -9.0


class Discards:
    """What each discard is worth."""

    def __init__(self, picture: Picture, hand: Hand) -> None:
        self.picture = picture
        self.hand = hand

    def value(self, action: Action) -> float:
        judge = VERBS.get(action.verb)
        if judge is None:
            return NEVER
        return judge(self, action) + self.picture.stance.leanings.get(action.verb, 0.0)

    def discard(self, action: Action) -> float:
        return -self.hand.cost(action.who[0])

    def put_terrain(self, action: Action) -> float:
        """The enemy takes the better of what it leaves him: the terrain, or the way around it (UF:7.3-c)."""
        g = self.picture.g
        group = g.group(action.at)
        use = g.usable(self.picture.side, action.who[0], TERRAIN_CARD)
        assert use is not None
        now = self._soon(group)
        left = standing(self.picture, replace(group, laid=(Laid("", TERRAIN, use.terrain, use.value),)))
        if use.terrain not in UNREJECTABLE:
            left = max(left, standing(self.picture, turned_away(group)))
        value = self.picture.share(group.side) * (now - left)
        if use.terrain == "minefield":
            value += self.picture.harm(group, use.value)
        return value - self.hand.cost(action.who[0])

    def _soon(self, group: Group) -> float:
        """How an enemy group stands before long: who is on the move has likely cover in his hand."""
        now = standing(self.picture, group)
        chance = self.picture.stance.foresight
        if not chance or not is_moving(group):
            return now
        covered = standing(self.picture, replace(group, laid=(USUAL_COVER,)))
        return now + chance * max(0.0, covered - now)

    def wire(self, action: Action) -> float:
        group = self.picture.g.group(action.at)
        wired = replace(group, laid=(*group.laid, Laid("", WIRE)))
        value = self.picture.share(group.side) * (self._soon(group) - standing(self.picture, wired))
        return value - self.hand.cost(action.who[0])

    def booby_trap(self, action: Action) -> float:
        """It strikes one man of the group (UF:37.6)."""
        g = self.picture.g
        use = g.usable(self.picture.side, action.who[0], TERRAIN_CARD)
        assert use is not None
        group = g.group(action.at)
        return self.picture.harm(group, use.value) / max(1, len(group.members)) - self.hand.cost(
            action.who[0]
        )

    def sniper(self, action: Action) -> float:
        return sniping(self.picture, action.who[0], action.at) - self.hand.cost(action.who[0])


CREWMAN = 0.4
"""What it does to a vehicle or a gun that one of its crew is lost."""


def sniping(picture: Picture, card: str, target: str) -> float:
    """What a Sniper does on average to whoever of a group he gets in his sights (UF:14.3-a)."""
    g = picture.g
    use = g.usable(picture.side, card, SNIPER)
    group = g.group(target)
    members = g.members(group)
    if use is None or not members:
        return 0.0
    kills, pins = picture.draws.numbered(use.kia), picture.draws.numbered(use.pin)
    total = lost = 0.0
    for unit in members:
        if isinstance(unit, Machine):
            total += _at_machine(picture, unit, kills, pins)
        elif unit.pinned:  # UF:14.3-b: who is pinned again is lost
            total += (kills + pins) * picture.loss(unit)
            lost += absent(unit, kills + pins, 0.0)
        else:
            total += kills * picture.loss(unit) + pins * picture.pinning(unit)
            lost += absent(unit, kills, pins)
    return (total + missed(picture, group, lost)) / len(members)


def _at_machine(picture: Picture, unit: Machine, kills: float, pins: float) -> float:
    """A vehicle or a gun is not killed by a Sniper: its crew keep their heads down, or one of them is lost. A gun that
    is pinned again is (UF:14.32)."""
    if unit.kind == AFV:
        return 0.0 if unit.pinned else (kills + pins) * BUTTONED + kills * CREWMAN
    if unit.pinned:
        return pins * picture.loss(unit) + kills * CREWMAN
    return (kills + pins) * picture.pinning(unit) + kills * CREWMAN


def turned_away(group: Group) -> Group:
    """The group after it has gone around terrain: its Movement card sideways, or gone (UF:7.32)."""
    laid = list(group.laid)
    place = max((i for i, one in enumerate(laid) if one.kind == MOVEMENT), default=None)
    if place is None:
        return group
    card = laid[place]
    if card.mode == SIDEWAYS:
        del laid[place]
    else:
        laid[place] = replace(card, mode=SIDEWAYS)
    return replace(group, laid=tuple(laid), range=group.range - STEP[card.mode])


VERBS: dict[str, Callable[[Discards, Action], float]] = {
    "discard": Discards.discard,
    "put-terrain": Discards.put_terrain,
    "wire": Discards.wire,
    "sniper": Discards.sniper,
    "booby-trap": Discards.booby_trap,
}


def ranked(discards: Discards, options: Sequence[Action]) -> list[tuple[float, Action]]:
    """The discards that are worth something, the best first."""
    found = [(discards.value(option), option) for option in options if option.verb != "done"]
    return sorted([one for one in found if one[0] > LEAST], key=lambda one: -one[0])


def if_nothing_is_done(discards: Discards) -> float:
    """What discarding brings to a side that takes no action now, beyond what it may discard after one."""
    g, side = discards.picture.g, discards.picture.side
    player = g.side(side)
    allowed = g.library.troops[player.troops].discards
    if player.actions or allowed[1] >= allowed[0]:
        return 0.0
    limit = min(discard_limit(g, side), len(g.hand(side)))
    total, played = 0.0, set[str]()
    for value, action in ranked(discards, discard_options(g, side)):
        if len(played) < limit and action.who[0] not in played:
            played.add(action.who[0])
            total += value
    return total
