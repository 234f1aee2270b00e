"""Gullies and streams (SL:14.21, SL:14.22), fords (SL:14.23), and open water (SL:14.28.1).

They lie a level lower than the ground about (SL:14.21.1, SL:14.22.1-a, SL:14.21.10); how little is seen out of them the
map knows (`ReliefReading`). They protect nobody (SL:14.21.7). A dry stream is like a gully (SL:14.22.3).
"""

from __future__ import annotations

from defilade.kernel import Action, Chance, Frame, Outcome, Refusal
from defilade.kernel.composition import Part, any_of
from defilade.rules.sl import advance, movement, stacking, terrain
from defilade.rules.sl.options import OPTIONS, Option, OptionChoice
from defilade.rules.sl.state import APH, RTPH, SlPlay
from defilade.tactics.moving import Moving, note
from defilade.tactics.names import Hex
from defilade.tactics.units import Unit

PART = Part()

STREAM, POND = "stream", "pond"
SHALLOW, DRY, DEEP, FLOODED, FROZEN = "shallow", "dry", "deep", "flooded", "frozen"
SHALLOWER = {FLOODED: DEEP, DEEP: SHALLOW, SHALLOW: DRY, DRY: DRY, FROZEN: FROZEN}

STREAMS = Option(
    "streams",
    "Streams",
    "How deep the streams of the map are, and so what they cost to enter. A flooded stream is open water.",
    ("SL:14.22.2-a",),
    values=(
        OptionChoice(SHALLOW, "Shallow"),
        OptionChoice(DRY, "Dry"),
        OptionChoice(DEEP, "Deep"),
        OptionChoice(FLOODED, "Flooded"),
        OptionChoice(FROZEN, "Frozen"),
    ),
    by_card=True,
)
PART.adds(OPTIONS, STREAMS)

WATER = Refusal("units on the ground do not enter open water", "SL:14.28.1")
FLOOD = Refusal("a flooded stream is water", "SL:14.22.4")
TOO_TIRED = Refusal("who is exhausted does not enter a deep stream", "SL:14.22.9-c")


def depth(g: SlPlay, hex: Hex) -> str:
    """SL:14.22.2-a: as the scenario says, and so what it costs (SL:14.22.7, SL:14.22.8, SL:14.22.9-a); frozen is as
    good as dry (SL:14.22.17-a). SL:14.23.3: a ford is a class shallower."""
    found = STREAMS.value(g)
    return SHALLOWER[found] if hex in fords(g) else found


def fords(g: SlPlay) -> frozenset[str]:
    """SL:14.23.2: only where the scenario puts one, or somebody has told of one (SL:3.30.7-b)."""
    return frozenset((*(g.map.resolve(name) for name in g.scenario.fords), *g.state.fords))


def has_water(g: SlPlay) -> bool:
    """Whether streams are such that a ford makes them easier to cross."""
    found = STREAMS.value(g)
    return SHALLOWER[found] != found


def sunk(g: SlPlay, place: str) -> str:
    """Whether a place is at the bottom of a gully or a stream: which."""
    return g.map.relief.depressions.get(place, "")


def is_water(g: SlPlay, hex: Hex) -> bool:
    return g.map.terrain[hex] == POND or (sunk(g, hex) == STREAM and depth(g, hex) == FLOODED)


@PART.answers(terrain.price_of_entry)
def in_and_out(g: SlPlay, cost: float, unit: Unit, origin: str, hex: Hex) -> float:
    """SL:14.21.2-a: into a gully for 1 MF and what else is in the hex, along it too (SL:14.21.3); SL:14.22.6-a: into a
    stream for what its depth asks in all. SL:14.21.2-b, SL:14.22.6-b: out for 2 MF and what is entered, never doubled
    (SL:14.21.6-b); out of a ford for nothing more (SL:14.23.4)."""
    table = g.tables.movement
    if sunk(g, hex) == STREAM:
        return table.stream[depth(g, hex)] + terrain.hexside_cost(g, origin, hex)
    if sunk(g, hex):
        other = 0 if g.map.terrain[hex] == "open" else terrain.cost_of_terrain(g, origin, hex)
        return table.gully + other + terrain.hexside_cost(g, origin, hex)
    if sunk(g, origin):
        more = 0 if origin in fords(g) else table.out_of_depression
        return more + terrain.cost_of_terrain(g, origin, hex) + terrain.hexside_cost(g, origin, hex)
    return cost


@any_of
def swims(g: SlPlay, unit: Unit, hex: Hex) -> bool:
    """Does a unit go from water to water?"""
    return False


@PART.answers(terrain.entry_bar, terrain.passing_bar)
def into_the_water(g: SlPlay, unit: Unit, origin: str, hex: Hex) -> Refusal | None:
    if g.map.terrain[hex] == POND:
        return None if swims(g, unit, hex) else WATER
    if sunk(g, hex) != STREAM:
        return None
    deep = depth(g, hex)
    if deep == FLOODED:
        return None if swims(g, unit, hex) else FLOOD
    return TOO_TIRED if deep == DEEP and unit.cx and g.state.phase != RTPH else None


# -- the deep stream ---------------------------------------------------------------------------------------


class StreamEntry(Frame):
    """SL:14.22.9-b: a die for each unit that has come into a deep stream."""

    units: tuple[str, ...]
    hex: Hex


def is_deep(g: SlPlay, hex: Hex) -> bool:
    return sunk(g, hex) == STREAM and depth(g, hex) == DEEP


@PART.answers(movement.step_bar)
def room_to_stand(g: SlPlay, frame: Moving, unit: Unit, hex: Hex) -> Refusal | None:
    """Who may have to stay in a deep stream needs room there."""
    if not is_deep(g, hex):
        return None
    return stacking.refusal(g, unit.side, hex, [g.unit(uid) for uid in frame.members])


@PART.answers(movement.entered)
def wades(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    if is_deep(g, hex):
        g.state.hazards |= dict.fromkeys(frame.members, hex)  # SL:5.6.8.1-d
        g.push(StreamEntry(frame.members, hex))


@PART.answers(advance.advanced_into)
def wades_in_the_advance(g: SlPlay, unit: Unit, origin: str) -> None:
    """SL:14.22.10"""
    if is_deep(g, unit.hex):
        g.push(StreamEntry((unit.id,), unit.hex))


@PART.decisions(StreamEntry)
def ask_entry(g: SlPlay, frame: StreamEntry) -> Chance | None:
    units = [uid for uid in frame.units if uid in g.state.units]
    if not units:
        return None
    asks = f"{g.name(units[0])} wades into {g.place_name(frame.hex)}: 6 is too deep."
    return Chance(asks, dice=1, side=g.unit(units[0]).side, rules=("SL:14.22.9-b",), about=(units[0],))


@ask_entry
def take_entry(g: SlPlay, frame: StreamEntry, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Outcome):
        g.pop()
        return
    uid, *others = [uid for uid in frame.units if uid in g.state.units]
    frame.units = tuple(others)
    if answer.dice[0] < 6:
        return
    unit = g.update(g.unit(uid), cx=True)
    g.state.worn = (*g.state.worn, uid)
    for weapon in g.weapons_of(unit):
        g.remove_weapon(weapon)
    below = next((one for one in reversed(g.state.stack) if isinstance(one, Moving)), None)
    if below is not None and g.state.phase != APH:
        note(below, uid, spent=99.0)
    g.say(
        "too_deep",
        f"{g.name(unit)} loses its footing: it is exhausted, and what it carried is lost.",
        "SL:14.22.9-b",
        side=unit.side,
        who=(uid,),
        at=frame.hex,
        dice=answer.dice,
    )
