"""Overrun (UF:29): a vehicle drives into a group of men."""

from __future__ import annotations

import copy
from collections.abc import Iterator

from defilade.kernel import Action, Chance, Described, Frame, Line, Refusal
from defilade.kernel.encoding import always
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.attack import (
    OTHER,
    OVERRUN,
    Attack,
    attack_lines,
    breakdown,
)
from defilade.rules.upfront.game.cards import HERO, ActionCard
from defilade.rules.upfront.game.cards import MOVEMENT as MOVEMENT_CARD
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, turned
from defilade.rules.upfront.game.groups import near, relative_range
from defilade.rules.upfront.game.losses import on_group_gone
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.questions import attack_bar, on_halted
from defilade.rules.upfront.game.state import (
    ADVANCE,
    MOVEMENT,
    SIDEWAYS,
    Group,
    Laid,
    Machine,
    Man,
    Unit,
    clone_state,
)
from defilade.rules.upfront.infantry.concealment import Concealing, may_conceal
from defilade.rules.upfront.infantry.fire import on_attack_declared, on_attack_opened, targets_of
from defilade.rules.upfront.infantry.hero import could_hold
from defilade.rules.upfront.infantry.movement import (
    lay_movement,
    movement_refusal,
    on_moved,
    on_terrain_entered,
    passes_through,
)
from defilade.rules.upfront.infantry.odds import attack_odds, possible_draws
from defilade.rules.upfront.infantry.resolution import (
    Resolving,
    break_off,
    hero_matters,
    on_attack_over,
    on_resolved,
)
from defilade.rules.upfront.infantry.smoke import smoke_on
from defilade.rules.upfront.infantry.terrain import has_vehicle, must_ford, terrain_of
from defilade.rules.upfront.infantry.wire import on_wire
from defilade.rules.upfront.infantry.wording import described_by_section
from defilade.rules.upfront.ordnance.malfunction import BREAKS, FLAMES_BREAK
from defilade.rules.upfront.vehicles.afv import (
    FLAMETHROWER,
    GUN,
    MG,
    break_weapon,
    card_of,
    has_weapon,
    is_helpless,
    is_stuck,
    side_up,
    vehicle_of,
    works,
)
from defilade.rules.upfront.vehicles.afv_damage import destroy, immobilize
from defilade.rules.upfront.vehicles.afv_movement import BOGGY, check_bog, terrain_column, wire_column

PART = Part()

SAFE = ("marsh", "minefield", "pillbox")
"""Groups there cannot be overrun (UF:29.1-b, UF:23.6)."""
ADVERSE = {"brush": "UF:8.81", "buildings": "UF:8.62", "walls": "UF:8.92", "woods": "UF:8.72"}
"""Where a vehicle risks something (UF:29.4)."""
WEAPONS = (GUN, MG, FLAMETHROWER)


# -- who may overrun whom ----------------------------------------------------------------------------------------


def overrun_value(g: UfPlay, vehicle: Machine) -> int:
    """UF:29.11-a: halved if a weapon of it is out of order, quartered if that is a flamethrower; fractions down."""
    value = side_up(g, vehicle).ovr
    out = [weapon for weapon in WEAPONS if has_weapon(g, vehicle, weapon) and not works(vehicle, weapon)]
    if not out:
        return value
    return value // 4 if FLAMETHROWER in out else value // 2


def has_flames(g: UfPlay, vehicle: Machine) -> bool:
    return any(side_up(g, vehicle).flames) and works(vehicle, FLAMETHROWER)


def is_armed(g: UfPlay, vehicle: Machine) -> bool:
    """UF:29.11-b: with a working machine gun or flamethrower."""
    return (any(side_up(g, vehicle).mg) and works(vehicle, MG)) or has_flames(g, vehicle)


def vehicle_refusal(g: UfPlay, group: Group) -> Refusal | None:
    """UF:29.1-a, UF:29.11-b: the vehicle must be able to move, with a working machine gun or flamethrower."""
    vehicle = vehicle_of(g, group)
    if vehicle is None:
        return Refusal("only a vehicle overruns", "UF:29.1-a")
    if is_helpless(g, vehicle) or is_stuck(vehicle):
        return Refusal(f"{g.name(vehicle)} cannot move now", "UF:29.1-a")
    if not is_armed(g, vehicle):
        return Refusal("an Overrun needs a working machine gun or flamethrower", "UF:29.11-b")
    if must_ford(group):
        return Refusal("it must ford the Stream first", "UF:8.53-a")
    return None


