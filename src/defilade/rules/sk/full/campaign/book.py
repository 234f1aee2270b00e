"""The book of a campaign: what both sides have and hold, from date to date (DAE:4.2).

Plain data. Units, weapons and vehicles are the structs of a game, so that a scenario is made of them and they are taken
back from its end. Where a piece is Retained (DAE:4.2-j) `Forces.where` says: the id of a Setup Area, `entry`, or `@`
with a hex for a vehicle that stays where it is. A piece that is not there is on the map in the hex in which it ended.
"""

from __future__ import annotations

import copy
from typing import Literal

import msgspec

from defilade.rules.sk.full.campaign.tables import BRITISH, GERMAN, SIDES, CampaignTables
from defilade.tactics.names import Side
from defilade.tactics.units import Unit, Weapon
from defilade.tactics.vehicles import Vehicle

FORMAT = 1
ENTRY = "entry"
IN_HEX = "@"

ESCAPE, SHIFT, REFIT, PURCHASE, INITIATIVE = "escape", "shift", "refit", "purchase", "initiative"
DEPLOY, STRIKE, PLAY, OVER = "deploy", "strike", "play", "over"
STEPS = (ESCAPE, SHIFT, REFIT, PURCHASE, INITIATIVE, DEPLOY, STRIKE, PLAY, OVER)
"""What a book waits for: orders of both sides for a step of the Refit Phase, or a scenario."""

BRITISH_ASSAULT, GERMAN_ASSAULT, DUAL_ATTACK, IDLE = (
    "british_assault",
    "german_assault",
    "dual_attack",
    "idle",
)


class CampaignError(Exception):
    """Something that the rules do not allow; the message names the rule."""

    def __init__(self, reason: str, rule: str) -> None:
        super().__init__(f"{reason} ({rule})")
        self.reason, self.rule = reason, rule


class Module(msgspec.Struct, frozen=True, omit_defaults=True):
    """A module of OBA with its radio (DAE:4.3-e)."""

    id: str
    caliber: str
    maintenance: int = -1
    rockets: bool = False
    black: int = 8
    red: int = 3
    used: bool = False
    """It has placed a FFE in the scenario just played."""


class Forces(msgspec.Struct, omit_defaults=True):
    """A side's OB (DAE:4.2-d): all that is Retained, bought or Replenished."""

    units: dict[str, Unit] = msgspec.field(default_factory=dict)
    weapons: dict[str, Weapon] = msgspec.field(default_factory=dict)
    """Own and captured ones, and the main armaments of vehicles."""
    vehicles: dict[str, Vehicle] = msgspec.field(default_factory=dict)
    modules: dict[str, Module] = msgspec.field(default_factory=dict)
    where: dict[str, str] = msgspec.field(default_factory=dict)
    group: dict[str, str] = msgspec.field(default_factory=dict)
    """Piece -> the line of the RG Purchase Record with which it came, until it has set up or entered once."""


class PurchaseLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the RG Purchase Record (DAE:4.5153)."""

    line: str
    date: str
    id: str
    name: str
    bought: int
    """#P: of this type so far, this one included."""
    left: int
    """#R"""
    set_up: Literal["O", "E"]
    area: str = ENTRY
    strength: Literal["", "F", "D"] = ""
    units: dict[str, int] = {}
    weapons: dict[str, int] = {}
    vehicles: dict[str, int] = {}
    leaders: tuple[str, ...] = ()
    module: str = ""


class RosterLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the CG Roster: the CPP of one date."""

    date: str
    start: int
    replenished: int
    total: int
    bought: tuple[str, ...] = ()
    spent: int = 0
    left: int = 0


class SideBook(msgspec.Struct, omit_defaults=True):
    """What one side writes down."""

    forces: Forces = msgspec.field(default_factory=Forces)
    cpp: int = 0
    record: list[PurchaseLine] = msgspec.field(default_factory=list)
    roster: list[RosterLine] = msgspec.field(default_factory=list)
    pool: dict[str, int] = msgspec.field(default_factory=dict)
    """DAE:4.2-c: MMC eliminated in the last scenario, by their type."""
    attack_chits: int = 0
    bought_chit: str = ""
    """The date for which a German Attack Chit has been bought."""
    rolls: int = 0
    serial: int = 0


class Area(msgspec.Struct, frozen=True):
    """A Setup Area (DAE:4.2-g)."""

    id: str
    side: Side
    hexes: tuple[str, ...]


class Front(msgspec.Struct, frozen=True, omit_defaults=True):
    """The map as it was recorded (DAE:4.5055); what is in no list is Uncontrolled Territory."""

    areas: tuple[Area, ...] = ()
    no_mans_land: tuple[str, ...] = ()


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line that a step has left. A secret one is its side's own until the campaign is over."""

    rule: str
    text: str
    side: Side = ""
    secret: bool = False
    dice: tuple[int, ...] = ()
    date: str = ""


class Played(msgspec.Struct, frozen=True):
    """A scenario that has been played."""

    date: str
    type: str
    strike: bool = False


# -- orders ------------------------------------------------------------------------------------------------------


class _Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="step"):
    """What a side says for a step, in secret."""


