"""Questions about figures that cases, teaching and the table ask, in players' words: `relative range g1 a1`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from defilade.rules.upfront.close_quarters import close_combat
from defilade.rules.upfront.designs.design_figures import DESIGN_FIGURES
from defilade.rules.upfront.game import groups, values
from defilade.rules.upfront.game.attack import Attack, breakdown
from defilade.rules.upfront.game.cards import name_of
from defilade.rules.upfront.game.play import UfPlay, cower_bar
from defilade.rules.upfront.ground import hull_down, night, to_hit
from defilade.rules.upfront.infantry import (
    boxed_fire,
    discards,
    firepower,
    terrain,
    victory,
)
from defilade.rules.upfront.infantry.fire import attack_refusal, fire_attack
from defilade.rules.upfront.ordnance import overrun
from defilade.rules.upfront.scenarios import two_parts
from defilade.rules.upfront.transfers import infiltration
from defilade.rules.upfront.transfers.encirclement import can_encircle, is_encircled
from defilade.rules.upfront.transfers.flanking import can_flank
from defilade.rules.upfront.turn import sequence, starshells
from defilade.rules.upfront.vehicles import afv_close_combat


class UnknownFigure(Exception):
    """A question that nobody understands."""


def _uses(g: UfPlay, card: str, side: str) -> list[str]:
    """What a card can be used for by a side."""
    found = g.deck[card].uses_for(g.side(side).nation)
    return [name_of(use) for use in found if cower_bar(g, side, g.deck[card], use) is None]


def _fire_modifier(g: UfPlay, firer: str, target: str) -> int:
    """What terrain and movement add to a fire attack."""
    attack = fire_attack(g.group(firer), g.group(target))
    return int(breakdown(g, attack).drm)


def _may_fire(g: UfPlay, firer: str, target: str) -> bool:
    return attack_refusal(g, fire_attack(g.group(firer), g.group(target))) is None


def _infiltration_column(g: UfPlay, man: str, group: str) -> int:
    """Where the number must be red for a man who tries to infiltrate."""
    return int(infiltration.infiltration_column(g, g.man(man), g.group(group)).total)


def _shot(g: UfPlay, unit: str, group: str, how: str = "") -> tuple[to_hit.Piece, Attack]:
    """The ordnance of a card, and its shot at a group."""
    piece = to_hit.piece_of(g, g.unit(unit))
    if piece is None:
        raise UnknownFigure(f"{unit} has no ordnance")
    return piece, to_hit.shot_at(g, piece, g.group_of(g.unit(unit)), g.group(group), how)


def _to_hit(g: UfPlay, unit: str, group: str, how: str = "") -> str:
    """The To Hit frequency as it would be printed."""
    return to_hit.shown(int(to_hit.to_hit(g, _shot(g, unit, group, how)[1]).total))


def _may_shoot(g: UfPlay, unit: str, group: str, how: str = "") -> bool:
    return to_hit.shot_refusal(g, *_shot(g, unit, group, how)) is None


def _hit_strength(g: UfPlay, unit: str, group: str, number: str, how: str = "") -> int:
    """What a hit with this To Hit number would be worth against the group."""
    _, attack = _shot(g, unit, group, how)
    added = to_hit.worth(g, attack, int(to_hit.to_hit(g, attack).total), int(number))
    target = g.members(g.group(group))[0]
    return int(breakdown(g, msgspec.structs.replace(attack, added=added), target).total)


def _overrun_strength(g: UfPlay, unit: str, group: str, number: str) -> int:
    """The strength of an Overrun with this number drawn."""
    vehicle = g.machine(unit)
    attack = overrun.overrun_attack(g, vehicle, g.group_of(vehicle), g.group(group), int(number))
    return int(breakdown(g, attack).total)


def _assault_strength(g: UfPlay, man: str, unit: str, how: str = "") -> int:
    """The strength of a man's Close Combat attack on a vehicle before the draw, with his charge if that is said."""
    charge = how == afv_close_combat.CHARGE
    return int(afv_close_combat.assault_strength(g, g.man(man), g.machine(unit), charge).total)


def _boxed_firepower(g: UfPlay, firer: str, target: str) -> int:
    """What a group can do to an open-topped vehicle."""
    attack = fire_attack(g.group(firer), g.group(target))
    return boxed_fire.boxed_firepower(g, attack, inherent=True)


FIGURES: dict[str, Callable[..., Any]] = {
    "uses": _uses,
    "relative range": lambda g, a, b: groups.relative_range(g.group(a), g.group(b)),
    "firepower": lambda g, a, b: firepower.group_firepower(g, fire_attack(g.group(a), g.group(b))),
    "fire modifier": _fire_modifier,
    "may fire": _may_fire,
    "morale": lambda g, man: values.morale(g, g.man(man)),
    "panic": lambda g, man: values.panic(g, g.man(man)),
    "kia": lambda g, man: values.kia(g, g.man(man)),
    "may flank": lambda g, a, b: can_flank(g, g.group(a), g.group(b)),
    "may encircle": lambda g, a, b: can_encircle(g, g.group(a), g.group(b)),
    "flanks": lambda g, group: list(g.group(group).flanks),
    "encircled": lambda g, group: is_encircled(g, g.group(group)),
    "terrain": lambda g, group: terrain.terrain_of(g.group(group)),
    "moving": lambda g, group: terrain.is_moving(g.group(group)),
    "position": lambda g, man: g.group_of(g.unit(man)).members.index(man) + 1,
    "covers": lambda g, group: terrain.reduces_fire(g, g.group(group)),
    "hand limit": lambda g, side: sequence.hand_limit(g, side),
    "discard limit": lambda g, side: discards.discard_limit(g, side),
    "points": lambda g, side: victory.victory_points(g, side),
    "losses": lambda g, side: victory.losses_of(g, side),
    "infiltration column": _infiltration_column,
    "close combat value": lambda g, unit: int(close_combat.close_combat_value(g, g.unit(unit)).total),
    "to hit": _to_hit,
    "may shoot": _may_shoot,
    "hit strength": _hit_strength,
    "hull down": lambda g, unit, group: hull_down.is_hull_down(g, _shot(g, unit, group)[1]),
    "overrun value": lambda g, unit: overrun.overrun_value(g, g.machine(unit)),
    "overrun strength": _overrun_strength,
    "assault strength": _assault_strength,
    "boxed firepower": _boxed_firepower,
    "observation range": lambda g, a, b: int(night.observation(g, g.group(a), g.group(b)).total),
    "lit": lambda g, group: starshells.is_lit(g, g.group(group)),
    "wins at the time limit": lambda g: victory.end_of_time(g).winner,
    "part": lambda g: 2 if two_parts.in_second_part(g) else 1,
    "enemies": lambda g, side: g.enemies(side),
    "deck": lambda g, side: g.tray(side).number,
}
"""Question -> how it is answered, given the ids that follow it. Sections add questions of their own."""
FIGURES |= DESIGN_FIGURES


def answer(g: UfPlay, question: str) -> Any:
    """The answer to a question: its words, then the ids it is about."""
    words = question.split()
    for length in range(len(words), 0, -1):
        asked = FIGURES.get(" ".join(words[:length]))
        if asked is not None:
            try:
                return asked(g, *words[length:])
            except (KeyError, TypeError, ValueError) as error:
                raise UnknownFigure(f"{question!r} cannot be answered: {error}") from None
    raise UnknownFigure(f"{question!r}: there is no such figure; there are {', '.join(FIGURES)}")
