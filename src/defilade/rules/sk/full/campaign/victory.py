"""Who wins the campaign (DAE:4.41), and what leaving the map means (DAE:4.3-n to DAE:4.3-p)."""

from __future__ import annotations

from defilade.rules.sk.full.campaign.book import ENTRY, OVER
from defilade.rules.sk.full.campaign.control_and_areas import entry_hexes
from defilade.rules.sk.full.campaign.tables import BRITISH, GERMAN, enemy_of
from defilade.rules.sk.full.campaign.work import Work
from defilade.tactics.units import CREW, HALF_SQUAD, SQUAD, Unit
from defilade.tactics.vehicles import Vehicle


def exit_points(work: Work, unit: Unit) -> int:
    """DAE:4.41-b"""
    values = work.tables.victory.values
    sizes = {SQUAD: values.squad, CREW: values.crew, HALF_SQUAD: values.half_squad}
    if unit.kind in sizes:
        return sizes[unit.kind]
    return values.leader[work.kit.counters[unit.type].leadership]


def victory_exits(work: Work) -> tuple[str, ...]:
    """DAE:4.41-a: the hexes of the east edge from TT6 to TT20."""
    edge = work.board.edge("right")
    first, last = (edge.index(work.hex(name)) for name in work.tables.victory.exit)
    return edge[first : last + 1]


def holds_the_building(work: Work) -> bool:
    building = work.board.building_of[work.hex(work.tables.victory.building)]
    return all(work.book.control.get(hex) == BRITISH for hex in work.board.buildings[building])


def british_win(work: Work) -> bool:
    """DAE:4.41-a"""
    return holds_the_building(work) and work.book.exited >= work.tables.victory.points


def end_campaign(work: Work) -> None:
    """DAE:4.2-b: after the last date. No single scenario is won or lost (DAE:4.5171-f)."""
    book = work.book
    book.winner = BRITISH if british_win(work) else GERMAN
    book.step = OVER
    held = "hold" if holds_the_building(work) else "do not hold"
    says = f"The British {held} building {work.tables.victory.building} and have exited {book.exited} VP"
    work.say("DAE:4.41-a", f"{says}: the {book.winner.capitalize()} win.", book.winner)


def concede(work: Work, side: str) -> None:
    """DAE:4.2-b"""
    work.book.winner, work.book.step = enemy_of(side), OVER
    work.say("DAE:4.2-b", f"The {side.capitalize()} concede.", side)


# -- leaving the map ---------------------------------------------------------------------------------------------


def leave_map(work: Work, side: str, piece: Unit | Vehicle, hex: str, leader_drm: int = 0) -> None:
    """DAE:4.3-n: by one's own Entry Area a piece is Retained there, out of this scenario; by any other way it is
    lost, unless it is British Infantry that leaves for victory (DAE:4.3-p). `leader_drm`: of a Good Order leader."""
    if isinstance(piece, Unit) and side == BRITISH and hex in victory_exits(work):
        points = exit_points(work, piece)
        work.book.exited += points
        forces = work.forces(side)
        del forces.units[piece.id]
        forces.where.pop(piece.id, None)
        for weapon in work.weapons_of(side, piece.id):
            work.drop_weapon(side, weapon)
        work.say("DAE:4.3-p", f"{work.name(piece)} leaves for victory: {points} VP.", side)
        return
    if hex not in entry_hexes(work, side):
        work.say(
            "DAE:4.3-n", f"{work.name(piece)} leaves the map where it cannot come back: eliminated.", side
        )
        if isinstance(piece, Vehicle):
            work.drop_vehicle(side, piece)
        else:
            work.drop_unit(side, piece)
        return
    left: Unit | Vehicle | None = piece
    if isinstance(piece, Unit) and piece.broken:
        left = _broken_leaves(work, side, piece, leader_drm)
    if left is not None:
        work.update(side, left, hex="")
        work.retain(side, left.id, ENTRY)
        work.say("DAE:4.3-n", f"{work.name(left)} is Retained in the Entry Area.", side)


def _broken_leaves(work: Work, side: str, unit: Unit, leader_drm: int) -> Unit | None:
    """DAE:4.3-o: a NMC, and Casualty Reduction for who fails it."""
    dice = work.roll(f"NMC of the broken {work.name(unit)}", side, "DAE:4.3-o")
    final = sum(dice) + leader_drm
    passed = final <= work.kit.counters[unit.type].broken_morale
    says = "passes" if passed else "is reduced"
    work.say(
        "DAE:4.3-o",
        f"The broken {work.name(unit)} leaves the map and {says}, final DR {final}.",
        side,
        dice=dice,
    )
    return unit if passed else work.reduce_unit(side, unit, "DAE:4.3-o")
