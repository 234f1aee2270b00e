"""Smoke and white phosphorus fired by ordnance (SKF:1.2.5-b, SKF:6.2-h to -j)."""

from __future__ import annotations

from defilade.kernel import Line, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk import terrain
from defilade.rules.sk.attack import Attack, attack_over
from defilade.rules.sk.full import smoke
from defilade.rules.sk.full.ordnance.effect import bursts_in_the_air
from defilade.rules.sk.full.ordnance.gunshields import emplaced_gun
from defilade.rules.sk.full.ordnance.resolution import falls_harmlessly, to_hit_rolled
from defilade.rules.sk.full.ordnance.shots import Gunshot, shot_bar, tables
from defilade.rules.sk.state import DFPH, MPH, PFPH, SkPlay
from defilade.tactics.names import Side
from defilade.tactics.ordnance import SMOKE, WP

PART = Part()

NOT_NOW = Refusal("Smoke is fired at the start of the PFPh and of the DFPh", "SKF:6.2-h")
TOO_LATE = Refusal("its side has fired something else than Smoke in this phase", "SKF:6.2-h")
WP_WHEN = Refusal(
    "WP is fired at the start of the PFPh and of the DFPh, or as Defensive First Fire", "SKF:6.2-i"
)

HAS_FIRED = "other fire"
"""Stands in `State.fired` for a side that can fire no more Smoke in this phase."""


@PART.answers(shot_bar)
def smoke_bar(g: SkPlay, shot: Gunshot) -> Refusal | None:
    if shot.ammo not in (SMOKE, WP):
        return None
    if shot.phase == MPH:
        return None if shot.ammo == WP else NOT_NOW
    if shot.phase not in (PFPH, DFPH):
        return WP_WHEN if shot.ammo == WP else NOT_NOW
    return TOO_LATE if has_fired_otherwise(g, shot.side) else None


def has_fired_otherwise(g: SkPlay, side: Side) -> bool:
    return (HAS_FIRED, side) in g.state.fired


def note_other_fire(g: SkPlay, side: Side) -> None:
    """From now on the side fires no more Smoke in this phase."""
    if g.state.phase in (PFPH, DFPH) and not has_fired_otherwise(g, side):
        g.state.fired = (*g.state.fired, (HAS_FIRED, side))


@PART.answers(to_hit_rolled)
def shot_fired(g: SkPlay, shot: Gunshot, dice: tuple[int, ...]) -> None:
    if shot.ammo not in (SMOKE, WP):
        note_other_fire(g, shot.side)


@PART.answers(attack_over)
def attack_fired(g: SkPlay, attack: Attack) -> None:
    note_other_fire(g, attack.side)


@PART.answers(falls_harmlessly)
def place(g: SkPlay, shot: Gunshot, hits: tuple[str, ...], critical: bool) -> bool | None:
    """A hit places the counter; WP asks a NMC of every unit hit (SKF:6.2-j)."""
    if shot.ammo not in (SMOKE, WP):
        return None
    rule = "SKF:1.2.5-b" if shot.ammo == SMOKE else "SKF:6.2-i"
    words = "Smoke" if shot.ammo == SMOKE else "WP"
    g.say(
        "smoke_shell", f"{words} falls in {g.place_name(shot.target)}.", rule, side=shot.side, at=shot.target
    )
    smoke.place(g, shot.target, shot.side, wp=shot.ammo == WP)
    if shot.ammo == WP:
        units = [g.unit(uid) for uid in hits]
        dug_in = [unit for unit in units if emplaced_gun(g, unit) is not None]
        for some, tem in ((dug_in, tables(g).emplacement.tem), ([u for u in units if u not in dug_in], 0)):
            smoke.burn(g, shot.target, some, *burning_lines(g, shot, tem, critical=critical))
    return True


def burning_lines(g: SkPlay, shot: Gunshot, dug_in: int, *, critical: bool) -> list[Line]:
    """SKF:6.2-j: Air Bursts add 1; a Critical Hit turns the TEM about, which is taken off before. SKF:6.3-a: the TEM of
    what a Gun is dug in is taken off where it is more than that of the hex."""
    lines = []
    tem = terrain.tem(g, shot.target).value
    if dug_in > tem:
        lines.append(Line("Emplaced, beyond the terrain's TEM", tem - dug_in, "SKF:6.3-a"))
        tem = dug_in
    if critical and tem > 0:
        lines.append(Line("Critical Hit, TEM reversed", 2 * tem, "SKF:6.2-j"))
    if bursts_in_the_air(g, shot, shot.target):
        lines.append(Line("Air Bursts", 1, "SKF:6.2-j"))
    return lines
