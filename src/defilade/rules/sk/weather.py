"""Falling snow (SK1:S4-ssr1)."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Line
from defilade.kernel.composition import Part
from defilade.rules.sk.card_dice import CARD_DICE, CardDice
from defilade.rules.sk.card_rules import Snow
from defilade.rules.sk.los import weather_lines
from defilade.rules.sk.state import SkPlay

PART = Part()


@PART.answers(weather_lines)
def snow_lines(g: SkPlay, distance: int) -> Iterable[Line]:
    """SK1:S4-ssr1: falling snow hinders at range; like every hindrance it cancels FFMO (SK1:3.3.1-k)."""
    if not g.state.snow:
        return []
    return [
        Line("falling snow", rule.hindrance, rule.rule)
        for rule in g.scenario.rules_of(Snow)
        if distance >= rule.from_range
    ]


def snowfall(g: SkPlay, rule: Snow, dice: tuple[int, ...]) -> None:
    """SK1:S4-ssr1: 10 or more starts it, 3 or less stops it."""
    thrown = sum(dice)
    before = g.state.snow
    if thrown >= rule.starts_at:
        g.state.snow = True
    elif thrown <= rule.stops_at:
        g.state.snow = False
    now = "It is snowing" if g.state.snow else "It is not snowing"
    change = "" if g.state.snow == before else " from now on"
    g.say("weather", f"Weather DR {thrown}: {now.lower()}{change}.", rule.rule, side=g.attacker, dice=dice)


PART.adds(
    CARD_DICE,
    CardDice(Snow, "Does the snow begin or stop?", dice=2, due=lambda g, rule: True, take=snowfall),
)
