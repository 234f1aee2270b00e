"""Strategic Locations and what follows from who Controls them (DAE:4.2, DAE:4.505): Setup Areas, No Man's Land,
Uncontrolled Territory, Isolation, the front line, and the ways between them."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from functools import lru_cache

from defilade.hexgrid import GameMap
from defilade.rules.sk.full.campaign.book import ENTRY, Area, Front
from defilade.rules.sk.full.campaign.tables import SIDES, campaign_tables, enemy_of
from defilade.rules.sk.full.campaign.work import Work, both
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit
from defilade.tactics.vehicles import Vehicle

WATER = frozenset({"pond", "water"})
BUILDING, ROAD_EXIT, VEHICLE = "B", "R", "V"


def enterable(board: GameMap, hex: Hex) -> bool:
    """DAE:4.2-f: whether Infantry, or a tracked vehicle, could ever enter a hex; enemies in it do not count."""
    return board.terrain[hex] not in WATER


# -- Strategic Locations -----------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def fixed_locations(board: GameMap) -> dict[str, str]:
    """DAE:4.2-h: all building hexes, and the road exits of the west, north and east edges; hex -> its mark."""
    found = dict.fromkeys(board.building_of, BUILDING)
    found |= {board.resolve(name): ROAD_EXIT for name in campaign_tables().road_exits}
    return found


def vehicle_locations(work: Work) -> dict[str, str]:
    """DAE:4.2-i: hex -> side, where a mobile vehicle with working MA stands and no such enemy; not at a road exit.

    A building hex is its Controller's whatever vehicle stands in it.
    """
    holders: dict[str, set[str]] = {}
    for side in SIDES:
        for vehicle in work.forces(side).vehicles.values():
            if vehicle.hex and work.is_mobile(vehicle) and work.has_working_ma(side, vehicle):
                holders.setdefault(vehicle.hex, set()).add(side)
    fixed = fixed_locations(work.board)
    return {hex: next(iter(sides)) for hex, sides in holders.items() if len(sides) == 1 and hex not in fixed}


def controlled_locations(work: Work) -> dict[str, str]:
    """Strategic Location -> the side that Controls it; those of nobody are left out."""
    fixed = {
        hex: side for hex, side in work.book.control.items() if side and hex in fixed_locations(work.board)
    }
    return {**fixed, **vehicle_locations(work)}


def set_control(work: Work, hex: Hex, side: Side) -> None:
    """DAE:4.505: a marker is placed, or flipped where Control is lost; other hexes have none."""
    if hex not in fixed_locations(work.board):
        return
    before = work.book.control.get(hex, "")
    if before == side:
        return
    work.book.control[hex] = side
    says = "flips to" if before else "is placed for"
    work.say("DAE:4.505", f"The Control marker in {work.label(hex)} {says} the {side.capitalize()}.", side)


def control_at_start(work: Work) -> None:
    """DAE:4.3-m: at the start of a scenario a side Controls only the road exits within its own Setup Area."""
    for hex in work.road_exits:
        holder = work.side_at(hex)
        if work.book.control.get(hex, "") != holder:
            work.book.control[hex] = holder


def control_road_exits(work: Work, passed: dict[str, str]) -> None:
    """DAE:4.3-m: a road exit belongs to the last side to Control it and all adjacent hexes; `passed`: hex -> the side
    whose Good Order MMC was the last to move through it. Hexes through which nobody has moved are still those of the
    Setup Area in which they lay as the scenario began."""
    for hex in sorted(work.road_exits):
        side = passed.get(hex, "")
        if side and all(passed.get(near, work.side_at(near)) == side for near in work.board.adjacent[hex]):
            set_control(work, hex, side)


# -- drawing the map ---------------------------------------------------------------------------------------------


def draw_front(work: Work) -> Front:
    """DAE:4.505 to DAE:4.5055: Setup Areas, No Man's Land, and surrounded hexes."""
    board = work.board
    locations = controlled_locations(work)
    every = set(fixed_locations(board)) | set(locations)
    reach = work.tables.reach
    near = {
        side: _within(board, [hex for hex, one in locations.items() if one == side], reach) for side in SIDES
    }
    # DAE:4.5051: never a Strategic Location
    nobodys = frozenset(hex for hex in near[SIDES[0]] & near[SIDES[1]] if hex not in every)
    held: dict[str, set[str]] = {}
    for side, enemy in both(work):
        own = {hex for hex, one in locations.items() if one == side}
        open_to = _enterable_within(board, own, reach)
        held[side] = own | {hex for hex in open_to if hex not in every and hex not in near[enemy]}
    _join_surrounded(work, held, nobodys, every)
    areas: list[Area] = []
    for side in SIDES:
        parts = sorted(_components(board, held[side]), key=lambda part: (-len(part), part[0]))
        areas += [Area(f"{side[0].upper()}{n}", side, part) for n, part in enumerate(parts, 1)]
    return Front(tuple(areas), tuple(sorted(nobodys, key=board.index.__getitem__)))