def target_refusal(g: UfPlay, group: Group, target: Group) -> Refusal | None:
    """UF:29.1-b, UF:23.6"""
    if has_vehicle(g, target):
        return Refusal("a vehicle cannot be overrun", "UF:29.1-b")
    if not near(group, target) or relative_range(group, target) != 5:
        return Refusal(
            f"{g.group_name(target)} is not at Relative Range 5, opposite or adjacent", "UF:29.1-b"
        )
    if terrain_of(target) in SAFE:
        return Refusal(f"no vehicle gets at {g.group_name(target)} there", "UF:29.1-b")
    return attack_bar(g, Attack(OVERRUN, group.side, target.id, group.id, 5))


def overrun_options(g: UfPlay, group: Group) -> Iterator[Action]:
    """UF:29.2-a: with a Movement card sideways, each time a new one (UF:29.5-c), and no Fire card."""
    if not has_vehicle(g, group) or vehicle_refusal(g, group) is not None:
        return
    targets = [enemy for enemy in g.enemy_groups(group.side) if target_refusal(g, group, enemy) is None]
    if targets:
        for card, use in g.holds(group.side, MOVEMENT_CARD):
            if movement_refusal(g, group, card, use, SIDEWAYS) is None:
                yield from (Action("overrun", (group.id, card), target.id) for target in targets)


