"""Every rule system of the program, and every scenario of every system.

Scenario ids are unique across systems, so a scenario can be named without saying which rules it is played by.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec

from defilade.kernel import System
from defilade.rules.citations import Citations
from defilade.rules.designs import DESIGN


class UnknownSystem(Exception):
    """There is no rule system of this id."""


class UnknownScenario(Exception):
    """No system has a scenario of this id."""


class Card(msgspec.Struct, frozen=True):
    """A scenario as a player picks it."""

    id: str
    system: str
    title: str
    date: str
    place: str
    sides: tuple[str, ...]
    turns: int
    boards: tuple[str, ...]
    victory: str
    provenance: str

    @property
    def heading(self) -> str:
        """The title, with place and date as far as they are known."""
        about = ", ".join(part for part in (self.place, self.date) if part)
        return f"{self.title}: {about}" if about else self.title

    @property
    def length(self) -> str:
        """How long it lasts: in turns on boards, in decks of cards without."""
        return f"{self.turns} turns" if self.boards else f"{self.turns} decks"


class SystemEntry(msgspec.Struct, frozen=True):
    """A system: its name, how it is made, and how its cards are read."""

    name: str
    make: Callable[[], System[Any]]
    card: Callable[[System[Any], str], Card]
    books: tuple[str, ...] = ()
    """The ledgers that its games cite, the one that counts first."""
    own_card: Callable[[System[Any], str, Mapping[str, str]], Card] | None = None
    """The card of a game that brings its own scenario along, in systems that have such games."""


def _make_sk1() -> System[Any]:
    from defilade.rules.sk.system import SkSystem

    return SkSystem()


def _sk1_card(system: System[Any], scenario: str) -> Card:
    from defilade.rules.sk.system import SkSystem

    assert isinstance(system, SkSystem)
    card = system.scenario(scenario)
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


def _make_upfront() -> System[Any]:
    from defilade.rules.upfront.system import UfSystem

    return UfSystem()


def _upfront_card(system: System[Any], scenario: str, options: Mapping[str, str] | None = None) -> Card:
    from defilade.rules.upfront.scenario import sides_of
    from defilade.rules.upfront.seats import seats
    from defilade.rules.upfront.system import UfSystem

    assert isinstance(system, UfSystem)
    card = system.card(scenario, options or {})
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


SYSTEMS: dict[str, SystemEntry] = {
    "sk1": SystemEntry("ASL Starter Kit #1", _make_sk1, _sk1_card, ("sk1",)),
    "upfront": SystemEntry("Up Front", _make_upfront, _upfront_card, ("upfront",), _upfront_card),
}


@cache
def find_system(system: str) -> System[Any]:
    """The system of this id. One object serves all games of it, so that maps and tables are built once."""
    entry = SYSTEMS.get(system)
    if entry is None:
        raise UnknownSystem(f"there is no rule system {system!r}; there are: {', '.join(SYSTEMS)}")
    return entry.make()


def system_name(system: str) -> str:
    """As it says on the box."""
    return SYSTEMS[system].name


@cache
def citations_of(system: str) -> Citations:
    """How the games of a system cite."""
    return Citations(SYSTEMS[system].books if system in SYSTEMS else ())


def cards(system: str = "") -> list[Card]:
    """The scenarios of one system, or of all."""
    systems = [find_system(name) for name in ([system] if system else SYSTEMS)]
    return [SYSTEMS[rules.id].card(rules, scenario) for rules in systems for scenario in rules.scenarios()]


def find_card(scenario: str) -> Card:
    """The scenario of this id, in capitals or not, or the lesson."""
    every = cards()
    for card in every:
        if card.id.lower() == scenario.lower():
            return card
    for system in map(find_system, SYSTEMS):
        if scenario in system.lessons():
            return SYSTEMS[system.id].card(system, scenario)
    known = ", ".join(card.id for card in every)
    raise UnknownScenario(f"there is no scenario {scenario!r}; there are: {known}")


def card_of(system: str, scenario: str, options: Mapping[str, str]) -> Card:
    """The card that a game is played by: one of those above, or one that the game brings along."""
    own = SYSTEMS[system].own_card if system in SYSTEMS else None
    if own is None or DESIGN not in options:
        return find_card(scenario)
    return own(find_system(system), scenario, options)


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
