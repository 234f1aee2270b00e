"""Weapons that infantry carries against vehicles: who fires them, how many, and at what price (SL:8.3, SL:8.15 to
SL:8.21). Firing one is use of a support weapon (SL:8.15.1-a).

A Panzerschreck is a bazooka with numbers of its own (SL:8.19.1, SL:8.19.3). All but panzerfausts are fired again and
again (SL:8.18.1). What they weigh is in the portage chart: a panzerfaust half a PP (SL:8.17.10-a), the Finnish rifle as
much as a HMG (SL:8.15.8).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from defilade.kernel import Chance, Refusal
from defilade.kernel.composition import Part, any_of, bar, first_of, told
from defilade.rules.sl import terrain
from defilade.rules.sl.anti_tank import Barrel, Launcher, LauncherKind
from defilade.rules.sl.fire import MARKS
from defilade.rules.sl.firers import (
    BROKEN,
    HAS_FIRED,
    IN_MELEE,
    NO_LOS,
    ONLY_LOOKS,
    fire_bar,
    gives_up_own_fp,
)
from defilade.rules.sl.marches.portage import is_slowed
from defilade.rules.sl.nations import nationality
from defilade.rules.sl.state import AFPH, DFPH, MPH, SCOUT, SlPlay
from defilade.rules.sl.vehicles.yard import ride_of
from defilade.rules.sl.weapons.captured import as_captured, captured_refusal, strangeness
from defilade.rules.sl.weapons.machine_guns import (
    APART,
    BY_HAND,
    MALFUNCTIONED,
    SINGLE_MEN,
    SLOWED,
    USED,
)
from defilade.rules.sl.weapons.usage import chart_refusal, costs_own, kinds_used, note_kind
from defilade.tactics.arcs import sides_crossed
from defilade.tactics.fire_groups import Shot
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import CREW, HALF_SQUAD, HERO, LEADER, PREP, SQUAD, Unit, Weapon

PART = Part()

LAHTI, ATR, RCL, PIAT = "LAHTI", "ATR", "RCL", "PIAT"
BULLETS = (ATR, LAHTI)

TOO_FAR = Refusal("it does not reach so far", "SL:8.17.2")
NO_EFFECT = Refusal("beyond 12 hexes an ATR does nothing", "SL:8.15.3")
PINNED = Refusal("pinned units fire no such weapon", "SL:8.16.5")
PINNED_RIFLE = Refusal("pinned units fire no such weapon", "SL:3.24.2-c")
NO_MANS_WEAPON = Refusal("one man alone does not fire it", "SL:8.18.5")
NO_LEADERS_WEAPON = Refusal("leaders do not serve guns", "SL:10.1.3")
BUSY = Refusal("a leader who fires it neither directs nor fires anything else", "SL:8.17.8")
AFTER_MOVING = Refusal("it does not fire in the AFPh after it moved or fired", "SL:8.15.1-b")
TOO_STEEP = Refusal("a PIAT does not point down at what is lower, in its hex or the next", "SL:8.20.2")
UNDER_A_CLIFF = Refusal("it does not fire through a cliff hexside beside it that rises", "SL:8.16.3-b")


@bar
def launching_bar(g: SlPlay, unit: Unit, weapon: Weapon, target: str) -> Refusal | None:
    """Why may a unit not fire this weapon at a hex, though it is in good order and has it?"""


@first_of
def post_of(g: SlPlay, unit: Unit) -> str | None:
    """Where is a unit that fires though it does not stand on the map?"""


@told
def shot_begins(g: SlPlay, unit: Unit, weapon: Weapon) -> None:
    """A unit is about to fire such a weapon; its frame comes next."""


@any_of
def fires_again(g: SlPlay, unit: Unit, weapon: Weapon) -> bool:
    """May a unit fire a weapon once more that has been fired in this phase?"""
    return False


# -- what they are -----------------------------------------------------------------------------------------


def launcher(g: SlPlay, weapon: Weapon) -> Launcher | None:
    """The back of its counter; none where it is no such weapon."""
    return g.anti_tank.weapons.types.get(weapon.type)


def kind_of_launcher(g: SlPlay, weapon: Weapon) -> LauncherKind:
    return g.anti_tank.weapons.kinds[g.weapon_type(weapon).kind]


def is_gun(g: SlPlay, weapon: Weapon) -> bool:
    """SL:10.1.1: also recoilless rifles and mortars."""
    if launcher(g, weapon) is None:
        return False
    kind = kind_of_launcher(g, weapon)
    return kind.gun or kind.recoilless


def barrel_of(g: SlPlay, weapon: Weapon) -> Barrel | None:
    """What is printed on a gun."""
    back = launcher(g, weapon)
    return back.barrel if back is not None else None


def is_light_mortar(g: SlPlay, weapon: Weapon) -> bool:
    """SL:10.4.10.1-a: a mortar of 60 mm or less is a support weapon."""
    return barrel_of(g, weapon) is not None and not g.anti_tank.is_heavy(
        weapon.type, g.weapon_type(weapon).kind
    )


def wants_crew(g: SlPlay, weapon: Weapon) -> bool:
    """SL:10.1.3, SL:8.21.2: whether a crew must serve it."""
    if launcher(g, weapon) is None:
        return False
    kind = kind_of_launcher(g, weapon)
    return kind.recoilless or (kind.gun and not is_light_mortar(g, weapon))


def launchers(g: SlPlay, unit: Unit) -> list[Weapon]:
    return [weapon for weapon in g.weapons_of(unit) if launcher(g, weapon) is not None]


def stands(g: SlPlay, unit: Unit) -> str:
    """Where it fires from: its hex, or that of the vehicle that it rides in (SL:8.16.4)."""
    if unit.hex:
        return unit.hex
    ride = ride_of(g, unit.id)
    if ride is not None:
        return ride.hex if ride.manned else ""
    return post_of(g, unit) or ""


def from_nowhere(g: SlPlay, unit: Unit, weapon: Weapon) -> Chance | None:
    """The throw of a shot from hiding for those who can only guess where that is, and have found no place for it."""
    if stands(g, unit) or unit.id not in g.state.unseen:
        return None
    asks = f"{g.name(unit)} fires the {g.weapon_name(weapon)} from hiding."
    return Chance(asks, dice=2, side=unit.side, rules=("SL:2.7.2-a",), about=(unit.id,))


def at_its_post(g: SlPlay, unit: Unit) -> Unit:
    """The unit, as if it stood on the map where it fires from out of sight (SL:2.7.2-a)."""
    post = "" if unit.hex or unit.id not in g.state.unseen else post_of(g, unit)
    return msgspec.structs.replace(unit, hex=post) if post else unit


def bearers(g: SlPlay, side: Side) -> Iterator[tuple[Unit, Weapon]]:
    """Who has such a weapon, on foot or in a vehicle."""
    for weapon in g.state.weapons.values():
        unit = g.state.units.get(weapon.owner)
        if unit is not None and unit.side == side and launcher(g, weapon) is not None and stands(g, unit):
            yield at_its_post(g, unit), weapon


def reach(g: SlPlay, weapon: Weapon) -> int:
    """SL:8.15.3, SL:8.17.2, SL:8.20.1: the last hex of its table, or of its range; there is no long range."""
    back = launcher(g, weapon)
    return len(back.to_hit) if back is not None and back.to_hit else g.weapon_type(weapon).range


def marker(g: SlPlay) -> str:
    """How who fires now is marked; what is fired at vehicles on the move is Defensive Fire."""
    return MARKS[DFPH] if g.state.phase == MPH else MARKS.get(g.state.phase, PREP)


# -- who may fire ------------------------------------------------------------------------------------------


def usage_refusal(g: SlPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    """SL:8.2 and the chart of SL:8.3 (SL:8.3-c, SL:8.3-e, SL:8.3-f, SL:8.3-g), in place of the older limits of
    SL:8.17.10-b and SL:8.18.8. A leader who fires one does nothing else (SL:8.17.8, SL:8.18.5, SL:8.20.4)."""
    found = chart_refusal(g, unit, weapon)
    if found is not None or unit.is_mmc:
        return found
    return BUSY if unit.directed or unit.fire else None


@PART.answers(gives_up_own_fp)
def shot_it_away(g: SlPlay, unit: Unit, shots: Sequence[Shot]) -> bool:
    """SL:8.20.5: a crew or half-squad in any case; a squad by what is more than free."""
    kinds = kinds_used(g, unit)
    if not kinds or kinds[0] not in g.anti_tank.weapons.kinds:
        return False
    return not unit.is_mmc or costs_own(g, unit, kinds[0], len(kinds))


def helpers(g: SlPlay, unit: Unit, weapon: Weapon) -> list[Unit]:
    """SL:8.18.5, SL:8.21.3: the other leader of the two who fire it at full effect; a hero will do for all but
    recoilless rifles (SL:8.3-g)."""
    kind = kind_of_launcher(g, weapon)
    men = (LEADER,) if kind.recoilless else SINGLE_MEN
    if kind.lone != "two" or unit.kind not in men:
        return []
    return [
        other
        for other in g.side_in(unit.hex, unit.side)
        if other.kind in men
        and other.id != unit.id
        and not (other.broken or other.melee or other.pinned or other.fire or other.directed or other.captive)
    ]


def gunners(g: SlPlay, unit: Unit, weapon: Weapon) -> list[tuple[str, ...]]:
    """Who fires it together: unit, weapon, and a second man where it takes two. A hero may do it alone, too."""
    pairs: list[tuple[str, ...]] = [(unit.id, weapon.id, other.id) for other in helpers(g, unit, weapon)]
    if kind_of_launcher(g, weapon).lone == "two" and unit.is_leader:
        return pairs
    return [(unit.id, weapon.id), *pairs]


def state_refusal(g: SlPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    if unit.broken:
        return BROKEN
    if unit.melee:
        return IN_MELEE
    if unit.kind == SCOUT:
        return ONLY_LOOKS
    if weapon.owner != unit.id:
        return BY_HAND
    if weapon.malfunctioned:
        return MALFUNCTIONED
    if weapon.dismantled:
        return APART
    if weapon.fire and not fires_again(g, unit, weapon):
        return USED  # SL:8.21.6: a recoilless rifle likewise, though its crew is overrun
    if unit.pinned and not kind_of_launcher(g, weapon).gun:  # SL:3.24.2-d
        return PINNED if kind_of_launcher(g, weapon).shaped else PINNED_RIFLE
    if (unit.fire and unit.fire != marker(g)) or unit.captive or unit.ti:
        return HAS_FIRED
    return captured_refusal(g, unit, weapon) or (SLOWED if is_slowed(g, unit) else None)


def just_manned(g: SlPlay, unit: Unit, weapon: Weapon) -> bool:
    """SL:4.2-q5: whether a crew has come in this MPh to an ATR that stayed where it was."""
    found = g.weapon_type(weapon).kind == ATR and unit.kind == CREW
    return found and g.state.phase == AFPH and unit.moved and not weapon.moved


def phase_refusal(g: SlPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    """SL:8.15.1-b; SL:4.2-q5: a crew that has come to an ATR and found it there may."""
    rifle = g.weapon_type(weapon).kind in BULLETS and not just_manned(g, unit, weapon)
    return AFTER_MOVING if rifle and g.state.phase == AFPH and (unit.moved or weapon.moved) else None


def points_down(g: SlPlay, here: Hex, target: str) -> bool:
    return g.map.distance(here, target) <= 1 and g.map.level(target) < g.map.level(here)


def under_a_cliff(g: SlPlay, here: Hex, target: str) -> bool:
    """SL:8.16.3-b, SL:14.8.2-b: one fires down a cliff that is beside one, never up."""
    if g.map.ground_hex(here) == g.map.ground_hex(target):
        return False
    ground = g.map.ground_hex(here)
    for side in sides_crossed(g.map, target, here):
        beside = g.map.neighbours[ground][side]
        if beside is not None and g.map.hexside_kind(ground, beside) == terrain.CLIFF:
            return g.map.level(beside) > g.map.level(here)
    return False


def launch_refusal(g: SlPlay, unit: Unit, weapon: Weapon, target: str) -> Refusal | None:
    """Why a unit may not fire such a weapon at a hex. Whether it sees it is looked at first: what cannot be seen is no
    target of a single weapon."""
    here = stands(g, unit)
    found = launcher_refusal(g, unit, weapon, target)
    return found or (None if terrain.sees(g, here, target) else NO_LOS)


def launcher_refusal(g: SlPlay, unit: Unit, weapon: Weapon, target: str) -> Refusal | None:
    """Why a unit may not fire such a weapon at what it sees in a hex."""
    here = stands(g, unit)
    if not here:
        return NO_LOS
    found = state_refusal(g, unit, weapon) or phase_refusal(g, unit, weapon)
    if found is None and weapon.id not in unit.weapons_used:
        found = usage_refusal(g, unit, weapon)
    if found is not None:
        return found
    if unit.kind == LEADER and kind_of_launcher(g, weapon).lone == "none" and wants_crew(g, weapon):
        return NO_LEADERS_WEAPON
    if unit.kind == LEADER and kind_of_launcher(g, weapon).lone == "two" and not helpers(g, unit, weapon):
        return NO_MANS_WEAPON
    if g.map.distance(here, target) > reach(g, weapon):
        return NO_EFFECT if g.weapon_type(weapon).kind in BULLETS else TOO_FAR
    if g.weapon_type(weapon).kind == PIAT and points_down(g, here, target):
        return TOO_STEEP
    if kind_of_launcher(g, weapon).shaped and under_a_cliff(g, here, target):
        return UNDER_A_CLIFF
    found = launching_bar(g, unit, weapon, target)
    if found is None and unit.hex and unit.hex != target:
        found = fire_bar(g, unit, target)
    return found


# -- what is noted -----------------------------------------------------------------------------------------


def note_shot(g: SlPlay, unit: Unit, weapon: Weapon, second: str) -> None:
    """A unit fires it: marked like all who fire, with what it has left of its own firepower."""
    kind = g.weapon_type(weapon).kind
    g.update_weapon(weapon, fire=marker(g))
    if unit.id not in g.state.unseen:  # SL:2.7.3
        g.state.fired = (*g.state.fired, (stands(g, unit), ""))  # for all to see by night (SL:2.8.6-a)
    for uid in (unit.id, second):
        if not uid:
            continue
        one = g.unit(uid)
        if weapon.id in one.weapons_used:
            continue  # another shot of the same gun
        note_kind(g, one, weapon)
        given_up = one.no_fp or not one.is_mmc or costs_own(g, one, kind, len(kinds_used(g, one)))
        g.update(one, fire=marker(g), weapons_used=(*one.weapons_used, weapon.id), no_fp=given_up)
    shot_begins(g, g.unit(unit.id), weapon)


@PART.answers(strangeness)
def wants_a_crew(g: SlPlay, times: int, unit: Unit, weapon: Weapon) -> int:
    """SL:8.21.2, SL:8.6-q8: a squad or half-squad fires a recoilless rifle as if it were captured; one of the enemy
    (SL:8.6-q7) twice as badly (SL:8.6-q9). SL:10.1.4-b, SL:10.1.4-c: any gun likewise; SL:10.1.4-d: a crew that has
    taken one pays once (SL:10.8.4-a). SL:3.8.6-d: so does a hero."""
    untrained = (SQUAD, HALF_SQUAD) if kind_is_recoilless(g, weapon) else (SQUAD, HALF_SQUAD, HERO)
    return times + (wants_crew(g, weapon) and unit.kind in untrained)


def kind_is_recoilless(g: SlPlay, weapon: Weapon) -> bool:
    return launcher(g, weapon) is not None and kind_of_launcher(g, weapon).recoilless


def lone_hero(unit: Unit, kind: LauncherKind, second: str) -> bool:
    """SL:8.3-g: a hero fires what takes two leaders, less well."""
    return unit.kind == HERO and kind.lone == "two" and not second


def uses_red(g: SlPlay, unit: Unit, weapon: Weapon) -> bool:
    """SL:13.4, SL:8.6.5-a: by the nation of who fires; what is captured always (SL:8.6-q1)."""
    month = int(g.scenario.date[:4]) * 100 + int(g.scenario.date[5:7])
    return as_captured(g, unit, weapon) or g.anti_tank.to_hit.is_red(nationality(g, unit), month)
