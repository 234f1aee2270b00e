"""Where to go: towards what decides the game, under cover, out of the enemy's fire."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from defilade.ai.starter_kit.quick.judgement import Judgement
from defilade.ai.starter_kit.reading.worth import worth
from defilade.kernel import Action
from defilade.rules.sk import morale
from defilade.rules.sk.close_combat_attack import close_combat_fp
from defilade.rules.sk.spending import left_of
from defilade.rules.sk.state import SkPlay
from defilade.tactics.moving import Moving
from defilade.tactics.names import Hex
from defilade.tactics.odds_table import kill_chances
from defilade.tactics.units import Unit

NEARER = 0.05
"""What it is worth to be one MF nearer to a goal, in squads, at the start of the game."""
AT_GOAL = 0.5
COVERED = 0.03
UNDER_FIRE_MOVING, UNDER_FIRE_AT_REST = 0.3, 0.25
"""How much of the expected harm counts: not everybody who could fire will fire at this unit."""
WITH_LEADER = 0.06
ENOUGH = 0.01
"""A gain smaller than this is not worth the trouble."""


class Standing:
    """What a hex is worth to a kind of unit at the end of its move."""

    def __init__(self, j: Judgement, unit: Unit) -> None:
        self.j = j
        self.unit = unit
        state = j.g.state
        self.hurry = NEARER * (1 + 1.5 * state.turn / max(1, j.g.scenario.turns))
        self._values: dict[str, float] = {}

    def value(self, hex: Hex) -> float:
        found = self._values.get(hex)
        if found is None:
            found = self._values[hex] = self._value(hex)
        return found

    def _value(self, hex: Hex) -> float:
        j, g = self.j, self.j.g
        way = j.way(hex)
        value = AT_GOAL * (way == 0) - self.hurry * min(way, 40)
        value += COVERED * j.lay.tem[hex]
        value -= UNDER_FIRE_AT_REST * j.danger(hex, moving=False)
        friends = g.side_in(hex, j.side)
        crowd = sum(1 for other in friends if not other.is_leader and other.id != self.unit.id)
        if self.unit.is_leader:
            value += WITH_LEADER * min(crowd, 2) - 0.1 * (crowd == 0)
            value -= WITH_LEADER * sum(1 for o in friends if o.is_leader and o.id != self.unit.id)
        else:
            value -= 0.05 * max(0, crowd - 1)
            value += WITH_LEADER * any(o.is_leader and not o.broken for o in friends)
        return value


# -- the Movement Phase ------------------------------------------------------------------------------------


def choose_mover(j: Judgement, options: Sequence[Action]) -> Action:
    """Reinforcements first, then whoever is better off elsewhere; squads before leaders, who go along."""
    g = j.g
    done = options[-1]
    movers = [option for option in options if option.verb == "move"]
    best, chosen = 0.0, None
    for option in movers:
        unit = g.unit(option.who[0])
        if not unit.hex:
            gain = 9.0 if not unit.is_leader else 8.0
        elif not should_move(j, unit):
            continue
        else:
            gain = 1.0 + (not unit.is_leader) - 0.01 * j.way(unit.hex)
        if gain > best:
            best, chosen = gain, option
    return chosen if chosen is not None else done


def should_move(j: Judgement, unit: Unit) -> bool:
    """Whether a look at the neighbouring hexes promises anything."""
    if j.leaves_map and j.way(unit.hex) == 0:
        return True
    if has_broken_friends(j.g, unit):
        return False
    if not pushes_on(j, unit) and not in_trouble(j, unit):
        return False
    standing = Standing(j, unit)
    here = standing.value(unit.hex)
    return any(
        standing.value(hex) > here + ENOUGH
        for near in j.g.map.adjacent[unit.hex]
        for hex in j.g.map.adjacent[near]
        if hex != unit.hex
    )


def has_broken_friends(g: SkPlay, unit: Unit) -> bool:
    """A leader stays with those whom he can rally."""
    return unit.is_leader and any(other.broken for other in g.side_in(unit.hex, unit.side))


def in_trouble(j: Judgement, unit: Unit) -> bool:
    return j.danger(unit.hex, moving=False) > 0.08


def pushes_on(j: Judgement, unit: Unit) -> bool:
    """Attackers all go for the goals; of those who hold, only as many as are needed where nobody is."""
    way = j.way(unit.hex)
    if way == 0:
        return False
    if j.attacks or unit.is_leader:
        return True
    if not j.lacking:
        return False
    nearer = sum(
        1
        for other in j.g.on_map(j.side)
        if not other.is_leader and other.good_order and not other.moved and j.way(other.hex) < way
    )
    return nearer < 1 + j.lacking


def choose_step(j: Judgement, frame: Moving, options: Sequence[Action]) -> Action:
    """The next step of a move: the first one of the best way to anywhere in reach."""
    g = j.g
    for option in options:
        if option.verb == "exit":
            return option
    if not frame.members:
        return next((option for option in options if option.verb == "move"), options[-1])
    join = leader_to_join(j, frame, options)
    if join is not None:
        return join
    enters = [option for option in options if option.verb == "enter"]
    stop = next((option for option in options if option.verb == "stop"), None)
    if not enters:
        return stop or options[-1]
    unit = lead_unit(g, frame)
    standing = Standing(j, unit)
    best_value, best = best_way(j, standing, frame, enters)
    if stop is not None and unit.hex and standing.value(unit.hex) + ENOUGH >= best_value:
        return stop
    return best


def lead_unit(g: SkPlay, frame: Moving) -> Unit:
    units = [g.unit(uid) for uid in frame.members]
    return next((unit for unit in units if not unit.is_leader), units[0])


def leader_to_join(j: Judgement, frame: Moving, options: Sequence[Action]) -> Action | None:
    """A leader in the same place takes a squad further, if nobody needs him where he is."""
    g = j.g
    if any(g.unit(uid).is_leader for uid in frame.members):
        return None
    for option in options:
        if option.verb == "join":
            other = g.unit(option.who[0])
            if other.is_leader and not (other.hex and has_broken_friends(g, other)):
                return option
    return None


def best_way(
    j: Judgement, standing: Standing, frame: Moving, enters: Sequence[Action]
) -> tuple[float, Action]:
    """The best hex in reach and the first step towards it. Danger on the way counts step by step."""
    g = j.g
    members = left_of(g, frame)
    left = min(member.off_road for member in members)
    origin = members[0].unit.hex
    stacks = g.state.stacks
    heap: list[tuple[float, float, str, int]] = []
    for number, option in enumerate(enters):
        by_road = {step.hex: step.cost for step in j.lay.steps[origin]} if origin and option.how else {}
        cost = by_road.get(option.at, j.lay.cost[option.at])
        risk = UNDER_FIRE_MOVING * j.danger(option.at, moving=True)
        heappush(heap, (risk, cost, option.at, number))
    best_value, best = -1e9, enters[0]
    seen: dict[str, float] = {}
    while heap:
        risk, spent, hex, number = heappop(heap)
        if seen.get(hex, 1e9) <= spent:
            continue
        seen[hex] = spent
        value = standing.value(hex) - risk
        if value > best_value:
            best_value, best = value, enters[number]
        for beside, cost, _ in j.lay.steps[hex]:
            total = spent + cost
            if total <= left and beside != origin and seen.get(beside, 1e9) > total:
                stack = stacks.get(beside)
                if stack is None or g.state.units[stack[0]].side == j.side:
                    more = UNDER_FIRE_MOVING * j.danger(beside, moving=True)
                    heappush(heap, (risk + more, total, beside, number))
    return best_value, best


OUTSIDE = -5.0
"""What it is worth to be off the map still: who does not come on now is lost."""


# -- the Advance Phase -------------------------------------------------------------------------------------


def choose_advance(j: Judgement, options: Sequence[Action]) -> Action:
    """The advance that gains most; into close combat where the odds are good."""
    g = j.g
    best, chosen = ENOUGH, options[-1]
    standings: dict[str, Standing] = {}
    for option in options:
        if option.verb == "exit":
            return option
        if option.verb != "advance":
            continue
        unit = g.unit(option.who[-1])
        if has_broken_friends(g, unit):
            continue
        standing = standings.get(unit.id)
        if standing is None:
            standing = standings[unit.id] = Standing(j, unit)
        if g.has_side(option.at, j.enemy):
            gain = close_combat_gain(j, unit, option.at)
        else:
            gain = standing.value(option.at) - (standing.value(unit.hex) if unit.hex else OUTSIDE)
            if unit.hex and not pushes_on(j, unit) and not in_trouble(j, unit):
                gain = 0.0
        gain += 0.001 * len(option.who)
        if gain > best:
            best, chosen = gain, option
    return chosen


def close_combat_gain(j: Judgement, unit: Unit, hex: Hex) -> float:
    """What close combat in a hex promises, in squads: their losses less ours, and the hex if it counts."""
    g = j.g
    if unit.is_leader and not any(not o.is_leader and not o.broken for o in g.side_in(hex, j.side)):
        return 0.0
    ours = [u for u in g.side_in(hex, j.side) if not u.broken] + [unit]
    theirs = g.side_in(hex, j.enemy)
    support = [
        other
        for near in g.map.adjacent[hex]
        for other in g.side_in(near, j.side)
        if other.id != unit.id and other.good_order and not other.pinned and not other.advanced
    ]
    own = sum(close_combat_fp(g, u) for u in ours) + 0.5 * sum(close_combat_fp(g, u) for u in support[:2])
    fighting = [u for u in theirs if not u.broken]
    against = sum(close_combat_fp(g, u) for u in theirs)
    back = sum(close_combat_fp(g, u) * (0.5 if u.pinned else 1.0) for u in fighting)
    drm = -2 if not fighting else 0
    leaders = [morale.leadership(g, u) for u in ours if u.is_leader and not u.pinned]
    drm += min([0, *leaders])
    hit = expected_loss(g, own, against, drm) * sum(worth(g, u) for u in theirs)
    lost = expected_loss(g, back, own, 0) * sum(worth(g, u) for u in ours) if back else 0.0
    return hit - lost + 0.15 * (j.way(hex) == 0) + 0.05 * (not fighting)


def expected_loss(g: SkPlay, attack: float, defence: float, drm: int) -> float:
    """The share of the defenders that an attack kills on average."""
    if not attack or not defence:
        return 0.0
    kill = g.library.tables.close_combat.odds(attack, defence).kill
    chances = kill_chances(kill, drm)
    return chances.below + 0.4 * chances.on
