"""The scenario of a CG Date as a card made from the book (DAE:4.5181, DAE:4.5182, DAE:4.6): who sets up where and when,
who enters, and by which special rules it is played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from defilade.hexgrid import Placed
from defilade.hexgrid.coords import row_letters
from defilade.kernel.chance import Scripted
from defilade.rules.compass import Compass
from defilade.rules.sk.card import Entry, Group, MapPart, Retained, Scenario, Worn
from defilade.rules.sk.card_rules import Lying, OffboardArtillery
from defilade.rules.sk.full.campaign import special_rules
from defilade.rules.sk.full.campaign.book import ENTRY, IN_HEX, Book, CampaignError, Module, clone, date_id
from defilade.rules.sk.full.campaign.control_and_areas import entry_hexes, is_isolated
from defilade.rules.sk.full.campaign.deployment import strike_hexes
from defilade.rules.sk.full.campaign.room import Room, hexes_to_set_up
from defilade.rules.sk.full.campaign.tables import BRITISH, GERMAN, SIDES, CampaignTables
from defilade.rules.sk.full.campaign.victory import victory_exits
from defilade.rules.sk.full.campaign.work import Work
from defilade.tactics.areas import Area as CardArea
from defilade.tactics.names import Side
from defilade.tactics.units import CREW, Unit, Weapon
from defilade.tactics.vehicles import Vehicle

INITIAL = "initial"
"""Where the forces of the initial scenario are that set up on the map."""
EDGES: dict[str, tuple[Compass, ...]] = {BRITISH: ("west",), GERMAN: ("north", "east")}
RADIOS = {GERMAN: "ger-radio", BRITISH: "bri-radio"}


class Key(NamedTuple):
    """What has the same set-up, ELR and condition is one group of the card."""

    side: Side
    where: str
    """An area, the Entry Area, or `@` and a hex."""
    line: str
    """A Reinforcement Group keeps together the first time (DAE:4.3-k)."""
    elr: int
    gun: str
    """The hex near which its Gun has to stay (DAE:4.3-l)."""
    retained: Retained


class Made(msgspec.Struct):
    units: dict[str, int] = msgspec.field(default_factory=dict)
    weapons: dict[str, int] = msgspec.field(default_factory=dict)
    vehicles: dict[str, int] = msgspec.field(default_factory=dict)
    captured: dict[str, int] = msgspec.field(default_factory=dict)
    worn: list[Worn] = msgspec.field(default_factory=list)
    ids: list[str] = msgspec.field(default_factory=list)


class ReadyScenario(msgspec.Struct, frozen=True):
    """A card, the modules in the order of its batteries, who is left out, and what cannot be played as it should."""

    card: Scenario
    modules: tuple[str, ...]
    left_out: tuple[str, ...]
    missing: tuple[str, ...]


def scenario_card(book: Book) -> ReadyScenario:
    work = Work(clone(book), Scripted(()))
    _man_guns(work)
    in_play = hexes_in_play(work)
    groups: dict[Key, Made] = {}
    left_out: list[str] = []
    for side in SIDES:
        _gather(work, side, in_play, groups, left_out)
    modules = _radios(work, groups)
    made = {key: one for key, one in groups.items() if one.units or one.vehicles}
    named = {key: f"{key.side}-{number}" for number, key in enumerate(made, 1)}
    tables = work.tables
    exits = tuple(work.label(hex) for hex in victory_exits(work) if hex in in_play)
    number = len(book.played) + 1
    card = Scenario(
        id=f"elst-campaign-{number}",
        title=f"{tables.title}: {date_id(book, tables)}",
        date=f"{tables.month}-{tables.dates[book.date].day:02}",
        place="Elst, Holland",
        map=_map(work, tables),
        turns=special_rules.turns(book, tables),
        sides=(GERMAN, BRITISH),
        sets_up_first=book.sets_up_first,
        moves_first=book.moves_first,
        provenance="rulebook",
        groups=tuple(_group(work, named[key], key, one, in_play) for key, one in made.items()),
        victory=None,  # DAE:4.5171-f
        balance={GERMAN: (), BRITISH: ()},
        special_rules=(
            msgspec.structs.replace(
                special_rules.of_the_scenario(book, tables, exits),
                home={side: _labels(work, entry_hexes(work, side), in_play) for side in SIDES},
                lying=_lying(work, in_play),
            ),
            *(_battery(side, module, tables) for side, module in modules),
        ),
        set_up_sequence=_sequence(work, {named[key]: key for key in made}),
        rules=("DAE:4.3-a", "DAE:4.6"),
    )
    return ReadyScenario(card, tuple(module.id for _, module in modules), tuple(left_out), _missing(work))


def hexes_in_play(work: Work) -> frozenset[str]:
    """DAE:4.3-a: the entire map, or the area of a German strike."""
    if not special_rules.is_strike(work.book):
        return frozenset(work.board.names)
    if not work.book.playing_area.first_row:
        raise CampaignError("the German has not declared where he strikes", "DAE:4.5171-c")
    return frozenset(strike_hexes(work, work.book.playing_area))


def _map(work: Work, tables: CampaignTables) -> MapPart:
    area = work.book.playing_area
    boards = (Placed(tables.map),)
    if not special_rules.is_strike(work.book):
        return MapPart(boards=boards, north="top")
    return MapPart(
        boards=boards,
        north="top",
        rows={tables.map: f"{area.first_row}-{area.last_row}"},
        numbers={tables.map: f"{area.first_number}-{area.last_number}"},
    )


# -- who goes into which group -----------------------------------------------------------------------------------


def _gather(
    work: Work, side: Side, in_play: frozenset[str], groups: dict[Key, Made], left_out: list[str]
) -> None:
    forces = work.forces(side)
    held: dict[str, Made] = {}
    crowded = _crowded_out(work, side, in_play)
    for piece in work.pieces(side):
        where = _where(work, side, piece)
        if piece.id in crowded and not special_rules.is_strike(work.book):
            where = ENTRY  # DAE:4.2-j: who finds no place in his area enters
        elif piece.id in crowded or not _takes_part(work, side, where, in_play):
            left_out.append(piece.id)
            continue
        key = _key(work, side, piece, where)
        made = groups.setdefault(key, Made())
        made.ids.append(piece.id)
        counts = made.units if isinstance(piece, Unit) else made.vehicles
        counts[piece.type] = counts.get(piece.type, 0) + 1
        held[piece.id] = made
    for weapon in forces.weapons.values():
        if weapon.owner in forces.vehicles:
            continue  # a main armament comes with its vehicle
        made_ = held.get(weapon.owner) or _takers(work, side, weapon, groups)
        if made_ is None:
            left_out.append(weapon.id)
            continue
        counts = made_.captured if work.is_captured(side, weapon) else made_.weapons
        counts[weapon.type] = counts.get(weapon.type, 0) + 1
        if weapon.malfunctioned or weapon.spent_ammo:
            worn = Worn(weapon=weapon.type, malfunctioned=weapon.malfunctioned, spent_ammo=weapon.spent_ammo)
            made_.worn.append(worn)


def _crowded_out(work: Work, side: Side, in_play: frozenset[str]) -> frozenset[str]:
    """Who finds no room where he was Retained; who has the fewest hexes to choose from is counted first."""
    bound: list[tuple[Unit | Vehicle, tuple[str, ...]]] = []
    for piece in work.pieces(side):
        where = _where(work, side, piece)
        if where.startswith(IN_HEX):
            bound.append((piece, (where[1:],)))
        elif where not in (ENTRY, INITIAL):
            bound.append((piece, hexes_to_set_up(work, side, piece, in_play)))
    room = Room(work)
    bound.sort(key=lambda one: len(one[1]))
    return frozenset(piece.id for piece, hexes in bound if not room.takes(piece, hexes))


def _man_guns(work: Work) -> None:
    """DAE:4.3-l, DAE:4.507: a Gun that nobody has is its area's; whoever sets it up stays near it, a crew first."""
    for side in SIDES:
        forces = work.forces(side)
        busy = {weapon.owner for weapon in forces.weapons.values() if work.is_gun(weapon)}
        for gun in list(forces.weapons.values()):
            if gun.owner or not work.is_gun(gun):
                continue
            there = work.personnel_in(side, forces.where.get(gun.id, ""))
            able = [unit for unit in there if unit.is_mmc and unit.id not in busy]
            able.sort(key=lambda unit: (unit.kind != CREW, unit.id in forces.group))
            if able:
                busy.add(able[0].id)
                work.update(side, gun, owner=able[0].id)


