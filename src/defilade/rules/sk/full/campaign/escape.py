"""Who is not in a friendly Setup Area when a scenario ends (DAE:4.5053 to DAE:4.507): Retained nearby, Escaping,
captured, left behind or wrecked."""

from __future__ import annotations

from defilade.kernel import Breakdown, Line
from defilade.rules.sk.full.campaign.book import (
    IN_HEX,
    Attempt,
    CampaignError,
    EscapeOrders,
)
from defilade.rules.sk.full.campaign.control_and_areas import (
    is_isolated_hex,
    nearest_for_escape,
    nearest_uncontrolled,
    position_of,
)
from defilade.rules.sk.full.campaign.portage import check_load, usual_load, weapons_in_hex
from defilade.rules.sk.full.campaign.tables import SIDES, enemy_of, row_for
from defilade.rules.sk.full.campaign.work import Work
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit, Weapon
from defilade.tactics.vehicles import Vehicle

FRIENDLY, ENEMY, UNCONTROLLED = "friendly", "enemy", "uncontrolled"


# -- before anybody Escapes --------------------------------------------------------------------------------------


def sort_out(work: Work) -> None:
    """DAE:4.5056, DAE:4.5057: what needs no roll, once the Setup Areas are drawn."""
    for side in SIDES:
        forces = work.forces(side)
        for vehicle in list(forces.vehicles.values()):
            if vehicle.hex and vehicle.id not in forces.where:
                _sort_vehicle(work, side, vehicle)
        for unit in list(forces.units.values()):
            if unit.hex and unit.id not in forces.where and position_of(work, side, unit) == FRIENDLY:
                area = work.area_at(unit.hex)
                assert area is not None
                work.retain(side, unit.id, area.id)
    for side in SIDES:
        _sort_equipment(work, side)


def _sort_vehicle(work: Work, side: Side, vehicle: Vehicle) -> None:
    where = position_of(work, side, vehicle)
    area = work.area_at(vehicle.hex)
    if where == FRIENDLY and area is not None:
        work.retain(side, vehicle.id, area.id)
    elif work.is_mobile(vehicle):
        return
    elif where == UNCONTROLLED and work.has_working_ma(side, vehicle):
        work.retain(side, vehicle.id, IN_HEX + vehicle.hex)
        work.say("DAE:4.5057", f"{work.name(vehicle)} stays in {work.label(vehicle.hex)}.", side)
    else:
        rule = "DAE:4.5053-b" if where == UNCONTROLLED else "DAE:4.5051" if where != ENEMY else "DAE:4.5057"
        work.say(rule, f"{work.name(vehicle)} in {work.label(vehicle.hex)} is a wreck.", side)
        work.drop_vehicle(side, vehicle, wreck=True)


def _sort_equipment(work: Work, side: Side) -> None:
    """DAE:4.507: unpossessed pieces in an area are its Controller's; elsewhere they lie where they are (DAE:4.3-l)."""
    forces = work.forces(side)
    for weapon in list(forces.weapons.values()):
        if weapon.owner or not weapon.hex or weapon.id in forces.where:
            continue
        area = work.area_at(weapon.hex)
        if area is None:
            work.drop_weapon(side, weapon)
            work.book.lying[weapon.id] = weapon
            rule = "DAE:4.3-l" if work.is_gun(weapon) else "DAE:4.5057"
            work.say(rule, f"The {work.name(weapon)} stays in {work.label(weapon.hex)}, nobody's.")
        elif area.side == side:
            forces.where[weapon.id] = area.id
        else:
            work.drop_weapon(side, weapon)
            taker = work.forces(area.side)
            taker.weapons[weapon.id] = weapon
            taker.where[weapon.id] = area.id
            work.say(
                "DAE:4.5057", f"The {work.name(weapon)} in {work.label(weapon.hex)} is captured.", area.side
            )
    for weapon in list(work.book.lying.values()):  # what has lain there since an earlier scenario
        area = work.area_at(weapon.hex)
        if area is not None and area.side == side:
            del work.book.lying[weapon.id]
            forces.weapons[weapon.id] = weapon
            forces.where[weapon.id] = area.id
            work.say("DAE:4.507", f"The {work.name(weapon)} in {work.label(weapon.hex)} is Retained.", side)


# -- who must, who may -------------------------------------------------------------------------------------------


def choices_of_area(work: Work, side: Side, piece: Unit | Vehicle) -> list[str]:
    """DAE:4.5053-b: the areas into which a piece in Uncontrolled Territory may be Retained."""
    if position_of(work, side, piece) != UNCONTROLLED:
        return []
    more = work.half_squads([piece]) if isinstance(piece, Unit) else 0
    return nearest_uncontrolled(work, side, piece.hex, more)


