"""Ambush (SK1:3.8): who is surprised when Infantry advances into close combat in woods or a building."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome
from defilade.kernel.composition import Part, modified, told
from defilade.rules.sk import melee, morale, terrain
from defilade.rules.sk.state import SkPlay
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit

PART = Part()

RULES = ("SK1:3.8-o", "SK1:3.8-p")


class Ambush(Frame):
    """The two ambush dr before the close combat of a hex, ATTACKER first. `first` is his final dr."""

    hex: Hex
    first: int | None = None


@modified
def other_ambush_lines(g: SkPlay, hex: Hex, side: Side) -> Iterable[Line]:
    """Which drm does a side's ambush dr have for what is no Infantry?"""
    return ()


@told
def ambushed(g: SkPlay, ambusher: str) -> None:
    """A side has ambushed the other in the close combat that is about to begin."""


def ambush_possible(g: SkPlay, hex: Hex) -> bool:
    """SK1:3.8-o: somebody has advanced into woods or a building, and not to reinforce a melee. A chart that names
    buildings only does not count (DAE:QRDC-precedence)."""
    if not terrain.is_cover(g, hex):
        return False
    return not melee.is_melee(g, hex) and any(unit.advanced for unit in g.units_in(hex))


def breakdown(g: SkPlay, hex: Hex, side: Side) -> Breakdown:
    """The drm of one side; each counts once, even if only part of its force is so (SK1:3.8-q)."""
    units = g.side_in(hex, side)
    table = g.library.tables.ambush
    lines: list[Line] = []
    if any(unit.cx for unit in units):
        lines.append(Line("CX", table.cx_drm, "SK1:3.8-q"))
    if any(unit.pinned for unit in units):
        lines.append(Line("pinned", table.pinned_drm, "SK1:3.8-q"))
    if any(unit.is_mmc and morale.is_inexperienced(g, unit) for unit in units):  # SKF:5.4-d
        lines.append(Line("Inexperienced", table.inexperienced_drm, "SK1:3.8-q"))
    lines += other_ambush_lines(g, hex, side)
    leader = leading(g, units)
    if leader is not None:
        lines.append(Line(f"leadership of the {g.name(leader)}", morale.leadership(g, leader), "SK1:3.8-q2"))
    return Breakdown(f"Ambush, {side.capitalize()}", tuple(lines), rules=("SK1:QRDC-ambush",))


def leading(g: SkPlay, units: list[Unit]) -> Unit | None:
    """SK1:3.8-q2: the best of the leaders fit to lead, unless he is alone. One without effect is not
    named."""
    if len(units) < 2:
        return None
    leaders = [
        unit for unit in units if unit.is_leader and not unit.broken and not unit.pinned
    ]  # SK1:1.2.1-b
    best = min(leaders, key=lambda unit: morale.leadership(g, unit), default=None)
    return best if best is not None and morale.leadership(g, best) != 0 else None


@PART.decisions(Ambush)
def ask_ambush(g: SkPlay, frame: Ambush) -> Chance:
    side = g.attacker if frame.first is None else g.defender
    return Chance(
        f"Ambush in {g.place_name(frame.hex)}? {side.capitalize()} makes a dr.",
        dice=1,
        side=side,
        rules=RULES,
    )


@ask_ambush
def take_ambush(g: SkPlay, frame: Ambush, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    side = g.attacker if frame.first is None else g.defender
    sum_up = breakdown(g, frame.hex, side)
    final = answer.dice[0] + sum_up.drm
    g.say(
        "ambush",
        f"{side.capitalize()} ambush dr in {g.place_name(frame.hex)}: {answer.dice[0]}, final {final}.",
        *RULES,
        side=side,
        at=frame.hex,
        dice=answer.dice,
        breakdown=sum_up,
    )
    if frame.first is None:
        frame.first = final
        return
    g.pop()
    _settle(g, frame.hex, frame.first, final)


def _settle(g: SkPlay, hex: Hex, attacker_dr: int, defender_dr: int) -> None:
    """SK1:3.8-p: at least three lower ambushes."""
    margin = g.library.tables.ambush.margin
    if attacker_dr <= defender_dr - margin:
        ambusher = g.attacker
    elif defender_dr <= attacker_dr - margin:
        ambusher = g.defender
    else:
        g.say("ambush", f"No ambush in {g.place_name(hex)}.", "SK1:3.8-p", at=hex)
        return
    g.say(
        "ambush",
        f"{ambusher.capitalize()} ambushes the enemy in {g.place_name(hex)}!",
        *RULES,
        side=ambusher,
        at=hex,
    )
    ambushed(g, ambusher)
