"""Moving and advancing under a "?", and running into what is concealed or hidden (SL:2.4, SL:2.5.5).

A "?" moves like a unit; nobody is told how far those under it could go. Its concealment is gone as soon as an unbroken
enemy sees a hex that it leaves or enters.
"""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Action, Refusal
from defilade.kernel.composition import Part, any_of
from defilade.rules.sl import movement
from defilade.rules.sl.advance import advanced_into
from defilade.rules.sl.eyes.coming_out import SHOW, UNCOVER, come_out, ways_to_come_out
from defilade.rules.sl.eyes.concealment import (
    contents,
    counters_in,
    cover,
    gives_cover,
    is_concealed,
    uncover,
    uncover_hex,
)
from defilade.rules.sl.eyes.hidden import hidden_hexes, hidden_in, reveal
from defilade.rules.sl.eyes.losing import watched
from defilade.rules.sl.eyes.night import is_dark, is_lit
from defilade.rules.sl.eyes.night_moves import shroud
from defilade.rules.sl.firers import fire_bar
from defilade.rules.sl.movement import (
    entered,
    may_be_run_into,
    mf_allowed,
    moved_otherwise,
    moving_bar,
    other_moves,
    turned_back,
)
from defilade.rules.sl.state import SNIPER, SlPlay
from defilade.tactics.moving import Moving, move_in_progress
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit

PART = Part()

FORFEIT = "conceal"

COMES_OUT_FIRST = Refusal('what is under a "?" comes out before it fires', "SL:2.3.9.1-a")
BY_ITSELF = Refusal('a "?" moves by itself: who moves with it in the open gives it away', "SL:2.3.9.5")


@any_of
def slips_past(g: SlPlay, unit: Unit) -> bool:
    """Does a unit go where enemies lie concealed without finding them?"""
    return False


@PART.answers(fire_bar)
def counters_do_not_fire(g: SlPlay, unit: Unit, target: str) -> Refusal | None:
    return COMES_OUT_FIRST if is_concealed(unit) else None


# -- moving (SL:2.4.1, SL:2.4.2) ---------------------------------------------------------------------------


@PART.answers(moving_bar)
def moves_alone(g: SlPlay, unit: Unit) -> Refusal | None:
    frame = move_in_progress(g)
    if frame is None or not frame.members:
        return None
    counters = is_concealed(unit) or any(is_concealed(g.unit(uid)) for uid in frame.members)
    return BY_ITSELF if counters else None


@PART.answers(mf_allowed)
def as_far_as_those_under_it(g: SlPlay, mf: float, frame: Moving, unit: Unit) -> float:
    """SL:2.4.2: dummies move like infantry; SL:2.4-q1: by night as far as 6 MF, as the slowest under a "?" can."""
    if not is_concealed(unit):
        return mf
    men = contents(g, unit.id)
    table = g.tables.concealment
    if not men:
        return table.dummy_mf_at_night if g.scenario.night else table.dummy_mf
    led = {man.id: any(one.is_leader for one in men if one.id != man.id) for man in men}
    return min(mf_allowed(g, movement.allowance(g, man, led=led[man.id]), frame, man) for man in men)


