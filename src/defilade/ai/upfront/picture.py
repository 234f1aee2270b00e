"""The situation in the eyes of one side: what every card is worth, what fire would do, where ground and cover lead.

Everything is counted in one currency: an ordinary rifleman is 1.
"""

from __future__ import annotations

from defilade.ai.upfront.draws import Draws, draws_for
from defilade.ai.upfront.stances import BALANCED, Stance
from defilade.rules.upfront.groups import relative_range
from defilade.rules.upfront.pillbox import in_pillbox
from defilade.rules.upfront.play import UfPlay
from defilade.rules.upfront.smoke import smoke_on
from defilade.rules.upfront.state import HIDDEN, Group, Machine, Man, Unit
from defilade.rules.upfront.terrain import counted_movement, is_moving, terrain_card, terrain_of
from defilade.rules.upfront.victory import losses_of
from defilade.rules.upfront.victory_conditions import Pillbox, Points, Reach
from defilade.rules.upfront.wire import wires_on

ORDINARY = 20
"""Points of an ordinary man."""
PINNED = 0.4
"""What pinning takes from a man for the time being, of his worth."""
LEADER = 0.4
"""A leader also stands for a card in the hand."""
GARRISON = 2.0
"""What each man in the Pillbox that decides the game is worth besides."""
BREAKING = 7.0
"""How much it counts that a squad comes near to breaking."""
SHARE = 0.3
"""How much of the fire that an enemy group could bring on one of ours next turn is expected to be."""
PROSPECT = 0.45
"""How much of the harm that a group could do where it stands counts as an advantage of the place."""
WATER = ("marsh", "stream")
NEVER_MOVING = ("mmg", "mortar", "bazooka", "panzerschreck", "atr")


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
        self._strengths: dict[tuple[str, int], list[tuple[int, float]]] = {}
        self._elapsed: float | None = None

    # -- time ----------------------------------------------------------------------------------------------

    @property
    def elapsed(self) -> float:
        """How much of the time limit is over, 0 to 1."""
        if self._elapsed is None:
            tray = self.g.tray(self.side)
            decks = max(1, self.g.scenario.decks)
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
        if not points_count(self.g):
            return 0.02
        late = self.elapsed
        base = 0.22 if isinstance(self.g.scenario.victory, Points) else 0.1
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
            premium = breaking(player.cards, losses_of(self.g, unit.side)) + 1.5 * self.point
            self._premium[unit.side] = premium
        worth = self.worth(unit) + premium
        if isinstance(self.g.scenario.victory, Pillbox) and in_pillbox(self.g.group_of(unit)):
            worth += GARRISON
        return worth

    def pinning(self, unit: Unit) -> float:
        return PINNED * self.worth(unit) + 0.1

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

    def firepower(self, group: Group, range: int, target: str = "") -> int:
        """About what a group brings together at a Relative Range."""
        total = 0
        moving = is_moving(group)
        helped = {man.crews for man in self.g.men(group) if man.crews and not man.pinned}
        for unit in self.g.members(group):
            total += (
                self._machine_guns(unit, range)
                if isinstance(unit, Machine)
                else self._rifle(unit, range, moving, unit.id in helped)
            )
        return 2 * total if target and target in group.flanks else total

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
        total = 0
        ground, own = terrain_of(target), terrain_of(firer)
        if range != 5 and ((ground == "gully" and own != "hill") or (own == "gully" and ground != "hill")):
            return None
        if ground == "pillbox" and firer.range + target.range > 5:
            return None
        card = terrain_card(target)
        if ground == "walls":
            total -= 2 if firer.letter == target.letter else 1
        elif ground == "hill":
            total -= own != "hill"
        elif card is not None and ground not in ("open", "stream", "minefield"):
            total += card.value
        total += counted_movement(target) + wires_on(target) - wires_on(firer) - target.entrenched
        total -= smoke_on(self.g, target) + smoke_on(self.g, firer)
        if own == "hill" and ground not in ("hill", "pillbox"):
            total += 1
        return total - (own in WATER)

    def fire_between(self, firer: Group, target: Group) -> float:
        """The harm that a group does to another with what its side may hold, if it has the time to fire."""
        range = relative_range(firer, target)
        change = self.modifier(firer, target, range)
        if change is None:
            return 0.0
        power = self.firepower(firer, range, target.id)
        if not power:
            return 0.0
        g = self.g
        halved = is_moving(firer)
        hand = max(2, len(g.hand(firer.side)))
        return sum(
            chance * self.harm(target, (strength // 2 if halved else strength) + change)
            for strength, chance in self.draws.fires(g.side(firer.side).nation, power, hand)
        )

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


def points_count(g: UfPlay) -> bool:
    """Whether Victory Points can decide the game."""
    victory = g.scenario.victory
    return isinstance(victory, Points) or (isinstance(victory, Reach) and victory.otherwise == "points")


def breaking(cards: int, lost: int) -> float:
    """What the next loss means besides, because a squad that has lost more than half is broken.

    >>> [round(breaking(10, lost), 1) for lost in (0, 3, 5)]
    [0.2, 0.8, 7.0]
    """
    left = max(1, cards // 2 + 1 - lost)
    return BREAKING / left**2
