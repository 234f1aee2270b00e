"""Going over a game that is over, piece by piece: what a process works out, and what all of it comes to.

A piece is a stretch of the game to be looked over, or one decision to be judged; pieces are plain data, so that they
can be worked out anywhere and in any order.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from defilade.ai.analysis import KINDS, Course, Judgement, Overseer, Point, Throw, hash_of, judged
from defilade.ai.tactician.budget import Budget
from defilade.kernel import Action, Choice, Event, IllegalAction, Position, System, make_view
from defilade.kernel.log import Entry
from defilade.kernel.moments import Step
from defilade.rules.presentation import Presenter
from defilade.systems.catalog import citations_of, find_system, presenter_of
from defilade.systems.players import MINDS

STRETCH = 40
"""Steps that are looked over at once; a few more where throws follow."""
STEPS = 12_000
"""Steps of play that judging one decision may take."""
PASSING = ("turn", "chapter", "phase", "passing", "halt")
TELLING = ("kill", "break", "result", "rally", "smoke")
"""What is told of a moment, the most telling first."""
LUCKIEST = 5
"""So many throws are told."""
LEAST_LUCK = 0.02
"""A throw that gave less is not told."""


class Stretch(msgspec.Struct, frozen=True):
    """Some steps of a game, from a state on; `start` is the moment of that state."""

    system: str
    start: int
    state: bytes
    steps: tuple[Entry, ...]
    seed: int


class Doubt(msgspec.Struct, frozen=True):
    """A decision that is to be judged: the last of some steps, from a state on."""

    stretch: Stretch
    moment: int
    taken: str = ""
    """What is judged, where it is not what was done."""
    others: tuple[str, ...] = ()
    """What else it is compared with."""
    seconds: float | None = None
    """The time that it may take; without it only steps count, and the answer is always the same."""


class Fault(msgspec.Struct, frozen=True):
    """A decision that cost chance of winning, and what was better."""

    moment: int
    side: str
    turn: str
    kind: str
    lost: float
    asks: str
    done: str
    better: str
    better_action: str
    chance: float
    """Of the side, had it done what was better, at the end of the player turn."""
    done_chance: float
    """The same with what was done."""
    reasons: tuple[str, ...]
    done_reasons: tuple[str, ...]
    rules: tuple[str, ...]
    rounds: int


class Weighed(msgspec.Struct, frozen=True):
    """What came of judging a decision."""

    moment: int
    side: str
    lost: float
    fault: Fault | None = None
    label: str = ""
    """What was judged, in words."""


def stretches(
    system: System[Any], first: Position[Any], entries: Sequence[Entry], seed: int
) -> Iterator[Stretch]:
    """A game in pieces that begin where somebody chooses, as far as the rules of now take its steps."""
    position = first.clone()
    bare = [Entry("", one.action, one.dice, one.drawn) for one in entries]
    begin = 0
    while begin < len(bare):
        end = min(len(bare), begin + STRETCH)
        while end < len(bare) and not bare[end].action:
            end += 1
        yield Stretch(system.id, begin, system.encode(position.state), tuple(bare[begin:end]), seed)
        try:
            for one in bare[begin:end]:
                position.advance(one.step)
        except IllegalAction:
            return
        begin = end


def looked_over(stretch: Stretch) -> Course:
    """A stretch, looked over. Runs in a process of its own."""
    system = find_system(stretch.system)
    presenter = presenter_of(system)

    def heading(state: Any) -> str:
        return presenter.headline(state).split(",")[0]

    def telling(events: Sequence[Event]) -> str:
        return told(events, presenter)

    overseer = Overseer(system, MINDS, stretch.seed, heading, telling)
    return overseer.look(_begun(stretch), [one.step for one in stretch.steps], stretch.start)


def told(events: Sequence[Event], presenter: Presenter) -> str:
    """What happened, by the most telling of some events; nothing where only the clock went on."""
    signs = presenter.signs()
    for wanted in TELLING:
        for event in events:
            if signs.get(event.kind) == wanted:
                return event.text
    return next((event.text for event in events if signs.get(event.kind) not in PASSING), "")


def doubts(courses: Sequence[Course], pieces: Sequence[Stretch], seconds: float | None = None) -> list[Doubt]:
    """The decisions that are to be judged, in their order."""
    by_start = {piece.start: piece for piece in pieces}
    return [
        Doubt(by_start[course.start], moment, seconds=seconds)
        for course in sorted(courses, key=lambda one: one.start)
        for moment in course.doubted
    ]


def _begun(stretch: Stretch) -> Position[Any]:
    system = find_system(stretch.system)
    return Position(system, system.decode(stretch.state))


def weighed(doubt: Doubt) -> Weighed:
    """A decision, judged. Runs in a process of its own."""
    stretch = doubt.stretch
    system = find_system(stretch.system)
    presenter = presenter_of(system)
    position = _begun(stretch)
    steps: list[Step] = [one.step for one in stretch.steps]
    at = doubt.moment - stretch.start
    for step in steps[:at]:
        position.advance(step)
    choice, done = position.pending, steps[at]
    assert isinstance(choice, Choice) and isinstance(done, Action)
    view = make_view(system, position, choice.side, doubt.moment)
    taken = Action.parse(doubt.taken) if doubt.taken else done
    rng = random.Random(hash_of(stretch.seed, doubt.moment))
    others = [Action.parse(one) for one in doubt.others]
    found: Judgement = judged(view, system, taken, MINDS, rng, Budget(STEPS, doubt.seconds), others)
    label = presenter.labels(view.state, (taken,))[0]
    if not found.kind:
        return Weighed(doubt.moment, choice.side, found.lost, None, label)
    better = Action.parse(found.better)
    fault = Fault(
        moment=doubt.moment,
        side=choice.side,
        turn=presenter.headline(position.state).split(",")[0],
        kind=found.kind,
        lost=round(found.lost, 4),
        asks=choice.asks,
        done=label,
        better=presenter.labels(view.state, (better,))[0],
        better_action=found.better,
        chance=round(found.chance, 4),
        done_chance=round(found.done_chance, 4),
        reasons=found.reasons,
        done_reasons=found.taken_reasons,
        rules=citations_of(system.id).rules(found.rules),
        rounds=found.rounds,
    )
    return Weighed(doubt.moment, choice.side, found.lost, fault, label)


# -- what it comes to ----------------------------------------------------------------------------------------


class Lucky(msgspec.Struct, frozen=True):
    """A throw that gave much, and to whom."""

    moment: int
    side: str
    """Whom it helped."""
    turn: str
    gave: float
    text: str


class Rate(msgspec.Struct, frozen=True):
    """What a side's decisions of a turn lost."""

    side: str
    turn: str
    decisions: int
    lost: float
    faults: int


