"""The list of systems, and what is asked of a system by its id.

>>> found = measured(find_card("S1"))
>>> found is not None and sum(found.wins.values()) + found.draws == found.games
True
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from defilade.ai.winning import Figures
from defilade.kernel import System
from defilade.rules.citations import Citations
from defilade.rules.designs import DESIGN
from defilade.rules.measured import Measured
from defilade.rules.measured import measured as figures_of
from defilade.rules.presentation import PlainPresenter, Presenter
from defilade.systems import squad_leader, starter_kit, upfront
from defilade.systems.campaigns import Campaigns
from defilade.systems.designing import Designs
from defilade.systems.record import Card, Maps, SystemRecord, TextTable
from defilade.systems.tables import CaseTable, ExerciseTable, Reader

_LISTED = (starter_kit.FIRST_KIT, starter_kit.FULL_KIT, squad_leader.RECORD, upfront.RECORD)
SYSTEMS: dict[str, SystemRecord] = {record.id: record for record in _LISTED}
"""Every system, in the order in which players are shown them."""

FIRST = next(iter(SYSTEMS))
"""The system that is meant where none is named."""


class UnknownSystem(Exception):
    """There is no rule system of this id."""


class UnknownScenario(Exception):
    """No system has a scenario of this id."""


class NotOffered(Exception):
    """Something that a system does not have."""

    def __init__(self, what: str, system: str, others: list[str]) -> None:
        super().__init__(f"there are no {what} of {system!r}; there are of: {', '.join(others)}")


def find_record(system: str) -> SystemRecord:
    """All that is known of a system."""
    record = SYSTEMS.get(system)
    if record is None:
        raise UnknownSystem(f"there is no rule system {system!r}; there are: {', '.join(SYSTEMS)}")
    return record


@cache
def _made(record: SystemRecord) -> System[Any]:
    return record.make()


def find_system(system: str) -> System[Any]:
    """The system of this id. One object serves all games of it, so that maps and tables are built once."""
    return _made(find_record(system))


def system_name(system: str) -> str:
    """As it says on the box."""
    return find_record(system).name


@cache
def _citations(record: SystemRecord) -> Citations:
    return Citations(record.books)


def citations_of(system: str) -> Citations:
    """How the games of a system cite."""
    return _citations(SYSTEMS[system]) if system in SYSTEMS else Citations(())


def presenter_of(system: System[Any]) -> Presenter:
    """How the games of a system are shown; plainly those of one that nobody has registered."""
    record = SYSTEMS.get(system.id)
    return record.presenter(system) if record is not None else PlainPresenter(system)


def cases_of(system: str) -> CaseTable:
    """How cases of a system are set up and read."""
    make = find_record(system).cases
    if make is None:
        raise NotOffered("cases", system, [name for name, one in SYSTEMS.items() if one.cases is not None])
    return make(find_system(system))


def exercises_of(system: str) -> ExerciseTable:
    """How exercises of a system are set up, played and judged."""
    make = find_record(system).exercises
    if make is None:
        raise NotOffered("exercises", system, with_exercises())
    return make(find_system(system))


def with_exercises() -> list[str]:
    """The systems that have exercises."""
    return [name for name, record in SYSTEMS.items() if record.exercises is not None]


def campaigns_of(system: str) -> Campaigns:
    """The campaigns of a system."""
    make = find_record(system).campaigns
    if make is None:
        raise NotOffered("campaigns", system, with_campaigns())
    return make()


def first_with_campaigns() -> str:
    """The system whose campaigns are meant where none is named."""
    found = with_campaigns()
    if not found:
        raise NotOffered("campaigns", "any system", [])
    return found[0]


def with_campaigns() -> list[str]:
    """The systems that have campaigns, first the one that is meant where none is named."""
    found = [name for name, record in SYSTEMS.items() if record.campaigns is not None]
    return sorted(found, key=lambda name: not SYSTEMS[name].campaigns_without_a_name)


def designs_of(system: str) -> Designs:
    """The games of the players' own of a system."""
    make = find_record(system).designs
    if make is None:
        raise NotOffered("designs", system, _with_designs())
    return make()


def first_with_designs() -> str:
    """The system whose designs are meant where none is named."""
    found = _with_designs()
    if not found:
        raise NotOffered("designs", "any system", [])
    return found[0]