class Attempt(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Units of one hex that try to Escape by one DR, or a vehicle, and the weapons that they take with them."""

    pieces: tuple[str, ...]
    carrying: tuple[str, ...] = ()
    into: str = ""
    """The area that they make for, where several are as near, or an Isolated one is not wanted."""


class EscapeOrders(_Orders, frozen=True, tag="escape"):
    attempts: tuple[Attempt, ...] = ()
    retained: dict[str, str] = {}
    """Units in Uncontrolled Territory that have the choice of areas as near: unit -> area (DAE:4.5053-b)."""
    destroy: tuple[str, ...] = ()
    """Equipment to be eliminated: before the Escape by who has it, or in one's area (DAE:4.507)."""


class ShiftGroup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    pieces: tuple[str, ...]
    to: str
    carrying: tuple[str, ...] = ()


class ShiftOrders(_Orders, frozen=True, tag="shift"):
    groups: tuple[ShiftGroup, ...] = ()


class Cannibalised(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    vehicle: str
    gun: str
    lmg: str


class Returned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit of the Eliminated Pool that is to come back, and where."""

    type: str
    area: str


class RefitOrders(_Orders, frozen=True, tag="refit"):
    cannibalise: tuple[Cannibalised, ...] = ()
    replenish: tuple[Returned, ...] = ()


class Purchase(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    id: str
    area: str = ENTRY
    """Where it sets up on the map, or the Entry Area."""


class PurchaseOrders(_Orders, frozen=True, tag="purchase"):
    buy: tuple[Purchase, ...] = ()


class InitiativeOrders(_Orders, frozen=True, tag="initiative"):
    attack: bool = False


class DeployOrders(_Orders, frozen=True, tag="deploy"):
    """The set-up of the side that is struck, before the playing area is known (DAE:4.5171-c)."""

    hexes: dict[str, str] = {}


class StrikeOrders(_Orders, frozen=True, tag="strike"):
    """The playing area of a German strike: hexrows and numbers."""

    first_row: str = ""
    last_row: str = ""
    first_number: int = 0
    last_number: int = 0


Orders = (
    EscapeOrders | ShiftOrders | RefitOrders | PurchaseOrders | InitiativeOrders | DeployOrders | StrikeOrders
)

ORDERS: dict[str, type] = {
    ESCAPE: EscapeOrders,
    SHIFT: ShiftOrders,
    REFIT: RefitOrders,
    PURCHASE: PurchaseOrders,
    INITIATIVE: InitiativeOrders,
    DEPLOY: DeployOrders,
    STRIKE: StrikeOrders,
}


# -- the book ----------------------------------------------------------------------------------------------------


class Book(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A campaign at one moment."""

    format: int
    title: str
    sides: dict[str, SideBook]
    step: str = PLAY
    date: int = 0
    """The place of the CG Date in the table of dates."""
    control: dict[str, str] = msgspec.field(default_factory=dict)
    """Strategic Location -> who Controls it (DAE:4.505)."""
    front: Front = Front()
    lying: dict[str, Weapon] = msgspec.field(default_factory=dict)
    """Equipment on the map that nobody has (DAE:4.5057)."""
    wrecks: dict[str, Vehicle] = msgspec.field(default_factory=dict)
    scenario: str = BRITISH_ASSAULT
    """The type of the scenario of this date."""
    striking: bool = False
    """The German strike of a Dual Attack is to come or being played; a British Assault follows (DAE:4.5171-b)."""
    sets_up_first: str = GERMAN
    moves_first: str = BRITISH
    playing_area: StrikeOrders = StrikeOrders()
    deployed: dict[str, str] = msgspec.field(default_factory=dict)
    exited: int = 0
    """British exit VP."""
    orders: dict[str, Orders] = msgspec.field(default_factory=dict)
    drafts: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """What each side has picked so far of the orders that it is writing."""
    known: dict[str, Forces] = msgspec.field(default_factory=dict)
    """Each side's forces as all could see them when the last scenario had been cleared up."""
    notes: list[Note] = msgspec.field(default_factory=list)
    played: tuple[Played, ...] = ()
    winner: Side = ""
    seed: str = ""
    rolls: int = 0
    serial: int = 0
    """Both are counted by side now; books of old have them here."""
    balance: str = ""


def clone(book: Book) -> Book:
    """A copy that can be worked on; its structs are frozen and shared."""
    twin = copy.copy(book)
    twin.sides = {side: _clone_side(one) for side, one in book.sides.items()}
    twin.control, twin.lying, twin.wrecks = dict(book.control), dict(book.lying), dict(book.wrecks)
    twin.orders, twin.notes = dict(book.orders), list(book.notes)
    twin.known = {side: clone_forces(one) for side, one in book.known.items()}
    twin.deployed, twin.drafts = dict(book.deployed), dict(book.drafts)
    return twin


def _clone_side(side: SideBook) -> SideBook:
    twin = copy.copy(side)
    twin.forces = clone_forces(side.forces)
    twin.record, twin.roster, twin.pool = list(side.record), list(side.roster), dict(side.pool)
    return twin


def clone_forces(forces: Forces) -> Forces:
    return Forces(
        dict(forces.units),
        dict(forces.weapons),
        dict(forces.vehicles),
        dict(forces.modules),
        dict(forces.where),
        dict(forces.group),
    )


def book_text(book: Book) -> bytes:
    return msgspec.json.encode(book)


def read_book(text: bytes | str) -> Book:
    try:
        book = msgspec.json.decode(text, type=Book)
    except msgspec.MsgspecError as error:
        raise CampaignError(f"this is no book of a campaign: {error}", "DAE:4.2-a") from None
    if book.format != FORMAT:
        raise CampaignError(f"the book has format {book.format}; format {FORMAT} is read here", "DAE:4.2-a")
    return book


def date_id(book: Book, tables: CampaignTables) -> str:
    """DAE:4.2-a"""
    return tables.dates[book.date].id


def view_of(book: Book, side: Side) -> Book:
    """What a side may know of a book: its own half, and of the other what all have seen. CPP, purchases, rolls for
    them, Shifts and orders stay secret (DAE:4.514-a, DAE:4.515-a, DAE:4.516-a, DAE:4.511-b, DAE:4.517)."""
    seen = clone(book)
    if book.step == OVER:
        return seen
    seen.seed, seen.rolls, seen.serial = "", 0, 0
    for other in SIDES:
        if other == side:
            continue
        hidden = SideBook(forces=clone_forces(book.known.get(other, Forces())))
        if other == BRITISH:
            hidden.attack_chits = book.sides[other].attack_chits  # each was revealed when it was played
        hidden.pool = dict(book.sides[other].pool) if book.step in (ESCAPE, SHIFT) else {}
        seen.sides[other] = hidden
        seen.orders.pop(other, None)
        seen.drafts.pop(other, None)
    seen.notes = [note for note in book.notes if not (note.secret and note.side != side)]
    return seen
