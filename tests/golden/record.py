"""Records golden games of the present format: `python tests/golden/record.py NAME...`.

Golden logs are kept for good: one that corrected rules stop stays, with its verdict (see `judge.py`), and a new one is
recorded beside it under another name.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from defilade.kernel import Chance, Choice, Committed, Session, make_view, write_log
from defilade.kernel.log import FORMAT
from defilade.systems import find_player, find_scenario

GAMES = {"s4": "S4", "uf-c": "UF-C", "uf-g": "UF-G"}
"""Units that leave the map; a Pillbox; vehicles in streets."""
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
    for name in sys.argv[1:]:
        write_log(record(GAMES[name]).log, Path(__file__).parent / f"v{FORMAT}" / f"{name}.log")
