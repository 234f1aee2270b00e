"""Crews that go berserk in their AFV (SL:3.25-q2, SL:3.25-q12): they drive at the nearest enemy and over him, or stand
beside him and fire where he cannot be overrun.

Their charge comes as the MPh opens, like that of men on foot; the way is the cheapest. What stands beside the enemy
fires at him in every phase in which it may, before everything else that its side fires.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import terrain, vehicle_fire
from defilade.rules.sl.fire import Attack
from defilade.rules.sl.fire_phases import acted_otherwise
from defilade.rules.sl.morale import unit_lost
from defilade.rules.sl.nations import NOBODY, on_eastern_front
from defilade.rules.sl.options import before
from defilade.rules.sl.people.berserk import BERSERK_MORALE, BERSERK_ROLL, NUMBERS, go_berserk
from defilade.rules.sl.people.charge import CHARGES, FAR
from defilade.rules.sl.state import AFPH, DFPH, MPH, PFPH, SlPlay
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.crews import abandon
from defilade.rules.sl.vehicles.driving import (
    FORWARD,
    NEVER,
    STOP,
    Driving,
    driven_into,
    driving_bar,
    enemies_in,
    enters_enemies,
    entry_cost,
    entry_refusal,
    hatch_options,
    left_to_it,
    mp_left,
    set_off,
    setting_off_bar,
    turn_cost,
    way_bar,
)
from defilade.rules.sl.vehicles.exposed import crew_steady
from defilade.rules.sl.vehicles.yard import (
    change,
    is_afv,
    kind_of,
    of_side,
    other_crew_morale,
    vehicles_in,
    wrecked,
)
from defilade.tactics.arcs import FACING_NAMES, FACINGS, front_hexes
from defilade.tactics.names import Hex, Side
from defilade.tactics.search import explore
from defilade.tactics.sequence import phase_ends, phase_opens
from defilade.tactics.units import Unit

PART = Part()

RUSSIAN = "russian"
HATCHES = ("open", "button")

DRIVES_AT_THEM = Refusal("a berserk crew fires nothing before it drives at the enemy", "SL:3.25-q2")


# -- going berserk -----------------------------------------------------------------------------------------


def crew_rule(g: SlPlay, vehicle: Vehicle, drm: int) -> str:
    """SL:3.25-q2: Russians by any MC that fire brings upon them; SL:3.25-q13: others in their vehicles only by the
    later boxes, and then as they would on foot."""
    nationality = kind_of(g, vehicle).nationality
    if nationality == RUSSIAN:
        return "SL:3.25-q2"
    if before(g, "cod"):
        return ""
    mine = g.peoples.nations.kinds.get(nationality, NOBODY)
    if drm in NUMBERS or (mine.berserk_rule and (on_eastern_front(g) or not mine.berserk_east_only)):
        return "SL:3.25-q13"
    return ""


@PART.answers(crew_steady)
def perhaps_berserk(g: SlPlay, vehicle: Vehicle, drm: int, dice: tuple[int, ...]) -> None:
    """SL:3.25-q2: only where it cannot move do they leave it."""
    if sum(dice) != BERSERK_ROLL or vehicle.berserk or not is_afv(g, vehicle):
        return
    rule = crew_rule(g, vehicle, drm)
    if not rule:
        return
    vehicle = change(g, vehicle, berserk=True)
    g.say(
        "berserk",
        f"The crew of {g.piece_name(vehicle.id)} goes berserk!",
        rule,
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
    )
    if vehicle.immobilized:
        gets_out(g, vehicle)


def gets_out(g: SlPlay, vehicle: Vehicle) -> None:
    crew = abandon(g, vehicle, "SL:3.25-q2", "SL:11.35.4")
    if crew is not None:
        go_berserk(g, crew, "SL:3.25-q2")


@PART.answers(other_crew_morale)
def berserk_morale(g: SlPlay, vehicle: Vehicle) -> int | None:
    """SL:3.25.2-a"""
    return BERSERK_MORALE if vehicle.berserk else None


# -- whom they charge --------------------------------------------------------------------------------------


def enemies_seen(g: SlPlay, vehicle: Vehicle) -> dict[Hex, int]:
    enemy = g.enemy_of(vehicle.side)
    hexes = [unit.hex for unit in g.on_map(enemy)] + [other.hex for other in of_side(g, enemy)]
    return {
        hex: g.map.distance(vehicle.hex, hex)
        for hex in dict.fromkeys(hexes)
        if hex != vehicle.hex and looks_at(g, vehicle, hex)
    }


def looks_at(g: SlPlay, vehicle: Vehicle, hex: Hex) -> bool:
    """SL:11.29.14: from beside an obstacle it looks out from its corner."""
    if vehicle.bypass:
        return vehicle_fire.line_to(g, vehicle, hex)
    return terrain.sees(g, vehicle.hex, hex)


def prey_of(g: SlPlay, vehicle: Vehicle) -> list[Hex]:
    """The nearest enemies in sight; out of sight, whom they have charged so far (SL:3.25-q1, SL:3.25-q4)."""
    seen = enemies_seen(g, vehicle)
    nearest = [hex for hex, distance in seen.items() if distance == min(seen.values())]
    charged = g.state.charges.get(vehicle.id, "")
    if nearest:
        return [charged] if charged in nearest else nearest
    return [charged] if charged and charged != vehicle.hex else []


def shut(vehicle: Vehicle) -> Vehicle:
    """It as it drives into a house (SL:14.4.12-a)."""
    return msgspec.structs.replace(vehicle, ce=False)


def needs_them_shut(g: SlPlay, vehicle: Vehicle) -> bool:
    """Whether it would not get at the enemy whom it charges with its hatches open."""
    out = msgspec.structs.replace(vehicle, ce=True)
    return any(
        way_bar(g, out, place) is not None for place, enemy in stations(g, vehicle).items() if place == enemy
    )


def drives_over(g: SlPlay, vehicle: Vehicle, hex: Hex) -> bool:
    """SL:3.25-q2: not over who is in an AFV, nor where it does not get in, as in stone buildings; without a weapon that
    works over nobody."""
    enemy = g.enemy_of(vehicle.side)
    armour = any(other.side == enemy and other.manned and is_afv(g, other) for other in vehicles_in(g, hex))
    if armour or not enemies_in(g, vehicle, hex) or way_bar(g, shut(vehicle), hex) is not None:
        return False
    around = [near for near in g.map.neighbours[hex] if near is not None]
    if all(entry_cost(g, vehicle, near, hex, FORWARD) >= NEVER for near in around):
        return False
    return bool(list(enters_enemies(g, vehicle, hex)))


def stations(g: SlPlay, vehicle: Vehicle) -> dict[Hex, Hex]:
    """Where it drives to, and the enemy that each place is for: onto him or beside him."""
    found: dict[Hex, Hex] = {}
    for hex in prey_of(g, vehicle):
        if drives_over(g, vehicle, hex):
            found[hex] = hex
        else:
            found.update({near: hex for near in g.map.neighbours[hex] if near is not None})
    return found


def besieged(g: SlPlay, vehicle: Vehicle) -> Hex:
    """The enemy beside whom it stands, and whom it does not overrun."""
    return stations(g, vehicle).get(vehicle.hex, "")


# -- their way ---------------------------------------------------------------------------------------------


def steps_from(
    g: SlPlay, frame: Driving, vehicle: Vehicle, goals: dict[Hex, Hex], hex: Hex
) -> Iterable[tuple[Hex, float]]:
    ahead = front_hexes(g.map, hex, vehicle.vca)
    for near in g.map.neighbours[hex]:
        if near is None or way_bar(g, shut(vehicle) if near in goals else vehicle, near) is not None:
            continue
        if enemies_in(g, vehicle, near) and goals.get(near) != near:
            continue
        if any(not other.wreck for other in vehicles_in(g, near) if other.id != vehicle.id):
            continue
        cost = entry_cost(g, vehicle, hex, near, FORWARD)
        if hex == vehicle.hex and near not in ahead:
            if frame.turned or vehicle.bypass:  # SL:11.29.8
                continue
            cost += turn_cost(g, frame, vehicle)
        if cost < NEVER:
            yield near, cost


def may_enter(g: SlPlay, frame: Driving, vehicle: Vehicle, hex: Hex) -> bool:
    """Whether it gets into the next hex, if need be after a turn or with its hatches shut; of the MP that this takes
    the first hex asks nothing (SL:11.26.3)."""
    if Action("button") in hatch_options(g, vehicle) and may_enter(g, frame, shut(vehicle), hex):
        return True
    if hex in front_hexes(g.map, vehicle.hex, vehicle.vca):
        return entry_refusal(g, frame, vehicle, hex, FORWARD) is None
    turning = turn_cost(g, frame, vehicle)
    if frame.turned or vehicle.bypass or (frame.hexes and turning > mp_left(g, frame, vehicle)):
        return False
    later = Driving(frame.vehicle, frame.spent + turning, frame.hexes, frame.way, turned=True)
    return any(
        entry_refusal(g, later, msgspec.structs.replace(vehicle, vca=facing), hex, FORWARD) is None
        for facing in FACINGS
        if hex in front_hexes(g.map, vehicle.hex, facing)
    )


def onward(g: SlPlay, frame: Driving, vehicle: Vehicle) -> dict[Hex, Hex]:
    """The next hexes on the cheapest ways, and the enemy to whom each leads."""
    goals = stations(g, vehicle)
    if not goals or vehicle.hex in goals:
        return {}
    reach = explore(vehicle.hex, lambda hex: steps_from(g, frame, vehicle, goals, hex), FAR, goals)
    costs = {hex: reach.cost[hex] for hex in goals if hex in reach.cost}
    found: dict[Hex, Hex] = {}
    for goal in [hex for hex, cost in costs.items() if cost == min(costs.values())]:
        to_goal = reach.cost_to([goal])
        for near, cost in reach.steps[vehicle.hex]:
            if near in to_goal and cost + to_goal[near] == to_goal[vehicle.hex]:
                if may_enter(g, frame, vehicle, near):
                    found.setdefault(near, goals[goal])
    return found


def turns_to(action: Action, g: SlPlay, vehicle: Vehicle, hexes: Iterable[Hex]) -> bool:
    """Whether an action turns it so that it has one of these hexes before it that it has not now."""
    if action.verb != "turn":
        return False
    facing = FACING_NAMES.index(action.how)
    now = set(front_hexes(g.map, vehicle.hex, vehicle.vca))
    return not now.issuperset(set(hexes) & set(front_hexes(g.map, vehicle.hex, facing)))


def has_overrun(g: SlPlay, vehicle: Vehicle) -> bool:
    return vehicle.id in g.state.charges and vehicle.overran == vehicle.hex


@PART.answers(left_to_it)
def at_the_enemy(g: SlPlay, found: list[Action], frame: Driving, vehicle: Vehicle) -> list[Action]:
    """SL:3.25-q2: straight at him; where it has overrun him it stops. The hatches are their own business. Beside him it
    may turn to him, and stops."""
    if not vehicle.berserk and not has_overrun(g, vehicle):
        return found
    hatches = [action for action in found if action.verb in HATCHES]
    if has_overrun(g, vehicle):
        return [*hatches, STOP]
    ways = onward(g, frame, vehicle)
    if ways:
        if needs_them_shut(g, vehicle):
            hatches = [action for action in hatches if action.verb == "button"]
        on = [
            action
            for action in found
            if (action.verb in ("drive-to", "overrun") and action.at in ways)
            or turns_to(action, g, vehicle, ways)
        ]
        if on:
            return [*on, *hatches]
        return [action for action in hatches if action.verb == "button"] or [STOP]
    enemy = besieged(g, vehicle)
    faces = [action for action in found if enemy and turns_to(action, g, vehicle, (enemy,))]
    return [*faces, *hatches, STOP]


@PART.answers(driving_bar)
def not_as_they_like(g: SlPlay, vehicle: Vehicle) -> Refusal | None:
    return CHARGES if vehicle.berserk or has_overrun(g, vehicle) else None


@PART.answers(setting_off_bar)
def not_where_they_like(g: SlPlay, vehicle: Vehicle) -> Refusal | None:
    """SL:3.25.6: without an enemy in sight it does not move at all."""
    return CHARGES if vehicle.berserk else None


@PART.answers(driven_into)
def keeps_him_in_mind(g: SlPlay, vehicle: Vehicle, origin: str, hex: Hex) -> None:
    """SL:3.25-q1: whoever is nearest now is whom it charges."""
    prey = prey_of(g, vehicle) if vehicle.berserk else []
    if prey:
        g.state.charges[vehicle.id] = prey[0]


class AfvCharges(Frame):
    """Berserk crews of the moving side drive at the enemy, one after the other; `done` are those that have."""

    done: tuple[str, ...] = ()


@PART.answers(phase_opens)
def charge(g: SlPlay, phase: str) -> list[Frame]:
    if phase != MPH or not any(vehicle.berserk for vehicle in of_side(g, g.attacker)):
        return []
    return [AfvCharges()]


@PART.automatic(AfvCharges)
def run_charges(g: SlPlay, frame: AfvCharges) -> None:
    vehicle = next((v for v in of_side(g, g.attacker) if v.berserk and v.id not in frame.done), None)
    if vehicle is None:
        g.pop()
        return
    frame.done = (*frame.done, vehicle.id)
    ready = vehicle.mobile and not vehicle.drove and not vehicle.fire
    ways = onward(g, Driving(vehicle.id), vehicle) if ready else {}
    if not ways:
        return
    g.state.charges[vehicle.id] = next(iter(ways.values()))
    g.say(
        "charge",
        f"{g.piece_name(vehicle.id)} charges!",
        "SL:3.25-q2",
        side=vehicle.side,
        who=(vehicle.id,),
        at=vehicle.hex,
    )
    set_off(g, vehicle)


# -- their fire --------------------------------------------------------------------------------------------


@PART.answers(vehicle_fire.firing_bar)
def drives_first(g: SlPlay, vehicle: Vehicle) -> Refusal | None:
    """Who fires in the PFPh does not move, and it must, but for whom it besieges."""
    if not vehicle.berserk or g.state.phase != PFPH or not vehicle.mobile:
        return None
    return None if besieged(g, vehicle) or not prey_of(g, vehicle) else DRIVES_AT_THEM


class AfvRage(Frame):
    """AFVs with berserk crews fire at whom they besiege before everybody else of their side."""

    side: Side


def raging(g: SlPlay, side: Side) -> list[Action]:
    found: list[Action] = []
    for vehicle in of_side(g, side):
        prey = besieged(g, vehicle) if vehicle.berserk and not vehicle.fire else ""
        if prey:
            shots = [a for a in vehicle_fire.options_of(g, vehicle) if len(a.who) == 1]
            found += [action for action in shots if g.map.ground_hex(action.at) == prey]
    return found


@PART.answers(phase_opens)
def fires_first(g: SlPlay, phase: str) -> list[Frame]:
    side = {PFPH: g.attacker, AFPH: g.attacker, DFPH: g.defender}.get(phase, "")
    if not side or not any(vehicle.berserk for vehicle in of_side(g, side)):
        return []
    return [AfvRage(side)]


@PART.decisions(AfvRage)
def ask_rage(g: SlPlay, frame: AfvRage) -> Choice | None:
    found = raging(g, frame.side)
    if not found:
        return None
    who = tuple(dict.fromkeys(action.who[0] for action in found))
    return Choice(frame.side, "What does the berserk crew fire?", tuple(found), ("SL:3.25-q2",), who)


@ask_rage
def take_rage(g: SlPlay, frame: AfvRage, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Action):
        acted_otherwise(g, frame.side, answer)
    else:
        g.pop()


# -- coming back to their senses ---------------------------------------------------------------------------


def killers(g: SlPlay, hex: Hex, side: Side) -> list[Vehicle]:
    """The berserk AFVs that destroy somebody of a side in a hex: by an overrun, or by the fire that is under way."""
    mounted = [f.mounted.vehicle for f in g.state.stack if isinstance(f, Attack) and f.mounted is not None]
    return [
        vehicle
        for vehicle in of_side(g, g.enemy_of(side))
        if vehicle.berserk
        and (vehicle.id in mounted or (g.state.phase == MPH and vehicle.overran == vehicle.hex == hex))
    ]


def avenged(g: SlPlay, hex: Hex, side: Side) -> None:
    """SL:3.25-q12"""
    for vehicle in killers(g, hex, side):
        change(g, vehicle, berserk=False)
        g.say(
            "sane",
            f"The crew of {g.piece_name(vehicle.id)} comes to its senses.",
            "SL:3.25-q12",
            side=vehicle.side,
            who=(vehicle.id,),
            at=vehicle.hex,
        )


@PART.answers(unit_lost)
def has_killed(g: SlPlay, unit: Unit) -> None:
    avenged(g, unit.hex, unit.side)


@PART.answers(wrecked)
def has_wrecked(g: SlPlay, vehicle: Vehicle) -> None:
    avenged(g, vehicle.hex, vehicle.side)


@PART.answers(phase_ends)
def leaves_what_cannot_move(g: SlPlay, phase: str) -> None:
    """SL:3.25-q2: an AFV that can move no more is left."""
    for vehicle in list(g.state.vehicles.values()):
        if vehicle.berserk and vehicle.immobilized and vehicle.able and vehicle.hex:
            gets_out(g, vehicle)
