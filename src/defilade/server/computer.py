"""Computer opponents, thinking in processes of their own.

A decision gets the view of its side and nothing else.  It has a deadline; whoever crashes or overruns it has
its process ended and started anew, and the game goes on with a legal move.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from defilade.ai import LEVELS
from defilade.ai.analysis import Course
from defilade.ai.explaining import Explanation
from defilade.ai.tactician.budget import Spent
from defilade.ai.tactician.player import TacticianPlayer
from defilade.kernel import Action, Choice, View
from defilade.server import logs
from defilade.server.metrics import Metrics
from defilade.server.settings import Settings
from defilade.server.turns import Turns
from defilade.systems import MINDS, SYSTEMS, explained, find_player, find_system
from defilade.systems.going_over import Doubt, Stretch, Weighed, looked_over, weighed

A = TypeVar("A")
T = TypeVar("T")

QUIET_VERBS = ("pass", "done", "none", "no-leader", "cancel")
"""What does least harm where a decision could not be worked out."""


class Question(msgspec.Struct, frozen=True):
    """All that a computer player is told."""

    system: str
    level: str
    side: str
    step: int
    state: bytes
    choice: bytes
    chance: int
    """Seed of the player's own generator; it has nothing to do with the dice."""
    spent: str = ""
    """What the side's thinking has come to before, so that it can be spread over a phase."""


class WhyQuestion(Question, frozen=True):
    """Not the decision alone is wanted, but what leads to it."""

    taken: str = ""
    """What was really done, where the game has gone on."""


class Asker(NamedTuple):
    """For whom the computer thinks: a person, in a game; `people` is whether any play in it, `address` where the person
    came from."""

    person: str
    game: str
    people: bool = True
    address: str = ""

    @property
    def path(self) -> tuple[str, str, str]:
        """In whose queue he stands."""
        return self.address or self.person, self.person, self.game


Task = Question | Stretch | Doubt
Think = Callable[[Any], str]
THEN = "\n"
"""Between a decision and what thinking has come to."""
MOST_GAMES = 10_000
"""Of so many sides it is kept in mind what their thinking has come to in a phase."""
PIECE_SECONDS = 60.0
"""That a piece of an analysis may take, in the process that gives way to everything else."""


def think(question: Task) -> str:
    """One decision, the explanation of one, or a piece of an analysis, in a worker process."""
    if isinstance(question, Stretch):
        return msgspec.json.encode(looked_over(question)).decode()
    if isinstance(question, Doubt):
        return msgspec.json.encode(weighed(question)).decode()
    system = find_system(question.system)
    choice = msgspec.json.decode(question.choice, type=Choice)
    view = View(question.side, system.decode(question.state), choice, question.step, ())
    rng = random.Random(question.chance)
    if isinstance(question, WhyQuestion):
        taken = Action.parse(question.taken) if question.taken else None
        return msgspec.json.encode(explained(question.level, view, system, rng, taken)).decode()
    player = find_player(question.level)
    if not isinstance(player, TacticianPlayer):
        return str(player.choose(view, system, rng))
    thought = player.think(view, system, rng, Spent.parse(question.spent))
    return f"{thought.action}{THEN}{thought.spent}"


def _about(task: Task) -> dict[str, Any]:
    """Which task it was, for the log."""
    match task:
        case Question():
            return {"system": task.system, "level": task.level, "side": task.side, "step": task.step}
        case Stretch():
            return {"system": task.system, "level": "analysis", "step": task.start}
        case Doubt():
            return {"system": task.stretch.system, "level": "analysis", "step": task.moment}


class DidNotThink(Exception):
    """No answer, or none that could be used; says which way it went wrong."""


def load_everything() -> None:
    """In a worker process: rules, maps and players, before they are asked for."""
    for level in LEVELS:
        find_player(level)
    for name in SYSTEMS:
        MINDS.judge(name)
        MINDS.tactics(name)
        system = find_system(name)
        for scenario in system.scenarios():
            system.begin(scenario)


def fallback(options: tuple[Action, ...], chance: int) -> Action:
    """A legal move without thinking: rather wait than act, else any, so that no game goes round in circles."""
    for verb in QUIET_VERBS:
        for option in options:
            if option.verb == verb:
                return option
    return random.Random(chance).choice(options)


def _decision(options: tuple[Action, ...], text: str) -> tuple[Action, str]:
    """An answer, and what thinking has come to with it."""
    text, _, spent = text.partition(THEN)
    action = Action.parse(text)
    if action not in options:
        raise ValueError(f"{text!r} is no option")
    return action, spent