def _where(work: Work, side: Side, piece: Unit | Vehicle) -> str:
    hex = work.book.deployed.get(piece.id, "") if side == BRITISH else ""
    return IN_HEX + hex if hex else work.forces(side).where.get(piece.id, ENTRY)


def _takes_part(work: Work, side: Side, where: str, in_play: frozenset[str]) -> bool:
    if where == ENTRY:
        return any(hex in in_play for hex in entry_hexes(work, side))
    if where.startswith(IN_HEX):
        return where[1:] in in_play
    area = work.area(where)
    return where == INITIAL or (area is not None and any(hex in in_play for hex in area.hexes))


def _key(work: Work, side: Side, piece: Unit | Vehicle, where: str) -> Key:
    line = work.forces(side).group.get(piece.id, "")
    if isinstance(piece, Vehicle):
        return Key(side, where, line, 0, "", _condition(work, side, piece, where))
    guns = [w for w in work.weapons_of(side, piece.id) if work.is_gun(w) and w.hex]
    near = guns[0].hex if guns and not where.startswith(IN_HEX) and where != ENTRY else ""
    elr = special_rules.elr(work.tables, side, work.kit.counters[piece.type])
    return Key(side, where, line, elr, near, Retained(wounded=piece.wounded))


def _condition(work: Work, side: Side, vehicle: Vehicle, where: str) -> Retained:
    gun = work.armament(side, vehicle)
    fixed = not work.is_mobile(vehicle) and vehicle.hex
    return Retained(
        at=work.label(vehicle.hex) if fixed else "",
        facing=vehicle.vca if fixed else -1,
        immobilized=vehicle.immobilized,
        stunned=vehicle.stunned or bool(vehicle.stun),
        recalled=vehicle.recalled,  # only between the strike and the assault of a Dual Attack (DAE:4.5128)
        low_ammo=vehicle.low_ammo or is_isolated(work, side, where),  # DAE:4.5181-a
        disabled=vehicle.disabled,
        spent_ammo=gun.spent_ammo if gun is not None else (),
        broken=vehicle.broken,
        broken_ma=gun is not None and gun.malfunctioned,
    )


