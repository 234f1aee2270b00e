"""Where the computer wants the fire of its artillery."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.ai.squad_leader.picture import Picture, harm, worth
from defilade.kernel import Action
from defilade.rules.sl.artillery.batteries import firepower, radius
from defilade.rules.sl.artillery.correcting import CANCEL, FIRE, KEEP, SPOT
from defilade.rules.sl.artillery.radio import CALL
from defilade.rules.sl.artillery.spotting import REQUEST
from defilade.tactics.artillery import blast_area
from defilade.tactics.fire_table import column_for
from defilade.tactics.names import Hex

VERBS = frozenset({CALL, REQUEST, FIRE, SPOT, KEEP, CANCEL})
FRIENDS_COUNT = 1.6
"""How much worse it is to strike one's own than good to strike the enemy."""
GOOD_ENOUGH = 0.35
"""Squads that fire for effect should take on average."""
ASTRAY = 0.8
"""What is left of the worth of fire that may go astray."""
SPOTTED = 0.5


def effect(p: Picture, module_id: str, hex: Hex) -> float:
    """What fire for effect on a hex can be expected to take of the enemy, less what it takes of friends, in squads."""
    g = p.g
    module = g.state.modules[module_id]
    column = column_for(g.fire_table.columns, firepower(g, module))
    area = blast_area(g.map, g.map.centres[g.map.ground_hex(hex)], radius(module))
    total = 0.0
    for place in g.state.stacks:
        if g.map.ground_hex(place) not in area:
            continue
        drm = g.terrain_of(place).tem
        for unit in g.units_in(place):
            lost = harm(g.tables.infantry_fire_table, column, drm, 0, 7) * worth(g, unit)
            total += lost if unit.side == p.enemy else -FRIENDS_COUNT * lost
    return total


def choose(p: Picture, options: Sequence[Action]) -> Action:
    """To call, to ask for fire where it does most, and to fire as soon as it pays."""
    calls = [option for option in options if option.verb == CALL]
    if calls:
        return calls[0]
    asked = [option for option in options if option.verb == REQUEST]
    if asked:
        best = max(asked, key=lambda option: (effect(p, option.who[0], option.at), option.at))
        done = next((option for option in options if option.verb == "done"), None)
        on_board = p.g.state.modules[best.who[0]].fp > 0  # a gun that does nothing else
        poor = on_board and effect(p, best.who[0], best.at) < GOOD_ENOUGH
        return done if poor and done is not None else best
    module = p.g.state.modules[options[0].who[0]]
    worths = {option: value(p, module.at, option) for option in options if option.verb in VERBS}
    return max(worths, key=lambda option: (worths[option], option.verb == KEEP, option.at))


def value(p: Picture, at: Hex, option: Action) -> float:
    if option.verb == CANCEL:
        return 0.0
    promise = effect(p, option.who[0], option.at) * (1.0 if option.at == at else ASTRAY)
    if option.verb == FIRE:
        return promise if promise >= GOOD_ENOUGH else -1.0 + promise
    return 0.01 + SPOTTED * max(0.0, promise)
