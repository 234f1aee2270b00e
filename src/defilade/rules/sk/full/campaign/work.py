"""A book in the hands of the steps of the Refit Phase: the book, the map, the tables, and where rolls come from."""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any

import msgspec

from defilade.hexgrid import GameMap, MapSpec, Placed
from defilade.kernel import Chance
from defilade.kernel.chance import ChanceSource
from defilade.rules.sk.full.campaign.book import IN_HEX, Area, Book, Forces, Note, SideBook, date_id
from defilade.rules.sk.full.campaign.tables import SIDES, CampaignTables, campaign_tables, enemy_of
from defilade.rules.sk.full.library import FullLibrary, full_library
from defilade.rules.sk.full.los_profile import los_profile_in
from defilade.rules.sk.terrain import playing_area
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import HALF_SQUAD, SQUAD, Unit, Weapon
from defilade.tactics.vehicles import MA, Vehicle

Piece = Unit | Weapon | Vehicle

FIRST_ROLL = 1_000_000
"""The numbers of a side's rolls begin at a multiple of this."""


@cache
def campaign_map() -> GameMap:
    """The whole map (DAE:4.3-a)."""
    tables = campaign_tables()
    month = int(tables.month[-2:])
    return playing_area(MapSpec([Placed(tables.map)], grain_in_season=True), los_profile_in(month))


