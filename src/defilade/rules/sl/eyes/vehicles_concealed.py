"""Vehicles under "?" counters (SL:2.3.8.2): which have kept still in cover and out of sight for long enough.

A concealed vehicle is off the map like men under a "?", beneath a counter of its own. It does nothing before its side
takes the "?" off; nor does that counter move, as only infantry moves concealed (SL:2.4.1-a).
"""

from __future__ import annotations

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl import terrain
from defilade.rules.sl.advance import advance_bar, advanced_otherwise, other_advances
from defilade.rules.sl.eyes.coming_out import UNCOVER
from defilade.rules.sl.eyes.concealment import counters_in, cover_vehicle, is_concealed, uncover_hex
from defilade.rules.sl.eyes.night import player_turn
from defilade.rules.sl.eyes.secrets import HIDING
from defilade.rules.sl.fire import Attack, attack_done
from defilade.rules.sl.growth import sees_vehicle
from defilade.rules.sl.movement import moved_otherwise, moving_bar
from defilade.rules.sl.state import CCPH, RPH, SNIPER, SlPlay
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.driving import driven_into, on_the_road
from defilade.rules.sl.vehicles.parking import other_places, parking_refusal, placed_otherwise
from defilade.rules.sl.vehicles.yard import change, is_afv, of_side, vehicles_in
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_ends, phase_opens, player_turn_begins
from defilade.tactics.units import Unit

PART = Part()

PARK = "park-concealed"
FROM_THE_START = ("woods", "wooden_building")
CONCEAL, DONE = "conceal-vehicle", Action("done")
ON_FOOT_ONLY = Refusal('only infantry moves under a "?": the vehicle comes into the open first', "SL:2.4.1-a")
NOT_STILL = Refusal("it has not kept still, in cover and out of sight, for long enough", "SL:2.3.8.2-c")


@PART.answers(moving_bar, advance_bar)
def stays_where_it_is(g: SlPlay, unit: Unit) -> Refusal | None:
    if not is_concealed(unit) or unit.id not in g.state.covered:
        return None
    return ON_FOOT_ONLY if g.state.covered[unit.id].vehicles else None


@PART.answers(other_advances)
def ways_to_show_it(g: SlPlay, side: Side) -> list[Action]:
    """In the APh as well, so that its enemy cannot tell by the question that nobody lies there who could advance. In
    the MPh every "?" may be given up."""
    if not g.state.unseen_vehicles:
        return []
    counters = [g.unit(uid) for uid, covered in g.state.covered.items() if covered.vehicles]
    return [Action(UNCOVER, (), counter.hex) for counter in counters if counter.side == side]


