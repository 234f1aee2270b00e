"""Orders for repair and Replenishment: LMG for Disabled MG (DAE:4.5123-b), and who comes back (DAE:4.513)."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.rules.sk.full.campaign import repair, replenishment
from defilade.rules.sk.full.campaign.book import (
    ENTRY,
    CampaignError,
    Cannibalised,
    RefitOrders,
    Returned,
)
from defilade.rules.sk.full.campaign.orders.options import INTO, Option, Reader
from defilade.rules.sk.full.campaign.recovery import recombine_pool
from defilade.tactics.units import SQUAD

LMG_FOR = "lmg:"


class RefitDraft:
    """A pick is `lmg:vehicle:gun:lmg`, or a type of the Eliminated Pool and then the area it comes to."""

    def __init__(self, reader: Reader) -> None:
        self.work, self.side, picks = reader
        recombine_pool(self.work, self.side)
        self.guns: tuple[Cannibalised, ...] = ()
        self.back: tuple[Returned, ...] = ()
        self.open = ""
        for pick in picks:
            if pick.startswith(LMG_FOR):
                self.guns = (*self.guns, Cannibalised(*pick.removeprefix(LMG_FOR).split(":")))
            elif pick.startswith(INTO):
                self.back = (*self.back, Returned(self.open, pick.removeprefix(INTO)))
                self.open = ""
            else:
                self.open = pick

    def asks(self) -> tuple[str, str]:
        if self.open:
            return "Where do they come back?", "DAE:4.513-a"
        left = self._left()
        squads = f"{left // 2}{' and a half' if left % 2 else ''}"
        return f"Who comes back, and what is repaired? {squads} squads may come back.", "DAE:4.513-a"

    def options(self) -> Iterator[Option]:
        work = self.work
        if self.open:
            for area in (ENTRY, *(one.id for one in work.areas_of(self.side))):
                if self._fits(replenish=(*self.back, Returned(self.open, area))):
                    yield Option(f"{INTO}{area}", f"In {work.place(area)}", "DAE:4.513-a")
            return
        for type, count in work.side(self.side).pool.items():
            if self._fits(replenish=(*self.back, Returned(type, ENTRY))):
                lower = work.kit.counters[replenishment.returned_as(work, type)].name
                lost = work.kit.counters[type]
                rule = "DAE:4.513-b" if lost.underlined_morale else "DAE:4.513-a"
                detail = f"{count} lost; comes back as a {lower}"
                yield Option(type, lost.name, rule, "Replenishment", detail)
        forces = work.forces(self.side)
        for vehicle in forces.vehicles.values():
            for gun in vehicle.disabled:
                for lmg in forces.weapons.values():
                    wish = Cannibalised(vehicle.id, gun, lmg.id)
                    if self._fits(cannibalise=(*self.guns, wish)):
                        label = f"{gun.upper()} of {work.name(vehicle)} for a {work.name(lmg)}"
                        pick = f"{LMG_FOR}{vehicle.id}:{gun}:{lmg.id}"
                        where = f"in {work.place(forces.where.get(lmg.id, ''))}"
                        yield Option(pick, label, "DAE:4.5123-b", "Repair", where)

    def _fits(
        self, *, cannibalise: tuple[Cannibalised, ...] = (), replenish: tuple[Returned, ...] = ()
    ) -> bool:
        orders = RefitOrders(cannibalise or self.guns, replenish or self.back)
        try:
            repair.check_cannibalised(self.work, self.side, orders)
            replenishment.check_orders(self.work, self.side, orders)
        except CampaignError:
            return False
        return True

    def _left(self) -> int:
        """In half-squads."""
        kinds = self.work.kit.counters
        used = sum(2 if kinds[one.type].kind == SQUAD else 1 for one in self.back)
        return replenishment.allowance(self.work, self.side) - used

    def given(self) -> list[str]:
        work, forces = self.work, self.work.forces(self.side)
        said = [
            f"{one.gun.upper()} of {work.name(forces.vehicles[one.vehicle])} repaired with a LMG"
            for one in self.guns
        ]
        return said + [
            f"A {work.kit.counters[one.type].name} comes back in {work.place(one.area)}" for one in self.back
        ]

    def ready(self) -> bool:
        return not self.open

    def orders(self) -> RefitOrders:
        return RefitOrders(self.guns, self.back)
