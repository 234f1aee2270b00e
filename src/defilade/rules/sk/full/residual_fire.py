"""Residual FP as the full kit has it (SKF:3.3.5): thinner for what lies outside the target hex, and not left by weapons
that keep their rate of fire (DAE:QRDC-rof)."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Choice, Frame, Line, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sk.attack import Attack, attack_rolled
from defilade.rules.sk.full.weapons import lasting
from defilade.rules.sk.residual import amount, leave, rate_or_residual, thinned_out
from defilade.rules.sk.state import MPH, SkPlay
from defilade.tactics.attack_plan import attack_lines, shot_firepower
from defilade.tactics.names import Side
from defilade.tactics.units import FIRST

PART = Part()

KEEP, GIVE_UP = Action("keep-rate"), Action("leave-residual")


@PART.answers(attack_rolled)
def note_what_it_leaves(g: SkPlay, attack: Attack, kept: set[str]) -> None:
    """What the Residual FP is read from, before the attack has changed anything."""
    attack.shot_fp = tuple(shot_firepower(g, shot, attack.target, attack.targets)[1] for shot in attack.shots)
    if attack.phase != MPH:
        return
    attack.kept = tuple(shot.weapon for shot in attack.shots if shot.weapon in kept)
    attack.outside = outside_drm(g, attack)


def outside_drm(g: SkPlay, attack: Attack) -> int:
    """SKF:3.3.5-f: how many positive DRM arise outside the target hex alone. No TEM does."""
    return how_many_outside(g, attack_lines(g, attack.shots, attack.target, attack.leaders), attack.target)


def how_many_outside(g: SkPlay, lines: Iterable[Line], target: str) -> int:
    """SKF:3.3.5-f: how many of these DRM, which a firer brings or meets on the way, are positive, whatever their size.
    Smoke in the target hex is met there."""
    there = g.place_name(target)
    return sum(1 for line in lines if line.value > 0 and not line.label.endswith(f" in {there}"))


def by_columns(g: SkPlay, left: int, more: int) -> int:
    """Residual FP that is so many columns of the IFT more, or less where that is negative."""
    if not more:
        return left
    table = g.library.tables
    columns = table.infantry_fire_table.columns
    place = max((n for n, fp in enumerate(columns) if fp <= left), default=-1) + more
    return min(columns[place], max(table.residual_fp.by_column)) if place >= 0 else 0


@PART.answers(thinned_out)
def fewer_columns(g: SkPlay, left: int, attack: Attack) -> int:
    """SKF:3.3.5-f: a column less for each of them."""
    return by_columns(g, left, -attack.outside)


# -- rate of fire or Residual FP ---------------------------------------------------------------------------


class KeptRate(Frame):
    """SW have kept their ROF in first fire: their owner says whether they keep it and leave nothing, or give it up
    (SKF:3.3.5-b)."""

    side: Side
    target: str
    weapons: tuple[str, ...]
    kept: int
    """Residual FP if they keep it."""
    given_up: int
    """Residual FP if they do not."""


@PART.answers(rate_or_residual)
def choose(g: SkPlay, attack: Attack) -> Frame | None:
    weapons = tuple(weapon for weapon in attack.kept if weapon in g.state.weapons)
    if not weapons:
        return None
    kept = amount(g, attack, lasting(attack, (*attack.broken_down, *weapons)))
    given_up = amount(g, attack, attack.lasting)
    return KeptRate(attack.side, attack.target, weapons, kept, given_up)


@PART.decisions(KeptRate)
def ask_rate_or_residual(g: SkPlay, frame: KeptRate) -> Choice | None:
    if frame.given_up <= max(frame.kept, g.state.residual.get(frame.target, 0)):
        return None
    names = " and ".join(g.weapon_name(weapon) for weapon in frame.weapons)
    return Choice(
        frame.side,
        f"Does the {names} keep its rate of fire, or leave {frame.given_up} Residual FP in "
        f"{g.place_name(frame.target)} instead of {frame.kept}?",
        (KEEP, GIVE_UP),
        ("SKF:3.3.5-b",),
        about=frame.weapons,
        at=frame.target,
    )


@ask_rate_or_residual
def take_rate_or_residual(g: SkPlay, frame: KeptRate, answer: Action | Outcome | None) -> None:
    g.pop()
    if answer != GIVE_UP:
        leave(g, frame.target, frame.kept)
        return
    for weapon in frame.weapons:
        g.update_weapon(g.state.weapons[weapon], fire=FIRST)
    names = " and ".join(g.weapon_name(weapon) for weapon in frame.weapons)
    g.say(
        "rof",
        f"The {names} gives up its rate of fire.",
        "SKF:3.3.5-b",
        side=frame.side,
        who=frame.weapons,
        at=frame.target,
    )
    leave(g, frame.target, frame.given_up)
