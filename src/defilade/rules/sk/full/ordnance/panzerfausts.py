"""Panzerfausts (SKF:4.4.2, DAE:QRDC-pf): the check, the shot, and what may go wrong with it.

A Panzerfaust is no counter: who passes the check has one, and must fire it at once.  For that shot it is a weapon like
any other (SKF:4.4-a), which is gone when the shot is over.
"""

from __future__ import annotations

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part, handed_on
from defilade.rules.sk import firers, morale
from defilade.rules.sk.attack import note_weapon_use
from defilade.rules.sk.card_rules import Panzerfausts
from defilade.rules.sk.firers import BROKEN, FIRE_PHASES, FIRST_FIRE, NOT_POSSESSED
from defilade.rules.sk.first_fire import note_attackers, shots_refusal
from defilade.rules.sk.full.ordnance.aiming import Aiming
from defilade.rules.sk.full.ordnance.ammunition import heat_target
from defilade.rules.sk.full.ordnance.occasions import WAYS_TO_FIRE, WayToFire
from defilade.rules.sk.full.ordnance.resolution import (
    is_dud,
    misfires,
    shot_over,
    strikes_one_only,
    to_hit_rolled,
)
from defilade.rules.sk.full.ordnance.shots import (
    OWN,
    Gunshot,
    Occasion,
    month,
    tables,
    the_ordnance,
    vehicle_targets,
)
from defilade.rules.sk.full.ordnance.target_types import has_infantry, may_see
from defilade.rules.sk.morale import CasualtyReduction
from defilade.rules.sk.state import MPH, SkPlay
from defilade.tactics.leader_loss import with_leader_losses
from defilade.tactics.names import Hex, Side
from defilade.tactics.ordnance import HEAT, PF
from defilade.tactics.units import SQUAD, Unit, Weapon

PART = Part()

CHECK = "panzerfaust"
TYPE = "ger-pf"
NATION = "german"

NONE_HERE = Refusal("there are no Panzerfausts in this scenario", "SKF:4.4.2-a")
NOT_GOOD_ORDER = Refusal("only a Good Order unit may have a Panzerfaust", "SKF:4.4.2-a")
ALL_FIRED = Refusal("all Panzerfausts of the scenario have been fired", "SKF:4.4.2-m")
TOO_FAR = Refusal("a Panzerfaust does not reach so far", "SKF:4.4.2-g")
NO_TARGET = Refusal("it is fired at vehicles, Guns and Infantry with the TEM of a building", "DAE:QRDC-pfgun")
NOT_AGAIN = Refusal("there is no Panzerfaust check in Subsequent First Fire or FPF", "SKF:4.4.2-e")


class PanzerfaustCheck(Frame):
    """SKF:4.4.2-b: a unit looks whether it has a Panzerfaust at hand for a target; its dr is due."""

    phase: str
    side: Side
    unit: str
    weapon: str
    """What it would be."""
    target: str
    vehicle: str = ""
    targets: tuple[str, ...] = ()


# -- who may try -----------------------------------------------------------------------------------------------


def in_use(g: SkPlay, side: Side) -> bool:
    """SKF:4.4.2-a: Germans from October 1943 on, where the enemy has AFV or a SSR says so."""
    if side != NATION or month(g) < tables(g).panzerfaust.since:
        return False
    if any(rule.side == side for rule in g.scenario.rules_of(Panzerfausts)):
        return True
    return any(group.side != side and group.vehicles for group in g.scenario.groups)


@handed_on
def shots_at_hand(g: SkPlay, shots: int, side: Side) -> int:
    """How many Panzerfausts has a side by now, where it is not a matter of its whole order of battle?"""
    return shots


def supply(g: SkPlay, side: Side) -> int:
    """SKF:4.4.2-m: the shots of a scenario, by the squads of the order of battle."""
    squads = sum(
        count
        for group in g.scenario.groups
        if group.side == side
        for counter, count in group.units.items()
        if g.counters[counter].kind == SQUAD
    )
    return shots_at_hand(g, tables(g).panzerfaust.shots(squads, month(g)), side)