def _takers(work: Work, side: Side, weapon: Weapon, groups: dict[Key, Made]) -> Made | None:
    """What nobody has goes to who is in its area."""
    where = work.forces(side).where.get(weapon.id, "")
    there = [made for key, made in groups.items() if key[:2] == (side, where) and made.units]
    return next((made for made in there if _carriers(work, made)), there[0] if there else None)


def _carriers(work: Work, made: Made) -> bool:
    return any(work.kit.counters[type].kind != "leader" for type in made.units)


# -- artillery ---------------------------------------------------------------------------------------------------


def _radios(work: Work, groups: dict[Key, Made]) -> list[tuple[str, Module]]:
    """DAE:4.3-d, DAE:4.3-e: each module in use has a radio with leaders of its side, its own group's first."""
    found = []
    for side in SIDES:
        for module in special_rules.usable_modules(work, side):
            where = work.forces(side).where.get(module.id, "")
            leaders = [key for key, made in groups.items() if key.side == side and _led(work, made)]
            best = min(leaders, key=lambda key: (key.where != where, key.where == ENTRY), default=None)
            if best is not None:
                counts = groups[best].weapons
                counts[RADIOS[side]] = counts.get(RADIOS[side], 0) + 1
                found.append((side, module))
    return found


def _led(work: Work, made: Made) -> bool:
    return any(work.kit.counters[type].kind == "leader" for type in made.units)


