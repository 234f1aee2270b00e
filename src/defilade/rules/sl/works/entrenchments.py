"""Entrenchments (SL:15.3): who is beneath one, what it protects from, and how one gets in and out.

A unit is in its entrenchment or on top of it. To come out is part of the price of the next hex, so that whoever looks
for a way reckons with it; to go beneath is a step of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from defilade.kernel import Action, Line, Refusal
from defilade.kernel.composition import Part, bar
from defilade.rules.presentation import StateMark
from defilade.rules.sl import advance, movement, rout, stacking, terrain
from defilade.rules.sl.card import BUNKERS
from defilade.rules.sl.fire import in_a_work, not_in_the_open, outside_the_terrain, targets_met
from defilade.rules.sl.firers import fire_bar, weapon_bar
from defilade.rules.sl.marches import bypass
from defilade.rules.sl.marches.deploying import in_two_places
from defilade.rules.sl.morale import formed
from defilade.rules.sl.movement import Left
from defilade.rules.sl.shown import marks_of
from defilade.rules.sl.state import ENTRENCHMENT, RTPH, SlPlay, Track
from defilade.rules.sl.vehicles.exposed import OVERRUN
from defilade.rules.sl.weapons.flamethrowers import is_flamethrower
from defilade.rules.sl.weapons.launchers import kind_of_launcher, launching_bar
from defilade.rules.sl.weapons.possession import apart
from defilade.rules.sl.weapons.recoilless import CLOSED_IN
from defilade.rules.sl.works.placing import site_bar
from defilade.rules.sl.works.works import (
    bunker_in,
    come_out,
    go_inside,
    in_pit,
    is_inside,
    known_in,
    works_in,
)
from defilade.tactics.arcs import sides_crossed
from defilade.tactics.attack_plan import COVER, Aim, target_lines
from defilade.tactics.moving import MOVE_VERBS, MoveVerb, Moving, note_spent, place_of
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit, Weapon

PART = Part()

GOES_BY = Refusal("who goes around the obstacle of a hex goes on from there", "SL:4.6.6-b")
BENEATH, ON_TOP = "go-beneath", "come-out"
UNDER = "beneath"
"""How one advances into it."""
SHELLHOLES = "shellholes"
WALLS = ("wall", "hedge", "hedgerow")

IN_BUILDINGS = Refusal("nobody digs in a building", "SL:15.3.1")
NO_GROUND = {
    "crag": Refusal("nobody digs in crag", "SL:14.10.6"),
    "marsh": Refusal("nobody fortifies marsh", "SL:14.18.10"),
    "pond": Refusal("nobody fortifies water", "SL:15.3.1"),
}
IN_A_BUNKER = Refusal("there is a bunker in that hex", "SL:15.3.1")
IN_A_STREAM = Refusal("nobody digs in a stream", "SL:14.22.1-b")
NONE_HERE = Refusal("there is no entrenchment in its hex", "SL:15.3.6-a")
IN_IT = Refusal("it is in the entrenchment", "SL:15.3.6-a")
NOT_IN_IT = Refusal("it is not in the entrenchment", "SL:15.3.6-a")
NO_MF = Refusal("to get in or out takes a MF", "SL:15.3.7")
ALL_MF = Refusal("Assault Movement may not take all MF", "SL:4.5.4")
NO_FLAMES = Refusal("flamethrowers are not fired out of entrenchments", "SL:15.3.9")
BEHIND_A_WALL = Refusal("the wall of its hex blinds who is entrenched behind it", "SL:15.3.11")


@PART.answers(site_bar)
def no_place_to_dig(g: SlPlay, kind: str, hex: Hex) -> Refusal | None:
    """SL:15.3.1, as later text bars some ground besides; brush bears all works (SL:14.12.2-d)."""
    if kind != ENTRENCHMENT:
        return None
    return IN_A_BUNKER if bunker_in(g, hex) is not None else dig_bar(g, hex)


def dig_bar(g: SlPlay, hex: Hex) -> Refusal | None:
    if g.terrain_of(hex).structure or g.map.ground_hex(hex) != hex:
        return IN_BUILDINGS
    if g.map.relief.depressions.get(hex) == "stream":
        return IN_A_STREAM
    return NO_GROUND.get(g.map.terrain[hex])


def hole(g: SlPlay, hex: Hex) -> str:
    return "entrenchment" if bunker_in(g, hex) is None else "bunker"


def entrenched(g: SlPlay, hex: Hex, side: Side) -> bool:
    """Whether there is one, as far as a side knows."""
    return bool(known_in(g, hex, side, ENTRENCHMENT))


# -- in and out (SL:15.3.7) --------------------------------------------------------------------------------


@PART.answers(terrain.price_of_entry)
def climb_out(g: SlPlay, cost: float, unit: Unit, origin: str, hex: Hex) -> float:
    """SL:15.3.7, SL:15.5.4: a MF more for who is in one, and leaves. SL:3.21.6: who routs pays it where nothing else
    would keep him from being swept away."""
    if not g.state.works:
        return cost
    price = g.tables.works.in_or_out
    if origin == unit.hex and is_inside(g, unit):
        cost += price
    elif g.state.phase == RTPH and origin != unit.hex and only_refuge(g, unit, origin):
        cost += price
    if g.state.phase == RTPH and only_refuge(g, unit, hex):
        cost += price
    return cost


def only_refuge(g: SlPlay, unit: Unit, hex: Hex) -> bool:
    return entrenched(g, hex, unit.side) and rout.kept_under_fire(g, hex, unit.side)


@PART.answers(movement.entered)
def left_behind(g: SlPlay, frame: Moving, origin: str, hex: Hex) -> None:
    """SL:15.3-g: to come out takes MF in the hex itself, where the mover can be fired at in the open. SL:15.3-b: who is
    broken there is out."""
    for uid in frame.members:
        if g.state.inside.get(uid) == origin:
            come_out(g, uid)
            spent_at(g, uid, origin)


def spent_at(g: SlPlay, unit: str, hex: Hex) -> None:
    track = g.state.tracks.get(unit)
    if track is not None and hex not in track.hexes:
        first = (float(g.tables.works.in_or_out), *track.spent) if track.spent else ()
        g.state.tracks[unit] = msgspec.structs.replace(track, hexes=(hex, *track.hexes), spent=first)


def beneath_refusal(g: SlPlay, frame: Moving, members: Sequence[Left]) -> Refusal | None:
    if any(is_inside(g, member.unit) for member in members):
        return IN_IT
    if not works_in(g, place_of(g, frame), ENTRENCHMENT, *BUNKERS):
        return NONE_HERE
    for member in members:
        found = inside_bar(g, member.unit, place_of(g, frame))
        if found is not None:
            return found
    if any(bypass.status(g, member.unit) is not None for member in members):
        return GOES_BY
    return price_refusal(g, members) or room_refusal(g, frame, members)


@bar
def inside_bar(g: SlPlay, unit: Unit, hex: Hex) -> Refusal | None:
    """Why may a unit not go beneath what is in a hex?"""


@bar
def outside_bar(g: SlPlay, unit: Unit) -> Refusal | None:
    """Why may a unit not come out of what it is beneath?"""


def room_refusal(g: SlPlay, frame: Moving, members: Sequence[Left]) -> Refusal | None:
    """SL:15.3.6-a: no more units than in any hex."""
    found = stacking.refusal(g, g.attacker, place_of(g, frame), [member.unit for member in members])
    return found if frame.begun else None


def price_refusal(g: SlPlay, members: Sequence[Left]) -> Refusal | None:
    """SL:4.5.4"""
    price = g.tables.works.in_or_out
    if any(member.mf < price for member in members):
        return NO_MF
    return ALL_MF if any(member.mover.assault and member.mf <= price for member in members) else None


def out_refusal(g: SlPlay, frame: Moving, members: Sequence[Left]) -> Refusal | None:
    if not all(is_inside(g, member.unit) for member in members):
        return NOT_IN_IT
    for member in members:
        found = outside_bar(g, member.unit)
        if found is not None:
            return found
    return price_refusal(g, members)


def beneath_options(g: SlPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    if not g.state.works or beneath_refusal(g, frame, members) is not None:
        return []
    return [Action(BENEATH)]


def out_options(g: SlPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    if not g.state.inside or out_refusal(g, frame, members) is not None:
        return []
    return [Action(ON_TOP)]


def go_beneath(g: SlPlay, frame: Moving, action: Action) -> None:
    """SL:15.3-e: who does has had the good of it since he came into the hex."""
    pay(g, frame)
    for uid in frame.members:
        go_inside(g, g.unit(uid))
    tell(g, frame.members, f"{g.doing(frame.members, 'goes', 'go')} into the {hole(g, place_of(g, frame))}")


def get_out(g: SlPlay, frame: Moving, action: Action) -> None:
    pay(g, frame)
    for uid in frame.members:
        come_out(g, uid)
    tell(
        g,
        frame.members,
        f"{g.doing(frame.members, 'comes', 'come')} out of the {hole(g, place_of(g, frame))}",
    )


def pay(g: SlPlay, frame: Moving) -> None:
    hex = place_of(g, frame)
    for uid in frame.members:
        mover = note_spent(frame, uid, float(g.tables.works.in_or_out), hex)
        g.update(g.unit(uid), moved=True)
        old = g.state.tracks.get(uid)
        if old is None:
            g.state.tracks[uid] = Track(g.state.moves, (hex,), mover.assault, spent=(mover.spent,))


def tell(g: SlPlay, who: tuple[str, ...], text: str) -> None:
    unit = g.unit(who[0])
    g.say(
        "entrenchment",
        f"{text} in {g.place_name(unit.hex)}.",
        "SL:15.3.7",
        side=unit.side,
        who=who,
        at=unit.hex,
    )


PART.adds(
    MOVE_VERBS,
    MoveVerb(
        BENEATH,
        26,
        beneath_options,
        go_beneath,
        lambda g, frame, members, action: beneath_refusal(g, frame, members),
    ),
    MoveVerb(
        ON_TOP, 27, out_options, get_out, lambda g, frame, members, action: out_refusal(g, frame, members)
    ),
)


# -- in the APh (SL:4.4.1-b) -------------------------------------------------------------------------------


@PART.answers(advance.ways_in)
def advance_beneath(g: SlPlay, unit: Unit, hex: Hex) -> Iterable[str]:
    """SL:4.4.1-b: out of one, or into one, but not from one into another. SL:15.3-f: also where enemies are."""
    if not g.state.works or is_inside(g, unit):
        return ()
    there = entrenched(g, hex, unit.side) or bunker_in(g, hex) is not None
    return (UNDER,) if there and inside_bar(g, unit, hex) is None else ()


@PART.answers(advance.advanced_so)
def is_beneath_now(g: SlPlay, unit: Unit, how: str) -> None:
    if how == UNDER:
        go_inside(g, unit)
        tell(g, (unit.id,), f"{g.name(unit)} goes into the {hole(g, unit.hex)}")


@PART.answers(advance.other_advances)
def in_its_own_hex(g: SlPlay, side: Side) -> list[Action]:
    """To get in or out where one stands is less than to advance a hex, and takes its place."""
    if not g.state.works:
        return []
    found = []
    for unit in g.on_map(side):
        there = entrenched(g, unit.hex, side) or bunker_in(g, unit.hex) is not None
        if not there or advance.unit_refusal(g, unit) is not None:
            continue
        inside = is_inside(g, unit)
        if (outside_bar(g, unit) if inside else inside_bar(g, unit, unit.hex)) is None:
            found.append(Action(ON_TOP if inside else BENEATH, (unit.id,), unit.hex))
    return found


@PART.answers(advance.advanced_otherwise)
def change_in_its_hex(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb not in (BENEATH, ON_TOP):
        return
    unit = g.update(g.unit(action.who[0]), advanced=True)
    if action.verb == BENEATH:
        go_inside(g, unit)
        tell(g, (unit.id,), f"{g.name(unit)} goes into the {hole(g, unit.hex)}")
    else:
        come_out(g, unit.id)
        tell(g, (unit.id,), f"{g.name(unit)} comes out of the {hole(g, unit.hex)}")


@PART.answers(advance.advanced_into)
def out_of_it(g: SlPlay, unit: Unit, origin: str) -> None:
    if g.state.inside.get(unit.id) == origin:
        come_out(g, unit.id)


# -- fire --------------------------------------------------------------------------------------------------


@PART.modifies(target_lines, "SL:15.3.10", step=COVER)
def dug_in(g: SlPlay, unit: Unit, aim: Aim) -> list[Line]:
    """SL:15.3.10: for those in it, whoever else is in the hex (SL:15.3-f). Flames heed it no more than other cover."""
    if not in_pit(g, unit):
        return []
    table = g.tables.works
    return [Line("entrenchment", table.tem_from_above if aim.phase == OVERRUN else table.tem, "SL:15.3.10")]


@PART.answers(outside_the_terrain)
def not_both(g: SlPlay, unit: Unit, aim: Aim) -> bool:
    """SL:15.3-d: in shell holes one has the good of the entrenchment alone."""
    return g.map.terrain[unit.hex] == SHELLHOLES and in_pit(g, unit)


@PART.answers(in_a_work)
def has_cover_of_its_own(g: SlPlay, unit: Unit) -> bool:
    """SL:14.5.4-b, SL:14.5.4-c: entrenchments and bunkers likewise."""
    return is_inside(g, unit)


@PART.answers(not_in_the_open)
def under_cover(g: SlPlay, unit: Unit, aim: Aim) -> bool:
    """SL:15.3-e, SL:15.3-g: who has gone beneath it is not caught in the open there."""
    return is_inside(g, unit)


@PART.answers(weapon_bar)
def no_flames_from_it(g: SlPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    """SL:15.3.9: all else is fired as ever."""
    return NO_FLAMES if is_flamethrower(g, weapon) and in_pit(g, unit) else None


@PART.answers(launching_bar)
def no_blast_in_it(g: SlPlay, unit: Unit, weapon: Weapon, target: str) -> Refusal | None:
    """SL:8.21.5: nor out of a bunker."""
    return CLOSED_IN if kind_of_launcher(g, weapon).recoilless and is_inside(g, unit) else None


def blinded(g: SlPlay, hex: Hex, other: str) -> bool:
    """SL:15.3.11: whether a wall or hedge of an entrenched hex hides those in it from a place, which is neither beside
    it nor higher up."""
    if other == hex or other in g.map.adjacent[hex] or g.map.level(other) > g.map.level(hex):
        return False
    return any(
        (near := g.map.neighbours[hex][side]) is not None and g.map.hexside_kind(hex, near) in WALLS
        for side in sides_crossed(g.map, other, hex)
    )


@PART.answers(fire_bar)
def sees_only_the_wall(g: SlPlay, unit: Unit, target: str) -> Refusal | None:
    return BEHIND_A_WALL if in_pit(g, unit) and blinded(g, unit.hex, target) else None


@PART.answers(targets_met)
def hidden_by_the_wall(g: SlPlay, targets: tuple[str, ...], hexes: Sequence[str]) -> tuple[str, ...]:
    """What they do not see does not see them."""
    if not g.state.inside or not hexes:
        return targets
    units = g.state.units
    return tuple(
        [
            uid
            for uid in targets
            if uid not in units
            or not in_pit(g, units[uid])
            or not all(blinded(g, units[uid].hex, hex) for hex in hexes)
        ]
    )


# -- rout --------------------------------------------------------------------------------------------------


@PART.answers(rout.shelters)
def broken_ground(g: SlPlay, hex: Hex) -> bool:
    """SL:15.3-c, SL:3.21.6: who pays for it goes through an entrenchment as if it were not open ground."""
    return any(not work.hidden for work in works_in(g, hex, ENTRENCHMENT))


@PART.answers(rout.waits)
def waits_in_it(g: SlPlay, unit: Unit) -> bool:
    """SL:15.3.12"""
    return in_pit(g, unit)


@PART.answers(rout.ways_chosen)
def to_the_next_entrenchment(
    g: SlPlay, found: dict[str, str], unit: Unit, safe: dict[str, str]
) -> dict[str, str]:
    """SL:15.3.12: where there is no way to cover, into an entrenchment that can be reached, under fire or not."""
    if found or not g.state.works or is_inside(g, unit):
        return found
    reach = rout.ways(g, unit)
    mf = float(g.tables.movement.rout)
    pits = {
        hex: cost
        for hex, cost in reach.cost.items()
        if hex != unit.hex
        and cost <= mf
        and entrenched(g, hex, unit.side)
        and not rout.known_enemy_adjacent(g, hex, unit.side)
        and stacking.refusal(g, unit.side, hex, (unit,)) is None
    }
    nearest = min(pits.values(), default=0.0)
    return {hex: hex for hex, cost in pits.items() if cost == nearest}


@PART.answers(rout.comes_to)
def falls_into_it(g: SlPlay, unit: Unit, hex: Hex) -> None:
    """SL:3.21.6: it has paid for it."""
    if entrenched(g, hex, unit.side) and terrain.is_open(g, hex) and inside_bar(g, unit, hex) is None:
        go_inside(g, unit)
        tell(g, (unit.id,), f"{g.name(unit)} throws itself into the entrenchment")


@PART.answers(formed)
def beneath_it_as_well(g: SlPlay, unit: Unit, of: Unit) -> None:
    """Whoever is formed of another is where that one is."""
    if is_inside(g, of) and unit.hex == of.hex:
        go_inside(g, unit)


@PART.answers(apart, in_two_places)
def one_beneath_the_other(g: SlPlay, one: Unit, other: Unit) -> bool:
    """SL:8.4.3: who is on top of it trades no weapons with who is beneath it."""
    return is_inside(g, one) != is_inside(g, other)


@PART.answers(marks_of)
def shown_inside(g: SlPlay, unit: Unit) -> list[StateMark]:
    if not in_pit(g, unit):
        return []
    return [StateMark("entrenched", "in the entrenchment", "SL:15.3.6-a", "DUG IN", "calm")]
