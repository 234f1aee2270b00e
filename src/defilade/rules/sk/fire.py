"""Declaring fire (SK1:3.2): firers one by one, then directing leaders, then the LOS check and the attack.

Which elements may fire is decided in `firers`; what the attack adds up to is in `attack_plan`, the attack itself in
`attack`.
"""

from __future__ import annotations

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk import firers, los, machine_guns, morale
from defilade.rules.sk.attack import Attack
from defilade.rules.sk.firers import (
    FPF,
    connection_refusal,
    is_strict,
    joining_refusal,
    leaders_for,
    must_be_directed,
    possible_shots,
)
from defilade.rules.sk.state import SkPlay
from defilade.tactics import declaring_fire
from defilade.tactics.declaring_fire import (
    DeclarationRules,
    DeclareFire,
    announce,
    declaration_rules,
    declaring_bar,
    fire_declared,
    may_declare,
)
from defilade.tactics.fire_groups import Shot, hexes_of
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import SQUAD

PART = Part(declaring_fire.PART)

TOGETHER, SEPARATELY = Action("together"), Action("separately")

RULES = ("SK1:3.2-t", "SK1:3.2-b")
LEADER_RULES = ("SK1:3.2-x", "SK1:3.2-y")


# -- targets -----------------------------------------------------------------------------------------------


def target_hexes(g: SkPlay, phase: str, side: Side) -> list[str]:
    """The enemy-held hexes that somebody of a side could fire at now."""
    enemy = g.enemy_of(side)
    places = list(firers.batteries(g, side))
    if not places:
        return []
    units = g.state.units
    found = []
    for hex, stack in g.state.stacks.items():
        if not any(units[uid].side == enemy for uid in stack):
            continue
        for _ in firers.shots_from(g, places, phase, hex, stack):
            found.append(hex)
            break
    for tank in g.state.vehicles.values():
        if tank.side != enemy or not tank.exposed or not tank.hex or tank.hex in found:
            continue
        for _ in firers.shots_from(g, places, phase, tank.hex, (tank.id,)):
            found.append(tank.hex)
            break
    return found


def everybody_in(g: SkPlay, hex: Hex, enemy: Side) -> tuple[str, ...]:
    """All that an attack on a hex strikes: the Infantry in it, and the CE crews of a side's vehicles (SKF:3.2-b)."""
    stack = g.state.stacks.get(hex, ())
    if not g.state.vehicles:
        return stack
    return (*stack, *(tank.id for tank in g.vehicles_in(hex) if tank.side == enemy and tank.exposed))


def can_attack(g: SkPlay, phase: str, side: Side, target: str, targets: tuple[str, ...]) -> bool:
    """Whether any element of a side may fire at the hex."""
    return next(firers.shots_at(g, phase, side, target, targets), None) is not None


# -- the declaration ---------------------------------------------------------------------------------------


@PART.answers(declaration_rules)
def rules_of_declaring(g: SkPlay) -> DeclarationRules:
    return DeclarationRules(RULES, LEADER_RULES)


@PART.answers(declaring_bar)
def why_not_declare(g: SkPlay, frame: DeclareFire, action: Action) -> Refusal | None:
    """Why an action is not among the options of a declaration."""
    if action.verb == "declare":
        if not frame.shots:
            return Refusal("name at least one firer first", "SK1:3.2-t")
        return None if may_declare(g, frame) else machine_guns.NEEDS_LEADER
    if action.verb == "add" and action.who:
        return _adding_refusal(g, frame, action)
    if action.verb == "direct" and action.who:
        return _directing_refusal(g, frame, action)
    if action.verb == "no-leader" and frame.choosing_leaders:
        return machine_guns.NEEDS_LEADER if must_be_directed(g, frame.shots, frame.target) else None
    return None


