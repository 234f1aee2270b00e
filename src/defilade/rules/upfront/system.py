"""Up Front, composed: its sections, scenarios and views.

Source: the rules of Up Front, second edition. A module a rulebook section; `PARTS` is the whole game.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from defilade.kernel import Action, Described, Over, System
from defilade.kernel.composition import Rules
from defilade.rules.content_files import fields_of_format_1
from defilade.rules.designs import DESIGN, in_short
from defilade.rules.tables import Tables
from defilade.rules.upfront.close_quarters import berserk, close_combat, prisoners
from defilade.rules.upfront.designs import dyo_victory
from defilade.rules.upfront.fortifications import minefields, pillbox
from defilade.rules.upfront.game import (
    deck,
    groups,
    losses,
    seats,
    values,
    views,
)
from defilade.rules.upfront.game.library import Library, library
from defilade.rules.upfront.game.play import Table, UfPlay
from defilade.rules.upfront.game.scenario import Scenario, ScenarioError, designed, load_scenarios, with_cards
from defilade.rules.upfront.game.state import State, clone_state
from defilade.rules.upfront.ground import (
    hull_down,
    los_divider,
    night,
    team,
    terrain_capture,
    to_hit,
)
from defilade.rules.upfront.infantry import (
    concealment,
    crews,
    discards,
    entrenchment,
    fire,
    firepower,
    flamethrowers,
    hero,
    movement,
    moving_fire,
    radio,
    rally,
    resolution,
    smoke,
    snipers,
    terrain,
    troop_types,
    victory,
    weapon_capture,
    wire,
    wording,
)
from defilade.rules.upfront.ordnance import (
    acquired_targets,
    chances,
    infantry_guns,
    light_anti_tank,
    magnetic_mines,
    malfunction,
    mortars,
    ordnance,
    overrun,
    repair,
    smoke_shells,
    wounds,
)
from defilade.rules.upfront.scenarios import (
    elan,
    partisans,
    range_reset,
    reinforcements,
    scenario_rules,
    team_transfer,
    three_sides,
    two_parts,
    withdrawal,
)
from defilade.rules.upfront.scenarios.lessons import card_of, load_lessons
from defilade.rules.upfront.scenarios.lessons import start as start_lesson
from defilade.rules.upfront.transfers import (
    acquisition,
    demolition,
    encirclement,
    flanking,
    group_transfer,
    individual_transfer,
    infiltration,
    last_moments,
    radio_contact,
)
from defilade.rules.upfront.turn import (
    command,
    sequence,
    setup,
    starshells,
    starting_terrain,
)
from defilade.rules.upfront.vehicles import (
    afv,
    afv_close_combat,
    afv_damage,
    afv_movement,
    afv_rally,
)

PARTS = (
    deck,
    groups,
    range_reset,
    terrain,
    movement,
    values,
    losses,
    firepower,
    fire,
    resolution,
    concealment,
    rally,
    hero,
    discards,
    victory,
    sequence,
    setup,
    crews,
    moving_fire,
    smoke,
    wire,
    command,
    snipers,
    infiltration,
    close_combat,
    weapon_capture,
    terrain_capture,
    flanking,
    encirclement,
    group_transfer,
    individual_transfer,
    last_moments,
    demolition,
    flamethrowers,
    acquisition,
    malfunction,
    repair,
    pillbox,
    minefields,
    reinforcements,
    los_divider,
    radio_contact,
    team,
    team_transfer,
    dyo_victory,
    elan,
    withdrawal,
    entrenchment,
    berserk,
    wounds,
    prisoners,
    to_hit,
    ordnance,
    radio,
    smoke_shells,
    infantry_guns,
    light_anti_tank,
    acquired_targets,
    mortars,
    scenario_rules,
    hull_down,
    afv,
    afv_damage,
    afv_rally,
    afv_movement,
    afv_close_combat,
    overrun,
    magnetic_mines,
    starshells,
    night,
    partisans,
    troop_types,
    three_sides,
    two_parts,
    starting_terrain,
    chances,
)

OPTIONS = (
    "opponent", "attacker", "minute", afv.TANK_FEAR, "tables", "scenario-2", "opponent-2", "attacker-2"
)  # fmt: skip
"""Table options: who plays against the German, who attacks, whether turns last a minute (UF:16.31), whether infantry
without tanks fears those of the enemy (UF:28.9-opt), and how many games are played side by side by two teams (UF:41);
for each further table the scenario, if it is another one (UF:41.8), who plays against the German there, and who
attacks."""

CARD_OPTIONS = (DESIGN, *(f"{DESIGN}-{n}" for n in range(2, seats.MOST_TABLES + 1)), *seats.TEAM_OPTIONS)
"""Those on which it depends by what scenarios a game is played."""
TABLES_KEPT = 200


class UfSystem(System[State]):
    """Up Front."""

    id = "upfront"
    version = "3"

    def __init__(self, scenarios: Mapping[str, Scenario] | None = None, box: Library | None = None) -> None:
        self.rules = Rules(part.PART for part in PARTS)
        self.procedures = self.rules.procedures
        self.box = box if box is not None else library()
        self._scenarios = dict(scenarios if scenarios is not None else load_scenarios())
        self._tables: Tables[tuple[str, ...], Table] = Tables(TABLES_KEPT)

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

    def card(self, scenario: str, options: Mapping[str, str]) -> Scenario:
        """The scenario that a game is played by: one of those that are known, or one that it brings along."""
        text = options.get(DESIGN)
        if text is None:
            return self.scenario(scenario)
        if scenario in self._scenarios:
            raise ScenarioError(scenario, DESIGN, "there is a scenario of this name already")
        return designed(scenario, text, self.box)

    def table(self, scenario: str, options: Mapping[str, str] | None = None) -> Table:
        """The unchanging parts of a game, shared by all states of it."""
        chosen = options or {}
        key = (
            (scenario, *(chosen[name] for name in CARD_OPTIONS if name in chosen)) if chosen else (scenario,)
        )
        return self._tables.get(key) or self._tables.found(key, lambda: self._table(scenario, chosen))

    def _table(self, scenario: str, options: Mapping[str, str]) -> Table:
        card, others = self.card(scenario, options), self._others(options)
        every = {str(n + 1): card for n in range(int(options.get("tables") or 1))} | others
        box = self.box
        for one in every.values():
            box = with_cards(box, one)
        return Table(box, card, self.rules, every if others else {})

    def _others(self, options: Mapping[str, str]) -> dict[str, Scenario]:
        """Table -> its scenario, where that is chosen by itself (UF:41.8)."""
        found = {}
        for table in map(str, range(2, int(options.get("tables") or 1) + 1)):
            text, name = options.get(f"{DESIGN}-{table}"), options.get(f"scenario-{table}")
            if text is not None:
                found[table] = designed("", text, self.box)
            elif name:
                found[table] = self.scenario(name)
        return found

    def start(self, scenario: str, options: Mapping[str, str]) -> State:
        card = self.card(scenario, options)
        if scenario not in self._scenarios and DESIGN not in options:
            lesson = load_lessons()[scenario]
            return start_lesson(self.table(scenario, lesson.situation.options), lesson)
        self._check_options(card, options)
        places = self._seats(card, options)
        state = State(scenario=scenario, options=dict(options), sides=tuple(seat.side for seat in places))
        setup.begin(UfPlay(state, self.table(scenario, options)), places)
        return state

    def _seats(self, card: Scenario, options: Mapping[str, str]) -> list[seats.Seat]:
        return seats.seats(card, options, self._others(options))

    def _check_options(self, card: Scenario, options: Mapping[str, str]) -> None:
        values = seats.option_values(card, options, self._scenarios) | {
            "minute": ("off", "on"),
            afv.TANK_FEAR: ("off", "on"),
        }
        barred = seats.team_refusal(card, options)
        for name, value in in_short(options).items():
            allowed = values.get(name)
            if allowed is None:
                raise ScenarioError(card.id, f"option {name}", f"unknown; there are {', '.join(OPTIONS)}")
            if value not in allowed and not (barred and name in seats.TEAM_OPTIONS):
                why = (
                    f"{value!r} is none of {', '.join(allowed)}" if allowed else "there is nothing to choose"
                )
                raise ScenarioError(card.id, f"option {name}", why)
        if barred:
            raise ScenarioError(card.id, "option tables", barred)
        for table, other in self._others(options).items():
            if not other.plays_in_teams() or other.night != card.night:
                raise ScenarioError(card.id, f"table {table}", f"{other.title} cannot be played beside it")

    def sides(self, state: State) -> tuple[str, ...]:
        return state.sides

    def team(self, state: State, side: str) -> str:
        return state.players[side].team

    def sides_with(self, scenario: str, options: Mapping[str, str]) -> tuple[str, ...]:
        """Who plays a scenario, or a lesson, with these options of the table."""
        card = self.card(scenario, options)
        self._check_options(card, options)
        return tuple(seat.side for seat in self._seats(card, options))

    def play(self, state: State) -> UfPlay:
        return UfPlay(state, self.table(state.scenario, state.options))

    def fields_of_format_1(self) -> dict[str, tuple[str, ...]]:
        return fields_of_format_1("upfront")

    def state_type(self) -> type[State]:
        return State

    def clone(self, state: State) -> State:
        return clone_state(state)

    def result(self, state: State) -> Over:
        assert state.over is not None, "the stack ran empty without a result"
        return state.over

    def redact(self, state: State, side: str) -> State:
        return views.redact(state, side)

    def determinize(self, view: State, side: str, rng: random.Random) -> State:
        state = clone_state(view)
        views.guess(self.play(state), rng)
        return state

    def describe(self, state: State, action: Action) -> Described:
        return wording.describe(self.play(state), action)
