"""What a place is worth: by what the scenario asks for, by what can be done from there, and by what may come in."""

from __future__ import annotations

from defilade.ai.upfront.picture import Picture, points_count
from defilade.rules.upfront.fortifications.pillbox import in_pillbox
from defilade.rules.upfront.game.groups import relative_range
from defilade.rules.upfront.game.scenario import ATTACKER, DEFENDER
from defilade.rules.upfront.game.state import Group, Unit
from defilade.rules.upfront.game.victory_conditions import (
    Breakthrough,
    Pillbox,
    Points,
    Reach,
    RearGuard,
    Segments,
)
from defilade.rules.upfront.infantry.terrain import (
    is_moving,
    movement_cards,
    must_ford,
    reduces_fire,
    terrain_of,
)
from defilade.rules.upfront.infantry.wire import on_wire

STAKE = 12.0
"""What winning at once is worth."""
NEARER = (0.5, 0.24, 0.12, 0.05, 0.0, -0.04)
"""How much of the stake a force has that is so many steps from where it wins."""
ARRIVING = 0.36
"""And one that is there but still on the move."""
STUCK = {"marsh": 0.5, "stream": 0.6, "minefield": 0.8}
"""What it costs to get out of a place again."""
MEETING = 0.65
"""Where both may win by getting there, and nobody must, it does not pay to be the one who moves under fire."""

BARRED = (1.0, 0.4, 0.1, 0.0)
"""How much of an enemy's way is barred by a group that is so many steps from where it bars it."""
OUTSIDE = 0.45
"""How much of their points men have who are not in the Buildings that count, but may yet get there."""


def standing(picture: Picture, group: Group) -> float:
    """What it is worth to a side that its group stands so: one can ask of a group that stands otherwise, too."""
    found = picture.standings.get(group)
    if found is None:
        found = picture.standings[group] = _standing(picture, group)
    return found


def _standing(picture: Picture, group: Group) -> float:
    stance = picture.stance
    total = stance.ground * position(picture, group)
    if stance.prospect:
        total += stance.prospect * picture.prospect(group)
    total -= stance.cover * picture.lie(group).cover * len(group.members)
    if stance.risk:
        lasting = stance.moving if is_moving(group) else stance.stay
        total -= stance.risk * lasting * picture.exposure(group)
    return total - stuck(group)


def stuck(group: Group) -> float:
    cost = 0.35 if on_wire(group) else 0.0
    ground = terrain_of(group)
    if ground == "stream" and not must_ford(group):
        return cost
    if ground == "marsh" and movement_cards(group):
        return cost
    return cost + STUCK.get(ground, 0.0)


def urgency(picture: Picture) -> float:
    """Time presses those who must do something."""
    return 1.0 + 0.8 * picture.elapsed


