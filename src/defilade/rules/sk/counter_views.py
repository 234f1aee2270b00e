"""Units, support weapons and Guns as the table shows them: what is printed on each, and what lies on it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, cast

import msgspec

from defilade.rules.board_scene import KIND_WORDS, bearing
from defilade.rules.presentation import ArcView, CounterView, LinkView, Print, StateMark, Underlines
from defilade.rules.sk import morale, smoke
from defilade.rules.sk.firers import ADVANCING
from defilade.rules.sk.state import MPH, SkPlay
from defilade.tactics import ordnance
from defilade.tactics.arcs import FACING_NAMES
from defilade.tactics.counters import Counter, WeaponType
from defilade.tactics.names import Side
from defilade.tactics.ordnance import Ordnance
from defilade.tactics.units import FINAL, FIRST, PREP, Unit, Weapon

FIRE_MARKS = {
    PREP: StateMark("prep", "Prep Fire", "SK1:3.5-d", "PREP", "fire"),
    FIRST: StateMark("first", "First Fire", "SK1:3.3.1-d", "FIRST", "fire"),
    FINAL: StateMark("final", "Final Fire", "SK1:3.4-a2", "FINAL", "fire"),
    ADVANCING: StateMark("advancing", "has fired", "SK1:3.5-a", "FIRED", "fire"),
    "bounding": StateMark("bounding", "Bounding First Fire", "SKF:3.3.2.2-a", "BOUNDING", "fire"),
}
BROKEN = StateMark("broken", "broken", "SK1:1.2.3-a", tone="bad")
DM = StateMark("dm", "DM", "SK1:2.0-f", "DM", "bad")
PIN = StateMark("pin", "pinned", "SK1:3.2.1-u", "PIN", "pin")
CX = StateMark("cx", "CX", "SK1:3.3-p", "CX", "tired")
WOUND = StateMark("wound", "wounded", "SK1:3.2.1-i", "WND", "wound")
MELEE = StateMark("melee", "Melee", "SK1:2.0-h", "MELEE", "bad")
CC = StateMark("cc", "CC", "SK1:3.7-f", "CC", "bad")
MOVED = StateMark("moved", "has moved", "SK1:3.3-a")
MALFUNCTION = StateMark("malfunction", "malfunctioned", "SK1:1.2.4-d", tone="bad")
HIDDEN = StateMark("hidden", "hidden", "SKF:6.4-a", "HIDDEN", "calm")
INTENSIVE = StateMark("intensive", "Intensive Fire", "SKF:3.2.4-v", "INTENSIVE", "fire")
IN_CONTACT = StateMark("contact", "in Radio Contact", "DAE:2.1-d", "CONTACT", "good")

SHAPES = {
    ordnance.AT: "at-gun",
    ordnance.INF: "howitzer",
    ordnance.ART: "howitzer",
    ordnance.AA: "aa-gun",
    ordnance.MTR: "mortar",
    ordnance.BAZ: "launcher",
    ordnance.PSK: "launcher",
    ordnance.PIAT: "piat",
    ordnance.PF: "panzerfaust",
    ordnance.ATR: "rifle",
}
"""What ordnance looks like, by its type."""

ROF_WORDS = "Rate of fire: fires again if the coloured die is no higher"

FARTHEST = 40
"""Hexes that an arc is drawn over where no range is printed."""


# -- units -----------------------------------------------------------------------------------------------------


def unit_view(g: SkPlay, unit: Unit, weapons: tuple[Weapon, ...], *, hidden: str = "") -> CounterView:
    """`hidden`: the rule by which only its side sees it."""
    carried = tuple([weapon_view(g, weapon, hidden=bool(hidden)) for weapon in weapons])
    under_cc = unit.advanced and bool(unit.hex) and g.has_side(unit.hex, g.enemy_of(unit.side))
    return _unit_view(
        unit,
        g.counters[unit.type],
        carried,
        morale.morale_level(g, unit),
        morale.leadership(g, unit) if unit.is_leader else None,
        smoke.exponent(g, unit),
        under_cc,
        unit.moved and g.state.phase == MPH,
        hidden,
    )


def printed_unit(counter: Counter, side: Side) -> CounterView:
    """A counter as it comes out of the box."""
    unit = Unit(counter.id, side, counter.id, counter.kind)
    leadership = counter.leadership if unit.is_leader else None
    return _unit_view(unit, counter, (), counter.morale, leadership, counter.smoke, False, False, "")


@lru_cache(maxsize=6_000)
def _unit_view(
    unit: Unit,
    counter: Counter,
    carried: tuple[CounterView, ...],
    level: int,
    leadership: int | None,
    smoke: int,
    under_cc: bool,
    pale: bool,
    hidden: str,
) -> CounterView:
    """A unit as it is drawn. Most counters are the same as a moment ago, so they are kept."""
    marks = unit_marks(unit, under_cc)
    if hidden:
        marks = (msgspec.structs.replace(HIDDEN, rule=hidden), *marks)
    name = f"{counter.name} {unit.letter}" if unit.letter else counter.name
    words = [f"{counter.nationality.capitalize()} {KIND_WORDS[unit.kind]} {name}"]
    words += [mark.text for mark in marks]
    words += [f"with {view.words}" for view in carried]
    return CounterView(
        id=unit.id,
        side=unit.side,
        nationality=counter.nationality,
        kind=cast(Any, unit.kind),
        name=counter.name,
        letter=unit.letter,
        cls="" if unit.is_leader else counter.cls,
        fp=None if unit.is_leader else counter.fp,
        range=None if unit.is_leader else counter.range,
        morale=level,
        broken=unit.broken,
        broken_morale=counter.broken_morale,
        boxed=counter.boxed,
        leadership=leadership,
        underlines=Underlines(counter.assault_fire, counter.underlined_morale),
        smoke=smoke or None,
        states=marks,
        weapons=carried,
        pale=pale,
        hidden=bool(hidden),
        words=", ".join(words),
    )


def unit_marks(unit: Unit, under_cc: bool) -> tuple[StateMark, ...]:
    marks = [
        mark
        for holds, mark in (
            (unit.broken, BROKEN),
            (unit.dm, DM),
            (unit.pinned, PIN),
            (unit.cx, CX),
            (unit.wounded, WOUND),
            (unit.melee, MELEE),
            (under_cc and not unit.melee, CC),
        )
        if holds
    ]
    if unit.fire:
        marks.append(FIRE_MARKS[unit.fire])
    if unit.moved:
        marks.append(MOVED)
    return tuple(marks)


# -- weapons ---------------------------------------------------------------------------------------------------


def weapon_view(g: SkPlay, weapon: Weapon, *, hidden: bool = False) -> CounterView:
    kind = g.weapon_types[weapon.type]
    contact = any(battery.radio == weapon.id and battery.contact for battery in g.state.batteries.values())
    return _weapon_view(kind, weapon, links_of(g, weapon), contact, hidden)


def printed_weapon(kind: WeaponType, side: Side) -> CounterView:
    facing = 5 if kind.ordnance is not None and kind.ordnance.gun else -1
    return _weapon_view(kind, Weapon(kind.id, side, kind.id, facing=facing), (), False, False)


def _weapon_view(
    kind: WeaponType, weapon: Weapon, links: tuple[LinkView, ...], contact: bool, hidden: bool
) -> CounterView:
    gun = kind.ordnance
    marks = weapon_marks(weapon, contact)
    if hidden:
        marks.insert(0, HIDDEN)
    name = f"{kind.kind} {weapon.letter}" if weapon.letter else kind.kind
    is_gun = gun is not None and gun.gun
    return CounterView(
        id=weapon.id,
        side=weapon.side,
        nationality=kind.nationality,
        kind="gun" if gun is not None else "sw",
        name=kind.name,
        letter=weapon.letter,
        fp=kind.fp if kind.fp or gun is None else None,
        range=kind.range if kind.range or gun is None else None,
        weapon=kind.kind,
        rof=kind.rof or None,
        breakdown=kind.breakdown,
        portage=kind.pp,
        states=tuple(marks),
        owner=weapon.owner,
        shape=kind.kind if gun is None else SHAPES.get(gun.type, "at-gun"),
        bearing=bearing(weapon.facing) if weapon.facing >= 0 else None,
        prints=gun_prints(kind, gun) if gun is not None else (),
        arcs=gun_arcs(gun, weapon) if gun is not None and is_gun else (),
        links=links,
        above=is_gun,
        hidden=hidden,
        words=", ".join([name, *gun_words(weapon), *(mark.text for mark in marks), *ammo_words(weapon)]),
    )


def weapon_marks(weapon: Weapon, contact: bool) -> list[StateMark]:
    marks = [MALFUNCTION] if weapon.malfunctioned else []
    if weapon.fire:
        marks.append(FIRE_MARKS[weapon.fire])
    if weapon.intensive:
        marks.append(INTENSIVE)
    if weapon.acquired:
        marks.append(acquired_mark(weapon))
    if contact:
        marks.append(IN_CONTACT)
    return marks


def acquired_mark(weapon: Weapon) -> StateMark:
    return StateMark(
        "acquired",
        f"acquired target {weapon.acquired_drm}",
        "SKF:6.10-a",
        f"ACQ {weapon.acquired_drm}".replace("-", "−"),
        "good",
    )


def gun_prints(kind: WeaponType, gun: Ordnance) -> tuple[Print, ...]:
    found = [
        Print(
            "top", kind.kind, means=f"{kind.name}: caliber and length of the barrel, type", rule="SKF:2.0-w"
        )
    ]
    if kind.rof:
        found.append(Print("left", str(kind.rof), True, ROF_WORDS, "DAE:QRDC-rof"))
    if gun.gun:
        means = "Manhandling number: two dice at most this high push it on"
        found.append(Print("bottom", f"M{gun.manhandling}", means=means, rule="SKF:6.5-a"))
    elif kind.pp:
        found.append(Print("top-right", f"{kind.pp}PP", means="Portage points to carry it", rule="SK1:4.0-d"))
    if gun.max_range and gun.mortar:
        text = f"[{gun.min_range}–{gun.max_range}]"
        found.append(Print("bottom-right", text, means="Least and greatest range in hexes", rule="SKF:6.9-a"))
    elif gun.to_kill:
        found.append(
            Print("bottom", f"TK{gun.to_kill}", means="To Kill number against vehicles", rule="SKF:4.4-a")
        )
        found.append(Print("bottom-right", f"r{gun.max_range}", means="Range in hexes", rule="SKF:4.4-a"))
    if kind.breakdown < 12:
        letter = "X" if kind.removed else "B"
        means = f"{'Is lost' if kind.removed else 'Breaks down'} at such an original DR or a higher one"
        found.append(Print("right", f"{letter}{kind.breakdown}", means=means, rule="SKF:6.12-a"))
    return tuple(found)


def gun_arcs(gun: Ordnance, weapon: Weapon) -> tuple[ArcView, ...]:
    if weapon.facing < 0:
        return ()
    text = f"Covered arc, {FACING_NAMES[weapon.facing]}"
    return (ArcView(bearing(weapon.facing), 60, gun.max_range or FARTHEST, "gun", text),)


def gun_words(weapon: Weapon) -> list[str]:
    """How a Gun stands: which way it points, and whether it is dug in."""
    if weapon.facing < 0:
        return []
    words = [f"points to the {FACING_NAMES[weapon.facing]}"]
    if weapon.emplaced:
        words.append("emplaced")
    return words


def ammo_words(weapon: Weapon) -> list[str]:
    return [f"no {ammo} left" for ammo in weapon.spent_ammo]


def links_of(g: SkPlay, weapon: Weapon) -> tuple[LinkView, ...]:
    """Lines to what a weapon has acquired."""
    if not weapon.acquired:
        return ()
    text = f"{weapon.acquired_drm}".replace("-", "−")
    return tuple(LinkView(hex, text) for hex in acquired_hexes(g, weapon))


def acquired_hexes(g: SkPlay, weapon: Weapon) -> Iterable[str]:
    """Where that is which a weapon has acquired."""
    found = []
    for target in weapon.acquired:
        if target in g.state.units:
            found.append(g.unit(target).hex)
        elif target in g.state.vehicles:
            found.append(g.vehicle(target).hex)
        else:
            found.append(target.removeprefix("@"))
    return dict.fromkeys(hex for hex in found if hex in g.map.index)
