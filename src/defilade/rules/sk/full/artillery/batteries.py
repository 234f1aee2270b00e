"""Batteries and their Observers (DAE:2): what a card gives a side, and who can reach it."""

from __future__ import annotations

from typing import NamedTuple

from defilade.hexgrid import GameMap, Location, MapSpec, shared_map
from defilade.hexgrid.los import SMOKE
from defilade.kernel.composition import Part
from defilade.rules.sk import los
from defilade.rules.sk.card_rules import OffboardArtillery
from defilade.rules.sk.firers import is_strict
from defilade.rules.sk.full.library import kit_of
from defilade.rules.sk.full.vehicles.cover import hexes_with_vehicles
from defilade.rules.sk.setting_out import Situation, SituationError, place_in, set_out_besides
from defilade.rules.sk.state import SkPlay
from defilade.tactics.artillery import FFE1, FFE2, FFEC, HE, Battery, blast_area, hex_at
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import player_turn_begins
from defilade.tactics.units import FINAL, Unit, Weapon

PART = Part()

RADIUS, ROCKET_RADIUS = 1, 2  # DAE:2.5-d, DAE:2.9-c
FFE = (FFE1, FFE2, FFEC)


class Eye(NamedTuple):
    """Where an Observer looks from, and over which map."""

    map: GameMap
    place: Location


# -- from the card -----------------------------------------------------------------------------------------


def assemble(g: SkPlay) -> None:
    """DAE:2, DAE:2.21: each radio or Offboard Observer stands for one battery with a pile of chits of its own."""
    rules = g.scenario.rules_of(OffboardArtillery)
    if not rules or g.state.batteries:
        return
    taken: set[str] = set()
    for number, rule in enumerate(rules):
        radio = ""
        if rule.radio:
            radio = next(
                (
                    weapon.id
                    for weapon in g.state.weapons.values()
                    if weapon.type == rule.radio and weapon.side == rule.side and weapon.id not in taken
                ),
                "",
            )
            taken.add(radio)
        battery = Battery(
            f"oba{number + 1}",
            rule.side,
            rule.caliber,
            radio,
            rule.observer,
            rule.he,
            rule.smoke,
            rule.rockets,
            rule.battalion_mortar,
            rule.black,
            rule.red,
        )
        g.state.batteries[battery.id] = battery


@PART.answers(set_out_besides)
def lay_counters(g: SkPlay, spec: Situation) -> None:
    """Batteries of a situation as they stand."""
    if spec.batteries:
        assemble(g)
    for entry in spec.batteries:
        if entry.id not in g.state.batteries:
            raise SituationError(f"batteries: there is no battery {entry.id!r}")
        at = g.map.centres[place_in(g, entry.hex, "batteries")] if entry.hex else None
        g.update_battery(
            g.state.batteries[entry.id],
            counter=entry.counter,
            at=at,
            mission=entry.mission,
            access=entry.access,
            contact=entry.contact,
        )


@PART.answers(player_turn_begins)
def forget_draws(g: SkPlay) -> None:
    """DAE:2.2-a: one draw a Player Turn."""
    for battery in list(g.state.batteries.values()):
        if battery.drew:
            g.update_battery(battery, drew=False)


def of_side(g: SkPlay, side: Side) -> list[Battery]:
    return [battery for battery in g.state.batteries.values() if battery.side == side]


def battery_name(g: SkPlay, battery: Battery) -> str:
    """As a player would call it."""
    kind = "rocket" if battery.rockets else "mortar" if battery.battalion_mortar else "OBA"
    several = len(of_side(g, battery.side)) > 1
    return f"{battery.caliber}mm {kind} battery" + (f" {battery.id.removeprefix('oba')}" if several else "")


# -- observers ---------------------------------------------------------------------------------------------


def radio_of(g: SkPlay, battery: Battery) -> Weapon | None:
    return g.state.weapons.get(battery.radio)


def observer_of(g: SkPlay, battery: Battery) -> Unit | None:
    """DAE:2.1-c: the Good Order leader of its side with its working radio."""
    radio = radio_of(g, battery)
    unit = g.state.units.get(radio.owner) if radio is not None and not radio.malfunctioned else None
    if unit is None or not unit.is_leader or not unit.good_order or not unit.hex or unit.side != battery.side:
        return None
    return unit


def may_observe(g: SkPlay, battery: Battery) -> bool:
    """Whether somebody can try to reach it now: nobody who has used himself up for this phase in the MPh."""
    if battery.observer:
        return True
    unit = observer_of(g, battery)
    return unit is not None and unit.fire != FINAL


def eye_of(g: SkPlay, battery: Battery) -> Eye | None:
    """From where a battery's Observer looks."""
    if battery.observer:
        return offboard_eye(g, battery.observer)
    unit = observer_of(g, battery)
    return Eye(g.map, Location.parse(unit.hex)) if unit is not None else None


