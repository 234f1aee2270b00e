"""A campaign from its first scenario on (DAE:4.4): beginning it, and entering a scenario that has been played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from defilade.hexgrid.coords import column_of
from defilade.kernel.chance import ChanceSource, Scripted
from defilade.rules.sk.full.campaign.book import (
    ENTRY,
    FORMAT,
    PLAY,
    Book,
    CampaignError,
    Forces,
    Module,
    Played,
    SideBook,
    clone,
    clone_forces,
    date_id,
)
from defilade.rules.sk.full.campaign.control_and_areas import control_road_exits, fixed_locations, set_control
from defilade.rules.sk.full.campaign.deployment import hexes_for
from defilade.rules.sk.full.campaign.refit import after_scenario
from defilade.rules.sk.full.campaign.reinforcement_groups import add_unit, add_vehicle, add_weapon
from defilade.rules.sk.full.campaign.set_up import INITIAL, hexes_in_play, scenario_card
from defilade.rules.sk.full.campaign.tables import BRITISH, GERMAN, SIDES, InitialGroup, campaign_tables
from defilade.rules.sk.full.campaign.work import Work
from defilade.rules.sk.state import State
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import SQUAD, Unit


def new_campaign(title: str = "", seed: str = "", balance: str = "") -> Book:
    """DAE:4.4: no Refit Phase comes before the first scenario. `balance` helps a side in it (DAE:4.41-c)."""
    tables = campaign_tables()
    first = tables.initial
    if balance and balance not in first.balance:
        raise CampaignError(f"there is a balance for {' and '.join(first.balance)}", "DAE:4.41-c")
    sides = {side: SideBook(attack_chits=tables.attack_chits[side]) for side in SIDES}
    book = Book(FORMAT, title or tables.title, sides, seed=seed, balance=balance)
    book.sets_up_first, book.moves_first = first.sets_up_first, first.moves_first
    work = Work(book, Scripted(()))
    for group in first.groups:
        _muster(work, group)
    for hex in fixed_locations(work.board):
        east = column_of(work.board.grid_name(hex)[1]) >= column_of(first.boundary)
        book.control[hex] = GERMAN if east else BRITISH
    book.known = {side: clone_forces(work.forces(side)) for side in SIDES}
    work.say("DAE:4.4", "The campaign begins; the Germans set up first, the British move first.")
    return book


def _muster(work: Work, group: InitialGroup) -> None:
    """DAE:4.42-a, DAE:4.43"""
    help_ = work.tables.initial.balance.get(work.book.balance)
    removed = help_.remove if help_ is not None else {}
    where = ENTRY if group.where == "entry" else INITIAL
    units = [add_unit(work, group.side, type, where) for type, n in group.units.items() for _ in range(n)]
    hands = [unit for unit in units if unit.is_mmc]
    number = 0
    for type, count in group.weapons.items():
        for _ in range(count - removed.get(type, 0)):
            add_weapon(work, group.side, type, where, owner=hands[number % len(hands)].id)
            number += 1
    for type, count in group.vehicles.items():
        for _ in range(count):
            add_vehicle(work, group.side, type, where)
    if group.module:
        oba = work.tables.oba
        caliber = help_.module if help_ is not None and help_.module else group.module
        module = Module(work.new_id(group.side, "m"), caliber, black=oba.black, red=oba.red)
        work.forces(group.side).modules[module.id] = module
        work.forces(group.side).where[module.id] = where


def enter_later(book: Book, side: Side, pieces: Iterable[str]) -> Book:
    """DAE:4.42-a: British Infantry of the initial scenario may enter instead of setting up on the map."""
    if side != BRITISH or book.played or book.step != PLAY:
        raise CampaignError("only the British of the initial scenario choose that", "DAE:4.42-a")
    new = clone(book)
    work = Work(new, Scripted(()))
    for piece in pieces:
        if piece not in work.forces(side).units:
            raise CampaignError("that is no Infantry of yours", "DAE:4.42-a")
        work.retain(side, piece, ENTRY)
    return new


# -- entering a scenario -----------------------------------------------------------------------------------------


def enter_scenario(book: Book, state: State, chance: ChanceSource) -> Book:
    """Take the forces back from the end of a game, and carry the Refit Phase out up to its first decision."""
    if book.step != PLAY:
        raise CampaignError("no scenario is being played", "DAE:4.5")
    ready = scenario_card(book)
    new = clone(book)
    work = Work(new, chance)
    for side in SIDES:
        _take_back(work, side, state, set(ready.left_out))
    _modules(work, state, ready.modules)
    in_play = hexes_in_play(work)
    # what lay in play was part of the game, and is taken from it
    new.lying = {one: weapon for one, weapon in new.lying.items() if weapon.hex not in in_play}
    new.wrecks = {one: wreck for one, wreck in new.wrecks.items() if wreck.hex not in in_play}
    for wreck in state.vehicles.values():
        if wreck.wreck and wreck.hex:
            fresh = _fresh(work, wreck.id)
            new.wrecks[fresh] = msgspec.structs.replace(wreck, id=fresh, group=0)
    for hex, side in state.hex_control.items():
        if hex not in work.road_exits:
            set_control(work, hex, side)
    control_road_exits(work, state.hex_control)
    new.exited += state.exited.get(BRITISH, 0)
    new.played = (*new.played, Played(date_id(new, work.tables), new.scenario, new.striking))
    return after_scenario(new, chance)


def _take_back(work: Work, side: Side, state: State, left_out: set[str]) -> None:
    """DAE:4.3-i: whatever was not eliminated is still there. Who was off the map waits in the Entry Area, also one that
    did not come on (DAE:4.3-k)."""
    forces = work.forces(side)
    stayed = clone_forces(forces)
    stands = {
        one: _stands(work, side, one)
        for one, where in forces.where.items()
        if one in left_out and where != ENTRY
    }
    before = Counter(unit.type for unit in forces.units.values() if unit.is_mmc and unit.id not in left_out)
    forces.units, forces.weapons, forces.vehicles = {}, {}, {}
    forces.where = {}  # modules are with whoever has their radio next
    forces.group = {}
    for unit in state.units.values():
        if unit.side == side:
            fresh = _fresh(work, unit.id)
            forces.units[fresh] = Unit(
                fresh,
                side,
                unit.type,
                unit.kind,
                _ended_in(work, state, side, unit.id, unit.hex),
                broken=unit.broken,
                pinned=unit.pinned,
                cx=unit.cx,
                wounded=unit.wounded,
            )
    for vehicle in state.vehicles.values():
        if vehicle.side == side and not vehicle.wreck:
            fresh = _fresh(work, vehicle.id)
            forces.vehicles[fresh] = msgspec.structs.replace(vehicle, id=fresh, group=0, due=0, edges=())
    for weapon in state.weapons.values():
        holder = state.units.get(weapon.owner) or state.vehicles.get(weapon.owner)
        if (holder.side if holder is not None else weapon.side) != side or weapon.type.endswith("-radio"):
            continue
        fresh = _fresh(work, weapon.id)
        owner = _fresh(work, weapon.owner) if holder is not None else ""
        hex = _ended_in(work, state, side, weapon.id, weapon.hex)
        forces.weapons[fresh] = msgspec.structs.replace(weapon, id=fresh, owner=owner, hex=hex, group=0)
    after = Counter(unit.type for unit in forces.units.values() if unit.is_mmc)
    lost = Counter(eliminated(work, before, after, state.lost.get(side, 0)))
    if _follows_a_strike(work.book):  # DAE:4.5171-b: both are one CG scenario
        lost.update(work.side(side).pool)
    work.side(side).pool = dict(lost)
    for piece in (*forces.units, *forces.vehicles):
        found = forces.units.get(piece) or forces.vehicles[piece]
        if not found.hex:
            work.retain(side, piece, ENTRY)
    for weapon in forces.weapons.values():
        if not weapon.hex and not weapon.owner:  # of a group that has not come on
            forces.where[weapon.id] = ENTRY
    _not_in_play(work, side, stayed, left_out, stands)


def _follows_a_strike(book: Book) -> bool:
    """Whether this is the British Assault of a Dual Attack whose strike has been played (DAE:4.5171-b)."""
    last = book.played[-1] if book.played else None
    return last is not None and last.strike and last.date == date_id(book, campaign_tables())


def _ended_in(work: Work, state: State, side: Side, piece: str, hex: Hex) -> str:
    """Who is in a Steeple is in its hex when all is over; what was hidden to the end is where it was hidden."""
    if not hex:
        guns = {one: gun.hex for gun in state.hidden.get(side, ()) for one in (gun.unit, gun.weapon)}
        hex = guns.get(piece, "")
    return work.board.below.get(hex, hex)


def _fresh(work: Work, id: str) -> str:
    """Ids of one game are used again in the next; the number of the game tells them apart."""
    return f"{len(work.book.played) + 1}.{id}"


def _not_in_play(work: Work, side: Side, stayed: Forces, left_out: set[str], stands: dict[str, str]) -> None:
    """Pieces outside a German strike are where they were: the British where they had set up, others in their area."""
    forces = work.forces(side)
    unowned = {one: weapon for one, weapon in stayed.weapons.items() if not weapon.owner}
    for one, piece in {**stayed.units, **stayed.vehicles, **unowned}.items():
        if one not in left_out:
            continue
        work.update(side, piece)
        for weapon in stayed.weapons.values():
            if weapon.owner == one:
                forces.weapons[weapon.id] = weapon
        if one not in stands:
            work.retain(side, one, ENTRY)
            continue
        work.update(side, piece, hex=stands[one])
        for weapon in work.weapons_of(side, one):
            work.update(side, weapon, hex=stands[one])


def _stands(work: Work, side: Side, id: str) -> str:
    """Immobile vehicles, Guns (DAE:4.3-l) and what nobody has are where they were; who could be anywhere in his area is
    in its first building."""
    forces = work.forces(side)
    if side == BRITISH and id in work.book.deployed:
        return work.book.deployed[id]
    piece = forces.units.get(id) or forces.vehicles.get(id)
    if piece is None:
        return forces.weapons[id].hex or _indoors(work, _area_hexes(work, forces.where[id]))
    guns = [weapon.hex for weapon in work.weapons_of(side, id) if work.is_gun(weapon)]
    hexes = hexes_for(work, side, piece)
    return next((hex for hex in guns if hex in hexes), "") or _indoors(work, hexes)


def _area_hexes(work: Work, where: str) -> tuple[str, ...]:
    area = work.area(where)
    assert area is not None, "areas are those of the last Refit Phase"
    return area.hexes


def _indoors(work: Work, hexes: tuple[str, ...]) -> str:
    return next((hex for hex in hexes if hex in work.board.building_of), hexes[0])


def eliminated(work: Work, before: Counter[str], after: Counter[str], most: int) -> dict[str, int]:
    """DAE:4.2-c: what is missing, by quality. A squad that is now two half-squads has lost nothing; one that was
    replaced counts as there, and losses are taken to be of the better men first."""
    counters = work.kit.counters
    rungs: dict[str, int] = {}
    for counts, sign in ((before, 1), (after, -1)):
        for type, count in counts.items():
            rung = counters[type].half_squad or type
            rungs[rung] = rungs.get(rung, 0) + sign * count * (2 if counters[type].kind == SQUAD else 1)
    lost = min(sum(rungs.values()), most)  # who has left the map is no loss
    squads = {counter.half_squad: counter.id for counter in counters.values() if counter.half_squad}
    pool: dict[str, int] = {}
    for rung, count in rungs.items():
        taken = min(max(count, 0), max(lost, 0))
        lost -= taken
        if rung in squads and taken > 1:
            pool[squads[rung]] = taken // 2
            taken %= 2
        if taken:
            pool[rung] = pool.get(rung, 0) + taken
    return pool


def _modules(work: Work, state: State, modules: tuple[str, ...]) -> None:
    """DAE:4.3-f: which modules have placed a FFE; batteries stand in the order of the card."""
    fired = [battery.missions > 0 for battery in state.batteries.values()]
    used = {module for module, shot in zip(modules, fired, strict=False) if shot}
    for side in SIDES:
        forces = work.forces(side)
        for module in list(forces.modules.values()):
            if module.id in used:
                forces.modules[module.id] = msgspec.structs.replace(module, used=True)
