"""Squad Leader, composed: its parts, scenarios and views."""

from __future__ import annotations

import random
from collections.abc import Mapping

from defilade.hexgrid import shared_map
from defilade.kernel import Action, Described, Over, System
from defilade.kernel.composition import Rules
from defilade.rules.content_files import ContentFiles
from defilade.rules.sl import (
    advance,
    close_combat,
    fire,
    fire_phases,
    firers,
    hazards,
    marks,
    morale,
    movement,
    options,
    rally,
    rout,
    sequence,
    set_up,
    smoke,
    smoke_grenades,
    special_rules,
    terrain,
    vehicle_fire,
    victory,
    withdrawal,
    wording,
)
from defilade.rules.sl.artillery.parts import ARTILLERY
from defilade.rules.sl.card import Scenario, ScenarioError, load_scenarios
from defilade.rules.sl.eyes.parts import EYES
from defilade.rules.sl.ground.parts import FALLEN_HOUSES, GROUND
from defilade.rules.sl.guns.parts import GUNS
from defilade.rules.sl.lessons import card_of_lesson, load_lessons
from defilade.rules.sl.lessons import start as start_lesson
from defilade.rules.sl.library import Library, library
from defilade.rules.sl.marches.parts import MARCHES
from defilade.rules.sl.mines.parts import MINE_PARTS
from defilade.rules.sl.mounts.parts import MOUNTS
from defilade.rules.sl.options import options_refusal
from defilade.rules.sl.people.parts import PEOPLE, WAYS
from defilade.rules.sl.state import SlPlay, State, Table, clone_state
from defilade.rules.sl.vehicles.parts import VEHICLES
from defilade.rules.sl.water.parts import WATER
from defilade.rules.sl.weapons.parts import WEAPONS
from defilade.rules.sl.works.parts import WORKS
from defilade.tactics import secrets
from defilade.tactics.names import Side

MODULES = (
    options,
    sequence,
    victory,
    set_up,
    rally,
    morale,
    firers,
    fire,
    fire_phases,
    hazards,
    movement,
    rout,
    advance,
    close_combat,
    withdrawal,
    smoke,
    smoke_grenades,
    vehicle_fire,
    marks,
    special_rules,
)
PARTS = (
    *(module.PART for module in MODULES),
    *PEOPLE,
    *EYES,
    *GROUND,
    *MARCHES,
    *MOUNTS,
    *WATER,
    *VEHICLES,
    *FALLEN_HOUSES,
    *WEAPONS,
    *GUNS,
    *WORKS,
    *MINE_PARTS,
    *ARTILLERY,
    *WAYS,
)


class SlSystem(System[State]):
    """Classic Squad Leader: the infantry game."""

    id = "sl"
    version = "1"

    def __init__(self, scenarios: Mapping[str, Scenario] | None = None, kit: Library | None = None) -> None:
        self.rules = Rules(PARTS)
        self.procedures = self.rules.procedures
        self.library = kit if kit is not None else library()
        self._scenarios = dict(scenarios if scenarios is not None else load_scenarios(self.library))
        self._tables: dict[str, Table] = {}

    def with_scenarios(self, scenarios: Mapping[str, Scenario]) -> SlSystem:
        """The same rules with other scenarios."""
        return SlSystem(scenarios, self.library)

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
                return card_of_lesson(lesson, self.library)
            known = ", ".join(self._scenarios)
            raise ScenarioError(scenario, "", f"there is no such scenario; there are {known}") from None

    def table_of(self, scenario: str) -> Table:
        """The unchanging parts of a game, shared by all states of it."""
        table = self._tables.get(scenario)
        if table is None:
            card = self.scenario(scenario)
            refusal = options_refusal(self.rules, card.options)
            if refusal is not None:
                raise ScenarioError(scenario, "options", refusal.reason)
            profile = terrain.los_profile(card, self.library)
            board = shared_map(card.map_spec, profile, ContentFiles().own_boards)
            table = self._tables[scenario] = Table.of(board, self.library, card, self.rules)
        return table

    def start(self, scenario: str, options: Mapping[str, str]) -> State:
        table = self.table_of(scenario)
        refusal = options_refusal(self.rules, options, table.scenario.options, table.scenario.offers)
        if refusal is not None:
            raise ScenarioError(scenario, "options", refusal.reason)
        if scenario not in self._scenarios:
            return start_lesson(table, load_lessons()[scenario])
        state = State(scenario=scenario, options=dict(options), sides=tuple(table.scenario.sides))
        set_up.begin(SlPlay(state, table))
        return state

    def sides(self, state: State) -> tuple[str, ...]:
        return state.sides

    def play(self, state: State) -> SlPlay:
        return SlPlay(state, self.table_of(state.scenario))

    def state_type(self) -> type[State]:
        return State

    def clone(self, state: State) -> State:
        return clone_state(state)

    def result(self, state: State) -> Over:
        assert state.over is not None, "the stack ran empty without a result"
        return state.over

    def redact(self, state: State, side: Side) -> State:
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
        return wording.describe(self.play(state), action)
