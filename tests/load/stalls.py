"""How long the event loop is held at once: `python tests/load/stalls.py --scenario SL-3 --decisions 300`.

While it is held nobody else is answered. A server runs in this process, without maps that were traced earlier; two
scripted players set up, decide and ask for all that one can ask about, or (`--campaign elst`) begin a campaign and give
its orders. Every stretch of work on the loop's thread is measured in CPU time, so that other programs do not count.
Reports the longest, and what was asked for then.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from server.conftest import quick
from server.harness import Player, Server, running

BUDGET_MS = 50.0
IDLE = ("pass", "done", "end", "finish")


class Meter:
    """Measures every stretch of work on a thread's loop."""

    def __init__(self) -> None:
        self.doing = "start"
        self.held: list[tuple[float, str]] = []
        self.thread: threading.Thread | None = None

    @contextmanager
    def watching(self) -> Iterator[None]:
        run: Any = asyncio.Handle._run

        def measured(handle: Any) -> None:
            began = time.thread_time()
            try:
                run(handle)
            finally:
                if threading.current_thread() is self.thread:
                    self.held.append((1000 * (time.thread_time() - began), self.doing))

        asyncio.Handle._run = measured  # type: ignore[method-assign]
        try:
            yield
        finally:
            asyncio.Handle._run = run  # type: ignore[method-assign]

    def longest(self, most: int) -> list[tuple[float, str]]:
        return [(round(took, 1), what) for took, what in sorted(self.held, reverse=True)[:most]]


def playing(
    server: Server, meter: Meter, game: str, tokens: dict[str, str], decisions: int, seed: int
) -> int:
    """Decide so often, and ask about everything on the way; how many decisions there were."""
    rng = random.Random(seed)
    with ExitStack() as opened:
        meter.doing = "connect"
        players = {side: opened.enter_context(Player(server, game, token)) for side, token in tokens.items()}
        one = next(iter(players.values()))
        for number in range(decisions):
            if one.now["result"] is not None or one.prompt is None:
                return number
            player = players[one.prompt["side"]]
            options = player.prompt["options"]
            chosen = rng.choice([o for o in options if o["verb"] not in IDLE] or options)
            if number % 5 == 0:
                asking(meter, player, options, rng)
            meter.doing = f"{number}: {player.prompt['asks'][:50]} {chosen['action'][:40]}"
            step = player.act(chosen["action"])["step"]
            for other in players.values():
                other.catch_up(step)
    return decisions


def asking(meter: Meter, player: Player, options: list[dict[str, Any]], rng: random.Random) -> None:
    """Ask about some of the options, and about units and lines of sight."""
    step = player.step
    some = rng.sample(options, min(2, len(options)))
    pieces = [who for one in options for who in one["who"]][:2]
    places = [one["at"] for one in options if one["at"]][:2]
    asked: list[dict[str, Any]] = [
        *(
            {"type": kind, "step": step, "action": one["action"]}
            for one in some
            for kind in ("preview", "course")
        ),
        {"type": "why", "step": step, "action": f"move {''.join(pieces[:1])}"},
        *({"type": "reach", "step": step, "unit": one} for one in pieces),
        *({"type": "inspect", "piece": one} for one in pieces),
        *({"type": "los", "from_hex": places[0], "to_hex": one} for one in places),
    ]
    for question in asked:
        meter.doing = f"{question['type']} {question.get('action', '')}"
        player.ask(question)


def campaign(server: Server, meter: Meter, system: str, decisions: int) -> None:
    """Begin a campaign of two sides, play a little, give up, and leave the orders to the staff, twice."""
    client = server.client
    meter.doing = "offer"
    offer = client.get(f"/api/campaigns/offer?system={system}").json()
    sides = ("german", "british") if system == "elst" else ("german", "american")
    asked = {"opponent": sides[1], "seats": [{"side": side, "who": "mine"} for side in sides], "title": "T"}
    if not offer["fixed"]:
        asked["scenarios"] = offer["series"][:3]
    meter.doing = "a new campaign"
    made = client.post(f"/api/campaigns?system={system}", json=asked).json()
    tokens = {grant["side"]: grant["token"] for grant in made["seats"]}
    headers = {"authorization": f"Bearer {','.join(tokens.values())}"}
    place = f"/api/campaigns/{made['campaign']['id']}"
    for _ in range(2):
        now = client.get(place, headers=headers).json()
        meter.doing = f"muster {now['number']}"
        body = {"number": now["number"], "choices": {key: {} for key in tokens}}
        now = client.post(f"{place}/muster", json=body, headers=headers).json()
        game = now["games"][now["number"] - 1]["game"]
        playing(server, meter, game, tokens, decisions, 1)
        with Player(server, game, tokens[sides[0]]) as player:
            meter.doing = "resign"
            player.ask({"type": "resign", "step": player.step})
        meter.doing = "after the game"
        now = client.get(place, headers=headers).json()
        while now["orders"]:
            for side in sides:
                due = [one for one in now["orders"] if one["side"] == side]
                if due:
                    meter.doing = f"orders {due[0]['step']}"
                    body = {"side": side, "what": "staff", "pick": "", "mark": due[0]["mark"]}
                    answer = client.post(f"{place}/orders", json=body, headers=headers)
                    now = (
                        answer.json()
                        if answer.status_code == 200
                        else client.get(place, headers=headers).json()
                    )
        while now["questions"]:
            meter.doing = "aftermath"
            body = {
                "number": now["number"],
                "choices": {key: {} for key in {q["side"] for q in now["questions"]}},
            }
            now = client.post(f"{place}/aftermath", json=body, headers=headers).json()


def main() -> int:
    parser = argparse.ArgumentParser(description="How long the event loop of a server is held at once")
    parser.add_argument("--scenario", default="S1")
    parser.add_argument("--campaign", default="", help="elst or upfront, instead of a scenario")
    parser.add_argument("--decisions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, default=BUDGET_MS, help="ms; more is exit code 1")
    parser.add_argument("--top", type=int, default=8)
    arguments = parser.parse_args()
    meter = Meter()
    with tempfile.TemporaryDirectory() as folder, meter.watching():
        os.environ["DEFILADE_CACHE"] = folder
        with running(quick(str(Path(folder) / "stalls.sqlite3"))) as server:
            server.client.get("/api/scenarios")
            gc.freeze()  # as a server does that has loaded everything
            meter.thread = server.thread
            if arguments.campaign:
                campaign(server, meter, arguments.campaign, arguments.decisions)
            else:
                cards = server.client.get("/api/scenarios").json()["scenarios"]
                sides = next(card["sides"] for card in cards if card["id"] == arguments.scenario)
                meter.doing = "a new game"
                made = server.new_game(arguments.scenario, seats=dict.fromkeys(sides, "mine"))
                tokens = {grant["side"]: grant["token"] for grant in made["seats"]}
                playing(server, meter, made["game"]["id"], tokens, arguments.decisions, arguments.seed)
    found = meter.longest(arguments.top)
    print(json.dumps({"held_ms": found}, indent=1))
    return 0 if found[0][0] <= arguments.budget else 1


if __name__ == "__main__":
    raise SystemExit(main())
