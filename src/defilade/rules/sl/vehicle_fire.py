"""Vehicles fire their machine guns, and guns that have a firepower of their own (SL:11.4, SL:11.7): at one hex with one
throw, all that bear on it or one of them.

What stands in the hull fires within its covered arc, what stands in the turret within that of the turret; either can be
turned to a target, at a price (SL:11.7.9-b). From then on it stays so for this player turn (SL:11.7.10-a,
SL:11.7.10-b).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part, bar
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl import fire, terrain, wording
from defilade.rules.sl.eyes.concealment import is_concealed
from defilade.rules.sl.eyes.night import TOO_DARK, flashes, is_dark, movers_seen, only_flashes, player_turn
from defilade.rules.sl.fire import (
    MARKS,
    Attack,
    Mounted,
    attack_done,
    dice_fallen,
    in_the_hex,
    in_view,
    planned_otherwise,
    point_blank_line,
    targets_met,
)
from defilade.rules.sl.fire_phases import (
    act_bar,
    acted_otherwise,
    other_acts,
    passed_through,
    put_back,
    suspected_hexes,
)
from defilade.rules.sl.firers import NO_LOS, has_line, is_strict
from defilade.rules.sl.options import OPTIONS, Option
from defilade.rules.sl.smoke import worst_lines
from defilade.rules.sl.state import DFPH, MPH, SlPlay
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.against_vehicles import VEHICLE_ATTACKS, VehicleAttack
from defilade.rules.sl.vehicles.armour_leaders import leader_line, used
from defilade.rules.sl.vehicles.exposed import exposed_of
from defilade.rules.sl.vehicles.shelter import in_the_way
from defilade.rules.sl.vehicles.yard import (
    behind_its_obstacle,
    change,
    kind_of,
    of_side,
    working_gun,
    working_mgs,
)
from defilade.tactics.arcs import facings_to, in_arc
from defilade.tactics.attack_plan import Aim, Plan, plan_of_lines
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import player_turn_begins
from defilade.tactics.units import PREP
from defilade.tactics.vehicles import AAMG, BMG, CMG, MA, NO_TURRET, ONE_MAN_TURRET, RMG, TURRET

PART = Part()

RECORDS = Option(
    "afv-gun-records",
    "Which machine gun of an AFV breaks down",
    "Of several machine guns of one AFV that fire together a die each says which malfunction; otherwise all do.",
    ("SL:8.9.6.1-b",),
)
PART.adds(OPTIONS, RECORDS)

FIRE, FIRE_AT = "vehicle-fire", "vehicle-fire-at"
TURN_TURRET, TURN_HULL = "turret", "hull"

RANGES = {BMG: 8, CMG: 12, AAMG: 8, RMG: 8, MA: 20}
"""SL:11.7.2-a, SL:11.7.3-a, SL:11.7.4-a, SL:11.7.6, SL:10.1.12-b: beyond which the FP is halved."""
HOUSED_IN_TURRET = frozenset({CMG, RMG})
HALF, DOUBLE = 0.5, 2
NO_TURRET_DRM, SLOW_DRM = (0, 3, 4, 5), (0, 2, 3, 4)
"""SL:11.7.9-b, SL:11.7.9-c: what turning costs ordnance that has no turret, or a slow one, by hexspines."""
SHAKEN = 1
BREAKS_AT = 12
MINOR = "minor"

NOT_YOURS = Refusal("that is not one of your vehicles", "SL:5.1.1")
STUNNED = Refusal("a stunned crew fires nothing", "SL:11.8.3-d")
OVERRAN = Refusal("an AFV that has overrun somebody fires no more in that player turn", "SL:7.1.17")
HAS_FIRED = Refusal("it fires in one fire phase of a player turn", "SL:5.1.2-a")
ONE_THROW = Refusal("what it fires at one hex it fires together", "SL:11.7.7-a")
OWN_HEX = Refusal("an AFV does not fire at those who are in its hex", "SL:7.2.6-q5")
NOTHING_BEARS = Refusal("nothing that it could fire bears on that hex", "SL:11.7.7-a")
NO_CREST = Refusal("such AFVs do not fire down from a crest", "SL:3.18.5")


# -- what it can fire --------------------------------------------------------------------------------------


def firepower_of(g: SlPlay, vehicle: Vehicle) -> dict[str, int]:
    """Its weapons that work, with their FP. SL:11.7.5-a: a gun with a firepower of its own is one of them."""
    found = working_mgs(g, vehicle)
    ife = kind_of(g, vehicle).ife
    return {**found, MA: ife} if ife and working_gun(g, vehicle) else found


def in_turret(g: SlPlay, vehicle: Vehicle, place: str) -> bool:
    return place in HOUSED_IN_TURRET or (place == MA and kind_of(g, vehicle).turret != NO_TURRET)


def in_bow(g: SlPlay, vehicle: Vehicle, place: str) -> bool:
    return place == BMG or (place == MA and kind_of(g, vehicle).turret == NO_TURRET)


def place_refusal(g: SlPlay, vehicle: Vehicle, place: str) -> Refusal | None:
    """Why one of its weapons is not fired now, at whatever."""
    kind = kind_of(g, vehicle)
    if place in vehicle.guns_fired:
        return HAS_FIRED
    if place == AAMG and not (vehicle.ce or kind.remote_aamg):
        return Refusal("nobody stands behind it", "SL:11.7.4-b")
    if kind.open_topped and place != BMG and not vehicle.ce:
        return Refusal("in an open AFV who fires looks out", "SL:11.10.1-a")
    if kind.one_man_turret and vehicle.ce and in_turret(g, vehicle, place):
        return Refusal("one man cannot look out and fire", "SL:11.3.3-a")
    if place == RMG and MA in vehicle.guns_fired:
        return Refusal("not in a phase in which the main armament fires", "SL:11.7.6")
    if place == MA and (RMG in vehicle.guns_fired or (kind.one_man_turret and CMG in vehicle.guns_fired)):
        rule = "SL:11.7.6" if RMG in vehicle.guns_fired else "SL:11.3.2-a"
        return Refusal("another gun of the turret has fired", rule)
    return None


def vehicle_refusal(g: SlPlay, vehicle: Vehicle) -> Refusal | None:
    """Why a vehicle fires nothing now. SL:7.1.17: not after an overrun."""
    if not vehicle.hex or not vehicle.manned:
        return NOT_YOURS
    if vehicle.stun:
        return STUNNED
    if vehicle.overran:
        return OVERRAN
    if vehicle.fire and vehicle.fire != marker_now(g):
        return HAS_FIRED
    return firing_bar(g, vehicle)


def marker_now(g: SlPlay) -> str:
    return MARKS.get(DFPH if g.state.phase == MPH else g.state.phase, PREP)


def line_to(g: SlPlay, vehicle: Vehicle, hex: Hex) -> bool:
    """SL:11.29.14: from beside an obstacle it is traced from the corner where it stands."""
    return not behind_its_obstacle(g, hex, vehicle) if vehicle.bypass else has_line(g, vehicle.hex, hex)


def on_a_crest(g: SlPlay, hex: Hex) -> bool:
    return any(g.map.level(near) < g.map.level(hex) for near in g.map.neighbours[hex] if near is not None)


def hex_refusal(g: SlPlay, vehicle: Vehicle, hex: Hex) -> Refusal | None:
    """Why it fires nothing at a hex, whatever bears on it. SL:7.2.6-q5: not at its own."""
    found = vehicle_refusal(g, vehicle)
    if found is not None:
        return found
    if g.map.ground_hex(hex) == vehicle.hex:
        return OWN_HEX
    if hex in vehicle.fired_at:
        return ONE_THROW
    lower = g.map.level(hex) < g.map.level(vehicle.hex)
    if kind_of(g, vehicle).nationality == MINOR and lower and on_a_crest(g, vehicle.hex):
        return NO_CREST
    if is_dark(g, hex) and not flashes(g, hex):
        if not movers_seen(g, vehicle.hex, hex, g.enemy_of(vehicle.side)):
            return TOO_DARK
    return None if is_strict(g) or line_to(g, vehicle, hex) else NO_LOS


# -- ways of firing at a hex -------------------------------------------------------------------------------


class Way(NamedTuple):
    """What a vehicle fires at a hex, how it then stands, and the DRM of having turned."""

    how: str
    places: tuple[str, ...]
    tca: int
    vca: int
    drm: int = 0


def bears(g: SlPlay, vehicle: Vehicle, place: str, hex: Hex, tca: int, vca: int) -> bool:
    """SL:11.7.2-a, SL:11.7.3-a, SL:11.7.4-a: within twice its range, and in its arc. SL:8.9.5.1-c: CMG reach so beyond
    16 hexes, with nobody to direct them. SL:14.8.2-a: over a cliff beside it only an AAMG fires."""
    distance = g.map.distance(vehicle.hex, hex)
    if place != MA and distance > 2 * RANGES[place]:
        return False
    if place == AAMG:
        return True
    if g.map.hexside_kind(vehicle.hex, g.map.ground_hex(hex)) == terrain.CLIFF:
        return False
    if place == RMG:
        return in_arc(g.map, vehicle.hex, (tca + 3) % 6, hex)
    return in_arc(g.map, vehicle.hex, tca if in_turret(g, vehicle, place) else vca, hex)


def ready_places(g: SlPlay, vehicle: Vehicle) -> list[str]:
    return [place for place in firepower_of(g, vehicle) if place_refusal(g, vehicle, place) is None]


def spines(a: int, b: int) -> int:
    return min((a - b) % 6, (b - a) % 6)


def nearest(g: SlPlay, vehicle: Vehicle, hex: Hex, facing: int) -> int:
    return min(facings_to(g.map, vehicle.hex, hex), key=lambda way: (spines(facing, way), way))


def turret_drm(g: SlPlay, vehicle: Vehicle, steps: int) -> int:
    """SL:11.7.9-b: one a hexspine of fast turrets, more of slow ones; those with one man turn like guns without."""
    turret = kind_of(g, vehicle).turret
    if turret == ONE_MAN_TURRET:
        return NO_TURRET_DRM[steps]
    return steps if turret == TURRET else SLOW_DRM[steps]


@bar
def firing_bar(g: SlPlay, vehicle: Vehicle) -> Refusal | None:
    """Why does a vehicle fire nothing at all?"""


@bar
def turning_bar(g: SlPlay, vehicle: Vehicle) -> Refusal | None:
    """Why may a vehicle turn neither hull nor turret to a target?"""


def ways(g: SlPlay, vehicle: Vehicle, hex: Hex) -> list[Way]:
    """SL:11.7.7-a: all together or one by one; SL:11.7.9-b: what does not bear is turned to the target."""
    ready = ready_places(g, vehicle)
    tca, vca = vehicle.tca, vehicle.vca

    def bearing(tca: int, vca: int) -> tuple[str, ...]:
        return tuple([place for place in ready if bears(g, vehicle, place, hex, tca, vca)])

    now = bearing(tca, vca)
    found = [Way("", now, tca, vca)] if now else []
    if len(now) > 1:
        found += [Way(place, (place,), tca, vca) for place in now]
    if turning_bar(g, vehicle) is not None:
        return found
    fired_turret = any(in_turret(g, vehicle, place) for place in vehicle.guns_fired)
    fired_bow = any(in_bow(g, vehicle, place) for place in vehicle.guns_fired)
    turning = [place for place in ready if in_turret(g, vehicle, place) and place not in (*now, RMG)]
    if turning and not fired_turret:  # SL:11.7.10-b
        new = nearest(g, vehicle, hex, tca)
        places = bearing(new, vca)
        if not set(turning).isdisjoint(places):
            found.append(Way(TURN_TURRET, places, new, vca, turret_drm(g, vehicle, spines(tca, new))))
    pivoting = [place for place in ready if in_bow(g, vehicle, place) and place not in now]
    pivots = vehicle.mobile and not vehicle.bypass  # SL:11.29.9
    if pivoting and not fired_turret and not fired_bow and pivots:  # SL:11.7.10-a
        new = nearest(g, vehicle, hex, vca)
        turret = new if kind_of(g, vehicle).turret == NO_TURRET else nearest(g, vehicle, hex, tca)
        places = bearing(turret, new)
        if not set(pivoting).isdisjoint(places):
            drm = NO_TURRET_DRM[spines(vca, new)]  # SL:11.7.9-c: whatever fires
            found.append(Way(TURN_HULL, places, turret, new, drm))
    return found


def target_hexes(g: SlPlay, side: Side) -> list[str]:
    enemy = g.enemy_of(side)
    seen = [hex for hex in g.state.stacks if g.has_side(hex, enemy)]
    return list(dict.fromkeys((*seen, *suspected_hexes(g, side))))


def options_of(g: SlPlay, vehicle: Vehicle) -> list[Action]:
    if vehicle_refusal(g, vehicle) is not None or not ready_places(g, vehicle):
        return []
    found = [
        Action(FIRE, (vehicle.id,), hex, way.how)
        for hex in target_hexes(g, vehicle.side)
        if hex_refusal(g, vehicle, hex) is None
        for way in ways(g, vehicle, hex)
    ]
    if g.state.phase == DFPH:
        found += [
            Action(FIRE, (vehicle.id, *who), hex, way.how)
            for who, hex in passed_through(g)
            if hex_refusal(g, vehicle, hex) is None
            for way in ways(g, vehicle, hex)
        ]
    return found


@PART.answers(other_acts)
def what_vehicles_fire_at(g: SlPlay, side: Side) -> list[Action]:
    return [action for vehicle in of_side(g, side) for action in options_of(g, vehicle)]


@PART.answers(act_bar)
def why_not(g: SlPlay, side: Side, action: Action) -> Refusal | None:
    if action.verb != FIRE or not action.who or action.at not in g.map.index:
        return None
    vehicle = g.state.vehicles.get(action.who[0])
    if vehicle is None or vehicle.side != side:
        return NOT_YOURS
    found = hex_refusal(g, vehicle, action.at)
    if found is not None:
        return found
    place = next((one for one in firepower_of(g, vehicle) if action.how == one), "")
    if place:
        return place_refusal(g, vehicle, place) or NOTHING_BEARS
    reasons = [place_refusal(g, vehicle, one) for one in firepower_of(g, vehicle)]
    return next((reason for reason in reasons if reason is not None), NOTHING_BEARS)


# -- firing ------------------------------------------------------------------------------------------------


@PART.answers(acted_otherwise)
def open_fire(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb != FIRE:
        return
    if len(action.who) > 1:
        put_back(g, action.who[1:], action.at)
    shoot(g, g.state.vehicles[action.who[0]], action.at, action.how)


def shoot(g: SlPlay, vehicle: Vehicle, hex: Hex, how: str) -> None:
    """SL:2.1-q3: where nobody may look for a line of sight beforehand a coaxial machine gun finds out."""
    way = next(way for way in ways(g, vehicle, hex) if way.how == how)
    vehicle = change(
        g,
        vehicle,
        fire=marker_now(g),
        guns_fired=(*vehicle.guns_fired, *way.places),
        fired_at=(*vehicle.fired_at, hex),
        tca=way.tca,
        vca=way.vca,
    )
    names = ", ".join(place.upper() for place in way.places)
    g.say(
        "declare",
        f"{g.piece_name(vehicle.id)} fires at {g.place_name(hex)}: {names}.",
        "SL:11.7.7-a",
        side=vehicle.side,
        who=(vehicle.id,),
        at=hex,
    )
    if g.scenario.night:
        g.state.flashes = (*g.state.flashes, (vehicle.hex, player_turn(g)))
    phase = DFPH if g.state.phase == MPH else g.state.phase
    seen = line_to(g, vehicle, hex)
    if not seen:
        g.say(
            "no_los",
            f"There is no line of sight from {g.place_name(vehicle.hex)}; it has fired anyway.",
            "SL:2.1.2-b",
            "SL:2.1-q3",
            side=vehicle.side,
            at=vehicle.hex,
        )
        return
    targets = in_view(g, targets_met(g, in_the_hex(g, hex), (vehicle.hex,)), (vehicle.hex,))
    mounted = Mounted(vehicle.id, way.places, way.drm)
    g.push(Attack(phase, vehicle.side, hex, targets, (), mounted=mounted))


def at_vehicle(g: SlPlay, side: Side, target: Vehicle) -> list[Action]:
    """SL:5.6.7.1-a, SL:11.8.5-g: at heads and soft vehicles on the move at once."""
    if g.state.phase != MPH or not exposed_of(g, target):
        return []
    return [
        Action(FIRE_AT, (vehicle.id, target.id), target.hex, way.how)
        for vehicle in of_side(g, side)
        if hex_refusal(g, vehicle, target.hex) is None
        for way in ways(g, vehicle, target.hex)
    ]


PART.adds(
    VEHICLE_ATTACKS,
    VehicleAttack(
        FIRE_AT,
        at_vehicle,
        lambda g, side, action: shoot(g, g.state.vehicles[action.who[0]], action.at, action.how),
    ),
)


# -- what it adds up to ------------------------------------------------------------------------------------


def factors(g: SlPlay, vehicle: Vehicle, place: str, hex: Hex, places: Sequence[str]) -> list[Line]:
    distance = g.map.distance(vehicle.hex, hex)
    kind, entries = kind_of(g, vehicle), g.tables.fire_factors
    found = []
    close = point_blank_line(g, vehicle.hex, hex) if distance == 1 else None
    if close is not None:
        found.append(close)
    if distance > RANGES[place]:
        rule = "SL:10.1.12-b" if place == MA else entries.long_range.rule
        found.append(Line("long range", entries.long_range.factor, rule, "x"))
    if vehicle.moved:
        found.append(Line("moved", entries.moved.factor, "SL:11.7.9-a", "x"))
    if vehicle.pinned and vehicle.ce and kind.open_topped:
        found.append(Line("pinned", entries.pinned.factor, "SL:3.24.3-b", "x"))
    if place == CMG and kind.one_man_turret and MA in (*places, *vehicle.guns_fired):
        found.append(Line("one man in the turret", HALF, "SL:11.3.2-a", "x"))
    return [msgspec.structs.replace(line, label=f"{place.upper()}: {line.label}") for line in found]


def area_lines(
    g: SlPlay, vehicle: Vehicle, hex: Hex, targets: Sequence[str], places: Sequence[str]
) -> list[Line]:
    """SL:2.3.4, SL:2.5.4-a, SL:2.8.6-b: at what is not seen with half of it, and nothing is halved so twice."""
    units = g.state.units
    unseen = all(uid in units and (is_concealed(units[uid]) or uid in g.state.hidden) for uid in targets)
    entry = g.tables.concealment.area_fire
    if unseen:
        return [Line("area fire", entry.factor, entry.rule, "x")]
    if only_flashes(g, vehicle.hex, hex, g.enemy_of(vehicle.side)):
        rule = "SL:2.8.9-b" if MA in places else "SL:2.8.6-b"  # a gun with its firepower as they
        return [Line("at flashes", entry.factor, rule, "x")]
    return []


def common_lines(g: SlPlay, vehicle: Vehicle, attack: Attack, mounted: Mounted) -> list[Line]:
    """SL:11.9.1-c: shut hatches cost nothing. SL:3.3-q4: the leader does not help a coaxial gun in a turret for one
    man. SL:11.8.3-b, SL:11.8.3-e: who has been stunned is the worse for it."""
    found = []
    alone = kind_of(g, vehicle).one_man_turret and CMG in mounted.places
    leader = leader_line(g, vehicle)
    if leader is not None and not alone:
        found.append(leader)
    if vehicle.shaken:
        found.append(Line("has been stunned", SHAKEN, "SL:11.8.3-b"))
    if mounted.turned:
        found.append(Line("turns to its target", mounted.turned, "SL:11.7.9-b"))
    passed = in_the_way(g, vehicle.hex, attack.target, guns=True)
    if passed:
        found.append(Line("past vehicles", passed, "SL:11.20.1-a"))
    return [*found, *worst_lines(g, (vehicle.hex,), attack.target, g.state.smoke_dice)]


@PART.answers(planned_otherwise)
def plan_of_guns(g: SlPlay, attack: Attack, title: str, targets: Sequence[str]) -> Plan | None:
    """SL:11.4.1: a gun with a firepower of its own and machine guns are one attack; AFVs do not cower."""
    mounted = attack.mounted
    if mounted is None:
        return None
    vehicle = g.state.vehicles[mounted.vehicle]
    kind = kind_of(g, vehicle)
    printed = {**kind.machine_guns, RMG: kind.rmg, MA: kind.ife}
    lines: list[Line] = []
    fp = 0.0
    for place in mounted.places:
        rule = "SL:11.7.5-a" if place == MA else "SL:11.7.7-a"
        mine = factors(g, vehicle, place, attack.target, mounted.places)
        worth = float(printed[place])
        for line in mine:
            worth *= line.value
        fp += worth
        lines += [Line(place.upper(), printed[place], rule, "fp"), *mine]
    for line in area_lines(g, vehicle, attack.target, targets, mounted.places):
        lines.append(line)
        fp *= line.value
    aim = Aim((vehicle.hex,), attack.phase, True)
    common = common_lines(g, vehicle, attack, mounted)
    return plan_of_lines(g, title, lines, fp, targets, aim, common)


@PART.answers(wording.foreseen)
def what_it_does(g: SlPlay, action: Action) -> tuple[Breakdown, dict[str, float]] | None:
    if action.verb not in (FIRE, FIRE_AT) or len(action.who) > (1 if action.verb == FIRE else 2):
        return None
    vehicle = g.state.vehicles[action.who[0]]
    way = next((way for way in ways(g, vehicle, action.at) if way.how == action.how), None)
    targets = targets_met(g, in_the_hex(g, action.at), (vehicle.hex,))
    if way is None or not targets:
        return None
    phase = DFPH if g.state.phase == MPH else g.state.phase
    mounted = Mounted(vehicle.id, way.places, way.drm)
    attack = Attack(phase, vehicle.side, action.at, targets, (), mounted=mounted)
    plan = fire.plan_of(g, attack)
    return (plan.breakdown(plan.groups[0]), wording.odds(g, plan, attack)) if plan.groups else None


# -- afterwards --------------------------------------------------------------------------------------------


@PART.answers(attack_done)
def his_leader_shows(g: SlPlay, attack: Attack) -> None:
    """SL:3.3.2-a"""
    mounted = attack.mounted
    if mounted is None:
        return
    vehicle = g.state.vehicles[mounted.vehicle]
    alone = kind_of(g, vehicle).one_man_turret and CMG in mounted.places
    if leader_line(g, vehicle) is not None and not alone:
        used(g, vehicle)


class WhichGunBreaks(Frame):
    """SL:8.9.6.1-b: several machine guns of an AFV throw a die each, the highest malfunction."""

    vehicle: str
    places: tuple[str, ...]


@PART.answers(dice_fallen)
def perhaps_breaks(g: SlPlay, attack: Attack) -> None:
    """SL:10.9.2.2: with a 12 all machine guns of an AFV; SL:10.1.16: the gun that took part."""
    mounted = attack.mounted
    if mounted is None or sum(attack.dice) < BREAKS_AT:
        return
    vehicle = g.state.vehicles[mounted.vehicle]
    if MA in mounted.places:
        vehicle = break_down(g, vehicle, (MA,), "SL:10.1.16")
    guns = tuple([place for place in mounted.places if place != MA])
    if RECORDS.on(g) and len(guns) > 1:
        g.push(WhichGunBreaks(vehicle.id, guns))
    elif guns:
        lost = guns if RECORDS.on(g) else tuple(working_mgs(g, vehicle))
        break_down(g, vehicle, lost, "SL:8.9.6.1-b" if RECORDS.on(g) else "SL:10.9.2.2")


def break_down(g: SlPlay, vehicle: Vehicle, places: Iterable[str], rule: str) -> Vehicle:
    lost = tuple(places)
    g.say(
        "malfunction",
        f"{g.piece_name(vehicle.id)}: {', '.join(place.upper() for place in lost)} malfunction.",
        rule,
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
    )
    return change(g, vehicle, broken=(*vehicle.broken, *lost))


@PART.decisions(WhichGunBreaks)
def ask_which(g: SlPlay, frame: WhichGunBreaks) -> Chance:
    side = g.state.vehicles[frame.vehicle].side
    asks = f"A die each for {', '.join(place.upper() for place in frame.places)}."
    return Chance(asks, dice=len(frame.places), side=side, rules=("SL:8.9.6.1-b",), about=(frame.vehicle,))


@ask_which
def take_which(g: SlPlay, frame: WhichGunBreaks, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    g.pop()
    highest = max(answer.dice)
    lost = [place for place, die in zip(frame.places, answer.dice, strict=True) if die == highest]
    break_down(g, g.state.vehicles[frame.vehicle], lost, "SL:8.9.6.1-b")


@PART.answers(player_turn_begins)
def loads_again(g: SlPlay) -> None:
    for vehicle in list(g.state.vehicles.values()):
        if vehicle.guns_fired or vehicle.fired_at:
            change(g, vehicle, guns_fired=(), fired_at=())


def words_of(g: SlPlay, action: Action) -> str:
    vehicle = g.state.vehicles[action.who[0]]
    passed = action.who[1:] if action.verb == FIRE else ()
    where = f"{g.place_name(action.at)}" + (f", where {g.names(passed)} passed" if passed else "")
    what = {"": "", TURN_TURRET: ", turning the turret", TURN_HULL: ", turning about"}
    with_what = what.get(action.how, f" with the {action.how.upper()} alone")
    return f"{g.piece_name(vehicle.id)} fires at {where}{with_what}"


PART.adds(SPOKEN, Spoken(FIRE, words_of), Spoken(FIRE_AT, words_of))
PART.adds(
    OPTION_LOOKS,
    VerbLook(FIRE, OptionLook("Fire of vehicles", hex="target", figures=True)),
    VerbLook(FIRE_AT, OptionLook("Fire of vehicles", hex="target", figures=True)),
)
