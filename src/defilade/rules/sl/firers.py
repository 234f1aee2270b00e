"""Who may fire at what (SL:5.1): units, fire groups and the leaders who direct them (SL:3.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from defilade.kernel import Action, Refusal
from defilade.kernel.composition import Part, all_of, any_of, bar
from defilade.rules.sl import terrain
from defilade.rules.sl.options import LOS
from defilade.rules.sl.state import SCOUT, SlPlay
from defilade.tactics import declaring_fire
from defilade.tactics.attack_plan import normal_range
from defilade.tactics.declaring_fire import (
    DeclarationRules,
    DeclareFire,
    additions,
    declaration_rules,
    declaring_bar,
    leaders_for,
)
from defilade.tactics.fire_groups import Shot, hexes_of, leaders_in_each_hex, linked
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit, Weapon

PART = Part(declaring_fire.PART)

BROKEN = Refusal("a broken unit takes no part in combat", "SL:3.21.1")
IN_MELEE = Refusal("units in melee do not fire out of their hex", "SL:6.3.2")
HAS_FIRED = Refusal("firepower is used once in a player turn, in one fire phase", "SL:5.1.2-a")
NO_FIREPOWER = Refusal("a leader has no firepower of his own", "SL:1.1.2.3-b")
ONLY_LOOKS = Refusal("a scout has no firepower, and uses no weapon", "SL:3.7.11")
OUT_OF_RANGE = Refusal("nobody fires at more than twice his range", "SL:5.4.4")
NO_LOS = Refusal("there is no line of sight", "SL:2.1.1-a")
SEPARATE = Refusal("units of one hex that fire at the same hex must combine", "SL:5.1.5")
NOT_LINKED = Refusal("a fire group is a chain of the same or adjacent hexes", "SL:5.1.6-a")
NOT_HERE = Refusal("a leader directs units in his own hex", "SL:3.2.1-b")
DIRECTED = Refusal("a leader directs one fire group in a player turn", "SL:3.2.2-a")
NOT_YOURS = Refusal("that is not one of your units", "SL:5.1.1")


@bar
def fire_bar(g: SlPlay, unit: Unit, target: str) -> Refusal | None:
    """Why may a unit not fire at a hex, though it is in good order?"""


@any_of
def fires_in_own_hex(g: SlPlay, unit: Unit, target: str) -> bool:
    """May a unit fire at enemies in its own hex?"""
    return False


@bar
def weapon_bar(g: SlPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    """Why may a unit in good order not use a support weapon that it has?"""


@bar
def group_bar(g: SlPlay, hexes: frozenset[str]) -> Refusal | None:
    """Why may units in these hexes not form a fire group, though the hexes are a chain?"""


@bar
def joining_bar(g: SlPlay, shots: tuple[Shot, ...], unit: Unit, weapon: str, target: str) -> Refusal | None:
    """Why does a unit not join these shots at a hex, with its own firepower or with a weapon?"""


@any_of
def fires_otherwise(g: SlPlay, unit: Unit, target: str) -> bool:
    """Can a unit fire at a hex with something else than its own firepower?"""
    return False


@any_of
def gives_up_own_fp(g: SlPlay, unit: Unit, shots: Sequence[Shot]) -> bool:
    """Has a unit no firepower of its own for what else it fires, in this attack or before?"""
    return False


@bar
def declaring_otherwise(g: SlPlay, frame: DeclareFire, action: Action) -> Refusal | None:
    """Why does something else than a unit's own firepower not join an attack?"""


@any_of
def sees_something(g: SlPlay, origin: str, target: str) -> bool:
    """Does one see something to fire at in a hex into which one does not see?"""
    return False


@any_of
def suspects(g: SlPlay, side: Side, shots: Sequence[Shot], origin: str, target: str) -> bool:
    """May a unit of a side fire at a hex into which it does not see, together with these shots?"""
    return False


def has_line(g: SlPlay, origin: str, target: str) -> bool:
    """Whether there is a line of sight to a hex, or to something that stands out in it."""
    return terrain.sees(g, origin, target) or sees_something(g, origin, target)


def line_refusal(g: SlPlay, unit: Unit, target: str, shots: Sequence[Shot] = ()) -> Refusal | None:
    """Why a unit may not fire at a hex for what lies between, where players are shown that."""
    if is_strict(g) or has_line(g, unit.hex, target) or suspects(g, unit.side, shots, unit.hex, target):
        return None
    return NO_LOS


def is_strict(g: SlPlay) -> bool:
    """SL:2.1.2-a: nobody may look for a line of sight beforehand; a table may agree to be shown it."""
    return LOS.on(g)


def idle_refusal(unit: Unit) -> Refusal | None:
    """Why a unit may not fire at anything."""
    if unit.broken:
        return BROKEN
    if unit.melee:
        return IN_MELEE
    if unit.is_leader:
        return NO_FIREPOWER
    if unit.kind == SCOUT:
        return ONLY_LOOKS
    # SL:8.1: a support weapon that it fires leaves it its own firepower for the same phase.
    return HAS_FIRED if unit.no_fp or (unit.fire and not unit.weapons_used) else None


def fire_refusal(g: SlPlay, unit: Unit, target: str, shots: Sequence[Shot] = ()) -> Refusal | None:
    """Why a unit may not fire at a hex, with the shots of the group that it would join."""
    idle = idle_refusal(unit)
    if idle is not None:
        return idle
    if unit.hex == target and not fires_in_own_hex(g, unit, target):
        return IN_MELEE
    if g.map.distance(unit.hex, target) > 2 * normal_range(g, unit, None):  # SL:1.1.2.2-b
        return OUT_OF_RANGE
    if (unit.hex, target) in g.state.fired:  # also at those who went by, and who did not (SL:5.1-q1)
        return SEPARATE
    return fire_bar(g, unit, target) or line_refusal(g, unit, target, shots)