def must_escape(work: Work, side: Side) -> list[Unit | Vehicle]:
    """DAE:4.506-a: in No Man's Land, in an enemy area, or in Uncontrolled Territory without a way out."""
    return [piece for piece in work.on_map(side) if not choices_of_area(work, side, piece)]


def may_escape(work: Work, side: Side) -> list[Unit | Vehicle]:
    """DAE:4.506-a: the Isolated."""
    return [
        piece
        for piece in work.pieces(side)
        if piece.hex
        and work.side_at(piece.hex) == side
        and (isinstance(piece, Unit) or work.is_mobile(piece))
        and is_isolated_hex(work, side, piece.hex)
    ]


def destinations(work: Work, side: Side, hex: Hex) -> list[str]:
    """DAE:4.5061"""
    return nearest_for_escape(work, side, hex)


# -- Escape ------------------------------------------------------------------------------------------------------


def carry_out(work: Work, side: Side, orders: EscapeOrders) -> None:
    """DAE:4.506, then DAE:4.507."""
    _destroy(work, side, [one for one in orders.destroy if one in work.forces(side).weapons])
    for piece in work.on_map(side):
        choices = choices_of_area(work, side, piece)
        if choices:
            chosen = orders.retained.get(piece.id, choices[0])
            work.retain(side, piece.id, chosen if chosen in choices else choices[0])
            work.say("DAE:4.5053-b", f"{work.name(piece)} is Retained in {work.place(chosen)}.", side)
    attempted: set[str] = set()
    for attempt in orders.attempts:
        attempted |= set(attempt.pieces)
        escape(work, side, attempt)
    for piece in list(must_escape(work, side)):
        if piece.id not in attempted:
            escape(work, side, Attempt((piece.id,), usual_load(work, side, [piece], guns=True)))


def check_orders(work: Work, side: Side, orders: EscapeOrders) -> None:
    forces = work.forces(side)
    able = {piece.id for piece in (*must_escape(work, side), *may_escape(work, side))}
    seen: set[str] = set()
    taken: set[str] = set()
    for attempt in orders.attempts:
        if not attempt.pieces or not set(attempt.pieces) <= able or seen & set(attempt.pieces):
            raise CampaignError("only who must or may Escape does, and once", "DAE:4.506-a")
        seen |= set(attempt.pieces)
        pieces = [forces.units.get(one) or forces.vehicles[one] for one in attempt.pieces]
        if len({piece.hex for piece in pieces}) != 1:
            raise CampaignError("a stack Escapes from one hex", "DAE:4.506-b")
        if len(pieces) > 1 and any(isinstance(piece, Vehicle) for piece in pieces):
            raise CampaignError("a vehicle Escapes by itself", "DAE:4.506-b")
        at_hand = weapons_in_hex(work, side, pieces[0].hex)
        check_load(work, pieces, attempt.carrying, at_hand, "DAE:4.506-b")
        if taken & set(attempt.carrying):
            raise CampaignError("two groups cannot take the same weapon", "DAE:4.506-b")
        taken |= set(attempt.carrying)
        if attempt.into and attempt.into not in destinations(work, side, pieces[0].hex):
            raise CampaignError(f"{work.place(attempt.into)} is not the nearest", "DAE:4.5061")
    for piece, area in orders.retained.items():
        found = forces.units.get(piece) or forces.vehicles.get(piece)
        if found is None or area not in choices_of_area(work, side, found):
            raise CampaignError("a piece is Retained in the nearest area", "DAE:4.5053-b")
    for weapon_id in orders.destroy:
        weapon = forces.weapons.get(weapon_id)
        if weapon is None or weapon.owner in forces.vehicles:
            raise CampaignError("that is no piece of yours that could be destroyed", "DAE:4.507")
        where = forces.where.get(weapon_id, "")
        if not weapon.owner and not work.personnel_in(side, where):
            raise CampaignError("nobody is there to destroy it", "DAE:4.507")


