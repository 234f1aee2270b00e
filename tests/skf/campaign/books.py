"""Situations of a campaign's book: who Controls what on the map of Elst, and where pieces are at a scenario's end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from defilade.kernel import Outcome
from defilade.kernel.chance import Scripted
from defilade.rules.sk.full.campaign.book import FORMAT, Book, Note, SideBook
from defilade.rules.sk.full.campaign.control_and_areas import fixed_locations, record_front
from defilade.rules.sk.full.campaign.tables import BRITISH, GERMAN, campaign_tables
from defilade.rules.sk.full.campaign.work import Work, campaign_map
from defilade.rules.sk.full.library import full_library
from defilade.tactics.units import Unit, Weapon
from defilade.tactics.vehicles import Vehicle


class Table:
    """A book that is worked on with scripted dice: a number is a dr, a pair the dice of a DR."""

    def __init__(self, british: str = "", german: str = "rest", date: str = "23 Afternoon") -> None:
        tables = campaign_tables()
        dates = [one.id for one in tables.dates]
        sides = {GERMAN: SideBook(), BRITISH: SideBook(attack_chits=4)}
        self.book = Book(FORMAT, "Test", sides, date=dates.index(date))
        self.board = campaign_map()
        self.dice: list[Outcome] = []
        self.work = Work(self.book, self)
        self.counts = 0
        ours = {self.board.resolve(hex) for hex in british.split()}
        theirs = {self.board.resolve(hex) for hex in german.split()} if german != "rest" else None
        for hex in fixed_locations(self.board):
            if hex in ours:
                self.book.control[hex] = BRITISH
            elif (theirs is None and hex not in self.work.road_exits) or (
                theirs is not None and hex in theirs
            ):
                self.book.control[hex] = GERMAN

    # a chance source that complains when it runs dry
    def draw(self, chance: Any, step: int) -> Outcome:
        assert self.dice, f"no dice for: {chance.asks}"
        found = self.dice.pop(0)
        assert len(found.dice) == chance.dice, f"{found.dice} for: {chance.asks}"
        return found

    def roll(self, *dice: int | tuple[int, ...]) -> Table:
        self.dice += [Outcome((one,) if isinstance(one, int) else one) for one in dice]
        return self

    def front(self) -> Table:
        record_front(self.work)
        return self

    def id(self, prefix: str) -> str:
        self.counts += 1
        return f"{prefix}{self.counts}"

    def unit(self, type: str, hex: str = "", area: str = "", **more: Any) -> Unit:
        kit = full_library()
        side = kit.counters[type].nationality
        at = self.board.resolve(hex) if hex else ""
        unit = Unit(self.id("t"), side, type, kit.counters[type].kind, at, **more)
        self.work.forces(side).units[unit.id] = unit
        if area:
            self.work.forces(side).where[unit.id] = area
        return unit

    def weapon(
        self,
        type: str,
        hex: str = "",
        owner: Unit | Vehicle | None = None,
        area: str = "",
        side: str = "",
        **more: Any,
    ) -> Weapon:
        nation = full_library().weapons[type].nationality
        holder = side or (owner.side if owner is not None else nation)
        at = self.board.resolve(hex) if hex else owner.hex if owner is not None else ""
        weapon = Weapon(self.id("x"), nation, type, owner.id if owner is not None else "", at, **more)
        forces = self.work.forces(holder)
        forces.weapons[weapon.id] = weapon
        if area or (owner is not None and owner.id in forces.where):
            forces.where[weapon.id] = area or forces.where[owner.id if owner is not None else ""]
        return weapon

    def vehicle(
        self, type: str, hex: str = "", area: str = "", broken_ma: bool = False, **more: Any
    ) -> Vehicle:
        kind = full_library().vehicles[type]
        at = self.board.resolve(hex) if hex else ""
        vehicle = Vehicle(self.id("tank"), kind.nationality, type, at, **more)
        forces = self.work.forces(kind.nationality)
        forces.vehicles[vehicle.id] = vehicle
        if area:
            forces.where[vehicle.id] = area
        self.weapon(kind.armament, owner=vehicle, malfunctioned=broken_ma)
        return vehicle

    def where(self, piece: Unit | Weapon | Vehicle) -> str:
        for side in (piece.side, GERMAN, BRITISH):
            forces = self.work.forces(side)
            if piece.id in forces.where:
                return forces.where[piece.id]
        return ""

    def area_at(self, hex: str) -> str:
        area = self.work.area_at(self.board.resolve(hex))
        return area.id if area is not None else ""

    def rules(self) -> list[str]:
        return [note.rule for note in self.book.notes]

    def notes(self, rule: str) -> list[Note]:
        return [note for note in self.book.notes if note.rule == rule]


def no_dice() -> Scripted:
    return Scripted(())


def labels(hexes: Iterable[str]) -> set[str]:
    return {hex.removeprefix("elst") for hex in hexes}
