"""Where players learn how a system is played. Players play every system; what they know of one is told to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from defilade.ai.tactician.tactics import Tactics
from defilade.ai.winning import Chances
from defilade.kernel import Action, System, View

Judge = Callable[[View[Any], System[Any]], Action | None]
"""Takes what looks best one step ahead; none where it has no opinion."""


class Minds(Protocol):
    """Of each system, what there is to know."""

    def judge(self, system: str) -> Judge | None:
        """Its quick look; none for a system without one."""

    def tactics(self, system: str) -> Tactics | None:
        """Its plans; none for a system without any."""

    def chances(self, system: str) -> Chances | None:
        """The chance of winning from its positions; none for a system whose games nobody has learned from."""