def _within(board: GameMap, centres: Iterable[str], reach: int) -> set[str]:
    found = set(centres)
    edge = set(found)
    for _ in range(reach):
        edge = {near for hex in edge for near in board.adjacent[hex]} - found
        found |= edge
    return found


def _enterable_within(board: GameMap, centres: set[str], reach: int) -> set[str]:
    """DAE:4.2-g: hexes that Infantry could enter from one of these, within so many hexes."""
    found, edge = set(centres), set(centres)
    for _ in range(reach):
        edge = {near for hex in edge for near in board.adjacent[hex] if enterable(board, near)} - found
        found |= edge
    return found


def _components(board: GameMap, hexes: set[str]) -> list[tuple[str, ...]]:
    """DAE:4.2-g: what overlaps or touches is one."""
    left, found = set(hexes), []
    while left:
        part, edge = set(), {min(left, key=board.index.__getitem__)}
        while edge:
            part |= edge
            left -= edge
            edge = {near for hex in edge for near in board.adjacent[hex]} & left
        found.append(tuple(sorted(part, key=board.index.__getitem__)))
    return found


def _join_surrounded(work: Work, held: dict[str, set[str]], nobodys: frozenset[str], every: set[str]) -> None:
    """DAE:4.5054: Uncontrolled hexes, and Strategic Locations with nobody in them, that lie wholly within one Setup
    Area and the map's edges become part of it. An edge by which the enemy may come encloses nothing."""
    board = work.board
    occupied = {piece.hex for side in SIDES for piece in work.on_map(side)}
    for side, enemy in both(work):
        own = held[side]
        open_hexes = {
            hex for hex in board.names if hex not in own and hex not in held[enemy] and hex not in nobodys
        }
        empty = {hex for hex in held[enemy] if hex in every and hex not in occupied}
        for part in _components(board, open_hexes | empty):
            around = {near for hex in part for near in board.adjacent[hex]} - set(part)
            if set(part) & set(_entry_span(board, enemy)):
                continue
            if around and around <= own and len(_components(board, _area_of(board, own, around))) == 1:
                own |= set(part)
                held[enemy] -= set(part)


def _area_of(board: GameMap, own: set[str], around: set[str]) -> set[str]:
    """The areas that touch a ring of hexes."""
    return {hex for part in _components(board, own) if around & set(part) for hex in part}


def record_front(work: Work) -> None:
    """DAE:4.5055: drawn once; what becomes of Strategic Locations later in this Refit Phase changes nothing."""
    work.book.front = draw_front(work)
    work.redrawn()
    for area in work.book.front.areas:
        size = f"{len(area.hexes)} hexes" if len(area.hexes) > 1 else "one hex"
        work.say("DAE:4.5055", f"Setup Area {area.id}: {size}.", area.side)
    if work.book.front.no_mans_land:
        work.say("DAE:4.5051", f"{len(work.book.front.no_mans_land)} hexes are No Man's Land.")


def is_front_line(work: Work, hex: Hex) -> bool:
    """DAE:4.2-e"""
    side = work.side_at(hex)
    return bool(side) and any(work.side_at(near) != side for near in work.board.adjacent[hex])


# -- Entry Areas -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _entry_span(board: GameMap, side: Side) -> tuple[str, ...]:
    span = campaign_tables().entry[side]
    along = tuple(dict.fromkeys(hex for edge in span.edges for hex in board.edge(edge)))
    if span.first:
        first, last = along.index(board.resolve(span.first)), along.index(board.resolve(span.last))
        along = along[first : last + 1]
    return along


def entry_hexes(work: Work, side: Side) -> tuple[str, ...]:
    """DAE:4.3-j: the British anywhere in the west; the Germans from S1 to TT8 outside British Setup Areas, and on TT6
    and TT7 in any case."""
    if side not in work.entries:
        always = {work.hex(name) for name in work.tables.entry[side].always}
        along = _entry_span(work.board, side)
        if work.tables.entry[side].first:
            along = tuple(hex for hex in along if hex in always or work.side_at(hex) != enemy_of(side))
        work.entries[side] = along
    return work.entries[side]


def can_enter_in_the_north(work: Work, side: Side) -> bool:
    """DAE:4.5152"""
    north = set(work.board.edge(work.tables.north))
    return any(hex in north for hex in entry_hexes(work, side))


# -- ways --------------------------------------------------------------------------------------------------------


def reachable(board: GameMap, starts: Iterable[str], allowed: Callable[[str], bool]) -> dict[str, int]:
    """Hex -> steps from the nearest start, by enterable hexes that are allowed."""
    found = dict.fromkeys(starts, 0)
    edge = list(found)
    while edge:
        new = []
        for hex in edge:
            for near in board.adjacent[hex]:
                if near not in found and enterable(board, near) and allowed(near):
                    found[near] = found[hex] + 1
                    new.append(near)
        edge = new
    return found


