"""What a fire attack does to its targets (SK1:3.2.1): KIA, K, morale checks, pin task checks, DM, lost
weapons.

One DR resolves an attack; where targets in the hex have different DRM (a FT carrier, a pinned mover) each
group of equal DRM has its own result, and random selection is made within the group.
"""

from __future__ import annotations

import msgspec

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome
from defilade.kernel.composition import Part, handed_on
from defilade.rules.sk import ift, machine_guns, morale
from defilade.rules.sk.morale import CasualtyReduction
from defilade.rules.sk.state import SkPlay
from defilade.rules.sk.tables import FireResult
from defilade.tactics.checks import Check
from defilade.tactics.names import Hex
from defilade.tactics.random_selection import RandomSelection

PART = Part()


class Struck(msgspec.Struct, frozen=True, omit_defaults=True):
    """Targets that suffer the same result, and the DRM that they suffered it by."""

    units: tuple[str, ...]
    drm: int
    result: FireResult


class FireEffects(Frame):
    """The results of one attack on one hex, group by group: first those who die, then the checks of the
    rest."""

    hex: Hex
    column: int | None
    """The column used, after cowering."""
    groups: tuple[Struck, ...]
    at: int = 0
    selecting: bool = False
    selected: tuple[str, ...] = ()
    """Set by the random selection that runs above."""
    checks: tuple[Check, ...] = ()
    pin_checks: tuple[Check, ...] = ()


@PART.automatic(FireEffects)
def run_fire_effects(g: SkPlay, frame: FireEffects) -> None:
    if frame.at == len(frame.groups):
        _checks(g, frame)
        return
    group = frame.groups[frame.at]
    kind = group.result.kind
    if kind in ("KIA", "K") and not frame.selecting:
        frame.selecting = True
        _select(g, group)
        return
    frame.at += 1
    frame.selecting = False
    if kind == "KIA":
        _kill(g, frame, group)
    elif kind == "K":
        _reduce(g, frame, group)
    elif kind == "MC":
        frame.checks += tuple(Check(uid, group.result.number) for uid in group.units)
    elif kind == "PTC":
        frame.pin_checks += tuple(Check(uid) for uid in group.units)


def _select(g: SkPlay, group: Struck) -> None:
    if group.result.kind == "KIA":  # SK1:3.2.1-c: at least so many, picked by chance
        g.push(RandomSelection(group.units, group.result.number, "the highest are eliminated", "SK1:3.2.1-c"))
    else:
        g.push(RandomSelection(group.units, 1, "the highest suffers casualty reduction", "SK1:3.2.1-d"))


def _kill(g: SkPlay, frame: FireEffects, group: Struck) -> None:
    """SK1:3.2.1-c: the picked die, their SW with them perhaps (SK1:4.0-o); the rest break, or are reduced
    if they were broken (SK1:3.2.1-c2, SK1:3.2.1-c3)."""
    follow: list[Frame] = []
    for uid in frame.selected:
        unit = g.unit(uid)
        weapons = tuple(weapon.id for weapon in g.weapons_of(unit))
        morale.eliminate(g, unit, f"is eliminated ({group.result})", "SK1:3.2.1-c")
        if weapons and frame.column is not None:
            follow.append(WeaponFate(weapons, frame.column, fate_drm(g, group.drm)))
    for uid in group.units:
        if uid in frame.selected:
            continue
        unit = g.unit(uid)
        if unit.broken:
            g.say("kia_on_broken", f"{g.name(unit)} was broken already.", "SK1:3.2.1-c3", who=(uid,))
            follow.append(CasualtyReduction(uid))
        else:
            morale.break_unit(g, unit, "SK1:3.2.1-c2")
    g.push_in_order(*follow)


def _reduce(g: SkPlay, frame: FireEffects, group: Struck) -> None:
    """SK1:3.2.1-d: casualty reduction for one; the others and a new half-squad check (SK1:3.2.1-d2)."""
    checking = []
    for uid in group.units:
        if uid not in frame.selected or g.unit(uid).kind == "squad":
            checking.append(Check(uid, group.result.number))
    frame.checks += tuple(checking)
    g.push_in_order(*[CasualtyReduction(uid) for uid in frame.selected])


def _checks(g: SkPlay, frame: FireEffects) -> None:
    g.pop()
    checks = [check for check in frame.checks if check.unit in g.state.units]
    pin_checks = [check for check in frame.pin_checks if check.unit in g.state.units]
    g.push_in_order(*morale.check_rounds(g, checks, pin_checks, _unaffected_leaders(g, frame)))


def _unaffected_leaders(g: SkPlay, frame: FireEffects) -> tuple[str, ...]:
    """Leaders among the targets whom the attack does not touch: they have nothing to pass before they help
    the others (SK1:3.2.1-q, SK1:3.2.1-x)."""
    spared = [uid for group in frame.groups if group.result.kind == "none" for uid in group.units]
    return tuple([uid for uid in spared if uid in g.state.units and morale.can_lead(g.unit(uid))])


def mark_desperate(g: SkPlay, units: tuple[str, ...], found: FireResult, possible: bool) -> None:
    """SK1:3.2.1-z2, SK1:3.2.1-aa: broken targets go under DM if the attack did, or might have done, as much
    as a NMC, whatever was rolled."""
    if not possible and found.kind not in ift.CHECKS:
        return
    for uid in units:
        unit = g.unit(uid)
        if unit.broken and not unit.dm:
            morale.put_under_dm(g, unit, "SK1:3.2.1-z2")


@handed_on
def fate_drm(g: SkPlay, drm: int) -> int:
    """Which of the attack's DRM count for the fate of a lost unit's SW?"""
    return drm


class WeaponFate(Frame):
    """SK1:4.0-o: a dr for each SW of a unit killed by KIA, on the same column with the attack's modifiers."""

    weapons: tuple[str, ...]
    column: int
    drm: int


@PART.decisions(WeaponFate)
def ask_weapon_fate(g: SkPlay, frame: WeaponFate) -> Chance | None:
    if not frame.weapons:
        return None
    return Chance(
        f"Is the {g.weapon_name(frame.weapons[0])} of the lost unit destroyed? A dr on the "
        f"{ift.column_fp(g, frame.column)} column.",
        dice=1,
        rules=("SK1:4.0-o",),
        about=(frame.weapons[0],),
    )


@ask_weapon_fate
def take_weapon_fate(g: SkPlay, frame: WeaponFate, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Outcome):
        g.pop()
        return
    weapon = g.state.weapons[frame.weapons[0]]
    frame.weapons = frame.weapons[1:]
    final = answer.dice[0] + frame.drm
    found = ift.result(g, frame.column, final)
    name = g.weapon_name(weapon)
    harm = str(found) if found.kind in ("KIA", "K") else "no harm"
    g.say(
        "weapon_fate",
        f"dr {answer.dice[0]} for the {name}, final {final}: {harm}.",
        "SK1:4.0-o",
        who=(weapon.id,),
        at=weapon.hex,
        dice=answer.dice,
        breakdown=Breakdown(
            f"Fate of the {name}",
            (Line("the attack's DRM", frame.drm, "SK1:4.0-o"),),
            column=ift.column_fp(g, frame.column),
        ),
    )
    if found.kind == "KIA":
        g.say("weapon_lost", f"The {name} is destroyed.", "SK1:4.0-o", who=(weapon.id,), at=weapon.hex)
        g.remove_weapon(weapon)
    elif found.kind == "K" and not weapon.malfunctioned:
        machine_guns.break_down(g, weapon, "SK1:4.0-o2")
