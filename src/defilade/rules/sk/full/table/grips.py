"""Turning by clicking: options that are facings become grips around the piece that they turn."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Choice
from defilade.kernel.composition import Part
from defilade.rules.board_scene import bearing
from defilade.rules.presentation import Handle
from defilade.rules.sk.asking import handles
from defilade.rules.sk.full.vehicles import turning
from defilade.rules.sk.full.vehicles.driving import Driving
from defilade.rules.sk.state import SkPlay
from defilade.rules.sk.wording import words

PART = Part()

HULL = ("steer", "pivot", "turn", "face")
"""Verbs that turn a whole piece; `turret` and `swing` turn what is on it."""
TURRET = ("turret", "swing")


@PART.answers(handles)
def turns(g: SkPlay, choice: Choice) -> Iterable[Handle]:
    found = []
    for option in choice.options:
        if option.verb not in (*HULL, *TURRET) or not option.how.isdigit():
            continue
        piece = piece_of(g, option)
        place = place_of(g, piece, choice) if piece else ""
        if not place:
            continue
        found.append(
            Handle(
                str(option),
                piece,
                place,
                bearing(int(option.how)),
                "inner" if option.verb in TURRET else "outer",
                words(g, option),
                cost_of(g, option),
            )
        )
    return found


def piece_of(g: SkPlay, option: Action) -> str:
    """Whom an option turns; the last named is the Gun of who is named before it."""
    if option.who:
        return option.who[-1]
    top = g.state.stack[-1]
    if isinstance(top, Driving):
        return top.vehicle
    fresh = [one for guns in g.state.hidden.values() for one in guns if one.facing < 0]
    return fresh[-1].weapon if fresh else ""


def place_of(g: SkPlay, piece: str, choice: Choice) -> str:
    if choice.at:
        return choice.at
    if piece in g.state.vehicles:
        return g.vehicle(piece).hex
    if piece in g.state.weapons and g.state.weapons[piece].hex:
        return g.state.weapons[piece].hex
    hidden = (one.hex for guns in g.state.hidden.values() for one in guns if one.weapon == piece)
    return next(hidden, "")


def cost_of(g: SkPlay, option: Action) -> str:
    top = g.state.stack[-1]
    if option.verb != "steer" or not isinstance(top, Driving):
        return ""
    return str(turning.turn_cost(g, g.vehicle(top.vehicle)))
