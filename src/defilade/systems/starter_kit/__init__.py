"""The Starter Kit in its editions: the first box, and the full kit with Decision at Elst."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from defilade.ai.minds import Judge
from defilade.ai.tactician.tactics import Tactics
from defilade.ai.winning import Figures
from defilade.kernel import System
from defilade.rules.presentation import Presenter
from defilade.rules.sk import BALANCE, WINNING
from defilade.rules.sk.full import BALANCE as FULL_BALANCE
from defilade.rules.sk.full import WINNING as FULL_WINNING
from defilade.systems.campaigns import Campaigns
from defilade.systems.record import Card, Maps, SystemRecord, TextTable
from defilade.systems.tables import CaseTable, ExerciseTable, Reader


def _first_kit() -> System[Any]:
    from defilade.rules.sk.system import SkSystem

    return SkSystem()


def _full_kit() -> System[Any]:
    from defilade.rules.sk.full.edition import FULL_KIT
    from defilade.rules.sk.system import SkSystem

    return SkSystem(edition=FULL_KIT)


def _card(system: System[Any], scenario: str, options: Mapping[str, str]) -> Card:
    from defilade.rules.sk.system import SkSystem

    assert isinstance(system, SkSystem)
    card = system.card(scenario, options)
    return Card(
        id=card.id,
        system=system.id,
        title=card.title,
        date=card.date,
        place=card.place,
        sides=tuple(card.sides),
        turns=card.turns,
        boards=tuple(placed.board for placed in card.map_spec.boards),
        victory=card.victory_text,
        provenance=card.provenance,
    )


def _presenter(system: System[Any]) -> Presenter:
    from defilade.rules.sk.presentation import SkPresenter

    return SkPresenter(system)


def _judge() -> Judge:
    from defilade.ai.starter_kit.quick.decisions import decide

    return decide


def _tactics() -> Tactics:
    from defilade.ai.starter_kit.plans.tactics import StarterKitTactics

    return StarterKitTactics()


def _figures() -> Figures:
    from defilade.ai.starter_kit.reading.figures import StarterKitFigures

    return StarterKitFigures()


def _cases(system: System[Any]) -> CaseTable:
    from defilade.rules.sk.system import SkSystem
    from defilade.systems.starter_kit.case_table import cases

    assert isinstance(system, SkSystem)
    return cases(system)


def _exercises(system: System[Any]) -> ExerciseTable:
    from defilade.rules.sk.system import SkSystem
    from defilade.systems.starter_kit.exercise_table import exercises

    assert isinstance(system, SkSystem)
    return exercises(system, "exercises/sk")


def _full_exercises(system: System[Any]) -> ExerciseTable:
    from defilade.rules.sk.system import SkSystem
    from defilade.systems.starter_kit.exercise_table import exercises

    assert isinstance(system, SkSystem)
    return exercises(system, "exercises/elst")


def _reader(system: System[Any]) -> Reader:
    from defilade.rules.sk.system import SkSystem
    from defilade.systems.starter_kit.reader import reader

    assert isinstance(system, SkSystem)
    return reader(system)


def _maps(system: System[Any]) -> Maps:
    from defilade.rules.sk.system import SkSystem
    from defilade.systems.starter_kit.maps import maps

    assert isinstance(system, SkSystem)
    return maps(system)


def _text_table(system: System[Any], state: Any) -> TextTable:
    from defilade.rules.sk.system import SkSystem
    from defilade.systems.starter_kit.text_board import text_table

    assert isinstance(system, SkSystem)
    return text_table(system.play(state))


def _campaigns() -> Campaigns:
    from defilade.systems.starter_kit.campaigns import ElstCampaigns

    return ElstCampaigns()


FIRST_KIT = SystemRecord(
    id="sk1",
    name="ASL Starter Kit #1",
    make=_first_kit,
    card=_card,
    books=("sk1",),
    presenter=_presenter,
    judge=_judge,
    tactics=_tactics,
    figures=_figures,
    winning=WINNING,
    cases=_cases,
    exercises=_exercises,
    reader=_reader,
    balance=BALANCE,
    maps=_maps,
    text_table=_text_table,
)


FULL_KIT = SystemRecord(
    id="elst",
    name="ASL Starter Kit, with guns and vehicles",
    make=_full_kit,
    card=_card,
    books=("elst",),
    presenter=_presenter,
    judge=_judge,
    tactics=_tactics,
    figures=_figures,
    winning=FULL_WINNING,
    cases=_cases,
    exercises=_full_exercises,
    reader=_reader,
    balance=FULL_BALANCE,
    maps=_maps,
    campaigns=_campaigns,
    text_table=_text_table,
)