def check_refusal(g: SkPlay, unit: Unit, occasion: Occasion, target: str) -> Refusal | None:
    if not in_use(g, unit.side):
        return NONE_HERE
    if g.state.panzerfausts >= supply(g, unit.side):
        return ALL_FIRED
    if unit.broken:
        return BROKEN
    if not unit.good_order:
        return NOT_GOOD_ORDER
    if g.map.distance(unit.hex, target) > tables(g).panzerfaust.reach(month(g)):
        return TOO_FAR
    weapon = Weapon("", unit.side, TYPE, unit.id, unit.hex)
    mode = FIRE_PHASES(g)[occasion.phase].shot_mode(g, unit, weapon, target, occasion.targets)
    if isinstance(mode, Refusal):
        return mode
    if occasion.phase == MPH:
        if mode != FIRST_FIRE or unit.fire:
            return NOT_AGAIN  # a unit that is marked would be using Subsequent First Fire
        # SKF:3.3.3-p: a further check, too, waits for a further MF or MP
        again = shots_refusal(g, CHECK + unit.id, target, occasion.targets)
        if again is not None:
            return again
    return firers.hands_refusal(g, unit, weapon) or may_see(g, unit.hex, target)


def targets_in(g: SkPlay, occasion: Occasion, hex: Hex) -> list[str]:
    """Vehicles, and `` for Infantry with the TEM of a building or a Gun (DAE:QRDC-pfgun)."""
    found = list(vehicle_targets(g, occasion, hex))
    if has_infantry(g, occasion, hex) and heat_target(g, occasion.phase, occasion.side, hex):
        found.append("")
    return found


def options(g: SkPlay, occasion: Occasion) -> list[Action]:
    if not in_use(g, occasion.side):
        return []
    reach = tables(g).panzerfaust.reach(month(g))
    found = []
    there: dict[str, list[str]] = {}
    places = [occasion.target] if occasion.target else None
    for unit in g.on_map(occasion.side):
        if unit.broken or unit.melee:
            continue
        for hex in _near(g, unit.hex, reach, places):
            if hex not in there:
                there[hex] = targets_in(g, occasion, hex)
            aims = [aim for aim in there[hex] if aim or hex != unit.hex]
            if aims and check_refusal(g, unit, occasion, hex) is None:
                found += [Action(CHECK, (unit.id, aim) if aim else (unit.id,), hex) for aim in aims]
    return found


def _near(g: SkPlay, hex: Hex, reach: int, among: list[str] | None) -> list[str]:
    """The hexes within reach that hold anybody, or those of some that are within it."""
    if among is None:
        tanks = (tank.hex for tank in g.state.vehicles.values() if tank.hex)
        among = list(dict.fromkeys((*g.state.stacks, *tanks)))
    return [place for place in among if g.map.distance(hex, place) <= reach]


def begin(g: SkPlay, occasion: Occasion, action: Action) -> None:
    unit = action.who[0]
    vehicle = action.who[1] if len(action.who) > 1 else ""
    weapon = Weapon(g.new_id("pf"), occasion.side, TYPE, unit, g.unit(unit).hex)
    g.state.weapons[weapon.id] = weapon
    g.push(
        PanzerfaustCheck(occasion.phase, occasion.side, unit, weapon.id, action.at, vehicle, occasion.targets)
    )


def why_not(g: SkPlay, occasion: Occasion, action: Action) -> Refusal | None:
    if not action.who:
        return None
    unit = g.state.units.get(action.who[0])
    if unit is None or unit.side != occasion.side or not unit.hex or action.at not in g.map.index:
        return NOT_POSSESSED
    return check_refusal(g, unit, occasion, action.at) or NO_TARGET


PART.adds(WAYS_TO_FIRE, WayToFire(CHECK, options, begin, why_not))


# -- the check -------------------------------------------------------------------------------------------------


def breakdown(g: SkPlay, frame: PanzerfaustCheck) -> Breakdown:
    """SKF:4.4.2-c"""
    table = tables(g).panzerfaust
    unit = g.unit(frame.unit)
    lines = []
    if not frame.vehicle:
        lines.append(Line("not at an AFV", table.check.not_afv, "SKF:4.4.2-c"))
    if unit.cx:
        lines.append(Line("CX", table.check.cx, "SKF:4.4.2-c"))
    if unit.is_leader:
        lines.append(Line("SMC", table.check.smc, "SKF:4.4.2-c"))
    elif unit.kind != SQUAD:
        lines.append(Line("half-squad or crew", table.check.half_squad, "SKF:4.4.2-c"))
    if month(g) // 100 == 1945:
        lines.append(Line("1945", table.check.in_1945, "SKF:4.4.2-c"))
    title = f"Panzerfaust check of {g.name(unit)}: {table.most_check} or less"
    return Breakdown(title, tuple(lines), rules=("SKF:4.4.2-b", "DAE:QRDC-pf"))