class Sum(msgspec.Struct, frozen=True):
    """A side's game."""

    side: str
    luck: float
    """What the dice gave it, in all."""
    lost: float
    """What it lost by faults."""
    counts: dict[str, int]
    """Kind of fault -> how many."""


class GoneOver(msgspec.Struct, frozen=True):
    """A game, gone over. Chances are those of `side`; nothing where its system states none."""

    side: str = ""
    graph: tuple[Point, ...] = ()
    sums: tuple[Sum, ...] = ()
    luckiest: tuple[Lucky, ...] = ()
    faults: tuple[Fault, ...] = ()
    rates: tuple[Rate, ...] = ()
    end: float = 0.0
    """The chance of `side` at the end: 1 where it won."""
    without_luck: float = 0.0
    """The same less all that the dice gave it."""
    judged: int = 0
    """Decisions that were judged, because the plans would have made them differently."""


def summed_up(sides: Sequence[str], courses: Sequence[Course], judgements: Mapping[int, Weighed]) -> GoneOver:
    """All pieces of a game of two sides, together."""
    courses = sorted(courses, key=lambda one: one.start)
    points = [point for course in courses for point in course.points]
    throws = [throw for course in courses for throw in course.throws]
    if len(sides) != 2 or not points:
        return GoneOver()
    first, second = sides
    gave = sum(throw.gave for throw in throws)
    faults = sorted((one.fault for one in judgements.values() if one.fault), key=lambda one: one.moment)
    by_side = {side: [one for one in faults if one.side == side] for side in sides}
    return GoneOver(
        side=first,
        graph=tuple(points),
        sums=tuple(
            Sum(
                side,
                round(gave if side == first else -gave, 4),
                round(sum(one.lost for one in found), 4),
                {kind: sum(one.kind == kind for one in found) for _, kind in KINDS},
            )
            for side, found in by_side.items()
        ),
        luckiest=_luckiest(points, throws, first, second),
        faults=tuple(faults),
        rates=tuple(_rates(sides, points, courses, faults)),
        end=points[-1].chance,
        without_luck=round(points[-1].chance - gave, 4),
        judged=len(judgements),
    )


def _luckiest(points: Sequence[Point], throws: Sequence[Throw], first: str, second: str) -> tuple[Lucky, ...]:
    most = sorted(throws, key=lambda one: -abs(one.gave))[:LUCKIEST]
    return tuple(
        Lucky(
            one.moment,
            first if one.gave > 0 else second,
            _turn_at(points, one.moment),
            round(abs(one.gave), 4),
            one.text,
        )
        for one in sorted(most, key=lambda one: one.moment)
        if abs(one.gave) >= LEAST_LUCK
    )


def _turn_at(points: Sequence[Point], moment: int) -> str:
    before = [point for point in points if point.moment <= moment]
    return (before[-1] if before else points[0]).turn


def _rates(
    sides: Sequence[str],
    points: Sequence[Point],
    courses: Sequence[Course],
    faults: Sequence[Fault],
) -> Iterator[Rate]:
    """A row for each side and turn in which it had something to decide."""
    turn_of = {point.moment: point.turn for point in points}
    decided = [one for course in courses for one in course.decided]
    for turn in dict.fromkeys(point.turn for point in points):
        for side in sides:
            here = [one for one in decided if one.side == side and turn_of.get(one.moment) == turn]
            bad = [one for one in faults if one.side == side and turn_of.get(one.moment) == turn]
            if here:
                yield Rate(side, turn, len(here), round(sum(one.lost for one in bad), 4), len(bad))
