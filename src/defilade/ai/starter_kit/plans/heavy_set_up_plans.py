"""Where guns and vehicles set up, and which way they point: at the ground over which the enemy must come."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.ai.starter_kit.plans.tank_plans import wants_out
from defilade.ai.starter_kit.reading.lay import FAR
from defilade.ai.starter_kit.reading.picture import Picture
from defilade.kernel import Action
from defilade.rules.sk import terrain
from defilade.rules.sk.full.ordnance.gun_set_up import LayGuns
from defilade.rules.sk.full.ordnance.hidden_placement import HideGuns
from defilade.rules.sk.full.ordnance.shots import the_ordnance
from defilade.rules.sk.full.vehicles.set_up import PlaceVehicles
from defilade.tactics import arcs
from defilade.tactics.names import Hex

DETOUR = 6.0
"""MF by which a way may be longer than the shortest and still be one that the enemy may take."""
REACH = 16
COVER = 0.12
FIELD = 0.05
"""What each hex of the enemy's way is worth that a gun covers."""
MOST_FIELD = 14.0
CROWD = 0.6


def way_of_enemy(picture: Picture) -> dict[str, float]:
    """The hexes over which the enemy may come, by what it is worth to cover them: the open and the road most."""
    found: dict[str, float] | None = picture.found.get(("way of enemy",))
    if found is None:
        found = picture.found[("way of enemy",)] = _way_of_enemy(picture)
    return found


def _way_of_enemy(picture: Picture) -> dict[str, float]:
    lay = picture.lay
    whence, sites = frozenset(enemy_places(picture)), frozenset(sites_of(picture))
    if not whence or not sites:
        return {}
    out, home = lay.way(whence), lay.way(sites)
    shortest = min([out[hex] for hex in sites if hex in out], default=FAR)
    return {
        hex: (1.5 if lay.open[hex] else 1.0)
        for hex in picture.g.map.names
        if out.get(hex, FAR) + home.get(hex, FAR) <= shortest + DETOUR
    }


def enemy_places(picture: Picture) -> list[str]:
    """Where the enemy is, or else where he comes from."""
    g = picture.g
    known = [unit.hex for unit in g.on_map(picture.enemy)]
    if known:
        return known
    found: list[str] = []
    for number, group in enumerate(g.scenario.groups):
        if group.side != picture.enemy:
            continue
        if group.setup is not None:
            found += g.scenario.set_up_area(number, g.map)
        elif group.enters is not None:
            found += g.scenario.entry_hexes(number, group.enters.edges, g.map)
    return found


def sites_of(picture: Picture) -> list[str]:
    if picture.prospects is None:
        return [unit.hex for unit in picture.g.on_map(picture.side)]
    return [hex for site in picture.prospects.terms.sites for hex in site.hexes]


def fields(picture: Picture, hex: Hex) -> list[float]:
    """How much of the enemy's way a gun in a hex covers, facing by facing."""
    g = picture.g
    found = [0.0] * len(arcs.FACINGS)
    for there, worth in way_of_enemy(picture).items():
        if 1 < g.map.distance(hex, there) <= REACH:
            hindrance = g.map.hindrance(hex, there)
            if hindrance >= 0:
                for facing in arcs.facings_to(g.map, hex, there):
                    found[facing] += worth / (1 + hindrance)
    return found


def best_facing(picture: Picture, hex: Hex) -> tuple[float, int]:
    key = ("facing", hex)
    found: tuple[float, int] | None = picture.found.get(key)
    if found is None:
        covered = fields(picture, hex)
        best = max(arcs.FACINGS, key=lambda facing: covered[facing])
        found = picture.found[key] = (covered[best], best)
    return found


def place_value(picture: Picture, hex: Hex, cover: float) -> float:
    """A place for a gun or a tank: what it covers, its own cover, and not too far from what is fought for."""
    g = picture.g
    value = FIELD * min(MOST_FIELD, best_facing(picture, hex)[0]) + COVER * cover
    if picture.pace is not None:
        value += 0.3 * picture.pace.at(hex, picture.pace.way)
    return value - CROWD * len(g.units_in(hex))


def hide(picture: Picture, frame: HideGuns, options: Sequence[Action]) -> Action:
    """Guns hide where they cover the enemy's way out of woods or a house; out of a house no mortar fires."""
    if frame.facing:
        place = picture.g.state.hidden[picture.side][-1].hex
        return _face(picture, place, options)
    places = [option for option in options if option.verb == "hide"]
    if not places:
        return options[-1]
    mortar = the_ordnance(picture.g, places[0].who[1]).mortar
    return max(places, key=lambda option: (_hiding_place(picture, option.at, mortar), option.at))


def _hiding_place(picture: Picture, hex: Hex, mortar: bool) -> float:
    value = place_value(picture, hex, picture.lay.tem[hex])
    return value - (FIELD * MOST_FIELD + 1.0 if mortar and terrain.is_building(picture.g, hex) else 0.0)


def lay(picture: Picture, frame: LayGuns, options: Sequence[Action]) -> Action:
    return _face(picture, picture.g.state.weapons[options[0].who[0]].hex, options)


def _face(picture: Picture, hex: Hex, options: Sequence[Action]) -> Action:
    _, facing = best_facing(picture, hex)
    return next((option for option in options if option.how == str(facing)), options[0])


def place_vehicle(picture: Picture, frame: PlaceVehicles, options: Sequence[Action]) -> Action:
    """Not in woods or a house, where it would bog on leaving; the front to the enemy's way."""
    g = picture.g
    if options[0].verb == "place":
        return max(options, key=lambda option: (_stand(picture, option.at), option.at))
    if options[0].verb == "face":
        return _face(picture, frame.hex, options)
    vehicle = g.vehicle(options[0].who[0])
    how = "ce" if wants_out(picture, vehicle, frame.hex) else "bu"
    return next((option for option in options if option.how == how), options[0])


def _stand(picture: Picture, hex: Hex) -> float:
    return place_value(picture, hex, 0.0) - (1.0 if terrain.is_cover(picture.g, hex) else 0.0)
