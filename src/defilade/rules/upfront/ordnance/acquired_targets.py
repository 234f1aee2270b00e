"""Target Acquisition (UF:27): ordnance that has fired at a group hits it more easily the next time."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Line
from defilade.rules.upfront.close_quarters.close_combat import on_fights
from defilade.rules.upfront.game.attack import FIRE, Attack
from defilade.rules.upfront.game.cards import ActionCard
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.losses import on_group_gone, on_pinned
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.questions import on_turn_ends
from defilade.rules.upfront.game.state import Group, Laid, Man, Unit
from defilade.rules.upfront.ground.night import on_out_of_sight
from defilade.rules.upfront.ground.to_hit import GUN, MORTAR_WEAPON, VEHICLE, to_hit_lines
from defilade.rules.upfront.infantry.fire import on_attack_declared
from defilade.rules.upfront.infantry.firepower import shooters, unit_firepower
from defilade.rules.upfront.infantry.movement import on_moved
from defilade.rules.upfront.infantry.moving_fire import unit_moves
from defilade.rules.upfront.infantry.smoke import smoke_on
from defilade.rules.upfront.infantry.terrain import is_moving
from defilade.rules.upfront.ordnance.ordnance import on_shot
from defilade.rules.upfront.vehicles.afv import GUN as MAIN_GUN
from defilade.rules.upfront.vehicles.afv import on_malfunctioned

PART = Part()

ACQUIRES = (MORTAR_WEAPON, GUN, VEHICLE)  # UF:27.1-a


@PART.answers(to_hit_lines)
def acquired_target(g: UfPlay, unit: Unit, attack: Attack) -> Iterator[Line]:
    """UF:27.1-c: one step, however often it has fired; Smoke that came later counts besides (UF:27.12)."""
    if unit.acquired and unit.acquired == attack.target and attack.weapon in ACQUIRES:
        yield Line("acquired target", 1, "UF:27.1-c")


# -- gaining it --------------------------------------------------------------------------------------------------


@PART.answers(on_shot)
def acquire(g: UfPlay, attack: Attack, card: ActionCard, hit: bool) -> None:
    """UF:27.1-b: hit or miss. A new target ends the old acquisition (UF:27.1-d, UF:27.2-a), acquired or not."""
    unit = g.unit(attack.shooter)
    if attack.weapon not in ACQUIRES or unit.acquired == attack.target:
        return
    lose_acquisition(g, unit, "UF:27.1-d")
    if may_acquire(g, unit, attack):
        unit = g.update(g.unit(unit.id), acquired=attack.target)
        text = f"{g.name(unit)} has acquired {g.group_name(attack.target)}."
        g.say("acquired", text, "UF:27.1-b", side=unit.side, who=(unit.id,), at=attack.target)


def may_acquire(g: UfPlay, unit: Unit, attack: Attack) -> bool:
    """Neither of the two moves (UF:27.1-b) or is in Smoke (UF:27.11)."""
    target = g.group(attack.target)
    if unit_moves(g, unit) or is_moving(target):
        return False
    return not smoke_on(g, target) and not smoke_on(g, g.group_of(unit))


# -- losing it ---------------------------------------------------------------------------------------------------


def lose_acquisition(g: UfPlay, unit: Unit, rule: str) -> None:
    if not unit.acquired:
        return
    g.update(unit, acquired="")
    g.say("acquisition_lost", f"{g.name(unit)} has lost its target.", rule, side=unit.side, who=(unit.id,))


def _acquiring(g: UfPlay) -> list[Unit]:
    return [unit for unit in g.state.units.values() if unit.acquired]


@PART.answers(on_pinned)
@PART.answers(on_fights)
def crew_distracted(g: UfPlay, unit: Unit) -> None:
    """UF:27.2-a: it is pinned or Buttoned Up, or is in Close Combat."""
    lose_acquisition(g, unit, "UF:27.2-a")


@PART.answers(on_malfunctioned)
def weapon_out_of_use(g: UfPlay, unit: Unit) -> None:
    """UF:27.2-a: the ordnance itself malfunctions; the machine guns of a vehicle do not matter."""
    if isinstance(unit, Man) or MAIN_GUN in unit.broken:
        lose_acquisition(g, unit, "UF:27.2-a")


@PART.answers(on_out_of_sight)
def target_out_of_sight(g: UfPlay, group: Group, enemy: Group) -> None:
    """UF:27.2-a: the group no longer observes an enemy group at night."""
    for unit in g.members(group):
        if unit.acquired == enemy.id:
            lose_acquisition(g, unit, "UF:27.2-a")


@PART.answers(on_moved)
def movement_ends_it(g: UfPlay, group: Group, laid: Laid) -> None:
    """UF:27.2-b: a Movement card that stays in play, of the firer or of the target."""
    for unit in _acquiring(g):
        if group.id in (unit.group, unit.acquired):
            lose_acquisition(g, unit, "UF:27.2-b")


@PART.answers(on_turn_ends)
def carried_away(g: UfPlay, side: str) -> None:
    """UF:27.2-b: a weapon that is carried to another group."""
    for unit in _acquiring(g):
        if unit.transfers_to:
            lose_acquisition(g, unit, "UF:27.2-b")


@PART.answers(on_group_gone)
def target_is_gone(g: UfPlay, group: Group) -> None:
    for unit in _acquiring(g):
        if unit.acquired == group.id:
            g.update(unit, acquired="")


@PART.answers(on_attack_declared)
def fires_elsewhere(g: UfPlay, attack: Attack) -> None:
    """UF:27.3, UF:27.2-a: other arms fired at another group end it; machine guns fired at the same one do not, nor what
    others of its group fire, as around an infantry gun."""
    if attack.kind != FIRE or not attack.firer:
        return
    for unit in shooters(g, attack):
        if unit.acquired and unit.acquired != attack.target:
            if unit_firepower(g, unit, attack) > 0:
                lose_acquisition(g, unit, "UF:27.3")