def _adding_refusal(g: SkPlay, frame: DeclareFire, action: Action) -> Refusal | None:
    unit = g.state.units.get(action.who[0])
    if unit is None or unit.side != frame.side:
        return Refusal("that is not one of your units", "SK1:3.2-d")
    weapon = None
    if len(action.who) > 1:
        weapon = g.state.weapons.get(action.who[1])
        if weapon is None:
            return firers.NOT_POSSESSED
    if not unit.hex:
        return Refusal("a unit off the map can neither see nor be seen", "SK1:3.2-d2")
    distance = g.map.distance(unit.hex, frame.target)
    refusal = firers.standing_refusal(g, unit, weapon)
    if refusal is not None:
        return refusal
    mode = firers.aiming_mode(g, frame.phase, unit, weapon, frame.target, frame.targets, distance)
    if isinstance(mode, Refusal):
        return mode
    if not is_strict(g) and not los.sees(g, unit.hex, frame.target):
        return firers.NO_LOS
    second = action.who[2] if len(action.who) > 2 else ""
    if second and weapon is not None:
        found = firers.second_smc_refusal(g, unit, weapon, g.state.units.get(second))
        if found is not None:
            return found
    return joining_refusal(g, frame.shots, Shot(unit.id, weapon.id if weapon else "", mode, second))


def _directing_refusal(g: SkPlay, frame: DeclareFire, action: Action) -> Refusal | None:
    leader = g.state.units.get(action.who[0])
    if leader is None or not leader.is_leader or leader.side != frame.side or not frame.shots:
        return firers.NOT_A_FIT_LEADER
    hexes = hexes_of(g, frame.shots)
    if leader.hex not in hexes:
        return firers.NOT_IN_HEX
    found = firers.directing_refusal(g, frame.phase, leader, leader.hex, frame.shots)
    return found if found is not None else firers.EVERY_HEX


@PART.answers(declaring_fire.additions)
def additions(g: SkPlay, frame: DeclareFire) -> list[tuple[Action, tuple[Shot, ...]]]:
    """Every element that may be added, with the shots that it adds: a unit that uses FPF fires all it has
    (SK1:3.3.1-q)."""
    possible = possible_shots(g, frame.phase, frame.side, frame.target, frame.targets)
    return additions_of(g, frame, frame.shots, possible)


def additions_of(
    g: SkPlay, frame: DeclareFire, shots: tuple[Shot, ...], possible: list[Shot]
) -> list[tuple[Action, tuple[Shot, ...]]]:
    """Of all possible shots those that may join some, as `additions` gives them."""
    found: list[tuple[Action, tuple[Shot, ...]]] = []
    for shot in possible:
        if joining_refusal(g, shots, shot) is not None:
            continue
        added: tuple[Shot, ...] = (shot,)
        if shot.mode == FPF and not g.unit(shot.unit).is_leader:
            added = whole_unit(g, shot, possible)
            if shot != added[0]:
                continue
        who = tuple(part for part in (shot.unit, shot.weapon, shot.second) if part)
        found.append((Action("add", who), added))
    return found


def whole_unit(g: SkPlay, shot: Shot, possible: list[Shot]) -> tuple[Shot, ...]:
    """SK1:3.3.1-q: an MMC using FPF fires its own FP and its strongest usable SW with it; a unit that has
    no FP of its own any more fires its SW."""
    mine = [other for other in possible if other.unit == shot.unit]
    own = [other for other in mine if not other.weapon]
    weapons = sorted(
        (other for other in mine if other.weapon), key=lambda other: _rank(g, other), reverse=True
    )
    limit = 2 if g.unit(shot.unit).kind == SQUAD else 1
    if firers.keeps_own_fp(g, FPF):  # SKF:3.3.3-n: MG only
        guns = [other for other in weapons if g.weapon_type(g.state.weapons[other.weapon]).is_mg]
        return (*own, *guns[:limit])
    if not own:
        return tuple(weapons[:limit])
    if g.unit(shot.unit).kind != SQUAD:
        return (shot,)
    used = set(g.unit(shot.unit).weapons_used)
    allowed = [other for other in weapons if not used or other.weapon in used]
    return (own[0], *allowed[:1])


def _rank(g: SkPlay, shot: Shot) -> tuple[int, str]:
    return g.weapon_type(g.state.weapons[shot.weapon]).fp, shot.weapon


PART.answers(declaring_fire.leaders_for)(leaders_for)
PART.answers(declaring_fire.must_be_directed)(must_be_directed)


