"""What a unit or stack on the move may do next (SK1:3.3): each question gives a `Refusal` or None.

The same functions filter the options of a move and answer "why not?".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from defilade.kernel import Action, Refusal
from defilade.rules.sk import moving, placement, portage, setup, smoke, stacking, terrain, victory
from defilade.rules.sk.moving import Mover, Moving, bound, the_record
from defilade.rules.sk.state import SkPlay
from defilade.tactics.units import OFF_MAP, PREP, Unit

STOP, ASSAULT, EXIT = Action("stop"), Action("assault"), Action("exit")
EXIT_COST = 1

HAS_MOVED = Refusal("it has already moved in this MPh", "SK1:3.3-k")
HAS_BEGUN = Refusal("the move has begun", "SK1:3.3-m")
NOT_MOVING_NOW = Refusal("it is not among those who move now", "SK1:3.3-m")
ONE_HEX = Refusal("Assault Movement is a move of one hex", "SK1:3.3-n")
NO_EXIT = Refusal("a unit may not leave the map here", "SK1:3.3-d")
NOT_BOTH = Refusal("Assault Movement and Double Time exclude each other", "SK1:3.3-n")
MUST_ENTER = Refusal("Assault Movement is a move of exactly one hex", "SK1:3.3-n")


# -- who may move ------------------------------------------------------------------------------------------


def move_refusal(g: SkPlay, unit: Unit) -> Refusal | None:
    """SK1:3.3-a: why a unit may not move in this MPh."""
    if unit.side != g.attacker:
        return Refusal(f"{g.name(unit)} is not the ATTACKER's", "SK1:3.3-a")
    if unit.moved:
        return HAS_MOVED
    if unit.broken:
        return Refusal(f"{g.name(unit)} is broken", "SK1:3.3-a")
    if unit.melee:
        return Refusal(f"{g.name(unit)} is in melee", "SK1:3.3-a")
    if unit.pinned:
        return Refusal(f"{g.name(unit)} is pinned", "SK1:3.2.1-u")
    if unit.fire == PREP or unit.weapons_used or unit.directed:  # SK1:3.2-z: directing counts as firing
        return Refusal(f"{g.name(unit)} fired in the PFPh", "SK1:3.3-a")
    if unit.hex == OFF_MAP and not setup.is_due(g, unit):
        return Refusal(f"{g.name(unit)} is not yet to enter", "SK1:3.1a")
    return None


# -- what is left to spend ---------------------------------------------------------------------------------


class Left(NamedTuple):
    """What a member of the moving stack may still spend: off the road, on it, and where it stands."""

    mover: Mover
    unit: Unit
    off_road: float
    on_road: float
    in_place: float


def left_to_spend(g: SkPlay, frame: Moving) -> list[Left]:
    lent = moving.lending(g, frame)
    found = []
    for uid in frame.members:
        mover = the_record(frame, uid)
        off_road = moving.allowance(g, frame, mover, lent.get(uid, 0)) - mover.spent
        on_road = off_road + moving.road_bonus(g, mover)
        in_place = on_road if mover.hexes else off_road
        found.append(Left(mover, g.state.units[uid], off_road, on_road, in_place))
    return found


def mf_refusal(g: SkPlay, member: Left, cost: float, left: float) -> Refusal | None:
    """Why a member cannot spend `cost` of what it has `left`. Assault Movement keeps some (SK1:3.3-n)."""
    if cost > left:
        return Refusal(f"{g.name(member.unit)} has {max(left, 0):g} MF left and needs {cost:g}", "SK1:3.3-i")
    if member.mover.assault and cost == left:
        return Refusal(f"Assault Movement may not take all MF of the {g.name(member.unit)}", "SK1:3.3-n")
    return None


def entry_refusal(g: SkPlay, members: Sequence[Left], origin: str, hex: str, rate: str) -> Refusal | None:
    """Why the moving stack may not enter a hex at a rate."""
    side = members[0].unit.side
    if g.has_side(hex, g.enemy_of(side)):
        return Refusal(f"there is an enemy in {g.place_name(hex)}", "SK1:3.3-c")
    on_road = terrain.crosses_road(g, origin, hex)
    if rate == terrain.ROAD and rate not in terrain.rates(g, origin, hex):
        return Refusal(f"no road leads through woods into {g.place_name(hex)} there", "SK1:1.1.2-h2")
    cost = terrain.entry_cost(g, members[0].unit, origin, hex, rate)
    for member in members:
        if member.mover.assault and member.mover.hexes:
            return ONE_HEX
        found = mf_refusal(g, member, cost, member.on_road if on_road else member.off_road)
        if found is not None:
            return found
    return stacking.refusal(g, side, hex, [member.unit for member in members])  # SK1:3.3-c2


# -- options -----------------------------------------------------------------------------------------------


def place_of(g: SkPlay, frame: Moving) -> str:
    return g.unit(frame.members[0]).hex


def hexes_in_reach(g: SkPlay, frame: Moving) -> tuple[str, ...]:
    """Adjacent hexes, or those over which a unit off the map may come on (SK1:3.1a)."""
    at = place_of(g, frame)
    return g.map.adjacent[at] if at else setup.may_enter(g, g.unit(frame.members[0]))


def entry_options(g: SkPlay, frame: Moving, members: Sequence[Left]) -> list[Action]:
    for member in members:
        if portage.carry_refusal(g, member.unit) is not None:
            return []
    at = members[0].unit.hex
    found = []
    for hex in hexes_in_reach(g, frame):
        for rate in terrain.rates(g, at, hex):
            if entry_refusal(g, members, at, hex, rate) is None:
                found.append(Action("enter", (), hex, rate if rate == terrain.ROAD else ""))
    return found


def joinable(g: SkPlay, frame: Moving) -> list[str]:
    """Those who may move along: others in the same place before anybody spends MF (SK1:3.3-m)."""
    if frame.part_begun:
        return []
    at = place_of(g, frame)
    pool = frame.waiting if frame.begun else (g.state.stacks.get(at, ()) if at else tuple(g.state.units))
    return [uid for uid in pool if join_refusal(g, frame, g.unit(uid)) is None]


def join_refusal(g: SkPlay, frame: Moving, unit: Unit) -> Refusal | None:
    if unit.id in frame.members or frame.part_begun:
        return HAS_BEGUN
    first = g.unit(frame.members[0])
    if unit.hex != first.hex or (not unit.hex and unit.edges != first.edges):
        return Refusal(f"{g.name(unit)} does not start in the same place", "SK1:3.3-m")
    if frame.begun:
        return None if unit.id in frame.waiting else NOT_MOVING_NOW
    found = move_refusal(g, unit)
    if found is not None or unit.hex:
        return found
    limits = g.library.tables.stacking
    stack = [*(g.unit(uid) for uid in frame.members), unit]
    if stacking.squad_equivalents(stack) > 2 * limits.squads or stacking.leaders(stack) > limits.leaders:
        return Refusal("the stack would be too high to enter any hex", stacking.RULE)
    return None


def double_time_refusal(g: SkPlay, frame: Moving, unit: Unit) -> Refusal | None:
    """SK1:3.3-o: only at the start, and not by the broken, pinned, wounded or CX."""
    if unit.id not in frame.members:
        return NOT_MOVING_NOW
    if frame.part_begun or the_record(frame, unit.id).spent:
        return Refusal("Double Time is declared before any MF is spent", "SK1:3.3-o")
    if the_record(frame, unit.id).assault:
        return NOT_BOTH
    if unit.wounded:
        return Refusal(f"{g.name(unit)} is wounded", "SK1:3.2.1-g")
    if unit.cx or unit.was_cx:
        return Refusal(
            f"{g.name(unit)} was CX when the MPh began" if unit.was_cx else "it is CX", "SK1:3.3-r"
        )
    return None


def double_time_options(g: SkPlay, frame: Moving) -> list[Action]:
    ready = [uid for uid in frame.members if double_time_refusal(g, frame, g.unit(uid)) is None]
    each = [Action("double-time", (uid,)) for uid in ready]
    return [Action("double-time", tuple(ready)), *each] if len(ready) > 1 else each


def assault_refusal(g: SkPlay, frame: Moving) -> Refusal | None:
    """SK1:3.3-n: for the whole stack, before any MF is spent, and not with Double Time."""
    for uid in frame.members:
        mover = the_record(frame, uid)
        if mover.spent or mover.assault:
            return Refusal("Assault Movement is declared before any MF is spent", "SK1:3.3-n")
        if g.state.units[uid].cx:  # the only CX markers of the ATTACKER in his MPh are those of Double Time
            return NOT_BOTH
    return None


def leave_refusal(g: SkPlay, frame: Moving, unit_id: str) -> Refusal | None:
    """Why a member may not split off: an MMC that has used a leader's bonus ends with him (SK1:3.3-g)."""
    if unit_id not in frame.members:
        return NOT_MOVING_NOW
    if len(frame.members) < 2 or not frame.begun:
        return Refusal("there is no moving stack to split off from", "SK1:3.3-m")
    staying = [uid for uid in frame.members if uid != unit_id]
    for uid in frame.members:
        mover = the_record(frame, uid)
        if not bound(g, frame, mover):
            continue
        if uid == unit_id or not any(leader in staying for leader in mover.leaders):
            return Refusal(f"{g.name(uid)} has used MF that its leader gave it", "SK1:3.3-g")
    return None


