"""What vehicles may do, in words, with the odds where there are any."""

from __future__ import annotations

from collections.abc import Callable

from defilade.kernel import Action, Described
from defilade.kernel.composition import Part
from defilade.rules.sk import attack_plan, ift
from defilade.rules.sk.attack import Attack
from defilade.rules.sk.fire import everybody_in
from defilade.rules.sk.first_fire import open_window, targets_left
from defilade.rules.sk.full.vehicles import (
    ccv,
    close_combat,
    close_combat_strikes,
    kill_previews,
    smoke_dispensers,
    sw_against_armor,
    to_kill,
    turning,
    vehicular_mg,
)
from defilade.rules.sk.full.vehicles.ccv import VehicleAssault
from defilade.rules.sk.full.vehicles.driving import Driving, driving, mp_left
from defilade.rules.sk.full.vehicles.movement import entries
from defilade.rules.sk.full.vehicles.set_up import PlaceVehicles
from defilade.rules.sk.state import SkPlay
from defilade.rules.sk.terrain import kind_of
from defilade.rules.sk.wording import in_words
from defilade.tactics.arcs import FACING_NAMES
from defilade.tactics.names import Hex
from defilade.tactics.odds_table import kill_chances
from defilade.tactics.vehicles import CLOSE_DEFENCE

PART = Part()

Wording = Callable[[SkPlay, Action], Described]

DISPENSERS = {
    "sD": "smoke discharger",
    "sM": "smoke mortar",
    "sP": "smoke pots",
    CLOSE_DEFENCE: "close defence weapon",
}


def _top(g: SkPlay) -> object:
    return g.state.stack[-1] if g.state.stack else None


@PART.answers(in_words)
def vehicles_in_words(g: SkPlay, action: Action) -> Described | None:
    if action.verb in PLAIN:
        return Described(PLAIN[action.verb](g, action))
    if action.verb in WITH_ODDS:
        return WITH_ODDS[action.verb](g, action)
    top = _top(g)
    if isinstance(top, Driving) and action.verb == "enter":
        return _enter(g, top, action)
    if isinstance(top, PlaceVehicles) and action.verb == "place":
        return Described(f"In {_where(g, action.at)}")
    return None


def _where(g: SkPlay, hex: Hex) -> str:
    return f"{g.place_name(hex)} ({kind_of(g, hex).name})" if hex in g.map.index else "its hex"


def _tank(g: SkPlay, action: Action) -> str:
    return g.vehicle_name(action.who[0])


def _place(g: SkPlay, hex: Hex) -> str:
    return f"in {g.place_name(hex)}" if hex else "from off the map"


def _facing(action: Action) -> str:
    return FACING_NAMES[int(action.how)]


def _enter(g: SkPlay, frame: Driving, action: Action) -> Described:
    way = next((way for option, way in entries(g, frame, g.vehicle(frame.vehicle)) if option == action), None)
    if way is None:
        return Described(f"Enter {_where(g, action.at)}")
    left = mp_left(g, frame)
    cost = left if way.how == "all" else way.cost + frame.extra
    words = f"Enter {_where(g, action.at)}: {cost:g} MP, {left - cost:g} left"
    if action.how and action.how[-1].isdigit():
        words += f", facing {FACING_NAMES[int(action.how[-1])]}"
    return Described(words + (", with a Bog Check" if way.bog else ""), way.rules)


def _turn(g: SkPlay, action: Action) -> str:
    top = _top(g)
    cost = f" for {turning.turn_cost(g, g.vehicle(top.vehicle))} MP" if isinstance(top, Driving) else ""
    return f"Turn {_facing(action)}{cost}"


PLAIN: dict[str, Callable[[SkPlay, Action], str]] = {
    "face": lambda g, a: f"Facing {_facing(a)}",
    "crew": lambda g, a: "Crew exposed" if a.how == "ce" else "Buttoned up",
    "drive": lambda g, a: f"Move the {_tank(g, a)} {_place(g, g.vehicle(a.who[0]).hex)}",
    "start": lambda g, a: "Start: 1 MP",
    "halt": lambda g, a: "Stop: 1 MP",
    "delay": lambda g, a: "Delay: 1 MP",
    "slower": lambda g, a: "Spend 1 MP more on the next hex",
    "steer": _turn,
    "turret": lambda g, a: f"Turret {_facing(a)}",
    "keep": lambda g, a: "Leave it as it is",
    "unbog": lambda g, a: "Try to get free",
    "end": lambda g, a: "End the move",
    "open-up": lambda g, a: f"The crew of the {_tank(g, a)} looks out" if a.who else "Crew exposed",
    "button-up": lambda g, a: f"The crew of the {_tank(g, a)} buttons up" if a.who else "Button up",
    "bound": lambda g, a: f"Fire the main armament at {_where(g, a.at)}",
    "get-going": lambda g, a: f"{_tank(g, a)} tries to get going",
    "repair-gun": lambda g, a: f"Repair the {a.how.upper()} of the {_tank(g, a)}",
    "close-defence": lambda g, a: f"{_tank(g, a)} uses its close defence weapon",
    "dispense": lambda g, a: (
        f"{_tank(g, a)}: {DISPENSERS[a.how]} at {g.place_name(a.at)}, "
        f"{smoke_dispensers.number_of(g, g.vehicle(a.who[0]), a.how)} or less"
    ),
    "mine": lambda g, a: (
        f"{g.name(a.who[0])} places the {g.weapon_name(a.who[1])} on the {g.vehicle_name(a.who[2])}"
    ),
    "swing": lambda g, a: f"{_tank(g, a)} fires no more and turns its turret {_facing(a)}",
    "pivot": lambda g, a: f"{_tank(g, a)} fires no more and turns {_facing(a)}",
    "plan-strike": lambda g, a: "Put an attack of several units, or on several, together",
    "join-strike": lambda g, a: f"{g.names(a.who)} attacks",
    "prey": lambda g, a: f"Attack {g.names(a.who)}",
    "go": lambda g, a: "Attack",
    "strike": lambda g, a: (
        f"{g.names(a.how.split('+'))} attack {g.names(uid for uid in a.who if uid not in a.how.split('+'))}"
    ),
}


