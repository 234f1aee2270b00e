"""Fortifications in general (SL:15.1.1): where they are, who knows of them, and how they come to light.

They never move and take no room, so they are no counters but entries of `State.works`. Mines and booby traps are hidden
from the start; wire and entrenchments can be, as their side's units can (SL:2.5-q1).
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from defilade.kernel import Frame
from defilade.kernel.composition import Part
from defilade.rules.presentation import MarkerView
from defilade.rules.sl.advance import advanced_into
from defilade.rules.sl.card import BUNKERS
from defilade.rules.sl.eyes.concealment import whereabouts
from defilade.rules.sl.fire import Attack, before_attack, table_read
from defilade.rules.sl.movement import entered
from defilade.rules.sl.options import OPTIONS, Option
from defilade.rules.sl.rout import comes_to
from defilade.rules.sl.shown import markers
from defilade.rules.sl.state import (
    DOORWAY_MINE,
    ENTRENCHMENT,
    MINES,
    STAIRWAY_MINE,
    WIRE,
    SlPlay,
    Work,
)
from defilade.rules.sl.tables import NONE, Hit
from defilade.tactics.arcs import FACING_NAMES
from defilade.tactics.moving import Moving
from defilade.tactics.names import Hex, Side
from defilade.tactics.secrets import conceal
from defilade.tactics.sequence import marker_at_the_end, phase_ends
from defilade.tactics.units import Unit

PART = Part()

HIDDEN_WORKS = Option(
    "hidden-works",
    "Hidden fortifications",
    "Wire and entrenchments that are hidden come to light by all that brings hidden units to light.",
    ("SL:2.5.2-42C3",),
    "convention",
)
PART.adds(OPTIONS, HIDDEN_WORKS)

IN_SIGHT = (ENTRENCHMENT, WIRE, *BUNKERS)
"""What stands on the map for everybody to see, unless it is hidden."""
NAMES = {
    ENTRENCHMENT: "entrenchment",
    WIRE: "wire",
    MINES: "minefield",
    DOORWAY_MINE: "booby trap",
    STAIRWAY_MINE: "booby trap on the stairs",
    **{kind: kind.replace("-", " ") for kind in BUNKERS},
}
RULES = {
    ENTRENCHMENT: "SL:15.3.6-a",
    WIRE: "SL:15.1.1",
    MINES: "SL:15.7.1-b",
    DOORWAY_MINE: "SL:15.8.3",
    STAIRWAY_MINE: "SL:15.8.3",
    **dict.fromkeys(BUNKERS, "SL:15.5.1"),
}


def key_of(kind: str, hex: Hex, side: Side) -> str:
    return f"{kind}/{hex}/{side}"


def works_in(g: SlPlay, hex: Hex, *kinds: str) -> list[Work]:
    """What is really there, whoever knows of it."""
    works = g.state.works
    if not works:
        return []
    keys = [key_of(kind, hex, side) for kind in kinds for side in g.state.sides]
    return [works[key] for key in keys if key in works]


def known_in(g: SlPlay, hex: Hex, side: Side, *kinds: str) -> list[Work]:
    """What a side knows to be there."""
    return [work for work in works_in(g, hex, *kinds) if not work.hidden or work.side == side]


def build(g: SlPlay, work: Work) -> Work:
    g.state.works[key_of(work.kind, work.hex, work.side)] = work
    return work


def take_away(g: SlPlay, work: Work) -> None:
    g.state.works.pop(key_of(work.kind, work.hex, work.side), None)


def bring_to_light(g: SlPlay, work: Work, why: str, *rules: str) -> Work:
    if not work.hidden:
        return work
    work = build(g, msgspec.structs.replace(work, hidden=False))
    strength = f" of {work.factors} factors" if work.kind == MINES else ""
    g.say(
        "reveal",
        f"There is {article(work)}{strength} in {g.place_name(work.hex)} ({why}).",
        *rules,
        side=work.side,
        at=work.hex,
    )
    return work


def article(work: Work) -> str:
    name = NAMES[work.kind]
    return name if work.kind == WIRE else f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


# -- beneath an entrenchment ---------------------------------------------------------------------------------


def is_inside(g: SlPlay, unit: Unit) -> bool:
    """Whether a unit is beneath the entrenchment of its hex, not on top of it (SL:15.3.6-a)."""
    return bool(unit.hex) and g.state.inside.get(unit.id) == unit.hex


def bunker_in(g: SlPlay, hex: Hex) -> Work | None:
    """SL:15.5.1: one in a hex at most, and no entrenchment with it (SL:15.3.1)."""
    return next(iter(works_in(g, hex, *BUNKERS)), None) if g.state.works and hex else None


def in_bunker(g: SlPlay, unit: Unit) -> bool:
    """Under the counter, not on top of it (SL:15.5.2)."""
    return is_inside(g, unit) and bunker_in(g, unit.hex) is not None


def in_pit(g: SlPlay, unit: Unit) -> bool:
    return is_inside(g, unit) and bunker_in(g, unit.hex) is None


def go_inside(g: SlPlay, unit: Unit) -> None:
    g.state.inside[unit.id] = unit.hex


def come_out(g: SlPlay, unit: str) -> None:
    g.state.inside.pop(unit, None)


@PART.answers(phase_ends)
def forget_where_they_were(g: SlPlay, phase: str) -> None:
    """Who has left his hex is beneath nothing there when he comes back."""
    if not g.state.inside:
        return
    units = g.state.units
    g.state.inside = {
        uid: hex for uid, hex in g.state.inside.items() if uid in units and whereabouts(g, units[uid]) == hex
    }


# -- who knows of them ---------------------------------------------------------------------------------------


@PART.answers(conceal)
def only_its_own(g: SlPlay, side: Side) -> None:
    """SL:15.7.1-a, SL:15.8.3, SL:2.5-q1; and nobody sees who of the unseen is beneath what."""
    state = g.state
    if not state.works and not state.inside and not state.works_left:
        return
    state.works = {key: work for key, work in state.works.items() if not work.hidden or work.side == side}
    state.inside = {
        uid: hex
        for uid, hex in state.inside.items()
        if state.units[uid].side == side
        or (uid not in state.unseen and known_in(g, hex, side, ENTRENCHMENT, *BUNKERS))
    }


def found_by(g: SlPlay, side: Side, hex: Hex, why: str) -> None:
    """Units of a side have come into a hex, and see what wire and entrenchments are there."""
    for work in works_in(g, hex, *IN_SIGHT):
        if work.side != side:
            bring_to_light(g, work, why, "SL:2.5-q1")


@PART.answers(entered)
def found_on_the_way(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    found_by(g, g.attacker, hex, "the enemy came upon it")


@PART.answers(advanced_into)
def found_in_the_advance(g: SlPlay, unit: Unit, origin: str) -> None:
    found_by(g, unit.side, unit.hex, "the enemy came upon it")


@PART.answers(comes_to)
def found_in_flight(g: SlPlay, unit: Unit, hex: Hex) -> None:
    found_by(g, unit.side, hex, "the enemy came upon it")


@PART.answers(before_attack)
def seen_under_fire(g: SlPlay, attack: Attack) -> list[Frame]:
    """Those who are fired at in sight of everybody are seen to be dug in."""
    for uid in attack.targets:
        unit = g.state.units.get(uid)
        if unit is not None and unit.hex == attack.target and is_inside(g, unit):
            found_by(g, attack.side, attack.target, "its men are fired on")
    return []


@PART.answers(table_read)
def seen_by_the_effect(g: SlPlay, attack: Attack, found: Sequence[Hit]) -> None:
    """SL:2.5.2-42C3: as hidden units are by an attack that has any effect."""
    if HIDDEN_WORKS.on(g) and any(hit.kind != NONE for hit in found):
        for work in works_in(g, attack.target, *IN_SIGHT):
            bring_to_light(g, work, "the fire shows it", "SL:2.5.2-42C3")


@PART.answers(phase_ends)
def seen_with_their_men(g: SlPlay, phase: str) -> None:
    """SL:2.5.2-42C3: as soon as those who were hidden in the hex are not any more."""
    if not HIDDEN_WORKS.on(g):
        return
    for work in list(g.state.works.values()):
        if work.hidden and work.kind in IN_SIGHT:
            if any(unit.id not in g.state.unseen for unit in g.side_in(work.hex, work.side)):
                bring_to_light(g, work, "its men have shown themselves", "SL:2.5.2-42C3")


@PART.answers(marker_at_the_end)
def everything_shown(g: SlPlay) -> None:
    for work in list(g.state.works.values()):
        bring_to_light(g, work, "the game is over", RULES[work.kind])


@PART.answers(markers)
def signs_on_the_map(g: SlPlay) -> list[MarkerView]:
    return [
        MarkerView(g.map.ground_hex(work.hex), "fortified", shown_as(work), work.side, RULES[work.kind])
        for work in g.state.works.values()
    ]


def shown_as(work: Work) -> str:
    words = NAMES[work.kind] + (f" {work.factors}" if work.factors else "")
    words += f", looking {FACING_NAMES[work.facing]}" if work.facing >= 0 else ""
    return f"{words}, hidden" if work.hidden else words
