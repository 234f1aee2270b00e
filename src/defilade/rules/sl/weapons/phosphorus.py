"""White phosphorus of late bazookas (SL:8.18.4-b): smoke that stands at once, and that nobody likes to be in.

It is fired at the start of a fire phase, and lies until its side's next PFPh (SL:9.16.9.2). Whoever is in the hex
checks morale (SL:9.16.9.5-a); who comes in later does not (SL:9.16.9.5-d).
"""

from __future__ import annotations

from defilade.kernel import Action, Chance, Frame, Outcome
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl import terrain
from defilade.rules.sl.eyes.concealment import is_concealed
from defilade.rules.sl.fire_phases import acted_otherwise, other_acts
from defilade.rules.sl.morale import PHOSPHORUS, MoraleCheck
from defilade.rules.sl.shown import EVENT_SIGNS, EventSign
from defilade.rules.sl.smoke import BREEZE, lay
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.weapons.anti_tank_fire import after_shot, spend
from defilade.rules.sl.weapons.launchers import (
    bearers,
    gunners,
    launch_refusal,
    launcher,
    note_shot,
    stands,
)
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit, Weapon

PART = Part()

WP = "phosphorus"
CHECK = 1
"""SL:9.16.9.5-a"""


class Phosphorus(Frame):
    """A round of white phosphorus has been fired at a hex."""

    unit: str
    weapon: str
    hex: Hex
    second: str = ""


def number(g: SlPlay, weapon: Weapon) -> int:
    """The roll up to which it works, and from which it is the last (SL:8.18.4-b); 0 where it has none."""
    back = launcher(g, weapon)
    return back.wp if back is not None and weapon.id not in g.state.no_more_wp else 0


@PART.answers(other_acts)
def rounds(g: SlPlay, side: Side) -> list[Action]:
    """SL:9.15.3-c: in every phase in which a side fires; SL:9.16.9.1: before anybody has fired in it; SL:9.16.9.3: not
    in a breeze."""
    if BREEZE.on(g) or g.state.fired:
        return []
    enemy = g.enemy_of(side)
    return [
        Action(WP, crew, hex)
        for unit, weapon in bearers(g, side)
        if number(g, weapon)
        for hex in g.state.stacks
        if g.has_side(hex, enemy) and hex != unit.hex and launch_refusal(g, unit, weapon, hex) is None
        for crew in gunners(g, unit, weapon)
    ]


@PART.answers(acted_otherwise)
def take_up(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb != WP:
        return
    unit, weapon, *second = action.who
    note_shot(g, g.unit(unit), g.state.weapons[weapon], second[0] if second else "")
    g.push(Phosphorus(unit, weapon, action.at, second[0] if second else ""))


@PART.decisions(Phosphorus)
def ask_round(g: SlPlay, frame: Phosphorus) -> Chance | None:
    unit, weapon = g.state.units.get(frame.unit), g.state.weapons.get(frame.weapon)
    if unit is None or weapon is None:
        return None
    asks = (
        f"{g.name(unit)} fires white phosphorus with the {g.weapon_name(weapon)} at {g.place_name(frame.hex)}: "
        f"{number(g, weapon)} or less."
    )
    return Chance(asks, dice=2, side=unit.side, rules=("SL:8.18.4-b",), about=(unit.id,))


@ask_round
def take_round(g: SlPlay, frame: Phosphorus, answer: Action | Outcome | None) -> None:
    g.pop()
    if not isinstance(answer, Outcome):
        return
    unit, weapon = g.unit(frame.unit), g.state.weapons[frame.weapon]
    thrown, last = sum(answer.dice), number(g, weapon)
    works = thrown <= last
    g.say(
        "phosphorus",
        f"{g.name(unit)} fires white phosphorus at {g.place_name(frame.hex)}: roll {thrown}: "
        + ("it works." if works else "nothing comes of it."),
        "SL:8.18.4-b",
        side=unit.side,
        who=(unit.id,),
        at=frame.hex,
        dice=answer.dice,
    )
    if thrown >= last:
        g.state.no_more_wp = (*g.state.no_more_wp, weapon.id)
    checks: list[Frame] = []
    if works:
        lay(g, frame.hex, unit.side, wp=True)
        checks = [MoraleCheck(one.id, CHECK - cover(g, one), WP, PHOSPHORUS) for one in struck(g, frame.hex)]
    helping = (frame.second,) if frame.second else ()
    g.push_in_order(*checks, *after_shot(g, unit, weapon, helping, frame.hex))
    spend(g, unit, weapon, frame.second, answer.dice, stands(g, unit))


def struck(g: SlPlay, hex: Hex) -> list[Unit]:
    """SL:9.16.9.5-a: all who are there, leaders first. What lies under a "?" nobody tells."""
    there = [one for one in g.units_in(hex) if not is_concealed(one) and not one.captive]
    return sorted(there, key=lambda one: not one.is_leader)


def cover(g: SlPlay, unit: Unit) -> int:
    """SL:9.16.9.5-a: what protects from fire helps here as well."""
    return sum(int(kind.tem) for kind in terrain.kinds_in(g, unit.hex) if kind.tem > 0)


PART.adds(
    SPOKEN,
    Spoken(
        WP,
        lambda g, action: (
            f"{g.name(action.who[0])} fires white phosphorus with the {g.weapon_name(action.who[1])} at "
            f"{g.place_name(action.at)}"
        ),
    ),
)
PART.adds(OPTION_LOOKS, VerbLook(WP, OptionLook("White phosphorus", hex="target", rare=True)))
PART.adds(EVENT_SIGNS, EventSign("phosphorus", "passing"))
