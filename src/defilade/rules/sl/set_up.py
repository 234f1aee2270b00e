"""Forces onto the map, as the scenario card says."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from defilade.kernel import Action, Frame, Refusal
from defilade.kernel.composition import Part, all_of, bar, first_of, told
from defilade.rules.sl import stacking
from defilade.rules.sl.state import SlPlay
from defilade.tactics import set_up
from defilade.tactics.names import Hex
from defilade.tactics.sequence import Sequence
from defilade.tactics.set_up import PlaceGroup, free_letter, place_bar, set_up_hexes, set_up_rule
from defilade.tactics.units import LEADER, Unit

PART = Part(set_up.PART)


@first_of
def set_up_frame(g: SlPlay, number: int) -> Frame | None:
    """How does a group set up, if not in the open?"""


@all_of
def forces_besides(g: SlPlay, group: int) -> Iterable[Frame]:
    """What does a group set up besides its infantry? Asked when the counters are made."""
    return ()


@bar
def setting_up_bar(g: SlPlay, unit: Unit, hex: Hex) -> Refusal | None:
    """Why may a unit not set up in a place where there is room for it?"""


@all_of
def before_first_turn(g: SlPlay) -> Iterable[Frame]:
    """What comes between set-up and the first turn?"""
    return ()


@told
def stands_ready(g: SlPlay, group: int) -> None:
    """A group that comes on later has been made."""


def begin(g: SlPlay) -> None:
    """Make every counter of the scenario, and line up what is asked before the first turn."""
    card = g.scenario
    for number, group in enumerate(card.groups):
        for counter_id, count in group.units.items():
            for _ in range(count):
                make_unit(g, number, counter_id)
    frames: list[Frame] = []
    for number in card.groups_in_order():
        frames += [set_up_frame(g, number) or PlaceGroup(number), *forces_besides(g, number)]
    for number, group in enumerate(card.groups):
        if group.enters is not None:
            stands_ready(g, number)
            frames += forces_besides(g, number)
    g.push_in_order(*frames, *before_first_turn(g), Sequence())


def make_unit(g: SlPlay, number: int, counter_id: str) -> Unit:
    group, kind = g.scenario.groups[number], g.counters[counter_id].kind
    used = [unit.letter for unit in g.state.units.values() if unit.type == counter_id]
    letter = "" if kind == LEADER else free_letter(used)
    unit = Unit(g.new_id(group.side[0]), group.side, counter_id, kind, group=number, letter=letter)
    if group.enters is not None:
        unit = msgspec.structs.replace(unit, due=group.enters.turn, edges=group.enters.edges)
    return g.add_unit(unit)


@PART.answers(set_up_rule)
def rule_of_set_up(g: SlPlay) -> str:
    return "SL:1.1.1"


@PART.answers(set_up_hexes)
def hexes_for(g: SlPlay, group: int, unit: Unit) -> list[str]:
    enemy = g.enemy_of(unit.side)
    return [
        hex
        for ground in g.scenario.set_up_area(group, g.map)
        for hex in g.map.places_in(ground)
        if not g.has_side(hex, enemy) and stacking.refusal(g, unit.side, hex, (unit,)) is None
        if setting_up_bar(g, unit, hex) is None
    ]


@PART.answers(place_bar)
def place_refusal(g: SlPlay, frame: PlaceGroup, action: Action) -> Refusal | None:
    unit = g.state.units.get(action.who[0]) if action.verb == "place" and action.who else None
    if unit is None or action.at not in g.map.index:
        return None
    if g.map.ground_hex(action.at) not in g.scenario.set_up_area(frame.group, g.map):
        return Refusal(f"{g.place_name(action.at)} is outside the group's set-up area", "SL:1.1.1")
    return stacking.refusal(g, unit.side, action.at, (unit,)) or setting_up_bar(g, unit, action.at)
