"""Bore sighting (SL:8.9.8): who waits for an enemy to come has laid his heavy machine guns on a hex beforehand.

The hexes are noted in secret. Small arms such as bazookas and Panzerfausts are laid on nothing (SL:8.9.8.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from defilade.kernel import Action, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl import terrain
from defilade.rules.sl.fire import Attack, attack_done, before_attack, weapon_marked
from defilade.rules.sl.firers import joining_bar
from defilade.rules.sl.nations import nationality
from defilade.rules.sl.options import before
from defilade.rules.sl.set_up import before_first_turn
from defilade.rules.sl.state import BoreSight, SlPlay
from defilade.rules.sl.weapons.anti_tank_fire import lines_of_gunner
from defilade.rules.sl.weapons.possession import POSSESSION
from defilade.rules.sl.weapons.ways_of_fire import hexes_through, swept
from defilade.tactics.attack_plan import FIRERS, attack_lines, normal_range
from defilade.tactics.fire_groups import Shot
from defilade.tactics.names import Side
from defilade.tactics.secrets import conceal
from defilade.tactics.sequence import phase_begins, phase_ends, player_turn_begins
from defilade.tactics.units import SQUAD, Unit, Weapon

PART = Part()

SIGHTED = frozenset({"MMG", "HMG"})
ZEROED = -2
"""SL:8.9.8.5"""
FARTHEST, UNLIMITED = 24, (0, 99)
"""SL:8.9.8.4: normal range of what has none."""
WATER = frozenset({"pond", "river", "stream", "canal"})
NO_SIGHT = Action("no-bore-sight")
FEW_AUTOMATICS = frozenset({"french", "british", "minor"})
LAST_YEAR, COMMANDOS = 1942, "6-3-8"
WITH_OWN = Refusal("before 1943 it fires machine guns only where its own firepower goes", "SL:8.9.1.6")


# -- laying them -------------------------------------------------------------------------------------------


class BoreSighting(Frame):
    """Before the first turn a side lays its guns, one after the other; `seen_to` are done."""

    side: Side
    seen_to: tuple[str, ...] = ()


@PART.answers(before_first_turn)
def lay_guns(g: SlPlay) -> Iterable[Frame]:
    return [BoreSighting(side) for side in g.scenario.sides]


def may_lay(g: SlPlay, side: Side) -> bool:
    """SL:8.9.8.7: where all of the enemy comes from off the map, or the scenario says so."""
    if side in g.scenario.bore_sighting:
        return True
    enemy = [unit for unit in g.state.units.values() if unit.side == g.enemy_of(side)]
    return bool(enemy) and all(not unit.hex and unit.due for unit in enemy)


def guns_of(g: SlPlay, side: Side) -> list[Weapon]:
    return [
        weapon
        for weapon in g.state.weapons.values()
        if weapon.owner in g.state.units
        and g.unit(weapon.owner).side == side
        and is_sighted(g, weapon)
        and weapon_place(g, weapon)
    ]


def is_sighted(g: SlPlay, weapon: Weapon) -> bool:
    """SL:8.9.8.2: medium and heavy machine guns, and guns; nothing that is fired from the shoulder."""
    kind = g.weapon_type(weapon).kind
    return kind in SIGHTED or g.anti_tank.is_heavy(weapon.type, kind)


def weapon_place(g: SlPlay, weapon: Weapon) -> str:
    """Where a gun stands; its crew may be hidden there."""
    return g.unit(weapon.owner).hex or g.state.hidden.get(weapon.owner, "")


def hexes_to_lay(g: SlPlay, weapon: Weapon) -> list[str]:
    """SL:8.9.8.4: in its line of sight and normal range, and no water; SL:8.9.8-q3: of a building one level."""
    here, reach = weapon_place(g, weapon), g.weapon_type(weapon).range
    reach = FARTHEST if reach in UNLIMITED else reach
    return [
        place
        for hex in g.map.names
        if 0 < g.map.distance(here, hex) <= reach and g.map.terrain[hex] not in WATER
        for place in g.map.places_in(hex)
        if terrain.sees(g, here, place)
    ]


@PART.decisions(BoreSighting)
def ask_bore_sight(g: SlPlay, frame: BoreSighting) -> Choice | None:
    left = [weapon for weapon in guns_of(g, frame.side) if weapon.id not in frame.seen_to]
    if not left or not may_lay(g, frame.side):
        return None
    weapon = left[0]
    options = tuple(Action("bore-sight", (weapon.id,), hex) for hex in hexes_to_lay(g, weapon))
    asks = f"On which hex is the {g.weapon_name(weapon)} laid?"
    return Choice(frame.side, asks, (*options, NO_SIGHT), ("SL:8.9.8.4", "SL:8.9.8.1"), (weapon.id,))


@ask_bore_sight
def take_bore_sight(g: SlPlay, frame: BoreSighting, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action):
        g.pop()
        return
    weapon = next(weapon for weapon in guns_of(g, frame.side) if weapon.id not in frame.seen_to)
    frame.seen_to = (*frame.seen_to, weapon.id)
    if answer == NO_SIGHT:
        return
    sight = BoreSight(frame.side, weapon_place(g, weapon), answer.at, weapon.owner)
    g.state.bore_sights = {**g.state.bore_sights, weapon.id: sight}
    g.say(
        "bore_sight",
        f"The {g.weapon_name(weapon)} is laid on {g.place_name(answer.at)}.",
        "SL:8.9.8.4",
        side=frame.side,
        who=(weapon.id,),
        at=answer.at,
        seen_by=(frame.side,),
    )


@PART.answers(conceal)
def written_aside(g: SlPlay, side: Side) -> None:
    """SL:8.9.8.4: on a sheet of paper of one's own."""
    mine = {wid: sight for wid, sight in g.state.bore_sights.items() if sight.side == side}
    g.state.bore_sights = mine
    g.state.bore_spent = tuple([wid for wid in g.state.bore_spent if wid in mine])


