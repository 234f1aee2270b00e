"""Anti-tank weapons: which shot is worth it, by its odds."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.ai.squad_leader.picture import Picture, harm, worth
from defilade.kernel import Action
from defilade.rules.sl import morale
from defilade.rules.sl.state import PFPH, SlPlay
from defilade.rules.sl.weapons import anti_tank_fire, shells
from defilade.rules.sl.weapons.launchers import kind_of_launcher
from defilade.tactics.fire_table import column_for
from defilade.tactics.names import Hex

VERBS = frozenset({"shoot", shells.SHELL})
A_VEHICLE, STOPPED = 2.0, 0.8
"""What a vehicle is worth, in squads, and what it is worth to stop it."""
ONE_SHOT, MANY = 0.25, 0.05
"""What a weapon that is gone after its shot must promise, and one that fires again."""
WALLS = 0.1
"""What it is worth to tear a wooden wall open."""


def value_of(p: Picture, option: Action) -> float:
    """Expected harm, in squads, less what the ammunition is worth."""
    g = p.g
    weapon = g.state.weapons[option.who[1]]
    price = ONE_SHOT if kind_of_launcher(g, weapon).once else MANY
    if option.verb == "shoot":
        _, odds = anti_tank_fire.odds(g, anti_tank_fire.shot_of(option))
        return A_VEHICLE * odds.get("destroyed", 0.0) + STOPPED * odds.get("stopped", 0.0) - price
    found = shells.odds(g, shells.shell_of(g, option))
    hit = found[1]["hit"] if found is not None else 0.0
    return hit * effect(p, g, option.at, g.weapon_type(weapon).fp) - price


def effect(p: Picture, g: SlPlay, hex: Hex, fp: int) -> float:
    """What a shell does to the enemies in a hex that it hits."""
    if not fp:
        return WALLS
    column = column_for(g.fire_table.columns, fp)
    table = g.tables.infantry_fire_table
    return sum(
        worth(g, unit) * harm(table, column, 0, 0, morale.morale_level(g, unit))
        for unit in g.side_in(hex, p.enemy)
    )


def best_shot(p: Picture, options: Sequence[Action]) -> Action | None:
    """The shot that promises most; none where every weapon is better kept. Who fires it in the PFPh does not move
    then, which is well where an AFV is the target."""
    best, chosen = 0.0, None
    for option in options:
        if option.verb not in VERBS or (
            option.verb == shells.SHELL and p.g.state.phase == PFPH and p.attacks
        ):
            continue
        value = value_of(p, option)
        if value > best:
            best, chosen = value, option
    return chosen


def who_directs(p: Picture, options: Sequence[Action]) -> Action:
    """A leader who helps, or nobody."""
    leading = [option for option in options if option.verb == "direct"]
    best = min(leading, key=lambda option: morale.leadership(p.g, p.g.unit(option.who[0])), default=None)
    if best is not None and morale.leadership(p.g, p.g.unit(best.who[0])) < 0:
        return best
    return options[-1]
