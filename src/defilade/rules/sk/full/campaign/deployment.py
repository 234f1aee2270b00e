"""A German strike (DAE:4.5171): the British set up, then the German declares up to ten by ten hexes to play in."""

from __future__ import annotations

from defilade.hexgrid.coords import BadHexName, column_of
from defilade.rules.sk.full.campaign.book import ENTRY, IN_HEX, CampaignError, DeployOrders, StrikeOrders
from defilade.rules.sk.full.campaign.tables import BRITISH
from defilade.rules.sk.full.campaign.work import Work
from defilade.tactics.names import Side
from defilade.tactics.units import Unit
from defilade.tactics.vehicles import Vehicle

RULE = "DAE:4.5171-c"


def to_place(work: Work, side: Side) -> list[Unit | Vehicle]:
    """Pieces that are set up on the map, the immobile ones excepted: those stay where they are (DAE:4.5181)."""
    forces = work.forces(side)
    return [piece for piece in work.pieces(side) if forces.where.get(piece.id, ENTRY) != ENTRY]


def hexes_for(work: Work, side: Side, piece: Unit | Vehicle) -> tuple[str, ...]:
    """Where a piece may be set up: in the area in which it was Retained (DAE:4.2-j, DAE:4.3-k); with a Gun within three
    hexes of where that was (DAE:4.3-l); an immobile vehicle in its own hex."""
    where = work.forces(side).where[piece.id]
    if where.startswith(IN_HEX):
        return (where[1:],)
    if isinstance(piece, Vehicle) and not work.is_mobile(piece) and piece.hex:
        return (piece.hex,)
    area = work.area(where)
    hexes = area.hexes if area is not None else ()
    guns = [weapon for weapon in work.weapons_of(side, piece.id) if weapon.hex and work.is_gun(weapon)]
    if guns and isinstance(piece, Unit):
        near = [hex for hex in hexes if work.board.distance(hex, guns[0].hex) <= work.tables.gun_moves]
        return tuple(near) or hexes
    return hexes


def check_deployment(work: Work, side: Side, orders: DeployOrders) -> None:
    pieces = {piece.id: piece for piece in to_place(work, side)}
    squads: dict[str, int] = {}
    leaders: dict[str, int] = {}
    for one, hex in orders.hexes.items():
        if one not in pieces:
            raise CampaignError("that piece is not set up on the map", "DAE:4.5182")
        if hex not in hexes_for(work, side, pieces[one]):
            raise CampaignError(f"{work.label(hex)} is not where it may be set up", "DAE:4.5182")
        piece = pieces[one]
        if isinstance(piece, Unit):
            if piece.is_leader:
                leaders[hex] = leaders.get(hex, 0) + 1
            squads[hex] = squads.get(hex, 0) + work.half_squads([piece])
    limits = work.kit.tables.stacking
    if any(count > 2 * limits.squads for count in squads.values()):
        raise CampaignError(f"{limits.squads} squads a hex", "DAE:4.5182")
    if any(count > limits.leaders for count in leaders.values()):
        raise CampaignError(f"{limits.leaders} leaders a hex", "DAE:4.5182")


def deploy(work: Work, orders: DeployOrders) -> None:
    """Whoever is not named is put where there is room, in the order of the map."""
    placed = dict(orders.hexes)
    used: dict[str, int] = {}
    pieces = to_place(work, BRITISH)
    for piece in pieces:
        if piece.id in placed and isinstance(piece, Unit):
            used[placed[piece.id]] = used.get(placed[piece.id], 0) + _weight(work, piece)
    for piece in pieces:
        if piece.id in placed:
            continue
        hexes = hexes_for(work, BRITISH, piece)
        # one stack a hex as long as there are hexes, buildings first
        best = min(hexes, key=lambda hex: (used.get(hex, 0), hex not in work.board.building_of), default="")
        if best:
            placed[piece.id] = best
            used[best] = used.get(best, 0) + _weight(work, piece)
    work.book.deployed = placed
    work.say(RULE, f"The British have set up {len(placed)} pieces.", BRITISH)


def _weight(work: Work, piece: Unit | Vehicle) -> int:
    return work.half_squads([piece]) if isinstance(piece, Unit) and piece.is_mmc else 1


def check_strike(work: Work, orders: StrikeOrders) -> None:
    limits = work.tables.strike
    try:
        columns = column_of(orders.last_row) - column_of(orders.first_row) + 1
    except BadHexName:
        raise CampaignError("the area is named by two hexrows and two numbers", RULE) from None
    numbers = orders.last_number - orders.first_number + 1
    if not (1 <= columns <= limits.columns and 1 <= numbers <= limits.rows):
        raise CampaignError(f"the area has {limits.columns} by {limits.rows} hexes at most", RULE)
    if not strike_hexes(work, orders):
        raise CampaignError("there are no hexes there", RULE)


def strike_hexes(work: Work, orders: StrikeOrders) -> tuple[str, ...]:
    first, last = column_of(orders.first_row), column_of(orders.last_row)
    found = []
    for hex in work.board.names:
        _, letters, number = work.board.grid_name(hex)
        if first <= column_of(letters) <= last and orders.first_number <= number <= orders.last_number:
            found.append(hex)
    return tuple(found)


def declare(work: Work, orders: StrikeOrders) -> None:
    """The rest of the map is not in play (DAE:4.3-a)."""
    work.book.playing_area = orders
    span = f"{orders.first_row}-{orders.last_row}, {orders.first_number} to {orders.last_number}"
    work.say(RULE, f"The German strikes in hexrows {span}.")
