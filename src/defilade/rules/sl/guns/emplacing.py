"""Guns set up: who serves which, where they point, and dug in (SL:13.17.2-a, SL:2.7.1-c)."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Choice, Frame, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl.eyes.concealment import whereabouts
from defilade.rules.sl.eyes.gun_crews import guns_of_group, serves_a_gun
from defilade.rules.sl.guns.pieces import is_heavy, serves
from defilade.rules.sl.set_up import forces_besides, setting_up_bar
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.vehicles.yard import ride_of
from defilade.rules.sl.weapons.handing_out import fit_to_have
from defilade.rules.sl.weapons.launchers import barrel_of, kind_of_launcher, wants_crew
from defilade.tactics.arcs import FACING_NAMES, FACINGS
from defilade.tactics.names import Hex
from defilade.tactics.units import CREW, OFF_MAP, Unit, Weapon

PART = Part()

POINT = "point"
MOST_IN_A_HEX = 2
"""SL:10.2.4-b"""

ON_THE_GROUND = Refusal("guns are on the ground floor", "SL:10.2.2-b")
TOO_MANY = Refusal("there are two guns in a hex at most", "SL:10.2.4-b")


class PointGuns(Frame):
    """The guns of a group are pointed at something, one after the other; `left` are those to come."""

    group: int
    left: tuple[str, ...]


@PART.answers(forces_besides)
def point_them(g: SlPlay, group: int) -> Iterable[Frame]:
    mine = [
        w.id for w in g.state.weapons.values() if w.group == group and w.hex == OFF_MAP and is_heavy(g, w)
    ]
    return [PointGuns(group, tuple(mine))] if mine else []


@PART.answers(fit_to_have)
def crews_for_guns(g: SlPlay, units: list[Unit], weapon: Weapon) -> list[Unit]:
    """SL:10.1.3: a gun is for a crew, if there is one that has none yet; other weapons are for others, if there are
    any."""
    if wants_crew(g, weapon):
        on_foot = [unit for unit in units if ride_of(g, unit.id) is None]
        free = [unit for unit in on_foot or units if unit.kind == CREW and not serves(g, unit)]
        able = [unit for unit in free if fires_from(g, weapon, whereabouts(g, unit) or "")]
        return able or free or units
    guns = any(wants_crew(g, other) for other in g.state.weapons.values() if other.group == weapon.group)
    return ([unit for unit in units if unit.kind != CREW] if guns else []) or units


def fires_from(g: SlPlay, weapon: Weapon, hex: Hex) -> bool:
    """SL:10.2.3: whether a gun is any good where a crew has set up."""
    barrel = barrel_of(g, weapon)
    if barrel is None or not hex or not g.terrain_of(hex).structure:
        return True
    return barrel.calibre <= kind_of_launcher(g, weapon).indoors and not barrel.vast


@PART.answers(setting_up_bar)
def room_for_its_gun(g: SlPlay, unit: Unit, hex: Hex) -> Refusal | None:
    """SL:10.2.2-b, SL:10.2.4-b: crews of a group that has guns."""
    if unit.kind != CREW or unit.group >= len(g.scenario.groups) or not guns_of_group(g, unit.group):
        return None
    if hex in g.map.below:
        return ON_THE_GROUND
    there = [one for one in g.side_in(hex, unit.side) if one.kind == CREW and one.id != unit.id]
    planned = [
        uid
        for uid, plan in g.state.plans.items()
        if plan.hex == hex and uid in g.state.units and g.unit(uid).kind == CREW and uid != unit.id
    ]
    return TOO_MANY if len(there) + len(planned) >= MOST_IN_A_HEX else None


def next_gun(g: SlPlay, frame: PointGuns) -> Weapon | None:
    return next((g.state.weapons[wid] for wid in frame.left if wid in g.state.weapons), None)


@PART.decisions(PointGuns)
def ask_point(g: SlPlay, frame: PointGuns) -> Choice | None:
    """The words are the same wherever it is: the enemy hears them, too."""
    weapon = next_gun(g, frame)
    if weapon is None:
        return None
    options = [Action(POINT, (weapon.id,), "", FACING_NAMES[facing]) for facing in FACINGS]
    asks = f"Which way does the {g.weapon_name(weapon)} point?"
    return Choice(weapon.side, asks, tuple(options), ("SL:10.1.5.1", "SL:2.7.1-c"), (weapon.id,))


@ask_point
def take_point(g: SlPlay, frame: PointGuns, answer: Action | Outcome | None) -> None:
    """SL:13.17.2-a: it is dug in where it is set up, but a recoilless rifle never is (SL:8.21.4-d)."""
    if not isinstance(answer, Action):
        g.pop()
        return
    weapon = g.state.weapons[answer.who[0]]
    frame.left = tuple([wid for wid in frame.left if wid != weapon.id])
    barrel = barrel_of(g, weapon)
    assert barrel is not None
    dug_in = not kind_of_launcher(g, weapon).recoilless
    owner = g.state.units.get(weapon.owner)
    ride = ride_of(g, owner.id) if owner is not None else None
    weapon = g.update_weapon(weapon, facing=FACING_NAMES.index(answer.how), emplaced=dug_in and ride is None)
    if ride is not None:  # SL:13.17.3-a: it begins in tow
        weapon = g.update_weapon(weapon, owner="", hex=ride.hex)
        if ride.id not in g.state.towed.values():
            g.state.towed[weapon.id] = ride.id
    unseen = owner is None or owner.id in g.state.unseen
    at = whereabouts(g, owner) if owner is not None and not unseen else ""
    g.say(
        "points_gun",
        f"The {g.weapon_name(weapon)} points to the {answer.how}.",
        "SL:10.1.5.1",
        side=weapon.side,
        who=(weapon.id,),
        at=at or "",
        seen_by=(weapon.side,) if unseen else (),
    )


@PART.answers(serves_a_gun)
def has_one_dug_in(g: SlPlay, unit: Unit) -> bool:
    return any(weapon.emplaced for weapon in serves(g, unit))
