"""Broken units: how they get away, how they come round; and SW that lie about or do not work."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.ai.starter_kit.reading.picture import Picture
from defilade.ai.starter_kit.reading.threat import LATER
from defilade.ai.starter_kit.reading.worth import full_worth
from defilade.kernel import Action
from defilade.rules.sk import interdiction, morale, rally, rout, terrain
from defilade.tactics.names import Hex, UnitId
from defilade.tactics.units import Unit

INTERDICTED = 0.35
"""The share of a broken unit that interdiction takes on average."""
CRAWLS = 0.08
STAYS_EXPOSED = 0.12
"""Danger from which a broken unit that may stay goes all the same."""


# -- rout --------------------------------------------------------------------------------------------------


def choose_router(picture: Picture, options: Sequence[Action]) -> Action:
    """Whoever must, goes; others only if they are under fire where they are."""
    g = picture.g
    alone = [option for option in options if option.verb == "rout" and len(option.who) == 1]
    for option in alone:
        if rout.must_rout(g, g.unit(option.who[0])):
            return _with_leader(picture, option, options)
    for option in alone:
        unit = g.unit(option.who[0])
        if picture.threat.at(unit.hex, unit, LATER) > STAYS_EXPOSED and not _led(picture, unit):
            return option
    done = [option for option in options if option.verb == "done"]
    return done[0] if done else options[0]


def _with_leader(picture: Picture, option: Action, options: Sequence[Action]) -> Action:
    """A leader who would stay behind alone beside the enemy goes along."""
    g = picture.g
    unit = g.unit(option.who[0])
    for other in options:
        if other.verb == "rout" and len(other.who) == 2 and other.who[0] == unit.id:
            leader = g.unit(other.who[1])
            friends = [u for u in g.side_in(leader.hex, leader.side) if not u.broken and u.id != leader.id]
            if not friends and rout.beside_enemy(g, leader):
                return other
    return option


def _led(picture: Picture, unit: Unit) -> bool:
    return any(morale.can_lead(other) for other in picture.g.side_in(unit.hex, unit.side))


def refuge_value(picture: Picture, unit: Unit, hex: Hex) -> float:
    """What a hex is worth to a broken unit: safety, cover and somebody to rally it."""
    g = picture.g
    value = -0.8 * picture.threat.at(hex, unit, LATER) * full_worth(g, unit)
    value += 0.04 * picture.lay.tem[hex] + 0.08 * terrain.rally_bonus(g, hex)
    leaders = [u for u in g.side_in(hex, unit.side) if u.is_leader and not u.broken and u.id != unit.id]
    if leaders:
        value += 0.3 - 0.08 * min(morale.leadership(g, leader) for leader in leaders)
    return value + 0.015 * min(picture.nearest_enemy(hex), 8) + 0.5 * picture.pull(unit, hex)


def choose_way(picture: Picture, unit_id: UnitId, options: Sequence[Action]) -> Action:
    """The way to the best refuge; under enemy eyes in the open it is better to crawl."""
    g = picture.g
    unit = g.unit(unit_id)

    def value(option: Action) -> tuple[float, str]:
        if option.verb == "drop":
            return -picture.carried(unit), str(option)
        hex = option.at or unit.hex
        found = refuge_value(picture, unit, hex)
        if option.verb == "low-crawl":
            found -= CRAWLS
        elif option.verb == "rout-to":
            found += _onward(picture, unit, hex)
            if interdiction.interdictor(g, unit.side, hex, road_rate=option.how == terrain.ROAD) is not None:
                found -= INTERDICTED * full_worth(g, unit)
        return found, str(option)

    return max(options, key=value)


def _onward(picture: Picture, unit: Unit, hex: Hex) -> float:
    """A rout may go on from a hex: what the best of its neighbours would add, in part."""
    here = refuge_value(picture, unit, hex)
    near = [h for h in picture.g.map.adjacent[hex] if picture.lay.cover[h] and h != unit.hex]
    best = max((refuge_value(picture, unit, h) for h in near), default=here)
    return 0.5 * max(0.0, best - here)


# -- rally -------------------------------------------------------------------------------------------------


def choose_rally(picture: Picture, options: Sequence[Action]) -> Action:
    """Whatever the step of the phase offers that helps, the best first."""
    best, chosen = 0.0, None
    for option in options:
        value = _help(picture, option)
        if value > best:
            best, chosen = value, option
    if chosen is not None:
        return chosen
    return next((option for option in options if option.verb == "done"), options[-1])


def _help(picture: Picture, option: Action) -> float:
    g = picture.g
    match option.verb:
        case "self-rally":
            unit = g.unit(option.who[0])
            return rally.rally_odds(g, unit, None)["rallies"] * picture.value_of(unit) + 0.01
        case "rally":
            leader, unit = g.unit(option.who[0]), g.unit(option.who[1])
            return rally.rally_odds(g, unit, leader)["rallies"] * picture.value_of(unit) + 0.01
        case "repair":
            return 0.1
        case "recover":
            unit = g.unit(option.who[0])
            return 0.2 if not unit.is_leader and not g.weapons_of(unit) else 0.02
        case "keep-dm":
            unit = g.unit(option.who[0])
            return picture.threat.at(unit.hex, unit, LATER) - STAYS_EXPOSED
        case "transfer":
            return _better_hands(picture, option)
    return 0.0


def _better_hands(picture: Picture, option: Action) -> float:
    """A machine gun goes from a leader, or from one who holds two, to a squad with empty hands."""
    g = picture.g
    weapon, to = g.state.weapons[option.who[0]], g.unit(option.who[1])
    giver = g.state.units.get(weapon.owner)
    if giver is None or to.is_leader or to.broken or g.weapons_of(to):
        return 0.0
    if giver.is_leader or (giver.kind == "half_squad" and to.kind == "squad"):
        return 0.1
    return 0.1 if len(g.weapons_of(giver)) > 1 else 0.0
