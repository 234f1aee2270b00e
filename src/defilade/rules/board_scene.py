"""What scenes of games on a map have in common, whatever is played on it: phases, the map, stacks, lines of sight.

Systems say what their counters and terrain are called; how that is put together for a table is here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Literal

from defilade.drawing.scene import SIDE, map_scene, paper
from defilade.hexgrid import Crossing, GameMap, Verdict
from defilade.kernel.composition import Rules
from defilade.rules.presentation import (
    Box,
    EdgeView,
    HexView,
    LosCrossing,
    LosView,
    MapInfo,
    MarkerView,
    PhaseView,
    StateMark,
)
from defilade.rules.scene_parts import PhaseState
from defilade.rules.signs import Sign
from defilade.tactics.areas import Area
from defilade.tactics.names import Hex
from defilade.tactics.play import BoardPlay
from defilade.tactics.sequence import PHASE_ENTRIES
from defilade.tactics.units import Weapon

BOARD_SIGNS: Mapping[str, Sign] = {
    "player_turn": "turn",
    "phase": "phase",
    "turn_record": "passing",
    "set_up": "passing",
    "control": "passing",
    "drop": "passing",
    "enter": "trail",
    "advance": "trail",
    "rout": "trail",
    "end_move": "halt",
    "declare": "shot",
    "attack": "result",
    "joins_battle": "passing",
    "close_combat": "result",
    "breaks": "break",
    "reduced": "kill",
    "eliminated": "kill",
    "pinned": "pin",
    "rally": "rally",
}
"""Events of the common floor, and how they are told and drawn."""

MapSide = Literal["top", "right", "bottom", "left"]

KIND_WORDS = {"squad": "squad", "half_squad": "half-squad", "crew": "crew", "leader": "leader"}


def bearing(facing: int) -> int:
    """A facing (see `arcs`) in degrees clockwise from the top of the map.

    >>> [bearing(facing) for facing in (0, 1, 5)]
    [30, 90, 330]
    """
    return 30 + 60 * facing


# -- the sequence of play ----------------------------------------------------------------------------------


@cache
def phase_views(rules: Rules, phases: tuple[str, ...], phase: str) -> tuple[PhaseView, ...]:
    """The sequence of play, and where it is."""
    now = phases.index(phase) if phase else -1
    names = PHASE_ENTRIES.of(rules)
    return tuple(
        PhaseView(one, names[one].name.removesuffix(" Phase"), _phase_state(place, now))
        for place, one in enumerate(phases)
    )


def _phase_state(place: int, now: int) -> PhaseState:
    if place == now:
        return "now"
    return "past" if place < now else "future"


def headline(rules: Rules, state: Any) -> str:
    """Where the game is, in a few words."""
    if not state.phase:
        return "Set-up"
    phase = PHASE_ENTRIES.of(rules)[state.phase].name
    return f"Turn {state.turn}, {state.attacker.capitalize()} {phase}"


# -- stacks ------------------------------------------------------------------------------------------------


def worst_of(stack: Sequence[tuple[StateMark, ...]], order: Iterable[str]) -> StateMark | None:
    """The worst state of counters that are covered by others, unless the top one shows it as well."""
    if not stack:
        return None
    *covered, top = stack
    on_top = {mark.id for mark in top}
    found = {mark.id: mark for marks in covered for mark in marks}
    worst = next((found[name] for name in order if name in found), None)
    return None if worst is None or worst.id in on_top else worst


def carried(g: BoardPlay[Any]) -> dict[str, tuple[Weapon, ...]]:
    """Unit -> its SW."""
    found: dict[str, tuple[Weapon, ...]] = {}
    for weapon in g.state.weapons.values():
        if weapon.owner:
            found[weapon.owner] = (*found.get(weapon.owner, ()), weapon)
    return found


def focus(g: BoardPlay[Any]) -> tuple[str, ...]:
    """The hex that the running procedure is about."""
    for frame in reversed(g.state.stack):
        for name in ("target", "hex"):
            hex = getattr(frame, name, "")
            if hex and hex in g.map.index:
                return (g.map.ground_hex(hex),)
    return ()


def melee_markers(g: BoardPlay[Any], rule: str) -> list[MarkerView]:
    return [
        MarkerView(hex, "melee", "Melee", rule=rule)
        for hex in g.state.stacks
        if any(unit.melee for unit in g.units_in(hex))
    ]


def control_markers(g: BoardPlay[Any], buildings: Iterable[str], rule: str) -> list[MarkerView]:
    """Who controls these buildings."""
    control = g.state.building_control
    return [
        MarkerView(building, "control", f"{control[building].capitalize()} control", control[building], rule)
        for building in buildings
        if building in control
    ]


# -- the map -----------------------------------------------------------------------------------------------


def area_words(area: Area) -> str:
    """A set-up area as a player would say it."""
    if area.any:
        return " or ".join(area_words(part) for part in area.any)
    words = []
    if area.hexes:
        words.append(f"in {', '.join(area.hexes)}")
    if area.board:
        words.append(f"on board {area.board}")
    if area.rows:
        words.append(f"in hexrows {area.rows}")
    if area.numbered_from is not None:
        words.append(f"in hexes numbered {area.numbered_from} or more")
    if area.numbered_to is not None:
        words.append(f"in hexes numbered {area.numbered_to} or less")
    if area.away_from:
        words.append(f"{area.away} or more hexes from {area.away_from}")
    return " ".join(words) or "anywhere"


def map_info(
    id: str,
    board: GameMap,
    edges: Iterable[tuple[str, MapSide]],
    hex_view: Callable[[str], HexView],
    url: str,
) -> MapInfo:
    """A map with its edges by their compass names, its pictures under `url`."""
    drawn = map_scene(board)
    left, top = paper(drawn.frame[:2])
    right, bottom = paper(drawn.frame[2:])
    return MapInfo(
        id=id,
        title=drawn.title,
        box=Box(round(left, 2), round(top, 2), round(right - left, 2), round(bottom - top, 2)),
        hex_side=SIDE,
        hexes=tuple(hex_view(hex) for hex in board.names),
        edges=tuple(EdgeView(edge, side, board.edge(side)) for edge, side in edges),
        svg=f"{url}/map.svg",
        thumbnail=f"{url}/thumbnail.svg",
    )


def hex_view(board: GameMap, hex: Hex, label: str, terrain: str, tem: int) -> HexView:
    """A hex with its terrain in words."""
    x, y = paper(board.centres[hex])
    road = board.road_kinds.get(hex, "")
    words = ", ".join((terrain, *((f"{road} road",) if road else ()), *board.besides(hex)))
    return HexView(
        id=hex,
        label=label,
        x=round(x, 2),
        y=round(y, 2),
        terrain=words,
        tem=f"{tem:+d}" if tem else "0",
        building=board.building_of.get(hex, ""),
        road=bool(road),
    )


# -- lines of sight ----------------------------------------------------------------------------------------


def los_view(g: BoardPlay[Any], a: str, b: str, verdict: Verdict, hindrance: int) -> LosView:
    """A line with what it crosses; `hindrance` is negative where it is blocked."""
    at = paper(verdict.at) if verdict.at is not None else None
    return LosView(
        from_hex=a,
        to_hex=b,
        clear=hindrance >= 0,
        range=verdict.range,
        hindrance=max(hindrance, 0),
        text=los_words(g, a, b, verdict, hindrance),
        crosses=tuple(_crossing(g, one) for one in verdict.crosses),
        stopped_at=(round(at[0], 2), round(at[1], 2)) if at is not None else None,
        rules=verdict.rules,
    )


def los_words(g: BoardPlay[Any], a: str, b: str, verdict: Verdict, hindrance: int) -> str:
    line = f"{g.place_name(a)} to {g.place_name(b)}, range {verdict.range}"
    if not verdict.clear and verdict.blocked_by:
        what = (verdict.what or "terrain").replace("_", " ")
        return f"{line}: blocked by {what} in {g.place_name(verdict.blocked_by)}."
    if hindrance < 0:
        return f"{line}: blocked, too much hinders it."
    return f"{line}: clear." if not hindrance else f"{line}: clear, hindrance +{hindrance}."


def _crossing(g: BoardPlay[Any], one: Crossing) -> LosCrossing:
    what = one.terrain.replace("_", " ")
    return LosCrossing(one.hex, g.place_name(one.hex), what, one.effect, one.drm, one.rule or "")
