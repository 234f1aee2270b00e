"""The situation in the eyes of one side: what every card is worth, what fire would do, where ground and cover lead.

Everything is counted in one currency: an ordinary rifleman is 1.
"""

from __future__ import annotations

from typing import NamedTuple

from defilade.ai.upfront.draws import Draws, draws_for
from defilade.ai.upfront.stances import BALANCED, Stance
from defilade.rules.upfront.fortifications.pillbox import in_pillbox
from defilade.rules.upfront.game.groups import place, relative_range
from defilade.rules.upfront.game.library import read_frequency
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.state import HIDDEN, OPEN, TERRAIN, Group, Machine, Man, Unit
from defilade.rules.upfront.game.victory_conditions import Breakthrough, Pillbox, Points, Reach, Segments
from defilade.rules.upfront.ground.to_hit import numbers as range_of
from defilade.rules.upfront.infantry.smoke import smoke_on
from defilade.rules.upfront.infantry.terrain import counted_movement, has_vehicle, no_opposites, terrain_card
from defilade.rules.upfront.infantry.victory import losses_of
from defilade.rules.upfront.infantry.wire import wires_on
from defilade.rules.upfront.scenarios.two_parts import in_second_part
from defilade.rules.upfront.turn.starshells import in_the_dark

ORDINARY = 20
"""Points of an ordinary man."""
MACHINE = 50
"""Points of guns and vehicles that weigh as much in a game as he does: printed prices are those of a design, in which a
tank must not come cheap; nobody gives a squad and a half for one."""
LEADER = 0.4
"""A leader also stands for a card in the hand."""
GARRISON = 2.0
"""What each man in the Pillbox that decides the game is worth besides."""
SHARE = 0.3
"""How much of the fire that an enemy group could bring on one of ours next turn is expected to be."""
PROSPECT = 0.45
"""How much of the harm that a group could do where it stands counts as an advantage of the place."""
BEATEN = 0.3
"""What a Victory Point is worth to those who must have more of them than the enemy to win at all."""
BUTTONED = 0.3
"""What it does to a vehicle that its crew must keep their heads down."""
HAS_A_CARD = 0.7
"""How likely a hand has any Fire card."""
WATER = ("marsh", "stream")
NO_COVER = (OPEN, "stream", "minefield")
MOST_KEPT = 8_192
"""Results of each kind that are kept with the draws at a time."""
NEVER_MOVING = ("mmg", "mortar", "bazooka", "panzerschreck", "atr")
NEVER_IN_WATER = ("mmg", "mortar")


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
    laid = group.laid
    if len(laid) == 1 and laid[0].kind == TERRAIN:
        wires = smoke = moves = 0
    elif laid:
        wires, smoke, moves = wires_on(group), smoke_on(g, group), counted_movement(group)
    else:
        wires = smoke = moves = 0
    firing = -wires - smoke - (ground in WATER)
    return Lie(ground, place(group.letter), moves, cover + moves + wires - smoke - group.entrenched, firing)


class Victim(NamedTuple):
    """A card under fire: the final numbers that put it out of action and pin it, and what that takes from it."""

    out: int
    down: int
    loss: float
    pin: float


