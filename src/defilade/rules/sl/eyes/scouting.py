"""The Scouting Table: what a scout finds, and what becomes of him (SL:3.7.13 to SL:3.7.19)."""

from __future__ import annotations

from defilade.kernel import Action, Chance, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import morale, terrain
from defilade.rules.sl.advance import advance_bar, advanced_into
from defilade.rules.sl.eyes.area_fire import where_somebody_may_hide
from defilade.rules.sl.eyes.concealment import counters_in, is_concealed, out_of_sight, uncover_hex
from defilade.rules.sl.eyes.hidden import hidden_in, reveal
from defilade.rules.sl.eyes.scouts import is_scout, scout_comes_near, scouts_of
from defilade.rules.sl.marches.bypass import status
from defilade.rules.sl.movement import moved_otherwise, moving_bar, other_moves
from defilade.rules.sl.state import SlPlay
from defilade.tactics.moving import Moving
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import player_turn_begins
from defilade.tactics.units import Unit

PART = Part()

SCOUTING, NO = "scouting", Action("no")
CC, E, XE, X = "CC", "E", "XE", "X"
HELD = Refusal("he must fight those whom he has found", "SL:3.7.13-a")


class AskScouting(Frame):
    """A scout may roll now, once in his player turn (SL:3.7.13-a)."""

    scout: str


class ScoutingRoll(Frame):
    """The roll on the Scouting Table is due."""

    scout: str


# -- range (SL:3.7.14, SL:3.7.16) --------------------------------------------------------------------------


def in_range(g: SlPlay, scout: Unit) -> list[str]:
    """His hex and those beside it, with the storeys right above and below; not those of other houses at another
    height (SL:3.7.16). While he bypasses, only the hexes along whose sides he goes are beside him (SL:3.7.14-b)."""
    here = scout.hex
    stairs = [
        place
        for place in g.map.places_in(g.map.ground_hex(here))
        if place != here and abs(g.map.storey_of(place) - g.map.storey_of(here)) == 1
    ]
    beside = [hex for hex in g.map.adjacent[here] if g.map.storey_of(hex) == g.map.storey_of(here)]
    passing = bypassed(g, scout)
    return [here, *stairs, *(hex for hex in beside if not passing or hex in passing)]


def bypassed(g: SlPlay, scout: Unit) -> tuple[str, ...]:
    """The hexes along whose sides a scout is bypassing now; none where he stands in his hex."""
    way = status(g, scout)
    around = g.map.neighbours[scout.hex]
    return tuple([hex for side in way.sides if (hex := around[side]) is not None]) if way is not None else ()


def somebody_there(g: SlPlay, side: Side, hex: Hex) -> bool:
    """SL:3.7.14-a: real units; dummies are none."""
    return bool(out_of_sight(g, side, hex))


def worth_a_roll(g: SlPlay, scout: Unit) -> bool:
    """Whether, for all that his side knows, anybody could be in range."""
    enemy = g.enemy_of(scout.side)
    suspected = set(where_somebody_may_hide(g, scout.side)) if g.state.unseen else set()
    return any(counters_in(g, hex, enemy) or hex in suspected for hex in in_range(g, scout))


def may_roll(g: SlPlay, scout: Unit) -> bool:
    """SL:3.7.19: once, in whichever of the two phases."""
    return (
        is_scout(scout)
        and scout.side == g.attacker
        and bool(scout.hex)
        and not scout.melee
        and scout.id not in g.state.scouted
        and worth_a_roll(g, scout)
    )


@PART.answers(player_turn_begins)
def next_roll(g: SlPlay) -> None:
    g.state.scouted = ()


# -- when (SL:3.7.13-a) ------------------------------------------------------------------------------------


@PART.answers(scout_comes_near)
def on_the_way(g: SlPlay, scouts: tuple[str, ...], hex: Hex) -> None:
    for uid in reversed(scouts):
        if may_roll(g, g.unit(uid)):
            g.push(AskScouting(uid))


@PART.answers(advanced_into)
def in_the_advance(g: SlPlay, unit: Unit, origin: str) -> None:
    if may_roll(g, unit):
        g.push(AskScouting(unit.id))


@PART.answers(other_moves)
def where_he_is(g: SlPlay, side: Side) -> list[Action]:
    return [Action(SCOUTING, (scout.id,)) for scout in scouts_of(g, side) if may_roll(g, scout)]


