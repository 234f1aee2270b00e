"""Who may use which support weapons, and how well (SL:3.4.4, SL:3.8.6, SL:3.9, SL:3.10.3, SL:3.12.5, SL:3.14.8)."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Line, Refusal
from defilade.kernel.composition import Part
from defilade.rules.option_looks import SPOKEN, Spoken
from defilade.rules.sl.fire import INSPIRES
from defilade.rules.sl.firers import weapon_bar
from defilade.rules.sl.marches.portage import carrying_bar, taking_bar
from defilade.rules.sl.nations import is_green, is_inexperienced, nationality
from defilade.rules.sl.state import SCOUT, SlPlay
from defilade.rules.sl.weapons.breakdown import ruined_from
from defilade.rules.sl.weapons.captured import breakdown_changed, strangeness, trained
from defilade.rules.sl.weapons.ways_of_fire import AT_FULL, SUSTAINED, fires
from defilade.tactics.attack_plan import LEADERSHIP, attack_lines
from defilade.tactics.fire_groups import Shot
from defilade.tactics.units import HERO, Unit, Weapon

PART = Part()

HOW: dict[str, str] = {
    INSPIRES: "leads them on",
    AT_FULL: "fires alone at full strength",
    SUSTAINED: "fires, and goes on firing",
}

PART.adds(
    SPOKEN,
    Spoken("add", lambda g, action: f"{g.names(action.who)} {HOW.get(action.how, 'fires')}"),
    Spoken("with", lambda g, action: f"{g.names(action.who)} {HOW.get(action.how, 'attacks')}"),
)

FT, DC = "FT", "DC"
ENGINEER_WEAPONS = frozenset({FT, DC})
SAME_STORES = {"ss": "german", "finnish": "german", "gurkha": "british"}
"""Whose weapons a nation has that has no counters of its own for them (SL:3.17.6)."""
RUINED_BY_STRANGERS = 5

WOUNDED = Refusal("a wounded leader fires no support weapon", "SL:3.4.4")
CARRIES_NOTHING = Refusal("a wounded leader carries nothing", "SL:3.4.3-a")
EMPTY_HANDED = Refusal("a scout carries no support weapon", "SL:3.7.9")
UNTRAINED = Refusal("inexperienced men use only what is theirs", "SL:3.9.6")
PINNED = Refusal("who is pinned fires nothing but machine guns and guns", "SL:3.24.2-c")
NO_FLAMES = Refusal("Finns have flamethrowers from 1941 on, where the scenario says so", "SL:3.17.8-b")


# -- what they may not use ---------------------------------------------------------------------------------


@PART.answers(weapon_bar)
def not_with_a_wound(g: SlPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    return WOUNDED if unit.is_leader and unit.wounded else None


@PART.answers(weapon_bar)
def not_without_training(g: SlPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    """SL:3.9.6: neither captured weapons nor those of engineers, whoever leads them; Americans may."""
    if nationality(g, unit) == "american" or not unit.is_mmc or not is_inexperienced(g, unit):
        return None
    theirs = weapon.side == unit.side and g.weapon_type(weapon).kind not in ENGINEER_WEAPONS
    return None if theirs else UNTRAINED


@PART.answers(weapon_bar)
def not_while_pinned(g: SlPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    """SL:3.24.2-c; a machine gun fires as Area Fire (SL:3.24.2-a), like all that a pinned unit has; guns fire less well
    (SL:3.24.2-d)."""
    kind = g.anti_tank.weapons.kinds.get(g.weapon_type(weapon).kind)
    gun = g.weapon_type(weapon).is_mg or (kind is not None and kind.gun)
    return PINNED if unit.pinned and not gun else None


@PART.answers(weapon_bar)
def no_finnish_flames(g: SlPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    """SL:3.17.8-b"""
    if nationality(g, unit) != "finnish" or g.weapon_type(weapon).kind != FT:
        return None
    return NO_FLAMES if g.scenario.date < "1941" or not designated(g, unit) else None


@PART.answers(taking_bar)
def scouts_take_nothing(g: SlPlay, unit: Unit) -> Refusal | None:
    """SL:3.7.9, SL:3.4.3-a"""
    if unit.kind == SCOUT:
        return EMPTY_HANDED
    return CARRIES_NOTHING if unit.is_leader and unit.wounded else None


@PART.answers(carrying_bar)
def nor_carry_it(g: SlPlay, unit: Unit) -> Refusal | None:
    return scouts_take_nothing(g, unit)


# -- what they use as if it were captured ------------------------------------------------------------------


def designated(g: SlPlay, unit: Unit) -> bool:
    """Whether the scenario calls its group engineers."""
    groups = g.scenario.groups
    return unit.group < len(groups) and groups[unit.group].engineers


@PART.answers(trained)
def by_nation(g: SlPlay, unit: Unit, weapon: Weapon) -> bool | None:
    """SL:8.6.3: SL:3.10.3-a: American heroes know engineers' weapons; SL:3.13.4: all of the SS but leaders of less than
    -2; SL:3.17.8: Finns know charges; SL:3.26.1-b: Green men forget them. Elsewhere whom the scenario names, and the
    best leaders (SL:3.15.3-b)."""
    mine = nationality(g, unit)
    if is_green(g, unit):
        return False
    if mine == "american" and unit.kind == HERO:
        return True
    if mine == "ss" and unit.is_mmc:
        return True
    return True if mine == "finnish" and g.weapon_type(weapon).kind == DC else None


def of_their_stores(g: SlPlay, unit: Unit, weapon: Weapon) -> bool:
    mine = nationality(g, unit)
    return g.weapon_type(weapon).nationality in (mine, SAME_STORES.get(mine, mine))


@PART.answers(strangeness)
def not_theirs_from_the_start(g: SlPlay, times: int, unit: Unit, weapon: Weapon) -> int:
    """SL:3.12.5: allied weapons are like one's own to those who come with them into the scenario."""
    if times or weapon.group == unit.group or of_their_stores(g, unit, weapon):
        return times
    return times + 1


@PART.answers(strangeness)
def partisans_with_weapons(g: SlPlay, times: int, unit: Unit, weapon: Weapon) -> int:
    """SL:3.14.8: all are like captured ones to them; SL:3.14-q2: those that are captured are twice so."""
    return times + 1 if nationality(g, unit) == "partisan" else times


@PART.answers(ruined_from)
def allies_repair_badly(g: SlPlay, die: int, unit: Unit, weapon: Weapon) -> int:
    """SL:3.12.5; SL:3.17.6: not the Finns, whose weapons these are."""
    strange = weapon.side == unit.side and not of_their_stores(g, unit, weapon)
    return RUINED_BY_STRANGERS if strange else die


@PART.answers(breakdown_changed)
def handled_badly(g: SlPlay, number: int, unit: Unit, weapon: Weapon) -> int:
    """SL:3.9.5"""
    return number - 1 if unit.is_mmc and is_inexperienced(g, unit) else number


# -- heroes ------------------------------------------------------------------------------------------------


@PART.modifies(attack_lines, "SL:3.8.6-b", step=LEADERSHIP)
def one_man_for_two(g: SlPlay, shots: Sequence[Shot], target: str, leaders: Sequence[str]) -> list[Line]:
    """SL:3.8.6-b: at full strength a hero's machine gun costs the attack one on the dice."""
    alone = any(fires(shot, AT_FULL) for shot in shots)
    return [Line("a hero serves it alone", 1, "SL:3.8.6-b")] if alone else []
