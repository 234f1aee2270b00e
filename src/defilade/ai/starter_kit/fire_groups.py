"""Putting a fire group together: the steps that are the same however its worth is judged."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Action
from defilade.rules.sk import morale
from defilade.rules.sk.firers import leaders_for, possible_shots
from defilade.rules.sk.state import SkPlay
from defilade.tactics.attack_plan import shot_firepower
from defilade.tactics.declaring_fire import DeclareFire
from defilade.tactics.fire_groups import Shot
from defilade.tactics.names import Side


def strongest_first(
    g: SkPlay, side: Side, phase: str, target: str, targets: tuple[str, ...]
) -> list[tuple[float, Shot]]:
    """Everybody of a side who may fire at a target, with the FP that each brings to bear."""
    found = [
        (float(shot_firepower(g, shot, target, targets)[1]), shot)
        for shot in possible_shots(g, phase, side, target, targets)
        if not shot.second
    ]
    found.sort(key=lambda entry: (-entry[0], entry[1].key))
    return found


def best_leaders(g: SkPlay, phase: str, shots: Sequence[Shot]) -> tuple[str, ...]:
    """The best leader of each hex, if leadership is to be had and helps (a 0 keeps them from cowering)."""
    found = tuple(
        [
            min(here, key=lambda uid: morale.leadership(g, g.unit(uid)))
            for here in leaders_for(g, phase, shots)
        ]
    )
    return () if any(morale.leadership(g, g.unit(uid)) > 0 for uid in found) else found


def leaders_are_asked_for(frame: DeclareFire, options: Sequence[Action]) -> bool:
    """Whether the firers are named and it is about who directs them."""
    return frame.choosing_leaders or any(option.verb == "direct" for option in options)


def choose_leader(g: SkPlay, options: Sequence[Action]) -> Action:
    """The best leader directs, unless he does harm."""
    directing = [option for option in options if option.verb == "direct"]
    best = min(directing, key=lambda option: morale.leadership(g, g.unit(option.who[0])), default=None)
    if best is not None and morale.leadership(g, g.unit(best.who[0])) <= 0:
        return best
    return next((option for option in options if option.verb == "no-leader"), best or options[0])


def next_of_group(frame: DeclareFire, meant: Sequence[Shot], options: Sequence[Action]) -> Action:
    """The next firer of the group that is meant; when all are named, the attack is declared."""
    for shot in meant:
        if shot not in frame.shots:
            who = tuple([part for part in (shot.unit, shot.weapon, shot.second) if part])
            if Action("add", who) in options:
                return Action("add", who)
    for verb in ("declare", "add"):
        for option in options:
            if option.verb == verb:
                return option
    return options[0]
