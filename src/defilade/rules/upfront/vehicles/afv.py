"""Armoured Fighting Vehicles (UF:28.1 to UF:28.3, UF:28.6, UF:28.7): the card, its weapons and its crew.

A vehicle is a group of its own.  Its front is up while the crew is exposed (CE); its back when it is Buttoned Up, or
Pinned if it is open-topped.  What attacks do to it is in `afv_damage`, how it moves in `afv_movement`.
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Line, Refusal
from defilade.kernel.composition import told
from defilade.rules.upfront.fortifications.pillbox import fires_at_rear
from defilade.rules.upfront.game import losses
from defilade.rules.upfront.game.attack import (
    FIRE,
    FIRER,
    MINES,
    ORDNANCE,
    OTHER,
    OVERRUN,
    Attack,
    attack_lines,
)
from defilade.rules.upfront.game.cards import ActionCard
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.groups import are_adjacent
from defilade.rules.upfront.game.library import MachineCard, MachineSide
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.questions import attack_bar
from defilade.rules.upfront.game.state import Group, Machine, Man, Unit
from defilade.rules.upfront.game.values import morale_lines, panic_lines
from defilade.rules.upfront.ground.to_hit import (
    VEHICLE,
    Piece,
    ordnance_bar,
    ordnance_of,
    steps,
    to_hit_lines,
)
from defilade.rules.upfront.infantry.boxed_fire import (
    boxed_firepower,
    machine_flames,
    needed_firepower,
    reaches_armour,
)
from defilade.rules.upfront.infantry.concealment import concealment_bar
from defilade.rules.upfront.infantry.fire import attack_shape, may_abstain
from defilade.rules.upfront.infantry.firepower import machine_firepower
from defilade.rules.upfront.infantry.resolution import Resolving, break_off, on_resolved
from defilade.rules.upfront.infantry.terrain import fires_from_water, has_vehicle, is_moving, no_cover
from defilade.rules.upfront.transfers.flanking import has_flanking_fire

PART = Part()


@told
def on_malfunctioned(g: UfPlay, unit: Unit, /) -> None:
    """A weapon of a man or machine has malfunctioned."""


AFV = "afv"
GUN, MG, FLAMETHROWER = "gun", "mg", "flamethrower"
TANK_FEAR = "tank_fear"
"""The table option of UF:28.9-opt."""


# -- the card ----------------------------------------------------------------------------------------------------


def vehicle_of(g: UfPlay, group: Group) -> Machine | None:
    """The vehicle that a group is (UF:28.11), if it is one."""
    units = g.state.units
    for uid in group.members:
        unit = units[uid]
        if isinstance(unit, Machine) and unit.kind == AFV:
            return unit
    return None


def card_of(g: UfPlay, vehicle: Machine) -> MachineCard:
    return g.library.machines[vehicle.card]


def side_up(g: UfPlay, vehicle: Machine) -> MachineSide:
    """UF:28.43-c: the values of the side that is up."""
    card = card_of(g, vehicle)
    return card.back if vehicle.pinned else card.front


def crew_exposed(vehicle: Machine) -> bool:
    """CE: only then Morale and CE values show (UF:28.3-a)."""
    return not vehicle.pinned


def is_helpless(g: UfPlay, vehicle: Machine) -> bool:
    """It may neither fire nor move: pinned (UF:28.42-a) or stunned (UF:28.45-a). A Buttoned Up one acts as usual
    (UF:28.43-c)."""
    return bool(vehicle.stun) or (vehicle.pinned and card_of(g, vehicle).open_topped)


def is_stuck(vehicle: Machine) -> bool:
    return vehicle.immobilized or vehicle.bogged


def works(vehicle: Machine, weapon: str) -> bool:
    """The weapon has neither malfunctioned nor been ruined."""
    return weapon not in vehicle.broken and weapon not in vehicle.lost_weapons


def has_weapon(g: UfPlay, vehicle: Machine, weapon: str) -> bool:
    """The vehicle is built with it, on either side of its card."""
    card = card_of(g, vehicle)
    match weapon:
        case "gun":
            return bool(card.front.to_hit or card.back.to_hit)
        case "mg":
            return any((*card.front.mg, *card.back.mg))
    return card.flamethrower


# -- buttoning up ------------------------------------------------------------------------------------------------


def button_up_options(g: UfPlay, group: Group) -> Iterator[Action]:
    """UF:28.43-b: it starts with its crew exposed; to close the hatches is an action."""
    vehicle = vehicle_of(g, group)
    if vehicle is not None and crew_exposed(vehicle) and g.has_roof(vehicle):
        yield Action("button-up", (group.id,))


def why_not_button_up(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    vehicle = vehicle_of(g, group)
    if vehicle is None:
        return Refusal("only a vehicle can button up", "UF:28.43-b")
    if not g.has_roof(vehicle):
        return Refusal(f"{g.name(vehicle)} is open-topped", "UF:28.4-d")
    return Refusal(f"{g.name(vehicle)} is Buttoned Up already", "UF:28.43-a")


def button_up(g: UfPlay, group: Group, action: Action) -> None:
    vehicle = vehicle_of(g, group)
    assert vehicle is not None
    g.spend(group)
    losses.pin(g, vehicle, "UF:28.43-b")


PART.action(
    "button-up",
    button_up_options,
    button_up,
    lambda g, a: f"{g.group_name(a.who[0])} buttons up",
    why_not_button_up,
)


# -- its fire ----------------------------------------------------------------------------------------------------


def flames_of(g: UfPlay, vehicle: Machine, attack: Attack) -> int:
    """The firepower of its flamethrower in an attack, unless that is left out of it (UF:22.2)."""
    reach = side_up(g, vehicle).flames
    if (
        not reach
        or is_helpless(g, vehicle)
        or not works(vehicle, FLAMETHROWER)
        or vehicle.id in attack.abstain
    ):
        return 0
    return reach[attack.range]


@PART.answers(machine_firepower)
def vehicle_firepower(g: UfPlay, machine: Machine, attack: Attack) -> int:
    """Machine guns and flamethrower of the side that is up; none while it is pinned or stunned (UF:28.42-a,
    UF:28.45-a). Bog does not matter (UF:28.53-c), nor does a Hero card (UF:28.421-e)."""
    if machine.kind != AFV or attack.kind != FIRE or is_helpless(g, machine):
        return 0
    guns = side_up(g, machine).mg
    firing = guns[attack.range] if guns and works(machine, MG) else 0
    if has_flanking_fire(g, attack) or fires_at_rear(g, attack):  # UF:17.4, UF:23.7-b: not the flamethrower
        firing *= 2
    return firing + flames_of(g, machine, attack)


@PART.answers(may_abstain)
def its_flamethrower_abstains(g: UfPlay, unit: Unit, attack: Attack) -> bool:
    """UF:22.2: while its machine guns can fire without it."""
    if not isinstance(unit, Machine) or unit.kind != AFV or not flames_of(g, unit, attack):
        return False
    return vehicle_firepower(g, unit, replace(attack, abstain=(unit.id,))) > 0


@PART.answers(machine_flames)
def vehicle_flames(g: UfPlay, attack: Attack) -> int:
    vehicle = vehicle_of(g, g.group(attack.firer))
    return flames_of(g, vehicle, attack) if vehicle is not None else 0


@PART.answers(attack_shape)
def vehicle_burns(g: UfPlay, attack: Attack) -> Attack:
    """UF:22.1-a holds for the flamethrower of a vehicle too, and if it gives all the firepower that is needed the
    attack is not halved on the move (UF:12.1-b)."""
    flames = vehicle_flames(g, attack) if attack.kind == FIRE else 0
    if not flames:
        return attack
    alone = needed_firepower(g, attack) <= flames
    return replace(attack, ignores_terrain=True, not_halved=attack.not_halved or alone)


@PART.modifies(attack_lines, "UF:28.431-a", "UF:28.4311-a", step=FIRER)
def crew_losses(g: UfPlay, attack: Attack, unit: Unit | None) -> Iterator[Line]:
    """UF:28.431-a, UF:28.4311-a: fire without ordnance and Overruns are weaker for each crewman lost."""
    if attack.kind in (FIRE, OVERRUN) and attack.firer:
        vehicle = vehicle_of(g, g.group(attack.firer))
        if vehicle is not None and vehicle.crew_killed:
            yield Line("crew lost", -vehicle.crew_killed, _crew_rule(vehicle))


def _crew_rule(vehicle: Machine) -> str:
    return "UF:28.4311-a" if vehicle.crew_killed > 1 else "UF:28.431-a"


RED = 5
"""Its gun malfunctions on this red To Hit number and on higher ones (UF:25.5-a)."""


@PART.answers(ordnance_of)
def vehicle_gun(g: UfPlay, unit: Unit) -> Iterator[Piece]:
    """UF:25.1: its gun, with the frequencies of the side that is up (UF:28.43-c)."""
    if isinstance(unit, Machine) and unit.kind == AFV:
        printed = side_up(g, unit).to_hit
        if printed:
            card = card_of(g, unit)
            yield Piece(unit.id, VEHICLE, "gun", steps(printed), card.effect, card.boxed, RED)


@PART.answers(ordnance_bar)
def vehicle_cannot_shoot(g: UfPlay, attack: Attack) -> Refusal | None:
    """UF:28.42-a, UF:28.45-a, UF:28.22"""
    unit = g.unit(attack.shooter)
    if not isinstance(unit, Machine) or unit.kind != AFV:
        return None
    if is_helpless(g, unit):
        rule = "UF:28.45-a" if unit.stun else "UF:28.42-a"
        return Refusal(f"{g.name(unit)} cannot fire now", rule)
    if card_of(g, unit).assault_gun and is_moving(g.group_of(unit)):
        return Refusal("a moving Assault Gun cannot fire its gun", "UF:28.22")
    return None


@PART.answers(to_hit_lines)
def vehicle_to_hit(g: UfPlay, unit: Unit, attack: Attack) -> Iterator[Line]:
    """What the state of a vehicle takes from the To Hit frequency of its gun."""
    if not isinstance(unit, Machine) or unit.kind != AFV:
        return
    if unit.crew_killed:
        yield Line("crew lost", -unit.crew_killed, _crew_rule(unit))
    if card_of(g, unit).assault_gun:  # UF:28.2
        if is_moving(g.group(attack.target)):
            yield Line("Assault Gun, moving target", -1, "UF:28.21")
        if is_stuck(unit):
            yield Line("Assault Gun, stuck", -2, "UF:28.23")


@PART.answers(fires_from_water)
def fires_from_stream(g: UfPlay, group: Group) -> bool:
    """UF:8.52-b"""
    return has_vehicle(g, group)


@PART.answers(on_resolved)
def vehicle_weapon_breaks(g: UfPlay, frame: Resolving, unit: Unit, card: ActionCard) -> None:
    """UF:19.11, UF:22.3-a: a red 6 breaks its machine guns; its flamethrower takes their place and breaks on a red 5
    too. The rest of the attack is lost, or goes on with what still fires."""
    attack = frame.attack
    if attack.kind != FIRE or not attack.firer or not card.red or attack.firer not in g.state.groups:
        return
    vehicle = vehicle_of(g, g.group(attack.firer))
    if vehicle is None:
        return
    flaming = flames_of(g, vehicle, attack)
    if card.number < (5 if flaming else 6):
        return
    break_weapon(g, vehicle, FLAMETHROWER if flaming else MG, "UF:22.3-a" if flaming else "UF:19.11")
    if not vehicle_firepower(g, g.machine(vehicle.id), attack):
        break_off(frame)
    elif flaming:
        frame.attack = replace(attack, penalty=attack.penalty - (-flaming // 2))


BREAKS = {MG: "machine guns of {} malfunction", FLAMETHROWER: "flamethrower of {} malfunctions"}


def break_weapon(g: UfPlay, vehicle: Machine, weapon: str, *rules: str) -> None:
    g.update(vehicle, broken=(*vehicle.broken, weapon))
    text = f"The {BREAKS[weapon].format(g.name(vehicle))}."
    g.say("malfunction", text, *rules, side=vehicle.side, who=(vehicle.id,), at=vehicle.group)
    on_malfunctioned(g, g.unit(vehicle.id))


# -- fire at it --------------------------------------------------------------------------------------------------


@PART.answers(attack_bar)
def nothing_shows(g: UfPlay, attack: Attack) -> Refusal | None:
    """UF:28.7-c, UF:28.3-b: with its back up there is neither Morale nor CE value to be hit by unboxed fire, nor by
    boxed fire that does not cover what its Fire cards need (UF:28.31, UF:28.7-b)."""
    vehicle = vehicle_of(g, g.group(attack.target))
    if vehicle is None or crew_exposed(vehicle) or attack.boxed:
        return None
    if attack.kind == FIRE:
        boxed = boxed_firepower(g, attack, inherent=card_of(g, vehicle).open_topped)
        needs = needed_firepower(g, attack)
        if boxed >= max(needs, 1):
            return None
        if boxed:
            return Refusal(f"{needs} boxed firepower is needed, the group has {boxed}", "UF:28.7-b")
    elif attack.kind != ORDNANCE:
        return None
    return Refusal(f"no Morale or CE value of {g.name(vehicle)} shows", "UF:28.7-c")


@PART.answers(concealment_bar)
def vehicles_do_not_hide(g: UfPlay, attack: Attack) -> Refusal | None:
    """UF:28.61, UF:9.5"""
    if has_vehicle(g, g.group(attack.target)):
        return Refusal("a Concealed card does not help a vehicle or its crew", "UF:28.61")
    return None


@PART.answers(no_cover)
def crew_has_no_cover(g: UfPlay, attack: Attack, unit: Unit | None) -> bool:
    """UF:28.32-a: terrain is no shelter for the crew; for the armour it is (UF:28.32-b)."""
    return not attack.boxed and has_vehicle(g, g.group(attack.target))


# -- infantry and armour together --------------------------------------------------------------------------------


def _beside(g: UfPlay, group: Group) -> Iterator[Group]:
    """Friendly groups next to a group at the same range chit."""
    for other in g.groups_of(group.side):
        if other.range == group.range and are_adjacent(group, other):
            yield other


def screens(g: UfPlay, group: Group) -> list[Group]:
    """The infantry that keeps close to a vehicle."""
    return [other for other in _beside(g, group) if g.men(other) and not has_vehicle(g, other)]


@PART.modifies(attack_lines, "UF:28.71", step=OTHER)
def infantry_screen(g: UfPlay, attack: Attack, unit: Unit | None) -> Iterator[Line]:
    """UF:28.71: against the boxed firepower that men have of their own, not against a flamethrower."""
    if attack.kind == FIRE and attack.boxed and not reaches_armour(g, attack, inherent=False):
        target = g.group(attack.target)
        if has_vehicle(g, target) and screens(g, target):
            yield Line("infantry screen", -1, "UF:28.71")


@PART.modifies(attack_lines, "UF:28.72", step=OTHER)
def behind_a_vehicle(g: UfPlay, attack: Attack, unit: Unit | None) -> Iterator[Line]:
    """UF:28.72: against all attacks but mines; a Sniper's has no strength."""
    if attack.kind == MINES or isinstance(unit, Machine):
        return
    target = g.group(attack.target)
    if any(has_vehicle(g, other) for other in _beside(g, target)) and g.men(target):
        yield Line("beside a vehicle", -1, "UF:28.72")


@PART.answers(morale_lines)
@PART.answers(panic_lines)
def tank_fear(g: UfPlay, man: Man) -> Iterator[Line]:
    """UF:28.9-opt: without armour of one's own."""
    if g.state.options.get(TANK_FEAR) != "on":
        return
    vehicles = {u.side for u in g.state.units.values() if isinstance(u, Machine) and u.kind == AFV}
    if man.side not in vehicles and not vehicles.isdisjoint(g.enemies(man.side)):
        yield Line("fear of tanks", -1, "UF:28.9-opt")
