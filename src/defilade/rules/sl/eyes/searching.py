"""Searching: who ends his MPh beside what is concealed or hidden may find it (SL:2.3.9.3)."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Action, Chance, Choice, Frame, Line, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sl import morale
from defilade.rules.sl.eyes.area_fire import where_somebody_may_hide
from defilade.rules.sl.eyes.concealment import contents, counters_in, is_concealed, uncover_hex
from defilade.rules.sl.eyes.hidden import hidden_in, reveal
from defilade.rules.sl.marches.bypass import somebody_inside
from defilade.rules.sl.movement import moved_otherwise, other_moves
from defilade.rules.sl.saddles import motorcycle_of, rides
from defilade.rules.sl.state import BICYCLE, SlPlay
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.yard import is_afv
from defilade.tactics.checks import best_of
from defilade.tactics.moving import Moving, move_ends
from defilade.tactics.names import Hex, Side, UnitId
from defilade.tactics.units import Unit

PART = Part()

FROM_VEHICLE, FROM_INSIDE = -1, -2
SEARCH, NO = "search", Action("no")


class Search(Frame):
    """Units that have ended their MPh, and may search one after the other (SL:2.3.9-q7)."""

    units: tuple[str, ...]


class SearchRoll(Frame):
    """A unit searches; its roll is due."""

    unit: str


def near_hex(g: SlPlay, place: str, side: Side) -> list[str]:
    """Hexes beside a place where an enemy of a side is known or thought to lie concealed."""
    enemy = g.enemy_of(side)
    suspected = set(where_somebody_may_hide(g, side)) if g.state.unseen else set()
    return [hex for hex in g.map.adjacent[place] if counters_in(g, hex, enemy) or hex in suspected]


def can_search(g: SlPlay, unit: Unit) -> bool:
    """SL:2.3.9.3-a: also broken units, but not in melee, and nobody who is concealed himself; scouts like all
    others (SL:3.7.14-c)."""
    return (
        bool(unit.hex)
        and not unit.melee
        and not unit.captive
        and not is_concealed(unit)
        and bool(near_hex(g, unit.hex, unit.side))
    )


def looker(g: SlPlay, uid: UnitId) -> Unit | Vehicle | None:
    """Who searches: a unit, or a vehicle."""
    return g.state.units.get(uid) or g.state.vehicles.get(uid)


def still_searches(g: SlPlay, uid: UnitId) -> bool:
    one = looker(g, uid)
    if isinstance(one, Vehicle):
        return one.able and bool(one.hex) and bool(near_hex(g, one.hex, one.side))
    return one is not None and can_search(g, one)


def on_wheels(g: SlPlay, unit: Unit) -> bool:
    return rides(g, unit, BICYCLE) or motorcycle_of(g, unit) is not None


def from_a_vehicle(g: SlPlay, one: Unit | Vehicle) -> tuple[Line, ...]:
    """SL:2.3.9.4: a vehicle without infantry on foot or cavalry beside it sees less, one with its hatches shut still
    less; SL:2.3.9-q5: who rides a bicycle is in a vehicle, who rides a horse is not."""
    if isinstance(one, Unit) and not on_wheels(g, one):
        return ()
    if any(not on_wheels(g, unit) for unit in g.side_in(one.hex, one.side) if not is_concealed(unit)):
        return ()
    shut = isinstance(one, Vehicle) and is_afv(g, one) and not one.ce
    return (Line("from a vehicle", FROM_INSIDE if shut else FROM_VEHICLE, "SL:2.3.9.4"),)


@PART.answers(move_ends)
def after_the_move(g: SlPlay, frame: Moving) -> list[Frame]:
    ended = [mover.unit for mover in frame.movers if mover.unit in g.state.units]
    able = tuple([uid for uid in ended if can_search(g, g.unit(uid))])
    return [Search(able)] if able else []


@PART.answers(other_moves)
def without_a_move(g: SlPlay, side: Side) -> list[Action]:
    """Who stays where he is ends his MPh there as well."""
    return [Action(SEARCH, (unit.id,)) for unit in g.on_map(side) if not unit.acted and can_search(g, unit)]


@PART.answers(moved_otherwise)
def searches(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb == SEARCH:
        unit = g.update(g.unit(action.who[0]), acted=True)
        g.push(SearchRoll(unit.id))


@PART.decisions(Search)
def ask_search(g: SlPlay, frame: Search) -> Choice | None:
    able = [uid for uid in frame.units if still_searches(g, uid)]
    if not able:
        return None
    options = (*(Action(SEARCH, (uid,)) for uid in able), NO)
    asks = "Who searches beside his hex?"
    return Choice(g.attacker, asks, options, ("SL:2.3.9.3-a", "SL:2.3.9-q7"), tuple(able))


@ask_search
def take_search(g: SlPlay, frame: Search, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action) or answer == NO:
        g.pop()
        return
    frame.units = tuple([uid for uid in frame.units if uid not in answer.who])
    g.push(SearchRoll(answer.who[0]))


def name_of(g: SlPlay, uid: UnitId) -> str:
    return g.name(uid) if uid in g.state.units else g.piece_name(uid)


@PART.decisions(SearchRoll)
def ask_search_roll(g: SlPlay, frame: SearchRoll) -> Chance:
    asks = f"{name_of(g, frame.unit)} searches: a morale check for all who lie concealed beside it."
    return Chance(asks, dice=2, side=g.attacker, rules=("SL:2.3.9.3-a",), about=(frame.unit,))


@ask_search_roll
def take_search_roll(g: SlPlay, frame: SearchRoll, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    g.pop()
    one = looker(g, frame.unit)
    assert one is not None
    enemy, lines = g.enemy_of(one.side), from_a_vehicle(g, one)
    roll, drm = sum(answer.dice), int(sum(line.value for line in lines))
    final = f", final {roll + drm}" if drm else ""
    g.say(
        "search",
        f"{name_of(g, one.id)} searches beside {g.place_name(one.hex)}: roll {roll}{final}.",
        "SL:2.3.9.3-a",
        *(line.rule for line in lines),
        side=one.side,
        who=(one.id,),
        at=one.hex,
        dice=answer.dice,
    )
    for hex in g.map.adjacent[one.hex]:
        if is_found(g, hex, enemy, roll, drm):
            why = "found by a search"
            uncover_hex(g, hex, enemy, why, "SL:2.3.9.3-d", "SL:2.3.9.3-e")
            reveal(g, hidden_in(g, hex, enemy), why, "SL:2.3.9.3-d", "SL:2.3.9.3-e")


def is_found(g: SlPlay, hex: Hex, side: Side, roll: int, drm: int = 0) -> bool:
    """Whether anybody in a hex fails the check: then all there are found (SL:2.3.9.3-e)."""
    stacks = [contents(g, counter.id) for counter in counters_in(g, hex, side)]
    if any(not men for men in stacks) and fails(g.tables.concealment.dummy_morale, roll, drm):  # SL:2.3.9.3-b
        return True
    men = [unit for stack in stacks for unit in stack] + [g.unit(uid) for uid in hidden_in(g, hex, side)]
    drm += help_of_leaders(g, men)
    return any(fails(morale.morale_level(g, unit), roll, drm) for unit in men if unit.is_mmc)  # SL:2.3.9.3-c


def help_of_leaders(g: SlPlay, men: Sequence[Unit]) -> int:
    """SL:2.3.9.3-c: leaders do not check themselves; their modifier helps those with them."""
    leaders = [unit for unit in men if unit.is_leader and not unit.broken]
    best = best_of(leaders, lambda leader: morale.leadership(g, leader))
    return morale.leadership(g, best) if best is not None else 0


def fails(level: int, roll: int, drm: int = 0) -> bool:
    return roll == morale.MC.always_fails or roll + drm > level


@PART.answers(somebody_inside)
def found_by_accident(g: SlPlay, hex: Hex, side: Side) -> bool:
    """SL:5.6.10.3: who hides in the obstacle comes to light."""
    hidden = hidden_in(g, hex, g.enemy_of(side))
    reveal(g, hidden, "the enemy drops down beside it", "SL:5.6.10.3")
    return bool(hidden)
