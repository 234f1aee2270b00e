"""Work with the rules beside the event loop: opening positions, the lobby, maps, checking files.

All of it is done in one thread.  Rules, cards and tables are loaded when they are first needed, and what is
typed by structs is worked out by msgspec at its first use; neither may happen in two threads at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, ParamSpec, TypeVar

import msgspec

from defilade.kernel import Event, GameLog
from defilade.kernel.log import Entry
from defilade.rules.catalog import SYSTEMS, find_system
from defilade.rules.presentation import Orders, presenter_of
from defilade.server.protocol import ClientMessage, Offer, Result, TableOptions

P = ParamSpec("P")
T = TypeVar("T")

_THREAD = ThreadPoolExecutor(1, thread_name_prefix="rules")


async def in_rules_thread(work: Callable[P, T], *arguments: P.args, **more: P.kwargs) -> T:
    """Do something with the rules that takes longer than the event loop may wait."""
    return await asyncio.get_running_loop().run_in_executor(_THREAD, partial(work, *arguments, **more))


def prepare() -> None:
    """Load every rule system, and everything that is read both in the loop and beside it, before anybody
    asks."""
    for kind in (Entry, GameLog, list[Event], Orders, TableOptions, Offer, Result, ClientMessage):
        msgspec.json.Decoder(kind)
    for name in SYSTEMS:
        system = find_system(name)
        presenter_of(system).lessons()
        kinds: list[Any] = [system.state_type(), *system.procedures.by_type]
        for kind in kinds:
            msgspec.json.Decoder(kind)