@PART.answers(entered)
def seen_on_the_way(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    """SL:2.4.1-a: no hex that it leaves or enters may be in sight of an unbroken enemy; SL:2.4.1-b: whether he fires
    or not. By night movement alone gives nobody away (SL:2.8.16-a), but who is fired at in the open all the same has
    moved there like anybody (SL:2.8.14): a "?" leaves tracks."""
    if g.scenario.night:
        return
    for uid in frame.members:
        counter = g.state.units.get(uid)
        if counter is not None and is_concealed(counter) and seen_between(g, counter, origin, hex):
            uncover(g, counter, "seen on the move", "SL:2.4.1-a", "SL:2.4.1-b")
    for counter in [unit for unit in g.on_map(g.defender) if is_concealed(unit)]:
        if counter.id in g.state.units and not gives_cover(g, counter.hex):
            if watched(g, counter.hex, g.defender):  # SL:2.4-q2
                uncover_hex(g, counter.hex, g.defender, "seen in the open", "SL:2.3.7")


def seen_between(g: SlPlay, counter: Unit, origin: str, hex: Hex) -> bool:
    return watched(g, origin, counter.side) or watched(g, hex, counter.side)


@PART.answers(advanced_into)
def seen_advancing(g: SlPlay, unit: Unit, origin: str) -> None:
    """SL:2.4.3: from cover to cover over a hexside that woods or a building lie across one advances in sight of the
    enemy, but not into his hex."""
    if not is_concealed(unit):
        return
    enemy_there = any(not is_concealed(other) for other in g.side_in(unit.hex, g.enemy_of(unit.side)))
    if enemy_there:
        shroud(g, unit)
        uncover(g, unit, "it goes for the enemy", "SL:2.4.3")
    elif not is_dark(g, unit.hex) and not covered_way(g, origin, unit.hex):
        if seen_between(g, unit, origin, unit.hex):
            uncover(g, unit, "seen as it advances", "SL:2.4.3")


def covered_way(g: SlPlay, origin: str, hex: Hex) -> bool:
    """Whether what conceals lies across the hexside between two hexes."""
    if not gives_cover(g, origin) or not gives_cover(g, hex):
        return False
    building = g.map.building_of.get(origin)
    if building is not None or g.map.building_of.get(hex) is not None:
        return building == g.map.building_of.get(hex)
    return g.map.terrain[origin] == g.map.terrain[hex]


# -- what a side may do in its MPh -------------------------------------------------------------------------


@PART.answers(other_moves)
def out_of_hiding(g: SlPlay, side: Side) -> list[Action]:
    """SL:2.5.8, SL:2.8.21: hidden units become concealed ones, to move as such."""
    hexes = [hex for hex in hidden_hexes(g, side) if leaving(g, hex, side)]
    hexes = [hex for hex in hexes if not (g.scenario.night and is_lit(g, hex))]
    forfeits = [Action(FORFEIT, (), hex) for hex in hexes]
    return [*ways_to_come_out(g, side), *forfeits]


def leaving(g: SlPlay, hex: Hex, side: Side) -> tuple[str, ...]:
    """SL:5.7.10: a sniper who goes anywhere is hidden no more; he stays where he is."""
    return tuple([uid for uid in hidden_in(g, hex, side) if g.unit(uid).kind != SNIPER])


@PART.answers(moved_otherwise)
def leave_hiding(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb in (UNCOVER, SHOW):
        come_out(g, side, action)
    elif action.verb == FORFEIT:
        units = leaving(g, action.at, side)
        counter = cover(g, side, action.at, units)
        g.say(
            "concealed",
            f"{g.name(counter)} appears in {g.place_name(action.at)}.",
            "SL:2.5.8",
            *(("SL:2.8.21",) if g.scenario.night else ()),
            side=side,
            who=(counter.id,),
            at=action.at,
        )


# -- running into them -------------------------------------------------------------------------------------


@PART.answers(may_be_run_into)
def who_knows_what_is_there(g: SlPlay, enemy: Unit, movers: Sequence[Unit]) -> bool:
    """SL:2.3.9-q6: a "?" may be tried."""
    return is_concealed(enemy)


@PART.answers(turned_back)
def run_into(g: SlPlay, frame: Moving, hex: Hex) -> bool:
    """SL:2.5.5-a, SL:2.3.9-q6, SL:2.3.9.2-d, SL:1.3.1-p4.2: whoever is there comes to light, and the move ends in the
    hex before."""
    if all(slips_past(g, g.unit(uid)) for uid in frame.members):
        return False
    enemy = g.defender
    found: tuple[str, ...] = ()
    if counters_in(g, hex, enemy):
        found += uncover_hex(g, hex, enemy, "the enemy came upon it", "SL:2.3.9.2-d", "SL:2.3.9-q6")
    hidden = hidden_in(g, hex, enemy)
    reveal(g, hidden, "the enemy came upon it", "SL:2.5.5-a", "SL:2.3.9.2-d")
    found += hidden
    if not found:
        return False
    at = g.unit(frame.members[0]).hex
    where = f"in {g.place_name(at)}" if at else "off the map"
    g.say(
        "turned_back",
        f"{g.doing(frame.members, 'stays', 'stay')} {where}.",
        "SL:2.5.5-a",
        "SL:2.5.5-b",
        side=g.attacker,
        who=frame.members,
        at=at,
    )
    for uid in frame.members:
        unit = g.unit(uid)
        if is_concealed(unit) and not g.scenario.night:
            uncover(g, unit, "it ran into the enemy", "SL:2.4.1-a")
    frame.members = ()
    return True
