"""Vehicle movement (SKF:3.3.2): which vehicle moves, hex by hex within its VCA, and how its MPh ends."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.hexgrid.coords import opposite
from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part, bar, handed_on
from defilade.rules.sk import los, melee, morale, terrain, victory
from defilade.rules.sk.entering import strikes_who_enter
from defilade.rules.sk.full.library import kit_of
from defilade.rules.sk.full.vehicle_charts import ALL, HALF
from defilade.rules.sk.full.vehicles.bog import bog_frames
from defilade.rules.sk.full.vehicles.driving import (
    DRIVE_VERBS,
    DriveVerb,
    Driving,
    may_go_on,
    mp_left,
    mp_refusal,
    record,
    spend,
    vehicle_turned,
)
from defilade.rules.sk.full.vehicles.ways import Way, home_hexes, ways_in
from defilade.rules.sk.movement import must_still_move, other_move, other_movers
from defilade.rules.sk.state import MPH, SkPlay
from defilade.tactics import arcs
from defilade.tactics.moving import Mover, note
from defilade.tactics.names import Hex
from defilade.tactics.sequence import ImmediateVictoryCheck, phase_ends, player_turn_begins
from defilade.tactics.units import OFF_MAP, PREP
from defilade.tactics.vehicles import Vehicle

PART = Part()

END = Action("end")
EXIT = Action("exit")

RULES = ("SKF:3.3.2-a", "SKF:3.3.2-e")
ASIDE = frozenset(["turret", "dispense", "suspect", "button-up", "open-up", "slower", "mg", "bound"])
"""What a vehicle may do besides going on, stopping and ending its move."""

OUTSIDE_VCA = Refusal("a vehicle enters a hex within its VCA only", "SKF:3.3.2-e")
NOT_STARTED = Refusal("it must start first", "SKF:3.3.2-i")
NOT_MOBILE = Refusal("it is bogged, immobilized, shocked or stunned", "SKF:2.0-q")
CE_IN_BUILDING = Refusal("it enters a building only while BU", "SKF:1.1.1-i")
BARRED = Refusal("such a vehicle may not enter that terrain", "SKF:1.1.1-i")
WHEELS_IN_BUILDING = Refusal("an Armored Car may not enter a building", "SKF:1.1.1-h")
ALL_IS_ALL = Refusal("it has spent MP for more than starting", "SKF:3.3.2-t")
STILL_MP = Refusal("in Motion it goes on while it has MP for the next hex", "SKF:3.3.2-n")
GO_HOME = Refusal("a Recalled AFV leaves as fast as it can", "SKF:7.10-m")
COME_ON = Refusal("it comes on to the map now, or is lost", "SKF:3.3-d")
TRAPPED = Refusal("it may not stop in the hex of an enemy AFV that it could not harm", "SKF:3.3.2-q")


@bar
def driving_bar(g: SkPlay, vehicle: Vehicle, origin: str, hex: Hex) -> Refusal | None:
    """Why may a vehicle not enter this hex, or leave the map, now?"""


@handed_on
def may_stop_there(g: SkPlay, may: bool, vehicle: Vehicle) -> bool:
    """May a vehicle that has just entered a hex stop there?"""
    return may


# -- the phase ---------------------------------------------------------------------------------------------


def drive_refusal(g: SkPlay, vehicle: Vehicle) -> Refusal | None:
    """Why a vehicle has no MPh."""
    if vehicle.side != g.attacker or vehicle.wreck:
        return Refusal("it is none of the ATTACKER's vehicles", "SKF:3.3.2-a")
    if vehicle.moved:
        return Refusal("it has already moved in this MPh", "SKF:3.3.1-d")
    if vehicle.fire == PREP:
        return Refusal("it fired in the PFPh", "SKF:3.3-a")
    if not vehicle.good_order:
        return NOT_MOBILE
    if vehicle.hex == OFF_MAP and not 0 < vehicle.due <= g.state.turn:
        return Refusal("it is not yet to enter", "SKF:3.3-d")
    return None


@PART.answers(other_movers)
def vehicles_that_may_move(g: SkPlay) -> Iterable[Action]:
    return [Action("drive", (v.id,)) for v in g.state.vehicles.values() if drive_refusal(g, v) is None]


@PART.answers(must_still_move)
def motion_obliges(g: SkPlay) -> bool:
    """SKF:3.3.2-o: who began in Motion spends its MP, if only to stop and Delay."""
    return any(
        vehicle.motion and vehicle.hex and drive_refusal(g, vehicle) is None
        for vehicle in g.state.vehicles.values()
    )


@PART.answers(other_move)
def begin_drive(g: SkPlay, action: Action) -> Frame | None:
    if action.verb != "drive":
        return None
    vehicle = g.update_vehicle(g.vehicle(action.who[0]), moved=True)
    # SKF:3.3.2-p: whoever comes from off the map is in Motion
    entry = g.scenario.groups[vehicle.group].enters if not vehicle.hex and g.scenario.groups else None
    spent = entry.spent if entry is not None else 0.0
    return Driving(
        (),
        movers=(Mover(vehicle.id, spent=spent),),
        vehicle=vehicle.id,
        running=vehicle.motion or not vehicle.hex,
    )


@PART.answers(player_turn_begins)
def forget(g: SkPlay) -> None:
    """What is noted of vehicles for one player turn; who is in Motion as his own begins was so when his MPh began."""
    for vehicle in list(g.state.vehicles.values()):
        if vehicle.wreck:
            if vehicle.changed_hex:
                g.update_vehicle(vehicle, changed_hex=False)
            continue
        g.update_vehicle(
            vehicle,
            began_in_motion=vehicle.motion and vehicle.side == g.attacker,
            changed_hex=False,
            mp_in=(),
            moved=False,
            fire="",
            fired=(),
            swung="",
            fired_in="",
            fired_at="",
            smoke_tried=False,
            motion_tried=False,
            buttoned=False,
            ce_changed="",
        )


@PART.answers(phase_ends)
def end_of_movement(g: SkPlay, phase: str) -> None:
    """SKF:3.3-b, SKF:3.3.2-l: on the way there may be more; now of two vehicles of a side in one hex the one that is
    listed last becomes a wreck. SKF:3.3-d: who was to enter in this turn and did not is lost."""
    if phase != MPH:
        return
    for vehicle in [v for v in g.state.vehicles.values() if not v.hex and v.side == g.attacker]:
        if 0 < vehicle.due <= g.state.turn:
            g.say(
                "eliminated",
                f"{g.vehicle_name(vehicle)} has not entered in its turn and is lost.",
                "SKF:3.3-d",
                side=vehicle.side,
                who=(vehicle.id,),
            )
            g.remove_vehicle(vehicle)
    seen: set[tuple[str, str]] = set()
    for vehicle in list(g.state.vehicles.values()):
        if vehicle.wreck or not vehicle.hex:
            continue
        place = (vehicle.hex, vehicle.side)
        if place in seen:
            g.update_vehicle(vehicle, wreck=True, ce=False, motion=False)
            g.say(
                "wreck",
                f"{g.vehicle_name(vehicle)} is one too many in {g.place_name(vehicle.hex)} and becomes a wreck.",
                "SKF:3.3.2-l",
                side=vehicle.side,
                who=(vehicle.id,),
                at=vehicle.hex,
            )
        seen.add(place)


# -- a move ------------------------------------------------------------------------------------------------


def why_not_driving(g: SkPlay, frame: Driving, action: Action) -> Refusal | None:
    verb = DRIVE_VERBS(g).get(action.verb)
    return verb.why_not(g, frame, g.vehicle(frame.vehicle), action) if verb is not None else None


@PART.decisions(Driving, why_not=why_not_driving)
def ask_driving(g: SkPlay, frame: Driving) -> Choice | None:
    if not may_go_on(g, frame):
        return None
    vehicle = g.vehicle(frame.vehicle)
    options: list[Action] = []
    for verb in DRIVE_VERBS(g).values():
        options += verb.options(g, frame, vehicle)
    if not options:
        return None
    if all(option.verb in ASIDE for option in options):
        options.append(END)  # SKF:3.3.2-n: it can go nowhere with what is left, and may not stop
    place = f"in {g.place_name(vehicle.hex)}" if vehicle.hex else "off the map"
    more = f", {frame.extra} more on the next hex" if frame.extra else ""
    turret = f", its turret to turn {arcs.FACING_NAMES[frame.tca_to]}" if frame.tca_to >= 0 else ""
    asks = f"{g.vehicle_name(vehicle)} {place}, {mp_left(g, frame):g} MP left{more}{turret}: what next?"
    return Choice(g.attacker, asks, tuple(options), RULES, about=(vehicle.id,), at=vehicle.hex)


@ask_driving
def take_driving(g: SkPlay, frame: Driving, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Action):
        DRIVE_VERBS(g)[answer.verb].take(g, frame, g.vehicle(frame.vehicle), answer)
        return
    g.pop()
    vehicle = g.state.vehicles.get(frame.vehicle)
    if vehicle is None or vehicle.wreck:
        return
    motion = frame.running and vehicle.mobile
    vehicle = g.update_vehicle(vehicle, motion=motion and bool(vehicle.hex))
    if vehicle.motion:
        g.say(
            "motion",
            f"{g.vehicle_name(vehicle)} ends its MPh in Motion in {g.place_name(vehicle.hex)}.",
            "SKF:3.3.2-n",
            "SKF:2.0-r",
            side=vehicle.side,
            who=(vehicle.id,),
            at=vehicle.hex,
        )


# -- the end of a move ---------------------------------------------------------------------------------------


def end_refusal(g: SkPlay, frame: Driving, vehicle: Vehicle) -> Refusal | None:
    if vehicle.recalled and vehicle.mobile and vehicle.hex and not frame.running and mp_left(g, frame) >= 2:
        return GO_HOME
    if not vehicle.hex:
        return COME_ON if entries(g, frame, vehicle) else None
    if not vehicle.mobile or not frame.running:
        return None
    if frame.trapped and mp_left(g, frame) >= 1:
        return TRAPPED
    left = mp_left(g, frame)
    if left < 1:
        return None
    ahead = arcs.front_hexes(g.map, vehicle.hex, vehicle.vca)
    cheapest = [
        min((way.cost for way in ways_in(g, vehicle, vehicle.hex, hex)), default=0.0) for hex in ahead
    ]
    return None if any(cost > left for cost in cheapest) else STILL_MP


def end_options(g: SkPlay, frame: Driving, vehicle: Vehicle) -> list[Action]:
    return [END] if end_refusal(g, frame, vehicle) is None else []


def end(g: SkPlay, frame: Driving, vehicle: Vehicle, action: Action) -> None:
    """SKF:3.3.2-a: what MP are left are spent where it stands, and draw fire as any do. Who has not begun to spend any
    has none to spend so."""
    frame.over = True
    left = mp_left(g, frame)
    if frame.begun and vehicle.hex and vehicle.mobile and left > 0:
        spend(g, frame, left)
    if not frame.running or not vehicle.hex:
        where = f"ends its MPh in {g.place_name(vehicle.hex)}" if vehicle.hex else "stays off the map"
        g.say(
            "end_move",
            f"{g.vehicle_name(vehicle)} {where}.",
            "SKF:3.3.2-a",
            side=vehicle.side,
            who=(vehicle.id,),
            at=vehicle.hex,
        )


# -- entering a hex --------------------------------------------------------------------------------------------


def way_refusal(g: SkPlay, frame: Driving, vehicle: Vehicle, hex: Hex, way: Way) -> Refusal | None:
    """Why a vehicle may not take a way into a hex now. Enemies in it are no reason (SKF:3.3.2-b)."""
    if not vehicle.mobile:
        return NOT_MOBILE
    if not frame.running:
        return NOT_STARTED
    if terrain.is_building(g, hex) and vehicle.ce:
        return CE_IN_BUILDING
    barred = driving_bar(g, vehicle, vehicle.hex, hex)
    if barred is not None:
        return barred
    if way.how == ALL:
        if frame.all_spent or record(frame).spent > frame.starts or frame.extra:
            return ALL_IS_ALL
        return None
    return mp_refusal(g, frame, way.cost + frame.extra)


def entries(g: SkPlay, frame: Driving, vehicle: Vehicle) -> list[tuple[Action, Way]]:
    """Every hex and way that a vehicle may enter next. From off the map the way also says how it faces then."""
    found = []
    if vehicle.hex:
        if not vehicle.mobile or not frame.running:
            return []
        for hex in arcs.front_hexes(g.map, vehicle.hex, vehicle.vca):
            ways = ways_in(g, vehicle, vehicle.hex, hex)
            good = [way for way in ways if way_refusal(g, frame, vehicle, hex, way) is None]
            cheap = any(way.how != ALL for way in good)
            for way in good:
                # All MP for a hex that can be entered for less is what a higher cost declared comes to (SKF:3.3.2-m).
                if way.how == ALL and not way.bog and cheap:
                    continue
                found.append((Action("enter", (), hex, way.how), way))
        return found
    for hex in g.scenario.entry_hexes(vehicle.group, vehicle.edges, g.map):
        for way in ways_in(g, vehicle, "", hex):
            if way_refusal(g, frame, vehicle, hex, way) is not None or (way.how == ALL and not way.bog):
                continue
            for facing in facings_inward(g, hex):
                found.append((Action("enter", (), hex, f"{way.how}{facing}"), way))
    return found


def facings_inward(g: SkPlay, hex: Hex) -> list[int]:
    """How a vehicle may face that has come into a hex from off the map: with the hex in its VCA as it came."""
    faces = set()
    for direction, near in enumerate(g.map.neighbours[hex]):
        if near is None:
            into = opposite(direction)
            faces |= {into, (into - 1) % 6}
    return sorted(faces)


def enter_options(g: SkPlay, frame: Driving, vehicle: Vehicle) -> list[Action]:
    return [action for action, _ in entries(g, frame, vehicle)]


def why_not_enter(g: SkPlay, frame: Driving, vehicle: Vehicle, action: Action) -> Refusal | None:
    if action.at not in g.map.index:
        return Refusal(f"there is no hex {action.at} in play", "SK1:1.1-b")
    if vehicle.hex and action.at not in arcs.front_hexes(g.map, vehicle.hex, vehicle.vca):
        return OUTSIDE_VCA
    ways = ways_in(g, vehicle, vehicle.hex, action.at)
    if not ways:
        return WHEELS_IN_BUILDING if terrain.is_building(g, action.at) else BARRED
    way = next((way for way in ways if way.how == action.how), ways[0])
    return way_refusal(g, frame, vehicle, action.at, way)


def enter(g: SkPlay, frame: Driving, vehicle: Vehicle, action: Action) -> None:
    way = next(way for option, way in entries(g, frame, vehicle) if option == action)
    origin, hex = vehicle.hex, action.at
    changes = {"changed_hex": True}
    if not origin:
        facing = int(action.how[-1])
        vehicle = g.update_vehicle(vehicle, vca=facing, tca=facing, due=0)
    vehicle = g.place_vehicle(vehicle, hex, **changes)
    if origin:
        melee.clear_melee(g, origin)  # SKF:3.8-aa
    alarm(g, vehicle)
    mp = way.cost + frame.extra
    if way.how == ALL or frame.all_out:
        mp = mp_left(g, frame)
        frame.all_spent = True
        frame.may_still_stop = way.bog or frame.all_out
    frame.extra, frame.out_of, frame.all_out = 0, "", False
    climbed_from = origin if origin and g.map.level(origin) < g.map.level(hex) else ""
    note(frame, vehicle.id, hexes=record(frame).hexes + 1, climbed_from=climbed_from)
    vehicle_turned(g, vehicle)
    g.say(
        "enter",
        f"{g.vehicle_name(vehicle)} enters {g.place_name(hex)} for {mp:g} MP.",
        "SKF:3.3.2-e",
        *way.rules,
        *(("SKF:3.3.2-t",) if way.how == ALL else ()),
        side=vehicle.side,
        who=(vehicle.id,),
        at=hex,
    )
    frame.trapped = not may_stop_there(g, True, vehicle)
    bog = bog_frames(g, vehicle, way.how == HALF) if way.bog else ()
    spend(g, frame, mp, before=(*strikes_who_enter(g, hex, (vehicle.id,)), *bog))


def alarm(g: SkPlay, vehicle: Vehicle) -> None:
    """Broken enemies in or beside the hex that a vehicle comes into have a Known enemy next to them: DM."""
    enemy = g.enemy_of(vehicle.side)
    for hex in (vehicle.hex, *g.map.adjacent[vehicle.hex]):
        for unit in g.side_in(hex, enemy):
            if unit.broken and not unit.dm and los.sees(g, vehicle.hex, hex):
                morale.put_under_dm(g, unit, "SK1:3.2.1-z")


# -- off the map -------------------------------------------------------------------------------------------------


def exit_refusal(g: SkPlay, frame: Driving, vehicle: Vehicle) -> Refusal | None:
    refusal = leaving_refusal(g, frame, vehicle)
    if refusal is not None:
        return refusal
    if not victory.may_leave(g, g.attacker, vehicle.hex) and not may_go_home(g, vehicle):
        return Refusal("a vehicle may not leave the map here", "SKF:3.3-f")
    return None


def leaving_refusal(g: SkPlay, frame: Driving, vehicle: Vehicle) -> Refusal | None:
    """Why a vehicle cannot go off the map from its hex, where it may."""
    if not vehicle.hex or not vehicle.mobile or not frame.running:
        return NOT_STARTED
    out = [g.map.neighbours[vehicle.hex][side % 6] for side in (vehicle.vca, vehicle.vca + 1)]
    if all(near is not None for near in out):
        return OUTSIDE_VCA
    barred = driving_bar(g, vehicle, vehicle.hex, OFF_MAP)
    if barred is not None:
        return barred
    return mp_refusal(g, frame, float(kit_of(g).charts.mp[g.vehicle_type(vehicle).movement]["open"]))


def may_go_home(g: SkPlay, vehicle: Vehicle) -> bool:
    """SKF:7.10-m: a Recalled vehicle leaves over its own side's edge."""
    return vehicle.recalled and vehicle.hex in home_hexes(g, vehicle.side)


def exit_options(g: SkPlay, frame: Driving, vehicle: Vehicle) -> list[Action]:
    return [EXIT] if exit_refusal(g, frame, vehicle) is None else []


def leave_map(g: SkPlay, frame: Driving, vehicle: Vehicle, action: Action) -> None:
    points = victory.score_vehicle_exit(g, vehicle)
    g.say(
        "exit",
        f"{g.vehicle_name(vehicle)} leaves the map"
        + (
            " under Recall, for which nobody has points."
            if vehicle.recalled
            else f": {points} VP."
            if points
            else "."
        ),
        "SKF:7.10-m" if vehicle.recalled else "SKF:3.3-f",
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
    )
    frame.over = True
    g.remove_vehicle(vehicle)
    if points:
        g.push(ImmediateVictoryCheck())


PART.adds(
    DRIVE_VERBS,
    DriveVerb("enter", 10, enter_options, enter, why_not_enter),
    DriveVerb("exit", 80, exit_options, leave_map, lambda g, f, v, a: exit_refusal(g, f, v)),
    DriveVerb("end", 90, end_options, end, lambda g, f, v, a: end_refusal(g, f, v)),
)
