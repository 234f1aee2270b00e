"""Hidden Initial Placement (SKF:6.4): Guns that the enemy does not see until they act or are stumbled upon.

A hidden Gun and its crew are off the map; where they are stands in `State.hidden`, which no view of the other side
shows.  The enemy knows that there is a hidden Gun, as he knows the order of battle, and nothing else: so its owner is
asked at every occasion as long as he has one.
"""

from __future__ import annotations

import random

import msgspec

from defilade.kernel import Action, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk import los, stacking, terrain
from defilade.rules.sk.entering import came_in
from defilade.rules.sk.first_fire import FirstFire, asked_at_every_step
from defilade.rules.sk.full.ordnance.gun_set_up import guns_of_group, is_on_pavement
from defilade.rules.sk.full.ordnance.guns import firer_refusal, hidden_firers, may_stand_in, reveal_firer
from defilade.rules.sk.full.ordnance.resolution import hits_in_secret, targets_in_secret
from defilade.rules.sk.full.ordnance.shots import (
    Firer,
    Gunshot,
    Occasion,
    is_gun,
    tables,
    target_th_lines,
    the_ordnance,
)
from defilade.rules.sk.full.ordnance.to_hit import CASE_17, CASE_23
from defilade.rules.sk.full.ordnance_tables import ATT
from defilade.rules.sk.movement import other_move, other_movers, turned_back
from defilade.rules.sk.prep_fire import asked_anyway
from defilade.rules.sk.rout import sent_back
from defilade.rules.sk.setup import before_placing, equipping_bar
from defilade.rules.sk.spending import spend
from defilade.rules.sk.state import MPH, HiddenGun, SkPlay
from defilade.rules.sk.unseen import brought_to_light, may_be_unseen, unseen_in
from defilade.tactics.arcs import FACING_NAMES, FACINGS
from defilade.tactics.moving import Mover, Moving, mf_spent, note, place_of
from defilade.tactics.names import Hex, Side
from defilade.tactics.secrets import conceal, guess, has_secrets
from defilade.tactics.sequence import before_judging
from defilade.tactics.set_up import stays_aside
from defilade.tactics.units import CREW, Unit, Weapon

PART = Part()

RULE = "SKF:6.4-a"
NONE = Action("none")
COME_OUT = "come-out"
ONLY_ITS_GUN = Refusal("a hidden crew has its Gun and nothing else", RULE)


# -- set-up ----------------------------------------------------------------------------------------------------


class HideGuns(Frame):
    """The crews and Guns of a group that may set up hidden, one pair after the other. `facing`: the last one's facing
    is asked for. What has been chosen is never in the frame, which everybody may look at."""

    group: int
    done: tuple[str, ...] = ()
    facing: bool = False


@PART.answers(before_placing)
def may_hide(g: SkPlay, number: int) -> list[Frame]:
    return [HideGuns(number)] if guns_of_group(g, number) else []


def next_pair(g: SkPlay, frame: HideGuns) -> tuple[Unit, Weapon] | None:
    """SKF:6.3-c: a Gun that is still to be asked about, and a crew for it."""
    gun = next(
        (gun for gun in guns_of_group(g, frame.group) if gun.id not in frame.done and not gun.owner), None
    )
    crew = next(
        (
            unit
            for unit in g.state.units.values()
            if unit.group == frame.group and unit.kind == CREW and not g.weapons_of(unit) and not unit.hex
        ),
        None,
    )
    return (crew, gun) if crew is not None and gun is not None else None


def hiding_places(g: SkPlay, group: int, crew: Unit, gun: Weapon) -> list[str]:
    """SKF:6.4-a: not on a paved road."""
    return [
        hex
        for hex in g.scenario.set_up_area(group, g.map)
        if not is_on_pavement(g, hex)
        and may_stand_in(g, the_ordnance(g, gun), hex)
        and not g.units_in(hex)
        and all(other.hex != hex for other in g.state.hidden.get(crew.side, ()))
        and stacking.refusal(g, crew.side, hex, (crew,)) is None
    ]


@PART.decisions(HideGuns)
def ask_hide_guns(g: SkPlay, frame: HideGuns) -> Choice | None:
    side = g.scenario.groups[frame.group].side
    if frame.facing:
        options = tuple(Action("face", (), "", str(facing)) for facing in FACINGS)
        gun_id = frame.done[-1]
        asks = f"Which way does the hidden {g.weapon_name(gun_id)} point?"
        return Choice(side, asks, options, (RULE,), (gun_id,))
    pair = next_pair(g, frame)
    if pair is None:
        return None
    crew, gun = pair
    places = hiding_places(g, frame.group, crew, gun)
    options = tuple(Action("hide", (crew.id, gun.id), hex) for hex in places)
    return Choice(
        side, f"Where does the {g.weapon_name(gun)} set up hidden?", (*options, NONE), (RULE,), (gun.id,)
    )