def _battery(side: Side, module: Module, tables: CampaignTables) -> OffboardArtillery:
    return OffboardArtillery(
        rule="DAE:4.3-e",
        side=side,
        caliber=int(module.caliber.rstrip("+")),
        black=module.black,
        red=module.red,
        radio=RADIOS[side],
        smoke=special_rules.may_fire_smoke(module),
        rockets=module.rockets,
        battalion_mortar=module.maintenance < -1,
    )


# -- groups ------------------------------------------------------------------------------------------------------


def _group(work: Work, id: str, key: Key, made: Made, in_play: frozenset[str]) -> Group:
    return Group(
        id=id,
        name=_name(work, key),
        side=key.side,
        elr=key.elr,
        provenance="rulebook",
        units=made.units,
        weapons=made.weapons,
        vehicles=made.vehicles,
        setup=None if key.where == ENTRY else _set_up_area(work, key, made, in_play),
        enters=_entry(work, key.side, in_play) if key.where == ENTRY else None,
        retained=key.retained if key.retained != Retained() else None,
        captured=made.captured,
        worn=tuple(made.worn),
    )


def _name(work: Work, key: Key) -> str:
    line = next((one for one in work.side(key.side).record if one.line == key.line), None)
    return f"{line.name}, {work.place(key.where)}" if line is not None else work.place(key.where).capitalize()


def _entry(work: Work, side: Side, in_play: frozenset[str]) -> Entry:
    """DAE:4.3-j, DAE:4.5182: units for entry are placed when play has begun."""
    hexes = tuple(work.label(hex) for hex in entry_hexes(work, side) if hex in in_play)
    return Entry(edges=EDGES[side], turn=1, within=CardArea(hexes=hexes))


def _set_up_area(work: Work, key: Key, made: Made, in_play: frozenset[str]) -> CardArea:
    if key.where == INITIAL:
        return initial_area(work, key.side)
    if key.where.startswith(IN_HEX):
        return CardArea(hexes=(work.label(key.where[1:]),))
    pieces = [piece for piece in work.pieces(key.side) if piece.id in made.ids]
    hexes = hexes_to_set_up(work, key.side, pieces[0], in_play)
    return CardArea(hexes=tuple(work.label(hex) for hex in hexes))


def initial_area(work: Work, side: Side) -> CardArea:
    """DAE:4.42-a: Germans on or east of hexrow E, British on or west of D."""
    boundary = work.tables.initial.boundary
    last = row_letters(work.board.placed[0].last_column)
    before = chr(ord(boundary) - 1)
    return CardArea(rows=f"{boundary}-{last}" if side == GERMAN else f"A-{before}")


def _sequence(work: Work, named: dict[str, Key]) -> tuple[str, ...]:
    """DAE:4.5181, DAE:4.5182: the Isolated of the side that sets up first, those of the other, then the rest alike."""
    first = work.book.sets_up_first
    order = sorted(SIDES, key=lambda side: side != first)
    on_map = {id: key for id, key in named.items() if key.where != ENTRY}
    return tuple(
        id
        for isolated in (True, False)
        for side in order
        for id, key in on_map.items()
        if key.side == side and is_isolated(work, side, key.where) == isolated
    )


def _labels(work: Work, hexes: Iterable[str], in_play: frozenset[str]) -> tuple[str, ...]:
    return tuple(work.label(hex) for hex in hexes if hex in in_play)


def _lying(work: Work, in_play: frozenset[str]) -> tuple[Lying, ...]:
    """DAE:4.5057: what nobody has is left in place, and so are wrecks."""
    weapons = [
        Lying(hex=work.label(one.hex), weapon=one.type, malfunctioned=one.malfunctioned)
        for one in work.book.lying.values()
        if one.hex in in_play
    ]
    return (
        *weapons,
        *(
            Lying(hex=work.label(one.hex), wreck=one.type, side=one.side)
            for one in work.book.wrecks.values()
            if one.hex in in_play
        ),
    )


def _missing(work: Work) -> tuple[str, ...]:
    """What this program does not play yet as the campaign has it."""
    found: list[str] = []
    return tuple(found)
