"""How a Squad Leader game is shown: counters, stacks, markers, phases, victory, map, card.

Everything here is read off a state that has been redacted for the side that looks; numbers and verdicts come from the
rules themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, cast

import msgspec

from defilade.drawing.boards import THUMBNAIL, draw_map
from defilade.hexgrid import UnknownHex
from defilade.kernel import Action, Choice, Refusal, System
from defilade.rules import board_scene, option_looks
from defilade.rules.compass import COMPASS
from defilade.rules.courses import Course, Opening
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
    only_option,
)
from defilade.rules.reference_card import Chart, Inspection
from defilade.rules.signs import Sign
from defilade.rules.sl import charts, courses, firers, lessons, victory, wording
from defilade.rules.sl.card import Group
from defilade.rules.sl.counter_views import (
    WORST,
    mount_view,
    printed_unit,
    printed_weapon,
    unit_view,
    weapon_view,
)
from defilade.rules.sl.options import OPTIONS, Option
from defilade.rules.sl.shown import EVENT_SIGNS, areas, markers
from defilade.rules.sl.state import PHASES, SlPlay, State, Table
from defilade.rules.sl.strengths import EQUIVALENTS, squad_equivalents, squads_lost
from defilade.rules.sl.system import SlSystem
from defilade.rules.sl.vehicle_views import printed_vehicle, vehicle_view
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import OFF_MAP, Unit, Weapon


class SlPresenter:
    """The presentation of Squad Leader games."""

    def __init__(self, system: System[Any]) -> None:
        self._system = cast(SlSystem, system)

    def scene(self, state: State, side: Side) -> Scene:
        return present(self._system.play(state))

    def groundwork(self, state: State) -> Groundwork:
        table = self._system.table_of(state.scenario)
        return Groundwork(table, table.map.trace_ahead())

    def in_set_up(self, state: State) -> bool:
        return state.turn == 0

    def headline(self, state: State) -> str:
        return board_scene.headline(self._system.rules, state)

    def labels(self, state: State, options: Sequence[Action]) -> list[str]:
        g = self._system.play(state)
        return [wording.words(g, option) for option in options]

    def looks(self) -> Mapping[str, OptionLook]:
        return option_looks.looks(self._system.rules)

    def places(self, state: State) -> Mapping[str, str]:
        return self._system.play(state).map.below

    def asking(self, state: State, choice: Choice) -> Asking:
        return Asking(warnings=option_looks.warnings(choice))

    def likely(self, odds: Mapping[str, float]) -> tuple[Likely, ...]:
        return option_looks.likely(odds)

    def concerned(self, state: State, action: Action) -> tuple[str, ...]:
        return ()

    def signs(self) -> Mapping[str, Sign]:
        own = {kind: entry.sign for kind, entry in EVENT_SIGNS.of(self._system.rules).items()}
        return {**board_scene.BOARD_SIGNS, **own}

    def lucky(self) -> int:
        return -1

    def card(self, scenario: str) -> CardDetails:
        return card_details(self._system.table_of(scenario))

    def sides(self, scenario: str, options: Mapping[str, str]) -> tuple[str, ...]:
        return ()

    def lessons(self) -> tuple[LessonView, ...]:
        return tuple(lessons.view_of(lesson, self._system.id) for lesson in lessons.load_lessons().values())

    def agreement_refusal(self, state: State) -> Refusal | None:
        return None

    def map_id(self, scenario: str, options: Mapping[str, str]) -> str:
        return scenario

    def map_info(self, scenario: str, url: str) -> MapInfo | None:
        return map_info(self._system.table_of(scenario), url)

    def picture(self, scenario: str, small: bool = False) -> str | None:
        return draw_map(self._system.table_of(scenario).map, look=THUMBNAIL if small else None)

    def charts(self, scenario: str) -> tuple[Chart, ...]:
        return charts.charts(self._system.table_of(scenario))

    def inspect(self, state: State, piece: str) -> Inspection:
        g = self._system.play(state)
        if piece in state.units:
            unit = g.unit(piece)
            return charts.inspection(unit_view(g, unit, tuple(g.weapons_of(unit))))
        if piece in state.vehicles:
            return charts.inspection(vehicle_view(g, state.vehicles[piece]))
        if piece in state.weapons:
            return charts.inspection(weapon_view(g, state.weapons[piece]))
        raise NotShown("there is no such counter")

    def reach(self, state: State, side: Side, unit: str) -> Reach:
        if unit not in state.units:
            raise NotShown("there is no such unit")
        return courses.reach(self._system, state, unit)

    def los(self, state: State, from_hex: Hex, to_hex: Hex) -> LosView:
        g = self._system.play(state)
        if firers.is_strict(g):
            raise NotShown("at this table LOS is looked at when a shot has been declared")
        try:
            a, b = g.map.resolve(from_hex), g.map.resolve(to_hex)
        except UnknownHex as error:
            raise NotShown(str(error)) from error
        return board_scene.los_view(g, a, b, g.map.los(a, b), g.map.hindrance(a, b))

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
        return only_option(choice, orders)


# -- the scene ---------------------------------------------------------------------------------------------


def present(g: SlPlay) -> BoardScene:
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
        markers=tuple(markers(g)),
        victory=VictoryView(g.scenario.victory_text, tuple(victory.progress(g))),
        focus=board_scene.focus(g),
        weather=visibility_in_words(g),
        night=g.scenario.night,
        areas=tuple(areas(g)),
    )


def visibility_in_words(g: SlPlay) -> str:
    """SL:2.8.3"""
    if not g.scenario.night:
        return ""
    return f"Night: who moves is seen {g.state.nvr} hexes away" if g.state.nvr else "Night"


def side_view(g: SlPlay, side: Side) -> SideView:
    mine = [unit for unit in g.state.units.values() if unit.side == side]
    on_map = [unit for unit in mine if unit.hex]
    return SideView(
        id=side,
        name=g.nationalities[side].name if side in g.nationalities else side.capitalize(),
        nationality=side,
        squads=squad_equivalents(on_map),
        leaders=sum(1 for unit in on_map if unit.is_leader),
        broken=sum(1 for unit in on_map if unit.broken),
        lost=squads_lost(g, side),
        exited=0,
        waiting=sum(1 for unit in mine if not unit.hex and not known_place(g, unit)),
        vehicles=sum(
            1 for one in g.state.vehicles.values() if one.side == side and one.hex and not one.wreck
        ),
    )


def stack_views(g: SlPlay, carried: dict[str, tuple[Weapon, ...]]) -> tuple[StackView, ...]:
    """Everything by hexes; what stands in the storeys of a building is shown in its hex."""
    lying: dict[str, list[CounterView]] = {}
    for weapon in g.state.weapons.values():
        if not weapon.owner and weapon.hex and not weapon.placed_at:
            lying.setdefault(g.map.ground_hex(weapon.hex), []).append(weapon_view(g, weapon))
    for mount in g.state.mounts.values():
        if mount.hex and not any(uid in g.state.units for uid in mount.riders):
            lying.setdefault(g.map.ground_hex(mount.hex), []).append(mount_view(g, mount))
    for vehicle in g.state.vehicles.values():
        if vehicle.hex:
            lying.setdefault(vehicle.hex, []).append(vehicle_view(g, vehicle))
    for uid, hex in g.state.hidden.items():
        if hex in g.map.index:
            view = unit_view(g, g.unit(uid), carried.get(uid, ()))
            lying.setdefault(g.map.ground_hex(hex), []).append(msgspec.structs.replace(view, hidden=True))
    standing: dict[str, list[Unit]] = {}
    for hex in g.state.stacks:
        standing.setdefault(g.map.ground_hex(hex), []).extend(g.units_in(hex))
    views = []
    for hex in dict.fromkeys((*standing, *lying)):
        units = [unit_view(g, unit, carried.get(unit.id, ())) for unit in standing.get(hex, ())]
        marks = [view.states for view in units]
        counters = (*lying.get(hex, ()), *units)
        views.append(StackView(hex, counters, board_scene.worst_of(marks, WORST)))
    return tuple(views)


def known_place(g: SlPlay, unit: Unit) -> bool:
    """Whether it is shown elsewhere: under its "?", where it is hidden, or in a vehicle."""
    state = g.state
    under = any(unit.id in covered.units for covered in state.covered.values())
    aboard = any(unit.id in vehicle.passengers for vehicle in state.vehicles.values())
    return under or aboard or state.hidden.get(unit.id, "") in g.map.index


def offmap_views(g: SlPlay, carried: dict[str, tuple[Weapon, ...]]) -> tuple[OffMapView, ...]:
    """Forces off the map, those together that come together."""
    groups: dict[tuple[str, int, tuple[str, ...]], list[CounterView]] = {}
    for vehicle in g.state.vehicles.values():
        if vehicle.hex == OFF_MAP and not vehicle.wreck:
            groups.setdefault((vehicle.side, 0, ()), []).append(vehicle_view(g, vehicle))
    for unit in g.state.units.values():
        if unit.hex == OFF_MAP and not known_place(g, unit):
            view = unit_view(g, unit, carried.get(unit.id, ()))
            groups.setdefault((unit.side, unit.due, unit.edges), []).append(view)
    for weapon in g.state.weapons.values():
        if weapon.hex == OFF_MAP and not weapon.owner:
            groups.setdefault((weapon.side, 0, ()), []).append(weapon_view(g, weapon))
    return tuple(
        OffMapView(side, due, edges, tuple(counters)) for (side, due, edges), counters in groups.items()
    )


# -- the card ------------------------------------------------------------------------------------------------


def card_details(table: Table) -> CardDetails:
    card = table.scenario
    squads = dict.fromkeys(card.sides, 0.0)
    for group in card.groups:
        for counter, count in group.units.items():
            squads[group.side] += count * EQUIVALENTS.get(table.library.counters[counter].kind, 0.0)
    return CardDetails(
        situation=" ".join(card.situation.split()),
        sets_up_first=card.sets_up_first,
        moves_first=card.moves_first,
        squads=squads,
        forces=tuple(force_view(table, group) for group in card.groups),
        special_rules=card.rules,
        options=tuple(
            option_info(option, card.options)
            for option in OPTIONS.of(table.rules).values()
            if not option.by_card or option.id in card.offers
        ),
    )


def option_info(option: Option, given: Mapping[str, str]) -> OptionInfo:
    """An option as players choose it: what the card calls for comes first."""
    first = given.get(option.id, option.values[0].id)
    values = sorted(option.values, key=lambda one: one.id != first)
    return OptionInfo(
        option.id,
        option.name,
        tuple(OptionValue(one.id, one.name) for one in values),
        about=option.about,
        excludes=option.excludes,
    )


def force_view(table: Table, group: Group) -> ForceView:
    kit = table.library
    counters = [
        CountedCounter(count, printed_unit(kit.counters[counter], group.side))
        for counter, count in group.units.items()
    ]
    counters += [
        CountedCounter(count, printed_weapon(kit.weapons[weapon], group.side))
        for weapon, count in group.weapons.items()
    ]
    counters += [
        CountedCounter(count, printed_vehicle(kit.garage.types[vehicle], group.side))
        for vehicle, count in group.vehicles.items()
    ]
    return ForceView(group.side, group.name, 0, how_it_comes(group), tuple(counters))


def how_it_comes(group: Group) -> str:
    words = [f"Sets up {board_scene.area_words(group.setup)}"] if group.setup is not None else []
    if group.enters is not None:
        where = f", {board_scene.area_words(group.enters.within)}" if group.enters.within is not None else ""
        words.append(
            f"Enters on turn {group.enters.turn} over the {' or '.join(group.enters.edges)} edge{where}"
        )
    if group.concealment:
        words.append(f'with {group.concealment} "?"')
    if group.hidden:
        words.append(f"up to {group.hidden} units hidden")
    if group.skis:
        words.append("with skis")
    return ", ".join(words)


# -- the map -------------------------------------------------------------------------------------------------


def map_info(table: Table, url: str) -> MapInfo:
    card = table.scenario
    g = SlPlay(State(scenario=card.id, options={}, sides=card.sides), table)
    edges = [(edge, card.map_side(edge)) for edge in COMPASS]
    return board_scene.map_info(card.id, table.map, edges, partial(hex_view, g), url)


def hex_view(g: SlPlay, hex: Hex) -> HexView:
    kind = g.terrain_of(hex)
    return board_scene.hex_view(g.map, hex, g.place_name(hex), kind.name, kind.tem)
