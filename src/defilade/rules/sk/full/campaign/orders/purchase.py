"""Orders for buying Reinforcement Groups (DAE:4.515): which, and where they come."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.rules.sk.full.campaign import purchase
from defilade.rules.sk.full.campaign.book import ENTRY, CampaignError, Purchase, PurchaseOrders
from defilade.rules.sk.full.campaign.orders.options import INTO, Option, Reader
from defilade.rules.sk.full.campaign.tables import GroupType

KINDS = {
    "I": "Infantry",
    "V": "Vehicles",
    "G": "Guns",
    "HW": "Heavy weapons",
    "O": "Artillery",
    "chit": "Initiative",
}


class PurchaseDraft:
    """A pick is a group and where it comes, `I1@entry`; or the group, and then the place."""

    def __init__(self, reader: Reader) -> None:
        self.work, self.side, picks = reader
        self.buy: tuple[Purchase, ...] = ()
        self.open = ""
        for pick in picks:
            group, at, area = (self.open + pick if pick.startswith(INTO) else pick).partition(INTO)
            self.open = "" if at else group
            if at:
                self.buy = (*self.buy, Purchase(group, area))

    def asks(self) -> tuple[str, str]:
        if self.open:
            return f"Where does {self._group(self.open).name} come?", "DAE:4.5151-a"
        return f"What do you buy? {self._left()} CPP are left.", "DAE:4.515-a"

    def options(self) -> Iterator[Option]:
        if self.open:
            for area in self._places(self.open):
                cost = self._price(self.open, area)
                rule = "DAE:4.3-j" if area == ENTRY else "DAE:4.5151-a"
                yield Option(f"{INTO}{area}", f"In {self.work.place(area)}", rule, price=cost)
            return
        for group in self.work.tables.groups[self.side]:
            places = list(self._places(group.id))
            if not places:
                continue
            pick = group.id if len(places) > 1 else f"{group.id}{INTO}{places[0]}"
            rule = "DAE:4.5154" if group.kind == purchase.CHIT else "DAE:4.515-b"
            cost = self._price(group.id, places[0])
            yield Option(pick, group.name, rule, KINDS[group.kind], self._detail(group), cost)

    def given(self) -> list[str]:
        said = []
        for one in self.buy:
            name = self._group(one.id).name
            where = "" if one.id == "Chit" else f", {self.work.place(one.area)}"
            said.append(f"{name}{where}: {self._price(one.id, one.area)} CPP")
        return said

    def ready(self) -> bool:
        return not self.open

    def orders(self) -> PurchaseOrders:
        return PurchaseOrders(self.buy)

    # -- figures -------------------------------------------------------------------------------------------------

    def _group(self, id: str) -> GroupType:
        return self.work.tables.group(self.side, id)

    def _left(self) -> int:
        return self.work.side(self.side).cpp - purchase.total(self.work, self.side, self.orders())

    def _price(self, id: str, area: str) -> int:
        chit = purchase.has_chit(self.orders())
        return purchase.price(self.work, self._group(id), area != ENTRY, chit)

    def _places(self, id: str) -> Iterator[str]:
        """DAE:4.5151-a: the Entry Area, and the areas in which it may set up."""
        for area in (ENTRY, *(one.id for one in self.work.areas_of(self.side))):
            try:
                wish = PurchaseOrders((*self.buy, Purchase(id, area)))
                purchase.check_orders(self.work, self.side, wish)
            except CampaignError:
                continue
            yield area

    def _detail(self, group: GroupType) -> str:
        before = purchase.bought_before(self.work, self.side, group.id)
        before += sum(one.id == group.id for one in self.buy)
        left = f"{group.cg_max - before} left of {group.cg_max}"
        brings = ", ".join(f"{n} {self._name(one)}" for one, n in group.full.items())
        if group.depleted:
            brings += f" ({' and '.join(str(n) for n in group.depleted.values())} if Depleted)"
        if group.module:
            brings = f"{group.module}mm module with a radio"
        return "; ".join(part for part in (brings, left) if part)

    def _name(self, type: str) -> str:
        kit = self.work.kit
        if type in kit.counters:
            return kit.counters[type].name
        return kit.vehicles[type].name if type in kit.vehicles else kit.weapons[type].kind
