"""The situation in the eyes of one side: what every card is worth, what fire would do, where ground and cover lead.

Everything is counted in one currency: an ordinary rifleman is 1.
"""

from __future__ import annotations

from typing import NamedTuple

from defilade.ai.upfront.draws import Draws, draws_for
from defilade.ai.upfront.stances import BALANCED, Stance
from defilade.rules.upfront.groups import place, relative_range
from defilade.rules.upfront.library import read_frequency
from defilade.rules.upfront.pillbox import in_pillbox
from defilade.rules.upfront.play import UfPlay
from defilade.rules.upfront.smoke import smoke_on
from defilade.rules.upfront.state import HIDDEN, OPEN, SMOKE, WIRE, Group, Machine, Man, Unit
from defilade.rules.upfront.terrain import counted_movement, terrain_card
from defilade.rules.upfront.to_hit import numbers as range_of
from defilade.rules.upfront.victory import losses_of
from defilade.rules.upfront.victory_conditions import Pillbox, Points, Reach
from defilade.rules.upfront.wire import wires_on

ORDINARY = 20
"""Points of an ordinary man."""
LEADER = 0.4
"""A leader also stands for a card in the hand."""
GARRISON = 2.0
"""What each man in the Pillbox that decides the game is worth besides."""
SHARE = 0.3
"""How much of the fire that an enemy group could bring on one of ours next turn is expected to be."""
PROSPECT = 0.45
"""How much of the harm that a group could do where it stands counts as an advantage of the place."""
HAS_A_CARD = 0.7
"""How likely a hand has any Fire card."""
WATER = ("marsh", "stream")
NO_COVER = (OPEN, "stream", "minefield")
NEVER_MOVING = ("mmg", "mortar", "bazooka", "panzerschreck", "atr")


class Lie(NamedTuple):
    """How a group stands, as far as fire is concerned."""

    ground: str
    place: int
    moves: int
    """Movement cards that lie open on it."""
    cover: int
    """What changes fire at it, whoever fires."""
    firing: int
    """What changes fire from it, whomever it hits; a Hill aside."""


def lie_of(g: UfPlay, group: Group) -> Lie:
    card = terrain_card(group)
    ground = card.terrain if card is not None else OPEN
    cover = 0
    if ground in ("walls", "hill"):
        cover = -1
    elif card is not None and ground not in NO_COVER:
        cover = card.value
    wires = smoke = 0
    if len(group.laid) > 1:
        wires, smoke = wires_on(group), smoke_on(g, group)
    elif group.laid and group.laid[0].kind in (WIRE, SMOKE):
        wires, smoke = wires_on(group), smoke_on(g, group)
    moves = counted_movement(group)
    firing = -wires - smoke - (ground in WATER)
    return Lie(ground, place(group.letter), moves, cover + moves + wires - smoke - group.entrenched, firing)


