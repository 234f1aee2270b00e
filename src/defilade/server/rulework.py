"""Work with the rules beside the event loop: opening positions, the lobby, maps, checking files.

All of it is done in one thread.  Rules, cards and tables are loaded when they are first needed, and what is
typed by structs is worked out by msgspec at its first use; neither may happen in two threads at once: msgspec then
reads what is only half worked out, and the process dies.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, ParamSpec, TypeVar

import msgspec

from defilade.kernel import Event, GameLog, Record
from defilade.kernel.log import Entry, Seen
from defilade.rules.presentation import Orders
from defilade.server.channels import Notice
from defilade.server.game import Game
from defilade.server.protocol import ClientMessage, Offer, Received, Result, TableOptions
from defilade.systems import SYSTEMS, find_system, presenter_of

P = ParamSpec("P")
T = TypeVar("T")

KEPT: tuple[Any, ...] = (Entry, GameLog, Record, Seen, list[Event], Orders, TableOptions, Offer, Result)
"""What is read from files and from the store."""

_THREAD = ThreadPoolExecutor(1, thread_name_prefix="rules")


async def in_rules_thread(work: Callable[P, T], *arguments: P.args, **more: P.kwargs) -> T:
    """Do something with the rules that takes longer than the event loop may wait."""
    return await asyncio.get_running_loop().run_in_executor(_THREAD, partial(work, *arguments, **more))


async def hold(game: Game) -> None:
    """Let a game hold on to what it shares with others of its card, and work that out before anybody asks: some at a
    time, so that who needs the rules meanwhile does not wait for all of it."""
    work = await in_rules_thread(game.presenter.groundwork, game.position.state)
    game.ground = work.table
    while await in_rules_thread(next, work.ahead, work) is None:
        pass


def prepare() -> None:
    """Load every rule system, and everything that is read both in the loop and beside it, before anybody
    asks."""
    for kind in (*KEPT, ClientMessage, Notice, *Received.__subclasses__()):
        msgspec.json.Decoder(kind)
    for name in SYSTEMS:
        system = find_system(name)
        presenter_of(system).lessons()
        kinds: list[Any] = [system.state_type(), *system.procedures.by_type]
        for kind in kinds:
            msgspec.json.Decoder(kind)
