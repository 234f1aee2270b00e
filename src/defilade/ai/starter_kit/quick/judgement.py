"""How the quick player sees a position: the same picture that the plans have, in short answers.

Nothing is reckoned here a second time: threats, goals and worth are those of the picture.
"""

from __future__ import annotations

from functools import cached_property

from defilade.ai.starter_kit.reading.lay import FAR, Lay
from defilade.ai.starter_kit.reading.objectives import terms_of, wanted
from defilade.ai.starter_kit.reading.picture import Picture, picture_of
from defilade.ai.starter_kit.reading.threat import LATER, NOW
from defilade.rules.sk.state import SkPlay
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import SQUAD, Unit


class Judgement:
    """One side's judgement of one position. Everything is worked out when first asked for."""

    def __init__(self, g: SkPlay, side: Side) -> None:
        self.g = g
        self.side = side
        self.enemy = g.enemy_of(side)
        self.picture: Picture = picture_of(g, side)
        self.lay: Lay = self.picture.lay

    # -- what is worth having ----------------------------------------------------------------------------

    @cached_property
    def attacks(self) -> bool:
        """Whether this side must get somewhere to win, rather than stay where it is."""
        return self.picture.must_act

    @cached_property
    def leaves_map(self) -> bool:
        """Whether this side wins by leaving the map."""
        terms = terms_of(self.g)
        return terms is not None and terms.leaving and terms.taker == self.side

    @cached_property
    def goals(self) -> frozenset[str]:
        """Hexes that this side wants units in: where it has none as long as there is such a place."""
        prospects = self.picture.prospects
        if prospects is None:
            return frozenset()
        places = wanted(prospects, self.side)
        held = {
            site.hexes
            for site, is_held in zip(prospects.terms.sites, prospects.held, strict=True)
            if is_held and self.side == prospects.terms.taker
        }
        return frozenset().union(*([place for place in places if place not in held] or places))

    @cached_property
    def lacking(self) -> int:
        """In how many of the places that count nobody of this side is."""
        place_of = self.g.map.building_of
        held = {place_of.get(u.hex, u.hex) for u in self.g.on_map(self.side) if u.is_mmc and u.good_order}
        return len({place_of.get(hex, hex) for hex in self.goals} - held)

    def way(self, hex: Hex) -> float:
        """MF from a hex to the nearest goal; 0 at one, or where there are none."""
        return self.lay.way(self.goals).get(hex, FAR) if self.goals else 0.0

    # -- what is dangerous ---------------------------------------------------------------------------------

    @cached_property
    def ordinary(self) -> Unit | None:
        """A squad that stands for all of this side."""
        ranked = sorted(self.g.on_map(self.side), key=lambda u: (u.kind != SQUAD, u.broken, u.type))
        return ranked[0] if ranked else None

    def danger(self, hex: Hex, *, moving: bool) -> float:
        """What enemy fire on an ordinary squad in a hex can be expected to take of it."""
        if self.ordinary is None:
            return 0.0
        return self.picture.threat.at(hex, self.ordinary, NOW if moving else LATER)