class Picture:
    """What a side makes of a position. It is made for one decision and reckons everything once."""

    def __init__(self, g: UfPlay, side: str, stance: Stance = BALANCED, draws: Draws | None = None) -> None:
        self.g = g
        self.side = side
        self.stance = stance
        self.draws = draws if draws is not None else draws_for(g, side)
        self.mine = g.groups_of(side)
        self.theirs = g.enemy_groups(side)
        self._harm: dict[tuple[str, int], float] = {}
        self._premium: dict[str, float] = {}
        self._power: dict[tuple[str, int, bool], int] = {}
        self._lies: dict[int, Lie] = {id(group): lie_of(g, group) for group in (*self.mine, *self.theirs)}
        self._imagined: tuple[Group, Lie] | None = None
        self._elapsed: float | None = None

    # -- time ----------------------------------------------------------------------------------------------

    @property
    def elapsed(self) -> float:
        """How much of the time limit is over, 0 to 1."""
        if self._elapsed is None:
            tray = self.g.tray(self.side)
            decks = max(1, self.g.scenario_of(self.side).decks)
            left = len(self.draws.cards) - self.hidden
            size = max(1, len(self.g.deck) - len(tray.removed))
            self._elapsed = min(1.0, (tray.number - max(0, left) / size) / decks)
        return self._elapsed

    @property
    def hidden(self) -> int:
        """Cards that are unknown and not in the pile: in other hands, discarded unseen or face down."""
        g, table = self.g, self.g.side(self.side).table
        tray = g.state.trays[table]
        others = [
            side for side, player in g.state.players.items() if player.table == table and side != self.side
        ]
        held = sum(len(g.hand(side)) for side in others)
        buried = sum(len(cards) for side, cards in tray.buried.items() if side != self.side)
        lying = sum(laid.card == HIDDEN for group in g.state.groups.values() for laid in group.laid)
        return held + buried + lying

    @property
    def point(self) -> float:
        """What a Victory Point is worth: little at first, all at the end."""
        if not points_count(self.g, self.side):
            return 0.02
        late = self.elapsed
        base = 0.22 if isinstance(self.g.scenario_of(self.side).victory, Points) else 0.1
        return base + 0.6 * late**3

    # -- worth ---------------------------------------------------------------------------------------------

    def worth(self, unit: Unit) -> float:
        """A card in play, unpinned or not."""
        library = self.g.library
        if isinstance(unit, Machine):
            return library.machines[unit.card].points / ORDINARY
        worth = library.men[unit.card].points / ORDINARY
        return worth + LEADER if unit.role else worth

    def loss(self, unit: Unit) -> float:
        """What it means to a side to lose a card: more, the nearer its squad is to breaking."""
        premium = self._premium.get(unit.side)
        if premium is None:
            player = self.g.side(unit.side)
            lost = losses_of(self.g, unit.side)
            premium = self.stance.breaking * breaking(player.cards, lost) + 1.5 * self.point
            self._premium[unit.side] = premium
        worth = self.worth(unit) + premium
        if isinstance(self.g.scenario_of(self.side).victory, Pillbox) and in_pillbox(self.g.group_of(unit)):
            worth += GARRISON
        return worth

    def pinning(self, unit: Unit) -> float:
        return self.stance.pin * self.worth(unit) + 0.1

    # -- what fire does ------------------------------------------------------------------------------------

    def harm(self, group: Group, strength: int) -> float:
        """What an attack of this final strength takes from a group on average: exact over the draw."""
        key = group.id, strength
        found = self._harm.get(key)
        if found is None:
            found = self._harm[key] = sum(self.harm_to(unit, strength) for unit in self.g.members(group))
        return found

    def harm_to(self, unit: Unit, strength: int) -> float:
        if isinstance(unit, Machine):
            return self._harm_to_machine(unit, strength)
        at_least = self.draws.at_least
        if unit.pinned:
            return at_least(min(unit.panic, unit.kia + 1) - strength) * self.loss(unit)
        out = at_least(unit.kia - strength)
        return out * self.loss(unit) + (at_least(unit.morale - strength) - out) * self.pinning(unit)

    def _harm_to_machine(self, unit: Machine, strength: int) -> float:
        card = self.g.library.machines[unit.card]
        if unit.kind == "afv":  # small arms only make its crew keep their heads down
            return 0.0 if unit.pinned else 0.3 * self.draws.at_least(card.morale - strength)
        out = self.draws.at_least(card.kia - strength)
        down = 0.0 if unit.pinned else self.draws.at_least(card.morale - strength) - out
        return 0.5 * out * self.loss(unit) + down * self.pinning(unit)

    def odds(self, unit: Unit, strength: int) -> tuple[float, float]:
        """The chances that a card is lost, and that it is newly pinned."""
        at_least = self.draws.at_least
        if isinstance(unit, Machine):
            return 0.0, at_least(self.g.library.machines[unit.card].morale - strength)
        if unit.pinned:
            return at_least(min(unit.panic, unit.kia + 1) - strength), 0.0
        out = at_least(unit.kia - strength)
        return out, at_least(unit.morale - strength) - out

    def lie(self, group: Group) -> Lie:
        """Where and how a group stands; real ones are looked at once, others as often as they are thought of."""
        known = self._lies.get(id(group))
        if known is not None:
            return known
        last = self._imagined
        if last is None or last[0] is not group:
            last = self._imagined = group, lie_of(self.g, group)
        return last[1]

    def firepower(self, group: Group, range: int, target: str = "") -> int:
        """About what a group brings together at a Relative Range."""
        moving = self.lie(group).moves > 0
        key = group.id, range, moving
        total = self._power.get(key)
        if total is None:
            total = self._power[key] = self._firepower(group, range, moving)
        return 2 * total if target and target in group.flanks else total

    def _firepower(self, group: Group, range: int, moving: bool) -> int:
        members = self.g.members(group)
        helped = {unit.crews for unit in members if isinstance(unit, Man) and unit.crews and not unit.pinned}
        total = 0
        for unit in members:
            if isinstance(unit, Machine):
                total += self._machine_guns(unit, range)
            else:
                total += self._rifle(unit, range, moving, unit.id in helped)
        return total

    def _rifle(self, man: Man, range: int, moving: bool, helped: bool) -> int:
        if man.pinned or not man.weapon or man.broken or man.crews:
            return 0
        weapon = self.g.library.weapons[man.weapon]
        if moving and weapon.kind in NEVER_MOVING:
            return 0
        if weapon.bracketed and (moving or not helped):
            return weapon.bracketed[range]
        value = weapon.firepower[range]
        return value // 2 if moving and weapon.bolt else value

    def _machine_guns(self, unit: Machine, range: int) -> int:
        card = self.g.library.machines[unit.card]
        guns = (card.back if unit.pinned else card.front).mg
        return guns[range] if guns and "mg" not in unit.broken and not unit.stun else 0

    def modifier(self, firer: Group, target: Group, range: int) -> int | None:
        """What place and movement change in fire of one group at another; None where it cannot reach it."""
        own, lie = self.lie(firer), self.lie(target)
        ground = lie.ground
        if range != 5 and (
            (ground == "gully" and own.ground != "hill") or (own.ground == "gully" and ground != "hill")
        ):
            return None
        if ground == "pillbox" and firer.range + target.range > 5:
            return None
        total = lie.cover + own.firing
        if ground == "walls" and firer.letter == target.letter:
            total -= 1
        elif ground == "hill" and own.ground == "hill":
            total += 1
        if own.ground == "hill" and ground not in ("hill", "pillbox"):
            total += 1
        return total

    def fire_between(self, firer: Group, target: Group) -> float:
        """The harm that a group does to another with what its side may hold, if it has the time to fire."""
        range = self.range(firer, target)
        change = self.modifier(firer, target, range)
        if change is None:
            return 0.0
        power = self.firepower(firer, range, target.id)
        g = self.g
        halved = self.lie(firer).moves > 0
        hand = max(2, len(g.hand(firer.side)))
        total = 0.0
        total += self._shells(firer, target, range, change)
        for strength, chance in self.draws.fires(g.side(firer.side).nation, power, hand):
            total += chance * self.harm(target, (strength // 2 if halved else strength) + change)
        return total

    def _shells(self, firer: Group, target: Group, range: int, change: int) -> float:
        """About what the guns and mortars of a group do besides; any Fire card will do for them (UF:25.3)."""
        total = 0.0
        for unit in self.g.members(firer):
            printed, effect = self._gun(unit)
            if printed and (step := read_frequency(printed[range])) is not None:
                hit = self.draws.numbered(range_of(step))
                total += HAS_A_CARD * hit * self.harm(target, effect + 1 + change)
        return total

    def _gun(self, unit: Unit) -> tuple[tuple[str, ...], int]:
        """The To Hit column and the Effect Number of a card's ordnance, if it could fire it now."""
        library = self.g.library
        if isinstance(unit, Machine):
            card = library.machines[unit.card]
            return (
                ((), 0)
                if unit.broken or unit.stun
                else ((card.back if unit.pinned else card.front).to_hit, card.effect)
            )
        gun = library.weapons[unit.weapon].ordnance if unit.weapon else None
        return ((), 0) if gun is None or unit.pinned or unit.broken else (gun.to_hit, gun.effect)

    def range(self, a: Group, b: Group) -> int:
        """The Relative Range, reckoned quickly where both are at the same table."""
        if a.table != b.table:
            return relative_range(a, b)
        total = a.range + b.range
        if total > 5:
            total = 10 - total
        if abs(self.lie(a).place - self.lie(b).place) > 1:
            total -= 1
        return total if total > 0 else 0

    # -- places --------------------------------------------------------------------------------------------

    def exposure(self, group: Group) -> float:
        """What a group must expect from enemy fire in the next turn, standing as it stands."""
        enemies = self.theirs if group.side == self.side else self.mine
        return SHARE * sum([self.fire_between(enemy, group) for enemy in enemies])

    def prospect(self, group: Group) -> float:
        """What a group can do from where it stands."""
        enemies = self.theirs if group.side == self.side else self.mine
        return PROSPECT * max([self.fire_between(group, enemy) for enemy in enemies], default=0.0)

    def strength_of(self, group: Group) -> float:
        """The men of a group who count for where they are: pinned ones by half."""
        return sum(0.5 if unit.pinned else 1.0 for unit in self.g.members(group))


def points_count(g: UfPlay, side: str) -> bool:
    """Whether Victory Points can decide the game."""
    victory = g.scenario_of(side).victory
    return isinstance(victory, Points) or (isinstance(victory, Reach) and victory.otherwise == "points")


def breaking(cards: int, lost: int) -> float:
    """What the next loss means besides, because a squad that has lost more than half is broken.

    >>> [round(breaking(10, lost), 2) for lost in (0, 3, 4, 5)]
    [0.03, 0.17, 0.5, 1.0]
    """
    left = cards // 2 + 1 - lost
    return 1.0 / (left * (left - 1)) if left > 1 else 1.0
