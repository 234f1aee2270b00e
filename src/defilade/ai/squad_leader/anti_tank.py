"""Anti-tank weapons: which shot is worth it, by its odds."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.ai.squad_leader.picture import Picture, harm, worth
from defilade.kernel import Action
from defilade.rules.sl import morale
from defilade.rules.sl.guns import quick_fire, shots_at_guns
from defilade.rules.sl.state import PFPH, SlPlay
from defilade.rules.sl.weapons import anti_tank_fire, shells
from defilade.rules.sl.weapons.launchers import barrel_of, kind_of_launcher, wants_crew
from defilade.tactics.fire_table import column_for
from defilade.tactics.names import Hex

VERBS = frozenset({"shoot", shells.SHELL, shots_at_guns.AT_GUN, quick_fire.BURST})
A_VEHICLE, STOPPED = 2.0, 0.8
"""What a vehicle is worth, in squads, and what it is worth to stop it."""
ONE_SHOT, MANY = 0.25, 0.05
"""What a weapon that is gone after its shot must promise, and one that fires again."""
A_GUN = 1.2
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
    if option.verb == shots_at_guns.AT_GUN:
        return A_GUN * shots_at_guns.odds(g, shots_at_guns.shot_of(option))[1]["destroyed"] - price
    barrel = barrel_of(g, weapon)
    if option.verb == quick_fire.BURST:
        return effect(p, g, option.at, barrel.ife if barrel is not None else 0) - price
    found = shells.odds(g, shells.shell_of(g, option))
    hit = found[1]["hit"] if found is not None else 0.0
    fp = shells.shell_fp(g, g.weapon_type(weapon).fp, weapon)
    return hit * effect(p, g, option.at, fp) - price


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
        if option.verb not in VERBS or (option.verb == shells.SHELL and better_on_foot(p, option)):
            continue
        value = value_of(p, option)
        if value > best:
            best, chosen = value, option
    return chosen


def better_on_foot(p: Picture, option: Action) -> bool:
    """Who attacks goes on rather than fire at infantry before he moves; but the crew of a gun stays with it."""
    weapon = p.g.state.weapons[option.who[1]]
    return p.g.state.phase == PFPH and p.attacks and not wants_crew(p.g, weapon)


def who_directs(p: Picture, options: Sequence[Action]) -> Action:
    """A leader who helps, or nobody."""
    leading = [option for option in options if option.verb == "direct"]
    best = min(leading, key=lambda option: morale.leadership(p.g, p.g.unit(option.who[0])), default=None)
    if best is not None and morale.leadership(p.g, p.g.unit(best.who[0])) < 0:
        return best
    return options[-1]
