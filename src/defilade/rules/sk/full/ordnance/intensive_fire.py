"""Intensive Fire (SKF:3.2.4-v to -y, SKF:3.3.3-j, SKF:3.4-c), and the loss of weapons by their own DR (SKF:6.12)."""

from __future__ import annotations

from defilade.kernel import Line, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk import morale
from defilade.rules.sk.first_fire import shots_refusal
from defilade.rules.sk.full.ordnance.shots import (
    INTENSIVE,
    Gunshot,
    Occasion,
    breakdown_at,
    firer_lines,
    has_fired,
    manning,
    tables,
    the_ordnance,
)
from defilade.rules.sk.full.ordnance.to_hit import CASE_9, is_captured, is_non_qualified
from defilade.rules.sk.state import AFPH, DFPH, MPH, SkPlay
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import FINAL, Unit, Weapon

PART = Part()

NEVER = Refusal("only a Gun that may use Intensive Fire fires again", "SKF:3.2.4-y")
PINNED = Refusal("a pinned crew may not use Intensive Fire", "SKF:3.2.4-y")
NOT_IN_AFPH = Refusal("there is no Intensive Fire in the AFPh", "SKF:3.2.4-y")
ONLY_NEAR = Refusal("in the DFPh Intensive Fire is at units in the same or an adjacent hex", "SKF:3.4-c")
USED_UP = Refusal("it has used Intensive Fire in this player turn", "SKF:3.2.4-v")
MARKED_FINAL = Refusal("it or its crew is marked Final Fire", "SKF:3.4-d")


def is_near_enemy(g: SkPlay, from_hex: Hex, side: Side, hex: Hex) -> bool:
    """SKF:3.4-c: units or vehicles of the enemy in the same or an adjacent hex, as far as everybody knows."""
    if g.map.distance(from_hex, hex) > 1:
        return False
    enemy = g.enemy_of(side)
    return g.has_side(hex, enemy) or any(tank.side == enemy and not tank.wreck for tank in g.vehicles_in(hex))


def intensive_refusal(
    g: SkPlay, unit: Unit, weapon: Weapon, occasion: Occasion, target: str
) -> Refusal | None:
    """SKF:3.2.4-v: why a Gun that has lost its ROF may not fire once more."""
    ordnance = the_ordnance(g, weapon)
    if not ordnance.gun or ordnance.no_intensive_fire or not weapon.fire:
        return NEVER
    if weapon.intensive:
        return USED_UP
    if occasion.phase == AFPH:
        return NOT_IN_AFPH
    if unit.pinned:
        return PINNED
    if FINAL in (unit.fire, weapon.fire):
        return MARKED_FINAL
    if occasion.phase == DFPH and not is_near_enemy(g, unit.hex, unit.side, target):
        return ONLY_NEAR
    if occasion.phase == MPH:
        return shots_refusal(
            g, weapon.id, target, occasion.targets
        )  # SKF:3.3.3-j: nearer enemies do not matter
    return None


@PART.modifies(firer_lines, "DAE:QRDC-case09", step=CASE_9)
def intensive_fire(g: SkPlay, shot: Gunshot) -> list[Line]:
    if shot.mode != INTENSIVE:
        return []
    case = tables(g).cases.intensive_fire
    return [Line("Intensive Fire", case.drm, case.rule)]


@PART.answers(has_fired)
def mark(g: SkPlay, shot: Gunshot, dice: tuple[int, ...], keeps_rate: bool) -> None:
    """SKF:3.2.4-v; SKF:3.2.4-x: a Gun without a printed ROF that turned to fire is done as well."""
    weapon = g.state.weapons.get(shot.weapon)
    if weapon is None or manning(g, shot) is None:
        return
    no_rate = g.weapon_type(weapon).rof == 0
    if shot.mode == INTENSIVE or (no_rate and shot.turns):
        g.update_weapon(weapon, intensive=True)
        rule = "SKF:3.2.4-v" if shot.mode == INTENSIVE else "SKF:3.2.4-x"
        g.say(
            "intensive_fire",
            f"Intensive Fire counter on the {g.weapon_name(weapon)}.",
            rule,
            who=(weapon.id,),
        )


# -- breakdown -------------------------------------------------------------------------------------------------


def number_of(g: SkPlay, shot: Gunshot) -> int:
    """SKF:6.12-a: the B# or X# of the weapon in this shot: 12 unless printed, lowered by what lowers it."""
    return breakdown_at(g, g.weapon_type(g.state.weapons[shot.weapon]).breakdown, shot)


@PART.answers(breakdown_at)
def lowered(g: SkPlay, number: int, shot: Gunshot) -> int:
    """SKF:6.12-b: Non-Qualified Use (SKF:3.2.4-z), capture (SKF:5.5) and Intensive Fire by 2 each, an Inexperienced
    MMC at a SW by 1."""
    rolls = g.library.tables.support_weapon_rolls
    by = tables(g).lowered.breakdown
    number -= by * (is_non_qualified(g, shot) + (shot.mode == INTENSIVE))
    if is_captured(g, shot):
        number -= rolls.captured_penalty
    unit = manning(g, shot)
    if unit is not None and not unit.is_leader and not the_ordnance(g, shot.weapon).gun:
        if morale.is_inexperienced(g, unit):
            number -= rolls.inexperienced_penalty
    return number


def is_removed_by(g: SkPlay, shot: Gunshot, original: int) -> bool:
    """SKF:3.2.4-w, SKF:3.2.4-aa, SKF:6.12-b: where the B# is lowered, a DR at or above the printed one removes the
    weapon; a weapon with an X# always goes (SKF:4.4.1-c)."""
    kind = g.weapon_type(g.state.weapons[shot.weapon])
    if kind.removed:
        return True
    return number_of(g, shot) < kind.breakdown and original >= kind.breakdown
