"""Stances: the same judgement with a different temper. Where they differ, the search plays each of them out."""

from __future__ import annotations

import msgspec


class Stance(msgspec.Struct, frozen=True):
    """How much weight what has. 1 is as calculated."""

    name: str
    means: str
    """In a few words, for a player who asks what the plan is."""
    ground: float = 1.0
    """How much getting nearer to what decides the game counts."""
    risk: float = 1.0
    """How much the fire that a group is exposed to counts."""
    fire: float = 1.0
    """How much harm to the enemy counts."""
    thrift: float = 1.0
    """How much a card in the hand counts."""


BALANCED = Stance("balanced", "weigh fire, ground, cover and cards as they come")
ASSAULT = Stance("assault", "go forward now and accept fire on the way", ground=1.7, risk=0.6, fire=0.8)
FIREFIGHT = Stance("firefight", "shoot whenever it does harm", ground=0.7, fire=1.5, thrift=0.8)
CAUTION = Stance(
    "caution", "stay in cover, keep good cards for good moments", ground=0.7, risk=1.6, thrift=1.4
)

STANCES = {stance.name: stance for stance in (BALANCED, ASSAULT, FIREFIGHT, CAUTION)}
