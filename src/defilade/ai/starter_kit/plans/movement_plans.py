"""Movement under expected Defensive First Fire: who goes where, by which way, and how."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from defilade.ai.starter_kit.reading.picture import Picture
from defilade.ai.starter_kit.reading.standing import standing_of
from defilade.ai.starter_kit.reading.threat import NOW
from defilade.ai.starter_kit.reading.worth import harm
from defilade.kernel import Action
from defilade.rules.sk import ift, morale, movement, moving, smoke, stacking
from defilade.rules.sk.spending import left_of
from defilade.tactics.moving import Moving, the_record
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit

MOST_ALIKE, HARDLY_WORSE = 5, 0.1
"""Units that may as well enter first, and by how much less one of them may gain by it."""
ENOUGH = 0.02
"""A gain smaller than this is not worth the trouble."""
TIRED = 0.12
"""What it costs to be CX."""
AGAIN = 0.4
"""Fire on a later hex of the way counts for less: most firers have fired by then."""
STOPPED = 1.5
"""Who is not hurt may still be pinned: the chance to be stopped beside the share that fire is expected to take."""
WAITED_FOR = 0.7
"""What it costs to take a leader along for whom a machine gun waits."""
SMOKE_HELPS = 0.65
"""The share of the fire on a hex that smoke in it takes away."""

RUSH = 0.25
"""What others must expect to lose on their way for smoke to be thrown for them."""
TROUBLE = 0.06
"""What it costs to depend on smoke that may not come."""

NORMAL, ASSAULT, DOUBLE, OFF = "", "assault", "double-time", "exit"


class Move(NamedTuple):
    """A way to somewhere and what it promises."""

    value: float
    hexes: tuple[str, ...] = ()
    risk: float = 0.0
    """Expected loss to fire on the way, in squads."""
    how: str = NORMAL


# -- ways --------------------------------------------------------------------------------------------------


class Ways:
    """The search for the best place that a party can reach."""

    def __init__(self, picture: Picture, party: Sequence[Unit]) -> None:
        self.picture = picture
        self.party = party
        self.lead = next((unit for unit in party if not unit.is_leader), party[0])
        self.standing = standing_of(picture, self.lead)
        self.cost = sum(picture.value_of(u) + picture.carried(u) for u in party)
        self.fire = picture.threat.map(self.lead, NOW)
        self.edge, self.leaving = picture.way_out(party)
        self.share = picture.stance.risk_moving * self.cost * picture.fire_share
        self.here = self.standing.end(self.lead.hex) if self.lead.hex else None
        self.full = max(0.05, picture.stance.risk_moving * self.cost)

    def risk(self, hex: Hex, *, assault: bool = False) -> float:
        """What fire would cost the party for entering a hex."""
        if assault:
            return self.share * self.picture.threat.map(self.lead, NOW, assault=True)[hex] + self._residual(
                hex, True
            )
        if self.picture.g.state.residual:
            return self.share * self.fire[hex] + self._residual(hex, False)
        return self.share * self.fire[hex]

    def arriving(self, there: float, risk: float) -> float:
        """What a way is worth: what there is at its end times the chance to get there, else what there is here, less
        what the fire costs."""
        if self.here is None:
            return there - risk
        arrives = max(0.0, 1.0 - STOPPED * risk / self.full)
        return self.here + arrives * (there - self.here) - risk if there > self.here else there - risk

    def _residual(self, hex: Hex, assault: bool) -> float:
        g = self.picture.g
        fp = g.state.residual.get(hex)
        if not fp:
            return 0.0
        lay = self.picture.lay
        drm = lay.tem[hex] - (not assault) - lay.open[hex]
        level = morale.morale_level(g, self.lead)
        return self.cost * harm(g, ift.column(g, fp), drm, 0, self.lead, level)

    def best(self, left: float, bonus: float, starts: Sequence[str] = (), more: float = 0.0) -> Move:
        """The best end of a move with so many MF left (and a bonus while it keeps to the road), from where
        the party stands or, off the map, from one of the hexes over which it may enter.  `more` are the MF of
        Double Time, which has its price."""
        lay = self.picture.lay
        heap: list[tuple[float, float, str, bool, tuple[str, ...]]] = []
        if self.lead.hex:
            heap.append((0.0, 0.0, self.lead.hex, False, ()))
        for hex in starts:
            if lay.cost[hex] <= left and self._has_room(hex):
                heappush(heap, (self.risk(hex), lay.cost[hex], hex, True, (hex,)))
        best = Move(-1e9)
        seen: dict[str, float] = {}
        while heap:
            risk, spent, hex, off_road, way = heappop(heap)
            if seen.get(hex, 1e9) <= spent:
                continue
            seen[hex] = spent
            tired = spent > left + (0 if off_road else bonus)
            value = self.arriving(self.standing.end(hex), risk) - (TIRED if tired else 0.0)
            if value > best.value and self._has_room(hex):
                best = Move(value, way, risk, DOUBLE if tired else NORMAL)
            if (
                hex in self.edge
                and spent + movement.EXIT_COST <= left
                and self.arriving(self.leaving, risk) > best.value
            ):
                best = Move(self.arriving(self.leaving, risk), way, risk, OFF)
            self._spread(heap, seen, (risk, spent, hex, off_road, way), left + more, bonus)
        return best

    def _spread(
        self,
        heap: list[tuple[float, float, str, bool, tuple[str, ...]]],
        seen: dict[str, float],
        label: tuple[float, float, str, bool, tuple[str, ...]],
        left: float,
        bonus: float,
    ) -> None:
        """Push the hexes beside one that has been reached. Later fire on the way counts for less."""
        risk, spent, hex, off_road, way = label
        smoke_at, taken = self.picture.g.state.smoke, self.picture.targets.hexes
        stacks = self.picture.g.state.stacks
        for near, cost, road in self.picture.lay.steps[hex]:
            total = spent + cost
            if smoke_at and near in smoke_at:
                total += 1
            off = off_road or not road
            if total > left + (0 if off else bonus) or seen.get(near, 1e9) <= total or near in taken:
                continue
            if near in stacks and not self._has_room(near):
                continue
            fire = self.risk(near)
            both = risk + AGAIN * fire if risk > fire else fire + AGAIN * risk
            heappush(heap, (both, total, near, off, (*way, near)))

    def best_assault(self, left: float) -> Move:
        """The best hex for Assault Movement: one hex, with MF to spare, and no FFNAM."""
        picture = self.picture
        best = Move(-1e9)
        if not self.lead.hex:
            return best
        for near, cost, _ in picture.lay.steps[self.lead.hex]:
            if cost >= left or near in picture.targets.hexes or not self._has_room(near):
                continue
            risk = self.risk(near, assault=True)
            value = self.arriving(self.standing.end(near), risk)
            if value > best.value:
                best = Move(value, (near,), risk, ASSAULT)
        return best

    def _has_room(self, hex: Hex) -> bool:
        g = self.picture.g
        stack = g.state.stacks.get(hex)
        if stack is None or hex == self.lead.hex:
            return True
        return stacking.refusal(g, self.lead.side, hex, self.party) is None


def best_move(picture: Picture, unit: Unit, leader: Unit | None = None) -> Move:
    """The best move of a unit that has not moved, alone or with a leader."""
    key = ("move", unit.id, "" if leader is None else leader.id)
    found: Move | None = picture.found.get(key)
    if found is None:
        found = picture.found[key] = _find_best_move(picture, unit, leader)
    return found


def _find_best_move(picture: Picture, unit: Unit, leader: Unit | None) -> Move:
    g = picture.g
    party = [unit] if leader is None else [unit, leader]
    ways = Ways(picture, party)
    left = float(moving.mf_allowance(g, unit, leader=leader))
    if leader is not None:
        left = min(left, moving.mf_allowance(g, leader))
    bonus = float(g.library.tables.movement.road_bonus)
    starts = entry_hexes(picture, unit)
    more = double_time_mf(picture, party)
    found = ways.best(left, bonus, starts, more)
    careful = ways.best_assault(left)
    return careful if careful.value >= found.value else found


def double_time_mf(picture: Picture, party: Sequence[Unit]) -> float:
    """What Double Time would add, for those who can and are in a hurry."""
    if not picture.must_act or not all(may_double(unit) for unit in party):
        return 0.0
    return float(picture.g.library.tables.movement.double_time)


def may_double(unit: Unit) -> bool:
    return not (unit.cx or unit.was_cx or unit.wounded)


def entry_hexes(picture: Picture, unit: Unit) -> tuple[str, ...]:
    from defilade.rules.sk import setup

    return () if unit.hex else setup.may_enter(picture.g, unit)


def gain_of(picture: Picture, unit: Unit) -> tuple[float, Move]:
    """What moving promises a unit beside staying where it is; nothing to one that would leave its Gun."""
    if picture.mans_gun(unit):
        return 0.0, Move(0.0)
    move = best_move(picture, unit)
    if not unit.hex:
        return (move.value + 5.0 if move.hexes else 0.0), move
    if not move.hexes and move.how != OFF:
        return 0.0, move
    return move.value - standing_of(picture, unit).end(unit.hex), move


# -- who moves next ----------------------------------------------------------------------------------------


def movers(picture: Picture, options: Sequence[Action]) -> list[tuple[float, Action, Move]]:
    """Everybody who could move with what it promises, the best first. Leaders come after those they lead."""
    found = []
    for option in options:
        if option.verb != "move":
            continue
        unit = picture.g.unit(option.who[0])
        if unit.is_leader and picture.has_broken_friends(unit):
            continue
        gain, move = gain_of(picture, unit)
        gain += screen_for_others(picture, unit)[0]
        if gain > ENOUGH:
            late = unit.is_leader and bool(unit.hex)
            found.append((gain - late, option, move))
    found.sort(key=lambda entry: (-entry[0], entry[1]))
    return found


def opens(picture: Picture, units: Sequence[Unit]) -> bool:
    """Whether units come on as the first of their group, in the first turn. What each of them gives away that does not
    come on where it is best adds up, so those who follow do."""
    g = picture.g
    if g.state.turn > 1 or any(unit.hex for unit in units):
        return False
    on_the_map = {unit.group for unit in g.on_map(picture.side)}
    return not any(unit.group in on_the_map for unit in units)


def first_to_enter(picture: Picture, options: Sequence[Action]) -> list[Action]:
    """Units still off the map who may enter, as far as it matters little which of them comes first; what one of them
    does changes what is best for the next."""
    outside = [
        option
        for option in options
        if option.verb == "move" and opens(picture, [picture.g.unit(option.who[0])])
    ]
    if not outside:
        return []
    found = [entry for entry in movers(picture, outside) if not picture.g.unit(entry[1].who[0]).is_leader]
    return [option for gain, option, _ in found if gain > found[0][0] - HARDLY_WORSE][:MOST_ALIKE]


def entries_alike(picture: Picture, frame: Moving, options: Sequence[Action]) -> list[Action]:
    """Hexes over which a party that comes on now may as well enter as over the best."""
    party = [picture.g.unit(uid) for uid in frame.members]
    if not party or not opens(picture, party) or next_step(picture, frame, options)[0].verb != "enter":
        return []
    ways = Ways(picture, party)
    members = left_of(picture.g, frame)
    left = min(member.off_road for member in members)
    bonus = min(member.on_road for member in members) - left
    valued = [
        (ways.best(left, bonus, [option.at]).value, option)
        for option in options
        if option.verb == "enter" and option.at in picture.lay.cost
    ]
    best = max((value for value, _ in valued), default=0.0)
    return [option for value, option in valued if value > best - HARDLY_WORSE]


def first_mover(picture: Picture, options: Sequence[Action], idle: set[str]) -> tuple[Action, Move]:
    """A quick answer: the first unit that gains by moving, squads before leaders, and its move. Those who do
    not gain are noted in `idle` and not looked at again."""
    squads = [option for option in options if option.verb == "move" and option.who[0] not in idle]
    squads.sort(key=lambda option: picture.g.unit(option.who[0]).is_leader)
    for option in squads:
        unit = picture.g.unit(option.who[0])
        stays = unit.is_leader and unit.hex and picture.has_broken_friends(unit)
        if not stays:
            gain, move = gain_of(picture, unit)
            gain += screen_for_others(picture, unit)[0]
            if gain > ENOUGH:
                return option, move
        idle.add(unit.id)
    return next((option for option in options if option.verb != "move"), options[-1]), Move(0.0)


# -- the next step of a move -------------------------------------------------------------------------------


def next_step(
    picture: Picture, frame: Moving, options: Sequence[Action], planned: Move | None = None
) -> tuple[Action, Move]:
    """What a moving party does next, and the move that this is part of; `planned` is what it set out for."""
    nothing = Move(0.0)
    by_verb: dict[str, list[Action]] = {}
    for option in options:
        by_verb.setdefault(option.verb, []).append(option)
    if "exit" in by_verb:
        return by_verb["exit"][0], nothing
    stop = by_verb.get("stop", [options[-1]])[0]
    if not frame.members:
        return by_verb.get("move", [stop])[0], nothing
    charge = best_charge(picture, by_verb.get("place", ()))
    if charge is not None:
        return charge, nothing
    party = [picture.g.unit(uid) for uid in frame.members]
    begun = any(the_record(frame, uid).spent for uid in frame.members)
    if not begun and "join" in by_verb:
        joined = leader_to_join(picture, party, by_verb["join"])
        if joined is not None:
            return joined, nothing
    if "enter" not in by_verb:
        return stop, nothing
    if not begun and "smoke" in by_verb:
        for one in party:
            helps, where = screen_for_others(picture, one)
            throw = next((o for o in by_verb["smoke"] if o.who == (one.id,) and o.at == where), None)
            if helps and throw is not None:
                return throw, nothing
    ways = Ways(picture, party)
    if planned is not None and not begun and planned.hexes:
        return _begin(picture, ways, planned, by_verb, begun), planned
    plan = _plan_on(picture, frame, ways, begun)
    here = ways.standing.end(ways.lead.hex) if ways.lead.hex else -1e9
    if "stop" in by_verb and (not plan.hexes or plan.value <= here + (ENOUGH / 2 if not begun else 0.0)):
        return stop, nothing
    return _begin(picture, ways, plan, by_verb, begun), plan


def _plan_on(picture: Picture, frame: Moving, ways: Ways, begun: bool) -> Move:
    members = left_of(picture.g, frame)
    careful = any(member.mover.assault for member in members)
    if not begun and not careful and not any(unit.cx for unit in ways.party) and len(ways.party) <= 2:
        return best_move(picture, ways.lead, next((u for u in ways.party if u is not ways.lead), None))
    if careful:
        return ways.best_assault(min(member.off_road for member in members))
    left = min(member.off_road for member in members)
    bonus = min(member.on_road for member in members) - left
    starts = entry_hexes(picture, ways.lead)
    return ways.best(left, bonus, starts)


def _begin(picture: Picture, ways: Ways, plan: Move, by_verb: dict[str, list[Action]], begun: bool) -> Action:
    """The action that sets out on a plan."""
    if not begun:
        if plan.how == ASSAULT and "assault" in by_verb:
            return by_verb["assault"][0]
        if plan.how == DOUBLE and "double-time" in by_verb:
            return max(by_verb["double-time"], key=lambda option: len(option.who))
    screen = smoke_screen(picture, ways, plan, by_verb.get("smoke", ()))
    if screen is not None:
        return screen
    for option in by_verb["enter"]:
        if plan.hexes and option.at == plan.hexes[0]:
            return option
    if "stop" in by_verb:
        return by_verb["stop"][0]
    return max(by_verb["enter"], key=lambda option: ways.standing.end(option.at) - ways.risk(option.at))


def leader_to_join(picture: Picture, party: Sequence[Unit], joins: Sequence[Action]) -> Action | None:
    """A leader in the same place takes a squad further, if nobody needs him where he is."""
    g = picture.g
    if any(unit.is_leader for unit in party):
        return None
    lead = party[0]
    best, chosen = ENOUGH, None
    alone = None
    for option in joins:
        leader = g.unit(option.who[0])
        if not leader.is_leader or (leader.hex and picture.has_broken_friends(leader)):
            continue
        if alone is None:
            alone = best_move(picture, lead).value
        gain = best_move(picture, lead, leader).value - alone
        if not lead.hex:
            gain += -WAITED_FOR if is_waited_for(picture, lead, leader) else 0.3
        else:
            staying = [u for u in g.side_in(lead.hex, lead.side) if not u.is_leader and u.id != lead.id]
            gain += 0.1 if not staying else -0.05
        if gain > best:
            best, chosen = gain, option
    return chosen


def is_waited_for(picture: Picture, lead: Unit, leader: Unit) -> bool:
    """Whether machine guns that are still to come on need a leader more than a squad does that moves now."""
    outside = [u for u in picture.g.state.units.values() if u.side == lead.side and not u.hex]
    outside = [u for u in outside if u.group == lead.group and u.id not in (lead.id, leader.id)]
    own = picture.carried(lead)
    armed = sum(1 for u in outside if not u.is_leader and picture.carried(u) > own)
    return armed > sum(1 for u in outside if u.is_leader)


def best_charge(picture: Picture, options: Sequence[Action]) -> Action | None:
    """A demolition charge that is worth placing now."""
    g = picture.g
    best, chosen = 0.25, None
    for option in options:
        unit = g.unit(option.who[0])
        fp = g.weapon_type(g.state.weapons[option.who[1]]).fp
        column = ift.column(g, fp)
        tem = picture.lay.tem[option.at]
        value = sum(
            harm(g, column, tem, 0, u, morale.morale_level(g, u)) * picture.value_of(u)
            for u in g.side_in(option.at, picture.enemy)
        )
        value -= picture.stance.risk_moving * picture.danger(unit, unit.hex, NOW)
        if value > best:
            best, chosen = value, option
    return chosen


def screen_for_others(picture: Picture, unit: Unit) -> tuple[float, str]:
    """What smoke of a unit in an adjacent hex spares those beside it who go that way, less what it gives up for it; and
    where. One throws, the others rush."""
    g = picture.g
    grenades = smoke.exponent(g, unit)
    if not grenades or not unit.hex or unit.is_leader or picture.mans_gun(unit):
        return 0.0, ""
    key = ("screen", unit.id)
    found: tuple[float, str] | None = picture.found.get(key)
    if found is None:
        found = picture.found[key] = _screen_for_others(picture, unit, min(6, grenades) / 6)
    return found


def _screen_for_others(picture: Picture, unit: Unit, works: float) -> tuple[float, str]:
    g = picture.g
    spared: dict[str, float] = {}
    for near in (unit.hex, *g.map.adjacent[unit.hex]):
        for other in g.side_in(near, unit.side):
            if other.id == unit.id or not other.good_order or other.moved or other.is_leader or other.pinned:
                continue
            gain, move = gain_of(picture, other)
            if gain <= ENOUGH or move.risk < RUSH:
                continue
            ways = Ways(picture, [other])
            for hex in move.hexes:
                if hex in g.map.adjacent[unit.hex] and hex not in g.state.smoke:
                    spared[hex] = spared.get(hex, 0.0) + ways.risk(hex)
    if not spared:
        return 0.0, ""
    hex, risk = max(spared.items(), key=lambda entry: (entry[1], entry[0]))
    worth = works * SMOKE_HELPS * risk - given_up(picture, unit, smoke.cost(g, unit, hex)) - TROUBLE
    return (worth, hex) if worth > ENOUGH else (0.0, "")


def given_up(picture: Picture, unit: Unit, mf: int) -> float:
    """What a unit gives up that spends so many MF on something else before it moves."""
    gain, move = gain_of(picture, unit)
    if gain <= 0.0:
        return 0.0
    ways = Ways(picture, [unit])
    left = float(moving.mf_allowance(picture.g, unit)) - mf
    return move.value - max(ways.standing.end(unit.hex), ways.best(left, 0.0).value)


def smoke_screen(picture: Picture, ways: Ways, plan: Move, options: Sequence[Action]) -> Action | None:
    """Smoke on the first hex of a dangerous way, where it takes away more fire than it costs."""
    if not options or not plan.hexes or plan.risk < 0.15:
        return None
    g = picture.g
    first = plan.hexes[0]
    best, chosen = 0.03, None
    for option in options:
        if option.at not in (first, ways.lead.hex):
            continue
        unit = g.unit(option.who[0])
        works = min(6, smoke.exponent(g, unit)) / 6
        helped = ways.risk(first) if option.at == first else 0.5 * plan.risk
        # A 6 ends the move, and the MF for it are gone either way.
        gain = works * SMOKE_HELPS * helped - 0.1 * smoke.cost(g, unit, option.at) * 0.5
        if gain > best:
            best, chosen = gain, option
    return chosen