@PART.answers(moved_otherwise, advanced_otherwise)
def show_it(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb == UNCOVER:
        uncover_hex(g, action.at, side, "given up", "SL:2.3.9.1-a", "SL:2.3.9.5")


# -- what is noted -----------------------------------------------------------------------------------------


def in_sight(g: SlPlay, vehicle: Vehicle) -> bool:
    """Whether any enemy, be he broken, sees a vehicle."""
    enemy = g.enemy_of(vehicle.side)
    places = dict.fromkeys(unit.hex for unit in g.on_map(enemy) if not unit.captive)
    places.update(dict.fromkeys(vehicle.hex for vehicle in of_side(g, enemy)))
    return any(sees_vehicle(g, place, vehicle) for place in places)


def beside_enemies(g: SlPlay, vehicle: Vehicle) -> bool:
    near = any(g.map.distance(vehicle.hex, other.hex) <= 1 for other in of_side(g, g.enemy_of(vehicle.side)))
    return near or terrain.adjacent_enemy(g, vehicle.hex, vehicle.side)


@PART.answers(player_turn_begins)
def new_watch(g: SlPlay) -> None:
    if g.state.vehicles:
        g.state.astir = ()
        g.state.stood = {vehicle.id: (vehicle.vca, vehicle.tca) for vehicle in of_side(g, g.attacker)}


@PART.answers(driven_into)
def another_hex(g: SlPlay, vehicle: Vehicle, origin: str, hex: Hex) -> None:
    """SL:2.3.8.2-a: what counts is the turn in which it came into its hex; SL:2.3.8.2-b: and whether it did by road."""
    now, here = player_turn(g), g.state.vehicles[vehicle.id]
    seen = now if in_sight(g, here) else here.seen
    change(g, here, entered=now, seen=seen, by_road=on_the_road(g, here, origin, hex))


def stir(g: SlPlay, vehicle: Vehicle) -> None:
    if vehicle.id not in g.state.astir:
        g.state.astir = (*g.state.astir, vehicle.id)


@PART.answers(attack_done)
def fired_upon(g: SlPlay, attack: Attack) -> None:
    for vehicle in vehicles_in(g, g.map.ground_hex(attack.target)):
        if vehicle.side != attack.side:
            stir(g, vehicle)


@PART.answers(phase_ends)
def keep_watch(g: SlPlay, phase: str) -> None:
    if not g.state.vehicles:
        return
    now = player_turn(g)
    for side in g.state.sides:
        for vehicle in list(of_side(g, side)):
            if vehicle.seen != now and in_sight(g, vehicle):
                vehicle = change(g, vehicle, seen=now)
            if side == g.attacker and is_astir(g, vehicle):
                stir(g, vehicle)
    if phase == CCPH:
        quiet = [vehicle.id for vehicle in of_side(g, g.attacker) if gain_refusal(g, vehicle) is None]
        g.state.quiet_vehicles = tuple(quiet)


def is_astir(g: SlPlay, vehicle: Vehicle) -> bool:
    """SL:2.3.8.2-c: moved, turned hull or turret, fired, was stunned, or stood beside an enemy."""
    turned = g.state.stood.get(vehicle.id) != (vehicle.vca, vehicle.tca)
    acted = vehicle.moved or vehicle.drove or vehicle.fire or vehicle.stun
    return bool(turned or acted or beside_enemies(g, vehicle))


def gain_refusal(g: SlPlay, vehicle: Vehicle) -> Refusal | None:
    """SL:2.3.8.2-a, SL:2.3.8.2-b, SL:2.3.8.2-c. A forest-road hex is one of woods (SL:14.17.2). With men aboard nothing
    is hidden."""
    hides = g.map.terrain[vehicle.hex] in HIDING and not vehicle.by_road and not vehicle.passengers
    still = vehicle.id not in g.state.astir and vehicle.seen < vehicle.entered
    return None if hides and still else NOT_STILL


# -- the counters ------------------------------------------------------------------------------------------


class GoUnderCover(Frame):
    """The vehicles of a side that may be covered now that its player turn is over."""

    side: Side
    vehicles: tuple[str, ...]


@PART.answers(phase_opens)
def at_the_end_of_the_turn(g: SlPlay, phase: str) -> list[Frame]:
    if phase != RPH or not g.state.quiet_vehicles:
        return []
    quiet, g.state.quiet_vehicles = g.state.quiet_vehicles, ()
    return [GoUnderCover(g.state.vehicles[quiet[0]].side, quiet)]


@PART.decisions(GoUnderCover, why_not=lambda g, frame, action: NOT_STILL)
def ask_cover(g: SlPlay, frame: GoUnderCover) -> Choice | None:
    if not frame.vehicles:
        return None
    options = [Action(CONCEAL, (vid,), g.state.vehicles[vid].hex) for vid in frame.vehicles]
    asks = "Which of the vehicles that kept still are concealed?"
    return Choice(frame.side, asks, (*options, DONE), ("SL:2.3.8.2-a",), frame.vehicles)


@ask_cover
def take_cover(g: SlPlay, frame: GoUnderCover, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action) or answer == DONE:
        g.pop()
        return
    frame.vehicles = tuple([vid for vid in frame.vehicles if vid not in answer.who])
    name = g.piece_name(answer.who[0])
    counter = cover_vehicle(g, g.state.vehicles[answer.who[0]])
    g.say(
        "concealed",
        f"{name} in {g.place_name(answer.at)}: under {g.name(counter)} from now on.",
        "SL:2.3.8.2-a",
        side=frame.side,
        who=(*answer.who, counter.id),
        at=answer.at,
    )


# -- from the start (SL:2.5.7) -----------------------------------------------------------------------------


@PART.answers(other_places)
def places_out_of_sight(g: SlPlay, group: int, vehicle: Vehicle) -> list[Action]:
    """SL:2.5.7: AFVs of a group that hides units, instead of these; whoever sets up in woods does not get stuck."""
    card = g.scenario.groups[group]
    hidden = sum(g.unit(uid).group == group and g.unit(uid).kind != SNIPER for uid in g.state.hidden)
    hidden += sum(g.state.vehicles[vid].group == group for vid in g.state.unseen_vehicles)
    if hidden >= card.hidden or not is_afv(g, vehicle):
        return []
    enemy = g.enemy_of(vehicle.side)
    return [
        Action(PARK, (vehicle.id,), hex)
        for hex in g.scenario.set_up_area(group, g.map)
        if g.map.terrain[hex] in FROM_THE_START
        and not g.has_side(hex, enemy)
        and not counters_in(g, hex, vehicle.side)
        and parking_refusal(g, vehicle, hex) is None
    ]


@PART.answers(placed_otherwise)
def set_up_out_of_sight(g: SlPlay, vehicle: Vehicle, action: Action) -> None:
    if action.verb != PARK:
        return
    counter = cover_vehicle(g, change(g, vehicle, hex=action.at))
    g.say(
        "set_up",
        f"{g.name(counter)} sets up in {g.place_name(action.at)}.",
        "SL:2.5.7",
        side=vehicle.side,
        who=(counter.id,),
        at=action.at,
    )


PART.adds(
    SPOKEN,
    Spoken(
        PARK,
        lambda g, action: f'{g.piece_name(action.who[0])} sets up under a "?" in {g.place_name(action.at)}',
    ),
    Spoken(
        CONCEAL,
        lambda g, action: f'{g.piece_name(action.who[0])} in {g.place_name(action.at)} under a "?"',
    ),
)
PART.adds(OPTION_LOOKS, VerbLook(PARK, OptionLook('Under a "?"', hex="special")))
PART.adds(OPTION_LOOKS, VerbLook(CONCEAL, OptionLook("Conceal", hex="special")))