def breakdown(work: Work, side: Side, pieces: list[Unit | Vehicle], carried: list[Weapon]) -> Breakdown:
    """DAE:4.506-c"""
    drm, rule = work.tables.escape.drm, "DAE:4.506-c"
    lines: list[Line] = []
    units = [piece for piece in pieces if isinstance(piece, Unit)]
    tank = next((piece for piece in pieces if isinstance(piece, Vehicle)), None)
    hex = pieces[0].hex
    leaders = [work.kit.counters[unit.type].leadership for unit in units if unit.is_leader]
    if leaders and len(units) > 1:
        lines.append(Line("leadership", min(leaders), rule))
    if tank is not None:
        lines.append(Line("AFV", drm.afv, rule))
        if tank.stunned or tank.stun:
            lines.append(Line("Stunned", drm.stunned, rule))
    if len(units) == 1 and units[0].is_leader and not units[0].wounded:
        lines.append(Line("a lone leader", drm.lone_leader, rule))
    isolated = work.side_at(hex) == side
    if not isolated and any(work.side_at(near) == side for near in work.board.adjacent[hex]):
        lines.append(Line("beside a friendly area", drm.beside_friendly_area, rule))
    if work.side_at(hex) == enemy_of(side):
        lines.append(Line("in an enemy area", drm.in_enemy_area, rule))
    if any(unit.wounded for unit in units):
        lines.append(Line("wounded", drm.wounded, rule))
    if isolated:
        lines.append(Line("Isolated", drm.isolated, rule))
    if any(work.is_gun(weapon) for weapon in carried):
        lines.append(Line("with a Gun", drm.gun, rule))
    more = work.half_squads(units) - 1
    if more > 0:
        lines.append(
            Line(f"{more} half-squads beyond the first", more * drm.half_squad_beyond_the_first, rule)
        )
    return Breakdown(f"Escape of {work.names(pieces)}", tuple(lines), rules=(rule,))


def escape(work: Work, side: Side, attempt: Attempt) -> None:
    forces = work.forces(side)
    pieces = [found for one in attempt.pieces if (found := forces.units.get(one) or forces.vehicles.get(one))]
    if not pieces:
        return
    carried = [weapon for one in attempt.carrying if (weapon := forces.weapons.get(one)) is not None]
    _take_along(work, side, pieces, carried)
    added_up = breakdown(work, side, pieces, carried)
    dice = work.roll(added_up.title, side, "DAE:4.506-c")
    final = sum(dice) + added_up.drm
    row = row_for(work.tables.escape.rows, final)
    result = row.vehicle if isinstance(pieces[0], Vehicle) else row.infantry
    into = _into(work, side, pieces[0].hex, attempt.into)
    says = f"{added_up.title}: DR {sum(dice)}, final {final}: {result}"
    if not into and result not in ("eliminated", "wreck"):
        result, says = "eliminated", f"{says}, but there is nowhere to go"
    work.say("DAE:4.506-c", f"{says}.", side, dice=dice)
    for piece in pieces:
        _suffer(work, side, piece, result, into)


def _take_along(work: Work, side: Side, pieces: list[Unit | Vehicle], carried: list[Weapon]) -> None:
    """DAE:4.506-b: what is taken along is in their hands; what they leave behind lies in the hex."""
    ids = {piece.id for piece in pieces}
    kept = {weapon.id for weapon in carried}
    for weapon in carried:
        if weapon.owner not in ids:
            work.update(side, weapon, owner=pieces[0].id)
    for piece in pieces:
        if isinstance(piece, Vehicle):
            continue
        for weapon in work.weapons_of(side, piece.id):
            if weapon.id not in kept:
                work.update(side, weapon, owner="", hex=piece.hex)
                work.forces(side).where.pop(weapon.id, None)
    _sort_equipment(work, side)


def _into(work: Work, side: Side, hex: Hex, wished: str) -> str:
    places = destinations(work, side, hex)
    return wished if wished in places else places[0] if places else ""


def _suffer(work: Work, side: Side, piece: Unit | Vehicle, result: str, into: str) -> None:
    if isinstance(piece, Vehicle):
        if result == "escapes":
            work.retain(side, piece.id, into)
            work.update(side, piece, hex="")
        else:
            work.drop_vehicle(side, piece, wreck=True)
        return
    if result == "eliminated":
        work.drop_unit(side, piece)
        return
    if "replaced" in result:
        piece = work.replace_unit(side, piece)
    left: Unit | None = piece
    if "reduced" in result:
        left = work.reduce_unit(side, piece, "DAE:4.506-c")
    if left is not None:
        for weapon in work.weapons_of(side, left.id):
            work.update(side, weapon, hex="")
        work.update(side, left, hex="")
        work.retain(side, left.id, into)
        work.say("DAE:4.5061", f"{work.name(left)} is Retained in {work.place(into)}.", side)


def _destroy(work: Work, side: Side, weapons: list[str]) -> None:
    for one in weapons:
        weapon = work.forces(side).weapons[one]
        work.drop_weapon(side, weapon)
        work.say("DAE:4.507", f"The {work.name(weapon)} is destroyed by its owner.", side)
