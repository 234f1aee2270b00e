"""Weapons in strange hands: the enemy's, and special ones that their users are not trained for (SL:8.6)."""

from __future__ import annotations

from defilade.kernel import Line, Refusal
from defilade.kernel.composition import Part, first_of, handed_on
from defilade.rules.sl.firers import weapon_bar
from defilade.rules.sl.nations import nationality
from defilade.rules.sl.options import OPTIONS, Option
from defilade.rules.sl.state import SlPlay
from defilade.tactics.attack_plan import Firing, shot_factors
from defilade.tactics.units import Unit, Weapon

PART = Part()

TRAINED = Option(
    "trained-with-special-weapons",
    "Assault troops with special weapons",
    "German 8-3-8, Russian 6-2-8 and American 8-4-7 squads use flamethrowers and demolition charges of their own "
    "nation without penalty.",
    ("SL:8.6.6-22A",),
    "convention",
)
PART.adds(OPTIONS, TRAINED)

SPECIAL = ("FT", "DC")
ASSAULT_TROOPS = {"german": "8-3-8", "russian": "6-2-8", "american": "8-4-7"}
GREAT_LEADER = -2
RADIO = "Radio"
UNFAMILIAR = 2
"""SL:8.6.4-a"""
NO_RADIOS = Refusal("nobody has a use for radios of the enemy", "SL:8.6.2-b")
BARRED = Refusal("the scenario bars its side from such captured weapons", "SL:8.6.6")


@first_of
def trained(g: SlPlay, unit: Unit, weapon: Weapon) -> bool | None:
    """Does a unit know a special weapon, or not? None where it is as with all nations."""


@handed_on
def strangeness(g: SlPlay, times: int, unit: Unit, weapon: Weapon) -> int:
    """How many times does a unit pay for using a weapon that is not its own?"""
    return times


@handed_on
def breakdown_changed(g: SlPlay, number: int, unit: Unit, weapon: Weapon) -> int:
    """What changes the roll from which a weapon breaks down in these hands?"""
    return number


def is_captured(unit: Unit, weapon: Weapon) -> bool:
    return weapon.side != unit.side


def is_qualified(g: SlPlay, unit: Unit, weapon: Weapon) -> bool:
    """SL:8.3-d, SL:8.11.2: flamethrowers and demolition charges are for the scenario's combat engineers, and for
    leaders and heroes of -2 or better."""
    if g.weapon_type(weapon).kind not in SPECIAL:
        return True
    known = trained(g, unit, weapon)
    if known is not None:
        return known
    if not unit.is_mmc:
        return g.counter(unit).leadership <= GREAT_LEADER
    if unit.group < len(g.scenario.groups) and g.scenario.groups[unit.group].engineers:
        return True
    nation = nationality(g, unit)
    own = g.weapon_type(weapon).nationality == nation
    return TRAINED.on(g) and own and g.counter(unit).name == ASSAULT_TROOPS.get(nation)


def as_captured(g: SlPlay, unit: Unit, weapon: Weapon) -> bool:
    """SL:8.6.3: who is not trained for a special weapon uses it like a captured one. SL:8.6.2: of captured ones nobody
    asks that."""
    return times_strange(g, unit, weapon) > 0


def times_strange(g: SlPlay, unit: Unit, weapon: Weapon) -> int:
    return strangeness(g, int(is_captured(unit, weapon) or not is_qualified(g, unit, weapon)), unit, weapon)


def lowered_by(g: SlPlay, unit: Unit, weapon: Weapon) -> int:
    """SL:8.6.4-a: by how much a weapon breaks down more easily; SL:8.6-q5: once, for whatever reason. SL:8.6-q3: also
    what is used up by its effect, as demolition charges."""
    return UNFAMILIAR * times_strange(g, unit, weapon)


def captured_refusal(g: SlPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    """Why a unit may not use a weapon, above all one of the enemy."""
    kind = g.weapon_type(weapon).kind
    if kind == RADIO and is_captured(unit, weapon):
        return NO_RADIOS
    barred = weapon_bar(g, unit, weapon)
    if barred is not None or not is_captured(unit, weapon):
        return barred
    return BARRED if kind in g.scenario.captured_barred.get(unit.side, ()) else None


@PART.modifies(shot_factors, "SL:8.6.5-b", step=5)
def half_firepower(g: SlPlay, firing: Firing) -> list[Line]:
    """SL:8.6.2, SL:8.6.5-b: what rolls on the fire table without having to hit first fires at half."""
    times = times_strange(g, firing.unit, firing.weapon) if firing.weapon is not None else 0
    return [Line("captured", 0.5**times, "SL:8.6.5-b", "x")] if times else []