def likely_leaders(g: SkPlay, frame: DeclareFire, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """The leaders who will direct an attack when some are chosen: the best of each hex that has not chosen yet
    joins them. Of all of them the worst will count (SK1:3.2-y)."""
    open_hexes = leaders_for(g, frame.phase, frame.shots)[len(chosen) :]
    return (*chosen, *[min(here, key=lambda uid: morale.leadership(g, g.unit(uid))) for here in open_hexes])


# -- the LOS check -----------------------------------------------------------------------------------------


class DroppedOut(Frame):
    """Part of a fire group had no LOS. The rest goes on as one smaller group or in separate attacks, one a
    hex (SK1:3.2-v); it must go on in one way or the other (SKF:3.2.2-l)."""

    phase: str
    side: Side
    target: str
    targets: tuple[str, ...]
    shots: tuple[Shot, ...]
    leaders: tuple[str, ...]


@PART.answers(fire_declared)
def launch(g: SkPlay, frame: DeclareFire) -> None:
    """The attack is declared: now LOS is checked (SK1:3.2-h), and those who have it fire. Friends in melee in the hex
    are struck, too (SK1:3.2-c, SK1:3.8-w, SKF:3.8-y)."""
    target = frame.target
    if target in hexes_of(g, frame.shots):  # at enemies in their own hex: friends there are safe
        units = g.state.units
        frame.targets = tuple(
            [uid for uid in frame.targets if uid not in units or units[uid].side != frame.side]
        )
    announce(g, frame, "SK1:3.2-t")
    blind = {hex for hex in hexes_of(g, frame.shots) if not los.sees(g, hex, target)}
    if not blind:
        g.push(Attack(frame.phase, frame.side, target, frame.targets, frame.shots, frame.leaders))
        return
    seeing, dropped = _divided(g, frame.shots, blind)
    leaders, idle = _divided_leaders(g, frame.leaders, blind)
    for hex in sorted(blind):
        g.say(
            "no_los",
            f"There is no LOS from {g.place_name(hex)} to {g.place_name(target)}; they have fired anyway.",
            "SK1:3.2-i",
            *(("SK1:3.2-v",) if seeing else ()),
            *los.verdict(g, hex, target).rules,
            side=frame.side,
            at=hex,
        )
    if seeing:
        g.push(DroppedOut(frame.phase, frame.side, target, frame.targets, seeing, leaders))
    g.push(Attack(frame.phase, frame.side, target, frame.targets, dropped, idle, blocked=True))


def _divided(
    g: SkPlay, shots: tuple[Shot, ...], blind: set[str]
) -> tuple[tuple[Shot, ...], tuple[Shot, ...]]:
    seeing = tuple(shot for shot in shots if g.unit(shot.unit).hex not in blind)
    return seeing, tuple(shot for shot in shots if shot not in seeing)


def _divided_leaders(
    g: SkPlay, leaders: tuple[str, ...], blind: set[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    seeing = tuple(uid for uid in leaders if g.unit(uid).hex not in blind)
    return seeing, tuple(uid for uid in leaders if uid not in seeing)


@PART.decisions(DroppedOut)
def ask_dropped_out(g: SkPlay, frame: DroppedOut) -> Choice | None:
    if len(hexes_of(g, frame.shots)) == 1:
        return None
    options = [SEPARATELY]
    if connection_refusal(g, [shot.unit for shot in frame.shots]) is None:
        options.insert(0, TOGETHER)
    asks = f"The rest of the fire group at {g.place_name(frame.target)}: one attack, or one from each hex?"
    return Choice(frame.side, asks, tuple(options), ("SK1:3.2-v",), about=frame.targets, at=frame.target)


@ask_dropped_out
def take_dropped_out(g: SkPlay, frame: DroppedOut, answer: Action | Outcome | None) -> None:
    g.pop()
    if answer != SEPARATELY:
        g.push(Attack(frame.phase, frame.side, frame.target, frame.targets, frame.shots, frame.leaders))
        return
    attacks = []
    for hex in hexes_of(g, frame.shots):
        shots = tuple(shot for shot in frame.shots if g.unit(shot.unit).hex == hex)
        leaders = tuple(uid for uid in frame.leaders if g.unit(uid).hex == hex)
        attacks.append(Attack(frame.phase, frame.side, frame.target, frame.targets, shots, leaders))
    g.push_in_order(*attacks)
