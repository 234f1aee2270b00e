"""ASL Starter Kit #1, composed: its procedures, scenarios and views.

Source: the rules of ASL Starter Kit #1 (infantry). Nothing of its 420 ledger rows is left out. Guns, vehicles and
artillery belong to the full kit, which composes more parts on the same state.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import ClassVar

from defilade.kernel import Action, Described, Over, System
from defilade.kernel.composition import Rules
from defilade.rules.content_files import ContentFiles, fields_of_format_1
from defilade.rules.sk import (
    advance,
    advancing_fire,
    ambush,
    attack,
    attack_plan,
    card_dice,
    charge_placement,
    close_combat,
    close_combat_declaration,
    control,
    demolition,
    effects,
    field_promotion,
    final_fire,
    fire,
    first_fire,
    flamethrowers,
    fortified_buildings,
    interdiction,
    late_arrivals,
    machine_gun_fire,
    melee,
    morale,
    movement,
    prep_fire,
    rally,
    residual,
    rout,
    sequence,
    setup,
    smoke,
    special_movement,
    special_rules,
    stack_movement,
    support_weapons,
    tactical_reserve,
    victory,
    views,
    weapons_on_the_move,
    weather,
    wording,
)
from defilade.rules.sk.foresight import whole_attack
from defilade.rules.sk.lessons import card_of, load_lessons
from defilade.rules.sk.lessons import start as start_lesson
from defilade.rules.sk.library import Library, library
from defilade.rules.sk.scenario import Scenario, ScenarioError, check_on_map, in_season, load_scenarios
from defilade.rules.sk.state import SkPlay, State, Table, clone_state
from defilade.rules.sk.terrain import playing_area

PARTS = (
    sequence,
    control,
    victory,
    card_dice,
    weather,
    late_arrivals,
    setup,
    tactical_reserve,
    special_rules,
    rally,
    support_weapons,
    prep_fire,
    fire,
    attack_plan,
    fortified_buildings,
    machine_gun_fire,
    flamethrowers,
    attack,
    effects,
    morale,
    movement,
    stack_movement,
    special_movement,
    smoke,
    weapons_on_the_move,
    charge_placement,
    residual,
    first_fire,
    final_fire,
    advancing_fire,
    demolition,
    rout,
    interdiction,
    advance,
    close_combat,
    close_combat_declaration,
    ambush,
    melee,
    field_promotion,
)

OPTIONS: dict[str, tuple[str, ...]] = {
    "los": ("assisted", "strict"),
    "balance": ("",),
}
"""Table options and their values, the default first; `balance` also takes the name of a side, or `even`."""


class SkSystem(System[State]):
    """ASL Starter Kit #1."""

    id: ClassVar[str] = "sk1"
    version: ClassVar[str] = "2"

    def __init__(self, scenarios: Mapping[str, Scenario] | None = None, lib: Library | None = None) -> None:
        self.rules = Rules(part.PART for part in PARTS)
        self.procedures = self.rules.procedures
        self._library = lib if lib is not None else library()
        self._scenarios = dict(scenarios if scenarios is not None else load_scenarios())
        self._tables: dict[tuple[str, str], Table] = {}

    def with_scenarios(self, scenarios: Mapping[str, Scenario]) -> SkSystem:
        """The same rules with other scenarios."""
        return type(self)(scenarios, self._library)

    def scenarios(self) -> tuple[str, ...]:
        return tuple(self._scenarios)

    def lessons(self) -> tuple[str, ...]:
        return tuple(load_lessons())

    def seed_of(self, scenario: str) -> str:
        lesson = load_lessons().get(scenario)
        return lesson.seed if lesson is not None and scenario not in self._scenarios else ""

    def scenario(self, scenario: str) -> Scenario:
        try:
            return self._scenarios[scenario]
        except KeyError:
            lesson = load_lessons().get(scenario)
            if lesson is not None:
                return card_of(lesson)
            known = ", ".join(self._scenarios)
            raise ScenarioError(scenario, "", f"there is no such scenario; there are {known}") from None

    def table(self, state: State) -> Table:
        return self.table_of(state.scenario, state.options.get("balance", ""))

    def table_of(self, scenario: str, balance: str) -> Table:
        """The unchanging parts of a game, shared by all states of it."""
        key = (scenario, balance)
        table = self._tables.get(key)
        if table is None:
            card = self.scenario(scenario)
            if balance:
                card = card.balanced(balance)
            card = in_season(card, self._library)
            board = playing_area(
                card.map_spec, card.grain_in_season, ContentFiles().own_boards, self._library
            )
            check_on_map(card, board, self._library)
            table = self._tables[key] = Table.of(board, self._library, card, self.rules)
        return table

    def start(self, scenario: str, options: Mapping[str, str]) -> State:
        card = self.scenario(scenario)
        self._check_options(card, options)
        if scenario not in self._scenarios:
            return start_lesson(self.table_of(scenario, ""), load_lessons()[scenario])
        table = self.table_of(scenario, options.get("balance", ""))
        state = State(scenario=scenario, options=dict(options), sides=tuple(table.scenario.sides))
        setup.begin(SkPlay(state, table))
        return state

    def _check_options(self, card: Scenario, options: Mapping[str, str]) -> None:
        for name, value in options.items():
            values = OPTIONS.get(name)
            if values is None:
                raise ScenarioError(card.id, f"option {name}", f"unknown; there are {', '.join(OPTIONS)}")
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

    def redact(self, state: State, side: str) -> State:
        """What the Starter Kit hides: buildings that the other side has fortified in secret (SK1:S3-ssr1)."""
        view = clone_state(state)
        views.conceal(self.play(view), side)
        return view

    def has_secrets(self, state: State) -> bool:
        return views.has_secrets(self.play(state))

    def determinize(self, view: State, side: str, rng: random.Random) -> State:
        state = clone_state(view)
        views.guess(self.play(state), side, rng)
        return state

    def describe(self, state: State, action: Action) -> Described:
        return whole_attack(self, state, action) or wording.describe(self.play(state), action)
