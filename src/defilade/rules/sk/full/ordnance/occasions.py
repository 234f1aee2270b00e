"""When ordnance is fired (SKF:3.2.4-h): in a fire phase, or at movers in the enemy's MPh.

Guns and Panzerfausts are picked alike on both occasions; each says once what there is to pick.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from defilade.kernel import Action, Refusal
from defilade.kernel.composition import Entries, Part
from defilade.rules.sk.first_fire import (
    FirstFire,
    first_fire_bar,
    first_fire_options,
    first_fire_taken,
    targets_left,
)
from defilade.rules.sk.full.ordnance.shots import Occasion
from defilade.rules.sk.prep_fire import fire_begins, fire_option_bar, fire_options
from defilade.rules.sk.state import MPH, SkPlay
from defilade.tactics.names import Side

PART = Part()


class WayToFire(NamedTuple):
    """An action by which a side begins to fire: which there are on an occasion, what it begins, and why it may not."""

    verb: str
    options: Callable[[SkPlay, Occasion], list[Action]]
    begin: Callable[[SkPlay, Occasion, Action], None]
    why_not: Callable[[SkPlay, Occasion, Action], Refusal | None]


WAYS_TO_FIRE = Entries[WayToFire]("ways to fire ordnance", key=lambda way: way.verb)


def occasion_in(g: SkPlay, window: FirstFire) -> Occasion:
    return Occasion(MPH, g.defender, window.hex, targets_left(g, window))


def _options(g: SkPlay, occasion: Occasion) -> list[Action]:
    return [option for way in WAYS_TO_FIRE(g).values() for option in way.options(g, occasion)]


def _begins(g: SkPlay, occasion: Occasion, action: Action) -> bool:
    way = WAYS_TO_FIRE(g).get(action.verb)
    if way is None:
        return False
    way.begin(g, occasion, action)
    return True


def _why_not(g: SkPlay, occasion: Occasion, action: Action) -> Refusal | None:
    way = WAYS_TO_FIRE(g).get(action.verb)
    return way.why_not(g, occasion, action) if way is not None else None


@PART.answers(fire_options)
def in_fire_phase(g: SkPlay, phase: str, side: Side) -> list[Action]:
    return _options(g, Occasion(phase, side))


@PART.answers(first_fire_options)
def at_movers(g: SkPlay, window: FirstFire) -> list[Action]:
    return _options(g, occasion_in(g, window))


@PART.answers(fire_begins)
def begins_in_phase(g: SkPlay, phase: str, side: Side, action: Action) -> bool:
    return _begins(g, Occasion(phase, side), action)


@PART.answers(first_fire_taken)
def begins_at_movers(g: SkPlay, window: FirstFire, action: Action) -> bool:
    return _begins(g, occasion_in(g, window), action)


@PART.answers(fire_option_bar)
def barred_in_phase(g: SkPlay, phase: str, side: Side, action: Action) -> Refusal | None:
    return _why_not(g, Occasion(phase, side), action)


@PART.answers(first_fire_bar)
def barred_at_movers(g: SkPlay, window: FirstFire, action: Action) -> Refusal | None:
    return _why_not(g, occasion_in(g, window), action)
