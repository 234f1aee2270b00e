"""How a Starter Kit game is shown: counters, stacks, markers, phases, victory, map, card.

Everything here is read off a state that has been redacted for the side that looks; numbers and verdicts come
from the rules themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, cast

import msgspec

from defilade.drawing.boards import THUMBNAIL, draw_map
from defilade.kernel import Action, Choice, Refusal, System
from defilade.rules import board_scene
from defilade.rules.board_scene import area_words
from defilade.rules.compass import COMPASS
from defilade.rules.courses import Course, Opening
from defilade.rules.designs import DESIGN
from defilade.rules.measured import EVEN, measured
from defilade.rules.option_looks import likely
from defilade.rules.presentation import (
    Asking,
    BoardScene,
    CardDetails,
    CountedCounter,
    CounterView,
    ForceView,
    Groundwork,
    HexView,
    LessonView,
    Likely,
    LosView,
    MapInfo,
    MarkerView,
    NotShown,
    OffMapView,
    OptionInfo,
    OptionLook,
    OptionValue,
    Orders,
    Reach,
    Scene,
    SideView,
    StackView,
    VictoryView,
)
from defilade.rules.reference_card import Chart, Inspection
from defilade.rules.signs import Sign
from defilade.rules.sk import (
    BALANCE,
    asking,
    charts,
    courses,
    landmarks,
    lessons,
    outlook,
    stacking,
    terrain,
    victory,
    wording,
)
from defilade.rules.sk.bare_maps import map_id
from defilade.rules.sk.card import Group, Scenario
from defilade.rules.sk.card_rules import HiddenForce
from defilade.rules.sk.counter_views import (
    acquired_hexes,
    printed_unit,
    printed_weapon,
    unit_view,
    weapon_view,
)
from defilade.rules.sk.sequence import agreement_bar
from defilade.rules.sk.state import PHASES, HiddenGun, HiddenUnit, SkPlay, State, Table
from defilade.rules.sk.support_views import looked_from, shell_markers, shelled_areas, support
from defilade.rules.sk.system import SkSystem
from defilade.rules.sk.vehicle_views import printed_vehicle, vehicle_view
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import CREW, HALF_SQUAD, OFF_MAP, SQUAD, Weapon

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

    def scene(self, state: State, side: Side) -> Scene:
        return present(self._system.play(state), side)

    def groundwork(self, state: State) -> Groundwork:
        table = self._system.table(state)
        beside = looked_from(self._system.play(state))
        ahead = (map.trace_ahead((place,)) for map, place in beside)
        return Groundwork((table, beside), chain(table.map.trace_ahead(), chain.from_iterable(ahead)))

    def in_set_up(self, state: State) -> bool:
        return state.turn == 0

    def headline(self, state: State) -> str:
        return board_scene.headline(self._system.rules, state)

    def labels(self, state: State, options: Sequence[Action]) -> list[str]:
        g = self._system.play(state)
        return [wording.words(g, option) for option in options]

    def looks(self) -> Mapping[str, OptionLook]:
        return asking.looks(self._system.rules)

    def places(self, state: State) -> Mapping[str, str]:
        return {}

    def asking(self, state: State, choice: Choice) -> Asking:
        return asking.asking(self._system.play(state), choice)

    def likely(self, odds: Mapping[str, float]) -> tuple[Likely, ...]:
        return likely(odds)

    def concerned(self, state: State, action: Action) -> tuple[str, ...]:
        return tuple(asking.hexes_concerned(self._system.play(state), action))

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

    def agreement_refusal(self, state: State) -> Refusal | None:
        return agreement_bar(self._system.play(state))

    def map_id(self, scenario: str, options: Mapping[str, str]) -> str:
        return (
            map_id(self._system.id, self._system.card(scenario, options)) if DESIGN in options else scenario
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
            return charts.inspection(weapon_view(g, weapon))
        if piece in state.vehicles:
            return charts.inspection(vehicle_view(g, g.vehicle(piece)))
        raise NotShown("there is no such counter")

    def reach(self, state: State, side: Side, unit: str) -> Reach:
        if unit not in state.units:
            raise NotShown("there is no such unit")
        return outlook.reach(self._system.play(state), unit)

    def los(self, state: State, from_hex: Hex, to_hex: Hex) -> LosView:
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


def present(g: SkPlay, side: Side) -> BoardScene:
    """A game as a side sees it. The state has been redacted for it."""
    state = g.state
    carried = board_scene.carried(g)
    return BoardScene(
        map=state.scenario,
        turn=state.turn,
        turns=g.scenario.turns,
        phase=state.phase,
        phases=board_scene.phase_views(g.rules, PHASES, state.phase),
        attacker=state.attacker,
        sides=tuple([side_view(g, one) for one in state.sides]),
        stacks=stack_views(g, carried),
        offmap=offmap_views(g, carried),
        markers=tuple(marker_views(g)),
        victory=VictoryView(g.scenario.victory_text, tuple(victory.progress(g))),
        focus=board_scene.focus(g),
        weather="Snow" if state.snow else "",
        areas=(*landmarks.areas(g), *shelled_areas(g)),
        support=tuple(support(g)),
    )


def side_view(g: SkPlay, side: Side) -> SideView:
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
        guns=sum(1 for gun in state.weapons.values() if gun.side == side and gun.facing >= 0 and gun.hex),
        vehicles=sum(
            1 for tank in state.vehicles.values() if tank.side == side and tank.hex and not tank.wreck
        ),
    )


def stack_views(g: SkPlay, carried: dict[str, tuple[Weapon, ...]]) -> tuple[StackView, ...]:
    loose: dict[str, list[CounterView]] = {}
    for weapon in g.state.weapons.values():
        if not weapon.owner and weapon.hex and not weapon.placed_at:
            loose.setdefault(weapon.hex, []).append(weapon_view(g, weapon))
    for vehicle in g.state.vehicles.values():
        if vehicle.hex:
            loose.setdefault(vehicle.hex, []).append(vehicle_view(g, vehicle))
    secret: dict[str, list[CounterView]] = {}
    for one in hidden_guns(g):
        secret.setdefault(one.hex, []).append(hidden_view(g, one))
    for lurker in lurkers(g):
        view = unit_view(g, g.unit(lurker.unit), carried.get(lurker.unit, ()), hidden="DAE:DaE1-e")
        secret.setdefault(lurker.hex, []).append(view)
    views = []
    for hex in dict.fromkeys(g.map.ground_hex(place) for place in (*g.state.stacks, *loose, *secret)):
        there = g.units_in(hex) + g.units_in(g.map.above.get(hex, ""))
        units = [unit_view(g, unit, carried.get(unit.id, ())) for unit in there] + secret.get(hex, [])
        others = loose.get(hex, [])
        wrecks = [view for view in others if view.broken]
        # Wrecks lie below, vehicles that fight on top of everybody.
        tanks = [view for view in others if view.kind == "vehicle" and not view.broken]
        rest = [view for view in others if view.kind != "vehicle"]
        marks = [view.states for view in (*units, *tanks)]
        if not tanks and units and any(weapon.above for weapon in units[-1].weapons):
            marks.append(())  # the Gun covers its crew
        views.append(
            StackView(hex, (*wrecks, *rest, *units, *tanks), board_scene.worst_of(marks, landmarks.WORST))
        )
    return tuple(views)


def hidden_guns(g: SkPlay) -> list[HiddenGun]:
    """Guns set up in secret, as far as the side that looks knows them."""
    return [one for guns in g.state.hidden.values() for one in guns if one.hex in g.map.index]


def lurkers(g: SkPlay) -> list[HiddenUnit]:
    """Units in ambush, as far as the side that looks knows where they are."""
    return [one for units in g.state.lurking.values() for one in units if one.hex in g.map.index]


def hidden_view(g: SkPlay, one: HiddenGun) -> CounterView:
    """A Gun with its crew where only its owner sees them."""
    gun = msgspec.structs.replace(g.state.weapons[one.weapon], facing=one.facing)
    return unit_view(g, g.unit(one.unit), (gun,), hidden="SKF:6.4-a")


def offmap_views(g: SkPlay, carried: dict[str, tuple[Weapon, ...]]) -> tuple[OffMapView, ...]:
    """Forces off the map, those together that come together. SW still to be handed out are among them."""
    groups: dict[tuple[str, int, tuple[str, ...]], list[CounterView]] = {}
    secret = {one.unit for one in hidden_guns(g)} | {one.unit for one in lurkers(g)}
    for unit in g.state.units.values():
        if unit.hex == OFF_MAP and unit.id not in secret:
            view = unit_view(g, unit, carried.get(unit.id, ()))
            groups.setdefault((unit.side, unit.due, unit.edges), []).append(view)
    for tank in g.state.vehicles.values():
        if tank.hex == OFF_MAP:
            groups.setdefault((tank.side, tank.due, tank.edges), []).append(vehicle_view(g, tank))
    for weapon in g.state.weapons.values():
        if (
            weapon.hex == OFF_MAP
            and not weapon.owner
            and weapon.id not in {one.weapon for one in hidden_guns(g)}
        ):
            enters = g.scenario.groups[weapon.group].enters if g.scenario.groups else None
            key = (weapon.side, enters.turn if enters else 0, enters.edges if enters else ())
            groups.setdefault(key, []).append(weapon_view(g, weapon))
    return tuple(
        OffMapView(side, due, edges, tuple(counters), why_off_map(g, side, due))
        for (side, due, edges), counters in groups.items()
    )


def why_off_map(g: SkPlay, side: Side, due: int) -> str:
    """In words, where it is not that they are still to come: in ambush, or gone for this scenario."""
    if due or not g.state.turn:
        return ""
    return "Hidden" if any(rule.side == side for rule in g.scenario.rules_of(HiddenForce)) else "Off the map"


def marker_views(g: SkPlay) -> list[MarkerView]:
    state = g.state
    found = [MarkerView(hex, "smoke", f"+{drm}", rule="SK1:3.3-v") for hex, drm in state.smoke.items()]
    found += [
        MarkerView(hex, "residual", f"{fp}", rule="SK1:3.3.1-y") for hex, fp in state.residual.items() if fp
    ]
    found += board_scene.melee_markers(g, "SK1:2.0-h")
    found += control_markers(g)
    found += acquired_markers(g)
    found += shell_markers(g)
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


def acquired_markers(g: SkPlay) -> list[MarkerView]:
    """What guns have acquired lies where their targets are, the best of a side only."""
    best: dict[tuple[str, str], int] = {}
    for weapon in g.state.weapons.values():
        if weapon.acquired:
            for hex in acquired_hexes(g, weapon):
                best[hex, weapon.side] = min(best.get((hex, weapon.side), 0), weapon.acquired_drm)
    return [
        MarkerView(hex, "aim", f"{drm}".replace("-", "−"), side, "SKF:6.10-a")
        for (hex, side), drm in best.items()
    ]


def control_markers(g: SkPlay) -> list[MarkerView]:
    """Who controls the buildings, where that matters for victory."""
    named: tuple[str, ...] = getattr(g.scenario.victory, "buildings", ())
    buildings = victory.building_ids(g.map, named) if named else tuple(g.map.buildings)
    return board_scene.control_markers(g, buildings, "SK1:2.0-d")


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
        CountedCounter(count, printed_weapon(table.library.weapons[weapon], group.side))
        for weapon, count in group.weapons.items()
    ]
    counters += [
        CountedCounter(count, printed_vehicle(table.library.vehicles[vehicle], group.side))
        for vehicle, count in group.vehicles.items()
    ]
    return ForceView(group.side, group.name, group.elr, how_it_comes(group), tuple(counters))


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


# -- the map -------------------------------------------------------------------------------------------------


def map_info(table: Table, url: str) -> MapInfo:
    card = table.scenario
    g = SkPlay(State(scenario=card.id, options={}, sides=card.sides), table)
    edges = [(edge, card.map_side(edge)) for edge in COMPASS]
    return board_scene.map_info(card.id, table.map, edges, partial(hex_view, g), url)


def hex_view(g: SkPlay, hex: Hex) -> HexView:
    kind = terrain.kind_of(g, hex)
    return board_scene.hex_view(g.map, hex, g.place_name(hex), kind.name, kind.tem)
