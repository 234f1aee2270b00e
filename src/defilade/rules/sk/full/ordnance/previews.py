"""What a shot of ordnance will do, before its dice: the exact odds of each result, and the options in words."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import NamedTuple

import msgspec

from defilade.kernel import Action, Described, Outlook
from defilade.kernel.composition import Part, all_of, first_of
from defilade.rules.sk import firers, ift, terrain
from defilade.rules.sk.first_fire import open_window
from defilade.rules.sk.full.ordnance import ammunition, panzerfausts
from defilade.rules.sk.full.ordnance.aiming import Aiming, choose_further, shot_action, shots_now
from defilade.rules.sk.full.ordnance.effect import Effect, effects_of
from defilade.rules.sk.full.ordnance.gunshields import near_miss_lines
from defilade.rules.sk.full.ordnance.hidden_placement import HideGuns
from defilade.rules.sk.full.ordnance.intensive_fire import number_of
from defilade.rules.sk.full.ordnance.occasions import occasion_in
from defilade.rules.sk.full.ordnance.resolution import (
    TYPE_WORDS,
    Aimed,
    aimed_at,
    breakdown,
    dice_lines,
    is_dud,
    misfires,
    strikes_one_only,
    target_name,
    targets_of,
)
from defilade.rules.sk.full.ordnance.shots import OWN, Gunshot, Occasion, gun_of
from defilade.rules.sk.full.ordnance.to_hit import hit_number, is_critical
from defilade.rules.sk.full.ordnance_tables import ATT
from defilade.rules.sk.state import SkPlay, clone_state
from defilade.rules.sk.tables import FireResult
from defilade.rules.sk.wording import in_words
from defilade.tactics.arcs import FACING_NAMES
from defilade.tactics.ordnance import SMOKE, WP

PART = Part()

MISS, NOT_FIRED, HIT, CRITICAL, NO_SHOT = "miss", "no ammunition", "hit", "critical hit", "no shot"
DICE = tuple(product(range(1, 7), repeat=2))
EACH = 1 / len(DICE)


@first_of
def hit_classes(
    g: SkPlay, shot: Gunshot, target: str, dice: tuple[int, ...], critical: bool
) -> dict[str, float] | None:
    """What becomes of a target other than Infantry that is hit with these To Hit dice, and how likely is each?"""


@all_of
def further_outlooks(g: SkPlay, shot: Gunshot) -> Iterable[Outlook]:
    """What is rolled for after a hit of this shot, and what does it come to?"""
    return ()


# -- odds ------------------------------------------------------------------------------------------------------


def outlooks(g: SkPlay, shot: Gunshot, movers: tuple[str, ...] = ()) -> list[Outlook]:
    """For targets with the same To Hit DRM: how it comes about, and the exact odds of each result."""
    number = hit_number(g, shot)
    if number is None:
        return []
    groups = aimed_at(g, shot, targets_of(g, shot, movers))
    return [
        Outlook(
            ", ".join(target_name(g, target) for target in group.targets),
            breakdown(g, shot, number, group),
            odds(g, shot, groups, group.targets[0]),
        )
        for group in groups
    ]


class Throw(NamedTuple):
    """What a To Hit DR does to one target: `miss`, `no ammunition` or `hit`; how likely it is then the one that is
    struck, and how likely by a Critical Hit."""

    dice: tuple[int, ...]
    comes_to: str
    struck: float = 0.0
    critical: float = 0.0


def throws(g: SkPlay, shot: Gunshot, groups: list[Aimed], target: str) -> Iterator[Throw]:
    """Every To Hit DR of a shot for one of its targets, each as likely as the others."""
    number = hit_number(g, shot)
    assert number is not None
    drm = {each: group.drm for group in groups for each in group.targets}
    harm = target in g.state.units and shot.ammo not in (SMOKE, WP)
    for dice in DICE:
        original = dice[0] + dice[1]
        in_supply, _ = ammunition.is_depleted_by(g, shot, original)
        if not in_supply:
            yield Throw(dice, MISS if original >= number_of(g, shot) else NOT_FIRED)
            continue
        more = int(sum(line.value for line in dice_lines(g, shot, dice)))
        final = {each: original + more + of_target for each, of_target in drm.items()}
        hit = [] if misfires(g, shot, original) else [each for each in final if final[each] <= number.to_hit]
        if target not in hit:
            yield Throw(dice, MISS)
            continue
        struck = [each for each in hit if is_critical(shot, number, original, final[each])]
        one_only = strikes_one_only(g, shot)  # SKF:4.4.2-l: whoever it strikes takes a Critical Hit as well
        among = max(1, sum(each in g.state.units for each in hit)) if one_only else 1
        chance = _critical_share(g, struck, target)
        if one_only:
            chance = float(bool(struck))
        elif not harm and target not in g.state.vehicles:
            chance = float(target in struck)
        yield Throw(dice, HIT, 1 / among, chance)


def odds(g: SkPlay, shot: Gunshot, groups: list[Aimed], target: str) -> dict[str, float]:
    """What becomes of the shot for one target: `miss`, or the class of its result on the IFT; for a vehicle what its To
    Kill DR comes to; for Smoke or an empty hex whether it is hit."""
    found: dict[str, float] = {}
    harm = target in g.state.units and shot.ammo not in (SMOKE, WP)
    plain = effect_classes(g, shot, target, critical=False) if harm else {HIT: 1.0}
    special = effect_classes(g, shot, target, critical=True) if harm else {CRITICAL: 1.0}

    def add(classes: dict[str, float], part: float) -> None:
        for name, share in classes.items():
            if part:
                found[name] = found.get(name, 0.0) + EACH * part * share

    for dice, comes_to, struck, chance in throws(g, shot, groups, target):
        if comes_to != HIT:
            add({comes_to: 1.0}, 1.0)
            continue
        if target in g.state.vehicles and shot.ammo not in (SMOKE, WP):
            there = hit_classes(g, shot, target, dice, bool(chance))
            plain = special = there if there is not None else {CRITICAL if chance else HIT: 1.0}
        add({MISS: 1.0}, 1 - struck)
        add(special, chance * struck)
        add(plain, (1 - chance) * struck)
    return found


def _critical_share(g: SkPlay, struck: list[str], target: str) -> float:
    """SKF:6.1-f: one of them, whoever ties rolls again; a vehicle only where nobody else is struck."""
    others = [each for each in struck if each not in g.state.vehicles]
    if target in g.state.vehicles:
        return float(target in struck and not others)
    return 1 / len(others) if target in others else 0.0


def effect_classes(g: SkPlay, shot: Gunshot, target: str, *, critical: bool) -> dict[str, float]:
    """The odds of each class of result of a hit on one unit, the gunshield of a Near Miss and duds among them."""
    found: dict[str, float] = {}
    for result, share in effect_results(g, shot, target, critical=critical).items():
        name = ift.class_of(result)
        found[name] = found.get(name, 0.0) + share
    return found


def effect_results(g: SkPlay, shot: Gunshot, target: str, *, critical: bool) -> dict[FireResult, float]:
    """The odds of each result of a hit on one unit."""
    (effect,) = effects_of(g, shot, (target,), (target,) if critical else ())
    gun = gun_of(g, target)
    shield = _shield(g, shot, effect, target) if gun is not None else 0
    found: dict[FireResult, float] = {}
    for coloured, white in DICE:
        original = coloured + white
        result = ift.result(g, effect.column, original + effect.drm)
        if result.kind not in ("KIA", "K"):
            result = ift.result(g, effect.column, original + effect.drm + shield)
        if gun is not None and critical:
            result = FireResult("KIA", 1)  # SKF:6.1-d
        if is_dud(g, shot, original):
            result = ift.NO_EFFECT
        found[result] = found.get(result, 0.0) + EACH
    return found


def _shield(g: SkPlay, shot: Gunshot, effect: Effect, target: str) -> int:
    cover = sum(line.value for line in effect.lines) if shot.type == ATT else 0
    return int(sum(line.value for line in near_miss_lines(g, shot, g.unit(target), cover)))


# -- words -----------------------------------------------------------------------------------------------------


def _shot_words(g: SkPlay, shot: Gunshot) -> str:
    how = "" if shot.type == OWN else f" on the {TYPE_WORDS[shot.type]} with {shot.ammo}"
    at = f" at {target_name(g, shot.aimed_at)}" if shot.aimed_at else f" at {g.place_name(shot.target)}"
    turns = f", turning to the {FACING_NAMES[shot.facing]}" if shot.turns else ""
    return f"Fire{at}{how}{turns}"


def _shoot(g: SkPlay, frame: Aiming, action: Action) -> Described:
    shot = next((one for one in shots_now(g, frame) if shot_action(one) == action), None)
    if shot is None:
        return Described(str(action))
    label = _shot_words(g, shot)
    if firers.is_strict(g):
        return Described(label)
    return described(g, label, shot, frame.targets)


def described(g: SkPlay, label: str, shot: Gunshot, movers: tuple[str, ...]) -> Described:
    each = (*outlooks(g, shot, movers), *further_outlooks(g, shot))
    if not each:
        return Described(label)
    first = each[0]
    return Described(label, first.breakdown.rules, first.breakdown, first.odds, each if len(each) > 1 else ())


def _panzerfaust(g: SkPlay, action: Action) -> Described:
    """A check, with what the shot after it would do. The shot is tried out beside the game."""
    label = f"{_named(g, action.who[0])} looks for a Panzerfaust against {g.place_name(action.at)}"
    if len(action.who) > 1:
        label = f"{_named(g, action.who[0])} looks for a Panzerfaust against {_named(g, action.who[1])}"
    if firers.is_strict(g):
        return Described(label)
    beside = copy.copy(g)
    beside.state = clone_state(g.state)
    window = open_window(beside)
    side = beside.unit(action.who[0]).side
    occasion = Occasion(g.state.phase, side) if window is None else occasion_in(beside, window)
    panzerfausts.begin(beside, occasion, action)
    check = beside.state.stack[-1]
    assert isinstance(check, panzerfausts.PanzerfaustCheck)
    chance = panzerfausts.chance_of_one(beside, check)
    each = tuple(
        msgspec.structs.replace(
            one, odds={NO_SHOT: 1 - chance, **{name: chance * share for name, share in one.odds.items()}}
        )
        for one in outlooks(beside, panzerfausts.shot_of(beside, check), occasion.targets)
    )
    if not each:
        return Described(label)
    rules = panzerfausts.breakdown(beside, check).rules
    return Described(label, rules, each[0].breakdown, each[0].odds, each if len(each) > 1 else ())


def _named(g: SkPlay, counter: str) -> str:
    return target_name(g, counter)


def _fire_gun(g: SkPlay, action: Action) -> str:
    firer, weapon = action.who
    crew = f" of {_named(g, firer)}" if firer in g.state.units else ""
    return f"Fire the {_named(g, weapon)}{crew}"


Words = Callable[[SkPlay, Action], str]

WORDS: dict[str, Words] = {
    "gun": lambda g, a: _fire_gun(g, a),
    "elsewhere": lambda g, a: "Fire at a hex without known enemies",
    "alone": lambda g, a: "One man at the weapon",
    "careful": lambda g, a: "Avoid the backblast: +2 To Hit",
    "backblast": lambda g, a: "Accept the backblast",
    "turn": lambda g, a: f"Turn the {_named(g, a.who[1])} to the {FACING_NAMES[int(a.how)]}, without firing",
    "face": lambda g, a: f"To the {FACING_NAMES[int(a.how)]}",
    "come-out": lambda g, a: f"{_named(g, a.who[0])} moves out of hiding with the {_named(g, a.who[1])}",
    "hide": lambda g, a: f"Hidden in {g.place_name(a.at)} ({terrain.kind_of(g, a.at).name})",
    "push": lambda g, a: f"Push the Gun into {g.place_name(a.at)}",
    "strike": lambda g, a: f"Strike {_named(g, a.who[0])}",
    "by-chance": lambda g, a: "Let chance pick",
    "keep-rate": lambda g, a: "Keep the rate of fire",
    "leave-residual": lambda g, a: "Leave Residual FP",
}


@PART.answers(in_words)
def words(g: SkPlay, action: Action) -> Described | None:
    top = g.state.stack[-1] if g.state.stack else None
    if isinstance(top, Aiming):
        if action.verb == "shoot":
            return _shoot(g, top, action)
        if action.verb == "at":
            return Described(
                f"At {g.place_name(action.at)}: {g.names(g.units_in(action.at)) or 'nobody seen'}"
            )
        if action.verb == "with":
            return Described(f"{_named(g, action.who[0])} helps")
        if top.shot is not None and action.verb in ("direct", "no-leader"):
            return _directed(g, top, top.shot, action)
        if top.shot is not None and action.verb in ("careful", "backblast"):
            label = WORDS[action.verb](g, action)
            shot = next(iter(choose_further(g, top.shot, action)))
            return Described(label) if firers.is_strict(g) else described(g, label, shot, top.targets)
    if isinstance(top, HideGuns) and action.verb == "none":
        return Described("Set it up in sight")
    if action.verb == panzerfausts.CHECK:
        return _panzerfaust(g, action)
    if action.verb == "face" and not action.how.isdigit():
        return None
    if action.verb == "turn" and len(action.who) < 2:
        return None  # a vehicle's
    wording = WORDS.get(action.verb)
    if wording is None or (action.verb == "alone" and not isinstance(top, Aiming)):
        return None
    return Described(wording(g, action))


def _directed(g: SkPlay, frame: Aiming, shot: Gunshot, action: Action) -> Described:
    leader = action.who[0] if action.who else ""
    label = f"{g.name(leader)} directs" if leader else "No leader directs"
    if firers.is_strict(g):
        return Described(label)
    return described(g, label, msgspec.structs.replace(shot, leader=leader), frame.targets)