class Computer:
    """The processes that think, and the queues before them. What computers play among themselves has a process of its
    own, which gives way to everything else: people never wait for it."""

    def __init__(self, settings: Settings, metrics: Metrics, think: Think = think) -> None:
        self._metrics, self._think = metrics, think
        self._deadline, self._start = settings.computer_deadline, settings.computer_start
        self._all = [Process() for _ in range(settings.computer_workers)]
        self._aside = Process(niceness=10)
        self._turns = Turns(self._all)
        self._turns_aside = Turns([self._aside])
        self._spent: OrderedDict[tuple[str, str], str] = OrderedDict()

    @property
    def waiting(self) -> int:
        return len(self._turns)

    async def choose(self, question: Question, options: tuple[Action, ...], asker: Asker) -> Action:
        """A legal decision, always."""
        side = asker.game, question.side
        question = msgspec.structs.replace(question, spent=self._spent.get(side, ""))
        try:
            action, spent = await self._answer(question, partial(_decision, options), asker)
        except DidNotThink:
            return fallback(options, question.chance)
        self._spent[side] = spent
        self._spent.move_to_end(side)
        if len(self._spent) > MOST_GAMES:
            self._spent.popitem(last=False)
        return action

    async def explain(self, question: WhyQuestion, asker: Asker) -> Explanation:
        """What leads to a decision. Raises `DidNotThink`."""
        return await self._answer(question, partial(msgspec.json.decode, type=Explanation), asker)

    async def look_over(self, stretch: Stretch, asker: Asker) -> Course:
        """A stretch of a game that is over. Raises `DidNotThink`."""
        return await self._answer(stretch, partial(msgspec.json.decode, type=Course), asker, PIECE_SECONDS)

    async def weigh(self, doubt: Doubt, asker: Asker) -> Weighed:
        """A decision of a game that is over. Raises `DidNotThink`."""
        return await self._answer(doubt, partial(msgspec.json.decode, type=Weighed), asker, PIECE_SECONDS)

    async def _answer(
        self, question: Task, read: Callable[[str], T], asker: Asker, seconds: float | None = None
    ) -> T:
        """Have a question thought about when it is the asker's turn, and read the answer."""
        began = time.perf_counter()
        turns = self._turns if asker.people else self._turns_aside
        process = await turns.take(*asker.path)
        try:
            deadline = self._deadline if seconds is None else seconds
            limit = deadline if process.warm else deadline + self._start
            answer = read(await process.run(self._think, question, limit))
        except TimeoutError:
            process.end()
            raise self._failed(question, "overrun") from None
        except asyncio.CancelledError:
            process.end()
            raise
        except BrokenExecutor:
            process.end()
            raise self._failed(question, "crash") from None
        except Exception as error:
            # Whatever a player does wrong, the game goes on; the log says what it was.
            logs.failure("computer_failed", **_about(question))
            raise self._failed(question, "error") from error
        finally:
            turns.give(process)
            self._metrics.computer_seconds.observe(time.perf_counter() - began)
        self._metrics.computer.labels(outcome="thought").inc()
        return answer

    def _failed(self, question: Task, why: str) -> DidNotThink:
        self._metrics.computer.labels(outcome=why).inc()
        logs.warning("computer_did_not_think", why=why, **_about(question))
        return DidNotThink(why)

    async def warm_up(self) -> None:
        """Start the processes and have them load what they need, one after the other."""
        taken = [await self._turns.take(str(n)) for n, _ in enumerate(self._all)]
        while taken:
            process = taken.pop()
            try:
                await process.load(self._deadline + self._start)
            except (TimeoutError, BrokenExecutor):
                logs.failure("computer_did_not_start")
                process.end()
            finally:
                self._turns.give(process)

    def close(self) -> None:
        for process in (*self._all, self._aside):
            process.end()


def _begin(niceness: int) -> None:
    """In a worker process: let others go first where that is wanted, and end when the server does, also when it is
    killed and can tell nobody."""
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    parent = multiprocessing.parent_process()
    if parent is not None:

        def watch() -> None:
            parent.join()
            os._exit(0)

        threading.Thread(target=watch, daemon=True).start()


SHORTEST_WAIT = 0.05
USER_TICKS, SYSTEM_TICKS = 11, 12
"""Where a line of `/proc/*/stat` has them, counted from the name of the program."""


class Process:
    """One process, started when it is first needed and again after it was ended."""

    def __init__(self, *, niceness: int = 0) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._niceness = niceness
        self.warm = False
        """Whether it has everything loaded."""

    async def run(self, work: Callable[[A], T], argument: A, deadline: float) -> T:
        future = asyncio.get_running_loop().run_in_executor(self._started(), work, argument)
        found = await asyncio.wait_for(future, deadline)
        self.warm = True
        return found

    async def work(self, work: Callable[[A], T], argument: A, seconds: float, deadline: float) -> T:
        """As `run`, but what counts are the seconds that the process works, not those in which a busy machine lets it
        wait. By the deadline it must be done all the same."""
        future = asyncio.get_running_loop().run_in_executor(self._started(), work, argument)
        last, before, left = time.monotonic() + deadline, self._worked(), seconds
        while not future.done():
            if left <= 0:
                raise TimeoutError
            await asyncio.wait({future}, timeout=max(left, SHORTEST_WAIT))
            left = min(seconds - (self._worked() - before), last - time.monotonic())
        self.warm = True
        return future.result()

    def _worked(self) -> float:
        """Seconds of processor time that it has had; where the system does not tell, all time counts."""
        pool = self._pool
        try:
            told = [Path(f"/proc/{one}/stat").read_text() for one in getattr(pool, "_processes", None) or {}]
            fields = told[0].rpartition(")")[2].split()
            return (int(fields[USER_TICKS]) + int(fields[SYSTEM_TICKS])) / os.sysconf("SC_CLK_TCK")
        except (OSError, IndexError, ValueError):
            return time.monotonic()

    async def load(self, deadline: float) -> None:
        future = asyncio.get_running_loop().run_in_executor(self._started(), load_everything)
        await asyncio.wait_for(future, deadline)
        self.warm = True

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(
                1, mp_context=spawn, initializer=_begin, initargs=(self._niceness,)
            )
        return self._pool

    def end(self) -> None:
        """End the process whatever it is doing."""
        pool, self._pool, self.warm = self._pool, None, False
        if pool is None:
            return
        for process in list(getattr(pool, "_processes", None) or {}):
            pool._processes[process].kill()
        pool.shutdown(wait=False, cancel_futures=True)