def smoke_options(g: SkPlay, members: Sequence[Left]) -> list[Action]:
    found = []
    for member in members:
        unit = member.unit
        if not unit.hex or member.mover.smoke_tried or not smoke.exponent(g, unit):
            continue
        for hex in (unit.hex, *g.map.adjacent[unit.hex]):
            if mf_refusal(g, member, smoke.cost(g, unit, hex), member.in_place) is None:
                found.append(Action("smoke", (unit.id,), hex))
    return found


def recovery_refusal(g: SkPlay, member: Left, weapon_id: str) -> Refusal | None:
    weapon = g.state.weapons[weapon_id]
    found = portage.recovery_refusal(g, member.unit, weapon)
    if found is not None:
        return found
    cost = g.library.tables.movement.recover_weapon
    # SK1:4.0-b: it must also be able to bear the load
    load = portage.load(g, member.unit) + g.weapon_type(weapon).pp - portage.ipc(g, member.unit)
    more = max(load, 0) - portage.excess(g, member.unit)
    return mf_refusal(g, member, cost + max(more, 0), member.in_place)


def recovery_options(g: SkPlay, members: Sequence[Left]) -> list[Action]:
    at = members[0].unit.hex
    loose = (
        [weapon for weapon in g.state.weapons.values() if weapon.hex == at and not weapon.owner] if at else []
    )
    return [
        Action("recover", (member.unit.id, weapon.id))
        for weapon in loose
        for member in members
        if recovery_refusal(g, member, weapon.id) is None
    ]


