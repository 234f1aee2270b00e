"""Orders for Shift (DAE:4.511): from where to where, who goes, and with what."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.rules.sk.full.campaign import portage, shifts
from defilade.rules.sk.full.campaign.book import ENTRY, CampaignError, ShiftGroup, ShiftOrders
from defilade.rules.sk.full.campaign.orders.groups import Gathering
from defilade.rules.sk.full.campaign.orders.options import ADD, DONE, Option, Reader
from defilade.tactics.units import Unit
from defilade.tactics.vehicles import Vehicle

WAY = ">"
ALL = "all"


class ShiftDraft:
    """Picks: `origin>destination` begins a group, `+piece` or `all` says who goes, `-` and `*` what is left or taken,
    `!` that it is complete."""

    def __init__(self, reader: Reader) -> None:
        self.work, self.side, picks = reader
        self.groups: tuple[ShiftGroup, ...] = ()
        self.ways: list[tuple[str, str]] = []
        self.group: Gathering | None = None
        for pick in picks:
            self._hear(pick)

    def _hear(self, pick: str) -> None:
        if pick == DONE:
            assert self.group is not None
            pieces = tuple(piece.id for piece in self.group.pieces)
            self.groups = (*self.groups, ShiftGroup(pieces, self.ways[-1][1], self.group.carrying))
            self.group = None
        elif self.group is None:
            origin, _, to = pick.partition(WAY)
            self.ways.append((origin, to))
            taken = {one for group in self.groups for one in group.carrying}
            here = portage.weapons_in_area(self.work, self.side, origin)
            free = {one: weapon for one, weapon in here.items() if one not in taken}
            self.group = Gathering(self.work, self.side, free, "DAE:4.511-a", guns=False)
        elif pick == ALL:
            for piece in self._who_can():
                self.group.hear(f"{ADD}{piece.id}")
        else:
            self.group.hear(pick)

    def asks(self) -> tuple[str, str]:
        if self.group is None:
            return "Who Shifts to another area? A group tries once a date.", "DAE:4.511-a"
        origin, to = self.ways[-1]
        where = f"{self.work.place(origin)} to {self.work.place(to)}"
        so_far = f" So far: {self.group.words()}." if self.group.pieces else ""
        return f"Who goes from {where}?{so_far}", "DAE:4.511-b"

    def _moved(self) -> set[str]:
        return {one for group in self.groups for one in group.pieces}

    def _who_can(self) -> list[Unit | Vehicle]:
        """Pieces of the area that may go on the open way and are in no group yet."""
        origin, to = self.ways[-1]
        gone = self._moved() | {piece.id for piece in (self.group.pieces if self.group else ())}
        forces = self.work.forces(self.side)
        here = [piece for piece in self.work.pieces(self.side) if forces.where.get(piece.id) == origin]
        return [piece for piece in here if piece.id not in gone and self._may(piece, to)]

    def _may(self, piece: Unit | Vehicle, to: str) -> bool:
        try:
            shifts.check_orders(self.work, self.side, ShiftOrders((ShiftGroup((piece.id,), to),)))
        except CampaignError:
            return False
        return True

    def options(self) -> Iterator[Option]:
        if self.group is not None:
            yield from self._for_group(self.group)
            return
        places = (ENTRY, *(area.id for area in self.work.areas_of(self.side)))
        for origin in places:
            for to in places:
                if (origin, to) not in self.ways and self._is_way(origin, to):
                    label = f"{self.work.place(origin)} to {self.work.place(to)}"
                    yield Option(
                        f"{origin}{WAY}{to}",
                        label,
                        "DAE:4.511-a",
                        "From where to where",
                        self._odds(origin, to),
                    )

    def _is_way(self, origin: str, to: str) -> bool:
        """Whether somebody there could try it."""
        if origin == to:
            return False
        forces, moved = self.work.forces(self.side), self._moved()
        return any(
            forces.where.get(piece.id) == origin and piece.id not in moved and self._may(piece, to)
            for piece in self.work.pieces(self.side)
        )

    def _odds(self, origin: str, to: str) -> str:
        """DAE:4.511-d"""
        if shifts.is_automatic(self.work, self.side, origin, to):
            return "without a roll"
        way = shifts.best_way(self.work, self.side, origin, to)
        drm = int(way.drm) if way is not None else 0
        throws = [a + b + drm for a in range(1, 7) for b in range(1, 7)]
        results = [self.work.tables.shift.result(throw) for throw in throws]
        there = sum(one in ("shifted", "casualties") for one in results)
        lost = results.count("eliminated")
        return f"DRM {drm:+d}: {there} in 36 arrive, {lost} in 36 are lost"

    def _for_group(self, group: Gathering) -> Iterator[Option]:
        who = self._who_can()
        if group.pieces:
            yield Option(DONE, "They go as they are", "DAE:4.511-b")
        if len(who) > 1:
            yield Option(ALL, f"All {len(who)}", "DAE:4.511-b", "Who goes")
        for piece in who:
            weapons = self.work.names(self.work.weapons_of(self.side, piece.id))
            detail = f"with {weapons}" if weapons and isinstance(piece, Unit) else ""
            yield Option(f"{ADD}{piece.id}", self.work.name(piece), "DAE:4.511-a", "Who goes", detail)
        if group.pieces:
            yield from group.weapon_options()

    def given(self) -> list[str]:
        forces, said = self.work.forces(self.side), []
        for group, (origin, to) in zip(self.groups, self.ways, strict=False):
            names = self.work.names(shifts.pieces_of(self.work, self.side, group))
            with_ = self.work.names([forces.weapons[one] for one in group.carrying])
            loaded = f" with {with_}" if with_ else ""
            said.append(f"{names}{loaded}: {self.work.place(origin)} to {self.work.place(to)}")
        return said

    def ready(self) -> bool:
        return self.group is None

    def orders(self) -> ShiftOrders:
        return ShiftOrders(self.groups)
