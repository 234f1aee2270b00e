"""How a Starter Kit game is shown: counters, stacks, markers, phases, victory, map, card.

Everything here is read off a state that has been redacted for the side that looks; numbers and verdicts come
from the rules themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, cast

from defilade.drawing.boards import THUMBNAIL, draw_map
from defilade.drawing.scene import SIDE, map_scene, paper
from defilade.kernel import Action, Choice, System
from defilade.kernel.composition import Rules
from defilade.rules.courses import Course, Opening
from defilade.rules.measured import EVEN, measured
from defilade.rules.presentation import (
    BoardScene,
    Box,
    CardDetails,
    CountedCounter,
    CounterView,
    EdgeView,
    ForceView,
    HexView,
    LessonView,
    LosView,
    MapInfo,
    MarkerView,
    NotShown,
    OffMapView,
    OptionInfo,
    OptionValue,
    Orders,
    PhaseView,
    Reach,
    Scene,
    SideView,
    StackView,
    StateMark,
    Underlines,
    VictoryView,
)
from defilade.rules.reference_card import Chart, Inspection
from defilade.rules.signs import Sign
from defilade.rules.sk import (
    BALANCE,
    charts,
    courses,
    landmarks,
    lessons,
    morale,
    outlook,
    smoke,
    stacking,
    terrain,
    victory,
    wording,
)
from defilade.rules.sk.card import COMPASS, Area, Group, Scenario
from defilade.rules.sk.firers import ADVANCING
from defilade.rules.sk.state import PHASES, SkPlay, State, Table
from defilade.rules.sk.system import SkSystem
from defilade.rules.sk.vehicle_views import vehicle_view
from defilade.tactics.arcs import FACING_NAMES
from defilade.tactics.counters import Counter, WeaponType
from defilade.tactics.sequence import PHASE_ENTRIES
from defilade.tactics.units import CREW, FINAL, FIRST, HALF_SQUAD, OFF_MAP, PREP, SQUAD, Unit, Weapon

FIRE_MARKS = {
    PREP: StateMark("prep", "Prep Fire", "SK1:3.5-d"),
    FIRST: StateMark("first", "First Fire", "SK1:3.3.1-d"),
    FINAL: StateMark("final", "Final Fire", "SK1:3.4-a2"),
    ADVANCING: StateMark("advancing", "has fired", "SK1:3.5-a"),
}
BROKEN = StateMark("broken", "broken", "SK1:1.2.3-a")
DM = StateMark("dm", "DM", "SK1:2.0-f")
PIN = StateMark("pin", "pinned", "SK1:3.2.1-u")
CX = StateMark("cx", "CX", "SK1:3.3-p")
WOUND = StateMark("wound", "wounded", "SK1:3.2.1-i")
MELEE = StateMark("melee", "Melee", "SK1:2.0-h")
CC = StateMark("cc", "CC", "SK1:3.7-f")
MOVED = StateMark("moved", "has moved", "SK1:3.3-a")
MALFUNCTION = StateMark("malfunction", "malfunctioned", "SK1:1.2.4-d")

CLASS_WORDS = {"E": "elite", "1": "first line", "2": "second line", "G": "green", "C": "conscript"}
KIND_WORDS = {"squad": "squad", "half_squad": "half-squad", "crew": "crew", "leader": "leader"}
LOS_OPTION = OptionInfo(
    "los",
    "Line of sight",
    (
        OptionValue("assisted", "Assisted: only targets that can be seen are offered"),
        OptionValue("strict", "Strict: checked after the shot is declared"),
    ),
)


class SkPresenter:
    """The presentation of Starter Kit games."""

    def __init__(self, system: System[Any]) -> None:
        self._system = cast(SkSystem, system)

    def scene(self, state: State, side: str) -> Scene:
        return present(self._system.play(state), side)

    def headline(self, state: State) -> str:
        if not state.phase:
            return "Set-up"
        phase = PHASE_ENTRIES.of(self._system.rules)[state.phase].name
        return f"Turn {state.turn}, {state.attacker.capitalize()} {phase}"

    def labels(self, state: State, options: Sequence[Action]) -> list[str]:
        g = self._system.play(state)
        return [wording.words(g, option) for option in options]

    def signs(self) -> Mapping[str, Sign]:
        return landmarks.SIGNS

    def lucky(self) -> int:
        return -1

    def card(self, scenario: str) -> CardDetails:
        return card_details(self._system.table_of(scenario, ""))

    def sides(self, scenario: str, options: Mapping[str, str]) -> tuple[str, ...]:
        return ()

    def lessons(self) -> tuple[LessonView, ...]:
        return tuple(
            lessons.view_of(lesson, self._system.id) for lesson in self._system.written_lessons().values()
        )

    def map_info(self, scenario: str, url: str) -> MapInfo | None:
        return map_info(self._system.table_of(scenario, ""), url)

    def picture(self, scenario: str, small: bool = False) -> str | None:
        return draw_map(self._system.table_of(scenario, "").map, look=THUMBNAIL if small else None)

    def charts(self, scenario: str) -> tuple[Chart, ...]:
        return charts.charts(self._system.table_of(scenario, ""))

    def inspect(self, state: State, piece: str) -> Inspection:
        g = self._system.play(state)
        if piece in state.units:
            unit = g.unit(piece)
            return charts.inspection(unit_view(g, unit, tuple(g.weapons_of(unit))))
        if piece in state.weapons:
            weapon = state.weapons[piece]
            return charts.inspection(weapon_view(g.weapon_type(weapon), weapon))
        raise NotShown("there is no such counter")

    def reach(self, state: State, side: str, unit: str) -> Reach:
        if unit not in state.units:
            raise NotShown("there is no such unit")
        return outlook.reach(self._system.play(state), unit)

    def los(self, state: State, from_hex: str, to_hex: str) -> LosView:
        return outlook.line_of_sight(self._system.play(state), from_hex, to_hex)

    def openings(self, state: State, choice: Choice) -> tuple[Opening, ...]:
        return courses.openings(self._system.play(state), choice)

    def course(
        self, state: State, choice: Choice, action: str, picks: Sequence[str] | None, via: Sequence[str]
    ) -> Course:
        found = courses.course(self._system, state, action, picks, via)
        if found is None:
            raise NotShown("that is answered by itself")
        return found

    def answer(self, state: State, choice: Choice, orders: Orders) -> Action | None:
        return outlook.answer(self._system.play(state), choice, orders)


# -- the scene ---------------------------------------------------------------------------------------------


def present(g: SkPlay, side: str) -> BoardScene:
    """A game as a side sees it. The state has been redacted for it."""
    state = g.state
    carried = _carried(g)
    return BoardScene(
        map=state.scenario,
        turn=state.turn,
        turns=g.scenario.turns,
        phase=state.phase,
        phases=phase_views(g.rules, state.phase),
        attacker=state.attacker,
        sides=tuple([side_view(g, one) for one in state.sides]),
        stacks=stack_views(g, carried),
        offmap=offmap_views(g, carried),
        markers=tuple(marker_views(g)),
        victory=VictoryView(g.scenario.victory_text, tuple(victory.progress(g))),
        focus=focus(g),
        weather="Snow" if state.snow else "",
        areas=landmarks.areas(g),
    )


@cache
def phase_views(rules: Rules, phase: str) -> tuple[PhaseView, ...]:
    """The sequence of play, and where it is."""
    now = PHASES.index(phase) if phase else -1
    return tuple(
        PhaseView(one, PHASE_ENTRIES.of(rules)[one].name.removesuffix(" Phase"), _phase_state(place, now))
        for place, one in enumerate(PHASES)
    )


def _phase_state(place: int, now: int) -> Any:
    if place == now:
        return "now"
    return "past" if place < now else "future"


def side_view(g: SkPlay, side: str) -> SideView:
    state = g.state
    on_map = [unit for unit in state.units.values() if unit.side == side and unit.hex]
    halves = stacking.squad_equivalents(on_map)
    return SideView(
        id=side,
        name=g.library.nationalities[side].name if side in g.library.nationalities else side.capitalize(),
        nationality=side,
        squads=halves / 2,
        leaders=sum(1 for unit in on_map if unit.is_leader),
        broken=sum(1 for unit in on_map if unit.broken),
        lost=state.lost.get(side, 0) / 2,
        exited=state.exited.get(side, 0),
        waiting=sum(1 for unit in state.units.values() if unit.side == side and not unit.hex),
    )


def _carried(g: SkPlay) -> dict[str, tuple[Weapon, ...]]:
    """Unit -> its SW."""
    found: dict[str, tuple[Weapon, ...]] = {}
    for weapon in g.state.weapons.values():
        if weapon.owner:
            found[weapon.owner] = (*found.get(weapon.owner, ()), weapon)
    return found


def stack_views(g: SkPlay, carried: dict[str, tuple[Weapon, ...]]) -> tuple[StackView, ...]:
    loose: dict[str, list[CounterView]] = {}
    for weapon in g.state.weapons.values():
        if not weapon.owner and weapon.hex and not weapon.placed_at:
            loose.setdefault(weapon.hex, []).append(weapon_view(g.weapon_types[weapon.type], weapon))
    for vehicle in g.state.vehicles.values():
        if vehicle.hex:
            loose.setdefault(vehicle.hex, []).append(vehicle_view(g, vehicle))
    views = []
    for hex in dict.fromkeys(g.map.ground_hex(place) for place in (*g.state.stacks, *loose)):
        there = g.units_in(hex) + g.units_in(g.map.above.get(hex, ""))
        units = [unit_view(g, unit, carried.get(unit.id, ())) for unit in there]
        marks = [unit.states for unit in units]
        views.append(StackView(hex, (*loose.get(hex, ()), *units), landmarks.worst_of(marks)))
    return tuple(views)


def offmap_views(g: SkPlay, carried: dict[str, tuple[Weapon, ...]]) -> tuple[OffMapView, ...]:
    """Forces off the map, those together that come together. SW still to be handed out are among them."""
    groups: dict[tuple[str, int, tuple[str, ...]], list[CounterView]] = {}
    for unit in g.state.units.values():
        if unit.hex == OFF_MAP:
            view = unit_view(g, unit, carried.get(unit.id, ()))
            groups.setdefault((unit.side, unit.due, unit.edges), []).append(view)
    for tank in g.state.vehicles.values():
        if tank.hex == OFF_MAP:
            groups.setdefault((tank.side, tank.due, tank.edges), []).append(vehicle_view(g, tank))
    for weapon in g.state.weapons.values():
        if weapon.hex == OFF_MAP and not weapon.owner:
            enters = g.scenario.groups[weapon.group].enters if g.scenario.groups else None
            key = (weapon.side, enters.turn if enters else 0, enters.edges if enters else ())
            groups.setdefault(key, []).append(weapon_view(g.weapon_types[weapon.type], weapon))
    return tuple(
        OffMapView(side, due, edges, tuple(counters)) for (side, due, edges), counters in groups.items()
    )


def marker_views(g: SkPlay) -> list[MarkerView]:
    state = g.state
    found = [MarkerView(hex, "smoke", f"+{drm}", rule="SK1:3.3-v") for hex, drm in state.smoke.items()]
    found += [
        MarkerView(hex, "residual", f"{fp}", rule="SK1:3.3.1-y") for hex, fp in state.residual.items() if fp
    ]
    found += [
        MarkerView(hex, "melee", "Melee", rule="SK1:2.0-h")
        for hex in state.stacks
        if any(unit.melee for unit in g.units_in(hex))
    ]
    found += control_markers(g)
    for side, buildings in state.fortified.items():
        found += [
            MarkerView(building, "fortified", "fortified in secret", side, "SK1:S3-ssr1")
            for building in buildings
        ]
    found += [
        MarkerView(building, "fortified", "fortified", rule="SK1:S3-ssr1") for building in state.revealed
    ]
    found += [
        MarkerView(weapon.placed_at, "dc", g.weapon_name(weapon), weapon.side, "SK1:4.3-a")
        for weapon in state.weapons.values()
        if weapon.placed_at
    ]
    return found


def control_markers(g: SkPlay) -> list[MarkerView]:
    """Who controls the buildings, where that matters for victory."""
    condition = g.scenario.victory
    control = g.state.building_control
    named: tuple[str, ...] = getattr(condition, "buildings", ())
    buildings = victory.building_ids(g.map, named) if named else tuple(g.map.buildings)
    return [
        MarkerView(
            building, "control", f"{control[building].capitalize()} control", control[building], "SK1:2.0-d"
        )
        for building in buildings
        if building in control
    ]


def focus(g: SkPlay) -> tuple[str, ...]:
    """The hex that the running procedure is about."""
    for frame in reversed(g.state.stack):
        for name in ("target", "hex"):
            hex = getattr(frame, name, "")
            if hex and hex in g.map.index:
                return (hex,)
    return ()


# -- counters ------------------------------------------------------------------------------------------------


def unit_view(g: SkPlay, unit: Unit, weapons: tuple[Weapon, ...]) -> CounterView:
    carried = tuple([weapon_view(g.weapon_types[weapon.type], weapon) for weapon in weapons])
    under_cc = unit.advanced and bool(unit.hex) and g.has_side(unit.hex, g.enemy_of(unit.side))
    return _unit_view(
        unit,
        g.counters[unit.type],
        carried,
        morale.morale_level(g, unit),
        morale.leadership(g, unit) if unit.is_leader else None,
        smoke.exponent(g, unit),
        under_cc,
    )


@lru_cache(maxsize=6_000)
def _unit_view(
    unit: Unit,
    counter: Counter,
    carried: tuple[CounterView, ...],
    level: int,
    leadership: int | None,
    smoke: int,
    under_cc: bool,
) -> CounterView:
    """A unit as it is drawn. Most counters are the same as a moment ago, so they are kept."""
    marks = unit_marks(unit, under_cc)
    name = f"{counter.name} {unit.letter}" if unit.letter else counter.name
    words = [f"{counter.nationality.capitalize()} {KIND_WORDS[unit.kind]} {name}"]
    words += [mark.text for mark in marks]
    words += [f"with {view.words}" for view in carried]
    return CounterView(
        id=unit.id,
        side=unit.side,
        nationality=counter.nationality,
        kind=cast(Any, unit.kind),
        name=counter.name,
        letter=unit.letter,
        cls="" if unit.is_leader else counter.cls,
        fp=None if unit.is_leader else counter.fp,
        range=None if unit.is_leader else counter.range,
        morale=level,
        broken=unit.broken,
        broken_morale=counter.broken_morale,
        boxed=counter.boxed,
        leadership=leadership,
        underlines=Underlines(counter.assault_fire, counter.underlined_morale),
        smoke=smoke or None,
        states=marks,
        weapons=carried,
        words=", ".join(words),
    )


def unit_marks(unit: Unit, under_cc: bool) -> tuple[StateMark, ...]:
    marks = [
        mark
        for holds, mark in (
            (unit.broken, BROKEN),
            (unit.dm, DM),
            (unit.pinned, PIN),
            (unit.cx, CX),
            (unit.wounded, WOUND),
            (unit.melee, MELEE),
            (under_cc and not unit.melee, CC),
        )
        if holds
    ]
    if unit.fire:
        marks.append(FIRE_MARKS[unit.fire])
    if unit.moved:
        marks.append(MOVED)
    return tuple(marks)


def weapon_view(kind: WeaponType, weapon: Weapon) -> CounterView:
    marks = [MALFUNCTION] if weapon.malfunctioned else []
    if weapon.fire:
        marks.append(FIRE_MARKS[weapon.fire])
    name = f"{kind.kind} {weapon.letter}" if weapon.letter else kind.kind
    return CounterView(
        id=weapon.id,
        side=weapon.side,
        nationality=kind.nationality,
        kind="sw",
        name=kind.name,
        letter=weapon.letter,
        fp=kind.fp,
        range=kind.range,
        weapon=kind.kind,
        rof=kind.rof or None,
        breakdown=kind.breakdown,
        portage=kind.pp,
        states=tuple(marks),
        owner=weapon.owner,
        words=", ".join([name, *gun_words(weapon), *(mark.text for mark in marks)]),
    )


def gun_words(weapon: Weapon) -> list[str]:
    """How a Gun stands: which way it points, dug in or not, what it has acquired."""
    if weapon.facing < 0:
        return []
    words = [f"points to the {FACING_NAMES[weapon.facing]}"]
    if weapon.emplaced:
        words.append("emplaced")
    if weapon.intensive:
        words.append("intensive fire")
    if weapon.acquired:
        words.append(f"acquired target {weapon.acquired_drm}")
    return words


# -- the card ------------------------------------------------------------------------------------------------


def card_details(table: Table) -> CardDetails:
    card = table.scenario
    squads = dict.fromkeys(card.sides, 0.0)
    for group in card.groups:
        for counter, count in group.units.items():
            kind = table.library.counters[counter].kind
            squads[group.side] += count * (
                1.0 if kind == SQUAD else 0.5 if kind in (HALF_SQUAD, CREW) else 0.0
            )
    return CardDetails(
        situation=" ".join(card.situation.split()),
        sets_up_first=card.sets_up_first,
        moves_first=card.moves_first,
        squads=squads,
        forces=tuple(force_view(table, group) for group in card.groups),
        special_rules=tuple(dict.fromkeys(rule.rule for rule in card.special_rules)),
        options=(LOS_OPTION, *balance_option(card)),
    )


def even_figures(card: Scenario) -> str:
    """What came of our changes for even chances, if that was measured."""
    found = measured(BALANCE, card.id, tuple(card.sides))
    if found is None or found.even is None:
        return ""
    even = found.even
    shares = [f"{side.capitalize()} {100 * won / even.games:.0f}%" for side, won in even.wins.items()]
    return f" ({', '.join(shares)} in {even.games} games of {even.players})"


def balance_option(card: Scenario) -> tuple[OptionInfo, ...]:
    if not card.balance:
        return ()
    helped = [OptionValue(side, f"For the {side.capitalize()}s") for side in card.balance]
    if card.even:
        helped.append(OptionValue(EVEN, f"Even chances{even_figures(card)}"))
    return (OptionInfo("balance", "Balance", (OptionValue("", "As on the card"), *helped)),)


def force_view(table: Table, group: Group) -> ForceView:
    counters = [
        CountedCounter(count, printed_unit(table.library.counters[counter], group.side))
        for counter, count in group.units.items()
    ]
    counters += [
        CountedCounter(count, weapon_view(table.library.weapons[weapon], Weapon(weapon, group.side, weapon)))
        for weapon, count in group.weapons.items()
    ]
    return ForceView(group.side, group.name, group.elr, how_it_comes(group), tuple(counters))


def printed_unit(counter: Counter, side: str) -> CounterView:
    """A counter as it comes out of the box."""
    unit = Unit(counter.id, side, counter.id, counter.kind)
    leadership = counter.leadership if unit.is_leader else None
    return _unit_view(unit, counter, (), counter.morale, leadership, counter.smoke, False)


def how_it_comes(group: Group) -> str:
    if group.setup is not None:
        one = "; no more than one MMC a hex" if group.one_mmc_per_hex else ""
        return f"Sets up {area_words(group.setup)}{one}"
    if group.enters is not None:
        edges = " or ".join(group.enters.edges)
        when = f"on turn {group.enters.turn}" if group.enters.turn else "when a special rule says so"
        where = f", {area_words(group.enters.within)}" if group.enters.within is not None else ""
        return f"Enters {when} over the {edges} edge{where}"
    return "Comes by a special rule"


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
    return " ".join(words) or "anywhere"


# -- the map -------------------------------------------------------------------------------------------------


def map_info(table: Table, url: str) -> MapInfo:
    board, card = table.map, table.scenario
    g = SkPlay(State(scenario=card.id, options={}, sides=card.sides), table)
    drawn = map_scene(board)
    left, top = paper(drawn.frame[:2])
    right, bottom = paper(drawn.frame[2:])
    return MapInfo(
        id=card.id,
        title=drawn.title,
        box=Box(round(left, 2), round(top, 2), round(right - left, 2), round(bottom - top, 2)),
        hex_side=SIDE,
        hexes=tuple(hex_view(g, hex) for hex in board.names),
        edges=tuple(EdgeView(edge, card.map_side(edge), board.edge(card.map_side(edge))) for edge in COMPASS),
        svg=f"{url}/map.svg",
        thumbnail=f"{url}/thumbnail.svg",
    )


def hex_view(g: SkPlay, hex: str) -> HexView:
    board = g.map
    x, y = paper(board.centres[hex])
    kind = terrain.kind_of(g, hex)
    road = board.road_kinds.get(hex, "")
    words = ", ".join((kind.name, *((f"{road} road",) if road else ()), *board.besides(hex)))
    return HexView(
        id=hex,
        label=g.place_name(hex),
        x=round(x, 2),
        y=round(y, 2),
        terrain=words,
        tem=f"{kind.tem:+d}" if kind.tem else "0",
        building=board.building_of.get(hex, ""),
        road=bool(road),
    )