def placement_options(g: SkPlay, members: Sequence[Left]) -> list[Action]:
    found = []
    for member in members:
        for weapon in g.weapons_of(member.unit):
            if g.weapon_type(weapon).kind != "DC" or not member.unit.hex:
                continue
            for hex in g.map.adjacent[member.unit.hex]:
                if placement_refusal(g, member, weapon.id, hex) is None:
                    found.append(Action("place", (member.unit.id, weapon.id), hex))
    return found


def placement_refusal(g: SkPlay, member: Left, weapon_id: str, hex: str) -> Refusal | None:
    found = placement.refusal(g, member.unit, g.state.weapons[weapon_id], hex)
    if found is not None:
        return found
    return mf_refusal(g, member, placement.cost(g, member.unit, hex), member.in_place)


def exit_refusal(g: SkPlay, members: Sequence[Left]) -> Refusal | None:
    """SK1:3.3-d: the map is left only where the card gives points for it."""
    at = members[0].unit.hex
    if not victory.may_leave(g, g.attacker, at):
        return NO_EXIT
    on_road = terrain.road_leaves_map(g, at)
    for member in members:
        found = portage.carry_refusal(g, member.unit)
        if found is None and member.mover.assault and member.mover.hexes:
            found = ONE_HEX
        if found is None:
            found = mf_refusal(g, member, EXIT_COST, member.on_road if on_road else member.off_road)
        if found is not None:
            return found
    return None


