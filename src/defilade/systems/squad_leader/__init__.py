"""Classic Squad Leader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from defilade.ai.minds import Judge
from defilade.ai.tactician.tactics import Tactics
from defilade.ai.winning import Figures
from defilade.kernel import System
from defilade.rules.presentation import Presenter
from defilade.systems.record import Card, CommandGroup, Maps, SystemRecord, TextTable
from defilade.systems.tables import CaseTable, ExerciseTable, Reader

if TYPE_CHECKING:
    import typer


def _make() -> System[Any]:
    from defilade.rules.sl.system import SlSystem

    return SlSystem()


def _card(system: System[Any], scenario: str, options: Mapping[str, str]) -> Card:
    from defilade.rules.sl.system import SlSystem

    assert isinstance(system, SlSystem)
    card = system.scenario(scenario)
    return Card(
        id=card.id,
        system=system.id,
        title=card.title,
        date=card.date,
        place=card.place,
        sides=tuple(card.sides),
        turns=card.turns,
        boards=tuple(placed.board for placed in card.map.boards),
        victory=card.victory_text,
        provenance=card.provenance,
    )


def _presenter(system: System[Any]) -> Presenter:
    from defilade.rules.sl.presentation import SlPresenter

    return SlPresenter(system)


def _judge() -> Judge:
    from defilade.ai.squad_leader.decisions import decide

    return decide


def _tactics() -> Tactics:
    from defilade.ai.squad_leader.tactics import SquadLeaderTactics

    return SquadLeaderTactics()


def _cases(system: System[Any]) -> CaseTable:
    from defilade.rules.sl.system import SlSystem
    from defilade.systems.squad_leader.case_table import cases

    assert isinstance(system, SlSystem)
    return cases(system)


def _exercises(system: System[Any]) -> ExerciseTable:
    from defilade.rules.sl.system import SlSystem
    from defilade.systems.squad_leader.exercise_table import exercises

    assert isinstance(system, SlSystem)
    return exercises(system)


def _reader(system: System[Any]) -> Reader:
    from defilade.rules.sl.system import SlSystem
    from defilade.systems.squad_leader.reader import reader

    assert isinstance(system, SlSystem)
    return reader(system)


def _maps(system: System[Any]) -> Maps:
    from defilade.rules.sl.system import SlSystem
    from defilade.systems.squad_leader.maps import maps

    assert isinstance(system, SlSystem)
    return maps(system)


def _text_table(system: System[Any], state: Any) -> TextTable:
    from defilade.rules.sl.system import SlSystem
    from defilade.systems.squad_leader.text_board import text_table

    assert isinstance(system, SlSystem)
    return text_table(system.play(state))


def _figures() -> Figures:
    from defilade.ai.squad_leader.figures import SquadLeaderFigures

    return SquadLeaderFigures()


def _points() -> typer.Typer:
    from defilade.systems.squad_leader.points_commands import app

    return app


RECORD = SystemRecord(
    id="sl",
    name="Squad Leader",
    make=_make,
    card=_card,
    books=("sl",),
    presenter=_presenter,
    judge=_judge,
    tactics=_tactics,
    figures=_figures,
    winning="sl/winning.yaml",
    cases=_cases,
    exercises=_exercises,
    balance="sl/balance.yaml",
    reader=_reader,
    maps=_maps,
    text_table=_text_table,
    commands=(CommandGroup("points", "Forces of Squad Leader bought with points.", _points),),
)