def _mg(g: SkPlay, action: Action) -> Described:
    """The same attack as would be made; a gun that has to be turned is reckoned as if it had been."""
    vehicle, guns = g.vehicle(action.who[0]), tuple(action.how.split("+"))
    window = open_window(g)
    in_window = window is not None and window.hex == action.at and vehicle.side == g.defender
    targets = targets_left(g, window) if window is not None and in_window else ()
    targets = targets or everybody_in(g, action.at, g.enemy_of(vehicle.side))
    turned = 0
    for gun in guns:
        turn = (
            None
            if vehicular_mg.bears(g, vehicle, gun, action.at)
            else vehicular_mg.new_facing(g, vehicle, gun, action.at)
        )
        if turn is not None:
            turned = max(turned, vehicular_mg.turn_drm(g, vehicle, gun, turn[1]))
    frame = Attack(
        g.state.phase,
        vehicle.side,
        action.at,
        targets,
        kind=vehicular_mg.KIND,
        firer=vehicle.id,
        guns=guns,
        turned=turned,
    )
    names = " and ".join(gun.upper() for gun in guns)
    label = f"{g.vehicle_name(vehicle)}: {names} at {_where(g, action.at)}"
    plan = vehicular_mg.plan(g, frame)
    if not plan.groups:
        return Described(label)
    chances: dict[str, float] = {}
    for found, chance in attack_plan.results(g, plan).items():
        chances[ift.class_of(found)] = chances.get(ift.class_of(found), 0.0) + chance
    breakdown = plan.breakdown(plan.groups[0])
    return Described(label, breakdown.rules, breakdown, chances)


def _assault(g: SkPlay, action: Action) -> Described:
    top = _top(g)
    ambusher = top.ambusher if isinstance(top, close_combat.VehicleCombat) else ""
    return _against_tank(g, VehicleAssault(action.who, action.how, ambusher=ambusher))


def _react(g: SkPlay, action: Action) -> Described:
    move = driving(g)
    if move is None:
        return Described("React")
    fired = any(g.unit(uid).fire or g.unit(uid).weapons_used for uid in action.who)
    return _against_tank(g, VehicleAssault(action.who, move.vehicle, less=1 if fired else 0))


def _against_tank(g: SkPlay, frame: VehicleAssault) -> Described:
    breakdown = ccv.assault_breakdown(g, frame)
    label = f"{g.names(frame.units)} attack the {g.vehicle_name(frame.vehicle)}"
    return Described(label, breakdown.rules, breakdown, ccv.odds(g, frame))


def _tank_strike(g: SkPlay, action: Action) -> Described:
    vehicle, *prey = action.who
    guns = tuple(action.how.split("+"))
    frame = close_combat_strikes.VehicleStrikes(vehicle, guns, tuple(prey))
    breakdown, kill, drms = close_combat_strikes.strike_breakdown(g, frame)
    chances = kill_chances(kill, drms[0])
    names = " and ".join(gun.upper() for gun in guns)
    return Described(
        f"{g.vehicle_name(vehicle)} attacks {g.names(prey)} with its {names}",
        breakdown.rules,
        breakdown,
        {"eliminated": chances.below, "casualty reduction": chances.on, "no effect": chances.above},
    )


def _at_armor(g: SkPlay, action: Action) -> Described:
    """A MG from its To Hit DR on, a flamethrower from its TK DR on."""
    unit, weapon, vehicle = g.unit(action.who[0]), g.state.weapons[action.who[1]], g.vehicle(action.who[2])
    leader = action.who[3] if len(action.who) > 3 else ""
    label = f"{g.weapon_name(weapon)} of {g.name(unit)} at the {g.vehicle_name(vehicle)}"
    label += f", directed by {g.name(leader)}" if leader else ""
    mode = sw_against_armor.mode_against(g, unit, weapon, vehicle)
    if mode is None:
        return Described(label)
    if g.weapon_type(weapon).is_mg:
        frame = sw_against_armor.ArmorFire(unit.id, weapon.id, vehicle.id, mode, leader)
        breakdown = sw_against_armor.to_hit_breakdown(g, frame)
        return Described(label, breakdown.rules, breakdown, kill_previews.armor_fire_chances(g, frame))
    roll = sw_against_armor.flame_roll(g, unit, weapon, vehicle, mode)
    added_up = to_kill.kill_breakdown(g, roll)
    if added_up is None:
        return Described(label)
    return Described(label, added_up.rules, added_up, kill_previews.chances(g, roll))


WITH_ODDS: dict[str, Wording] = {
    "at-armor": _at_armor,
    "mg": _mg,
    "assault-tank": _assault,
    "react": _react,
    "tank-strike": _tank_strike,
}
