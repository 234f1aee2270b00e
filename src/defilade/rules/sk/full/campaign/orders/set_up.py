"""Where pieces are before a scenario: the set-up of the side that is struck (DAE:4.5171-c), and who of the initial
scenario enters later (DAE:4.42-a)."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.rules.sk.full.campaign import deployment
from defilade.rules.sk.full.campaign.book import ENTRY, CampaignError, DeployOrders, Orders
from defilade.rules.sk.full.campaign.orders.options import ADD, INTO, Option, Reader


class DeployDraft:
    """Picks: a piece, then `@hex`. Whoever is not named is put where there is room."""

    def __init__(self, reader: Reader) -> None:
        self.work, self.side, picks = reader
        self.hexes: dict[str, str] = {}
        self.open = ""
        for pick in picks:
            if pick.startswith(INTO):
                self.hexes[self.open] = pick.removeprefix(INTO)
                self.open = ""
            else:
                self.open = pick
        self.pieces = {piece.id: piece for piece in deployment.to_place(self.work, self.side)}

    def asks(self) -> tuple[str, str]:
        if self.open:
            return f"Where does {self.work.name(self.pieces[self.open])} set up?", "DAE:4.5182"
        left = len(self.pieces) - len(self.hexes)
        return f"The Germans strike: who sets up where? {left} are not placed yet.", "DAE:4.5182"

    def options(self) -> Iterator[Option]:
        if self.open:
            for hex in deployment.hexes_for(self.work, self.side, self.pieces[self.open]):
                wish = DeployOrders({**self.hexes, self.open: hex})
                try:
                    deployment.check_deployment(self.work, self.side, wish)
                except CampaignError:
                    continue
                yield Option(f"{INTO}{hex}", self.work.label(hex), "DAE:4.5182", hex=hex)
            return
        for one, piece in self.pieces.items():
            if one not in self.hexes:
                where = self.work.place(self.work.forces(self.side).where[one])
                weapons = self.work.names(self.work.weapons_of(self.side, one))
                yield Option(
                    one, self.work.name(piece), "DAE:4.5182", where, f"with {weapons}" if weapons else ""
                )

    def given(self) -> list[str]:
        return [
            f"{self.work.name(self.pieces[one])} in {self.work.label(hex)}" for one, hex in self.hexes.items()
        ]

    def ready(self) -> bool:
        return not self.open

    def orders(self) -> DeployOrders:
        return DeployOrders(self.hexes)


class InitialDraft:
    """Picks: `+unit` for British Infantry that enters instead of setting up on the map (DAE:4.42-a). Nothing is handed
    in: it holds when the first scenario begins."""

    def __init__(self, reader: Reader) -> None:
        self.work, self.side, picks = reader
        self.later = tuple(pick.removeprefix(ADD) for pick in picks)

    def asks(self) -> tuple[str, str]:
        return "Who enters along the west edge instead of setting up on or west of hexrow D?", "DAE:4.42-a"

    def options(self) -> Iterator[Option]:
        forces = self.work.forces(self.side)
        for unit in forces.units.values():
            if unit.id in self.later or forces.where.get(unit.id) == ENTRY:
                continue
            weapons = self.work.names(self.work.weapons_of(self.side, unit.id))
            detail = f"with {weapons}" if weapons else ""
            yield Option(f"{ADD}{unit.id}", self.work.name(unit), "DAE:4.42-a", "Enters later", detail)

    def given(self) -> list[str]:
        units = self.work.forces(self.side).units
        return [f"{self.work.name(units[one])} enters" for one in self.later]

    def ready(self) -> bool:
        return False

    def orders(self) -> Orders:
        raise CampaignError("this is not handed in: it holds when the scenario begins", "DAE:4.42-a")
