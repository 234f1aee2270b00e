"""What happened in a game of Squad Leader, for the lab."""

from __future__ import annotations

from defilade.rules.sl.strengths import squads_lost
from defilade.rules.sl.system import SlSystem
from defilade.rules.sl.victory import check_end
from defilade.systems.boards.reader import BoardReader


def reader(system: SlSystem) -> BoardReader:
    return BoardReader(
        lambda state: check_end(system.play(state)),
        lambda state, side: squads_lost(system.play(state), side),
        lambda scenario: {},
    )
