"""Scenarios as PettingZoo environments (AEC): two programs, one of them asked at a time.

An action is the number of an option in the list that the game offers; the mask says how many there are.  Dice
fall inside the environment, from the seed that `reset` is given.  The winner is rewarded with 1, the loser
with -1, and nothing is paid before the end.

Needs the extra `pettingzoo`.
"""

from __future__ import annotations

import random
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from defilade.adapters.observation import CODES, Encoder
from defilade.kernel import Action, Chance, Choice, Event, Over, Position, Sampled, make_view
from defilade.rules.presentation import BoardScene
from defilade.systems import find_card, find_system, presenter_of

MAX_OPTIONS = 1024
Observation = dict[str, Any]


class NotABoardGame(Exception):
    """A scenario whose games are not shown on a map."""


class TooManyOptions(Exception):
    """A choice with more options than the environment has numbers for: make it with a larger `max_options`."""


def env(scenario: str = "S1", **settings: Any) -> Any:
    """An environment that refuses numbers out of range, ends the game at an illegal one, and insists on
    `reset` first."""
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(
            wrappers.TerminateIllegalWrapper(raw_env(scenario, **settings), illegal_reward=-1)
        )
    )


class raw_env(AECEnv):
    """A scenario without wrappers: an illegal number is an `IndexError`."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "defilade_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    position: Position[Any]
    _events: list[Event]

    def __init__(
        self,
        scenario: str = "S1",
        options: dict[str, str] | None = None,
        max_options: int = MAX_OPTIONS,
        max_decisions: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        card = find_card(scenario)
        self.system = find_system(card.system)
        self.scenario = card.id
        self.options = dict(options or {})
        self.max_decisions = max_decisions
        self.render_mode = render_mode
        self._presenter = presenter_of(self.system)
        self.position, _ = self.system.begin(self.scenario, self.options)
        self._encoder = self._make_encoder(card.sides[0], max_options)
        self.possible_agents = list(card.sides)
        space = self._observation_space()
        self._observation_spaces = dict.fromkeys(card.sides, space)
        self._action_spaces = {side: spaces.Discrete(max_options) for side in card.sides}

    def _make_encoder(self, side: str, max_options: int) -> Encoder:
        info = self._presenter.map_info(self.scenario, "")
        scene = self._presenter.scene(self.system.redact(self.position.state, side), side)
        if info is None or not isinstance(scene, BoardScene):
            raise NotABoardGame(f"{self.scenario} is not played on a map")
        return Encoder(info, scene, max_options)

    def _observation_space(self) -> Any:
        shapes = self._encoder
        return spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, shapes.planes_shape, np.float32),
                "game": spaces.Box(0.0, 1.0, shapes.game_shape, np.float32),
                "options": spaces.Box(0, CODES, shapes.options_shape, np.int32),
                "action_mask": spaces.Box(0, 1, (shapes.max_options,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> Any:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._action_spaces[agent]

    # -- playing -------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._dice = Sampled(random.Random(seed))
        self._decisions = 0
        self.position, self._events = self.system.begin(self.scenario, self.options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        moment = self.position.pending
        assert isinstance(moment, Choice)
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self._decisions += 1
        self._events = self.position.advance(moment.options[int(action)])
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Let the dice fall until somebody must choose or the game is over."""
        while isinstance(self.position.pending, Chance):
            self._events += self.position.advance(self._dice.draw(self.position.pending, 1))
        moment = self.position.pending
        for agent in self.agents:
            self.infos[agent] = {}
        if isinstance(moment, Over):
            self._finish(moment)
        elif isinstance(moment, Choice):
            self._ask(moment)

    def _ask(self, choice: Choice) -> None:
        if len(choice.options) > self._encoder.max_options:
            raise TooManyOptions(f"{choice.asks}: {len(choice.options)} options")
        self.agent_selection = choice.side
        self.infos[choice.side] = {"asks": choice.asks, "options": [str(option) for option in choice.options]}
        if self.max_decisions is not None and self._decisions >= self.max_decisions:
            self.truncations = dict.fromkeys(self.agents, True)

    def _finish(self, over: Over) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        teams = {agent: self.system.team(self.position.state, agent) for agent in self.agents}
        for agent in self.agents:
            won = teams[agent] == teams.get(over.winner, "")
            self.rewards[agent] = 0 if not over.winner else 1 if won else -1
            self.infos[agent] = {"winner": over.winner, "why": over.why}
        self.agent_selection = self.agents[0]

    # -- looking -------------------------------------------------------------------------------------------

    def observe(self, agent: str) -> Observation:
        """All that the side may know, as arrays; options only when it is the one to choose."""
        view = make_view(self.system, self.position, agent, self._decisions)
        scene = self._presenter.scene(view.state, agent)
        assert isinstance(scene, BoardScene)
        options: tuple[Action, ...] = ()
        if isinstance(view.pending, Choice) and view.pending.side == agent:
            options = view.pending.options
        encoder = self._encoder
        return {
            "observation": encoder.planes(scene, agent),
            "game": encoder.game(scene, agent),
            "options": encoder.options(scene, options),
            "action_mask": encoder.mask(options),
        }

    def render(self) -> str | None:
        """Where the game is and what has just happened, in words that everybody may read."""
        if self.render_mode is None:
            return None
        told = [event.text for event in self._events if not event.seen_by]
        return "\n".join([self._presenter.headline(self.position.state), *told])

    def close(self) -> None:
        """There is nothing to give back."""
