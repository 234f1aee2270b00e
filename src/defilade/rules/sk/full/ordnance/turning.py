"""Turning a Gun without firing it (SKF:3.2.4-q)."""

from __future__ import annotations

from defilade.kernel import Action, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk.full.ordnance.acquisition import lose
from defilade.rules.sk.full.ordnance.guns import firer_of, firer_refusal, hidden_firers, reveal_firer
from defilade.rules.sk.full.ordnance.shots import Firer, Occasion, firer_bar, gun_of, is_gun
from defilade.rules.sk.movement import moving_bar
from defilade.rules.sk.prep_fire import fire_begins, fire_option_bar, fire_options
from defilade.rules.sk.state import AFPH, DFPH, PFPH, SkPlay
from defilade.tactics.arcs import FACING_NAMES, FACINGS
from defilade.tactics.names import Side
from defilade.tactics.units import Unit, Weapon

PART = Part()

TURN = "turn"
RULE = "SKF:3.2.4-q"

HAS_TURNED = Refusal("it has turned at the end of this phase", RULE)
MAY_NOT_FIRE = Refusal("only a Gun that could still fire without Intensive Fire turns", RULE)
CREW_FIRED = Refusal("its crew has fired its own FP", RULE)
STAYS = Refusal("the Gun has turned: neither it nor its crew moves in this player turn", RULE)


def turning_refusal(g: SkPlay, unit: Unit, weapon: Weapon, phase: str) -> Refusal | None:
    if phase not in (PFPH, DFPH, AFPH) or not is_gun(g, weapon) or weapon.owner != unit.id:
        return MAY_NOT_FIRE
    if weapon.turned:
        return HAS_TURNED
    if weapon.fire or weapon.intensive or weapon.manhandled:
        return MAY_NOT_FIRE
    if unit.fire:
        return CREW_FIRED
    return firer_refusal(g, firer_of(g, unit, weapon))


@PART.answers(fire_options)
def options(g: SkPlay, phase: str, side: Side) -> list[Action]:
    found = []
    for weapon in g.state.weapons.values():
        unit = g.state.units.get(weapon.owner) if weapon.facing >= 0 else None
        if (
            unit is None
            or unit.side != side
            or not unit.hex
            or turning_refusal(g, unit, weapon, phase) is not None
        ):
            continue
        found += _facings(unit.id, weapon.id, weapon.facing)
    if phase in (PFPH, DFPH, AFPH):
        for firer in hidden_firers(g, Occasion(phase, side)):
            found += _facings(firer.id, firer.weapon, firer.facing)
    return found


def _facings(unit: str, weapon: str, now: int) -> list[Action]:
    return [Action(TURN, (unit, weapon), "", str(facing)) for facing in FACINGS if facing != now]


@PART.answers(fire_option_bar)
def why_not(g: SkPlay, phase: str, side: Side, action: Action) -> Refusal | None:
    if action.verb != TURN or len(action.who) != 2:
        return None
    unit, weapon = g.state.units.get(action.who[0]), g.state.weapons.get(action.who[1])
    if unit is None or weapon is None or unit.side != side:
        return MAY_NOT_FIRE
    return turning_refusal(g, unit, weapon, phase)


@PART.answers(fire_begins)
def turn(g: SkPlay, phase: str, side: Side, action: Action) -> bool:
    """SKF:6.10-b: it loses what it has acquired; SKF:6.4-c: a hidden one comes out."""
    if action.verb != TURN:
        return False
    reveal_firer(g, action.who[0], "it turns")
    weapon = g.state.weapons[action.who[1]]
    facing = int(action.how)
    weapon = g.update_weapon(weapon, facing=facing, turned=phase)
    g.say(
        "turned",
        f"The {g.weapon_name(weapon)} in {g.place_name(weapon.hex)} turns to the {FACING_NAMES[facing]}.",
        RULE,
        side=side,
        who=action.who,
        at=weapon.hex,
    )
    lose(g, weapon, "SKF:6.10-b")
    return True


@PART.answers(firer_bar)
def done_in_this_phase(g: SkPlay, firer: Firer, occasion: Occasion) -> Refusal | None:
    return HAS_TURNED if g.state.weapons[firer.weapon].turned == occasion.phase else None


@PART.answers(moving_bar)
def stays(g: SkPlay, unit: Unit) -> Refusal | None:
    gun = gun_of(g, unit.id)
    return STAYS if gun is not None and gun.turned else None
