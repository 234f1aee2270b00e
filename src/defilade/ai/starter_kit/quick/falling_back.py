"""Broken units: how they get away, and how they come round."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.ai.starter_kit.quick.judgement import Judgement
from defilade.kernel import Action
from defilade.rules.sk import rout
from defilade.tactics.names import UnitId

CRAWLING = 0.25
"""What it costs to get one hex only, beside what it saves."""


def choose_router(j: Judgement, options: Sequence[Action]) -> Action:
    """Whoever must, goes; others only if they are under fire where they are. Leaders stay where they are."""
    g = j.g
    alone = [option for option in options if option.verb == "rout" and len(option.who) == 1]
    for option in alone:
        if rout.must_rout(g, g.unit(option.who[0])):
            return option
    for option in alone:
        unit = g.unit(option.who[0])
        if j.danger(unit.hex, moving=False) > 0.1 and not j.lay.tem[unit.hex]:
            return option
    done = [option for option in options if option.verb == "done"]
    return done[0] if done else options[0]


def choose_way(j: Judgement, unit_id: UnitId, options: Sequence[Action]) -> Action:
    """The way that ends furthest from harm; under fire in the open it is better to crawl."""
    here = j.g.unit(unit_id).hex

    def value(option: Action) -> tuple[float, str]:
        hex = option.at or here
        safety = 0.3 * j.lay.tem[hex] - j.danger(hex, moving=False)
        safety += 0.02 * min(j.picture.nearest_enemy(hex), 10)
        safety += 0.4 * any(o.is_leader and not o.broken for o in j.g.side_in(hex, j.side))
        if option.verb == "low-crawl":
            safety -= CRAWLING
        elif option.verb == "rout-to" and j.lay.open[hex]:
            safety -= 2 * j.danger(hex, moving=True)
        return safety, str(option)

    return max(options, key=value)


PREFERENCE = ("rally", "self-rally", "repair", "recover")


def choose_rally(j: Judgement, options: Sequence[Action]) -> Action:
    """Everything that may help is tried, the likeliest first."""
    g = j.g
    for verb in PREFERENCE:
        found = [option for option in options if option.verb == verb]
        if verb in ("rally", "self-rally"):
            found.sort(key=lambda option: (g.unit(option.who[-1]).dm, option.who))
        if verb == "recover":
            found.sort(key=lambda option: (g.unit(option.who[0]).is_leader, option.who))
        if found:
            return found[0]
    return options[-1]
