"""Molotov cocktails at buildings, to set them on fire and for nothing else (SL:8.14.15)."""

from __future__ import annotations

from defilade.kernel import Action, Breakdown, Chance, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl.fire import MARKS
from defilade.rules.sl.fire_phases import acted_otherwise, other_acts
from defilade.rules.sl.firers import HAS_FIRED, IN_MELEE
from defilade.rules.sl.ground.fires import IN_FLAMES, burns, set_on_fire
from defilade.rules.sl.marches.portage import is_slowed
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.weapons.close_quarters import (
    ask_leader_for,
    leader_lines,
    note_leader,
    of_kind,
    refusal,
    use_up,
)
from defilade.rules.sl.weapons.machine_guns import SLOWED, has_acted
from defilade.rules.sl.weapons.molotovs import MOLOTOV
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import PREP, Unit, Weapon

PART = Part()

BURN_DOWN = "burn-building"

NO_BUILDING = Refusal("Molotov cocktails are for vehicles and buildings", "SL:8.14.3")
TOO_FAR = Refusal("a building is set on fire from inside or from beside it", "SL:8.14.16")


def arson_refusal(g: SlPlay, unit: Unit, weapon: Weapon, hex: Hex) -> Refusal | None:
    """SL:8.14.16: in any fire phase of one's own."""
    found = refusal(g, unit, weapon)
    if found is not None:
        return found
    if unit.melee:
        return IN_MELEE
    if has_acted(g, unit):
        return HAS_FIRED
    if is_slowed(g, unit):
        return SLOWED
    if g.ground_in(hex) not in g.anti_tank.molotovs.fire:
        return NO_BUILDING
    if burns(g, hex):
        return IN_FLAMES
    return None if hex in (unit.hex, *g.map.adjacent.get(unit.hex, ())) else TOO_FAR


@PART.answers(other_acts)
def what_can_be_burnt(g: SlPlay, side: Side) -> list[Action]:
    found = []
    for weapon in g.state.weapons.values():
        if not weapon.owner or g.weapon_type(weapon).kind != MOLOTOV:
            continue
        unit = g.unit(weapon.owner)
        if unit.side != side or not unit.hex or weapon not in of_kind(g, unit, MOLOTOV):
            continue
        found += [
            Action(BURN_DOWN, (unit.id, weapon.id), hex)
            for hex in (unit.hex, *g.map.adjacent[unit.hex])
            if arson_refusal(g, unit, weapon, hex) is None
        ]
    return found


@PART.answers(acted_otherwise)
def begin(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb == BURN_DOWN:
        unit, weapon = action.who
        g.push(Arson(unit, weapon, action.at))


class Arson(Frame):
    """A Molotov cocktail is thrown at a building."""

    unit: str
    weapon: str
    hex: Hex
    leader: str = ""
    led: bool = False
    """Whether he is led has been settled."""


def fire_number(g: SlPlay, unit: Unit, hex: Hex) -> int:
    """SL:8.14.17-t; SL:8.14.18: inside is who is in a hex of the same building."""
    row = g.anti_tank.molotovs.fire[g.ground_in(hex)]
    building = g.map.building_of.get(hex)
    inside = building is not None and g.map.building_of.get(unit.hex) == building
    return row.inside if inside else row.outside


@PART.decisions(Arson)
def ask_arson(g: SlPlay, frame: Arson) -> Choice | Chance:
    unit, place = g.unit(frame.unit), g.place_name(frame.hex)
    if not frame.led:
        choice = ask_leader_for(g, unit, place, frame.hex, "SL:8.14.13")
        if choice is not None:
            return choice
    asks = f"{g.name(unit)} sets {place} on fire: {fire_number(g, unit, frame.hex)} or less."
    return Chance(asks, dice=2, side=unit.side, rules=("SL:8.14.17",), about=(unit.id,))


@ask_arson
def take_arson(g: SlPlay, frame: Arson, answer: Action | Outcome | None) -> None:
    if isinstance(answer, Action):
        frame.led, frame.leader = True, answer.who[0] if answer.who else ""
        return
    assert isinstance(answer, Outcome)
    g.pop()
    unit = g.unit(frame.unit)
    number = fire_number(g, unit, frame.hex)
    lines = leader_lines(g, unit, frame.leader, "SL:8.14.13")
    final = sum(answer.dice) + int(sum(line.value for line in lines))
    g.say(
        "arson",
        f"{g.name(unit)} throws a Molotov cocktail into {g.place_name(frame.hex)}: {number} or less, roll "
        f"{sum(answer.dice)}, final {final}.",
        "SL:8.14.17",
        side=unit.side,
        who=(unit.id,),
        at=frame.hex,
        dice=answer.dice,
        breakdown=Breakdown("Fire", tuple(lines), total=final, column=number, rules=("SL:8.14.17-t",)),
    )
    marker = MARKS.get(g.state.phase, PREP)
    note_leader(g, unit, frame.leader, marker)
    use_up(g, unit, g.state.weapons[frame.weapon])
    g.update(g.unit(unit.id), fire=marker)
    if final <= number:
        set_on_fire(g, frame.hex, unit.side, "SL:8.14.15", "SL:8.14.17")