def is_isolated_hex(work: Work, side: Side, hex: Hex) -> bool:
    """DAE:4.5052: no way by Uncontrolled hexes and one's own Setup Areas leads to an Entry Area."""
    entries = entry_hexes(work, side)
    if side not in work.supplied:
        free = _free_for(work, side)
        starts = [one for one in entries if enterable(work.board, one) and free(one)]
        work.supplied[side] = frozenset(reachable(work.board, starts, free))
    behind = work.supplied[side]
    return hex not in entries and not any(near in behind for near in work.board.adjacent[hex])


def _free_for(work: Work, side: Side) -> Callable[[str], bool]:
    return lambda hex: work.is_uncontrolled(hex) or work.side_at(hex) == side


def is_isolated(work: Work, side: Side, where: str) -> bool:
    """DAE:4.5052: an area is, if an MMC set up there would be; a vehicle in a hex by itself likewise."""
    if where == ENTRY or not where:
        return False
    if where.startswith("@"):
        return is_isolated_hex(work, side, where[1:])
    area = work.area(where)
    return area is not None and is_isolated_hex(work, side, area.hexes[0])


def piece_isolated(work: Work, side: Side, piece: str) -> bool:
    return is_isolated(work, side, work.forces(side).where.get(piece, ""))


def room_in(work: Work, side: Side, area: Area, more: int) -> bool:
    """DAE:4.5053-b: whether an area takes so many half-squads more without overstacking."""
    limit = 2 * work.kit.tables.stacking.squads * len(area.hexes)
    return work.half_squads(work.personnel_in(side, area.id)) + more <= limit


def nearest_uncontrolled(work: Work, side: Side, hex: Hex, more: int) -> list[str]:
    """DAE:4.5053-b: the nearest areas along Uncontrolled hexes; an Isolated one only if it has room."""
    ways = reachable(work.board, [hex], lambda one: work.is_uncontrolled(one))
    steps: dict[str, int] = {}
    entries = set(entry_hexes(work, side))
    for at, far in ways.items():
        if at in entries:
            steps[ENTRY] = min(far, steps.get(ENTRY, far))
        for near in work.board.adjacent[at]:
            area = work.area_at(near)
            if area is None or area.side != side or not enterable(work.board, near):
                continue
            if is_isolated(work, side, area.id) and not room_in(work, side, area, more):
                continue
            steps[area.id] = min(far + 1, steps.get(area.id, far + 1))
    best = min(steps.values(), default=0)
    return [place for place, far in steps.items() if far == best]


def nearest_for_escape(work: Work, side: Side, hex: Hex) -> list[str]:
    """DAE:4.5061: as few hexes of enemy areas as possible, then the shortest way; Isolated areas may be passed over, so
    behind the nearest comes the nearest that is not Isolated."""
    enemy = enemy_of(side)
    entries = set(entry_hexes(work, side))
    own = work.area_at(hex)
    cost: dict[str, tuple[int, int]] = {hex: (0, 0)}
    found: dict[str, tuple[int, int]] = {}
    queue = [((0, 0), hex)]
    enough: tuple[int, int] | None = None
    while queue:
        so_far, at = heapq.heappop(queue)
        if enough is not None and so_far > enough:
            break
        if so_far > cost[at]:
            continue
        area = work.area_at(at)
        if area is not None and area.side == side and area != own:
            found.setdefault(area.id, so_far)
        if at in entries:
            found.setdefault(ENTRY, so_far)
        if enough is None and any(not is_isolated(work, side, place) for place in found):
            enough = so_far
        for near in work.board.adjacent[at]:
            if not enterable(work.board, near):
                continue
            there = (so_far[0] + (work.side_at(near) == enemy), so_far[1] + 1)
            if near not in cost or there < cost[near]:
                cost[near] = there
                heapq.heappush(queue, (there, near))
    best = min(found.values(), default=(0, 0))
    chosen = [place for place, far in found.items() if far == best]
    free = {place: far for place, far in found.items() if not is_isolated(work, side, place)}
    if free:
        least = min(free.values())
        chosen += [place for place, far in free.items() if far == least and place not in chosen]
    return chosen


def position_of(work: Work, side: Side, piece: Unit | Vehicle) -> str:
    """Where a piece on the map stands: `friendly`, `enemy`, `no man's land` or `uncontrolled`."""
    holder = work.side_at(piece.hex)
    if holder:
        return "friendly" if holder == side else "enemy"
    return "no man's land" if work.is_no_mans_land(piece.hex) else "uncontrolled"


def mark_of(work: Work, hex: Hex) -> str:
    """DAE:4.5055: the letter of a Strategic Location on the small map."""
    return fixed_locations(work.board).get(hex, VEHICLE if hex in vehicle_locations(work) else "")