# -- keeping it --------------------------------------------------------------------------------------------


def still_laid(g: SlPlay, weapon_id: str, sight: BoreSight) -> bool:
    """SL:8.9.8.3: as long as the gun stays where it was, and its crew in good order; where possession is not played,
    that is anybody who could man it (SL:8.9.8-q2)."""
    weapon, crew = g.state.weapons.get(weapon_id), g.state.units.get(sight.crew)
    if weapon is None or crew is None or weapon.owner != crew.id or crew.broken:
        return False
    if weapon_place(g, weapon) != sight.home or weapon.moved:
        return False
    beside = [unit for unit in g.side_in(sight.home, sight.side) if unit.is_mmc]
    return POSSESSION.on(g) or not any(unit.broken for unit in beside)


def forget_lost(g: SlPlay) -> None:
    kept = {wid: sight for wid, sight in g.state.bore_sights.items() if still_laid(g, wid, sight)}
    if len(kept) < len(g.state.bore_sights):
        g.state.bore_sights = kept


@PART.answers(phase_begins, phase_ends)
def look_after_them(g: SlPlay, phase: str) -> None:
    forget_lost(g)


@PART.answers(player_turn_begins)
def laid_again(g: SlPlay) -> None:
    g.state.bore_spent = ()


# -- firing ------------------------------------------------------------------------------------------------


def is_laid_on(g: SlPlay, weapon_id: str, place: str) -> bool:
    sight = g.state.bore_sights.get(weapon_id)
    if sight is None or weapon_id in g.state.bore_spent or not still_laid(g, weapon_id, sight):
        return False
    return sight.target == place


def covered_by_sight(g: SlPlay, shot: Shot, place: str) -> bool:
    """SL:8.9.2.2-b: in the hex itself, where it is the first that is fired at. SL:8.9.8-q5: as it once was, also on the
    way there. SL:8.9.8-q1: a gun that sprays has it in all its hexes if it is laid on one of them."""
    if not shot.weapon:
        return False
    if swept(shot):
        return any(is_laid_on(g, shot.weapon, one) for one in swept(shot))
    if hexes_through(shot) == 0:
        return is_laid_on(g, shot.weapon, place)
    sight = g.state.bore_sights.get(shot.weapon)
    if sight is None or not before(g, "gi") or not is_laid_on(g, shot.weapon, sight.target):
        return False
    here = g.unit(shot.unit).hex
    return g.map.distance(here, place) <= g.map.distance(here, sight.target)


