"""The positions of stored games: from the states that are kept and the steps of the journal.

A game goes on from the last state that was kept, so that a correction of the rules concerns the steps to come.  Where
the rules of now no longer take one of the steps after it, the game is tried from its start; where they stop it there
too, it stands before that step, and can be read.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

import msgspec

from defilade.kernel import Position
from defilade.kernel.log import Entry
from defilade.kernel.replays import Stop, reason_of, stop_at
from defilade.server import logs
from defilade.server.game import Game, NotTaken, position_of
from defilade.server.rulework import hold, in_rules_thread
from defilade.server.store import GameRow, JournalRow, SeatRow, Store
from defilade.server.table_clock import Break
from defilade.systems import find_system

Way = tuple[Position[Any], int, Stop | None]
"""A position, its moment, and what stopped it on the way to a later one."""


class Unreadable(Exception):
    """Not even the start of a game can be shown by the rules of now."""


async def stored_game(
    store: Store, row: GameRow, seats: Sequence[SeatRow], snapshot_every: int, breaks: Sequence[Break] = ()
) -> Game:
    """A game as the journal has it, or as far as the rules of now can follow it."""
    journal = await store.outline(row.id)
    system = find_system(row.system)
    first = await _first(store, row)
    game = Game(row, seats, system, first, snapshot_every, breaks)
    for entry in journal:
        game.enter(entry)
    await _stand(store, game, {0: row.start, **{entry.seq: entry.digest for entry in journal}})
    await hold(game)
    return game


async def _first(store: Store, row: GameRow) -> Position[Any]:
    """A position of the game, whichever can be had: its start, or any state that was kept."""
    system = find_system(row.system)
    options = msgspec.json.decode(row.options, type=dict[str, str])
    try:
        position, _ = await in_rules_thread(system.begin, row.scenario, options)
        return position
    except Exception as error:
        why = reason_of(error)
    for seq, moment in await store.snapshots(row.id):
        found = await _kept(store, row.id, seq, moment, row.system)
        if found is not None:
            return found
    raise Unreadable(why)


async def _stand(store: Store, game: Game, digests: dict[int, str]) -> None:
    """Put a game where it stands now."""
    furthest: Way | None = None
    async for position, kept in _starts(store, game, game.moment):
        way = await _walked(store, game, position, kept, game.moment)
        if furthest is None or way[2] is None or way[1] > furthest[1]:
            furthest = way
        if way[2] is None:
            break
    if furthest is None:
        game.stop = Stop(0, "the start", "the rules of now cannot begin this game")
    else:
        game.position, _, game.stop = furthest
    if game.stop is None and not game.position.bears(digests[game.line[-1].seq if game.line else 0]):
        if game.version == game.system.version:  # no correction of the rules accounts for it
            game.stop = Stop(
                game.moment, "the last", "the game comes out differently than it was written down"
            )
        else:
            logs.warning("game_migrated", game=game.id, moment=game.moment)
    if game.stop is not None:
        logs.warning("game_pinned", game=game.id, why=str(game.stop))
        game.clocks.run("", game.clocks.since)


async def position_at(store: Store, game: Game, moment: int) -> Position[Any]:
    """The position at a moment of the game. Raises `NotTaken` where the rules of now do not lead there."""
    async for position, kept in _starts(store, game, moment):
        found, _, stop = await _walked(store, game, position, kept, moment)
        if stop is None:
            return found
    raise NotTaken(
        "unavailable", "the rules have been corrected since: that moment can only be read in the log"
    )


async def _starts(store: Store, game: Game, moment: int) -> AsyncIterator[tuple[Position[Any], int]]:
    """Where the way to a moment can begin: at the last state kept before it, and at the start."""
    for seq, kept in await store.snapshots(game.id):
        if kept <= min(moment, game.moment) and game.line[kept - 1].seq == seq:
            found = await _kept(store, game.id, seq, kept, game.system.id)
            if found is not None:
                yield found, kept
                break
    try:
        position, _ = await in_rules_thread(game.system.begin, game.scenario, game.options)
    except Exception as error:
        logs.warning("game_does_not_begin", game=game.id, why=reason_of(error))
        return
    yield position, 0


async def _kept(store: Store, game: str, seq: int, moment: int, system: str) -> Position[Any] | None:
    """A state that was kept; none where this version cannot read it or does not know how to go on from it."""
    try:
        position = position_of(find_system(system), await store.snapshot(game, seq))
        await in_rules_thread(lambda: position.pending)
        return position
    except Exception as error:
        logs.warning("snapshot_unreadable", game=game, moment=moment, why=reason_of(error))
        return None


async def _walked(store: Store, game: Game, position: Position[Any], kept: int, moment: int) -> Way:
    """Take the steps between two moments, as far as they are taken."""
    wanted = {mark.seq: kept + n for n, mark in enumerate(game.line[kept:moment], 1)}
    if not wanted:
        return position, kept, None
    rows = [row for row in await store.rows(game.id, min(wanted) - 1, max(wanted)) if row.seq in wanted]
    return await in_rules_thread(_walk, position, kept, rows)


def _walk(position: Position[Any], kept: int, rows: Sequence[JournalRow]) -> Way:
    for number, row in enumerate(rows, kept + 1):
        entry = msgspec.json.decode(row.body, type=Entry)
        try:
            position, _ = position.apply(entry.step)
        except Exception as error:
            return position, number - 1, stop_at(number, entry, error)
    return position, kept + len(rows), None
