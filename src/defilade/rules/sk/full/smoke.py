"""Smoke of several kinds (SKF:1.2.5): grenades, and the large counters of ordnance and vehicles.

`State.clouds` has the counters, `State.smoke` what they add up to in each hex, which is all that lines of sight and
movement ask for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from defilade.kernel import Frame, Line
from defilade.kernel.composition import Part
from defilade.rules.sk import morale, terrain
from defilade.rules.sk.card_rules import PhosphorusGrenades
from defilade.rules.sk.smoke import smoke_bar, smoke_thrown
from defilade.rules.sk.state import MPH, PFPH, RPH, Cloud, SkPlay
from defilade.rules.sk.terrain import ends_road_bonus
from defilade.tactics.attack_plan import HINDRANCE, attack_lines
from defilade.tactics.fire_groups import Shot, hexes_of
from defilade.tactics.leader_loss import with_leader_losses
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_ends
from defilade.tactics.units import Unit

PART = Part()

OUT_OF = "SKF:1.2.5-f"


# -- how thick it is ---------------------------------------------------------------------------------------


def strength(g: SkPlay, cloud: Cloud) -> int:
    """SKF:1.2.5-e: the hindrance of one counter."""
    table = g.library.tables.smoke
    if cloud.grenade:
        return table.grenade
    if cloud.wp:
        return table.dispersed_wp if cloud.dispersed else table.wp
    return table.dispersed if cloud.dispersed else table.full


def add_up(g: SkPlay) -> None:
    """Write down the hindrance of each hex: all that lies there, but no more than the most (SKF:1.2.5-e)."""
    total: dict[str, int] = {}
    for cloud in g.state.clouds:
        total[cloud.hex] = total.get(cloud.hex, 0) + strength(g, cloud)
    most = g.library.tables.smoke.most_in_a_hex
    g.state.smoke = {hex: min(most, thick) for hex, thick in total.items()}


# -- how it comes and goes ---------------------------------------------------------------------------------


def place(g: SkPlay, hex: Hex, side: Side, *, wp: bool = False) -> Cloud | None:
    """SKF:1.2.5-c: a large counter. Placed in the PFPh it is full; in the MPh or the DFPh it is dispersed at once.

    None where no smoke may be."""
    if smoke_bar(g, hex) is not None:
        return None
    cloud = Cloud(hex, side, wp=wp, dispersed=g.state.phase != PFPH)
    g.state.clouds = (*g.state.clouds, cloud)
    add_up(g)
    what = "white phosphorus" if wp else "smoke"
    g.say(
        "smoke",
        f"+{strength(g, cloud)} {what} in {g.place_name(hex)}.",
        "SKF:1.2.5-c",
        side=side,
        at=hex,
    )
    return cloud


@PART.answers(smoke_thrown)
def grenades(g: SkPlay, unit: Unit, hex: Hex) -> None:
    """Grenades are a counter of their own; white phosphorus burns all in its hex (SKF:3.3.1-p)."""
    wp = any(rule.side == unit.side for rule in g.scenario.rules_of(PhosphorusGrenades))
    g.state.clouds = (*g.state.clouds, Cloud(hex, unit.side, wp=wp, grenade=True))
    add_up(g)
    if wp:
        burn(g, hex, g.units_in(hex) + g.units_in(g.map.above.get(hex, "")))  # DAE:1.1-m


@PART.answers(phase_ends)
def grenades_disperse(g: SkPlay, phase: str) -> None:
    if phase == MPH and g.state.clouds:
        g.state.clouds = tuple([cloud for cloud in g.state.clouds if not cloud.grenade])
        add_up(g)


@PART.answers(phase_ends)
def age(g: SkPlay, phase: str) -> None:
    """SKF:1.2.5-d: as the PFPh begins, the ATTACKER's dispersed smoke goes and his full smoke disperses."""
    if phase != RPH or not any(cloud.side == g.attacker for cloud in g.state.clouds):
        return
    left = []
    for cloud in g.state.clouds:
        if cloud.side != g.attacker:
            left.append(cloud)
        elif not cloud.dispersed:
            left.append(msgspec.structs.replace(cloud, dispersed=True))
    g.state.clouds = tuple(left)
    add_up(g)
    g.say("smoke", f"Smoke of {g.attacker.capitalize()} disperses.", "SKF:1.2.5-d", side=g.attacker)


# -- what it does ------------------------------------------------------------------------------------------


@PART.modifies(attack_lines, OUT_OF, step=HINDRANCE)
def out_of_smoke(g: SkPlay, shots: Sequence[Shot], target: str, leaders: Sequence[str]) -> list[Line]:
    """SKF:1.2.5-f: on top of the hindrance of the smoke that the firer is in, which counts beside all that lies between
    the two hexes (SKF:3.2.3-b)."""
    return out_of_smoke_lines(g, [hex for hex in hexes_of(g, shots) if hex != target])


def out_of_smoke_lines(g: SkPlay, hexes: Iterable[str]) -> list[Line]:
    """The DRM of fire that leaves these hexes, where there is smoke in one of them."""
    thick = [hex for hex in hexes if hex in g.state.smoke]
    if not thick:
        return []
    return [Line(f"out of the smoke in {g.place_name(thick[0])}", g.library.tables.smoke.out_of, OUT_OF)]


@PART.answers(ends_road_bonus)
def smoke_on_the_road(g: SkPlay, hex: Hex) -> bool:
    """SKF:1.1.1-l: who pays for entering smoke (SKF:1.2.5-g) has no road bonus."""
    return hex in g.state.smoke


# -- white phosphorus --------------------------------------------------------------------------------------


def burn(g: SkPlay, hex: Hex, units: Iterable[Unit], *more: Line) -> None:
    """SKF:3.3.1-p: a NMC of units of both sides, for which the TEM of their hex helps."""
    tem = terrain.tem(g, hex)
    lines = (*((Line(tem.label, -tem.value, "SKF:3.3.1-p"),) if tem.value else ()), *more)
    checks: list[Frame] = [morale.MoraleCheck(unit.id, why="white phosphorus", lines=lines) for unit in units]
    if checks:
        with_leader_losses(g, *checks)