@PART.modifies(attack_lines, "SL:8.9.8.5", step=FIRERS)
def into_the_sights(g: SlPlay, shots: Sequence[Shot], target: str, leaders: Sequence[str]) -> list[Line]:
    """SL:8.9.8.5; SL:8.9.8.6: only if all who fire have it. On the kill table it is of no use (SL:8.9.8-q4)."""
    if not g.state.bore_sights or not shots or not all(covered_by_sight(g, shot, target) for shot in shots):
        return []
    return [Line("bore sighted", ZEROED, "SL:8.9.8.5")]


@PART.answers(lines_of_gunner)
def sights_of_a_gun(g: SlPlay, unit: Unit, weapon: Weapon, target: str) -> Iterable[Line]:
    """SL:8.9.8.2, SL:13.12.5-a: all that a gun fires at its hex hits more easily."""
    laid = is_laid_on(g, weapon.id, target) and g.anti_tank.is_heavy(weapon.type, g.weapon_type(weapon).kind)
    return [Line("bore sighted", ZEROED, "SL:13.12.5-a")] if laid else []


@PART.answers(before_attack)
def used_with_others(g: SlPlay, attack: Attack) -> Iterable[Frame]:
    """SL:8.9.8.6: for the rest of the player turn it is gone, with an attack of those who have none."""
    laid = [shot.weapon for shot in attack.shots if shot.weapon in g.state.bore_sights]
    if laid and len(laid) < len(attack.shots):
        g.state.bore_spent = tuple(dict.fromkeys((*g.state.bore_spent, *laid)))
    return ()


@PART.answers(attack_done)
def crews_after_an_attack(g: SlPlay, attack: Attack) -> None:
    forget_lost(g)


# -- nations with few of them (SL:8.9.1.6) -----------------------------------------------------------------


def fires_them_with_its_own(g: SlPlay, unit: Unit) -> bool:
    """SL:8.9.1.6: French, British and minor Allied squads before 1943, but for commandos."""
    if unit.kind != SQUAD or int(g.scenario.date[:4]) > LAST_YEAR:
        return False
    return nationality(g, unit) in FEW_AUTOMATICS and g.counter(unit).name != COMMANDOS


@PART.answers(joining_bar)
def where_its_own_fire_goes(
    g: SlPlay, shots: tuple[Shot, ...], unit: Unit, weapon: str, target: str
) -> Refusal | None:
    if not weapon or not g.weapon_type(g.state.weapons[weapon]).is_machine_gun:
        return None
    if not fires_them_with_its_own(g, unit) or is_laid_on(g, weapon, target):
        return None
    if any(shot.unit == unit.id and not shot.weapon for shot in shots):
        return None
    out_of_reach = g.map.distance(unit.hex, target) > 2 * normal_range(g, unit, None)
    return None if out_of_reach and not unit.no_fp else WITH_OWN


@PART.answers(weapon_marked)
def fired_where_it_does_not_reach(g: SlPlay, shot: Shot, marker: str) -> None:
    """SL:8.9.1-q2: at what is beyond its own range it fires them alone, and then nothing of its own at another hex."""
    unit, weapon = g.unit(shot.unit), g.state.weapons[shot.weapon]
    if not g.weapon_type(weapon).is_machine_gun or weapon.id in g.state.bore_sights:
        return
    if fires_them_with_its_own(g, unit):
        g.update(unit, no_fp=True)


PART.adds(
    SPOKEN,
    Spoken("bore-sight", lambda g, action: f"Lay it on {g.place_name(action.at)}"),
    Spoken("no-bore-sight", lambda g, action: "Lay it on nothing"),
)
PART.adds(
    OPTION_LOOKS,
    VerbLook("bore-sight", OptionLook("Lay it on", hex="target")),
    VerbLook("no-bore-sight", OptionLook("Lay it on nothing", "quiet")),
)
