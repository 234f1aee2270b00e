"""What mines and petrol bombs have in common: thrown or stuck on a vehicle from beside it, and gone with the attempt.

In close combat a unit uses one after the other in its turn, as many as it has and may.
"""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Action, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sl import morale
from defilade.rules.sl.fire import DEFENSIVE
from defilade.rules.sl.firers import BROKEN, HAS_FIRED, ONLY_LOOKS, gives_up_own_fp
from defilade.rules.sl.state import SCOUT, SNIPER, SlPlay
from defilade.rules.sl.vehicle_pieces import Vehicle
from defilade.rules.sl.vehicles.yard import passengers_of
from defilade.rules.sl.weapons.captured import captured_refusal
from defilade.rules.sl.weapons.machine_guns import BY_HAND
from defilade.rules.sl.weapons.usage import chart_refusal, costs_own, kinds_used, note_kind
from defilade.tactics.fire_groups import Shot
from defilade.tactics.names import Hex
from defilade.tactics.units import CREW, SQUAD, Unit, Weapon

PART = Part()

NO_LEADER = Action("no-leader")

KINDS = frozenset({"ATM", "KLO", "MOL"})
BUSY = Refusal("a leader who has done something else does not throw", "SL:8.14.2")


def refusal(g: SlPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    """Why a unit may not use such a weapon at all."""
    if unit.broken:
        return BROKEN
    if unit.kind in (SCOUT, SNIPER):
        return ONLY_LOOKS
    if weapon.owner != unit.id:
        return BY_HAND
    if unit.captive:
        return HAS_FIRED
    if not unit.is_mmc and unit.directed:
        return BUSY
    return captured_refusal(g, unit, weapon) or chart_refusal(g, unit, weapon)


def of_kind(g: SlPlay, unit: Unit, *kinds: str) -> list[Weapon]:
    """One of each sort is enough to choose from."""
    found: dict[str, Weapon] = {}
    for weapon in g.weapons_of(unit):
        if g.weapon_type(weapon).kind in kinds:
            found.setdefault(weapon.type, weapon)
    return list(found.values())


def use_up(g: SlPlay, unit: Unit, weapon: Weapon) -> None:
    """SL:8.12.7, SL:8.13.6, SL:8.14.12: it is gone whatever comes of it. A squad keeps its own firepower, others do
    not (SL:8.3-e)."""
    kind = g.weapon_type(weapon).kind
    note_kind(g, unit, weapon)
    gives_up = not unit.is_mmc or costs_own(g, unit, kind, len(kinds_used(g, unit)))
    g.update(
        unit,
        weapons_used=(*unit.weapons_used, weapon.id),
        no_fp=unit.no_fp or gives_up,
        fire=DEFENSIVE if gives_up and not unit.fire else unit.fire,
    )
    g.remove_weapon(weapon)


@PART.answers(gives_up_own_fp)
def threw_it_away(g: SlPlay, unit: Unit, shots: Sequence[Shot]) -> bool:
    kinds = kinds_used(g, unit)
    if not kinds or kinds[0] not in KINDS:
        return False
    return not unit.is_mmc or costs_own(g, unit, kinds[0], len(kinds))


def escorted(g: SlPlay, vehicle: Vehicle, *, by_squads_only: bool = False, also_broken: bool = False) -> bool:
    """Whether friends on foot go with a vehicle; those who ride in it do not count (SL:8.12.3)."""
    aboard = {unit.id for unit in passengers_of(g, vehicle)}
    return any(
        (also_broken or not unit.broken)
        and unit.id not in aboard
        and (not by_squads_only or unit.kind in (SQUAD, CREW))
        for unit in g.side_in(vehicle.hex, vehicle.side)
    )


# -- who leads them ------------------------------------------------------------------------------------------


def leaders_of(g: SlPlay, unit: Unit) -> list[Unit]:
    """Unbroken leaders of its hex who have done nothing else yet, for who is none himself."""
    if not unit.is_mmc:
        return []
    return [
        leader
        for leader in g.side_in(unit.hex, unit.side)
        if leader.is_leader and not (leader.broken or leader.directed or leader.fire or leader.captive)
    ]


def leader_lines(g: SlPlay, unit: Unit, leader: str, rule: str) -> list[Line]:
    """His modifier; a leader who does it himself has his own."""
    found = g.state.units.get(leader) if leader else unit if unit.is_leader else None
    if found is None or found.broken:
        return []
    value = morale.leadership(g, found)
    return [Line(f"leadership of the {g.name(found)}", value, rule)] if value else []


def ask_leader(g: SlPlay, unit: Unit, vehicle: Vehicle, rule: str) -> Choice | None:
    return ask_leader_for(g, unit, g.piece_name(vehicle.id), vehicle.hex, rule)


def ask_leader_for(g: SlPlay, unit: Unit, against: str, hex: Hex, rule: str) -> Choice | None:
    leaders = leaders_of(g, unit)
    if not leaders:
        return None
    options = (*(Action("direct", (leader.id,)) for leader in leaders), NO_LEADER)
    asks = f"Who directs the {g.name(unit)} against {against}?"
    return Choice(unit.side, asks, options, (rule,), (unit.id,), hex)


def note_leader(g: SlPlay, unit: Unit, leader: str, marker: str = DEFENSIVE) -> None:
    if leader:
        g.update(g.unit(leader), directed=(unit.id,), fire=marker)


# -- in close combat -----------------------------------------------------------------------------------------


class UseInCombat(Frame):
    """A unit whose turn it is in close combat uses one weapon after the other on a vehicle."""

    unit: str
    vehicle: str
    leader: str
    how: str
    """The verb of its action."""
    used: bool = False


def ask_which(g: SlPlay, frame: UseInCombat, options: Sequence[Action], rule: str) -> Choice | None:
    """It has said that it uses one; whether another is up to what came of it."""
    unit, vehicle = g.state.units.get(frame.unit), g.state.vehicles[frame.vehicle]
    if unit is None or unit.broken or not vehicle.manned or not options:
        return None
    asks = f"{g.name(unit)} against {g.piece_name(vehicle.id)}: which one?"
    more = (Action("done"),) if frame.used else ()
    return Choice(unit.side, asks, (*options, *more), (rule,), (unit.id,), vehicle.hex)


def goes_on(g: SlPlay, frame: UseInCombat, answer: Action | Outcome | None) -> Action | None:
    """The weapon that is used next; none where that is all, and the frame is gone."""
    if not isinstance(answer, Action) or answer.verb == "done":
        g.pop()
        return None
    frame.used = True
    return answer