class Picture:
    """What a side makes of a position. It is made for one decision and reckons everything once."""

    def __init__(self, g: UfPlay, side: str, stance: Stance = BALANCED, draws: Draws | None = None) -> None:
        self.g = g
        self.side = side
        self.stance = stance
        self.draws = draws if draws is not None else draws_for(g, side)
        self.mine = g.groups_of(side)
        self.theirs = [*g.enemy_groups(side), *g.forming_enemies(side)]
        self._harm: dict[tuple[str, int], float] = {}
        self._victims: dict[str, list[Victim]] = {}
        self._between: dict[tuple[str, str, int, int, bool, bool, bool, bool], float] = {}
        self._guns: dict[str, list[tuple[tuple[str, ...], int]]] = {}
        self._strengths: dict[str, float] = {}
        self._cards: dict[str, tuple[list[Unit], tuple[int, ...]]] = {}
        self._premium: dict[str, float] = {}
        self._power: dict[tuple[str, int, bool, bool, bool], int] = {}
        self._lies: dict[int, Lie] = {id(group): self._look(group) for group in (*self.mine, *self.theirs)}
        self._facing: dict[tuple[str, str], list[Group]] = {}
        self.frontal = not no_opposites(g)
        """Whether groups have others opposite."""
        self._dark: dict[str, bool] | None = {} if g.scenario.night else None
        self.rivals = len(g.enemies(side))
        self._point: float | None = None
        self.standings: dict[Group, float] = {}
        """What it is worth that a group stands so: see `ground.standing`."""
        self._imagined: tuple[Group, Lie] | None = None
        self._elapsed: float | None = None

    # -- time ----------------------------------------------------------------------------------------------

    @property
    def elapsed(self) -> float:
        """How much of the time limit is over, 0 to 1. In a line that is played ahead the pile itself is there, and may
        be a new one by then; else it is what is left of the cards that were not seen."""
        if self._elapsed is None:
            tray = self.g.tray(self.side)
            decks = max(1, self.g.scenario_of(self.side).decks)
            left = len(tray.draw) or max(0, len(self.draws.cards) - self.hidden)
            size = max(1, len(self.g.deck) - len(tray.removed))
            self._elapsed = min(1.0, (tray.number - left / size) / decks)
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
        if self._point is None:
            self._point = self._worth_of_a_point()
        return self._point

    def _worth_of_a_point(self) -> float:
        if isinstance(self.g.scenario_of(self.side).victory, Breakthrough):
            return BEATEN
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
            return library.machines[unit.card].points / MACHINE
        worth = library.men[unit.card].points / ORDINARY
        return worth + LEADER if unit.role else worth

    def loss(self, unit: Unit) -> float:
        """What it means to a side to lose a card: more, the nearer its squad is to breaking."""
        worth = self.share(unit.side) * self.worth(unit) + self.premium(unit.side)
        return worth + GARRISON if self.is_garrison(unit.group) else worth

    def premium(self, side: str) -> float:
        """What any loss means to a side beyond the card itself."""
        premium = self._premium.get(side)
        if premium is None:
            player = self.g.side(side)
            lost = losses_of(self.g, side)
            nearer = self.share(side) * self.stance.breaking * breaking(player.cards, lost)
            premium = nearer + 1.5 * self.point
            self._premium[side] = premium
        return premium

    def share(self, side: str) -> float:
        """How much of what befalls a side is one's own gain or loss: what one of two enemies loses, the other one
        gains as well."""
        return 1.0 if self.rivals < 2 or side == self.side else 1.0 / self.rivals

    def is_garrison(self, group: str) -> bool:
        """It holds the Pillbox that decides the game."""
        return isinstance(self.g.scenario_of(self.side).victory, Pillbox) and in_pillbox(self.g.group(group))

    def pinning(self, unit: Unit) -> float:
        return self.share(unit.side) * (self.stance.pin * self.worth(unit) + 0.1)

    # -- what fire does ------------------------------------------------------------------------------------

    def harm(self, group: Group, strength: int) -> float:
        """What an attack of this final strength takes from a group on average: exact over the draw."""
        key = group.id, strength
        found = self._harm.get(key)
        if found is None:
            victims = self._victims.get(group.id)
            if victims is None:
                victims = self._victims[group.id] = self._seen_as_victims(group)
            at_least = self.draws.at_least
            found = 0.0
            for number, down, loss, pin in victims:
                out = at_least(number - strength)
                found += out * loss + (at_least(down - strength) - out) * pin if pin else out * loss
            self._harm[key] = found
        return found

    def _seen_as_victims(self, group: Group) -> list[Victim]:
        found = []
        for unit in self.g.members(group):
            if isinstance(unit, Machine):
                found.extend(self._machine_as_victim(unit))
            elif unit.pinned:
                found.append(Victim(min(unit.panic, unit.kia + 1), 0, self.loss(unit), 0.0))
            else:
                found.append(Victim(unit.kia, unit.morale, self.loss(unit), self.pinning(unit)))
        return found

    def _machine_as_victim(self, unit: Machine) -> list[Victim]:
        card = self.g.library.machines[unit.card]
        if unit.kind == "afv":  # small arms only make its crew keep their heads down
            return [] if unit.pinned else [Victim(card.morale, 0, BUTTONED, 0.0)]
        pin = 0.0 if unit.pinned else self.pinning(unit)
        return [Victim(card.kia, card.morale, 0.5 * self.loss(unit), pin)]

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

    def _look(self, group: Group) -> Lie:
        """How a group lies depends on its letter, its holes and the cards on it: these are kept with the answer."""
        key = id(group.laid), group.letter, group.entrenched
        lies = self.draws.lies
        known = lies.get(key)
        if known is None or group.table:
            if len(lies) >= MOST_KEPT:
                lies.clear()
            known = lies[key] = lie_of(self.g, group), group.laid
        lie: Lie = known[0]
        return lie

    def opposite(self, group: Group) -> list[Group]:
        """Enemy groups directly opposite."""
        key = group.side, group.letter
        found = self._facing.get(key)
        if found is None or group.table:
            found = self._facing[key] = self.g.opposite(group) if self.frontal else []
        return found

    def firepower(self, group: Group, range: int, *, flanked: bool = False) -> int:
        """About what a group brings together at a Relative Range."""
        lie = self.lie(group)
        moving, wet = lie.moves > 0, lie.ground in WATER
        key = group.id, range, moving, flanked, wet
        total = self._power.get(key)
        if total is None:
            men, ids = self._cards_of(group)
            powers = self.draws.powers
            known = powers.get((ids, range, moving, flanked, wet))
            if known is None:
                if len(powers) >= MOST_KEPT:
                    powers.clear()
                power = self._firepower(men, range, moving, wet, 2 if flanked else 1)
                known = powers[ids, range, moving, flanked, wet] = power, men
            total = self._power[key] = known[0]
        return total

    def _firepower(self, members: list[Unit], range: int, moving: bool, wet: bool, times: int) -> int:
        helped = {unit.crews for unit in members if isinstance(unit, Man) and unit.crews and not unit.pinned}
        total = 0
        for unit in members:
            if isinstance(unit, Machine):
                total += times * self._machine_guns(unit, range)
            else:
                total += self._rifle(unit, range, moving, wet, unit.id in helped, times)
        return total

    def _rifle(self, man: Man, range: int, moving: bool, wet: bool, helped: bool, times: int) -> int:
        """Doubled and halved before fractions go (UF:12.11, UF:17.4). From a Marsh or Stream some guns never fire, the
        others only with their crew (UF:8.41-b, UF:8.41-c)."""
        if man.pinned or not man.weapon or man.broken or man.crews:
            return 0
        weapon = self.g.library.weapons[man.weapon]
        if moving and weapon.kind in NEVER_MOVING:
            return 0
        if wet and (weapon.kind in NEVER_IN_WATER or (weapon.bracketed and (moving or not helped))):
            return 0
        if weapon.bracketed and (wet or moving or not helped):
            return times * weapon.bracketed[range]
        value = times * weapon.firepower[range]
        return value // 2 if moving and weapon.bolt else value

    def _machine_guns(self, unit: Machine, range: int) -> int:
        card = self.g.library.machines[unit.card]
        guns = (card.back if unit.pinned else card.front).mg
        return guns[range] if guns and "mg" not in unit.broken and not unit.stun else 0

    def fire_between(self, firer: Group, target: Group) -> float:
        """The harm that a group does to another with what its side may hold, if it has the time to fire."""
        return self._fire(firer, self.lie(firer), target, self.lie(target))

    def _fire(self, firer: Group, own: Lie, target: Group, lie: Lie) -> float:
        """The same where it is known how they stand. It is asked for every place that a group might go to, so what
        does not change with the place is reckoned once."""
        if firer.table != target.table:
            range = relative_range(firer, target)
        else:
            range = firer.range + target.range
            if range > 5:
                range = 10 - range
            if not -2 < own.place - lie.place < 2:
                range -= 1
            if range < 0:
                range = 0
        change = modifier(firer, own, target, lie, range, frontal=self.frontal)
        if change is None:
            return 0.0
        seen, dark = 1.0, False
        if self._dark is not None and self.in_the_dark(target):
            seen, dark = self._detected(firer, target, range + lie.moves), True
        wet = own.ground in WATER
        key = firer.id, target.id, range, change, own.moves > 0, target.id in firer.flanks, dark, wet
        found = self._between.get(key)
        if found is None:
            found = self._between[key] = self._harm_between(firer, own, target, range, change, dark)
        return seen * found

    def in_the_dark(self, group: Group) -> bool:
        """What night does it does to this group."""
        if self._dark is None:
            return False
        found = self._dark.get(group.id)
        if found is None:
            found = self._dark[group.id] = in_the_dark(self.g, group)
        return found

    def _detected(self, firer: Group, target: Group, range: int) -> float:
        """How likely a group finds another one in the dark, with the range that counts for it (UF:38.3)."""
        if firer.observed == target.id:
            return 1.0
        return self.draws.numbered(range_of(range + has_vehicle(self.g, target) + target.fired - 1))

    def _harm_between(
        self, firer: Group, own: Lie, target: Group, range: int, change: int, dark: bool
    ) -> float:
        """A line that is played ahead comes back to the same men again and again: what their fire does is kept with
        the draws that it was reckoned from. The cards themselves are kept with it, so that their ids stay theirs."""
        side = target.side
        men, firers = self._cards_of(firer)
        struck, targets = self._cards_of(target)
        moving, flanked, wet = own.moves > 0, target.id in firer.flanks, own.ground in WATER
        hand = len(self.g.hand(firer.side))
        worth = self.stance.pin, self.share(side), self.premium(side), self.is_garrison(target.id)
        key = firers, targets, range, change, moving, flanked, hand, worth, dark, wet
        fights = self.draws.fights
        known = fights.get(key)
        if known is None:
            if len(fights) >= MOST_KEPT:
                fights.clear()
            known = fights[key] = self._reckoned(firer, target, range, change, dark), (men, struck)
        return known[0]

    def _cards_of(self, group: Group) -> tuple[list[Unit], tuple[int, ...]]:
        found = self._cards.get(group.id)
        if found is None:
            members = self.g.members(group)
            found = self._cards[group.id] = members, tuple(map(id, members))
        return found

    def _reckoned(self, firer: Group, target: Group, range: int, change: int, dark: bool) -> float:
        """In the dark Fire cards of infantry count half, those of men on the move half of that, and To Hit numbers are
        one less (UF:38.4)."""
        power = self.firepower(firer, range, flanked=target.id in firer.flanks)
        g = self.g
        part = (2 if self.lie(firer).moves > 0 else 1) * (2 if dark and not has_vehicle(g, firer) else 1)
        hand = max(2, len(g.hand(firer.side)))
        total = self._shells(firer, target, range, change, dark)
        for strength, chance in self.draws.fires(g.side(firer.side).nation, power, hand):
            total += chance * self.harm(target, strength // part + change)
        return total

    def _shells(self, firer: Group, target: Group, range: int, change: int, dark: bool) -> float:
        """About what the guns and mortars of a group do besides; any Fire card will do for them (UF:25.3)."""
        total = 0.0
        guns = self._guns.get(firer.id)
        if guns is None:
            every = [self._gun(unit) for unit in self.g.members(firer)]
            guns = self._guns[firer.id] = [gun for gun in every if gun[0]]
        for printed, effect in guns:
            if (step := read_frequency(printed[range])) is not None:
                hit = self.draws.numbered(range_of(step - dark))
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

    # -- places --------------------------------------------------------------------------------------------

    def against(self, group: Group) -> list[Group]:
        """The groups that a group has to do with: of all its enemies, where there are more than two sides."""
        if group.side == self.side:
            return self.theirs
        if self.rivals < 2:
            return self.mine
        return [*self.mine, *(other for other in self.theirs if other.side != group.side)]

    def exposure(self, group: Group) -> float:
        """What a group must expect from enemy fire in the next turn, standing as it stands."""
        enemies = self.against(group)
        lies, lie = self._lies, self.lie(group)
        return SHARE * sum([self._fire(enemy, lies[id(enemy)], group, lie) for enemy in enemies])

    def prospect(self, group: Group) -> float:
        """What a group can do from where it stands."""
        enemies = self.against(group)
        lies, lie = self._lies, self.lie(group)
        return PROSPECT * max(
            [self._fire(group, lie, enemy, lies[id(enemy)]) for enemy in enemies], default=0.0
        )

    def strength_of(self, group: Group) -> float:
        """The men of a group who count for where they are: pinned ones by half."""
        found = self._strengths.get(group.id)
        if found is None:
            found = sum([0.5 if unit.pinned else 1.0 for unit in self.g.members(group)])
            self._strengths[group.id] = found
        return found


def modifier(
    firer: Group, own: Lie, target: Group, lie: Lie, range: int, *, frontal: bool = True
) -> int | None:
    """What place and movement change in fire of one group at another; None where it cannot reach it."""
    ground, from_ground = lie.ground, own.ground
    if range != 5 and (
        (ground == "gully" and from_ground != "hill") or (from_ground == "gully" and ground != "hill")
    ):
        return None
    if ground == "pillbox" and firer.range + target.range > 5:
        return None
    total = lie.cover + own.firing
    if ground == "walls":
        if frontal and firer.letter == target.letter:
            total -= 1
    elif ground == "hill" and from_ground == "hill":
        total += 1
    if from_ground == "hill" and ground not in ("hill", "pillbox"):
        total += 1
    return total


def points_count(g: UfPlay, side: str) -> bool:
    """Whether Victory Points can decide the game."""
    victory = g.scenario_of(side).victory
    if isinstance(victory, Segments):
        return in_second_part(g)
    return isinstance(victory, Points) or (isinstance(victory, Reach) and victory.otherwise == "points")


def breaking(cards: int, lost: int) -> float:
    """What the next loss means besides, because a squad that has lost more than half is broken.

    >>> [round(breaking(10, lost), 2) for lost in (0, 3, 4, 5)]
    [0.03, 0.17, 0.5, 1.0]
    """
    left = cards // 2 + 1 - lost
    return 1.0 / (left * (left - 1)) if left > 1 else 1.0
