"""Shift: Retained pieces try to get to another area (DAE:4.511). The rolls are secret."""

from __future__ import annotations

import heapq
from collections.abc import Iterable

from defilade.kernel import Breakdown, Line
from defilade.rules.sk.full.campaign.book import ENTRY, IN_HEX, CampaignError, ShiftGroup, ShiftOrders
from defilade.rules.sk.full.campaign.control_and_areas import enterable, entry_hexes, is_isolated
from defilade.rules.sk.full.campaign.portage import check_load, weapons_in_area
from defilade.rules.sk.full.campaign.work import Work
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit, Weapon
from defilade.tactics.vehicles import Vehicle

RULE = "DAE:4.511-d"
OPEN = "open"
FAR = 1_000_000


def pieces_of(work: Work, side: Side, group: ShiftGroup) -> list[Unit | Vehicle]:
    forces = work.forces(side)
    return [
        piece
        for one in group.pieces
        if (piece := forces.units.get(one) or forces.vehicles.get(one)) is not None
    ]


def check_orders(work: Work, side: Side, orders: ShiftOrders) -> None:
    forces = work.forces(side)
    tried: set[str] = set()
    taken: set[str] = set()
    ways: set[tuple[str, str]] = set()
    for group in orders.groups:
        pieces = pieces_of(work, side, group)
        if not group.pieces or len(pieces) != len(group.pieces):
            raise CampaignError("a group is made of one's own Infantry and vehicles", "DAE:4.511-a")
        if tried & set(group.pieces) or len(set(group.pieces)) != len(group.pieces):
            raise CampaignError("a unit tries to Shift once a date", "DAE:4.511-b")
        tried |= set(group.pieces)
        origins = {forces.where.get(piece.id, "") for piece in pieces}
        if len(origins) != 1:
            raise CampaignError("a group Shifts from one area", "DAE:4.511-b")
        origin = origins.pop()
        if (origin, group.to) in ways:
            raise CampaignError("who goes from the same area to the same goes as one group", "DAE:4.511-b")
        ways.add((origin, group.to))
        _check_group(work, side, group, pieces, origin)
        if taken & set(group.carrying):
            raise CampaignError("two groups cannot take the same weapon", "DAE:4.511-a")
        taken |= set(group.carrying)


def _check_group(
    work: Work, side: Side, group: ShiftGroup, pieces: list[Unit | Vehicle], origin: str
) -> None:
    if group.to == origin or not origin or origin.startswith(IN_HEX):
        raise CampaignError("a Shift leads from one area to another", "DAE:4.511-a")
    goal = work.area(group.to)
    if group.to != ENTRY and (goal is None or goal.side != side):
        raise CampaignError(f"{group.to} is no area of yours", "DAE:4.511-a")
    if group.to != ENTRY and is_isolated(work, side, group.to):
        raise CampaignError("nobody Shifts into an Isolated area", "DAE:4.505")
    if origin == ENTRY and any(isinstance(piece, Vehicle) for piece in pieces):
        raise CampaignError("only Infantry Shifts out of an Entry Area", "DAE:4.511-e")
    if any(isinstance(piece, Vehicle) and not work.is_mobile(piece) for piece in pieces):
        raise CampaignError("an immobile vehicle does not Shift", "DAE:4.511-a")
    weapons = [work.forces(side).weapons.get(one) for one in group.carrying]
    if any(weapon is not None and work.is_gun(weapon) for weapon in weapons):
        raise CampaignError("a Gun cannot be Shifted", "DAE:4.511-a")
    check_load(work, pieces, group.carrying, weapons_in_area(work, side, origin), "DAE:4.511-a")
    if best_way(work, side, origin, group.to) is None:
        raise CampaignError("no way leads there", "DAE:4.511-a")


# -- the way -----------------------------------------------------------------------------------------------------


def area_hexes(work: Work, side: Side, where: str) -> tuple[str, ...]:
    if where == ENTRY:
        return entry_hexes(work, side)
    area = work.area(where)
    return area.hexes if area is not None else ()


def is_automatic(work: Work, side: Side, origin: str, to: str) -> bool:
    """DAE:4.511-b: into an Entry Area that is part of the Setup Area or touches it."""
    if to != ENTRY or origin == ENTRY:
        return False
    own = set(area_hexes(work, side, origin))
    return any(hex in own or own & set(work.board.adjacent[hex]) for hex in entry_hexes(work, side))


def best_way(work: Work, side: Side, origin: str, to: str) -> Breakdown | None:
    """The DRM of the best path (DAE:4.511-d); none where there is no path."""
    goals = set(area_hexes(work, side, to))
    table = work.tables.shift
    found = []
    for easy in (False, True):
        count = _uncontrolled_on_way(work, side, origin, goals, easy)
        if count is None:
            continue
        lines = [Line("road and open ground all the way", table.open_path, RULE)] if easy else []
        more = count // table.uncontrolled_hexes * table.per_uncontrolled
        if more:
            lines.append(Line(f"{count} Uncontrolled hexes", more, RULE))
        found.append(Breakdown("Shift", tuple(lines), rules=(RULE,)))
    return min(found, key=lambda one: one.drm, default=None)