def reaches(g: SlPlay, unit: Unit, target: str) -> bool:
    """Whether a unit may fire as far as a hex, could it but see what is there."""
    near = g.map.distance(unit.hex, target) <= 2 * normal_range(g, unit, None)
    return near and idle_refusal(unit) is None and (unit.hex, target) not in g.state.fired


def firers(g: SlPlay, side: Side, target: str, shots: Sequence[Shot] = ()) -> list[Unit]:
    """The units of a side that may fire at a hex, by themselves or with these shots."""
    return [unit for unit in g.on_map(side) if fire_refusal(g, unit, target, shots) is None]


def ready(g: SlPlay, side: Side) -> list[Unit]:
    """The units of a side that may fire at something."""
    return [unit for unit in g.on_map(side) if idle_refusal(unit) is None or g.weapons_of(unit)]


def can_reach(g: SlPlay, units: Sequence[Unit], target: str) -> bool:
    """Whether any of these units may fire at a hex."""
    return any(fire_refusal(g, unit, target) is None or fires_otherwise(g, unit, target) for unit in units)


def group_refusal(g: SlPlay, shots: Sequence[Shot], unit: Unit) -> Refusal | None:
    """SL:5.1.6-a: chains of any length, of those who fire together (SL:5.1-q4); a leader alone in a hex may be a link
    (SL:5.1-q2). From level to level somebody stands on each (SL:5.1-q3)."""
    hexes = {*hexes_of(g, shots), unit.hex}
    links = {
        leader.hex
        for leader in g.on_map(unit.side)
        if leader.is_leader and not leader.broken and not leader.directed and not leader.melee
    }
    return group_bar(g, frozenset(hexes)) if linked(g.map, hexes, links) else NOT_LINKED


@PART.answers(declaration_rules)
def rules_of_declaring(g: SlPlay) -> DeclarationRules:
    return DeclarationRules(("SL:5.1.6-a", "SL:5.1.5"), ("SL:3.2.2-a", "SL:3.2-q2"))


@all_of
def other_additions(
    g: SlPlay, frame: DeclareFire, free: list[Unit]
) -> Iterable[tuple[Action, tuple[Shot, ...]]]:
    """What else may join this attack than the firepower of free units?"""
    return ()


@PART.answers(additions)
def who_may_join(g: SlPlay, frame: DeclareFire) -> list[tuple[Action, tuple[Shot, ...]]]:
    """SL:5.1.6-b: who stands adjacent need not join. Those of one hex must (SL:5.1.5), so they come together."""
    taken = {shot.unit for shot in frame.shots if not shot.weapon}
    free = [
        unit
        for unit in firers(g, frame.side, frame.target, frame.shots)
        if unit.id not in taken and not gives_up_own_fp(g, unit, frame.shots)
    ]
    found: list[tuple[Action, tuple[Shot, ...]]] = []
    for hex in dict.fromkeys(unit.hex for unit in free):
        here = [unit for unit in free if unit.hex == hex]
        if frame.shots and group_refusal(g, frame.shots, here[0]) is not None:
            continue
        here = [unit for unit in here if joining_bar(g, frame.shots, unit, "", frame.target) is None]
        if not here:
            continue
        parties = [(unit,) for unit in here] + ([tuple(here)] if len(here) > 1 else [])
        for party in parties:
            ids = tuple([unit.id for unit in party])
            found.append((Action("add", ids), tuple([Shot(uid) for uid in ids])))
    return found + other_additions(g, frame, free)


@PART.answers(leaders_for)
def leaders_of_group(g: SlPlay, phase: str, shots: tuple[Shot, ...]) -> tuple[tuple[str, ...], ...]:
    """SL:3.2-q2: in every hex of the chain one, or none counts; SL:3.2.4: one leader a hex."""
    busy = {uid for shot in shots if shot.weapon for uid in (shot.unit, shot.second)}  # SL:8.9.1.3

    def may_direct(leader: Unit, hex: Hex) -> bool:
        return leader.id not in busy and directing_refusal(g, leader, hex) is None

    return leaders_in_each_hex(g, shots, may_direct)


@bar
def directing_bar(g: SlPlay, leader: Unit) -> Refusal | None:
    """Why may a leader who could direct fire not do so now?"""


def directing_refusal(g: SlPlay, leader: Unit, hex: Hex) -> Refusal | None:
    if leader.broken:
        return BROKEN
    if leader.melee:
        return IN_MELEE
    if leader.hex != hex:
        return NOT_HERE
    return DIRECTED if leader.directed else directing_bar(g, leader)


@PART.answers(declaring_bar)
def why_not_declare(g: SlPlay, frame: DeclareFire, action: Action) -> Refusal | None:
    unit = g.state.units.get(action.who[0]) if action.who else None
    otherwise = declaring_otherwise(g, frame, action)
    if otherwise is not None:
        return otherwise
    if action.verb == "add":
        if unit is None or unit.side != frame.side or not unit.hex:
            return NOT_YOURS
        found = fire_refusal(g, unit, frame.target, frame.shots)
        found = found or joining_bar(g, frame.shots, unit, "", frame.target)
        return found or (group_refusal(g, frame.shots, unit) if frame.shots else None)
    if action.verb == "direct" and unit is not None and frame.shots:
        return directing_refusal(g, unit, hexes_of(g, frame.shots)[0]) or NOT_HERE
    return None
