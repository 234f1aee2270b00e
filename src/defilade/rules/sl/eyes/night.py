"""Night: how far one sees, and what betrays a hex in the dark (SL:2.8.1 to SL:2.8.10)."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Chance, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part, all_of
from defilade.rules.sl import terrain
from defilade.rules.sl.eyes.concealment import is_concealed
from defilade.rules.sl.firers import fire_bar
from defilade.rules.sl.sequence import RALLY_STEPS, RallyStep
from defilade.rules.sl.state import SlPlay
from defilade.tactics.attack_plan import Firing, shot_factors
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import phase_ends
from defilade.tactics.units import Unit

PART = Part()

TOO_DARK = Refusal("it is too dark to see anybody there", "SL:2.8.1")


@all_of
def light_sources(g: SlPlay) -> Iterable[tuple[str, int]]:
    """What lights the night: hexes, and how far around each it is as bright as day?"""
    return ()


def is_lit(g: SlPlay, hex: Hex) -> bool:
    return any(g.map.distance(source, hex) <= reach for source, reach in light_sources(g))


def is_dark(g: SlPlay, hex: Hex) -> bool:
    return g.scenario.night and not is_lit(g, hex)


# -- the Night Visibility Range (SL:2.8.3) ------------------------------------------------------------------


class NightRange(Frame):
    """The roll for how far one sees in this game turn is due."""


PART.adds(RALLY_STEPS, RallyStep(8, "night visibility", NightRange))


@PART.decisions(NightRange)
def ask_night_range(g: SlPlay, frame: NightRange) -> Chance | None:
    """At the end of the first RPh of a game turn, for all of it."""
    if not g.scenario.night or g.attacker != g.scenario.moves_first:
        return None
    return Chance("How far is seen in the dark this turn?", dice=2, side=g.attacker, rules=("SL:2.8.3",))


@ask_night_range
def take_night_range(g: SlPlay, frame: NightRange, answer: Outcome | None) -> None:
    g.pop()
    if isinstance(answer, Outcome):
        g.state.nvr = sum(answer.dice)
        text = f"Who moves is seen {g.state.nvr} hexes away this turn."
        g.say("night_range", text, "SL:2.8.3", dice=answer.dice)


# -- what is seen (SL:2.8.2, SL:2.8.6) ----------------------------------------------------------------------


def player_turn(g: SlPlay) -> int:
    """The number of this player turn in the game."""
    return 2 * g.state.turn + (g.attacker != g.scenario.moves_first)


def flashes(g: SlPlay, hex: Hex) -> bool:
    """SL:2.8.6-a: somebody fired there in this player turn or the one before, and is there still (SL:2.8.8); SL:2.8.7:
    or there is close combat."""
    if len({unit.side for unit in g.units_in(hex)}) > 1:
        return True
    return any(place == hex and player_turn(g) - when <= 1 for place, when in g.state.flashes)


def movers_seen(g: SlPlay, viewer: Side, target: str, side: Side) -> bool:
    """SL:2.8.2, SL:2.8.10: only who has moved is seen, beside oneself as well; SL:2.8.4: moving vehicles three hexes
    farther, with all who ride in them (SL:2.8.5)."""
    distance = g.map.distance(viewer, target)
    table = g.tables.night
    if distance <= g.state.nvr and any(has_moved(g, unit, target) for unit in g.on_map(side)):
        return True
    return distance <= g.state.nvr + table.vehicles_farther and any(
        tank.hex == target and tank.side == side and tank.moved for tank in g.state.vehicles.values()
    )


def has_moved(g: SlPlay, unit: Unit, hex: Hex) -> bool:
    """Whether a unit has moved into a hex, or through it, in this player turn."""
    if unit.hex == hex and (unit.moved or unit.advanced or unit.routed):
        return True
    track = g.state.tracks.get(unit.id)
    return track is not None and hex in track.hexes


@PART.answers(fire_bar)
def in_the_dark(g: SlPlay, unit: Unit, target: str) -> Refusal | None:
    """SL:2.8.1: in the line of sight is not enough by night; SL:2.8.24: what is lit is seen as by day."""
    if not is_dark(g, target) or flashes(g, target):
        return None
    return None if movers_seen(g, unit.hex, target, g.enemy_of(unit.side)) else TOO_DARK


def only_flashes(g: SlPlay, viewer: Side, target: str, side: Side) -> bool:
    """Whether nothing but flashes beyond the NVR shows where units of a side are, as seen from a hex."""
    if not is_dark(g, target) or g.map.distance(viewer, target) <= g.state.nvr:
        return False
    return not movers_seen(g, viewer, target, side)


@PART.modifies(shot_factors, "SL:2.8.6-b", step=5)
def at_flashes(g: SlPlay, firing: Firing) -> list[Line]:
    """SL:2.8.6-b: at flashes beyond the NVR as Area Fire, which nothing is twice."""
    if not only_flashes(g, firing.unit.hex, firing.target, g.enemy_of(firing.unit.side)):
        return []
    if all(uid in g.state.units and is_concealed(g.unit(uid)) for uid in firing.targets):
        return []
    return [Line("at flashes", g.tables.concealment.area_fire.factor, "SL:2.8.6-b", "x")]


@PART.answers(phase_ends)
def note_flashes(g: SlPlay, phase: str) -> None:
    if not g.scenario.night:
        return
    now = player_turn(g)
    kept = tuple([(hex, when) for hex, when in g.state.flashes if now - when <= 1])
    fresh = [(hex, now) for hex in dict.fromkeys(hex for hex, _ in g.state.fired)]
    g.state.flashes = tuple(dict.fromkeys((*kept, *fresh)))


def could_see(g: SlPlay, viewer: Side, target: str, side: Side) -> bool:
    """Whether units of a side in a hex would be seen from another, by night as by day."""
    if not terrain.sees(g, viewer, target):
        return False
    return not is_dark(g, target) or flashes(g, target) or movers_seen(g, viewer, target, side)
