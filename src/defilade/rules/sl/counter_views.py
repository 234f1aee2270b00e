"""Units and support weapons as the table shows them: what is printed on each, and what lies on it."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from defilade.rules.board_scene import KIND_WORDS, bearing
from defilade.rules.presentation import CounterView, StateMark
from defilade.rules.scene_parts import ArcView, Print
from defilade.rules.sl import morale
from defilade.rules.sl.anti_tank import Barrel
from defilade.rules.sl.shown import marks_of, marks_of_weapon
from defilade.rules.sl.state import CONCEALED, MPH, NAMES_OF_MOUNTS, Covered, Mount, SlPlay
from defilade.tactics.arcs import FACING_NAMES
from defilade.tactics.counters import Counter, WeaponType
from defilade.tactics.names import Side
from defilade.tactics.units import Unit, Weapon

WORST = ("dm", "broken", "melee", "pin", "wound", "malfunction")
"""States that are shown of counters further down in a stack, the worst first."""
OUT_OF_ORDER = StateMark("malfunction", "does not start", "SL:4.10.29", "MALF", "bad")
DRAWN_KINDS = ("squad", "half_squad", "crew", "leader")


def unit_view(g: SlPlay, unit: Unit, weapons: tuple[Weapon, ...]) -> CounterView:
    if unit.kind == CONCEALED:
        return concealed_view(g, unit)
    counter = g.counters[unit.type]
    carried = tuple([weapon_view(g, weapon) for weapon in weapons])
    marks = tuple(marks_of(g, unit))
    leader = unit.is_leader
    name = f"{counter.name} {unit.letter}" if unit.letter else counter.name
    words = [f"{counter.nationality.capitalize()} {KIND_WORDS.get(unit.kind, unit.kind)} {name}"]
    words += [mark.text for mark in marks]
    words += [f"with {view.words}" for view in carried]
    return CounterView(
        id=unit.id,
        side=unit.side,
        nationality=counter.nationality,
        kind=_drawn_kind(unit.kind),
        name=counter.name,
        letter=unit.letter,
        cls="" if leader else counter.cls,
        fp=None if leader else counter.fp,
        range=None if leader else counter.range,
        morale=morale.morale_level(g, unit),
        broken=unit.broken,
        broken_morale=counter.broken_morale,
        leadership=morale.leadership(g, unit) if leader else None,
        states=marks,
        weapons=carried,
        pale=unit.moved and g.state.phase == MPH,
        words=", ".join(words),
    )


def concealed_view(g: SlPlay, unit: Unit) -> CounterView:
    """A "?": its owner sees what lies under it."""
    covered = g.state.covered.get(unit.id, Covered())
    below = tuple([unit_view(g, g.unit(uid), tuple(g.weapons_of(g.unit(uid)))) for uid in covered.units])
    whose = g.nationalities[unit.side].name if unit.side in g.nationalities else unit.side.capitalize()
    words = [f'{whose} "?" {unit.letter}'.rstrip(), *(view.words for view in below)]
    words += [g.piece_name(vid) for vid in covered.vehicles]
    if covered.dummies:
        words.append("nothing but a dummy")
    return CounterView(
        id=unit.id,
        side=unit.side,
        nationality=unit.side,
        kind="sw",
        name="?",
        letter=unit.letter,
        weapon="?",
        shape="?",
        weapons=below,
        states=tuple(marks_of(g, unit)),
        words=", ".join(words),
    )


def printed_unit(counter: Counter, side: Side) -> CounterView:
    """A counter as it comes out of the box."""
    leader = counter.kind == "leader"
    return CounterView(
        id=counter.id,
        side=side,
        nationality=counter.nationality,
        kind=_drawn_kind(counter.kind),
        name=counter.name,
        cls="" if leader else counter.cls,
        fp=None if leader else counter.fp,
        range=None if leader else counter.range,
        morale=counter.morale,
        broken_morale=counter.broken_morale,
        leadership=counter.leadership if leader else None,
        words=f"{counter.nationality.capitalize()} {KIND_WORDS.get(counter.kind, counter.kind)} {counter.name}",
    )


def _drawn_kind(kind: str) -> Any:
    """Whoever is drawn like nobody else is drawn like a leader: one man."""
    return cast(Any, kind if kind in DRAWN_KINDS else "leader")


def mount_view(g: SlPlay, mount: Mount) -> CounterView:
    """Horses, bicycles and motorcycles that nobody rides."""
    name = NAMES_OF_MOUNTS[mount.kind]
    marks = (OUT_OF_ORDER,) if mount.malfunctioned else ()
    whose = g.nationalities[mount.side].name if mount.side in g.nationalities else mount.side.capitalize()
    words = [f"{whose} {name}" + (", a single machine" if mount.single else "")]
    if mount.handler in g.state.units:
        words.append(f"with {g.name(mount.handler)}")
    return CounterView(
        id=mount.id,
        side=mount.side,
        nationality=mount.side,
        kind="sw",
        name=name.capitalize(),
        weapon=mount.kind.upper() + (" 1" if mount.single else ""),
        shape=mount.kind,
        states=marks,
        words=", ".join([*words, *(mark.text for mark in marks)]),
    )


def weapon_view(g: SlPlay, weapon: Weapon) -> CounterView:
    kind = g.weapon_types[weapon.type]
    view = _weapon_view(kind, weapon, tuple(marks_of_weapon(g, weapon)))
    barrel = g.anti_tank.weapons.types[kind.id].barrel if kind.id in g.anti_tank.weapons.types else None
    return (
        view
        if barrel is None
        else msgspec.structs.replace(view, **gun_view(kind, barrel, weapon, view.words))
    )


def printed_weapon(kind: WeaponType, side: Side) -> CounterView:
    return _weapon_view(kind, Weapon(kind.id, side, kind.id), ())


GUN_SHAPES = {"MTR": "mortar", "AA": "aa-gun", "INF": "howitzer", "RCL": "at-gun"}
UNLIMITED = 99
ARC, FARTHEST = 60, 40


def gun_view(kind: WeaponType, barrel: Barrel, weapon: Weapon, words: str) -> dict[str, Any]:
    """What a gun shows besides: how it points, its covered arc, and what it is (SL:10.1.5.1 to SL:10.1.16)."""
    name = f"{barrel.calibre}{barrel.length}" + (f" ({barrel.ife})" if barrel.ife else "")
    prints = [
        Print("top", kind.kind, means=f"{kind.name}: what kind of gun", rule="SL:10.1.7"),
        Print("bottom", name, means="Calibre, and length of the barrel", rule="SL:10.1.6-a"),
    ]
    if kind.rof > 1:
        prints.append(Print("left", str(kind.rof), True, "Shots in a player turn", "SL:10.1.9-a"))
    found: dict[str, Any] = {
        "kind": "gun",
        "shape": GUN_SHAPES.get(kind.kind, "at-gun"),
        "prints": tuple(prints),
        "portage": kind.pp or None,
        "range": kind.range if kind.range < UNLIMITED else None,
    }
    if weapon.facing >= 0:
        arc = ArcView(bearing(weapon.facing), ARC, FARTHEST, "gun", f"CA, {FACING_NAMES[weapon.facing]}")
        where = f"{words}, facing {FACING_NAMES[weapon.facing]}"
        found |= {"bearing": bearing(weapon.facing), "arcs": (arc,), "above": True, "words": where}
    return found


def _weapon_view(kind: WeaponType, weapon: Weapon, marks: tuple[StateMark, ...]) -> CounterView:
    name = f"{kind.kind} {weapon.letter}" if weapon.letter else kind.kind
    return CounterView(
        id=weapon.id,
        side=weapon.side,
        nationality=kind.nationality,
        kind="sw",
        name=kind.name,
        letter=weapon.letter,
        fp=kind.fp,
        range=kind.range,
        weapon=kind.kind,
        rof=kind.rof or None,
        breakdown=kind.breakdown,
        portage=kind.pp,
        states=marks,
        owner=weapon.owner,
        shape=kind.kind,
        words=", ".join([name, *(mark.text for mark in marks)]),
    )
