"""The Rout Phase (SK1:3.6).

A routing unit heads for the nearest cover in MF that it can reach legally; it takes its steps one by one, and only
steps are offered from which a legal rout can still be completed.  What a path may do depends on the enemies seen on
the way (SK1:3.6-k2), so the search runs over hexes together with the enemies seen so far.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Choice, Frame, Outcome, Procedures, Refusal
from defilade.rules.sk import interdiction, los, morale, portage, special_rules, stacking, terrain
from defilade.rules.sk.state import SkPlay
from defilade.tactics.search import cheapest
from defilade.tactics.units import LEADER, Unit

PROCEDURES = Procedures()

DONE = Action("done")
END = Action("end-rout")
RULES = ("SK1:3.6-g", "SK1:3.6-e")
STEP_RULES = ("SK1:3.6-j", "SK1:3.6-k")

Seen = frozenset[str]
"""Hexes of enemy units that the router has seen in this RtPh."""


class RoutPhase(Frame):
    """The phase. `second` is set while the DEFENDER routs; `routed` have had their rout."""

    begun: bool = False
    second: bool = False
    routed: tuple[str, ...] = ()


class Routing(Frame):
    """A unit on the run, perhaps with an unbroken leader (SK1:3.6-s). `goals` are the covers it may head for; none
    if no cover can be reached (SK1:3.6-r)."""

    unit: str
    leader: str = ""
    goals: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    spent: float = 0.0
    steps: int = 0
    crawled: bool = False


# -- who must and who may ----------------------------------------------------------------------------------


def beside_enemy(g: SkPlay, unit: Unit, hex: str = "") -> bool:
    """SK1:3.6-a: next to, or together with, an unbroken Known enemy unit."""
    hex = hex or unit.hex
    enemy = g.enemy_of(unit.side)
    for near in (hex, *g.map.adjacent[hex]):
        if any(not other.broken for other in g.side_in(near, enemy)) and los.sees(g, hex, near):
            return True
    return False


def must_rout(g: SkPlay, unit: Unit) -> bool:
    """SK1:3.6-a, SK1:3.6-b: the two situations in which a broken unit may not end the RtPh."""
    if not unit.broken or unit.melee or not unit.hex:
        return False
    return beside_enemy(g, unit) or interdiction.interdictor(g, unit, unit.hex) is not None


def may_rout(unit: Unit) -> bool:
    """SK1:3.6-g: broken, under DM, not in melee."""
    return unit.broken and unit.dm and not unit.melee and bool(unit.hex)


# -- the ways open to a router -----------------------------------------------------------------------------


class Ways:
    """The legal steps of one router, with what it sees from each hex worked out once."""

    def __init__(self, g: SkPlay, unit: Unit, leader: Unit | None) -> None:
        self.g = g
        self.unit = unit
        self.party = (unit,) if leader is None else (unit, leader)
        enemy = g.enemy_of(unit.side)
        self.enemies = [hex for hex in g.state.stacks if g.has_side(hex, enemy)]
        self._seen: dict[str, Seen] = {}
        self._open: dict[str, bool] = {}

    def seen_from(self, hex: str) -> Seen:
        """SK1:3.6-k: the enemies, broken or not, in whose LOS the hex lies."""
        found = self._seen.get(hex)
        if found is None:
            found = frozenset(enemy for enemy in self.enemies if los.sees(self.g, hex, enemy))
            self._seen[hex] = found
        return found

    def can_enter(self, hex: str) -> bool:
        """No enemies there, and room (SK1:3.6-p)."""
        found = self._open.get(hex)
        if found is None:
            room = stacking.refusal(self.g, self.unit.side, hex, self.party) is None
            found = self._open[hex] = room and hex not in self.enemies
        return found

    def barred(self, origin: str, hex: str, seen: Seen) -> str:
        """The rule that bars a step because of an enemy, if there is one."""
        distance = self.g.map.distance
        for enemy in seen | self.seen_from(origin):
            if enemy == origin:
                continue  # leaving the enemy's own location
            before, after = distance(origin, enemy), distance(hex, enemy)
            if after < before:
                return "SK1:3.6-k" if enemy in self.seen_from(origin) else "SK1:3.6-k2"
            if before == 1 and after == 1:
                return "SK1:3.6-l"
        return ""

    def steps(self, node: tuple[str, Seen]) -> Iterator[tuple[tuple[str, Seen], float]]:
        """Legal steps at their lowest cost; any other approach is allowed (SK1:3.6-m)."""
        origin, seen = node
        for hex in self.g.map.adjacent[origin]:
            if self.can_enter(hex) and not self.barred(origin, hex, seen):
                cost = terrain.cheapest_entry(self.g, self.unit, origin, hex)
                yield (hex, seen | self.seen_from(origin)), cost

    def reach(self, origin: str, seen: Seen, mf: float) -> dict[str, float]:
        """Every hex that can be routed to, with the MF of the cheapest way."""
        costs: dict[str, float] = {}
        for (hex, _), cost in cheapest((origin, seen), self.steps, mf).items():
            costs.setdefault(hex, cost)
        del costs[origin]
        return costs


def shelters(g: SkPlay, unit: Unit, hex: str) -> bool:
    """Woods or building, not adjacent to an enemy unit: where a rout may end (SK1:3.6-n)."""
    if not terrain.is_cover(g, hex):
        return False
    enemy = g.enemy_of(unit.side)
    return not any(g.has_side(near, enemy) for near in (hex, *g.map.adjacent[hex]))


def goals_of(g: SkPlay, ways: Ways) -> tuple[str, ...]:
    """SK1:3.6-j: the nearest cover in MF. One that lies no farther from some Known enemy than the unit does now may
    be ignored (SK1:3.6-q), which opens the next nearest."""
    unit = ways.unit
    mf = g.library.tables.movement.rout_mf  # SK1:3.6-f
    costs = ways.reach(unit.hex, frozenset(), mf)
    covers = sorted((cost, hex) for hex, cost in costs.items() if shelters(g, unit, hex))
    goals: list[str] = []
    settled: float | None = None
    for cost, hex in covers:
        if settled is not None and cost > settled:
            break
        goals.append(hex)
        if not _may_ignore(g, ways, hex):
            settled = cost
    return tuple(goals)


def _may_ignore(g: SkPlay, ways: Ways, hex: str) -> bool:
    here = ways.unit.hex
    return any(
        g.map.distance(hex, enemy) <= g.map.distance(here, enemy) for enemy in ways.seen_from(here)
    )


def ends_well(g: SkPlay, unit: Unit, hex: str) -> bool:
    """Whether a rout without cover may end there: not beside an unbroken Known enemy (SK1:3.6-a)."""
    return not beside_enemy(g, unit, hex)


def can_rout(g: SkPlay, unit: Unit) -> bool:
    """Whether there is any legal rout at all."""
    return bool(next_steps(g, Routing(unit.id, goals=goals_of(g, Ways(g, unit, None))), Ways(g, unit, None)))


def next_steps(g: SkPlay, frame: Routing, ways: Ways) -> list[str]:
    """The hexes that the router may enter now."""
    unit = ways.unit
    origin, seen = unit.hex, frozenset(frame.seen)
    left = g.library.tables.movement.rout_mf - frame.spent
    arrived = frame.steps > 0 and shelters(g, unit, origin)
    found = []
    for (hex, beyond), cost in ways.steps((origin, seen)):
        if cost > left:
            continue
        if arrived:
            if terrain.is_cover(g, hex) and _leads_on(g, ways, frame, hex, beyond, left - cost):
                found.append(hex)  # SK1:3.6-n: only straight on into other cover
        elif _leads_on(g, ways, frame, hex, beyond, left - cost):
            found.append(hex)
    return found


def _leads_on(g: SkPlay, ways: Ways, frame: Routing, hex: str, seen: Seen, left: float) -> bool:
    """Whether a legal rout can be completed from `hex`."""
    unit = ways.unit
    arrived = frame.steps > 0 and shelters(g, unit, unit.hex)
    if frame.goals and not arrived:
        if hex in frame.goals:
            return True
        return not set(frame.goals).isdisjoint(ways.reach(hex, seen, left))
    if arrived:
        return shelters(g, unit, hex)
    if ends_well(g, unit, hex):
        return True
    return any(ends_well(g, unit, beyond) for beyond in ways.reach(hex, seen, left))


# -- the phase ---------------------------------------------------------------------------------------------


def why_not_phase(g: SkPlay, frame: RoutPhase, action: Action) -> Refusal | None:
    if action == DONE:
        return Refusal("a broken unit that must rout has not done so", "SK1:3.6-d")
    unit = g.state.units.get(action.who[0]) if action.verb == "rout" and action.who else None
    if unit is None:
        return None
    if not unit.broken:
        return Refusal(f"{g.name(unit)} is not broken", "SK1:3.6-g")
    if not unit.dm:
        return Refusal(f"{g.name(unit)} is not under DM", "SK1:3.6-g")
    if unit.melee:
        return Refusal(f"{g.name(unit)} is held in melee", "SK1:3.8-u")
    if unit.side != (g.defender if frame.second else g.attacker):
        return Refusal("all of the ATTACKER's units rout before the DEFENDER's", "SK1:3.6-e")
    if unit.id in frame.routed:
        return Refusal(f"{g.name(unit)} has routed", "SK1:3.6-e")
    if len(action.who) > 1:
        return Refusal("an unbroken, unpinned leader stacked with it may rout along", "SK1:3.6-s")
    return Refusal(f"{g.name(unit)} has nowhere to rout to", "SK1:3.6-j")


def companions(g: SkPlay, unit: Unit) -> list[Unit]:
    """SK1:3.6-s: unbroken leaders stacked with the unit. A pinned one cannot move (SK1:3.2.1-u)."""
    return [
        leader
        for leader in g.side_in(unit.hex, unit.side)
        if leader.kind == LEADER and leader.good_order and not leader.pinned and leader.id != unit.id
    ]


def rout_options(g: SkPlay, frame: RoutPhase) -> tuple[list[Action], bool]:
    """The units that may rout now, and whether one of them must."""
    side = g.defender if frame.second else g.attacker
    options: list[Action] = []
    obliged = False
    for unit in g.on_map(side):
        if not may_rout(unit) or unit.id in frame.routed or not can_rout(g, unit):
            continue
        options.append(Action("rout", (unit.id,)))
        options += [Action("rout", (unit.id, leader.id)) for leader in companions(g, unit)]
        obliged = obliged or must_rout(g, unit)
    return options, obliged


@PROCEDURES.decisions(RoutPhase, why_not=why_not_phase)
def ask_rout_phase(g: SkPlay, frame: RoutPhase) -> Choice | None:
    if not frame.begun:
        return None
    options, obliged = rout_options(g, frame)
    if not options:
        return None
    if not obliged:  # SK1:3.6-d
        options.append(DONE)
    side = g.defender if frame.second else g.attacker
    return Choice(side, "Rout Phase: which broken unit routs?", tuple(options), RULES)


@ask_rout_phase
def take_rout_phase(g: SkPlay, frame: RoutPhase, answer: Action | Outcome | None) -> None:
    if not frame.begun:
        frame.begun = True
        put_under_dm(g)
    elif isinstance(answer, Action) and answer != DONE:
        begin_rout(g, frame, answer)
    elif not frame.second:
        frame.second = True
    else:
        g.pop()
        fail_to_rout(g)


def put_under_dm(g: SkPlay) -> None:
    """SK1:3.6-c: units in either situation go under DM at the start of the RtPh."""
    for unit in list(g.on_map()):
        if unit.broken and not unit.dm and must_rout(g, unit):
            morale.put_under_dm(g, unit, "SK1:3.6-c")


def fail_to_rout(g: SkPlay) -> None:
    """SK1:3.6-d: at the end of the RtPh whoever still stands beside the enemy, or has not left the open under his
    eyes, is eliminated."""
    for unit in list(g.on_map()):
        if not unit.broken or unit.melee or unit.id not in g.state.units:
            continue
        if beside_enemy(g, unit) or (not unit.routed and interdiction.interdictor(g, unit, unit.hex)):
            morale.eliminate(g, unit, "is eliminated for failure to rout", "SK1:3.6-d")
    for unit in list(g.on_map()):
        if unit.routed:
            g.update(unit, routed=False)


# -- one rout ----------------------------------------------------------------------------------------------


def begin_rout(g: SkPlay, frame: RoutPhase, action: Action) -> None:
    unit = g.unit(action.who[0])
    leader = g.unit(action.who[1]) if len(action.who) > 1 else None
    frame.routed = (*frame.routed, unit.id)
    drop_excess(g, unit)
    ways = Ways(g, unit, leader)
    g.push(Routing(unit.id, leader.id if leader else "", goals_of(g, ways)))


def drop_excess(g: SkPlay, unit: Unit) -> None:
    """SK1:4.0-e: SW beyond its IPC stay behind, the heaviest first."""
    carried = sorted(g.weapons_of(unit), key=lambda weapon: -g.weapon_type(weapon).pp)
    for weapon in carried:
        if not portage.excess(g, unit):
            return
        g.drop(weapon)
        g.say(
            "drop",
            f"{g.name(unit)} leaves the {g.weapon_name(weapon)} behind.",
            "SK1:4.0-e",
            side=unit.side,
            who=(unit.id, weapon.id),
            at=unit.hex,
        )


def may_end(g: SkPlay, frame: Routing, unit: Unit) -> bool:
    """Whether the rout may end here: in cover when it heads for cover, else anywhere not beside the enemy."""
    if not frame.steps:
        return False
    return shelters(g, unit, unit.hex) if frame.goals else ends_well(g, unit, unit.hex)


def why_not_routing(g: SkPlay, frame: Routing, action: Action) -> Refusal | None:
    unit = g.unit(frame.unit)
    if action == END:
        return Refusal("the rout must reach the nearest cover", "SK1:3.6-j")
    hex = action.at
    if action.verb not in ("rout-to", "low-crawl") or hex not in g.map.adjacent[unit.hex]:
        return None
    ways = Ways(g, unit, g.state.units.get(frame.leader))
    if action.verb == "low-crawl" and frame.steps:
        return Refusal("Low Crawl takes all MF and is declared before the first hex", "SK1:3.6-h")
    if hex in ways.enemies:
        return Refusal("an enemy unit is there", "SK1:3.3-c")
    full = stacking.refusal(g, unit.side, hex, ways.party)
    if full is not None:
        return full
    rule = ways.barred(unit.hex, hex, frozenset(frame.seen))
    if rule == "SK1:3.6-l":
        return Refusal("it would go from beside an enemy to beside the same enemy", rule)
    if rule:
        return Refusal("it would rout toward an enemy it sees or has seen", rule)
    if frame.steps and shelters(g, unit, unit.hex):
        return Refusal("it has reached cover and may only go on into cover", "SK1:3.6-n")
    return Refusal("it must go to the nearest cover within 6 MF", "SK1:3.6-j")


@PROCEDURES.decisions(Routing, why_not=why_not_routing)
def ask_routing(g: SkPlay, frame: Routing) -> Choice | None:
    unit = g.state.units.get(frame.unit)
    if unit is None or unit.pinned or frame.crawled:  # SK1:3.6-x
        return None
    options = _options(g, frame, unit)
    if not options or options == [END]:
        return None
    return Choice(
        unit.side, f"Where does {g.name(unit)} rout to?", tuple(options), STEP_RULES, (unit.id,), unit.hex
    )


def _options(g: SkPlay, frame: Routing, unit: Unit) -> list[Action]:
    ways = Ways(g, unit, g.state.units.get(frame.leader))
    left = g.library.tables.movement.rout_mf - frame.spent
    options: list[Action] = []
    for hex in next_steps(g, frame, ways):
        for rate in terrain.rates(g, unit.hex, hex):
            if terrain.entry_cost(g, unit, unit.hex, hex, rate) <= left:
                options.append(Action("rout-to", (), hex, rate))
        if not frame.steps and ends_well(g, unit, hex):
            options.append(Action("low-crawl", (), hex))  # SK1:3.6-h, SK1:3.6-i
    if may_end(g, frame, unit):
        options.append(END)
    return options


@ask_routing
def take_routing(g: SkPlay, frame: Routing, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action) or answer == END:
        g.pop()
        return
    crawl = answer.verb == "low-crawl"
    unit = g.unit(frame.unit)
    ways = Ways(g, unit, g.state.units.get(frame.leader))
    frame.seen = tuple(sorted(frozenset(frame.seen) | ways.seen_from(unit.hex)))
    if crawl:
        frame.spent, frame.crawled = g.library.tables.movement.rout_mf, True
    else:
        frame.spent += terrain.entry_cost(g, unit, unit.hex, answer.at, answer.how)
    frame.steps += 1
    step_into(g, frame, unit, answer.at, crawl=crawl, road_rate=answer.how == terrain.ROAD)


def step_into(g: SkPlay, frame: Routing, unit: Unit, hex: str, *, crawl: bool, road_rate: bool) -> None:
    start = unit.hex
    unit = g.place(unit, hex, routed=True)
    leader = g.state.units.get(frame.leader)
    if leader is not None:
        g.place(leader, hex)
    special_rules.enter_hex(g, hex, unit.side)
    along = f" with {g.name(leader)}" if leader is not None else ""
    g.say(
        "rout",
        f"{g.name(unit)}{along} {'crawls' if crawl else 'routs'} {g.place_name(start)} → {g.place_name(hex)}.",
        "SK1:3.6-h" if crawl else "SK1:3.6-j",
        side=unit.side,
        who=(unit.id, leader.id) if leader else (unit.id,),
        at=hex,
    )
    if crawl:
        return  # SK1:3.6-h: a crawler is not interdicted
    enemy = interdiction.interdictor(g, unit, hex, road_rate=road_rate)
    if enemy is not None:
        g.say(
            "interdiction",
            f"{g.name(unit)} is interdicted in {g.place_name(hex)} by {g.name(enemy)} in {g.place_name(enemy.hex)}.",
            "SK1:3.6-t",
            "SK1:3.6-y",
            "SK1:3.6-z",
            side=enemy.side,
            who=(unit.id, enemy.id),
            at=hex,
        )
        morale.with_leader_losses(g, interdiction.Interdicted(unit.id, frame.leader))
