"""Support weapons outside fire and movement: recovery, repair, transfer, and destruction by their owner.

Source: SK1:3.1 steps b to d, SK1:3.7 and SK1:4.0.  Carrying is in `portage`, firing in `firers`.  Guns of the full
kit are claimed (SKF:3.1-d, SKF:4.0-e), repaired (SKF:3.1-e), handed on (SKF:3.1-g) and destroyed (SKF:4.0-h) in the
same way.
"""

from __future__ import annotations

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk import firers, melee
from defilade.rules.sk.state import SkPlay
from defilade.tactics.names import Side
from defilade.tactics.units import Unit, Weapon

PART = Part()

NOT_GOOD_ORDER = Refusal("only a unit in Good Order may do that", "SK1:2.0-h")
HAS_ACTED = Refusal("it has had its one action of this RPh", "SK1:3.1-b")
NOT_LYING_HERE = Refusal("no such SW lies unpossessed in its hex", "SK1:4.0-g")
NOT_ITS_OWN = Refusal("it does not possess that SW", "SK1:1.2.4-a")
WORKS = Refusal("the SW is not malfunctioned", "SK1:3.1c-a")
FOREIGN = Refusal("only a SW of the unit's own nationality can be repaired", "SK1:3.1c-a")
NOT_TOGETHER = Refusal("SW change hands only between units of one side in the same location", "SK1:3.1d")
JUST_RECOVERED = Refusal("a SW may not be transferred in the phase in which it was recovered", "SK1:4.0-i")
HANDED_OVER = Refusal("that SW has changed hands in this phase", "SK1:3.1d")
WEAPON_USED_UP = Refusal("the SW has been used in this phase", "SK1:4.0-n")


# -- recovery (SK1:3.1b) -------------------------------------------------------------------------------------


class Recovery(Frame):
    """A unit tries to take a SW that lies in its hex; its dr is due."""

    unit: str
    weapon: str


