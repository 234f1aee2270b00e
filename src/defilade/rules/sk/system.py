"""The Starter Kit, composed: the procedures, scenarios and views of an edition."""

from __future__ import annotations

import random
from collections.abc import Mapping

from defilade.kernel import Action, Described, Over, System
from defilade.kernel.composition import Rules
from defilade.rules.content_files import ContentFiles, fields_of_format_1
from defilade.rules.designs import DESIGN, in_short
from defilade.rules.sk import setup, wording
from defilade.rules.sk.bare_maps import bare_map, is_bare
from defilade.rules.sk.edition import Edition
from defilade.rules.sk.first_kit import FIRST_KIT
from defilade.rules.sk.foresight import whole_attack
from defilade.rules.sk.lessons import Lesson, card_of, load_lessons
from defilade.rules.sk.lessons import start as start_lesson
from defilade.rules.sk.library import Library
from defilade.rules.sk.scenario import (
    Scenario,
    ScenarioError,
    check_on_map,
    designed,
    in_season,
    load_scenarios,
)
from defilade.rules.sk.state import SkPlay, State, Table, clone_state
from defilade.rules.sk.terrain import playing_area
from defilade.rules.tables import Tables
from defilade.tactics import secrets
from defilade.tactics.names import Side

TABLES_KEPT = 64


class SkSystem(System[State]):
    """A Starter Kit as its edition says; the first one where none is named."""

    def __init__(
        self,
        scenarios: Mapping[str, Scenario] | None = None,
        lib: Library | None = None,
        edition: Edition = FIRST_KIT,
    ) -> None:
        self.id = edition.id
        self.version = edition.version
        self.edition = edition
        self.rules = Rules(edition.parts)
        self.procedures = self.rules.procedures
        self.library = lib if lib is not None else edition.library(None)
        self._scenarios = dict(scenarios if scenarios is not None else self._cards())
        self._tables: Tables[tuple[str, str, str], Table] = Tables(TABLES_KEPT)

    def _cards(self) -> dict[str, Scenario]:
        return load_scenarios(folder=self.edition.scenarios, kit=self.library)

    def with_scenarios(self, scenarios: Mapping[str, Scenario]) -> SkSystem:
        """The same rules with other scenarios."""
        return SkSystem(scenarios, self.library, self.edition)

    def scenarios(self) -> tuple[str, ...]:
        return tuple(self._scenarios)

    def written_lessons(self) -> dict[str, Lesson]:
        """Every lesson by its id, in the order in which they are learned."""
        return load_lessons(self.edition.lessons)

    def lessons(self) -> tuple[str, ...]:
        return tuple(self.written_lessons())

    def seed_of(self, scenario: str) -> str:
        lesson = self.written_lessons().get(scenario)
        return lesson.seed if lesson is not None and scenario not in self._scenarios else ""

    def scenario(self, scenario: str) -> Scenario:
        try:
            return self._scenarios[scenario]
        except KeyError:
            lesson = self.written_lessons().get(scenario)
            if lesson is not None:
                return card_of(lesson, self.library)
            known = ", ".join(self._scenarios)
            raise ScenarioError(scenario, "", f"there is no such scenario; there are {known}") from None

    def table(self, state: State) -> Table:
        options = state.options
        return self.table_of(state.scenario, options.get("balance", ""), options.get(DESIGN, ""))

    def card(self, scenario: str, options: Mapping[str, str]) -> Scenario:
        """The scenario that a game is played by: one of those that are known, or one that it brings along."""
        return self._card(scenario, options.get(DESIGN, ""))

    def _card(self, scenario: str, design: str) -> Scenario:
        if not design:
            return bare_map(scenario) if is_bare(scenario) else self.scenario(scenario)
        if scenario in self._scenarios:
            raise ScenarioError(scenario, DESIGN, "there is a scenario of this name already")
        return designed(scenario, design, self.library)

    def table_of(self, scenario: str, balance: str, design: str = "") -> Table:
        """The unchanging parts of a game, shared by all states of it."""
        key = (scenario, balance, design)
        return self._tables.get(key) or self._tables.found(key, lambda: self._table(*key))

    def _table(self, scenario: str, balance: str, design: str) -> Table:
        card = self._card(scenario, design)
        if balance:
            card = card.balanced(balance)
        card = in_season(card, self.library)
        profile = self.edition.los(card, self.library)
        board = playing_area(card.map_spec, profile, ContentFiles().own_boards)
        check_on_map(card, board, self.library)
        return Table.of(board, self.library, card, self.rules)

    def start(self, scenario: str, options: Mapping[str, str]) -> State:
        card = self.card(scenario, options)
        self._check_options(card, options)
        if scenario not in self._scenarios and DESIGN not in options:
            return start_lesson(self.table_of(scenario, ""), self.written_lessons()[scenario])
        table = self.table_of(scenario, options.get("balance", ""), options.get(DESIGN, ""))
        state = State(scenario=scenario, options=dict(options), sides=tuple(table.scenario.sides))
        setup.begin(SkPlay(state, table))
        return state

    def _check_options(self, card: Scenario, options: Mapping[str, str]) -> None:
        for name, value in in_short(options).items():
            values = self.edition.options.get(name)
            if values is None:
                raise ScenarioError(
                    card.id, f"option {name}", f"unknown; there are {', '.join(self.edition.options)}"
                )
            allowed = (*values, *card.balances) if name == "balance" else values
            if value not in allowed:
                raise ScenarioError(card.id, f"option {name}", f"{value!r} is none of {', '.join(allowed)}")

    def sides(self, state: State) -> tuple[str, ...]:
        return state.sides

    def play(self, state: State) -> SkPlay:
        return SkPlay(state, self.table(state))

    def fields_of_format_1(self) -> dict[str, tuple[str, ...]]:
        return fields_of_format_1("sk")

    def state_type(self) -> type[State]:
        return State

    def clone(self, state: State) -> State:
        return clone_state(state)

    def result(self, state: State) -> Over:
        assert state.over is not None, "the stack ran empty without a result"
        return state.over

    def redact(self, state: State, side: Side) -> State:
        """What the Starter Kit hides: buildings that the other side has fortified in secret (SK1:S3-ssr1)."""
        view = clone_state(state)
        secrets.conceal(self.play(view), side)
        return view

    def has_secrets(self, state: State) -> bool:
        return secrets.has_secrets(self.play(state))

    def determinize(self, view: State, side: Side, rng: random.Random) -> State:
        state = clone_state(view)
        secrets.guess(self.play(state), side, rng)
        return state

    def describe(self, state: State, action: Action) -> Described:
        return whole_attack(self, state, action) or wording.describe(self.play(state), action)
