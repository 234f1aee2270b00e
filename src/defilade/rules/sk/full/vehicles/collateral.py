"""Collateral Attacks (SKF:7.12): what a hit that left the vehicle alone does to those who look out of it."""

from __future__ import annotations

from defilade.kernel import Breakdown, Line
from defilade.rules.sk import ift
from defilade.rules.sk.attack import crew_struck
from defilade.rules.sk.attack_plan import crew_lines
from defilade.rules.sk.state import SkPlay
from defilade.tactics.attack_plan import Aim
from defilade.tactics.vehicles import Vehicle


def collateral_attack(g: SkPlay, vehicle: Vehicle, fp: float, dice: tuple[int, ...], what: str) -> None:
    """SKF:7.12-b, SKF:7.12-c: the weapon's FP on the IFT with the DR that did nothing to the vehicle; only the CE DRM
    or the TEM of the hex counts."""
    _strike(g, vehicle, fp, dice, ("Collateral Attack", what), ("SKF:7.12-b", "SKF:7.12-c"), covered=True)


def hit_on_crew(g: SkPlay, vehicle: Vehicle, fp: float, dice: tuple[int, ...], what: str) -> None:
    """SKF:7.12-a, SKF:3.2.4-c: a hit on the ITT harms the CE crew, never the vehicle. The TEM has modified the To Hit
    DR, so only the CE DRM counts."""
    _strike(g, vehicle, fp, dice, ("Hit", what), ("SKF:3.2.4-c", "SKF:7.12-a"), covered=False)


def _strike(
    g: SkPlay,
    vehicle: Vehicle,
    fp: float,
    dice: tuple[int, ...],
    words: tuple[str, str],
    rules: tuple[str, ...],
    *,
    covered: bool,
) -> None:
    if not vehicle.ce or vehicle.wreck or vehicle.shock or vehicle.stun or not fp:
        return
    kind, what = words
    lines = crew_lines(g, vehicle, Aim((), g.state.phase, covered=covered))
    place = ift.column(g, fp)
    original = sum(dice)
    final = original + int(sum(line.value for line in lines))
    found = ift.result(g, place, final)
    g.say(
        "attack",
        f"{kind} on the crew of {g.vehicle_name(vehicle)}: {fp:g} FP, final {final}: "
        + ("no effect." if found.kind == "none" else f"{found}."),
        *rules,
        side=g.enemy_of(vehicle.side),
        who=(vehicle.id,),
        at=vehicle.hex,
        dice=dice,
        breakdown=Breakdown(
            f"{kind}: {what}",
            (Line(what, fp, rules[-1], "fp"), *lines),
            total=fp,
            column=ift.column_fp(g, place),
            rules=rules[-1:],
        ),
    )
    crew_struck(g, vehicle, found)