@PART.decisions(PanzerfaustCheck)
def ask_panzerfaust_check(g: SkPlay, frame: PanzerfaustCheck) -> Chance:
    return Chance(
        f"{breakdown(g, frame).title}.", dice=1, side=frame.side, rules=("SKF:4.4.2-b",), about=(frame.unit,)
    )


@ask_panzerfaust_check
def take_panzerfaust_check(g: SkPlay, frame: PanzerfaustCheck, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    g.pop()
    table = tables(g).panzerfaust
    found = breakdown(g, frame)
    original = answer.dice[0]
    has_one = original + found.drm <= table.most_check
    unit = g.unit(frame.unit)
    g.say(
        "panzerfaust",
        f"{found.title}: dr {original}, final {original + found.drm}: {'it has one' if has_one else 'no shot'}.",
        "SKF:4.4.2-b",
        side=frame.side,
        who=(unit.id,),
        at=unit.hex,
        dice=answer.dice,
        breakdown=found,
    )
    if frame.phase == MPH:
        note_attackers(g, (CHECK + unit.id,))
    if not has_one:
        note_weapon_use(g, unit, frame.weapon, frame.phase)  # SKF:4.4.2-f
        g.remove_weapon(g.state.weapons[frame.weapon])
        if original >= table.pins_on:
            _pay(g, g.unit(frame.unit))
        return
    g.state.panzerfausts += 1
    shot = shot_of(g, frame)
    g.push(
        Aiming(
            frame.phase,
            frame.side,
            unit.id,
            frame.weapon,
            frame.target,
            frame.targets,
            shot=shot,
            manned=True,
        )
    )


def shot_of(g: SkPlay, frame: PanzerfaustCheck) -> Gunshot:
    """The shot that follows where the unit has one."""
    unit = g.unit(frame.unit)
    weapon = g.state.weapons[frame.weapon]
    mode = FIRE_PHASES(g)[frame.phase].shot_mode(g, unit, weapon, frame.target, frame.targets)
    assert isinstance(mode, str)
    return Gunshot(
        firer=unit.id,
        weapon=frame.weapon,
        hex=unit.hex,
        target=frame.target,
        phase=frame.phase,
        side=frame.side,
        mode=mode,
        type=OWN,
        ammo=HEAT,
        aimed_at=frame.vehicle,
    )


def chance_of_one(g: SkPlay, frame: PanzerfaustCheck) -> float:
    """SKF:4.4.2-b: how often the check finds a Panzerfaust."""
    drm = breakdown(g, frame).drm
    return sum(face + drm <= tables(g).panzerfaust.most_check for face in range(1, 7)) / 6


def _pay(g: SkPlay, unit: Unit) -> None:
    """SKF:4.4.2-d: pinned, or broken if it is pinned already."""
    if unit.pinned:
        morale.break_unit(g, unit, "SKF:4.4.2-d")
    else:
        morale.pin(g, unit, "SKF:4.4.2-d")


# -- the shot --------------------------------------------------------------------------------------------------


def is_panzerfaust(g: SkPlay, shot: Gunshot) -> bool:
    return shot.weapon in g.state.weapons and the_ordnance(g, shot.weapon).type == PF


@PART.answers(misfires)
def misfire(g: SkPlay, shot: Gunshot, original: int) -> bool:
    """SKF:4.4.2-i"""
    if not is_panzerfaust(g, shot):
        return False
    table = tables(g).panzerfaust
    unit = g.unit(shot.firer)
    raw = not unit.is_leader and morale.is_inexperienced(g, unit)
    return original >= (table.misfires_on_inexperienced if raw else table.misfires_on)


@PART.answers(to_hit_rolled)
def backfire(g: SkPlay, shot: Gunshot, dice: tuple[int, ...]) -> None:
    if misfire(g, shot, dice[0] + dice[1]):
        g.say(
            "misfire",
            f"{g.name(shot.firer)} is hurt by its own Panzerfaust.",
            "SKF:4.4.2-i",
            who=(shot.firer,),
        )
        with_leader_losses(g, CasualtyReduction(shot.firer))


@PART.answers(is_dud)
def dud(g: SkPlay, shot: Gunshot, original: int) -> bool:
    """SKF:4.4.2-j"""
    return is_panzerfaust(g, shot) and original == 12


@PART.answers(strikes_one_only)
def one_unit(g: SkPlay, shot: Gunshot) -> bool:
    """SKF:4.4.2-l"""
    return is_panzerfaust(g, shot)


@PART.answers(shot_over)
def is_spent(g: SkPlay, shot: Gunshot) -> None:
    """One shot, whatever became of it."""
    if is_panzerfaust(g, shot):
        g.remove_weapon(g.state.weapons[shot.weapon])
