"""Stances: the same judgement with a different temper.

A plan is a stance kept for a while.  Where the stances agree on what to do, it is done; where they differ, the
search plays each of them out.
"""

from __future__ import annotations

import msgspec


class Stance(msgspec.Struct, frozen=True):
    """How much weight what has. 1 is as calculated."""

    name: str
    means: str
    """In a few words, for a player who asks what the plan is."""
    risk_moving: float = 0.55
    """How much of the fire that could be brought on a mover is expected to be."""
    risk_resting: float = 0.5
    risk_later: float = 0.45
    ground: float = 1.0
    """How much getting nearer to what decides the game counts."""
    fire: float = 1.0
    """How much firing counts, beside moving."""
    hold_fire: float = 1.0
    """How good a first-fire shot must be, beside what may come."""
    close_combat: float = 1.0


BALANCED = Stance("balanced", "weigh fire, ground and cover as they come")
ASSAULT = Stance(
    "assault",
    "go for the ground now and accept fire on the way",
    risk_moving=0.35,
    risk_resting=0.3,
    risk_later=0.35,
    ground=1.5,
    fire=0.6,
    hold_fire=0.8,
    close_combat=1.3,
)
FIREFIGHT = Stance(
    "firefight",
    "shoot first and go forward when they are broken",
    risk_moving=0.8,
    risk_resting=0.7,
    ground=0.6,
    fire=1.6,
)
CAUTION = Stance(
    "caution",
    "stay out of sight, hold fire for good shots and keep the force whole",
    risk_moving=0.9,
    risk_resting=0.9,
    risk_later=0.8,
    ground=0.8,
    fire=0.9,
    hold_fire=1.4,
    close_combat=0.7,
)

STANCES = {stance.name: stance for stance in (BALANCED, ASSAULT, FIREFIGHT, CAUTION)}
