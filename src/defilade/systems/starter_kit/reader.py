"""What happened in a game of the Starter Kit, for the lab."""

from __future__ import annotations

from defilade.rules.sk.system import SkSystem
from defilade.rules.sk.victory import check_end
from defilade.systems.boards.reader import BoardReader
from defilade.systems.starter_kit.provisions import provisions_in_words


def reader(system: SkSystem) -> BoardReader:
    return BoardReader(
        lambda state: check_end(system.play(state)),
        lambda state, side: float(state.lost.get(side, 0)) / 2,
        lambda scenario: provisions_in_words(system.scenario(scenario), system.library),
    )
