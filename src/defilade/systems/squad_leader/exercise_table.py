"""Exercises of Squad Leader."""

from __future__ import annotations

from defilade.rules.sl import terrain
from defilade.rules.sl.state import PHASES, SlPlay
from defilade.rules.sl.system import SlSystem
from defilade.systems.boards.exercises import BoardExercises, WantedPiece, problems_of_unit
from defilade.systems.squad_leader.case_table import cases
from defilade.tactics.units import Unit

FOLDER = "exercises/sl"


def exercises(system: SlSystem) -> BoardExercises:
    return BoardExercises(FOLDER, cases(system), PHASES, WantedPiece, problems)


def problems(g: SlPlay, wanted: WantedPiece) -> list[str]:
    def seen(unit: Unit) -> bool:
        enemies = g.on_map(g.enemy_of(unit.side))
        return any(not enemy.broken and terrain.sees(g, enemy.hex, unit.hex) for enemy in enemies)

    return problems_of_unit(g, wanted, seen)[1]