def offboard_eye(g: SkPlay, observer: str) -> Eye:
    """DAE:2.8: an Offboard Observer looks from a hex that is not in play, over all of the board."""
    whole = whole_map(g)
    hex, _, storey = observer.partition("@")
    return Eye(whole, Location(whole.resolve(hex), int(storey or 0)))


def whole_map(g: SkPlay) -> GameMap:
    """The boards with what is not in play."""
    if not g.scenario.map.rows and not g.scenario.map.numbers:
        return g.map
    return shared_map(MapSpec(list(g.scenario.map.boards), {}, g.scenario.grain_in_season), g.map.profile)


def hindrance_from(g: SkPlay, eye: Eye, hex: Hex) -> int:
    """The hindrance DRM on an Observer's LOS to a hex, or `los.BLOCKED`."""
    place = eye.place
    if str(place) in g.map.index:
        return los.hindrance(g, str(place), hex)
    total = eye.map.location_hindrance(place, Location(hex))
    if total < 0:
        return los.BLOCKED
    total += smoke_from(g, eye, hex)
    way = on_the_way(eye, hex)
    total += any(there in area_of(g, battery) for battery in barrages(g) for there in way)  # DAE:2.5-e
    if not place.storey:
        total += len(hexes_with_vehicles(g, eye.map, place.hex, hex))
    return total if total < g.library.tables.fire_drm.blocking_hindrance.total else los.BLOCKED


def smoke_from(g: SkPlay, eye: Eye, hex: Hex) -> int:
    """The smoke on an Observer's line, as on any: along a hexside the thicker of the two hexes counts, and none that it
    touches in a corner alone. What lies below a Steeple does not trouble those in it (DAE:1.1-m)."""
    place = str(eye.place)
    if not g.state.smoke or place == hex:
        return 0
    lying = los.smoke_between(g, g.state.smoke, place, hex) if g.map.below else g.state.smoke
    return sum(
        crossing.drm for crossing in eye.map.los(place, hex, lying).crosses if crossing.terrain == SMOKE
    )


def on_the_way(eye: Eye, hex: Hex) -> list[str]:
    """All hexes that the Observer's line touches, its ends among them."""
    if hex == eye.place.hex:
        return [hex]
    return [eye.place.hex, *(crossing.hex for crossing in eye.map.between(eye.place.hex, hex)), hex]


def sees(g: SkPlay, eye: Eye, hex: Hex) -> bool:
    return hindrance_from(g, eye, hex) >= 0


def hexes_in_sight(g: SkPlay, eye: Eye) -> list[str]:
    """Where an AR may be placed (DAE:2.3-a); who plays with strict LOS may try any hex and finds out."""
    if is_strict(g):
        return list(g.map.names)
    return [hex for hex in g.map.names if sees(g, eye, hex)]


def enemies_in(g: SkPlay, battery: Battery, hex: Hex) -> bool:
    enemy = g.enemy_of(battery.side)
    return g.has_side(hex, enemy) or g.tank_of(hex, enemy) is not None


def known_enemy_hexes(g: SkPlay, battery: Battery, eye: Eye) -> list[str]:
    """Where the Observer has Known Enemy Units."""
    enemy = g.enemy_of(battery.side)
    hexes = {unit.hex for unit in g.on_map(enemy)}
    hexes |= {
        tank.hex for tank in g.state.vehicles.values() if tank.hex and tank.side == enemy and not tank.wreck
    }
    return [hex for hex in sorted(hexes) if sees(g, eye, hex)]


# -- counters ----------------------------------------------------------------------------------------------


def hex_of(g: SkPlay, battery: Battery) -> str:
    """The hex of its counter; none beyond the edge, or where it has none."""
    return hex_at(g.map, battery.at) if battery.at is not None else ""


def place_name(g: SkPlay, battery: Battery) -> str:
    hex = hex_of(g, battery)
    return g.place_name(hex) if hex else "beyond the edge"


def area_of(g: SkPlay, battery: Battery) -> frozenset[str]:
    """DAE:2.5-d: the hexes of its FFE; DAE:2.32-b: of one beyond the edge those on the map."""
    if battery.at is None or battery.counter not in FFE:
        return frozenset()
    return blast_area(g.map, battery.at, ROCKET_RADIUS if battery.rockets else RADIUS)


def barrages(g: SkPlay) -> list[Battery]:
    """Batteries with a HE FFE in play."""
    return [b for b in g.state.batteries.values() if b.counter in FFE and b.mission == HE]


def firepower(g: SkPlay, battery: Battery) -> int:
    """DAE:QRDC-ift: the column of its caliber."""
    return kit_of(g).ordnance.fp_of(battery.caliber)