def position(picture: Picture, group: Group) -> float:
    """Where a group is, by what the scenario asks for."""
    g = picture.g
    total = picture.stance.step * group.range * picture.strength_of(group)
    if points_count(g, group.side):
        total += points_of(picture, group)
    defends = g.side(group.side).role == DEFENDER
    goal = g.scenario_of(group.side).victory
    if isinstance(goal, Reach | Segments):
        total += guarding(picture, group, goal)
    match goal:
        case Reach() as victory if not (defends and is_one_sided(victory)):
            share = MEETING if victory.otherwise == "points" else picture.stance.patience if defends else 1.0
            total += share * reaching(picture, group, victory.chit, victory.men)
            return total + 0.3 * blocking(picture, group, victory.chit)
        case Segments() as victory if not defends:
            return total + reaching(picture, group, victory.chit, victory.men)
        case Reach() | Segments() as victory:
            return total + blocking(picture, group, victory.chit)
        case Pillbox():
            return total + (holding_out(picture, group) if defends else closing_in(picture, group))
        case RearGuard() as victory:
            return total + (keeping_off if defends else catching)(picture, group, victory.men)
        case Breakthrough() as victory if not defends:
            return total + reaching(picture, group, victory.chit, g.side(group.side).cards // 2, past=True)
        case Breakthrough():
            return total + 0.1 * group.range * picture.strength_of(group)
    return total


def points_of(picture: Picture, group: Group) -> float:
    """Victory Points for the range chit; those on the move are not counted yet, but will be."""
    victory = picture.g.scenario_of(group.side).victory
    share = 0.7 if is_moving(group) else 1.0
    if (
        isinstance(victory, Points)
        and victory.buildings_only
        and (terrain_of(group) != "buildings" or is_moving(group))
    ):
        share = OUTSIDE
    return picture.point * share * group.range * picture.strength_of(group)


def reaching(picture: Picture, group: Group, chit: int, men: int, *, past: bool = False) -> float:
    """How near a group is to the range chit where so many men win."""
    steps = chit - group.range
    if past and steps < 0:
        steps = 0
    near = nearness(picture, group, abs(steps))
    blocked = steps > 0 and any(group.range + enemy.range == 5 for enemy in picture.opposite(group))
    if blocked:
        near *= 0.7
    return claim(picture, group, near, men)


def claim(picture: Picture, group: Group, near: float, men: int) -> float:
    """What a group has of the stake, by how near it is and how many of the men that are needed it has."""
    return STAKE * urgency(picture) * near * min(1.2, picture.strength_of(group) / max(1, men))


def nearness(picture: Picture, group: Group, steps: int) -> float:
    """How much of the stake a group has that is so many steps from where it wins; all of it only in cover."""
    if steps == 0 and is_moving(group):
        return ARRIVING
    if steps == 0 and not reduces_fire(picture.g, group):
        return picture.stance.halted
    return NEARER[min(steps, len(NEARER) - 1)]


def blocking(picture: Picture, group: Group, chit: int) -> float:
    """It keeps the group opposite from its range chit: nobody advances past it (UF:5.7-a)."""
    needed = 6 - chit
    if not picture.opposite(group):
        return 0.1 * max(0, group.range)
    return picture.stance.blocking * picture.strength_of(group) * min(1.0, max(-0.3, group.range / needed))


def guarding(picture: Picture, group: Group, victory: Reach | Segments) -> float:
    """The same by what the group opposite is about to do, wherever it can win by getting there."""
    stance = picture.stance
    if not stance.guard or (is_one_sided(victory) and picture.g.side(group.side).role != DEFENDER):
        return 0.0
    barred = BARRED[min(max(0, 6 - victory.chit - group.range), len(BARRED) - 1)]
    if not barred:
        return 0.0
    return stance.guard * barred * sum(threat(picture, enemy, victory) for enemy in picture.opposite(group))


def is_one_sided(victory: Reach | Segments) -> bool:
    """Whether the attacker alone wins by getting there."""
    return isinstance(victory, Reach) and victory.by == ATTACKER


def threat(picture: Picture, enemy: Group, victory: Reach | Segments) -> float:
    """What a group would have of the stake if nothing stood in its way; what is there already cannot be kept off."""
    steps = victory.chit - enemy.range
    if steps <= 0:
        return 0.0
    return claim(picture, enemy, nearness(picture, enemy, steps), victory.men)


def holding_out(picture: Picture, group: Group) -> float:
    """Who leaves the Pillbox has lost."""
    if not in_pillbox(group):
        return 0.08 * group.range
    return STAKE - (6.0 if is_moving(group) else 0.0)


def closing_in(picture: Picture, group: Group) -> float:
    """Nearness to the Pillbox: fire at it does harm only from close by."""
    boxes = [enemy for enemy in picture.against(group) if in_pillbox(enemy)]
    near = max((relative_range(group, box) for box in boxes), default=0)
    return 0.22 * urgency(picture) * near * picture.strength_of(group)


def catching(picture: Picture, group: Group, men: int) -> float:
    """How near a group is to the rear guard."""
    return max((upon(picture, group, enemy, men) for enemy in picture.against(group)), default=0.0)


def keeping_off(picture: Picture, group: Group, men: int) -> float:
    """The same from the other side: whoever is caught loses."""
    return -0.6 * max((upon(picture, enemy, group, men) for enemy in picture.against(group)), default=0.0)


def upon(picture: Picture, group: Group, enemy: Group, men: int) -> float:
    """Men of the attacker at Relative Range 5 to the rear guard."""
    steps = 5 - relative_range(group, enemy)
    return claim(picture, group, nearness(picture, group, steps), men)


def denied(picture: Picture, group: Group, strength: int) -> float:
    """What an attack takes from a group besides men: the part of its place that those hold who are pinned or lost."""
    if not picture.stance.denial:
        return 0.0
    lost = 0.0
    for unit in picture.g.members(group):
        out, pinned = picture.odds(unit, strength)
        lost += absent(unit, out, pinned)
    return missed(picture, group, lost)


def absent(unit: Unit, out: float, pinned: float) -> float:
    """How much of a man no longer counts where he stands: all of one who is lost, half of one who is pinned."""
    return 0.5 * out if unit.pinned else 0.5 * (out + pinned) + 0.5 * out


def missed(picture: Picture, group: Group, lost: float) -> float:
    """What it takes from a group that so many men no longer count where it stands."""
    stance = picture.stance
    here = picture.strength_of(group)
    if not stance.denial or not here or picture.is_garrison(group.id):
        return 0.0  # one man who is pinned holds a Pillbox as well as three who are not
    place = position(picture, group)
    if place <= 0:
        return 0.0
    return picture.share(group.side) * stance.denial * place * min(1.0, lost / here)