class Work:
    """Steps change `book`, which is theirs alone."""

    def __init__(self, book: Book, chance: ChanceSource, board: GameMap | None = None) -> None:
        self.book = book
        self.chance = chance
        self.board = board or campaign_map()
        self.kit: FullLibrary = full_library()
        self.tables: CampaignTables = campaign_tables()
        self.supplied: dict[str, frozenset[str]] = {}
        """Side -> the hexes from which a way leads to its Entry Area, for as long as the front stays as it is."""
        self.ways: dict[tuple[str, str, bool], dict[str, int]] = {}
        """Side, area and whether by easy ground -> how far each hex is for a Shift, likewise."""
        self.entries: dict[str, tuple[str, ...]] = {}

    # -- telling and rolling -------------------------------------------------------------------------------------

    def say(
        self, rule: str, text: str, side: Side = "", *, secret: bool = False, dice: tuple[int, ...] = ()
    ) -> None:
        self.book.notes.append(Note(rule, text, side, secret, dice, date_id(self.book, self.tables)))

    def roll(self, asks: str, side: Side, rule: str, dice: int = 2) -> tuple[int, ...]:
        """Each roll has a number, so that a committed seed gives it again. Each side counts its own: what one rolls for
        in secret must not move the other's dice."""
        own = self.side(side)
        number = FIRST_ROLL * (1 + SIDES.index(side)) + own.rolls
        found = self.chance.draw(Chance(asks, dice=dice, side=side, rules=(rule,)), number)
        own.rolls += 1
        return found.dice

    # -- looking -------------------------------------------------------------------------------------------------

    def side(self, side: Side) -> SideBook:
        return self.book.sides[side]

    def forces(self, side: Side) -> Forces:
        return self.book.sides[side].forces

    def label(self, hex: Hex) -> str:
        return hex.removeprefix(self.tables.map)

    def hex(self, name: str) -> str:
        return self.board.resolve(name)

    def name(self, piece: Piece) -> str:
        if isinstance(piece, Unit):
            name = self.kit.counters[piece.type].name
        elif isinstance(piece, Vehicle):
            name = self.kit.vehicles[piece.type].name
        else:
            name = self.kit.weapons[piece.type].kind
        return f"{name} {piece.letter}".strip()

    def names(self, pieces: list[Any]) -> str:
        return ", ".join(self.name(piece) for piece in pieces)

    def place(self, where: str) -> str:
        if where.startswith(IN_HEX):
            return self.label(where[1:])
        if where == "initial":
            return "the initial set-up"
        return "the Entry Area" if where == "entry" else f"Setup Area {where}" if where else "nowhere"

    @cached_property
    def road_exits(self) -> frozenset[str]:
        return frozenset(self.hex(name) for name in self.tables.road_exits)

    def area(self, id: str) -> Area | None:
        return next((area for area in self.book.front.areas if area.id == id), None)

    def areas_of(self, side: Side) -> list[Area]:
        return [area for area in self.book.front.areas if area.side == side]

    def area_at(self, hex: Hex) -> Area | None:
        return self._area_at.get(hex)

    @cached_property
    def _area_at(self) -> dict[str, Area]:
        return {hex: area for area in self.book.front.areas for hex in area.hexes}

    @cached_property
    def _no_mans_land(self) -> frozenset[str]:
        return frozenset(self.book.front.no_mans_land)

    def redrawn(self) -> None:
        """The front has been drawn anew."""
        self.supplied.clear()
        self.ways.clear()
        self.entries.clear()
        self.__dict__.pop("_area_at", None)
        self.__dict__.pop("_no_mans_land", None)

    def side_at(self, hex: Hex) -> str:
        """The side in whose Setup Area a hex lies."""
        area = self.area_at(hex)
        return area.side if area is not None else ""

    def is_no_mans_land(self, hex: Hex) -> bool:
        return hex in self._no_mans_land

    def is_uncontrolled(self, hex: Hex) -> bool:
        """DAE:4.5053-a"""
        return hex not in self._area_at and hex not in self._no_mans_land

    def pieces(self, side: Side) -> list[Unit | Vehicle]:
        """Infantry and vehicles."""
        forces = self.forces(side)
        return [*forces.units.values(), *forces.vehicles.values()]

    def on_map(self, side: Side) -> list[Unit | Vehicle]:
        """Pieces where the scenario has left them, Retained nowhere yet."""
        where = self.forces(side).where
        return [piece for piece in self.pieces(side) if piece.hex and piece.id not in where]

    def weapons_of(self, side: Side, owner: Side) -> list[Weapon]:
        return [weapon for weapon in self.forces(side).weapons.values() if weapon.owner == owner]

    def armament(self, side: Side, vehicle: Vehicle) -> Weapon | None:
        return next(iter(self.weapons_of(side, vehicle.id)), None)

    def has_working_ma(self, side: Side, vehicle: Vehicle) -> bool:
        gun = self.armament(side, vehicle)
        return gun is not None and not gun.malfunctioned and MA not in vehicle.disabled

    def is_mobile(self, vehicle: Vehicle) -> bool:
        return not (vehicle.wreck or vehicle.immobilized or vehicle.bogged)

    def is_gun(self, weapon: Weapon) -> bool:
        ordnance = self.kit.weapons[weapon.type].ordnance
        return ordnance is not None and ordnance.gun

    def is_captured(self, side: Side, weapon: Weapon) -> bool:
        return weapon.side != side

    # -- changing ------------------------------------------------------------------------------------------------

    def new_id(self, side: Side, prefix: str) -> str:
        """Each side counts its own pieces: from his ids nobody learns how many the other has bought."""
        own = self.side(side)
        own.serial += 1
        return f"{side[0]}{prefix}{own.serial}"

    def update(self, side: Side, piece: Any, **changes: Any) -> Any:
        piece = msgspec.structs.replace(piece, **changes)
        forces = self.forces(side)
        if isinstance(piece, Unit):
            forces.units[piece.id] = piece
        elif isinstance(piece, Vehicle):
            forces.vehicles[piece.id] = piece
        else:
            forces.weapons[piece.id] = piece
        return piece

    def retain(self, side: Side, piece: str, area: str) -> None:
        """DAE:4.2-j: a piece belongs to an area from now on, with all that it has."""
        forces = self.forces(side)
        forces.where[piece] = area
        for weapon in self.weapons_of(side, piece):
            forces.where[weapon.id] = area

    def drop_weapon(self, side: Side, weapon: Weapon) -> None:
        """DAE:4.2-c: it is eliminated."""
        forces = self.forces(side)
        forces.weapons.pop(weapon.id, None)
        self._forget(forces, weapon.id)

    def drop_unit(self, side: Side, unit: Unit, with_equipment: bool = True) -> None:
        """DAE:4.2-c: it is eliminated; MMC are kept count of."""
        forces = self.forces(side)
        forces.units.pop(unit.id, None)
        if unit.is_mmc:
            self.count_lost(side, unit.type)
        for weapon in self.weapons_of(side, unit.id):
            if with_equipment:
                self.drop_weapon(side, weapon)
            else:
                self.update(side, weapon, owner="")
        self._forget(forces, unit.id)

    def count_lost(self, side: Side, type: str) -> None:
        pool = self.side(side).pool
        pool[type] = pool.get(type, 0) + 1

    def drop_vehicle(self, side: Side, vehicle: Vehicle, wreck: bool = False) -> None:
        """It is eliminated; on the map as a wreck where that is the result."""
        forces = self.forces(side)
        forces.vehicles.pop(vehicle.id, None)
        for weapon in self.weapons_of(side, vehicle.id):
            self.drop_weapon(side, weapon)
        if wreck and vehicle.hex:
            self.book.wrecks[vehicle.id] = msgspec.structs.replace(vehicle, wreck=True)
        self._forget(forces, vehicle.id)

    def _forget(self, forces: Forces, piece: str) -> None:
        forces.where.pop(piece, None)
        forces.group.pop(piece, None)

    # -- damage --------------------------------------------------------------------------------------------------

    def replace_unit(self, side: Side, unit: Unit) -> Unit:
        """By the next poorer counter, where there is one; the SS never (DAE:4.506-c)."""
        counter = self.kit.counters[unit.type]
        if counter.underlined_morale or not counter.replacement:
            return unit
        replaced: Unit = self.update(side, unit, type=counter.replacement)
        return replaced

    def reduce_unit(
        self, side: Side, unit: Unit, rule: str, *, secret: bool = False, with_equipment: bool = True
    ) -> Unit | None:
        """Casualty Reduction: a squad becomes its half-squad, a leader is wounded or worse, anything else is lost."""
        if unit.kind == SQUAD:
            half = self.kit.counters[unit.type].half_squad
            self.count_lost(side, half)
            reduced: Unit = self.update(side, unit, type=half, kind=HALF_SQUAD)
            return reduced
        if unit.is_leader:
            table = self.kit.tables.wound
            dice = self.roll(f"Wound severity of the {self.name(unit)}", side, rule, 1)
            final = dice[0] + (table.already_wounded_drm if unit.wounded else 0)
            lost = final > table.light_up_to
            words = "is eliminated" if lost else "is wounded"
            self.say(rule, f"The {self.name(unit)} {words}, dr {dice[0]}.", side, secret=secret, dice=dice)
            if not lost:
                wounded: Unit = self.update(side, unit, wounded=True)
                return wounded
        self.drop_unit(side, unit, with_equipment)
        return None

    def half_squads(self, units: list[Unit]) -> int:
        """A squad is two; leaders are none."""
        return sum(2 if unit.kind == SQUAD else 1 for unit in units if unit.is_mmc)

    def personnel_in(self, side: Side, area: str) -> list[Unit]:
        forces = self.forces(side)
        return [unit for unit in forces.units.values() if forces.where.get(unit.id) == area]


def both(work: Work) -> list[tuple[str, str]]:
    """Each side and its enemy; steps are carried out for both at once (DAE:4.5)."""
    return [(side, enemy_of(side)) for side in SIDES]
