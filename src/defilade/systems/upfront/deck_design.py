"""The design of the Up Front deck that ships with the program, carried out (see ``docs/upfront-deck.md``).

The published cards were pictures, so the deck is made here: the kinds and their numbers, the Fire cards, the
Random Numbers and the rows of positions are all laid out by quota, and dealt onto the cards in an order that
depends on nothing but the names of the columns.  `design()` gives the text of ``content/upfront/deck.yaml``.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any

GERMAN_US = ("german", "american")

#: Terrain cards (35): name -> (how many, modifier against).
TERRAIN: tuple[tuple[str, int, int], ...] = (
    ("buildings", 4, -3),
    ("buildings", 4, -2),
    ("woods", 7, -2),
    ("brush", 4, -1),
    ("hill", 4, -1),
    ("walls", 3, -2),
    ("gully", 2, -2),
    ("marsh", 2, -1),
    ("stream", 2, 0),
    ("pillbox", 1, -4),
)
MINEFIELDS = ((2, 3), (3, 2))
#: Fire cards (48): (strength, firepower needed, how many).
FIRE = ((1, 1, 5), (1, 2, 5), (2, 3, 7), (2, 4, 6), (3, 5, 6), (3, 6, 6), (4, 8, 7), (5, 11, 4), (6, 14, 2))
#: Movement cards (26): plain, Ford, Flank.
MOVEMENT = (("", 14), ("ford", 5), ("flank", 7))
#: Rally cards (19): (men, how many); 99 is Rally All.
RALLY = ((1, 3), (2, 5), (3, 4), (4, 3), (5, 1), (6, 1), (99, 2))
CONCEALED = ((1, 6), (2, 5), (3, 3))
#: Snipers (4): the Random Numbers that kill and that pin.
SNIPERS = (((0,), (1, 2)), ((0,), (1, 3)), ((6, 5), (0, 1)), ((1,), (0, 2)))
RANDOM_NUMBERS = {0: 15, 1: 17, 2: 15, 3: 12, 4: 10, 5: 7, 6: 5}
"""So many cards of each colour bear the number: 81 red and 81 black."""
RED_POSITIONS = (124, 111, 98, 86, 74, 63, 52, 42, 32, 23)
"""So many cards are red in column 1, 2, ... 0r: infiltration grows harder to the right."""


def spread(name: str, values: list[Any]) -> list[Any]:
    """Values in an order fixed by the name of what they are for."""

    def key(place: int) -> bytes:
        return hashlib.blake2b(f"{name}/{place}".encode(), digest_size=8).digest()

    order = sorted(range(len(values)), key=key)
    return [values[place] for place in order]


def functions() -> list[dict[str, Any]]:
    """What the 162 cards do, those of known number in their places."""
    known = {
        42: _card(_rally(2), _radio("american", "russian")),
        52: _card(_rally(3, *GERMAN_US), _radio(*GERMAN_US), _concealed(2, "russian"), diagonal=True),
        130: _card({"kind": "smoke", "nations": list(GERMAN_US)}),
        162: _card(_concealed(1), {"kind": "movement", "nations": ["russian"]}, diagonal=True),
    }
    rest = iter(spread("functions", _all_but_known()))
    return [known[number] if number in known else next(rest) for number in range(1, 163)]


def _all_but_known() -> list[dict[str, Any]]:
    cards = [_terrain(name, vs) for name, count, vs in TERRAIN for _ in range(count)]
    cards += [
        _card({"kind": "terrain", "terrain": "minefield", "value": v, "second": s}) for v, s in MINEFIELDS
    ]
    cards += [
        _card({"kind": "fire", "value": value, "needs": needs})
        for value, needs, count in FIRE
        for _ in range(count)
    ]
    for mark, count in MOVEMENT:
        use: dict[str, Any] = {"kind": "movement"} | ({mark: True} if mark else {})
        cards += [_card(use) for _ in range(count)]
    cards += _rallies()
    cards += [_card(_concealed(value)) for value, count in CONCEALED for _ in range(count)]
    cards += [_card({"kind": "smoke"}) for _ in range(3)]
    cards += [_card({"kind": "wire"}) for _ in range(3)]
    cards += [_card({"kind": "hero"}) for _ in range(2)]
    cards += [_card({"kind": "sniper", "kia": list(kia), "pin": list(pin)}) for kia, pin in SNIPERS]
    return cards + _splits()


def _rallies() -> list[dict[str, Any]]:
    """Nineteen with #42: five more can serve as Radio cards, and five say Breeze."""
    men = [value for value, count in RALLY for _ in range(count)]
    men.remove(2)
    radio = {
        3: ("german", "american"),
        5: ("german",),
        8: ("american", "russian"),
        11: ("german", "american", "russian"),
        14: ("american",),
    }
    breeze = (0, 4, 7, 10, 12)
    return [
        _card(_rally(value), *([_radio(*radio[place])] if place in radio else []), breeze=place in breeze)
        for place, value in enumerate(men)
    ]


