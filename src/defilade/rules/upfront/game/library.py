"""What the game is made of, read once and checked: deck, men, weapons, machines and nationalities.

>>> box = library()
>>> box.men["griess"].weapon, box.weapons["german-lmg"].bracketed[3], len(box.men)
('german-lmg', 4, 86)
>>> box.weapons["american-baz"].ordnance.frequency(4, bracketed=True)
0
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from defilade.rules.content_files import ContentError, ContentFiles, parse
from defilade.rules.upfront.game.cards import KINDS, NATIONS, Deck, read_deck

MEN_FILE = "upfront/men.yaml"
WEAPONS_FILE = "upfront/weapons.yaml"
MACHINES_FILE = "upfront/machines.yaml"
NATIONS_FILE = "upfront/nations.yaml"

SL, ASL, COMMISSAR = "SL", "ASL", "COM"

Provenance = Literal["original", "rulebook", "supplement"]
"""Where the figures of a card are from: made here, the text of the rules, or the printed card."""


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a data file."""


class Ordnance(_Strict, frozen=True):
    """To Hit frequencies by Relative Range, as printed, and the Effect Numbers (UF:25.3, UF:25.42)."""

    to_hit: tuple[str, ...]
    effect: int
    boxed: int
    red: int
    """It malfunctions on this red To Hit number and on higher ones (UF:25.5-a)."""
    bracketed: tuple[str, ...] = ()

    def frequency(self, range: int, *, bracketed: bool = False) -> int | None:
        """The step of the To Hit ladder (see `read_frequency`); none where it may not fire."""
        return read_frequency((self.bracketed if bracketed and self.bracketed else self.to_hit)[range])


def read_frequency(text: str) -> int | None:
    """A printed frequency as its step on the ladder of UF:25.6: 0-2 is 2, 0 is 0, 1 is -1, 2 is -2.

    >>> [read_frequency(text) for text in ("0-2", "0-1", "0", "1", "3", "-")]
    [2, 1, 0, -1, -3, None]
    """
    if text == "-":
        return None
    if text.startswith("0-"):
        return int(text[2:])
    return -int(text)


class Weapon(_Strict, frozen=True):
    """A primary weapon as printed on a man's card or on a chit."""

    name: str
    kind: str
    firepower: tuple[int, ...]
    cc: int
    red: int
    every: bool
    bolt: bool = False
    bracketed: tuple[int, ...] = ()
    ordnance: Ordnance | None = None
    provenance: Provenance = "original"
    ours: tuple[str, ...] = ()
    """Figures that are made here although the card is known."""
    source: str = msgspec.field(default="", name="from")

    @property
    def crew_served(self) -> bool:
        """Two sets of values are printed on it (UF:11.1-a)."""
        return bool(self.bracketed) or (self.ordnance is not None and bool(self.ordnance.bracketed))


class ManCard(_Strict, frozen=True):
    """A man's Personality card (UF:2.3)."""

    name: str
    nation: str
    number: int
    rank: str
    weapon: str
    morale: int
    panic: int
    kia: int
    """On the unpinned side; the pinned side is one higher (UF:42.45-b)."""
    points: int
    role: str = ""
    available: str = ""
    roster: bool = True
    """Whether he is on the campaign roster of his nation (UF:42.1-a); cards of later sets are not."""
    provenance: Provenance = "original"
    ours: tuple[str, ...] = ()
    source: str = msgspec.field(default="", name="from")


class Plate(_Strict, frozen=True):
    """Armor or Flank values: the results that kill, immobilize and stun (UF:28.4-a, UF:28.4-b)."""

    kill: int
    immobilize: int
    stun: int


class MachineSide(_Strict, frozen=True):
    """What one side of a vehicle's or gun's card can do."""

    to_hit: tuple[str, ...] = ()
    mg: tuple[int, ...] = ()
    ovr: int = 0
    flames: tuple[int, ...] = ()
    """Firepower of a flamethrower by Relative Range."""
    bog: tuple[int, ...] = ()
    """The columns of the Bog rating for terrain and for Wire (UF:28.53-a); none on a side that cannot move."""