@PART.answers(moved_otherwise)
def rolls_at_once(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb == SCOUTING:
        g.push(ScoutingRoll(action.who[0]))


@PART.decisions(AskScouting)
def ask_scouting(g: SlPlay, frame: AskScouting) -> Choice | None:
    scout = g.state.units.get(frame.scout)
    if scout is None or not may_roll(g, scout):
        return None
    asks = f"Does {g.name(scout)} look around in {g.place_name(scout.hex)}?"
    options = (Action(SCOUTING, (scout.id,)), NO)
    return Choice(scout.side, asks, options, ("SL:3.7.13-a",), (scout.id,), scout.hex)


@ask_scouting
def take_scouting(g: SlPlay, frame: AskScouting, answer: Action | Outcome | None) -> None:
    g.pop()
    if isinstance(answer, Action) and answer.verb == SCOUTING:
        g.push(ScoutingRoll(frame.scout))


@PART.decisions(ScoutingRoll)
def ask_roll(g: SlPlay, frame: ScoutingRoll) -> Chance:
    scout = g.unit(frame.scout)
    asks = f"{g.name(scout)} looks around in {g.place_name(scout.hex)}."
    return Chance(asks, dice=1, side=scout.side, rules=("SL:3.7.18-t",), about=(scout.id,))


@ask_roll
def take_roll(g: SlPlay, frame: ScoutingRoll, answer: Action | Outcome | None) -> None:
    """SL:3.7.17: nothing modifies the roll but bypass (SL:3.7.18-b). One roll counts for all in range (SL:3.7.19)."""
    assert isinstance(answer, Outcome)
    g.pop()
    scout, roll = g.unit(frame.scout), answer.dice[0]
    enemy = g.enemy_of(scout.side)
    g.state.scouted = (*g.state.scouted, scout.id)
    g.say(
        "scouting",
        f"{g.name(scout)} looks around: {roll}.",
        "SL:3.7.18-t",
        side=scout.side,
        who=(scout.id,),
        at=scout.hex,
        dice=answer.dice,
    )
    table, where = g.tables.scouts, in_range(g, scout)
    own = [hex for hex in where[:1] if somebody_there(g, enemy, hex)]
    others = [hex for hex in where[1:] if somebody_there(g, enemy, hex)]
    more = table.bypass if bypassed(g, scout) else 0
    results = []
    if own:
        results.append((table.result(table.same_hex, roll + more), own))
    if others:
        results.append((table.result(table.adjacent, roll), others))
    seen = is_watched(g, scout)
    for found, hexes in results:
        if found in (CC, E) or (found == XE and seen):
            show(g, enemy, hexes, found)
        if found == CC:
            g.state.hunted = (*g.state.hunted, scout.id)
            hold(g, scout)
            g.say("scouting", f"{g.name(scout)} must fight.", "SL:3.7.18.4", who=(scout.id,), at=scout.hex)
    if any(found in (X, XE) for found, _ in results):
        morale.eliminate(g, scout, "does not come back", "SL:3.7.18.1", "SL:3.7.18.2")


def hold(g: SlPlay, scout: Unit) -> None:
    """SL:3.7.13-a: his move is over where he must fight; who goes with him goes on."""
    for frame in g.state.stack:
        if isinstance(frame, Moving):
            frame.members = tuple([uid for uid in frame.members if uid != scout.id])


@PART.answers(moving_bar, advance_bar)
def goes_nowhere(g: SlPlay, unit: Unit) -> Refusal | None:
    """SL:3.7.13-a: of the mover's scouts only those whom the table holds are in such a fight."""
    held = is_scout(unit) and unit.side == g.attacker and unit.id in g.state.hunted
    return HELD if held else None


def is_watched(g: SlPlay, scout: Unit) -> bool:
    """SL:3.7.18.2: in sight of an unbroken friend."""
    return any(
        terrain.sees(g, unit.hex, scout.hex)
        for unit in g.on_map(scout.side)
        if unit.id != scout.id and not unit.broken and not is_concealed(unit)
    )


def show(g: SlPlay, side: Side, hexes: list[str], found: str) -> None:
    rule = {CC: "SL:3.7.18.4", E: "SL:3.7.18.3", XE: "SL:3.7.18.2"}[found]
    for hex in hexes:
        uncover_hex(g, hex, side, "a scout has found them", rule)
        reveal(g, hidden_in(g, hex, side), "a scout has found them", rule)
