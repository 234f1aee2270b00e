"""The account of a game that is over: how it stood from moment to moment, where it turned, and how the dice fell.

How it stood is what the computer player makes of the position, seen by somebody who sees everything; so there is no
account of a game that still runs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec

from defilade.ai.tactician.tactics import Tactics
from defilade.kernel import Choice, Event, IllegalAction, Position
from defilade.kernel.log import Entry
from defilade.rules.presentation import Presenter
from defilade.server.game import Game, NotTaken
from defilade.server.reckoning_protocol import GraphPoint, Luck, Reckoning, TurningPoint
from defilade.server.rulework import in_rules_thread
from defilade.server.store import JournalRow, Store
from defilade.systems.going_over import told
from defilade.systems.players import MINDS

TURNS = 5
"""So many turning points are told."""
APART = 10
"""Moments between two of them, so that one shot is not told twice."""
LEAST = 0.2
"""What changed less, in squads or riflemen, turned nothing."""
MOST_POINTS = 240
"""So many points are drawn."""
AT_ONCE = 120
"""Steps that are taken in one go: others wait for the same thread."""
FEW = 8
"""With fewer throws luck is no word for it."""


class _Point(msgspec.Struct, frozen=True):
    moment: int
    value: float
    heading: str


async def account(store: Store, game: Game) -> Reckoning:
    """All of it. Raises `NotTaken` while the game runs."""
    if game.result is None:
        raise NotTaken("forbidden", "the account is made up when the game is over")
    rows = [row for row in await store.rows(game.id, 0) if row.seq in {mark.seq for mark in game.line}]
    events = [
        (moment, event)
        for moment, row in enumerate(rows, 1)
        for event in msgspec.json.decode(row.events, type=list[Event])
    ]
    points = await _points(game, rows)
    tactics = MINDS.tactics(game.system.id)
    return game.citations.shown(
        Reckoning(
            moments=game.moment,
            side=game.sides[0] if points else "",
            unit=tactics.currency if tactics is not None else "",
            graph=tuple(_thinned(points)),
            turning=tuple(_turning(points, events, game.presenter)),
            luck=tuple(_luck(game, [event for _, event in events])),
        )
    )


# -- how it stood ----------------------------------------------------------------------------------------------


async def _points(game: Game, rows: Sequence[JournalRow]) -> list[_Point]:
    """The position for the first side at each decision after set-up; none where nobody can judge it."""
    tactics = MINDS.tactics(game.system.id)
    if tactics is None or len(game.sides) != 2:
        return []
    position, _ = await in_rules_thread(game.system.begin, game.scenario, game.options)
    found: list[_Point] = []
    for start in range(0, len(rows), AT_ONCE):
        some = rows[start : start + AT_ONCE]
        position, more = await in_rules_thread(_judged, game, tactics, position, start, some)
        found += more
        if position is None:
            break
    return found


def _judged(
    game: Game, tactics: Tactics, position: Position[Any], start: int, rows: Sequence[JournalRow]
) -> tuple[Any, list[_Point]]:
    found: list[_Point] = []
    for moment, row in enumerate(rows, start + 1):
        try:
            position.advance(msgspec.json.decode(row.body, type=Entry).step)
        except IllegalAction:
            return None, found  # the rules have been corrected since: the account ends here
        if not isinstance(position.pending, Choice):
            continue
        turn = game.presenter.headline(position.state).split(",")[0]
        found.append(_Point(moment, tactics.evaluate(position, game.sides[0]), turn))
    return position, _after_set_up(found)


def _after_set_up(points: list[_Point]) -> list[_Point]:
    """Headings of turns have a number; before the first there is nothing to judge."""
    return [point for point in points if any(sign.isdigit() for sign in point.heading)]


def _thinned(points: Sequence[_Point]) -> list[GraphPoint]:
    """Not more than can be drawn; where a turn begins is kept, with its name."""
    every = max(1, math.ceil(len(points) / MOST_POINTS))
    found, heading = [], ""
    for number, point in enumerate(points):
        begins = point.heading != heading
        if begins or number % every == 0 or number == len(points) - 1:
            found.append(GraphPoint(point.moment, round(point.value, 2), point.heading if begins else ""))
        heading = point.heading
    return found


# -- where it turned -------------------------------------------------------------------------------------------


def _turning(
    points: Sequence[_Point], events: Sequence[tuple[int, Event]], presenter: Presenter
) -> list[TurningPoint]:
    """The steps that changed most, in their order."""
    steps = sorted(pairwise(points), key=lambda pair: -abs(pair[1].value - pair[0].value))
    found: list[TurningPoint] = []
    for before, after in steps:
        if len(found) == TURNS or abs(after.value - before.value) < LEAST:
            break
        if any(abs(after.moment - other.moment) < APART for other in found):
            continue
        words = told([event for moment, event in events if before.moment < moment <= after.moment], presenter)
        if words:
            change = round(after.value - before.value, 2)
            found.append(TurningPoint(after.moment, after.heading, words, change))
    return sorted(found, key=lambda point: point.moment)


# -- how the dice fell -----------------------------------------------------------------------------------------


def _luck(game: Game, events: Sequence[Event]) -> list[Luck]:
    """Throws of two dice against what is to be expected; which end is lucky the system says."""
    lucky = game.presenter.lucky()
    found = []
    for side in game.sides if lucky else ():
        sums = [sum(event.dice) for event in events if event.side == side and len(event.dice) == 2]
        if len(sums) < FEW:
            continue
        mean, expected = sum(sums) / len(sums), 7.0
        spread = math.sqrt(35 / 6 / len(sums))
        share = 0.5 * (1 + math.erf(lucky * (mean - expected) / spread / math.sqrt(2)))
        found.append(Luck(side, len(sums), round(mean, 2), expected, round(share, 3)))
    return found
