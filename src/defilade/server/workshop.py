"""Rule work for strangers, in a process of its own: what somebody sends in may be long, or made to be slow.

It has so many seconds; what takes longer is ended and refused, and nobody at a table notices.  Whoever waits for it too
long in the queue is told to come again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from functools import partial
from typing import Any, TypeVar

import msgspec

from defilade.server import logs
from defilade.server.computer import Process
from defilade.server.settings import Settings
from defilade.systems import SYSTEMS, find_system
from defilade.systems.campaigns import NotPossible

T = TypeVar("T")

MOST_WAITING = 8
PATIENCE = 6
"""So many times as long as it may work a file may wait for its turn at the processor, on a busy machine."""


class Busy(Exception):
    """So many wait already."""


class _Refusal(msgspec.Struct):
    """`NotPossible`, in a form that goes from one process to another."""

    code: str
    reason: str


def _refusing(prepare: Callable[[], None] | None, work: Callable[..., Any], argument: Any) -> Any:
    """In the process: do something; what is not possible is told, not raised."""
    if prepare is not None:
        prepare()
    try:
        return work(argument)
    except NotPossible as error:
        return _Refusal(error.code, error.reason)


class Workshop:
    """One process, and the queue before it."""

    def __init__(self, settings: Settings, prepare: Callable[[], None] | None = None) -> None:
        self._seconds, self._start, self._prepare = settings.rule_seconds, settings.computer_start, prepare
        self._process = Process(niceness=4)
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def do(self, work: Callable[[Any], T], argument: Any, seconds: float | None = None) -> T:
        """Have something done, in so many seconds or as many as the operator gives. Raises `NotPossible` where it is
        refused or takes too long, and `Busy`."""
        if self._waiting >= MOST_WAITING:
            raise Busy("so many files are being read; try again in a while")
        self._waiting += 1
        try:
            async with self._turn:
                found = await self._run(
                    partial(_refusing, self._prepare, work), argument, seconds or self._seconds
                )
        finally:
            self._waiting -= 1
        if isinstance(found, _Refusal):
            raise NotPossible(found.code, found.reason)
        done: T = found
        return done

    async def _run(self, work: Callable[[Any], Any], argument: Any, seconds: float) -> Any:
        process = self._process
        try:
            if not process.warm:
                await process.run(_ready, 0, self._start)
            return await process.work(work, argument, seconds, PATIENCE * seconds)
        except TimeoutError:
            process.end()
            raise NotPossible("too_long", f"this takes more than the {seconds:g} seconds it may") from None
        except asyncio.CancelledError:
            process.end()
            raise
        except BrokenExecutor:
            process.end()
            logs.failure("workshop_crashed")
            raise NotPossible("too_long", "this cannot be worked out here") from None

    def close(self) -> None:
        self._process.end()


def _ready(argument: int) -> int:
    """In the process: load the rules, whose loading nobody is charged for."""
    for name in SYSTEMS:
        find_system(name).scenarios()
    return argument
