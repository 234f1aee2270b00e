"""Hidden Initial Placement: units that are not on the map at all until something brings them to light (SL:2.5)."""

from __future__ import annotations

from defilade.kernel.composition import Part, first_of
from defilade.rules.sl import terrain
from defilade.rules.sl.eyes.concealment import seen_now, unseen_now
from defilade.rules.sl.state import SlPlay
from defilade.tactics.control import seize
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import marker_at_the_end
from defilade.tactics.units import Unit

PART = Part()

BRUSH = "brush"


def hides(g: SlPlay, hex: Hex) -> bool:
    """SL:2.5.1, SL:14.12.7: units hide in woods, buildings and brush."""
    return terrain.is_cover(g, hex) or g.ground_in(hex) == BRUSH


@first_of
def may_be_hidden(g: SlPlay, unit: Unit, hex: Hex) -> bool | None:
    """May a unit that hides in a way of its own hide in a hex? None for all others."""


def hide(g: SlPlay, unit: str, hex: Hex) -> None:
    """A unit is noted down in a hex, off the map."""
    g.state.hidden[unit] = hex
    unseen_now(g, (unit,))


def hidden_in(g: SlPlay, hex: Hex, side: Side) -> tuple[str, ...]:
    """The hidden units of a side in a hex."""
    return tuple([uid for uid, place in g.state.hidden.items() if place == hex and g.unit(uid).side == side])


def hidden_hexes(g: SlPlay, side: Side) -> dict[str, tuple[str, ...]]:
    """Where a side has hidden units, and which."""
    found: dict[str, tuple[str, ...]] = {}
    for uid, hex in g.state.hidden.items():
        if g.unit(uid).side == side:
            found[hex] = (*found.get(hex, ()), uid)
    return found


def reveal(g: SlPlay, units: tuple[str, ...], why: str, *rules: str) -> None:
    """SL:2.5.2, SL:2.5.3: hidden units of one hex are put on the map where they were all the time, for good."""
    if not units:
        return
    hex = g.state.hidden[units[0]]
    seen_now(g, units)
    for uid in units:
        g.place(g.unit(uid), hex)
    unit = g.unit(units[0])
    g.say(
        "reveal",
        f"{g.doing(units, 'is', 'are')} no longer hidden in {g.place_name(hex)} ({why}).",
        *rules,
        side=unit.side,
        who=units,
        at=hex,
    )
    seize(g, hex)


@PART.answers(marker_at_the_end)
def nobody_stays_hidden(g: SlPlay) -> None:
    """Who has won is judged by what is really there."""
    for side in g.state.sides:
        for units in hidden_hexes(g, side).values():
            reveal(g, units, "the game is over", "SL:2.5.3")
