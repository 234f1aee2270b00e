"""Units in ambush: where they hide, and when they come out.

They hide in cover near the ground over which the enemy must come, each in a hex of its own.  They come out for a shot
that is worth it, to go at a tank that has come beside them, and to go after tanks that have not, while there is time.
"""

from __future__ import annotations

from collections.abc import Sequence

from defilade.ai.starter_kit.plans.advance_plans import at_tank
from defilade.ai.starter_kit.plans.gun_plans import HIDDEN, shots_by_hex
from defilade.ai.starter_kit.plans.heavy_set_up_plans import enemy_places
from defilade.ai.starter_kit.reading.picture import Picture
from defilade.kernel import Action, Frame
from defilade.rules.sk.full.elst.ambush import SHOW, Hide
from defilade.rules.sk.full.elst.polder import is_polder
from defilade.rules.sk.full.ordnance.guns import all_firers
from defilade.rules.sk.full.ordnance.shots import Occasion
from defilade.rules.sk.state import AFPH, APH, DFPH, MPH, PFPH, HiddenUnit, SkPlay
from defilade.rules.sk.unseen import as_if_seen
from defilade.tactics.names import Side
from defilade.tactics.vehicles import Vehicle

COVER, FAR_OFF, ALONG = 0.15, 0.3, 0.1
"""What a point of TEM is worth to a hiding place, what each hex costs by which it is farther off than it must be, and
what it is worth to be beside a road."""
CLOSE = 3
"""From how far off men get at a tank that goes by."""
CROWD, BESIDE = 1.0, 0.15
MARCH = 5
"""How far men go after a tank in their MPh."""
ENOUGH = 0.05


def hide(picture: Picture, frame: Hide, options: Sequence[Action]) -> Action:
    g = picture.g
    taken = [one.hex for one in g.state.lurking.get(picture.side, ())]
    enemy = enemy_places(picture)
    leads = g.unit(options[0].who[0]).is_leader

    def value(option: Action) -> float:
        hex = option.at
        tem = max(picture.lay.tem[hex], int(is_polder(g, hex)))
        away = min([g.map.distance(hex, one) for one in enemy], default=0)
        found = COVER * min(tem, 2) - FAR_OFF * max(0, away - CLOSE)
        found += ALONG * any(g.map.roads.get(near) for near in g.map.adjacent[hex])
        if leads:  # beside those whom he is to rally and direct
            return found + CROWD * taken.count(hex)
        return found - CROWD * taken.count(hex) - BESIDE * sum(hex in g.map.adjacent[one] for one in taken)

    return max(options, key=lambda option: (value(option), option.at))


def show(picture: Picture, frame: Frame, options: Sequence[Action]) -> Action | None:
    """Who comes out now; nobody where it is better to lie low."""
    g = picture.g
    found: list[tuple[float, Action]] = []
    for option in options:
        if option.verb != SHOW:
            continue
        hidden = next(
            (one for one in g.state.lurking.get(picture.side, ()) if one.unit == option.who[0]), None
        )
        if hidden is not None:
            found.append((worth_coming_out(picture, hidden), option))
    best = max(found, key=lambda one: (one[0], one[1]), default=None)
    return best[1] if best is not None and best[0] > ENOUGH else None


def worth_coming_out(picture: Picture, hidden: HiddenUnit) -> float:
    """What a hidden unit could do at once, less what it is worth to lie low."""
    g = picture.g
    phase, attacks = g.state.phase, g.attacker == picture.side
    if phase == APH and attacks:
        return _assault(picture, hidden)
    if phase == MPH and attacks:
        return _march(picture, hidden)
    if (phase in (PFPH, AFPH) and not attacks) or (phase == DFPH and attacks):
        return 0.0
    return _shot(picture, hidden, phase)


def _shot(picture: Picture, hidden: HiddenUnit, phase: str) -> float:
    g = picture.g
    with as_if_seen(g, [hidden.unit]):
        seen = Picture(g, picture.side, picture.stance)
        occasion = Occasion(phase, picture.side)
        firers = [one for one in all_firers(g, occasion) if one.id == hidden.unit]
        values = [value for one in firers for value, _ in shots_by_hex(seen, one, occasion)]
    return max(values, default=0.0) - HIDDEN


def _assault(picture: Picture, hidden: HiddenUnit) -> float:
    """To advance upon a tank beside it."""
    g = picture.g
    near = [tank for tank in tanks_of(g, picture.enemy) if g.map.distance(hidden.hex, tank.hex) == 1]
    if not near:
        return 0.0
    with as_if_seen(g, [hidden.unit]):
        seen = Picture(g, picture.side, picture.stance)
        return max(at_tank(seen, Action("advance", (hidden.unit,), tank.hex), tank) for tank in near)


def _march(picture: Picture, hidden: HiddenUnit) -> float:
    """To go after a tank that does not come: not one that can be reached from here in the APh, and a leader only with
    others."""
    g = picture.g
    unit = g.unit(hidden.unit)
    if unit.is_leader:
        return ENOUGH * 2 if any(one.is_mmc for one in g.side_in(hidden.hex, picture.side)) else 0.0
    away = min([g.map.distance(hidden.hex, tank.hex) for tank in tanks_of(g, picture.enemy)], default=99)
    return ENOUGH * 2 if 1 < away <= MARCH else 0.0


def tanks_of(g: SkPlay, side: Side) -> list[Vehicle]:
    return [one for one in g.state.vehicles.values() if one.side == side and one.hex and not one.wreck]
