"""A drive as one decision: the way to a hex that costs a vehicle the fewest MP, turns and all.

A drive stays a row of single steps that the other side may interrupt; what is put together here are the actions that a
player would take one by one.  Nobody knows what will stop it: a way is what it could do if nobody did.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import NamedTuple

import msgspec

from defilade.kernel import Action, Choice, Position, System
from defilade.kernel.composition import Part
from defilade.rules.courses import Course, Opening, Sighted
from defilade.rules.courses import Way as Reached
from defilade.rules.sk import terrain, ways
from defilade.rules.sk.courses import other_course, other_openings
from defilade.rules.sk.full.vehicle_charts import ALL
from defilade.rules.sk.full.vehicles import movement, start_and_stop, turning
from defilade.rules.sk.full.vehicles.driving import Driving, mp_left
from defilade.rules.sk.full.vehicles.ways import ways_in
from defilade.rules.sk.state import SkPlay, State
from defilade.tactics import arcs
from defilade.tactics.names import Hex
from defilade.tactics.vehicles import Vehicle

PART = Part()


class Spot(NamedTuple):
    """How far a vehicle has come: where, facing which way, running or not, for how many MP, and by which actions."""

    hex: Hex
    vca: int
    running: bool
    spent: float
    through: tuple[str, ...] = ()
    steps: tuple[Action, ...] = ()
    last: bool = False
    """Dice are due, or all its MP are spent: it goes no farther in one go."""


class Driver:
    """Looks for ways for a vehicle on the move."""

    def __init__(self, g: SkPlay, frame: Driving) -> None:
        self.g, self.frame = g, frame
        self.vehicle = g.vehicle(frame.vehicle)
        self.left = mp_left(g, frame)
        self.enemies = ways.threats(g, g.enemy_of(self.vehicle.side))

    def start(self) -> Spot:
        return Spot(self.vehicle.hex, self.vehicle.vca, self.frame.running, 0.0)

    def at(self, spot: Spot) -> Vehicle:
        return msgspec.structs.replace(self.vehicle, hex=spot.hex, vca=spot.vca)

    def onward(self, spot: Spot) -> Iterator[Spot]:
        if not spot.running:
            if self.vehicle.mobile:
                yield self._then(spot, start_and_stop.START, 1, running=True)
            return
        if spot.hex:
            yield from self._turns(spot)
        yield from self._entries(spot)

    def _then(self, spot: Spot, action: Action, mp: float, **changes: object) -> Spot:
        return spot._replace(spent=spot.spent + mp, steps=(*spot.steps, action), **changes)  # type: ignore[arg-type]

    def _turns(self, spot: Spot) -> Iterator[Spot]:
        here = self.at(spot)
        if terrain.is_cover(self.g, spot.hex) and spot.steps:
            return  # a Bog Check comes first
        cost = turning.turn_cost(self.g, here)
        for facing in ((spot.vca - 1) % 6, (spot.vca + 1) % 6):
            yield self._then(
                spot,
                Action("steer", (), "", str(facing)),
                cost,
                vca=facing,
                last=terrain.is_cover(self.g, spot.hex),
            )

    def _entries(self, spot: Spot) -> Iterator[Spot]:
        """The next hexes; the very first as the rules offer them, so that nothing is missed."""
        if not spot.steps:
            for action, way in movement.entries(self.g, self.frame, self.vehicle):
                mp = self.left if way.how == ALL else way.cost + self.frame.extra
                facing = spot.vca if spot.hex else int(action.how[-1])
                yield self._into(spot, action, mp, facing, way.bog or way.how == ALL)
            return
        here = self.at(spot)
        for hex in arcs.front_hexes(self.g.map, spot.hex, spot.vca):
            for way in ways_in(self.g, here, spot.hex, hex):
                barred = movement.driving_bar(self.g, here, spot.hex, hex)
                in_the_way = terrain.is_building(self.g, hex) and here.ce
                if way.how == ALL or barred is not None or in_the_way:
                    continue
                # SKF:3.3.2-m: what has been declared beyond the cost of the next hex
                first = not spot.through
                mp = self.left - spot.spent if first and self.frame.all_out else way.cost
                mp += self.frame.extra if first else 0
                last = way.bog or (first and self.frame.all_out)
                yield self._into(spot, Action("enter", (), hex, way.how), mp, spot.vca, last)
                break

    def _into(self, spot: Spot, action: Action, mp: float, facing: int, last: bool) -> Spot:
        return self._then(
            spot, action, mp, hex=action.at, vca=facing, through=(*spot.through, action.at), last=last
        )

    def from_here(self, start: Spot) -> dict[str, Spot]:
        """The best way to each hex: fewest MP, then fewest hexes in sight."""
        tie = count()
        queue = [(start.spent, 0, next(tie), start)]
        done: set[tuple[str, int, bool]] = set()
        best: dict[str, Spot] = {}
        while queue:
            _, danger, _, spot = heapq.heappop(queue)
            key = (spot.hex, spot.vca, spot.running)
            if key in done:
                continue
            done.add(key)
            if spot.hex != start.hex:
                best.setdefault(spot.hex, spot)
            if spot.last:
                continue
            for further in self.onward(spot):
                if further.spent <= self.left:
                    seen = danger + bool(self.seen(further.hex))
                    heapq.heappush(queue, (further.spent, seen, next(tie), further))
        return best

    def seen(self, hex: Hex) -> tuple[str, ...]:
        return ways.seen_by(self.g, hex, self.enemies) if hex else ()

    def ways(self, via: Sequence[str]) -> list[Reached]:
        spot = self.start()
        for hex in via:
            onward = self.from_here(spot).get(hex)
            if onward is None:
                break
            spot = onward
        found = self.from_here(spot).values()
        return [self._way(one) for one in ((spot, *found) if spot.through else found)]

    def _way(self, spot: Spot) -> Reached:
        seen = tuple([Sighted(hex, by) for hex in spot.through if (by := self.seen(hex))])
        left = max(self.left - spot.spent, 0.0)
        return Reached(spot.hex, spot.spent, left, spot.through, tuple(map(str, spot.steps)), seen)


@PART.answers(other_openings)
def drives(g: SkPlay, choice: Choice) -> Iterable[Opening]:
    found = [Opening(str(option), option.who) for option in choice.options if option.verb == "drive"]
    if isinstance(g.state.stack[-1], Driving):
        found.append(Opening("", standing=True))
    return found


@PART.answers(other_course)
def drive_course(
    g: SkPlay,
    system: System[State],
    action: Action | None,
    picks: Sequence[str] | None,
    via: Sequence[str],
) -> Course | None:
    """The drive that an option opens, or without one the drive that is under way."""
    if action is not None and action.verb != "drive":
        return None
    position = Position(system, system.clone(g.state))
    if action is not None:
        position.advance(action)
    frame = position.state.stack[-1] if position.state.stack else None
    play = system.play(position.state)
    if not isinstance(frame, Driving) or not isinstance(play, SkPlay):
        return None
    vehicle = play.vehicle(frame.vehicle)
    found = Driver(play, frame).ways(via)
    return Course(
        action="" if action is None else str(action),
        label=f"Drive the {play.vehicle_name(vehicle)}",
        steps=() if action is None else (str(action),),
        do="" if action is None else "Begin the move",
        ways=tuple(found),
        start=vehicle.hex,
        unit="MP",
        note="" if found else "There is nowhere to drive to.",
    )
