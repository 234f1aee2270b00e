"""Set-up and reinforcements: forces onto the map, or to its edge (SK1:1.3, SK1:3.1a).

The side that sets up first places all its groups, then the other.  Each SW begins in the hands of a unit of its own
group (SKF:4.0-n).
Forces that enter later wait off the map; in the Rally Phase of the turn in which they come their SW are
handed out, and in the Movement Phase they enter over their edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part, all_of, bar, told
from defilade.rules.sk import portage, stacking
from defilade.rules.sk.rally import rally_opens
from defilade.rules.sk.scenario import Group
from defilade.rules.sk.state import SkPlay
from defilade.tactics import set_up
from defilade.tactics.names import Hex, Side
from defilade.tactics.sequence import Sequence
from defilade.tactics.set_up import PlaceGroup, free_letter, place_bar, set_up_hexes, set_up_rule
from defilade.tactics.units import OFF_MAP, Unit, Weapon
from defilade.tactics.vehicles import Vehicle

PART = Part(set_up.PART)


class EquipGroup(Frame):
    """The SW of one group being handed to its units."""

    group: int


class OffboardSetUp(Frame):
    """SK1:3.1a: the forces of a side that enter in this player turn are set up off the map."""

    side: Side


@told
def group_made(g: SkPlay, number: int, group: Group) -> None:
    """The Infantry and SW of a group have been made: what else does it have?"""


@all_of
def before_placing(g: SkPlay, number: int) -> Iterable[Frame]:
    """What is asked of a side before it places the units of a group?"""
    return ()


@bar
def placing_bar(g: SkPlay, unit: Unit, hex: Hex) -> Refusal | None:
    """Why may a unit not set up in this hex of its area?"""


@bar
def equipping_bar(g: SkPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    """Why may a unit not begin with this weapon?"""


@all_of
def set_up_frames(g: SkPlay, side: Side) -> Iterable[Frame]:
    """What else is asked of a side when it has set up?"""
    return ()


def begin(g: SkPlay) -> None:
    """Make every counter of the scenario, and line up what is asked before the first turn."""
    scenario = g.scenario
    for number, group in enumerate(scenario.groups):
        make_group(g, number, group)
    frames: list[Frame] = []
    if scenario.set_up_sequence:
        for group_id in scenario.set_up_sequence:
            frames += _placing(g, scenario.group_number(group_id))
    for side in scenario.set_up_order:
        for number, group in enumerate(scenario.groups):
            if group.side == side and group.setup is not None and not scenario.set_up_sequence:
                frames += _placing(g, number)
        frames += set_up_frames(g, side)
    g.push_in_order(*frames, Sequence())


def _placing(g: SkPlay, number: int) -> list[Frame]:
    return [*before_placing(g, number), PlaceGroup(number), EquipGroup(number)]


def make_group(g: SkPlay, number: int, group: Group) -> None:
    enters = group.enters
    for counter_id, count in group.units.items():
        for _ in range(count):
            make_unit(g, number, counter_id, enters.turn if enters else 0, enters.edges if enters else ())
    for weapon_id, count in group.weapons.items():
        for _ in range(count):
            letter = next_letter(g, weapon_id)
            weapon = Weapon(g.new_id("w"), group.side, weapon_id, letter=letter, group=number)
            g.state.weapons[weapon.id] = weapon
    group_made(g, number, group)


def make_unit(g: SkPlay, number: int, counter_id: str, due: int, edges: tuple[str, ...]) -> Unit:
    """A new unit of a group, off the map."""
    group = g.scenario.groups[number]
    counter = g.counters[counter_id]
    return g.add_unit(
        Unit(
            id=g.new_id(group.side[0]),
            side=group.side,
            type=counter_id,
            kind=counter.kind,
            elr=group.elr,
            group=number,
            letter="" if counter.kind == "leader" else next_letter(g, counter_id),
            due=due,
            edges=edges,
        )
    )


def next_letter(g: SkPlay, counter_id: str) -> str:
    """Counters of one type are told apart by letters A, B, .. Z, AA, .."""
    state = g.state
    everything: Iterator[Unit | Weapon | Vehicle] = iter(
        (*state.units.values(), *state.weapons.values(), *state.vehicles.values())
    )
    return free_letter(counter.letter for counter in everything if counter.type == counter_id)


# -- units onto the map ------------------------------------------------------------------------------------


@PART.answers(set_up_rule)
def rule_of_set_up(g: SkPlay) -> str:
    return "SK1:1.3-a"


@PART.answers(place_bar)
def place_refusal(g: SkPlay, frame: PlaceGroup, action: Action) -> Refusal | None:
    if action.verb != "place" or len(action.who) != 1 or action.who[0] not in g.state.units:
        return None
    unit = g.unit(action.who[0])
    if unit.group != frame.group or unit.hex != OFF_MAP:
        return Refusal(f"{g.name(unit)} is not being set up now", "SK1:1.3-a")
    if action.at not in g.map.index:
        return Refusal(f"there is no hex {action.at} in play", "SK1:1.1-b")
    if action.at not in g.scenario.set_up_area(frame.group, g.map):
        return Refusal(f"{g.place_name(action.at)} is outside the group's set-up area", "SK1:1.3-a")
    return placing_bar(g, unit, action.at) or stacking.refusal(g, unit.side, action.at, (unit,))


@PART.answers(set_up_hexes)
def hexes_for(g: SkPlay, group: int, unit: Unit) -> list[str]:
    one_mmc = g.scenario.groups[group].one_mmc_per_hex and unit.is_mmc
    return [
        hex
        for hex in g.scenario.set_up_area(group, g.map)
        if not (one_mmc and any(other.is_mmc for other in g.side_in(hex, unit.side)))
        and not g.has_side(hex, g.enemy_of(unit.side))
        and stacking.refusal(g, unit.side, hex, (unit,)) is None
        and placing_bar(g, unit, hex) is None
    ]


# -- SW into hands -----------------------------------------------------------------------------------------


@PART.decisions(EquipGroup)
def ask_equip_group(g: SkPlay, frame: EquipGroup) -> Choice | None:
    unclaimed = _unclaimed(g, frame.group)
    if not unclaimed:
        return None  # situations that are set up by hand have no groups at all
    side = g.scenario.groups[frame.group].side  # a captured SW is of another
    units = [  # a reserve that is held back for a later turn takes no more SW (SK1:S6-ssr2)
        unit
        for unit in g.state.units.values()
        if unit.group == frame.group and unit.side == side and unit.due <= g.state.turn
    ]
    for weapon in unclaimed:
        options = tuple(
            Action("equip", (unit.id, weapon.id))
            for unit in units
            if portage.can_hold(g, unit, weapon) and equipping_bar(g, unit, weapon) is None
        )
        if options:  # what nobody can hold stays behind
            asks = f"Who has the {g.weapon_name(weapon)}?"
            return Choice(side, asks, options, ("SK1:1.2.4-a", "SK1:4.0-k"), (weapon.id,))
    return None


@ask_equip_group
def take_equip_group(g: SkPlay, frame: EquipGroup, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action):
        g.pop()
        return
    unit, weapon = g.unit(answer.who[0]), g.state.weapons[answer.who[1]]
    g.give(weapon, unit)
    g.say(
        "set_up",
        f"{g.name(unit)} has the {g.weapon_name(weapon)}.",
        "SK1:1.2.4-a",
        side=unit.side,
        who=(unit.id, weapon.id),
        at=unit.hex,
    )


def _unclaimed(g: SkPlay, group: int) -> list[Weapon]:
    """The SW of the group that nobody has been given yet: they have neither owner nor hex."""
    return [w for w in g.state.weapons.values() if w.group == group and not w.owner and w.hex == OFF_MAP]


# -- reinforcements ------------------------------------------------------------------------------------------


@PART.answers(rally_opens)
def stand_ready(g: SkPlay) -> list[Frame]:
    """SK1:3.1a: all that is due stands ready off the map."""
    return [OffboardSetUp(g.attacker)]


@PART.automatic(OffboardSetUp)
def run_offboard_set_up(g: SkPlay, frame: OffboardSetUp) -> None:
    """SK1:3.1a, SK1:3.9-d: the forces due now stand ready; their SW are handed out before they enter."""
    g.pop()
    due = [unit for unit in g.state.units.values() if unit.side == frame.side and is_due(g, unit)]
    new: list[Unit | Vehicle] = [unit for unit in due if unit.due == g.state.turn]
    for tank in g.state.vehicles.values():
        if tank.side == frame.side and tank.hex == OFF_MAP and tank.due == g.state.turn:
            new.append(tank)
    if new:
        edges = " or ".join(sorted({edge for unit in new for edge in unit.edges}))
        g.say(
            "reinforcements",
            f"{g.names(unit.id for unit in new)} may enter over the {edges} edge.",
            "SK1:3.1a",
            "SK1:3.9-d",
            side=frame.side,
            who=tuple(unit.id for unit in new),
        )
    g.push_in_order(*(EquipGroup(group) for group in sorted({unit.group for unit in due})))


def is_due(g: SkPlay, unit: Unit) -> bool:
    """Waits off the map and may enter in this turn (ruling: forces not brought on when due may enter later)."""
    return unit.is_due(g.state.turn)


def may_enter(g: SkPlay, unit: Unit) -> tuple[str, ...]:
    """The hexes over which a unit that is due may come on (SK1:3.1a)."""
    if unit.side != g.attacker or not is_due(g, unit):
        return ()
    return g.scenario.entry_hexes(unit.group, unit.edges, g.map)
