"""Analyses of games that are over, worked out piece by piece in the process that gives way to everything else.

Nothing of it is to be had while a game runs: it would tell what the other side knows.  An analysis is begun when
somebody asks for it, goes on whether he stays or not, and is kept as long as there is room.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from defilade.ai.analysis import Course
from defilade.kernel import Action, Choice, Position, make_view
from defilade.kernel.log import Entry
from defilade.server import advice, logs
from defilade.server.computer import Asker, Computer, DidNotThink
from defilade.server.game import Game, NotTaken
from defilade.server.protocol import Analysed, DecisionAgain, Tried, TryOption
from defilade.server.rulework import in_rules_thread
from defilade.server.store import Store
from defilade.server.turns import Turns
from defilade.systems import system_name
from defilade.systems.going_over import Doubt, GoneOver, Stretch, Weighed, doubts, stretches, summed_up
from defilade.systems.players import MINDS

KEPT = 32
"""Analyses that are kept."""
AT_ONCE = 2
"""So many are worked on; the others wait for their turn."""
MOST_OF_ONE, MOST_WAITING = 4, 64
"""Analyses that are not done yet: those of games that one person has opened, and all of them."""
SEED = 1
"""The same game gives the same analysis."""
SECONDS = 20.0
"""That judging one decision may take."""
LOOKING = 0.35
"""How much of the work is looking the game over, for the bar."""
MOST_POINTS = 300
"""So many points are drawn, beside those where a turn begins and the last."""

Spawn = Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]]
PositionAt = Callable[[Game, int], Coroutine[Any, Any, Position[Any]]]


class Work:
    """An analysis: how far it is, and what came of it."""

    def __init__(self, asker: Asker) -> None:
        self.asker = asker
        self.share = 0.0
        self.found: GoneOver | None = None
        self.failed = ""
        self.task: asyncio.Task[None] | None = None

    @property
    def is_done(self) -> bool:
        return self.found is not None or bool(self.failed)


class Analyses:
    """Those of a server worker."""

    def __init__(self, store: Store, computer: Computer, spawn: Spawn, position_at: PositionAt) -> None:
        self._store, self._computer, self._spawn, self._position_at = store, computer, spawn, position_at
        self._works: OrderedDict[str, Work] = OrderedDict()
        self._turns = Turns(range(AT_ONCE))

    def ask(self, game: Game, request: str) -> Analysed:
        """How far the analysis is; it is begun if it was not. Raises `NotTaken`."""
        check_over(game)
        if MINDS.chances(game.system.id) is None or len(game.sides) != 2:
            raise NotTaken(
                "unavailable",
                f"nobody has learned the chance of winning such games of {system_name(game.system.id)}",
            )
        work = self._works.get(game.id)
        if work is None or work.failed:
            work = Work(asker_of(game))
            self._check_crowd(work.asker)
            self._works[game.id] = work
            work.task = self._spawn(self._do(game, work))
            self._forget()
        self._works.move_to_end(game.id)
        return Analysed(request, round(work.share, 3), work.found)

    def _check_crowd(self, asker: Asker) -> None:
        """Refuse where so many are wanted already."""
        waiting = [work.asker for work in self._works.values() if not work.is_done]
        own = sum(1 for one in waiting if (one.address, one.person) == (asker.address, asker.person))
        if own >= MOST_OF_ONE or len(waiting) >= MOST_WAITING:
            raise NotTaken(
                "too_fast", "so many games are being gone over; ask again when one of them is done"
            )

    def _forget(self) -> None:
        """Let those go that were not asked for longest; what is being worked out stays."""
        for name, work in list(self._works.items()):
            if len(self._works) <= KEPT:
                return
            if work.is_done:
                del self._works[name]

    async def _do(self, game: Game, work: Work) -> None:
        turn = await self._turns.take(*work.asker.path)
        try:
            await self._go_over(game, work)
        except Exception:
            # Whoever asks again begins it again.
            logs.failure("analysis_failed", game=game.id)
            work.failed = "it could not be worked out"
        finally:
            self._turns.give(turn)

    async def _go_over(self, game: Game, work: Work) -> None:
        asker = work.asker
        pieces = await self._pieces(game)
        courses: list[Course] = []
        for number, piece in enumerate(pieces, 1):
            courses.append(await self._computer.look_over(piece, asker))
            work.share = LOOKING * number / len(pieces)
        judgements: dict[int, Weighed] = {}
        doubted = doubts(courses, pieces, SECONDS)
        for number, doubt in enumerate(doubted, 1):
            try:
                judgements[doubt.moment] = await self._computer.weigh(doubt, asker)
            except DidNotThink:
                logs.warning("decision_not_judged", game=game.id, moment=doubt.moment)
            work.share = LOOKING + (1 - LOOKING) * number / len(doubted)
        found = summed_up(game.sides, courses, judgements)
        work.found = msgspec.structs.replace(found, graph=thinned(found))
        work.share = 1.0

    async def _pieces(self, game: Game) -> list[Stretch]:
        wanted = {mark.seq for mark in game.line}
        rows = [row for row in await self._store.rows(game.id, 0) if row.seq in wanted]
        entries = [msgspec.json.decode(row.body, type=Entry) for row in rows]
        first, _ = await in_rules_thread(game.system.begin, game.scenario, game.options)
        coming = stretches(game.system, first, entries, SEED)
        pieces: list[Stretch] = []
        # One after the other: others wait for the same thread.
        while (piece := await in_rules_thread(next, coming, None)) is not None:
            pieces.append(piece)
        return pieces

    # -- learning from it ------------------------------------------------------------------------------------

    async def again(self, game: Game, moment: int, request: str) -> DecisionAgain:
        """A decision, to be taken once more. Raises `NotTaken`."""
        _, choice, view = await self._decision(game, moment)
        labels = game.presenter.labels(view.state, choice.options)
        options = zip(choice.options, labels, strict=True)
        return DecisionAgain(
            request,
            moment,
            choice.side,
            choice.asks,
            tuple(TryOption(str(action), label) for action, label in options),
        )

    async def tried(self, game: Game, moment: int, action: str, request: str) -> Tried:
        """What an answer to a decision would have been worth, beside what was found to be better. Raises `NotTaken`."""
        position, choice, view = await self._decision(game, moment)
        try:
            chosen = Action.parse(action)
        except ValueError as error:
            raise NotTaken("malformed", f"{action!r} is no action") from error
        if chosen not in choice.options:
            raise NotTaken("illegal", "that could not be done then")
        work = self._works.get(game.id)
        known = work.found.faults if work is not None and work.found is not None else ()
        better = next((one.better_action for one in known if one.moment == moment), "")
        label = game.presenter.labels(view.state, (chosen,))[0]
        if better == action:
            return Tried(request, moment, label, 0.0, "", ())
        (row,) = await self._store.rows(game.id, game.line[moment].seq - 1, game.line[moment].seq)
        done = msgspec.json.decode(row.body, type=Entry)
        state = game.system.encode(position.state)
        stretch = Stretch(game.system.id, moment, state, (Entry("", done.action),), SEED)
        others = tuple(dict.fromkeys(one for one in (better, done.action) if one and one != action))
        try:
            found = await self._computer.weigh(
                Doubt(stretch, moment, taken=action, others=others, seconds=SECONDS), asker_of(game)
            )
        except DidNotThink as error:
            raise NotTaken("unavailable", "the computer could not work it out") from error
        fault = found.fault
        if fault is None:
            return Tried(request, moment, found.label, max(0.0, found.lost), "", ())
        return Tried(request, moment, found.label, fault.lost, fault.kind, fault.done_reasons)

    async def _decision(self, game: Game, moment: int) -> tuple[Position[Any], Choice, Any]:
        check_over(game)
        if not 0 <= moment < game.moment or not game.line[moment].is_action:
            raise NotTaken("unavailable", "nothing was decided at that moment")
        position = await self._position_at(game, moment)
        choice = position.pending
        if not isinstance(choice, Choice):
            raise NotTaken("unavailable", "nothing was decided at that moment")
        return position, choice, make_view(game.system, position, choice.side, moment)


def check_over(game: Game) -> None:
    """Refuse while the game runs."""
    if game.result is None:
        raise NotTaken(
            "forbidden", "while the game runs this would tell what the other side knows; ask when it is over"
        )


def asker_of(game: Game) -> Asker:
    """For whom it is worked out: whoever opened the table, behind everybody who plays."""
    return advice.asker_of(game)._replace(people=False)


def thinned(found: GoneOver) -> tuple[Any, ...]:
    """Not more points than can be drawn; where a turn begins and where something is told of is kept."""
    told = {fault.moment for fault in found.faults} | {throw.moment for throw in found.luckiest}
    every = max(1, len(found.graph) // MOST_POINTS)
    kept, turn = [], ""
    for number, point in enumerate(found.graph):
        last = number == len(found.graph) - 1
        if point.turn != turn or number % every == 0 or last or point.moment in told:
            kept.append(point)
        turn = point.turn
    return tuple(kept)
