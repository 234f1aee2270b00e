"""Concealment counters: what lies under a "?", and how it comes to light (SL:2.3).

A "?" is a counter of its own on the map, of kind `CONCEALED`; the units under it are off the map, and only
`State.covered` says which they are.  So whoever looks at the map sees a "?" and nothing else: other sections treat it
as an enemy squad (SL:2.3.2), and what lies under it does nothing until it has come out.  Who is not to be seen at all
is in `State.unseen`, in an order that tells nothing: everybody knows the order of battle, and who of it is on the map.
A leader under a "?" is no help to those who are not, before he gives it up (SL:2.3-q3).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from defilade.kernel.composition import Part, told
from defilade.rules.sl import stacking, terrain
from defilade.rules.sl.fire_phases import PutBack
from defilade.rules.sl.library import CONCEALMENT_COUNTER
from defilade.rules.sl.state import CONCEALED, Covered, SlPlay
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.yard import change
from defilade.tactics.control import seize
from defilade.tactics.moving import Mover, Moving
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import marker_at_the_end
from defilade.tactics.set_up import free_letter, stays_aside
from defilade.tactics.units import OFF_MAP, Unit

PART = Part()

NOBODY = "nobody is there"


# -- looking -----------------------------------------------------------------------------------------------


def is_concealed(unit: Unit) -> bool:
    return unit.kind == CONCEALED


def counters_in(g: SlPlay, hex: Hex, side: Side = "") -> list[Unit]:
    """The "?" counters in a hex, of one side or of all."""
    return [unit for unit in g.units_in(hex) if is_concealed(unit) and (not side or unit.side == side)]


def contents(g: SlPlay, counter: str) -> list[Unit]:
    """The units under a "?"; none as well where one may not know."""
    return [g.unit(uid) for uid in g.state.covered.get(counter, Covered()).units]


def counter_over(g: SlPlay, unit: str) -> Unit | None:
    """The "?" under which a unit lies."""
    for counter, covered in g.state.covered.items():
        if unit in covered.units:
            return g.unit(counter)
    return None


def whereabouts(g: SlPlay, unit: Unit) -> str:
    """The hex of a unit, also of one that is concealed or hidden."""
    counter = None if unit.hex else counter_over(g, unit.id)
    return unit.hex or (counter.hex if counter is not None else g.state.hidden.get(unit.id, ""))


def out_of_sight(g: SlPlay, side: Side, hex: Hex) -> list[Unit]:
    """The units of a side in a hex that the enemy cannot see: under "?", hidden, or about to be set up there."""
    state = g.state
    found = [
        uid for counter in counters_in(g, hex, side) for uid in state.covered.get(counter.id, Covered()).units
    ]
    found += [uid for uid, place in state.hidden.items() if place == hex]
    found += [uid for uid, plan in state.plans.items() if plan.hex == hex and uid in state.units]
    return [unit for uid in found if (unit := g.unit(uid)).side == side]


def gives_cover(g: SlPlay, hex: Hex) -> bool:
    """SL:2.3.8.1-b, SL:14.12.7: woods, buildings, brush, forest-roads and hedgerows conceal by day."""
    return terrain.is_cover(g, hex) or g.ground_in(hex) in g.tables.concealment.terrain


# -- covering and uncovering -------------------------------------------------------------------------------


def unseen_now(g: SlPlay, units: Iterable[str]) -> None:
    """These units are on the map no more, or not yet, for the enemy to see."""
    g.state.unseen = tuple(sorted({*g.state.unseen, *units}))


def seen_now(g: SlPlay, units: Iterable[str]) -> None:
    gone = set(units)
    g.state.unseen = tuple([uid for uid in g.state.unseen if uid not in gone])
    for uid in gone:
        g.state.hidden.pop(uid, None)


def cover(g: SlPlay, side: Side, hex: Hex, units: Sequence[str] = (), dummies: int = 0) -> Unit:
    """Put a "?" on units in a hex, or on so many more "?" (SL:2.3.3). One counter lies on all that is covered in a hex
    at the same time."""
    for uid in units:
        g.place(g.unit(uid), OFF_MAP)
    seen_now(g, units)
    unseen_now(g, units)
    used = [unit.letter for unit in g.state.units.values() if is_concealed(unit) and unit.side == side]
    counter = g.add_unit(
        Unit(
            g.new_id("c"),
            side,
            CONCEALMENT_COUNTER,
            CONCEALED,
            hex=hex,
            letter=free_letter(used),
        )
    )
    g.state.covered[counter.id] = Covered(tuple(units), dummies)
    if units and all(g.state.inside.get(uid) == hex for uid in units):
        g.state.inside[counter.id] = hex
    return counter


def cover_vehicle(g: SlPlay, vehicle: Vehicle) -> Unit:
    """Put a "?" of its own on a vehicle."""
    counter = cover(g, vehicle.side, vehicle.hex)
    g.state.covered[counter.id] = Covered(vehicles=(vehicle.id,))
    g.state.unseen_vehicles = tuple(sorted({*g.state.unseen_vehicles, vehicle.id}))
    change(g, vehicle, hex=OFF_MAP)
    return counter


def uncover_hex(g: SlPlay, hex: Hex, side: Side, why: str, *rules: str) -> tuple[str, ...]:
    """SL:2.3.9.1-d, SL:2.3.9.5: all that a side has under "?" in a hex comes to light at once, and dummies are gone."""
    return tuple([uid for counter in counters_in(g, hex, side) for uid in uncover(g, counter, why, *rules)])


@told
def came_to_light(g: SlPlay, counter: str, units: tuple[str, ...]) -> None:
    """A "?" has been taken off units."""


def uncover(g: SlPlay, counter: Unit, why: str, *rules: str) -> tuple[str, ...]:
    """Take a "?" off the map, and put what was under it in its place."""
    state, hex, name = g.state, counter.hex, g.name(counter)
    covered = state.covered.pop(counter.id, Covered())
    track = state.tracks.pop(counter.id, None)
    g.remove(counter)
    seen_now(g, covered.units)
    beneath = state.inside.pop(counter.id, "") == hex
    torn = state.wire_losses.pop(counter.id, None)
    for uid in covered.units:
        if beneath:
            state.inside[uid] = hex
        if torn is not None:
            state.wire_losses[uid] = torn
        g.place(g.unit(uid), hex, moved=counter.moved, acted=counter.acted, advanced=counter.advanced)
        if track is not None:
            state.tracks[uid] = track
    for vid in covered.vehicles:
        change(g, state.vehicles[vid], hex=hex)
    state.unseen_vehicles = tuple([vid for vid in state.unseen_vehicles if vid not in covered.vehicles])
    go_on_moving(g, counter.id, covered.units)
    go_home_later(g, counter.id, covered.units)
    pieces = [*(g.name(uid) for uid in covered.units), *(g.piece_name(vid) for vid in covered.vehicles)]
    found = ", ".join(pieces) if covered.vehicles else g.names(covered.units) if covered.units else NOBODY
    g.say(
        "reveal",
        f"{name} {f'in {g.place_name(hex)}' if hex else 'off the map'} comes off ({why}): {found}.",
        *rules,
        side=counter.side,
        who=(counter.id, *covered.units, *covered.vehicles),
        at=hex,
    )
    if covered.units:
        seize(g, hex)
    came_to_light(g, counter.id, covered.units)
    return covered.units


def go_on_moving(g: SlPlay, counter: str, units: tuple[str, ...]) -> None:
    """What was moved as a "?" moves on as what it is; with nobody under it the move is over."""
    for frame in g.state.stack:
        if isinstance(frame, Moving) and counter in frame.members:
            others = tuple([uid for uid in frame.members if uid != counter])
            record = next((mover for mover in frame.movers if mover.unit == counter), Mover(counter))
            frame.members = (*others, *units)
            frame.movers = (
                *(mover for mover in frame.movers if mover.unit != counter),
                *(record_for(record, uid) for uid in units),
            )


def go_home_later(g: SlPlay, counter: str, units: tuple[str, ...]) -> None:
    """Who was put back for Defensive Fire under a "?" goes back without it (SL:5.6.3)."""
    for frame in g.state.stack:
        if isinstance(frame, PutBack):
            homes = [(uid, home) for uid, home in frame.homes if uid != counter]
            mine = [home for uid, home in frame.homes if uid == counter]
            frame.homes = (*homes, *((uid, home) for home in mine for uid in units))


def record_for(record: Mover, unit: str) -> Mover:
    return Mover(unit, spent=record.spent, hexes=record.hexes, assault=record.assault, mf_in=record.mf_in)


# -- what other sections ask -------------------------------------------------------------------------------


@PART.answers(stays_aside)
def is_out_of_sight(g: SlPlay, unit: Unit) -> bool:
    """Who is concealed or hidden has been set up."""
    return unit.id in g.state.unseen


@PART.answers(stacking.lies_under)
def under_the_counter(g: SlPlay, unit: Unit) -> Sequence[Unit] | None:
    """SL:2.3.1: the "?" itself does not count; those under it do."""
    return contents(g, unit.id) if is_concealed(unit) else None


@PART.answers(stacking.also_there)
def hidden_in_stack(g: SlPlay, side: Side, hex: Hex) -> list[Unit]:
    return out_of_sight(g, side, hex)


@PART.answers(marker_at_the_end)
def nothing_hidden_at_the_end(g: SlPlay) -> None:
    """Who has won is judged by what is really there."""
    for counter in [unit for unit in g.on_map() if is_concealed(unit)]:
        uncover(g, counter, "the game is over", "SL:2.3.2")
