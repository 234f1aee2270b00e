"""Fire that reaches the crew alone (SKF:7.12): Collateral Attacks of hits that left the vehicle alone, and hits on the
Infantry Target Type."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Breakdown, Line
from defilade.rules.sk import ift
from defilade.rules.sk.attack import crew_struck
from defilade.rules.sk.attack_plan import crew_lines
from defilade.rules.sk.state import SkPlay
from defilade.tactics.attack_plan import Aim
from defilade.tactics.vehicles import Vehicle

COLLATERAL = ("SKF:7.12-b", "SKF:7.12-c")
ITT_HIT = ("SKF:3.2.4-c", "SKF:7.12-a")


def collateral_attack(
    g: SkPlay, vehicle: Vehicle, fp: float, dice: tuple[int, ...], what: str, more: Sequence[Line] = ()
) -> None:
    """SKF:7.12-b, SKF:7.12-c: the weapon's FP on the IFT with the DR that did nothing to the vehicle; only the CE DRM
    or the TEM of the hex counts, and in `more` what the shell itself brings."""
    _strike(
        g,
        vehicle,
        fp,
        dice,
        what,
        f"Collateral Attack on the crew of {g.vehicle_name(vehicle)}",
        COLLATERAL,
        more,
    )


def hit_on_crew(g: SkPlay, vehicle: Vehicle, fp: float, dice: tuple[int, ...], what: str) -> None:
    """SKF:7.12-a, SKF:3.2.4-c: a hit on the ITT strikes those who look out, with the weapon's whole FP; the TEM of the
    hex has counted To Hit."""
    title = f"Hit on the crew of {g.vehicle_name(vehicle)}"
    _strike(g, vehicle, fp, dice, what, title, ITT_HIT, covered=False)


def _strike(
    g: SkPlay,
    vehicle: Vehicle,
    fp: float,
    dice: tuple[int, ...],
    what: str,
    title: str,
    rules: tuple[str, ...],
    more: Sequence[Line] = (),
    *,
    covered: bool = True,
) -> None:
    if not vehicle.exposed or vehicle.shock or vehicle.stun or not fp:
        return
    lines = [*crew_lines(g, vehicle, Aim((), g.state.phase, covered=covered)), *more]
    place = ift.column(g, fp)
    final = sum(dice) + int(sum(line.value for line in lines))
    found = ift.result(g, place, final)
    g.say(
        "attack",
        f"{title}: {fp:g} FP, final {final}: " + ("no effect." if found.kind == "none" else f"{found}."),
        *rules,
        side=g.enemy_of(vehicle.side),
        who=(vehicle.id,),
        at=vehicle.hex,
        dice=dice,
        breakdown=Breakdown(
            f"{title.split(' on ')[0]}: {what}",
            (Line(what, fp, rules[-1], "fp"), *lines),
            total=fp,
            column=ift.column_fp(g, place),
            rules=rules[-1:],
        ),
    )
    crew_struck(g, vehicle, found)