def recovery_refusal(g: SkPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    if not unit.good_order:
        return NOT_GOOD_ORDER
    if unit.acted:
        return HAS_ACTED
    if weapon.owner or weapon.placed_at or not unit.hex or weapon.hex != unit.hex:
        return NOT_LYING_HERE
    return None


def recovery_options(g: SkPlay, side: Side) -> list[Action]:
    """SK1:4.0-g: Good Order Infantry beside a SW without an owner."""
    options = []
    for weapon in g.state.weapons.values():
        if weapon.owner or weapon.placed_at or not weapon.hex:
            continue
        for unit in g.side_in(weapon.hex, side):
            if recovery_refusal(g, unit, weapon) is None:
                options.append(Action("recover", (unit.id, weapon.id)))
    return options


def recovery_breakdown(g: SkPlay, unit: Unit) -> Breakdown:
    rolls = g.library.tables.support_weapon_rolls
    lines = (Line("CX", rolls.recovery_cx_drm, "SK1:3.3-p"),) if unit.cx else ()
    title = f"Recovery by {g.name(unit)}: less than {rolls.recovery_below}"
    return Breakdown(title, lines, rules=("SK1:4.0-h",))


@PART.decisions(Recovery)
def ask_recovery(g: SkPlay, frame: Recovery) -> Chance:
    unit = g.unit(frame.unit)
    return Chance(
        f"Recovery dr of {g.name(unit)} for the {g.weapon_name(frame.weapon)}: less than "
        f"{g.library.tables.support_weapon_rolls.recovery_below}.",
        dice=1,
        side=unit.side,
        rules=("SK1:3.1b", "SK1:4.0-h"),
        about=(frame.unit, frame.weapon),
    )


@ask_recovery
def take_recovery(g: SkPlay, frame: Recovery, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    g.pop()
    unit = g.update(g.unit(frame.unit), acted=True)  # SK1:4.0-g: its sole action
    weapon = g.state.weapons[frame.weapon]
    sum_up = recovery_breakdown(g, unit)
    final = answer.dice[0] + sum_up.drm
    recovered = final < g.library.tables.support_weapon_rolls.recovery_below
    if recovered:
        g.update_weapon(g.give(weapon, unit), recovered=True)
    g.say(
        "recovery",
        f"{g.name(unit)} rolls {answer.dice[0]}, final {final}, and "
        + ("recovers" if recovered else "does not recover")
        + f" the {g.weapon_name(weapon)}.",
        "SK1:3.1b",
        "SK1:4.0-h",
        side=unit.side,
        who=(unit.id, weapon.id),
        at=unit.hex,
        dice=answer.dice,
        breakdown=sum_up,
    )


# -- repair (SK1:3.1c) ---------------------------------------------------------------------------------------


class Repair(Frame):
    """A unit tries to mend its malfunctioned SW; its dr is due."""

    unit: str
    weapon: str


def repair_refusal(g: SkPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    if weapon.owner != unit.id:
        return NOT_ITS_OWN
    if not unit.good_order:
        return NOT_GOOD_ORDER
    if unit.acted:
        return HAS_ACTED
    if not weapon.malfunctioned:
        return WORKS
    return FOREIGN if weapon.side != unit.side else None


def repair_options(g: SkPlay, side: Side) -> list[Action]:
    options = []
    units = g.state.units
    for weapon in g.state.weapons.values():
        if weapon.malfunctioned and weapon.owner:
            unit = units.get(weapon.owner)
            if unit is None or unit.side != side or not unit.hex:
                continue
            if repair_refusal(g, unit, weapon) is None:
                options.append(Action("repair", (unit.id, weapon.id)))
    return options


def repair_breakdown(g: SkPlay, unit: Unit, weapon: Weapon) -> Breakdown:
    rolls = g.library.tables.support_weapon_rolls
    lines = (Line("CX", rolls.recovery_cx_drm, "SK1:3.3-p"),) if unit.cx else ()
    number = g.weapon_type(weapon).repair
    return Breakdown(f"Repair of the {g.weapon_name(weapon)}: R{number}", lines, rules=("SK1:3.1c-a",))


@PART.decisions(Repair)
def ask_repair(g: SkPlay, frame: Repair) -> Chance:
    unit, weapon = g.unit(frame.unit), g.state.weapons[frame.weapon]
    lost_on = g.library.tables.support_weapon_rolls.repair_lost_on
    return Chance(
        f"Repair dr of {g.name(unit)} for the {g.weapon_name(weapon)}: "
        f"{g.weapon_type(weapon).repair} or less; a {lost_on} loses it.",
        dice=1,
        side=unit.side,
        rules=("SK1:3.1c-a", "SK1:3.1c-b"),
        about=(frame.unit, frame.weapon),
    )


@ask_repair
def take_repair(g: SkPlay, frame: Repair, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    g.pop()
    unit = g.update(g.unit(frame.unit), acted=True)
    weapon = g.state.weapons[frame.weapon]
    name, kind = g.weapon_name(weapon), g.weapon_type(weapon)
    sum_up = repair_breakdown(g, unit, weapon)
    original = answer.dice[0]
    final = original + sum_up.drm
    rules = ["SK1:3.1c-a"]
    if original >= g.library.tables.support_weapon_rolls.repair_lost_on:
        g.remove_weapon(weapon)
        rules.append("SK1:3.1c-b")
        result = f"the {name} is beyond repair and lost"
    elif final <= kind.repair:
        g.update_weapon(weapon, malfunctioned=False)
        result = f"the {name} works again"
    else:
        result = f"the {name} stays out of order"
    g.say(
        "repair",
        f"{g.name(unit)} rolls {original}, final {final}: {result}.",
        *rules,
        side=unit.side,
        who=(unit.id, frame.weapon),
        at=unit.hex,
        dice=answer.dice,
        breakdown=sum_up,
    )


# -- transfer (SK1:3.1d, SK1:3.7-a) --------------------------------------------------------------------------


def transfer_refusal(g: SkPlay, weapon: Weapon, to: Unit) -> Refusal | None:
    """Why a SW cannot go from its owner to `to`, whatever the phase."""
    giver = g.state.units.get(weapon.owner)
    if giver is None or giver.id == to.id or giver.side != to.side or not to.hex or giver.hex != to.hex:
        return NOT_TOGETHER
    if not giver.good_order or not to.good_order:
        return NOT_GOOD_ORDER
    if weapon.passed:
        return HANDED_OVER
    return JUST_RECOVERED if weapon.recovered else None


def transfer_options(g: SkPlay, side: Side, barred: frozenset[str]) -> list[Action]:
    """Every hand-over now possible. `barred` are units that take no part. A SW changes hands once a phase,
    which is enough for any final arrangement."""
    options = []
    units = g.state.units
    for weapon in g.state.weapons.values():
        if not weapon.owner or weapon.recovered or weapon.passed or weapon.owner in barred:
            continue
        giver = units.get(weapon.owner)
        if giver is None:
            continue
        if giver.side != side or not giver.hex or giver.broken or giver.melee:
            continue
        stack = g.state.stacks[giver.hex]
        if len(stack) < 2:
            continue
        for uid in stack:
            other = units[uid]
            if uid != giver.id and other.side == side and other.good_order and uid not in barred:
                options.append(Action("transfer", (weapon.id, uid)))
    return options


def transfer(g: SkPlay, weapon: Weapon, to: Unit, rule: str) -> None:
    """A SW goes from hand to hand without a roll."""
    giver = g.unit(weapon.owner)
    g.update_weapon(g.give(weapon, to), passed=True)
    g.say(
        "transfer",
        f"{g.name(giver)} hands the {g.weapon_name(weapon)} to {g.name(to)}.",
        rule,
        side=to.side,
        who=(giver.id, weapon.id, to.id),
        at=to.hex,
    )


# -- destruction (SK1:4.0-n) ---------------------------------------------------------------------------------


def destruction_refusal(g: SkPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    """Why the possessor cannot destroy its SW in this fire phase: it must be able to use it."""
    if weapon.owner != unit.id:
        return NOT_ITS_OWN
    if unit.broken:
        return firers.BROKEN
    if unit.melee:
        return melee.LOCKED
    return WEAPON_USED_UP if weapon.fire else firers.hands_refusal(g, unit, weapon)


def destruction_options(g: SkPlay, side: Side) -> list[Action]:
    """SW that their possessors may destroy in this PFPh or DFPh."""
    options = []
    units = g.state.units
    for weapon in g.state.weapons.values():
        if not weapon.owner or not weapon.hex:
            continue
        unit = units.get(weapon.owner)
        if unit is not None and unit.side == side and destruction_refusal(g, unit, weapon) is None:
            options.append(Action("destroy", (unit.id, weapon.id)))
    return options


def destroy(g: SkPlay, action: Action) -> None:
    """SK1:4.0-n: the SW is gone, and that counts as using a SW."""
    unit, weapon = g.unit(action.who[0]), g.state.weapons[action.who[1]]
    name = g.weapon_name(weapon)
    g.remove_weapon(weapon)
    used = unit.weapons_used if weapon.id in unit.weapons_used else (*unit.weapons_used, weapon.id)
    g.update(
        unit,
        weapons_used=used,
        used_weapon_in=g.state.phase if unit.is_leader else unit.used_weapon_in,
    )
    g.say(
        "destroyed",
        f"{g.name(unit)} destroys its {name}.",
        "SK1:4.0-n",
        side=unit.side,
        who=(unit.id, weapon.id),
        at=unit.hex,
    )
