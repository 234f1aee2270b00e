"""Shots at what lies under a "?" where that may be a vehicle (SL:2.3.5): harder to hit, and no less deadly.

Where the enemy has concealed vehicles any of his "?" may be fired at so. Who fires does not learn what he has missed; a
hit takes the "?" off, whatever else it does (SL:2.3.9-q1).
"""

from __future__ import annotations

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl.eyes.concealment import is_concealed, uncover
from defilade.rules.sl.eyes.vehicles_concealed import stir
from defilade.rules.sl.fire_phases import acted_otherwise, other_acts
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.vehicles.yard import change, vehicles_in
from defilade.rules.sl.weapons.anti_tank_fire import (
    AntiTankShot,
    after_shot,
    connects,
    finish,
    hit_number,
    shot_thrown,
    spend,
    taken_aim,
    to_hit_lines,
)
from defilade.rules.sl.weapons.launchers import bearers, gunners, launch_refusal, note_shot, stands
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import OFF_MAP, Unit

PART = Part()

BLIND = "shoot-unseen"
CONCEALED = 2
"""SL:2.3.5: To Hit a vehicle under a "?"."""


class BlindShot(Frame):
    """A shot at whatever lies under a "?"."""

    unit: str
    weapon: str
    counter: str
    second: str = ""


@PART.answers(other_acts)
def shots_at_counters(g: SlPlay, side: Side) -> list[Action]:
    enemy = g.enemy_of(side)
    if not any(g.state.vehicles[vid].side == enemy for vid in g.state.unseen_vehicles):
        return []
    counters = [unit for unit in g.on_map(enemy) if is_concealed(unit)]
    return [
        Action(BLIND, (*crew, counter.id), counter.hex)
        for unit, weapon in bearers(g, side)
        for counter in counters
        if launch_refusal(g, unit, weapon, counter.hex) is None
        for crew in gunners(g, unit, weapon)
    ]


@PART.answers(acted_otherwise)
def take_up(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb != BLIND:
        return
    unit, weapon, *second, counter = action.who
    taken_aim(g, g.unit(unit), g.state.weapons[weapon], (), action.at)
    note_shot(g, g.unit(unit), g.state.weapons[weapon], second[0] if second else "")
    g.push(BlindShot(unit, weapon, counter, second[0] if second else ""))


@PART.decisions(BlindShot)
def ask_blind(g: SlPlay, frame: BlindShot) -> Chance | None:
    unit, counter = g.state.units.get(frame.unit), g.state.units.get(frame.counter)
    if unit is None or counter is None or frame.weapon not in g.state.weapons:
        return None
    asks = f"{g.name(unit)} fires the {g.weapon_name(frame.weapon)} at {g.name(counter)}."
    return Chance(asks, dice=2, side=unit.side, rules=("SL:2.3.5",), about=(unit.id, counter.id))


@ask_blind
def take_blind(g: SlPlay, frame: BlindShot, answer: Action | Outcome | None) -> None:
    g.pop()
    if not isinstance(answer, Outcome):
        return
    unit, counter = g.unit(frame.unit), g.unit(frame.counter)
    g.say(
        "blind_shot",
        f"{g.name(unit)} fires the {g.weapon_name(frame.weapon)} at {g.name(counter)} in "
        f"{g.place_name(counter.hex)}: roll {sum(answer.dice)}.",
        "SL:2.3.5",
        side=unit.side,
        who=(unit.id, counter.id),
        at=counter.hex,
        dice=answer.dice,
    )
    covered = g.state.covered.get(counter.id)
    shot_thrown(g, unit, counter.hex, answer.dice)
    if covered is None or not covered.vehicles or not hits(g, frame, unit, counter, answer.dice):
        miss(g, frame, unit, counter.hex, answer.dice)
        return
    vehicle = covered.vehicles[0]
    uncover(g, counter, "a hit", "SL:2.3.9-q1")
    shot = AntiTankShot(unit.id, frame.weapon, vehicle, frame.second, led=True)
    g.push(shot)
    finish(g, shot, answer.dice, hit=True, critical=False)


def hits(g: SlPlay, frame: BlindShot, unit: Unit, counter: Unit, dice: tuple[int, ...]) -> bool:
    """As at a vehicle that stands there for all to see, but for the "?"."""
    vehicle = g.state.vehicles[g.state.covered[counter.id].vehicles[0]]
    shot = AntiTankShot(unit.id, frame.weapon, vehicle.id, frame.second, led=True)
    there = change(g, vehicle, hex=counter.hex)
    number = hit_number(g, unit, g.state.weapons[frame.weapon], there)
    lines = [*to_hit_lines(g, shot), Line("concealed", CONCEALED, "SL:2.3.5")]
    final = sum(dice) + int(sum(line.value for line in lines if line.sign == "+"))
    found = final <= number and connects(g, shot, dice, critical=False)
    change(g, there, hex=OFF_MAP)
    if found:
        g.say(
            "to_hit",
            f"{number} or less, final {final}: a hit.",
            "SL:2.3.5",
            side=unit.side,
            who=(unit.id,),
            at=counter.hex,
            dice=dice,
            breakdown=Breakdown("To hit", tuple(lines), total=final, column=number, rules=("SL:13.3",)),
        )
    return found


def miss(g: SlPlay, frame: BlindShot, unit: Unit, hex: Hex, dice: tuple[int, ...]) -> None:
    weapon, here = g.state.weapons[frame.weapon], stands(g, unit)
    g.say("missed", "A miss.", "SL:13.5", side=unit.side, who=(unit.id,), at=hex)
    helping = (frame.second,) if frame.second else ()
    g.push_in_order(*after_shot(g, unit, weapon, helping, hex))
    spend(g, unit, weapon, frame.second, dice, here)


@PART.answers(shot_thrown)
def fired_upon(g: SlPlay, unit: Unit, target: str, dice: tuple[int, ...]) -> None:
    """SL:2.3.8.2-c: who has been fired on has not kept still."""
    for vehicle in vehicles_in(g, g.map.ground_hex(target)):
        if vehicle.side != unit.side:
            stir(g, vehicle)


PART.adds(
    SPOKEN,
    Spoken(
        BLIND,
        lambda g, action: (
            f"{g.name(action.who[0])} fires the {g.weapon_name(action.who[1])} at {g.name(action.who[-1])} in "
            f"{g.place_name(action.at)}"
        ),
    ),
)
PART.adds(OPTION_LOOKS, VerbLook(BLIND, OptionLook("At what lies there", hex="target")))
