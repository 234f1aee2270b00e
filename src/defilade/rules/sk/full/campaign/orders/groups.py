"""A group that is being put together for an Escape or a Shift: who goes, and what they take along."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.rules.sk.full.campaign import portage
from defilade.rules.sk.full.campaign.orders.options import ADD, LEAVE, TAKE, Option
from defilade.rules.sk.full.campaign.work import Work
from defilade.tactics.names import Side
from defilade.tactics.units import Unit, Weapon
from defilade.tactics.vehicles import Vehicle


class Gathering:
    """Pieces of one place; they take what they have as far as they can carry it, unless something else is said."""

    def __init__(self, work: Work, side: Side, at_hand: dict[str, Weapon], rule: str, *, guns: bool) -> None:
        self.work, self.side, self.at_hand, self.rule, self.guns = work, side, at_hand, rule, guns
        self.pieces: list[Unit | Vehicle] = []
        self.left: set[str] = set()
        self.taken: list[str] = []

    def hear(self, pick: str) -> None:
        kind, what = pick[0], pick[1:]
        forces = self.work.forces(self.side)
        if kind == ADD:
            self.pieces.append(forces.units.get(what) or forces.vehicles[what])
        elif kind == LEAVE:
            self.left.add(what)
            self.taken = [one for one in self.taken if one != what]
        elif kind == TAKE:
            self.taken.append(what)

    @property
    def carrying(self) -> tuple[str, ...]:
        """What was said to be taken first, then what they have, as long as they can carry it."""
        found = list(self.taken)
        for one in portage.usual_load(self.work, self.side, self.pieces, guns=self.guns):
            weapon = self.at_hand.get(one)
            if weapon is not None and one not in found and one not in self.left and self._fits([*found, one]):
                found.append(one)
        return tuple(found)

    def _fits(self, weapons: list[str]) -> bool:
        found = [self.at_hand[one] for one in weapons]
        mmc = sum(isinstance(piece, Unit) and piece.is_mmc for piece in self.pieces)
        guns = sum(self.work.is_gun(weapon) for weapon in found)
        return (
            portage.load(self.work, found) <= portage.capacity(self.work, self.pieces)
            and guns <= mmc
            and (self.guns or not guns)
        )

    def weapon_options(self) -> Iterator[Option]:
        """What may be left behind, or taken besides."""
        carried = list(self.carrying)
        for one, weapon in self.at_hand.items():
            name = f"the {self.work.name(weapon)}{self._whose(weapon)}"
            if one in carried:
                yield Option(f"{LEAVE}{one}", f"Leave {name}", self.rule, "What they carry")
            elif self._fits([*self.taken, one]):
                yield Option(f"{TAKE}{one}", f"Take {name}", self.rule, "What they carry")

    def _whose(self, weapon: Weapon) -> str:
        owner = self.work.forces(self.side).units.get(weapon.owner)
        return f" of the {self.work.name(owner)}" if owner is not None else ""

    def words(self) -> str:
        carried = [self.at_hand[one] for one in self.carrying]
        with_ = f" with {self.work.names(carried)}" if carried else ""
        return self.work.names(self.pieces) + with_
