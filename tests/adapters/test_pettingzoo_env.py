"""The PettingZoo environment, by PettingZoo's own tests and by ours."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="the extra 'pettingzoo' is not installed: make extras")

from pettingzoo.test import api_test, seed_test

from defilade.adapters import pettingzoo_env
from defilade.adapters.pettingzoo_env import NotABoardGame, TooManyOptions, raw_env

# PettingZoo's tests warn of matters of taste, such as agents named by nation.
pytestmark = pytest.mark.filterwarnings("ignore")


def play(env, rng, decisions=10_000):
    """Play at random; gives each side's reward at the end."""
    rewards = {}
    for agent in env.agent_iter(decisions):
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            rewards[agent] = reward
            env.step(None)
        else:
            env.step(rng.choice(np.flatnonzero(observation["action_mask"])))
    return rewards


@pytest.mark.parametrize("scenario", ["S1", "S3"])
def test_it_passes_the_api_test(scenario):
    api_test(pettingzoo_env.env(scenario), num_cycles=150)


def test_it_passes_the_seed_test():
    seed_test(lambda: pettingzoo_env.env("S2"), num_cycles=120)


def test_a_whole_game_ends_with_a_winner_and_a_loser():
    env = pettingzoo_env.env("S2")
    env.reset(seed=7)
    assert sorted(play(env, np.random.default_rng(1)).values()) == [-1, 1]


def test_seeds_tell_games_apart():
    def digest(seed):
        env = raw_env("S2")
        env.reset(seed=seed)
        play(env, np.random.default_rng(1), 300)
        return env.position.digest()

    assert digest(1) == digest(1) != digest(2)


def test_infos_name_the_options_of_the_side_that_chooses():
    env = raw_env("S1")
    env.reset(seed=1)
    agent = env.agent_selection
    observation, _, _, _, info = env.last()
    assert len(info["options"]) == observation["action_mask"].sum()
    other = next(side for side in env.agents if side != agent)
    assert env.infos[other] == {}
    assert not env.observe(other)["action_mask"].any()


def test_an_illegal_number_loses_the_game():
    env = pettingzoo_env.env("S1")
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(1023)
    assert env.unwrapped.rewards[loser] == -1 and all(env.terminations.values())


def test_a_game_can_be_cut_short():
    env = raw_env("S1", max_decisions=5)
    env.reset(seed=1)
    assert play(env, np.random.default_rng(1)) == {"american": 0, "german": 0}
    assert env.agents == []


def test_it_tells_what_happened():
    env = raw_env("S1", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == "Set-up"
    play(env, np.random.default_rng(1), 2)
    assert "sets up in" in env.render()
    assert raw_env("S1").render() is None


def test_what_does_not_fit_is_refused_by_name(monkeypatch):
    env = raw_env("S6", max_options=3)
    with pytest.raises(TooManyOptions):
        env.reset(seed=1)
    monkeypatch.setattr(pettingzoo_env.presenter_of(env.system).__class__, "map_info", lambda *_: None)
    with pytest.raises(NotABoardGame):
        raw_env("S1")
