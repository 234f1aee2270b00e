"""Riders, cyclists and skiers in melee (SL:6.3.7-a): they get off, or ride out of it in their next MPh.

In the older rules they stayed as they had come (SL:4.12-q8, SL:4.13-q6).
"""

from __future__ import annotations

from defilade.kernel import Action, Choice, Frame, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sl import movement
from defilade.rules.sl.close_combat import combat_over, melee_over
from defilade.rules.sl.mounts.riding import change, follow
from defilade.rules.sl.mounts.skis import skis_on, take_off
from defilade.rules.sl.rout import takes_to_flight
from defilade.rules.sl.saddles import mount_of
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.vehicles.displacement import made_way
from defilade.rules.sl.withdrawal import fallen_back
from defilade.tactics.moving import Moving
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit

PART = Part()

STAY = Action("stay-up")


class GettingOff(Frame):
    """Who has survived a round of close combat in the saddle, or on skis, may go on on foot."""

    hex: Hex
    done: tuple[str, ...] = ()


def up(g: SlPlay, unit: Unit) -> bool:
    return mount_of(g, unit) is not None or skis_on(g, unit)


@PART.answers(combat_over)
def who_may_get_off(g: SlPlay, hex: Hex) -> list[Frame]:
    return [GettingOff(hex)] if any(unit.melee and up(g, unit) for unit in g.units_in(hex)) else []


def who_is_asked(g: SlPlay, frame: GettingOff) -> tuple[str, list[Action]]:
    for side in g.in_order():
        mine = [unit for unit in g.side_in(frame.hex, side) if unit.melee and not unit.broken and up(g, unit)]
        if mine and side not in frame.done:
            return side, [Action("get-off", (unit.id,)) for unit in mine]
    return "", []


@PART.decisions(GettingOff)
def ask_getting_off(g: SlPlay, frame: GettingOff) -> Choice | None:
    side, found = who_is_asked(g, frame)
    if not found:
        return None
    asks = f"Who goes on fighting on foot in {g.place_name(frame.hex)}?"
    return Choice(side, asks, (*found, STAY), ("SL:6.3.7-a",), at=frame.hex)


@ask_getting_off
def take_getting_off(g: SlPlay, frame: GettingOff, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action):
        g.pop()
        return
    if answer == STAY:
        frame.done = (*frame.done, who_is_asked(g, frame)[0])
        return
    unit = g.unit(answer.who[0])
    mount = mount_of(g, unit)
    if mount is not None:
        change(g, mount, [uid for uid in mount.riders if uid != unit.id], mount.hex)
    else:
        take_off(g, (unit.id,))
    g.say(
        "mount",
        f"{g.name(unit)} goes on fighting on foot.",
        "SL:6.3.7-a",
        side=unit.side,
        who=(unit.id,),
        at=unit.hex,
    )


@PART.answers(movement.leaves_melee)
def rides_out(g: SlPlay, unit: Unit) -> bool:
    return unit.melee and up(g, unit)


@PART.answers(takes_to_flight)
def runs_on_foot(g: SlPlay, who: tuple[str, ...]) -> None:
    """SL:3.2.8-a: a leader who routs with men on foot leaves his mount where it is."""
    for unit in map(g.unit, who):
        mount = mount_of(g, unit)
        if mount is not None and not unit.broken:
            change(g, mount, [uid for uid in mount.riders if uid != unit.id], mount.hex)


@PART.answers(fallen_back, made_way)
def the_mount_goes_along(g: SlPlay, unit: Unit, origin: str) -> None:
    """Who withdraws in the saddle (SL:6.3.6.1), or makes way for an AFV (SL:7.1.16-c), stays in it."""
    follow(g, unit)


@PART.answers(movement.entered)
def left_behind(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    """SL:6.3.7-b: enemies whom nobody holds are free, and may fire at those who left."""
    fresh = [g.unit(uid) for uid in frame.members if g.unit(uid).melee]
    for unit in fresh:
        g.update(unit, melee=False)
    if fresh:
        melee_over(g, origin)
