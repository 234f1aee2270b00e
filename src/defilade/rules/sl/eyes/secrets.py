"""What a side may not see of the other, and what it can guess (SL:2.3.2, SL:2.5.1)."""

from __future__ import annotations

import random
from collections.abc import Iterable

from defilade.kernel.composition import Part, all_of
from defilade.rules.sl.eyes.concealment import is_concealed
from defilade.rules.sl.eyes.hidden import hides, may_be_hidden
from defilade.rules.sl.eyes.secret_set_up import may_hide, sets_up_in_secret
from defilade.rules.sl.state import Covered, SlPlay
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.tactics.names import Side
from defilade.tactics.secrets import conceal, guess, has_secrets
from defilade.tactics.units import Unit, Weapon

PART = Part()

HIDING = frozenset({"woods", "wooden_building", "stone_building"})
"""Where vehicles can be concealed (SL:2.3.8.2-a)."""


@all_of
def in_nobodys_hands(g: SlPlay) -> Iterable[str]:
    """Which weapons off the map are known to be in nobody's hands?"""
    return ()


@PART.answers(has_secrets)
def may_be_concealed(g: SlPlay) -> bool:
    """Units can gain concealment in every game."""
    return True


@PART.answers(conceal)
def hide_from(g: SlPlay, side: Side) -> None:
    """SL:2.3.2: nobody looks under the "?" of others, nor at what is off the map."""
    state = g.state
    state.covered = {uid: found for uid, found in state.covered.items() if g.unit(uid).side == side}
    state.hidden = {uid: hex for uid, hex in state.hidden.items() if g.unit(uid).side == side}
    if not sets_up_in_secret(g, side):
        state.plans = {}
    for vid in state.unseen_vehicles:
        vehicle = state.vehicles[vid]
        if vehicle.side != side:
            state.vehicles[vid] = Vehicle(
                vid, vehicle.side, vehicle.type, group=vehicle.group, letter=vehicle.letter
            )
    for uid in state.unseen:
        unit = g.unit(uid)
        if unit.side == side:
            continue
        turn, edges = entry_of(g, unit)  # known of all of a group, also of who has come on under a "?"
        state.units[uid] = Unit(
            uid,
            unit.side,
            unit.type,
            unit.kind,
            group=unit.group,
            letter=unit.letter,
            due=turn,
            edges=edges,
            broken=unit.broken,  # it was seen to break, and all hear it rally
        )
        for weapon in g.weapons_of(unit):
            state.weapons[weapon.id] = Weapon(
                weapon.id, weapon.side, weapon.type, letter=weapon.letter, group=weapon.group
            )


def entry_of(g: SlPlay, unit: Unit) -> tuple[int, tuple[str, ...]]:
    """When and over which edges the group of a unit comes on."""
    entry = g.scenario.groups[unit.group].enters if unit.group < len(g.scenario.groups) else None
    return (entry.turn, entry.edges) if entry is not None else (0, ())


@PART.answers(guess)
def guess_what_lies_there(g: SlPlay, side: Side, rng: random.Random) -> None:
    """Those who are out of sight lie under some "?", or are hidden where they might be."""
    for enemy in g.state.sides:
        if enemy != side:
            deal_out(g, enemy, rng)
            arm(g, enemy, rng)


def deal_out(g: SlPlay, side: Side, rng: random.Random) -> None:
    """Anything that the limits of stacking admit: where nobody is left for a "?" it lies on another one."""
    counters = [unit.id for unit in g.on_map(side) if is_concealed(unit)]
    under: dict[str, tuple[str, ...]] = dict.fromkeys(counters, ())
    setting_up = sets_up_in_secret(g, side)
    left = [uid for uid in g.state.unseen if g.unit(uid).side == side and uid not in setting_up]
    rng.shuffle(left)
    for uid in sorted(left, key=lambda uid: not g.unit(uid).is_mmc):
        places = hiding_places(g, uid) if may_hide(g, g.unit(uid)) else []
        if places and (not counters or rng.random() < 0.5):
            g.state.hidden[uid] = rng.choice(places)
        elif counters:
            if g.unit(uid).due:
                if g.state.turn < g.unit(uid).due or rng.random() < 0.5:
                    continue  # still on the way
                g.update(g.unit(uid), due=0, edges=())
            roomy = [counter for counter in counters if has_room(g, counter, under[counter], uid)]
            counter = rng.choice(roomy) if roomy else min(counters, key=lambda one: len(under[one]))
            under[counter] = (*under[counter], uid)
    parked = park(g, side, [counter for counter in counters if not under[counter]], rng)
    for counter in counters:
        vehicles = parked.get(counter, ())
        g.state.covered[counter] = Covered(under[counter], 0 if under[counter] or vehicles else 1, vehicles)


def park(g: SlPlay, side: Side, counters: list[str], rng: random.Random) -> dict[str, tuple[str, ...]]:
    """Each concealed vehicle lies under a "?" of its own, where vehicles get."""
    found: dict[str, tuple[str, ...]] = {}
    for vid in g.state.unseen_vehicles:
        if g.state.vehicles[vid].side != side:
            continue
        places = [one for one in counters if one not in found and g.map.terrain[g.unit(one).hex] in HIDING]
        if places:
            found[rng.choice(places)] = (vid,)
    return found


def hiding_places(g: SlPlay, unit: str) -> list[str]:
    """Where a hidden unit could have been set up, and nobody has come since."""
    area = g.scenario.set_up_area(g.unit(unit).group, g.map)
    own = [hex for hex in area if may_be_hidden(g, g.unit(unit), hex)]
    return own or [hex for hex in area if hides(g, hex) and not g.units_in(hex)]


def has_room(g: SlPlay, counter: str, under: tuple[str, ...], unit: str) -> bool:
    limits = g.tables.stacking
    men = [
        *(other for other in g.units_in(g.unit(counter).hex) if not is_concealed(other)),
        *(g.unit(uid) for uid in (*under, unit)),
    ]
    return len(men) <= limits.units and sum(man.is_mmc for man in men) <= limits.mmc


def arm(g: SlPlay, side: Side, rng: random.Random) -> None:
    """Weapons that nobody sees are in the hands of somebody whom nobody sees."""
    loose = set(in_nobodys_hands(g))
    hands = [uid for uid in g.state.unseen if g.unit(uid).side == side and g.unit(uid).is_mmc]
    for weapon in list(g.state.weapons.values()):
        if weapon.id in loose:
            continue
        if hands and weapon.side == side and not weapon.hex and not weapon.owner:
            g.update_weapon(weapon, owner=rng.choice(hands))
