"""What an action costs the server, without sockets and waiting: `python tests/load/cost.py --scenario UF-A`.

Plays games of two scripted players inside this process, as a worker does it: draft, rows for the journal, and the
update for each player as it goes out; only the disk is left out. Reports calls of functions an action, which are the
same on every machine however busy, and the CPU time. `--top 30` tells where it goes.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import pstats
import random
import time
from collections.abc import Sequence
from typing import Any

import msgspec

from defilade.kernel import Committed
from defilade.kernel.chance import BY_HISTORY
from defilade.server.game import Draft, Game
from defilade.server.protocol import Accepted, TableOptions
from defilade.server.rooms import Room, encode
from defilade.server.store import GameRow, SeatRow
from defilade.server.table_clock import TableClock
from defilade.systems import find_card, find_system, playing_sides


class Player:
    """A connection that counts what it is sent."""

    account = ""

    def __init__(self, side: str) -> None:
        self.holds, self.side = (side,), side
        self.sent = 0

    def send(self, message: bytes) -> None:
        self.sent += len(message)

    def end(self) -> None:
        raise AssertionError("nobody signs out")


def begun(scenario: str, n: int) -> Game:
    card = find_card(scenario)
    system = find_system(card.system)
    position, opening = system.begin(card.id, {})
    row = GameRow(
        id=f"game-{n}",
        system=system.id,
        version=system.version,
        scenario=card.id,
        options="{}",
        arrangement=msgspec.json.encode(TableOptions()).decode(),
        created=0.0,
        start=position.digest(),
        opening=msgspec.json.encode(opening).decode(),
        seed=Committed(f"{n:064x}").seed,
        committed=True,
        public=False,
        seq=0,
        moment=0,
        waits="",
        headline="",
        last_moved=0.0,
        result="",
        dice=BY_HISTORY,
    )
    sides = playing_sides(card, {})
    seats = [SeatRow(row.id, side, place, "human") for place, side in enumerate(sides)]
    return Game(row, seats, system, position)


class Table:
    """A room in which scripted players decide."""

    def __init__(self, scenario: str, n: int) -> None:
        self.game = begun(scenario, n)
        self.room = Room(self.game, TableClock())
        self.room.connections.update(map(Player, self.game.sides))
        self.rng = random.Random(n)
        draft = Draft(self.game, 0.0)
        draft.run_on()
        self.enter(draft)

    def act(self) -> None:
        choice = self.game.choice
        assert choice is not None
        self.enter(self.game.draft_action(choice.side, self.rng.choice(choice.options), 0.0))

    def enter(self, draft: Draft) -> None:
        """What the service does around the writing."""
        if not draft.rows:
            return
        msgspec.json.encode(draft.addition(""))
        for row in draft.rows:
            self.game.enter(row)
        self.game.position = draft.position
        self.room.tell_update(draft.events)
        encode(Accepted("", self.game.step))


def play(scenario: str, games: int, decisions: int) -> list[float]:
    """So many decisions in each game, in turn as they would come in; the CPU seconds of each."""
    tables = [Table(scenario, n) for n in range(games)]
    took = []
    for _ in range(decisions):
        for table in tables:
            if table.game.choice is not None:
                began = time.process_time()
                table.act()
                took.append(time.process_time() - began)
    return took


def milliseconds(took: Sequence[float]) -> dict[str, float]:
    ordered = sorted(took)
    parts = {f"p{part}": ordered[min(len(ordered) - 1, part * len(ordered) // 100)] for part in (50, 95, 99)}
    return {
        name: round(1000 * one, 2)
        for name, one in (parts | {"mean": sum(took) / len(took), "most": ordered[-1]}).items()
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenario", default="UF-A")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--decisions", type=int, default=100, help="in each game")
    parser.add_argument("--top", type=int, default=0, help="so many functions that take longest")
    arguments = parser.parse_args()
    play(arguments.scenario, 1, 20)  # what is loaded when it is first asked for
    took = play(arguments.scenario, arguments.games, arguments.decisions)
    profile = cProfile.Profile(time.process_time)  # not the time that others have had the core
    profile.runcall(play, arguments.scenario, arguments.games, arguments.decisions)
    figures: Any = pstats.Stats(profile)
    found = {"scenario": arguments.scenario, "actions": len(took), "cpu_ms": milliseconds(took)}
    print(json.dumps(found | {"calls_an_action": round(figures.total_calls / len(took))}, indent=2))
    if arguments.top:
        figures.sort_stats("cumulative").print_stats(arguments.top)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
