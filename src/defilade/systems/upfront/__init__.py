"""Up Front."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from defilade.ai.minds import Judge
from defilade.ai.tactician.tactics import Tactics
from defilade.ai.winning import Figures
from defilade.kernel import System
from defilade.rules.presentation import Presenter
from defilade.systems.campaigns import Campaigns
from defilade.systems.designing import Designs
from defilade.systems.record import Card, CommandGroup, SystemRecord
from defilade.systems.tables import CaseTable, ExerciseTable

if TYPE_CHECKING:
    import typer


def _make() -> System[Any]:
    from defilade.rules.upfront.system import UfSystem

    return UfSystem()


def _card(system: System[Any], scenario: str, options: Mapping[str, str]) -> Card:
    from defilade.rules.upfront.game.scenario import sides_of
    from defilade.rules.upfront.game.seats import seats
    from defilade.rules.upfront.system import UfSystem

    assert isinstance(system, UfSystem)
    card = system.card(scenario, options)
    return Card(
        id=card.id,
        system=system.id,
        title=card.title,
        date=card.date,
        place=card.place,
        sides=tuple(sides_of(card, {}) if card.tables == 1 else (seat.side for seat in seats(card, {}))),
        turns=card.decks,
        boards=(),
        victory=card.victory_text,
        provenance=card.provenance,
    )


def _presenter(system: System[Any]) -> Presenter:
    from defilade.rules.upfront.table.presentation import UfPresenter

    return UfPresenter(system)


def _judge() -> Judge:
    from defilade.ai.upfront.greedy import decide

    return decide


def _tactics() -> Tactics:
    from defilade.ai.upfront.tactics import UpFrontTactics

    return UpFrontTactics()


def _figures() -> Figures:
    from defilade.ai.upfront.figures import UpFrontFigures

    return UpFrontFigures()


def _cases(system: System[Any]) -> CaseTable:
    from defilade.systems.upfront.case_table import UpFrontCases

    return UpFrontCases()


def _exercises(system: System[Any]) -> ExerciseTable:
    from defilade.systems.upfront.exercise_table import UpFrontExercises

    return UpFrontExercises()


def _campaigns() -> Campaigns:
    from defilade.systems.upfront.campaigns import UpFrontCampaigns

    return UpFrontCampaigns()


def _designs() -> Designs:
    from defilade.systems.upfront.designs import UpFrontDesigns

    return UpFrontDesigns()


def _campaign_commands() -> typer.Typer:
    from defilade.systems.upfront.campaign_commands import app

    return app


def _dyo_commands() -> typer.Typer:
    from defilade.systems.upfront.dyo_commands import app

    return app


RECORD = SystemRecord(
    id="upfront",
    name="Up Front",
    make=_make,
    card=_card,
    books=("upfront",),
    presenter=_presenter,
    judge=_judge,
    tactics=_tactics,
    figures=_figures,
    winning="upfront/winning.yaml",
    cases=_cases,
    exercises=_exercises,
    balance="upfront/balance.yaml",
    campaigns=_campaigns,
    campaigns_without_a_name=True,
    designs=_designs,
    commands=(
        CommandGroup("campaign", "Campaigns of Up Front: rosters from game to game.", _campaign_commands),
        CommandGroup("dyo", "Design your own games of Up Front.", _dyo_commands),
    ),
)