def _with_designs() -> list[str]:
    return [name for name, record in SYSTEMS.items() if record.designs is not None]


def maps(board: str | None = None) -> Maps:
    """Boards with the lines of sight of the first system that is played on them: that knows the board, if one does."""
    offered = [record.maps(_made(record)) for record in SYSTEMS.values() if record.maps is not None]
    if not offered:
        raise NotOffered("maps", "any system", [])
    return next((one for one in offered if board is not None and one.reads(board)), offered[0])


def maps_of(system: str) -> Maps | None:
    """The maps of a system; none of one that is played without."""
    make = find_record(system).maps
    return make(find_system(system)) if make is not None else None


def text_table(system: System[Any], state: Any) -> TextTable | None:
    """A position for the terminal; none in a game without a map."""
    record = SYSTEMS.get(system.id)
    return record.text_table(system, state) if record is not None and record.text_table is not None else None


def reader_of(system: System[Any]) -> Reader | None:
    """Who can read this system's games for the lab, if anybody can."""
    record = SYSTEMS.get(system.id)
    return record.reader(system) if record is not None and record.reader is not None else None


def winning_figures_of(system: str) -> Figures | None:
    """What the chance of winning a system's games is read from, if anybody knows."""
    make = find_record(system).figures
    return make() if make is not None else None


def with_winning_figures() -> list[str]:
    """The systems from whose games the chance of winning can be learned."""
    return [name for name, record in SYSTEMS.items() if record.figures is not None]


# -- scenarios ---------------------------------------------------------------------------------------------


def cards(system: str = "") -> list[Card]:
    """The scenarios of one system, or of all."""
    records = [find_record(system)] if system else SYSTEMS.values()
    return [record.card(_made(record), name, {}) for record in records for name in _made(record).scenarios()]


def find_card(scenario: str) -> Card:
    """The scenario of this id, in capitals or not, or the lesson."""
    every = cards()
    for card in every:
        if card.id.lower() == scenario.lower():
            return card
    for record in SYSTEMS.values():
        if scenario in _made(record).lessons():
            return record.card(_made(record), scenario, {})
    known = ", ".join(card.id for card in every)
    raise UnknownScenario(f"there is no scenario {scenario!r}; there are: {known}")


def map_of(id: str) -> tuple[str, str]:
    """The system of a map and the map's id with it: that of a scenario, or of a map alone (`map.SYSTEM...`)."""
    kind, _, rest = id.partition(".")
    system = rest.partition(".")[0]
    if kind == "map" and system in SYSTEMS:
        return system, id
    card = find_card(id)
    return card.system, card.id


def card_of(system: str, scenario: str, options: Mapping[str, str]) -> Card:
    """The card that a game is played by: one of those above, or one that the game brings along."""
    if DESIGN not in options or system not in SYSTEMS:
        return find_card(scenario)
    return find_record(system).card(find_system(system), scenario, options)


def playing_sides(card: Card, options: Mapping[str, str]) -> tuple[str, ...]:
    """The sides that play with these table options, first those that the card names, in its order. Options can bring
    other nations to the table, or more tables."""
    if not options:
        return card.sides
    system = find_system(card.system)
    sides = system.sides(system.begin(card.id, options)[0].state)
    named = {side: place for place, side in enumerate(card.sides)}
    return tuple(sorted(sides, key=lambda side: named.get(side, len(named))))


def playing_teams(card: Card, options: Mapping[str, str]) -> dict[str, str]:
    """The sides that play with these table options, in the order of `playing_sides`, and the team of each."""
    system = find_system(card.system)
    state = system.begin(card.id, options)[0].state
    return {side: system.team(state, side) for side in playing_sides(card, options)}


def find_scenario(scenario: str) -> tuple[System[Any], str]:
    """The system that plays a scenario, and the scenario's id as written on its card."""
    card = find_card(scenario)
    return find_system(card.system), card.id


def with_figures() -> list[str]:
    """The systems whose figures are kept."""
    return [name for name, record in SYSTEMS.items() if record.balance]


def measured(card: Card) -> Measured | None:
    """How often each side has won a scenario; none where it has not been measured."""
    file = find_record(card.system).balance
    return figures_of(file, card.id, card.sides) if file else None
