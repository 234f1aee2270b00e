"""SL:4.3: how many units of a side fit into a hex."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from defilade.kernel import Refusal
from defilade.kernel.composition import all_of, any_of, bar, first_of, handed_on
from defilade.rules.sl.state import SlPlay
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit

FULL = Refusal("at most four infantry units of a side fit into a hex", "SL:4.3.1")
TOO_MANY_MMC = Refusal("at most three of the units of a side in a hex are MMC", "SL:4.3.1")


TOO_MANY_PRISONERS = Refusal("at most three more squads or crews fit in, and only as prisoners", "SL:3.29.11")


@any_of
def takes_no_room(g: SlPlay, unit: Unit) -> bool:
    """Does a unit not count against the limits?"""
    return False


@first_of
def lies_under(g: SlPlay, unit: Unit) -> Sequence[Unit] | None:
    """Which units does a counter stand for that is none itself?"""


@all_of
def also_there(g: SlPlay, side: Side, hex: Hex) -> Iterable[Unit]:
    """Which units of a side are in a hex besides those that lie there for all to see?"""
    return ()


@handed_on
def room_taken(g: SlPlay, room: tuple[int, int], units: Sequence[Unit]) -> tuple[int, int]:
    """How much room do these units take, in units and in MMC among them, if not each its own?"""
    return room


@bar
def no_room_for_weapons(g: SlPlay, side: Side, hex: Hex, adding: Sequence[Unit]) -> Refusal | None:
    """Why is there no room for what units carry?"""


def refusal(
    g: SlPlay, side: Side, hex: Hex, adding: Iterable[Unit], *, in_sight: bool = False
) -> Refusal | None:
    """SL:4.3.1: four units, of them three MMC; half-squads and crews count like squads (SL:4.3.4), and each side has a
    limit of its own (SL:4.3.2); riders count like infantry, horses not at all (SL:4.12.11). The broken count, and
    nobody is given up to make room (SL:4.3-q2). Who is in a vehicle is in no hex, nor is what he has (SL:4.3-q1).
    `in_sight`: only those count whom everybody sees."""
    new = list(adding)
    found = no_room_for_weapons(g, side, hex, new)
    if found is not None:
        return found
    there_now = g.side_in(hex, side)
    if in_sight:
        everybody = [unit for unit in (*new, *there_now) if lies_under(g, unit) is None]
    else:
        everybody = men_of(g, [*new, *there_now, *also_there(g, side, hex)])
    there = [unit for unit in everybody if not unit.captive and not takes_no_room(g, unit)]
    limits = g.tables.stacking
    prisoners = sum(unit.is_mmc for unit in everybody if unit.captive)  # SL:3.29.11
    if prisoners > limits.mmc + max(0, limits.mmc - sum(unit.is_mmc for unit in there)):
        return TOO_MANY_PRISONERS
    count, mmc = room_taken(g, (len(there), sum(unit.is_mmc for unit in there)), there)
    if count > limits.units:
        return FULL
    return TOO_MANY_MMC if mmc > limits.mmc else None


def men_of(g: SlPlay, counters: Iterable[Unit]) -> list[Unit]:
    """Everybody who counts, once each."""
    found: dict[str, Unit] = {}
    for counter in counters:
        under = lies_under(g, counter)
        for unit in (counter,) if under is None else under:
            found[unit.id] = unit
    return list(found.values())