def why_not_overrun(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    refusal = vehicle_refusal(g, group)
    if refusal is None and action.at in g.state.groups:
        refusal = target_refusal(g, group, g.group(action.at))
    use = g.usable(group.side, action.who[1], MOVEMENT_CARD) if len(action.who) > 1 else None
    if refusal is None and use is None:
        return Refusal("an Overrun needs a Movement card", "UF:29.2-a")
    if refusal is None and use is not None:
        refusal = movement_refusal(g, group, action.who[1], use, SIDEWAYS)
    return refusal


# -- the attack --------------------------------------------------------------------------------------------------


class Overrunning(Frame):
    """A vehicle overruns a group: it may bog down (UF:29.43), then its strength is drawn and the group may be
    concealed, then all of its cards are attacked (UF:29.6)."""

    vehicle: str
    attack: Attack
    stage: str = always("bog")


def overrun(g: UfPlay, group: Group, action: Action) -> None:
    """The Movement card is laid sideways; a Flank card may bring Flanking Fire for later (UF:29.2-a)."""
    card = action.who[1]
    use = g.usable(group.side, card, MOVEMENT_CARD)
    vehicle = vehicle_of(g, group)
    assert use is not None and vehicle is not None
    target = g.group(action.at)
    g.spend(group)
    g.take_from_hand(group.side, card)
    text = f"{g.name(vehicle)} overruns {g.group_name(target)}."
    g.say("overrun", text, "UF:29.2-a", side=group.side, who=(vehicle.id, card), at=target.id)
    g.push(Overrunning(vehicle.id, overrun_attack(g, vehicle, group, target, 0)))
    lay_movement(g, g.group(group.id), card, use, SIDEWAYS)


def overrun_attack(g: UfPlay, vehicle: Machine, group: Group, target: Group, number: int) -> Attack:
    """The attack with this number drawn for its strength (UF:29.2-b). It is not changed by the terrain that the
    vehicle comes from, but by all else that changes fire (UF:29.3); the defenders' terrain is no shelter from a
    flamethrower (UF:22.1-a)."""
    value = overrun_value(g, vehicle)
    return Attack(
        OVERRUN,
        group.side,
        target.id,
        group.id,
        5,
        strength=value + number,
        label=_ovr(value, number),
        rule="UF:29.2-b",
        shooter=vehicle.id,
        ignores_terrain=has_flames(g, vehicle),
        adverse=adverse_ground(g, target),
    )


def _ovr(value: int, number: int) -> str:
    return f"OVR {value} and {number}"


def can_go_on(g: UfPlay, attack: Attack) -> bool:
    """UF:29.44: not if the vehicle is immobilized, bogged, stunned or lost."""
    vehicle = g.state.units.get(attack.shooter)
    if not isinstance(vehicle, Machine) or attack.target not in g.state.groups:
        return False
    return not is_stuck(vehicle) and not vehicle.stun


@PART.decisions(Overrunning)
def ask_overrunning(g: UfPlay, frame: Overrunning) -> Chance | None:
    if frame.stage != "strength" or not can_go_on(g, frame.attack):
        return None
    asks = f"{g.name(frame.vehicle)} overruns {g.group_name(frame.attack.target)}: how hard?"
    return draw(g, frame.attack.side, asks, "UF:29.2-b", about=(frame.vehicle,))


@ask_overrunning
def take_overrunning(g: UfPlay, frame: Overrunning, answer: Answer) -> None:
    if not can_go_on(g, frame.attack):
        g.pop()
        if frame.stage == "resolve":
            on_attack_over(g, frame.attack)
        return
    match frame.stage:
        case "bog":
            frame.stage = "strength"
            _check_ground(g, g.machine(frame.vehicle), g.group(frame.attack.target))
        case "strength":
            frame.stage = "resolve"
            adverse = adverse_ground(g, g.group(frame.attack.target))  # before a Breeze: UF:13.243-c
            _draw_strength(g, frame, turned(g, frame.attack.side, answer), adverse)
        case _:  # UF:29.2-c: a draw for each defender
            g.pop()
            vehicle = g.machine(frame.vehicle)
            overran = (*vehicle.overran, frame.attack.target)
            g.update(vehicle, overran=tuple(dict.fromkeys(overran)))
            g.push(Resolving(frame.attack, targets_of(g, frame.attack)))


def _check_ground(g: UfPlay, vehicle: Machine, target: Group) -> None:
    """UF:29.43: the ground that the defenders are in, as far as they are still in it (UF:29.46). A vehicle that is
    stopped there is still in the last terrain of its own group (UF:29.45): see `halt`."""
    terrain = terrain_of(target)
    if on_wire(target):
        check_bog(g, vehicle, wire_column(g, vehicle), "UF:29.43")
    if terrain in BOGGY:
        check_bog(g, vehicle, terrain_column(g, vehicle), "UF:29.43")


def _draw_strength(g: UfPlay, frame: Overrunning, card: ActionCard, adverse: str) -> None:
    """UF:29.2-b: the colour does not matter."""
    vehicle = g.machine(frame.vehicle)
    target = g.group(frame.attack.target)
    attack = overrun_attack(g, vehicle, g.group_of(vehicle), target, card.number)
    frame.attack = attack = replace(attack, adverse=adverse)
    summed = breakdown(g, attack)
    text = f"{summed.title}: strength {int(summed.total)}."
    who = (frame.vehicle, card.id)
    g.say("attack", text, "UF:29.2-b", side=attack.side, who=who, at=attack.target, breakdown=summed)
    on_attack_declared(g, attack)
    on_attack_opened(g, attack)
    if may_conceal(g, attack):
        g.push(Concealing(attack))


PART.action(
    "overrun",
    overrun_options,
    overrun,
    lambda g, a: f"{g.group_name(a.who[0])} overruns {g.group_name(a.at)} ({g.card_name(a.who[1])})",
    why_not_overrun,
)


@PART.answers(described_by_section)
def describe_overrun(g: UfPlay, action: Action) -> Described | None:
    """The Overrun with the likeliest strength, and what it does then."""
    if action.verb != "overrun" or action.at not in g.state.groups:
        return None
    g = _on_its_way(g, *action.who[:2])
    group = g.group(action.who[0])
    vehicle = vehicle_of(g, group)
    cards = possible_draws(g, group.side)
    if vehicle is None or not cards:
        return None
    number = sorted(card.number for card in cards)[len(cards) // 2]
    attack = overrun_attack(g, vehicle, group, g.group(action.at), number)
    summed = breakdown(g, attack)
    rules = tuple(dict.fromkeys(line.rule for line in summed.lines))
    return Described("", rules, summed, attack_odds(g, attack, group.side))


def _on_its_way(g: UfPlay, group: str, card: str = "") -> UfPlay:
    """A copy of the game in which the Movement card of the Overrun lies on the vehicle: Smoke may have been left
    with it."""
    ahead = copy.copy(g)
    ahead.state = clone_state(g.state)
    ahead.update_group(group, laid=(*g.group(group).laid, Laid(card, MOVEMENT, mode=SIDEWAYS)))
    return ahead


# -- the men in its way ------------------------------------------------------------------------------------------


@PART.answers(hero_matters)
def hero_against_overrun(g: UfPlay, attack: Attack, unit: Unit) -> bool:
    """UF:10.44: any man in its way can be a hero, pinned or not."""
    return (
        attack.kind == OVERRUN
        and isinstance(unit, Man)
        and not unit.heroic
        and could_hold(g, unit.side, HERO)
    )


@PART.modifies(attack_lines, "UF:10.44", step=OTHER)
def heroic_defender(g: UfPlay, attack: Attack, unit: Unit | None) -> Iterator[Line]:
    """UF:10.44: the number against him is 1 lower."""
    if attack.kind == OVERRUN and isinstance(unit, Man) and unit.heroic:
        yield Line("heroic defender", -1, "UF:10.44")


def adverse_ground(g: UfPlay, target: Group) -> str:
    """The rule by which the defenders' place is a danger for the vehicle: UF:29.4, with one Movement card too
    (UF:29.46), and Smoke (UF:13.28)."""
    rule = ADVERSE.get(terrain_of(target), "")
    return rule or ("UF:13.28" if smoke_on(g, target) else "")


@PART.answers(on_resolved)
def vehicle_in_danger(g: UfPlay, frame: Resolving, unit: Unit, card: ActionCard) -> None:
    """UF:29.41, UF:29.42-a: an unpinned man in adverse terrain strikes back on a high red number, a hero on one that
    is 1 lower (UF:29.42-b). A vehicle that is stopped attacks nobody else (UF:29.44)."""
    attack = frame.attack
    if attack.kind != OVERRUN or not isinstance(unit, Man) or attack.shooter not in g.state.units:
        return
    if not card.red or unit.pinned or not attack.adverse:
        return
    vehicle = g.machine(attack.shooter)
    number = card.number + unit.heroic
    rule = "UF:29.42-b" if unit.heroic else "UF:29.41"
    if card_of(g, vehicle).open_topped:
        if number == 5:
            destroy(g, vehicle, rule)
        elif number >= 6:
            immobilize(g, vehicle, rule)
    elif number >= 6:
        immobilize(g, vehicle, "UF:29.42-b" if unit.heroic else "UF:29.42-a")
    if not can_go_on(g, attack):
        frame.next = len(frame.targets)


@PART.answers(on_resolved)
def weapon_breaks(g: UfPlay, frame: Resolving, unit: Unit, card: ActionCard) -> None:
    """UF:19.11, UF:22.3-a: a red 6 breaks the machine guns, or a red 5 or 6 the flamethrower in their place, as in
    fire. The others are attacked with the OVR value that is left (UF:29.11-a), or not at all (UF:29.11-b)."""
    attack = frame.attack
    vehicle = g.state.units.get(attack.shooter)
    if attack.kind != OVERRUN or not isinstance(vehicle, Machine) or not card.red:
        return
    flaming = has_flames(g, vehicle)
    if card.number < (FLAMES_BREAK if flaming else BREAKS) or not is_armed(g, vehicle):
        return
    value = overrun_value(g, vehicle)
    break_weapon(g, vehicle, FLAMETHROWER if flaming else MG, "UF:22.3-a" if flaming else "UF:19.11")
    vehicle = g.machine(vehicle.id)
    if not is_armed(g, vehicle):
        break_off(frame)
        return
    left, number = overrun_value(g, vehicle), attack.strength - value
    frame.attack = replace(attack, strength=left + number, label=_ovr(left, number))


# -- afterwards --------------------------------------------------------------------------------------------------


@PART.answers(passes_through)
def over_them(g: UfPlay, group: Group, enemy: Group) -> bool:
    """UF:29.5-b: past the group opposite that it has overrun; in the meantime it is moving (UF:29.5-a)."""
    vehicle = vehicle_of(g, group)
    return vehicle is not None and enemy.id in vehicle.overran


@PART.answers(on_moved)
def gone_elsewhere(g: UfPlay, group: Group, laid: Laid) -> None:
    """UF:29.5-b: it must have overrun them just now. One that has advanced past them may still have to go around
    terrain there and come back (UF:7.32-a)."""
    vehicle = vehicle_of(g, group)
    if vehicle is None or not vehicle.overran or laid.mode == SIDEWAYS:
        return
    past = [one.id for one in g.opposite(group) if group.range + one.range == 6 and laid.mode == ADVANCE]
    g.update(vehicle, overran=tuple(one for one in vehicle.overran if one in past))


@PART.answers(on_terrain_entered)
def settled_down(g: UfPlay, group: Group, laid: Laid) -> None:
    """UF:29.5-a: the Overrun is over when the vehicle moves no more."""
    stopped(g, group)


@PART.answers(on_halted)
def stopped(g: UfPlay, group: Group) -> None:
    """UF:29.5-a"""
    vehicle = vehicle_of(g, group)
    if vehicle is not None and vehicle.overran:
        g.update(vehicle, overran=())


@PART.answers(on_group_gone)
def forget_group(g: UfPlay, gone: Group) -> None:
    """Ids of groups can come again."""
    for unit in list(g.state.units.values()):
        if isinstance(unit, Machine) and gone.id in unit.overran:
            g.update(unit, overran=tuple(one for one in unit.overran if one != gone.id))
