"""Which answers of Squad Leader a table gives as one: a shot with its firers and leader, and a march to a place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count, groupby
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from defilade.kernel import Action, Choice, Position, Refusal, System
from defilade.rules.courses import Course, Opening, Sighted, Way
from defilade.rules.march_courses import Marching, frame_of, march_course, march_openings
from defilade.rules.presentation import NotShown, Reach, ReachedHex
from defilade.rules.shot_courses import Cast, Element, Manner, declaration_of, shot_course
from defilade.rules.sl import fire, firers, morale, movement, terrain, wording
from defilade.rules.sl.movement import what_is_left
from defilade.rules.sl.state import DFPH, SlPlay, State
from defilade.rules.sl.tables import KIA, MC
from defilade.tactics.attack_plan import Plan
from defilade.tactics.declaring_fire import DeclareFire, additions
from defilade.tactics.fire_groups import Shot
from defilade.tactics.fire_table import chance_at_most
from defilade.tactics.moving import STOP, Moving, move_in_progress, place_of, record_of, the_record
from defilade.tactics.names import Hex, Side, UnitId
from defilade.tactics.units import SQUAD, Unit

TARGET, MOVE = "target", "move"

NOBODY = Refusal("name at least one firer", "SL:5.1.6-a")
NEEDS_LEADER = Refusal("beyond 16 hexes a leader must direct a machine gun", "SL:8.9.5.1-a")
EVERY_HEX = Refusal("a leader counts where every hex of the group has one", "SL:3.2-q2")
NOT_NOW = Refusal("it cannot join these", "SL:5.1.6-a")
BOXCARS = 1 / 36


class SquadShooting:
    """What Squad Leader says of the fire at one target."""

    manners: Mapping[str, Manner] = MappingProxyType({})

    def __init__(self, g: SlPlay, frame: DeclareFire) -> None:
        self.g, self.frame = g, frame
        self._open: dict[tuple[Shot, ...], frozenset[Action]] = {}

    @property
    def strict(self) -> bool:
        return firers.is_strict(self.g)

    @property
    def stops_moves(self) -> bool:
        return self.frame.phase == DFPH

    def elements(self) -> list[tuple[Action, tuple[Shot, ...]]]:
        """One by one: those of a hex who could join together can do so one after the other."""
        return [(action, shots) for action, shots in additions(self.g, self.frame) if len(shots) == 1]

    def _frame_with(self, shots: tuple[Shot, ...]) -> DeclareFire:
        frame = self.frame
        return DeclareFire(frame.phase, frame.side, frame.target, frame.targets, shots)

    def joining_refusal(self, shots: tuple[Shot, ...], new: Element) -> Refusal | None:
        if shots not in self._open:
            found = additions(self.g, self._frame_with(shots))
            self._open[shots] = frozenset(action for action, _ in found)
        if new.action in self._open[shots]:
            return None
        return firers.why_not_declare(self.g, self._frame_with(shots), new.action) or NOT_NOW

    def hang_together(self, elements: Sequence[Element]) -> bool:
        shots = tuple(shot for one in elements for shot in one.shots)
        return firers.group_refusal(self.g, shots, self.g.unit(shots[0].unit)) is None

    def directing_refusal(self, leader: Unit, hex: Hex, shots: tuple[Shot, ...]) -> Refusal | None:
        return firers.directing_refusal(self.g, leader, hex)

    def can_lead(self, unit: Unit) -> bool:
        return firers.directing_refusal(self.g, unit, unit.hex) is None

    def leadership(self, leader: Unit) -> int:
        return morale.leadership(self.g, leader)

    def gun_words(self, shot: Shot) -> str:
        g = self.g
        men = " and ".join(g.name(uid) for uid in (shot.unit, shot.second) if uid)
        return f"{g.weapon_name(shot.weapon)} of {men}"

    def attack(self, cast: Cast) -> fire.Attack:
        frame = self.frame
        return fire.Attack(frame.phase, frame.side, frame.target, frame.targets, cast.shots, cast.leaders)

    def plan(self, cast: Cast) -> Plan:
        return fire.plan_of(self.g, self.attack(cast))

    def odds(self, cast: Cast, plan: Plan, number: int) -> Mapping[str, float]:
        return wording.odds(self.g, plan, self.attack(cast), number)

    def fates(self, cast: Cast, plan: Plan) -> Mapping[str, Mapping[str, float]]:
        """The ends of the attack itself; the help of leaders, and checks for their loss, are left out."""
        found = {}
        for number, group in enumerate(plan.groups):
            cells = wording.cells_of(self.g, plan, self.attack(cast), number)
            for uid in group.units:
                unit = self.g.state.units.get(uid)
                if unit is not None:
                    total = dict.fromkeys(("eliminated", "reduced and broken", "broken", "reduced"), 0.0)
                    for cell, chance in cells.items():
                        if cell.kind == KIA:
                            total["eliminated"] += chance
                        elif cell.kind == MC:
                            check_ends(self.g, unit, cell.number, chance, total)
                    total["unharmed"] = max(0.0, 1.0 - sum(total.values()))
                    found[uid] = total
        return found

    def nobody(self) -> Refusal:
        return NOBODY

    def undirected(self) -> Refusal:
        return NEEDS_LEADER

    def every_hex(self) -> Refusal:
        return EVERY_HEX


def check_ends(g: SlPlay, unit: Unit, number: int, chance: float, total: dict[str, float]) -> None:
    """What a MC does to a unit: a squad that throws a 12, or fails when it is broken, loses half its men (SL:3.20.8-a,
    SL:3.20.6-a); others are lost, but leaders, who are wounded."""
    failing = 1.0 - chance_at_most(min(morale.morale_level(g, unit) - number, 11))
    if unit.broken:
        total["reduced" if unit.kind == SQUAD else "eliminated"] += chance * failing
        return
    total["broken"] += chance * (failing - BOXCARS)
    worst = "reduced and broken" if unit.kind == SQUAD else "broken" if unit.is_leader else "eliminated"
    total[worst] += chance * BOXCARS


# -- marches -----------------------------------------------------------------------------------------------


class Spot(NamedTuple):
    """How far one has come, and the position there."""

    hex: Hex
    spent: float
    danger: int
    position: Position[State]
    through: tuple[str, ...] = ()
    steps: tuple[Action, ...] = ()


class Pathfinder:
    """Looks for ways by going them, step by step, in copies of the position: so every rule of moving is kept."""

    def __init__(self, position: Position[State]) -> None:
        self.start = position
        self.g = play_of(position)
        self.frame = moving_of(position)
        side = self.g.unit(self.frame.members[0]).side
        self.eyes = [] if firers.is_strict(self.g) else eyes_of(self.g, self.g.enemy_of(side))
        self._seen: dict[str, tuple[str, ...]] = {}

    def seen(self, hex: Hex) -> tuple[str, ...]:
        """The enemy hexes from which one can be fired at in a hex."""
        if hex not in self._seen:
            g = self.g
            self._seen[hex] = tuple(
                place
                for place, reach in self.eyes
                if g.map.distance(place, hex) <= reach and terrain.sees(g, place, hex)
            )
        return self._seen[hex]

    def danger(self, hex: Hex) -> int:
        return len(self.seen(hex)) * (4 - min(3, self.g.terrain_of(hex).tem))

    def from_here(self, start: Spot) -> dict[str, Spot]:
        """The best way to each hex: fewest MF, then least in sight."""
        tie, done = count(), set[str]()
        queue = [(start.spent, start.danger, next(tie), start)]
        best: dict[str, Spot] = {}
        while queue:
            *_, spot = heappop(queue)
            if spot.hex in done:
                continue
            done.add(spot.hex)
            best[spot.hex] = spot
            for further in self.onward(spot):
                if further.hex not in done:
                    heappush(queue, (further.spent, further.danger, next(tie), further))
        best.pop(start.hex)
        return best

    def onward(self, spot: Spot) -> Iterator[Spot]:
        choice, frame = spot.position.pending, frame_of(spot.position)
        if not isinstance(choice, Choice) or not isinstance(frame, Moving) or not frame.members:
            return  # dice fall there, or somebody else is asked
        system = spot.position.system
        for option in choice.options:
            if option.verb != "enter" or option.how:
                continue
            further = Position(system, system.clone(spot.position.state), choice)
            further.advance(option)
            moved = move_in_progress(play_of(further))
            if moved is None:
                continue  # a "?" with nobody under it is seen there, and gone
            # Who went under a "?" may go on without it.
            known = [record_of(moved, uid) for uid in (*frame.members, *moved.members)]
            spent = max((mover.spent for mover in known if mover is not None), default=spot.spent)
            through = (*spot.through, option.at)
            risk = spot.danger + self.danger(option.at)
            yield Spot(option.at, spent, risk, further, through, (*spot.steps, option))

    def ways(self, via: Sequence[str]) -> list[Way]:
        here = place_of(self.g, self.frame)
        spent = max(the_record(self.frame, uid).spent for uid in self.frame.members)
        spot = Spot(here, spent, 0, self.start)
        for hex in via:
            onward = self.from_here(spot).get(hex)
            if onward is None:
                break
            spot = onward
        found = [*([spot] if spot.through else []), *self.from_here(spot).values()]
        left = min(member.mf for member in what_is_left(self.g, self.frame))
        return [self.way(one, spent, left) for one in found if may_stop(one)]

    def way(self, spot: Spot, spent: float, left: float) -> Way:
        seen = tuple([Sighted(hex, by) for hex in spot.through if (by := self.seen(hex))])
        cost = spot.spent - spent
        return Way(
            spot.hex, cost, max(left - cost, 0.0), spot.through, tuple(str(step) for step in spot.steps), seen
        )


def may_stop(spot: Spot) -> bool:
    """Nobody is sent where he may not stay (SL:4.3.3)."""
    choice = spot.position.pending
    return (
        not isinstance(choice, Choice)
        or STOP in choice.options
        or not isinstance(frame_of(spot.position), Moving)
    )


def eyes_of(g: SlPlay, side: Side) -> list[tuple[str, int]]:
    """The hexes of a side from which unbroken units could fire, and how far."""
    found = []
    for hex in g.state.stacks:
        able = [unit for unit in g.side_in(hex, side) if unit.is_mmc and unit.good_order and not unit.captive]
        if able:
            ranges = [g.counter(unit).range for unit in able]
            ranges += [g.weapon_type(weapon).range for unit in able for weapon in g.weapons_of(unit)]
            found.append((hex, 2 * max(ranges)))
    return found


def play_of(position: Position[State]) -> SlPlay:
    g = position.system.play(position.state)
    assert isinstance(g, SlPlay)
    return g


def moving_of(position: Position[State]) -> Moving:
    frame = frame_of(position)
    assert isinstance(frame, Moving)
    return frame


def on_the_map(g: SlPlay, ways: Sequence[Way]) -> list[Way]:
    """Ways as they are pointed at: of several storeys of a hex the one that is reached first, with its name."""
    ground, found = g.map.ground_hex, dict[str, Way]()
    for way in ways:
        seen = {ground(one.hex): Sighted(ground(one.hex), tuple(map(ground, one.by))) for one in way.seen}
        found.setdefault(
            ground(way.hex),
            msgspec.structs.replace(
                way,
                hex=ground(way.hex),
                through=tuple([hex for hex, _ in groupby(map(ground, way.through))]),
                seen=tuple(seen.values()),
                place=g.place_name(way.hex) if way.hex in g.map.below else "",
            ),
        )
    return list(found.values())


MARCHING = Marching(
    {"join": "Take along", "assault": "How", "double-time": "How", "skis-on": "How"},
    wording.words,
    movement.move_refusal,
    lambda position, via: on_the_map(play_of(position), Pathfinder(position).ways(via)),
)


def reach(system: System[State], state: State, unit_id: UnitId) -> Reach:
    """Where a unit, or the stack that moves with it, could get to with what it has left, if nobody stopped it."""
    position = Position(system, system.clone(state))
    frame, begins = frame_of(position), Action(MOVE, (unit_id,))
    if not isinstance(frame, Moving) or unit_id not in frame.members:
        g = play_of(position)
        refusal = movement.move_refusal(g, g.unit(unit_id))
        choice = position.pending
        if refusal is not None or not isinstance(choice, Choice) or begins not in choice.options:
            raise NotShown(refusal.reason if refusal is not None else "it does not move now")
        position.advance(begins)
    finder = Pathfinder(position)
    hexes = [ReachedHex(way.hex, way.cost, way.left, way.threats) for way in finder.ways(())]
    left = min(member.mf for member in what_is_left(finder.g, finder.frame))
    return Reach(unit_id, left, tuple(hexes), "" if hexes else "It can go nowhere.")


# -- what opens them ---------------------------------------------------------------------------------------


def openings(g: SlPlay, choice: Choice) -> tuple[Opening, ...]:
    found = []
    for option in choice.options:
        if option.verb == TARGET:
            found.append(Opening(str(option), hex=g.map.ground_hex(option.at)))
        elif option.verb == MOVE:
            found.append(Opening(str(option), option.who))
    return (*found, *march_openings(g, choice, MARCHING))


def course(
    system: System[State], state: State, text: str, picks: Sequence[str] | None, via: Sequence[str]
) -> Course | None:
    action = Action.parse(text) if text else None
    if action is not None and action.verb == TARGET:
        found = declaration_of(system, state, action)
        if found is None:
            return None
        g, frame = found
        assert isinstance(g, SlPlay)
        return shot_course(SquadShooting(g, frame), action, picks)
    return march_course(system, state, action, picks or (), via, MARCHING)
