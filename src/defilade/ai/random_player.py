"""A player that takes any legal option: the weakest opponent, and the fuzzer's hand."""

from __future__ import annotations

import random
from typing import Any

from defilade.ai.player import choice_of
from defilade.kernel import Action, System, View


class RandomPlayer:
    """Every option is equally likely."""

    def choose(self, view: View[Any], system: System[Any], rng: random.Random) -> Action:
        options = choice_of(view).options
        return options[int(rng.random() * len(options))]
