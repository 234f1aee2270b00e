"""How long a level thinks: `python tests/load/thinking.py --scenarios S1,F3 --level hard`.

Plays the first turns of a game with the level on all sides, and tells the longest decision, the longest window for
defensive fire and the longest phase of a side, in seconds of the processor: what else the machine does counts little.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict
from typing import Any

from defilade.ai import for_a_game
from defilade.kernel import Chance, Choice, Sampled, make_view
from defilade.systems import MINDS, find_card, find_player, find_system, playing_sides

WINDOWS = ("FirstFire", "DefensiveFire", "FinalFire", "Reaction")
"""Part of the names of the questions in which a side answers while the other one moves."""


def measured(scenario: str, level: str, seed: int, most: float) -> dict[str, Any]:
    """The longest times of a game that is broken off after so many seconds."""
    card = find_card(scenario)
    system = find_system(card.system)
    tactics = MINDS.tactics(system.id)
    players = {side: for_a_game(find_player(level)) for side in playing_sides(card, {})}
    position, _ = system.begin(card.id, {})
    dice = Sampled(random.Random(f"{scenario}/{seed}/dice"))
    rngs = {side: random.Random(f"{scenario}/{seed}/{side}") for side in players}
    phases: dict[tuple[str, str], float] = defaultdict(float)
    kinds: dict[str, float] = defaultdict(float)
    decisions, taken, step = 0, 0.0, 0
    while taken < most:
        moment = position.pending
        step += 1
        if isinstance(moment, Chance):
            position.advance(dice.draw(moment, step))
            continue
        if not isinstance(moment, Choice):
            break
        view = make_view(system, position, moment.side, step)
        phase = tactics.phase(position) if tactics is not None else str(step)
        began = time.process_time()
        action = players[moment.side].choose(view, system, rngs[moment.side])
        seconds = time.process_time() - began
        taken += seconds
        decisions += len(moment.options) > 1
        phases[moment.side, phase] += seconds
        kind = type(position.state.stack[-1]).__name__
        kinds[kind] = max(kinds[kind], seconds)
        position.advance(action)
    windows = [seconds for kind, seconds in kinds.items() if any(part in kind for part in WINDOWS)]
    return {
        "decisions": decisions,
        "seconds": round(taken, 1),
        "decision": max(kinds.values(), default=0.0),
        "window": max(windows, default=0.0),
        "phase": max(phases.values(), default=0.0),
        "kinds": sorted(kinds.items(), key=lambda one: -one[1])[:4],
        "longest": max(phases, key=lambda one: phases[one], default=("", "")),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenarios", default="S1,F3,SL-2,DaE1,UF-A")
    parser.add_argument("--level", default="hard")
    parser.add_argument("--seed", type=int, default=78)
    parser.add_argument("--seconds", type=float, default=30.0, help="how long each game is gone on with")
    asked = parser.parse_args()
    for scenario in asked.scenarios.split(","):
        found = measured(scenario, asked.level, asked.seed, asked.seconds)
        kinds = ", ".join(f"{kind} {seconds:.2f}" for kind, seconds in found["kinds"])
        print(
            f"{scenario}: {found['decisions']} decisions in {found['seconds']} s; decision {found['decision']:.2f} s, "
            f"window {found['window']:.2f} s, phase {found['phase']:.2f} s {found['longest']}; {kinds}",
            flush=True,
        )


if __name__ == "__main__":
    main()
