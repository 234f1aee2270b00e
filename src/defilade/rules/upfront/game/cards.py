"""The Action cards (UF:2.1 to UF:2.22): what each can be used for, its Random Number and its row of positions.

The deck is read strictly from ``content/upfront/deck.yaml``; how it was designed is told in
``docs/upfront-deck.md``.  A deck file of an owner replaces it whole.

>>> deck = load_deck()
>>> len(deck), [use.kind for use in deck["c42"].uses_for("russian")]
(162, ['rally', 'radio'])
>>> deck["c130"].uses_for("russian")
()
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from defilade.rules.content_files import ContentError, ContentFiles, parse

DECK_FILE = "upfront/deck.yaml"
NATIONS = ("german", "american", "russian")

FIRE, MOVEMENT, RALLY, CONCEALED, TERRAIN = "fire", "movement", "rally", "concealed", "terrain"
SMOKE, WIRE, HERO, SNIPER, RADIO, MINEFIELD = "smoke", "wire", "hero", "sniper", "radio", "minefield"
KINDS = (FIRE, MOVEMENT, RALLY, CONCEALED, TERRAIN, SMOKE, WIRE, HERO, SNIPER, RADIO, MINEFIELD)

RALLY_ALL = 99
"""The strength of a Rally All card."""

TERRAINS = (
    "brush",
    "buildings",
    "gully",
    "hill",
    "marsh",
    "minefield",
    "pillbox",
    "stream",
    "walls",
    "woods",
)


class Use(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One function of a card (UF:2.2-a). Without nations it serves everybody (UF:2.21-c)."""

    kind: str
    value: int = 0
    """Fire Strength, men rallied, the number of a Concealed card, or the modifier against a terrain."""
    needs: int = 0
    """The firepower that a Fire card asks for."""
    terrain: str = ""
    ford: bool = False
    flank: bool = False
    kia: tuple[int, ...] = ()
    pin: tuple[int, ...] = ()
    """The Random Numbers with which a Sniper kills and pins."""
    second: int = 0
    """The second line of a Minefield."""
    nations: tuple[str, ...] = ()


class CardRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An Action card as written in its file. `positions`: ten numbers under 1 to 0r, red ones with an r."""

    id: str
    uses: tuple[Use, ...]
    number: int
    red: bool
    positions: str
    diagonal: bool = False
    breeze: bool = False


class DeckFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    provenance: str
    cards: list[CardRow]


class ActionCard(msgspec.Struct, frozen=True):
    """An Action card (UF:2.2-a). The inventory number in its id never affects play."""

    id: str
    uses: tuple[Use, ...]
    number: int
    """The Random Number, 0 to 6 (UF:2.2-b)."""
    red: bool
    positions: tuple[int, ...]
    reds: tuple[bool, ...]
    diagonal: bool
    breeze: bool
    by_nation: dict[str, tuple[Use, ...]]
    by_kind: dict[tuple[str, str], Use]
    """(nation, kind) -> what it is used for so."""

    @property
    def rnc(self) -> int:
        """The Random Number with its sign: black adds, red takes away (UF:6.5-b)."""
        return -self.number if self.red else self.number

    @property
    def colour(self) -> str:
        return "red" if self.red else "black"

    def position(self, column: int) -> int:
        """The Random Position Number of a group of so many cards (UF:14.6-a, UF:2.2-c)."""
        return self.positions[column - 1]

    def is_red(self, column: int) -> bool:
        """The colour of the Random Position Number in a column."""
        return self.reds[column - 1]

    @property
    def rout_number(self) -> int:
        """The number under 0r, where 0 stands for ten (UF:14.6-b)."""
        return self.positions[9]

    def uses_for(self, nation: str) -> tuple[Use, ...]:
        """What a nationality may use the card for (UF:2.21-a, UF:2.21-b)."""
        return self.by_nation[nation]

    def use(self, nation: str, kind: str) -> Use | None:
        return self.by_kind.get((nation, kind))

    def is_kind(self, kind: str) -> bool:
        return any(use.kind == kind for use in self.uses)

    @property
    def named(self) -> str:
        """A key for deck changes: the terrain's name, or the kind of its first function."""
        first = self.uses[0]
        return first.terrain or first.kind

    def __str__(self) -> str:
        return " / ".join(dict.fromkeys(name_of(use) for use in self.uses))


def name_of(use: Use) -> str:
    """A function as players call it."""
    match use.kind:
        case "fire":
            return f"Fire {use.value}"
        case "rally":
            return "Rally All" if use.value == RALLY_ALL else f"Rally {use.value}"
        case "concealed":
            return f"Concealed -{use.value}"
        case "movement":
            return "Ford Movement" if use.ford else "Flank Movement" if use.flank else "Movement"
        case "terrain" if use.terrain == "buildings":
            return f"Buildings {use.value}"
        case "terrain":
            return use.terrain.capitalize()
    return use.kind.capitalize()


Deck = dict[str, ActionCard]


def load_deck(overlay: Path | None = None) -> Deck:
    """The deck by card id, in the order of the inventory numbers."""
    return read_deck(ContentFiles(overlay))


@cache
def read_deck_once(overlay: Path | None = None) -> Deck:
    return load_deck(overlay)


def read_deck(content: ContentFiles) -> Deck:
    file = content.read(DECK_FILE)
    rows = parse(file, DeckFile).cards
    deck: Deck = {}
    for row in rows:
        if row.id in deck:
            raise ContentError(file.name, f"card {row.id}", "there are two cards of this id")
        deck[row.id] = _card(file.name, row)
    return deck


def _card(file: str, row: CardRow) -> ActionCard:
    place = f"card {row.id}"
    if not 0 <= row.number <= 6:
        raise ContentError(file, place, f"the Random Number {row.number} is not 0 to 6")
    for use in row.uses:
        _check_use(file, place, use)
    words = row.positions.split()
    numbers = tuple(10 if word.rstrip("r") == "0" else int(word.rstrip("r")) for word in words)
    if len(numbers) != 10 or any(not 1 <= n <= column for column, n in enumerate(numbers, 1)):
        raise ContentError(file, place, f"{row.positions!r} is no row of ten positions")
    by_nation = {n: tuple(u for u in row.uses if not u.nations or n in u.nations) for n in NATIONS}
    return ActionCard(
        id=row.id,
        uses=row.uses,
        number=row.number,
        red=row.red,
        positions=numbers,
        reds=tuple(word.endswith("r") for word in words),
        diagonal=row.diagonal,
        breeze=row.breeze,
        by_nation=by_nation,
        by_kind={(nation, use.kind): use for nation, uses in by_nation.items() for use in reversed(uses)},
    )


def _check_use(file: str, place: str, use: Use) -> None:
    if use.kind not in KINDS:
        raise ContentError(file, place, f"{use.kind!r} is no function of a card")
    if (use.kind == TERRAIN) != bool(use.terrain) or (use.terrain and use.terrain not in TERRAINS):
        raise ContentError(file, place, f"{use.terrain!r} is no terrain")
    if any(nation not in NATIONS for nation in use.nations):
        raise ContentError(file, place, f"unknown nationality in {', '.join(use.nations)}")
    if use.kind == FIRE and not (use.value > 0 and use.needs > 0):
        raise ContentError(file, place, "a Fire card has a strength and a firepower that it needs")