def _is_easy(work: Work, hex: Hex) -> bool:
    return work.board.terrain[hex] == OPEN or bool(work.board.roads.get(hex))


def _uncontrolled_on_way(work: Work, side: Side, origin: str, goals: set[str], easy: bool) -> int | None:
    """The fewest Uncontrolled hexes on a path; `easy`: by road and open ground only."""
    key = (side, origin, easy)
    if key not in work.ways:
        work.ways[key] = _ways_from(work, side, area_hexes(work, side, origin), easy)
    return min((far for hex, far in work.ways[key].items() if hex in goals), default=None)


def _ways_from(work: Work, side: Side, starts: Iterable[str], easy: bool) -> dict[str, int]:
    """Hex -> the fewest Uncontrolled hexes on a path to it, itself included."""
    entries = set(entry_hexes(work, side))
    costs = {
        hex: int(work.is_uncontrolled(hex))
        for hex in work.board.names
        if (work.is_uncontrolled(hex) or work.side_at(hex) == side or hex in entries)
        and enterable(work.board, hex)
        and (not easy or _is_easy(work, hex))
    }
    best = {hex: costs[hex] for hex in starts if hex in costs}
    queue = [(far, hex) for hex, far in best.items()]
    heapq.heapify(queue)
    while queue:
        far, at = heapq.heappop(queue)
        if far > best[at]:
            continue
        for near in work.board.adjacent[at]:
            if near in costs and far + costs[near] < best.get(near, FAR):
                best[near] = far + costs[near]
                heapq.heappush(queue, (best[near], near))
    return best


# -- carrying out ------------------------------------------------------------------------------------------------


def carry_out(work: Work, side: Side, orders: ShiftOrders) -> None:
    for group in orders.groups:
        shift(work, side, group)


def shift(work: Work, side: Side, group: ShiftGroup) -> None:
    pieces = pieces_of(work, side, group)
    origin = work.forces(side).where[pieces[0].id]
    _take_along(work, side, group, pieces, origin)
    if is_automatic(work, side, origin, group.to):
        work.say("DAE:4.511-b", f"{work.names(pieces)} go to {work.place(group.to)}.", side, secret=True)
        _arrive(work, side, group, pieces)
        return
    way = best_way(work, side, origin, group.to)
    assert way is not None, "orders are checked"
    dice = work.roll(f"Shift of {work.names(pieces)}", side, RULE)
    final = sum(dice) + way.drm
    result = work.tables.shift.result(final)
    says = (
        f"Shift of {work.names(pieces)} to {work.place(group.to)}: DR {sum(dice)}, final {final}: {result}."
    )
    work.say(RULE, says, side, secret=True, dice=dice)
    if result == "eliminated":
        for piece in pieces:
            if isinstance(piece, Vehicle):
                work.drop_vehicle(side, piece)
            else:
                work.drop_unit(side, piece)
    elif result != "stays":
        _arrive(work, side, group, pieces)
        if result == "casualties":
            for piece in pieces:
                _casualty(work, side, piece)


def _take_along(work: Work, side: Side, group: ShiftGroup, pieces: list[Unit | Vehicle], origin: str) -> None:
    """DAE:4.511-a: before they try, weapons change hands; what they do not carry stays in the area, whatever comes."""
    forces = work.forces(side)
    carriers = [piece.id for piece in pieces if isinstance(piece, Unit)]
    for weapon in list(forces.weapons.values()):
        if weapon.id in group.carrying and weapon.owner not in carriers:
            work.update(side, weapon, owner=carriers[0])
        elif weapon.owner in carriers and weapon.id not in group.carrying:
            _left_behind(work, side, weapon, origin)


def _arrive(work: Work, side: Side, group: ShiftGroup, pieces: list[Unit | Vehicle]) -> None:
    forces = work.forces(side)
    for piece in pieces:
        work.update(side, forces.units.get(piece.id) or forces.vehicles[piece.id], hex="")
        for weapon in work.weapons_of(side, piece.id):
            work.update(side, weapon, hex="")
        work.retain(side, piece.id, group.to)


def _left_behind(work: Work, side: Side, weapon: Weapon, area: str) -> None:
    work.update(side, weapon, owner="")
    work.forces(side).where[weapon.id] = area


def _casualty(work: Work, side: Side, piece: Unit | Vehicle) -> None:
    dice = work.roll(f"Losses of {work.name(piece)}", side, RULE, 1)
    if dice[0] < work.tables.shift.casualty_from:
        return
    work.say(RULE, f"{work.name(piece)} loses men or machine, dr {dice[0]}.", side, secret=True, dice=dice)
    if isinstance(piece, Vehicle):
        work.drop_vehicle(side, work.forces(side).vehicles[piece.id])
    else:
        work.reduce_unit(side, work.forces(side).units[piece.id], RULE, secret=True)
