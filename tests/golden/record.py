"""Records the golden games: `python tests/golden/record.py`.

A golden log must go on replaying for ever. Record them anew only when a rule was carried out wrongly before,
and say so in the commit.
"""

from __future__ import annotations

import random
from pathlib import Path

from defilade.kernel import Chance, Choice, Committed, Session, make_view, write_log
from defilade.systems import find_player, find_scenario

GAMES = {"s1": "S1", "s3": "S3"}
SEED = "60" * 32


def record(scenario: str) -> Session:
    """A whole game of greedy players with committed dice."""
    system, scenario = find_scenario(scenario)
    session = Session(system, scenario, source=Committed(SEED))
    player, rng = find_player("greedy"), random.Random(SEED)
    while isinstance(session.pending, Choice | Chance):
        moment = session.pending
        if isinstance(moment, Chance):
            session.roll()
        else:
            view = make_view(system, session.position, moment.side, session.step)
            session.take(player.choose(view, system, rng))
    return session


if __name__ == "__main__":
    for name, scenario in GAMES.items():
        write_log(record(scenario).log, Path(__file__).with_name(f"{name}.log"))