def options(g: SkPlay, frame: Moving) -> tuple[Action, ...]:
    """Everything that the members may do now."""
    members = left_to_spend(g, frame)
    found = entry_options(g, frame, members)
    may_stop = stop_refusal(members, bool(found)) is None
    found += smoke_options(g, members)
    found += recovery_options(g, members)
    found += placement_options(g, members)
    if members[0].unit.hex and exit_refusal(g, members) is None:
        found.append(EXIT)
    if not frame.part_begun:
        found += [Action("join", (uid,)) for uid in joinable(g, frame)]
        found += double_time_options(g, frame)
        if assault_refusal(g, frame) is None:
            found.append(ASSAULT)
    if members[0].unit.hex:
        found += [Action("drop", (weapon.id,)) for m in members for weapon in g.weapons_of(m.unit)]
    if frame.begun and len(members) > 1:
        found += [Action("leave", (uid,)) for uid in frame.members if leave_refusal(g, frame, uid) is None]
    if may_stop:
        found.append(STOP)
    return tuple(found)


def stop_refusal(members: Sequence[Left], can_enter: bool) -> Refusal | None:
    """Who has spent MF in Assault Movement must also make the move of one hex, if it can (SK1:3.3-n)."""
    if not can_enter:
        return None
    if any(member.mover.assault and member.mover.spent and not member.mover.hexes for member in members):
        return MUST_ENTER
    return None


# -- why not -----------------------------------------------------------------------------------------------


def why_not(g: SkPlay, frame: Moving, action: Action) -> Refusal | None:
    """Why an action is not among the options of a move."""
    if not frame.members:
        return NOT_MOVING_NOW if action.verb == "move" else None
    members = left_to_spend(g, frame)
    if action.verb == "enter":
        return _why_not_enter(g, frame, members, action)
    if action.verb == "stop":
        return MUST_ENTER
    if action.verb == "exit":
        return exit_refusal(g, members)
    if action.verb == "assault":
        return assault_refusal(g, frame)
    unit = g.state.units.get(action.who[0]) if action.who else None
    if unit is None:
        return None
    return _why_not_unit(g, frame, members, action, unit)


def _why_not_enter(g: SkPlay, frame: Moving, members: Sequence[Left], action: Action) -> Refusal | None:
    if action.at not in g.map.index:
        return Refusal(f"there is no hex {action.at} in play", "SK1:1.1-b")
    if action.at not in hexes_in_reach(g, frame):
        return Refusal(f"{g.place_name(action.at)} is not adjacent", "SK1:3.3-b")
    for member in members:
        found = portage.carry_refusal(g, member.unit)
        if found is not None:
            return found
    return entry_refusal(g, members, members[0].unit.hex, action.at, action.how or terrain.TERRAIN)


def _why_not_unit(
    g: SkPlay, frame: Moving, members: Sequence[Left], action: Action, unit: Unit
) -> Refusal | None:
    match action.verb:
        case "move":
            return HAS_MOVED if unit.moved else HAS_BEGUN
        case "join":
            return join_refusal(g, frame, unit)
        case "double-time":
            return double_time_refusal(g, frame, unit)
        case "leave":
            return leave_refusal(g, frame, unit.id)
    member = next((one for one in members if one.unit.id == unit.id), None)
    if member is None:
        return NOT_MOVING_NOW
    if action.verb == "smoke":
        found = smoke.refusal(g, unit, action.at, tried=member.mover.smoke_tried)
        return found or mf_refusal(g, member, smoke.cost(g, unit, action.at), member.in_place)
    if len(action.who) != 2 or action.who[1] not in g.state.weapons:
        return None
    if action.verb == "recover":
        return recovery_refusal(g, member, action.who[1])
    if action.verb == "place":
        return placement_refusal(g, member, action.who[1], action.at)
    return None
