"""Orders for Escape (DAE:4.506): who goes with whom and what, where the choice is free, and what is destroyed."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.rules.sk.full.campaign import escape, portage
from defilade.rules.sk.full.campaign.book import Attempt, EscapeOrders
from defilade.rules.sk.full.campaign.orders.groups import Gathering
from defilade.rules.sk.full.campaign.orders.options import ADD, DONE, INTO, Option, Reader
from defilade.tactics.units import Unit
from defilade.tactics.vehicles import Vehicle

RETAIN, DESTROY = "retain:", "destroy:"
EQUIPMENT, ENOUGH = "equipment", "enough"


class EscapeDraft:
    """Picks: `+piece` begins a group, others of its hex join, `-` and `*` say what is left or taken, `@area` where
    they go, `!` that it is complete; `retain:piece@area`; `destroy:weapon`. What could be destroyed is listed only
    from `equipment` to `enough`: it is seldom wanted, and would be every weapon of the side."""

    def __init__(self, reader: Reader) -> None:
        self.work, self.side, picks = reader
        work, side = self.work, self.side
        self.must = {piece.id: piece for piece in escape.must_escape(work, side)}
        self.able = self.must | {piece.id: piece for piece in escape.may_escape(work, side)}
        self.attempts: tuple[Attempt, ...] = ()
        self.retained: dict[str, str] = {}
        self.destroyed: tuple[str, ...] = ()
        self.group: Gathering | None = None
        self.into = ""
        self.among_equipment = False
        for pick in picks:
            self._hear(pick)

    def _hear(self, pick: str) -> None:
        if pick.startswith(RETAIN):
            piece, _, area = pick.removeprefix(RETAIN).partition(INTO)
            self.retained[piece] = area
        elif pick.startswith(DESTROY):
            self.destroyed = (*self.destroyed, pick.removeprefix(DESTROY))
        elif pick in (EQUIPMENT, ENOUGH):
            self.among_equipment = pick == EQUIPMENT
        elif pick == DONE:
            assert self.group is not None
            pieces = tuple(piece.id for piece in self.group.pieces)
            self.attempts = (*self.attempts, Attempt(pieces, self.group.carrying, self.into))
            self.group = None
        elif pick.startswith(INTO):
            self.into = pick.removeprefix(INTO)
        else:
            if self.group is None:
                hex = self.able[pick.removeprefix(ADD)].hex
                here = portage.weapons_in_hex(self.work, self.side, hex)
                free = {one: weapon for one, weapon in here.items() if one not in self._spoken_for()}
                self.group = Gathering(self.work, self.side, free, "DAE:4.506-b", guns=True)
                self.into = ""
            self.group.hear(pick)

    def asks(self) -> tuple[str, str]:
        if self.group is not None:
            added = escape.breakdown(
                self.work,
                self.side,
                self.group.pieces,
                [self.group.at_hand[one] for one in self.group.carrying],
            )
            drm = f"{added.drm:+d}" if added.drm else "no DRM"
            return f"{self.group.words()}: who and what goes with them? ({drm})", "DAE:4.506-b"
        if self.among_equipment:
            return "What is destroyed?", "DAE:4.507"
        waiting = [piece for one, piece in self.must.items() if one not in self._named()]
        if waiting:
            return f"{len(waiting)} pieces must Escape. Who goes with whom?", "DAE:4.506-a"
        return "Who else Escapes, and what is destroyed?", "DAE:4.506-a"

    def _named(self) -> set[str]:
        return {one for attempt in self.attempts for one in attempt.pieces}

    def _spoken_for(self) -> set[str]:
        return {*self.destroyed, *(one for attempt in self.attempts for one in attempt.carrying)}

    def options(self) -> Iterator[Option]:
        if self.group is not None:
            yield from self._for_group(self.group)
            return
        if self.among_equipment:
            yield Option(ENOUGH, "Nothing more", "DAE:4.507")
            yield from self._destroyable()
            return
        work, named = self.work, self._named()
        for one, piece in self.able.items():
            if one not in named:
                heading = "Must Escape" if one in self.must else "Isolated: may Escape"
                yield self._piece(piece, heading)
        for piece in work.on_map(self.side):
            places = escape.choices_of_area(work, self.side, piece)
            if len(places) > 1 and piece.id not in self.retained:
                for area in places:
                    label = f"{work.name(piece)} in {work.label(piece.hex)} to {work.place(area)}"
                    pick = f"{RETAIN}{piece.id}{INTO}{area}"
                    yield Option(pick, label, "DAE:4.5053-b", "As near to several areas", hex=piece.hex)
        if any(self._destroyable()):
            yield Option(EQUIPMENT, "Destroy equipment", "DAE:4.507", "Besides")

    def _piece(self, piece: Unit | Vehicle, heading: str) -> Option:
        label = f"{self.work.name(piece)} in {self.work.label(piece.hex)}"
        return Option(f"{ADD}{piece.id}", label, "DAE:4.506-a", heading, hex=piece.hex)

    def _for_group(self, group: Gathering) -> Iterator[Option]:
        yield Option(DONE, "They go as they are", "DAE:4.506-b")
        first, named = group.pieces[0], self._named()
        if isinstance(first, Vehicle):
            return
        inside = {piece.id for piece in group.pieces}
        for one, piece in self.able.items():
            fits = isinstance(piece, Unit) and piece.hex == first.hex
            if fits and one not in inside and one not in named:
                yield self._piece(piece, "Goes with them")
        yield from group.weapon_options()
        places = escape.destinations(self.work, self.side, first.hex)
        if len(places) > 1 and not self.into:
            for area in places:
                yield Option(f"{INTO}{area}", f"To {self.work.place(area)}", "DAE:4.5061", "Where to")

    def _destroyable(self) -> Iterator[Option]:
        """DAE:4.507"""
        work, forces, spoken_for = self.work, self.work.forces(self.side), self._spoken_for()
        for weapon in forces.weapons.values():
            somebody = weapon.owner or work.personnel_in(self.side, forces.where.get(weapon.id, ""))
            if weapon.owner in forces.vehicles or weapon.id in spoken_for or not somebody:
                continue
            owner = forces.units.get(weapon.owner)
            whose = f" of the {work.name(owner)}" if owner is not None else ""
            at = owner.hex if owner is not None else weapon.hex
            label = f"The {work.name(weapon)}{whose}"
            where = f"In {work.label(at)}" if at else work.place(forces.where.get(weapon.id, ""))
            yield Option(f"{DESTROY}{weapon.id}", label, "DAE:4.507", where)

    def given(self) -> list[str]:
        work, forces = self.work, self.work.forces(self.side)
        said = []
        for attempt in self.attempts:
            pieces = [self.able[one] for one in attempt.pieces]
            with_ = work.names([forces.weapons[one] for one in attempt.carrying])
            into = f" to {work.place(attempt.into)}" if attempt.into else ""
            loaded = f" with {with_}" if with_ else ""
            said.append(f"{work.names(pieces)}{loaded} Escape from {work.label(pieces[0].hex)}{into}")
        said += [
            f"{work.name(forces.units.get(one) or forces.vehicles[one])} to {work.place(area)}"
            for one, area in self.retained.items()
        ]
        return said + [f"The {work.name(forces.weapons[one])} is destroyed" for one in self.destroyed]

    def ready(self) -> bool:
        return self.group is None

    def orders(self) -> EscapeOrders:
        return EscapeOrders(self.attempts, self.retained, self.destroyed)
