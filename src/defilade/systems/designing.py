"""Games of the players' own design: what a system that has them offers, and what is asked of it.

Forces are bought for points; a game is made of a scenario or of a situation that chance has drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, Protocol

import msgspec
from msgspec import Meta, field

from defilade.rules.card_scene import UnitCardView
from defilade.rules.scene_parts import Shown
from defilade.systems.campaigns import Key, NamedChoice, Wished

Year = Annotated[str, Meta(pattern=r"^19\d\d[ab]$")]
Points = Annotated[int, Meta(ge=0, le=2000)]

# -- what there is -----------------------------------------------------------------------------------------


class DesignScenario(Shown, frozen=True):
    """A scenario that can be played with forces of one's own, and the points printed for its sides."""

    id: str
    title: str
    victory: str
    opponents: tuple[str, ...]
    attackers: tuple[str, ...]
    limits: dict[str, int]


class CardPrice(Shown, frozen=True):
    card: UnitCardView
    points: int
    kind: Literal["leader", "man", "gun", "vehicle"]


class SecondaryOffer(Shown, frozen=True):
    id: str
    name: str
    points: int


class NationOffer(Shown, frozen=True):
    id: str
    name: str
    cards: tuple[CardPrice, ...]
    troops: tuple[NamedChoice, ...]
    """Line troops first; their id is empty."""
    secondary: tuple[SecondaryOffer, ...]
    radio: dict[str, int]


class DesignOffer(Shown, frozen=True):
    scenarios: tuple[DesignScenario, ...]
    years: tuple[str, ...]
    nations: tuple[NationOffer, ...]
    victories: tuple[str, ...]
    sniper: int
    second_sniper: int


# -- the three versions ------------------------------------------------------------------------------------


class _Design(Wished, frozen=True, tag_field="version"):
    pass


class ReplayDesign(_Design, frozen=True, tag="replay"):
    """A scenario with forces of the players' own, up to the points that are printed for it."""

    scenario: Key
    opponent: Key
    year: Year
    attacker: Annotated[str, Meta(max_length=10)] = ""
    machines: bool = True
    """Guns and vehicles may be bought where the scenario has none; each kind only if its own field says so too."""
    guns: bool = True
    vehicles: bool = True


class BalanceDesign(_Design, frozen=True, tag="balance"):
    """A scenario as it is; one side has more, for the points that the other player has bid."""

    scenario: Key
    opponent: Key
    side: Key
    """Who is strengthened."""
    points: Points
    attacker: Annotated[str, Meta(max_length=10)] = ""


class BidDesign(_Design, frozen=True, tag="bid"):
    """A situation that chance has made; the cheaper of two attacks is made against the defence."""

    attacker: Key
    defender: Key
    year: Year
    victory: Annotated[int, Meta(ge=1, le=8)]
    decks: Annotated[int, Meta(ge=1, le=6)]


Design = ReplayDesign | BalanceDesign | BidDesign
Duel = ReplayDesign | BidDesign
"""Both players buy something, each in secret."""


# -- forces ------------------------------------------------------------------------------------------------


class ForceWish(Wished, frozen=True):
    """A force as its owner has bought it."""

    nation: Key
    men: Annotated[tuple[Key, ...], Meta(max_length=40)] = ()
    machines: Annotated[tuple[Key, ...], Meta(max_length=10)] = ()
    secondary: Annotated[dict[Key, Key], Meta(max_length=40)] = field(default_factory=dict)
    radio: Annotated[int, Meta(ge=0, le=9)] = 5
    troops: Annotated[str, Meta(max_length=40)] = ""
    snipers: Annotated[int, Meta(ge=0, le=2)] = 0
    reinforcements: Annotated[dict[str, tuple[Key, ...]], Meta(max_length=3)] = field(default_factory=dict)
    """Decks -> who comes only after so many."""


class AssessForce(Wished, frozen=True):
    """What of this force? `part` is whose it is: a nation, or `attack` or `defence` of a bid game."""

    design: Design
    part: Key
    force: ForceWish


class CostLine(Shown, frozen=True):
    label: str
    value: float
    sign: str
    rule: str


class Objection(Shown, frozen=True):
    reason: str
    rule: str


class Assessed(Shown, frozen=True):
    """What a force costs. `wrong` must be put right; `missing` may wait until it is finished; `barred` cards cannot be
    had now. `bearers` are men of the scenario's own force, who can be given secondary weapons."""

    points: int
    limit: int
    lines: tuple[CostLine, ...]
    wrong: tuple[Objection, ...]
    missing: tuple[Objection, ...]
    barred: dict[str, Objection]
    bearers: tuple[str, ...] = ()


class ChanceForce(Wished, frozen=True):
    """A force that chance puts together."""

    design: Design
    part: Key
    troops: Annotated[str, Meta(max_length=40)] = ""


class Bought(Shown, frozen=True):
    nation: str
    men: tuple[str, ...]
    machines: tuple[str, ...]
    secondary: dict[str, str]
    radio: int
    troops: str
    snipers: int
    reinforcements: dict[str, tuple[str, ...]]


class DrawDesign(Wished, frozen=True):
    """Draw the year against an opponent; without one, the whole situation of a bid game."""

    opponent: Annotated[str, Meta(max_length=40)] = ""


class DrawnDesign(Shown, frozen=True):
    year: str
    attacker: str = ""
    defender: str = ""
    victory: int = 0
    decks: int = 0


# -- what a system does ------------------------------------------------------------------------------------


class DesignedScenario(msgspec.Struct, frozen=True):
    """A scenario of the players' own once their forces lie open: the options that bring it along, whose part of it
    plays which side, and what he is told of how it came about."""

    scenario: str
    options: dict[str, str]
    sides: dict[str, str]
    told: dict[str, tuple[str, ...]]


class Designs(Protocol):
    """The games of the players' own of a system. What cannot be done as asked is `NotPossible`."""

    def offer(self) -> DesignOffer:
        """What a game can be made of."""

    def assess(self, asked: AssessForce) -> Assessed:
        """What a force costs, what is wrong with it, and which cards cannot be had now."""

    def by_chance(self, asked: ChanceForce) -> Bought:
        """A force that chance puts together."""

    def draw(self, asked: DrawDesign) -> DrawnDesign:
        """Turn cards over for the year, or for a whole situation."""

    def made(self, design: Design, forces: Mapping[str, ForceWish], side: str) -> DesignedScenario:
        """The scenario of one who plays `side`, or the first; forces that are not given come by chance. The part
        of the one who begins is the first of `sides`."""

    def buyers(self, design: Duel, side: str) -> tuple[str, str]:
        """Who buys in secret: the part of the one who begins and plays `side`, and that of the other."""

    def known_to_both(self, design: Duel) -> str:
        """The part of a game that both know before they buy; empty where there is none."""

    def nation(self, design: Duel, part: str) -> str:
        """Whose force a part is."""

    def checked(self, design: Duel, part: str, wish: ForceWish, known: ForceWish | None = None) -> int:
        """What a force costs that is handed in. One of which no game can be made is refused, to its owner."""

    def bought(self, wish: ForceWish) -> Bought:
        """A force that was handed in, as its owner sees it."""

    def opened(self, design: Duel, forces: Mapping[str, ForceWish]) -> DesignedScenario:
        """Open the forces together and make the scenario of them."""

    def title(self, design: Duel) -> str:
        """What a game is called before it has begun."""