class MachineCard(_Strict, frozen=True):
    """A vehicle or an infantry gun (UF:28.1, UF:34.1)."""

    name: str
    nation: str
    kind: str
    points: int
    morale: int
    front: MachineSide
    back: MachineSide
    number: int = 0
    """The number of the card; 0 for one that was never printed."""
    armor: Plate | None = None
    flank: Plate | None = None
    ce: int = 0
    kia: int = 0
    panic: int = 0
    """What removes a pinned gun."""
    boxed_morale: int = 0
    boxed_kia: int = 0
    boxed_panic: int = 0
    effect: int = 0
    boxed: int = 0
    open_topped: bool = False
    assault_gun: bool = False
    flamethrower: bool = False
    available: str = ""
    provenance: Provenance = "original"
    ours: tuple[str, ...] = ()
    source: str = msgspec.field(default="", name="from")


class Nation(_Strict, frozen=True):
    """A nationality: its hand (UF:3.5-a), its squad (UF:21.11-c) and how its groups are called."""

    name: str
    people: str
    hand: int
    squad: int
    anti_tank: int
    prefix: str


ANY_NUMBER = 99
"""Discards without a limit (UF:4.33)."""


class Troops(_Strict, frozen=True):
    """A type of troops: how many unused cards may be discarded after no, one or more actions."""

    name: str
    nation: str
    quality: str
    discards: tuple[int, int, int]
    rule: str


class _MenFile(_Strict, frozen=True):
    provenance: str
    men: dict[str, ManCard]


class _WeaponsFile(_Strict, frozen=True):
    provenance: str
    weapons: dict[str, Weapon]


class _MachinesFile(_Strict, frozen=True):
    provenance: str
    machines: dict[str, MachineCard]


class _NationsFile(_Strict, frozen=True):
    provenance: str
    nations: dict[str, Nation]
    troops: dict[str, Troops]


class Library(msgspec.Struct, frozen=True):
    """Everything in the box."""

    deck: Deck
    men: dict[str, ManCard]
    weapons: dict[str, Weapon]
    machines: dict[str, MachineCard]
    nations: dict[str, Nation]
    troops: dict[str, Troops]
    bearing: dict[tuple[str, str], frozenset[str]]
    """(nation, kind) -> the cards that this nation can use so."""
    kinds: dict[str, str]
    """Action card -> what it is named in deck changes."""
    so_many: dict[str, int]
    """What a card is named in deck changes -> how many there are, in the order of the deck."""

    def roster(self, nation: str) -> dict[str, ManCard]:
        """The men of a nation's campaign roster (UF:42.1-a)."""
        return {key: man for key, man in self.men.items() if man.nation == nation and man.roster}


def _bearing(deck: Deck) -> dict[tuple[str, str], frozenset[str]]:
    return {
        (nation, kind): frozenset(card.id for card in deck.values() if card.use(nation, kind) is not None)
        for nation in NATIONS
        for kind in KINDS
    }


def load_library(content: ContentFiles) -> Library:
    """Read and check all files; raises `ContentError` with the file and the place."""
    men_file = content.read(MEN_FILE)
    men = parse(men_file, _MenFile).men
    weapons_file = content.read(WEAPONS_FILE)
    weapons = parse(weapons_file, _WeaponsFile).weapons
    machines = parse(content.read(MACHINES_FILE), _MachinesFile).machines
    nations = parse(content.read(NATIONS_FILE), _NationsFile)
    for key, weapon in weapons.items():
        if len(weapon.firepower) != 6 or len(weapon.bracketed) not in (0, 6):
            raise ContentError(weapons_file.name, key, "firepower is given for Relative Ranges 0 to 5")
    for key, man in men.items():
        if man.weapon not in weapons:
            raise ContentError(men_file.name, key, f"there is no weapon {man.weapon!r}")
        if man.nation not in NATIONS:
            raise ContentError(men_file.name, key, f"there is no nationality {man.nation!r}")
        if man.panic < man.morale:
            raise ContentError(men_file.name, key, "Panic is never below Morale")
    clash = men.keys() & machines.keys()
    if clash:
        raise ContentError(men_file.name, min(clash), "a man and a machine share this id")
    deck = read_deck(content)
    kinds = {card.id: card.named for card in deck.values()}
    return Library(
        deck,
        men,
        weapons,
        machines,
        nations.nations,
        nations.troops,
        _bearing(deck),
        kinds,
        Counter(kinds.values()),
    )


@cache
def library(overlay: Path | None = None) -> Library:
    """The library, read once a folder. Without a folder: ours, or that of DEFILADE_CONTENT."""
    return load_library(ContentFiles(overlay))