def _splits() -> list[dict[str, Any]]:
    """The five split cards that are not known from the text: Russians get their Concealed cards here."""
    move: dict[str, Any] = {"kind": "movement"}
    return [
        _card(_concealed(1, "russian"), move | {"nations": list(GERMAN_US)}, diagonal=True),
        _card(_concealed(2, "russian"), _fire(2, 3, *GERMAN_US), diagonal=True),
        _card(_concealed(1, "russian", "german"), _rally(4, "american"), diagonal=True),
        _card(_rally(2, *GERMAN_US), move | {"nations": ["russian"]}, diagonal=True),
        _card(_fire(3, 5, "german", "russian"), move | {"nations": ["american"]}, diagonal=True),
    ]


def _card(*uses: dict[str, Any], **more: bool) -> dict[str, Any]:
    return {"uses": list(uses), **{name: True for name, value in more.items() if value}}


def _terrain(name: str, vs: int) -> dict[str, Any]:
    return _card({"kind": "terrain", "terrain": name} | ({"value": vs} if vs else {}))


def _rally(men: int, *nations: str) -> dict[str, Any]:
    return {"kind": "rally", "value": men} | _for(nations)


def _radio(*nations: str) -> dict[str, Any]:
    return {"kind": "radio"} | _for(nations)


def _concealed(value: int, *nations: str) -> dict[str, Any]:
    return {"kind": "concealed", "value": value} | _for(nations)


def _fire(value: int, needs: int, *nations: str) -> dict[str, Any]:
    return {"kind": "fire", "value": value, "needs": needs} | _for(nations)


def _for(nations: tuple[str, ...]) -> dict[str, Any]:
    return {"nations": list(nations)} if nations else {}


def random_numbers() -> list[tuple[int, bool]]:
    """162 Random Numbers with their colour."""
    pairs = [
        (number, red)
        for red in (False, True)
        for number, count in RANDOM_NUMBERS.items()
        for _ in range(count)
    ]
    return spread("random numbers", pairs)


def rows_of_positions() -> list[str]:
    """162 rows: under n each position from 1 to n as often as any other, red as often as the column's quota."""
    columns = []
    for column in range(1, 11):
        numbers = spread(f"positions {column}", [place % column + 1 for place in range(162)])
        reds = spread(f"red {column}", [place < RED_POSITIONS[column - 1] for place in range(162)])
        columns.append(
            [f"{number % 10}{'r' if red else ''}" for number, red in zip(numbers, reds, strict=True)]
        )
    return [" ".join(row) for row in zip(*columns, strict=True)]


def design() -> str:
    """The text of the deck file."""
    lines = [
        "# The Action deck, made here: see docs/upfront-deck.md. A deck of the same form in an owner's folder",
        "# replaces it whole. positions: ten numbers under 1 to 0r, red ones marked r.",
        "provenance: original",
        "cards:",
    ]
    rows = zip(functions(), random_numbers(), rows_of_positions(), strict=True)
    for inventory, (what, (number, red), positions) in enumerate(rows, 1):
        uses = ", ".join(_flow(use) for use in what["uses"])
        marks = "".join(f", {mark}: true" for mark in ("diagonal", "breeze") if what.get(mark))
        shown = str(red).lower()
        lines.append(
            f"- {{id: c{inventory}, number: {number}, red: {shown}, positions: {positions}, uses: [{uses}]{marks}}}"
        )
    return "\n".join(lines) + "\n"


def _flow(use: dict[str, Any]) -> str:
    return "{" + ", ".join(f"{key}: {_plain(value)}" for key, value in use.items()) + "}"


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(str(one) for one in value) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def totals() -> Counter[str]:
    """How many cards there are of each kind, as the deck list counts them."""
    return Counter("split" if card.get("diagonal") else card["uses"][0]["kind"] for card in functions())
