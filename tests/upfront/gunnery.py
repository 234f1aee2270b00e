"""Situations with ordnance for the tests of Up Front."""

from __future__ import annotations

from typing import Any

from defilade.rules.upfront.game.attack import Attack
from defilade.rules.upfront.ground.to_hit import shot_at, shown, to_hit
from defilade.rules.upfront.ordnance.ordnance import piece_of
from upfront.situation import Situation


def duel(firer: dict[str, Any], target: dict[str, Any], **more: Any) -> Situation:
    """A German group with ordnance against an American one, at Relative Range 4 unless they say otherwise."""
    groups = [{"side": "german", "range": 2, **firer}, {"side": "american", "range": 2, **target}]
    return Situation("german", groups, **{"german": ["fire 1"], "american": ["movement"], **more})


def shot(s: Situation, shooter: str, target: str, how: str = "") -> Attack:
    """The shot of a card at a group, before any hit."""
    unit = s.unit(shooter)
    piece = piece_of(s.g, unit)
    assert piece is not None
    return shot_at(s.g, piece, s.group(unit.group), s.group(target), how)


def frequency(s: Situation, shooter: str, target: str, how: str = "") -> str:
    """The To Hit frequency as players say it."""
    return shown(int(to_hit(s.g, shot(s, shooter, target, how)).total))


def lines(s: Situation, shooter: str, target: str, how: str = "") -> dict[str, float]:
    """What makes up the frequency: rule -> steps."""
    return {line.rule: line.value for line in to_hit(s.g, shot(s, shooter, target, how)).lines[1:]}


def shoot(
    s: Situation, shooter: str, target: str, *draws: str, how: str = "", card: str = "fire"
) -> Situation:
    """Fire a shot to its end: no concealment, resolved, and these cards come up."""
    group = s.unit(shooter).group
    s.do(f"shoot {group}+{shooter}+<{card}> {target}" + (f" {how}" if how else ""))
    if s.offers("declare"):
        s.do("declare")
    if s.options("no"):
        s.do("no")
    s.do("resolve").draw(*draws)
    while s.options("no"):  # no Hero either
        s.do("no")
    return s
