"""The record sheets of the campaign of Decision at Elst, as one side may see them (DAE:4.5055, DAE:4.5153)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from defilade.kernel.chance import Scripted
from defilade.rules.sk.bare_maps import WHOLE
from defilade.rules.sk.full.campaign.book import (
    ENTRY,
    OVER,
    PLAY,
    Book,
    Forces,
    Note,
    PurchaseLine,
    RosterLine,
    date_id,
    view_of,
)
from defilade.rules.sk.full.campaign.control_and_areas import controlled_locations, is_isolated, mark_of
from defilade.rules.sk.full.campaign.tables import BRITISH, SIDES, campaign_tables
from defilade.rules.sk.full.campaign.victory import holds_the_building
from defilade.rules.sk.full.campaign.work import Work
from defilade.systems.campaigns import (
    CampaignNote,
    CampaignSheets,
    NamedChoice,
    SheetArea,
    SheetForces,
    SheetLine,
    SheetMark,
    SheetTable,
)

TYPES = {
    "british_assault": "British Assault",
    "german_assault": "German Assault",
    "dual_attack": "Dual Attack",
    "idle": "Idle",
}
NOBODY = ""
LAST_NOTES = 120


def sheets(book: Book, sides: Sequence[str]) -> CampaignSheets:
    """Who keeps both sides sees both; who keeps none sees what everybody has seen."""
    seen = _seen(book, sides)
    work = Work(seen, Scripted(()))
    tables = work.tables
    return CampaignSheets(
        map=f"map.elst.{tables.map}.{int(tables.month[-2:])}.{WHOLE}.{WHOLE}",
        date=date_id(book, tables),
        dates=tuple(_dates(book)),
        situation=tuple(_situation(work)),
        areas=tuple(_areas(work)),
        marks=tuple(_marks(work)),
        forces=tuple(_forces(work, side, side in sides or book.step == OVER) for side in SIDES),
        tables=tuple(one for side in SIDES for one in _records(work, side)),
        notes=tuple(CampaignNote(note.side, note.text, note.rule) for note in _notes(seen)),
    )


def _seen(book: Book, sides: Sequence[str]) -> Book:
    own = [side for side in SIDES if side in sides]
    if len(own) == len(SIDES):
        return book
    if own:
        return view_of(book, own[0])
    return view_of(book, NOBODY)


def _notes(book: Book) -> list[Note]:
    """Those since the last scenario was entered."""
    return [note for note in book.notes if note.rule != "DAE:4.6"][-LAST_NOTES:]


def _dates(book: Book) -> Iterable[NamedChoice]:
    played: dict[str, list[str]] = {}
    for one in book.played:
        played.setdefault(one.date, []).append("German strike" if one.strike else TYPES[one.type])
    for number, date in enumerate(campaign_tables().dates):
        past = number < book.date or book.step == OVER
        what = ", then ".join(played.get(date.id, [])) or ("Idle" if past else "")
        yield NamedChoice(date.id, what)


def what_is_won(work: Work) -> str:
    """How far the British have come: theirs are the only points that count (DAE:4.41-a)."""
    victory = work.tables.victory
    held = "hold" if holds_the_building(work) else "do not hold"
    return f"The British {held} building {victory.building} and have exited {work.book.exited} of {victory.points} VP."


def _situation(work: Work) -> Iterable[CampaignNote]:
    book = work.book
    yield CampaignNote(BRITISH, what_is_won(work), "DAE:4.41-a")
    if book.step == PLAY:
        first, then = book.sets_up_first.capitalize(), book.moves_first.capitalize()
        kind = "German strike" if book.striking else TYPES[book.scenario]
        yield CampaignNote(book.moves_first, f"{kind}: {first} sets up first, {then} moves first.", "DAE:4.6")
        area = book.playing_area
        if area.first_row:
            where = f"{area.first_row}{area.first_number} to {area.last_row}{area.last_number}"
            yield CampaignNote("german", f"It is played in {where}.", "DAE:4.5171-c")
    chits = book.sides[BRITISH].attack_chits
    yield CampaignNote(BRITISH, f"The British have {chits} Attack Chits left.", "DAE:4.517")


def _areas(work: Work) -> Iterable[SheetArea]:
    for area in work.book.front.areas:
        yield SheetArea(area.id, area.side, area.hexes, is_isolated(work, area.side, area.id))
    if work.book.front.no_mans_land:
        yield SheetArea("No Man's Land", NOBODY, work.book.front.no_mans_land)


def _marks(work: Work) -> Iterable[SheetMark]:
    for hex, side in sorted(controlled_locations(work).items()):
        yield SheetMark(hex, side, mark_of(work, hex))


# -- forces ------------------------------------------------------------------------------------------------------


def _forces(work: Work, side: str, own: bool) -> SheetForces:
    forces = work.forces(side)
    places: dict[str, list[str]] = {}
    for piece in work.pieces(side):
        where = forces.where.get(piece.id) or f"@{piece.hex}"
        states = [
            word
            for word, holds in (
                ("wounded", getattr(piece, "wounded", False)),
                ("immobile", getattr(piece, "immobilized", False)),
                ("Stunned", getattr(piece, "stunned", False)),
                ("Low Ammo", getattr(piece, "low_ammo", False)),
            )
            if holds
        ]
        places.setdefault(where, []).append(work.name(piece) + (f" ({', '.join(states)})" if states else ""))
    for weapon in forces.weapons.values():
        if weapon.owner not in forces.vehicles:
            owner = forces.units.get(weapon.owner)
            where = forces.where.get(weapon.id) or f"@{owner.hex if owner is not None else weapon.hex}"
            words = [word for word, holds in _weapon_states(work, side, weapon) if holds]
            places.setdefault(where, []).append(
                work.name(weapon) + (f" ({', '.join(words)})" if words else "")
            )
    for module in forces.modules.values():
        places.setdefault(forces.where.get(module.id, ENTRY), []).append(f"{module.caliber}mm module")
    lines = tuple(
        SheetLine(work.place(where)[:1].upper() + work.place(where)[1:], tuple(_counted(names)))
        for where, names in sorted(places.items(), key=lambda one: (one[0] == ENTRY, one[0]))
    )
    return SheetForces(side, lines, tuple(_figures(work, side, forces)) if own else ())


def _weapon_states(work: Work, side: str, weapon: object) -> list[tuple[str, bool]]:
    return [
        ("malfunctioned", bool(getattr(weapon, "malfunctioned", False))),
        ("captured", getattr(weapon, "side", side) != side),
    ]


def _counted(names: list[str]) -> Iterable[str]:
    for name, count in Counter(names).items():
        yield f"{count} × {name}" if count > 1 else name


def _figures(work: Work, side: str, forces: Forces) -> Iterable[str]:
    book = work.side(side)
    yield f"{book.cpp} CPP"
    lost = sum(book.pool.values())
    if lost:
        names = _counted([work.kit.counters[type].name for type, n in book.pool.items() for _ in range(n)])
        yield f"Eliminated Pool: {', '.join(names)}"
    if book.bought_chit == date_id(work.book, work.tables):
        yield "An Attack Chit for this date"


# -- records -----------------------------------------------------------------------------------------------------


def _records(work: Work, side: str) -> Iterable[SheetTable]:
    book = work.side(side)
    if book.roster:
        head = ("Date", "Start", "Repl", "Total", "Bought", "Spent", "Left")
        rows = tuple(_roster_row(line) for line in book.roster)
        yield SheetTable("CG Roster", side, "DAE:4.514-a", head, rows)
    if book.record:
        columns = ("Date", "ID", "Group", "#P", "#R", "Str.", "Units", "SW and Guns", "Leaders", "Set up")
        lines = tuple(_record_row(work, line) for line in book.record)
        yield SheetTable("RG Purchase Record", side, "DAE:4.5153", columns, lines)


def _roster_row(line: RosterLine) -> tuple[str, ...]:
    figures = (line.start, line.replenished, line.total)
    bought = " ".join(line.bought) or "–"
    return (line.date, *map(str, figures), bought, str(line.spent), str(line.left))


def _record_row(work: Work, line: PurchaseLine) -> tuple[str, ...]:
    kit = work.kit
    units = [f"{n} {kit.counters[one].name}" for one, n in line.units.items()]
    units += [f"{n} {kit.vehicles[one].name}" for one, n in line.vehicles.items()]
    weapons = [f"{n} {kit.weapons[one].kind}" for one, n in line.weapons.items()]
    if line.module:
        weapons.append(f"{line.module}mm module")
    leaders = [kit.counters[one].name for one in line.leaders]
    where = f"O, {work.place(line.area)}" if line.set_up == "O" else "E"
    texts = (", ".join(units), ", ".join(weapons), ", ".join(leaders))
    return (line.date, line.id, line.name, str(line.bought), str(line.left), line.strength, *texts, where)