@ask_hide_guns
def take_hide_guns(g: SkPlay, frame: HideGuns, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action):
        g.pop()
        return
    side = g.scenario.groups[frame.group].side
    if answer.verb == "face":
        frame.facing = False
        mine = g.state.hidden[side]
        last = msgspec.structs.replace(mine[-1], facing=int(answer.how))
        g.state.hidden[side] = (*mine[:-1], last)
        where = f"{g.place_name(last.hex)}, pointing to the {FACING_NAMES[last.facing]}"
        g.say(
            "hidden",
            f"The {g.weapon_name(last.weapon)} is hidden in {where}.",
            RULE,
            side=side,
            who=(last.weapon,),
            at=last.hex,
            seen_by=(side,),
        )
    elif answer.verb == "hide":
        crew, gun = answer.who
        frame.done = (*frame.done, gun)
        frame.facing = True
        g.update_weapon(g.state.weapons[gun], owner=crew)
        g.state.hidden[side] = (*g.state.hidden.get(side, ()), HiddenGun(crew, gun, answer.at))
    else:
        pair = next_pair(g, frame)
        frame.done = (*frame.done, pair[1].id) if pair is not None else frame.done


@PART.answers(equipping_bar)
def only_its_gun(g: SkPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    """SKF:6.4-a: a Gun and its crew are hidden, nothing else."""
    return ONLY_ITS_GUN if is_hidden(g, unit) else None


@PART.answers(stays_aside)
def is_hidden(g: SkPlay, unit: Unit) -> bool:
    """A crew off the map that has its Gun is hidden, wherever that is: so all may know it."""
    return unit.kind == CREW and not unit.hex and any(is_gun(g, weapon) for weapon in g.weapons_of(unit))


def has_hidden(g: SkPlay, side: Side) -> bool:
    """Whether a side has a hidden Gun: what everybody knows."""
    return any(
        is_hidden(g, unit) for unit in g.state.units.values() if unit.side == side and unit.kind == CREW
    )


# -- being asked -----------------------------------------------------------------------------------------------


@PART.answers(asked_anyway)
def in_every_phase(g: SkPlay, phase: str, side: Side) -> bool:
    return has_hidden(g, side)


@PART.answers(asked_at_every_step)
def at_every_step(g: SkPlay, window: FirstFire) -> bool:
    return has_hidden(g, g.defender)


@PART.answers(hidden_firers)
def firers(g: SkPlay, occasion: Occasion) -> list[Firer]:
    """SKF:6.4-c: a hidden Gun may fire; it comes out by it."""
    found = []
    for gun in g.state.hidden.get(occasion.side, ()):
        mount = "full" if the_ordnance(g, gun.weapon).full_turn else "fixed"
        found.append(Firer(gun.unit, gun.weapon, gun.hex, gun.facing, mount))
    return [firer for firer in found if firer_refusal(g, firer) is None]


# -- coming out ------------------------------------------------------------------------------------------------


def reveal(g: SkPlay, side: Side, gun: HiddenGun, why: str, rule: str) -> None:
    """The Gun and its crew are put on the map where they were all the time."""
    left = tuple([other for other in g.state.hidden[side] if other != gun])
    g.state.hidden = {**g.state.hidden, side: left}
    if not left:
        del g.state.hidden[side]
    g.place(g.unit(gun.unit), gun.hex)
    g.update_weapon(g.state.weapons[gun.weapon], hex=gun.hex, facing=gun.facing, emplaced=True)
    g.say(
        "revealed",
        f"The {g.weapon_name(gun.weapon)} in {g.place_name(gun.hex)} is no longer hidden: {why}.",
        rule,
        side=side,
        who=(gun.unit, gun.weapon),
        at=gun.hex,
    )


def in_hex(g: SkPlay, hex: Hex, against: str) -> tuple[str, HiddenGun] | None:
    """A hidden Gun of the enemies of a side in a hex."""
    for side, guns in g.state.hidden.items():
        if side != against:
            for gun in guns:
                if gun.hex == hex:
                    return side, gun
    return None


@PART.answers(reveal_firer)
def by_acting(g: SkPlay, firer: str, why: str) -> None:
    for side, guns in list(g.state.hidden.items()):
        for gun in guns:
            if gun.unit == firer:
                reveal(g, side, gun, why, "SKF:6.4-c")


@PART.answers(other_movers)
def may_come_out(g: SkPlay) -> list[Action]:
    """SKF:6.4-c: the crew of a hidden Gun may move, or push it, like any other; both come out by it."""
    return [Action(COME_OUT, (gun.unit, gun.weapon)) for gun in g.state.hidden.get(g.attacker, ())]


@PART.answers(other_move)
def comes_out(g: SkPlay, action: Action) -> Frame | None:
    if action.verb != COME_OUT:
        return None
    crew = action.who[0]
    for gun in g.state.hidden.get(g.attacker, ()):
        if gun.unit == crew:
            reveal(g, g.attacker, gun, "its crew moves", "SKF:6.4-c")
    g.update(g.unit(crew), moved=True)
    return Moving(members=(crew,), movers=(Mover(crew),))


@PART.answers(turned_back)
def stumbled_upon(g: SkPlay, frame: Moving, hex: Hex, cost: float) -> bool:
    """SKF:6.4-d: who tries to enter is put back, and its move is over; SKF:6.4-e: it is fired at where it came from."""
    found = in_hex(g, hex, g.attacker)
    if found is None:
        return False
    origin = place_of(g, frame)
    reveal(g, *found, "the enemy came upon it", "SKF:6.4-d")
    members = frame.members
    spend(g, frame, members, cost, origin or hex)
    for uid in members:
        note(frame, uid, ended=True)
    g.say(
        "turned_back",
        f"{g.names(members)} {'stay' if len(members) > 1 else 'stays'} in {g.place_name(origin)}.",
        "SKF:6.4-d",
        side=g.attacker,
        who=members,
        at=origin,
    )
    frame.members = ()
    if origin:
        g.push_in_order(*mf_spent(g, origin, members))
    return True


@PART.answers(sent_back)
def routed_upon(g: SkPlay, side: Side, hex: Hex) -> bool:
    """SKF:6.4-f"""
    found = in_hex(g, hex, side)
    if found is None:
        return False
    reveal(g, *found, "a routing enemy came upon it", "SKF:6.4-f")
    return True


@PART.answers(came_in)
def advanced_upon(g: SkPlay, hex: Hex, side: Side) -> None:
    """SKF:6.4-h: who advances into the hex stays there for CC."""
    found = in_hex(g, hex, side)
    if found is not None:
        reveal(g, *found, "the enemy is upon it", "SKF:6.4-h")


@PART.answers(before_judging)
def spotted(g: SkPlay) -> None:
    """SKF:6.4-b: in Open Ground a Good Order enemy within 16 hexes who sees it."""
    for side, guns in list(g.state.hidden.items()):
        for gun in guns:
            if gun.facing >= 0 and is_spotted(g, side, gun):
                reveal(g, side, gun, "it stands in Open Ground and is seen", "SKF:6.4-b")


def is_spotted(g: SkPlay, side: Side, gun: HiddenGun) -> bool:
    if not terrain.kind_of(g, gun.hex).open_ground:
        return False
    within = tables(g).hidden.spotted_within
    enemy = g.enemy_of(side)
    eyes = [unit.hex for unit in g.on_map(enemy) if unit.good_order]
    eyes += [  # SKF:2.0-p: a vehicle is in Good Order unless Shocked or Stunned
        tank.hex
        for tank in g.state.vehicles.values()
        if tank.side == enemy and tank.hex and not tank.wreck and tank.good_order
    ]
    return any(
        g.map.distance(hex, gun.hex) <= within and los.sees(g, hex, gun.hex) for hex in dict.fromkeys(eyes)
    )


@PART.answers(mf_spent)
def spotted_by_movers(g: SkPlay, hex: Hex, units: tuple[str, ...]) -> list[Frame]:
    """Who has moved sees what stands in the open; SKF:6.4-g: a vehicle in its very hex sees everything."""
    if not g.state.hidden:
        return []
    spotted(g)
    found = in_hex(g, hex, g.attacker)
    if found is not None and any(uid in g.state.vehicles for uid in units):
        reveal(g, *found, "a vehicle drives upon it", "SKF:6.4-g")
    return []


# -- being fired at --------------------------------------------------------------------------------------------


@PART.answers(targets_in_secret)
def in_target_hex(g: SkPlay, shot: Gunshot) -> list[str]:
    """SKF:6.4-i: fire may hit a hidden Gun, but for what is aimed at a vehicle, and in the MPh at those on the move."""
    if shot.aimed_at or (shot.phase == MPH and shot.side == g.defender):
        return []
    found = in_hex(g, shot.target, shot.side)
    return [found[1].unit] if found is not None else []


@PART.modifies(target_th_lines, "SKF:6.4-i", step=CASE_23)
def hidden_target(g: SkPlay, shot: Gunshot, target: str) -> list[Line]:
    unit = g.state.units.get(target)
    if unit is None or not is_hidden(g, unit):
        return []
    return [Line("hidden", tables(g).hidden.th_drm, "SKF:6.4-i")]


@PART.modifies(target_th_lines, "DAE:QRDC-case17", "SKF:6.3-a", step=CASE_17)
def hidden_cover(g: SkPlay, shot: Gunshot, target: str) -> list[Line]:
    """SKF:6.4-i: it has the TEM of its hex, or what it is dug in, which counts on the To Hit DR but on the ATT."""
    unit = g.state.units.get(target)
    if unit is None or shot.type == ATT or not is_hidden(g, unit):
        return []
    tem = terrain.tem(g, shot.target)
    lines = [msgspec.structs.replace(tem, rule=tables(g).cases.tem.rule)] if tem.value else []
    return [*lines, *_dug_in(g, shot.target)]


@PART.answers(hits_in_secret)
def hit(g: SkPlay, shot: Gunshot, units: tuple[str, ...]) -> None:
    """A hit on the hidden is worked out like any other; it comes out with it."""
    for uid in units:
        found = in_hex(g, shot.target, shot.side)
        if found is not None and found[1].unit == uid:
            reveal(g, *found, "it is hit", "SKF:6.4-i")


@PART.answers(unseen_in)
def unseen_guns(g: SkPlay, hex: Hex, side: Side) -> list[str]:
    """SKF:6.4-i: an attack on the IFT strikes what is hidden in the hex at half FP, by the same DR, with the DRM of the
    attack and those of the crew's own cover."""
    found = in_hex(g, hex, side) if g.state.hidden else None
    return [found[1].unit] if found is not None else []


@PART.answers(may_be_unseen)
def may_be_a_gun(g: SkPlay, hex: Hex, side: Side) -> bool:
    """A hex in which a Gun of the enemy's that is still hidden could have been set up."""
    if not g.scenario.groups:
        return False
    for unit in g.state.units.values():
        if unit.side == side or not is_hidden(g, unit):
            continue
        gun = next(weapon for weapon in g.weapons_of(unit) if is_gun(g, weapon))
        if (
            hex in g.scenario.set_up_area(unit.group, g.map)
            and not is_on_pavement(g, hex)
            and may_stand_in(g, the_ordnance(g, gun), hex)
        ):
            return True
    return False


@PART.answers(brought_to_light)
def gun_comes_out(g: SkPlay, unit: str, why: str) -> None:
    for side, guns in list(g.state.hidden.items()):
        for gun in guns:
            if gun.unit == unit:
                reveal(g, side, gun, why, "SKF:6.4-i")


def _dug_in(g: SkPlay, hex: Hex) -> list[Line]:
    """What a hidden Gun is dug in beyond the TEM of its hex: its counter is not marked Emplaced before it comes out."""
    better = tables(g).emplacement.tem - terrain.tem(g, hex).value
    return [Line("Emplaced, beyond the terrain's TEM", better, "SKF:6.3-a")] if better > 0 else []


# -- views -----------------------------------------------------------------------------------------------------


@PART.answers(conceal)
def hide(g: SkPlay, side: Side) -> None:
    if g.state.hidden:
        g.state.hidden = {owner: guns for owner, guns in g.state.hidden.items() if owner == side}


@PART.answers(has_secrets)
def may_be_hidden(g: SkPlay) -> bool:
    return any(
        ordnance is not None and ordnance.gun
        for group in g.scenario.groups
        for weapon in group.weapons
        for ordnance in (g.weapon_types[weapon].ordnance,)
    )


@PART.answers(guess)
def guess_places(g: SkPlay, side: Side, rng: random.Random) -> None:
    """Somewhere in its group's area, where nobody stands, where it would not have been seen."""
    for unit in list(g.state.units.values()):
        if unit.side == side or not is_hidden(g, unit):
            continue
        gun = next(weapon for weapon in g.weapons_of(unit) if is_gun(g, weapon))
        places = hiding_places(g, unit.group, unit, gun)
        quiet = [hex for hex in places if not is_spotted(g, unit.side, HiddenGun(unit.id, gun.id, hex))]
        if not quiet and not places:
            continue
        hex = rng.choice(quiet or places)
        secret = HiddenGun(unit.id, gun.id, hex, rng.choice(tuple(FACINGS)))
        g.state.hidden[unit.side] = (*g.state.hidden.get(unit.side, ()), secret)
